//! Simple polygons of many kinds, with holes, at all scales.

use std::f64::consts::TAU;

use crate::cases;
use crate::regions::{self, Region};
use crate::rng::Rng;
use crate::round::{next_down, next_up};
use crate::truth::{self, Location, Xy};

/// A polygon of up to about `size` vertices: some kind of outer ring, then maybe holes; each ring in either direction.
///
/// The rings have been judged simple, so a library that rejects them is wrong.
pub fn any(rng: &mut Rng, size: usize) -> Vec<Vec<Xy>> {
    let mut rings = vec![outer_ring(rng, size)];
    if rng.one_in(2) {
        add_holes(rng, &mut rings, size);
    }
    for ring in &mut rings {
        if rng.one_in(2) {
            ring.reverse();
        }
        let first = rng.below(ring.len());
        ring.rotate_left(first);
    }
    transform(rng, &mut rings);
    if rng.one_in(8) {
        let mut nudged = rings.clone();
        for _ in 0..rng.between(1, 4) {
            let ring = rng.below(nudged.len());
            let vertex = rng.below(nudged[ring].len());
            cases::nudge(rng, &mut nudged[ring][vertex]);
        }
        if regions::is_simple(&nudged) {
            return nudged;
        }
    }
    rings
}

/// A polygon that is not simple, and one whole-number simple polygon that it was made from is not far away.
pub fn not_simple(rng: &mut Rng) -> Vec<Vec<Xy>> {
    loop {
        if rng.one_in(2) {
            let rings = tangled(rng);
            if !regions::is_simple(&rings) {
                return rings;
            }
            continue;
        }
        let mut rings = any(rng, 10);
        let (ring, other) = (rng.below(rings.len()), rng.below(rings.len()));
        let from = rings[other][rng.below(rings[other].len())];
        let vertex = rng.below(rings[ring].len());
        rings[ring][vertex] = from;
        if rng.one_in(2) {
            cases::nudge(rng, &mut rings[ring][vertex]);
        }
        if !regions::is_simple(&rings) {
            return rings;
        }
    }
}

/// Rings of random points on a small grid: they cross in every way, go round twice, and lie in and beside each other.
fn tangled(rng: &mut Rng) -> Vec<Vec<Xy>> {
    let rings = 1 + rng.below(3);
    (0..rings).map(|_| (0..3 + rng.below(6)).map(|_| [(); 2].map(|()| rng.between(0, 6) as f64)).collect()).collect()
}

/// A point with a special place in a polygon: on a vertex, on an edge, level with a vertex, just beside one of these, or anywhere.
pub fn point_near(rng: &mut Rng, rings: &[Vec<Xy>]) -> Xy {
    let vertex = |rng: &mut Rng| {
        let ring = rng.pick(rings);
        let i = rng.below(ring.len());
        [ring[i], ring[(i + 1) % ring.len()]]
    };
    let [a, b] = vertex(rng);
    let [c, _] = vertex(rng);
    let t = rng.unit();
    let mut p = match rng.below(8) {
        0 => a,
        1 => [0, 1].map(|axis| a[axis] / 2.0 + b[axis] / 2.0),
        2 => [0, 1].map(|axis| a[axis] * (1.0 - t) + b[axis] * t),
        3 => [a[0], c[1]],
        4..=6 => [0, 1].map(|axis| a[axis] * (1.0 - t) + c[axis] * t),
        _ => [0, 1].map(|axis| (2.0 * (a[axis] * 0.75 - c[axis] * 0.25)).clamp(f64::MIN, f64::MAX)),
    };
    if rng.one_in(3) {
        cases::nudge(rng, &mut p);
    }
    p
}

/// A shape of any kind near a polygon, often touching it.
pub fn region_near(rng: &mut Rng, rings: &[Vec<Xy>]) -> Region {
    let [p, q] = [point_near(rng, rings), point_near(rng, rings)];
    match rng.below(8) {
        0 => Region::Point(p),
        1 => Region::Segment(cases::apart(rng, [p, q])),
        2 => along_an_edge(rng, rings),
        3..=4 => disc_near(rng, rings),
        5 => Region::Aabb([0, 1].map(|axis| p[axis].min(q[axis])), [0, 1].map(|axis| p[axis].max(q[axis]))),
        6 => {
            // A triangle on three special points.
            let triangle = vec![vec![p, q, point_near(rng, rings)]];
            if regions::is_simple(&triangle) { Region::Polygon(triangle) } else { Region::Point(q) }
        }
        _ => Region::Polygon(relative(rng, rings)),
    }
}

/// A segment on the line of an edge, up to rounding: a piece of it, more than it, or beside it.
fn along_an_edge(rng: &mut Rng, rings: &[Vec<Xy>]) -> Region {
    let ring = rng.pick(rings);
    let i = rng.below(ring.len());
    let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
    let ends = [(); 2].map(|()| {
        let t = *rng.pick(&[-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0]);
        [0, 1].map(|axis| (a[axis] * (1.0 - t) + b[axis] * t).clamp(f64::MIN, f64::MAX))
    });
    Region::Segment(cases::apart(rng, ends))
}

/// A disc that touches the nearest edge or some vertex, up to rounding, or is well inside or outside.
fn disc_near(rng: &mut Rng, rings: &[Vec<Xy>]) -> Region {
    // Discs around points outside meet the polygon or not; only those around points inside can be in it.
    let tries = [(); 4].map(|()| point_near(rng, rings));
    let inside = tries.iter().find(|&&p| rng.one_in(4) || truth::locate(p, rings) == Location::Inside);
    let center = *inside.unwrap_or(&tries[0]);
    let ring = rng.pick(rings);
    let vertex = ring[rng.below(ring.len())];
    let from_edge = |e| cases::rough_distance(center, e);
    let room = rings.iter().flat_map(|ring| regions::edges_of(ring)).map(from_edge).fold(f64::MAX, f64::min);
    let radius = match rng.below(6) {
        0 => cases::rough_distance(center, [vertex, vertex]),
        1 => room * rng.unit(),
        2 => next_up(room),
        3 => next_down(room),
        _ => room,
    };
    Region::Circle(center, radius.clamp(0.0, f64::MAX))
}

/// A polygon made from the polygon's own vertices: itself, one of its rings, a part of a ring, or itself moved or made smaller.
fn relative(rng: &mut Rng, rings: &[Vec<Xy>]) -> Vec<Vec<Xy>> {
    let ring = rng.pick(rings).clone();
    let candidate = match rng.below(8) {
        0 => rings.to_vec(),
        1 => vec![ring],
        2 => {
            let (skip, length) = (rng.below(ring.len()), 3 + rng.below(ring.len() - 2));
            vec![ring.iter().cycle().skip(skip).take(length).copied().collect()]
        }
        3..=4 => {
            // Moved by its own width or height: it touches itself there. Moved a bit more, it may slide past.
            let axis = rng.below(2);
            let ends =
                |of: fn(f64, f64) -> f64| rings[0].iter().map(|p| p[axis]).reduce(of).expect("a ring has vertices");
            let (extent, more) = (ends(f64::max) - ends(f64::min), *rng.pick(&[1.0, 1.0, -1.0, 0.75, 1.25]));
            let shift = |p: &Xy| {
                let mut moved = *p;
                moved[axis] = (moved[axis] + more * extent).clamp(f64::MIN, f64::MAX);
                moved
            };
            rings.iter().map(|ring| ring.iter().map(shift).collect()).collect()
        }
        _ => {
            let tries = [(); 4].map(|()| point_near(rng, rings));
            let inside = tries.iter().find(|&&p| truth::locate(p, rings) == Location::Inside);
            let (toward, size) = (*inside.unwrap_or(&ring[0]), *rng.pick(&[0.75, 0.5, 0.125]));
            let shrunk = |p: &Xy| [0, 1].map(|axis| p[axis] * size + toward[axis] * (1.0 - size));
            let kept = if rng.one_in(2) { &rings[..1] } else { rings };
            kept.iter().map(|ring| ring.iter().map(shrunk).collect()).collect()
        }
    };
    if regions::is_simple(&candidate) { candidate } else { rings.to_vec() }
}

/// A ring around the origin, seen from there, with random distances; `n` vertices at nearly equal angles.
pub fn star(rng: &mut Rng, n: usize, inner: f64) -> Vec<Xy> {
    (0..n)
        .map(|i| {
            let angle = TAU * (i as f64 + rng.within(0.0, 0.75)) / n as f64;
            let radius = rng.within(inner, 1.0);
            [radius * angle.cos(), radius * angle.sin()]
        })
        .collect()
}

/// A regular `n`-gon with rounded vertices.
pub fn regular(n: usize) -> Vec<Xy> {
    (0..n).map(|i| TAU * i as f64 / n as f64).map(|angle| [angle.cos(), angle.sin()]).collect()
}

/// A saw: a straight back and `teeth` teeth; `2·teeth + 3` vertices.
pub fn comb(teeth: usize) -> Vec<Xy> {
    let width = 2.0 * teeth as f64;
    let mut ring = vec![[0.0, 0.0], [width, 0.0]];
    ring.extend((0..=2 * teeth).map(|i| [width - i as f64, if i % 2 == 0 { 10.0 } else { 1.0 }]));
    ring
}

/// A band wound `turns` times around the origin, with `per_turn` vertices on each side of each turn.
pub fn spiral(turns: usize, per_turn: usize) -> Vec<Xy> {
    let at = |i: usize, width: f64| {
        let turn = i as f64 / per_turn as f64;
        let (radius, angle) = (1.0 + turn + width, TAU * turn);
        [radius * angle.cos(), radius * angle.sin()]
    };
    let outer = (0..=turns * per_turn).map(|i| at(i, 0.4));
    let inner = (0..=turns * per_turn).rev().map(|i| at(i, 0.0));
    outer.chain(inner).collect()
}

/// Columns above and below a level line: all edges run along an axis, neighbouring columns of one height leave a vertex on a straight edge.
pub fn rectilinear(rng: &mut Rng, columns: usize) -> Vec<Xy> {
    let mut ring = Vec::new();
    for i in 0..columns {
        let depth = rng.between(-5, -1) as f64;
        ring.extend([[i as f64, depth], [(i + 1) as f64, depth]]);
    }
    for i in (0..columns).rev() {
        let height = rng.between(1, 5) as f64;
        ring.extend([[(i + 1) as f64, height], [i as f64, height]]);
    }
    ring.dedup();
    ring
}

/// Random points joined in a random order, then untangled by reversing the part between two crossing edges.
///
/// Each reversal makes the ring shorter, so it ends; on a grid a ring can get stuck on itself, and then there is none.
pub fn untangled(rng: &mut Rng, n: usize, grid: Option<i64>) -> Option<Vec<Xy>> {
    let mut ring: Vec<Xy> = (0..n).map(|_| place(rng, grid)).collect();
    for _ in 0..n * n {
        let edge = |i: usize| [ring[i % n], ring[(i + 1) % n]];
        let crossing = (0..n)
            .flat_map(|i| (i + 2..n).map(move |j| (i, j)))
            .find(|&(i, j)| (j + 1) % n != i && truth::share_a_point(edge(i), edge(j)));
        match crossing {
            Some((i, j)) => ring[i + 1..=j].reverse(),
            None => break,
        }
    }
    regions::is_simple(std::slice::from_ref(&ring)).then_some(ring)
}

/// A triangle that grows by bending one edge at a time to a random point, as long as it stays simple.
pub fn grown(rng: &mut Rng, n: usize, grid: Option<i64>) -> Option<Vec<Xy>> {
    let mut ring: Vec<Xy> = (0..3).map(|_| place(rng, grid)).collect();
    if !regions::is_simple(std::slice::from_ref(&ring)) {
        return None;
    }
    for _ in 0..4 * n {
        let mut bent = ring.clone();
        bent.insert(rng.below(ring.len()), place(rng, grid));
        if regions::is_simple(std::slice::from_ref(&bent)) {
            ring = bent;
        }
        if n <= ring.len() {
            break;
        }
    }
    Some(ring)
}

/// The ring with extra vertices on its edges: at quarters, which are exact because all coordinates are made whole multiples of 4.
pub fn with_runs(rng: &mut Rng, whole: &[Xy]) -> Vec<Xy> {
    let mut ring = Vec::new();
    for [a, b] in regions::edges_of(whole) {
        ring.push(a.map(|value| 4.0 * value));
        let quarters = rng.between(0, 7);
        ring.extend((1..4).filter(|k| quarters & (1 << (k - 1)) != 0).map(|k| {
            let t = k as f64;
            [0, 1].map(|axis| (4.0 - t) * a[axis] + t * b[axis])
        }));
    }
    ring
}

/// A square with `side`·`side` star-shaped holes of `n` vertices in the cells of a grid.
pub fn sieve(rng: &mut Rng, side: usize, n: usize) -> Vec<Vec<Xy>> {
    let width = side as f64;
    let mut rings = vec![vec![[0.0, 0.0], [width, 0.0], [width, width], [0.0, width]]];
    for cell in 0..side * side {
        let middle = [(cell % side) as f64 + 0.5, (cell / side) as f64 + 0.5];
        rings.push(star(rng, n, 0.3).iter().map(|p| [middle[0] + 0.45 * p[0], middle[1] + 0.45 * p[1]]).collect());
    }
    rings
}

fn outer_ring(rng: &mut Rng, size: usize) -> Vec<Xy> {
    let n = 3 + rng.below(size.max(4) - 2);
    let grid = *rng.pick(&[None, Some(4), Some(16), Some(1000)]);
    let candidate = match rng.below(10) {
        0 => Some(star(rng, n, 0.2)),
        1 => Some(snapped(&star(rng, n, 0.2), *rng.pick(&[8.0, 64.0]))),
        2..=3 => untangled(rng, n.min(24), grid),
        4..=5 => grown(rng, n.min(24), grid),
        6 => Some(regular(n)),
        7 => Some(rectilinear(rng, 1 + n / 4)),
        8 => Some(if n < 12 { comb(1 + n / 2) } else { spiral(1 + n / 24, 6) }),
        _ => {
            let columns = 1 + n / 8;
            let whole = if rng.one_in(2) { rectilinear(rng, columns) } else { comb(columns) };
            Some(with_runs(rng, &whole))
        }
    };
    let simple = candidate.filter(|ring| regions::is_simple(std::slice::from_ref(ring)));
    simple.unwrap_or_else(|| vec![[0.0, 0.0], [3.0, 0.0], [3.0, 2.0], [1.0, 1.0], [0.0, 2.0]])
}

/// Small stars at random places inside, kept if the polygon stays simple.
fn add_holes(rng: &mut Rng, rings: &mut Vec<Vec<Xy>>, size: usize) {
    for _ in 0..rng.between(1, 6) {
        let middle = point_near(rng, rings);
        if truth::locate(middle, rings) != Location::Inside {
            continue;
        }
        let n = 3 + rng.below(4);
        let extent = rings[0].iter().flatten().fold(0.0f64, |most, value| most.max(value.abs()));
        let radius = extent * rng.pick(&[0.5, 0.2, 0.05]);
        let whole = rings.iter().flatten().flatten().all(|value| value.fract() == 0.0) && rng.one_in(2);
        let hole: Vec<Xy> = star(rng, n, 0.4)
            .iter()
            .map(|p| [0, 1].map(|axis| middle[axis] + radius * p[axis]))
            .map(|p| if whole { p.map(f64::round) } else { p })
            .collect();
        rings.push(hole);
        if !regions::is_simple(rings) || size + 12 < rings.iter().map(Vec::len).sum() {
            rings.pop();
        }
    }
}

/// Moves a polygon to another place in the number range by operations that are exact, so that it stays simple.
fn transform(rng: &mut Rng, rings: &mut [Vec<Xy>]) {
    if rng.one_in(8) {
        let offset = [0, 1].map(|_| rng.between(-1, 1) as f64 * 1e15);
        let is_exact = rings
            .iter()
            .flatten()
            .all(|p| [0, 1].iter().all(|&axis| (p[axis] + offset[axis]) - offset[axis] == p[axis]));
        if is_exact {
            rings.iter_mut().flatten().for_each(|p| *p = [0, 1].map(|axis| p[axis] + offset[axis]));
        }
    }
    // Stretching one axis more than the other keeps every crossing, touching and collinearity.
    let together = rng.one_in(2);
    if rng.one_in(4) {
        let mut numbers: Vec<f64> = rings.iter().flatten().flatten().copied().collect();
        let exponent = cases::move_scale(rng, &mut numbers);
        let factor = cases::power_of_two(exponent);
        let second = if together { factor } else { 1.0 };
        rings.iter_mut().flatten().for_each(|p| *p = [p[0] * factor, p[1] * second]);
    }
}

fn place(rng: &mut Rng, grid: Option<i64>) -> Xy {
    match grid {
        Some(size) => [rng.between(0, size) as f64, rng.between(0, size) as f64],
        None => [rng.unit(), rng.unit()],
    }
}

fn snapped(ring: &[Xy], grid: f64) -> Vec<Xy> {
    ring.iter().map(|p| p.map(|value| (value * grid).round())).collect()
}

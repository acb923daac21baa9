//! Hard questions to a grid: walls on the sides of its cells, cells with hundreds of walls, needles, paths along sides and through corners,
//! with every kind of vectors. The answers are those of testing every wall, under every strategy.

use crate::model::{Form, Made, QUESTIONS, answers};
use crate::scenes::{Scene, outline, segment, with_masks_and_sides};
use crate::{cases, in_two_threads, moves};
use carom::{Circle, Hit, Point, Segment, Strategy, Sweep, Vectors, WallId, Walls};
use carom_oracle::cases::power_of_two;
use carom_oracle::rng::Rng;
use carom_oracle::round::next_up;
use carom_oracle::truth::Xy;

type Kind = (&'static str, fn(&mut Rng) -> Scene);

const KINDS: &[Kind] = &[
    ("on the sides of cells", on_sides),
    ("crowded cells", crowded),
    ("tile map", tile_map),
    ("needles", needles),
    ("shared vertices", shared_vertices),
    ("on one line", on_one_line),
    ("far from zero", far_from_zero),
    ("all sizes", all_sizes),
    ("with some circles", with_circles),
];

/// Scenes of each kind, sweeps of each about which everything is asked, and points and discs that are asked for together: ten million questions.
const SCENES: u64 = cases(360);
const SWEEPS: usize = 20;
const POINTS: usize = 3_000;
const DISCS: usize = 1_000;

/// So many scenes of each kind as `CAROM_QUERIES` questions need, or a share of all.
fn scenes() -> u64 {
    let wanted: Option<u64> = std::env::var("CAROM_QUERIES").ok().and_then(|number| number.parse().ok());
    wanted.map_or(SCENES, |questions| questions.div_ceil(KINDS.len() as u64 * (POINTS + DISCS) as u64))
}

#[test]
fn hard_questions() {
    let before = Vectors::in_use();
    let (mut questions, mut touches) = (0, 0);
    let all: Vec<Vectors> = Vectors::available().collect();
    for (part, vectors) in all.iter().enumerate() {
        assert!(vectors.force());
        let share = scenes().div_ceil(all.len() as u64);
        let count = KINDS.len() as u64;
        let both = in_two_threads(share * count, |case| {
            let (kind, case) = (&KINDS[(case % count) as usize], case / count * all.len() as u64 + part as u64);
            let [questions, touches] = check(kind, case);
            questions << 32 | touches
        });
        questions += both >> 32;
        touches += both & 0xffff_ffff;
        eprintln!("{questions} questions so far, {touches} touches, the same under every strategy, up to {vectors:?}");
    }
    before.force();
    let enough = scenes() * KINDS.len() as u64 * (POINTS + DISCS) as u64;
    assert!(enough <= questions && questions / 5 < touches, "{questions} questions, {touches} touches");
}

/// From afar along a side of cells, from which a path turns away by next to nothing: it comes to the first wall it meets.
#[test]
fn from_afar_along_a_side() {
    let corners = [[-3.0, -3.0], [13.0, -3.0], [13.0, 13.0], [-3.0, 13.0]];
    let room = (0..4).map(|k| Segment::new(corners[k], corners[(k + 1) % 4]).unwrap());
    // So many that cells are 6 wide, and their sides lie at 0, 6 and 12.
    let others = (0..60).map(|k| f64::from(k) / 64.0).map(|x| Segment::new([x, -3.0], [x, -2.0]).unwrap());
    let walls = Walls::with(Strategy::Grid, room.chain(others));
    for far in (3..12).map(|power| 10_f64.powi(power)) {
        for end in [-1e-15, -1e-16, -1e-17, -1e-20, 0.0, 1e-20, 1e-17, 1e-16] {
            for (from, to, first) in [(far, -9.0, 1), (-far, 17.0, 3)] {
                let path = Sweep::point([from, 0.0], [to, end]).unwrap();
                let id = walls.first_touch(&path).map(|(id, _)| id.index());
                assert_eq!(id, Some(first), "{path:?}");
            }
        }
    }
}

/// How many questions were asked, and how many sweeps touched something.
fn check(&(name, make): &Kind, case: u64) -> [u64; 2] {
    let rng = &mut Rng::for_case(0, name, case);
    let mut scene = make(rng);
    if rng.one_in(4) {
        with_masks_and_sides(rng, &mut scene.walls);
    }
    let mut all = Strategy::ALL
        .iter()
        .map(|&strategy| Walls::with(strategy, scene.walls.iter().map(Made::wall)))
        .collect::<Vec<_>>();
    if rng.one_in(4) {
        change(rng, &scene, &mut all);
    }
    let Some((plain, others)) = all.split_first() else { unreachable!("brute force is the first") };
    let mask = rng.one_in(4).then(|| rng.below(8) as u32);
    let sweeps: Vec<Sweep> = (0..SWEEPS).map(|_| sweep(rng, &scene)).collect();
    let (mut questions, mut touches) = (0, 0);
    for sweep in &sweeps {
        let expected = answers(plain, mask, sweep);
        let circle = Circle::new(sweep.start(), sweep.radius()).ok();
        for walls in others {
            let got = answers(walls, mask, sweep);
            let what =
                || format!("{name}, case {case}, {:?}, {mask:?}, {sweep:?}, {:?}", walls.strategy(), Vectors::in_use());
            assert!(got == expected, "{}: {}", what(), got.difference(&expected));
            for point in [sweep.start(), sweep.end()] {
                let nearest = [plain, walls].map(|walls| walls.nearest(point).map(|(id, far)| (id, far.to_bits())));
                assert_eq!(nearest[0], nearest[1], "{}: nearest to {point:?}", what());
            }
            if let Some(circle) = &circle {
                assert_eq!(walls.intersecting(circle), plain.intersecting(circle), "{}: {circle:?}", what());
            }
        }
        questions += QUESTIONS + 2 + u64::from(circle.is_some());
        touches += u64::from(expected.any);
    }
    let point = |sweep: &Sweep| Sweep::point(sweep.start(), sweep.end()).expect("numbers are finite");
    let disc =
        |sweep: &Sweep, radius: f64| Sweep::disc(sweep.start(), sweep.end(), radius).expect("numbers are finite");
    // Mostly points, and a few discs among them. Mostly small discs, which start with one, and a few points and large discs among them.
    let points = |rng: &mut Rng, _| if rng.one_in(30) { sweep(rng, &scene) } else { point(&sweep(rng, &scene)) };
    let discs = |rng: &mut Rng, place: usize| {
        let sweep = sweep(rng, &scene);
        let is_any = 0 < place && rng.one_in(30);
        if is_any { sweep } else { disc(&sweep, scene.unit * *rng.pick(&[1e-9, 0.01, 0.1, 0.25, 0.5, 1.0])) }
    };
    for paths in [
        (0..POINTS).map(|place| points(rng, place)).collect::<Vec<Sweep>>(),
        (0..DISCS).map(|place| discs(rng, place)).collect(),
    ] {
        let expected = plain.first_touches(&paths);
        for walls in others {
            for ((path, got), expected) in paths.iter().zip(walls.first_touches(&paths)).zip(&expected) {
                assert!(
                    is_same(&got, expected),
                    "{name}, case {case}, {:?}, {path:?}, {:?}: {got:?}, not {expected:?}",
                    walls.strategy(),
                    Vectors::in_use()
                );
            }
        }
        questions += paths.len() as u64;
        touches += expected.iter().flatten().count() as u64;
    }
    [questions, touches]
}

/// Whether two answers are the same bits.
fn is_same(a: &Option<(WallId, Hit)>, b: &Option<(WallId, Hit)>) -> bool {
    let bits = |hit: &Hit| [hit.t, hit.point.x, hit.point.y, hit.normal.x, hit.normal.y].map(f64::to_bits);
    let same = |(wall, hit): &(WallId, Hit), (other_wall, other): &(WallId, Hit)| {
        wall == other_wall && hit == other && bits(hit) == bits(other)
    };
    match (a, b) {
        (Some(a), Some(b)) => same(a, b),
        (None, None) => true,
        _ => false,
    }
}

/// Some walls go, come or move.
fn change(rng: &mut Rng, scene: &Scene, all: &mut [Walls]) {
    for _ in 0..1 + rng.below(6) {
        let ids: Vec<_> = all[0].ids().collect();
        let (id, wall) = (ids[rng.below(ids.len())], rng.pick(&scene.walls).wall());
        let kind = rng.below(3);
        for walls in &mut *all {
            match kind {
                0 if 1 < ids.len() => drop(walls.remove(id)),
                1 => drop(walls.add(wall)),
                _ => drop(walls.replace(id, wall)),
            }
        }
    }
}

/// As for all walls, or as a grid may find hard: hardly moving, from far away, far beyond, or along a diagonal.
fn sweep(rng: &mut Rng, scene: &Scene) -> Sweep {
    if rng.one_in(2) {
        return moves::sweep(rng, scene);
    }
    let (p, q) = (moves::point(rng, scene), moves::point(rng, scene));
    let by = [q[0] - p[0], q[1] - p[1]];
    let far = *rng.pick(&[1e3, 1e7, 1e12, 1e100]);
    let beyond = |x: f64, by: f64| (x + far * by).clamp(f64::MIN, f64::MAX);
    let diagonal = by[0].abs().max(by[1].abs());
    let tiny = scene.unit * *rng.pick(&[0.0, 1e-17, -1e-17, 1e-20, -1e-20]);
    let ends = match rng.below(8) {
        0 => [p, [p[0] + by[0] * 1e-17, p[1] + by[1] * 1e-17]],
        1 => [p, [next_up(p[0]), p[1]]],
        2 => [p, [beyond(p[0], by[0]), beyond(p[1], by[1])]],
        3 => [[beyond(p[0], by[0]), beyond(p[1], by[1])], q],
        4 => [p, [p[0] + diagonal, p[1] - diagonal]],
        5 => [[beyond(p[0], by[0]), p[1]], [q[0], p[1] + tiny]],
        6 => [[p[0], beyond(p[1], by[1])], [p[0] + tiny, q[1]]],
        _ => [p, [q[0], p[1]]],
    };
    let radius = if rng.one_in(3) { scene.unit * rng.pick(&[0.25, 1.0]) } else { 0.0 };
    let [a, b] = ends.map(|p: Xy| p.map(|x| x.clamp(f64::MIN, f64::MAX)));
    Sweep::disc(a, b, radius).expect("numbers are finite")
}

/// Walls of a square, as many as the square of a power of two: cells are so wide, and their sides lie on numbers of few bits, half a
/// cell from the walls' own corner.
fn on_sides(rng: &mut Rng) -> Scene {
    let (count, size, cell) = *rng.pick(&[(16, 16, 16.0), (64, 16, 6.0), (256, 16, 2.5)]);
    let base = [0, 1].map(|_| *rng.pick(&[0.0, -0.5 * cell, 1024.0]));
    let at = |k: i64| (0.5 * cell * k as f64).min(f64::from(size));
    let place =
        |rng: &mut Rng| [0, 1].map(|axis| base[axis] + at(rng.between(0, (2.0 * f64::from(size) / cell) as i64 + 1)));
    let size = f64::from(size);
    let [x, y] = base;
    let mut walls: Vec<Made> = outline(rng, &[base, [x + size, y], [x + size, y + size], [x, y + size]]);
    while walls.len() < count {
        let [a, mut b] = [place(rng), place(rng)];
        if rng.one_in(2) {
            let axis = rng.below(2);
            b[axis] = a[axis];
        }
        if a != b {
            walls.push(Made::new(Form::Segment(Segment::new(a, b).expect("a wall"))));
        }
    }
    Scene { walls, unit: cell / 2.0 }
}

/// Hundreds of walls in few cells, and others far from them.
fn crowded(rng: &mut Rng) -> Scene {
    let (center, spread) = ([0, 1].map(|_| rng.within(-9.0, 9.0)), *rng.pick(&[1e-6, 1e-3, 0.1]));
    let walls = (0..300 + rng.below(300)).map(|k| {
        let (middle, size) = if k % 16 == 0 { ([0.0; 2], 10.0) } else { (center, spread) };
        let [a, b] = [0, 1].map(|_| [0, 1].map(|axis| middle[axis] + size * rng.between(-40, 40) as f64 / 40.0));
        segment(rng, [a, b])
    });
    Scene { walls: walls.collect(), unit: spread / 40.0 }
}

/// The sides of random tiles, as they are or without those between two.
fn tile_map(rng: &mut Rng) -> Scene {
    let size = 6 + rng.below(8);
    let tiles: Vec<bool> = (0..size * size).map(|_| rng.one_in(2)).collect();
    let is_tile = |x: usize, y: usize| tiles[y * size + x];
    if rng.one_in(2) {
        let chains = carom::merge_tiles(size, &tiles).expect("whole rows").into_iter();
        let chains = chains.map(|chain| chain.into_iter().map(Xy::from).collect::<Vec<_>>());
        let walls: Vec<Made> = chains.flat_map(|chain| outline(rng, &chain)).collect();
        if !walls.is_empty() {
            return Scene { walls, unit: 0.5 };
        }
    }
    let mut walls = outline(rng, &[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    for (x, y) in (0..size).flat_map(|x| (0..size).map(move |y| (x, y))) {
        if is_tile(x, y) {
            let (x, y) = (x as f64, y as f64);
            walls.extend(outline(rng, &[[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]]));
        }
    }
    Scene { walls, unit: 0.5 }
}

/// Walls that are a thousand cells long, nearly along an axis or aslant, among short ones.
fn needles(rng: &mut Rng) -> Scene {
    let walls = (0..200).map(|k| {
        let a = [0, 1].map(|_| rng.between(-100, 100) as f64);
        let b = match k % 40 {
            0 => [a[0] + 3000.0, a[1] + rng.between(-1, 1) as f64],
            1 => [a[0] + rng.between(-1, 1) as f64 / 64.0, a[1] - 3000.0],
            2 => [a[0] + 2000.0, a[1] + 2000.0],
            _ => [a[0] + rng.within(-0.5, 0.5), a[1] + rng.within(-0.5, 0.5)],
        };
        segment(rng, [a, b])
    });
    Scene { walls: walls.collect(), unit: 1.0 }
}

/// The triangles of a lattice: six walls to a vertex.
fn shared_vertices(rng: &mut Rng) -> Scene {
    let bend: Vec<f64> = (0..100).map(|_| *rng.pick(&[0.0, 0.0, 0.25, 0.1])).collect();
    let at = |x: usize, y: usize| [x as f64 + bend[y * 10 + x], y as f64 - bend[x * 10 + y]];
    let mut walls = Vec::new();
    for (x, y) in (0..9).flat_map(|x| (0..9).map(move |y| (x, y))) {
        for (u, v) in [(1, 0), (0, 1), (1, 1)] {
            if !rng.one_in(8) {
                walls.push(segment(rng, [at(x, y), at(x + u, y + v)]));
            }
        }
    }
    Scene { walls, unit: 0.5 }
}

/// Walls along one line or across it: a grid of few rows.
fn on_one_line(rng: &mut Rng) -> Scene {
    let (is_across, is_upright) = (rng.one_in(2), rng.one_in(2));
    let walls = (0..100).map(|_| {
        let x = rng.between(0, 400) as f64;
        let [a, b] = if is_across { [[x, 0.0], [x, 0.5]] } else { [[x, 0.0], [x + 2.0, 0.0]] };
        segment(rng, [a, b].map(|[x, y]| if is_upright { [y, x] } else { [x, y] }))
    });
    Scene { walls: walls.collect(), unit: 1.0 }
}

/// So far that numbers lie about as far apart as walls.
fn far_from_zero(rng: &mut Rng) -> Scene {
    let far = *rng.pick(&[1e15, -4_503_599_627_370_496.0, 9_007_199_254_740_992.0, -3e16]);
    let step = 2.0 * f64::EPSILON * f64::abs(far);
    let count = *rng.pick(&[5, 40, 300]);
    let whole = |rng: &mut Rng| far + step * rng.between(0, 6) as f64;
    let walls = (0..count).map(|_| {
        let [a, b] = [0, 1].map(|_| [whole(rng), whole(rng)]);
        segment(rng, [a, b])
    });
    Scene { walls: walls.collect(), unit: step }
}

/// One of the others, of a size that fits into cells or does not.
fn all_sizes(rng: &mut Rng) -> Scene {
    let make = *rng.pick(&[on_sides, tile_map, shared_vertices]);
    let Scene { walls, unit } = make(rng);
    let factor = power_of_two(*rng.pick(&[-1060, -410, -395, -300, 300, 395, 480, 495, 510, 1000]));
    let walls = walls.into_iter().map(|wall| match wall.form {
        Form::Segment(wall) => segment(rng, wall.ends().map(|p| [p.x * factor, p.y * factor])),
        Form::Circle(_) => wall,
    });
    Scene { walls: walls.collect(), unit: unit * factor }
}

fn with_circles(rng: &mut Rng) -> Scene {
    let mut scene = tile_map(rng);
    for _ in 0..1 + rng.below(6) {
        let center: Point = moves::point(rng, &scene).into();
        let circle = Circle::new(center, 0.5 * rng.below(3) as f64).expect("numbers are finite");
        scene.walls.push(Made::new(Form::Circle(circle)));
    }
    rng.shuffle(&mut scene.walls);
    scene
}

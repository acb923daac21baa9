//! Walls of many kinds, most of them with ties.

use crate::model::{Form, Made};
use carom::{Circle, Segment, Side};
use carom_oracle::cases::{apart, nudge, power_of_two, wild};
use carom_oracle::polygons;
use carom_oracle::rng::Rng;
use carom_oracle::truth::{Ends, Xy};

/// Walls, and the length that their coordinates are multiples of, or about as long as a step in the scene.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) walls: Vec<Made>,
    pub(crate) unit: f64,
}

/// A way to make a scene.
pub(crate) type Kind = (&'static str, fn(&mut Rng) -> Scene);

pub(crate) const KINDS: &[Kind] = &[
    ("random short", random_short),
    ("random long", random_long),
    ("integer grid", integer_grid),
    ("long collinear", long_collinear),
    ("all equal", all_equal),
    ("nearly equal", nearly_equal),
    ("one far away", one_far_away),
    ("nested polygons", nested_polygons),
    ("star polygons", star_polygons),
    ("any polygon", any_polygon),
    ("circles", circles),
    ("circles on a grid", circles_on_a_grid),
    ("circles around one center", concentric),
    ("circles and segments", circles_and_segments),
    ("touching chains", chains),
    ("around one vertex", around_one_vertex),
    ("side by side", side_by_side),
    ("crossing", crossing),
    ("needle wedges", needle_wedges),
    ("tiles", tiles),
    ("clusters", clusters),
    ("size 1e-9", |rng| scaled(rng, 1e-9)),
    ("size 1e9", |rng| scaled(rng, 1e9)),
    ("subnormal size", |rng| scaled(rng, power_of_two(-1070))),
    ("size 1e300", |rng| scaled(rng, power_of_two(996))),
    ("offset 1e15", offset),
    ("mixed sizes", mixed_sizes),
    ("any numbers", any_numbers),
    ("whole range", whole_range),
    ("one wall", |rng| first_of(rng, 1)),
    ("no wall", |rng| first_of(rng, 0)),
];

/// Some walls get a mask of few bits, some are there for one side only.
pub(crate) fn with_masks_and_sides(rng: &mut Rng, walls: &mut [Made]) {
    for wall in walls {
        if rng.one_in(2) {
            wall.mask = 1 + rng.below(7) as u32;
        }
        wall.side = *rng.pick(&[Side::On, Side::Left, Side::Right]);
    }
}

/// A wall with these ends; if they coincide or are not finite they are moved.
pub(crate) fn segment(rng: &mut Rng, ends: Ends) -> Made {
    let [a, b] = apart(rng, ends.map(finite));
    Made::new(Form::Segment(Segment::new(a, b).expect("ends are finite and distinct")))
}

/// A pillar; its radius is made finite.
pub(crate) fn circle(center: Xy, radius: f64) -> Made {
    let radius = radius.abs().min(f64::MAX);
    Made::new(Form::Circle(Circle::new(finite(center), radius).expect("numbers are finite")))
}

pub(crate) fn finite(point: Xy) -> Xy {
    point.map(|x| if x.is_nan() { 0.0 } else { x.clamp(f64::MIN, f64::MAX) })
}

/// The edges of a closed ring.
pub(crate) fn outline(rng: &mut Rng, ring: &[Xy]) -> Vec<Made> {
    (0..ring.len()).map(|i| segment(rng, [ring[i], ring[(i + 1) % ring.len()]])).collect()
}

fn count(rng: &mut Rng) -> usize {
    let most = *rng.pick(&[6, 12, 12, 24, 24, 40, 40, 80, 160]);
    1 + rng.below(most)
}

fn on_grid(rng: &mut Rng, size: i64) -> Xy {
    [0, 1].map(|_| rng.between(-size, size) as f64)
}

fn in_square(rng: &mut Rng, size: f64) -> Xy {
    [0, 1].map(|_| rng.within(-size, size))
}

fn plus(p: Xy, q: Xy) -> Xy {
    [p[0] + q[0], p[1] + q[1]]
}

fn random_short(rng: &mut Rng) -> Scene {
    let walls = (0..count(rng)).map(|_| {
        let a = in_square(rng, 100.0);
        let b = plus(a, in_square(rng, 5.0));
        segment(rng, [a, b])
    });
    Scene { walls: walls.collect(), unit: 5.0 }
}

fn random_long(rng: &mut Rng) -> Scene {
    let walls = (0..count(rng)).map(|_| {
        let ends = [in_square(rng, 100.0), in_square(rng, 100.0)];
        segment(rng, ends)
    });
    Scene { walls: walls.collect(), unit: 20.0 }
}

fn integer_grid(rng: &mut Rng) -> Scene {
    let size = *rng.pick(&[2, 4, 10]);
    let walls = (0..count(rng)).map(|_| {
        let ends = [on_grid(rng, size), on_grid(rng, size)];
        segment(rng, ends)
    });
    Scene { walls: walls.collect(), unit: 1.0 }
}

fn long_collinear(rng: &mut Rng) -> Scene {
    let (base, mut step) = (on_grid(rng, 9), on_grid(rng, 3));
    if step == [0.0; 2] {
        step = [1.0, 0.0];
    }
    let walls = (0..count(rng)).map(|_| {
        let ends =
            [0, 1].map(|_| rng.between(-500, 500) as f64).map(|k| [base[0] + k * step[0], base[1] + k * step[1]]);
        segment(rng, ends)
    });
    Scene { walls: walls.collect(), unit: 1.0 }
}

fn all_equal(rng: &mut Rng) -> Scene {
    let ends = [on_grid(rng, 9), on_grid(rng, 9)];
    let wall = if rng.one_in(4) { circle(ends[0], 3.0) } else { segment(rng, ends) };
    Scene { walls: vec![wall; count(rng)], unit: 1.0 }
}

fn nearly_equal(rng: &mut Rng) -> Scene {
    let ends = [in_square(rng, 9.0), in_square(rng, 9.0)];
    let walls = (0..count(rng)).map(|_| {
        let mut ends = ends;
        let which = rng.below(2);
        nudge(rng, &mut ends[which]);
        if rng.one_in(2) {
            ends.reverse();
        }
        segment(rng, ends)
    });
    Scene { walls: walls.collect(), unit: 1.0 }
}

fn one_far_away(rng: &mut Rng) -> Scene {
    let mut scene = if rng.one_in(2) { random_short(rng) } else { integer_grid(rng) };
    let far = [*rng.pick(&[1e15, -1e15]), *rng.pick(&[1e15, 0.0])];
    let ends = [far, plus(far, [scene.unit, scene.unit])];
    let outlier = if rng.one_in(3) { circle(far, scene.unit) } else { segment(rng, ends) };
    scene.walls.insert(rng.below(scene.walls.len() + 1), outlier);
    scene
}

fn nested_polygons(rng: &mut Rng) -> Scene {
    let (rings, sides) = (1 + rng.below(8), 3 + rng.below(9));
    let ring = if rng.one_in(2) { square() } else { polygons::regular(sides) };
    let walls =
        (1..=rings).flat_map(|size| outline(rng, &ring.iter().map(|p| p.map(|x| x * size as f64)).collect::<Vec<_>>()));
    Scene { walls: walls.collect(), unit: 1.0 }
}

fn square() -> Vec<Xy> {
    vec![[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
}

fn star_polygons(rng: &mut Rng) -> Scene {
    let walls = (0..1 + rng.below(4)).flat_map(|_| {
        let (n, place) = (3 + rng.below(20), in_square(rng, 3.0));
        let star: Vec<Xy> = polygons::star(rng, n, 0.3).into_iter().map(|p| plus(p, place)).collect();
        outline(rng, &star)
    });
    Scene { walls: walls.collect(), unit: 0.5 }
}

fn any_polygon(rng: &mut Rng) -> Scene {
    let size = 4 + rng.below(30);
    let walls: Vec<Made> = polygons::any(rng, size).iter().flat_map(|ring| outline(rng, ring)).collect();
    let unit = match walls[0].form {
        Form::Segment(edge) => edge.length().min(1e307),
        Form::Circle(_) => unreachable!("an outline has no circles"),
    };
    Scene { walls, unit }
}

fn circles(rng: &mut Rng) -> Scene {
    let walls = (0..count(rng)).map(|_| circle(in_square(rng, 50.0), rng.within(0.0, 10.0)));
    Scene { walls: walls.collect(), unit: 5.0 }
}

fn circles_on_a_grid(rng: &mut Rng) -> Scene {
    let walls = (0..count(rng)).map(|_| circle(on_grid(rng, 10), *rng.pick(&[0.0, 0.5, 1.0, 1.0, 2.0, 5.0])));
    Scene { walls: walls.collect(), unit: 1.0 }
}

fn concentric(rng: &mut Rng) -> Scene {
    let center = on_grid(rng, 10);
    let walls = (0..count(rng)).map(|_| circle(center, rng.below(20) as f64));
    Scene { walls: walls.collect(), unit: 1.0 }
}

fn circles_and_segments(rng: &mut Rng) -> Scene {
    let mut scene = circles_on_a_grid(rng);
    scene.walls.extend(integer_grid(rng).walls);
    rng.shuffle(&mut scene.walls);
    scene
}

fn chains(rng: &mut Rng) -> Scene {
    let mut walls = Vec::new();
    for _ in 0..1 + rng.below(3) {
        let (mut at, is_whole) = (on_grid(rng, 10), rng.one_in(2));
        for _ in 0..count(rng) {
            let next = plus(at, if is_whole { on_grid(rng, 3) } else { in_square(rng, 3.0) });
            if next != at {
                let ends = if rng.one_in(2) { [at, next] } else { [next, at] };
                walls.push(segment(rng, ends));
            }
            at = next;
        }
    }
    rng.shuffle(&mut walls);
    Scene { walls, unit: 1.0 }
}

fn around_one_vertex(rng: &mut Rng) -> Scene {
    let center = on_grid(rng, 10);
    let walls = (0..count(rng)).map(|_| {
        let far = plus(center, on_grid(rng, 6));
        let ends = if rng.one_in(2) { [center, far] } else { [far, center] };
        segment(rng, ends)
    });
    Scene { walls: walls.collect(), unit: 1.0 }
}

fn side_by_side(rng: &mut Rng) -> Scene {
    let (step, is_level) = (on_grid(rng, 2), rng.one_in(2));
    let walls = (0..count(rng)).map(|_| {
        let (k, length) = (rng.between(-30, 30) as f64, rng.between(1, 20) as f64);
        let a = if is_level { [step[0], k] } else { [k, step[1]] };
        let b = if is_level { [step[0] + length, k] } else { [k, step[1] + length] };
        segment(rng, [a, b])
    });
    Scene { walls: walls.collect(), unit: 1.0 }
}

/// All walls go through one point, where all of them tie.
fn crossing(rng: &mut Rng) -> Scene {
    let center = on_grid(rng, 10);
    let walls = (0..count(rng)).map(|_| {
        let [x, y] = on_grid(rng, 5);
        let (back, forth) = (rng.between(0, 4) as f64, rng.between(1, 4) as f64);
        segment(rng, [plus(center, [-back * x, -back * y]), plus(center, [forth * x, forth * y])])
    });
    Scene { walls: walls.collect(), unit: 1.0 }
}

fn needle_wedges(rng: &mut Rng) -> Scene {
    let mut walls = Vec::new();
    for _ in 0..1 + count(rng) / 2 {
        let (tip, far) = (in_square(rng, 10.0), in_square(rng, 100.0));
        let mut other = far;
        nudge(rng, &mut other);
        walls.push(segment(rng, [tip, far]));
        walls.push(segment(rng, [other, tip]));
    }
    Scene { walls, unit: 10.0 }
}

/// The four sides of random cells, so that sides between two cells are there twice.
fn tiles(rng: &mut Rng) -> Scene {
    let size = rng.between(1, 4);
    let mut walls = Vec::new();
    for (x, y) in (0..=size).flat_map(|x| (0..=size).map(move |y| (x as f64, y as f64))) {
        if rng.one_in(2) {
            walls.extend(outline(rng, &[[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]]));
        }
    }
    Scene { walls, unit: 0.5 }
}

fn clusters(rng: &mut Rng) -> Scene {
    let places = [0; 3].map(|_| in_square(rng, 1e6));
    let walls = (0..count(rng)).map(|_| {
        let place = *rng.pick(&places);
        let a = plus(place, in_square(rng, 1.0));
        let b = plus(a, in_square(rng, 0.1));
        if rng.one_in(5) { circle(a, rng.within(0.0, 0.1)) } else { segment(rng, [a, b]) }
    });
    Scene { walls: walls.collect(), unit: 0.1 }
}

fn scaled(rng: &mut Rng, factor: f64) -> Scene {
    let base = *rng.pick(&[integer_grid, circles_and_segments, chains, tiles, around_one_vertex, side_by_side]);
    let Scene { walls, unit } = base(rng);
    moved(rng, walls, unit, |x| x * factor, factor)
}

/// Around 1e15 the spacing of numbers is 1/8.
fn offset(rng: &mut Rng) -> Scene {
    let base = *rng.pick(&[integer_grid, circles_and_segments, chains, random_short, circles]);
    let Scene { walls, unit } = base(rng);
    let by = *rng.pick(&[1e15, -1e15]);
    moved(rng, walls, unit, |x| x + by, 1.0)
}

fn moved(rng: &mut Rng, walls: Vec<Made>, unit: f64, place: impl Fn(f64) -> f64, factor: f64) -> Scene {
    let walls = walls.into_iter().map(|wall| match wall.form {
        Form::Segment(wall) => segment(rng, wall.ends().map(|p| [place(p.x), place(p.y)])),
        Form::Circle(wall) => circle([place(wall.center().x), place(wall.center().y)], wall.radius() * factor),
    });
    Scene { walls: walls.collect(), unit: unit * factor }
}

fn mixed_sizes(rng: &mut Rng) -> Scene {
    let walls = (0..count(rng)).map(|_| {
        let size = power_of_two(rng.between(-60, 60) as i32);
        let [a, b] = [on_grid(rng, 9), on_grid(rng, 9)].map(|p| p.map(|x| x * size));
        if rng.one_in(5) { circle(a, size) } else { segment(rng, [a, b]) }
    });
    Scene { walls: walls.collect(), unit: 1.0 }
}

fn any_numbers(rng: &mut Rng) -> Scene {
    let walls = (0..1 + rng.below(24)).map(|_| {
        let ends = [[0.0; 2]; 2].map(|p| p.map(|_| wild(rng)));
        if rng.one_in(5) { circle(ends[0], ends[1][0]) } else { segment(rng, ends) }
    });
    Scene { walls: walls.collect(), unit: wild(rng).abs().clamp(f64::MIN_POSITIVE, 1e300) }
}

fn whole_range(rng: &mut Rng) -> Scene {
    let corner = |rng: &mut Rng| [0, 1].map(|_| *rng.pick(&[f64::MIN, f64::MAX, f64::MAX, 0.0, f64::MAX / 2.0, 1e300]));
    let walls = (0..1 + rng.below(24)).map(|_| {
        let ends = [corner(rng), corner(rng)];
        if rng.one_in(5) { circle(ends[0], ends[1][0]) } else { segment(rng, ends) }
    });
    Scene { walls: walls.collect(), unit: f64::MAX / 8.0 }
}

fn first_of(rng: &mut Rng, count: usize) -> Scene {
    let mut scene = circles_and_segments(rng);
    scene.walls.truncate(count);
    scene
}

//! Levels made at random of all that is nasty, and long walks through them, every piece judged.

use crate::judge::{assert_certified, judge};
use crate::segment;
use crate::shapes::{Shape, is_free};
use carom::{
    Aabb, Circle, Mover, Point, Polygon, Side, Slid, Slide, SlideEnding, Slope, Strategy, Sweep, Vec2, Wall, Walls,
};
use carom_oracle::rng::Rng;
use carom_oracle::round::{next_down, next_up};

/// Slides in a level.
const SLIDES: u64 = 64;

/// So many levels are told of at once.
const PART: u64 = 10_000;

/// Levels: as many as `CAROM_SLIDES` needs, or a share of all.
fn levels() -> u64 {
    let wanted: Option<u64> = std::env::var("CAROM_SLIDES").ok().and_then(|number| number.parse().ok());
    wanted.map_or(carom_oracle::share_of(40_000), |slides| slides.div_ceil(SLIDES))
}

#[test]
fn walks_through_nasty_levels() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let (levels, mut seen, mut tally) = (levels(), 0, Tally::default());
    while seen < levels {
        let next = levels.min(seen + PART);
        let tallies: Vec<Tally> = std::thread::scope(|scope| {
            let work = |thread: u64| {
                move || (seen + thread..next).step_by(threads as usize).map(walk).fold(Tally::default(), Tally::plus)
            };
            let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(work(thread))).collect();
            workers.into_iter().map(|worker| worker.join().expect("its message is above")).collect()
        });
        (seen, tally) = (next, tallies.into_iter().fold(tally, Tally::plus));
        println!("{tally:?}");
    }
    // All that can happen happens, and most slides end well.
    let Tally { slides, completed, blocked, corners, limits, stood, .. } = tally;
    assert!(completed * 3 > slides && stood * 8 > slides, "{tally:?}");
    assert!(blocked > 0 && corners > 0 && limits * 1000 < slides, "{tally:?}");
}

/// What is wrong is seen: a piece through a wall or into it, or behind a platform; touching is no fault but a point's.
#[test]
fn the_judge_sees_faults() {
    let wall = Wall::from(segment([0.0, -1.0], [0.0, 1.0]));
    let (square, point) = (Mover::aabb(&Aabb::new([-1.0, -1.0], [1.0, 1.0]).unwrap()), Mover::point());
    let rounded = Mover::aabb(&Aabb::new([-0.5, -0.5], [0.5, 0.5]).unwrap()).grown(0.5).unwrap();
    let capsule = Mover::capsule([0.0, -1.0], [0.0, 1.0], 1.0).unwrap();
    let fault = |wall: Wall, mover: &Mover, [start, end]: [[f64; 2]; 2]| {
        let (walls, [start, end]) = (Walls::new([wall]), [start, end].map(Point::from));
        let (contacts, velocity, ending) = (Vec::new(), Vec2::default(), SlideEnding::Completed);
        let slid = Slid { end, path: vec![start, end], contacts, ground: None, velocity, ending };
        judge(&walls, &[Shape::of(mover)], start, &slid).is_err()
    };
    for mover in [&square, &rounded, &capsule, &point] {
        assert!(fault(wall, mover, [[-3.0, 0.0], [3.0, 0.5]]), "{mover:?}");
        assert!(!fault(wall, mover, [[-3.0, 0.0], [-1.5, 0.5]]), "{mover:?}");
    }
    for mover in [&square, &rounded, &capsule] {
        assert!(!fault(wall, mover, [[-1.0, 0.0], [-1.0, 0.5]]), "{mover:?}");
        assert!(fault(wall, mover, [[-1.0, 0.0], [next_up(-1.0), 0.0]]), "{mover:?}");
        assert!(fault(wall, mover, [[0.5, 0.0], [0.5, 0.0]]), "{mover:?}");
        let one_sided = [Side::Left, Side::Right].map(|side| wall.with_side(side));
        assert!(!fault(one_sided[0], mover, [[3.0, 0.0], [-3.0, 0.0]]), "{mover:?}");
        assert!(fault(one_sided[1], mover, [[3.0, 0.0], [-3.0, 0.0]]), "{mover:?}");
        // What is passing through goes on.
        assert!(!fault(one_sided[1], mover, [[0.5, 0.0], [-3.0, 0.0]]), "{mover:?}");
    }
    assert!(fault(wall, &point, [[-1.0, 1.0], [0.0, 1.0]]));
    assert!(fault(wall, &square, [[f64::NAN, 0.0], [3.0, 0.0]]));
}

/// What became of many slides.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    slides: u64,
    pieces: u64,
    most_pieces: u64,
    completed: u64,
    blocked: u64,
    corners: u64,
    limits: u64,
    stood: u64,
}

impl Tally {
    fn plus(self, other: Tally) -> Tally {
        Tally {
            slides: self.slides + other.slides,
            pieces: self.pieces + other.pieces,
            most_pieces: self.most_pieces.max(other.most_pieces),
            completed: self.completed + other.completed,
            blocked: self.blocked + other.blocked,
            corners: self.corners + other.corners,
            limits: self.limits + other.limits,
            stood: self.stood + other.stood,
        }
    }

    fn count(&mut self, slid: &Slid) {
        self.slides += 1;
        self.pieces += slid.path.len() as u64 - 1;
        self.most_pieces = self.most_pieces.max(slid.path.len() as u64 - 1);
        self.stood += u64::from(slid.ground.is_some());
        match slid.ending {
            SlideEnding::Completed => self.completed += 1,
            SlideEnding::Blocked { .. } => self.blocked += 1,
            SlideEnding::Corner { .. } => self.corners += 1,
            SlideEnding::PieceLimit => self.limits += 1,
            SlideEnding::Stuck { .. } => panic!("it did not start in a wall"),
        }
    }
}

/// One level, and a body that goes through it.
fn walk(case: u64) -> Tally {
    let rng = &mut Rng::for_case(0, "nasty levels", case);
    let scale = match rng.below(4) {
        0 => 10_f64.powi(rng.between(-290, 290) as i32),
        1 => 10_f64.powi(rng.between(-12, 12) as i32),
        _ => 1.0,
    };
    let offset = if rng.one_in(3) { [1e6 * scale, -1e9 * scale] } else { [0.0, 0.0] };
    let place = |[x, y]: [f64; 2]| [offset[0] + x * scale, offset[1] + y * scale];
    let walls = Walls::with(*rng.pick(&[Strategy::BruteForce, Strategy::Bvh]), level(rng, &place, scale));
    let (body, shapes) = body(rng, scale);
    let settings = settings(rng, scale);
    let Some(mut at) = (0..50).find_map(|_| {
        let at = Point::from(place([rng.within(-1.0, 33.0), rng.within(0.0, 12.0)]));
        is_free(&walls, &shapes, at).then_some(at)
    }) else {
        return Tally::default();
    };
    let (mut tally, mut run, mut falls) = (Tally::default(), 0.0, 0.0);
    for _ in 0..SLIDES {
        if rng.one_in(8) {
            run = *rng.pick(&[0.0, 0.25, -0.25, 2.0, -2.0, 40.0, -40.0, 1e-9]);
        }
        falls = if rng.one_in(30) { rng.within(0.5, 3.0) } else { falls - 0.125 };
        let motion = if rng.one_in(20) { [rng.within(-50.0, 50.0), rng.within(-50.0, 50.0)] } else { [run, falls] };
        let end = [at.x + motion[0] * scale, at.y + motion[1] * scale];
        let slid = walls.slide(&body.sweep(at, end).expect("numbers are finite"), &settings);
        assert_certified(&walls, &shapes, at, &slid);
        if body.vertices() == [Point::default()] {
            let disc = Sweep::disc(at, end, body.radius()).expect("numbers are finite");
            assert_eq!(walls.slide(&disc, &settings), slid, "case {case}");
        }
        tally.count(&slid);
        falls = if slid.ground.is_some() { 0.0 } else { falls };
        at = slid.end;
    }
    tally
}

/// A point, disc, box, capsule, triangle, rounded box, or one that is not convex; and the convex shapes it is made of.
fn body(rng: &mut Rng, scale: f64) -> (Mover, Vec<Shape>) {
    let size = scale * *rng.pick(&[0.5, 1.0, next_down(1.0), 0.3]);
    let aabb =
        |low: [f64; 2], high: [f64; 2]| Mover::aabb(&Aabb::new(low.map(|x| x * size), high.map(|x| x * size)).unwrap());
    let polygon = |ring: &[[f64; 2]]| {
        let ring = ring.iter().map(|p| p.map(|x| x * size));
        Mover::polygon(&Polygon::new(ring).expect("the ring is simple")).expect("it has no holes")
    };
    let capsule = |a: [f64; 2], b: [f64; 2]| Mover::capsule(a.map(|x| x * size), b.map(|x| x * size), size).unwrap();
    let mover = match rng.below(10) {
        0 => Mover::point(),
        1 => Mover::disc(size).unwrap(),
        2 | 3 => aabb([-1.0, -1.0], [1.0, 1.0]),
        4 => aabb([-1.0, 0.0], [1.0, 3.0]),
        5 => capsule([0.0, 0.0], [0.0, 1.5]),
        6 => capsule([-0.5, 1.0], [0.25, 2.0]),
        7 => polygon(&[[-1.0, 0.0], [1.0, 0.0], [0.0, 2.0]]),
        8 => aabb([-0.5, -0.5], [0.5, 0.5]).grown(size / 2.0).unwrap(),
        _ => {
            let ell = polygon(&[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]]);
            return (ell, [aabb([0.0, 0.0], [2.0, 1.0]), aabb([0.0, 0.0], [1.0, 2.0])].iter().map(Shape::of).collect());
        }
    };
    let shape = Shape::of(&mover);
    (mover, vec![shape])
}

fn settings(rng: &mut Rng, scale: f64) -> Slide {
    let max_slope = *rng.pick(&[Slope::DIAGONAL, Slope::LEVEL, Slope::UPRIGHT, Slope::new(3.0, 4.0).unwrap()]);
    let up = match rng.below(8) {
        0 => Vec2::default(),
        1 => Vec2::new(rng.within(-1.0, 1.0), rng.within(-1.0, 1.0)),
        2 => Vec2::new(3.0, 4.0),
        _ => Vec2::new(0.0, 1.0),
    };
    let step_height = scale * *rng.pick(&[0.0, 0.5, 0.25, 5.0]);
    Slide { up, max_slope, step_height, snap: scale * *rng.pick(&[0.0, 0.5, 3.0]) }
}

/// A box 32 wide and 12 high full of things.
fn level(rng: &mut Rng, place: &impl Fn([f64; 2]) -> [f64; 2], scale: f64) -> Vec<Wall> {
    let mut walls = Vec::new();
    let mut add = |a: [f64; 2], b: [f64; 2]| {
        let (a, b) = (place(a), place(b));
        if a != b {
            walls.push(Wall::from(segment(a, b)));
        }
    };
    add([-2.0, -1.0], [-2.0, 14.0]);
    add([34.0, -1.0], [34.0, 14.0]);
    add([-3.0, 13.0], [35.0, 13.0]);
    add([-3.0, 0.0], [35.0, 0.0]);
    for i in 0..8 {
        let x = 4.0 * f64::from(i);
        match rng.below(9) {
            // A floor of pieces.
            0 => (0..16).for_each(|i| add([x + 0.25 * f64::from(i), 1.0], [x + 0.25 * f64::from(i + 1), 1.0])),
            // Stairs.
            1 => (0..4).for_each(|i| {
                let (x, y, height) = (x + f64::from(i), 0.5 * f64::from(i), 0.5);
                add([x, y], [x, y + height]);
                add([x, y + height], [x + 1.0, y + height]);
            }),
            // Slopes of 3 in 4, 1 in 1, and a number beside.
            2 => add([x, 0.0], [x + 4.0, 3.0]),
            3 => add([x, next_up(3.0)], [x + 3.0, 0.0]),
            // Slits as wide as the disc, or a number more or less.
            4 => {
                let wide = *rng.pick(&[2.0, 1.0, next_up(2.0), next_down(2.0), 0.6]);
                add([x + 1.0, 0.0], [x + 1.0, 6.0]);
                add([x + 1.0 + wide, 0.0], [x + 1.0 + wide, 6.0]);
            }
            5 => {
                let wide = *rng.pick(&[2.0, 1.0, next_up(2.0), next_down(2.0), 0.6]);
                add([x, wide], [x + 4.0, wide]);
            }
            // Wedges, pointing anywhere.
            6 => {
                let tip = [x + rng.within(0.0, 4.0), rng.within(0.0, 6.0)];
                add([x, 2.0], tip);
                add(tip, [x + rng.within(0.0, 4.0), 5.0]);
            }
            // A rough floor.
            7 => (0..8).for_each(|i| {
                let heights = [rng.within(0.0, 1e-13), 0.25 * rng.unit()];
                add([x + 0.5 * f64::from(i), heights[0]], [x + 0.5 * f64::from(i + 1), heights[1]]);
            }),
            _ => {}
        }
    }
    for _ in 0..rng.below(4) {
        let (x, y) = (rng.within(0.0, 30.0), rng.between(1, 8) as f64);
        let (a, b) = (place([x, y]), place([x + 4.0, y + *rng.pick(&[0.0, 0.0, 1.0])]));
        walls.push(Wall::from(segment(a, b)).with_side(*rng.pick(&[Side::Left, Side::Right])));
    }
    for _ in 0..rng.below(3) {
        let center = place([rng.within(0.0, 32.0), rng.within(0.0, 8.0)]);
        walls.push(Wall::from(Circle::new(center, scale * rng.within(0.0, 1.5)).expect("numbers are finite")));
    }
    walls
}

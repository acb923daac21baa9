//! A character that moves and slides through nasty levels: how often is it in a wall, outside, stuck or shaken?

use crate::moves::{Ends, Precision};
use crate::peers::rapier_character as rapier;
use crate::race::Effort;
use crate::rng::Rng;
use crate::shapes::Shaped;
use crate::table::Table;
use carom::{Point, Segment, Slide, Slope, Vec2, Walls};
use carom_oracle::movers::{Moving, State};

/// Levels made at random, and frames in each.
const LEVELS: usize = 1_000;
const FRAMES: usize = 200;

/// Stairs are as high as this, and as high a step is allowed.
const STEP: f64 = 0.5;

/// What became of some frames.
#[derive(Clone, Copy, Default)]
struct Tally {
    frames: u64,
    /// In which it overlaps a wall at the end, exactly; and how many levels had such a frame.
    inside: u64,
    levels_inside: u64,
    /// Levels that it has left through their outer walls.
    escaped: u64,
}

/// On a floor that is level: in how many frames it moved less than half as far as it was to, and in how many its height changed.
#[derive(Clone, Copy, Default)]
struct OnFloor {
    frames: u64,
    stuck: u64,
    shaken: u64,
}

/// Moves a character from a place by a motion, and says where it is then.
type Character<'a> = &'a dyn Fn([f64; 2], [f64; 2]) -> [f64; 2];

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "wrong, characters",
        "A box 1 wide and 2 high and a capsule as large walk, jump and fall through levels made at random of slits as wide as they are, stairs as high as a step \
         may be, slopes of 45 degrees, wedges, rough floors and floors of pieces; 200 frames a level. Walls, shapes and motions are f32 numbers, the same for both.\n\
         In a wall: it overlaps one at the end of a frame, by exact arithmetic. Escaped: it is outside of a closed level.\n\
         On a level floor of 1,000 pieces it walks a quarter of its width a frame and falls a little: stuck is less than half of the way, \
         shaken a height that is not that of the frame before; carom's gap is a number of units in the last place, which are larger further right.\n\
         carom's slide; rapier2d's KinematicCharacterController with its own gap of 1 % of the height, a step and a snap of 0.5.",
    );
    let head = [
        "",
        "frames",
        "in a wall",
        "levels with such a frame",
        "levels escaped",
        "frames on a floor",
        "stuck",
        "shaken",
    ];
    table.push_tally(head.map(String::from).to_vec());
    let levels = LEVELS / effort.one_in;
    for (kind, shape) in
        [("box", Shaped::Box([0.5, 1.0])), ("capsule", Shaped::Capsule([[0.0, -0.5], [0.0, 0.5]], 0.5))]
    {
        for ours in [true, false] {
            let tally = (0..levels as u64).map(|seed| walk(&shape, seed, ours)).fold(Tally::default(), Tally::plus);
            let floor = on_floor(&shape, ours);
            let name = format!("{} {kind}", if ours { "carom slide" } else { rapier::NAME });
            if ours {
                let faults = [tally.inside, tally.escaped];
                table.must_agree(kind, "carom-oracle on being in a wall", &faults, &[0, 0]);
            }
            let counts = [tally.inside, tally.levels_inside, tally.escaped, floor.frames, floor.stuck, floor.shaken];
            let cells = [name, tally.frames.to_string()].into_iter().chain(counts.map(|count| count.to_string()));
            table.push_tally(cells.collect());
        }
    }
    table
}

impl Tally {
    fn plus(self, other: Tally) -> Tally {
        Tally {
            frames: self.frames + other.frames,
            inside: self.inside + other.inside,
            levels_inside: self.levels_inside + other.levels_inside,
            escaped: self.escaped + other.escaped,
        }
    }
}

/// Asks one of both for a level.
fn with_character<T>(shape: &Shaped, walls: &[Ends], ours: bool, then: impl FnOnce(Character<'_>) -> T) -> T {
    if ours {
        let segments = walls.iter().map(|[a, b]| Segment::new(*a, *b).expect("distinct ends"));
        let (walls, mover) = (Walls::new(segments), shape.mover());
        let settings = Slide { up: Vec2::new(0.0, 1.0), max_slope: Slope::DIAGONAL, step_height: STEP, snap: STEP };
        then(&|at, motion| {
            let sweep = mover.sweep(at, Point::from(at) + Vec2::new(motion[0], motion[1])).expect("finite");
            let end = walls.slide(&sweep, &settings).end;
            [end.x, end.y]
        })
    } else {
        let (level, shape) = (rapier::Level::new(walls, STEP), rapier::shape(shape));
        then(&|at, motion| level.slide(&*shape, at, motion))
    }
}

/// One level: the same motions for both, whatever became of the frames before.
fn walk(shape: &Shaped, seed: u64, ours: bool) -> Tally {
    let mut rng = Rng(1_000 + seed);
    let walls = level(&mut rng);
    let in_wall =
        |at: [f64; 2]| walls.iter().any(|wall| shape.moving([at; 2]).at_start(&Moving::wall(*wall)) == State::Deep);
    let free = (0..100).find_map(|_| {
        let at = [rng.between(0.0, 32.0), rng.between(1.5, 11.0)].map(|x| Precision::F32.round(x));
        (!in_wall(at)).then_some(at)
    });
    let Some(mut at) = free else { return Tally::default() };
    with_character(shape, &walls, ours, |character| {
        let (mut tally, mut run, mut falls) = (Tally::default(), 0.25, 0.0);
        for _ in 0..FRAMES {
            if rng.whole(0, 9) == 0 {
                run = [0.0, 0.25, -0.25, 2.0, -2.0, 30.0, -30.0][rng.whole(0, 6) as usize];
            }
            falls = if rng.whole(0, 29) == 0 { 1.0 } else { f64::max(falls - 0.0625, -1.0) };
            at = character(at, [run, falls]);
            tally.frames += 1;
            tally.inside += u64::from(in_wall(at));
            let [x, y] = at;
            if !(-2.0..=34.0).contains(&x) || !(0.0..=13.0).contains(&y) {
                return Tally { escaped: 1, levels_inside: u64::from(tally.inside > 0), ..tally };
            }
        }
        Tally { levels_inside: u64::from(tally.inside > 0), ..tally }
    })
}

/// A floor of 1,000 pieces of unequal lengths at one height.
fn on_floor(shape: &Shaped, ours: bool) -> OnFloor {
    let mut rng = Rng(5);
    let mut ends = vec![-10.0];
    while ends.len() <= 1_000 {
        ends.push(Precision::F32.round(ends[ends.len() - 1] + rng.between(0.1, 0.9)));
    }
    let walls: Vec<Ends> = ends.windows(2).map(|x| [[x[0], 0.0], [x[1], 0.0]]).collect();
    with_character(shape, &walls, ours, |character| {
        let (mut floor, mut at) = (OnFloor::default(), [0.0, 1.5]);
        // It falls first, and is at rest.
        for _ in 0..20 {
            at = character(at, [0.0, -0.125]);
        }
        while at[0] + 0.25 < ends[1_000] - 2.0 && floor.frames < 4_000 {
            let next = character(at, [0.25, -0.125]);
            floor.frames += 1;
            floor.stuck += u64::from(next[0] - at[0] < 0.125);
            floor.shaken += u64::from(next[1] != at[1]);
            at = next;
        }
        floor
    })
}

/// A closed box, 36 wide and 13 high, with eight nasty things on its floor.
fn level(rng: &mut Rng) -> Vec<Ends> {
    let mut walls: Vec<Ends> = Vec::new();
    let mut add = |a: [f64; 2], b: [f64; 2]| {
        let wall = [a, b].map(|p| p.map(|x| Precision::F32.round(x)));
        if wall[0] != wall[1] {
            walls.push(wall);
        }
    };
    for [a, b] in [
        [[-2.0, 0.0], [34.0, 0.0]],
        [[34.0, 0.0], [34.0, 13.0]],
        [[34.0, 13.0], [-2.0, 13.0]],
        [[-2.0, 13.0], [-2.0, 0.0]],
    ] {
        add(a, b);
    }
    for i in 0..8 {
        let x = 4.0 * f64::from(i);
        match rng.whole(0, 7) {
            0 => (0..16).for_each(|k| add([x + 0.25 * f64::from(k), 1.0], [x + 0.25 * f64::from(k + 1), 1.0])),
            1 => (0..4).for_each(|k| {
                let (x, y) = (x + f64::from(k), STEP * f64::from(k));
                add([x, y], [x, y + STEP]);
                add([x, y + STEP], [x + 1.0, y + STEP]);
            }),
            2 => add([x, 0.0], [x + 4.0, 3.0]),
            3 => add([x, 3.0], [x + 3.0, 0.0]),
            // As wide, or as high, as the character.
            4 => [x + 1.0, x + 2.0].into_iter().for_each(|x| add([x, 0.0], [x, 6.0])),
            5 => add([x, 2.0], [x + 4.0, 2.0]),
            6 => {
                let tip = [x + rng.between(0.0, 4.0), rng.between(0.0, 6.0)];
                add([x, 2.0], tip);
                add(tip, [x + rng.between(0.0, 4.0), 5.0]);
            }
            _ => (0..8).for_each(|k| {
                let heights = [rng.between(0.0, 1e-6), rng.between(0.0, 0.25)];
                add([x + 0.5 * f64::from(k), heights[0]], [x + 0.5 * f64::from(k + 1), heights[1]]);
            }),
        }
    }
    walls
}

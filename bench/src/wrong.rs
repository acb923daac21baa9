//! How often is an answer wrong where rounding decides?

use crate::moves::{self, Ends, Precision};
use crate::peers::{box2d, geo, parry, parry_f64, plain};
use crate::race::Effort;
use crate::rng::Rng;
use crate::table::Table;
use carom::{Hit, Point, Segment, Sweep};
use carom_oracle::truth;
use std::cmp::Ordering;

const COUNT: usize = 200_000;

pub const INPUTS: [(&str, Precision); 2] = [("f64 inputs", Precision::F64), ("f32 inputs", Precision::F32)];

/// The judge: integers of any length, and no code shared with carom.
pub const JUDGE: &str = "carom-oracle";

struct Case {
    path: Ends,
    wall: Ends,
    radius: f64,
}

/// A name, the finest numbers it takes, and whether it says that a case touches.
type Peer = (&'static str, Precision, fn(&Case) -> bool);

const POINT_PEERS: [Peer; 8] = [
    ("carom first_touch", Precision::F64, |case| our_point(case).is_some()),
    (plain::METHOD_1, Precision::F64, |case| plain::method_1(&points(case.path), &points(case.wall)).is_some()),
    (plain::METHOD_2, Precision::F64, |case| plain::method_2(&points(case.path), &points(case.wall)).is_some()),
    (plain::METHOD_3, Precision::F64, |case| plain::method_3(&points(case.path), &points(case.wall)).is_some()),
    ("parry2d-f64 cast_local_ray", Precision::F64, |case| {
        parry_f64::cast_ray(&parry_f64::ray(case.path), &parry_f64::wall(case.wall)).is_some()
    }),
    ("parry2d cast_local_ray", Precision::F32, |case| {
        parry::cast_ray(&parry::ray(case.path), &parry::wall(case.wall)).is_some()
    }),
    ("Box2D b2RayCastSegment", Precision::F32, |case| {
        box2d::cast_ray(&box2d::ray(case.path), &box2d::wall(case.wall)).hit
    }),
    ("geo intersects", Precision::F64, |case| geo::intersects(&geo::line(case.path), &geo::line(case.wall))),
];

const DISC_PEERS: [Peer; 8] = [
    ("carom first_touch", Precision::F64, |case| our_disc(case).is_some()),
    (plain::NAME, Precision::F64, |case| {
        plain::disc_time(&points(case.path), case.radius, &points(case.wall)).is_some()
    }),
    ("parry2d-f64 cast_shapes", Precision::F64, |case| {
        parry_f64::cast_disc(&parry_f64::disc(case.path, case.radius), &parry_f64::wall(case.wall)).is_some()
    }),
    ("parry2d cast_shapes", Precision::F32, |case| {
        parry::cast_disc(&parry::disc(case.path, case.radius), &parry::wall(case.wall)).is_some()
    }),
    (parry_f64::CAPSULE, Precision::F64, |case| {
        let capsule = parry_f64::capsule(case.wall, case.radius);
        parry_f64::cast_ray_at_capsule(&parry_f64::ray(case.path), &capsule).is_some()
    }),
    (parry::CAPSULE, Precision::F32, |case| {
        parry::cast_ray_at_capsule(&parry::ray(case.path), &parry::capsule(case.wall, case.radius)).is_some()
    }),
    ("Box2D b2ShapeCastSegment", Precision::F32, |case| {
        box2d::cast_disc(&box2d::disc(case.path, case.radius), &box2d::wall(case.wall)).hit
    }),
    (box2d::CAPSULE, Precision::F32, |case| {
        box2d::cast_ray_at_capsule(&box2d::ray(case.path), &box2d::capsule(case.wall, case.radius)).hit
    }),
];

pub fn points_at_walls(_: Effort) -> Table {
    let mut table = Table::new(
        "wrong, points",
        "200,000 moves of a point whose end, or whose line, passes within two units in the last place of a wall \
         or of a wall's end.\n\
         Missed: they touch, and the answer is no. Ghost: they do not, and the answer is yes. Wrong: both together.\n\
         Libraries in f32 are asked about f32 inputs only. geo says yes or no, and no time.",
    );
    let columns = INPUTS.map(|(input, precision)| {
        let mut rng = Rng(5);
        let cases: Vec<Case> = (0..COUNT).map(|_| near_point(&mut rng, precision)).collect();
        let touches = every(&cases, |case| truth::share_a_point(case.path, case.wall));
        table.must_agree(input, JUDGE, &every(&cases, |case| our_point(case).is_some()), &touches);
        table.note(share(input, &touches, "touch"));
        let verdicts: Vec<Option<bool>> = touches.into_iter().map(Some).collect();
        POINT_PEERS.map(|peer| errors(peer, precision, &cases, &verdicts))
    });
    tally(&mut table, &POINT_PEERS, &columns);
    table
}

pub fn discs_at_walls(_: Effort) -> Table {
    let mut table = Table::new(
        "wrong, discs",
        "200,000 moves of a disc that ends at its radius from a wall, or passes it at that distance, \
         but for two units in the last place of each coordinate.\n\
         Missed, ghost and wrong as for points; a disc that touches without going any deeper touches, \
         and either answer of a peer is right.",
    );
    let columns = INPUTS.map(|(input, precision)| {
        let mut rng = Rng(6);
        let cases: Vec<Case> = (0..COUNT).map(|_| near_disc(&mut rng, precision)).collect();
        let depths = every(&cases, |case| truth::compare_distance_of_segments(case.path, case.wall, case.radius));
        let hits = every(&cases, our_disc);
        let touch: Vec<bool> = hits.iter().map(Option::is_some).collect();
        let stop: Vec<bool> = hits.iter().map(|hit| hit.is_some_and(|hit| hit.contact.stops())).collect();
        let touches = every(&depths, |depth| *depth != Ordering::Greater);
        let goes_deeper = every(&depths, |depth| *depth == Ordering::Less);
        table.must_agree(input, JUDGE, &touch, &touches);
        table.must_agree(input, "carom-oracle on going deeper", &stop, &goes_deeper);
        table.note(share(input, &touches, "touch"));
        table.note(share(input, &every(&depths, |depth| *depth == Ordering::Equal), "touch and go no deeper"));
        let verdicts = every(&depths, |depth| (*depth != Ordering::Equal).then_some(*depth == Ordering::Less));
        DISC_PEERS.map(|peer| errors(peer, precision, &cases, &verdicts))
    });
    tally(&mut table, &DISC_PEERS, &columns);
    table.note(
        "b2ShapeCastSegment lets a disc sink 0.005 units deep before it calls that a touch, so it misses on purpose."
            .to_string(),
    );
    table
}

fn near_point(rng: &mut Rng, precision: Precision) -> Case {
    let wall = [moves::place(rng, precision), moves::place(rng, precision)];
    let start = moves::place(rng, precision);
    Case { path: moves::near_wall(rng, precision, wall, start), wall, radius: 0.0 }
}

/// One in four beside a level or upright wall, where a touch can be exact.
fn near_disc(rng: &mut Rng, precision: Precision) -> Case {
    let radius = moves::radius(rng, precision);
    if rng.whole(0, 3) == 0 {
        let radius = radius.round();
        let [path, wall] = moves::near_straight_wall(rng, precision, radius);
        return Case { path, wall, radius };
    }
    let wall = [moves::place(rng, precision), moves::place(rng, precision)];
    Case { path: moves::near_wall_by(rng, precision, wall, radius), wall, radius }
}

fn our_point(case: &Case) -> Option<Hit> {
    let [start, end] = case.path;
    Sweep::point(start, end).expect("finite").first_touch(&segment(case.wall))
}

fn our_disc(case: &Case) -> Option<Hit> {
    let [start, end] = case.path;
    Sweep::disc(start, end, case.radius).expect("finite").first_touch(&segment(case.wall))
}

fn segment([a, b]: Ends) -> Segment {
    Segment::new(a, b).expect("the generators make distinct ends")
}

fn points(ends: Ends) -> [Point; 2] {
    ends.map(Point::from)
}

fn every<T, A>(all: &[T], ask: impl Fn(&T) -> A) -> Vec<A> {
    all.iter().map(ask).collect()
}

pub fn share(input: &str, yes: &[bool], what: &str) -> String {
    format!("{input}: {} of {} {what}.", yes.iter().filter(|yes| **yes).count(), yes.len())
}

/// One cell: `-` for a peer that cannot be asked about these inputs; either answer is right where the verdict is `None`.
fn errors((_, finest, touches): Peer, precision: Precision, cases: &[Case], verdicts: &[Option<bool>]) -> String {
    if finest == Precision::F32 && precision == Precision::F64 {
        return "-".to_string();
    }
    verdict(&every(cases, touches), verdicts)
}

/// How many answers are wrong; either is right where the verdict is `None`.
pub fn verdict(answers: &[bool], verdicts: &[Option<bool>]) -> String {
    let both = || answers.iter().zip(verdicts);
    let missed = both().filter(|(answer, verdict)| **verdict == Some(true) && !**answer).count();
    let ghosts = both().filter(|(answer, verdict)| **verdict == Some(false) && **answer).count();
    let percent = 100.0 * (missed + ghosts) as f64 / answers.len() as f64;
    let decimals = if percent == 0.0 { 0 } else { 1 + usize::from(percent < 1.0) };
    format!("{missed} / {ghosts} / {percent:.decimals$} %")
}

/// A line for each peer, a column for each kind of input.
fn tally<const N: usize>(table: &mut Table, peers: &[Peer; N], columns: &[[String; N]; 2]) {
    let head = INPUTS.iter().map(|(input, _)| format!("{input}: missed / ghost / wrong"));
    table.push_tally([String::new()].into_iter().chain(head).collect());
    for (i, (name, ..)) in peers.iter().enumerate() {
        let cells = columns.iter().map(|column| column[i].clone());
        table.push_tally([name.to_string()].into_iter().chain(cells).collect());
    }
}

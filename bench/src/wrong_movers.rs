//! How often is an answer about a moving box, capsule or polygon wrong where rounding decides?

use crate::moves::{self, Ends, Precision};
use crate::peers::{box2d, parry, parry_f64};
use crate::race::Effort;
use crate::rng::Rng;
use crate::shapes::{self, KINDS, Shaped};
use crate::sweep::every;
use crate::table::Table;
use crate::wrong::{INPUTS, JUDGE, share, verdict};
use carom::{Hit, Segment};
use carom_oracle::movers::{Moving, Touch};
use carom_oracle::moving::Contact;

const COUNT: usize = 100_000;

struct Case {
    shape: Shaped,
    path: Ends,
    wall: Ends,
}

/// A name, the finest numbers it takes, and whether it says that a case touches.
type Peer = (&'static str, Precision, fn(&Case) -> bool);

const PEERS: [Peer; 4] = [
    ("carom first_touch", Precision::F64, |case| ours(case).is_some()),
    ("parry2d-f64 cast_shapes", Precision::F64, |case| {
        let (path, shape) = (parry_f64::path(case.path), parry_f64::shape(&case.shape));
        parry_f64::cast_shape(&path, &shape, &parry_f64::wall(case.wall)).is_some()
    }),
    ("parry2d cast_shapes", Precision::F32, |case| {
        let (path, shape) = (parry::path(case.path), parry::shape(&case.shape));
        parry::cast_shape(&path, &shape, &parry::wall(case.wall)).is_some()
    }),
    ("Box2D b2ShapeCast", Precision::F32, |case| {
        box2d::cast_shape(&box2d::shape_and_wall(case.path, &box2d::shape(&case.shape), case.wall)).hit
    }),
];

pub fn run(_: Effort) -> Table {
    let mut table = Table::new(
        "wrong, movers",
        "100,000 moves each of a box, a capsule and a polygon of six vertices that end, or pass a wall, where a vertex touches its side \
         or an edge its end, but for two units in the last place of each coordinate.\n\
         Missed, ghost and wrong as for discs: what touches without going any deeper touches, and either answer of a peer is right.\n\
         Libraries in f32 are asked about f32 inputs only.",
    );
    let mut head = vec![String::new()];
    let mut columns: Vec<[String; PEERS.len()]> = Vec::new();
    for (name, make) in KINDS {
        for (input, precision) in INPUTS {
            let mut rng = Rng(21);
            let cases: Vec<Case> = (0..COUNT).map(|_| near(&mut rng, precision, make)).collect();
            head.push(format!("{name}, {input}: missed / ghost / wrong"));
            columns.push(judged(&mut table, &format!("{name}, {input}"), precision, &cases));
        }
    }
    table.push_tally(head);
    for (i, (name, ..)) in PEERS.iter().enumerate() {
        let cells = columns.iter().map(|column| column[i].clone());
        table.push_tally([name.to_string()].into_iter().chain(cells).collect());
    }
    table.note(
        "b2ShapeCast lets shapes sink up to 0.005 units deep before it calls that a touch, so it misses on purpose."
            .to_string(),
    );
    table
}

/// One column: carom's answers must be the oracle's, its times too, and the peers' are counted.
fn judged(table: &mut Table, input: &str, precision: Precision, cases: &[Case]) -> [String; PEERS.len()] {
    let touches: Vec<Option<Touch>> =
        every(cases, |case| case.shape.moving(case.path).first_touch(&Moving::wall(case.wall)));
    let times = every(&touches, |touch| touch.as_ref().map(|touch| touch.time.toward_zero().to_bits()));
    let goes_deeper = |touch: &Touch| matches!(touch.contact, Contact::Crosses | Contact::Starts | Contact::Overlaps);
    let hits = every(cases, ours);
    table.must_agree(input, JUDGE, &every(&hits, |hit| hit.map(|hit| hit.t.to_bits())), &times);
    let stops = every(&hits, |hit| hit.is_some_and(|hit| hit.contact.stops()));
    let deeper = every(&touches, |touch| touch.as_ref().is_some_and(goes_deeper));
    table.must_agree(input, "carom-oracle on going deeper", &stops, &deeper);
    table.note(share(input, &every(&touches, Option::is_some), "touch"));
    let only_touch = every(&touches, |touch| touch.as_ref().is_some_and(|touch| !goes_deeper(touch)));
    table.note(share(input, &only_touch, "touch and go no deeper"));
    let verdicts = every(&touches, |touch| match touch {
        None => Some(false),
        Some(touch) => goes_deeper(touch).then_some(true),
    });
    PEERS.map(|(_, finest, touches)| match (finest, precision) {
        (Precision::F32, Precision::F64) => "-".to_string(),
        _ => verdict(&every(cases, touches), &verdicts),
    })
}

/// One in four in whole numbers beside a level or upright wall, where a touch can be exact.
fn near(rng: &mut Rng, precision: Precision, make: fn(&mut Rng, Precision, f64) -> Shaped) -> Case {
    if rng.whole(0, 3) == 0 {
        let shape = match make(rng, precision, 20.0) {
            Shaped::Box(sides) => Shaped::Box(sides.map(f64::round)),
            Shaped::Capsule(ends, radius) => Shaped::Capsule(ends.map(|p| p.map(f64::round)), radius.round()),
            polygon => polygon,
        };
        // As far from the wall as the shape is high, or as wide.
        let [path, wall] = moves::near_straight_wall(rng, precision, 0.0);
        let level = wall[0][1] == wall[1][1];
        let axis = usize::from(level);
        let height = shape.core().iter().map(|p| p[axis]).fold(f64::MIN, f64::max) + shape.radius();
        let path = path.map(|mut p| {
            p[axis] = precision.beside(rng, wall[0][axis] - height);
            p
        });
        return Case { shape, path, wall };
    }
    let shape = make(rng, precision, 20.0);
    let wall = [moves::place(rng, precision), moves::place(rng, precision)];
    Case { path: shapes::near_wall(rng, precision, &shape, wall), shape, wall }
}

fn ours(case: &Case) -> Option<Hit> {
    let [start, end] = case.path;
    let mover = case.shape.mover();
    let wall = Segment::new(case.wall[0], case.wall[1]).expect("the generators make distinct ends");
    mover.sweep(start, end).expect("finite").first_touch(&wall)
}

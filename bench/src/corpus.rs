//! How often is a library wrong about the cases of `corpus/`?

use crate::moves::Ends;
use crate::peers::{box2d, geo, parry, parry_f64, plain};
use crate::race::Effort;
use crate::shapes::Shaped;
use crate::table::Table;
use crate::wrong::{JUDGE, share, verdict};
use carom::{Hit, Point, Segment, Sweep};
use carom_oracle::corpus::{self, Case, Judged, Mover, Numbers, Scale};
use carom_oracle::moving;
use flate2::read::GzDecoder;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// A name, the finest numbers it takes, and whether it says that a case touches.
type Peer = (&'static str, Numbers, fn(&Case) -> bool);

const POINTS: [Peer; 8] = [
    ("carom first_touch", Numbers::F64, |case| ours(case).is_some()),
    (plain::METHOD_1, Numbers::F64, |case| plain::method_1(&points(case.path), &points(case.wall)).is_some()),
    (plain::METHOD_2, Numbers::F64, |case| plain::method_2(&points(case.path), &points(case.wall)).is_some()),
    (plain::METHOD_3, Numbers::F64, |case| plain::method_3(&points(case.path), &points(case.wall)).is_some()),
    ("geo intersects", Numbers::F64, |case| geo::intersects(&geo::line(case.path), &geo::line(case.wall))),
    ("parry2d-f64 cast_local_ray", Numbers::F64, |case| {
        parry_f64::cast_ray(&parry_f64::ray(case.path), &parry_f64::wall(case.wall)).is_some()
    }),
    ("parry2d cast_local_ray", Numbers::F32, |case| {
        parry::cast_ray(&parry::ray(case.path), &parry::wall(case.wall)).is_some()
    }),
    ("Box2D b2RayCastSegment", Numbers::F32, |case| {
        box2d::cast_ray(&box2d::ray(case.path), &box2d::wall(case.wall)).hit
    }),
];

const DISCS: [Peer; 8] = [
    ("carom first_touch", Numbers::F64, |case| ours(case).is_some()),
    (plain::NAME, Numbers::F64, |case| {
        plain::disc_time(&points(case.path), case.size[0], &points(case.wall)).is_some()
    }),
    ("parry2d-f64 cast_shapes", Numbers::F64, |case| {
        parry_f64::cast_disc(&parry_f64::disc(case.path, case.size[0]), &parry_f64::wall(case.wall)).is_some()
    }),
    (parry_f64::CAPSULE, Numbers::F64, |case| {
        let capsule = parry_f64::capsule(case.wall, case.size[0]);
        parry_f64::cast_ray_at_capsule(&parry_f64::ray(case.path), &capsule).is_some()
    }),
    ("parry2d cast_shapes", Numbers::F32, |case| {
        parry::cast_disc(&parry::disc(case.path, case.size[0]), &parry::wall(case.wall)).is_some()
    }),
    (parry::CAPSULE, Numbers::F32, |case| {
        parry::cast_ray_at_capsule(&parry::ray(case.path), &parry::capsule(case.wall, case.size[0])).is_some()
    }),
    ("Box2D b2ShapeCastSegment", Numbers::F32, |case| {
        box2d::cast_disc(&box2d::disc(case.path, case.size[0]), &box2d::wall(case.wall)).hit
    }),
    (box2d::CAPSULE, Numbers::F32, |case| {
        box2d::cast_ray_at_capsule(&box2d::ray(case.path), &box2d::capsule(case.wall, case.size[0])).hit
    }),
];

const BOXES: [Peer; 4] = [
    ("carom first_touch", Numbers::F64, |case| ours(case).is_some()),
    ("parry2d-f64 cast_shapes", Numbers::F64, |case| {
        let shape = parry_f64::shape(&Shaped::Box(case.size));
        parry_f64::cast_shape(&parry_f64::path(case.path), &shape, &parry_f64::wall(case.wall)).is_some()
    }),
    ("parry2d cast_shapes", Numbers::F32, |case| {
        let shape = parry::shape(&Shaped::Box(case.size));
        parry::cast_shape(&parry::path(case.path), &shape, &parry::wall(case.wall)).is_some()
    }),
    ("Box2D b2ShapeCast", Numbers::F32, |case| {
        box2d::cast_shape(&box2d::shape_and_wall(case.path, &box2d::shape(&Shaped::Box(case.size)), case.wall)).hit
    }),
];

/// What the columns are; hardly an f32 has the bits to be far away.
const COLUMNS: [(&str, Numbers, Scale); 5] = [
    ("f32, near 1", Numbers::F32, Scale::Unit),
    ("f32, all scales", Numbers::F32, Scale::Wide),
    ("f64, near 1", Numbers::F64, Scale::Unit),
    ("f64, far from the origin", Numbers::F64, Scale::Far),
    ("f64, all scales", Numbers::F64, Scale::Wide),
];

pub fn of_points(_: Effort) -> Table {
    judged(
        Mover::Point,
        &POINTS,
        Table::new(
            "corpus, points",
            "The moving points of `corpus/`, which touch a wall or miss it by a hair.\n\
             Missed: they touch, and the answer is no. Ghost: they do not, and the answer is yes. Wrong: both together.\n\
             Libraries in f32 are asked about f32 inputs only. geo says yes or no, and no time.",
        ),
    )
}

pub fn of_discs(_: Effort) -> Table {
    judged(
        Mover::Disc,
        &DISCS,
        Table::new(
            "corpus, discs",
            "The moving discs of `corpus/`. Where one touches without going any deeper, either answer of a peer is right.",
        ),
    )
}

pub fn of_boxes(_: Effort) -> Table {
    judged(Mover::Box, &BOXES, Table::new("corpus, boxes", "The moving boxes of `corpus/`, judged as the discs are."))
}

/// carom's answers must be those of the files; the peers' are counted.
fn judged(mover: Mover, peers: &[Peer], mut table: Table) -> Table {
    let cases = read(mover);
    let mut head = vec![String::new()];
    let mut columns: Vec<Vec<String>> = Vec::new();
    for (input, numbers, scale) in COLUMNS {
        let chosen: Vec<&Judged> =
            cases.iter().filter(|(case, _)| case.numbers() == numbers && case.scale() == scale).collect();
        let times: Vec<_> = chosen.iter().map(|(_, answer)| answer.map(|answer| answer.time.to_bits())).collect();
        let found: Vec<_> = chosen.iter().map(|(case, _)| ours(case).map(|hit| hit.t.to_bits())).collect();
        table.must_agree(input, JUDGE, &found, &times);
        let touches: Vec<bool> = times.iter().map(Option::is_some).collect();
        table.note(share(input, &touches, "touch"));
        let verdicts: Vec<Option<bool>> = chosen.iter().map(|judged| expected(judged)).collect();
        head.push(format!("{input}: missed / ghost / wrong"));
        columns.push(peers.iter().map(|peer| cell(peer, numbers, &chosen, &verdicts)).collect());
    }
    table.push_tally(head);
    for (i, (name, ..)) in peers.iter().enumerate() {
        let cells = columns.iter().map(|column| column[i].clone());
        table.push_tally([name.to_string()].into_iter().chain(cells).collect());
    }
    table
}

/// A point that touches is on the wall; of what has a size, only what goes deeper has to be found.
fn expected((case, answer): &Judged) -> Option<bool> {
    let Some(answer) = answer else { return Some(false) };
    let goes_deeper =
        matches!(answer.contact, moving::Contact::Crosses | moving::Contact::Starts | moving::Contact::Overlaps);
    (case.mover == Mover::Point || goes_deeper).then_some(true)
}

/// A panic counts as the answer no, and is told.
fn cell((_, finest, touches): &Peer, numbers: Numbers, cases: &[&Judged], verdicts: &[Option<bool>]) -> String {
    if *finest == Numbers::F32 && numbers == Numbers::F64 {
        return "-".to_string();
    }
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let answers: Vec<Option<bool>> =
        cases.iter().map(|(case, _)| catch_unwind(AssertUnwindSafe(|| touches(case))).ok()).collect();
    std::panic::set_hook(hook);
    let panics = answers.iter().filter(|answer| answer.is_none()).count();
    let answers: Vec<bool> = answers.into_iter().map(Option::unwrap_or_default).collect();
    let cell = verdict(&answers, verdicts);
    if panics == 0 { cell } else { format!("{cell}, {panics} panics") }
}

fn read(mover: Mover) -> Vec<Judged> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(format!("{}.csv.gz", mover.file()));
    let packed = std::fs::read(&file).expect("the corpus is beside the bench");
    let mut text = String::new();
    GzDecoder::new(&packed[..]).read_to_string(&mut text).expect("it is packed text");
    corpus::read(mover, &text).expect("it is one of ours")
}

fn ours(case: &Case) -> Option<Hit> {
    let ([start, end], wall) = (case.path, Segment::new(case.wall[0], case.wall[1]).expect("its ends are distinct"));
    match case.mover {
        Mover::Point => Sweep::point(start, end).expect("finite").first_touch(&wall),
        Mover::Disc => Sweep::disc(start, end, case.size[0]).expect("finite").first_touch(&wall),
        Mover::Box => Shaped::Box(case.size).mover().sweep(start, end).expect("finite").first_touch(&wall),
    }
}

fn points(ends: Ends) -> [Point; 2] {
    ends.map(Point::from)
}

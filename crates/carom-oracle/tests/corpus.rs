//! The files of `corpus/`: what is in them, that it is right, and carom's answers to all of it.

use carom::{Aabb, Contact, Hit, Mover as Shape, Segment, Sweep};
use carom_oracle::corpus::{self, Answer, Case, Judged, Mover, Numbers, Scale};
use carom_oracle::moving;
use flate2::read::GzDecoder;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

fn cases(mover: Mover) -> Vec<Judged> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(format!("{}.csv.gz", mover.file()));
    let packed = std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut text = String::new();
    GzDecoder::new(&packed[..]).read_to_string(&mut text).expect("it is packed text");
    corpus::read(mover, &text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

#[test]
fn there_are_enough_of_all_kinds() {
    let mut all = 0;
    for mover in Mover::ALL {
        let cases = cases(mover);
        let mut counts: BTreeMap<(Numbers, Scale), [usize; 2]> = BTreeMap::new();
        for (case, answer) in &cases {
            counts.entry((case.numbers(), case.scale())).or_default()[usize::from(answer.is_some())] += 1;
        }
        // Three scales of f64 and two of f32: few f32 have the bits to be far away.
        let enough = counts.values().filter(|[apart, touch]| 500 < *apart && 500 < *touch).count();
        assert_eq!(enough, 5, "{mover:?}: {counts:?}");
        all += cases.len();
    }
    assert!(100_000 <= all, "{all} cases");
}

/// The judge is asked again about some of them, so that a file cannot outlive what it was made by.
#[test]
fn answers_are_those_of_the_oracle() {
    let every = if carom_oracle::FEW_CASES { 50 } else { 5 };
    for mover in Mover::ALL {
        for (case, answer) in cases(mover).iter().step_by(every) {
            assert_eq!(case.answer(), *answer, "{case:?}");
        }
    }
}

/// Whether, how and when: all of it, to the last bit, of every case.
#[test]
fn carom_answers_all_of_them_right() {
    for mover in Mover::ALL {
        let mut wrong = Vec::new();
        for (case, expected) in cases(mover) {
            let found = ours(&case).map(|hit| Answer { contact: exactly(hit.contact), time: hit.t });
            if found != expected {
                wrong.push(format!("{case:?}: {found:?}, expected {expected:?}"));
            }
        }
        assert!(wrong.is_empty(), "{} wrong answers about {mover:?}, the first: {}", wrong.len(), wrong[0]);
    }
}

fn ours(case: &Case) -> Option<Hit> {
    let wall = Segment::new(case.wall[0], case.wall[1]).expect("its ends are distinct");
    let [start, end] = case.path;
    match case.mover {
        Mover::Point => Sweep::point(start, end).expect("finite").first_touch(&wall),
        Mover::Disc => Sweep::disc(start, end, case.size[0]).expect("finite").first_touch(&wall),
        Mover::Box => {
            let aabb = Aabb::new(case.size.map(|x| -x), case.size).expect("its sides are not negative");
            Shape::aabb(&aabb).sweep(start, end).expect("finite").first_touch(&wall)
        }
    }
}

fn exactly(contact: Contact) -> moving::Contact {
    match contact {
        Contact::Crosses => moving::Contact::Crosses,
        Contact::Ends => moving::Contact::Ends,
        Contact::Starts => moving::Contact::Starts,
        Contact::Along => moving::Contact::Along,
        Contact::Leaves => moving::Contact::Leaves,
        Contact::Overlaps => moving::Contact::Overlaps,
    }
}

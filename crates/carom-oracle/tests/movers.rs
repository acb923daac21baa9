//! The oracle of moving convex shapes: beside the one of discs, beside itself at single times, and the variety of its cases.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use carom_oracle::movers::{self, Moving, Part, Shape, State, Touch};
use carom_oracle::moving::{self, Contact, Feature};
use carom_oracle::near_movers::{self, Kind};
use carom_oracle::rng::Rng;
use carom_oracle::{near, round};
use dashu_int::IBig;

const CASES: u64 = if carom_oracle::FEW_CASES { 300 } else { 6_000 };
/// Enough to meet with everything.
const VARIETY: u64 = 2_400;

fn disc((path, radius): near::Mover) -> Moving {
    Moving { shape: Shape { core: vec![[0.0; 2]], radius }, path }
}

/// A shape with one vertex is a disc.
#[track_caller]
fn agree(case: &dyn std::fmt::Debug, ours: Option<Touch>, theirs: Option<moving::Touch>, feature: fn(Part) -> Feature) {
    let same_time = match (&ours, &theirs) {
        (Some(ours), Some(theirs)) => ours.time.compare(&theirs.time) == Ordering::Equal,
        _ => true,
    };
    assert!(same_time, "{case:?}");
    let contact = theirs.as_ref().map(|touch| touch.contact);
    assert_eq!(ours.as_ref().map(|touch| touch.contact), contact, "{case:?}");
    let (Some([ours, other]), Some(theirs)) = (ours.and_then(|touch| touch.parts), theirs) else { return };
    assert_eq!((ours, feature(other)), (Part::Vertex(0), theirs.feature), "{case:?}");
}

#[test]
fn shapes_of_one_vertex_are_discs() {
    for index in 0..CASES {
        let rng = &mut Rng::for_case(1, "discs as shapes", index);
        let case @ (mover, wall) = near::disc_and_wall(rng);
        let expected = moving::disc_and_wall(mover.0, mover.1, wall);
        agree(&case, disc(mover).first_touch(&Moving::wall(wall)), expected, movers::feature);
        let case @ (mover, (center, radius)) = near::disc_and_circle(rng);
        let expected = moving::disc_and_circle(mover.0, mover.1, center, radius);
        agree(&case, disc(mover).first_touch(&Moving::circle(center, radius)), expected, |_| Feature::Side);
        let case @ (first, second) = near::disc_and_disc(rng);
        let expected = moving::disc_and_disc(first, second);
        agree(&case, disc(first).first_touch(&disc(second)), expected, |_| Feature::Side);
    }
}

fn cases(index: u64) -> impl Iterator<Item = (Kind, Moving, Moving)> {
    Kind::ALL.into_iter().flat_map(move |kind| {
        let rng = &mut Rng::for_case(2, "shapes", index);
        let (mover, wall) = near_movers::mover_and_wall(rng, kind);
        let (second, (center, radius)) = near_movers::mover_and_circle(rng, kind);
        let (third, other) = near_movers::mover_and_mover(rng, kind);
        [(mover, Moving::wall(wall)), (second, Moving::circle(center, radius)), (third, other)]
            .map(|(mover, other)| (kind, mover, other))
    })
}

/// Shapes are apart before the first touch, and touch or are deep after it for as long as the contact says.
#[test]
fn what_stands_still_is_where_the_touch_says() {
    let state = |mover: &Moving, other: &Moving, t: f64| {
        let whole = |t: f64| (t * 2f64.powi(60)) as i64;
        mover.at(other, &IBig::from(whole(t)), 60)
    };
    for (kind, mover, other) in (0..CASES / 4).flat_map(cases) {
        let touch = mover.first_touch(&other);
        let case = || format!("{kind:?} {mover:?} {other:?} {touch:?}");
        let Some(Touch { time, contact, .. }) = &touch else {
            let still: Vec<State> = (0..9).map(|i| state(&mover, &other, f64::from(i) / 8.0)).collect();
            assert!(still.iter().all(|state| *state == State::Apart), "{still:?} {}", case());
            continue;
        };
        let floor = time.floor(60);
        if IBig::ZERO < floor {
            assert_eq!(mover.at(&other, &(&floor - 1), 60), State::Apart, "just before {}", case());
        }
        if floor == IBig::ONE << 60 {
            continue;
        }
        let just_after = mover.at(&other, &(floor + 1), 60);
        // The touch may be shorter than the smallest step taken here; then nothing is said.
        let expected: &[State] = match contact {
            Contact::Crosses | Contact::Starts | Contact::Overlaps => &[State::Deep, State::Apart],
            Contact::Along => &[State::Touch, State::Apart],
            Contact::Leaves | Contact::Ends => &[State::Apart, State::Touch],
        };
        let is_flat = mover.shape.core.len() < 3 && other.shape.core.len() < 3;
        let has_no_inside = mover.shape.radius + other.shape.radius == 0.0 && is_flat;
        assert!(has_no_inside || expected.contains(&just_after), "just after: {just_after:?} {}", case());
    }
}

/// Who moves makes no difference, and a shape seen in a mirror or from the other side is touched there.
#[test]
fn swapped_and_mirrored_shapes_are_touched_alike() {
    for (kind, mover, other) in (0..CASES / 4).flat_map(cases) {
        let case = || format!("{kind:?} {mover:?} {other:?}");
        let [touch, swapped] = [mover.first_touch(&other), other.first_touch(&mover)];
        let answer = |touch: &Option<Touch>| {
            touch.as_ref().map(|touch| (touch.time.toward_zero().to_bits(), touch.contact, touch.parts))
        };
        let expected = answer(&touch).map(|(t, contact, parts)| (t, contact, parts.map(|[a, b]| [b, a])));
        assert_eq!(answer(&swapped), expected, "swapped {}", case());
        // A mirror turns rings around; walked backwards they are counter-clockwise again.
        let mirrored = |moving: &Moving| Moving {
            shape: Shape {
                core: moving.shape.core.iter().rev().map(|[x, y]| [-x, *y]).collect(),
                radius: moving.shape.radius,
            },
            path: moving.path.map(|[x, y]| [-x, y]),
        };
        let back = |part: Part, count: usize| match part {
            Part::Vertex(i) => Part::Vertex(count - 1 - i),
            Part::Edge(i) if count == 2 => Part::Edge(i),
            Part::Edge(i) => Part::Edge((2 * count - 2 - i) % count),
        };
        let in_mirror = mirrored(&mover).first_touch(&mirrored(&other));
        let expected = answer(&touch).map(|(t, contact, parts)| {
            let counts = [mover.shape.core.len(), other.shape.core.len()];
            (t, contact, parts.map(|parts| [0, 1].map(|i| back(parts[i], counts[i]))))
        });
        assert_eq!(answer(&in_mirror), expected, "mirrored {}", case());
    }
}

/// All ways to touch, with all sorts of parts, and enough that is just missed.
#[test]
fn cases_are_of_all_sorts() {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut near_misses = 0;
    for (kind, mover, other) in (0..VARIETY).flat_map(cases) {
        let touch = mover.first_touch(&other);
        let word = |part: Part| if matches!(part, Part::Edge(_)) { "edge" } else { "vertex" };
        let what = touch.as_ref().map_or("nothing".to_string(), |touch| {
            let parts = touch.parts.map_or("-".to_string(), |[a, b]| format!("{} {}", word(a), word(b)));
            format!("{:?} {parts}", touch.contact)
        });
        *counts.entry(format!("{kind:?} {what}")).or_default() += 1;
        if touch.is_none() {
            let grown =
                Moving { shape: Shape { radius: round::next_up(mover.shape.radius), ..mover.shape.clone() }, ..mover };
            near_misses += u64::from(grown.first_touch(&other).is_some());
        }
    }
    if std::env::var_os("CAROM_SHOW_VARIETY").is_some() {
        println!("{counts:#?}\n{near_misses}");
    }
    assert!(VARIETY / 100 < near_misses, "{near_misses} near misses");
    for kind in Kind::ALL {
        for what in [
            "nothing",
            "Crosses vertex vertex",
            "Crosses vertex edge",
            "Crosses edge vertex",
            "Crosses edge edge",
            "Ends vertex vertex",
            "Ends edge edge",
            "Starts vertex edge",
            "Starts edge edge",
            "Along edge edge",
            "Leaves vertex vertex",
            "Leaves edge edge",
            "Overlaps -",
        ] {
            let count = counts.get(&format!("{kind:?} {what}")).copied().unwrap_or(0);
            assert!(2 < count, "{kind:?} {what}: {count} of {VARIETY}\n{counts:#?}");
        }
    }
}

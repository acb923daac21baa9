//! Overlaps, meetings and ways against the oracle's separating lines.
//!
//! Cases are small whole numbers, of which many are ties, and some of them are moved by next to nothing.

use super::{Form, Forms, Met, Seen};
use crate::exact::apart::are_apart;
use crate::exact::drift::{Drift, Drifting};
use crate::exact::encounter::Encounter;
use crate::exact::flight::{Flight, Pair};
use crate::exact::numbers::double::{Double, ERROR, U};
use crate::exact::numbers::dyadic::Dyadic;
use crate::exact::numbers::number::{Number, cross, dot, minus};
use crate::point::{Point, Vec2};
use alloc::vec::Vec;
use carom_oracle::dyadic::exact;
use carom_oracle::forms::{self, Exact};
use carom_oracle::rng::Rng;
use core::cmp::Ordering;

const CASES: u64 = if cfg!(debug_assertions) { 6_000 } else { 200_000 };

/// Velocities that differ by next to nothing meet when there are no numbers for it.
const LATEST: f64 = 1e100;

/// A whole number of units, sometimes moved by next to nothing.
fn number(rng: &mut Rng, most: i64, unit: f64) -> f64 {
    let whole = rng.between(-most, most) as f64 * unit;
    match rng.below(30) {
        0 => whole.next_up(),
        1 => whole.next_down(),
        2 => whole * (1.0 + rng.unit()),
        _ => whole,
    }
}

/// A point, a segment, a box or a triangle, counter-clockwise.
fn core(rng: &mut Rng, unit: f64) -> Vec<Point> {
    let mut n = |most| number(rng, most, unit);
    let (x, y, w, h) = (n(3), n(3), n(3).abs() + unit, n(3).abs() + unit);
    let (p, q, r) = (Point::new(x, y), Point::new(x + w, y), Point::new(x + w, y + h));
    match rng.below(6) {
        0 => [Point::default()].into(),
        1 => [p].into(),
        2 => [p, if rng.one_in(2) { q } else { r }].into(),
        3 => [p, q, r].into(),
        _ => [p, q, r, Point::new(x, y + h)].into(),
    }
}

fn flight(rng: &mut Rng, unit: f64) -> Flight {
    let at = Point::new(number(rng, 12, unit), number(rng, 12, unit));
    let speed = if rng.one_in(4) { 0 } else { 4 };
    let velocity = Vec2::new(number(rng, speed, unit), number(rng, speed, unit));
    Flight { at, velocity, since: if rng.one_in(2) { 0.0 } else { number(rng, 3, 1.0).abs() } }
}

/// A shape of a case.
struct Shape {
    vertices: Vec<Point>,
    radius: f64,
    flight: Flight,
}

impl Shape {
    fn any(rng: &mut Rng, unit: f64) -> Shape {
        let radius = if rng.one_in(2) { 0.0 } else { number(rng, 3, unit).abs() };
        Shape { vertices: core(rng, unit), radius, flight: flight(rng, unit) }
    }

    fn form(&self) -> Form<'_> {
        Form { vertices: &self.vertices, radius: self.radius, flight: self.flight }
    }

    /// Its vertices at a time, exactly.
    fn at(&self, time: f64) -> Vec<Exact> {
        let Flight { at, velocity, since } = self.flight;
        let vertex = |p: &Point| forms::moved(&[[p.x, p.y], [at.x, at.y]], [velocity.x, velocity.y], time, since);
        self.vertices.iter().map(vertex).collect()
    }
}

/// Two shapes of which one has a radius or an inside.
fn two(rng: &mut Rng) -> Option<[Shape; 2]> {
    let unit = *rng.pick(&[1.0, 1.0, 1.0, 0.125, 1e-40, 1e60]);
    let shapes = [Shape::any(rng, unit), Shape::any(rng, unit)];
    let has_room = |shape: &Shape| shape.radius > 0.0 || shape.vertices.len() > 2;
    let is_finite = |shape: &Shape| shape.vertices.iter().all(|p| p.is_finite());
    (shapes.iter().any(has_room) && shapes.iter().all(is_finite)).then_some(shapes)
}

fn overlap(shapes: &[Shape; 2], time: f64) -> bool {
    let [a, b] = shapes;
    forms::overlap(&a.at(time), &b.at(time), &(exact(a.radius) + exact(b.radius)))
}

#[test]
fn overlaps_are_those_of_the_oracle() {
    let mut counts = [0_u64; 2];
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "overlaps of forms", case);
        let Some(shapes) = two(rng) else { continue };
        let time = number(rng, 4, 1.0).abs();
        let found = Forms::of(shapes[0].form(), shapes[1].form()).overlap(time);
        assert_eq!(found, overlap(&shapes, time), "case {case}");
        counts[usize::from(found)] += 1;
    }
    assert!(counts.iter().all(|&count| CASES / 40 < count), "{counts:?}");
}

/// Up to a meeting they are apart, just after it they overlap, and where none is found they never do; the same backward for partings.
#[test]
fn meetings_and_partings_are_where_overlaps_begin_and_end() {
    let mut counts = [0_u64; 4];
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "meetings of forms", case);
        let Some(shapes) = two(rng) else { continue };
        let pair = Forms::of(shapes[0].form(), shapes[1].form());
        let start = shapes[0].flight.since.max(shapes[1].flight.since);
        if overlap(&shapes, start) {
            counts[0] += 1;
            let Some(Met { touching, .. }) = pair.part() else {
                assert!([1.0, 4.0, 1e9].iter().all(|later| overlap(&shapes, start + later)), "case {case}");
                continue;
            };
            let encounter = Encounter::Touch(touching);
            let time = encounter.time(encounter.estimate());
            if time > LATEST {
                continue;
            }
            assert!(start <= time && overlap(&shapes, time.next_down().max(start)), "case {case}: {time}");
            assert!(!overlap(&shapes, time.next_up()), "case {case}: {time}");
            counts[1] += 1;
            continue;
        }
        let Some(Met { touching, .. }) = pair.meet(start) else {
            let times = (0..24).map(|k| start + f64::from(k) * 0.25).chain([1e3]);
            for time in times {
                assert!(!overlap(&shapes, time), "case {case}: nothing was found, but they overlap at {time}");
            }
            counts[2] += 1;
            continue;
        };
        let encounter = Encounter::Touch(touching);
        let time = encounter.time(encounter.estimate());
        if time > LATEST {
            continue;
        }
        assert!(start <= time && !overlap(&shapes, time), "case {case}: {time}");
        let part = pair.part().expect("what begins ends, as they move");
        let end = Encounter::Touch(part.touching);
        assert_eq!(encounter.order(&end), Ordering::Less, "case {case}");
        // Some overlaps are shorter than numbers tell.
        let end = end.time(end.estimate());
        if time.next_up() < end && end < LATEST {
            assert!(overlap(&shapes, time.next_up()) && overlap(&shapes, end.next_down()), "case {case}: {time} {end}");
            assert!(!overlap(&shapes, end.next_up()), "case {case}: {end}");
            counts[3] += 1;
        }
    }
    assert!(counts.iter().all(|&count| CASES / 50 < count), "{counts:?}");
}

#[test]
fn ways_are_clear_if_the_oracle_says_so() {
    let mut counts = [0_u64; 2];
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "ways of forms", case);
        let Some([first, second]) = two(rng) else { continue };
        let unit = second.flight.at.x.abs().max(first.flight.at.x.abs()).max(1e-40) / 8.0;
        let to = Point::new(number(rng, 12, unit), number(rng, 12, unit));
        let (start, end) = (first.flight.since.max(second.flight.since), 5.0);
        let settled = if rng.one_in(3) { Flight { velocity: Vec2::default(), ..second.flight } } else { second.flight };
        let clear = Forms::of(first.form(), second.form()).are_clear(start, to, &settled, end);
        // Seen from the second.
        let other = Shape { vertices: second.vertices.clone(), radius: second.radius, flight: settled };
        let (from, shift) = (first.at(start), |time, shape: &Shape| {
            let Flight { at, velocity, since } = shape.flight;
            forms::moved(&[[at.x, at.y]], [velocity.x, velocity.y], time, since)
        });
        let minus = |a: &Exact, b: &Exact| [0, 1].map(|axis| a[axis].clone() - b[axis].clone());
        let (before, after) = (shift(start, &second), shift(end, &other));
        let seen: Vec<Exact> = from.iter().map(|p| minus(p, &before)).collect();
        let goal = forms::moved(&[[to.x, to.y]], [0.0; 2], 0.0, 0.0);
        let way = minus(&minus(&goal, &after), &minus(&shift(start, &first), &before));
        let still: Vec<Exact> =
            second.vertices.iter().map(|p| forms::moved(&[[p.x, p.y]], [0.0; 2], 0.0, 0.0)).collect();
        let reach = exact(first.radius) + exact(second.radius);
        let expected = !forms::sweep_overlaps(&seen, &way, &still, &reach);
        assert_eq!(clear, expected, "case {case}");
        counts[usize::from(clear)] += 1;
    }
    assert!(counts.iter().all(|&count| CASES / 20 < count), "{counts:?}");
}

/// Discs among discs, walls and walls that move meet them when they always did.
#[test]
fn discs_are_forms_too() {
    let (centre, mut met) = ([Point::default()], 0);
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "discs as forms", case);
        let (a, b, radius) = (flight(rng, 1.0), flight(rng, 1.0), number(rng, 3, 1.0).abs() + 0.5);
        let form = Form { vertices: &centre, radius, flight: a };
        let start = a.since.max(b.since);
        let pair = Pair { flights: [a, b], radii: [radius, 0.25] };
        let other = Form { vertices: &centre, radius: 0.25, flight: b };
        let expected = a.velocity != b.velocity
            && pair.clearance(start) != Ordering::Less
            && pair.approach(start) == Ordering::Less
            && pair.comes_close();
        let found = Forms::of(form, other).meet(start);
        assert_eq!(found.is_some(), expected, "case {case}");
        if let Some(Met { touching, .. }) = found {
            assert_eq!(Encounter::Touch(touching).order(&Encounter::Meet(pair)), Ordering::Equal, "case {case}");
            met += 1;
        }
        let ends = [Point::new(number(rng, 9, 1.0), number(rng, 9, 1.0)), Point::new(number(rng, 9, 1.0), 10.5)];
        let drift = Drift { offset: b.at - Point::default(), velocity: b.velocity };
        let moving = Drifting { ends, radius: 0.0, drift };
        let wall = Form { vertices: &ends, radius: 0.0, flight: Flight { since: 0.0, ..b } };
        let expected = crate::exact::stopping::stopped_by_moving(&a, radius, &moving);
        let found = Forms::of(form, wall).meet(a.since);
        assert_eq!(found.is_some(), expected.is_some(), "case {case}");
        if let (Some(Met { touching, .. }), Some((blocker, _))) = (found, expected) {
            let expected = blocker.moving_encounter(&a, radius, &drift);
            assert_eq!(Encounter::Touch(touching).order(&expected), Ordering::Equal, "case {case}");
            met += 1;
        }
    }
    assert!(CASES / 8 < met, "{met}");
}

/// What a glance says is so, also where a gap is a few units in the last place.
#[test]
fn what_is_clearly_apart_is_apart() {
    let mut counts = [0_u64; 3];
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "forms apart", case);
        let Some(mut shapes) = two(rng) else { continue };
        let times = [number(rng, 4, 1.0).abs(), number(rng, 4, 1.0).abs()];
        if rng.one_in(2) {
            beside(rng, &mut shapes, times[0]);
        }
        let [first, second] = &shapes;
        let found = are_apart(&first.form(), &second.form(), times);
        let are_apart = !meets(&shapes, times);
        assert!(are_apart || !found, "case {case}");
        counts[usize::from(are_apart) + usize::from(found)] += 1;
    }
    // Some meet, some are apart but not clearly, or go round a corner, and some are clearly apart.
    assert!(counts.iter().all(|&count| CASES / 20 < count), "{counts:?}");
}

/// Makes two shapes of numbers with all their digits, and puts the first to the right of the second so that at a time they are next to no units in the last place
/// apart, or overlap by as much.
fn beside(rng: &mut Rng, [first, second]: &mut [Shape; 2], time: f64) {
    for shape in [&mut *first, &mut *second] {
        let [x, y, v, w, radius] = [(); 5].map(|()| rng.within(1.0, 2.0));
        shape.vertices.iter_mut().for_each(|p| *p = Point::new(p.x * x, p.y * y));
        let Flight { at, velocity, .. } = &mut shape.flight;
        (*at, *velocity) = (Point::new(at.x * v, at.y * w), Vec2::new(velocity.x * w, velocity.y * v));
        shape.radius *= radius;
    }
    let low = |shape: &Shape| shape.vertices.iter().map(|p| p.x).fold(f64::INFINITY, f64::min);
    let high = |shape: &Shape| shape.vertices.iter().map(|p| p.x).fold(f64::NEG_INFINITY, f64::max);
    let place = |first: &Shape, second: &Shape| {
        let there = second.flight.position(time).x + high(second) + second.radius + first.radius - low(first);
        let Flight { velocity, since, .. } = first.flight;
        (there - velocity.x * (time - since), there.abs())
    };
    // Its own place is next to nothing, so that it has more digits than all that it is added to.
    second.flight.at.x -= place(first, second).0;
    let (x, size) = place(first, second);
    let x = x + rng.within(-4.0, 4.0) * U * size;
    first.flight.at = Point::new(if x.is_finite() { x } else { 0.0 }, second.flight.at.y);
}

/// Whether two shapes overlap at any time between two, exactly.
fn meets([first, second]: &[Shape; 2], times: [f64; 2]) -> bool {
    let minus = |a: &Exact, b: &Exact| [0, 1].map(|axis| a[axis].clone() - b[axis].clone());
    let [before, after] = times.map(|time| minus(&first.at(time)[0], &second.at(time)[0]));
    // Seen from the second, which stands where it is at the first time.
    let way = minus(&after, &before);
    let reach = exact(first.radius) + exact(second.radius);
    forms::sweep_overlaps(&first.at(times[0]), &way, &second.at(times[0]), &reach)
}

/// What a number is off by, in units of u² of its size, up to a factor of two.
fn off(x: Double, truth: &Dyadic) -> f64 {
    let rest = Dyadic::of(x.high.0).plus(&Dyadic::of(x.low.0)).minus(truth).squared();
    let is_within = |part: f64| {
        let most = Dyadic::of(x.size.0).times(&Dyadic::of(part)).times(&Dyadic::of(U * U));
        rest.minus(&most.squared()).sign() != Ordering::Greater
    };
    let mut part = 4096.0;
    while part > 1e-3 && is_within(part / 2.0) {
        part /= 2.0;
    }
    part
}

/// How far off the longest formulas are, beside what the tables of `forms.rs` and `drift.rs` say.
#[test]
fn errors_are_within_the_table() {
    let mut worst = [0.0_f64; 7];
    let mut note = |row: usize, x: Double, truth: &Dyadic| worst[row] = worst[row].max(off(x, truth));
    for case in 0..CASES / 2 {
        let rng = &mut Rng::for_case(0, "errors of forms", case);
        let (time, then) = (rng.within(1.6, 1.8), rng.within(2.8, 3.0));
        let mut n = || rng.within(-1.0, 1.0) * *rng.pick(&[1.0, 1e-3, 1e3]);
        let mut point = || Point::new(n(), n());
        let vertices = [[point(), point()], [point(), point()]];
        let flights = [0.3, 0.7].map(|since| {
            let (at, velocity) = (point(), point() - Point::default());
            Flight { at, velocity, since }
        });
        let form = |k: usize, radius| Form { vertices: &vertices[k], radius, flight: flights[k] };
        let forms = Forms::of(form(0, 0.1), form(1, 0.3));
        let (near, truth): (Seen<Double>, Seen<Dyadic>) = (forms.seen(time), forms.seen(time));
        for k in 0..near.from.len() {
            let (w, from, v, reach) = (&near.edges[k], &near.from[k], &near.v, &near.reach);
            let (ew, efrom, ev, ereach) = (&truth.edges[k], &truth.from[k], &truth.v, &truth.reach);
            note(0, from[0], &efrom[0]);
            note(1, cross(w, from), &cross(ew, efrom));
            note(2, dot(from, from).minus(reach.times(reach)), &dot(efrom, efrom).minus(&ereach.squared()));
            note(3, cross(from, v), &cross(efrom, ev));
        }
        let drift = Drift { offset: point() - Point::default(), velocity: point() - Point::default() };
        let [p, at, to] = [point(), point(), point()];
        let (from, efrom) = (drift.from::<Double>(p, at, time), drift.from::<Dyadic>(p, at, time));
        let (end, eend) = (drift.from::<Double>(p, to, then), drift.from::<Dyadic>(p, to, then));
        let (way, eway) = (minus(&end, &from), minus(&eend, &efrom));
        note(4, from[0], &efrom[0]);
        note(5, way[0], &eway[0]);
        note(6, cross(&way, &from), &cross(&eway, &efrom));
    }
    let table = [25.0, 64.0, 154.0, 64.0, 8.0, 15.0, 74.0];
    assert!(worst.iter().zip(table).all(|(worst, most)| *worst <= most), "{worst:?}");
    assert!(worst.iter().all(|worst| 0.25 <= *worst), "{worst:?}: nothing was measured");
    const { assert!(270.0 * U * U < ERROR) };
}

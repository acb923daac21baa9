//! When does a body in flight meet a wall or another body? All answers are exact.
//!
//! Everything is asked about one straight line `C + T·W` and something that stands still: a point or a segment.
//! Of two bodies, the line is the way from the second to the first. `T` is the time since the frame began.
//! Where the line is nearer than a reach is an open [`Window`] of time, as a segment with a margin is convex.

use std::cmp::Ordering;

use dashu_int::IBig;

use crate::bodies::Solid;
use crate::instant::{Instant, Root};
use crate::truth::{Ends, Integers, Scale, Xy, cross, dot, to};

/// A straight line through time: at `at` when `since`, and on with a velocity, unrounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// Where it starts.
    pub at: Xy,
    /// How fast it goes on.
    pub velocity: Xy,
    /// When it starts, in seconds since the frame began.
    pub since: f64,
}

impl Flight {
    /// Where it is at a time, rounded.
    pub fn near(&self, time: f64) -> Xy {
        [0, 1].map(|axis| self.at[axis] + self.velocity[axis] * (time - self.since))
    }
}

/// The open interval of times in which something is nearer than a reach; `None` is an end that it does not have.
#[derive(Clone, Debug)]
pub struct Window {
    /// Its beginning.
    pub from: Option<Instant>,
    /// Its end.
    pub until: Option<Instant>,
}

impl Window {
    /// The first time, not before `start`, from which on it is open.
    pub fn opens(&self, start: &Instant) -> Option<Instant> {
        let is_over = self.until.as_ref().is_some_and(|until| until.compare(start) != Ordering::Greater);
        (!is_over).then(|| later(self.from.as_ref(), start).clone())
    }

    /// The first time, not before `start`, from which on it is not open any more; `None` if it stays open. One that is about to open
    /// counts as open: a place that was rounded outward does not make a body leave that is on its way in.
    pub fn closes(&self, start: &Instant) -> Option<Instant> {
        self.until.as_ref().map(|until| later(Some(until), start).clone())
    }
}

/// When a body of this radius in flight from outside is stopped by something that stands there; `None` if never.
pub fn stop(flight: &Flight, radius: f64, solid: Solid) -> Option<Instant> {
    let (ends, reach) = match solid {
        Solid::Wall(ends) => (ends, [radius, 0.0]),
        Solid::Pillar(center, around) => ([center; 2], [radius, around]),
    };
    let motion = Motion::new(flight, None, &[ends[0], ends[1], reach]);
    let [a, b] = ends.map(|p| motion.lengths.point(p));
    let sum = motion.reach(reach);
    let start = Instant::of(flight.since);
    match solid {
        Solid::Wall(_) if radius == 0.0 => motion.on_segment(&a, &b, &start),
        Solid::Wall(_) => motion.near_segment(&a, &b, &sum)?.opens(&start),
        Solid::Pillar(..) if radius == 0.0 => motion.on_pillar(&a, &sum, &start),
        Solid::Pillar(..) => motion.near_point(&a, &sum)?.opens(&start),
    }
}

/// When two bodies overlap: are nearer than the sum of their radii.
pub fn overlap(a: (&Flight, f64), b: (&Flight, f64)) -> Option<Window> {
    let radii = [a.1, b.1];
    let motion = Motion::new(a.0, Some(b.0), &[radii]);
    motion.near_point(&[IBig::ZERO, IBig::ZERO], &motion.reach(radii))
}

/// When two points that are apart come to the same place.
pub fn same_place(a: &Flight, b: &Flight) -> Option<Instant> {
    let motion = Motion::new(a, Some(b), &[]);
    // C + T·W = 0 for one T: they are parallel, and T = −(C·W) / (W·W).
    let (c, w) = (&motion.c, &motion.w);
    let ww = dot(w, w);
    if ww == IBig::ZERO || cross(c, w) != IBig::ZERO {
        return None;
    }
    let time = Instant::fraction(-dot(c, w), ww, motion.exponent);
    let start = Instant::of(a.since.max(b.since));
    (time.compare(&start) == Ordering::Greater).then_some(time)
}

/// Whether two bodies do not overlap at a time.
pub fn apart_at(a: (&Flight, f64), b: (&Flight, f64), time: f64) -> bool {
    let radii = [a.1, b.1];
    let motion = Motion::new(a.0, Some(b.0), &[radii]);
    let (time, reach) = (Instant::of(time), motion.reach(radii));
    match motion.near_point(&[IBig::ZERO, IBig::ZERO], &reach) {
        None => true,
        Some(Window { from, until }) => {
            from.is_some_and(|from| time.compare(&from) != Ordering::Greater)
                || until.is_some_and(|until| until.compare(&time) != Ordering::Greater)
        }
    }
}

/// When a flight crosses the line of a gate from one side strictly to the other, and where on it, as a sign for each end:
/// `Greater` is strictly on the gate's side of that end. `None` if it runs along the line.
pub fn crossing(flight: &Flight, gate: Ends) -> Option<(Instant, [Ordering; 2])> {
    let motion = Motion::new(flight, None, &gate);
    let [a, b] = gate.map(|p| motion.lengths.point(p));
    let e = to(&a, &b);
    let (height, speed) = (cross(&e, &to(&a, &motion.c)), cross(&e, &motion.w));
    if speed == IBig::ZERO {
        return None;
    }
    let time = Instant::fraction(-height, speed, motion.exponent);
    let along = |from: &Integers| time.sign_of(&dot(&e, &to(from, &motion.c)), &dot(&e, &motion.w));
    let sides = [along(&a), along(&b).reverse()];
    Some((time, sides))
}

fn later<'a>(time: Option<&'a Instant>, start: &'a Instant) -> &'a Instant {
    match time {
        Some(time) if time.compare(start) == Ordering::Greater => time,
        _ => start,
    }
}

/// The line `C + T·W` in whole numbers: lengths are in units of their scale, times in units of 2^`exponent`.
struct Motion {
    c: Integers,
    w: Integers,
    lengths: Scale,
    exponent: i32,
}

impl Motion {
    /// Of one flight, or of one seen from another; the scale suits these other lengths too.
    fn new(a: &Flight, b: Option<&Flight>, others: &[Xy]) -> Motion {
        let flights = || [Some(a), b].into_iter().flatten();
        let speeds = Scale::of(flights().flat_map(|flight| &flight.velocity));
        let times = Scale::of(flights().map(|flight| &flight.since));
        let places = Scale::of(flights().flat_map(|flight| &flight.at).chain(others.as_flattened()));
        // C is a place less a velocity times a time.
        let lengths = Scale { exponent: places.exponent.min(speeds.exponent + times.exponent) };
        let shift = (speeds.exponent + times.exponent - lengths.exponent) as usize;
        let line = |flight: &Flight| {
            let (at, w) = (lengths.point(flight.at), speeds.point(flight.velocity));
            if flight.since == 0.0 {
                return (at, w);
            }
            let since = times.integer(flight.since);
            let [x, y] = at;
            ([x - ((&w[0] * &since) << shift), y - ((&w[1] * &since) << shift)], w)
        };
        let (mut c, mut w) = line(a);
        if let Some(b) = b {
            let (from, speed) = line(b);
            (c, w) = (to(&from, &c), to(&speed, &w));
        }
        Motion { c, w, lengths, exponent: lengths.exponent - speeds.exponent }
    }

    fn reach(&self, radii: [f64; 2]) -> IBig {
        self.lengths.integer(radii[0]) + self.lengths.integer(radii[1])
    }

    /// When it is nearer to a point than the reach.
    ///
    /// |D + T·W|² = R² with D = C − p: (W·W)·T² + 2·(D·W)·T + (D·D − R²) = 0.
    fn near_point(&self, p: &Integers, reach: &IBig) -> Option<Window> {
        let d = to(p, &self.c);
        let (ww, dw, gap) = (dot(&self.w, &self.w), dot(&d, &self.w), dot(&d, &d) - reach * reach);
        if ww == IBig::ZERO {
            return (gap < IBig::ZERO).then_some(Window { from: None, until: None });
        }
        let q = &dw * &dw - &ww * gap;
        (IBig::ZERO < q).then(|| self.between_roots(-dw, q, ww))
    }

    fn between_roots(&self, p: IBig, q: IBig, s: IBig) -> Window {
        let from = Instant::new(p.clone(), Root::Smaller, q.clone(), s.clone(), self.exponent);
        Window { from: Some(from), until: Some(Instant::new(p, Root::Larger, q, s, self.exponent)) }
    }

    /// When it is nearer to a segment than the reach: from the first to the last of both ends' circles and the box between.
    fn near_segment(&self, a: &Integers, b: &Integers, reach: &IBig) -> Option<Window> {
        let parts = [self.near_point(a, reach), self.near_point(b, reach), self.in_box(a, b, reach)];
        parts.into_iter().flatten().reduce(|one, other| Window {
            from: one.from.zip(other.from).map(|(x, y)| if x.compare(&y) == Ordering::Greater { y } else { x }),
            until: one.until.zip(other.until).map(|(x, y)| if x.compare(&y) == Ordering::Less { y } else { x }),
        })
    }

    /// When it is beside a segment, not beyond its ends, and nearer to its line than the reach.
    fn in_box(&self, a: &Integers, b: &Integers, reach: &IBig) -> Option<Window> {
        let (e, d) = (to(a, b), to(a, &self.c));
        let (height, climb) = (cross(&e, &d), cross(&e, &self.w));
        let margin = reach * reach * dot(&e, &e);
        let beside = self.beside(&e, &d)?;
        // |height + T·climb| < R·|e|.
        if climb == IBig::ZERO {
            return (&height * &height < margin).then_some(beside);
        }
        let (p, s) = if climb < IBig::ZERO { (height, -climb) } else { (-height, climb) };
        let near = self.between_roots(p, margin, s);
        let from = [beside.from, near.from].into_iter().flatten().max_by(Instant::compare);
        let until = [beside.until, near.until].into_iter().flatten().min_by(Instant::compare);
        let is_open = from.as_ref().zip(until.as_ref()).is_some_and(|(x, y)| x.compare(y) == Ordering::Less);
        is_open.then_some(Window { from, until })
    }

    /// When it is not beyond the ends of a segment: 0 ≤ e·D + T·(e·W) ≤ e·e. The ends of this interval belong to it.
    fn beside(&self, e: &Integers, d: &Integers) -> Option<Window> {
        let (along, speed, length) = (dot(e, d), dot(e, &self.w), dot(e, e));
        if speed == IBig::ZERO {
            let is_beside = IBig::ZERO <= along && along <= length;
            return is_beside.then_some(Window { from: None, until: None });
        }
        let [at_a, at_b] = [-&along, length - along].map(|way| Instant::fraction(way, speed.clone(), self.exponent));
        let (from, until) = if speed < IBig::ZERO { (at_b, at_a) } else { (at_a, at_b) };
        Some(Window { from: Some(from), until: Some(until) })
    }

    /// When it is first on a segment, touching included.
    fn on_segment(&self, a: &Integers, b: &Integers, start: &Instant) -> Option<Instant> {
        let (e, d) = (to(a, b), to(a, &self.c));
        let (height, climb) = (cross(&e, &d), cross(&e, &self.w));
        let beside = self.beside(&e, &d)?;
        let is_within = |time: &Instant| {
            beside.from.as_ref().is_none_or(|from| from.compare(time) != Ordering::Greater)
                && beside.until.as_ref().is_none_or(|until| until.compare(time) != Ordering::Less)
        };
        let time = match () {
            _ if climb != IBig::ZERO => Instant::fraction(-height, climb, self.exponent),
            _ if height != IBig::ZERO => return None,
            _ => later(beside.from.as_ref(), start).clone(),
        };
        (time.compare(start) != Ordering::Less && is_within(&time)).then_some(time)
    }

    /// When it is first on the edge of a circle or within, touching included.
    fn on_pillar(&self, center: &Integers, reach: &IBig, start: &Instant) -> Option<Instant> {
        let d = to(center, &self.c);
        let (ww, dw, gap) = (dot(&self.w, &self.w), dot(&d, &self.w), dot(&d, &d) - reach * reach);
        if ww == IBig::ZERO {
            return (gap <= IBig::ZERO).then(|| start.clone());
        }
        let q = &dw * &dw - &ww * gap;
        if q < IBig::ZERO {
            return None;
        }
        let Window { from, until } = self.between_roots(-dw, q, ww);
        let is_over = until.is_some_and(|until| until.compare(start) == Ordering::Less);
        (!is_over).then(|| later(from.as_ref(), start).clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dyadic::exact;
    use crate::moving::{self, Contact};
    use crate::rng::Rng;
    use crate::{cases, near, round};

    const CASES: u64 = if crate::FEW_CASES { 2_000 } else { 50_000 };

    /// The judge of single moves and this one agree on who is stopped and when, for motions that are floats.
    #[test]
    fn stops_at_walls() {
        let mut stopped = 0;
        for case in 0..CASES {
            let rng = &mut Rng::for_case(0, "stops at walls", case);
            let (path, wall, _) = cases::path_and_walls(rng);
            let wall = cases::apart(rng, wall);
            let radius = if rng.one_in(3) { 0.0 } else { near::fitting(rng, path, wall).abs().min(1e300) };
            let velocity = [0, 1].map(|axis| path[1][axis] - path[0][axis]);
            let is_exact = [0, 1].iter().all(|&axis| {
                velocity[axis].is_finite()
                    && (exact(path[0][axis]) + exact(velocity[axis]) - exact(path[1][axis])).sign() == Ordering::Equal
            });
            if !is_exact {
                continue;
            }
            let (solid, touch) = if rng.one_in(3) {
                let around = *rng.pick(&[0.0, radius, 1.0]);
                (Solid::Pillar(wall[0], around), moving::disc_and_circle(path, radius, wall[0], around))
            } else {
                (Solid::Wall(wall), moving::disc_and_wall(path, radius, wall))
            };
            // What starts inside is no question for the world.
            if touch.as_ref().is_some_and(|touch| touch.contact == Contact::Overlaps) {
                continue;
            }
            let deeper = |touch: &moving::Touch| matches!(touch.contact, Contact::Crosses | Contact::Starts);
            // A disc that touches at the very end would go deeper after it.
            let at_end = touch.as_ref().is_some_and(|touch| touch.contact == Contact::Ends);
            let expected = touch.filter(|touch| radius == 0.0 || deeper(touch)).map(|touch| touch.time.toward_zero());
            let flight = Flight { at: path[0], velocity, since: 0.0 };
            let got = stop(&flight, radius, solid);
            let one = Instant::of(1.0);
            let in_time = got.filter(|time| {
                time.compare(&one) != Ordering::Greater && !(at_end && 0.0 < radius && time.equals(&one))
            });
            assert_eq!(in_time.map(|time| time.floor()), expected, "case {case}: {flight:?} {radius:e} {solid:?}");
            stopped += u64::from(expected.is_some());
        }
        assert!(CASES / 20 < stopped, "{stopped} of {CASES}");
    }

    /// The same for two bodies: touching is the same whether one of them moves or both.
    #[test]
    fn overlaps_of_bodies() {
        let mut met = 0;
        for case in 0..CASES {
            let rng = &mut Rng::for_case(0, "overlaps of bodies", case);
            let mut place = |most: i64| [0, 1].map(|_| rng.between(-most, most) as f64);
            let (p, v, q, w) = (place(9), place(9), place(9), place(9));
            let (r, s) = (rng.between(0, 8) as f64 / 2.0, rng.between(0, 8) as f64 / 2.0);
            let end = |p: Xy, v: Xy| [p[0] + v[0], p[1] + v[1]];
            let touch = moving::disc_and_disc(([p, end(p, v)], r), ([q, end(q, w)], s));
            // The same flights as seen one second later.
            let late = Flight { at: end(p, v), velocity: v, since: 1.0 };
            let other = Flight { at: q, velocity: w, since: 0.0 };
            let window = overlap((&late, r), (&other, s));
            let (zero, one) = (Instant::of(0.0), Instant::of(1.0));
            let opens = window.as_ref().and_then(|window| window.opens(&zero));
            let opens = opens.filter(|time| time.compare(&one) == Ordering::Less).map(|time| time.floor());
            let deeper = |contact| matches!(contact, Contact::Crosses | Contact::Starts | Contact::Overlaps);
            let expected =
                touch.filter(|touch| 0.0 < r + s && deeper(touch.contact)).map(|touch| touch.time.toward_zero());
            assert_eq!(opens, expected, "case {case}: {late:?} {r} {other:?} {s}");
            // It is open between its ends and nowhere else.
            for eighth in 0..9 {
                let time = f64::from(eighth) / 8.0;
                let d = [0, 1].map(|axis| (p[axis] - q[axis]) + (v[axis] - w[axis]) * time);
                let is_apart = (r + s) * (r + s) <= d[0] * d[0] + d[1] * d[1];
                assert_eq!(apart_at((&late, r), (&other, s), time), is_apart, "case {case} at {time}");
            }
            met += u64::from(expected.is_some());
        }
        assert!(CASES / 20 < met, "{met} of {CASES}");
    }

    #[test]
    fn worked_by_hand() {
        let flight = |at, velocity, since| Flight { at, velocity, since };
        let wall = Solid::Wall([[0.0, -5.0], [0.0, 5.0]]);
        let floor = |time: Option<Instant>| time.map(|time| time.floor());
        // The edge of a disc is at −2 and reaches 0 after 2 s; of one that starts 1 s later, after 3 s.
        assert_eq!(floor(stop(&flight([-3.0, 0.0], [1.0, 0.0], 0.0), 1.0, wall)), Some(2.0));
        assert_eq!(floor(stop(&flight([-3.0, 0.0], [1.0, 0.0], 1.0), 1.0, wall)), Some(3.0));
        // One that touches and goes away, along or nowhere is not stopped; one that goes deeper is, at once.
        for (velocity, expected) in
            [([-1.0, 0.0], None), ([0.0, 1.0], None), ([0.0, 0.0], None), ([1.0, 9.0], Some(2.0))]
        {
            assert_eq!(floor(stop(&flight([-1.0, 0.0], velocity, 2.0), 1.0, wall)), expected, "{velocity:?}");
        }
        // Past the end at (0, 5), at height 5.6: 0.8 from the end sideways when 1 away.
        let time = stop(&flight([-3.0, 5.6], [1.0, 0.0], 0.0), 1.0, wall).map(|time| time.floor());
        assert!((time.unwrap() - 2.2).abs() < 1e-12, "{time:?}");
        assert_eq!(floor(stop(&flight([-3.0, 6.0], [1.0, 0.0], 0.0), 1.0, wall)), None, "tangent");
        // A point touches the end.
        assert_eq!(floor(stop(&flight([-3.0, 5.0], [1.0, 0.0], 0.0), 0.0, wall)), Some(3.0));
        assert_eq!(floor(stop(&flight([0.0, 9.0], [0.0, -2.0], 0.0), 0.0, wall)), Some(2.0), "along the line");
        // And a pillar's edge, also where it only touches it.
        let pillar = Solid::Pillar([0.0, 0.0], 2.0);
        assert_eq!(floor(stop(&flight([-6.0, 2.0], [2.0, 0.0], 0.0), 0.0, pillar)), Some(3.0));
        assert_eq!(floor(stop(&flight([-6.0, 3.0], [2.0, 0.0], 0.0), 1.0, pillar)), None);
        // Two discs head on, 10 apart, 4 of it radii: 2 s at 3 m/s together.
        let (a, b) = (flight([0.0, 0.0], [1.0, 0.0], 0.0), flight([10.0, 0.0], [-2.0, 0.0], 0.0));
        let window = overlap((&a, 1.0), (&b, 3.0)).unwrap();
        let zero = Instant::of(0.0);
        assert_eq!(floor(window.opens(&zero)), Some(2.0));
        assert_eq!(floor(window.closes(&Instant::of(2.0))), Some(round::next_down(14.0 / 3.0)));
        assert!(apart_at((&a, 1.0), (&b, 3.0), 2.0) && !apart_at((&a, 1.0), (&b, 3.0), 2.0 + 1e-15));
        // Two points: 10 / 3 s.
        assert!(same_place(&a, &b).unwrap().equals(&Instant::fraction(10.into(), 3.into(), 0)));
        assert!(same_place(&a, &flight([10.0, 5e-324], [-2.0, 0.0], 0.0)).is_none());
        assert!(same_place(&a, &flight([1.0, 0.0], [-2.0, 0.0], 1.0)).is_none(), "together from the start");
    }
}

//! The bounce path of one body, leg by leg.

use super::bounces::{Bounce, Bounces, Ending, Limits, PATIENCE};
use super::few::Few;
use super::quick::Ball;
use super::stop::{Bounced, Slides, Stop, facing_of, felt, finite, has_moved, leaves, within};
use crate::point::{Point, Vec2, max, min};
use crate::response::{combined_restitution, reflect};
use crate::sweep::Hit;
use crate::walls::{Moving, View, Wall, WallId};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Memory for up to so many bounces is reserved before they come: growing in steps costs as much as bouncing.
const MAX_RESERVED_BOUNCES: u32 = 1024;

/// A velocity up to this large can be reflected, and its length taken, without overflow: 2⁹⁶⁰.
const MAX_PLAIN_SPEED: f64 = f64::from_bits((1023 + 960) << 52);

/// The parts of a frame for what is faster: 2⁶⁴, so that the largest numbers' difference is below 2⁹⁶¹ a part.
const PARTS_OF_FRAME: f64 = f64::from_bits((1023 + 64) << 52);

pub(super) struct BouncePath<'a, M> {
    /// The mover, on any path.
    mover: M,
    view: &'a View<'a>,
    limits: Limits,
    body: Ball,
    bounces: Vec<Bounce>,
    /// How many bounces it has had where it is.
    stuck: u32,
    /// How many it has had within small steps of a place.
    tight: (Point, u32),
    slides: Slides,
    /// Where its time ends if nothing more is met; `None` if that is to be made from time and velocity.
    target: Option<Point>,
    /// The walls, if they are few and the path has many bounces.
    few: Option<Few>,
    /// From the middle of all walls to beyond them, if that is needed to end a path.
    around: Option<(Point, f64)>,
    /// How many units of time a frame has: times and velocities are in these until they are reported.
    parts: f64,
}

impl<'a, M: Moving> BouncePath<'a, M> {
    pub(super) fn new(view: &'a View<'a>, sweep: &M, limits: Limits) -> BouncePath<'a, M> {
        let (start, end) = (sweep.start(), sweep.end());
        let motion = end - start;
        let is_fast = motion.x.abs() > MAX_PLAIN_SPEED || motion.y.abs() > MAX_PLAIN_SPEED;
        let part = |end: f64, start: f64| end / PARTS_OF_FRAME - start / PARTS_OF_FRAME;
        let (parts, velocity) = match is_fast {
            true => (PARTS_OF_FRAME, Vec2::new(part(end.x, start.x), part(end.y, start.y))),
            false => (1.0, motion),
        };
        let body = Ball {
            at: start,
            ideal: start,
            velocity,
            speed: velocity.length(),
            arrived: velocity,
            radius: reach_of(sweep),
            time: 0.0,
            left: limits.time * parts,
            length: 0.0,
            max_length: limits.length,
        };
        // A path of one frame ends where the sweep does; longer ones end beyond the walls at the latest.
        let around = if limits.time <= 1.0 { None } else { view.surroundings() };
        let target = (limits.time == 1.0).then_some(end);
        let (bounces, tight) = (Vec::new(), (start, 0));
        let slides = Slides::default();
        BouncePath {
            mover: *sweep,
            view,
            limits,
            body,
            bounces,
            stuck: 0,
            tight,
            slides,
            target,
            few: None,
            around,
            parts,
        }
    }

    /// Moves to the next wall and bounces there, or says how the path ends.
    pub(super) fn leg(&mut self) -> Option<Ending> {
        self.bounce_quickly();
        let at = self.body.at;
        let (span, reach) = self.span();
        let ahead = match self.ahead(span, reach) {
            Ok(ahead) => ahead,
            Err(target) => return Some(self.ends_at(target, span, reach)),
        };
        let Ahead { ref path, wall, ref hit, is_leaving, .. } = ahead;
        let stop = self.view.stop_before(path, hit, |_| true);
        if stop.at == at && is_leaving {
            // Not even a number away.
            return Some(self.ends_at(at, span, reach));
        }
        if stop.at == at {
            self.stuck += 1;
            let is_first = self.bounces.is_empty() && hit.t == 0.0;
            if self.stuck > 2 * PATIENCE || (is_first && !path.on(at, at).is_clear_among(*self.view)) {
                return Some(Ending::Blocked { wall, remaining: self.body.left });
            }
        } else {
            self.stuck = 0;
            self.body.arrived = self.body.velocity;
        }
        if self.bounces.len() as u64 >= u64::from(self.limits.bounces) {
            return Some(Ending::BounceLimit { remaining: self.body.left });
        }
        // It has become so slow that it does not get there before times end.
        if !(self.body.time + span * hit.t).is_finite() {
            return Some(Ending::Completed);
        }
        self.pass(span * hit.t);
        self.bounces_at(&ahead, &stop, reach);
        None
    }

    /// As far as plain floats are certain.
    fn bounce_quickly(&mut self) {
        if let (Some(few), 0) = (&self.few, self.stuck) {
            let so_far = self.bounces.len();
            few.bounce(&mut self.body, self.limits.bounces as usize, &mut self.bounces);
            if self.bounces.len() > so_far {
                (self.target, self.tight, self.slides) = (None, (self.body.at, 0), Slides::default());
            }
        }
    }

    /// The wall that is met next; or, if there is none, where the leg ends.
    fn ahead(&self, span: f64, reach: Reach) -> Result<Ahead<M>, Point> {
        let Ball { at, ideal, velocity, .. } = self.body;
        let (mut target, motion) = match (reach, self.target) {
            (Reach::Time, Some(target)) => (target, target - ideal),
            _ => (ahead_of(ideal, velocity, span), velocity * span),
        };
        let mut is_from_here = false;
        loop {
            let path = self.mover.on(at, target);
            let Some((wall, hit)) = path.first_stop_looking_among(*self.view) else { return Err(target) };
            let is_leaving = self.is_leaving(wall, &hit);
            if !is_leaving || is_from_here {
                return Ok(Ahead { path, wall, hit, is_leaving });
            }
            // What is left of its motion is so short that it ends between the wall it has just left and where it is: beside the wall.
            (target, is_from_here) = (within(at + motion), true);
        }
    }

    /// Whether a wall that seems to be met is the one it has just left, and it does leave it.
    fn is_leaving(&self, wall: WallId, hit: &Hit) -> bool {
        let Ball { at, velocity, .. } = self.body;
        let is_last = self.bounces.last().is_some_and(|bounce| bounce.wall == wall);
        let wall = if is_last { self.view.walls().get(wall) } else { None };
        wall.is_some_and(|wall| self.leaves(&wall, hit, at, velocity) == Ordering::Greater)
    }

    /// Whether a velocity leads away from a wall that is touched in a place, by its exact sign.
    fn leaves(&self, wall: &Wall, hit: &Hit, at: Point, velocity: Vec2) -> Ordering {
        match self.mover.as_sweep() {
            Some(sweep) => leaves(wall, felt(hit.feature, sweep.radius()), at, velocity),
            None => facing_of(&self.mover, wall, hit, at).height(velocity),
        }
    }

    fn bounces_at(&mut self, ahead: &Ahead<M>, stop: &Stop, reach: Reach) {
        let Ahead { path, wall, hit, .. } = ahead;
        let before = self.body.velocity;
        let restitution = combined_restitution(self.limits.restitution, self.view.restitution(*wall));
        // Asked at every bounce, as it is counted there.
        let is_tired = self.is_tired(stop.at) && restitution < 1.0;
        let has_moved = has_moved(self.body.at, stop.at, self.body.radius);
        let bounced = if self.slides.end_in_corner(*wall, restitution, has_moved) {
            Bounced::REST
        } else if self.stuck == PATIENCE || is_tired {
            Bounced::back(self.body.arrived, restitution)
        } else {
            let leaves = |wall: &Wall, velocity| self.leaves(wall, hit, stop.at, velocity);
            self.view.bounced_by(before, *wall, hit, restitution, leaves)
        };
        // Along the wall it goes beside it, not on it.
        let ideal = if bounced.leaves { stop.ideal } else { stop.at };
        let after = bounced.velocity;
        self.body = Ball { at: stop.at, ideal, velocity: after, speed: after.length(), ..self.body };
        let is_plain = bounced.is_plain && bounced.leaves && reach == Reach::Time;
        let target = is_plain.then(|| stop.ideal + reflect(path.end() - stop.ideal, hit.normal, restitution));
        self.target = target.filter(|target| target.is_finite()).map(Point::canonical);
        let (time, point, normal) = (self.body.time, hit.point, hit.normal);
        self.bounces.push(Bounce { time, wall: *wall, at: stop.at, point, normal, before, after });
        // From the second bounce on it pays to keep the walls at hand.
        if self.bounces.len() == 2 && self.stuck == 0 && self.mover.as_sweep().is_some() {
            self.few = Few::of(self.view, self.limits.restitution);
            if self.few.is_some() && self.limits.time == f64::INFINITY && self.limits.length == f64::INFINITY {
                self.bounces.reserve_exact(self.limits.bounces.min(MAX_RESERVED_BOUNCES) as usize);
            }
        }
    }

    /// Whether it has had as many bounces as it has patience for within small steps of a place: one that loses speed has then met the end of
    /// endlessly many bounces, as in the tip of a wedge, as far as numbers can resolve them.
    fn is_tired(&mut self, at: Point) -> bool {
        let (place, count) = self.tight;
        let is_tight = !has_moved(place, at, self.body.radius);
        self.tight = if is_tight && count < PATIENCE { (place, count + 1) } else { (at, 0) };
        self.tight.1 == PATIENCE
    }

    /// Nothing more is met.
    fn ends_at(&mut self, mut target: Point, mut span: f64, reach: Reach) -> Ending {
        if reach == Reach::AllWalls && self.around.take().is_some() {
            // Past all walls the rest is free, but from where it is now the path there need not be: it ends where numbers are coarse.
            let further = self.span().0;
            let far = ahead_of(self.body.ideal, self.body.velocity, further);
            if self.mover.on(self.body.at, far).is_clear_among(*self.view) {
                (target, span) = (far, further);
            }
        }
        self.pass(span);
        (self.body.at, self.body.ideal) = (target, target);
        Ending::Completed
    }

    /// How long the next leg may be, which is finite, and why.
    fn span(&self) -> (f64, Reach) {
        let Ball { at, velocity, speed, radius, left, length, max_length, .. } = self.body;
        if speed == 0.0 {
            return (0.0, Reach::Length);
        }
        let by_length = max(max_length - length, 0.0) / speed;
        let (span, reach) = if by_length < left { (by_length, Reach::Length) } else { (left, Reach::Time) };
        if reach == Reach::Time && self.target.is_some() {
            return (span, reach);
        }
        // Further than to the far side of all walls there is nothing to meet.
        let beyond = match self.around {
            Some((middle, reach)) => {
                let from = at - middle;
                2.0 * (from.x.abs() + from.y.abs() + reach + radius) / speed
            }
            None => f64::INFINITY,
        };
        let (span, reach) = if beyond < span { (beyond, Reach::AllWalls) } else { (span, reach) };
        if (at + velocity * span).is_finite() {
            return (span, reach);
        }
        // It goes no further than numbers do, and takes no longer.
        let all_numbers = min(f64::MAX, min(to_the_last(at.x, velocity.x), to_the_last(at.y, velocity.y)));
        if span < all_numbers { (span, reach) } else { (all_numbers, Reach::AllWalls) }
    }

    fn pass(&mut self, time: f64) {
        self.body.time = min(self.body.time + time, f64::MAX);
        self.body.length = min(self.body.length + self.body.speed * time, f64::MAX);
        self.body.left = max(self.body.left - time, 0.0);
    }

    /// The path in frames.
    pub(super) fn report(self, ending: Ending) -> Bounces {
        let BouncePath { body: Ball { at: end, velocity, time, length, .. }, mut bounces, parts, limits, .. } = self;
        if parts == 1.0 {
            return Bounces { bounces, end, velocity, time, length, ending };
        }
        for bounce in &mut bounces {
            bounce.time /= parts;
            (bounce.before, bounce.after) = (finite(bounce.before * parts), finite(bounce.after * parts));
        }
        let (velocity, time) = (finite(velocity * parts), time / parts);
        let remaining = max(limits.time - time, 0.0);
        let ending = match ending {
            Ending::Completed => Ending::Completed,
            Ending::BounceLimit { .. } => Ending::BounceLimit { remaining },
            Ending::Blocked { wall, .. } => Ending::Blocked { wall, remaining },
        };
        Bounces { bounces, end, velocity, time, length, ending }
    }
}

/// The radius of a point or disc; of any other mover more than how far it reaches from its position: √2 times its largest number, and its
/// radius.
fn reach_of(mover: &impl Moving) -> f64 {
    mover.as_sweep().map_or_else(|| min(2.5 * mover.size(), f64::MAX), |sweep| sweep.radius())
}

/// How long it takes to the last number ahead. In halves, which do not overflow.
fn to_the_last(x: f64, v: f64) -> f64 {
    let last = if v < 0.0 { -f64::MAX } else { f64::MAX };
    if v == 0.0 { f64::INFINITY } else { (last / 2.0 - x / 2.0) / v * 2.0 }
}

/// Where it is after some time; in halves, if the distance is more than numbers hold.
fn ahead_of(from: Point, velocity: Vec2, span: f64) -> Point {
    let at = from + velocity * span;
    if at.is_finite() {
        return at.canonical();
    }
    let half = |from: f64, v: f64| 2.0 * (from / 2.0 + v * (span / 2.0));
    within(Point::new(half(from.x, velocity.x), half(from.y, velocity.y)))
}

/// A wall that is met.
struct Ahead<M> {
    path: M,
    wall: WallId,
    hit: Hit,
    /// Whether it is the one that was left last, and its velocity leads away from it.
    is_leaving: bool,
}

/// What ends a leg on which nothing is met.
#[derive(Clone, Copy, PartialEq)]
enum Reach {
    Time,
    Length,
    AllWalls,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::Segment;
    use crate::sweep::{Mover, Sweep};
    use crate::walls::Walls;

    fn walls(ends: &[[[f64; 2]; 2]]) -> Walls {
        Walls::new(ends.iter().map(|&[a, b]| Segment::new(a, b).unwrap()))
    }

    fn square() -> Walls {
        let corners = [[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]];
        walls(&[0, 1, 2, 3].map(|i| [corners[i], corners[(i + 1) % 4]]))
    }

    /// How long a leg may be, and why: as long as there is time or length, no further than beyond all walls or to the last number. Of two that are as
    /// long, time comes before length and before what is beyond all walls, and the last number before time.
    #[test]
    fn spans() {
        let walls = walls(&[[[0.0, 50.0], [1.0, 50.0]]]);
        let view = walls.all();
        let around = Some((Point::new(-3.0, 5.0), 8.0));
        let is_there = Some(Point::new(3.0, 4.0));
        // From (0, 1), 5 in a frame, with a radius of 2: 2 · (3 + 4 + 8 + 2) beyond all walls takes 6.8 frames.
        for (time, length, around, target, expected) in [
            (4.0, 15.0, None, None, (3.0, Reach::Length)),
            (4.0, 20.0, None, None, (4.0, Reach::Time)),
            (4.0, 25.0, None, None, (4.0, Reach::Time)),
            (4.0, 25.0, around, None, (4.0, Reach::Time)),
            (6.8, 99.0, around, None, (6.8, Reach::Time)),
            (9.0, 34.0, around, None, (6.8, Reach::Length)),
            (9.0, 99.0, around, None, (6.8, Reach::AllWalls)),
            (9.0, 99.0, around, is_there, (9.0, Reach::Time)),
            (9.0, 40.0, around, is_there, (6.8, Reach::AllWalls)),
        ] {
            let sweep = Sweep::disc([0.0, 1.0], [3.0, 5.0], 2.0).unwrap();
            let limits = Limits { time, length, ..Limits::default() };
            let path = BouncePath { around, target, ..BouncePath::new(&view, &sweep, limits) };
            assert!(path.span() == expected, "{time} {length}: {}", path.span().0);
        }
        // To the last number.
        for (x, v, left, expected) in [
            (-f64::MAX, f64::MAX / 2.0, 5.0, (4.0, Reach::AllWalls)),
            (-f64::MAX, f64::MAX / 2.0, 4.0, (4.0, Reach::AllWalls)),
            (-f64::MAX, f64::MAX / 2.0, 3.0, (3.0, Reach::Time)),
            (f64::MAX / 2.0, f64::MAX / 4.0, 3.0, (2.0, Reach::AllWalls)),
            (-f64::MAX / 2.0, -f64::MAX / 4.0, 3.0, (2.0, Reach::AllWalls)),
        ] {
            let mut path = BouncePath::new(&view, &Sweep::point([x, 0.0], [x, 1.0]).unwrap(), Limits::default());
            (path.target, path.body.velocity, path.body.left) = (None, Vec2::new(v, 0.0), left);
            path.body.speed = v.abs();
            assert!(path.span() == expected, "{x:e} {v:e} {left}: {}", path.span().0);
        }
    }

    /// Who has had as many bounces as there is patience for in one place is tired, once; then it begins anew, as it does elsewhere.
    #[test]
    fn who_is_tired() {
        let (square, here, there) = (square(), Point::new(4.0, 4.0), Point::new(5.0, 4.0));
        let view = square.all();
        let mut path = BouncePath::new(&view, &Sweep::point(here, there).unwrap(), Limits::default());
        let mut tired = (1..).map(|_| path.is_tired(here)).take(3 * PATIENCE as usize).enumerate();
        let times: Vec<usize> = tired.by_ref().filter(|(_, is_tired)| *is_tired).map(|(i, _)| i + 1).collect();
        let patience = PATIENCE as usize;
        assert_eq!(times, [patience, 2 * patience + 1]);
        let mut path = BouncePath::new(&view, &Sweep::point(here, there).unwrap(), Limits::default());
        assert!((0..200).all(|i| !path.is_tired(if i % 2 == 0 { there } else { here })));
    }

    /// One that is tired goes back along its path, unless it loses no speed.
    #[test]
    fn only_who_loses_speed_goes_back() {
        let square = square();
        let view = square.all();
        for (restitution, expected) in [(1.0, Vec2::new(1.0, 4.0)), (0.5, Vec2::new(-1.0, 4.0))] {
            let limits = Limits { restitution, ..Limits::default() };
            let mut path = BouncePath::new(&view, &Sweep::point([4.0, 2.0], [5.0, -2.0]).unwrap(), limits);
            path.tight = (Point::new(4.5, 0.0), PATIENCE - 1);
            assert_eq!(path.leg(), None);
            let kept = if restitution == 1.0 { 1.0 } else { 0.5_f64.powi(64) };
            assert_eq!(path.body.velocity, expected * kept);
        }
    }

    /// A leg goes from where the body is to where it would be with more digits; and where that is behind the wall it has just left, it goes as far from
    /// where it is.
    #[test]
    fn legs_beside_the_wall_just_left() {
        let floor = walls(&[[[-9.0, 0.0], [9.0, 0.0]], [[-9.0, 5.0], [9.0, 5.0]]]);
        let view = floor.all();
        let sweep = Sweep::point([0.0, 3.0], [2.0, -3.0]).unwrap();
        let mut path = BouncePath::new(&view, &sweep, Limits::time(8.0));
        assert_eq!(path.leg(), None);
        assert_eq!(path.bounces.len(), 1);
        path.target = None;
        path.body.at = Point::new(1.0, 0.5);
        path.body.ideal = Point::new(1.0, -0.5);
        path.body.velocity = Vec2::new(2.0, 0.125);
        // Up to (7, −0.125) it would be below the floor, which it leaves.
        let Err(target) = path.ahead(3.0, Reach::Time) else { panic!("nothing is met") };
        assert_eq!(target, Point::new(7.0, 0.875));
        // Up to the ceiling, on the way from where it is to where it would be.
        path.body.velocity = Vec2::new(2.0, 3.0);
        let Ok(Ahead { path: ahead, is_leaving, .. }) = path.ahead(3.0, Reach::Time) else { panic!("it is met") };
        assert_eq!((ahead.end(), is_leaving), (Point::new(7.0, 8.5), false));
    }

    /// A point between two walls that are two of the smallest numbers apart has no room: after 64 bounces it goes back, and after as many again it is blocked.
    #[test]
    fn blocked_where_there_is_no_room() {
        let unit = f64::from_bits(1);
        let slit = walls(&[[[-9.0, 0.0], [9.0, 0.0]], [[-9.0, 2.0 * unit], [9.0, 2.0 * unit]]]);
        let path = slit.bounce(&Sweep::point([0.0, unit], [0.0, 1.0]).unwrap(), Limits::default());
        assert!(matches!(path.ending, Ending::Blocked { .. }), "{:?}", path.ending);
        assert_eq!(path.bounces.len(), 2 * PATIENCE as usize);
    }

    /// A point that starts on a wall is blocked, also if it would leave it.
    #[test]
    fn blocked_on_a_wall() {
        let path = square().bounce(&Sweep::point([0.0, 4.0], [3.0, 4.0]).unwrap(), Limits::default());
        assert!(matches!(path.ending, Ending::Blocked { .. }), "{:?}", path.ending);
        assert!(path.bounces.is_empty());
    }

    /// A disc that lies on a floor and moves into it bounces at once: to touch is free.
    #[test]
    fn off_a_floor_that_is_touched() {
        let floor = walls(&[[[-9.0, 0.0], [9.0, 0.0]]]);
        let path = floor.bounce(&Sweep::disc([0.0, 1.0], [3.0, -3.0], 1.0).unwrap(), Limits::default());
        assert_eq!((path.bounces.len(), path.ending), (1, Ending::Completed));
        assert_eq!((path.bounces[0].time, path.velocity), (0.0, Vec2::new(3.0, 4.0)));
    }

    /// From the second bounce on few walls are at hand: all other bounces follow in a leg, and memory for them is there if nothing else ends the path. A body
    /// that has no room goes on wall by wall.
    #[test]
    fn walls_at_hand() {
        let (square, sweep) = (square(), Sweep::point([4.0, 3.0], [5.0, 7.0]).unwrap());
        let view = square.all();
        let endless = Limits::bounces(500);
        for (limits, is_reserved) in [
            (endless, true),
            (Limits { time: 1e6, ..endless }, false),
            (Limits { length: 1e6, ..endless }, false),
            (Limits { time: 1e6, length: 1e6, ..endless }, false),
        ] {
            let mut path = BouncePath::new(&view, &sweep, limits);
            for count in 1..=2 {
                assert!(path.few.is_none());
                assert_eq!((path.leg(), path.bounces.len()), (None, count));
            }
            assert!(path.few.is_some());
            assert_eq!(path.bounces.capacity() >= 500, is_reserved, "{limits:?}");
            path.bounce_quickly();
            assert_eq!((path.bounces.len(), path.body.at), (500, path.bounces[499].at));
        }
        // Too many walls to be at hand: nothing is reserved for them.
        let piece = |i: u32| Segment::new([f64::from(i) / 5.0, 0.0], [f64::from(i + 1) / 5.0, 0.0]).unwrap();
        let others = square.ids().filter_map(|id| square.get(id)?.segment());
        let many = Walls::new((0..40).map(piece).chain(others));
        let view = many.all();
        let mut path = BouncePath::new(&view, &sweep, endless);
        while path.bounces.len() < 4 {
            assert_eq!(path.leg(), None);
            assert!(path.few.is_none() && path.bounces.capacity() < 500);
        }
        // Between the walls of a slit it has not gone anywhere.
        let unit = f64::from_bits(1);
        let slit = walls(&[[[-9.0, 0.0], [9.0, 0.0]], [[-9.0, 2.0 * unit], [9.0, 2.0 * unit]]]);
        let view = slit.all();
        let mut path = BouncePath::new(&view, &Sweep::point([0.0, unit], [0.0, 1.0]).unwrap(), endless);
        while path.bounces.len() < 3 {
            assert_eq!(path.leg(), None);
            assert!(path.few.is_none(), "{}", path.bounces.len());
        }
    }

    /// What is taken for a mover's radius is never less than how far it reaches, and not much more.
    #[test]
    fn movers_reach_no_further() {
        for size in [1e-3, 1.0, 1e3] {
            let capsule = Mover::capsule([size, -size], [0.0, size], size).unwrap();
            let reach = reach_of(&capsule.sweep([7.0, 0.0], [0.0, 0.0]).unwrap());
            let farthest = (1.0 + 2_f64.sqrt()) * size;
            assert!(farthest <= reach && reach < 2.0 * farthest, "{size}: {reach}");
        }
        assert_eq!(reach_of(&Sweep::disc([7.0, 0.0], [0.0, 0.0], 3.0).unwrap()), 3.0);
    }

    #[test]
    fn how_long_to_the_last_number() {
        assert_eq!(to_the_last(0.0, 2.0), f64::MAX / 2.0);
        assert_eq!(to_the_last(0.0, -4.0), f64::MAX / 4.0);
        assert_eq!(to_the_last(-f64::MAX, 2.0), f64::MAX);
        assert_eq!(to_the_last(f64::MAX, -4.0), f64::MAX / 2.0);
        assert_eq!([to_the_last(5.0, 0.0), to_the_last(5.0, -0.0)], [f64::INFINITY; 2]);
        let (from, v) = (Point::new(-f64::MAX, 0.0), Vec2::new(1e308, 3.0));
        assert_eq!(ahead_of(Point::new(1.0, 2.0), Vec2::new(3.0, -4.0), 2.0), Point::new(7.0, -6.0));
        assert_eq!(ahead_of(from, v, 3.0), Point::new(2.0 * (1.5e308 - f64::MAX / 2.0), 9.0));
        assert_eq!(ahead_of(Point::new(1.0, 1.0), v, 3.0), Point::new(f64::MAX, 10.0));
    }
}

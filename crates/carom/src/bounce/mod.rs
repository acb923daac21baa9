//! The certified step, and the bounce path of one body.
//!
//! # A closed chamber never leaks
//!
//! A body moves only along straight moves that are *exactly* clear of every wall: for a point the closed segment from X to C
//! shares no point with a wall, for a disc its centre stays at least a radius away from each. Where it meets a
//! wall, it does not go to the place of the touch, which is seldom a number, but to a place C beside it, and C is
//! taken only if the move from X to C is clear. Staying at X always is, so there is always such a place.
//!
//! **Theorem.** Let F be the connected part of the plane without the walls that contains the start X₀. Every position of the
//! path lies in F. **Proof.** A move from X in F to C is accepted only if the segment XC shares no point with any wall; it is
//! connected and within the plane without walls, so C lies in F. Induction over the moves. ∎
//!
//! A disc's centre keeps its distance of at least the radius, which is more than zero, so the same holds for the centre, and the
//! open disc meets no wall at any time. If the chamber is closed, F is bounded, and the body stays for ever.
//! The proof needs no accuracy of times, places, normals or velocities, no tolerance, no simple or oriented walls and no limit to the
//! number of bounces. It needs that "clear" is decided exactly, and that a tree leaves out only walls that are left out for
//! certain. A wall that can be touched from one side only lets bodies pass from the other, and is closed for the rest.
//!
//! # What happens in corners
//!
//! Of walls touched at the same exact time, the one with the lowest id comes first; the other follows at once, from the
//! place beside the first. A velocity that does not leave the wall after all, by its exact sign, is turned
//! round: the way back was free. A body that bounces [`PATIENCE`] times without finding room to move goes back
//! the way it came, and if that does not help either, it is [`Ending::Blocked`].

mod few;
mod quick;

use crate::exact::{Feature, Side, dot_sign, orient, turn};
use crate::point::{Point, Vec2, max, min};
use crate::response::reflect;
use crate::sweep::{Hit, Sweep};
use crate::walls::{View, Wall, WallId, Walls};
use alloc::vec::Vec;
use core::cmp::Ordering;
use quick::Moving;

pub(crate) use few::{Few, Met, SideMet};

/// How far a bounce path goes; it ends at what is reached first.
///
/// ```
/// use carom::Limits;
/// let far = Limits { restitution: 0.9, ..Limits::length(500.0) };
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// How long, in frames: 1 is the time of the sweep itself. May be infinite.
    pub time: f64,
    /// How far the body goes. May be infinite.
    pub length: f64,
    /// How many bounces.
    pub bounces: u32,
    /// How much of its speed into a wall the body has after the bounce, from 0 to 1; the smaller of this and the wall's counts.
    pub restitution: f64,
}

impl Default for Limits {
    /// One frame, up to 1,000 bounces, nothing lost.
    fn default() -> Limits {
        Limits { time: 1.0, length: f64::INFINITY, bounces: 1000, restitution: 1.0 }
    }
}

impl Limits {
    /// So many frames.
    #[must_use]
    pub fn time(time: f64) -> Limits {
        Limits { time, ..Limits::default() }
    }

    /// So far, however long it takes.
    #[must_use]
    pub fn length(length: f64) -> Limits {
        Limits { time: f64::INFINITY, length, ..Limits::default() }
    }

    /// So many bounces, however long it takes. A body that meets no more walls goes on to where numbers end.
    #[must_use]
    pub fn bounces(bounces: u32) -> Limits {
        Limits { time: f64::INFINITY, bounces, ..Limits::default() }
    }

    /// The same with every number in its range: NaN and what is negative count as 0.
    fn checked(self) -> Limits {
        let positive = |x: f64| if x > 0.0 { x } else { 0.0 };
        Limits {
            time: positive(self.time),
            length: positive(self.length),
            bounces: self.bounces,
            restitution: min(positive(self.restitution), 1.0),
        }
    }
}

/// The path of one body from bounce to bounce.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bounces {
    /// The bounces, in order of time.
    pub bounces: Vec<Bounce>,
    /// Where the body is at last; for a disc its centre.
    pub end: Point,
    /// Its velocity then, in units a frame.
    pub velocity: Vec2,
    /// How much time has passed, in frames.
    pub time: f64,
    /// How far the body went.
    pub length: f64,
    /// Why the path ends there.
    pub ending: Ending,
}

/// One bounce.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bounce {
    /// When, in frames since the start.
    pub time: f64,
    /// At which wall.
    pub wall: WallId,
    /// Where the body is; for a disc its centre. Beside the wall, some hundred units in the last place from the exact place.
    pub at: Point,
    /// Where it touches the wall.
    pub point: Point,
    /// From the wall toward the body, of length 1.
    pub normal: Vec2,
    /// The velocity before the bounce, in units a frame.
    pub before: Vec2,
    /// The velocity after it.
    pub after: Vec2,
}

/// How a bounce path ends.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Ending {
    /// All the time or length is used, or there is nothing left to meet.
    Completed,
    /// The limit of bounces is reached.
    BounceLimit {
        /// The frames that are left; infinite if time had no limit.
        remaining: f64,
    },
    /// The body cannot move: it starts on or in a wall, or has no room.
    Blocked {
        /// The wall that is in the way.
        wall: WallId,
        /// The frames that are left.
        remaining: f64,
    },
}

/// So many bounces without any room to move, and a body turns back; as many more, and it is blocked.
pub const PATIENCE: u32 = 64;

/// Room for so many bounces is made at once if so many are asked for: growing in steps costs as much as bouncing.
const AT_ONCE: u32 = 1024;

impl Walls {
    /// The path of a point or disc from bounce to bounce: it starts as the sweep does, with a velocity of the sweep's motion a
    /// frame. The module's documentation proves that it never leaves a closed chamber.
    ///
    /// ```
    /// use carom::{Ending, Limits, Segment, Sweep, Walls};
    /// let walls = Walls::new([Segment::new([0.0, -3.0], [0.0, 3.0])?]);
    /// let path = Sweep::point([-2.0, 2.0], [3.0, -1.0])?;
    /// let bounces = walls.bounce(&path, Limits::default());
    /// assert_eq!(bounces.end, [-3.0, -1.0].into());
    /// assert_eq!(bounces.bounces[0].point, [0.0, 0.8].into());
    /// assert_eq!(bounces.ending, Ending::Completed);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn bounce(&self, sweep: &Sweep, limits: Limits) -> Bounces {
        self.all().bounce(sweep, limits)
    }
}

impl View<'_> {
    /// See [`Walls::bounce`].
    #[must_use]
    pub fn bounce(&self, sweep: &Sweep, limits: Limits) -> Bounces {
        let mut path = BouncePath::new(self, sweep, limits.checked());
        let ending = loop {
            if let Some(ending) = path.leg() {
                break ending;
            }
        };
        let Moving { at, velocity, time, length, .. } = path.body;
        Bounces { bounces: path.bounces, end: at, velocity, time, length, ending }
    }
}

/// A bounce path on its way.
struct BouncePath<'a> {
    view: &'a View<'a>,
    limits: Limits,
    body: Moving,
    bounces: Vec<Bounce>,
    /// How many bounces it has had where it is.
    stuck: u32,
    /// The rest of the way if nothing more is met; `None` if that is to be made from time and velocity.
    rest: Option<Vec2>,
    /// The walls, if they are few and the path has many bounces.
    few: Option<Few>,
    /// From the middle of all walls to beyond them, if that is needed to end a path.
    around: Option<(Point, f64)>,
}

impl<'a> BouncePath<'a> {
    fn new(view: &'a View<'a>, sweep: &Sweep, limits: Limits) -> BouncePath<'a> {
        let start = sweep.start();
        let velocity = finite(sweep.motion());
        let body = Moving {
            at: start,
            ideal: start,
            velocity,
            speed: velocity.length(),
            arrived: velocity,
            radius: sweep.radius(),
            time: 0.0,
            left: limits.time,
            length: 0.0,
            max_length: limits.length,
        };
        // A path of one frame ends where the sweep does; longer ones end beyond the walls at the latest.
        let around = if limits.time <= 1.0 { None } else { view.surroundings() };
        let rest = (limits.time == 1.0).then_some(velocity);
        BouncePath { view, limits, body, bounces: Vec::new(), stuck: 0, rest, few: None, around }
    }

    /// Moves to the next wall and bounces there, or says how the path ends.
    fn leg(&mut self) -> Option<Ending> {
        if let (Some(few), 0) = (&self.few, self.stuck) {
            let so_far = self.bounces.len();
            few.bounce(&mut self.body, self.limits.bounces as usize, &mut self.bounces);
            if self.bounces.len() > so_far {
                self.rest = None;
            }
        }
        let Moving { at, ideal, velocity, radius, left, .. } = self.body;
        let (span, reach) = self.span();
        let way = match (reach, self.rest) {
            (Reach::Time, Some(rest)) => rest,
            _ => velocity * span,
        };
        let (mut target, mut is_from_here) = (within(ideal + way), false);
        let (path, wall, hit, is_leaving) = loop {
            let path = Sweep::moving(at, target, radius);
            let Some((wall, hit)) = self.view.first_stop(&path) else {
                self.ends_at(target, span, reach);
                return Some(Ending::Completed);
            };
            let is_leaving = self.is_leaving(wall, &hit);
            if !is_leaving || is_from_here {
                break (path, wall, hit, is_leaving);
            }
            // What is left of its way is so short that it ends between the wall it has just left and where it is: beside the wall.
            (target, is_from_here) = (within(at + way), true);
        };
        let stop = self.view.stop_before(&path, &hit, |_| true);
        if stop.at == at && is_leaving {
            // Not even a number away.
            self.ends_at(at, span, reach);
            return Some(Ending::Completed);
        }
        if stop.at == at {
            self.stuck += 1;
            let is_first = self.bounces.is_empty() && hit.t == 0.0;
            if self.stuck > 2 * PATIENCE || (is_first && !self.view.is_clear(&path.standing())) {
                return Some(Ending::Blocked { wall, remaining: left });
            }
        } else {
            self.stuck = 0;
            self.body.arrived = velocity;
        }
        if self.bounces.len() as u64 >= u64::from(self.limits.bounces) {
            return Some(Ending::BounceLimit { remaining: left });
        }
        // It has become so slow that it does not get there before times end.
        if !(self.body.time + span * hit.t).is_finite() {
            return Some(Ending::Completed);
        }
        self.pass(span * hit.t);
        let restitution = min(self.limits.restitution, self.view.restitution(wall));
        let bounced = match self.stuck {
            PATIENCE => Bounced { velocity: -self.body.arrived, leaves: true, is_plain: false },
            _ => self.view.bounced(velocity, wall, &hit, stop.at, restitution),
        };
        // Along the wall it goes beside it, not on it.
        let ideal = if bounced.leaves { stop.ideal } else { stop.at };
        let after = bounced.velocity;
        self.body = Moving { at: stop.at, ideal, velocity: after, speed: after.length(), ..self.body };
        let is_plain = bounced.is_plain && bounced.leaves && reach == Reach::Time;
        self.rest = is_plain.then(|| reflect(target - stop.ideal, hit.normal, restitution));
        let (time, normal) = (self.body.time, hit.normal);
        self.bounces.push(Bounce { time, wall, at: stop.at, point: hit.point, normal, before: velocity, after });
        // From the second bounce on it pays to keep the walls at hand.
        if self.bounces.len() == 2 && self.stuck == 0 {
            self.few = Few::of(self.view, self.limits.restitution);
            if self.few.is_some() && self.limits.time == f64::INFINITY && self.limits.length == f64::INFINITY {
                self.bounces.reserve_exact(self.limits.bounces.min(AT_ONCE) as usize);
            }
        }
        None
    }

    /// Whether a wall that seems to be met is the one it has just left, and it does leave it.
    fn is_leaving(&self, wall: WallId, hit: &Hit) -> bool {
        let Moving { at, velocity, .. } = self.body;
        let is_last = self.bounces.last().is_some_and(|bounce| bounce.wall == wall);
        let wall = if is_last { self.view.walls().get(wall) } else { None };
        wall.is_some_and(|wall| leaves(&wall, hit.feature, at, velocity) == Ordering::Greater)
    }

    /// Nothing more is met.
    fn ends_at(&mut self, mut target: Point, mut span: f64, reach: Reach) {
        if reach == Reach::AllWalls && self.around.take().is_some() {
            // Past all walls the rest is free, but from where it is now the way there need not be: it ends where numbers are coarse.
            let further = self.span().0;
            let far = within(self.body.ideal + self.body.velocity * further);
            if self.view.is_clear(&Sweep::moving(self.body.at, far, self.body.radius)) {
                (target, span) = (far, further);
            }
        }
        self.pass(span);
        (self.body.at, self.body.ideal) = (target, target);
    }

    /// How long the next leg may be, and why.
    fn span(&self) -> (f64, Reach) {
        let Moving { at, velocity, speed, radius, left, length, max_length, .. } = self.body;
        if speed == 0.0 {
            return (0.0, Reach::Length);
        }
        let by_length = max(max_length - length, 0.0) / speed;
        let (span, reach) = if by_length < left { (by_length, Reach::Length) } else { (left, Reach::Time) };
        // Further than to the far side of all walls there is nothing to ask.
        let beyond = match self.around {
            Some((middle, reach)) => {
                let way = at - middle;
                2.0 * (way.x.abs() + way.y.abs() + reach + radius) / speed
            }
            None => f64::INFINITY,
        };
        // It goes no further than numbers do.
        let beyond = min(beyond, f64::MAX / max(max(velocity.x.abs(), velocity.y.abs()), 1.0));
        if beyond < span { (beyond, Reach::AllWalls) } else { (span, reach) }
    }

    fn pass(&mut self, time: f64) {
        self.body.time = min(self.body.time + time, f64::MAX);
        self.body.length = min(self.body.length + self.body.speed * time, f64::MAX);
        self.body.left = max(self.body.left - time, 0.0);
    }
}

/// What ends a leg on which nothing is met.
#[derive(Clone, Copy, PartialEq)]
enum Reach {
    Time,
    Length,
    AllWalls,
}

/// Where a body stops beside a wall.
pub(crate) struct Stop {
    /// A place that is certified to be free, and the way to it too.
    pub(crate) at: Point,
    /// Where it touches, as near as numbers come; the same as `at` if that is not near.
    pub(crate) ideal: Point,
}

/// Steps away from the wall, in units in the last place. The first is enough for the filters to see that the way is free;
/// where there is less room, the others follow.
const ASIDE: [f64; 5] = [256.0, 32.0, 4.0, 1.0, 0.0];

/// Steps back along the way, as parts of it: 2⁻⁴⁵ and so on.
const BACK: [i32; 12] = [-48, -44, -40, -36, -32, -28, -24, -20, -16, -8, -2, -1];

impl View<'_> {
    /// The place beside the wall a sweep meets at which it stops: one to which the way is exactly clear.
    ///
    /// Which one is taken does not matter for safety, only for how near it is; one that fits other needs is preferred.
    pub(crate) fn stop_before(&self, path: &Sweep, hit: &Hit, fits: impl Fn(Point) -> bool) -> Stop {
        let ideal = if path.radius() == 0.0 { hit.point } else { path.at(hit.t) };
        let largest = max(max(ideal.x.abs(), ideal.y.abs()), path.radius());
        let unit = max(largest * f64::EPSILON, f64::from_bits(1));
        for aside in ASIDE {
            let at = within(ideal + hit.normal * (unit * aside));
            if self.is_clear(&Sweep::moving(path.start(), at, path.radius())) && fits(at) {
                return Stop { at, ideal };
            }
        }
        self.stop_on_the_way(path, hit)
    }

    #[cold]
    fn stop_on_the_way(&self, path: &Sweep, hit: &Hit) -> Stop {
        for part in BACK {
            let at = path.at(hit.t * (1.0 - crate::float::power_of_two(part)));
            if self.is_clear(&Sweep::moving(path.start(), at, path.radius())) {
                return Stop { at, ideal: at };
            }
        }
        Stop { at: path.start(), ideal: path.start() }
    }

    /// The velocity after a bounce.
    pub(crate) fn bounced(&self, before: Vec2, wall: WallId, hit: &Hit, at: Point, restitution: f64) -> Bounced {
        let after = finite(with_speed_of(before, reflect(before, hit.normal, restitution), restitution));
        // The normal is off by a few units in the last place; a velocity that clearly leaves needs no exact sign.
        if after.dot(hit.normal) > 64.0 * f64::EPSILON * (after.x.abs() + after.y.abs()) {
            return Bounced { velocity: after, leaves: true, is_plain: true };
        }
        let Some(wall) = self.walls().get(wall) else {
            return Bounced { velocity: after, leaves: true, is_plain: true };
        };
        match leaves(&wall, hit.feature, at, after) {
            Ordering::Less if restitution > 0.0 => Bounced { velocity: -before, leaves: true, is_plain: false },
            Ordering::Less => {
                // What is left runs along the wall, up to rounding: a hair away from it does not meet it again.
                let hair = f64::EPSILON * (after.x.abs() + after.y.abs());
                let away = [1.0, 8.0, 64.0, 512.0].map(|hairs| after + hit.normal * (hairs * hair));
                let velocity = away.into_iter().find(|&away| leaves(&wall, hit.feature, at, away) != Ordering::Less);
                Bounced { velocity: velocity.unwrap_or_default(), leaves: false, is_plain: false }
            }
            leaves => Bounced { velocity: after, leaves: leaves == Ordering::Greater, is_plain: true },
        }
    }
}

/// A velocity after a bounce.
pub(crate) struct Bounced {
    pub(crate) velocity: Vec2,
    /// Whether it strictly leaves the wall, and does not run along it.
    leaves: bool,
    /// Whether it is the reflected one, and not a way out of a tight place.
    is_plain: bool,
}

/// The velocity after an elastic bounce with the speed it had before. A wall's rounded normal is off in the same way each time, which
/// would add up; one step of Newton's method for the length leaves only what is off by chance.
fn with_speed_of(before: Vec2, after: Vec2, restitution: f64) -> Vec2 {
    let kept = after * (1.5 - 0.5 * (after.length_squared() / before.length_squared()));
    // Where squares overflow or vanish there is nothing to mend with.
    let is_near = (kept.x - after.x).abs() + (kept.y - after.y).abs() <= 1e-9 * (after.x.abs() + after.y.abs());
    if restitution == 1.0 && is_near { kept } else { after }
}

/// Whether a velocity leads away from the part of a wall that is touched (`Greater`) or toward it (`Less`), by its exact sign.
pub(crate) fn leaves(wall: &Wall, feature: Feature, at: Point, velocity: Vec2) -> Ordering {
    let origin = Point::default();
    let tip = Point::new(velocity.x, velocity.y);
    if let Some(circle) = wall.circle() {
        return dot_sign(circle.center(), at, origin, tip);
    }
    let Some(segment) = wall.segment() else { return Ordering::Equal };
    let (a, b) = (segment.a(), segment.b());
    match feature {
        Feature::A => dot_sign(a, at, origin, tip),
        Feature::B => dot_sign(b, at, origin, tip),
        Feature::Side => match (orient(a, b, at), turn(a, b, origin, tip)) {
            (Side::On, _) | (_, Side::On) => Ordering::Equal,
            (side, way) if side == way => Ordering::Greater,
            _ => Ordering::Less,
        },
    }
}

/// The point with coordinates that are too large made as large as numbers go.
pub(crate) fn within(point: Point) -> Point {
    let within = |x: f64| max(min(x, f64::MAX), -f64::MAX);
    Point::new(within(point.x), within(point.y)).canonical()
}

/// The same for a vector; a difference of two infinities counts as nothing.
pub(crate) fn finite(vector: Vec2) -> Vec2 {
    let finite = |x: f64| if x.is_nan() { 0.0 } else { max(min(x, f64::MAX), -f64::MAX) };
    Vec2::new(finite(vector.x), finite(vector.y))
}

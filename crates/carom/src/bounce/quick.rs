//! A body that bounces between a few walls again and again.
//!
//! # The plain version
//!
//! ```text
//! while there are bounces, time and length left:
//!     for each wall but the one just left:
//!         t = (distance from its line − radius) / speed toward it, if it is met between its ends
//!     take the wall with the least t
//!     place    += velocity · t
//!     velocity += normal · (1 + restitution) · speed toward the wall
//!     report the bounce, at the place and a step aside of the wall
//! ```
//!
//! What is done differently, and why:
//!
//! 1. *Proposed, then certified.* Each step is proposed as above, without any care, and then certified with a margin for rounding. The next
//!    proposal does not wait for the certificate, so that it costs little. Where a margin is not kept the loop ends, and the
//!    exact predicates take over for one bounce.
//! 2. *Two places.* The body stands at a certified place X beside the wall, but flies from P, where it would be with more digits: so
//!    steps aside do not add up.
//! 3. *Four walls at once*, without branches, and one or two groups of four in registers, as in `few.rs`.
//! 4. *No roots.* An elastic bounce keeps its speed by one step of Newton's method.
//!
//! # What is certified
//!
//! The body is at X, a step beside the place P at which it would be with more digits, and flies with V. The proposed step meets the
//! side of wall k at time t, and puts the body at X′ beside P′ = P + tV. It is taken if all of this is certain:
//!
//! 1. All walls but k and the one that it has just left, m, are further away than r + w from the path of P from time 0 to
//!    T > t. X and X′ are nearer to that path than the width w, so the move from X to X′ is clear of them, and so is what
//!    is left to wall k.
//! 2. X and X′ are further away than r from the lines of k and m, both on one side of each.
//! 3. At T, P is so deep in wall k that whatever flies within w of it has touched k, and it did so between k's ends.
//!
//! By 1 and 2 the move is clear, and by 1 and 3 k is the wall that is met first, with its side. 1 and 2 are the lines of `few.rs` between
//! each wall and both ends of the move; they speak of X and X′ as they are, rounded, so the theorem needs no more. 3 is about
//! what is reported, and not about safety.

use super::bounces::Bounce;
use super::few::{
    CLEARLY, ERROR, FOUR, Few, Group, HIDDEN, MAX_WALLS, NUMBER_BITS, SHOWN, STEP_IN_ERRORS, STEP_IN_PLACES, SeenEach,
    window,
};
use crate::float::is_ordinary;
use crate::point::{Point, Vec2, max, min};
use crate::simd::{self, Four, Kernel, Machine};
use crate::walls::WallId;
use alloc::vec::Vec;

/// A body in motion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    /// Where it is: certified.
    pub(crate) at: Point,
    /// Where it would be with more digits.
    pub(crate) ideal: Point,
    pub(crate) velocity: Vec2,
    /// Its length.
    pub(crate) speed: f64,
    /// The velocity with which the body came to where it is.
    pub(crate) arrived: Vec2,
    pub(crate) radius: f64,
    /// The time that has passed and the time that is left.
    pub(crate) time: f64,
    pub(crate) left: f64,
    /// How far it went, and how far it may go.
    pub(crate) length: f64,
    pub(crate) max_length: f64,
}

impl Few {
    /// Lets a body that has just left the side of a wall bounce on, up to so many bounces in all, until something unusual lies ahead.
    pub(crate) fn bounce(&self, body: &mut Ball, most: usize, bounces: &mut Vec<Bounce>) {
        let Some(margins) = self.margins(body) else { return };
        let Some(left) = bounces.last().and_then(|bounce| self.left(bounce.wall, body, &margins)) else { return };
        simd::run(Bouncing { few: self, margins, left, body, most, bounces });
    }

    fn margins(&self, body: &Ball) -> Option<Margins> {
        let (low, high, start) = (self.low, self.high, body.ideal);
        let box_size = (high.x - low.x) + (high.y - low.y);
        // After the first bounce it is within a radius of the box; before that it may come from further away.
        let from = self.furthest_from(start);
        // |d| is at most `from` or `box_size` + 2r, L is at most `box_size`, and |V|T is not allowed more than a quarter of all.
        let extent = 4.0 * (box_size + body.radius) + 2.0 * from;
        let largest = |x: f64, y: f64| max(x.abs(), y.abs());
        let place = largest(low.x, high.x) + largest(low.y, high.y) + body.radius;
        let error = ERROR * extent;
        let aside = STEP_IN_ERRORS * error + STEP_IN_PLACES * place;
        let beside = body.at - start;
        let are_ordinary = is_ordinary(extent) && is_ordinary(extent + place) && is_ordinary(body.speed);
        let width = max(2.0 * aside, 1.125 * (beside.x.abs() + beside.y.abs()));
        are_ordinary.then_some(Margins { extent, error, aside, width })
    }

    /// The wall of a number, if a body is certain to be beside its line.
    fn left(&self, wall: WallId, body: &Ball, margins: &Margins) -> Option<Left> {
        let (number, group, place) = self.groups.iter().enumerate().find_map(|(i, group)| {
            let place = group.ids[..group.len].iter().position(|&id| id == wall)?;
            Some((FOUR * i + place, group, place))
        })?;
        let (a, normal) = (group.a(place), group.normal(place));
        let h = (body.at - a).dot(normal);
        let normal = if h > 0.0 { normal } else { -normal };
        let leaves = body.velocity.dot(normal) > CLEARLY * (body.velocity.x.abs() + body.velocity.y.abs());
        (leaves && h.abs() > body.radius + margins.error).then_some(Left { number, a, normal })
    }
}

/// What is certain is more than this.
struct Margins {
    /// At least |d| + |V|T + L.
    extent: f64,
    error: f64,
    /// How far aside a body steps.
    aside: f64,
    /// The width of the path: at least how far X is from P.
    width: f64,
}

/// The wall that a body has just left.
#[derive(Clone, Copy)]
struct Left {
    number: usize,
    a: Point,
    /// Toward the body.
    normal: Vec2,
}

struct Bouncing<'a> {
    few: &'a Few,
    margins: Margins,
    left: Left,
    body: &'a mut Ball,
    most: usize,
    bounces: &'a mut Vec<Bounce>,
}

impl Kernel for Bouncing<'_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self) {
        match self.few.groups.len() {
            0 => {}
            1 => self.among::<M::Four, 1>(),
            2 => self.among::<M::Four, 2>(),
            _ => self.among::<M::Four, { MAX_WALLS / FOUR }>(),
        }
    }
}

impl Bouncing<'_> {
    /// Bounces between up to so many groups of walls.
    ///
    /// One long function: with a function for each stage (propose, certify, take) a bounce takes 2.2 % more instructions, as less of
    /// it stays in registers.
    #[inline(always)]
    fn among<F: Four, const G: usize>(self) {
        let Bouncing { few, margins, mut left, body, most, bounces } = self;
        // Where they are one or two the loops are unrolled, and all is kept in registers.
        let count = if G <= 2 { G } else { few.groups.len().min(G) };
        let mut groups = [Group::EMPTY; G];
        for (group, walls) in groups.iter_mut().zip(&few.groups) {
            *group = *walls;
        }
        let Margins { extent, error, aside, width } = margins;
        let Ball { mut ideal, mut velocity, mut speed, radius, mut time, .. } = *body;
        // How long it may fly, if its speed stays the same.
        let may_fly = |left: f64, length: f64, speed: f64| min(left, (body.max_length - length) / speed);
        let (mut time_left, mut length) = (body.left, body.length);
        let so_far = bounces.len();
        let mut may = may_fly(time_left, length, speed);
        // One over the square of its speed, which elastic bounces keep.
        let mut per_square = 1.0 / velocity.length_squared();
        let deep = 2.0 * width + 4.0 * error;
        let reach = radius + width + error;
        while bounces.len() < most {
            // Propose: the wall that seems to be met first, and what follows.
            let mut seen = [Group::EMPTY.seen::<F>(ideal, velocity, radius); G];
            let mut each = [SeenEach::NOTHING; G];
            let mut times = F::all(f64::MAX);
            for i in 0..count {
                seen[i] = groups[i].seen(ideal, velocity, radius);
                each[i] = seen[i].each();
                times = times.least(seen[i].times(&groups[i], window(&HIDDEN, i, left.number), FOUR * i));
            }
            let first = times.least_of_all();
            let number = (first.to_bits() & NUMBER_BITS) as usize;
            let (group, place) = (&groups[number / FOUR % G], number % FOUR);
            let there = &each[number / FOUR % G];
            let t = there.time[place];
            let (gap, closing, along) = (there.gap[place], there.closing[place], there.along[place]);
            let normal = group.normal_toward(place, there.h[place]);
            let next = ideal + velocity * t;
            let beside = (next + normal * aside).canonical();
            let (push, is_elastic) = (group.push[place], group.is_elastic[place]);
            // A wall's rounded normal is off by the same each time, which would add up; one step of Newton's method for the
            // length leaves only what is off by chance.
            let kept = if is_elastic { 1.5 - 0.5 * (velocity.length_squared() * per_square) } else { 1.0 };
            let after = velocity * kept + normal * (push * closing * kept);

            // Certify: conditions 1 to 3 above.
            let wait = t * (deep / gap);
            let until = t + wait;
            let size = velocity.x.abs() + velocity.y.abs();
            let s = there.s[place] + along * t;
            let s_error = along.abs() * wait + deep;
            let is_sure = (size * until < 0.25 * extent)
                & (until < may)
                & (gap > deep)
                & (s > s_error)
                & (s < group.length[place] - s_error)
                & ((beside - left.a).dot(left.normal) > radius + error)
                & ((push - 1.0) * closing > CLEARLY * size);
            let wide = (reach + 2.0 * error) * size;
            let mut apart = F::all(f64::MAX);
            for i in 0..count {
                let but_two = window::<F>(&SHOWN, i, number).most(window(&SHOWN, i, left.number));
                apart = apart.least(seen[i].apart(&groups[i], until, reach, wide).most(but_two));
            }
            if !((first < f64::MAX) & is_sure & (apart.least_of_all() > 0.0)) {
                break;
            }

            // Take.
            time += t;
            time_left -= t;
            may -= t;
            length += speed * t;
            if !is_elastic {
                speed = after.length();
                per_square = 1.0 / after.length_squared();
                may = may_fly(time_left, length, speed);
            }
            bounces.push(Bounce {
                time,
                wall: group.ids[place],
                at: beside,
                point: next - normal * radius,
                normal,
                before: velocity,
                after,
            });
            left = Left { number, a: group.a(place), normal };
            (ideal, velocity) = (next, after);
            // Where a body has lost nearly all of its speed, products vanish.
            if !is_elastic && !is_ordinary(speed) {
                break;
            }
        }
        if let Some(&Bounce { at, before: arrived, .. }) = bounces.get(so_far..).and_then(<[Bounce]>::last) {
            *body = Ball { at, ideal, velocity, speed, arrived, time, left: time_left, length, ..*body };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::Plain;
    use crate::{Limits, Polygon, Sweep, Walls};
    use carom_oracle::rng::Rng;

    /// A star of some corners: a chamber that is not convex.
    fn chamber(corners: usize, roll: &mut impl FnMut() -> f64) -> Walls {
        let corner = |i: usize| {
            let reach = if i % 2 == 0 { 1.0 } else { 0.4 + 0.6 * roll() };
            let angle = core::f64::consts::TAU * i as f64 / corners as f64;
            [100.0 * reach * angle.cos() + 30.0, 100.0 * reach * angle.sin() - 20.0]
        };
        Walls::new(Polygon::new((0..corners).map(corner)).unwrap().edges())
    }

    #[test]
    fn one_by_one_or_four_at_once_gives_the_same_bits() {
        let rng = &mut Rng::for_case(0, "few walls", 5);
        let mut roll = || rng.unit();
        let mut bounced = 0;
        for corners in [3, 4, 5, 8, 9, 16, 24, 32] {
            let walls = chamber(corners, &mut roll);
            for radius in [0.0, 0.25] {
                let end = [30.0 + 9.0 * roll(), -20.0 + 9.0 * roll()];
                let path = walls.bounce(&Sweep::disc([30.0, -20.0], end, radius).unwrap(), Limits::bounces(2));
                let few = Few::of(&walls.all(), 1.0).unwrap();
                let body = Ball {
                    at: path.end,
                    ideal: path.end,
                    velocity: path.velocity,
                    speed: path.velocity.length(),
                    arrived: path.bounces[1].before,
                    radius,
                    time: 0.0,
                    left: f64::INFINITY,
                    length: 0.0,
                    max_length: f64::INFINITY,
                };
                let margins = few.margins(&body).unwrap();
                let Some(left) = few.left(path.bounces[1].wall, &body, &margins) else { continue };
                let mut results = Vec::new();
                for is_plain in [true, false] {
                    let (mut body, mut bounces) = (body, path.bounces.clone());
                    let (margins, body, bounces) = (few.margins(&body).unwrap(), &mut body, &mut bounces);
                    let bouncing = Bouncing { few: &few, margins, left, body, most: 1000, bounces };
                    if is_plain {
                        bouncing.run::<Plain>()
                    } else {
                        simd::run(bouncing)
                    }
                    results.push((*body, bounces.clone()));
                }
                assert_eq!(alloc::format!("{:?}", results[0]), alloc::format!("{:?}", results[1]));
                bounced += results[0].1.len();
            }
        }
        assert!(bounced > 2000, "{bounced}");
    }
}

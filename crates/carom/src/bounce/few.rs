//! A few walls, and a body that bounces between them again and again: the common case in plain floats.
//!
//! Each step is *proposed* as the usual bouncing loop would, without any care, and then *certified* with a margin for
//! rounding. Nothing waits for the second, so that it costs little. Where a margin is not kept, the
//! exact predicates take over for one bounce.
//!
//! # What is certified
//!
//! The body is at X, a hair beside the place P at which it would be with more digits, and flies with V. The proposed step meets the
//! side of wall k at time t, and puts the body at X′ beside P′ = P + tV. It is taken if all of this is certain:
//!
//! 1. All walls but k and the one that it has just left, m, are further away than r + w from the way of P from time 0 to
//!    T > t. X and X′ are nearer to that way than the width w, so the move from X to X′ is clear of them, and so is what
//!    is left to wall k.
//! 2. X and X′ are further away than r from the lines of k and m, both on one side of each.
//! 3. At T, P is so deep in wall k that whatever flies within w of it has touched k, and it did so between k's ends.
//!
//! By 1 and 2 the move is clear, and by 1 and 3 k is the wall that is met first, with its side.
//!
//! # Margins
//!
//! Seen from a wall a place has two coordinates: h, the distance from the wall's line, and s, how far along it is. With d = P − a:
//! d is off by u of itself, a unit vector by 4u, products and sums by 2u more, together 7u(|x| + |y|) of d; the same holds for
//! V, times T with u more. A sum of both is off by u more of itself, the wall's length L by 4u. So E = 12u(|d| + |V|T + L)
//! covers h, s, both at the end of the way, and comparisons with L. Products of h or s with a part of V are off by E|V| and
//! by 3u of themselves, which is less than half of that; a difference of two is covered by 3E|V|. `extent` is at least
//! |d| + |V|T + L for all walls, so that E is one number.

use super::Bounce;
use crate::point::{Point, Vec2, max, min};
use crate::simd::{self, Four, FourKernel};
use crate::walls::{View, WallId};
use alloc::vec::Vec;

/// 12u.
const ERROR: f64 = 6.0 * f64::EPSILON;

/// How far aside a body steps, in errors: P′ is off by at most 3, so at least 2 are left of these.
const ASIDE: f64 = 6.0;

/// Products of four such numbers neither overflow nor vanish.
const ORDINARY: [f64; 2] = [1e-70, 1e70];

/// So many walls at most: their numbers are told in five bits.
const MOST: usize = 32;

/// Walls side by side.
const FOUR: usize = 4;

/// Walls that can be touched from both sides by anything.
#[derive(Clone, Debug)]
pub(crate) struct Few {
    groups: Vec<Group>,
    /// The smallest and largest coordinates of all ends.
    low: Point,
    high: Point,
}

/// Four walls; where there are fewer, the others have no direction and a length below 0: they are far from everything.
#[derive(Clone, Copy, Debug)]
struct Group {
    ax: [f64; FOUR],
    ay: [f64; FOUR],
    /// Their unit vectors.
    ux: [f64; FOUR],
    uy: [f64; FOUR],
    length: [f64; FOUR],
    /// 1 + e for the restitution e, over the normal's squared length, which is not quite 1.
    push: [f64; FOUR],
    is_elastic: [bool; FOUR],
    ids: [WallId; FOUR],
    len: usize,
}

/// A body on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving {
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
    /// The walls in this form, if they are few segments that everything meets.
    pub(crate) fn of(view: &View<'_>, restitution: f64) -> Option<Few> {
        let beyond = Point::new(f64::MAX, f64::MAX);
        let mut few = Few { groups: Vec::new(), low: beyond, high: Point::new(-beyond.x, -beyond.y) };
        for (id, [a, b]) in view.plain_segments(MOST)? {
            few.push(id, a, b, min(restitution, view.restitution(id)));
        }
        Some(few)
    }

    fn push(&mut self, id: WallId, a: Point, b: Point, restitution: f64) {
        for end in [a, b] {
            self.low = Point::new(min(self.low.x, end.x), min(self.low.y, end.y));
            self.high = Point::new(max(self.high.x, end.x), max(self.high.y, end.y));
        }
        let unit = a.direction_to(b);
        let (length, push) = ((b - a).length(), (1.0 + restitution) / unit.length_squared());
        if self.groups.last().is_none_or(|group| group.len == FOUR) {
            self.groups.push(Group::EMPTY);
        }
        if let Some(group) = self.groups.last_mut() {
            let place = group.len;
            (group.ax[place], group.ay[place]) = (a.x, a.y);
            (group.ux[place], group.uy[place]) = (unit.x, unit.y);
            (group.length[place], group.push[place]) = (length, push);
            (group.is_elastic[place], group.ids[place]) = (restitution == 1.0, id);
            group.len += 1;
        }
    }

    /// Lets a body that has just left the side of a wall bounce on, up to so many bounces in all, until something unusual lies ahead.
    pub(crate) fn bounce(&self, body: &mut Moving, most: usize, bounces: &mut Vec<Bounce>) {
        let Some(margins) = self.margins(body) else { return };
        let Some(left) = bounces.last().and_then(|bounce| self.left(bounce.wall, body, &margins)) else { return };
        simd::run_by_four(Bouncing { few: self, margins, left, body, most, bounces });
    }

    fn margins(&self, body: &Moving) -> Option<Margins> {
        let (low, high, start) = (self.low, self.high, body.ideal);
        let box_size = (high.x - low.x) + (high.y - low.y);
        // After the first bounce it is within a radius of the box; before that it may come from further away.
        let furthest = |x: f64, low: f64, high: f64| max((x - low).abs(), (x - high).abs());
        let from = furthest(start.x, low.x, high.x) + furthest(start.y, low.y, high.y);
        // |d| is at most `from` or `box_size` + 2r, L is at most `box_size`, and |V|T is not allowed more than a quarter of all.
        let extent = 4.0 * (box_size + body.radius) + 2.0 * from;
        let largest = |x: f64, y: f64| max(x.abs(), y.abs());
        let place = largest(low.x, high.x) + largest(low.y, high.y) + body.radius;
        let error = ERROR * extent;
        let aside = ASIDE * error + 8.0 * f64::EPSILON * place;
        let beside = body.at - start;
        let is_ordinary = |x: f64| ORDINARY[0] < x && x < ORDINARY[1];
        let are_ordinary = is_ordinary(extent) && is_ordinary(extent + place) && is_ordinary(body.speed);
        let width = max(2.0 * aside, 1.125 * (beside.x.abs() + beside.y.abs()));
        are_ordinary.then_some(Margins { extent, error, aside, width })
    }

    /// The wall of a number, if a body is certain to be beside its line.
    fn left(&self, wall: WallId, body: &Moving, margins: &Margins) -> Option<Left> {
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
    /// The width of the way: at least how far X is from P.
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

/// A velocity of which this part, of |x| + |y|, is toward a wall or away from it does so for certain. The normal is off by 4u, a product
/// with it by 7u, and a reflected velocity by 10u more.
const CLEARLY: f64 = 64.0 * f64::EPSILON;

struct Bouncing<'a> {
    few: &'a Few,
    margins: Margins,
    left: Left,
    body: &'a mut Moving,
    most: usize,
    bounces: &'a mut Vec<Bounce>,
}

/// How four walls are seen from a body.
#[derive(Clone, Copy)]
struct Seen<F> {
    h: F,
    s: F,
    /// The same of its velocity.
    across: F,
    along: F,
    /// How far it is from touching the line, and how fast it comes nearer.
    gap: F,
    closing: F,
    /// The quotient of these.
    time: F,
}

/// The same, wall by wall.
#[derive(Clone, Copy)]
struct SeenEach {
    h: [f64; FOUR],
    s: [f64; FOUR],
    along: [f64; FOUR],
    gap: [f64; FOUR],
    closing: [f64; FOUR],
    time: [f64; FOUR],
}

/// One number at a wall's place, and another at all others: a window on this, moved by the wall's number.
const fn all_but_one(one: f64, others: f64) -> [f64; 2 * MOST + FOUR] {
    let mut numbers = [others; 2 * MOST + FOUR];
    numbers[MOST] = one;
    numbers
}

const HIDDEN: [f64; 2 * MOST + FOUR] = all_but_one(-1.0, f64::MAX);
const SHOWN: [f64; 2 * MOST + FOUR] = all_but_one(f64::MAX, -f64::MAX);

/// What is at the places of the i-th group, if it is a wall of some number.
#[inline(always)]
fn window<F: Four>(numbers: &[f64; 2 * MOST + FOUR], i: usize, number: usize) -> F {
    let start = (MOST + FOUR * i).wrapping_sub(number) % (2 * MOST);
    F::of([numbers[start], numbers[start + 1], numbers[start + 2], numbers[start + 3]])
}

/// Of times only the leading bits are compared, so that the wall's number has room in the others.
const NUMBER: u64 = MOST as u64 - 1;

impl FourKernel for Bouncing<'_> {
    type Output = ();

    #[inline(always)]
    fn run<F: Four>(self) {
        match self.few.groups.len() {
            0 => {}
            1 => self.among::<F, 1>(),
            2 => self.among::<F, 2>(),
            _ => self.among::<F, { MOST / FOUR }>(),
        }
    }
}

impl Bouncing<'_> {
    /// Bounces between up to so many groups of walls.
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
        let Moving { mut ideal, mut velocity, mut speed, radius, mut time, .. } = *body;
        // How long it may fly, if its speed stays the same.
        let may_fly = |left: f64, length: f64, speed: f64| min(left, (body.max_length - length) / speed);
        let (mut time_left, mut length) = (body.left, body.length);
        let mut may = may_fly(time_left, length, speed);
        // The square of its length, which elastic bounces keep.
        let mut per_square = 1.0 / velocity.length_squared();
        let deep = 2.0 * width + 4.0 * error;
        let reach = radius + width + error;
        while bounces.len() < most {
            // Propose.
            let mut seen = [Group::EMPTY.seen::<F>(ideal, velocity, radius); G];
            let mut each = [SeenEach::NOTHING; G];
            let mut times = F::all(f64::MAX);
            for i in 0..count {
                seen[i] = groups[i].seen(ideal, velocity, radius);
                each[i] = seen[i].each();
                times = times.least(seen[i].times(&groups[i], window(&HIDDEN, i, left.number), FOUR * i));
            }
            let first = times.least_of_all();
            let number = (first.to_bits() & NUMBER) as usize;
            let (group, place) = (&groups[number / FOUR % G], number % FOUR);
            let there = &each[number / FOUR % G];
            let t = there.time[place];
            let (gap, closing, along) = (there.gap[place], there.closing[place], there.along[place]);
            let normal = group.normal_toward(place, there.h[place]);
            let next = ideal + velocity * t;
            let beside = (next + normal * aside).canonical();
            let (push, is_elastic) = (group.push[place], group.is_elastic[place]);
            // A wall's rounded normal is off in the same way each time, which would add up; one step of Newton's method for the
            // length leaves only what is off by chance.
            let kept = if is_elastic { 1.5 - 0.5 * (velocity.length_squared() * per_square) } else { 1.0 };
            let after = velocity * kept + normal * (push * closing * kept);

            // Certify.
            let wait = t * (deep / gap);
            let until = t + wait;
            let way = velocity.x.abs() + velocity.y.abs();
            let s = there.s[place] + along * t;
            let s_error = along.abs() * wait + deep;
            let is_sure = (way * until < 0.25 * extent)
                & (until < may)
                & (gap > deep)
                & (s > s_error)
                & (s < group.length[place] - s_error)
                & ((beside - left.a).dot(left.normal) > radius + error)
                & ((push - 1.0) * closing > CLEARLY * way);
            let wide = (reach + 2.0 * error) * way;
            let mut apart = F::all(f64::MAX);
            for i in 0..count {
                let but_two = window::<F>(&SHOWN, i, number).most(window(&SHOWN, i, left.number));
                apart = apart.least(seen[i].apart(&groups[i], until, reach, wide).most(but_two));
            }
            if !((first < f64::MAX) & is_sure & (apart.least_of_all() > 0.0)) {
                break;
            }

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
        }
        if let Some(&Bounce { at, before: arrived, .. }) = bounces.last() {
            *body = Moving { at, ideal, velocity, speed, arrived, time, left: time_left, length, ..*body };
        }
    }
}

impl Group {
    const EMPTY: Group = {
        let nothing = [0.0; FOUR];
        let (length, ids, is_elastic) = ([-f64::MAX; FOUR], [WallId::ANY; FOUR], [true; FOUR]);
        Group { ax: nothing, ay: nothing, ux: nothing, uy: nothing, length, push: nothing, is_elastic, ids, len: 0 }
    };

    #[inline(always)]
    fn a(&self, place: usize) -> Point {
        Point::new(self.ax[place], self.ay[place])
    }

    #[inline(always)]
    fn normal(&self, place: usize) -> Vec2 {
        Vec2::new(self.ux[place], self.uy[place]).normal()
    }

    /// The same toward the side on which something of some distance h is.
    #[inline(always)]
    fn normal_toward(&self, place: usize, h: f64) -> Vec2 {
        let sign = h.to_bits() & (1 << 63);
        let turned = |x: f64| f64::from_bits(x.to_bits() ^ sign);
        Vec2::new(turned(self.uy[place]), turned(-self.ux[place])).canonical()
    }

    #[inline(always)]
    fn seen<F: Four>(&self, from: Point, velocity: Vec2, radius: f64) -> Seen<F> {
        let (dx, dy) = (F::all(from.x).minus(F::of(self.ax)), F::all(from.y).minus(F::of(self.ay)));
        let (ux, uy) = (F::of(self.ux), F::of(self.uy));
        let (vx, vy) = (F::all(velocity.x), F::all(velocity.y));
        let (h, s) = (dx.times(uy).minus(dy.times(ux)), dx.times(ux).plus(dy.times(uy)));
        let (across, along) = (vx.times(uy).minus(vy.times(ux)), vx.times(ux).plus(vy.times(uy)));
        let sign = h.and(F::all(-0.0));
        let gap = h.xor(sign).minus(F::all(radius));
        let closing = across.xor(sign).xor(F::all(-0.0));
        Seen { h, s, across, along, gap, closing, time: gap.over(closing) }
    }
}

impl SeenEach {
    const NOTHING: SeenEach = {
        let none = [0.0; FOUR];
        SeenEach { h: none, s: none, along: none, gap: none, closing: none, time: none }
    };
}

impl<F: Four> Seen<F> {
    #[inline(always)]
    fn each(&self) -> SeenEach {
        SeenEach {
            h: self.h.numbers(),
            s: self.s.numbers(),
            along: self.along.numbers(),
            gap: self.gap.numbers(),
            closing: self.closing.numbers(),
            time: self.time.numbers(),
        }
    }

    /// When the body touches each wall between its ends, ahead of it, with the wall's number in the last bits; else a time that no
    /// number exceeds.
    ///
    /// It is s·c + g·v along the wall then, times c, where c is how fast it comes nearer, g the gap and v the velocity along it.
    #[inline(always)]
    fn times(&self, group: &Group, hidden: F, first: usize) -> F {
        let from_a = self.s.times(self.closing).plus(self.gap.times(self.along));
        let to_b = F::of(group.length).times(self.closing).minus(from_a);
        let is_met = self.closing.least(self.gap).least(from_a.least(to_b).least(hidden));
        let number = |place: usize| f64::from_bits((first + place) as u64);
        let numbers = F::of([number(0), number(1), number(2), number(3)]);
        let times = self.time.and(F::all(f64::from_bits(!NUMBER))).or(numbers);
        is_met.if_positive(times, F::all(f64::MAX))
    }

    /// More than 0 for each wall that is clearly further than `reach` away from the body's way until some time: the way stays on one
    /// side of the wall's line, or beyond one of its ends, or the wall on one side of the way's line. `wide` is the
    /// reach times the velocity's |x| + |y|, which is never less than its length.
    #[inline(always)]
    fn apart(&self, group: &Group, until: f64, reach: f64, wide: f64) -> F {
        let Seen { h, s, across, along, .. } = *self;
        let (length, until) = (F::of(group.length), F::all(until));
        let (h_end, s_end) = (h.plus(across.times(until)), s.plus(along.times(until)));
        let negated = |x: F| x.xor(F::all(-0.0));
        let side = h.least(h_end).most(negated(h.most(h_end)));
        let ahead = s.least(s_end).minus(length).most(negated(s.most(s_end)));
        // The ends of the wall seen from the way's line.
        let a = s.times(across).minus(h.times(along));
        let b = a.minus(length.times(across));
        let beside = a.least(b).most(negated(a.most(b)));
        side.most(ahead).minus(F::all(reach)).most(beside.minus(F::all(wide)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::Plain;
    use crate::{Limits, Polygon, Sweep, Walls};
    use dashu_int::IBig;
    use dashu_int::ops::SquareRoot;

    fn dice(seed: u64) -> impl FnMut() -> f64 {
        let mut state = seed;
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

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
        let mut roll = dice(5);
        let mut bounced = 0;
        for corners in [3, 4, 5, 8, 9, 16, 24, 32] {
            let walls = chamber(corners, &mut roll);
            for radius in [0.0, 0.25] {
                let end = [30.0 + 9.0 * roll(), -20.0 + 9.0 * roll()];
                let path = walls.bounce(&Sweep::disc([30.0, -20.0], end, radius).unwrap(), Limits::bounces(2));
                let few = Few::of(&walls.all(), 1.0).unwrap();
                let body = Moving {
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
                        simd::run_by_four(bouncing)
                    }
                    results.push((*body, bounces.clone()));
                }
                assert_eq!(alloc::format!("{:?}", results[0]), alloc::format!("{:?}", results[1]));
                bounced += results[0].1.len();
            }
        }
        assert!(bounced > 2000, "{bounced}");
    }

    /// How much of its margin each number uses, against integers, at several sizes of walls, places and ways.
    #[test]
    fn margins_hold_and_are_used() {
        const SCALE: usize = 90;
        let exact = |x: f64| {
            let scaled = x * 2_f64.powi(40);
            assert_eq!(scaled, scaled.trunc());
            IBig::from(scaled as i128) << (SCALE - 40)
        };
        let rounded = |x: f64| (x * 2_f64.powi(30)).round() / 2_f64.powi(30);
        let mut roll = dice(9);
        let mut worst = [0.0_f64; 4];
        for case in 0..20_000 {
            let size = 2_f64.powi(case % 18 - 6);
            let mut number = || rounded((roll() - 0.5) * size);
            let (a, b) = (Point::new(number(), number()), Point::new(number(), number()));
            let far = if case % 3 == 0 { 1e3 } else { 1.0 };
            let from = Point::new(rounded(number() * far), rounded(number() * far));
            let (velocity, until) = (Vec2::new(number(), number()), rounded(number().abs() / size));
            if a == b {
                continue;
            }
            let mut few = Few { groups: Vec::new(), low: a, high: a };
            few.push(WallId::ANY, a, b, 1.0);
            let seen = few.groups[0].seen::<Plain>(from, velocity, 0.0);
            let one = |four: Plain| four.numbers()[0];
            let (h, s) = (one(seen.h), one(seen.s));
            let ends = [h + one(seen.across) * until, s + one(seen.along) * until];
            let d = from - a;
            let length = few.groups[0].length[0];
            let way = (velocity.x.abs() + velocity.y.abs()) * until;
            let error = ERROR * (d.x.abs() + d.y.abs() + way + length);
            // The same in integers, times the wall's length, whose root is right to 2⁻⁹⁰.
            let (ex, ey) = (exact(b.x) - exact(a.x), exact(b.y) - exact(a.y));
            let squared = (&ex * &ex + &ey * &ey) << 60;
            let root = IBig::from(dashu_int::UBig::try_from(squared).unwrap().sqrt());
            let place = |until: f64| {
                let whole = IBig::from((until * 2_f64.powi(30)) as i128);
                let along = |from: f64, v: f64, a: f64| exact(from) - exact(a) + ((exact(v) * &whole) >> 30);
                let (x, y) = (along(from.x, velocity.x, a.x), along(from.y, velocity.y, a.y));
                [(&x * &ey - &y * &ex), (&x * &ex + &y * &ey)]
            };
            let [h_exact, s_exact] = place(0.0);
            let [h_end, s_end] = place(until);
            let off = |rounded: f64, exact_times_length: IBig| {
                // Both times length · 2^(2 SCALE + 30).
                let bits = rounded.to_bits();
                let exponent = ((bits >> 52) & 0x7ff) as i32 - 1075;
                let mantissa = IBig::from((bits & ((1 << 52) - 1)) | (1 << 52));
                let shift = exponent + SCALE as i32;
                let scaled = if shift >= 0 { mantissa << shift as usize } else { mantissa >> (-shift) as usize };
                let scaled = if rounded < 0.0 { -scaled } else { scaled };
                let off = scaled * &root - (exact_times_length << 30);
                off.to_f64().value() / root.to_f64().value() / 2_f64.powi(SCALE as i32)
            };
            let offs = [off(h, h_exact), off(s, s_exact), off(ends[0], h_end), off(ends[1], s_end)];
            for (worst, off) in worst.iter_mut().zip(offs) {
                *worst = max(*worst, off.abs() / error);
            }
        }
        assert!(worst.iter().all(|&part| 0.05 < part && part < 1.0), "{worst:?}");
    }
}

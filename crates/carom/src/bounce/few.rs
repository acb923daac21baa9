//! A few walls, four at once, in plain floats with margins for rounding: what a body meets first, where that is certain.
//!
//! # The plain version
//!
//! ```text
//! first = none
//! for each wall:
//!     h = distance of the body from the wall's line, with the sign of its side
//!     c = how fast |h| shrinks
//!     t = (|h| − radius) / c
//!     s = how far along the wall the body is at t
//!     if c > 0 and t > 0 and 0 < s < length of the wall and t < first:
//!         first = t
//! the body goes to where it is at `first`, and a step aside of that wall
//! ```
//!
//! What is done differently, and why:
//!
//! 1. *Four walls at once.* Their numbers lie side by side ([`Group`]), so that one instruction works on four of them.
//! 2. *No branches.* A wall that is not met gets the largest time, and each time carries the number of its wall in its last bits
//!    ([`NUMBER_BITS`]), so the least of all times also says which wall it is.
//! 3. *One to eight groups are known when compiling.* One and two are most rooms; their loops unroll and everything stays in registers.
//! 4. *Rounded numbers only propose.* Then every other wall is shown to be clear of the move, and the wall that is met to be met between
//!    its ends, each with a margin for rounding. Where one margin is not kept, the answer is [`Met::Doubt`], and the exact
//!    predicates decide.
//!
//! # What makes a move clear
//!
//! This is the second method of the module above: for each wall a line is shown with the wall on one side and both ends of the move, X and
//! X′, on the other, further away than the radius. Three lines are tried: the wall's own, the one across it through an end, and
//! the one of the path on which the body flies. What is compared are distances from these lines, and each must exceed the radius by more
//! than it can be off. X′ need not be near anything; that it is within a known width of the path is what the second and third line
//! rest on, and that width is counted in units of all numbers X′ is made of: the motion, the place and the radius.
//!
//! # Margins
//!
//! Seen from a wall a place has two coordinates: h, the distance from the wall's line, and s, how far along it is. With d = P − a:
//! d is off by u of itself, a unit vector by 4u, products and sums by 2u more, together 7u(|x| + |y|) of d; the same holds for
//! V, times T with u more. A sum of both is off by u more of itself, the wall's length L by 4u. So E = 12u(|d| + |V|T + L)
//! covers h, s, both at the end of the path, and comparisons with L. Products of h or s with a part of V are off by E|V| and
//! by 3u of themselves, which is less than half of that; a difference of two is covered by 3E|V|. `extent` is at least
//! |d| + |V|T + L + r for all walls, so that E is one number.
//!
//! That holds while nothing overflows or vanishes. Whatever is multiplied is at most `extent` or |V|, and both must be ordinary, from
//! 1e-70 to 1e70: then products of two of each are numbers, and what is lost where a product vanishes, 2⁻¹⁰⁷⁴, is nothing beside
//! E|V|, which is at least 1e-155. So a wall may be as small as it likes: its unit vector is made of scaled numbers.

use crate::float::is_ordinary;
use crate::point::{Point, Vec2, max, min};
use crate::response::combined_restitution;
use crate::simd::{self, Four, Kernel, Machine};
use crate::sweep::Sweep;
use crate::walls::{View, WallId};
use alloc::vec::Vec;

/// 12u: the margin, as part of what a number is made of.
pub(super) const ERROR: f64 = 6.0 * f64::EPSILON;

/// How far aside a body steps, in errors. Where it touches is off by at most one: 8u|d| + ur for the gap, u of the gap and 7u|V|t for the
/// quotient, times how fast it comes nearer. So two are left.
pub(super) const STEP_IN_ERRORS: f64 = 3.0;

/// How much further, as part of the place's coordinates: that one is rounded twice, by 2u of itself each time.
pub(super) const STEP_IN_PLACES: f64 = 8.0 * f64::EPSILON;

/// All bits of a number but its sign.
const MAGNITUDE: f64 = f64::from_bits(u64::MAX >> 1);

/// So many walls at most: their numbers have five bits.
pub(super) const MAX_WALLS: usize = 32;

/// Walls side by side.
pub(super) const FOUR: usize = 4;

/// Walls that can be touched from both sides by anything.
#[derive(Clone, Debug)]
pub(crate) struct Few {
    pub(super) groups: Vec<Group>,
    /// The smallest and largest coordinates of all ends.
    pub(super) low: Point,
    pub(super) high: Point,
}

/// Four walls; where there are fewer, the others have no direction and a length below 0: they are far from everything.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) ax: [f64; FOUR],
    pub(super) ay: [f64; FOUR],
    /// Their unit vectors.
    pub(super) ux: [f64; FOUR],
    pub(super) uy: [f64; FOUR],
    pub(super) length: [f64; FOUR],
    /// 1 + e for the restitution e, over the normal's squared length, which is not quite 1.
    pub(super) push: [f64; FOUR],
    pub(super) is_elastic: [bool; FOUR],
    pub(super) ids: [WallId; FOUR],
    pub(super) ends: [[Point; 2]; FOUR],
    pub(super) len: usize,
}

impl Few {
    /// The walls in this form, if they are few segments that everything meets.
    pub(crate) fn of(view: &View<'_>, restitution: f64) -> Option<Few> {
        let beyond = Point::new(f64::MAX, f64::MAX);
        let mut few = Few { groups: Vec::new(), low: beyond, high: Point::new(-beyond.x, -beyond.y) };
        for (id, [a, b]) in view.plain_segments(MAX_WALLS)? {
            few.push(id, a, b, combined_restitution(restitution, view.restitution(id)));
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
            group.ends[place] = [a, b];
            group.len += 1;
        }
    }
}

impl Few {
    /// The ends of all.
    pub(crate) fn ends(&self) -> impl Iterator<Item = [Point; 2]> + Clone + '_ {
        self.groups.iter().flat_map(|group| group.ends.into_iter().take(group.len))
    }

    /// How far the walls reach from a point, as |x| + |y|.
    #[inline]
    pub(super) fn furthest_from(&self, p: Point) -> f64 {
        let furthest = |x: f64, low: f64, high: f64| max((x - low).abs(), (x - high).abs());
        furthest(p.x, self.low.x, self.high.x) + furthest(p.y, self.low.y, self.high.y)
    }
}

/// What a move meets, for certain.
pub(crate) enum Met {
    /// Nothing: the whole move is clear.
    Nothing,
    /// The side of a wall.
    Side(SideMet),
    /// Plain floats cannot tell.
    Doubt,
}

/// A wall's side that is met first.
pub(crate) struct SideMet {
    pub(crate) wall: WallId,
    pub(crate) ends: [Point; 2],
    /// A time before it is, as part of the move.
    pub(crate) early: f64,
    /// A place beside the wall, to which the path is clear.
    pub(crate) at: Point,
}

impl SideMet {
    /// The same as a time that is not after the exact one, for a flight of which this is the move from one time to another.
    ///
    /// Of the four roundings two are of the product and two of the sum, which may be much larger.
    #[inline]
    pub(crate) fn time(&self, since: f64, until: f64) -> f64 {
        (since + self.early * (until - since)) * (1.0 - 4.0 * f64::EPSILON)
    }
}

impl Few {
    /// What a move meets first.
    ///
    /// With X the start, V the motion, k the wall that is met and X′ the place beside it, as in `quick.rs`; but here X is exactly
    /// on the path, and it may be as near to walls as e = 12u(|d| + r). So a wall is clear of the move if X is further away from its line than
    /// r + e and the end of the path, at T, further than r + 2w + E on the same side: as T is less than 2t, the place at t is
    /// then further away than r + w, and X′, which is nearer to that than w, than r.
    #[inline]
    pub(crate) fn first(&self, path: &Sweep) -> Met {
        let (start, motion, radius) = (path.start(), path.motion(), path.radius());
        let from = self.furthest_from(start);
        let size = motion.x.abs() + motion.y.abs();
        // |d| is at most `from`, and L at most twice that, as both ends are within it.
        let extent = 3.0 * from + size + radius;
        let place = start.x.abs() + start.y.abs() + size + radius;
        if !(is_ordinary(extent) && is_ordinary(extent + place) && is_ordinary(size)) {
            return Met::Doubt;
        }
        // The end of a flight is rounded, and so is a path to it, by less than this.
        let error = ERROR * extent + STEP_IN_PLACES * place;
        simd::run(FirstMet { few: self, start, motion, size, radius, error })
    }
}

/// A move whose first wall is to be found.
struct FirstMet<'a> {
    few: &'a Few,
    start: Point,
    motion: Vec2,
    /// |x| + |y| of the motion.
    size: f64,
    radius: f64,
    /// At least what all numbers are off by, seen from any wall.
    error: f64,
}

impl Kernel for FirstMet<'_> {
    type Output = Met;

    #[inline(always)]
    fn run<M: Machine>(self) -> Met {
        match self.few.groups.len() {
            0 => Met::Nothing,
            1 => self.among::<M::Four, 1>(),
            2 => self.among::<M::Four, 2>(),
            _ => self.among::<M::Four, { MAX_WALLS / FOUR }>(),
        }
    }
}

impl FirstMet<'_> {
    #[inline(always)]
    fn among<F: Four, const G: usize>(self) -> Met {
        let FirstMet { few, start, motion, size, radius, error } = self;
        let Some(groups) = few.groups.get(..few.groups.len().min(G)) else { return Met::Doubt };
        let mut seen = [Group::EMPTY.seen::<F>(start, motion, radius); G];
        let mut times = F::all(f64::MAX);
        for (i, (group, seen)) in groups.iter().zip(&mut seen).enumerate() {
            *seen = group.seen(start, motion, radius);
            times = times.least(seen.times(group, F::all(f64::MAX), FOUR * i));
        }
        let first = times.least_of_all();
        let number = (first.to_bits() & NUMBER_BITS) as usize;
        let met = (first < 1.0).then(|| self.proposal(number));
        let met = met.filter(|met| met.t + met.wait <= 1.0);
        let (until, number) = met.as_ref().map_or((1.0, MAX_WALLS), |met| (met.t + met.wait, number));
        let width = met.as_ref().map_or(0.0, |met| 2.0 * met.aside);
        let margins = [radius + 2.0 * width + error, radius + width + error];
        let wide = (radius + width + 3.0 * error) * size;
        let mut apart = F::all(f64::MAX);
        for (i, (group, seen)) in groups.iter().zip(&seen).enumerate() {
            let others = seen.apart_from(group, until, radius, margins, wide);
            apart = apart.least(others.most(window(&SHOWN, i, number)));
        }
        let are_apart = apart.least_of_all() > 0.0;
        if !are_apart {
            return Met::Doubt;
        }
        match met {
            Some(met) => self.side_met(number, &met),
            None => Met::Nothing,
        }
    }

    #[inline(always)]
    fn proposal(&self, number: usize) -> Proposal {
        let FirstMet { few, start, motion, size, radius, error: all_errors } = *self;
        let (group, place) = (&few.groups[number / FOUR], number % FOUR);
        let (d, unit) = (start - group.a(place), Vec2::new(group.ux[place], group.uy[place]));
        let h = d.dot(unit.normal());
        let normal = group.normal_toward(place, h);
        let (gap, closing, along) = (h.abs() - radius, -motion.dot(normal), motion.dot(unit));
        let t = gap / closing;
        let ideal = start + motion * t;
        let error = ERROR * ((d.x.abs() + d.y.abs()) + size * t + group.length[place] + radius);
        let aside = STEP_IN_ERRORS * error + STEP_IN_PLACES * ((ideal.x.abs() + ideal.y.abs()) + radius);
        let deep = 4.0 * aside + 4.0 * all_errors;
        let s = d.dot(unit) + along * t;
        Proposal { t, wait: t * (deep / gap), deep, gap, closing, along, s, ideal, normal, error, aside }
    }

    /// The proposed wall, if it is certain that its side is met.
    #[inline(always)]
    fn side_met(&self, number: usize, met: &Proposal) -> Met {
        let (group, place) = (&self.few.groups[number / FOUR], number % FOUR);
        let at = (met.ideal + met.normal * met.aside).canonical();
        // It comes nearer for certain if this is less than half of the wall's length L: as it is more than `deep`, at least 108ε of L, times the quotient of both
        // parts of the velocity, the part toward the wall is then more than 216ε of that along it.
        let s_error = met.along.abs() * met.wait + met.deep;
        let is_sure = (met.gap > met.deep)
            & (met.s > s_error)
            & (met.s < group.length[place] - s_error)
            & ((at - group.a(place)).dot(met.normal) > self.radius + met.error);
        if !is_sure {
            return Met::Doubt;
        }
        // The distance from the line is off by an error at any time, its start and end included; so when it is found to be the radius there
        // may be an error less, and it may shrink by two errors less in the whole move. As that is at least the gap, which is more than
        // four errors, the touch is at most two errors' time earlier. The third is for rounding.
        let early = met.t - 3.0 * self.error / met.closing;
        Met::Side(SideMet { wall: group.ids[place], ends: group.ends[place], early, at })
    }
}

/// A wall that is ahead.
struct Proposal {
    /// When it is touched, and how long it then takes until the body is deep in it.
    t: f64,
    wait: f64,
    deep: f64,
    gap: f64,
    closing: f64,
    along: f64,
    /// How far along the wall that is.
    s: f64,
    /// Where the body is then.
    ideal: Point,
    /// Toward the body.
    normal: Vec2,
    /// The error of what is seen from this wall alone, and how far aside of it a body steps.
    error: f64,
    aside: f64,
}

/// A velocity of which this part, of |x| + |y|, is toward a wall or away from it does so for certain. The normal is off by 4u, a product
/// with it by 7u, and a reflected velocity by 10u more.
pub(super) const CLEARLY: f64 = 64.0 * f64::EPSILON;

/// How four walls are seen from a body.
#[derive(Clone, Copy)]
pub(super) struct Seen<F> {
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
    /// How large what all of this is made of is: |x| + |y| of the vector from the wall's first end.
    size: F,
}

/// The same, wall by wall.
#[derive(Clone, Copy)]
pub(super) struct SeenEach {
    pub(super) h: [f64; FOUR],
    pub(super) s: [f64; FOUR],
    pub(super) along: [f64; FOUR],
    pub(super) gap: [f64; FOUR],
    pub(super) closing: [f64; FOUR],
    pub(super) time: [f64; FOUR],
}

/// One number at a wall's place, and another at all others: a [`window`] on this, moved by the wall's number.
///
/// ```text
/// place      0 ………………… 31 │  32 │ 33 ………………… 67
/// content        others    │ one │     others
///                      └──────┘                   the window for wall 1 and group 0 begins at 32 + 4 · 0 − 1
/// ```
const fn all_but_one(one: f64, others: f64) -> [f64; 2 * MAX_WALLS + FOUR] {
    let mut numbers = [others; 2 * MAX_WALLS + FOUR];
    numbers[MAX_WALLS] = one;
    numbers
}

pub(super) const HIDDEN: [f64; 2 * MAX_WALLS + FOUR] = all_but_one(-1.0, f64::MAX);
pub(super) const SHOWN: [f64; 2 * MAX_WALLS + FOUR] = all_but_one(f64::MAX, -f64::MAX);

/// What is at the places of the i-th group, if it is a wall of some number.
#[inline(always)]
pub(super) fn window<F: Four>(numbers: &[f64; 2 * MAX_WALLS + FOUR], i: usize, number: usize) -> F {
    let start = (MAX_WALLS + FOUR * i).wrapping_sub(number) % (2 * MAX_WALLS);
    F::of([numbers[start], numbers[start + 1], numbers[start + 2], numbers[start + 3]])
}

/// Of times only the leading bits are compared, so that the wall's number has room in the others.
///
/// ```text
///  63 62        52 51                              5 4       0
/// ┌──┬────────────┬─────────────────────────────────┬─────────┐
/// │ 0│  exponent  │  leading 47 bits of the time    │ number  │
/// └──┴────────────┴─────────────────────────────────┴─────────┘
/// ```
pub(super) const NUMBER_BITS: u64 = MAX_WALLS as u64 - 1;

impl Group {
    pub(super) const EMPTY: Group = {
        let nothing = [0.0; FOUR];
        let (length, ids, is_elastic) = ([-f64::MAX; FOUR], [WallId::ANY; FOUR], [true; FOUR]);
        let (ax, ay, ux, uy, push) = (nothing, nothing, nothing, nothing, nothing);
        let ends = [[Point::new(0.0, 0.0); 2]; FOUR];
        Group { ax, ay, ux, uy, length, push, is_elastic, ids, ends, len: 0 }
    };

    #[inline(always)]
    pub(super) fn a(&self, place: usize) -> Point {
        Point::new(self.ax[place], self.ay[place])
    }

    #[inline(always)]
    pub(super) fn normal(&self, place: usize) -> Vec2 {
        Vec2::new(self.ux[place], self.uy[place]).normal()
    }

    /// The same toward the side on which something of some distance h is.
    #[inline(always)]
    pub(super) fn normal_toward(&self, place: usize, h: f64) -> Vec2 {
        let sign = h.to_bits() & (1 << 63);
        let turned = |x: f64| f64::from_bits(x.to_bits() ^ sign);
        Vec2::new(turned(self.uy[place]), turned(-self.ux[place])).canonical()
    }

    #[inline(always)]
    pub(super) fn seen<F: Four>(&self, from: Point, velocity: Vec2, radius: f64) -> Seen<F> {
        let (dx, dy) = (F::all(from.x).minus(F::of(self.ax)), F::all(from.y).minus(F::of(self.ay)));
        let (ux, uy) = (F::of(self.ux), F::of(self.uy));
        let (vx, vy) = (F::all(velocity.x), F::all(velocity.y));
        let (h, s) = (dx.times(uy).minus(dy.times(ux)), dx.times(ux).plus(dy.times(uy)));
        let (across, along) = (vx.times(uy).minus(vy.times(ux)), vx.times(ux).plus(vy.times(uy)));
        let sign = h.and(F::all(-0.0));
        let gap = h.xor(sign).minus(F::all(radius));
        let closing = negated(across.xor(sign));
        let size = dx.and(F::all(MAGNITUDE)).plus(dy.and(F::all(MAGNITUDE)));
        Seen { h, s, across, along, gap, closing, time: gap.over(closing), size }
    }
}

impl SeenEach {
    pub(super) const NOTHING: SeenEach = {
        let none = [0.0; FOUR];
        SeenEach { h: none, s: none, along: none, gap: none, closing: none, time: none }
    };
}

impl<F: Four> Seen<F> {
    /// More than 0 for each wall that is clearly away from a move until some time, which starts exactly where the body is: further
    /// than its radius there and than the first margin at the end, on one side of the wall's line; or than the
    /// second beyond one of its ends; or the wall on one side of the move's line, as in [`Seen::apart`].
    #[inline(always)]
    fn apart_from(&self, group: &Group, until: f64, radius: f64, margins: [f64; 2], wide: f64) -> F {
        let Seen { h, across, size, .. } = *self;
        // Where it is now h is off by no more than this.
        let here = size.plus(F::all(radius)).times(F::all(ERROR)).plus(F::all(radius));
        let [there, beyond] = margins.map(F::all);
        let (sign, h_end) = (h.and(F::all(-0.0)), h.plus(across.times(F::all(until))));
        let side = h.xor(sign).minus(here).least(h_end.xor(sign).minus(there));
        let [ahead, beside] = self.ahead_and_beside(group, until);
        side.most(ahead.minus(beyond)).most(beside.minus(F::all(wide)))
    }

    #[inline(always)]
    pub(super) fn each(&self) -> SeenEach {
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
    pub(super) fn times(&self, group: &Group, hidden: F, first: usize) -> F {
        let from_a = self.s.times(self.closing).plus(self.gap.times(self.along));
        let to_b = F::of(group.length).times(self.closing).minus(from_a);
        let is_met = self.closing.least(self.gap).least(from_a.least(to_b).least(hidden));
        let number = |place: usize| f64::from_bits((first + place) as u64);
        let numbers = F::of([number(0), number(1), number(2), number(3)]);
        let times = self.time.and(F::all(f64::from_bits(!NUMBER_BITS))).or(numbers);
        is_met.if_positive(times, F::all(f64::MAX))
    }

    /// More than 0 for each wall that is clearly further than `reach` away from the body's path until some time: the path stays on one
    /// side of the wall's line, or beyond one of its ends, or the wall on one side of the path's line. `wide` is the
    /// reach times the velocity's |x| + |y|, which is never less than its length.
    #[inline(always)]
    pub(super) fn apart(&self, group: &Group, until: f64, reach: f64, wide: f64) -> F {
        let Seen { h, across, .. } = *self;
        let h_end = h.plus(across.times(F::all(until)));
        let side = h.least(h_end).most(negated(h.most(h_end)));
        let [ahead, beside] = self.ahead_and_beside(group, until);
        side.most(ahead).minus(F::all(reach)).most(beside.minus(F::all(wide)))
    }

    /// How far the path until some time stays beyond one end of each wall, and the wall on one side of the path's line, times the velocity.
    #[inline(always)]
    fn ahead_and_beside(&self, group: &Group, until: f64) -> [F; 2] {
        let Seen { h, s, across, along, .. } = *self;
        let length = F::of(group.length);
        let s_end = s.plus(along.times(F::all(until)));
        // The ends of the wall seen from the path's line.
        let a = s.times(across).minus(h.times(along));
        let b = a.minus(length.times(across));
        [s.least(s_end).minus(length).most(negated(s.most(s_end))), a.least(b).most(negated(a.most(b)))]
    }
}

#[inline(always)]
fn negated<F: Four>(x: F) -> F {
    x.xor(F::all(-0.0))
}

#[cfg(test)]
mod tests;

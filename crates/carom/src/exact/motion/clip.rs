//! A quick look at a mover with sharp corners and a wall: all sides of K at once, four side by side.
//!
//! In the words of `convex.rs`, with R = 0: K is the polygon of all differences, and a point moves from s by v. Each side of K is a line of which K lies on the
//! left; d is how far the start is on its right, in lengths of the side, and d − ct how far the place at a time t is, with c the side's vector × v. So
//! - what is on the right of one line at both ends of the path does not touch K;
//! - what is on the left of all lines at the start is inside;
//! - with one line that is come to at a time t, and clearly on the left of all others then, K is entered there, through that side;
//! - with one line that is come to at t, and on the right of another then and at the end, K is missed: until then by the one, from then on by the other.
//!
//! Everything else is in doubt.
//!
//! **Errors.** As in `glance.rs`: d is off by less than e = 8u of the sizes it is made of, c by less than f = 8u of its own. d − ct with t from 0 to 1 is off by
//! 5/8 of e and ½ of f, and its own roundings add an eighth of each at most: 2(e + f) is plenty. d is the smaller of two, as the wall has two ends, or the
//! smallest of some, one for each vertex; that of those which are meant is not smaller by more than their errors.

use super::hull::{Edge, Extent, Hull, MOST_SIDES, Sides, are_all_moderate};
use crate::exact::signs::look::ERROR;
use crate::point::{Point, Vec2, max, min};
use crate::simd::{self, Four, Kernel, Machine, Numbers};

/// What is seen.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Clipped {
    Apart,
    /// It starts inside.
    Inside,
    /// It enters through this side between these times.
    Enters(Edge, [f64; 2]),
    Doubt,
}

/// A look at a mover's sides and a wall: from both ends of the wall to the mover's position at the start, the mover's motion, from one end of the wall
/// to the other, and F of `glance.rs`.
#[inline]
pub(super) fn clip(sides: &Sides, from: [Vec2; 2], v: Vec2, w: Vec2, size: Vec2) -> Clipped {
    simd::run(Clip { sides, from, v, w, size })
}

/// The same of a mover on its path and the ends of a wall, where the vectors are known. In doubt if there are many sides or a radius.
#[inline(always)]
pub(crate) fn clip_with<M: Machine>(first: &Hull<'_>, wall: [Point; 2]) -> Clipped {
    let Some(Extent { size, sides: Some(sides), .. }) = first.extent else { return Clipped::Doubt };
    if first.radius != 0.0 || !are_all_moderate::<M>(first, wall) {
        return Clipped::Doubt;
    }
    let ([s, e], [p, q]) = (first.path, wall);
    let from = [s - p, s - q];
    let far = |size: f64, a: f64, b: f64| max(a.abs(), b.abs()) + size;
    let size = Vec2::new(far(size[0], from[0].x, from[1].x), far(size[1], from[0].y, from[1].y));
    Clip { sides, from, v: e - s, w: q - p, size }.run::<M>()
}

struct Clip<'a> {
    sides: &'a Sides,
    from: [Vec2; 2],
    v: Vec2,
    w: Vec2,
    size: Vec2,
}

/// Four lines of K.
#[derive(Clone, Copy)]
struct Lines<N> {
    /// How far the start is on the right, and how fast that becomes less.
    d: N,
    c: N,
    /// e and f.
    e: N,
    f: N,
}

/// Those of the mover, and those of the wall, of which there are two.
const FOURS: usize = MOST_SIDES / 4 + 1;

impl Kernel for Clip<'_> {
    type Output = Clipped;

    #[inline(always)]
    fn run<M: Machine>(self) -> Clipped {
        if self.sides.count <= 4 { self.look::<M::Four, 1>() } else { self.look::<M::Four, 2>() }
    }
}

impl Clip<'_> {
    /// With so many fours of the mover's sides.
    #[inline(always)]
    fn look<N: Four, const OF_MOVER: usize>(&self) -> Clipped {
        let zero = N::all(0.0);
        let nothing = Lines { d: N::all(-1.0), c: zero, e: zero, f: zero };
        let mut lines = [nothing; FOURS];
        let of_wall = self.lines_of_mover::<N, OF_MOVER>(&mut lines);
        lines[OF_MOVER] = of_wall.lines;
        let mut is_in = u32::MAX;
        let (mut is_apart, mut best) = (0, N::all(-1.0));
        let mut earlies = [N::all(-1.0); FOURS];
        for (early, Lines { d, c, e, f }) in earlies.iter_mut().zip(lines).take(OF_MOVER + 1) {
            let end = d.minus(c);
            let outside = e.is_below(d);
            is_apart |= N::bits(N::both(outside, e.plus(f).is_below(end)));
            is_in &= N::bits(d.is_below(e.negated()));
            let comes_to = N::both(end.is_below(e.plus(f).negated()), f.plus(f).is_below(c));
            let time = d.minus(e).over(c.plus(f)).times(N::all(1.0 - ERROR));
            *early = N::choose(N::both(outside, comes_to), time, *early);
            best = best.most(*early);
        }
        if is_apart != 0 {
            return Clipped::Apart;
        }
        if is_in & 15 == 15 {
            return Clipped::Inside;
        }
        let best = -best.negated().least_of_all();
        if best < 0.0 {
            return Clipped::Doubt;
        }
        let mut places = 0;
        for (k, early) in earlies.into_iter().enumerate().take(OF_MOVER + 1) {
            places |= N::bits(early.is_equal(N::all(best))) << (4 * k);
        }
        let winner = places.trailing_zeros() as usize;
        let Lines { d, c, e, f } = lines[winner / 4];
        let lane = winner % 4;
        let (d, c, e, f) = (d.numbers()[lane], c.numbers()[lane], e.numbers()[lane], f.numbers()[lane]);
        let span = [best, min((d + e) / (c - f) * (1.0 + ERROR), 1.0)];
        let (early, late) = (N::all(span[0]), N::all(span[1]));
        let (mut is_left, mut is_missed) = (0, 0);
        for (k, Lines { d, c, e, f }) in lines.into_iter().enumerate().take(OF_MOVER + 1) {
            let margin = e.plus(f).plus(e.plus(f));
            let (then, later) = (d.minus(c.times(early)), d.minus(c.times(late)));
            is_left |= N::bits(then.most(later).is_below(margin.negated())) << (4 * k);
            is_missed |= N::bits(margin.is_below(then.least(d.minus(c))));
        }
        let all = (1 << (4 * (OF_MOVER + 1))) - 1;
        if is_missed != 0 {
            Clipped::Apart
        } else if is_left | 1 << winner == all {
            self.side(winner, OF_MOVER, &of_wall).map_or(Clipped::Doubt, |edge| Clipped::Enters(edge, span))
        } else {
            Clipped::Doubt
        }
    }

    /// The lines of the mover's sides are noted; those of the wall's are given, but for those along which a side of the mover lies.
    #[inline(always)]
    fn lines_of_mover<N: Four, const OF_MOVER: usize>(&self, lines: &mut [Lines<N>; FOURS]) -> OfWall<N> {
        let (from, w, v) = ([all::<N>(self.from[0]), all(self.from[1])], all::<N>(self.w), all::<N>(self.v));
        let (size, speed) =
            (all(self.size * ERROR), [v[0].abs().times(N::all(ERROR)), v[1].abs().times(N::all(ERROR))]);
        let zero = N::all(0.0);
        let (mut along, mut against) = (0, 0);
        let (mut least, mut most) = (N::all(f64::INFINITY), N::all(f64::NEG_INFINITY));
        let (mut seen, mut nearer) = ([zero; FOURS], 0);
        for (k, four) in self.sides.fours.iter().enumerate().take(OF_MOVER) {
            let (a, z) = ([N::of(four.x), N::of(four.y)], [N::of(four.back_x), N::of(four.back_y)]);
            let first = [from[0][0].plus(a[0]), from[0][1].plus(a[1])];
            let second = [from[1][0].plus(a[0]), from[1][1].plus(a[1])];
            let (one, other) = (cross(first, z), cross(second, z));
            let (e, f) = (sizes(z, size), sizes(z, speed));
            // Where a side of the wall runs along one axis with this one, the wall's ends are equally far.
            let is_level = N::both(z[1].is_equal(zero), w[1].is_equal(zero));
            let is_upright = N::both(z[0].is_equal(zero), w[0].is_equal(zero));
            let parallel = N::bits(N::either(is_level, is_upright));
            let forward = N::bits(zero.is_below(z[0].times(w[0]).plus(z[1].times(w[1]))));
            let real = if 4 * (k + 1) <= self.sides.count { 15 } else { (1 << (self.sides.count - 4 * k)) - 1 };
            along |= (parallel & forward & real) << (4 * k);
            against |= (parallel & !forward & real) << (4 * k);
            let certain = N::bits(e.plus(e).is_below(one.minus(other).abs()));
            nearer |= ((certain & N::bits(other.is_below(one))) << (4 * k)) | ((!certain & 15) << (4 * k + 16));
            let is_real = zero.is_below(z[0].abs().plus(z[1].abs()));
            let d = N::choose(is_real, one.least(other), N::all(-1.0));
            lines[k] = Lines { d, c: cross(z, v), e, f };
            seen[k] = cross(w, first);
            (least, most) = (least.least(seen[k]), most.most(seen[k]));
        }
        let (least, most) = (least.least_of_all(), -most.negated().least_of_all());
        let (c, e, f) = (self.w.cross(self.v), ERROR * pairs(self.w, self.size), ERROR * pairs(self.w, self.v));
        // One along which a side of the mover runs is that side's line.
        let (one, other) = (if along == 0 { -most } else { -1.0 }, if against == 0 { least } else { -1.0 });
        let are = [f64::from(u8::from(along == 0)), f64::from(u8::from(against == 0))];
        let of = Lines {
            d: N::of([one, other, -1.0, -1.0]),
            c: N::of([c * are[0], -c * are[1], 0.0, 0.0]),
            e: N::of([e * are[0], e * are[1], 0.0, 0.0]),
            f: N::of([f * are[0], f * are[1], 0.0, 0.0]),
        };
        let (low, high) = (N::all(least + 2.0 * e), N::all(most - 2.0 * e));
        let mut nearest = [0; 2];
        for (k, across) in seen.into_iter().enumerate().take(OF_MOVER) {
            nearest[0] |= N::bits(high.is_at_most(across)) << (4 * k);
            nearest[1] |= N::bits(across.is_at_most(low)) << (4 * k);
        }
        OfWall { lines: of, nearest, along, against, nearer }
    }

    /// Which side of K a line is that of; `None` if the vertex or the wall's end that it goes through is in doubt.
    #[inline(always)]
    fn side<N>(&self, winner: usize, of_mover: usize, of_wall: &OfWall<N>) -> Option<Edge> {
        let count = self.sides.count;
        if winner < 4 * of_mover {
            let (i, next) = (winner as u16, if winner + 1 == count { 0 } else { winner as u16 + 1 });
            if of_wall.along >> winner & 1 == 1 {
                return Some(Edge { of: [i, 0], next: [next, 1] });
            }
            if of_wall.against >> winner & 1 == 1 {
                return Some(Edge { of: [i, 1], next: [next, 0] });
            }
            let is_in_doubt = of_wall.nearer >> (winner + 16) & 1 == 1;
            let j = (of_wall.nearer >> winner & 1) as u16;
            return (!is_in_doubt).then_some(Edge { of: [i, j], next: [next, j] });
        }
        let (side, ends) = if winner == 4 * of_mover { (0, [0, 1]) } else { (1, [1, 0]) };
        let nearest = of_wall.nearest[side] & ((1 << count) - 1);
        let i = nearest.trailing_zeros() as u16;
        (nearest.count_ones() == 1).then_some(Edge { of: [i, ends[0]], next: [i, ends[1]] })
    }
}

/// What is seen of the wall's own sides.
struct OfWall<N> {
    lines: Lines<N>,
    /// Which vertices of the mover may be the nearest to each, a bit for each.
    nearest: [u32; 2],
    /// Which sides of the mover run along the one, and along the other.
    along: u32,
    against: u32,
    /// For which sides of the mover the wall's second end is the nearer one, and from bit 16 on for which that is in doubt.
    nearer: u32,
}

#[inline(always)]
fn all<N: Numbers>(v: Vec2) -> [N; 2] {
    [N::all(v.x), N::all(v.y)]
}

#[inline(always)]
fn cross<N: Numbers>(a: [N; 2], b: [N; 2]) -> N {
    a[0].times(b[1]).minus(a[1].times(b[0]))
}

/// |x₁|y₂ + |y₁|x₂.
#[inline(always)]
fn sizes<N: Numbers>(one: [N; 2], other: [N; 2]) -> N {
    one[0].abs().times(other[1]).plus(one[1].abs().times(other[0]))
}

/// |x₁y₂| + |y₁x₂|: what a cross product is made of.
#[inline(always)]
pub(super) fn pairs(one: Vec2, other: Vec2) -> f64 {
    one.x.abs() * other.y.abs() + one.y.abs() * other.x.abs()
}

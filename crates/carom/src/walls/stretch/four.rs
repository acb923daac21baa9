//! Four small discs that set out together, or shapes within them, and their stretches side by side: the same sums and products as for one.

use super::super::around::{Around, narrow};
use super::super::cell::STEPS;
use super::super::close::Bearing;
use super::super::grid::Grid;
use super::super::way::{MARGIN, SMALLEST_MOTION, Size};
use super::{LARGEST_REACH, Stretch, WIDEST};
use crate::exact::construct::in_lanes;
use crate::side_by_side::{Four, WHOLE};
use crate::simd::Machine;
use crate::sweep::Sweep;

/// Four discs on their way, each in its stretch. Of numbers for two axes those of columns come first. No four lie in two cache lines.
#[derive(Clone, Copy, Default)]
#[repr(C, align(32))]
pub(in crate::walls) struct FourStretches {
    start: [[f64; 4]; 2],
    motion: [[f64; 4]; 2],
    /// See [`Stretches`](super::Stretches).
    reach: [[f64; 4]; 2],
    share: [f64; 4],
    length: [f64; 4],
    /// Which stretches these are, the first being 0.
    turns: [f64; 4],
    arounds: [Around; 4],
    bearings: [Bearing; 4],
    stretches: [Stretch; 4],
    /// A bit for each that is in four cells, or in its last stretch.
    wide: u32,
    last: u32,
}

const ALL: u32 = 0b1111;

impl Grid {
    /// Four discs set out, before their first stretches. A bit for each that does not, as it is not small or does not start in the grid.
    #[inline(always)]
    pub(in crate::walls) fn set_out<M: Machine>(&self, four: &mut FourStretches, sweeps: [&Sweep; 4]) -> u32 {
        let [a, b, c, d] = sweeps;
        let ends = in_lanes([a.ends(), b.ends(), c.ends(), d.ends()]);
        let radii = M::Four::of([a.radius(), b.radius(), c.radius(), d.radius()]);
        four.set_out::<_, true>(ends, radii, [radii; 2], self.frame(), self.measures())
    }

    /// The same for what is within four discs, on paths from and to places, and reaches so far along each axis.
    #[inline(always)]
    pub(in crate::walls) fn set_out_within<F: Four>(
        &self,
        four: &mut FourStretches,
        ends: [[F; 2]; 2],
        radii: F,
        spreads: [F; 2],
    ) -> u32 {
        four.set_out::<_, false>(ends, radii, spreads, self.frame(), self.measures())
    }
}

impl FourStretches {
    /// The same in a grid with its corner at `origin` and so many cells to a unit of length. Whether it is known that they reach as far along both axes.
    #[inline(always)]
    fn set_out<F: Four, const ARE_EVEN: bool>(
        &mut self,
        [from, to]: [[F; 2]; 2],
        radius: F,
        spreads: [F; 2],
        (origin, scale): ([f64; 2], f64),
        size: &Size,
    ) -> u32 {
        let scale = F::all(scale);
        let [x, y] = [from[0].minus(F::all(origin[0])).times(scale), from[1].minus(F::all(origin[1])).times(scale)];
        let [dx, dy] = [to[0].minus(from[0]).times(scale), to[1].minus(from[1]).times(scale)];
        let radius = radius.times(scale);
        let (furthest, longest) = (x.abs().most(y.abs()), dx.abs().most(dy.abs()));
        let far = furthest.most(longest).most(radius);
        let (margin, zero) = (F::all(MARGIN), F::all(0.0));
        let [reach_x, reach_y] = [spreads[0].times(scale).plus(margin), spreads[1].times(scale).plus(margin)];
        let reach = reach_x.most(reach_y);
        let is_small = F::both(far.is_at_most(F::all(size.farthest)), reach.is_at_most(F::all(LARGEST_REACH)));
        let is_after = F::both(zero.is_at_most(x), zero.is_at_most(y));
        let is_before = F::both(x.is_at_most(F::all(size.cells[0])), y.is_at_most(F::all(size.cells[1])));
        // A point has no way of its own here.
        let is_disc = zero.is_below(radius);
        let usual = F::bits(F::both(F::both(is_small, is_disc), F::both(is_after, is_before)));
        let room = F::all(WIDEST).minus(reach_x.plus(reach_x));
        let share = if ARE_EVEN {
            // Of the shares of both axes the smaller is that of the longer motion, rounded in the same way.
            room.over(longest.most(room))
        } else {
            let room_y = F::all(WIDEST).minus(reach_y.plus(reach_y));
            room.over(dx.abs().most(room)).least(room_y.over(dy.abs().most(room_y)))
        };
        let squared = dx.times(dx).plus(dy.times(dy));
        let length = squared.sqrt();
        let is_standing = squared.is_below(F::all(SMALLEST_MOTION * SMALLEST_MOTION));
        let over = F::all(1.0).over(length);
        // What stands looks anywhere.
        let ux = F::choose(is_standing, F::all(1.0), dx.times(over));
        let uy = F::choose(is_standing, zero, dy.times(over));
        let off = far.times(F::all(16.0 * f64::EPSILON));
        (self.start, self.motion) = ([x.numbers(), y.numbers()], [dx.numbers(), dy.numbers()]);
        (self.reach, self.share) = ([reach_x.numbers(), reach_y.numbers()], share.numbers());
        self.length = length.times(F::all(STEPS)).numbers();
        self.arounds = Around::of_four([ux, uy], radius, off);
        self.bearings = Bearing::of_four([ux, uy]);
        self.turns = [0.0; 4];
        ALL & !usual
    }

    /// They come to their stretches. A bit for each that is still in the grid.
    #[inline(always)]
    pub(in crate::walls) fn enter<F: Four>(&mut self, size: &Size) -> u32 {
        let (share, turn, one) = (F::of(self.share), F::of(self.turns), F::all(1.0));
        let (from, next) = (turn.times(share), turn.plus(one).times(share));
        let times = [from, next.least(one)];
        let x = Along::of(self.start[0], self.motion[0], self.reach[0], times, [size.cells[0], size.last.numbers()[0]]);
        let y = Along::of(self.start[1], self.motion[1], self.reach[1], times, [size.cells[1], size.last.numbers()[1]]);
        let [_, row] = size.number.numbers();
        let places = y.corners[0].times(F::all(row)).plus(x.corners[0]).whole();
        let views = F::transposed([x.views[0], y.views[0], x.views[1], y.views[1]]).map(narrow);
        let middles = F::rounded([x.middles[0], y.middles[0]], [x.middles[1], y.middles[1]]);
        let motions = F::rounded([x.motion, y.motion], [x.motion, y.motion]);
        let lengths = narrow(times[1].minus(times[0]).times(F::of(self.length)));
        let columns = F::bits(x.corners[0].is_below(x.corners[1]));
        let rows = F::bits(y.corners[0].is_below(y.corners[1]));
        (self.wide, self.last) = (columns & rows, F::bits(one.is_at_most(next)));
        let mut lane = 0;
        while lane < 4 {
            let ([left, bottom, right, top], [low, high]) = (views[lane], middles[lane]);
            let other = (low ^ high) & 0xffff;
            self.stretches[lane] = Stretch {
                place: places[lane] as usize,
                views: [[left, bottom], [right, top]],
                middles: [low, low ^ other, high ^ other, high],
                motion: motions[lane][0],
                spans: (columns >> lane & 1) | (rows >> lane & 1) << 1,
                length: lengths[lane],
                is_last: self.last >> lane & 1 != 0,
            };
            lane += 1;
        }
        ALL & !F::bits(F::either(x.is_outside, y.is_outside))
    }

    /// Before the next stretches, of those that have one: a bit each.
    #[inline(always)]
    pub(in crate::walls) fn go_on(&mut self) -> u32 {
        self.turns = self.turns.map(|turn| turn + 1.0);
        ALL & !self.last
    }

    /// One goes on to the first half of the stretch where it is.
    #[inline(always)]
    pub(in crate::walls) fn halve(&mut self, lane: usize) {
        let (share, turn) = (&mut self.share[lane % 4], &mut self.turns[lane % 4]);
        (*share, *turn) = (0.5 * *share, 2.0 * *turn - 1.0);
    }

    /// Whether it is the first stretch of one.
    #[inline(always)]
    pub(in crate::walls) fn is_start(&self, lane: usize) -> bool {
        self.turns[lane % 4] == 0.0
    }

    /// A bit for each that is in four cells.
    #[inline(always)]
    pub(in crate::walls) fn wide(&self) -> u32 {
        self.wide
    }

    #[inline(always)]
    pub(in crate::walls) fn around(&self, lane: usize) -> &Around {
        &self.arounds[lane % 4]
    }

    #[inline(always)]
    pub(in crate::walls) fn bearing(&self, lane: usize) -> Bearing {
        self.bearings[lane % 4]
    }

    /// Where one is.
    #[inline(always)]
    pub(in crate::walls) fn stretch(&self, lane: usize) -> &Stretch {
        &self.stretches[lane % 4]
    }
}

/// Four stretches along one axis.
struct Along<F: Four> {
    /// The corners of the first and the last cell, and from where these see the start and the middle.
    corners: [F; 2],
    views: [F; 2],
    middles: [F; 2],
    motion: F,
    is_outside: F::Truth,
}

impl<F: Four> Along<F> {
    /// As [`Stretches::stretch`](super::Stretches::stretch) has it.
    #[inline(always)]
    fn of(start: [f64; 4], motion: [f64; 4], reach: [f64; 4], times: [F; 2], [cells, last]: [f64; 2]) -> Along<F> {
        let (start, motion, reach) = (F::of(start), F::of(motion), F::of(reach));
        let [a, b] = [start.plus(motion.times(times[0])), start.plus(motion.times(times[1]))];
        let (low, high) = (a.least(b).minus(reach), a.most(b).plus(reach));
        let corners = [corner(low, last), corner(high, last)];
        let half = F::all(0.5);
        let centers = [corners[0].plus(half), corners[1].plus(half)];
        let (step, two, middle) = (F::all(STEPS), F::all(0.5 * STEPS), a.plus(b).times(half));
        Along {
            corners,
            views: [a.minus(centers[0]).times(step), a.minus(centers[1]).times(step)],
            middles: [middle.minus(centers[0]).times(two), middle.minus(centers[1]).times(two)],
            motion: b.minus(a).times(F::all(0.25 * STEPS)),
            is_outside: F::either(high.is_below(F::all(0.0)), F::all(cells).is_at_most(low)),
        }
    }
}

/// The corner of the cell where places are, or of the nearest, given the middle of the last.
#[inline(always)]
fn corner<F: Four>(place: F, last: f64) -> F {
    let (half, whole) = (F::all(0.5), F::all(WHOLE));
    place.most(half).least(F::all(last)).minus(half).plus(whole).minus(whole)
}

#[cfg(test)]
mod tests {
    use super::super::super::way::Seen;
    use super::super::Stretches;
    use super::*;
    use crate::pair::Pair;
    use crate::side_by_side::Numbers;
    use crate::simd::{Kernel, Vectors, run};
    use carom_oracle::rng::Rng;
    use carom_oracle::share_of;
    use std::format;

    const CASES: u64 = share_of(200_000);

    /// Four discs from starts to ends, with their radii, and how many stretches they take at most.
    struct Stroll<'a>([[[f64; 2]; 2]; 4], [f64; 4], ([f64; 2], f64), &'a Size, usize);

    impl Kernel for Stroll<'_> {
        /// Those that are odd, and after each turn those that are in the grid and have come so far.
        type Output = (u32, [(u32, FourStretches); 4]);

        #[inline(always)]
        fn run<M: Machine>(self) -> Self::Output {
            let Stroll(paths, radii, frame, size, turns) = self;
            let ends = [0, 1].map(|end| [0, 1].map(|axis| M::Four::of(paths.map(|path| path[end][axis]))));
            let mut four = FourStretches::default();
            let radii = M::Four::of(radii);
            let odd = four.set_out::<M::Four, true>(ends, radii, [radii; 2], frame, size);
            let (mut out, mut all) = (ALL & !odd, [(0, four); 4]);
            for turn in &mut all[..turns] {
                out &= four.enter::<M::Four>(size);
                *turn = (out, four);
                out &= four.go_on();
            }
            (odd, all)
        }
    }

    /// Four stretches are those that each disc has alone, but that directions and radii are rounded otherwise; with all vectors.
    #[test]
    fn four_stretches_are_each_alone() {
        let (mut ways, mut odd_ones) = (0, 0);
        for case in 0..CASES {
            let rng = &mut Rng::for_case(0, "four stretches", case);
            let counts = [0, 1].map(|_| *rng.pick(&[2_u32, 3, 7, 20]));
            let size = Size::new(counts[0], counts[1]);
            let (origin, scale) = ([rng.within(-9.0, 9.0), rng.within(-9.0, 9.0)], *rng.pick(&[1.0, 0.7, 13.0]));
            let paths = [(); 4].map(|()| {
                let start = [0, 1].map(|axis| {
                    let outside = *rng.pick(&[0.0, 0.0, 0.0, 0.5]);
                    rng.within(-outside, f64::from(counts[axis]) + outside)
                });
                let motion = *rng.pick(&[0.0, 1e-19, 1e-3, 0.5, 2.0, 9.0]);
                let motion = [0, 1].map(|_| motion * rng.within(-1.0, 1.0));
                let seen = |place: [f64; 2]| [0, 1].map(|axis| place[axis] / scale + origin[axis]);
                [seen(start), seen([start[0] + motion[0], start[1] + motion[1]])]
            });
            let radii = [(); 4].map(|()| *rng.pick(&[0.0, 1e-9, 0.01, 0.125, 0.24, 0.3]) / scale);
            for vectors in Vectors::available() {
                assert!(vectors.force());
                let (odd, all) = run(Stroll(paths, radii, (origin, scale), &size, 4));
                for lane in 0..4 {
                    let what = format!("case {case}, {vectors:?}: {:?}, radius {}", paths[lane], radii[lane]);
                    let ([from, to], radius) = (paths[lane], radii[lane] * scale);
                    let start = [0, 1].map(|axis| (from[axis] - origin[axis]) * scale);
                    let motion = [0, 1].map(|axis| (to[axis] - from[axis]) * scale);
                    let seen = Seen::whole(Pair::of(start), Pair::of(motion), radius, &size);
                    let way = seen.and_then(|seen| Stretches::of(&seen, radius, Pair::all(radius), &size));
                    let Some(way) = way.filter(|_| 0.0 < radius) else {
                        assert!(odd >> lane & 1 != 0, "{what}");
                        odd_ones += 1;
                        continue;
                    };
                    assert!(odd >> lane & 1 == 0, "{what}");
                    ways += 1;
                    let mut goes_on = true;
                    for (turn, (out, four)) in all.iter().enumerate() {
                        let alone = way.stretch(turn as f64, &size).filter(|_| goes_on);
                        goes_on = alone.as_ref().is_some_and(|stretch| !stretch.is_last);
                        assert_eq!(alone.is_some(), out >> lane & 1 != 0, "{what}, turn {turn}");
                        if let Some(alone) = alone {
                            assert_eq!(*four.stretch(lane), alone, "{what}, turn {turn}");
                            assert_eq!(four.wide() >> lane & 1 != 0, alone.is_wide(), "{what}, turn {turn}");
                            assert_eq!(four.is_start(lane), turn == 0);
                        }
                        assert!(four.bearing(lane).is_near(&way.bearing), "{what}");
                        assert!(four.around(lane).is_near(&way.around), "{what}");
                    }
                }
            }
        }
        assert!(CASES < ways && CASES / 4 < odd_ones, "{ways} ways, {odd_ones} odd paths in {CASES} cases");
        assert!(Vectors::available().last().is_some_and(Vectors::force));
    }
}

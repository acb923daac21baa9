//! Four paths set on their way at once: the same sums and products as for one, side by side.

use super::super::cell::{Packed, STEPS};
use super::{Passage, SMALLEST_MOTION, Size, Way};
use crate::pair::Pair;
use crate::side_by_side::{Four, WHOLE};

/// Four ways, and their passages through the cells where they begin.
pub(in crate::walls) struct FourWays {
    /// A bit for each path that there is a way of.
    pub(in crate::walls) ways: u32,
    /// A bit for each of which this is not said here, as it starts too far away or is too long.
    pub(in crate::walls) odd: u32,
    /// Of each `from` and `motion`, `next` and `take`, and the middle, the half and the end of the passage's time with the way's end.
    places: [[f64; 4]; 4],
    steps: [[f64; 4]; 4],
    times: [[f64; 4]; 4],
    pieces: [[i32; 2]; 4],
    cells: [u64; 4],
}

impl FourWays {
    /// The ways of paths from starts to ends through a grid with its corner at `origin` and so many cells to a unit of length; [`Way::of`] says more.
    #[inline(always)]
    pub(in crate::walls) fn of<F: Four>(ends: [[F; 2]; 2], origin: [f64; 2], scale: f64, size: &Size) -> FourWays {
        let [[from_x, from_y], [to_x, to_y]] = ends;
        let ([half_x, half_y], [inner_x, inner_y]) = (size.half.numbers(), size.inner.numbers());
        let x = Along::of([from_x, to_x], [origin[0], scale], [half_x, inner_x]);
        let y = Along::of([from_y, to_y], [origin[1], scale], [half_y, inner_y]);
        let is_seen = x.far().most(y.far()).is_at_most(F::all(size.farthest));
        let (enter, leave) = (x.begins.most(y.begins).most(F::all(0.0)), x.ends.least(y.ends).least(F::all(1.0)));
        let ([last_x, last_y], [_, row]) = (size.last.numbers(), size.number.numbers());
        let (x1, y1) = (x.first(enter, last_x), y.first(enter, last_y));
        let cells = y1.corner.times(F::all(row)).plus(x1.corner).whole();
        // As `Way::passage` has it.
        let exit = x1.next.least(y1.next);
        let half = F::all(0.5).times(exit.least(leave).minus(enter));
        let middle = enter.plus(half);
        let ([mx, hx], [my, hy]) = (x1.piece(middle, half), y1.piece(middle, half));
        let odd = ALL & !F::bits(is_seen);
        FourWays {
            ways: F::bits(enter.is_at_most(leave)) & !odd,
            odd,
            places: rows([x1.from, y1.from, x1.motion, y1.motion]),
            steps: rows([x1.next, y1.next, x.take, y.take]),
            times: rows([middle, half, exit, leave]),
            pieces: F::rounded([mx, my], [hx, hy]),
            cells,
        }
    }

    /// The numbers of the cells where they begin.
    #[inline(always)]
    pub(in crate::walls) fn cells(&self) -> [u64; 4] {
        self.cells
    }

    /// A way and its passage; they mean nothing if there is none.
    #[inline(always)]
    pub(in crate::walls) fn get(&self, lane: usize) -> (Way, Passage) {
        let [[from_x, from_y, motion_x, motion_y], [next_x, next_y, take_x, take_y], [middle, half, exit, end]] =
            [self.places[lane], self.steps[lane], self.times[lane]];
        let way = Way {
            from: Pair::of([from_x, from_y]),
            motion: Pair::of([motion_x, motion_y]),
            next: Pair::of([next_x, next_y]),
            take: Pair::of([take_x, take_y]),
            end,
            cell: self.cells[lane],
            unit: 1.0,
        };
        (way, Passage { middle, half, exit, piece: Packed(self.pieces[lane]) })
    }
}

const ALL: u32 = 0b1111;

#[inline(always)]
fn rows<F: Four>(columns: [F; 4]) -> [[f64; 4]; 4] {
    let [a, b, c, d] = F::transposed(columns);
    [a.numbers(), b.numbers(), c.numbers(), d.numbers()]
}

/// Four paths along one axis.
struct Along<F> {
    start: F,
    motion: F,
    take: F,
    /// When they come into the grid, if they start before it, and when they leave it.
    begins: F,
    ends: F,
}

impl<F: Four> Along<F> {
    #[inline(always)]
    fn of([from, to]: [F; 2], [origin, scale]: [f64; 2], [half, inner]: [f64; 2]) -> Along<F> {
        let (start, motion) = (from.minus(F::all(origin)).times(F::all(scale)), to.minus(from).times(F::all(scale)));
        let take = F::all(1.0).over(motion.abs().most(F::all(SMALLEST_MOTION)));
        // Seen in the direction of the motion, which changes signs and nothing else.
        let from_middle = start.minus(F::all(half)).turned_by(motion);
        let begins = F::all(-inner).minus(from_middle).times(take);
        let ends = F::all(inner).minus(from_middle).times(take);
        Along { start, motion, take, begins, ends }
    }

    /// How far away they start, or how far they go.
    #[inline(always)]
    fn far(&self) -> F {
        self.start.abs().most(self.motion.abs())
    }

    /// In their first cells, which are entered at a time.
    #[inline(always)]
    fn first(&self, enter: F, last: f64) -> InCell<F> {
        let [half, whole, steps] = [0.5, WHOLE, STEPS].map(F::all);
        let at = self.start.plus(self.motion.times(enter));
        let corner = at.most(half).least(F::all(last)).minus(half).plus(whole).minus(whole);
        let middle = corner.plus(half);
        let side = middle.plus(half.turned_by(self.motion));
        let next = side.minus(self.start).times(self.take.turned_by(self.motion)).most(enter);
        InCell { corner, next, from: self.start.minus(middle).times(steps), motion: self.motion.times(steps) }
    }
}

/// Four paths in a cell each, along one axis; see [`Way`].
struct InCell<F> {
    corner: F,
    next: F,
    from: F,
    motion: F,
}

impl<F: Four> InCell<F> {
    /// The middle of a piece, and its half, as `Way::piece` has them.
    #[inline(always)]
    fn piece(&self, middle: F, half: F) -> [F; 2] {
        [self.from.plus(self.motion.times(middle)), self.motion.times(half)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{path, size};
    use super::*;
    use crate::simd::{self, Kernel, Machine, Vectors};
    use crate::walls::way::Seen;
    use carom_oracle::rng::Rng;

    const CASES: u64 = carom_oracle::share_of(40_000);

    struct SetOut<'a>([[[f64; 2]; 2]; 4], [f64; 2], f64, &'a Size);

    impl Kernel for SetOut<'_> {
        type Output = FourWays;

        #[inline(always)]
        fn run<M: Machine>(self) -> FourWays {
            let SetOut(paths, origin, scale, size) = self;
            let ends = [0, 1].map(|end| [0, 1].map(|axis| M::Four::of(paths.map(|path| path[end][axis]))));
            FourWays::of(ends, origin, scale, size)
        }
    }

    /// Four ways are those that each path has alone, with all vectors.
    #[test]
    fn four_ways_are_each_alone() {
        let (mut ways, mut odd) = (0, 0);
        for case in 0..CASES {
            let rng = &mut Rng::for_case(0, "four ways", case);
            let size = size(rng);
            let (origin, scale) = ([rng.within(-9.0, 9.0), rng.within(-9.0, 9.0)], *rng.pick(&[1.0, 0.7, 13.0]));
            let paths = [(); 4].map(|()| {
                let truth = path(rng, size);
                let start = [0, 1].map(|axis| truth.start[axis] / scale + origin[axis]);
                [start, [0, 1].map(|axis| start[axis] + truth.motion[axis] / scale)]
            });
            for vectors in Vectors::available() {
                assert!(vectors.force());
                let four = simd::run(SetOut(paths, origin, scale, &size));
                for (lane, [from, to]) in paths.into_iter().enumerate() {
                    let what = std::format!("case {case}, {vectors:?}: {from:?} to {to:?}");
                    let start = [0, 1].map(|axis| (from[axis] - origin[axis]) * scale);
                    let motion = [0, 1].map(|axis| (to[axis] - from[axis]) * scale);
                    let seen = Seen::new(Pair::of(start), Pair::of(motion), 0.0, &size);
                    let is = |bits: u32| bits >> lane & 1 != 0;
                    let Some(seen) = seen.filter(|seen| seen.unit == 1.0) else {
                        assert!(is(four.odd) && !is(four.ways), "{what}");
                        odd += 1;
                        continue;
                    };
                    assert!(!is(four.odd), "{what}");
                    let Some((way, enter)) = Way::of(&seen, &size) else {
                        assert!(!is(four.ways), "{what}");
                        continue;
                    };
                    assert!(is(four.ways), "{what}");
                    ways += 1;
                    let (ours, passage) = four.get(lane);
                    assert_eq!(numbers(&ours, &passage), numbers(&way, &way.passage(enter)), "{what}");
                }
            }
        }
        assert!(CASES < ways && CASES / 4 < odd, "{ways} ways, {odd} odd paths in {CASES} cases");
        assert!(Vectors::available().last().is_some_and(Vectors::force));
    }

    type All = ([[f64; 2]; 4], [f64; 5], u64, [i32; 2]);

    fn numbers(way: &Way, passage: &Passage) -> All {
        let Way { from, motion, next, take, end, cell, unit } = *way;
        let pairs = [from, motion, next, take].map(Pair::numbers);
        let times = [end, unit, passage.middle, passage.half, passage.exit];
        (pairs, times, cell, passage.piece.0)
    }
}

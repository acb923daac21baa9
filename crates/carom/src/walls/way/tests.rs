//! Pieces of ways beside the exact path.

use super::super::cell::PIECE_OFF;
use super::{MARGIN, Numbers, Pair, STEPS, Seen, Size, Way, float, min};
use carom_oracle::dyadic::{Dyadic, cross, exact};
use carom_oracle::rng::Rng;
use carom_oracle::share_of;
use core::cmp::Ordering;
use std::format;

const CASES: u64 = share_of(80_000);

/// The exact path, in cells.
pub(super) struct Truth {
    pub(super) start: [f64; 2],
    pub(super) motion: [f64; 2],
}

impl Truth {
    fn at(&self, t: f64) -> [Dyadic; 2] {
        [0, 1].map(|axis| exact(self.start[axis]) + exact(t) * exact(self.motion[axis]))
    }

    /// What is seen of it: each number off by 2u of itself, or less.
    fn seen(&self, rng: &mut Rng) -> [[f64; 2]; 2] {
        [self.start, self.motion]
            .map(|numbers| numbers.map(|x| if x == 0.0 { x } else { *rng.pick(&[x, x.next_up(), x.next_down()]) }))
    }

    /// Whether it stays on one side of the walls between two times: beyond 3/8 of a cell from one edge of the grid.
    fn is_beside(&self, times: [f64; 2], size: Size) -> bool {
        let [from, to] = times.map(|t| self.at(t));
        [0, 1].into_iter().any(|axis| {
            let (low, high) = (exact(FREE), exact(size.cells[axis] - FREE));
            let both = |is: &dyn Fn(&Dyadic) -> bool| is(&from[axis]) && is(&to[axis]);
            both(&|x| (x.clone() - low.clone()).sign() == Ordering::Less)
                || both(&|x| (x.clone() - high.clone()).sign() == Ordering::Greater)
        })
    }

    /// Whether all of it is beside the walls, on one side of them or past one of their corners.
    fn misses(&self, size: Size) -> bool {
        let corners =
            [[FREE; 2], [FREE, size.cells[1] - FREE], [size.cells[0] - FREE, FREE], size.cells.map(|n| n - FREE)];
        let motion = self.motion.map(exact);
        let signs = corners.map(|corner| {
            let from = [0, 1].map(|axis| exact(corner[axis]) - exact(self.start[axis]));
            cross(&motion, &from).sign()
        });
        let past_a_corner = signs[0] != Ordering::Equal && signs.iter().all(|&sign| sign == signs[0]);
        past_a_corner || self.is_beside([0.0, 1.0], size)
    }
}

/// So much is free around the walls.
const FREE: f64 = 0.375;

pub(super) fn size(rng: &mut Rng) -> Size {
    let side = |rng: &mut Rng| *rng.pick(&[2, 2, 3, 5, 16, 40, 200]);
    let (columns, rows) = (side(rng), side(rng));
    if rng.one_in(50) { Size::new(60_000, rows) } else { Size::new(columns, rows) }
}

/// A path that goes far beyond the grid is cut to a part of a power of two, which still goes beyond it; none that starts too far away for that is.
#[test]
fn what_is_cut_goes_beyond_the_grid() {
    for [columns, rows] in [[2, 2], [3, 40], [200, 5]] {
        let size = Size::new(columns, rows);
        // Eight times so far in all: where it starts, or its radius, and the grid.
        let nearest = size.farthest / 64.0 - size.cells[0] - size.cells[1];
        for (near, is_cut) in [(0.0, true), (nearest - 1.0, true), (nearest + 1.0, false)] {
            for (start, radius) in [([near, 1.0], 0.0), ([0.5, -near], 0.25), ([0.5, 0.5], near)] {
                for motion in [[1e30, -3e20], [7.0, -1.5e100], [0.0, 1e308]] {
                    let cut = Seen::new(Pair::of(start), Pair::of(motion), radius, &size);
                    assert_eq!(cut.is_some(), is_cut, "{start:?} {motion:?} {radius}");
                    let Some(Seen { start: from, motion: left, unit, far }) = cut else { continue };
                    assert_eq!((from.numbers(), left.numbers()), (start, motion.map(|d| d * unit)));
                    let (_, power) = float::split(unit);
                    assert!(unit < 1.0 && float::power_of_two(power + 52) == unit, "{unit:e}");
                    let goes = left.numbers().map(f64::abs).into_iter().fold(0.0, f64::max);
                    let beyond = size.farthest / 8.0;
                    assert!((beyond / 2.0..=beyond * 2.0).contains(&goes), "{goes:e} of {beyond:e}");
                    assert!(far >= goes && far >= near && far <= size.farthest, "{far:e}");
                }
            }
            assert!(Seen::new(Pair::of([0.5, 0.5]), Pair::of([f64::INFINITY, 0.0]), 0.0, &size).is_none());
        }
    }
}

/// Times of a piece are those around its middle, as parts of the whole path.
#[test]
fn times_of_a_passage() {
    let size = Size::new(3, 3);
    let seen = Seen { start: Pair::of([0.5, 0.5]), motion: Pair::of([1.0, 1.0]), unit: 0.25, far: 1.0 };
    let (way, _) = Way::of(&seen, &size).unwrap();
    let passage = super::Passage { middle: 0.5, half: 0.125, ..super::Passage::default() };
    for (t, at) in [(0.0, 0.5), (1.0, 0.625), (-0.5, 0.4375)] {
        let off = 0.0625 * 0.125 + super::TINY;
        assert_eq!(way.times(&passage, (t, 0.0625)), [0.25 * (at - off), 0.25 * (at + off)]);
    }
}

/// On sides and corners of cells or next to them, anywhere, or far outside.
fn place(rng: &mut Rng, size: Size) -> [f64; 2] {
    let far = *rng.pick(&[1.0, 1.0, 1.0, 1.0, 2.0, 1e3, 1e6, 1e10]);
    size.cells.map(|count| {
        let whole = rng.between(-1, count as i64 + 1) as f64;
        match rng.below(6) {
            0 => whole,
            1 => *rng.pick(&[whole.next_up(), whole.next_down()]),
            2 => whole + 0.5,
            _ => far * rng.within(-0.2, 1.2) * count,
        }
    })
}

/// To another place, along an axis, hardly at all or not at all.
pub(super) fn path(rng: &mut Rng, size: Size) -> Truth {
    let (mut start, end) = (place(rng, size), place(rng, size));
    if rng.one_in(3) {
        // From as far away as may be, or nearly, to a place in the grid.
        let far = [0, 1].map(|_| rng.within(-0.99, 0.99) * size.farthest * *rng.pick(&[1.0, 1.0, 1e-3]));
        let within = [0, 1].map(|axis| rng.unit() * size.cells[axis]);
        let motion = [0, 1].map(|axis| within[axis] - far[axis]);
        return Truth { start: far, motion };
    }
    let mut motion = [end[0] - start[0], end[1] - start[1]];
    let axis = rng.below(2);
    match rng.below(9) {
        0 => motion[axis] *= 0.0,
        1 => motion[axis] *= *rng.pick(&[1e-19, 1e-18, 1e-17, 1e-15, 1e-300]),
        2 => motion = [motion[axis]; 2],
        3 => motion = motion.map(|d| d * *rng.pick(&[0.0, 1e-20, 1e-16, 1e-3])),
        4 => motion = motion.map(|d| d * *rng.pick(&[1e6, 1e20, 1e290])),
        5 => {
            // From afar along a side, or nearly.
            start[axis] = rng.between(0, size.cells[axis] as i64) as f64;
            motion[axis] = *rng.pick(&[-0.0, 1e-17, -1e-17, 1e-16, -1e-16, -1e-12, -1e-20]);
        }
        _ => {}
    }
    Truth { start, motion }
}

/// How far a place is outside of what is between two numbers.
fn outside(x: &Dyadic, low: f64, high: f64) -> f64 {
    let below = (exact(low) - x.clone()).over(&exact(1.0));
    let above = (x.clone() - exact(high)).over(&exact(1.0));
    below.max(above)
}

/// Pieces follow one another without a gap, each lies in its cell but for a little and is told where it is, and what comes before and
/// after is beside all walls.
#[test]
fn pieces_of_ways() {
    let (mut worst_place, mut worst_piece, mut ways) = (0.0_f64, 0.0_f64, 0);
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "ways", case);
        let size = size(rng);
        let truth = path(rng, size);
        let [start, motion] = truth.seen(rng);
        let Some(path) = Seen::new(Pair::of(start), Pair::of(motion), 0.0, &size) else {
            let far = start.into_iter().fold(0.0_f64, |far, x| far.max(x.abs()));
            assert!(1e4 < far || f64::INFINITY <= motion[0].abs().max(motion[1].abs()), "case {case}");
            continue;
        };
        let what = format!("case {case}: {:?} {:?} in {:?}", truth.start, truth.motion, size.cells);
        let Some((mut way, enter)) = Way::of(&path, &size) else {
            assert!(truth.misses(size), "{what}: no way");
            continue;
        };
        ways += 1;
        let unit = way.unit;
        assert!(enter == 0.0 || truth.is_beside([0.0, enter * unit], size), "{what}: begins late");
        assert!(way.end * unit == 1.0 || truth.is_beside([way.end * unit, 1.0], size), "{what}: ends early");
        let mut time = enter;
        loop {
            let exit = way.next.smaller();
            let until = min(exit, way.end);
            let columns = size.cells[0] as u64;
            let cell = [way.cell % columns, way.cell / columns].map(|x| x as f64);
            assert!(cell[1] < size.cells[1], "{what}: out of the grid");
            let half = 0.5 * (until - time);
            let [half, middle] = way.piece(time + half, half);
            let passage = way.passage(time);
            assert_eq!((passage.exit, passage.piece.0), (exit, middle.rounded_with(half)), "{what}");
            let off = far_off(&path);
            assert!(off <= PIECE_OFF, "{what}: off by {off}");
            let ends = [middle.minus(half), middle.plus(half)].map(Pair::numbers);
            for (t, end) in [time, until].into_iter().zip(ends) {
                let at = truth.at(t * unit);
                for axis in 0..2 {
                    let beyond = outside(&at[axis], cell[axis], cell[axis] + 1.0) / (MARGIN / 2.0);
                    assert!(beyond < 1.0, "{what}: {beyond} of half the margin outside of {cell:?} at {t}");
                    worst_place = worst_place.max(beyond);
                    let seen = (at[axis].clone() - exact(cell[axis] + 0.5)) * exact(STEPS);
                    let away = (seen - exact(end[axis])).over(&exact(1.0)).abs();
                    worst_piece = worst_piece.max(away / off);
                }
            }
            if exit >= way.end {
                break;
            }
            way.step(&size);
            time = exit;
        }
    }
    assert!(CASES / 4 < ways, "{ways} of {CASES}");
    assert!(0.001 < worst_place && worst_place < 1.0, "{worst_place:.4} of half the margin is used");
    assert!(0.05 < worst_piece && worst_piece < 1.0, "{worst_piece:.4} of what pieces are off by is used");
}

/// What a piece is told to be off by, in steps.
fn far_off(path: &Seen) -> f64 {
    path.far * (8.0 * f64::EPSILON * STEPS)
}

/// A path that is cut goes on until it is beyond the grid, and the rest goes further.
#[test]
fn long_paths_are_cut_beyond_the_grid() {
    let size = Size::new(30, 40);
    let seen = |start, motion, radius| Seen::new(Pair::of(start), Pair::of(motion), radius, &size);
    for power in 30..1_000 {
        let length = float::power_of_two(power);
        let path = seen([3.0, 5.0], [length, -0.7 * length], 0.0).expect("not too long");
        let (start, motion) = (path.start.numbers(), path.motion.numbers());
        let cut = [0, 1].map(|axis| start[axis] + motion[axis]);
        assert!(path.unit == 1.0 || (size.cells[0] < cut[0] && cut[1] < 0.0), "{power}");
        assert_eq!(motion[0], length * path.unit);
        assert!(path.far <= size.farthest);
    }
    assert!(seen([3.0, 5.0], [f64::INFINITY, 0.0], 0.0).is_none());
    assert!(seen([f64::INFINITY, 5.0], [1.0, 0.0], 0.0).is_none());
    assert!(seen([3.0, 5.0], [1.0, 0.0], f64::INFINITY).is_none());
}

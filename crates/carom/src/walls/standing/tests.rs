//! What looks of boxes say against exact touches, and that they say enough.

use super::super::around::Around;
use super::super::cell::{Cell, STEPS};
use super::super::grid::cut;
use super::Boxed;
use crate::pair::Pair;
use crate::simd::{self, Eight, Kernel, Machine};
use alloc::format;
use alloc::vec;
use carom_oracle::movers::{Moving, Shape, State};
use carom_oracle::rng::Rng;

const CASES: u64 = if carom_oracle::FEW_CASES { 30_000 } else { 600_000 };

/// Half the sides of a box, where it is, and the ends of a wall, in steps from the middle of a cell.
struct Case {
    sides: [f64; 2],
    at: [f64; 2],
    wall: [[f64; 2]; 2],
    /// Whether they are anywhere, and the wall is not short.
    is_any: bool,
}

impl Case {
    /// Of two of three, a side of the box is about at an end of the wall, or a corner about on its line.
    fn new(rng: &mut Rng) -> Case {
        let mut place = |cells: f64| [rng.within(-cells, cells) * STEPS, rng.within(-cells, cells) * STEPS];
        let (a, b, mut at) = (place(0.5), place(0.5), place(0.9));
        let sides = [(); 2].map(|()| rng.within(2.0, 0.45 * STEPS));
        let is_short = rng.one_in(4);
        let b = if is_short { [a[0] + rng.within(-9.0, 9.0), a[1] + rng.within(-9.0, 9.0)] } else { b };
        let (about, sign) = (rng.within(-9.0, 9.0), *rng.pick(&[-1.0, 1.0]));
        let kind = rng.below(3);
        match kind {
            0 => at[0] = a[0] + sign * sides[0] + about,
            1 => {
                let t = rng.unit();
                let on = [0, 1].map(|axis| a[axis] + t * (b[axis] - a[axis]));
                // The corner whose sides both lead away from the wall.
                let is_rising = (b[0] - a[0]) * (b[1] - a[1]) > 0.0;
                let other = if is_rising { -sign } else { sign };
                at = [on[0] + sign * sides[0] + about, on[1] + other * sides[1]];
            }
            _ => {}
        }
        Case { sides, at, wall: [a, b], is_any: kind == 2 && !is_short }
    }

    /// Exactly how they stand to each other.
    fn truth(&self) -> State {
        let [x, y] = self.sides;
        let core = vec![[-x, -y], [x, -y], [x, y], [-x, y]];
        Moving { shape: Shape { core, radius: 0.0 }, path: [self.at; 2] }.at_start(&Moving::wall(self.wall))
    }
}

/// Whether it is seen to overlap for certain, and whether it is near.
struct Seen<'a>(&'a Case);

impl Kernel for Seen<'_> {
    type Output = [bool; 2];

    fn run<M: Machine>(self) -> [bool; 2] {
        let Case { sides, at, wall, .. } = self.0;
        let mut cell = Cell::EMPTY;
        cell.push(cut(wall.map(|p| p.map(|x| x / STEPS))));
        let around = Around::new([0.0; 2], sides[0].hypot(sides[1]) / STEPS, 0.0);
        let boxed = Boxed::<M::Eight>::of(*sides, around.off(), 1.0);
        let [middle, _] = Pair::of(at.map(|x| 0.5 * x)).rounded_with(Pair::of([0.0; 2]));
        boxed.look(&cell, middle).map(|numbers| numbers.numbers()[0] < 0)
    }
}

#[test]
fn what_a_box_overlaps_and_what_it_is_apart_from_is_so() {
    let (mut deep, mut seen_deep, mut apart, mut seen_apart) = (0_u64, 0_u64, 0_u64, 0_u64);
    for number in 0..CASES {
        let case = Case::new(&mut Rng::for_case(0, "boxes that stand in cells", number));
        if case.at.iter().any(|x| x.abs() > 0.99 * STEPS) {
            continue;
        }
        let ([is_sure, is_near], truth) = (simd::run(Seen(&case)), case.truth());
        let what = format!("case {number}: {:?} at {:?}, wall {:?}: {truth:?}", case.sides, case.at, case.wall);
        match truth {
            State::Deep => {
                assert!(is_near, "{what}");
                deep += u64::from(case.is_any);
                seen_deep += u64::from(case.is_any && is_sure);
            }
            State::Touch => assert!(is_near && !is_sure, "{what}"),
            State::Apart => {
                assert!(!is_sure, "{what}");
                apart += u64::from(case.is_any);
                seen_apart += u64::from(case.is_any && !is_near);
            }
        }
    }
    assert!(CASES / 50 < deep && CASES / 50 < apart, "{deep} overlap, {apart} are apart");
    assert!(49 * deep < 50 * seen_deep, "{seen_deep} of {deep} are seen to overlap");
    assert!(49 * apart < 50 * seen_apart, "{seen_apart} of {apart} are seen to be apart");
}

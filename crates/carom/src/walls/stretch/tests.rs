//! Whether all that a disc touches is in its stretches, and whether walls are gathered as they are in their cells.

use super::super::around::Few;
use super::super::cell::{Cell, Ids, NO_IDS, SEVEN, STEPS};
use super::super::way::{Seen, Size};
use super::{Gathered, Stretch, Stretches};
use crate::pair::Pair;
use crate::side_by_side::Numbers;
use crate::simd::{Kernel, Machine, run};
use alloc::vec::Vec;
use carom_oracle::dyadic::{Dyadic, dot, exact};
use carom_oracle::rng::Rng;
use carom_oracle::share_of;
use core::cmp::Ordering;
use std::format;

const CASES: u64 = share_of(1_000_000);

/// A point of a cell, and a small disc that touches it at some time: the stretch of that time has the cell, and it is the same however the numbers were rounded.
#[test]
fn what_is_touched_is_in_a_stretch() {
    let mut touches = 0;
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "stretches", case);
        let counts = [0, 1].map(|_| *rng.pick(&[2_u32, 3, 7, 20]));
        let size = Size::new(counts[0], counts[1]);
        let cell = [0, 1].map(|axis| rng.below(counts[axis] as usize) as f64);
        let any = [0, 1].map(|_| {
            let any = rng.unit();
            *rng.pick(&[0.0, 1.0, 0.5, any, any])
        });
        let p = [0, 1].map(|axis| cell[axis] + any[axis]);
        let t = *rng.pick(&[0.0, 1.0, 0.5, 0.25, 0.75, 0.0625]);
        let far = *rng.pick(&[0.24, 0.1, 0.01]);
        let center = [0, 1].map(|axis| p[axis] + far * rng.within(-1.0, 1.0));
        let mut motion = [0, 1].map(|_| rng.within(-1.0, 1.0) * *rng.pick(&[1e-19, 0.1, 1.0, 10.0, 30.0]));
        if rng.one_in(4) {
            motion[rng.below(2)] = 0.0;
        }
        let start = [0, 1].map(|axis| center[axis] - t * motion[axis]);
        let at = [0, 1].map(|axis| exact(start[axis]) + exact(t) * exact(motion[axis]));
        let away: [Dyadic; 2] = [0, 1].map(|axis| exact(p[axis]) - at[axis].clone());
        let squared = dot(&away, &away);
        let radius = squared.over(&exact(1.0)).sqrt() * (1.0 + f64::EPSILON * rng.between(0, 4) as f64);
        if (exact(radius).squared() - squared).sign() == Ordering::Less || radius == 0.0 {
            continue;
        }
        let off = |rng: &mut Rng, x: f64| if x == 0.0 { x } else { *rng.pick(&[x, x.next_up(), x.next_down()]) };
        let [seen, seen_motion] = [start, motion].map(|numbers| numbers.map(|x| off(rng, x)));
        let Some(path) = Seen::new(Pair::of(seen), Pair::of(seen_motion), radius, &size) else { continue };
        let Some(mut way) = Stretches::of(&path, radius, Pair::all(off(rng, radius)), &size) else { continue };
        (0..rng.below(4)).for_each(|_| way.halve());
        touches += 1;
        let what = format!("case {case}: {start:?} {motion:?} {radius} touches {p:?} at {t} in {cell:?} of {counts:?}");
        // At the end of one stretch and the start of the next, either has it.
        let turn = (t / way.share).floor();
        let has = |turn: f64| {
            0.0 <= turn && turn * way.share <= t && t <= (turn + 1.0) * way.share && way.has(turn, cell, &size)
        };
        assert!([turn, turn - 1.0, turn + 1.0].into_iter().any(has), "{what}");
    }
    assert!(CASES / 8 < touches, "{touches} of {CASES}");
}

impl Stretches {
    /// Whether a stretch has a cell. It has four at most, which see where it begins, and none before it is the last or outside.
    fn has(&self, turn: f64, cell: [f64; 2], size: &Size) -> bool {
        let mut before = (0..turn as u32).map(|turn| self.stretch(f64::from(turn), size));
        if before.any(|stretch| stretch.is_none_or(|stretch| stretch.is_last)) {
            return false;
        }
        let Some(Stretch { place, views, spans, .. }) = self.stretch(turn, size) else { return false };
        let columns = size.cells[0] as usize;
        let (first, spans) = ([(place % columns) as f64, (place / columns) as f64], [spans & 1, spans >> 1]);
        let begins = self.start.plus(self.motion.times(Pair::all(turn * self.share))).numbers();
        for axis in 0..2 {
            for (view, corner) in views.into_iter().zip([first[axis], first[axis] + f64::from(spans[axis])]) {
                let place = f64::from(view[axis]) / STEPS + corner + 0.5;
                assert!((place - begins[axis]).abs() < 1e-6, "seen from {place}, not {}", begins[axis]);
                assert!(corner < size.cells[axis]);
            }
        }
        (0..2).all(|axis| first[axis] <= cell[axis] && cell[axis] <= first[axis] + f64::from(spans[axis]))
    }
}

/// Walls of four cells, as many as there is room for, are gathered in their order with what belongs to each.
#[test]
fn walls_are_gathered_as_they_are() {
    let mut full = 0;
    for case in 0..CASES / 100 {
        let rng = &mut Rng::for_case(0, "gathered", case);
        let mut cells = [0; 4].map(|_| (Cell::EMPTY, NO_IDS, 0_u32));
        for (cell, ids, bits) in &mut cells {
            for id in ids.iter_mut().take(SEVEN) {
                cell.push([0; 4].map(|_| rng.within(-14_000.0, 14_000.0)));
                *id = rng.below(1 << 31) as u32 * 2;
            }
            *bits = rng.below(128) as u32 & rng.below(128) as u32;
        }
        let views = [[0, 1], [2, 3]].map(|_| [0; 2].map(|_| rng.within(-1.0, 1.0) as f32));
        let stretch = Stretch { place: 0, views, middles: [0; 4], motion: 0, spans: 3, length: 0.0, is_last: true };
        let few = run(Gather(&cells, &stretch));
        let wanted = cells.iter().enumerate().flat_map(|(corner, (cell, ids, bits))| {
            let lanes = (0..SEVEN).filter(move |lane| bits >> lane & 1 != 0);
            let view = [views[corner % 2][0], views[corner / 2][1]];
            lanes.map(move |lane| (cell.half_and_middle(lane), ids[lane], view))
        });
        let wanted: Vec<_> = wanted.collect();
        let Some(few) = few else {
            assert!(8 < wanted.len(), "case {case}");
            full += 1;
            continue;
        };
        assert_eq!(few.none().iter().filter(|none| **none < 0.0).count(), wanted.len(), "case {case}");
        for (lane, wall) in wanted.into_iter().enumerate() {
            let gathered = ([few.halves[lane], few.middles[lane]], few.ids[lane], few.views.map(|axis| axis[lane]));
            assert_eq!(gathered, wall, "case {case}, {lane}");
        }
    }
    assert!(0 < full && full < CASES / 100, "{full}");
}

struct Gather<'a>(&'a [(Cell, Ids, u32); 4], &'a Stretch);

impl Kernel for Gather<'_> {
    type Output = Option<Few>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Option<Few> {
        let mut gathered = Gathered::<M::Eight>::new();
        for (corner, (cell, ids, bits)) in self.0.iter().enumerate() {
            gathered.push((cell, ids), *bits, corner);
        }
        gathered.few(self.1)
    }
}

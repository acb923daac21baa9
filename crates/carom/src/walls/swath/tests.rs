//! Whether all that a disc touches is in its swath.

use super::{Block, Seen, Size, Swath};
use crate::pair::Pair;
use alloc::vec::Vec;
use carom_oracle::dyadic::{Dyadic, dot, exact};
use carom_oracle::rng::Rng;
use carom_oracle::share_of;
use core::cmp::Ordering;
use std::format;

const CASES: u64 = share_of(2_000_000);

/// The shape's way in whole numbers: along (3, 4) it is 5 cells long, and one that stays within the breadth of a cell looks at one block.
#[test]
fn a_swath_in_whole_numbers() {
    let size = Size::new(20, 30);
    let of = |start: [f64; 2], motion: [f64; 2], spread: [f64; 2]| {
        let path = Seen { start: Pair::of(start), motion: Pair::of(motion), unit: 0.5, far: 10.0 };
        Swath::of_shape(&path, 1.0, spread, &size)
    };
    let swath = of([5.0, 6.0], [3.0, -4.0], [0.5, 1.0]);
    let steps = 5.0 * super::STEPS;
    assert_eq!((swath.length, swath.per_step * steps, swath.unit), (steps, 1.0, 0.5));
    assert_eq!((swath.first, swath.last, swath.is_outside, swath.is_one_block), ([4, 0], [8, 7], false, false));
    // It comes to the row from 2 to 3, a spread and a margin before, with half of the motion, which is half of the path.
    let from = swath.block(5).unwrap().from;
    assert!(0.24 < from && from <= 0.25, "{from}");
    for (motion, spread, is_one) in [
        ([0.25, 0.25], [0.25, 0.25], true),
        ([-0.25, 0.0], [0.25, 0.0], true),
        ([0.75, 0.0], [0.25, 0.0], false),
        ([0.0, 0.75], [0.0, 0.25], false),
        ([0.0, -0.75], [0.25, 0.25], false),
        ([-0.75, 0.5], [0.25, 0.0], false),
        ([0.0, 0.5], [0.0, 0.125], true),
    ] {
        for start in [[5.0, 6.0], [0.5, 0.5], [15.0, 25.0]] {
            assert_eq!(of(start, motion, spread).is_one_block, is_one, "{start:?} {motion:?} {spread:?}");
        }
    }
    // Half of the block's way on: three cells of the way of five are 0.6 of the motion, which is half of the path.
    let block = Block { first: [0; 2], last: [0; 2], from: 0.0, seen_from: 0.25, length: 1.0 };
    let time = swath.time(&block, (3.0 * super::STEPS) as f32);
    assert!((time - 0.5 * (0.25 + 0.6)).abs() < 1e-15, "{time}");
}

/// A point of a cell, and a disc that touches it at some time: the cell is in the swath, in one block, which is seen at that time.
#[test]
fn what_is_touched_is_in_the_swath() {
    let mut touches = 0;
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "swath", case);
        let counts = [0, 1].map(|_| *rng.pick(&[2_u32, 3, 7, 20]));
        let size = Size::new(counts[0], counts[1]);
        // The point, on a side of its cell, in a corner or inside.
        let cell = [0, 1].map(|axis| rng.below(counts[axis] as usize) as f64);
        let within = |rng: &mut Rng| {
            let any = rng.unit();
            *rng.pick(&[0.0, 1.0, 0.5, any, any])
        };
        let p = [0, 1].map(|axis| cell[axis] + within(rng));
        // The path, through any place at the time of the touch.
        let far = *rng.pick(&[0.3, 1.0, 1.0, 3.0, 30.0, 1e5]);
        let t = *rng.pick(&[0.0, 1.0, 0.5, 0.25, 0.75]);
        let mut center = [0, 1].map(|axis| p[axis] + far * rng.within(-1.0, 1.0));
        if rng.one_in(2) {
            // Straight across: it touches the cell just when it comes to the slice, or leaves it.
            let axis = rng.below(2);
            center[axis] = p[axis];
        }
        let mut motion = [0, 1].map(|_| rng.within(-1.0, 1.0) * *rng.pick(&[1e-19, 0.1, 1.0, 10.0, 1e4, 1e12]));
        match rng.below(6) {
            0 => motion[rng.below(2)] = 0.0,
            1 => motion = [0.0; 2],
            2 => motion[0] = motion[1],
            _ => {}
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
        if path.unit < 1.0 {
            continue;
        }
        touches += 1;
        let what = format!("case {case}: {start:?} {motion:?} {radius} touches {p:?} at {t} in {cell:?} of {counts:?}");
        let swath = Swath::of(&path, off(rng, radius), &size);
        let blocks = (0..swath.blocks()).filter_map(|step| swath.block(step));
        let has =
            |block: &Block| (0..2).all(|axis| (block.first[axis]..=block.last[axis]).contains(&(cell[axis] as u32)));
        let blocks: Vec<Block> = blocks.filter(has).collect();
        let [block] = blocks.as_slice() else { panic!("{what}: {} blocks", blocks.len()) };
        // Until when it is seen is rounded to `f32`; what is seen more at both ends makes up for that.
        // What stands is seen all the time.
        let until = if swath.per_step == 0.0 { 1.0 } else { swath.time(block, block.length) };
        assert!(
            block.from <= t && block.seen_from <= t && t <= until * (1.0 + 1e-6),
            "{what}: {} to {until}",
            block.from
        );
    }
    assert!(CASES / 4 < touches, "{touches} of {CASES}");
}

/// Blocks come in the order in which the disc comes to them, and all are in the grid.
#[test]
fn order_of_blocks() {
    for case in 0..CASES / 20 {
        let rng = &mut Rng::for_case(0, "order of blocks", case);
        let size = Size::new(9, 14);
        let any = |rng: &mut Rng, most: f64| rng.within(-1.0, 1.0) * *rng.pick(&[most, most, 1e9, 1e-3]);
        let (start, motion) = ([any(rng, 12.0), any(rng, 12.0)], [any(rng, 20.0), any(rng, 20.0)]);
        let radius = any(rng, 4.0).abs();
        let path = Seen::new(Pair::of(start), Pair::of(motion), radius, &size).expect("not too far");
        let swath = Swath::of(&path, radius, &size);
        let mut before = 0.0;
        for block in (0..swath.blocks()).filter_map(|step| swath.block(step)) {
            assert!(before <= block.from && block.from <= 1.0, "case {case}");
            before = block.from;
            assert!((0..2).all(|axis| f64::from(block.last[axis]) < size.cells[axis]), "case {case}");
        }
    }
}

//! Whether what is clear touches nothing.

use super::{Clearings, Free};
use crate::pair::Pair;
use crate::segment::Segment;
use crate::side_by_side::Numbers;
use crate::sweep::Sweep;
use crate::walls::wall::{StoredWall, Wall, bounds_of};
use alloc::vec::Vec;
use carom_oracle::rng::Rng;
use carom_oracle::truth::compare_distance_of_segments;
use carom_oracle::{FEW_CASES, share_of};
use core::cmp::Ordering;

type Ends = [[f64; 2]; 2];

/// A chain with some walls apart from it, in numbers of 2⁻²⁰ of a size, so that sums and differences are exact.
fn scene(rng: &mut Rng, [size, offset]: [f64; 2]) -> Vec<Ends> {
    let fine = |x: f64| (x * 1_048_576.0).round() / 1_048_576.0;
    let place = |[x, y]: [f64; 2]| [offset + size * fine(x), offset + size * fine(y)];
    let (mut at, mut walls) = ([0.5, 0.5], Vec::new());
    for _ in 0..300 {
        let next = at.map(|x| (x + rng.within(-0.02, 0.02)).clamp(0.3, 0.7));
        walls.push([place(at), place(next)]);
        at = next;
    }
    for _ in 0..6 {
        let a = [rng.unit(), rng.unit()];
        walls.push([place(a), place(a.map(|x| (x + rng.within(-0.05, 0.05)).clamp(0.0, 1.0)))]);
    }
    walls.retain(|[a, b]| a != b);
    walls
}

fn clearings_of(walls: &[Ends]) -> Clearings {
    let stored: Vec<StoredWall> =
        walls.iter().map(|&[a, b]| StoredWall::of(&Wall::from(Segment::new(a, b).unwrap()))).collect();
    let ids: Vec<u32> = (0..stored.len() as u32).collect();
    Clearings::new(&stored, &ids, bounds_of(&stored, &ids)).unwrap()
}

/// What ends on a wall, starts there or has its edge there is never taken to be clear, wherever it comes from; and some of it only just.
#[test]
fn what_touches_is_not_clear() {
    let mut least = f64::INFINITY;
    for round in 0..share_of(400) {
        let rng = &mut Rng::for_case(0, "touches in clearings", round);
        let numbers =
            *rng.pick(&[[1.0, 0.0], [1.0, 0.0], [2.0_f64.powi(-300), 0.0], [2.0_f64.powi(300), 0.0], [1.0, 1e6]]);
        let walls = scene(rng, numbers);
        let (clearings, [size, _]) = (clearings_of(&walls), numbers);
        for case in 0..2_000 {
            let wall = walls[rng.below(walls.len())];
            let touched = wall[rng.below(2)];
            // Along an axis, with a radius along the other: so the bound of a cell is used up.
            let (axis, whole) = (rng.below(2), size * rng.between(0, 300_000) as f64 / 1_048_576.0);
            let way = size * rng.between(-300_000, 300_000) as f64 / 1_048_576.0 * *rng.pick(&[1.0, 1.0, 10.0, 1e9]);
            let (mut start, mut end) = (touched, touched);
            start[axis] += way;
            let radius = if rng.one_in(2) { 0.0 } else { whole };
            let beside = if rng.one_in(2) { radius } else { -radius };
            let across = if rng.one_in(2) { axis } else { 1 - axis };
            (start[across], end[across]) = (start[across] + beside, end[across] + beside);
            if compare_distance_of_segments([start, end], wall, radius) == Ordering::Greater {
                continue;
            }
            let ends = if rng.one_in(2) { [start, end] } else { [end, start] };
            let sweep = Sweep::disc(ends[0], ends[1], radius).unwrap();
            assert!(!clearings.has(&sweep), "round {round}, case {case}: {sweep:?} touches {wall:?}");
            let seen = ends.map(|p| Pair::of(p).minus(clearings.origin).times(Pair::all(clearings.scale)));
            let reach = seen[1].minus(seen[0]).abs().larger() * 0.5 + radius * clearings.scale;
            let (_, rings) = clearings.around(seen[0].plus(seen[1]).times(Pair::all(0.5)));
            least = if reach + 1.0 - rings < least { reach + 1.0 - rings } else { least };
        }
    }
    assert!(-1e-9 < least && (FEW_CASES || least < 0.2), "none was nearer than {least} cells to being clear");
}

/// Anywhere: what is clear is apart from all walls, and most that is far from them is clear.
#[test]
fn what_is_clear_touches_nothing() {
    let (mut clear, mut far) = (0, 0);
    for round in 0..share_of(40) {
        let rng = &mut Rng::for_case(0, "clear", round);
        let walls = scene(rng, [1.0, 0.0]);
        let clearings = clearings_of(&walls);
        for case in 0..500 {
            let start = [rng.within(-0.2, 1.2), rng.within(-0.2, 1.2)];
            let length = *rng.pick(&[0.0, 0.05, 0.2]);
            let end = start.map(|x| x + rng.within(-length, length));
            let radius = rng.pick(&[0.0, 0.02, 0.1]) * rng.unit();
            let sweep = Sweep::disc(start, end, radius).unwrap();
            let is_within = |r: f64| {
                walls.iter().any(|&wall| compare_distance_of_segments([start, end], wall, r) != Ordering::Greater)
            };
            if clearings.has(&sweep) {
                clear += 1;
                assert!(!is_within(radius), "round {round}, case {case}: {sweep:?}");
            }
            // A cell is 1/12 wide, and a square is not a disc.
            far += u64::from(!is_within(radius + 0.18 + 0.3 * length));
        }
    }
    assert!(3 * far < 4 * clear && 0 < far, "{clear} of {far} were found to be clear");
}

/// Long paths: what is clear piece by piece touches nothing, and there is some that is clear only so.
#[test]
fn pieces_of_paths_touch_nothing() {
    let mut clear = 0;
    for round in 0..share_of(40) {
        let rng = &mut Rng::for_case(0, "pieces", round);
        let walls = scene(rng, [1.0, 0.0]);
        let clearings = clearings_of(&walls);
        for case in 0..1_000 {
            let ends = [0, 1].map(|_| [rng.within(-0.2, 1.2), rng.within(-0.2, 1.2)]);
            let radius = rng.pick(&[0.0, 0.0, 0.01]) * rng.unit();
            let scale = Pair::all(clearings.scale);
            let seen = ends.map(|p| Pair::of(p).minus(clearings.origin).times(scale));
            if clearings.has_piece_by_piece(seen, radius * clearings.scale, 100.0) {
                clear += 1;
                let touches = |wall: &Ends| compare_distance_of_segments(ends, *wall, radius) != Ordering::Greater;
                assert!(!walls.iter().any(touches), "round {round}, case {case}: {ends:?}, {radius}");
            }
        }
    }
    assert!(FEW_CASES || 40 < clear, "{clear} were found to be clear");
}

/// Rings are counted as they would be one by one.
#[test]
fn rings_are_counted() {
    for case in 0..share_of(400) {
        let rng = &mut Rng::for_case(0, "rings", case);
        let [columns, rows] = [0, 1].map(|_| 1 + rng.below(20));
        let (mut free, mut taken) = (Free::new(columns, rows), Vec::new());
        for _ in 0..rng.below(4) {
            let first = [rng.below(columns), rng.below(rows)];
            let last = [first[0] + rng.below(3), first[1] + rng.below(3)];
            free.take(first, last);
            taken.extend((first[1]..=last[1]).flat_map(|row| (first[0]..=last[0]).map(move |column| [column, row])));
        }
        taken.retain(|&[column, row]| column < columns && row < rows);
        let rings = free.rings();
        for (place, &rings) in rings.iter().enumerate() {
            let at = [place % columns, place / columns];
            let away = |cell: &[usize; 2]| core::cmp::max(cell[0].abs_diff(at[0]), cell[1].abs_diff(at[1]));
            let expected = taken.iter().map(away).min().unwrap_or(usize::from(u8::MAX));
            assert_eq!(usize::from(rings), expected, "case {case}: {at:?} of {columns} × {rows}");
        }
    }
}

//! What looks say of exact walls and paths, and how much of what they allow for is needed.

use super::{Cell, Eight, KEPT, MORE, OFF, PIECE_OFF, Packed, Piece, SEVEN, STEPS};
use crate::pair::Pair;
use crate::simd::PlainEight;
use carom_oracle::dyadic::{Dyadic, cross, exact};
use carom_oracle::rng::Rng;
use carom_oracle::share_of;
use core::cmp::Ordering;

const CASES: u64 = share_of(4_000_000);

type Ends = [[f64; 2]; 2];

/// How far walls and pieces reach, in steps.
const WALL: f64 = KEPT * STEPS;
const PIECE: f64 = 14_448.0;

/// What is used of something must be less than all of it, and more than so much, or there is far too much of it.
#[track_caller]
fn check_used(name: &str, worst: f64, floor: f64) {
    assert!(floor < worst && worst < 1.0, "{name}: {worst:.4} of it is used");
}

/// A number up to a size: at its end, halfway between whole numbers, whole, small, or any.
fn number(rng: &mut Rng, most: f64) -> f64 {
    let sign = if rng.one_in(2) { 1.0 } else { -1.0 };
    let whole = rng.below(most as usize) as f64;
    sign * match rng.below(8) {
        0 | 1 => most - *rng.pick(&[0.0, 0.0, 0.499, 0.501]),
        2 => whole + 0.5,
        3 => whole + *rng.pick(&[0.499_999, 0.500_001]),
        4 => whole,
        5 => rng.within(0.0, 2.0),
        _ => rng.within(0.0, most),
    }
}

fn place(rng: &mut Rng, most: f64) -> [f64; 2] {
    [number(rng, most), number(rng, most)]
}

/// A point that is moved a little, and stays within a size.
fn moved(rng: &mut Rng, p: [f64; 2], by: f64, most: f64) -> [f64; 2] {
    p.map(|x| {
        let any = by * rng.within(-1.0, 1.0);
        let by = *rng.pick(&[by, -by, any]);
        (x + by).clamp(-most, most)
    })
}

/// A point of a line, or a little beside it.
fn near_line(rng: &mut Rng, [a, b]: Ends, most: f64) -> [f64; 2] {
    let t = match rng.below(4) {
        0 => 0.0,
        1 => 1.0,
        _ => rng.unit(),
    };
    let p = [0, 1].map(|axis| a[axis] + t * (b[axis] - a[axis]));
    let by = *rng.pick(&[0.0, 1e-9, 1e-3, 0.1, 1.0, 4.0, 30.0]);
    moved(rng, p, by, most)
}

/// A wall and a piece of a path: one ends on the other or nearly so, they are nearly parallel, or anywhere.
fn wall_and_piece(rng: &mut Rng, most: f64) -> (Ends, Ends) {
    let (mut wall, mut piece) = ([0, 1].map(|_| place(rng, WALL)), [0, 1].map(|_| place(rng, most)));
    match rng.below(8) {
        0..=2 => piece[0] = near_line(rng, wall, most),
        3 | 4 => wall[0] = near_line(rng, piece, WALL),
        5 => {
            piece = [near_line(rng, wall, most), near_line(rng, wall, most)];
        }
        6 => {
            let by = *rng.pick(&[0.3, 2.0, 50.0]);
            wall[1] = moved(rng, wall[0], by, WALL);
            piece[0] = near_line(rng, wall, most);
        }
        _ => {}
    }
    if rng.one_in(2) {
        piece.reverse();
    }
    if rng.one_in(2) {
        wall.reverse();
    }
    (wall, piece)
}

/// On which side of the exact path the exact wall's ends are, and on which side of the wall the path's.
struct Truth {
    path: [Dyadic; 2],
    wall: [Dyadic; 2],
}

impl Truth {
    fn of([p, q]: Ends, [a, b]: Ends) -> Truth {
        let from = |p: [f64; 2], q: [f64; 2]| [0, 1].map(|axis| exact(q[axis]) - exact(p[axis]));
        let (v, w) = (from(p, q), from(a, b));
        Truth {
            path: [cross(&w, &from(a, p)), cross(&w, &from(a, q))],
            wall: [cross(&v, &from(p, a)), cross(&v, &from(p, b))],
        }
    }

    /// Whether both are on one side.
    fn is_beside(pair: &[Dyadic; 2]) -> bool {
        pair[0].sign() == pair[1].sign() && pair[0].sign() != Ordering::Equal
    }

    /// Whether they are on two sides.
    fn is_parted(pair: &[Dyadic; 2]) -> bool {
        pair[0].sign() == pair[1].sign().reverse() && pair[0].sign() != Ordering::Equal
    }
}

/// A cell with one wall, whose ends are off by what cutting makes them.
fn cell_with(rng: &mut Rng, wall: Ends) -> (Cell, usize) {
    let mut cell = Cell::EMPTY;
    let lane = rng.below(SEVEN);
    (0..lane).for_each(|_| cell.push([0.0, 0.0, 1.0, 1.0]));
    let [p, q] = wall.map(|p| moved(rng, p, 1.0 / 256.0, WALL));
    cell.push([p[0], p[1], q[0], q[1]]);
    (cell, lane)
}

/// A piece whose ends are off by so much.
fn off_by(rng: &mut Rng, piece: Ends, off: f64) -> Piece<PlainEight> {
    let [a, b] = piece.map(|p| moved(rng, p, off, f64::MAX));
    piece_of([a, b])
}

fn piece_of([a, b]: Ends) -> Piece<PlainEight> {
    let halves = |sign: f64| [0, 1].map(|axis| 0.5 * b[axis] + sign * 0.5 * a[axis]);
    Piece::of(Packed(Pair::of(halves(1.0)).rounded_with(Pair::of(halves(-1.0)))))
}

/// |u × f| − |u × h| and |f × h| − |u × h|, as they are seen.
fn beside(cell: &Cell, piece: &Piece<PlainEight>, lane: usize) -> [f64; 2] {
    let (half, from) = (PlainEight::of(&cell.halves), PlainEight::of(&cell.middles).minus(piece.middle));
    let size = |products: PlainEight| f64::from(products.numbers()[lane]).abs();
    let whole = size(half.dot(piece.half));
    [size(from.dot(piece.turned_half)) - whole, size(from.dot(half)) - whole]
}

/// What touches is never apart, what does not cross is never said to, and when is known; of all that is allowed for, much is needed.
#[test]
fn looks() {
    let mut worst = [[0.0_f64; 2]; 2];
    let (mut worst_time, mut worst_span, mut touches, mut crosses) = (0.0_f64, 0.0_f64, 0, 0);
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "looks", case);
        let (wall, path) = wall_and_piece(rng, PIECE);
        let off = *rng.pick(&[0.0, 0.0, PIECE_OFF, PIECE_OFF]);
        let (cell, lane) = cell_with(rng, wall);
        let piece = off_by(rng, path, off);
        let (seen, truth) = (cell.look(&piece), Truth::of(wall, path));
        let beside = beside(&cell, &piece, lane);
        let is_seen = |bits: u32| bits >> lane & 1 == 1;
        let pairs = [&truth.path, &truth.wall];
        let may_touch = !pairs.into_iter().any(Truth::is_beside);
        let is_crossed = pairs.into_iter().all(Truth::is_parted);
        assert!(!may_touch || is_seen(seen.near), "case {case}: {wall:?} {path:?} {off}: apart");
        assert!(is_crossed || !is_seen(seen.cross()), "case {case}: {wall:?} {path:?} {off}: crossed");
        for (kind, pair) in pairs.into_iter().enumerate() {
            if may_touch {
                worst[0][kind] = worst[0][kind].max(beside[kind] / f64::from(OFF));
            }
            if !Truth::is_parted(pair) {
                worst[1][kind] = worst[1][kind].max(-beside[kind] / f64::from(OFF));
            }
        }
        touches += u64::from(may_touch);
        if is_seen(seen.cross()) {
            crosses += 1;
            let (t, off_t) = seen.time(lane);
            let whole = truth.wall[0].clone() - truth.wall[1].clone();
            // From 0 to 1 instead of from −1 to 1.
            let away = (exact(0.5 + 0.5 * t) * whole.clone() - truth.wall[0].clone()).over(&whole).abs();
            worst_time = worst_time.max(2.0 * away / off_t);
            assert!(2.0 * away <= off_t, "case {case}: {wall:?} {path:?} {off}: {t} is off by {}", 2.0 * away);
            // The same between two numbers that only compare.
            let spans = seen.spans();
            let [early, late] = [&spans.early, &spans.late].map(|times| {
                let t = f64::from(f32::from_bits(times.numbers()[lane] as u32)) - 2.0;
                (exact(0.5 + 0.5 * t) * whole.clone() - truth.wall[0].clone()).over(&whole)
            });
            assert!(early < 0.0 && 0.0 < late, "case {case}: {wall:?} {path:?} {off}: {early} to {late}");
            worst_span = worst_span.max((early + late).abs() / (late - early));
            assert!(spans.by(spans.latest(&spans)) >> lane & 1 == 1, "case {case}: {wall:?} {path:?} {off}");
        }
    }
    assert!(CASES / 8 < touches && CASES / 16 < crosses, "{touches} touches and {crosses} crossings of {CASES}");
    check_used("the path, of what touches", worst[0][0], 0.2);
    check_used("the wall, of what touches", worst[0][1], 0.2);
    check_used("the path, of what does not cross", worst[1][0], 0.2);
    check_used("the wall, of what does not cross", worst[1][1], 0.2);
    check_used("time of crossing", worst_time, 0.1);
    check_used("times between which it is", worst_span, 0.1);
}

/// Of walls that are crossed one after the other the first is told, of two at nearly the same time both; what is in the eighth lane is none of them.
#[test]
fn the_first_of_several() {
    for upward in [1.0, -1.0] {
        let mut cell = Cell::EMPTY;
        cell.set_next(0x3fff_3fff);
        for count in 0..SEVEN {
            let y = 1000.0 * (count as f64 - 3.0);
            cell.push([-WALL, y, WALL, y]);
        }
        let piece = piece_of([[0.0, -upward * PIECE], [0.0, upward * PIECE]]);
        let (seen, nothing) = (cell.look(&piece), Cell::EMPTY.look(&piece).spans());
        assert_eq!(nothing.latest(&nothing), super::NEVER);
        let latest = seen.spans().latest(&nothing);
        let first = if upward > 0.0 { 0 } else { SEVEN - 1 };
        assert_eq!(seen.spans().by(latest) & 0x7f, 1 << first);
        // In another cell there is one that is crossed even before, or as soon.
        for (by, both) in [(1000.0, false), (1.0, true)] {
            let (mut other, y) = (Cell::EMPTY, -upward * (3000.0 + by));
            other.push([-WALL, y, WALL, y]);
            let (spans, others) = (seen.spans(), other.look(&piece).spans());
            let latest = spans.latest(&others);
            assert_eq!((spans.by(latest) & 0x7f, others.by(latest) & 1), (u32::from(both) << first, 1));
            assert_eq!(others.only_if(false).latest(&nothing), super::NEVER);
        }
    }
}

/// Seven walls and where the others are share a cell, and none is another's.
#[test]
fn a_full_cell() {
    let mut cell = Cell::EMPTY;
    cell.set_next(0xdead_beef);
    for count in 0..SEVEN {
        assert_eq!((cell.count(), cell.next()), (count, 0xdead_beef));
        let y = 1000.0 * (count as f64 - 3.0);
        cell.push([-WALL, y - 0.25, WALL, y + 0.25]);
    }
    for lane in 0..SEVEN {
        let y = 1000.0 * (lane as f64 - 3.0);
        let seen = cell.look(&piece_of([[0.0, y - 300.0], [0.0, y + 300.0]]));
        assert_eq!((seen.near, seen.near & seen.cross()), (1 << lane | MORE, 1 << lane | MORE));
        let (t, off) = seen.time(lane);
        assert!(t.abs() <= off && off < 0.1, "{t} {off}");
    }
}

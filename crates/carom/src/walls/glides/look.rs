//! What a shape of a crowd meets among a few walls, and where: as `gliding.rs` decides it, but that hardly anything is a branch.

use super::super::around::{Around, Few, least};
use super::super::capsule::{Core, KINDS_OF_PLACES, OnK, Rounded};
use super::super::cell::STEPS;
use super::super::gliding::bits;
use super::super::shaped::{OF_WALL, Shaped, Times, at_least};
use crate::exact::hull::Edge;
use crate::simd::Eight;
use crate::sweep::{Mover, MoverSweep, Silhouette};

/// A shape on its way, as looks at walls need it.
pub(super) trait Look: Copy {
    const NONE: Self;

    /// As [`Shaped::of`] makes it.
    fn of(shape: (&Mover, &Silhouette), around: &Around, sizes: [f64; 2]) -> Self;

    /// How far the box around it reaches along the path and beside it, and half its sides.
    fn reach(&self) -> [[f32; 2]; 2];

    /// What it touches first of some walls.
    fn meet<E: Eight>(&self, few: &Few, length: f32, is_start: bool) -> Met;

    /// Whether two can look at four walls each in one look.
    const IN_PAIRS: bool;

    /// The same of two, each with so few walls ([`Few::is_half`]).
    fn meet_two<E: Eight>(two: [&Self; 2], fews: [&Few; 2], lengths: [f32; 2], are_starts: [bool; 2]) -> [Met; 2];

    /// Where it seems to go into a wall that it meets; `None` if that is nowhere.
    fn edge<E: Eight>(&self, sweep: &MoverSweep<'_>, few: &Few, seen: Seen) -> Option<Edge>;
}

/// What a shape touches first among some walls; the rest means nothing if nothing is near, or that is in doubt.
pub(super) struct Met {
    pub(super) is_near: bool,
    pub(super) is_doubt: bool,
    pub(super) kind: usize,
    pub(super) wall: u32,
    pub(super) seen: Seen,
}

/// What a look shows of where a shape goes into a wall: which of those that it looks at, and along which direction, or a few bits of a capsule.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) lane: u32,
    pub(super) place: i32,
}

/// Kinds of touches: it overlaps when it starts; it goes in through a side of the wall, through one of its own, or around a corner, of which the edge tells no more than where it starts.
pub(super) const OVER: usize = 0;
const THROUGH_WALL: usize = 1;
const THROUGH_SHAPE: usize = 2;
const INTO_CORNER: usize = 3;
pub(super) const KINDS: usize = 4;

impl Look for Shaped {
    const NONE: Shaped = Shaped::NONE;
    const IN_PAIRS: bool = false;

    #[inline(always)]
    fn of(shape: (&Mover, &Silhouette), around: &Around, sizes: [f64; 2]) -> Shaped {
        Shaped::of(shape, around, sizes)
    }

    #[inline(always)]
    fn reach(&self) -> [[f32; 2]; 2] {
        [self.reach, self.spread]
    }

    #[inline(always)]
    fn meet<E: Eight>(&self, few: &Few, length: f32, is_start: bool) -> Met {
        let Times { early, late, last } = self.look(few, length);
        let first = First::of::<E>(few, [&early, &late], is_start);
        let place = last[first.lane];
        first.met(KINDS_OF_SHAPES[usize::from(first.is_over) | usize::from(place == OF_WALL) << 1], place)
    }

    #[inline(always)]
    fn meet_two<E: Eight>([a, b]: [&Self; 2], fews: [&Few; 2], lengths: [f32; 2], are_starts: [bool; 2]) -> [Met; 2] {
        [a.meet::<E>(fews[0], lengths[0], are_starts[0]), b.meet::<E>(fews[1], lengths[1], are_starts[1])]
    }

    #[inline(always)]
    fn edge<E: Eight>(&self, sweep: &MoverSweep<'_>, few: &Few, Seen { lane, place }: Seen) -> Option<Edge> {
        let (mover, [hx, hy], [ux, uy]) = (sweep.mover(), few.half(lane as usize), self.direction);
        if place == OF_WALL {
            // On the left of the wall if it moves to the right, with the vertex that is nearest to it.
            let is_left = hx * uy - hy * ux < 0.0;
            let turn = if is_left { -1.0 } else { 1.0 };
            let (vertex, j) = (self.nearest_corner::<E>([hy * turn, -hx * turn]), u16::from(is_left));
            return Some(Edge { of: [vertex, j], next: [vertex, 1 - j] });
        }
        let (slab, silhouette) = (place as usize % Silhouette::MOST, mover.silhouette()?);
        let [x, y] = [silhouette.directions[0][slab], silhouette.directions[1][slab]];
        let is_back = x * ux + y * uy < 0.0;
        let side = silhouette.sides[slab][usize::from(is_back)];
        // The end that it comes to first.
        let end = u16::from((x * hx + y * hy < 0.0) != is_back);
        let next = if usize::from(side) + 1 == mover.vertices().len() { 0 } else { u16::from(side) + 1 };
        (side != Silhouette::NO_SIDE).then_some(Edge { of: [side.into(), end], next: [next, end] })
    }
}

/// Of each set of these two: it overlaps a wall, it goes in through that one's side. From memory, as the compiler would make it a branch.
static KINDS_OF_SHAPES: [usize; 4] = [THROUGH_SHAPE, OVER, THROUGH_WALL, OVER];

/// The same of a capsule, where a third says that it goes in around a corner.
static KINDS_OF_CAPSULES: [usize; 8] = [THROUGH_SHAPE, OVER, THROUGH_WALL, OVER, INTO_CORNER, OVER, INTO_CORNER, OVER];

impl Shaped {
    /// The corner that is least in a direction.
    #[inline(always)]
    fn nearest_corner<E: Eight>(&self, [x, y]: [f32; 2]) -> u16 {
        // Not negative, so that numbers have the order of their bits.
        let (far, mut places) = (x.abs() * self.spread[0] + y.abs() * self.spread[1], [0.0_f32; Silhouette::MOST]);
        let mut corner = 0;
        while corner < Silhouette::MOST {
            places[corner] = at_least(far + (x * self.corners[0][corner] + y * self.corners[1][corner]), 0.0);
            corner += 1;
        }
        least::<E>(&bits(&places)).1 as u16
    }
}

/// A capsule, and how far the box around it reaches.
#[derive(Clone, Copy)]
pub(super) struct Capsule {
    core: Core,
    reach: [[f32; 2]; 2],
}

impl Look for Capsule {
    const NONE: Capsule = Capsule { core: Core::NONE, reach: [[0.0; 2]; 2] };
    const IN_PAIRS: bool = true;

    #[inline(always)]
    fn of((mover, silhouette): (&Mover, &Silhouette), around: &Around, [more, scale]: [f64; 2]) -> Capsule {
        let steps = scale * STEPS;
        let ([ux, uy], off) = (around.direction(), (more * steps) as f32 + around.off());
        let (unit, radius) = ((silhouette.unit * steps) as f32, (mover.radius() * steps) as f32);
        let [x, y] = mover.spread().map(|x| (x * steps) as f32 + off);
        let corner = [silhouette.corners[0][0] * unit, silhouette.corners[1][0] * unit];
        let square = [silhouette.directions[0][0], silhouette.directions[1][0]];
        let reach = [x * ux.abs() + y * uy.abs(), x * uy.abs() + y * ux.abs()];
        Capsule { core: Core::new([ux, uy], corner, square, [radius, off]), reach: [reach, [x, y]] }
    }

    #[inline(always)]
    fn reach(&self) -> [[f32; 2]; 2] {
        self.reach
    }

    #[inline(always)]
    fn meet<E: Eight>(&self, few: &Few, length: f32, is_start: bool) -> Met {
        let rounded = self.core.look(few, length);
        let first = First::of::<E>(few, [&rounded.early, &rounded.late], is_start);
        met_by_capsule(first, &rounded)
    }

    #[inline(always)]
    fn meet_two<E: Eight>([a, b]: [&Self; 2], fews: [&Few; 2], lengths: [f32; 2], are_starts: [bool; 2]) -> [Met; 2] {
        let (few, none) = Few::side_by_side::<E>(fews);
        let rounded = Core::look_side_by_side([&a.core, &b.core], (&few, &none), lengths);
        let [one, other] = First::of_halves::<E>(&few, [&rounded.early, &rounded.late], are_starts);
        [met_by_capsule(one, &rounded), met_by_capsule(other, &rounded)]
    }

    #[inline(always)]
    fn edge<E: Eight>(&self, _: &MoverSweep<'_>, _: &Few, Seen { place, .. }: Seen) -> Option<Edge> {
        Some(match OnK::of(place as u32) {
            OnK::WallSide { vertex, is_left } => {
                let j = u16::from(is_left);
                Edge { of: [vertex, j], next: [vertex, 1 - j] }
            }
            OnK::CoreSide { side, end } => Edge { of: [side, end], next: [1 - side, end] },
            OnK::Corner(of) => Edge { of, next: of },
        })
    }
}

#[inline(always)]
fn met_by_capsule(first: First, rounded: &Rounded) -> Met {
    let place = rounded.places[first.lane % 8];
    let kind = (place & KINDS_OF_PLACES) << 1 | u32::from(first.is_over);
    first.met(KINDS_OF_CAPSULES[kind as usize], place as i32)
}

/// Which of some walls is touched first.
#[derive(Clone, Copy)]
struct First {
    is_near: bool,
    is_doubt: bool,
    is_over: bool,
    wall: u32,
    /// That of the one that it goes into, or any if it does not.
    lane: usize,
}

impl First {
    /// As `gliding.rs` decides it, but that nothing is a branch.
    #[inline(always)]
    fn of<E: Eight>(few: &Few, [early, late]: [&[f32; 8]; 2], is_start: bool) -> First {
        let (early, ids, none) = (E::of_bits(&bits(early)), E::of_bits(&few.ids), E::all(i32::MAX));
        // Those that are overlapped are negative, those that may be touched at the start are so or 0.
        let (overlapped, at_start) =
            (E::choose(early, ids, none).least(), E::choose(early.less(E::all(1)), ids, none).least());
        let (latest, lane) = least::<E>(&bits(late));
        // What is infinite never comes.
        let near = !early.above(core::cmp::min(latest, f32::MAX.to_bits()) as i32) & 0xff;
        let others = near & !ids.equal(few.ids[lane]);
        First::made(few, [near, others], (latest, lane), [overlapped, at_start], is_start)
    }

    /// The same of two, of which the first has the first four walls and the second the others.
    #[inline(always)]
    fn of_halves<E: Eight>(few: &Few, [early, late]: [&[f32; 8]; 2], are_starts: [bool; 2]) -> [First; 2] {
        let (early, ids, none) = (E::of_bits(&bits(early)), E::of_bits(&few.ids), E::all(i32::MAX));
        let late = E::of_bits(&bits(late));
        let overlapped = E::choose(early, ids, none).least_of_halves();
        let at_start = E::choose(early.less(E::all(1)), ids, none).least_of_halves();
        let latest = late.least_of_halves();
        let lanes = [
            late.equal(latest[0]).trailing_zeros() as usize % 8,
            (late.equal(latest[1]) & 0xf0).trailing_zeros() as usize % 8,
        ];
        let near = [
            !early.above(core::cmp::min(latest[0], f32::MAX.to_bits()) as i32) & 0xf,
            !early.above(core::cmp::min(latest[1], f32::MAX.to_bits()) as i32) & 0xf0,
        ];
        let others = [near[0] & !ids.equal(few.ids[lanes[0]]), near[1] & !ids.equal(few.ids[lanes[1]])];
        [
            First::made(few, [near[0], others[0]], (latest[0], lanes[0]), [overlapped[0], at_start[0]], are_starts[0]),
            First::made(few, [near[1], others[1]], (latest[1], lanes[1]), [overlapped[1], at_start[1]], are_starts[1]),
        ]
    }

    /// Of those that are near and of others among them than the first, of the latest time by which that is touched and its lane, and of the lowest ids of those that are overlapped and of
    /// those that may be touched at the start.
    #[inline(always)]
    fn made(
        few: &Few,
        [near, others]: [u32; 2],
        (latest, lane): (u32, usize),
        [overlapped, at_start]: [u32; 2],
        is_start: bool,
    ) -> First {
        let (is_near, is_over) = (near != 0, overlapped != i32::MAX as u32);
        let is_tied = (f32::MAX.to_bits() < latest) | (others != 0);
        let is_first = is_start & (overlapped == at_start);
        let wall = [few.ids[lane], overlapped][usize::from(is_over)];
        First { is_near, is_doubt: is_near & ((!is_over & is_tied) | (is_over & !is_first)), is_over, wall, lane }
    }

    #[inline(always)]
    fn met(self, kind: usize, place: i32) -> Met {
        let First { is_near, is_doubt, wall, lane, .. } = self;
        Met { is_near, is_doubt, kind, wall, seen: Seen { lane: lane as u32, place } }
    }
}

//! The hits of a crowd of shapes, made kind by kind, and mostly four at once.

use super::super::around::Few;
use super::super::wall::{StoredWall, WallId};
use super::look::{KINDS, Look, Seen};
use crate::exact::hull::Edge;
use crate::simd::Machine;
use crate::sweep::{Feature, FourEntries, Hit, MoverHits, MoverPart, MoverSweep};
use alloc::vec::Vec;

/// So many shapes are on their way at once.
pub(super) const CROWD: usize = 32;

/// Of which so many set out together.
pub(super) const FOUR: usize = 4;

/// A touch of which it is not yet said where it is: of which shape, on which wall, and what is seen of that.
#[derive(Clone, Copy)]
pub(super) struct Due {
    pub(super) walker: usize,
    pub(super) wall: u32,
    pub(super) seen: Seen,
}

/// A hit that is yet to be made: of which sweep, on which wall, and where.
#[derive(Clone, Copy)]
struct Placed {
    path: u32,
    wall: u32,
    edge: Edge,
}

/// Hits that are yet to be made, by kinds: before it is said where, and then.
pub(super) struct Hits {
    due: [List<Due, CROWD>; KINDS],
    placed: [List<Placed, MOST_PLACED>; KINDS],
}

/// As many as a crowd may have at once, and some that wait for a fourth.
const MOST_PLACED: usize = 2 * CROWD;

/// A list with room for so many.
#[derive(Clone, Copy)]
struct List<T, const MOST: usize> {
    all: [T; MOST],
    count: usize,
}

impl Hits {
    #[inline(always)]
    pub(super) fn new() -> Hits {
        let due = Due { walker: 0, wall: 0, seen: Seen { lane: 0, place: 0 } };
        let placed = Placed { path: 0, wall: 0, edge: Edge { of: [0; 2], next: [0; 2] } };
        Hits {
            due: [List { all: [due; CROWD], count: 0 }; KINDS],
            placed: [List { all: [placed; MOST_PLACED], count: 0 }; KINDS],
        }
    }

    /// Takes one of a kind, if it is to be made.
    #[inline(always)]
    pub(super) fn push_if(&mut self, is_hit: bool, kind: usize, due: Due) {
        self.due[kind % KINDS].push_if(is_hit, due);
    }

    /// Says where hits are that are due. After this there is room for those of a crowd.
    #[inline(always)]
    pub(super) fn place<M: Machine, L: Look>(
        &mut self,
        (shapes, fews): (&[L; CROWD], &[Few; CROWD]),
        (paths, sweeps): (&[u32; CROWD], &[MoverSweep<'_>]),
        doubts: &mut Vec<u32>,
    ) {
        let [over, into @ ..] = &mut self.due;
        let [placed_over, placed @ ..] = &mut self.placed;
        while let Some(Due { walker, wall, .. }) = over.next() {
            placed_over.push_if(true, Placed { path: paths[walker], wall, edge: Edge::default() });
        }
        for (due, placed) in into.iter_mut().zip(placed) {
            while let Some(Due { walker, wall, seen }) = due.next() {
                let path = paths[walker];
                let edge = shapes[walker].edge::<M::Eight>(&sweeps[path as usize], &fews[walker], seen);
                match edge {
                    Some(edge) => placed.push_if(true, Placed { path, wall, edge }),
                    None => doubts.push(path),
                }
            }
        }
    }

    /// Makes hits four by four, as far as there are so many of a kind.
    #[inline(always)]
    pub(super) fn make<M: Machine, const ARE_ROUND: bool>(
        &mut self,
        asked: (&[MoverSweep<'_>], &[StoredWall]),
        answers: &mut [Option<(WallId, Hit)>],
        doubts: &mut Vec<u32>,
    ) {
        let (sweeps, stored) = asked;
        let [over, through_walls, through_shapes, into_corners] = &mut self.placed;
        let mut made = Made { answers, doubts };
        while let Some(Placed { path, wall, .. }) = over.next() {
            let (sweep, segment) = (&sweeps[path as usize], &stored[wall as usize].segment);
            let hit = if ARE_ROUND { sweep.hit_in_overlap::<M>(segment) } else { sweep.hit_inside::<M>(segment) };
            made.note(path, wall, hit);
        }
        while let Some(four) = through_walls.next_four() {
            let hits = entries(&four, asked).through_walls::<M, ARE_ROUND>();
            made.note_four(&four, &hits, |edge| (Feature::Side, MoverPart::Vertex(edge.of[0])));
        }
        while let Some(four) = through_shapes.next_four() {
            let hits = entries(&four, asked).through_shapes::<M, ARE_ROUND>();
            let side = |edge: &Edge| if ARE_ROUND { 0 } else { edge.of[0] };
            made.note_four(&four, &hits, |edge| (end(edge), MoverPart::Edge(side(edge))));
        }
        while let Some(four) = into_corners.next_four() {
            let hits = entries(&four, asked).into_corners::<M>();
            made.note_four(&four, &hits, |edge| (end(edge), MoverPart::Vertex(edge.of[0])));
        }
    }

    /// Makes those that still wait.
    #[inline(always)]
    pub(super) fn finish<M: Machine, const ARE_ROUND: bool>(
        mut self,
        asked: (&[MoverSweep<'_>], &[StoredWall]),
        answers: &mut [Option<(WallId, Hit)>],
        doubts: &mut Vec<u32>,
    ) {
        for kind in &mut self.placed[1..] {
            // The first stands in for those that are missing.
            while kind.count % FOUR != 0 {
                kind.push_if(true, kind.all[0]);
            }
        }
        self.make::<M, ARE_ROUND>(asked, answers, doubts);
    }
}

/// Four movers and where they go into walls.
#[inline(always)]
fn entries<'a, 's>(
    four: &[Placed; FOUR],
    (sweeps, stored): (&'a [MoverSweep<'s>], &'a [StoredWall]),
) -> FourEntries<'a, 's> {
    FourEntries {
        sweeps: four.map(|placed| &sweeps[placed.path as usize]),
        walls: four.map(|placed| &stored[placed.wall as usize].segment),
        edges: four.map(|placed| placed.edge),
    }
}

/// The end of the wall where an edge starts.
#[inline(always)]
fn end(edge: &Edge) -> Feature {
    if edge.of[1] & 1 == 0 { Feature::A } else { Feature::B }
}

impl<T: Copy, const MOST: usize> List<T, MOST> {
    /// Puts one in, if it counts.
    #[inline(always)]
    fn push_if(&mut self, counts: bool, one: T) {
        self.all[self.count % MOST] = one;
        self.count += usize::from(counts);
    }

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        self.count = self.count.checked_sub(1)?;
        Some(self.all[self.count % MOST])
    }

    #[inline(always)]
    fn next_four(&mut self) -> Option<[T; FOUR]> {
        self.count = self.count.checked_sub(FOUR)?;
        self.all[self.count % MOST..].first_chunk().copied()
    }
}

/// Where hits go, and those whose rounding is in doubt.
struct Made<'a> {
    answers: &'a mut [Option<(WallId, Hit)>],
    doubts: &'a mut Vec<u32>,
}

impl Made<'_> {
    #[inline(always)]
    fn note(&mut self, path: u32, wall: u32, hit: Option<Hit>) {
        match hit {
            Some(hit) => self.answers[path as usize] = Some((WallId(wall), hit)),
            None => self.doubts.push(path),
        }
    }

    /// Notes four, given which part of the wall and of the mover an edge is.
    #[inline(always)]
    fn note_four(&mut self, four: &[Placed; FOUR], hits: &MoverHits, parts: impl Fn(&Edge) -> (Feature, MoverPart)) {
        let mut lane = 0;
        while lane < FOUR {
            let Placed { path, wall, edge } = four[lane];
            let hit = (hits.certain >> lane & 1 != 0).then(|| hits.get(lane, parts(&edge)));
            self.note(path, wall, hit);
            lane += 1;
        }
    }
}

//! The gates of a world, and which of them a move crosses.

use super::event::{GateCount, GateId};
use super::group::LARGER;
use crate::aabb::Aabb;
use crate::box_tree::BoxTree;
use crate::exact::passing::Part;
use crate::gate::{Direction, Gate, crossed_by_mark};
use crate::gates;
use crate::point::{Point, Vec2, min};
use crate::segment::Segment;
use crate::sweep::Sweep;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Copied every frame, so what stays the same is shared.
#[derive(Clone, Debug, Default)]
pub(super) struct Gates {
    /// By id.
    gates: Arc<Vec<Option<Gate>>>,
    counts: Vec<GateCount>,
    living: usize,
    /// Where they are; made when it is first asked for, and again after a change.
    index: Option<Arc<Index>>,
    /// The same for groups: boxes around the gates that are there.
    boxes: Option<Arc<BoxTree>>,
}

/// The gates that are there, and the id of each.
#[derive(Debug)]
struct Index {
    gates: gates::Gates,
    ids: Vec<u32>,
}

/// Where the index is, and whether it is made, does not matter.
impl PartialEq for Gates {
    fn eq(&self, other: &Gates) -> bool {
        self.gates == other.gates && self.counts == other.counts
    }
}

impl Gates {
    pub(super) fn is_empty(&self) -> bool {
        self.living == 0
    }

    pub(super) fn add(&mut self, segment: Segment) -> GateId {
        Arc::make_mut(&mut self.gates).push(Some(Gate::new(segment)));
        self.counts.push(GateCount::default());
        self.living += 1;
        (self.index, self.boxes) = (None, None);
        GateId(self.gates.len() as u32 - 1)
    }

    pub(super) fn remove(&mut self, id: GateId) -> Option<Segment> {
        let gate = Arc::make_mut(&mut self.gates).get_mut(id.index())?.take()?;
        self.living -= 1;
        (self.index, self.boxes) = (None, None);
        Some(gate.segment())
    }

    pub(super) fn replace(&mut self, id: GateId, segment: Segment) -> Option<Segment> {
        let old = Arc::make_mut(&mut self.gates).get_mut(id.index())?.as_mut()?;
        let old = core::mem::replace(old, Gate::new(segment));
        (self.index, self.boxes) = (None, None);
        Some(old.segment())
    }

    pub(super) fn get(&self, id: GateId) -> Option<(Gate, GateCount)> {
        Some(((*self.gates.get(id.index())?)?, *self.counts.get(id.index())?))
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = GateId> + '_ {
        living(&self.gates).map(|(id, _)| GateId(id))
    }

    pub(super) fn counts(&self) -> impl Iterator<Item = (GateId, GateCount)> + '_ {
        living(&self.gates).filter_map(|(id, _)| Some((GateId(id), *self.counts.get(id as usize)?)))
    }

    /// The gates that a move crosses, in order of exact time: when, in which direction and its normal.
    pub(super) fn crossed(&mut self, path: &Sweep) -> Vec<(GateId, f64, Direction, Vec2)> {
        let index = self.index.get_or_insert_with(|| Arc::new(Index::of(&self.gates))).clone();
        let mut crossed = Vec::new();
        for (gate, direction, hit) in index.gates.crossings(path) {
            let Some(&id) = index.ids.get(gate) else { continue };
            let Some(normal) = self.count(id, direction) else { continue };
            crossed.push((GateId(id), hit.t, direction, normal));
        }
        crossed
    }

    /// The gates that a group's mark crosses on its way from one offset to another, in order of their ids: where on the way, in which direction and its normal.
    pub(super) fn crossed_by_group(&mut self, mark: Point, offsets: [Vec2; 2]) -> Vec<(GateId, Part, Direction, Vec2)> {
        let ids: Vec<u32> = living(&self.gates).map(|(id, _)| id).collect();
        let boxes = self.boxes.get_or_insert_with(|| Arc::new(boxes_of(&self.gates))).clone();
        let mut near = Vec::new();
        boxes.overlapping(&around_way(mark, offsets), &mut |number| near.extend(ids.get(number)));
        near.sort_unstable();
        let crossing = |id: u32| {
            let gate = (*self.gates.get(id as usize)?)?.segment();
            let (part, direction) = crossed_by_mark(gate.ends(), mark, offsets)?;
            Some((GateId(id), part, direction, self.count(id, direction)?))
        };
        near.into_iter().filter_map(crossing).collect()
    }

    /// Counts a crossing, and gives the normal in its direction.
    fn count(&mut self, id: u32, direction: Direction) -> Option<Vec2> {
        let gate = (*self.gates.get(id as usize)?)?.segment();
        let count = self.counts.get_mut(id as usize)?;
        let normal = gate.a().direction_to(gate.b()).normal();
        Some(match direction {
            Direction::Forward => {
                count.forward += 1;
                -normal
            }
            Direction::Backward => {
                count.backward += 1;
                normal
            }
        })
    }
}

/// A box around a mark's way, larger than rounding.
fn around_way(mark: Point, offsets: [Vec2; 2]) -> Aabb {
    let ends = offsets.map(|offset| mark + offset);
    let numbers = [mark.x, mark.y, ends[0].x, ends[0].y, ends[1].x, ends[1].y];
    let size = numbers.iter().fold(f64::MIN_POSITIVE, |sum, x| sum + x.abs());
    Aabb::of_ends(ends).grown(min(LARGER * size, f64::MAX))
}

fn boxes_of(gates: &[Option<Gate>]) -> BoxTree {
    let boxes: Vec<Aabb> = living(gates).map(|(_, gate)| Aabb::of_ends(gate.segment().ends())).collect();
    BoxTree::new(&boxes)
}

impl Index {
    fn of(gates: &[Option<Gate>]) -> Index {
        // Segments have finite, distinct ends, so there is nothing to refuse.
        let index = gates::Gates::new(living(gates).map(|(_, gate)| gate.segment().ends())).unwrap_or_default();
        Index { gates: index, ids: living(gates).map(|(id, _)| id).collect() }
    }
}

fn living(gates: &[Option<Gate>]) -> impl Iterator<Item = (u32, Gate)> + '_ {
    (0..).zip(gates).filter_map(|(id, gate)| Some((id, (*gate)?)))
}

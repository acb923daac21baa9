//! The gates of a world, and which of them a move crosses.

use super::event::{GateCount, GateId};
use crate::gate::{Direction, Gate};
use crate::gates;
use crate::point::Vec2;
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
        self.index = None;
        GateId(self.gates.len() as u32 - 1)
    }

    pub(super) fn remove(&mut self, id: GateId) -> Option<Segment> {
        let gate = Arc::make_mut(&mut self.gates).get_mut(id.index())?.take()?;
        self.living -= 1;
        self.index = None;
        Some(gate.segment())
    }

    pub(super) fn replace(&mut self, id: GateId, segment: Segment) -> Option<Segment> {
        let old = Arc::make_mut(&mut self.gates).get_mut(id.index())?.as_mut()?;
        let old = core::mem::replace(old, Gate::new(segment));
        self.index = None;
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
            let Some(Some(gate)) = self.gates.get(id as usize) else { continue };
            let Some(count) = self.counts.get_mut(id as usize) else { continue };
            let normal = gate.segment().a().direction_to(gate.segment().b()).normal();
            let normal = match direction {
                Direction::Forward => {
                    count.forward += 1;
                    -normal
                }
                Direction::Backward => {
                    count.backward += 1;
                    normal
                }
            };
            crossed.push((GateId(id), hit.t, direction, normal));
        }
        crossed
    }
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

//! The gates of a world and what they remember of bodies that stand on them.

use super::event::{Count, GateId};
use crate::exact::Side;
use crate::gate::{Direction, Gate};
use crate::point::Vec2;
use crate::segment::Segment;
use crate::sweep::Sweep;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Gates {
    /// By id.
    gates: Vec<Option<(Gate, Count)>>,
    living: usize,
    /// The side from which a body came that stands on a gate's line: by body and gate.
    from: BTreeMap<(u32, u32), Side>,
}

impl Gates {
    pub(super) fn is_empty(&self) -> bool {
        self.living == 0
    }

    pub(super) fn add(&mut self, segment: Segment) -> GateId {
        self.gates.push(Some((Gate::new(segment), Count::default())));
        self.living += 1;
        GateId(self.gates.len() as u32 - 1)
    }

    pub(super) fn remove(&mut self, id: GateId) -> Option<Segment> {
        let (gate, _) = self.gates.get_mut(id.index())?.take()?;
        self.living -= 1;
        self.from.retain(|&(_, gate), _| gate != id.0);
        Some(gate.segment())
    }

    pub(super) fn get(&self, id: GateId) -> Option<(Gate, Count)> {
        *self.gates.get(id.index())?
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = GateId> + '_ {
        let living = (0..).zip(&self.gates).filter(|(_, gate)| gate.is_some());
        living.map(|(id, _)| GateId(id))
    }

    pub(super) fn counts(&self) -> impl Iterator<Item = (GateId, Count)> + '_ {
        (0..).zip(&self.gates).filter_map(|(id, gate)| Some((GateId(id), gate.as_ref()?.1)))
    }

    /// Forgets a body that was removed or put elsewhere.
    pub(super) fn forget(&mut self, body: u32) {
        self.from.retain(|&(other, _), _| other != body);
    }

    /// The gates that a body's move crosses: when, in which direction and its normal.
    pub(super) fn crossed(&mut self, body: u32, path: &Sweep) -> Vec<(GateId, f64, Direction, Vec2)> {
        let mut crossed = Vec::new();
        for (id, gate) in (0..).zip(&mut self.gates) {
            let Some((gate, count)) = gate else { continue };
            let segment = gate.segment();
            let mut from = self.from.remove(&(body, id)).unwrap_or(Side::On);
            if let Some((t, direction)) = gate.crossed(path, &mut from) {
                let normal = segment.a().direction_to(segment.b()).normal();
                match direction {
                    Direction::Forward => count.forward += 1,
                    Direction::Backward => count.backward += 1,
                }
                let normal = if direction == Direction::Forward { -normal } else { normal };
                crossed.push((GateId(id), t, direction, normal));
            } else if from != Side::On && crate::exact::orient(segment.a(), segment.b(), path.end()) == Side::On {
                self.from.insert((body, id), from);
            }
        }
        crossed
    }
}

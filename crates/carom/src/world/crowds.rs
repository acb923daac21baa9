//! Who never meets whom? Crowds of bodies in one place that are passed over as a whole.
//!
//! A body asks everybody in the cells around it, and where thousands are in one cell that is thousands of questions for each of them.
//! For two kinds of crowd all of these are idle: bodies whose layers and masks keep them from meeting one another, and points that set
//! out from one place at once, which never meet again. Such crowds have lists of their own beside those of the cells; whoever
//! meets none of a crowd does not go through it. What is found is the same with and without them.

use super::pairs::Flying;
use super::slots::NONE;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Fewer are no crowd.
pub(super) const CROWD: usize = 32;

#[derive(Clone, Debug, Default)]
pub(super) struct Crowds {
    /// For each body the number of its crowd, or `NONE`; empty if there are no crowds.
    of: Vec<u32>,
    /// For each body the one after it and the one before it in the list of its crowd.
    links: Vec<[u32; 2]>,
    kinds: Vec<Kind>,
    /// The first body of a crowd in a cell, by the cell and the crowd's number.
    heads: BTreeMap<(u32, u32), u32>,
}

/// What the bodies of a crowd have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kind {
    layers: u32,
    mask: u32,
    pub(super) are_points: bool,
    /// The bits of the place from which points set out that would meet but for that; else `None`.
    start: Option<[u64; 2]>,
}

impl Kind {
    /// `None` for bodies that may meet others of their kind.
    fn of(body: &Flying) -> Option<Kind> {
        let (layers, mask, are_points) = (body.layers, body.mask, body.radius == 0.0);
        let at = body.flight.at;
        // Equal places have equal bits but for zeros: adding 0 leaves one of them.
        let start = are_points.then(|| [(at.x + 0.0).to_bits(), (at.y + 0.0).to_bits()]);
        match layers & mask {
            0 => Some(Kind { layers, mask, are_points, start: None }),
            _ => start.map(|start| Kind { layers, mask, are_points, start: Some(start) }),
        }
    }

    pub(super) fn meets(&self, body: &Flying) -> bool {
        self.layers & body.mask != 0 && body.layers & self.mask != 0
    }
}

/// Whether a body may be one of a crowd.
pub(super) fn may_be_in(layers: u32, mask: u32, radius: f64) -> bool {
    radius == 0.0 || layers & mask == 0
}

impl Crowds {
    pub(super) fn clear(&mut self) {
        self.of.clear();
        self.links.clear();
        self.kinds.clear();
        self.heads.clear();
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// The crowds among some bodies of one cell that have just set out.
    pub(super) fn find(&mut self, bodies: &[u32], flying: &[Flying]) {
        let kind = |&i: &u32| Some((Kind::of(&flying[i as usize])?, i));
        let mut all: Vec<(Kind, u32)> = bodies.iter().filter_map(kind).collect();
        all.sort_unstable();
        for crowd in all.chunk_by(|(a, _), (b, _)| a == b).filter(|crowd| crowd.len() >= CROWD) {
            if self.of.is_empty() {
                self.of.resize(flying.len(), NONE);
                self.links.resize(flying.len(), [NONE; 2]);
            }
            let number = self.kinds.len() as u32;
            self.kinds.push(crowd[0].0);
            crowd.iter().for_each(|&(_, i)| self.of[i as usize] = number);
        }
    }

    /// The number of a body's crowd.
    #[inline]
    pub(super) fn number(&self, body: u32) -> Option<u32> {
        self.of.get(body as usize).copied().filter(|&number| number != NONE)
    }

    /// The same if it is a crowd of points that set out from one place.
    pub(super) fn twins(&self, body: u32) -> Option<u32> {
        self.number(body).filter(|&number| self.kinds[number as usize].start.is_some())
    }

    /// A body is one of its crowd no more. It is in no list.
    pub(super) fn forget(&mut self, body: u32) {
        self.of[body as usize] = NONE;
    }

    /// Makes a body the first of its crowd in a cell.
    pub(super) fn put(&mut self, body: u32, cell: u32, number: u32) {
        let head = self.heads.insert((cell, number), body).unwrap_or(NONE);
        if head != NONE {
            self.links[head as usize][1] = body;
        }
        self.links[body as usize] = [head, NONE];
    }

    /// Takes a body out of the list of its crowd in a cell.
    pub(super) fn take(&mut self, body: u32, cell: u32, number: u32) {
        let [next, previous] = self.links[body as usize];
        if previous != NONE {
            self.links[previous as usize][0] = next;
        } else if next == NONE {
            self.heads.remove(&(cell, number));
        } else {
            self.heads.insert((cell, number), next);
        }
        if next != NONE {
            self.links[next as usize][1] = previous;
        }
    }

    /// Shows the bodies of crowds in some cells, from the first to the last, but for crowds that are passed over.
    pub(super) fn each_in(
        &self,
        [first, last]: [u32; 2],
        is_passed: impl Fn(u32, &Kind) -> bool,
        mut show: impl FnMut(u32),
    ) {
        for (&(_, number), &head) in self.heads.range((first, 0)..=(last, NONE)) {
            if is_passed(number, &self.kinds[number as usize]) {
                continue;
            }
            let mut body = head;
            while body != NONE {
                show(body);
                [body, _] = self.links[body as usize];
            }
        }
    }
}

//! A list in an order that only questions can tell, for the sweep line: found by bisection, changed in the middle.

use alloc::vec::Vec;

/// Items from low to high, in chunks short enough to shift when one is inserted.
///
/// With n items a search takes log n questions; an insertion shifts at most a chunk and, when a chunk is cut in two,
/// the n/64 entries that name the chunks, which is every 64th time at most.
pub(crate) struct Ordered<T> {
    /// None is empty, except that there may be one empty chunk when there is nothing at all.
    chunks: Vec<Vec<T>>,
}

/// A place in the list, until the next insertion or removal: that of an item, or behind the last.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    chunk: usize,
    index: usize,
}

/// A full chunk is cut in two.
const FULL: usize = 128;

impl<T> Ordered<T> {
    pub(crate) fn new() -> Ordered<T> {
        Ordered { chunks: alloc::vec![Vec::new()] }
    }

    #[inline]
    pub(crate) fn get(&self, at: Place) -> Option<&T> {
        self.chunks[at.chunk].get(at.index)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, at: Place) -> Option<&mut T> {
        self.chunks[at.chunk].get_mut(at.index)
    }

    #[inline]
    pub(crate) fn before(&self, at: Place) -> Option<Place> {
        if at.index > 0 {
            return Some(Place { index: at.index - 1, ..at });
        }
        let chunk = at.chunk.checked_sub(1)?;
        Some(Place { chunk, index: self.chunks[chunk].len() - 1 })
    }

    /// The place behind that of an item.
    #[inline]
    pub(crate) fn after(&self, at: Place) -> Place {
        self.settled(Place { index: at.index + 1, ..at })
    }

    /// The first place where `holds` is false, given that it is true up to there and not beyond.
    pub(crate) fn end_of<E>(&self, holds: impl Fn(&T) -> Result<bool, E>) -> Result<Place, E> {
        let chunk = if self.chunks.len() == 1 {
            0
        } else {
            // The last chunk whose first item holds.
            count_where(&self.chunks, |chunk| holds(&chunk[0]))?.saturating_sub(1)
        };
        let index = count_where(&self.chunks[chunk], holds)?;
        Ok(self.settled(Place { chunk, index }))
    }

    /// Inserts an item before the one at a place, and returns where it is.
    pub(crate) fn insert(&mut self, at: Place, item: T) -> Place {
        let chunk = &mut self.chunks[at.chunk];
        chunk.insert(at.index, item);
        if chunk.len() < FULL {
            return at;
        }
        let rest = chunk.split_off(FULL / 2);
        self.chunks.insert(at.chunk + 1, rest);
        if at.index < FULL / 2 { at } else { Place { chunk: at.chunk + 1, index: at.index - FULL / 2 } }
    }

    /// Removes the item at a place, and returns it and the place of the next one.
    pub(crate) fn remove(&mut self, at: Place) -> (T, Place) {
        let item = self.chunks[at.chunk].remove(at.index);
        let mut at = at;
        if self.chunks[at.chunk].is_empty() && self.chunks.len() > 1 {
            self.chunks.remove(at.chunk);
            if at.chunk == self.chunks.len() {
                at = Place { chunk: at.chunk - 1, index: self.chunks[at.chunk - 1].len() };
            }
        }
        (item, self.settled(at))
    }

    /// The same place, not behind the last item of a chunk that another one follows.
    #[inline]
    fn settled(&self, at: Place) -> Place {
        let behind = at.index == self.chunks[at.chunk].len() && at.chunk + 1 < self.chunks.len();
        if behind { Place { chunk: at.chunk + 1, index: 0 } } else { at }
    }
}

/// How many leading items hold, by bisection.
fn count_where<T, E>(items: &[T], holds: impl Fn(&T) -> Result<bool, E>) -> Result<usize, E> {
    let (mut low, mut high) = (0, items.len());
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(&items[middle])? {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Ok(low)
}

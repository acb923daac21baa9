//! `Bvh`: boxes around walls that are near one another, eight to a node, and leaves of eight walls or twice as many.
//!
//! Built from the top: a range of walls is cut in two where that makes boxes the least likely to be entered, weighed by how many walls they
//! hold (the surface-area heuristic, on sixteen bins along the axis where a cut in the middle is better), until a node has eight parts.
//! A path that starts anywhere and goes on for λ in any direction enters a box with a likelihood that grows with its area, and with λ times its width and height: see [`Likely`].
//! Cuts that would leave nearly all on one side are made in the middle instead, so no scene makes a deep tree.

use super::bounds::{Bounds, TreeBox};
use super::clearings::Clearings;
use super::path::{FAR_FROM_WALLS, Frame, Path};
use super::search::{CostCounter, Keep, Search};
use super::tree::{self, LEAF, Node, Walk};
use super::wall::{NO_WALL, StoredWall, bounds_of, middle};
use crate::aabb::Aabb;
use crate::point::{Point, max};
use crate::simd::signs;
use crate::sweep::Sweep;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Children of a node, and walls of a block.
const EIGHT: usize = 8;

/// Walls of a leaf at most: looking at two blocks costs less than another node to choose between them.
const LEAF_WALLS: usize = 2 * EIGHT;

/// Up to so many walls, ranges are cut at multiples of eight rather than where it is cheapest, so that blocks are full.
const ALIGNED_WALLS: usize = 64;

const BINS: usize = 16;

/// Where there are many more walls than this, about so many of them show where to cut.
const SAMPLED_WALLS: usize = 1024;

#[derive(Clone, Debug, Default)]
pub(super) struct Bvh {
    nodes: Vec<Node<EIGHT>>,
    /// Those of a leaf follow one another; its number says where and how many:
    ///
    /// ```text
    ///  30                               1   0
    /// ┌───────────────────────────────────┬───┐
    /// │  number of its first block        │ + │   1 if the next block belongs to it, too
    /// └───────────────────────────────────┴───┘
    /// ```
    blocks: Vec<Block>,
    len: usize,
    frame: Frame,
    clearings: Option<Box<Clearings>>,
}

/// Eight walls, their numbers side by side.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Block {
    /// The x and y of one end, then of the other, rounded.
    walls: [[f32; EIGHT]; 4],
    ids: [u32; EIGHT],
    /// How far from that a wall may be.
    reach: f32,
}

/// A wall that is put into the tree, with its box.
#[derive(Clone, Copy)]
struct Item {
    bounds: Bounds<f32>,
    id: u32,
}

impl Bvh {
    /// A tree over some walls.
    pub(super) fn new(stored: &[StoredWall], ids: &[u32]) -> Bvh {
        let mut bvh = Bvh { len: ids.len(), ..Bvh::default() };
        if ids.is_empty() {
            return bvh;
        }
        let bounds = bounds_of(stored, ids);
        bvh.frame = Frame::of(bounds, middle(stored, ids));
        bvh.clearings = Clearings::new(stored, ids, bounds).map(Box::new);
        let item = |&id: &u32| Item { bounds: bvh.frame.outward(stored[id as usize].bounds()), id };
        let mut items: Vec<Item> = ids.iter().map(item).collect();
        let likely = Likely::among(&items);
        bvh.blocks.reserve(items.len() / EIGHT + items.len() / (4 * EIGHT) + 1);
        bvh.nodes.reserve(items.len() / (EIGHT * (EIGHT - 1)) * 5 / 4 + 1);
        bvh.nodes.push(Node::EMPTY);
        let mut work = alloc::vec![(0, 0..items.len())];
        while let Some((node, range)) = work.pop() {
            let first = range.start;
            for (place, part) in parts(&mut items[range], likely).into_iter().flatten().enumerate() {
                let part = first + part.start..first + part.end;
                let bounds = items[part.clone()].iter().fold(Bounds::<f32>::EMPTY, |all, item| all.union(item.bounds));
                let child = if part.len() <= LEAF_WALLS {
                    let first = bvh.blocks.len() as u32;
                    items[part].chunks(EIGHT).for_each(|items| bvh.push(items, stored));
                    LEAF | first << 1 | (bvh.blocks.len() as u32 - first - 1)
                } else {
                    bvh.nodes.push(Node::EMPTY);
                    work.push((bvh.nodes.len() - 1, part));
                    (bvh.nodes.len() - 1) as u32
                };
                bvh.nodes[node].set(place, bounds, child);
            }
        }
        bvh.nodes.shrink_to_fit();
        bvh.blocks.shrink_to_fit();
        bvh
    }

    fn push(&mut self, items: &[Item], stored: &[StoredWall]) {
        let mut block = Block { walls: [[FAR_FROM_WALLS as f32; EIGHT]; 4], ids: [NO_WALL; EIGHT], reach: 0.0 };
        let (mut radius, mut largest) = (0.0, 0.0);
        for (place, item) in items.iter().enumerate() {
            let wall = &stored[item.id as usize];
            let ([ax, ay], [bx, by]) = (self.frame.near(wall.a()), self.frame.near(wall.b()));
            for (row, number) in block.walls.iter_mut().zip([ax, ay, bx, by]) {
                row[place] = number;
                largest = max(largest, f64::from(number.abs()));
            }
            radius = max(radius, wall.radius);
            block.ids[place] = item.id;
        }
        block.reach = self.frame.reach(radius, largest);
        self.blocks.push(block);
    }

    /// Its walls.
    pub(super) fn ids(&self) -> impl Iterator<Item = u32> + '_ {
        self.blocks.iter().flat_map(|block| block.ids).filter(|&id| id != NO_WALL)
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many walls there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Calls `visit` with walls whose leaf's box overlaps a box.
    pub(super) fn overlapping(&self, aabb: &Aabb, visit: &mut impl FnMut(u32)) {
        tree::overlapping(&self.nodes, &self.frame, aabb, &mut |leaf| {
            self.leaf(leaf).iter().flat_map(|block| block.ids).filter(|&id| id != NO_WALL).for_each(&mut *visit);
        });
    }

    /// See [`tree::nearest`].
    pub(super) fn nearest(&self, point: Point, visit: &mut impl FnMut(u32) -> f64) {
        let mut limit = f64::INFINITY;
        tree::nearest(&self.nodes, &self.frame, point, &mut |leaf| {
            for id in self.leaf(leaf).iter().flat_map(|block| block.ids).filter(|&id| id != NO_WALL) {
                limit = visit(id);
            }
            limit
        });
    }

    #[inline(always)]
    fn leaf(&self, leaf: u32) -> &[Block] {
        let first = leaf as usize >> 1;
        &self.blocks[first..=first + (leaf as usize & 1)]
    }

    /// Every box with how many are around it; those of leaves with how many walls are in them.
    pub(super) fn boxes(&self) -> Vec<TreeBox> {
        let mut boxes = Vec::new();
        let mut work = alloc::vec![(0, 0)];
        while let Some((node, depth)) = work.pop() {
            let Some(node): Option<&Node<EIGHT>> = self.nodes.get(node as usize) else { continue };
            for place in 0..EIGHT {
                let Some(child) = node.child(place) else { continue };
                let bounds = self.frame.unseen(node.bounds(place));
                let walls = (child & LEAF != 0).then(|| {
                    let ids = self.leaf(child & !LEAF).iter().flat_map(|block| block.ids);
                    ids.filter(|&id| id != NO_WALL).count()
                });
                if walls.is_none() {
                    work.push((child, depth + 1));
                }
                boxes.push(TreeBox::of(bounds, depth, walls));
            }
        }
        boxes
    }

    pub(super) fn bytes(&self) -> usize {
        let tree = size_of::<Node<EIGHT>>() * self.nodes.capacity() + size_of::<Block>() * self.blocks.capacity();
        tree + self.clearings.as_ref().map_or(0, |clearings| clearings.bytes())
    }
}

impl Bvh {
    /// Whether it is known at once that a sweep touches none of the walls.
    #[inline(always)]
    pub(super) fn is_clear(&self, sweep: &Sweep) -> bool {
        match &self.clearings {
            Some(clearings) => clearings.has(sweep),
            None => false,
        }
    }

    /// Whether that may be known of a sweep.
    #[inline(always)]
    pub(super) fn has_clearings(&self) -> bool {
        self.clearings.is_some()
    }

    /// Tests the walls that a sweep may touch, whether or not it [is clear](Bvh::is_clear). `false` if its numbers are too large for boxes.
    #[inline(always)]
    pub(super) fn search<K: Keep>(&self, search: &mut Search<'_, K>, cost: &mut impl CostCounter) -> bool {
        let Some(path) = &Path::of(search.sweep, &self.frame) else { return false };
        let mut walk = Walk::new(&self.nodes, path);
        while let Some(leaf) = walk.next(path.latest(search.limit), cost) {
            for block in self.leaf(leaf) {
                let may_touch = |limit: f64| {
                    let passes = path.passes(&block.walls, block.reach, path.latest(limit));
                    !signs(&passes) & ((1 << EIGHT) - 1)
                };
                let mut near = may_touch(search.limit);
                while near != 0 {
                    let place = near.trailing_zeros() as usize % EIGHT;
                    near &= near - 1;
                    if block.ids[place] != NO_WALL && search.test(block.ids[place]) && near != 0 {
                        near &= may_touch(search.limit);
                    }
                }
            }
        }
        true
    }
}

/// Up to eight parts of some items, in an order that puts those of one part next to each other.
fn parts(items: &mut [Item], likely: Likely) -> [Option<core::ops::Range<usize>>; EIGHT] {
    let mut parts: [Option<core::ops::Range<usize>>; EIGHT] = [const { None }; EIGHT];
    parts[0] = Some(0..items.len());
    for count in 1..EIGHT {
        // The part with the most walls is cut next.
        let largest = (0..count).max_by_key(|&place| parts[place].as_ref().map_or(0, |part| part.len()));
        let Some(largest) = largest else { break };
        let Some(part) = parts[largest].clone().filter(|part| LEAF_WALLS < part.len()) else { break };
        let cut = part.start + cut(&mut items[part.clone()], likely);
        parts[largest] = Some(part.start..cut);
        parts[count] = Some(cut..part.end);
    }
    parts
}

/// Puts items in an order in which a cut at the returned place is a good one; both parts have some.
fn cut(items: &mut [Item], likely: Likely) -> usize {
    let step = core::cmp::max(items.len() / SAMPLED_WALLS, 1);
    let (mut centers, mut all) = (Bounds::<f32>::EMPTY, Bounds::<f32>::EMPTY);
    for item in items.iter().step_by(step) {
        let (x, y) = (item.center(Axis::X), item.center(Axis::Y));
        centers = centers.union(Bounds { min_x: x, max_x: x, min_y: y, max_y: y });
        all = all.union(item.bounds);
    }
    let (width, height) = (centers.max_x - centers.min_x, centers.max_y - centers.min_y);
    let is_wide = likely.is_cut_upright([width, height], all);
    let (axis, low, extent) = if is_wide { (Axis::X, centers.min_x, width) } else { (Axis::Y, centers.min_y, height) };
    let middle = items.len() / 2;
    // All in one place: any order is as good.
    if extent <= 0.0 || extent.is_nan() {
        return middle;
    }
    let order = |a: &Item, b: &Item| a.center(axis).total_cmp(&b.center(axis));
    if items.len() <= ALIGNED_WALLS {
        // Of more than `LEAF_WALLS` this is neither none nor all.
        let place = middle.next_multiple_of(EIGHT);
        items.select_nth_unstable_by(place, order);
        return place;
    }
    let scale = BINS as f32 / extent;
    let along = |item: &Item| (item.center(axis) - low) * scale;
    let bin = |item: &Item| core::cmp::min(usize::from(along(item) as u8), BINS - 1);
    let place = match best_bin(items.iter().step_by(step), bin, likely) {
        Some(best) => partition(items, |item| along(item) < best as f32),
        None => 0,
    };
    if core::cmp::min(place, items.len() - place) < items.len() / 8 {
        items.select_nth_unstable_by(middle, order);
        return middle;
    }
    place
}

/// The bin before which a cut is cheapest.
fn best_bin<'a>(items: impl Iterator<Item = &'a Item>, bin: impl Fn(&Item) -> usize, likely: Likely) -> Option<usize> {
    let mut bins = [(0_u32, Bounds::<f32>::EMPTY); BINS];
    for item in items {
        let (count, bounds) = &mut bins[bin(item)];
        *count += 1;
        *bounds = bounds.union(item.bounds);
    }
    let mut right = [(0, Bounds::<f32>::EMPTY); BINS + 1];
    for place in (0..BINS).rev() {
        let (count, bounds) = right[place + 1];
        right[place] = (count + bins[place].0, bounds.union(bins[place].1));
    }
    let (mut left, mut best) = ((0, Bounds::<f32>::EMPTY), (f32::INFINITY, None));
    for place in 1..BINS {
        left = (left.0 + bins[place - 1].0, left.1.union(bins[place - 1].1));
        let cost = left.0 as f32 * likely.entered(left.1) + right[place].0 as f32 * likely.entered(right[place].1);
        if 0 < left.0 && 0 < right[place].0 && cost < best.0 {
            best = (cost, Some(place));
        }
    }
    best.1
}

/// Puts items for which something holds before the others; how many there are.
fn partition(items: &mut [Item], holds: impl Fn(&Item) -> bool) -> usize {
    let mut count = 0;
    for place in 0..items.len() {
        // Without a branch: whether it holds is anybody's guess.
        let moves = holds(&items[place]);
        items.swap(count, place);
        count += usize::from(moves);
    }
    count
}

#[derive(Clone, Copy)]
enum Axis {
    X,
    Y,
}

impl Item {
    /// Twice the middle of its box.
    #[inline(always)]
    fn center(&self, axis: Axis) -> f32 {
        match axis {
            Axis::X => self.bounds.min_x + self.bounds.max_x,
            Axis::Y => self.bounds.min_y + self.bounds.max_y,
        }
    }
}

/// How likely it is that a path enters a box.
///
/// A path of length λ in direction u, that starts anywhere, meets a box of width w and height h if it starts in what the box and the path backward sweep together, wh + λ(|u.y|w + |u.x|h).
/// On average over all directions that is wh + (2/π)λ(w + h). Walls of lengths that add up to l in an area a are met after λ = πa/(2l) on average (as needles are, by Buffon), and then
/// nothing further away matters. So (2/π)λ is a/l. Of walls that are few or short this is long, and only the girth matters; between long ones that are near one another it is the area.
#[derive(Clone, Copy)]
struct Likely {
    /// a/l.
    way: f32,
}

impl Likely {
    fn among(items: &[Item]) -> Likely {
        let (mut all, mut length) = (Bounds::<f32>::EMPTY, 0.0);
        for item in items {
            all = all.union(item.bounds);
            length += f64::from(girth(item.bounds));
        }
        // The second is for walls on one line, which has no area.
        let way = max(f64::from(area(all)) / length, f64::from(girth(all)) / items.len() as f64) as f32;
        Likely { way: if way < f32::INFINITY { way } else { 1.0 } }
    }

    fn entered(self, bounds: Bounds<f32>) -> f32 {
        area(bounds) + self.way * girth(bounds)
    }

    /// Whether a cut between left and right makes boxes less likely to be entered than one between below and above, if both go through the middle of what the walls' middles, doubled, lie in.
    fn is_cut_upright(self, [width, height]: [f32; 2], all: Bounds<f32>) -> bool {
        height * (all.max_x - all.min_x + self.way) < width * (all.max_y - all.min_y + self.way)
    }
}

fn area(bounds: Bounds<f32>) -> f32 {
    (bounds.max_x - bounds.min_x) * (bounds.max_y - bounds.min_y)
}

/// Half the perimeter of a box.
fn girth(bounds: Bounds<f32>) -> f32 {
    (bounds.max_x - bounds.min_x) + (bounds.max_y - bounds.min_y)
}

#[cfg(test)]
mod tests {
    use crate::{Segment, Walls};

    /// A tree takes at least as many bytes as its nodes and blocks.
    #[test]
    fn bytes_are_counted() {
        let wall = |i: u32| Segment::new([f64::from(i), 0.0], [f64::from(i), 1.0]).unwrap();
        let walls = Walls::with(crate::Strategy::Bvh, (0..500).map(wall));
        let view = walls.all();
        let tree = view.only_tree().unwrap();
        let (nodes, blocks) = (size_of_val(&tree.nodes[..]), size_of_val(&tree.blocks[..]));
        assert!(0 < nodes && 0 < blocks && nodes + blocks <= tree.bytes(), "{nodes} {blocks} {}", tree.bytes());
    }
}

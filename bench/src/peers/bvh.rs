//! `bvh`: a tree of boxes in `f64`; what is in the boxes is the caller's to test.

use crate::moves::Ends;
use crate::peers::plain;
use bvh::aabb::{Aabb, Bounded};
use bvh::bounding_hierarchy::BHShape;
use bvh::bvh::Bvh;
use bvh::ray::Ray;
use carom::Point;
use nalgebra::{Point2, Vector2};

pub const NAME: &str = "bvh, any hit";

pub struct Wall {
    ends: [Point; 2],
    node: usize,
}

pub fn walls(walls: &[Ends]) -> Vec<Wall> {
    walls.iter().map(|ends| Wall { ends: ends.map(Point::from), node: 0 }).collect()
}

pub fn build(walls: &mut [Wall]) -> Bvh<f64, 2> {
    Bvh::build(walls)
}

/// The tree and the walls in it.
pub struct Tree {
    tree: Bvh<f64, 2>,
    walls: Vec<Wall>,
}

pub fn tree(ends: &[Ends]) -> Tree {
    let mut walls = walls(ends);
    Tree { tree: build(&mut walls), walls }
}

/// Whether a moving point touches one of the walls, no matter which is the first: a ray has no end here, so the
/// boxes beyond the move are walked through as well.
pub fn touches_any(path: &[Point; 2], tree: &Tree) -> bool {
    let [start, end] = path;
    let motion = Vector2::new(end.x - start.x, end.y - start.y);
    let ray = Ray::new(Point2::new(start.x, start.y), motion);
    let mut boxed = tree.tree.traverse_iterator(&ray, &tree.walls);
    boxed.any(|wall| plain::method_1(path, &wall.ends).is_some())
}

impl Bounded<f64, 2> for Wall {
    fn aabb(&self) -> Aabb<f64, 2> {
        let [a, b] = self.ends;
        Aabb::with_bounds(Point2::new(a.x.min(b.x), a.y.min(b.y)), Point2::new(a.x.max(b.x), a.y.max(b.y)))
    }
}

impl BHShape<f64, 2> for Wall {
    fn set_bh_node_index(&mut self, index: usize) {
        self.node = index;
    }

    fn bh_node_index(&self) -> usize {
        self.node
    }
}

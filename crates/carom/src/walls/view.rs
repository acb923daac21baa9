//! The questions, asked of all walls or of some.

use super::path::Path;
use super::piece::{Piece, Touched};
use super::question::{All, Any, AnyStop, Asking, Counting, Finding, First, Question, Visit};
use super::{Index, WallId, Walls};
use crate::aabb::Aabb;
use crate::intersect::intersects;
use crate::nearest::distance;
use crate::point::{Point, Vec2};
use crate::shape::Shape;
use crate::simd;
use crate::sweep::{Hit, Sweep};
use alloc::vec::Vec;

/// Some of the walls: those whose mask shares a bit with the view's.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(super) walls: &'a Walls,
    /// `None` admits all, also walls whose mask is empty.
    pub(super) mask: Option<u32>,
}

/// Which touches count.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Wanted {
    Touch,
    Stop,
}

impl View<'_> {
    /// See [`Walls::first_touch`].
    #[inline]
    #[must_use]
    pub fn first_touch(&self, sweep: &Sweep) -> Option<(WallId, Hit)> {
        self.first(sweep, Wanted::Touch, &mut ())
    }

    /// See [`Walls::first_stop`].
    #[must_use]
    pub fn first_stop(&self, sweep: &Sweep) -> Option<(WallId, Hit)> {
        self.first(sweep, Wanted::Stop, &mut ())
    }

    /// See [`Walls::touches`].
    #[must_use]
    pub fn touches(&self, sweep: &Sweep) -> Vec<(WallId, Hit)> {
        let mut all = simd::run(Asking { view: *self, sweep, visit: All(Vec::new()) }).0;
        all.sort_by(|a, b| a.order(b, sweep, &self.walls.pieces));
        // A wall may have been met in several squares.
        all.dedup_by_key(|touched| touched.id);
        all.iter().filter_map(|touched| self.hit(sweep, touched)).collect()
    }

    /// See [`Walls::touches_any`].
    #[must_use]
    pub fn touches_any(&self, sweep: &Sweep) -> bool {
        simd::run(Asking { view: *self, sweep, visit: Any(false) }).0
    }

    /// See [`Walls::intersecting`].
    #[must_use]
    pub fn intersecting<'a>(&self, shape: impl Into<Shape<'a>>) -> Vec<WallId> {
        let shape = shape.into();
        if !shape.is_finite() {
            return Vec::new();
        }
        let bounds = match shape {
            Shape::Point(point) => Aabb::of_ends([point, point]),
            Shape::Segment(segment) => Aabb::of_ends(segment.ends()),
            Shape::Circle(circle) => circle.aabb(),
            Shape::Aabb(aabb) => *aabb,
            Shape::Polygon(polygon) => polygon.aabb(),
        };
        let mut ids = Vec::new();
        let mut ask = |id: u32| {
            let piece = &self.walls.pieces[id as usize];
            if self.admits(piece) && piece.aabb().overlaps_box(&bounds) && intersects(piece.wall().shape(), shape) {
                ids.push(WallId(id));
            }
        };
        for index in self.walls.indices() {
            match index {
                Index::BruteForce | Index::Bounds => self.walls.living_ids().for_each(&mut ask),
                Index::Quadtree(tree) => tree.overlapping(&bounds, &mut ask),
                Index::Bvh(tree) => tree.overlapping(&bounds, &mut ask),
            }
        }
        self.walls.loose.iter().for_each(|&id| ask(id));
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// See [`Walls::nearest`].
    #[must_use]
    pub fn nearest(&self, point: impl Into<Point>) -> Option<(WallId, f64)> {
        let point = point.into();
        if !point.is_finite() {
            return None;
        }
        let mut best: Option<(u32, f64)> = None;
        let mut ask = |id: u32| {
            let piece = &self.walls.pieces[id as usize];
            let is_beyond = best.is_some_and(|(_, least)| piece.is_beyond(point, least));
            if self.admits(piece) && !is_beyond {
                let distance = distance(point, piece.wall().shape());
                if best.is_none_or(|(other, least)| distance < least || (distance == least && id < other)) {
                    best = Some((id, distance));
                }
            }
            // The exact distance may be a unit in the last place more; squaring and all else is off by less than that.
            best.map_or(f64::INFINITY, |(_, least)| {
                let least = least * (1.0 + 8.0 * f64::EPSILON);
                least * least + f64::MIN_POSITIVE
            })
        };
        self.walls.loose.iter().for_each(|&id| {
            ask(id);
        });
        for index in self.walls.indices() {
            match index {
                Index::BruteForce | Index::Bounds => self.walls.living_ids().for_each(|id| {
                    ask(id);
                }),
                Index::Quadtree(tree) => tree.nearest(point, &mut ask),
                Index::Bvh(tree) => tree.nearest(point, &mut ask),
            }
        }
        best.map(|(id, distance)| (WallId(id), distance))
    }

    /// Whether nothing stops a sweep.
    pub(crate) fn is_clear(&self, sweep: &Sweep) -> bool {
        let mut any = AnyStop(false);
        self.each_touch(sweep, &mut any, &mut ());
        !any.0
    }

    /// The walls that leave no room for a body in a place. One that has one side only leaves room to what is behind it, and to a disc
    /// alone; from the front nobody gets so near.
    pub(crate) fn in_the_way_of(&self, at: Point, radius: f64) -> impl Iterator<Item = WallId> + use<> {
        let touches = self.touches(&Sweep::moving(at, at, radius)).into_iter();
        touches.filter(move |(_, hit)| radius == 0.0 || hit.contact.stops()).map(|(wall, _)| wall)
    }

    pub(crate) fn walls(&self) -> &Walls {
        self.walls
    }

    /// How much of its speed into a wall a body keeps at most.
    pub(crate) fn restitution(&self, id: WallId) -> f64 {
        self.walls.restitutions.get(&id.0).copied().unwrap_or(1.0)
    }

    /// The middle of all walls, and how far they reach from there at most; `None` if there are none.
    pub(crate) fn surroundings(&self) -> Option<(Point, f64)> {
        self.walls.surroundings()
    }

    #[inline]
    pub(super) fn first(&self, sweep: &Sweep, wanted: Wanted, count: &mut impl Counting) -> Option<(WallId, Hit)> {
        simd::run(Finding { view: *self, sweep, wanted, count })
    }

    /// The same within something that runs with wide vectors already.
    #[inline(always)]
    pub(super) fn find(&self, sweep: &Sweep, wanted: Wanted, count: &mut impl Counting) -> Option<(WallId, Hit)> {
        let mut first = First { sweep, pieces: &self.walls.pieces, wanted, best: None };
        self.each_touch(sweep, &mut first, count);
        self.hit(sweep, &first.best?)
    }

    #[inline(always)]
    pub(super) fn hit(&self, sweep: &Sweep, touched: &Touched) -> Option<(WallId, Hit)> {
        let piece = &self.walls.pieces[touched.id as usize];
        // Number by number: copied as a whole, it would wait for numbers that were written just before.
        let Hit { t, point: Point { x, y }, normal, feature, contact } = piece.hit(sweep, touched)?;
        let (point, normal) = (Point::new(x, y), Vec2::new(normal.x, normal.y));
        Some((WallId(touched.id), Hit { t, point, normal, feature, contact }))
    }

    #[inline(always)]
    pub(super) fn admits(&self, piece: &Piece) -> bool {
        !piece.gone && self.mask.is_none_or(|mask| piece.mask & mask != 0)
    }

    /// Shows all touches of a sweep, each at least once and in any order, for as long as they matter.
    #[inline(always)]
    pub(super) fn each_touch<V: Visit>(&self, sweep: &Sweep, visit: &mut V, count: &mut impl Counting) {
        let walls = self.walls;
        let mut question = Question { view: *self, sweep, visit, limit: 1.0, asked: 0 };
        if !walls.loose.is_empty() {
            let reach = sweep.reach();
            let near = |id: &u32| walls.pieces[*id as usize].aabb().overlaps_box(&reach);
            question.ask_all(walls.loose.iter().copied().filter(near));
        }
        for index in walls.indices() {
            let frame = match index {
                Index::Bvh(tree) if walls.extreme == 0 => Some(tree.frame()),
                Index::Quadtree(tree) if walls.extreme == 0 => Some(tree.frame()),
                _ => None,
            };
            let path = frame.and_then(|frame| Path::of(sweep, frame));
            match (index, path) {
                (Index::Bvh(tree), Some(path)) => tree.ask(&path, &mut question, count),
                (Index::Quadtree(tree), Some(path)) => tree.ask(&path, &mut question, count),
                (Index::Bounds, _) => {
                    let reach = sweep.reach();
                    let near = |id: &u32| walls.pieces[*id as usize].aabb().overlaps_box(&reach);
                    count.boxes(walls.living as u64);
                    question.ask_all(walls.living_ids().filter(near));
                }
                // Numbers too large for boxes are asked wall by wall; some of them twice, which does no harm.
                (Index::BruteForce, _) | (_, None) => {
                    question.ask_all(walls.living_ids());
                    break;
                }
            }
        }
        count.exact(question.asked);
    }
}

//! One edge or corner of K, and a path: does it clearly enter there, start there, or stay away?
//!
//! In the words of `convex.rs`: it is certain where the path enters all that is within R of K if one place is found where it does. That is so where the
//! first's position comes to R from the line of an edge of K and its foot lies on the edge, or where it comes to R from a corner of K and no other point of K is as near: the distance
//! from K is R there and shrinks, and as it is a convex function of time it was more before. Nothing has to be known of other edges.
//!
//! **Errors.** With F a bound for |s − b| + |a| on each axis, a vector s + a − b is off by 2uF, rounded twice. The vector z of an edge is off by u of itself, and v too. So the cross and dot
//! products of z and such a vector are off by 5u of the sum of |z|F over the axes they pair, those of z and v by 4u of the sum of their products' sizes, and R|z| by 5u of itself. 8u of all
//! that together is allowed, which leaves enough for putting two of them together, and for its own rounding. All numbers are moderate, so nothing overflows or underflows.
//!
//! **Two that move.** From a corner of K to the position it is (s − s′) + (a − b), off by 2uF again if F bounds |s − s′| + |a| + |b|. The motion is (e − s) − (e′ − s′), off by 2uV where V is the
//! sum of both sizes, so products with it are off by 5u of those with V, which stands for v in all bounds.
//!
//! **Corners.** With |a×v| below 0.999 R|v| for certain, q = R²v² − (a×v)² is above 2⁻⁹R²v². It is off by less than 10u·R·F·v² + 16u·R²v², where F is now the sum over both axes, so its root is off by
//! 184u(F + R)|v| at most, p = −a·v by 5uF|v|, and with the rounding of t the place at that time is off by less than 256u(F + R), both axes together.
//! Of two that move with V ≤ 4|v|, v is off by 8u of itself: a×v by 12uF|v|, q by 24u·R·F·v² + 40u·R²v², its root by 452u(F + R)|v|, the place by less than 512u(F + R). So twice as much is allowed there.

use super::clip::pairs;
use super::hull::{Edge, Hull, Place, Touch, When};
use crate::exact::answers::Contact;
use crate::exact::signs::look::ERROR;
use crate::float;
use crate::point::{Point, Vec2, max, min};

/// Two shapes, and the numbers that glances at them are made of.
pub(super) struct Glance<'a> {
    pub(super) first: &'a Hull<'a>,
    pub(super) second: &'a Hull<'a>,
    /// From both ends of the wall to the first's position at the start.
    pub(super) from: [Vec2; 2],
    /// Of two movers, from the second's position to the first's at the start.
    pub(super) between: Option<Vec2>,
    pub(super) v: Vec2,
    /// From one end of the wall to the other; zero for a pillar.
    pub(super) w: Vec2,
    /// R.
    pub(super) reach: f64,
    /// F.
    pub(super) size: Vec2,
    /// V.
    pub(super) speed: Vec2,
}

/// What is seen of one edge of K.
enum Seen {
    Apart,
    /// The path enters through it between these times.
    Enters([f64; 2]),
    /// It starts nearer to it than R, with its foot on it.
    Overlaps,
    /// The path comes to R from its line at this time or later, beyond this corner.
    Beyond(f64, [u16; 2]),
    /// It starts nearer to its line than R, beyond this corner.
    Near([u16; 2]),
    Nothing,
}

impl Glance<'_> {
    /// Whether the path clearly enters through an edge of K, or stays beside it.
    #[inline(always)]
    pub(super) fn edge(&self, edge: Edge, best: &mut Beyond) -> Option<Option<Touch>> {
        let along = edge.along(self.first.vertices, self.second.vertices);
        match self.seen(&edge, along[1] - along[0]) {
            Seen::Apart => Some(None),
            Seen::Overlaps => Some(Some(self.touch(Contact::Overlaps, When::Start, [0.0; 2], Place::Edge(edge)))),
            Seen::Enters(span) => Some(Some(self.touch(Contact::Crosses, When::Within, span, Place::Edge(edge)))),
            Seen::Beyond(early, corner) => {
                if best.early < early {
                    (best.early, best.corner) = (early, Some(corner));
                }
                None
            }
            Seen::Near(corner) => self.start_at_corner(corner),
            Seen::Nothing => None,
        }
    }

    /// An edge along z.
    #[inline(always)]
    fn seen(&self, edge: &Edge, z: Vec2) -> Seen {
        let (from, next) = (self.seen_from(edge.of), self.seen_from(edge.next));
        let reach = self.reach * float::sqrt(z.length_squared());
        let (distance, speed) = (-z.cross(from), z.cross(self.v));
        let gap = distance - reach;
        let (e, f) = (ERROR * (pairs(z, self.size) + reach), ERROR * pairs(z, self.speed));
        let (start, end, along) = (z.dot(from), z.dot(next), z.dot(self.v));
        let error = 2.0 * ERROR * (z.x.abs() * (self.size.x + self.speed.x) + z.y.abs() * (self.size.y + self.speed.y));
        if gap <= e {
            return match (gap < -e) & (e < distance) {
                true if (error < start) & (end < -error) => Seen::Overlaps,
                true if start < -error => Seen::Near(edge.of),
                true if error < end => Seen::Near(edge.next),
                _ => Seen::Nothing,
            };
        }
        if e + f < gap - speed {
            return Seen::Apart;
        }
        if !((gap - speed < -(e + f)) & (2.0 * f < speed)) {
            return Seen::Nothing;
        }
        let (early, late) = ((gap - e) / (speed + f) * (1.0 - ERROR), (gap + e) / (speed - f) * (1.0 + ERROR));
        let (low, high) = (min(early * along, late * along), max(early * along, late * along));
        if (error < start + low) & (end + high < -error) {
            Seen::Enters([early, min(late, 1.0)])
        } else if start + high < -error {
            Seen::Beyond(early, edge.of)
        } else if error < end + low {
            Seen::Beyond(early, edge.next)
        } else {
            Seen::Nothing
        }
    }

    /// Whether the start is clearly nearer to a corner of K than R, and nothing else of K is as near.
    #[inline(always)]
    fn start_at_corner(&self, of: [u16; 2]) -> Option<Option<Touch>> {
        let a = self.seen_from(of);
        let off = self.off();
        let is_near = float::sqrt(a.length_squared()) + off < self.reach;
        (is_near && self.is_alone(of, a, off))
            .then(|| Some(self.touch(Contact::Overlaps, When::Start, [0.0; 2], Place::Vertex(of))))
    }

    /// What a place on the path is off by, both axes together; it is counted in units of that.
    #[inline(always)]
    fn off(&self) -> f64 {
        let more = if self.between.is_some() { 2.0 } else { 1.0 };
        more * 32.0 * ERROR * (self.size.x + self.size.y + self.reach)
    }

    /// Whether all else of K is clearly behind a corner, as seen in the direction n.
    #[inline(always)]
    fn is_alone(&self, of: [u16; 2], n: Vec2, off: f64) -> bool {
        is_alone([self.first.vertices, self.second.vertices], of, n, off)
    }

    /// Whether the path clearly enters the disc around a corner of K where nothing else of K is as near, or clearly misses it.
    #[inline(always)]
    fn corner(&self, of: [u16; 2]) -> Option<Option<Touch>> {
        let (a, v) = (self.seen_from(of), self.v);
        let (squared, length) = (v.length_squared(), float::sqrt(v.length_squared()));
        let (across, reach) = (a.cross(v), self.reach * length);
        let (off, speed) = (self.off(), self.speed.x + self.speed.y);
        if self.between.is_some() && 4.0 * length < speed {
            return None;
        }
        if 0.999 * reach <= across.abs() + 2.0 * ERROR * (pairs(self.speed, self.size) + reach) {
            return self.misses_corner(of);
        }
        let t = (-a.dot(v) - float::sqrt(reach * reach - across * across)) / squared;
        let is_in_frame = (off < t * length) & (off < (1.0 - t) * length);
        let is_alone = self.is_alone(of, a + v * t, off);
        let more = off / length;
        let span = [max(t - more, 0.0), min(t + more, 1.0)];
        if !(is_in_frame && is_alone) {
            return self.misses_corner(of);
        }
        Some(Some(self.touch(Contact::Crosses, When::Within, span, Place::Vertex(of))))
    }

    /// Whether it clearly leaves a corner of K from the start on, or has clearly not come to it at the end, and all else of K lies behind.
    #[inline(always)]
    fn misses_corner(&self, of: [u16; 2]) -> Option<Option<Touch>> {
        let (start, v) = (self.seen_from(of), self.v);
        let off = self.off() + ERROR * (self.speed.x + self.speed.y);
        let is_missed = |n: Vec2, away: f64| {
            let error = ERROR * (n.x.abs() * self.speed.x + n.y.abs() * self.speed.y);
            (error < away) && self.reach + off < float::sqrt(n.length_squared()) && self.is_alone(of, n, off)
        };
        let end = start + v;
        (is_missed(start, start.dot(v)) || is_missed(end, -end.dot(v))).then_some(None)
    }

    /// From a corner of K to the position at the start.
    #[inline(always)]
    pub(super) fn seen_from(&self, [i, j]: [u16; 2]) -> Vec2 {
        let a = self.first.vertices[usize::from(i)];
        match self.between {
            None => self.from[usize::from(j) & 1] + Vec2::new(a.x, a.y),
            Some(between) => between + (a - self.second.vertices[usize::from(j)]),
        }
    }

    #[inline(always)]
    pub(super) fn touch(&self, contact: Contact, when: When, span: [f64; 2], place: Place) -> Touch {
        let is_side_on_side = matches!(place, Place::Edge(edge) if edge.is_of(0) && edge.is_of(1));
        let has_no_inside = match (self.first.vertices.len(), self.second.vertices.len()) {
            (1, 1 | 2) | (2, 1) => true,
            (2, 2) => is_side_on_side,
            _ => false,
        };
        Touch { contact, when, span, place, along: None, is_flat: self.reach == 0.0 && has_no_inside }
    }

    /// No edge has told.
    #[inline(always)]
    pub(super) fn beyond_edges(&self, best: &Beyond) -> Option<Option<Touch>> {
        let corners = self.first.vertices.len() + self.second.vertices.len();
        if best.is_inside && 2 < corners {
            return Some(Some(self.touch(Contact::Overlaps, When::Start, [0.0; 2], Place::Inside)));
        }
        if self.reach == 0.0 {
            return None;
        }
        match best.corner {
            Some(corner) => self.corner(corner),
            None if corners == 2 => self.start_at_corner([0, 0]).or_else(|| self.corner([0, 0])),
            None => None,
        }
    }
}

/// The same, given the vertices of both; a place is off by so much, both axes together.
#[inline(always)]
pub(super) fn is_alone([vertices, others]: [&[Point]; 2], of: [u16; 2], n: Vec2, off: f64) -> bool {
    let is_behind = |z: Vec2| z.dot(n) < -2.0 * off * (z.x.abs() + z.y.abs());
    let [i, j] = of.map(usize::from);
    let ([before, after], [left, right]) = (neighbours(i, vertices.len()), neighbours(j, others.len()));
    (others.len() == 1
        || is_behind(others[left] - others[j]) && (others.len() == 2 || is_behind(others[right] - others[j])))
        && (vertices.len() == 1
            || is_behind(vertices[i] - vertices[before]) && is_behind(vertices[i] - vertices[after]))
}

/// What is known of all edges so far: the corner beyond which the path comes last to R from an edge's line.
pub(super) struct Beyond {
    pub(super) early: f64,
    pub(super) corner: Option<[u16; 2]>,
    /// Whether the start is clearly on the left of all edges so far.
    pub(super) is_inside: bool,
}

/// What is on each axis of a vector, without its sign.
#[inline(always)]
pub(super) fn size_of(v: Vec2) -> Vec2 {
    Vec2::new(v.x.abs(), v.y.abs())
}

/// The vertices before and after one of so many.
#[inline(always)]
pub(super) fn neighbours(i: usize, count: usize) -> [usize; 2] {
    [if i == 0 { count - 1 } else { i - 1 }, if i + 1 == count { 0 } else { i + 1 }]
}

#[cfg(test)]
mod tests {
    use super::super::hull::Extent;
    use super::*;
    use crate::exact::exactly::{Exact, Random, exact, in_units_of};
    use crate::exact::numbers::double::U;

    const CASES: u64 = if carom_oracle::FEW_CASES { 20_000 } else { 300_000 };

    /// What distances from edges and feet on them are off by, in units of u of what they are made of: less than the 8 and 16 that are allowed for, and
    /// not so much less that doubts are made without need.
    #[test]
    fn errors_are_within_the_bound() {
        let (mut random, mut largest) = (Random(5), [0.0_f64; 2]);
        for _ in 0..CASES {
            let ([s, e, p, q, a, b], r) = (random.points(), random.number().abs());
            let vertices = [a, b];
            let extent = Extent::of(&vertices);
            let first = Hull { vertices: &vertices, path: [s, e], radius: r, extent: Some(&extent) };
            let ends = [p, q];
            let second = Hull { vertices: &ends, path: [Point::default(); 2], radius: 0.0, extent: None };
            let size = Vec2::new(
                max((s.x - p.x).abs(), (s.x - q.x).abs()) + max(a.x.abs(), b.x.abs()),
                max((s.y - p.y).abs(), (s.y - q.y).abs()) + max(a.y.abs(), b.y.abs()),
            );
            let glance = Glance {
                first: &first,
                second: &second,
                from: [s - p, s - q],
                between: None,
                v: e - s,
                w: q - p,
                reach: r,
                size,
                speed: size_of(e - s),
            };
            let (from, z) = (glance.seen_from([0, 0]), a - b);
            let number = |x: f64, y: f64, z: f64| exact(x) + exact(y) - exact(z);
            let truth: [Exact; 2] = [number(s.x, a.x, p.x), number(s.y, a.y, p.y)];
            let edge: [Exact; 2] = [exact(a.x) - exact(b.x), exact(a.y) - exact(b.y)];
            let [zx, zy] = edge;
            let [fx, fy] = truth;
            let across = zx.clone() * fy.clone() - zy.clone() * fx.clone();
            let along = zx * fx + zy * fy;
            let bound = exact(pairs(z, size));
            largest[0] = largest[0].max(in_units_of(exact(z.cross(from)) - across, bound));
            let bound = exact(z.x.abs() * size.x + z.y.abs() * size.y);
            largest[1] = largest[1].max(in_units_of(exact(z.dot(from)) - along, bound));
        }
        let allowed = [ERROR / U, 2.0 * ERROR / U];
        assert!(largest[0] < 5.0 && largest[1] < 5.0, "off by {largest:?}u, more than is derived");
        assert!(
            allowed[0] < 4.0 * largest[0] && allowed[1] < 8.0 * largest[1],
            "off by {largest:?}u, {allowed:?}u is allowed"
        );
    }
}

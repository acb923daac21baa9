//! A glance at a convex mover and a wall or pillar, in plain floats: are they clearly apart, or where does the mover clearly go in?
//!
//! In the words of `convex.rs`: it is certain where the path enters all that is within R of K if one place is found where it does. That is so where the
//! first's position comes to R from the line of an edge of K and its foot lies on the edge, or where it comes to R from a corner of K and no other point of K is as near: the distance
//! from K is R there and shrinks, and as it is a convex function of time it was more before. Nothing has to be known of other edges. And they are apart if K lies on one side of a line that the path
//! stays on the other side of, further away than R: an edge's, an axis' or the path's own.
//!
//! **Errors.** With F a bound for |s − b| + |a| on each axis, a vector s + a − b is off by 2uF, rounded twice. The vector z of an edge is off by u of itself, and v too. So the cross and dot
//! products of z and such a vector are off by 5u of the sum of |z|F over the axes they pair, those of z and v by 4u of the sum of their products' sizes, and R|z| by 5u of itself. 8u of all
//! that together is allowed, which leaves enough for putting two of them together, and for its own rounding. All numbers are moderate, so nothing overflows or underflows.
//!
//! **Corners.** With |a×v| below 0.999 R|v| for certain, q = R²v² − (a×v)² is above 2⁻⁹R²v². It is off by less than 10u·R·F·v² + 16u·R²v², where F is now the sum over both axes, so its root is off by
//! 184u(F + R)|v| at most, p = −a·v by 5uF|v|, and with the rounding of t the place at that time is off by less than 256u(F + R), both axes together.

use super::clip::{Clipped, clip};
use super::hull::{Edge, Extent, Hull, Place, Touch, When};
use crate::exact::answers::Contact;
use crate::exact::numbers::double::is_moderate;
use crate::exact::signs::look::ERROR;
use crate::float;
use crate::point::{Point, Vec2, max, min};

/// The first touch if it is clear; `None` if it is in doubt.
#[inline]
pub(super) fn glance(first: &Hull<'_>, second: &Hull<'_>) -> Option<Option<Touch>> {
    let extent = first.extent?;
    let [p, q] = match *second.vertices {
        [p] => [p, p],
        [p, q] => [p, q],
        _ => return None,
    };
    let [s, e] = first.path;
    let stands = second.path == [Point::default(); 2];
    if !(stands & extent.is_moderate & is_moderate([s, e, p, q, Point::new(first.radius, second.radius)])) {
        return None;
    }
    let (from, v, reach) = ([s - p, s - q], e - s, first.radius + second.radius);
    let far = |low: f64, high: f64, a: f64, b: f64| max(a.abs(), b.abs()) + max(low.abs(), high.abs());
    let size = Vec2::new(
        far(extent.low.x, extent.high.x, from[0].x, from[1].x),
        far(extent.low.y, extent.high.y, from[0].y, from[1].y),
    );
    let glance = Glance { first, second, extent, from, v, w: q - p, reach, size };
    if glance.is_beside_box() {
        return Some(None);
    }
    match &extent.sides {
        Some(sides) if reach == 0.0 && second.vertices.len() == 2 => glance.told(clip(sides, from, v, q - p, size)),
        _ => glance.look(),
    }
}

struct Glance<'a> {
    first: &'a Hull<'a>,
    second: &'a Hull<'a>,
    extent: &'a Extent,
    /// From both ends of the wall to the first's position at the start.
    from: [Vec2; 2],
    v: Vec2,
    /// From one end of the wall to the other; zero for a pillar.
    w: Vec2,
    /// R.
    reach: f64,
    /// F.
    size: Vec2,
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
    Nothing,
}

impl Glance<'_> {
    /// Whether the boxes around both, all of the motion included, are apart.
    #[inline(always)]
    fn is_beside_box(&self) -> bool {
        let Extent { low, high, .. } = self.extent;
        let is_apart = |a: f64, b: f64, v: f64, low: f64, high: f64, size: f64| {
            let more = self.reach + ERROR * (size + v.abs() + self.reach);
            // The wall lies between −a and −b as seen from the position.
            (high + max(v, 0.0) + more < min(-a, -b)) | (max(-a, -b) < low + min(v, 0.0) - more)
        };
        let [a, b] = self.from;
        is_apart(a.x, b.x, self.v.x, low.x, high.x, self.size.x)
            | is_apart(a.y, b.y, self.v.y, low.y, high.y, self.size.y)
    }

    /// The same with all sides looked at once.
    #[inline(always)]
    fn told(&self, clipped: Clipped) -> Option<Option<Touch>> {
        match clipped {
            Clipped::Apart => Some(None),
            Clipped::Inside => Some(Some(self.touch(Contact::Overlaps, When::Start, [0.0; 2], Place::Inside))),
            Clipped::Enters(edge, span) => {
                Some(Some(self.touch(Contact::Crosses, When::Within, span, Place::Edge(edge))))
            }
            Clipped::Doubt => None,
        }
    }

    #[inline(always)]
    fn look(&self) -> Option<Option<Touch>> {
        let (vertices, w, v) = (self.first.vertices, self.w, self.v);
        let (mut least, mut most) = ((f64::INFINITY, 0), (f64::NEG_INFINITY, 0));
        let (mut right, mut left) = (f64::INFINITY, f64::NEG_INFINITY);
        for (i, a) in vertices.iter().enumerate() {
            let from = self.from[0] + Vec2::new(a.x, a.y);
            let (across, beside) = (w.cross(from), v.cross(from));
            least = if across < least.0 { (across, i) } else { least };
            most = if most.0 < across { (across, i) } else { most };
            (right, left) = (min(right, beside), max(left, beside));
        }
        // All of K beside the path's line: the corners at the wall's other end are v×w further.
        let turn = v.cross(w);
        let bound = {
            let length = self.reach * float::sqrt(v.length_squared());
            length + ERROR * (pairs(v, self.size) + pairs(v, w) + length)
        };
        if (bound < right - max(turn, 0.0)) | (left - min(turn, 0.0) < -bound) {
            return Some(None);
        }
        let mut best = Beyond { early: f64::NEG_INFINITY, corner: None, is_inside: true };
        let is_wall = self.second.vertices.len() == 2;
        if is_wall {
            // The side of the wall that the mover is on.
            let side = if 0.0 < least.0 {
                Some((least.1, [1, 0]))
            } else if most.0 < 0.0 {
                Some((most.1, [0, 1]))
            } else {
                None
            };
            // On both sides of the wall's line for certain, or not inside.
            let error = ERROR * pairs(w, self.size);
            best.is_inside = (least.0 < -error) & (error < most.0);
            if let Some((i, ends)) = side {
                if let Some(answer) = self.side_of_wall(i, ends, &mut best) {
                    return Some(answer);
                }
            }
        }
        if 1 < vertices.len() {
            for i in 0..vertices.len() {
                if let Some(answer) = self.side_of_mover(i, &mut best) {
                    return Some(answer);
                }
            }
        }
        if best.is_inside && 2 < vertices.len() + usize::from(is_wall) {
            return Some(Some(self.touch(Contact::Overlaps, When::Start, [0.0; 2], Place::Inside)));
        }
        if self.reach == 0.0 {
            return None;
        }
        match best.corner {
            Some(corner) => self.corner(corner),
            None if vertices.len() == 1 && !is_wall => self.corner([0, 0]),
            None => None,
        }
    }

    /// Through the side of the wall that runs from one end to the other, with vertex i of the mover, or with an edge there that runs along it.
    #[inline(always)]
    fn side_of_wall(&self, i: usize, [j, k]: [u16; 2], best: &mut Beyond) -> Option<Option<Touch>> {
        let vertices = self.first.vertices;
        let along = [self.second.vertices[usize::from(j)], self.second.vertices[usize::from(k)]];
        let count = vertices.len();
        let (before, after) = (if i == 0 { count - 1 } else { i - 1 }, if i + 1 == count { 0 } else { i + 1 });
        let (mut of, mut next) = (i, i);
        if 1 < count {
            // The neighbours are further away, or exactly as far.
            let z = along[1] - along[0];
            for neighbour in [before, after] {
                let g = vertices[neighbour] - vertices[i];
                if are_parallel(z, g) {
                    // In K the mover's edges run the other way.
                    (of, next) = if z.dot(g) < 0.0 { (of, after) } else { (before, next) };
                } else if z.cross(g) > -ERROR * pairs(z, g) {
                    return None;
                }
            }
        }
        if of != i && next != i {
            // Two edges in a row along the wall.
            return None;
        }
        self.edge(Edge { of: [of as u16, j], next: [next as u16, k] }, best)
    }

    /// Through an edge of the mover, with an end of the wall. Notes if the start is not clearly on the left of it.
    #[inline(always)]
    fn side_of_mover(&self, i: usize, best: &mut Beyond) -> Option<Option<Touch>> {
        let vertices = self.first.vertices;
        let (next, a) = (if i + 1 == vertices.len() { 0 } else { i + 1 }, vertices[i]);
        let (z, a) = (a - vertices[next], Vec2::new(a.x, a.y));
        // How far the start is on the right of the edge: as far as from that end of the wall which is further right.
        let across = [-z.cross(self.from[0] + a), -z.cross(self.from[1] + a)];
        let j = u16::from(across[1] < across[0]);
        let least = min(across[0], across[1]);
        let most = self.reach * (z.x.abs() + z.y.abs());
        let error = ERROR * (pairs(z, self.size) + pairs(z, self.v) + most);
        if least < -error {
            return None;
        }
        best.is_inside = false;
        // All of K on the left, further away than R all the time.
        if most + error < min(least, least - z.cross(self.v)) {
            return Some(None);
        }
        // With the wall along the edge, it is the wall's side that is met.
        let is_wall = self.second.vertices.len() == 2;
        if least <= error || (is_wall && (across[0] - across[1]).abs() <= 2.0 * error) {
            return None;
        }
        self.edge(Edge { of: [i as u16, j], next: [next as u16, j] }, best)
    }

    /// Whether the path clearly enters through an edge of K, or stays beside it.
    #[inline(always)]
    fn edge(&self, edge: Edge, best: &mut Beyond) -> Option<Option<Touch>> {
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
        let (e, f) = (ERROR * (pairs(z, self.size) + reach), ERROR * pairs(z, self.v));
        let (start, end, along) = (z.dot(from), z.dot(next), z.dot(self.v));
        let error =
            2.0 * ERROR * (z.x.abs() * (self.size.x + self.v.x.abs()) + z.y.abs() * (self.size.y + self.v.y.abs()));
        if gap <= e {
            let is_within = (gap < -e) & (e < distance) & (error < start) & (end < -error);
            return if is_within { Seen::Overlaps } else { Seen::Nothing };
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

    /// Whether the path clearly enters the disc around a corner of K where nothing else of K is as near, or clearly misses it.
    #[inline(always)]
    fn corner(&self, of: [u16; 2]) -> Option<Option<Touch>> {
        let (a, v) = (self.seen_from(of), self.v);
        let (squared, length) = (v.length_squared(), float::sqrt(v.length_squared()));
        let (across, reach) = (a.cross(v), self.reach * length);
        let size = self.size.x + self.size.y;
        if 0.999 * reach <= across.abs() + ERROR * (pairs(v, self.size) + reach) {
            return None;
        }
        let t = (-a.dot(v) - float::sqrt(reach * reach - across * across)) / squared;
        let off = 32.0 * ERROR * (size + self.reach);
        let is_in_frame = (off < t * length) & (off < (1.0 - t) * length);
        let n = a + v * t;
        // Clearly behind the corner, as seen in the direction n.
        let is_behind = |z: Vec2| z.dot(n) < -2.0 * off * (z.x.abs() + z.y.abs());
        let [i, j] = of.map(usize::from);
        let (vertices, count) = (self.first.vertices, self.first.vertices.len());
        let (before, after) = (if i == 0 { count - 1 } else { i - 1 }, if i + 1 == count { 0 } else { i + 1 });
        let is_wall = self.second.vertices.len() == 2;
        let is_alone = (!is_wall || is_behind(if j == 0 { self.w } else { -self.w }))
            && (count == 1 || is_behind(vertices[i] - vertices[before]) && is_behind(vertices[i] - vertices[after]));
        let more = off / length;
        let span = [max(t - more, 0.0), min(t + more, 1.0)];
        (is_in_frame && is_alone).then(|| Some(self.touch(Contact::Crosses, When::Within, span, Place::Vertex(of))))
    }

    /// From a corner of K to the position at the start.
    #[inline(always)]
    fn seen_from(&self, [i, j]: [u16; 2]) -> Vec2 {
        let a = self.first.vertices[usize::from(i)];
        self.from[usize::from(j) & 1] + Vec2::new(a.x, a.y)
    }

    #[inline(always)]
    fn touch(&self, contact: Contact, when: When, span: [f64; 2], place: Place) -> Touch {
        let is_side_on_side = matches!(place, Place::Edge(edge) if edge.is_of(0) && edge.is_of(1));
        let has_no_inside = match (self.first.vertices.len(), self.second.vertices.len()) {
            (1, _) | (2, 1) => true,
            (2, _) => is_side_on_side,
            _ => false,
        };
        Touch { contact, when, span, place, along: None, is_flat: self.reach == 0.0 && has_no_inside }
    }
}

/// What is known of all edges so far: the corner beyond which the path comes last to R from an edge's line.
struct Beyond {
    early: f64,
    corner: Option<[u16; 2]>,
    /// Whether the start is clearly on the left of all edges so far.
    is_inside: bool,
}

/// |x₁y₂| + |y₁x₂| and more: what a cross product is made of.
#[inline(always)]
fn pairs(one: Vec2, other: Vec2) -> f64 {
    one.x.abs() * other.y.abs() + one.y.abs() * other.x.abs()
}

/// Whether two vectors are parallel because they run along one axis.
#[inline(always)]
fn are_parallel(one: Vec2, other: Vec2) -> bool {
    ((one.x == 0.0) & (other.x == 0.0)) | ((one.y == 0.0) & (other.y == 0.0))
}

#[cfg(test)]
mod tests {
    use super::super::convex::touch_in_doubt;
    use super::*;
    use crate::exact::exactly::{Exact, Random, exact, in_units_of};
    use crate::exact::numbers::double::U;

    const CASES: u64 = if carom_oracle::FEW_CASES { 20_000 } else { 300_000 };

    fn boxed([p, q]: [Point; 2]) -> [Point; 4] {
        let (low, high) = (Point::new(min(p.x, q.x), min(p.y, q.y)), Point::new(max(p.x, q.x), max(p.y, q.y)));
        [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)]
    }

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
                extent: &extent,
                from: [s - p, s - q],
                v: e - s,
                w: q - p,
                reach: r,
                size,
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

    /// What a glance says is what is exactly so, times are within their bounds, and it says something nearly always.
    #[test]
    fn a_glance_is_right_and_seldom_in_doubt() {
        let (mut random, mut doubts, mut touches) = (Random(9), 0, 0);
        for round in 0..CASES {
            let ([s, e, p, q, a, b], r) = (random.points(), random.number().abs() / 4.0);
            let small = |p: Point| Point::new(p.x / 8.0, p.y / 8.0);
            let (corners, ends) = (boxed([small(a), small(b)]), [p, q]);
            let vertices: &[Point] = if round % 2 == 0 { &corners } else { &corners[..2] };
            let extent = Extent::of(vertices);
            // A quarter starts or ends a little before it touches, or behind.
            let near = |point: Point| {
                let units = (round / 8 % 64) as f64 - 32.0;
                Point::new((p.x - vertices[0].x) * (1.0 + units * f64::EPSILON), point.y)
            };
            let path = match round % 8 {
                6 => [near(s), e],
                7 => [s, near(e)],
                _ => [s, e],
            };
            let radius = if round % 3 == 0 { 0.0 } else { r };
            let first = Hull { vertices, path, radius, extent: Some(&extent) };
            let pillar = [p];
            let obstacle: &[Point] = if round % 5 == 0 { &pillar } else { &ends };
            let second = Hull { vertices: obstacle, path: [Point::default(); 2], radius: 0.0, extent: None };
            let Some(seen) = glance(&first, &second) else {
                doubts += 1;
                continue;
            };
            let truth = touch_in_doubt(&first, &second);
            let Some((seen, truth)) = seen.zip(truth) else {
                assert!(seen.is_none() && truth.is_none(), "{first:?} {second:?}: {seen:?}, exactly {truth:?}");
                continue;
            };
            touches += 1;
            let hulls = [first, second];
            let t = truth.instant(&hulls).time();
            assert_eq!((seen.contact, seen.is_flat), (truth.contact, truth.is_flat), "{first:?} {second:?}");
            assert_eq!(seen.instant(&hulls).time().to_bits(), t.to_bits(), "{first:?} {second:?}");
            assert!(seen.span[0] <= t && t <= seen.span[1], "{:?} {t}", seen.span);
            assert_eq!(alloc::format!("{:?}", seen.place), alloc::format!("{:?}", truth.place), "{first:?} {second:?}");
        }
        assert!(CASES / 20 < touches, "{touches} touches");
        assert!(12 * doubts < CASES, "{doubts} of {CASES} in doubt, of which a quarter are made to be");
    }
}

//! A glance at a convex mover and a wall, a pillar or another mover, in plain floats: are they clearly apart, or where does the mover clearly go in?
//!
//! In the words of `convex.rs`: one edge or corner of K through which the path goes tells where it enters (`through.rs`), and which of them may do so is seen by signs. And they are apart if K lies on one side of a line that the path
//! stays on the other side of, further away than R: an edge's, an axis' or the path's own, or one through a corner and square to where the path starts or ends.
//!
//! Errors are those of `through.rs`.

use super::clip::{Clipped, clip, pairs};
use super::hull::{Edge, Extent, Hull, Place, Touch, When};
use super::through::{Beyond, Glance, neighbours, size_of};
use crate::exact::answers::Contact;
use crate::exact::numbers::double::is_moderate;
use crate::exact::signs::look::ERROR;
use crate::float;
use crate::point::{Point, Vec2, max, min};

/// The first touch if it is clear; `None` if it is in doubt.
#[inline]
pub(super) fn glance(first: &Hull<'_>, second: &Hull<'_>) -> Option<Option<Touch>> {
    let extent = first.extent?;
    let stands = second.path == [Point::default(); 2];
    let [p, q] = match *second.vertices {
        [p] if stands => [p, p],
        [p, q] if stands => [p, q],
        _ => return glance_at_mover(first, second),
    };
    let [s, e] = first.path;
    let (from, v, reach) = ([s - p, s - q], e - s, first.radius + second.radius);
    let far = |size: f64, a: f64, b: f64| max(a.abs(), b.abs()) + size;
    let size = Vec2::new(far(extent.size[0], from[0].x, from[1].x), far(extent.size[1], from[0].y, from[1].y));
    let glance = Glance { first, second, from, between: None, v, w: q - p, reach, size, speed: size_of(v) };
    if glance.is_beside_box(extent) {
        return Some(None);
    }
    if !(extent.is_moderate & is_moderate([s, e, p, q, Point::new(first.radius, second.radius)])) {
        return None;
    }
    match &extent.sides {
        Some(sides) if reach == 0.0 && second.vertices.len() == 2 => glance.told(clip(sides, from, v, q - p, size)),
        _ => glance.look(),
    }
}

/// The same where the second moves or has an inside.
#[inline(never)]
fn glance_at_mover(first: &Hull<'_>, second: &Hull<'_>) -> Option<Option<Touch>> {
    let (mine, other) = (first.extent?, second.extent?);
    let ([s, e], [p, q]) = (first.path, second.path);
    let (between, [one, two], reach) = (s - p, [e - s, q - p], first.radius + second.radius);
    let far = |extent: &Extent| Vec2::new(extent.size[0], extent.size[1]);
    let (size, speed) = (size_of(between) + far(mine) + far(other), size_of(one) + size_of(two));
    let (from, v, w) = ([between; 2], one - two, Vec2::default());
    let glance = Glance { first, second, from, between: Some(between), v, w, reach, size, speed };
    if glance.are_boxes_apart(mine, other) {
        return Some(None);
    }
    let is_known = mine.is_moderate & other.is_moderate;
    if !(is_known & is_moderate([s, e, p, q, Point::new(first.radius, second.radius)]))
        || MOST_PAIRS < first.vertices.len() * second.vertices.len()
    {
        return None;
    }
    glance.look_at_mover()
}

/// Of more pairs of vertices than this the edges of K are sooner sorted.
const MOST_PAIRS: usize = 4096;

impl Glance<'_> {
    /// Whether the boxes around both, all of the motion included, are apart. These are sums, so numbers need not be moderate: small sums are not rounded at all, and
    /// what overflows makes `more` infinite, and then nothing is said.
    #[inline(always)]
    fn is_beside_box(&self, Extent { low, high, .. }: &Extent) -> bool {
        let is_apart = |a: f64, b: f64, v: f64, low: f64, high: f64, size: f64| {
            let more = self.reach + ERROR * (size + v.abs() + self.reach);
            // The wall lies between −a and −b as seen from the position.
            (high + max(v, 0.0) + more < min(-a, -b)) | (max(-a, -b) < low + min(v, 0.0) - more)
        };
        let [a, b] = self.from;
        is_apart(a.x, b.x, self.v.x, low.x, high.x, self.size.x)
            | is_apart(a.y, b.y, self.v.y, low.y, high.y, self.size.y)
    }

    /// The same of two movers.
    fn are_boxes_apart(&self, mine: &Extent, other: &Extent) -> bool {
        let Some(between) = self.between else { return false };
        let is_apart = |at: f64, v: f64, [low, high]: [f64; 2], [other_low, other_high]: [f64; 2], size: f64| {
            let more = self.reach + ERROR * (size + self.reach);
            (other_high + more < low + at + min(v, 0.0)) | (high + at + max(v, 0.0) + more < other_low)
        };
        let [x, y] = [self.size.x + self.speed.x, self.size.y + self.speed.y];
        is_apart(between.x, self.v.x, [mine.low.x, mine.high.x], [other.low.x, other.high.x], x)
            | is_apart(between.y, self.v.y, [mine.low.y, mine.high.y], [other.low.y, other.high.y], y)
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
        self.beyond_edges(&best)
    }

    /// All edges of both shapes.
    fn look_at_mover(&self) -> Option<Option<Touch>> {
        let (vertices, others, v) = (self.first.vertices, self.second.vertices, self.v);
        let bounds = |shape: &[Point]| {
            let beside = shape.iter().map(|p| v.cross(Vec2::new(p.x, p.y)));
            beside.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (min(low, x), max(high, x)))
        };
        let ((right, left), (other_right, other_left), at) = (bounds(vertices), bounds(others), v.cross(self.from[0]));
        let length = self.reach * float::sqrt(v.length_squared());
        // Three products, each as the others above, and two sums.
        let bound = length + 2.0 * ERROR * (pairs(self.speed, self.size) + length);
        if (bound < at + right - other_left) | (at + left - other_right < -bound) {
            return Some(None);
        }
        let mut best = Beyond { early: f64::NEG_INFINITY, corner: None, is_inside: true };
        if 1 < others.len() {
            for j in 0..others.len() {
                if let Some(answer) = self.side_of_other(j, &mut best) {
                    return Some(answer);
                }
            }
        }
        if 1 < vertices.len() {
            for i in 0..vertices.len() {
                if let Some(answer) = self.side_of_first(i, &mut best) {
                    return Some(answer);
                }
            }
        }
        self.beyond_edges(&best)
    }

    /// Through an edge of the second, with that vertex of the first which is nearest to it. Notes if the start is not clearly on the left of it.
    fn side_of_other(&self, j: usize, best: &mut Beyond) -> Option<Option<Touch>> {
        let others = self.second.vertices;
        let k = if j + 1 == others.len() { 0 } else { j + 1 };
        let z = others[k] - others[j];
        let nearest = farthest_along(self.first.vertices, |a| z.cross(a));
        match self.stays_beside([nearest, j], z, best) {
            Beside::Left => None,
            Beside::Right => Some(None),
            Beside::Unclear => self.side_of_wall(nearest, [j as u16, k as u16], best),
        }
    }

    /// The same of an edge of the first. Where one of the second runs along it, that has been looked at.
    fn side_of_first(&self, i: usize, best: &mut Beyond) -> Option<Option<Touch>> {
        let (vertices, others) = (self.first.vertices, self.second.vertices);
        let next = if i + 1 == vertices.len() { 0 } else { i + 1 };
        let z = vertices[i] - vertices[next];
        let j = farthest_along(others, |b| -z.cross(b));
        match self.stays_beside([i, j], z, best) {
            Beside::Left => return None,
            Beside::Right => return Some(None),
            Beside::Unclear => {}
        }
        // The neighbours are further left for certain.
        let is_further = |neighbour: usize| {
            let g = others[neighbour] - others[j];
            !are_parallel(z, g) && ERROR * pairs(z, g) < z.cross(g)
        };
        let [before, after] = neighbours(j, others.len());
        if 1 < others.len() && !(is_further(before) && is_further(after)) {
            return None;
        }
        self.edge(Edge { of: [i as u16, j as u16], next: [next as u16, j as u16] }, best)
    }

    /// Where the path is beside an edge along z that goes through a corner of K, or through one nearly as far right.
    #[inline(always)]
    fn stays_beside(&self, [i, j]: [usize; 2], z: Vec2, best: &mut Beyond) -> Beside {
        let distance = -z.cross(self.seen_from([i as u16, j as u16]));
        let most = self.reach * (z.x.abs() + z.y.abs());
        // Once more for the choice of the corner.
        let error = 2.0 * ERROR * (pairs(z, self.size) + pairs(z, self.speed) + most);
        if distance < -error {
            return Beside::Left;
        }
        best.is_inside = false;
        let is_right = most + error < min(distance, distance - z.cross(self.v));
        if is_right { Beside::Right } else { Beside::Unclear }
    }

    /// Through the side of the wall that runs from one end to the other, with vertex i of the mover, or with an edge there that runs along it.
    #[inline(always)]
    fn side_of_wall(&self, i: usize, [j, k]: [u16; 2], best: &mut Beyond) -> Option<Option<Touch>> {
        let vertices = self.first.vertices;
        let along = [self.second.vertices[usize::from(j)], self.second.vertices[usize::from(k)]];
        let count = vertices.len();
        let [before, after] = neighbours(i, count);
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
}

/// On which side of an edge of K a path stays, if it is clear.
enum Beside {
    /// It starts there.
    Left,
    Right,
    Unclear,
}

/// The vertex of a shape with the largest number.
#[inline(always)]
fn farthest_along(shape: &[Point], number: impl Fn(Vec2) -> f64) -> usize {
    let mut best = (f64::NEG_INFINITY, 0);
    for (index, p) in shape.iter().enumerate() {
        let here = number(Vec2::new(p.x, p.y));
        best = if best.0 < here { (here, index) } else { best };
    }
    best.1
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
    use crate::exact::exactly::Random;
    use alloc::vec;
    use alloc::vec::Vec;

    const CASES: u64 = if carom_oracle::FEW_CASES { 20_000 } else { 300_000 };

    fn boxed([p, q]: [Point; 2]) -> [Point; 4] {
        let (low, high) = (Point::new(min(p.x, q.x), min(p.y, q.y)), Point::new(max(p.x, q.x), max(p.y, q.y)));
        [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)]
    }

    /// What a glance says.
    enum Seen {
        Doubt,
        Apart,
        Touch,
    }

    /// What a glance says is what is exactly so, and times are within their bounds.
    fn judged(first: &Hull<'_>, second: &Hull<'_>) -> Seen {
        let Some(seen) = glance(first, second) else { return Seen::Doubt };
        let truth = touch_in_doubt(first, second);
        let Some((seen, truth)) = seen.zip(truth) else {
            assert!(seen.is_none() && truth.is_none(), "{first:?} {second:?}: {seen:?}, exactly {truth:?}");
            return Seen::Apart;
        };
        let hulls = [*first, *second];
        let t = truth.instant(&hulls).time();
        assert_eq!((seen.contact, seen.is_flat), (truth.contact, truth.is_flat), "{first:?} {second:?}");
        assert_eq!(seen.instant(&hulls).time().to_bits(), t.to_bits(), "{first:?} {second:?}");
        assert!(seen.span[0] <= t && t <= seen.span[1], "{:?} {t}", seen.span);
        assert_eq!(alloc::format!("{:?}", seen.place), alloc::format!("{:?}", truth.place), "{first:?} {second:?}");
        Seen::Touch
    }

    /// The same of two movers: points, capsules, triangles and boxes, sharp and round.
    #[test]
    fn a_glance_at_two_movers_is_right_and_seldom_in_doubt() {
        let (mut random, mut seen, mut plain_doubts) = (Random(13), [0_u64; 3], 0);
        let shape = |kind: u64, [a, b, c, ..]: [Point; 6]| -> Vec<Point> {
            let small = |p: Point| Point::new(p.x / 4.0, p.y / 4.0);
            let [a, b, c] = [a, b, c].map(small);
            match kind {
                0 => vec![a],
                1 => vec![a, b],
                2 if (b - a).cross(c - a) > 0.0 => vec![a, b, c],
                2 if (b - a).cross(c - a) < 0.0 => vec![a, c, b],
                _ => boxed([a, b]).to_vec(),
            }
        };
        for round in 0..CASES {
            let ([s, e, p, q, ..], r) = (random.points(), random.number().abs() / 4.0);
            let (vertices, others) = (shape(round % 4, random.points()), shape(round / 4 % 4, random.points()));
            // A quarter starts, ends or passes where vertices are beside each other; some move alike, or not at all.
            let units = (round / 64 % 64) as f64 - 32.0;
            let beside = |at: Point, with: Point| {
                let (a, b) = (vertices[0], others[0]);
                Point::new((with.x + b.x - a.x) * (1.0 + units * f64::EPSILON), at.y)
            };
            let (path, other_path) = match round / 16 % 8 {
                0 => ([beside(s, p), e], [p, q]),
                1 => ([s, beside(e, q)], [p, q]),
                2 => ([s, s + (q - p)], [p, q]),
                3 => ([s, e], [p, p]),
                _ => ([s, e], [p, q]),
            };
            let radii = if round % 3 == 0 { [0.0; 2] } else { [r, if round % 5 == 0 { r } else { 0.0 }] };
            // One in sixteen is of a strange size, where little is seen but that boxes are apart.
            let scale =
                [1.0, 2_f64.powi(-960), 2_f64.powi(1018)][if round / 128 % 16 == 0 { (round % 3) as usize } else { 0 }];
            let sized = |p: Point| Point::new(p.x * scale, p.y * scale);
            let (vertices, others): (Vec<Point>, Vec<Point>) =
                (vertices.into_iter().map(sized).collect(), others.into_iter().map(sized).collect());
            let (path, other_path, radii) = (path.map(sized), other_path.map(sized), radii.map(|r| r * scale));
            let (mine, other) = (Extent::of(&vertices), Extent::of(&others));
            let first = Hull { vertices: &vertices, path, radius: radii[0], extent: Some(&mine) };
            let second = Hull { vertices: &others, path: other_path, radius: radii[1], extent: Some(&other) };
            let what = judged(&first, &second) as usize;
            seen[what] += 1;
            plain_doubts += u64::from(what == 0 && round / 16 % 8 > 2 && scale == 1.0);
        }
        let [doubts, apart, touches] = seen;
        assert!(CASES / 8 < touches && CASES / 8 < apart, "{touches} touches, {apart} apart, {doubts} in doubt");
        assert!(100 * plain_doubts < CASES, "{plain_doubts} of {CASES} in doubt without need, {doubts} in all");
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
            match judged(&first, &second) {
                Seen::Doubt => doubts += 1,
                Seen::Apart => {}
                Seen::Touch => touches += 1,
            }
        }
        assert!(CASES / 20 < touches, "{touches} touches");
        assert!(12 * doubts < CASES, "{doubts} of {CASES} in doubt, of which a quarter are made to be");
    }
}

//! A convex mover and a wall, and one edge or corner of K: does the path enter there for certain, and when? In one pass.
//!
//! A quick look has shown where the path seems to enter all that is within R of K, in the words of `convex.rs`. That needs no proof of its own: whatever was
//! looked at, one place where the path certainly enters is where it does (`through.rs`). So here the time is made at once, in numbers of twice the digits, rounded
//! toward zero, and with it what makes it certain:
//! - The edge is one of K: the neighbours of the wall's end or the mover's vertex that it goes through lie on its left.
//! - The path starts further than R on its right and comes to R from its line at the time made, before the end: a quotient of two positive numbers whose rounding is certain.
//! - The foot on the line lies between the edge's ends at that time; or, at a corner, all else of K lies behind it, as seen from the position then.
//!
//! What cannot be shown is in doubt, and is left to others.
//!
//! **Errors.** Numbers of twice the digits are within the table of `relative.rs`. For the foot, in plain numbers, products are as in `through.rs`: z·a is off by 5u of |z|F, z·v by 4u of |z||v|. The
//! time is off by 2u of itself, and is at most 1; its product and the sum are rounded once each. That is less than 7u of |z|F and 9u of |z||v|, for which 16u are allowed.
//! The position at a corner is off by less than what `through.rs` allows for, where no time was known as well.

use super::clip::pairs;
use super::hull::{Edge, Hull, are_all_moderate};
use super::moment::Approach;
use super::through::{is_alone, neighbours, size_of};
use crate::exact::numbers::double::Double;
use crate::exact::signs::look::ERROR;
use crate::point::{Point, Vec2, max};
use crate::simd::{Machine, Numbers, Single};

/// When a path enters, and the motion.
pub(crate) struct Entered<N> {
    pub(crate) t: N,
    pub(crate) motion: [Double<N>; 2],
}

/// One edge of K, of a mover and a wall that are both known.
pub(crate) struct AtEdge<'a> {
    first: &'a Hull<'a>,
    wall: [Point; 2],
    edge: Edge,
    /// Two points between which its direction is.
    pub(crate) along: [Point; 2],
}

impl<'a> AtEdge<'a> {
    #[inline(always)]
    pub(crate) fn of(first: &'a Hull<'a>, wall: [Point; 2], edge: Edge) -> AtEdge<'a> {
        AtEdge { first, wall, edge, along: edge.along(first.vertices, &wall) }
    }

    /// The vertex of the mover and the end of the wall at one of its corners.
    #[inline(always)]
    fn corner(&self, [i, j]: [u16; 2]) -> [Point; 2] {
        [self.first.vertices[usize::from(i)], self.wall[usize::from(j) & 1]]
    }

    /// When the path enters through it, if it is known that it does; `None` if the time is in doubt.
    #[inline(always)]
    pub(crate) fn time<M: Machine>(&self) -> Option<Entered<M::One>> {
        let ([a, b], [s, e]) = (self.corner(self.edge.of), self.first.path);
        let z = Double::<M::One>::vector(self.along[0], self.along[1]);
        let (from, motion) = (from([s, a, b]), Double::vector(s, e));
        // On the right of the edge the start is further away the larger this is.
        let (distance, m) = (Double::cross(from, z), Double::cross(z, motion));
        let n = if self.first.radius == 0.0 {
            distance
        } else {
            distance.minus(Double::new(self.first.radius).times(Double::dot(z, z).root_of_squares()))
        };
        let (t, is_certain) = n.over(m).rounded_down();
        // What is firm is positive, and so is what is certain.
        let is_entered = is_certain & m.is_firm() & t.is_below(M::One::all(1.0));
        (is_entered && are_all_moderate::<M>(self.first, self.wall)).then_some(Entered { t, motion })
    }

    /// Whether it is an edge of K for certain, and has the foot of the position between its ends at a time, which is rounded.
    #[inline(always)]
    pub(crate) fn is_entered_at(&self, t: f64) -> bool {
        let ([a, b], [c, d], [s, e]) = (self.corner(self.edge.of), self.corner(self.edge.next), self.first.path);
        let (z, v) = (self.along[1] - self.along[0], e - s);
        let (at_b, at_d) = (s - b, s - d);
        let [from, next] = [at_b + Vec2::new(a.x, a.y), at_d + Vec2::new(c.x, c.y)];
        let size = |b: f64, a: f64, d: f64, c: f64| max(b.abs() + a.abs(), d.abs() + c.abs());
        let size = Vec2::new(size(at_b.x, a.x, at_d.x, c.x), size(at_b.y, a.y, at_d.y, c.y)) + size_of(v);
        let (start, end, by) = (z.dot(from), z.dot(next), z.dot(v) * t);
        let error = 2.0 * ERROR * (z.x.abs() * size.x + z.y.abs() * size.y);
        (error < start + by) & (end + by < -error) & self.is_edge(z)
    }

    /// Whether it is an edge of K for certain.
    #[inline(always)]
    fn is_edge(&self, z: Vec2) -> bool {
        let is_left = |g: Vec2| ERROR * pairs(z, g) < z.cross(g);
        let ([i, j], vertices) = (self.edge.of.map(usize::from), self.first.vertices);
        if self.edge.is_of(1) {
            // In K the mover is turned round: its other vertices lie on the right of the wall.
            let [before, after] = neighbours(i, vertices.len());
            return !self.edge.is_of(0)
                && is_left(vertices[i] - vertices[before])
                && is_left(vertices[i] - vertices[after]);
        }
        is_left(self.wall[1 - (j & 1)] - self.wall[j & 1])
    }
}

/// When the path comes to R from a corner of K for certain and goes on, where nothing else of K is as near; and in which direction from it it is then, of length 1.
#[inline(always)]
pub(crate) fn into_corner<M: Machine>(first: &Hull<'_>, wall: [Point; 2], of: [u16; 2]) -> Option<(f64, Vec2)> {
    let [i, j] = of.map(usize::from);
    let ([s, e], a, b) = (first.path, first.vertices[i], wall[j & 1]);
    let (from, motion) = (from::<M::One>([s, a, b]), Double::vector(s, e));
    let is_moderate = are_all_moderate::<M>(first, wall);
    let approach = Approach::of(from, motion, Double::new(first.radius), is_moderate);
    let ((t, is_certain), ([x, y], is_known)) = (approach.time(), approach.direction());
    let (t, v, at_b) = (t.number(), e - s, s - b);
    if !(is_certain & is_known & (t < 1.0)) {
        return None;
    }
    let size = (at_b.x.abs() + a.x.abs()) + (at_b.y.abs() + a.y.abs());
    let off = 32.0 * ERROR * (size + first.radius);
    let n = at_b + Vec2::new(a.x, a.y) + v * t;
    is_alone([first.vertices, &wall], of, n, off).then(|| (t, Vec2::new(x.number(), y.number())))
}

/// Whether all else of K is clearly behind a corner of it as seen from the position at the start; that is seen from there, off by 2u of a size on each axis, which is given for both together.
#[inline(always)]
pub(crate) fn is_alone_at_start(first: &Hull<'_>, wall: [Point; 2], of: [u16; 2], (from, size): (Vec2, f64)) -> bool {
    is_alone([first.vertices, &wall], of, from, 32.0 * ERROR * size)
}

/// From a corner of K to the position at the start, s + a − b.
#[inline(always)]
fn from<S: Single>([s, a, b]: [Point; 3]) -> [Double<S>; 2] {
    let [x, y] = Double::vector(b, s);
    [x.plus(Double::new(a.x)), y.plus(Double::new(a.y))]
}

#[cfg(test)]
mod tests {
    use super::super::convex::touch_in_doubt;
    use super::super::hull::{Extent, Place, differences};
    use super::*;
    use crate::exact::answers::Contact;
    use crate::exact::exactly::Random;
    use crate::simd::{self, Kernel};
    use alloc::format;
    use alloc::vec;
    use alloc::vec::Vec;

    const CASES: u64 = if carom_oracle::FEW_CASES { 20_000 } else { 300_000 };

    struct Asked<'a>(&'a Hull<'a>, [Point; 2], Place);

    impl Kernel for Asked<'_> {
        type Output = Option<f64>;

        fn run<M: Machine>(self) -> Option<f64> {
            let Asked(first, wall, place) = self;
            match place {
                Place::Edge(edge) => {
                    let at_edge = AtEdge::of(first, wall, edge);
                    let t = at_edge.time::<M>()?.t.number();
                    at_edge.is_entered_at(t).then_some(t)
                }
                Place::Vertex(of) => Some(into_corner::<M>(first, wall, of)?.0),
                Place::Inside => None,
            }
        }
    }

    /// A capsule, a triangle or a box.
    fn vertices(kind: u64, [a, b, c]: [Point; 3]) -> Vec<Point> {
        let turn = (b - a).cross(c - a);
        match kind {
            0 => vec![a, b],
            1 if 0.0 < turn => vec![a, b, c],
            1 if turn < 0.0 => vec![a, c, b],
            _ => {
                let Extent { low, high, .. } = Extent::of(&[a, b]);
                vec![low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)]
            }
        }
    }

    /// Whatever place is asked for, also one that is not on K: where it is said to be entered it is, and when. And it is mostly said where it is so.
    #[test]
    fn what_is_entered_is_entered_there_and_then() {
        let (mut random, mut entered, mut missed) = (Random(21), [0_u64; 2], 0_u64);
        for round in 0..CASES {
            let ([s, e, p, q, a, b], r) = (random.points(), random.number().abs() / 8.0);
            let [c, ..] = random.points();
            let small = |p: Point| Point::new(p.x / 8.0, p.y / 8.0);
            let (shape, wall) = (vertices(round % 3, [a, b, c].map(small)), [p, q]);
            let radius = if round % 3 == 0 || round % 2 == 0 { r } else { 0.0 };
            let extent = Extent::of(&shape);
            // A third goes through a corner of K, or nearly so; another ends or starts about where it touches.
            let units = |x: f64| x * (1.0 + ((round / 32 % 16) as f64 - 8.0) * f64::EPSILON);
            let corner = Point::new(units(p.x - shape[0].x), p.y - shape[0].y);
            let path = match round / 6 % 6 {
                0 | 1 => [s, corner + (corner - s)],
                2 => [corner, e],
                3 => [s, corner],
                _ => [s, e],
            };
            let first = Hull { vertices: &shape, path, radius, extent: Some(&extent) };
            let second = Hull { vertices: &wall, path: [Point::default(); 2], radius: 0.0, extent: None };
            let truth = touch_in_doubt(&first, &second);
            let turned = |edge: &Edge| {
                let ([i, j], [k, l]) = (edge.of, edge.next);
                Edge { of: [i, 1 - j], next: [k, 1 - l] }
            };
            let edges = differences(&shape, &wall);
            let all = edges.iter().flat_map(|edge| [*edge, turned(edge)]);
            let places = all.flat_map(|edge| [Place::Edge(edge), Place::Vertex(edge.of)]);
            for place in places.filter(|place| radius != 0.0 || matches!(place, Place::Edge(_))) {
                let is_true = |contact: Contact| {
                    let is_there =
                        |touch: &super::super::hull::Touch| format!("{:?}", touch.place) == format!("{place:?}");
                    truth.as_ref().is_some_and(|touch| touch.contact == contact && is_there(touch))
                };
                let Some(t) = simd::run(Asked(&first, wall, place)) else {
                    missed += u64::from(is_true(Contact::Crosses) && round / 6 % 6 > 3);
                    continue;
                };
                assert!(is_true(Contact::Crosses), "{first:?} {wall:?} {place:?}: exactly {truth:?}");
                let exact = truth.map(|touch| touch.instant(&[first, second]).time().to_bits());
                assert_eq!(exact, Some(t.to_bits()), "{first:?} {wall:?} {place:?}");
                entered[usize::from(matches!(place, Place::Edge(_)))] += 1;
            }
        }
        assert!(entered.iter().all(|&count| CASES / 60 < count), "{entered:?} of {CASES}");
        assert!(200 * missed < entered[0] + entered[1], "{missed} of {entered:?} are in doubt");
    }
}

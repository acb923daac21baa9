//! The hits of four movers at once, each with its own wall: the formulas of one (`at_once.rs`, `exact/motion/entry.rs`), side by side.

use super::mover::{MoverPart, MoverSweep};
use super::path::Hit;
use crate::exact::Double;
use crate::exact::construct::{between_moderate, in_lanes};
use crate::exact::hull::Edge;
use crate::exact::look::ERROR;
use crate::exact::moment::Approach;
use crate::exact::{Feature, answers::Contact, are_moderate};
use crate::point::{ORDINARY, Point, Vec2};
use crate::segment::Segment;
use crate::simd::{Four, Machine, Numbers};

/// Four movers that are convex and of ordinary numbers, all capsules or all with sharp corners, and the edge of all differences of each and its wall that it seems to enter through,
/// or the corner where that starts.
#[derive(Clone, Copy)]
pub(crate) struct FourEntries<'a, 's> {
    pub(crate) sweeps: [&'a MoverSweep<'s>; 4],
    pub(crate) walls: [&'a Segment; 4],
    pub(crate) edges: [Edge; 4],
}

/// Their hits in a few numbers.
pub(crate) struct MoverHits {
    /// Of each the time, the point, and the normal's x.
    rows: [[f64; 4]; 4],
    /// The normals' y.
    last: [f64; 4],
    /// A bit for each that is certain.
    pub(crate) certain: u32,
}

impl MoverHits {
    #[inline(always)]
    fn of<F: Four>([t, x, y, nx, ny]: [F; 5], is_certain: F::Truth) -> MoverHits {
        let zero = F::all(0.0);
        let [a, b, c, d] = F::transposed([t, x.plus(zero), y.plus(zero), nx.plus(zero)]);
        let rows = [a.numbers(), b.numbers(), c.numbers(), d.numbers()];
        MoverHits { rows, last: ny.plus(zero).numbers(), certain: F::bits(is_certain) }
    }

    /// One that is certain, of a part of a mover on a part of a wall.
    #[inline(always)]
    pub(crate) fn get(&self, lane: usize, (feature, mover): (Feature, MoverPart)) -> Hit {
        let ([t, x, y, nx], ny) = (self.rows[lane % 4], self.last[lane % 4]);
        Hit { t, point: Point::new(x, y), normal: Vec2::new(nx, ny), feature, contact: Contact::Crosses, mover }
    }
}

/// Four paths, and what is the same for every place where they may enter.
struct Paths<F> {
    start: [F; 2],
    end: [F; 2],
    radius: F,
    is_moderate: u32,
}

impl<'a> FourEntries<'a, '_> {
    /// Those that enter through a side of the wall: see [`MoverSweep::hit_through`].
    #[inline(always)]
    pub(crate) fn through_walls<M: Machine, const ARE_ROUND: bool>(self) -> MoverHits {
        let paths = self.paths::<M::Four>();
        let a = M::Four::of_points(self.vertices(|edge| edge.of[0]));
        let b = M::Four::of_points(self.ends(|edge| edge.of[1]));
        let d = M::Four::of_points(self.ends(|edge| edge.next[1]));
        let entry = Entry::of::<ARE_ROUND>(&paths, [b, d], [a, b], [a, d]);
        // In the polygon of all differences the mover is turned round: its other vertices lie on the right of the wall.
        let before = M::Four::of_points(self.vertices_beside(false));
        let is_left = entry.is_left(a, before);
        let is_edge = if ARE_ROUND {
            is_left
        } else {
            let after = M::Four::of_points(self.vertices_beside(true));
            M::Four::both(is_left, entry.is_left(a, after))
        };
        let ([nx, ny], is_ordinary) = entry.normal();
        let [x, y] = between_moderate([paths.start, paths.end], entry.motion, entry.t);
        let [x, y] = [x.plus(a[0]).minus(nx.times(paths.radius)), y.plus(a[1]).minus(ny.times(paths.radius))];
        let is_certain = M::Four::both(M::Four::both(entry.is_entered, is_edge), is_ordinary);
        MoverHits::of([entry.t, x, y, nx, ny], is_certain).moderate(&paths)
    }

    /// Those that enter through a side of their own.
    #[inline(always)]
    pub(crate) fn through_shapes<M: Machine, const ARE_ROUND: bool>(self) -> MoverHits {
        let paths = self.paths::<M::Four>();
        let a = M::Four::of_points(self.vertices(|edge| edge.of[0]));
        let c = M::Four::of_points(self.vertices(|edge| edge.next[0]));
        let b = M::Four::of_points(self.ends(|edge| edge.of[1]));
        let entry = Entry::of::<ARE_ROUND>(&paths, [c, a], [a, b], [c, b]);
        let other = M::Four::of_points(self.ends(|edge| edge.of[1] + 1));
        let ([nx, ny], is_ordinary) = entry.normal();
        let is_certain = M::Four::both(M::Four::both(entry.is_entered, entry.is_left(other, b)), is_ordinary);
        MoverHits::of([entry.t, b[0], b[1], nx, ny], is_certain).moderate(&paths)
    }

    /// Capsules that come to a corner: see [`MoverSweep::hit_into_corner`].
    #[inline(always)]
    pub(crate) fn into_corners<M: Machine>(self) -> MoverHits {
        let paths = self.paths::<M::Four>();
        let a = M::Four::of_points(self.vertices(|edge| edge.of[0]));
        let b = M::Four::of_points(self.ends(|edge| edge.of[1]));
        let (s, e, one) = (paths.start, paths.end, M::Four::all(1.0));
        let approach = Approach::of(
            from(s, a, b),
            Double::between(s, e),
            Double::exactly(paths.radius),
            M::Four::all(0.0).is_below(one),
        );
        let ((t, is_time_certain), ([nx, ny], is_known)) = (approach.time(), approach.direction());
        let at_b = difference(b, s);
        let size = at_b[0].abs().plus(a[0].abs()).plus(at_b[1].abs().plus(a[1].abs()));
        let off = M::Four::all(32.0 * ERROR).times(size.plus(paths.radius));
        let v = difference(s, e);
        let n = [at_b[0].plus(a[0]).plus(v[0].times(t)), at_b[1].plus(a[1]).plus(v[1].times(t))];
        // All else lies behind.
        let least = M::Four::all(-2.0).times(off);
        let before = M::Four::of_points(self.vertices_beside(false));
        let other = M::Four::of_points(self.ends(|edge| edge.of[1] + 1));
        let is_alone =
            M::Four::both(is_behind(difference(before, a), n, least), is_behind(difference(b, other), n, least));
        let is_certain = M::Four::both(M::Four::both(is_time_certain, is_known), t.is_below(one));
        MoverHits::of([t, b[0], b[1], nx, ny], M::Four::both(is_certain, is_alone)).moderate(&paths)
    }

    #[inline(always)]
    fn paths<F: Four>(&self) -> Paths<F> {
        let ([start, end], [p, q]): ([[F; 2]; 2], [[F; 2]; 2]) =
            (in_lanes(self.sweeps.map(|sweep| sweep.ends())), in_lanes(self.walls.map(|wall| wall.ends())));
        let radius = F::of(self.sweeps.map(|sweep| sweep.mover().radius()));
        let all = [start[0], start[1], end[0], end[1], p[0], p[1], q[0], q[1], radius];
        Paths { start, end, radius, is_moderate: F::bits(are_moderate(&all)) }
    }

    /// A vertex of each mover.
    #[inline(always)]
    fn vertices(&self, which: impl Fn(&Edge) -> u16) -> [&'a Point; 4] {
        [0, 1, 2, 3].map(|lane| &self.sweeps[lane].mover().vertices()[usize::from(which(&self.edges[lane]))])
    }

    /// Those beside the ones that edges start with.
    #[inline(always)]
    fn vertices_beside(&self, is_after: bool) -> [&'a Point; 4] {
        [0, 1, 2, 3].map(|lane| {
            let (vertices, i) = (self.sweeps[lane].mover().vertices(), usize::from(self.edges[lane].of[0]));
            let before = if i == 0 { vertices.len() - 1 } else { i - 1 };
            let after = if i + 1 == vertices.len() { 0 } else { i + 1 };
            &vertices[if is_after { after } else { before }]
        })
    }

    /// An end of each wall.
    #[inline(always)]
    fn ends(&self, which: impl Fn(&Edge) -> u16) -> [&'a Point; 4] {
        [0, 1, 2, 3].map(|lane| self.walls[lane].end(which(&self.edges[lane])))
    }
}

impl MoverHits {
    /// Only of moderate numbers anything is certain.
    #[inline(always)]
    fn moderate<F>(self, paths: &Paths<F>) -> MoverHits {
        MoverHits { certain: self.certain & paths.is_moderate, ..self }
    }
}

/// Four edges, and when paths come to them.
struct Entry<F: Four> {
    z: [F; 2],
    motion: [Double<F>; 2],
    t: F,
    /// Whether it is entered then for certain, if it is an edge at all.
    is_entered: F::Truth,
}

impl<F: Four> Entry<F> {
    /// As `AtEdge` has it: edges along what is between two points, with the vertices and ends of the corners where they start and where they end.
    #[inline(always)]
    fn of<const ARE_ROUND: bool>(
        paths: &Paths<F>,
        along: [[F; 2]; 2],
        [a, b]: [[F; 2]; 2],
        [c, d]: [[F; 2]; 2],
    ) -> Entry<F> {
        let (s, e) = (paths.start, paths.end);
        let (z, motion) = (Double::between(along[0], along[1]), Double::between(s, e));
        let (distance, m) = (Double::cross(from(s, a, b), z), Double::cross(z, motion));
        let n = if ARE_ROUND {
            distance.minus(Double::exactly(paths.radius).times(Double::dot(z, z).root_of_squares()))
        } else {
            distance
        };
        let (t, is_certain) = n.over(m).rounded_down();
        let is_in_time = F::both(F::both(is_certain, m.is_firm()), t.is_below(F::all(1.0)));
        // The foot is between the ends then.
        let (z, v, at_b, at_d) = (difference(along[0], along[1]), difference(s, e), difference(b, s), difference(d, s));
        let (start, next) = ([at_b[0].plus(a[0]), at_b[1].plus(a[1])], [at_d[0].plus(c[0]), at_d[1].plus(c[1])]);
        let (one_x, other_x) = (at_b[0].abs().plus(a[0].abs()), at_d[0].abs().plus(c[0].abs()));
        let (one_y, other_y) = (at_b[1].abs().plus(a[1].abs()), at_d[1].abs().plus(c[1].abs()));
        let (size_x, size_y) = (one_x.most(other_x).plus(v[0].abs()), one_y.most(other_y).plus(v[1].abs()));
        let (start, next, by) = (dot(z, start), dot(z, next), dot(z, v).times(t));
        let error = F::all(2.0 * ERROR).times(z[0].abs().times(size_x).plus(z[1].abs().times(size_y)));
        let is_between = F::both(error.is_below(start.plus(by)), next.plus(by).is_below(error.negated()));
        Entry { z, motion, t, is_entered: F::both(is_in_time, is_between) }
    }

    /// Whether what is between two points leads to the left of edges for certain.
    #[inline(always)]
    fn is_left(&self, to: [F; 2], from: [F; 2]) -> F::Truth {
        let ([x, y], [gx, gy]) = (self.z, difference(from, to));
        let sizes = x.abs().times(gy.abs()).plus(y.abs().times(gx.abs()));
        F::all(ERROR).times(sizes).is_below(x.times(gy).minus(y.times(gx)))
    }

    /// The normals of edges, and whether that is all there is to it.
    #[inline(always)]
    fn normal(&self) -> ([F; 2], F::Truth) {
        let [x, y] = self.z;
        let squared = x.times(x).plus(y.times(y));
        let (length, zero) = (squared.sqrt(), F::all(0.0));
        let is_ordinary = F::both(F::all(ORDINARY[0]).is_below(squared), squared.is_below(F::all(ORDINARY[1])));
        ([y.over(length).plus(zero), zero.minus(x.over(length)).plus(zero)], is_ordinary)
    }
}

/// From corners to positions at the start, s + a − b.
#[inline(always)]
fn from<F: Four>(s: [F; 2], a: [F; 2], b: [F; 2]) -> [Double<F>; 2] {
    let [x, y] = Double::between(b, s);
    [x.plus(Double::exactly(a[0])), y.plus(Double::exactly(a[1]))]
}

// No closures for these: the compiler may leave one outside, and compile it without the machine's instructions.
#[inline(always)]
fn dot<F: Four>(v: [F; 2], w: [F; 2]) -> F {
    v[0].times(w[0]).plus(v[1].times(w[1]))
}

/// Whether what leads along z lies behind for certain as seen from a place, which is off by so much that this is the least.
#[inline(always)]
fn is_behind<F: Four>(z: [F; 2], n: [F; 2], least: F) -> F::Truth {
    dot(z, n).is_below(least.times(z[0].abs().plus(z[1].abs())))
}

#[inline(always)]
fn difference<F: Four>(from: [F; 2], to: [F; 2]) -> [F; 2] {
    [to[0].minus(from[0]), to[1].minus(from[1])]
}

#[cfg(test)]
mod tests {
    use super::super::mover::Mover;
    use super::super::shaped::hull_of_segment;
    use super::*;
    use crate::exact::convex;
    use crate::exact::hull::Place;
    use crate::simd::{Kernel, Vectors, run};
    use alloc::vec::Vec;
    use carom_oracle::rng::Rng;
    use carom_oracle::share_of;

    /// A mover's sweep, a wall, and where it is said to go in.
    type Case<'a> = (MoverSweep<'a>, Segment, Edge);

    /// Hits of one kind: one by one, and four by four.
    struct Hits<'a>(&'a [Case<'a>], usize, bool);

    const KINDS: usize = 3;

    impl Kernel for Hits<'_> {
        type Output = [Vec<Option<Hit>>; 2];

        #[inline(always)]
        fn run<M: Machine>(self) -> Self::Output {
            let Hits(cases, kind, are_round) = self;
            let alone = cases.iter().map(|(sweep, wall, edge)| match kind {
                2 => sweep.hit_into_corner::<M>(wall, edge.of),
                _ => sweep.hit_through::<M>(wall, *edge),
            });
            let (alone, mut together) = (alone.collect(), Vec::new());
            for four in cases.chunks_exact(4) {
                let [a, b, c, d] = four else { continue };
                let four = FourEntries {
                    sweeps: [&a.0, &b.0, &c.0, &d.0],
                    walls: [&a.1, &b.1, &c.1, &d.1],
                    edges: [a.2, b.2, c.2, d.2],
                };
                let hits = match (kind, are_round) {
                    (0, false) => four.through_walls::<M, false>(),
                    (0, true) => four.through_walls::<M, true>(),
                    (1, false) => four.through_shapes::<M, false>(),
                    (1, true) => four.through_shapes::<M, true>(),
                    _ => four.into_corners::<M>(),
                };
                for lane in 0..4 {
                    let [i, j] = four.edges[lane].of;
                    let end = if j == 0 { Feature::A } else { Feature::B };
                    let parts = match kind {
                        0 => (Feature::Side, MoverPart::Vertex(i)),
                        1 => (end, MoverPart::Edge(if are_round { 0 } else { i })),
                        _ => (end, MoverPart::Vertex(i)),
                    };
                    together.push((hits.certain >> lane & 1 != 0).then(|| hits.get(lane, parts)));
                }
            }
            [alone, together]
        }
    }

    /// Of movers in small whole numbers, where much is tied, and in others of every size, at the place where they touch exactly and at others where they do not: what is told of four is
    /// what is told of each, in all its bits and with all vectors.
    #[test]
    fn four_hits_are_each_alone() {
        let mut movers = Vec::new();
        for case in 0..share_of(60_000) {
            let rng = &mut Rng::for_case(0, "hits of four movers", case);
            let size = if case % 4 == 3 { 2_f64.powi(rng.between(-200, 200) as i32) } else { 1.0 };
            let mut number = |most: i64| match case % 2 {
                0 => rng.between(-most, most) as f64 * size,
                _ => rng.within(-(most as f64), most as f64) * size,
            };
            let mut point = |most: i64| Point::new(number(most), number(most));
            let ([a, b, p, q], path, radius) = ([(); 4].map(|()| point(4)), [point(16), point(16)], point(3).x.abs());
            let mover = if case % 3 == 0 {
                Mover::capsule(a, b, radius).ok().filter(|_| a != b && 0.0 < radius)
            } else {
                let ring: Vec<Point> = [a, b].into_iter().chain((0..1 + case % 6).map(|_| point(4))).collect();
                let polygon = crate::hull(ring).and_then(crate::Polygon::new);
                polygon.ok().and_then(|polygon| Mover::polygon(&polygon).ok())
            };
            if let (Some(mover), Ok(wall)) = (mover, Segment::new(p, q)) {
                movers.push((mover, path, wall));
            }
        }
        let mut kinds: [[Vec<Case<'_>>; KINDS]; 2] = Default::default();
        for (number, (mover, [s, e], wall)) in movers.iter().enumerate() {
            let (sweep, ends) = (MoverSweep::between(mover, *s, *e), wall.ends());
            let round = 0.0 < mover.radius();
            let mut put = |kind: usize, edge: Edge| kinds[usize::from(round)][kind].push((sweep, *wall, edge));
            let touch = convex::touch(&sweep.hull(), &hull_of_segment(&ends));
            match touch.filter(|touch| touch.contact == Contact::Crosses).map(|touch| touch.place) {
                Some(Place::Edge(edge)) if edge.is_of(0) != edge.is_of(1) => put(usize::from(edge.is_of(0)), edge),
                Some(Place::Vertex(of)) if round => put(2, Edge { of, next: of }),
                _ => {
                    let (count, i) = (mover.vertices().len(), number % mover.vertices().len());
                    let (j, next) = ((number / 8 % 2) as u16, ((i + 1) % count) as u16);
                    let i = i as u16;
                    match number % 3 {
                        0 => put(0, Edge { of: [i, j], next: [i, 1 - j] }),
                        1 => put(1, Edge { of: [i, j], next: [next, j] }),
                        _ if round => put(2, Edge { of: [i, j], next: [i, j] }),
                        _ => {}
                    }
                }
            }
        }
        for (are_round, kinds) in [false, true].into_iter().zip(&kinds) {
            for (kind, cases) in kinds.iter().enumerate().filter(|(kind, _)| are_round || *kind < 2) {
                for vectors in Vectors::available() {
                    assert!(vectors.force());
                    let [alone, together] = run(Hits(cases, kind, are_round));
                    assert!(cases.len() < together.len() + 4);
                    let bits =
                        |hit: &Hit| [hit.t, hit.point.x, hit.point.y, hit.normal.x, hit.normal.y].map(f64::to_bits);
                    for ((alone, together), case) in alone.iter().zip(&together).zip(cases) {
                        let both = [alone, together].map(|hit| hit.as_ref().map(|hit| (*hit, bits(hit))));
                        assert_eq!(both[0], both[1], "{vectors:?}, kind {kind}: {case:?}");
                    }
                    let told = together.iter().flatten().count();
                    // Of few cases chance decides.
                    assert!(
                        cases.len() < 6 * told + 16 && told < cases.len(),
                        "kind {kind}: {told} of {}",
                        cases.len()
                    );
                }
            }
        }
        assert!(Vectors::available().last().is_some_and(Vectors::force));
    }
}

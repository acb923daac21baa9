//! What is the right answer, for filled shapes?
//!
//! Every shape is a list of segments, maybe filled, maybe thickened by a radius:
//! a disc is a thick point, a box is a filled ring or less.
//! That leaves one way to decide each question, whatever the two kinds of shapes are.

use std::cmp::Ordering;

use dashu_int::IBig;

use crate::round;
use crate::truth::{
    Ends, Fraction, Integers, Location, Scale, Side, Spot, Xy, cross, dot, first_shared, locate, locate_spot, orient,
    segments_apart, share_a_point, sign, to,
};

/// A closed, filled shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Region {
    /// A single point.
    Point(Xy),
    /// A segment.
    Segment(Ends),
    /// A disc: center and radius.
    Circle(Xy, f64),
    /// A box: lowest and highest corner; may be flat.
    Aabb(Xy, Xy),
    /// A polygon: outer ring, then holes.
    Polygon(Vec<Vec<Xy>>),
}

/// Do the two share a point?
pub fn intersects(a: &Region, b: &Region) -> bool {
    let (a, b) = (Skeleton::of(a), Skeleton::of(b));
    a.holds_a_vertex_of(&b) || b.holds_a_vertex_of(&a) || edges_meet(&a, &b)
}

/// The distance of the two, rounded toward zero.
pub fn distance(a: &Region, b: &Region) -> f64 {
    if intersects(a, b) {
        return 0.0;
    }
    let (a, b) = (Skeleton::of(a), Skeleton::of(b));
    let scale = Scale::of(a.numbers().chain(b.numbers()));
    let (edges_a, edges_b) = (a.scaled_edges(scale), b.scaled_edges(scale));
    let apart = edges_a
        .iter()
        .flat_map(|e| edges_b.iter().map(move |f| segments_apart(e, f)))
        .min_by(Fraction::compare)
        .expect("every shape has an edge");
    let radii = scale.integer(a.radius) + scale.integer(b.radius);
    round::root_toward_zero(&apart.numerator, &apart.denominator, &radii, scale.exponent)
}

/// Where `region` is relative to the polygon `rings`.
pub fn locate_in(region: &Region, rings: &[Vec<Xy>]) -> Location {
    match region {
        Region::Point(p) => locate(*p, rings),
        Region::Circle(center, radius) => locate_disc(*center, *radius, rings),
        _ => locate_skeleton(&Skeleton::of(region), rings),
    }
}

/// Is every ring simple, every hole strictly inside the outer ring, and are the holes apart?
pub fn is_simple(rings: &[Vec<Xy>]) -> bool {
    let each_ring_is_simple = rings.iter().all(|ring| ring_is_simple(ring));
    let rings_are_apart = (0..rings.len()).all(|i| {
        (0..i).all(|j| {
            // Rings that do not touch are nested or apart, and one vertex tells which.
            let touching =
                edges_of(&rings[i]).any(|e| edges_of(&rings[j]).any(|f| boxes_meet(e, f) && share_a_point(e, f)));
            let i_in_j = locate(rings[i][0], &rings[j..=j]) == Location::Inside;
            let j_in_i = locate(rings[j][0], &rings[i..=i]) == Location::Inside;
            !touching && i_in_j == (j == 0) && !j_in_i
        })
    });
    each_ring_is_simple && rings_are_apart
}

/// The vertices of the convex hull, counter-clockwise from the lowest x (then y), by wrapping a string around the points.
pub fn hull(points: &[Xy]) -> Vec<Xy> {
    let lowest = |a: &&Xy, b: &&Xy| a.partial_cmp(b).expect("finite");
    let Some(&start) = points.iter().min_by(lowest) else { return Vec::new() };
    let mut hull = vec![start];
    loop {
        let from = hull[hull.len() - 1];
        let mut next = from;
        for &p in points {
            let better = match orient(from, next, p) {
                _ if p == from => false,
                _ if next == from => true,
                Side::Right => true,
                // Of several points in one direction, the string skips to the last.
                Side::On => crate::truth::dot_sign(next, p, from, next) == Ordering::Greater,
                Side::Left => false,
            };
            if better {
                next = p;
            }
        }
        if next == start {
            return hull;
        }
        hull.push(next);
    }
}

/// The smallest disc around `points`: its exact center rounded to nearest, and the smallest radius that reaches them all from there.
///
/// Tries every disc that has two points as a diameter or three on its edge.
pub fn smallest_circle(points: &[Xy]) -> (Xy, f64) {
    let scale = Scale::of(points.as_flattened());
    let whole = scale.points(points);
    let mut candidates = vec![Spot { x: whole[0][0].clone(), y: whole[0][1].clone(), w: IBig::ONE }];
    for (i, a) in whole.iter().enumerate() {
        for (j, b) in whole[..i].iter().enumerate() {
            candidates.push(Spot { x: &a[0] + &b[0], y: &a[1] + &b[1], w: IBig::from(2) });
            candidates.extend(whole[..j].iter().filter_map(|c| circumcenter(a, b, c)));
        }
    }
    let reach = |spot: &Spot| {
        let w_squared = &spot.w * &spot.w;
        let far = whole.iter().map(|p| [&p[0] * &spot.w - &spot.x, &p[1] * &spot.w - &spot.y]).map(|d| dot(&d, &d));
        Fraction { numerator: far.max().expect("at least one point"), denominator: w_squared }
    };
    let (_, best) = candidates
        .iter()
        .map(|spot| (reach(spot), spot))
        .min_by(|(r, _), (s, _)| r.compare(s))
        .expect("at least one point");
    let center = [&best.x, &best.y].map(|value| round::nearest(value, &best.w, scale.exponent));
    (center, reach_from(center, points))
}

/// The smallest radius around `center` that reaches all `points`.
pub fn reach_from(center: Xy, points: &[Xy]) -> f64 {
    let scale = Scale::of(center.iter().chain(points.as_flattened()));
    let center = scale.point(center);
    let far = scale.points(points).iter().map(|p| to(&center, p)).map(|d| dot(&d, &d)).max();
    round::root_away_from_zero(&far.expect("at least one point"), &IBig::ONE, scale.exponent)
}

/// Is no vertex of the ring on the right of an edge next to it?
pub fn is_convex(ring: &[Xy]) -> bool {
    let at = |i: usize| ring[i % ring.len()];
    (0..ring.len()).all(|i| orient(at(i), at(i + 1), at(i + 2)) != Side::Right)
}

/// The edges of a ring, from each vertex to the next.
pub fn edges_of(ring: &[Xy]) -> impl Iterator<Item = Ends> + '_ {
    (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]])
}

/// Segments, the rings they fill if any, and how thick they are.
struct Skeleton {
    edges: Vec<Ends>,
    rings: Vec<Vec<Xy>>,
    radius: f64,
}

impl Skeleton {
    fn of(region: &Region) -> Skeleton {
        let thin = |edges, rings| Skeleton { edges, rings, radius: 0.0 };
        match region {
            Region::Point(p) => thin(vec![[*p, *p]], Vec::new()),
            Region::Segment(ends) => thin(vec![*ends], Vec::new()),
            Region::Circle(center, radius) => {
                Skeleton { radius: *radius, ..thin(vec![[*center, *center]], Vec::new()) }
            }
            Region::Aabb(low, high) if low[0] == high[0] || low[1] == high[1] => thin(vec![[*low, *high]], Vec::new()),
            Region::Aabb(low, high) => {
                let ring = vec![*low, [high[0], low[1]], *high, [low[0], high[1]]];
                thin(edges_of(&ring).collect(), vec![ring])
            }
            Region::Polygon(rings) => thin(rings.iter().flat_map(|ring| edges_of(ring)).collect(), rings.clone()),
        }
    }

    fn numbers(&self) -> impl Iterator<Item = &f64> {
        self.edges.iter().flatten().flatten().chain(std::iter::once(&self.radius))
    }

    fn scaled_edges(&self, scale: Scale) -> Vec<[Integers; 2]> {
        self.edges.iter().map(|e| e.map(|p| scale.point(p))).collect()
    }

    /// If the edges of two shapes do not meet, a ring of one lies wholly inside the other or wholly outside it,
    /// so looking at vertices is enough.
    fn holds_a_vertex_of(&self, other: &Skeleton) -> bool {
        !self.rings.is_empty() && other.edges.iter().any(|e| locate(e[0], &self.rings) != Location::Outside)
    }
}

/// Do edges of the two come within the sum of the radii?
fn edges_meet(a: &Skeleton, b: &Skeleton) -> bool {
    if a.radius == 0.0 && b.radius == 0.0 {
        return a.edges.iter().any(|&e| b.edges.iter().any(|&f| boxes_meet(e, f) && share_a_point(e, f)));
    }
    let scale = Scale::of(a.numbers().chain(b.numbers()));
    let radii = scale.integer(a.radius) + scale.integer(b.radius);
    let limit = Fraction::from(&radii * &radii);
    let (a, b) = (a.scaled_edges(scale), b.scaled_edges(scale));
    a.iter().any(|e| b.iter().any(|f| segments_apart(e, f).compare(&limit) != Ordering::Greater))
}

fn locate_disc(center: Xy, radius: f64, rings: &[Vec<Xy>]) -> Location {
    if locate(center, rings) == Location::Outside {
        return Location::Outside;
    }
    let room = rings
        .iter()
        .flat_map(|ring| edges_of(ring))
        .map(|e| crate::truth::compare_distance_to_segment(center, e, radius))
        .min()
        .expect("a polygon has edges");
    match room {
        Ordering::Greater => Location::Inside,
        Ordering::Equal => Location::Edge,
        Ordering::Less => Location::Outside,
    }
}

/// The edge of a closed shape must lie in the closed polygon; then each hole of the polygon is wholly inside the shape or wholly out of it.
fn locate_skeleton(shape: &Skeleton, rings: &[Vec<Xy>]) -> Location {
    let scale = Scale::of(shape.numbers().chain(rings.iter().flatten().flatten()));
    let whole: Vec<Vec<Integers>> = rings.iter().map(|ring| scale.points(ring)).collect();
    let own: Vec<Vec<Integers>> = shape.rings.iter().map(|ring| scale.points(ring)).collect();
    let edge_is_in = shape.scaled_edges(scale).iter().all(|e| edge_is_in(e, &whole));
    let swallows_a_hole =
        !own.is_empty() && whole[1..].iter().any(|hole| locate_spot(&inner_spot(hole), &own) == Location::Inside);
    if !edge_is_in || swallows_a_hole {
        return Location::Outside;
    }
    let touching =
        shape.edges.iter().any(|&e| rings.iter().flat_map(|ring| edges_of(ring)).any(|f| share_a_point(e, f)));
    if touching { Location::Edge } else { Location::Inside }
}

/// Is the closed segment within the closed polygon?
///
/// Between two neighbouring points shared with the polygon's edge it is wholly inside or wholly outside, so one point between them tells.
fn edge_is_in(e: &[Integers; 2], rings: &[Vec<Integers>]) -> bool {
    let along = to(&e[0], &e[1]);
    let mut cuts = vec![Fraction::from(IBig::ZERO), Fraction::from(IBig::ONE)];
    for ring in rings {
        for i in 0..ring.len() {
            let (a, b) = (&ring[i], &ring[(i + 1) % ring.len()]);
            cuts.extend(first_shared(&e[0], &e[1], a, b));
            let last = first_shared(&e[1], &e[0], a, b);
            cuts.extend(
                last.map(|t| Fraction { numerator: &t.denominator - &t.numerator, denominator: t.denominator }),
            );
        }
    }
    cuts.sort_by(Fraction::compare);
    cuts.windows(2).all(|pair| {
        let (s, t) = (&pair[0], &pair[1]);
        let numerator = &s.numerator * &t.denominator + &t.numerator * &s.denominator;
        let w = IBig::from(2) * &s.denominator * &t.denominator;
        let spot = Spot { x: &e[0][0] * &w + &along[0] * &numerator, y: &e[0][1] * &w + &along[1] * &numerator, w };
        locate_spot(&spot, rings) != Location::Outside
    })
}

/// A point strictly inside a simple ring.
///
/// The lowest vertex v has a convex corner a, v, b. If no other vertex is in that triangle, its middle is inside;
/// else the vertex in it that is farthest from a–b is seen from v, and half the way to it is inside.
fn inner_spot(ring: &[Integers]) -> Spot {
    let n = ring.len();
    let lowest = (0..n).min_by(|&i, &j| ring[i].cmp(&ring[j])).expect("a ring has vertices");
    let (a, v, b) = (&ring[(lowest + n - 1) % n], &ring[lowest], &ring[(lowest + 1) % n]);
    let triangle = [vec![a.clone(), v.clone(), b.clone()]];
    let farthest = (0..n)
        .filter(|&i| (i + 1) % n != lowest && i != lowest && i != (lowest + 1) % n)
        .map(|i| &ring[i])
        .filter(|p| {
            locate_spot(&Spot { x: p[0].clone(), y: p[1].clone(), w: IBig::ONE }, &triangle) != Location::Outside
        })
        .max_by_key(|p| {
            let area = cross(&to(a, b), &to(a, p));
            if sign(&area) == Ordering::Less { -area } else { area }
        });
    let corners = farthest.map_or(vec![a, v, b], |p| vec![v, p]);
    let sum = |axis: usize| corners.iter().map(|p| p[axis].clone()).sum::<IBig>();
    Spot { x: sum(0), y: sum(1), w: IBig::from(corners.len()) }
}

/// The center of the circle through three points, if they are not on one line.
fn circumcenter(a: &Integers, b: &Integers, c: &Integers) -> Option<Spot> {
    let (b, c) = (to(a, b), to(a, c));
    let twice = IBig::from(2) * cross(&b, &c);
    let (bb, cc) = (dot(&b, &b), dot(&c, &c));
    let (x, y) = (&c[1] * &bb - &b[1] * &cc, &b[0] * &cc - &c[0] * &bb);
    let (x, y, w) = match sign(&twice) {
        Ordering::Equal => return None,
        Ordering::Less => (-x, -y, -twice),
        Ordering::Greater => (x, y, twice),
    };
    Some(Spot { x: &a[0] * &w + x, y: &a[1] * &w + y, w })
}

fn ring_is_simple(ring: &[Xy]) -> bool {
    let n = ring.len();
    let edge = |i: usize| [ring[i % n], ring[(i + 1) % n]];
    let folds_back = |i: usize| {
        let ([a, b], [_, c]) = (edge(i), edge(i + 1));
        orient(a, b, c) == Side::On && crate::truth::dot_sign(a, b, b, c) != Ordering::Greater
    };
    3 <= n
        && (0..n).all(|i| !folds_back(i))
        && (0..n).all(|i| {
            (i + 2..n)
                .filter(|&j| (j + 1) % n != i)
                .all(|j| !boxes_meet(edge(i), edge(j)) || !share_a_point(edge(i), edge(j)))
        })
}

/// Comparisons only, so exact; saves most of the work with big integers.
fn boxes_meet(e: Ends, f: Ends) -> bool {
    [0, 1].iter().all(|&axis| {
        let (low, high) = (e[0][axis].min(e[1][axis]), e[0][axis].max(e[1][axis]));
        let (other_low, other_high) = (f[0][axis].min(f[1][axis]), f[0][axis].max(f[1][axis]));
        other_low <= high && low <= other_high
    })
}

//! A mover's hit at once: where a look has shown through which edge or corner of all differences it goes in, or that it starts inside.
//!
//! The same sums and products as in `shaped.rs`, so that these are the same bits. What is in doubt, or seldom, is left to that.

use super::mover::{MoverPart, MoverSweep};
use super::path::Hit;
use crate::exact::clip::{Clipped, clip_with};
use crate::exact::entry::{AtEdge, Entered, into_corner, is_alone_at_start};
use crate::exact::hull::{Edge, Hull, Place, SideFour, Sides, Touch, are_all_moderate};
use crate::exact::look::ERROR;
use crate::exact::{Feature, answers::Contact, construct};
use crate::point::{ORDINARY, Point, Vec2, max};
use crate::segment::Segment;
use crate::simd::{Four, Kernel, Machine, Numbers, Single};

/// How a mover touches a segment, if a look tells; `None` if it is in doubt.
pub(super) struct AtOnce<'a> {
    pub(super) mover: &'a MoverSweep<'a>,
    pub(super) segment: &'a Segment,
}

impl Kernel for AtOnce<'_> {
    type Output = Option<Option<Hit>>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Self::Output {
        if self.mover.mover().radius() != 0.0 {
            return self.mover.hit_where_it_seems::<M>(self.segment).map(Some);
        }
        match clip_with::<M>(&self.mover.hull(), self.segment.ends()) {
            Clipped::Apart => Some(None),
            Clipped::Inside => self.mover.hit_inside::<M>(self.segment).map(Some),
            Clipped::Enters(edge, _) => self.mover.hit_through_known::<M>(self.segment, edge).map(Some),
            Clipped::Doubt => None,
        }
    }
}

/// The hit of a convex mover, where it is known how it goes into a segment; `None` if it is in doubt.
pub(super) struct Known<'a> {
    pub(super) mover: &'a MoverSweep<'a>,
    pub(super) segment: &'a Segment,
    pub(super) touch: Touch,
}

impl Kernel for Known<'_> {
    type Output = Option<Hit>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Option<Hit> {
        match self.touch {
            Touch { contact: Contact::Crosses, place: Place::Edge(edge), is_flat: false, .. } => {
                self.mover.hit_through_known::<M>(self.segment, edge)
            }
            Touch { contact: Contact::Crosses, place: Place::Vertex(of), .. } if self.mover.mover().radius() != 0.0 => {
                self.mover.hit_into_corner::<M>(self.segment, of)
            }
            _ => None,
        }
    }
}

impl MoverSweep<'_> {
    /// The hit of a convex mover that enters through an edge of all differences, if it is certain that it does.
    #[inline(always)]
    pub(crate) fn hit_through<M: Machine>(&self, wall: &Segment, edge: Edge) -> Option<Hit> {
        let hull = self.hull();
        let at_edge = AtEdge::of(&hull, wall.ends(), edge);
        let entered = at_edge.time::<M>()?;
        if !at_edge.is_entered_at(entered.t.number()) {
            return None;
        }
        self.entering::<M>(&hull, wall, (edge, at_edge.along), &entered)
    }

    /// The same where that is known. Where it runs along an edge of the mover, too, it is left to others.
    #[inline(always)]
    fn hit_through_known<M: Machine>(&self, wall: &Segment, edge: Edge) -> Option<Hit> {
        if edge.is_of(0) && edge.is_of(1) {
            return None;
        }
        let hull = self.hull();
        let at_edge = AtEdge::of(&hull, wall.ends(), edge);
        self.entering::<M>(&hull, wall, (edge, at_edge.along), &at_edge.time::<M>()?)
    }

    #[inline(always)]
    fn entering<M: Machine>(
        &self,
        hull: &Hull<'_>,
        wall: &Segment,
        (edge, along): (Edge, [Point; 2]),
        entered: &Entered<M::One>,
    ) -> Option<Hit> {
        let normal = direction(along)?.normal();
        let (t, [i, j]) = (entered.t.number(), edge.of);
        let contact = Contact::Crosses;
        if edge.is_of(0) {
            let i = if hull.vertices.len() == 2 { 0 } else { i };
            return Some(at_end(wall, j, (t, normal, contact), MoverPart::Edge(i)));
        }
        let [x, y] = construct::between_moderate(construct::everywhere(hull.path), entered.motion, entered.t);
        let offset = hull.vertices[usize::from(i)];
        let (at, gap) = (Point::new(x.number(), y.number()) + Vec2::new(offset.x, offset.y), hull.radius);
        Some(on_side(at, gap, (t, normal, contact), i))
    }

    /// The hit of a capsule where it seems to go into a wall; `None` if it does not, or that is in doubt.
    ///
    /// As in `walls/capsule.rs`, but all is times the lengths of the wall's half and of the core's. It need not be certain: what it shows is proved afterwards.
    #[inline(always)]
    fn hit_where_it_seems<M: Machine>(&self, wall: &Segment) -> Option<Hit> {
        let (&[a, b], [p, q], [s, e]) = (self.mover().vertices(), wall.ends(), self.ends()) else { return None };
        let (c, h, v) = ((a - b) * 0.5, (q - p) * 0.5, e - s);
        // The middle of the capsule, as seen from that of the wall.
        let f = (s - p) + Vec2::new(a.x + b.x, a.y + b.y) * 0.5 - h;
        let (across, radius) = (h.cross(c), self.mover().radius());
        let [long, core_long] = [h, c].map(|half| crate::float::sqrt(half.length_squared()));
        // When it comes into the strips along the wall and along the core; later than anything if it goes away.
        let [from_wall, from_core] = [(h, long), (c, core_long)].map(|(along, long)| {
            let (left, speed) = (along.cross(f), along.cross(v));
            let gap = left.abs() - (across.abs() + radius * long);
            max(gap, 0.0) / max(if left < 0.0 { speed } else { -speed }, f64::MIN_POSITIVE)
        });
        let t = max(from_wall, from_core);
        if !((0.0 < t) & (t < 1.0)) {
            return None;
        }
        let at = f + v * t;
        let (left, core_left) = (h.cross(at), c.cross(at));
        // The corner of all differences is h or −h, and c or −c.
        let (turns_core, turns_wall) = ((across < 0.0) != (left < 0.0), (0.0 < across) != (core_left < 0.0));
        let corner = if (core_left.abs() - across.abs()) * long <= (left.abs() - across.abs()) * core_long {
            let i = u16::from(!turns_core);
            let foot = (at - if turns_core { -c } else { c }).dot(h);
            if foot.abs() < h.length_squared() {
                let j = u16::from(0.0 < left);
                return self.hit_through::<M>(wall, Edge { of: [i, j], next: [i, 1 - j] });
            }
            [i, u16::from(0.0 <= foot)]
        } else {
            let j = u16::from(!turns_wall);
            let foot = (at - if turns_wall { -h } else { h }).dot(c);
            if foot.abs() < c.length_squared() {
                let i = u16::from(0.0 < core_left);
                return self.hit_through::<M>(wall, Edge { of: [i, j], next: [1 - i, j] });
            }
            [u16::from(0.0 <= foot), j]
        };
        self.hit_into_corner::<M>(wall, corner)
    }

    /// The hit of a convex mover that comes to a corner of all differences, if it is certain that it does.
    #[inline(always)]
    pub(crate) fn hit_into_corner<M: Machine>(&self, wall: &Segment, of: [u16; 2]) -> Option<Hit> {
        let (t, normal) = into_corner::<M>(&self.hull(), wall.ends(), of)?;
        Some(at_end(wall, of[1], (t, normal, Contact::Crosses), MoverPart::Vertex(of[0])))
    }

    /// The hit of a mover with few sides and sharp corners that is certain to start inside of all differences: the shortest way out. `None` if there are
    /// several, a side runs along the wall, or it is in doubt which vertices the sides of all differences go through.
    #[inline(always)]
    pub(crate) fn hit_inside<M: Machine>(&self, wall: &Segment) -> Option<Hit> {
        let sides = self.hull().extent?.sides.as_ref()?;
        if sides.count <= 4 { self.way_out::<M::Four, 1>(wall, sides) } else { self.way_out::<M::Four, 2>(wall, sides) }
    }

    /// With so many fours of the mover's sides.
    #[inline(always)]
    fn way_out<N: Four, const FOURS: usize>(&self, wall: &Segment, sides: &Sides) -> Option<Hit> {
        let ([p, q], s, along) = (wall.ends(), self.start(), direction(wall.ends())?);
        let w = q - p;
        let (infinite, count) = (N::all(f64::INFINITY), sides.count);
        let all = (1_u32 << count) - 1;
        let (mut depths, mut least) = ([infinite; FOURS], infinite);
        // A bit for each side that turns left and right into the wall's direction.
        let (mut left, mut right) = (0, 0);
        for (k, four) in sides.fours.iter().enumerate().take(FOURS) {
            let SideFour { x, y, back_x, back_y, along_x, along_y } = *four;
            let [zx, zy, wx, wy] = [N::of(back_x), N::of(back_y), N::all(w.x), N::all(w.y)];
            let (one, other) = (zx.times(wy), zy.times(wx));
            let (turn, sizes) = (one.minus(other), one.abs().plus(other.abs()));
            // As in [`Sides::turned`].
            let bound = N::all(ERROR).times(sizes).plus(N::all(f64::MIN_POSITIVE));
            left |= N::bits(bound.is_below(turn)) << (4 * k);
            right |= N::bits(turn.is_below(bound.negated())) << (4 * k);
            let (at_x, at_y) = (N::all(s.x).plus(N::of(x)), N::all(s.y).plus(N::of(y)));
            let end_x = turn.if_positive(N::all(p.x), N::all(q.x));
            let end_y = turn.if_positive(N::all(p.y), N::all(q.y));
            let depth = N::of(along_x).times(at_y.minus(end_y)).minus(N::of(along_y).times(at_x.minus(end_x)));
            let is_real = N::all(0.0).is_below(zx.abs().plus(zy.abs()));
            depths[k] = N::choose(is_real, depth.most(N::all(0.0)), infinite);
            least = least.least(depths[k]);
        }
        if (left | right) & all != all {
            return None;
        }
        // The sides of the wall go through the vertices where that changes.
        let before = (left << 1 | left >> (count - 1)) & all;
        let (far, near) =
            ((before & right).trailing_zeros() as usize, (!before & left & all).trailing_zeros() as usize);
        let [at_far, at_near] = [far, near].map(|i| s + sides.vertex(i % 8));
        let ahead = max(along.cross(at_far - p), 0.0);
        let behind = max((-along).cross(at_near - q), 0.0);
        let best = least.least(N::all(ahead)).least(N::all(behind)).least_of_all();
        let mut places = (u32::from(ahead == best) | u32::from(behind == best) << 1) << 8;
        for (k, depth) in depths.into_iter().enumerate() {
            places |= N::bits(depth.is_equal(N::all(best))) << (4 * k);
        }
        if places.count_ones() != 1 {
            return None;
        }
        let place = places.trailing_zeros() as usize;
        let (side, end) = (place % 8, usize::from(left >> place & 1 == 0));
        let ways = [
            Out::at_end(wall, end, sides.direction(side), side as u16),
            Out { at: at_far, gap: -best, along, feature: Feature::Side, mover: MoverPart::Vertex(far as u16) },
            Out {
                at: at_near,
                gap: -best,
                along: -along,
                feature: Feature::Side,
                mover: MoverPart::Vertex(near as u16),
            },
        ];
        Some(ways[place.saturating_sub(7) % 3].hit())
    }
}

/// A way out of a wall, of which the direction is square to another. Which of several it is, is anybody's guess, and a wrong one takes longer than to make all of them: so they stand side by side, and one is taken without a branch.
#[derive(Clone, Copy)]
struct Out {
    /// What touches, and how far behind the wall it is: an end of the wall itself, which is nowhere else, or a vertex.
    at: Point,
    gap: f64,
    along: Vec2,
    feature: Feature,
    mover: MoverPart,
}

impl Out {
    /// Where a side of the mover leaves an end of the wall.
    #[inline(always)]
    fn at_end(wall: &Segment, end: usize, along: Vec2, side: u16) -> Out {
        let (at, feature) = (wall.ends()[end % 2], [Feature::A, Feature::B][end % 2]);
        Out { at, gap: 0.0, along, feature, mover: MoverPart::Edge(side) }
    }

    /// The same numbers as those of [`at_end`] and [`on_side`]: what is 0 behind a point is that point.
    #[inline(always)]
    fn hit(self) -> Hit {
        let Out { at, gap, along, feature, mover } = self;
        let normal = along.normal().canonical();
        Hit { t: 0.0, point: (at - normal * gap).canonical(), normal, feature, contact: Contact::Overlaps, mover }
    }
}

/// All bits of what is on the left of four sides, or none. From memory, as the compiler would make it a branch.
static INSIDE: [u32; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15];

/// A vertex of a capsule and an end of a wall for the corners of all differences: where the sides of the core from each vertex, and those of the wall from each end, start, if the core turns right into the wall, and if it
/// turns left. From memory, too.
static CORNERS: [[[u16; 2]; 4]; 2] = [[[0, 1], [1, 0], [0, 0], [1, 1]], [[0, 0], [1, 1], [1, 0], [0, 1]]];

/// All differences of a capsule's core and a wall that is not parallel to it: a parallelogram, and what starts inside of it or within the radius.
///
/// **Errors.** A corner of it is seen from the position as (s + a) − b, off by 2u of F, the sizes of both on each axis. Directions are off by less than 4u of themselves. So with products and sums the distance from
/// a line and the place of the foot on it are off by less than 8u of |d|F, for which 16u are allowed.
impl MoverSweep<'_> {
    /// The hit of a capsule that is certain to overlap a wall at the start; `None` if it is in doubt where.
    #[inline(always)]
    pub(crate) fn hit_in_overlap<M: Machine>(&self, wall: &Segment) -> Option<Hit> {
        let (&[a, b], [p, q]) = (self.mover().vertices(), wall.ends()) else { return None };
        let (core, w, s) = (a - b, q - p, self.start());
        let (Vec2 { x: cx, y: cy }, Vec2 { x: wx, y: wy }) = (direction([b, a])?, direction([p, q])?);
        let turn = core.cross(w);
        let is_parallel = turn.abs() <= ERROR * ((core.x * w.y).abs() + (core.y * w.x).abs());
        if is_parallel || !are_all_moderate::<M>(&self.hull(), [p, q]) {
            return None;
        }
        // The sides of the core from each vertex, and of the wall from each end: where they start and where they end.
        let of = CORNERS[usize::from(0.0 < turn)];
        let next = [[1, of[0][1]], [0, of[1][1]], [of[2][0], 1], [of[3][0], 0]];
        let (dx, dy) = (M::Four::of([cx, -cx, wx, -wx]), M::Four::of([cy, -cy, wy, -wy]));
        let start = [M::Four::all(s.x), M::Four::all(s.y)];
        let ([x, y], [size_x, size_y]) = seen_from::<M::Four>(start, ([a, b], [p, q]), of);
        let ([next_x, next_y], [next_size_x, next_size_y]) = seen_from::<M::Four>(start, ([a, b], [p, q]), next);
        let (size_x, size_y) = (size_x.most(next_size_x), size_y.most(next_size_y));
        let off = M::Four::all(2.0 * ERROR);
        let across_off = off.times(dx.abs().times(size_y).plus(dy.abs().times(size_x)));
        let along_off = off.times(dx.abs().times(size_x).plus(dy.abs().times(size_y)));
        let depth = dx.times(y).minus(dy.times(x));
        let (start, end) = (dx.times(x).plus(dy.times(y)), dx.times(next_x).plus(dy.times(next_y)));
        let (left, right) = (across_off.is_below(depth), depth.is_below(across_off.negated()));
        // Inside it is the nearest side, and there is none outside; else the foot is on one, or on none.
        let nearest = M::Four::bits(depth.is_equal(M::Four::all(depth.least_of_all())));
        let is_beside = M::Four::both(along_off.is_below(start), end.is_below(along_off.negated()));
        let beside = M::Four::bits(M::Four::both(right, is_beside));
        let lanes = nearest & INSIDE[M::Four::bits(left) as usize % 16] | beside;
        if lanes.count_ones() == 1 {
            let lane = lanes.trailing_zeros() as usize % 4;
            let (depth, along) = (depth.numbers()[lane], Vec2::new(dx.numbers()[lane], dy.numbers()[lane]));
            let [i, j] = of[lane];
            let offset = [a, b][usize::from(i) % 2];
            let (at, mover) = (s + Vec2::new(offset.x, offset.y), MoverPart::Vertex(i));
            let ways = [
                Out::at_end(wall, usize::from(j), along, 0),
                Out { at, gap: -depth, along, feature: Feature::Side, mover },
            ];
            return Some(ways[lane / 2].hit());
        }
        let squared = x.times(x).plus(y.times(y));
        let nearest =
            M::Four::bits(squared.is_equal(M::Four::all(squared.least_of_all()))).trailing_zeros() as usize % 4;
        let (from, of) = (Vec2::new(x.numbers()[nearest], y.numbers()[nearest]), of[nearest]);
        let size = size_x.numbers()[nearest] + size_y.numbers()[nearest];
        let is_first = is_alone_at_start(&self.hull(), wall.ends(), of, (from, size));
        let squared = from.length_squared();
        let is_ordinary = (ORDINARY[0] < squared) & (squared < ORDINARY[1]);
        let normal = from / crate::float::sqrt(squared);
        (is_first && is_ordinary)
            .then(|| at_end(wall, of[1], (0.0, normal, Contact::Overlaps), MoverPart::Vertex(of[0])))
    }
}

/// Four corners of all differences, as seen from the position, and the sizes of what that is made of.
#[inline(always)]
fn seen_from<N: Four>(
    start: [N; 2],
    ([a, b], [p, q]): ([Point; 2], [Point; 2]),
    of: [[u16; 2]; 4],
) -> ([N; 2], [N; 2]) {
    let [mut vertices, mut ends] = [[[0.0; 4]; 2]; 2];
    let mut lane = 0;
    while lane < 4 {
        let (vertex, end) = (if of[lane][0] == 0 { a } else { b }, if of[lane][1] == 0 { p } else { q });
        ([vertices[0][lane], vertices[1][lane]], [ends[0][lane], ends[1][lane]]) =
            ([vertex.x, vertex.y], [end.x, end.y]);
        lane += 1;
    }
    let at = [start[0].plus(N::of(vertices[0])), start[1].plus(N::of(vertices[1]))];
    let end = [N::of(ends[0]), N::of(ends[1])];
    ([at[0].minus(end[0]), at[1].minus(end[1])], [at[0].abs().plus(end[0].abs()), at[1].abs().plus(end[1].abs())])
}

/// An edge or the corner of a mover touches an end of a wall.
#[inline(always)]
fn at_end(wall: &Segment, end: u16, (t, normal, contact): (f64, Vec2, Contact), mover: MoverPart) -> Hit {
    let (point, feature) = if end == 0 { (wall.a(), Feature::A) } else { (wall.b(), Feature::B) };
    Hit { t, point: point.canonical(), normal: normal.canonical(), feature, contact, mover }
}

/// A vertex of a mover that is in a place touches the side of a wall, so far behind it.
#[inline(always)]
fn on_side(at: Point, gap: f64, (t, normal, contact): (f64, Vec2, Contact), vertex: u16) -> Hit {
    let normal = normal.canonical();
    let point = (at - normal * gap).canonical();
    Hit { t, point, normal, feature: Feature::Side, contact, mover: MoverPart::Vertex(vertex) }
}

/// As [`Point::direction_to`], of ordinary numbers.
#[inline(always)]
fn direction([p, q]: [Point; 2]) -> Option<Vec2> {
    let step = q - p;
    let squared = step.length_squared();
    ((ORDINARY[0] < squared) & (squared < ORDINARY[1])).then(|| step / crate::float::sqrt(squared))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::convex;
    use crate::simd::Plain;
    use crate::sweep::mover::Mover;
    use crate::sweep::shaped::hull_of_segment;
    use carom_oracle::rng::Rng;

    /// Capsules that overlap walls when they start, in small whole numbers, where much is tied, and in others of every size: what is told at once is what
    /// `shaped.rs` makes of the exact touch, in all its bits.
    #[test]
    fn capsules_in_walls() {
        let (mut edges, mut sides, mut corners, mut doubts) = (0, 0, 0, 0);
        for case in 0..6_000 {
            let rng = &mut Rng::for_case(0, "capsules in walls", case);
            let size = if case % 4 == 3 { 2_f64.powi(rng.between(-200, 200) as i32) } else { 1.0 };
            let mut number = |most: i64| match case % 2 {
                0 => rng.between(-most, most) as f64 * size,
                _ => rng.within(-(most as f64), most as f64) * size,
            };
            let mut point = |most: i64| Point::new(number(most), number(most));
            let ([a, b, p, q], start, radius) = ([(); 4].map(|()| point(4)), point(4), point(3).x.abs());
            let (Ok(capsule), Ok(wall)) = (Mover::capsule(a, b, radius), Segment::new(p, q)) else { continue };
            if a == b || radius == 0.0 {
                continue;
            }
            let sweep = MoverSweep::between(&capsule, start, point(4));
            let Some(touch) = convex::touch(&sweep.hull(), &hull_of_segment(&[p, q])) else { continue };
            if touch.contact != Contact::Overlaps {
                continue;
            }
            let Some(hit) = sweep.hit_in_overlap::<Plain>(&wall) else {
                doubts += 1;
                continue;
            };
            let expected = sweep.met(touch, hull_of_segment(&[p, q])).hit();
            assert_eq!(hit, expected, "case {case}: {a:?} {b:?} {radius} at {start:?}, {p:?} {q:?}");
            match hit.mover {
                MoverPart::Edge(_) => edges += 1,
                MoverPart::Vertex(_) if hit.feature == Feature::Side => sides += 1,
                _ => corners += 1,
            }
        }
        assert!(edges > 300 && sides > 300 && corners > 100 && doubts > 100, "{edges} {sides} {corners} {doubts}");
        assert!(doubts < edges + sides + corners, "{edges} {sides} {corners} {doubts}");
    }

    /// Capsules whose position is, but for rounding, just where a corner of all differences ends to be the nearest and a side begins: nothing wrong is told at once, whatever the numbers' size.
    #[test]
    fn beside_a_corner_by_rounding() {
        let (mut asked, mut doubts) = (0, 0);
        for case in 0..4_000 {
            let rng = &mut Rng::for_case(0, "beside a corner", case);
            let size = if case % 2 == 0 { 1.0 } else { 2_f64.powi(-14) };
            let [a, b, p, q] =
                [(); 4].map(|()| Point::new(rng.within(-size, size), rng.within(-4.0 * size, 4.0 * size)));
            let radius = size;
            let (Ok(capsule), Ok(wall)) = (Mover::capsule(a, b, radius), Segment::new(p, q)) else { continue };
            let (vertex, end) = (*rng.pick(&[a, b]), *rng.pick(&[p, q]));
            let along = *rng.pick(&[a.direction_to(b), p.direction_to(q)]);
            let out = if rng.one_in(2) { along.normal() } else { -along.normal() };
            let start = end + out * (0.5 * radius) - Vec2::new(vertex.x, vertex.y);
            let sweep = MoverSweep::between(&capsule, start, start);
            let Some(touch) = convex::touch(&sweep.hull(), &hull_of_segment(&[p, q])) else { continue };
            if touch.contact != Contact::Overlaps {
                continue;
            }
            asked += 1;
            match sweep.hit_in_overlap::<Plain>(&wall) {
                Some(hit) => assert_eq!(hit, sweep.met(touch, hull_of_segment(&[p, q])).hit(), "case {case}"),
                None => doubts += 1,
            }
        }
        assert!(2_000 < asked && 500 < doubts, "{asked} {doubts}");
    }

    /// Where several ways out are as short nothing is told at once, whichever of a mover's sides and of the wall's these are.
    #[test]
    fn ways_out_that_are_as_short() {
        let corners = [[2, 1], [1, 2], [-1, 2], [-2, 1], [-2, -1], [-1, -2], [1, -2], [2, -1]];
        let octagon = Mover::polygon(&crate::Polygon::new(corners).unwrap()).unwrap();
        let at = |x: f64, y: f64| MoverSweep::between(&octagon, Point::new(x, y), Point::new(9.0, 9.0));
        // Through all of it the wall's two sides are as near, and within it two opposite sides of the mover.
        for (x, y) in
            [(32.0, 4.0), (4.0, 32.0), (-32.0, 4.0), (0.25, 0.0625), (0.0625, 0.25), (-0.25, 0.0625), (0.25, 0.1875)]
        {
            let wall = Segment::new([-x, -y], [x, y]).unwrap();
            assert_eq!(at(0.0, 0.0).hit_inside::<Plain>(&wall), None, "{wall:?}");
            let near = at(0.0625, 0.125).hit_inside::<Plain>(&wall);
            assert!(near.is_some_and(|hit| hit.contact == Contact::Overlaps), "{wall:?}");
        }
    }

    /// A capsule and a wall that are parallel but for roundings are left to exact numbers, at every size.
    #[test]
    fn nearly_parallel() {
        for size in [2_f64.powi(-40), 1.0, 2_f64.powi(40)] {
            for (part, is_told) in [(1.5, false), (-1.5, false), (0.0, false), (6.0, true), (-6.0, true)] {
                let place = |x: f64, y: f64| [x * size, y * size];
                let capsule = Mover::capsule([0.0, 0.0], place(3.0, 4.0), size).unwrap();
                let wall = Segment::new([0.0, 0.0], place(3.0, 4.0 * (1.0 + part * ERROR))).unwrap();
                let start = Point::from(place(-0.25, 0.25));
                let hit = MoverSweep::between(&capsule, start, start).hit_in_overlap::<Plain>(&wall);
                assert_eq!(hit.is_some(), is_told, "{size:e} {part}: {hit:?}");
            }
        }
    }

    /// A direction is made at once only if its square is an ordinary number.
    #[test]
    fn directions_of_ordinary_vectors() {
        let of = |x: f64| direction([Point::default(), Point::new(0.0, x)]);
        assert_eq!([of(3.0), of(-1e100)], [Some(Vec2::new(0.0, 1.0)), Some(Vec2::new(0.0, -1.0))]);
        assert_eq!([of(1e-150), of(1e150), of(0.0), of(f64::MAX)], [None; 4]);
    }

    /// Capsules on their way, as above: where one seems to go into a wall it does, and the hit is what `shaped.rs` makes of the exact touch. Mostly it is seen.
    #[test]
    fn capsules_into_walls() {
        struct Seems<'a>(&'a MoverSweep<'a>, &'a Segment);
        impl Kernel for Seems<'_> {
            type Output = Option<Hit>;

            fn run<M: Machine>(self) -> Option<Hit> {
                self.0.hit_where_it_seems::<M>(self.1)
            }
        }
        let (mut edges, mut sides, mut corners, mut doubts) = (0, 0, 0, 0);
        for case in 0..12_000 {
            let rng = &mut Rng::for_case(0, "capsules into walls", case);
            let size = if case % 4 == 3 { 2_f64.powi(rng.between(-100, 100) as i32) } else { 1.0 };
            let mut number = |most: i64| match case % 2 {
                0 => rng.between(-most, most) as f64 * size,
                _ => rng.within(-(most as f64), most as f64) * size,
            };
            let mut point = |most: i64| Point::new(number(most), number(most));
            let ([a, b, p, q], path, radius) = ([(); 4].map(|()| point(4)), [point(16), point(16)], point(3).x.abs());
            let (Ok(capsule), Ok(wall)) = (Mover::capsule(a, b, radius), Segment::new(p, q)) else { continue };
            if a == b || radius == 0.0 {
                continue;
            }
            let sweep = MoverSweep::between(&capsule, path[0], path[1]);
            let touch = convex::touch(&sweep.hull(), &hull_of_segment(&[p, q]));
            let crosses = touch.as_ref().is_some_and(|touch| touch.contact == Contact::Crosses);
            let told = crate::simd::run(Seems(&sweep, &wall));
            let Some(hit) = told else {
                doubts += u64::from(crosses);
                continue;
            };
            let expected = touch.map(|touch| sweep.met(touch, hull_of_segment(&[p, q])).hit());
            assert_eq!(Some(hit), expected, "case {case}: {a:?} {b:?} {radius} on {path:?}, {p:?} {q:?}");
            match hit.mover {
                MoverPart::Edge(_) => edges += 1,
                MoverPart::Vertex(_) if hit.feature == Feature::Side => sides += 1,
                _ => corners += 1,
            }
        }
        assert!(edges > 300 && sides > 300 && corners > 300, "{edges} {sides} {corners} {doubts}");
        assert!(9 * doubts < edges + sides + corners, "{edges} {sides} {corners} {doubts}");
    }

    /// The same of boxes and other convex movers with up to eight sharp corners, of which a look tells that they start inside.
    #[test]
    fn sharp_movers_in_walls() {
        let (mut edges, mut sides, mut doubts) = (0, 0, 0);
        for case in 0..6_000 {
            let rng = &mut Rng::for_case(0, "sharp movers in walls", case);
            let size = if case % 4 == 3 { 2_f64.powi(rng.between(-300, 300) as i32) } else { 1.0 };
            let mut number = |most: i64| match case % 2 {
                0 => rng.between(-most, most) as f64 * size,
                _ => rng.within(-(most as f64), most as f64) * size,
            };
            let mut point = |most: i64| Point::new(number(most), number(most));
            let (start, end, p, q) = (point(4), point(4), point(6), point(6));
            let ring: alloc::vec::Vec<Point> = (0..3 + case % 6).map(|_| point(5)).collect();
            let polygon = crate::hull(ring).and_then(crate::Polygon::new);
            let (Ok(Ok(mover)), Ok(wall)) = (polygon.map(|polygon| Mover::polygon(&polygon)), Segment::new(p, q))
            else {
                continue;
            };
            let sweep = MoverSweep::between(&mover, start, end);
            let Some(touch) = convex::touch(&sweep.hull(), &hull_of_segment(&[p, q])) else { continue };
            if touch.contact != Contact::Overlaps {
                continue;
            }
            let Some(hit) = sweep.hit_inside::<Plain>(&wall) else {
                doubts += 1;
                continue;
            };
            let expected = sweep.met(touch, hull_of_segment(&[p, q])).hit();
            assert_eq!(hit, expected, "case {case}: {mover:?} at {start:?}, {p:?} {q:?}");
            match hit.mover {
                MoverPart::Edge(_) => edges += 1,
                _ => sides += 1,
            }
        }
        assert!(edges > 300 && sides > 300 && doubts > 30, "{edges} {sides} {doubts}");
        assert!(doubts < edges + sides, "{edges} {sides} {doubts}");
    }
}

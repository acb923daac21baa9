//! The hits of four discs at once, each with its own wall: the formulas of one (`disc.rs`), side by side.

use super::disc::{end_of, into_side, over_side};
use super::mover::MoverPart;
use super::path::{Hit, Sweep};
use crate::exact::construct::in_lanes;
use crate::exact::moment::Approach;
use crate::exact::{Feature, answers::Contact, are_moderate};
use crate::point::{ORDINARY, Point, Vec2};
use crate::segment::Segment;
use crate::simd::{Four, Machine, Numbers};

/// Four discs, and the part of a wall that each of them touches for certain.
#[derive(Clone, Copy)]
pub(crate) struct FourTouches<'a> {
    pub(crate) sweeps: [&'a Sweep; 4],
    pub(crate) walls: [&'a Segment; 4],
    pub(crate) features: [Feature; 4],
}

/// Their hits in a few numbers, as `through.rs` has them.
pub(crate) struct DiscHits {
    /// Of each the time, the point, and the normal's x.
    rows: [[f64; 4]; 4],
    /// The normals' y.
    last: [f64; 4],
    contact: Contact,
}

impl DiscHits {
    /// Those of t, x and y of the points, and x and y of the normals.
    #[inline(always)]
    fn of<F: Four>([t, x, y, nx, ny]: [F; 5], contact: Contact) -> DiscHits {
        let [a, b, c, d] = F::transposed([t, x, y, nx]);
        DiscHits { rows: [a.numbers(), b.numbers(), c.numbers(), d.numbers()], last: ny.numbers(), contact }
    }

    /// A hit on a part of its wall.
    #[inline(always)]
    pub(crate) fn get(&self, lane: usize, feature: Feature) -> Hit {
        let ([t, x, y, nx], ny) = (self.rows[lane % 4], self.last[lane % 4]);
        Hit {
            t,
            point: Point::new(x, y),
            normal: Vec2::new(nx, ny),
            feature,
            contact: self.contact,
            mover: MoverPart::Whole,
        }
    }

    /// Those with a bit each are made again.
    #[cold]
    #[inline(never)]
    fn put_right(&mut self, doubts: u32, touches: &FourTouches<'_>, again: fn(&Sweep, &Segment, Feature) -> Hit) {
        for lane in (0..4).filter(|lane| doubts >> lane & 1 != 0) {
            let (sweep, wall, feature) = (touches.sweeps[lane], touches.walls[lane], touches.features[lane]);
            let Hit { t, point, normal, .. } = again(sweep, wall, feature);
            (self.rows[lane], self.last[lane]) = ([t, point.x, point.y, normal.x], normal.y);
        }
    }
}

impl FourTouches<'_> {
    /// The hits of discs that cross into the sides of walls: see [`Sweep::hit_into_side`].
    #[inline(always)]
    pub(crate) fn into_sides<M: Machine>(self) -> DiscHits {
        let (path, wall, radius) = self.numbers::<M::Four>();
        let (numbers, is_certain) = into_side(path, wall, radius, moderate(path, wall, radius));
        let mut hits = DiscHits::of(numbers, Contact::Crosses);
        let doubts = !M::Four::bits(is_certain) & ALL_FOUR;
        if doubts != 0 {
            hits.put_right(doubts, &self, |sweep, wall, _| sweep.side_hit_in_doubt(wall));
        }
        hits
    }

    /// The same for ends: see [`Sweep::hit_into_end`].
    #[inline(always)]
    pub(crate) fn into_ends<M: Machine>(self) -> DiscHits {
        let (path, _, radius) = self.numbers::<M::Four>();
        let [x, y] = self.ends::<M::Four>();
        let approach = Approach::to_points(path, [x, y], radius, moderate(path, [[x, y]; 2], radius));
        let ((t, is_time_certain), ([nx, ny], is_known)) = (approach.time(), approach.direction());
        let zero = M::Four::all(0.0);
        let mut hits = DiscHits::of([t, x, y, nx.plus(zero), ny.plus(zero)], Contact::Crosses);
        let doubts = !M::Four::bits(M::Four::both(is_time_certain, is_known)) & ALL_FOUR;
        if doubts != 0 {
            hits.put_right(doubts, &self, |sweep, wall, feature| sweep.end_hit_in_doubt(wall, feature));
        }
        hits
    }

    /// The hits of discs that overlap the sides of walls when they start: see [`Sweep::hit_in_overlap_with`].
    #[inline(always)]
    pub(crate) fn over_sides<M: Machine>(self) -> DiscHits {
        let (path, wall, radius) = self.numbers::<M::Four>();
        let ([x, y, nx, ny], is_certain) = over_side(path[0], wall, moderate(path, wall, radius));
        let mut hits = DiscHits::of([M::Four::all(0.0), x, y, nx, ny], Contact::Overlaps);
        let doubts = !M::Four::bits(is_certain) & ALL_FOUR;
        if doubts != 0 {
            hits.put_right(doubts, &self, |sweep, wall, feature| sweep.overlap_hit_in_doubt(wall, feature));
        }
        hits
    }

    /// The same for ends.
    #[inline(always)]
    pub(crate) fn over_ends<M: Machine>(self) -> DiscHits {
        let ([x, y], starts) = (self.ends::<M::Four>(), self.sweeps.map(Sweep::start));
        let [a, b, c, d] = &starts;
        let [sx, sy] = M::Four::of_points([a, b, c, d]);
        let (dx, dy) = (sx.minus(x), sy.minus(y));
        let squared = dx.times(dx).plus(dy.times(dy));
        let (length, zero) = (squared.sqrt(), M::Four::all(0.0));
        // As in [`Vec2::normalized`].
        let [least, most] = ORDINARY.map(M::Four::all);
        let is_ordinary = M::Four::both(least.is_below(squared), squared.is_below(most));
        let mut hits =
            DiscHits::of([zero, x, y, dx.over(length).plus(zero), dy.over(length).plus(zero)], Contact::Overlaps);
        let doubts = !M::Four::bits(is_ordinary) & ALL_FOUR;
        if doubts != 0 {
            hits.put_right(doubts, &self, |sweep, wall, feature| sweep.overlap_hit_in_doubt(wall, feature));
        }
        hits
    }

    /// Paths, walls and radii side by side.
    #[inline(always)]
    fn numbers<F: Four>(&self) -> ([[F; 2]; 2], [[F; 2]; 2], F) {
        let [a, b, c, d] = self.sweeps;
        let path = in_lanes([a.ends(), b.ends(), c.ends(), d.ends()]);
        let radius = F::of([a.radius, b.radius, c.radius, d.radius]);
        let [a, b, c, d] = self.walls;
        (path, in_lanes([a.ends(), b.ends(), c.ends(), d.ends()]), radius)
    }

    /// The ends of walls that are touched.
    #[inline(always)]
    fn ends<F: Four>(&self) -> [F; 2] {
        let [a, b, c, d] = self.walls;
        let [e, f, g, h] = self.features;
        F::of_points([end_of(a, e), end_of(b, f), end_of(c, g), end_of(d, h)].each_ref())
    }
}

const ALL_FOUR: u32 = 0b1111;

/// Whether all these numbers are moderate.
#[inline(always)]
fn moderate<N: Numbers>([a, b]: [[N; 2]; 2], [p, q]: [[N; 2]; 2], radius: N) -> N::Truth {
    are_moderate(&[a[0], a[1], b[0], b[1], p[0], p[1], q[0], q[1], radius])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{Kernel, Vectors, run};
    use alloc::vec::Vec;
    use carom_oracle::rng::Rng;
    use carom_oracle::{cases, near, share_of};

    const CASES: usize = share_of(400_000) as usize;

    /// What a disc touches of a wall.
    type Case = (Sweep, Segment, Feature);

    /// Hits of one kind: one by one, and four by four.
    struct Hits<'a>(&'a [Case], [bool; 2]);

    impl Kernel for Hits<'_> {
        type Output = [Vec<Hit>; 2];

        #[inline(always)]
        fn run<M: Machine>(self) -> [Vec<Hit>; 2] {
            let Hits(cases, [is_over, is_end]) = self;
            let alone = cases.iter().map(|(sweep, wall, feature)| match (is_over, is_end) {
                (true, _) => sweep.hit_in_overlap_with::<M>(wall, *feature),
                (false, false) => sweep.hit_into_side::<M>(wall),
                (false, true) => sweep.hit_into_end::<M>(wall, *feature),
            });
            let (alone, mut together) = (alone.collect(), Vec::new());
            for four in cases.chunks_exact(4) {
                let [a, b, c, d] = four else { continue };
                let touches = FourTouches {
                    sweeps: [&a.0, &b.0, &c.0, &d.0],
                    walls: [&a.1, &b.1, &c.1, &d.1],
                    features: [a.2, b.2, c.2, d.2],
                };
                let hits = match (is_over, is_end) {
                    (true, false) => touches.over_sides::<M>(),
                    (true, true) => touches.over_ends::<M>(),
                    (false, false) => touches.into_sides::<M>(),
                    (false, true) => touches.into_ends::<M>(),
                };
                together.extend([0, 1, 2, 3].map(|lane| hits.get(lane, touches.features[lane])));
            }
            [alone, together]
        }
    }

    /// The same bits as one by one and as a question about one wall gives, with all vectors; of ordinary numbers, near touches, and numbers of any size.
    #[test]
    fn four_hits_are_each_alone() {
        let mut kinds: [Vec<(Case, Hit)>; 4] = Default::default();
        for case in 0..CASES {
            let rng = &mut Rng::for_case(0, "hits of four discs", case as u64);
            let (path, wall, radius) = if rng.one_in(2) {
                let ((path, radius), wall) = near::disc_and_wall(rng);
                (path, wall, radius)
            } else {
                cases::walls_and_radius(rng)
            };
            let (Ok(sweep), Ok(wall)) = (Sweep::disc(path[0], path[1], radius), Segment::new(wall[0], wall[1])) else {
                continue;
            };
            let Some(hit) = sweep.first_touch(&wall).filter(|_| 0.0 < radius) else { continue };
            let is_over = hit.contact == Contact::Overlaps;
            if is_over || (hit.contact == Contact::Crosses && 0.0 < hit.t) {
                let kind = 2 * usize::from(!is_over) + usize::from(hit.feature != Feature::Side);
                kinds[kind].push(((sweep, wall, hit.feature), hit));
            }
        }
        let bits = |hit: &Hit| [hit.t, hit.point.x, hit.point.y, hit.normal.x, hit.normal.y].map(f64::to_bits);
        for (number, kind) in kinds.iter().enumerate() {
            let (cases, truth): (Vec<Case>, Vec<Hit>) = kind.iter().copied().unzip();
            assert!(CASES / 100 < cases.len(), "{} of kind {number}", cases.len());
            for vectors in Vectors::available() {
                assert!(vectors.force());
                let [alone, together] = run(Hits(&cases, [number < 2, number % 2 == 1]));
                assert!(cases.len() - 4 < together.len());
                for ((hit, truth), case) in together.iter().zip(&truth).zip(&cases) {
                    assert_eq!((hit, bits(hit)), (truth, bits(truth)), "{vectors:?}: {case:?}");
                }
                for ((hit, truth), case) in alone.iter().zip(&truth).zip(&cases) {
                    assert_eq!((hit, bits(hit)), (truth, bits(truth)), "{vectors:?}: {case:?} alone");
                }
            }
        }
        assert!(Vectors::available().last().is_some_and(Vectors::force));
    }
}

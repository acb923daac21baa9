//! The hit of a point that goes through a wall between the ends of both, one or four at once. Nearly all hits are of this kind.
//!
//! The formulas are written once, for any number of lanes: time and point from one quotient in numbers of twice the digits, and the
//! normal in plain ones. Each says whether it is certain; what is not is made again, from integers.

use super::mover::MoverPart;
use super::path::{Hit, Sweep};
use crate::exact::construct::{self, FromStart, everywhere, in_lanes};
use crate::exact::{Feature, answers::Contact, touch};
use crate::point::{ORDINARY, Point, Vec2};
use crate::segment::Segment;
use crate::simd::{Four, Kernel, Machine, Numbers, Single};

impl Sweep {
    /// The hit of a point that is certain to go through a wall, between the ends of both and not at one of them.
    ///
    /// To be called where the vectors are known, in a [`Kernel`]; elsewhere `simd::run(HitThrough(sweep, wall))` asks for them.
    /// What is certain is said by [`Look::of_points`](crate::exact::look::Look::of_points) or `Touch::through`. If it is not so, the
    /// hit means nothing, but nothing panics.
    #[inline(always)]
    pub(crate) fn hit_through<M: Machine>(&self, wall: &Segment) -> Hit {
        let (hit, doubts) = self.hit_and_doubts::<M>(wall);
        if doubts == [0; 3] { hit } else { self.in_doubt(wall, hit, doubts) }
    }

    /// The same, where something of it may be in doubt: a bit each if the time, the point or the normal is.
    #[inline(always)]
    pub(crate) fn hit_and_doubts<M: Machine>(&self, wall: &Segment) -> (Hit, [u32; 3]) {
        let through = Through::<M::One>::of(everywhere(wall.ends()), everywhere(self.ends()));
        let [t, x, y, nx, ny] = [through.t, through.point[0], through.point[1], through.normal[0], through.normal[1]];
        (hit([t.number(), x.number(), y.number(), nx.number(), ny.number()]), through.doubts())
    }

    /// The same for four sweeps, each with its own wall.
    #[inline(always)]
    pub(crate) fn hits_through<M: Machine>(sweeps: [&Sweep; 4], walls: [&Segment; 4]) -> FourHits {
        let [a, b, c, d] = sweeps;
        let path = in_lanes([a.ends(), b.ends(), c.ends(), d.ends()]);
        let [a, b, c, d] = walls;
        let through = Through::<M::Four>::of(in_lanes([a.ends(), b.ends(), c.ends(), d.ends()]), path);
        let ([x, y], [nx, ny]) = (through.point, through.normal);
        let [a, b, c, d] = Four::transposed([through.t, x, y, nx]);
        let mut hits = FourHits { rows: [a.numbers(), b.numbers(), c.numbers(), d.numbers()], last: ny.numbers() };
        let doubts = through.doubts();
        if doubts != [0; 3] {
            hits.put_right(sweeps, walls, doubts);
        }
        hits
    }

    /// How far from where they start four sweeps go through a wall each: the length from there to the hit's point, rounded.
    #[inline(always)]
    pub(crate) fn distances_through<M: Machine>(sweeps: [&Sweep; 4], walls: [&Segment; 4]) -> [f64; 4] {
        let [a, b, c, d] = sweeps;
        let path = in_lanes([a.ends(), b.ends(), c.ends(), d.ends()]);
        let [a, b, c, d] = walls;
        // What is not used of this is not computed.
        let through = Through::<M::Four>::of(in_lanes([a.ends(), b.ends(), c.ends(), d.ends()]), path);
        let (distances, is_ordinary) = through.distance(path[0]);
        let distances = distances.numbers();
        let doubts = through.doubts()[1] | ALL_FOUR & !M::Four::bits(is_ordinary);
        if doubts == 0 { distances } else { distances_in_doubt(sweeps, walls, distances, doubts) }
    }

    /// A hit of which the time, the point or the normal is in doubt, put right.
    #[cold]
    #[inline(never)]
    fn in_doubt(&self, wall: &Segment, mut hit: Hit, [time, point, normal]: [u32; 3]) -> Hit {
        if time != 0 {
            hit.t = touch::time_in_doubt(wall.ends(), self.ends());
        }
        if point != 0 {
            hit.point = construct::meeting_point_in_integers(self.ends(), wall.ends());
        }
        if normal != 0 {
            let along = wall.a().direction_to(wall.b());
            let from_left = crate::exact::orient(wall.a(), wall.b(), self.start()) == crate::exact::Side::Left;
            hit.normal = (if from_left { -along.normal() } else { along.normal() }).canonical();
        }
        hit
    }
}

/// Four hits in a few numbers: whole ones would be copied from place to place, and wait for one another in memory.
pub(crate) struct FourHits {
    /// Of each the time, the point, and the normal's x.
    rows: [[f64; 4]; 4],
    /// The normals' y.
    last: [f64; 4],
}

impl FourHits {
    #[inline(always)]
    pub(crate) fn get(&self, lane: usize) -> Hit {
        let [t, x, y, nx] = self.rows[lane];
        hit([t, x, y, nx, self.last[lane]])
    }

    #[cold]
    #[inline(never)]
    fn put_right(&mut self, sweeps: [&Sweep; 4], walls: [&Segment; 4], doubts: [u32; 3]) {
        for lane in 0..4 {
            let doubts = doubts.map(|doubt| doubt >> lane & 1);
            let Hit { t, point, normal, .. } = sweeps[lane].in_doubt(walls[lane], self.get(lane), doubts);
            (self.rows[lane], self.last[lane]) = ([t, point.x, point.y, normal.x], normal.y);
        }
    }
}

#[cold]
#[inline(never)]
fn distances_in_doubt(sweeps: [&Sweep; 4], walls: [&Segment; 4], distances: [f64; 4], doubts: u32) -> [f64; 4] {
    [0, 1, 2, 3].map(|lane| {
        if doubts >> lane & 1 == 0 {
            return distances[lane];
        }
        let point = construct::meeting_point_in_integers(sweeps[lane].ends(), walls[lane].ends());
        (point - sweeps[lane].start()).length()
    })
}

const ALL_FOUR: u32 = 0b1111;

/// Whether squares are far from where they overflow or vanish.
#[inline(always)]
fn are_ordinary<N: Numbers>(squared: N) -> N::Truth {
    N::both(N::all(ORDINARY[0]).is_below(squared), squared.is_below(N::all(ORDINARY[1])))
}

#[inline(always)]
fn hit([t, x, y, nx, ny]: [f64; 5]) -> Hit {
    let (point, normal) = (Point::new(x, y), Vec2::new(nx, ny));
    Hit { t, point, normal, feature: Feature::Side, contact: Contact::Crosses, mover: MoverPart::Whole }
}

/// Points that all start in one place and go through one wall, between the ends of both for certain.
pub(crate) struct Bundle<'a, N: Numbers> {
    start: Point,
    wall: &'a Segment,
    common: Common<N>,
}

/// Where they meet it, and how far that is from where they start.
pub(crate) struct Meetings<N> {
    pub(crate) distance: N,
    pub(crate) point: [N; 2],
    pub(crate) normal: [N; 2],
    /// A bit for each of which something is in doubt; see [`Bundle::hit_in_doubt`].
    pub(crate) doubts: u32,
}

impl<'a, N: Numbers> Bundle<'a, N> {
    #[inline(always)]
    pub(crate) fn new(start: Point, wall: &'a Segment) -> Bundle<'a, N> {
        let common = Common::of(everywhere(wall.ends()), [N::all(start.x), N::all(start.y)]);
        Bundle { start, wall, common }
    }

    /// The hits of some with these ends. What is not used of them is not computed, but their doubts are of all that is asked for.
    #[inline(always)]
    pub(crate) fn to<const WITH_NORMAL: bool>(&self, end: [N; 2]) -> Meetings<N> {
        let through = self.common.to(end);
        let (distance, is_ordinary) = through.distance([N::all(self.start.x), N::all(self.start.y)]);
        let certain = N::both(through.is_point_certain, is_ordinary);
        let certain = if WITH_NORMAL { N::both(certain, through.is_ordinary) } else { certain };
        let lanes = N::bits(N::all(0.0).is_equal(N::all(0.0)));
        Meetings { distance, point: through.point, normal: through.normal, doubts: lanes & !N::bits(certain) }
    }

    /// The hit of one of which something is in doubt; its time is left out.
    #[cold]
    #[inline(never)]
    pub(crate) fn hit_in_doubt(&self, end: Point) -> Hit {
        Sweep::moving(self.start, end, 0.0).in_doubt(self.wall, hit([0.0; 5]), [0, 1, 1])
    }
}

/// [`Sweep::hit_through`] where the vectors are not known.
pub(crate) struct HitThrough<'a>(pub(crate) &'a Sweep, pub(crate) &'a Segment);

impl Kernel for HitThrough<'_> {
    type Output = Hit;

    #[inline(always)]
    fn run<M: Machine>(self) -> Hit {
        self.0.hit_through::<M>(self.1)
    }
}

/// The numbers of hits, and which of them are certain.
struct Through<N: Numbers> {
    t: N,
    point: [N; 2],
    normal: [N; 2],
    is_time_certain: N::Truth,
    is_point_certain: N::Truth,
    /// Whether the wall's length is far from where its square overflows or vanishes.
    is_ordinary: N::Truth,
}

/// What hits have in common that are of one wall and of paths with one start.
struct Common<N: Numbers> {
    from: FromStart<N>,
    /// The normal on the left of the wall.
    normal: [N; 2],
    is_ordinary: N::Truth,
}

impl<N: Numbers> Common<N> {
    #[inline(always)]
    fn of(wall: [[N; 2]; 2], start: [N; 2]) -> Common<N> {
        let from = FromStart::of(wall, start);
        let [x, y] = [from.along[0].high, from.along[1].high];
        let squared = x.times(x).plus(y.times(y));
        let length = squared.sqrt();
        Common { from, normal: [y.over(length).negated(), x.over(length)], is_ordinary: are_ordinary(squared) }
    }

    #[inline(always)]
    fn to(&self, end: [N; 2]) -> Through<N> {
        let crosses = self.from.to(end);
        let (quotient, is_safe) = crosses.quotient();
        let (t, is_time_certain) = quotient.rounded_down();
        let (point, is_point_certain) = crosses.point(quotient);
        // As `Vec2::normalized` has it: (−y, x) from the left, where m is positive, else (y, −x), and no −0.0.
        let turned = |part: N| part.turned_by(crosses.side).plus(N::all(0.0));
        Through {
            t,
            point,
            normal: [turned(self.normal[0]), turned(self.normal[1])],
            is_time_certain: N::both(is_safe, is_time_certain),
            is_point_certain: N::both(is_safe, is_point_certain),
            is_ordinary: N::both(is_safe, self.is_ordinary),
        }
    }
}

impl<N: Numbers> Through<N> {
    #[inline(always)]
    fn of(wall: [[N; 2]; 2], [start, end]: [[N; 2]; 2]) -> Through<N> {
        Common::of(wall, start).to(end)
    }

    /// The lengths from where they start to their points, as `Vec2::length` has them where they are ordinary.
    #[inline(always)]
    fn distance(&self, start: [N; 2]) -> (N, N::Truth) {
        let [x, y] = [self.point[0].minus(start[0]), self.point[1].minus(start[1])];
        let squared = x.times(x).plus(y.times(y));
        (squared.sqrt(), are_ordinary(squared))
    }

    /// A bit for each lane whose time, point or normal is in doubt.
    #[inline(always)]
    fn doubts(&self) -> [u32; 3] {
        let lanes = N::bits(N::all(0.0).is_equal(N::all(0.0)));
        let doubt = |truth: N::Truth| lanes & !N::bits(truth);
        [doubt(self.is_time_certain), doubt(self.is_point_certain), doubt(self.is_ordinary)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{Side, orient};
    use crate::simd::{self, Vectors};
    use alloc::vec::Vec;
    use carom_oracle::rng::Rng;
    use carom_oracle::{cases, near};

    /// How far it is to each.
    struct Distances<'a>(&'a [(Sweep, Segment)]);

    impl Kernel for Distances<'_> {
        type Output = Vec<f64>;

        #[inline(always)]
        fn run<M: Machine>(self) -> Vec<f64> {
            let mut distances = Vec::new();
            for four in self.0.chunks_exact(4) {
                let [(a, p), (b, q), (c, r), (d, s)] = four else { unreachable!() };
                distances.extend(Sweep::distances_through::<M>([a, b, c, d], [p, q, r, s]));
            }
            distances
        }
    }

    /// All hits of pairs that cross for certain, one by one and four by four.
    struct Hits<'a>(&'a [(Sweep, Segment)]);

    impl Kernel for Hits<'_> {
        type Output = [Vec<Hit>; 2];

        #[inline(always)]
        fn run<M: Machine>(self) -> [Vec<Hit>; 2] {
            let (mut single, mut by_four) = (Vec::new(), Vec::new());
            for four in self.0.chunks_exact(4) {
                let [(a, p), (b, q), (c, r), (d, s)] = four else { unreachable!() };
                single.extend([
                    a.hit_through::<M>(p),
                    b.hit_through::<M>(q),
                    c.hit_through::<M>(r),
                    d.hit_through::<M>(s),
                ]);
                let hits = Sweep::hits_through::<M>([a, b, c, d], [p, q, r, s]);
                by_four.extend([0, 1, 2, 3].map(|lane| hits.get(lane)));
            }
            [single, by_four]
        }
    }

    /// Pairs that cross for certain: of ordinary numbers, level and upright ones, nearly parallel ones, and of numbers of any size.
    fn crossing_pairs(count: usize) -> Vec<(Sweep, Segment)> {
        let mut rng = Rng::new(11);
        let mut pairs = Vec::new();
        while pairs.len() < count {
            let (path, wall) = match pairs.len() % 3 {
                0 => near::point_and_wall(&mut rng),
                1 => {
                    let (path, wall, _) = cases::path_and_walls(&mut rng);
                    (path, wall)
                }
                _ => cases::walls(&mut rng),
            };
            let (Ok(sweep), Ok(wall)) = (Sweep::point(path[0], path[1]), Segment::new(wall[0], wall[1])) else {
                continue;
            };
            if touch::Touch::through(sweep.ends(), wall.ends()) == Some(true) {
                pairs.push((sweep, wall));
            }
        }
        pairs
    }

    /// The same bits with all vectors, and those of integers.
    #[test]
    fn hits_are_those_of_integers() {
        let pairs = crossing_pairs(if carom_oracle::FEW_CASES { 4_000 } else { 60_000 });
        let truth: Vec<Hit> = pairs
            .iter()
            .map(|(sweep, wall)| {
                let nothing = hit([f64::NAN; 5]);
                sweep.in_doubt(wall, nothing, [1; 3])
            })
            .collect();
        let far: Vec<f64> =
            truth.iter().zip(&pairs).map(|(hit, (sweep, _))| (hit.point - sweep.start()).length()).collect();
        for vectors in Vectors::available() {
            assert!(vectors.force());
            let distances = simd::run(Distances(&pairs));
            for ((found, far), pair) in distances.iter().zip(&far).zip(&pairs) {
                assert_eq!(found.to_bits(), far.to_bits(), "{vectors:?}: {found:e}, {far:e}, {pair:?}");
            }
            for hits in simd::run(Hits(&pairs)) {
                for ((hit, truth), pair) in hits.iter().zip(&truth).zip(&pairs) {
                    let bits =
                        |hit: &Hit| [hit.t, hit.point.x, hit.point.y, hit.normal.x, hit.normal.y].map(f64::to_bits);
                    assert_eq!(bits(hit), bits(truth), "{vectors:?}: {hit:?}, {truth:?}, {pair:?}");
                }
            }
        }
        let sides =
            pairs.iter().filter(|(sweep, wall)| orient(wall.a(), wall.b(), sweep.start()) == Side::Left).count();
        assert!(
            sides > pairs.len() / 4 && sides < pairs.len() * 3 / 4,
            "{sides} of {} come from the left",
            pairs.len()
        );
    }
}

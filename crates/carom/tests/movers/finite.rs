//! Every number of every answer is finite, and every normal has length 1, up to the largest numbers and down to the smallest there are.

use carom::{Aabb, Circle, Hit, Mover, Overlap, Point, Polygon, Segment, Slide, Sweep, Vec2, Wall, Walls};
use carom_oracle::rng::Rng;

use super::{assert_right, cases};

const EXTREMES: u64 = cases(3_000_000);

#[test]
fn at_every_scale() {
    assert_right("finite", EXTREMES, |rng| {
        let numbers = Numbers::new(rng);
        let (mover, obstacle) = (numbers.mover(rng), numbers.obstacle(rng));
        check(&mover, [numbers.point(rng), numbers.point(rng)], &obstacle)
    });
}

/// Differences of places that are numbers need not be: a capsule's vertex at −1.94e308 that leaves a pillar, one that touches the first of its three edges, and so on.
#[test]
fn beyond_the_largest_number() {
    let capsule = Mover::capsule(
        [-2.7117396947915754e307, 9.374414502551216e305],
        [-2.0773551669241602e306, 7.8280475689354245e307],
        2.3178874190653335e305,
    );
    let (at, pillar) = (
        [-1.6728803834697165e308, 1.4304605617661239e308],
        Circle::new([-1.6790745604261389e308, 1.1770633486836294e308], 3.7086198705045335e307),
    );
    check(&capsule.unwrap(), [at, at], &Thing::Circle(pillar.unwrap())).unwrap();
}

/// Sums of coordinates overflow before sums of their products do: a rounded triangle whose third corner goes through a wall.
#[test]
fn where_products_begin_to_overflow() {
    let corners = [
        [-6.808652464423975e152, -4.399436977012415e153],
        [2.4092154874115604e153, -7.332394961687358e152],
        [-4.189939978107062e152, 7.8561374589507405e152],
    ];
    let triangle = Mover::polygon(&Polygon::new(corners).unwrap()).unwrap().grown(8.903622453477506e152).unwrap();
    let wall =
        Segment::new([-5.410678990728554e156, 2.555287269898318e156], [-5.411935972721986e156, 2.5576441111360027e156]);
    let sweep = triangle
        .sweep([-5.4011468772783604e156, 2.5563347548928446e156], [-5.418535128187505e156, 2.5510973299202108e156]);
    let hit = sweep.unwrap().first_touch(&wall.unwrap());
    assert!(hit.is_some_and(|hit| 0.0 < hit.t && hit.t <= 0.5), "{hit:?}");
}

/// All numbers times a power of two: so are all answers, up to where sums of two numbers are beyond all numbers.
#[test]
fn the_same_at_the_largest_scale() {
    const LARGE: i32 = 1020;
    let (ordinary, large) = (Numbers { exponents: [0; 3] }, Numbers { exponents: [LARGE; 3] });
    let unit = 2_f64.powi(LARGE);
    assert_right("large", cases(3_000_000), |rng| {
        let copy = &mut rng.clone();
        let all = |numbers: &Numbers, rng: &mut Rng| {
            let (mover, obstacle) = (numbers.mover(rng), numbers.obstacle(rng));
            answers(&mover, [numbers.point(rng), numbers.point(rng)], &obstacle).map(|found| (found, mover, obstacle))
        };
        let ((hits, overlaps), mover, obstacle) = all(&ordinary, rng)?;
        let (found, ..) = all(&large, copy)?;
        let is_near = |x: f64, y: f64| (x - y).abs() <= 1e-12;
        // What is beyond all numbers is told as the largest one.
        let is_scaled = |x: f64, y: f64| is_near(x, y / unit) || (x.abs() > 15.99 && y.abs() > 15.99 * unit);
        for (hit, other) in hits.iter().zip(&found.0) {
            let is_same = match (hit, other) {
                (Some(a), Some(b)) => {
                    a.t == b.t
                        && (a.feature, a.contact, a.mover) == (b.feature, b.contact, b.mover)
                        && is_scaled(a.point.x, b.point.x)
                        && is_scaled(a.point.y, b.point.y)
                        && is_near(a.normal.x, b.normal.x)
                        && is_near(a.normal.y, b.normal.y)
                }
                (None, None) => true,
                _ => false,
            };
            is_same.then_some(()).ok_or_else(|| format!("{mover:?} {obstacle:?}: {hit:?} and {other:?}"))?;
        }
        for (overlap, other) in overlaps.iter().zip(&found.1) {
            let is_same = match (overlap, other) {
                (Some(a), Some(b)) => {
                    is_scaled(a.depth, b.depth) && is_near(a.out.x, b.out.x) && is_near(a.out.y, b.out.y)
                }
                (None, None) => true,
                _ => false,
            };
            is_same.then_some(()).ok_or_else(|| format!("{mover:?} {obstacle:?}: {overlap:?} and {other:?}"))?;
        }
        Ok(())
    });
}

/// Numbers whose sizes are alike, or not at all: small whole ones times powers of two.
struct Numbers {
    exponents: [i32; 3],
}

/// The largest power of two by which 7 can be multiplied.
const LARGEST: i64 = 1021;
const SMALLEST: i64 = -1074;

impl Numbers {
    fn new(rng: &mut Rng) -> Numbers {
        let exponent = |rng: &mut Rng| match rng.below(4) {
            0 => LARGEST - rng.between(0, 2),
            1 => SMALLEST + rng.between(0, 60),
            2 => rng.between(-8, 8),
            _ => rng.between(SMALLEST, LARGEST),
        };
        let first = exponent(rng);
        let others = [(); 2].map(|()| if rng.one_in(2) { first } else { exponent(rng) });
        Numbers { exponents: [first, others[0], others[1]].map(|exponent| exponent as i32) }
    }

    fn number(&self, rng: &mut Rng) -> f64 {
        let whole = if rng.one_in(3) { rng.within(-7.99, 7.99) } else { rng.between(-7, 7) as f64 };
        let exponent = if rng.one_in(4) { *rng.pick(&self.exponents) } else { self.exponents[0] };
        // In two steps, as the power may be below all ordinary numbers.
        whole * 2_f64.powi(exponent / 2) * 2_f64.powi(exponent - exponent / 2)
    }

    fn point(&self, rng: &mut Rng) -> [f64; 2] {
        [self.number(rng), self.number(rng)]
    }

    fn radius(&self, rng: &mut Rng) -> f64 {
        if rng.one_in(4) { 0.0 } else { self.number(rng).abs() }
    }

    /// A point, disc, capsule, box or polygon; what cannot be made is made again.
    fn mover(&self, rng: &mut Rng) -> Mover {
        loop {
            let made = match rng.below(6) {
                0 => Mover::disc(self.radius(rng)),
                1 => Mover::capsule(self.point(rng), self.point(rng), self.radius(rng)),
                2 => Aabb::new(self.point(rng), self.point(rng)).map(|aabb| Mover::aabb(&aabb)),
                3 => Aabb::new(self.point(rng), self.point(rng))
                    .map(|aabb| Mover::aabb(&aabb))
                    .and_then(|mover| mover.grown(self.radius(rng))),
                _ => self.polygon(rng).and_then(|polygon| Mover::polygon(&polygon)?.grown(self.radius(rng))),
            };
            if let Ok(mover) = made {
                return mover;
            }
        }
    }

    /// Of three or four vertices, so some are not convex.
    fn polygon(&self, rng: &mut Rng) -> Result<Polygon, carom::Error> {
        let count = 3 + rng.below(2);
        let ring: Vec<[f64; 2]> = (0..count).map(|_| self.point(rng)).collect();
        Polygon::new(ring)
    }

    fn obstacle(&self, rng: &mut Rng) -> Thing {
        loop {
            let made = match rng.below(5) {
                0 | 1 => Segment::new(self.point(rng), self.point(rng)).map(Thing::Segment),
                2 => Circle::new(self.point(rng), self.radius(rng)).map(Thing::Circle),
                3 => self.polygon(rng).map(Thing::Polygon),
                _ => Ok(Thing::Mover(Box::new(self.mover(rng)), [self.point(rng), self.point(rng)])),
            };
            if let Ok(thing) = made {
                return thing;
            }
        }
    }
}

#[derive(Debug)]
enum Thing {
    Segment(Segment),
    Circle(Circle),
    Polygon(Polygon),
    Mover(Box<Mover>, [[f64; 2]; 2]),
}

type Answers = (Vec<Option<Hit>>, Vec<Option<Overlap>>);

/// The hits and overlaps of a mover and an obstacle.
fn answers(mover: &Mover, [start, end]: [[f64; 2]; 2], thing: &Thing) -> Result<Answers, String> {
    let sweep = mover.sweep(start, end).map_err(|error| error.to_string())?;
    Ok(match thing {
        Thing::Segment(segment) => (vec![sweep.first_touch(segment)], vec![sweep.overlap(segment)]),
        Thing::Circle(circle) => (vec![sweep.first_touch(circle)], vec![sweep.overlap(circle)]),
        Thing::Polygon(polygon) => {
            let (outline, filled) = (polygon.outline(), polygon.filled());
            let hits = [sweep.first_touch(&outline), sweep.first_touch(&filled)];
            (
                hits.map(|touch| touch.map(|(_, hit)| hit)).to_vec(),
                vec![sweep.overlap(&outline), sweep.overlap(&filled)],
            )
        }
        Thing::Mover(other, [from, to]) => {
            let other = other.sweep(*from, *to).map_err(|error| error.to_string())?;
            let disc = Sweep::disc(*from, *to, mover.radius()).map_err(|error| error.to_string())?;
            let hits = vec![sweep.first_touch(&other), sweep.first_touch(&disc), disc.first_touch(&sweep)];
            (hits, vec![sweep.overlap(&other), sweep.overlap(&disc), disc.overlap(&sweep)])
        }
    })
}

/// All that is told of a mover and an obstacle.
fn check(mover: &Mover, [start, end]: [[f64; 2]; 2], thing: &Thing) -> Result<(), String> {
    let sweep = mover.sweep(start, end).map_err(|error| error.to_string())?;
    let (hits, overlaps) = answers(mover, [start, end], thing)?;
    let case = || format!("{mover:?} {start:?} {end:?} {thing:?}");
    for hit in hits.iter().flatten() {
        let is_right = (0.0..=1.0).contains(&hit.t) && hit.point.is_finite() && has_length_one(hit.normal);
        is_right.then_some(()).ok_or_else(|| format!("{}: {hit:?}", case()))?;
    }
    for overlap in overlaps.iter().flatten() {
        let is_right = overlap.depth.is_finite() && 0.0 <= overlap.depth && has_length_one(overlap.out);
        is_right.then_some(()).ok_or_else(|| format!("{}: {overlap:?}", case()))?;
    }
    let wall = match thing {
        Thing::Segment(segment) => Wall::from(*segment),
        Thing::Circle(circle) => Wall::from(*circle),
        Thing::Polygon(_) | Thing::Mover(..) => return Ok(()),
    };
    let slid = Walls::new([wall]).slide(&sweep, &Slide::default());
    let are_finite = slid.path.iter().copied().chain([slid.end]).all(Point::is_finite);
    let mut contacts = slid.contacts.iter().chain(&slid.ground);
    let is_right = contacts.all(|contact| has_length_one(contact.normal) && contact.point.is_finite());
    (are_finite && slid.velocity.x.is_finite() && slid.velocity.y.is_finite() && is_right)
        .then_some(())
        .ok_or_else(|| format!("{}: {slid:?}", case()))
}

fn has_length_one(normal: Vec2) -> bool {
    (normal.x.hypot(normal.y) - 1.0).abs() <= 1e-15
}

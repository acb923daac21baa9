//! A body beside four others: how far apart are they, do they meet, and when at the earliest? In floats, with bounds on their errors.
//!
//! A body asks four or five others where it goes from an event, and all of them the same. So the formulas are written for numbers side by
//! side: for four pairs at once, and for one.

use crate::exact::flight::{Flight, Pair};
use crate::point::{Point, Vec2};
use crate::simd::{Four, Numbers, One, Single};

/// Unit roundoff, 2⁻⁵³.
pub(super) const U: f64 = f64::EPSILON / 2.0;

/// One pair alone.
pub(super) type Alone = One<false>;

/// A body during a frame, in one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Flying {
    pub(super) flight: Flight,
    pub(super) radius: f64,
    pub(super) layers: u32,
    pub(super) mask: u32,
    /// How often it has changed its flight.
    pub(super) changes: u32,
}

impl Flying {
    /// Where it is now, rounded, and how much its numbers weigh.
    #[inline(always)]
    pub(super) fn now(&self, now: f64) -> Place {
        let Places { at: [x, y], weight } = Bodies::<Alone>::all(self).now(now);
        Place { at: Point::new(x.number(), y.number()), weight: weight.number() }
    }

    #[inline(always)]
    pub(super) fn meets(&self, other: &Flying) -> bool {
        (self.layers & other.mask != 0) & (other.layers & self.mask != 0)
    }

    pub(super) fn pair(&self, other: &Flying) -> Pair {
        Pair { flights: [self.flight, other.flight], radii: [self.radius, other.radius] }
    }
}

/// A rounded position and the weight of the numbers it was made of.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) at: Point,
    pub(super) weight: f64,
}

/// Bodies side by side.
pub(super) struct Bodies<F> {
    at: [F; 2],
    velocity: [F; 2],
    since: F,
    radius: F,
}

impl<F: Four> Bodies<F> {
    #[inline(always)]
    pub(super) fn of(bodies: [&Flying; 4]) -> Bodies<F> {
        let [a, b, c, d] = bodies;
        let row = |Flight { at, velocity, .. }: &Flight| F::of([at.x, at.y, velocity.x, velocity.y]);
        let [x, y, v, w] = F::transposed([row(&a.flight), row(&b.flight), row(&c.flight), row(&d.flight)]);
        Bodies {
            at: [x, y],
            velocity: [v, w],
            since: F::of([a.flight.since, b.flight.since, c.flight.since, d.flight.since]),
            radius: F::of([a.radius, b.radius, c.radius, d.radius]),
        }
    }
}

impl<F: Numbers> Bodies<F> {
    /// One body in all lanes.
    #[inline(always)]
    pub(super) fn all(body: &Flying) -> Bodies<F> {
        let Flight { at, velocity, since } = body.flight;
        Bodies {
            at: [F::all(at.x), F::all(at.y)],
            velocity: [F::all(velocity.x), F::all(velocity.y)],
            since: F::all(since),
            radius: F::all(body.radius),
        }
    }

    /// Where they are now, rounded, and how much their numbers weigh: |p| + 2|motion|, each as |x| + |y|.
    #[inline(always)]
    pub(super) fn now(&self, now: f64) -> Places<F> {
        let passed = F::all(now).minus(self.since);
        let motion = [self.velocity[0].times(passed), self.velocity[1].times(passed)];
        let at = [self.at[0].plus(motion[0]), self.at[1].plus(motion[1])];
        Places { at, weight: size(at).plus(F::all(2.0).times(size(motion))) }
    }
}

/// Rounded positions and their weights.
pub(super) struct Places<F> {
    at: [F; 2],
    weight: F,
}

impl<F: Numbers> Places<F> {
    #[inline(always)]
    pub(super) fn all(place: Place) -> Places<F> {
        Places { at: [F::all(place.at.x), F::all(place.at.y)], weight: F::all(place.weight) }
    }
}

/// The vectors between bodies, and their errors.
///
/// A position is off by u of itself and 2.1u of the motion (`Flight::position`), the difference of two by u of itself more. With the
/// weights of both that is, over both axes, at most 2.1u of their sum; δ is 2.5u of it.
pub(super) struct Between<F> {
    pub(super) d: [F; 2],
    pub(super) error: F,
    /// |d.x| + |d.y|.
    pub(super) size: F,
    /// Of both bodies together.
    pub(super) radius: F,
    /// Of both places together.
    pub(super) weight: F,
}

impl Between<Alone> {
    /// Between two bodies.
    #[inline(always)]
    pub(super) fn two(a: &Flying, at: Place, b: &Flying, other: Place) -> Between<Alone> {
        Between::of(&Bodies::all(a), &Places::all(at), &Bodies::all(b), &Places::all(other))
    }

    #[inline(always)]
    pub(super) fn vector(&self) -> Vec2 {
        Vec2::new(self.d[0].number(), self.d[1].number())
    }
}

impl<F: Numbers> Between<F> {
    #[inline(always)]
    pub(super) fn of(a: &Bodies<F>, at: &Places<F>, b: &Bodies<F>, other: &Places<F>) -> Between<F> {
        let (d, weight) = (difference(at.at, other.at), at.weight.plus(other.weight));
        Between { d, error: F::all(2.5 * U).times(weight), size: size(d), radius: a.radius.plus(b.radius), weight }
    }

    /// D² − R² and its error. D² is off by 2|D|δ + δ², and by 2.1u|D|² for its roundings, where u|D| is at most 0.4δ; R² by
    /// 3.1u of itself, the difference by u of both: less than 4δ(|D| + δ) + 5uR².
    #[inline(always)]
    pub(super) fn clearance(&self) -> (F, F) {
        let squared = self.radius.times(self.radius);
        let error = F::all(4.0).times(self.error).times(self.size.plus(self.error));
        let error = error.plus(F::all(5.0 * U).times(squared)).plus(F::all(f64::MIN_POSITIVE));
        (dot(self.d, self.d).minus(squared), error)
    }

    /// Whether they are certain not to overlap.
    #[inline(always)]
    pub(super) fn are_apart(&self) -> F::Truth {
        let (clear, error) = self.clearance();
        F::both(error.is_below(clear), clear.is_below(F::all(f64::INFINITY)))
    }

    /// How they move beside each other: D·W with its error, and (D×W)² − R²W² with its own.
    #[inline(always)]
    pub(super) fn motion(&self, w: [F; 2]) -> Motion<F> {
        // W is off by u of itself, D·W and D×W by |W|δ for D and by 3.1u|D||W| for roundings, together 2.4δ|W|.
        let error = F::all(3.0).times(self.error).times(size(w)).plus(F::all(f64::MIN_POSITIVE));
        // The square is off by 2|X|e + e² and a little, the other product by 9u, their difference by u of both. RW is
        // squared whole, as R² or W² alone may vanish.
        let beside = cross(self.d, w);
        let reach = [w[0].times(self.radius), w[1].times(self.radius)];
        let reach = dot(reach, reach);
        let miss_error = F::all(3.0).times(beside.abs()).times(error).plus(error.times(error));
        let miss_error = miss_error.plus(F::all(10.0 * U).times(reach)).plus(F::all(f64::MIN_POSITIVE));
        Motion { approach: dot(self.d, w), error, beside, miss: beside.times(beside).minus(reach), miss_error }
    }

    /// A distance that is larger than all that rounding does.
    ///
    /// A vector D that is off by δ, and one W by u|W|, change the distance at a time by δ + u|W|T, and the time itself is rounded by u of
    /// now and wait, which changes it by as much again. Rounding in the quadratic formula is, near a tangent too, as if R were off
    /// by some u(|D| + R): the root's error of 5uR²W² is that of an R which is off by 2.5u. The gap is several times all of that: δ is
    /// 2.5u of the weight, and W and the time together make 3u|W|T. More than that only asks for exact times too soon.
    #[inline(always)]
    pub(super) fn gap(&self, speed: F, end: f64) -> F {
        let still = F::all(64.0 * U).times(self.weight.plus(self.radius));
        still.plus(F::all(16.0 * U).times(speed).times(F::all(end)))
    }

    /// How long at least until they meet: until the [gap](Between::gap) is left. For numbers that are
    /// [ordinary](Between::are_ordinary) and bodies that do meet.
    #[inline(always)]
    pub(super) fn wait(&self, w: [F; 2], motion: &Motion<F>, end: f64) -> F {
        let radius = self.radius.plus(self.gap(size(w), end));
        let squared = radius.times(radius);
        let clear = dot(self.d, self.d).minus(squared);
        let root = squared.times(dot(w, w)).minus(motion.beside.times(motion.beside));
        let wait = clear.over(at_least_0(root).sqrt().minus(motion.approach));
        at_least_0(wait)
    }

    /// Whether fourth powers of the distance and of the speed neither overflow nor vanish.
    #[inline(always)]
    pub(super) fn are_ordinary(&self, w: [F; 2]) -> F::Truth {
        let is_ordinary = |x: F| F::both(F::all(1e-70).is_below(x), x.is_below(F::all(1e70)));
        F::both(is_ordinary(self.size.plus(self.radius)), is_ordinary(size(w)))
    }
}

/// See [`Between::motion`].
pub(super) struct Motion<F> {
    /// D·W and D×W are off by no more than `error`.
    pub(super) approach: F,
    pub(super) beside: F,
    pub(super) error: F,
    pub(super) miss: F,
    pub(super) miss_error: F,
}

/// When bodies meet.
pub(super) struct Ahead<F> {
    /// Not after they meet; infinite where they do not.
    pub(super) times: F,
    /// One bit for each for which that is certain.
    pub(super) certain: u32,
}

/// What floats can tell of when bodies meet, now or later.
#[inline(always)]
pub(super) fn ahead<F: Numbers>(a: &Bodies<F>, at: &Places<F>, b: &Bodies<F>, now: f64, end: f64) -> Ahead<F> {
    let between = Between::of(a, at, b, &b.now(now));
    let w = difference(a.velocity, b.velocity);
    let (clear, clear_error) = between.clearance();
    let motion = between.motion(w);
    let Motion { approach, error, miss, miss_error, .. } = motion;
    // Of numbers that overflow nothing is certain.
    let is_finite = clear.plus(miss.abs().plus(approach.abs())).is_below(F::all(f64::INFINITY));
    let is_clear = F::both(clear_error.is_below(clear), is_finite);
    // Which of both it is cannot be foreseen, and both are nearly always one of them: there are no branches.
    let never = F::both(is_clear, F::either(error.is_below(approach), miss_error.is_below(miss)));
    let closes = F::both(approach.is_below(error.negated()), miss.is_below(miss_error.negated()));
    let meets = F::both(F::both(is_clear, closes), between.are_ordinary(w));
    let times = F::all(now).plus(between.wait(w, &motion, end));
    Ahead { times: F::choose(meets, times, F::all(f64::INFINITY)), certain: F::bits(F::either(never, meets)) }
}

/// 0 for what is not above it, NaN too.
#[inline(always)]
fn at_least_0<F: Numbers>(x: F) -> F {
    F::choose(F::all(0.0).is_below(x), x, F::all(0.0))
}

#[inline(always)]
fn dot<F: Numbers>(a: [F; 2], b: [F; 2]) -> F {
    a[0].times(b[0]).plus(a[1].times(b[1]))
}

#[inline(always)]
fn cross<F: Numbers>(a: [F; 2], b: [F; 2]) -> F {
    a[0].times(b[1]).minus(a[1].times(b[0]))
}

#[inline(always)]
fn difference<F: Numbers>(a: [F; 2], b: [F; 2]) -> [F; 2] {
    [a[0].minus(b[0]), a[1].minus(b[1])]
}

/// |x| + |y|.
#[inline(always)]
fn size<F: Numbers>(v: [F; 2]) -> F {
    v[0].abs().plus(v[1].abs())
}

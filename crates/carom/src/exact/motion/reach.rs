//! Does a moving disc reach a wall, or another round thing, and how does the touch begin?
//!
//! The distance from the centre to the other is a convex function of time, so the times at which they touch are
//! one interval, and where it begins decides everything. Both questions are decision trees whose
//! tests are signs, of floats first, then of longer floats, then of integers (`numbers/number.rs`).

use super::moment::{Moment, Round};
use crate::exact::answers::{Contact, Feature};
use crate::exact::numbers::double::{Double, is_moderate};
use crate::exact::numbers::integer::{DEGREE_6, Grid, Int};
use crate::exact::numbers::number::{Bounded, Number, cross, dot, vector};
use crate::exact::numbers::tiers::{decide, in_floats, in_integers};
use crate::exact::signs::filter::{SAFE, TINY};
use crate::exact::signs::look::{ERROR, are_apart_by};
use crate::float;
use crate::point::Point;
use crate::simd::{self, Kernel, Machine};
use core::cmp::Ordering::{self, Equal, Greater, Less};

/// The first touch of a disc with something: how, when, and with which part of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) contact: Contact,
    pub(crate) moment: Moment,
    pub(crate) feature: Feature,
}

/// The first touch of a disc with a wall; its radius is not zero.
#[inline]
pub(crate) fn wall(path: [Point; 2], wall: [Point; 2], radius: f64) -> Option<Touch> {
    let case = Wall { path, wall, radius };
    // Each case returns by itself: put together first and decided then, they took 4 % more instructions.
    let (moment, feature) = match case.glance() {
        Glance::Apart => return in_floats(None),
        Glance::Side => (Moment::Side { path, wall, radius }, Feature::Side),
        Glance::End(feature) => (Moment::Round(case.end(feature).0), feature),
        Glance::InDoubt => return case.in_doubt(true),
        Glance::Extreme => return case.in_doubt(false),
    };
    in_floats(Some(Touch { contact: Contact::Crosses, moment, feature }))
}

/// The first touch of two round things.
#[inline]
pub(crate) fn round(round: Round) -> Option<Touch> {
    let Round { start: [a, b], end: [c, d], radii: [r, s] } = round;
    in_turn(
        is_moderate([a, b, c, d, Point::new(r, s)]),
        || round.touch::<Bounded>((), None).or_else(|| round.touch::<Double>((), None)),
        || Grid::of(&[a, b, c, d], [r, s]),
        |grid| round.touch_in_integers(grid),
    )
}

/// An answer in doubt is `None`, one that says that nothing is touched is `Some(None)`.
type Answer = Option<Option<Touch>>;

/// The first certain answer.
#[inline(always)]
fn in_turn(
    moderate: bool,
    filter: impl FnOnce() -> Answer,
    grid: impl FnOnce() -> Option<Grid>,
    certain: impl FnOnce(Grid) -> Answer,
) -> Option<Touch> {
    decide(if moderate { filter() } else { None }, || {
        let grid = grid()?;
        in_integers(grid.is_narrow(), || certain(grid)).flatten()
    })
}

/// What a glance says.
enum Glance {
    /// Nothing is touched.
    Apart,
    /// The disc crosses into the wall's side.
    Side,
    /// It crosses into an end of the wall.
    End(Feature),
    /// Plain numbers do not suffice.
    InDoubt,
    /// The numbers are too large or too small for plain ones.
    Extreme,
}

/// Two points beside the line from one point to another.
struct Beside {
    length_squared: f64,
    length: f64,
    /// The length times a radius.
    reach: f64,
    /// The cross products of the line's vector with those to the points.
    crosses: [f64; 2],
    /// The sum of the absolute values of all four products.
    permanent: f64,
}

impl Beside {
    #[inline(always)]
    fn of(from: Point, to: Point, first: Point, second: Point, radius: f64) -> Beside {
        let (w, v1, v2) = (to - from, first - from, second - from);
        let length_squared = w.x * w.x + w.y * w.y;
        let length = float::sqrt(length_squared);
        let [(l1, r1), (l2, r2)] = [(w.x * v1.y, w.y * v1.x), (w.x * v2.y, w.y * v2.x)];
        let permanent = (l1.abs() + r1.abs()) + (l2.abs() + r2.abs());
        Beside { length_squared, length, reach: radius * length, crosses: [l1 - r1, l2 - r2], permanent }
    }
}

/// A disc and a wall from P to Q.
#[derive(Clone, Copy)]
struct Wall {
    path: [Point; 2],
    wall: [Point; 2],
    radius: f64,
}

impl Wall {
    #[cold]
    #[inline(never)]
    fn in_doubt(self, moderate: bool) -> Option<Touch> {
        let (points, radius) = ([self.path[0], self.path[1], self.wall[0], self.wall[1]], self.radius);
        in_turn(
            moderate,
            || simd::run(InDoubles(self)),
            || Grid::of(&points, [radius]),
            |grid| self.touch_in_integers(grid),
        )
    }

    /// Apart, so that integers take room on the stack only where they are needed.
    #[cold]
    #[inline(never)]
    fn touch_in_integers(&self, grid: Grid) -> Answer {
        self.touch::<Int<DEGREE_6>>(grid)
    }

    /// An end of the wall, as something round without a radius, and the wall from there to its other end.
    #[inline(always)]
    fn end(&self, feature: Feature) -> (Round, [Point; 2]) {
        let ([start, end], [p, q]) = (self.path, self.wall);
        let (corner, other) = if feature == Feature::A { (p, q) } else { (q, p) };
        (Round { start: [start, corner], end: [end, corner], radii: [self.radius, 0.0] }, [corner, other])
    }

    /// The answer in the usual cases, in plain floating point.
    ///
    /// A first [look](are_apart_by) settles most. Then, with w and v the vectors of wall and path: if both ends of the path are on one side of the wall's line and further than r
    /// from it, or both ends of the wall so beside the path's line, nothing is touched. This compares cross products with r|w|
    /// and r|v|. A cross product is off by 4u of its permanent, the sum of the absolute values of its two
    /// products, and r|w| by 4u of itself (three roundings in w² and one of its root make half of that, the root's and
    /// the product's own the rest), so 8u of both together is more than enough, its own rounding included. What underflows
    /// is far below `TINY`, unless w² does; tiny walls are not judged here.
    ///
    /// Otherwise, a disc that starts further than r from the wall's line and comes nearer first reaches the wall's side or
    /// one of its ends, as in [`Numbers::touch`]. The corners are off by at most 8u of |w| times the permanent of one
    /// cross product and 5u of r times the permanent of w·v; 16u is allowed.
    #[inline(always)]
    fn glance(&self) -> Glance {
        let ([a, b], [p, q]) = (self.path, self.wall);
        if are_apart_by(self.path, self.wall, self.radius) {
            return Glance::Apart;
        }
        let from_wall = Beside::of(p, q, a, b, self.radius);
        let from_path = Beside::of(a, b, p, q, self.radius);
        let apart = |beside: &Beside| {
            let bound = beside.reach + ERROR * (beside.permanent + beside.reach) + TINY;
            let [c1, c2] = beside.crosses;
            (SAFE < beside.length_squared) & (((bound < c1) & (bound < c2)) | ((c1 < -bound) & (c2 < -bound)))
        };
        if apart(&from_wall) | apart(&from_path) {
            return Glance::Apart;
        }
        if !is_moderate([a, b, p, q, Point::new(self.radius, 0.0)]) {
            return Glance::Extreme;
        }
        // Seen with the start on the left of the wall.
        let [start, end] = from_wall.crosses;
        let turn = if start < 0.0 { -1.0 } else { 1.0 };
        let room = ERROR * (from_wall.permanent + from_wall.reach);
        let enters = (from_wall.reach + room < turn * start) & (turn * end < from_wall.reach - room);
        let (w, v) = (q - p, b - a);
        let (l, r) = (w.x * v.x, w.y * v.y);
        let along = self.radius * (l + r);
        let error = 2.0 * ERROR * (from_wall.length * from_path.permanent + self.radius * (l.abs() + r.abs()));
        let [at_p, at_q] = from_path.crosses.map(|cross| -turn * from_wall.length * cross - along);
        if enters & (error < at_p) & (at_q < -error) {
            return Glance::Side;
        }
        let (feature, end, cross) = if at_p < -error {
            (Feature::A, p, from_path.crosses[0])
        } else if error < at_q {
            (Feature::B, q, from_path.crosses[1])
        } else {
            return Glance::InDoubt;
        };
        let room = ERROR * (from_path.permanent + from_path.reach);
        if !enters | (cross.abs() + room < from_path.reach) & !self.passes(end) {
            Glance::InDoubt
        } else if cross.abs() + room < from_path.reach {
            Glance::End(feature)
        } else if from_path.reach + room < cross.abs() {
            Glance::Apart
        } else {
            Glance::InDoubt
        }
    }

    /// Whether the path's nearest point to an end of the wall lies between the path's own ends, for certain.
    /// A dot product of rounded differences is off by 4u of its two products together, as a cross product is; 8u is allowed.
    #[inline(always)]
    fn passes(&self, end: Point) -> bool {
        let [start, finish] = self.path;
        let v = finish - start;
        let ahead = |from: Point| {
            let to = end - from;
            let (l, r) = (v.x * to.x, v.y * to.y);
            (l + r, 4.0 * f64::EPSILON * (l.abs() + r.abs()))
        };
        let ((first, first_error), (last, last_error)) = (ahead(start), ahead(finish));
        (first_error < first) & (last < -last_error)
    }

    #[inline(always)]
    fn touch<N: Number>(&self, scale: N::Scale) -> Answer {
        let ([start, end], [p, q]) = (self.path, self.wall);
        let w = vector::<N>(scale, p, q);
        let length = dot(&w, &w).root();
        let from = [vector(scale, p, start), vector(scale, q, start)];
        let reach = N::of(scale, self.radius);
        Numbers { case: self, scale, w, v: vector(scale, start, end), from, reach, length }.touch()
    }
}

/// A disc and a wall in numbers of twice the digits.
struct InDoubles(Wall);

impl Kernel for InDoubles {
    type Output = Answer;

    #[inline(always)]
    fn run<M: Machine>(self) -> Answer {
        self.0.touch::<Double<M::One>>(())
    }
}

/// A disc and a wall in one kind of numbers.
struct Numbers<'a, N: Number> {
    case: &'a Wall,
    scale: N::Scale,
    /// The vector of the wall, and that of the path.
    w: [N; 2],
    v: [N; 2],
    /// From both ends of the wall to the path's start.
    from: [[N; 2]; 2],
    /// The radius.
    reach: N,
    /// The wall's length.
    length: N::Root,
}

impl<N: Number> Numbers<'_, N> {
    #[inline(always)]
    fn touch(&self) -> Answer {
        let c = cross(&self.w, &self.from[0]);
        let side = c.sign();
        let starts = match side {
            // On the wall's line is well within the strip.
            Some(Equal) => Less,
            Some(side) => self.strip(&c, side)?,
            // Too near to know the side, or not even that.
            None => {
                let (left, right) = (self.strip(&c, Greater)?, self.strip(&c, Less)?);
                if left == Less && right == Less { Less } else { return None }
            }
        };
        if starts == Greater { self.touch_from_outside(side?) } else { self.touch_from_strip(side, starts) }
    }

    /// A cross product against r|w|: is something in the strip of all that is within r of the wall's line?
    #[inline(always)]
    fn strip(&self, c: &N, side: Ordering) -> Option<Ordering> {
        let magnitude = if side == Less { c.negated() } else { c.clone() };
        Some(N::compare_root(&self.reach, &self.length, &magnitude)?.reverse())
    }

    /// The start is further than r from the wall's line, on a side of it.
    #[inline(always)]
    fn touch_from_outside(&self, side: Ordering) -> Answer {
        let Wall { path, wall, radius } = *self.case;
        let c_end = cross(&self.w, &vector(self.scale, wall[0], path[1]));
        let (side_at_end, ends) = match c_end.sign() {
            Some(Equal) => (Equal, Less),
            Some(side) => (side, self.strip(&c_end, side)?),
            None if self.strip(&c_end, side)? == Less => (Equal, Less),
            None => return None,
        };
        if side_at_end == side && ends == Greater {
            return Some(None);
        }
        // The path enters the strip, between its corners or beyond one of them.
        if self.corner(0, side)? != Greater {
            return self.touch_of_end(Feature::A);
        }
        if self.corner(1, side)? != Less {
            return self.touch_of_end(Feature::B);
        }
        let (contact, moment) = if side_at_end == side && ends == Equal {
            (Contact::Ends, Moment::End)
        } else {
            (Contact::Crosses, Moment::Side { path, wall, radius })
        };
        Some(Some(Touch { contact, moment, feature: Feature::Side }))
    }

    /// On which side of the path's line are the two corners P + rn and Q + rn, where n is square to the wall and toward the
    /// start? The path enters between them iff they are on both sides.
    /// Corner P: the sign of v × (A − P − rn), times |w|: |w|(v × a) − r(w·v) for a start on the left.
    #[inline(always)]
    fn corner(&self, end: usize, side: Ordering) -> Option<Ordering> {
        let (x, along) = (cross(&self.v, &self.from[end]), self.reach.times(&dot(&self.w, &self.v)));
        let x = if side == Less { x.negated() } else { x };
        N::compare_root(&x, &self.length, &along)
    }

    /// The start is within r of the wall's line, or at r from it exactly.
    #[inline(always)]
    fn touch_from_strip(&self, side: Option<Ordering>, starts: Ordering) -> Answer {
        if dot(&self.w, &self.from[0]).sign()? != Greater {
            return self.touch_of_end(Feature::A);
        }
        if dot(&self.w, &self.from[1]).sign()? != Less {
            return self.touch_of_end(Feature::B);
        }
        // The nearest point of the wall is between its ends.
        let contact = if starts == Less {
            Contact::Overlaps
        } else {
            match cross(&self.w, &self.v).sign()? {
                Equal if self.case.path[0] == self.case.path[1] => Contact::Leaves,
                Equal => Contact::Along,
                away if Some(away) == side => Contact::Leaves,
                _ => Contact::Starts,
            }
        };
        Some(Some(Touch { contact, moment: Moment::Start, feature: Feature::Side }))
    }

    /// Only an end can be touched first.
    #[inline(always)]
    fn touch_of_end(&self, feature: Feature) -> Answer {
        let (round, wall) = self.case.end(feature);
        let answer = round.touch::<N>(self.scale, Some(wall))?;
        Some(answer.map(|touch| Touch { feature, ..touch }))
    }
}

impl Round {
    #[cold]
    #[inline(never)]
    fn touch_in_integers(&self, grid: Grid) -> Answer {
        self.touch::<Int<DEGREE_6>>(grid, None)
    }

    /// If the second is the end of a wall, `wall` runs from there to the wall's other end.
    #[inline(always)]
    fn touch<N: Number>(&self, scale: N::Scale, wall: Option<[Point; 2]>) -> Answer {
        let (a, v) = self.vectors::<N>(scale);
        let reach = N::sum(scale, self.radii[0], self.radii[1]);
        let is_zero = self.radii == [0.0, 0.0];
        let grazes = || {
            if is_zero {
                return Some(Contact::Crosses);
            }
            Some(if slides(scale, &v, wall)? { Contact::Along } else { Contact::Leaves })
        };
        let one = |contact, moment| Some(Some(Touch { contact, moment, feature: Feature::Side }));
        match from_start(&a, &v, &reach)? {
            Start::Apart => {}
            Start::Overlaps => return one(Contact::Overlaps, Moment::Start),
            Start::Touches(Less) => return one(Contact::Starts, Moment::Start),
            Start::Touches(toward) => {
                let contact = if toward == Equal && slides(scale, &v, wall)? {
                    Contact::Along
                } else if is_zero && dot(&v, &v).sign()? != Equal {
                    // Two points in one place have no room to leave each other without having met.
                    Contact::Starts
                } else {
                    Contact::Leaves
                };
                return one(contact, Moment::Start);
            }
        }
        match later(&a, &v, &reach, grazes)? {
            None => Some(None),
            Some(Contact::Ends) => one(Contact::Ends, Moment::End),
            Some(contact) => one(contact, Moment::Round(*self)),
        }
    }
}

/// Where something round starts that is a from another and moves by v.
pub(super) enum Start {
    Overlaps,
    /// They touch, and come closer (`Less`), part, or neither.
    Touches(Ordering),
    Apart,
}

#[inline(always)]
pub(super) fn from_start<N: Number>(a: &[N; 2], v: &[N; 2], reach: &N) -> Option<Start> {
    Some(match against(a, reach)? {
        Less => Start::Overlaps,
        Equal => Start::Touches(dot(a, v).sign()?),
        Greater => Start::Apart,
    })
}

/// How one that starts apart touches the other, if it does; `grazes` says what it is called if it comes no closer.
#[inline(always)]
pub(super) fn later<N: Number>(
    a: &[N; 2],
    v: &[N; 2],
    reach: &N,
    grazes: impl FnOnce() -> Option<Contact>,
) -> Option<Option<Contact>> {
    if dot(a, v).sign()? != Less {
        return Some(None);
    }
    // How near does the line of the relative motion come? |a × v| against R|v|.
    let (c, length) = (cross(a, v), dot(v, v).root());
    let left = N::compare_root(reach, &length, &c)?;
    let right = N::compare_root(reach, &length, &c.negated())?;
    let nearest = core::cmp::min(left, right).reverse();
    if nearest == Greater {
        return Some(None);
    }
    let b = [a[0].plus(&v[0]), a[1].plus(&v[1])];
    if dot(&b, v).sign()? != Greater {
        // The frame ends before the nearest point is passed.
        return Some(match against(&b, reach)? {
            Greater => None,
            Equal => Some(Contact::Ends),
            Less => Some(Contact::Crosses),
        });
    }
    if nearest == Equal { grazes().map(Some) } else { Some(Some(Contact::Crosses)) }
}

/// The length of a vector against a radius.
#[inline(always)]
pub(super) fn against<N: Number>(vector: &[N; 2], radius: &N) -> Option<Ordering> {
    dot(vector, vector).minus(&radius.times(radius)).sign()
}

/// Whether a disc that does not go deeper into the end of a wall slides along the wall's side from there:
/// it moves along the wall, toward its other end.
#[inline(always)]
fn slides<N: Number>(scale: N::Scale, v: &[N; 2], wall: Option<[Point; 2]>) -> Option<bool> {
    let Some([end, other]) = wall else { return Some(false) };
    let w = vector(scale, end, other);
    Some(cross(&w, v).sign()? == Equal && dot(&w, v).sign()? == Greater)
}

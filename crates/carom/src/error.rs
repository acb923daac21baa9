//! `Error`: what was wrong with the input.

use crate::point::Point;
use core::fmt;

/// Why something was refused: a shape that cannot be made, or a change to a world that cannot be.
///
/// The message names the thing, the value that was found and what is allowed.
///
/// ```
/// let error = carom::Segment::new([2.0, 5.0], [2.0, 5.0]).unwrap_err();
/// assert_eq!(error.to_string(), "segment ends coincide at (2, 5); a segment needs two distinct ends");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A coordinate is infinite or not a number.
    NotFinite {
        /// Which point it is.
        what: Name,
        /// The point as given.
        value: Point,
    },
    /// A radius is negative, infinite or not a number.
    Radius {
        /// Whose radius it is.
        what: Name,
        /// The radius as given.
        value: f64,
    },
    /// Both ends of a segment are the same point.
    EqualEnds {
        /// Where they are.
        at: Point,
    },
    /// A box has its lower corner above or to the right of its upper one.
    MinAboveMax {
        /// The corner given as the lower one.
        min: Point,
        /// The corner given as the upper one.
        max: Point,
    },
    /// A ring of a polygon has fewer than three vertices.
    TooFewVertices {
        /// Which ring.
        ring: Ring,
        /// How many vertices it has.
        found: usize,
    },
    /// A polygon has more vertices than can be numbered.
    TooManyVertices {
        /// How many vertices it has.
        found: usize,
        /// How many it may have.
        allowed: usize,
    },
    /// Two vertices of a polygon are the same point.
    RepeatedVertex {
        /// The one vertex: its ring and its place in the ring, in the order in which it was given.
        first: (Ring, usize),
        /// The other vertex.
        second: (Ring, usize),
        /// Where they are.
        at: Point,
    },
    /// Two edges of a polygon cross or touch. Edge `i` of a ring goes from vertex `i` to the next.
    EdgesMeet {
        /// The one edge: its ring and its place in the ring, in the order in which it was given.
        first: (Ring, usize),
        /// The other edge.
        second: (Ring, usize),
    },
    /// A hole lies outside its polygon or inside another hole.
    HoleOutside {
        /// Which hole.
        hole: usize,
    },
    /// A polygon that is to move has holes.
    MoverWithHoles {
        /// How many holes it has.
        holes: usize,
    },
    /// The cells of a grid do not fill whole rows.
    UnevenRows {
        /// How many cells there are.
        cells: usize,
        /// How many a row has.
        width: usize,
    },
    /// A number is outside its range.
    Range {
        /// What it is.
        what: Name,
        /// The number as given.
        value: f64,
        /// What is allowed.
        allowed: Allowed,
    },
    /// A body is on a wall or in it.
    BodyOnWall {
        /// Which body.
        body: Name,
        /// Where it is.
        at: Point,
        /// The number of the wall.
        wall: usize,
    },
    /// Two bodies that collide with each other overlap.
    BodiesOverlap {
        /// Which body.
        body: Name,
        /// Where it is.
        at: Point,
        /// The number of the other.
        other: usize,
        /// Where the other is.
        other_at: Point,
    },
    /// There is no body with this number, or no longer.
    NoSuchBody {
        /// The number that was asked for.
        body: usize,
    },
    /// There is no wall with this number, or no longer.
    NoSuchWall {
        /// The number that was asked for.
        wall: usize,
    },
    /// A body is on a wall of a group.
    BodyOnGroup {
        /// Which body.
        body: Name,
        /// Where it is.
        at: Point,
        /// The number of the group.
        group: usize,
    },
    /// There is no group of walls with this number, or no longer.
    NoSuchGroup {
        /// The number that was asked for.
        group: usize,
    },
    /// The shape of a body is not convex.
    ShapeNotConvex {
        /// How many vertices it has.
        vertices: usize,
    },
    /// The shape of a body has neither breadth nor a radius.
    ShapeWithoutBreadth {
        /// How many vertices it has.
        vertices: usize,
    },
    /// There is no shape with this number.
    NoSuchShape {
        /// The number that was asked for.
        shape: usize,
    },
    /// There is room for fewer or more distances than there are beams.
    Room {
        /// How many distances there is room for.
        room: usize,
        /// How many origins there are.
        origins: usize,
        /// How many directions there are, from each origin.
        directions: usize,
    },
    /// A gate has no two distinct points.
    NoLength {
        /// The number of the gate.
        gate: usize,
    },
    /// No points were given where at least one is needed.
    NoPoints,
    /// The result is larger than the largest `f64`.
    TooLarge {
        /// What would have been the result.
        what: Name,
    },
    /// The processor was set to compute in another way than all of this rests on.
    Arithmetic {
        /// What is wrong.
        fault: ArithmeticFault,
    },
}

/// What is wrong with the arithmetic of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArithmeticFault {
    /// Results are not rounded to the nearest number.
    Rounding,
    /// Numbers below 2.2e-308 are taken for 0, or made 0.
    Subnormals,
}

/// The thing an [`Error`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Name {
    /// The first end of a segment.
    SegmentA,
    /// The second end of a segment.
    SegmentB,
    /// Where a sweep starts.
    SweepStart,
    /// Where a sweep ends.
    SweepEnd,
    /// The radius of a sweep.
    SweepRadius,
    /// The first end of a capsule's core.
    CapsuleA,
    /// The second end of a capsule's core.
    CapsuleB,
    /// What a mover is grown by.
    MoverRadius,
    /// The center of a circle.
    CircleCenter,
    /// The radius of a circle.
    CircleRadius,
    /// The lower corner of a box.
    BoxMin,
    /// The upper corner of a box.
    BoxMax,
    /// A vertex of a polygon.
    Vertex(Ring, usize),
    /// One of many points.
    Point(usize),
    /// A point of a gate: the gate's number, and which of its points.
    GatePoint(usize, usize),
    /// The radius of the smallest circle around points.
    SmallestCircleRadius,
    /// The restitution of a wall.
    WallRestitution,
    /// The friction of a wall.
    WallFriction,
    /// A body that is about to be put into a world.
    NewBody,
    /// A body of a world.
    Body(usize),
    /// The position of a body.
    BodyPosition,
    /// The radius of a body.
    BodyRadius,
    /// The velocity of a body.
    BodyVelocity,
    /// The mass of a body.
    BodyMass,
    /// The restitution of a body.
    BodyRestitution,
    /// The friction of a body.
    BodyFriction,
    /// The shape of a body.
    BodyShape,
    /// The velocity of a group of walls.
    GroupVelocity,
    /// The point of a new group that gates count.
    GroupMark,
    /// The gravity of a world.
    Gravity,
    /// An impulse.
    Impulse,
    /// The contact time of a world.
    ContactTime,
    /// The rest speed of a world.
    RestSpeed,
    /// How much a slope rises.
    SlopeRise,
    /// How far a slope runs for that.
    SlopeRun,
}

/// The range that a number must be in, as an [`Error`] tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Allowed {
    /// From 0 to 1.
    FromZeroToOne,
    /// A finite number above 0.
    Positive,
    /// A finite number, 0 or more.
    NotNegative,
    /// 0, as a body with a shape has that of its shape.
    NothingBesideShape,
}

/// Which ring of a polygon: the outer one or a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ring {
    /// The outer ring.
    Outer,
    /// One of the holes, counted from 0.
    Hole(usize),
}

impl core::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Error::NotFinite { what, value } => {
                write!(f, "{what} is {}; coordinates must be finite numbers", Place(value))
            }
            Error::Radius { what, value } => {
                write!(f, "{what} is {}; expected a finite number, 0 or more", Number(value))
            }
            Error::EqualEnds { at } => {
                write!(f, "segment ends coincide at {}; a segment needs two distinct ends", Place(at))
            }
            Error::MinAboveMax { min, max } => write!(
                f,
                "box min {} is not below max {}; expected min.x <= max.x and min.y <= max.y",
                Place(min),
                Place(max)
            ),
            Error::TooFewVertices { ring, found } => {
                let plural = if found == 1 { "vertex" } else { "vertices" };
                write!(f, "{ring} has {found} {plural}; a ring needs at least 3")
            }
            Error::TooManyVertices { found, allowed } => {
                write!(f, "polygon has {found} vertices; at most {allowed} are allowed")
            }
            Error::RepeatedVertex { first, second, at } => write!(
                f,
                "{} coincide at {}; every vertex must be a point of its own, \
                 and the first is not repeated at the end",
                Two("vertex", first, second),
                Place(at)
            ),
            Error::EdgesMeet { first, second } => write!(
                f,
                "{} cross or touch; edges may share nothing but the vertex between neighbours",
                Two("edge", first, second)
            ),
            Error::HoleOutside { hole } => write!(
                f,
                "hole {hole} lies outside the polygon or inside another hole; \
                 a hole must lie inside the outer ring and apart from other holes"
            ),
            Error::MoverWithHoles { holes } => {
                let plural = if holes == 1 { "hole" } else { "holes" };
                write!(f, "polygon has {holes} {plural}; a mover must have none")
            }
            Error::UnevenRows { cells, width } => {
                write!(f, "{cells} cells in rows of {width}; the cells must fill whole rows")
            }
            Error::Range { what, value, allowed } => write!(f, "{what} is {}; expected {allowed}", Number(value)),
            Error::BodyOnWall { body, at, wall } => write!(
                f,
                "{body} at {} is on or in wall {wall}; a body may touch a wall, but not overlap it, and a point may not be on it",
                Place(at)
            ),
            Error::BodiesOverlap { body, at, other, other_at } => write!(
                f,
                "{body} at {} overlaps body {other} at {}; bodies that meet may touch, but not overlap",
                Place(at),
                Place(other_at)
            ),
            Error::NoSuchBody { body } => {
                write!(f, "there is no body {body}; it was removed, or belongs to another world")
            }
            Error::NoSuchWall { wall } => {
                write!(f, "there is no wall {wall}; it was removed, or belongs to other walls")
            }
            Error::BodyOnGroup { body, at, group } => write!(
                f,
                "{body} at {} is on or in a wall of group {group}; a body may touch it, but not overlap it, and a point may not be on it",
                Place(at)
            ),
            Error::NoSuchGroup { group } => {
                write!(f, "there is no group {group}; it was removed, or belongs to another world")
            }
            Error::ShapeNotConvex { vertices } => {
                write!(f, "the shape of {vertices} vertices is not convex; that of a body must be")
            }
            Error::ShapeWithoutBreadth { vertices } => write!(
                f,
                "the shape of {vertices} {} has neither breadth nor a radius; that of a body needs one of them, or is a point at its position",
                if vertices == 1 { "vertex" } else { "vertices" }
            ),
            Error::NoSuchShape { shape } => write!(f, "there is no shape {shape}; it belongs to another world"),
            Error::Room { room, origins, directions } => write!(
                f,
                "there is room for {room} distances; {origins} origins with {directions} directions each need {}",
                origins as u128 * directions as u128
            ),
            Error::NoLength { gate } => {
                write!(f, "gate {gate} has no length; a gate needs two distinct points or more")
            }
            Error::NoPoints => write!(f, "0 points given; at least 1 is needed"),
            Error::TooLarge { what } => {
                write!(f, "{what} exceeds {:e}, the largest number there is; use smaller coordinates", f64::MAX)
            }
            Error::Arithmetic { fault: ArithmeticFault::Rounding } => write!(
                f,
                "this thread's floating-point numbers are not rounded to nearest; set the rounding mode back to nearest, the default"
            ),
            Error::Arithmetic { fault: ArithmeticFault::Subnormals } => write!(
                f,
                "this thread takes numbers below {:e} for 0; switch off flush-to-zero and denormals-are-zero, as by default",
                f64::MIN_POSITIVE
            ),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Name::SegmentA => write!(f, "segment end a"),
            Name::SegmentB => write!(f, "segment end b"),
            Name::SweepStart => write!(f, "sweep start"),
            Name::SweepEnd => write!(f, "sweep end"),
            Name::SweepRadius => write!(f, "sweep radius"),
            Name::CapsuleA => write!(f, "capsule end a"),
            Name::CapsuleB => write!(f, "capsule end b"),
            Name::MoverRadius => write!(f, "mover radius"),
            Name::CircleCenter => write!(f, "circle center"),
            Name::CircleRadius => write!(f, "circle radius"),
            Name::BoxMin => write!(f, "box min"),
            Name::BoxMax => write!(f, "box max"),
            Name::Vertex(ring, index) => write!(f, "{}", Item("vertex", (ring, index))),
            Name::Point(index) => write!(f, "points[{index}]"),
            Name::GatePoint(gate, index) => write!(f, "points[{index}] of gate {gate}"),
            Name::SmallestCircleRadius => write!(f, "radius of the smallest circle"),
            Name::WallRestitution => write!(f, "wall restitution"),
            Name::WallFriction => write!(f, "wall friction"),
            Name::NewBody => write!(f, "the new body"),
            Name::Body(index) => write!(f, "body {index}"),
            Name::BodyPosition => write!(f, "body position"),
            Name::BodyRadius => write!(f, "body radius"),
            Name::BodyVelocity => write!(f, "body velocity"),
            Name::BodyMass => write!(f, "body mass"),
            Name::BodyRestitution => write!(f, "body restitution"),
            Name::BodyFriction => write!(f, "body friction"),
            Name::BodyShape => write!(f, "size of the body's shape"),
            Name::GroupVelocity => write!(f, "group velocity"),
            Name::GroupMark => write!(f, "group mark"),
            Name::Gravity => write!(f, "gravity"),
            Name::Impulse => write!(f, "impulse"),
            Name::ContactTime => write!(f, "contact time"),
            Name::RestSpeed => write!(f, "rest speed"),
            Name::SlopeRise => write!(f, "rise of a slope"),
            Name::SlopeRun => write!(f, "run of a slope"),
        }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Allowed::FromZeroToOne => "a number from 0 to 1",
            Allowed::Positive => "a finite number above 0",
            Allowed::NotNegative => "a finite number, 0 or more",
            Allowed::NothingBesideShape => "0, as a body with a shape has that of its shape",
        })
    }
}

impl fmt::Display for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Ring::Outer => write!(f, "outer ring"),
            Ring::Hole(hole) => write!(f, "hole {hole}"),
        }
    }
}

/// A point as people write it.
struct Place(Point);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", Number(self.0.x), Number(self.0.y))
    }
}

/// A number in the shorter of plain and scientific form: 1e300 should not take a line of zeros.
struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.abs();
        let plain = size == 0.0 || (1e-5..1e16).contains(&size) || !size.is_finite();
        if plain { write!(f, "{}", self.0) } else { write!(f, "{:e}", self.0) }
    }
}

/// A vertex or edge of a ring: "edge 3", "edge 2 of hole 0".
struct Item(&'static str, (Ring, usize));

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Item(what, (ring, index)) = *self;
        match ring {
            Ring::Outer => write!(f, "{what} {index}"),
            Ring::Hole(_) => write!(f, "{what} {index} of {ring}"),
        }
    }
}

/// Two vertices or edges. Beside one of a hole, one of the outer ring needs its ring's name too.
struct Two(&'static str, (Ring, usize), (Ring, usize));

impl fmt::Display for Two {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Two(what, first, second) = *self;
        let of_outer = if first.0 == Ring::Outer && second.0 != Ring::Outer { " of the outer ring" } else { "" };
        write!(f, "{}{of_outer} and {}", Item(what, first), Item(what, second))
    }
}

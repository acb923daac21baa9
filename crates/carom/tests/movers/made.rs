//! The oracle's shapes as the library's, and the library's answers in the oracle's words.

use carom::{Aabb, Circle, Contact, Feature, Hit, Mover, MoverPart, MoverSweep, Point, Polygon, Segment};
use carom_oracle::movers::{self, Moving, Touch};
use carom_oracle::near_movers::Kind;
use carom_oracle::truth::{Bits, Ends, Xy};

/// What is decided exactly: time, contact, part of the wall, part of the mover.
pub(crate) type Answer = (Bits, Contact, Option<(Feature, MoverPart)>);

/// A mover of a shape, which must be accepted and have its vertices; they may begin with another one, and the oracle's follow.
pub(crate) fn mover(kind: Kind, moving: &mut Moving) -> Result<Mover, String> {
    let core = moving.shape.core.clone();
    let radius = moving.shape.radius;
    let polygon = |core: &[Xy]| Polygon::new(core.iter().copied()).and_then(|polygon| Mover::polygon(&polygon));
    let made = match (kind, &core[..]) {
        (Kind::Box, _) => Aabb::new(core[0], core[core.len() / 2]).map(|aabb| Mover::aabb(&aabb)),
        (_, [a]) => Mover::capsule(*a, *a, radius),
        (_, [a, b]) => Mover::capsule(*a, *b, radius),
        (Kind::Rounded, _) => polygon(&core).and_then(|mover| mover.grown(radius)),
        _ => polygon(&core),
    };
    let mover = made.map_err(|error| format!("{kind:?} {moving:?} was rejected: {error}"))?;
    let vertices: Vec<Xy> = mover.vertices().iter().map(|p| [p.x, p.y]).collect();
    let first = core.iter().position(|p| Some(p) == vertices.first()).unwrap_or(0);
    moving.shape.core.rotate_left(first);
    if vertices == moving.shape.core && mover.radius() == radius {
        return Ok(mover);
    }
    Err(format!("{moving:?} has the vertices {vertices:?} and the radius {}", mover.radius()))
}

pub(crate) fn sweep<'a>(mover: &'a Mover, moving: &Moving) -> Result<MoverSweep<'a>, String> {
    let [start, end] = moving.path;
    mover.sweep(start, end).map_err(|error| format!("{moving:?} was rejected: {error}"))
}

pub(crate) fn segment([a, b]: Ends) -> Result<Segment, String> {
    Segment::new(a, b).map_err(|error| format!("segment {a:?} {b:?} was rejected: {error}"))
}

pub(crate) fn circle((center, radius): (Xy, f64)) -> Result<Circle, String> {
    Circle::new(center, radius).map_err(|error| format!("circle {center:?} {radius:?} was rejected: {error}"))
}

/// The library's answer; what overlaps from the start has no parts that matter.
///
/// The two sides of a core of two vertices are two edges for the library and one for the oracle.
pub(crate) fn answer(hit: &Hit, vertices: usize) -> Answer {
    let mover = match hit.mover {
        MoverPart::Edge(1) if vertices == 2 => MoverPart::Edge(0),
        part => part,
    };
    let parts = (hit.contact != Contact::Overlaps).then_some((hit.feature, mover));
    (hit.t.into(), hit.contact, parts)
}

/// The oracle's answer for a mover with so many vertices; whatever is not a wall is touched at its side.
pub(crate) fn expected(touch: &Touch, vertices: usize, is_wall: bool) -> Answer {
    let parts = touch.parts.map(|[ours, theirs]| {
        let feature = if is_wall { feature(movers::feature(theirs)) } else { Feature::Side };
        (feature, part(ours, vertices))
    });
    (touch.time.toward_zero().into(), contact(touch.contact), parts)
}

pub(crate) fn part(part: movers::Part, vertices: usize) -> MoverPart {
    let short = |i: usize| u16::try_from(i).expect("few vertices");
    match part {
        _ if vertices == 1 => MoverPart::Whole,
        movers::Part::Vertex(i) => MoverPart::Vertex(short(i)),
        movers::Part::Edge(i) => MoverPart::Edge(short(i)),
    }
}

fn feature(feature: carom_oracle::moving::Feature) -> Feature {
    match feature {
        carom_oracle::moving::Feature::Side => Feature::Side,
        carom_oracle::moving::Feature::A => Feature::A,
        carom_oracle::moving::Feature::B => Feature::B,
    }
}

fn contact(contact: carom_oracle::moving::Contact) -> Contact {
    use carom_oracle::moving::Contact as Exactly;
    match contact {
        Exactly::Crosses => Contact::Crosses,
        Exactly::Ends => Contact::Ends,
        Exactly::Starts => Contact::Starts,
        Exactly::Along => Contact::Along,
        Exactly::Leaves => Contact::Leaves,
        Exactly::Overlaps => Contact::Overlaps,
    }
}

/// Every bit of a hit.
pub(crate) fn bits(hit: &Hit) -> ([u64; 5], Feature, Contact, MoverPart) {
    let numbers = [hit.t, hit.point.x, hit.point.y, hit.normal.x, hit.normal.y];
    (numbers.map(f64::to_bits), hit.feature, hit.contact, hit.mover)
}

pub(crate) fn plain(p: Point) -> Xy {
    [p.x, p.y]
}

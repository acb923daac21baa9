//! Moving points and discs against the oracle.

use std::cmp::Ordering;
use std::fmt::Debug;

use carom::methods::Method;
use carom::{Circle, Hit, Segment, Sweep};

use super::{agree, polygon, segment};
use crate::moving::{self, Contact, Feature, Place, Touch};
use crate::near::{self, Mover};
use crate::regions::{self, Region};
use crate::rng::Rng;
use crate::truth::{self, Bits, Ends, Xy};
use crate::{cases, narrow};

/// The same hit by all three methods and by the sweep itself, for moves that just touch or just do not.
pub(super) fn near_points(rng: &mut Rng) -> Result<(), String> {
    let case @ (path, wall) = near::point_and_wall(rng);
    let (sweep, wall_shape) = (sweep((path, 0.0))?, segment(wall)?);
    let hit = sweep.first_touch(&wall_shape);
    let expected = narrow::point_and_wall(path, wall);
    agree(&case, hit.map(outline), expected.map(|(t, contact, feature)| (t.into(), contact, feature)))?;
    agree(&case, sweep.first_time(&wall_shape).map(Bits::from), hit.map(|hit| hit.t.into()))?;
    agree(&case, Method::ALL.map(|method| method.first_touch(&sweep, &wall_shape)), [hit; 3])
}

pub(super) fn disc_and_wall(rng: &mut Rng) -> Result<(), String> {
    let case @ (mover, wall) = near::disc_and_wall(rng);
    let (sweep, wall_shape) = (sweep(mover)?, segment(wall)?);
    let hit = sweep.first_touch(&wall_shape);
    let touch = moving::disc_and_wall(mover.0, mover.1, wall);
    agree(&case, hit.map(outline), touch.as_ref().map(expected))?;
    agree(&case, sweep.first_time(&wall_shape).map(Bits::from), hit.map(|hit| hit.t.into()))
}

pub(super) fn disc_and_circle(rng: &mut Rng) -> Result<(), String> {
    let case @ (mover, (center, radius)) = near::disc_and_circle(rng);
    let hit = sweep(mover)?.first_touch(&circle(center, radius)?);
    let touch = moving::disc_and_circle(mover.0, mover.1, center, radius);
    agree(&case, hit.map(outline), touch.as_ref().map(expected))
}

pub(super) fn disc_and_disc(rng: &mut Rng) -> Result<(), String> {
    let case @ (first, second) = near::disc_and_disc(rng);
    let hit = sweep(first)?.first_touch(&sweep(second)?);
    let touch = moving::disc_and_disc(first, second);
    agree(&case, hit.map(outline), touch.as_ref().map(expected))
}

/// Where a disc touches a wall: exactly at an end, else within rounding.
pub(super) fn place_on_wall(rng: &mut Rng) -> Result<(), String> {
    let case @ (mover, wall) = near::disc_and_wall(rng);
    let wall_shape = segment(wall)?;
    let (hit, touch) = (sweep(mover)?.first_touch(&wall_shape), moving::disc_and_wall(mover.0, mover.1, wall));
    let (Some(hit), Some(touch)) = (hit, touch) else { return Ok(()) };
    let end = match touch.feature {
        Feature::Side => None,
        Feature::A => Some(wall_shape.a()),
        Feature::B => Some(wall_shape.b()),
    };
    agree(&case, hit.point, end.unwrap_or(hit.point))?;
    same_place(&case, &hit, touch.place(), &[mover.0[0], mover.0[1], wall[0], wall[1], [mover.1, 0.0]])
}

pub(super) fn place_on_circle(rng: &mut Rng) -> Result<(), String> {
    let case @ (mover, (center, radius)) = near::disc_and_circle(rng);
    let hit = sweep(mover)?.first_touch(&circle(center, radius)?);
    let touch = moving::disc_and_circle(mover.0, mover.1, center, radius);
    let (Some(hit), Some(touch)) = (hit, touch) else { return Ok(()) };
    let place = inside_or(&touch, mover, on_circle(touch.place(), radius));
    same_place(&case, &hit, place, &[mover.0[0], mover.0[1], center, [mover.1, radius]])
}

pub(super) fn place_on_disc(rng: &mut Rng) -> Result<(), String> {
    let case @ (first, second) = near::disc_and_disc(rng);
    let hit = sweep(first)?.first_touch(&sweep(second)?);
    let (Some(hit), Some(touch)) = (hit, moving::disc_and_disc(first, second)) else { return Ok(()) };
    // The place is relative to the second mover, which is here by now.
    let [from, until] = second.0;
    let center = [0, 1].map(|axis| (1.0 - hit.t) * from[axis] + hit.t * until[axis]);
    let place = inside_or(&touch, first, on_circle(Place { point: center, ..touch.place() }, second.1));
    same_place(&case, &hit, place, &[first.0[0], first.0[1], from, until, [first.1, second.1]])
}

/// A point that starts inside something round touches it where it is.
fn inside_or(touch: &Touch, (path, radius): Mover, place: Place) -> Place {
    let is_inside = radius == 0.0 && touch.contact == Contact::Overlaps;
    if is_inside { Place { point: path[0], ..place } } else { place }
}

pub(super) fn order_of_disc_hits(rng: &mut Rng) -> Result<(), String> {
    let case @ (mover, first, second) = near::disc_and_walls(rng);
    let got = sweep(mover)?.order_of_hits(&segment(first)?, &segment(second)?);
    let touches = [first, second].map(|wall| moving::disc_and_wall(mover.0, mover.1, wall));
    let order = match &touches {
        [Some(first), Some(second)] => Some(first.time.compare(&second.time)),
        _ => None,
    };
    agree(&case, got, order)
}

/// The first edge of a polygon's outline, from inside, outside or on it, with holes.
pub(super) fn sweep_and_outline(rng: &mut Rng) -> Result<(), String> {
    let case = near::disc_and_polygon(rng, 12);
    let (mover, rings) = &case;
    let polygon = polygon(rings)?;
    let got = sweep(*mover)?.first_touch(&polygon.outline()).map(|(edge, hit)| (edge, outline(hit)));
    let first = moving::earliest(mover.0, mover.1, polygon.edges().map(|edge| plain(&edge)));
    agree(&case, got, first.map(|(edge, touch)| (edge, expected(&touch))))
}

/// The first touch of a filled polygon. What starts inside, or overlaps an edge, overlaps it at once.
pub(super) fn sweep_and_filled(rng: &mut Rng) -> Result<(), String> {
    let case = near::disc_and_polygon(rng, 12);
    let ((path, radius), rings) = &case;
    let polygon = polygon(rings)?;
    let edges: Vec<Ends> = polygon.edges().map(|edge| plain(&edge)).collect();
    let hit = sweep(case.0)?.first_touch(&polygon.filled());
    let (start, filled) = (Region::Point(path[0]), Region::Polygon(rings.clone()));
    let is_inside = truth::locate(path[0], rings) == truth::Location::Inside;
    let overlaps = is_inside || regions::distance(&start, &filled) < *radius;
    agree(&case, hit.is_some_and(|(_, hit)| contact(hit.contact) == Contact::Overlaps), overlaps)?;
    if is_inside {
        let distances = edges.iter().map(|&edge| regions::distance(&start, &Region::Segment(edge)));
        let nearest = distances.enumerate().reduce(|best, next| if next.1 < best.1 { next } else { best });
        return agree(&case, hit.map(|(edge, hit)| (edge, hit.t)), nearest.map(|(edge, _)| (edge, 0.0)));
    }
    let touches = edges.iter().map(|&edge| moving::disc_and_wall(*path, *radius, edge)).enumerate();
    let first = touches.filter_map(|(edge, touch)| Some((edge, touch?))).reduce(|best, next| {
        let in_time = next.1.time.compare(&best.1.time);
        let overlaps = |touch: &Touch| touch.contact == Contact::Overlaps;
        let order = in_time.then(overlaps(&best.1).cmp(&overlaps(&next.1)));
        if order == Ordering::Less { next } else { best }
    });
    agree(&case, hit.map(|(edge, hit)| (edge, outline(hit))), first.map(|(edge, touch)| (edge, expected(&touch))))
}

/// Many sweeps against one wall: the same bits as one by one.
pub(super) fn batch_first_times(rng: &mut Rng) -> Result<(), String> {
    let count = rng.below(40);
    let (paths, wall) = near::points_and_wall(rng, count);
    let has_discs = rng.one_in(2);
    let movers: Vec<Mover> = paths
        .into_iter()
        .map(|path| (path, if has_discs && rng.one_in(3) { near::fitting(rng, path, wall) } else { 0.0 }))
        .collect();
    let sweeps = movers.iter().map(|&mover| sweep(mover)).collect::<Result<Vec<Sweep>, String>>()?;
    let wall_shape = segment(wall)?;
    let bits = |t: Option<f64>| t.map(Bits::from);
    let got: Vec<_> = carom::batch::first_times(&sweeps, &wall_shape).into_iter().map(bits).collect();
    let one_by_one: Vec<_> = sweeps.iter().map(|sweep| bits(sweep.first_time(&wall_shape))).collect();
    let case = (&movers, wall);
    agree(&case, &got, &one_by_one)?;
    let exactly: Vec<_> = movers.iter().map(|&(path, radius)| bits(first_time(path, radius, wall))).collect();
    agree(&case, got, exactly)
}

/// One sweep against many walls: the earliest exact time, and of equal ones the lowest index.
pub(super) fn batch_first_touch(rng: &mut Rng) -> Result<(), String> {
    // A wall near a path is a path near a wall.
    let count = rng.below(40);
    let (mut walls, path) = near::points_and_wall(rng, count);
    for wall in &mut walls {
        *wall = cases::apart(rng, *wall);
    }
    for _ in 0..count / 4 {
        let (from, to, reversed) = (rng.below(count), rng.below(count), rng.one_in(2));
        walls[to] = walls[from];
        if reversed {
            walls[to].reverse();
        }
    }
    let radius = match walls.first() {
        Some(&wall) if rng.one_in(2) => near::fitting(rng, path, wall),
        _ => 0.0,
    };
    let shapes = walls.iter().map(|&wall| segment(wall)).collect::<Result<Vec<Segment>, String>>()?;
    let sweep = sweep((path, radius))?;
    let got = carom::batch::first_touch(&sweep, &shapes);
    let first = moving::earliest(path, radius, walls.iter().copied());
    let case = (path, radius, &walls);
    agree(&case, got.map(|(wall, hit)| (wall, outline(hit))), first.map(|(wall, touch)| (wall, expected(&touch))))?;
    agree(&case, got.map(|(_, hit)| hit), got.and_then(|(wall, _)| sweep.first_touch(&shapes[wall])))
}

fn first_time(path: Ends, radius: f64, wall: Ends) -> Option<f64> {
    if radius == 0.0 {
        return narrow::point_and_wall(path, wall).map(|(t, ..)| t);
    }
    moving::disc_and_wall(path, radius, wall).map(|touch| touch.time.toward_zero())
}

/// What is decided exactly: time, contact, feature.
pub(super) type Outline = (Bits, Contact, Feature);

fn expected(touch: &Touch) -> Outline {
    (touch.time.toward_zero().into(), touch.contact, touch.feature)
}

pub(super) fn outline(hit: Hit) -> Outline {
    (hit.t.into(), contact(hit.contact), feature(hit.feature))
}

/// A sweep that carom must accept: finite numbers, and a radius that is not negative.
pub(super) fn sweep((path, radius): Mover) -> Result<Sweep, String> {
    // A point and a disc without a radius are the same; both ways of asking for it get their share.
    let is_point = radius == 0.0 && path[0][0].to_bits() % 2 == 0;
    let sweep = if is_point { Sweep::point(path[0], path[1]) } else { Sweep::disc(path[0], path[1], radius) };
    sweep.map_err(|error| format!("{path:?} {radius:?} was rejected: {error}"))
}

/// A circle that carom must accept.
pub(super) fn circle(center: Xy, radius: f64) -> Result<Circle, String> {
    Circle::new(center, radius).map_err(|error| format!("circle {center:?} {radius:?} was rejected: {error}"))
}

pub(super) fn plain(segment: &Segment) -> Ends {
    [segment.a(), segment.b()].map(|p| [p.x, p.y])
}

fn contact(contact: carom::Contact) -> Contact {
    match contact {
        carom::Contact::Crosses => Contact::Crosses,
        carom::Contact::Ends => Contact::Ends,
        carom::Contact::Starts => Contact::Starts,
        carom::Contact::Along => Contact::Along,
        carom::Contact::Leaves => Contact::Leaves,
        carom::Contact::Overlaps => Contact::Overlaps,
    }
}

pub(super) fn feature(feature: carom::Feature) -> Feature {
    match feature {
        carom::Feature::Side => Feature::Side,
        carom::Feature::A => Feature::A,
        carom::Feature::B => Feature::B,
    }
}

/// The place on a circle around the point.
fn on_circle(place: Place, radius: f64) -> Place {
    let [x, y] = place.normal.unwrap_or([0.0; 2]);
    Place { point: [place.point[0] + radius * x, place.point[1] + radius * y], ..place }
}

/// Largest error of a normal's coordinates: the root of the spacing of numbers at 1, which is what rounding leaves near a tangent.
const NORMAL: f64 = 1.5e-8;

/// Largest error of a point, in units of the last place of the largest number involved.
const POINT: f64 = 8.0;

/// Is a rounded place near the exact one? Where there is no direction, any will do, as long as it is one.
fn same_place(case: &dyn Debug, hit: &Hit, place: Place, numbers: &[Xy]) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{case:?}: {what}: {hit:?}, exactly {place:?}"));
    let [x, y] = [hit.normal.x, hit.normal.y];
    // Named, since a comparison that is turned around would let NaN pass.
    let has_length_one = (x.hypot(y) - 1.0).abs() <= 1e-15;
    if !has_length_one {
        return wrong("the normal's length is not 1");
    }
    let Some(normal) = place.normal else { return Ok(()) };
    let off = (x - normal[0]).abs().max((y - normal[1]).abs());
    let is_right = off <= NORMAL;
    if !is_right {
        return wrong(&format!("the normal is {off:e} off"));
    }
    let size = numbers.as_flattened().iter().fold(0.0, |size: f64, x| size.max(x.abs()));
    let unit = (size * f64::EPSILON).max(f64::from_bits(1));
    let off = (hit.point.x - place.point[0]).abs().max((hit.point.y - place.point[1]).abs());
    // A point of a circle can be farther away than any number.
    let is_there = off <= POINT * unit || place.point.iter().any(|x| !x.is_finite());
    if is_there { Ok(()) } else { wrong(&format!("the point is {} units off", off / unit)) }
}

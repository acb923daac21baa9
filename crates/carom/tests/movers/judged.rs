//! Each kind of mover against each kind of obstacle, beside the oracle.

use carom::{Contact, Hit, Mover, MoverPart, Side};
use carom_oracle::checks::polygon;
use carom_oracle::movers::{self, Moving, Touch};
use carom_oracle::near_movers::{self, Kind};
use carom_oracle::rng::Rng;
use carom_oracle::truth::{self, Ends, Scale, Xy};
use std::cmp::Ordering;

use super::made::{answer, circle, expected, mover, plain, segment, sweep};
use super::{assert_right, assert_these_right, cases};

/// Of each kind of mover against each kind of obstacle.
const NEAR: u64 = cases(5_000_000);
/// So many are told of at once.
const PART: u64 = 250_000;
/// Polygons have many edges, each of which is judged.
const POLYGONS: u64 = cases(1_000_000);

pub(crate) fn for_each_kind(name: &str, count: u64, check: fn(&mut Rng, Kind) -> Result<(), String>) {
    for kind in Kind::ALL {
        assert_right(&format!("{kind:?} {name}"), count, |rng| check(rng, kind));
    }
}

/// As many as [`super::asked`] says, if it does, and tells from time to time how many there were.
fn for_each_kind_asked(name: &str, count: u64, check: fn(&mut Rng, Kind) -> Result<(), String>) {
    let Some(count) = super::asked() else { return for_each_kind(name, count, check) };
    for kind in Kind::ALL {
        let (began, mut seen) = (std::time::Instant::now(), 0);
        while seen < count {
            let next = count.min(seen + PART);
            assert_these_right(&format!("{kind:?} {name}"), seen..next, |rng| check(rng, kind));
            seen = next;
            println!("{kind:?} {name}: 0 of {seen} wrong, in {:.0} s", began.elapsed().as_secs_f64());
        }
    }
}

#[test]
fn walls() {
    for_each_kind_asked("and wall", NEAR, |rng, kind| {
        let (mut moving, wall) = near_movers::mover_and_wall(rng, kind);
        let shape = mover(kind, &mut moving)?;
        let hit = sweep(&shape, &moving)?.first_touch(&segment(wall)?);
        judge(&moving, &Moving::wall(wall), hit, true)
    });
}

#[test]
fn circles() {
    for_each_kind_asked("and circle", NEAR, |rng, kind| {
        let (mut moving, round @ (center, radius)) = near_movers::mover_and_circle(rng, kind);
        let shape = mover(kind, &mut moving)?;
        let hit = sweep(&shape, &moving)?.first_touch(&circle(round)?);
        judge(&moving, &Moving::circle(center, radius), hit, false)
    });
}

#[test]
fn other_movers() {
    for_each_kind_asked("and mover", NEAR, |rng, kind| {
        let (mut moving, mut other) = near_movers::mover_and_mover(rng, kind);
        let (shape, other_shape) = (mover(kind, &mut moving)?, any_mover(&mut other)?);
        let hit = sweep(&shape, &moving)?.first_touch(&sweep(&other_shape, &other)?);
        judge(&moving, &other, hit, false)?;
        // A disc is something else that moves, on either side.
        let [start, end] = other.path;
        let disc = carom::Sweep::disc(start, end, other.shape.radius).map_err(|error| error.to_string())?;
        let round = Moving { shape: movers::Shape { core: vec![[0.0; 2]], radius: other.shape.radius }, ..other };
        judge(&moving, &round, sweep(&shape, &moving)?.first_touch(&disc), false)?;
        judge(&round, &moving, disc.first_touch(&sweep(&shape, &moving)?), false)
    });
}

/// A mover of any kind; boxes are those that look like one.
pub(crate) fn any_mover(moving: &mut Moving) -> Result<Mover, String> {
    let is_box = moving.shape.radius == 0.0 && near_movers::box_around(&moving.shape.core) == moving.shape.core;
    mover(if is_box { Kind::Box } else { Kind::Rounded }, moving)
}

#[test]
fn outlines() {
    for_each_kind_asked("and outline", POLYGONS, |rng, kind| {
        let (mut moving, rings) = near_movers::mover_and_polygon(rng, kind, 12);
        let (shape, polygon) = (mover(kind, &mut moving)?, polygon(&rings)?);
        let vertices = moving.shape.core.len();
        let got = sweep(&shape, &moving)?.first_touch(&polygon.outline());
        let got = got.map(|(edge, hit)| (edge, answer(&hit)));
        let edges = polygon.edges().map(|edge| [plain(edge.a()), plain(edge.b())]);
        let first = movers::earliest(&moving, edges);
        let expected = first.map(|(edge, touch)| (edge, expected(&touch, vertices, true)));
        agree((&moving, &rings), got, expected)
    });
}

/// From outside a filled polygon is its outline; whoever shares some of its inside overlaps it.
#[test]
fn filled_polygons() {
    for_each_kind("and filled polygon", POLYGONS, |rng, kind| {
        let (mut moving, rings) = near_movers::mover_and_polygon(rng, kind, 12);
        let (shape, polygon) = (mover(kind, &mut moving)?, polygon(&rings)?);
        let got = sweep(&shape, &moving)?.first_touch(&polygon.filled());
        let overlaps = movers::overlaps_filled(&moving, &rings);
        let is_told = got.is_some_and(|(_, hit)| hit.contact == Contact::Overlaps && hit.t == 0.0);
        agree((&moving, &rings), is_told, overlaps)?;
        if overlaps {
            return Ok(());
        }
        let edges = polygon.edges().map(|edge| [plain(edge.a()), plain(edge.b())]);
        let first = movers::earliest(&moving, edges);
        let vertices = moving.shape.core.len();
        let expected = first.map(|(edge, touch)| (edge, expected(&touch, vertices, true)));
        agree((&moving, &rings), got.map(|(edge, hit)| (edge, answer(&hit))), expected)
    });
}

/// Which of two walls is touched first, at times that are often equal, and all that is touched.
#[test]
fn order_of_two_walls() {
    for_each_kind("and two walls", NEAR / 4, |rng, kind| {
        let (mut moving, walls) = near_movers::mover_and_walls(rng, kind);
        let shape = mover(kind, &mut moving)?;
        let both = carom::Walls::new([segment(walls[0])?, segment(walls[1])?]);
        let sweep = sweep(&shape, &moving)?;
        let touches: Vec<(usize, Touch)> = touched(&moving, &walls);
        let vertices = moving.shape.core.len();
        let told = |(wall, touch): &(usize, Touch)| (*wall, expected(touch, vertices, true));
        let case = (&moving, walls);
        let got: Vec<_> = both.touches(&sweep).iter().map(|(id, hit)| (id.index(), answer(hit))).collect();
        agree(case, got, touches.iter().map(told).collect())?;
        let first = both.first_touch(&sweep).map(|(id, hit)| (id.index(), answer(&hit)));
        agree(case, first, touches.first().map(told))?;
        let stop = both.first_stop(&sweep).map(|(id, hit)| (id.index(), answer(&hit)));
        agree(
            case,
            stop,
            touches.iter().map(|touch| (told(touch), touch.1.is_flat)).find(stops).map(|(told, _)| told),
        )?;
        agree(case, both.touches_any(&sweep), !touches.is_empty())
    });
}

/// A wall with one side stops only what starts with some of its core in front; what starts in it is let out.
#[test]
fn walls_with_one_side() {
    for_each_kind("and wall with one side", NEAR / 4, |rng, kind| {
        let (mut moving, wall) = near_movers::mover_and_wall(rng, kind);
        let shape = mover(kind, &mut moving)?;
        let vertices = moving.shape.core.len();
        if vertices == 1 {
            // Those of discs are told elsewhere.
            return Ok(());
        }
        let (sweep, side) = (sweep(&shape, &moving)?, *rng.pick(&[Side::Left, Side::Right]));
        let one_sided = carom::Wall::from(segment(wall)?).with_side(side);
        let walls = carom::Walls::with(*rng.pick(&carom::Strategy::ALL), [one_sided]);
        let is_met = starts_in_front(&moving, wall, side);
        let touch = moving.first_touch(&Moving::wall(wall)).filter(|_| is_met);
        let touched = touch.as_ref().map(|touch| expected(touch, vertices, true));
        let case = (&moving, wall, side);
        agree(case, walls.first_touch(&sweep).map(|(_, hit)| answer(&hit)), touched)?;
        agree(case, walls.touches_any(&sweep), touched.is_some())?;
        let is_flat = touch.is_some_and(|touch| touch.is_flat);
        let stop = touched.filter(|&(_, contact, _)| contact != Contact::Overlaps && (contact.stops() || is_flat));
        agree(case, walls.first_stop(&sweep).map(|(_, hit)| answer(&hit)), stop)
    });
}

/// Whether a vertex of a mover's core starts strictly on a side of a wall.
fn starts_in_front(moving: &Moving, wall: Ends, side: Side) -> bool {
    let scale = Scale::of(moving.shape.core.iter().chain(&moving.path).chain(&wall).flatten());
    let ([a, b], [x, y]) = (wall.map(|p| scale.point(p)), scale.point(moving.path[0]));
    let front = if side == Side::Left { Ordering::Greater } else { Ordering::Less };
    moving.shape.core.iter().any(|&by| {
        let [dx, dy] = scale.point(by);
        truth::sign(&truth::cross(&truth::to(&a, &b), &truth::to(&a, &[&x + dx, &y + dy]))) == front
    })
}

type Told = (usize, super::made::Answer);

fn stops(&((_, (_, contact, _)), is_flat): &(Told, bool)) -> bool {
    contact.stops() || is_flat
}

/// The walls that are touched, in order of exact time, then as they were given.
fn touched(moving: &Moving, walls: &[Ends]) -> Vec<(usize, Touch)> {
    let touch = |(i, wall): (usize, &Ends)| Some((i, moving.first_touch(&Moving::wall(*wall))?));
    let mut touches: Vec<(usize, Touch)> = walls.iter().enumerate().filter_map(touch).collect();
    touches.sort_by(|(_, a), (_, b)| a.time.compare(&b.time));
    touches
}

fn judge(moving: &Moving, other: &Moving, hit: Option<Hit>, is_wall: bool) -> Result<(), String> {
    let touch = moving.first_touch(other);
    let vertices = moving.shape.core.len();
    let exactly = touch.as_ref().map(|touch| expected(touch, vertices, is_wall));
    agree((moving, other), hit.as_ref().map(answer), exactly)?;
    let (Some(hit), Some(touch)) = (hit, touch) else { return Ok(()) };
    if touch.is_flat || touch.contact == carom_oracle::moving::Contact::Overlaps {
        return Ok(());
    }
    is_in_place(moving, other, &hit).map_err(|message| format!("{moving:?} {other:?}: {hit:?}: {message}"))
}

pub(crate) fn agree<T: PartialEq + std::fmt::Debug>(
    case: impl std::fmt::Debug,
    got: T,
    expected: T,
) -> Result<(), String> {
    if got == expected { Ok(()) } else { Err(format!("{case:?}:\n  {got:?}, exactly\n  {expected:?}")) }
}

/// How far, in units of the last place of the largest number involved, a rounded place may be off.
const PLACE: f64 = 64.0;

/// Is the normal a direction in which the two are as far apart as their radii, and the point on the edge of both?
///
/// In a direction n, all of the first is at least as far as its lowest vertex, and all of the second at most as its highest.
fn is_in_place(moving: &Moving, other: &Moving, hit: &Hit) -> Result<(), String> {
    let place = |moving: &Moving| {
        let [a, b] = moving.path;
        let at = [0, 1].map(|axis| (1.0 - hit.t) * a[axis] + hit.t * b[axis]);
        moving.shape.core.iter().map(|p| [p[0] + at[0], p[1] + at[1]]).collect::<Vec<Xy>>()
    };
    let n = [hit.normal.x, hit.normal.y];
    let has_length_one = (n[0].hypot(n[1]) - 1.0).abs() <= 1e-15;
    if !has_length_one {
        return Err("the normal's length is not 1".to_string());
    }
    // The edge that touches has the other on its right, where the normal comes from; the one of two vertices has it on either side.
    let core = &moving.shape.core;
    if let (MoverPart::Edge(i), 3..) = (hit.mover, core.len()) {
        let (a, b) = (core[usize::from(i)], core[(usize::from(i) + 1) % core.len()]);
        let faces_it = (b[1] - a[1]) * n[0] - (b[0] - a[0]) * n[1] < 0.0;
        if !faces_it {
            return Err("the edge is on the far side".to_string());
        }
    }
    let height = |p: &Xy| n[0] * p[0] + n[1] * p[1];
    let lowest = place(moving).iter().map(height).fold(f64::MAX, f64::min);
    let highest = place(other).iter().map(height).fold(f64::MIN, f64::max);
    let numbers =
        [moving, other].into_iter().flat_map(|m| m.shape.core.iter().chain(&m.path).flatten().chain([&m.shape.radius]));
    let size = numbers.fold(0.0, |size: f64, x| size.max(x.abs()));
    if !(1e-290..=1e300).contains(&size) {
        return Ok(());
    }
    let unit = size * f64::EPSILON;
    let reach = moving.shape.radius + other.shape.radius;
    let off = (lowest - highest - reach).abs();
    // A radius that is hardly larger than the numbers' spacing has a direction that is hardly known, and near a tangent it is known to
    // half of its digits; over the width of the shapes that is a height.
    let width = |m: &Moving| m.shape.core.iter().flatten().fold(0.0, |size: f64, x| size.max(2.0 * x.abs()));
    let turned = if reach == 0.0 { 0.0 } else { (PLACE * unit / reach + f64::EPSILON.sqrt()).min(2.0) };
    let is_as_far = off <= PLACE * unit + turned * (width(moving) + width(other) + reach);
    if !is_as_far {
        return Err(format!("in the direction of the normal they are {} units off", off / unit));
    }
    let top = highest + other.shape.radius;
    let off = (height(&[hit.point.x, hit.point.y]) - top).abs();
    let is_on_top = off <= PLACE * unit + turned * (width(other) + reach);
    if !is_on_top {
        return Err(format!("the point is {} units off", off / unit));
    }
    Ok(())
}

//! Polygons that are not convex, as movers, beside the oracle.

use carom::{Circle, Contact, Mover, Point, Polygon, Slide, SlideEnding, Strategy, Wall, Walls};
use carom_oracle::dented;
use carom_oracle::movers::Moving;
use carom_oracle::near_movers;
use carom_oracle::truth::Xy;

use super::judged::agree;
use super::made::{answer, circle, expected, segment, sweep};
use super::{assert_right, cases};

const DENTED: u64 = cases(1_000_000);

/// The mover, and its vertices for the oracle: all of the ring, or what is left of a convex one.
fn mover(moving: &mut Moving) -> Result<Mover, String> {
    let polygon = Polygon::new(moving.shape.core.iter().copied()).map_err(|error| error.to_string())?;
    let mover = Mover::polygon(&polygon).and_then(|mover| mover.grown(moving.shape.radius));
    let mover = mover.map_err(|error| format!("{moving:?} was rejected: {error}"))?;
    let vertices: Vec<Xy> = mover.vertices().iter().map(|p| [p.x, p.y]).collect();
    let is_there = |p: &Xy| moving.shape.core.contains(p);
    if !vertices.iter().all(is_there) || mover.is_convex() != (near_movers::hull(&vertices).len() == vertices.len()) {
        return Err(format!("{moving:?} has the vertices {vertices:?}"));
    }
    moving.shape.core = vertices;
    Ok(mover)
}

#[test]
fn walls() {
    assert_right("dented and wall", DENTED, |rng| {
        let (mut moving, wall) = near_movers::dented_and_wall(rng, 9);
        let shape = mover(&mut moving)?;
        let got = sweep(&shape, &moving)?.first_touch(&segment(wall)?).map(|hit| answer(&hit));
        judge(&moving, &Moving::wall(wall), got, true)
    });
}

#[test]
fn circles() {
    assert_right("dented and circle", DENTED, |rng| {
        let (mut moving, [center, other]) = near_movers::dented_and_wall(rng, 9);
        let shape = mover(&mut moving)?;
        let radius = if rng.one_in(2) { 0.0 } else { (center[0] - other[0]).abs().min(1e300) };
        let got = sweep(&shape, &moving)?.first_touch(&circle((center, radius))?).map(|hit| answer(&hit));
        judge(&moving, &Moving::circle(center, radius), got, false)
    });
}

#[test]
fn other_movers() {
    assert_right("dented and dented", DENTED, |rng| {
        let (mut first, _) = near_movers::dented_and_wall(rng, 7);
        let (mut second, _) = near_movers::dented_and_wall(rng, 7);
        if rng.one_in(3) {
            second.shape.core = first.shape.core.clone();
        }
        if rng.one_in(3) {
            second.shape.core = near_movers::box_around(&second.shape.core);
        }
        if rng.one_in(2) {
            second.path = [second.path[0]; 2];
        }
        let (shape, other) = (mover(&mut first)?, mover(&mut second)?);
        let got = sweep(&shape, &first)?.first_touch(&sweep(&other, &second)?).map(|hit| answer(&hit));
        judge(&first, &second, got, false)
    });
}

/// Where more than one vertex touches, any of them may be told.
fn judge(moving: &Moving, other: &Moving, got: Option<super::made::Answer>, is_wall: bool) -> Result<(), String> {
    let touch = dented::first_touch(moving, other);
    let exactly = touch.map(|touch| expected(&touch, moving.shape.core.len(), is_wall));
    let got = match (got, &exactly) {
        (Some((t, contact, _)), Some((_, _, None))) => Some((t, contact, None)),
        _ => got,
    };
    agree((moving, other), got, exactly)
}

/// It has breadth, so it is not inside of what it merely touches when both start.
#[test]
fn a_brick_in_the_corner_of_an_ell() {
    let ring = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
    let ell = Mover::polygon(&Polygon::new(ring).unwrap()).unwrap();
    let brick = Mover::aabb(&carom::Aabb::new([0, 0], [1, 1]).unwrap());
    let (stands, leaves) = (ell.sweep([0, 0], [0, 0]).unwrap(), brick.sweep([1, 1], [5, 6]).unwrap());
    for hit in [leaves.first_touch(&stands), stands.first_touch(&leaves)] {
        let hit = hit.unwrap();
        assert_eq!((hit.t, hit.contact), (0.0, Contact::Leaves));
    }
    assert_eq!((leaves.overlap(&stands), stands.overlap(&leaves)), (None, None));
}

#[test]
fn what_goes_into_a_corner_of_its_own_line_meets_the_inside() {
    // An arrowhead with a dent at the back; a wall along the axis that the tip runs onto.
    let ring = Polygon::new([[0.0, 0.0], [-4.0, 3.0], [-2.0, 0.0], [-4.0, -3.0]]).unwrap();
    let arrow = Mover::polygon(&ring).unwrap();
    let wall = segment([[2.0, 0.0], [9.0, 0.0]]).unwrap();
    let hit = arrow.sweep([0.0, 0.0], [4.0, 0.0]).unwrap().first_touch(&wall).unwrap();
    assert_eq!((hit.t, hit.contact), (0.5, Contact::Crosses));
    // And the dent runs onto the end of one.
    let wall = segment([[-3.0, 0.0], [-9.0, 0.0]]).unwrap();
    let hit = arrow.sweep([0.0, 0.0], [-4.0, 0.0]).unwrap().first_touch(&wall).unwrap();
    assert_eq!((hit.t, hit.contact), (0.25, Contact::Crosses));
}

/// A wall across both arms of a U, deeper in the one than in the other: the deepest counts, whichever part comes first.
#[test]
fn the_deepest_part_is_told() {
    let ring = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [3.0, 3.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
    let shape = Mover::polygon(&Polygon::new(ring).unwrap()).unwrap();
    let place = shape.sweep([0, 0], [0, 0]).unwrap();
    // It comes down by 0.15 on a length of 1; the corner above it that is furthest away is a height over it.
    for (wall, height) in [([[-1.0, 2.9], [5.0, 2.0]], 0.85), ([[-1.0, 2.0], [5.0, 2.9]], 0.85)] {
        let depth = place.overlap(&segment(wall).unwrap()).unwrap().depth;
        assert!((depth - height / f64::sqrt(1.0 + 0.15 * 0.15)).abs() < 1e-9, "{wall:?}: {depth}");
    }
}

/// The end of a wall touches an arm of an L along its way; its foot comes to the same wall from below.
#[test]
fn one_part_slides_along_a_wall_that_another_comes_to() {
    let ring = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
    let ell = Mover::polygon(&Polygon::new(ring).unwrap()).unwrap();
    let up = ell.sweep([0, 0], [0, 4]).unwrap();
    for side in [carom::Side::On, carom::Side::Right] {
        let wall = Wall::from(segment([[1.0, 1.5], [5.0, 1.5]]).unwrap()).with_side(side);
        for strategy in [Strategy::BruteForce, Strategy::Bvh, Strategy::Quadtree, Strategy::Grid] {
            let walls = Walls::with(strategy, [wall]);
            let (_, touch) = walls.first_touch(&up).unwrap();
            assert_eq!((touch.t, touch.contact), (0.0, Contact::Along), "{strategy:?}");
            let (_, stop) = walls.first_stop(&up).unwrap();
            assert_eq!((stop.t, stop.contact), (0.125, Contact::Crosses), "{strategy:?}");
            let slid = walls.slide(&up, &Slide::default());
            assert!(matches!(slid.ending, SlideEnding::Blocked { .. }), "{strategy:?}: {slid:?}");
            assert!(slid.end.y < 0.5, "{strategy:?}: {slid:?}");
        }
    }
}

/// Small whole numbers, so that sides touch, slide along and leave: what stops the whole is what stops one of its convex parts first, for obstacles with breadth.
#[test]
fn what_stops_it_is_what_stops_a_part() {
    let rings: [&[[f64; 2]]; 3] = [
        &[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]],
        &[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [3.0, 3.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]],
        &[[0.0, 0.0], [-4.0, 3.0], [-2.0, 0.0], [-4.0, -3.0]],
    ];
    assert_right("stops of parts", cases(1_000_000), |rng| {
        let polygon = Polygon::new(rng.pick(&rings).iter().copied()).map_err(|error| error.to_string())?;
        let mut whole = |size: i64| [(); 2].map(|()| rng.between(-size, size) as f64 / 2.0);
        let (from, to, a, b) = (whole(8), whole(8), whole(8), whole(8));
        // Straight up or to the side it slides along what it touches.
        let to = *rng.pick(&[to, [from[0], to[1]], [to[0], from[1]]]);
        let is_round = a == b || rng.one_in(3);
        let radius = if is_round { 0.0 } else { 0.5 };
        let wall = match is_round {
            true => Wall::from(Circle::new(a, 0.5).map_err(|error| error.to_string())?),
            false => Wall::from(segment([a, b])?),
        };
        let walls = Walls::with(Strategy::BruteForce, [wall]);
        let stopped = |polygon: &Polygon| -> Result<Option<f64>, carom::Error> {
            let mover = Mover::polygon(polygon)?.grown(radius)?;
            Ok(walls.first_stop(&mover.sweep(from, to)?).map(|(_, hit)| hit.t))
        };
        let told = |error: carom::Error| error.to_string();
        let mut first: Option<f64> = None;
        for part in polygon.decompose().parts() {
            let ring: Vec<Point> = part.vertices().collect();
            let at = stopped(&Polygon::new(ring).map_err(told)?).map_err(told)?;
            first = [first, at].into_iter().flatten().reduce(f64::min);
        }
        let got = stopped(&polygon).map_err(told)?;
        (got == first)
            .then_some(())
            .ok_or(format!("{polygon:?} from {from:?} to {to:?}, {wall:?}: {got:?} for {first:?}"))
    });
}

/// Points and lines in a corner of walls, where its convex parts meet: they share no inside with any part, but with the whole. On its edge they do not,
/// whichever of the two moves.
#[test]
fn flat_things_along_cuts() {
    let corner = [[0.0, 0.0], [10.0, 0.0], [10.0, 4.0], [4.0, 4.0], [4.0, 10.0], [0.0, 10.0]];
    let corner = Mover::polygon(&Polygon::new(corner).unwrap()).unwrap();
    let inside =
        [[[4.0, 1.0], [4.0, 3.0]], [[1.0, 4.0], [3.0, 4.0]], [[4.0, 2.0]; 2], [[2.0, 4.0]; 2], [[3.0, 3.0]; 2]];
    let on_edge =
        [[[10.0, 1.0], [10.0, 3.0]], [[4.0, 5.0], [4.0, 9.0]], [[10.0, 2.0]; 2], [[4.0, 6.0]; 2], [[5.0, 0.0]; 2]];
    let cases = inside.map(|ends| (ends, true)).into_iter().chain(on_edge.map(|ends| (ends, false)));
    for ([a, b], is_inside) in cases {
        // Around its position, and beside it.
        for by in [[0.0, 0.0], a] {
            let ends = [a, b].map(|p| [p[0] - by[0], p[1] - by[1]]);
            let flat = Mover::capsule(ends[0], ends[1], 0.0).unwrap();
            let (one, other) = (flat.sweep(by, by).unwrap(), corner.sweep([0.0, 0.0], [0.0, 0.0]).unwrap());
            for (one, other) in [(&one, &other), (&other, &one)] {
                let contact = one.first_touch(other).unwrap().contact;
                assert_eq!(contact == Contact::Overlaps, is_inside, "{a:?} {b:?} beside {by:?}: {contact:?}");
                assert_eq!(one.overlap(other).is_some(), is_inside, "{a:?} {b:?} beside {by:?}");
            }
        }
    }
}

/// What overlaps is told of a box and of its like with round corners, too.
#[test]
fn boxes_in_dents() {
    let corner = [[0.0, 0.0], [10.0, 0.0], [10.0, 4.0], [4.0, 4.0], [4.0, 10.0], [0.0, 10.0]];
    let corner = Mover::polygon(&Polygon::new(corner).unwrap()).unwrap();
    let square = Mover::aabb(&carom::Aabb::new([-1.0, -1.0], [1.0, 1.0]).unwrap());
    let round = square.clone().grown(0.5).unwrap();
    let corner = corner.sweep([0.0, 0.0], [0.0, 0.0]).unwrap();
    for (shape, at, overlaps) in [
        (&square, [5.0, 5.0], false),
        (&square, [4.75, 5.0], true),
        (&square, [11.0, 2.0], false),
        (&square, [4.0, 2.0], true),
        (&round, [5.5, 5.5], false),
        (&round, [5.25, 5.5], true),
    ] {
        let sweep = shape.sweep(at, at).unwrap();
        for (one, other) in [(&sweep, &corner), (&corner, &sweep)] {
            assert_eq!(one.first_touch(other).unwrap().contact == Contact::Overlaps, overlaps, "{at:?}");
            assert_eq!(one.overlap(other).is_some(), overlaps, "{at:?}");
        }
    }
}

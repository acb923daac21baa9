//! What walls do to bodies: bounce, slide, stop; with gravity, and with restitution below 1.

use crate::{
    DT, assert_apart, assert_clear_of_walls, assert_near, boxed, falling, frames, meets_wall, position, segment, speed,
    step_all, velocity,
};
use carom::{Body, Circle, FrameEnd, Response, Settings, Vec2, Wall, Walls, World};
use carom_oracle::rng::Rng;

/// The x axis in pieces whose ends are no round numbers, and which lie on one line exactly.
fn floor_in_pieces(length: f64) -> Vec<Wall> {
    let (mut walls, mut x, mut k) = (Vec::new(), -5.0, 0);
    while x < length {
        let next = x + 0.1 + 0.37 * f64::from(k % 7);
        walls.push(segment([x, 0.0], [next, 0.0]).into());
        (x, k) = (next, k + 1);
    }
    walls
}

/// Seams neither slow it nor throw it up.
#[test]
fn slide_along_pieces() {
    for gravity in [0.0, 10.0] {
        for radius in [0.0, 0.5] {
            // In the air at first, or on the floor as nearly as it can be.
            for height in [0.25, if radius == 0.0 { 1e-300 } else { 0.0 }] {
                let mut world = falling(floor_in_pieces(110.0), gravity);
                let body = Body::disc([0.0, radius + height], radius).velocity([10.0, -3.0]).response(Response::Slide);
                let body = world.add(body).unwrap();
                let name = format!("gravity {gravity}, radius {radius}, height {height:e}");
                for _ in 0..600 {
                    step_all(&mut world, DT);
                }
                assert_clear_of_walls(&world);
                let [x, y] = position(&world, body);
                assert!((x - 100.0).abs() < 1e-9, "{name}: is at {x}, not at 100");
                assert!((y - radius).abs() < 1e-9, "{name}: is {y} high, not {radius}");
                // The last kick of a step is undone by the floor in the next.
                assert_near(velocity(&world, body), [10.0, 0.0], 1e-9 + gravity * DT, &name);
            }
        }
    }
}

/// Down a slope of pieces: half of `a·t²`, with the part of gravity that runs along it.
#[test]
fn slide_down_a_slope() {
    let slope = (0..200).map(|k| {
        let k = f64::from(k);
        segment([4.0 * k, -3.0 * k], [4.0 * (k + 1.0), -3.0 * (k + 1.0)]).into()
    });
    for radius in [0.0, 0.5] {
        let mut world = falling(slope.clone().collect(), 10.0);
        // On the slope's upper side, at a distance of just the radius: (3, 4) / 5 is its normal.
        let at = [4.0 + 0.6 * radius + 0.6e-9, -3.0 + 0.8 * radius + 0.8e-9];
        let body = world.add(Body::disc(at, radius).response(Response::Slide)).unwrap();
        for _ in 0..600 {
            step_all(&mut world, DT);
        }
        assert_clear_of_walls(&world);
        // In 10 s with 6 along: 300 down the slope; a step's chord and the fall to the slope are small beside that.
        let [x, y] = position(&world, body);
        let along = (x - at[0]) * 0.8 - (y - at[1]) * 0.6;
        assert!((along - 300.0).abs() < 1.0, "radius {radius}: {along}, not 300");
        let aside = (x - at[0]) * 0.6 + (y - at[1]) * 0.8;
        assert!(aside.abs() < 1e-6, "radius {radius}: {aside} off the slope");
    }
}

#[test]
fn slide_into_a_corner() {
    let upright = vec![segment([-5.0, 0.0], [10.0, 0.0]).into(), segment([10.0, 0.0], [10.0, 9.0]).into()];
    let overhanging = vec![segment([-5.0, 0.0], [10.0, 0.0]).into(), segment([10.0, 0.0], [5.0, 5.0]).into()];
    for (name, walls, gap) in [("upright", upright, 1.0), ("overhanging", overhanging, 1.0 + 2f64.sqrt())] {
        for gravity in [0.0, 10.0] {
            for radius in [0.0, 0.5] {
                let mut world = falling(walls.clone(), gravity);
                let body = Body::disc([0.0, radius + 0.25], radius).velocity([10.0, -3.0]).response(Response::Slide);
                let body = world.add(body).unwrap();
                for _ in 0..300 {
                    step_all(&mut world, DT);
                }
                let name = format!("{name}, gravity {gravity}, radius {radius}");
                assert_clear_of_walls(&world);
                assert_near(position(&world, body), [10.0 - radius * gap, radius], 1e-6, &name);
                assert!(speed(&world, body) <= 1e-6 + gravity * DT, "{name}: {:?}", velocity(&world, body));
            }
        }
    }
}

#[test]
fn stop() {
    for radius in [0.0, 0.5] {
        let mut world = World::new(Walls::new(boxed([0.0, 0.0], [10.0, 10.0])));
        let body = Body::disc([5.0, 5.0], radius).velocity([20.0, 3.0]).mass(2.0).response(Response::Stop);
        let body = world.add(body).unwrap();
        let events = frames(&mut world, 60, DT);
        assert_eq!(events.len(), 1, "{events:?}");
        let time = (5.0 - radius) / 20.0;
        assert_near(position(&world, body), [10.0 - radius, 5.0 + 3.0 * time], 1e-9, "at the wall");
        assert_near(events[0].before.into(), [20.0, 3.0], 0.0, "before");
        for velocities in [velocity(&world, body), events[0].after.into()] {
            assert_near(velocities, [0.0, 0.0], 0.0, "after");
        }
        assert!((world.tally().lost - 409.0).abs() < 1e-9, "{:?}", world.tally());
        assert_near(world.tally().impulse.into(), [40.0, 6.0], 1e-9, "impulse");
        assert_clear_of_walls(&world);
    }
}

#[test]
fn bounce() {
    for restitution in [1.0, 0.5, 0.0] {
        for of_wall in [true, false] {
            let floor = Wall::from(segment([-50.0, 0.0], [50.0, 0.0]));
            let floor = if of_wall { floor.with_restitution(restitution).unwrap() } else { floor };
            let mut world = World::new(Walls::new([floor]));
            let body = Body::disc([0.0, 2.0], 1.0).velocity([3.0, -4.0]);
            let body = world.add(if of_wall { body } else { body.restitution(restitution) }).unwrap();
            let events = frames(&mut world, 1, 1.0);
            let name = format!("restitution {restitution}, of the wall: {of_wall}");
            assert!(events.first().is_some_and(meets_wall), "{name}: {events:?}");
            assert!((events[0].time - 0.25).abs() < 1e-12, "{name}: {events:?}");
            assert_near(events[0].point.into(), [0.75, 0.0], 1e-12, &name);
            assert_near(events[0].normal.into(), [0.0, 1.0], 1e-12, &name);
            assert_near(velocity(&world, body), [3.0, 4.0 * restitution], 1e-12, &name);
            assert_near(position(&world, body), [3.0, 1.0 + 3.0 * restitution], 1e-12, &name);
            let lost = 8.0 * (1.0 - restitution * restitution);
            assert!((world.tally().lost - lost).abs() < 1e-12, "{name}: {:?}", world.tally());
            assert_near(world.tally().impulse.into(), [0.0, -4.0 * (1.0 + restitution)], 1e-12, &name);
        }
    }
    for wrong in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
        assert!(Wall::from(segment([0.0, 0.0], [1.0, 0.0])).with_restitution(wrong).is_err(), "{wrong}");
    }
}

/// Thousands of frames in a box at all speeds: it stays, and keeps its speed.
#[test]
fn fast_balls_in_a_chamber() {
    let vertices = [[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]];
    for start in [50.0, 5e3, 5e5] {
        let mut world = World::new(Walls::new(crate::ring(&vertices)));
        let body = world.add(Body::disc([120.0, 120.0], 0.5).velocity([0.6 * start, 0.8 * start])).unwrap();
        for _ in 0..crate::cases(3000) {
            step_all(&mut world, DT);
        }
        // A wall's normal is rounded once and for all, so the error of a bounce need not change its sign.
        let allowed = 1e-12 + 1e-15 * world.tally().bounces as f64;
        assert!((speed(&world, body) / start - 1.0).abs() < allowed, "{start}: {}", speed(&world, body));
        assert_clear_of_walls(&world);
        let inside = carom_oracle::bodies::inside_chamber(position(&world, body), &[vertices.to_vec()]);
        assert!(inside, "{start}: {:?}", position(&world, body));
    }
}

/// A step moves with v + a·dt/2 and ends with another half kick: an arc without walls is exact at the ends of steps.
#[test]
fn an_arc() {
    let mut world = falling(Vec::new(), 10.0);
    let body = world.add(Body::disc([0.0, 0.0], 1.0).velocity([3.0, 20.0])).unwrap();
    for frame in 1..=240 {
        frames(&mut world, 1, DT);
        let t = f64::from(frame) * DT;
        assert_near(position(&world, body), [3.0 * t, 20.0 * t - 5.0 * t * t], 1e-9, "place");
        assert_near(velocity(&world, body), [3.0, 20.0 - 10.0 * t], 1e-9, "velocity");
    }
    let first = {
        let mut world = falling(Vec::new(), 10.0);
        let body = world.add(Body::point([0.0, 0.0])).unwrap();
        frames(&mut world, 1, 0.5);
        (position(&world, body), velocity(&world, body))
    };
    assert_eq!(first, ([0.0, -1.25], [0.0, -5.0]));
}

/// It comes up again about as high as it was let go, bounce after bounce.
#[test]
fn a_bouncing_ball() {
    let mut world = falling(vec![segment([-10.0, 0.0], [10.0, 0.0]).into()], 9.8);
    let body = world.add(Body::disc([0.0, 10.5], 0.5)).unwrap();
    let (mut top, mut tops, mut rising) = (0.0f64, Vec::new(), false);
    for _ in 0..30_000 {
        step_all(&mut world, 1e-3);
        let ([_, y], [_, v]) = (position(&world, body), velocity(&world, body));
        assert!(0.5 <= y, "sank to {y}");
        // Rounding the arc to chords costs or gives at most half a kick at a bounce: 7·10⁻⁴ of the energy.
        let energy = 9.8 * (y - 0.5) + v * v / 2.0;
        assert!((energy / 98.0 - 1.0).abs() < 0.02, "energy {energy} of 98, at {y} with {v}");
        if rising && v <= 0.0 {
            tops.push(top);
        }
        (top, rising) = (if 0.0 < v { y } else { 0.0 }, 0.0 < v);
    }
    assert!(8 <= tops.len(), "{tops:?}");
    assert!(tops.iter().all(|top| (top - 10.5).abs() < 0.2), "{tops:?}");
}

/// A ball that loses half its speed at each bounce comes to rest on the floor: it neither sinks nor hangs, nor does the step.
#[test]
fn a_ball_at_rest() {
    for (restitution, rest_speed) in [(0.5, 0.0), (0.1, 0.0), (0.0, 0.0), (0.5, 0.1)] {
        let settings = Settings { gravity: Vec2::new(0.0, -9.8), rest_speed, ..Settings::default() };
        let floor = Walls::new([segment([-10.0, 0.0], [10.0, 0.0])]);
        let mut world = World::with(floor, settings).unwrap();
        let body = world.add(Body::disc([0.0, 2.5], 0.5).velocity([0.25, 0.0]).restitution(restitution)).unwrap();
        let name = format!("restitution {restitution}, rest speed {rest_speed}");
        for frame in 0..1200 {
            let made = world.step(DT);
            assert_eq!(made.end, FrameEnd::Completed, "{name}: frame {frame}");
            let [_, y] = position(&world, body);
            assert!(0.5 <= y, "{name}: sank to {y}");
            // After 5 seconds at rest, as nearly as the kicks of one step allow.
            assert!(frame < 300 || y < 0.5 + 9.8 * DT * DT, "{name}: hangs at {y} in frame {frame}");
        }
        assert!(velocity(&world, body)[1].abs() <= 9.8 * DT, "{name}: {:?}", velocity(&world, body));
        assert_near([position(&world, body)[0], 0.0], [5.0, 0.0], 1e-9, &name);
        assert_clear_of_walls(&world);
    }
}

/// Inelastic collapse: ever more collisions in ever less time. Every step still ends, and nothing overlaps.
#[test]
fn three_discs_collapse_between_walls() {
    for restitution in [0.0, 0.05, 0.1, 0.3, 0.9] {
        let mut world = World::new(Walls::new(boxed([0.0, 0.0], [20.0, 4.0])));
        let ids = [(3.0, 9.0), (10.0, 0.0), (17.0, -7.0)]
            .map(|(x, v)| world.add(Body::disc([x, 2.0], 1.0).velocity([v, 0.0]).restitution(restitution)).unwrap());
        let mut energy = world.energy();
        for frame in 0..1200 {
            let made = world.step(DT);
            assert_eq!(made.end, FrameEnd::Completed, "restitution {restitution}, frame {frame}");
            assert!(world.energy() <= energy * (1.0 + 1e-12), "restitution {restitution}, frame {frame}");
            energy = world.energy();
            assert_apart(&world);
        }
        assert!((world.time() - 20.0).abs() < 1e-9, "{}", world.time());
        let order = ids.map(|id| position(&world, id)[0]);
        assert!(order[0] < order[1] && order[1] < order[2], "restitution {restitution}: {order:?}");
    }
}

/// Twenty discs fall on each other; the pile settles and time goes on.
#[test]
fn a_column_of_discs() {
    for restitution in [0.1, 0.5] {
        let mut world = falling(boxed([-2.0, 0.0], [2.0, 100.0]), 9.8);
        for k in 0..20 {
            // A little off, so that the column falls over.
            let x = if k % 2 == 0 { 0.01 } else { -0.01 };
            world.add(Body::disc([x, 1.0 + 2.5 * f64::from(k)], 1.0).restitution(restitution)).unwrap();
        }
        let (count, mut unfinished) = (crate::cases(600).max(60), 0);
        for _ in 0..count {
            let mut end = world.step(DT).end;
            while let FrameEnd::EventLimit { remaining } = end {
                unfinished += 1;
                let stuck = count / 100 < unfinished;
                assert!(!stuck, "restitution {restitution}: {unfinished} steps were not completed by {}", world.time());
                end = world.step(remaining).end;
            }
            assert_eq!(end, FrameEnd::Completed, "restitution {restitution}, at {}", world.time());
            assert_apart(&world);
        }
        assert!((world.time() - count as f64 * DT).abs() < 1e-6, "{}", world.time());
        let low = world.bodies().map(|(_, body)| body.position.y).fold(f64::MAX, f64::min);
        assert!(low < 2.0, "restitution {restitution}: nothing fell, the lowest is at {low}");
    }
}

/// A disc that rolls over a pillar, held down by gravity, and slides.
#[test]
fn slide_over_a_pillar() {
    let walls = vec![Wall::from(Circle::new([0.0, 0.0], 5.0).unwrap())];
    let mut world = falling(walls, 9.8);
    let body = Body::disc([0.1, 6.5], 1.0).response(Response::Slide);
    let body = world.add(body).unwrap();
    for _ in 0..300 {
        step_all(&mut world, DT);
        assert_clear_of_walls(&world);
    }
    let [x, y] = position(&world, body);
    assert!(1.0 < x && y < -10.0, "still at {x}, {y}");
}

/// A light disc at a wall or in a corner, pressed against it by heavy ones: it has nowhere to go, and goes into nothing.
#[test]
fn squeezed_against_a_wall() {
    for case in 0..crate::cases(300) {
        let rng = &mut Rng::for_case(0, "squeezed", case);
        let response = *rng.pick(&[Response::Bounce, Response::Slide, Response::Stop]);
        let restitution = *rng.pick(&[1.0, 0.5, 0.0]);
        let tilt = rng.within(-3.0, 3.0);
        let vertices = [[-10.0, -10.0], [10.0, -10.0], [10.0 + tilt, 10.0], [-10.0, 10.0]];
        let mut world = World::new(Walls::new(crate::ring(&vertices)));
        let light = Body::disc([6.0, rng.within(-8.0, 8.0)], 0.75).velocity([9.0, rng.within(-9.0, 9.0)]);
        world.add(light.mass(0.1).restitution(restitution).response(response)).unwrap();
        for k in 0..3 {
            let heavy = Body::disc([-4.0, -5.0 + 5.0 * f64::from(k)], 2.0).velocity([20.0, rng.within(-3.0, 3.0)]);
            world.add(heavy.mass(10.0).restitution(restitution)).unwrap();
        }
        for _ in 0..120 {
            step_all(&mut world, DT);
            assert_apart(&world);
        }
    }
}

/// What leans on a wall and then leaves it, past its end or by a leap, falls as fast as all else. It once fell half as fast, for ever, as the
/// wall was not forgotten.
#[test]
fn what_has_left_a_wall_falls() {
    for (radius, speed) in [(0.0, 4.0), (0.25, 4.0), (0.25, 200.0)] {
        for response in [Response::Slide, Response::Bounce] {
            let mut world = falling(vec![segment([0.0, 0.0], [10.0, 0.0]).into()], 10.0);
            let body = Body::disc([9.0, radius + 1e-6], radius).restitution(0.0).response(response);
            let id = world.add(body).unwrap();
            frames(&mut world, 60, DT);
            assert!(world.is_at_rest(id), "radius {radius}: {:?}", world.tally());
            let there = *world.get(id).unwrap();
            world.replace(id, there.velocity([speed, 0.0])).unwrap();
            while position(&world, id)[0] < 11.0 {
                frames(&mut world, 1, DT);
            }
            let before = velocity(&world, id)[1];
            frames(&mut world, 60, DT);
            assert_near([velocity(&world, id)[1] - before, 0.0], [-10.0, 0.0], 1e-9, "in a second");
            // Up and down again.
            world.replace(id, there.velocity([0.0, 5.0])).unwrap();
            frames(&mut world, 30, DT);
            assert_near(velocity(&world, id), [0.0, 0.0], 1e-9, "half a second after a leap");
            assert_near(position(&world, id), [9.0, there.position.y + 1.25], 1e-9, "as high as 5²/20");
        }
    }
}

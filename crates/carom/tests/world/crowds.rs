//! Crowds that never meet themselves are passed over as a whole, and nothing else: whoever is in one does what it would do alone.

use crate::{DT, boxed, cases, frames};
use carom::{Body, Event, EventKind, Walls, World};
use carom_oracle::rng::Rng;

/// Bursts of points that meet each other head on, discs that do not meet their like, and discs in their way. If `alike`, the bodies of
/// a crowd have the same layers; else each is on layers of its own besides, and there is no crowd.
fn scene(rng: &mut Rng, alike: bool) -> World {
    let mut world = World::new(Walls::new(boxed([-8.0, -4.0], [8.0, 4.0])));
    let count = 40 + rng.below(40) as u32;
    let mut any = |low: f64, high: f64| rng.within(low, high);
    for k in 0..count {
        let own = if alike { 0 } else { k << 8 };
        let bodies = [
            Body::point([-3.0, 0.0]).velocity([any(-9.0, 30.0), 0.0]).layers(!own),
            Body::point([3.0, 0.0]).velocity([any(-30.0, 9.0), 0.0]).layers(!own),
            Body::point([0.0, 1.0]).velocity([any(-20.0, 20.0), any(-20.0, 20.0)]).layers(!own),
            Body::disc([-1.0, -2.0], 0.1).velocity([any(-9.0, 9.0), any(-9.0, 9.0)]).layers(2 | own).mask(1),
        ];
        bodies.into_iter().for_each(|body| assert!(world.add(body).is_ok()));
    }
    for k in 0..30 {
        let at = [f64::from(k % 10) - 4.6, f64::from(k / 10) + 1.5];
        world.add(Body::disc(at, 0.2).velocity([any(-3.0, 3.0), any(-3.0, 3.0)])).unwrap();
    }
    world
}

#[test]
fn a_crowd_does_what_each_of_it_does() {
    let mut met = [0; 3];
    for case in 0..cases(40) {
        let [mut crowd, mut each] =
            [true, false].map(|alike| scene(&mut Rng::for_case(0, "crowds that never meet", case), alike));
        for frame in 0..5 {
            // Crowds are those of a frame's start: it is long enough for them to meet again.
            let dt = if frame == 0 { 0.5 } else { DT };
            let [got, expected]: [Vec<Event>; 2] = [&mut crowd, &mut each].map(|world| frames(world, 1, dt));
            assert_eq!(got, expected, "case {case}, frame {frame}");
            let places =
                |world: &World| world.bodies().map(|(_, body)| (body.position, body.velocity)).collect::<Vec<_>>();
            assert_eq!(places(&crowd), places(&each), "case {case}, frame {frame}");
            let is_point = |id| crowd.get(id).unwrap().radius == 0.0;
            for event in got {
                match event.kind {
                    EventKind::Body(other) if event.body.is_some_and(is_point) && is_point(other) => met[0] += 1,
                    EventKind::Body(_) => met[1] += 1,
                    _ => met[2] += 1,
                }
            }
        }
    }
    assert!(met.iter().all(|&met| cases(40) * 20 < met), "points, others, walls: {met:?}");
}

/// One who comes through many sensors in one place is told of by all at one time, the lowest id first.
#[test]
fn many_sensors_in_one_place() {
    let mut world = World::new(Walls::new(boxed([-8.0, -4.0], [8.0, 4.0])));
    let ball = world.add(Body::disc([-5.0, 0.3], 0.5).velocity([10.0, 0.1])).unwrap();
    let second = world.add(Body::disc([5.0, 1.6], 0.5).velocity([-5.0, 0.0])).unwrap();
    let sensors: Vec<_> = (0..100).map(|_| world.add(Body::disc([0.0, 0.0], 2.0).sensor()).unwrap()).collect();
    let events = frames(&mut world, 1, 0.8);
    let told = |kind: EventKind| events.iter().filter(move |event| event.kind == kind).collect::<Vec<_>>();
    for what in [EventKind::Enters(ball), EventKind::Leaves(ball), EventKind::Enters(second)] {
        let told = told(what);
        assert!(told.iter().filter_map(|event| event.body).eq(sensors.iter().copied()), "{what:?}: {told:?}");
        assert!(told.iter().all(|event| event.time == told[0].time), "{what:?}: {told:?}");
    }
}

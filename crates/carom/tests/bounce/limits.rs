//! How far to go: by time, by length, by bounces; and going on from where a call ended.

use crate::chambers::W3;
use crate::{assert_certified, assert_near, onward, outline, room};
use carom::{Bounces, Ending, Limits, Point, Sweep, Walls};

fn chamber() -> Walls {
    outline(&W3)
}

fn sweep(radius: f64) -> Sweep {
    Sweep::disc([120.0, 120.0], [183.0, 177.0], radius).expect("numbers are finite")
}

const RADII: [f64; 2] = [0.0, 7.5];

#[test]
fn defaults() {
    let Limits { time, length, bounces, restitution } = Limits::default();
    assert_eq!((time, length, bounces, restitution), (1.0, f64::INFINITY, 1000, 1.0));
    assert_eq!((Limits::time(3.0).time, Limits::time(3.0).bounces), (3.0, 1000));
    assert_eq!((Limits::length(3.0).length, Limits::length(3.0).time), (3.0, f64::INFINITY));
    assert_eq!((Limits::bounces(3).bounces, Limits::bounces(3).time), (3, f64::INFINITY));
}

#[test]
fn by_time() {
    let walls = chamber();
    for radius in RADII {
        for time in [0.25, 1.0, 2.5, 30.0, 100.0] {
            let (sweep, limits) = (sweep(radius), Limits::time(time));
            let path = walls.bounce(&sweep, limits);
            assert_certified(&room(&walls), &sweep, &path);
            assert_eq!(path.ending, Ending::Completed, "{time}");
            assert!((path.time - time).abs() <= 1e-12 * time, "{time}: {}", path.time);
            let length = time * sweep.motion().length();
            assert!((path.length - length).abs() <= 1e-9 * length, "{time}: {} of {length}", path.length);
            assert!((moved(&sweep, &path) - length).abs() <= 1e-9 * length, "{time}: {}", moved(&sweep, &path));
            let times: Vec<f64> = path.bounces.iter().map(|bounce| bounce.time).collect();
            assert!(times.is_sorted() && times.iter().all(|t| (0.0..=time).contains(t)), "{time}: {times:?}");
        }
    }
}

#[test]
fn by_length() {
    let walls = chamber();
    for radius in RADII {
        for length in [1e-3, 10.0, 1000.0, 12_345.678] {
            let sweep = sweep(radius);
            let path = walls.bounce(&sweep, Limits::length(length));
            assert_certified(&room(&walls), &sweep, &path);
            assert_eq!(path.ending, Ending::Completed, "{length}");
            assert!((path.length - length).abs() <= 1e-9 * length, "{length}: {}", path.length);
            assert!((moved(&sweep, &path) - length).abs() <= 1e-9 * length, "{length}: {}", moved(&sweep, &path));
            let time = length / sweep.motion().length();
            assert!((path.time - time).abs() <= 1e-9 * time, "{length}: {} of {time}", path.time);
        }
    }
}

#[test]
fn by_bounces() {
    let walls = chamber();
    for radius in RADII {
        for bounces in [1, 2, 3, 17, 500] {
            let sweep = sweep(radius);
            let path = walls.bounce(&sweep, Limits::bounces(bounces));
            assert_certified(&room(&walls), &sweep, &path);
            assert_eq!(path.bounces.len(), bounces as usize);
            assert_eq!(path.ending, Ending::BounceLimit { remaining: f64::INFINITY }, "{bounces}");
        }
        // A limit that is not reached is no reason to end.
        let most = walls.bounce(&sweep(radius), Limits { bounces: u32::MAX, ..Limits::time(20.0) });
        assert_eq!(most.ending, Ending::Completed);
        // With no bounce allowed, it stops where the first would be.
        let sweep = Sweep::disc([120.0, 120.0], [1120.0, 1020.0], radius).unwrap();
        let none = walls.bounce(&sweep, Limits { bounces: 0, ..Limits::default() });
        assert_certified(&room(&walls), &sweep, &none);
        assert!(none.bounces.is_empty() && matches!(none.ending, Ending::BounceLimit { .. }), "{:?}", none.ending);
    }
}

/// The nearest limit counts.
#[test]
fn several_limits() {
    let walls = chamber();
    for radius in RADII {
        let sweep = sweep(radius);
        let speed = sweep.motion().length();
        let path = walls.bounce(&sweep, Limits { length: 3.0 * speed, ..Limits::time(5.0) });
        assert!((path.time - 3.0).abs() < 1e-9 && path.ending == Ending::Completed, "{}", path.time);
        let path = walls.bounce(&sweep, Limits { length: 8.0 * speed, ..Limits::time(5.0) });
        assert!((path.time - 5.0).abs() < 1e-9 && path.ending == Ending::Completed, "{}", path.time);
        let path = walls.bounce(&sweep, Limits { bounces: 2, ..Limits::time(50.0) });
        let Ending::BounceLimit { remaining } = path.ending else { panic!("{:?}", path.ending) };
        assert!((remaining + path.time - 50.0).abs() < 1e-9, "{remaining} and {}", path.time);
    }
}

/// What is so fast that a frame is cut into parts tells what is left of its time in frames, as what is slow does.
#[test]
fn what_is_left_of_a_fast_path() {
    for size in [1.0, 1e300] {
        let walls = outline(&[[-size, -size], [size, -size], [size, size], [-size, size]]);
        let sweep = Sweep::point([0.0, 0.0], [11.0 * size, 3.0 * size]).unwrap();
        let path = walls.bounce(&sweep, Limits { bounces: 3, ..Limits::time(2.0) });
        let Ending::BounceLimit { remaining } = path.ending else { panic!("{:?}", path.ending) };
        // It meets the upright sides at 1/11 and 3/11, and a level one at 1/3, where the last bounce is.
        assert!((path.time - 1.0 / 3.0).abs() < 1e-9, "{size}: {}", path.time);
        assert!((remaining + path.time - 2.0).abs() < 1e-9, "{size}: {remaining} and {}", path.time);
    }
}

#[test]
fn numbers_that_make_no_sense() {
    let walls = chamber();
    for radius in RADII {
        let sweep = sweep(radius);
        for wrong in [f64::NAN, -1.0, f64::NEG_INFINITY, 0.0, -0.0] {
            for limits in [Limits::time(wrong), Limits::length(wrong), Limits { length: wrong, ..Limits::time(3.0) }] {
                let path = walls.bounce(&sweep, limits);
                assert_eq!((path.end, path.ending), (sweep.start(), Ending::Completed), "{limits:?}");
                assert_eq!((path.time, path.length, path.bounces.len()), (0.0, 0.0, 0), "{limits:?}");
            }
        }
    }
}

/// Call after call gives the path of one call, up to rounding.
#[test]
fn going_on() {
    let walls = chamber();
    for radius in RADII {
        let whole = walls.bounce(&sweep(radius), Limits::time(60.0));
        assert_eq!(whole.ending, Ending::Completed);
        for bounces in [1, 2, 5] {
            let (mut next, mut time, mut ids) = (sweep(radius), 60.0, Vec::new());
            let path = loop {
                let path = walls.bounce(&next, Limits { bounces, ..Limits::time(time) });
                assert_certified(&room(&walls), &next, &path);
                ids.extend(path.bounces.iter().map(|bounce| bounce.wall.index()));
                match path.ending {
                    Ending::BounceLimit { remaining } => time = remaining,
                    _ => break path,
                }
                next = onward(path.end, path.velocity, radius);
            };
            let expected: Vec<usize> = whole.bounces.iter().map(|bounce| bounce.wall.index()).collect();
            assert_eq!(ids, expected, "{radius}, {bounces}");
            assert_near(path.end, [whole.end.x, whole.end.y], 1e-6, "the end");
            assert_near(path.velocity, [whole.velocity.x, whole.velocity.y], 1e-6, "the velocity");
        }
    }
}

/// How far it is along the places where it was.
fn moved(sweep: &Sweep, path: &Bounces) -> f64 {
    let places: Vec<Point> =
        [sweep.start()].into_iter().chain(path.bounces.iter().map(|bounce| bounce.at)).chain([path.end]).collect();
    places.windows(2).map(|pair| (pair[1] - pair[0]).length()).sum()
}

/// The way is longer than numbers hold, its end is not: where a body is then is found in halves.
#[test]
fn a_way_longer_than_all_numbers() {
    let sweep = Sweep::point([1e308, -1.5e308], [0.0, -0.75e308]).expect("numbers are finite");
    let path = Walls::default().bounce(&sweep, Limits::time(2.5));
    assert_eq!((path.end, path.ending), (Point::new(-1.5e308, 0.375e308), Ending::Completed));
    // Where it would be past all numbers, it is at the last.
    let path = Walls::default().bounce(&sweep, Limits::time(4.0));
    assert_eq!(path.end.x, -f64::MAX);
}

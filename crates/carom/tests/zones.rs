//! Gates and zones: who crosses, who is inside, and that nobody is counted twice or lost.

use carom::{
    Change, Contact, Direction, Error, Gate, Gates, Passage, Point, Polygon, Segment, Shape, Sweep, Zone, Zones,
};
use carom_oracle::clock::seconds_of_work;
use carom_oracle::rng::Rng;
use carom_oracle::{polygons, share_of, whole};

const IN: Change = Change::Enters;
const OUT: Change = Change::Leaves;

fn polygon(rings: &[&[[i64; 2]]]) -> Polygon {
    let place = |p: &[i64; 2]| p.map(|value| value as f64);
    let holes = rings[1..].iter().map(|hole| hole.iter().map(place));
    Polygon::with_holes(rings[0].iter().map(place), holes).unwrap()
}

fn path(from: [i64; 2], to: [i64; 2]) -> Sweep {
    Sweep::point(from.map(|value| value as f64), to.map(|value| value as f64)).unwrap()
}

/// A square with a square hole.
const FRAME: [&[[i64; 2]]; 2] = [&[[0, 0], [8, 0], [8, 8], [0, 8]], &[[2, 2], [6, 2], [6, 6], [2, 6]]];

/// A square with a notch in its top whose lowest point is in the middle.
const NOTCH: [&[[i64; 2]]; 1] = [&[[0, 0], [8, 0], [8, 8], [4, 4], [0, 8]]];

/// A zone, the places of a track, what it does, and whether that is a touch.
struct Case {
    name: &'static str,
    rings: &'static [&'static [[i64; 2]]],
    places: &'static [[i64; 2]],
    told: &'static [(Change, f64, bool)],
}

const CASES: &[Case] = &[
    Case { name: "in", rings: &FRAME, places: &[[-1, 1], [1, 1]], told: &[(IN, 0.5, false)] },
    Case { name: "out", rings: &FRAME, places: &[[1, 1], [-1, 1]], told: &[(OUT, 0.5, false)] },
    Case {
        name: "through",
        rings: &FRAME,
        places: &[[-4, 1], [12, 1]],
        told: &[(IN, 0.25, false), (OUT, 0.75, false)],
    },
    Case {
        name: "through with a hole",
        rings: &FRAME,
        places: &[[-4, 4], [12, 4]],
        told: &[(IN, 0.25, false), (OUT, 0.375, false), (IN, 0.625, false), (OUT, 0.75, false)],
    },
    Case { name: "onto a left side", rings: &FRAME, places: &[[-1, 1], [0, 1]], told: &[(IN, 1.0, false)] },
    Case { name: "onto a right side", rings: &FRAME, places: &[[9, 1], [8, 1]], told: &[] },
    Case { name: "from a right side", rings: &FRAME, places: &[[8, 1], [7, 1]], told: &[(IN, 0.0, false)] },
    Case {
        name: "onto a right side from inside",
        rings: &FRAME,
        places: &[[7, 1], [8, 1]],
        told: &[(OUT, 1.0, false)],
    },
    Case { name: "onto a lower side", rings: &FRAME, places: &[[1, -1], [1, 0]], told: &[(IN, 1.0, false)] },
    Case { name: "onto an upper side", rings: &FRAME, places: &[[1, 9], [1, 8]], told: &[] },
    Case {
        name: "to a left side and back",
        rings: &FRAME,
        places: &[[-1, 1], [0, 1], [-1, 1]],
        told: &[(IN, 1.0, false), (OUT, 0.0, false)],
    },
    Case { name: "to a right side and back", rings: &FRAME, places: &[[9, 1], [8, 1], [9, 1]], told: &[] },
    Case {
        name: "stands on a side",
        rings: &FRAME,
        places: &[[-1, 1], [0, 1], [0, 1], [1, 1]],
        told: &[(IN, 1.0, false)],
    },
    Case {
        name: "along a left side",
        rings: &FRAME,
        places: &[[0, -4], [0, 12]],
        told: &[(IN, 0.25, false), (OUT, 0.75, false)],
    },
    Case { name: "along a right side", rings: &FRAME, places: &[[8, -1], [8, 9]], told: &[] },
    Case { name: "along an upper side", rings: &FRAME, places: &[[-1, 8], [9, 8]], told: &[] },
    Case {
        name: "diagonally through two vertices",
        rings: &NOTCH,
        places: &[[-1, -1], [1, 1]],
        told: &[(IN, 0.5, false)],
    },
    Case {
        name: "touches the lower left vertex",
        rings: &FRAME,
        places: &[[-1, 1], [1, -1]],
        told: &[(IN, 0.5, true), (OUT, 0.5, true)],
    },
    Case { name: "touches the upper right vertex", rings: &FRAME, places: &[[7, 9], [9, 7]], told: &[] },
    Case {
        // A hair above, where the notch is.
        name: "touches a notch from inside",
        rings: &NOTCH,
        places: &[[3, 4], [5, 4]],
        told: &[(OUT, 0.5, true), (IN, 0.5, true)],
    },
    Case {
        name: "touches a notch whose tip is on the left",
        rings: &[&[[0, 0], [8, 0], [4, 4], [8, 8], [0, 8]]],
        places: &[[4, 3], [4, 5]],
        told: &[(OUT, 0.5, true), (IN, 0.5, true)],
    },
    Case { name: "stays", rings: &FRAME, places: &[[0, 0], [0, 0]], told: &[] },
];

#[test]
fn one_zone() {
    for Case { name, rings, places, told } in CASES {
        let zone = Zone::new(polygon(rings));
        let zones = Zones::new([zone.polygon().clone()]);
        let mut found = Vec::new();
        for leg in places.windows(2) {
            let path = path(leg[0], leg[1]);
            let passages = zone.passages(&path);
            let of_many: Vec<Passage> = zones.passages(&path).into_iter().map(|(_, passage)| passage).collect();
            assert_eq!(passages, of_many, "{name}");
            found.extend(passages);
        }
        let found: Vec<_> = found.iter().map(|one| (one.change, one.hit.t, one.is_touch)).collect();
        assert_eq!(found, *told, "{name}");
    }
}

/// Of squares side by side, and of any zones that fill the plane, exactly one has a place.
#[test]
fn zones_side_by_side_share_no_place_and_leave_none() {
    let cell = |x: i64, y: i64| polygon(&[&[[x, y], [x + 2, y], [x + 2, y + 2], [x, y + 2]]]);
    let zones = Zones::new((0..25).map(|i| cell(2 * (i % 5), 2 * (i / 5))));
    for (x, y) in (0..10).flat_map(|x| (0..10).map(move |y| (x, y))) {
        assert_eq!(zones.containing([x, y]), [(x / 2 + 5 * (y / 2)) as usize], "({x}, {y})");
    }
    assert!(zones.containing([10, 3]).is_empty() && zones.containing([3, 10]).is_empty());
    assert_eq!(zones.containing([-0.0, 0.0]), [0]);
    assert!(zones.containing([f64::NAN, 1.0]).is_empty());
    // Whoever leaves one enters the next at the same time, also through the vertices that four of them share.
    let rng = &mut Rng::for_case(0, "side by side", 0);
    for _ in 0..20_000 {
        let place = |rng: &mut Rng| [rng.between(0, 9), rng.between(0, 9)];
        let (from, to) = (place(rng), place(rng));
        let mut now = zones.containing(from.map(|value| value as f64));
        for (zone, passage) in zones.passages(&path(from, to)) {
            match passage.change {
                Change::Enters => now.push(zone),
                Change::Leaves => now.retain(|&other| other != zone),
            }
        }
        assert_eq!(now, zones.containing(to.map(|value| value as f64)), "{from:?} to {to:?}");
    }
}

/// A simple polygon in small whole numbers, sometimes with holes.
fn small_rings(rng: &mut Rng) -> Vec<Vec<[i64; 2]>> {
    if rng.one_in(4) {
        return [&FRAME[..], &NOTCH[..]][rng.below(2)].iter().map(|ring| ring.to_vec()).collect();
    }
    loop {
        let n = 3 + rng.below(7);
        let grid = Some(*rng.pick(&[3, 5, 8]));
        let ring = if rng.one_in(2) { polygons::untangled(rng, n, grid) } else { polygons::grown(rng, n, grid) };
        if let Some(ring) = ring {
            return vec![ring.iter().map(|p| p.map(|value| value as i64)).collect()];
        }
    }
}

/// Tracks on small grids that touch edges, stand on them, run along them and pass through vertices: after every move, entries less exits
/// are who is inside, as the oracle has it.
#[test]
fn entries_less_exits_are_who_is_inside() {
    const TRACKS: u64 = share_of(10_000_000);
    const OF_ONE_POLYGON: u64 = 500;
    let rounds = TRACKS.div_ceil(OF_ONE_POLYGON);
    let count = |half: u64| {
        let (mut passages, mut touches, mut at_ends) = (0_u64, 0_u64, 0_u64);
        for round in (half..rounds).step_by(2) {
            let rng = &mut Rng::for_case(0, "entries less exits", round);
            let rings = small_rings(rng);
            let borrowed: Vec<&[[i64; 2]]> = rings.iter().map(Vec::as_slice).collect();
            let zone = Zone::new(polygon(&borrowed));
            for _ in 0..OF_ONE_POLYGON {
                let mut at = [rng.between(-1, 9), rng.between(-1, 9)];
                let first = zone.contains(at.map(|value| value as f64));
                let mut balance = 0;
                for _ in 0..4 {
                    let ring = rng.pick(&rings);
                    let to = match rng.below(8) {
                        0 => ring[rng.below(ring.len())],
                        1 => [at[0], rng.between(-1, 9)],
                        2 => [rng.between(-1, 9), at[1]],
                        _ => [rng.between(-1, 9), rng.between(-1, 9)],
                    };
                    let found = zone.passages(&path(at, to));
                    let wanted: Vec<bool> = whole::passages(&rings, [at, to]).iter().map(|one| one.0).collect();
                    let inside = [at, to].map(|place| whole::is_inside(&rings, place));
                    let told: Vec<bool> = found.iter().map(|passage| passage.change == IN).collect();
                    assert_eq!(told, wanted, "{rings:?}, from {at:?} to {to:?}");
                    let ends = [at, to].map(|place| zone.contains(place.map(|value| value as f64)));
                    assert_eq!(ends, inside, "{rings:?}, from {at:?} to {to:?}");
                    assert!(found.is_sorted_by(|a, b| a.hit.t <= b.hit.t), "{rings:?}, from {at:?} to {to:?}");
                    balance += told.iter().map(|&enters| if enters { 1 } else { -1 }).sum::<i64>();
                    assert_eq!(balance, i64::from(ends[1]) - i64::from(first));
                    passages += found.len() as u64;
                    touches += found.iter().filter(|passage| passage.is_touch).count() as u64;
                    at_ends += found.iter().filter(|passage| passage.hit.contact != Contact::Crosses).count() as u64;
                    at = to;
                }
            }
        }
        [passages, touches, at_ends]
    };
    let sums = std::thread::scope(|scope| {
        let threads = [0, 1].map(|half| scope.spawn(move || count(half)));
        threads.map(|thread| thread.join().unwrap())
    });
    let [passages, touches, at_ends] = [0, 1, 2].map(|i| sums[0][i] + sums[1][i]);
    assert!(TRACKS < passages && TRACKS / 50 < touches && TRACKS / 10 < at_ends, "{passages} {touches} {at_ends}");
}

/// Polygons and places of all sizes, with ties and near-ties: every change, its exact time and its order.
#[test]
fn every_passage_is_the_oracles() {
    carom_oracle::checks::assert_right(&["zone_passages"], share_of(400_000));
}

/// Towns full of zones and gates that share edges and vertices, and tracks along them and through them: all that is told, and that it does
/// not matter where they are cut. `cargo xtask soak tracks 1e7` asks for more.
#[test]
fn tracks_through_towns() {
    carom_oracle::checks::assert_right(&["towns"], share_of(4_000));
}

/// Cut at places that are exactly on it, a move does the same.
#[test]
fn where_a_track_is_cut_does_not_matter() {
    for case in 0..share_of(400_000) {
        let rng = &mut Rng::for_case(0, "cut", case);
        let rings = small_rings(rng);
        let borrowed: Vec<&[[i64; 2]]> = rings.iter().map(Vec::as_slice).collect();
        let zones = Zones::new([polygon(&borrowed), polygon(&NOTCH)]);
        let gates = Gates::new(borrowed.iter().map(|ring| ring.iter().map(|p| p.map(|value| value as f64)))).unwrap();
        let (from, step) = ([rng.between(-2, 9), rng.between(-2, 9)], [rng.between(-3, 3), rng.between(-3, 3)]);
        let count = rng.between(1, 6);
        let place = |i: i64| [from[0] + i * step[0], from[1] + i * step[1]];
        // The places are on one line, so times can be told as places along it.
        let whole = zones.passages(&path(from, place(count)));
        let mut pieces = Vec::new();
        for i in 0..count {
            pieces.extend(zones.passages(&path(place(i), place(i + 1))));
        }
        let told = |all: &[(usize, Passage)]| {
            let mut of_zones: Vec<_> = all.iter().map(|(zone, one)| (*zone, one.change)).collect();
            // Of two zones at one time, those of one come first in the whole and at the seam.
            of_zones.sort_by_key(|(zone, _)| *zone);
            of_zones
        };
        assert_eq!(told(&pieces), told(&whole), "{rings:?}, from {from:?} by {step:?}");
        let crossings =
            |from, to| gates.crossings(&path(from, to)).into_iter().map(|(gate, direction, _)| (gate, direction));
        let mut of_pieces: Vec<_> = (0..count).flat_map(|i| crossings(place(i), place(i + 1))).collect();
        let mut of_whole: Vec<_> = crossings(from, place(count)).collect();
        let key = |&(gate, direction): &(usize, Direction)| (gate, direction == Direction::Backward);
        of_pieces.sort_by_key(key);
        of_whole.sort_by_key(key);
        assert_eq!(of_pieces, of_whole, "{rings:?}, from {from:?} by {step:?}");
    }
}

/// Zones that overlap: what the index says is what each of them says.
#[test]
fn many_zones_say_what_each_of_them_says() {
    for case in 0..share_of(16_000) {
        let rng = &mut Rng::for_case(0, "many zones", case);
        let count = rng.below(40);
        let all: Vec<Polygon> = (0..count)
            .map(|_| {
                let (rings, by) = (small_rings(rng), [rng.between(0, 30), rng.between(0, 30)]);
                let rings: Vec<Vec<[i64; 2]>> =
                    rings.iter().map(|ring| ring.iter().map(|p| [p[0] + by[0], p[1] + by[1]]).collect()).collect();
                polygon(&rings.iter().map(Vec::as_slice).collect::<Vec<_>>())
            })
            .collect();
        let zones = Zones::new(all.iter().cloned());
        assert_eq!((zones.len(), zones.is_empty()), (count, count == 0));
        for _ in 0..20 {
            let [from, to] = [(); 2].map(|()| [rng.between(-1, 40), rng.between(-1, 40)]);
            let path = path(from, to);
            let each = |zone: usize| zones.get(zone).unwrap();
            let inside: Vec<usize> = (0..count).filter(|&zone| each(zone).contains(path.start())).collect();
            assert_eq!(zones.containing(path.start()), inside);
            let found = zones.passages(&path);
            assert!(found.is_sorted_by(|a, b| a.1.hit.t <= b.1.hit.t));
            for zone in 0..count {
                let of_zone: Vec<Passage> = found.iter().filter(|one| one.0 == zone).map(|one| one.1).collect();
                assert_eq!(of_zone, each(zone).passages(&path), "case {case}, zone {zone}");
            }
            let frame = polygon(&FRAME);
            for shape in [Shape::from(path.start()), Shape::from(&frame)] {
                let meets: Vec<usize> = (0..count).filter(|&zone| carom::intersects(&all[zone], shape)).collect();
                assert_eq!(zones.intersecting(shape), meets);
            }
        }
    }
}

#[test]
fn gates_of_several_points() {
    let gates = Gates::new([vec![[0, 0], [2, 5], [2, 5], [0, 9]], vec![[4, 0], [4, 9]]]).unwrap();
    assert_eq!((gates.len(), gates.pieces(0).count(), gates.pieces(1).count(), gates.pieces(2).count()), (2, 2, 1, 0));
    let crossings = |from, to| -> Vec<_> {
        gates.crossings(&path(from, to)).iter().map(|(gate, direction, hit)| (*gate, *direction, hit.t)).collect()
    };
    assert_eq!(crossings([6, 5], [-2, 5]), [(1, Direction::Forward, 0.25), (0, Direction::Forward, 0.5)]);
    // Past the bend, through both pieces.
    assert_eq!(crossings([1, 0], [1, 10]), [(0, Direction::Forward, 0.25), (0, Direction::Backward, 0.7)]);
    assert_eq!(crossings([3, 3], [3, 3]), []);
    let no_points: [[[f64; 2]; 0]; 1] = [[]];
    assert_eq!(Gates::new(no_points).unwrap_err(), Error::NoLength { gate: 0 });
    let told = |gates: [[[f64; 2]; 2]; 2]| Gates::new(gates).unwrap_err().to_string();
    let fine = [[0.0, 0.0], [1.0, 0.0]];
    assert_eq!(told([fine, [[1.0, 0.0]; 2]]), "gate 1 has no length; a gate needs two distinct points or more");
    let told = told([fine, [[1.0, 0.0], [f64::NAN, 0.0]]]);
    assert_eq!(told, "points[1] of gate 1 is (NaN, 0); coordinates must be finite numbers");
}

/// On a small grid tracks often stop on gates' lines, move along them and return.
#[test]
fn many_gates_say_what_each_of_them_says() {
    let mut crossings = [0; 2];
    for case in 0..share_of(24_000) {
        let rng = &mut Rng::for_case(0, "many gates", case);
        let place = |rng: &mut Rng| Point::new(rng.between(0, 4) as f64, rng.between(0, 4) as f64);
        let segments = std::iter::repeat_with(|| Segment::new(place(rng), place(rng)));
        let gates: Vec<Gate> = segments.filter_map(|segment| Some(Gate::new(segment.ok()?))).take(5).collect();
        let all = Gates::new(gates.iter().map(|gate| gate.segment().ends())).unwrap();
        let mut at = place(rng);
        for _ in 0..40 {
            let to = place(rng);
            let path = Sweep::point(at, to).unwrap();
            let expected: Vec<_> = gates
                .iter()
                .enumerate()
                .filter_map(|(i, gate)| gate.crossed(&path).map(|(t, way)| (i, t, way)))
                .collect();
            let mut found: Vec<_> = all.crossings(&path).iter().map(|(gate, way, hit)| (*gate, hit.t, *way)).collect();
            assert!(found.is_sorted_by(|a, b| a.1 <= b.1));
            found.sort_by_key(|crossed| crossed.0);
            assert_eq!(found, expected);
            let late = found.iter().filter(|(_, t, _)| *t == 0.0).count();
            crossings[0] += found.len() - late;
            crossings[1] += late;
            at = to;
        }
    }
    assert!(100 < crossings[0] && 100 < crossings[1], "{crossings:?}");
}

/// A hundred thousand zones, some large and some of many edges, are built and asked in seconds; looking at each would take hours.
#[test]
fn a_hundred_thousand_zones() {
    let rng = &mut Rng::for_case(0, "a hundred thousand", 0);
    let start = seconds_of_work();
    let zones = Zones::new((0..100_000).map(|i| {
        let middle = [rng.within(0.0, 1e6), rng.within(0.0, 1e6)];
        let (n, size) = if i % 1000 == 0 { (200, 2e4) } else { (3 + rng.below(10), rng.within(100.0, 3000.0)) };
        let ring = polygons::star(rng, n, 0.3);
        Polygon::new(ring.iter().map(|p| [middle[0] + size * p[0], middle[1] + size * p[1]])).unwrap()
    }));
    let (mut inside, mut passages) = (0, 0);
    for _ in 0..20_000 {
        let from = [rng.within(0.0, 1e6), rng.within(0.0, 1e6)];
        let to = [from[0] + rng.within(-3e3, 3e3), from[1] + rng.within(-3e3, 3e3)];
        let path = Sweep::point(from, to).unwrap();
        let (before, after) = (zones.containing(from), zones.containing(to));
        let found = zones.passages(&path);
        let balance: i64 = found.iter().map(|(_, one)| if one.change == IN { 1 } else { -1 }).sum();
        assert_eq!(balance, after.len() as i64 - before.len() as i64);
        inside += before.len();
        passages += found.len();
    }
    let seconds = seconds_of_work() - start;
    assert!(inside > 1000 && passages > 1000, "{inside} {passages}");
    assert!(seconds < 25.0, "it took {seconds} s");
}

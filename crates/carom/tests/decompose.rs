//! Do the convex parts of a polygon cover it exactly?
//!
//! What makes a list of parts a partition, and why the checks are enough, is said in the oracle's `partition`.

use carom::{Point, Polygon};
use carom_oracle::checks;
use carom_oracle::rng::Rng;
use carom_oracle::round::next_up;
use carom_oracle::truth::{Side, Xy, orient};
use carom_oracle::{partition, polygons};

/// Random polygons of each check; without optimization a case takes many times as long.
const CASES: u64 = if carom_oracle::FEW_CASES { 1_000 } else { 10_000 };

/// Triangles and parts of one polygon, as it is and at the ends of the number range.
#[track_caller]
fn check(name: &str, rings: &[Vec<Xy>]) {
    for exponent in [0, -1000, 900] {
        let factor = 2f64.powi(exponent);
        let scaled: Vec<Vec<Xy>> =
            rings.iter().map(|ring| ring.iter().map(|p| p.map(|x| x * factor)).collect()).collect();
        check_as_it_is(&format!("{name}, times 2^{exponent}"), &scaled);
    }
}

#[track_caller]
fn check_as_it_is(name: &str, rings: &[Vec<Xy>]) {
    let polygon = checks::polygon(rings).unwrap_or_else(|error| panic!("{name}: {error:.300}"));
    let triangles = polygon.triangulate();
    if let Err(what) = partition::judge_triangles(&checks::stored(&polygon), &triangles) {
        panic!("{name}, triangles: {what:.300}");
    }
    if let Err(what) = checks::judge_decomposition(&polygon) {
        panic!("{name}, parts: {what:.300}");
    }
    // Cuts that are not needed are left out: at most two are needed to end at any one reflex vertex.
    let (parts, most) = (polygon.decompose().len(), 2 * reflex_vertices(&polygon) + 1);
    assert!(parts <= most, "{name}: {parts} parts, expected at most {most}");
}

#[test]
fn random_polygons() {
    checks::assert_right(&["triangulate", "decompose"], CASES);
}

#[test]
fn small_polygons() {
    let cases: &[(&str, &[Xy])] = &[
        ("triangle", &[[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]]),
        ("clockwise triangle", &[[0.0, 0.0], [0.0, 3.0], [4.0, 0.0]]),
        ("square", &[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]),
        ("dart", &[[0.0, 0.0], [4.0, 4.0], [0.0, 8.0], [8.0, 4.0]]),
        ("thin dart", &[[0.0, 0.0], [4.0, 4.0 - 1e-15], [8.0, 8.0], [4.0, 4.0]]),
        ("W3", &[[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]]),
        ("straight corner", &[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [1.0, 1.0]]),
        (
            "triangle with straight corners only on one edge",
            &[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [0.0, 1.0]],
        ),
        (
            "triangle with straight corners on every edge",
            &[[0.0, 0.0], [2.0, 0.0], [4.0, 0.0], [2.0, 2.0], [0.0, 4.0], [0.0, 2.0]],
        ),
        ("L", &[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]]),
        (
            "L with a vertex opposite its reflex corner",
            &[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0], [0.0, 1.0]],
        ),
        ("vertices level with each other", &[[0.0, 0.0], [3.0, 1.0], [6.0, 0.0], [6.0, 3.0], [3.0, 1.5], [0.0, 3.0]]),
        (
            "cross",
            &[
                [1.0, 0.0],
                [2.0, 0.0],
                [2.0, 1.0],
                [3.0, 1.0],
                [3.0, 2.0],
                [2.0, 2.0],
                [2.0, 3.0],
                [1.0, 3.0],
                [1.0, 2.0],
                [0.0, 2.0],
                [0.0, 1.0],
                [1.0, 1.0],
            ],
        ),
    ];
    for (name, ring) in cases {
        check(name, &[ring.to_vec()]);
    }
}

#[test]
fn families() {
    let mut rng = Rng::new(5);
    for n in [5, 240, 1000] {
        check(&format!("regular {n}-gon"), &[polygons::regular(n)]);
        check(&format!("star of {n}"), &[polygons::star(&mut rng, n, 0.1)]);
        check(&format!("thin star of {n}"), &[polygons::star(&mut rng, n, 0.99)]);
    }
    for teeth in [1, 2, 30, 500] {
        check(&format!("comb of {teeth} teeth"), &[polygons::comb(teeth)]);
    }
    for turns in [1, 3, 9] {
        check(&format!("spiral of {turns} turns"), &[polygons::spiral(turns, 24)]);
        check(&format!("coarse spiral of {turns} turns"), &[polygons::spiral(turns, 6)]);
    }
    for columns in [1, 5, 40, 200] {
        let ring = polygons::rectilinear(&mut rng, columns);
        check(&format!("{columns} columns"), std::slice::from_ref(&ring));
        check(&format!("{columns} columns with runs"), &[polygons::with_runs(&mut rng, &ring)]);
    }
    let runs = polygons::with_runs(&mut rng, &polygons::comb(40));
    check("comb with runs", &[runs]);
}

#[test]
fn holes() {
    let mut rng = Rng::new(6);
    for (side, n) in [(1, 3), (1, 4), (2, 3), (3, 12), (8, 5), (16, 4)] {
        check(&format!("sieve of {side}·{side} stars of {n}"), &polygons::sieve(&mut rng, side, n));
    }
    let square = |x: f64, y: f64, size: f64| vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]];
    // Whole coordinates put many vertices exactly level with and above each other.
    for side in [1, 2, 5] {
        let mut rings = vec![square(0.0, 0.0, 3.0 * side as f64)];
        rings.extend(
            (0..side * side)
                .map(|cell| square(3.0 * (cell % side) as f64 + 1.0, 3.0 * (cell / side) as f64 + 1.0, 1.0)),
        );
        check(&format!("{side}·{side} square holes"), &rings);
    }
    // One hole fills nearly everything: a thin frame.
    let thin = 1.0 / 1024.0;
    check("thin frame", &[square(0.0, 0.0, 1.0), square(thin, thin, 1.0 - 2.0 * thin)]);
    // A hole one unit in the last place away from a vertex and an edge of the outer ring.
    let close = vec![[1.0, next_up(0.0)], [2.0, 1.0], [1.0, 2.0], [next_up(0.0), 1.0]];
    check_as_it_is("hole that nearly touches", &[square(0.0, 0.0, 4.0), close]);
    let mut spiral = vec![polygons::spiral(3, 24)];
    spiral.extend((0..60).map(|i| {
        // In the middle of the band, between two pairs of vertices.
        let turn = (i as f64 + 0.5) / 24.0;
        let (radius, angle) = (1.0 + turn + 0.2, std::f64::consts::TAU * turn);
        square(radius * angle.cos() - 0.03, radius * angle.sin() - 0.03, 0.06)
    }));
    check("spiral with 60 holes", &spiral);
}

/// Large polygons of every kind; with n² steps this test would take minutes a polygon.
#[test]
fn a_hundred_thousand_vertices() {
    let mut rng = Rng::new(7);
    let large: Vec<(&str, Vec<Vec<Xy>>)> = vec![
        ("comb", vec![polygons::comb(49_999)]),
        ("star", vec![polygons::star(&mut rng, 100_000, 0.2)]),
        ("columns", vec![polygons::rectilinear(&mut rng, 28_000)]),
        ("spiral", vec![polygons::spiral(200, 250)]),
        ("sieve", polygons::sieve(&mut rng, 100, 10)),
    ];
    for (name, rings) in large {
        let vertices: usize = rings.iter().map(Vec::len).sum();
        assert!(100_000 <= vertices + 1_000, "{name} has {vertices} vertices");
        let polygon = checks::polygon(&rings).unwrap_or_else(|error| panic!("{name}: {error:.300}"));
        let (triangles, parts) = (polygon.triangulate(), polygon.decompose().len());
        assert!(parts < triangles.len(), "{name}: {parts} parts of {} triangles", triangles.len());
        check_as_it_is(name, &rings);
    }
}

#[test]
fn parts_tell_their_vertices() {
    let polygon = Polygon::new([[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]]).unwrap();
    let decomposition = polygon.decompose();
    assert_eq!(decomposition.len(), 2);
    for part in decomposition.parts() {
        let by_index: Vec<Point> = part.indices().map(|i| polygon.vertices()[i as usize]).collect();
        assert_eq!(part.vertices().collect::<Vec<_>>(), by_index);
        assert_eq!(part.edges().count(), by_index.len());
    }
}

fn reflex_vertices(polygon: &Polygon) -> usize {
    let is_reflex = |ring: &[Xy], i: usize| {
        let n = ring.len();
        orient(ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]) == Side::Right
    };
    checks::stored(polygon).iter().map(|ring| (0..ring.len()).filter(|&i| is_reflex(ring, i)).count()).sum()
}

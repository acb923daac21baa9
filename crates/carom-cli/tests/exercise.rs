//! `carom exercise`, end to end: the same numbers for the same seed, clean results, and every solution checked in fractions.

mod common;

use carom_oracle::truth;
use common::Folder;
use dashu_int::IBig;
use serde_json::{Value, json};

fn exercises(folder: &Folder, words: &str) -> Vec<Value> {
    let answer = folder.carom(&format!("exercise {words} --json")).good().json();
    assert_eq!(answer["schema"], "carom.exercise/1");
    answer["exercises"].as_array().unwrap().clone()
}

fn floats(exercise: &Value) -> Vec<[f64; 2]> {
    let numbers: Vec<f64> = exercise["numbers"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
    numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// The results, each as a fraction of whole numbers.
fn results(exercise: &Value) -> Vec<[i64; 2]> {
    let fraction = |x: &Value| {
        let text = x["exact"].as_str().unwrap_or_else(|| panic!("{x} is not exact"));
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        [above.parse().unwrap(), below.parse().unwrap()]
    };
    exercise["results"].as_array().unwrap().iter().map(fraction).collect()
}

/// Exact points as numerators over one denominator.
#[derive(Clone, Debug)]
struct Exact {
    x: IBig,
    y: IBig,
    below: IBig,
}

impl Exact {
    fn of([x, y]: [[i64; 2]; 2]) -> Exact {
        Exact { x: IBig::from(x[0]) * y[1], y: IBig::from(y[0]) * x[1], below: IBig::from(x[1]) * y[1] }
    }
}

/// A point and a wall: time, place and end after the bounce follow from the oracle's own first touch.
fn judge_wall(exercise: &Value, reflects: bool) {
    let points = floats(exercise);
    let [from, to, a, b] = [points[0], points[1], points[2], points[3]];
    let scale = truth::Scale::of(points.iter().flatten());
    let [p, q, c, d] = [from, to, a, b].map(|place| scale.point(place));
    let results = results(exercise);
    let Some(time) = truth::first_shared(&p, &q, &c, &d) else {
        assert!(results.is_empty(), "{exercise}");
        return;
    };
    // ti = n/m, crosswise.
    assert_eq!(&time.numerator * results[0][1], &time.denominator * results[0][0], "{exercise}");
    // Bi = Bs + ti·V.
    let at = Exact::of([results[1], results[2]]);
    let whole = |x: f64| IBig::from(x as i64);
    for (found, start, end) in [(&at.x, from[0], to[0]), (&at.y, from[1], to[1])] {
        let along = &time.denominator * whole(start) + &time.numerator * whole(end - start);
        assert_eq!(found * &time.denominator, &at.below * along, "{exercise}");
    }
    if reflects {
        judge_reflection(exercise, &at, &results);
    }
}

/// Be' − Be is along the normal, and the distances of Be and Be' from the wall's line are as 1 to e, on both sides.
fn judge_reflection(exercise: &Value, _at: &Exact, results: &[[i64; 2]]) {
    let points = floats(exercise);
    let [_, to, a, b] = [points[0], points[1], points[2], points[3]];
    let end = Exact::of([results[3], results[4]]);
    let whole = |x: f64| IBig::from(x as i64);
    let (ex, ey) = (whole(b[0] - a[0]), whole(b[1] - a[1]));
    let (dx, dy) = (&end.x - &end.below * whole(to[0]), &end.y - &end.below * whole(to[1]));
    assert_eq!(&dx * &ex + &dy * &ey, IBig::ZERO, "{exercise}");
    // N·P − N·P0 of both, times the denominator.
    let before = (whole(to[0] - a[0]) * &ey - whole(to[1] - a[1]) * &ex) * &end.below;
    let after = (&end.x - &end.below * whole(a[0])) * &ey - (&end.y - &end.below * whole(a[1])) * &ex;
    let question = exercise["question"].to_string();
    let factor = if question.contains("e = 1/2") { 2 } else { 1 };
    assert_eq!(after * factor, -before, "{exercise}");
}

/// A disc: at the time given the wall is as near as r, and not nearer before.
fn judge_disc(exercise: &Value) {
    let points = floats(exercise);
    let radius = exercise["numbers"].as_array().unwrap().last().unwrap().as_f64().unwrap();
    let [from, to, a, b] = [points[0], points[1], points[2], points[3]];
    let results = results(exercise);
    if results.is_empty() {
        let apart = truth::compare_distance_of_segments([from, to], [a, b], radius);
        assert_ne!(apart, std::cmp::Ordering::Less, "{exercise}");
        return;
    }
    let whole = |x: f64| x as i64;
    // All times the common denominator: whole numbers again, which the oracle judges exactly.
    let at = Exact::of([results[1], results[2]]);
    let below: i64 = at.below.clone().try_into().unwrap();
    let scaled = |point: [f64; 2]| [(whole(point[0]) * below) as f64, (whole(point[1]) * below) as f64];
    let centre = [&at.x, &at.y].map(|x| {
        let x: i64 = x.clone().try_into().unwrap();
        x as f64
    });
    let (wall, reach) = ([scaled(a), scaled(b)], radius * below as f64);
    assert_eq!(truth::compare_distance_to_segment(centre, wall, reach), std::cmp::Ordering::Equal, "{exercise}");
    // On the way there it is nowhere nearer.
    let before = truth::compare_distance_of_segments([scaled(from), centre], wall, reach);
    assert_eq!(before, std::cmp::Ordering::Equal, "{exercise}");
    // The centre is where the time says.
    let [n, m] = results[0];
    for (found, start, end) in [(&at.x, from[0], to[0]), (&at.y, from[1], to[1])] {
        let along = IBig::from(m) * whole(start) + IBig::from(n) * whole(end - start);
        assert_eq!(found * m, &at.below * along, "{exercise}");
    }
}

fn judge_inside(exercise: &Value) {
    let points = floats(exercise);
    let found = truth::locate(points[0], &[points[1..].to_vec()]);
    let expected =
        if exercise["answer"] == json!("It is inside.") { truth::Location::Inside } else { truth::Location::Outside };
    assert_eq!(found, expected, "{exercise}");
}

fn judge_circle(exercise: &Value) {
    let (points, results) = (floats(exercise), results(exercise));
    let [cx, cy, r] = [results[0], results[1], results[2]].map(|[n, m]| n as f64 / m as f64);
    let order = |point: [f64; 2]| truth::compare_distance(point, [cx, cy], r);
    assert!(points.iter().all(|point| order(*point) != std::cmp::Ordering::Greater), "{exercise}");
    let on: Vec<[f64; 2]> = points.iter().copied().filter(|point| order(*point) == std::cmp::Ordering::Equal).collect();
    // Held by two ends of a diameter, or by three that have the centre among them.
    let opposite = |p: &[f64; 2]| on.contains(&[2.0 * cx - p[0], 2.0 * cy - p[1]]);
    let held = on.iter().any(opposite)
        || on.iter().any(|p| {
            on.iter()
                .any(|q| on.iter().any(|s| truth::locate([cx, cy], &[vec![*p, *q, *s]]) == truth::Location::Inside))
        });
    assert!(held, "{exercise}");
}

/// A thousand and more: every solution is right in fractions.
#[test]
fn every_solution_is_right() {
    let folder = Folder::new("exercise-many");
    let mut judged = 0;
    for difficulty in 1..=3 {
        for (kind, count) in
            [("wall", 100), ("reflect", 100), ("disc", 60), ("crossing", 60), ("inside", 40), ("circle", 20)]
        {
            let words = format!("--kind {kind} --difficulty {difficulty} --seed 11 --count {count}");
            for exercise in exercises(&folder, &words) {
                match kind {
                    "wall" => judge_wall(&exercise, false),
                    "reflect" => judge_wall(&exercise, true),
                    "disc" => judge_disc(&exercise),
                    "crossing" => {
                        let points = floats(&exercise);
                        let share = truth::share_a_point([points[0], points[1]], [points[2], points[3]]);
                        assert_eq!(share, !results(&exercise).is_empty(), "{exercise}");
                    }
                    "inside" => judge_inside(&exercise),
                    _ => judge_circle(&exercise),
                }
                judged += 1;
            }
        }
    }
    assert!(judged >= 1000, "{judged}");
}

/// Chambers: the first hit is that of the nearest edge by the oracle, the ball stays inside, and comes to rest nowhere else.
#[test]
fn chambers_are_right() {
    let folder = Folder::new("exercise-chambers");
    for difficulty in 1..=3 {
        for exercise in exercises(&folder, &format!("--kind chamber --difficulty {difficulty} --count 25")) {
            let (points, results) = (floats(&exercise), results(&exercise));
            let corners = &points[2..];
            let path = [points[0], points[1]];
            let edges = (0..corners.len()).map(|i| [corners[i], corners[(i + 1) % corners.len()]]);
            let first = edges.filter_map(|edge| truth::first_touch(path, edge)).fold(f64::INFINITY, f64::min);
            let [n, m] = results[0];
            let time = n as f64 / m as f64;
            assert!((time - first).abs() <= 1e-15, "{time} {first} {exercise}");
            let end = Exact::of([results[results.len() - 2], results[results.len() - 1]]);
            let below: i64 = end.below.clone().try_into().unwrap();
            let [x, y]: [i64; 2] = [end.x.try_into().unwrap(), end.y.try_into().unwrap()];
            let ring: Vec<[f64; 2]> = corners.iter().map(|corner| corner.map(|x| x * below as f64)).collect();
            assert_ne!(truth::locate([x as f64, y as f64], &[ring]), truth::Location::Outside, "{exercise}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_sheet() {
    let folder = Folder::new("exercise-seed");
    let sheet = |seed: u32| {
        folder.carom(&format!("exercise --kind reflect --count 20 --seed {seed} --format latex")).good().stdout
    };
    let first = sheet(1);
    assert_eq!(first, sheet(1));
    assert_ne!(first, sheet(2));
    let questions: std::collections::BTreeSet<&str> =
        first.lines().filter(|line| line.starts_with("A point flies")).collect();
    assert_eq!(questions.len(), 20, "twenty different exercises");
    assert!(first.starts_with("\\documentclass") && first.ends_with("\\end{document}\n"));
    assert_eq!(first.matches('$').count() % 2, 0);
    assert_eq!(first.matches("\\begin{").count(), first.matches("\\end{").count());
}

#[test]
fn bad_usage() {
    let folder = Folder::new("exercise-usage");
    folder.carom("exercise").fails(2, &["--kind"]);
    folder.carom("exercise --kind wall --difficulty 4").fails(2, &["4", "1..=3"]);
    folder.carom("exercise --kind wall --count 0").fails(2, &["0"]);
    folder.carom("exercise --kind wall --json --format latex").fails(2, &["--json and --format"]);
}

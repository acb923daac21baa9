//! Named cases: what is asked and what is right, as data in `cases/*.json`.
//!
//! A number is written as it is or as a fraction; a time is also written as `[p, q, s]` for (p − √q) / s.
//! Times are exact; `"roughly": true` stands where they have no short form, and then only the oracle says what they are.
//! Every case is asked of carom in every way it can be asked, and of the oracle.

use std::cmp::Ordering;

use carom::methods::Method;
use carom::{Circle, Crossing, Hit, Point, Polygon, Segment, Sweep, Vec2, batch, reflect};
use carom_oracle::moving::{self, Time, Touch};
use carom_oracle::truth::{Ends, Xy};
use serde_json::Value;

#[test]
fn moving_points_and_walls() {
    for case in cases(include_str!("cases/walls.json")) {
        let (name, path, wall) = (name(&case), ends(&case["path"]), ends(&case["wall"]));
        let (sweep, segment) = (sweep(path, 0.0), segment(wall));
        let hit = sweep.first_touch(&segment);
        check(&case, hit, moving::disc_and_wall(path, 0.0, wall));
        check_wall_in_every_way(&name, &sweep, &segment, hit);
        for method in Method::ALL {
            assert_eq!(method.first_touch(&sweep, &segment), hit, "{name}, {method}");
            let explanation = method.explain(&sweep, &segment);
            assert_eq!(explanation.hit, hit, "{name}, {method}, explained");
            let working = explanation.to_string();
            for line in list(&case["working"][format!("{method:?}")]) {
                let line = line.as_str().expect("a line of the working");
                assert!(working.contains(line), "{name}, {method}: {line:?} is not in\n{working}");
            }
        }
        if !case["reflected"].is_null() {
            let hit = hit.expect("only a hit is reflected");
            let end = hit.point + reflect(sweep.end() - hit.point, hit.normal, 1.0);
            assert_eq!(end, Point::from(xy(&case["reflected"])), "{name}, reflected");
        }
    }
}

#[test]
fn moving_discs_and_walls() {
    for case in cases(include_str!("cases/discs.json")) {
        let (name, path, radius) = (name(&case), ends(&case["path"]), number(&case["radius"]));
        let wall = ends(&case["wall"]);
        let (sweep, segment) = (sweep(path, radius), segment(wall));
        let hit = sweep.first_touch(&segment);
        check(&case, hit, moving::disc_and_wall(path, radius, wall));
        check_wall_in_every_way(&name, &sweep, &segment, hit);
    }
}

#[test]
fn pillars_and_other_movers() {
    for case in cases(include_str!("cases/movers.json")) {
        let (name, path, radius) = (name(&case), ends(&case["path"]), number(&case["radius"]));
        let mover = sweep(path, radius);
        if case["circle"].is_object() {
            let (center, circle_radius) = (xy(&case["circle"]["center"]), number(&case["circle"]["radius"]));
            let circle = Circle::new(center, circle_radius).expect(&name);
            let hit = mover.first_touch(&circle);
            check(&case, hit, moving::disc_and_circle(path, radius, center, circle_radius));
            let standing = sweep([center; 2], circle_radius);
            assert_eq!(mover.first_touch(&standing).map(outline), hit.map(outline), "{name}, as a standing mover");
            assert_eq!(standing.first_touch(&mover).map(outline), hit.map(outline), "{name}, from the pillar's side");
        } else {
            let (other_path, other_radius) = (ends(&case["other"]["path"]), number(&case["other"]["radius"]));
            let other = sweep(other_path, other_radius);
            let hit = mover.first_touch(&other);
            check(&case, hit, moving::disc_and_disc((path, radius), (other_path, other_radius)));
            assert_eq!(other.first_touch(&mover).map(outline), hit.map(outline), "{name}, from the other's side");
        }
    }
}

#[test]
fn chambers() {
    for case in cases(include_str!("cases/chambers.json")) {
        let (name, path, radius) = (name(&case), ends(&case["path"]), number(&case["radius"]));
        let rings: Vec<Vec<Xy>> = list(&case["rings"]).map(|ring| list(ring).map(xy).collect()).collect();
        let polygon = Polygon::with_holes(rings[0].clone(), rings[1..].to_vec()).expect(&name);
        let sweep = sweep(path, radius);
        let first = sweep.first_touch(&polygon.outline());
        let edges: Vec<Segment> = polygon.edges().collect();
        let plain = |edge: &Segment| [edge.a(), edge.b()].map(|p| [p.x, p.y]);
        let touch = moving::earliest(path, radius, edges.iter().map(plain));
        let edge = case["edge"].as_u64().map(|edge| edge as usize);
        assert_eq!(first.map(|(edge, _)| edge), edge, "{name}");
        assert_eq!(touch.as_ref().map(|(edge, _)| *edge), edge, "{name}, by the oracle");
        check(&case, first.map(|(_, hit)| hit), touch.map(|(_, touch)| touch));
        assert_eq!(batch::first_touch(&sweep, &edges), first, "{name}, as a batch");
    }
}

/// Line constants, and the intercept (y1·(x2−x1) − x1·(y2−y1)) / (x2−x1), which is where the line crosses the y axis.
#[test]
fn lines() {
    for case in cases(include_str!("cases/lines.json")) {
        let (name, [[x1, y1], [x2, y2]]) = (name(&case), ends(&case["ends"]));
        let segment = segment([[x1, y1], [x2, y2]]);
        let vector = |key: &str| Vec2::from(xy(&case[key]));
        assert_eq!(segment.vector(), vector("vector"), "{name}");
        assert_eq!(segment.normal(), vector("normal"), "{name}");
        assert_eq!(segment.line_constant(), number(&case["constant"]), "{name}");
        let (n, other_end) = (segment.normal(), segment.b());
        assert_eq!(n.x * other_end.x + n.y * other_end.y, number(&case["constant"]), "{name}, from the other end");
        if case["intercept"].is_null() {
            assert_eq!(segment.vector().x, 0.0, "{name}: only a vertical line has no intercept");
            continue;
        }
        let intercept = number(&case["intercept"]);
        assert_eq!((y1 * (x2 - x1) - x1 * (y2 - y1)) / (x2 - x1), intercept, "{name}");
        assert_eq!(-segment.line_constant() / segment.vector().x, intercept, "{name}, from the line constant");
        // The segment made long enough crosses the axis there.
        let reach = (x1.abs() + x2.abs()) / (x2 - x1).abs() + 1.0;
        let (dx, dy) = (reach * (x2 - x1), reach * (y2 - y1));
        let long = self::segment([[x1 - dx, y1 - dy], [x2 + dx, y2 + dy]]);
        let axis = self::segment([[0.0, -1e6], [0.0, 1e6]]);
        let expected = Some(Crossing::Point(Point::new(0.0, intercept)));
        assert_eq!(long.crossing_by_lines(&axis), expected, "{name}, crossing the axis");
        assert_eq!(long.crossing(&axis), expected, "{name}, crossing the axis, by sides");
    }
}

/// W3 as a whole: the edge table, and the reflex corner.
#[test]
fn w3_is_not_convex_and_has_this_edge_table() {
    let chamber = Polygon::new([[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]]).unwrap();
    assert!(!chamber.is_convex());
    let rows: Vec<Value> = cases(include_str!("cases/lines.json"));
    let rows = rows.iter().filter(|row| name(row).starts_with("W3"));
    let table = chamber.edge_table();
    assert_eq!(table.len(), 5);
    for (row, expected) in table.iter().zip(rows) {
        let [a, b] = ends(&expected["ends"]);
        assert_eq!((row.edge.a(), row.edge.b()), (a.into(), b.into()));
        assert_eq!(row.vector, Vec2::from(xy(&expected["vector"])));
        assert_eq!(row.normal, Vec2::from(xy(&expected["normal"])));
        assert_eq!(row.constant, number(&expected["constant"]));
    }
}

/// carom's hit and the oracle's touch against what the case says.
#[track_caller]
fn check(case: &Value, hit: Option<Hit>, touch: Option<Touch>) {
    let (name, expected) = (name(case), &case["hit"]);
    if expected.is_null() {
        assert_eq!(hit, None, "{name}");
        assert!(touch.is_none(), "{name}, by the oracle: {touch:?}");
        return;
    }
    let (hit, touch) = (hit.unwrap_or_else(|| panic!("{name}: no hit")), touch.expect("the oracle sees the hit"));
    let word = |key: &str, otherwise: &str| expected[key].as_str().unwrap_or(otherwise).to_owned();
    let words = (word("contact", ""), word("feature", "Side"));
    assert_eq!((format!("{:?}", hit.contact), format!("{:?}", hit.feature)), words, "{name}");
    assert_eq!((format!("{:?}", touch.contact), format!("{:?}", touch.feature)), words, "{name}, by the oracle");
    if expected["roughly"] != Value::Bool(true) {
        let time = time(&expected["t"]);
        assert_eq!(touch.time.compare(&time), Ordering::Equal, "{name}, by the oracle: {:?}", touch.time);
    }
    assert_eq!(hit.t.to_bits(), touch.time.toward_zero().to_bits(), "{name}: t = {}", hit.t);
    let is_stopped = matches!(words.0.as_str(), "Crosses" | "Starts" | "Overlaps");
    assert_eq!(hit.contact.stops(), is_stopped, "{name}: {:?} stops", hit.contact);
    if !expected["point"].is_null() {
        let [x, y] = xy(&expected["point"]);
        // An end of a wall is given as it is, and so is where a moving point meets a wall; other points are rounded.
        let is_exact = words.1 != "Side" || case["radius"].is_null();
        let most = if is_exact { 0.0 } else { 4.0 * f64::EPSILON * largest(case) };
        let off = (hit.point.x - x).abs().max((hit.point.y - y).abs());
        assert!(off <= most, "{name}: {:?}, expected {x}, {y}", hit.point);
    }
    assert!((hit.normal.length() - 1.0).abs() <= 1e-15, "{name}: {:?}", hit.normal);
    if !expected["normal"].is_null() {
        let [x, y] = xy(&expected["normal"]);
        let off = (hit.normal.x - x).abs().max((hit.normal.y - y).abs());
        assert!(off <= 1e-15, "{name}: {:?}, expected {x}, {y}", hit.normal);
    }
}

/// One wall, asked for in all the ways there are.
#[track_caller]
fn check_wall_in_every_way(name: &str, sweep: &Sweep, wall: &Segment, hit: Option<Hit>) {
    assert_eq!(sweep.first_time(wall), hit.map(|hit| hit.t), "{name}, time only");
    assert_eq!(batch::first_times(&[*sweep; 9], wall), [hit.map(|hit| hit.t); 9], "{name}, as a batch of sweeps");
    assert_eq!(batch::first_touch(sweep, &[*wall; 9]), hit.map(|hit| (0, hit)), "{name}, as a batch of walls");
    assert_eq!(sweep.order_of_hits(wall, &wall.reversed()), hit.map(|_| Ordering::Equal), "{name}, order");
    let swapped = sweep.first_touch(&wall.reversed()).map(outline).map(|(t, feature, contact)| {
        let renamed = match feature.as_str() {
            "A" => "B",
            "B" => "A",
            other => other,
        };
        (t, renamed.to_owned(), contact)
    });
    assert_eq!(swapped, hit.map(outline), "{name}, wall reversed");
}

/// The largest of all coordinates and radii of a case.
fn largest(value: &Value) -> f64 {
    match value {
        Value::Number(number) => number.as_f64().map_or(0.0, f64::abs),
        Value::Array(items) => items.iter().map(largest).fold(0.0, f64::max),
        Value::Object(fields) => {
            fields.iter().filter(|(key, _)| *key != "hit").map(|(_, field)| largest(field)).fold(0.0, f64::max)
        }
        _ => 0.0,
    }
}

fn outline(hit: Hit) -> (u64, String, String) {
    (hit.t.to_bits(), format!("{:?}", hit.feature), format!("{:?}", hit.contact))
}

fn cases(text: &str) -> Vec<Value> {
    serde_json::from_str(text).expect("the cases are a list")
}

fn name(case: &Value) -> String {
    case["name"].as_str().expect("every case has a name").to_owned()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// A number, or a fraction in a string.
fn number(value: &Value) -> f64 {
    match value.as_str() {
        Some(text) => {
            let [n, d] = fraction(text);
            n as f64 / d as f64
        }
        None => value.as_f64().unwrap_or_else(|| panic!("{value} is not a number")),
    }
}

fn fraction(text: &str) -> [i64; 2] {
    let (n, d) = text.split_once('/').unwrap_or_else(|| panic!("{text} is not a fraction"));
    [n, d].map(|part| part.parse().unwrap_or_else(|_| panic!("{text} is not a fraction")))
}

fn time(value: &Value) -> Time {
    if let Some(text) = value.as_str() {
        let [n, d] = fraction(text);
        return Time::new(n, 0, d);
    }
    let whole = |value: &Value| value.as_i64().unwrap_or_else(|| panic!("{value} is not a whole number"));
    match value.as_array().map(Vec::as_slice) {
        Some([p, q, s]) => Time::new(whole(p), whole(q), whole(s)),
        _ => Time::new(whole(value), 0, 1),
    }
}

fn xy(value: &Value) -> Xy {
    [number(&value[0]), number(&value[1])]
}

fn ends(value: &Value) -> Ends {
    [xy(&value[0]), xy(&value[1])]
}

fn sweep([start, end]: Ends, radius: f64) -> Sweep {
    Sweep::disc(start, end, radius).expect("finite numbers")
}

fn segment([a, b]: Ends) -> Segment {
    Segment::new(a, b).expect("distinct ends")
}

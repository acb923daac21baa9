//! Workings: what they say is what the library finds, and what the oracle finds in fractions.

use carom::explain::{self, After, Fraction, Mover, Obstacle, Scalar, Target};
use carom::methods::Method;
use carom::{Limits, Location, Polygon, Segment, Sweep, Walls};
use carom_oracle::rng::Rng;

fn number(x: f64) -> Scalar {
    Scalar::from(x)
}

fn pair([x, y]: [f64; 2]) -> [Scalar; 2] {
    [number(x), number(y)]
}

fn text(words: &str) -> Scalar {
    Scalar::from(words.parse::<Fraction>().unwrap())
}

const CHAMBER: [[f64; 2]; 5] = [[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]];

fn chamber() -> Vec<Obstacle> {
    let edge = |i: usize| Target::Wall([pair(CHAMBER[i]), pair(CHAMBER[(i + 1) % 5])]);
    (0..5).map(|i| Obstacle::new(format!("edge {i}"), edge(i))).collect()
}

fn mover(from: [f64; 2], to: [f64; 2], radius: f64) -> Mover {
    Mover { from: pair(from), to: pair(to), radius: number(radius) }
}

/// A ball that flies in the chamber of W3: the numbers of the homework, and it ends inside.
#[test]
fn the_chamber_in_fractions() {
    let course =
        explain::course(&mover([80.0, 50.0], [250.0, 330.0], 0.0), &chamber(), After::default(), Method::BothEnds);
    let course = course.unwrap();
    assert_eq!(course.bounces.len(), 1);
    assert_eq!((course.bounces[0].obstacle, course.bounces[0].time.short()), (2, "163/208".into()));
    assert_eq!(course.end.map(Scalar::short), ["6650/41", "9030/41"].map(String::from));
}

/// What becomes of each edge in each flight: who is rejected by which step, and the first of those touched is the one that is hit.
#[test]
fn flights_tell_what_became_of_every_wall() {
    use carom::explain::Look;
    for method in Method::ALL {
        let course =
            explain::course(&mover([80.0, 50.0], [250.0, 330.0], 0.0), &chamber(), After::default(), method).unwrap();
        assert_eq!(course.legs.len(), 2);
        assert_eq!(course.legs[0].from, pair([80.0, 50.0]));
        for (leg, bounce) in course.legs.iter().zip(course.bounces.iter().map(Some).chain([None])) {
            let time = |look: &Look| match look {
                Look::Touched { time } => time.to_f64(),
                Look::Left | Look::Passed | Look::Rejected { .. } => f64::INFINITY,
            };
            let first = (0..5).min_by(|&i, &j| time(&leg.looks[i]).total_cmp(&time(&leg.looks[j])));
            let first = first.filter(|&i| time(&leg.looks[i]).is_finite());
            assert_eq!(first, bounce.map(|bounce| bounce.obstacle), "{method}: {:?}", leg.looks);
        }
        assert_eq!(course.legs[1].looks[2], Look::Left);
    }
    let course =
        explain::course(&mover([80.0, 50.0], [250.0, 330.0], 0.0), &chamber(), After::default(), Method::BothEnds);
    let steps: Vec<String> = course.unwrap().legs[0].looks.iter().map(|look| format!("{look:?}")).collect();
    let told = |step: &str| format!("Rejected {{ step: {step:?} }}");
    assert_eq!((&steps[0], &steps[1], &steps[3], &steps[4]), (&told("a"), &told("a"), &told("g"), &told("f")));
}

/// Whole frames end where the library's own path ends, with the same walls in the same order, and never outside.
#[test]
fn whole_frames_follow_the_library() {
    let polygon = Polygon::new(CHAMBER).unwrap();
    let walls = Walls::new(polygon.edges());
    let (mut rng, mut bounces, mut exact) = (Rng::new(15), 0, 0);
    for round in 0..400 {
        let place = |rng: &mut Rng| [rng.below(300) as f64, rng.below(400) as f64];
        let (from, to) = (place(&mut rng), place(&mut rng));
        let to =
            if round % 3 == 0 { [from[0] + 3.0 * (to[0] - from[0]), from[1] + 3.0 * (to[1] - from[1])] } else { to };
        let radius = if round % 2 == 0 { 0.0 } else { 1.0 + (round % 5) as f64 };
        let free = carom::Circle::new(from, radius).unwrap();
        if polygon.locate(&free) != Location::Inside {
            continue;
        }
        for (after, restitution) in
            [(After::default(), 1.0), (After::Reflect { restitution: text("1/2") }, 0.5), (After::Slide, 0.0)]
        {
            let sweep = Sweep::disc(from, to, radius).unwrap();
            let path = walls.bounce(&sweep, Limits { restitution, ..Limits::default() });
            let course = explain::course(&mover(from, to, radius), &chamber(), after, Method::OneDot).unwrap();
            let shown: Vec<usize> = course.bounces.iter().map(|bounce| bounce.obstacle).collect();
            let found: Vec<usize> = path.bounces.iter().map(|bounce| bounce.wall.index()).take(40).collect();
            assert_eq!(shown, found, "{from:?} {to:?} {radius} {restitution}\n{}", course.working);
            let [x, y] = course.end.map(Scalar::to_f64);
            assert!((x - path.end.x).abs() + (y - path.end.y).abs() < 1e-6, "{from:?} {to:?}: {:?}", path.end);
            bounces += shown.len();
            exact += usize::from(course.end.iter().all(|x| x.is_exact()));
        }
    }
    assert!(bounces > 500 && exact > 200, "{bounces} bounces, {exact} exact ends");
}

/// A thousand cases in small numbers: time and point of every working are those of the oracle, in fractions.
#[test]
fn workings_are_right_in_fractions() {
    use carom_oracle::truth;
    let (mut rng, mut hits) = (Rng::new(3), 0);
    for _ in 0..1000 {
        let mut place = || [rng.below(13) as f64 - 6.0, rng.below(13) as f64 - 6.0];
        let [from, to, a, b] = [place(), place(), place(), place()];
        if a == b {
            continue;
        }
        let target = Target::Wall([pair(a), pair(b)]);
        let worked = explain::meeting(&mover(from, to, 0.0), &target, After::default()).unwrap();
        let truth = truth::first_touch([from, to], [a, b]);
        assert_eq!(worked.hit.map(|hit| hit.t), truth, "{from:?} {to:?} {a:?} {b:?}");
        let hit = Sweep::point(from, to).unwrap().first_touch(&Segment::new(a, b).unwrap());
        assert_eq!(worked.hit, hit);
        let scale = truth::Scale::of([from, to, a, b].iter().flatten());
        let [p, q, c, d] = [from, to, a, b].map(|place| scale.point(place));
        let shared = truth::first_shared(&p, &q, &c, &d);
        match (shared, worked.time) {
            (None, None) => {}
            (Some(exact), Some(time)) => {
                let time = time.fraction().unwrap();
                let product = &exact.numerator * dashu_int::IBig::from(time.denominator());
                assert_eq!(product, &exact.denominator * dashu_int::IBig::from(time.numerator()));
                hits += 1;
            }
            (exact, time) => panic!("{exact:?} {time:?}"),
        }
        for line in worked.working.sections.iter().flat_map(|section| &section.lines) {
            assert!(!line.to_string().contains("rounded"), "{line}");
        }
    }
    assert!(hits > 200, "{hits}");
}

/// What a disc's working says of the time is what the library finds.
#[test]
fn discs_are_worked_as_they_are_found() {
    let (mut rng, mut hits, mut corners) = (Rng::new(4), 0, 0);
    for _ in 0..2000 {
        let mut place = || [rng.below(13) as f64 - 6.0, rng.below(13) as f64 - 6.0];
        let [from, to, a, b] = [place(), place(), place(), place()];
        let radius = 0.5 * (1 + rng.below(4)) as f64;
        if a == b {
            continue;
        }
        let target = Target::Wall([pair(a), pair(b)]);
        let worked = explain::meeting(&mover(from, to, radius), &target, After::default()).unwrap();
        let hit = Sweep::disc(from, to, radius).unwrap().first_touch(&Segment::new(a, b).unwrap());
        assert_eq!(worked.hit, hit);
        let Some(hit) = hit else { continue };
        let time = worked.time.unwrap().to_f64();
        assert!((time - hit.t).abs() < 1e-12, "{time} {hit} {from:?} {to:?} {a:?} {b:?} {radius}\n{}", worked.working);
        let counted: Vec<&Vec<String>> = worked
            .working
            .sections
            .iter()
            .filter_map(|section| section.table.as_ref())
            .flat_map(|table| &table.rows)
            .filter(|row| row[2] == "counts")
            .collect();
        assert!(!counted.is_empty(), "{}", worked.working);
        let end = Sweep::disc(from, to, radius).unwrap().reflected(&hit, 1.0);
        let [x, y] = worked.end.map(Scalar::to_f64);
        if hit.contact.stops() {
            assert!((x - end.x).abs() + (y - end.y).abs() < 1e-9, "{} {end:?}", worked.working);
        }
        hits += 1;
        corners += usize::from(hit.feature != carom::Feature::Side);
    }
    assert!(hits > 500 && corners > 100, "{hits} {corners}");
}

/// Fractions are decided exactly: (9/10, 1/5) lies on the line from (1, 0) to (0, 2), though the floats next to them do not.
#[test]
fn fractions_are_decided_as_written() {
    let wall = Target::Wall([pair([1.0, 0.0]), pair([0.0, 2.0])]);
    let at = [text("0.9"), text("0.2")];
    let mover = Mover { from: pair([0.0, 0.0]), to: at, radius: number(0.0) };
    let worked = explain::meeting(&mover, &wall, After::default()).unwrap();
    assert_eq!(worked.hit.unwrap().contact, carom::Contact::Ends);
    assert_eq!(worked.time.unwrap().fraction(), Some(Fraction::whole(1)));
    let floats =
        Sweep::point([0.0, 0.0], [0.9, 0.2]).unwrap().first_touch(&Segment::new([1.0, 0.0], [0.0, 2.0]).unwrap());
    assert_eq!(floats.map(|hit| hit.contact), Some(carom::Contact::Crosses));
}

/// A ball that flies into a corner hits both walls there, and comes back the way it came.
#[test]
fn corners_are_called_corners() {
    let corners = [[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]];
    let edge = |i: usize| Target::Wall([pair(corners[i]), pair(corners[(i + 1) % 4])]);
    let square: Vec<Obstacle> = (0..4).map(|i| Obstacle::new(format!("edge {i}"), edge(i))).collect();
    let course =
        explain::course(&mover([2.0, 2.0], [11.0, 11.0], 0.0), &square, After::default(), Method::BothEnds).unwrap();
    let walls: Vec<usize> = course.bounces.iter().map(|bounce| bounce.obstacle).collect();
    assert_eq!(walls, [1, 2]);
    assert_eq!(course.end.map(Scalar::short), ["5", "5"].map(String::from));
    let words = course.working.to_string();
    assert_eq!(words.matches("This is a corner hit").count(), 2, "{words}");
    assert!(!words.contains("rounded"), "{words}");
}

/// The search of a quadtree finds what asking every wall finds, and tests fewer.
#[test]
fn the_search_of_a_quadtree() {
    let (mut rng, mut tested, mut all) = (Rng::new(8), 0, 0);
    let place = |rng: &mut Rng| [rng.below(100) as f64, rng.below(100) as f64];
    for _ in 0..30 {
        let ends: Vec<[[f64; 2]; 2]> = (0..60)
            .map(|_| {
                let a = place(&mut rng);
                [a, [a[0] + 1.0 + rng.below(6) as f64, a[1] + rng.below(6) as f64]]
            })
            .collect();
        let (from, to) = (place(&mut rng), place(&mut rng));
        let obstacles: Vec<Obstacle> = ends
            .iter()
            .enumerate()
            .map(|(i, ends)| Obstacle::new(format!("wall {i}"), Target::Wall(ends.map(pair))))
            .collect();
        let (working, found) = explain::search(&mover(from, to, 0.0), &obstacles).unwrap();
        let walls = Walls::new(ends.iter().map(|[a, b]| Segment::new(*a, *b).unwrap()));
        let first = walls.first_touch(&Sweep::point(from, to).unwrap()).map(|(id, hit)| (id.index(), hit));
        assert_eq!(found, first);
        let lines = working.sections[1].lines.iter().filter(|line| line.says.contains("is tested")).count();
        assert!(found.is_none() || lines > 0, "{working}");
        (tested, all) = (tested + lines, all + 60);
    }
    assert!(tested * 3 < all, "{tested} of {all}");
}

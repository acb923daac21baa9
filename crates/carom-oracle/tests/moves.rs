//! The oracle of moving discs against rational numbers, and the variety of its cases.
//!
//! The oracle solves for times with square roots.
//! Here nothing is solved: the squared distance at a rational time is a rational number, and times are found by halving.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use carom_oracle::moving::{self, Contact, Feature, Touch};
use carom_oracle::rng::Rng;
use carom_oracle::round::next_up;
use carom_oracle::truth::{self, Ends, Xy};
use carom_oracle::{narrow, near, regions};
use dashu_ratio::RBig;

const CASES: u64 = if carom_oracle::FEW_CASES { 300 } else { 3_000 };

type Exact = [RBig; 2];

/// A centre's path, a reach and a segment, which may be a point.
struct Question {
    path: [Exact; 2],
    reach: RBig,
    wall: [Exact; 2],
}

impl Question {
    fn at(&self, t: &RBig) -> Exact {
        [0, 1].map(|axis| &self.path[0][axis] + t * (&self.path[1][axis] - &self.path[0][axis]))
    }

    /// How far along the wall the foot of the centre is, in lengths of the wall.
    fn along(&self, t: &RBig) -> RBig {
        let [a, b] = &self.wall;
        let e = sub(b, a);
        if a == b { RBig::ZERO } else { dot(&e, &sub(&self.at(t), a)) / dot(&e, &e) }
    }

    /// Distance at a time against the reach.
    fn compare(&self, t: &RBig) -> Ordering {
        let s = self.along(t).clamp(RBig::ZERO, RBig::ONE);
        let foot = [0, 1].map(|axis| &self.wall[0][axis] + &s * (&self.wall[1][axis] - &self.wall[0][axis]));
        let v = sub(&self.at(t), &foot);
        dot(&v, &v).cmp(&(&self.reach * &self.reach))
    }

    /// The first time in the move at which the distance is smallest.
    fn nearest_time(&self) -> RBig {
        self.turns().into_iter().min_by(|s, t| self.squared(s).cmp(&self.squared(t))).expect("start and end")
    }

    /// Times between which the distance does nothing but fall, rise or stay, in order.
    ///
    /// Its square is a parabola between the times when the foot passes an end, so these times, and where a parabola has its vertex.
    fn turns(&self) -> Vec<RBig> {
        let mut times = vec![RBig::ZERO, RBig::ONE];
        let (from, speed) = (self.along(&RBig::ZERO), self.along(&RBig::ONE) - self.along(&RBig::ZERO));
        if speed != RBig::ZERO {
            times.extend([-from.clone() / &speed, (RBig::ONE - from) / &speed]);
        }
        let m = sub(&self.path[1], &self.path[0]);
        if m != [RBig::ZERO, RBig::ZERO] {
            times.extend(self.wall.iter().map(|p| dot(&m, &sub(p, &self.path[0])) / dot(&m, &m)));
        }
        let e = sub(&self.wall[1], &self.wall[0]);
        let climb = cross(&e, &m);
        if climb != RBig::ZERO {
            times.push(cross(&e, &sub(&self.wall[0], &self.path[0])) / climb);
        }
        times.retain(|t| RBig::ZERO <= *t && *t <= RBig::ONE);
        times.sort();
        times
    }

    fn squared(&self, t: &RBig) -> RBig {
        let s = self.along(t).clamp(RBig::ZERO, RBig::ONE);
        let foot = [0, 1].map(|axis| &self.wall[0][axis] + &s * (&self.wall[1][axis] - &self.wall[0][axis]));
        let v = sub(&self.at(t), &foot);
        dot(&v, &v)
    }

    /// The largest `f64` that is not after the first touch, and whether it touches there already.
    ///
    /// Until it is nearest the distance only falls, so halving the numbers up to there finds where it falls to the reach.
    fn first_time(&self, nearest: &RBig) -> f64 {
        let touches = |bits: u64| self.compare(&exact(f64::from_bits(bits))) != Ordering::Greater;
        let mut last = nearest.to_f64().value().to_bits();
        if *nearest < exact(f64::from_bits(last)) {
            last -= 1;
        }
        if !touches(last) {
            return f64::from_bits(last);
        }
        // Numbers up to `before` do not touch, `last` does.
        if touches(0) {
            return 0.0;
        }
        let mut before = 0;
        while before + 1 < last {
            let middle = before.midpoint(last);
            if touches(middle) { last = middle } else { before = middle }
        }
        let exactly_then = self.compare(&exact(f64::from_bits(last))) == Ordering::Equal;
        f64::from_bits(if exactly_then { last } else { before })
    }
}

#[track_caller]
fn agree(name: &str, case: String, question: &Question, touch: Option<Touch>) {
    let nearest = question.nearest_time();
    let deepest = question.compare(&nearest);
    let Some(touch) = touch else {
        assert_eq!(deepest, Ordering::Greater, "{name}: {case}: no touch");
        return;
    };
    assert_ne!(deepest, Ordering::Greater, "{name}: {case}: {touch:?}");
    let t = touch.time.toward_zero();
    assert_eq!(t, question.first_time(&nearest), "{name}: {case}: {touch:?}");
    if question.reach == RBig::ZERO {
        return;
    }
    let [at_start, at_end] = [RBig::ZERO, RBig::ONE].map(|t| question.compare(&t));
    let next = question.turns().into_iter().find(|t| nearest < *t);
    let stays = next.is_some_and(|next| question.compare(&next) == Ordering::Equal);
    let expected = match (at_start, deepest) {
        (Ordering::Less, _) => Contact::Overlaps,
        (Ordering::Equal, Ordering::Less) => Contact::Starts,
        (_, Ordering::Less) => Contact::Crosses,
        _ if question.path[0] == question.path[1] => Contact::Leaves,
        _ if stays => Contact::Along,
        (Ordering::Greater, _) if at_end == Ordering::Equal => Contact::Ends,
        _ => Contact::Leaves,
    };
    assert_eq!(touch.contact, expected, "{name}: {case}: {touch:?}");
    // The foot shortly before and after the touch says what is nearest, unless it passes an end just then.
    let is_round = question.wall[0] == question.wall[1];
    let around = [t, next_up(t)].map(|t| match question.along(&exact(t)) {
        _ if is_round => Feature::Side,
        s if s <= RBig::ZERO => Feature::A,
        s if RBig::ONE <= s => Feature::B,
        _ => Feature::Side,
    });
    assert!(around[0] != around[1] || touch.feature == around[0], "{name}: {case}: {around:?} {touch:?}");
}

#[test]
fn walls_agree() {
    for index in 0..CASES {
        let ((path, radius), wall) = near::disc_and_wall(&mut Rng::for_case(1, "disc_and_wall", index));
        let question = Question { path: path.map(point), reach: exact(radius), wall: wall.map(point) };
        let touch = moving::disc_and_wall(path, radius, wall);
        agree("wall", format!("{path:?} {radius:?} {wall:?}"), &question, touch);
    }
}

#[test]
fn circles_and_movers_agree() {
    for index in 0..CASES {
        let mut rng = Rng::for_case(1, "disc_and_circle", index);
        let ((path, radius), (center, circle)) = near::disc_and_circle(&mut rng);
        let question =
            Question { path: path.map(point), reach: exact(radius) + exact(circle), wall: [center, center].map(point) };
        let case = format!("{path:?} {radius:?} {center:?} {circle:?}");
        let touch = moving::disc_and_circle(path, radius, center, circle);
        assert!(touch.as_ref().is_none_or(|touch| touch.feature == Feature::Side), "{case}");
        agree("circle", case, &question, touch);

        let (first, second) = near::disc_and_disc(&mut rng);
        let path = [0, 1].map(|i| sub(&point(first.0[i]), &point(second.0[i])));
        let question = Question { path, reach: exact(first.1) + exact(second.1), wall: [[0.0; 2]; 2].map(point) };
        let touch = moving::disc_and_disc(first, second);
        agree("movers", format!("{first:?} {second:?}"), &question, touch);
    }
}

/// Squaring decides order exactly; so many bits after the point decide it too, unless the times are equal.
#[test]
fn orders_agree() {
    let mut counts = BTreeMap::new();
    for index in 0..CASES {
        let ((path, radius), first, second) = near::disc_and_walls(&mut Rng::for_case(1, "disc_and_walls", index));
        let touches = [first, second].map(|wall| moving::disc_and_wall(path, radius, wall));
        let [Some(first), Some(second)] = touches else {
            *counts.entry(None).or_insert(0) += 1;
            continue;
        };
        let order = first.time.compare(&second.time);
        assert_eq!(second.time.compare(&first.time), order.reverse(), "{path:?} {radius:?}");
        let floors = [&first, &second].map(|touch| touch.time.floor(20_000));
        assert_eq!(floors[0].cmp(&floors[1]), order, "{path:?} {radius:?} {first:?} {second:?}");
        *counts.entry(Some(order)).or_insert(0) += 1;
    }
    println!("orders: {counts:?}");
    assert!(counts.len() == 4 && counts.values().all(|&count| CASES / 50 < count), "{counts:?}");
}

#[test]
fn machine_integers_agree() {
    let mut counts = BTreeMap::new();
    for index in 0..50 * CASES {
        let (path, wall) = near::point_and_wall(&mut Rng::for_case(1, "point_and_wall", index));
        let got = narrow::point_and_wall(path, wall);
        let expected = moving::disc_and_wall(path, 0.0, wall)
            .map(|touch| (touch.time.toward_zero(), touch.contact, touch.feature));
        assert_eq!(got, expected, "{path:?} {wall:?}");
        *counts.entry(expected.map(|(_, contact, feature)| (contact, feature))).or_insert(0u64) += 1;
    }
    shares("points and walls", &counts, 50 * CASES, 4 * 3 + 1, 500);
}

/// Every contact, and every feature with it, is frequent.
#[test]
fn every_touch_is_frequent() {
    let cases = 10 * CASES;
    let kind = |touch: Option<Touch>| touch.map(|touch| (touch.contact, touch.feature));
    let count = |name: &str, kinds: usize, one_in: u64, one_case: &dyn Fn(&mut Rng) -> Option<Touch>| {
        let mut counts = BTreeMap::new();
        for index in 0..cases {
            *counts.entry(kind(one_case(&mut Rng::for_case(2, name, index)))).or_insert(0u64) += 1;
        }
        shares(name, &counts, cases, kinds, one_in);
    };
    count("discs and walls", 6 * 3 + 1, 500, &|rng| {
        let ((path, radius), wall) = near::disc_and_wall(rng);
        moving::disc_and_wall(path, radius, wall)
    });
    count("discs and circles", 5 + 1, 50, &|rng| {
        let ((path, radius), (center, circle)) = near::disc_and_circle(rng);
        moving::disc_and_circle(path, radius, center, circle)
    });
    count("discs and discs", 5 + 1, 50, &|rng| {
        let (first, second) = near::disc_and_disc(rng);
        moving::disc_and_disc(first, second)
    });
}

/// Discs start inside and outside of polygons and in holes, touch edges first that are not the first, and several at once.
#[test]
fn every_way_into_a_polygon_is_frequent() {
    let cases = 3_000;
    let (mut places, mut touches) = (BTreeMap::new(), BTreeMap::new());
    for index in 0..cases {
        let ((path, radius), rings) = near::disc_and_polygon(&mut Rng::for_case(2, "polygons", index), 12);
        let edges: Vec<_> = rings.iter().flat_map(|ring| regions::edges_of(ring)).collect();
        let first = moving::earliest(path, radius, edges.iter().copied());
        let ties = first.as_ref().map(|(_, first)| {
            let others = edges.iter().filter_map(|&edge| moving::disc_and_wall(path, radius, edge));
            1 < others.filter(|touch| touch.time.compare(&first.time) == Ordering::Equal).count()
        });
        let place =
            format!("{:?}, {}", truth::locate(path[0], &rings), if 1 < rings.len() { "holes" } else { "no holes" });
        *places.entry(place).or_insert(0) += 1;
        *touches.entry((first.map(|(_, touch)| touch.contact), ties)).or_insert(0) += 1;
    }
    println!("of {cases}: {places:?} {touches:?}");
    assert!(places.len() == 6 && places.values().all(|&count| cases / 50 < count), "{places:?}");
    // Every contact, with and without a tie, and nothing at all.
    assert!(touches.len() == 6 * 2 + 1 && touches.values().all(|&count| cases / 200 < count), "{touches:?}");
}

/// Plain floating point is wrong on a good part of the near-touching moves, so they are hard.
#[test]
fn plain_floating_point_is_caught() {
    let cases = 30 * CASES;
    let wrong = (0..cases).filter(|&index| {
        let (path, wall) = near::point_and_wall(&mut Rng::for_case(2, "plain", index));
        plain_one_dot(path, wall) != narrow::point_and_wall(path, wall).is_some()
    });
    let wrong = wrong.count() as u64;
    println!("plain floating point is wrong on {:.1} % of the moving points", 100.0 * wrong as f64 / cases as f64);
    assert!(cases / 20 < wrong, "only {wrong} of {cases} cases are hard");
}

/// Method 2 of the textbook with `≤`, in plain floating point.
fn plain_one_dot([start, end]: Ends, [a, b]: Ends) -> bool {
    let minus = |p: Xy, q: Xy| [p[0] - q[0], p[1] - q[1]];
    let dot = |p: Xy, q: Xy| p[0] * q[0] + p[1] * q[1];
    let (n, v) = ([b[1] - a[1], a[0] - b[0]], minus(end, start));
    let (line, from, until) = (dot(n, a), dot(n, start), dot(n, end));
    if (from < line && until < line) || (line < from && line < until) || dot(n, v) == 0.0 {
        return false;
    }
    let t = (line - from) / dot(n, v);
    let meeting = [start[0] + t * v[0], start[1] + t * v[1]];
    (0.0..=1.0).contains(&t) && dot(minus(meeting, a), minus(meeting, b)) <= 0.0
}

#[track_caller]
fn shares(name: &str, counts: &BTreeMap<Option<(Contact, Feature)>, u64>, cases: u64, kinds: usize, one_in: u64) {
    let percent = |count: u64| format!("{:.2} %", 100.0 * count as f64 / cases as f64);
    let table: Vec<String> = counts.iter().map(|(kind, &count)| format!("{kind:?} {}", percent(count))).collect();
    println!("{name}: {}", table.join(", "));
    assert_eq!(counts.len(), kinds, "{name}: {table:?}");
    assert!(counts.values().all(|&count| cases / one_in < count), "{name}: {table:?}");
}

fn exact(value: f64) -> RBig {
    RBig::try_from(value).expect("finite")
}

fn point(p: Xy) -> Exact {
    p.map(exact)
}

fn sub(a: &Exact, b: &Exact) -> Exact {
    [&a[0] - &b[0], &a[1] - &b[1]]
}

fn cross(a: &Exact, b: &Exact) -> RBig {
    &a[0] * &b[1] - &a[1] * &b[0]
}

fn dot(a: &Exact, b: &Exact) -> RBig {
    &a[0] * &b[0] + &a[1] * &b[1]
}

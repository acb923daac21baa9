//! One exercise from a kind, a difficulty and a number: small numbers are tried until the results are clean.

use super::Kind;
use crate::output::Failure;
use carom::explain::{self, After, Fraction, Mover, Obstacle, Scalar, Target, Working};
use carom::methods::Method;
use carom::{Location, Polygon};
use serde::Serialize;

/// A question, its answer, and the working between.
#[derive(Serialize)]
pub(super) struct Exercise {
    kind: Kind,
    pub(super) question: Vec<String>,
    /// The numbers given: points one after the other, a radius last if there is one.
    numbers: Vec<f64>,
    pub(super) answer: String,
    /// The numbers of the answer, in its order.
    results: Vec<Scalar>,
    pub(super) working: Working,
}

/// So many sets of numbers are tried; one in some hundred is clean.
const MAX_TRIES: u32 = 200_000;

pub(super) fn make(kind: Kind, difficulty: u32, seed: u64, index: u32) -> Result<Exercise, Failure> {
    let mut numbers =
        Numbers(mixed(seed ^ mixed(u64::from(index) ^ (u64::from(difficulty) << 40) ^ ((kind as u64) << 48))));
    // Of four exercises one is a miss.
    let wants_hit = numbers.below(4) != 0;
    let try_one = |_| match kind {
        Kind::Wall => wall(&mut numbers, difficulty, wants_hit, false),
        Kind::Reflect => wall(&mut numbers, difficulty, true, true),
        Kind::Disc => disc(&mut numbers, difficulty, wants_hit),
        Kind::Chamber => chamber(&mut numbers, difficulty),
        Kind::Crossing => crossing(&mut numbers, difficulty, wants_hit),
        Kind::Inside => inside(&mut numbers, difficulty, wants_hit),
        Kind::Circle => circle(&mut numbers, difficulty),
    };
    let found = (0..MAX_TRIES).find_map(try_one);
    found.map(|exercise| Exercise { kind, ..exercise }).ok_or_else(|| {
        Failure::internal(format!(
            "no clean exercise was found for seed {seed}, difficulty {difficulty}; take another seed"
        ))
    })
}

/// Repeatable numbers (SplitMix64).
struct Numbers(u64);

fn mixed(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

impl Numbers {
    fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed(self.0) % count
    }

    /// From −most to most.
    fn whole(&mut self, most: i64) -> i64 {
        self.below(2 * most as u64 + 1) as i64 - most
    }

    fn point(&mut self, most: i64) -> [i64; 2] {
        [self.whole(most), self.whole(most)]
    }

    /// A wall: level or upright, of a whole length, or any.
    fn wall(&mut self, difficulty: u32) -> [[i64; 2]; 2] {
        const WHOLE: [[i64; 2]; 4] = [[3, 4], [4, 3], [6, 8], [8, 6]];
        let [x, y] = self.point(6);
        let [dx, dy] = match difficulty {
            1 if self.below(2) == 0 => [0, 2 + self.below(8) as i64],
            1 => [2 + self.below(8) as i64, 0],
            2 => WHOLE[self.below(4) as usize],
            _ => [1 + self.below(8) as i64, 1 + self.below(8) as i64],
        };
        let (dx, dy) = if self.below(2) == 0 { (dx, dy) } else { (-dx, dy) };
        let (dx, dy) = if self.below(2) == 0 { (dx, dy) } else { (dx, -dy) };
        [[x, y], [x + dx, y + dy]]
    }
}

fn scalar(x: i64) -> Scalar {
    Scalar::from(Fraction::whole(x))
}

fn pair(point: [i64; 2]) -> [Scalar; 2] {
    point.map(scalar)
}

fn shown([x, y]: [Scalar; 2]) -> String {
    format!("({}, {})", x.short(), y.short())
}

fn floats(points: &[[i64; 2]]) -> Vec<f64> {
    points.iter().flatten().map(|x| *x as f64).collect()
}

/// Whether results are clean: fractions with a small denominator.
fn is_clean(results: &[Scalar], difficulty: u32) -> bool {
    let most = [4, 10, 100][difficulty as usize - 1];
    results.iter().all(|x| x.fraction().is_some_and(|x| x.denominator() <= most && x.numerator().abs() < 10_000))
}

fn wall(numbers: &mut Numbers, difficulty: u32, wants_hit: bool, reflects: bool) -> Option<Exercise> {
    let ([p0, p1], from, to) = (numbers.wall(difficulty), numbers.point(9), numbers.point(9));
    let mover = Mover { from: pair(from), to: pair(to), radius: scalar(0) };
    let restitution = if reflects && difficulty > 1 && numbers.below(2) == 0 { "1/2" } else { "1" };
    let restitution = Scalar::from(restitution.parse::<Fraction>().ok()?);
    let after = After::Reflect { restitution };
    let target = Target::Wall([pair(p0), pair(p1)]);
    let worked = explain::meeting_by(&mover, &target, after, &[Method::BothEnds]).ok()?;
    let is_plain = worked.hit.is_none_or(|hit| hit.contact == carom::Contact::Crosses && hit.t > 0.0);
    let is_near = worked.hit.is_some() || from != to;
    if worked.hit.is_some() != wants_hit || !is_plain || !is_near {
        return None;
    }
    let mut question = vec![format!(
        "A point flies from $Bs = {}$ to $Be = {}$. A wall goes from $P0 = {}$ to $P1 = {}$. Does the point hit the wall? If so, when \
         ($ti$) and where ($Bi$)?",
        shown(mover.from),
        shown(mover.to),
        shown(pair(p0)),
        shown(pair(p1))
    )];
    if reflects {
        let loss = if restitution == scalar(1) {
            "without loss".into()
        } else {
            format!("with restitution $e = {}$", restitution.short())
        };
        question.push(format!("It is reflected {loss}. Where does the frame end ($Be'$)?"));
    }
    let (answer, results) = match (worked.time, worked.at) {
        (Some(time), Some(at)) => {
            let mut results = vec![time, at[0], at[1]];
            let mut answer = format!("It hits at $ti = {}$ in $Bi = {}$.", time.short(), shown(at));
            if reflects {
                results.extend(worked.end);
                answer += &format!(" The frame ends in $Be' = {}$.", shown(worked.end));
            }
            (answer, results)
        }
        _ => ("It does not hit.".into(), Vec::new()),
    };
    let working = without_reflection(worked.working, reflects);
    let given = floats(&[from, to, p0, p1]);
    is_clean(&results, difficulty).then_some(Exercise {
        kind: Kind::Wall,
        question,
        numbers: given,
        answer,
        results,
        working,
    })
}

/// Where nothing is asked about the bounce, nothing is said about it.
fn without_reflection(mut working: Working, reflects: bool) -> Working {
    if !reflects {
        working.sections.retain(|section| section.title != "Reflection" && section.title != "Result");
    }
    working
}

fn disc(numbers: &mut Numbers, difficulty: u32, wants_hit: bool) -> Option<Exercise> {
    let ([p0, p1], from, to) = (numbers.wall(difficulty.min(2)), numbers.point(9), numbers.point(9));
    let radius = 1 + numbers.below(3) as i64;
    let mover = Mover { from: pair(from), to: pair(to), radius: scalar(radius) };
    let worked = explain::meeting(&mover, &Target::Wall([pair(p0), pair(p1)]), After::default()).ok()?;
    let is_plain = worked.hit.is_none_or(|hit| hit.contact == carom::Contact::Crosses);
    // The hardest are those that meet an end.
    let fits = worked.hit.is_none_or(|hit| difficulty < 3 || hit.feature != carom::Feature::Side);
    if worked.hit.is_some() != wants_hit || !is_plain || !fits || from == to {
        return None;
    }
    let question = vec![format!(
        "A disc with radius $r = {radius}$ flies from $Bs = {}$ to $Be = {}$. A wall goes from $P0 = {}$ to $P1 = {}$. Does the disc \
         touch the wall? If so, when ($ti$), where is its centre then ($Bi$), and where does the frame end after the bounce ($Be'$)?",
        shown(mover.from),
        shown(mover.to),
        shown(pair(p0)),
        shown(pair(p1))
    )];
    let (answer, results) = match (worked.time, worked.at) {
        (Some(time), Some(at)) => {
            let answer = format!(
                "It touches at $ti = {}$ with its centre in $Bi = {}$; the frame ends in $Be' = {}$.",
                time.short(),
                shown(at),
                shown(worked.end)
            );
            (answer, vec![time, at[0], at[1], worked.end[0], worked.end[1]])
        }
        _ => ("It does not touch the wall.".into(), Vec::new()),
    };
    let mut given = floats(&[from, to, p0, p1]);
    given.push(radius as f64);
    is_clean(&results, difficulty.max(2)).then_some(Exercise {
        kind: Kind::Disc,
        question,
        numbers: given,
        answer,
        results,
        working: worked.working,
    })
}

/// Corners around a middle, one in every direction of a turn.
fn polygon(numbers: &mut Numbers, difficulty: u32) -> Option<Vec<[i64; 2]>> {
    let corners: Vec<[i64; 2]> = match difficulty {
        1 => {
            let (w, h) = (4 + numbers.below(9) as i64, 4 + numbers.below(9) as i64);
            vec![[0, 0], [w, 0], [w, h], [0, h]]
        }
        2 => {
            // A room with one corner cut off along 3, 4, 5.
            let (w, h) = (8 + numbers.below(5) as i64, 8 + numbers.below(5) as i64);
            let [a, b] = if numbers.below(2) == 0 { [3, 4] } else { [4, 3] };
            vec![[0, 0], [w, 0], [w, h - b], [w - a, h], [0, h]]
        }
        _ => {
            const TURN: [[i64; 2]; 6] = [[2, 0], [1, 2], [-1, 2], [-2, 0], [-1, -2], [1, -2]];
            TURN.iter().map(|[x, y]| [x * (2 + numbers.below(4) as i64), y * (1 + numbers.below(3) as i64)]).collect()
        }
    };
    let polygon = Polygon::new(corners.iter().map(|[x, y]| [*x as f64, *y as f64])).ok()?;
    let is_same = polygon.vertices().iter().zip(&corners).all(|(p, [x, y])| p.x == *x as f64 && p.y == *y as f64);
    is_same.then_some(corners)
}

fn chamber(numbers: &mut Numbers, difficulty: u32) -> Option<Exercise> {
    let corners = polygon(numbers, difficulty)?;
    let (from, to) = (numbers.point(12), numbers.point(16));
    let room = Polygon::new(corners.iter().map(|[x, y]| [*x as f64, *y as f64])).ok()?;
    if room.locate([from[0] as f64, from[1] as f64]) != Location::Inside {
        return None;
    }
    let obstacles: Vec<Obstacle> = (0..corners.len())
        .map(|i| {
            Obstacle::new(format!("edge {i}"), Target::Wall([pair(corners[i]), pair(corners[(i + 1) % corners.len()])]))
        })
        .collect();
    let mover = Mover { from: pair(from), to: pair(to), radius: scalar(0) };
    let course = explain::course(&mover, &obstacles, After::default(), Method::BothEnds).ok()?;
    let wanted = if difficulty == 1 { 1..=3 } else { 1..=2 };
    let mut results: Vec<Scalar> = Vec::new();
    for bounce in &course.bounces {
        results.extend([bounce.time, bounce.at[0], bounce.at[1]]);
    }
    results.extend(course.end);
    if !wanted.contains(&course.bounces.len()) || !is_clean(&results, difficulty) {
        return None;
    }
    let listed: Vec<String> = corners.iter().map(|corner| shown(pair(*corner))).collect();
    let question = vec![format!(
        "A chamber has the corners ${}$. A ball flies from $Bs = {}$ to $Be = {}$. Make the table of edge vectors, normals and line \
         constants. Which edges does the ball hit, when and where? Where does the frame end?",
        listed.join(", "),
        shown(mover.from),
        shown(mover.to)
    )];
    let hits: Vec<String> = course
        .bounces
        .iter()
        .map(|bounce| format!("edge {} at $T = {}$ in ${}$", bounce.obstacle, bounce.time.short(), shown(bounce.at)))
        .collect();
    let answer = format!("It hits {}; the frame ends in ${}$.", hits.join(", then "), shown(course.end));
    let mut given = floats(&[from, to]);
    given.extend(floats(&corners));
    Some(Exercise { kind: Kind::Chamber, question, numbers: given, answer, results, working: course.working })
}

fn crossing(numbers: &mut Numbers, difficulty: u32, wants_hit: bool) -> Option<Exercise> {
    let (first, second) = (numbers.wall(difficulty), numbers.wall(if difficulty == 1 { 3 } else { difficulty }));
    let (working, shared) = explain::crossing(first.map(pair), second.map(pair)).ok()?;
    let point = match shared {
        Some(carom::Crossing::Shared(_)) => return None,
        shared => shared,
    };
    if point.is_some() != wants_hit {
        return None;
    }
    let results = if point.is_some() { shared_point(first, second)? } else { Vec::new() };
    let question = vec![format!(
        "Do the segments from ${}$ to ${}$ and from ${}$ to ${}$ cross? If so, where?",
        shown(pair(first[0])),
        shown(pair(first[1])),
        shown(pair(second[0])),
        shown(pair(second[1]))
    )];
    let answer = match results.as_slice() {
        [x, y] => format!("They cross in ${}$.", shown([*x, *y])),
        _ => "They do not cross.".into(),
    };
    let given = floats(&[first[0], first[1], second[0], second[1]]);
    is_clean(&results, difficulty.max(2)).then_some(Exercise {
        kind: Kind::Crossing,
        question,
        numbers: given,
        answer,
        results,
        working,
    })
}

/// The point two segments share: where the first, as a path, hits the second.
fn shared_point(first: [[i64; 2]; 2], second: [[i64; 2]; 2]) -> Option<Vec<Scalar>> {
    let mover = Mover { from: pair(first[0]), to: pair(first[1]), radius: scalar(0) };
    let worked = explain::meeting_by(&mover, &Target::Wall(second.map(pair)), After::Stop, &[Method::OneDot]).ok()?;
    worked.at.map(Vec::from)
}

fn inside(numbers: &mut Numbers, difficulty: u32, wants_hit: bool) -> Option<Exercise> {
    let corners = polygon(numbers, difficulty)?;
    let point = numbers.point(12);
    let vertices: Vec<[Scalar; 2]> = corners.iter().copied().map(pair).collect();
    let (working, location) = explain::inside(&vertices, pair(point)).ok()?;
    let wanted = if wants_hit { Location::Inside } else { Location::Outside };
    if location != wanted {
        return None;
    }
    let listed: Vec<String> = vertices.iter().map(|corner| shown(*corner)).collect();
    let question = vec![format!(
        "Is the point ${}$ inside the polygon with the corners ${}$?",
        shown(pair(point)),
        listed.join(", ")
    )];
    let answer = if wants_hit { "It is inside." } else { "It is outside." };
    let mut given = floats(&[point]);
    given.extend(floats(&corners));
    Some(Exercise { kind: Kind::Inside, question, numbers: given, answer: answer.into(), results: Vec::new(), working })
}

fn circle(numbers: &mut Numbers, difficulty: u32) -> Option<Exercise> {
    let count = [3, 4, 5][difficulty as usize - 1];
    let points: Vec<[i64; 2]> = (0..count).map(|_| numbers.point(8)).collect();
    let listed: Vec<[Scalar; 2]> = points.iter().copied().map(pair).collect();
    let (working, found) = explain::circle(&listed).ok()?;
    let written = |x: f64| Fraction::of(x).filter(|x| x.denominator() <= 4).map(Scalar::from);
    let results = vec![written(found.center().x)?, written(found.center().y)?, written(found.radius())?];
    let is_distinct = (0..points.len()).all(|i| !points[..i].contains(&points[i]));
    if !is_distinct || !is_clean(&results, difficulty) {
        return None;
    }
    let shown_points: Vec<String> = listed.iter().map(|point| shown(*point)).collect();
    let question = vec![format!("Find the smallest circle around the points ${}$.", shown_points.join(", "))];
    let answer =
        format!("Its centre is $M = {}$ and its radius $R = {}$.", shown([results[0], results[1]]), results[2].short());
    Some(Exercise { kind: Kind::Circle, question, numbers: floats(&points), answer, results, working })
}

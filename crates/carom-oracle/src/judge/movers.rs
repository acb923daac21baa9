//! When does a moving convex shape first touch another one, and how?
//!
//! Straight from the definition: the distance of two convex shapes is that of a vertex of one from a vertex or an edge of the other, or
//! nothing where no edge's direction keeps them apart. Every such pair says when it is at exactly the reach, the earliest of them
//! is the first touch, and the touch from the other end of time is the last one.
//! How a touch begins is then read from one time between the two: a fraction, at which the shapes stand still.

use std::cmp::Ordering;

use dashu_int::IBig;

use super::moving::{Contact, Feature, Time, contact_of_points};
use crate::round;
use crate::truth::{Ends, Integers, Location, Scale, Spot, Xy, cross, dot, locate_spot, sign, sign_with_root, to};

/// A convex shape around its position: a core, and all that is within a radius of it.
///
/// The core is a point, two points, or a convex ring: counter-clockwise, with no vertex between its neighbours.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The vertices of the core.
    pub core: Vec<Xy>,
    /// How far around the core it reaches.
    pub radius: f64,
}

/// A shape whose position moves along a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Moving {
    /// What moves.
    pub shape: Shape,
    /// Where it is first and last.
    pub path: Ends,
}

/// What of a core is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// This vertex.
    Vertex(usize),
    /// The edge from this vertex to the next one; the one edge of two points is the first.
    Edge(usize),
}

/// The first touch.
#[derive(Clone, Debug)]
pub struct Touch {
    /// When, exactly.
    pub time: Time,
    /// How.
    pub contact: Contact,
    /// What of the first and of the second is touched: both edges where they share more than a point.
    /// Nothing if they overlap from the start: then they share more than their outlines.
    pub parts: Option<[Part; 2]>,
    /// Neither has anything to be deep in, as a point and a wall: then every touch stops.
    pub is_flat: bool,
}

/// Where two shapes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// They share nothing.
    Apart,
    /// They share what is on the edge of both, and nothing else.
    Touch,
    /// They share more.
    Deep,
}

impl Moving {
    /// A segment that stands still.
    pub fn wall(wall: Ends) -> Moving {
        Moving { shape: Shape { core: wall.to_vec(), radius: 0.0 }, path: [[0.0; 2]; 2] }
    }

    /// A disc that stands still.
    pub fn circle(center: Xy, radius: f64) -> Moving {
        Moving { shape: Shape { core: vec![[0.0; 2]], radius }, path: [center; 2] }
    }

    /// The first touch with another one.
    pub fn first_touch(&self, other: &Moving) -> Option<Touch> {
        Question::of(self, other).first_touch()
    }

    /// How the two stand to each other when the frame starts.
    pub fn at_start(&self, other: &Moving) -> State {
        Question::of(self, other).state(&IBig::ZERO, &IBig::ONE)
    }

    /// The length of the shortest move after which two that overlap where they start would no more, rounded a few times.
    pub fn depth_at_start(&self, other: &Moving) -> f64 {
        let question = Question::of(self, other);
        let length =
            |squared: &IBig, over: &IBig| round::root_toward_zero(squared, over, &IBig::ZERO, question.scale.exponent);
        let reach = round::nearest(&question.reach, &IBig::ONE, question.scale.exponent);
        // Through each other: out across an edge. Else the reach is more than the distance.
        let edges = question.edges();
        let ways = edges.iter().flat_map(|[x, y]| [[-y, x.clone()], [y.clone(), -x]]);
        let (normal, along) = question.along_axes();
        if normal.min(along) != Ordering::Less {
            let deep = ways.map(|way| {
                let far = |core: &[Integers]| core.iter().map(|p| dot(&way, p)).max().expect("a core has a vertex");
                let near = |core: &[Integers]| core.iter().map(|p| dot(&way, p)).min().expect("a core has a vertex");
                let depth = far(&question.theirs) - near(&question.ours);
                length(&(&depth * &depth), &dot(&way, &way))
            });
            return reach + deep.reduce(f64::min).unwrap_or(0.0);
        }
        let apart = question.pairs().filter_map(|Pair { from, edge, .. }| match edge {
            None => Some(length(&dot(&from, &from), &IBig::ONE)),
            Some(edge) => {
                let (along, height) = (dot(&edge, &from), cross(&edge, &from));
                let beside = IBig::ZERO < along && along < dot(&edge, &edge);
                beside.then(|| length(&(&height * &height), &dot(&edge, &edge)))
            }
        });
        reach - apart.reduce(f64::min).expect("a pair of vertices")
    }

    /// How the two stand to each other at the time `numerator / 2^bits`.
    pub fn at(&self, other: &Moving, numerator: &IBig, bits: usize) -> State {
        Question::of(self, other).state(numerator, &(IBig::ONE << bits))
    }

    fn numbers(&self) -> impl Iterator<Item = &f64> {
        self.shape.core.iter().chain(&self.path).flatten().chain([&self.shape.radius])
    }
}

/// The first touch of each wall, and of these the earliest one with the lowest index.
pub fn earliest(mover: &Moving, walls: impl IntoIterator<Item = Ends>) -> Option<(usize, Touch)> {
    let touches = walls.into_iter().map(|wall| mover.first_touch(&Moving::wall(wall))).enumerate();
    let touched = touches.filter_map(|(i, touch)| Some((i, touch?)));
    touched.reduce(|best, next| if next.1.time.compare(&best.1.time) == Ordering::Less { next } else { best })
}

/// Does the inside of a mover share a point with the inside of a polygon, where it starts?
/// A mover without an inside is all inside: a point, or two points without a radius.
pub fn overlaps_filled(mover: &Moving, rings: &[Vec<Xy>]) -> bool {
    let edges = rings.iter().flat_map(|ring| (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]]));
    if edges.into_iter().any(|edge| mover.at_start(&Moving::wall(edge)) == State::Deep) {
        return true;
    }
    // No edge goes through the inside, so any point of it tells; but two points may have vertices between them.
    let scale = Scale::of(mover.numbers().chain(rings.iter().flatten().flatten()));
    let start = scale.point(mover.path[0]);
    let core: Vec<Integers> = mover.shape.core.iter().map(|&p| plus(&scale.point(p), &start)).collect();
    let rings: Vec<Vec<Integers>> = rings.iter().map(|ring| scale.points(ring)).collect();
    let is_inside = |points: &[&Integers]| {
        let sum = |axis: usize| points.iter().map(|p| &p[axis]).sum::<IBig>();
        let spot = Spot { x: sum(0), y: sum(1), w: points.len().into() };
        locate_spot(&spot, &rings) == Location::Inside
    };
    match &core[..] {
        [a, b] if mover.shape.radius == 0.0 => {
            let is_between =
                |p: &&Integers| cross(&to(a, b), &to(a, p)) == IBig::ZERO && dot(&to(a, p), &to(b, p)) < IBig::ZERO;
            let mut stops: Vec<&Integers> = rings.iter().flatten().filter(is_between).chain([a, b]).collect();
            stops.sort();
            stops.windows(2).any(is_inside)
        }
        [a, b, c, ..] => is_inside(&[a, b, c]),
        _ => is_inside(&[&core[0]]),
    }
}

/// Which part of a wall a part of its core is.
pub fn feature(part: Part) -> Feature {
    match part {
        Part::Edge(_) => Feature::Side,
        Part::Vertex(0) => Feature::A,
        Part::Vertex(_) => Feature::B,
    }
}

/// Two cores where they start, in whole numbers; the first one moves, the second stands still.
pub(super) struct Question {
    pub(super) ours: Vec<Integers>,
    pub(super) theirs: Vec<Integers>,
    pub(super) motion: Integers,
    pub(super) reach: IBig,
    scale: Scale,
}

/// A vertex of one core and a vertex or an edge of the other.
pub(super) struct Pair {
    pub(super) parts: [Part; 2],
    /// From the vertex, or from where the edge begins, of theirs to that of ours.
    pub(super) from: Integers,
    /// The edge, as something that stands still while the other vertex moves: theirs, or ours turned around.
    pub(super) edge: Option<Integers>,
}

impl Question {
    pub(super) fn of(first: &Moving, second: &Moving) -> Question {
        let scale = Scale::of(first.numbers().chain(second.numbers()));
        let placed = |moving: &Moving| {
            let [start, end] = moving.path.map(|p| scale.point(p));
            let core: Vec<Integers> = moving.shape.core.iter().map(|&p| plus(&scale.point(p), &start)).collect();
            (core, to(&start, &end))
        };
        let ((ours, our_motion), (theirs, their_motion)) = (placed(first), placed(second));
        let reach = scale.integer(first.shape.radius) + scale.integer(second.shape.radius);
        Question { ours, theirs, motion: to(&their_motion, &our_motion), reach, scale }
    }

    fn first_touch(&self) -> Option<Touch> {
        let at_start = self.state(&IBig::ZERO, &IBig::ONE);
        let time = match at_start {
            State::Apart => self.first_time()?,
            State::Touch => Time::zero(),
            State::Deep => {
                return Some(Touch { time: Time::zero(), contact: Contact::Overlaps, parts: None, is_flat: false });
            }
        };
        let flat = self.flat();
        let contact = flat.unwrap_or_else(|| self.contact(&time, at_start));
        let parts = Some(self.parts_at(&time));
        Some(Touch { time, contact, parts, is_flat: flat.is_some() })
    }

    /// The earliest time at which a pair is at exactly the reach, for shapes that start apart.
    pub(super) fn first_time(&self) -> Option<Time> {
        let in_move = |time: &Time| {
            time.compare(&Time::zero()) != Ordering::Less && time.compare(&Time::one()) != Ordering::Greater
        };
        self.pairs().filter_map(|pair| self.time_of(&pair)).filter(in_move).min_by(Time::compare)
    }

    /// When a pair comes to be at exactly the reach.
    fn time_of(&self, Pair { from, edge, .. }: &Pair) -> Option<Time> {
        let (v, squared) = (&self.motion, &self.reach * &self.reach);
        let Some(edge) = edge else {
            // |d + t·v|² = R²: (v·v)·t² + 2·(d·v)·t + (d·d − R²) = 0, the smaller root.
            let (vv, dv) = (dot(v, v), dot(from, v));
            let q = &dv * &dv - &vv * (dot(from, from) - squared);
            return (IBig::ZERO < vv && IBig::ZERO <= q).then(|| Time { p: -dv, q, s: vv });
        };
        // |e × (d + t·v)| = R·|e|, the smaller root: on the side that it comes from.
        let (height, speed) = (cross(edge, from), cross(edge, v));
        let (height, speed) = if IBig::ZERO < speed { (-height, -speed) } else { (height, speed) };
        if speed == IBig::ZERO {
            return None;
        }
        let time = Time { p: height, q: squared * dot(edge, edge), s: -speed };
        self.is_beside(&time, from, edge).then_some(time)
    }

    /// Is the vertex then beside the edge, and not level with or beyond an end of it?
    fn is_beside(&self, time: &Time, from: &Integers, edge: &Integers) -> bool {
        let (along, speed) = (dot(edge, from), dot(edge, &self.motion));
        time.sign_of(&along, &speed) == Ordering::Greater
            && time.sign_of(&(along - dot(edge, edge)), &speed) == Ordering::Less
    }

    /// How a touch begins that does not start deep, where there is something to be deep in.
    fn contact(&self, time: &Time, at_start: State) -> Contact {
        if self.motion == [IBig::ZERO, IBig::ZERO] {
            return Contact::Leaves;
        }
        let back = self.backwards();
        let from_the_end = match back.state(&IBig::ZERO, &IBig::ONE) {
            State::Apart => back.first_time().expect("what touches on its way touches on its way back"),
            _ => Time::zero(),
        };
        let touched = at_start == State::Touch;
        match time.compare_sum(&from_the_end) {
            Ordering::Equal if !touched && time.compare(&Time::one()) == Ordering::Equal => Contact::Ends,
            Ordering::Equal => Contact::Leaves,
            Ordering::Less => match self.state_between(time, &from_the_end) {
                State::Deep if touched => Contact::Starts,
                State::Deep => Contact::Crosses,
                State::Touch => Contact::Along,
                State::Apart => panic!("apart between two touches: the distance is not convex"),
            },
            Ordering::Greater => panic!("the last touch comes before the first"),
        }
    }

    /// The contact where neither core nor radius has anything to be deep in: cores on parallel lines, one of which may be a point.
    fn flat(&self) -> Option<Contact> {
        let edges = self.edges();
        let is_flat = edges.iter().all(|edge| cross(edge, &edges[0]) == IBig::ZERO);
        if self.reach != IBig::ZERO || !is_flat {
            return None;
        }
        // The differences of vertices are on one line, and our start is a point that moves through them.
        let mut differences: Vec<Integers> =
            self.ours.iter().flat_map(|a| self.theirs.iter().map(move |b| to(a, b))).collect();
        differences.sort();
        let ends = [differences[0].clone(), differences[differences.len() - 1].clone()];
        Some(contact_of_points(&[[IBig::ZERO, IBig::ZERO], self.motion.clone()], &ends))
    }

    /// What is touched at a time at which nothing is deep.
    fn parts_at(&self, time: &Time) -> [Part; 2] {
        let touching: Vec<[Part; 2]> =
            self.pairs().filter(|pair| self.is_at_reach(time, pair)).map(|pair| pair.parts).collect();
        let [first, rest @ ..] = &touching[..] else { panic!("a touch of nothing") };
        if rest.is_empty() {
            return *first;
        }
        // More than one: parallel edges. Each is named by a point between its ends, or by both ends.
        [0, 1].map(|which| {
            let parts: Vec<Part> = touching.iter().map(|pair| pair[which]).collect();
            let count = [self.ours.len(), self.theirs.len()][which];
            edge_of(&parts, count)
        })
    }

    pub(super) fn is_at_reach(&self, time: &Time, Pair { from, edge, .. }: &Pair) -> bool {
        let (v, squared) = (&self.motion, &self.reach * &self.reach);
        match edge {
            // |d + t·v|² − R²
            None => {
                let free = dot(from, from) - squared;
                time.sign_of_square(&free, &(dot(from, v) << 1), &dot(v, v)) == Ordering::Equal
            }
            // (e × (d + t·v))² − R²·e²
            Some(edge) => {
                let (height, speed) = (cross(edge, from), cross(edge, v));
                let free = &height * &height - squared * dot(edge, edge);
                time.sign_of_square(&free, &((&height * &speed) << 1), &(&speed * &speed)) == Ordering::Equal
                    && self.is_beside(time, from, edge)
            }
        }
    }

    /// Both as they are at the time `n / d`, for good, `d` times as large.
    pub(super) fn still_at(&self, n: &IBig, d: &IBig) -> Question {
        let moved = |p: &Integers| [0, 1].map(|axis| &p[axis] * d + &self.motion[axis] * n);
        Question {
            ours: self.ours.iter().map(moved).collect(),
            theirs: self.theirs.iter().map(|p| [&p[0] * d, &p[1] * d]).collect(),
            motion: [IBig::ZERO, IBig::ZERO],
            reach: &self.reach * d,
            scale: self.scale,
        }
    }

    /// How they stand to each other at the time `n / d`.
    fn state(&self, n: &IBig, d: &IBig) -> State {
        let still = self.still_at(n, d);
        let (normal, along) = still.along_axes();
        if still.reach == IBig::ZERO {
            return match normal.min(along) {
                Ordering::Less => State::Apart,
                _ if normal == Ordering::Greater => State::Deep,
                _ => State::Touch,
            };
        }
        let shares_a_point = normal.min(along) != Ordering::Less;
        if shares_a_point {
            return State::Deep;
        }
        match still.pairs().filter_map(|pair| still.against_reach(&pair)).min() {
            Some(Ordering::Less) => State::Deep,
            Some(Ordering::Equal) => State::Touch,
            _ => State::Apart,
        }
    }

    /// How far the cores overlap in the directions that can keep them apart, against 0: the least across the edges, and along them.
    ///
    /// A line that keeps apart two convex sets can be turned until it is along an edge of one of them; if all edges are on one
    /// line, or there are none, what keeps them apart may be across that line. Two points are apart unless they are one.
    fn along_axes(&self) -> (Ordering, Ordering) {
        let overlap = |axis: &Integers| {
            let range = |core: &[Integers]| {
                let heights: Vec<IBig> = core.iter().map(|p| dot(axis, p)).collect();
                let ends = (heights.iter().min().cloned(), heights.iter().max().cloned());
                (ends.0.expect("a core has a vertex"), ends.1.expect("a core has a vertex"))
            };
            let ((low, high), (other_low, other_high)) = (range(&self.ours), range(&self.theirs));
            other_high.cmp(&low).min(high.cmp(&other_low))
        };
        let edges = self.edges();
        if edges.is_empty() {
            let apart = if self.ours == self.theirs { Ordering::Equal } else { Ordering::Less };
            return (apart, apart);
        }
        let normal = edges.iter().map(|[x, y]| overlap(&[-y, x.clone()])).min();
        let along = edges.iter().map(overlap).min();
        (normal.expect("an edge"), along.expect("an edge"))
    }

    /// The distance of a pair that stands still against the reach, if the vertex is beside the edge.
    pub(super) fn against_reach(&self, Pair { from, edge, .. }: &Pair) -> Option<Ordering> {
        let squared = &self.reach * &self.reach;
        let Some(edge) = edge else {
            return Some(dot(from, from).cmp(&squared));
        };
        let (along, height) = (dot(edge, from), cross(edge, from));
        let beside = IBig::ZERO < along && along < dot(edge, edge);
        beside.then(|| (&height * &height).cmp(&(squared * dot(edge, edge))))
    }

    /// The state at some time after `first` and before `1 − from_the_end`.
    fn state_between(&self, first: &Time, from_the_end: &Time) -> State {
        let mut bits = 4;
        loop {
            let (after, before) = (first.floor(bits) + 1, (IBig::ONE << bits) - from_the_end.floor(bits) - 1);
            if after <= before {
                return self.state(&after, &(IBig::ONE << bits));
            }
            bits *= 2;
        }
    }

    /// The same seen from the end of time.
    fn backwards(&self) -> Question {
        Question {
            ours: self.ours.iter().map(|p| plus(p, &self.motion)).collect(),
            theirs: self.theirs.clone(),
            motion: [-&self.motion[0], -&self.motion[1]],
            reach: self.reach.clone(),
            scale: self.scale,
        }
    }

    /// The edges of both cores.
    fn edges(&self) -> Vec<Integers> {
        [&self.ours, &self.theirs].into_iter().flat_map(|core| edges_of(core).map(|(_, edge)| edge)).collect()
    }

    pub(super) fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        let vertices = self.ours.iter().enumerate().flat_map(|(i, a)| {
            self.theirs.iter().enumerate().map(move |(j, b)| Pair {
                parts: [Part::Vertex(i), Part::Vertex(j)],
                from: to(b, a),
                edge: None,
            })
        });
        let on_theirs = edges_of(&self.theirs).flat_map(move |(j, edge)| {
            self.ours.iter().enumerate().map(move |(i, a)| Pair {
                parts: [Part::Vertex(i), Part::Edge(j)],
                from: to(&self.theirs[j], a),
                edge: Some(edge.clone()),
            })
        });
        let on_ours = edges_of(&self.ours).flat_map(move |(i, edge)| {
            self.theirs.iter().enumerate().map(move |(j, b)| Pair {
                parts: [Part::Edge(i), Part::Vertex(j)],
                from: to(b, &self.ours[i]),
                edge: Some([-&edge[0], -&edge[1]]),
            })
        });
        vertices.chain(on_theirs).chain(on_ours)
    }
}

/// The edges of a core with the numbers of their first vertices.
pub(super) fn edges_of(core: &[Integers]) -> impl Iterator<Item = (usize, Integers)> + '_ {
    let count = if core.len() < 3 { core.len() - 1 } else { core.len() };
    (0..count).map(|i| (i, to(&core[i], &core[(i + 1) % core.len()])))
}

/// The edge of a core with so many vertices on which all these parts are; the vertex, if they are all that.
fn edge_of(parts: &[Part], count: usize) -> Part {
    if parts.iter().all(|part| *part == parts[0]) {
        return parts[0];
    }
    if let Some(edge) = parts.iter().find(|part| matches!(part, Part::Edge(_))) {
        return *edge;
    }
    let is_touched = |i: usize| parts.contains(&Part::Vertex(i));
    let edge = (0..count).find(|&i| is_touched(i) && is_touched((i + 1) % count));
    Part::Edge(edge.expect("two vertices of one edge"))
}

fn plus(a: &Integers, b: &Integers) -> Integers {
    [&a[0] + &b[0], &a[1] + &b[1]]
}

impl Time {
    /// The sum of two times against 1.
    fn compare_sum(&self, other: &Time) -> Ordering {
        // With both sides multiplied by both denominators: x against √ours + √others.
        let x = &self.p * &other.s + &other.p * &self.s - &self.s * &other.s;
        let (ours, others) = (&self.q * &other.s * &other.s, &other.q * &self.s * &self.s);
        if sign(&x) == Ordering::Less {
            return Ordering::Less;
        }
        sign_with_root(&(&x * &x - &ours - &others), &IBig::from(-2), &(ours * others))
    }

    /// `free + time · linear + time² · square` against 0.
    fn sign_of_square(&self, free: &IBig, linear: &IBig, square: &IBig) -> Ordering {
        let Time { p, q, s } = self;
        let whole = free * s * s + linear * p * s + square * (p * p + q);
        let of_root = -(linear * s + ((square * p) << 1));
        sign_with_root(&whole, &of_root, q)
    }
}

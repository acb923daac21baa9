//! Towns: zones that share edges and vertices, with holes and with zones in them, gates along their edges, and tracks from one special
//! place to the next.
//!
//! All is made of the nodes of one net of triangles, in whole numbers, so that exact judging is cheap; a [`Frame`] says which floats they are.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::rng::Rng;
use crate::truth::Xy;

/// A place in whole numbers, less than [`LIMIT`] from 0.
pub type Whole = [i64; 2];

/// Coordinates are less than this, and more than its negative.
pub const LIMIT: i64 = 1 << 17;

/// Zones and gates.
#[derive(Clone, Debug)]
pub struct Town {
    /// The rings of each zone, the outer one first, each in either direction.
    pub zones: Vec<Vec<Vec<Whole>>>,
    /// So many of them, from the first, lie side by side and fill the town.
    pub tiles: usize,
    /// The points of each gate.
    pub gates: Vec<Vec<Whole>>,
    /// Gates that make a closed ring, one after the other.
    pub rings: Vec<Range<usize>>,
    /// Which floats its numbers are.
    pub frame: Frame,
    nodes: Vec<Whole>,
    unit: i64,
}

/// The float of a whole number v is (v + offset)·2^exponent, exactly.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    offset: Whole,
    exponent: i32,
}

impl Frame {
    /// A place as floats.
    pub fn place(&self, place: Whole) -> Xy {
        [0, 1].map(|axis| {
            // In two steps, as 2^-1074 has no float above 1 for its inverse.
            let half = self.exponent / 2;
            (place[axis] + self.offset[axis]) as f64 * 2_f64.powi(half) * 2_f64.powi(self.exponent - half)
        })
    }

    /// Places as floats.
    pub fn places(&self, places: &[Whole]) -> Vec<Xy> {
        places.iter().map(|&place| self.place(place)).collect()
    }
}

/// A net of triangles, counterclockwise, between nodes of a bent grid.
struct Net {
    nodes: Vec<Whole>,
    triangles: Vec<[usize; 3]>,
}

/// A town of up to about 50 zones.
pub fn any(rng: &mut Rng) -> Town {
    let side = rng.between(1, 5);
    let unit = *rng.pick(&[4, 4, 60, 16_000]);
    let bend = (unit / 5).min(*rng.pick(&[0, 0, 1, unit]));
    let net = Net::new(rng, side, unit, bend);
    let drops = rng.one_in(2);
    let mut zones = net.zones(rng, drops);
    let tiles = zones.len();
    // Some that overlap those, along the same edges.
    let others = net.zones(rng, drops);
    zones.extend(others.into_iter().take(rng.below(4)));
    let (mut gates, mut rings) = (Vec::new(), Vec::new());
    for _ in 0..rng.below(4) {
        let first = gates.len();
        add_ring(rng, &net, &zones, &mut gates);
        rings.push(first..gates.len());
    }
    for _ in 0..rng.below(5) {
        gates.push(walk(rng, &net.nodes, 4));
    }
    for ring in zones.iter_mut().flatten() {
        if rng.one_in(3) {
            ring.reverse();
        }
    }
    let frame = Frame {
        offset: [(); 2].map(|()| *rng.pick(&[0, 0, 1 << 50])),
        exponent: *rng.pick(&[0, 0, 0, -30, 500, 970, -1074]),
    };
    Town { zones, tiles, gates, rings, frame, nodes: net.nodes, unit }
}

/// One gate around, or one for each side, along a zone or from node to node, which may cross itself.
fn add_ring(rng: &mut Rng, net: &Net, zones: &[Vec<Vec<Whole>>], gates: &mut Vec<Vec<Whole>>) {
    let mut ring = if rng.one_in(2) { rng.pick(zones)[0].clone() } else { walk(rng, &net.nodes, 6) };
    while ring.len() > 2 && ring.last() == ring.first() {
        ring.pop();
    }
    ring.push(ring[0]);
    if rng.one_in(2) {
        gates.push(ring);
    } else {
        gates.extend(ring.windows(2).map(<[Whole]>::to_vec));
    }
}

/// From node to node, two at least, and never to the same one.
fn walk(rng: &mut Rng, nodes: &[Whole], most: usize) -> Vec<Whole> {
    let mut line = vec![*rng.pick(nodes)];
    let length = 2 + rng.below(most - 1);
    while line.len() < length {
        let next = *rng.pick(nodes);
        if Some(&next) != line.last() {
            line.push(next);
        }
    }
    line
}

impl Net {
    fn new(rng: &mut Rng, side: i64, unit: i64, bend: i64) -> Net {
        let across = side + 1;
        let nodes = (0..across * across).map(|i| [i % across, i / across]);
        // A triangle of legs 1 whose corners move by up to 1/5 to all sides keeps its direction.
        let nodes = nodes.map(|node| node.map(|place| place * unit + rng.between(-bend, bend))).collect();
        let mut triangles = Vec::new();
        for cell in 0..side * side {
            let at = |x: i64, y: i64| ((cell / side + y) * across + cell % side + x) as usize;
            let (a, b, c, d) = (at(0, 0), at(1, 0), at(1, 1), at(0, 1));
            triangles.extend(if rng.one_in(2) { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] });
        }
        Net { nodes, triangles }
    }

    /// The net cut into zones side by side.
    fn zones(&self, rng: &mut Rng, drops: bool) -> Vec<Vec<Vec<Whole>>> {
        let labels = self.labels(rng);
        let mut zones = Vec::new();
        for part in self.parts(&labels) {
            match self.outline(&part) {
                Some(rings) => zones.push(rings),
                // It touches itself in a node, so it is no polygon; its triangles are.
                None => zones.extend(part.iter().filter_map(|&triangle| self.outline(&[triangle]))),
            }
        }
        let ring = |rng: &mut Rng, ring: &[usize]| {
            let places: Vec<Whole> = ring.iter().map(|&node| self.nodes[node]).collect();
            if drops { without_some_straight(rng, &places) } else { places }
        };
        zones.iter().map(|rings| rings.iter().map(|nodes| ring(rng, nodes)).collect()).collect()
    }

    fn labels(&self, rng: &mut Rng) -> Vec<usize> {
        let count = self.triangles.len();
        match rng.below(4) {
            0 => (0..count).collect(),
            // Both triangles of a cell together.
            1 => (0..count / 2).flat_map(|_| [rng.below(3); 2]).collect(),
            2 => (0..count).map(|_| rng.below(2)).collect(),
            // One zone, with a few others in it.
            _ => {
                let mut labels = vec![0; count];
                for label in 1..=1 + rng.below(3) {
                    let triangle = rng.below(count);
                    labels[triangle] = label;
                    if rng.one_in(2) {
                        labels[triangle ^ 1] = label;
                    }
                }
                labels
            }
        }
    }

    /// Triangles of one label that hang together by sides.
    fn parts(&self, labels: &[usize]) -> Vec<Vec<usize>> {
        let sides = self.sides(&(0..self.triangles.len()).collect::<Vec<_>>());
        let mut seen = vec![false; labels.len()];
        let mut parts = Vec::new();
        for start in 0..labels.len() {
            let (mut part, mut next) = (Vec::new(), vec![start]);
            while let Some(triangle) = next.pop() {
                if std::mem::replace(&mut seen[triangle], true) {
                    continue;
                }
                part.push(triangle);
                let [a, b, c] = self.triangles[triangle];
                let beside = [(b, a), (c, b), (a, c)].into_iter().filter_map(|side| sides.get(&side).copied());
                next.extend(beside.filter(|&other| labels[other] == labels[start]));
            }
            if !part.is_empty() {
                parts.push(part);
            }
        }
        parts
    }

    /// Which triangle each directed side belongs to.
    fn sides(&self, part: &[usize]) -> BTreeMap<(usize, usize), usize> {
        let of_one = |&triangle: &usize| {
            let [a, b, c] = self.triangles[triangle];
            [(a, b), (b, c), (c, a)].map(|side| (side, triangle))
        };
        part.iter().flat_map(of_one).collect()
    }

    /// The rings around some triangles, the outer one first; none if one node is on them twice.
    fn outline(&self, part: &[usize]) -> Option<Vec<Vec<usize>>> {
        let sides = self.sides(part);
        let mut next = BTreeMap::new();
        for &(a, b) in sides.keys().filter(|&&(a, b)| !sides.contains_key(&(b, a))) {
            if next.insert(a, b).is_some() {
                return None;
            }
        }
        let mut rings = Vec::new();
        while let Some((&start, _)) = next.first_key_value() {
            let (mut ring, mut at) = (Vec::new(), start);
            while let Some(to) = next.remove(&at) {
                ring.push(at);
                at = to;
            }
            rings.push(ring);
        }
        rings.sort_by_key(|ring| self.twice_the_area(ring) < 0);
        Some(rings)
    }

    fn twice_the_area(&self, ring: &[usize]) -> i64 {
        let place = |i: usize| self.nodes[ring[i % ring.len()]];
        (0..ring.len()).map(|i| place(i)[0] * place(i + 1)[1] - place(i)[1] * place(i + 1)[0]).sum()
    }
}

/// The ring without some of the vertices at which it goes straight on: they are on edges then, of zones beside it.
fn without_some_straight(rng: &mut Rng, ring: &[Whole]) -> Vec<Whole> {
    let mut kept = ring.to_vec();
    let mut i = 0;
    while i < kept.len() && kept.len() > 3 {
        let [a, b, c] = [kept.len() - 1, 0, 1].map(|by| kept[(i + by) % kept.len()]);
        let is_straight = (b[0] - a[0]) * (c[1] - b[1]) == (b[1] - a[1]) * (c[0] - b[0]);
        if is_straight && rng.one_in(2) {
            kept.remove(i);
        } else {
            i += 1;
        }
    }
    kept
}

impl Town {
    /// A track of some rows, each in a special place, or on a special way from the one before.
    pub fn track(&self, rng: &mut Rng) -> Vec<Whole> {
        let mut places = vec![*rng.pick(&self.nodes)];
        let length = 2 + rng.below(6);
        while places.len() < length {
            let before = places[places.len() - 1];
            let place = self.place(rng, before);
            if place.iter().all(|value| value.abs() < LIMIT) {
                places.push(place);
            }
        }
        // The first is as special as the others.
        places.remove(usize::from(rng.one_in(2)) * (length - 1));
        places
    }

    fn place(&self, rng: &mut Rng, before: Whole) -> Whole {
        let anywhere = |rng: &mut Rng| rng.between(-self.unit, 6 * self.unit);
        let node = *rng.pick(&self.nodes);
        match rng.below(10) {
            0 => node,
            1 => [node[0] + rng.between(-1, 1), node[1] + rng.between(-1, 1)],
            // Along the axes, which many edges are, too.
            2 => [before[0], anywhere(rng)],
            3 => [anywhere(rng), before[1]],
            4 => before,
            // Straight through a node, to as far behind it.
            5 => [2 * node[0] - before[0], 2 * node[1] - before[1]],
            // On an edge, and along one from a vertex to beyond the other.
            6 | 7 => {
                let [a, b] = self.edge(rng);
                between(a, b, rng)
            }
            8 => {
                let [a, b] = self.edge(rng);
                [2 * b[0] - a[0], 2 * b[1] - a[1]]
            }
            _ => [anywhere(rng), anywhere(rng)],
        }
    }

    fn edge(&self, rng: &mut Rng) -> [Whole; 2] {
        if !self.gates.is_empty() && rng.one_in(3) {
            let gate = rng.pick(&self.gates);
            let i = rng.below(gate.len() - 1);
            return [gate[i], gate[i + 1]];
        }
        let zone = rng.pick(&self.zones);
        let ring = rng.pick(zone);
        let i = rng.below(ring.len());
        [ring[i], ring[(i + 1) % ring.len()]]
    }
}

/// A place in whole numbers that is exactly on the way from one to another, its ends included.
pub fn between(a: Whole, b: Whole, rng: &mut Rng) -> Whole {
    let by = [b[0] - a[0], b[1] - a[1]];
    let steps = common_divisor(by[0].abs(), by[1].abs());
    let step = rng.between(0, steps);
    if steps == 0 { a } else { [0, 1].map(|axis| a[axis] + by[axis] / steps * step) }
}

fn common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

//! Solid pieces that lie side by side: their outlines as one, without the seams between them.
//!
//! Every piece gives its edges, with solid on the left. Where edges of two pieces run against one another on one line along
//! an axis, there is solid on both sides: that part is a seam and goes. Slanted edges go if the same one is there the other way.
//! At every point as many edges arrive as leave, before and after, so what is left can be walked in closed rings; each turns
//! as far left as it can, so that pieces that share but a corner stay apart. Nothing is computed: every corner is one that was given.

use crate::document::Pair;
use carom::{Point, Side, orient};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A piece: its outline counter-clockwise, then its holes clockwise.
pub(crate) type Rings = Vec<Vec<Pair>>;

/// The pieces joined where they share a part of an edge. Corners in the middle of a straight edge are dropped.
pub(crate) fn joined(pieces: &[Rings]) -> Vec<Rings> {
    let mut owners = Owners((0..pieces.len()).collect());
    let edges = without_seams(edges_of(pieces), &mut owners);
    let mut found: BTreeMap<usize, (Rings, Rings)> = BTreeMap::new();
    for (owner, ring) in rings(&edges) {
        let (outlines, holes) = found.entry(owners.of(owner)).or_default();
        if runs_counter_clockwise(&ring) { outlines.push(ring) } else { holes.push(ring) }
    }
    found.into_values().flat_map(|(outlines, holes)| one_or_many(outlines, holes)).collect()
}

/// Pieces that do not overlap have one outline when joined. Those that do may have several: then each ring stands for itself.
fn one_or_many(outlines: Rings, holes: Rings) -> Vec<Rings> {
    if outlines.len() == 1 {
        return vec![outlines.into_iter().chain(holes).collect()];
    }
    outlines.into_iter().chain(holes).map(|ring| vec![ring]).collect()
}

/// Lines end to end as chains, without points in the middle of a straight part. Each line runs from its first end to its second.
pub(crate) fn chains(mut lines: Vec<[Pair; 2]>) -> Vec<Vec<Pair>> {
    lines.sort_by(|a, b| by_place(a[0], b[0]).then(by_place(a[1], b[1])));
    lines.dedup();
    let starts: BTreeMap<[u64; 2], usize> = lines.iter().enumerate().rev().map(|(i, line)| (key(line[0]), i)).collect();
    let mut is_led_to = vec![false; lines.len()];
    let mut next = vec![None; lines.len()];
    for (i, line) in lines.iter().enumerate() {
        let Some(&after) = starts.get(&key(line[1])) else { continue };
        if after != i && !is_led_to[after] {
            is_led_to[after] = true;
            next[i] = Some(after);
        }
    }
    let mut is_taken = vec![false; lines.len()];
    let mut chains = Vec::new();
    // Those without a line before them begin chains; what is left then are closed chains.
    let beginnings = (0..lines.len()).filter(|&i| !is_led_to[i]).chain(0..lines.len());
    for first in beginnings {
        let mut chain = Vec::new();
        let mut at = Some(first);
        while let Some(i) = at.filter(|&i| !is_taken[i]) {
            is_taken[i] = true;
            push_straight(&mut chain, lines[i][0]);
            at = next[i];
            if at.is_none_or(|next| is_taken[next]) {
                push_straight(&mut chain, lines[i][1]);
            }
        }
        if !chain.is_empty() {
            chains.push(chain);
        }
    }
    chains
}

/// Adds a point to a chain. If the last one lies between its neighbours on one line, it goes.
fn push_straight(chain: &mut Vec<Pair>, point: Pair) {
    while let [.., before, last] = chain[..] {
        if !is_straight(before, last, point) {
            break;
        }
        chain.pop();
    }
    chain.push(point);
}

#[derive(Clone, Copy)]
struct Edge {
    from: Pair,
    to: Pair,
    /// The number of its piece.
    owner: usize,
}

fn edges_of(pieces: &[Rings]) -> Vec<Edge> {
    let rings = pieces.iter().enumerate().flat_map(|(owner, rings)| rings.iter().map(move |ring| (owner, ring)));
    let edges = rings.flat_map(|(owner, ring)| {
        let ends = ring.iter().zip(ring.iter().cycle().skip(1));
        ends.map(move |(&from, &to)| Edge { from, to, owner })
    });
    edges.filter(|edge| edge.from != edge.to).collect()
}

/// Which pieces have become one.
struct Owners(Vec<usize>);

impl Owners {
    fn of(&mut self, mut piece: usize) -> usize {
        while self.0[piece] != piece {
            self.0[piece] = self.0[self.0[piece]];
            piece = self.0[piece];
        }
        piece
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.of(a), self.of(b));
        self.0[a.max(b)] = a.min(b);
    }
}

/// The edges without the parts that others run against.
fn without_seams(mut edges: Vec<Edge>, owners: &mut Owners) -> Vec<Edge> {
    edges.sort_by(|a, b| Line::of(a).compare(&Line::of(b)).then(by_place(low(a), low(b))));
    let mut left = Vec::new();
    for line in edges.chunk_by(|a, b| Line::of(a).compare(&Line::of(b)) == Ordering::Equal) {
        along_line(line, owners, &mut left);
    }
    left
}

/// What edges can lie on one another: those on one line along an axis, or those with the same ends.
#[derive(Clone, Copy)]
enum Line {
    Upright(f64),
    Level(f64),
    Slanted([Pair; 2]),
}

impl Line {
    fn of(edge: &Edge) -> Line {
        match (edge.from[0] == edge.to[0], edge.from[1] == edge.to[1]) {
            (true, _) => Line::Upright(edge.from[0]),
            (_, true) => Line::Level(edge.from[1]),
            _ => Line::Slanted([low(edge), high(edge)]),
        }
    }

    fn compare(&self, other: &Line) -> Ordering {
        match (self, other) {
            (Line::Upright(a), Line::Upright(b)) | (Line::Level(a), Line::Level(b)) => a.total_cmp(b),
            (Line::Slanted(a), Line::Slanted(b)) => by_place(a[0], b[0]).then(by_place(a[1], b[1])),
            _ => self.kind().cmp(&other.kind()),
        }
    }

    fn kind(&self) -> u8 {
        match self {
            Line::Upright(_) => 0,
            Line::Level(_) => 1,
            Line::Slanted(_) => 2,
        }
    }
}

/// Of the edges on one line, sorted by their lower ends: what is left of them between each two neighbouring ends.
fn along_line(line: &[Edge], owners: &mut Owners, left: &mut Vec<Edge>) {
    let mut ends: Vec<Pair> = line.iter().flat_map(|edge| [edge.from, edge.to]).collect();
    ends.sort_by(|a, b| by_place(*a, *b));
    ends.dedup();
    let mut coming = line.iter().peekable();
    let mut here: Vec<&Edge> = Vec::new();
    for part in ends.windows(2) {
        here.retain(|edge| by_place(part[0], high(edge)) == Ordering::Less);
        while let Some(edge) = coming.next_if(|edge| low(edge) == part[0]) {
            here.push(edge);
        }
        let (up, down): (Vec<&Edge>, Vec<&Edge>) = here.iter().partition(|edge| edge.from == low(edge));
        if let ([first, ..], false) = (&up[..], down.is_empty()) {
            for other in up.iter().chain(&down) {
                owners.unite(first.owner, other.owner);
            }
        }
        let seams = up.len().min(down.len());
        left.extend(up.iter().skip(seams).map(|edge| Edge { from: part[0], to: part[1], owner: edge.owner }));
        left.extend(down.iter().skip(seams).map(|edge| Edge { from: part[1], to: part[0], owner: edge.owner }));
    }
}

fn low(edge: &Edge) -> Pair {
    if by_place(edge.from, edge.to) == Ordering::Less { edge.from } else { edge.to }
}

fn high(edge: &Edge) -> Pair {
    if by_place(edge.from, edge.to) == Ordering::Less { edge.to } else { edge.from }
}

fn by_place(a: Pair, b: Pair) -> Ordering {
    a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
}

/// The closed rings that edges form, each with the piece of its first edge.
fn rings(edges: &[Edge]) -> Vec<(usize, Vec<Pair>)> {
    let mut leaving: BTreeMap<[u64; 2], Vec<usize>> = BTreeMap::new();
    for (i, edge) in edges.iter().enumerate() {
        leaving.entry(key(edge.from)).or_default().push(i);
    }
    let mut is_walked = vec![false; edges.len()];
    let mut rings = Vec::new();
    for first in 0..edges.len() {
        let mut ring = Vec::new();
        let mut at = first;
        while !is_walked[at] {
            is_walked[at] = true;
            push_straight(&mut ring, edges[at].from);
            // The first edge is walked, but where it is the leftmost the ring closes.
            let open = leaving.entry(key(edges[at].to)).or_default();
            open.retain(|&i| !is_walked[i] || i == first);
            at = open.iter().copied().reduce(|a, b| leftmost(edges, at, a, b)).unwrap_or(first);
        }
        close_straight(&mut ring);
        if ring.len() > 2 {
            rings.push((edges[first].owner, ring));
        }
    }
    rings
}

/// Drops corners in the middle of a straight edge where a ring closes.
fn close_straight(ring: &mut Vec<Pair>) {
    while let [first, .., before, last] = ring[..] {
        if !is_straight(before, last, first) {
            break;
        }
        ring.pop();
    }
    while let [first, second, .., last] = ring[..] {
        if !is_straight(last, first, second) {
            break;
        }
        ring.remove(0);
    }
}

/// Which of two edges that leave the end of another turns further to the left.
fn leftmost(edges: &[Edge], arrived: usize, a: usize, b: usize) -> usize {
    let [from, at, p, q] = [edges[arrived].from, edges[arrived].to, edges[a].to, edges[b].to];
    let turn = |to: Pair| side(from, at, to);
    let is_further = match (turn(p), turn(q)) {
        (Side::Left, Side::Left) | (Side::Right, Side::Right) => side(at, q, p) == Side::Left,
        (Side::Left, _) | (Side::On, Side::Right) => true,
        _ => false,
    };
    if is_further { a } else { b }
}

fn side(a: Pair, b: Pair, c: Pair) -> Side {
    orient(Point::from(a), Point::from(b), Point::from(c))
}

/// Whether `b` lies between `a` and `c` on one line.
fn is_straight(a: Pair, b: Pair, c: Pair) -> bool {
    let is_between =
        |axis: usize| (a[axis] <= b[axis] && b[axis] <= c[axis]) || (c[axis] <= b[axis] && b[axis] <= a[axis]);
    side(a, b, c) == Side::On && is_between(0) && is_between(1)
}

/// Whether a ring has its inside on the left: at its lowest corner on the left, it turns left.
fn runs_counter_clockwise(ring: &[Pair]) -> bool {
    let count = ring.len();
    let Some(lowest) = (0..count).min_by(|&i, &j| by_place(ring[i], ring[j])) else { return false };
    side(ring[(lowest + count - 1) % count], ring[lowest], ring[(lowest + 1) % count]) == Side::Left
}

/// A place to look things up by.
fn key(place: Pair) -> [u64; 2] {
    place.map(f64::to_bits)
}

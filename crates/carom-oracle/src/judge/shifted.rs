//! Who enters and leaves a polygon and who crosses a line, if every place counts as lying a shift (ε, ε²) from where it is.
//!
//! carom has rules for what such a shift does. Here it is a number: small enough for the question, and added to every place. After that
//! no place is on an edge and no vertex on a move, or this panics, and all is plain crossing of segments.

use std::cmp::Ordering;

use dashu_int::IBig;

use crate::truth::{Fraction, Integers, Scale, Xy, cross, first_shared, sign, to};

/// What a move of a track does.
#[derive(Clone, Debug)]
pub struct Move {
    /// Whether its start counts as inside.
    pub starts_inside: bool,
    /// Whether its end does.
    pub ends_inside: bool,
    /// When it enters (`true`) and leaves, in the order of the shifted move; the times are those of the move as it is.
    pub changes: Vec<(bool, Fraction)>,
}

/// The moves of a track from place to place, beside the rings of a simple polygon in any direction.
///
/// # Panics
/// If the shift is not small enough, which would be a mistake here.
pub fn moves(rings: &[Vec<Xy>], track: &[Xy]) -> Vec<Move> {
    let scale = Scale::of(rings.iter().flatten().chain(track).flatten());
    let plain: Vec<Vec<Integers>> = rings.iter().map(|ring| scale.points(ring)).collect();
    let places: Vec<Integers> = scale.points(track);
    let largest = plain.iter().flatten().chain(&places).flatten().map(bits).max().unwrap_or(0);
    // Sides are polynomials in ε of degree 2, and orders of times of degree 4, whose coefficients are less than 2^(4·largest + 16).
    let shift = 4 * largest + 32;
    let wide = |p: &Integers| p.clone().map(|value| value << (2 * shift));
    let (one, small) = (IBig::ONE << shift, IBig::ONE);
    let moved = |p: &Integers| {
        let [x, y] = wide(p);
        [x + &one, y + &small]
    };
    let edges: Vec<[&Integers; 2]> =
        plain.iter().flat_map(|ring| (0..ring.len()).map(|i| [&ring[i], &ring[(i + 1) % ring.len()]])).collect();
    let wide_edges: Vec<[Integers; 2]> = edges.iter().map(|edge| edge.map(wide)).collect();
    let inside: Vec<bool> = places.iter().map(|place| is_inside(&moved(place), &wide_edges)).collect();
    let one_move = |i: usize| {
        let (start, end) = (&places[i], &places[i + 1]);
        let shifted = [moved(start), moved(end)];
        let mut crossed: Vec<(Fraction, Fraction)> = Vec::new();
        for (edge, wide) in edges.iter().zip(&wide_edges) {
            if let Some(time) = crossing(&shifted, wide) {
                let plain =
                    first_shared(start, end, edge[0], edge[1]).expect("what crosses with a shift touches without");
                crossed.push((time, plain));
            }
        }
        crossed.sort_by(|(a, _), (b, _)| a.compare(b));
        let mut now = inside[i];
        let changes: Vec<(bool, Fraction)> = crossed
            .into_iter()
            .map(|(_, plain)| {
                now = !now;
                (now, plain)
            })
            .collect();
        assert_eq!(now, inside[i + 1], "the shift was too large for {rings:?} and {track:?}");
        Move { starts_inside: inside[i], ends_inside: inside[i + 1], changes }
    };
    (0..track.len().saturating_sub(1)).map(one_move).collect()
}

/// The lines of two points that a move crosses: which, whether from right to left, and when; in order of time, then of number.
pub fn crossings(lines: &[[Xy; 2]], leg: [Xy; 2]) -> Vec<(usize, bool, Fraction)> {
    let scale = Scale::of(lines.iter().flatten().chain(&leg).flatten());
    let [start, end] = leg.map(|place| scale.point(place));
    let lines: Vec<[Integers; 2]> = lines.iter().map(|line| line.map(|place| scale.point(place))).collect();
    let largest = lines.iter().flatten().chain([&start, &end]).flatten().map(bits).max().unwrap_or(0);
    // As above.
    let shift = 4 * largest + 32;
    let wide = |p: &Integers| p.clone().map(|value| value << (2 * shift));
    let moved = |p: &Integers| {
        let [x, y] = wide(p);
        [x + (IBig::ONE << shift), y + IBig::ONE]
    };
    let shifted = [moved(&start), moved(&end)];
    let mut found = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let wide = line.each_ref().map(wide);
        if crossing(&shifted, &wide).is_some() {
            let time =
                first_shared(&start, &end, &line[0], &line[1]).expect("what crosses with a shift touches without");
            let is_forward = IBig::ZERO < cross(&to(&wide[0], &wide[1]), &to(&wide[0], &shifted[1]));
            found.push((number, is_forward, time));
        }
    }
    found.sort_by(|(_, _, a), (_, _, b)| a.compare(b));
    found
}

/// When a move crosses an edge, none of whose ends is on the other's line.
fn crossing([start, end]: &[Integers; 2], [a, b]: &[Integers; 2]) -> Option<Fraction> {
    if start == end {
        return None;
    }
    let (m, e) = (to(start, end), to(a, b));
    let sides = [cross(&e, &to(a, start)), cross(&e, &to(a, end)), cross(&m, &to(start, a)), cross(&m, &to(start, b))];
    let [before, after, beside_a, beside_b] = sides.each_ref().map(sign);
    assert!([before, after, beside_a, beside_b].iter().all(|&side| side != Ordering::Equal), "the shift is no shift");
    if before == after || beside_a == beside_b {
        return None;
    }
    let [n, m, ..] = sides;
    let whole = &n - &m;
    Some(if IBig::ZERO < whole {
        Fraction { numerator: n, denominator: whole }
    } else {
        Fraction { numerator: -n, denominator: -whole }
    })
}

/// Whether the ray to the right meets an odd number of edges.
fn is_inside(place: &Integers, edges: &[[Integers; 2]]) -> bool {
    let meets = |[a, b]: &&[Integers; 2]| {
        if (place[1] < a[1]) == (place[1] < b[1]) {
            return false;
        }
        let is_left = IBig::ZERO < cross(&to(a, b), &to(a, place));
        is_left == (place[1] < b[1])
    };
    edges.iter().filter(meets).count() % 2 == 1
}

fn bits(value: &IBig) -> usize {
    let mut bits = 0;
    let mut rest = if *value < IBig::ZERO { -value } else { value.clone() };
    while IBig::ZERO < rest {
        rest >>= 32;
        bits += 32;
    }
    bits
}

//! Who enters and leaves a polygon, if every place counts as lying a shift (ε, ε²) from where it is.
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

/// The same for whole numbers from −63 to 63, without times: how often a move enters and leaves, and whether its ends are inside.
///
/// With ε = 2⁻²⁰ and everything multiplied by 2⁴⁰, all products fit in 128 bits; sides are c₀ + c₁ε + c₂ε² with whole numbers of which the
/// last two are less than 2⁸, so the first that is not 0 decides.
pub fn narrow(rings: &[Vec<[i64; 2]>], from: [i64; 2], to: [i64; 2]) -> ([u32; 2], [bool; 2]) {
    let wide = |[x, y]: [i64; 2]| [i128::from(x) << 40, i128::from(y) << 40];
    let moved = |place: [i64; 2]| {
        let [x, y] = wide(place);
        [x + (1 << 20), y + 1]
    };
    let side = |a: [i128; 2], b: [i128; 2], p: [i128; 2]| {
        let value = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
        assert!(value != 0, "the shift is no shift");
        value > 0
    };
    let (start, end) = (moved(from), moved(to));
    let (mut crossings, mut inside) = (0, [false; 2]);
    for ring in rings {
        for i in 0..ring.len() {
            let (a, b) = (wide(ring[i]), wide(ring[(i + 1) % ring.len()]));
            let sides = [start, end].map(|place| side(a, b, place));
            for (now, (place, is_left)) in inside.iter_mut().zip([(start, sides[0]), (end, sides[1])]) {
                if (place[1] < a[1]) != (place[1] < b[1]) {
                    *now ^= is_left == (place[1] < b[1]);
                }
            }
            if start != end && sides[0] != sides[1] && side(start, end, a) != side(start, end, b) {
                crossings += 1;
            }
        }
    }
    // They alternate, so their number and the first place say how many of each there are.
    let [more, less] = [u32::div_ceil(crossings, 2), crossings / 2];
    (if inside[0] { [less, more] } else { [more, less] }, inside)
}

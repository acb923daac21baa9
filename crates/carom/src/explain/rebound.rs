//! What becomes of the rest of a path at a wall: reflected, slid along it, or stopped.

use super::board::After;
use crate::paper::{Fraction, Line, Pair, Scalar, difference, dot, pair_text, product_text, signed, times};
use crate::point::Vec2;
use crate::response::{reflect, stop};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The lines from Bi and the unit normal n to Be', and Be'.
pub(super) fn rebound(bi: Pair, be: Pair, v: Pair, n: Pair, after: After) -> (Vec<Line>, Pair) {
    let i = difference(be, bi);
    let into = dot(i, n);
    let mut lines = Vec::new();
    let rest = format!("{} − {}", pair_text(be), pair_text(bi));
    lines.push(Line::vector("i = Be − Bi", rest, i).says("what is left of the path"));
    lines.push(Line::number("i·n", product_text(i, n), into).says("how much of it leads into the wall"));
    if !leads_in(i, n) {
        let line = Line::test(
            "the rest of the path leads into the wall if",
            "i·n < 0",
            format!("{} < 0", into.short()),
            false,
        );
        lines.push(line.remark("it leads away from the wall or along it, so it goes on as it is: $Be' = Be$"));
        return (lines, be);
    }
    let (factor, formula, numbers) = match after {
        After::Stop => {
            lines.push(Line::vector("Be' = Bi", "", bi).says("the path stops:"));
            return (lines, bi);
        }
        After::Slide => (Scalar::from(Fraction::whole(1)), "Bi + i − (i·n)n", String::new()),
        After::Reflect { restitution } if restitution.fraction() == Some(Fraction::whole(1)) => {
            (Scalar::from(Fraction::whole(2)), "Bi + i − 2(i·n)n", "2·".into())
        }
        After::Reflect { restitution } => {
            let factor = Scalar::from(Fraction::whole(1)) + restitution;
            lines.push(
                Line::number("1 + e", format!("1 + {}", restitution.short()), factor).says("with the restitution"),
            );
            (factor, "Bi + i − (1 + e)(i·n)n", format!("{}·", signed(factor)))
        }
    };
    let along = times(factor * into, n);
    let end = [bi[0] + i[0] - along[0], bi[1] + i[1] - along[1]];
    let put_in = format!("{} + {} − {numbers}{}·{}", pair_text(bi), pair_text(i), signed(into), pair_text(n));
    let says = match after {
        After::Reflect { .. } => "reflected, the path ends in",
        _ => "slid along the wall, it ends in",
    };
    lines.push(Line::vector(format!("Be' = {formula}"), put_in, end).says(says));
    let v_n = dot(v, n);
    let back = times(factor * v_n, n);
    let (v_formula, v_factor) = match numbers.as_str() {
        "" => ("V' = V − (V·n)n", ""),
        "2·" => ("V' = V − 2(V·n)n", "2·"),
        other => ("V' = V − (1 + e)(V·n)n", other),
    };
    lines.push(Line::number("V·n", product_text(v, n), v_n).says("how much of the motion leads into it"));
    let put_in = format!("{} − {v_factor}{}·{}", pair_text(v), signed(v_n), pair_text(n));
    lines.push(Line::vector(v_formula, put_in, difference(v, back)).says("and the motion becomes"));
    (lines, end)
}

/// Whether a vector leads into the wall: exactly if its numbers are, else as the library's own response decides it.
pub(super) fn leads_in(i: Pair, n: Pair) -> bool {
    if let Some(sign) = dot(i, n).sign() {
        return sign == Ordering::Less;
    }
    let [vector, normal] = [i, n].map(|[x, y]| Vec2::new(x.to_f64(), y.to_f64()));
    stop(vector, normal) != vector || reflect(vector, normal, 1.0) != vector
}

//! The working of a disc: the wall's side by the distance from its line, each end, and a pillar, by a quadratic equation.
//!
//! The equations are those of `exact/motion/moment.rs`; which part is touched first, and how, comes from the hit.

use super::board::Mover;
use super::touched::{Touched, normal_of_wall, unit};
use crate::exact::Feature;
use crate::exact::answers::Contact;
use crate::paper::{
    Fraction, Line, Pair, Scalar, Section, Table, difference, divisor_text, dot, negative_text, pair_text,
    product_text, signed, sized_text, squared_text, times,
};
use crate::sweep::{Hit, Paper};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A disc and a wall: the side, both ends, and which of them is first.
pub(super) fn wall(mover: &Mover, [p0, p1]: [Pair; 2], hit: Option<&Hit>) -> (Vec<Section>, Option<Touched>) {
    let paper = Paper { bs: mover.from, be: mover.to, p0, p1 };
    let (side, side_time) = side(mover, &paper);
    let (first, first_time) = round(mover, "P0", p0, mover.radius, "r", &format!("The end $P0 = {}$", pair_text(p0)));
    let (last, last_time) = round(mover, "P1", p1, mover.radius, "r", &format!("The end $P1 = {}$", pair_text(p1)));
    let times = [("side", side_time), ("end $P0$", first_time), ("end $P1$", last_time)];
    let mut sections = alloc::vec![side, first, last, which(&times, hit)];
    let touched = hit.map(|hit| {
        let (found, end) = match hit.feature {
            Feature::Side => (side_time, None),
            Feature::A => (first_time, Some(("P0", p0))),
            Feature::B => (last_time, Some(("P1", p1))),
        };
        let (time, at) = place(mover, hit, found);
        let (normal, normal_lines) = match end {
            None => side_normal(mover, &paper, hit, at),
            Some((name, point)) => round_normal(mover, hit, at, (name, point), (mover.radius, "r")),
        };
        Touched { hit: *hit, time, at, normal, normal_lines }
    });
    if let Some(touched) = &touched {
        sections.push(centre(mover, touched));
    }
    (sections, touched)
}

/// A disc or a point and a pillar.
pub(super) fn pillar(
    mover: &Mover,
    center: Pair,
    radius: Scalar,
    hit: Option<&Hit>,
) -> (Vec<Section>, Option<Touched>) {
    let (reach, name) = if mover.radius.is_zero() { (radius, "R") } else { (mover.radius + radius, "(r + R)") };
    let title = "The pillar: the centre comes as near to $M$ as both radii together";
    let (section, found) = round(mover, "M", center, reach, name, title);
    let mut sections = alloc::vec![section, which(&[("pillar", found)], hit)];
    let touched = hit.map(|hit| {
        let (time, at) = place(mover, hit, found);
        let (normal, normal_lines) = round_normal(mover, hit, at, ("M", center), (reach, name));
        Touched { hit: *hit, time, at, normal, normal_lines }
    });
    if let Some(touched) = &touched {
        sections.push(centre(mover, touched));
    }
    (sections, touched)
}

/// A time of touch by one equation: the time and whether it counts, and why not.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) time: Option<Scalar>,
    pub(super) counts: bool,
    pub(super) why: &'static str,
}

impl Found {
    pub(super) fn at_start() -> Found {
        Found { time: Some(Scalar::ZERO), counts: true, why: "" }
    }
}

fn never(why: &'static str) -> Found {
    Found { time: None, counts: false, why }
}

/// The wall's side: when is the centre as far from the wall's line as r?
pub(super) fn side(mover: &Mover, paper: &Paper) -> (Section, Found) {
    let (n, v, r) = (paper.n(), paper.v(), mover.radius);
    let [d, s] = [paper.p0, paper.bs].map(|point| dot(n, point));
    let (length, n_v) = (dot(n, n).root(), dot(n, v));
    let mut section = Section::new("The side: the centre's distance from the wall's line becomes $r$");
    let e = difference(paper.p1, paper.p0);
    let lines = &mut section.lines;
    lines.push(Line::vector("E = P1 − P0", format!("{} − {}", pair_text(paper.p1), pair_text(paper.p0)), e));
    lines.push(Line::vector("N = (E.y, −E.x)", format!("({}, {})", e[1].short(), negative_text(e[0])), n));
    lines.push(Line::vector("V = Be − Bs", format!("{} − {}", pair_text(paper.be), pair_text(paper.bs)), v));
    lines.push(unit("N", n, "", "").1.remove(0));
    for (name, point, value) in [("P0", paper.p0, d), ("Bs", paper.bs, s)] {
        lines.push(Line::number(format!("N·{name}"), product_text(n, point), value));
    }
    lines.push(Line::number("N·V", product_text(n, v), n_v));
    let away = s - d;
    let size = if away.to_f64() < 0.0 { -away } else { away };
    let distance = size / length;
    let numbers = format!("|{} − {}| / {}", s.short(), signed(d), divisor_text(length));
    lines.push(Line::number("d = |N·Bs − N·P0| / |N|", numbers, distance).says("the distance at the start"));
    if order(distance, r) != Ordering::Greater {
        lines.push(Line::test(
            "within reach from the start if",
            "d ≤ r",
            format!("{} ≤ {}", sized_text(distance), r.short()),
            true,
        ));
        return start_beside(section, paper);
    }
    let toward = if away.to_f64() < 0.0 { n_v } else { -n_v };
    let comes_near = toward.sign().map_or(toward.to_f64() > 0.0, |sign| sign == Ordering::Greater);
    let rate = format!("{}·{} = {} < 0", signed(away), signed(n_v), (away * n_v).short());
    lines.push(Line::test("it comes nearer if", "(N·Bs − N·P0)·(N·V) < 0", rate, comes_near));
    if !comes_near {
        return (section, never("it does not come nearer"));
    }
    let time = (size - r * length) / toward;
    let numbers = format!("({} − {}·{}) / {}", size.short(), signed(r), length.short(), divisor_text(toward));
    lines.push(
        Line::number("ts = (|N·Bs − N·P0| − r|N|) / |N·V|", numbers, time).says("the distance is $r$ at the time"),
    );
    let within = within_frame(lines, "ts", time);
    let at = at(paper, time);
    let inward = if away.to_f64() < 0.0 { times(r / length, n) } else { times(-r / length, n) };
    let foot = [at[0] + inward[0], at[1] + inward[1]];
    let centre = format!("{} + {}·{}", pair_text(paper.bs), signed(time), pair_text(v));
    lines.push(Line::vector("B(ts) = Bs + ts·V", centre, at).says("the centre is then in"));
    let sign = if away.to_f64() < 0.0 { "+" } else { "−" };
    let numbers = format!("{} {sign} {}·{}/{}", pair_text(at), signed(r), pair_text(n), divisor_text(length));
    lines.push(Line::vector(format!("T = B(ts) {sign} r·N/|N|"), numbers, foot).says("and would touch the line in"));
    let (first, last) = (difference(foot, paper.p0), difference(foot, paper.p1));
    let product = dot(first, last);
    let is_between = product.sign().map_or(product.to_f64() <= 0.0, |sign| sign != Ordering::Greater);
    let numbers = format!("{}·{} = {} ≤ 0", pair_text(first), pair_text(last), sized_text(product));
    lines.push(Line::test("on the wall if $T$ is between its ends,", "(T−P0)·(T−P1) ≤ 0", numbers, is_between));
    let why = if !within {
        "outside of the frame"
    } else if is_between {
        ""
    } else {
        "beyond the wall's ends"
    };
    (section, Found { time: Some(time), counts: within && is_between, why })
}

/// The centre starts within reach of the wall's line: is the wall itself beside it?
fn start_beside(mut section: Section, paper: &Paper) -> (Section, Found) {
    let e = difference(paper.p1, paper.p0);
    let [a, b] = [dot(difference(paper.bs, paper.p0), e), dot(difference(paper.bs, paper.p1), e)];
    let beside = a.to_f64() >= 0.0 && b.to_f64() <= 0.0;
    let numbers = format!("{} ≥ 0 and {} ≤ 0", a.short(), b.short());
    let formula = "(Bs−P0)·E ≥ 0 and (Bs−P1)·E ≤ 0";
    section.lines.push(Line::test("and the wall is beside it if", formula, numbers, beside));
    let found = if beside { Found::at_start() } else { never("the line is near, but not the wall's side") };
    (section, found)
}

/// Something round: when is the centre as far from a point as the reach? |a + tV|² = r².
pub(super) fn round(
    mover: &Mover,
    name: &str,
    point: Pair,
    reach: Scalar,
    reach_name: &str,
    title: &str,
) -> (Section, Found) {
    let mut section = Section::new(title);
    let lines = &mut section.lines;
    let (v, a) = (difference(mover.to, mover.from), difference(mover.from, point));
    let from = format!("{} − {}", pair_text(mover.from), pair_text(point));
    lines.push(Line::vector(format!("a = Bs − {name}"), from, a));
    let to = format!("{} − {}", pair_text(mover.to), pair_text(mover.from));
    lines.push(Line::vector("V = Be − Bs", to, v));
    section.words.push(format!("$|a + t·V|² = {reach_name}²$ is the quadratic equation $A·t² + 2B·t + C = 0$ with"));
    let [p, q, c] = [dot(v, v), dot(a, v), dot(a, a) - reach * reach];
    lines.push(Line::number("A = V·V", product_text(v, v), p));
    lines.push(Line::number("B = a·V", product_text(a, v), q));
    let numbers = format!("{} − {}", product_text(a, a), squared_text(reach));
    lines.push(Line::number(format!("C = a·a − {reach_name}²"), numbers, c));
    let sign = |x: Scalar| x.sign().unwrap_or_else(|| x.to_f64().total_cmp(&0.0));
    if sign(c) != Ordering::Greater {
        lines.push(Line::test("within reach from the start if", "C ≤ 0", format!("{} ≤ 0", c.short()), true));
        return (section, Found { time: Some(Scalar::ZERO), counts: true, why: "" });
    }
    if sign(q) != Ordering::Less {
        lines.push(Line::test("it comes nearer if", "B < 0", format!("{} < 0", q.short()), false));
        return (section, never("it does not come nearer"));
    }
    let discriminant = q * q - p * c;
    let numbers = format!("{} − {}·{}", squared_text(q), signed(p), signed(c));
    lines.push(Line::number("q = B² − A·C", numbers, discriminant).says("the discriminant"));
    if sign(discriminant) == Ordering::Less {
        lines.push(Line::test("there are roots if", "q ≥ 0", format!("{} ≥ 0", discriminant.short()), false));
        return (section, never("it passes too far away"));
    }
    let root = discriminant.root();
    let [early, late] = [(-q - root) / p, (-q + root) / p];
    let roots = [("t1 = (−B − √q) / A", '−', early), ("t2 = (−B + √q) / A", '+', late)];
    for (formula, operator, value) in roots {
        let numbers = format!("({} {operator} {}) / {}", (-q).short(), signed(root), divisor_text(p));
        lines.push(Line::number(formula, numbers, value));
    }
    lines.push(Line::words("the earlier root, $t1$, is when the touch begins"));
    let counts = within_frame(lines, "t1", early);
    let why = if counts { "" } else { "outside of the frame" };
    (section, Found { time: Some(early), counts, why })
}

fn within_frame(lines: &mut Vec<Line>, name: &str, time: Scalar) -> bool {
    let one = Scalar::from(Fraction::whole(1));
    let within = order(Scalar::ZERO, time) != Ordering::Greater && order(time, one) != Ordering::Greater;
    let numbers = format!("0 ≤ {} ≤ 1", if time.fraction().is_some() { time.short() } else { time.decimal() });
    lines.push(Line::test("within the frame if", format!("0 ≤ {name} ≤ 1"), numbers, within));
    within
}

fn order(a: Scalar, b: Scalar) -> Ordering {
    (a - b).sign().unwrap_or_else(|| a.to_f64().total_cmp(&b.to_f64()))
}

/// Which part is touched first.
fn which(times: &[(&str, Found)], hit: Option<&Hit>) -> Section {
    let mut section = Section::new("Which comes first");
    let row = |(name, found): &(&str, Found)| {
        let time = found.time.map_or("–".into(), |time| format!("${time}$"));
        let counts = if found.counts { "counts".into() } else { format!("does not count: {}", found.why) };
        alloc::vec![String::from(*name), time, counts]
    };
    section.table =
        Some(Table { head: ["part", "time", ""].map(Into::into).to_vec(), rows: times.iter().map(row).collect() });
    section.lines.push(Line::words(match hit {
        None => "verdict: no hit; none of them counts".into(),
        Some(hit) => {
            let part = match (hit.feature, times.len()) {
                (_, 1) => "the pillar is touched",
                (Feature::Side, _) => "the wall's side is touched first",
                (Feature::A, _) => "a corner hit: the wall's end $P0$ is touched first",
                (Feature::B, _) => "a corner hit: the wall's end $P1$ is touched first",
            };
            format!("verdict: {part}; {}", how(hit.contact))
        }
    }));
    section
}

/// A wall that both ends of the path are further from than r, on one side: in one line, with the numbers.
pub(super) fn too_far(mover: &Mover, [p0, p1]: [Pair; 2]) -> Option<String> {
    let paper = Paper { bs: mover.from, be: mover.to, p0, p1 };
    let n = paper.n();
    let [d, s, e] = [p0, mover.from, mover.to].map(|point| dot(n, point));
    let (length, reach) = (dot(n, n).root(), mover.radius * dot(n, n).root());
    let is_above = |x: Scalar| order(x - d, reach) == Ordering::Greater;
    let is_below = |x: Scalar| order(d - x, reach) == Ordering::Greater;
    let (side, relation) = match (is_above(s) && is_above(e), is_below(s) && is_below(e)) {
        (true, _) => ("outer", ">"),
        (_, true) => ("inner", "<"),
        _ => return None,
    };
    let product =
        |name: &str, point: Pair, value: Scalar| format!("$N·{name} = {} = {}$", product_text(n, point), value.short());
    let limit = if relation == ">" { d + reach } else { d - reach };
    let sign = if relation == ">" { "+" } else { "−" };
    Some(format!(
        "{}, {}, $D {sign} r|N| = {} {sign} {}·{} = {}$: both $N·Bs$ and $N·Be$ are {relation} that, so the path stays further than \
         $r$ from the wall's line on the {side} side; rejected",
        product("Bs", mover.from, s),
        product("Be", mover.to, e),
        d.short(),
        signed(mover.radius),
        signed(length),
        sized_text(limit)
    ))
}

pub(super) fn how(contact: Contact) -> &'static str {
    match contact {
        Contact::Crosses => "the disc would go on into it",
        Contact::Ends => "just when the frame ends, so it is free to go",
        Contact::Starts => "from the start, and it would go deeper",
        Contact::Along => "it slides along without going deeper, so it is free to go",
        Contact::Leaves => "it leaves without going deeper, so it is free to go",
        Contact::Overlaps => "it overlaps from the start",
    }
}

/// When the touch is and where the centre is then.
pub(super) fn place(mover: &Mover, hit: &Hit, found: Found) -> (Scalar, Pair) {
    let time = match found.time {
        Some(time) if hit.t > 0.0 && (time.fraction().is_some() || time.is_exact()) => time,
        _ if hit.t == 0.0 => Scalar::ZERO,
        _ => Scalar::rounded(hit.t),
    };
    let step = times(time, difference(mover.to, mover.from));
    (time, [mover.from[0] + step[0], mover.from[1] + step[1]])
}

fn at(paper: &Paper, time: Scalar) -> Pair {
    let step = times(time, paper.v());
    [paper.bs[0] + step[0], paper.bs[1] + step[1]]
}

fn side_normal(mover: &Mover, paper: &Paper, hit: &Hit, at: Pair) -> (Pair, Vec<Line>) {
    let [s, d] = [paper.bs, paper.p0].map(|point| dot(paper.n(), point));
    if s.to_f64() == d.to_f64() {
        return rounded_normal(hit);
    }
    let hit = Hit { contact: Contact::Crosses, ..*hit };
    let (normal, mut lines) = normal_of_wall(paper, &hit);
    let back = times(mover.radius, normal);
    let point = difference(at, back);
    let numbers = format!("{} − {}·{}", pair_text(at), signed(mover.radius), pair_text(normal));
    lines.push(Line::vector("T = Bi − r·n", numbers, point).says("the disc touches the wall in"));
    (normal, lines)
}

/// From the end or the pillar's centre to the disc's.
fn round_normal(
    mover: &Mover,
    hit: &Hit,
    at: Pair,
    (name, point): (&str, Pair),
    (reach, reach_name): (Scalar, &str),
) -> (Pair, Vec<Line>) {
    if hit.contact == Contact::Overlaps || (reach.is_zero() && mover.radius.is_zero()) {
        return rounded_normal(hit);
    }
    let normal = difference(at, point).map(|x| x / reach);
    let numbers = format!("({} − {}) / {}", pair_text(at), pair_text(point), divisor_text(reach));
    let line = Line::vector(format!("n = (Bi − {name}) / {reach_name}"), numbers, normal);
    (normal, alloc::vec![line.says("the normal points from there to the centre")])
}

fn rounded_normal(hit: &Hit) -> (Pair, Vec<Line>) {
    let normal = [Scalar::rounded(hit.normal.x), Scalar::rounded(hit.normal.y)];
    (normal, alloc::vec![Line::vector("n", "", normal).says("the shortest way out")])
}

/// Where the disc is when it touches.
fn centre(mover: &Mover, touched: &Touched) -> Section {
    let mut section = Section::new("Where the centre is then");
    let v = difference(mover.to, mover.from);
    let numbers = format!("{} + {}·{}", pair_text(mover.from), signed(touched.time), pair_text(v));
    section.lines.push(Line::number("ti", "", touched.time));
    section.lines.push(Line::vector("Bi = Bs + ti·V", numbers, touched.at));
    section
}

//! The billiard that counts pi: a ball of mass 1 between a wall and one of mass 100, which comes and goes again.
//!
//! `cargo run --example pi` prints it; with a path (`-- pi.svg`) it also draws it there.

use carom::{Body, EventKind, Segment, Walls, World};

/// How often they meet: as often as the angle whose tangent is 1/10 goes into half a turn.
pub(crate) const MEETINGS: usize = 31;

/// The root of the big one's mass.
const ROOT: f64 = 10.0;
/// The radii of the small one and the big one.
const RADII: [f64; 2] = [0.125, 0.5];
/// At first the small one is 1 from the wall, and the big one this far from pressing it to the wall.
const AWAY: f64 = 1.3;
/// In seconds; the big one's speed is 1.
const DURATION: f64 = 3.4;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let way = way()?;
    let meetings = meetings(&way);
    let bounces = meetings.iter().filter(|moment| moment.small == 0.0).count();
    println!("{} collisions and {bounces} bounces, {} in all", meetings.len() - bounces, meetings.len());
    let off = (1..).zip(meetings).map(|(n, moment)| (unfolded(n, moment)[1] - 1.0).abs()).fold(0.0, f64::max);
    println!("unfolded, they are on one straight line within {off:.1e}");
    if let Some(path) = std::env::args().nth(1) {
        std::fs::write(&path, picture(&way))?;
        println!("wrote {path}");
    }
    Ok(())
}

/// A time, and where both were.
pub(crate) struct Moment {
    time: f64,
    /// How far the small one was from the wall.
    small: f64,
    /// How far the big one was from pressing it to the wall.
    big: f64,
}

/// The start, whenever the small one met something, and the end.
pub(crate) fn way() -> Result<Vec<Moment>, carom::Error> {
    let [r, s] = RADII;
    let mut world = World::new(Walls::new([Segment::new([0.0, -1.0], [0.0, 1.0])?]));
    let ball = world.add(Body::disc([1.0 + r, 0.0], r))?;
    world.add(Body::disc([AWAY + 2.0 * r + s, 0.0], s).mass(ROOT * ROOT).velocity([-1.0, 0.0]))?;
    let (mut since, mut at, mut velocity) = (0.0, AWAY, -1.0);
    let mut way = vec![Moment { time: 0.0, small: 1.0, big: AWAY }];
    for event in world.step(DURATION).events {
        let (time, mut small) = (event.time, event.at.x - r);
        at += velocity * (time - since);
        since = time;
        match event.kind {
            EventKind::Body(_) => {
                let big = event.other.expect("two bodies meet");
                (at, velocity) = (big.at.x - 2.0 * r - s, big.after.x);
            }
            // Its face is on the wall, but for a gap of some units in the last place.
            _ => small = 0.0,
        }
        way.push(Moment { time, small, big: at });
    }
    let small = world.get(ball).map_or(1.0, |ball| ball.position.x - r);
    way.push(Moment { time: DURATION, small, big: at + velocity * (DURATION - since) });
    Ok(way)
}

/// What is between the start and the end.
pub(crate) fn meetings(way: &[Moment]) -> &[Moment] {
    &way[1..way.len() - 1]
}

/// Where the n-th of them is on the unfolded way.
///
/// With x = small and y = √mass · big, the pair is one point in a wedge that is reflected at its sides, x = 0 and x = big. Its
/// angle a has the tangent 1/√mass. Turned over at each, the wedges make a fan, and the n-th meeting is on the ray at the angle n·a.
fn unfolded(n: usize, moment: &Moment) -> [f64; 2] {
    let distance = (moment.small * moment.small + ROOT * ROOT * moment.big * moment.big).sqrt();
    ray(n).map(|part| part * distance)
}

/// The direction at the angle n·a, seen from the left.
fn ray(n: usize) -> [f64; 2] {
    let length = (ROOT * ROOT + 1.0).sqrt();
    let [cos, sin] = [ROOT / length, 1.0 / length];
    let turned = (0..n).fold([1.0, 0.0], |[x, y], _| [x * cos - y * sin, x * sin + y * cos]);
    [-turned[0], turned[1]]
}

/// Both over time, and below it the same way unfolded, as SVG on a panel of its own that reads well on light and dark pages.
pub(crate) fn picture(way: &[Moment]) -> String {
    let mut svg = String::from(concat!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 700" font-family="system-ui, sans-serif" "#,
        "font-size=\"14\" fill=\"#1d2733\">\n",
        "<title>Two balls and a wall meet 31 times; unfolded, their way is a straight line across 31 rays</title>\n",
        "<rect width=\"900\" height=\"700\" rx=\"14\" fill=\"#ffffff\"/>\n",
    ));
    let mut line = |text: String| {
        svg.push_str(&text);
        svg.push('\n');
    };
    // Of the unfolded way, a unit is as wide as the time it takes.
    const UNIT: f64 = 24.5;
    let across = |time: f64| 34.0 + time * ROOT * UNIT;
    let apex = across(AWAY);
    let height = |x: f64| 358.0 - 104.0 * x;
    let up = |y: f64| 640.0 - UNIT * y;

    line(
        r#"<text x="34" y="42" font-size="19" font-weight="600">A billiard that counts π: masses 1 and 100</text>"#
            .into(),
    );
    line(r##"<text x="34" y="66" fill="#52606d">The places of both over time: 16 collisions and 15 bounces at the wall.</text>"##.into());

    // The big one takes up all that is beyond its face, the small one a band.
    let thick = 2.0 * RADII[0];
    let points = |place: &dyn Fn(&Moment) -> f64| -> Vec<String> {
        way.iter().map(|m| format!("{:.1},{:.1}", across(m.time), height(place(m)))).collect()
    };
    let (face, top) = (points(&|m| m.big + thick), height(2.45));
    let (left, right) = (across(0.0), across(DURATION));
    let face = face.join(" ");
    line(format!(r##"<polygon points="{left:.1},{top:.1} {face} {right:.1},{top:.1}" fill="#fbe3c0"/>"##));
    line(format!(r##"<polyline points="{face}" fill="none" stroke="#d55e00" stroke-width="2"/>"##));
    let (lower, mut upper) = (points(&|m| m.small), points(&|m| m.small + thick));
    upper.reverse();
    line(format!(
        r##"<polygon points="{} {}" fill="#0072b2" fill-opacity="0.8" stroke="#0072b2" stroke-width="0.5"/>"##,
        lower.join(" "),
        upper.join(" ")
    ));
    line(format!(
        r##"<path d="M{left:.1} {y:.1}H{right:.1}" stroke="#1d2733" stroke-width="3"/>"##,
        y = height(0.0) + 1.5
    ));
    line(format!(r##"<text x="{:.1}" y="{:.1}" fill="#8a3d00">mass 100</text>"##, apex - 30.0, height(1.75)));
    line(format!(r##"<text x="{:.1}" y="{:.1}" fill="#ffffff">mass 1</text>"##, left + 8.0, height(1.07)));
    line(format!(r##"<text x="{:.1}" y="{:.1}">wall</text>"##, left + 8.0, height(0.08)));
    line(format!(
        r##"<text x="{right:.1}" y="{:.1}" text-anchor="end" fill="#52606d">time →</text>"##,
        height(0.0) + 20.0
    ));

    line(format!(
        r##"<text x="34" y="408" fill="#52606d">{}</text>"##,
        "Unfolded: rays at an angle of atan(1/10), and one straight way. It crosses as many as there are in half a turn: 31."
    ));
    for n in 0..=MEETINGS {
        let [x, y] = ray(n);
        // As far as the panel goes.
        let sides = if x < 0.0 { (left - apex) / x } else { (right - apex) / x };
        let reach = sides.min((up(0.0) - 430.0) / y);
        let color = if n % 2 == 1 { "#d55e00" } else { "#52606d" };
        line(format!(
            r##"<path d="M{apex:.1} {:.1}l{:.1} {:.1}" stroke="{color}" stroke-width="0.8" stroke-opacity="0.6"/>"##,
            up(0.0),
            x * reach,
            -y * reach
        ));
    }
    line(format!(r##"<path d="M{left:.1} {0:.1}H{right:.1}" stroke="#b9c4cf"/>"##, up(0.0)));
    line(format!(r##"<path d="M{left:.1} {0:.1}H{right:.1}" stroke="#0072b2" stroke-width="1.6"/>"##, up(1.0)));
    for (n, moment) in (1..).zip(meetings(way)) {
        let [x, y] = unfolded(n, moment);
        let color = if n % 2 == 1 { "#d55e00" } else { "#1d2733" };
        line(format!(r##"<circle cx="{:.1}" cy="{:.1}" r="2.2" fill="{color}"/>"##, apex + UNIT * x, up(y)));
        // In the middle there is no room for all.
        if !(5..=27).contains(&n) {
            line(format!(
                r##"<text x="{:.1}" y="{:.1}" text-anchor="middle" font-size="12">{n}</text>"##,
                apex + UNIT * x,
                up(0.0) + 17.0
            ));
        }
    }
    line(r##"<circle cx="38" cy="677" r="3" fill="#d55e00"/><text x="48" y="682">collision</text>"##.into());
    line(r##"<circle cx="132" cy="677" r="3" fill="#1d2733"/><text x="142" y="682">bounce</text>"##.into());
    svg.push_str("</svg>\n");
    svg
}

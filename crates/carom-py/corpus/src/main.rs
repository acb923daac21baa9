//! Cases and the library's answers to them, for the tests of the package: one line each, all numbers as the hexadecimal digits of their bits.
//!
//! ```sh
//! cargo run --profile quick --package carom-corpus > corpus.txt
//! ```

use carom::{Body, Circle, Contact, Feature, Gate, Limits, Point, Segment, Sweep, Vec2, Wall, Walls, World};
use std::fmt::Write;
use std::io::Write as _;

fn main() -> std::io::Result<()> {
    let mut out = String::new();
    let mut dice = Dice(7);
    for kind in 0..6 {
        for _ in 0..6 {
            scene(&mut dice, kind, &mut out);
        }
    }
    world(&mut dice, &mut out);
    crossings(&mut dice, &mut out);
    std::io::stdout().write_all(out.as_bytes())
}

/// Walls, and questions to them.
fn scene(dice: &mut Dice, kind: u32, out: &mut String) {
    let mut walls: Vec<Wall> = Vec::new();
    while walls.len() < 40 {
        let (a, b) = (dice.point(kind), dice.point(kind));
        if let Ok(segment) = Segment::new(a, b) {
            let _ = writeln!(out, "segment {}", hex(&[segment.a().x, segment.a().y, segment.b().x, segment.b().y]));
            walls.push(segment.into());
        }
    }
    for _ in 0..8 {
        let (center, radius) = (dice.point(kind), dice.number(kind).abs());
        if let Ok(circle) = Circle::new(center, radius) {
            let _ = writeln!(out, "circle {}", hex(&[circle.center().x, circle.center().y, circle.radius()]));
            walls.push(circle.into());
        }
    }
    let walls = Walls::new(walls);
    for i in 0..60 {
        let radius = if i % 2 == 0 { 0.0 } else { dice.number(kind).abs() / 4.0 };
        let Ok(sweep) = Sweep::disc(dice.point(kind), dice.point(kind), radius) else { continue };
        let [start, end] = sweep.ends();
        let _ = write!(out, "sweep {}", hex(&[start.x, start.y, end.x, end.y, radius]));
        for found in [walls.first_touch(&sweep), walls.first_stop(&sweep)] {
            match found {
                None => out.push_str(" -"),
                Some((wall, hit)) => {
                    let numbers = hex(&[hit.t, hit.point.x, hit.point.y, hit.normal.x, hit.normal.y]);
                    let _ =
                        write!(out, " {} {} {} {numbers}", wall.index(), feature(hit.feature), contact(hit.contact));
                }
            }
        }
        out.push('\n');
    }
    for _ in 0..4 {
        let Ok(sweep) = Sweep::disc(dice.point(kind), dice.point(kind), 0.0) else { continue };
        let path = walls.bounce(&sweep, Limits { time: 8.0, bounces: 50, ..Limits::default() });
        let [start, end] = sweep.ends();
        let _ = write!(out, "bounce {}", hex(&[start.x, start.y, end.x, end.y]));
        let _ = write!(out, " {}", hex(&[path.end.x, path.end.y, path.velocity.x, path.velocity.y, path.length]));
        for bounce in &path.bounces {
            let _ = write!(out, " {} {}", bounce.wall.index(), hex(&[bounce.time, bounce.at.x, bounce.at.y]));
        }
        out.push('\n');
    }
    for limit in [f64::INFINITY, 2.5] {
        let origin = dice.point(kind);
        let directions = carom_scene::Scan { name: None, origin: [0.0, 0.0], beams: 37, reach: 1.0 }.directions();
        let (mut wide, mut narrow) = ([0.0; 37], [0.0_f32; 37]);
        walls.scan_distances(&[origin], &directions, limit, &mut wide).expect("there is room");
        walls.scan_distances_f32(&[origin], &directions, limit, &mut narrow).expect("there is room");
        let _ = write!(out, "scan {} {}", hex(&[origin.x, origin.y, limit]), hex(&wide));
        narrow.iter().for_each(|distance| {
            let _ = write!(out, " {:08x}", distance.to_bits());
        });
        out.push('\n');
        let (wall, distance) = walls.nearest(origin).expect("there are walls");
        let _ = writeln!(out, "nearest {} {} {}", hex(&[origin.x, origin.y]), wall.index(), hex(&[distance]));
    }
}

/// A world in a room, step by step.
fn world(dice: &mut Dice, out: &mut String) {
    let corners: [[f64; 2]; 5] = [[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]];
    let edges = (0..5).map(|i| Segment::new(corners[i], corners[(i + 1) % 5]).expect("corners are distinct"));
    let mut world = World::new(Walls::new(edges));
    let _ = writeln!(out, "room {}", hex(&corners.concat()));
    for i in 0..20 {
        let at = Point::new(120.0 + 12.0 * f64::from(i % 5), 120.0 + 12.0 * f64::from(i / 5));
        let velocity = Vec2::new(dice.number(2) * 100.0, dice.number(2) * 100.0);
        world.add(Body::disc(at, 4.0).velocity(velocity)).expect("there is room");
        let _ = writeln!(out, "body {}", hex(&[at.x, at.y, velocity.x, velocity.y]));
    }
    for _ in 0..40 {
        let frame = world.step(1.0 / 16.0);
        let _ = write!(out, "step {:016x} {}", world.state_hash(), frame.events.len());
        for event in &frame.events {
            let _ = write!(
                out,
                " {} {}",
                event.body.map_or(-1, |body| body.index() as i64),
                hex(&[event.time, event.at.x, event.at.y, event.after.x])
            );
        }
        out.push('\n');
    }
}

/// Tracks on a small grid, where they often stop on gates.
fn crossings(dice: &mut Dice, out: &mut String) {
    let mut gates = Vec::new();
    while gates.len() < 6 {
        if let Ok(segment) = Segment::new(dice.point(0), dice.point(0)) {
            let [a, b] = segment.ends();
            let _ = writeln!(out, "gate {}", hex(&[a.x, a.y, b.x, b.y]));
            gates.push(Gate::new(segment));
        }
    }
    let mut at = dice.point(0);
    let _ = writeln!(out, "fix {}", hex(&[at.x, at.y]));
    for _ in 0..400 {
        let to = dice.point(0);
        let _ = write!(out, "fix {}", hex(&[to.x, to.y]));
        let path = Sweep::point(at, to).expect("numbers are finite");
        for (index, gate) in gates.iter().enumerate() {
            if let Some((t, direction)) = gate.crossed(&path) {
                let direction = if direction == carom::Direction::Forward { 1 } else { -1 };
                let _ = write!(out, " {index} {direction} {}", hex(&[t]));
            }
        }
        out.push('\n');
        at = to;
    }
}

fn feature(feature: Feature) -> i32 {
    match feature {
        Feature::Side => 0,
        Feature::A => 1,
        Feature::B => 2,
    }
}

fn contact(contact: Contact) -> i32 {
    match contact {
        Contact::Crosses => 0,
        Contact::Ends => 1,
        Contact::Starts => 2,
        Contact::Along => 3,
        Contact::Leaves => 4,
        Contact::Overlaps => 5,
    }
}

fn hex(numbers: &[f64]) -> String {
    let words: Vec<String> = numbers.iter().map(|number| format!("{:016x}", number.to_bits())).collect();
    words.join(" ")
}

/// Numbers that look drawn at random.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn part(&mut self) -> f64 {
        (self.roll() as f64 / (1_u64 << 31) as f64) * 2.0 - 1.0
    }

    /// A coordinate: on a small grid, beside it, anywhere, large, tiny, or of all sizes at once.
    fn number(&mut self, kind: u32) -> f64 {
        let grid = (self.roll() % 9) as f64 - 4.0;
        match kind {
            0 => grid,
            1 => f64::from_bits(grid.to_bits().wrapping_add(self.roll() % 3)),
            2 => 4.0 * self.part(),
            3 => 1e300 * self.part(),
            4 => grid * 5e-324,
            _ => self.part() * 10_f64.powi((self.roll() % 600) as i32 - 300),
        }
    }

    fn point(&mut self, kind: u32) -> Point {
        Point::new(self.number(kind), self.number(kind))
    }
}

//! What stands still: walls, gates, zones, lidars; and bodies where they are.

use crate::frame::{Frame, Sample, Sheet};
use crate::labels::Labels;
use crate::outline::outline;
use crate::theme::Theme;
use crate::view::{Extent, View, plain};
use crate::{Anchor, Color, Draw, Item, Paint, Path, Picture, font};
use carom::{Circle, Mover, Point, Polygon, Segment, Vec2, Walls};

/// Up to so many bodies or gates have their names beside them, and bodies their velocities.
const FEW: usize = 24;

/// Everything a picture of a scene shows.
pub struct Setting<'a> {
    /// The first line.
    pub title: String,
    /// The line below.
    pub about: String,
    /// What stands still.
    pub walls: &'a Walls,
    /// Lines that count, with their names.
    pub gates: Vec<(Option<String>, Segment)>,
    /// Areas that tell who enters and leaves, with their names.
    pub zones: Vec<(Option<String>, Polygon)>,
    /// Lidars.
    pub scans: Vec<Scanned>,
    /// What moves, where it is.
    pub bodies: Vec<BodyShown>,
    /// The part of the world to be seen, if somebody has a wish.
    pub view: Option<[f64; 4]>,
}

/// A body at some moment.
#[derive(Clone, Debug)]
pub struct BodyShown {
    /// Beside it, if there are few.
    pub name: Option<String>,
    /// Where it is.
    pub center: Point,
    /// Its arrow, if there are few.
    pub velocity: Vec2,
    /// 0 for a point.
    pub radius: f64,
    /// The corners around its center of what the radius goes around; none for a point or disc.
    pub core: Vec<Vec2>,
    /// Drawn as an outline.
    pub is_sensor: bool,
}

/// What names have to keep off, and what else has a label.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Beside<'a> {
    pub(crate) trails: &'a [[[f64; 2]; 2]],
    /// The numbers of bounces, where they are, and their normals, y down.
    pub(crate) bounces: &'a [(usize, [f64; 2], [f64; 2])],
    pub(crate) has_velocities: bool,
}

impl BodyShown {
    /// Its own colour if its name says one, else the one of its place among the bodies.
    pub(crate) fn color(&self, index: usize, theme: &Theme) -> Color {
        theme.body_named(index, self.name.as_deref())
    }

    /// Something of any shape. It is shown where the middle of its shape is.
    pub fn shaped(name: Option<String>, mover: &Mover, at: Point, velocity: Vec2) -> BodyShown {
        let (middle, vertices) = (middle_of(mover), mover.vertices());
        let core = vertices.iter().map(|&vertex| (vertex - Point::default()) - middle);
        BodyShown {
            name,
            center: at + middle,
            velocity,
            radius: mover.radius(),
            core: if vertices.len() > 1 { core.collect() } else { Vec::new() },
            is_sensor: false,
        }
    }

    /// How far all of it is from its center at most.
    pub(crate) fn reach(&self) -> f64 {
        self.core.iter().map(|corner| corner.length()).fold(0.0, f64::max) + self.radius
    }

    /// Draws it somewhere: a circle of at least so many pixels, or its shape.
    pub(crate) fn draw(&self, out: &mut Vec<Item>, view: &View, center: Point, paint: Paint, least: f64) {
        if self.core.is_empty() {
            out.circle(view.point(center), view.length(self.radius).max(least), paint);
            return;
        }
        let outline = outline(&self.core, self.radius);
        out.path(Path::polygon(outline.into_iter().map(|corner| view.point(center + corner))), paint);
    }
}

/// Where the middle of a shape is, from its position.
pub fn middle_of(mover: &Mover) -> Vec2 {
    let vertices = mover.vertices();
    let side =
        |least: f64, better: fn(f64, f64) -> f64, of: fn(&Point) -> f64| vertices.iter().map(of).fold(least, better);
    let [x, y]: [fn(&Point) -> f64; 2] = [|p| p.x, |p| p.y];
    let middle =
        |of: fn(&Point) -> f64| 0.5 * side(f64::INFINITY, f64::min, of) + 0.5 * side(-f64::INFINITY, f64::max, of);
    Vec2::new(middle(x), middle(y))
}

/// A lidar, and where its beams end.
#[derive(Clone, Debug)]
pub struct Scanned {
    /// Beside it.
    pub name: Option<String>,
    /// Where the beams begin.
    pub origin: Point,
    /// Where they end.
    pub ends: Vec<Point>,
}

impl Setting<'_> {
    /// A box around everything that stands still and the bodies as they are.
    pub(crate) fn extent(&self) -> Extent {
        if let Some(view) = self.view {
            return Extent::of(view);
        }
        let mut extent = Extent::NONE;
        for wall in self.walls.ids().filter_map(|id| self.walls.get(id)) {
            if let Some(segment) = wall.segment() {
                extent.add(segment.a(), 0.0);
                extent.add(segment.b(), 0.0);
            } else if let Some(circle) = wall.circle() {
                extent.add(circle.center(), circle.radius());
            }
        }
        for (_, gate) in &self.gates {
            extent.add(gate.a(), 0.0);
            extent.add(gate.b(), 0.0);
        }
        for vertex in self.zones.iter().flat_map(|(_, zone)| zone.vertices()) {
            extent.add(*vertex, 0.0);
        }
        for body in &self.bodies {
            extent.add(body.center, body.reach());
        }
        for scan in &self.scans {
            extent.add(scan.origin, 0.0);
        }
        extent
    }

    /// Walls, gates, zones and lidars.
    pub(crate) fn draw_ground(&self, out: &mut Vec<Item>, view: &View, theme: &Theme) {
        let (loops, lines, circles) = self.outlines();
        let mut floor = Path::default();
        for corners in &loops {
            floor.0.extend(Path::polygon(corners.iter().map(|corner| view.point(*corner))).0);
        }
        for circle in &circles {
            floor.circle(view.point(circle.center()), view.length(circle.radius()));
        }
        out.path(floor, Paint::fill(theme.floor));
        for (_, zone) in &self.zones {
            let mut area = Path::default();
            for ring in zone.rings() {
                area.0.extend(Path::polygon(ring.iter().map(|vertex| view.point(*vertex))).0);
            }
            out.path(area.clone(), Paint::fill(theme.gate).opacity(0.14));
            out.path(area, Paint::stroke(theme.gate, 1.4).dashed(2.0, 3.0));
        }
        for scan in &self.scans {
            let origin = view.point(scan.origin);
            let mut beams = Path::default();
            for end in &scan.ends {
                beams.move_to(origin);
                beams.line_to(view.point(*end));
            }
            out.path(beams, Paint::stroke(theme.body(5), 0.8).opacity(0.45));
            for end in &scan.ends {
                out.circle(view.point(*end), 1.5, Paint::fill(theme.body(0)));
            }
            out.circle(origin, 4.5, Paint::fill(theme.body(0)));
        }
        let width = self.wall_width();
        let mut path = Path::default();
        for corners in &loops {
            path.0.extend(Path::polygon(corners.iter().map(|corner| view.point(*corner))).0);
        }
        for points in &lines {
            path.0.extend(Path::line(points.iter().map(|point| view.point(*point))).0);
        }
        for circle in &circles {
            path.circle(view.point(circle.center()), view.length(circle.radius()));
        }
        out.path(path, Paint::stroke(theme.wall, width));
        for (_, gate) in &self.gates {
            let line = [view.point(gate.a()), view.point(gate.b())];
            out.path(Path::line(line), Paint::stroke(theme.gate, 2.0).dashed(6.0, 4.0));
        }
    }

    /// Thinner where there are many.
    fn wall_width(&self) -> f64 {
        match self.walls.len() {
            0..=200 => 2.6,
            201..=2000 => 1.6,
            _ => 0.8,
        }
    }

    /// Closed outlines, open lines, and circles.
    fn outlines(&self) -> (Vec<Vec<Point>>, Vec<Vec<Point>>, Vec<Circle>) {
        let (mut loops, mut lines, mut circles) = (Vec::new(), Vec::new(), Vec::new());
        let mut line: Vec<Point> = Vec::new();
        let mut finish = |line: &mut Vec<Point>| {
            let points = std::mem::take(line);
            if points.len() > 1 {
                lines.push(points);
            }
        };
        for wall in self.walls.ids().filter_map(|id| self.walls.get(id)) {
            if let Some(circle) = wall.circle() {
                circles.push(circle);
            }
            let Some(segment) = wall.segment() else { continue };
            if line.last() != Some(&segment.a()) {
                finish(&mut line);
                line.push(segment.a());
            }
            line.push(segment.b());
            if line.len() > 3 && line.first() == line.last() {
                line.pop();
                loops.push(std::mem::take(&mut line));
            }
        }
        finish(&mut line);
        (loops, lines, circles)
    }

    /// Bodies, with their velocities if they are few.
    pub(crate) fn draw_bodies(&self, out: &mut Vec<Item>, view: &View, theme: &Theme, with_velocity: bool) {
        let fastest = self.fastest();
        for (index, body) in self.bodies.iter().enumerate() {
            let color = body.color(index, theme);
            let center = view.point(body.center);
            let radius = body_radius(body, view, self.bodies.len());
            if body.is_sensor && !body.core.is_empty() {
                body.draw(out, view, body.center, Paint::fill(color).opacity(0.12), radius);
                body.draw(out, view, body.center, Paint::stroke(color, 1.6).dashed(4.0, 4.0), radius);
                continue;
            }
            if body.is_sensor {
                out.circle(center, radius, Paint::fill(color).opacity(0.12));
                out.circle(center, radius, Paint::stroke(color, 1.6).dashed(4.0, 4.0));
                continue;
            }
            let edge = if radius > 3.5 { 1.0 } else { 0.0 };
            let paint = Paint::fill(color);
            let paint = if edge > 0.0 { paint.outlined(theme.ground, edge) } else { paint };
            body.draw(out, view, body.center, paint, radius);
            if let (true, Some([from, to])) = (with_velocity, self.arrow(body, view, fastest)) {
                out.arrow(from, to, color, if self.bodies.len() <= 8 { 2.0 } else { 1.6 });
            }
        }
    }

    /// The arrow of a body's velocity, if it moves and there is room for arrows.
    fn arrow(&self, body: &BodyShown, view: &View, fastest: f64) -> Option<[[f64; 2]; 2]> {
        let speed = body.velocity.length();
        if self.bodies.len() > FEW || speed == 0.0 || !fastest.is_finite() || body.is_sensor {
            return None;
        }
        let (center, radius) = (view.point(body.center), body_radius(body, view, self.bodies.len()));
        let way = [body.velocity.x / speed, -body.velocity.y / speed];
        let longest = if self.bodies.len() <= 8 { 30.0 } else { 14.0 };
        let along = |length: f64| [center[0] + length * way[0], center[1] + length * way[1]];
        Some([along(radius), along(radius + 8.0 + longest * speed / fastest)])
    }

    fn fastest(&self) -> f64 {
        self.bodies.iter().map(|body| body.velocity.length()).fold(0.0, f64::max)
    }

    /// Names of bodies, gates and lidars, and numbers of bounces, where there is room beside the trails and the velocities.
    pub(crate) fn draw_names(&self, out: &mut Vec<Item>, view: &View, theme: &Theme, beside: &Beside<'_>) {
        let mut labels = Labels::within(view.area, Some(theme.floor));
        for [a, b] in beside.trails {
            labels.shun_line(*a, *b);
        }
        self.keep_off(&mut labels, view);
        let fastest = self.fastest();
        for body in &self.bodies {
            labels.avoid_disc(view.point(body.center), body_radius(body, view, self.bodies.len()));
            if let (true, Some([from, to])) = (beside.has_velocities, self.arrow(body, view, fastest)) {
                labels.avoid_line(from, to);
            }
        }
        if self.gates.len() <= FEW {
            for (_, gate) in &self.gates {
                labels.avoid_line(view.point(gate.a()), view.point(gate.b()));
            }
        }
        // A bounce is behind its wall, where nothing else is.
        for (_, at, normal) in beside.bounces {
            labels.avoid_disc(*at, 4.0);
            labels.shun_line(*at, [0, 1].map(|axis| at[axis] + 12.0 * normal[axis]));
        }
        for (number, at, normal) in beside.bounces {
            labels.put_toward(&number.to_string(), *at, normal.map(|part| -part), 12.0, theme.ink);
        }
        self.name_gates(&mut labels, view, theme);
        self.name_bodies(&mut labels, out, view, theme);
        labels.draw(out);
    }

    /// Names of gates, zones and lidars.
    fn name_gates(&self, labels: &mut Labels, view: &View, theme: &Theme) {
        for (name, gate) in self.gates.iter().filter(|_| self.gates.len() <= FEW) {
            if let Some(name) = name {
                labels.put_if_clear(name, view.point(gate.midpoint()), 6.0, 12.5, theme.gate);
            }
        }
        for (name, zone) in self.zones.iter().filter(|_| self.zones.len() <= FEW) {
            if let Some(name) = name {
                let [low, high] = [zone.aabb().min(), zone.aabb().max()].map(|corner| view.point(corner));
                let middle = [0, 1].map(|axis| low[axis] + (high[axis] - low[axis]) / 2.0);
                labels.put_if_clear(name, middle, 0.0, 12.5, theme.gate);
            }
        }
        for scan in self.scans.iter().take(FEW) {
            if let Some(name) = &scan.name {
                labels.put_if_clear(name, view.point(scan.origin), 8.0, 12.5, theme.ink);
            }
        }
    }

    fn name_bodies(&self, labels: &mut Labels, out: &mut Vec<Item>, view: &View, theme: &Theme) {
        for (index, body) in self.bodies.iter().enumerate().filter(|_| self.bodies.len() <= FEW) {
            let radius = body_radius(body, view, self.bodies.len());
            let Some(name) = &body.name else { continue };
            let (wide, center) = (font::width(name, 12.5), view.point(body.center));
            let color = body.color(index, theme);
            if !body.is_sensor && wide.hypot(8.75) < 1.65 * radius {
                // A short name fits into its disc.
                let at = [center[0], center[1] + 4.3];
                out.bold(name.as_str(), at, 12.5, theme.text_on(color), Anchor::Middle);
            } else {
                labels.put_if_clear(name, center, radius + 5.0, 12.5, theme.readable(color));
            }
        }
    }

    /// Labels keep off the walls, if they are not too many to ask each.
    pub(crate) fn keep_off(&self, labels: &mut Labels, view: &View) {
        if self.walls.len() > 2000 {
            return;
        }
        for wall in self.walls.ids().filter_map(|id| self.walls.get(id)) {
            if let Some(segment) = wall.segment() {
                labels.avoid_line(view.point(segment.a()), view.point(segment.b()));
            } else if let Some(circle) = wall.circle() {
                labels.avoid_ring(view.point(circle.center()), view.length(circle.radius()));
            }
        }
    }

    /// The legend of what is there.
    pub(crate) fn legend(&self, theme: &Theme) -> Vec<(Sample, String)> {
        let mut legend = Vec::new();
        if !self.walls.is_empty() {
            legend.push((Sample::Line { color: theme.wall, width: 2.6, dash: None }, "wall".into()));
        }
        if !self.gates.is_empty() {
            legend.push((Sample::Gate(theme.gate), "gate".into()));
        }
        if !self.zones.is_empty() {
            let edge = Sample::Line { color: theme.gate, width: 1.4, dash: Some([2.0, 3.0]) };
            legend.push((edge, "zone".into()));
        }
        if !self.scans.is_empty() {
            legend.push((Sample::Line { color: theme.body(5), width: 1.2, dash: None }, "beam of a lidar".into()));
        }
        if let Some(color) = self.color_of_first(theme, false) {
            legend.push((Sample::Disc { color, fill: true }, "body".into()));
        }
        if let Some(color) = self.color_of_first(theme, true) {
            legend.push((Sample::Sensor(color), "sensor".into()));
        }
        legend
    }

    /// The colour of the first body, or of the first sensor.
    pub(crate) fn color_of_first(&self, theme: &Theme, is_sensor: bool) -> Option<Color> {
        let (index, body) = self.bodies.iter().enumerate().find(|(_, body)| body.is_sensor == is_sensor)?;
        Some(body.color(index, theme))
    }

    fn moves(&self) -> bool {
        self.bodies.len() <= FEW && self.bodies.iter().any(|body| body.velocity.length() > 0.0)
    }

    /// The scene as it is.
    pub fn picture(&self, size: Option<[u32; 2]>, theme: &Theme) -> Picture {
        let mut legend = self.legend(theme);
        if let (true, Some(color)) = (self.moves(), self.color_of_first(theme, false)) {
            legend.push((Sample::Arrow(color), "velocity".into()));
        }
        let beams: usize = self.scans.iter().map(|scan| scan.ends.len()).sum();
        let counts = [
            ("walls", self.walls.len()),
            ("gates", self.gates.len()),
            ("zones", self.zones.len()),
            ("bodies", self.bodies.len()),
            ("beams", beams),
        ];
        let figures =
            counts.iter().filter(|(_, count)| *count > 0).map(|(name, count)| (name.to_string(), count.to_string()));
        let mut figures: Vec<(String, String)> = figures.collect();
        let extent = self.extent();
        if !extent.is_empty() {
            let [width, height] = extent.half().map(|half| plain(2.0 * half));
            figures.push(("size".into(), format!("{width} × {height}")));
        }
        let frame =
            Frame { title: self.title.clone(), subtitle: self.about.clone(), legend, figures, has_inset: false };
        let mut sheet = frame.sheet(&extent, size, theme);
        let margin = if self.view.is_some() { 0.0 } else { 0.02 };
        let view = View::fit(&extent.with_margin(margin), sheet.area);
        let mut items = Vec::new();
        self.draw_ground(&mut items, &view, theme);
        self.draw_bodies(&mut items, &view, theme, true);
        self.draw_names(&mut items, &view, theme, &Beside { has_velocities: true, ..Beside::default() });
        sheet.put(items);
        sheet.scale_bar(&view, theme);
        let Sheet { picture, .. } = sheet;
        picture
    }
}

/// In pixels; a point is a dot, smaller where there are many.
pub(crate) fn body_radius(body: &BodyShown, view: &View, count: usize) -> f64 {
    let least = if count <= 100 { 3.4 } else { 1.2 };
    view.length(body.reach()).max(least)
}

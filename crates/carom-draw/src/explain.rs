//! One case as a figure: the wall, the path, where they meet, the normal, and where the path ends after the bounce.

use crate::detail;
use crate::frame::{Frame, Sample, contact};
use crate::labels::Labels;
use crate::outline::outline;
use crate::theme::Theme;
use crate::view::{Extent, View, plain};
use crate::{Color, Draw, Item, Paint, Path, Picture};
use carom::{Circle, Hit, Point, Segment, Sweep, Vec2};

/// What the path may touch.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// A segment.
    Wall(Segment),
    /// A circle.
    Pillar(Circle),
}

/// What the figure shows.
pub struct CaseShown<'a> {
    /// What may be touched.
    pub target: Target,
    /// Who moves, and how.
    pub path: &'a Sweep,
    /// The corners around its position of what the path's radius goes around; none for a point or disc.
    pub core: Vec<Vec2>,
    /// The first touch.
    pub hit: Option<&'a Hit>,
    /// Where the path ends after the bounce.
    pub end: Option<Point>,
    /// Names of methods and their verdicts.
    pub verdicts: Vec<(String, String)>,
}

/// What of the case a drawing shows.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shown<'a> {
    Everything,
    /// What is too small has its names in the detail.
    BesideDetail(&'a Extent),
    Detail,
}

/// A name beside a place, and how much room the place takes.
type Name = (&'static str, [f64; 2], Color, f64);

impl CaseShown<'_> {
    /// The figure, in a size of its own choice if nobody has a wish.
    pub fn picture(&self, size: Option<[u32; 2]>, theme: &Theme) -> Picture {
        let extent = self.extent();
        let mut frame = Frame {
            title: self.title(),
            subtitle: self.subtitle(),
            legend: self.legend(theme),
            figures: self.figures(),
            has_inset: false,
        };
        let detail = self.detail(&frame.sheet(&extent, size, theme).gridded(&extent));
        frame.has_inset = detail.is_some();
        let mut sheet = frame.sheet(&extent, size, theme);
        let view = sheet.gridded(&extent);
        view.grid(&mut sheet.picture, theme);
        let mut items = Vec::new();
        self.draw(&mut items, &view, theme, detail.as_ref().map_or(Shown::Everything, Shown::BesideDetail));
        sheet.put(items);
        let inset = detail.and_then(|part| detail::open(&mut sheet, &view, &part, "around Bi", theme));
        if let Some(inset) = inset {
            let mut items = Vec::new();
            self.draw(&mut items, &inset, theme, Shown::Detail);
            detail::close(&mut sheet, &inset, items, theme);
        }
        sheet.picture
    }

    fn extent(&self) -> Extent {
        let mut extent = Extent::NONE;
        match self.target {
            Target::Wall(wall) => wall.ends().into_iter().for_each(|end| extent.add(end, 0.0)),
            Target::Pillar(circle) => extent.add(circle.center(), circle.radius()),
        }
        for end in self.path.ends().into_iter().chain(self.end) {
            extent.add(end, self.path.radius());
            self.core.iter().for_each(|&corner| extent.add(end + corner, self.path.radius()));
        }
        extent.with_margin(0.08)
    }

    /// What is too small in a view: the ends of the path, or the disc itself.
    fn detail(&self, view: &View) -> Option<Extent> {
        let hit = self.hit?;
        let (middle, radius) = (self.middle(hit), self.path.radius());
        let ends = [Some(middle), Some(self.path.end()), self.end];
        let ends: Vec<Point> = ends.into_iter().flatten().collect();
        detail::detail(&ends, radius, view).or_else(|| detail::detail(&ends, 0.0, view)).or_else(|| {
            let is_tiny = radius > 0.0 && view.length(radius) < 14.0;
            is_tiny.then(|| detail::detail(&ends[..1], radius, view)).flatten()
        })
    }

    /// Where the body is when it touches: a point at the touch, a disc with its centre.
    fn middle(&self, hit: &Hit) -> Point {
        if self.is_point() { hit.point } else { self.path.at(hit.t) }
    }

    fn is_point(&self) -> bool {
        self.path.radius() == 0.0 && self.core.is_empty()
    }

    /// Draws what moves, in a place.
    fn body(&self, out: &mut Vec<Item>, view: &View, place: Point, color: Color, opacity: f64) {
        body(out, view, (&self.core, self.path.radius()), place, (color, opacity));
    }

    fn title(&self) -> String {
        let target = if matches!(self.target, Target::Wall(_)) { "wall" } else { "pillar" };
        let verb = if self.hit.is_some() { "touches" } else { "misses" };
        let mover = match self.core.len() {
            0 if self.path.radius() > 0.0 => "disc",
            0 => "point",
            2 => "capsule",
            _ => "shape",
        };
        format!("A moving {mover} {verb} a {target}")
    }

    fn subtitle(&self) -> String {
        let [from, to] = self.path.ends().map(pair);
        let target = match self.target {
            Target::Wall(wall) => format!("wall {} – {}", pair(wall.a()), pair(wall.b())),
            Target::Pillar(circle) => format!("pillar {}, radius {}", pair(circle.center()), plain(circle.radius())),
        };
        let disc =
            if self.path.radius() > 0.0 { format!(", radius {}", plain(self.path.radius())) } else { String::new() };
        format!("{target}, path {from} – {to}{disc}")
    }

    fn legend(&self, theme: &Theme) -> Vec<(Sample, String)> {
        let path = theme.body(0);
        let target = match self.target {
            Target::Wall(_) => "wall, from P0 to P1",
            Target::Pillar(_) => "pillar",
        };
        let mut legend = vec![
            (Sample::Line { color: theme.wall, width: 3.0, dash: None }, target.into()),
            (Sample::Arrow(path), "path, from Bs to Be".into()),
        ];
        if self.hit.is_some() {
            let dash = Some([5.0, 5.0]);
            legend.push((Sample::Line { color: path, width: 1.8, dash }, "the way not taken".into()));
            legend.push((Sample::Arrow(theme.body(1)), "after the bounce, to Be'".into()));
            legend.push((Sample::Arrow(theme.body(2)), "normal n".into()));
            if !self.is_point() {
                legend.push((Sample::Contact(theme.ink), "T, where it touches".into()));
            }
        }
        legend
    }

    fn figures(&self) -> Vec<(String, String)> {
        let mut figures = Vec::new();
        if let Some(hit) = self.hit {
            figures.push(("ti".into(), plain(hit.t)));
            figures.push(("Bi".into(), pair(self.middle(hit))));
            if !self.is_point() {
                figures.push(("T".into(), pair(hit.point)));
            }
            figures.push(("n".into(), format!("({}, {})", plain(hit.normal.x), plain(hit.normal.y))));
        }
        if let Some(end) = self.end {
            figures.push(("Be'".into(), if end.is_finite() { pair(end) } else { "beyond all numbers".into() }));
        }
        figures.extend(self.verdicts.iter().cloned());
        figures
    }

    fn draw(&self, out: &mut Vec<Item>, view: &View, theme: &Theme, shown: Shown<'_>) {
        let mut labels =
            Labels::within(view.area.grown(if shown == Shown::Detail { -4.0 } else { 0.0 }), Some(theme.ground));
        let mut names = Vec::new();
        self.draw_target(out, &mut labels, &mut names, view, theme);
        let [bs, be] = self.path.ends().map(|end| view.point(end));
        let path = theme.body(0);
        labels.avoid_line(bs, be);
        if let Some(hit) = self.hit {
            self.draw_hit(out, &mut labels, &mut names, view, theme, hit);
        } else {
            out.arrow(bs, be, path, 2.6);
            self.body(out, view, self.path.end(), path, 0.9);
        }
        names.extend([("Bs", bs, path, 5.0), ("Be", be, path, 5.0)]);
        self.body(out, view, self.path.start(), path, 0.9);
        out.circle(bs, 4.5, Paint::fill(path));
        let is_named = |name: &Name| match shown {
            Shown::Everything => true,
            Shown::BesideDetail(_) => matches!(name.0, "Bs" | "P0" | "P1" | "Bi" | "n"),
            Shown::Detail => view.area.grown(2.0).has(name.1),
        };
        for &(_, at, _, clear) in &names {
            labels.avoid_disc(at, clear);
        }
        if let Shown::BesideDetail(part) = shown {
            detail::mark(out, &mut labels, view, part, theme);
        }
        for (name, at, color, clear) in names.into_iter().filter(is_named) {
            labels.put(name, at, clear + 5.0, 16.0, color, true);
        }
        labels.draw(out);
    }

    /// Where the path ends after the bounce; at the edge of the drawing if that is beyond all numbers.
    fn end_in(&self, view: &View, end: Point, [bs, bi, be]: [[f64; 2]; 3], hit: &Hit) -> [f64; 2] {
        if end.is_finite() {
            return view.point(end);
        }
        let (way, normal) = ([be[0] - bs[0], be[1] - bs[1]], [hit.normal.x, -hit.normal.y]);
        let into = way[0] * normal[0] + way[1] * normal[1];
        let far = [0, 1].map(|axis| bi[axis] + 1e3 * (way[axis] - 2.0 * into * normal[axis]));
        view.area.grown(-10.0).leaving(bi, far)
    }

    fn draw_target(&self, out: &mut Vec<Item>, labels: &mut Labels, names: &mut Vec<Name>, view: &View, theme: &Theme) {
        match self.target {
            Target::Wall(wall) => {
                let [p0, p1] = wall.ends().map(|end| view.point(end));
                out.path(Path::line([p0, p1]), Paint::stroke(theme.wall, 4.0));
                out.circle(p0, 5.0, Paint::fill(theme.wall));
                out.circle(p1, 5.0, Paint::fill(theme.wall));
                labels.avoid_line(p0, p1);
                names.extend([("P0", p0, theme.wall, 5.0), ("P1", p1, theme.wall, 5.0)]);
            }
            Target::Pillar(circle) => {
                let (center, radius) = (view.point(circle.center()), view.length(circle.radius()));
                out.circle(center, radius, Paint::fill(theme.floor).outlined(theme.wall, 3.0));
                labels.avoid_ring(center, radius);
            }
        }
    }

    fn draw_hit(
        &self,
        out: &mut Vec<Item>,
        labels: &mut Labels,
        names: &mut Vec<Name>,
        view: &View,
        theme: &Theme,
        hit: &Hit,
    ) {
        let (path, after, normal) = (theme.body(0), theme.body(1), theme.body(2));
        let radius = view.length(self.path.radius());
        let [bs, be] = self.path.ends().map(|end| view.point(end));
        let (bi, touch) = (view.point(self.middle(hit)), view.point(hit.point));
        let tip = [touch[0] + 52.0 * hit.normal.x, touch[1] - 52.0 * hit.normal.y];
        out.path(Path::line([bi, be]), Paint::stroke(path, 1.8).dashed(5.0, 5.0));
        self.body(out, view, self.path.end(), path, 0.3);
        labels.avoid_ring(be, radius);
        labels.avoid_line(touch, tip);
        if let Some(end) = self.end.map(|end| self.end_in(view, end, [bs, bi, be], hit)) {
            labels.avoid_line(bi, end);
            labels.avoid_ring(end, radius);
            out.arrow(bi, end, after, 2.6);
            match self.end.filter(|end| end.is_finite()) {
                Some(place) => self.body(out, view, place, after, 0.9),
                None => disc(out, end, radius, after, 0.9),
            }
            names.push(("Be'", end, after, 5.0));
        }
        // It ends at the edge of the ring that marks the place, where its head can be seen.
        out.arrow(bs, short_of(bs, bi, 5.0), path, 2.6);
        out.arrow(touch, tip, normal, 2.2);
        self.body(out, view, self.middle(hit), path, 0.9);
        labels.avoid_ring(bi, radius);
        out.circle(be, 4.0, Paint::fill(theme.ground).outlined(path, 1.8));
        out.circle(bi, 5.0, Paint::fill(theme.ground).outlined(theme.ink, 2.2));
        names.extend([("Bi", bi, theme.ink, 7.0), ("n", tip, normal, 4.0)]);
        if !self.is_point() {
            contact(out, touch, theme.ink, theme);
            names.push(("T", touch, theme.ink, 7.0));
        }
    }
}

/// A place so many pixels before another, coming from somewhere.
pub(crate) fn short_of(from: [f64; 2], to: [f64; 2], by: f64) -> [f64; 2] {
    let length = (to[0] - from[0]).hypot(to[1] - from[1]);
    if length <= 2.0 * by {
        return to;
    }
    [0, 1].map(|axis| to[axis] - by * (to[axis] - from[axis]) / length)
}

fn pair(point: Point) -> String {
    format!("({}, {})", plain(point.x), plain(point.y))
}

/// A disc, or what is around a core of corners, in a place.
pub(crate) fn body(
    out: &mut Vec<Item>,
    view: &View,
    (core, radius): (&[Vec2], f64),
    place: Point,
    (color, opacity): (Color, f64),
) {
    if core.is_empty() {
        disc(out, view.point(place), view.length(radius), color, opacity);
        return;
    }
    let corners = outline(core, radius);
    let path = Path::polygon(corners.into_iter().map(|corner| view.point(place + corner)));
    out.path(path.clone(), Paint::fill(color).opacity(0.1 * opacity));
    out.path(path, Paint::stroke(color, 1.5).opacity(opacity));
}

fn disc(out: &mut Vec<Item>, center: [f64; 2], radius: f64, color: Color, opacity: f64) {
    if radius > 0.0 {
        out.circle(center, radius, Paint::fill(color).opacity(0.1 * opacity));
        out.circle(center, radius, Paint::stroke(color, 1.5).opacity(opacity));
    }
}

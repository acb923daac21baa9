//! One case as a figure: the wall, the path, where they meet, the normal, and where the path ends after the bounce.

use super::frame::{Frame, Sample};
use super::labels::Labels;
use super::theme::Theme;
use super::view::{Extent, View, plain};
use super::{Draw, Item, Paint, Path, Picture};
use carom::{Circle, Hit, Point, Segment, Sweep};

/// What the path may touch.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    Wall(Segment),
    Pillar(Circle),
}

/// What the figure shows.
pub(crate) struct CaseShown<'a> {
    pub(crate) target: Target,
    pub(crate) path: &'a Sweep,
    pub(crate) hit: Option<&'a Hit>,
    /// Where the path ends after the bounce.
    pub(crate) end: Option<Point>,
    /// Names of methods and their verdicts.
    pub(crate) verdicts: Vec<(String, String)>,
}

impl CaseShown<'_> {
    pub(crate) fn picture(&self, size: Option<[u32; 2]>, theme: &Theme) -> Picture {
        let mut extent = Extent::NONE;
        let radius = self.path.radius();
        match self.target {
            Target::Wall(wall) => wall.ends().into_iter().for_each(|end| extent.add(end, 0.0)),
            Target::Pillar(circle) => extent.add(circle.center(), circle.radius()),
        }
        for end in self.path.ends().into_iter().chain(self.end) {
            extent.add(end, radius);
        }
        let extent = extent.with_margin(0.08);
        let frame = Frame {
            title: self.title(),
            subtitle: self.subtitle(),
            legend: self.legend(theme),
            figures: self.figures(),
        };
        let mut sheet = frame.sheet(&extent, size, theme);
        // Room for the numbers of the grid.
        sheet.area.x += 34.0;
        sheet.area.width -= 34.0;
        let view = View::fit(&extent, sheet.area);
        view.grid(&mut sheet.picture, theme);
        let mut items = Vec::new();
        self.draw(&mut items, &view, theme);
        sheet.put(items);
        sheet.picture
    }

    fn title(&self) -> String {
        let target = if matches!(self.target, Target::Wall(_)) { "wall" } else { "pillar" };
        let verb = if self.hit.is_some() { "touches" } else { "misses" };
        let mover = if self.path.radius() > 0.0 { "disc" } else { "point" };
        format!("A moving {mover} {verb} a {target}")
    }

    fn subtitle(&self) -> String {
        let pair = |point: Point| format!("({}, {})", plain(point.x), plain(point.y));
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
        }
        legend
    }

    fn figures(&self) -> Vec<(String, String)> {
        let pair = |point: Point| format!("({}, {})", plain(point.x), plain(point.y));
        let mut figures = Vec::new();
        if let Some(hit) = self.hit {
            figures.push(("ti".into(), plain(hit.t)));
            let name = if self.path.radius() > 0.0 { "touches at" } else { "Bi" };
            figures.push((name.into(), pair(hit.point)));
            figures.push(("n".into(), format!("({}, {})", plain(hit.normal.x), plain(hit.normal.y))));
        }
        if let Some(end) = self.end {
            figures.push(("Be'".into(), pair(end)));
        }
        figures.extend(self.verdicts.iter().cloned());
        figures
    }

    fn draw(&self, out: &mut Vec<Item>, view: &View, theme: &Theme) {
        let [bs, be] = self.path.ends().map(|end| view.point(end));
        let (path, after, normal) = (theme.body(0), theme.body(1), theme.body(2));
        let radius = view.length(self.path.radius());
        let mut labels = Labels::within(view.area.grown(8.0), Some(theme.ground));
        let mut names = vec![("Bs", bs, path, 5.0)];
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
            }
        }
        labels.avoid_line(bs, be);
        if let Some(hit) = self.hit {
            // A point is then where it touches, a disc where its centre is.
            let at = if self.path.radius() == 0.0 { hit.point } else { self.path.at(hit.t) };
            let bi = view.point(at);
            let touch = view.point(hit.point);
            let tip = [touch[0] + 52.0 * hit.normal.x, touch[1] - 52.0 * hit.normal.y];
            out.path(Path::line([bi, be]), Paint::stroke(path, 1.8).dashed(5.0, 5.0));
            disc(out, be, radius, path, 0.3);
            labels.avoid_line(touch, tip);
            if let Some(end) = self.end {
                let end = view.point(end);
                labels.avoid_line(bi, end);
                out.arrow(bi, end, after, 2.6);
                disc(out, end, radius, after, 0.9);
                names.push(("Be'", end, after, 5.0));
            }
            out.arrow(bs, bi, path, 2.6);
            out.arrow(touch, tip, normal, 2.2);
            disc(out, bi, radius, path, 0.9);
            out.circle(be, 4.0, Paint::fill(theme.ground).outlined(path, 1.8));
            out.circle(bi, 5.0, Paint::fill(theme.ground).outlined(theme.ink, 2.2));
            names.push(("Be", be, path, 5.0));
            names.push(("Bi", bi, theme.ink, 7.0));
            names.push(("n", tip, normal, 4.0));
        } else {
            out.arrow(bs, be, path, 2.6);
            disc(out, be, radius, path, 0.9);
            names.push(("Be", be, path, 5.0));
        }
        disc(out, bs, radius, path, 0.9);
        out.circle(bs, 4.5, Paint::fill(path));
        for &(_, at, _, clear) in &names {
            labels.avoid_disc(at, clear);
        }
        for (name, at, color, clear) in names {
            labels.put(name, at, clear + 5.0, 16.0, color, true);
        }
        labels.draw(out);
    }
}

fn disc(out: &mut Vec<Item>, center: [f64; 2], radius: f64, color: super::Color, opacity: f64) {
    if radius > 0.0 {
        out.circle(center, radius, Paint::fill(color).opacity(0.1 * opacity));
        out.circle(center, radius, Paint::stroke(color, 1.5).opacity(opacity));
    }
}

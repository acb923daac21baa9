//! The way of one body from bounce to bounce as a figure: every bounce has its number, its normal and where it touches.

use crate::detail;
use crate::explain::{body, short_of};
use crate::frame::{Frame, Sample, contact};
use crate::labels::Labels;
use crate::scene::Setting;
use crate::theme::Theme;
use crate::view::{Extent, View, plain};
use crate::{Color, Draw, Item, Paint, Path, Picture};
use carom::{Bounce, Bounces, Point, Sweep, Vec2};

/// More bounces than this have no numbers; they would hide the drawing.
const NUMBERED: usize = 60;

/// What the figure shows.
pub struct BouncesShown<'a> {
    /// The walls, without bodies.
    pub setting: Setting<'a>,
    /// Who bounces.
    pub body: String,
    /// Where it would go without walls, in the time that is looked at.
    pub path: &'a Sweep,
    /// The corners around its position of what the path's radius goes around; none for a point or disc.
    pub core: Vec<Vec2>,
    /// What happened.
    pub bounces: &'a Bounces,
    /// How long that time is, in seconds, if it is known.
    pub time: Option<f64>,
}

impl BouncesShown<'_> {
    /// The figure, in a size of its own choice if nobody has a wish.
    pub fn picture(&self, size: Option<[u32; 2]>, theme: &Theme) -> Picture {
        let extent = self.extent();
        let count = self.bounces.bounces.len();
        let plural = if count == 1 { "bounce" } else { "bounces" };
        let mut frame = Frame {
            title: format!("{}: {count} {plural} of {}", self.setting.title, self.body),
            subtitle: match self.time {
                Some(time) => format!("one frame of {} s, bounce by bounce", plain(time)),
                None => "one frame, bounce by bounce".into(),
            },
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
        self.draw(&mut items, &view, theme, detail.as_ref());
        sheet.put(items);
        let inset = detail.and_then(|part| detail::open(&mut sheet, &view, &part, "its way", theme));
        if let Some(inset) = inset {
            let mut items = Vec::new();
            self.draw(&mut items, &inset, theme, None);
            detail::close(&mut sheet, &inset, items, theme);
        }
        sheet.picture
    }

    fn is_point(&self) -> bool {
        self.path.radius() == 0.0 && self.core.is_empty()
    }

    /// Draws what moves, in a place.
    fn body(&self, out: &mut Vec<Item>, view: &View, place: Point, color: Color, opacity: f64) {
        body(out, view, (&self.core, self.path.radius()), place, (color, opacity));
    }

    fn places(&self) -> Vec<Point> {
        let bounces = self.bounces.bounces.iter().map(|bounce| bounce.at);
        [self.path.start()].into_iter().chain(bounces).chain([self.bounces.end]).collect()
    }

    fn extent(&self) -> Extent {
        let mut extent = self.setting.extent();
        for place in self.places() {
            extent.add(place, self.path.radius());
            self.core.iter().for_each(|&corner| extent.add(place + corner, self.path.radius()));
        }
        extent.with_margin(0.04)
    }

    /// The whole way if it is small, else the bounces and the end, if they are.
    fn detail(&self, view: &View) -> Option<Extent> {
        let places = self.places();
        let touches = self.bounces.bounces.iter().map(|bounce| bounce.point);
        let bounces: Vec<Point> = places[1..].iter().copied().chain(touches).collect();
        detail::detail(&places, self.path.radius(), view).or_else(|| detail::detail(&bounces, 0.0, view))
    }

    fn legend(&self, theme: &Theme) -> Vec<(Sample, String)> {
        let color = theme.body(0);
        let mut legend = vec![
            (Sample::Line { color: theme.wall, width: 2.6, dash: None }, "wall".into()),
            (Sample::Arrow(color), "its way".into()),
            (Sample::Disc { color, fill: true }, "where it starts".into()),
            (Sample::Disc { color, fill: false }, "where it ends".into()),
            (Sample::Line { color, width: 1.8, dash: Some([5.0, 5.0]) }, "the way not taken".into()),
            (Sample::Arrow(theme.body(2)), "normal".into()),
        ];
        if self.bounces.bounces.len() <= NUMBERED {
            legend.push((Sample::Number, "a bounce, in order".into()));
        }
        if !self.is_point() {
            legend.push((Sample::Contact(theme.ink), "where it touches".into()));
        }
        legend
    }

    /// The first bounces, and the end.
    fn figures(&self) -> Vec<(String, String)> {
        let pair = |point: Point| format!("({}, {})", plain(point.x), plain(point.y));
        let bounce = |(number, bounce): (usize, &Bounce)| ((number + 1).to_string(), pair(bounce.point));
        let mut figures: Vec<(String, String)> = self.bounces.bounces.iter().take(6).enumerate().map(bounce).collect();
        let more = self.bounces.bounces.len() - figures.len();
        if more > 0 {
            figures.push(("…".into(), format!("and {more} more")));
        }
        figures.push(("end".into(), pair(self.bounces.end)));
        figures
    }

    /// What is in a detail has its numbers there.
    fn draw(&self, out: &mut Vec<Item>, view: &View, theme: &Theme, detail: Option<&Extent>) {
        self.setting.draw_ground(out, view, theme);
        let (color, radius) = (theme.body(0), view.length(self.path.radius()));
        let [first, last] = [self.path.start(), self.bounces.end];
        let places: Vec<[f64; 2]> = self.places().into_iter().map(|place| view.point(place)).collect();
        let mut labels = Labels::within(view.area, Some(theme.ground));
        self.setting.keep_off(&mut labels, view);
        if let ([.., last, _], true) = (places.as_slice(), places.len() > 2) {
            let missed = short_of(*last, view.point(self.missed()), 0.0);
            out.path(Path::line([*last, missed]), Paint::stroke(color, 1.6).dashed(5.0, 5.0).opacity(0.7));
        }
        let width = if places.len() <= NUMBERED / 2 { 2.4 } else { 1.4 };
        for pair in places.windows(2) {
            labels.avoid_line(pair[0], pair[1]);
            out.arrow(pair[0], short_of(pair[0], pair[1], 7.0), color, width);
        }
        let (start, end) = (places[0], places[places.len() - 1]);
        for (place, at) in [(first, start), (last, end)] {
            self.body(out, view, place, color, 0.9);
            labels.avoid_ring(at, radius);
        }
        out.circle(start, 4.5, Paint::fill(color));
        out.circle(end, 4.5, Paint::fill(theme.ground).outlined(color, 2.0));
        let mut marks = Vec::new();
        for bounce in &self.bounces.bounces {
            marks.push(self.draw_bounce(out, &mut labels, view, theme, bounce));
        }
        labels.avoid_disc(start, 6.0);
        labels.avoid_disc(end, 6.0);
        if let Some(part) = detail {
            detail::mark(out, &mut labels, view, part, theme);
        } else if marks.len() <= NUMBERED {
            // Behind the wall, where nothing else is.
            for (number, (bounce, at)) in (1_usize..).zip(self.bounces.bounces.iter().zip(marks)) {
                let way = [-bounce.normal.x, bounce.normal.y];
                labels.put_toward(&number.to_string(), at, way, 14.0, theme.ink);
            }
        }
        for (name, at) in [("start", start), ("end", end)].into_iter().filter(|(_, at)| view.area.has(*at)) {
            labels.put_if_clear(name, at, 10.0, 13.0, color);
        }
        labels.draw(out);
    }

    /// Where it would have gone without its last bounce.
    fn missed(&self) -> Point {
        let Some(last) = self.bounces.bounces.last() else { return self.path.end() };
        last.at + last.before * (self.bounces.time - last.time)
    }

    /// Gives where its number belongs.
    fn draw_bounce(
        &self,
        out: &mut Vec<Item>,
        labels: &mut Labels,
        view: &View,
        theme: &Theme,
        bounce: &Bounce,
    ) -> [f64; 2] {
        let (at, touch) = (view.point(bounce.at), view.point(bounce.point));
        let tip = [touch[0] + 30.0 * bounce.normal.x, touch[1] - 30.0 * bounce.normal.y];
        labels.avoid_line(touch, tip);
        self.body(out, view, bounce.at, theme.body(0), 0.45);
        out.arrow(touch, tip, theme.body(2), 1.8);
        if !self.is_point() {
            contact(out, touch, theme.ink, theme);
            out.circle(at, 2.5, Paint::fill(theme.body(0)));
        } else {
            out.circle(touch, 4.0, Paint::fill(theme.ground).outlined(theme.ink, 2.0));
        }
        labels.avoid_disc(touch, 6.0);
        touch
    }
}

//! A run: trails that fade, hits with their normals, bodies where they ended.

use crate::frame::{FOOT, Frame, Sample, cross, hit};
use crate::record::{Mark, Record};
use crate::scene::{Beside, BodyShown, Setting};
use crate::theme::Theme;
use crate::view::{View, plain};
use crate::{Anchor, Draw, Item, Paint, Path, Picture};
use std::collections::BTreeSet;

/// Up to so many bodies have trails and hits.
const TRAILS: usize = 1500;

/// Up to so many have the place where they started, and their velocity.
const STARTS: usize = 8;

/// At most so many hits are drawn, the newest.
const MARKS: usize = 300;

/// Up to so many hits have numbers.
const NUMBERED: usize = 24;

/// Up to so many bodies, the places where two meet are shown.
const CROSSES: usize = 60;

/// A line in the picture.
type Line = [[f64; 2]; 2];

/// A trail fades in so many steps.
const STEPS: usize = 14;

/// What a picture of a run shows.
pub struct RunShown<'a> {
    /// What stands still, and the bodies as they ended.
    pub setting: Setting<'a>,
    /// The bodies as they began.
    pub start: Vec<BodyShown>,
    /// What happened.
    pub record: &'a Record,
    /// When it ended, in seconds.
    pub end: f64,
    /// The line below the title.
    pub subtitle: String,
    /// Words and numbers in the margin.
    pub figures: Vec<(String, String)>,
}

impl RunShown<'_> {
    /// How the run ended, and how it came to that.
    pub fn picture(&self, size: Option<[u32; 2]>, theme: &Theme) -> Picture {
        let (mut picture, view) = self.base(size, theme, true);
        let mut items = Vec::new();
        let (trails, marks) = self.draw_moment(&mut items, &view, theme, self.end, 1.0);
        // Those that are drawn, with their place among all.
        let is_drawn = |mark: &Mark| marks.iter().any(|drawn| std::ptr::eq(*drawn, mark));
        let numbered = (1..).zip(self.numbered()).filter(|(_, mark)| is_drawn(mark));
        let place = |(number, mark): (usize, &Mark)| (number, view.point(mark.point), [mark.normal.x, -mark.normal.y]);
        let bounces: Vec<_> = numbered.map(place).collect();
        let beside = Beside { trails: &trails, bounces: &bounces, has_velocities: self.has_arrows() };
        self.draw_end(&mut items, &view, theme, &beside);
        picture.push_item(Item::Clipped { area: view.area.grown(12.0), items });
        picture
    }

    /// What stays the same in all frames of a moving picture, and the view to draw the rest in.
    pub fn base(&self, size: Option<[u32; 2]>, theme: &Theme, is_still: bool) -> (Picture, View) {
        let mut extent = self.setting.extent();
        if self.setting.walls.is_empty() && self.setting.view.is_none() {
            // Nothing holds the bodies, so the way they took is what there is to see.
            for index in 0..self.start.len().min(TRAILS) {
                for (_, place) in self.record.back_from(index, self.end) {
                    extent.add(place, self.start[index].radius);
                }
            }
        }
        let frame = Frame {
            title: self.setting.title.clone(),
            subtitle: self.subtitle.clone(),
            legend: self.legend(theme, is_still),
            figures: self.figures.clone(),
            has_inset: false,
        };
        let mut sheet = frame.sheet(&extent, size, theme);
        let margin = if self.setting.view.is_some() { 0.0 } else { 0.02 };
        let view = View::fit(&extent.with_margin(margin), sheet.area);
        let mut items = Vec::new();
        self.setting.draw_ground(&mut items, &view, theme);
        sheet.put(items);
        sheet.scale_bar(&view, theme);
        (sheet.picture, view)
    }

    /// Bodies and the last part of their trails at a time of the run.
    pub fn moment(&self, base: &Picture, view: &View, theme: &Theme, time: f64) -> Picture {
        let mut items = Vec::new();
        self.draw_moment(&mut items, view, theme, time, 0.35);
        let bodies = (0..).zip(&self.start).map(|(index, body)| {
            let center = self.record.at(index, time).unwrap_or(body.center);
            BodyShown { center, ..body.clone() }
        });
        let now = Setting { bodies: bodies.collect(), ..self.setting_without_bodies() };
        now.draw_bodies(&mut items, view, theme, false);
        let mut picture = Picture::new(base.width, base.height, base.title.clone());
        picture.push_item(Item::Clipped { area: view.area.grown(12.0), items });
        let at = [view.area.right(), base.height - FOOT + 5.0];
        picture.text(self.clock(time), at, 15.0, theme.ink, Anchor::End);
        picture
    }

    /// A time with as many places as the whole run needs, so that it does not jump.
    fn clock(&self, time: f64) -> String {
        let places = if self.end.is_normal() { (2 - self.end.log10().floor() as i32).clamp(0, 12) } else { 2 };
        match usize::try_from(places) {
            Ok(places) if self.end < 1e15 => format!("{time:.places$} s"),
            _ => format!("{} s", plain(time)),
        }
    }

    fn setting_without_bodies(&self) -> Setting<'_> {
        Setting {
            title: String::new(),
            about: String::new(),
            walls: self.setting.walls,
            gates: Vec::new(),
            zones: Vec::new(),
            scans: Vec::new(),
            bodies: Vec::new(),
            view: self.setting.view,
        }
    }

    /// The bounces, in order, if they are so few that numbers help.
    fn numbered(&self) -> Vec<&Mark> {
        let marks: Vec<&Mark> = self.record.hits(0.0, self.end).take(NUMBERED + 1).collect();
        if marks.len() > NUMBERED || self.start.len() > STARTS { Vec::new() } else { marks }
    }

    /// Among more bodies the trails say enough.
    fn has_arrows(&self) -> bool {
        self.start.len() <= STARTS
    }

    fn has_trails(&self) -> bool {
        self.start.len() <= TRAILS
    }

    fn legend(&self, theme: &Theme, is_still: bool) -> Vec<(Sample, String)> {
        let mut legend = self.setting.legend(theme);
        let color = self.setting.color_of_first(theme, false);
        let (Some(color), true) = (color, self.has_trails()) else { return legend };
        if is_still && self.start.len() <= STARTS {
            legend.push((Sample::Disc { color, fill: false }, "where it started".into()));
        }
        let moves = self.setting.bodies.iter().any(|body| body.velocity.length() > 0.0 && !body.is_sensor);
        if is_still && self.has_arrows() && moves {
            legend.push((Sample::Arrow(color), "velocity".into()));
        }
        legend.push((Sample::Trail(color), "its way, older is paler".into()));
        if self.record.hits(0.0, self.end).any(|mark| mark.other.is_none()) {
            legend.push((Sample::Hit(theme.normal), "bounce and normal".into()));
        }
        if self.start.len() <= CROSSES && self.record.hits(0.0, self.end).any(|mark| mark.other.is_some()) {
            legend.push((Sample::Cross(theme.quiet), "two bodies met".into()));
        }
        if is_still && !self.numbered().is_empty() {
            legend.push((Sample::Number, "these, in order".into()));
        }
        legend
    }

    /// Trails and hits up to a time. Gives back the lines of the trails, and the hits.
    fn draw_moment(
        &self,
        out: &mut Vec<Item>,
        view: &View,
        theme: &Theme,
        time: f64,
        share: f64,
    ) -> (Vec<Line>, Vec<&Mark>) {
        let mut lines = Vec::new();
        if !self.has_trails() {
            return (lines, Vec::new());
        }
        let length = share * self.trail_length(view);
        let mut shown_since = vec![f64::INFINITY; self.start.len()];
        for (index, since) in shown_since.iter_mut().enumerate() {
            *since = self.draw_trail(out, &mut lines, view, theme, index, [time, length]);
        }
        let marks = self.marks(view, time, &shown_since);
        for (mark, newness) in marks.iter().rev() {
            let (at, opacity) = (view.point(mark.point), 0.25 + 0.75 * newness);
            match mark.other {
                None => hit(out, at, [mark.normal.x, -mark.normal.y], theme.normal, opacity),
                Some(_) => cross(out, at, theme.quiet, opacity),
            }
        }
        (lines, marks.into_iter().map(|(mark, _)| mark).collect())
    }

    /// The hits to be drawn, the newest first: of those that would lie on one another only that one. With how new each is: 1
    /// now, 0 where the trails of its bodies end.
    fn marks(&self, view: &View, time: f64, shown_since: &[f64]) -> Vec<(&Mark, f64)> {
        let newness = |mark: &Mark| {
            let of = |index: usize| {
                let since = shown_since.get(index).copied().unwrap_or(f64::INFINITY);
                if since < time { (mark.time - since) / (time - since) } else { 0.0 }
            };
            of(mark.body).max(mark.other.map_or(0.0, of))
        };
        // Among many bodies the places where they meet would hide all else.
        let oldest_meeting = if self.numbered().is_empty() { 0.5 } else { 0.0 };
        let is_wanted = |mark: &Mark, newness: f64| {
            newness > 0.0 && (mark.other.is_none() || (self.start.len() <= CROSSES && newness > oldest_meeting))
        };
        let earliest = shown_since.iter().copied().fold(f64::INFINITY, f64::min);
        let mut taken = BTreeSet::new();
        let mut marks = Vec::new();
        for mark in self.record.hits(earliest, time).collect::<Vec<_>>().into_iter().rev() {
            let newness = newness(mark);
            let cell = view.point(mark.point).map(|value| (value / 7.0).floor() as i64);
            let is_free = (-1..=1).all(|x| (-1..=1).all(|y| !taken.contains(&[cell[0] + x, cell[1] + y])));
            if is_free && is_wanted(mark, newness) {
                taken.insert(cell);
                marks.push((mark, newness));
            }
            if marks.len() >= MARKS {
                break;
            }
        }
        marks
    }

    /// How long a trail is, in pixels: together they should not fill the picture.
    fn trail_length(&self, view: &View) -> f64 {
        let across = view.area.width.min(view.area.height);
        across * (14.0 / (self.start.len().max(1) as f64)).clamp(0.25, 8.0)
    }

    /// Draws the trail of a body up to a time, so many pixels long, and tells since when it is shown.
    fn draw_trail(
        &self,
        out: &mut Vec<Item>,
        lines: &mut Vec<Line>,
        view: &View,
        theme: &Theme,
        index: usize,
        [time, length]: [f64; 2],
    ) -> f64 {
        let way = self.record.back_from(index, time).into_iter().map(|(when, place)| (when, view.point(place)));
        let (pieces, since) = cut(way, length / STEPS as f64, time);
        let widest = if self.start.len() <= CROSSES { 2.5 } else { 1.3 };
        for (age, piece) in pieces.iter().enumerate().rev().filter(|(_, piece)| piece.len() > 1) {
            // Newer is darker and wider.
            let newness = 1.0 - age as f64 / STEPS as f64;
            let color = self.start[index].color(index, theme);
            let paint = Paint::stroke(color, widest * (0.5 + 0.5 * newness)).opacity(0.08 + 0.82 * newness);
            out.path(Path::line(piece.iter().copied()), paint.flat());
            lines.extend(piece.windows(2).map(|pair| [pair[0], pair[1]]));
        }
        since
    }

    /// What is no disc is drawn along its way, too, so far apart that it does not hide itself.
    fn draw_way(&self, out: &mut Vec<Item>, view: &View, theme: &Theme, index: usize) {
        let body = &self.start[index];
        if body.core.is_empty() {
            return;
        }
        let paint = Paint::stroke(body.color(index, theme), 1.0).opacity(0.45);
        let apart = (1.5 * view.length(body.reach())).max(12.0);
        let mut last: Option<[f64; 2]> = None;
        for (_, place) in self.record.back_from(index, self.end) {
            let at = view.point(place);
            if last.is_none_or(|last| distance(last, at) >= apart) {
                last = Some(at);
                body.draw(out, view, place, paint, 0.0);
            }
        }
    }

    /// Where bodies started and where they are in the end.
    fn draw_end(&self, out: &mut Vec<Item>, view: &View, theme: &Theme, beside: &Beside<'_>) {
        if self.start.len() <= STARTS {
            for (index, body) in self.start.iter().enumerate().filter(|(_, body)| !body.is_sensor) {
                let radius = crate::scene::body_radius(body, view, self.start.len());
                let color = body.color(index, theme);
                self.draw_way(out, view, theme, index);
                body.draw(out, view, body.center, Paint::fill(theme.floor).outlined(color, 1.5), radius);
            }
        }
        self.setting.draw_bodies(out, view, theme, self.has_arrows());
        self.setting.draw_names(out, view, theme, beside);
    }
}

/// Cuts a way, given backwards, into pieces of a length, at most so many as a trail has shades. Also tells when it is then.
fn cut(way: impl Iterator<Item = (f64, [f64; 2])>, step: f64, time: f64) -> (Vec<Vec<[f64; 2]>>, f64) {
    let mut pieces: Vec<Vec<[f64; 2]>> = Vec::new();
    let mut piece = Vec::new();
    let mut left = step;
    let mut last: Option<(f64, [f64; 2])> = None;
    for (when, to) in way {
        let Some((mut then, mut from)) = last else {
            piece.push(to);
            last = Some((when, to));
            continue;
        };
        while distance(from, to) > left {
            let part = left / distance(from, to);
            from = [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])];
            then += part * (when - then);
            piece.push(from);
            pieces.push(std::mem::replace(&mut piece, vec![from]));
            if pieces.len() == STEPS {
                return (pieces, then);
            }
            left = step;
        }
        left -= distance(from, to);
        piece.push(to);
        last = Some((when, to));
    }
    pieces.push(piece);
    (pieces, last.map_or(time, |(when, _)| when))
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let [x, y] = [b[0] - a[0], b[1] - a[1]];
    (x * x + y * y).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_cut_into_equal_pieces() {
        let way = [(10.0, [0.0, 0.0]), (9.0, [3.0, 0.0]), (8.0, [3.0, 4.0])];
        let (pieces, since) = cut(way.into_iter(), 2.0, 10.0);
        let first = vec![[0.0, 0.0], [2.0, 0.0]];
        let second = vec![[2.0, 0.0], [3.0, 0.0], [3.0, 1.0]];
        assert_eq!((&pieces[0], &pieces[1]), (&first, &second));
        assert_eq!((pieces.len(), since), (4, 8.0));
        let (pieces, since) = cut(way.into_iter(), 0.25, 10.0);
        assert_eq!(pieces.len(), STEPS);
        assert!((since - (9.0 - 0.5 / 4.0)).abs() < 1e-12, "{since}");
    }

    #[test]
    fn no_way_at_all() {
        assert_eq!(cut(std::iter::empty(), 1.0, 3.0), (vec![vec![]], 3.0));
    }
}

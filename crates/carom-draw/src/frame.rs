//! What all pictures have around the drawing: a title, a line below it, a legend and figures at the right.

use crate::theme::Theme;
use crate::view::{Extent, View};
use crate::{Anchor, Area, Color, Draw, Item, Paint, Path, Picture, font};

const MARGIN: f64 = 28.0;
const HEADER: f64 = 78.0;
/// Between two lines below the title.
const LINE: f64 = 19.0;
/// The size of these lines.
const SUBTITLE: f64 = 14.0;
const PANEL: f64 = 218.0;
const GAP: f64 = 30.0;
const ROW: f64 = 25.0;
/// How high a drawing is at most, if nobody asks for more.
const TALL: f64 = 480.0;
/// Below the drawing: the scale bar or the numbers of the grid.
const FOOTER: f64 = 40.0;
/// How far above the edge the scale bar and the time are.
pub(crate) const FOOT: f64 = MARGIN + 6.0;

/// A sample in the legend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Sample {
    Line {
        color: Color,
        width: f64,
        dash: Option<[f64; 2]>,
    },
    /// A line that fades toward its beginning.
    Trail(Color),
    Disc {
        color: Color,
        fill: bool,
    },
    Sensor(Color),
    Arrow(Color),
    /// Where something was hit, and the normal there.
    Hit(Color),
    Cross(Color),
    Gate(Color),
    /// Where a disc touches.
    Contact(Color),
    /// The number of a bounce.
    Number,
}

/// What stands around a drawing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    pub(crate) title: String,
    pub(crate) subtitle: String,
    pub(crate) legend: Vec<(Sample, String)>,
    /// Names and values.
    pub(crate) figures: Vec<(String, String)>,
    /// Whether a part of the drawing is drawn larger below the figures.
    pub(crate) has_inset: bool,
}

/// A sheet with its frame drawn, ready for the drawing.
pub(crate) struct Sheet {
    pub(crate) picture: Picture,
    pub(crate) area: Area,
    /// Where the scale bar may be.
    pub(crate) foot: [f64; 2],
    /// Where a part of the drawing may be drawn larger.
    pub(crate) inset: Option<Area>,
}

impl Frame {
    /// The frame drawn on a sheet of the wanted proportions; without a wish, of those that suit the drawing.
    pub(crate) fn sheet(&self, extent: &Extent, size: Option<[u32; 2]>, theme: &Theme) -> Sheet {
        let ratio = extent.ratio();
        let across = (TALL / ratio).clamp(420.0, 600.0);
        // A sheet that is wider than this has no more lines below its title.
        let narrowest = if size.is_none() { 2.0 * MARGIN + across + GAP + PANEL } else { 760.0 };
        let lines = wrapped(&self.subtitle, SUBTITLE, narrowest - 2.0 * MARGIN, 3);
        let header = HEADER + LINE * (lines.len().max(1) - 1) as f64;
        let needed = (header + MARGIN + self.panel_height()).max(360.0);
        let [width, height] = match size {
            None => [narrowest, (header + (across * ratio).min(TALL) + FOOTER + MARGIN).max(needed)],
            Some([width, height]) => {
                let aspect = f64::from(width) / f64::from(height);
                let wide = [narrowest, narrowest / aspect];
                if wide[1] < needed { [needed * aspect, needed] } else { wide }
            }
        };
        let [width, height] = [width, height].map(f64::round);
        let mut picture = Picture::new(width, height, self.title.clone());
        let corners = [[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]];
        picture.path(Path::polygon(corners), Paint::fill(theme.ground));
        let room = width - 2.0 * MARGIN;
        picture.bold(fitted(&self.title, 21.0, room), [MARGIN, MARGIN + 15.0], 21.0, theme.ink, Anchor::Start);
        for (index, line) in lines.into_iter().enumerate() {
            let at = [MARGIN, MARGIN + 38.0 + LINE * index as f64];
            picture.text(line, at, SUBTITLE, theme.quiet, Anchor::Start);
        }
        self.draw_panel(&mut picture, header, theme);
        let area = Area {
            x: MARGIN,
            y: header,
            width: width - 2.0 * MARGIN - GAP - PANEL,
            height: height - header - FOOTER - MARGIN,
        };
        let top = header + self.rows_height() + 1.3 * ROW;
        let inset = Area { x: width - MARGIN - PANEL, y: top, width: PANEL, height: PANEL };
        Sheet { picture, area, foot: [MARGIN, height - FOOT], inset: self.has_inset.then_some(inset) }
    }

    /// How high the legend and the figures are.
    fn rows_height(&self) -> f64 {
        let gap = if self.legend.is_empty() || self.figures.is_empty() { 0.0 } else { ROW };
        (self.legend.len() + self.figures.len()) as f64 * ROW + gap
    }

    fn panel_height(&self) -> f64 {
        self.rows_height() + if self.has_inset { 1.3 * ROW + PANEL } else { 0.0 }
    }

    fn draw_panel(&self, picture: &mut Picture, top: f64, theme: &Theme) {
        let x = picture.width - MARGIN - PANEL;
        let mut y = top + 12.0;
        for (sample, text) in &self.legend {
            draw_sample(picture, *sample, [x, y], theme);
            picture.text(fitted(text, 13.5, PANEL - 46.0), [x + 46.0, y + 4.8], 13.5, theme.ink, Anchor::Start);
            y += ROW;
        }
        if !self.legend.is_empty() && !self.figures.is_empty() {
            let line = [[x, y], [x + PANEL, y]];
            picture.path(Path::line(line), Paint::stroke(theme.faint, 1.0));
            y += ROW;
        }
        for (name, value) in &self.figures {
            picture.text(name.as_str(), [x, y + 4.8], 13.5, theme.quiet, Anchor::Start);
            let room = PANEL - font::width(name, 13.5) - 10.0;
            picture.text(fitted(value, 13.5, room), [x + PANEL, y + 4.8], 13.5, theme.ink, Anchor::End);
            y += ROW;
        }
    }
}

/// A text in lines that fit, at most so many; what is left over is cut.
fn wrapped(text: &str, size: f64, room: f64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if fits_behind(line, word, size, room) => *line = format!("{line} {word}"),
            _ => lines.push(word.into()),
        }
    }
    if lines.len() > most {
        let rest = lines.split_off(most - 1).join(" ");
        lines.push(rest);
    }
    lines.into_iter().map(|line| fitted(&line, size, room)).collect()
}

/// Whether a word fits at the end of a line.
fn fits_behind(line: &str, word: &str, size: f64, room: f64) -> bool {
    font::width(line, size) + font::width(" ", size) + 2.0 * size * 0.15 + font::width(word, size) <= room
}

/// A text cut so that it fits.
pub(crate) fn fitted(text: &str, size: f64, room: f64) -> String {
    if font::width(text, size) <= room {
        return text.into();
    }
    let mut letters: Vec<char> = text.chars().collect();
    while letters.pop().is_some() {
        let cut: String = letters.iter().collect::<String>().trim_end().to_string() + "…";
        if font::width(&cut, size) <= room {
            return cut;
        }
    }
    String::new()
}

/// A sample 34 pixels wide, around a height.
fn draw_sample(out: &mut impl Draw, sample: Sample, [x, y]: [f64; 2], theme: &Theme) {
    match sample {
        Sample::Line { color, width, dash } => {
            let paint = Paint::stroke(color, width);
            let paint = if let Some([dash, gap]) = dash { paint.dashed(dash, gap) } else { paint };
            out.path(Path::line([[x, y], [x + 32.0, y]]), paint);
        }
        Sample::Trail(color) => {
            for part in 0..8 {
                let from = x + 4.0 * f64::from(part);
                let opacity = 0.1 + 0.1 * f64::from(part);
                out.path(Path::line([[from, y], [from + 4.0, y]]), Paint::stroke(color, 2.0).opacity(opacity).flat());
            }
        }
        Sample::Disc { color, fill: true } => out.circle([x + 16.0, y], 6.5, Paint::fill(color)),
        Sample::Disc { color, fill: false } => {
            out.circle([x + 16.0, y], 6.5, Paint::fill(theme.ground).outlined(color, 1.6));
        }
        Sample::Sensor(color) => {
            out.circle([x + 16.0, y], 6.5, Paint::fill(color).opacity(0.12));
            out.circle([x + 16.0, y], 6.5, Paint::stroke(color, 1.6).dashed(4.0, 4.0));
        }
        Sample::Arrow(color) => out.arrow([x, y], [x + 32.0, y], color, 2.0),
        Sample::Hit(color) => hit(out, [x + 16.0, y + 5.0], [0.0, -1.0], color, 1.0),
        Sample::Cross(color) => cross(out, [x + 16.0, y], color, 1.0),
        Sample::Number => out.bold("1", [x + 16.0, y + 4.8], 14.0, theme.ink, Anchor::Middle),
        Sample::Contact(color) => contact(out, [x + 16.0, y], color, theme),
        Sample::Gate(color) => {
            out.path(Path::line([[x, y], [x + 32.0, y]]), Paint::stroke(color, 2.0).dashed(6.0, 4.0));
        }
    }
}

/// A dot where a wall was hit, and a stroke along the normal, given y down.
pub(crate) fn hit(out: &mut impl Draw, at: [f64; 2], normal: [f64; 2], color: Color, opacity: f64) {
    let tip = [at[0] + 12.0 * normal[0], at[1] + 12.0 * normal[1]];
    out.path(Path::line([at, tip]), Paint::stroke(color, 1.2).opacity(opacity));
    out.circle(at, 2.4, Paint::fill(color).opacity(opacity));
}

/// A diamond where a disc touches something.
pub(crate) fn contact(out: &mut impl Draw, [x, y]: [f64; 2], color: Color, theme: &Theme) {
    let corners = [[x, y - 5.0], [x + 5.0, y], [x, y + 5.0], [x - 5.0, y]];
    out.path(Path::polygon(corners), Paint::fill(color).outlined(theme.ground, 1.2));
}

/// A small cross where two bodies met.
pub(crate) fn cross(out: &mut impl Draw, [x, y]: [f64; 2], color: Color, opacity: f64) {
    let mut path = Path::line([[x - 2.7, y - 2.7], [x + 2.7, y + 2.7]]);
    path.move_to([x - 2.7, y + 2.7]);
    path.line_to([x + 2.7, y - 2.7]);
    out.path(path, Paint::stroke(color, 1.2).opacity(opacity));
}

impl Sheet {
    /// Everything that belongs in the drawing, cut off at its edge with some room for thick lines.
    pub(crate) fn put(&mut self, items: Vec<Item>) {
        self.picture.push_item(Item::Clipped { area: self.area.grown(12.0), items });
    }

    /// The view of something, with room for the numbers of the grid at the left.
    pub(crate) fn gridded(&mut self, extent: &Extent) -> View {
        let room = View::fit(extent, self.area).grid_room().max(26.0) + 8.0 - MARGIN / 2.0;
        self.area.x += room;
        self.area.width -= room;
        View::fit(extent, self.area)
    }

    pub(crate) fn scale_bar(&mut self, view: &View, theme: &Theme) {
        let foot = self.foot;
        view.scale_bar(&mut self.picture, foot, theme);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut() {
        let text = "a very long title that no picture has room for";
        let cut = fitted(text, 14.0, 100.0);
        assert!(cut.ends_with('…') && font::width(&cut, 14.0) <= 100.0, "{cut}");
        assert_eq!(fitted("short", 14.0, 100.0), "short");
    }

    #[test]
    fn long_lines_are_wrapped() {
        let text = "one two three four five six seven eight nine ten eleven twelve";
        let lines = wrapped(text, 14.0, 120.0, 9);
        assert!(lines.len() > 2 && lines.iter().all(|line| font::width(line, 14.0) <= 120.0), "{lines:?}");
        assert_eq!(lines.join(" "), text);
        let lines = wrapped(text, 14.0, 120.0, 2);
        assert!(lines.len() == 2 && lines[1].ends_with('…'), "{lines:?}");
        assert!(wrapped("", 14.0, 120.0, 2).is_empty());
    }

    #[test]
    fn every_size_has_room_for_the_panel_and_the_drawing() {
        let frame = Frame {
            title: "t".into(),
            legend: vec![(Sample::Arrow(Color(0, 0, 0)), "velocity".into()); 8],
            figures: vec![("bodies".into(), "6".into()); 9],
            ..Frame::default()
        };
        let theme = Theme::named(crate::theme::ThemeName::Light);
        for size in [None, Some([800, 600]), Some([100, 1000]), Some([2000, 50])] {
            let sheet = frame.sheet(&Extent::of([0.0, 0.0, 3.0, 4.0]), size, &theme);
            assert!(sheet.area.width > 300.0 && sheet.area.height > 100.0, "{size:?} {:?}", sheet.area);
            assert!(HEADER + frame.panel_height() + 10.0 <= sheet.picture.height, "{size:?}");
        }
    }
}

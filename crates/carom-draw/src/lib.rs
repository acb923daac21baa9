//! Pictures: one drawing model, written as SVG and made into pixels from there.
//!
//! Everything here is in pixels with y down; `view.rs` brings the world's numbers here. Nothing depends on the clock or the machine,
//! so a picture of the same thing is the same text everywhere; only pixels of letters that `font.rs` does not have depend on the
//! machine's fonts.

mod bounces;
mod detail;
mod explain;
mod font;
mod frame;
mod labels;
mod outline;
mod record;
mod run;
mod scene;
mod svg;
mod theme;
mod view;

pub use bounces::BouncesShown;
pub use explain::{CaseShown, Target};
pub use record::{Keep, Mark, Record};
pub use run::RunShown;
pub use scene::{BodyShown, Scanned, Setting, middle_of};
pub use theme::{Theme, ThemeName};
pub use view::{View, digits, plain};

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Color(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// A picture: what is drawn later covers what was drawn before.
#[derive(Clone, Debug)]
pub struct Picture {
    /// How wide it is drawn, in pixels.
    pub width: f64,
    /// How high it is drawn, in pixels.
    pub height: f64,
    /// For those who cannot see it, and for tabs.
    pub title: String,
    pub(crate) items: Vec<Item>,
    /// How large it is shown, if not as large as it is drawn.
    pub(crate) size: Option<[u32; 2]>,
}

/// Something in a picture.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Path {
        path: Path,
        paint: Paint,
    },
    Circle {
        center: [f64; 2],
        radius: f64,
        paint: Paint,
    },
    /// With a halo in some colour it can be read on lines.
    Text {
        text: String,
        at: [f64; 2],
        size: f64,
        color: Color,
        bold: bool,
        anchor: Anchor,
        halo: Option<Color>,
    },
    /// What is in it is cut off at a rectangle.
    Clipped {
        area: Area,
        items: Vec<Item>,
    },
}

/// Which part of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// How something is filled and outlined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    pub(crate) fill: Option<Color>,
    pub(crate) stroke: Option<(Color, f64)>,
    pub(crate) opacity: f64,
    /// Lengths of a dash and of a gap.
    pub(crate) dash: Option<[f64; 2]>,
    /// Ends of lines are cut square, for pieces that are joined end to end.
    pub(crate) flat: bool,
}

impl Paint {
    pub(crate) fn fill(color: Color) -> Paint {
        Paint { fill: Some(color), stroke: None, opacity: 1.0, dash: None, flat: false }
    }

    pub(crate) fn stroke(color: Color, width: f64) -> Paint {
        Paint { fill: None, stroke: Some((color, width)), opacity: 1.0, dash: None, flat: false }
    }

    pub(crate) fn outlined(self, color: Color, width: f64) -> Paint {
        Paint { stroke: Some((color, width)), ..self }
    }

    pub(crate) fn opacity(self, opacity: f64) -> Paint {
        Paint { opacity, ..self }
    }

    pub(crate) fn dashed(self, dash: f64, gap: f64) -> Paint {
        Paint { dash: Some([dash, gap]), ..self }
    }

    pub(crate) fn flat(self) -> Paint {
        Paint { flat: true, ..self }
    }
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Area {
    pub(crate) fn right(&self) -> f64 {
        self.x + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.y + self.height
    }

    pub(crate) fn grown(&self, by: f64) -> Area {
        Area { x: self.x - by, y: self.y - by, width: self.width + 2.0 * by, height: self.height + 2.0 * by }
    }

    pub(crate) fn has(&self, [x, y]: [f64; 2]) -> bool {
        (self.x..=self.right()).contains(&x) && (self.y..=self.bottom()).contains(&y)
    }

    /// Where a way from inside leaves, or its end.
    pub(crate) fn leaving(&self, from: [f64; 2], to: [f64; 2]) -> [f64; 2] {
        let mut part = 1.0_f64;
        for (axis, low, high) in [(0, self.x, self.right()), (1, self.y, self.bottom())] {
            let way = to[axis] - from[axis];
            if way != 0.0 {
                part = part.min((if way > 0.0 { high } else { low } - from[axis]) / way).max(0.0);
            }
        }
        [0, 1].map(|axis| from[axis] + part * (to[axis] - from[axis]))
    }

    pub(crate) fn overlaps(&self, other: &Area) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    pub(crate) fn holds(&self, other: &Area) -> bool {
        self.x <= other.x && other.right() <= self.right() && self.y <= other.y && other.bottom() <= self.bottom()
    }
}

/// One move of a pen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Move {
    To([f64; 2]),
    Line([f64; 2]),
    Curve([f64; 2], [f64; 2], [f64; 2]),
    Close,
}

/// What a pen draws.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Path(pub(crate) Vec<Move>);

impl Path {
    pub(crate) fn line(points: impl IntoIterator<Item = [f64; 2]>) -> Path {
        let mut path = Path::default();
        for point in points {
            if path.0.is_empty() { path.move_to(point) } else { path.line_to(point) }
        }
        path
    }

    pub(crate) fn polygon(points: impl IntoIterator<Item = [f64; 2]>) -> Path {
        let mut path = Path::line(points);
        path.close();
        path
    }

    pub(crate) fn move_to(&mut self, to: [f64; 2]) {
        self.0.push(Move::To(to));
    }

    pub(crate) fn line_to(&mut self, to: [f64; 2]) {
        self.0.push(Move::Line(to));
    }

    pub(crate) fn curve_to(&mut self, a: [f64; 2], b: [f64; 2], to: [f64; 2]) {
        self.0.push(Move::Curve(a, b, to));
    }

    pub(crate) fn close(&mut self) {
        self.0.push(Move::Close);
    }

    /// Adds a whole circle.
    pub(crate) fn circle(&mut self, [x, y]: [f64; 2], r: f64) {
        let k = 0.552_284_75 * r;
        self.move_to([x + r, y]);
        self.curve_to([x + r, y + k], [x + k, y + r], [x, y + r]);
        self.curve_to([x - k, y + r], [x - r, y + k], [x - r, y]);
        self.curve_to([x - r, y - k], [x - k, y - r], [x, y - r]);
        self.curve_to([x + k, y - r], [x + r, y - k], [x + r, y]);
        self.close();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Picture {
    pub(crate) fn new(width: f64, height: f64, title: impl Into<String>) -> Picture {
        Picture { width, height, title: title.into(), items: Vec::new(), size: None }
    }

    /// Shown in this size, or as large as it is drawn.
    pub fn shown_at(self, size: Option<[u32; 2]>) -> Picture {
        Picture { size, ..self }
    }

    /// The picture as an SVG file. Letters that are no outlines of our own are text in it.
    pub fn svg(&self) -> String {
        svg::text(self)
    }

    /// As [`svg`](Picture::svg), for a machine that can draw some of the other letters: those that it has not
    /// become boxes with the letter's number.
    pub fn svg_with(&self, has: &dyn Fn(char) -> bool) -> String {
        svg::text_with(self, has)
    }
}

/// A list of things to draw, with a word for each.
pub(crate) trait Draw {
    fn push_item(&mut self, item: Item);

    fn path(&mut self, path: Path, paint: Paint) {
        if !path.is_empty() {
            self.push_item(Item::Path { path, paint });
        }
    }

    fn circle(&mut self, center: [f64; 2], radius: f64, paint: Paint) {
        self.push_item(Item::Circle { center, radius, paint });
    }

    fn text(&mut self, text: impl Into<String>, at: [f64; 2], size: f64, color: Color, anchor: Anchor) {
        self.push_item(Item::Text { text: text.into(), at, size, color, bold: false, anchor, halo: None });
    }

    fn bold(&mut self, text: impl Into<String>, at: [f64; 2], size: f64, color: Color, anchor: Anchor) {
        self.push_item(Item::Text { text: text.into(), at, size, color, bold: true, anchor, halo: None });
    }

    /// A line with a head at its end.
    fn arrow(&mut self, from: [f64; 2], to: [f64; 2], color: Color, width: f64) {
        let way = [to[0] - from[0], to[1] - from[1]];
        let length = (way[0] * way[0] + way[1] * way[1]).sqrt();
        if length < 1.0 {
            return;
        }
        let [x, y] = way.map(|part| part / length);
        let head = (4.0 * width).min(0.6 * length);
        let neck = [to[0] - head * x, to[1] - head * y];
        let wing = 0.42 * head;
        self.path(Path::line([from, neck]), Paint::stroke(color, width).flat());
        let corners = [to, [neck[0] - wing * y, neck[1] + wing * x], [neck[0] + wing * y, neck[1] - wing * x]];
        self.path(Path::polygon(corners), Paint::fill(color));
    }
}

impl Draw for Vec<Item> {
    fn push_item(&mut self, item: Item) {
        self.push(item);
    }
}

impl Draw for Picture {
    fn push_item(&mut self, item: Item) {
        self.items.push(item);
    }
}

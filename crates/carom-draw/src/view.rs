//! From the world's numbers, y up, to pixels, y down: the same scale on both axes, whatever the size of the numbers.

use crate::{Anchor, Area, Draw, Item, Paint, Path, font, theme::Theme};
use carom::Point;

/// A box around everything to be seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    min: [f64; 2],
    max: [f64; 2],
}

impl Extent {
    pub(crate) const NONE: Extent = Extent { min: [f64::INFINITY; 2], max: [f64::NEG_INFINITY; 2] };

    pub(crate) fn of(view: [f64; 4]) -> Extent {
        let [a, b, c, d] = view;
        let mut extent = Extent::NONE;
        extent.add(Point::new(a, b), 0.0);
        extent.add(Point::new(c, d), 0.0);
        extent
    }

    /// A square: its middle, and half of its side.
    pub(crate) fn square([x, y]: [f64; 2], half: f64) -> Extent {
        Extent { min: [x - half, y - half], max: [x + half, y + half] }
    }

    /// Takes in a disc, or a point if the radius is 0.
    pub(crate) fn add(&mut self, center: Point, radius: f64) {
        if !(center.is_finite() && radius.is_finite()) {
            return;
        }
        for (axis, value) in [center.x, center.y].into_iter().enumerate() {
            self.min[axis] = self.min[axis].min(value - radius).max(-f64::MAX);
            self.max[axis] = self.max[axis].max(value + radius).min(f64::MAX);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.min[0] > self.max[0]
    }

    pub(crate) fn middle(&self) -> [f64; 2] {
        [0, 1].map(|axis| self.min[axis] / 2.0 + self.max[axis] / 2.0)
    }

    /// Half of the width and of the height.
    pub(crate) fn half(&self) -> [f64; 2] {
        [0, 1].map(|axis| self.max[axis] / 2.0 - self.min[axis] / 2.0)
    }

    /// Height by width, kept within reason.
    pub(crate) fn ratio(&self) -> f64 {
        let [width, height] = self.half();
        let ratio = height / width;
        if ratio.is_finite() { ratio.clamp(0.05, 20.0) } else { 1.0 }
    }

    /// The same with a margin all around, as a part of the larger side.
    pub(crate) fn with_margin(&self, part: f64) -> Extent {
        let [width, height] = self.half();
        let by = part * width.max(height) * 2.0;
        let grown = |value: f64| value.clamp(-f64::MAX, f64::MAX);
        Extent { min: self.min.map(|value| grown(value - by)), max: self.max.map(|value| grown(value + by)) }
    }
}

/// Where the world's points are in a picture.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub(crate) area: Area,
    middle: [f64; 2],
    /// So much of the world…
    half: f64,
    /// … is so many pixels.
    pixels: f64,
}

impl View {
    /// The largest view of something in an area of the picture.
    pub(crate) fn fit(extent: &Extent, area: Area) -> View {
        let extent = if extent.is_empty() { Extent::of([-1.0, -1.0, 1.0, 1.0]) } else { *extent };
        let [width, height] = extent.half();
        // What decides is the axis that is relatively longer.
        let (half, pixels) = if width / area.width >= height / area.height {
            (width, area.width / 2.0)
        } else {
            (height, area.height / 2.0)
        };
        let middle = extent.middle();
        let half = if half > 0.0 { half } else { (middle[0].abs().max(middle[1].abs()) * 1e-3).max(1.0) };
        View { area, middle, half, pixels }
    }

    pub(crate) fn point(&self, point: Point) -> [f64; 2] {
        let center = [self.area.x + self.area.width / 2.0, self.area.y + self.area.height / 2.0];
        let x = center[0] + self.off_middle(point.x, 0) * self.pixels;
        let y = center[1] - self.off_middle(point.y, 1) * self.pixels;
        // Far outside is far outside.
        [x, y].map(|value| if value.is_nan() { 0.0 } else { value.clamp(-1e5, 1e5) })
    }

    /// How far a coordinate is from the middle, 1 at the edge. A difference may be too large for a number; half of it never is.
    fn off_middle(&self, value: f64, axis: usize) -> f64 {
        let way = value - self.middle[axis];
        if way.is_finite() {
            return way / self.half;
        }
        (value / 2.0 - self.middle[axis] / 2.0) / self.half * 2.0
    }

    pub(crate) fn length(&self, length: f64) -> f64 {
        (length / self.half * self.pixels).min(1e5)
    }

    /// How long some pixels are in the world.
    pub(crate) fn world_length(&self, pixels: f64) -> f64 {
        pixels / self.pixels * self.half
    }

    /// The part of the world that the area shows: min x, max x, min y, max y.
    fn shown(&self) -> [f64; 4] {
        let x = self.world_length(self.area.width / 2.0);
        let y = self.world_length(self.area.height / 2.0);
        let [middle_x, middle_y] = self.middle;
        [middle_x - x, middle_x + x, middle_y - y, middle_y + y]
    }

    /// A bar of a round length, with the length beside it.
    pub(crate) fn scale_bar(&self, out: &mut impl Draw, at: [f64; 2], theme: &Theme) {
        let length = round_below(self.world_length(130.0));
        let [x, y] = at;
        let pixels = self.length(length);
        if !(pixels > 1.0 && pixels < 1e4) {
            return;
        }
        let mut path = Path::line([[x, y - 4.0], [x, y + 4.0]]);
        path.move_to([x, y]);
        path.line_to([x + pixels, y]);
        path.move_to([x + pixels, y - 4.0]);
        path.line_to([x + pixels, y + 4.0]);
        out.path(path, Paint::stroke(theme.quiet, 1.5));
        let unit = if length == 1.0 { "unit" } else { "units" };
        let text = format!("{} {unit}", plain(length));
        out.text(text, [x + pixels + 10.0, y + 4.5], 13.0, theme.quiet, Anchor::Start);
    }

    /// Thin lines at round numbers, and the numbers at the left and below.
    pub(crate) fn grid(&self, out: &mut impl Draw, theme: &Theme) {
        let [across, up] = self.ticks();
        let area = self.area;
        let paint = Paint::stroke(theme.faint, 1.0).opacity(0.55);
        for (value, label) in &across.marks {
            let x = self.point(Point::new(*value, self.middle[1]))[0];
            out.path(Path::line([[x, area.y], [x, area.bottom()]]), paint);
            out.text(label.as_str(), [x, area.bottom() + 18.0], 12.0, theme.quiet, Anchor::Middle);
        }
        for (value, label) in &up.marks {
            let y = self.point(Point::new(self.middle[0], *value))[1];
            out.path(Path::line([[area.x, y], [area.right(), y]]), paint);
            out.text(label.as_str(), [area.x - 8.0, y + 4.2], 12.0, theme.quiet, Anchor::End);
        }
        if let Some(base) = across.base {
            let at = [area.right(), area.bottom() + 35.0];
            out.text(format!("x is {} and so much more", full(base)), at, 12.0, theme.quiet, Anchor::End);
        }
        if let Some(base) = up.base {
            let at = [area.x + 6.0, area.y + 13.0];
            let text = format!("y is {} and so much more", full(base));
            let (size, color, anchor) = (12.0, theme.quiet, Anchor::Start);
            out.push_item(Item::Text { text, at, size, color, bold: false, anchor, halo: Some(theme.ground) });
        }
    }

    /// How wide the numbers at the left are.
    pub(crate) fn grid_room(&self) -> f64 {
        let [_, up] = self.ticks();
        up.marks.iter().map(|(_, label)| font::width(label, 12.0)).fold(0.0, f64::max)
    }

    /// The round numbers below and at the left; none where steps are too small to be told apart.
    fn ticks(&self) -> [Ticks; 2] {
        let [left, right, low, high] = self.shown();
        let step = round_below(self.world_length(95.0));
        if !(step.is_normal() && left + step != left && low + step != low) {
            return [Ticks::default(), Ticks::default()];
        }
        // Numbers below stand side by side.
        [Ticks::between(step, left, right, 0.85 * self.length(step)), Ticks::between(step, low, high, 70.0)]
    }
}

/// Numbers along an axis, with their labels.
#[derive(Clone, Debug, Default, PartialEq)]
struct Ticks {
    marks: Vec<(f64, String)>,
    /// What is to be added to all labels, where short ones would not tell the numbers apart.
    base: Option<f64>,
}

impl Ticks {
    /// The multiples of a step, with labels that are no wider than some pixels if there are such.
    fn between(step: f64, from: f64, to: f64, room: f64) -> Ticks {
        let values = multiples(step, from, to);
        let is_told = |value: &f64| {
            let read: f64 = plain(*value).replace('−', "-").parse().unwrap_or(f64::NAN);
            (read - value).abs() <= 1e-6 * step && font::width(&plain(*value), 12.0) <= room
        };
        if values.iter().all(is_told) {
            return Ticks { marks: values.into_iter().map(|value| (value, plain(value))).collect(), base: None };
        }
        let base = values[0];
        let label = |(count, value): (u32, f64)| (value, format!("+{}", plain(f64::from(count) * step)));
        Ticks { marks: (0..).zip(values).map(label).collect(), base: Some(base) }
    }
}

/// Multiples of a step between two numbers, at most a hundred.
fn multiples(step: f64, from: f64, to: f64) -> Vec<f64> {
    let first = (from / step).ceil();
    let numbers = (0..100).map(|k| (first + f64::from(k)) * step + 0.0);
    numbers.take_while(|value| *value <= to + 1e-9 * step).collect()
}

/// The largest of 1, 2, 5, 10, 20, 50 … that is not above a number; also below 1.
fn round_below(number: f64) -> f64 {
    if !(number.is_normal() && number > 0.0) {
        return 0.0;
    }
    let exponent = number.log10().floor() as i32;
    for exponent in [exponent + 1, exponent, exponent - 1] {
        for digit in [5.0, 2.0, 1.0] {
            // Reading the decimal is the only way that gives 0.1 and not a neighbour of it.
            let value: f64 = format!("{digit}e{exponent}").parse().unwrap_or(0.0);
            if 0.0 < value && value <= number {
                return value;
            }
        }
    }
    0.0
}

/// A number for a label: six digits, all of a large whole one, and a true minus sign.
pub fn plain(value: f64) -> String {
    let value = value + 0.0;
    let text = if value == 0.0 || !value.is_finite() {
        value.to_string()
    } else if (1e-3..1e9).contains(&value.abs()) {
        let digits = (5 - value.abs().log10().floor() as i32).clamp(0, 8) as usize;
        let text = format!("{value:.digits$}");
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
    } else {
        let text = format!("{value:.3e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let digits = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
        let text = format!("{digits}e{exponent}");
        let is_whole_story = text.parse() == Ok(value) || !(1e9..1e15).contains(&value.abs());
        if is_whole_story { text } else { format!("{value:.0}") }
    };
    text.replace('-', "−")
}

/// A number for people: all its digits, but not hundreds of zeros.
pub fn digits(value: f64) -> String {
    // Adding 0.0 turns −0.0 into 0.0.
    let value = value + 0.0;
    let is_plain = value == 0.0 || !value.is_finite() || (1e-5..1e16).contains(&value.abs());
    if is_plain { format!("{value}") } else { format!("{value:e}") }
}

/// A number with all its digits, and a true minus sign.
fn full(value: f64) -> String {
    digits(value).replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Area = Area { x: 10.0, y: 20.0, width: 400.0, height: 300.0 };

    #[test]
    fn everything_is_inside_and_y_points_up() {
        for size in [1.0, 1e-300, 1e300, 1e-5] {
            let extent = Extent::of([0.0, 0.0, 3.0 * size, 4.0 * size]);
            let view = View::fit(&extent, AREA);
            let low = view.point(Point::new(0.0, 0.0));
            let high = view.point(Point::new(3.0 * size, 4.0 * size));
            assert!((low[1] - 320.0).abs() < 1e-9 && (high[1] - 20.0).abs() < 1e-9, "{size}: {low:?} {high:?}");
            assert!(((high[0] - low[0]) - 225.0).abs() < 1e-9, "{size}");
        }
    }

    #[test]
    fn nothing_at_all_can_be_seen_too() {
        let view = View::fit(&Extent::NONE, AREA);
        assert_eq!(view.point(Point::new(0.0, 0.0)), [210.0, 170.0]);
        let mut one = Extent::NONE;
        one.add(Point::new(5.0, 5.0), 0.0);
        assert_eq!(View::fit(&one, AREA).point(Point::new(5.0, 5.0)), [210.0, 170.0]);
    }

    #[test]
    fn what_is_as_large_as_numbers_go_is_inside_too() {
        let extent = Extent::of([-1e308, -1e308, 1.7e308, 1.7e308]);
        let view = View::fit(&extent.with_margin(0.08), AREA);
        for x in [-1e308, 0.0, 1.7e308] {
            let [x, y] = view.point(Point::new(x, x));
            assert!((10.0..=410.0).contains(&x) && (20.0..=320.0).contains(&y), "{x} {y}");
        }
    }

    #[test]
    fn ticks_are_told_apart() {
        let labels = |from: f64, to: f64, step: f64| -> (Vec<String>, Option<f64>) {
            let ticks = Ticks::between(step, from, to, 60.0);
            (ticks.marks.into_iter().map(|(_, label)| label).collect(), ticks.base)
        };
        assert_eq!(labels(0.0, 2.0, 1.0), (vec!["0".into(), "1".into(), "2".into()], None));
        assert_eq!(labels(1e9, 1e9 + 2.0, 1.0), (vec!["+0".into(), "+1".into(), "+2".into()], Some(1e9)));
        assert_eq!(labels(-1e9, 0.5 - 1e9, 0.5), (vec!["+0".into(), "+0.5".into()], Some(-1e9)));
        assert_eq!(labels(1234567.0, 1234568.0, 0.5).1, Some(1234567.0));
        assert_eq!(labels(1e9, 3e9, 1e9).1, None);
    }

    #[test]
    fn round_numbers() {
        for (number, round) in
            [(130.0, 100.0), (99.0, 50.0), (0.3, 0.2), (1.0, 1.0), (4.99, 2.0), (0.0, 0.0), (1e-7, 1e-7)]
        {
            assert_eq!(round_below(number), round, "{number}");
        }
    }

    #[test]
    fn labels_are_short() {
        for (value, text) in [
            (0.1, "0.1"),
            (-3.0, "−3"),
            (16.0 / 17.0, "0.941176"),
            (1e9, "1e9"),
            (1e9 + 7.0, "1000000007"),
            (1.23456e-7, "1.235e−7"),
            (1.23456e20, "1.235e20"),
            (2212816.055, "2212816"),
            (0.0, "0"),
            (f64::NEG_INFINITY, "−inf"),
            (100.0, "100"),
        ] {
            assert_eq!(plain(value), text);
        }
    }
}

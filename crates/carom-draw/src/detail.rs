//! A part of a drawing that is too small to be seen, drawn again and larger beside it.

use crate::frame::Sheet;
use crate::labels::Labels;
use crate::theme::Theme;
use crate::view::{Extent, View, plain};
use crate::{Anchor, Area, Draw, Item, Paint, Path};
use carom::Point;

/// What is smaller than this, in pixels, is drawn again.
const SMALL: f64 = 44.0;

/// A box around some places of a drawing, and a disc around the first, if they are too close together to be told apart.
pub(crate) fn detail(places: &[Point], radius: f64, view: &View) -> Option<Extent> {
    let mut extent = Extent::NONE;
    for (index, place) in places.iter().enumerate() {
        extent.add(*place, if index == 0 { radius } else { 0.0 });
    }
    let [width, height] = extent.half();
    let half = width.max(height);
    let pixels = 2.0 * view.length(half);
    (half > 0.0 && pixels < SMALL).then(|| Extent::square(extent.middle(), 1.55 * half))
}

/// Draws the frame of a detail, both where it is and where it is larger. Gives back where to draw it.
pub(crate) fn open(sheet: &mut Sheet, view: &View, extent: &Extent, name: &str, theme: &Theme) -> Option<View> {
    let area = sheet.inset?;
    let inset = View::fit(extent, area);
    let times = inset.length(1.0) / view.length(1.0);
    let times = if times < 10.0 { plain((times * 10.0).round() / 10.0) } else { plain(times.round()) };
    let at = [area.x, area.y - 8.0];
    sheet.picture.text(format!("{name}, {times} times larger"), at, 12.5, theme.quiet, Anchor::Start);
    Some(inset)
}

/// Where a detail is in the drawing that it is a part of. Labels keep off its frame.
pub(crate) fn mark(out: &mut Vec<Item>, labels: &mut Labels, view: &View, extent: &Extent, theme: &Theme) {
    let [x, y] = view.point(Point::from(extent.middle()));
    // Never so small that the frame looks like a dot.
    let half = view.length(extent.half()[0]).max(15.0);
    let area = Area { x: x - half, y: y - half, width: 2.0 * half, height: 2.0 * half };
    labels.avoid_disc([x, y], half);
    out.path(frame(area), edge(theme));
}

/// Puts the detail on the sheet.
pub(crate) fn close(sheet: &mut Sheet, inset: &View, items: Vec<Item>, theme: &Theme) {
    sheet.picture.path(frame(inset.area), Paint::fill(theme.ground));
    sheet.picture.push_item(Item::Clipped { area: inset.area, items });
    sheet.picture.path(frame(inset.area), edge(theme));
}

fn edge(theme: &Theme) -> Paint {
    Paint::stroke(theme.quiet, 1.2)
}

fn frame(area: Area) -> Path {
    let (right, bottom) = (area.right(), area.bottom());
    Path::polygon([[area.x, area.y], [right, area.y], [right, bottom], [area.x, bottom]])
}

//! Labels that do not lie on one another, on lines or outside of the picture.

use crate::{Anchor, Area, Color, Draw, Item, font};

/// Where labels may be, and what they must keep clear of.
#[derive(Clone, Debug)]
pub(crate) struct Labels {
    area: Area,
    taken: Vec<Area>,
    /// With how bad it is to lie on them.
    lines: Vec<([[f64; 2]; 2], f64)>,
    halo: Option<Color>,
    items: Vec<Item>,
}

/// What a label that lies on something costs.
const BAD: f64 = 1000.0;

/// And what one may cost that can as well be left out: two or three thin lines between its letters.
const FAIR: f64 = 110.0;

/// Directions to try, the best first: right and up, right, up, …
const DIRECTIONS: [[f64; 2]; 12] = [
    [0.8, -0.6],
    [1.0, 0.0],
    [-0.8, -0.6],
    [0.8, 0.6],
    [-1.0, 0.0],
    [-0.8, 0.6],
    [0.0, -1.0],
    [0.0, 1.0],
    [0.45, -0.9],
    [-0.45, -0.9],
    [0.45, 0.9],
    [-0.45, 0.9],
];

impl Labels {
    pub(crate) fn within(area: Area, halo: Option<Color>) -> Labels {
        Labels { area, taken: Vec::new(), lines: Vec::new(), halo, items: Vec::new() }
    }

    /// Labels keep off this line.
    pub(crate) fn avoid_line(&mut self, a: [f64; 2], b: [f64; 2]) {
        self.lines.push(([a, b], BAD));
    }

    /// Labels rather keep off this line.
    pub(crate) fn shun_line(&mut self, a: [f64; 2], b: [f64; 2]) {
        self.lines.push(([a, b], 30.0));
    }

    /// And off this mark.
    pub(crate) fn avoid_disc(&mut self, [x, y]: [f64; 2], radius: f64) {
        self.taken.push(Area { x: x - radius, y: y - radius, width: 2.0 * radius, height: 2.0 * radius });
    }

    /// And rather off the edge of this disc.
    pub(crate) fn avoid_ring(&mut self, [x, y]: [f64; 2], radius: f64) {
        if !(8.0..1e4).contains(&radius) {
            return;
        }
        // The cosine and sine of a sixteenth of a turn.
        const TURN: [f64; 2] = [0.923_879_532_511_286_7, 0.382_683_432_365_089_8];
        let mut from = [radius, 0.0];
        for _ in 0..16 {
            let to = [from[0] * TURN[0] - from[1] * TURN[1], from[0] * TURN[1] + from[1] * TURN[0]];
            self.lines.push(([[x + from[0], y + from[1]], [x + to[0], y + to[1]]], 300.0));
            from = to;
        }
    }

    /// Puts a label beside a place, in the spot where it disturbs least. Whether it disturbs nothing.
    pub(crate) fn put(&mut self, text: &str, at: [f64; 2], clear: f64, size: f64, color: Color, bold: bool) -> bool {
        self.put_within(&[0.0, 5.0, 11.0, 18.0, 28.0, 40.0], text, at, clear, size, color, bold) < BAD
    }

    /// Puts a label in one direction from a place if it disturbs nothing there, else where it disturbs least.
    pub(crate) fn put_toward(&mut self, text: &str, at: [f64; 2], way: [f64; 2], size: f64, color: Color) {
        let (width, height) = (font::width(text, size), 0.7 * size);
        for distance in [9.0, 13.0, 18.0] {
            let middle = [0, 1].map(|axis| at[axis] + way[axis] * (distance + [width, height][axis] / 2.0));
            let spot = Area { x: middle[0] - width / 2.0, y: middle[1] - height / 2.0, width, height };
            if self.cost(&spot) == 0.0 {
                self.write(text, spot, size, color, true);
                return;
            }
        }
        self.put(text, at, 9.0, size, color, true);
    }

    fn write(&mut self, text: &str, spot: Area, size: f64, color: Color, bold: bool) {
        self.taken.push(spot.grown(2.0));
        let (at, anchor, halo) = ([spot.x, spot.bottom()], Anchor::Start, self.halo);
        self.items.push(Item::Text { text: text.into(), at, size, color, bold, anchor, halo });
    }

    /// As [`Labels::put`], at these distances; gives what it costs.
    #[expect(clippy::too_many_arguments, reason = "all of them say what the label is")]
    fn put_within(
        &mut self,
        distances: &[f64],
        text: &str,
        at: [f64; 2],
        clear: f64,
        size: f64,
        color: Color,
        bold: bool,
    ) -> f64 {
        let (width, height) = (font::width(text, size), 0.7 * size);
        let mut best: Option<(f64, Area)> = None;
        for (far, extra) in distances.iter().enumerate() {
            for (rank, [x, y]) in DIRECTIONS.into_iter().enumerate() {
                let middle = [at[0] + x * (clear + extra + width / 2.0), at[1] + y * (clear + extra + height / 2.0)];
                let spot = Area { x: middle[0] - width / 2.0, y: middle[1] - height / 2.0, width, height };
                let cost = self.cost(&spot) + rank as f64 + 6.0 * far as f64;
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, spot));
                }
            }
        }
        let Some((cost, spot)) = best else { return f64::INFINITY };
        self.write(text, spot, size, color, bold);
        cost
    }

    /// Puts a label only if it disturbs nothing, and so near that nobody takes it for another's.
    pub(crate) fn put_if_clear(&mut self, text: &str, at: [f64; 2], clear: f64, size: f64, color: Color) {
        if self.put_within(&[0.0, 4.0], text, at, clear, size, color, false) >= FAIR {
            self.items.pop();
            self.taken.pop();
        }
    }

    pub(crate) fn draw(self, out: &mut impl Draw) {
        for item in self.items {
            out.push_item(item);
        }
    }

    fn cost(&self, spot: &Area) -> f64 {
        let mut cost = 0.0;
        if !self.area.holds(spot) {
            cost += 10_000.0;
        }
        // A little more below, where letters hang down.
        let room = spot.grown(3.0);
        let room = Area { height: room.height + 2.0, ..room };
        cost += BAD * self.taken.iter().filter(|taken| taken.overlaps(&room)).count() as f64;
        // One that runs along the letters is worse than one that passes between two.
        let on_line =
            |(line, cost): &([[f64; 2]; 2], f64)| Some(cost * (length_in(line, &room)? / room.height).max(1.0));
        cost + self.lines.iter().filter_map(on_line).sum::<f64>()
    }
}

/// How much of a line is in a rectangle, if it meets it: a rough answer is enough for a label.
fn length_in([a, b]: &[[f64; 2]; 2], area: &Area) -> Option<f64> {
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (axis, low, high) in [(0, area.x, area.right()), (1, area.y, area.bottom())] {
        let way = b[axis] - a[axis];
        if way == 0.0 {
            if a[axis] < low || high < a[axis] {
                return None;
            }
            continue;
        }
        let times = [(low - a[axis]) / way, (high - a[axis]) / way];
        enter = enter.max(times[0].min(times[1]));
        leave = leave.min(times[0].max(times[1]));
    }
    (enter <= leave).then(|| (leave - enter) * (b[0] - a[0]).hypot(b[1] - a[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_off_each_other_and_off_lines() {
        let area = Area { x: 0.0, y: 0.0, width: 200.0, height: 200.0 };
        let mut labels = Labels::within(area, None);
        labels.avoid_line([0.0, 100.0], [200.0, 100.0]);
        for _ in 0..4 {
            assert!(labels.put("Bi", [100.0, 100.0], 6.0, 14.0, Color(0, 0, 0), true));
        }
        for (index, one) in labels.taken.iter().enumerate() {
            assert!(length_in(&labels.lines[0].0, one).is_none(), "{one:?}");
            assert!(labels.taken[..index].iter().all(|other| !other.overlaps(one)), "{one:?}");
        }
    }

    #[test]
    fn a_label_that_has_no_room_is_left_out() {
        let mut labels = Labels::within(Area { x: 0.0, y: 0.0, width: 10.0, height: 10.0 }, None);
        labels.put_if_clear("a long name", [5.0, 5.0], 3.0, 14.0, Color(0, 0, 0));
        assert!(labels.items.is_empty() && labels.taken.is_empty());
    }
}

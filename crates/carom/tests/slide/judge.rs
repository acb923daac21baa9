//! Is every piece of a slide clear, and does its report fit together?

use crate::shapes::{Shape, is_clear};
use carom::{Point, Slid, Slide, Wall, Walls};

/// Every piece is clear, there are no more than there may be, and the report fits together; the message says what is wrong.
#[track_caller]
pub(crate) fn assert_certified(walls: &Walls, shapes: &[Shape], start: Point, slid: &Slid) {
    if let Err(message) = judge(walls, shapes, start, slid) {
        panic!(
            "{message}\n{shapes:?}\n{slid:?}\n{:?}",
            walls.ids().filter_map(|id| walls.get(id)).collect::<Vec<Wall>>()
        );
    }
}

pub(crate) fn judge(walls: &Walls, shapes: &[Shape], start: Point, slid: &Slid) -> Result<(), String> {
    let path = &slid.path;
    if path.first() != Some(&start) || path.last() != Some(&slid.end) {
        return Err(format!("the path does not go from {start:?} to {:?}", slid.end));
    }
    if path.len() > Slide::MAX_PIECES + 1 {
        return Err(format!("{} pieces", path.len() - 1));
    }
    for (i, ends) in path.windows(2).enumerate() {
        if !ends[1].is_finite() {
            return Err(format!("piece {i} ends at {:?}", ends[1]));
        }
        let ends = [[ends[0].x, ends[0].y], [ends[1].x, ends[1].y]];
        for wall in walls.ids().filter_map(|id| walls.get(id)) {
            if !shapes.iter().all(|shape| is_clear(shape, ends, &wall)) {
                return Err(format!("piece {i}, from {:?} to {:?}, meets {wall:?}", ends[0], ends[1]));
            }
        }
    }
    Ok(())
}

/// The shape of a disc.
pub(crate) fn disc(radius: f64) -> [Shape; 1] {
    [Shape { vertices: vec![[0.0, 0.0]], radius }]
}

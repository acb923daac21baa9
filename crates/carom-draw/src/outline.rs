//! The outline of a shape: a core of corners, and a radius around it.

use carom::Vec2;

/// The outline of all within a radius of a polygon, counter-clockwise, around a place; in the world's numbers. A core of two corners is a
/// capsule. Corners that point inward are sharp.
pub(crate) fn outline(core: &[Vec2], radius: f64) -> Vec<Vec2> {
    if radius == 0.0 {
        return core.to_vec();
    }
    let count = core.len();
    let mut points = Vec::new();
    for (i, &corner) in core.iter().enumerate() {
        let before = (corner - core[(i + count - 1) % count]).normalized();
        let after = (core[(i + 1) % count] - corner).normalized();
        // Outward of an edge is its right.
        let [first, last] = [before, after].map(|way| Vec2::new(way.y, -way.x));
        if before.cross(after) < 0.0 {
            let both = first + last;
            points.push(corner + both * (2.0 * radius / both.length_squared().max(0.1)));
            continue;
        }
        points.push(corner + first * radius);
        // At the end of a capsule it goes on around the end.
        let middle = if count == 2 { before } else { (first + last).normalized() };
        bend(&mut points, corner, radius, [first, middle], HALVINGS);
        points.push(corner + middle * radius);
        bend(&mut points, corner, radius, [middle, last], HALVINGS);
        points.push(corner + last * radius);
    }
    points
}

/// Half a corner is halved so often: a whole circle has at least 64 sides then.
const HALVINGS: u32 = 3;

/// The points of an arc between two directions, without its ends.
fn bend(points: &mut Vec<Vec2>, corner: Vec2, radius: f64, [first, last]: [Vec2; 2], halvings: u32) {
    if halvings == 0 {
        return;
    }
    let middle = (first + last).normalized();
    bend(points, corner, radius, [first, middle], halvings - 1);
    points.push(corner + middle * radius);
    bend(points, corner, radius, [middle, last], halvings - 1);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every point of an outline is as far from the core as the radius says.
    #[test]
    fn outlines_keep_their_distance() {
        let capsule = [Vec2::new(0.0, -2.0), Vec2::new(0.0, 2.0)];
        for point in outline(&capsule, 0.5) {
            let nearest = Vec2::new(0.0, point.y.clamp(-2.0, 2.0));
            assert!(((point - nearest).length() - 0.5).abs() < 1e-12, "{point:?}");
        }
        let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(Vec2::from);
        for point in outline(&square, 0.25) {
            let nearest = Vec2::new(point.x.clamp(-1.0, 1.0), point.y.clamp(-1.0, 1.0));
            assert!(((point - nearest).length() - 0.25).abs() < 1e-12, "{point:?}");
        }
        assert_eq!(outline(&square, 0.0), square);
    }
}

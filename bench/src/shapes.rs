//! Shapes that move: a box, a capsule, a polygon, for carom, its peers and the oracle.

use crate::moves::{self, Ends, Precision};
use crate::rng::Rng;
use carom::{Aabb, Mover, Polygon};
use carom_oracle::movers::{Moving, Shape};
use std::f64::consts::TAU;

/// A shape around its position.
#[derive(Clone, Debug)]
pub enum Shaped {
    /// A box of these half sides.
    Box([f64; 2]),
    /// All that is within a radius of a segment.
    Capsule(Ends, f64),
    /// A convex polygon, counter-clockwise.
    Polygon(Vec<[f64; 2]>),
}

/// Makes a shape of about a size.
type Maker = fn(&mut Rng, Precision, f64) -> Shaped;

/// A name, and how one of these is made.
pub const KINDS: [(&str, Maker); 3] = [("box", a_box), ("capsule", a_capsule), ("polygon", a_polygon)];

fn a_box(rng: &mut Rng, precision: Precision, size: f64) -> Shaped {
    Shaped::Box([(); 2].map(|()| precision.round(rng.between(0.5, 1.5) * size)))
}

fn a_capsule(rng: &mut Rng, precision: Precision, size: f64) -> Shaped {
    let (angle, half) = (rng.between(0.0, TAU), rng.between(0.5, 1.0) * size);
    let end = [half * angle.cos(), half * angle.sin()].map(|x| precision.round(x));
    Shaped::Capsule([end, end.map(|x| -x)], precision.round(rng.between(0.3, 0.7) * size))
}

/// Six vertices on a circle, no two of them close.
fn a_polygon(rng: &mut Rng, precision: Precision, size: f64) -> Shaped {
    let first = rng.between(0.0, TAU);
    let vertex = |i: usize| {
        let angle = first + TAU * (i as f64 + rng.between(-0.3, 0.3)) / 6.0;
        [size * angle.cos(), size * angle.sin()].map(|x| precision.round(x))
    };
    Shaped::Polygon((0..6).map(vertex).collect())
}

impl Shaped {
    /// The vertices of its core, counter-clockwise.
    pub fn core(&self) -> Vec<[f64; 2]> {
        match self {
            Shaped::Box([x, y]) => vec![[-x, -y], [*x, -y], [*x, *y], [-x, *y]],
            Shaped::Capsule(ends, _) => ends.to_vec(),
            Shaped::Polygon(core) => core.clone(),
        }
    }

    pub fn radius(&self) -> f64 {
        if let Shaped::Capsule(_, radius) = self { *radius } else { 0.0 }
    }

    pub fn mover(&self) -> Mover {
        let made = match self {
            Shaped::Box([x, y]) => Aabb::new([-x, -y], [*x, *y]).map(|aabb| Mover::aabb(&aabb)),
            Shaped::Capsule([a, b], radius) => Mover::capsule(*a, *b, *radius),
            Shaped::Polygon(core) => Polygon::new(core.iter().copied()).and_then(|polygon| Mover::polygon(&polygon)),
        };
        made.expect("the generators make convex shapes")
    }

    /// The same for the oracle.
    pub fn moving(&self, path: Ends) -> Moving {
        Moving { shape: Shape { core: self.core(), radius: self.radius() }, path }
    }

    /// The vertex that is farthest in a direction.
    fn farthest(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let height = |p: &[f64; 2]| x * p[0] + y * p[1];
        self.core().into_iter().max_by(|p, q| height(p).total_cmp(&height(q))).expect("a core has vertices")
    }

    /// A direction square to one of its edges, of length 1.
    fn normal(&self, rng: &mut Rng) -> [f64; 2] {
        let core = self.core();
        let i = rng.whole(0, core.len() as i32 - 1) as usize;
        let (a, b) = (core[i], core[(i + 1) % core.len()]);
        let [x, y] = [b[1] - a[1], a[0] - b[0]];
        [x / x.hypot(y), y / x.hypot(y)]
    }
}

/// A move that ends just where the shape touches a wall, or passes it there, but for two units in the last place of each coordinate:
/// a vertex against the wall's side, or an edge against its end. It starts clear of the wall.
pub fn near_wall(rng: &mut Rng, precision: Precision, shape: &Shaped, wall: Ends) -> Ends {
    let [a, b] = wall;
    let length = (b[0] - a[0]).hypot(b[1] - a[1]);
    let (away, at) = if rng.whole(0, 1) == 0 {
        let side = f64::from(2 * rng.whole(0, 1) - 1);
        let t = rng.unit();
        let at = [0, 1].map(|axis| a[axis] + t * (b[axis] - a[axis]));
        ([side * (a[1] - b[1]) / length, side * (b[0] - a[0]) / length], at)
    } else {
        let away = shape.normal(rng);
        let height = |p: [f64; 2]| away[0] * p[0] + away[1] * p[1];
        (away, if height(a) < height(b) { b } else { a })
    };
    let vertex = shape.farthest([-away[0], -away[1]]);
    let place = [0, 1].map(|axis| at[axis] - vertex[axis] + shape.radius() * away[axis]);
    let path = if rng.whole(0, 1) == 0 {
        let aside = rng.between(-2.0, 2.0);
        let from = [away[0] - aside * away[1], away[1] + aside * away[0]];
        [moves::plus(place, rng.between(10.0, 100.0), from), place]
    } else {
        let along = [-away[1], away[0]];
        [moves::plus(place, rng.between(100.0, 200.0), along), moves::plus(place, -rng.between(10.0, 200.0), along)]
    };
    path.map(|p| p.map(|x| precision.beside(rng, x)))
}

//! Shapes on the command line: `box:-1,0,1,2`, `capsule:0,1,0,2`, `polygon:0,0 2,0 1,3`.

use crate::commands::explain::list;
use carom::explain::Scalar;
use carom::{Aabb, Error, Mover, Point, Polygon};

/// A shape as it was given.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    kind: Kind,
    /// Its corners around its position.
    pub(crate) corners: Vec<[Scalar; 2]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Box,
    Capsule,
    Polygon,
}

impl Shape {
    /// A shape from a word of the command line.
    pub(crate) fn parse(text: &str) -> Result<Shape, String> {
        let allowed = "expected box:MINX,MINY,MAXX,MAXY, capsule:X0,Y0,X1,Y1 or polygon:'X,Y X,Y X,Y'";
        let (kind, numbers) = text.split_once(':').ok_or_else(|| format!("`{text}` has no colon; {allowed}"))?;
        let numbers = list(numbers)?;
        let pairs = |numbers: &[Scalar]| numbers.chunks(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>();
        let needs = |count: &str| format!("{} numbers given, {count} needed; {allowed}", numbers.len());
        let (kind, corners) = match (kind, &numbers[..]) {
            ("box", &[x0, y0, x1, y1]) => (Kind::Box, vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]]),
            ("capsule", [_, _, _, _]) => (Kind::Capsule, pairs(&numbers)),
            ("polygon", many) if many.len() >= 6 && many.len() % 2 == 0 => (Kind::Polygon, pairs(many)),
            ("box" | "capsule", _) => return Err(needs("four")),
            ("polygon", _) => return Err(needs("three pairs or more")),
            _ => return Err(format!("`{kind}` is no shape; {allowed}")),
        };
        let shape = Shape { kind, corners };
        shape.mover(0.0).map_err(|error| error.to_string())?;
        Ok(shape)
    }

    /// What moves: the shape, grown by a radius.
    pub(crate) fn mover(&self, radius: f64) -> Result<Mover, Error> {
        let corners: Vec<Point> = self.corners.iter().map(|[x, y]| Point::new(x.to_f64(), y.to_f64())).collect();
        let mover = match self.kind {
            Kind::Box => Mover::aabb(&Aabb::new(corners[0], corners[2])?),
            Kind::Capsule => Mover::capsule(corners[0], corners[1], 0.0)?,
            Kind::Polygon => Mover::polygon(&Polygon::new(corners)?)?,
        };
        mover.grown(radius)
    }

    /// What it is called.
    pub(crate) fn name(&self) -> &'static str {
        match self.kind {
            Kind::Box => "box",
            Kind::Capsule => "capsule",
            Kind::Polygon => "polygon",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_from_words() {
        let corners = |text: &str| Shape::parse(text).unwrap().mover(0.5).unwrap().vertices().len();
        assert_eq!([corners("box:-1,0,1,2"), corners("capsule:0,1,0,2"), corners("polygon:0,0 2,0 1,1/3")], [4, 2, 3]);
        for (text, words) in [
            ("box", "`box` has no colon"),
            ("box:1,2,3", "3 numbers given, four needed"),
            ("polygon:0,0 1,1", "4 numbers given, three pairs or more needed"),
            ("egg:1,2,3,4", "`egg` is no shape"),
            ("box:1,0,0,1", "box"),
            ("polygon:0,0 1,1 2,2", ""),
        ] {
            let error = Shape::parse(text).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}

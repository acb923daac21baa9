//! Shapes of bodies and characters as they stand in a file: one of box, capsule and polygon, and the radius around it.

use crate::check::Wrong;
use crate::document::{Body, Pair};
use crate::fault::Fault;
use crate::place::Path;
use carom::{Aabb, Error, Mover, Polygon};

/// The fields that say a shape.
pub(crate) struct Shape<'a> {
    /// Who has it: "a character".
    pub(crate) of: &'static str,
    pub(crate) aabb: Option<[f64; 4]>,
    pub(crate) capsule: Option<[Pair; 2]>,
    pub(crate) polygon: Option<&'a [Pair]>,
    pub(crate) radius: f64,
}

impl Shape<'_> {
    /// Whether it is a point or a disc.
    pub(crate) fn is_round(&self) -> bool {
        self.aabb.is_none() && self.capsule.is_none() && self.polygon.is_none()
    }

    /// The shape of the library, if there is one at most and it is allowed.
    pub(crate) fn made(&self, path: &Path) -> Result<Mover, Wrong> {
        let given =
            [("box", self.aabb.is_some()), ("capsule", self.capsule.is_some()), ("polygon", self.polygon.is_some())];
        let given: Vec<&str> = given.into_iter().filter_map(|(name, is_given)| is_given.then_some(name)).collect();
        if given.len() > 1 {
            let message = format!("{} has one shape; this one has {}", self.of, given.join(" and "));
            return Err(Box::new((path.clone(), Fault::data(message))));
        }
        let field = given.first().copied().unwrap_or("radius");
        let made = if let Some([min_x, min_y, max_x, max_y]) = self.aabb {
            Aabb::new([min_x, min_y], [max_x, max_y]).map(|aabb| Mover::aabb(&aabb))
        } else if let Some([a, b]) = self.capsule {
            Mover::capsule(a, b, 0.0)
        } else if let Some(corners) = self.polygon {
            Polygon::new(corners.iter().copied()).and_then(|polygon| Mover::polygon(&polygon))
        } else {
            Ok(Mover::point())
        };
        let wrong = |field: &str| {
            let path = path.clone().then(field);
            move |error: Error| Box::new((path, Fault::data(error.to_string())))
        };
        made.map_err(wrong(field))?.grown(self.radius).map_err(wrong("radius"))
    }
}

impl Body {
    /// Its shape, if it is neither a point nor a disc.
    ///
    /// # Errors
    /// If there are several, or one is not allowed.
    pub fn mover(&self) -> Result<Option<Mover>, Fault> {
        self.shape(&Path::default()).map_err(|wrong| wrong.1)
    }

    pub(crate) fn shape(&self, path: &Path) -> Result<Option<Mover>, Wrong> {
        let (aabb, capsule, polygon, radius) = (self.aabb, self.capsule, self.polygon.as_deref(), self.radius);
        let shape = Shape { of: "a body", aabb, capsule, polygon, radius };
        if shape.is_round() { Ok(None) } else { shape.made(path).map(Some) }
    }
}

//! `Mover`: shapes that move, and the sweeps of many of them.

use crate::arrays::{self, Rows};
use crate::refusal::{refused, refused_at};
use crate::touch::one;
use crate::walls::{outline, table};
use carom::{Aabb, Mover, MoverSweep, Sweep};
use numpy::PyArray2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// A shape that moves, its numbers around its position: `Mover.box`, `Mover.capsule`, `Mover.disc`, `Mover.polygon` make one.
///
/// It has a core, which is a point, a segment or a polygon, and a radius around it. It does not turn.
///
/// >>> import carom
/// >>> hero = carom.Mover.box([-1, 0], [1, 3])
/// >>> floor = carom.Walls([[-9, 0, 9, 0]])
/// >>> hit = floor.first_touch([0, 4], [0, -4], mover=hero)
/// >>> float(hit["time"]), int(hit["edge"])
/// (0.5, 0)
#[pyclass(module = "carom", name = "Mover", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct PyMover {
    pub(crate) mover: Mover,
}

/// The vertices of a core and the radius around it.
type Core<'py> = (Bound<'py, PyArray2<f64>>, f64);

#[pymethods]
impl PyMover {
    /// A disc around its position; a point if the radius is 0.
    ///
    /// >>> import carom
    /// >>> carom.Mover.disc(0.5)
    /// Mover(1 vertex, radius=0.5)
    #[classmethod]
    fn disc(_class: &Bound<'_, PyType>, radius: f64) -> PyResult<PyMover> {
        Ok(PyMover { mover: Mover::disc(radius).map_err(refused)? })
    }

    /// All within a radius of the segment from a to b.
    ///
    /// >>> import carom
    /// >>> hero = carom.Mover.capsule([0, 1], [0, 2], 1)
    /// >>> float(carom.Walls([[5, -9, 5, 9]]).first_touch([0, 0], [8, 0], mover=hero)["time"])
    /// 0.5
    #[classmethod]
    fn capsule(
        _class: &Bound<'_, PyType>,
        a: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        radius: f64,
    ) -> PyResult<PyMover> {
        Ok(PyMover { mover: Mover::capsule(one(a, "a")?, one(b, "b")?, radius).map_err(refused)? })
    }

    /// A box, by its lowest and its highest corner, as they are when its position is the origin.
    ///
    /// >>> import carom
    /// >>> carom.Mover.box([-1, 0], [1, 3]).vertices.tolist()
    /// [[-1.0, 0.0], [1.0, 0.0], [1.0, 3.0], [-1.0, 3.0]]
    #[classmethod]
    #[pyo3(name = "box")]
    fn aabb(_class: &Bound<'_, PyType>, min: &Bound<'_, PyAny>, max: &Bound<'_, PyAny>) -> PyResult<PyMover> {
        let aabb = Aabb::new(one(min, "min")?, one(max, "max")?).map_err(refused)?;
        Ok(PyMover { mover: Mover::aabb(&aabb) })
    }

    /// A polygon, by its corners in order, as they are when its position is the origin. It need not be convex.
    ///
    /// Raises ValueError if its edges cross, or if it has holes.
    ///
    /// >>> import carom
    /// >>> ship = carom.Mover.polygon([[-2, -1], [2, -1], [0, 3]])
    /// >>> ship.is_convex
    /// True
    #[classmethod]
    fn polygon(_class: &Bound<'_, PyType>, corners: &Bound<'_, PyAny>) -> PyResult<PyMover> {
        Ok(PyMover { mover: Mover::polygon(&outline(corners, "corners")?).map_err(refused)? })
    }

    /// The same with all within a distance of it: with round corners, or a larger radius.
    ///
    /// >>> import carom
    /// >>> carom.Mover.box([-2, -2], [2, 2]).grown(1)
    /// Mover(4 vertices, radius=1)
    fn grown(&self, by: f64) -> PyResult<PyMover> {
        Ok(PyMover { mover: self.mover.clone().grown(by).map_err(refused)? })
    }

    /// The vertices of its core, counter-clockwise: an array of shape (n, 2).
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        table(py, self.mover.vertices().iter().flat_map(|point| [point.x, point.y]).collect(), 2)
    }

    /// The radius around its core; 0 if its corners are sharp.
    #[getter]
    fn radius(&self) -> f64 {
        self.mover.radius()
    }

    /// Whether it is convex.
    #[getter]
    fn is_convex(&self) -> bool {
        self.mover.is_convex()
    }

    /// For `pickle` and `copy`.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Core<'py>)> {
        Ok((py.get_type::<PyMover>().getattr("_restore")?, (self.vertices(py)?, self.radius())))
    }

    #[staticmethod]
    fn _restore(core: &Bound<'_, PyAny>, radius: f64) -> PyResult<PyMover> {
        let mover = match arrays::rows::<2>(core, "core")?.rows[..] {
            [a] => Mover::capsule(a, a, 0.0),
            [a, b] => Mover::capsule(a, b, 0.0),
            _ => Mover::polygon(&outline(core, "core")?),
        };
        Ok(PyMover { mover: mover.and_then(|mover| mover.grown(radius)).map_err(refused)? })
    }

    fn __repr__(&self) -> String {
        let count = self.mover.vertices().len();
        format!("Mover({count} {}, radius={})", if count == 1 { "vertex" } else { "vertices" }, self.mover.radius())
    }
}

/// The sweeps that arrays describe: of points and discs, or all of one mover.
pub(crate) enum Sweeps<'a> {
    Discs(Vec<Sweep>),
    Movers(Vec<MoverSweep<'a>>),
}

/// The same for sweeps of either kind.
macro_rules! of_either {
    ($sweeps:expr, $list:ident => $answer:expr) => {
        match $sweeps {
            crate::movers::Sweeps::Discs($list) => $answer,
            crate::movers::Sweeps::Movers($list) => $answer,
        }
    };
}
pub(crate) use of_either;

impl Sweeps<'_> {
    pub(crate) fn len(&self) -> usize {
        of_either!(self, list => list.len())
    }
}

/// What moves: discs of a radius, which may be 0, or one mover.
#[derive(Clone, Copy)]
pub(crate) struct Shape<'a, 'py> {
    pub(crate) radius: Option<&'a Bound<'py, PyAny>>,
    pub(crate) mover: Option<&'a Bound<'py, PyMover>>,
}

/// The sweeps that arrays describe, and whether it is a single one.
pub(crate) fn sweeps<'a>(
    starts: &Bound<'_, PyAny>,
    ends: &Bound<'_, PyAny>,
    shape: Shape<'a, '_>,
) -> PyResult<(Sweeps<'a>, bool)> {
    let (starts, ends) = (arrays::rows::<2>(starts, "starts")?, arrays::rows::<2>(ends, "ends")?);
    let count = match (starts.is_one, ends.is_one) {
        (true, _) => ends.rows.len(),
        (false, true) => starts.rows.len(),
        (false, false) if starts.rows.len() == ends.rows.len() => starts.rows.len(),
        (false, false) => {
            let (starts, ends) = (starts.rows.len(), ends.rows.len());
            return Err(PyValueError::new_err(format!(
                "starts has {starts} rows and ends has {ends}; expected as many"
            )));
        }
    };
    let at = |rows: &Rows<2>, index: usize| if rows.is_one { rows.rows[0] } else { rows.rows[index] };
    let is_one = starts.is_one && ends.is_one;
    let told = |index: usize, error: carom::Error| match is_one {
        true => refused(error),
        false => refused_at("sweeps", index, error),
    };
    let radii = shape.radius.map(|radius| arrays::column(radius, "radius", count)).transpose()?;
    let Some(mover) = shape.mover else {
        let sweep = |index: usize| {
            let radius = radii.as_ref().map_or(0.0, |radii| radii.at(index));
            Sweep::disc(at(&starts, index), at(&ends, index), radius).map_err(|error| told(index, error))
        };
        return Ok((Sweeps::Discs((0..count).map(sweep).collect::<PyResult<_>>()?), is_one));
    };
    if radii.is_some() {
        return Err(PyValueError::new_err(
            "radius and mover are both given; a mover has its own radius, see Mover.grown",
        ));
    }
    let mover = &mover.get().mover;
    let sweep = |index: usize| mover.sweep(at(&starts, index), at(&ends, index)).map_err(|error| told(index, error));
    Ok((Sweeps::Movers((0..count).map(sweep).collect::<PyResult<_>>()?), is_one))
}

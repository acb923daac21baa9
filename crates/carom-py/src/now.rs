//! What is in a `World` at one moment: everything as walls, to ask questions of, and what is wrong with the scene.

use crate::arrays;
use crate::bodies::found;
use crate::records::{self, DanglingRecord, OverlapRecord, ThingRecord};
use crate::refusal::refused;
use crate::walls::PyWalls;
use crate::world::PyWorld;
use carom::{Circle, Now};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The walls and bodies of a world at one moment, to ask questions of: see `World.now`.
#[pyclass(module = "carom", name = "Now", frozen)]
pub(crate) struct PyNow {
    now: Now,
    /// All of them as walls: those that stand, the bodies as pillars, and those that move.
    #[pyo3(get)]
    walls: Py<PyWalls>,
    /// What each of these walls is, by its id: a structured array with ``kind`` (WALL, BODY or GROUP of `EventKind`) and ``id`` in the world.
    #[pyo3(get)]
    things: Py<PyArray1<ThingRecord>>,
}

#[pymethods]
impl PyNow {
    /// What shares a point with a circle, as an explosion reaches it. Bodies are filled, whatever their shape.
    ///
    /// Returns:
    ///     A structured array with ``kind`` (WALL, BODY or GROUP of `EventKind`) and ``id`` in the world.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> ids = world.add([[0, 0], [5, 0], [9, 0]], radius=1)
    /// >>> world.now().intersecting([3, 0], 2)["id"]
    /// array([0, 1])
    #[pyo3(signature = (center, radius=0.0))]
    fn intersecting<'py>(
        &self,
        py: Python<'py>,
        center: [f64; 2],
        radius: f64,
    ) -> PyResult<Bound<'py, PyArray1<ThingRecord>>> {
        let found = if radius == 0.0 {
            self.now.intersecting(center)
        } else {
            self.now.intersecting(&Circle::new(center, radius).map_err(refused)?)
        };
        Ok(records::array(py, found.into_iter().map(Into::into).collect()))
    }
}

#[pymethods]
impl PyWorld {
    /// All walls, standing and moving, and all bodies but sensors as they are now, to ask every question that `Walls` answer; bodies are pillars in it, those with a
    /// shape its outline, with their layers for a mask. What is within a circle, bodies filled, `Now.intersecting` tells. It does not change with the world: make one a frame.
    ///
    /// Args:
    ///     without: a body to leave out, as who asks does not see itself; or an array of them.
    ///
    /// >>> import carom
    /// >>> world = carom.World(carom.Walls([[9, -5, 9, 5]]))
    /// >>> ids = world.add([[0, 0], [5, 0]], radius=1)
    /// >>> now = world.now(without=0)
    /// >>> hit = now.walls.first_touch([0, 0], [8, 0])
    /// >>> float(hit["time"]), now.things[hit["wall"]].tolist()  # a body, with the id 1
    /// (0.5, (1, 1))
    #[pyo3(signature = (*, without=None))]
    fn now(&self, py: Python<'_>, without: Option<&Bound<'_, PyAny>>) -> PyResult<PyNow> {
        let without = without.map_or(Ok(Vec::new()), |ids| arrays::whole(ids, "without").map(|(ids, _)| ids))?;
        let (now, things) = self.with(py, |world| {
            let mut now = world.now();
            let things: Vec<ThingRecord> = now.walls().ids().filter_map(|id| now.thing(id)).map(Into::into).collect();
            for body in found(world, &without)? {
                now.remove(body);
            }
            Ok::<_, PyErr>((now, things))
        })?;
        let walls = Py::new(py, PyWalls::new(now.walls().clone()))?;
        Ok(PyNow { now, walls, things: records::array(py, things).unbind() })
    }

    /// Looks at the scene: are there gaps between walls, bodies outside, bodies that overlap something?
    ///
    /// Returns:
    ///     A dict with ``dangling`` (ends of walls that meet no other wall: ``wall``, ``end``, ``at``, ``nearest`` and how far that is, the ``gap``), ``outside`` (the
    ///     ids of bodies that no closed wall surrounds), ``in_holes`` (of those that closed walls surround, but that are in a hole of them or in one that stands
    ///     within another) and ``overlapping`` (``body``, and ``kind`` and ``id`` of what it overlaps; of a world that has
    ///     only been stepped and added to there are none).
    ///
    /// >>> import carom
    /// >>> world = carom.World(carom.Walls.polygons([[(0, 0), (8, 0), (8, 8), (0, 8)]]))
    /// >>> ids = world.add([[4, 4], [20, 4]], radius=1)
    /// >>> world.report()["outside"]
    /// array([1])
    #[pyo3(signature = ())]
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let report = self.with(py, |world| world.report());
        let dict = PyDict::new(py);
        let dangling = report.walls.dangling.iter().map(DanglingRecord::new).collect();
        dict.set_item("dangling", records::array(py, dangling))?;
        let outside = report.outside.iter().map(|id| id.index() as i64).collect();
        dict.set_item("outside", PyArray1::from_vec(py, outside))?;
        let in_holes = report.in_holes.iter().map(|id| id.index() as i64).collect();
        dict.set_item("in_holes", PyArray1::from_vec(py, in_holes))?;
        let overlapping = report.overlapping.iter().map(|&(body, other)| OverlapRecord::new(body, other)).collect();
        dict.set_item("overlapping", records::array(py, overlapping))?;
        Ok(dict)
    }
}

//! Walls that stand and gates of a `World`: how they come, move and leave it.

use crate::arrays;
use crate::records::{self, GateRecord};
use crate::refusal::{refused, refused_at};
use crate::walls::{PyWalls, Traits, described, found};
use crate::world::PyWorld;
use carom::{Error, GateId, Segment, Wall, WallId, World};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

#[pymethods]
impl PyWorld {
    /// The walls, as they are now.
    #[getter]
    fn walls(&self, py: Python<'_>) -> PyWalls {
        PyWalls::new(self.with(py, |world| world.walls().clone()))
    }

    /// Adds walls that stand still, and returns their ids.
    ///
    /// Args:
    ///     segments, circles, mask, side, restitution, friction: as of `Walls`.
    ///
    /// Raises ValueError if a body would be on one of them; then none is added.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> world.add_walls([[2, -1, 2, 1]])
    /// array([0])
    #[pyo3(signature = (segments=None, circles=None, *, mask=None, side=None, restitution=None, friction=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn add_walls<'py>(
        &self,
        py: Python<'py>,
        segments: Option<&Bound<'py, PyAny>>,
        circles: Option<&Bound<'py, PyAny>>,
        mask: Option<&Bound<'py, PyAny>>,
        side: Option<&Bound<'py, PyAny>>,
        restitution: Option<&Bound<'py, PyAny>>,
        friction: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let walls = described(segments, circles, &Traits { mask, side, restitution, friction })?;
        let ids = self.change(py, |world| add_all(world, walls).map_err(refused))?;
        Ok(PyArray1::from_vec(py, ids.into_iter().map(|id| id.index() as i64).collect()))
    }

    /// Removes walls by their ids, which are not used again.
    ///
    /// Raises ValueError if there is no such wall; then nothing is changed.
    #[pyo3(signature = (ids))]
    fn remove_walls(&self, py: Python<'_>, ids: &Bound<'_, PyAny>) -> PyResult<()> {
        let (wanted, _) = arrays::whole(ids, "ids")?;
        self.change(py, |world| {
            for id in found(world.walls(), &wanted)? {
                world.remove_wall(id);
            }
            Ok(())
        })
    }

    /// Puts walls in the place of others, whose ids they get. They are there at once; what is to move, and to push, is a group: see `add_group`.
    ///
    /// Args:
    ///     ids: whose, an array of shape (n,), or one id.
    ///     segments, circles, mask, side, restitution, friction: as of `Walls`, as many as ids.
    ///
    /// Raises ValueError if a body would be on one of them; those before it have been put.
    ///
    /// >>> import carom
    /// >>> world = carom.World(carom.Walls([[2, -1, 2, 1]]))
    /// >>> world.replace_walls(0, [[2, -1, 4, -1]])
    /// >>> world.walls.segments
    /// array([[ 2., -1.,  4., -1.]])
    #[pyo3(signature = (ids, segments=None, circles=None, *, mask=None, side=None, restitution=None, friction=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn replace_walls(
        &self,
        py: Python<'_>,
        ids: &Bound<'_, PyAny>,
        segments: Option<&Bound<'_, PyAny>>,
        circles: Option<&Bound<'_, PyAny>>,
        mask: Option<&Bound<'_, PyAny>>,
        side: Option<&Bound<'_, PyAny>>,
        restitution: Option<&Bound<'_, PyAny>>,
        friction: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (wanted, _) = arrays::whole(ids, "ids")?;
        let walls = described(segments, circles, &Traits { mask, side, restitution, friction })?;
        as_many("walls", walls.len(), wanted.len())?;
        self.change(py, |world| {
            for (id, wall) in found(world.walls(), &wanted)?.into_iter().zip(walls) {
                world.replace_wall(id, wall).map_err(refused)?;
            }
            Ok(())
        })
    }

    /// Adds gates, lines that count bodies whose centre crosses them, and returns their ids.
    ///
    /// Args:
    ///     segments: an array of shape (n, 4) or (n, 2, 2). Forward is from the right of a gate to its left.
    #[pyo3(signature = (segments))]
    fn add_gates<'py>(&self, py: Python<'py>, segments: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let gates = gates_of(segments, "segments")?;
        let ids: Vec<GateId> =
            self.change(py, |world| Ok(gates.into_iter().map(|gate| world.add_gate(gate)).collect()))?;
        Ok(PyArray1::from_vec(py, ids.into_iter().map(|id| id.index() as i64).collect()))
    }

    /// Removes gates by their ids, which are not used again.
    ///
    /// Raises ValueError if there is no such gate; then nothing is changed.
    #[pyo3(signature = (ids))]
    fn remove_gates(&self, py: Python<'_>, ids: &Bound<'_, PyAny>) -> PyResult<()> {
        let (wanted, _) = arrays::whole(ids, "ids")?;
        self.change(py, |world| {
            for id in gates_found(world, &wanted)? {
                world.remove_gate(id);
            }
            Ok(())
        })
    }

    /// Puts gates in the place of others, whose ids and counts they get.
    ///
    /// Args:
    ///     ids: whose, an array of shape (n,), or one id.
    ///     segments: as many as ids, an array of shape (n, 4) or (n, 2, 2).
    ///
    /// Raises ValueError if there is no such gate; then nothing is changed.
    #[pyo3(signature = (ids, segments))]
    fn replace_gates(&self, py: Python<'_>, ids: &Bound<'_, PyAny>, segments: &Bound<'_, PyAny>) -> PyResult<()> {
        let (wanted, _) = arrays::whole(ids, "ids")?;
        let gates = gates_of(segments, "segments")?;
        as_many("gates", gates.len(), wanted.len())?;
        self.change(py, |world| {
            for (id, gate) in gates_found(world, &wanted)?.into_iter().zip(gates) {
                world.replace_gate(id, gate);
            }
            Ok(())
        })
    }

    /// The gates and how often each was crossed: a structured array with ``id``, ``segment`` (four numbers), ``forward``, ``backward``.
    #[getter]
    fn gates<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<GateRecord>> {
        let gates = self.with(py, |world| {
            let gate = |id: GateId| {
                let (segment, count) = (world.get_gate(id)?, world.gate_count(id)?);
                let [a, b] = segment.ends();
                let segment = [a.x, a.y, b.x, b.y];
                Some(GateRecord { id: id.index() as i64, segment, forward: count.forward, backward: count.backward })
            };
            world.gates().filter_map(gate).collect()
        });
        records::array(py, gates)
    }
}

/// Adds all walls, or none.
fn add_all(world: &mut World, walls: Vec<Wall>) -> Result<Vec<WallId>, Error> {
    let mut ids = Vec::with_capacity(walls.len());
    for wall in walls {
        match world.add_wall(wall) {
            Ok(id) => ids.push(id),
            Err(error) => {
                ids.into_iter().for_each(|id| {
                    world.remove_wall(id);
                });
                return Err(error);
            }
        }
    }
    Ok(ids)
}

/// The ids that are these numbers, each of a gate that is there.
fn gates_found(world: &World, wanted: &[i64]) -> PyResult<Vec<GateId>> {
    let all: Vec<GateId> = world.gates().collect();
    let gate = |id: &i64| {
        let place = all.binary_search_by_key(id, |gate| gate.index() as i64);
        place.map(|place| all[place]).map_err(|_| PyValueError::new_err(format!("there is no gate {id}")))
    };
    wanted.iter().map(gate).collect()
}

fn as_many(what: &str, count: usize, ids: usize) -> PyResult<()> {
    if count == ids {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{count} {what} given for {ids} ids; expected one each")))
}

/// Gates, each along a segment.
pub(crate) fn gates_of(segments: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<Segment>> {
    let rows = arrays::segments(segments, name)?.into_iter().enumerate();
    rows.map(|(index, [x0, y0, x1, y1])| {
        Segment::new([x0, y0], [x1, y1]).map_err(|error| refused_at(name, index, error))
    })
    .collect()
}

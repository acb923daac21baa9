//! Groups of walls in a `World`: how they come, are steered and leave it.

use crate::records::{self, GroupRecord};
use crate::refusal::refused;
use crate::walls::{PyWalls, Traits, described};
use crate::world::PyWorld;
use carom::{Error, Group, GroupId, Squeeze, Walls, World};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

#[pymethods]
impl PyWorld {
    /// Adds walls that move as one, a lift, a door, a piston or a paddle, and returns the group's id.
    ///
    /// Nothing changes its velocity but `set_group_velocity` and what it squeezes. Bodies meet it in relative motion, exactly: it carries, pushes
    /// and, where there is no room for a body between it and something that does not yield, squeezes. Gates count its mark, and sensors see its walls:
    /// see GROUP_GATE, GROUP_ENTERS and GROUP_LEAVES of `EventKind`. `now` has its walls.
    ///
    /// Args:
    ///     segments, circles, mask, side, restitution, friction: its walls, as of `Walls`.
    ///     velocity: x and y, in units a second.
    ///     squeeze: what it does when it squeezes a body: "stop", or "pass" on.
    ///     mark: the point of it that gates count, x and y; without it the middle of the box around its walls.
    ///
    /// Raises ValueError if a body would be on one of its walls; then nothing is changed.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> ids = world.add([0, 5], radius=1)
    /// >>> lift = world.add_group([[-2, 0, 2, 0]], velocity=(0, 2))
    /// >>> frame = world.step(3.0)
    /// >>> frame.events["kind"] == carom.EventKind.GROUP, frame.events["time"]
    /// (array([ True]), array([2.]))
    /// >>> world.groups["offset"]
    /// array([[0., 6.]])
    #[pyo3(
        signature = (
            segments=None, circles=None, *, velocity=(0.0, 0.0), squeeze="stop", mark=None, mask=None, side=None,
            restitution=None, friction=None
        ),
        text_signature = "($self, segments=None, circles=None, *, velocity=(0.0, 0.0), squeeze='stop', mark=None, \
                          mask=None, side=None, restitution=None, friction=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn add_group(
        &self,
        py: Python<'_>,
        segments: Option<&Bound<'_, PyAny>>,
        circles: Option<&Bound<'_, PyAny>>,
        velocity: (f64, f64),
        squeeze: &str,
        mark: Option<(f64, f64)>,
        mask: Option<&Bound<'_, PyAny>>,
        side: Option<&Bound<'_, PyAny>>,
        restitution: Option<&Bound<'_, PyAny>>,
        friction: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let walls = described(segments, circles, &Traits { mask, side, restitution, friction })?;
        let squeeze = match squeeze {
            "stop" => Squeeze::Stop,
            "pass" => Squeeze::Pass,
            _ => return Err(PyValueError::new_err(format!("squeeze is '{squeeze}'; expected 'stop' or 'pass'"))),
        };
        let group = Group::new(walls).velocity(velocity).squeeze(squeeze);
        let group = match mark {
            Some(mark) => group.mark(mark),
            None => group,
        };
        self.change(py, |world| world.add_group(group).map(GroupId::index).map_err(refused))
    }

    /// Gives a group another velocity, in units a second, from now on; returns the old one.
    ///
    /// Raises ValueError if it is not finite, or there is no such group.
    #[pyo3(signature = (group, velocity))]
    fn set_group_velocity(&self, py: Python<'_>, group: usize, velocity: (f64, f64)) -> PyResult<(f64, f64)> {
        self.change(py, |world| {
            let id = group_named(world, group)?;
            world.set_group_velocity(id, velocity).map(Into::into).map_err(refused)
        })
    }

    /// Removes a group, whose id is not used again.
    ///
    /// Raises ValueError if there is no such group.
    #[pyo3(signature = (group))]
    fn remove_group(&self, py: Python<'_>, group: usize) -> PyResult<()> {
        self.change(py, |world| {
            let id = group_named(world, group)?;
            world.remove_group(id);
            Ok(())
        })
    }

    /// The groups in the order of their ids: a structured array with ``id``, ``offset`` (how far each has moved), ``mark`` (where its mark is now, rounded), ``velocity``, ``walls``
    /// (how many) and ``passes`` (whether it passes on when it squeezes).
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<GroupRecord>> {
        let groups = self.with(py, |world| world.groups().map(|(id, group)| GroupRecord::new(id, group)).collect());
        records::array(py, groups)
    }

    /// The walls of a group where they are now, rounded.
    ///
    /// Raises ValueError if there is no such group.
    #[pyo3(signature = (group))]
    fn group_walls(&self, py: Python<'_>, group: usize) -> PyResult<PyWalls> {
        let walls = self.with(py, |world| {
            let id = group_named(world, group)?;
            Ok::<Walls, PyErr>(Walls::new(world.group(id).into_iter().flat_map(|group| group.walls_now())))
        })?;
        Ok(PyWalls::new(walls))
    }
}

/// The id of the group with a number.
pub(crate) fn group_named(world: &World, group: usize) -> PyResult<GroupId> {
    let found = world.groups().map(|(id, _)| id).find(|id| id.index() == group);
    found.ok_or_else(|| refused(Error::NoSuchGroup { group }))
}

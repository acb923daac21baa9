//! `World.step_with`: what happens in a frame changes the world there and then.

use crate::bodies::body_named;
use crate::groups::group_named;
use crate::records::{self, EventRecord};
use crate::refusal::refused;
use crate::walls::wall_named;
use crate::work::lock;
use crate::world::{PyFrame, PyWorld};
use carom::{Happening, World};
use numpy::PyArray1;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex};

/// An event as it happens, and what is to be changed because of it: see `World.step_with`.
///
/// What is changed counts from this moment on. It can be used while the callback runs, and not after.
#[pyclass(module = "carom", name = "Happening", frozen)]
pub(crate) struct PyHappening {
    /// What has happened: a structured array of one event.
    #[pyo3(get)]
    event: Py<PyArray1<EventRecord>>,
    /// The world before the frame, to know who is there.
    world: Arc<World>,
    changes: Mutex<Option<Vec<Change>>>,
}

#[derive(Clone, Copy)]
enum Change {
    RemoveWall(carom::WallId),
    Remove(carom::BodyId),
    SetVelocity(carom::BodyId, (f64, f64)),
    Push(carom::BodyId, (f64, f64)),
    SetGroupVelocity(carom::GroupId, (f64, f64)),
    RemoveGroup(carom::GroupId),
    EndFrame,
}

impl PyHappening {
    fn note(&self, change: Change) -> PyResult<()> {
        match lock(&self.changes).as_mut() {
            Some(changes) => {
                changes.push(change);
                Ok(())
            }
            None => Err(PyRuntimeError::new_err("the moment is over; a happening can be used while its callback runs")),
        }
    }
}

#[pymethods]
impl PyHappening {
    /// Removes a wall here and now; nothing happens if it is gone already.
    #[pyo3(signature = (wall))]
    fn remove_wall(&self, wall: usize) -> PyResult<()> {
        self.note(Change::RemoveWall(wall_named(self.world.walls(), wall)?))
    }

    /// Removes a body here and now; nothing happens if it is gone already.
    #[pyo3(signature = (body))]
    fn remove(&self, body: usize) -> PyResult<()> {
        self.note(Change::Remove(body_named(&self.world, body)?))
    }

    /// Gives a body another velocity, as ``after`` of an event is one.
    #[pyo3(signature = (body, velocity))]
    fn set_velocity(&self, body: usize, velocity: (f64, f64)) -> PyResult<()> {
        self.note(Change::SetVelocity(body_named(&self.world, body)?, finite("velocity", velocity)?))
    }

    /// Adds to a body's momentum.
    #[pyo3(signature = (body, impulse))]
    fn push(&self, body: usize, impulse: (f64, f64)) -> PyResult<()> {
        self.note(Change::Push(body_named(&self.world, body)?, finite("impulse", impulse)?))
    }

    /// Gives a group another velocity here and now.
    #[pyo3(signature = (group, velocity))]
    fn set_group_velocity(&self, group: usize, velocity: (f64, f64)) -> PyResult<()> {
        self.note(Change::SetGroupVelocity(group_named(&self.world, group)?, finite("velocity", velocity)?))
    }

    /// Removes a group here and now; nothing happens if it is gone already.
    #[pyo3(signature = (group))]
    fn remove_group(&self, group: usize) -> PyResult<()> {
        self.note(Change::RemoveGroup(group_named(&self.world, group)?))
    }

    /// Ends the frame here; the rest of it is not spent.
    #[pyo3(signature = ())]
    fn end_frame(&self) -> PyResult<()> {
        self.note(Change::EndFrame)
    }
}

#[pymethods]
impl PyWorld {
    /// As `step`, but each event is shown to ``each`` as it happens, and may change the world there and then: ``each`` is called with a
    /// `Happening`, which has the event and the verbs.
    ///
    /// While it runs, the world itself can be asked, and is as it was before the frame; it cannot be changed but through the happening. If
    /// ``each`` raises, the world stays as it was before the frame.
    ///
    /// Args:
    ///     dt: the length of the frame in seconds.
    ///     each: called with every event, in order of time.
    ///
    /// >>> import carom
    /// >>> world = carom.World(carom.Walls([[2, -1, 2, 1], [-2, -1, -2, 1]]))
    /// >>> ids = world.add([0, 0], velocities=[8, 0])
    /// >>> def break_bricks(now):
    /// ...     if now.event["kind"][0] == carom.EventKind.WALL:
    /// ...         now.remove_wall(now.event["other"][0])
    /// >>> world.step_with(1.0, break_bricks)
    /// Frame(2 events, end='completed')
    /// >>> len(world.walls)
    /// 0
    #[pyo3(signature = (dt, each))]
    fn step_with(&self, py: Python<'_>, dt: f64, each: &Bound<'_, PyAny>) -> PyResult<PyFrame> {
        if !(dt.is_finite() && dt > 0.0) {
            return Err(PyValueError::new_err(format!("dt is {dt}; expected a finite number above 0")));
        }
        let (mut world, mut bricks) = self.lend(py, dt)?;
        let before = Arc::new(world.clone());
        let mut failure = None;
        let frame = world.step_with(dt, |now| {
            bricks.touch(now);
            if failure.is_none() {
                failure = show(py, each, &before, now).err();
            }
            if failure.is_some() {
                now.end_frame();
            }
        });
        let kept = self.give_back(py, dt, failure.is_none().then_some((world, bricks)));
        match failure {
            Some(error) => Err(error),
            None => {
                kept?;
                let events = frame.events.iter().map(|event| EventRecord::new(0, event)).collect();
                Ok(PyFrame::new(py, events, frame.end))
            }
        }
    }
}

/// Calls back with one event, and passes on what is to be changed.
fn show(py: Python<'_>, each: &Bound<'_, PyAny>, world: &Arc<World>, now: &mut Happening) -> PyResult<()> {
    let event = records::array(py, vec![EventRecord::new(0, &now.event)]).unbind();
    let happening = PyHappening { event, world: world.clone(), changes: Mutex::new(Some(Vec::new())) };
    let happening = Bound::new(py, happening)?;
    let called = each.call1((&happening,));
    let changes = lock(&happening.get().changes).take();
    called?;
    for change in changes.into_iter().flatten() {
        match change {
            Change::RemoveWall(wall) => now.remove_wall(wall),
            Change::Remove(body) => now.remove(body),
            Change::SetVelocity(body, velocity) => now.set_velocity(body, velocity).map_err(refused)?,
            Change::Push(body, impulse) => now.push(body, impulse).map_err(refused)?,
            Change::SetGroupVelocity(group, velocity) => now.set_group_velocity(group, velocity).map_err(refused)?,
            Change::RemoveGroup(group) => now.remove_group(group),
            Change::EndFrame => now.end_frame(),
        }
    }
    Ok(())
}

fn finite(what: &str, (x, y): (f64, f64)) -> PyResult<(f64, f64)> {
    if x.is_finite() && y.is_finite() {
        return Ok((x, y));
    }
    Err(PyValueError::new_err(format!("{what} is ({x}, {y}); expected two finite numbers")))
}

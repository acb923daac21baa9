//! `World`: arrays of bodies, stepped frame by frame, with events as arrays.

use crate::arrays::{self, Column};
use crate::picture::{self, PyPicture};
use crate::records::{self, BodyRecord, EventRecord, GateRecord, ThingRecord};
use crate::refusal::{faulty, refused, refused_at};
use crate::touch::finite;
use crate::walls::{PyWalls, read_scene, table};
use crate::work::lock;
use carom::{Body, BodyId, FrameEnd, GateId, GroupId, Response, Segment, Settings, Snapshot, Vec2, Walls, World};
use carom_draw::{Theme, ThemeName};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often it is asked whether somebody pressed Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

/// Walls that stand still and bodies that move, stepped frame by frame.
///
/// Bodies meet walls and each other in order of exact time, respond, and go on with what is left of the frame. No disc overlaps a
/// wall or another body, and a closed chamber does not leak. Times are in seconds, velocities in units a second.
///
/// Args:
///     walls: the `Walls` it begins with, as they are now.
///     gravity: the acceleration of all bodies, x and y.
///     max_events: after so many events a step ends early; 0 means as many as suit the number of bodies.
///     contact_time: a body that hits something again and again within less than this comes to rest; without it, 1/1024 of a step.
///     rest_speed: bodies that meet slower than this lose all of that speed, unless their restitution is 1.
///
/// >>> import carom
/// >>> room = carom.Walls.polygons([[(0, 0), (10, 0), (10, 8), (0, 8)]])
/// >>> world = carom.World(room)
/// >>> world.add([[2, 4], [6, 4]], velocities=[[3, 0], [0, 0]], radius=1)
/// array([0, 1])
/// >>> frame = world.step(1.0)
/// >>> frame.events["body"], frame.events["other"], frame.events["kind"] == carom.EventKind.BODY
/// (array([0]), array([1]), array([ True]))
/// >>> world.velocities
/// array([[0., 0.],
///        [3., 0.]])
#[pyclass(module = "carom", name = "World", frozen)]
pub(crate) struct PyWorld {
    /// Locked only where the interpreter is not: whoever waits here keeps nobody else from going on.
    played: Mutex<Played>,
}

/// A world, and what steers it.
struct Played {
    world: World,
    /// Of a scene that was read: its groups, with their scripts.
    scripts: Vec<(GroupId, carom_scene::Group)>,
    /// Whether a frame is being spent on a copy, which will take its place.
    is_lent: bool,
}

/// What happened in a step, or in several: the events, and how the last frame ended.
///
/// ``events`` is a structured array in order of time: ``frame`` (the number of the step in a run), ``time`` (seconds since the frame began),
/// ``kind`` (see `EventKind`), ``body``, ``other`` (the wall, body or gate), ``direction`` (of a gate: 1 forward, -1 backward), ``at``
/// (where the body's centre is put), ``point`` (where they touch), ``normal`` (toward the body), the body's velocities
/// ``before`` and ``after``, and of the other body ``other_at``, ``other_before`` and ``other_after``, NaN if there is none.
#[pyclass(module = "carom", name = "Frame", frozen, get_all)]
pub(crate) struct PyFrame {
    /// The events, a structured array in order of time.
    events: Py<PyArray1<EventRecord>>,
    /// How it ended: "completed", "event-limit" or "jammed".
    end: &'static str,
    /// The seconds that are left if it did not end by itself, else 0.
    remaining: f64,
    /// The body that was jammed, if one was.
    body: Option<usize>,
}

impl PyFrame {
    pub(crate) fn new(py: Python<'_>, events: Vec<EventRecord>, end: FrameEnd) -> PyFrame {
        let (end, remaining, body) = match end {
            FrameEnd::Completed => ("completed", 0.0, None),
            FrameEnd::EventLimit { remaining } => ("event-limit", remaining, None),
            FrameEnd::Jammed { body, remaining } => ("jammed", remaining, Some(body.index())),
        };
        PyFrame { events: records::array(py, events).unbind(), end, remaining, body }
    }
}

#[pymethods]
impl PyFrame {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Frame({} events, end='{}')", self.events.bind(py).len()?, self.end))
    }
}

/// A state of a world, to go back to.
#[pyclass(module = "carom", name = "Snapshot", frozen)]
pub(crate) struct PySnapshot(Snapshot);

/// The walls and bodies of a world at one moment, to ask questions of: see `World.now`.
#[pyclass(module = "carom", name = "Now", frozen, get_all)]
pub(crate) struct PyNow {
    /// All of them as walls: those that stand, the bodies as pillars, and those that move.
    walls: Py<PyWalls>,
    /// What each of these walls is, by its id: a structured array with ``kind`` (WALL, BODY or GROUP of `EventKind`) and ``id`` in the world.
    things: Py<PyArray1<ThingRecord>>,
}

impl Played {
    /// Itself, if it may be changed.
    fn free(&mut self) -> PyResult<&mut Played> {
        if self.is_lent {
            let told = "the world is in step_with; change it through the happening that the callback is given";
            return Err(PyRuntimeError::new_err(told));
        }
        Ok(self)
    }
}

impl PyWorld {
    fn new(world: World) -> PyWorld {
        PyWorld { played: Mutex::new(Played { world, scripts: Vec::new(), is_lent: false }) }
    }

    /// Asks the world something.
    pub(crate) fn with<R: Send>(&self, py: Python<'_>, ask: impl FnOnce(&World) -> R + Send) -> R {
        py.detach(|| ask(&lock(&self.played).world))
    }

    /// Changes the world.
    pub(crate) fn change<R: Send>(
        &self,
        py: Python<'_>,
        make: impl FnOnce(&mut World) -> PyResult<R> + Send,
    ) -> PyResult<R> {
        py.detach(|| make(&mut lock(&self.played).free()?.world))
    }

    /// A copy of the world on which to spend a frame of so many seconds. Until it is given back nobody else can change the world.
    pub(crate) fn lend(&self, py: Python<'_>, dt: f64) -> PyResult<World> {
        py.detach(|| {
            let mut played = lock(&self.played);
            let played = played.free()?;
            played.is_lent = true;
            let mut world = played.world.clone();
            carom_scene::steer(&mut world, &played.scripts, dt);
            Ok(world)
        })
    }

    /// Gives it back; without it the world stays as it is.
    pub(crate) fn give_back(&self, py: Python<'_>, world: Option<World>) {
        py.detach(|| {
            let mut played = lock(&self.played);
            played.is_lent = false;
            if let Some(world) = world {
                played.world = world;
            }
        });
    }
}

#[pymethods]
impl PyWorld {
    #[new]
    #[pyo3(signature = (walls=None, *, gravity=(0.0, 0.0), max_events=0, contact_time=None, rest_speed=0.0))]
    #[pyo3(text_signature = "(walls=None, *, gravity=(0.0, 0.0), max_events=0, contact_time=None, rest_speed=0.0)")]
    fn create(
        walls: Option<&PyWalls>,
        gravity: (f64, f64),
        max_events: u64,
        contact_time: Option<f64>,
        rest_speed: f64,
    ) -> PyResult<PyWorld> {
        let walls = walls.map_or_else(Walls::default, |walls| Walls::clone(&walls.now()));
        let settings = Settings { gravity: gravity.into(), max_events, contact_time, rest_speed };
        Ok(PyWorld::new(World::with(walls, settings).map_err(refused)?))
    }

    /// The world of a scene in a file: walls, groups, bodies, gates and settings, whatever the command `carom` reads. Groups follow the scripts of the
    /// scene, as they do in `carom run`.
    ///
    /// Raises FileNotFoundError, OSError, or ValueError if the file holds something that is not allowed.
    #[classmethod]
    #[pyo3(signature = (path))]
    fn read(class: &Bound<'_, PyType>, path: PathBuf) -> PyResult<PyWorld> {
        let py = class.py();
        let scene = read_scene(py, &path, None)?;
        let built = py.detach(|| scene.build()).map_err(|fault| faulty(&fault))?;
        let played = Played { world: built.world, scripts: built.groups, is_lent: false };
        Ok(PyWorld { played: Mutex::new(played) })
    }

    /// Adds bodies, and returns their ids.
    ///
    /// Args:
    ///     positions: an array of shape (n, 2), or (2,) for one.
    ///     velocities: an array of the same shape, or one velocity for all; without it they are at rest.
    ///     radius, mass, restitution, friction: one for all, or an array of shape (n,). A body with radius 0 is a point. Of two frictions
    ///         that meet the root of both multiplied counts, so what meets something without friction feels none.
    ///     layers, mask: bits. Two bodies collide if each has a layer in the other's mask, a body and a wall if their masks share a bit.
    ///     response: what they do at walls: "bounce", "slide" or "stop".
    ///     sensor: whether they pass through everything and only tell which bodies enter and leave them.
    ///
    /// Raises ValueError if one of them has no room, or a number is not allowed; then none is added.
    #[pyo3(signature = (
        positions, velocities=None, radius=None, *, mass=None, restitution=None, friction=None, layers=None, mask=None,
        response="bounce", sensor=false
    ))]
    #[pyo3(
        text_signature = "($self, positions, velocities=None, radius=0.0, *, mass=1.0, restitution=1.0, friction=0.0, \
        layers=4294967295, mask=4294967295, response='bounce', sensor=False)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn add<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        velocities: Option<&Bound<'py, PyAny>>,
        radius: Option<&Bound<'py, PyAny>>,
        mass: Option<&Bound<'py, PyAny>>,
        restitution: Option<&Bound<'py, PyAny>>,
        friction: Option<&Bound<'py, PyAny>>,
        layers: Option<&Bound<'py, PyAny>>,
        mask: Option<&Bound<'py, PyAny>>,
        response: &str,
        sensor: bool,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let positions = arrays::rows::<2>(positions, "positions")?.rows;
        let count = positions.len();
        let velocities = velocities.map(|rows| vectors(rows, "velocities", count)).transpose()?;
        let number = |object: Option<&Bound<'py, PyAny>>, name: &str, usual: f64| {
            object.map_or(Ok(Column::One(usual)), |object| arrays::column(object, name, count))
        };
        let bits = |object: Option<&Bound<'py, PyAny>>, name: &str| {
            let all = i64::from(u32::MAX);
            object.map_or(Ok(Column::One(all)), |object| arrays::whole_column(object, name, count, [0, all]))
        };
        let (radius, mass) = (number(radius, "radius", 0.0)?, number(mass, "mass", 1.0)?);
        let (restitution, friction) = (number(restitution, "restitution", 1.0)?, number(friction, "friction", 0.0)?);
        let (layers, mask, response) = (bits(layers, "layers")?, bits(mask, "mask")?, response_named(response)?);
        let body = |index: usize| Body {
            velocity: velocities.as_ref().map_or(Vec2::default(), |velocities| velocities.at(index).into()),
            mass: mass.at(index),
            restitution: restitution.at(index),
            friction: friction.at(index),
            layers: layers.at(index) as u32,
            mask: mask.at(index) as u32,
            response,
            sensor,
            ..Body::disc(positions[index], radius.at(index))
        };
        let bodies: Vec<Body> = (0..count).map(body).collect();
        let ids = self.change(py, |world| {
            add_all(world, &bodies).map_err(|(index, error)| refused_at("positions", index, error))
        })?;
        Ok(PyArray1::from_vec(py, ids.into_iter().map(|id| id.index() as i64).collect()))
    }

    /// Removes bodies by their ids, which are not used again.
    ///
    /// Raises ValueError if there is no such body; then nothing is changed.
    #[pyo3(signature = (ids))]
    fn remove(&self, py: Python<'_>, ids: &Bound<'_, PyAny>) -> PyResult<()> {
        let (wanted, _) = arrays::whole(ids, "ids")?;
        self.change(py, |world| {
            for id in found(world, &wanted)? {
                world.remove(id);
            }
            Ok(())
        })
    }

    /// Gives bodies other velocities: those with these ids, or all, in the order of their ids.
    ///
    /// Args:
    ///     velocities: an array of shape (n, 2), or one velocity for all.
    ///     ids: whose, an array of shape (n,); without it all bodies'.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> ids = world.add([[0, 0], [5, 0]])
    /// >>> world.set_velocities([[1, 0], [0, 2]])
    /// >>> frame = world.step(1.0)
    /// >>> world.positions
    /// array([[1., 0.],
    ///        [5., 2.]])
    #[pyo3(signature = (velocities, ids=None))]
    fn set_velocities(
        &self,
        py: Python<'_>,
        velocities: &Bound<'_, PyAny>,
        ids: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let wanted = ids.map(|ids| arrays::whole(ids, "ids")).transpose()?;
        let count = match &wanted {
            Some((wanted, _)) => wanted.len(),
            None => self.with(py, |world| world.len()),
        };
        let velocities = vectors(velocities, "velocities", count)?;
        if let Column::Each(rows) = &velocities {
            finite(rows, "velocities", false)?;
        }
        self.change(py, |world| {
            let ids = match &wanted {
                Some((wanted, _)) => found(world, wanted)?,
                None => world.bodies().map(|(id, _)| id).collect(),
            };
            for (index, id) in ids.into_iter().enumerate().take(count) {
                world.set_velocity(id, velocities.at(index)).map_err(|error| refused_at("velocities", index, error))?;
            }
            Ok(())
        })
    }

    /// Gives one body another velocity, x and y; returns the old one.
    ///
    /// Raises ValueError if it is not finite, or there is no such body.
    #[pyo3(signature = (body, velocity))]
    fn set_velocity(&self, py: Python<'_>, body: usize, velocity: (f64, f64)) -> PyResult<(f64, f64)> {
        self.change(py, |world| {
            let id = body_named(world, body)?;
            world.set_velocity(id, velocity).map(Into::into).map_err(refused)
        })
    }

    /// Adds to the momentum of bodies: a kick, a gust of wind. Those with these ids, or all, in the order of their ids.
    ///
    /// Args:
    ///     impulses: an array of shape (n, 2), or one for all: mass times the change of velocity.
    ///     ids: whose, an array of shape (n,); without it all bodies'.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> ids = world.add([[0, 0], [5, 0]], mass=[1, 2])
    /// >>> world.push([0, 4])
    /// >>> world.velocities
    /// array([[0., 4.],
    ///        [0., 2.]])
    #[pyo3(signature = (impulses, ids=None))]
    fn push(&self, py: Python<'_>, impulses: &Bound<'_, PyAny>, ids: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let wanted = ids.map(|ids| arrays::whole(ids, "ids")).transpose()?;
        let count = match &wanted {
            Some((wanted, _)) => wanted.len(),
            None => self.with(py, |world| world.len()),
        };
        let impulses = vectors(impulses, "impulses", count)?;
        if let Column::Each(rows) = &impulses {
            finite(rows, "impulses", false)?;
        }
        self.change(py, |world| {
            let ids = match &wanted {
                Some((wanted, _)) => found(world, wanted)?,
                None => world.bodies().map(|(id, _)| id).collect(),
            };
            for (index, id) in ids.into_iter().enumerate().take(count) {
                world.push(id, impulses.at(index)).map_err(|error| refused_at("impulses", index, error))?;
            }
            Ok(())
        })
    }

    /// All walls, standing and moving, and all bodies but sensors as they are now, to ask every question that `Walls` answer; bodies are pillars in it,
    /// with their layers for a mask. It does not change with the world: make one a frame.
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
        let (walls, things) = self.with(py, |world| {
            let mut now = world.now();
            let things: Vec<ThingRecord> = now.walls().ids().filter_map(|id| now.thing(id)).map(Into::into).collect();
            for body in found(world, &without)? {
                now.remove(body);
            }
            Ok::<_, PyErr>((now.walls().clone(), things))
        })?;
        Ok(PyNow { walls: Py::new(py, PyWalls::new(walls))?, things: records::array(py, things).unbind() })
    }

    /// Puts bodies in other places by hand: those with these ids, or all, in the order of their ids.
    ///
    /// Raises ValueError if one of them has no room there; those before it have been put.
    #[pyo3(signature = (positions, ids=None))]
    fn set_positions(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        ids: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let wanted = ids.map(|ids| arrays::whole(ids, "ids")).transpose()?;
        let positions = arrays::rows::<2>(positions, "positions")?.rows;
        self.change(py, |world| {
            let ids = match &wanted {
                Some((wanted, _)) => found(world, wanted)?,
                None => world.bodies().map(|(id, _)| id).collect(),
            };
            if ids.len() != positions.len() {
                let (rows, ids) = (positions.len(), ids.len());
                return Err(PyValueError::new_err(format!(
                    "positions has {rows} rows for {ids} bodies; expected one each"
                )));
            }
            for (index, (id, position)) in ids.into_iter().zip(&positions).enumerate() {
                if let Some(body) = world.get(id).copied() {
                    let moved = world.replace(id, body.position(*position));
                    moved.map_err(|error| refused_at("positions", index, error))?;
                }
            }
            Ok(())
        })
    }

    /// Moves the world on by a frame of ``dt`` seconds; returns a `Frame` with its events.
    #[pyo3(signature = (dt))]
    fn step(&self, py: Python<'_>, dt: f64) -> PyResult<PyFrame> {
        self.run(py, dt, 1)
    }

    /// Moves the world on by so many frames of ``dt`` seconds each; returns a `Frame` with the events of all of them. It ends early if a
    /// frame does not end by itself. Between two frames, Ctrl-C is heard.
    ///
    /// >>> import carom
    /// >>> world = carom.World(carom.Walls([[2, -1, 2, 1]]))
    /// >>> ids = world.add([0, 0], velocities=[1, 0])
    /// >>> world.run(0.5, 10)
    /// Frame(1 events, end='completed')
    /// >>> world.time
    /// 5.0
    #[pyo3(signature = (dt, frames))]
    fn run(&self, py: Python<'_>, dt: f64, frames: usize) -> PyResult<PyFrame> {
        if !(dt.is_finite() && dt > 0.0) {
            return Err(PyValueError::new_err(format!("dt is {dt}; expected a finite number above 0")));
        }
        let mut events = Vec::new();
        let mut end = FrameEnd::Completed;
        let mut frame = 0;
        while frame < frames && end == FrameEnd::Completed {
            let looked = Instant::now();
            py.detach(|| {
                let mut played = lock(&self.played);
                let Played { world, scripts, .. } = played.free()?;
                while frame < frames && end == FrameEnd::Completed && looked.elapsed() < PATIENCE {
                    carom_scene::steer(world, scripts, dt);
                    end = world.advance(dt, |event| events.push(EventRecord::new(frame, event)));
                    frame += 1;
                }
                Ok::<(), PyErr>(())
            })?;
            py.check_signals()?;
        }
        Ok(PyFrame::new(py, events, end))
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

    /// All bodies in the order of their ids: a structured array with ``id``, ``position``, ``velocity``, ``radius``, ``mass``,
    /// ``restitution``, ``friction``, ``layers``, ``mask``, ``response`` (see `Response`) and ``sensor``.
    #[getter]
    fn bodies<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<BodyRecord>> {
        let bodies = self.with(py, |world| world.bodies().map(|(id, body)| BodyRecord::new(id, body)).collect());
        records::array(py, bodies)
    }

    /// The ids of all bodies, from low to high.
    #[getter]
    fn ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, self.with(py, |world| world.bodies().map(|(id, _)| id.index() as i64).collect()))
    }

    /// Where the bodies are, in the order of their ids: an array of shape (n, 2).
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let numbers =
            self.with(py, |world| world.bodies().flat_map(|(_, body)| [body.position.x, body.position.y]).collect());
        table(py, numbers, 2)
    }

    /// Their velocities, in the order of their ids: an array of shape (n, 2).
    #[getter]
    fn velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let numbers =
            self.with(py, |world| world.bodies().flat_map(|(_, body)| [body.velocity.x, body.velocity.y]).collect());
        table(py, numbers, 2)
    }

    /// Where the bodies are and how large, sensors left out, in the order of their ids: an array of shape (n, 3), each x, y, radius, as
    /// `Walls.scan` sees them.
    #[getter]
    fn discs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let numbers = self.with(py, |world| {
            let solid = world.bodies().filter(|(_, body)| !body.sensor);
            solid.flat_map(|(_, body)| [body.position.x, body.position.y, body.radius]).collect()
        });
        table(py, numbers, 3)
    }

    /// The walls, as they are now.
    #[getter]
    fn walls(&self, py: Python<'_>) -> PyWalls {
        PyWalls::new(self.with(py, |world| world.walls().clone()))
    }

    /// Seconds since the world began.
    #[getter]
    fn time(&self, py: Python<'_>) -> f64 {
        self.with(py, |world| world.time())
    }

    /// The energy of motion and height of all bodies but sensors, rounded.
    #[getter]
    fn energy(&self, py: Python<'_>) -> f64 {
        self.with(py, |world| world.energy())
    }

    /// The momentum of all bodies but sensors, rounded: x and y.
    #[getter]
    fn momentum(&self, py: Python<'_>) -> (f64, f64) {
        self.with(py, |world| world.momentum().into())
    }

    /// What the world has counted so far: bounces, collisions, crossings, squeezed, held, nudged, compared, lost (energy) and impulse.
    #[getter]
    fn tally<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tally = self.with(py, |world| world.tally());
        let dict = PyDict::new(py);
        dict.set_item("bounces", tally.bounces)?;
        dict.set_item("collisions", tally.collisions)?;
        dict.set_item("crossings", tally.crossings)?;
        dict.set_item("squeezed", tally.squeezed)?;
        dict.set_item("held", tally.held)?;
        dict.set_item("nudged", tally.nudged)?;
        dict.set_item("compared", tally.compared)?;
        dict.set_item("lost", tally.lost)?;
        dict.set_item("impulse", (tally.impulse.x, tally.impulse.y))?;
        Ok(dict)
    }

    /// A picture of the world as it is now: walls, gates, and bodies with their velocities.
    ///
    /// Args:
    ///     title: what stands above it.
    ///     size: its width and height in pixels.
    ///     theme: "light" or "dark".
    #[pyo3(signature = (*, title=None, size=None, theme="light"))]
    fn picture(
        &self,
        py: Python<'_>,
        title: Option<String>,
        size: Option<[u32; 2]>,
        theme: &str,
    ) -> PyResult<PyPicture> {
        let (size, theme) = (picture::checked(size)?, picture::theme_named(theme)?);
        Ok(self.with(py, |world| PyPicture::new(&picture::of_world(world, title, size, &theme))))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> Option<String> {
        let theme = Theme::named(ThemeName::Light);
        self.with(py, |world| picture::is_small(world).then(|| picture::of_world(world, None, None, &theme).svg()))
    }

    /// The state, to go back to.
    #[pyo3(signature = ())]
    fn snapshot(&self, py: Python<'_>) -> PySnapshot {
        PySnapshot(self.with(py, |world| world.snapshot()))
    }

    /// Goes back to a state.
    ///
    /// Raises ValueError if a body would be on a wall of now; then nothing is changed.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> ids = world.add([0, 0], velocities=[1, 0])
    /// >>> before = world.snapshot()
    /// >>> frame = world.step(1.0)
    /// >>> world.restore(before)
    /// >>> world.positions
    /// array([[0., 0.]])
    #[pyo3(signature = (snapshot))]
    fn restore(&self, py: Python<'_>, snapshot: &PySnapshot) -> PyResult<()> {
        self.change(py, |world| world.restore(&snapshot.0).map_err(refused))
    }

    /// A number that is the same for equal states, on every machine.
    #[pyo3(signature = ())]
    fn state_hash(&self, py: Python<'_>) -> u64 {
        self.with(py, |world| world.state_hash())
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.with(py, |world| world.len())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        self.with(py, |world| {
            format!("World({} bodies, {} walls, time={})", world.len(), world.walls().len(), world.time())
        })
    }
}

/// Adds all bodies, or none: then which one is refused, and why.
fn add_all(world: &mut World, bodies: &[Body]) -> Result<Vec<BodyId>, (usize, carom::Error)> {
    let mut ids = Vec::with_capacity(bodies.len());
    for (index, body) in bodies.iter().enumerate() {
        match world.add(*body) {
            Ok(id) => ids.push(id),
            Err(error) => {
                ids.into_iter().for_each(|id| {
                    world.remove(id);
                });
                return Err((index, error));
            }
        }
    }
    Ok(ids)
}

/// The id of the body with a number.
pub(crate) fn body_named(world: &World, body: usize) -> PyResult<BodyId> {
    found(world, &[body as i64]).map(|ids| ids[0])
}

/// The ids that are these numbers, each of a body that is there.
fn found(world: &World, wanted: &[i64]) -> PyResult<Vec<BodyId>> {
    let all: Vec<BodyId> = world.bodies().map(|(id, _)| id).collect();
    let mut ids = Vec::with_capacity(wanted.len());
    for id in wanted {
        let Ok(place) = all.binary_search_by_key(id, |body| body.index() as i64) else {
            return Err(match usize::try_from(*id) {
                Ok(body) => refused(carom::Error::NoSuchBody { body }),
                Err(_) => PyValueError::new_err(format!("there is no body {id}; ids are 0 or more")),
            });
        };
        ids.push(all[place]);
    }
    Ok(ids)
}

/// Gates, each along a segment.
pub(crate) fn gates_of(segments: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<Segment>> {
    let rows = arrays::segments(segments, name)?.into_iter().enumerate();
    rows.map(|(index, [x0, y0, x1, y1])| {
        Segment::new([x0, y0], [x1, y1]).map_err(|error| refused_at(name, index, error))
    })
    .collect()
}

/// One vector for all, or `count` of them.
fn vectors(object: &Bound<'_, PyAny>, name: &str, count: usize) -> PyResult<Column<[f64; 2]>> {
    let rows = arrays::rows::<2>(object, name)?;
    match rows.rows.len() {
        _ if rows.is_one => Ok(Column::One(rows.rows[0])),
        found if found == count => Ok(Column::Each(rows.rows)),
        found => {
            Err(PyValueError::new_err(format!("{name} has {found} rows; expected {count}, or shape (2,) for all")))
        }
    }
}

fn response_named(name: &str) -> PyResult<Response> {
    match name {
        "bounce" => Ok(Response::Bounce),
        "slide" => Ok(Response::Slide),
        "stop" => Ok(Response::Stop),
        _ => Err(PyValueError::new_err(format!("response is '{name}'; expected 'bounce', 'slide' or 'stop'"))),
    }
}

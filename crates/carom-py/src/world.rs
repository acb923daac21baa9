//! `World`: arrays of bodies, stepped frame by frame, with events as arrays.

use crate::picture::{self, PyPicture};
use crate::records::{self, CharacterRecord, EventRecord};
use crate::refusal::{faulty, refused};
use crate::walls::{PyWalls, read_scene};
use crate::work::lock;
use carom::{Event, FrameEnd, GroupId, Settings, Snapshot, Walls, World};
use carom_draw::{Picture, Theme, ThemeName};
use carom_scene::{Bricks, Walker};
use numpy::PyArray1;
use pyo3::exceptions::{PyRuntimeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use std::ffi::CString;
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
    /// And its walls that vanish.
    bricks: Bricks,
    /// And its characters.
    walkers: Vec<Walker>,
    /// Whether a frame is being spent on a copy, which will take its place.
    is_lent: bool,
}

/// What happened in a step, or in several: the events, and how the last frame ended.
///
/// ``events`` is a structured array in order of time: ``frame`` (the number of the step in a run), ``time`` (seconds since the frame began),
/// ``kind`` (see `EventKind`), ``body`` (-1 if a group crosses a gate), ``other`` (the wall, body, gate or group), ``direction`` (of a gate: 1 forward, -1 backward),
/// ``group`` and ``part`` (which of its walls was met), ``against_kind`` and ``against`` (what a body is squeezed against: WALL, BODY or GROUP of `EventKind`, and its id), -1 where there is none, ``at``
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
pub(crate) struct PySnapshot {
    state: Snapshot,
    /// The whole world, if walls of it vanish, and which of them have.
    whole: Option<(World, Bricks)>,
    /// The characters of its scene.
    walkers: Vec<Walker>,
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

    /// Its characters walk on, at the end of a frame of so many seconds.
    fn walk(&mut self, dt: f64) -> PyResult<()> {
        let (walls, gravity) = (self.world.walls(), self.world.settings().gravity);
        for (number, walker) in self.walkers.iter_mut().enumerate() {
            let walked = walker.step(walls, gravity.into(), dt);
            walked.map_err(|fault| PyValueError::new_err(format!("characters[{number}]: {fault}")))?;
        }
        Ok(())
    }
}

impl PyWorld {
    fn new(world: World) -> PyWorld {
        let (scripts, bricks, walkers) = (Vec::new(), Bricks::default(), Vec::new());
        PyWorld { played: Mutex::new(Played { world, scripts, bricks, walkers, is_lent: false }) }
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
    pub(crate) fn lend(&self, py: Python<'_>, dt: f64) -> PyResult<(World, Bricks)> {
        py.detach(|| {
            let mut played = lock(&self.played);
            let played = played.free()?;
            played.is_lent = true;
            let mut world = played.world.clone();
            carom_scene::steer(&mut world, &played.scripts, dt);
            Ok((world, played.bricks.clone()))
        })
    }

    /// Gives it back, with what the frame of so many seconds has made of it; without it the world stays as it is.
    pub(crate) fn give_back(&self, py: Python<'_>, dt: f64, changed: Option<(World, Bricks)>) -> PyResult<()> {
        py.detach(|| {
            let mut played = lock(&self.played);
            played.is_lent = false;
            let Some((world, bricks)) = changed else { return Ok(()) };
            (played.world, played.bricks) = (world, bricks);
            played.walk(dt)
        })
    }

    /// Draws the world as it is now, with the characters of its scene.
    fn draw(&self, py: Python<'_>, title: Option<String>, size: Option<[u32; 2]>, theme: &Theme) -> Picture {
        py.detach(|| {
            let Played { world, walkers, .. } = &*lock(&self.played);
            picture::of_world(world, walkers, title, size, theme)
        })
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

    /// The world of a scene in a file: walls, groups, bodies, gates, characters and settings, whatever the command `carom` reads. Groups and characters
    /// follow the scripts of the scene, and walls vanish when they have been touched often enough, as they do in `carom run`. Characters do not
    /// meet walls that move: a scene with both is warned of.
    ///
    /// Raises FileNotFoundError, OSError, or ValueError if the file holds something that is not allowed.
    #[classmethod]
    #[pyo3(signature = (path))]
    fn read(class: &Bound<'_, PyType>, path: PathBuf) -> PyResult<PyWorld> {
        let py = class.py();
        let scene = read_scene(py, &path, None)?;
        let built = py.detach(|| scene.build()).map_err(|fault| faulty(&fault))?;
        if let Some(words) = scene.passed_groups() {
            let message = CString::new(format!("{}: {words}", path.display()).replace('\0', " "))?;
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
        }
        let (scripts, bricks, walkers) = (built.groups, built.bricks, built.walkers);
        Ok(PyWorld { played: Mutex::new(Played { world: built.world, scripts, bricks, walkers, is_lent: false }) })
    }

    /// The characters of the scene it was read from, as they are now: a structured array with ``position``, ``velocity`` and ``ground`` (the wall that
    /// each stands on, -1 for none), in the order of the scene. They move at the end of each frame; what they touch on the way `carom run` tells.
    ///
    /// >>> import carom
    /// >>> carom.World().characters.shape
    /// (0,)
    #[getter]
    fn characters<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<CharacterRecord>> {
        let characters = py.detach(|| lock(&self.played).walkers.iter().map(Into::into).collect());
        records::array(py, characters)
    }

    /// The settings: a dict with ``gravity``, ``max_events``, ``contact_time`` and ``rest_speed``, as of `World` and `set_settings`.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let settings = self.with(py, |world| *world.settings());
        let dict = PyDict::new(py);
        dict.set_item("gravity", (settings.gravity.x, settings.gravity.y))?;
        dict.set_item("max_events", settings.max_events)?;
        dict.set_item("contact_time", settings.contact_time)?;
        dict.set_item("rest_speed", settings.rest_speed)?;
        Ok(dict)
    }

    /// Changes the settings, all of them, from the next step on. What is left out is as in a new `World`.
    ///
    /// >>> import carom
    /// >>> world = carom.World(rest_speed=0.5)
    /// >>> world.set_settings(**{**world.settings, "gravity": (0, -10)})
    /// >>> world.settings["gravity"], world.settings["rest_speed"]
    /// ((0.0, -10.0), 0.5)
    #[pyo3(signature = (*, gravity=(0.0, 0.0), max_events=0, contact_time=None, rest_speed=0.0))]
    #[pyo3(text_signature = "($self, *, gravity=(0.0, 0.0), max_events=0, contact_time=None, rest_speed=0.0)")]
    fn set_settings(
        &self,
        py: Python<'_>,
        gravity: (f64, f64),
        max_events: u64,
        contact_time: Option<f64>,
        rest_speed: f64,
    ) -> PyResult<()> {
        let settings = Settings { gravity: gravity.into(), max_events, contact_time, rest_speed };
        self.change(py, |world| world.set_settings(settings).map_err(refused))
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
                let played = played.free()?;
                while frame < frames && end == FrameEnd::Completed && looked.elapsed() < PATIENCE {
                    let Played { world, scripts, bricks, .. } = &mut *played;
                    carom_scene::steer(world, scripts, dt);
                    let mut note = |event: &Event| events.push(EventRecord::new(frame, event));
                    end = match bricks.is_empty() {
                        true => world.advance(dt, note),
                        false => {
                            let frame = bricks.step(world, dt);
                            frame.events.iter().for_each(&mut note);
                            frame.end
                        }
                    };
                    played.walk(dt)?;
                    frame += 1;
                }
                Ok::<(), PyErr>(())
            })?;
            py.check_signals()?;
        }
        Ok(PyFrame::new(py, events, end))
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

    /// The energy of motion of all bodies but sensors, rounded.
    #[getter]
    fn motion_energy(&self, py: Python<'_>) -> f64 {
        self.with(py, |world| world.motion_energy())
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

    /// A picture of the world as it is now: walls, gates, and bodies and characters with their velocities.
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
        Ok(PyPicture::new(&self.draw(py, title, size, &theme)))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> Option<String> {
        let is_small = self.with(py, picture::is_small);
        is_small.then(|| self.draw(py, None, None, &Theme::named(ThemeName::Light)).svg())
    }

    /// The state, to go back to, with that of the scene's characters; of a scene in which walls vanish with all its walls.
    #[pyo3(signature = ())]
    fn snapshot(&self, py: Python<'_>) -> PySnapshot {
        py.detach(|| {
            let Played { world, bricks, walkers, .. } = &*lock(&self.played);
            let whole = (!bricks.is_empty()).then(|| (world.clone(), bricks.clone()));
            PySnapshot { state: world.snapshot(), whole, walkers: walkers.clone() }
        })
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
        py.detach(|| {
            let mut played = lock(&self.played);
            let played = played.free()?;
            match &snapshot.whole {
                Some(whole) => (played.world, played.bricks) = whole.clone(),
                None => played.world.restore(&snapshot.state).map_err(refused)?,
            }
            played.walkers.clone_from(&snapshot.walkers);
            Ok(())
        })
    }

    /// A number that is the same for equal states, of bodies, walls that move and characters, on every machine.
    #[pyo3(signature = ())]
    fn state_hash(&self, py: Python<'_>) -> u64 {
        py.detach(|| {
            let Played { world, walkers, .. } = &*lock(&self.played);
            carom_scene::state_hash(world, walkers)
        })
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

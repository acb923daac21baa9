//! Pictures of walls and worlds, as SVG text that notebooks show.

use crate::scan::{View, seen};
use crate::walls::PyWalls;
use carom::{Walls, World};
use carom_draw::{BodyShown, Picture, Scanned, Setting, Theme, ThemeName};
use carom_scene::Walker;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;

/// Up to so many walls are drawn without being asked: a notebook keeps the whole text.
const MAX_SHOWN: usize = 20_000;

/// A picture as SVG text, the same on every machine. A notebook shows it; ``str`` is the text.
///
/// >>> import carom
/// >>> picture = carom.Walls([[0, 0, 4, 3]]).picture()
/// >>> str(picture)[:4]
/// '<svg'
#[pyclass(module = "carom", name = "Picture", frozen)]
pub(crate) struct PyPicture {
    svg: String,
}

impl PyPicture {
    pub(crate) fn new(picture: &Picture) -> PyPicture {
        PyPicture { svg: picture.svg() }
    }
}

#[pymethods]
impl PyPicture {
    /// Writes it to a file.
    #[pyo3(signature = (path))]
    fn save(&self, path: PathBuf) -> PyResult<()> {
        Ok(std::fs::write(path, &self.svg)?)
    }

    fn __str__(&self) -> &str {
        &self.svg
    }

    fn __repr__(&self) -> String {
        format!("Picture({} bytes of SVG)", self.svg.len())
    }

    fn _repr_svg_(&self) -> &str {
        &self.svg
    }
}

#[pymethods]
impl PyWalls {
    /// A picture of the walls, and of what lidars see among them.
    ///
    /// Args:
    ///     poses, beams, fov, max_range, offset: as of `scan`; without poses there are no lidars.
    ///     bodies: discs to be drawn and seen, an array of shape (m, 3), each x, y, radius.
    ///     title: what stands above it.
    ///     size: its width and height in pixels.
    ///     theme: "light" or "dark".
    #[pyo3(signature = (
        poses=None, beams=None, *, fov=None, max_range=f64::INFINITY, offset=(0.0, 0.0, 0.0), bodies=None, title=None, size=None,
        theme="light"
    ))]
    #[pyo3(text_signature = "($self, poses=None, beams=1080, *, fov=None, max_range=..., offset=(0.0, 0.0, 0.0), \
        bodies=None, title=None, size=None, theme='light')")]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn picture<'py>(
        &self,
        py: Python<'py>,
        poses: Option<&Bound<'py, PyAny>>,
        beams: Option<&Bound<'py, PyAny>>,
        fov: Option<f64>,
        max_range: f64,
        offset: (f64, f64, f64),
        bodies: Option<&Bound<'py, PyAny>>,
        title: Option<String>,
        size: Option<[u32; 2]>,
        theme: &str,
    ) -> PyResult<PyPicture> {
        let walls = self.now();
        let view = View { beams, fov, max_range, offset, bodies };
        let (lidars, discs) = seen(&walls, poses, &view)?;
        let scanned = |(origin, ends)| Scanned { name: None, origin, ends };
        let setting = Setting {
            title: title.unwrap_or_else(|| counted(walls.len(), "wall")),
            scans: lidars.into_iter().map(scanned).collect(),
            bodies: discs.into_iter().map(|[x, y, radius]| disc_shown([x, y], radius)).collect(),
            ..plain_setting(&walls)
        };
        let (size, theme) = (checked(size)?, theme_named(theme)?);
        Ok(py.detach(|| PyPicture::new(&setting.picture(size, &theme))))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> Option<String> {
        let walls = self.now();
        if walls.len() > MAX_SHOWN {
            return None;
        }
        let setting = Setting { title: counted(walls.len(), "wall"), ..plain_setting(&walls) };
        Some(py.detach(|| setting.picture(None, &Theme::named(ThemeName::Light)).svg()))
    }
}

/// A world as it is now: walls that stand and that move, gates, and bodies and characters with their velocities.
pub(crate) fn of_world(
    world: &World,
    walkers: &[Walker],
    title: Option<String>,
    size: Option<[u32; 2]>,
    theme: &Theme,
) -> Picture {
    let bodies = world.bodies().map(|(_, body)| {
        let shown = match body.shape.and_then(|id| world.shape(id)) {
            Some(mover) => BodyShown::shaped(None, mover, body.position, body.velocity),
            None => disc_shown(body.position.into(), body.radius),
        };
        BodyShown { velocity: body.velocity, is_sensor: body.sensor, ..shown }
    });
    let characters =
        walkers.iter().map(|walker| BodyShown::shaped(None, walker.mover(), walker.position(), walker.velocity()));
    let standing = world.walls().ids().filter_map(|id| world.get_wall(id));
    let moving = world.groups().flat_map(|(_, group)| group.walls_now());
    let walls = Walls::new(standing.chain(moving));
    let usual = || format!("{}, {}", counted(walls.len(), "wall"), counted_bodies(world.len()));
    let setting = Setting {
        title: title.unwrap_or_else(usual),
        gates: world.gates().filter_map(|id| Some((None, world.get_gate(id)?))).collect(),
        bodies: bodies.chain(characters).collect(),
        ..plain_setting(&walls)
    };
    setting.picture(size, theme)
}

/// Whether a world is small enough to be shown without being asked.
pub(crate) fn is_small(world: &World) -> bool {
    world.walls().len() + world.len() <= MAX_SHOWN
}

pub(crate) fn plain_setting(walls: &Walls) -> Setting<'_> {
    Setting {
        title: String::new(),
        about: String::new(),
        walls,
        gates: Vec::new(),
        zones: Vec::new(),
        scans: Vec::new(),
        bodies: Vec::new(),
        view: None,
    }
}

fn disc_shown(center: [f64; 2], radius: f64) -> BodyShown {
    BodyShown {
        name: None,
        center: center.into(),
        velocity: carom::Vec2::default(),
        radius,
        core: Vec::new(),
        is_sensor: false,
    }
}

pub(crate) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn counted_bodies(count: usize) -> String {
    if count == 1 { "1 body".into() } else { format!("{count} bodies") }
}

pub(crate) fn theme_named(name: &str) -> PyResult<Theme> {
    match name {
        "light" => Ok(Theme::named(ThemeName::Light)),
        "dark" => Ok(Theme::named(ThemeName::Dark)),
        _ => Err(PyValueError::new_err(format!("theme is '{name}'; expected 'light' or 'dark'"))),
    }
}

pub(crate) fn checked(size: Option<[u32; 2]>) -> PyResult<Option<[u32; 2]>> {
    match size {
        Some([width, height]) if !(64..=16_384).contains(&width) || !(64..=16_384).contains(&height) => Err(
            PyValueError::new_err(format!("size is ({width}, {height}); expected numbers of pixels from 64 to 16384")),
        ),
        size => Ok(size),
    }
}

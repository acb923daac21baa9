//! `Walls`: how they come from arrays, polygons and files, and how they come and go.

use crate::arrays::{self, Column};
use crate::refusal::{faulty, refused, refused_at};
use crate::work::lock;
use carom::{Circle, Polygon, Segment, Side, Strategy, Wall, WallId, Walls};
use carom_scene::{ReadLimits, Scene, Skipped, Unknown};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple, PyType};
use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Many walls that stand still: segments and circles, each with an id.
///
/// Args:
///     segments: an array of shape (n, 4), each x0, y0, x1, y1, or of shape (n, 2, 2). Their ids are 0, 1, 2 and so on.
///     circles: an array of shape (m, 3), each x, y, radius: pillars. Their ids come after those of the segments.
///     strategy: how the walls that matter are found, one of "brute-force", "bounds", "quadtree", "bvh" and "grid"; without it,
///         what suits their number. The answers are the same with all of them.
///     mask: bits to filter walls by, one for all or one for each; at first all bits are set.
///     side: the side that a segment can be touched from, 1 for its left and -1 for its right, one for all or one for each; 0 is both.
///     restitution: how much of its speed into the wall a body keeps at most, from 0 to 1, one for all or one for each.
///     friction: 0 or more, one for all or one for each; at first 0. It counts in a `World`: see `World.add`.
///
/// >>> import carom
/// >>> walls = carom.Walls([[4, -1, 4, 1], [2, -1, 2, 1]], circles=[[6, 0, 1]])
/// >>> walls
/// Walls(3, strategy='brute-force')
/// >>> walls.first_touch([0, 0], [8, 0])["wall"]
/// np.int64(1)
#[pyclass(module = "carom", name = "Walls", frozen)]
pub(crate) struct PyWalls {
    /// A question keeps the walls it was asked of, so that it does not matter if somebody changes them meanwhile. It is locked only for
    /// moments, and never while somebody waits for the interpreter.
    walls: Mutex<Arc<Walls>>,
    /// The strategy, if the user chose one.
    chosen: Option<Strategy>,
}

impl PyWalls {
    pub(crate) fn new(walls: Walls) -> PyWalls {
        PyWalls { walls: Mutex::new(Arc::new(walls)), chosen: None }
    }

    fn with(py: Python<'_>, strategy: Option<Strategy>, walls: Vec<Wall>) -> PyWalls {
        let indexed = py.detach(|| match strategy {
            Some(strategy) => Walls::with(strategy, walls),
            None => Walls::new(walls),
        });
        PyWalls { chosen: strategy, ..PyWalls::new(indexed) }
    }

    /// The walls as they are now.
    pub(crate) fn now(&self) -> Arc<Walls> {
        lock(&self.walls).clone()
    }

    fn change<R>(&self, change: impl FnOnce(&mut Walls) -> R) -> R {
        change(Arc::make_mut(&mut lock(&self.walls)))
    }
}

#[pymethods]
impl PyWalls {
    #[new]
    #[pyo3(signature = (segments=None, circles=None, *, strategy=None, mask=None, side=None, restitution=None, friction=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn create(
        py: Python<'_>,
        segments: Option<&Bound<'_, PyAny>>,
        circles: Option<&Bound<'_, PyAny>>,
        strategy: Option<&str>,
        mask: Option<&Bound<'_, PyAny>>,
        side: Option<&Bound<'_, PyAny>>,
        restitution: Option<&Bound<'_, PyAny>>,
        friction: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyWalls> {
        let strategy = strategy.map(strategy_named).transpose()?;
        let walls = described(segments, circles, &Traits { mask, side, restitution, friction })?;
        Ok(PyWalls::with(py, strategy, walls))
    }

    /// The edges of polygons as walls, each edge a wall of its own.
    ///
    /// Args:
    ///     polygons: a list, each an array of shape (k, 2) with the corners, or a list of such arrays, the outer ring and its holes. The
    ///         first corner is not repeated at the end.
    ///     strategy, mask, side, restitution, friction: as of `Walls`. The edges of a counter-clockwise ring have the inside on their left.
    ///
    /// Raises ValueError if one is no polygon, as its edges cross.
    ///
    /// >>> import carom
    /// >>> room = carom.Walls.polygons([[(0, 0), (8, 0), (8, 6), (0, 6)]])
    /// >>> len(room)
    /// 4
    #[classmethod]
    #[pyo3(signature = (polygons, *, strategy=None, mask=None, side=None, restitution=None, friction=None))]
    fn polygons(
        _class: &Bound<'_, PyType>,
        polygons: &Bound<'_, PyAny>,
        strategy: Option<&str>,
        mask: Option<&Bound<'_, PyAny>>,
        side: Option<&Bound<'_, PyAny>>,
        restitution: Option<&Bound<'_, PyAny>>,
        friction: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyWalls> {
        let strategy = strategy.map(strategy_named).transpose()?;
        let mut edges = Vec::new();
        for (index, polygon) in polygons.try_iter()?.enumerate() {
            edges.extend(outline(&polygon?, &format!("polygons[{index}]"))?.edges().map(Wall::from));
        }
        let traits = Traits { mask, side, restitution, friction };
        let walls = traits.given(edges)?;
        Ok(PyWalls::with(polygons.py(), strategy, walls))
    }

    /// The walls of a file: a scene (JSON or TOML), an SVG drawing, GeoJSON, WKT, a Tiled map, whatever the command `carom` reads.
    ///
    /// What is not taken over from the file is told by a warning. A robot's map (`map.yaml`) has cells of which nothing is known:
    /// they are "free" unless `unknown` is "occupied", which makes walls of them too.
    ///
    /// Raises FileNotFoundError, OSError, or ValueError if the file holds something that is not allowed.
    #[classmethod]
    #[pyo3(signature = (path, *, unknown=None))]
    fn read(class: &Bound<'_, PyType>, path: PathBuf, unknown: Option<&str>) -> PyResult<PyWalls> {
        let py = class.py();
        let unknown = unknown.map(unknown_named).transpose()?;
        let scene = read_scene(py, &path, unknown)?;
        let walls = py.detach(|| scene.walls()).map_err(|fault| faulty(&fault))?;
        Ok(PyWalls::new(walls))
    }

    /// Adds walls, as of `Walls`, and returns their ids.
    ///
    /// >>> import carom
    /// >>> walls = carom.Walls()
    /// >>> walls.add([[0, 0, 4, 0], [4, 0, 4, 3]])
    /// array([0, 1])
    #[pyo3(signature = (segments=None, circles=None, *, mask=None, side=None, restitution=None, friction=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn add<'py>(
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
        let ids = self.change(|all| walls.into_iter().map(|wall| all.add(wall).index() as i64).collect());
        Ok(PyArray1::from_vec(py, ids))
    }

    /// Removes walls by their ids, which are not used again.
    ///
    /// Raises ValueError if there is no such wall; then nothing is changed.
    ///
    /// >>> import carom
    /// >>> walls = carom.Walls([[0, 0, 4, 0], [4, 0, 4, 3]])
    /// >>> walls.remove(0)
    /// >>> walls.ids
    /// array([1])
    #[pyo3(signature = (ids))]
    fn remove(&self, ids: &Bound<'_, PyAny>) -> PyResult<()> {
        let (wanted, _) = arrays::whole(ids, "ids")?;
        self.change(|all| {
            let ids = found(all, &wanted)?;
            ids.into_iter().for_each(|id| {
                all.remove(id);
            });
            Ok(())
        })
    }

    /// Puts walls in the place of others, whose ids they get: how walls move. Segments, as many as ids.
    ///
    /// >>> import carom
    /// >>> walls = carom.Walls([[0, 0, 4, 0], [4, 0, 4, 3]])
    /// >>> walls.replace(1, [[5, 0, 5, 3]])
    /// >>> walls.segments.tolist()
    /// [[0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 5.0, 3.0]]
    #[pyo3(signature = (ids, segments=None, circles=None, *, mask=None, side=None, restitution=None, friction=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn replace(
        &self,
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
        if walls.len() != wanted.len() {
            let (walls, ids) = (walls.len(), wanted.len());
            return Err(PyValueError::new_err(format!("{walls} walls given for {ids} ids; expected one each")));
        }
        self.change(|all| {
            let ids = found(all, &wanted)?;
            ids.into_iter().zip(walls).for_each(|(id, wall)| {
                all.replace(id, wall);
            });
            Ok(())
        })
    }

    /// The ids of all walls, from low to high.
    #[getter]
    fn ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, self.now().ids().map(|id| id.index() as i64).collect())
    }

    /// The segments among the walls, in the order of their ids: an array of shape (n, 4).
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let walls = self.now();
        let segments = walls.ids().filter_map(|id| walls.get(id)?.segment());
        let rows: Vec<f64> = segments.flat_map(|s| [s.a().x, s.a().y, s.b().x, s.b().y]).collect();
        table(py, rows, 4)
    }

    /// The circles among the walls, in the order of their ids: an array of shape (n, 3), each x, y, radius.
    #[getter]
    fn circles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let walls = self.now();
        let circles = walls.ids().filter_map(|id| walls.get(id)?.circle());
        let rows: Vec<f64> = circles.flat_map(|c| [c.center().x, c.center().y, c.radius()]).collect();
        table(py, rows, 3)
    }

    /// How the walls that matter are found: the strategy in use.
    #[getter]
    fn strategy(&self) -> &'static str {
        strategy_name(self.now().strategy())
    }

    fn __len__(&self) -> usize {
        self.now().len()
    }

    /// For `pickle` and `copy`: all that makes these walls again, with their ids.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, this) = (slf.py(), slf.get());
        let walls = this.now();
        let (mut rows, mut ids, mut masks, mut sides) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut restitutions, mut frictions) = (Vec::new(), Vec::new());
        for (id, wall) in walls.ids().filter_map(|id| Some((id, walls.get(id)?))) {
            rows.extend(match (wall.segment(), wall.circle()) {
                (Some(s), _) => [s.a().x, s.a().y, s.b().x, s.b().y],
                (None, Some(c)) => [c.center().x, c.center().y, c.radius(), f64::NAN],
                (None, None) => [f64::NAN; 4],
            });
            ids.push(id.index() as i64);
            masks.push(i64::from(wall.mask()));
            sides.push(wall.side() as i64);
            restitutions.push(wall.restitution());
            frictions.push(wall.friction());
        }
        let column = |numbers: Vec<i64>| PyArray1::from_vec(py, numbers);
        let rows = table(py, rows, 4)?;
        let (restitutions, frictions) = (PyArray1::from_vec(py, restitutions), PyArray1::from_vec(py, frictions));
        let strategy = this.chosen.map(strategy_name);
        let all = (rows, column(ids), column(masks), column(sides), restitutions, strategy, frictions);
        let all = all.into_pyobject(py)?;
        Ok((py.get_type::<PyWalls>().getattr("_restore")?, all))
    }

    #[staticmethod]
    #[pyo3(signature = (rows, ids, mask, side, restitution, strategy, friction=None))]
    fn _restore(
        rows: &Bound<'_, PyAny>,
        ids: &Bound<'_, PyAny>,
        mask: &Bound<'_, PyAny>,
        side: &Bound<'_, PyAny>,
        restitution: &Bound<'_, PyAny>,
        strategy: Option<&str>,
        friction: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyWalls> {
        let rows = arrays::rows::<4>(rows, "rows")?.rows;
        let wall = |(index, [x, y, u, v]): (usize, &[f64; 4])| {
            let wall = match v.is_nan() {
                true => Circle::new([*x, *y], *u).map(Wall::from),
                false => Segment::new([*x, *y], [*u, *v]).map(Wall::from),
            };
            wall.map_err(|error| refused_at("rows", index, error))
        };
        let walls = rows.iter().enumerate().map(wall).collect::<PyResult<Vec<Wall>>>()?;
        let traits = Traits { mask: Some(mask), side: Some(side), restitution: Some(restitution), friction };
        let walls = traits.given(walls)?;
        let (ids, _) = arrays::whole(ids, "ids")?;
        let is_ordered = ids.first().is_none_or(|first| *first >= 0) && ids.is_sorted_by(|a, b| a < b);
        let last = ids.last().copied().unwrap_or(-1);
        if !is_ordered || ids.len() != walls.len() || last >= 1 << 29 {
            return Err(PyValueError::new_err("ids are not those of walls"));
        }
        let strategy = strategy.map(strategy_named).transpose()?;
        let py = mask.py();
        let Some(any) = walls.first().copied().filter(|_| last as usize + 1 > walls.len()) else {
            return Ok(PyWalls::with(py, strategy, walls));
        };
        // In the places of walls that are gone, something has been and is gone.
        let mut all = vec![any; last as usize + 1];
        ids.iter().zip(walls).for_each(|(id, wall)| all[*id as usize] = wall);
        let restored = PyWalls::with(py, strategy, all);
        restored.change(|walls| {
            let gone = walls.ids().filter(|id| ids.binary_search(&(id.index() as i64)).is_err());
            gone.collect::<Vec<WallId>>().into_iter().for_each(|id| {
                walls.remove(id);
            });
            walls.rebuild();
        });
        Ok(restored)
    }

    fn __repr__(&self) -> String {
        let walls = self.now();
        format!("Walls({}, strategy='{}')", walls.len(), strategy_name(walls.strategy()))
    }
}

/// What a word says about the unknown cells of a map.
fn unknown_named(name: &str) -> PyResult<Unknown> {
    match name {
        "free" => Ok(Unknown::Free),
        "occupied" => Ok(Unknown::Occupied),
        _ => Err(PyValueError::new_err(format!("unknown is '{name}'; expected 'free' or 'occupied', for a map.yaml"))),
    }
}

/// A scene from a file, a map if something is said of its unknown cells; what was not taken over is told.
pub(crate) fn read_scene(py: Python<'_>, path: &Path, unknown: Option<Unknown>) -> PyResult<Scene> {
    let read = py.detach(|| match unknown {
        None => Scene::read(path, ReadLimits::default()),
        Some(unknown) => Scene::read_map(path, unknown, ReadLimits::default()),
    });
    let (scene, skipped) = read.map_err(|fault| faulty(&fault))?;
    warn_of_skipped(py, path, &skipped)?;
    Ok(scene)
}

/// What of a file was not taken over.
pub(crate) fn warn_of_skipped(py: Python<'_>, path: &Path, skipped: &[Skipped]) -> PyResult<()> {
    for Skipped { what, why, .. } in skipped {
        let message = CString::new(format!("{}: {what}: {why}", path.display()).replace('\0', " "))?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 2)?;
    }
    Ok(())
}

/// An array of shape (n, width) from all its numbers in a row.
pub(crate) fn table<T: numpy::Element>(
    py: Python<'_>,
    numbers: Vec<T>,
    width: usize,
) -> PyResult<Bound<'_, PyArray2<T>>> {
    use numpy::PyArrayMethods;
    let count = numbers.len() / width.max(1);
    PyArray1::from_vec(py, numbers).reshape([count, width])
}

/// What walls have beside their shape, for all or for each.
pub(crate) struct Traits<'a, 'py> {
    pub(crate) mask: Option<&'a Bound<'py, PyAny>>,
    pub(crate) side: Option<&'a Bound<'py, PyAny>>,
    pub(crate) restitution: Option<&'a Bound<'py, PyAny>>,
    pub(crate) friction: Option<&'a Bound<'py, PyAny>>,
}

impl Traits<'_, '_> {
    fn given(&self, mut walls: Vec<Wall>) -> PyResult<Vec<Wall>> {
        let count = walls.len();
        if let Some(mask) = self.mask {
            let masks = arrays::whole_column(mask, "mask", count, [0, u32::MAX.into()])?;
            walls.iter_mut().enumerate().for_each(|(i, wall)| *wall = wall.with_mask(masks.at(i) as u32));
        }
        if let Some(side) = self.side {
            let sides = arrays::whole_column(side, "side", count, [-1, 1])?;
            walls.iter_mut().enumerate().for_each(|(i, wall)| *wall = wall.with_side(side_of(sides.at(i))));
        }
        if let Some(restitution) = self.restitution {
            let restitutions = arrays::column(restitution, "restitution", count)?;
            for (index, wall) in walls.iter_mut().enumerate() {
                *wall = wall.with_restitution(restitutions.at(index)).map_err(|error| match restitutions {
                    Column::One(_) => refused(error),
                    Column::Each(_) => refused_at("restitution", index, error),
                })?;
            }
        }
        if let Some(friction) = self.friction {
            let frictions = arrays::column(friction, "friction", count)?;
            for (index, wall) in walls.iter_mut().enumerate() {
                *wall = wall.with_friction(frictions.at(index)).map_err(|error| match frictions {
                    Column::One(_) => refused(error),
                    Column::Each(_) => refused_at("friction", index, error),
                })?;
            }
        }
        Ok(walls)
    }
}

/// Walls as they are described by arrays: segments, then circles.
pub(crate) fn described(
    segments: Option<&Bound<'_, PyAny>>,
    circles: Option<&Bound<'_, PyAny>>,
    traits: &Traits<'_, '_>,
) -> PyResult<Vec<Wall>> {
    let segments = segments.map_or(Ok(Vec::new()), |segments| arrays::segments(segments, "segments"))?;
    let circles = match circles {
        Some(circles) => arrays::rows::<3>(circles, "circles")?.rows,
        None => Vec::new(),
    };
    let mut walls = Vec::with_capacity(segments.len() + circles.len());
    for (index, [x0, y0, x1, y1]) in segments.into_iter().enumerate() {
        let segment = Segment::new([x0, y0], [x1, y1]).map_err(|error| refused_at("segments", index, error))?;
        walls.push(segment.into());
    }
    for (index, [x, y, radius]) in circles.into_iter().enumerate() {
        walls.push(Circle::new([x, y], radius).map_err(|error| refused_at("circles", index, error))?.into());
    }
    traits.given(walls)
}

/// One ring, or an outer ring and its holes.
pub(crate) fn outline(polygon: &Bound<'_, PyAny>, name: &str) -> PyResult<Polygon> {
    let is_list = polygon.is_instance_of::<PyList>() || polygon.is_instance_of::<PyTuple>();
    let first = if is_list { polygon.get_item(0).ok() } else { None };
    let depth =
        |object: &Bound<'_, PyAny>| object.py().import("numpy")?.call_method1("ndim", (object,))?.extract::<usize>();
    let is_rings = match &first {
        Some(first) => depth(first)? == 2,
        None => false,
    };
    let mut rings = Vec::new();
    if is_rings {
        for (ring, corners) in polygon.try_iter()?.enumerate() {
            rings.push(arrays::rows::<2>(&corners?, &format!("{name}[{ring}]"))?.rows);
        }
    } else {
        rings.push(arrays::rows::<2>(polygon, name)?.rows);
    }
    let mut rings = rings.into_iter();
    let outer = rings.next().unwrap_or_default();
    let holes: Vec<Vec<[f64; 2]>> = rings.collect();
    let made = if holes.is_empty() { Polygon::new(outer) } else { Polygon::with_holes(outer, holes) };
    made.map_err(|error| PyValueError::new_err(format!("{name}: {error}")))
}

/// The id of the wall with a number.
pub(crate) fn wall_named(walls: &Walls, wall: usize) -> PyResult<WallId> {
    found(walls, &[wall as i64]).map(|ids| ids[0])
}

/// The ids that are these numbers, each of a wall that is there.
pub(crate) fn found(walls: &Walls, wanted: &[i64]) -> PyResult<Vec<WallId>> {
    let all: Vec<WallId> = walls.ids().collect();
    let place = |id: &i64| all.binary_search_by_key(id, |wall| wall.index() as i64);
    let mut ids = Vec::with_capacity(wanted.len());
    for id in wanted {
        let Ok(place) = place(id) else {
            return Err(match usize::try_from(*id) {
                Ok(wall) => refused(carom::Error::NoSuchWall { wall }),
                Err(_) => PyValueError::new_err(format!("there is no wall {id}; ids are 0 or more")),
            });
        };
        ids.push(all[place]);
    }
    Ok(ids)
}

fn side_of(number: i64) -> Side {
    match number {
        1 => Side::Left,
        -1 => Side::Right,
        _ => Side::On,
    }
}

fn strategy_name(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::BruteForce => "brute-force",
        Strategy::Bounds => "bounds",
        Strategy::Quadtree => "quadtree",
        Strategy::Bvh => "bvh",
        Strategy::Grid => "grid",
    }
}

fn strategy_named(name: &str) -> PyResult<Strategy> {
    Strategy::ALL.into_iter().find(|strategy| strategy_name(*strategy) == name).ok_or_else(|| {
        let names = Strategy::ALL.map(|strategy| format!("'{}'", strategy_name(strategy)));
        PyValueError::new_err(format!("strategy is '{name}'; expected one of {}", names.join(", ")))
    })
}

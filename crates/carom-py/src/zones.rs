//! Zones: which of them have a place, which a disc meets, and which a move enters and leaves.

use crate::arrays::{self, Rows};
use crate::movers::{Shape, Sweeps, sweeps};
use crate::records::{self, PassageRecord, PlaceRecord};
use crate::refusal::{faulty, refused, refused_at};
use crate::touch::finite;
use crate::walls::{outline, table, warn_of_skipped};
use crate::work::{Cut, Threads, in_pieces, room};
use carom::{Circle, Zones};
use carom_scene::{Boundaries, ReadLimits, Wanted};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::path::PathBuf;

/// Areas, with an index over them. They may overlap, lie in each other, and have holes.
///
/// Of a zone's edge the left and lower sides belong to it, the right and upper ones do not, so that of zones side by side exactly one has a
/// place on their common edge. Who enters less who leaves is always who is inside, however a way is cut into moves.
///
/// Args:
///     polygons: each an array of shape (n, 2), or a list of such: an outer ring and its holes.
///     names: what they are called; without, ``zones[0]`` and so on.
///
/// >>> import carom
/// >>> zones = carom.Zones([[[0, 0], [9, 0], [9, 9], [0, 9]], [[2, 0], [4, 0], [4, 2], [2, 2]]])
/// >>> zones.containing([3, 1])
/// array([0, 1])
/// >>> passages = zones.passages([1, 1], [17, 1])
/// >>> passages["zone"], passages["change"], passages["time"]
/// (array([1, 1, 0]), array([ 1, -1, -1]), array([0.0625, 0.1875, 0.5   ]))
#[pyclass(module = "carom._core", name = "Zones", frozen)]
pub(crate) struct PyZones {
    zones: Zones,
    names: Vec<Option<String>>,
}

/// What another interpreter makes the same zones of.
type Parts<'py> = (Vec<Vec<Bound<'py, PyArray2<f64>>>>, Vec<Option<String>>);

#[pymethods]
impl PyZones {
    #[new]
    #[pyo3(signature = (polygons, names=None))]
    fn new(polygons: &Bound<'_, PyAny>, names: Option<Vec<Option<String>>>) -> PyResult<PyZones> {
        let mut outlines = Vec::new();
        for (index, polygon) in polygons.try_iter()?.enumerate() {
            outlines.push(outline(&polygon?, &format!("polygons[{index}]"))?);
        }
        let names = names.unwrap_or_else(|| vec![None; outlines.len()]);
        if names.len() != outlines.len() {
            let message = format!("{} names given for {} polygons; expected one each", names.len(), outlines.len());
            return Err(PyValueError::new_err(message));
        }
        Ok(PyZones { zones: Zones::new(outlines), names })
    }

    /// The zones of a file: of a scene what it calls zones, of GeoJSON, WKT, SVG and Tiled files the polygons. Degrees are taken as
    /// numbers of a plane, with a warning for whatever is not a zone.
    #[classmethod]
    fn read(class: &Bound<'_, PyType>, path: PathBuf) -> PyResult<PyZones> {
        let py = class.py();
        let read = py.detach(|| Boundaries::read(&path, Wanted::Unmarked, ReadLimits::default()));
        let (found, skipped) = read.map_err(|fault| faulty(&fault))?;
        warn_of_skipped(py, &path, &skipped)?;
        let (names, polygons): (Vec<_>, Vec<_>) = found.areas.into_iter().map(|area| (area.name, area.polygon)).unzip();
        Ok(PyZones { zones: Zones::new(polygons), names })
    }

    /// What they are called.
    #[getter]
    fn names(&self) -> Vec<String> {
        let name = |(i, name): (usize, &Option<String>)| name.clone().unwrap_or_else(|| format!("zones[{i}]"));
        self.names.iter().enumerate().map(name).collect()
    }

    fn __len__(&self) -> usize {
        self.zones.len()
    }

    fn __repr__(&self) -> String {
        format!("Zones({})", self.zones.len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyType>, Parts<'py>)> {
        let array = |ring: &[carom::Point]| table(py, ring.iter().flat_map(|point| [point.x, point.y]).collect(), 2);
        let zones = (0..self.zones.len()).filter_map(|zone| self.zones.get(zone));
        let rings = zones.map(|zone| zone.polygon().rings().map(array).collect());
        Ok((py.get_type::<PyZones>(), (rings.collect::<PyResult<_>>()?, self.names.clone())))
    }

    /// The zones that have a place.
    ///
    /// Args:
    ///     points: an array of shape (n, 2), or (2,) for one.
    ///     threads: how many threads work, 0 for one a core. The answers are the same.
    ///
    /// Returns the numbers of the zones, for one point; for many a structured array with a record for each zone that has one of them:
    /// ``row``, the number of the point, and ``zone``. Both ascend.
    ///
    /// >>> import carom
    /// >>> zones = carom.Zones([[[0, 0], [9, 0], [9, 9], [0, 9]], [[9, 0], [12, 0], [12, 9], [9, 9]]])
    /// >>> found = zones.containing([[1, 1], [9, 5], [20, 5]])
    /// >>> found["row"], found["zone"]
    /// (array([0, 1]), array([0, 1]))
    #[pyo3(signature = (points, *, threads=1))]
    fn containing<'py>(
        &self,
        py: Python<'py>,
        points: &Bound<'py, PyAny>,
        threads: i64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Rows { rows, is_one } = arrays::rows::<2>(points, "points")?;
        finite(&rows, "points", is_one)?;
        self.places(py, &rows, is_one, threads, |zones, point| zones.containing(*point))
    }

    /// The zones that discs meet, edges included: touching counts. As `containing` otherwise.
    ///
    /// >>> import carom
    /// >>> zones = carom.Zones([[[0, 0], [9, 0], [9, 9], [0, 9]], [[9, 0], [12, 0], [12, 9], [9, 9]]])
    /// >>> zones.intersecting([8, 4], 1)
    /// array([0, 1])
    #[pyo3(signature = (points, radius, *, threads=1))]
    fn intersecting<'py>(
        &self,
        py: Python<'py>,
        points: &Bound<'py, PyAny>,
        radius: &Bound<'py, PyAny>,
        threads: i64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Rows { rows, is_one } = arrays::rows::<2>(points, "points")?;
        let radii = arrays::column(radius, "radius", rows.len())?;
        let disc = |(index, point): (usize, &[f64; 2])| {
            let told = |error| if is_one { refused(error) } else { refused_at("points", index, error) };
            Circle::new(*point, radii.at(index)).map_err(told)
        };
        let discs = rows.iter().enumerate().map(disc).collect::<PyResult<Vec<Circle>>>()?;
        self.places(py, &discs, is_one, threads, |zones, disc| zones.intersecting(disc))
    }

    /// When straight moves enter and leave zones.
    ///
    /// Args:
    ///     starts, ends: arrays of shape (n, 2), or (2,) for one that all share.
    ///     threads: how many threads work, 0 for one a core. The answers are the same bits.
    ///
    /// Returns a structured array, a record for each entry or exit, move by move, in order of exact time, then of zone:
    ///
    /// - ``row``: the number of the move; ``zone``: that of the zone.
    /// - ``time``: when, as a part of the move from 0 to 1, rounded toward zero.
    /// - ``change``: 1 enters, -1 leaves.
    /// - ``point``: where, on the zone's edge.
    ///
    /// >>> import carom
    /// >>> zones = carom.Zones([[[0, 0], [8, 0], [8, 8], [0, 8]]])
    /// >>> passages = zones.passages([[-4, 1], [4, 4]], [[12, 1], [4, 12]])
    /// >>> passages["row"], passages["change"], passages["time"]
    /// (array([0, 0, 1]), array([ 1, -1, -1]), array([0.25, 0.75, 0.5 ]))
    #[pyo3(signature = (starts, ends, *, threads=1))]
    fn passages<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        ends: &Bound<'py, PyAny>,
        threads: i64,
    ) -> PyResult<Bound<'py, PyArray1<PassageRecord>>> {
        let (sweeps, _) = sweeps(starts, ends, Shape { radius: None, mover: None })?;
        let Sweeps::Discs(moves) = sweeps else { return Err(PyValueError::new_err("only points pass zones")) };
        let mut places = room((), moves.len())?;
        let found = in_pieces(py, Threads::new(threads)?, &mut places, Cut::SWEEPS, |first, piece| {
            let moves = (first..).zip(&moves[first..first + piece.len()]);
            let passages = |(row, path)| {
                let found = self.zones.passages(path).into_iter();
                found.map(move |(zone, passage)| PassageRecord::new(row, zone, &passage))
            };
            moves.flat_map(passages).collect::<Vec<PassageRecord>>()
        })?;
        Ok(records::array(py, found.concat()))
    }
}

impl PyZones {
    /// A record for each zone that an answer names, or the numbers alone if it is the only one.
    fn places<'py, T: Sync>(
        &self,
        py: Python<'py>,
        questions: &[T],
        is_one: bool,
        threads: i64,
        answer: impl Fn(&Zones, &T) -> Vec<usize> + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut places = room((), questions.len())?;
        let found = in_pieces(py, Threads::new(threads)?, &mut places, Cut::SWEEPS, |first, piece| {
            let questions = (first..).zip(&questions[first..first + piece.len()]);
            let records = |(row, question)| {
                let zones = answer(&self.zones, question).into_iter();
                zones.map(move |zone| PlaceRecord { row: row as i64, zone: zone as i64 })
            };
            questions.flat_map(records).collect::<Vec<PlaceRecord>>()
        })?;
        let found = found.concat();
        Ok(match is_one {
            true => PyArray1::from_vec(py, found.iter().map(|place| place.zone).collect()).into_any(),
            false => records::array(py, found).into_any(),
        })
    }
}

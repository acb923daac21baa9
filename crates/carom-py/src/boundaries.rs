//! Gates and zones: how they come from arrays and files, and which of them moves cross.

use crate::arrays;
use crate::refusal::faulty;
use crate::tracks::{Fix, Move, PyTracks, Time, Times};
use crate::walls::{outline, table, warn_of_skipped};
use crate::work::{Cut, Threads, in_pieces};
use carom::{Change, Direction, Gates, Point, Polygon, Sweep, Zones};
use carom_scene::{Boundaries, ReadLimits, Wanted};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::path::PathBuf;

/// Gates, then zones: each is a boundary with a number and a name.
#[pyclass(module = "carom._core", name = "_Boundaries", frozen)]
pub(crate) struct PyBoundaries {
    gates: Gates,
    zones: Zones,
    names: Vec<Option<String>>,
    #[pyo3(get)]
    is_in_degrees: bool,
}

/// The rows that crossings lead to, when, which boundaries, 1 for forward and in or -1 for backward and out, and where.
type Columns<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyAny>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<f64>>,
);

/// A row that is not later than the one before of its track, and the time of that one.
type Late<'py> = (usize, Bound<'py, PyAny>);

/// What another interpreter makes the same boundaries of: gates, zones, names, whether they are in degrees.
type Parts<'py> = (Vec<Bound<'py, PyArray2<f64>>>, Vec<Vec<Bound<'py, PyArray2<f64>>>>, Vec<Option<String>>, bool);

#[pymethods]
impl PyBoundaries {
    /// Gates are arrays of points, zones are polygons as `Walls.polygons` takes them, and names are those of both, or none.
    #[new]
    #[pyo3(signature = (gates, zones, names=None, is_in_degrees=false))]
    fn new(
        gates: &Bound<'_, PyAny>,
        zones: &Bound<'_, PyAny>,
        names: Option<Vec<Option<String>>>,
        is_in_degrees: bool,
    ) -> PyResult<PyBoundaries> {
        let mut lines = Vec::new();
        for (index, gate) in gates.try_iter()?.enumerate() {
            lines.push(arrays::rows::<2>(&gate?, &format!("gates[{index}]"))?.rows);
        }
        let mut polygons = Vec::new();
        for (index, zone) in zones.try_iter()?.enumerate() {
            polygons.push(outline(&zone?, &format!("zones[{index}]"))?);
        }
        let count = lines.len() + polygons.len();
        let names = names.unwrap_or_else(|| vec![None; count]);
        if names.len() != count {
            let message = format!("{} names given for {count} gates and zones; expected one each", names.len());
            return Err(PyValueError::new_err(message));
        }
        PyBoundaries::of(lines, polygons, names, is_in_degrees)
    }

    /// Those of a file: of a scene its gates; else lines are gates and polygons are zones.
    #[classmethod]
    fn read(class: &Bound<'_, PyType>, path: PathBuf) -> PyResult<PyBoundaries> {
        let py = class.py();
        let read = py.detach(|| Boundaries::read(&path, Wanted::Unmarked, ReadLimits::default()));
        let (found, skipped) = read.map_err(|fault| faulty(&fault))?;
        warn_of_skipped(py, &path, &skipped)?;
        let names = found.lines.iter().map(|line| &line.name).chain(found.areas.iter().map(|area| &area.name));
        let names = names.cloned().collect();
        let lines = found.lines.into_iter().map(|line| line.points).collect();
        let polygons = found.areas.into_iter().map(|area| area.polygon).collect();
        PyBoundaries::of(lines, polygons, names, found.is_in_degrees)
    }

    /// What they are called, gates and then zones.
    #[getter]
    fn names(&self) -> Vec<String> {
        let gates = self.gates.len();
        let name = |(i, name): (usize, &Option<String>)| match (name, i.checked_sub(gates)) {
            (Some(name), _) => name.clone(),
            (None, None) => format!("gates[{i}]"),
            (None, Some(zone)) => format!("zones[{zone}]"),
        };
        self.names.iter().enumerate().map(name).collect()
    }

    /// How many gates there are, and how many zones.
    #[getter]
    fn counts(&self) -> (usize, usize) {
        (self.gates.len(), self.zones.len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyType>, Parts<'py>)> {
        let array = |points: Vec<Point>| table(py, points.iter().flat_map(|point| [point.x, point.y]).collect(), 2);
        let gates = (0..self.gates.len()).map(|gate| {
            let mut pieces = self.gates.pieces(gate).peekable();
            let first = pieces.peek().map(carom::Segment::a);
            array(first.into_iter().chain(pieces.map(|piece| piece.b())).collect())
        });
        let zones = (0..self.zones.len()).filter_map(|zone| self.zones.get(zone)).map(|zone| {
            let polygon = zone.polygon();
            polygon.rings().map(|ring| array(ring.to_vec())).collect()
        });
        let parts =
            (gates.collect::<PyResult<_>>()?, zones.collect::<PyResult<_>>()?, self.names.clone(), self.is_in_degrees);
        Ok((py.get_type::<PyBoundaries>(), parts))
    }

    /// The crossings of rows that follow those that `tracks` has heard of; `numbers` are those of their tracks. Either all rows are heard
    /// of, or none: then it is told which comes too late.
    #[pyo3(signature = (tracks, numbers, times, points, skip_late, threads))]
    #[expect(clippy::too_many_arguments, reason = "they are what the Python part has at hand")]
    fn follow<'py>(
        &self,
        py: Python<'py>,
        tracks: &PyTracks,
        numbers: &Bound<'py, PyAny>,
        times: &Bound<'py, PyAny>,
        points: &Bound<'py, PyAny>,
        skip_late: bool,
        threads: i64,
    ) -> PyResult<(Option<Columns<'py>>, Option<Late<'py>>)> {
        let fixes = fixes(times, points)?;
        let numbers = arrays::whole(numbers, "numbers")?.0;
        let is_dates = fixes.first().is_some_and(|fix| matches!(fix.time, Time::Date(_)));
        match py.detach(|| tracks.follow(&numbers, &fixes, skip_late)) {
            Ok(moves) => Ok((Some(self.columns(py, moves, is_dates, threads)?), None)),
            Err((row, before)) => Ok((None, Some((row, before.object(py)?)))),
        }
    }

    /// The crossings of moves from some times and points to others.
    #[pyo3(signature = (befores, afters, skip_late, threads))]
    fn moved<'py>(
        &self,
        py: Python<'py>,
        befores: (Bound<'py, PyAny>, Bound<'py, PyAny>),
        afters: (Bound<'py, PyAny>, Bound<'py, PyAny>),
        skip_late: bool,
        threads: i64,
    ) -> PyResult<(Option<Columns<'py>>, Option<Late<'py>>)> {
        let (befores, afters) = (fixes(&befores.0, &befores.1)?, fixes(&afters.0, &afters.1)?);
        let is_dates = afters.first().is_some_and(|fix| matches!(fix.time, Time::Date(_)));
        let mut moves: Vec<Move> = befores.into_iter().zip(afters).enumerate().map(Move::new).collect();
        if skip_late {
            moves.retain(|step| !step.is_late());
        }
        match moves.iter().find(|step| step.is_late()) {
            Some(late) => Ok((None, Some((late.row, late.from.time.object(py)?)))),
            None => Ok((Some(self.columns(py, moves, is_dates, threads)?), None)),
        }
    }
}

/// A boundary is crossed on the way to a row.
struct Crossed {
    row: usize,
    time: Time,
    boundary: usize,
    is_forward: bool,
    t: f64,
    point: Point,
}

impl PyBoundaries {
    fn of(
        lines: Vec<Vec<[f64; 2]>>,
        polygons: Vec<Polygon>,
        names: Vec<Option<String>>,
        is_in_degrees: bool,
    ) -> PyResult<PyBoundaries> {
        let gates = Gates::new(lines).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(PyBoundaries { gates, zones: Zones::new(polygons), names, is_in_degrees })
    }

    fn columns<'py>(
        &self,
        py: Python<'py>,
        mut moves: Vec<Move>,
        is_dates: bool,
        threads: i64,
    ) -> PyResult<Columns<'py>> {
        let found = in_pieces(py, Threads::new(threads)?, &mut moves, Cut::SWEEPS, |_, moves| {
            let mut found = Vec::new();
            moves.iter().for_each(|step| self.crossed(step, &mut found));
            found
        })?;
        let found: Vec<Crossed> = found.into_iter().flatten().collect();
        let number = |of: fn(&Crossed) -> f64| PyArray1::from_vec(py, found.iter().map(of).collect());
        let times = match is_dates {
            true => PyArray1::from_vec(py, found.iter().map(|one| one.time.nanoseconds()).collect()).into_any(),
            false => number(|one| one.time.number()).into_any(),
        };
        Ok((
            PyArray1::from_vec(py, found.iter().map(|one| one.row as i64).collect()),
            times,
            PyArray1::from_vec(py, found.iter().map(|one| one.boundary as i64).collect()),
            PyArray1::from_vec(py, found.iter().map(|one| if one.is_forward { 1 } else { -1 }).collect()),
            number(|one| one.point.x),
            number(|one| one.point.y),
        ))
    }

    /// What a move crosses, in order of exact time, gates before zones where times round alike.
    fn crossed(&self, step: &Move, found: &mut Vec<Crossed>) {
        let Ok(path) = Sweep::point(step.from.at, step.to.at) else { return };
        let crossed = |boundary: usize, is_forward: bool, hit: carom::Hit| Crossed {
            row: step.row,
            time: step.from.time.between(step.to.time, hit.t),
            boundary,
            is_forward,
            t: hit.t,
            point: hit.point,
        };
        let first = found.len();
        for (gate, direction, hit) in self.gates.crossings(&path) {
            found.push(crossed(gate, direction == Direction::Forward, hit));
        }
        let gates = found.len();
        for (zone, passage) in self.zones.passages(&path) {
            found.push(crossed(self.gates.len() + zone, passage.change == Change::Enters, passage.hit));
        }
        if first < gates && gates < found.len() {
            // Both are in order, and this keeps what is.
            found[first..].sort_by(|a, b| a.t.total_cmp(&b.t));
        }
    }
}

/// Rows as fixes: times, numbers or nanoseconds, and points.
fn fixes(times: &Bound<'_, PyAny>, points: &Bound<'_, PyAny>) -> PyResult<Vec<Fix>> {
    let points = arrays::rows::<2>(points, "points")?.rows;
    crate::touch::finite(&points, "points", false)?;
    let times = Times::of(times, points.len())?;
    let points = points.into_iter().map(Point::from);
    Ok(match times {
        Times::Numbers(times) => times.into_iter().map(Time::Number).zip(points).map(Fix::new).collect(),
        Times::Dates(times) => times.into_iter().map(Time::Date).zip(points).map(Fix::new).collect(),
    })
}

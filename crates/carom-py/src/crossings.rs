//! Who crosses which gate: columns of tracks in, columns of crossings out.

use crate::arrays;
use crate::touch::finite;
use crate::walls::table;
use crate::work::{Cut, Threads, in_pieces};
use crate::world::gates_of;
use carom::{Direction, Gate, Sweep, Walls};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The columns of crossings: the rows before and after, the part of the way between them, the gate, the direction, and where.
type Columns<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray2<f64>>,
);

/// A gate is crossed between two rows.
struct Crossed {
    rows: [usize; 2],
    t: f64,
    gate: usize,
    direction: i8,
    point: [f64; 2],
}

/// The crossings of moves, each from a row of `points` to another, in the order of the moves, then of exact time.
#[pyfunction]
#[pyo3(signature = (befores, afters, points, gates, threads))]
pub(crate) fn _crossings<'py>(
    py: Python<'py>,
    befores: &Bound<'py, PyAny>,
    afters: &Bound<'py, PyAny>,
    points: &Bound<'py, PyAny>,
    gates: &Bound<'py, PyAny>,
    threads: i64,
) -> PyResult<Columns<'py>> {
    let points = arrays::rows::<2>(points, "points")?.rows;
    finite(&points, "points", false)?;
    let segments = gates_of(gates, "gates")?;
    let mut moves = moves(befores, afters, points.len())?;
    let gates: Vec<Gate> = segments.iter().copied().map(Gate::new).collect();
    let walls = Walls::new(segments);
    let found = in_pieces(py, Threads::new(threads)?, &mut moves, Cut::SWEEPS, |_, moves| {
        let mut found = Vec::new();
        for &mut rows in moves {
            let [from, to] = rows.map(|row| points[row]);
            // What crosses a gate touches it, and what stands still crosses nothing.
            let Ok(path) = Sweep::point(from, to) else { continue };
            if path.start() == path.end() {
                continue;
            }
            for (id, hit) in walls.touches(&path) {
                let gate = id.index();
                if let Some((t, direction)) = gates.get(gate).and_then(|gate| gate.crossed(&path)) {
                    let direction = if direction == Direction::Forward { 1 } else { -1 };
                    found.push(Crossed { rows, t, gate, direction, point: hit.point.into() });
                }
            }
        }
        found
    })?;
    let found: Vec<Crossed> = found.into_iter().flatten().collect();
    let row = |place: usize| PyArray1::from_vec(py, found.iter().map(|crossed| crossed.rows[place] as i64).collect());
    Ok((
        row(0),
        row(1),
        PyArray1::from_vec(py, found.iter().map(|crossed| crossed.t).collect()),
        PyArray1::from_vec(py, found.iter().map(|crossed| crossed.gate as i64).collect()),
        PyArray1::from_vec(py, found.iter().map(|crossed| crossed.direction).collect()),
        table(py, found.iter().flat_map(|crossed| crossed.point).collect(), 2)?,
    ))
}

/// The times at parts of the ways from some times to others, each rounded once.
#[pyfunction]
#[pyo3(signature = (befores, afters, parts))]
pub(crate) fn _between<'py>(
    py: Python<'py>,
    befores: &Bound<'py, PyAny>,
    afters: &Bound<'py, PyAny>,
    parts: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let [befores, afters] = [arrays::list(befores, "befores")?, arrays::list(afters, "afters")?];
    let parts = arrays::list(parts, "parts")?;
    let ways = befores.into_iter().zip(afters).zip(parts);
    let time = |((before, after), t): ((f64, f64), f64)| {
        Sweep::point([before, 0.0], [after, 0.0]).map_or(after, |way| way.at(t).x)
    };
    Ok(PyArray1::from_vec(py, ways.map(time).collect()))
}

fn moves(befores: &Bound<'_, PyAny>, afters: &Bound<'_, PyAny>, rows: usize) -> PyResult<Vec<[usize; 2]>> {
    let ((befores, _), (afters, _)) = (arrays::whole(befores, "befores")?, arrays::whole(afters, "afters")?);
    let row = |row: i64| {
        let place = usize::try_from(row).ok().filter(|place| *place < rows);
        place.ok_or_else(|| PyValueError::new_err(format!("there is no row {row}; there are {rows}")))
    };
    befores.into_iter().zip(afters).map(|(before, after)| Ok([row(before)?, row(after)?])).collect()
}

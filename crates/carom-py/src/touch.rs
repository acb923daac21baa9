//! Many sweeps, one question each: what is touched first, and when?

use crate::arrays::{self, Rows};
use crate::movers::{PyMover, Shape, of_either, sweeps};
use crate::records::{self, HitRecord, NONE};
use crate::walls::PyWalls;
use crate::work::{Cut, Threads, in_pieces, room};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Asks all walls, or those that share a bit with a mask.
macro_rules! ask {
    ($walls:expr, $mask:expr, $($question:tt)*) => {
        match $mask {
            None => $walls.$($question)*,
            Some(mask) => $walls.only(mask).$($question)*,
        }
    };
}
pub(crate) use ask;

#[pymethods]
impl PyWalls {
    /// What each of many moving points, discs or other shapes touches first.
    ///
    /// Args:
    ///     starts, ends: arrays of shape (n, 2), where each is when the frame starts and when it ends; or (2,) for one that all share.
    ///     radius: 0 for points; one for all, or an array of shape (n,).
    ///     mover: the shape of all, a `Mover`, in place of a radius.
    ///     mask: only walls whose mask shares a bit with it.
    ///     threads: how many threads work, 0 for one a core. The answers are the same bits.
    ///
    /// Returns a structured array of shape (n,), or one record if both are (2,):
    ///
    /// - ``time``: when, as a part of the frame from 0 to 1: the exact time, rounded toward zero; infinity if nothing is touched.
    /// - ``wall``: the wall's id, -1 if nothing is touched. Of walls touched at the same exact time it is the lowest.
    /// - ``point``, ``normal``: where, and the direction from the wall toward the mover; NaN if nothing is touched.
    /// - ``feature``: the part of the wall, see `Feature`; ``contact``: how the touch begins, see `Contact`. -1 if nothing is touched.
    /// - ``vertex``, ``edge``: the part of the mover: the number of a vertex, or of the edge that begins there, and -1 for the other; both -1
    ///   of points and discs.
    ///
    /// >>> import carom
    /// >>> walls = carom.Walls([[4, -1, 4, 1], [2, -1, 2, 1]])
    /// >>> hits = walls.first_touch([[0, 0], [0, 5]], [[8, 0], [8, 5]])
    /// >>> hits["time"], hits["wall"]
    /// (array([0.25,  inf]), array([ 1, -1]))
    /// >>> walls.first_touch([0, 0], [8, 0], radius=0.5)["point"]
    /// array([2., 0.])
    #[pyo3(signature = (starts, ends, radius=None, *, mover=None, mask=None, threads=1))]
    #[pyo3(text_signature = "($self, starts, ends, radius=0.0, *, mover=None, mask=None, threads=1)")]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn first_touch<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        ends: &Bound<'py, PyAny>,
        radius: Option<&Bound<'py, PyAny>>,
        mover: Option<&Bound<'py, PyMover>>,
        mask: Option<u32>,
        threads: i64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (sweeps, is_one) = sweeps(starts, ends, Shape { radius, mover })?;
        let (walls, threads) = (self.now(), Threads::new(threads)?);
        let mut hits = room(HitRecord::NOTHING, sweeps.len())?;
        in_pieces(py, threads, &mut hits, Cut::SWEEPS, |first, hits| {
            let found = of_either!(&sweeps, list => ask!(walls, mask, first_touches(&list[first..first + hits.len()])));
            hits.iter_mut().zip(found).for_each(|(hit, found)| *hit = HitRecord::new(found));
        })?;
        one_or_all(records::array(py, hits).into_any(), is_one)
    }

    /// When each of many moving points or discs first touches a wall: the times of `first_touch` alone, infinity where nothing is touched.
    ///
    /// >>> import carom
    /// >>> walls = carom.Walls([[4, -1, 4, 1], [2, -1, 2, 1]])
    /// >>> walls.first_times([[0, 0], [0, 5]], [[8, 0], [8, 5]])
    /// array([0.25,  inf])
    #[pyo3(signature = (starts, ends, radius=None, *, mover=None, mask=None, threads=1))]
    #[pyo3(text_signature = "($self, starts, ends, radius=0.0, *, mover=None, mask=None, threads=1)")]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn first_times<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        ends: &Bound<'py, PyAny>,
        radius: Option<&Bound<'py, PyAny>>,
        mover: Option<&Bound<'py, PyMover>>,
        mask: Option<u32>,
        threads: i64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (sweeps, is_one) = sweeps(starts, ends, Shape { radius, mover })?;
        let (walls, threads) = (self.now(), Threads::new(threads)?);
        let mut times = room(f64::INFINITY, sweeps.len())?;
        in_pieces(py, threads, &mut times, Cut::SWEEPS, |first, times| {
            let found =
                of_either!(&sweeps, list => ask!(walls, mask, first_touches(&list[first..first + times.len()])));
            times.iter_mut().zip(found).for_each(|(time, found)| {
                *time = found.map_or(f64::INFINITY, |(_, hit)| hit.t);
            });
        })?;
        one_or_all(PyArray1::from_vec(py, times).into_any(), is_one)
    }

    /// What stops each of many moving discs first: as `first_touch`, but a disc that touches a wall and leaves, slides or stays without
    /// going deeper is not stopped by it.
    ///
    /// >>> import carom
    /// >>> walls = carom.Walls([[0, 0, 8, 0], [8, 0, 8, 8]])
    /// >>> walls.first_touch([1, 1], [11, 1], radius=1)["wall"], walls.first_stop([1, 1], [11, 1], radius=1)["wall"]
    /// (np.int64(0), np.int64(1))
    #[pyo3(signature = (starts, ends, radius=None, *, mover=None, mask=None, threads=1))]
    #[pyo3(text_signature = "($self, starts, ends, radius=0.0, *, mover=None, mask=None, threads=1)")]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn first_stop<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        ends: &Bound<'py, PyAny>,
        radius: Option<&Bound<'py, PyAny>>,
        mover: Option<&Bound<'py, PyMover>>,
        mask: Option<u32>,
        threads: i64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (sweeps, is_one) = sweeps(starts, ends, Shape { radius, mover })?;
        let (walls, threads) = (self.now(), Threads::new(threads)?);
        let mut hits = room(HitRecord::NOTHING, sweeps.len())?;
        in_pieces(py, threads, &mut hits, Cut::SWEEPS, |first, hits| {
            for (number, hit) in (first..).zip(hits) {
                *hit = HitRecord::new(of_either!(&sweeps, list => ask!(walls, mask, first_stop(&list[number]))));
            }
        })?;
        one_or_all(records::array(py, hits).into_any(), is_one)
    }

    /// All walls that one moving point or disc touches, in order of exact time, then of id; records as of `first_touch`.
    ///
    /// >>> import carom
    /// >>> walls = carom.Walls([[4, -1, 4, 1], [2, -1, 2, 1], [30, -1, 30, 1]])
    /// >>> walls.touches([0, 0], [8, 0])["wall"]
    /// array([1, 0])
    #[pyo3(signature = (start, end, radius=None, *, mover=None, mask=None))]
    #[pyo3(text_signature = "($self, start, end, radius=0.0, *, mover=None, mask=None)")]
    fn touches<'py>(
        &self,
        py: Python<'py>,
        start: &Bound<'py, PyAny>,
        end: &Bound<'py, PyAny>,
        radius: Option<&Bound<'py, PyAny>>,
        mover: Option<&Bound<'py, PyMover>>,
        mask: Option<u32>,
    ) -> PyResult<Bound<'py, PyArray1<HitRecord>>> {
        one(start, "start")?;
        one(end, "end")?;
        let (sweeps, _) = sweeps(start, end, Shape { radius, mover })?;
        let walls = self.now();
        let found = py.detach(|| of_either!(&sweeps, list => ask!(walls, mask, touches(&list[0]))));
        Ok(records::array(py, found.into_iter().map(|found| HitRecord::new(Some(found))).collect()))
    }

    /// Whether each of many moving points or discs touches any wall.
    ///
    /// >>> import carom
    /// >>> walls = carom.Walls([[4, -1, 4, 1], [2, -1, 2, 1]])
    /// >>> walls.touches_any([[0, 0], [0, 5]], [[8, 0], [8, 5]])
    /// array([ True, False])
    #[pyo3(signature = (starts, ends, radius=None, *, mover=None, mask=None, threads=1))]
    #[pyo3(text_signature = "($self, starts, ends, radius=0.0, *, mover=None, mask=None, threads=1)")]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn touches_any<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        ends: &Bound<'py, PyAny>,
        radius: Option<&Bound<'py, PyAny>>,
        mover: Option<&Bound<'py, PyMover>>,
        mask: Option<u32>,
        threads: i64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (sweeps, is_one) = sweeps(starts, ends, Shape { radius, mover })?;
        let (walls, threads) = (self.now(), Threads::new(threads)?);
        let mut answers = room(false, sweeps.len())?;
        in_pieces(py, threads, &mut answers, Cut::SWEEPS, |first, answers| {
            for (number, answer) in (first..).zip(answers) {
                *answer = of_either!(&sweeps, list => ask!(walls, mask, touches_any(&list[number])));
            }
        })?;
        one_or_all(PyArray1::from_vec(py, answers).into_any(), is_one)
    }

    /// The wall nearest to each of many points, and its distance, rounded toward zero: two arrays, ids and distances; -1 and
    /// infinity if there is no wall.
    ///
    /// >>> import carom
    /// >>> walls = carom.Walls([[4, -1, 4, 1], [2, -1, 2, 1]])
    /// >>> walls.nearest([[0, 0], [5, 0]])
    /// (array([1, 0]), array([2., 1.]))
    #[pyo3(signature = (points, *, mask=None, threads=1))]
    fn nearest<'py>(
        &self,
        py: Python<'py>,
        points: &Bound<'py, PyAny>,
        mask: Option<u32>,
        threads: i64,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let Rows { rows: points, is_one } = arrays::rows::<2>(points, "points")?;
        finite(&points, "points", is_one)?;
        let (walls, threads) = (self.now(), Threads::new(threads)?);
        let mut answers = room((NONE, f64::INFINITY), points.len())?;
        in_pieces(py, threads, &mut answers, Cut::SWEEPS, |first, answers| {
            for (answer, point) in answers.iter_mut().zip(&points[first..]) {
                if let Some((wall, distance)) = ask!(walls, mask, nearest(*point)) {
                    *answer = (wall.index() as i64, distance);
                }
            }
        })?;
        let (ids, distances): (Vec<i64>, Vec<f64>) = answers.into_iter().unzip();
        let ids = one_or_all(PyArray1::from_vec(py, ids).into_any(), is_one)?;
        Ok((ids, one_or_all(PyArray1::from_vec(py, distances).into_any(), is_one)?))
    }
}

/// One point.
pub(crate) fn one(object: &Bound<'_, PyAny>, name: &str) -> PyResult<[f64; 2]> {
    match arrays::rows::<2>(object, name)? {
        Rows { rows, is_one: true } => Ok(rows[0]),
        Rows { rows, .. } => Err(PyValueError::new_err(format!("{name} has {} rows; expected shape (2,)", rows.len()))),
    }
}

/// All answers, or the only one if one was asked for.
pub(crate) fn one_or_all(answers: Bound<'_, PyAny>, is_one: bool) -> PyResult<Bound<'_, PyAny>> {
    if is_one { answers.get_item(0) } else { Ok(answers) }
}

/// Whether all numbers are finite; else an error that names the first that is not.
pub(crate) fn finite<const N: usize>(rows: &[[f64; N]], name: &str, is_one: bool) -> PyResult<()> {
    let Some(index) = rows.iter().position(|row| !row.iter().all(|number| number.is_finite())) else { return Ok(()) };
    let place = if is_one { String::new() } else { format!("[{index}]") };
    let numbers: Vec<String> = rows[index].iter().map(f64::to_string).collect();
    Err(PyValueError::new_err(format!("{name}{place} is ({}); expected finite numbers", numbers.join(", "))))
}

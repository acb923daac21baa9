//! Where tracks were last, and the moves that rows are.

use crate::arrays;
use crate::work::lock;
use carom::{Point, Sweep};
use numpy::PyUntypedArrayMethods;
use numpy::{PyArray1, PyArrayDescrMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::sync::Mutex;

/// When something was: in a unit of the user's choice, or in nanoseconds.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(crate) enum Time {
    Number(f64),
    Date(i64),
}

impl Time {
    /// The time at a part of the way from this one to a later one, rounded; of dates only the way is, never the time since an epoch.
    pub(crate) fn between(self, to: Time, t: f64) -> Time {
        match (self, to) {
            (Time::Number(from), Time::Number(to)) => {
                Time::Number(Sweep::point([from, 0.0], [to, 0.0]).map_or(to, |way| way.at(t).x))
            }
            (Time::Date(from), Time::Date(to)) => {
                let way = ((i128::from(to) - i128::from(from)) as f64 * t).round() as i128;
                Time::Date(i64::try_from(i128::from(from) + way).unwrap_or(to))
            }
            _ => to,
        }
    }

    pub(crate) fn number(self) -> f64 {
        match self {
            Time::Number(time) => time,
            Time::Date(time) => time as f64,
        }
    }

    pub(crate) fn nanoseconds(self) -> i64 {
        match self {
            Time::Number(time) => time as i64,
            Time::Date(time) => time,
        }
    }

    pub(crate) fn object(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        Ok(match self {
            Time::Number(time) => time.into_pyobject(py)?.into_any(),
            Time::Date(time) => time.into_pyobject(py)?.into_any(),
        })
    }
}

/// The times of many rows.
pub(crate) enum Times {
    Numbers(Vec<f64>),
    /// In nanoseconds.
    Dates(Vec<i64>),
}

impl Times {
    /// Whole numbers of 64 bits are nanoseconds, others are numbers.
    pub(crate) fn of(object: &Bound<'_, PyAny>, count: usize) -> PyResult<Times> {
        let is_dates = arrays::as_array(object)?.dtype().kind() == b'i';
        let (times, found) = if is_dates {
            let (times, _) = arrays::whole(object, "times")?;
            let found = times.len();
            (Times::Dates(times), found)
        } else {
            let times = arrays::list(object, "times")?;
            let found = times.len();
            (Times::Numbers(times), found)
        };
        if found == count {
            return Ok(times);
        }
        Err(PyValueError::new_err(format!("{found} times given for {count} points; expected one each")))
    }
}

/// A track is somewhere at a time.
#[derive(Clone, Copy)]
pub(crate) struct Fix {
    pub(crate) time: Time,
    pub(crate) at: Point,
}

impl Fix {
    pub(crate) fn new((time, at): (Time, Point)) -> Fix {
        Fix { time, at }
    }
}

/// A track moves from one fix to the next, which is that of a row.
#[derive(Clone, Copy)]
pub(crate) struct Move {
    pub(crate) row: usize,
    pub(crate) from: Fix,
    pub(crate) to: Fix,
}

impl Move {
    pub(crate) fn new((row, (from, to)): (usize, (Fix, Fix))) -> Move {
        Move { row, from, to }
    }

    /// Whether it does not go on in time.
    pub(crate) fn is_late(&self) -> bool {
        self.to.time.partial_cmp(&self.from.time) != Some(std::cmp::Ordering::Greater)
    }
}

/// The last fix of each track; tracks are numbered from 0.
#[pyclass(module = "carom._core", name = "_Tracks", frozen)]
pub(crate) struct PyTracks {
    last: Mutex<Vec<Option<Fix>>>,
}

/// The tracks that have a fix, their times, and where they are.
type State<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyAny>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>);

#[pymethods]
impl PyTracks {
    #[new]
    fn new() -> PyTracks {
        PyTracks { last: Mutex::new(Vec::new()) }
    }

    /// The numbers of all tracks that were heard of, and when and where that was last.
    fn state<'py>(&self, py: Python<'py>) -> State<'py> {
        let last = lock(&self.last).clone();
        let heard: Vec<(usize, Fix)> = last.into_iter().enumerate().filter_map(|(i, fix)| Some((i, fix?))).collect();
        let is_dates = heard.first().is_some_and(|(_, fix)| matches!(fix.time, Time::Date(_)));
        let number = |of: fn(&Fix) -> f64| PyArray1::from_vec(py, heard.iter().map(|(_, fix)| of(fix)).collect());
        let times = match is_dates {
            true => PyArray1::from_vec(py, heard.iter().map(|(_, fix)| fix.time.nanoseconds()).collect()).into_any(),
            false => number(|fix| fix.time.number()).into_any(),
        };
        let numbers = PyArray1::from_vec(py, heard.iter().map(|(number, _)| *number as i64).collect());
        (numbers, times, number(|fix| fix.at.x), number(|fix| fix.at.y))
    }

    /// Forgets all tracks but one, whose number is 0 from now on.
    fn keep_only(&self, number: usize) {
        let mut last = lock(&self.last);
        *last = vec![last.get(number).copied().flatten()];
    }

    /// What it holds is not taken along: it is told in `state`, and told anew.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, ()) {
        (py.get_type::<PyTracks>(), ())
    }
}

impl PyTracks {
    /// The moves that rows are, those of the tracks with these numbers. Either all rows are heard of, or none: then it is told which is not
    /// later than the one before of its track, and when that was.
    pub(crate) fn follow(&self, numbers: &[i64], fixes: &[Fix], skip_late: bool) -> Result<Vec<Move>, (usize, Time)> {
        let mut last = lock(&self.last);
        let mut moves = Vec::with_capacity(fixes.len());
        // Which tracks were where before this, so that it can be undone.
        let mut before: Vec<(usize, Option<Fix>)> = Vec::new();
        for (row, (&number, &to)) in numbers.iter().zip(fixes).enumerate() {
            let number = number.max(0) as usize;
            if last.len() <= number {
                last.resize(number + 1, None);
            }
            let Some(from) = last[number].replace(to) else {
                before.push((number, None));
                continue;
            };
            let step = Move { row, from, to };
            if !step.is_late() {
                before.push((number, Some(from)));
                moves.push(step);
                continue;
            }
            last[number] = Some(from);
            if !skip_late {
                before.into_iter().rev().for_each(|(number, fix)| last[number] = fix);
                return Err((row, from.time));
            }
        }
        Ok(moves)
    }
}

//! Paths from bounce to bounce.

use crate::movers::{PyMover, Shape, of_either, sweeps};
use crate::records::{self, BounceRecord, PathRecord};
use crate::touch::{ask, one_or_all};
use crate::walls::PyWalls;
use crate::work::{Cut, Threads, in_pieces, room};
use carom::Limits;
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A path may have a thousand bounces, so few of them are one piece of work.
const PATHS: Cut = Cut { width: 1, first: 16, largest: 4096 };

#[pymethods]
impl PyWalls {
    /// Follows many points or discs from bounce to bounce. None ever leaves a closed chamber.
    ///
    /// Args:
    ///     starts, ends, radius, mover, mask, threads: as of `first_touch`. Each starts with a velocity of its sweep's motion a frame.
    ///     time: for how long it goes on, in frames, up to infinity. length: how far, along its path. bounces: how many bounces it may
    ///         have. It ends at what is reached first.
    ///     restitution: how much of its speed into a wall is left after a bounce, from 0 to 1; the smaller of this and the wall's counts.
    ///
    /// Returns two structured arrays. The first has one record a bounce, path after path: ``path`` (which of the sweeps), ``time`` in
    /// frames, ``wall``, ``at`` (where the body is), ``point`` (where it touches), ``normal``, and the velocities ``before`` and
    /// ``after``. The second has one record a path: ``end``, ``velocity``, ``time``, ``length``, ``bounces`` (how many), ``ending``
    /// (see `Ending`), ``remaining`` frames, and ``wall``, which blocks it, or -1. Of one sweep the second is one record.
    ///
    /// >>> import carom
    /// >>> walls = carom.Walls([[0, -3, 0, 3]])
    /// >>> bounces, path = walls.bounce([-2, 2], [3, -1])
    /// >>> bounces["point"], path["end"]
    /// (array([[0. , 0.8]]), array([-3., -1.]))
    #[pyo3(signature = (
        starts, ends, radius=None, *, mover=None, time=1.0, length=f64::INFINITY, bounces=1000, restitution=1.0, mask=None, threads=1
    ))]
    #[pyo3(
        text_signature = "($self, starts, ends, radius=0.0, *, mover=None, time=1.0, length=..., bounces=1000, restitution=1.0, \
        mask=None, threads=1)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn bounce<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        ends: &Bound<'py, PyAny>,
        radius: Option<&Bound<'py, PyAny>>,
        mover: Option<&Bound<'py, PyMover>>,
        time: f64,
        length: f64,
        bounces: u32,
        restitution: f64,
        mask: Option<u32>,
        threads: i64,
    ) -> PyResult<(Bound<'py, PyArray1<BounceRecord>>, Bound<'py, PyAny>)> {
        let (sweeps, is_one) = sweeps(starts, ends, Shape { radius, mover })?;
        let limits = checked(Limits { time, length, bounces, restitution })?;
        let (walls, threads) = (self.now(), Threads::new(threads)?);
        let mut paths = room(PathRecord::NOWHERE, sweeps.len())?;
        let bounces = in_pieces(py, threads, &mut paths, PATHS, |first, paths| {
            let mut all = Vec::new();
            for (number, path) in (first..).zip(paths) {
                let found = of_either!(&sweeps, list => ask!(walls, mask, bounce(&list[number], limits)));
                all.extend(found.bounces.iter().map(|bounce| BounceRecord::new(number, bounce)));
                *path = PathRecord::new(&found);
            }
            all
        })?;
        let paths = one_or_all(records::array(py, paths).into_any(), is_one)?;
        Ok((records::array(py, bounces.concat()), paths))
    }
}

fn checked(limits: Limits) -> PyResult<Limits> {
    for (name, value) in [("time", limits.time), ("length", limits.length)] {
        if value.is_nan() || value < 0.0 {
            return Err(PyValueError::new_err(format!("{name} is {value}; expected a number, 0 or more, or infinity")));
        }
    }
    if !(0.0..=1.0).contains(&limits.restitution) {
        let restitution = limits.restitution;
        return Err(PyValueError::new_err(format!("restitution is {restitution}; expected a number from 0 to 1")));
    }
    Ok(limits)
}

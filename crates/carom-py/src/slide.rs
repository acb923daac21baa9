//! Where bodies get to along walls.

use crate::movers::{PyMover, Shape, of_either, sweeps};
use crate::records::{self, SlidRecord, SlideContactRecord};
use crate::refusal::refused;
use crate::touch::{ask, one_or_all};
use crate::walls::PyWalls;
use crate::work::{Cut, Threads, in_pieces, room};
use carom::{Slide, Slope, Vec2};
use numpy::PyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// A slide has a few pieces, and each is some questions.
const SLIDES: Cut = Cut { width: 1, first: 64, largest: 8192 };

#[pymethods]
impl PyWalls {
    /// Moves many bodies, which slide along the walls they meet: how characters walk. None ever gets into a wall or through one.
    ///
    /// Args:
    ///     starts, ends, radius, mover, mask, threads: as of `first_touch`.
    ///     up: the direction away from the ground, of any length; (0, 0) if there is none, as seen from above.
    ///     max_slope: how steep a floor may be, how much it rises for a run of 1; or a pair, rise and run.
    ///     step_height: how high a stair may be that a body on the ground walks up.
    ///     snap: how far down a body on the ground goes to stay on it.
    ///
    /// Returns two structured arrays. The first has one record a wall that is met, in order, body after body: ``path`` (which of the
    /// bodies), ``wall``, ``at`` (where the body is), ``point`` (where it touches), ``normal``, and ``kind`` (see `Surface`). The second
    /// has one record a body: ``end``, ``velocity`` (what walls left of its motion), ``ground`` (the floor it stands on, -1 in the
    /// air), ``contacts`` (how many), ``ending`` (see `SlideEnding`) and ``walls`` (those that end it, -1 for none). Of one body
    /// the second is one record.
    ///
    /// >>> import carom
    /// >>> walls = carom.Walls([[0, 0, 10, 0], [10, 0, 10, 9]])
    /// >>> hero = carom.Mover.box([-1, 0], [1, 3])
    /// >>> contacts, slid = walls.slide([5, 1], [12, -1], mover=hero)
    /// >>> contacts["kind"], slid["end"].round(9), int(slid["ground"])
    /// (array([0, 2]), array([9., 0.]), 0)
    #[pyo3(signature = (
        starts, ends, radius=None, *, mover=None, up=(0.0, 1.0), max_slope=None, step_height=0.0, snap=0.0, mask=None, threads=1
    ))]
    #[pyo3(
        text_signature = "($self, starts, ends, radius=0.0, *, mover=None, up=(0.0, 1.0), max_slope=1.0, step_height=0.0, snap=0.0, \
        mask=None, threads=1)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn slide<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        ends: &Bound<'py, PyAny>,
        radius: Option<&Bound<'py, PyAny>>,
        mover: Option<&Bound<'py, PyMover>>,
        up: (f64, f64),
        max_slope: Option<&Bound<'py, PyAny>>,
        step_height: f64,
        snap: f64,
        mask: Option<u32>,
        threads: i64,
    ) -> PyResult<(Bound<'py, PyArray1<SlideContactRecord>>, Bound<'py, PyAny>)> {
        let (sweeps, is_one) = sweeps(starts, ends, Shape { radius, mover })?;
        let max_slope = max_slope.map_or(Ok(Slope::DIAGONAL), slope)?;
        let settings = checked(Slide { up: Vec2::new(up.0, up.1), max_slope, step_height, snap })?;
        let (walls, threads) = (self.now(), Threads::new(threads)?);
        let mut slid = room(SlidRecord::NOWHERE, sweeps.len())?;
        let contacts = in_pieces(py, threads, &mut slid, SLIDES, |first, slid| {
            let mut all = Vec::new();
            for (number, slid) in (first..).zip(slid) {
                let found = of_either!(&sweeps, list => ask!(walls, mask, slide(&list[number], &settings)));
                all.extend(found.contacts.iter().map(|contact| SlideContactRecord::new(number, contact)));
                *slid = SlidRecord::new(&found);
            }
            all
        })?;
        let slid = one_or_all(records::array(py, slid).into_any(), is_one)?;
        Ok((records::array(py, contacts.concat()), slid))
    }
}

/// A number, which is the rise for a run of 1, or both.
fn slope(object: &Bound<'_, PyAny>) -> PyResult<Slope> {
    let (rise, run) = match object.extract::<f64>() {
        Ok(rise) => (rise, 1.0),
        Err(_) => object
            .extract::<(f64, f64)>()
            .map_err(|_| PyTypeError::new_err("max_slope is neither a number nor a pair of numbers, rise and run"))?,
    };
    Slope::new(rise, run).map_err(refused)
}

fn checked(settings: Slide) -> PyResult<Slide> {
    for (name, value) in [("step_height", settings.step_height), ("snap", settings.snap)] {
        if value.is_nan() || value < 0.0 {
            return Err(PyValueError::new_err(format!("{name} is {value}; expected a number, 0 or more")));
        }
    }
    let Vec2 { x, y } = settings.up;
    if !(x.is_finite() && y.is_finite()) {
        return Err(PyValueError::new_err(format!("up is ({x}, {y}); expected finite numbers")));
    }
    Ok(settings)
}

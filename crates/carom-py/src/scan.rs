//! Lidars: what beams from many robots meet.

use crate::arrays::{self, Column, Rows};
use crate::noise::normal;
use crate::refusal::refused_at;
use crate::touch::{ask, finite, one_or_all};
use crate::walls::{PyWalls, table};
use crate::work::{Cut, Threads, in_pieces, lock, room};
use carom::{Circle, Point, Vec2, Wall, Walls};
use carom_scene::direction_of;
use numpy::{PyArray1, PyArrayDescr, PyArrayDescrMethods, PyUntypedArrayMethods, dtype};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::f64::consts::TAU;
use std::sync::{Arc, Mutex};

/// So many beams may a robot have.
const MAX_BEAMS: u32 = 1 << 24;

/// About so many beams are one piece of work.
const PIECE_BEAMS: usize = 65_536;

#[pymethods]
impl PyWalls {
    /// What the lidars of many robots measure: the distance to the first wall in the direction of each beam.
    ///
    /// Args:
    ///     poses: an array of shape (robots, 3), each x, y, heading in radians; or (robots, 2), with heading 0; or one pose.
    ///     beams: how many, or an array of their angles in radians, relative to the heading.
    ///     fov: the angle between the first beam, at the right, and the last, at the left; see `beam_angles`. Without it, beams are
    ///         evenly all around, the first straight ahead.
    ///     max_range: readings beyond it, and of beams that meet nothing, are this. min_range: readings below it are this. Beams
    ///         start at the sensor in any case, so that no wall is looked through.
    ///     offset: where the sensor is on its robot: x ahead, y to the left, and how far it is turned, in radians.
    ///     dtype: float32 or float64. A float32 is the distance rounded toward zero.
    ///     mask: only walls whose mask shares a bit with it.
    ///     bodies: discs that are seen beside the walls: an array of shape (m, 3), each x, y, radius.
    ///     own: for each robot the body that its sensor is on and does not see, -1 for none.
    ///     noise: the deviation of normally distributed noise that is added to readings of beams that meet something.
    ///     seed, frame, robots: the noise depends on these, on the beam, and on nothing else: a seed, the number of the frame, and the
    ///         robots' numbers, which are 0, 1, 2 and so on if they are not given.
    ///     ids: whether to return also what each beam meets: a wall's id, -1 for nothing, and -2 - k for body k.
    ///     threads: how many threads work, 0 for one a core. The answers are the same bits.
    ///
    /// Returns an array of shape (robots, beams), or (beams,) for one pose; with ``ids`` two of them.
    ///
    /// >>> import carom, numpy as np
    /// >>> room = carom.Walls.polygons([[(-2, -1), (2, -1), (2, 1), (-2, 1)]])
    /// >>> room.scan([0, 0, 0], beams=4)
    /// array([2., 1., 2., 1.], dtype=float32)
    /// >>> room.scan([[0, 0, 0], [1, 0, np.pi / 2]], beams=3, fov=np.pi, max_range=1.5, dtype=np.float64)
    /// array([[1. , 1.5, 1. ],
    ///        [1. , 1. , 1.5]])
    #[pyo3(signature = (
        poses, beams=None, *, fov=None, max_range=f64::INFINITY, min_range=0.0, offset=(0.0, 0.0, 0.0), dtype=None, mask=None,
        bodies=None, own=None, noise=0.0, seed=0, frame=0, robots=None, ids=false, threads=1
    ))]
    #[pyo3(
        text_signature = "($self, poses, beams=1080, *, fov=None, max_range=..., min_range=0.0, offset=(0.0, 0.0, 0.0), \
        dtype=None, mask=None, bodies=None, own=None, noise=0.0, seed=0, frame=0, robots=None, ids=False, threads=1)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn scan<'py>(
        &self,
        py: Python<'py>,
        poses: &Bound<'py, PyAny>,
        beams: Option<&Bound<'py, PyAny>>,
        fov: Option<f64>,
        max_range: f64,
        min_range: f64,
        offset: (f64, f64, f64),
        dtype: Option<&Bound<'py, PyAny>>,
        mask: Option<u32>,
        bodies: Option<&Bound<'py, PyAny>>,
        own: Option<&Bound<'py, PyAny>>,
        noise: f64,
        seed: u64,
        frame: u32,
        robots: Option<&Bound<'py, PyAny>>,
        ids: bool,
        threads: i64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (poses, is_one) = poses_of(poses)?;
        let bodies = bodies.map(|bodies| Bodies::new(bodies, own, poses.len())).transpose()?;
        let robots =
            robots.map(|robots| arrays::whole_column(robots, "robots", poses.len(), [0, i64::MAX])).transpose()?;
        let scan = Scan {
            walls: self.now(),
            mask,
            sensors: sensors(&poses, offset, is_one)?,
            directions: directions(beams, fov)?,
            ranges: ranges(min_range, max_range)?,
            bodies,
            noise: Noise::new(noise, seed, frame, robots)?,
        };
        let asked = Asked { is_one, ids, threads: Threads::new(threads)? };
        if is_double(py, dtype)? { scan.run::<f64>(py, asked) } else { scan.run::<f32>(py, asked) }
    }
}

/// The angles of a lidar's beams relative to its heading, in radians.
///
/// With a field of view, the first beam is at its right edge and the last at its left, evenly spread; a single beam looks straight ahead.
/// Without one they are evenly all around, counter-clockwise, the first straight ahead.
///
/// >>> import carom
/// >>> carom.beam_angles(3, fov=1.5)
/// array([-0.75,  0.  ,  0.75])
/// >>> carom.beam_angles(4) * 2 / 3.141592653589793
/// array([0., 1., 2., 3.])
#[pyfunction]
#[pyo3(signature = (beams=1080, fov=None))]
pub(crate) fn beam_angles<'py>(py: Python<'py>, beams: i64, fov: Option<f64>) -> PyResult<Bound<'py, PyArray1<f64>>> {
    Ok(PyArray1::from_vec(py, angles(beams, fov)?))
}

/// A lidar for a picture.
pub(crate) struct View<'a, 'py> {
    pub(crate) beams: Option<&'a Bound<'py, PyAny>>,
    pub(crate) fov: Option<f64>,
    pub(crate) max_range: f64,
    pub(crate) offset: (f64, f64, f64),
    pub(crate) bodies: Option<&'a Bound<'py, PyAny>>,
}

/// Where a lidar is, and where its beams end.
pub(crate) type Seen = (Point, Vec<Point>);

/// What lidars at some poses see, and the discs that they see.
pub(crate) fn seen(
    walls: &Arc<Walls>,
    poses: Option<&Bound<'_, PyAny>>,
    view: &View<'_, '_>,
) -> PyResult<(Vec<Seen>, Vec<[f64; 3]>)> {
    let bodies = view.bodies.map(|bodies| Bodies::new(bodies, None, 0)).transpose()?;
    let discs = match view.bodies {
        Some(bodies) => arrays::rows::<3>(bodies, "bodies")?.rows,
        None => Vec::new(),
    };
    let Some(poses) = poses else { return Ok((Vec::new(), discs)) };
    let (poses, is_one) = poses_of(poses)?;
    let scan = Scan {
        walls: walls.clone(),
        mask: None,
        sensors: sensors(&poses, view.offset, is_one)?,
        directions: directions(view.beams, view.fov)?,
        ranges: ranges(0.0, view.max_range)?,
        bodies,
        noise: None,
    };
    Ok(((0..poses.len()).map(|robot| scan.seen(robot)).collect(), discs))
}

/// A scan as it is asked for.
struct Scan {
    walls: Arc<Walls>,
    mask: Option<u32>,
    sensors: Vec<Sensor>,
    directions: Arc<[Vec2]>,
    ranges: [f64; 2],
    bodies: Option<Bodies>,
    noise: Option<Noise>,
}

/// Where a sensor is, and where it looks.
#[derive(Clone, Copy)]
struct Sensor {
    at: Point,
    ahead: Vec2,
}

/// How the answer is wanted.
#[derive(Clone, Copy)]
struct Asked {
    is_one: bool,
    ids: bool,
    threads: Threads,
}

/// A number of a reading: `f32` or `f64`.
trait Reading: numpy::Element + Copy + Send + Sync + PartialOrd + 'static {
    const NOTHING: Self;

    /// The largest one that is not above a number, 0 or more.
    fn below(x: f64) -> Self;

    fn look(walls: &Walls, mask: Option<u32>, at: Point, directions: &[Vec2], limit: f64, readings: &mut [Self]);
}

impl Reading for f64 {
    const NOTHING: f64 = f64::INFINITY;

    fn below(x: f64) -> f64 {
        x
    }

    fn look(walls: &Walls, mask: Option<u32>, at: Point, directions: &[Vec2], limit: f64, readings: &mut [f64]) {
        // There is room for as many as there are directions.
        let _ = ask!(walls, mask, scan_distances(&[at], directions, limit, readings));
    }
}

impl Reading for f32 {
    const NOTHING: f32 = f32::INFINITY;

    fn below(x: f64) -> f32 {
        let nearest = x as f32;
        if f64::from(nearest) > x { f32::from_bits(nearest.to_bits() - 1) } else { nearest }
    }

    fn look(walls: &Walls, mask: Option<u32>, at: Point, directions: &[Vec2], limit: f64, readings: &mut [f32]) {
        let _ = ask!(walls, mask, scan_distances_f32(&[at], directions, limit, readings));
    }
}

impl Scan {
    fn run<'py, R: Reading>(&self, py: Python<'py>, asked: Asked) -> PyResult<Bound<'py, PyAny>> {
        let beams = self.directions.len();
        let mut readings = room(R::NOTHING, self.sensors.len().saturating_mul(beams))?;
        let at_once = (PIECE_BEAMS / beams.max(1)).max(1);
        let cut = Cut { width: beams, first: 1, largest: at_once };
        let met = in_pieces(py, asked.threads, &mut readings, cut, |first, readings| {
            let mut turned = Vec::with_capacity(beams);
            let mut met = Vec::new();
            for (robot, readings) in (first..).zip(readings.chunks_mut(beams)) {
                self.turn(robot, &mut turned);
                match (asked.ids, &self.noise) {
                    (false, None) => self.look(robot, &turned, readings),
                    _ => self.look_closely(robot, &turned, readings, asked.ids.then_some(&mut met)),
                }
            }
            met
        })?;
        let shown = |array: Bound<'py, PyAny>| one_or_all(array, asked.is_one);
        let readings = shown(table(py, readings, beams)?.into_any())?;
        if !asked.ids {
            return Ok(readings);
        }
        let ids = shown(table(py, met.concat(), beams)?.into_any())?;
        Ok((readings, ids).into_pyobject(py)?.into_any())
    }

    /// The directions of a robot's beams.
    fn turn(&self, robot: usize, turned: &mut Vec<Vec2>) {
        let Vec2 { x: cos, y: sin } = self.sensors[robot].ahead;
        turned.clear();
        turned.extend(self.directions.iter().map(|d| Vec2::new(cos * d.x - sin * d.y, sin * d.x + cos * d.y)));
    }

    /// Where the beams of a robot end. One that meets nothing however far it goes is not drawn.
    fn seen(&self, robot: usize) -> Seen {
        let (Sensor { at, .. }, [_, max_range]) = (self.sensors[robot], self.ranges);
        let mut turned = Vec::new();
        self.turn(robot, &mut turned);
        let mut beams = self.walls.scan(at, &turned, max_range);
        if let Some(bodies) = &self.bodies {
            for (beam, other) in beams.iter_mut().zip(bodies.discs.scan(at, &turned, max_range)) {
                let is_nearer = |other: &carom::Beam| beam.is_none_or(|beam| other.distance < beam.distance);
                if other.as_ref().is_some_and(is_nearer) {
                    *beam = other;
                }
            }
        }
        let end = |(beam, direction): (Option<carom::Beam>, &Vec2)| match beam {
            Some(beam) => beam.point,
            None if max_range.is_finite() => at + *direction * max_range,
            None => at,
        };
        (at, beams.into_iter().zip(&turned).map(end).collect())
    }

    /// What a robot measures, without noise.
    fn look<R: Reading>(&self, robot: usize, directions: &[Vec2], readings: &mut [R]) {
        let (at, [min_range, max_range]) = (self.sensors[robot].at, self.ranges);
        R::look(&self.walls, self.mask, at, directions, max_range, readings);
        if let Some(bodies) = &self.bodies {
            let mut others = vec![R::NOTHING; readings.len()];
            R::look(&bodies.discs, bodies.mask(robot), at, directions, max_range, &mut others);
            readings.iter_mut().zip(others).for_each(|(reading, other)| {
                if other < *reading {
                    *reading = other;
                }
            });
        }
        clip(readings, R::below(min_range), R::below(max_range));
    }

    /// The same with noise, and with what is met if there is a list for it.
    fn look_closely<R: Reading>(
        &self,
        robot: usize,
        directions: &[Vec2],
        readings: &mut [R],
        met: Option<&mut Vec<i32>>,
    ) {
        let (at, [min_range, max_range]) = (self.sensors[robot].at, self.ranges);
        let mut found: Vec<(f64, i32)> = vec![(f64::INFINITY, -1); directions.len()];
        let mut note = |beams: Vec<Option<carom::Beam>>, id: fn(usize) -> i32| {
            for (found, beam) in found.iter_mut().zip(beams) {
                if let Some(beam) = beam.filter(|beam| beam.distance < found.0) {
                    *found = (beam.distance, id(beam.wall.index()));
                }
            }
        };
        note(ask!(self.walls, self.mask, scan(at, directions, max_range)), |wall| wall as i32);
        if let Some(bodies) = &self.bodies {
            note(ask!(bodies.discs, bodies.mask(robot), scan(at, directions, max_range)), |body| -2 - body as i32);
        }
        for (beam, (reading, (distance, id))) in readings.iter_mut().zip(&found).enumerate() {
            let noise = self.noise.as_ref().filter(|_| *id != -1).map_or(0.0, |noise| noise.at(robot, beam));
            let noisy = distance + noise;
            *reading = R::below(if noisy > 0.0 { noisy } else { 0.0 });
        }
        clip(readings, R::below(min_range), R::below(max_range));
        if let Some(met) = met {
            met.extend(found.iter().map(|(_, id)| *id));
        }
    }
}

fn clip<R: Reading>(readings: &mut [R], min_range: R, max_range: R) {
    for reading in readings {
        if *reading > max_range {
            *reading = max_range;
        }
        if *reading < min_range {
            *reading = min_range;
        }
    }
}

/// Discs that are seen beside the walls.
struct Bodies {
    discs: Walls,
    own: Option<Column<i64>>,
}

/// So many bodies can be told apart by masks.
const MAX_BODIES: usize = 1 << 16;

impl Bodies {
    fn new(bodies: &Bound<'_, PyAny>, own: Option<&Bound<'_, PyAny>>, robots: usize) -> PyResult<Bodies> {
        let rows = arrays::rows::<3>(bodies, "bodies")?.rows;
        let own = own.map(|own| arrays::whole_column(own, "own", robots, [-1, rows.len() as i64 - 1])).transpose()?;
        if own.is_some() && rows.len() > MAX_BODIES {
            let count = rows.len();
            return Err(PyValueError::new_err(format!("{count} bodies; with `own` at most {MAX_BODIES} are allowed")));
        }
        let disc = |(index, [x, y, radius]): (usize, [f64; 3])| {
            let circle = Circle::new([x, y], radius).map_err(|error| refused_at("bodies", index, error))?;
            Ok(Wall::from(circle).with_mask(if own.is_some() { bits(index, 0) } else { u32::MAX }))
        };
        let discs = rows.into_iter().enumerate().map(disc).collect::<PyResult<Vec<Wall>>>()?;
        Ok(Bodies { discs: Walls::new(discs), own })
    }

    /// The mask by which a robot sees all bodies but its own.
    fn mask(&self, robot: usize) -> Option<u32> {
        match self.own.as_ref()?.at(robot) {
            -1 => None,
            own => Some(bits(own as usize, 1)),
        }
    }
}

/// Of each of the 16 digits of a body's number one of two bits: that of the digit, or, with 1 for `other`, that of its opposite. So the bits
/// of one body and the opposite ones of another have a bit in common if a digit differs: if it is another body.
fn bits(body: usize, other: usize) -> u32 {
    (0..16).fold(0, |mask, digit| mask | 1 << (2 * digit + ((body >> digit & 1) ^ other)))
}

/// Noise that is added to readings.
struct Noise {
    deviation: f64,
    seed: u64,
    frame: u32,
    robots: Option<Column<i64>>,
}

impl Noise {
    fn new(deviation: f64, seed: u64, frame: u32, robots: Option<Column<i64>>) -> PyResult<Option<Noise>> {
        if !(deviation.is_finite() && deviation >= 0.0) {
            return Err(PyValueError::new_err(format!("noise is {deviation}; expected a finite number, 0 or more")));
        }
        Ok((deviation > 0.0).then_some(Noise { deviation, seed, frame, robots }))
    }

    fn at(&self, robot: usize, beam: usize) -> f64 {
        let robot = self.robots.as_ref().map_or(robot as u64, |robots| robots.at(robot) as u64);
        self.deviation * normal(self.seed, self.frame, robot, beam as u32)
    }
}

/// x, y and heading of each robot, and whether it is one.
fn poses_of(object: &Bound<'_, PyAny>) -> PyResult<(Vec<[f64; 3]>, bool)> {
    let array = arrays::as_array(object)?;
    let has_heading = array.shape().last() != Some(&2);
    if has_heading {
        let Rows { rows, is_one } = arrays::rows::<3>(&array, "poses")?;
        return Ok((rows, is_one));
    }
    let Rows { rows, is_one } = arrays::rows::<2>(&array, "poses")?;
    Ok((rows.into_iter().map(|[x, y]| [x, y, 0.0]).collect(), is_one))
}

fn sensors(poses: &[[f64; 3]], offset: (f64, f64, f64), is_one: bool) -> PyResult<Vec<Sensor>> {
    finite(poses, "poses", is_one)?;
    let (x, y, angle) = offset;
    finite(&[[x, y, angle]], "offset", true)?;
    let turned = heading(angle, || "the angle of offset".to_string())?;
    let sensor = |(index, [px, py, angle]): (usize, &[f64; 3])| {
        let Vec2 { x: cos, y: sin } = heading(*angle, || format!("the heading of poses[{index}]"))?;
        let at = Point::new(px + (cos * x - sin * y), py + (sin * x + cos * y));
        if !at.is_finite() {
            return Err(PyValueError::new_err(format!("the sensor of poses[{index}] is beyond all numbers")));
        }
        let ahead = Vec2::new(cos * turned.x - sin * turned.y, sin * turned.x + cos * turned.y);
        Ok(Sensor { at, ahead })
    };
    poses.iter().enumerate().map(sensor).collect()
}

fn heading(angle: f64, name: impl FnOnce() -> String) -> PyResult<Vec2> {
    direction_of(angle).ok_or_else(|| {
        PyValueError::new_err(format!("{} is {angle}; expected radians from -1647099 to 1647099", name()))
    })
}

fn ranges(min_range: f64, max_range: f64) -> PyResult<[f64; 2]> {
    if !(max_range > 0.0) {
        return Err(PyValueError::new_err(format!("max_range is {max_range}; expected a number above 0, or infinity")));
    }
    if !(0.0..=max_range).contains(&min_range) || min_range == f64::INFINITY {
        return Err(PyValueError::new_err(format!(
            "min_range is {min_range}; expected a finite number from 0 to max_range, which is {max_range}"
        )));
    }
    Ok([min_range, max_range])
}

/// The directions of beams, relative to a robot that looks along +x.
fn directions(beams: Option<&Bound<'_, PyAny>>, fov: Option<f64>) -> PyResult<Arc<[Vec2]>> {
    /// Those that were asked for last: for one robot they would take as long as its scan.
    static LAST: Mutex<Option<(i64, Option<u64>, Arc<[Vec2]>)>> = Mutex::new(None);
    let count = match beams {
        None => 1080,
        Some(beams) => match beams.extract::<i64>() {
            Ok(count) => count,
            Err(_) if fov.is_some() => {
                return Err(PyValueError::new_err("fov is for a number of beams; these have angles of their own"));
            }
            Err(_) => return listed(&arrays::list(beams, "beams")?),
        },
    };
    let key = fov.map(f64::to_bits);
    if let Some((_, _, directions)) = lock(&LAST).as_ref().filter(|last| last.0 == count && last.1 == key) {
        return Ok(directions.clone());
    }
    let directions: Arc<[Vec2]> = match fov {
        Some(_) => listed(&angles(count, fov)?)?,
        None => {
            carom_scene::Scan { name: None, origin: [0.0, 0.0], beams: checked(count)?, reach: 1.0 }.directions().into()
        }
    };
    *lock(&LAST) = Some((count, key, directions.clone()));
    Ok(directions)
}

fn listed(angles: &[f64]) -> PyResult<Arc<[Vec2]>> {
    let direction = |(index, angle): (usize, &f64)| heading(*angle, || format!("beams[{index}]"));
    angles.iter().enumerate().map(direction).collect()
}

fn angles(count: i64, fov: Option<f64>) -> PyResult<Vec<f64>> {
    let beams = checked(count)?;
    let Some(fov) = fov else {
        return Ok((0..beams).map(|beam| TAU * (f64::from(beam) / f64::from(beams))).collect());
    };
    if !(0.0..=TAU).contains(&fov) {
        return Err(PyValueError::new_err(format!("fov is {fov}; expected radians from 0 to {TAU}")));
    }
    // From the middle, so that those at the left are exactly opposite to those at the right.
    let last = i64::from(beams) - 1;
    let angle = |beam: i64| if last == 0 { 0.0 } else { fov * ((2 * beam - last) as f64 / (2 * last) as f64) };
    Ok((0..=last).map(angle).collect())
}

fn checked(beams: i64) -> PyResult<u32> {
    match u32::try_from(beams) {
        Ok(beams) if (1..=MAX_BEAMS).contains(&beams) => Ok(beams),
        _ => Err(PyValueError::new_err(format!("beams is {beams}; expected a number from 1 to {MAX_BEAMS}"))),
    }
}

/// Whether readings are wanted as float64; as float32 if nothing is said.
fn is_double(py: Python<'_>, wanted: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
    let Some(wanted) = wanted else { return Ok(false) };
    let found = PyArrayDescr::new(py, wanted)?;
    if found.is_equiv_to(&dtype::<f64>(py)) {
        return Ok(true);
    }
    if found.is_equiv_to(&dtype::<f32>(py)) {
        return Ok(false);
    }
    Err(PyValueError::new_err(format!("dtype is {found}; expected float32 or float64")))
}

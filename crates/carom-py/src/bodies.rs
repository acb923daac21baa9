//! Bodies of a `World`: how they come, change and leave it, and what is told of them.

use crate::arrays::{self, Column};
use crate::movers::PyMover;
use crate::records::{self, BodyRecord};
use crate::refusal::{refused, refused_at};
use crate::touch::finite;
use crate::walls::table;
use crate::world::PyWorld;
use carom::{Body, BodyId, Mover, Response, ShapeId, Vec2, World};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

#[pymethods]
impl PyWorld {
    /// Adds bodies, and returns their ids.
    ///
    /// Args:
    ///     positions: an array of shape (n, 2), or (2,) for one.
    ///     velocities: an array of the same shape, or one velocity for all; without it they are at rest.
    ///     radius, mass, restitution, friction: one for all, or an array of shape (n,). A body with radius 0 is a point. Of two frictions
    ///         that meet the root of both multiplied counts, so what meets something without friction feels none.
    ///     mover: a `Mover` that they are in place of discs, a box, a capsule or a convex polygon around their position; one for all, or a
    ///         list of n. Nothing turns.
    ///     layers, mask: bits. Two bodies collide if each has a layer in the other's mask, a body and a wall if their masks share a bit.
    ///     response: what they do at walls: "bounce", "slide" or "stop".
    ///     sensor: whether they pass through everything and only tell which bodies enter and leave them.
    ///
    /// Raises ValueError if one of them has no room, or a number is not allowed; then none is added.
    ///
    /// >>> import carom
    /// >>> world = carom.World(carom.Walls([[-9, 0, 9, 0]]), gravity=(0, -10))
    /// >>> crate = carom.Mover.box([-1, -0.5], [1, 0.5])
    /// >>> ids = world.add([[0, 3], [0.5, 5]], mover=crate, restitution=0)
    /// >>> frame = world.run(1 / 64, 128)
    /// >>> world.positions.round(6)  # one on the floor, the other on top of it
    /// array([[0. , 0.5],
    ///        [0.5, 1.5]])
    #[pyo3(signature = (
        positions, velocities=None, radius=None, *, mover=None, mass=None, restitution=None, friction=None, layers=None,
        mask=None, response="bounce", sensor=false
    ))]
    #[pyo3(
        text_signature = "($self, positions, velocities=None, radius=0.0, *, mover=None, mass=1.0, restitution=1.0, \
        friction=0.0, layers=4294967295, mask=4294967295, response='bounce', sensor=False)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn add<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        velocities: Option<&Bound<'py, PyAny>>,
        radius: Option<&Bound<'py, PyAny>>,
        mover: Option<&Bound<'py, PyAny>>,
        mass: Option<&Bound<'py, PyAny>>,
        restitution: Option<&Bound<'py, PyAny>>,
        friction: Option<&Bound<'py, PyAny>>,
        layers: Option<&Bound<'py, PyAny>>,
        mask: Option<&Bound<'py, PyAny>>,
        response: &str,
        sensor: bool,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let traits = Traits { velocities, radius, mover, mass, restitution, friction, layers, mask, response, sensor };
        let described = traits.described(positions)?;
        let ids = self.change(py, |world| {
            let bodies = described.of_world(world)?;
            add_all(world, &bodies).map_err(|(index, error)| refused_at("positions", index, error))
        })?;
        Ok(PyArray1::from_vec(py, ids.into_iter().map(|id| id.index() as i64).collect()))
    }

    /// Puts bodies in the place of others, whose ids they get: how they get another size, mass or mask.
    ///
    /// Args:
    ///     ids: whose, an array of shape (n,), or one id.
    ///     positions: where they are from now on, an array of shape (n, 2), or (2,) for one.
    ///     velocities, radius, mover, mass, restitution, friction, layers, mask, response, sensor: as of `add`.
    ///
    /// Raises ValueError if one of them has no room there; then nothing is changed.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> ids = world.add([[0, 0], [9, 0]], radius=1, mass=2)
    /// >>> world.replace(1, [5, 0], radius=2, mass=8)
    /// >>> world.bodies["radius"], world.bodies["mass"]
    /// (array([1., 2.]), array([2., 8.]))
    #[pyo3(signature = (
        ids, positions, velocities=None, radius=None, *, mover=None, mass=None, restitution=None, friction=None,
        layers=None, mask=None, response="bounce", sensor=false
    ))]
    #[pyo3(text_signature = "($self, ids, positions, velocities=None, radius=0.0, *, mover=None, mass=1.0, \
        restitution=1.0, friction=0.0, layers=4294967295, mask=4294967295, response='bounce', sensor=False)")]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn replace<'py>(
        &self,
        py: Python<'py>,
        ids: &Bound<'py, PyAny>,
        positions: &Bound<'py, PyAny>,
        velocities: Option<&Bound<'py, PyAny>>,
        radius: Option<&Bound<'py, PyAny>>,
        mover: Option<&Bound<'py, PyAny>>,
        mass: Option<&Bound<'py, PyAny>>,
        restitution: Option<&Bound<'py, PyAny>>,
        friction: Option<&Bound<'py, PyAny>>,
        layers: Option<&Bound<'py, PyAny>>,
        mask: Option<&Bound<'py, PyAny>>,
        response: &str,
        sensor: bool,
    ) -> PyResult<()> {
        let (wanted, _) = arrays::whole(ids, "ids")?;
        let traits = Traits { velocities, radius, mover, mass, restitution, friction, layers, mask, response, sensor };
        let described = traits.described(positions)?;
        self.change(py, |world| {
            let (ids, bodies) = (found(world, &wanted)?, described.of_world(world)?);
            one_each(&ids, bodies.len())?;
            put_all(world, &ids.into_iter().zip(bodies).collect::<Vec<_>>())
        })
    }

    /// Removes bodies by their ids, which are not used again.
    ///
    /// Raises ValueError if there is no such body; then nothing is changed.
    #[pyo3(signature = (ids))]
    fn remove(&self, py: Python<'_>, ids: &Bound<'_, PyAny>) -> PyResult<()> {
        let (wanted, _) = arrays::whole(ids, "ids")?;
        self.change(py, |world| {
            for id in found(world, &wanted)? {
                world.remove(id);
            }
            Ok(())
        })
    }

    /// Gives bodies other velocities: those with these ids, or all, in the order of their ids.
    ///
    /// Args:
    ///     velocities: an array of shape (n, 2), or one velocity for all.
    ///     ids: whose, an array of shape (n,); without it all bodies'.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> ids = world.add([[0, 0], [5, 0]])
    /// >>> world.set_velocities([[1, 0], [0, 2]])
    /// >>> frame = world.step(1.0)
    /// >>> world.positions
    /// array([[1., 0.],
    ///        [5., 2.]])
    #[pyo3(signature = (velocities, ids=None))]
    fn set_velocities(
        &self,
        py: Python<'_>,
        velocities: &Bound<'_, PyAny>,
        ids: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let wanted = ids.map(|ids| arrays::whole(ids, "ids")).transpose()?;
        let count = match &wanted {
            Some((wanted, _)) => wanted.len(),
            None => self.with(py, |world| world.len()),
        };
        let velocities = vectors(velocities, "velocities", count)?;
        if let Column::Each(rows) = &velocities {
            finite(rows, "velocities", false)?;
        }
        self.change(py, |world| {
            let ids = match &wanted {
                Some((wanted, _)) => found(world, wanted)?,
                None => world.bodies().map(|(id, _)| id).collect(),
            };
            for (index, id) in ids.into_iter().enumerate().take(count) {
                world.set_velocity(id, velocities.at(index)).map_err(|error| refused_at("velocities", index, error))?;
            }
            Ok(())
        })
    }

    /// Gives one body another velocity, x and y; returns the old one.
    ///
    /// Raises ValueError if it is not finite, or there is no such body.
    #[pyo3(signature = (body, velocity))]
    fn set_velocity(&self, py: Python<'_>, body: usize, velocity: (f64, f64)) -> PyResult<(f64, f64)> {
        self.change(py, |world| {
            let id = body_named(world, body)?;
            world.set_velocity(id, velocity).map(Into::into).map_err(refused)
        })
    }

    /// Adds to the momentum of bodies: a kick, a gust of wind. Those with these ids, or all, in the order of their ids.
    ///
    /// Args:
    ///     impulses: an array of shape (n, 2), or one for all: mass times the change of velocity.
    ///     ids: whose, an array of shape (n,); without it all bodies'.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> ids = world.add([[0, 0], [5, 0]], mass=[1, 2])
    /// >>> world.push([0, 4])
    /// >>> world.velocities
    /// array([[0., 4.],
    ///        [0., 2.]])
    #[pyo3(signature = (impulses, ids=None))]
    fn push(&self, py: Python<'_>, impulses: &Bound<'_, PyAny>, ids: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let wanted = ids.map(|ids| arrays::whole(ids, "ids")).transpose()?;
        let count = match &wanted {
            Some((wanted, _)) => wanted.len(),
            None => self.with(py, |world| world.len()),
        };
        let impulses = vectors(impulses, "impulses", count)?;
        if let Column::Each(rows) = &impulses {
            finite(rows, "impulses", false)?;
        }
        self.change(py, |world| {
            let ids = match &wanted {
                Some((wanted, _)) => found(world, wanted)?,
                None => world.bodies().map(|(id, _)| id).collect(),
            };
            for (index, id) in ids.into_iter().enumerate().take(count) {
                world.push(id, impulses.at(index)).map_err(|error| refused_at("impulses", index, error))?;
            }
            Ok(())
        })
    }

    /// Puts bodies in other places by hand: those with these ids, or all, in the order of their ids. It is done at once, so that two can change places.
    ///
    /// Raises ValueError if one of them has no room there; then nothing is changed.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> ids = world.add([[0, 0], [5, 0]], radius=1)
    /// >>> world.set_positions([[5, 0], [0, 0]])
    /// >>> world.positions
    /// array([[5., 0.],
    ///        [0., 0.]])
    #[pyo3(signature = (positions, ids=None))]
    fn set_positions(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        ids: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let wanted = ids.map(|ids| arrays::whole(ids, "ids")).transpose()?;
        let positions = arrays::rows::<2>(positions, "positions")?.rows;
        self.change(py, |world| {
            let ids = match &wanted {
                Some((wanted, _)) => found(world, wanted)?,
                None => world.bodies().map(|(id, _)| id).collect(),
            };
            one_each(&ids, positions.len())?;
            let moved = |(id, position): (BodyId, &[f64; 2])| Some((id, world.get(id)?.position(*position)));
            let moved: Vec<(BodyId, Body)> = ids.into_iter().zip(&positions).filter_map(moved).collect();
            put_all(world, &moved)
        })
    }

    /// All bodies in the order of their ids: a structured array with ``id``, ``position``, ``velocity``, ``radius``, ``mass``,
    /// ``restitution``, ``friction``, ``layers``, ``mask``, ``response`` (see `Response`), ``sensor``, ``is_at_rest`` (it stands on something)
    /// and ``shape`` (the place of its shape in `shapes`; -1 of points and discs).
    #[getter]
    fn bodies<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<BodyRecord>> {
        let bodies = self.with(py, |world| world.bodies().map(|(id, body)| BodyRecord::new(world, id, body)).collect());
        records::array(py, bodies)
    }

    /// The shapes that bodies have, each once, in the order in which they came: a list of `Mover`.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> ids = world.add([[0, 0], [4, 0], [8, 0]], mover=carom.Mover.box([-1, -1], [1, 1]))
    /// >>> world.bodies["shape"], world.shapes
    /// (array([0, 0, 0]), [Mover(4 vertices, radius=0)])
    #[getter]
    fn shapes(&self, py: Python<'_>) -> Vec<PyMover> {
        self.with(py, |world| world.shapes().map(|(_, mover)| PyMover { mover: mover.clone() }).collect())
    }

    /// The ids of all bodies, from low to high.
    #[getter]
    fn ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, self.with(py, |world| world.bodies().map(|(id, _)| id.index() as i64).collect()))
    }

    /// Where the bodies are, in the order of their ids: an array of shape (n, 2).
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let numbers =
            self.with(py, |world| world.bodies().flat_map(|(_, body)| [body.position.x, body.position.y]).collect());
        table(py, numbers, 2)
    }

    /// Their velocities, in the order of their ids: an array of shape (n, 2).
    #[getter]
    fn velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let numbers =
            self.with(py, |world| world.bodies().flat_map(|(_, body)| [body.velocity.x, body.velocity.y]).collect());
        table(py, numbers, 2)
    }

    /// Where the bodies are and how large, sensors left out, in the order of their ids: an array of shape (n, 3), each x, y, radius, as
    /// `Walls.scan` sees them. One with a shape has no radius here; `now` has its outline.
    #[getter]
    fn discs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let numbers = self.with(py, |world| {
            let solid = world.bodies().filter(|(_, body)| !body.sensor);
            solid.flat_map(|(_, body)| [body.position.x, body.position.y, body.radius]).collect()
        });
        table(py, numbers, 3)
    }
}

/// What bodies have beside their place, for all or for each.
struct Traits<'a, 'py> {
    velocities: Option<&'a Bound<'py, PyAny>>,
    radius: Option<&'a Bound<'py, PyAny>>,
    mover: Option<&'a Bound<'py, PyAny>>,
    mass: Option<&'a Bound<'py, PyAny>>,
    restitution: Option<&'a Bound<'py, PyAny>>,
    friction: Option<&'a Bound<'py, PyAny>>,
    layers: Option<&'a Bound<'py, PyAny>>,
    mask: Option<&'a Bound<'py, PyAny>>,
    response: &'a str,
    sensor: bool,
}

/// Bodies as they are described by arrays, and the shapes that they are to have.
struct Described {
    bodies: Vec<Body>,
    movers: Option<Column<usize>>,
    /// Each once.
    shapes: Vec<Mover>,
}

impl Traits<'_, '_> {
    fn described(&self, positions: &Bound<'_, PyAny>) -> PyResult<Described> {
        let positions = arrays::rows::<2>(positions, "positions")?.rows;
        let count = positions.len();
        let velocities = self.velocities.map(|rows| vectors(rows, "velocities", count)).transpose()?;
        let number = |object: Option<&Bound<'_, PyAny>>, name: &str, usual: f64| {
            object.map_or(Ok(Column::One(usual)), |object| arrays::column(object, name, count))
        };
        let bits = |object: Option<&Bound<'_, PyAny>>, name: &str| {
            let all = i64::from(u32::MAX);
            object.map_or(Ok(Column::One(all)), |object| arrays::whole_column(object, name, count, [0, all]))
        };
        let (radius, mass) = (number(self.radius, "radius", 0.0)?, number(self.mass, "mass", 1.0)?);
        let (restitution, friction) =
            (number(self.restitution, "restitution", 1.0)?, number(self.friction, "friction", 0.0)?);
        let (layers, mask) = (bits(self.layers, "layers")?, bits(self.mask, "mask")?);
        let response = response_named(self.response)?;
        let body = |index: usize| Body {
            velocity: velocities.as_ref().map_or(Vec2::default(), |velocities| velocities.at(index).into()),
            mass: mass.at(index),
            restitution: restitution.at(index),
            friction: friction.at(index),
            layers: layers.at(index) as u32,
            mask: mask.at(index) as u32,
            response,
            sensor: self.sensor,
            ..Body::disc(positions[index], radius.at(index))
        };
        let bodies = (0..count).map(body).collect();
        let Some(movers) = self.mover else { return Ok(Described { bodies, movers: None, shapes: Vec::new() }) };
        if self.radius.is_some() {
            return Err(PyValueError::new_err(
                "radius and mover are both given; a mover has its own radius, see Mover.grown",
            ));
        }
        let (movers, shapes) = each_once(movers, count)?;
        Ok(Described { bodies, movers: Some(movers), shapes })
    }
}

impl Described {
    /// The bodies with shapes of a world, which gets those that it does not have.
    fn of_world(&self, world: &mut World) -> PyResult<Vec<Body>> {
        let shapes: Vec<ShapeId> = self.shapes.iter().map(|shape| shared(world, shape)).collect::<PyResult<_>>()?;
        let shape = |index: usize| self.movers.as_ref().map(|movers| shapes[movers.at(index)]);
        Ok(self.bodies.iter().enumerate().map(|(index, body)| Body { shape: shape(index), ..*body }).collect())
    }
}

/// One mover for all, or a list of `count` of them: which each has, and all of them, each once.
fn each_once(movers: &Bound<'_, PyAny>, count: usize) -> PyResult<(Column<usize>, Vec<Mover>)> {
    if let Ok(mover) = movers.cast::<PyMover>() {
        return Ok((Column::One(0), vec![mover.get().mover.clone()]));
    }
    let (mut shapes, mut which): (Vec<Mover>, Vec<usize>) = (Vec::new(), Vec::new());
    let list = movers.try_iter().map_err(|_| wrong_mover(movers, "mover"))?;
    for (index, item) in list.enumerate() {
        let item = item?;
        let mover = item.cast::<PyMover>().map_err(|_| wrong_mover(&item, &format!("mover[{index}]")))?;
        let mover = &mover.get().mover;
        which.push(shapes.iter().position(|other| other == mover).unwrap_or(shapes.len()));
        if which[index] == shapes.len() {
            shapes.push(mover.clone());
        }
    }
    if which.len() != count {
        let found = which.len();
        return Err(PyValueError::new_err(format!("mover has {found} movers; expected one for all, or {count}")));
    }
    Ok((Column::Each(which), shapes))
}

fn wrong_mover(found: &Bound<'_, PyAny>, name: &str) -> PyErr {
    let kind = found.get_type().name().map_or_else(|_| "something".into(), |name| name.to_string());
    PyTypeError::new_err(format!("{name} is a {kind}; expected a carom.Mover, or a list of them"))
}

/// The shape of a world that is this one; it is added if there is none.
fn shared(world: &mut World, shape: &Mover) -> PyResult<ShapeId> {
    let there = world.shapes().find(|(_, mover)| *mover == shape).map(|(id, _)| id);
    there.map_or_else(|| world.add_shape(shape.clone()).map_err(refused), Ok)
}

/// Whether there are as many rows as bodies.
fn one_each(ids: &[BodyId], rows: usize) -> PyResult<()> {
    if ids.len() == rows {
        return Ok(());
    }
    let ids = ids.len();
    Err(PyValueError::new_err(format!("positions has {rows} rows for {ids} bodies; expected one each")))
}

/// Adds all bodies, or none: then which one is refused, and why.
fn add_all(world: &mut World, bodies: &[Body]) -> Result<Vec<BodyId>, (usize, carom::Error)> {
    let mut ids = Vec::with_capacity(bodies.len());
    for (index, body) in bodies.iter().enumerate() {
        match world.add(*body) {
            Ok(id) => ids.push(id),
            Err(error) => {
                ids.into_iter().for_each(|id| {
                    world.remove(id);
                });
                return Err((index, error));
            }
        }
    }
    Ok(ids)
}

/// Puts all bodies in the places of those with these ids, at once, or none.
fn put_all(world: &mut World, bodies: &[(BodyId, Body)]) -> PyResult<()> {
    let before = world.snapshot();
    let put = put_at_once(world, bodies);
    if put.is_err() {
        // The walls are what they were, so there is room for all of them.
        world.restore(&before).map_err(refused)?;
    }
    put.map_err(|(index, error)| refused_at("positions", index, error))
}

fn put_at_once(world: &mut World, bodies: &[(BodyId, Body)]) -> Result<(), (usize, carom::Error)> {
    let room = |body: &Body| (body.position, body.radius, body.layers, body.mask, body.sensor, body.shape);
    // First those that take another room meet nobody, so that nobody is in the way who will not be.
    for (index, (id, body)) in bodies.iter().enumerate() {
        if world.get(*id).map(room) != Some(room(body)) {
            world.replace(*id, body.layers(0).mask(0)).map_err(|error| (index, error))?;
        }
    }
    bodies.iter().enumerate().try_for_each(|(index, (id, body))| match world.replace(*id, *body) {
        Ok(_) => Ok(()),
        Err(error) => Err((index, error)),
    })
}

/// The id of the body with a number.
pub(crate) fn body_named(world: &World, body: usize) -> PyResult<BodyId> {
    found(world, &[body as i64]).map(|ids| ids[0])
}

/// The ids that are these numbers, each of a body that is there.
pub(crate) fn found(world: &World, wanted: &[i64]) -> PyResult<Vec<BodyId>> {
    let all: Vec<BodyId> = world.bodies().map(|(id, _)| id).collect();
    let mut ids = Vec::with_capacity(wanted.len());
    for id in wanted {
        let Ok(place) = all.binary_search_by_key(id, |body| body.index() as i64) else {
            return Err(match usize::try_from(*id) {
                Ok(body) => refused(carom::Error::NoSuchBody { body }),
                Err(_) => PyValueError::new_err(format!("there is no body {id}; ids are 0 or more")),
            });
        };
        ids.push(all[place]);
    }
    Ok(ids)
}

/// One vector for all, or `count` of them.
fn vectors(object: &Bound<'_, PyAny>, name: &str, count: usize) -> PyResult<Column<[f64; 2]>> {
    let rows = arrays::rows::<2>(object, name)?;
    match rows.rows.len() {
        _ if rows.is_one => Ok(Column::One(rows.rows[0])),
        found if found == count => Ok(Column::Each(rows.rows)),
        found => {
            Err(PyValueError::new_err(format!("{name} has {found} rows; expected {count}, or shape (2,) for all")))
        }
    }
}

fn response_named(name: &str) -> PyResult<Response> {
    match name {
        "bounce" => Ok(Response::Bounce),
        "slide" => Ok(Response::Slide),
        "stop" => Ok(Response::Stop),
        _ => Err(PyValueError::new_err(format!("response is '{name}'; expected 'bounce', 'slide' or 'stop'"))),
    }
}

//! Structured arrays: one record an answer, with named fields.

use carom::{
    Body, BodyId, Bounce, Contact, Direction, Ending, Event, EventKind, Feature, Hit, MoverPart, Response, WallId,
};
use carom::{Change, Passage, Slid, SlideContact, SlideEnding, Surface};
use carom::{Dangling, Group, GroupId, Overlapped, Squeeze, Thing, World};
use carom_scene::Walker;
use numpy::{Element, PyArray1, PyArrayDescr};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Where there is no wall, body or gate.
pub(crate) const NONE: i64 = -1;

/// Declares a record, with the names, types and places of its fields as NumPy is told them. There are no gaps between them, which would
/// hold whatever was in memory before: where fields do not fill whole words, what fills the last one is said after a semicolon.
macro_rules! record {
    ($(#[$about:meta])* $name:ident {
        $($(#[$field_about:meta])* $field:ident: $type:ty = $format:literal,)* $(; $rest:ident: $rest_type:ty)?
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        #[repr(C)]
        pub(crate) struct $name {
            $($(#[$field_about])* pub(crate) $field: $type,)*
            $(pub(crate) $rest: $rest_type,)?
        }

        const _: () = assert!(size_of::<$name>() == 0 $(+ size_of::<$type>())* $(+ size_of::<$rest_type>())?);

        // SAFETY: a record is plain numbers, and the type says exactly where they are.
        unsafe impl Element for $name {
            const IS_COPY: bool = true;

            fn get_dtype(py: Python<'_>) -> Bound<'_, PyArrayDescr> {
                static DTYPE: std::sync::OnceLock<Py<PyArrayDescr>> = std::sync::OnceLock::new();
                if let Some(dtype) = DTYPE.get() {
                    return dtype.bind(py).clone();
                }
                let names = [$(stringify!($field)),*];
                let formats = [$($format),*];
                let offsets = [$(std::mem::offset_of!($name, $field)),*];
                let dtype = dtype(py, &names, &formats, &offsets, size_of::<$name>());
                // A type that NumPy does not know would be a mistake in this file, and the tests would not get far.
                let dtype = dtype.expect("NumPy knows the formats of all fields");
                DTYPE.get_or_init(|| dtype.clone().unbind()).bind(py).clone()
            }

            fn clone_ref(&self, _: Python<'_>) -> Self {
                *self
            }
        }
    };
}

record! {
    /// What a sweep touches first.
    HitRecord {
        time: f64 = "f8",
        wall: i64 = "i8",
        point: [f64; 2] = "(2,)f8",
        normal: [f64; 2] = "(2,)f8",
        feature: i32 = "i4",
        contact: i32 = "i4",
        /// Of a mover, what of it touches: one of both, or neither.
        vertex: i32 = "i4",
        edge: i32 = "i4",
    }
}

record! {
    /// One bounce of a path.
    BounceRecord {
        path: i64 = "i8",
        time: f64 = "f8",
        wall: i64 = "i8",
        at: [f64; 2] = "(2,)f8",
        point: [f64; 2] = "(2,)f8",
        normal: [f64; 2] = "(2,)f8",
        before: [f64; 2] = "(2,)f8",
        after: [f64; 2] = "(2,)f8",
    }
}

record! {
    /// How a bounce path ends.
    PathRecord {
        end: [f64; 2] = "(2,)f8",
        velocity: [f64; 2] = "(2,)f8",
        time: f64 = "f8",
        length: f64 = "f8",
        remaining: f64 = "f8",
        bounces: i64 = "i8",
        wall: i64 = "i8",
        ending: i64 = "i8",
    }
}

record! {
    /// A wall that a body met as it slid.
    SlideContactRecord {
        path: i64 = "i8",
        wall: i64 = "i8",
        at: [f64; 2] = "(2,)f8",
        point: [f64; 2] = "(2,)f8",
        normal: [f64; 2] = "(2,)f8",
        kind: i64 = "i8",
    }
}

record! {
    /// Where a body slid to.
    SlidRecord {
        end: [f64; 2] = "(2,)f8",
        velocity: [f64; 2] = "(2,)f8",
        ground: i64 = "i8",
        contacts: i64 = "i8",
        ending: i64 = "i8",
        walls: [i64; 2] = "(2,)i8",
    }
}

record! {
    /// A body of a world.
    BodyRecord {
        id: i64 = "i8",
        position: [f64; 2] = "(2,)f8",
        velocity: [f64; 2] = "(2,)f8",
        radius: f64 = "f8",
        mass: f64 = "f8",
        restitution: f64 = "f8",
        friction: f64 = "f8",
        /// Its place among the shapes, if it has one.
        shape: i64 = "i8",
        layers: u32 = "u4",
        mask: u32 = "u4",
        response: i32 = "i4",
        sensor: bool = "?",
        is_at_rest: bool = "?",
        ; rest: [u8; 2]
    }
}

record! {
    /// Something that happened to a body or a group.
    EventRecord {
        frame: i64 = "i8",
        time: f64 = "f8",
        kind: i32 = "i4",
        /// Of a gate: 1 is forward, -1 is backward.
        direction: i32 = "i4",
        body: i64 = "i8",
        other: i64 = "i8",
        /// The group, where there is one.
        group: i64 = "i8",
        /// Of a group: which of its walls.
        part: i64 = "i8",
        /// Of one that is squeezed, what it is squeezed against: its kind and its id.
        against_kind: i64 = "i8",
        against: i64 = "i8",
        at: [f64; 2] = "(2,)f8",
        point: [f64; 2] = "(2,)f8",
        normal: [f64; 2] = "(2,)f8",
        before: [f64; 2] = "(2,)f8",
        after: [f64; 2] = "(2,)f8",
        other_at: [f64; 2] = "(2,)f8",
        other_before: [f64; 2] = "(2,)f8",
        other_after: [f64; 2] = "(2,)f8",
    }
}

record! {
    /// How often a gate was crossed, in each direction.
    GateRecord {
        id: i64 = "i8",
        segment: [f64; 4] = "(4,)f8",
        forward: u64 = "u8",
        backward: u64 = "u8",
    }
}

record! {
    /// A zone that has a place, or meets a disc.
    PlaceRecord {
        row: i64 = "i8",
        zone: i64 = "i8",
    }
}

record! {
    /// A group of walls that move as one.
    GroupRecord {
        id: i64 = "i8",
        offset: [f64; 2] = "(2,)f8",
        mark: [f64; 2] = "(2,)f8",
        velocity: [f64; 2] = "(2,)f8",
        walls: i64 = "i8",
        passes: bool = "?",
        ; rest: [u8; 7]
    }
}

record! {
    /// A character of a scene.
    CharacterRecord {
        position: [f64; 2] = "(2,)f8",
        velocity: [f64; 2] = "(2,)f8",
        /// The wall it stands on.
        ground: i64 = "i8",
    }
}

record! {
    /// A move enters a zone, or leaves it.
    PassageRecord {
        row: i64 = "i8",
        time: f64 = "f8",
        zone: i64 = "i8",
        /// 1 enters, -1 leaves.
        change: i64 = "i8",
        point: [f64; 2] = "(2,)f8",
    }
}

record! {
    /// What something in a world is.
    ThingRecord {
        kind: i64 = "i8",
        id: i64 = "i8",
    }
}

record! {
    /// An end of a wall that no other wall touches.
    DanglingRecord {
        wall: i64 = "i8",
        end: i64 = "i8",
        at: [f64; 2] = "(2,)f8",
        nearest: i64 = "i8",
        gap: f64 = "f8",
    }
}

record! {
    /// A body that overlaps something.
    OverlapRecord {
        body: i64 = "i8",
        kind: i64 = "i8",
        id: i64 = "i8",
    }
}

impl HitRecord {
    /// Nothing is touched.
    pub(crate) const NOTHING: HitRecord = HitRecord {
        time: f64::INFINITY,
        wall: NONE,
        point: [f64::NAN; 2],
        normal: [f64::NAN; 2],
        feature: NONE as i32,
        contact: NONE as i32,
        vertex: NONE as i32,
        edge: NONE as i32,
    };

    pub(crate) fn new(found: Option<(WallId, Hit)>) -> HitRecord {
        let Some((wall, hit)) = found else { return HitRecord::NOTHING };
        let (vertex, edge) = match hit.mover {
            MoverPart::Whole => (NONE as i32, NONE as i32),
            MoverPart::Vertex(vertex) => (vertex.into(), NONE as i32),
            MoverPart::Edge(edge) => (NONE as i32, edge.into()),
        };
        HitRecord {
            time: hit.t,
            wall: wall.index() as i64,
            point: hit.point.into(),
            normal: hit.normal.into(),
            feature: feature_number(hit.feature),
            contact: match hit.contact {
                Contact::Crosses => 0,
                Contact::Ends => 1,
                Contact::Starts => 2,
                Contact::Along => 3,
                Contact::Leaves => 4,
                Contact::Overlaps => 5,
            },
            vertex,
            edge,
        }
    }
}

impl PassageRecord {
    pub(crate) fn new(row: usize, zone: usize, passage: &Passage) -> PassageRecord {
        PassageRecord {
            row: row as i64,
            time: passage.hit.t,
            zone: zone as i64,
            change: if passage.change == Change::Enters { 1 } else { -1 },
            point: passage.hit.point.into(),
        }
    }
}

impl BounceRecord {
    pub(crate) fn new(path: usize, bounce: &Bounce) -> BounceRecord {
        BounceRecord {
            path: path as i64,
            time: bounce.time,
            wall: bounce.wall.index() as i64,
            at: bounce.at.into(),
            point: bounce.point.into(),
            normal: bounce.normal.into(),
            before: bounce.before.into(),
            after: bounce.after.into(),
        }
    }
}

impl PathRecord {
    /// Before it is followed.
    pub(crate) const NOWHERE: PathRecord = PathRecord {
        end: [f64::NAN; 2],
        velocity: [f64::NAN; 2],
        time: 0.0,
        length: 0.0,
        remaining: 0.0,
        bounces: 0,
        wall: NONE,
        ending: 0,
    };

    pub(crate) fn new(path: &carom::Bounces) -> PathRecord {
        let (ending, wall, remaining) = match path.ending {
            Ending::Completed => (0, NONE, 0.0),
            Ending::BounceLimit { remaining } => (1, NONE, remaining),
            Ending::Blocked { wall, remaining } => (2, wall.index() as i64, remaining),
        };
        PathRecord {
            end: path.end.into(),
            velocity: path.velocity.into(),
            time: path.time,
            length: path.length,
            remaining,
            bounces: path.bounces.len() as i64,
            wall,
            ending,
        }
    }
}

impl SlideContactRecord {
    pub(crate) fn new(path: usize, contact: &SlideContact) -> SlideContactRecord {
        SlideContactRecord {
            path: path as i64,
            wall: contact.wall.index() as i64,
            at: contact.at.into(),
            point: contact.point.into(),
            normal: contact.normal.into(),
            kind: match contact.kind {
                Surface::Floor => 0,
                Surface::Slope => 1,
                Surface::Wall => 2,
                Surface::Ceiling => 3,
            },
        }
    }
}

impl SlidRecord {
    /// Before it slides.
    pub(crate) const NOWHERE: SlidRecord = SlidRecord {
        end: [f64::NAN; 2],
        velocity: [f64::NAN; 2],
        ground: NONE,
        contacts: 0,
        ending: 0,
        walls: [NONE; 2],
    };

    pub(crate) fn new(slid: &Slid) -> SlidRecord {
        let number = |wall: WallId| wall.index() as i64;
        let (ending, walls) = match slid.ending {
            SlideEnding::Completed => (0, [NONE; 2]),
            SlideEnding::Blocked { wall } => (1, [number(wall), NONE]),
            SlideEnding::Corner { walls } => (2, walls.map(number)),
            SlideEnding::PieceLimit => (3, [NONE; 2]),
            SlideEnding::Stuck { wall } => (4, [number(wall), NONE]),
        };
        SlidRecord {
            end: slid.end.into(),
            velocity: slid.velocity.into(),
            ground: slid.ground.map_or(NONE, |ground| number(ground.wall)),
            contacts: slid.contacts.len() as i64,
            ending,
            walls,
        }
    }
}

impl BodyRecord {
    pub(crate) fn new(world: &World, id: BodyId, body: &Body) -> BodyRecord {
        BodyRecord {
            id: id.index() as i64,
            position: body.position.into(),
            velocity: body.velocity.into(),
            radius: body.radius,
            mass: body.mass,
            restitution: body.restitution,
            friction: body.friction,
            shape: body.shape.map_or(NONE, |shape| shape.index() as i64),
            layers: body.layers,
            mask: body.mask,
            response: match body.response {
                Response::Bounce => 0,
                Response::Slide => 1,
                Response::Stop => 2,
            },
            sensor: body.sensor,
            is_at_rest: world.is_at_rest(id),
            rest: [0; 2],
        }
    }
}

impl GroupRecord {
    pub(crate) fn new(id: GroupId, group: &Group) -> GroupRecord {
        GroupRecord {
            id: id.index() as i64,
            offset: group.offset().into(),
            mark: group.place().into(),
            velocity: group.get_velocity().into(),
            walls: group.walls().len() as i64,
            passes: group.get_squeeze() == Squeeze::Pass,
            rest: [0; 7],
        }
    }
}

impl From<&Walker> for CharacterRecord {
    fn from(walker: &Walker) -> CharacterRecord {
        CharacterRecord {
            position: walker.position().into(),
            velocity: walker.velocity().into(),
            ground: walker.ground().map_or(NONE, |wall| wall.index() as i64),
        }
    }
}

impl From<Thing> for ThingRecord {
    fn from(thing: Thing) -> ThingRecord {
        let (kind, id) = match thing {
            Thing::Wall(wall) => (0, wall.index()),
            Thing::Body(body) => (1, body.index()),
            Thing::Group(group) => (5, group.index()),
        };
        ThingRecord { kind, id: id as i64 }
    }
}

impl DanglingRecord {
    pub(crate) fn new(dangling: &Dangling) -> DanglingRecord {
        let (nearest, gap) = dangling.nearest.map_or((NONE, f64::INFINITY), |(wall, gap)| (wall.index() as i64, gap));
        let (wall, end) = (dangling.wall.index() as i64, feature_number(dangling.end).into());
        DanglingRecord { wall, end, at: dangling.at.into(), nearest, gap }
    }
}

impl OverlapRecord {
    pub(crate) fn new(body: BodyId, other: Overlapped) -> OverlapRecord {
        let thing = match other {
            Overlapped::Wall(wall) => Thing::Wall(wall),
            Overlapped::Body(body) => Thing::Body(body),
            Overlapped::Group(group) => Thing::Group(group),
        };
        let ThingRecord { kind, id } = thing.into();
        OverlapRecord { body: body.index() as i64, kind, id }
    }
}

fn feature_number(feature: Feature) -> i32 {
    match feature {
        Feature::Side => 0,
        Feature::A => 1,
        Feature::B => 2,
    }
}

impl EventRecord {
    pub(crate) fn new(frame: usize, event: &Event) -> EventRecord {
        let (kind, other, direction) = match event.kind {
            EventKind::Wall(wall) => (0, wall.index(), 0),
            EventKind::Body(body) => (1, body.index(), 0),
            EventKind::Gate(gate, Direction::Forward) => (2, gate.index(), 1),
            EventKind::Gate(gate, Direction::Backward) => (2, gate.index(), -1),
            EventKind::Enters(body) => (3, body.index(), 0),
            EventKind::Leaves(body) => (4, body.index(), 0),
            EventKind::Group(group, _) => (5, group.index(), 0),
            EventKind::Squeezed(group, _) => (6, group.index(), 0),
            EventKind::GroupGate(_, gate, Direction::Forward) => (7, gate.index(), 1),
            EventKind::GroupGate(_, gate, Direction::Backward) => (7, gate.index(), -1),
            EventKind::GroupEnters(group) => (8, group.index(), 0),
            EventKind::GroupLeaves(group) => (9, group.index(), 0),
        };
        let group = match event.kind {
            EventKind::Group(group, _)
            | EventKind::Squeezed(group, _)
            | EventKind::GroupGate(group, ..)
            | EventKind::GroupEnters(group)
            | EventKind::GroupLeaves(group) => group.index() as i64,
            _ => NONE,
        };
        let part = match event.kind {
            EventKind::Group(_, part) => part.into(),
            _ => NONE,
        };
        let against = match event.kind {
            EventKind::Squeezed(_, Some(thing)) => thing.into(),
            _ => ThingRecord { kind: NONE, id: NONE },
        };
        let nowhere = [f64::NAN; 2];
        EventRecord {
            frame: frame as i64,
            time: event.time,
            kind,
            direction,
            body: event.body.map_or(NONE, |body| body.index() as i64),
            group,
            other: other as i64,
            part,
            against_kind: against.kind,
            against: against.id,
            at: event.at.into(),
            point: event.point.into(),
            normal: event.normal.into(),
            before: event.before.into(),
            after: event.after.into(),
            other_at: event.other.map_or(nowhere, |other| other.at.into()),
            other_before: event.other.map_or(nowhere, |other| other.before.into()),
            other_after: event.other.map_or(nowhere, |other| other.after.into()),
        }
    }
}

/// An array of records, made of the vector itself.
pub(crate) fn array<T: Element>(py: Python<'_>, records: Vec<T>) -> Bound<'_, PyArray1<T>> {
    PyArray1::from_vec(py, records)
}

fn dtype<'py>(
    py: Python<'py>,
    names: &[&str],
    formats: &[&str],
    offsets: &[usize],
    size: usize,
) -> PyResult<Bound<'py, PyArrayDescr>> {
    let fields = PyDict::new(py);
    fields.set_item("names", names)?;
    fields.set_item("formats", formats)?;
    fields.set_item("offsets", offsets)?;
    fields.set_item("itemsize", size)?;
    PyArrayDescr::new(py, fields)
}

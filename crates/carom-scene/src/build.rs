//! Scene to world: shapes are made, bodies put in, and every fault gets the name of its field.

use crate::bricks::Bricks;
use crate::character::Character;
use crate::check::{Wrong, shown};
use crate::document::{Body, Group, Pair, Response, Scene, Side, Squeeze, Strategy, Wall, WallShape};
use crate::fault::Fault;
use crate::place::Path;
use crate::walker::Walker;
use carom::{
    BodyId, Error, Event, EventKind, Frame, GateCount, GateId, GroupId, Mover, Polygon, Ring, Segment, ShapeId, Thing,
    WallId, Walls, World, Zone,
};

/// A scene that can run.
#[derive(Clone, Debug)]
pub struct Built {
    /// The world.
    pub world: World,
    /// For each wall of the scene, in order: its place in the scene, the id of the first wall it became, and how many it became.
    /// Their ids follow one another.
    pub walls_of: Vec<(usize, WallId, usize)>,
    /// The walls of the scene that vanish.
    pub bricks: Bricks,
    /// The ids of the scene's bodies, in order.
    pub bodies: Vec<BodyId>,
    /// The ids of the scene's gates, in order.
    pub gates: Vec<GateId>,
    /// The scene's zones, in order.
    pub zones: Vec<BuiltZone>,
    /// The ids of the scene's groups of walls, in order, and what steers them: see [`Built::steer`].
    pub groups: Vec<(GroupId, Group)>,
    /// All walls, those that stand and those that move, for a picture of when [`Built::show`] was last asked; `None` if none move.
    pub shown: Option<Walls>,
    /// The scene's characters, in order, where they begin. They are not part of the world: see [`Walker::step`].
    pub walkers: Vec<Walker>,
    /// What everything is called.
    pub names: Names,
}

/// A zone of a built scene. In the world it is a ring of gates, so that entries less exits are always who is inside: see
/// [`Gate`](carom::Gate). Forward is in.
#[derive(Clone, Debug)]
pub struct BuiltZone {
    /// Its shape, and who is inside.
    pub zone: Zone,
    /// The gates along its edges. Their ids follow one another.
    pub edges: Vec<GateId>,
}

/// What the walls, groups, bodies, gates, zones and characters of a built scene are called: their names in the scene, or their place in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    /// The id of the first wall of each wall of the scene, and its name.
    walls: Vec<(usize, String)>,
    bodies: Vec<String>,
    gates: Vec<String>,
    characters: Vec<String>,
    groups: Vec<String>,
}

impl Names {
    /// What the wall is called of which this one is a part: its name, or `walls[3]`.
    #[must_use]
    pub fn wall(&self, id: WallId) -> &str {
        self.wall_index(id).map_or("a wall", |index| &self.walls[index].1)
    }

    /// The place in the scene of the wall of which this one is a part.
    #[must_use]
    pub fn wall_index(&self, id: WallId) -> Option<usize> {
        self.walls.partition_point(|(first, _)| *first <= id.index()).checked_sub(1)
    }

    /// What a body is called: its name, or `bodies[3]`.
    #[must_use]
    pub fn body(&self, id: BodyId) -> &str {
        self.bodies.get(id.index()).map_or("a body", String::as_str)
    }

    /// To whom something happened: a body, or a group that crosses a gate.
    #[must_use]
    pub fn who(&self, event: &Event) -> &str {
        match (event.body, event.kind) {
            (Some(body), _) => self.body(body),
            (None, EventKind::GroupGate(group, ..)) => self.group(group),
            (None, _) => "a body",
        }
    }

    /// What something that bodies meet is called.
    #[must_use]
    pub fn thing(&self, thing: Thing) -> &str {
        match thing {
            Thing::Wall(id) => self.wall(id),
            Thing::Body(id) => self.body(id),
            Thing::Group(id) => self.group(id),
        }
    }

    /// What a group of walls is called: its name, or `groups[3]`.
    #[must_use]
    pub fn group(&self, id: GroupId) -> &str {
        self.groups.get(id.index()).map_or("a group", String::as_str)
    }

    /// What a gate is called: its name, or `gates[3]`; one along the edge of a zone is called as the zone is.
    #[must_use]
    pub fn gate(&self, id: GateId) -> &str {
        self.gates.get(id.index()).map_or("a gate", String::as_str)
    }

    /// What a character is called, by its place in the scene: its name, or `characters[3]`.
    #[must_use]
    pub fn character(&self, index: usize) -> &str {
        self.characters.get(index).map_or("a character", String::as_str)
    }
}

impl Built {
    /// The place among the scene's zones of the one that a gate is an edge of.
    #[must_use]
    pub fn zone_of(&self, gate: GateId) -> Option<usize> {
        let after = self.zones.partition_point(|zone| zone.edges.first().is_some_and(|first| *first <= gate));
        let place = after.checked_sub(1)?;
        self.zones[place].edges.contains(&gate).then_some(place)
    }

    /// How often the zone in this place was entered (forward) and left (backward).
    #[must_use]
    pub fn zone_count(&self, zone: usize) -> GateCount {
        let edges = self.zones.get(zone).map_or(&[][..], |zone| &zone.edges);
        edges.iter().filter_map(|&edge| self.world.gate_count(edge)).fold(GateCount::default(), |sum, count| {
            GateCount { forward: sum.forward + count.forward, backward: sum.backward + count.backward }
        })
    }

    /// How many bodies' centers are inside of the zone in this place now.
    #[must_use]
    pub fn zone_holds(&self, zone: usize) -> usize {
        let Some(zone) = self.zones.get(zone) else { return 0 };
        self.world.bodies().filter(|(_, body)| zone.zone.contains(body.position)).count()
    }

    /// Gives groups the velocities that their scripts say for the frame of so many seconds that begins now: see [`steer`].
    pub fn steer(&mut self, dt: f64) {
        steer(&mut self.world, &self.groups, dt);
    }

    /// Moves the world on by a frame as the scene says: groups follow their scripts, and walls vanish when they have been touched often enough.
    pub fn step(&mut self, dt: f64) -> Frame {
        self.steer(dt);
        self.bricks.step(&mut self.world, dt)
    }
}

/// Gives the groups of a scene the velocities that their scripts say for the frame of so many seconds that begins now. One that has squeezed a body
/// stands until its script has another velocity for it.
pub fn steer(world: &mut World, groups: &[(GroupId, Group)], dt: f64) {
    let now = world.time();
    for (id, group) in groups {
        let (then, before) = (group.velocity_at(now), group.velocity_at(now - dt));
        if then != before {
            // It is finite; one that has been removed stays away.
            let _ = world.set_group_velocity(*id, then);
        }
    }
}

/// A hash of a world's state, and of where its characters are and how fast they go if there are any: equal states have equal
/// numbers, on every machine. Without characters it is [`World::state_hash`].
#[must_use]
pub fn state_hash(world: &World, walkers: &[Walker]) -> u64 {
    let mut hash = world.state_hash();
    if walkers.is_empty() {
        return hash;
    }
    // FNV-1a over words in place of bytes, and a last stir.
    let mut add = |number: f64| {
        hash = (hash ^ number.to_bits()).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    };
    for walker in walkers {
        let (at, velocity) = (walker.position(), walker.velocity());
        [at.x, at.y, velocity.x, velocity.y].into_iter().for_each(&mut add);
    }
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^ hash >> 29
}

impl Built {
    /// A hash of the world's state and of its characters': see [`state_hash`].
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        state_hash(&self.world, &self.walkers)
    }

    /// Notes where the walls that move are now, for a picture.
    pub fn show(&mut self) {
        let walls = self.world.walls();
        let standing = walls.ids().filter_map(|id| walls.get(id));
        let moving = self.world.groups().flat_map(|(_, group)| group.walls_now());
        self.shown = (!self.groups.is_empty()).then(|| Walls::new(standing.chain(moving)));
    }
}

impl Group {
    /// The velocity that the script says for a frame that begins at a time.
    fn velocity_at(&self, time: f64) -> Pair {
        let time = self.period.filter(|_| time > 0.0).map_or(time, |period| time % period);
        let turn = self.script.iter().rev().find(|turn| turn.time <= time);
        turn.map_or(self.velocity, |turn| turn.velocity)
    }
}

impl Scene {
    /// The world that the scene describes, at its start.
    ///
    /// # Errors
    /// If a value is not allowed, a polygon crosses itself, or a body is on a wall or overlaps another.
    pub fn build(&self) -> Result<Built, Fault> {
        self.check()?;
        self.build_world().map_err(|wrong| self.source.blame(*wrong))
    }

    /// Only the walls, with the scene's strategy.
    ///
    /// # Errors
    /// If a value is not allowed or a polygon crosses itself.
    pub fn walls(&self) -> Result<Walls, Fault> {
        self.check()?;
        let built = self.build_walls().map_err(|wrong| self.source.blame(*wrong))?;
        Ok(built.0)
    }

    fn build_world(&self) -> Result<Built, Wrong> {
        let (walls, counts) = self.build_walls()?;
        let names = self.names(&counts);
        let settings = carom::Settings {
            gravity: self.world.gravity.into(),
            max_events: self.world.max_events.unwrap_or(0),
            contact_time: self.world.contact_time,
            rest_speed: self.world.rest_speed,
        };
        let walls_of = numbered(&walls, &counts);
        let plain = |path: Path| move |error: Error| Box::new((path, Fault::data(error.to_string())));
        let mut world = World::with(walls, settings).map_err(plain(Path::field("world")))?;
        let mut bodies = Vec::with_capacity(self.bodies.len());
        for (i, body) in self.bodies.iter().enumerate() {
            let mut made = self.body(body);
            if let Some(mover) = body.shape(&Path::item("bodies", i))? {
                let shape = shared(&mut world, mover).map_err(plain(Path::item("bodies", i)))?;
                made = carom::Body { shape: Some(shape), radius: 0.0, ..made };
            }
            let id = world.add(made).map_err(|error| self.body_wrong(i, error, &names, &walls_of))?;
            bodies.push(id);
        }
        let mut groups = Vec::with_capacity(self.groups.len());
        for (i, group) in self.groups.iter().enumerate() {
            let path = Path::item("groups", i);
            let mut pieces = Vec::new();
            for (k, wall) in group.walls.iter().enumerate() {
                self.add_pieces(wall, &path.clone().then("walls").nth(k), &mut pieces)?;
            }
            let squeeze = match group.squeeze {
                Squeeze::Stop => carom::Squeeze::Stop,
                Squeeze::Pass => carom::Squeeze::Pass,
            };
            let mut made = carom::Group::new(pieces).velocity(group.velocity_at(0.0)).squeeze(squeeze);
            if let Some(mark) = group.mark {
                made = made.mark(mark);
            }
            groups.push((world.add_group(made).map_err(plain(path))?, group.clone()));
        }
        let mut gates = Vec::with_capacity(self.gates.len());
        for (i, gate) in self.gates.iter().enumerate() {
            let segment = Segment::new(gate.from, gate.to).map_err(plain(Path::item("gates", i)))?;
            gates.push(world.add_gate(segment));
        }
        let zone = |zone: Zone| {
            let edges = zone.polygon().edges().map(|edge| world.add_gate(edge)).collect();
            BuiltZone { zone, edges }
        };
        let zones = self.build_zones()?.into_iter().map(zone).collect();
        let walkers = self.build_walkers(world.walls(), &names)?;
        let bricks = Bricks::of(self, &world, &walls_of);
        let mut built = Built { world, walls_of, bricks, bodies, groups, shown: None, gates, zones, walkers, names };
        built.show();
        Ok(built)
    }

    /// Only the zones.
    ///
    /// # Errors
    /// If a value is not allowed or a polygon crosses itself.
    pub fn zones(&self) -> Result<Vec<Zone>, Fault> {
        self.check()?;
        self.build_zones().map_err(|wrong| self.source.blame(*wrong))
    }

    fn build_zones(&self) -> Result<Vec<Zone>, Wrong> {
        let zone = |(i, zone): (usize, &crate::document::Zone)| {
            let made = polygon(&zone.polygon, &zone.holes).map(Zone::new);
            made.map_err(|error| polygon_wrong(&Path::item("zones", i), &zone.polygon, &zone.holes, error))
        };
        self.zones.iter().enumerate().map(zone).collect()
    }

    fn build_walkers(&self, walls: &Walls, names: &Names) -> Result<Vec<Walker>, Wrong> {
        let one = |(i, character): (usize, &Character)| {
            let path = Path::item("characters", i);
            let walker = match Walker::new(character) {
                Ok(walker) => walker,
                Err(fault) => return Err(Box::new((path, fault))),
            };
            match walker.is_in(walls) {
                None => Ok(walker),
                Some(wall) => {
                    let (at, wall) = (shown(character.position), names.wall(wall));
                    let message = format!("at {at} it overlaps {wall}; a character starts clear of all walls");
                    Err(Box::new((path, Fault::data(message))))
                }
            }
        };
        self.characters.iter().enumerate().map(one).collect()
    }

    /// The walls, and how many each wall of the scene became.
    fn build_walls(&self) -> Result<(Walls, Vec<usize>), Wrong> {
        let mut pieces: Vec<carom::Wall> = Vec::new();
        let mut counts = Vec::with_capacity(self.walls.len());
        for (i, wall) in self.walls.iter().enumerate() {
            let before = pieces.len();
            self.add_pieces(wall, &Path::item("walls", i), &mut pieces)?;
            counts.push(pieces.len() - before);
        }
        let walls = match self.world.strategy {
            Some(strategy) => Walls::with(strategy.into(), pieces),
            None => Walls::new(pieces),
        };
        Ok((walls, counts))
    }

    fn add_pieces(&self, wall: &Wall, path: &Path, pieces: &mut Vec<carom::Wall>) -> Result<(), Wrong> {
        let restitution = self.restitution(wall.restitution, wall.material.as_deref());
        let friction = self.friction(wall.friction, wall.material.as_deref());
        let mut add = |piece: carom::Wall| -> Result<(), Error> {
            let side = match wall.side {
                None => carom::Side::On,
                Some(Side::Left) => carom::Side::Left,
                Some(Side::Right) => carom::Side::Right,
            };
            let piece = piece.with_mask(wall.mask.unwrap_or(u32::MAX)).with_side(side);
            pieces.push(piece.with_restitution(restitution)?.with_friction(friction)?);
            Ok(())
        };
        let plain = |field: &str| {
            let path = path.clone().then(field);
            move |error: Error| Box::new((path, Fault::data(error.to_string())))
        };
        match &wall.shape {
            WallShape::Segment([a, b]) => {
                let segment = Segment::new(*a, *b).map_err(plain("segment"))?;
                add(segment.into()).map_err(plain("segment"))
            }
            WallShape::Chain(points) => points.windows(2).try_for_each(|pair| {
                let segment = Segment::new(pair[0], pair[1]).map_err(plain("chain"))?;
                add(segment.into()).map_err(plain("chain"))
            }),
            WallShape::Polygon { vertices, holes } => {
                let polygon = polygon(vertices, holes).map_err(|error| polygon_wrong(path, vertices, holes, error))?;
                polygon.edges().try_for_each(|edge| add(edge.into())).map_err(plain("polygon"))
            }
            WallShape::Circle { center, radius } => {
                let circle = carom::Circle::new(*center, *radius).map_err(plain("circle"))?;
                add(circle.into()).map_err(plain("circle"))
            }
        }
    }

    fn body(&self, body: &Body) -> carom::Body {
        let response = match body.response {
            Response::Bounce => carom::Response::Bounce,
            Response::Slide => carom::Response::Slide,
            Response::Stop => carom::Response::Stop,
        };
        let made = carom::Body::disc(body.position, body.radius)
            .velocity(body.velocity)
            .mass(body.mass)
            .restitution(self.restitution(body.restitution, body.material.as_deref()))
            .friction(self.friction(body.friction, body.material.as_deref()))
            .layers(body.layers.unwrap_or(u32::MAX))
            .mask(body.mask.unwrap_or(u32::MAX))
            .response(response);
        if body.sensor { made.sensor() } else { made }
    }

    /// Its own restitution, else that of its material, else 1.
    fn restitution(&self, own: Option<f64>, material: Option<&str>) -> f64 {
        let of_material = || self.materials.get(material?).map(|material| material.restitution);
        own.or_else(of_material).unwrap_or(1.0)
    }

    /// Its own friction, else that of its material, else none.
    fn friction(&self, own: Option<f64>, material: Option<&str>) -> f64 {
        let of_material = || self.materials.get(material?).map(|material| material.friction);
        own.or_else(of_material).unwrap_or(0.0)
    }

    /// What is wrong with a body, in the scene's words.
    fn body_wrong(&self, i: usize, error: Error, names: &Names, walls_of: &[(usize, WallId, usize)]) -> Wrong {
        let path = Path::item("bodies", i);
        let body = &self.bodies[i];
        let is_round = body.aabb.is_none() && body.capsule.is_none() && body.polygon.is_none();
        let kind = match body.radius {
            _ if !is_round => "the shape",
            0.0 => "the point",
            _ => "the disc",
        };
        let at = shown(body.position);
        let message = match error {
            Error::BodyOnWall { wall, .. } => {
                let place = walls_of.partition_point(|(_, first, _)| first.index() <= wall).saturating_sub(1);
                let name = names.walls.get(place).map_or("a wall", |(_, name)| name);
                let piece = match walls_of.get(place) {
                    Some((_, first, count)) if *count > 1 => format!("edge {} of ", wall - first.index()),
                    _ => String::new(),
                };
                let rule = match kind {
                    "the point" => "a point may not be on a wall",
                    "the disc" => "a disc may touch a wall, but not overlap it",
                    _ => "a shape may touch a wall, but not overlap it",
                };
                format!("{kind} at {at} is on or in {piece}{name}; {rule}")
            }
            Error::BodiesOverlap { other, other_at, .. } => {
                let name = names.bodies.get(other).map_or("a body", String::as_str);
                let other_at = shown([other_at.x, other_at.y]);
                format!("{kind} at {at} overlaps {name} at {other_at}; bodies that meet may touch, but not overlap")
            }
            other => other.to_string(),
        };
        Box::new((path, Fault::data(message)))
    }

    fn names(&self, counts: &[usize]) -> Names {
        let named = |name: &Option<String>, list: &str, i: usize| {
            name.clone().unwrap_or_else(|| Path::item(list, i).to_string())
        };
        let firsts = counts.iter().scan(0, |next, count| {
            let first = *next;
            *next += count;
            Some(first)
        });
        let gates = self.gates.iter().enumerate().map(|(i, gate)| named(&gate.name, "gates", i));
        // A polygon has as many edges as corners.
        let corners =
            |zone: &crate::document::Zone| zone.polygon.len() + zone.holes.iter().map(Vec::len).sum::<usize>();
        let zones = self.zones.iter().enumerate();
        let zones = zones.flat_map(|(i, zone)| std::iter::repeat_n(named(&zone.name, "zones", i), corners(zone)));
        Names {
            walls: firsts
                .zip(self.walls.iter().enumerate())
                .map(|(first, (i, wall))| (first, named(&wall.name, "walls", i)))
                .collect(),
            bodies: self.bodies.iter().enumerate().map(|(i, body)| named(&body.name, "bodies", i)).collect(),
            groups: self.groups.iter().enumerate().map(|(i, group)| named(&group.name, "groups", i)).collect(),
            gates: gates.chain(zones).collect(),
            characters: (0..).zip(&self.characters).map(|(i, one)| named(&one.name, "characters", i)).collect(),
        }
    }
}

impl From<Strategy> for carom::Strategy {
    fn from(strategy: Strategy) -> carom::Strategy {
        match strategy {
            Strategy::BruteForce => carom::Strategy::BruteForce,
            Strategy::Bounds => carom::Strategy::Bounds,
            Strategy::Quadtree => carom::Strategy::Quadtree,
            Strategy::Bvh => carom::Strategy::Bvh,
            Strategy::Grid => carom::Strategy::Grid,
        }
    }
}

/// A shape for bodies of a world; those alike share one.
fn shared(world: &mut World, mover: Mover) -> Result<ShapeId, Error> {
    let there = world.shapes().find(|(_, other)| **other == mover).map(|(id, _)| id);
    there.map_or_else(|| world.add_shape(mover), Ok)
}

/// A polygon of the library.
pub(crate) fn polygon(vertices: &[Pair], holes: &[Vec<Pair>]) -> Result<Polygon, Error> {
    Polygon::with_holes(vertices.iter().copied(), holes.iter().map(|hole| hole.iter().copied()))
}

/// The walls of each wall of the scene. Ids count up from 0 in the order of the pieces.
fn numbered(walls: &Walls, counts: &[usize]) -> Vec<(usize, WallId, usize)> {
    let mut ids = walls.ids();
    let mut numbered = Vec::with_capacity(counts.len());
    for (i, &count) in counts.iter().enumerate() {
        // Every wall of a scene becomes at least one.
        let Some(first) = ids.next() else { break };
        for _ in 1..count {
            ids.next();
        }
        numbered.push((i, first, count));
    }
    numbered
}

/// What is wrong with a polygon, in the scene's words.
fn polygon_wrong(path: &Path, vertices: &[Pair], holes: &[Vec<Pair>], error: Error) -> Wrong {
    let ring_path = |ring: Ring| match ring {
        Ring::Outer => path.clone().then("polygon"),
        Ring::Hole(hole) => path.clone().then("holes").nth(hole),
    };
    let corners = |ring: Ring| match ring {
        Ring::Outer => vertices,
        Ring::Hole(hole) => holes.get(hole).map_or(&[][..], Vec::as_slice),
    };
    let edge = |(ring, index): (Ring, usize)| {
        let corners = corners(ring);
        match (corners.get(index), corners.get((index + 1) % corners.len().max(1))) {
            (Some(a), Some(b)) => format!(" {}–{}", shown(*a), shown(*b)),
            _ => String::new(),
        }
    };
    let (place, message) = match error {
        Error::TooFewVertices { ring, .. } => (ring_path(ring), error.to_string()),
        Error::RepeatedVertex { second, .. } => (ring_path(second.0).nth(second.1), error.to_string()),
        Error::EdgesMeet { first, second } => {
            let message = format!("{error}: the edges{} and{}", edge(first), edge(second));
            (ring_path(second.0).nth(second.1), message)
        }
        Error::HoleOutside { hole } => (ring_path(Ring::Hole(hole)), error.to_string()),
        _ => (ring_path(Ring::Outer), error.to_string()),
    };
    Box::new((place, Fault::data(message)))
}

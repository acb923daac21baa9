//! A world that runs: steps, places, events, figures.

use crate::scene::Scene;
use crate::{Answer, json};
use carom::{
    Body, Direction, Event, EventKind, FrameEnd, Point, Polygon, Segment, Strategy, Sweep, Thing, Vec2, Walls,
};
use carom_scene::{Bricks, Built, Scan};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A world of walls, gates and bodies.
///
/// Lists of numbers are shown by where they are in memory (`…_at`) and how many there are, so that nothing is copied; a list stays where
/// it is until the world is changed again.
#[wasm_bindgen]
pub struct World {
    pub(crate) built: Built,
    /// How it was when it was made, with the bodies that were put in since.
    start: (carom::World, Bricks),
    /// What is closed: the polygons among the walls.
    pub(crate) rooms: Vec<Polygon>,
    /// x, y and radius of every body.
    bodies: Vec<f64>,
    /// The events of the last step, and how it ended.
    events: Vec<Event>,
    end: FrameEnd,
    /// What the last scan saw: x, y, distance and thing of every beam.
    beams: Vec<f64>,
    /// The things that it saw, each once, in order.
    seen: Vec<Thing>,
    /// The walls with each strategy, to compare what they cost; none until somebody asks.
    by_strategy: Vec<Walls>,
}

#[wasm_bindgen]
impl World {
    /// A world from a scene, with a strategy: `BruteForce`, `Bounds`, `Quadtree`, `Bvh`, `Grid`, or nothing for the scene's own.
    ///
    /// # Errors
    /// If there is no such strategy, or the scene cannot be built.
    #[wasm_bindgen(constructor)]
    pub fn new(scene: &Scene, strategy: &str) -> Answer<World> {
        let strategy = if strategy.is_empty() { None } else { Some(named(strategy)?) };
        let built = scene.build(strategy).map_err(|fault| fault.to_string())?;
        let start = (built.world.clone(), built.bricks.clone());
        let mut world = World {
            built,
            start,
            rooms: scene.rooms(),
            bodies: Vec::new(),
            events: Vec::new(),
            end: FrameEnd::Completed,
            beams: Vec::new(),
            seen: Vec::new(),
            by_strategy: Vec::new(),
        };
        world.show();
        Ok(world)
    }

    /// Moves on by so many seconds, and says how many events there were.
    pub fn step(&mut self, dt: f64) -> usize {
        let frame = self.built.step(dt);
        (self.events, self.end) = (frame.events, frame.end);
        self.show();
        self.events.len()
    }

    /// The same without keeping events, which is quicker; says how many there were.
    pub fn advance(&mut self, dt: f64) -> usize {
        let mut count = 0;
        self.events.clear();
        self.end = match self.built.bricks.is_empty() {
            true => {
                self.built.steer(dt);
                self.built.world.advance(dt, |_| count += 1)
            }
            false => {
                let frame = self.built.step(dt);
                count = frame.events.len();
                frame.end
            }
        };
        self.show();
        count
    }

    /// Back to how it was when it was made, with the bodies that were put in since.
    pub fn reset(&mut self) {
        (self.built.world, self.built.bricks) = self.start.clone();
        self.events.clear();
        self.show();
    }

    /// Where the bodies are in memory: x, y and radius of each, as `f64`.
    #[must_use]
    pub fn bodies_at(&self) -> usize {
        self.bodies.as_ptr() as usize
    }

    /// How many bodies there are.
    #[must_use]
    pub fn bodies(&self) -> usize {
        self.bodies.len() / 3
    }

    /// Puts so many discs in, at random free places inside, flying at one speed in random directions, and says how many found room.
    /// Equal seeds give equal bodies. From then on [`World::reset`] comes back to here.
    pub fn fill(&mut self, count: usize, radius: f64, speed: f64, seed: u32) -> usize {
        let Some([low, high]) = extent(self.built.world.walls()) else { return 0 };
        let world = &mut self.built.world;
        let mut random = Random(u64::from(seed));
        let mut left = count;
        // Where there is no room, trying comes to an end.
        for _ in 0..200 * count {
            if left == 0 {
                break;
            }
            let at = Point::new(random.between(low.x, high.x), random.between(low.y, high.y));
            let velocity = random.direction() * speed;
            if is_inside(&self.rooms, at) && world.add(Body::disc(at, radius).velocity(velocity)).is_ok() {
                left -= 1;
            }
        }
        self.start = (self.built.world.clone(), self.built.bricks.clone());
        self.show();
        count - left
    }

    /// The events of the last step, as JSON, the first `limit` of them: `time`, `kind` (`wall`, `group`, `squeezed`, `body`, `gate`; `enters`, `leaves`: a sensor or a zone),
    /// `body` (or the group that crosses a gate; the sensor or zone that is entered or left) and `other` by name, `x` and `y`, for gates `forward`, and `against`, what a body is squeezed against.
    ///
    /// # Errors
    /// Never, unless memory ends.
    pub fn events(&self, limit: usize) -> Answer<String> {
        let names = &self.built.names;
        let shown = self.events.iter().take(limit).map(|event| {
            let (kind, other, forward) = match event.kind {
                EventKind::Wall(id) => ("wall", names.wall(id), None),
                EventKind::Group(id, _) => ("group", names.group(id), None),
                EventKind::Squeezed(id, _) => ("squeezed", names.group(id), None),
                EventKind::Body(id) => ("body", names.body(id), None),
                EventKind::Gate(id, direction) | EventKind::GroupGate(_, id, direction) => {
                    let is_forward = direction == Direction::Forward;
                    match self.built.zone_of(id) {
                        Some(_) => (if is_forward { "enters" } else { "leaves" }, names.who(event), None),
                        None => ("gate", names.gate(id), Some(is_forward)),
                    }
                }
                EventKind::Enters(id) => ("enters", names.body(id), None),
                EventKind::Leaves(id) => ("leaves", names.body(id), None),
                EventKind::GroupEnters(id) => ("enters", names.group(id), None),
                EventKind::GroupLeaves(id) => ("leaves", names.group(id), None),
            };
            let zone = match event.kind {
                EventKind::Gate(id, _) | EventKind::GroupGate(_, id, _) => {
                    self.built.zone_of(id).map(|_| names.gate(id))
                }
                _ => None,
            };
            let body = match (names.who(event), event.body) {
                _ if zone.is_some() => zone.unwrap_or_default().to_string(),
                ("a body", Some(body)) => format!("ball {}", body.index()),
                (name, _) => name.to_string(),
            };
            let against = match event.kind {
                EventKind::Squeezed(_, against) => against.map(|thing| names.thing(thing)),
                _ => None,
            };
            EventShown { time: event.time, kind, body, other, x: event.point.x, y: event.point.y, forward, against }
        });
        json(&shown.collect::<Vec<_>>())
    }

    /// What has been counted since the world began, as JSON: `time`, `energy`, `momentum`, `bounces`, `collisions`, `crossings`,
    /// `squeezed`, `held`, `compared`, `lost`, and `end`, how the last step ended.
    ///
    /// # Errors
    /// Never, unless memory ends.
    pub fn figures(&self) -> Answer<String> {
        let world = &self.built.world;
        let tally = world.tally();
        json(&Figures {
            time: world.time(),
            energy: world.energy(),
            momentum: world.momentum(),
            bounces: tally.bounces,
            collisions: tally.collisions,
            crossings: tally.crossings,
            squeezed: tally.squeezed,
            held: tally.held,
            compared: tally.compared,
            lost: tally.lost,
            end: match self.end {
                FrameEnd::Completed => "completed",
                FrameEnd::EventLimit { .. } => "event limit",
                FrameEnd::Jammed { .. } => "jammed",
            },
        })
    }

    /// How many bodies have their centre outside of the closed walls.
    #[must_use]
    pub fn escapes(&self) -> usize {
        self.built.world.bodies().filter(|(_, body)| !is_inside(&self.rooms, body.position)).count()
    }

    /// Whether there are closed walls to be inside of.
    #[must_use]
    pub fn has_rooms(&self) -> bool {
        !self.rooms.is_empty()
    }

    /// A number that tells states apart, as sixteen hexadecimal digits: equal on every machine.
    #[must_use]
    pub fn state_hash(&self) -> String {
        format!("{:016x}", self.built.world.state_hash())
    }

    /// How many walls of the scene vanish when they are touched, and how many of them have.
    #[must_use]
    pub fn bricks(&self) -> Vec<u32> {
        let (all, vanished) = self.built.bricks.count();
        vec![all as u32, vanished as u32]
    }

    /// The walls: x0, y0, x1, y1 of each that is a segment.
    #[must_use]
    pub fn segments(&self) -> Vec<f64> {
        let walls = self.built.world.walls();
        let segments = walls.ids().filter_map(|id| walls.get(id)?.segment());
        segments.flat_map(|segment| [segment.a().x, segment.a().y, segment.b().x, segment.b().y]).collect()
    }

    /// The pillars: x, y and radius of each.
    #[must_use]
    pub fn pillars(&self) -> Vec<f64> {
        let walls = self.built.world.walls();
        let circles = walls.ids().filter_map(|id| walls.get(id)?.circle());
        circles.flat_map(|circle| [circle.center().x, circle.center().y, circle.radius()]).collect()
    }

    /// What moves and is neither a point nor a disc, as JSON: `shapes`, with the `corners` of each and the `radius` by which it is grown, `walls`, x0, y0,
    /// x1, y1 of each segment of a group, and `pillars`, x, y and radius of what is round in one.
    ///
    /// # Errors
    /// Never, unless memory ends.
    pub fn moving(&self) -> Answer<String> {
        let world = &self.built.world;
        let shapes = world.bodies().filter_map(|(_, body)| {
            let mover = world.shape(body.shape?)?;
            let corner = |corner: &Point| body.position + (*corner - Point::default());
            Some(ShapeShown { corners: mover.vertices().iter().map(corner).collect(), radius: mover.radius() })
        });
        let (mut walls, mut pillars) = (Vec::new(), Vec::new());
        for wall in world.groups().flat_map(|(_, group)| group.walls_now()) {
            if let Some(segment) = wall.segment() {
                walls.extend([segment.a().x, segment.a().y, segment.b().x, segment.b().y]);
            }
            if let Some(circle) = wall.circle() {
                pillars.extend([circle.center().x, circle.center().y, circle.radius()]);
            }
        }
        json(&MovingShown { shapes: shapes.collect(), walls, pillars })
    }

    /// The strategy that is in use.
    #[must_use]
    pub fn strategy(&self) -> String {
        format!("{:?}", self.built.world.walls().strategy())
    }

    /// The squares or boxes of a strategy's tree over the walls, whatever strategy the world uses: min x, min y, max x, max y, depth and
    /// how many walls are listed in it, −1 if it is divided.
    ///
    /// # Errors
    /// If there is no such strategy.
    pub fn boxes(&self, strategy: &str) -> Answer<Vec<f64>> {
        let boxes = self.walls_with(named(strategy)?).boxes();
        Ok(boxes
            .iter()
            .flat_map(|square| {
                let walls = square.walls.map_or(-1.0, |walls| walls as f64);
                [square.min.x, square.min.y, square.max.x, square.max.y, f64::from(square.depth), walls]
            })
            .collect())
    }

    /// What it costs to ask for the first touch of the next path of the first `most` bodies, by each strategy: boxes and walls looked
    /// at, `BruteForce` first, in the order of `Strategy::ALL`.
    pub fn costs(&mut self, dt: f64, most: usize) -> Vec<f64> {
        if self.by_strategy.is_empty() {
            self.by_strategy = Strategy::ALL.map(|strategy| self.walls_with(strategy)).into();
        }
        let world = &self.built.world;
        let paths: Vec<Sweep> = world.bodies().take(most).filter_map(|(id, _)| world.path(id, dt)).collect();
        let cost = |walls: &Walls| {
            let counters = paths.iter().map(|path| walls.first_touch_counted(path).1);
            counters.fold([0.0, 0.0], |[boxes, exact], cost| [boxes + cost.boxes as f64, exact + cost.exact as f64])
        };
        self.by_strategy.iter().flat_map(cost).collect()
    }

    /// Looks around with so many beams up to a distance, and says how many there are; see [`World::beams_at`]. They end at walls, standing and moving, and at
    /// bodies, but not at one that they start in.
    ///
    /// # Errors
    /// If there are more beams than 100,000.
    pub fn scan(&mut self, x: f64, y: f64, beams: u32, reach: f64) -> Answer<usize> {
        if 100_000 < beams {
            return Err(format!("{beams} beams; at most 100000 are cast here"));
        }
        let scan = Scan { name: None, origin: [x, y], beams, reach };
        let (seen, directions) = (scan.look(&self.built.world), scan.directions());
        self.seen = seen.iter().flatten().map(|(_, thing)| *thing).collect();
        self.seen.sort_unstable();
        self.seen.dedup();
        self.beams.clear();
        for (found, direction) in seen.iter().zip(&directions) {
            let end = Point::new(x, y) + *direction * reach;
            self.beams.extend(match found {
                Some((beam, thing)) => {
                    let place = self.seen.partition_point(|other| other < thing);
                    [beam.point.x, beam.point.y, beam.distance, place as f64]
                }
                None => [end.x, end.y, reach, -1.0],
            });
        }
        Ok(seen.len())
    }

    /// Where the beams of the last scan are in memory: x, y, distance and the number of what is seen (−1 for nothing) of each, as `f64`.
    #[must_use]
    pub fn beams_at(&self) -> usize {
        self.beams.as_ptr() as usize
    }

    /// What something is called that the last scan saw, by its number.
    #[must_use]
    pub fn seen_name(&self, number: usize) -> String {
        self.seen.get(number).map_or(String::new(), |thing| self.built.names.thing(*thing).to_string())
    }

    /// The gates, as JSON: `name`, `from`, `to`, `forward` and `backward`, how often each was crossed. Edges of zones are not among them.
    ///
    /// # Errors
    /// Never, unless memory ends.
    pub fn gates(&self) -> Answer<String> {
        let world = &self.built.world;
        let shown = self.built.gates.iter().filter_map(|&id| {
            let (segment, count) = (world.get_gate(id)?, world.gate_count(id)?);
            let name = self.built.names.gate(id);
            Some(GateShown {
                name,
                from: segment.a(),
                to: segment.b(),
                forward: count.forward,
                backward: count.backward,
            })
        });
        json(&shown.collect::<Vec<_>>())
    }

    /// The zones, as JSON: `name`, `rings` (the outline, then the holes), `entered` and `left`, how often, and how many are `inside`.
    ///
    /// # Errors
    /// Never, unless memory ends.
    pub fn zones(&self) -> Answer<String> {
        let shown = self.built.zones.iter().enumerate().map(|(i, zone)| {
            let count = self.built.zone_count(i);
            ZoneShown {
                name: zone.edges.first().map_or("", |&edge| self.built.names.gate(edge)),
                rings: zone.zone.polygon().rings().map(<[Point]>::to_vec).collect(),
                entered: count.forward,
                left: count.backward,
                inside: self.built.zone_holds(i),
            }
        });
        json(&shown.collect::<Vec<_>>())
    }

    /// Puts a gate elsewhere; what it has counted is kept.
    ///
    /// # Errors
    /// If there is no such gate, a number is not finite or both ends are one.
    pub fn move_gate(&mut self, index: usize, x0: f64, y0: f64, x1: f64, y1: f64) -> Answer<()> {
        let segment = Segment::new([x0, y0], [x1, y1]).map_err(|error| error.to_string())?;
        let id = *self.built.gates.get(index).ok_or_else(|| format!("there is no gate {index}"))?;
        self.built.world.replace_gate(id, segment);
        Ok(())
    }

    /// Removes all bodies but the first `count`.
    pub fn keep(&mut self, count: usize) {
        let ids: Vec<_> = self.built.world.bodies().map(|(id, _)| id).skip(count).collect();
        for id in ids {
            self.built.world.remove(id);
        }
        self.start = (self.built.world.clone(), self.built.bricks.clone());
        self.show();
    }
}

impl World {
    /// Writes down where the bodies are.
    fn show(&mut self) {
        self.bodies.clear();
        for (_, body) in self.built.world.bodies() {
            self.bodies.extend([body.position.x, body.position.y, body.radius]);
        }
    }

    fn walls_with(&self, strategy: Strategy) -> Walls {
        let walls = self.built.world.walls();
        Walls::with(strategy, walls.ids().filter_map(|id| walls.get(id)))
    }
}

/// Whether a place is inside: in an odd number of rooms, as a room within a room is something that stands in it.
pub(crate) fn is_inside(rooms: &[Polygon], place: Point) -> bool {
    rooms.is_empty() || rooms.iter().filter(|room| room.contains(place)).count() % 2 == 1
}

/// A strategy by its name.
fn named(name: &str) -> Answer<Strategy> {
    let found = Strategy::ALL.into_iter().find(|strategy| format!("{strategy:?}") == name);
    found.ok_or_else(|| format!("there is no strategy `{name}`; expected BruteForce, Bounds, Quadtree, Bvh or Grid"))
}

/// The lower left and upper right corners of a box around all walls.
fn extent(walls: &Walls) -> Option<[Point; 2]> {
    let shapes = walls.ids().filter_map(|id| walls.get(id));
    let boxes = shapes.flat_map(|wall| match (wall.segment(), wall.circle()) {
        (Some(segment), _) => vec![segment.a(), segment.b()],
        (None, Some(circle)) => {
            let reach = Vec2::new(circle.radius(), circle.radius());
            vec![circle.center() - reach, circle.center() + reach]
        }
        (None, None) => Vec::new(),
    });
    boxes.fold(None, |all, p| {
        let [low, high] = all.unwrap_or([p, p]);
        Some([Point::new(low.x.min(p.x), low.y.min(p.y)), Point::new(high.x.max(p.x), high.y.max(p.y))])
    })
}

/// Repeatable random numbers: SplitMix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.next() >> 11) as f64 / (1_u64 << 53) as f64)
    }

    /// A vector of length 1, from points of a disc: no sine, which differs between machines.
    fn direction(&mut self) -> Vec2 {
        loop {
            let v = Vec2::new(self.between(-1.0, 1.0), self.between(-1.0, 1.0));
            let squared = v.dot(v);
            if 0.01 < squared && squared <= 1.0 {
                return v * (1.0 / squared.sqrt());
            }
        }
    }
}

#[derive(Serialize)]
struct EventShown<'a> {
    time: f64,
    kind: &'static str,
    body: String,
    other: &'a str,
    x: f64,
    y: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    forward: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<&'a str>,
}

#[derive(Serialize)]
struct Figures {
    time: f64,
    energy: f64,
    momentum: Vec2,
    bounces: u64,
    collisions: u64,
    crossings: u64,
    squeezed: u64,
    held: u64,
    compared: u64,
    lost: f64,
    end: &'static str,
}

#[derive(Serialize)]
struct MovingShown {
    shapes: Vec<ShapeShown>,
    walls: Vec<f64>,
    pillars: Vec<f64>,
}

#[derive(Serialize)]
struct ShapeShown {
    corners: Vec<Point>,
    radius: f64,
}

#[derive(Serialize)]
struct ZoneShown<'a> {
    name: &'a str,
    rings: Vec<Vec<Point>>,
    entered: u64,
    left: u64,
    inside: usize,
}

#[derive(Serialize)]
struct GateShown<'a> {
    name: &'a str,
    from: Point,
    to: Point,
    forward: u64,
    backward: u64,
}

//! Does a world prefer a direction? The mirror image of a world, with the same ids, does the mirrored thing, bit for bit: rounding
//! and every decision look the same from both sides, and of events at the same time ids decide.
//!
//! More than 12 bodies are put in a grid, and where they are in it decides when they look ahead, and so how times are rounded: the
//! grid of the image is the image of the grid, also for those that are on one of its lines.

use crate::{cases, segment};
use carom::{Body, Circle, Event, Settings, Vec2, Wall, Walls, World};
use carom_oracle::bodies::{Room, discs_apart, inside_chamber};
use carom_oracle::polygons;
use carom_oracle::rng::Rng;
use carom_oracle::round::next_up;
use carom_oracle::truth::{Ends, Xy};

/// In which axes a scene is mirrored: the factors of x and y.
const MIRRORS: [Xy; 3] = [[1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]];

/// A scene as plain numbers.
#[derive(Clone, Default)]
struct Scene {
    walls: Vec<Ends>,
    pillars: Vec<(Xy, f64)>,
    bodies: Vec<Thrown>,
    gravity: Xy,
}

#[derive(Clone, Copy)]
struct Thrown {
    at: Xy,
    velocity: Xy,
    radius: f64,
    mass: f64,
    restitution: f64,
}

impl Thrown {
    fn new(at: Xy, velocity: Xy, radius: f64) -> Thrown {
        Thrown { at, velocity, radius, mass: 1.0, restitution: 1.0 }
    }
}

impl Scene {
    fn mirrored(&self, mirror: Xy) -> Scene {
        let image = |p: Xy| mirrored(p, mirror);
        let thrown = |body: &Thrown| Thrown { at: image(body.at), velocity: image(body.velocity), ..*body };
        Scene {
            walls: self.walls.iter().map(|ends| ends.map(image)).collect(),
            pillars: self.pillars.iter().map(|&(center, radius)| (image(center), radius)).collect(),
            bodies: self.bodies.iter().map(thrown).collect(),
            gravity: image(self.gravity),
        }
    }

    fn world(&self) -> World {
        let segments = self.walls.iter().map(|&[a, b]| Wall::from(segment(a, b)));
        let pillars =
            self.pillars.iter().map(|&(center, radius)| Circle::new(center, radius).expect("it is finite").into());
        let settings = Settings { gravity: self.gravity.into(), ..Settings::default() };
        let mut world = World::with(Walls::new(segments.chain(pillars)), settings).expect("gravity is finite");
        for &Thrown { at, velocity, radius, mass, restitution } in &self.bodies {
            let body = Body::disc(at, radius).velocity(velocity).mass(mass).restitution(restitution);
            world.add(body).expect("there is room");
        }
        world
    }
}

fn mirrored(p: Xy, mirror: Xy) -> Xy {
    [p[0] * mirror[0], p[1] * mirror[1]]
}

/// Runs a scene and its mirror images side by side; returns how many events there were.
#[track_caller]
fn check(name: &str, scene: &Scene, frames: u32, dt: f64) -> usize {
    let mut count = 0;
    for mirror in MIRRORS {
        let (mut world, mut image) = (scene.world(), scene.mirrored(mirror).world());
        for frame in 0..frames {
            let (made, reflected) = (world.step(dt), image.step(dt));
            assert_eq!(made.end, reflected.end, "{name} in {mirror:?}, frame {frame}");
            for (event, other) in made.events.iter().zip(&reflected.events) {
                assert!(is_image(event, other, mirror), "{name} in {mirror:?}, frame {frame}: {event:#?}, {other:#?}");
            }
            assert_eq!(made.events.len(), reflected.events.len(), "{name} in {mirror:?}, frame {frame}");
            for ((id, body), (_, other)) in world.bodies().zip(image.bodies()) {
                let same = body.position == mirrored(other.position.into(), mirror).into()
                    && body.velocity == mirrored(other.velocity.into(), mirror).into();
                assert!(same, "{name} in {mirror:?}, frame {frame}: {id:?} is {body:?}, its image {other:?}");
            }
            count += made.events.len();
        }
    }
    count
}

fn is_image(event: &Event, other: &Event, mirror: Xy) -> bool {
    let image = |v: Vec2| Vec2::from(mirrored(v.into(), mirror));
    (event.time, event.body, event.kind) == (other.time, other.body, other.kind)
        && event.point == mirrored(other.point.into(), mirror).into()
        && event.normal == image(other.normal)
        && (event.before, event.after) == (image(other.before), image(other.after))
        && event.other.map(|body| (body.before, body.after))
            == other.other.map(|body| (image(body.before), image(body.after)))
}

fn edges(vertices: &[Xy]) -> Vec<Ends> {
    (0..vertices.len()).map(|i| [vertices[i], vertices[(i + 1) % vertices.len()]]).collect()
}

/// Discs thrown into a star with a pillar or two, wherever there is room.
fn chamber(rng: &mut Rng, discs: usize) -> Scene {
    let n = 4 + rng.below(8);
    let rings = [polygons::star(rng, n, 0.4)];
    let mut scene = Scene { walls: edges(&rings[0]), ..Scene::default() };
    for _ in 0..rng.below(3) {
        scene.pillars.push(([rng.within(-0.5, 0.5), rng.within(-0.5, 0.5)], rng.within(0.0, 0.1)));
    }
    let room = Room::of_rings(&rings);
    for _ in 0..100 * discs {
        let at = [rng.within(-1.0, 1.0), rng.within(-1.0, 1.0)];
        let radius = rng.within(0.01, 0.05);
        let is_free = inside_chamber(at, &rings)
            && room.blocks(at, at, radius).is_none()
            && scene.pillars.iter().all(|&(center, around)| discs_apart(at, radius, center, around))
            && scene.bodies.iter().all(|body| discs_apart(at, radius, body.at, body.radius));
        if is_free && scene.bodies.len() < discs {
            let velocity = [rng.within(-1.0, 1.0), rng.within(-1.0, 1.0)];
            let mass = *rng.pick(&[1.0, 1.0, 0.25, 3.0]);
            scene.bodies.push(Thrown { mass, ..Thrown::new(at, velocity, radius) });
        }
    }
    scene
}

/// A few bodies between sloped walls and pillars, some of them under gravity that points anywhere.
#[test]
fn chambers() {
    let mut events = 0;
    for case in 0..cases(200) {
        let rng = &mut Rng::for_case(0, "mirrored chambers", case);
        let count = 1 + rng.below(12);
        let mut scene = chamber(rng, count);
        if rng.one_in(3) {
            scene.gravity = [rng.within(-1.0, 1.0), rng.within(-5.0, 1.0)];
            scene.bodies.iter_mut().for_each(|body| body.restitution = 0.75);
        }
        events += check(&format!("chamber {case}"), &scene, 100, 0.1);
    }
    assert!(400 * cases(200) as usize <= events, "only {events} events");
}

#[test]
fn gases() {
    for case in 0..cases(60) {
        let rng = &mut Rng::for_case(0, "mirrored gases", case);
        let count = 20 + rng.below(60);
        check(&format!("gas {case}"), &chamber(rng, count), 100, 0.1);
    }
}

/// Bodies in the places of a lattice, far from the origin on one axis, many of them on lines of the grid.
#[test]
fn lattices() {
    for case in 0..cases(50) {
        let rng = &mut Rng::for_case(0, "mirrored lattices", case);
        let offset = [0.0, 1024.0, -3.0].map(|offset| [offset, -offset * 0.375])[rng.below(3)];
        let corners = [[-1.0, -1.0], [16.0, -1.0], [17.0, 12.0], [-1.0, 16.0]];
        let mut scene = Scene { walls: edges(&corners), ..Scene::default() };
        for k in 0..64_u32 {
            let at = [f64::from(k % 8) * 2.0, f64::from(k / 8) * 1.5];
            let velocity = [0, 1].map(|_| *rng.pick(&[0.0, 1.0, -1.0, 3.0, 0.1]));
            scene.bodies.push(Thrown::new(at, velocity, 0.5));
        }
        let away = |p: Xy| [p[0] + offset[0], p[1] + offset[1]];
        scene.walls.iter_mut().for_each(|ends| *ends = ends.map(away));
        scene.bodies.iter_mut().for_each(|body| body.at = away(body.at));
        check(&format!("lattice {case}"), &scene, 60, 0.1);
    }
}

/// A triangle of balls, which touch as nearly as numbers allow and lie in mirrored places, and a cue ball.
fn rack(rows: u32, walls: &[Ends], aside: f64) -> Scene {
    let mut scene = Scene { walls: walls.to_vec(), ..Scene::default() };
    scene.bodies.push(Thrown::new([-20.0, aside], [100.0, 0.0], 1.0));
    for row in 0..rows {
        let mut x = f64::from(row) * 3f64.sqrt();
        let places = |x: f64| (0..=row).map(move |k| [x, f64::from(2 * k) - f64::from(row)]);
        let has_room = |p: Xy| scene.bodies.iter().all(|other| discs_apart(p, 1.0, other.at, 1.0));
        while !places(x).all(has_room) {
            x = next_up(x);
        }
        scene.bodies.extend(places(x).map(|at| Thrown::new(at, [0.0, 0.0], 1.0)));
    }
    scene
}

const TABLE: [Xy; 4] = [[-25.0, -12.0], [25.0, -12.0], [25.0, 12.0], [-25.0, 12.0]];

/// Ten balls and a cue ball that strikes them in the middle, where many meet at the same time, or beside it.
#[test]
fn break_shots() {
    for aside in [0.0, 0.125, 1.0 / 3.0, -1.5] {
        for walls in [Vec::new(), edges(&TABLE)] {
            let name = format!("break at {aside} with {} walls", walls.len());
            let events = check(&name, &rack(4, &walls, aside), 200, 0.01);
            assert!(10 <= events, "{name}: {events} events");
        }
    }
}

#[test]
fn break_shots_of_sixteen() {
    for aside in [0.0, 0.125, 1.0 / 3.0, -1.5] {
        check(&format!("break at {aside}"), &rack(5, &edges(&TABLE), aside), 200, 0.01);
    }
}

/// Balls that meet at the same time do so in the order of their ids, so a break in the middle, though the rack is its own mirror image,
/// is not symmetric. With ids given from the other side it comes out the other way round, bit for bit; and
/// neither side is favoured beyond rounding in what all balls have together.
#[test]
fn ids_decide_the_sides_of_a_symmetric_break() {
    let scene = rack(4, &[], 0.0);
    let mut swapped = scene.clone();
    for row in 0..4 {
        // The cue ball and the rows before come first.
        let first = 1 + row * (row + 1) / 2;
        swapped.bodies[first..=first + row].reverse();
    }
    let [mut world, mut image] = [&scene, &swapped].map(Scene::world);
    let energy = world.energy();
    for frame in 0..200 {
        world.step(0.01);
        image.step(0.01);
        for ((id, body), (_, other)) in world.bodies().zip(image.bodies()) {
            let same = body.position == mirrored(other.position.into(), [1.0, -1.0]).into()
                && body.velocity == mirrored(other.velocity.into(), [1.0, -1.0]).into();
            assert!(same, "frame {frame}: {id:?} is {body:?}, its image {other:?}");
        }
        assert!((world.energy() / energy - 1.0).abs() < 1e-12, "{energy} became {}", world.energy());
        crate::assert_near(world.momentum().into(), [100.0, 0.0], 1e-12, "momentum");
    }
    let places = |world: &World| -> Vec<Xy> { world.bodies().map(|(_, body)| body.position.into()).collect() };
    assert_ne!(places(&world)[2], mirrored(places(&world)[3], [1.0, -1.0]), "the order of ids made no difference");
}

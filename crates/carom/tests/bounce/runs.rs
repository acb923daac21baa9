//! A million bounces in every chamber, each move judged by whole numbers.

use crate::chambers::{self, Chamber};
use crate::onward;
use carom::{Bounces, Ending, Limits, Point, Strategy, Sweep, Vec2, Walls};
use carom_oracle::bodies::{Room, inside_chamber};
use carom_oracle::rng::Rng;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bounces a call; the next call goes on from where this one ended.
const PIECE: u32 = 1000;

/// Bounces in each chamber. More of them with `CAROM_BOUNCES`; fewer without optimization, which takes many times as long.
fn bounces() -> u64 {
    let wanted = std::env::var("CAROM_BOUNCES").ok().and_then(|number| number.parse().ok());
    wanted.unwrap_or(if carom_oracle::FEW_CASES { 20_000 } else { 1_000_000 })
}

/// One piece in so many has each of its moves judged; a body that got out does not come back, so the end of each is enough for
/// the others. All of them, unless `CAROM_JUDGED` says so.
fn judged() -> u64 {
    let wanted = std::env::var("CAROM_JUDGED").ok().and_then(|number| number.parse().ok());
    wanted.filter(|&every| every > 0).unwrap_or(1)
}

/// Of a thousand pieces, each of up to [`PIECE`] bounces, how many may end for want of a number to go to.
/// Rooms that are a few numbers wide are what that ending is for; elsewhere only the very tips of corners are.
fn blocked_per_thousand(chamber: &Chamber) -> u64 {
    if chamber.is_tight { 500 } else { 20 }
}

/// How one body is sent on its way.
#[derive(Clone, Copy, Debug)]
struct Way {
    radius: f64,
    /// In parts of the chamber's largest coordinate if fast, of its size if not.
    ///
    /// A fast body's sweep ends far outside, where adding the velocity to the position rounds as little as the velocity itself.
    is_fast: bool,
    is_random: bool,
}

/// Chambers that fail do not keep the others from being tried.
#[test]
fn a_million_bounces_in_every_chamber() {
    let (chambers, next) = (chambers::all(), AtomicUsize::new(0));
    let work = || {
        let mut failed = Vec::new();
        while let Some(chamber) = chambers.get(next.fetch_add(1, Ordering::Relaxed)) {
            match std::panic::catch_unwind(|| check_chamber(chamber)) {
                Ok(line) => println!("{line}"),
                Err(_) => failed.push(chamber.name),
            }
        }
        failed
    };
    let failed = std::thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.map(|worker| worker.join().expect("panics are caught")).concat()
    });
    assert!(failed.is_empty(), "{failed:?}; each has its own message above");
}

/// The same bounces, bit for bit, however the walls are searched.
#[test]
fn every_strategy_gives_the_same_bits() {
    for chamber in chambers::all() {
        for way in ways(&chamber) {
            let digests = Strategy::ALL.map(|strategy| {
                let (walls, rng) = (chamber.walls(strategy), &mut Rng::for_case(1, chamber.name, 0));
                let mut body = Body::new(&chamber, way, rng);
                let pieces = (0..4).map(|_| {
                    let (sweep, path) = body.piece(&walls, 250);
                    body.go_on(&path, rng);
                    (sweep, digest(&path))
                });
                pieces.collect::<Vec<_>>()
            });
            for (strategy, digest) in Strategy::ALL.iter().zip(&digests) {
                assert_eq!(digest, &digests[0], "{}, {way:?}, {strategy:?}", chamber.name);
            }
        }
    }
}

fn ways(chamber: &Chamber) -> [Way; 4] {
    let way = |radius, is_fast, is_random| Way { radius, is_fast, is_random };
    let radius = chamber.radius;
    [way(0.0, true, false), way(0.0, false, true), way(radius, true, true), way(radius, false, false)]
}

fn check_chamber(chamber: &Chamber) -> String {
    let (walls, room) = (chamber.walls(Strategy::Bvh), chamber.room());
    let begun = std::time::Instant::now();
    let (mut pieces, mut blocked, mut done) = (0, 0, 0);
    let bounces = if chamber.is_slow { bounces().div_ceil(40) } else { bounces().div_ceil(4) };
    for way in ways(chamber) {
        let run = check_run(chamber, &walls, &room, way, bounces);
        pieces += run.pieces;
        blocked += run.blocked;
        done += run.bounces;
    }
    let share = 1000 * blocked / pieces;
    let allowed = blocked_per_thousand(chamber);
    assert!(share <= allowed, "{}: {blocked} of {pieces} pieces were blocked, more than {allowed} ‰", chamber.name);
    format!("{}: {done} bounces, {pieces} pieces, {blocked} blocked, {:.2?}", chamber.name, begun.elapsed())
}

/// What a run came to.
#[derive(Default)]
struct Run {
    pieces: u64,
    blocked: u64,
    bounces: u64,
}

fn check_run(chamber: &Chamber, walls: &Walls, room: &Room, way: Way, bounces: u64) -> Run {
    let rng = &mut Rng::for_case(0, chamber.name, 1);
    let mut body = Body::new(chamber, way, rng);
    let (speed, mut run) = (body.velocity.length(), Run::default());
    // A body that finds no room again and again still comes to an end here.
    let most_pieces = 10 + 20 * bounces.div_ceil(u64::from(PIECE));
    while run.bounces < bounces && run.pieces < most_pieces {
        let (sweep, path) = body.piece(walls, PIECE);
        if run.pieces % judged() == 0 {
            judge(chamber, room, &sweep, &path);
        } else {
            check_move(chamber, room, &sweep, path.end, path.end, path.bounces.len());
        }
        run.pieces += 1;
        run.bounces += path.bounces.len() as u64;
        run.blocked += u64::from(matches!(path.ending, Ending::Blocked { .. }));
        body.go_on(&path, rng);
    }
    assert!(
        chamber.is_tight || bounces <= run.bounces,
        "{}, {way:?}: {} bounces in {} pieces, {} of them blocked",
        chamber.name,
        run.bounces,
        run.pieces,
        run.blocked
    );
    if way.is_fast {
        let off = body.velocity.length() / speed - 1.0;
        assert!(off.abs() <= 1e-9, "{}, {way:?}: the speed is off by {off:e}", chamber.name);
    }
    run
}

struct Body<'a> {
    chamber: &'a Chamber,
    way: Way,
    at: Point,
    velocity: Vec2,
    was_blocked: bool,
}

impl<'a> Body<'a> {
    fn new(chamber: &'a Chamber, way: Way, rng: &mut Rng) -> Body<'a> {
        let mut body = Body { chamber, way, at: chamber.start.into(), velocity: Vec2::default(), was_blocked: false };
        body.velocity =
            body.direction(rng) * if way.is_fast { 8.0 * chamber.magnitude() } else { 0.3 * chamber.size() };
        body
    }

    fn direction(&self, rng: &mut Rng) -> Vec2 {
        let toward = Vec2::from(self.chamber.toward).normalized();
        // No angle that a rule of thumb would pick, and each one another.
        let [jitter, angle] = [rng.within(-1e-3, 1e-3), rng.within(0.0, std::f64::consts::TAU)];
        if self.way.is_random {
            Vec2::new(angle.cos(), angle.sin())
        } else {
            let is_square = self.chamber.toward == [1.0, 1.0];
            let part = if is_square { 0.0 } else { jitter * toward.y };
            Vec2::new(toward.x, toward.y + part).normalized()
        }
    }

    fn piece(&self, walls: &Walls, bounces: u32) -> (Sweep, Bounces) {
        let sweep = onward(self.at, self.velocity, self.way.radius);
        let path = walls.bounce(&sweep, Limits::bounces(bounces));
        (sweep, path)
    }

    /// A body without room turns round; if that does not help either, it tries another way.
    fn go_on(&mut self, path: &Bounces, rng: &mut Rng) {
        let is_blocked = matches!(path.ending, Ending::Blocked { .. });
        let has_moved = path.end != self.at;
        self.at = path.end;
        self.velocity = match (is_blocked, self.was_blocked && !has_moved) {
            (false, _) => path.velocity,
            (true, false) => -path.velocity,
            (true, true) => {
                let speed = path.velocity.length();
                let turned = if rng.one_in(2) { 1.0 } else { -1.0 };
                self.direction(rng) * (turned * speed)
            }
        };
        self.was_blocked = is_blocked;
    }
}

/// Every move is clear, every place is inside, every bounce keeps the speed, and there is a reason to end.
fn judge(chamber: &Chamber, room: &Room, sweep: &Sweep, path: &Bounces) {
    let place = || format!("{}, {sweep:?}, velocity {:?}", chamber.name, sweep.motion());
    let (mut from, mut velocity, mut time) = (sweep.start(), sweep.motion(), 0.0);
    let keeps_speed =
        |before: Vec2, after: Vec2, part: f64| (after.length() - before.length()).abs() <= part * before.length();
    for (i, bounce) in path.bounces.iter().enumerate() {
        check_move(chamber, room, sweep, from, bounce.at, i);
        let goes_on = (bounce.before - velocity).length() <= 1e-14 * velocity.length();
        assert!(goes_on, "{}: bounce {i} begins with {:?}, not {velocity:?}", place(), bounce.before);
        let kept = keeps_speed(bounce.before, bounce.after, 1e-12);
        assert!(kept, "{}: bounce {i} from {:?} to {:?}", place(), bounce.before, bounce.after);
        assert!(time <= bounce.time, "{}: bounce {i} at {:e}, after {time:e}", place(), bounce.time);
        assert!((bounce.normal.length() - 1.0).abs() < 1e-12, "{}: bounce {i}, {:?}", place(), bounce.normal);
        (from, velocity, time) = (bounce.at, bounce.after, bounce.time);
    }
    check_move(chamber, room, sweep, from, path.end, path.bounces.len());
    assert!(time <= path.time, "{}: ends at {:e}, after {time:e}", place(), path.time);
    assert!(keeps_speed(sweep.motion(), path.velocity, 1e-9), "{}: {:?} at the end", place(), path.velocity);
    match path.ending {
        Ending::BounceLimit { remaining } => {
            assert_eq!((path.bounces.len(), remaining), (PIECE as usize, f64::INFINITY), "{}", place());
        }
        Ending::Blocked { wall, .. } => {
            let walls = chamber.edges().count() + chamber.pillars.len();
            assert!(wall.index() < walls, "{}: blocked by {wall:?}", place());
        }
        Ending::Completed => {
            let (count, time, end) = (path.bounces.len(), path.time, path.end);
            panic!("{}: completed in a closed chamber, {count} bounces in {time:e}, at {end:?}", place());
        }
    }
}

fn check_move(chamber: &Chamber, room: &Room, sweep: &Sweep, from: Point, to: Point, number: usize) {
    let [start, end] = [from, to].map(|p| [p.x, p.y]);
    let fault = match room.blocks(start, end, sweep.radius()) {
        Some(wall) => format!("meets wall {wall}"),
        None if !inside_chamber(end, &chamber.rings) => "is outside".to_string(),
        None => return,
    };
    panic!("{}, {sweep:?}: move {number} from {from:?} to {to:?} {fault}", chamber.name);
}

fn digest(path: &Bounces) -> Vec<u64> {
    let bounce = |b: &carom::Bounce| {
        let numbers = [b.time, b.at.x, b.at.y, b.point.x, b.point.y, b.normal.x, b.normal.y, b.after.x, b.after.y];
        numbers.map(f64::to_bits).into_iter().chain([b.wall.index() as u64])
    };
    let end = [path.end.x, path.end.y, path.velocity.x, path.velocity.y, path.time, path.length];
    path.bounces.iter().flat_map(bounce).chain(end.map(f64::to_bits)).collect()
}

//! What an input is made into, and how the answers are judged.

use crate::{readers, rows, worlds};
use carom::{Segment, Strategy, Sweep, Walls};
use carom_oracle::checks::{CHECKS, Check, Kind};
use carom_oracle::rng::Rng;
use carom_oracle::truth::Ends;
use carom_oracle::{cases, moving, near};

/// One thing that is fuzzed.
#[derive(Clone, Copy)]
pub struct Target {
    /// What it is called.
    pub name: &'static str,
    /// Judges one input; the error says what is wrong.
    pub run: fn(&[u8]) -> Result<(), String>,
    /// Inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All of them.
pub const TARGETS: [Target; 10] = [
    Target { name: "predicates", run: |bytes| checks(bytes, &[Kind::Predicate, Kind::Metamorphic]), seeds: random },
    Target {
        name: "sweeps",
        run: |bytes| checks(bytes, &[Kind::Points, Kind::Discs, Kind::Places, Kind::Many, Kind::RelatedMoves]),
        seeds: random,
    },
    Target { name: "walls", run: walls, seeds: random },
    Target { name: "worlds", run: worlds::plain, seeds: random },
    Target { name: "groups", run: worlds::moving, seeds: random },
    Target { name: "shapes", run: worlds::shaped, seeds: random },
    Target { name: "changes", run: worlds::changing, seeds: random },
    Target { name: "zones", run: |bytes| checks(bytes, &[Kind::Shapes]), seeds: random },
    Target { name: "readers", run: readers::run, seeds: readers::seeds },
    Target { name: "rows", run: rows::run, seeds: rows::seeds },
];

fn random() -> Vec<Vec<u8>> {
    let mut rng = Rng::new(1);
    (0..16).map(|_| (0..256).map(|_| rng.bits() as u8).collect()).collect()
}

/// The first byte chooses the check of these kinds.
fn checks(bytes: &[u8], kinds: &[Kind]) -> Result<(), String> {
    let chosen: Vec<&Check> = CHECKS.iter().filter(|check| kinds.contains(&check.kind)).collect();
    let (which, rest) = bytes.split_first().unwrap_or((&0, &[]));
    let check = chosen[usize::from(*which) % chosen.len()];
    (check.run)(&mut Rng::from_bytes(rest)).map_err(|message| format!("{}: {message}", check.name))
}

/// Walls that come, go and change, and what is touched first among those that are there.
fn walls(bytes: &[u8]) -> Result<(), String> {
    let mut rng = Rng::from_bytes(bytes);
    let strategy =
        *rng.pick(&[Strategy::BruteForce, Strategy::Bounds, Strategy::Quadtree, Strategy::Bvh, Strategy::Grid]);
    let (path, first) = near::point_and_wall(&mut rng);
    let mut there: Vec<Option<Ends>> = vec![Some(first)];
    let mut ids = vec![];
    let mut walls = Walls::with(strategy, [segment(first)]);
    ids.extend(walls.ids());
    for _ in 0..4 + rng.below(60) {
        change(&mut rng, &mut walls, &mut there, &mut ids);
        if rng.one_in(3) {
            ask(&mut rng, &walls, &there, path).map_err(|wrong| format!("{strategy:?}: {wrong}"))?;
        }
    }
    Ok(())
}

fn segment([a, b]: Ends) -> Segment {
    Segment::new(a, b).expect("generators make distinct ends")
}

fn change(rng: &mut Rng, walls: &mut Walls, there: &mut Vec<Option<Ends>>, ids: &mut Vec<carom::WallId>) {
    let which = rng.below(ids.len());
    let known = there.iter().flatten().next().copied();
    // Another one, often one that shares an end with one that is there.
    let mut wall = if rng.one_in(4) { cases::path_and_walls(rng).1 } else { near::point_and_wall(rng).1 };
    if wall[0] == wall[1] {
        wall = near::point_and_wall(rng).1;
    }
    if let (Some(known), false) = (known, rng.one_in(3)) {
        let shared = [known[rng.below(2)], wall[1]];
        wall = if shared[0] == shared[1] { wall } else { shared };
    }
    match rng.below(8) {
        0..=4 => {
            ids.push(walls.add(segment(wall)));
            there.push(Some(wall));
        }
        5 => {
            walls.remove(ids[which]);
            there[which] = None;
        }
        6 if there[which].is_some() => {
            walls.replace(ids[which], segment(wall));
            there[which] = Some(wall);
        }
        _ => walls.rebuild(),
    }
}

fn ask(rng: &mut Rng, walls: &Walls, there: &[Option<Ends>], path: Ends) -> Result<(), String> {
    let path = match rng.below(3) {
        0 => path,
        1 => near::point_and_wall(rng).0,
        _ => [path[1], path[0]],
    };
    let radius = if rng.one_in(2) { 0.0 } else { near::disc_and_wall(rng).0.1 };
    let Ok(sweep) = Sweep::disc(path[0], path[1], radius) else { return Ok(()) };
    let numbered: Vec<(usize, Ends)> = there.iter().enumerate().filter_map(|(i, wall)| Some((i, (*wall)?))).collect();
    let expected = moving::earliest(path, radius, numbered.iter().map(|(_, wall)| *wall));
    let expected = expected.map(|(place, touch)| (numbered[place].0, touch.time.toward_zero().to_bits()));
    let found = walls.first_touch(&sweep).map(|(id, hit)| (id.index(), hit.t.to_bits()));
    let any = walls.touches_any(&sweep);
    if found == expected && any == expected.is_some() {
        return Ok(());
    }
    Err(format!("{path:?} with {radius:e} among {numbered:?}: {found:?} and {any}, expected {expected:?}"))
}

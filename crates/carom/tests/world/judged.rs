//! Small scenes full of ties and near-ties: every event is the one that must come next, at its exact time rounded toward zero.

use carom::{Body, Circle, Response, Segment, Wall};
use carom_oracle::rng::Rng;
use carom_oracle::worlds::{self, Counts, Scene, Wrong};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

const SCENES: u64 = if carom_oracle::FEW_CASES { 1_000 } else { carom_oracle::share_of(64_000) };

/// So many wrong scenes are shown.
const SHOWN: usize = 12;

/// What was found.
#[derive(Default)]
struct Found {
    counts: Counts,
    /// How many scenes of each kind were told wrongly.
    wrong: BTreeMap<&'static str, u64>,
    /// And how: messages without their numbers.
    ways: BTreeMap<String, u64>,
    /// The first of them, with their numbers.
    first: Vec<(u64, Box<Wrong>)>,
}

/// `CAROM_WORLDS` asks for another number of scenes, `CAROM_SEED` for others, `CAROM_ONLY` for some by their numbers.
#[test]
fn judged_scenes() {
    let asked = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect("a whole number"));
    let (scenes, seed) = (asked("CAROM_WORLDS").unwrap_or(SCENES), asked("CAROM_SEED").unwrap_or(0));
    let only: Option<Vec<u64>> = std::env::var("CAROM_ONLY")
        .ok()
        .map(|list| list.split(',').map(|text| text.parse().expect("whole numbers with commas")).collect());
    let scenes = only.as_ref().map_or(scenes, |only| only.len() as u64);
    let next = AtomicU64::new(0);
    let work = || {
        let mut found = Found::default();
        loop {
            let case = next.fetch_add(1, Ordering::Relaxed);
            if scenes <= case {
                return found;
            }
            let case = only.as_ref().map_or(case, |only| only[case as usize]);
            match worlds::check(&mut Rng::for_case(seed, "worlds", case)) {
                Ok(judged) => found.counts += judged,
                Err(wrong) => {
                    println!("scene {case}: {}", wrong.message.lines().next().unwrap_or_default());
                    *found.wrong.entry(wrong.kind).or_default() += 1;
                    let count = found.ways.entry(without_numbers(&wrong.message)).or_default();
                    *count += 1;
                    // One of each way.
                    if *count == 1 && found.first.len() < SHOWN {
                        found.first.push((case, wrong));
                    }
                }
            }
        }
    };
    let halves = std::thread::scope(|scope| {
        [scope.spawn(work), scope.spawn(work)].map(|worker| worker.join().expect("panics of carom are caught"))
    });
    let mut all = Found::default();
    for half in halves {
        all.counts += half.counts;
        half.wrong.iter().for_each(|(kind, count)| *all.wrong.entry(kind).or_default() += count);
        half.ways.into_iter().for_each(|(way, count)| *all.ways.entry(way).or_default() += count);
        all.first.extend(half.first);
    }
    all.first.sort_by_key(|(case, _)| *case);
    let wrong: u64 = all.wrong.values().sum();
    println!("{scenes} scenes, {wrong} told wrongly: {:?}\n{:?}", all.wrong, all.counts);
    all.ways.iter().for_each(|(way, count)| println!("{count:8} {way}"));
    for (case, found) in all.first.iter().take(SHOWN) {
        let (smaller, message) = worlds::shrunk(&found.scene);
        println!("\nscene {case}, {}: {}", found.kind, found.message);
        println!("less of it: {message}\n{}", worlds::as_code(&smaller));
    }
    assert_eq!(wrong, 0, "scenes that are told wrongly");
    if only.is_some() {
        return;
    }
    assert!(
        all.counts.apart * 50 < scenes,
        "in {} of {scenes} scenes bodies were held or moved aside",
        all.counts.apart
    );
    assert!(scenes / 20 < all.counts.ties, "only {} ties in {scenes} scenes", all.counts.ties);
}

/// The words of a message's first line.
fn without_numbers(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let is_word = |word: &&str| word.chars().all(|c| c.is_alphabetic() || ":,{}".contains(c));
    line.split_whitespace().filter(is_word).take(16).collect::<Vec<_>>().join(" ")
}

/// Scenes of the soak that were told wrongly once: bodies put far from where they met a wall at next to no angle, points that had passed each
/// other and were thrown apart without end, points that were turned by the end of a wall, and bodies in slits exactly as wide as they are.
#[test]
fn told_wrongly_once() {
    let scenes = [
        // Along a wall at next to no angle.
        Scene {
            kind: "three at once",
            bodies: vec![
                Body::disc([2.0, 0.0], 1.0).velocity([0.0, 0.0]),
                Body::disc([9.0, 0.0], 1.0).velocity([-2.0, 0.0]),
                Body::disc([-5.0, 1.0], 1.0)
                    .velocity([2.0, 0.0])
                    .mass(1000000.0)
                    .restitution(0.5)
                    .response(Response::Stop),
                Body::disc([0.0, 0.0], 1.0).velocity([0.0, 0.0]).restitution(0.5),
                Body::disc([4.0, 0.0], 1.0).velocity([0.0, 0.0]).restitution(0.5).layers(2).mask(2),
            ],
            walls: vec![Wall::from(Segment::new([-9.0, -1.0], [30.0, -1.0]).unwrap()).with_restitution(0.5).unwrap()],
            gates: vec![],
            is_ring: false,
            steps: vec![3.0],
        },
        // One point catches up with another.
        Scene {
            kind: "points",
            bodies: vec![
                Body::disc([2.0, -11.0], 0.0).velocity([1.0, 3.0]),
                Body::disc([10.0, -7.0], 0.0).velocity([-3.0, 1.0]),
                Body::disc([-2.0000000000000004, 1.0], 0.0).velocity([3.0, -3.0]),
                Body::disc([0.0, 1.0], 0.0).velocity([2.0, -3.0]).mass(3.0).restitution(0.5).response(Response::Slide),
            ],
            walls: vec![],
            gates: vec![],
            is_ring: false,
            steps: vec![4.0],
        },
        // Along a slanted wall at next to no angle.
        Scene {
            kind: "three at once",
            bodies: vec![
                Body::disc([0.0, 0.0], 2.5).velocity([-0.0, -0.0]),
                Body::disc([-32.0, -24.0], 2.5).velocity([12.0, 9.0]),
                Body::disc([-16.0, -12.0], 2.5).velocity([-0.0, -0.0]).mass(0.1),
            ],
            walls: vec![
                Wall::from(Segment::new([37.5, 25.0], [-118.5, -92.0]).unwrap()).with_restitution(0.5).unwrap(),
            ],
            gates: vec![],
            is_ring: false,
            steps: vec![8.0],
        },
        // A heavy point among light ones.
        Scene {
            kind: "three at once",
            bodies: vec![
                Body::disc([0.0, 2147483648.0], 0.0).velocity([-0.0, 0.0]),
                Body::disc([0.0, 1073741824.0], 0.0).velocity([-0.0, 0.0]).restitution(0.5).layers(1).mask(3),
                Body::disc([0.0, -3221225472.0], 0.0).velocity([-0.0, 3221225472.0]).mass(1000000.0).restitution(0.5),
                Body::disc([0.0, 0.0], 0.0).velocity([-0.0, 0.0]),
                Body::disc([0.0, 5368709120.0], 0.0).velocity([0.0, -3221225472.0]).restitution(0.5),
            ],
            walls: vec![],
            gates: vec![],
            is_ring: false,
            steps: vec![4.0],
        },
        // A point that ends on the end of a wall.
        Scene {
            kind: "points",
            bodies: vec![
                Body::disc([1048516.0, 22.0], 0.0).velocity([29.0, 2.0]),
                Body::disc([1048559.0, -10.0], 0.0).velocity([-14.0, 34.0]),
                Body::disc([1048521.0, 34.0], 0.0).velocity([24.0, -10.0]),
            ],
            walls: vec![
                Wall::from(Segment::new([1048521.0, 34.00000000000001], [1048569.0, 14.0]).unwrap())
                    .with_restitution(0.5)
                    .unwrap(),
            ],
            gates: vec![],
            is_ring: false,
            steps: vec![2.0],
        },
        // Two walls' ends exactly as far apart as the disc is wide, far from zero.
        Scene {
            kind: "tangent",
            bodies: vec![
                Body::disc([1.0737417273632358e18, 48318382080.0], 54760833024.0)
                    .velocity([32212254720.000004, -17179869184.0])
                    .restitution(0.0),
            ],
            walls: vec![
                Wall::from(
                    Segment::new([1.0737418980881859e18, 19327352832.0], [1.0737419485540516e18, 75161927679.99998])
                        .unwrap(),
                ),
                Wall::from(
                    Segment::new([1.0737418465485783e18, -77309411328.0], [1.0737418282949673e18, -150323855360.0])
                        .unwrap(),
                ),
            ],
            gates: vec![],
            is_ring: false,
            steps: vec![8.0],
        },
        // A wall's end on the one side, a disc on the other, and a wall ahead: no place is free but on the flight.
        Scene {
            kind: "wall and body",
            bodies: vec![
                Body::disc([4.909093588025063e-82, -3.0927288831375677e-89], 6.3818215048870445e-90)
                    .velocity([-4.9090934652977266e-90, 1.1781824316714544e-89]),
                Body::disc([4.909093372024951e-82, -1.2272733663244316e-89], 6.3818215048870445e-90)
                    .velocity([-0.0, 0.0]),
            ],
            walls: vec![
                Wall::from(
                    Segment::new(
                        [4.9090936223887174e-82, -2.2581829940369542e-89],
                        [4.909093784388802e-82, 4.9090934652977266e-90],
                    )
                    .unwrap(),
                ),
                Wall::from(
                    Segment::new(
                        [4.9090937598433345e-82, 1.0800005623654998e-89],
                        [4.9090931707521186e-82, -1.3745461702833634e-89],
                    )
                    .unwrap(),
                ),
            ],
            gates: vec![],
            is_ring: false,
            steps: vec![8.0],
        },
        // The same between a pillar and a disc that flies beside it.
        Scene {
            kind: "pillars",
            bodies: vec![
                Body::disc([10737418240.0, 48318382080.0], 10737418240.0).velocity([-8589934592.0, -6442450944.0]),
                Body::disc([23622320128.0, 31138512896.0], 10737418240.0).velocity([-8589934592.0, -6442450944.0]),
            ],
            walls: vec![
                Wall::from(Circle::new([-25769803776.0, -19327352832.0], 5368709120.0).unwrap()),
                Wall::from(Circle::new([0.0, 0.0], 0.0).unwrap()),
            ],
            gates: vec![],
            is_ring: false,
            steps: vec![16.0],
        },
        // A gate just where a disc meets another, and is put in a second place.
        Scene {
            kind: "equal velocities",
            bodies: vec![
                Body::disc([88583700480.0, -47244640256.0], 9126805504.0).velocity([-7516192768.0, 24696061952.0]),
                Body::disc([144955146240.0, -77309411328.0], 54760833024.0).velocity([-7516192768.0, 24696061952.0]),
                Body::disc([64424509440.0, -34359738368.0], 18253611008.0).velocity([-7516192768.0, 24696061952.0]),
                Body::disc([0.0, 0.0], 54760833024.0).velocity([-7516192768.0, 24696061952.0]).response(Response::Stop),
            ],
            walls: vec![
                Wall::from(Segment::new([-93415538688.0, 173946175488.0], [196494753792.0, 19327352832.0]).unwrap())
                    .with_restitution(0.5)
                    .unwrap(),
            ],
            gates: vec![[[98784247808.0, 30064771072.0], [-97710505984.0, 10737418240.0]]],
            is_ring: false,
            steps: vec![16.0],
        },
        // One that a wall stops keeps nothing of the speed it had.
        Scene {
            kind: "three at once",
            bodies: vec![
                Body::disc([0.0, 0.0], 6.05359673500061e-9).velocity([-0.0, -0.0]),
                Body::disc([-4.6566128730773926e-9, -1.1175870895385742e-8], 6.05359673500061e-9)
                    .velocity([-0.0, -0.0])
                    .mass(1000000.0)
                    .response(Response::Stop),
                Body::disc([-1.3969838619232178e-8, -3.3527612686157227e-8], 6.05359673500061e-9)
                    .velocity([-0.0, -0.0]),
                Body::disc([1.862645149230957e-8, 4.470348358154297e-8], 6.05359673500061e-9)
                    .velocity([-4.6566128730773926e-9, -1.1175870895385742e-8]),
                Body::disc([-9.313225746154785e-9, -2.2351741790771484e-8], 6.05359673500061e-9).velocity([-0.0, -0.0]),
            ],
            walls: vec![Wall::from(
                Segment::new(
                    [4.7497451305389404e-8, 9.825453162193298e-8],
                    [-1.341104507446289e-7, -3.3760443329811096e-7],
                )
                .unwrap(),
            )],
            gates: vec![],
            is_ring: false,
            steps: vec![8.0],
        },
    ];
    for scene in &scenes {
        worlds::run(scene).unwrap_or_else(|message| panic!("{}: {message}\n{}", scene.kind, worlds::as_code(scene)));
    }
}

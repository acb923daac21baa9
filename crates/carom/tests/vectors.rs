//! The same bits, and the right ones, with all vectors the machine has.
//!
//! Which vectors are in use is one setting of the whole process, so all of it is one test.

use carom::{Body, Circle, Hit, Limits, Polygon, Segment, Sweep, Vectors, Walls, World, batch};
use carom_oracle::checks::{self, Kind};
use carom_oracle::rng::Rng;
use carom_oracle::{cases, near};

/// Cases of each kind and for each kind of vectors; without optimization a case takes many times as long.
const CASES: u64 = if carom_oracle::FEW_CASES { 2_000 } else { 200_000 };

#[test]
fn all_vectors_give_the_same_bits() {
    let mut answers: Option<Vec<u64>> = None;
    for vectors in Vectors::available() {
        assert!(vectors.force());
        assert_eq!(Vectors::in_use(), vectors);
        for kind in [Kind::Points, Kind::Discs, Kind::Places, Kind::Many, Kind::RelatedMoves] {
            checks::assert_kind_right(kind, CASES / 10);
        }
        let mut bits = Bits(Vec::new());
        bits.of_pairs(CASES);
        bits.of_walls(CASES / 50);
        bits.of_bounces();
        bits.of_a_world();
        let first = answers.get_or_insert_with(|| bits.0.clone());
        assert_eq!(first.len(), bits.0.len(), "{vectors:?}");
        let different = first.iter().zip(&bits.0).position(|(a, b)| a != b);
        assert_eq!(different, None, "{vectors:?}: another number than with {:?}", Vectors::Plain);
    }
    assert!(answers.is_some_and(|bits| bits.len() as u64 > 4 * CASES));
}

/// Vectors that the machine has not are refused, and what was in use stays in use.
#[test]
fn other_vectors_are_refused() {
    for vectors in [Vectors::Neon, Vectors::Simd128, Vectors::Avx2Fma] {
        assert_eq!(vectors.is_available(), Vectors::available().any(|available| available == vectors));
        if !vectors.is_available() {
            assert!(!vectors.force() && Vectors::in_use() != vectors, "{vectors:?}");
        }
    }
}

/// All numbers of many answers.
struct Bits(Vec<u64>);

impl Bits {
    fn add(&mut self, number: f64) {
        self.0.push(number.to_bits());
    }

    fn hit(&mut self, hit: Option<Hit>) {
        let Some(hit) = hit else { return self.0.push(0) };
        [hit.t, hit.point.x, hit.point.y, hit.normal.x, hit.normal.y].into_iter().for_each(|number| self.add(number));
        self.0.push(16 * hit.feature as u64 + hit.contact as u64);
    }

    /// One mover and one obstacle, of all sizes, with ties and near-ties.
    fn of_pairs(&mut self, count: u64) {
        let mut rng = Rng::new(3);
        for case in 0..count {
            let (path, wall, radius) = match case % 4 {
                0 => {
                    let (path, wall) = near::point_and_wall(&mut rng);
                    (path, wall, 0.0)
                }
                1 => {
                    let (path, wall, _) = cases::path_and_walls(&mut rng);
                    (path, wall, 0.0)
                }
                2 => cases::walls_and_radius(&mut rng),
                _ => {
                    let (mover, wall) = near::disc_and_wall(&mut rng);
                    (mover.0, wall, mover.1)
                }
            };
            let Ok(sweep) = Sweep::disc(path[0], path[1], radius) else { continue };
            let Ok(wall) = Segment::new(wall[0], wall[1]) else { continue };
            self.hit(sweep.first_touch(&wall));
            self.add(sweep.first_time(&wall).unwrap_or(-1.0));
            self.hit(Circle::new(wall.a(), radius).ok().and_then(|circle| sweep.first_touch(&circle)));
            self.add(sweep.at(0.3).x);
        }
    }

    /// Many movers among many walls, one by one and together.
    fn of_walls(&mut self, count: u64) {
        let mut rng = Rng::new(5);
        let mut place = |size: f64| [(); 2].map(|()| size * (rng.unit() - 0.5));
        let segments: Vec<Segment> = (0..count / 4)
            .filter_map(|_| {
                let (a, by) = (place(1000.0), place(60.0));
                Segment::new(a, [a[0] + by[0], a[1] + by[1]]).ok()
            })
            .collect();
        let sweeps: Vec<Sweep> = (0..count)
            .filter_map(|case| {
                let (a, by) = (place(1000.0), place(300.0));
                let radius = if case / 100 % 2 == 0 { 0.0 } else { 5.0 };
                Sweep::disc(a, [a[0] + by[0], a[1] + by[1]], radius).ok()
            })
            .collect();
        let walls = Walls::new(segments.clone());
        for (sweep, together) in sweeps.iter().zip(walls.first_touches(&sweeps)) {
            let alone = walls.first_touch(sweep);
            assert_eq!(alone, together);
            self.hit(alone.map(|(_, hit)| hit));
        }
        for wall in &segments[..4] {
            batch::first_times(&sweeps, wall).into_iter().for_each(|t| self.add(t.unwrap_or(-1.0)));
        }
        self.hit(batch::first_touch(&sweeps[0], &segments).map(|(_, hit)| hit));
    }

    fn of_bounces(&mut self) {
        let room = Polygon::new([[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]]).unwrap();
        let walls = Walls::new(room.edges());
        for radius in [0.0, 0.5] {
            let start = Sweep::disc([100.0, 50.0], [130.0, 80.3], radius).unwrap();
            for bounce in walls.bounce(&start, Limits::bounces(2000)).bounces {
                [bounce.time, bounce.at.x, bounce.at.y, bounce.normal.x]
                    .into_iter()
                    .for_each(|number| self.add(number));
            }
        }
    }

    fn of_a_world(&mut self) {
        let room = Polygon::new([[0.0, 0.0], [20.0, 0.0], [20.0, 20.0], [0.0, 20.0]]).unwrap();
        let (mut world, mut rng) = (World::new(Walls::new(room.edges())), Rng::new(7));
        for place in 0..64 {
            let at = [1.5 + f64::from(place % 8) * 2.4, 1.5 + f64::from(place / 8) * 2.4];
            world.add(Body::disc(at, 0.9).velocity([rng.unit() - 0.5, rng.unit() - 0.5])).unwrap();
        }
        for _ in 0..40 {
            world.step(0.5);
            self.0.push(world.state_hash());
        }
    }
}

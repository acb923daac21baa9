//! Related moves have related answers: swapped, mirrored, scaled, reversed; and a shape of no size is a point or a disc.

use carom::{Aabb, Contact, Feature, Hit, Mover, MoverPart, Polygon, Strategy, Sweep, Walls};
use carom_oracle::checks::polygon;
use carom_oracle::movers::{Moving, Shape};
use carom_oracle::near_movers::{self, Kind};
use carom_oracle::rng::Rng;
use carom_oracle::truth::{Ends, Xy};
use carom_oracle::{cases as numbers, near};

use super::made::{bits, circle, mover, plain, segment, sweep};
use super::{assert_right, cases};

const RELATED: u64 = cases(5_000_000);
/// Whole boxes and capsules without any size, against everything.
const WITHOUT_SIZE: u64 = cases(5_000_000);

/// A mover with one of each kind of obstacle.
#[derive(Clone, Debug)]
struct Scene {
    kind: Kind,
    moving: Moving,
    wall: Ends,
    circle: (Xy, f64),
    other: Moving,
}

/// Time and contact, what of the obstacle, and where on the mover: the vertices of what is touched, in no order.
type Told = (u64, Contact, Option<(Feature, Vec<Xy>)>);

impl Scene {
    fn new(rng: &mut Rng) -> Scene {
        let kind = *rng.pick(&Kind::ALL);
        let (first, wall) = near_movers::mover_and_wall(rng, kind);
        let (second, circle) = near_movers::mover_and_circle(rng, kind);
        let (third, mut other) = near_movers::mover_and_mover(rng, kind);
        // So that no ring but a mirrored one has to be turned around: a capsule.
        other.shape.core.truncate(2);
        let moving = rng.pick(&[first, second, third]).clone();
        Scene { kind, moving, wall, circle, other }
    }

    /// The answers for wall, circle and other mover.
    fn told(&self) -> Result<[Option<Told>; 3], String> {
        let (mut moving, mut other) = (self.moving.clone(), self.other.clone());
        let (shape, other_shape) = (mover(self.kind, &mut moving)?, mover(Kind::Capsule, &mut other)?);
        let path = sweep(&shape, &moving)?;
        let hits = [
            path.first_touch(&segment(self.wall)?),
            path.first_touch(&circle(self.circle)?),
            path.first_touch(&sweep(&other_shape, &other)?),
        ];
        Ok(hits.map(|hit| hit.map(|hit| told(&hit, &shape))))
    }

    fn map(&self, change: impl Fn(Xy) -> Xy, turns: bool, size: impl Fn(f64) -> f64) -> Scene {
        let moved = |moving: &Moving| {
            let mut core: Vec<Xy> = moving.shape.core.iter().map(|&p| change(p)).collect();
            if turns {
                core.reverse();
            }
            Moving { shape: Shape { core, radius: size(moving.shape.radius) }, path: moving.path.map(&change) }
        };
        let mut scene = Scene {
            kind: self.kind,
            moving: moved(&self.moving),
            wall: self.wall.map(&change),
            circle: (change(self.circle.0), size(self.circle.1)),
            other: moved(&self.other),
        };
        if self.kind == Kind::Box {
            scene.moving.shape.core = near_movers::box_around(&scene.moving.shape.core);
        }
        scene
    }
}

fn told(hit: &Hit, shape: &Mover) -> Told {
    let vertex = |i: usize| plain(shape.vertices()[i % shape.vertices().len()]);
    let mut touched = match hit.mover {
        MoverPart::Whole => vec![],
        MoverPart::Vertex(i) => vec![vertex(usize::from(i))],
        MoverPart::Edge(i) => vec![vertex(usize::from(i)), vertex(usize::from(i) + 1)],
    };
    touched.sort_by(|p, q| p.partial_cmp(q).expect("finite numbers"));
    (hit.t.to_bits(), hit.contact, (hit.contact != Contact::Overlaps).then_some((hit.feature, touched)))
}

fn agree<T: PartialEq + std::fmt::Debug>(case: impl std::fmt::Debug, got: T, expected: T) -> Result<(), String> {
    if got == expected { Ok(()) } else { Err(format!("{case:?}:\n  {got:?}, but\n  {expected:?}")) }
}

#[test]
fn walls_with_swapped_ends() {
    assert_right("swapped ends", RELATED, |rng| {
        let scene = Scene::new(rng);
        let [a, b] = scene.wall;
        let swapped = Scene { wall: [b, a], ..scene.clone() };
        let [expected, ..] = scene.told()?.map(|told| {
            told.map(|(t, contact, parts)| {
                let other = |feature| match feature {
                    Feature::Side => Feature::Side,
                    Feature::A => Feature::B,
                    Feature::B => Feature::A,
                };
                (t, contact, parts.map(|(feature, part)| (other(feature), part)))
            })
        });
        agree(&scene, swapped.told()?[0].clone(), expected)
    });
}

/// The same moment and the same contact, whoever is asked.
#[test]
fn swapped_movers() {
    assert_right("swapped movers", RELATED, |rng| {
        let kinds = [*rng.pick(&Kind::ALL), Kind::Rounded];
        let (mut first, mut second) = near_movers::mover_and_mover(rng, kinds[0]);
        let is_box = kinds[0] == Kind::Box;
        let shapes =
            [mover(if is_box { Kind::Box } else { Kind::Rounded }, &mut first)?, mover(kinds[1], &mut second)?];
        let [one, two] = [sweep(&shapes[0], &first)?, sweep(&shapes[1], &second)?];
        let moment = |hit: Option<Hit>| hit.map(|hit| (hit.t.to_bits(), hit.contact));
        agree((&first, &second), moment(two.first_touch(&one)), moment(one.first_touch(&two)))
    });
}

#[test]
fn in_a_mirror() {
    assert_right("mirrored", RELATED, |rng| {
        let scene = Scene::new(rng);
        let mirrors: [fn(Xy) -> Xy; 3] = [|[x, y]| [-x, y], |[x, y]| [x, -y], |[x, y]| [y, x]];
        let mirror = *rng.pick(&mirrors);
        let expected = scene.told()?.map(|told| {
            told.map(|(t, contact, parts)| {
                let seen = |part: Vec<Xy>| {
                    let mut part: Vec<Xy> = part.into_iter().map(|p| mirror(p).map(|x| x + 0.0)).collect();
                    part.sort_by(|p, q| p.partial_cmp(q).expect("finite numbers"));
                    part
                };
                (t, contact, parts.map(|(feature, part)| (feature, seen(part))))
            })
        });
        agree(&scene, scene.map(mirror, true, |r| r).told()?, expected)
    });
}

#[test]
fn at_another_scale() {
    assert_right("scaled", RELATED, |rng| {
        let scene = Scene::new(rng);
        let exponent = rng.between(-900, 900) as i32;
        let factor = numbers::power_of_two(exponent);
        let fits = |x: f64| (x * factor).is_finite() && x * factor / factor == x;
        let moving =
            |m: &Moving| m.shape.core.iter().chain(&m.path).flatten().chain([&m.shape.radius]).all(|&x| fits(x));
        let all_fit = moving(&scene.moving)
            && moving(&scene.other)
            && scene.wall.as_flattened().iter().chain(&scene.circle.0).chain([&scene.circle.1]).all(|&x| fits(x));
        if !all_fit {
            return Ok(());
        }
        let expected = scene.told()?.map(|told| {
            told.map(|(t, contact, parts)| {
                let scaled = |part: Vec<Xy>| part.into_iter().map(|p| p.map(|x| x * factor)).collect();
                (t, contact, parts.map(|(feature, part)| (feature, scaled(part))))
            })
        });
        agree(&scene, scene.map(|p| p.map(|x| x * factor), false, |r| r * factor).told()?, expected)
    });
}

/// On the way back the same is touched, in the same manner.
#[test]
fn on_the_way_back() {
    assert_right("reversed", RELATED, |rng| {
        let scene = Scene::new(rng);
        let [start, end] = scene.moving.path;
        let mut back = scene.clone();
        back.moving.path = [end, start];
        back.other.path.reverse();
        // Deep for a while, beside it for a while, or for a moment.
        let manner = |told: &Option<Told>| {
            told.as_ref().map(|(_, contact, _)| match contact {
                Contact::Crosses | Contact::Starts | Contact::Overlaps => 'd',
                Contact::Along => 'b',
                Contact::Ends | Contact::Leaves => 'm',
            })
        };
        let [there, again] = [scene.told()?, back.told()?];
        // Without radius and without breadth there is nothing to be deep in, and words are those of a point.
        let is_thin = |other: f64| scene.moving.shape.core.len() < 3 && scene.moving.shape.radius + other == 0.0;
        let thin = [is_thin(0.0), is_thin(scene.circle.1), is_thin(scene.other.shape.radius)];
        for (i, is_thin) in thin.into_iter().enumerate() {
            let seen = |told: &Option<Told>| if is_thin { told.is_some().then_some('t') } else { manner(told) };
            agree(&scene, seen(&again[i]), seen(&there[i]))?;
        }
        Ok(())
    });
}

/// A box of no size at the position is the moving point, a capsule of no length the disc: every bit of every answer.
#[test]
fn without_size() {
    assert_right("without size", WITHOUT_SIZE, |rng| {
        let (case @ (path, radius), wall) = near::disc_and_wall(rng);
        let radius = if rng.one_in(2) { radius } else { 0.0 };
        let is_box = radius == 0.0 && rng.one_in(2);
        let shape = if is_box {
            Mover::aabb(&Aabb::new([0.0, 0.0], [0.0, 0.0]).map_err(|error| error.to_string())?)
        } else {
            Mover::capsule([0.0, 0.0], [0.0, 0.0], radius).map_err(|error| error.to_string())?
        };
        let shapes = [shape, Mover::disc(radius).map_err(|error| error.to_string())?];
        let sweep = Sweep::disc(path[0], path[1], radius).map_err(|error| error.to_string())?;
        let (_, round) = near::disc_and_circle(rng);
        let (_, (other_path, other_radius)) = near::disc_and_disc(rng);
        let other = Sweep::disc(other_path[0], other_path[1], other_radius).map_err(|error| error.to_string())?;
        let (wall, round) = (segment(wall)?, circle(round)?);
        for shape in &shapes {
            let mover = shape.sweep(path[0], path[1]).map_err(|error| error.to_string())?;
            let all = |hit: Option<Hit>| hit.map(|hit| bits(&hit));
            agree(case, all(mover.first_touch(&wall)), all(sweep.first_touch(&wall)))?;
            agree(case, all(mover.first_touch(&round)), all(sweep.first_touch(&round)))?;
            agree(case, all(mover.first_touch(&other)), all(sweep.first_touch(&other)))?;
            agree(case, all(other.first_touch(&mover)), all(other.first_touch(&sweep)))?;
        }
        Ok(())
    });
}

#[test]
fn without_size_beside_polygons_and_among_walls() {
    assert_right("without size, polygons", WITHOUT_SIZE / 50, |rng| {
        let (case @ (path, radius), rings) = near::disc_and_polygon(rng, 12);
        let polygon: Polygon = polygon(&rings)?;
        let shape = Mover::capsule([0.0, 0.0], [0.0, 0.0], radius).map_err(|error| error.to_string())?;
        let mover = shape.sweep(path[0], path[1]).map_err(|error| error.to_string())?;
        let sweep = Sweep::disc(path[0], path[1], radius).map_err(|error| error.to_string())?;
        let all = |hit: Option<(usize, Hit)>| hit.map(|(edge, hit)| (edge, bits(&hit)));
        agree(case, all(mover.first_touch(&polygon.outline())), all(sweep.first_touch(&polygon.outline())))?;
        agree(case, all(mover.first_touch(&polygon.filled())), all(sweep.first_touch(&polygon.filled())))?;
        let strategy = *rng.pick(&Strategy::ALL);
        let walls = Walls::with(strategy, polygon.edges());
        let among = |hit: Option<(carom::WallId, Hit)>| hit.map(|(id, hit)| (id.index(), bits(&hit)));
        agree(case, among(walls.first_touch(&mover)), among(walls.first_touch(&sweep)))?;
        agree(case, among(walls.first_stop(&mover)), among(walls.first_stop(&sweep)))?;
        agree(case, walls.touches(&mover), walls.touches(&sweep))
    });
}

/// A mover is what its position and its shape say together: both moved against each other in whole numbers change nothing.
#[test]
fn moved_in_its_position() {
    assert_right("moved in its position", RELATED / 4, |rng| {
        let mut scene = Scene::new(rng);
        let move_by = [rng.between(-99, 99) as f64, rng.between(-99, 99) as f64];
        let before = scene.told()?;
        let exact = |p: Xy, sign: f64| {
            let moved = [0, 1].map(|axis| p[axis] + sign * move_by[axis]);
            let is_exact = (0..2).all(|axis| {
                let step = sign * move_by[axis];
                let (back, rest) = (moved[axis] - step, moved[axis] - p[axis]);
                back == p[axis] && rest == step
            });
            is_exact.then_some(moved)
        };
        let core: Option<Vec<Xy>> = scene.moving.shape.core.iter().map(|&p| exact(p, 1.0)).collect();
        let path = [exact(scene.moving.path[0], -1.0), exact(scene.moving.path[1], -1.0)];
        let (Some(core), [Some(start), Some(end)]) = (core, path) else { return Ok(()) };
        scene.moving = Moving { shape: Shape { core, ..scene.moving.shape.clone() }, path: [start, end] };
        let moment = |told: &[Option<Told>; 3]| {
            told.clone().map(|told| told.map(|(t, contact, parts)| (t, contact, parts.map(|p| p.0))))
        };
        agree(&scene, moment(&scene.told()?), moment(&before))
    });
}

//! Rooms in which a ball is easily lost.

use carom::{Circle, Segment, Strategy, Wall, Walls};
use carom_oracle::bodies::{Room, Solid, inside_chamber};
use carom_oracle::polygons;
use carom_oracle::rng::Rng;
use carom_oracle::truth::Xy;
use std::f64::consts::TAU;

/// A closed room, and where a body starts in it.
#[derive(Clone, Debug)]
pub(crate) struct Chamber {
    pub(crate) name: &'static str,
    /// The inside is what an odd number of rings surrounds.
    pub(crate) rings: Vec<Vec<Xy>>,
    pub(crate) pillars: Vec<(Xy, f64)>,
    pub(crate) start: Xy,
    /// Of a disc that has room at the start.
    pub(crate) radius: f64,
    /// Which way it is interesting to go, with any length.
    pub(crate) toward: Xy,
    /// The room is only a few numbers wide: a body may well find no number to go to.
    pub(crate) is_tight: bool,
    /// Its numbers are so large or small that every question takes whole numbers: a tenth of the bounces must do.
    pub(crate) is_slow: bool,
}

impl Chamber {
    fn new(name: &'static str, rings: Vec<Vec<Xy>>) -> Chamber {
        let unknown = [0.0, 0.0];
        let (is_tight, is_slow) = (false, false);
        Chamber { name, rings, pillars: Vec::new(), start: unknown, radius: 0.0, toward: [0.6, 0.8], is_tight, is_slow }
    }

    fn from(self, start: Xy, radius: f64) -> Chamber {
        Chamber { start, radius, ..self }
    }

    fn toward(self, toward: Xy) -> Chamber {
        Chamber { toward, ..self }
    }

    fn tight(self) -> Chamber {
        Chamber { is_tight: true, ..self }
    }

    fn slow_beyond_plain_numbers(self) -> Chamber {
        let is_slow = !(1e-100..1e100).contains(&self.magnitude());
        Chamber { is_slow, ..self }
    }

    /// Starts at the roomiest of many random places, with a disc that fills a third of the room there.
    fn anywhere(self) -> Chamber {
        let rng = &mut Rng::for_case(0, self.name, 0);
        let [low, high] = self.corners();
        let places = (0..4000).map(|_| [0, 1].map(|axis| rng.within(low[axis], high[axis])));
        let clearance = |p: Xy| {
            let walls = self.edges().map(|edge| distance(p, edge));
            let pillars = self.pillars.iter().map(|&(center, radius)| distance(p, [center, center]) - radius);
            walls.chain(pillars).fold(f64::MAX, f64::min)
        };
        let inside = places.filter(|&p| inside_chamber(p, &self.rings) && 0.0 < clearance(p));
        let start = inside.max_by(|&p, &q| clearance(p).total_cmp(&clearance(q))).expect("there is an inside");
        let radius = clearance(start) / 3.0;
        self.from(start, radius)
    }

    pub(crate) fn edges(&self) -> impl Iterator<Item = [Xy; 2]> + '_ {
        self.rings.iter().flat_map(|ring| (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]]))
    }

    fn corners(&self) -> [Xy; 2] {
        let least = |axis: usize| self.rings[0].iter().map(|p| p[axis]).fold(f64::MAX, f64::min);
        let most = |axis: usize| self.rings[0].iter().map(|p| p[axis]).fold(f64::MIN, f64::max);
        [[least(0), least(1)], [most(0), most(1)]]
    }

    /// The greater side of the box around it.
    pub(crate) fn size(&self) -> f64 {
        let [low, high] = self.corners();
        (high[0] - low[0]).max(high[1] - low[1])
    }

    /// The largest coordinate: what rounding is relative to.
    pub(crate) fn magnitude(&self) -> f64 {
        self.rings.iter().flatten().flatten().fold(0.0, |most, value| most.max(value.abs()))
    }

    pub(crate) fn walls(&self, strategy: Strategy) -> Walls {
        let edges = self.edges().map(|[a, b]| Wall::from(Segment::new(a, b).expect("ends are distinct")));
        let pillars =
            self.pillars.iter().map(|&(center, radius)| Wall::from(Circle::new(center, radius).expect("finite")));
        Walls::with(strategy, edges.chain(pillars))
    }

    pub(crate) fn room(&self) -> Room {
        let pillars = self.pillars.iter().map(|&(center, radius)| Solid::Pillar(center, radius));
        Room::new(self.edges().map(Solid::Wall).chain(pillars))
    }
}

/// One unit in the last place of numbers from 1 to 2.
const UNIT: f64 = f64::EPSILON;

/// The chamber of the acceptance cases; its vertex (100, 100) is reflex.
pub(crate) const W3: [Xy; 5] = [[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]];

pub(crate) fn all() -> Vec<Chamber> {
    let square = vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let mut chambers = vec![
        Chamber::new("unit square", vec![square.clone()]).from([0.4, 0.3], 0.1),
        Chamber::new("unit square, at 45 degrees", vec![square]).from([0.5, 0.25], 0.125).toward([1.0, 1.0]),
        Chamber::new("square of decimals", vec![vec![[0.1, 0.2], [0.8, 0.3], [0.7, 1.0], [0.0, 0.9]]])
            .from([0.4, 0.6], 0.1),
        Chamber::new("W3", vec![W3.to_vec()]).from([120.0, 120.0], 9.0),
        Chamber::new("W3 at 1e7", vec![moved(&W3, 1.0, [1e7, -1e7])]).from([1e7 + 120.0, 120.0 - 1e7], 9.0),
        Chamber::new("W3 of size 1e-150", vec![moved(&W3, 1e-152, [0.0; 2])]).from([1.2e-150, 1.2e-150], 9e-152),
        Chamber::new("W3 of size 1e150", vec![moved(&W3, 1e148, [0.0; 2])]).from([1.2e150, 1.2e150], 9e148),
        Chamber::new("7-gon at 3e6", vec![moved(&polygons::regular(7), 1.0, [3e6, 3e6])]).from([3e6, 3e6], 0.2),
        Chamber::new("7-gon of size 1e-9", vec![moved(&polygons::regular(7), 1e-9, [1.0, 1.0])])
            .from([1.0, 1.0], 1e-10),
        Chamber::new("needle", vec![vec![[0.0, 0.0], [1.0, -1e-9], [1.0, 1e-9]]])
            .from([0.75, 0.0], 1e-10)
            .toward([-1.0, 3e-9]),
        Chamber::new("leaning needle", vec![vec![[1.0, 2.0], [4.0, 6.0], [4.0 - 4e-9, 6.0 + 3e-9]]])
            .from([3.4 - 1.6e-9, 5.2 + 1.2e-9], 5e-10)
            .toward([-0.6, -0.8])
            .tight(),
        Chamber::new("corridor", vec![vec![[0.0, 0.0], [1e6, 0.0], [1e6, 1e-6], [0.0, 1e-6]]])
            .from([5e5, 5e-7], 2e-7)
            .toward([1.0, 1e-8]),
        Chamber::new("leaning corridor", vec![vec![[0.0, 0.0], [6e5, 8e5], [6e5 - 8e-7, 8e5 + 6e-7], [-8e-7, 6e-7]]])
            .from([3e5 - 4e-7, 4e5 + 3e-7], 2e-7)
            .toward([0.6, 0.8])
            .tight(),
        Chamber::new(
            "frame",
            vec![
                vec![[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]],
                vec![[3.0, 2.0], [7.0, 3.0], [5.0, 5.0], [6.0, 7.0], [2.0, 6.0]],
            ],
        )
        .anywhere(),
        Chamber::new("sieve", polygons::sieve(&mut Rng::new(3), 3, 5)).anywhere(),
        Chamber::new("comb", vec![polygons::comb(8)]).from([8.0, 0.5], 0.3),
        Chamber::new("spiral", vec![polygons::spiral(2, 12)]).from([1.2, 0.1], 0.05),
        seams(),
        pillars(),
        cusps(),
    ];
    chambers.extend([("wedge of 0.1", 0.1), ("wedge of 1e-3", 1e-3), ("wedge of 1e-6", 1e-6)].map(wedge));
    chambers.extend([("wedge of 1e-9", 1e-9), ("wedge of 1e-12", 1e-12)].map(wedge));
    chambers.extend([("slit of 2 units", 2), ("slit of 3 units", 3), ("slit of 5 units", 5)].map(slit));
    chambers.push(slit(("slit of 8 units", 8)));
    chambers.push(leaning_slit());
    chambers.extend([("5-star", 5, 0.4), ("9-star", 9, 0.2), ("24-star", 24, 0.5)].map(star));
    chambers.extend((0..3).map(random));
    chambers.extend(planets());
    chambers.push(lens());
    chambers.extend([("gravel", 1.0), ("gravel at 1e-290", 1e-290)].map(gravel));
    chambers.into_iter().map(Chamber::slow_beyond_plain_numbers).collect()
}

/// Three walls that stand on a pillar, whose edge rounds to units far larger than those of the room. Closed by a wall in its inside.
fn planets() -> Vec<Chamber> {
    let sizes = [
        ("planet of 3", 3.0, 1.0),
        ("planet of 1e5", 1e5, 1.0),
        ("planet of 6.4e6", 6.4e6, 1.0),
        ("planet of 1e9", 1e9, 1.0),
        ("planet of 1e12", 1e12, 1.0),
        ("planet at 1e-300", 1e4, 1e-300),
        ("planet at 1e-200", 1e10, 1e-200),
        ("planet at 1e200", 1e8, 1e200),
        ("planet at 1e300", 1e5, 1e300),
    ];
    let planet = |(name, radius, scale): (&'static str, f64, f64)| {
        let turned = |p: Xy| turned(p, scale);
        let ring = [[0.0, -2.0], [1.0, -2.0], [1.0, 1.0], [0.0, 1.0]].map(turned);
        let mut chamber = Chamber::new(name, vec![ring.to_vec()]).from(turned([0.4, 0.5]), 0.1 * scale);
        // Its middle is not below that of the room, so that it meets one wall at a sharper angle than the other.
        chamber.pillars = vec![(turned([0.4, -radius]), radius * scale)];
        chamber.toward([0.5646424733950354, -0.8253356149096783])
    };
    sizes.map(planet).to_vec()
}

/// Two large pillars that cut each other at a sharp angle, and a wall across: a room between two arcs.
fn lens() -> Chamber {
    let turned = |p: Xy| turned(p, 1.0);
    let mut chamber =
        Chamber::new("lens", vec![[[-9.0, -2.0], [9.0, -2.0], [9.0, 2.0], [-9.0, 2.0]].map(turned).to_vec()]);
    // The room is as high as 1 in the middle, and ends where both meet the walls.
    chamber.pillars = vec![(turned([0.1, -1e6 - 0.5]), 1e6), (turned([-0.1, 60.5]), 60.0)];
    chamber.from(turned([0.0, 0.0]), 0.2).toward([1.0, 0.3])
}

/// Pillars of a thousandth of the room, some that touch one another, and a large one in a corner.
fn gravel((name, scale): (&'static str, f64)) -> Chamber {
    let turned = |p: Xy| turned(p, scale);
    let ring = [[0.0, 0.0], [1.0, 0.0], [1.1, 1.0], [-0.1, 0.8]].map(turned);
    let mut chamber = Chamber::new(name, vec![ring.to_vec()]);
    let rng = &mut Rng::for_case(0, "gravel", 0);
    let mut pillars: Vec<(Xy, f64)> =
        (0..20).map(|_| (turned([rng.within(0.0, 1.0), rng.within(0.0, 0.35)]), 1e-3 * scale)).collect();
    pillars.extend((0..4).map(|i| (turned([0.5 + 2e-3 * f64::from(i), 0.5]), 1e-3 * scale)));
    pillars.push((turned([1.1, 1.0]), 0.25 * scale));
    chamber.pillars = pillars;
    chamber.from(turned([0.3, 0.6]), 0.02 * scale)
}

/// Turned by 0.6 about the origin, and scaled.
fn turned([x, y]: Xy, scale: f64) -> Xy {
    let (cos, sin) = (0.8253356149096783, 0.5646424733950354);
    [scale * (cos * x - sin * y), scale * (sin * x + cos * y)]
}

/// The ring scaled about the origin, then moved.
fn moved(ring: &[Xy], factor: f64, by: Xy) -> Vec<Xy> {
    ring.iter().map(|p| [0, 1].map(|axis| p[axis] * factor + by[axis])).collect()
}

/// A thin triangle with the angle at its tip, which is at the origin, where numbers are finest.
fn wedge((name, angle): (&'static str, f64)) -> Chamber {
    let half = (angle / 2.0).tan();
    Chamber::new(name, vec![vec![[0.0, 0.0], [4.0, -4.0 * half], [4.0, 4.0 * half]]])
        .from([3.0, half / 8.0], half / 2.0)
        .toward([-1.0, half / 2.0])
}

/// A slit of so many units in the last place, upright.
fn slit((name, units): (&'static str, i32)) -> Chamber {
    let width = f64::from(units) * UNIT;
    let middle = 1.0 + f64::from(units / 2) * UNIT;
    // A disc one unit narrower than twice the way from the middle to the nearer wall.
    let radius = (f64::from(units / 2) - 0.5) * UNIT;
    Chamber::new(name, vec![vec![[1.0, 0.0], [1.0 + width, 0.0], [1.0 + width, 1.0], [1.0, 1.0]]])
        .from([middle, 0.5], radius)
        .toward([1e-15, 1.0])
        .tight()
}

/// A slit along the diagonal, 8 units high; 8 units of numbers below 2 are 4 of numbers from 2 on.
fn leaning_slit() -> Chamber {
    let height = 8.0 * UNIT;
    Chamber::new("leaning slit", vec![vec![[1.0, 1.0], [3.0, 3.0], [3.0, 3.0 + height], [1.0, 1.0 + height]]])
        .from([1.5, 1.5 + 4.0 * UNIT], 2.0 * UNIT)
        .toward([1.0, 1.0])
        .tight()
}

/// Long points around a middle.
fn star((name, points, inner): (&'static str, usize, f64)) -> Chamber {
    let ring = (0..2 * points).map(|i| {
        let (angle, radius) = (TAU * (i as f64 + 0.3) / (2 * points) as f64, if i % 2 == 0 { 1.0 } else { inner });
        [radius * angle.cos(), radius * angle.sin()]
    });
    Chamber::new(name, vec![ring.collect()]).from([0.01, 0.02], inner / 4.0)
}

/// A square whose sides are made of pieces, on one line exactly.
fn seams() -> Chamber {
    let corners = [[0.0, 0.0], [8.0, 4.0], [4.0, 12.0], [-4.0, 8.0]];
    let pieces = |i: usize| {
        let (a, b) = (corners[i], corners[(i + 1) % 4]);
        (0..32).map(move |k| [0, 1].map(|axis| a[axis] + (b[axis] - a[axis]) * f64::from(k) / 32.0))
    };
    Chamber::new("seams", vec![(0..4).flat_map(pieces).collect()]).from([2.0, 5.0], 0.5)
}

/// A box with round things in it; one stands on a wall, one on a vertex.
fn pillars() -> Chamber {
    let mut chamber = Chamber::new("pillars", vec![vec![[0.0, 0.0], [10.0, 0.0], [10.0, 7.0], [0.0, 7.0]]]);
    chamber.pillars =
        vec![([2.0, 2.0], 1.0), ([5.0, 4.0], 1.5), ([8.5, 2.0], 0.75), ([3.0, 7.0], 1.0), ([10.0, 7.0], 2.0)];
    chamber.from([0.9, 4.5], 0.3)
}

/// Round things that touch each other and the walls: a disc that goes between them has ever less room.
fn cusps() -> Chamber {
    let mut chamber = Chamber::new("cusps", vec![vec![[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]]]);
    chamber.pillars = vec![([2.0, 2.0], 2.0), ([6.0, 2.0], 2.0), ([2.0, 6.0], 2.0), ([6.0, 6.0], 2.0)];
    chamber.from([4.0, 4.0], 0.25)
}

fn random(number: usize) -> Chamber {
    let name = ["random polygon 0", "random polygon 1", "random polygon 2"][number];
    let rings = (0..).find_map(|case| {
        let rng = &mut Rng::for_case(0, name, case);
        if number == 0 { polygons::untangled(rng, 12, None) } else { polygons::grown(rng, 16 + 8 * number, None) }
    });
    Chamber::new(name, vec![rings.expect("one of them is simple")]).anywhere()
}

/// Rounded, for choosing places.
fn distance(p: Xy, [a, b]: [Xy; 2]) -> f64 {
    let (e, d) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
    let squared = e[0] * e[0] + e[1] * e[1];
    let t = if squared == 0.0 { 0.0 } else { ((d[0] * e[0] + d[1] * e[1]) / squared).clamp(0.0, 1.0) };
    (d[0] - t * e[0]).hypot(d[1] - t * e[1])
}

#[test]
fn chambers_are_what_they_say() {
    let chambers = all();
    assert!(22 <= chambers.len(), "{}", chambers.len());
    for chamber in &chambers {
        let (name, room) = (chamber.name, chamber.room());
        assert!(inside_chamber(chamber.start, &chamber.rings), "{name}: {:?} is not inside", chamber.start);
        assert_eq!(room.blocks(chamber.start, chamber.start, 0.0), None, "{name}: a point has no room");
        assert_eq!(room.blocks(chamber.start, chamber.start, chamber.radius), None, "{name}: a disc has no room");
        assert!(0.0 < chamber.radius, "{name}");
    }
    let mut names: Vec<_> = chambers.iter().map(|chamber| chamber.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), chambers.len());
}

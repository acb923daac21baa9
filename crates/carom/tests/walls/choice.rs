//! Which strategy `Walls::new` takes: a grid where walls are even, a tree where cells would be crowded or most of them empty.

use carom::{Segment, Strategy, Sweep, Walls};
use carom_oracle::rng::Rng;
use carom_oracle::truth::{Ends, Xy};

fn walls(ends: &[Ends]) -> Walls {
    let wall = |[a, b]: &Ends| Segment::new(*a, *b).expect("distinct ends");
    Walls::new(ends.iter().map(wall))
}

fn place(rng: &mut Rng) -> Xy {
    [rng.within(0.0, 1000.0), rng.within(0.0, 1000.0)]
}

/// Short walls around places.
fn short(rng: &mut Rng, places: impl Iterator<Item = Xy>, reach: f64) -> Vec<Ends> {
    places.map(|[x, y]| [[x, y], [x + rng.within(-reach, reach), y + rng.within(0.1 * reach, reach)]]).collect()
}

fn anywhere(count: usize) -> Vec<Ends> {
    let rng = &mut Rng::new(1);
    let places: Vec<Xy> = (0..count).map(|_| place(rng)).collect();
    short(rng, places.into_iter(), 1000.0 / (count as f64).sqrt())
}

/// The sides between solid and free tiles, a third of them solid.
fn tiles(across: i32) -> Vec<Ends> {
    let rng = &mut Rng::new(2);
    let solid: Vec<bool> = (0..across * across).map(|_| rng.one_in(3)).collect();
    let is_solid = |x: i32, y: i32| x < across && y < across && solid[(y * across + x) as usize];
    let at = |x: i32, y: i32| [f64::from(x), f64::from(y)];
    let mut walls = Vec::new();
    for (x, y) in (0..across * across).map(|tile| (tile % across, tile / across)) {
        if is_solid(x, y) != is_solid(x + 1, y) {
            walls.push([at(x + 1, y), at(x + 1, y + 1)]);
        }
        if is_solid(x, y) != is_solid(x, y + 1) {
            walls.push([at(x, y + 1), at(x + 1, y + 1)]);
        }
    }
    walls
}

/// Blocks of four walls with streets between them.
fn city(across: i32) -> Vec<Ends> {
    let rng = &mut Rng::new(3);
    let mut walls = Vec::new();
    for block in 0..across * across {
        let (x, y) = (f64::from(block % across), f64::from(block / across));
        let (w, h) = (rng.within(0.2, 0.7), rng.within(0.2, 0.7));
        walls.extend(closed(&[[x, y], [x + w, y], [x + w, y + h], [x, y + h]]));
    }
    walls
}

/// A closed chain that is crooked at every scale: the middle of each piece moved to a side, again and again.
fn coast(count: usize) -> Vec<Ends> {
    let rng = &mut Rng::new(4);
    let mut chain = vec![[200.0, 200.0], [800.0, 200.0], [800.0, 800.0], [200.0, 800.0]];
    while chain.len() < count {
        let next = chain.iter().cycle().skip(1);
        let halved = chain.iter().zip(next).flat_map(|(a, b)| {
            let aside = rng.within(-0.3, 0.3);
            [*a, [(a[0] + b[0]) / 2.0 - aside * (b[1] - a[1]), (a[1] + b[1]) / 2.0 + aside * (b[0] - a[0])]]
        });
        chain = halved.collect();
    }
    closed(&chain)
}

fn closed(chain: &[Xy]) -> Vec<Ends> {
    chain.iter().zip(chain.iter().cycle().skip(1)).map(|(a, b)| [*a, *b]).collect()
}

fn circle(count: usize) -> Vec<Ends> {
    let at = |k: usize| {
        let angle = k as f64 / count as f64 * core::f64::consts::TAU;
        [400.0 * angle.cos(), 400.0 * angle.sin()]
    };
    closed(&(0..count).map(at).collect::<Vec<Xy>>())
}

/// A hundred places with many walls each, and few between them.
fn clusters(count: usize) -> Vec<Ends> {
    let rng = &mut Rng::new(5);
    let centres: Vec<Xy> = (0..100).map(|_| place(rng)).collect();
    let near = |rng: &mut Rng, [x, y]: Xy| [x + rng.within(-10.0, 10.0), y + rng.within(-10.0, 10.0)];
    let places: Vec<Xy> = (0..count).map(|k| near(rng, centres[k % 100])).collect();
    short(rng, places.into_iter(), 0.5)
}

/// Nine walls of ten in a town, a hundredth of the country.
fn town(count: usize) -> Vec<Ends> {
    let rng = &mut Rng::new(6);
    let at = |rng: &mut Rng, k: usize| if k % 10 == 0 { place(rng) } else { place(rng).map(|x| 300.0 + 0.1 * x) };
    let places: Vec<Xy> = (0..count).map(|k| at(rng, k)).collect();
    short(rng, places.into_iter(), 0.5)
}

/// One wall so far away that all the others would be in one cell.
fn one_far_away(count: usize) -> Vec<Ends> {
    let mut walls = anywhere(count);
    walls[count / 3] = [[1e9, 1e9], [1e9 + 1.0, 1e9]];
    walls
}

/// Walls twenty times as long as the gap between them.
fn needles(count: usize) -> Vec<Ends> {
    let rng = &mut Rng::new(7);
    let length = 20_000.0 / (count as f64).sqrt();
    let needle = |[x, y]: Xy, lean: f64| [[x, y], [x + lean * length, y + length]];
    (0..count).map(|_| needle(place(rng), rng.within(-0.05, 0.05))).collect()
}

#[test]
fn grids_for_even_walls_and_trees_for_others() {
    let even = [
        ("few anywhere", anywhere(100)),
        ("anywhere", anywhere(1_000)),
        ("many anywhere", anywhere(60_000)),
        ("tiles", tiles(120)),
        ("city", city(60)),
    ];
    let uneven = [
        ("coast", coast(16_000)),
        ("long coast", coast(250_000)),
        ("circle", circle(20_000)),
        ("clusters", clusters(20_000)),
        ("town", town(20_000)),
        ("one far away", one_far_away(20_000)),
        ("needles", needles(5_000)),
    ];
    for (scenes, strategy) in [(&even[..], Strategy::Grid), (&uneven[..], Strategy::Bvh)] {
        for (name, ends) in scenes {
            assert_eq!(walls(ends).strategy(), strategy, "{name}");
        }
    }
}

/// Where a grid is taken, a question looks at no more of its cells than of a tree's boxes; a look costs about the same.
#[test]
fn grids_are_taken_where_they_look_at_less() {
    for (name, ends) in [("anywhere", anywhere(20_000)), ("tiles", tiles(100)), ("city", city(70))] {
        let chosen = walls(&ends);
        let segments = ends.iter().map(|[a, b]| Segment::new(*a, *b).expect("distinct ends"));
        let tree = Walls::with(Strategy::Bvh, segments);
        let across = ends.iter().flatten().fold(0.0_f64, |most, end| most.max(end[0]));
        let rng = &mut Rng::new(8);
        let (mut looks, mut boxes) = (0, 0);
        for _ in 0..2_000 {
            let [from, to] = [0, 1].map(|_| [rng.within(0.0, across), rng.within(0.0, across)]);
            let sweep = Sweep::point(from, to).expect("finite");
            looks += chosen.first_touch_counted(&sweep).1.boxes;
            boxes += tree.first_touch_counted(&sweep).1.boxes;
        }
        assert!(looks <= boxes, "{name}: {looks} looks, {boxes} boxes");
    }
}

//! `carom bench`: the five strategies side by side, on a scene and as walls grow more.

use super::whole_number;
use crate::output::{Failure, Output};
use carom::{Counters, Hit, Segment, Strategy, Sweep, Vec2, Wall, WallId, Walls};
use carom_draw::digits;
use clap::Args;
use serde::Serialize;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  carom bench maze.json
  carom bench maze.json --sizes 10,100,1000,10000
  carom bench maze.json --json | jq .growth

Each strategy gets the same moves, and their answers are compared before anything is timed. The second table is about \
walls that are strewn over the place of the scene, the same ones each time. Times depend on the machine and on what \
else it does; boxes and walls asked do not.";

/// Measure the five strategies on a scene, and as walls grow more
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The scene's file, - for standard input
    scene: PathBuf,
    /// How many walls to strew, in order
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = wall_count,
          default_values_t = [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120])]
    sizes: Vec<u32>,
}

fn wall_count(word: &str) -> Result<u32, String> {
    whole_number(word, 1, 1_000_000).map(|count| count as u32)
}

/// So many moves are asked.
const MOVES: usize = 1000;

/// A move is so long, beside the diagonal of the scene.
const LENGTH: f64 = 0.1;

/// What is measured is run for at least this long, so many times; the quickest counts, as it was disturbed least.
const AT_LEAST: Duration = Duration::from_millis(2);
const ROUNDS: usize = 9;

/// All that was measured.
#[derive(Serialize)]
struct Bench {
    scene: String,
    walls: usize,
    moves: usize,
    /// How many moves touch a wall of the scene.
    hits: usize,
    strategies: Vec<Measured>,
    growth: Vec<Growth>,
}

/// A number of strewn walls.
#[derive(Serialize)]
struct Growth {
    walls: u32,
    hits: usize,
    strategies: Vec<Measured>,
}

/// One strategy; all but the last two for one move.
#[derive(Serialize)]
struct Measured {
    strategy: &'static str,
    nanoseconds: f64,
    boxes: f64,
    exact: f64,
    build_nanoseconds: f64,
    bytes: usize,
}

pub(crate) fn perform(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    let scene = output.read_scene(&arguments.scene)?;
    let walls = scene.walls()?;
    let pieces: Vec<Wall> = walls.ids().filter_map(|id| walls.get(id)).collect();
    let Some(place) = Place::of(&walls) else {
        return Err(Failure::data(
            "the scene has no walls, or only such that are too far out or too large to measure with",
        ));
    };
    let moves = place.moves(&mut Dice(1))?;
    let progress = output.progress(1 + arguments.sizes.len() as u64, "measuring");
    let (hits, strategies) = side_by_side(&pieces, &moves)?;
    progress.inc(1);
    let mut growth = Vec::new();
    for &size in &arguments.sizes {
        let strewn = place.strewn(size, &mut Dice(u64::from(size)));
        let (hits, strategies) = side_by_side(&strewn, &moves)?;
        growth.push(Growth { walls: size, hits, strategies });
        progress.inc(1);
    }
    progress.finish_and_clear();
    let bench = Bench {
        scene: crate::simulate::title(&scene),
        walls: pieces.len(),
        moves: moves.len(),
        hits,
        strategies,
        growth,
    };
    if output.is_json { output.json("carom.bench/1", &bench) } else { output.print(&bench.told()) }
}

/// Measures all strategies; an error if they do not agree.
fn side_by_side(pieces: &[Wall], moves: &[Sweep]) -> Result<(usize, Vec<Measured>), Failure> {
    let mut expected: Option<Vec<Option<(WallId, Hit)>>> = None;
    let mut measured = Vec::new();
    for strategy in Strategy::ALL {
        let walls = Walls::with(strategy, pieces.iter().copied());
        let answers: Vec<_> = moves.iter().map(|path| walls.first_touch(path)).collect();
        if expected.as_ref().is_some_and(|expected| *expected != answers) {
            return Err(Failure::internal(format!("{} does not answer as the others do", name(strategy))));
        }
        expected.get_or_insert(answers);
        measured.push(measure(&walls, pieces, moves));
    }
    let hits = expected.unwrap_or_default().iter().flatten().count();
    Ok((hits, measured))
}

fn measure(walls: &Walls, pieces: &[Wall], moves: &[Sweep]) -> Measured {
    let mut all = Counters::default();
    for path in moves {
        let (_, counters) = walls.first_touch_counted(path);
        all.boxes += counters.boxes;
        all.exact += counters.exact;
    }
    let count = moves.len() as f64;
    let pass = timed(|| {
        for path in moves {
            black_box(walls.first_touch(black_box(path)));
        }
    });
    let build = timed(|| {
        black_box(Walls::with(walls.strategy(), black_box(pieces).iter().copied()));
    });
    Measured {
        strategy: name(walls.strategy()),
        nanoseconds: (10.0 * pass / count).round() / 10.0,
        boxes: all.boxes as f64 / count,
        exact: all.exact as f64 / count,
        build_nanoseconds: build.round(),
        bytes: walls.bytes(),
    }
}

/// How many nanoseconds something takes.
fn timed(mut work: impl FnMut()) -> f64 {
    let rounds = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        let mut count = 0.0;
        while count == 0.0 || start.elapsed() < AT_LEAST {
            work();
            count += 1.0;
        }
        start.elapsed().as_nanos() as f64 / count
    });
    rounds.fold(f64::INFINITY, f64::min)
}

fn name(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::BruteForce => "brute force",
        Strategy::Bounds => "bounds",
        Strategy::Quadtree => "quadtree",
        Strategy::Bvh => "box tree",
        Strategy::Grid => "grid",
    }
}

/// Where walls and moves are strewn.
struct Place {
    corner: [f64; 2],
    size: [f64; 2],
}

/// Numbers that look drawn at random, the same ones each time.
struct Dice(u64);

impl Dice {
    /// From 0 to below 1.
    fn roll(&mut self) -> f64 {
        // The generator splitmix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A direction of length 1, all equally likely.
    fn direction(&mut self) -> Vec2 {
        loop {
            let v = Vec2::new(2.0 * self.roll() - 1.0, 2.0 * self.roll() - 1.0);
            if (0.01..=1.0).contains(&v.length_squared()) {
                return v.normalized();
            }
        }
    }
}

impl Place {
    fn of(walls: &Walls) -> Option<Place> {
        let boxes = walls.ids().filter_map(|id| {
            let wall = walls.get(id)?;
            wall.segment().map(|segment| segment.aabb()).or_else(|| wall.circle().map(|circle| circle.aabb()))
        });
        let around = boxes.reduce(|all, one| all.union(&one))?;
        let (low, high) = (around.min(), around.max());
        let sides = [high.x - low.x, high.y - low.y];
        let longer = sides[0].max(sides[1]);
        // A place without width gets some, so that there is something to strew over.
        let size = sides.map(|side| side.max(longer / 16.0));
        // So far out that short walls vanish in rounding, none can be strewn.
        let farthest = low.x.abs().max(low.y.abs()).max(high.x.abs()).max(high.y.abs());
        let is_fit = 1e-9 * farthest < longer && (1e-150..1e150).contains(&longer);
        is_fit.then_some(Place { corner: [low.x, low.y], size })
    }

    fn diagonal(&self) -> f64 {
        Vec2::new(self.size[0], self.size[1]).length()
    }

    fn point(&self, dice: &mut Dice) -> [f64; 2] {
        [self.corner[0] + self.size[0] * dice.roll(), self.corner[1] + self.size[1] * dice.roll()]
    }

    fn moves(&self, dice: &mut Dice) -> Result<Vec<Sweep>, Failure> {
        let length = LENGTH * self.diagonal();
        let moves = (0..MOVES).map(|_| {
            let [x, y] = self.point(dice);
            let way = dice.direction() * length;
            Sweep::point([x, y], [x + way.x, y + way.y])
        });
        moves.collect::<Result<_, _>>().map_err(|error| Failure::data(error.to_string()))
    }

    /// So many walls, the shorter the more there are.
    fn strewn(&self, count: u32, dice: &mut Dice) -> Vec<Wall> {
        let length = self.diagonal() / f64::from(count).sqrt();
        let mut walls = Vec::with_capacity(count as usize);
        while walls.len() < count as usize {
            let [x, y] = self.point(dice);
            let half = dice.direction() * (0.5 * length);
            let segment = Segment::new([x - half.x, y - half.y], [x + half.x, y + half.y]);
            walls.extend(segment.map(Wall::from));
        }
        walls
    }
}

impl Bench {
    fn told(&self) -> String {
        let mut text =
            format!("{}: {} walls, {} moves, {} of them touch one\n\n", self.scene, self.walls, self.moves, self.hits);
        let head = ["", "a move", "boxes", "walls asked", "to build", "memory"].map(String::from).to_vec();
        let row = |one: &Measured| {
            vec![
                one.strategy.to_string(),
                duration(one.nanoseconds),
                tenths(one.boxes),
                tenths(one.exact),
                duration(one.build_nanoseconds),
                format!("{} B", one.bytes),
            ]
        };
        text += &columns(std::iter::once(head).chain(self.strategies.iter().map(row)).collect());
        let cell = |growth: &Growth, pick: &dyn Fn(&Measured) -> String| -> Vec<String> {
            let walls = std::iter::once(growth.walls.to_string());
            walls.chain(growth.strategies.iter().map(pick)).collect()
        };
        let names = || std::iter::once("walls".to_string()).chain(Strategy::ALL.map(|one| name(one).to_string()));
        let table = |pick: &dyn Fn(&Measured) -> String| {
            let rows = self.growth.iter().map(|growth| cell(growth, pick));
            columns(std::iter::once(names().collect()).chain(rows).collect())
        };
        text += "\nTime a move, of strewn walls\n";
        text += &table(&|one| duration(one.nanoseconds));
        text += "\nWalls asked a move\n";
        text += &table(&|one| tenths(one.exact));
        text
    }
}

/// A table, the first column to the left, the others to the right.
fn columns(rows: Vec<Vec<String>>) -> String {
    let count = rows.first().map_or(0, Vec::len);
    let width = |i: usize| rows.iter().filter_map(|row| row.get(i)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        for (i, (cell, width)) in row.iter().zip(&widths).enumerate() {
            text += &if i == 0 { format!("{cell:<width$}") } else { format!("  {cell:>width$}") };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

fn tenths(value: f64) -> String {
    digits((10.0 * value).round() / 10.0)
}

/// Nanoseconds for people.
fn duration(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        few if few < 1e4 => return format!("{few:.0} ns"),
        some if some < 1e7 => (some / 1e3, "µs"),
        many => (many / 1e6, "ms"),
    };
    if value < 100.0 { format!("{value:.1} {unit}") } else { format!("{value:.0} {unit}") }
}

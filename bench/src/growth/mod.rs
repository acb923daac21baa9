//! How does the time of an operation grow with what it is about? On inputs that are hard in one way or another.

mod polygons;
mod walls;
mod worlds;

use crate::race::Effort;
use crate::table::{Table, duration};
use std::hint::black_box;

/// What is about linear takes four to five times as long for four times the work.
const MOST: f64 = 6.0;

/// Beyond so many seconds no larger size is tried.
const PATIENCE: f64 = 2.0;

/// Below so many seconds a factor says more about the machine.
const SHORTEST: f64 = 1e-4;

/// One operation on one input: how many seconds it takes for some sizes, each four times the one before.
struct Row {
    operation: String,
    input: String,
    sizes: [usize; 3],
    time: Box<dyn Fn(usize) -> f64>,
}

/// An operation, an input of its own, and how many seconds it takes for a size.
type Special = (&'static str, &'static str, fn(usize) -> f64);

impl Row {
    fn new(operation: &str, input: &str, first: usize, time: impl Fn(usize) -> f64 + 'static) -> Row {
        let sizes = [first, 4 * first, 16 * first];
        Row { operation: operation.to_string(), input: input.to_string(), sizes, time: Box::new(time) }
    }

    /// The best of a few, until patience ends.
    fn times(&self, effort: Effort) -> Vec<f64> {
        let mut times: Vec<f64> = Vec::new();
        for &size in &self.sizes {
            if times.last().is_some_and(|&last| last > PATIENCE) {
                break;
            }
            let (mut best, mut spent, mut rounds) = (f64::INFINITY, 0.0, 0);
            while rounds < effort.rounds() && (rounds == 0 || spent < effort.seconds()) {
                let time = (self.time)(size);
                (best, spent, rounds) = (best.min(time), spent + time, rounds + 1);
            }
            times.push(best);
        }
        times
    }
}

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "growth",
        "How does the time of an operation grow with the number of walls, bodies or vertices?\n\
         Processor time for n, 4n and 16n, in brackets how many times as long as for a quarter; at most 6 is wanted. \
         A row ends where one size takes more than 2 s.",
    );
    let head = ["operation", "input", "n", "time for n", "for 4n", "for 16n", "target"];
    table.push_tally(head.map(str::to_string).to_vec());
    for row in walls::rows().into_iter().chain(worlds::rows()).chain(polygons::rows()) {
        let times = row.times(effort);
        let grown: Vec<f64> = times.windows(2).map(|pair| pair[1] / pair[0]).collect();
        let mut cells =
            vec![row.operation.clone(), row.input.clone(), row.sizes[0].to_string(), duration(1e9 * times[0])];
        cells.extend((1..3).map(|place| match times.get(place) {
            Some(time) => format!("{} ({:.1})", duration(1e9 * time), grown[place - 1]),
            None => "-".to_string(),
        }));
        let worst = times.iter().skip(1).zip(&grown).filter(|(time, _)| SHORTEST < **time).map(|(_, factor)| *factor);
        let worst = worst.fold(0.0, f64::max);
        let is_met = worst <= MOST && times.len() == row.sizes.len();
        let input = format!("{}, {}", row.operation, row.input);
        // It takes minutes in all.
        eprintln!("{input}: {}", cells[3..].join(", "));
        cells.push(table.aim(&input, is_met, format!("{worst:.1}, at most {MOST}")));
        table.push_tally(cells);
    }
    table
}

/// How many seconds of processor time something takes.
fn time<T>(work: impl FnOnce() -> T) -> f64 {
    let start = processor_time();
    discard(work());
    processor_time() - start
}

/// Takes an answer that is asked for and not needed.
fn discard<T>(answer: T) {
    black_box(answer);
}

#[cfg(unix)]
fn processor_time() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: it writes to the struct it is given, and nothing else.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Elsewhere the time on the wall has to do.
#[cfg(not(unix))]
fn processor_time() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed().as_secs_f64()
}

/// The place with a number on a grid that is about as wide as it is high.
fn on_a_grid(number: usize, count: usize, step: f64) -> [f64; 2] {
    let width = count.isqrt() + 1;
    [(number % width) as f64 * step, (number / width) as f64 * step]
}

/// A place on the unit circle, by the part of a turn.
fn on_a_circle(number: usize, count: usize, turn: f64) -> [f64; 2] {
    let angle = turn * number as f64 / count as f64;
    [angle.cos(), angle.sin()]
}

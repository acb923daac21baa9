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

/// A size is timed so often in a pass, or for so many seconds; with a factor that is too large there is another pass, up to so many.
const ROUNDS: u32 = 5;
const SECONDS: f64 = 0.1;
const PASSES: u32 = 4;

/// One operation on one input: how many seconds it takes for some sizes, each four times the one before.
struct Row {
    operation: String,
    input: String,
    sizes: [usize; 3],
    /// How much there is to do for a size: as much as that, where nothing else is said.
    work: fn(usize) -> f64,
    time: Box<dyn Fn(usize) -> f64>,
}

/// An operation, an input of its own, and how many seconds it takes for a size.
type Special = (&'static str, &'static str, fn(usize) -> f64);

impl Row {
    fn new(operation: &str, input: &str, first: usize, time: impl Fn(usize) -> f64 + 'static) -> Row {
        let sizes = [first, 4 * first, 16 * first];
        let work = |size: usize| size as f64;
        Row { operation: operation.to_string(), input: input.to_string(), sizes, work, time: Box::new(time) }
    }

    /// The best time for each size, until patience ends. A busy machine makes times longer and never shorter, so where a factor
    /// is too large all sizes are timed some more.
    fn times(&self) -> Vec<f64> {
        let mut best = Vec::new();
        for _ in 0..PASSES {
            self.pass(&mut best);
            if best.len() < self.sizes.len() || self.worst(&best) <= MOST {
                break;
            }
        }
        best
    }

    fn pass(&self, best: &mut Vec<f64>) {
        for (place, &size) in self.sizes.iter().enumerate() {
            if place > 0 && best[place - 1] > PATIENCE {
                break;
            }
            best.resize(best.len().max(place + 1), f64::INFINITY);
            let (mut spent, mut rounds) = (0.0, 0);
            while rounds < ROUNDS && (rounds == 0 || spent < SECONDS) {
                let time = (self.time)(size);
                (spent, rounds) = (spent + time, rounds + 1);
                best[place] = best[place].min(time);
            }
        }
    }

    /// How many times as long as for a quarter of the work each size takes, but for the first.
    fn factors(&self, times: &[f64]) -> Vec<f64> {
        let quarters = |place: usize| (self.work)(self.sizes[place]) / (self.work)(self.sizes[place - 1]) / 4.0;
        (1..times.len()).map(|place| times[place] / times[place - 1] / quarters(place)).collect()
    }

    fn worst(&self, times: &[f64]) -> f64 {
        let factors = times.iter().skip(1).zip(self.factors(times));
        factors.filter(|(time, _)| SHORTEST < **time).map(|(_, factor)| factor).fold(0.0, f64::max)
    }
}

pub fn run(_: Effort) -> Table {
    keep_memory();
    let mut table = Table::new(
        "growth",
        "How does the time of an operation grow with the number of walls, bodies or vertices?\n\
         Processor time for n, 4n and 16n, in brackets how many times as long as for a quarter of the work; at most 6 is wanted. \
         Where n things have more than n to do, the row says how much.\n\
         A row ends where one size takes more than 2 s.",
    );
    let head = ["operation", "input", "n", "time for n", "for 4n", "for 16n", "target"];
    table.push_tally(head.map(str::to_string).to_vec());
    for row in walls::rows().into_iter().chain(worlds::rows()).chain(polygons::rows()) {
        let times = row.times();
        let (factors, worst) = (row.factors(&times), row.worst(&times));
        let mut cells =
            vec![row.operation.clone(), row.input.clone(), row.sizes[0].to_string(), duration(1e9 * times[0])];
        cells.extend((1..3).map(|place| match times.get(place) {
            Some(time) => format!("{} ({:.1})", duration(1e9 * time), factors[place - 1]),
            None => "-".to_string(),
        }));
        let is_met = worst <= MOST && times.len() == row.sizes.len();
        let input = format!("{}, {}", row.operation, row.input);
        // It takes minutes in all.
        eprintln!("{input}: {}{}", cells[3..].join(", "), if is_met { "" } else { ", MISSED" });
        cells.push(table.aim(&input, is_met, format!("{worst:.1}, at most {MOST}")));
        table.push_tally(cells);
    }
    table
}

/// Memory that was given back is kept for what comes next: else the system clears fresh pages for every large input, and for no
/// small one, which is a part of its time and not of ours.
fn keep_memory() {
    // The first takes no more than 32 MiB.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    for (option, bytes) in [(libc::M_MMAP_THRESHOLD, 1 << 25), (libc::M_TRIM_THRESHOLD, 1 << 30)] {
        // SAFETY: it sets a number of the allocator.
        let is_set = unsafe { libc::mallopt(option, bytes) };
        assert_eq!(is_set, 1, "the allocator does not take {bytes} for option {option}");
    }
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

//! Asks carom and the oracle the same questions for as long as wanted.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use carom_oracle::checks::{CHECKS, Check};
use carom_oracle::rng::Rng;
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

/// Cases handed to a thread at a time: enough to make the handing out cheap, few enough to share the slow checks fairly.
const BLOCK: u64 = 512;

/// Messages kept per check; after that, wrong answers are only counted.
const SHOWN: usize = 5;

/// Ask carom and the exact oracle the same questions, and count the differences
///
/// Cases depend on the seed, the check and their number only, so every run finds the same, on any number of threads.
/// Exits with 1 if any answer was wrong.
#[derive(Parser, Debug)]
#[command(
    bin_name = "cargo xtask soak",
    after_help = "Examples:\n  cargo xtask soak --cases 1e9\n  cargo xtask soak --check orient --cases 1e7 --seed 42"
)]
struct Arguments {
    /// Cases in all, shared among the checks; 1e9 and 1000000000 mean the same
    #[arg(long, value_name = "N", default_value = "1e7", value_parser = count)]
    cases: u64,

    /// Start of the random numbers; another seed makes other cases
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Run this check only; may be given several times
    #[arg(long, value_name = "NAME", value_parser = check_name)]
    check: Vec<String>,

    /// Threads to use [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let chosen: Vec<&Check> = CHECKS
        .iter()
        .filter(|check| arguments.check.is_empty() || arguments.check.iter().any(|name| name == check.name))
        .collect();
    let tallies = run(&chosen, &arguments);
    report(&tallies);
    let all_right = tallies.iter().all(|tally| tally.wrong.load(Ordering::Relaxed) == 0);
    if all_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What came out of one check.
struct Tally<'a> {
    check: &'a Check,
    cases: u64,
    done: AtomicU64,
    wrong: AtomicU64,
    nanoseconds: AtomicU64,
    /// Case number and message of the first wrong answers.
    messages: Mutex<Vec<(u64, String)>>,
}

fn run<'a>(checks: &[&'a Check], arguments: &Arguments) -> Vec<Tally<'a>> {
    let shares: u64 = checks.iter().map(|check| check.share).sum();
    let tallies: Vec<Tally<'_>> = checks
        .iter()
        .map(|check| Tally {
            check,
            cases: (u128::from(arguments.cases) * u128::from(check.share)).div_ceil(u128::from(shares)) as u64,
            done: AtomicU64::new(0),
            wrong: AtomicU64::new(0),
            nanoseconds: AtomicU64::new(0),
            messages: Mutex::new(Vec::new()),
        })
        .collect();
    // Blocks are numbered through all checks; each check ends before the number kept here.
    let ends: Vec<u64> = tallies
        .iter()
        .scan(0, |end, tally| {
            *end += tally.cases.div_ceil(BLOCK);
            Some(*end)
        })
        .collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.unwrap_or(cores).max(1);
    let next = AtomicU64::new(0);
    let working = AtomicUsize::new(threads);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let block = next.fetch_add(1, Ordering::Relaxed);
                    let check = ends.partition_point(|&end| end <= block);
                    let Some(tally) = tallies.get(check) else { break };
                    let first = if check == 0 { 0 } else { ends[check - 1] };
                    run_block(tally, block - first, arguments.seed);
                }
                working.fetch_sub(1, Ordering::Relaxed);
            });
        }
        show_progress(&tallies, &working);
    });
    tallies
}

fn run_block(tally: &Tally<'_>, block: u64, seed: u64) {
    let start = Instant::now();
    let cases = block * BLOCK..((block + 1) * BLOCK).min(tally.cases);
    for index in cases.clone() {
        if let Err(message) = (tally.check.run)(&mut Rng::for_case(seed, tally.check.name, index)) {
            tally.wrong.fetch_add(1, Ordering::Relaxed);
            let mut messages = tally.messages.lock().expect("no thread panics while it holds the list");
            messages.push((index, message));
            // The lowest case numbers are kept, so the list does not depend on which thread came first.
            messages.sort_by_key(|(index, _)| *index);
            messages.truncate(SHOWN);
        }
    }
    tally.done.fetch_add(cases.end - cases.start, Ordering::Relaxed);
    tally.nanoseconds.fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
}

/// A bar on a terminal, a line every ten seconds elsewhere, until all threads are done.
fn show_progress(tallies: &[Tally<'_>], working: &AtomicUsize) {
    let sum = |of: fn(&Tally<'_>) -> u64| tallies.iter().map(of).sum::<u64>();
    let total = sum(|tally| tally.cases);
    let on_terminal = std::io::stderr().is_terminal();
    let bar = if on_terminal { ProgressBar::new(total) } else { ProgressBar::hidden() };
    let style = ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} cases, {msg}, {eta} left");
    bar.set_style(style.expect("the template is well formed"));
    let mut last_line = Instant::now();
    while 0 < working.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(20));
        let (done, wrong) =
            (sum(|tally| tally.done.load(Ordering::Relaxed)), sum(|tally| tally.wrong.load(Ordering::Relaxed)));
        bar.set_position(done);
        bar.set_message(format!("{wrong} wrong"));
        if !on_terminal && Duration::from_secs(10) <= last_line.elapsed() {
            last_line = Instant::now();
            eprintln!("{done} of {total} cases, {wrong} wrong");
        }
    }
    bar.finish_and_clear();
}

fn report(tallies: &[Tally<'_>]) {
    let mut out = std::io::stdout().lock();
    let mut line = |text: String| {
        // A reader that closes the pipe early has seen enough.
        let _ = writeln!(out, "{text}");
    };
    line(format!("{:<32} {:>14} {:>8} {:>12}", "check", "cases", "wrong", "cases/s/core"));
    for tally in tallies {
        let (cases, wrong) = (tally.done.load(Ordering::Relaxed), tally.wrong.load(Ordering::Relaxed));
        let seconds = tally.nanoseconds.load(Ordering::Relaxed) as f64 / 1e9;
        line(format!("{:<32} {cases:>14} {wrong:>8} {:>12.0}", tally.check.name, cases as f64 / seconds));
    }
    let sum = |of: &AtomicU64| of.load(Ordering::Relaxed);
    let (cases, wrong): (u64, u64) =
        tallies.iter().fold((0, 0), |(cases, wrong), tally| (cases + sum(&tally.done), wrong + sum(&tally.wrong)));
    line(format!("{:<32} {cases:>14} {wrong:>8}", "all"));
    for tally in tallies {
        for (index, message) in tally.messages.lock().expect("no thread panics while it holds the list").iter() {
            line(format!("\n{} case {index}: {message}", tally.check.name));
        }
    }
}

/// A whole number, also in the form 1e9.
fn count(text: &str) -> Result<u64, String> {
    let value: f64 = text.parse().map_err(|_| format!("{text} is not a number; expected one like 1000 or 1e9"))?;
    let is_whole = value.fract() == 0.0 && (1.0..=1e15).contains(&value);
    if is_whole { Ok(value as u64) } else { Err(format!("{text} is not a number of cases; expected 1 to 1e15")) }
}

fn check_name(text: &str) -> Result<String, String> {
    if CHECKS.iter().any(|check| check.name == text) {
        return Ok(text.to_owned());
    }
    let names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
    Err(format!("there is no check {text}; expected one of {}", names.join(", ")))
}

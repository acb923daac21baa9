//! `cargo xtask fuzz --minutes N [target …]`: every target for so long, one after the other.
//!
//! What grew in a run is kept in `target/fuzz/grown`, and the next run begins with it. Minutes and inputs of all runs add up in `ledger.txt`, once a
//! minute; minutes are those of the processor, as the machine may be busy with other things.

use carom_fuzz::{Found, Fuzzer, Ledger, Sum, TARGETS, Target, coverage};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, abort};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

/// An input that takes longer, of the processor's time, has found a hang; most take milliseconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// The input that is being judged, and how much had been computed before.
static NOW: Mutex<Option<(Duration, PathBuf, Vec<u8>)>> = Mutex::new(None);

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(found) => {
            eprintln!("error: {found} inputs failed; they are kept, and the tests replay them");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut arguments: impl Iterator<Item = String>) -> Result<usize, String> {
    let (mut minutes, mut seed, mut names) = (1.0, None, Vec::new());
    while let Some(argument) = arguments.next() {
        let mut number = || {
            let value = arguments.next().and_then(|value| value.parse::<f64>().ok());
            value.filter(|value| *value >= 0.0).ok_or_else(|| format!("{argument} needs a number"))
        };
        match argument.as_str() {
            "--minutes" => minutes = number()?,
            "--seed" => seed = Some(number()? as u64),
            name if TARGETS.iter().any(|target| target.name == name) => names.push(argument),
            unknown => {
                let known = TARGETS.map(|target| target.name).join(", ");
                return Err(format!("no target `{unknown}`; expected --minutes N, --seed N, {known}"));
            }
        }
    }
    std::panic::set_hook(Box::new(|_| {}));
    std::thread::spawn(watch);
    println!("{} counters", coverage::count());
    let chosen = TARGETS.into_iter().filter(|target| names.is_empty() || names.iter().any(|name| name == target.name));
    let mut failed = 0;
    for target in chosen {
        failed += fuzz(target, seed, minutes)?;
    }
    tell(&Ledger::read()?);
    Ok(failed)
}

/// What the library was; `cargo xtask fuzz` knows it.
fn commit() -> String {
    std::env::var("CAROM_COMMIT").ok().filter(|name| !name.is_empty()).unwrap_or_else(|| "unknown".into())
}

/// All runs together, as the table of `docs/guarantees.md`.
fn tell(ledger: &Ledger) {
    println!("\n| target | minutes | inputs | counters reached | ways to fail |\n|---|---|---|---|---|");
    let sums = ledger.sums();
    for target in TARGETS {
        let Sum { minutes, inputs, counters, failed } = sums.get(target.name).copied().unwrap_or_default();
        println!("| {} | {minutes:.1} | {inputs} | {counters} | {failed} |", target.name);
    }
}

/// Without a seed, one that no run had: the number of inputs that were judged so far. How many ways to fail were found.
fn fuzz(target: Target, seed: Option<u64>, minutes: f64) -> Result<usize, String> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = package.join("kept").join(target.name);
    let grown = package.join("../../target/fuzz/grown").join(target.name);
    let before = Ledger::read()?.sums().get(target.name).map_or(0, |sum| sum.inputs);
    let mut fuzzer = Fuzzer::new(target, seed.unwrap_or(before), inputs_in(&folder));
    let mut failed = Vec::<String>::new();
    let tell = |Found { bytes, message }: Found, failed: &mut Vec<String>| {
        // One of each way is enough.
        let way: String = message.chars().filter(|c| !c.is_ascii_digit()).take(60).collect();
        if !failed.contains(&way) && failed.len() < 10 {
            println!("{}: {}\n  kept in {}", target.name, message, keep(&folder, &bytes).display());
            failed.push(way);
        }
    };
    fuzzer.grow(inputs_in(&grown)).into_iter().for_each(|found| tell(found, &mut failed));
    let mut entered = Entered::default();
    let start = computed();
    loop {
        let passed = (computed() - start).as_secs_f64() / 60.0;
        let is_over = minutes <= passed;
        // A run that is ended before its time has seen what it has seen.
        if is_over || entered.sum.minutes + 1.0 <= passed {
            let sum = Sum {
                minutes: passed,
                inputs: fuzzer.runs,
                counters: fuzzer.reached().1 as u64,
                failed: failed.len() as u64,
            };
            entered.enter(target.name, sum)?;
            entered.keep_grown(&grown, fuzzer.pool());
        }
        if is_over {
            break;
        }
        let bytes = fuzzer.next_input();
        set_now(Some((computed(), folder.clone(), bytes.clone())));
        fuzzer.judge(bytes).into_iter().for_each(|found| tell(found, &mut failed));
    }
    set_now(None);
    let (kept, reached) = fuzzer.reached();
    let Sum { minutes, inputs, .. } = entered.sum;
    println!(
        "{}: {inputs} inputs in {minutes:.1} minutes, {kept} that reached something new, {reached} counters reached, {} ways to fail",
        target.name,
        failed.len()
    );
    // What another has made needless is not kept for the next run.
    let _ = fs::remove_dir_all(&grown);
    fuzzer.pool().iter().for_each(|bytes| _ = keep(&grown, bytes));
    Ok(failed.len())
}

/// What of a run is in the ledger, and how many of its inputs are kept.
#[derive(Default)]
struct Entered {
    sum: Sum,
    grown: usize,
}

impl Entered {
    /// Adds to the ledger what is new since the last entry.
    fn enter(&mut self, target: &str, sum: Sum) -> Result<(), String> {
        let Sum { minutes, inputs, failed, .. } = self.sum;
        let new =
            Sum { minutes: sum.minutes - minutes, inputs: sum.inputs - inputs, failed: sum.failed - failed, ..sum };
        let mut ledger = Ledger::read()?;
        ledger.add(&commit(), target, new);
        self.sum = sum;
        ledger.write()
    }

    fn keep_grown(&mut self, folder: &Path, pool: &[Vec<u8>]) {
        pool[self.grown..].iter().for_each(|bytes| _ = keep(folder, bytes));
        self.grown = pool.len();
    }
}

/// The processor time of this program, in hundredths of a second; by the clock where none is told.
fn computed() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = told.rsplit(')').next().unwrap_or_default().split(' ').collect();
    let hundredths = |i: usize| fields.get(i).and_then(|field| field.parse::<u64>().ok());
    // After the name in parentheses: a space, the state, and the 14th and 15th field of all.
    match (hundredths(12), hundredths(13)) {
        (Some(user), Some(system)) => Duration::from_millis(10 * (user + system)),
        _ => START.elapsed(),
    }
}

fn inputs_in(folder: &Path) -> Vec<Vec<u8>> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| fs::read(file.path()).ok()).collect()
}

fn keep(folder: &Path, bytes: &[u8]) -> PathBuf {
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let file = folder.join(format!("{hash:016x}"));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&file, bytes));
    if let Err(error) = written {
        eprintln!("{}: {error}", file.display());
    }
    file
}

fn set_now(now: Option<(Duration, PathBuf, Vec<u8>)>) {
    if let Ok(mut place) = NOW.lock() {
        *place = now;
    }
}

/// Ends the program if an input takes too long, and keeps the input.
fn watch() {
    loop {
        std::thread::sleep(Duration::from_secs(1));
        let Ok(now) = NOW.lock() else { return };
        if let Some((_, folder, bytes)) = now.as_ref().filter(|(start, ..)| *start + PATIENCE < computed()) {
            eprintln!("an input takes more than {PATIENCE:?}; kept in {}", keep(folder, bytes).display());
            abort();
        }
    }
}

//! `cargo xtask fuzz --minutes N [target …]`: every target for so long, one after the other.

use carom_fuzz::{Found, Fuzzer, TARGETS, Target, coverage};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, abort};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// An input that takes longer has found a hang; most take milliseconds, but the machine may be busy with other things.
const PATIENCE: Duration = Duration::from_secs(120);

/// The input that is being judged, and since when.
static NOW: Mutex<Option<(Instant, PathBuf, Vec<u8>)>> = Mutex::new(None);

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
    let (mut minutes, mut seed, mut names) = (1.0, 0, Vec::new());
    while let Some(argument) = arguments.next() {
        let mut number = || {
            let value = arguments.next().and_then(|value| value.parse::<f64>().ok());
            value.filter(|value| *value >= 0.0).ok_or_else(|| format!("{argument} needs a number"))
        };
        match argument.as_str() {
            "--minutes" => minutes = number()?,
            "--seed" => seed = number()? as u64,
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
    Ok(chosen.map(|target| fuzz(target, seed, minutes)).sum())
}

/// How many inputs failed.
fn fuzz(target: Target, seed: u64, minutes: f64) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("kept").join(target.name);
    let mut fuzzer = Fuzzer::new(target, seed, inputs_in(&folder));
    let (start, mut failed) = (Instant::now(), Vec::<String>::new());
    while start.elapsed().as_secs_f64() < 60.0 * minutes {
        let bytes = fuzzer.next_input();
        set_now(Some((Instant::now(), folder.clone(), bytes.clone())));
        let Some(Found { bytes, message }) = fuzzer.judge(bytes) else { continue };
        // One of each way is enough.
        let way: String = message.chars().filter(|c| !c.is_ascii_digit()).take(60).collect();
        if !failed.contains(&way) && failed.len() < 10 {
            println!("{}: {}\n  kept in {}", target.name, message, keep(&folder, &bytes).display());
            failed.push(way);
        }
    }
    set_now(None);
    let (kept, reached) = fuzzer.reached();
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{}: {} inputs in {seconds:.0} s, {kept} that reached something new, {reached} counters reached, {} ways to fail",
        target.name,
        fuzzer.runs,
        failed.len()
    );
    failed.len()
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

fn set_now(now: Option<(Instant, PathBuf, Vec<u8>)>) {
    if let Ok(mut place) = NOW.lock() {
        *place = now;
    }
}

/// Ends the program if an input takes too long, and keeps the input.
fn watch() {
    loop {
        std::thread::sleep(Duration::from_secs(1));
        let Ok(now) = NOW.lock() else { return };
        if let Some((_, folder, bytes)) = now.as_ref().filter(|(start, ..)| PATIENCE < start.elapsed()) {
            eprintln!("an input takes more than {PATIENCE:?}; kept in {}", keep(folder, bytes).display());
            abort();
        }
    }
}

//! Prints the lines, or says whether they are as they must be.
//!
//! ```sh
//! carom-determinism [--vectors plain|avx2fma|neon|simd128] [--threads N] [--check]
//! ```

use carom::Vectors;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<String, String> {
    let mut arguments = std::env::args().skip(1);
    let (mut is_check, mut threads) = (false, 1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--check" => is_check = true,
            "--threads" => threads = value()?.parse().map_err(|_| "--threads needs a number".to_string())?,
            "--vectors" => force(&value()?)?,
            unknown => return Err(format!("no option `{unknown}`; expected --check, --threads or --vectors")),
        }
    }
    let lines = on_threads(threads)?;
    if !is_check {
        return Ok(lines);
    }
    match carom_determinism::difference(&lines) {
        None => Ok(format!("{:?}, threads {threads}: all {} hashes equal\n", Vectors::in_use(), lines.lines().count())),
        Some(difference) => Err(difference),
    }
}

/// Uses these vectors, if the machine has them.
fn force(name: &str) -> Result<(), String> {
    let wanted = Vectors::available().find(|vectors| format!("{vectors:?}").eq_ignore_ascii_case(name));
    let known: Vec<_> = Vectors::available().map(|vectors| format!("{vectors:?}").to_lowercase()).collect();
    match wanted {
        Some(vectors) if vectors.force() => Ok(()),
        _ => Err(format!("no vectors `{name}`; this machine has {}", known.join(", "))),
    }
}

#[cfg(feature = "threads")]
fn on_threads(threads: usize) -> Result<String, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())?;
    Ok(pool.install(carom_determinism::lines))
}

#[cfg(not(feature = "threads"))]
fn on_threads(threads: usize) -> Result<String, String> {
    if threads == 1 { Ok(carom_determinism::lines()) } else { Err("built without threads".into()) }
}

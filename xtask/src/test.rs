//! Everything a change must pass.

use crate::browser::{self, Checked};
use crate::command::Command;
use crate::{order, rustup};
use std::mem::take;
use std::thread;
use std::time::{Duration, Instant};

/// Bare metal: it has `core` and `alloc`, and no standard library to fall back on.
const BARE_TARGET: &str = "thumbv7em-none-eabihf";

/// The `rust-version` in Cargo.toml, with the patch number that rustup wants.
const OLDEST_COMPILER: &str = "1.85.0";

/// Every feature but `std`: none of them may need the standard library.
const FEATURES_WITHOUT_STD: &str = "serde,mint,glam_0_27,glam_0_29,glam_0_30,glam_0_31,glam_0_32,glam_0_33,glam_0_34";

/// What runs without features too: whatever decides, bounces or moves. `cargo xtask soak tests` runs everything so.
const BARE_TESTS: [&str; 9] = ["bounce", "cases", "discs", "exactness", "shapes", "sweeps", "walls", "world", "zones"];

/// The steps that this program does itself.
const ORDER: &str = "order of files";
const BROWSER: &str = "playground in a browser";

/// How a line begins that tells what this machine could not check.
pub(crate) const NOT_CHECKED: &str = "NOT CHECKED";

/// The first step that builds something. From here on, what would leave a core idle by itself runs beside the others.
const LINTS: &str = "lints, all features";

/// How much is asked for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Extent {
    /// Everything a change must pass.
    Full,
    /// What tells most in two minutes, for the time between two edits.
    Quick,
}

/// A step: what it is called, and what it runs.
type Step = (&'static str, Command);

/// Stops at the first step that fails. What the steps took is told in any case.
pub(crate) fn run(extent: Extent) -> Result<(), String> {
    let start = Instant::now();
    rustup::ensure_components()?;
    let (steps, mut beside) = match extent {
        Extent::Full => {
            rustup::ensure_target(BARE_TARGET)?;
            rustup::ensure_toolchain(OLDEST_COMPILER)?;
            ensure_std_can_be_left_out()?;
            (steps(), steps_beside())
        }
        Extent::Quick => (quick_steps(), Vec::new()),
    };
    let all = steps.len() + beside.len();
    let mut times = Vec::new();
    let mut unchecked = Vec::new();
    let mut result = Ok(());
    let mut lane = None;
    for (number, (name, command)) in steps.iter().enumerate() {
        if *name == LINTS {
            lane = Some(thread::spawn({
                let beside = take(&mut beside);
                move || run_beside(&beside)
            }));
        }
        println!("\n=== {} of {all}: {name}\n$ {command}", number + 1);
        let start = Instant::now();
        let done = perform(name, command);
        times.push((*name, start.elapsed()));
        match done {
            Ok(Checked::Yes) => {}
            Ok(Checked::Not(what)) => unchecked.push(format!("{NOT_CHECKED}: {name}, as this machine lacks {what}")),
            Err(error) => {
                result = Err(format!("{name}: {error}"));
                break;
            }
        }
    }
    if let Some(lane) = lane {
        let done = lane.join().map_err(|_| "the steps beside the others broke off".to_string())?;
        for (number, Beside { name, output, time, .. }) in done.iter().enumerate() {
            println!("\n=== {} of {all}: {name} (beside the others)\n{}", steps.len() + number + 1, output.trim_end());
            times.push((name, *time));
            unchecked.extend(output.lines().filter(|line| line.starts_with(NOT_CHECKED)).map(String::from));
        }
        let failed = done.into_iter().find_map(|step| step.result.err().map(|error| format!("{}: {error}", step.name)));
        result = result.and(failed.map_or(Ok(()), Err));
    }
    let verdict = match &result {
        Ok(()) if unchecked.is_empty() => "all passed",
        Ok(()) => "passed, as far as it was checked",
        Err(_) => "not passed",
    };
    println!("\n=== {verdict}");
    print_times(&times, start.elapsed());
    for line in unchecked {
        println!("\n{line}");
    }
    result
}

fn perform(name: &str, command: &Command) -> Result<Checked, String> {
    match name {
        ORDER => order::check().map(|()| Checked::Yes),
        BROWSER => browser::run(&[]),
        _ => command.run().map(|()| Checked::Yes),
    }
}

/// What fails soonest comes first, and no step repeats what another one covers.
/// All tests run once with everything: all features, all cases, assertions and overflow checks, in an optimized build
/// (`profile.checked` in Cargo.toml). The library's run once more with nothing: no features, so without `std`,
/// and no assertions, as a release has it, with few cases.
fn steps() -> Vec<Step> {
    let cargo = Command::cargo;
    let lint = |what: &str| cargo(&format!("clippy --all-targets {what} -- -D warnings"));
    let tests = cargo("test --workspace --all-features --profile checked").variable("CAROM_ALL_CASES", "1");
    // Link-time optimisation would take longer, for a dozen test programs, than the tests it speeds up.
    let programs = BARE_TESTS.map(|name| format!("--test {name}")).join(" ");
    let bare_tests = cargo(&format!("test --package carom --no-default-features --release {programs}"))
        .variable("CARGO_PROFILE_RELEASE_LTO", "off")
        .variable("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .variable("CAROM_FEW_CASES", "1");
    let documentation = cargo("doc --workspace --no-deps --all-features").variable("RUSTDOCFLAGS", "-D warnings");
    vec![
        ("format", cargo("fmt --all --check")),
        (ORDER, cargo("xtask order --check")),
        (LINTS, lint("--workspace --all-features")),
        ("lints of the library, no features", lint("--package carom --no-default-features")),
        ("tests and doc tests, all features, assertions", tests),
        ("tests of the library, no features, release build", bare_tests),
        ("documentation", documentation),
        (BROWSER, cargo("xtask browser")),
    ]
}

/// What waits for the network or for one thread most of its time. The longest, which has folders of its own, comes first; the others wait for lints.
fn steps_beside() -> Vec<Step> {
    let cargo = Command::cargo;
    let bare = format!("--package carom --target {BARE_TARGET} --no-default-features");
    vec![
        ("python: tests, types and examples against the installed wheel", cargo("xtask python")),
        ("no_std, no features", cargo(&format!("check {bare}"))),
        ("no_std, all other features", cargo(&format!("check {bare} --features {FEATURES_WITHOUT_STD}"))),
        ("oldest compiler", cargo(&format!("+{OLDEST_COMPILER} check --package carom --lib --all-features"))),
    ]
}

/// A step that ran beside the others: what it printed is shown when they are done.
struct Beside {
    name: &'static str,
    output: String,
    time: Duration,
    result: Result<(), String>,
}

/// Stops at the first that fails.
fn run_beside(steps: &[Step]) -> Vec<Beside> {
    let mut done: Vec<Beside> = Vec::new();
    for (name, command) in steps {
        if done.last().is_some_and(|step| step.result.is_err()) {
            break;
        }
        let start = Instant::now();
        let (output, result) = command.run_quietly();
        done.push(Beside { name, output: format!("$ {command}\n{output}"), time: start.elapsed(), result });
    }
    done
}

/// These share their builds with `cargo test -p carom`, and need few crates of others.
fn quick_steps() -> Vec<Step> {
    let cargo = Command::cargo;
    vec![
        ("format", cargo("fmt --all --check")),
        (ORDER, cargo("xtask order --check")),
        ("lints of the library", cargo("clippy --package carom --all-targets -- -D warnings")),
        ("tests of the library with assertions", cargo("test --package carom --all-targets")),
    ]
}

/// Cargo unites the features that the packages of one build ask for. If the oracle asked for
/// the default ones of the library, the tests without features would quietly run with `std`.
fn ensure_std_can_be_left_out() -> Result<(), String> {
    let tree = Command::cargo("tree --package carom --no-default-features --edges normal,dev,features --invert carom");
    if tree.output()?.contains("carom feature \"std\"") {
        return Err(format!(
            "without default features the library's tests still get `std`; see who asks for it: {tree}"
        ));
    }
    Ok(())
}

fn print_times(times: &[(&str, Duration)], total: Duration) {
    for (name, time) in times.iter().chain([&("in all", total)]) {
        println!("{:>7.1} s  {name}", time.as_secs_f64());
    }
}

//! Everything a change must pass.

use crate::command::Command;
use crate::{order, rustup};
use std::time::{Duration, Instant};

/// Bare metal: it has `core` and `alloc`, and no standard library to fall back on.
const BARE_TARGET: &str = "thumbv7em-none-eabihf";

/// The `rust-version` in Cargo.toml, with the patch number that rustup wants.
const OLDEST_COMPILER: &str = "1.85.0";

/// Every feature but `std`: none of them may need the standard library.
const FEATURES_WITHOUT_STD: &str = "serde,mint,glam_0_27,glam_0_29,glam_0_32,glam_0_33,glam_0_34";

/// The step that this program does itself.
const ORDER: &str = "order of files";

/// Stops at the first step that fails.
pub(crate) fn run() -> Result<(), String> {
    let start = Instant::now();
    rustup::ensure_components()?;
    rustup::ensure_target(BARE_TARGET)?;
    rustup::ensure_toolchain(OLDEST_COMPILER)?;
    ensure_std_can_be_left_out()?;
    let steps = steps();
    let mut times = Vec::new();
    for (number, (name, command)) in steps.iter().enumerate() {
        println!("\n=== {} of {}: {name}\n$ {command}", number + 1, steps.len());
        let start = Instant::now();
        let result = if *name == ORDER { order::check() } else { command.run() };
        result.map_err(|error| format!("{name}: {error}"))?;
        times.push((*name, start.elapsed()));
    }
    print_times(&times, start.elapsed());
    Ok(())
}

/// What fails soonest comes first, and no step repeats what another one covers:
/// the tests run with all features in the debug build, with the default ones in the release
/// build, and without any, so without `std`, in a debug build of the library alone.
fn steps() -> Vec<(&'static str, Command)> {
    let cargo = Command::cargo;
    let lint = |what: &str| cargo(&format!("clippy --all-targets {what} -- -D warnings"));
    let bare = format!("--package carom --target {BARE_TARGET} --no-default-features");
    // Link-time optimisation would take longer, for a dozen test programs, than the tests it speeds up.
    let release = cargo("test --workspace --all-targets --release").variable("CARGO_PROFILE_RELEASE_LTO", "off");
    let documentation = cargo("doc --workspace --no-deps --all-features").variable("RUSTDOCFLAGS", "-D warnings");
    vec![
        ("format", cargo("fmt --all --check")),
        (ORDER, cargo("xtask order --check")),
        ("lints, all features", lint("--workspace --all-features")),
        ("lints of the library, no features", lint("--package carom --no-default-features")),
        ("tests and doc tests, all features", cargo("test --workspace --all-features")),
        ("tests of the library, no features", cargo("test --package carom --all-targets --no-default-features")),
        ("tests, release build", release),
        ("documentation", documentation),
        ("no_std, no features", cargo(&format!("build {bare}"))),
        ("no_std, all other features", cargo(&format!("check {bare} --features {FEATURES_WITHOUT_STD}"))),
        ("oldest compiler", cargo(&format!("+{OLDEST_COMPILER} check --package carom --lib --all-features"))),
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
    println!("\n=== all passed");
    for (name, time) in times.iter().chain([&("in all", total)]) {
        println!("{:>7.1} s  {name}", time.as_secs_f64());
    }
}

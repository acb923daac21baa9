//! Undefined behaviour: what `unsafe` there is, run under tools that notice. `cargo xtask undefined`.
//!
//! All of it is in `simd.rs`, with `simd/x86.rs`, and `pair.rs`. Their own tests call every operation, on every kind of vectors;
//! `tests/vectors.rs` calls them as questions do.

use crate::command::Command;
use crate::rustup;
use crate::test::NOT_CHECKED;

/// The library's own tests of these files.
const TESTS: &str = "--lib -- pair:: simd::";

/// Stops at the first that finds something; names what could not be run.
pub(crate) fn run() -> Result<(), String> {
    let mut not_checked = Vec::new();
    for (name, commands) in [("AddressSanitizer", sanitized()?), ("Miri", interpreted())] {
        println!("\n=== {name}");
        match commands {
            Ok(commands) => {
                for command in commands {
                    println!("$ {command}");
                    command.run()?;
                }
            }
            Err(lack) => not_checked.push(format!("{NOT_CHECKED}: {name}, as this machine lacks {lack}")),
        }
    }
    for line in not_checked {
        println!("\n{line}");
    }
    Ok(())
}

/// What they run, or what is missing.
type Commands = Result<Vec<Command>, String>;

/// Every load and store is looked at. The compiler has the sanitizer's library; that it is asked for by a flag of the nightly one is why
/// it is told to take such flags.
fn sanitized() -> Result<Commands, String> {
    let compiler = Command::program("rustc -vV").output()?;
    let host = compiler.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc does not tell its host")?;
    if !["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "aarch64-apple-darwin"].contains(&host) {
        return Ok(Err("a sanitizer for it".into()));
    }
    let test = |what: &str| {
        Command::cargo(&format!("test --package carom --target-dir target/sanitized --target {host} {what}"))
            .variable("RUSTC_BOOTSTRAP", "1")
            .variable("RUSTFLAGS", "-Zsanitizer=address")
    };
    Ok(Ok(vec![test(TESTS), test("--test vectors")]))
}

/// Instruction by instruction, with all rules of the language: as every machine has it, and with wider vectors.
fn interpreted() -> Commands {
    for component in ["miri", "rust-src"] {
        rustup::ensure_nightly(component).map_err(|error| format!("{component} of a nightly toolchain: {error}"))?;
    }
    let test = |flags: &str| {
        Command::cargo(&format!("+nightly miri test --package carom --target-dir target/miri {TESTS}"))
            .variable("MIRIFLAGS", "-Zmiri-strict-provenance -Zmiri-symbolic-alignment-check")
            .variable("RUSTFLAGS", flags)
    };
    Ok(vec![test(""), test("-C target-feature=+avx2,+fma")])
}

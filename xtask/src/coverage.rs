//! Which branches the library's tests take: `cargo xtask coverage`.
//!
//! A condition counts twice, once for each way it can go. The tests run with few cases: what those do not reach by chance no case is made for.

use crate::command::{Command, root};
use crate::mutants::MODULES;
use crate::rustup;
use std::fs;

const FOLDER: &str = "target/coverage";

/// Builds and runs all tests of the library, counted, and prints a row for each module that is also tested by mutants.
pub(crate) fn run() -> Result<(), String> {
    rustup::ensure_component("llvm-tools")?;
    let place = fs::canonicalize(root()).map_err(|error| error.to_string())?.join(FOLDER);
    let counts = place.join("counts");
    let _ = fs::remove_dir_all(&counts);
    fs::create_dir_all(&counts).map_err(|error| format!("{FOLDER}: {error}"))?;
    let tests = |words: &str| {
        Command::cargo(&format!("test --package carom --lib --tests --target-dir {FOLDER} {words}"))
            .variable("RUSTC_BOOTSTRAP", "1")
            .variable("RUSTFLAGS", "-Cinstrument-coverage -Zcoverage-options=branch")
            .variable("LLVM_PROFILE_FILE", &format!("{}/%p-%m.profraw", counts.display()))
    };
    let built = tests("--no-run --message-format json").output()?;
    // How long something takes is another matter where all is counted.
    tests("-- --skip in_little_time").run()?;
    let programs = programs(&built);
    let merged = place.join("all.profdata").display().to_string();
    let raw = fs::read_dir(&counts).map_err(|error| error.to_string())?.flatten();
    let raw: Vec<String> = raw.map(|file| file.path().display().to_string()).collect();
    tool("llvm-profdata")?
        .args(&["merge".into(), "--sparse".into(), "-o".into(), merged.clone()])
        .args(&raw)
        .output()?;
    let objects = programs.iter().flat_map(|program| ["--object".to_string(), program.clone()]).skip(1);
    let report = tool("llvm-cov")?
        .args(&["report".into(), "--show-branch-summary".into(), format!("--instr-profile={merged}")])
        .args(&objects.collect::<Vec<_>>())
        .output()?;
    println!("| module | lines | reached | branches | taken |\n|---|---|---|---|---|");
    for module in MODULES {
        println!("{}", row(module, &report));
    }
    Ok(())
}

/// A program of the compiler's own LLVM, as others cannot read what it writes.
fn tool(name: &str) -> Result<Command, String> {
    let folder = Command::program("rustc --print target-libdir").output()?;
    Ok(Command::at(&format!("{}/../bin/{name}", folder.trim())))
}

/// The test programs, as cargo names them.
pub(crate) fn programs(messages: &str) -> Vec<String> {
    let named = messages.lines().filter_map(|line| line.split_once("\"executable\":\"")?.1.split_once('"'));
    named.map(|(program, _)| program.to_string()).collect()
}

/// The sums over the files of a module. A line of the report has a name, and three numbers each for regions, functions, lines and branches: all,
/// those that were missed, and a share.
fn row(module: &str, report: &str) -> String {
    let is_of = |name: &str| match name.split_once("crates/carom/src/").map_or(name, |(_, rest)| rest) {
        rest if module.ends_with(".rs") => rest == module,
        rest => rest.strip_prefix(module).is_some_and(|rest| rest.starts_with('/')) && !rest.ends_with("tests.rs"),
    };
    let mut sums = [0_u32; 4];
    for line in report.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.len() == 13 && is_of(words[0]) {
            for (sum, place) in sums.iter_mut().zip([7, 8, 10, 11]) {
                *sum += words[place].parse::<u32>().unwrap_or(0);
            }
        }
    }
    let share = |all: u32, missed: u32| if all == 0 { 100.0 } else { 100.0 * f64::from(all - missed) / f64::from(all) };
    let [lines, unreached, branches, untaken] = sums;
    format!(
        "| `{module}` | {lines} | {:.1} % | {branches} | {:.1} % |",
        share(lines, unreached),
        share(branches, untaken)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_module_are_added() {
        let report = "\
            /x/crates/carom/src/sweep/path.rs  9 1 88.89%  9 0 100.00%  40 4 90.00%  10 1 90.00%\n\
            /x/crates/carom/src/sweep/disc.rs  9 1 88.89%  9 0 100.00%  60 1 98.33%  10 0 100.00%\n\
            /x/crates/carom/src/sweeps.rs  9 1 88.89%  9 0 100.00%  60 1 98.33%  10 0 100.00%\n";
        assert_eq!(row("sweep", report), "| `sweep` | 100 | 95.0 % | 20 | 95.0 % |");
        assert_eq!(row("sweep/path.rs", report), "| `sweep/path.rs` | 40 | 90.0 % | 10 | 90.0 % |");
    }

    #[test]
    fn programs_are_named_by_cargo() {
        let messages =
            "{\"reason\":\"x\",\"executable\":null}\n{\"reason\":\"y\",\"executable\":\"/a/b-1\",\"fresh\":true}\n";
        assert_eq!(programs(messages), ["/a/b-1"]);
    }
}

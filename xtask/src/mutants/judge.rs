//! Does a test notice a change?

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What became of a change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Outcome {
    /// A test failed.
    Killed,
    /// A test did not end.
    OutOfTime,
    /// All tests passed.
    Survived,
}

/// One test, and how long it takes if nothing is changed.
#[derive(Clone)]
struct Test {
    program: String,
    name: String,
    time: Duration,
}

/// All tests, the quick ones first, and for each file those that have killed a change of it, the last one first.
pub(super) struct Tests {
    all: Vec<Test>,
    killers: BTreeMap<String, Vec<usize>>,
}

/// A test may take so many times as long as it usually does, and so much more.
const PATIENCE: u32 = 10;
const MORE: Duration = Duration::from_secs(5);

impl Tests {
    /// Finds and times the tests of these programs; fails if one fails.
    pub(super) fn of(programs: &[String]) -> Result<Tests, String> {
        let mut all = Vec::new();
        for program in programs {
            let list = Command::new(program).args(["--list", "--format", "terse"]).output();
            let list = list.map_err(|error| format!("{program}: {error}"))?;
            for name in String::from_utf8_lossy(&list.stdout).lines().filter_map(|line| line.strip_suffix(": test")) {
                let mut test =
                    Test { program: program.clone(), name: name.to_string(), time: Duration::from_secs(600) };
                let start = Instant::now();
                if test.run(0) != Outcome::Survived {
                    return Err(format!("{name} of {program} fails although nothing is changed"));
                }
                test.time = start.elapsed();
                all.push(test);
            }
        }
        all.sort_by_key(|test| test.time);
        let sum: Duration = all.iter().map(|test| test.time).sum();
        println!("{} tests in {:.0} s", all.len(), sum.as_secs_f64());
        Ok(Tests { all, killers: BTreeMap::new() })
    }

    /// Runs one test after the other until one notices.
    pub(super) fn judge(&mut self, number: u32, file: &str) -> Outcome {
        let killers = self.killers.entry(file.to_string()).or_default();
        let first: Vec<usize> = killers.iter().rev().take(8).copied().collect();
        let rest = (0..self.all.len()).filter(|i| !first.contains(i));
        for i in first.iter().copied().chain(rest) {
            let outcome = self.all[i].run(number);
            if outcome != Outcome::Survived {
                killers.retain(|killer| *killer != i);
                killers.push(i);
                return outcome;
            }
        }
        Outcome::Survived
    }
}

impl Test {
    fn run(&self, number: u32) -> Outcome {
        let child = Command::new(&self.program)
            .args(["--exact", &self.name, "--test-threads", "1"])
            // As cargo has it: the folder of the package.
            .current_dir(package_of(&self.program))
            .env("CAROM_MUTANT", number.to_string())
            .env("RUST_BACKTRACE", "0")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        child.map_or(Outcome::OutOfTime, |child| waited(child, PATIENCE * self.time + MORE))
    }
}

/// Programs are in `target/debug/deps` of the tree.
fn package_of(program: &str) -> std::path::PathBuf {
    let tree = Path::new(program).ancestors().nth(4).unwrap_or(Path::new("."));
    tree.join("crates/carom")
}

fn waited(mut child: Child, patience: Duration) -> Outcome {
    let start = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Outcome::Survived,
            Ok(Some(_)) => return Outcome::Killed,
            Ok(None) if start.elapsed() < patience => thread::sleep(pause),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return Outcome::OutOfTime;
            }
        }
        pause = (2 * pause).min(Duration::from_millis(50));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_does_not_end_is_ended() {
        let started =
            |words: &[&str]| Command::new(words[0]).args(&words[1..]).spawn().expect("it is on every machine");
        assert_eq!(waited(started(&["true"]), MORE), Outcome::Survived);
        assert_eq!(waited(started(&["false"]), MORE), Outcome::Killed);
        assert_eq!(waited(started(&["sleep", "60"]), Duration::from_millis(50)), Outcome::OutOfTime);
    }
}

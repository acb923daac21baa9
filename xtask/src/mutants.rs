//! Mutation testing: one thing of the library is changed at a time, and the tests must notice.
//!
//! cargo-mutants lists the changes. To compile each for itself would take days, so all are put into one program ([`program`]), in a copy of
//! the tree, and one is chosen when a test starts. Every test that comes to it is a process of its own, the quick ones first, until one fails
//! ([`judge`]). What survives all must be in `docs/mutants.md`, with the reason why no test can notice.
//! What became of each is kept, so that the command goes on where it was ended; survivors are shown to all tests again.

mod judge;
mod program;

use crate::command::{Command, root};
use crate::coverage::programs;
use crate::rustup;
use judge::{Outcome, Tests};
use program::{Change, SWITCH, changed};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The copy of the tree, with all that is built from it.
const COPY: &str = "target/mutants/tree";

/// What tests come to, and what became of changes.
const REACHED: &str = "target/mutants/reached";
const OUTCOMES: &str = "target/mutants/outcomes.txt";

/// How long tests of a change may take in all: first of every change, and then of those that have survived.
const ROUNDS: [Duration; 3] = [Duration::from_secs(2), Duration::from_secs(12), Duration::MAX];

/// Survivors and their reasons.
const EXPLAINED: &str = "docs/mutants.md";

/// Another cargo-mutants lists other changes.
const VERSION: &str = "27.1.0";

/// Folders and files of `crates/carom/src`: the exact floors, sweeps, the certified step, the walks through trees.
pub(crate) const MODULES: [&str; 15] = [
    "exact/numbers",
    "exact/signs",
    "exact/motion/root.rs",
    "exact/motion/touch.rs",
    "exact/motion/flight.rs",
    "exact/motion/encounter.rs",
    "exact/motion/drift.rs",
    "sweep",
    "bounce/stop.rs",
    "bounce/path.rs",
    "bounce/few.rs",
    "walls/tree.rs",
    "walls/bvh.rs",
    "walls/way.rs",
    "walls/swath.rs",
];

/// The programs whose tests are to notice, beside the library's own tests.
const TESTS: [&str; 11] =
    ["bounce", "cases", "differences", "discs", "exactness", "movers", "others", "sweeps", "vectors", "walls", "world"];

/// `[--minutes N] [module …]`: all modules if none is named; changes that no time is left for are counted as not run.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let (minutes, names) = match arguments {
        [flag, minutes, names @ ..] if flag == "--minutes" => {
            (minutes.parse::<f64>().map_err(|_| format!("`{minutes}` is not a number of minutes"))?, names)
        }
        names => (f64::INFINITY, names),
    };
    if let Some(unknown) = names.iter().find(|name| !MODULES.contains(&name.as_str())) {
        return Err(format!("no module `{unknown}`; expected --minutes N, {}", MODULES.join(", ")));
    }
    let modules: Vec<&str> =
        MODULES.into_iter().filter(|module| names.is_empty() || names.iter().any(|name| name == module)).collect();
    rustup::ensure_tool("mutants", Some(VERSION))?;
    let changes = listed(&modules)?;
    let states = build(&changes)?;
    let tests = Tests::of(&test_programs()?, &root().join(REACHED))?;
    let end = Instant::now() + Duration::from_secs_f64((60.0 * minutes).min(1e9));
    let states = judged(&changes, states, tests, end)?;
    report(&modules, &changes, &states)
}

/// What is known of a change.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// It is in code that is computed while the program is built, or the like.
    NotPutIn,
    Unviable,
    NotRun,
    Run(Outcome),
}

fn listed(modules: &[&str]) -> Result<Vec<Change>, String> {
    let file = |module: &&str| {
        let files = if module.ends_with(".rs") { (*module).to_string() } else { format!("{module}/*.rs") };
        format!("--file=crates/carom/src/{files}")
    };
    let list = Command::cargo("mutants --list --package carom --colors never")
        .args(&modules.iter().map(file).collect::<Vec<_>>());
    let lines = list.output()?;
    (1..)
        .zip(lines.lines())
        .map(|(number, line)| Change::parse(number, line).ok_or_else(|| format!("cannot read {line}")))
        .collect()
}

/// Puts the changes into the copy, less those with which it does not compile.
fn build(changes: &[Change]) -> Result<BTreeMap<u32, State>, String> {
    copy_tree()?;
    let mut states: BTreeMap<u32, State> = changes.iter().map(|change| (change.number, State::NotPutIn)).collect();
    let mut refused: BTreeSet<u32> = BTreeSet::new();
    loop {
        let put_in = write_changed(changes, &refused)?;
        let check = Command::cargo("check --package carom --lib --message-format short --color never")
            .variable("RUSTFLAGS", "--cap-lints=allow");
        let (said, result) = check.within(COPY).run_quietly();
        let new = blamed(&said)?;
        if result.is_ok() {
            put_in.iter().for_each(|number| _ = states.insert(*number, State::NotRun));
            refused.iter().for_each(|number| _ = states.insert(*number, State::Unviable));
            return Ok(states);
        }
        if new.is_subset(&refused) {
            return Err(format!("the changed library does not compile:\n{said}"));
        }
        println!("{} changes do not compile", new.len());
        refused.extend(new);
    }
}

/// Writes all changed files; the numbers of the changes in them.
fn write_changed(changes: &[Change], refused: &BTreeSet<u32>) -> Result<Vec<u32>, String> {
    let mut put_in = Vec::new();
    let mut files: BTreeMap<&str, Vec<&Change>> = BTreeMap::from([("crates/carom/src/lib.rs", Vec::new())]);
    for change in changes {
        let of_file = files.entry(&change.file).or_default();
        of_file.extend((!refused.contains(&change.number)).then_some(change));
    }
    for (file, changes) in files {
        let text = fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"))?;
        let (mut text, found) = changed(&text, &changes).map_err(|error| format!("{file}: {error}"))?;
        put_in.extend(found);
        if file.ends_with("/lib.rs") {
            text.push_str(SWITCH);
        }
        fs::write(root().join(COPY).join(file), text).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(put_in)
}

/// The changes that the compiler complains of: the last before the place it names, else the first in its line; and where a `match` lacks
/// something, the arms that may be left out.
fn blamed(said: &str) -> Result<BTreeSet<u32>, String> {
    let mut numbers = BTreeSet::new();
    for line in said.lines().filter(|line| line.contains(": error")) {
        let mut parts = line.splitn(4, ':');
        let (Some(file), Some(row), Some(column)) = (parts.next(), parts.next(), parts.next()) else { continue };
        let (Ok(row), Ok(column)) = (row.trim().parse::<usize>(), column.trim().parse::<usize>()) else { continue };
        let text = fs::read_to_string(root().join(COPY).join(file)).map_err(|error| format!("{file}: {error}"))?;
        let mut lines = text.lines().skip(row - 1);
        let line = lines.next().unwrap_or_default();
        // As the place may be within a number.
        let before: String = line.chars().take(column + "mutant::is(9999)".len()).collect();
        let found = numbers_in(&before).last().copied().or_else(|| numbers_in(line).first().copied());
        numbers.extend(found);
        if found.is_none() {
            numbers.extend(lines.take(20).filter(|line| line.contains(" if !crate::mutant::is(")).flat_map(numbers_in));
        }
    }
    Ok(numbers)
}

fn numbers_in(text: &str) -> Vec<u32> {
    text.split("mutant::is(").skip(1).filter_map(|part| part.split_once(')')?.0.parse().ok()).collect()
}

fn test_programs() -> Result<Vec<String>, String> {
    let tests = |words: &str| {
        let names = TESTS.map(|name| format!("--test {name}")).join(" ");
        let command = Command::cargo(&format!("test --package carom --no-run --lib {names} {words}"));
        // To be built soon: a change stands in nearly every line, and nothing of it is built a second time.
        command
            .variable("RUSTFLAGS", "--cap-lints=allow")
            .variable("CARGO_INCREMENTAL", "0")
            .variable("CARGO_PROFILE_DEV_CODEGEN_UNITS", "32")
            .variable("CARGO_PROFILE_DEV_DEBUG", "0")
            .variable("CARGO_PROFILE_DEV_LTO", "off")
            .within(COPY)
    };
    tests("").run()?;
    Ok(programs(&tests("--message-format json").output()?))
}

/// Runs what there is time for, in an order in which a part of it is a fair sample.
fn judged(
    changes: &[Change],
    mut states: BTreeMap<u32, State>,
    mut tests: Tests,
    end: Instant,
) -> Result<BTreeMap<u32, State>, String> {
    let mut order: Vec<&Change> = changes.iter().filter(|change| states[&change.number] == State::NotRun).collect();
    order.sort_by_key(|change| change.number.wrapping_mul(2_654_435_761));
    let file = root().join(OUTCOMES);
    let told = |error: std::io::Error| format!("{OUTCOMES}: {error}");
    let known = format!("changes {:016x}\n", hash_of(changes)?);
    let kept = fs::read_to_string(&file).ok().filter(|text| text.starts_with(&known)).unwrap_or(known);
    for (outcome, number) in kept.lines().filter_map(|line| line.split_once(' ')) {
        let outcome = [Outcome::Killed, Outcome::OutOfTime].into_iter().find(|known| format!("{known:?}") == outcome);
        if let (Some(outcome), Ok(number)) = (outcome, number.parse()) {
            states.insert(number, State::Run(outcome));
        }
    }
    fs::write(&file, kept).map_err(told)?;
    let mut file = fs::OpenOptions::new().append(true).open(&file).map_err(told)?;
    let mut seen = Duration::ZERO;
    for patience in ROUNDS {
        let some = State::Run(Outcome::SurvivedSome);
        order.retain(|change| [State::NotRun, some].contains(&states[&change.number]));
        for (i, change) in order.iter().enumerate() {
            if end < Instant::now() {
                return Ok(states);
            }
            let before = if states[&change.number] == some { seen } else { Duration::ZERO };
            let outcome = tests.judge(change.number, &change.file, before, patience);
            println!("{} of {}: {outcome:?} {}", i + 1, order.len(), change.name);
            states.insert(change.number, State::Run(outcome));
            writeln!(file, "{outcome:?} {}", change.number).map_err(told)?;
        }
        seen = patience;
    }
    Ok(states)
}

/// Of the changes and of what they change: where both are the same, a change that was noticed is noticed again.
fn hash_of(changes: &[Change]) -> Result<u64, String> {
    let mut hash = DefaultHasher::new();
    let files: BTreeSet<&str> = changes.iter().map(|change| change.file.as_str()).collect();
    for file in files {
        fs::read(root().join(file)).map_err(|error| format!("{file}: {error}"))?.hash(&mut hash);
    }
    changes.iter().for_each(|change| change.name.hash(&mut hash));
    Ok(hash.finish())
}

/// A row for each module; fails where something survived that is not explained.
fn report(modules: &[&str], changes: &[Change], states: &BTreeMap<u32, State>) -> Result<(), String> {
    let explained = fs::read_to_string(root().join(EXPLAINED)).unwrap_or_default();
    println!(
        "\n| module | changes | can be run | run | killed | out of time | explained | open |\n|---|---|---|---|---|---|---|---|"
    );
    let mut open = Vec::new();
    for module in modules {
        let folder = format!("crates/carom/src/{module}");
        let of_module: Vec<&Change> = changes.iter().filter(|change| change.file.starts_with(&folder)).collect();
        open.extend(row(&format!("`{module}`"), &of_module, states, &explained));
    }
    row("in all", &changes.iter().collect::<Vec<_>>(), states, &explained);
    for change in &open {
        println!("{:?}  {}", states[&change.number], change.name);
    }
    if open.is_empty() { Ok(()) } else { Err(format!("{} survived, and {EXPLAINED} has no reason", open.len())) }
}

/// Prints a row of the table; the changes that survived without a reason.
fn row<'a>(name: &str, changes: &[&'a Change], states: &BTreeMap<u32, State>, explained: &str) -> Vec<&'a Change> {
    let of_state = |wanted: &[State]| -> Vec<&'a Change> {
        changes.iter().copied().filter(|change| wanted.contains(&states[&change.number])).collect()
    };
    let count = |wanted: &[State]| of_state(wanted).len();
    let runnable = changes.len() - count(&[State::NotPutIn, State::Unviable]);
    let run = runnable - count(&[State::NotRun]);
    let [killed, slow] = [Outcome::Killed, Outcome::OutOfTime].map(|outcome| count(&[State::Run(outcome)]));
    let survived = [Outcome::Survived, Outcome::SurvivedSome, Outcome::Unreached].map(State::Run);
    let (reasoned, open): (Vec<&Change>, Vec<&Change>) =
        of_state(&survived).into_iter().partition(|change| is_explained(&change.name, explained));
    let (all, reasoned, left) = (changes.len(), reasoned.len(), open.len());
    println!("| {name} | {all} | {runnable} | {run} | {killed} | {slow} | {reasoned} | {left} |");
    open
}

/// Whether a line names this file and this change, or all changes of its function, wherever in the file it is.
fn is_explained(name: &str, reasons: &str) -> bool {
    let mut parts = name.splitn(4, ':');
    let (Some(file), Some(change)) = (parts.next(), parts.nth(2)) else { return false };
    let (file, change) = (file.trim_start_matches("crates/carom/src/"), change.trim());
    let (change, any) = (format!("`{change}`"), format!("`any in {}`", function_of(change)));
    reasons.lines().any(|line| line.contains(file) && (line.contains(&change) || line.contains(&any)))
}

/// `f` of `replace + with - in f`, and of `replace f -> bool with true`.
fn function_of(change: &str) -> &str {
    let of_value =
        || change.strip_prefix("replace ").and_then(|rest| rest.split_once(" -> ").or(rest.split_once(" with ")));
    match change.rsplit_once(" in ") {
        Some((_, function)) => function,
        None => of_value().map_or("", |(function, _)| function),
    }
}

/// Files that have not changed are left as they are, so that what is built from them stays.
fn copy_tree() -> Result<(), String> {
    let names = Command::program("git ls-files --cached --others --exclude-standard").output()?;
    let (from, to) = (root(), root().join(COPY));
    for name in names.lines().filter(|name| !name.starts_with("web/") && !name.starts_with("bench/")) {
        let (from, to) = (from.join(name), to.join(name));
        if from.is_file() && fs::read(&from).ok() != fs::read(&to).ok() {
            let folder = to.parent().map(PathBuf::from).unwrap_or_default();
            let copied = fs::create_dir_all(folder).and_then(|()| fs::copy(&from, &to));
            copied.map_err(|error| format!("{}: {error}", to.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_found_by_file_and_change() {
        let mutant = "crates/carom/src/bounce/stop.rs:7:9: replace < with <= in stop";
        assert!(is_explained(
            mutant,
            "- `bounce/stop.rs`: `replace < with <= in stop`: equal numbers stop in the same place"
        ));
        assert!(!is_explained(mutant, "- `bounce/path.rs`: `replace < with <= in stop`: another file"));
        assert!(!is_explained(mutant, "- `bounce/stop.rs`: `replace < with == in stop`: another change"));
        assert!(is_explained(mutant, "- `bounce/stop.rs`: `any in stop`: where a search begins"));
        assert!(!is_explained(mutant, "- `bounce/stop.rs`: `any in stopped`: another function"));
        let value = "crates/carom/src/bounce/stop.rs:7:9: replace stop -> bool with true";
        assert!(is_explained(value, "- `bounce/stop.rs`: `any in stop`: where a search begins"));
    }

    #[test]
    fn an_unknown_module_is_named() {
        let error = run(&["sweeps".to_string()]).unwrap_err();
        assert!(error.starts_with("no module `sweeps`; expected --minutes N, exact/numbers, "), "{error}");
    }

    #[test]
    fn numbers_of_changes_are_found() {
        assert_eq!(
            numbers_in("(if crate::mutant::is(7) { a } else if crate::mutant::is(12) { b } else { c })"),
            [7, 12]
        );
    }

    #[test]
    fn every_module_is_there() {
        for module in MODULES {
            assert!(root().join("crates/carom/src").join(module).exists(), "{module}");
        }
    }
}

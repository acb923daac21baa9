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

/// The file that gets the switch.
const LIBRARY: &str = "crates/carom/src/lib.rs";

/// Which changes do not compile, what tests come to, and what became of changes.
const REFUSED: &str = "target/mutants/refused.txt";
const REACHED: &str = "target/mutants/reached";
const OUTCOMES: &str = "target/mutants/outcomes.txt";

/// How long tests of a change may take in all: first of every change, and then of those that have survived.
const ROUNDS: [Duration; 4] =
    [Duration::from_millis(250), Duration::from_secs(1), Duration::from_secs(6), Duration::MAX];

/// Survivors and their reasons.
const EXPLAINED: &str = "docs/mutants.md";

/// Another cargo-mutants lists other changes.
const VERSION: &str = "27.1.0";

/// Folders and files of `crates/carom/src`: the exact floors, the certified step, sweeps, the walks through trees; what decides most first.
pub(crate) const MODULES: [&str; 16] = [
    "exact/signs",
    "exact/motion/root.rs",
    "exact/motion/touch.rs",
    "exact/motion/flight.rs",
    "exact/motion/encounter.rs",
    "exact/motion/stopping.rs",
    "exact/motion/drift.rs",
    "bounce/stop.rs",
    "bounce/path.rs",
    "bounce/few.rs",
    "sweep",
    "exact/numbers",
    "walls/tree.rs",
    "walls/bvh.rs",
    "walls/way.rs",
    "walls/swath.rs",
];

/// The programs whose tests are to notice, beside the library's own tests.
const TESTS: [&str; 19] = [
    "bounce",
    "bounds",
    "cases",
    "decompose",
    "differences",
    "discs",
    "exactness",
    "explain",
    "intersect",
    "movers",
    "nearest",
    "others",
    "shapes",
    "slide",
    "sweeps",
    "vectors",
    "walls",
    "world",
    "zones",
];

/// `[--open] [--minutes N] [module …]`: all modules if none is named; of them all changes, or those in functions that have open ones; changes
/// that no time is left for are counted as not run.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let (mut open, mut minutes, mut names) = (false, f64::INFINITY, Vec::new());
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--open" => open = true,
            "--minutes" => {
                let number = words.next().map_or("", String::as_str);
                minutes = number.parse().map_err(|_| format!("`{number}` is not a number of minutes"))?;
            }
            name => names.push(name),
        }
    }
    if let Some(unknown) = names.iter().find(|name| !MODULES.contains(name)) {
        return Err(format!("no module `{unknown}`; expected --open, --minutes N, {}", MODULES.join(", ")));
    }
    let modules: Vec<&str> =
        MODULES.into_iter().filter(|module| names.is_empty() || names.iter().any(|name| name == module)).collect();
    rustup::ensure_tool("mutants", Some(VERSION))?;
    let mut changes = listed(&modules)?;
    if open {
        let explained = fs::read_to_string(root().join(EXPLAINED)).map_err(|error| format!("{EXPLAINED}: {error}"))?;
        changes.retain(|change| is_open(&change.name, &explained) && !is_explained(&change.name, &explained));
    }
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
    copy_tree(&changes.iter().map(|change| change.file.as_str()).chain([LIBRARY]).collect())?;
    let mut states: BTreeMap<u32, State> = changes.iter().map(|change| (change.number, State::NotPutIn)).collect();
    // As was found when the same was built before.
    let names = known_as(changes)?;
    let kept = fs::read_to_string(root().join(REFUSED)).unwrap_or_default();
    let mut refused: BTreeSet<u32> = kept.lines().filter_map(|line| names.get(line).copied()).collect();
    loop {
        let put_in = write_changed(changes, &refused)?;
        let check = Command::cargo("check --package carom --lib --message-format short --color never")
            .variable("RUSTFLAGS", "--cap-lints=allow");
        let (said, result) = check.within(COPY).run_quietly();
        let new = blamed(&said)?;
        if result.is_ok() {
            put_in.iter().for_each(|number| _ = states.insert(*number, State::NotRun));
            refused.iter().for_each(|number| _ = states.insert(*number, State::Unviable));
            let refused = names.iter().filter(|(_, number)| refused.contains(number));
            let text: String = refused.map(|(name, _)| format!("{name}\n")).collect();
            fs::write(root().join(REFUSED), text).map_err(|error| format!("{REFUSED}: {error}"))?;
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
    let mut files: BTreeMap<&str, Vec<&Change>> = BTreeMap::from([(LIBRARY, Vec::new())]);
    for change in changes {
        let of_file = files.entry(&change.file).or_default();
        of_file.extend((!refused.contains(&change.number)).then_some(change));
    }
    for (file, changes) in files {
        let text = fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"))?;
        let (mut text, found) = changed(&text, &changes).map_err(|error| format!("{file}: {error}"))?;
        put_in.extend(found);
        text = without_inlining(&text);
        if file == LIBRARY {
            text.push_str(SWITCH);
        }
        let place = root().join(COPY).join(file);
        if fs::read_to_string(&place).ok().as_ref() != Some(&text) {
            fs::write(place, text).map_err(|error| format!("{file}: {error}"))?;
        }
    }
    Ok(put_in)
}

/// A function with its changes is several times as long, and one that is in many others would be so in each: the program that has all would
/// not be built within an hour. Lines stay where they are.
fn without_inlining(text: &str) -> String {
    text.replace("#[inline(always)]", "").replace("#[inline]", "")
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

/// Runs what there is time for, one module after the other, and each in an order in which a part of it is a fair sample.
fn judged(
    changes: &[Change],
    mut states: BTreeMap<u32, State>,
    mut tests: Tests,
    end: Instant,
) -> Result<BTreeMap<u32, State>, String> {
    let mut order: Vec<&Change> = changes.iter().filter(|change| states[&change.number] == State::NotRun).collect();
    order.sort_by_key(|change| (module_of(&change.file), change.number.wrapping_mul(2_654_435_761)));
    let (mut file, mut rounds) = kept(changes, &tests, &mut states)?;
    let names: BTreeMap<u32, String> = known_as(changes)?.into_iter().map(|(name, number)| (number, name)).collect();
    // Where a reason is given that no test can notice, there is the least to find.
    let explained = fs::read_to_string(root().join(EXPLAINED)).unwrap_or_default();
    order.sort_by_key(|change| is_explained(&change.name, &explained));
    for (round, patience) in ROUNDS.into_iter().enumerate() {
        order.retain(|change| [State::NotRun, State::Run(Outcome::SurvivedSome)].contains(&states[&change.number]));
        for (i, change) in order.iter().enumerate() {
            if end < Instant::now() {
                return Ok(states);
            }
            // Those rounds that it has survived.
            let survived = rounds.get(&change.number).copied().unwrap_or(0);
            if round < survived {
                continue;
            }
            let seen = if survived == 0 { Duration::ZERO } else { ROUNDS[survived - 1] };
            let outcome = tests.judge(change.number, &change.file, seen, patience);
            println!("{} of {}: {outcome:?} {}", i + 1, order.len(), change.name);
            states.insert(change.number, State::Run(outcome));
            rounds.insert(change.number, round + 1);
            writeln!(file, "{outcome:?} {} {}", round + 1, names[&change.number])
                .map_err(|error| format!("{OUTCOMES}: {error}"))?;
        }
    }
    Ok(states)
}

fn module_of(file: &str) -> usize {
    let file = file.trim_start_matches("crates/carom/src/");
    MODULES.iter().position(|module| file.starts_with(module)).unwrap_or(MODULES.len())
}

/// What is known of the same changes: a file to write more into, and how many rounds each has been through. Who has survived other tests than
/// there are now begins anew.
fn kept(
    changes: &[Change],
    tests: &Tests,
    states: &mut BTreeMap<u32, State>,
) -> Result<(fs::File, BTreeMap<u32, usize>), String> {
    use Outcome::{Killed, OutOfTime, Survived, SurvivedSome, Unreached};
    let file = root().join(OUTCOMES);
    let names = known_as(changes)?;
    let of_tests = format!("tests {:016x}", tests.hash());
    let kept = fs::read_to_string(&file).unwrap_or_default();
    let (mut rounds, mut of_these) = (BTreeMap::new(), false);
    for line in kept.lines() {
        of_these = if line.starts_with("tests ") { line == of_tests } else { of_these };
        let words: Vec<&str> = line.splitn(3, ' ').collect();
        let [word, round, name] = words[..] else { continue };
        let outcome = [Killed, OutOfTime, Survived, SurvivedSome, Unreached]
            .into_iter()
            .find(|outcome| format!("{outcome:?}") == word);
        let (Some(outcome), Some(&number), Ok(round)) = (outcome, names.get(name), round.parse()) else { continue };
        if of_these || [Killed, OutOfTime].contains(&outcome) {
            states.insert(number, State::Run(outcome));
            rounds.insert(number, round);
        }
    }
    let told = |error: std::io::Error| format!("{OUTCOMES}: {error}");
    fs::write(&file, kept + &of_tests + "\n").map_err(told)?;
    Ok((fs::OpenOptions::new().append(true).open(&file).map_err(told)?, rounds))
}

/// The numbers of changes by what they are known as from one run to the next: their names, with a number for the text that they change. Where
/// both are the same, a change that was noticed is noticed again.
fn known_as(changes: &[Change]) -> Result<BTreeMap<String, u32>, String> {
    let mut texts = BTreeMap::new();
    for file in changes.iter().map(|change| change.file.as_str()) {
        if !texts.contains_key(file) {
            let text = fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"))?;
            let mut hash = DefaultHasher::new();
            // A new test alters nothing of what is changed.
            text.split("#[cfg(test)]\nmod tests").next().map(str::trim_end).hash(&mut hash);
            texts.insert(file, hash.finish());
        }
    }
    let name = |change: &Change| format!("{:016x} {}", texts[change.file.as_str()], change.name);
    Ok(changes.iter().map(|change| (name(change), change.number)).collect())
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

/// Whether the list of what is open has the function of this change.
fn is_open(name: &str, reasons: &str) -> bool {
    let mut parts = name.splitn(4, ':');
    let (Some(file), Some(change)) = (parts.next(), parts.nth(2)) else { return false };
    let file = format!("`{}`: ", file.trim_start_matches("crates/carom/src/"));
    let function = format!(" in `{}`", function_of(change.trim()));
    let open = reasons.split_once("\n## Open\n").map_or("", |(_, open)| open);
    open.lines().any(|line| line.contains(&file) && line.contains(&function))
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

/// Files that have not changed are left as they are, so that what is built from them stays; and so are those that get changes.
fn copy_tree(with_changes: &BTreeSet<&str>) -> Result<(), String> {
    let names = Command::program("git ls-files --cached --others --exclude-standard").output()?;
    let (from, to) = (root(), root().join(COPY));
    for name in names.lines().filter(|name| !name.starts_with("web/") && !name.starts_with("bench/")) {
        let (from, to) = (from.join(name), to.join(name));
        let stays = with_changes.contains(name) && to.is_file();
        if from.is_file() && !stays && fs::read(&from).ok() != fs::read(&to).ok() {
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
    fn what_is_open_is_found_by_file_and_function() {
        let reasons = "- `bounce/path.rs`: 1 in `stop`.\n\n## Open\n\n- `bounce/stop.rs`: 2 in `go`, 1 in `stop`.\n";
        assert!(is_open("crates/carom/src/bounce/stop.rs:7:9: replace < with <= in stop", reasons));
        assert!(is_open("crates/carom/src/bounce/stop.rs:7:9: replace go -> bool with true", reasons));
        assert!(!is_open("crates/carom/src/bounce/stop.rs:7:9: replace < with <= in sto", reasons));
        assert!(!is_open("crates/carom/src/bounce/path.rs:7:9: replace < with <= in stop", reasons));
    }

    #[test]
    fn an_unknown_module_is_named() {
        let error = run(&["sweeps".to_string()]).unwrap_err();
        assert!(error.starts_with("no module `sweeps`; expected --open, --minutes N, exact/signs, "), "{error}");
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

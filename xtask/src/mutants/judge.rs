//! Does a test notice a change?
//!
//! A test that does not come to where a change is cannot notice it. So each test is run once with nothing changed, and what it comes to is
//! written down; a change is then shown to those that come to it alone, the quick ones first, until one fails.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

/// What became of a change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Outcome {
    /// A test failed.
    Killed,
    /// A test did not end.
    OutOfTime,
    /// All tests that come to it passed.
    Survived,
    /// Those that there was patience for passed.
    SurvivedSome,
    /// No test comes to it.
    Unreached,
}

/// One test, how long it takes if nothing is changed, and the changes that it comes to.
struct Test {
    program: String,
    name: String,
    time: Duration,
    reached: BTreeSet<u32>,
}

/// All tests, the quick ones first, and for each file those that have killed a change of it, the last one first.
pub(super) struct Tests {
    all: Vec<Test>,
    built: u64,
    killers: BTreeMap<String, Vec<usize>>,
}

/// A test may take so many times as long as it usually does, and so much more.
const PATIENCE: u32 = 5;
const MORE: Duration = Duration::from_secs(1);

/// Tests of one process take so long together, unless one alone takes longer.
const BATCH: Duration = Duration::from_millis(100);

/// A test that takes longer, with nothing changed, is left out.
const LONGEST: Duration = Duration::from_secs(60);

/// A test has so many seconds of the processor, and so many times as long by the clock, as the machine may be busy with other things.
const WAITING: u32 = 40;

fn seconds(patience: Duration) -> u64 {
    patience.as_secs() + 1
}

/// In kibibytes: a change may make a test ask for memory without end.
const MEMORY: &str = "4000000";

impl Tests {
    /// Finds and times the tests of these programs, and writes into the folder what each comes to, if it is not there.
    pub(super) fn of(programs: &[String], folder: &Path) -> Result<Tests, String> {
        let (mut all, mut built) = (Vec::new(), DefaultHasher::new());
        let programs: BTreeSet<&String> = programs.iter().collect();
        for program in programs {
            let list = Command::new(program).args(["--list", "--format", "terse"]).output();
            let list = list.map_err(|error| format!("{program}: {error}"))?;
            let notes = notes_of(program, folder)?;
            notes.hash(&mut built);
            for name in String::from_utf8_lossy(&list.stdout).lines().filter_map(|line| line.strip_suffix(": test")) {
                let mut test =
                    Test { program: program.clone(), name: name.to_string(), time: LONGEST, reached: BTreeSet::new() };
                match test.noted(&notes.join(name.replace("::", "."))) {
                    Outcome::Survived => all.push(test),
                    outcome => println!("left out: {name} of {program}, {outcome:?} although nothing is changed"),
                }
            }
        }
        let sum: Duration = all.iter().map(|test| test.time).sum();
        println!("{} tests in {:.0} s", all.len(), sum.as_secs_f64());
        Ok(Tests { all, built: built.finish(), killers: BTreeMap::new() })
    }

    /// Of the programs, as they were built.
    pub(super) fn hash(&self) -> u64 {
        self.built
    }

    /// Runs one test after the other until one notices, or those that are left would take too long. Who has seen the change in so much time
    /// before need not see it again.
    pub(super) fn judge(&mut self, number: u32, file: &str, seen: Duration, patience: Duration) -> Outcome {
        let reaching = self.reaching(number, file);
        let Some((_, sum)) = reaching.last().copied() else { return Outcome::Unreached };
        let killers = self.killers.entry(file.to_string()).or_default();
        let are_soon_done =
            |i: &&usize| self.all[**i].time < patience && reaching.iter().any(|(other, _)| *other == **i);
        let first: Vec<usize> = killers.iter().rev().filter(are_soon_done).take(6).copied().collect();
        let is_new = |(i, sum): &&(usize, Duration)| seen < *sum && *sum <= patience && !first.contains(i);
        let new: Vec<usize> = reaching.iter().filter(is_new).map(|(i, _)| *i).collect();
        let batches = first.into_iter().map(|i| vec![i]).chain(batches(&self.all, &new));
        for batch in batches {
            let (outcome, failed) = self.run(&batch, number);
            if outcome != Outcome::Survived {
                let killers = self.killers.entry(file.to_string()).or_default();
                killers.retain(|killer| *killer != failed);
                killers.push(failed);
                return outcome;
            }
        }
        if sum <= patience { Outcome::Survived } else { Outcome::SurvivedSome }
    }

    /// The tests that come to a change, in the order in which they see it, each with the time that it and all before it take. Those of the
    /// file itself are the likeliest to notice, so they may take five times as long as others before them.
    fn reaching(&self, number: u32, file: &str) -> Vec<(usize, Duration)> {
        let module = module_of(file);
        let mut order: Vec<usize> = (0..self.all.len()).filter(|i| self.all[*i].reached.contains(&number)).collect();
        order.sort_by_key(|i| {
            let test = &self.all[*i];
            // Worlds ask for everything, and notice the least of it for their time.
            (test.is_of_worlds(), if test.name.starts_with(&module) { test.time / 5 } else { test.time })
        });
        let mut sum = Duration::ZERO;
        let mut with_sum = |i: usize| {
            sum += self.all[i].time;
            (i, sum)
        };
        order.into_iter().map(&mut with_sum).collect()
    }

    /// Shows a change to tests of one program: what came of it, and the first that failed.
    fn run(&self, batch: &[usize], number: u32) -> (Outcome, usize) {
        let sum: Duration = batch.iter().map(|i| self.all[*i].time).sum();
        let names: Vec<&str> = batch.iter().map(|i| self.all[*i].name.as_str()).collect();
        let variables = [("CAROM_MUTANT", number.to_string())];
        let (outcome, failed) = run(&self.all[batch[0]].program, &names, &variables, PATIENCE * sum + MORE);
        (outcome, failed.and_then(|name| batch.iter().find(|i| self.all[**i].name == name)).map_or(batch[0], |i| *i))
    }
}

/// `walls::tree::` of `crates/carom/src/walls/tree.rs`.
fn module_of(file: &str) -> String {
    let path = file.trim_start_matches("crates/carom/src/").trim_end_matches(".rs").trim_end_matches("/mod");
    path.replace('/', "::") + "::"
}

/// Quick tests of one program are one process: to start it takes longer than they do.
fn batches(all: &[Test], order: &[usize]) -> Vec<Vec<usize>> {
    let mut batches: Vec<(Duration, Vec<usize>)> = Vec::new();
    for &i in order {
        let test = &all[i];
        let has_room = |(sum, batch): &&mut (Duration, Vec<usize>)| {
            all[batch[0]].program == test.program && *sum + test.time <= BATCH
        };
        match batches.iter_mut().find(has_room) {
            Some((sum, batch)) => {
                *sum += test.time;
                batch.push(i);
            }
            None => batches.push((test.time, vec![i])),
        }
    }
    batches.into_iter().map(|(_, batch)| batch).collect()
}

impl Test {
    fn is_of_worlds(&self) -> bool {
        Path::new(&self.program).file_name().is_some_and(|name| name.to_string_lossy().starts_with("world-"))
    }

    /// Reads how long it takes and what it comes to; runs it for that, if nobody has.
    fn noted(&mut self, file: &Path) -> Outcome {
        if !file.exists() {
            let reached = file.with_extension("new");
            let _ = fs::remove_file(&reached);
            let start = computed();
            let variables = [("CAROM_REACHED", reached.display().to_string())];
            let (outcome, _) = run(&self.program, &[&self.name], &variables, LONGEST);
            let micros = (computed() - start).as_micros();
            let numbers = fs::read_to_string(&reached).unwrap_or_default();
            let _ = fs::remove_file(&reached);
            let _ = fs::write(file, format!("{outcome:?}\n{micros}\n{numbers}"));
        }
        let text = fs::read_to_string(file).unwrap_or_default();
        let mut lines = text.lines();
        if lines.next() != Some("Survived") {
            return Outcome::OutOfTime;
        }
        let mut numbers = lines.filter_map(|line| line.parse::<u64>().ok());
        // What takes less than can be told takes some time too.
        self.time = numbers.next().map_or(LONGEST, |micros| Duration::from_micros(micros.max(1000)));
        self.reached = numbers.map(|number| number as u32).collect();
        Outcome::Survived
    }
}

/// Runs tests of a program, one after the other: what came of it, and the first that failed.
fn run(program: &str, names: &[&str], variables: &[(&str, String)], patience: Duration) -> (Outcome, Option<String>) {
    let said = std::env::temp_dir().join(format!("carom-mutants-{}.txt", std::process::id()));
    let child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY}; ulimit -S -t {}; exec \"$0\" \"$@\"", seconds(patience)), program])
        .args(["--exact", "--test-threads", "1"])
        .args(names)
        // As cargo has it: the folder of the package.
        .current_dir(package_of(program))
        .envs(variables.iter().map(|(name, value)| (name, value)))
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(fs::File::create(&said).map_or_else(|_| Stdio::null(), Stdio::from))
        .stderr(Stdio::null())
        .spawn();
    let outcome = child.map_or(Outcome::OutOfTime, |child| waited(child, WAITING * patience));
    let failed = match outcome {
        Outcome::Survived => None,
        _ => first_failed(&String::from_utf8_lossy(&fs::read(&said).unwrap_or_default())),
    };
    let _ = fs::remove_file(&said);
    (outcome, failed)
}

/// The first test that failed or that did not end, of what a program of tests says.
fn first_failed(said: &str) -> Option<String> {
    let tests = said.lines().filter_map(|line| line.strip_prefix("test ")?.split_once(" ... "));
    tests.into_iter().find(|(_, end)| *end != "ok").map(|(name, _)| name.to_string())
}

/// Where it is written down what the tests of a program come to: one that is built of other sources has another place.
fn notes_of(program: &str, folder: &Path) -> Result<PathBuf, String> {
    let told = |error: std::io::Error| format!("{program}: {error}");
    let mut built = DefaultHasher::new();
    fs::read(program).map_err(told)?.hash(&mut built);
    let name = Path::new(program).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let notes = folder.join(format!("{name}-{:016x}", built.finish()));
    fs::create_dir_all(&notes).map_err(told)?;
    Ok(notes)
}

/// Programs are in `target/debug/deps` of the tree. Where they are built elsewhere, as this one may be, they run where this one does.
fn package_of(program: &str) -> PathBuf {
    let tree = Path::new(program).ancestors().nth(4).unwrap_or(Path::new("."));
    let package = tree.join("crates/carom");
    if package.is_dir() { package } else { PathBuf::from(".") }
}

/// The processor time of all programs that were started here and have ended, in hundredths of a second; by the clock where none is told.
fn computed() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<u64> =
        told.rsplit(')').next().unwrap_or_default().split(' ').map(|field| field.parse().unwrap_or(0)).collect();
    // After the name in parentheses: a space, the state, and the 16th and 17th field of all.
    match fields.get(14..16) {
        Some([user, system]) => Duration::from_millis(10 * (user + system)),
        _ => START.elapsed(),
    }
}

fn waited(mut child: Child, patience: Duration) -> Outcome {
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Outcome::Survived,
            Ok(Some(status)) if ran_out(&status) => return Outcome::OutOfTime,
            Ok(Some(_)) => return Outcome::Killed,
            Ok(None) if start.elapsed() < patience => thread::sleep(pause),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return Outcome::OutOfTime;
            }
        }
        pause = (pause + pause / 4).min(Duration::from_millis(20));
    }
}

/// Whether the system has ended it for its processor time.
#[cfg(unix)]
fn ran_out(status: &ExitStatus) -> bool {
    const SIGXCPU: i32 = 24;
    std::os::unix::process::ExitStatusExt::signal(status) == Some(SIGXCPU)
}

#[cfg(not(unix))]
fn ran_out(_: &ExitStatus) -> bool {
    false
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
        let busy = ["sh", "-c", "ulimit -S -t 1; while :; do :; done"];
        assert_eq!(waited(started(&busy), Duration::from_secs(600)), Outcome::OutOfTime);
        assert_eq!(waited(started(&["sh", "-c", "kill -ABRT $$"]), MORE), Outcome::Killed);
    }

    /// Two tests that fail whenever they are run, and one that passes: a change is shown to those alone that come to it.
    #[test]
    fn a_change_is_shown_to_who_comes_to_it() {
        let this = std::env::current_exe().expect("it is running").display().to_string();
        let test = |name: &str, millis: u64, reached: &[u32]| Test {
            program: this.clone(),
            name: name.into(),
            time: Duration::from_millis(millis),
            reached: reached.iter().copied().collect(),
        };
        let all = vec![
            test("none of this name", 1, &[3, 5, 6]),
            test("--no-such-option", 2, &[5]),
            test("--no-such-option", 9_000, &[6]),
        ];
        let mut tests = Tests { all, built: 0, killers: BTreeMap::new() };
        let (none, soon, all) = (Duration::ZERO, Duration::from_secs(1), Duration::from_secs(60));
        assert_eq!(tests.judge(3, "a.rs", none, soon), Outcome::Survived);
        assert_eq!(tests.judge(4, "a.rs", none, all), Outcome::Unreached);
        assert_eq!(tests.judge(5, "a.rs", none, soon), Outcome::Killed);
        assert_eq!(tests.judge(6, "a.rs", none, soon), Outcome::SurvivedSome);
        assert_eq!(tests.judge(6, "a.rs", soon, all), Outcome::Killed);
    }

    /// Quick tests of a program are run together, and those of the file itself come before others that take as long.
    #[test]
    fn quick_tests_are_one_process() {
        let test = |program: &str, name: &str, millis: u64| Test {
            program: program.into(),
            name: name.into(),
            time: Duration::from_millis(millis),
            reached: BTreeSet::from([1]),
        };
        let all = vec![
            test("a", "one", 10),
            test("b", "two", 10),
            test("a", "three", 60),
            test("a", "four", 40),
            test("a", "walls::tree::tests::five", 150),
        ];
        let tests = Tests { all, built: 0, killers: BTreeMap::new() };
        let order: Vec<usize> = tests.reaching(1, "crates/carom/src/walls/tree.rs").iter().map(|(i, _)| *i).collect();
        assert_eq!(order, [0, 1, 4, 3, 2]);
        assert_eq!(batches(&tests.all, &order), [vec![0, 3], vec![1], vec![4], vec![2]]);
    }

    #[test]
    fn the_first_that_failed_is_found() {
        let said = "\nrunning 3 tests\ntest a ... ok\ntest b::c ... FAILED\ntest d ... FAILED\n\nfailures:\n";
        assert_eq!(first_failed(said).as_deref(), Some("b::c"));
        assert_eq!(first_failed("test a ... ok\ntest d ... ").as_deref(), Some("d"));
        assert_eq!(first_failed("test a ... ok\n"), None);
    }
}

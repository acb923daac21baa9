//! The commands of this workspace: `cargo xtask --help`.

mod browser;
mod command;
mod coverage;
mod determinism;
mod letters;
mod mutants;
mod order;
mod python;
mod release;
mod rustup;
mod test;
mod tracks;
mod undefined;
mod web;

use browser::Checked;
use command::Command;
use std::process::ExitCode;
use test::Extent;

const HELP: &str = "\
The commands of this workspace

Usage: cargo xtask <command> [arguments]

Commands:
  test          everything a change must pass: format, lints, tests, the playground in a browser, docs, no_std, oldest compiler
                test --quick: what tells most in two minutes, for the time between two edits
  order         does every file use only those above it in ARCHITECTURE.md? draws docs/figures/dependencies.svg anew;
                order --check: fails instead if that picture is out of date
  web           builds the playground into web/site: the library for the browser, the page, and a stamp of what they were made from;
                web --check: fails instead if web/site is not made from the sources that are here
  browser       the playground's specs in Chromium, which is installed where it can be; arguments go to Playwright
  letters FONT  the letters of pictures anew, from a TrueType font: crates/carom-draw/src/letters.txt
  python        the package for Python: builds the wheel, installs it in a fresh virtual environment, and runs tests, types, examples
  engines       the same with Spark, which takes longer to install: executors of their own, one of them killed
  wheels        portable wheels of it for x86-64 and aarch64, in target/wheels
  determinism   the same bits everywhere: hashes of scenes and questions, for this processor with all its vectors and several threads,
                i686, aarch64 by qemu, WebAssembly in Node and Chromium, and Python; what cannot be run here is named
  fuzz [args]   inputs that grow toward code that none has reached, and answers that are judged: --minutes N for each target;
                targets are predicates, sweeps, walls, worlds, groups, shapes, changes, zones, readers and rows,
                all of them if none is named
  mutants [args]
                one thing of the exact floors, sweeps, steps and walks is changed at a time, and the tests must notice:
                --open takes functions with open changes alone, --minutes N ends after that time; names of modules, such as
                bounce/stop.rs, take those alone
  coverage      which lines and branches of the same modules the library's tests reach
  undefined     what unsafe code there is, under AddressSanitizer and Miri
  corpus        writes the files of corpus/ anew
  release       everything for a release but the upload: packages, licences, documentation, advisories, wheels;
                release --dry: without what takes long, and with changes that are not committed
  soak [args]   compare the library with the oracle on as many random cases as you ask for;
                soak bounces 1e9: so many bounces in nasty chambers, one move in 32 judged and the end of every thousand
                soak movers 5e6: so many near-touching moves of each kind of mover against wall, pillar, outline and mover, all judged
                soak slides 1e8: so many slides through nasty levels, every piece judged
                soak pistons 1e8: so many events in cylinders with a piston of any speed, every body's way judged
                soak tracks 1e7: so many tracks through towns of zones and gates that share edges and vertices, every row judged
                soak queries 1e7: so many hard questions to walls, under every strategy and with all vectors, against testing every wall
                soak worlds 1e6: so many small scenes full of ties, every event judged
                soak pi: the billiard that counts pi, up to 31,415,926 collisions
                soak tests: the library's tests with all their cases; the test command runs a sixteenth of most
  bench [args]  time the library beside its peers; answers are checked first
  tracks N DIR  N rows of tracks and a town of gates and zones, to time `carom crossings` with

Arguments after soak and bench are passed on: try `cargo xtask bench --help`.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let (name, rest) = match arguments {
        [] => ("--help", arguments),
        [name, rest @ ..] => (name.as_str(), rest),
    };
    match name {
        "test" if asks_for_help(rest) => help(),
        "test" if rest.is_empty() => test::run(Extent::Full),
        "test" if matches!(rest, [only] if only == "--quick") => test::run(Extent::Quick),
        "test" => Err(format!("test takes --quick or nothing; got `{}`", rest.join(" "))),
        "order" if asks_for_help(rest) => help(),
        "order" if rest.is_empty() => order::draw(),
        "order" if matches!(rest, [only] if only == "--check") => order::check(),
        "order" => Err(format!("order takes --check or nothing; got `{}`", rest.join(" "))),
        "web" if asks_for_help(rest) => help(),
        "web" if rest.is_empty() => web::build(),
        "web" if matches!(rest, [only] if only == "--check") => web::check(),
        "web" => Err(format!("web takes --check or nothing; got `{}`", rest.join(" "))),
        "browser" => browse(rest),
        "letters" if asks_for_help(rest) => help(),
        "letters" if rest.len() == 1 => letters::run(rest[0].as_ref()),
        "letters" => Err("letters takes one font's file".into()),
        "release" if asks_for_help(rest) => help(),
        "release" if rest.is_empty() => release::run(false),
        "release" if matches!(rest, [only] if only == "--dry") => release::run(true),
        "release" => Err(format!("release takes --dry or nothing; got `{}`", rest.join(" "))),
        "fuzz" if asks_for_help(rest) => help(),
        "fuzz" => fuzz(rest)?.run(),
        "mutants" if asks_for_help(rest) => help(),
        "mutants" => mutants::run(rest),
        "determinism" | "corpus" | "coverage" | "undefined" if asks_for_help(rest) => help(),
        "coverage" if rest.is_empty() => coverage::run(),
        "undefined" if rest.is_empty() => undefined::run(),
        "determinism" if rest.is_empty() => determinism::run(),
        "corpus" if rest.is_empty() => {
            Command::cargo("run --release --package carom-oracle --features corpus --bin corpus").run()
        }
        "determinism" | "corpus" | "coverage" | "undefined" => {
            Err(format!("{name} takes no arguments; got `{}`", rest.join(" ")))
        }
        "python" | "engines" | "wheels" if asks_for_help(rest) => help(),
        "python" if rest.is_empty() => python::check(),
        "engines" if rest.is_empty() => python::engines(),
        "wheels" if rest.is_empty() => python::wheels(),
        "python" | "engines" | "wheels" => Err(format!("{name} takes no arguments; got `{}`", rest.join(" "))),
        "soak" if rest.first().is_some_and(|first| first == "bounces") => soak_bounces(&rest[1..])?.run(),
        "soak" if rest.first().is_some_and(|first| first == "movers") => soak_movers(&rest[1..])?.run(),
        "soak" if rest.first().is_some_and(|first| first == "slides") => soak_slides(&rest[1..])?.run(),
        "soak" if rest.first().is_some_and(|first| first == "pistons") => soak_pistons(&rest[1..])?.run(),
        "soak" if rest.first().is_some_and(|first| first == "tracks") => soak_tracks(&rest[1..])?.run(),
        "soak" if rest.first().is_some_and(|first| first == "queries") => soak_queries(&rest[1..])?.run(),
        "soak" if rest.first().is_some_and(|first| first == "worlds") => soak_worlds(&rest[1..])?.run(),
        "soak" if rest.first().is_some_and(|first| first == "pi") => soak_pi(&rest[1..])?.run(),
        "soak" if rest.first().is_some_and(|first| first == "tests") => {
            soak_tests(&rest[1..])?.iter().try_for_each(Command::run)
        }
        "soak" => soak(rest).run(),
        "bench" => bench(rest).run(),
        "tracks" if asks_for_help(rest) => help(),
        "tracks" => tracks::run(rest),
        "help" | "-h" | "--help" => help(),
        unknown => Err(format!(
            "no command `{unknown}`; expected test, order, web, browser, letters, python, engines, wheels, determinism, fuzz, mutants, coverage, undefined, corpus, release, soak, bench or tracks (see cargo xtask --help)"
        )),
    }
}

fn help() -> Result<(), String> {
    print!("{HELP}");
    Ok(())
}

fn asks_for_help(arguments: &[String]) -> bool {
    matches!(arguments, [only] if only == "-h" || only == "--help")
}

/// Somebody who asks for the browser alone wants to know that it could not be had.
fn browse(arguments: &[String]) -> Result<(), String> {
    match browser::run(arguments)? {
        Checked::Yes => Ok(()),
        Checked::Not(what) => Err(format!("nothing was checked: this machine lacks {what}")),
    }
}

/// The compiler counts what is reached; assertions are on, and what is built has a folder of its own.
/// The machine is named, as then programs that only build others are not counted in.
fn fuzz(arguments: &[String]) -> Result<Command, String> {
    const COUNTED: &str = "-C passes=sancov-module -C llvm-args=-sanitizer-coverage-level=3 \
                           -C llvm-args=-sanitizer-coverage-inline-8bit-counters -C debug-assertions=on -C overflow-checks=on";
    let compiler = Command::program("rustc -vV").output()?;
    let host = compiler.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc does not tell its host")?;
    // The ledger of all runs says what was fuzzed.
    let commit = Command::program("git rev-parse --short=10 HEAD").output().unwrap_or_default();
    let touched = Command::program("git status --porcelain crates/carom").output().unwrap_or_default();
    let commit = format!("{}{}", commit.trim(), if touched.is_empty() { "" } else { "+" });
    let run =
        Command::cargo(&format!("run --release --package carom-fuzz --target-dir target/fuzz --target {host} --"))
            .args(arguments)
            .variable("RUSTFLAGS", COUNTED)
            .variable("CAROM_COMMIT", &commit)
            .variable("CARGO_PROFILE_RELEASE_LTO", "off")
            .variable("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    Ok(run)
}

fn soak(arguments: &[String]) -> Command {
    Command::cargo("run --release --package carom-oracle --features soak --bin soak --").args(arguments)
}

/// The chambers of the tests, each with its share of the bounces: 41, and 7 of extreme sizes that do a tenth.
fn soak_bounces(arguments: &[String]) -> Result<Command, String> {
    const CHAMBERS: f64 = 41.7;
    let bounces = one_number(arguments, "bounces")?;
    let each = format!("{}", (bounces / CHAMBERS).ceil() as u64);
    let test = "test --release --package carom --test bounce -- a_million_bounces --nocapture";
    Ok(Command::cargo(test).variable("CAROM_BOUNCES", &each).variable("CAROM_JUDGED", "32"))
}

/// The near-touching moves of the tests, as many of each kind beside each kind of obstacle as asked for. One kind after the other: each runs on two threads.
fn soak_movers(arguments: &[String]) -> Result<Command, String> {
    let moves = format!("{}", one_number(arguments, "movers")?.ceil() as u64);
    let tests = ["walls", "circles", "outlines", "other_movers"].map(|test| format!("judged::{test}")).join(" ");
    let test = format!("test --release --package carom --test movers -- --exact {tests} --test-threads 1 --nocapture");
    Ok(Command::cargo(&test).variable("CAROM_MOVERS", &moves))
}

/// The nasty levels of the tests, as many as so many slides need.
fn soak_slides(arguments: &[String]) -> Result<Command, String> {
    let slides = format!("{}", one_number(arguments, "slides")?.ceil() as u64);
    let test = "test --release --package carom --test slide -- walks_through_nasty_levels --nocapture";
    Ok(Command::cargo(test).variable("CAROM_SLIDES", &slides))
}

/// The cylinders of the tests, as many as so many events need.
fn soak_pistons(arguments: &[String]) -> Result<Command, String> {
    let events = format!("{}", one_number(arguments, "pistons")?.ceil() as u64);
    let test = "test --release --package carom --test world -- a_piston_of_any_speed --nocapture";
    Ok(Command::cargo(test).variable("CAROM_EVENTS", &events))
}

/// The towns of the oracle, with 50 tracks each, as many as so many tracks need.
fn soak_tracks(arguments: &[String]) -> Result<Command, String> {
    const TRACKS_OF_A_TOWN: f64 = 50.0;
    let towns = format!("{}", (one_number(arguments, "tracks")? / TRACKS_OF_A_TOWN).ceil() as u64);
    Ok(soak(&["--check".to_string(), "towns".to_string(), "--cases".to_string(), towns]))
}

/// The hard questions of the tests, as many as asked for.
fn soak_queries(arguments: &[String]) -> Result<Command, String> {
    let queries = format!("{}", one_number(arguments, "queries")?.ceil() as u64);
    let test = "test --release --package carom --all-features --test walls -- hard_questions --nocapture";
    Ok(Command::cargo(test).variable("CAROM_QUERIES", &queries))
}

/// The small scenes of the tests, as many as asked for.
fn soak_worlds(arguments: &[String]) -> Result<Command, String> {
    let scenes = format!("{}", one_number(arguments, "worlds")?.ceil() as u64);
    let test = "test --release --package carom --test world -- judged_scenes --nocapture";
    Ok(Command::cargo(test).variable("CAROM_WORLDS", &scenes))
}

/// The billiard of the tests, with one more mass.
fn soak_pi(arguments: &[String]) -> Result<Command, String> {
    if !arguments.is_empty() {
        return Err(format!("soak pi takes no arguments; got `{}`", arguments.join(" ")));
    }
    let test = "test --release --package carom --test world -- counts_pi --nocapture";
    Ok(Command::cargo(test).variable("CAROM_PI", "7"))
}

/// The library's tests with all the cases they have; the test command runs a part of most. Then all of them without features.
fn soak_tests(arguments: &[String]) -> Result<[Command; 2], String> {
    if !arguments.is_empty() {
        return Err(format!("soak tests takes no arguments; got `{}`", arguments.join(" ")));
    }
    let all = Command::cargo("test --release --package carom --all-features").variable("CAROM_SOAK_CASES", "1");
    Ok([all, Command::cargo("test --release --package carom --all-targets --no-default-features")])
}

/// How many of something are asked for.
fn one_number(arguments: &[String], what: &str) -> Result<f64, String> {
    let [count] = arguments else { return Err(format!("soak {what} takes one number, such as 1e9")) };
    let number: f64 = count.parse().map_err(|_| format!("`{count}` is not a number of {what}, such as 1e9"))?;
    let is_allowed = (1.0..=1e15).contains(&number);
    if is_allowed { Ok(number) } else { Err(format!("{count} {what}; expected a number from 1 to 1e15")) }
}

/// `bench` is a workspace of its own, so it runs from its own folder.
fn bench(arguments: &[String]) -> Command {
    Command::cargo("run --release --").args(arguments).within("bench")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_words(words: &str) -> Result<(), String> {
        run(&words.split_whitespace().map(String::from).collect::<Vec<_>>())
    }

    #[test]
    fn an_unknown_command_is_named_in_the_error() {
        assert_eq!(
            run_words("tset"),
            Err("no command `tset`; expected test, order, web, browser, letters, python, engines, wheels, determinism, fuzz, mutants, coverage, undefined, corpus, release, soak, bench or tracks (see cargo xtask --help)".into())
        );
    }

    #[test]
    fn test_refuses_other_arguments() {
        assert_eq!(run_words("test --fast"), Err("test takes --quick or nothing; got `--fast`".into()));
    }

    /// The help and the guide name every target there is.
    #[test]
    fn every_target_is_named() {
        let read = |name: &str| std::fs::read_to_string(command::root().join(name)).unwrap();
        let (targets, guide) = (read("crates/carom-fuzz/src/targets.rs"), read("CONTRIBUTING.md"));
        let names: Vec<&str> = targets.split("name: \"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(10 <= names.len(), "{names:?}");
        let (_, help) = HELP.split_once("targets are ").unwrap();
        let (help, _) = help.split_once("all of them").unwrap();
        let fuzz = guide.lines().find(|line| line.contains("xtask fuzz")).unwrap();
        for name in names {
            assert!(help.contains(name) && fuzz.contains(name), "{name}");
        }
    }

    #[test]
    fn help_is_no_error() {
        for words in ["", "help", "-h", "--help", "test --help", "order --help", "web --help"] {
            assert_eq!(run_words(words), Ok(()), "{words}");
        }
    }

    #[test]
    fn a_number_of_worlds_is_passed_on() {
        let command = |words: &str| soak_worlds(&words.split_whitespace().map(String::from).collect::<Vec<_>>());
        let test = "cargo test --release --package carom --test world -- judged_scenes --nocapture";
        assert_eq!(command("1e6").map(|command| command.to_string()), Ok(format!("CAROM_WORLDS=1000000 {test}")));
        for (words, message) in [
            ("", "soak worlds takes one number, such as 1e9"),
            ("many", "`many` is not a number of worlds, such as 1e9"),
            ("-3", "-3 worlds; expected a number from 1 to 1e15"),
        ] {
            assert_eq!(command(words).map(|command| command.to_string()), Err(message.to_string()), "{words}");
        }
    }

    #[test]
    fn a_number_of_movers_is_passed_on() {
        let tests = "judged::walls judged::circles judged::outlines judged::other_movers";
        let test = format!(
            "cargo test --release --package carom --test movers -- --exact {tests} --test-threads 1 --nocapture"
        );
        let command = soak_movers(&["5e6".to_string()]).map(|command| command.to_string());
        assert_eq!(command, Ok(format!("CAROM_MOVERS=5000000 {test}")));
        assert_eq!(run_words("soak movers"), Err("soak movers takes one number, such as 1e9".into()));
    }

    #[test]
    fn a_number_of_slides_is_passed_on() {
        let test = "cargo test --release --package carom --test slide -- walks_through_nasty_levels --nocapture";
        let command = soak_slides(&["1e8".to_string()]).map(|command| command.to_string());
        assert_eq!(command, Ok(format!("CAROM_SLIDES=100000000 {test}")));
        assert_eq!(run_words("soak slides"), Err("soak slides takes one number, such as 1e9".into()));
    }

    #[test]
    fn a_number_of_events_is_passed_on() {
        let test = "cargo test --release --package carom --test world -- a_piston_of_any_speed --nocapture";
        let command = soak_pistons(&["1e8".to_string()]).map(|command| command.to_string());
        assert_eq!(command, Ok(format!("CAROM_EVENTS=100000000 {test}")));
        assert_eq!(run_words("soak pistons"), Err("soak pistons takes one number, such as 1e9".into()));
    }

    #[test]
    fn a_number_of_tracks_is_passed_on() {
        let soak = "cargo run --release --package carom-oracle --features soak --bin soak --";
        let command = soak_tracks(&["1e7".to_string()]).map(|command| command.to_string());
        assert_eq!(command, Ok(format!("{soak} --check towns --cases 200000")));
        assert_eq!(run_words("soak tracks"), Err("soak tracks takes one number, such as 1e9".into()));
    }

    #[test]
    fn pi_takes_no_arguments() {
        let test = "cargo test --release --package carom --test world -- counts_pi --nocapture";
        assert_eq!(soak_pi(&[]).map(|command| command.to_string()), Ok(format!("CAROM_PI=7 {test}")));
        assert_eq!(run_words("soak pi 9"), Err("soak pi takes no arguments; got `9`".into()));
    }

    #[test]
    fn all_cases_are_asked_for_by_a_variable() {
        let test = "cargo test --release --package carom --all-features";
        assert_eq!(soak_tests(&[]).map(|[all, _]| all.to_string()), Ok(format!("CAROM_SOAK_CASES=1 {test}")));
        assert!(soak_tests(&["1e6".to_string()]).is_err());
    }

    #[test]
    fn arguments_are_passed_on() {
        let arguments = ["--only".to_string(), "side".to_string()];
        assert_eq!(bench(&arguments).to_string(), "(cd bench && cargo run --release -- --only side)");
    }
}

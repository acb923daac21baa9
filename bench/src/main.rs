//! carom's speed beside its peers: `cargo xtask bench --help`.

mod bounce;
mod build;
mod chamber;
mod character;
mod contains;
mod corpus;
mod crossing;
mod decompose;
mod disc;
mod gas;
mod growth;
mod ladder;
mod memory;
mod mover;
mod moves;
mod moving;
mod outline;
mod overlap;
mod peers;
mod race;
mod record;
mod rng;
mod shapes;
mod side;
mod sweep;
mod table;
mod tiling;
mod walls;
mod wrong;
mod wrong_movers;

use race::Effort;
use std::process::ExitCode;
use table::Table;

const HELP: &str = "\
carom's speed beside its peers; every answer is checked before it is timed

Usage: cargo xtask bench [options]

Options:
  --quick       a short run with smaller or fewer inputs, for a first impression
  --only NAME   one question: side, crossing, meeting, contains, overlap, decompose, build,
                wrong (answers where rounding decides), corpus (answers to the cases of corpus/),
                sweep (a moving point), disc (a moving disc),
                mover (a moving box, capsule or polygon),
                walls (a moving point among many walls), \"wall scenes\" (among walls as they come in practice),
                \"wall discs\" (a moving disc among them), \"wall movers\" (other shapes among them),
                \"wall build\" (time and memory), \"wall growth\" (up to a million walls, and a lidar scan),
                \"wall threads\" (a batch on two threads), bounce (one body, bounce by bounce),
                chamber (balls that bounce for a while), \"moving walls\" (a thousand among ten thousand balls),
                gas (many discs that collide) or
                growth (every operation for ever more walls, bodies and vertices)
  --no-record   print only
  --help        this text

A run without options is recorded in bench/records.
A wrong answer makes the run fail; a missed target never does.
Box2D is compiled from its C source, which needs a C compiler (cc) and nothing else.
";

/// A name, and how to ask it: one table for each way.
type Question = (&'static str, &'static [fn(Effort) -> Table]);

const QUESTIONS: [Question; 24] = [
    ("side", &[side::run]),
    ("crossing", &[crossing::yes_or_no]),
    ("meeting", &[crossing::with_point]),
    ("contains", &[contains::run]),
    ("overlap", &[overlap::run]),
    ("decompose", &[decompose::run]),
    ("build", &[build::run]),
    ("wrong", &[wrong::points_at_walls, wrong::discs_at_walls, wrong_movers::run, character::run]),
    ("corpus", &[corpus::of_points, corpus::of_discs, corpus::of_boxes]),
    ("sweep", &[sweep::run]),
    ("disc", &[disc::run]),
    ("mover", &[mover::run]),
    ("walls", &[walls::points::run]),
    ("wall scenes", &[walls::scenes::run]),
    ("wall discs", &[walls::discs::run]),
    ("wall movers", &[walls::movers::run]),
    ("wall build", &[walls::build::time, walls::build::bytes]),
    ("wall growth", &[walls::growth::run, walls::scan::run]),
    ("wall threads", &[walls::threads::run]),
    ("bounce", &[bounce::run]),
    ("chamber", &[chamber::run]),
    ("moving walls", &[moving::run]),
    ("gas", &[gas::run]),
    ("growth", &[growth::run]),
];

fn main() -> ExitCode {
    match Options::parse(std::env::args().skip(1)) {
        Ok(Some(options)) => run(&options),
        Ok(None) => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message} (see cargo xtask bench --help)");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> ExitCode {
    walls::threads::stay_on_one();
    let mut tables = Vec::new();
    let asked = QUESTIONS.iter().filter(|(name, _)| options.only.as_deref().is_none_or(|only| only == *name));
    for ask in asked.flat_map(|(_, ways)| *ways) {
        tables.push(ask(options.effort));
        println!("{}", tables[tables.len() - 1]);
    }
    println!("{}", record::summary(&tables));
    if options.record {
        match record::write(&tables) {
            Ok(file) => println!("Recorded in {}.", file.display()),
            Err(error) => eprintln!("error: no record was written: {error}"),
        }
    }
    let all_right = tables.iter().all(|table| table.wrong() == 0);
    if all_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

struct Options {
    effort: Effort,
    only: Option<String>,
    record: bool,
}

impl Options {
    /// `None` asks for help.
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
        let mut options = Options { effort: Effort::FULL, only: None, record: true };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--quick" => options.effort = Effort::QUICK,
                "--only" => options.only = Some(question(arguments.next())?),
                "--no-record" => {}
                "-h" | "--help" => return Ok(None),
                unknown => return Err(format!("no option `{unknown}`")),
            }
            // Only a complete run is worth keeping, and each option makes it less than that.
            options.record = false;
        }
        Ok(Some(options))
    }
}

fn question(name: Option<String>) -> Result<String, String> {
    let known = QUESTIONS.map(|(name, _)| name);
    match name {
        Some(name) if known.contains(&name.as_str()) => Ok(name),
        Some(name) => Err(format!("no question `{name}`; expected one of {}", known.join(", "))),
        None => Err(format!("--only needs a name: one of {}", known.join(", "))),
    }
}

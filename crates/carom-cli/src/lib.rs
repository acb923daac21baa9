//! The `carom` command: scenes in, answers and pictures out.
//!
//! It is a library only so that its readers can be tested from outside; programs have [`carom`] itself.

#![forbid(unsafe_code)]

mod characters;
mod commands;
mod output;
mod overlaps;
mod picture;
mod rays;
mod rows;
mod serve;
mod shape;
mod simulate;
mod site;
mod tracks;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use output::{Failure, Output};
use serde::Serialize;
use std::path::Path;
use std::process::ExitCode;

const ABOUT: &str = "Things that move, walls, and exactly when they meet";

const LONG_ABOUT: &str = "\
carom answers questions about things that move in straight lines and the walls they meet: whether, when and where a \
moving point, disc, box, capsule or polygon touches a wall, and what happens then. It looks at the whole way of a frame, not only at its end, \
so nothing flies through a wall; and it decides exactly, so nothing leaks through a corner.

A scene is a small JSON or TOML file (\"carom\": 1) with walls that stand and walls that move, bodies, characters, gates and settings. SVG, GeoJSON, WKT, Tiled maps \
and robots' maps (map.yaml) are read too. Try it without one:

  carom play                                           the playground, in your browser
  carom run                                            simulate a chamber that is built in
  carom explain --wall 6,0,10,7 --from 6,4 --to 9,5    one collision, worked step by step";

const EXIT_CODES: &str = "\
Exit status:
   0  all went well
   1  the answer is no (only from `carom check`)
   2  the command line is not understood
  65  what was read is not a valid scene, or makes no sense
  66  a file is not there
  70  a fault of this program
  74  a file or stream could not be read or written
 130  interrupted; no half-written file is left (`carom play` ends with 0)

Results go to standard output, everything else to standard error.
`carom --version --json` tells which features this program was built with.";

/// The command line.
#[derive(Parser)]
#[command(name = "carom", version, about = ABOUT, long_about = LONG_ABOUT, after_long_help = EXIT_CODES)]
#[command(propagate_version = true, arg_required_else_help = true, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    common: Common,
}

/// What every command understands.
#[derive(Args)]
#[command(next_help_heading = "For all commands")]
struct Common {
    /// Print the result as one JSON object with a `schema` field
    #[arg(long, global = true)]
    json: bool,
    /// Say nothing on standard error but errors
    #[arg(long, short, global = true)]
    quiet: bool,
    #[command(flatten)]
    color: colorchoice_clap::Color,
}

#[derive(Subcommand)]
enum Command {
    Explain(Box<commands::explain::Arguments>),
    Exercise(commands::exercise::Arguments),
    Run(commands::run::Arguments),
    Play(commands::play::Arguments),
    Render(commands::render::Arguments),
    Cast(commands::cast::Arguments),
    Crossings(commands::crossings::Arguments),
    Check(commands::check::Arguments),
    Bench(commands::bench::Arguments),
    Convert(commands::convert::Arguments),
    Completions(commands::completions::Arguments),
    Manual(commands::completions::ManualArguments),
}

/// The command, with the arguments of this process.
pub fn main() -> ExitCode {
    let cli = match command_line().try_get_matches().and_then(|found| Cli::from_arg_matches(&found)) {
        Ok(cli) => cli,
        // The parser stops at --version, so it does not know of a --json that follows.
        Err(stop) if stop.kind() == ErrorKind::DisplayVersion && std::env::args_os().any(|word| word == "--json") => {
            return ended(Output { is_json: true, is_quiet: false }.json("carom.version/1", &Version::of_this()));
        }
        Err(stop) => stop.exit(),
    };
    cli.common.color.write_global();
    let output = Output { is_json: cli.common.json, is_quiet: cli.common.quiet };
    #[cfg(feature = "parquet")]
    rows::keep_quiet_of_errors();
    let done = std::panic::catch_unwind(|| {
        output::clean_up_when_interrupted()?;
        perform(cli.command, output)
    });
    ended(done.unwrap_or_else(|_| Err(Failure::internal("this is a fault of carom; please report what you did"))))
}

/// Reads a file of rows as `carom crossings` does, or as `carom cast` does: how many rows are good, and how many are bad.
///
/// # Errors
/// What the command would say if it could not go on.
#[doc(hidden)]
pub fn read_rows(file: &Path, are_tracks: bool) -> Result<[u64; 2], String> {
    rows::count(file, are_tracks).map_err(|failure| failure.message)
}

/// What the values of options are called that are numbers.
const NUMBERS: [&str; 7] = ["E", "N", "N,…", "R", "SECONDS", "WIDTH", "WxH"];

/// The command line, on which a number may begin with a minus sign: whether that is allowed is for the option to say.
fn command_line() -> clap::Command {
    let option = |option: clap::Arg| {
        let names = option.get_value_names().unwrap_or_default();
        let is_number = names.iter().any(|name| NUMBERS.contains(&name.as_str()));
        if is_number { option.allow_hyphen_values(true) } else { option }
    };
    Cli::command().mut_subcommands(|command| command.mut_args(option))
}

/// Says what went wrong, if something did.
fn ended(done: Result<(), Failure>) -> ExitCode {
    let Err(failure) = done else { return ExitCode::SUCCESS };
    if !failure.message.is_empty() {
        let red = anstyle::Style::new().bold().fg_color(Some(anstyle::AnsiColor::Red.into()));
        anstream::eprintln!("{red}error:{red:#} {failure}");
    }
    if failure.code == 2 {
        anstream::eprintln!("\nFor more information, try '--help'.");
    }
    ExitCode::from(failure.code)
}

fn perform(command: Command, output: Output) -> Result<(), Failure> {
    match command {
        Command::Explain(arguments) => commands::explain::perform(&arguments, output),
        Command::Exercise(arguments) => commands::exercise::perform(&arguments, output),
        Command::Run(arguments) => commands::run::perform(&arguments, output),
        Command::Play(arguments) => commands::play::perform(&arguments, output),
        Command::Render(arguments) => commands::render::perform(&arguments, output),
        Command::Cast(arguments) => commands::cast::perform(&arguments, output),
        Command::Crossings(arguments) => commands::crossings::perform(&arguments, output),
        Command::Check(arguments) => commands::check::perform(&arguments, output),
        Command::Bench(arguments) => commands::bench::perform(&arguments, output),
        Command::Convert(arguments) => commands::convert::perform(&arguments, output),
        Command::Completions(arguments) => commands::completions::perform(&arguments, output),
        Command::Manual(arguments) => commands::completions::manual(&arguments, output),
    }
}

/// What `carom --version --json` tells.
#[derive(Serialize)]
struct Version {
    name: &'static str,
    version: &'static str,
    features: Features,
}

/// What this program was built with.
#[derive(Serialize)]
struct Features {
    parquet: bool,
}

impl Version {
    fn of_this() -> Version {
        let features = Features { parquet: cfg!(feature = "parquet") };
        Version { name: "carom", version: env!("CARGO_PKG_VERSION"), features }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_makes_sense() {
        command_line().debug_assert();
    }
}

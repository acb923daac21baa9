//! `carom completions` and `carom manual`: for shells, and for `man`.

use crate::Cli;
use crate::output::{Failure, Output};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

const EXAMPLES: &str = "\
Examples:
  carom completions bash > ~/.local/share/bash-completion/completions/carom
  carom completions zsh > ~/.zfunc/_carom
  carom completions fish > ~/.config/fish/completions/carom.fish";

/// Print a script that completes carom's commands and options in a shell
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Which shell
    #[arg(value_enum)]
    shell: Shell,
}

const MANUAL_EXAMPLES: &str = "\
Examples:
  carom manual > carom.1
  carom manual run | man -l -";

/// Print the manual page, for `man`
#[derive(Args)]
#[command(after_help = MANUAL_EXAMPLES)]
pub(crate) struct ManualArguments {
    /// The manual of one command, as `run`; without it, of carom as a whole
    command: Option<String>,
}

pub(crate) fn perform(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "carom", &mut script);
    output.print_bytes(&script)
}

pub(crate) fn manual(arguments: &ManualArguments, output: Output) -> Result<(), Failure> {
    let mut all = Cli::command();
    all.build();
    let command = match &arguments.command {
        None => all,
        Some(name) => {
            let found = all.find_subcommand(name).cloned();
            found.ok_or_else(|| {
                let names: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
                Failure::usage(format!("there is no command `{name}`; there are {}", names.join(", ")))
            })?
        }
    };
    let mut page = Vec::new();
    let made = clap_mangen::Man::new(command).render(&mut page);
    made.map_err(|error| Failure::internal(format!("the manual page cannot be made: {error}")))?;
    output.print_bytes(&page)
}

//! The `carom` command: see the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    carom_cli::main()
}

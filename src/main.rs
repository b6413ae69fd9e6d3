//! The command: arguments in, an exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    warodds::cli::main()
}

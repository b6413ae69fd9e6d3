//! The command `warodds`.

use std::process::ExitCode;

fn main() -> ExitCode {
    warodds::cli::main()
}

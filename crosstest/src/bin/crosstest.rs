//! `crosstest`: cross-tests translated programs against the reference interpreter. See
//! [`crosstest::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    crosstest::cli::main(std::env::args_os())
}

//! The program `bisect`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bisect::cli::main(std::env::args_os())
}

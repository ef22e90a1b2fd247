//! The program `szbuild`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bisect::szbuild::main(std::env::args_os())
}

//! `run-pnacl-sz`. See [`translator::driver::run_sz`].

use std::process::ExitCode;

fn main() -> ExitCode {
    translator::driver::run_sz::main(std::env::args_os())
}

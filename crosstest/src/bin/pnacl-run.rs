//! `pnacl-run`: runs a program of PNaCl on this machine. See [`crosstest::cli::pnacl_run`].

use std::process::ExitCode;

fn main() -> ExitCode {
    crosstest::cli::pnacl_run::main(std::env::args_os())
}

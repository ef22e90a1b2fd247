//! `pnacl-translate`. See [`translator::driver::executable`].

use std::process::ExitCode;

fn main() -> ExitCode {
    translator::driver::executable::main(std::env::args_os())
}

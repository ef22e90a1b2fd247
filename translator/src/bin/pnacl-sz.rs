//! `pnacl-sz`: translates a frozen PNaCl program to an object file. See [`translator::driver`].

use std::process::ExitCode;

fn main() -> ExitCode {
    translator::driver::main(std::env::args_os())
}

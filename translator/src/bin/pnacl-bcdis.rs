//! `pnacl-bcdis`. See [`translator::driver::tools`].

use std::process::ExitCode;

fn main() -> ExitCode {
    translator::driver::tools::main(&translator::driver::tools::BCDIS, std::env::args_os())
}

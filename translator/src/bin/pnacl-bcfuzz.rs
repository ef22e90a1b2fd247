//! `pnacl-bcfuzz`. See [`translator::driver::tools`].

use std::process::ExitCode;

fn main() -> ExitCode {
    translator::driver::tools::main(&translator::driver::tools::BCFUZZ, std::env::args_os())
}

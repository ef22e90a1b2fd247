//! `pnacl-clang++`, under a name that Cargo allows. See [`translator::driver::clang`].

use std::process::ExitCode;

use translator::driver::clang::{Language, main as compile};

fn main() -> ExitCode {
    compile(Language::CPlusPlus, std::env::args_os())
}

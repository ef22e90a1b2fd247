//! `pnacl-clang`; under a name that ends in `++`, `pnacl-clang++`. See [`translator::driver::clang`].

use std::process::ExitCode;

use translator::driver::clang::{Language, main as compile};

fn main() -> ExitCode {
    let is_cplusplus = std::env::args_os().next().is_some_and(|name| name.to_string_lossy().ends_with("++"));
    compile(if is_cplusplus { Language::CPlusPlus } else { Language::C }, std::env::args_os())
}

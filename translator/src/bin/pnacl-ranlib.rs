//! `pnacl-ranlib`: LLVM's `llvm-ranlib`. See [`translator::driver::clang`].

use std::process::ExitCode;

fn main() -> ExitCode {
    translator::driver::clang::tool("ranlib", std::env::args_os())
}

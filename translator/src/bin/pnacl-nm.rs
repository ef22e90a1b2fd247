//! `pnacl-nm`: LLVM's `llvm-nm`. See [`translator::driver::clang`].

use std::process::ExitCode;

fn main() -> ExitCode {
    translator::driver::clang::tool("nm", std::env::args_os())
}

//! `pnacl-ar`: LLVM's `llvm-ar`. See [`translator::driver::clang`].

use std::process::ExitCode;

fn main() -> ExitCode {
    translator::driver::clang::tool("ar", std::env::args_os())
}

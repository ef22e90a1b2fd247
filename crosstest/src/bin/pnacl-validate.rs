//! `pnacl-validate`: checks machine code against the rules of Native Client's sandbox. See [`crosstest::cli::pnacl_validate`].

use std::process::ExitCode;

fn main() -> ExitCode {
    crosstest::cli::pnacl_validate::main(std::env::args_os())
}

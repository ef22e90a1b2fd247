//! The program `crosstest`: its command line ([`args`]) and what each command does.
//!
//! In: arguments. Out: text on standard output and standard error, and an exit status: 0 if all is
//! well, 1 if a test did not pass, 2 if the command line makes no sense, 3 if a report could not be
//! written, 130 if a run was interrupted; `crosstest exec` has statuses of its own ([`exec`]).
//! Reports and a campaign's files are replaced whole, so that a run may be interrupted at any time.

pub mod args;
pub mod c;
pub mod campaign;
pub mod exec;
pub mod faults;
pub mod mutants;
pub mod output;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub mod pnacl_run;
pub mod pnacl_validate;
pub mod replay;
pub mod run;
pub mod streams;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use translator::driver::clang;

use crate::c::compiler;

/// Exit status for a command line that makes no sense.
pub const USAGE: u8 = 2;

/// Exit status when a report or a bundle could not be written.
pub const NOT_WRITTEN: u8 = 3;

/// Runs the program; `arguments` has its name first.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments.get(1).is_some_and(|word| word == compiler::COMMAND) {
        // The compiler under test, as a process that this program starts.
        return clang::main(clang::Language::C, arguments.into_iter().skip(1));
    }
    let cli = match args::Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // With its streams closed there is nobody left to tell.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let status = match cli.command {
        Some(args::Command::Exec(exec)) => exec::main(&exec, "crosstest"),
        Some(args::Command::C(c)) => c::main(&c),
        Some(args::Command::Run(run)) => run::files(&run),
        Some(args::Command::Campaign(campaign)) => campaign::main(&campaign),
        Some(args::Command::Faults(faults)) => faults::main(&faults),
        Some(args::Command::Mutants(mutants)) => mutants::main(&mutants),
        Some(args::Command::Replay(replay)) => replay::main(&replay),
        Some(args::Command::Merge(merge)) => output::merge(&merge),
        None => run::suites(&cli),
    };
    ExitCode::from(status)
}

/// Says what is wrong, on standard error.
fn complain(message: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "crosstest: {message}");
}

//! The program `bisect`: its command line ([`args`]) and what each command does.
//!
//! In: arguments. Out: documents in a directory, a summary on standard output, progress on standard
//! error, and an exit status ([`Status`]). Documents are replaced whole, the journal is appended
//! to, and the best module of a reduction is on disk at all times, so that a run may be interrupted
//! at any time; SIGINT and SIGTERM end it with its report.

pub mod args;
pub mod bundle;
mod keep;
pub mod objects;
pub mod pexe;
mod progress;
pub mod reduce;
mod smaller;

use std::ffi::OsString;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use crosstest::files;
use crosstest::signals::{INTERRUPTED, Requests};
use translator::driver::error::panic_message;

use crate::report::Document;

/// How a run ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// Everything that was asked for was found.
    Done = 0,
    /// There is nothing to find, or a command of the user does not work.
    Refused = 1,
    /// The command line makes no sense.
    Usage = 2,
    /// It ended early: what was found up to then is in the report.
    Partial = 3,
    /// It was interrupted: so is it, too.
    Interrupted = INTERRUPTED as isize,
}

/// Runs the program; `arguments` has its name first.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match args::Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // With its streams closed there is nobody left to tell.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    // Panics of the translator are failures like any other, and are reported as such.
    std::panic::set_hook(Box::new(|_| {}));
    let run = || match cli.command {
        args::Command::Pexe(args) => pexe::main(&args),
        args::Command::Bundle(args) => bundle::main(&args),
        args::Command::Objects(args) => objects::main(&args),
        args::Command::Reduce(args) => reduce::main(&args),
    };
    // One of our own is a mistake of this program's, and is said, too. Unwind safety: nothing is used
    // afterwards.
    let result = catch_unwind(AssertUnwindSafe(run))
        .unwrap_or_else(|panic| Err(format!("internal error: {} (a bug of bisect: please report it)", panic_message(&*panic))));
    let status = result.unwrap_or_else(|message| {
        complain(&message);
        Status::Refused
    });
    ExitCode::from(status as u8)
}

/// Listens to requests to end.
fn listen() -> Result<Requests, String> {
    Requests::listen().map_err(|error| format!("signals: {error}"))
}

/// Says what is wrong, on standard error.
fn complain(message: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "bisect: {message}");
}

/// Says something, on standard output.
fn say(text: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// Makes the directory for results.
fn directory(path: &Path) -> Result<(), String> {
    fs::create_dir_all(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a document in both forms.
fn publish(out: &Path, document: &Document) -> Result<(), String> {
    files::replace(&out.join("report.md"), document.markdown().as_bytes())?;
    files::replace(&out.join("report.html"), document.html().as_bytes())
}

/// A number that tells inputs apart.
fn identity(parts: &[&[u8]]) -> String {
    use std::hash::Hasher;
    let mut hasher = rustc_hash::FxHasher::default();
    for part in parts {
        hasher.write_usize(part.len());
        hasher.write(part);
    }
    format!("{:016x}", hasher.finish())
}

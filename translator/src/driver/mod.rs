//! The driver: reads a program, has it translated, writes the object file. The only room that touches threads, files, clocks or the
//! environment.
//!
//! ```text
//! args ─► Invocation ─► frontend: bytes ─► bodies ─► run: parallel::in_order ─► object file ─► output
//!                                                     │   each worker: decode, verify, Backend::translate
//!                                                     └─► ObjectBuilder, in function order
//! ```
//!
//! Programs that need a translation in memory call [`translate`], [`translate_module`] and
//! [`translate_runtime`]; `pnacl-sz` calls [`main`].

pub mod args;
pub mod backend;
pub mod error;
pub mod frontend;
pub mod input;
pub mod output;
pub mod parallel;
pub mod report;
pub mod run;
pub mod runtime;

use std::ffi::OsString;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

pub use args::{Invocation, Program, Request};
pub use backend::{Backend, Pipeline};
pub use error::Error;

use crate::ice::{Function, Module};
use crate::options::Options;
use error::panic_message;
use frontend::Session;
use output::Output;
use report::{Clock, Report};

/// Translates a program, bitcode or text, on the calling thread. The result is the object file.
pub fn translate(bytes: &[u8], options: &Options) -> Result<Vec<u8>, Error> {
    Session::sequential(&Pipeline::new(options)?, options).translate_bytes(bytes, "<memory>", &mut Report::default())
}

/// Translates a module in memory on the calling thread. `bodies` has the body of every defined function, in function order; both
/// must pass [`ice::verify`](crate::ice::verify), which is checked here only if the options say `verify_each`.
pub fn translate_module(module: &Module, bodies: &[Function], options: &Options) -> Result<Vec<u8>, Error> {
    Session::sequential(&Pipeline::new(options)?, options).translate_module(module, bodies, &mut Report::default())
}

/// Translates the runtime: the object file that defines the [`Helper`](crate::mc::Helper)s but `__nacl_read_tp`, which is the
/// platform's, to be linked with translated programs.
pub fn translate_runtime(options: &Options) -> Result<Vec<u8>, Error> {
    runtime::object(&Pipeline::new(options)?)
}

/// The program `pnacl-sz`: arguments (its own name first) in, exit status out.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let result = match args::parse(args.into_iter().skip(1)) {
        Ok(Request::Help) => print(args::HELP),
        Ok(Request::Version) => print(concat!("pnacl-sz ", env!("CARGO_PKG_VERSION"), "\n")),
        Ok(Request::Translate(invocation)) => execute(&invocation),
        Err(error) => Err(Failed { about: String::new(), error }),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failed { about, error }) => {
            complain(&about, &error);
            ExitCode::from(error.exit_status())
        }
    }
}

/// A failure, and the file that it is about.
struct Failed {
    about: String,
    error: Error,
}

fn execute(invocation: &Invocation) -> Result<(), Failed> {
    let about = |about: String| move |error| Failed { about, error };
    let output = match &invocation.output {
        Some(output) => output.clone(),
        None if output::stdout_is_terminal() => {
            let message = "not writing an object file to a terminal: name a file with -o (or say -o - to insist)";
            return Err(Failed { about: String::new(), error: Error::Usage(message.into()) });
        }
        None => Output::Stdout,
    };
    let mut report = Report::default();
    let clock = Clock { enabled: invocation.timing };
    let mut total = Default::default();
    clock.time(&mut total, || {
        let bytes = translate_guarded(invocation, clock, &mut report).map_err(about(invocation.program.name()))?;
        let written = clock.time(&mut report.times.write, || output.write(&bytes));
        written.map_err(Error::Io).map_err(about(output.name()))
    })?;
    report.times.total = total;
    let text = report.text(invocation.stats, invocation.timing);
    // A closed standard error is no reason to fail a translation that succeeded.
    let _ = std::io::stderr().write_all(text.as_bytes());
    Ok(())
}

/// Translates; a panic anywhere becomes an error.
fn translate_guarded(invocation: &Invocation, clock: Clock, report: &mut Report) -> Result<Vec<u8>, Error> {
    let backend = Pipeline::new(&invocation.options)?;
    let session = Session { backend: &backend, threads: invocation.threads, verify: invocation.options.verify_each, clock };
    // Unwind safety: after a panic nothing but the message is used.
    let translate = || match &invocation.program {
        Program::Input(input) => session.translate_input(input, report),
        Program::Runtime => runtime::object(&backend),
    };
    catch_unwind(AssertUnwindSafe(translate)).unwrap_or_else(|payload| Err(Error::Internal(panic_message(&*payload))))
}

fn print(text: &str) -> Result<(), Failed> {
    Output::Stdout.write(text.as_bytes()).map_err(|error| Failed { about: Output::Stdout.name(), error: Error::Io(error) })
}

/// Prints an error to standard error, each problem on a line that starts `pnacl-sz: FILE: `.
fn complain(about: &str, error: &Error) {
    let mut text = String::new();
    let message = error.to_string();
    let prefix = if about.is_empty() || error.names_its_file() { "pnacl-sz: ".into() } else { format!("pnacl-sz: {about}: ") };
    if let Error::Verify(..) = error {
        for line in message.lines() {
            text += &format!("{prefix}{line}\n");
        }
    } else {
        text = format!("{prefix}{message}\n");
    }
    // With standard error closed there is nobody left to tell.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

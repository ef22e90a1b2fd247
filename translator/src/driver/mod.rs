//! The driver: reads a program, has it translated, writes the object file or assembly text. The
//! only room that touches threads, files, clocks or the environment.
//!
//! ```text
//! args ─► Invocation ─► frontend: bytes ─► bodies ─► run: parallel::in_order ─► object file ─► output
//!                                                     │   each worker: decode, verify, Backend::translate
//!                                                     └─► ObjectBuilder, in function order
//! ```
//!
//! Programs that need a translation in memory call [`translate`], [`translate_module`] and
//! [`translate_runtime`]; `pnacl-sz` calls [`main`], the small programs call [`tools::main`].

pub mod args;
pub mod backend;
#[cfg(feature = "tools")]
pub mod clang;
pub mod cmdline;
pub mod controls;
mod diversity;
pub mod error;
#[cfg(feature = "tools")]
pub mod executable;
pub mod frontend;
pub mod functions;
pub mod input;
#[cfg(feature = "tools")]
mod llvm_input;
pub mod naming;
pub mod option_table;
pub mod original;
pub mod output;
pub mod parallel;
mod place;
#[cfg(feature = "o3")]
mod plans;
pub mod program;
pub mod report;
pub mod run;
#[cfg(feature = "tools")]
pub mod run_sz;
pub mod runtime;
#[cfg(feature = "tools")]
mod scratch;
pub mod settings;
#[cfg_attr(not(feature = "text"), path = "bitcode_source.rs")]
pub mod source;
mod spill;
mod threads;
#[cfg(feature = "tools")]
pub mod tools;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

pub use args::{Invocation, Program, Request};
pub use backend::{Backend, Pipeline};
pub use error::Error;

use crate::ice::{Function, Module};
use crate::mc::Helper;
use crate::object::{CodeStore, ObjectFile};
use crate::options::{FileType, Options};
use crate::pipeline::{Observer, Step, Watch};
use frontend::Session;
use output::Output;
use program::Failed;
use report::{Clock, Report};
use spill::Spill;

/// Translates a program, bitcode or text, on the calling thread. The result is the object file.
pub fn translate(bytes: &[u8], options: &Options) -> Result<Vec<u8>, Error> {
    #[cfg(feature = "faults")]
    let _faults = options.controls.faults.enter();
    Session::sequential(&Pipeline::new(options)?, options)
        .translate_bytes(bytes, "<memory>", &mut Report::default())?
        .into_bytes()
        .map_err(Error::Io)
}

/// Translates a module in memory on the calling thread. `bodies` has the body of every defined
/// function, in function order; both must pass [`ice::verify`](crate::ice::verify), which is
/// checked here only if the options say `verify_each`.
pub fn translate_module(module: &Module, bodies: &[Function], options: &Options) -> Result<Vec<u8>, Error> {
    #[cfg(feature = "faults")]
    let _faults = options.controls.faults.enter();
    Session::sequential(&Pipeline::new(options)?, options)
        .translate_module(module, bodies, &mut Report::default())?
        .into_bytes()
        .map_err(Error::Io)
}

/// Translates the runtime: the object file that defines the [`Helper`]s but
/// `__nacl_read_tp`, which is the platform's, to be linked with translated programs.
pub fn translate_runtime(options: &Options) -> Result<Vec<u8>, Error> {
    translate_helpers(options, &|_| true)
}

/// Translates the part of the runtime that a program needs: the helpers that are asked for, and those that they call.
pub fn translate_helpers(options: &Options, is_wanted: &dyn Fn(Helper) -> bool) -> Result<Vec<u8>, Error> {
    #[cfg(feature = "faults")]
    let _faults = options.controls.faults.enter();
    runtime::object(&Pipeline::new(options)?, is_wanted, &mut Report::default())?.into_bytes().map_err(Error::Io)
}

/// The program `pnacl-sz`: arguments (its own name first) in, exit status out.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    #[cfg(panic = "abort")]
    program::end_on_panic("pnacl-sz");
    let result = match args::parse(args.into_iter().skip(1)) {
        Ok(Request::Help) => program::print(&args::help()),
        #[cfg(feature = "faults")]
        Ok(Request::ListFaults) => program::print(&crate::faults::listing()),
        #[cfg(feature = "o3")]
        Ok(Request::Plan(options)) => program::print(&format!("{}\n", crate::pipeline::plan(&options))),
        #[cfg(feature = "dumps")]
        Ok(Request::Operations) => program::print(&crate::ice::operations::page()),
        Ok(Request::BuildAttributes) => program::print(&original::build_attributes()),
        Ok(Request::Version) => program::print(concat!("pnacl-sz ", env!("CARGO_PKG_VERSION"), "\n")),
        Ok(Request::Translate(invocation)) => match execute(&invocation) {
            Err(failed) if invocation.exit_success => {
                program::complain("pnacl-sz", &failed);
                Ok(())
            }
            result => result,
        },
        Err(error) => Err(error.into()),
    };
    program::exit("pnacl-sz", result)
}

/// Translates, and writes the log in any case: what led to a failure is what a log is for.
fn execute(invocation: &Invocation) -> Result<(), Failed> {
    let log = Log::new(invocation.log.is_some());
    let result = execute_logged(invocation, &log);
    let written = log.write(invocation.log.as_ref());
    result.and(written)
}

fn execute_logged(invocation: &Invocation, log: &Log) -> Result<(), Failed> {
    if !invocation.input_is_named && std::io::stdin().is_terminal() {
        let message = "no input: name a .pexe file, or - for what is typed (standard input is a terminal; see -help)";
        return Err(Error::Usage(message.into()).into());
    }
    let output = match &invocation.output {
        Some(output) => output.clone(),
        None if is_object(&invocation.options) && output::stdout_is_terminal() => {
            let message = "not writing an object file to a terminal: name a file with -o (or say -o - to insist)";
            return Err(Error::Usage(message.into()).into());
        }
        None => Output::Stdout,
    };
    let mut report = Report {
        each: (invocation.szstats || invocation.timing_funcs).then(Vec::new),
        strings: invocation.dump_strings.then(Vec::new),
        focus: invocation.timing_focus.clone(),
        ..Report::default()
    };
    let clock = Clock { enabled: invocation.timing || invocation.timing_funcs };
    let mut total = Default::default();
    clock.time(&mut total, || {
        let file = translate_guarded(invocation, clock, log, &mut report).map_err(Failed::about(invocation.program.name()))?;
        if invocation.options.controls.stop_after.is_some() {
            return Ok(());
        }
        let written = clock.time(&mut report.times.write, || output.write_file(&file));
        written.map_err(Error::Io).map_err(Failed::about(output.name()))
    })?;
    report.times.total = total;
    if let Some(last_byte) = report.times.last_byte {
        report.times.after_input = Duration::from_nanos(report::nanoseconds() - last_byte);
    }
    let mut text = report.text(invocation.stats, invocation.timing);
    text += &report.functions(invocation.szstats, invocation.timing_funcs);
    for string in report.strings.iter().flatten() {
        text += &format!("{string}\n");
    }
    if invocation.options.controls.fuel.is_some() {
        text += &report.fuel();
    }
    #[cfg(feature = "faults")]
    {
        text += &invocation.options.controls.faults.report();
    }
    log.say(&text);
    Ok(())
}

/// Whether what comes out is an object file.
fn is_object(options: &Options) -> bool {
    options.file_type == FileType::Object && options.controls.stop_after.is_none()
}

/// Where what is printed about a translation goes: to standard error at once, or to where a log is kept until the end.
#[derive(Clone, Debug)]
struct Log(Option<Arc<Mutex<Spill>>>);

impl Log {
    fn new(is_kept: bool) -> Self {
        Self((cfg!(feature = "dumps") && is_kept).then(Arc::default))
    }

    fn say(&self, text: &str) {
        match &self.0 {
            Some(kept) if cfg!(feature = "dumps") => kept.lock().unwrap_or_else(PoisonError::into_inner).extend(text.as_bytes()),
            // A closed standard error is no reason to fail a translation that succeeds.
            _ => _ = std::io::stderr().write_all(text.as_bytes()),
        }
    }

    fn write(&self, output: Option<&Output>) -> Result<(), Failed> {
        let (Some(kept), Some(output)) = (self.0.as_ref().filter(|_| cfg!(feature = "dumps")), output) else { return Ok(()) };
        let kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        output.write_contents(&*kept).map_err(Error::Io).map_err(Failed::about(output.name()))
    }
}

/// Prints the steps that options ask for.
impl Observer for Log {
    fn step(&self, step: &Step<'_>) {
        self.say(&step.to_string());
    }
}

/// Translates; a panic anywhere becomes an error.
fn translate_guarded(invocation: &Invocation, clock: Clock, log: &Log, report: &mut Report) -> Result<ObjectFile, Error> {
    let watch = Watch {
        now: invocation.timing.then_some(report::nanoseconds as fn() -> u64),
        count: invocation.stats || invocation.szstats,
        observer: Some(Arc::new(log.clone())),
    };
    #[cfg(feature = "faults")]
    let _faults = invocation.options.controls.faults.enter();
    let backend = Pipeline::watched(&invocation.options, watch)?;
    let Invocation { records, options, recovers, .. } = invocation;
    let threads = threads::of(invocation);
    let naming = Some(&invocation.naming).filter(|naming| !naming.is_usual());
    let session = Session {
        backend: &backend,
        threads,
        verify: options.verify_each,
        records: *records,
        clock,
        recovers: *recovers,
        naming,
        instruments: options.instruments,
    };
    program::guarded(|| match &invocation.program {
        Program::Input(input) => session.translate_input(input, report),
        Program::Runtime => runtime::object(&backend, &|_| true, report),
    })
}

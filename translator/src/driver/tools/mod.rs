//! The small programs: `pnacl-freeze`, `pnacl-dis`, `pnacl-bccompress`,
//! `pnacl-bcanalyzer` and `pnacl-abicheck`. Each is one function from
//! a [`Source`] to what it writes; the frame around it is here: arguments in, exit status out.
//!
//! All of them read any form that `pnacl-sz` reads, `-` is standard input or output, and an output
//! file appears only once it is complete: whatever goes wrong, what was there before stays.

mod abicheck;
mod analyze;
mod args;
mod compress;
mod dis;
mod freeze;

use std::ffi::OsString;
use std::process::ExitCode;

pub use args::{Job, Request};

use super::error::Error;
use super::input::Input;
use super::output::{self, Output};
use super::program::{self, Failed};
use super::source::Source;

/// One of the small programs.
#[derive(Debug)]
pub struct Tool {
    /// The name that it is called by.
    pub name: &'static str,
    /// What `-help` prints.
    pub help: &'static str,
    /// Its options besides `-bitcode-as-text`, `-help` and `-version`.
    options: &'static [&'static str],
    /// What it writes.
    product: Product,
    run: fn(&Source<'_>, &Job) -> Result<Vec<u8>, Error>,
}

/// What a program writes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Product {
    /// Nothing: its exit status is the answer.
    Nothing,
    /// Something to be read.
    Text,
    /// Something that no terminal should get.
    Binary,
}

/// The program `pnacl-freeze`: text in, bitcode out.
pub static FREEZE: Tool =
    Tool { name: "pnacl-freeze", help: freeze::HELP, options: &["o"], product: Product::Binary, run: freeze::run };

/// The program `pnacl-dis`: bitcode in, text out.
pub static DIS: Tool =
    Tool { name: "pnacl-dis", help: dis::HELP, options: &["o", "records"], product: Product::Text, run: dis::run };

/// The program `pnacl-bccompress`: bitcode in, smaller bitcode out.
pub static BCCOMPRESS: Tool =
    Tool { name: "pnacl-bccompress", help: compress::HELP, options: &["o"], product: Product::Binary, run: compress::run };

/// The program `pnacl-bcanalyzer`: bitcode in, what it consists of out.
pub static BCANALYZER: Tool =
    Tool { name: "pnacl-bcanalyzer", help: analyze::HELP, options: &["o", "dump"], product: Product::Text, run: analyze::run };

/// The program `pnacl-abicheck`: every violation of PNaCl's ABI.
pub static ABICHECK: Tool =
    Tool { name: "pnacl-abicheck", help: abicheck::HELP, options: &[], product: Product::Nothing, run: abicheck::run };

/// Fails with every violation of PNaCl's ABI in a module, if there are any.
pub fn verify_abi(module: &crate::ice::Module, bodies: &[crate::ice::Function]) -> Result<(), Error> {
    abicheck::verify(module, bodies, crate::ice::verify::Level::PnaclAbi)
}

/// A small program: arguments (its own name first) in, exit status out.
pub fn main(tool: &Tool, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let result = match args::parse(tool, args.into_iter().skip(1)) {
        Ok(Request::Help) => program::print(tool.help),
        Ok(Request::Version) => program::print(&format!("{} {}\n", tool.name, env!("CARGO_PKG_VERSION"))),
        Ok(Request::Run(job)) => execute(tool, &job),
        Err(error) => Err(error.into()),
    };
    program::exit(tool.name, result)
}

fn execute(tool: &Tool, job: &Job) -> Result<(), Failed> {
    let output = match &job.output {
        Some(output) => output.clone(),
        None if tool.product == Product::Binary && output::stdout_is_terminal() => {
            let message = "not writing bitcode to a terminal: name a file with -o (or say -o - to insist)";
            return Err(Error::Usage(message.into()).into());
        }
        None => Output::Stdout,
    };
    let product = program::guarded(|| run(tool, job)).map_err(Failed::about(job.input.name()))?;
    if tool.product == Product::Nothing {
        return Ok(());
    }
    output.write(&product).map_err(Error::Io).map_err(Failed::about(output.name()))
}

fn run(tool: &Tool, job: &Job) -> Result<Vec<u8>, Error> {
    let (bytes, name) = (job.input.open()?, job.input.name());
    (tool.run)(&Source::new(&bytes, &name, job.records)?, job)
}

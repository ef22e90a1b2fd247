//! The small programs: `pnacl-freeze`, `pnacl-dis`, `pnacl-strip`, `pnacl-finalize`, `pnacl-bccompress`,
//! `pnacl-bcanalyzer`, `pnacl-bcdis`, `pnacl-bcfuzz` and `pnacl-abicheck`. Each is one function from a [`Source`] to what it writes; the frame around it is here: arguments in, exit status out.
//!
//! All of them read any form that `pnacl-sz` reads, `-` is standard input or output, and an output
//! file appears only once it is complete: whatever goes wrong, what was there before stays.

mod abicheck;
mod analyze;
mod args;
mod bcdis;
mod bcfuzz;
mod compress;
mod dis;
mod finalize;
mod freeze;
mod strip;

use std::ffi::OsString;
use std::process::ExitCode;

pub use args::{Job, Request};

use super::error::Error;
use super::input::Input;
use super::llvm_input;
use super::output::{self, Output};
use super::program::{self, Failed};
use super::source::Source;
use crate::text;

/// One of the small programs.
#[derive(Debug)]
pub struct Tool {
    /// The name that it is called by.
    pub name: &'static str,
    /// What `-help` prints.
    pub help: &'static str,
    /// Its options besides `-bitcode-as-text`, `-help` and `-version`.
    options: &'static [&'static str],
    /// Those of them that take a value, but for `-o`.
    values: &'static [&'static str],
    /// Whether LLVM's own bitcode and IR are welcome.
    llvm: bool,
    /// What it writes.
    product: Product,
    run: fn(&Source<'_>, &Job) -> Result<Vec<u8>, Error>,
    /// Says what is wrong with an input for which there is an output all the same.
    check: fn(&Source<'_>) -> Result<(), Error>,
}

/// What a program made: its output, and what [`Tool::check`] says of the input.
type Made = (Vec<u8>, Result<(), Error>);

/// Whoever has an output has no objections.
fn no_objections(_: &Source<'_>) -> Result<(), Error> {
    Ok(())
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
    /// The same, in the place of the input if no output is named.
    InPlace,
}

/// The program `pnacl-freeze`: text in, bitcode out.
pub static FREEZE: Tool = Tool {
    name: "pnacl-freeze",
    help: freeze::HELP,
    options: &["o", "allow-local-symbol-tables"],
    values: &[],
    llvm: true,
    product: Product::Binary,
    run: freeze::run,
    check: no_objections,
};

/// The program `pnacl-dis`: bitcode in, text out.
pub static DIS: Tool = Tool {
    name: "pnacl-dis",
    help: dis::HELP,
    options: &["o", "records"],
    values: &[],
    llvm: false,
    product: Product::Text,
    run: dis::run,
    check: no_objections,
};

/// The program `pnacl-bccompress`: bitcode in, smaller bitcode out.
pub static BCCOMPRESS: Tool = Tool {
    name: "pnacl-bccompress",
    help: compress::HELP,
    options: &["o", compress::REMOVE],
    values: &[],
    llvm: false,
    product: Product::Binary,
    run: compress::run,
    check: no_objections,
};

/// The program `pnacl-bcanalyzer`: bitcode in, what it consists of out.
pub static BCANALYZER: Tool = Tool {
    name: "pnacl-bcanalyzer",
    help: analyze::HELP,
    options: &["o", "dump"],
    values: &[],
    llvm: false,
    product: Product::Text,
    run: analyze::run,
    check: no_objections,
};

/// The program `pnacl-bcdis`: bitcode in, a listing out.
pub static BCDIS: Tool = Tool {
    name: "pnacl-bcdis",
    help: bcdis::HELP,
    options: &["o", "no-records", "no-assembly", "allow-local-symbol-tables"],
    values: &[],
    llvm: false,
    product: Product::Text,
    run: bcdis::run,
    check: bcdis::check,
};

/// The program `pnacl-bcfuzz`: bitcode in, changed bitcode out.
pub static BCFUZZ: Tool = Tool {
    name: "pnacl-bcfuzz",
    help: bcfuzz::HELP,
    options: &["convert-to-text", "record-distribution", "edit-distribution"],
    values: &["output", "count", "random-seed", "edit-percentage", "percentage-base"],
    llvm: false,
    product: Product::Text,
    run: bcfuzz::run,
    check: no_objections,
};

/// The program `pnacl-strip`: bitcode without names.
pub static STRIP: Tool = Tool {
    name: "pnacl-strip",
    help: strip::HELP,
    options: &["o", "s", "strip-all", "S", "strip-debug"],
    values: &[],
    llvm: false,
    product: Product::InPlace,
    run: strip::run,
    check: no_objections,
};

/// The program `pnacl-finalize`: a program that the ABI accepts.
pub static FINALIZE: Tool = Tool {
    name: "pnacl-finalize",
    help: finalize::HELP,
    options: &["o", "compress", "no-strip-syms"],
    values: &[],
    llvm: true,
    product: Product::InPlace,
    run: finalize::run,
    check: no_objections,
};

/// The program `pnacl-abicheck`: every violation of PNaCl's ABI.
pub static ABICHECK: Tool = Tool {
    name: "pnacl-abicheck",
    help: abicheck::HELP,
    options: &[],
    values: &[],
    llvm: false,
    product: Product::Nothing,
    run: abicheck::run,
    check: no_objections,
};

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
        None if tool.product == Product::InPlace
            && let Input::File(path) = &job.input =>
        {
            Output::File(path.clone())
        }
        None if matches!(tool.product, Product::Binary | Product::InPlace) && output::stdout_is_terminal() => {
            let message = "not writing bitcode to a terminal: name a file with -o (or say -o - to insist)";
            return Err(Error::Usage(message.into()).into());
        }
        None => Output::Stdout,
    };
    let (product, checked) = program::guarded(|| run(tool, job)).map_err(Failed::about(job.input.name()))?;
    if tool.product != Product::Nothing {
        output.write(&product).map_err(Error::Io).map_err(Failed::about(output.name()))?;
    }
    checked.map_err(Failed::about(job.input.name()))
}

fn run(tool: &Tool, job: &Job) -> Result<Made, Error> {
    let (bytes, name) = (job.input.open()?, job.input.name());
    let is_text = !bytes.starts_with(b"PEXE") && !llvm_input::is_bitcode(&bytes);
    if tool.product == Product::InPlace && job.output.is_none() && is_text && job.input != Input::Stdin {
        return Err(Error::Usage("bitcode would replace this text: name another file with -o".into()));
    }
    let made = |source: Source<'_>| Ok(((tool.run)(&source, job)?, (tool.check)(&source)));
    match lowered(tool, &bytes, &name, job.records)? {
        Some(text) => made(Source::new(text.as_bytes(), &name, false)?),
        None => made(Source::new(&bytes, &name, job.records)?),
    }
}

/// The text form of a program that LLVM spells, if the input is that and the tool takes it. What a
/// compiler printed may be the text form, too.
fn lowered(tool: &Tool, bytes: &[u8], name: &str, records: bool) -> Result<Option<String>, Error> {
    let is_finalised = || Source::new(bytes, name, false).and_then(|source| source.read()).is_ok();
    if !tool.llvm || records || !(llvm_input::is_bitcode(bytes) || llvm_input::is_text(bytes) && !is_finalised()) {
        return Ok(None);
    }
    let (module, bodies) = llvm_input::read(bytes, name)?;
    Ok(Some(text::print_module(&module, &bodies)))
}

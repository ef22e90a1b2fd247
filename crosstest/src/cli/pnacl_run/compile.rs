//! A program as an image of this machine's code: read, translated on all processors, linked.

use std::fs;
use std::sync::Arc;

use translator::driver::frontend::Session;
use translator::driver::report::Report;
use translator::driver::{Pipeline, error::panic_message};
use translator::options::{Features, Options};

use super::args::Args;
use super::cache;
use crate::case;
use crate::exec::link::{self, Runtimes};
use crate::isa::OF_PROCESSES;
use crate::job::Target;
use crate::load::Image;
use crate::subject::Subject;

/// A program that can be run.
pub struct Program {
    /// Code and data.
    pub image: Arc<Image>,
    /// Where `_start` lies.
    pub start: u32,
    /// What it is.
    pub subject: Subject,
    /// Whether the code was there already.
    pub from_cache: bool,
}

/// Reads a program and translates it, unless the cache has its code.
pub fn program(args: &Args) -> Result<Program, String> {
    let bytes = fs::read(args.file()).map_err(|error| error.to_string())?;
    let loaded = case::parse_module(&bytes, &args.file().display().to_string(), false)?;
    let start =
        case::start(&loaded.module).ok_or("not a program: it defines no function _start (`crosstest run` runs functions)")?;
    let subject = Subject::new(loaded.module, loaded.bodies)?;
    let target = Target { isa: OF_PROCESSES, opt: args.opt };
    // What can execute the code is known: it is this machine.
    let features =
        Features { sse41: std::arch::is_x86_feature_detected!("sse4.1"), sandbox: args.is_sandboxed(), ..Features::default() };
    let options = Options { features, ..target.options() };
    let translate = || translate(&bytes, &args.file().display().to_string(), &options);
    let (object, from_cache) = match &args.cache {
        Some(dir) => cache::object(dir, &bytes, &options, translate)?,
        None => (translate()?, false),
    };
    let image = link::object(&subject, target, &object, &Runtimes::new(&[target])?)?;
    let name = subject.module.func_symbol(start);
    let start = image.symbol(&name).ok_or_else(|| format!("the object has no symbol for function {name}"))?;
    Ok(Program { image, start, subject, from_cache })
}

fn translate(bytes: &[u8], name: &str, options: &Options) -> Result<Vec<u8>, String> {
    let translated = std::panic::catch_unwind(|| {
        let pipeline = Pipeline::new(options).map_err(|error| error.to_string())?;
        let threads = std::thread::available_parallelism().map_or(0, |n| n.get());
        let session = Session { threads: if threads > 1 { threads } else { 0 }, ..Session::sequential(&pipeline, options) };
        let file = session.translate_bytes(bytes, name, &mut Report::default()).map_err(|error| error.to_string())?;
        file.into_bytes().map_err(|error| error.to_string())
    });
    translated.unwrap_or_else(|payload| Err(format!("internal error: {}", panic_message(&*payload))))
}

//! A program as an image of this machine's code: read, translated on all processors, linked; or read, if it is a `.nexe`.

use std::fs;

use translator::driver::frontend::Session;
use translator::driver::report::Report;
use translator::driver::{Pipeline, error::panic_message};
use translator::options::{Features, Isa, Options};

use super::args::Args;
use super::cache;
use crate::case;
use crate::exec::execution::Execution;
use crate::exec::link::{self, Runtimes};
use crate::exec::llvm::Form;
use crate::exec::native::Code;
use crate::exec::native::blocks::Blocks;
use crate::exec::run;
use crate::isa::{OF_PROCESSES, of_machine};
use crate::job::Target;
use crate::load::nexe::{self, Nexe};
use crate::process::{self, AddressSpace};
use crate::subject::Subject;

/// A program that can be run.
pub struct Program {
    /// What is run.
    pub code: Code,
    /// How it is run if nothing is said about that.
    pub options: process::Options,
    /// Whether the code was there already.
    pub from_cache: bool,
}

/// Reads a program and translates it, unless it is machine code or the cache has its code.
pub fn program(args: &Args) -> Result<Program, String> {
    let bytes = fs::read(args.file()).map_err(|error| error.to_string())?;
    if nexe::is_elf(&bytes) {
        if args.ppapi.is_some() {
            return Err("it is machine code: --ppapi links its browser with .pexe and .ll".into());
        }
        if args.translator.is_some() {
            return Err("it is machine code: --translator is for .pexe and .ll".into());
        }
        let program = Nexe::read(&bytes)?;
        if args.target.is_some_and(|isa| isa != program.isa) {
            return Err(format!("it is machine code for {}: --target is for .pexe and .ll", program.isa));
        }
        let options = process::Options::new(AddressSpace::behind(program.heap_start()));
        let Nexe { isa, image, entry: start } = program;
        return Ok(Program { code: Code { isa, image, start, blocks: None }, options, from_cache: false });
    }
    let loaded = case::parse_module(&bytes, &args.file().display().to_string(), false)?;
    let start =
        case::start(&loaded.module).ok_or("not a program: it defines no function _start (`crosstest run` runs functions)")?;
    let subject = Subject::new(loaded.module, loaded.bodies)?;
    let target = Target { isa: args.target.unwrap_or(OF_PROCESSES), opt: args.opt };
    // What can execute the code is known: it is this machine.
    let features =
        Features { sse41: std::arch::is_x86_feature_detected!("sse4.1"), sandbox: args.is_sandboxed(), ..Features::default() };
    let options = Options { features, ..target.options() };
    let other =
        args.translator.clone().map(|engine| Execution { engine, features, form: Form::Plain, ..Execution::plain(target) });
    let translate = || match &other {
        Some(other) => run::object(&subject, other).map_err(String::from),
        None => translate(&bytes, &args.file().display().to_string(), &options),
    };
    let (object, from_cache) = match &args.cache {
        Some(dir) => cache::object(dir, &bytes, (&options, args.translator.as_ref()), translate)?,
        None => (translate()?, false),
    };
    let browser = args.ppapi.map(|_| browser(&options)).transpose()?;
    let objects: Vec<&[u8]> = [object.as_slice()].into_iter().chain(browser.as_deref()).collect();
    let runtimes = Runtimes::of_program(target, &objects)?;
    let image = match &other {
        Some(other) => run::image(&subject, other, &object, &runtimes)?,
        None => link::with_browser(&subject, target, (&object, browser.as_deref()), &runtimes)?,
    };
    if args.is_sandboxed() && !image.sandboxed {
        // What says nothing is not validated: a translator, or a cache, that forgets the note must not get out by that.
        return Err("its code is not sandboxed, as it should be (--no-sandbox runs such code)".into());
    }
    let name = if browser.is_some() { "__browser_begin".into() } else { subject.module.func_symbol(start) };
    let start = image.symbol(&name).ok_or_else(|| format!("the object has no symbol for function {name}"))?;
    let run_options = subject.options();
    let blocks = Some(Blocks::new(subject, options));
    Ok(Program { code: Code { isa: target.isa, image, start, blocks }, options: run_options, from_cache })
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

/// The part of the browser that is the program's own code, translated as that is.
fn browser(options: &Options) -> Result<Vec<u8>, String> {
    let (module, bodies) =
        translator::text::parse_module(&crate::irt::browser::program(), "browser.ll").map_err(|error| error.to_string())?;
    translator::driver::translate_module(&module, &bodies, options).map_err(|error| error.to_string())
}

/// The architecture of a program that is machine code; nothing if it is none, or cannot be read.
pub fn machine_of(args: &Args) -> Option<Isa> {
    let mut header = [0; 20];
    // What is no file is read once.
    let mut file = fs::File::open(args.file()).ok().filter(|file| file.metadata().is_ok_and(|known| known.is_file()))?;
    std::io::Read::read_exact(&mut file, &mut header).ok()?;
    if nexe::is_elf(&header) { of_machine(u16::from_le_bytes([header[18], header[19]])) } else { None }
}

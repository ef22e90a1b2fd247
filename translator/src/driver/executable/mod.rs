//! `pnacl-translate`: a program in, an executable for Linux out: `pnacl-sz`, the runtime, a table of
//! the interfaces that programs ask for ([`toolchain::IRT`]), and the platform's gcc or clang to link
//! them; or, sandboxed, a program for Native Client's loader ([`nexe`]).
//!
//! Everything is made in a directory of its own, and the output appears only once it is complete.

mod args;
pub mod nexe;
pub mod toolchain;

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::error::Error;
use super::output::Output;
use super::program::{self, Failed};
use super::scratch::Scratch;
use super::{args as sz, llvm_input};
use crate::options::Options;
use crate::text::print_module;
use args::{Item, Job, Request, Stage};
use toolchain::Toolchain;

const PROGRAM: &str = "pnacl-translate";

/// What `-help` prints.
const HELP: &str = "\
Translates a frozen PNaCl program to an executable for Linux, or to one for Native Client's sandbox, in one command.

Usage: pnacl-translate [OPTIONS] INPUT [OBJECT...] -o OUTPUT

INPUT is frozen bitcode (.pexe) or its text form (.ll); `-` reads standard input. It is translated by this translator, and linked
by the platform's gcc (or a clang) with the helper functions that code calls and with a table of the interfaces that programs
ask for: standard streams, memory, clocks, random numbers; one thread, and no files. OBJECTs (.o, .a) are linked, too.

  -o OUTPUT         where to write; `-` is standard output. A file appears only once it is complete
  -arch ARCH        x86-32, x86-64, arm, mips, or another of their names; that of this machine if none is named. x86-64 is code
                    with 32-bit pointers, in a file that every x86-64 Linux runs
  -O2, -Om1         all optimisations (default; -O1 and -O3 are the same); the fastest translation (also -O0, -translate-fast)
  -threads N        translate on N threads; `auto` (default), `seq`. -split-module is the same
  -c, -S            stop at the object; at assembly
  -sandbox          make a sandboxed program of Native Client's, as for an OUTPUT that ends in .nexe: ld or ld.lld links it,
                    and what loads it provides the interfaces. OBJECTs have to be sandboxed, too
  -print-script     print the linker's script for such programs and stop. By hand: `ld -m FORMAT -T SCRIPT START OBJECT RUNTIME`
  -emit-start       write START of such programs and stop (`pnacl-sz -emit-runtime -sandbox` writes RUNTIME)
  --allow-llvm-bitcode-input
                    INPUT may be LLVM's own bitcode or IR as well, which an installed llvm-dis or clang reads
  -Wl,OPTION, -l NAME, -L DIR, --gc-sections, --build-id
                    for the linker
  -nostdlib         link neither helpers nor interfaces
  -nodefaultlibs    link no helpers: libgcc and others are named by -l then
  --noirt           link no interfaces: an OBJECT defines irt_entry (__pnacl_start, if sandboxed), or -Wl,-e names the entry
  -cc COMPILER      the gcc or clang that links, in place of $PNACL_CC and the usual one
  -bitcode-as-text  INPUT is bitcode spelled out, one record a line: `abbreviation,code,values...;`
  -v                print the commands
  -help, -version   print this, or the version

Every other option goes to pnacl-sz: -mattr, -sz-seed, -stats and so on. What the SDK's program takes to choose among its
translators (--pnacl-sz, --use-sz, --pnacl-sb) and what is always so here (-static, -stream-bitcode, -mtls-use-call) is ignored.

Exit status: 0 if the output was written; 1 if something was refused or is not installed; 2 if the command line makes no sense;
70 for an internal error, which is a bug: please report it.

Example: pnacl-translate program.pexe -o program && ./program
";

/// The program: arguments (its own name first) in, exit status out.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let result = match args::parse(args.into_iter().skip(1)) {
        Ok(Request::Help) => program::print(HELP),
        Ok(Request::Version) => program::print(&format!("{PROGRAM} {}\n", env!("CARGO_PKG_VERSION"))),
        Ok(Request::Script(isa)) => program::print(&nexe::script(isa)),
        Ok(Request::Run(job)) => run(&job),
        Err(error) => Err(error.into()),
    };
    program::exit(PROGRAM, result)
}

fn run(job: &Job) -> Result<(), Failed> {
    let scratch = Scratch::new().map_err(Error::Io)?;
    if job.stage == Stage::Start {
        return emit_start(job);
    }
    let place = program_among(job)?;
    if job.stage == Stage::Nexe {
        return sandboxed(job, place, &scratch);
    }
    if job.stage != Stage::Program {
        if job.inputs.iter().filter(|item| matches!(item, Item::File(_))).count() > 1 {
            return Err(Error::Usage("nothing is linked, but there is more than one input".into()).into());
        }
        return translate(job, place, &scratch, &job.output).map(drop);
    }
    // What is not installed is said before anything is done.
    let mut toolchain = Toolchain::find(job.isa, job.compiler.as_deref())?;
    toolchain.verbose = job.verbose;
    let options = translate(job, place, &scratch, &Output::File(scratch.path(OBJECT)))?;
    let linked = link(job, place, &toolchain, &scratch, &options)?;
    let bytes = fs::read(linked).map_err(Error::Io)?;
    job.output.write_program(&bytes).map_err(Error::Io).map_err(Failed::about(job.output.name()))
}

/// Writes the object in which sandboxed programs begin.
fn emit_start(job: &Job) -> Result<(), Failed> {
    if !job.inputs.is_empty() {
        return Err(Error::Usage("-emit-start translates no input".into()).into());
    }
    let words = job.options.iter().cloned().chain(["-o=-".into(), "-".into()]);
    let sz::Request::Translate(invocation) = sz::parse(words)? else {
        return Err(Error::Usage("one of the options asks pnacl-sz for a text".into()).into());
    };
    let object = nexe::start(&invocation.options)?;
    job.output.write(&object).map_err(Error::Io).map_err(Failed::about(job.output.name()))
}

/// Translates the program and links it for the sandbox.
fn sandboxed(job: &Job, place: usize, scratch: &Scratch) -> Result<(), Failed> {
    let mut inputs: Vec<OsString> = Vec::new();
    for (number, item) in job.inputs.iter().enumerate() {
        match item {
            Item::File(_) if number == place => inputs.push(scratch.path(OBJECT).into()),
            Item::File(path) => inputs.push(sandboxed_object(path)?),
            // The linker itself is asked, and not a compiler.
            Item::Linker(option) => match option.to_str().and_then(|option| option.strip_prefix("-Wl,")) {
                Some(options) => inputs.extend(options.split(',').map(OsString::from)),
                None => inputs.push(option.clone()),
            },
        }
    }
    // What is not installed is said before anything is done.
    let mut linker = nexe::Linker::find(job.isa)?;
    linker.verbose = job.verbose;
    let options = translate(job, place, scratch, &Output::File(scratch.path(OBJECT)))?;
    let bytes = link_sandboxed(&linker, scratch, &options, inputs, (job.with_irt, job.with_runtime))?;
    job.output.write_program(&bytes).map_err(Error::Io).map_err(Failed::about(job.output.name()))
}

/// Links sandboxed objects with where a program begins and the runtime, if they are wanted.
fn link_sandboxed(
    linker: &nexe::Linker,
    scratch: &Scratch,
    options: &Options,
    mut inputs: Vec<OsString>,
    (start, runtime): (bool, bool),
) -> Result<Vec<u8>, Error> {
    let plain = plain(options);
    if start {
        inputs.push(scratch.file("start.o", &nexe::start(&plain)?)?.into());
    }
    if runtime {
        inputs.push(scratch.file("runtime.o", &super::translate_runtime(&plain)?)?.into());
    }
    let script = scratch.file("nexe.ld", nexe::script(options.isa).as_bytes())?;
    let program = scratch.path("program");
    let messages = linker.link(&script, &program, &inputs)?;
    let _ = std::io::stderr().write_all(&messages);
    let mut bytes = fs::read(program)?;
    nexe::mark(options.isa, &mut bytes);
    Ok(bytes)
}

/// The sandboxed program (.nexe) of a translated one: what `pnacl-translate` writes. The object has to be sandboxed.
///
/// # Errors
/// If no linker is installed, or it refuses; what it said stands on standard error.
pub fn link_nexe(object: &[u8], options: &Options) -> Result<Vec<u8>, Error> {
    let scratch = Scratch::new()?;
    let inputs = vec![scratch.file(OBJECT, object)?.into()];
    link_sandboxed(&nexe::Linker::find(options.isa)?, &scratch, options, inputs, (true, true))
}

/// An object or archive that a sandboxed program may be linked with.
fn sandboxed_object(path: &Path) -> Result<OsString, Failed> {
    let bytes = fs::read(path).map_err(Error::Io).map_err(Failed::about(path.display().to_string()))?;
    let is_script = !bytes.starts_with(b"\x7fELF") && !bytes.starts_with(b"!<arch>\n");
    if is_script || nexe::is_sandboxed(&bytes) {
        return Ok(path.into());
    }
    let message = "its code is not sandboxed (it has no note .note.NaCl.ABI), and a sandboxed program has no other";
    Err(Failed::about(path.display().to_string())(Error::Format(message.into())))
}

/// A program's options without those that are about its own functions.
fn plain(options: &Options) -> Options {
    Options { features: options.features, ..Options::new(options.isa, options.opt) }
}

/// The translated program's object.
const OBJECT: &str = "program.o";

/// Which of the inputs is the program: the one that is neither machine code nor an archive of it.
fn program_among(job: &Job) -> Result<usize, Failed> {
    let mut found = None;
    for (place, item) in job.inputs.iter().enumerate() {
        let Item::File(path) = item else { continue };
        if is_linkable(path).map_err(Error::Io).map_err(Failed::about(path.display().to_string()))? {
            continue;
        }
        if found.replace(place).is_some() {
            return Err(Error::Usage(format!("two programs, {} the second; one is translated at a time", path.display())).into());
        }
    }
    found.ok_or_else(|| Error::Usage("no program to translate: name a .pexe file, or - for standard input".into()).into())
}

/// Whether a file is an ELF file, an archive, or a linker's script by its name.
fn is_linkable(path: &Path) -> std::io::Result<bool> {
    if path == Path::new("-") {
        return Ok(false);
    }
    let start = start_of(path)?;
    let is_script = path.extension().is_some_and(|extension| extension == "ld" || extension == "lds");
    Ok(start.starts_with(b"\x7fELF") || start.starts_with(b"!<arch>\n") || is_script)
}

/// The first bytes of a file.
fn start_of(path: &Path) -> std::io::Result<Vec<u8>> {
    use std::io::Read;
    let mut start = Vec::new();
    fs::File::open(path)?.take(20).read_to_end(&mut start)?;
    Ok(start)
}

/// Has `pnacl-sz` translate the program; the options that it had.
fn translate(job: &Job, place: usize, scratch: &Scratch, output: &Output) -> Result<Options, Failed> {
    let Item::File(path) = &job.inputs[place] else { unreachable!("only files are programs") };
    let input = if job.llvm { lowered(path, scratch)? } else { path.clone() };
    if input != Path::new("-") && start_of(&input).is_ok_and(|start| llvm_input::is_bitcode(&start)) {
        let message = "this is LLVM's own bitcode and no finalised program: --allow-llvm-bitcode-input has it translated";
        return Err(Failed::about(path.display().to_string())(Error::Format(message.into())));
    }
    let mut words = job.options.clone();
    if job.stage == Stage::Assembly {
        words.push("-filetype=asm".into());
    }
    let mut attached = OsString::from("-o=");
    attached.push(match output {
        Output::Stdout => "-".as_ref(),
        Output::File(path) => path.as_os_str(),
    });
    words.extend([attached]);
    if input != Path::new("-") {
        words.push("--".into());
    }
    words.push(input.into());
    match sz::parse(words)? {
        sz::Request::Translate(invocation) => {
            super::execute(&invocation)?;
            Ok(invocation.options)
        }
        _ => Err(Error::Usage("one of the options asks pnacl-sz for a text, and nothing would be translated".into()).into()),
    }
}

/// The program itself or, if it is LLVM's, the text of one that was made of it.
fn lowered(path: &Path, scratch: &Scratch) -> Result<PathBuf, Failed> {
    let (name, bytes) = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes).map_err(Error::Io)?;
        ("<stdin>".to_string(), bytes)
    } else {
        let name = path.display().to_string();
        let bytes = fs::read(path).map_err(Error::Io).map_err(Failed::about(name.clone()))?;
        (name, bytes)
    };
    let about = || Failed::about(name.clone());
    if !llvm_input::is_bitcode(&bytes) && !llvm_input::is_text(&bytes) {
        let input = if path == Path::new("-") { scratch.file("stdin", &bytes).map_err(Error::Io)? } else { path.to_path_buf() };
        return Ok(input);
    }
    // Not bitcode, which exports nothing but `_start`: a part of a program is welcome, too.
    let lowered = program::guarded(|| llvm_input::read(&bytes, &name).map(|(module, bodies)| print_module(&module, &bodies)));
    Ok(scratch.file("program.ll", lowered.map_err(about())?.as_bytes()).map_err(Error::Io)?)
}

/// Links the translated program with what it needs and what was named; where the result is.
fn link(job: &Job, place: usize, toolchain: &Toolchain, scratch: &Scratch, options: &Options) -> Result<PathBuf, Failed> {
    let mut inputs: Vec<OsString> = Vec::new();
    for (number, item) in job.inputs.iter().enumerate() {
        inputs.push(match item {
            Item::Linker(option) => option.clone(),
            Item::File(_) if number == place => {
                toolchain.prepare(&scratch.path(OBJECT))?;
                scratch.path(OBJECT).into()
            }
            Item::File(path) => prepared(toolchain, scratch, path, number)?.into(),
        });
    }
    let first = support(toolchain, scratch, options, (job.with_irt, job.with_runtime))?;
    let program = scratch.path("program");
    let messages = toolchain.link(&program, &[first, inputs].concat())?;
    // As for any message: with standard error closed there is nobody left to tell.
    let _ = std::io::stderr().write_all(&messages);
    Ok(program)
}

/// The objects that a program needs besides its own: the interface table and the runtime, if they are
/// wanted.
fn support(
    toolchain: &Toolchain,
    scratch: &Scratch,
    options: &Options,
    (irt, runtime): (bool, bool),
) -> Result<Vec<OsString>, Error> {
    let mut objects: Vec<OsString> = Vec::new();
    if irt {
        let (source, object) = (scratch.file("irt.c", toolchain::IRT.as_bytes())?, scratch.path("irt.o"));
        toolchain.compile(&source, &object)?;
        objects.push(object.into());
    }
    if runtime {
        let object = scratch.file("runtime.o", &super::translate_runtime(&plain(options))?)?;
        toolchain.prepare(&object)?;
        objects.push(object.into());
    }
    Ok(objects)
}

/// The executable of a translated program, with the interface table and the runtime: what
/// `pnacl-translate` writes.
///
/// # Errors
/// If it cannot be linked; what the linker said stands on standard error.
pub fn link_object(toolchain: &Toolchain, object: &[u8], options: &Options) -> Result<Vec<u8>, Error> {
    let scratch = Scratch::new()?;
    let path = scratch.file(OBJECT, object)?;
    toolchain.prepare(&path)?;
    let mut inputs = support(toolchain, &scratch, options, (true, true))?;
    inputs.push(path.into());
    let program = scratch.path("program");
    let messages = toolchain.link(&program, &inputs)?;
    let _ = std::io::stderr().write_all(&messages);
    Ok(fs::read(program)?)
}

/// An object in the format that is linked: itself, or a copy.
fn prepared(toolchain: &Toolchain, scratch: &Scratch, path: &Path, number: usize) -> Result<PathBuf, Failed> {
    let about = || Failed::about(path.display().to_string());
    let start = start_of(path).map_err(Error::Io).map_err(about())?;
    // Byte 4 of an ELF file is its class: 1 is the 32-bit one.
    if !toolchain.prepares() || !start.starts_with(b"\x7fELF\x01") {
        return Ok(path.to_path_buf());
    }
    let copy = scratch.path(format!("input{number}.o"));
    fs::copy(path, &copy).map_err(Error::Io).map_err(about())?;
    toolchain.prepare(&copy).map_err(about())?;
    Ok(copy)
}

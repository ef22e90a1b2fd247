//! From inputs to a frozen program: IR of every input, symbols resolved, libraries asked for what is
//! missing, lowered, checked against the ABI, written.

use std::fs;
use std::path::Path;

use super::archive;
use super::args::{Input, Invocation};
use super::commands::{Compiler, SourceFile};
use super::library::{self, Libraries};
use super::object::{add_text, ir_of, text_of};
use super::options::about_symbol;
use crate::bitcode::write::write_module;
use crate::driver::error::Error;
use crate::driver::output::Output;
use crate::driver::program::{Failed, guarded};
use crate::driver::tools::verify_abi;
use crate::llvm::{self, Exports, Linker};

/// The start-up of a program without the C library: C, compiled with whatever clang there is.
const START: &str = include_str!("start.c");

/// Links and writes.
pub fn link(compiler: &Compiler<'_>, invocation: &Invocation, output: &Output) -> Result<(), Failed> {
    let mut linker = Linker::default();
    let mut libraries = Libraries::default();
    for input in &invocation.inputs {
        let path = match input {
            Input::File(path) | Input::Source(path, _) => path.clone(),
            Input::Library(name) => {
                let Some(path) = library::find(name, &invocation.library_dirs, compiler, invocation.no_library)? else {
                    continue;
                };
                path
            }
        };
        let about = Failed::about(path.display().to_string());
        let added = match SourceFile::of(input) {
            Some(source) => add_source(compiler, &mut linker, source, &path, output),
            None => add_file(compiler, &mut linker, &mut libraries, &path),
        };
        added.map_err(about)?;
    }
    let with_library = !invocation.no_library && compiler.sysroot().is_some();
    if with_library {
        add_c_library(compiler, &mut libraries)?;
    } else if !invocation.no_start
        && !linker.defines("_start")
        && let Some(ir) = compiler.own(START)?
    {
        add_text(&mut linker, &text_of(ir)?, "<start-up>")?;
    }
    if compiler.is_dry() {
        return Ok(());
    }
    linker.want("_start");
    libraries.answer(compiler, &mut linker)?;
    let is_missing = !invocation.no_library && !with_library;
    let product = guarded(|| finish(linker)).map_err(|error| with_hint(error, is_missing.then_some(compiler)))?;
    output.write_program(&product).map_err(Error::Io).map_err(Failed::about(output.name()))
}

fn finish(linker: Linker) -> Result<Vec<u8>, Error> {
    let (module, bodies) = llvm::lower(&linker.finish(), Exports::Start).map_err(Error::Llvm)?;
    verify_abi(&module, &bodies)?;
    write_module(&module, &bodies).map_err(|error| Error::Format(error.to_string()))
}

fn add_source(
    compiler: &Compiler<'_>,
    linker: &mut Linker,
    source: SourceFile<'_>,
    path: &Path,
    output: &Output,
) -> Result<(), Error> {
    match compiler.compile(source, output)? {
        Some(ir) => add_text(linker, &text_of(ir)?, &path.display().to_string()),
        None => Ok(()),
    }
}

fn add_file(compiler: &Compiler<'_>, linker: &mut Linker, libraries: &mut Libraries, path: &Path) -> Result<(), Error> {
    if path.extension().is_some_and(|extension| extension == "s" || extension == "S") {
        return Err(Error::Format("assembly is for one processor, and cannot become a portable program".into()));
    }
    let bytes = fs::read(path)?;
    if bytes.starts_with(archive::MAGIC) {
        return libraries.add(compiler, path, bytes);
    }
    match ir_of(compiler, &bytes)? {
        Some(text) => add_text(linker, &text, &path.display().to_string()),
        None => Ok(()),
    }
}

fn add_c_library(compiler: &Compiler<'_>, libraries: &mut Libraries) -> Result<(), Failed> {
    for path in compiler.sysroot().into_iter().flat_map(|sysroot| sysroot.archives()) {
        let added = fs::read(&path).map_err(Error::Io).and_then(|bytes| libraries.add(compiler, &path, bytes));
        added.map_err(Failed::about(path.display().to_string()))?;
    }
    Ok(())
}

/// An error about a symbol that nobody defines, where it is known why: no library could, or it may be that the C library would, if that
/// is missing.
fn with_hint(error: Error, without_library: Option<&Compiler<'_>>) -> Error {
    match error {
        Error::Llvm(mut error) if error.message.ends_with("is not defined") => {
            let symbol = error.message.rsplit_once("symbol ").and_then(|(_, rest)| rest.split(' ').next());
            let hint = match symbol.and_then(about_symbol) {
                Some(why) => format!(": {why}"),
                None => without_library.map_or_else(String::new, Compiler::not_built),
            };
            error.message.push_str(&hint);
            Error::Llvm(error)
        }
        error => error,
    }
}

//! From inputs to a frozen program: IR of every input, symbols resolved, libraries asked for what is
//! missing, lowered, checked against the ABI, written.

use std::path::{Path, PathBuf};

use super::archive;
use super::args::{Input, Invocation};
use super::commands::{Compiler, is_source};
use crate::bitcode::write::write_module;
use crate::driver::error::Error;
use crate::driver::output::Output;
use crate::driver::program::{Failed, guarded};
use crate::driver::tools::verify_abi;
use crate::llvm::{self, Exports, Linker};

/// What LLVM bitcode begins with, plain or in a wrapper.
const BITCODE: [&[u8]; 2] = [b"BC\xc0\xde", b"\xde\xc0\x17\x0b"];

/// The start-up: C, compiled with whatever clang there is.
const START: &str = include_str!("start.c");

/// A member of an archive that may be asked for.
struct Member {
    name: String,
    text: String,
    defines: Vec<String>,
    linked: bool,
}

/// Links and writes.
pub fn link(compiler: &Compiler<'_>, invocation: &Invocation) -> Result<(), Failed> {
    let mut linker = Linker::default();
    let mut members = Vec::new();
    for input in &invocation.inputs {
        let path = match input {
            Input::File(path) => path.clone(),
            Input::Library(name) => find_library(name, &invocation.library_dirs)?,
        };
        add_input(compiler, &mut linker, &mut members, &path).map_err(Failed::about(path.display().to_string()))?;
    }
    if !invocation.no_start
        && !linker.defines("_start")
        && let Some(ir) = compiler.own(START)?
    {
        add_text(&mut linker, &text_of(ir)?, "<start-up>")?;
    }
    if compiler.is_dry() {
        return Ok(());
    }
    linker.want("_start");
    ask_libraries(&mut linker, &mut members)?;
    let product = guarded(|| finish(linker))?;
    let output = invocation.output.clone().unwrap_or_else(|| Output::File("a.out".into()));
    output.write(&product).map_err(Error::Io).map_err(Failed::about(output.name()))
}

fn finish(linker: Linker) -> Result<Vec<u8>, Error> {
    let (module, bodies) = llvm::lower(&linker.finish(), Exports::Start).map_err(Error::Llvm)?;
    verify_abi(&module, &bodies)?;
    write_module(&module, &bodies).map_err(|error| Error::Format(error.to_string()))
}

fn find_library(name: &str, dirs: &[PathBuf]) -> Result<PathBuf, Error> {
    let file = format!("lib{name}.a");
    dirs.iter()
        .map(|dir| dir.join(&file))
        .find(|path| path.is_file())
        .ok_or_else(|| Error::NotBuilt(format!("the library {file} is in none of the directories that -L names")))
}

fn text_of(bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes)
        .map_err(|error| Error::Format(format!("{}:0: IR that is not UTF-8", error.utf8_error().valid_up_to())))
}

fn add_text(linker: &mut Linker, text: &str, name: &str) -> Result<(), Error> {
    let module = llvm::parse(text, name, linker.types()).map_err(Error::Llvm)?;
    linker.add(module).map_err(Error::Llvm)
}

fn add_input(compiler: &Compiler<'_>, linker: &mut Linker, members: &mut Vec<Member>, path: &Path) -> Result<(), Error> {
    let name = path.display().to_string();
    if is_source(path) {
        return match compiler.ir(path)? {
            Some(ir) => add_text(linker, &text_of(ir)?, &name),
            None => Ok(()),
        };
    }
    let bytes = std::fs::read(path)?;
    if bytes.starts_with(archive::MAGIC) {
        for member in archive::members(&bytes).map_err(Error::Format)? {
            let name = format!("{name}({})", member.name);
            if let Some(text) = ir_of(compiler, member.bytes)? {
                let defines = defined_names(&text);
                members.push(Member { name, text, defines, linked: false });
            }
        }
        return Ok(());
    }
    match ir_of(compiler, &bytes)? {
        Some(text) => add_text(linker, &text, &name),
        None => Ok(()),
    }
}

/// The IR of an object: text, or bitcode that the same LLVM disassembles.
fn ir_of(compiler: &Compiler<'_>, bytes: &[u8]) -> Result<Option<String>, Error> {
    if BITCODE.iter().any(|magic| bytes.starts_with(magic)) {
        return compiler.disassemble(bytes)?.map(text_of).transpose();
    }
    if bytes.starts_with(b"\x7fELF") {
        return Err(Error::Format("machine code cannot become a portable program: compile its source with pnacl-clang".into()));
    }
    text_of(bytes.to_vec()).map(Some)
}

/// The symbols that a module defines, by what its lines begin with: enough to tell whether it is
/// wanted.
fn defined_names(text: &str) -> Vec<String> {
    let name = |rest: &str| {
        let rest = rest.strip_prefix('"').map_or_else(
            || rest.split(|c: char| !(c.is_alphanumeric() || "-$._".contains(c))).next(),
            |quoted| quoted.split('"').next(),
        );
        rest.map(str::to_string)
    };
    text.lines()
        .filter_map(|line| {
            if line.starts_with("define ") {
                let hidden = ["define internal ", "define private ", "define available_externally "];
                return if hidden.iter().any(|word| line.starts_with(word)) { None } else { name(line.split_once('@')?.1) };
            }
            let (symbol, rest) = line.strip_prefix('@')?.split_once(" = ")?;
            let declared = ["external ", "extern_weak ", "internal ", "private ", "available_externally ", "appending "];
            if declared.iter().any(|word| rest.starts_with(word)) { None } else { name(symbol) }
        })
        .collect()
}

/// Links members until nothing that is missing is defined by one that is left.
fn ask_libraries(linker: &mut Linker, members: &mut [Member]) -> Result<(), Error> {
    loop {
        let missing = linker.missing();
        let mut progress = false;
        for member in members.iter_mut().filter(|member| !member.linked) {
            if member.defines.iter().any(|name| missing.contains(name) && !linker.defines(name)) {
                add_text(linker, &member.text, &member.name)?;
                member.linked = true;
                progress = true;
            }
        }
        if !progress {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_module_defines() {
        let text = "@a = global i32 0\n@b = external global i32\n@c = internal global i32 0\n@\"d e\" = common global i32 0\n\
                    define dso_local i32 @f(i32 %0) {\n}\ndefine internal void @g() {\n}\ndeclare void @h()\n";
        assert_eq!(defined_names(text), ["a", "d e", "f"]);
    }
}

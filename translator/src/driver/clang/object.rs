//! What a file on the command line holds: IR as text, or bitcode that the same LLVM disassembles.

use super::commands::Compiler;
use crate::driver::error::Error;
use crate::llvm::{self, Linker};

/// What LLVM bitcode begins with, plain or in a wrapper.
const BITCODE: [&[u8]; 2] = [b"BC\xc0\xde", b"\xde\xc0\x17\x0b"];

/// Whether an object is bitcode.
pub fn is_bitcode(bytes: &[u8]) -> bool {
    BITCODE.iter().any(|magic| bytes.starts_with(magic))
}

/// The IR of an object; nothing if commands are only printed.
pub fn ir_of(compiler: &Compiler<'_>, bytes: &[u8]) -> Result<Option<String>, Error> {
    if is_bitcode(bytes) {
        return compiler.disassemble(bytes)?.map(text_of).transpose();
    }
    if bytes.starts_with(b"\x7fELF") {
        return Err(Error::Format("machine code cannot become a portable program: compile its source with pnacl-clang".into()));
    }
    if bytes.starts_with(b"PEXE") {
        return Err(Error::Format("a frozen program cannot be linked again: link what it was made from".into()));
    }
    text_of(bytes.to_vec()).map(Some)
}

/// IR as text.
pub fn text_of(bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes)
        .map_err(|error| Error::Format(format!("{}:0: IR that is not UTF-8", error.utf8_error().valid_up_to())))
}

/// Adds a module as text.
pub fn add_text(linker: &mut Linker, text: &str, name: &str) -> Result<(), Error> {
    let module = llvm::parse(text, name, linker.types()).map_err(Error::Llvm)?;
    linker.add(module).map_err(Error::Llvm)
}

//! Sandboxed programs (.nexe): the linker that makes them, the script that lays them out ([`script`]), the module in which they begin
//! ([`start`]), and what their files say besides what a linker writes ([`mark`]).
//!
//! In: sandboxed objects. Out: a file as Native Client's loader takes it. No C compiler is asked: nothing is linked that this translator
//! did not make, but for what the command line names. Sources: [NACL-SFI-X8664] "Binary Format"; [NACL-SOURCE]
//! `src/trusted/service_runtime/elf_util.c`, `src/include/nacl_elf.h`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::toolchain::output_of;
use crate::driver::clang::find::in_path;
use crate::driver::error::Error;
use crate::driver::translate_module;
use crate::isa::description::{self, NOTE, describe};
use crate::options::{Features, Isa, Options};
use crate::text::parse_module;

const SCRIPT: &str = include_str!("nexe.ld");
const START: &str = include_str!("start.ll");

/// Where sections of notes begin by which objects say that they are sandboxed.
const NOTES: &[u8] = b".note.NaCl.ABI.";

/// What LLVM's linker is called, which knows all formats.
const LLDS: [&str; 6] = ["ld.lld", "ld.lld-19", "ld.lld-18", "ld.lld-16", "ld.lld-15", "ld.lld-14"];

/// The linker's script of an architecture.
pub fn script(isa: Isa) -> String {
    let features = Features { sandbox: true, ..Features::default() };
    let sections = (describe(isa).elf)(features).extra_sections;
    let note = sections.iter().find(|section| section.kind == NOTE).map_or(".note", |section| section.name);
    SCRIPT.replace("@NOTE@", note).replace("@FILL@", describe(isa).nexe.fill)
}

/// The object in which a program begins, translated with these options.
pub fn start(options: &Options) -> Result<Vec<u8>, Error> {
    let (module, bodies) = parse_module(START, "start.ll").map_err(|error| Error::Format(error.to_string()))?;
    translate_module(&module, &bodies, options)
}

/// Whether an object or archive says that something in it is sandboxed.
pub fn is_sandboxed(bytes: &[u8]) -> bool {
    bytes.windows(NOTES.len()).any(|window| window == NOTES)
}

/// A linker of one architecture's programs.
pub struct Linker {
    facts: &'static description::Nexe,
    path: PathBuf,
    /// Whether commands are printed before they are run.
    pub verbose: bool,
}

impl Linker {
    /// Binutils' for the architecture, or LLVM's. The error says what to install.
    pub fn find(isa: Isa) -> Result<Self, Error> {
        let facts = &describe(isa).nexe;
        let found = facts.linkers.iter().chain(&LLDS).find_map(|name| in_path(name.as_ref()));
        let path = found.ok_or_else(|| {
            let package = facts.package;
            Error::NotBuilt(format!("nothing links sandboxed programs for {isa}: `apt-get install {package}`, or lld"))
        })?;
        Ok(Self { facts, path, verbose: false })
    }

    /// Links a program of objects, libraries and options, in order. What was said about it.
    pub fn link(&self, script: &Path, program: &Path, inputs: &[OsString]) -> Result<Vec<u8>, Error> {
        let mut command = Command::new(&self.path);
        command.args(["-m", self.facts.emulation, "-static", "-nostdlib", "-z", "max-page-size=0x10000", "-T"]).arg(script);
        output_of(command.arg("-o").arg(program).args(inputs), self.verbose).map(|output| output.stderr)
    }
}

/// Writes into a file's header that it is Native Client's, and how its code is aligned.
pub fn mark(isa: Isa, file: &mut [u8]) {
    const CLASS: usize = 4;
    // The numbers of the system and of its version.
    const SYSTEM: usize = 7;
    let flags = if file.get(CLASS) == Some(&1) { 36 } else { 48 };
    if let Some(system) = file.get_mut(SYSTEM..SYSTEM + 2) {
        system.copy_from_slice(&[123, 7]);
    }
    if let Some(field) = file.get_mut(flags..flags + 4) {
        let known = field.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte));
        field.copy_from_slice(&(known | describe(isa).nexe.flags).to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::OptLevel;

    #[test]
    fn scripts_name_their_notes_and_traps() {
        for isa in Isa::ALL {
            let script = script(isa);
            assert!(!script.contains('@') && script.contains("KEEP(*(.note.NaCl.ABI."), "{script}");
        }
    }

    #[test]
    fn where_programs_begin_is_sandboxed_for_every_architecture() {
        let features = Features { sandbox: true, ..Features::default() };
        for isa in Isa::ALL {
            let options = Options { features, ..Options::new(isa, OptLevel::O2) };
            assert!(is_sandboxed(&start(&options).unwrap()), "{isa}");
            assert!(!is_sandboxed(&start(&Options::new(isa, OptLevel::O2)).unwrap()), "{isa}");
        }
    }

    #[test]
    fn headers_of_both_classes_are_marked() {
        for (class, flags) in [(1, 36), (2, 48)] {
            let mut file = vec![0x7f; 52];
            file[4] = class;
            file[flags..flags + 4].copy_from_slice(&[1, 0, 0, 5]);
            mark(Isa::X8664, &mut file);
            assert_eq!(file[7..9], [123, 7]);
            assert_eq!(file[flags..flags + 4], [1, 0, 0x20, 5]);
        }
        mark(Isa::X8664, &mut [0; 3]);
    }
}

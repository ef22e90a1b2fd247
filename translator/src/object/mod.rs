//! Object files: a module's globals and the code of its functions become one relocatable ELF32
//! file, or the text ([`asm`]) of which an assembler makes one.
//!
//! In: the [`Module`], then one [`FuncCode`] for each defined function, in function order. Out: the
//! bytes of the file, which depend on nothing else. Knows no ISA: what the psABI of one prescribes
//! arrives as an [`ElfTarget`].
//!
//! | section | holds |
//! |---|---|
//! | `.text` | code, each function aligned to [`ElfTarget::text_align`] |
//! | `.rodata` `.data` `.bss` | globals, laid out by [`data`] |
//! | `.rodata.cst4` `.cst8` `.cst16` | the merged constant pools ([`pool`]) |
//! | `.note.GNU-stack` | nothing: the code needs no executable stack |
//! | as [`ElfTarget::extra_sections`] says | what the psABI asks for |
//! | `.rel.*` or `.rela.*` | relocations of code and of addresses in initial values |
//! | `.symtab` `.strtab` `.shstrtab` | symbols and names |
//!
//! Functions and globals may have sections of their own instead ([`own`]). Sections that would be empty
//! are left out, but for `.text`. Symbols: locals first, in the order functions,
//! globals, constants (`.LC0`, …), the mapping symbol; then the global ones that the module
//! defines; then what it refers to but does not define, in order of first reference.

#[cfg(feature = "asm")]
pub mod asm;
pub mod builder;
pub mod data;
pub mod elf;
mod file;
pub mod own;
pub mod pool;
mod symbols;
#[cfg(test)]
mod tests;

#[cfg(feature = "asm")]
pub use asm::{AsmBuilder, AsmTarget};
pub use builder::ObjectBuilder;
pub use data::{DataLayout, DataSection};
pub use elf::header::Class;
pub use file::{CodeStore, Contents, ObjectFile};

use crate::error::TranslateError;
use crate::ice::{FuncId, Module};
use crate::mc::FuncCode;
use crate::options::OwnSections;
use crate::util::rng::Rng;

/// What a target's psABI says about its object files.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ElfTarget {
    /// The file format's class: how wide addresses and sizes are in it.
    pub class: Class,
    /// `e_machine`.
    pub machine: u16,
    /// `e_flags`.
    pub flags: u32,
    /// Whether relocations carry their addend (RELA) or the relocated field does (REL).
    pub rela: bool,
    /// Relocation type of a 32-bit absolute address, as in initial values.
    pub abs32_reloc: u16,
    /// Alignment of functions in bytes, a power of two.
    pub text_align: u32,
    /// The byte between functions: something that traps or does nothing.
    pub text_pad: u8,
    /// The name of a local symbol at the start of code, where the psABI asks for one: it tells code
    /// from data.
    pub mapping_symbol: Option<&'static str>,
    /// What else every object has to hold, such as build attributes.
    pub extra_sections: &'static [ExtraSection],
}

/// A section of constant content that a psABI asks for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ExtraSection {
    /// Name.
    pub name: &'static str,
    /// `sh_type`.
    pub kind: u32,
    /// `sh_flags`.
    pub flags: u32,
    /// `sh_addralign`.
    pub align: u32,
    /// `sh_entsize`.
    pub entry_size: u32,
    /// Content.
    pub bytes: &'static [u8],
}

/// How what is in a file is to be arranged, where that is not as usual.
#[derive(Clone, Debug, Default)]
pub struct Arrangement {
    /// What has sections of its own.
    pub own: OwnSections,
    /// Where the order of global variables within their sections comes from, if not from the module.
    pub globals: Option<Rng>,
    /// The same for pooled constants.
    pub pooled_constants: Option<Rng>,
}

/// Where a module's functions go: an object file or assembly text.
pub struct FileBuilder<'m>(Box<dyn Build + 'm>);

/// What kind of file to build, and what it has to say about the target.
#[derive(Clone, Debug)]
pub enum FileTarget {
    /// An object file.
    Object(ElfTarget),
    /// Assembly text.
    #[cfg(feature = "asm")]
    Asm(AsmTarget),
}

impl<'m> FileBuilder<'m> {
    /// Starts the file of a module.
    pub fn new(module: &'m Module, target: FileTarget, arrangement: &Arrangement) -> Result<Self, TranslateError> {
        Ok(Self(match target {
            FileTarget::Object(target) => Box::new(ObjectBuilder::new(module, target, arrangement)?),
            #[cfg(feature = "asm")]
            FileTarget::Asm(target) => Box::new(AsmBuilder::new(module, target, arrangement)?),
        }))
    }

    /// Makes the functions that the file defines and exports weak: a library that has them, too,
    /// can be linked beside it. To be called before any function is added.
    pub fn make_functions_weak(&mut self) {
        self.0.make_functions_weak();
    }

    /// Says where the code of an object file is to be kept; in memory, if this is not called. To be
    /// called before any function is added. Text is in memory.
    pub fn keep_code_in(&mut self, store: Box<dyn CodeStore>) {
        self.0.keep_code_in(store);
    }

    /// Appends the code of a defined function. Functions lie in the order of these calls.
    pub fn add_function(&mut self, func: FuncId, code: &FuncCode) -> Result<(), TranslateError> {
        self.0.add_function(func, code)
    }

    /// Puts the file together. Fails if a defined function has no code, or if the file is beyond a
    /// limit of its format.
    pub fn finish(self) -> Result<ObjectFile, TranslateError> {
        self.0.finish()
    }
}

/// What builds a file of one kind. See [`FileBuilder`]'s methods.
trait Build {
    fn make_functions_weak(&mut self);
    fn keep_code_in(&mut self, store: Box<dyn CodeStore>);
    fn add_function(&mut self, func: FuncId, code: &FuncCode) -> Result<(), TranslateError>;
    fn finish(self: Box<Self>) -> Result<ObjectFile, TranslateError>;
}

impl Build for ObjectBuilder<'_> {
    fn make_functions_weak(&mut self) {
        self.make_functions_weak();
    }

    fn keep_code_in(&mut self, store: Box<dyn CodeStore>) {
        self.keep_code_in(store);
    }

    fn add_function(&mut self, func: FuncId, code: &FuncCode) -> Result<(), TranslateError> {
        self.add_function(func, code)
    }

    fn finish(self: Box<Self>) -> Result<ObjectFile, TranslateError> {
        ObjectBuilder::finish(*self)
    }
}

#[cfg(feature = "asm")]
impl Build for AsmBuilder<'_> {
    fn make_functions_weak(&mut self) {
        self.make_functions_weak();
    }

    fn keep_code_in(&mut self, _: Box<dyn CodeStore>) {}

    fn add_function(&mut self, func: FuncId, code: &FuncCode) -> Result<(), TranslateError> {
        self.add_function(func, code)
    }

    fn finish(self: Box<Self>) -> Result<ObjectFile, TranslateError> {
        AsmBuilder::finish(*self).map(ObjectFile::from)
    }
}

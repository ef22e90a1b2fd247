//! Object files: a module's globals and the code of its functions become one relocatable ELF32 file.
//!
//! In: the [`Module`](crate::ice::Module), then one [`FuncCode`](crate::mc::FuncCode) for each defined function, in function order.
//! Out: the bytes of the file, which depend on nothing else. Knows no ISA: what the psABI of one prescribes arrives as an [`ElfTarget`].
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
//! Sections that would be empty are left out. Symbols: locals first, in the order functions, globals, constants (`.LC0`, …); then the
//! global ones that the module defines; then what it refers to but does not define, in order of first reference.

pub mod builder;
pub mod data;
pub mod elf;
pub mod pool;
#[cfg(test)]
mod tests;

pub use builder::ObjectBuilder;
pub use data::{DataLayout, DataSection};

/// What a target's psABI says about its object files.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ElfTarget {
    /// `e_machine`.
    pub machine: u16,
    /// `e_flags`.
    pub flags: u32,
    /// Whether relocations carry their addend (RELA) or the relocated field does (REL).
    pub rela: bool,
    /// Relocation type of a 32-bit absolute address, as in initial values.
    pub abs32_reloc: u8,
    /// Alignment of functions in bytes, a power of two.
    pub text_align: u32,
    /// The byte between functions: something that traps or does nothing.
    pub text_pad: u8,
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

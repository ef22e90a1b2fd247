//! What the rest of the translator has to know of an architecture, as data: object files, assembly
//! text, registers. One description each, in its folder; nothing outside asks which architecture it
//! is to decide such a thing.

use crate::object::{AsmTarget, Class, ElfTarget};
use crate::options::{Features, Isa};

/// See the module.
#[derive(Debug)]
pub struct Description {
    /// What its psABI says about object files.
    pub elf: fn(Features) -> ElfTarget,
    /// What its assembler wants to be told.
    pub asm: fn(Features) -> AsmTarget,
    /// The fewest registers with which its code can be made, but for the borrowing that
    /// `pipeline::registers` states: names for `-reg-use`.
    pub fewest_registers: &'static [&'static str],
    /// Whether its 64-bit atomics are calls of lock-based functions, which its runtime has to
    /// define.
    pub locks_wide_atomics: bool,
}

/// An architecture's description.
pub fn describe(isa: Isa) -> &'static Description {
    match isa {
        Isa::X8632 => &super::x86::description::X8632,
        Isa::X8664 => &super::x86::description::X8664,
        Isa::Arm32 => &super::arm32::description::ARM32,
        Isa::Mips32 => &super::mips32::description::MIPS32,
    }
}

/// The least that can be said of objects with instructions of four bytes.
pub(super) const PLAIN: ElfTarget = ElfTarget {
    class: Class::Elf32,
    machine: 0,
    flags: 0,
    rela: false,
    abs32_reloc: 2,
    text_align: 4,
    text_pad: 0,
    mapping_symbol: None,
    extra_sections: &[],
};

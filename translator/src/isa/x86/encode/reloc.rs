//! The relocations of the two psABIs: which type a field needs, and what the field holds until the
//! linker has seen it.
//!
//! Source: [SYSV-I386] "Relocation Types" (REL sections: the addend is in the field); [SYSV-AMD64]
//! "Relocation Types" (RELA sections: the field is zero).

use super::Mode;

const R_386_32: u16 = 1;
const R_386_PC32: u16 = 2;
const R_X86_64_PLT32: u16 = 4;
const R_X86_64_32: u16 = 10;
const R_X86_64_32S: u16 = 11;

/// For an address in 32 bits, which the processor may sign-extend to 64 bits.
pub(super) fn absolute(mode: Mode, sign_extended: bool) -> u16 {
    match mode {
        Mode::X8632 => R_386_32,
        Mode::X8664 if sign_extended => R_X86_64_32S,
        Mode::X8664 => R_X86_64_32,
    }
}

/// For the distance of a function.
pub(super) fn relative(mode: Mode) -> u16 {
    match mode {
        Mode::X8632 => R_386_PC32,
        Mode::X8664 => R_X86_64_PLT32,
    }
}

/// What the relocated field holds: the addend where relocation sections have none.
#[inline]
pub(super) fn field(mode: Mode, addend: i32) -> i32 {
    match mode {
        Mode::X8632 if fault!(X86AddendTwice, addend > 0) => addend.wrapping_mul(2),
        Mode::X8632 => addend,
        Mode::X8664 => 0,
    }
}

/// Relative relocations count from the start of the field, which ends the instruction; the
/// processor counts from its end.
#[inline]
pub(super) fn from_field(addend: i32) -> i32 {
    addend.wrapping_sub(4)
}

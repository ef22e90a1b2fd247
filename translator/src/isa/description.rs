//! What the rest of the translator has to know of an architecture, as data: object files, assembly
//! text, registers. One description each, in its folder; nothing outside asks which architecture it
//! is to decide such a thing.

#[cfg(feature = "asm")]
use crate::object::AsmTarget;
use crate::object::{Class, ElfTarget, ExtraSection};
use crate::opt::conditions::Decided;
use crate::opt::if_convert::Selects;
use crate::opt::mem_intrin::CopyPieces;
use crate::opt::strength_reduce::Machine;
use crate::opt::symbols::NumberUse;
use crate::opt::vectorise::VectorUnit;
use crate::options::{Features, Isa};

/// See the module.
#[derive(Debug)]
pub struct Description {
    /// What its psABI says about object files.
    pub elf: fn(Features) -> ElfTarget,
    /// The fewest registers with which its code can be made, but for the borrowing that
    /// `pipeline::registers` states: names for `-reg-use`.
    pub fewest_registers: &'static [&'static str],
    /// Whether its code can be sandboxed.
    pub has_sandbox: bool,
    /// Whether its 64-bit atomics are calls of lock-based functions, which its runtime has to
    /// define.
    pub locks_wide_atomics: bool,
    /// Whether an access adds up its address itself only if the sum is of its own block.
    pub sums_in_block: bool,
    /// Whether its additions set the flags that a comparison of the sum with zero sets.
    pub compares_sums: bool,
    /// What its accesses add up, and for how many integers a loop has registers.
    pub steps: Machine,
    /// What a select takes instead of a branch.
    pub selects: Selects,
    /// What its vectors can do, if they have registers.
    pub vectors: Option<VectorUnit>,
    /// Whether its processors begin instructions in order, and what they take is known ([`FlowInst::timing`](crate::lir::FlowInst::timing)).
    pub schedules: bool,
    /// Which comparisons of integers its branches and selects do themselves.
    pub decided: Decided,
    /// Whether its registers have 64 bits.
    pub has_wide_integers: bool,
    /// If its instructions cannot contain an address, so that one may be worth a register: which numbers
    /// they cannot contain either.
    pub dear: Option<fn(u32) -> bool>,
    /// Whether a floating-point constant takes an instruction wherever one is used, so that one may be worth a register.
    pub dear_floats: bool,
    /// Which other numbers need an instruction of their own where they are used in such a way; `None` if none does.
    pub plain_numbers: Option<fn(u32, NumberUse) -> bool>,
    /// In which pieces it copies a few bytes.
    pub copies: CopyPieces,
    /// What makes programs of its objects.
    #[cfg(feature = "tools")]
    pub toolchain: Toolchain,
    /// What makes sandboxed programs of them.
    #[cfg(feature = "tools")]
    pub nexe: Nexe,
}

/// A compiler of C that links an architecture's objects, and what it has to be told: code of the
/// same ABI, at fixed addresses. Debian's names.
#[cfg(feature = "tools")]
#[derive(Debug)]
pub struct Toolchain {
    /// What gcc is called.
    pub gcc: &'static str,
    /// What clang has to be told with `--target`.
    pub triple: &'static str,
    /// What both are told to compile.
    pub compile: &'static [&'static str],
    /// What gcc alone is told to compile.
    pub compile_gcc: &'static [&'static str],
    /// What both are told to link.
    pub link: &'static [&'static str],
    /// What gcc is told to assemble.
    pub assemble: &'static [&'static str],
    /// What objdump is told, so that it spells instructions as this project does.
    pub disassemble: &'static [&'static str],
    /// The arguments by which objcopy gives an object the format that is linked, if it has another.
    pub convert: &'static [&'static str],
    /// The packages to install.
    pub packages: &'static str,
}

/// A linker of an architecture's sandboxed programs (.nexe), and what their files say. Debian's names.
#[cfg(feature = "tools")]
#[derive(Debug)]
pub struct Nexe {
    /// What the linkers of binutils are called that know the format.
    pub linkers: &'static [&'static str],
    /// What a linker calls the format (`-m`).
    pub emulation: &'static str,
    /// The package to install.
    pub package: &'static str,
    /// What is where no code is: an instruction that traps, its bytes in order as a linker's script spells them.
    pub fill: &'static str,
    /// What a file's `e_flags` have besides what the linker writes.
    pub flags: u32,
}

/// Whether this build has code for an architecture.
pub const fn is_built(isa: Isa) -> bool {
    match isa {
        Isa::X8632 => cfg!(feature = "target-x8632"),
        Isa::X8664 => cfg!(feature = "target-x8664"),
        Isa::Arm32 => cfg!(feature = "target-arm32"),
        Isa::Mips32 => cfg!(feature = "target-mips32"),
    }
}

/// An architecture's description.
///
/// # Panics
/// If this build has no code for it ([`is_built`]).
pub fn describe(isa: Isa) -> &'static Description {
    match isa {
        #[cfg(feature = "target-x8632")]
        Isa::X8632 => &super::x86::description::X8632,
        #[cfg(feature = "target-x8664")]
        Isa::X8664 => &super::x86::description::X8664,
        #[cfg(feature = "target-arm32")]
        Isa::Arm32 => &super::arm32::description::ARM32,
        #[cfg(feature = "target-mips32")]
        Isa::Mips32 => &super::mips32::description::MIPS32,
        #[allow(unreachable_patterns, reason = "some build has no code for it")]
        isa => panic!("{isa} is not in this build"),
    }
}

/// What an architecture's assembler wants to be told.
///
/// # Panics
/// As [`describe`].
#[cfg(feature = "asm")]
pub fn assembly(isa: Isa, features: Features) -> AsmTarget {
    let plain = assembly_without_sandbox(isa, features);
    if !features.is_sandboxed() {
        return plain;
    }
    // Where functions begin is the same as in objects, and so is what says that they are sandboxed.
    let objects = (describe(isa).elf)(features);
    let notes = objects.extra_sections.iter().filter(|extra| extra.kind == NOTE).map(sandbox_note_directives);
    let align_code = if objects.text_align == 16 { ".balign\t16" } else { ".balign\t32" };
    AsmTarget { header: notes.fold(plain.header, |header, note| header + &note), align_code, ..plain }
}

#[cfg(feature = "asm")]
fn assembly_without_sandbox(isa: Isa, features: Features) -> AsmTarget {
    match isa {
        #[cfg(feature = "target-x8632")]
        Isa::X8632 => super::x86::asm::target(super::x86::Mode::X8632),
        #[cfg(feature = "target-x8664")]
        Isa::X8664 => super::x86::asm::target(super::x86::Mode::X8664),
        #[cfg(feature = "target-arm32")]
        Isa::Arm32 => super::arm32::asm::target(features),
        #[cfg(feature = "target-mips32")]
        Isa::Mips32 => super::mips32::asm::target(),
        #[allow(unreachable_patterns, reason = "some build has no code for it")]
        isa => panic!("{isa} is not in this build, with {features:?} or without"),
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

/// `SHT_NOTE`.
pub(crate) const NOTE: u32 = 7;

/// An object whose code, of instructions of four bytes, is sandboxed: functions begin a bundle of 16 bytes, and their code fills their
/// last one.
pub(super) const fn in_bundles(plain: ElfTarget, extra_sections: &'static [ExtraSection]) -> ElfTarget {
    ElfTarget { text_align: 16, extra_sections, ..plain }
}

/// The section by which an object says that its code is for a sandbox: an ELF note whose owner is `NaCl` and whose content is the
/// architecture's name there ([NACL-NOTES] throughout). Name and bytes go together.
pub(super) const fn sandbox_note(name: &'static str, bytes: &'static [u8]) -> ExtraSection {
    const ALLOC: u32 = 2;
    ExtraSection { name, kind: NOTE, flags: ALLOC, align: 4, entry_size: 0, bytes }
}

/// The same section in assembly text.
#[cfg(feature = "asm")]
fn sandbox_note_directives(note: &ExtraSection) -> String {
    let bytes: Vec<String> = note.bytes.iter().map(u8::to_string).collect();
    format!("\t.section\t{}, \"a\", %note\n\t.balign\t4\n\t.byte\t{}\n", note.name, bytes.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_of_sandboxed_code_are_notes() {
        let features = Features { sandbox: true, ..Features::default() };
        let expected = [(Isa::X8632, "x86-32"), (Isa::X8664, "x86-64"), (Isa::Arm32, "arm"), (Isa::Mips32, "mipsel")];
        for (isa, name) in expected.into_iter().filter(|&(isa, _)| is_built(isa) && describe(isa).has_sandbox) {
            let target = (describe(isa).elf)(features);
            let section = format!(".note.NaCl.ABI.{name}");
            let Some(note) = target.extra_sections.iter().find(|extra| extra.name == section) else {
                panic!("{isa} has no note");
            };
            let word = |at: usize| u32::from_le_bytes(note.bytes[4 * at..][..4].try_into().unwrap());
            assert_eq!((word(0), word(1), word(2)), (5, name.len() as u32 + 1, 1));
            assert!(note.bytes[12..].starts_with(b"NaCl\0\0\0\0") && note.bytes[20..].starts_with(name.as_bytes()));
            assert!(note.bytes.len().is_multiple_of(4) && note.bytes.len() > 20 + name.len());
            assert!((describe(isa).elf)(Features::default()).extra_sections.iter().all(|extra| extra.name != section));
        }
    }
}

//! The description of MIPS. Source: [SYSV-MIPS] "ELF Header" and "Relocation Types".

use super::sections;
use crate::isa::description::{Description, PLAIN, in_bundles, sandbox_note};
#[cfg(feature = "tools")]
use crate::isa::description::{Nexe, Toolchain};
use crate::object::{ElfTarget, ExtraSection};
use crate::opt::conditions::Decided;
use crate::opt::if_convert::Selects;
use crate::opt::mem_intrin::CopyPieces;
use crate::opt::strength_reduce::{Machine, cost::Adds};
use crate::opt::symbols::NumberUse;
use crate::options::Features;

static WITH_NOTE: [ExtraSection; 3] = [
    sections::EXTRA[0],
    sections::EXTRA[1],
    sandbox_note(".note.NaCl.ABI.mipsel", b"\x05\0\0\0\x07\0\0\0\x01\0\0\0NaCl\0\0\0\0mipsel\0\0"),
];

fn objects(features: Features) -> ElfTarget {
    let objects = ElfTarget { machine: 8, flags: sections::E_FLAGS, extra_sections: sections::EXTRA, ..PLAIN };
    match features.is_sandboxed() {
        true if fault!(SandboxNote) => in_bundles(objects, sections::EXTRA),
        true => in_bundles(objects, &WITH_NOTE),
        false => objects,
    }
}

/// What is worked on is loaded first, and operands and results of 64-bit operations are pairs: six
/// general registers. Floats: two operands and a result.
pub static MIPS32: Description = Description {
    elf: objects,
    fewest_registers: &["v0", "v1", "a0", "a1", "a2", "a3", "f0", "f2", "f4"],
    has_sandbox: true,
    locks_wide_atomics: true,
    sums_in_block: false,
    compares_sums: false,
    steps: Machine { adds: Adds::Constant, registers: 18 },
    schedules: false,
    selects: Selects { word: 1.5, wide: 3.0, float: None, equality: 1.5, other: 0.5, again: 0.0, unpredictable: 2.0 },
    vectors: None,
    decided: Decided::WithZero,
    has_wide_integers: false,
    dear: Some(is_dear),
    dear_floats: true,
    plain_numbers: Some(needs_instruction),
    copies: CopyPieces { vectors: false, wide_words: false, doubles_from: Some(8), unaligned: false },
    #[cfg(feature = "tools")]
    toolchain: Toolchain {
        gcc: "mipsel-linux-gnu-gcc",
        triple: "mipsel-linux-gnu",
        compile: &["-march=mips32r2", "-mfp32", "-G0"],
        compile_gcc: &["-mplt"],
        link: &["-march=mips32r2", "-mfp32"],
        // Debian's assembler is built to insert `sync` at certain labels, for a processor with a fault.
        assemble: &["-march=mips32r2", "-Wa,-mno-fix-loongson3-llsc"],
        disassemble: &[],
        convert: &[],
        packages: "gcc-mipsel-linux-gnu",
    },
    // `break`.
    #[cfg(feature = "tools")]
    nexe: Nexe {
        linkers: &["mipsel-linux-gnu-ld"],
        emulation: "elf32ltsmip",
        package: "binutils-mipsel-linux-gnu",
        fill: "0x0d000000",
        flags: 0,
    },
};

/// Whether a number takes an instruction of its own: `addiu` and `slti` have signed ones, the logical operations unsigned ones.
fn needs_instruction(number: u32, used: NumberUse) -> bool {
    match used {
        NumberUse::Stored | NumberUse::Equality => number != 0,
        NumberUse::Order | NumberUse::Operand => number > 0xffff && number < 0xffff_8000,
    }
}

/// Whether a number takes two instructions.
pub(super) fn is_dear(number: u32) -> bool {
    number > 0xffff && number < 0xffff_8000 && number & 0xffff != 0
}

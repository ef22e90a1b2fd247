//! The descriptions of both modes. Sources: [SYSV-I386] "Relocation Types", [SYSV-AMD64] "Relocation
//! Types".

use super::sandbox;
use crate::isa::description::{Description, PLAIN, sandbox_note};
#[cfg(feature = "tools")]
use crate::isa::description::{Nexe, Toolchain};
use crate::object::{ElfTarget, ExtraSection};
use crate::opt::conditions::Decided;
use crate::opt::if_convert::Selects;
use crate::opt::mem_intrin::CopyPieces;
use crate::opt::strength_reduce::{Machine, cost::Adds};
use crate::opt::vectorise::VectorUnit;
use crate::options::Features;

/// The gap between functions is filled with `int3`, so that running off the end of one traps.
const OBJECTS: ElfTarget = ElfTarget { text_align: 16, text_pad: 0xcc, ..PLAIN };

/// In a sandbox functions begin a bundle, and what is between them is `hlt`.
fn objects(features: Features, note: &'static [ExtraSection]) -> ElfTarget {
    if !features.is_sandboxed() {
        return OBJECTS;
    }
    let note = if fault!(SandboxNote) { &[] } else { note };
    ElfTarget { text_align: sandbox::BUNDLE, text_pad: 0xf4, extra_sections: note, ..OBJECTS }
}

/// `cmov`, after a move that is hardly ever saved. There is none of the other registers.
const SELECTS: Selects = Selects { word: 1.5, wide: 3.5, float: None, equality: 0.0, other: 0.0, again: 1.0, unpredictable: 2.0 };

static NOTE_32: [ExtraSection; 1] =
    [sandbox_note(".note.NaCl.ABI.x86-32", b"\x05\0\0\0\x07\0\0\0\x01\0\0\0NaCl\0\0\0\0x86-32\0\0")];
static NOTE_64: [ExtraSection; 1] =
    [sandbox_note(".note.NaCl.ABI.x86-64", b"\x05\0\0\0\x07\0\0\0\x01\0\0\0NaCl\0\0\0\0x86-64\0\0")];

/// Code lies in bundles of 32 bytes: 0x200000 ([NACL-SFI-X8664] "Binary Format"), which x86-32 says, too.
#[cfg(feature = "tools")]
const NEXE: Nexe = Nexe {
    linkers: &["x86_64-linux-gnu-ld", "ld"],
    emulation: "",
    package: "binutils-x86-64-linux-gnu",
    fill: "0xf4f4f4f4",
    flags: 0x20_0000,
};

/// Three general registers are enough, because instructions have operands in memory: two registers of
/// an address and a value are the most that one mentions. Vectors: two operands, a result, and a
/// copy, as operations overwrite an operand.
pub static X8632: Description = Description {
    elf: |features| ElfTarget { machine: 3, abs32_reloc: 1, ..objects(features, &NOTE_32) },
    fewest_registers: &["eax", "ecx", "edx", "xmm0", "xmm1", "xmm2", "xmm3"],
    has_sandbox: true,
    locks_wide_atomics: false,
    sums_in_block: true,
    compares_sums: true,
    steps: Machine { adds: Adds::All, registers: 6 },
    schedules: false,
    selects: SELECTS,
    vectors: Some(VectorUnit { floats: true, shifts: false }),
    decided: Decided::All,
    has_wide_integers: false,
    dear: None,
    dear_floats: false,
    plain_numbers: None,
    copies: CopyPieces { vectors: true, wide_words: false, doubles_from: Some(1), unaligned: true },
    #[cfg(feature = "tools")]
    toolchain: Toolchain {
        gcc: "gcc",
        triple: "i686-linux-gnu",
        compile: &["-m32", "-msse2"],
        compile_gcc: &[],
        link: &["-m32"],
        assemble: &["-m32"],
        disassemble: &["-Mintel"],
        convert: &[],
        packages: "gcc",
    },
    #[cfg(feature = "tools")]
    nexe: Nexe { emulation: "elf_i386", ..NEXE },
};

/// The same.
pub static X8664: Description = Description {
    elf: |features| ElfTarget { machine: 62, rela: true, abs32_reloc: 10, ..objects(features, &NOTE_64) },
    fewest_registers: &["rax", "rcx", "rdx", "xmm0", "xmm1", "xmm2", "xmm3"],
    has_sandbox: true,
    locks_wide_atomics: false,
    sums_in_block: true,
    compares_sums: true,
    steps: Machine { adds: Adds::All, registers: 12 },
    schedules: false,
    selects: SELECTS,
    vectors: Some(VectorUnit { floats: true, shifts: false }),
    decided: Decided::All,
    has_wide_integers: true,
    dear: None,
    dear_floats: false,
    plain_numbers: None,
    copies: CopyPieces { vectors: true, wide_words: true, doubles_from: None, unaligned: true },
    // Few kernels run x32 programs. But the code is 64-bit code, which an ordinary process runs if all
    // its addresses have 32 bits; so the objects are given the 64-bit file format for the linker.
    #[cfg(feature = "tools")]
    toolchain: Toolchain {
        gcc: "gcc",
        triple: "x86_64-linux-gnu",
        compile: &["-mx32"],
        compile_gcc: &[],
        link: &["-m64"],
        assemble: &["-mx32"],
        disassemble: &["-Mintel"],
        convert: &["-I", "elf32-x86-64", "-O", "elf64-x86-64"],
        packages: "gcc binutils",
    },
    #[cfg(feature = "tools")]
    nexe: Nexe { emulation: "elf32_x86_64", ..NEXE },
};

//! The sections that MIPS linkers look for in every object: `.reginfo` and `.MIPS.abiflags`.
//!
//! Both say the same of every object that the translator writes: MIPS32r2 with 32-bit registers,
//! doubles in register pairs (FR=0), nothing of `$gp`. Source: [SYSV-MIPS] "Register Information";
//! [MIPS-FR] section 10.

use crate::object::ExtraSection;
use crate::object::elf::section::ALLOC;

/// `e_flags`: no reordering by the assembler, calls by the CPIC convention, O32, MIPS32r2.
pub const E_FLAGS: u32 = 0x7000_1005;
/// `SHT_MIPS_REGINFO`.
pub const REGINFO_TYPE: u32 = 0x7000_0006;
/// `SHT_MIPS_ABIFLAGS`.
pub const ABIFLAGS_TYPE: u32 = 0x7000_002a;

/// The sections.
pub const EXTRA: &[ExtraSection] = &[
    ExtraSection { name: ".reginfo", kind: REGINFO_TYPE, flags: ALLOC, align: 4, entry_size: 24, bytes: &REGINFO },
    ExtraSection { name: ".MIPS.abiflags", kind: ABIFLAGS_TYPE, flags: ALLOC, align: 8, entry_size: 24, bytes: &ABIFLAGS },
];

/// `Elf32_RegInfo`: a mask of general registers used, four of coprocessor registers, the value of
/// `$gp`. Linkers only or the masks.
pub const REGINFO: [u8; 24] = {
    let mut bytes = [0; 24];
    let general = 0xf3ff_fffe_u32.to_le_bytes();
    let float = u32::MAX.to_le_bytes();
    let mut index = 0;
    while index < 4 {
        bytes[index] = general[index];
        bytes[8 + index] = float[index];
        index += 1;
    }
    bytes
};

/// `Elf_MIPS_ABIFlags_v0`: version 0, MIPS32 release 2, 32-bit general and floating-point
/// registers, no coprocessor 2, FP ABI "double", no extension, no ASE, flag 1: odd-numbered
/// single-precision registers are allowed.
pub const ABIFLAGS: [u8; 24] = [0, 0, 32, 2, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];

/// The first lines of assembly text: what makes the assembler write these sections and flags, and
/// take instructions as they are. Spelled as both GNU's and LLVM's have it; what neither file nor
/// assembler says, the release in `e_flags`, is the command line's: `-march=mips32r2`.
pub const DIRECTIVES: &str = "\t.module\tfp=32
\t.module\toddspreg
\t.set\tmips32r2
\t.abicalls
\t.option\tpic0
\t.set\tnoreorder
\t.set\tnoat
\t.set\tnomacro
";

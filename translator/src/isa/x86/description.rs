//! The descriptions of both modes. Sources: [SYSV-I386] "Relocation Types", [SYSV-AMD64] "Relocation
//! Types".

use crate::isa::description::{Description, PLAIN};
use crate::object::ElfTarget;

/// The gap between functions is filled with `int3`, so that running off the end of one traps.
const OBJECTS: ElfTarget = ElfTarget { text_align: 16, text_pad: 0xcc, ..PLAIN };

/// Three general registers are enough, because instructions have operands in memory: two registers of
/// an address and a value are the most that one mentions. Vectors: two operands, a result, and a
/// copy, as operations overwrite an operand.
pub static X8632: Description = Description {
    elf: |_| ElfTarget { machine: 3, abs32_reloc: 1, ..OBJECTS },
    fewest_registers: &["eax", "ecx", "edx", "xmm0", "xmm1", "xmm2", "xmm3"],
    locks_wide_atomics: false,
};

/// The same.
pub static X8664: Description = Description {
    elf: |_| ElfTarget { machine: 62, rela: true, abs32_reloc: 10, ..OBJECTS },
    fewest_registers: &["rax", "rcx", "rdx", "xmm0", "xmm1", "xmm2", "xmm3"],
    locks_wide_atomics: false,
};

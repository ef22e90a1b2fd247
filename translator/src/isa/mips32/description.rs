//! The description of MIPS. Source: [SYSV-MIPS] "ELF Header" and "Relocation Types".

use super::encode::decode::Reader;
use super::sections;
use crate::isa::description::{Description, PLAIN};
use crate::mc::listing;
use crate::object::{AsmTarget, ElfTarget};

/// What is worked on is loaded first, and operands and results of 64-bit operations are pairs: six
/// general registers. Floats: two operands and a result.
pub static MIPS32: Description = Description {
    elf: |_| ElfTarget { machine: 8, flags: sections::E_FLAGS, extra_sections: sections::EXTRA, ..PLAIN },
    asm: |_| AsmTarget {
        header: sections::DIRECTIVES.into(),
        before_aliases: "",
        align_code: ".balign\t4",
        reserved: |_| false,
        list: |code, name, out| listing::list(&Reader, code, name, out),
    },
    fewest_registers: &["v0", "v1", "a0", "a1", "a2", "a3", "f0", "f2", "f4"],
    locks_wide_atomics: true,
};

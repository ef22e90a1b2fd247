//! The descriptions of both modes. Sources: [SYSV-I386] "Relocation Types", [SYSV-AMD64] "Relocation
//! Types".

#[cfg(feature = "tools")]
use crate::isa::description::Toolchain;
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
};

/// The same.
pub static X8664: Description = Description {
    elf: |_| ElfTarget { machine: 62, rela: true, abs32_reloc: 10, ..OBJECTS },
    fewest_registers: &["rax", "rcx", "rdx", "xmm0", "xmm1", "xmm2", "xmm3"],
    locks_wide_atomics: false,
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
};

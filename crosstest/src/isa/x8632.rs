//! 32-bit x86, with the i386 ABI.

use object::elf::*;
use translator::options::Features;

use super::reloc::{Field::*, Formula::*, Kind, Range::*, kind};
use super::{Decoder, Facts, Linked, Llvm};

pub(super) const FACTS: Facts = Facts {
    machine: EM_386,
    relocations: RELOCATIONS,
    calls_with_veneers: &[],
    stop: &[0xf4],
    way_out,
    decoder: Decoder::X86(32),
    features: Features { sse41: true, hwdiv_arm: false, sandbox: true },
    has_exclusive_stores: false,
    gcc: "gcc",
    runner: None,
    packages: "gcc-multilib",
    driver: &["-m32", "-msse2"],
    linked: Linked { compile: &["-m32", "-msse2"], link: &["-m32"], convert: None },
    freestanding_gcc: &["-m32", "-msse2", "-I/usr/include/x86_64-linux-gnu"],
    freestanding_clang: &["--target=i386-linux-gnu", "-msse2"],
    nacl_triple: "i686-none-nacl-gnu",
    llvm: Llvm {
        name: "x86",
        triple: "i686-linux-gnu",
        llc: &["-mcpu=pentium4"],
        clang: &["-march=pentium4"],
        attributes: "+sse2",
        ..Llvm::AS_PNACL
    },
    withheld: &["eax", "ecx", "edx", "ebx", "esi", "edi", "ebp", "xmm0", "xmm1", "xmm2", "xmm5", "xmm6", "xmm7"],
};

/// `mov ecx, addr; and ecx, -32; jmp ecx`.
fn way_out(addr: u32) -> Vec<u8> {
    [&[0xb9][..], &addr.to_le_bytes(), &[0x83, 0xe1, 0xe0, 0xff, 0xe1]].concat()
}

/// [SYSV-I386] table 2.10. Every address is computed modulo 2^32, so nothing is out of range.
const RELOCATIONS: &[Kind] = &[
    kind(R_386_NONE, "R_386_NONE", Nothing, Word32, Wraps),
    kind(R_386_32, "R_386_32", Absolute, Word32, Wraps),
    kind(R_386_PC32, "R_386_PC32", Relative, Word32, Wraps),
    // No procedure linkage table in a static image: the call goes straight to the function.
    kind(R_386_PLT32, "R_386_PLT32", Relative, Word32, Wraps),
];

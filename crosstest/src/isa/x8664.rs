//! 64-bit x86 with 32-bit pointers: x32.

use object::elf::*;
use translator::options::Features;

use super::reloc::{Field::*, Formula::*, Kind, Range::*, kind};
use super::{Decoder, Facts, Linked, Llvm};

pub(super) const FACTS: Facts = Facts {
    machine: EM_X86_64,
    relocations: RELOCATIONS,
    calls_with_veneers: &[],
    stop: &[0xf4],
    way_out,
    decoder: Decoder::X86(64),
    features: Features { sse41: true, hwdiv_arm: false, sandbox: true },
    has_exclusive_stores: false,
    gcc: "gcc",
    runner: None,
    packages: "gcc",
    // An ordinary 64-bit process whose code and stack lie below 4 GiB runs code for 32-bit
    // pointers.
    driver: &["-m64"],
    // Few kernels run x32 programs. But the code is 64-bit code, which an ordinary process runs if
    // all its addresses have 32 bits; so the objects are given the 64-bit file format for the
    // linker.
    linked: Linked {
        compile: &["-mx32"],
        link: &["-m64"],
        convert: Some(&["objcopy", "-I", "elf32-x86-64", "-O", "elf64-x86-64"]),
    },
    freestanding_gcc: &["-mx32", "-mno-red-zone", "-msse2", "-I/usr/include/x86_64-linux-gnu"],
    freestanding_clang: &["--target=x86_64-linux-gnux32", "-mno-red-zone", "-msse2"],
    nacl_triple: "x86_64-none-nacl-gnu",
    llvm: Llvm { name: "x86-64", triple: "x86_64-linux-gnux32", llc: &[], clang: &[], attributes: "+sse2", ..Llvm::AS_PNACL },
    withheld: &[
        "rax", "rcx", "rdx", "rbx", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r12", "r14", "xmm0", "xmm1", "xmm9", "xmm15",
    ],
};

/// `mov r11d, addr; and r11d, -32; add r11, r15; jmp r11`.
fn way_out(addr: u32) -> Vec<u8> {
    [&[0x41, 0xbb][..], &addr.to_le_bytes(), &[0x41, 0x83, 0xe3, 0xe0, 0x4d, 0x01, 0xfb, 0x41, 0xff, 0xe3]].concat()
}

/// [SYSV-AMD64] table 4.10, with the x32 notes of chapter 10. R_X86_64_32 holds a 32-bit pointer
/// there, which an addend may take below zero.
const RELOCATIONS: &[Kind] = &[
    kind(R_X86_64_NONE, "R_X86_64_NONE", Nothing, Word32, Wraps),
    kind(R_X86_64_64, "R_X86_64_64", Absolute, Word64, Wraps),
    kind(R_X86_64_PC32, "R_X86_64_PC32", Relative, Word32, Signed),
    kind(R_X86_64_PLT32, "R_X86_64_PLT32", Relative, Word32, Signed),
    kind(R_X86_64_32, "R_X86_64_32", Absolute, Word32, Either),
    kind(R_X86_64_32S, "R_X86_64_32S", Absolute, Word32, Signed),
];

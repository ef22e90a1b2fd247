//! MIPS32r2, little-endian, with the O32 ABI.

use object::elf::*;
use translator::options::Features;

use super::reloc::{Field::*, Formula::*, Kind, Range::*, kind};
use super::{Decoder, Facts, Linked, Llvm, Model};

pub(super) const FACTS: Facts = Facts {
    machine: EM_MIPS,
    relocations: RELOCATIONS,
    calls_with_veneers: &[],
    stop: &0x0000_000d_u32.to_le_bytes(),
    way_out,
    decoder: Decoder::Words(capstone::Arch::MIPS, capstone::Mode::Mips32),
    features: Features { sse41: false, hwdiv_arm: false, sandbox: true },
    has_exclusive_stores: true,
    gcc: "mipsel-linux-gnu-gcc",
    runner: Some("qemu-mipsel"),
    packages: "gcc-mipsel-linux-gnu and qemu-user",
    driver: &["-march=mips32r2", "-mfp32"],
    linked: Linked {
        compile: &["-march=mips32r2", "-mfp32", "-mplt", "-G0"],
        link: &["-march=mips32r2", "-mfp32"],
        convert: None,
    },
    // With useful instructions in delay slots, gcc's `beq` misses its target under Unicorn 2.1.5;
    // qemu-user runs the same object right.
    freestanding_gcc: &["-march=mips32r2", "-mfp32", "-mno-abicalls", "-G0", "-fno-delayed-branch"],
    freestanding_clang: &[
        "--target=mipsel-linux-gnu",
        "-march=mips32r2",
        "-mfp32",
        "-mno-abicalls",
        "-G0",
        "-mllvm",
        "-disable-mips-delay-filler",
    ],
    nacl_triple: "mipsel-none-nacl-gnu",
    llvm: Llvm {
        name: "mipsel",
        triple: "mipsel-linux-gnu",
        // Branches miss their targets under Unicorn 2.1.5 if their delay slots are used. Host
        // functions are farther away than `jal` reaches.
        llc: &["-mcpu=mips32r2", "-disable-mips-delay-filler", "-mattr=+noabicalls,+long-calls"],
        clang: &["-march=mips32r2", "-mno-abicalls", "-mlong-calls", "-mfp32", "-mllvm", "-disable-mips-delay-filler"],
        attributes: "",
        has_wide_atomics: false,
        passes_vectors: false,
        model: Model { cpu: "mips32r2", syntax: ".set noreorder\n.set noat\n", comment: "#", nop: "nop", in_place_of: |_| None },
        ..Llvm::AS_PNACL
    },
    withheld: &["v0", "v1", "a0", "a1", "a2", "a3", "t0", "t1", "t2", "t8", "s0", "s1", "s7", "f0", "f2", "f4", "f20"],
};

/// `lui t9, addr; ori t9, t9, addr; nop; nop; and t9, t9, t6; jr t9; nop; nop`.
fn way_out(addr: u32) -> Vec<u8> {
    let words = [0x3c19_0000 | addr >> 16, 0x3739_0000 | addr & 0xffff, 0, 0, 0x032e_c824, 0x0320_0008, 0, 0];
    words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect()
}

/// [SYSV-MIPS] table 4-11. The addend of an upper half lies partly in the lower half's field.
const RELOCATIONS: &[Kind] = &[
    kind(R_MIPS_NONE, "R_MIPS_NONE", Nothing, Word32, Wraps),
    kind(R_MIPS_32, "R_MIPS_32", Absolute, Word32, Wraps),
    kind(R_MIPS_26, "R_MIPS_26", Absolute, Jump26, Signed),
    kind(R_MIPS_HI16, "R_MIPS_HI16", Absolute, Upper16, Wraps),
    kind(R_MIPS_LO16, "R_MIPS_LO16", Absolute, Lower16, Wraps),
];

//! ARMv7-A, with the AAPCS and its hard-float variant.

use object::elf::*;
use translator::options::Features;

use super::reloc::{Field::*, Formula::*, Kind, Range::*, kind};
use super::{Decoder, Facts, Linked, Llvm};

pub(super) const FACTS: Facts = Facts {
    machine: EM_ARM,
    relocations: RELOCATIONS,
    calls_with_veneers: &[R_ARM_CALL, R_ARM_JUMP24],
    stop: &0xe7fe_def0_u32.to_le_bytes(),
    way_out,
    decoder: Decoder::Words(capstone::Arch::ARM, capstone::Mode::Arm),
    features: Features { sse41: false, hwdiv_arm: true, sandbox: true },
    has_exclusive_stores: true,
    gcc: "arm-linux-gnueabihf-gcc",
    runner: Some("qemu-arm"),
    packages: "gcc-arm-linux-gnueabihf and qemu-user",
    driver: &["-marm", "-march=armv7-a", "-mfpu=neon", "-mfloat-abi=hard"],
    linked: Linked {
        compile: &["-marm", "-march=armv7-a", "-mfpu=neon", "-mfloat-abi=hard"],
        link: &["-mfloat-abi=hard"],
        convert: None,
    },
    freestanding_gcc: &["-marm", "-march=armv7-a", "-mfpu=neon", "-fno-unwind-tables"],
    freestanding_clang: &["--target=armv7-linux-gnueabihf", "-marm", "-mfpu=neon", "-fno-unwind-tables"],
    nacl_triple: "armv7a-none-nacl-gnueabihf",
    llvm: Llvm {
        name: "arm",
        triple: "armv7-unknown-linux",
        llc: &["-float-abi=hard", "-target-abi=aapcs"],
        clang: &["-mfloat-abi=hard", "-mabi=aapcs", "-mfpu=neon", "-marm"],
        attributes: "+neon",
        has_wide_volatile: false,
        converts_wide: false,
        ..Llvm::AS_PNACL
    },
    withheld: &["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "s0", "d8", "q2", "q9"],
};

/// `movw ip, addr; movt ip, addr; bic ip, ip, #0xc000000f; bx ip`.
fn way_out(addr: u32) -> Vec<u8> {
    let half = |half: u32| (half >> 12) << 16 | half & 0xfff;
    let words = [0xe300_c000 | half(addr & 0xffff), 0xe340_c000 | half(addr >> 16), 0xe3cc_c2fc, 0xe12f_ff1c];
    words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect()
}

/// [ARM-ELF] table 4-9. 32-bit addresses wrap.
const RELOCATIONS: &[Kind] = &[
    kind(R_ARM_NONE, "R_ARM_NONE", Nothing, Word32, Wraps),
    kind(R_ARM_ABS32, "R_ARM_ABS32", Absolute, Word32, Wraps),
    kind(R_ARM_REL32, "R_ARM_REL32", Relative, Word32, Wraps),
    kind(R_ARM_CALL, "R_ARM_CALL", Relative, Words24, Signed),
    kind(R_ARM_JUMP24, "R_ARM_JUMP24", Relative, Words24, Signed),
    kind(R_ARM_MOVW_ABS_NC, "R_ARM_MOVW_ABS_NC", Absolute, LowHalf, Wraps),
    kind(R_ARM_MOVT_ABS, "R_ARM_MOVT_ABS", Absolute, HighHalf, Wraps),
    // Says that a register is jumped through: a hint for ARMv4.
    kind(R_ARM_V4BX, "R_ARM_V4BX", Nothing, Word32, Wraps),
];

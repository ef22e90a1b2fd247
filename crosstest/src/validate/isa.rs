//! What the validator knows of each architecture besides its rules: one description for each.

use capstone::{Arch, Mode};
use object::{Architecture, elf};
use translator::options::Isa;

use super::pass::Pass;
use super::rules::Rule;
use super::{arm, mips, x86};

/// An architecture.
#[derive(Debug)]
pub struct Facts {
    /// Bytes of a bundle: indirect branches lead to its multiples.
    pub bundle: u32,
    /// The first address behind the space for code. (MIPS's jumps keep the upper four bits of their own address.)
    pub end_of_space: u64,
    /// An instruction that traps.
    pub trap: &'static [u8],
    /// One that does nothing.
    #[cfg_attr(not(feature = "emulator"), expect(dead_code, reason = "programs that are attacked are run"))]
    pub nop: &'static [u8],
    /// How its code is decoded for messages.
    pub decoder: Decoder,
    /// Looks at all bundles.
    pub check: fn(&mut Pass<'_>),
    /// The rules that every architecture has.
    pub rules: Common,
    /// What ELF files say of it.
    pub machines: &'static [Architecture],
    /// The relocations of direct branches. (On x86 they may be of something else as well.)
    pub branches: &'static [(u32, Field)],
    /// The attacks on its sandbox.
    pub attacks: &'static str,
    /// How LLVM's assembler is asked for it.
    pub llvm_mc: &'static [&'static str],
}

/// How code becomes text.
#[derive(Copy, Clone, Debug)]
pub enum Decoder {
    /// iced-x86, with addresses of so many bits.
    X86(u32),
    /// Capstone; each instruction is a word.
    Words(Arch, Mode),
}

/// Rules under the architecture's own numbers.
#[derive(Debug)]
pub struct Common {
    /// Code is whole bundles.
    pub whole_bundles: Rule,
    /// Branches lead to instructions.
    pub target: Rule,
    /// Branches do not lead into sequences.
    pub into_sequence: Rule,
    /// Code cannot be changed.
    pub not_writable: Rule,
}

/// The field of a branch.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// 32 bits: a distance from the field.
    Distance,
    /// The lower bits of a word, so many: a distance in words.
    Words(u32),
    /// The lower 26 bits of a word: an address in words.
    Region,
}

/// The description of an architecture.
pub const fn facts(isa: Isa) -> &'static Facts {
    match isa {
        Isa::X8632 => &X8632,
        Isa::X8664 => &X8664,
        Isa::Arm32 => &ARM32,
        Isa::Mips32 => &MIPS32,
    }
}

const X8632: Facts = Facts {
    bundle: 32,
    end_of_space: 1 << 32,
    trap: &[0xF4],
    nop: &[0x90],
    decoder: Decoder::X86(32),
    check: x86::check::<32>,
    rules: Common { whole_bundles: Rule::X86_C4, target: Rule::X86_C7, into_sequence: Rule::X86_C3B, not_writable: Rule::X86_C1 },
    machines: &[Architecture::I386],
    branches: &[(elf::R_386_PC32, Field::Distance), (elf::R_386_PLT32, Field::Distance)],
    attacks: include_str!("attacks/x8632.txt"),
    llvm_mc: &["-triple=i686-nacl"],
};

const X8664: Facts = Facts {
    bundle: 32,
    end_of_space: 1 << 32,
    trap: &[0xF4],
    nop: &[0x90],
    decoder: Decoder::X86(64),
    check: x86::check::<64>,
    rules: Common { whole_bundles: Rule::X64_2, target: Rule::X64_5A, into_sequence: Rule::X64_5B, not_writable: Rule::X64_13 },
    machines: &[Architecture::X86_64, Architecture::X86_64_X32],
    branches: &[(elf::R_X86_64_PC32, Field::Distance), (elf::R_X86_64_PLT32, Field::Distance)],
    attacks: include_str!("attacks/x8664.txt"),
    llvm_mc: &["-triple=x86_64-nacl"],
};

const ARM32: Facts = Facts {
    bundle: 16,
    end_of_space: 1 << 30,
    // udf #0xEDE0, Native Client's trap.
    trap: &0xE7FE_DEF0u32.to_le_bytes(),
    nop: &0xE320_F000u32.to_le_bytes(),
    decoder: Decoder::Words(Arch::ARM, Mode::Arm),
    check: arm::check,
    rules: Common { whole_bundles: Rule::ARM_1, target: Rule::ARM_8A, into_sequence: Rule::ARM_8B, not_writable: Rule::ARM_11 },
    machines: &[Architecture::Arm],
    branches: &[
        (elf::R_ARM_CALL, Field::Words(24)),
        (elf::R_ARM_JUMP24, Field::Words(24)),
        (elf::R_ARM_PC24, Field::Words(24)),
        (elf::R_ARM_PLT32, Field::Words(24)),
    ],
    attacks: include_str!("attacks/arm32.txt"),
    llvm_mc: &["-triple=armv7a-linux-gnueabihf", "-mattr=+neon,+vfp3,+hwdiv-arm,+mp,+trustzone,+virtualization"],
};

const MIPS32: Facts = Facts {
    bundle: 16,
    end_of_space: 1 << 28,
    // break.
    trap: &0x0000_000Du32.to_le_bytes(),
    nop: &[0; 4],
    decoder: Decoder::Words(Arch::MIPS, Mode::Mips32),
    check: mips::check,
    rules: Common {
        whole_bundles: Rule::MIPS_1,
        target: Rule::MIPS_6A,
        into_sequence: Rule::MIPS_6B,
        not_writable: Rule::MIPS_11,
    },
    machines: &[Architecture::Mips],
    branches: &[(elf::R_MIPS_26, Field::Region), (elf::R_MIPS_PC16, Field::Words(16))],
    attacks: include_str!("attacks/mips32.txt"),
    llvm_mc: &["-triple=mipsel-linux-gnu", "-mcpu=mips32r2"],
};

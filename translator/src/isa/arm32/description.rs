//! The description of ARM. Sources: [ARM-ELF] "ELF header" and "Mapping symbols", [ARM-ADDENDA]
//! "Build Attributes".

use super::attributes;
use super::encode::modified_immediate;
use crate::isa::description::{Description, PLAIN, in_bundles, sandbox_note};
#[cfg(feature = "tools")]
use crate::isa::description::{Nexe, Toolchain};
use crate::object::{ElfTarget, ExtraSection};
use crate::opt::conditions::Decided;
use crate::opt::if_convert::Selects;
use crate::opt::mem_intrin::CopyPieces;
use crate::opt::strength_reduce::{Machine, cost::Adds};
use crate::opt::symbols::NumberUse;
use crate::opt::vectorise::VectorUnit;
use crate::options::Features;

/// Build attributes: without them the linker takes an object for one without VFP arguments.
const fn build_attributes(bytes: &'static [u8]) -> ExtraSection {
    let kind = attributes::SHT_ARM_ATTRIBUTES;
    ExtraSection { name: ".ARM.attributes", kind, flags: 0, align: 1, entry_size: 0, bytes }
}

const NOTE: ExtraSection = sandbox_note(".note.NaCl.ABI.arm", b"\x05\0\0\0\x04\0\0\0\x01\0\0\0NaCl\0\0\0\0arm\0");
/// Without a note, and with one.
static SECTIONS: [ExtraSection; 2] = [build_attributes(&attributes::SECTION), NOTE];
static SECTIONS_WITH_DIVISION: [ExtraSection; 2] = [build_attributes(&attributes::SECTION_WITH_DIVISION), NOTE];

fn objects(features: Features) -> ElfTarget {
    let sections = if features.hwdiv_arm { &SECTIONS_WITH_DIVISION } else { &SECTIONS };
    let objects =
        ElfTarget { machine: 40, flags: 0x0500_0400, mapping_symbol: Some("$a"), extra_sections: &sections[..1], ..PLAIN };
    match features.is_sandboxed() {
        true if fault!(SandboxNote) => in_bundles(objects, &sections[..1]),
        true => in_bundles(objects, sections),
        false => objects,
    }
}

/// What is worked on is loaded first, and operands and results of 64-bit operations are pairs: six
/// general registers. Vectors: two operands and a result.
pub static ARM32: Description = Description {
    elf: objects,
    fewest_registers: &["r0", "r1", "r2", "r3", "r4", "r5", "q0", "q1", "q2"],
    has_sandbox: true,
    locks_wide_atomics: false,
    sums_in_block: false,
    compares_sums: true,
    steps: Machine { adds: Adds::Register, registers: 11 },
    schedules: true,
    selects: Selects { word: 1.5, wide: 3.0, float: Some(1.5), equality: 0.0, other: 0.0, again: 0.0, unpredictable: 2.0 },
    // Lanes of floats lose denormals.
    vectors: Some(VectorUnit { floats: false, shifts: true }),
    decided: Decided::All,
    has_wide_integers: false,
    dear: Some(is_dear),
    dear_floats: true,
    plain_numbers: Some(needs_instruction),
    copies: CopyPieces { vectors: true, wide_words: true, doubles_from: Some(4), unaligned: true },
    #[cfg(feature = "tools")]
    toolchain: Toolchain {
        gcc: "arm-linux-gnueabihf-gcc",
        triple: "arm-linux-gnueabihf",
        compile: &["-marm", "-march=armv7-a", "-mfpu=neon", "-mfloat-abi=hard"],
        compile_gcc: &[],
        link: &["-mfloat-abi=hard"],
        assemble: &[],
        disassemble: &[],
        convert: &[],
        packages: "gcc-arm-linux-gnueabihf",
    },
    // `udf #0xEDE0`, Native Client's trap.
    #[cfg(feature = "tools")]
    nexe: Nexe {
        linkers: &["arm-linux-gnueabihf-ld"],
        emulation: "armelf_linux_eabi",
        package: "binutils-arm-linux-gnueabihf",
        fill: "0xf0defee7",
        flags: 0,
    },
};

/// Whether a number takes two instructions, and no operation has a form for it or its inverses.
pub(super) fn is_dear(number: u32) -> bool {
    let forms = [number, !number, number.wrapping_neg()];
    number > 0xffff && forms.into_iter().all(|form| modified_immediate(form).is_none())
}

/// Whether a number takes an instruction of its own.
fn needs_instruction(number: u32, used: NumberUse) -> bool {
    let forms = match used {
        NumberUse::Stored => return true,
        NumberUse::Equality | NumberUse::Order => [number, number.wrapping_neg(), number],
        NumberUse::Operand => [number, !number, number.wrapping_neg()],
    };
    forms.into_iter().all(|form| modified_immediate(form).is_none())
}

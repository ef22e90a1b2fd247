//! The description of ARM. Sources: [ARM-ELF] "ELF header" and "Mapping symbols", [ARM-ADDENDA]
//! "Build Attributes".

use super::attributes;
#[cfg(feature = "tools")]
use crate::isa::description::Toolchain;
use crate::isa::description::{Description, PLAIN};
use crate::object::{ElfTarget, ExtraSection};

/// Build attributes: without them the linker takes an object for one without VFP arguments.
const fn build_attributes(bytes: &'static [u8]) -> ExtraSection {
    let kind = attributes::SHT_ARM_ATTRIBUTES;
    ExtraSection { name: ".ARM.attributes", kind, flags: 0, align: 1, entry_size: 0, bytes }
}

const SECTIONS: &[ExtraSection] = &[build_attributes(&attributes::SECTION)];
const SECTIONS_WITH_DIVISION: &[ExtraSection] = &[build_attributes(&attributes::SECTION_WITH_DIVISION)];

/// What is worked on is loaded first, and operands and results of 64-bit operations are pairs: six
/// general registers. Vectors: two operands and a result.
pub static ARM32: Description = Description {
    elf: |features| {
        let extra_sections = if features.hwdiv_arm { SECTIONS_WITH_DIVISION } else { SECTIONS };
        ElfTarget { machine: 40, flags: 0x0500_0400, mapping_symbol: Some("$a"), extra_sections, ..PLAIN }
    },
    fewest_registers: &["r0", "r1", "r2", "r3", "r4", "r5", "q0", "q1", "q2"],
    has_sandbox: false,
    locks_wide_atomics: false,
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
};

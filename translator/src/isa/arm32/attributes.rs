//! The build attributes of ARM objects: what the linker checks before it lets objects meet.
//!
//! Source: [ARM-ADDENDA] section 2.

use crate::options::Features;

/// `SHT_ARM_ATTRIBUTES`.
pub const SHT_ARM_ATTRIBUTES: u32 = 0x7000_0003;

/// Tag and value of each file-scope attribute that does not depend on options. All are below 128
/// and so one byte each in ULEB128.
const ATTRIBUTES: [(u8, u8); 16] = [
    // Tag_CPU_arch: v7. Tag_CPU_arch_profile: application.
    (6, 10),
    (7, b'A'),
    // Tag_ARM_ISA_use: yes. Tag_THUMB_ISA_use: no.
    (8, 1),
    (9, 0),
    // Tag_FP_arch: VFPv3. Tag_Advanced_SIMD_arch: the first.
    (10, 3),
    (12, 1),
    // Tag_ABI_PCS_R9_use: a plain register. Tag_ABI_PCS_RW_data: absolute addresses.
    (14, 0),
    (15, 0),
    // Tag_ABI_FP_denormal: kept. Tag_ABI_FP_exceptions: none. Tag_ABI_FP_number_model: all of
    // [IEEE-754] 3.
    (20, 1),
    (21, 0),
    (23, 3),
    // Tag_ABI_align_needed and _preserved: 8 bytes.
    (24, 1),
    (25, 1),
    // Tag_ABI_VFP_args: in VFP registers.
    (28, 1),
    // Tag_CPU_unaligned_access: used. Tag_MPextension_use: no.
    (34, 1),
    (42, 0),
];

/// Tag_DIV_use.
const DIVISION: u8 = 44;
/// What the architecture allows without an extension: nothing, in ARMv7-A.
const NO_DIVISION: u8 = 0;
/// `sdiv` and `udiv` may be used.
const WITH_DIVISION: u8 = 2;

const VENDOR: &[u8; 6] = b"aeabi\0";
/// Tag_File and its length.
const FILE_HEADER: usize = 5;
const FILE_BYTES: usize = FILE_HEADER + 2 * (ATTRIBUTES.len() + 1);
/// The length of the vendor's part counts itself.
const VENDOR_BYTES: usize = 4 + VENDOR.len() + FILE_BYTES;

/// The content of `.ARM.attributes` for code without division instructions.
pub static SECTION: [u8; 1 + VENDOR_BYTES] = section(NO_DIVISION);
/// The same for code with them.
pub static SECTION_WITH_DIVISION: [u8; 1 + VENDOR_BYTES] = section(WITH_DIVISION);

const fn section(division: u8) -> [u8; 1 + VENDOR_BYTES] {
    let mut bytes = [0; 1 + VENDOR_BYTES];
    bytes[0] = b'A';
    bytes[1] = VENDOR_BYTES as u8;
    let mut at = 5;
    let mut index = 0;
    while index < VENDOR.len() {
        bytes[at] = VENDOR[index];
        at += 1;
        index += 1;
    }
    bytes[at] = 1;
    bytes[at + 1] = FILE_BYTES as u8;
    at += FILE_HEADER;
    index = 0;
    while index < ATTRIBUTES.len() {
        bytes[at] = ATTRIBUTES[index].0;
        bytes[at + 1] = ATTRIBUTES[index].1;
        at += 2;
        index += 1;
    }
    bytes[at] = DIVISION;
    bytes[at + 1] = division;
    bytes
}

/// The first lines of assembly text: what makes the assembler accept the instructions, and write
/// these attributes.
pub fn directives(features: Features) -> String {
    let (extension, division) = if features.hwdiv_arm { ("\t.arch_extension\tidiv\n", WITH_DIVISION) } else { ("", NO_DIVISION) };
    let mut text = format!("\t.syntax\tunified\n\t.arch\tarmv7-a\n{extension}\t.fpu\tneon\n\t.arm\n");
    for (tag, value) in ATTRIBUTES.into_iter().chain([(DIVISION, division)]) {
        text += &format!("\t.eabi_attribute\t{tag}, {value}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_cover_what_they_head() {
        for section in [&SECTION, &SECTION_WITH_DIVISION] {
            let word = |at: usize| u32::from_le_bytes(section[at..at + 4].try_into().expect("four bytes")) as usize;
            assert_eq!(1 + word(1), section.len());
            assert_eq!(&section[5..11], b"aeabi\0");
            assert_eq!((section[11], 11 + word(12)), (1, section.len()));
        }
        assert!(ATTRIBUTES.iter().all(|&(tag, value)| tag < 128 && value < 128));
    }
}

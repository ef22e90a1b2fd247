//! The build attributes of ARM objects: what the linker checks before it lets objects meet.
//!
//! Source: Addenda to, and Errata in, the ABI for the ARM Architecture (IHI 0045), section 2.

/// `SHT_ARM_ATTRIBUTES`.
pub const SHT_ARM_ATTRIBUTES: u32 = 0x7000_0003;

/// Tag and value of each file-scope attribute. All are below 128 and so one byte each in ULEB128.
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
    // Tag_ABI_FP_denormal: IEEE 754. Tag_ABI_FP_exceptions: none. Tag_ABI_FP_number_model: IEEE 754.
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

const VENDOR: &[u8; 6] = b"aeabi\0";
/// Tag_File and its length.
const FILE_HEADER: usize = 5;
const FILE_BYTES: usize = FILE_HEADER + 2 * ATTRIBUTES.len();
/// The length of the vendor's part counts itself.
const VENDOR_BYTES: usize = 4 + VENDOR.len() + FILE_BYTES;

/// The content of `.ARM.attributes`.
pub static SECTION: [u8; 1 + VENDOR_BYTES] = {
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
    bytes
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_cover_what_they_head() {
        let word = |at: usize| u32::from_le_bytes(SECTION[at..at + 4].try_into().expect("four bytes")) as usize;
        assert_eq!(1 + word(1), SECTION.len());
        assert_eq!(&SECTION[5..11], b"aeabi\0");
        assert_eq!((SECTION[11], 11 + word(12)), (1, SECTION.len()));
        assert!(ATTRIBUTES.iter().all(|&(tag, value)| tag < 128 && value < 128));
    }
}

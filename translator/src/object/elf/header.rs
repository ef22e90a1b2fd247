//! The ELF file header. Source: [SYSV-GABI] "ELF Header".

/// Size of the file header in bytes.
pub const EHDR_SIZE: u32 = 52;
/// Size of a section header in bytes.
pub const SHDR_SIZE: u32 = 40;

const EI_CLASS_32: u8 = 1;
const EI_DATA_LSB: u8 = 1;
const EV_CURRENT: u8 = 1;
const ET_REL: u16 = 1;

/// What varies between the headers of relocatable files.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct FileHeader {
    /// `e_machine`.
    pub machine: u16,
    /// `e_flags`.
    pub flags: u32,
    /// File offset of the section headers.
    pub section_headers: u32,
    /// Number of section headers.
    pub section_count: u16,
    /// Index of the section that holds the sections' names.
    pub names_section: u16,
}

impl FileHeader {
    /// Appends the header.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&[0x7f, b'E', b'L', b'F', EI_CLASS_32, EI_DATA_LSB, EV_CURRENT, 0]);
        out.extend_from_slice(&[0; 8]);
        out.extend_from_slice(&ET_REL.to_le_bytes());
        out.extend_from_slice(&self.machine.to_le_bytes());
        let (entry, program_headers) = (0, 0);
        for word in [u32::from(EV_CURRENT), entry, program_headers, self.section_headers, self.flags] {
            out.extend_from_slice(&word.to_le_bytes());
        }
        let (phentsize, phnum) = (0, 0);
        let halves = [EHDR_SIZE as u16, phentsize, phnum, SHDR_SIZE as u16, self.section_count, self.names_section];
        for half in halves {
            out.extend_from_slice(&half.to_le_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_the_stated_size_and_fields_at_their_offsets() {
        let header = FileHeader { machine: 3, flags: 0x1122_3344, section_headers: 0x500, section_count: 9, names_section: 8 };
        let mut bytes = Vec::new();
        header.write(&mut bytes);
        assert_eq!(bytes.len(), EHDR_SIZE as usize);
        assert_eq!(bytes[16..20], [1, 0, 3, 0]);
        assert_eq!(bytes[32..40], [0, 5, 0, 0, 0x44, 0x33, 0x22, 0x11]);
        assert_eq!(bytes[40..52], [52, 0, 0, 0, 0, 0, 40, 0, 9, 0, 8, 0]);
    }
}

//! The ELF file header, and what the two classes of files differ in. Source: [SYSV-GABI] "ELF Header"
//! and "Data Representation".

/// How wide addresses, offsets and sizes are in a file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Class {
    /// `ELFCLASS32`.
    Elf32,
    /// `ELFCLASS64`.
    Elf64,
}

impl Class {
    /// Size in bytes of an address, an offset or a size; tables of such are aligned to it.
    pub const fn word_size(self) -> u32 {
        match self {
            Class::Elf32 => 4,
            Class::Elf64 => 8,
        }
    }

    /// Appends an address, an offset or a size, which has to fit.
    pub fn write_word(self, word: u64, out: &mut Vec<u8>) {
        out.extend_from_slice(&word.to_le_bytes()[..self.word_size() as usize]);
    }

    /// Size of the file header in bytes.
    pub const fn file_header_size(self) -> u32 {
        match self {
            Class::Elf32 => 52,
            Class::Elf64 => 64,
        }
    }

    /// Size of a section header in bytes.
    pub const fn section_header_size(self) -> u32 {
        match self {
            Class::Elf32 => 40,
            Class::Elf64 => 64,
        }
    }

    /// Size of a symbol in bytes.
    pub const fn symbol_size(self) -> u32 {
        match self {
            Class::Elf32 => 16,
            Class::Elf64 => 24,
        }
    }

    /// Size of a relocation in bytes, with the addend in it or not.
    pub const fn relocation_size(self, rela: bool) -> u32 {
        self.word_size() * if rela { 3 } else { 2 }
    }

    /// The most symbols that a relocation can number: `r_info` has 24 bits for it, or 32, of which
    /// [`SymbolId`](super::symtab::SymbolId) keeps one for itself.
    pub const fn max_symbols(self) -> usize {
        match self {
            Class::Elf32 => 1 << 24,
            Class::Elf64 => 1 << 31,
        }
    }

    const fn number(self) -> u8 {
        match self {
            Class::Elf32 => 1,
            Class::Elf64 => 2,
        }
    }
}

const EI_DATA_LSB: u8 = 1;
const EV_CURRENT: u8 = 1;
const ET_REL: u16 = 1;

/// What varies between the headers of relocatable files.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct FileHeader {
    /// The file's class.
    pub class: Class,
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
        let class = self.class;
        out.extend_from_slice(&[0x7f, b'E', b'L', b'F', class.number(), EI_DATA_LSB, EV_CURRENT, 0]);
        out.extend_from_slice(&[0; 8]);
        out.extend_from_slice(&ET_REL.to_le_bytes());
        out.extend_from_slice(&self.machine.to_le_bytes());
        out.extend_from_slice(&u32::from(EV_CURRENT).to_le_bytes());
        let (entry, program_headers) = (0, 0);
        for word in [entry, program_headers, u64::from(self.section_headers)] {
            class.write_word(word, out);
        }
        out.extend_from_slice(&self.flags.to_le_bytes());
        let (phentsize, phnum) = (0, 0);
        let [header, section_header] = [class.file_header_size(), class.section_header_size()].map(|size| size as u16);
        for half in [header, phentsize, phnum, section_header, self.section_count, self.names_section] {
            out.extend_from_slice(&half.to_le_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_the_stated_size_and_fields_at_their_offsets() {
        for class in [Class::Elf32, Class::Elf64] {
            let header =
                FileHeader { class, machine: 3, flags: 0x1122_3344, section_headers: 0x500, section_count: 9, names_section: 8 };
            let mut bytes = Vec::new();
            header.write(&mut bytes);
            assert_eq!(bytes.len(), class.file_header_size() as usize);
            assert_eq!(bytes[16..20], [1, 0, 3, 0]);
            let (offset, flags) = if class == Class::Elf32 { (32, 36) } else { (40, 48) };
            assert_eq!(bytes[offset..offset + 4], [0, 5, 0, 0]);
            assert_eq!(bytes[flags..flags + 4], [0x44, 0x33, 0x22, 0x11]);
            let [size, section] = [class.file_header_size() as u8, class.section_header_size() as u8];
            assert_eq!(bytes[flags + 4..], [size, 0, 0, 0, 0, 0, section, 0, 9, 0, 8, 0]);
        }
    }
}

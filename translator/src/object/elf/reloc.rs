//! Relocation tables, in either form: REL (the addend is in the relocated field) or RELA (it is in
//! the entry).
//!
//! Entries are appended in their file form; those that refer to global symbols are remembered and
//! completed when the number of locals is known. Source: [SYSV-GABI] "Relocation".

use super::header::Class;
use super::symtab::SymbolId;

/// The relocations of one section.
#[derive(Clone, Debug)]
pub struct RelocTable {
    bytes: Vec<u8>,
    class: Class,
    rela: bool,
    /// Positions in `bytes` of entries that refer to global symbols by their number among the
    /// globals.
    incomplete: Vec<u32>,
}

impl RelocTable {
    /// An empty table.
    pub fn new(class: Class, rela: bool) -> Self {
        Self { bytes: Vec::new(), class, rela, incomplete: Vec::new() }
    }

    /// Size of an entry in bytes.
    pub fn entry_size(&self) -> u32 {
        self.class.relocation_size(self.rela)
    }

    /// Appends an entry. The addend is dropped in the REL form.
    #[inline]
    pub fn push(&mut self, offset: u32, symbol: SymbolId, kind: u16, addend: i32) {
        debug_assert!(symbol != SymbolId::UNASSIGNED);
        if symbol.is_global() {
            // A table of more than 4 GiB wraps around here and is refused when the file is put
            // together.
            self.incomplete.push(self.bytes.len() as u32);
        }
        if self.class == Class::Elf64 {
            return self.push_wide(offset, symbol, kind, addend);
        }
        // A number beyond 24 bits is caught when the symbols are counted. ELF32 has types to 255.
        let info = symbol.number() << 8 | u32::from(kind);
        if self.rela {
            let mut entry = [0; 12];
            entry[0..4].copy_from_slice(&offset.to_le_bytes());
            entry[4..8].copy_from_slice(&info.to_le_bytes());
            entry[8..12].copy_from_slice(&addend.to_le_bytes());
            self.bytes.extend_from_slice(&entry);
        } else {
            let mut entry = [0; 8];
            entry[0..4].copy_from_slice(&offset.to_le_bytes());
            entry[4..8].copy_from_slice(&info.to_le_bytes());
            self.bytes.extend_from_slice(&entry);
        }
    }

    fn push_wide(&mut self, offset: u32, symbol: SymbolId, kind: u16, addend: i32) {
        let info = u64::from(symbol.number()) << 32 | u64::from(kind);
        for word in [u64::from(offset), info] {
            Class::Elf64.write_word(word, &mut self.bytes);
        }
        if self.rela {
            self.bytes.extend_from_slice(&i64::from(addend).to_le_bytes());
        }
    }

    /// Completes the entries: the first global symbol has index `first_global`. Call once.
    pub fn complete(&mut self, first_global: u32) {
        // Where the symbol's number is in an entry: in the upper 24 or 32 bits of `r_info`.
        let (field_at, shift) = match self.class {
            Class::Elf32 => (4, 8),
            Class::Elf64 => (12, 0),
        };
        for &position in &self.incomplete {
            let field = &mut self.bytes[position as usize + field_at..][..4];
            let info = u32::from_le_bytes([field[0], field[1], field[2], field[3]]);
            field.copy_from_slice(&info.wrapping_add(first_global << shift).to_le_bytes());
        }
        self.incomplete.clear();
    }

    /// The table.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn global_numbers_become_indices() {
        let mut table = RelocTable::new(Class::Elf32, true);
        table.push(0x10, SymbolId::local(3), 1, -1);
        table.push(0x20, SymbolId::global(2), 10, 7);
        table.complete(5);
        assert_eq!(table.bytes()[..12], [0x10, 0, 0, 0, 1, 3, 0, 0, 0xff, 0xff, 0xff, 0xff]);
        assert_eq!(table.bytes()[12..], [0x20, 0, 0, 0, 10, 7, 0, 0, 7, 0, 0, 0]);
    }

    #[test]
    fn wide_entries_have_words_of_eight_bytes() {
        let mut table = RelocTable::new(Class::Elf64, true);
        table.push(0x20, SymbolId::global(2), 0x113, -2);
        table.complete(5);
        let words: Vec<u64> = table.bytes().chunks(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect();
        assert_eq!(words, [0x20, 7 << 32 | 0x113, -2i64 as u64]);
        assert_eq!(table.entry_size(), 24);
    }

    #[test]
    fn rel_entries_have_no_addend() {
        let mut table = RelocTable::new(Class::Elf32, false);
        table.push(1, SymbolId::local(2), 3, 9);
        assert_eq!(table.bytes(), [1, 0, 0, 0, 3, 2, 0, 0]);
    }
}

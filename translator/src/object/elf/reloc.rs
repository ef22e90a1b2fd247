//! Relocation tables, in either form: REL (the addend is in the relocated field) or RELA (it is in
//! the entry).
//!
//! While functions come, an entry is a few bytes: the distance from the one before it, the symbol,
//! the type, the addend, in as many groups of seven bits as each needs. Its file form is made when the
//! number of local symbols is known, behind which the global ones are numbered, and the file is
//! written: of millions of entries few are there in that form at a time. Source: [SYSV-GABI]
//! "Relocation".

use std::io::{self, Write};

use super::header::Class;
use super::symtab::SymbolId;

/// Entries that are made before they are written together.
const BATCH: usize = 512;

/// The relocations of one section.
#[derive(Clone, Debug)]
pub struct RelocTable {
    packed: Vec<u8>,
    count: u32,
    /// Where the last entry applies.
    last: u32,
    class: Class,
    rela: bool,
}

/// A relocation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Entry {
    offset: u32,
    symbol: SymbolId,
    kind: u16,
    addend: i32,
}

impl RelocTable {
    /// An empty table.
    pub fn new(class: Class, rela: bool) -> Self {
        Self { packed: Vec::new(), count: 0, last: 0, class, rela }
    }

    /// Size of an entry in bytes.
    pub fn entry_size(&self) -> u32 {
        self.class.relocation_size(self.rela)
    }

    /// Whether it has no entry.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Size of the table in the file, in bytes.
    pub fn size(&self) -> u64 {
        u64::from(self.count) * u64::from(self.entry_size())
    }

    /// Appends an entry. The addend is dropped in the REL form.
    #[inline]
    pub fn push(&mut self, offset: u32, symbol: SymbolId, kind: u16, addend: i32) {
        debug_assert!(symbol != SymbolId::UNASSIGNED);
        self.put(u64::from(folded(offset.wrapping_sub(self.last) as i32)));
        self.put(u64::from(symbol.number()) << 1 | u64::from(symbol.is_global()));
        self.put(kind.into());
        if self.rela {
            self.put(folded(addend).into());
        }
        self.last = offset;
        self.count += 1;
    }

    /// Appends a number, seven bits a byte, the lowest first; all bytes but the last have the upper
    /// bit set.
    #[inline]
    fn put(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.packed.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.packed.push(number as u8);
    }

    fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        let (mut bytes, mut offset) = (self.packed.iter(), 0_u32);
        std::iter::repeat_with(move || {
            let mut next = || {
                let (mut number, mut shift) = (0, 0);
                loop {
                    let byte = *bytes.next().expect("each entry is whole");
                    number |= u64::from(byte & 0x7f) << shift;
                    shift += 7;
                    if byte < 0x80 {
                        return number;
                    }
                }
            };
            offset = offset.wrapping_add(unfolded(next() as u32) as u32);
            let (symbol, kind) = (next(), next() as u16);
            let number = (symbol >> 1) as u32;
            let symbol = if symbol & 1 == 1 { SymbolId::global(number) } else { SymbolId::local(number) };
            Entry { offset, symbol, kind, addend: if self.rela { unfolded(next() as u32) } else { 0 } }
        })
        .take(self.count as usize)
    }

    /// Writes the table: the first global symbol has index `first_global`.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn write_to(&self, first_global: u32, out: &mut dyn Write) -> io::Result<()> {
        let mut batch = Vec::with_capacity(BATCH * self.entry_size() as usize);
        for entry in self.entries() {
            if batch.len() == batch.capacity() {
                out.write_all(&batch)?;
                batch.clear();
            }
            self.write_entry(entry, first_global, &mut batch);
        }
        out.write_all(&batch)
    }

    fn write_entry(&self, entry: Entry, first_global: u32, out: &mut Vec<u8>) {
        let Entry { offset, symbol, kind, addend } = entry;
        let symbol = symbol.number() + if symbol.is_global() { first_global } else { 0 };
        self.class.write_word(offset.into(), out);
        match self.class {
            // A number beyond 24 bits is caught when the symbols are counted. ELF32 has types to 255.
            Class::Elf32 => out.extend_from_slice(&(symbol << 8 | u32::from(kind)).to_le_bytes()),
            Class::Elf64 => self.class.write_word(u64::from(symbol) << 32 | u64::from(kind), out),
        }
        match self.class {
            _ if !self.rela => {}
            Class::Elf32 => out.extend_from_slice(&addend.to_le_bytes()),
            Class::Elf64 => out.extend_from_slice(&i64::from(addend).to_le_bytes()),
        }
    }
}

/// A number whose size tells how far from zero the given one is.
#[inline]
fn folded(number: i32) -> u32 {
    (number << 1 ^ number >> 31) as u32
}

/// The opposite of [`folded`].
#[inline]
fn unfolded(number: u32) -> i32 {
    (number >> 1) as i32 ^ -((number & 1) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(table: &RelocTable, first_global: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        table.write_to(first_global, &mut bytes).unwrap();
        assert_eq!(bytes.len() as u64, table.size());
        bytes
    }

    #[test]
    fn global_numbers_become_indices() {
        let mut table = RelocTable::new(Class::Elf32, true);
        table.push(0x10, SymbolId::local(3), 1, -1);
        table.push(0x20, SymbolId::global(2), 10, 7);
        let bytes = written(&table, 5);
        assert_eq!(bytes[..12], [0x10, 0, 0, 0, 1, 3, 0, 0, 0xff, 0xff, 0xff, 0xff]);
        assert_eq!(bytes[12..], [0x20, 0, 0, 0, 10, 7, 0, 0, 7, 0, 0, 0]);
    }

    #[test]
    fn wide_entries_have_words_of_eight_bytes() {
        let mut table = RelocTable::new(Class::Elf64, true);
        table.push(0x20, SymbolId::global(2), 0x113, -2);
        let words: Vec<u64> = written(&table, 5).chunks(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect();
        assert_eq!(words, [0x20, 7 << 32 | 0x113, -2i64 as u64]);
        assert_eq!(table.entry_size(), 24);
    }

    #[test]
    fn rel_entries_have_no_addend() {
        let mut table = RelocTable::new(Class::Elf32, false);
        table.push(1, SymbolId::local(2), 3, 9);
        assert_eq!(written(&table, 7), [1, 0, 0, 0, 3, 2, 0, 0]);
    }

    proptest! {
        #[test]
        fn entries_come_back(
            list in prop::collection::vec((any::<u32>(), 0u32..1 << 24, any::<bool>(), any::<u16>(), any::<i32>()), 0..2 * BATCH),
        ) {
            let mut table = RelocTable::new(Class::Elf64, true);
            let symbol = |number, global| if global { SymbolId::global(number) } else { SymbolId::local(number) };
            let list: Vec<Entry> = list
                .into_iter()
                .map(|(offset, number, global, kind, addend)| Entry { offset, symbol: symbol(number, global), kind, addend })
                .collect();
            list.iter().for_each(|entry| table.push(entry.offset, entry.symbol, entry.kind, entry.addend));
            prop_assert_eq!(table.entries().collect::<Vec<_>>(), list);
            prop_assert_eq!(table.is_empty(), table.size() == 0);
            written(&table, 1);
        }
    }
}

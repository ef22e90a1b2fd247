//! Symbols: their numbering and their table.
//!
//! An ELF symbol table has all local symbols before all global ones, but code that refers to
//! globals arrives before the last local is known (constants of the pools are local symbols). So a
//! [`SymbolId`] is either a final index or a number among the globals, and
//! [`RelocTable`](super::reloc::RelocTable) turns the latter into indices at the end. Source:
//! [SYSV-GABI] "Symbol Table".

use super::header::Class;

/// Section index of an undefined symbol.
pub const SHN_UNDEF: u16 = 0;

/// A symbol's number.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SymbolId(u32);

impl SymbolId {
    const GLOBAL: u32 = 1 << 31;
    /// No number given yet.
    pub const UNASSIGNED: SymbolId = SymbolId(u32::MAX);

    /// The local symbol with this index.
    pub const fn local(index: u32) -> Self {
        Self(index)
    }

    /// The global symbol with this number, counted from 0 among the globals.
    pub const fn global(number: u32) -> Self {
        Self(Self::GLOBAL | number)
    }

    /// Whether it is a global; `UNASSIGNED` is neither.
    pub const fn is_global(self) -> bool {
        self.0 & Self::GLOBAL != 0
    }

    /// Its number: an index for a local, counted among the globals for a global.
    pub const fn number(self) -> u32 {
        self.0 & !Self::GLOBAL
    }
}

/// `STB_*`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Binding {
    /// Not visible outside the file.
    Local = 0,
    /// Visible to the linker.
    Global = 1,
    /// Visible to the linker, and gives way to a global definition of the same name.
    Weak = 2,
}

/// `STT_*`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Unspecified: undefined symbols, constants.
    NoType = 0,
    /// A variable.
    Object = 1,
    /// A function.
    Func = 2,
}

/// One symbol.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Offset of its name in the string table.
    pub name: u32,
    /// Bytes from the start of its section.
    pub value: u32,
    /// Size in bytes.
    pub size: u32,
    /// Binding.
    pub binding: Binding,
    /// Type.
    pub kind: Kind,
    /// Index of its section.
    pub section: u16,
}

impl Symbol {
    /// The symbol at index 0.
    pub const NULL: Symbol =
        Symbol { name: 0, value: 0, size: 0, binding: Binding::Local, kind: Kind::NoType, section: SHN_UNDEF };

    /// Appends it. The classes have the fields in different orders.
    pub fn write(&self, class: Class, out: &mut Vec<u8>) {
        let [name, value, size] = [self.name, self.value, self.size].map(u32::to_le_bytes);
        let [section_low, section_high] = self.section.to_le_bytes();
        let rest = [(self.binding as u8) << 4 | self.kind as u8, 0, section_low, section_high];
        out.extend_from_slice(&name);
        match class {
            Class::Elf32 => [value, size, rest].iter().for_each(|field| out.extend_from_slice(field)),
            Class::Elf64 => [rest, value, [0; 4], size, [0; 4]].iter().for_each(|field| out.extend_from_slice(field)),
        }
    }
}

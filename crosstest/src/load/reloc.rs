//! Relocations: what each machine's kinds compute, and how the result goes into its field.
//!
//! A kind is a row of its machine's table: name, formula, field, range. In the manuals' terms, S is the symbol's address, A the addend
//! and P the place. A further machine is a further table, and a further [`Field`] for each shape of field that it needs.
//! Sources: System V i386 psABI 1.1, table 2.10; System V AMD64 psABI 1.0, table 4.10, with the x32 notes of chapter 10.

use object::elf::*;
use translator::options::Isa;

/// What is computed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Formula {
    /// Nothing; the place stays as it is.
    Nothing,
    /// S + A.
    Absolute,
    /// S + A - P.
    Relative,
}

/// Where the result goes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Field {
    /// Four bytes, little-endian.
    Word32,
    /// Eight bytes, little-endian.
    Word64,
}

/// Which results fit the field.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Range {
    /// All: the machine computes addresses modulo the field's width.
    Wraps,
    /// Those that sign extension of the field gives back.
    Signed,
    /// Those that sign or zero extension of the field gives back.
    Either,
}

/// A relocation kind.
#[derive(Debug)]
pub(super) struct Kind {
    number: u32,
    /// The manual's name for it.
    pub name: &'static str,
    formula: Formula,
    field: Field,
    range: Range,
}

const fn kind(number: u32, name: &'static str, formula: Formula, field: Field, range: Range) -> Kind {
    Kind { number, name, formula, field, range }
}

use Field::*;
use Formula::*;
use Range::*;

/// i386: every address is computed modulo 2^32, so nothing is out of range.
const I386: &[Kind] = &[
    kind(R_386_NONE, "R_386_NONE", Nothing, Word32, Wraps),
    kind(R_386_32, "R_386_32", Absolute, Word32, Wraps),
    kind(R_386_PC32, "R_386_PC32", Relative, Word32, Wraps),
    // No procedure linkage table in a static image: the call goes straight to the function.
    kind(R_386_PLT32, "R_386_PLT32", Relative, Word32, Wraps),
];

/// AMD64 in its x32 form. R_X86_64_32 holds a 32-bit pointer there, which an addend may take below zero.
const AMD64: &[Kind] = &[
    kind(R_X86_64_NONE, "R_X86_64_NONE", Nothing, Word32, Wraps),
    kind(R_X86_64_64, "R_X86_64_64", Absolute, Word64, Wraps),
    kind(R_X86_64_PC32, "R_X86_64_PC32", Relative, Word32, Signed),
    kind(R_X86_64_PLT32, "R_X86_64_PLT32", Relative, Word32, Signed),
    kind(R_X86_64_32, "R_X86_64_32", Absolute, Word32, Either),
    kind(R_X86_64_32S, "R_X86_64_32S", Absolute, Word32, Signed),
];

/// The kind with this number; an error says that it is not supported.
pub(super) fn lookup(isa: Isa, number: u32) -> Result<&'static Kind, String> {
    let table = match isa {
        Isa::X8632 => I386,
        Isa::X8664 => AMD64,
        Isa::Arm32 | Isa::Mips32 => &[],
    };
    table.iter().find(|kind| kind.number == number).ok_or_else(|| format!("relocation type {number} of {isa} is not supported"))
}

impl Kind {
    /// Whether the symbol matters.
    pub(super) fn uses_symbol(&self) -> bool {
        self.formula != Nothing
    }

    /// Relocates the field at `offset` of a section's bytes, which lie at `address`. Without an explicit addend, it is in the field.
    pub(super) fn apply(
        &self,
        bytes: &mut [u8],
        address: u32,
        offset: u32,
        symbol: u32,
        addend: Option<i32>,
    ) -> Result<(), String> {
        if self.formula == Nothing {
            return Ok(());
        }
        let width = match self.field {
            Word32 => 4,
            Word64 => 8,
        };
        let field = (offset as usize)
            .checked_add(width)
            .and_then(|end| bytes.get_mut(offset as usize..end))
            .ok_or("the field lies outside of the section's content")?;
        let addend = addend.map_or_else(|| self.read(field), i64::from);
        let place = i64::from(address) + i64::from(offset);
        let absolute = i64::from(symbol).wrapping_add(addend);
        let value = if self.formula == Relative { absolute.wrapping_sub(place) } else { absolute };
        let fits = match (self.field, self.range) {
            (_, Wraps) | (Word64, _) => true,
            (Word32, Signed) => i32::try_from(value).is_ok(),
            (Word32, Either) => i32::try_from(value).is_ok() || u32::try_from(value).is_ok(),
        };
        if !fits {
            return Err(format!("out of range: {value:#x} does not fit {width} bytes"));
        }
        field.copy_from_slice(&value.to_le_bytes()[..width]);
        Ok(())
    }

    /// The addend that lies in the field.
    fn read(&self, field: &[u8]) -> i64 {
        let mut word = [0; 8];
        word[..field.len()].copy_from_slice(field);
        match self.field {
            Word32 => i64::from(i64::from_le_bytes(word) as i32),
            Word64 => i64::from_le_bytes(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(isa: Isa, number: u32, symbol: u32, addend: Option<i32>) -> Result<Vec<u8>, String> {
        let mut bytes = vec![0xfc, 0xff, 0xff, 0xff, 0x11, 0x22, 0x33, 0x44];
        lookup(isa, number)?.apply(&mut bytes, 0x2_0000, 0, symbol, addend)?;
        Ok(bytes)
    }

    #[test]
    fn an_implicit_addend_is_read_from_the_field() {
        assert_eq!(applied(Isa::X8632, R_386_32, 0x1234, None).unwrap()[..5], [0x30, 0x12, 0, 0, 0x11]);
        assert_eq!(applied(Isa::X8632, R_386_PC32, 0x2_0104, None).unwrap()[..4], [0, 1, 0, 0]);
    }

    #[test]
    fn an_explicit_addend_replaces_the_field() {
        assert_eq!(applied(Isa::X8664, R_X86_64_PC32, 0x2_0000, Some(-4)).unwrap()[..5], [0xfc, 0xff, 0xff, 0xff, 0x11]);
        assert_eq!(applied(Isa::X8664, R_X86_64_64, 0x10, Some(-0x11)).unwrap(), [0xff; 8]);
    }

    #[test]
    fn out_of_range_is_told() {
        let high = 0x7fff_fff0;
        assert!(applied(Isa::X8664, R_X86_64_32S, high, Some(0xf)).is_ok());
        assert!(applied(Isa::X8664, R_X86_64_32S, high, Some(0x10)).unwrap_err().contains("out of range"));
        assert!(applied(Isa::X8664, R_X86_64_32, high, Some(0x10)).is_ok(), "a pointer has 32 bits");
        assert!(applied(Isa::X8664, R_X86_64_32, 0, Some(i32::MIN)).is_ok(), "pointers wrap");
        assert!(applied(Isa::X8664, R_X86_64_PC32, 0, Some(i32::MIN)).unwrap_err().contains("out of range"));
        assert!(applied(Isa::X8632, R_386_PC32, 0, Some(i32::MIN)).is_ok(), "i386 wraps");
    }

    #[test]
    fn a_field_beyond_the_content_is_told() {
        let kind = lookup(Isa::X8632, R_386_32).unwrap();
        for offset in [1, 4, u32::MAX] {
            assert!(kind.apply(&mut [0; 4], 0, offset, 0, None).unwrap_err().contains("outside"), "{offset}");
        }
    }

    #[test]
    fn unknown_kinds_are_told_by_number() {
        assert!(lookup(Isa::X8632, 10).unwrap_err().contains("type 10 of x8632"));
    }
}

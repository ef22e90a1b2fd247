//! The standard abbreviations: which there are, how they are defined, how many bits a record takes
//! by one of them.
//!
//! They are those that the SDK's `pnacl-freeze` puts into every file, in its order, so that every
//! tool that reads PNaCl bitcode has seen them before. One width varies: the bits of a type number.
//! A [`Shape`] is data; [`cost`] and [`emit`] interpret it.
//!
//! Source: [PNACL-MANUAL] "Abbreviations", "Abbreviations Block"; the abbreviation blocks of the
//! files that the SDK made.

use super::bits::{Bits, vbr_bits};
use crate::bitcode::records::BlockId;

/// One encoding of an abbreviation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Field {
    /// Always this value; takes no bits.
    Literal(u64),
    /// This many bits.
    Fixed(u32),
    /// Chunks of this many bits.
    Vbr(u32),
    /// Six bits: a letter, a digit, `.` or `_`.
    Char6,
    /// A type number, in as many bits as the module's type numbers need.
    TypeNumber,
    /// All remaining values, each encoded like this. Last of its abbreviation.
    Array(&'static Field),
}

use Field::{Array, Char6, Fixed, Literal, TypeNumber, Vbr};

/// An abbreviation: the encodings of a record's code and values.
pub(super) type Shape = &'static [Field];

const SYMBOL_TABLE: [Shape; 4] = [
    &[Fixed(3), Vbr(8), Array(&Fixed(8))],
    &[Literal(1), Vbr(8), Array(&Fixed(7))],
    &[Literal(1), Vbr(8), Array(&Char6)],
    &[Literal(2), Vbr(8), Array(&Char6)],
];

const CONSTANTS: [Shape; 4] =
    [&[Literal(1), TypeNumber], &[Literal(4), Vbr(8)], &[Literal(4), Literal(0)], &[Literal(6), Vbr(8)]];

const FUNCTION: [Shape; 8] = [
    &[Literal(20), Vbr(6), Vbr(4), Vbr(4)],
    &[Literal(2), Vbr(6), Vbr(6), Fixed(4)],
    &[Literal(3), Vbr(6), TypeNumber, Fixed(4)],
    &[Literal(10)],
    &[Literal(10), Vbr(6)],
    &[Literal(15)],
    &[Literal(43), Vbr(6), TypeNumber],
    &[Literal(24), Vbr(6), Vbr(6), Vbr(4)],
];

const GLOBALS: [Shape; 6] = [
    &[Literal(0), Vbr(6), Fixed(1)],
    &[Literal(1), Vbr(8)],
    &[Literal(2), Vbr(8)],
    &[Literal(3), Array(&Fixed(8))],
    &[Literal(4), Vbr(6)],
    &[Literal(4), Vbr(6), Vbr(6)],
];

/// The types block defines its own, after its start.
const TYPES: [Shape; 1] = [&[Literal(21), Fixed(1), Array(&TypeNumber)]];

/// The abbreviations block: the blocks it defines abbreviations for, in the SDK's order.
pub(super) const BLOCK_INFO: [BlockId; 4] = [BlockId::SymbolTable, BlockId::Constants, BlockId::Function, BlockId::Globals];

/// The abbreviations that apply in a kind of block, numbered from 4.
pub(super) const fn shapes(block: BlockId) -> &'static [Shape] {
    match block {
        BlockId::BlockInfo | BlockId::Module => &[],
        BlockId::Constants => &CONSTANTS,
        BlockId::Function => &FUNCTION,
        BlockId::SymbolTable => &SYMBOL_TABLE,
        BlockId::Types => &TYPES,
        BlockId::Globals => &GLOBALS,
    }
}

/// The bits of an abbreviation index in a kind of block: room for 4 predefined ones and its own.
pub(super) const fn index_width(block: BlockId) -> u32 {
    (shapes(block).len() as u32 + 4).next_power_of_two().ilog2()
}

/// Number of bits of a record by this abbreviation, without the index; `None` if the abbreviation
/// cannot hold it.
pub(super) fn cost(
    shape: Shape,
    type_width: u32,
    code: u64,
    operands: impl ExactSizeIterator<Item = u64> + Clone,
) -> Option<u64> {
    let mut rest = operands.len() + 1;
    let mut values = std::iter::once(code).chain(operands);
    let mut bits = 0;
    for &field in shape {
        if let Array(element) = field {
            let sum = values.try_fold(0, |sum, value| Some(sum + field_bits(*element, type_width, value)?))?;
            return Some(bits + vbr_bits(rest as u64, 6) + sum);
        }
        bits += field_bits(field, type_width, values.next()?)?;
        rest -= 1;
    }
    (rest == 0).then_some(bits)
}

/// Number of bits of one value by one encoding; `None` if it cannot hold it.
fn field_bits(field: Field, type_width: u32, value: u64) -> Option<u64> {
    let fits = |width: u32| (value >> width == 0).then_some(u64::from(width));
    match field {
        Literal(only) => (value == only).then_some(0),
        Fixed(width) => fits(width),
        Vbr(width) => Some(vbr_bits(value, width)),
        Char6 => char6(value).map(|_| 6),
        TypeNumber => fits(type_width),
        Array(_) => None,
    }
}

/// Appends a record by an abbreviation that can hold it.
pub(super) fn emit(bits: &mut Bits, shape: Shape, type_width: u32, code: u64, operands: impl ExactSizeIterator<Item = u64>) {
    let mut rest = operands.len() + 1;
    let mut values = std::iter::once(code).chain(operands);
    for &field in shape {
        if let Array(element) = field {
            bits.vbr(rest as u64, 6);
            return values.for_each(|value| emit_field(bits, *element, type_width, value));
        }
        if let Some(value) = values.next() {
            emit_field(bits, field, type_width, value);
            rest -= 1;
        }
    }
}

fn emit_field(bits: &mut Bits, field: Field, type_width: u32, value: u64) {
    match field {
        Literal(_) | Array(_) => {}
        Fixed(width) => bits.fixed(value, width),
        Vbr(width) => bits.vbr(value, width),
        Char6 => bits.fixed(char6(value).unwrap_or(0), 6),
        TypeNumber => bits.fixed(value, type_width),
    }
}

/// Appends the definition of an abbreviation, after the index that announces it.
pub(super) fn define(bits: &mut Bits, shape: Shape, type_width: u32) {
    let arrays = shape.iter().filter(|field| matches!(field, Array(_))).count();
    bits.vbr((shape.len() + arrays) as u64, 5);
    shape.iter().for_each(|&field| define_field(bits, field, type_width));
}

fn define_field(bits: &mut Bits, field: Field, type_width: u32) {
    let mut numbered = |number: u64, width: Option<u32>| {
        bits.fixed(number << 1, 4);
        width.into_iter().for_each(|width| bits.vbr(u64::from(width), 5));
    };
    match field {
        Literal(value) => {
            bits.fixed(1, 1);
            bits.vbr(value, 8);
        }
        Fixed(width) => numbered(1, Some(width)),
        TypeNumber => numbered(1, Some(type_width)),
        Vbr(width) => numbered(2, Some(width)),
        Array(element) => {
            numbered(3, None);
            define_field(bits, *element, type_width);
        }
        Char6 => numbered(4, None),
    }
}

/// The number of a character in six bits, if it has one.
fn char6(character: u64) -> Option<u64> {
    let character = u8::try_from(character).ok()?;
    let number = match character {
        b'a'..=b'z' => character - b'a',
        b'A'..=b'Z' => character - b'A' + 26,
        b'0'..=b'9' => character - b'0' + 52,
        b'.' => 62,
        b'_' => 63,
        _ => return None,
    };
    Some(u64::from(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitcode::abbrev::AbbrevTable;
    use crate::bitcode::cursor::Cursor;
    use crate::bitcode::values::Values;

    const TYPE_WIDTH: u32 = 5;

    /// Defines an abbreviation and reads a record by it with the reader; also checks the cost.
    fn round_trip(shape: Shape, code: u64, operands: &[u64]) -> Option<Vec<u64>> {
        let operands = operands.iter().copied();
        let expected = cost(shape, TYPE_WIDTH, code, operands.clone())?;
        let mut bits = Bits::default();
        define(&mut bits, shape, TYPE_WIDTH);
        emit(&mut bits, shape, TYPE_WIDTH, code, operands);
        bits.align32();
        let bytes = bits.into_bytes();
        let (mut table, mut cursor, mut record) = (AbbrevTable::new(), Cursor::new(&bytes, 0), Values::new());
        table.define(&mut cursor).unwrap();
        let start = cursor.position();
        table.read(0, &mut cursor, u64::MAX, &mut record).unwrap();
        assert_eq!(cursor.position() - start, expected);
        Some(record.to_vec())
    }

    #[test]
    fn the_reader_reads_every_abbreviation() {
        for block in BlockId::ALL {
            for &shape in shapes(block) {
                let code = if let Literal(code) = shape[0] { code } else { 1 };
                let scalars = shape[1..].iter().filter(|field| !matches!(field, Array(_))).count();
                let zeros = vec![0; scalars];
                let record = [&[code], &zeros[..]].concat();
                assert_eq!(round_trip(shape, code, &zeros), Some(record), "{shape:?}");
            }
        }
    }

    #[test]
    fn arrays_and_characters() {
        let text: Vec<u64> = std::iter::once(300).chain("azAZ09._".bytes().map(u64::from)).collect();
        assert_eq!(round_trip(SYMBOL_TABLE[2], 1, &text), Some([&[1], &text[..]].concat()));
        assert_eq!(round_trip(SYMBOL_TABLE[2], 1, &[0, u64::from(b'$')]), None);
        assert_eq!(round_trip(SYMBOL_TABLE[1], 1, &[0, u64::from(b'$')]), Some(vec![1, 0, u64::from(b'$')]));
        assert_eq!(round_trip(TYPES[0], 21, &[0, 1, 31]), Some(vec![21, 0, 1, 31]));
        assert_eq!(round_trip(TYPES[0], 21, &[0, 1, 32]), None);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(round_trip(CONSTANTS[2], 4, &[1]), None);
        assert_eq!(round_trip(FUNCTION[3], 10, &[1]), None);
        assert_eq!(round_trip(FUNCTION[4], 10, &[]), None);
        assert_eq!(round_trip(FUNCTION[1], 2, &[1, 1, 16]), None);
        assert_eq!(round_trip(FUNCTION[1], 3, &[1, 1, 1]), None);
    }

    #[test]
    fn index_widths_are_the_sdk_s() {
        let widths =
            [BlockId::BlockInfo, BlockId::Module, BlockId::Constants, BlockId::Function, BlockId::Types].map(index_width);
        assert_eq!(widths, [2, 2, 3, 4, 3]);
        assert_eq!([BlockId::SymbolTable, BlockId::Globals].map(index_width), [3, 4]);
    }
}

//! Abbreviations: how the values of a record are packed into bits.
//!
//! An [`AbbrevTable`] holds the abbreviations of one kind of block in two flat vectors. Invariants,
//! checked on definition: an abbreviation has 1 to [`MAX_ENCODINGS`] encodings, fields are at most
//! 32 bits wide, an array's element is one encoding. Values that take no bits are few: one for each
//! encoding, and as many elements of an array of literals. So a record costs at most a constant
//! times its bits, whatever abbreviation expands it.
//!
//! Source: [PNACL-MANUAL] "Abbreviations", "Abbreviation Record"; [LLVM-BITSTREAM] "Abbreviations".

use std::fmt;

use super::cursor::{Cursor, MAX_WIDTH};
use super::values::Values;

/// The most encodings that one abbreviation may have, and the most elements of an array of
/// literals. The SDK's writer uses up to six. It keeps an abbreviation of nothing but literals,
/// which takes two bits a use, from expanding without limit.
pub const MAX_ENCODINGS: u64 = 64;

/// The encoding of one value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Always this value; takes no bits.
    Literal(u64),
    /// This many bits.
    Fixed(u8),
    /// Chunks of this many bits.
    Vbr(u8),
    /// Six bits: a letter, a digit, `.` or `_`.
    Char6,
}

/// What is wrong with a record's bits.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// More values are announced than the block has bits for, or than the limit allows.
    TooMany(u64),
    /// An abbreviation that is one array, and the array is empty.
    NoCode,
    /// The encoding's number is not one of the format's.
    UnknownEncoding(u64),
    /// A field wider than 32 bits.
    Width(u64),
    /// No encodings or too many.
    Encodings(u64),
    /// `array` anywhere but second to last.
    ArrayPlace,
    /// An array whose elements are arrays.
    ArrayElement,
    /// An array of elements without bits that has more of them than an abbreviation could spell
    /// out.
    Literals(u64),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Fault::TooMany(count) => write!(f, "the record announces {count} values, more than can follow"),
            Fault::NoCode => f.write_str("the record is empty; expected a record code"),
            Fault::UnknownEncoding(number) => {
                write!(f, "abbreviation encoding {number}; expected fixed (1), vbr (2), array (3) or char6 (4)")
            }
            Fault::Width(width) => write!(f, "abbreviation field of {width} bits; expected at most {MAX_WIDTH}"),
            Fault::Encodings(count) => write!(f, "abbreviation of {count} encodings; expected 1 to {MAX_ENCODINGS}"),
            Fault::ArrayPlace => f.write_str("an array must be the second to last encoding of its abbreviation"),
            Fault::ArrayElement => f.write_str("an array's element must be a literal or one fixed, vbr or char6 encoding"),
            Fault::Literals(count) => {
                write!(f, "an array of {count} values that take no bits; at most {MAX_ENCODINGS} are supported")
            }
        }
    }
}

/// An encoding as it is read, without a branch over its kind: `width` bits are taken, `mask` of
/// them and `literal` make the value, unless a bit of `more` says that further chunks follow.
#[derive(Copy, Clone, Debug)]
struct Field {
    width: u32,
    char6: bool,
    more: u64,
    mask: u64,
    literal: u64,
}

impl Field {
    fn new(encoding: Encoding) -> Self {
        let (width, more, mask, literal) = match encoding {
            Encoding::Literal(value) => (0, 0, 0, value),
            Encoding::Fixed(width) => (width, 0, (1 << width) - 1, 0),
            Encoding::Vbr(width) => (width, 1 << (width - 1), (1 << (width - 1)) - 1, 0),
            Encoding::Char6 => (6, 0, 63, 0),
        };
        Self { width: u32::from(width), char6: encoding == Encoding::Char6, more, mask, literal }
    }
}

#[derive(Copy, Clone, Debug)]
struct Abbrev {
    start: u32,
    len: u32,
    element: Option<Field>,
    /// Whether none of the scalars is a character, and there is no array.
    is_plain: bool,
}

/// The abbreviations of one kind of block, or the local ones of one block.
#[derive(Clone, Debug, Default)]
pub struct AbbrevTable {
    fields: Vec<Field>,
    abbrevs: Vec<Abbrev>,
}

/// An encoding as it is defined: with `array`, which only marks the next one.
enum Defined {
    Scalar(Encoding),
    Array,
}

impl AbbrevTable {
    /// An empty table.
    pub const fn new() -> Self {
        Self { fields: Vec::new(), abbrevs: Vec::new() }
    }

    /// Number of abbreviations.
    #[inline]
    pub fn len(&self) -> usize {
        self.abbrevs.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.abbrevs.is_empty()
    }

    /// Removes everything, keeping the allocations.
    pub fn clear(&mut self) {
        self.fields.clear();
        self.abbrevs.clear();
    }

    /// Reads a definition (after its abbreviation index 2) and appends it. The caller checks the
    /// cursor afterwards.
    pub fn define(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        let count = cursor.vbr(5);
        if !(1..=MAX_ENCODINGS).contains(&count) {
            return Err(Fault::Encodings(count));
        }
        let start = self.fields.len() as u32;
        let mut element = None;
        for index in 0..count {
            match define_encoding(cursor)? {
                Defined::Scalar(encoding) => self.fields.push(Field::new(encoding)),
                Defined::Array if index + 2 == count => {
                    element = Some(Field::new(define_element(cursor)?));
                    break;
                }
                Defined::Array => return Err(Fault::ArrayPlace),
            }
        }
        let is_plain = element.is_none() && !self.fields[start as usize..].iter().any(|field| field.char6);
        self.abbrevs.push(Abbrev { start, len: self.fields.len() as u32 - start, element, is_plain });
        Ok(())
    }

    /// Reads a record by the abbreviation with this index, which must exist. The caller checks the
    /// cursor afterwards.
    #[inline(always)]
    pub fn read(&self, index: usize, cursor: &mut Cursor<'_>, limit: u64, record: &mut Values) -> Result<(), Fault> {
        let abbrev = &self.abbrevs[index];
        let fields = &self.fields[abbrev.start as usize..][..abbrev.len as usize];
        let mut bits = cursor.bits();
        for (field, value) in fields.iter().zip(record.add(fields.len())) {
            *value = bits.field(field.width, field.more, field.mask) | field.literal;
        }
        cursor.seek(&bits);
        if abbrev.is_plain { Ok(()) } else { self.complete(index, cursor, limit, record) }
    }

    /// What few abbreviations have: characters and an array.
    #[inline(never)]
    fn complete(&self, index: usize, cursor: &mut Cursor<'_>, limit: u64, record: &mut Values) -> Result<(), Fault> {
        let Abbrev { start, len, element, .. } = self.abbrevs[index];
        let fields = &self.fields[start as usize..][..len as usize];
        let start = record.len() - fields.len();
        for (_, value) in fields.iter().zip(&mut record[start..]).filter(|(field, _)| field.char6) {
            *value = char6(*value);
        }
        element.map_or(Ok(()), |element| read_array(element, cursor, limit, record))
    }
}

fn define_encoding(cursor: &mut Cursor<'_>) -> Result<Defined, Fault> {
    if cursor.fixed(1) == 1 {
        return Ok(Defined::Scalar(Encoding::Literal(cursor.vbr(8))));
    }
    let number = cursor.fixed(3);
    match number {
        1 | 2 => {
            let width = cursor.vbr(5);
            if width > u64::from(MAX_WIDTH) {
                return Err(Fault::Width(width));
            }
            Ok(Defined::Scalar(match (number, width) {
                // A field without bits can only be zero.
                (_, 0) => Encoding::Literal(0),
                (1, _) => Encoding::Fixed(width as u8),
                _ => Encoding::Vbr(width as u8),
            }))
        }
        3 => Ok(Defined::Array),
        4 => Ok(Defined::Scalar(Encoding::Char6)),
        _ => Err(Fault::UnknownEncoding(number)),
    }
}

/// An element may be a literal: the types block of a module without types defines an array of type
/// numbers, which take no bits.
fn define_element(cursor: &mut Cursor<'_>) -> Result<Encoding, Fault> {
    match define_encoding(cursor)? {
        Defined::Array => Err(Fault::ArrayElement),
        Defined::Scalar(encoding) => Ok(encoding),
    }
}

fn read_array(element: Field, cursor: &mut Cursor<'_>, limit: u64, record: &mut Values) -> Result<(), Fault> {
    let count = cursor.vbr(6);
    if count > limit || count.saturating_mul(u64::from(element.width)) > cursor.remaining() {
        return Err(Fault::TooMany(count));
    }
    if count == 0 && record.is_empty() {
        return Err(Fault::NoCode);
    }
    if element.width == 0 {
        return read_literals(element.literal, count, record);
    }
    let values = record.add(count as usize);
    let mut bits = cursor.bits();
    for value in &mut *values {
        *value = bits.field(element.width, element.more, element.mask);
    }
    cursor.seek(&bits);
    if element.char6 {
        values.iter_mut().for_each(|value| *value = char6(*value));
    }
    Ok(())
}

#[cold]
fn read_literals(value: u64, count: u64, record: &mut Values) -> Result<(), Fault> {
    if count > MAX_ENCODINGS {
        return Err(Fault::Literals(count));
    }
    record.extend((0..count).map(|_| value));
    Ok(())
}

/// Reads a record without an abbreviation: a code, a count and the values, all VBR6. The caller
/// checks the cursor afterwards.
#[inline(always)]
pub fn read_unabbreviated(cursor: &mut Cursor<'_>, limit: u64, record: &mut Values) -> Result<(), Fault> {
    let mut bits = cursor.bits();
    record.push(bits.vbr6());
    let count = bits.vbr6();
    cursor.seek(&bits);
    if count > limit || count > cursor.remaining() / 6 {
        return Err(Fault::TooMany(count));
    }
    for value in record.add(count as usize) {
        *value = bits.vbr6();
    }
    cursor.seek(&bits);
    Ok(())
}

fn char6(index: u64) -> u64 {
    u64::from(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"[(index & 63) as usize])
}

#[cfg(test)]
mod tests {
    use super::super::testing::{BitWriter, Enc};
    use super::*;

    fn define(encodings: &[Enc]) -> Result<AbbrevTable, Fault> {
        let mut bits = BitWriter::new();
        bits.define_body(encodings);
        let bytes = bits.into_bytes();
        let mut table = AbbrevTable::new();
        table.define(&mut Cursor::new(&bytes, 0)).map(|()| table)
    }

    fn read(table: &AbbrevTable, bits: BitWriter) -> Result<Vec<u64>, Fault> {
        let bytes = bits.into_bytes();
        let mut record = Values::new();
        let mut cursor = Cursor::new(&bytes, 0);
        table.read(0, &mut cursor, u64::MAX, &mut record).map(|()| record.to_vec())
    }

    #[test]
    fn scalars_and_an_array() {
        let table = define(&[Enc::Lit(9), Enc::Char6, Enc::Fixed(3), Enc::Vbr(4), Enc::Array, Enc::Char6]).unwrap();
        let mut bits = BitWriter::new();
        bits.fixed(27, 6);
        bits.fixed(5, 3);
        bits.vbr(100, 4);
        bits.vbr(4, 6);
        [0, 26, 52, 63].into_iter().for_each(|index| bits.fixed(index, 6));
        assert_eq!(
            read(&table, bits),
            Ok(vec![9, u64::from(b'B'), 5, 100, u64::from(b'a'), u64::from(b'A'), u64::from(b'0'), u64::from(b'_')])
        );
    }

    #[test]
    fn a_field_without_bits_is_zero() {
        let table = define(&[Enc::Lit(1), Enc::Fixed(0), Enc::Vbr(0)]).unwrap();
        assert_eq!(read(&table, BitWriter::new()), Ok(vec![1, 0, 0]));
    }

    #[test]
    fn bad_definitions_are_refused() {
        assert_eq!(define(&[]).unwrap_err(), Fault::Encodings(0));
        assert_eq!(define(&[Enc::Lit(0); 65]).unwrap_err(), Fault::Encodings(65));
        assert_eq!(define(&[Enc::Fixed(33)]).unwrap_err(), Fault::Width(33));
        assert_eq!(define(&[Enc::Vbr(33)]).unwrap_err(), Fault::Width(33));
        assert_eq!(define(&[Enc::Number(5)]).unwrap_err(), Fault::UnknownEncoding(5));
        assert_eq!(define(&[Enc::Number(0)]).unwrap_err(), Fault::UnknownEncoding(0));
        assert_eq!(define(&[Enc::Array]).unwrap_err(), Fault::ArrayPlace);
        assert_eq!(define(&[Enc::Array, Enc::Fixed(1), Enc::Lit(1)]).unwrap_err(), Fault::ArrayPlace);
        assert_eq!(define(&[Enc::Array, Enc::Array]).unwrap_err(), Fault::ArrayElement);
    }

    #[test]
    fn an_array_of_literals_is_bounded() {
        for (element, value) in [(Enc::Lit(7), 7), (Enc::Fixed(0), 0), (Enc::Vbr(0), 0)] {
            let table = define(&[Enc::Lit(2), Enc::Array, element]).unwrap();
            let count = |count: u64| {
                let mut bits = BitWriter::new();
                bits.vbr(count, 6);
                read(&table, bits)
            };
            assert_eq!(count(3), Ok(vec![2, value, value, value]));
            assert_eq!(count(MAX_ENCODINGS).map(|record| record.len() as u64), Ok(MAX_ENCODINGS + 1));
            assert_eq!(count(MAX_ENCODINGS + 1), Err(Fault::Literals(MAX_ENCODINGS + 1)));
        }
    }

    #[test]
    fn announced_counts_are_held_against_the_bits() {
        let table = define(&[Enc::Lit(1), Enc::Array, Enc::Fixed(1)]).unwrap();
        let mut bits = BitWriter::new();
        bits.vbr(4_000_000_000, 6);
        assert_eq!(read(&table, bits), Err(Fault::TooMany(4_000_000_000)));
        let mut bits = BitWriter::new();
        bits.vbr(3, 6);
        bits.vbr(u64::MAX, 6);
        let bytes = bits.into_bytes();
        let result = read_unabbreviated(&mut Cursor::new(&bytes, 0), u64::MAX, &mut Values::new());
        assert_eq!(result, Err(Fault::TooMany(u64::MAX)));
    }

    #[test]
    fn an_array_alone_must_hold_the_code() {
        let table = define(&[Enc::Array, Enc::Fixed(8)]).unwrap();
        let mut bits = BitWriter::new();
        bits.vbr(0, 6);
        assert_eq!(read(&table, bits), Err(Fault::NoCode));
    }
}

//! An abbreviation as it is weighed: how many bits a record takes by it.
//!
//! In: values. Out: sizes in bits, and the numbers of the definition. Source: [PNACL-MANUAL]
//! "Abbreviations"; [LLVM-BITSTREAM] "Abbreviations".

use crate::bitcode::write::bits::vbr_bits;

/// The encoding of one value.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Field {
    /// Always this value; takes no bits.
    Literal(u64),
    /// This many bits.
    Fixed(u32),
    /// Chunks of this many bits.
    Vbr(u32),
    /// Six bits: a letter, a digit, `.` or `_`.
    Char6,
}

/// The widest fixed field that readers take.
const MAX_FIXED: u32 = 32;
/// Widths of chunks that are worth trying.
const CHUNKS: std::ops::RangeInclusive<u32> = 2..=16;

impl Field {
    /// Number of bits of a value; `None` if it does not fit.
    fn bits(self, value: u64) -> Option<u64> {
        match self {
            Field::Literal(literal) => (value == literal).then_some(0),
            Field::Fixed(width) => (value >> width == 0).then_some(width.into()),
            Field::Vbr(width) => Some(vbr_bits(value, width)),
            Field::Char6 => is_char6(value).then_some(6),
        }
    }

    /// The encoding that takes the fewest bits for some values; of those that take the same the first
    /// in the order of the type.
    pub fn best(values: impl Iterator<Item = u64> + Clone) -> Field {
        let mut lengths = [0_u64; 65];
        let (mut first, mut is_same, mut is_text) = (None, true, true);
        for value in values {
            is_same &= *first.get_or_insert(value) == value;
            is_text &= is_char6(value);
            lengths[(64 - value.leading_zeros()) as usize] += 1;
        }
        if let Some(value) = first.filter(|_| is_same) {
            return Field::Literal(value);
        }
        let longest = lengths.iter().rposition(|&count| count > 0).unwrap_or(1).max(1) as u32;
        let total: u64 = lengths.iter().sum();
        let chunks = CHUNKS.map(|width| {
            let bits =
                |(length, count): (usize, &u64)| (length.max(1) as u64).div_ceil(u64::from(width) - 1) * u64::from(width) * count;
            (lengths.iter().enumerate().map(bits).sum::<u64>(), Field::Vbr(width))
        });
        let fixed = (longest <= MAX_FIXED).then_some((u64::from(longest) * total, Field::Fixed(longest)));
        let text = is_text.then_some((6 * total, Field::Char6));
        chunks.chain(fixed).chain(text).min().expect("there are chunks of some width").1
    }

    /// Its numbers in a definition.
    fn define(self, out: &mut Vec<u64>) {
        match self {
            Field::Literal(value) => out.extend([1, value]),
            Field::Fixed(width) => out.extend([0, 1, width.into()]),
            Field::Vbr(width) => out.extend([0, 2, width.into()]),
            Field::Char6 => out.extend([0, 4]),
        }
    }

    /// Bits of its definition.
    fn definition_bits(self) -> u64 {
        match self {
            Field::Literal(value) => 1 + vbr_bits(value, 8),
            Field::Fixed(width) | Field::Vbr(width) => 4 + vbr_bits(width.into(), 5),
            Field::Char6 => 4,
        }
    }
}

fn is_char6(value: u64) -> bool {
    u8::try_from(value).is_ok_and(|byte| byte.is_ascii_alphanumeric() || b"._".contains(&byte))
}

/// An abbreviation: the encodings of a record's first values, and of all others if there may be any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Of the code and the values after it.
    pub fields: Vec<Field>,
    /// Of the elements of an array at the end.
    pub rest: Option<Field>,
}

/// Bits of the number of an array's elements, in chunks.
const COUNT: u32 = 6;

impl Shape {
    /// Number of bits of a record, without the index; `None` if it does not fit.
    pub fn bits(&self, values: &[u64]) -> Option<u64> {
        if values.len() < self.fields.len() || (self.rest.is_none() && values.len() > self.fields.len()) {
            return None;
        }
        let (head, tail) = values.split_at(self.fields.len());
        let head = self.fields.iter().zip(head).try_fold(0, |sum, (field, &value)| Some(sum + field.bits(value)?))?;
        let Some(rest) = self.rest else { return Some(head) };
        let count = head + vbr_bits(tail.len() as u64, COUNT);
        tail.iter().try_fold(count, |sum, &value| Some(sum + rest.bits(value)?))
    }

    /// The numbers of its definition, after the code.
    pub fn definition(&self) -> Vec<u64> {
        let mut out = vec![self.fields.len() as u64 + if self.rest.is_some() { 2 } else { 0 }];
        self.fields.iter().for_each(|field| field.define(&mut out));
        if let Some(rest) = self.rest {
            out.extend([0, 3]);
            rest.define(&mut out);
        }
        out
    }

    /// Bits of its definition.
    pub fn definition_bits(&self) -> u64 {
        let rest = self.rest.map_or(0, |rest| 4 + rest.definition_bits());
        2 + vbr_bits(self.fields.len() as u64 + 2, 5)
            + self.fields.iter().map(|field| field.definition_bits()).sum::<u64>()
            + rest
    }
}

/// Number of bits of a record without an abbreviation.
pub fn unabbreviated_bits(values: &[u64]) -> u64 {
    values.iter().map(|&value| vbr_bits(value, 6)).sum::<u64>() + vbr_bits(values.len() as u64 - 1, 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_encoding_takes_the_fewest_bits() {
        let best = |values: &[u64]| Field::best(values.iter().copied());
        assert_eq!(best(&[7, 7, 7]), Field::Literal(7));
        assert_eq!(best(&[0, 1, 1]), Field::Fixed(1));
        assert_eq!(best(&[200, 131, 254]), Field::Fixed(8));
        assert_eq!(best(&[b'a'.into(), b'Z'.into(), b'_'.into()]), Field::Char6);
        let mostly_small: Vec<u64> = (0..100).map(|number| if number == 0 { 1 << 40 } else { number % 4 }).collect();
        assert_eq!(best(&mostly_small), Field::Vbr(3));
        // Eight chunks of nine bits, and one.
        assert_eq!(best(&[0, u64::MAX]), Field::Vbr(9));
    }

    #[test]
    fn sizes_are_those_of_the_format() {
        let shape = Shape { fields: vec![Field::Literal(4), Field::Vbr(6)], rest: Some(Field::Fixed(8)) };
        assert_eq!(shape.bits(&[4, 40, 1, 2, 255]), Some(12 + 6 + 24));
        assert_eq!(shape.bits(&[4, 40, 256]), None);
        assert_eq!(shape.bits(&[5, 40]), None);
        assert_eq!(shape.bits(&[4]), None);
        assert_eq!(shape.definition(), [4, 1, 4, 0, 2, 6, 0, 3, 0, 1, 8]);
        assert_eq!(unabbreviated_bits(&[4, 40, 1]), 6 + 6 + 12 + 6);
    }
}

//! Appends bits to a byte vector, least significant bit first.
//!
//! The counterpart of the reader's cursor: fixed-width fields, variable-width integers, padding to
//! 32 bits. Every call is amortised constant time. Invariant: fewer than 32 bits wait in the
//! pending word, and the bits above them are zero.
//!
//! Source: [LLVM-BITSTREAM] "Primitives", which [PNACL-MANUAL] "Abbreviations" builds on.

/// A growing stream of bits.
#[derive(Clone, Debug, Default)]
pub(in crate::bitcode) struct Bits {
    bytes: Vec<u8>,
    pending: u64,
    used: u32,
}

/// The widest fixed field or chunk.
const MAX_WIDTH: u32 = 32;

impl Bits {
    /// A stream that starts with whole bytes, a multiple of four.
    pub(in crate::bitcode) fn after(bytes: Vec<u8>) -> Self {
        debug_assert!(bytes.len().is_multiple_of(4));
        Self { bytes, pending: 0, used: 0 }
    }

    /// Appends the lowest `width` bits of a value that has no others.
    #[inline]
    pub(in crate::bitcode) fn fixed(&mut self, value: u64, width: u32) {
        debug_assert!(width <= MAX_WIDTH && value >> width == 0, "{value} in {width} bits");
        self.pending |= value << self.used;
        self.used += width;
        if self.used >= 32 {
            self.bytes.extend_from_slice(&(self.pending as u32).to_le_bytes());
            self.pending >>= 32;
            self.used -= 32;
        }
    }

    /// Appends an integer in chunks of `width` bits, least significant first; each chunk's top bit
    /// says whether another follows.
    #[inline]
    pub(in crate::bitcode) fn vbr(&mut self, mut value: u64, width: u32) {
        debug_assert!((2..=MAX_WIDTH).contains(&width));
        let more = 1 << (width - 1);
        while value >= more {
            self.fixed((value & (more - 1)) | more, width);
            value >>= width - 1;
        }
        self.fixed(value, width);
    }

    /// Appends zero bits up to the next multiple of 32.
    pub(in crate::bitcode) fn align32(&mut self) {
        if self.used > 0 {
            self.fixed(0, 32 - self.used);
        }
    }

    /// Number of bits so far.
    pub(in crate::bitcode) fn position(&self) -> u64 {
        self.bytes.len() as u64 * 8 + u64::from(self.used)
    }

    /// Number of bytes so far. The stream must be aligned.
    pub(in crate::bitcode) fn len(&self) -> usize {
        debug_assert_eq!(self.used, 0);
        self.bytes.len()
    }

    /// Overwrites the 32-bit word at a byte offset.
    pub(in crate::bitcode) fn patch(&mut self, at: usize, word: u32) {
        self.bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
    }

    /// The bytes. The stream must be aligned.
    pub(in crate::bitcode) fn into_bytes(self) -> Vec<u8> {
        debug_assert_eq!(self.used, 0);
        self.bytes
    }
}

/// Number of bits that [`Bits::vbr`] takes.
#[inline]
pub(in crate::bitcode) fn vbr_bits(value: u64, width: u32) -> u64 {
    let significant = (64 - value.leading_zeros()).max(1);
    u64::from(significant.div_ceil(width - 1) * width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitcode::cursor::Cursor;
    use proptest::prelude::*;

    #[derive(Copy, Clone, Debug)]
    enum Item {
        Fixed(u64, u32),
        Vbr(u64, u32),
        Align,
    }

    fn item() -> impl Strategy<Value = Item> {
        let value = (any::<u64>(), 0..64_u32).prop_map(|(value, shift)| value >> shift);
        prop_oneof![
            4 => (any::<u64>(), 0..=32_u32).prop_map(|(value, width)| Item::Fixed(value & ((1 << width) - 1), width)),
            4 => (value, 2..=32_u32).prop_map(|(value, width)| Item::Vbr(value, width)),
            1 => Just(Item::Align),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_cursor_reads_what_was_written(items in prop::collection::vec(item(), 0..60)) {
            let mut bits = Bits::default();
            for &item in &items {
                match item {
                    Item::Fixed(value, width) => bits.fixed(value, width),
                    Item::Vbr(value, width) => bits.vbr(value, width),
                    Item::Align => bits.align32(),
                }
            }
            bits.align32();
            let bytes = bits.into_bytes();
            let mut cursor = Cursor::new(&bytes, 0);
            for &item in &items {
                match item {
                    Item::Fixed(value, width) => prop_assert_eq!(cursor.fixed(width), value),
                    Item::Vbr(value, width) => {
                        let start = cursor.position();
                        prop_assert_eq!(cursor.vbr(width), value);
                        prop_assert_eq!(cursor.position() - start, vbr_bits(value, width));
                    }
                    Item::Align => cursor.align32(),
                }
            }
            cursor.align32();
            prop_assert!(cursor.remaining() == 0 && !cursor.failed());
        }
    }

    #[test]
    fn patches_replace_a_word() {
        let mut bits = Bits::after(vec![9; 4]);
        bits.fixed(0, 32);
        bits.fixed(0xffff_ffff, 32);
        bits.patch(4, 0x0403_0201);
        assert_eq!(bits.len(), 12);
        assert_eq!(bits.into_bytes(), [9, 9, 9, 9, 1, 2, 3, 4, 255, 255, 255, 255]);
    }

    #[test]
    fn sizes_are_counted_in_chunks() {
        assert_eq!([0, 31, 32, 1023, 1024, u64::MAX].map(|value| vbr_bits(value, 6)), [6, 6, 12, 12, 18, 78]);
        assert_eq!(vbr_bits(1 << 63, 2), 128);
    }
}

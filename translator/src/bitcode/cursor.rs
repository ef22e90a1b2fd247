//! A cursor over the bits of a byte slice.
//!
//! Bits are numbered from the least significant bit of the first byte. Each read loads one
//! unaligned 64-bit word, which holds at least 57 bits from the current position, so no refill
//! state exists that could go stale.
//!
//! Reading never fails on the spot: past the end there are zero bits, the position runs on, and
//! [`Cursor::failed`] tells. Code that reads a record checks once, after it. Loops over announced
//! counts check [`Cursor::remaining`] first. Every read is constant time.

/// Reads fixed and variable width integers. Positions are absolute bit offsets into the file.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    data: &'a [u8],
    /// Bits read so far; beyond `end` after a read past the end, at least [`OVERFLOW`] after an
    /// integer of more than 64 bits.
    pos: u64,
    /// Number of bits in `data`.
    end: u64,
    /// Absolute offset of the first bit of `data`.
    base: u64,
}

/// The widest field that an abbreviation may use.
pub const MAX_WIDTH: u32 = 32;

/// The bits that one load is sure to give, whatever the position.
const SURE_BITS: u32 = 57;

/// A position that no slice reaches and no sum of lengths overflows from.
const OVERFLOW: u64 = 1 << 62;

impl<'a> Cursor<'a> {
    /// A cursor over `data`, whose first bit has the absolute offset `base`.
    pub fn new(data: &'a [u8], base: u64) -> Self {
        Self { data, pos: 0, end: data.len() as u64 * 8, base }
    }

    /// The absolute bit offset of the next bit.
    #[inline]
    pub fn position(&self) -> u64 {
        self.base + self.pos
    }

    /// Number of bits left.
    #[inline]
    pub fn remaining(&self) -> u64 {
        self.end.saturating_sub(self.pos)
    }

    /// Whether a read went past the end, or met an integer of more than 64 bits.
    #[inline]
    pub fn failed(&self) -> bool {
        self.pos > self.end
    }

    /// Whether the failure is an integer of more than 64 bits.
    pub fn overflowed(&self) -> bool {
        self.pos >= OVERFLOW
    }

    /// Reads `width` bits, at most 32.
    #[inline(always)]
    pub fn fixed(&mut self, width: u32) -> u64 {
        debug_assert!(width <= MAX_WIDTH);
        let value = peek(self.data, self.pos) & ((1 << width) - 1);
        self.pos += u64::from(width);
        value
    }

    /// Reads an integer in chunks of `width` bits (1 to 32), least significant first; each chunk's
    /// top bit says whether another follows.
    #[inline(always)]
    pub fn vbr(&mut self, width: u32) -> u64 {
        debug_assert!((1..=MAX_WIDTH).contains(&width));
        let more = 1 << (width - 1);
        self.field(width, more, more - 1)
    }

    /// Reads a field of any form: `width` bits under `mask`; if a bit of `more` is set there, a
    /// variable width integer.
    #[inline(always)]
    pub fn field(&mut self, width: u32, more: u64, mask: u64) -> u64 {
        let word = peek(self.data, self.pos);
        if word & more == 0 {
            self.pos += u64::from(width);
            return word & mask;
        }
        let (value, pos) = chunks(self.data, self.pos, width);
        self.pos = pos;
        value
    }

    /// The bits from here on, for reading many fields in a row; then [`seek`](Self::seek).
    #[inline(always)]
    pub fn bits(&self) -> Bits<'a> {
        Bits { data: self.data, word: 0, avail: 0, pos: self.pos }
    }

    /// Goes to where fields have been read to.
    #[inline(always)]
    pub fn seek(&mut self, bits: &Bits<'a>) {
        self.pos = bits.pos;
    }

    /// Skips bits.
    pub fn skip(&mut self, bits: u64) {
        self.pos += bits;
    }

    /// Skips to the next multiple of 32 bits.
    pub fn align32(&mut self) {
        self.pos += self.position().wrapping_neg() % 32;
    }

    /// Takes the next `bytes` bytes as a slice and skips them, or `None` if there are not so many.
    /// The position must be byte-aligned.
    pub fn take(&mut self, bytes: u64) -> Option<&'a [u8]> {
        debug_assert!(self.pos.is_multiple_of(8));
        if bytes > self.remaining() / 8 {
            return None;
        }
        let start = (self.pos / 8) as usize;
        self.pos += bytes * 8;
        self.data.get(start..start + bytes as usize)
    }
}

/// A loaded word, for reading many fields in a row: one load serves as many fields as it has bits
/// for. What is past the end reads as zero bits here, too.
pub struct Bits<'a> {
    data: &'a [u8],
    word: u64,
    avail: u32,
    pos: u64,
}

impl Bits<'_> {
    /// Reads a field of any form, as [`Cursor::field`] does.
    #[inline(always)]
    pub fn field(&mut self, width: u32, more: u64, mask: u64) -> u64 {
        if self.avail < width {
            (self.word, self.avail) = (peek(self.data, self.pos), SURE_BITS);
        }
        let chunk = self.word;
        if chunk & more != 0 {
            return self.many(width, more, mask);
        }
        self.word >>= width;
        self.avail -= width;
        self.pos += u64::from(width);
        chunk & mask
    }

    /// Reads an integer in chunks of six bits.
    #[inline(always)]
    pub fn vbr6(&mut self) -> u64 {
        self.field(6, 0x20, 0x1f)
    }

    /// Reads an integer of several chunks: most often two.
    #[inline(always)]
    fn many(&mut self, width: u32, more: u64, mask: u64) -> u64 {
        let second = self.word >> width;
        if self.avail >= 2 * width && second & more == 0 {
            let value = self.word & mask | (second & mask) << (width - 1);
            self.word = second >> width;
            self.avail -= 2 * width;
            self.pos += 2 * u64::from(width);
            return value;
        }
        let (value, pos) = chunks(self.data, self.pos, width);
        (self.pos, self.avail) = (pos, 0);
        value
    }
}

/// The bits from `pos` on: at least 57 of them, zeros past the end.
#[inline(always)]
fn peek(data: &[u8], pos: u64) -> u64 {
    let byte = (pos >> 3) as usize;
    // The shift above tells the compiler that this sum does not wrap: one comparison is left of the
    // bounds check.
    let word = match data.get(byte..byte + 8).and_then(<[u8]>::first_chunk) {
        Some(&bytes) => u64::from_le_bytes(bytes),
        None => peek_near_end(data, byte),
    };
    word >> (pos & 7)
}

#[cold]
fn peek_near_end(data: &[u8], byte: usize) -> u64 {
    let rest = data.get(byte..).unwrap_or(&[]);
    let mut bytes = [0; 8];
    bytes[..rest.len()].copy_from_slice(rest);
    u64::from_le_bytes(bytes)
}

/// The variable width integer at `pos`, and the position after it. Takes and gives the position by
/// value, so that the cursor of the common case, a single chunk, can stay in registers.
#[inline(never)]
fn chunks(data: &[u8], pos: u64, width: u32) -> (u64, u64) {
    let word = peek(data, pos);
    let more = 1 << (width - 1);
    let mask = more - 1;
    let (mut value, mut shift, mut at) = (word & mask, width - 1, width);
    while at + width <= SURE_BITS {
        let chunk = word >> at;
        at += width;
        value |= (chunk & mask) << shift;
        if chunk & more == 0 {
            return (value, pos + u64::from(at));
        }
        shift += width - 1;
    }
    many_chunks(data, pos, width)
}

/// As [`chunks`], of any length.
#[cold]
fn many_chunks(data: &[u8], mut pos: u64, width: u32) -> (u64, u64) {
    let more = 1 << (width - 1);
    let (mut value, mut shift) = (0_u64, 0);
    loop {
        let chunk = peek(data, pos) & (more | (more - 1));
        pos += u64::from(width);
        let bits = chunk & (more - 1);
        // A width of one has no room for a value: the shift does not advance, but the first chunk
        // settles it.
        if shift >= 64 || (bits << shift) >> shift != bits || width == 1 {
            return (0, OVERFLOW);
        }
        value |= bits << shift;
        shift += width - 1;
        if chunk & more == 0 {
            return (value, pos);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_fields_cross_bytes_and_words() {
        let data: Vec<u8> = (1..=20).collect();
        let mut cursor = Cursor::new(&data, 0);
        assert_eq!(cursor.fixed(4), 1);
        assert_eq!(cursor.fixed(12), 0x20);
        assert_eq!(cursor.fixed(32), 0x0605_0403);
        assert_eq!(cursor.fixed(32), 0x0a09_0807);
        assert_eq!(cursor.fixed(0), 0);
        assert_eq!(cursor.position(), 80);
        assert_eq!(cursor.remaining(), 80);
    }

    #[test]
    fn every_offset_and_width_agrees_with_single_bits() {
        let data: Vec<u8> = (0..24_u8).map(|i| i.wrapping_mul(151) ^ 0x5a).collect();
        let bit = |index: usize| u64::from(data[index / 8] >> (index % 8) & 1);
        for start in 0..100 {
            for width in 0..=32 {
                let mut cursor = Cursor::new(&data, 64);
                for _ in 0..start {
                    cursor.fixed(1);
                }
                let expected = (0..width).map(|i| bit(start + i) << i).sum::<u64>();
                assert_eq!(cursor.fixed(width as u32), expected, "{start} {width}");
                assert_eq!(cursor.position(), 64 + (start + width) as u64);
            }
        }
    }

    #[test]
    fn reading_past_the_end_gives_zeros_and_fails() {
        let mut cursor = Cursor::new(&[0xff], 0);
        assert_eq!(cursor.fixed(8), 0xff);
        assert!(!cursor.failed());
        assert_eq!(cursor.vbr(6), 0);
        assert!(cursor.failed() && !cursor.overflowed());
        assert_eq!(cursor.remaining(), 0);
    }

    #[test]
    fn variable_width_integers() {
        // 0b1_00001 then 0b0_00011 is 1 + 3 * 32.
        let mut cursor = Cursor::new(&[0b1110_0001, 0b0000_0000, 0, 0, 0, 0, 0, 0, 0], 0);
        assert_eq!(cursor.vbr(6), 1 + 3 * 32);
        assert_eq!(cursor.position(), 12);
    }

    #[test]
    fn sixty_four_bits_fit_and_sixty_five_do_not() {
        // Sixteen chunks of 4 value bits in VBR5 are 64 bits.
        let ones = |chunks: usize| (0..chunks * 5).map(move |i| i != chunks * 5 - 1);
        let pack = |bits: Vec<bool>| {
            let mut bytes = vec![0; bits.len().div_ceil(8) + 8];
            bits.iter().enumerate().for_each(|(i, &bit)| bytes[i / 8] |= u8::from(bit) << (i % 8));
            bytes
        };
        let fits = pack(ones(16).collect());
        let mut cursor = Cursor::new(&fits, 0);
        assert_eq!(cursor.vbr(5), u64::MAX);
        assert!(!cursor.failed());
        let wide = pack(ones(17).collect());
        let mut cursor = Cursor::new(&wide, 0);
        cursor.vbr(5);
        assert!(cursor.overflowed() && cursor.failed());
    }

    #[test]
    fn chunks_of_one_bit_end_at_once() {
        let data = [0xff; 4096];
        let mut cursor = Cursor::new(&data, 0);
        assert_eq!(cursor.vbr(1), 0);
        assert!(cursor.overflowed());
    }

    #[test]
    fn alignment_and_slices() {
        let data = [1, 2, 3, 4, 5, 6, 7, 8];
        let mut cursor = Cursor::new(&data, 0);
        cursor.align32();
        assert_eq!(cursor.position(), 0);
        cursor.fixed(1);
        cursor.align32();
        assert_eq!(cursor.position(), 32);
        assert_eq!(cursor.take(5), None);
        assert_eq!(cursor.take(4), Some(&data[4..]));
    }

    #[test]
    fn the_last_chunk_may_not_lose_bits() {
        // Thirteen chunks of 5 value bits in VBR6 are 65 bits: the last chunk has room for 15, not
        // for 31.
        for (last, fits) in [(15, true), (31, false)] {
            let mut bits = crate::bitcode::testing::BitWriter::new();
            (0..12).for_each(|_| bits.fixed(63, 6));
            bits.fixed(last, 6);
            bits.fixed(0, 64);
            let bytes = bits.into_bytes();
            let (mut one, mut many, mut out) = (Cursor::new(&bytes, 0), Cursor::new(&bytes, 0), Vec::new());
            let value = one.vbr(6);
            let mut bits = many.bits();
            out.push(bits.vbr6());
            many.seek(&bits);
            assert_eq!((one.overflowed(), many.overflowed()), (!fits, !fits));
            assert!(!fits || (value == u64::MAX && out == [u64::MAX] && one.position() == many.position()));
        }
    }
}

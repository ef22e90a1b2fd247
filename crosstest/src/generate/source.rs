//! Decisions drawn from bytes.
//!
//! In: an [`Unstructured`]. Out: numbers, choices, interesting constants. Nothing here fails: a
//! source that has run out answers every question with the first alternative, which callers make
//! the simplest one, so that fewer bytes make a smaller module. The same bytes always give the same
//! answers. Constant time for each answer.

use arbitrary::Unstructured;

use translator::ice::Type;

/// A source of decisions.
pub struct Source<'s, 'a> {
    bytes: &'s mut Unstructured<'a>,
}

impl<'s, 'a> Source<'s, 'a> {
    /// Decides by these bytes.
    pub fn new(bytes: &'s mut Unstructured<'a>) -> Self {
        Self { bytes }
    }

    /// Whether there is nothing left to decide by.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// A number below `count`; 0 if there is none.
    pub fn below(&mut self, count: usize) -> usize {
        if count < 2 { 0 } else { self.bytes.int_in_range(0..=count - 1).unwrap_or(0) }
    }

    /// A number in a range, both ends included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True in about `share` of 256 cases; false when the bytes have run out.
    pub fn chance(&mut self, share: u16) -> bool {
        u16::from(self.bytes.int_in_range(0..=u8::MAX).unwrap_or(0)) >= 256u16.saturating_sub(share)
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// An index, each as likely as its weight says; 0 if all weights are zero.
    pub fn weighted(&mut self, weights: &[u8]) -> usize {
        let total: usize = weights.iter().map(|&weight| usize::from(weight)).sum();
        let mut left = self.below(total);
        for (index, &weight) in weights.iter().enumerate() {
            if left < usize::from(weight) {
                return index;
            }
            left -= usize::from(weight);
        }
        0
    }

    /// Any bits.
    pub fn bits(&mut self, width: u32) -> u64 {
        let bits = self.bytes.int_in_range(0..=u64::MAX).unwrap_or(0);
        if width >= 64 { bits } else { bits & ((1 << width) - 1) }
    }

    /// An integer that is likely to make a difference to a code generator, in `width` bits.
    pub fn int(&mut self, width: u32) -> u64 {
        let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        let power = |at: usize| 1u64.wrapping_shl(at as u32);
        let value = match self.below(12) {
            0 => self.below(4) as u64,
            1 => (self.below(4) as u64).wrapping_neg(),
            2 => power(self.below(width as usize)),
            3 => power(self.below(width as usize)).wrapping_sub(1),
            4 => power(self.below(width as usize)).wrapping_neg().wrapping_sub(self.below(2) as u64),
            5 => self.pick(&LIMITS),
            6 => self.pick(&LIMITS).wrapping_neg(),
            7 => self.below(256) as u64,
            // A byte, rotated: what some machines have immediates for.
            8 => u64::from((self.below(256) as u32).rotate_right(2 * self.below(16) as u32)),
            9 if width >= 32 => self.tie(width, 24),
            10 if width == 64 => self.halves(),
            _ => self.bits(width),
        };
        value & mask
    }

    /// An integer of `width` bits half way between two floats of `mantissa` bits, or next to it:
    /// where a conversion rounds, and rounds to even. With the sign bit set as often as not.
    pub fn tie(&mut self, width: u32, mantissa: u32) -> u64 {
        let room = (width - mantissa).max(1) as usize;
        let shift = 1 + self.below(room) as u32;
        let number = self.bits(mantissa) | 1 << (mantissa - 1);
        let middle = number.wrapping_shl(shift) | 1 << (shift - 1);
        let value = middle.wrapping_add(self.below(3) as u64).wrapping_sub(1);
        let value = if self.chance(60) { value.wrapping_neg() } else { value };
        if width >= 64 { value } else { value & ((1 << width) - 1) }
    }

    /// A 64-bit constant whose halves differ in kind: one is zero, all ones or a sign bit.
    pub fn halves(&mut self) -> u64 {
        const HALVES: [u32; 7] = [0, u32::MAX, 1 << 31, i32::MAX as u32, 1, 10, u32::MAX - 1];
        let (high, low) = (self.pick(&HALVES), self.pick(&HALVES));
        let word = if self.chance(60) { self.bits(32) as u32 } else { high };
        u64::from(word) << 32 | u64::from(low)
    }

    /// The bits of a binary32 that is likely to make a difference. Sometimes a NaN, always a quiet
    /// one.
    pub fn float(&mut self) -> u32 {
        match self.below(4) {
            0 => self.pick(&FLOATS).to_bits(),
            1 => (self.below(2001) as f32 - 1000.0).to_bits(),
            2 => FLOATS[self.below(FLOATS.len())].to_bits() ^ 0x8000_0000,
            // Without bit 23 the exponent is never that of a NaN.
            _ => self.bits(32) as u32 & !(1 << 23),
        }
    }

    /// The bits of a binary64 that is likely to make a difference. Sometimes a NaN, always a quiet
    /// one.
    pub fn double(&mut self) -> u64 {
        match self.below(4) {
            0 => self.pick(&DOUBLES).to_bits(),
            1 => (self.below(2001) as f64 - 1000.0).to_bits(),
            2 => f64::from(FLOATS[self.below(FLOATS.len())]).to_bits() ^ 1 << 63,
            _ => self.bits(64) & !(1 << 52),
        }
    }

    /// The bits of a binary32 of moderate size: zero, or between 2^-15 and 2^15.
    pub fn moderate_float(&mut self) -> u32 {
        match self.below(3) {
            0 => self.pick(&[0.0f32, 1.0, -1.0, 0.5, 2.0, -3.5, 100.0, -20000.0]).to_bits(),
            1 => (self.below(2001) as f32 - 1000.0).to_bits(),
            _ => self.bits(32) as u32 & 0x87ff_ffff | 0x3800_0000,
        }
    }

    /// Any constant of a scalar type, as bits.
    pub fn constant(&mut self, ty: Type) -> u64 {
        match ty {
            Type::F32 => self.float().into(),
            Type::F64 => self.double(),
            _ => self.int(ty.bits()),
        }
    }
}

/// Where fields of instructions end.
const LIMITS: [u64; 16] = [
    127,
    128,
    255,
    256,
    4095,
    4096,
    32767,
    32768,
    65535,
    65536,
    0x00ff_00ff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x1_0000_0000,
    0x1234_5678_9abc_def0,
];

const FLOATS: [f32; 17] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    255.5,
    65536.0,
    2_147_483_648.0,
    4_294_967_296.0,
    9.223_372e18,
    1.0e-40,
    f32::MIN_POSITIVE,
    f32::MAX,
    f32::EPSILON,
    f32::INFINITY,
    f32::NAN,
];

const DOUBLES: [f64; 17] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.5,
    2_147_483_647.5,
    2_147_483_648.0,
    4_294_967_295.5,
    4_294_967_296.0,
    9_007_199_254_740_993.0,
    9.223_372_036_854_775e18,
    1.844_674_407_370_955_2e19,
    1.0e-310,
    f64::MAX,
    f64::NEG_INFINITY,
    f64::NAN,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_source_gives_the_first_alternative() {
        let mut bytes = Unstructured::new(&[]);
        let mut source = Source::new(&mut bytes);
        assert!(source.is_empty());
        assert_eq!(source.below(7), 0);
        assert_eq!(source.between(3, 9), 3);
        assert!(!source.chance(255));
        assert_eq!(source.weighted(&[0, 0, 4]), 2);
        assert_eq!(source.int(32), 0);
    }

    #[test]
    fn ties_are_where_conversions_round() {
        let data: Vec<u8> = (0..40_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let mut bytes = Unstructured::new(&data);
        let mut source = Source::new(&mut bytes);
        let (mut even, mut odd) = (0, 0);
        for _ in 0..1000 {
            assert!(source.tie(32, 24) >> 32 == 0);
            let tie = source.tie(64, 53);
            // Half way: neither neighbour is the number itself, and both are as far away.
            let rounded = (tie as f64) as u64;
            even += u32::from(rounded < tie);
            odd += u32::from(rounded > tie);
        }
        assert!(even > 100 && odd > 100, "{even} rounded down, {odd} up");
    }

    #[test]
    fn constants_fit_their_types_and_no_nan_is_a_signalling_one() {
        let data: Vec<u8> = (0..40_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let mut bytes = Unstructured::new(&data);
        let mut source = Source::new(&mut bytes);
        for _ in 0..1000 {
            for width in [1, 8, 16, 32] {
                assert!(source.int(width) >> width == 0);
            }
            let float = f32::from_bits(source.float());
            assert!(!float.is_nan() || float.to_bits() & 0x0040_0000 != 0);
            let double = f64::from_bits(source.double());
            assert!(!double.is_nan() || double.to_bits() & 1 << 51 != 0);
            let moderate = f32::from_bits(source.moderate_float()).abs();
            assert!(moderate == 0.0 || (3.0e-5..65536.0).contains(&moderate));
        }
    }
}

//! Partly specified values of up to 64 bits, and what can be said about all the numbers that one
//! stands for.
//!
//! A [`Bits`] stands for the set of its *completions*: every number that agrees with `v` where `u`
//! is 0. An operation is sound when every bit that it calls specified has the same value for all
//! completions of its operands (and the value it states). Where `u` is 1, `v` means nothing, with
//! one exception: arithmetic that yields a NaN leaves sign and payload Unspecified, but not that
//! the payload is other than zero. Such a float has the quiet bit set in both `v` and `u`; moves
//! keep it, integer operations drop it ([`Bits::clean`]).
//!
//! Every function is constant time except [`Bits::join_over`], which is linear in the number of
//! completions that it is asked to join.

/// A value and the mask of its Unspecified bits.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Bits {
    /// The bits.
    pub v: u64,
    /// A one for each Unspecified bit.
    pub u: u64,
}

/// All ones in the low `width` bits; `width` is 1 to 64.
#[inline]
pub const fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// A number's low `width` bits as a signed number.
#[inline]
pub const fn signed(v: u64, width: u32) -> i64 {
    ((v << (64 - width)) as i64) >> (64 - width)
}

/// All ones from bit 0 to the highest one of `v`.
#[inline]
pub const fn smear(v: u64) -> u64 {
    if v == 0 { 0 } else { u64::MAX >> v.leading_zeros() }
}

impl Bits {
    /// A specified value.
    #[inline]
    pub const fn known(v: u64) -> Self {
        Self { v, u: 0 }
    }

    /// A value of which the low `width` bits are all Unspecified.
    #[inline]
    pub const fn unspecified(width: u32) -> Self {
        Self { v: 0, u: mask(width) }
    }

    /// A truth value.
    #[inline]
    pub const fn bool(value: bool) -> Self {
        Self::known(value as u64)
    }

    /// Whether every bit is specified.
    #[inline]
    pub const fn is_known(self) -> bool {
        self.u == 0
    }

    /// The number, if every bit is specified.
    #[inline]
    pub const fn get(self) -> Option<u64> {
        if self.u == 0 { Some(self.v) } else { None }
    }

    /// The same with zeros in `v` where bits are Unspecified.
    #[inline]
    pub const fn clean(self) -> Self {
        Self { v: self.v & !self.u, u: self.u }
    }

    /// The low `width` bits.
    #[inline]
    pub const fn low(self, width: u32) -> Self {
        Self { v: self.v & mask(width), u: self.u & mask(width) }
    }

    /// The least completion, as an unsigned number.
    #[inline]
    pub const fn min(self) -> u64 {
        self.v & !self.u
    }

    /// The greatest completion, as an unsigned number.
    #[inline]
    pub const fn max(self) -> u64 {
        self.v | self.u
    }

    /// Whether `v` is one of the completions.
    #[inline]
    pub const fn may_be(self, v: u64) -> bool {
        (self.v ^ v) & !self.u == 0
    }

    /// Number of low bits that are specified, at most `width`.
    #[inline]
    pub const fn low_known(self, width: u32) -> u32 {
        let count = self.u.trailing_zeros();
        if count < width { count } else { width }
    }

    /// Number of low bits that are specified as zero, at most 64.
    #[inline]
    pub const fn low_zeros(self) -> u32 {
        self.max().trailing_zeros()
    }

    /// What stands for the completions of both: a bit is specified where both specify it alike.
    #[inline]
    pub const fn join(self, other: Self) -> Self {
        let u = self.u | other.u | (self.v ^ other.v);
        // A NaN marker survives only the join with its equal.
        if self.v == other.v && self.u == other.u { self } else { Self { v: self.v & !u, u } }
    }

    /// What stands for every number from `low` to `high`: the common leading bits are specified.
    #[inline]
    pub const fn range(low: u64, high: u64) -> Self {
        let u = smear(low ^ high);
        Self { v: low & !u, u }
    }

    /// Joins `f(n)` for every completion `n` of this value that is below `limit` (at most 64).
    pub fn join_over(self, limit: u64, mut f: impl FnMut(u64) -> Self) -> Option<Self> {
        (0..limit).filter(|&n| self.may_be(n)).map(&mut f).reduce(Self::join)
    }

    /// Byte `index`, 0 the lowest.
    #[inline]
    pub const fn byte(self, index: u32) -> Self {
        Self { v: (self.v >> (8 * index)) & 0xff, u: (self.u >> (8 * index)) & 0xff }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_join_keeps_what_both_say() {
        let (a, b) = (Bits { v: 0b1100, u: 0b0001 }, Bits { v: 0b1010, u: 0 });
        assert_eq!(a.join(b), Bits { v: 0b1000, u: 0b0111 });
        let nan = Bits { v: 0x7fc0_0000, u: 0x807f_ffff };
        assert_eq!(nan.join(nan), nan);
    }

    #[test]
    fn a_range_holds_its_ends() {
        for low in 0..40 {
            for high in low..40 {
                let range = Bits::range(low, high);
                assert!((low..=high).all(|n| range.may_be(n)), "{low}..={high}");
            }
        }
        assert_eq!(Bits::range(5, 5), Bits::known(5));
        assert_eq!(Bits::range(0, u64::MAX), Bits::unspecified(64));
    }

    #[test]
    fn extremes_are_completions() {
        let value = Bits { v: 0xa3, u: 0x0f };
        assert_eq!((value.min(), value.max()), (0xa0, 0xaf));
        assert!(value.may_be(0xa7) && !value.may_be(0xb7));
        assert_eq!((value.low_known(8), value.low_zeros(), Bits { v: 8, u: 8 }.low_zeros()), (0, 0, 3));
    }
}

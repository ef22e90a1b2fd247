//! Writes products, quotients and remainders with constants by their plans ([`super::strength`]),
//! in terms of a target's instructions.
//!
//! In: an operand and a constant, and the target's [`StrengthCode`]. Out: the result in a register,
//! right in the low bits of its type, garbage above. Registers have a word's width, 32 or 64 bits.
//! A narrower dividend comes extended to the word, with or without sign as the division wants it:
//! then nothing that a plan computes at the narrow width overflows the word, and a narrow `mulhi`
//! is a product and a shift. Linear in the plan, which is bounded.

use super::strength::{self, MulCosts, MulStep, Product, SignedDivision, UnsignedDivision};
use crate::ice::BinOp;

/// What a target can do. Operands are not changed; results are new.
pub trait StrengthCode {
    /// A register.
    type Value: Copy;

    /// Whether sums and differences shift their second operand for nothing, and either way, as on ARM.
    const SHIFTS_OPERANDS: bool = false;

    /// `a` shifted by 1 to width - 1 bits: `op` is a shift.
    fn shift(&mut self, op: BinOp, a: Self::Value, by: u8) -> Self::Value;

    /// `a + (b << by)`.
    fn add(&mut self, a: Self::Value, b: Self::Value, by: u8) -> Self::Value;

    /// `(b << by) - a`.
    fn subtract_from(&mut self, b: Self::Value, by: u8, a: Self::Value) -> Self::Value;

    /// `a` plus `b` shifted by 1 to width - 1 bits: `op` is a shift.
    fn add_shifted(&mut self, a: Self::Value, op: BinOp, b: Self::Value, by: u8) -> Self::Value {
        let shifted = self.shift(op, b, by);
        self.add(a, shifted, 0)
    }

    /// `a` less `b` shifted by 1 to width - 1 bits: `op` is a shift.
    fn subtract_shifted(&mut self, a: Self::Value, op: BinOp, b: Self::Value, by: u8) -> Self::Value {
        let shifted = self.shift(op, b, by);
        self.subtract_from(a, 0, shifted)
    }

    /// `a` and a mask of the lowest `bits` bits.
    fn low_bits(&mut self, a: Self::Value, bits: u8) -> Self::Value;

    /// `a` times a number of its width.
    fn times(&mut self, a: Self::Value, factor: u64) -> Self::Value;

    /// `x` less `a` times a number of its width.
    fn subtract_product(&mut self, x: Self::Value, a: Self::Value, factor: u64) -> Self::Value {
        let product = self.times(a, factor);
        self.subtract_from(x, 0, product)
    }

    /// The upper word of the product with a number, of operands with or without sign.
    fn upper_product(&mut self, a: Self::Value, factor: u64, signed: bool) -> Self::Value;

    /// 1 if `a` is at least this number, unsigned, and 0 if not.
    fn is_at_least(&mut self, a: Self::Value, number: u64) -> Self::Value;

    /// `0 - a`.
    fn negated(&mut self, a: Self::Value) -> Self::Value;
}

/// The width of a value and of the register that holds it, in bits.
#[derive(Copy, Clone, Debug)]
pub struct Width {
    /// The type's.
    pub value: u32,
    /// The register's.
    pub word: u32,
}

/// Writes a product by its plan.
pub fn write_product<C: StrengthCode>(plan: &Product, x: C::Value, code: &mut C) -> C::Value {
    let mut values = [x; strength::MAX_STEPS + 1];
    for (index, step) in plan.steps().iter().enumerate() {
        let value = |number: u8| values[usize::from(number)];
        let next = match *step {
            MulStep::Shl { a, by } => code.shift(BinOp::Shl, value(a), by),
            MulStep::Add { a, b, by } => code.add(value(a), value(b), by),
            MulStep::ShlSub { a, b, by } => code.subtract_from(value(b), by, value(a)),
            MulStep::Neg { a } => code.negated(value(a)),
        };
        values[index + 1] = next;
    }
    values[plan.steps().len()]
}

/// Writes a division or remainder by a constant other than zero: `op` says which. `x` is extended
/// to the word.
pub fn write_division<C: StrengthCode>(
    op: BinOp,
    x: C::Value,
    divisor: u64,
    width: Width,
    costs: &MulCosts,
    code: &mut C,
) -> C::Value {
    let mut writer = Writer { x, width, code };
    let (quotient, remainder) = match op {
        BinOp::UDiv | BinOp::URem => {
            let plan = strength::unsigned_division(divisor, width.value).expect("division by zero is not a matter of strength");
            (writer.unsigned(plan, divisor, op == BinOp::URem), matches!(plan, UnsignedDivision::Shift { .. }))
        }
        _ => {
            let plan = strength::signed_division(divisor, width.value).expect("division by zero is not a matter of strength");
            (writer.signed(plan, op == BinOp::SRem), matches!(plan, SignedDivision::Power { .. }))
        }
    };
    if remainder || matches!(op, BinOp::UDiv | BinOp::SDiv) {
        return quotient;
    }
    // x - quotient * divisor; the divisor as the word's number, so that a sign counts.
    let spare = 64 - width.value;
    let factor = if op == BinOp::SRem { ((divisor << spare) as i64 >> spare) as u64 } else { divisor };
    let factor = factor & u64::MAX >> (64 - width.word);
    let Some(plan) = strength::multiply(factor, width.word, costs) else { return code.subtract_product(x, quotient, factor) };
    let product = write_product(&plan, quotient, code);
    code.subtract_from(x, 0, product)
}

/// Writes the remainder of `x` with 2 to the power of `shift`, 1 to the word's width less one. `sign` has its sign in
/// the highest `shift` bits, and `x` may be the low word of what has that sign.
pub fn write_remainder<C: StrengthCode>(code: &mut C, x: C::Value, sign: C::Value, shift: u8, word: u32) -> C::Value {
    let spare = word as u8 - shift;
    if C::SHIFTS_OPERANDS {
        let biased = code.add_shifted(x, BinOp::LShr, sign, spare);
        let quotient = code.shift(BinOp::LShr, biased, shift);
        return code.subtract_shifted(x, BinOp::Shl, quotient, shift);
    }
    let bias = code.shift(BinOp::LShr, sign, spare);
    let biased = code.add(x, bias, 0);
    let low = code.low_bits(biased, shift);
    code.subtract_from(low, 0, bias)
}

struct Writer<'a, C: StrengthCode> {
    x: C::Value,
    width: Width,
    code: &'a mut C,
}

impl<C: StrengthCode> Writer<'_, C> {
    /// The quotient; for a power of two the remainder, if that is wanted.
    fn unsigned(&mut self, plan: UnsignedDivision, divisor: u64, remainder: bool) -> C::Value {
        let x = self.x;
        match plan {
            UnsignedDivision::Shift { shift } if remainder => self.code.low_bits(x, shift),
            UnsignedDivision::Shift { shift } => self.shifted(BinOp::LShr, x, shift.into()),
            UnsignedDivision::Compare => self.code.is_at_least(x, divisor),
            UnsignedDivision::MulHigh { pre_shift, magic, shift } => {
                let x = self.shifted(BinOp::LShr, x, pre_shift.into());
                self.upper(x, magic, false, shift)
            }
            UnsignedDivision::MulHighAdd { magic, shift } => {
                let high = self.upper(x, magic, false, 0);
                let rest = self.code.subtract_from(x, 0, high);
                let sum = self.code.add_shifted(high, BinOp::LShr, rest, 1);
                self.shifted(BinOp::LShr, sum, shift.into())
            }
        }
    }

    /// The quotient; for a power of two the remainder, if that is wanted.
    fn signed(&mut self, plan: SignedDivision, remainder: bool) -> C::Value {
        let (x, word) = (self.x, self.width.word);
        match plan {
            SignedDivision::One { negate: false } => x,
            SignedDivision::One { negate: true } => self.code.negated(x),
            SignedDivision::Power { shift, negate } => {
                // Of two, one bit of the sign is enough.
                let sign = if shift == 1 { x } else { self.shifted(BinOp::AShr, x, word - 1) };
                if remainder {
                    return write_remainder(self.code, x, sign, shift, word);
                }
                let biased = self.code.add_shifted(x, BinOp::LShr, sign, word as u8 - shift);
                let quotient = self.shifted(BinOp::AShr, biased, shift.into());
                if negate { self.code.negated(quotient) } else { quotient }
            }
            SignedDivision::MulHigh { magic, add, shift, negate } => {
                let spare = 64 - self.width.value;
                let magic = ((magic << spare) as i64 >> spare) as u64 & u64::MAX >> (64 - word);
                let quotient = if add {
                    let high = self.upper(x, magic, true, 0);
                    let sum = self.code.add(high, x, 0);
                    self.shifted(BinOp::AShr, sum, shift.into())
                } else {
                    self.upper(x, magic, true, shift)
                };
                // Less the sign as 0 or -1.
                if !negate {
                    return self.code.subtract_shifted(quotient, BinOp::AShr, x, word as u8 - 1);
                }
                let sign = self.shifted(BinOp::AShr, x, word - 1);
                self.code.subtract_from(sign, 0, quotient)
            }
        }
    }

    /// The upper half of a product at the value's width, shifted right.
    fn upper(&mut self, x: C::Value, magic: u64, signed: bool, shift: u8) -> C::Value {
        let Width { value, word } = self.width;
        let op = if signed { BinOp::AShr } else { BinOp::LShr };
        if value < word {
            let product = self.code.times(x, magic);
            return self.shifted(op, product, value + u32::from(shift));
        }
        let high = self.code.upper_product(x, magic, signed);
        self.shifted(op, high, shift.into())
    }

    fn shifted(&mut self, op: BinOp, a: C::Value, by: u32) -> C::Value {
        if by == 0 { a } else { self.code.shift(op, a, by as u8) }
    }
}

#[cfg(test)]
pub mod testing {
    //! What tests run plans on.

    use super::*;

    /// A machine with registers of so many bits, which shifts operands or does not.
    #[derive(Copy, Clone, Debug)]
    pub struct Machine<const SHIFTS: bool>(pub u32);

    impl<const SHIFTS: bool> Machine<SHIFTS> {
        /// The low bits that fit a register.
        pub fn cut(&self, value: u128) -> u64 {
            value as u64 & u64::MAX >> (64 - self.0)
        }

        /// A register's number, with sign.
        pub fn signed(&self, value: u64) -> i128 {
            i128::from((value << (64 - self.0)) as i64 >> (64 - self.0))
        }
    }

    impl<const SHIFTS: bool> StrengthCode for Machine<SHIFTS> {
        type Value = u64;

        const SHIFTS_OPERANDS: bool = SHIFTS;

        fn shift(&mut self, op: BinOp, a: u64, by: u8) -> u64 {
            assert!(by > 0 && u32::from(by) < self.0, "a shift by {by}");
            match op {
                BinOp::Shl => self.cut(u128::from(a) << by),
                BinOp::LShr => a >> by,
                _ => self.cut((self.signed(a) >> by) as u128),
            }
        }

        fn add(&mut self, a: u64, b: u64, by: u8) -> u64 {
            self.cut(u128::from(a) + (u128::from(b) << by))
        }

        fn subtract_from(&mut self, b: u64, by: u8, a: u64) -> u64 {
            self.cut((u128::from(b) << by).wrapping_sub(u128::from(a)))
        }

        fn low_bits(&mut self, a: u64, bits: u8) -> u64 {
            a & ((1u64 << bits) - 1)
        }

        fn times(&mut self, a: u64, factor: u64) -> u64 {
            assert_eq!(self.cut(factor.into()), factor);
            self.cut(u128::from(a) * u128::from(factor))
        }

        fn upper_product(&mut self, a: u64, factor: u64, signed: bool) -> u64 {
            assert_eq!(self.cut(factor.into()), factor);
            match signed {
                true => self.cut(((self.signed(a) * self.signed(factor)) >> self.0) as u128),
                false => self.cut((u128::from(a) * u128::from(factor)) >> self.0),
            }
        }

        fn is_at_least(&mut self, a: u64, number: u64) -> u64 {
            u64::from(a >= number)
        }

        fn negated(&mut self, a: u64) -> u64 {
            self.cut(u128::from(a).wrapping_neg())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::Machine;
    use super::*;
    use proptest::prelude::*;

    const COSTS: MulCosts = MulCosts { shift: 1, add: 1, free_shift_add: 3, free_shift_sub: 0, multiply: 4 };

    fn check(x: u64, divisor: u64, width: Width) {
        check_on(Machine::<false>(width.word), x, divisor, width);
        check_on(Machine::<true>(width.word), x, divisor, width);
    }

    fn check_on<const SHIFTS: bool>(mut machine: Machine<SHIFTS>, x: u64, divisor: u64, width: Width) {
        let spare = 64 - width.value;
        let (x, divisor) = (x & u64::MAX >> spare, divisor & u64::MAX >> spare);
        if divisor == 0 {
            return;
        }
        let signed = |value: u64| i128::from((value << spare) as i64 >> spare);
        let (a, b) = (signed(x), signed(divisor));
        let rows = [
            (BinOp::UDiv, x, i128::from(x / divisor)),
            (BinOp::URem, x, i128::from(x % divisor)),
            (BinOp::SDiv, machine.cut(a as u128), a / b),
            (BinOp::SRem, machine.cut(a as u128), a % b),
        ];
        for (op, x, expected) in rows {
            let found = write_division(op, x, divisor, width, &COSTS, &mut machine);
            assert_eq!(found & u64::MAX >> spare, expected as u64 & u64::MAX >> spare, "{op} {x} {divisor} {width:?}");
        }
    }

    #[test]
    fn every_quotient_of_8_bits() {
        for x in 0..256 {
            for divisor in 1..256 {
                check(x, divisor, Width { value: 8, word: 32 });
                check(x, divisor, Width { value: 8, word: 8 });
            }
        }
    }

    fn number() -> impl Strategy<Value = u64> {
        prop_oneof![any::<u64>(), (0u32..64, -3i64..4).prop_map(|(by, off)| (1u64 << by).wrapping_add(off as u64)), 0u64..1000]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]
        #[test]
        fn quotients_and_remainders(x in number(), divisor in number(), width in 0usize..5) {
            let (value, word) = [(16, 32), (32, 32), (64, 64), (16, 16), (32, 64)][width];
            check(x, divisor, Width { value, word });
        }
    }
}

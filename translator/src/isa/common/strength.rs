//! Plans for multiplying and dividing by constants without multiplying or dividing: what to emit,
//! as data.
//!
//! In: a constant, the width in bits (8, 16, 32 or 64), and for a product what instructions cost.
//! Out: a [`Product`], [`UnsignedDivision`] or [`SignedDivision`], whose documentation says which
//! formula computes the result. Everything is modulo two to the width, and `mulhi` is the upper
//! half of the product of two operands of that width, which for 8 and 16 bits fits a 32-bit
//! register. A remainder is `x - (x / d) * d`, but for powers of two, where the plans say better.
//!
//! Sources: [BERNSTEIN-1986] for the search; [GRANLUND-1994] figures 4.2, 5.2 and 6.2, for the
//! divisions. The search is bounded by [`MAX_STEPS`]; the rest is constant time.

/// One step of a [`Product`]. Operands are numbers of values: 0 is the multiplicand, `n` the result
/// of step `n`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum MulStep {
    /// `a << by`.
    Shl {
        /// What is shifted.
        a: u8,
        /// The amount, at least 1.
        by: u8,
    },
    /// `a + (b << by)`.
    Add {
        /// First operand.
        a: u8,
        /// Operand that is shifted.
        b: u8,
        /// The amount; may be 0.
        by: u8,
    },
    /// `(b << by) - a`.
    ShlSub {
        /// What is subtracted.
        a: u8,
        /// Operand that is shifted.
        b: u8,
        /// The amount, at least 1.
        by: u8,
    },
    /// `0 - a`.
    Neg {
        /// What is negated.
        a: u8,
    },
}

/// The most steps that a plan has.
pub const MAX_STEPS: usize = 4;

/// A product with a constant: the result of the last step, or the multiplicand if there is none.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Product {
    steps: [MulStep; MAX_STEPS],
    len: u8,
    /// What the steps cost.
    pub cost: u32,
}

impl Product {
    const IDENTITY: Product = Product { steps: [MulStep::Neg { a: 0 }; MAX_STEPS], len: 0, cost: 0 };

    /// The steps, in order.
    pub fn steps(&self) -> &[MulStep] {
        &self.steps[..usize::from(self.len)]
    }

    /// The number of the last value.
    fn last(&self) -> u8 {
        self.len
    }

    fn then(mut self, step: MulStep, costs: &MulCosts) -> Option<Self> {
        *self.steps.get_mut(usize::from(self.len))? = step;
        self.len += 1;
        self.cost += costs.of(step);
        Some(self)
    }
}

/// What instructions cost, in any unit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct MulCosts {
    /// A shift by a constant.
    pub shift: u32,
    /// An addition or subtraction.
    pub add: u32,
    /// Up to which amount an operand of an addition is shifted for nothing: 3 with x86's `lea`, 31
    /// on ARM, 0 on MIPS.
    pub free_shift_add: u8,
    /// Up to which amount the minuend of a subtraction is shifted for nothing: 31 on ARM (`rsb`),
    /// otherwise 0.
    pub free_shift_sub: u8,
    /// The multiplication that the plan replaces. A plan costs less.
    pub multiply: u32,
}

impl MulCosts {
    fn of(&self, step: MulStep) -> u32 {
        let unless_free = |by, free| if by > free { self.shift } else { 0 };
        match step {
            MulStep::Shl { .. } => self.shift,
            MulStep::Add { by, .. } => self.add + unless_free(by, self.free_shift_add),
            MulStep::ShlSub { by, .. } => self.add + unless_free(by, self.free_shift_sub),
            MulStep::Neg { .. } => self.add,
        }
    }
}

fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// The cheapest plan for a product with `factor`, if one is cheaper than multiplying. There is none
/// for 0, which is no product.
pub fn multiply(factor: u64, bits: u32, costs: &MulCosts) -> Option<Product> {
    let factor = factor & mask(bits);
    if factor == 0 {
        return None;
    }
    let limit = costs.multiply;
    let positive = search(factor, bits, costs, limit, MAX_STEPS);
    let limit = positive.map_or(limit, |plan| plan.cost);
    let negated = search(factor.wrapping_neg() & mask(bits), bits, costs, limit.saturating_sub(costs.add), MAX_STEPS - 1);
    let negative = negated.and_then(|plan| plan.then(MulStep::Neg { a: plan.last() }, costs));
    [positive, negative].into_iter().flatten().min_by_key(|plan| plan.cost)
}

/// The cheapest plan that costs less than `limit`, in at most `depth` steps.
fn search(factor: u64, bits: u32, costs: &MulCosts, limit: u32, depth: usize) -> Option<Product> {
    if factor == 1 {
        return (limit > 0).then_some(Product::IDENTITY);
    }
    // No step is cheaper than an addition or a shift.
    if depth == 0 || limit <= costs.add.min(costs.shift) {
        return None;
    }
    let zeros = factor.trailing_zeros();
    if zeros > 0 {
        let rest = search(factor >> zeros, bits, costs, limit - costs.shift.min(limit), depth - 1)?;
        return rest.then(MulStep::Shl { a: rest.last(), by: zeros as u8 }, costs);
    }
    let mut best = Best { plan: None, limit };
    // Odd: one more or less than a multiple of a power of two.
    let below = factor - 1;
    best.offer(bits, costs, depth, below >> below.trailing_zeros(), |rest| MulStep::Add {
        a: 0,
        b: rest,
        by: below.trailing_zeros() as u8,
    });
    if let Some(above) = factor.checked_add(1).filter(|&above| above & mask(bits) == above) {
        let by = above.trailing_zeros();
        best.offer(bits, costs, depth, above >> by, |rest| MulStep::ShlSub { a: 0, b: rest, by: by as u8 });
    }
    // A multiple of 2^k + 1 or 2^k - 1.
    for by in 1..bits.min(32) {
        let power = 1u64 << by;
        if power > factor {
            break;
        }
        if factor.is_multiple_of(power + 1) {
            best.offer(bits, costs, depth, factor / (power + 1), |rest| MulStep::Add { a: rest, b: rest, by: by as u8 });
        }
        if power > 2 && factor.is_multiple_of(power - 1) {
            best.offer(bits, costs, depth, factor / (power - 1), |rest| MulStep::ShlSub { a: rest, b: rest, by: by as u8 });
        }
    }
    best.plan
}

struct Best {
    plan: Option<Product>,
    limit: u32,
}

impl Best {
    /// Tries a plan for `rest` followed by a step on its result.
    fn offer(&mut self, bits: u32, costs: &MulCosts, depth: usize, rest: u64, step: impl Fn(u8) -> MulStep) {
        let cost = costs.of(step(0));
        if cost >= self.limit {
            return;
        }
        let plan = search(rest, bits, costs, self.limit - cost, depth - 1);
        if let Some(plan) = plan.and_then(|plan| plan.then(step(plan.last()), costs))
            && plan.cost < self.limit
        {
            self.limit = plan.cost;
            self.plan = Some(plan);
        }
    }
}

/// How to divide an unsigned number `x` by a constant.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum UnsignedDivision {
    /// `x >> shift`. The remainder is the low `shift` bits.
    Shift {
        /// The divisor's logarithm; 0 for division by 1.
        shift: u8,
    },
    /// 1 if `x >= divisor`, otherwise 0: for divisors above half the range.
    Compare,
    /// `mulhi(x >> pre_shift, magic) >> shift`.
    MulHigh {
        /// Shift of the dividend; usually 0.
        pre_shift: u8,
        /// The multiplier.
        magic: u64,
        /// Shift of the product.
        shift: u8,
    },
    /// With `t = mulhi(x, magic)`: `(((x - t) >> 1) + t) >> shift`. The multiplier would need one
    /// bit more than there are.
    MulHighAdd {
        /// The multiplier without its highest bit.
        magic: u64,
        /// Shift of the sum.
        shift: u8,
    },
}

/// A multiplier that may have one bit more than the width, and the shift that goes with it.
/// `precision` is the number of bits in which dividends differ.
fn multiplier(divisor: u64, bits: u32, precision: u32) -> (u128, u32) {
    let mut shift = 64 - (divisor - 1).leading_zeros();
    let scaled = 1u128 << (bits + shift);
    let mut low = scaled / u128::from(divisor);
    let mut high = (scaled + (1u128 << (bits + shift - precision))) / u128::from(divisor);
    while low / 2 < high / 2 && shift > 0 {
        low /= 2;
        high /= 2;
        shift -= 1;
    }
    (high, shift)
}

/// The plan for an unsigned division; `None` for a division by zero, which traps.
pub fn unsigned_division(divisor: u64, bits: u32) -> Option<UnsignedDivision> {
    if divisor == 0 {
        return None;
    }
    if divisor.is_power_of_two() {
        return Some(UnsignedDivision::Shift { shift: divisor.trailing_zeros() as u8 });
    }
    if divisor > 1 << (bits - 1) {
        return Some(UnsignedDivision::Compare);
    }
    let (magic, shift) = multiplier(divisor, bits, bits);
    if magic <= u128::from(mask(bits)) {
        return Some(UnsignedDivision::MulHigh { pre_shift: 0, magic: magic as u64, shift: shift as u8 });
    }
    let zeros = divisor.trailing_zeros();
    if zeros > 0 {
        let (magic, shift) = multiplier(divisor >> zeros, bits, bits - zeros);
        let pre_shift = if fault!(StrengthPreShift) { zeros as u8 - 1 } else { zeros as u8 };
        return Some(UnsignedDivision::MulHigh { pre_shift, magic: magic as u64, shift: shift as u8 });
    }
    Some(UnsignedDivision::MulHighAdd { magic: magic as u64 & mask(bits), shift: shift as u8 - 1 })
}

/// How to divide a signed number `x` by a constant, rounding toward zero. `sign` is
/// `x >> (width - 1)`, arithmetically: 0 or -1.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SignedDivision {
    /// `x`, or `0 - x` if `negate`.
    One {
        /// Whether the divisor is -1.
        negate: bool,
    },
    /// With `bias = sign >>> (width - shift)`, logically: `(x + bias) >> shift`, arithmetically,
    /// and `0 -` that if `negate`. The remainder is `((x + bias) & (2^shift - 1)) - bias` either
    /// way. The least number, whose magnitude is a power of two, is among the divisors.
    Power {
        /// The logarithm of the divisor's magnitude, at least 1.
        shift: u8,
        /// Whether the divisor is negative.
        negate: bool,
    },
    /// With `t = mulhi(x, magic)` of signed operands, plus `x` if `add`, and `q = t >> shift`,
    /// arithmetically: `q - sign`, or `sign - q` if `negate`.
    MulHigh {
        /// The multiplier, its bits zero-extended; as a signed number it may be negative.
        magic: u64,
        /// Whether the dividend is added to the upper half.
        add: bool,
        /// Shift of the sum.
        shift: u8,
        /// Whether the divisor is negative.
        negate: bool,
    },
}

/// The plan for a signed division; `None` for a division by zero, which traps.
pub fn signed_division(divisor: u64, bits: u32) -> Option<SignedDivision> {
    let divisor = divisor & mask(bits);
    let negate = divisor >> (bits - 1) & 1 != 0;
    let magnitude = if negate { divisor.wrapping_neg() & mask(bits) } else { divisor };
    if magnitude == 0 {
        return None;
    }
    if magnitude == 1 {
        return Some(SignedDivision::One { negate });
    }
    if magnitude.is_power_of_two() {
        return Some(SignedDivision::Power { shift: magnitude.trailing_zeros() as u8, negate });
    }
    let (magic, shift) = multiplier(magnitude, bits, bits - 1);
    let add = magic >= 1 << (bits - 1);
    Some(SignedDivision::MulHigh { magic: magic as u64 & mask(bits), add, shift: shift as u8, negate })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const X86: MulCosts = MulCosts { shift: 1, add: 1, free_shift_add: 3, free_shift_sub: 0, multiply: 4 };
    const ARM: MulCosts = MulCosts { shift: 1, add: 1, free_shift_add: 31, free_shift_sub: 31, multiply: 4 };
    const MIPS: MulCosts = MulCosts { shift: 1, add: 1, free_shift_add: 0, free_shift_sub: 0, multiply: 9 };

    fn signed(x: u64, bits: u32) -> i64 {
        ((x << (64 - bits)) as i64) >> (64 - bits)
    }

    fn product(plan: &Product, x: u64, bits: u32) -> u64 {
        let mut values = vec![x];
        for step in plan.steps() {
            let value = |number: u8| values[usize::from(number)];
            values.push(match *step {
                MulStep::Shl { a, by } => value(a) << by,
                MulStep::Add { a, b, by } => value(a).wrapping_add(value(b) << by),
                MulStep::ShlSub { a, b, by } => (value(b) << by).wrapping_sub(value(a)),
                MulStep::Neg { a } => value(a).wrapping_neg(),
            });
        }
        values[values.len() - 1] & mask(bits)
    }

    fn mulhi(x: u64, y: u64, bits: u32) -> u64 {
        ((u128::from(x) * u128::from(y)) >> bits) as u64
    }

    fn unsigned_quotient(plan: UnsignedDivision, x: u64, divisor: u64, bits: u32) -> u64 {
        match plan {
            UnsignedDivision::Shift { shift } => x >> shift,
            UnsignedDivision::Compare => u64::from(x >= divisor),
            UnsignedDivision::MulHigh { pre_shift, magic, shift } => {
                assert!(magic <= mask(bits));
                mulhi(x >> pre_shift, magic, bits) >> shift
            }
            UnsignedDivision::MulHighAdd { magic, shift } => {
                assert!(magic <= mask(bits));
                let t = mulhi(x, magic, bits);
                (((x - t) >> 1) + t) >> shift
            }
        }
    }

    /// Quotient and, for powers of two, the remainder by its own formula.
    fn signed_quotient(plan: SignedDivision, x: u64, bits: u32) -> (u64, Option<u64>) {
        let number = signed(x, bits);
        let sign = number >> 63;
        let cut = |value: i64| value as u64 & mask(bits);
        match plan {
            SignedDivision::One { negate } => (cut(if negate { number.wrapping_neg() } else { number }), None),
            SignedDivision::Power { shift, negate } => {
                let bias = cut(sign) >> (bits - u32::from(shift));
                let biased = cut(number.wrapping_add(bias as i64));
                let quotient = signed(biased, bits) >> shift;
                let remainder = (biased & ((1 << shift) - 1)).wrapping_sub(bias) & mask(bits);
                (cut(if negate { quotient.wrapping_neg() } else { quotient }), Some(remainder))
            }
            SignedDivision::MulHigh { magic, add, shift, negate } => {
                assert!(magic <= mask(bits));
                let high = ((i128::from(number) * i128::from(signed(magic, bits))) >> bits) as i64;
                let sum = if add { high.wrapping_add(number) } else { high };
                let quotient = signed(cut(sum), bits) >> shift;
                (cut(if negate { sign.wrapping_sub(quotient) } else { quotient.wrapping_sub(sign) }), None)
            }
        }
    }

    fn check_product(factor: u64, x: u64, bits: u32) {
        for costs in [X86, ARM, MIPS] {
            if let Some(plan) = multiply(factor, bits, &costs) {
                assert!(plan.cost < costs.multiply);
                assert_eq!(plan.cost, plan.steps().iter().map(|&step| costs.of(step)).sum());
                assert_eq!(product(&plan, x, bits), x.wrapping_mul(factor) & mask(bits), "{x} * {factor}, {bits} bits: {plan:?}");
            }
        }
    }

    fn check_division(x: u64, divisor: u64, bits: u32) {
        if divisor == 0 {
            assert_eq!((unsigned_division(0, bits), signed_division(0, bits)), (None, None));
            return;
        }
        let plan = unsigned_division(divisor, bits).unwrap();
        assert_eq!(unsigned_quotient(plan, x, divisor, bits), x / divisor, "{x} / {divisor}, {bits} bits: {plan:?}");
        let (a, b) = (i128::from(signed(x, bits)), i128::from(signed(divisor, bits)));
        let plan = signed_division(divisor, bits).unwrap();
        let (quotient, remainder) = signed_quotient(plan, x, bits);
        assert_eq!(quotient, (a / b) as u64 & mask(bits), "{a} / {b}, {bits} bits: {plan:?}");
        if let Some(remainder) = remainder {
            assert_eq!(remainder, (a % b) as u64 & mask(bits), "{a} % {b}, {bits} bits: {plan:?}");
        }
    }

    #[test]
    fn every_product_and_quotient_of_8_bits() {
        for x in 0..256 {
            for y in 0..256 {
                check_product(y, x, 8);
                check_division(x, y, 8);
            }
        }
    }

    #[test]
    fn every_divisor_of_16_bits_at_the_edges() {
        for divisor in 1..=0xffffu64 {
            for multiple in [0, 1, 2, 0x7fff / divisor, 0xffff / divisor] {
                for x in [multiple * divisor, (multiple * divisor).wrapping_sub(1), 0x7fff, 0x8000, 0xffff] {
                    check_division(x & 0xffff, divisor, 16);
                    check_division(x.wrapping_neg() & 0xffff, divisor, 16);
                }
            }
        }
    }

    /// Numbers near powers of two and their multiples as often as others.
    fn number() -> impl Strategy<Value = u64> {
        prop_oneof![
            any::<u64>(),
            (0u32..64, -3i64..4).prop_map(|(by, off)| (1u64 << by).wrapping_add(off as u64)),
            (0u64..1000),
            (0u64..1000).prop_map(u64::wrapping_neg),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]
        #[test]
        fn products_and_quotients(x in number(), y in number(), width in 0usize..3) {
            let bits = [16, 32, 64][width];
            let (x, y) = (x & mask(bits), y & mask(bits));
            check_product(y, x, bits);
            check_division(x, y, bits);
            if y != 0 {
                // Where the quotient changes.
                let edge = x - x % y;
                check_division(edge, y, bits);
                check_division(edge.wrapping_sub(1) & mask(bits), y, bits);
            }
        }
    }

    #[test]
    fn cheap_products_are_found() {
        let cost = |factor: i64, costs: &MulCosts| multiply(factor as u64, 32, costs).map(|plan| plan.cost);
        assert_eq!([3, 5, 9, 8, 10, 25, 45].map(|factor| cost(factor, &X86)), [1, 1, 1, 1, 2, 2, 2].map(Some));
        assert_eq!([7, 15, 17, 1025, 127].map(|factor| cost(factor, &ARM)), [Some(1); 5]);
        assert_eq!([1, -1, 7, 0].map(|factor| cost(factor, &X86)), [Some(0), Some(1), Some(2), None]);
        assert_eq!(cost(0x1234_5677, &X86), None);
    }
}

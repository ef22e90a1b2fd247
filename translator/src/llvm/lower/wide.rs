//! Integers of more than 64 bits: words of 64, the lowest first, the bits above the width zero.

use super::Result;
use super::function::{Lowering, Parts};
use super::int::container;
use crate::ice::{BinOp, CastOp, FloatCond, IntCond, Intrinsic, Type, Value};

const WORD: Type = Type::I64;

impl Lowering<'_, '_> {
    /// Clears the bits of the last word that are above the width.
    fn wide_normal(&mut self, bits: u32, mut words: Parts) -> Parts {
        if !bits.is_multiple_of(64)
            && let Some(last) = words.last_mut()
        {
            let value = *last;
            let low = self.int(WORD, (1 << (bits % 64)) - 1);
            *last = self.and(value, low);
        }
        words
    }

    /// Fills the bits of the last word that are above the width with the sign.
    fn wide_with_sign(&mut self, bits: u32, words: &[Value]) -> Parts {
        let mut words = words.to_vec();
        let unused = (64 - bits % 64) % 64;
        if unused > 0
            && let Some(last) = words.last_mut()
        {
            let high = self.shift(BinOp::Shl, *last, unused);
            *last = self.shift(BinOp::AShr, high, unused);
        }
        words
    }

    pub(super) fn wide_binary(&mut self, op: BinOp, bits: u32, a: &[Value], b: &[Value]) -> Result<Parts> {
        let words = match op {
            BinOp::And | BinOp::Or | BinOp::Xor => a.iter().zip(b).map(|(&a, &b)| self.bin(op, a, b)).collect(),
            BinOp::Add => self.wide_add(a, b),
            BinOp::Sub => self.wide_sub(a, b),
            BinOp::Mul => self.wide_mul(a, b),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => self.wide_shift(op, bits, a, b),
            _ => return self.wide_divide(op, bits, a, b),
        };
        Ok(self.wide_normal(bits, words))
    }

    fn wide_add(&mut self, a: &[Value], b: &[Value]) -> Parts {
        let mut carry: Option<Value> = None;
        let mut words = Vec::new();
        for (&a, &b) in a.iter().zip(b) {
            let mut sum = self.add(a, b);
            let mut over = self.compare(IntCond::Ult, sum, a);
            if let Some(carry) = carry {
                let carry = self.cast(CastOp::ZExt, carry, WORD);
                let total = self.add(sum, carry);
                let again = self.compare(IntCond::Ult, total, sum);
                over = self.or(over, again);
                sum = total;
            }
            carry = Some(over);
            words.push(sum);
        }
        words
    }

    fn wide_sub(&mut self, a: &[Value], b: &[Value]) -> Parts {
        let mut borrow: Option<Value> = None;
        let mut words = Vec::new();
        for (&a, &b) in a.iter().zip(b) {
            let mut rest = self.sub(a, b);
            let mut under = self.compare(IntCond::Ult, a, b);
            if let Some(borrow) = borrow {
                let borrow = self.cast(CastOp::ZExt, borrow, WORD);
                let again = self.compare(IntCond::Ult, rest, borrow);
                rest = self.sub(rest, borrow);
                under = self.or(under, again);
            }
            borrow = Some(under);
            words.push(rest);
        }
        words
    }

    /// Both halves of the product of two words.
    pub(super) fn word_product(&mut self, a: Value, b: Value) -> (Value, Value) {
        let low_half = self.int(WORD, 0xffff_ffff);
        let (a0, b0) = (self.and(a, low_half), self.and(b, low_half));
        let (a1, b1) = (self.shift(BinOp::LShr, a, 32), self.shift(BinOp::LShr, b, 32));
        let [p00, p01, p10, p11] = [(a0, b0), (a0, b1), (a1, b0), (a1, b1)].map(|(x, y)| self.bin(BinOp::Mul, x, y));
        let carry = self.shift(BinOp::LShr, p00, 32);
        let middle = self.add(p01, carry);
        let middle_low = self.and(middle, low_half);
        let middle_low = self.add(middle_low, p10);
        let low = self.bin(BinOp::Mul, a, b);
        let high = self.shift(BinOp::LShr, middle, 32);
        let high = self.add(p11, high);
        let more = self.shift(BinOp::LShr, middle_low, 32);
        (low, self.add(high, more))
    }

    fn wide_mul(&mut self, a: &[Value], b: &[Value]) -> Parts {
        let count = a.len();
        let zero = self.int(WORD, 0);
        let mut sum = vec![zero; count];
        for i in 0..count {
            for j in 0..count - i {
                let (low, high) = self.word_product(a[i], b[j]);
                let mut term = vec![zero; count];
                term[i + j] = low;
                if i + j + 1 < count {
                    term[i + j + 1] = high;
                }
                let tail = self.wide_add(&sum[i + j..], &term[i + j..]);
                sum.splice(i + j.., tail);
            }
        }
        sum
    }

    /// A shift by an amount below the width; any other gives anything.
    fn wide_shift(&mut self, op: BinOp, bits: u32, a: &[Value], by: &[Value]) -> Parts {
        let mut words = if op == BinOp::AShr { self.wide_with_sign(bits, a) } else { a.to_vec() };
        let last = words[words.len() - 1];
        let fill = if op == BinOp::AShr { self.shift(BinOp::AShr, last, 63) } else { self.int(WORD, 0) };
        let amount = by[0];
        if let Some(amount) = self.known(amount) {
            let whole = (amount / 64) as usize;
            words = moved(op, &words, whole.min(words.len()), fill);
            let rest = self.int(WORD, amount % 64);
            return if amount % 64 == 0 { words } else { self.shift_within(op, &words, rest, fill) };
        }
        // By whole words: a step for each bit of the words' number.
        let whole = self.shift(BinOp::LShr, amount, 6);
        let mut step = 1;
        while step < words.len() {
            let bit = self.int(WORD, step as u64);
            let bit = self.and(whole, bit);
            let zero = self.int(WORD, 0);
            let takes = self.compare(IntCond::Ne, bit, zero);
            let shifted = moved(op, &words, step, fill);
            words = self.choose_parts(takes, &shifted, &words);
            step *= 2;
        }
        let low = self.int(WORD, 63);
        let rest = self.and(amount, low);
        self.shift_within(op, &words, rest, fill)
    }

    /// A shift by less than a word. What comes from the neighbour is shifted by one first: shifting
    /// by 64 at once means nothing.
    fn shift_within(&mut self, op: BinOp, words: &[Value], by: Value, fill: Value) -> Parts {
        let most = self.int(WORD, 63);
        let opposite = self.sub(most, by);
        let mut result = Vec::new();
        for (index, &word) in words.iter().enumerate() {
            let (own, other) = if op == BinOp::Shl {
                let below = if index == 0 { self.int(WORD, 0) } else { words[index - 1] };
                let below = self.shift(BinOp::LShr, below, 1);
                (self.bin(BinOp::Shl, word, by), self.bin(BinOp::LShr, below, opposite))
            } else {
                let above = words.get(index + 1).copied().unwrap_or(fill);
                let above = self.shift(BinOp::Shl, above, 1);
                (self.bin(BinOp::LShr, word, by), self.bin(BinOp::Shl, above, opposite))
            };
            result.push(self.or(own, other));
        }
        result
    }

    pub(super) fn wide_compare(&mut self, cond: IntCond, bits: u32, a: &[Value], b: &[Value]) -> Value {
        if matches!(cond, IntCond::Eq | IntCond::Ne) {
            let mut different = self.int(WORD, 0);
            for (&a, &b) in a.iter().zip(b) {
                let bits = self.xor(a, b);
                different = self.or(different, bits);
            }
            let zero = self.int(WORD, 0);
            return self.compare(cond, different, zero);
        }
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        if cond.is_signed() {
            (a, b) = (self.wide_with_sign(bits, &a), self.wide_with_sign(bits, &b));
        }
        // From the lowest word up; only the last has a sign, and only the lowest decides when equal.
        let (strict, unsigned_loose, unsigned_strict) = match cond {
            IntCond::Ugt => (IntCond::Ugt, IntCond::Ugt, IntCond::Ugt),
            IntCond::Uge => (IntCond::Ugt, IntCond::Uge, IntCond::Ugt),
            IntCond::Ult => (IntCond::Ult, IntCond::Ult, IntCond::Ult),
            IntCond::Ule => (IntCond::Ult, IntCond::Ule, IntCond::Ult),
            IntCond::Sgt => (IntCond::Sgt, IntCond::Ugt, IntCond::Ugt),
            IntCond::Sge => (IntCond::Sgt, IntCond::Uge, IntCond::Ugt),
            IntCond::Slt => (IntCond::Slt, IntCond::Ult, IntCond::Ult),
            _ => (IntCond::Slt, IntCond::Ule, IntCond::Ult),
        };
        let mut holds = self.compare(unsigned_loose, a[0], b[0]);
        for index in 1..a.len() {
            let this = if index + 1 == a.len() { strict } else { unsigned_strict };
            let decides = self.compare(this, a[index], b[index]);
            let equal = self.compare(IntCond::Eq, a[index], b[index]);
            holds = self.choose(equal, holds, decides);
        }
        holds
    }

    pub(super) fn wide_resize(&mut self, from: u32, to: u32, sign: bool, value: &[Value]) -> Parts {
        let signed = sign && to > from;
        let mut words = if from > 64 {
            if signed { self.wide_with_sign(from, value) } else { value.to_vec() }
        } else if signed {
            self.int_resize(from, 64, true, value)
        } else {
            vec![self.cast(CastOp::ZExt, value[0], WORD)]
        };
        if to <= 64 {
            let low = self.cast(CastOp::Trunc, words[0], container(to));
            return vec![self.normal(to, low)];
        }
        let count = to.div_ceil(64) as usize;
        let last = words[words.len() - 1];
        let fill = if signed { self.shift(BinOp::AShr, last, 63) } else { self.int(WORD, 0) };
        words.resize(count, fill);
        self.wide_normal(to, words)
    }

    /// Division and remainder, by a function of 128 bits.
    fn wide_divide(&mut self, op: BinOp, bits: u32, a: &[Value], b: &[Value]) -> Result<Parts> {
        if bits > 128 {
            return Err(format!("{op} of {bits} bits: integers are divided up to 128"));
        }
        let signed = matches!(op, BinOp::SDiv | BinOp::SRem);
        let (mut x, mut y) = (a.to_vec(), b.to_vec());
        let (x_sign, y_sign) = (self.sign_of(bits, a), self.sign_of(bits, b));
        if signed {
            (x, y) = (self.wide_magnitude(bits, &x, x_sign), self.wide_magnitude(bits, &y, y_sign));
        }
        let (quotient, rest) = self.divide_loop(bits, &x, &y);
        let (result, negative) = match op {
            BinOp::UDiv => return Ok(quotient),
            BinOp::URem => return Ok(rest),
            BinOp::SDiv => (quotient, self.xor(x_sign, y_sign)),
            _ => (rest, x_sign),
        };
        let zero = self.int_small(bits, 0);
        let other = self.wide_sub(&zero, &result);
        let result = self.choose_parts(negative, &other, &result);
        Ok(self.wide_normal(bits, result))
    }

    fn sign_of(&mut self, bits: u32, value: &[Value]) -> Value {
        let zero = self.int_small(bits, 0);
        self.int_compare(IntCond::Slt, bits, value, &zero)
    }

    fn wide_magnitude(&mut self, bits: u32, value: &[Value], negative: Value) -> Parts {
        let zero = self.int_small(bits, 0);
        let other = self.wide_sub(&zero, value);
        let other = self.wide_normal(bits, other);
        self.choose_parts(negative, &other, value)
    }

    /// Long division, a bit a round: quotient and rest. A divisor of zero traps, as everywhere.
    fn divide_loop(&mut self, bits: u32, a: &[Value], b: &[Value]) -> (Parts, Parts) {
        let any = b[1..].iter().fold(b[0], |any, &word| self.or(any, word));
        let one = self.int(WORD, 1);
        // Divides by zero exactly if the divisor is zero.
        let check = self.bin(BinOp::UDiv, one, any);
        let zero_word = self.int(WORD, 0);
        let unused = self.and(check, zero_word);
        let before = self.b.current();
        let (head, after) = (self.b.block(), self.b.block());
        self.b.br(head);
        self.b.switch_to(head);
        let count = a.len();
        let start = self.int(Type::I32, u64::from(bits));
        let left = self.b.phi(Type::I32, &[]);
        let [dividend, quotient, rest]: [Parts; 3] = std::array::from_fn(|_| (0..count).map(|_| self.b.phi(WORD, &[])).collect());
        let top = self.int_shift_or_zero(bits, &dividend);
        let next_dividend = self.shift_up(bits, &dividend, zero_word);
        let with_bit = self.shift_up(64 * count as u32, &rest, top);
        // The rest may have lost a bit at the top if the width fills the words.
        let lost = self.shift(BinOp::LShr, rest[count - 1], 63);
        let lost = self.cast(CastOp::Trunc, lost, Type::I1);
        let fits = self.wide_compare(IntCond::Uge, 64 * count as u32, &with_bit, b);
        let takes = self.or(fits, lost);
        let less = self.wide_sub(&with_bit, b);
        let next_rest = self.choose_parts(takes, &less, &with_bit);
        let bit = self.cast(CastOp::ZExt, takes, WORD);
        let next_quotient = self.shift_up(64 * count as u32, &quotient, bit);
        let one_less = self.i32(u64::MAX);
        let next_left = self.add(left, one_less);
        let none = self.i32(0);
        let done = self.compare(IntCond::Eq, next_left, none);
        let end = self.b.current();
        self.b.cond_br(done, after, head);
        self.b.set_phi(left, &[(before, start), (end, next_left)]);
        for index in 0..count {
            self.b.set_phi(dividend[index], &[(before, a[index]), (end, next_dividend[index])]);
            self.b.set_phi(quotient[index], &[(before, zero_word), (end, next_quotient[index])]);
            self.b.set_phi(rest[index], &[(before, unused), (end, next_rest[index])]);
        }
        self.b.switch_to(after);
        (self.wide_normal(bits, next_quotient), next_rest)
    }

    /// The top bit, as a word.
    fn int_shift_or_zero(&mut self, bits: u32, value: &[Value]) -> Value {
        let top = self.shift(BinOp::LShr, value[value.len() - 1], (bits - 1) % 64);
        let one = self.int(WORD, 1);
        self.and(top, one)
    }

    /// Shifted left by one, with a bit from below.
    fn shift_up(&mut self, bits: u32, value: &[Value], low: Value) -> Parts {
        let mut below = low;
        let mut words = Vec::new();
        for &word in value {
            let up = self.shift(BinOp::Shl, word, 1);
            words.push(self.or(up, below));
            below = self.shift(BinOp::LShr, word, 63);
        }
        self.wide_normal(bits, words)
    }

    /// A floating-point number as an integer of 65 to 128 bits: the top half is exact, and so is what
    /// it leaves.
    pub(super) fn float_to_wide(&mut self, bits: u32, sign: bool, value: Value) -> Result<Parts> {
        if bits > 128 {
            return Err(format!("a floating-point number as an integer of {bits} bits"));
        }
        let value = if self.ty(value) == Type::F32 { self.cast(CastOp::FpExt, value, Type::F64) } else { value };
        let zero = self.float(Type::F64, 0);
        let negative = self.fcompare(FloatCond::Olt, value, zero);
        let magnitude = self.intrinsic(Intrinsic::Fabs(Type::F64), &[value]);
        let down = self.float(Type::F64, 2f64.powi(-64).to_bits());
        let up = self.float(Type::F64, 2f64.powi(64).to_bits());
        let scaled = self.bin(BinOp::FMul, magnitude, down);
        let high = self.cast(CastOp::FpToUi, scaled, WORD);
        let back = self.cast(CastOp::UiToFp, high, Type::F64);
        let back = self.bin(BinOp::FMul, back, up);
        let rest = self.bin(BinOp::FSub, magnitude, back);
        let low = self.cast(CastOp::FpToUi, rest, WORD);
        let mut words = vec![low, high];
        if sign {
            let zeros = self.int_small(bits, 0);
            let other = self.wide_sub(&zeros, &words);
            words = self.choose_parts(negative, &other, &words);
        }
        Ok(self.wide_normal(bits, words))
    }

    /// An integer of 65 to 128 bits as a floating-point number, rounded once: the top 64 bits, the
    /// lowest of them set if anything below is, times a power of two.
    pub(super) fn wide_to_float(&mut self, bits: u32, sign: bool, value: &[Value], to: Type) -> Result<Value> {
        if bits > 128 {
            return Err(format!("an integer of {bits} bits as a floating-point number"));
        }
        let mut words = value.to_vec();
        let negative = self.sign_of(bits, value);
        if sign {
            words = self.wide_magnitude(bits, value, negative);
        }
        let (low, high) = (words[0], words[1]);
        let no = self.int(Type::I1, 0);
        let zeros = self.intrinsic(Intrinsic::Ctlz(WORD), &[high, no]);
        let shifted = self.wide_shift(BinOp::Shl, 128, &[low, high], &[zeros]);
        let zero = self.int(WORD, 0);
        let inexact = self.compare(IntCond::Ne, shifted[0], zero);
        let inexact = self.cast(CastOp::ZExt, inexact, WORD);
        let top = self.or(shifted[1], inexact);
        let top = self.cast(CastOp::UiToFp, top, to);
        // 2^(64 - zeros), by its exponent.
        let (bias, mantissa) = if to == Type::F64 { (1023, 52) } else { (127, 23) };
        let exponent = self.int(WORD, bias + 64);
        let exponent = self.sub(exponent, zeros);
        let power = self.shift(BinOp::Shl, exponent, mantissa);
        let as_int = if to == Type::F64 { WORD } else { Type::I32 };
        let power = self.resize(power, as_int);
        let power = self.cast(CastOp::Bitcast, power, to);
        let large = self.bin(BinOp::FMul, top, power);
        let small = self.cast(CastOp::UiToFp, low, to);
        let is_small = self.compare(IntCond::Eq, high, zero);
        let magnitude = self.choose(is_small, small, large);
        if !sign {
            return Ok(magnitude);
        }
        let minus = self.negated(magnitude);
        Ok(self.choose(negative, minus, magnitude))
    }
}

/// The words moved by whole words, up for a left shift and down otherwise.
fn moved(op: BinOp, words: &[Value], by: usize, fill: Value) -> Parts {
    let count = words.len();
    if op == BinOp::Shl {
        std::iter::repeat_n(fill, by).chain(words[..count - by].iter().copied()).collect()
    } else {
        words[by..].iter().copied().chain(std::iter::repeat_n(fill, by)).collect()
    }
}

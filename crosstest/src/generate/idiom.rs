//! What programs do often and code generators fuse: a word changed in memory, a quotient with its
//! remainder, minima, rotations, extended loads, comparisons that are counted. And the places where fusing goes wrong: a store
//! between the load and its use, a second use of what was fused.

use translator::ice::{BinOp, CastOp, FloatCond, IntCond, Type, Value};

use super::body::Body;

impl Body<'_, '_, '_, '_, '_> {
    /// One of the idioms.
    pub(super) fn idiom(&mut self) {
        match self.generator.source.below(7) {
            0 => self.read_modify_write(),
            1 => self.load_across_store(),
            2 => self.quotient_and_remainder(),
            3 => self.minimum(),
            4 => self.rotation(),
            5 => self.extended_load(),
            // Of the last number's share, so that inputs of fuzzers mean for the others what they always did.
            _ if self.generator.source.chance(100) => self.counted(),
            _ => self.narrowed(),
        }
    }

    fn scalar_int(&mut self) -> Type {
        self.generator.source.pick(&[Type::I32, Type::I8, Type::I16, Type::I64])
    }

    /// `*p = *p op x`; sometimes `*p` is used again.
    fn read_modify_write(&mut self) {
        let ty = self.scalar_int();
        let Some(place) = self.address(ty.bits() / 8, 1, true) else { return };
        let op = self.generator.source.pick(&[BinOp::Add, BinOp::Sub, BinOp::And, BinOp::Or, BinOp::Xor]);
        let old = self.b.load(ty, place.base);
        let other = self.operand(ty);
        let new = if self.generator.source.chance(60) { self.b.binary(op, other, old) } else { self.b.binary(op, old, other) };
        self.b.store(new, place.base);
        if self.generator.source.chance(60) {
            self.define(ty, old);
        }
        if self.generator.source.chance(60) {
            self.define(ty, new);
        }
    }

    /// A load, a store to the same bytes or others, a use of what was loaded.
    fn load_across_store(&mut self) {
        let ty = self.scalar_int();
        let Some(place) = self.address(ty.bits() / 8, 1, true) else { return };
        let old = self.b.load(ty, place.base);
        let value = self.operand(ty);
        self.b.store(value, place.base);
        let other = self.operand(ty);
        let op = self.generator.source.pick(&[BinOp::Add, BinOp::Sub, BinOp::Xor, BinOp::Mul]);
        let result = self.b.binary(op, other, old);
        self.define(ty, result);
    }

    /// Both divisions of the same operands.
    fn quotient_and_remainder(&mut self) {
        let ty = self.scalar_int();
        let signed = self.generator.source.chance(128);
        let (div, rem) = if signed { (BinOp::SDiv, BinOp::SRem) } else { (BinOp::UDiv, BinOp::URem) };
        let (lhs, rhs) = (self.operand(ty), self.operand(ty));
        let rhs = self.divisor(ty, div, rhs);
        let quotient = self.b.binary(div, lhs, rhs);
        let remainder = self.b.binary(rem, lhs, rhs);
        self.define(ty, quotient);
        self.define(ty, remainder);
    }

    /// The smaller or larger of two, or an absolute value.
    fn minimum(&mut self) {
        let ty = self.scalar_int();
        let (a, b) = (self.operand(ty), self.operand(ty));
        let cond = self.generator.source.pick(IntCond::ALL);
        let test = self.b.icmp(cond, a, b);
        let value = if self.generator.source.chance(128) { self.b.select(test, a, b) } else { self.b.select(test, b, a) };
        self.define(Type::I1, test);
        self.define(ty, value);
    }

    /// `n += a < b` and its like; perhaps with the difference of what is compared, and with a second use of the truth value.
    fn counted(&mut self) {
        let ty = self.scalar_int();
        let (test, compared) = if self.generator.source.chance(60) {
            let float = self.generator.source.pick(&[Type::F32, Type::F64]);
            let (a, b) = (self.operand(float), self.operand(float));
            let cond = self.generator.source.pick(FloatCond::ALL);
            (self.b.fcmp(cond, a, b), None)
        } else {
            let compared = self.scalar_int();
            let a = self.operand(compared);
            let b = if self.generator.source.chance(80) { self.b.int(compared, 0) } else { self.operand(compared) };
            let cond = self.generator.source.pick(IntCond::ALL);
            (self.b.icmp(cond, a, b), Some((compared, a, b)))
        };
        if let Some((compared, a, b)) = compared
            && self.generator.source.chance(60)
        {
            let difference = self.b.binary(BinOp::Sub, a, b);
            self.define(compared, difference);
        }
        let op = if self.generator.source.chance(60) { CastOp::SExt } else { CastOp::ZExt };
        let count = self.b.cast(op, test, ty);
        let base = self.operand(ty);
        let sum = match self.generator.source.below(3) {
            0 => self.b.binary(BinOp::Add, base, count),
            1 => self.b.binary(BinOp::Add, count, base),
            _ => self.b.binary(BinOp::Sub, base, count),
        };
        self.define(ty, sum);
        if self.generator.source.chance(40) {
            self.define(Type::I1, test);
        }
    }

    fn rotation(&mut self) {
        let ty = self.scalar_int();
        let width = ty.bits() as i64;
        let value = self.operand(ty);
        let amount = 1 + self.generator.source.below(width as usize - 1) as i64;
        let (left, right) = (self.b.int(ty, amount), self.b.int(ty, width - amount));
        let high = self.b.binary(BinOp::Shl, value, left);
        let low = self.b.binary(BinOp::LShr, value, right);
        let value = self.b.binary(BinOp::Or, high, low);
        self.define(ty, value);
    }

    /// A load that is extended at once.
    fn extended_load(&mut self) {
        let from = self.generator.source.pick(&[Type::I8, Type::I16, Type::I32]);
        let Some(place) = self.address(from.bits() / 8, 1, false) else { return };
        let value = self.b.load(from, place.base);
        let op = if self.generator.source.chance(128) { CastOp::SExt } else { CastOp::ZExt };
        let to = if from == Type::I32 || self.generator.source.chance(90) { Type::I64 } else { Type::I32 };
        let wide = self.b.cast(op, value, to);
        self.define(to, wide);
        if self.generator.source.chance(40) {
            self.define(from, value);
        }
    }

    /// A value cut off and extended again; perhaps compared with zero at once.
    fn narrowed(&mut self) {
        let (wide, narrow) = self.generator.source.pick(&[
            (Type::I32, Type::I8),
            (Type::I32, Type::I16),
            (Type::I64, Type::I32),
            (Type::I64, Type::I8),
        ]);
        let whole = if self.generator.source.chance(128) { self.without_low(wide, narrow) } else { self.operand(wide) };
        if self.generator.source.chance(60) {
            self.against_narrow(whole, wide, narrow);
        }
        let value = self.b.cast(CastOp::Trunc, whole, narrow);
        let op = if self.generator.source.chance(128) { CastOp::SExt } else { CastOp::ZExt };
        let value = self.b.cast(op, value, wide);
        self.define(wide, value);
        if self.generator.source.chance(128) {
            let cond = self.generator.source.pick(IntCond::ALL);
            let zero = self.b.int(wide, 0);
            let test = self.b.icmp(cond, value, zero);
            self.define(Type::I1, test);
        }
    }

    /// The result of an operation of which nothing is left when it is cut off: what the flags say of it and of what is left differs.
    fn without_low(&mut self, wide: Type, narrow: Type) -> Value {
        let high = self.b.int(wide, -1 << narrow.bits());
        let [lhs, rhs] = [(); 2].map(|()| {
            let value = self.operand(wide);
            self.b.binary(BinOp::And, value, high)
        });
        let op = self.generator.source.pick(&[BinOp::Add, BinOp::Sub, BinOp::Or, BinOp::Xor, BinOp::And]);
        self.b.binary(op, lhs, rhs)
    }

    /// Compares the result of an operation with an extended number: of 64 bits the halves are compared one after the other, and
    /// the upper one with zero.
    fn against_narrow(&mut self, value: Value, wide: Type, narrow: Type) {
        let (other, number) = (self.operand(wide), self.operand(narrow));
        let op = self.generator.source.pick(&[BinOp::And, BinOp::Add, BinOp::Sub]);
        let result = self.b.binary(op, value, other);
        let number = self.b.cast(CastOp::ZExt, number, wide);
        let cond = self.generator.source.pick(IntCond::ALL);
        let test = self.b.icmp(cond, result, number);
        self.define(Type::I1, test);
    }
}

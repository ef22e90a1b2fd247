//! Values that meet the constants that break code generators. Each of these shapes was a fault that
//! generated modules once did not show: a conversion of a number half way between two floats; a
//! comparison with a constant next to the value; a subtraction of -0.0 from 0.0; a mask one bit too
//! narrow before a truncation; 64-bit constants whose halves differ in kind; one comparison twice,
//! with its operands exchanged; a float that is loaded for its comparison only; a narrow value
//! whose register holds more than it; a function's address with an addend.
//!
//! Values come from the object `near`, whose bytes are decided last: it holds the constants of the
//! code and their neighbours, and a load from it is a value that no translator knows.

use translator::ice::{BinOp, CastOp, FloatCond, IntCond, Type, Value};

use super::body::Body;
use super::objects::KnownAddress;

/// Constants that floats meet. NaNs are quiet.
const SPECIAL: [f64; 10] = [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 2.0, 0.5, f64::MAX];

/// Those that an operation might be thought to do nothing with.
const NEUTRAL: [f64; 5] = [0.0, -0.0, 1.0, -1.0, 2.0];

impl Body<'_, '_, '_, '_, '_> {
    /// One of the shapes.
    pub(super) fn corner(&mut self) {
        match self.generator.source.below(10) {
            0 => self.tie(),
            1 => self.neighbours(),
            2 => self.special_float(),
            3 => self.masked_truncation(),
            4 => self.wide_halves(),
            5 => self.exchanged(),
            6 => self.loaded_floats(),
            7 => self.narrow_chain(),
            8 => self.code_address(),
            _ => self.wide_compare(),
        }
    }

    /// A value of a scalar type, unknown to the translator, with these bits.
    pub(super) fn hidden(&mut self, ty: Type, bits: u64) -> Value {
        let size = ty.bits().div_ceil(8);
        let offset = self.generator.objects.hide(bits, size);
        let base = Value::global(self.generator.objects.near);
        let addr = self.offset(base, offset);
        self.b.load(ty, addr)
    }

    /// A value next to a constant: the same, one more or less, or its negative.
    pub(super) fn near(&mut self, ty: Type, constant: u64) -> Value {
        let bits = match self.generator.source.below(6) {
            0 | 1 => constant,
            2 => constant.wrapping_add(1),
            3 => constant.wrapping_sub(1),
            4 => constant ^ 1 << (ty.bits() - 1),
            _ if ty.is_scalar_float() => constant,
            _ => constant.wrapping_neg(),
        };
        let bits = bits & u64::MAX >> (64 - ty.bits());
        self.hidden(ty, self.quiet(ty, bits))
    }

    /// The bits, without what would make a signalling NaN of them.
    fn quiet(&self, ty: Type, bits: u64) -> u64 {
        match ty {
            Type::F32 if f32::from_bits(bits as u32).is_nan() => f32::NAN.to_bits().into(),
            Type::F64 if f64::from_bits(bits).is_nan() => f64::NAN.to_bits(),
            _ => bits,
        }
    }

    /// A scalar constant from its bits.
    pub(super) fn scalar(&mut self, ty: Type, bits: u64) -> Value {
        match ty {
            Type::F32 => self.b.f32(f32::from_bits(bits as u32)),
            Type::F64 => self.b.f64(f64::from_bits(bits)),
            _ => self.b.int(ty, bits as i64),
        }
    }

    fn float_bits(ty: Type, number: f64) -> u64 {
        match ty {
            // The one NaN among them stays quiet in both formats.
            Type::F32 => (number as f32).to_bits().into(),
            _ => number.to_bits(),
        }
    }

    /// A constant, or the same as a value that the translator does not know.
    fn known_or_not(&mut self, ty: Type, bits: u64) -> Value {
        if self.generator.source.chance(128) { self.scalar(ty, bits) } else { self.near(ty, bits) }
    }

    /// An integer to float, at and beside the middle of two floats.
    fn tie(&mut self) {
        let (from, to) = self.generator.source.pick(&[(Type::I64, Type::F32), (Type::I64, Type::F64), (Type::I32, Type::F32)]);
        let bits = self.generator.source.tie(from.bits(), if to == Type::F32 { 24 } else { 53 });
        let value = if self.generator.source.chance(128) { self.scalar(from, bits) } else { self.hidden(from, bits) };
        // What is added to a constant is folded first.
        let zero = self.b.int(from, 0);
        let value = if self.generator.source.chance(128) { self.b.binary(BinOp::Add, value, zero) } else { value };
        let op = self.generator.source.pick(&[CastOp::UiToFp, CastOp::SiToFp]);
        let value = self.b.cast(op, value, to);
        self.define(to, value);
    }

    /// A constant and a value next to it, in any operation.
    fn neighbours(&mut self) {
        let ty = self.generator.source.pick(&[Type::I32, Type::I64, Type::I8, Type::I16, Type::F64, Type::F32]);
        let bits = self.generator.seen_or_new(ty);
        let (constant, value) = (self.scalar(ty, bits), self.near(ty, bits));
        let (lhs, rhs) = if self.generator.source.chance(60) { (constant, value) } else { (value, constant) };
        if self.generator.source.chance(100) {
            let op = self.generator.source.pick(if ty.is_scalar_float() {
                &[BinOp::FAdd, BinOp::FSub, BinOp::FMul, BinOp::FDiv]
            } else {
                &[BinOp::Add, BinOp::Sub, BinOp::And, BinOp::Or, BinOp::Xor, BinOp::Mul]
            });
            let value = self.b.binary(op, lhs, rhs);
            return self.define(ty, value);
        }
        let truth = self.any_comparison(ty, lhs, rhs);
        self.define(Type::I1, truth);
    }

    fn any_comparison(&mut self, ty: Type, lhs: Value, rhs: Value) -> Value {
        if ty.is_scalar_float() {
            let cond = self.generator.source.pick(FloatCond::ALL);
            self.b.fcmp(cond, lhs, rhs)
        } else {
            let cond = self.generator.source.pick(IntCond::ALL);
            self.b.icmp(cond, lhs, rhs)
        }
    }

    /// Zeros of both signs, infinities and NaNs in operations with constants that some inputs
    /// hardly notice.
    fn special_float(&mut self) {
        let ty = self.generator.source.pick(&[Type::F64, Type::F32]);
        let (number, constant) = (self.generator.source.pick(&SPECIAL), self.generator.source.pick(&NEUTRAL));
        let value =
            if self.generator.source.chance(200) { self.hidden(ty, Self::float_bits(ty, number)) } else { self.variable(ty) };
        let constant = self.scalar(ty, Self::float_bits(ty, constant));
        let op = self.generator.source.pick(&[BinOp::FSub, BinOp::FAdd, BinOp::FMul, BinOp::FDiv, BinOp::FRem]);
        let (lhs, rhs) = if self.generator.source.chance(100) { (constant, value) } else { (value, constant) };
        let result = self.b.binary(op, lhs, rhs);
        self.define(ty, result);
        if self.generator.source.chance(100) {
            let truth = self.any_comparison(ty, result, value);
            self.define(Type::I1, truth);
        }
    }

    /// A mask around the width of the truncation that follows it.
    fn masked_truncation(&mut self) {
        let (wide, narrow) = self.generator.source.pick(&[
            (Type::I32, Type::I8),
            (Type::I32, Type::I16),
            (Type::I64, Type::I32),
            (Type::I64, Type::I8),
            (Type::I64, Type::I16),
            (Type::I16, Type::I8),
        ]);
        let ones = |bits: u32| (1u64 << bits) - 1;
        let bits = narrow.bits();
        let mask =
            self.generator.source.pick(&[ones(bits - 1), ones(bits), ones(bits + 1), 1 << bits, 1 << (bits - 1), !ones(bits)]);
        let value = self.generator.source.pick(&[ones(bits), ones(bits + 1), ones(wide.bits() - 1), 1 << (bits - 1)]);
        let value = if self.generator.source.chance(180) { self.hidden(wide, value) } else { self.variable(wide) };
        let mask = self.b.int(wide, (mask & u64::MAX >> (64 - wide.bits())) as i64);
        let value = self.b.binary(BinOp::And, value, mask);
        let value = self.b.cast(CastOp::Trunc, value, narrow);
        let op = self.generator.source.pick(&[CastOp::ZExt, CastOp::SExt]);
        let value = self.b.cast(op, value, wide);
        self.define(wide, value);
    }

    /// A select or an operation with 64-bit constants of which one half is special.
    fn wide_halves(&mut self) {
        let (one, other) = (self.generator.source.halves(), self.generator.source.halves());
        let (one, other) = (self.known_or_not(Type::I64, one), self.scalar(Type::I64, other));
        let value = match self.generator.source.below(3) {
            0 => {
                let op = self.generator.source.pick(&[BinOp::And, BinOp::Or, BinOp::Xor, BinOp::Add, BinOp::Sub, BinOp::Mul]);
                self.b.binary(op, one, other)
            }
            _ => {
                let cond = self.condition();
                let zero = self.b.int(Type::I64, 0);
                let other = if self.generator.source.chance(100) { zero } else { other };
                if self.generator.source.chance(128) { self.b.select(cond, one, other) } else { self.b.select(cond, other, one) }
            }
        };
        self.define(Type::I64, value);
    }

    /// A comparison with such a constant, of a value next to it.
    fn wide_compare(&mut self) {
        let bits = self.generator.source.halves();
        let value = match self.generator.source.below(4) {
            // Equal upper halves, lower halves that differ.
            0 => self.hidden(Type::I64, bits ^ 5),
            1 => self.hidden(Type::I64, bits ^ 1 << 31),
            _ => self.near(Type::I64, bits),
        };
        let constant = self.b.int(Type::I64, bits as i64);
        let cond = self.generator.source.pick(IntCond::ALL);
        let (lhs, rhs) = if self.generator.source.chance(60) { (constant, value) } else { (value, constant) };
        let truth = self.b.icmp(cond, lhs, rhs);
        self.define(Type::I1, truth);
    }

    /// Two values compared twice, the second time the other way round.
    fn exchanged(&mut self) {
        let ty = self.ty(|_| true);
        let (a, b) = (self.variable(ty), self.operand(ty));
        let special = self.generator.source.pick(&SPECIAL);
        let a = if ty.is_scalar_float() && self.generator.source.chance(128) {
            self.hidden(ty, Self::float_bits(ty, special))
        } else {
            a
        };
        let (first, second) = if ty.is_int_or_int_vector() {
            let cond = self.generator.source.pick(IntCond::ALL);
            let other = if self.generator.source.chance(100) { cond } else { self.generator.source.pick(IntCond::ALL) };
            (self.b.icmp(cond, a, b), self.b.icmp(other, b, a))
        } else {
            let cond = self.generator.source.pick(FloatCond::ALL);
            let other = if self.generator.source.chance(100) { cond } else { self.generator.source.pick(FloatCond::ALL) };
            (self.b.fcmp(cond, a, b), self.b.fcmp(other, b, a))
        };
        let truth = ty.comparison_result();
        self.define(truth, first);
        self.define(truth, second);
    }

    /// A float that is loaded for one use: as the left or the right operand, or both.
    fn loaded_floats(&mut self) {
        let ty = self.generator.source.pick(&[Type::F64, Type::F32]);
        let (left, right) = self.generator.source.pick(&[(true, false), (false, true), (true, true)]);
        let mut side = |is_loaded: bool| if is_loaded { self.bare_load(ty) } else { self.operand(ty) };
        let (lhs, rhs) = (side(left), side(right));
        if self.generator.source.chance(80) {
            let op = self.generator.source.pick(&[BinOp::FAdd, BinOp::FSub, BinOp::FMul, BinOp::FDiv]);
            let value = self.b.binary(op, lhs, rhs);
            return self.define(ty, value);
        }
        let truth = self.any_comparison(ty, lhs, rhs);
        self.define(Type::I1, truth);
    }

    /// A float as it lies in memory: it may be any NaN, and is for comparing and computing with
    /// only.
    fn bare_load(&mut self, ty: Type) -> Value {
        if self.generator.source.chance(100) {
            let number = self.generator.source.pick(&SPECIAL);
            return self.hidden(ty, Self::float_bits(ty, number));
        }
        let align = self.alignment(ty);
        let place: Option<KnownAddress> = self.address(ty.bits() / 8, align, false);
        match place {
            Some(place) => self.raw_load(ty, place.base, align),
            None => self.operand(ty),
        }
    }

    /// A narrow value whose register may hold more, through operations that do not extend it.
    fn narrow_chain(&mut self) {
        let (wide, narrow) = self.generator.source.pick(&[
            (Type::I32, Type::I8),
            (Type::I32, Type::I16),
            (Type::I64, Type::I8),
            (Type::I64, Type::I16),
            (Type::I32, Type::I1),
            (Type::I16, Type::I8),
        ]);
        let value = self.variable(wide);
        let mut value = self.b.cast(CastOp::Trunc, value, narrow);
        for _ in 0..self.generator.source.between(1, 3) {
            value = self.narrow_step(narrow, value);
        }
        self.define(narrow, value);
        if self.generator.source.chance(128) {
            let op = self.generator.source.pick(&[CastOp::ZExt, CastOp::SExt]);
            let value = self.b.cast(op, value, wide);
            self.define(wide, value);
        } else if narrow != Type::I1 {
            let op = self.generator.source.pick(&[CastOp::UiToFp, CastOp::SiToFp]);
            let to = self.generator.source.pick(&[Type::F32, Type::F64]);
            let value = self.b.cast(op, value, to);
            self.define(to, value);
        }
    }

    /// An operation on a narrow value and another one with as much behind it.
    fn narrow_step(&mut self, ty: Type, value: Value) -> Value {
        let wide = self.variable(Type::I32);
        let other = self.b.cast(CastOp::Trunc, wide, ty);
        if ty == Type::I1 {
            let op = self.generator.source.pick(&[BinOp::And, BinOp::Or, BinOp::Xor]);
            return self.b.binary(op, value, other);
        }
        match self.generator.source.below(5) {
            0 | 1 => {
                let op = self.generator.source.pick(&[BinOp::LShr, BinOp::AShr, BinOp::Shl]);
                let amount = self.generator.source.below(ty.bits() as usize) as i64;
                let amount = if self.generator.source.chance(160) {
                    self.b.int(ty, amount)
                } else {
                    let mask = self.b.int(ty, i64::from(ty.bits()) - 1);
                    self.b.binary(BinOp::And, other, mask)
                };
                self.b.binary(op, value, amount)
            }
            2 => {
                let op = self.generator.source.pick(&[BinOp::UDiv, BinOp::URem, BinOp::SDiv, BinOp::SRem]);
                let divisor = self.divisor(ty, op, other);
                self.b.binary(op, value, divisor)
            }
            3 => {
                let truth = self.any_comparison(ty, value, other);
                self.b.select(truth, value, other)
            }
            _ => {
                let op = self.generator.source.pick(&[BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Or, BinOp::Xor]);
                self.b.binary(op, value, other)
            }
        }
    }
}

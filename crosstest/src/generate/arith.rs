//! Operations on values: arithmetic, comparisons, selects, lanes, intrinsics on bits.
//!
//! What the format leaves undefined is guarded: divisors are neither 0 nor, where it matters, -1;
//! shift amounts are below the width.

use std::sync::LazyLock;

use translator::ice::intrinsics::{Constant, Operand};
use translator::ice::{BinOp, CastOp, FloatCond, IntCond, Intrinsic, Type, Value};

use super::body::Body;

impl Body<'_, '_, '_, '_, '_> {
    /// Two operands of one type and kind. Sometimes the same one twice, sometimes a constant on the
    /// left.
    fn operands(&mut self, ty: Type) -> (Value, Value) {
        let lhs = self.operand(ty);
        let rhs = if self.generator.source.chance(12) { lhs } else { self.operand(ty) };
        (lhs, rhs)
    }

    /// An arithmetic or bitwise operation or a shift.
    pub(super) fn binary(&mut self) {
        let ty = self.ty(|_| true);
        let ops: Vec<BinOp> = BinOp::ALL.iter().copied().filter(|op| op.accepts(ty)).collect();
        let op = self.generator.source.pick(&ops);
        let (mut lhs, mut rhs) = self.operands(ty);
        if op.is_shift() {
            rhs = self.shift_amount(ty, rhs);
        } else if op.is_int_division() {
            rhs = self.divisor(ty, op, rhs);
        } else if ty == Type::V4F32 && op.is_float() {
            lhs = self.moderated(lhs);
            rhs = if matches!(op, BinOp::FDiv | BinOp::FRem) { self.bits_moderated(rhs) } else { self.moderated(rhs) };
        } else if ty == Type::V4F32 {
            unreachable!("bitwise operations do not accept binary32");
        }
        let value = self.b.binary(op, lhs, rhs);
        self.define(ty, value);
    }

    /// A shift amount below the width.
    fn shift_amount(&mut self, ty: Type, amount: Value) -> Value {
        let width = ty.element().bits();
        if !ty.is_vector() && self.generator.source.chance(100) {
            let amount = self.generator.source.below(width as usize);
            return self.b.int(ty, amount as i64);
        }
        if let Some(bits) = self.b.func().int_const(amount) {
            return self.b.int(ty, (bits % u64::from(width)) as i64);
        }
        let mask = self.mask_of(ty, u64::from(width) - 1);
        self.b.binary(BinOp::And, amount, mask)
    }

    /// A constant of an integer type; for vectors, one with equal lanes.
    fn mask_of(&mut self, ty: Type, lane: u64) -> Value {
        if !ty.is_vector() {
            return self.b.int(ty, lane as i64);
        }
        // A quarter of the vector is a word; equal words have equal lanes.
        let bits = ty.element().bits();
        let word = (0..32 / bits).fold(0, |word, index| word | (lane as u32) << (index * bits));
        let vector = self.splat(word);
        if ty == Type::V4I32 { vector } else { self.b.cast(CastOp::Bitcast, vector, ty) }
    }

    /// A vector of four equal words.
    fn splat(&mut self, word: u32) -> Value {
        let (mut vector, element) = (self.b.undef(Type::V4I32), self.b.i32(word as i32));
        for lane in 0..4 {
            let lane = self.b.i32(lane);
            vector = self.b.insert_element(vector, element, lane);
        }
        vector
    }

    /// A divisor that does not trap: odd, and positive where signed.
    pub(super) fn divisor(&mut self, ty: Type, op: BinOp, divisor: Value) -> Value {
        let signed = matches!(op, BinOp::SDiv | BinOp::SRem);
        let share = self.generator.config.unguarded;
        if self.generator.source.chance(share) && !ty.is_vector() {
            let three = self.b.int(ty, 3);
            return self.b.binary(BinOp::And, divisor, three);
        }
        if !ty.is_vector() && self.generator.source.chance(130) {
            return self.constant_divisor(ty, signed);
        }
        if divisor.local_index().is_none() {
            // The address of a global is neither zero nor negative.
            return divisor;
        }
        let mask = u64::MAX >> (64 - ty.element().bits());
        let one = self.mask_of(ty, 1);
        if signed {
            let positive = self.mask_of(ty, mask >> 1);
            let divisor = self.b.binary(BinOp::And, divisor, positive);
            return self.b.binary(BinOp::Or, divisor, one);
        }
        if !ty.is_vector() && self.generator.source.chance(128) {
            let zero = self.b.int(ty, 0);
            let is_zero = self.b.icmp(IntCond::Eq, divisor, zero);
            return self.b.select(is_zero, one, divisor);
        }
        self.b.binary(BinOp::Or, divisor, one)
    }

    /// A divisor that is neither 0 nor, if the division is signed, -1.
    pub(super) fn constant_divisor(&mut self, ty: Type, signed: bool) -> Value {
        let source = &mut self.generator.source;
        let mask = u64::MAX >> (64 - ty.bits());
        let bits = match source.below(3) {
            // Powers of two, and their negatives.
            0 => 1 << source.below(ty.bits() as usize),
            1 => (2u64 << source.below(ty.bits() as usize - 1)).wrapping_neg() & mask,
            _ => source.int(ty.bits()),
        };
        let forbidden = bits == 0 || signed && bits == mask;
        self.b.int(ty, if forbidden { 7 } else { bits as i64 })
    }

    /// A comparison of either kind.
    pub(super) fn compare(&mut self) {
        let ty = self.ty(|_| true);
        let value = self.comparison(ty);
        self.define(ty.comparison_result(), value);
    }

    /// Compares two values of a type.
    fn comparison(&mut self, ty: Type) -> Value {
        let (lhs, rhs) = self.operands(ty);
        if ty.is_int_or_int_vector() {
            let cond = self.generator.source.pick(IntCond::ALL);
            return self.b.icmp(cond, lhs, rhs);
        }
        let cond = self.generator.source.pick(FloatCond::ALL);
        self.b.fcmp(cond, lhs, rhs)
    }

    /// A truth value to branch on: often one that was just computed, as programs do.
    pub(super) fn condition(&mut self) -> Value {
        if self.generator.config.structured > 0 && self.generator.source.chance(120) {
            return self.decision();
        }
        if self.generator.source.chance(150) {
            let ty = self.ty(|ty| !ty.is_vector());
            return self.comparison(ty);
        }
        self.variable(Type::I1)
    }

    /// What programs decide by: two comparisons at once, or what an earlier branch has left in a variable.
    fn decision(&mut self) -> Value {
        let mut flags = self.phis[self.node].iter().copied().filter(|phi| !self.loose_phis.contains(phi));
        let flag = flags.rfind(|&phi| self.b.func().ty(phi) == Type::I1);
        if let Some(flag) = flag.filter(|_| self.generator.source.chance(128)) {
            return flag;
        }
        let [first, second] = [(); 2].map(|()| {
            let ty = self.ty(|ty| !ty.is_vector());
            let (value, other) = (self.variable(ty), self.number(ty));
            if ty.is_scalar_float() {
                let cond = self.generator.source.pick(FloatCond::ALL);
                return self.b.fcmp(cond, value, other);
            }
            let cond = self.generator.source.pick(IntCond::ALL);
            self.b.icmp(cond, value, other)
        });
        let op = if self.generator.source.chance(128) { BinOp::And } else { BinOp::Or };
        self.b.binary(op, first, second)
    }

    /// A select, with one condition or one for each lane.
    pub(super) fn select(&mut self) {
        let ty = self.ty(|_| true);
        let by_lane = ty.is_vector() && self.generator.source.chance(150);
        let cond = if by_lane { self.operand(ty.comparison_result()) } else { self.condition() };
        let (on_true, on_false) = self.operands(ty);
        let value = self.b.select(cond, on_true, on_false);
        if ty == Type::V4F32 && self.is_moderate(on_true) && self.is_moderate(on_false) {
            self.set_moderate(value);
        }
        self.define(ty, value);
    }

    /// A lane inserted or extracted.
    pub(super) fn lane(&mut self) {
        let ty = self.ty(Type::is_vector);
        let lane = self.generator.source.below(ty.lanes() as usize);
        let vector = self.operand(ty);
        let index = self.b.i32(lane as i32);
        if self.generator.source.chance(128) {
            let value = self.b.extract_element(vector, index);
            return self.define(ty.element(), value);
        }
        let element = match ty {
            Type::V4F32 if self.generator.source.chance(128) => self.moderate_scalar(),
            Type::V4F32 => {
                let bits = self.generator.source.moderate_float();
                self.b.f32(f32::from_bits(bits))
            }
            _ => self.operand(ty.element()),
        };
        let value = self.b.insert_element(vector, element, index);
        if self.is_moderate(vector) {
            self.set_moderate(value);
        }
        self.define(ty, value);
    }

    /// A binary32 of moderate size that is no constant.
    fn moderate_scalar(&mut self) -> Value {
        let value = self.variable(Type::F32);
        let value = self.without_nan(Type::F32, value);
        let bits = self.b.cast(CastOp::Bitcast, value, Type::I32);
        let (keep, set) = (self.b.i32(0x87ff_ffff_u32 as i32), self.b.i32(0x3800_0000));
        let bits = self.b.binary(BinOp::And, bits, keep);
        let bits = self.b.binary(BinOp::Or, bits, set);
        self.b.cast(CastOp::Bitcast, bits, Type::F32)
    }

    /// An intrinsic on bits or floating-point numbers.
    pub(super) fn bit_intrinsic(&mut self) {
        static CHOICES: LazyLock<Vec<Intrinsic>> = LazyLock::new(arithmetic);
        let intrinsic = self.generator.source.pick(&CHOICES);
        let ty = intrinsic.signature().0;
        let mut args = Vec::new();
        for param in intrinsic.row().params {
            let arg = match *param {
                Operand::Overload => self.operand(ty),
                Operand::Value(ty) => self.operand(ty),
                Operand::Constant(Constant::Flag) => self.zero_is_undefined(ty, &mut args),
                other => unreachable!("{other:?} of an arithmetic intrinsic"),
            };
            args.push(arg);
        }
        let value = self.intrinsic(intrinsic, &args);
        if ty == Type::V4F32 && self.is_moderate(args[0]) {
            self.set_moderate(value);
        }
        self.define(ty, value);
    }

    /// The flag of an intrinsic that counts zeros. If it says that zero is undefined, the argument
    /// is made another number.
    fn zero_is_undefined(&mut self, ty: Type, args: &mut [Value]) -> Value {
        let zero_is_undefined = self.generator.source.chance(128);
        if zero_is_undefined {
            // One bit at either end makes it other than zero.
            let bit = if self.generator.source.chance(128) { 1 } else { i64::MIN >> (64 - ty.bits()) };
            let bit = self.b.int(ty, bit);
            args[0] = self.b.binary(BinOp::Or, args[0], bit);
        }
        self.b.int(Type::I1, i64::from(zero_is_undefined))
    }
}

/// The intrinsics whose result depends on numbers alone; the one that a reduced choice ends with
/// first.
fn arithmetic() -> Vec<Intrinsic> {
    let mut choices: Vec<Intrinsic> = Intrinsic::all().filter(|intrinsic| intrinsic.is_arithmetic()).collect();
    choices.sort_by_key(|&intrinsic| intrinsic != Intrinsic::Ctlz(Type::I32));
    choices
}

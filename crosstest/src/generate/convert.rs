//! Conversions, and what keeps them defined.
//!
//! A float becomes an integer only in range; a bit cast never looks at the bits of a NaN and never
//! makes a signalling one (some machines quiet it on the way, others do not). A float whose bits
//! are to be looked at passes [`Body::without_nan`] first.

use translator::ice::{BinOp, CastOp, FloatCond, Intrinsic, Type, Value, ValueDef};

use super::body::Body;

impl Body<'_, '_, '_, '_, '_> {
    /// A conversion of any kind.
    pub(super) fn convert(&mut self) {
        let from = self.ty(|_| true);
        let choices: Vec<(CastOp, Type)> =
            CastOp::ALL.iter().flat_map(|&op| Type::ALL.map(|to| (op, to))).filter(|&(op, to)| op.accepts(from, to)).collect();
        let (op, to) = self.generator.source.pick(&choices);
        let value = self.operand(from);
        let value = match op {
            CastOp::FpToUi | CastOp::FpToSi => self.float_to_int(op, from, to, value),
            CastOp::Bitcast => self.bitcast(from, to, value),
            _ => self.b.cast(op, value, to),
        };
        if to == Type::V4F32 && op != CastOp::Bitcast {
            self.set_moderate(value);
        }
        self.define(to, value);
    }

    /// The value, or another one if it is a NaN.
    pub(super) fn without_nan(&mut self, ty: Type, value: Value) -> Value {
        let other = match ty {
            Type::F32 => self.b.f32(0.0),
            Type::F64 => self.b.f64(0.0),
            // Vectors have none.
            _ => return value,
        };
        if self.float_constant(value).is_some_and(|number| !number.is_nan()) {
            return value;
        }
        let is_number = self.b.fcmp(FloatCond::Ord, value, value);
        self.b.select(is_number, value, other)
    }

    /// The number, if the value is a constant of a scalar float type.
    fn float_constant(&mut self, value: Value) -> Option<f64> {
        match self.b.func().def(value)? {
            ValueDef::F32(bits) => Some(f32::from_bits(bits).into()),
            ValueDef::F64(bits) => Some(f64::from_bits(bits)),
            _ => None,
        }
    }

    fn float_to_int(&mut self, op: CastOp, from: Type, to: Type, value: Value) -> Value {
        if from == Type::V4F32 {
            return self.vector_to_int(op, to, value);
        }
        // Exclusive limits that both formats have exactly, or nearly so on the inner side.
        let width = to.bits() as i32;
        let (low, high) = match op {
            CastOp::FpToUi => (-0.5, f64::from(2.0f32).powi(width)),
            _ => (-(f64::from(2.0f32).powi(width - 1)), f64::from(2.0f32).powi(width - 1)),
        };
        if self.float_constant(value).is_some_and(|number| low < number && number < high) {
            return self.b.cast(op, value, to);
        }
        let (low, high, inside) = match from {
            Type::F32 => (self.b.f32(low as f32), self.b.f32(high as f32), self.b.f32(0.0)),
            _ => (self.b.f64(low), self.b.f64(high), self.b.f64(0.0)),
        };
        let above = self.b.fcmp(FloatCond::Ogt, value, low);
        let below = self.b.fcmp(FloatCond::Olt, value, high);
        let fits = self.b.binary(BinOp::And, above, below);
        let value = self.b.select(fits, value, inside);
        self.b.cast(op, value, to)
    }

    /// Lanes are brought below 2 first; for wider results, they are then scaled up to thousands.
    fn vector_to_int(&mut self, op: CastOp, to: Type, value: Value) -> Value {
        let value = self.bits_moderated(value);
        let mut value = self.intrinsic(Intrinsic::Fabs(Type::V4F32), &[value]);
        if to == Type::V4I32 {
            let factor = self.vector_constant(Type::V4F32);
            let factor = if op == CastOp::FpToUi { self.intrinsic(Intrinsic::Fabs(Type::V4F32), &[factor]) } else { factor };
            value = self.b.binary(BinOp::FMul, value, factor);
        } else if op == CastOp::FpToSi {
            let zero = self.b.undef(Type::V4F32);
            let zero = self.fill_lanes(zero, 0.0);
            value = self.b.binary(BinOp::FSub, zero, value);
        }
        self.b.cast(op, value, to)
    }

    fn fill_lanes(&mut self, mut vector: Value, number: f32) -> Value {
        for lane in 0..4 {
            let (lane, number) = (self.b.i32(lane), self.b.f32(number));
            vector = self.b.insert_element(vector, number, lane);
        }
        vector
    }

    fn bitcast(&mut self, from: Type, to: Type, value: Value) -> Value {
        let value = self.without_nan(from, value);
        let value = match to {
            Type::F32 | Type::F64 if self.is_quiet(to, value) => value,
            // Without the lowest bit of the exponent, it is never that of a NaN.
            Type::F32 if from != to => self.clear_bit(Type::I32, value, from, 23),
            Type::F64 if from != to => self.clear_bit(Type::I64, value, from, 52),
            _ => value,
        };
        let cast = self.b.cast(CastOp::Bitcast, value, to);
        if to != Type::V4F32 {
            return cast;
        }
        if from == to && self.is_moderate(value) {
            self.set_moderate(cast);
        }
        if from == to { cast } else { self.bits_moderated(cast) }
    }

    /// Whether a value is a constant that, as a float, is no NaN.
    fn is_quiet(&mut self, to: Type, value: Value) -> bool {
        self.b.func().int_const(value).is_some_and(|bits| match to {
            Type::F32 => !f32::from_bits(bits as u32).is_nan(),
            _ => !f64::from_bits(bits).is_nan(),
        })
    }

    fn clear_bit(&mut self, ty: Type, value: Value, from: Type, bit: u32) -> Value {
        let value = if from == ty { value } else { self.b.cast(CastOp::Bitcast, value, ty) };
        let mask = self.b.int(ty, !(1 << bit));
        self.b.binary(BinOp::And, value, mask)
    }
}

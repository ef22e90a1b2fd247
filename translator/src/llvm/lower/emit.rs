//! Instructions on single parts, with what constants make superfluous left out. In: values of ICE.
//! Out: values of ICE.
//!
//! clang at -O0 folds nothing, and address arithmetic is made here: without folding every field of a
//! structure would cost an addition of zero.

use super::function::Lowering;
use super::image::holds;
use crate::ice::{BinOp, CastOp, FloatCond, IntCond, Intrinsic, Type, Value, ValueDef};

/// The bits of an integer type.
pub(super) fn mask(ty: Type) -> u64 {
    if ty.bits() >= 64 { u64::MAX } else { (1 << ty.bits()) - 1 }
}

/// The number with these bits, as a signed one.
pub(super) fn signed(bits: u64, ty: Type) -> i64 {
    let unused = 64 - ty.bits().clamp(1, 64);
    (bits << unused) as i64 >> unused
}

impl Lowering<'_, '_> {
    /// An integer constant, its bits cut to the type.
    pub(super) fn int(&mut self, ty: Type, bits: u64) -> Value {
        let bits = bits & mask(ty);
        if let Some(&value) = self.constants.get(&(ty, bits)) {
            return value;
        }
        let value = self.b.int(ty, bits as i64);
        self.constants.insert((ty, bits), value);
        value
    }

    pub(super) fn i32(&mut self, bits: u64) -> Value {
        self.int(Type::I32, bits)
    }

    /// A float or double constant with these bits.
    pub(super) fn float(&mut self, ty: Type, bits: u64) -> Value {
        if let Some(&value) = self.constants.get(&(ty, bits)) {
            return value;
        }
        let value = match ty {
            Type::F32 => self.b.f32(f32::from_bits(bits as u32)),
            _ => self.b.f64(f64::from_bits(bits)),
        };
        self.constants.insert((ty, bits), value);
        value
    }

    /// Zero of any type that ICE has.
    pub(super) fn zero(&mut self, ty: Type) -> Value {
        match ty {
            Type::F32 | Type::F64 => self.float(ty, 0),
            _ if ty.is_vector() => self.vector_constant(ty, &vec![0; ty.lanes() as usize]),
            _ => self.int(ty, 0),
        }
    }

    pub(super) fn ty(&mut self, value: Value) -> Type {
        self.b.func().ty(value)
    }

    pub(super) fn known(&mut self, value: Value) -> Option<u64> {
        self.b.func().int_const(value)
    }

    /// `lhs op rhs`; integers of one bit only by `and`, `or` and `xor`.
    pub(super) fn bin(&mut self, op: BinOp, lhs: Value, rhs: Value) -> Value {
        let ty = self.ty(lhs);
        if ty.is_scalar_int()
            && let Some(folded) = self.fold(op, ty, lhs, rhs)
        {
            return folded;
        }
        self.b.binary(op, lhs, rhs)
    }

    fn fold(&mut self, op: BinOp, ty: Type, lhs: Value, rhs: Value) -> Option<Value> {
        let (left, right) = (self.known(lhs), self.known(rhs));
        let width = u64::from(ty.bits());
        if let (Some(a), Some(b)) = (left, right) {
            let result = match op {
                BinOp::Add => a.wrapping_add(b),
                BinOp::Sub => a.wrapping_sub(b),
                BinOp::Mul => a.wrapping_mul(b),
                BinOp::And => a & b,
                BinOp::Or => a | b,
                BinOp::Xor => a ^ b,
                BinOp::Shl if b < width => a << b,
                BinOp::LShr if b < width => a >> b,
                BinOp::AShr if b < width => (signed(a, ty) >> b) as u64,
                _ => return None,
            };
            return Some(self.int(ty, result));
        }
        let all = mask(ty);
        match op {
            // The distance between two names of one place, above all.
            BinOp::Sub | BinOp::Xor if lhs == rhs => return Some(self.int(ty, 0)),
            BinOp::And | BinOp::Or if lhs == rhs => return Some(lhs),
            _ => {}
        }
        match (op, left, right) {
            (BinOp::Add | BinOp::Sub | BinOp::Or | BinOp::Xor | BinOp::Shl | BinOp::LShr | BinOp::AShr, _, Some(0)) => Some(lhs),
            (BinOp::Add | BinOp::Or | BinOp::Xor, Some(0), _) => Some(rhs),
            (BinOp::Mul, _, Some(1)) => Some(lhs),
            (BinOp::Mul | BinOp::And, _, Some(0)) => Some(rhs),
            (BinOp::Mul | BinOp::And, Some(0), _) => Some(lhs),
            (BinOp::And, _, Some(bits)) if bits == all => Some(lhs),
            (BinOp::And, Some(bits), _) if bits == all => Some(rhs),
            _ => None,
        }
    }

    pub(super) fn add(&mut self, lhs: Value, rhs: Value) -> Value {
        self.bin(BinOp::Add, lhs, rhs)
    }

    pub(super) fn sub(&mut self, lhs: Value, rhs: Value) -> Value {
        self.bin(BinOp::Sub, lhs, rhs)
    }

    pub(super) fn and(&mut self, lhs: Value, rhs: Value) -> Value {
        self.bin(BinOp::And, lhs, rhs)
    }

    pub(super) fn or(&mut self, lhs: Value, rhs: Value) -> Value {
        self.bin(BinOp::Or, lhs, rhs)
    }

    pub(super) fn xor(&mut self, lhs: Value, rhs: Value) -> Value {
        self.bin(BinOp::Xor, lhs, rhs)
    }

    /// A shift by a known amount below the width.
    pub(super) fn shift(&mut self, op: BinOp, value: Value, by: u32) -> Value {
        let ty = self.ty(value);
        let by = self.int(ty, u64::from(by));
        self.bin(op, value, by)
    }

    /// `!value` of a truth value.
    pub(super) fn not(&mut self, value: Value) -> Value {
        let one = self.int(Type::I1, 1);
        self.xor(value, one)
    }

    /// An address plus a known distance.
    pub(super) fn offset(&mut self, addr: Value, distance: u64) -> Value {
        let distance = self.i32(distance);
        self.add(addr, distance)
    }

    /// A conversion; of an integer to its own type, nothing.
    pub(super) fn cast(&mut self, op: CastOp, src: Value, ty: Type) -> Value {
        let from = self.ty(src);
        if from == ty && matches!(op, CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::Bitcast) {
            return src;
        }
        if let Some(bits) = self.known(src) {
            match op {
                CastOp::Trunc | CastOp::ZExt => return self.int(ty, bits),
                CastOp::SExt => return self.int(ty, signed(bits, from) as u64),
                _ => {}
            }
        }
        self.b.cast(op, src, ty)
    }

    /// An unsigned integer in another width.
    pub(super) fn resize(&mut self, value: Value, ty: Type) -> Value {
        let op = if self.ty(value).bits() > ty.bits() { CastOp::Trunc } else { CastOp::ZExt };
        self.cast(op, value, ty)
    }

    pub(super) fn compare(&mut self, cond: IntCond, lhs: Value, rhs: Value) -> Value {
        if let (Some(a), Some(b)) = (self.known(lhs), self.known(rhs)) {
            let ty = self.ty(lhs);
            let (sa, sb) = (signed(a, ty), signed(b, ty));
            let holds = holds(cond, (a, b), (sa, sb));
            return self.int(Type::I1, u64::from(holds));
        }
        self.b.icmp(cond, lhs, rhs)
    }

    pub(super) fn fcompare(&mut self, cond: FloatCond, lhs: Value, rhs: Value) -> Value {
        self.b.fcmp(cond, lhs, rhs)
    }

    pub(super) fn choose(&mut self, cond: Value, on_true: Value, on_false: Value) -> Value {
        match self.known(cond) {
            _ if on_true == on_false => on_true,
            Some(0) => on_false,
            Some(_) => on_true,
            None => self.b.select(cond, on_true, on_false),
        }
    }

    /// A call of an intrinsic with a result.
    pub(super) fn intrinsic(&mut self, intrinsic: Intrinsic, args: &[Value]) -> Value {
        self.effect(intrinsic, args).unwrap_or_else(|| unreachable!("{} has a result", intrinsic.name()))
    }

    /// A call of an intrinsic.
    pub(super) fn effect(&mut self, intrinsic: Intrinsic, args: &[Value]) -> Option<Value> {
        let func = match self.globals.intrinsics.get(&intrinsic) {
            Some(&func) => func,
            None => {
                let func = self.b.module().declare_intrinsic(intrinsic);
                self.globals.intrinsics.insert(intrinsic, func);
                func
            }
        };
        self.b.call(func, args)
    }

    /// The bits of a float constant.
    pub(super) fn known_float(&mut self, value: Value) -> Option<u64> {
        match self.b.func().def(value) {
            Some(ValueDef::F32(bits)) => Some(u64::from(bits)),
            Some(ValueDef::F64(bits)) => Some(bits),
            _ => None,
        }
    }
}

//! Integers of any width, as parts. Up to 64 bits: one value of the next width that ICE has, the
//! bits above zero. Beyond: [`wide`](super::wide).

use super::Result;
use super::emit::mask;
use super::function::{Lowering, Parts};
use crate::ice::{BinOp, CastOp, IntCond, Type, Value};

/// The type that holds an integer of at most 64 bits.
pub(super) fn container(bits: u32) -> Type {
    match bits {
        0..=1 => Type::I1,
        2..=8 => Type::I8,
        9..=16 => Type::I16,
        17..=32 => Type::I32,
        _ => Type::I64,
    }
}

/// The types of an integer's parts.
pub(super) fn int_parts(bits: u32) -> Vec<Type> {
    if bits <= 64 { vec![container(bits)] } else { vec![Type::I64; bits.div_ceil(64) as usize] }
}

impl Lowering<'_, '_> {
    /// Clears the bits above the width.
    pub(super) fn normal(&mut self, bits: u32, value: Value) -> Value {
        let ty = self.ty(value);
        if ty.bits() == bits {
            return value;
        }
        let low = self.int(ty, (1 << bits) - 1);
        self.and(value, low)
    }

    /// Fills the bits above the width with the sign.
    pub(super) fn with_sign(&mut self, bits: u32, value: Value) -> Value {
        let unused = self.ty(value).bits() - bits;
        if unused == 0 {
            return value;
        }
        let high = self.shift(BinOp::Shl, value, unused);
        self.shift(BinOp::AShr, high, unused)
    }

    pub(super) fn int_binary(&mut self, op: BinOp, bits: u32, lhs: &[Value], rhs: &[Value]) -> Result<Parts> {
        if bits > 64 {
            return self.wide_binary(op, bits, lhs, rhs);
        }
        let (a, b) = (lhs[0], rhs[0]);
        Ok(vec![if bits == 1 { self.bit_binary(op, a, b) } else { self.narrow_binary(op, bits, a, b) }])
    }

    fn narrow_binary(&mut self, op: BinOp, bits: u32, a: Value, b: Value) -> Value {
        match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => {
                let value = self.bin(op, a, b);
                self.normal(bits, value)
            }
            BinOp::SDiv | BinOp::SRem => {
                let (a, b) = (self.with_sign(bits, a), self.with_sign(bits, b));
                let value = self.bin(op, a, b);
                self.normal(bits, value)
            }
            BinOp::AShr => {
                let a = self.with_sign(bits, a);
                let value = self.bin(op, a, b);
                self.normal(bits, value)
            }
            _ => self.bin(op, a, b),
        }
    }

    /// Arithmetic modulo two. A shift by one or a division by zero may give anything.
    fn bit_binary(&mut self, op: BinOp, a: Value, b: Value) -> Value {
        match op {
            BinOp::Add | BinOp::Sub | BinOp::Xor => self.xor(a, b),
            BinOp::Mul | BinOp::And => self.and(a, b),
            BinOp::Or => self.or(a, b),
            BinOp::URem | BinOp::SRem => self.int(Type::I1, 0),
            _ => a,
        }
    }

    pub(super) fn int_compare(&mut self, cond: IntCond, bits: u32, lhs: &[Value], rhs: &[Value]) -> Value {
        if bits > 64 {
            return self.wide_compare(cond, bits, lhs, rhs);
        }
        let (mut a, mut b) = (lhs[0], rhs[0]);
        if cond.is_signed() {
            (a, b) = (self.with_sign(bits, a), self.with_sign(bits, b));
        }
        self.compare(cond, a, b)
    }

    /// An integer in another width.
    pub(super) fn int_resize(&mut self, from: u32, to: u32, sign: bool, value: &[Value]) -> Parts {
        if from > 64 || to > 64 {
            return self.wide_resize(from, to, sign, value);
        }
        let (ty, src) = (container(to), value[0]);
        if to < from {
            let low = self.cast(CastOp::Trunc, src, ty);
            return vec![self.normal(to, low)];
        }
        if !sign || to == from {
            return vec![self.cast(CastOp::ZExt, src, ty)];
        }
        let value = if from == 1 && ty != Type::I1 {
            self.cast(CastOp::SExt, src, ty)
        } else {
            let value = self.with_sign(from, src);
            self.cast(CastOp::SExt, value, ty)
        };
        vec![self.normal(to, value)]
    }

    /// A constant, given by words.
    pub(super) fn int_constant(&mut self, bits: u32, words: &[u64]) -> Parts {
        let word = |index: usize| words.get(index).copied().unwrap_or(0);
        if bits <= 64 {
            let ty = container(bits);
            let low = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
            return vec![self.int(ty, word(0) & low & mask(ty))];
        }
        (0..bits.div_ceil(64) as usize).map(|index| self.int(Type::I64, word(index))).collect()
    }

    /// A small constant of any width.
    pub(super) fn int_small(&mut self, bits: u32, value: u64) -> Parts {
        self.int_constant(bits, &[value])
    }

    /// The constant whose bits are all set.
    pub(super) fn int_ones(&mut self, bits: u32) -> Parts {
        let mut words = vec![u64::MAX; bits.div_ceil(64) as usize];
        if !bits.is_multiple_of(64)
            && let Some(last) = words.last_mut()
        {
            *last = (1 << (bits % 64)) - 1;
        }
        self.int_constant(bits, &words)
    }

    /// The constant with only the top bit set: the least signed number.
    pub(super) fn int_least(&mut self, bits: u32) -> Parts {
        let mut words = vec![0; bits.div_ceil(64) as usize];
        words[((bits - 1) / 64) as usize] = 1 << ((bits - 1) % 64);
        self.int_constant(bits, &words)
    }

    /// A shift by a known amount below the width.
    pub(super) fn int_shift(&mut self, op: BinOp, bits: u32, value: &[Value], by: u32) -> Result<Parts> {
        let by = self.int_small(bits, u64::from(by));
        self.int_binary(op, bits, value, &by)
    }

    /// `cond ? on_true : on_false`, part by part.
    pub(super) fn choose_parts(&mut self, cond: Value, on_true: &[Value], on_false: &[Value]) -> Parts {
        on_true.iter().zip(on_false).map(|(&a, &b)| self.choose(cond, a, b)).collect()
    }
}

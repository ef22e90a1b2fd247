//! Numbers of 32 bits that change by the same amount in each round: a base that the loop does not change, a constant, and a multiple of the
//! round.
//!
//! In: a value from outside of the loop, or operators on such numbers. Out: the number that it is. All of it goes round at 32 bits, so that
//! nothing is assumed of sums.
//!
//! Constant time for each.

use super::super::counters::Counter;
use crate::ice::{BinOp, Function, InstData, Type, Value, ValueDef};

/// How many sums outside of the loop are looked through.
const MAX_SUMS: usize = 4;

/// `base + offset + stride * round`, modulo the size of memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Linear {
    pub base: Option<Value>,
    pub offset: u32,
    pub stride: u32,
}

impl Linear {
    /// What a value of 32 bits from outside of the loop is.
    pub fn of_outside(func: &Function, value: Value) -> Linear {
        let (mut base, mut offset) = (value, 0u32);
        for _ in 0..MAX_SUMS {
            let Some((inner, more)) = sum_of(func, base) else { break };
            (base, offset) = (inner, offset.wrapping_add(more));
        }
        match func.int_const(base) {
            Some(bits) => Linear { base: None, offset: offset.wrapping_add(bits as u32), stride: 0 },
            None => Linear { base: Some(base), offset, stride: 0 },
        }
    }

    /// What a counter is.
    pub fn of_counter(func: &Function, counter: Counter) -> Option<Linear> {
        let stride = counter.step as u32;
        (counter.ty == Type::I32).then(|| Linear { stride, ..Linear::of_outside(func, counter.start) })
    }

    /// What an operator makes of two, if it is one.
    pub fn combine(op: BinOp, lhs: Linear, rhs: Linear) -> Option<Linear> {
        let is_number = rhs.base.is_none() && rhs.stride == 0;
        match op {
            BinOp::Add => lhs.plus(rhs),
            BinOp::Sub if rhs.base.is_none() => lhs.plus(rhs.times(u32::MAX)?),
            BinOp::Mul if is_number => lhs.times(rhs.offset),
            BinOp::Shl if is_number && rhs.offset < 32 => lhs.times(1 << rhs.offset),
            _ => None,
        }
    }

    fn plus(self, other: Linear) -> Option<Linear> {
        let base = match (self.base, other.base) {
            (base, None) | (None, base) => base,
            _ => return None,
        };
        let (offset, stride) = (self.offset.wrapping_add(other.offset), self.stride.wrapping_add(other.stride));
        Some(Linear { base, offset, stride })
    }

    fn times(self, factor: u32) -> Option<Linear> {
        let (offset, stride) = (self.offset.wrapping_mul(factor), self.stride.wrapping_mul(factor));
        self.base.is_none().then_some(Linear { base: None, offset, stride })
    }
}

/// What a value is the sum of with a constant, and the constant.
fn sum_of(func: &Function, value: Value) -> Option<(Value, u32)> {
    let Some(ValueDef::Inst(sum)) = func.def(value) else { return None };
    let InstData::Binary { op, lhs, rhs } = *func.inst(sum) else { return None };
    match op {
        BinOp::Add => match func.int_const(rhs) {
            Some(bits) => Some((lhs, bits as u32)),
            None => func.int_const(lhs).map(|bits| (rhs, bits as u32)),
        },
        BinOp::Sub => func.int_const(rhs).map(|bits| (lhs, (bits as u32).wrapping_neg())),
        _ => None,
    }
}

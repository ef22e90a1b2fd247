//! Sums and differences with a truth value that a comparison gives: `adc` and `sbb` add the carry flag, which the
//! comparison leaves, so that no truth value is made.
//!
//! `x + (a < b)` is `cmp a, b; adc x, 0`, and `x + (a >= b)`, where there is no carry, `x - (-1) - carry`: `sbb x, -1`.
//! Unsigned and floating-point comparisons are such, other orders of which are made these by changing sides or the
//! constant: `a > 3` is `a >= 4`, `a == 0` is `a < 1`.

use super::super::op::{Cc, Op};
use super::memory::memory_size;
use super::{Lower, Opnd};
use crate::ice::{BinOp, CastOp, FloatCond, Function, Inst, InstData, IntCond, Type, Value, ValueDef};
use crate::isa::common::lower::ValueCode;
use crate::lir::{Var, VarKind};

/// Whether a comparison can be made one that leaves its result in the carry flag, or the opposite. None of these compares
/// 64 bits by halves.
pub(super) fn leaves_carry(func: &Function, compare: Inst) -> bool {
    match *func.inst(compare) {
        InstData::Icmp { cond, lhs, rhs } => {
            let (ty, (cond, lhs, rhs)) = (func.ty(lhs), number_last(func, cond, lhs, rhs));
            let is_possible = is_variable(func, lhs) && (is_variable(func, rhs) || func.int_const(rhs).is_some());
            is_possible
                && matches!(ty, Type::I8 | Type::I16 | Type::I32)
                && match cond {
                    IntCond::Ult | IntCond::Uge => true,
                    IntCond::Ugt | IntCond::Ule => func.int_const(rhs).is_none_or(|bits| bits != largest(ty)),
                    IntCond::Eq | IntCond::Ne => func.int_const(rhs) == Some(0),
                    _ => false,
                }
        }
        InstData::Fcmp { cond, lhs, .. } => {
            func.ty(lhs).is_scalar_float() && matches!(cond, FloatCond::Oge | FloatCond::Ole | FloatCond::Ult | FloatCond::Ugt)
        }
        _ => false,
    }
}

/// A comparison with its number on the right, as compares are made.
fn number_last(func: &Function, cond: IntCond, lhs: Value, rhs: Value) -> (IntCond, Value, Value) {
    if is_variable(func, lhs) { (cond, lhs, rhs) } else { (cond.swap_operands(), rhs, lhs) }
}

fn is_variable(func: &Function, value: Value) -> bool {
    matches!(func.def(value), Some(ValueDef::Arg(_) | ValueDef::Inst(_)))
}

/// The largest unsigned number of a type of up to 32 bits.
fn largest(ty: Type) -> u64 {
    (1 << ty.bits()) - 1
}

impl Lower<'_> {
    /// A sum or difference with a comparison that was left to it, in a register temporary.
    pub(super) fn counted(&mut self, ty: Type, op: BinOp, lhs: Value, rhs: Value) -> Option<Var> {
        let (base, (compare, is_negative)) = match op {
            BinOp::Add => self.count_of(rhs).map(|count| (lhs, count)).or_else(|| Some((rhs, self.count_of(lhs)?)))?,
            BinOp::Sub => (lhs, self.count_of(rhs)?),
            _ => return None,
        };
        let temp = self.word_of(base);
        let cc = self.compare_for_carry(compare);
        let (op, number) = match (cc, (op == BinOp::Sub) != is_negative) {
            (Cc::B, false) => (Op::Adc, 0),
            (Cc::B, true) => (Op::Sbb, 0),
            (Cc::Ae, false) => (Op::Sbb, if fault!(X86CountWithoutCarry) { 0 } else { -1 }),
            (Cc::Ae, true) => (Op::Adc, -1),
            (cc, _) => unreachable!("{cc:?} is not about the carry alone"),
        };
        self.op(op, self.int_size(ty), temp, Opnd::Imm(number));
        Some(temp)
    }

    /// The comparison behind an extension of its truth value that was left to the sum, and whether the extension has the sign.
    fn count_of(&self, value: Value) -> Option<(Inst, bool)> {
        let selection = &self.scratch.isa.selection;
        let Some(ValueDef::Inst(extension)) = self.func.def(value).filter(|_| selection.is_folded(value)) else { return None };
        let InstData::Cast { op, src } = *self.func.inst(extension) else { return None };
        let Some(ValueDef::Inst(compare)) = self.func.def(src) else { return None };
        Some((compare, op == CastOp::SExt))
    }

    /// Makes a comparison such that the carry, or its absence, says whether it holds.
    fn compare_for_carry(&mut self, compare: Inst) -> Cc {
        let (cond, lhs, rhs) = match *self.func.inst(compare) {
            InstData::Icmp { cond, lhs, rhs } => number_last(self.func, cond, lhs, rhs),
            InstData::Fcmp { cond, lhs, rhs } => {
                let decision = self.float_decision(cond, lhs, rhs);
                return self.alternatives(decision).next().expect("a decision asks for something");
            }
            _ => unreachable!("of truth values only comparisons are folded"),
        };
        match (cond, self.func.int_const(rhs)) {
            (IntCond::Ult | IntCond::Uge, _) => self.compare(cond, lhs, rhs),
            (IntCond::Ugt | IntCond::Ule, None) => self.compare(cond.swap_operands(), rhs, lhs),
            (IntCond::Ugt | IntCond::Ne, Some(bits)) => self.compare_with(lhs, bits + 1, Cc::Ae),
            (_, bits) => self.compare_with(lhs, bits.unwrap_or(0) + 1, Cc::B),
        }
    }

    /// Compares a value with a number of its own width, wherever it is; returns the condition code.
    fn compare_with(&mut self, value: Value, number: u64, cc: Cc) -> Cc {
        let ty = self.func.ty(value);
        let number = match ty {
            Type::I8 => i32::from(number as i8),
            Type::I16 => i32::from(number as i16),
            _ => number as i32,
        };
        let left = match self.operand(value) {
            operand @ Opnd::Mem(_) => operand,
            Opnd::Var(home) if self.code.var(home).kind != VarKind::Memory => Opnd::Var(home),
            operand => Opnd::Var(self.register_of(ty, operand)),
        };
        self.op_any(Op::Cmp, memory_size(ty), left, Opnd::Imm(number));
        cc
    }
}

//! Binary operators, comparisons and select on scalar integers that fit one register; dispatch of the others.
//!
//! Narrow operands carry garbage above their width. Addition, subtraction, multiplication, the logical operations and left shifts leave the
//! low bits right whatever is above; right shifts, divisions and comparisons extend first.
//!
//! Division by zero must trap: the hardware's divide error does it. The least integer divided by -1 faults in hardware too where the width is
//! 32 or 64 bits, which `semantics.md` allows.

use super::super::op::{Cc, Op, Size};
use super::super::regs::gpr;
use super::{Flags, Inst, Lower, Opcode, Opnd};
use crate::ice::{BinOp, IntCond, Type, Value};
use crate::lir::{Var, VarKind};

impl Lower<'_> {
    pub(super) fn binary(&mut self, result: Value, ty: Type, op: BinOp, lhs: Value, rhs: Value) {
        if ty.is_vector() {
            self.vector_binary(result, ty, op, lhs, rhs);
        } else if op.is_float() {
            self.float_binary(result, ty, op, lhs, rhs);
        } else if self.is_pair(ty) {
            self.pair_binary(result, op, lhs, rhs);
        } else {
            let temp = self.int_binary(ty, op, lhs, rhs);
            self.define(result, temp);
        }
    }

    /// The result in a register temporary.
    fn int_binary(&mut self, ty: Type, op: BinOp, lhs: Value, rhs: Value) -> Var {
        let size = self.int_size(ty);
        let (lhs, rhs) = if op.is_commutative() && self.is_fresh(rhs) { (rhs, lhs) } else { (lhs, rhs) };
        let simple = match op {
            BinOp::Add => Op::Add,
            BinOp::Sub => Op::Sub,
            BinOp::And => Op::And,
            BinOp::Or => Op::Or,
            BinOp::Xor => Op::Xor,
            BinOp::Mul => return self.multiply(size, lhs, rhs),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => return self.shift(ty, op, lhs, rhs),
            _ => return self.divide(ty, op, lhs, rhs),
        };
        let temp = self.gpr_of(lhs);
        let rhs = self.operand(rhs);
        self.op(simple, size, temp, rhs);
        temp
    }

    fn multiply(&mut self, size: Size, lhs: Value, rhs: Value) -> Var {
        let temp = self.gpr_of(lhs);
        match self.operand(rhs) {
            imm @ Opnd::Imm(_) => {
                self.push(Inst::new(Opcode::Real(Op::ImulImm), size, Opnd::Var(temp), Opnd::Var(temp)).with(imm));
            }
            symbol @ Opnd::Sym(_) => {
                let factor = self.load_gpr(size, symbol);
                self.op(Op::Imul, size, temp, factor);
            }
            operand => self.op(Op::Imul, size, temp, operand),
        }
        temp
    }

    fn shift(&mut self, ty: Type, op: BinOp, lhs: Value, rhs: Value) -> Var {
        let size = self.int_size(ty);
        let (machine_op, temp) = match op {
            BinOp::Shl => (Op::Shl, self.gpr_of(lhs)),
            BinOp::LShr => (Op::Shr, self.extended_gpr(lhs, false)),
            _ => (Op::Sar, self.extended_gpr(lhs, true)),
        };
        let amount = self.operand(rhs);
        self.shift_by(machine_op, size, temp, amount);
        temp
    }

    /// Shifts `temp`. An amount beyond the width gives an unspecified value; the hardware masks it, so nothing can fault.
    pub(super) fn shift_by(&mut self, op: Op, size: Size, temp: Var, amount: Opnd) {
        let mask = size.bytes() as i32 * 8 - 1;
        if let Opnd::Imm(amount) = amount {
            self.op(op, size, temp, Opnd::Imm(amount & mask));
            return;
        }
        let ecx = self.fixed(gpr::ECX);
        self.op(Op::Mov, Size::B4, ecx, amount);
        self.op(op, size, temp, ecx);
    }

    fn divide(&mut self, ty: Type, op: BinOp, lhs: Value, rhs: Value) -> Var {
        let size = self.int_size(ty);
        let signed = matches!(op, BinOp::SDiv | BinOp::SRem);
        let dividend = self.extended(lhs, signed);
        let divisor = self.extended(rhs, signed);
        let divisor = match divisor {
            Opnd::Imm(_) | Opnd::Sym(_) => Opnd::Var(self.load_gpr(size, divisor)),
            other => other,
        };
        let (eax, edx) = (self.fixed(gpr::EAX), self.fixed(gpr::EDX));
        self.op(Op::Mov, size, eax, dividend);
        if signed {
            self.op(Op::Cdq, size, edx, eax);
        } else {
            self.op(Op::Mov, Size::B4, edx, Opnd::Imm(0));
        }
        let machine_op = if signed { Op::Idiv } else { Op::Div };
        self.push(Inst::new(Opcode::Real(machine_op), size, divisor, Opnd::Var(eax)).with(Opnd::Var(edx)));
        if matches!(op, BinOp::UDiv | BinOp::SDiv) { eax } else { edx }
    }

    pub(super) fn icmp(&mut self, result: Value, cond: IntCond, lhs: Value, rhs: Value) {
        let ty = self.func.ty(lhs);
        if ty.is_vector() {
            self.vector_icmp(result, ty, cond, lhs, rhs);
            return;
        }
        let cc = if self.is_pair(ty) { self.pair_compare(cond, lhs, rhs) } else { self.int_compare(ty, cond, lhs, rhs) };
        self.define_condition(result, cc);
    }

    /// Sets the flags for comparing two integers that fit one register each; returns the condition code that then holds.
    fn int_compare(&mut self, ty: Type, cond: IntCond, lhs: Value, rhs: Value) -> Cc {
        let size = self.int_size(ty);
        let signed = cond.is_signed();
        let left = self.extended_gpr(lhs, signed);
        let right = self.extended(rhs, signed);
        self.op(Op::Cmp, size, left, right);
        condition(cond)
    }

    /// `cond ? on_true : on_false`.
    pub(super) fn select(&mut self, result: Value, ty: Type, cond: Value, on_true: Value, on_false: Value) {
        if self.func.ty(cond).is_vector() {
            self.vector_select(result, ty, cond, on_true, on_false);
        } else if self.is_pair(ty) {
            self.pair_select(result, cond, on_true, on_false);
        } else if ty.is_scalar_int() {
            let size = self.int_size(ty);
            let temp = self.gpr_of(on_false);
            let operand = self.operand(on_true);
            let source = self.cmov_source(size, operand);
            let cc = self.test_bit(cond);
            self.move_if(cc, size, temp, source);
            self.define(result, temp);
        } else {
            self.float_select(result, cond, on_true, on_false);
        }
    }

    /// An operand that a conditional move can read.
    pub(super) fn cmov_source(&mut self, size: Size, operand: Opnd) -> Opnd {
        match operand {
            Opnd::Imm(_) | Opnd::Sym(_) => Opnd::Var(self.load_gpr(size, operand)),
            other => other,
        }
    }

    /// The condition that says the same as a truth value, if the flags still hold it. Looks at each instruction at most once.
    fn flags_hold(&mut self, truth: Opnd) -> Option<Cc> {
        let flags = self.flags.filter(|flags| truth == Opnd::Var(flags.home))?;
        let hold = self.code.insts[flags.end..].iter().all(Inst::leaves_flags);
        self.flags = hold.then_some(Flags { end: self.code.insts.len(), ..flags });
        hold.then_some(flags.cc)
    }

    /// Sets the flags by bit 0 of a truth value, if they do not hold it still; returns the condition code that then says whether it is set.
    pub(super) fn test_bit(&mut self, cond: Value) -> Cc {
        let operand = self.operand(cond);
        if let Some(cc) = self.flags_hold(operand) {
            return cc;
        }
        match operand {
            // A truth value's home has an 8-bit form or lies in memory; only its low byte need be read.
            Opnd::Var(home) if self.code.var(home).kind == VarKind::Any => {
                self.op_any(Op::Test, Size::B1, Opnd::Var(home), Opnd::Imm(1));
            }
            operand => {
                let temp = self.load_gpr(Size::B4, operand);
                self.op(Op::Test, Size::B4, temp, Opnd::Imm(1));
            }
        }
        Cc::Ne
    }
}

/// The condition code for a predicate after `cmp lhs, rhs`.
pub(super) const fn condition(cond: IntCond) -> Cc {
    match cond {
        IntCond::Eq => Cc::E,
        IntCond::Ne => Cc::Ne,
        IntCond::Ugt => Cc::A,
        IntCond::Uge => Cc::Ae,
        IntCond::Ult => Cc::B,
        IntCond::Ule => Cc::Be,
        IntCond::Sgt => Cc::G,
        IntCond::Sge => Cc::Ge,
        IntCond::Slt => Cc::L,
        IntCond::Sle => Cc::Le,
    }
}

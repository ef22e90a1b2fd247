//! Integer comparison, select, and truth values.

use super::super::op::Op;
use super::{Lower, Opnd};
use crate::ice::{IntCond, Type, Value};
use crate::isa::common::lower::{ConditionCode, ValueCode};
use crate::lir::Var;

impl ConditionCode for Lower<'_> {
    fn scalar_icmp(&mut self, result: Value, ty: Type, cond: IntCond, lhs: Value, rhs: Value) {
        let truth = if ty == Type::I64 {
            self.pair_compare(cond, lhs, rhs)
        } else {
            let signed = cond.is_signed();
            let left = self.extended(lhs, signed);
            let narrow = fault!(Mips32NarrowCompare, ty != Type::I32);
            let right = if narrow { self.operand(rhs) } else { self.extended(rhs, signed) };
            self.word_compare(cond, left, right)
        };
        self.define(result, truth);
    }

    fn scalar_select(&mut self, result: Value, ty: Type, cond: Value, on_true: Value, on_false: Value) {
        if ty.is_vector() || ty.is_scalar_float() {
            self.branching_select(result, ty, cond, on_true, on_false);
        } else if ty == Type::I64 {
            let (low, high) = self.load_pair(on_false);
            let (true_low, true_high) = self.pair(on_true);
            let (true_low, true_high) = (self.register(true_low), self.register(true_high));
            let truth = self.truth(cond);
            self.op(Op::Movn, low, true_low, truth);
            self.op(Op::Movn, high, true_high, truth);
            self.define_pair(result, low, high);
        } else {
            let temp = self.word_of(on_false);
            let chosen = self.operand(on_true);
            let chosen = self.register(chosen);
            let truth = self.truth(cond);
            self.op(Op::Movn, temp, chosen, truth);
            self.define(result, temp);
        }
    }
}

impl Lower<'_> {
    /// A temporary that is 1 if a predicate holds for two words, 0 if not.
    pub(super) fn word_compare(&mut self, cond: IntCond, left: Opnd, right: Opnd) -> Var {
        match cond {
            IntCond::Eq | IntCond::Ne => {
                let difference = self.difference(left, right);
                if cond == IntCond::Eq {
                    self.new_op(Op::Sltiu, difference, Opnd::Imm(1))
                } else {
                    self.new_op(Op::Sltu, Opnd::Imm(0), difference)
                }
            }
            IntCond::Slt | IntCond::Ult => self.less(cond.is_signed(), left, right),
            IntCond::Sgt | IntCond::Ugt => self.less(cond.is_signed(), right, left),
            IntCond::Sge | IntCond::Uge => self.not_less(cond.is_signed(), left, right),
            IntCond::Sle | IntCond::Ule => self.not_less(cond.is_signed(), right, left),
        }
    }

    /// A temporary that is zero if and only if two words are equal.
    pub(super) fn difference(&mut self, left: Opnd, right: Opnd) -> Var {
        let left = self.gpr_in(left);
        match right {
            Opnd::Imm(0) => left,
            Opnd::Imm(imm) if imm as u16 as i32 == imm => self.new_op(Op::Xori, left, right),
            _ => {
                let right = self.in_register(right);
                self.new_op(Op::Xor, left, right)
            }
        }
    }

    fn less(&mut self, signed: bool, left: Opnd, right: Opnd) -> Var {
        let left = self.in_register(left);
        match right {
            Opnd::Imm(imm) if imm as i16 as i32 == imm && imm != 0 => {
                self.new_op(if signed { Op::Slti } else { Op::Sltiu }, left, right)
            }
            _ => {
                let right = self.in_register(right);
                self.new_op(if signed || fault!(Mips32UltAsSlt) { Op::Slt } else { Op::Sltu }, left, right)
            }
        }
    }

    fn not_less(&mut self, signed: bool, left: Opnd, right: Opnd) -> Var {
        let temp = self.less(signed, left, right);
        self.op(Op::Xori, temp, temp, Opnd::Imm(1));
        temp
    }

    /// An operand as a register operand, without a copy if it is in a temporary already.
    pub(super) fn in_register(&mut self, operand: Opnd) -> Opnd {
        match operand {
            Opnd::Var(var) if self.is_temporary(var) => operand,
            _ => self.register(operand),
        }
    }

    /// An operand in a temporary: the operand's own if it is in one.
    fn gpr_in(&mut self, operand: Opnd) -> Var {
        match operand {
            Opnd::Var(var) if self.is_temporary(var) => var,
            _ => self.load_gpr(operand),
        }
    }

    fn is_temporary(&self, var: Var) -> bool {
        self.code.var(var).kind == crate::lir::VarKind::Register
    }

    /// A select with a scalar condition of values that do not fit a general register.
    fn branching_select(&mut self, result: Value, ty: Type, cond: Value, on_true: Value, on_false: Value) {
        let (otherwise, done) = (self.code.make_label(), self.code.make_label());
        let home = self.home(result);
        let truth = self.truth(cond);
        self.branch_if(Op::Beq, truth, Opnd::Imm(0), otherwise);
        self.copy_value(ty, home, on_true);
        self.jump(done);
        self.bind(otherwise);
        self.copy_value(ty, home, on_false);
        self.bind(done);
    }

    /// A truth value as a register that is 0 or 1.
    pub(super) fn truth(&mut self, cond: Value) -> Opnd {
        match self.extended(cond, false) {
            Opnd::Imm(0) => Opnd::Imm(0),
            operand => self.in_register(operand),
        }
    }
}

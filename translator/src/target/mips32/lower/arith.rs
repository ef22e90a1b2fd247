//! Binary operators on scalar integers that fit one register; dispatch of the others.
//!
//! Narrow operands carry garbage above their width. Addition, subtraction, multiplication, the logical operations and left shifts leave the
//! low bits right whatever is above; right shifts and divisions extend first.
//!
//! Division by zero must trap, and the hardware gives an arbitrary quotient: `teq` checks. The least integer divided by -1 does not trap.

use super::super::op::Op;
use super::{Lower, Opnd};
use crate::ice::{BinOp, Type, Value};
use crate::lir::Var;

impl Lower<'_> {
    pub(super) fn binary(&mut self, result: Value, ty: Type, op: BinOp, lhs: Value, rhs: Value) {
        if ty.is_vector() {
            self.vector_binary(result, ty, op, lhs, rhs);
        } else if op.is_float() {
            self.float_binary(result, ty, op, lhs, rhs);
        } else if ty == Type::I64 {
            self.pair_binary(result, op, lhs, rhs);
        } else {
            let left = self.gpr_of(lhs);
            let right = self.operand(rhs);
            self.int_binary(ty, op, left, right);
            self.define(result, left);
        }
    }

    /// `left op= right`, where `right` is any operand.
    pub(super) fn int_binary(&mut self, ty: Type, op: BinOp, left: Var, right: Opnd) {
        let immediate = match (op, right) {
            (BinOp::Add, Opnd::Imm(imm)) if imm as i16 as i32 == imm => Some((Op::Addiu, imm)),
            (BinOp::Sub, Opnd::Imm(imm)) if (-0x7fff..=0x8000).contains(&imm) => Some((Op::Addiu, -imm)),
            (BinOp::And, Opnd::Imm(imm)) if imm as u16 as i32 == imm => Some((Op::Andi, imm)),
            (BinOp::Or, Opnd::Imm(imm)) if imm as u16 as i32 == imm => Some((Op::Ori, imm)),
            (BinOp::Xor, Opnd::Imm(imm)) if imm as u16 as i32 == imm => Some((Op::Xori, imm)),
            _ => None,
        };
        if let Some((machine_op, imm)) = immediate {
            return self.op(machine_op, left, left, Opnd::Imm(imm));
        }
        let machine_op = match op {
            BinOp::Add => Op::Addu,
            BinOp::Sub => Op::Subu,
            BinOp::And => Op::And,
            BinOp::Or => Op::Or,
            BinOp::Xor => Op::Xor,
            BinOp::Mul => Op::Mul,
            BinOp::Shl | BinOp::LShr | BinOp::AShr => return self.shift(ty, op, left, right),
            _ => return self.divide(ty, op, left, right),
        };
        let right = self.register(right);
        self.op(machine_op, left, left, right);
    }

    /// An amount beyond the width gives an unspecified value; the hardware takes it modulo 32, so nothing can fault.
    fn shift(&mut self, ty: Type, op: BinOp, left: Var, amount: Opnd) {
        let (constant_op, variable_op) = match op {
            BinOp::Shl => (Op::Sll, Op::Sllv),
            BinOp::LShr => (Op::Srl, Op::Srlv),
            _ => (Op::Sra, Op::Srav),
        };
        if op != BinOp::Shl {
            self.extend_register(ty, left, op == BinOp::AShr);
        }
        if let Opnd::Imm(amount) = amount {
            return self.op(constant_op, left, left, Opnd::Imm(amount & 31));
        }
        let amount = self.register(amount);
        self.op(variable_op, left, left, amount);
    }

    fn divide(&mut self, ty: Type, op: BinOp, left: Var, right: Opnd) {
        let signed = matches!(op, BinOp::SDiv | BinOp::SRem);
        self.extend_register(ty, left, signed);
        let right = self.load_gpr(right);
        self.extend_register(ty, right, signed);
        self.effect_op(Op::Teq, right, Opnd::Imm(0));
        self.effect_op(if signed { Op::Div } else { Op::Divu }, left, right);
        let from = if matches!(op, BinOp::UDiv | BinOp::SDiv) { Op::Mflo } else { Op::Mfhi };
        self.op(from, left, Opnd::None, Opnd::None);
    }
}

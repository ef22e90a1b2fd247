//! Binary operators on scalar integers that fit one register; dispatch of the others.
//!
//! Narrow operands carry garbage above their width. Addition, subtraction, multiplication, the
//! logical operations and left shifts leave the low bits right whatever is above; right shifts and
//! divisions extend first.
//!
//! Division by zero must trap, and the hardware gives an arbitrary quotient: `teq` checks. The
//! least integer divided by -1 does not trap.

use super::super::op::Op;
use super::{Inst, Lower, Opcode, Opnd};
use crate::ice::{BinOp, Type, Value};
use crate::isa::common::lower::{ValueCode, WordCode};
use crate::lir::Var;

impl WordCode for Lower<'_> {
    fn word_binary(&mut self, result: Value, ty: Type, op: BinOp, lhs: Value, rhs: Value) {
        let left = self.word_of(lhs);
        let temp = match op {
            BinOp::Mul => self.cheap_product(ty, left, rhs),
            BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => self.cheap_division(ty, op, left, rhs),
            _ => None,
        };
        let temp = temp.unwrap_or_else(|| {
            let is_shift = matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr);
            let right = if is_shift { self.shift_amount(rhs, 32) } else { rhs };
            let right = self.operand(right);
            self.int_binary(ty, op, left, right)
        });
        if let Some(remainder) = self.remainder_beside(result, op, lhs, rhs) {
            let (home, left) = (self.home(remainder), self.new_op(Op::Mfhi, Opnd::None, Opnd::None));
            self.push(Inst::new(Opcode::Move, Opnd::Var(home), Opnd::Var(left), Opnd::None));
        }
        self.define(result, temp);
    }

    fn rotated_left(&mut self, _: Type, source: Value, by: u8) -> Option<Var> {
        let source = self.word_of(source);
        Some(self.new_op(Op::Rotr, source, Opnd::Imm(i32::from(32 - by))))
    }
}

impl Lower<'_> {
    /// A temporary `= left op right`, where `right` is any operand.
    pub(super) fn int_binary(&mut self, ty: Type, op: BinOp, left: Var, right: Opnd) -> Var {
        let immediate = match (op, right) {
            (BinOp::Add, Opnd::Imm(imm)) if imm as i16 as i32 == imm => Some((Op::Addiu, imm)),
            (BinOp::Sub, Opnd::Imm(imm)) if (-0x7fff..=0x8000).contains(&imm) => Some((Op::Addiu, -imm)),
            (BinOp::And, Opnd::Imm(imm)) if imm as u16 as i32 == imm => Some((Op::Andi, imm)),
            (BinOp::Or, Opnd::Imm(imm)) if imm as u16 as i32 == imm => Some((Op::Ori, imm)),
            (BinOp::Xor, Opnd::Imm(imm)) if imm as u16 as i32 == imm => Some((Op::Xori, imm)),
            _ => None,
        };
        if let Some((machine_op, imm)) = immediate {
            return self.new_op(machine_op, left, Opnd::Imm(imm));
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
        self.new_op(machine_op, left, right)
    }

    /// An amount beyond the width gives an unspecified value; the hardware takes it modulo 32, so
    /// nothing can fault.
    fn shift(&mut self, ty: Type, op: BinOp, left: Var, amount: Opnd) -> Var {
        let (constant_op, variable_op) = match op {
            BinOp::Shl => (Op::Sll, Op::Sllv),
            BinOp::LShr => (Op::Srl, Op::Srlv),
            _ => (Op::Sra, Op::Srav),
        };
        let left = if op == BinOp::Shl { left } else { self.extend_register(ty, left, op == BinOp::AShr) };
        if let Opnd::Imm(amount) = amount {
            return self.new_op(constant_op, left, Opnd::Imm(amount & 31));
        }
        let amount = self.register(amount);
        self.new_op(variable_op, left, amount)
    }

    fn divide(&mut self, ty: Type, op: BinOp, left: Var, right: Opnd) -> Var {
        let signed = matches!(op, BinOp::SDiv | BinOp::SRem);
        let left = self.extend_register(ty, left, signed);
        let is_zero = matches!(right, Opnd::Imm(imm) if imm.trailing_zeros() >= ty.bits());
        let is_constant = matches!(right, Opnd::Imm(_));
        let right = self.load_gpr(right);
        let right = self.extend_register(ty, right, signed);
        if (!is_constant || is_zero) && !fault!(Mips32DivideByZero) {
            self.effect_op(Op::Teq, right, Opnd::Imm(0));
        }
        self.effect_op(if signed && !fault!(Mips32DivideSign) { Op::Div } else { Op::Divu }, left, right);
        let from = if matches!(op, BinOp::UDiv | BinOp::SDiv) { Op::Mflo } else { Op::Mfhi };
        self.new_op(from, Opnd::None, Opnd::None)
    }
}

//! Shifts that the instruction does that uses their result: flexible second operands and scaled
//! indices.
//!
//! A shift, or the sum that is an address, was lowered where it stands in the IR. If its only users
//! do its work, what it wrote has no uses, and it goes with the other dead code. Only within a
//! block, so that the operands need not live across others.

use super::super::encode::modified_immediate;
use super::super::inst::{Amode, Base};
use super::super::op::{Op, Shift};
use super::{Lower, Opnd};
use crate::ice::{BinOp, CastOp, InstData, Type, Value, ValueDef};
use crate::isa::common::facts::rotation;
use crate::isa::common::lower::ValueCode;
use crate::isa::common::strength::Product;
use crate::isa::common::strength_code::write_product;
use crate::lir::Var;
use crate::options::Pass;

/// How many users may do a shift each for itself.
const MAX_SHIFTED: u32 = 4;

/// How many accesses may compute an address each for itself.
const MAX_ACCESSES: u32 = 2;

impl Lower<'_> {
    /// The instruction that defines a value in this block for at most so many users.
    pub(super) fn defined_here(&self, value: Value, users: u32) -> Option<&InstData> {
        if !self.for_allocation || self.scratch.uses.count(value) > users {
            return None;
        }
        let Some(ValueDef::Inst(inst)) = self.func.def(value) else { return None };
        (self.func.inst_block(inst) == self.block).then(|| self.func.inst(inst))
    }

    /// The operation that defines a value in this block for at most so many users.
    pub(super) fn binary_here(&self, value: Value, users: u32) -> Option<(BinOp, Value, Value)> {
        match *self.defined_here(value, users)? {
            InstData::Binary { op, lhs, rhs } => Some((op, lhs, rhs)),
            _ => None,
        }
    }

    /// What a value is a shift of, by 1 to 31 bits, or a rotation, if its user can shift. Bits above a narrow
    /// integer are garbage: they may only go up.
    fn shift_of(&mut self, value: Value) -> Option<(Value, Shift)> {
        let (op, source, amount) = self.binary_here(value, MAX_SHIFTED)?;
        if let Some((source, by)) = rotation(self.func, op, source, amount).filter(|_| self.func.ty(value) == Type::I32) {
            let by = if fault!(ShiftedOperandsRotation) { by } else { 32 - by };
            return self.may_fold(Pass::ShiftedOperands, value).then_some((source, Shift::ror(by)));
        }
        let by = self.func.int_const(amount).filter(|by| (1..32).contains(by))? as u8;
        let is_word = self.func.ty(value) == Type::I32;
        let shift = match op {
            BinOp::Shl => Shift::lsl(by),
            BinOp::LShr if is_word => Shift::lsr(by),
            BinOp::AShr if is_word && fault!(ShiftedOperandsSign) => Shift::lsr(by),
            BinOp::AShr if is_word => Shift::asr(by),
            _ => return None,
        };
        (matches!(self.operand(source), Opnd::Var(_)) && self.may_fold(Pass::ShiftedOperands, value)).then_some((source, shift))
    }

    pub(super) fn may_fold(&mut self, pass: Pass, value: Value) -> bool {
        let (module, func) = (self.module, self.func);
        self.fuel.spend_on(pass, module, func.id, || format!("{value}"))
    }

    /// `lhs op rhs` where one of the two is a shift; `None` if neither is.
    pub(super) fn with_shift(&mut self, op: Op, lhs: Value, rhs: Value) -> Option<Var> {
        let reversed = match op {
            Op::Sub => Some(Op::Rsb),
            Op::Add | Op::And | Op::Orr | Op::Eor => Some(op),
            _ => None,
        };
        let ((source, shift), other, op) = match (self.shift_of(rhs), reversed) {
            (Some(shifted), _) => (shifted, lhs, op),
            // A number has a form of its own.
            (None, Some(reversed)) if !matches!(self.operand(rhs), Opnd::Imm(_)) => (self.shift_of(lhs)?, rhs, reversed),
            _ => return None,
        };
        let register = self.word_of(other);
        let shifted = if source == other { register } else { self.word_of(source) };
        let result = self.core();
        self.op3_shifted(op, result, register, shifted, shift);
        Some(result)
    }

    /// `lhs | rhs` where one of the two is a word that is shifted by a variable for nobody else; `None` if neither is.
    pub(super) fn with_variable_shift(&mut self, op: Op, lhs: Value, rhs: Value) -> Option<Var> {
        if op != Op::Orr || self.func.ty(lhs) != Type::I32 {
            return None;
        }
        let shift = |value| match self.binary_here(value, 1)? {
            (BinOp::Shl, source, by) => Some((Op::OrrLsl, source, by)),
            (BinOp::LShr, source, by) => Some((Op::OrrLsr, source, by)),
            _ => None,
        };
        let is_number = |lower: &mut Self, value| matches!(lower.operand(value), Opnd::Imm(_));
        let (shifted, (op, source, by), other) = match (shift(rhs), shift(lhs)) {
            (Some(shift), _) => (rhs, shift, lhs),
            (None, Some(shift)) => (lhs, shift, rhs),
            (None, None) => return None,
        };
        if is_number(self, by) || is_number(self, other) || !self.may_fold(Pass::ShiftedOperands, shifted) {
            return None;
        }
        let kept = self.word_of(other);
        let source = self.word_of(source);
        let amount = self.word_of(by);
        let result = self.core();
        self.op4(op, result, kept, source, amount);
        Some(result)
    }

    /// The word whose bits are turned over, if this is its complement. What lies above a narrow integer may be known to be zero, and has to
    /// stay so.
    pub(super) fn complement_of(&self, op: Op, lhs: Value, rhs: Value) -> Option<Value> {
        let is_word = self.func.ty(lhs) == Type::I32 || fault!(Arm32ComplementNarrow);
        let ones = self.func.int_const(rhs)? as u32 == u32::MAX >> (32 - self.func.ty(lhs).bits().clamp(1, 32));
        (op == Op::Eor && is_word && ones && self.func.ty(lhs) != Type::I1).then_some(lhs)
    }

    /// `lhs & rhs` where one of the two is the complement of a word; `None` if neither is.
    pub(super) fn with_complement(&mut self, op: Op, lhs: Value, rhs: Value) -> Option<Var> {
        if op != Op::And {
            return None;
        }
        let turned = |value| match self.binary_here(value, 1)? {
            (BinOp::Xor, source, ones) => self.complement_of(Op::Eor, source, ones),
            _ => None,
        };
        let (complement, source, other) = match (turned(rhs), turned(lhs)) {
            (Some(source), _) => (rhs, source, lhs),
            (None, Some(source)) => (lhs, source, rhs),
            (None, None) => return None,
        };
        if matches!(self.operand(other), Opnd::Imm(_)) || !self.may_fold(Pass::JoinedOperands, complement) {
            return None;
        }
        let kept = self.word_of(other);
        let source = if source == other { kept } else { self.word_of(source) };
        let result = self.core();
        self.op3(if fault!(Arm32Complement) { Op::And } else { Op::Bic }, result, kept, source);
        Some(result)
    }

    /// `lhs + rhs` where one of the two is a product, or `lhs - rhs` where the second is; `None` if it is not.
    pub(super) fn with_product(&mut self, op: Op, lhs: Value, rhs: Value) -> Option<Var> {
        let (joined, (product, other)) = match op {
            Op::Add if self.product_of(rhs).is_some() => (Op::Mla, (rhs, lhs)),
            Op::Add => (Op::Mla, (lhs, rhs)),
            Op::Sub => (if fault!(Arm32ProductAdded) { Op::Mla } else { Op::Mls }, (rhs, lhs)),
            _ => return None,
        };
        let (left, right) = self.product_of(product)?;
        if !self.may_fold(Pass::JoinedOperands, product) {
            return None;
        }
        let other = self.word_of(other);
        let left_word = self.word_of(left);
        let right_word = if left == right { left_word } else { self.word_of(right) };
        let result = self.core();
        self.op4(joined, result, left_word, right_word, other);
        Some(result)
    }

    /// `lhs + rhs` where one of the two is a product with an even number, or `lhs - rhs` where the second is, that no
    /// multiplication makes: the sum does the last shift. `None` if there is none.
    pub(super) fn with_scaled_product(&mut self, op: Op, lhs: Value, rhs: Value) -> Option<Var> {
        let is_right = self.scaled_product_of(rhs).is_some();
        let (product, other) = match op {
            Op::Add | Op::Sub if is_right => (rhs, lhs),
            Op::Add => (lhs, rhs),
            _ => return None,
        };
        let (source, plan, by) = self.scaled_product_of(product)?;
        if !self.may_fold(Pass::ShiftedOperands, product) {
            return None;
        }
        let other = self.word_of(other);
        let source = self.word_of(source);
        let odd = write_product(&plan, source, self);
        let result = self.core();
        self.op3_shifted(op, result, other, odd, Shift::lsl(if fault!(Arm32ProductScale, by > 2) { 2 } else { by }));
        Some(result)
    }

    /// What a product of this block for nobody else multiplies, how to do it by an odd number, and by how many bits to shift then.
    fn scaled_product_of(&self, value: Value) -> Option<(Value, Product, u8)> {
        let (BinOp::Mul, source, factor) = self.binary_here(value, 1)? else { return None };
        let by = self.func.int_const(factor)?.trailing_zeros() as u8;
        if !(1..32).contains(&by) || !self.has_cheap_product(source, factor) {
            return None;
        }
        Some((source, self.plan_of_product(source, factor, by)?, by))
    }

    /// The factors of a value that is a product of this block for nobody else, if there is nothing better than to multiply.
    fn product_of(&mut self, value: Value) -> Option<(Value, Value)> {
        let (op, lhs, rhs) = self.binary_here(value, 1)?;
        (op == BinOp::Mul && !self.has_cheap_product(lhs, rhs)).then_some((lhs, rhs))
    }

    /// `lhs & rhs` where one instruction takes the lowest bits, perhaps of a word that is shifted right for nobody else.
    pub(super) fn bit_field(&mut self, op: Op, lhs: Value, rhs: Value) -> Option<Var> {
        if op != Op::And || !self.for_allocation || self.func.ty(lhs) != Type::I32 {
            return None;
        }
        let mask = self.func.int_const(rhs)? as u32;
        let bits = mask.trailing_ones();
        if !(1..32).contains(&bits) || mask >> bits != 0 {
            return None;
        }
        let from = match self.binary_here(lhs, 1) {
            Some((BinOp::LShr, _, by)) => self.func.int_const(by).filter(|&by| by + u64::from(bits) <= 32),
            _ => None,
        };
        let field = match from.and_then(|_| self.shift_of(lhs)) {
            Some((source, shift)) => Some((source, u32::from(shift.amount()))),
            None => [mask, !mask].iter().all(|&number| modified_immediate(number).is_none()).then_some((lhs, 0)),
        };
        let (source, from) = field?;
        let (source, result) = (self.word_of(source), self.core());
        match (from, bits) {
            (0, 16) => self.op2(Op::Uxth, result, source),
            _ => {
                let bits = if fault!(Arm32BitField, from > 0) { bits + 1 } else { bits };
                let field = super::Inst::new(super::Opcode::Real(Op::Ubfx), Opnd::Var(result), Opnd::Var(source));
                self.push(field.third(Opnd::Imm(from)).fourth(Opnd::Imm(bits.min(32 - from))));
            }
        }
        Some(result)
    }

    /// `lhs + rhs` where one of the two is a byte or half-word that has to be extended; `None` if neither is.
    pub(super) fn with_extension(&mut self, op: Op, lhs: Value, rhs: Value) -> Option<Var> {
        if op != Op::Add {
            return None;
        }
        let (extended, other) = if self.extension_of(rhs).is_some() { (rhs, lhs) } else { (lhs, rhs) };
        let (source, op) = self.extension_of(extended)?;
        if !self.may_fold(Pass::JoinedOperands, extended) {
            return None;
        }
        let other = self.word_of(other);
        let (source, result) = (self.word_of(source), self.core());
        self.op3(op, result, other, source);
        Some(result)
    }

    /// What a value that this block extends for nobody else is the extension of, and the addition that does it.
    fn extension_of(&self, value: Value) -> Option<(Value, Op)> {
        if let Some((BinOp::And, src, mask)) = self.binary_here(value, 1) {
            let op = match self.func.int_const(mask)? {
                0xff => Op::Uxtab,
                0xffff => Op::Uxtah,
                _ => return None,
            };
            return (self.func.ty(value) == Type::I32).then_some((src, op));
        }
        let InstData::Cast { op, src } = *self.defined_here(value, 1)? else { return None };
        let is_free = op == CastOp::ZExt && self.is_zero_extended(src);
        let op = match (self.func.ty(src), op) {
            (Type::I8, CastOp::ZExt) => Op::Uxtab,
            (Type::I16, CastOp::ZExt) => Op::Uxtah,
            (Type::I8, CastOp::SExt) if fault!(Arm32ExtensionSign) => Op::Uxtab,
            (Type::I8, CastOp::SExt) => Op::Sxtab,
            (Type::I16, CastOp::SExt) => Op::Sxtah,
            _ => return None,
        };
        (!is_free && self.func.ty(value) == Type::I32).then_some((src, op))
    }

    /// Compares with a shifted operand; `None` if it is none.
    pub(super) fn compare_with_shift(&mut self, lhs: Value, rhs: Value) -> Option<()> {
        if self.func.ty(rhs) != Type::I32 {
            return None;
        }
        let (source, shift) = self.shift_of(rhs)?;
        let (left, right) = (self.word_of(lhs), self.word_of(source));
        self.push(super::Inst::new(super::Opcode::Real(Op::Cmp), Opnd::Var(left), Opnd::Var(right)).control(shift.0));
        Some(())
    }

    /// An access through the sum of two registers: the form of the operation, and the memory.
    ///
    /// What is stored, in a temporary, need not be in another one to be the index as well.
    pub(super) fn indexed(&mut self, addr: Value, op: Op, stored: Option<(Value, Var)>) -> Option<(Op, Opnd)> {
        let (op, scales) = match op {
            Op::Ldr => (Op::LdrX, true),
            Op::Str => (Op::StrX, true),
            Op::Ldrb => (Op::LdrbX, true),
            Op::Strb => (Op::StrbX, true),
            Op::Ldrh => (Op::LdrhX, false),
            Op::Strh => (Op::StrhX, false),
            _ => return None,
        };
        // A sandbox computes the sum anew before each access.
        let most = if self.code.sandboxed { 1 } else { MAX_ACCESSES };
        let (BinOp::Add, lhs, rhs) = self.binary_here(addr, most)? else { return None };
        let is_number = |lower: &mut Self, value| matches!(lower.operand(value), Opnd::Imm(_));
        if is_number(self, lhs) || is_number(self, rhs) || !self.may_fold(Pass::AddressModes, addr) {
            return None;
        }
        let left = |lower: &mut Self, value| lower.shift_of(value).filter(|(_, shift)| scales && shift.0 < 32);
        let (base, index, by) = match left(self, rhs) {
            Some((index, shift)) => (lhs, index, shift.amount()),
            None => match left(self, lhs) {
                Some((index, shift)) => (rhs, index, shift.amount()),
                None => (lhs, rhs, 0),
            },
        };
        let base = self.word_of(base);
        let index = match stored {
            Some((value, temp)) if value == index => temp,
            _ => self.word_of(index),
        };
        Some((op, self.mem(Amode { base: Base::Var(base), index: Some((index, by)), disp: 0 })))
    }
}

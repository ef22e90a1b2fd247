//! Binary operators, comparisons and select on scalar integers that fit one register; dispatch of
//! the others.
//!
//! Narrow operands carry garbage above their width. Addition, subtraction, multiplication, the
//! logical operations and left shifts leave the low bits right whatever is above; right shifts,
//! divisions and comparisons extend first.
//!
//! Division by zero must trap: the hardware's divide error does it. The least integer divided by -1
//! faults in hardware too where the width is 32 or 64 bits, which is allowed
//! (`translator/docs/meaning.md`, "Division").

use super::super::classes;
use super::super::op::{Cc, Op, Size};
use super::super::regs::gpr;
use super::memory::memory_size;
use super::{Compared, Inst, Lower, Opcode, Opnd, Truth};
use crate::ice::{BinOp, FloatCond, InstData, IntCond, Type, Value, ValueDef};
use crate::isa::common::lower::{ConditionCode, ValueCode, WordCode};
use crate::lir::{Var, VarKind};
use crate::options::Pass;

/// How many instructions there may be between a comparison and the next one of the same two.
const MAX_BETWEEN: usize = 48;

/// What the flags say of a truth value.
#[derive(Copy, Clone, Debug)]
pub(super) enum Decision {
    /// It is set if the condition holds.
    One(Cc),
    /// It is set if both hold.
    Both(Cc, Cc),
    /// It is set if either holds.
    Either(Cc, Cc),
}

impl WordCode for Lower<'_> {
    fn word_binary(&mut self, result: Value, ty: Type, op: BinOp, lhs: Value, rhs: Value) {
        let temp = self.int_binary(ty, op, lhs, rhs);
        self.define(result, temp);
    }

    fn rotated_left(&mut self, ty: Type, source: Value, by: u8) -> Option<Var> {
        let temp = self.word_of(source);
        self.op(Op::Rol, self.int_size(ty), temp, Opnd::Imm(i32::from(by)));
        Some(temp)
    }
}

impl ConditionCode for Lower<'_> {
    fn scalar_icmp(&mut self, result: Value, _: Type, cond: IntCond, lhs: Value, rhs: Value) {
        let cc = self.compare(cond, lhs, rhs);
        self.define_condition(result, cc);
    }

    fn scalar_select(&mut self, result: Value, ty: Type, cond: Value, on_true: Value, on_false: Value) {
        if self.is_pair(ty) {
            self.pair_select(result, cond, on_true, on_false);
        } else if ty.is_scalar_int() {
            let size = self.int_size(ty);
            let (on_true, on_false) = if self.is_conjunction(cond) { (on_false, on_true) } else { (on_true, on_false) };
            // What is compared may be what is selected, and its register the result's: then it has to be read first. Moves leave the flags
            // alone, but truth values are masked.
            let early = (ty != Type::I1).then(|| self.decision(cond));
            let temp = self.word_of(on_false);
            let operand = self.operand(on_true);
            let source = self.cmov_source(size, operand);
            let decision = early.unwrap_or_else(|| self.decision(cond));
            for cc in self.alternatives(decision) {
                self.move_if(cc, size, temp, source);
            }
            self.define(result, temp);
        } else {
            self.float_select(result, cond, on_true, on_false);
        }
    }
}

impl Lower<'_> {
    /// The result in a register temporary.
    fn int_binary(&mut self, ty: Type, op: BinOp, lhs: Value, rhs: Value) -> Var {
        if let Some(sum) = self.counted(ty, op, lhs, rhs) {
            return sum;
        }
        let size = self.int_size(ty);
        // Products with numbers read what they multiply wherever it is.
        let has_number = op == BinOp::Mul && self.func.int_const(rhs).is_some();
        let swaps = op.is_commutative() && !has_number && self.is_better_left(rhs, lhs);
        let (lhs, rhs) = if swaps { (rhs, lhs) } else { (lhs, rhs) };
        let simple = match op {
            BinOp::Add => Op::Add,
            BinOp::Sub => Op::Sub,
            BinOp::And => Op::And,
            BinOp::Or => Op::Or,
            BinOp::Xor => Op::Xor,
            BinOp::Mul => return self.multiply(ty, lhs, rhs),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => return self.shift(ty, op, lhs, rhs),
            _ => return self.divide(ty, op, lhs, rhs),
        };
        if op == BinOp::And
            && let Some(masked) = self.masked_low_half(ty, lhs, rhs)
        {
            return masked;
        }
        let temp = self.changed_word(lhs);
        let rhs = self.operand(rhs);
        self.op(simple, size, temp, rhs);
        temp
    }

    /// What a mask leaves of an integer of 64 bits in one register, if that is in the lower half, which an operation of 32 bits clears the
    /// upper half for: the number need not be in memory, and of all of the lower half a copy is enough.
    fn masked_low_half(&mut self, ty: Type, value: Value, mask: Value) -> Option<Var> {
        let mask = self.func.int_const(mask).filter(|_| ty == Type::I64 && self.for_allocation)?;
        let mask = u32::try_from(mask).ok()?;
        if mask == u32::MAX || fault!(X8664MaskedHalf, mask > i32::MAX as u32) {
            let (operand, temp) = (self.operand(value), self.gpr());
            self.op(Op::Mov, Size::B4, temp, operand);
            return Some(temp);
        }
        let temp = self.changed_word(value);
        self.op(Op::And, Size::B4, temp, Opnd::Imm(mask as i32));
        Some(temp)
    }

    /// An operand in a register temporary that is to be changed. One that is needed afterwards is copied from where it is kept: then it
    /// may be made there, and the copy and what changes it may be one `lea`.
    fn changed_word(&mut self, value: Value) -> Var {
        let is_read_again = || self.inst.is_some_and(|inst| self.masked_amount(inst).is_some());
        if self.for_allocation && (!self.scratch.isa.selection.is_single(value) || is_read_again()) {
            self.forget_fresh();
        }
        self.word_of(value)
    }

    fn multiply(&mut self, ty: Type, lhs: Value, rhs: Value) -> Var {
        let size = self.int_size(ty);
        if let Some(product) = self.cheap_product(ty, lhs, rhs) {
            return product;
        }
        if self.for_allocation
            && let imm @ Opnd::Imm(_) = self.operand(rhs)
        {
            // It reads its operand wherever that is.
            let operand = self.operand(lhs);
            let source =
                if let Opnd::Imm(_) | Opnd::Sym(_) = operand { Opnd::Var(self.load_gpr(size, operand)) } else { operand };
            let temp = self.gpr();
            self.push(Inst::new(Opcode::Real(Op::ImulImm), size, Opnd::Var(temp), source).with(imm));
            return temp;
        }
        let temp = self.word_of(lhs);
        let factor = if rhs == lhs { Opnd::Var(temp) } else { self.operand(rhs) };
        self.multiply_by(size, temp, factor);
        temp
    }

    /// Multiplies `temp`.
    pub(super) fn multiply_by(&mut self, size: Size, temp: Var, factor: Opnd) {
        match factor {
            imm @ Opnd::Imm(_) => {
                self.push(Inst::new(Opcode::Real(Op::ImulImm), size, Opnd::Var(temp), Opnd::Var(temp)).with(imm));
            }
            symbol @ Opnd::Sym(_) => {
                let factor = self.load_gpr(size, symbol);
                self.op(Op::Imul, size, temp, factor);
            }
            operand => self.op(Op::Imul, size, temp, operand),
        }
    }

    fn shift(&mut self, ty: Type, op: BinOp, lhs: Value, rhs: Value) -> Var {
        let size = self.int_size(ty);
        let (machine_op, temp) = match op {
            BinOp::Shl => (Op::Shl, self.changed_word(lhs)),
            BinOp::LShr => (Op::Shr, self.extended_word(lhs, false)),
            _ => (Op::Sar, self.extended_word(lhs, !fault!(X86AshrZeroExtends, ty.bits() < 32))),
        };
        let amount = self.shift_amount(rhs, 8 * size.bytes());
        let amount = self.operand(amount);
        self.shift_by(machine_op, size, temp, amount);
        temp
    }

    /// Shifts `temp`. An amount beyond the width gives an unspecified value; the hardware masks it,
    /// so nothing can fault.
    pub(super) fn shift_by(&mut self, op: Op, size: Size, temp: Var, amount: Opnd) {
        let mask = size.bytes() as i32 * 8 - 1;
        if let Opnd::Imm(amount) = amount {
            self.op(op, size, temp, Opnd::Imm(amount & mask));
            return;
        }
        let ecx = self.code.make_var(classes::GPR, 4, VarKind::Fixed(gpr::ECX.0));
        match amount {
            Opnd::Var(amount) if self.isa.is_64 => self.copy_half(ecx, amount),
            _ => self.op(Op::Mov, Size::B4, ecx, amount),
        }
        self.op(op, size, temp, ecx);
    }

    fn divide(&mut self, ty: Type, op: BinOp, lhs: Value, rhs: Value) -> Var {
        if let Some(result) = self.cheap_division(ty, op, lhs, rhs) {
            return result;
        }
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
        if signed || fault!(X86DivideSign) {
            self.op(Op::Cdq, size, edx, eax);
        } else {
            self.op(Op::Mov, Size::B4, edx, Opnd::Imm(0));
        }
        let machine_op = if signed { Op::Idiv } else { Op::Div };
        self.push(Inst::new(Opcode::Real(machine_op), size, divisor, Opnd::Var(eax)).with(Opnd::Var(edx)));
        let quotient = self.inst.and_then(|inst| self.func.result(inst));
        if let Some(remainder) = quotient.and_then(|quotient| self.remainder_beside(quotient, op, lhs, rhs)) {
            let home = self.home(remainder);
            self.copy_gpr(size, home, Opnd::Var(edx));
        }
        if matches!(op, BinOp::UDiv | BinOp::SDiv) { eax } else { edx }
    }

    /// Sets the flags for comparing two scalar integers; returns the condition code that then
    /// holds.
    pub(super) fn compare(&mut self, cond: IntCond, lhs: Value, rhs: Value) -> Cc {
        let ty = self.func.ty(lhs);
        if self.is_pair(ty) { self.pair_compare(cond, lhs, rhs) } else { self.int_compare(ty, cond, lhs, rhs) }
    }

    fn int_compare(&mut self, ty: Type, cond: IntCond, lhs: Value, rhs: Value) -> Cc {
        if self.for_allocation && ty != Type::I1 {
            return self.compare_in_place(ty, cond, lhs, rhs);
        }
        let size = self.int_size(ty);
        let signed = cond.is_signed();
        let left = self.extended_word(lhs, signed);
        let right = if fault!(X86NarrowCompare, ty != Type::I32) { self.operand(rhs) } else { self.extended(rhs, signed) };
        self.op(Op::Cmp, size, left, right);
        condition(cond)
    }

    /// Compares at the operands' own size, wherever they are.
    fn compare_in_place(&mut self, ty: Type, cond: IntCond, lhs: Value, rhs: Value) -> Cc {
        if let Some((value, mask)) = self.folded_mask(lhs) {
            if !self.is_compared(lhs, rhs) {
                self.test_bits(ty, value, mask);
                self.isa.compared = Some(Compared { lhs, rhs, end: self.code.insts.len() });
            }
            return condition(cond);
        }
        let size = memory_size(ty);
        let is_constant =
            |lower: &Self, value: Value| !matches!(lower.func.def(value), Some(ValueDef::Arg(_) | ValueDef::Inst(_)));
        let swap = is_constant(self, lhs) && !is_constant(self, rhs);
        let (cond, lhs, rhs) = match swap {
            true if fault!(X86CompareSwap, cond.is_signed()) => (cond, rhs, lhs),
            true => (cond.swap_operands(), rhs, lhs),
            false => (cond, lhs, rhs),
        };
        if self.is_compared(lhs, rhs) {
            return condition(cond);
        }
        let right = match self.operand(rhs) {
            // A 64-bit constant that is in memory.
            memory @ Opnd::Mem(_) if is_constant(self, rhs) => Opnd::Var(self.load_gpr(size, memory)),
            Opnd::Imm(value) if size == Size::B1 => Opnd::Imm(i32::from(value as i8)),
            Opnd::Imm(value) if size == Size::B2 => Opnd::Imm(i32::from(value as i16)),
            other => other,
        };
        let left = self.operand(lhs);
        match (left, right) {
            (Opnd::Var(home), Opnd::Imm(_)) => self.op_any(Op::Cmp, size, Opnd::Var(home), right),
            (Opnd::Mem(_), Opnd::Imm(_)) => self.op_any(Op::Cmp, size, left, right),
            (Opnd::Mem(_), _) => {
                let right = self.register_of(ty, right);
                self.op_any(Op::Cmp, size, left, right);
            }
            _ => {
                let left = self.register_of(ty, left);
                self.op_any(Op::Cmp, size, Opnd::Var(left), right);
            }
        }
        self.isa.compared = Some(Compared { lhs, rhs, end: self.code.insts.len() });
        condition(cond)
    }

    /// Whether the flags are those of a comparison of the same two, and nothing has written them since.
    fn is_compared(&mut self, lhs: Value, rhs: Value) -> bool {
        let Some(known) = self.isa.compared.filter(|known| known.lhs == lhs && (known.rhs == rhs || fault!(X86ComparedOther)))
        else {
            return false;
        };
        let since = &self.code.insts[known.end..];
        let is_kept = since.len() <= MAX_BETWEEN && since.iter().all(Inst::leaves_flags);
        is_kept && self.fuel.spend_on(Pass::CompareFold, self.module, self.func.id, || format!("{lhs} and {rhs}"))
    }

    /// The operands of an `and` that was left to the comparison with zero of its result.
    pub(super) fn folded_mask(&self, result: Value) -> Option<(Value, Value)> {
        let Some(ValueDef::Inst(mask)) = self.func.def(result).filter(|_| self.scratch.isa.selection.is_folded(result)) else {
            return None;
        };
        match *self.func.inst(mask) {
            InstData::Binary { op: BinOp::And, lhs, rhs } => Some((lhs, rhs)),
            _ => None,
        }
    }

    /// Asks for common bits of two values at their own size, wherever they are.
    fn test_bits(&mut self, ty: Type, lhs: Value, rhs: Value) {
        let size = memory_size(ty);
        let (left, right) = (self.operand(lhs), self.operand(rhs));
        let (left, right) = match (left, right) {
            (left, Opnd::Imm(value)) if size == Size::B1 => (left, Opnd::Imm(i32::from(value as i8))),
            (left, Opnd::Imm(value)) if size == Size::B2 => {
                let mask = if fault!(X86TestNarrow) { i32::from(value as u8) } else { i32::from(value as i16) };
                (left, Opnd::Imm(mask))
            }
            (left, right @ Opnd::Imm(_)) => (left, right),
            // Both orders are the same, and only the first may be memory.
            (left, right @ Opnd::Mem(_)) => (right, Opnd::Var(self.register_of(ty, left))),
            (left, right) => (left, Opnd::Var(self.register_of(ty, right))),
        };
        let left = match left {
            Opnd::Var(home) if self.code.var(home).kind != VarKind::Memory => Opnd::Var(home),
            left @ Opnd::Mem(_) => left,
            left => Opnd::Var(self.register_of(ty, left)),
        };
        self.op_any(Op::Test, size, left, right);
    }

    /// An operand in a register that has a form of the type's size.
    pub(super) fn register_of(&mut self, ty: Type, operand: Opnd) -> Var {
        let size = self.int_size(ty);
        match (ty, operand) {
            (Type::I8, Opnd::Mem(_)) => {
                let temp = self.byte_gpr();
                self.op(Op::Movzx8, Size::B4, temp, operand);
                temp
            }
            (Type::I16, Opnd::Mem(_)) => {
                let temp = self.gpr();
                self.op(Op::Movzx16, Size::B4, temp, operand);
                temp
            }
            (Type::I8, _) => {
                let temp = self.byte_gpr();
                self.op(Op::Mov, size, temp, operand);
                temp
            }
            _ => self.load_gpr(size, operand),
        }
    }

    /// An operand that a conditional move can read.
    pub(super) fn cmov_source(&mut self, size: Size, operand: Opnd) -> Opnd {
        match operand {
            Opnd::Imm(_) | Opnd::Sym(_) => Opnd::Var(self.load_gpr(size, operand)),
            other => other,
        }
    }

    /// Sets the flags by a truth value; returns the condition code that then says whether it is
    /// set.
    pub(super) fn condition(&mut self, cond: Value) -> Cc {
        match self.decision(cond) {
            Decision::One(cc) => cc,
            Decision::Both(first, second) => self.join(Op::And, first, second),
            Decision::Either(first, second) => self.join(Op::Or, first, second),
        }
    }

    /// Whether a truth value is set where two conditions hold: code that moves on conditions has to
    /// move the other way, where either does not.
    pub(super) fn is_conjunction(&self, cond: Value) -> bool {
        let Some(ValueDef::Inst(inst)) = self.func.def(cond).filter(|_| self.scratch.isa.selection.is_folded(cond)) else {
            return false;
        };
        matches!(self.func.inst(inst), InstData::Fcmp { cond: FloatCond::Oeq, .. })
    }

    /// The conditions of which one has to hold; of a conjunction, for it not to be set.
    pub(super) fn alternatives(&self, decision: Decision) -> impl Iterator<Item = Cc> + use<> {
        let (first, second) = match decision {
            Decision::One(cc) => (cc, None),
            Decision::Either(first, second) => (first, Some(second)),
            Decision::Both(first, second) => (first.negate(), Some(second.negate())),
        };
        std::iter::once(first).chain(second)
    }

    fn join(&mut self, op: Op, first: Cc, second: Cc) -> Cc {
        let (a, b) = (self.byte_gpr(), self.byte_gpr());
        self.set_if(first, a);
        self.set_if(second, b);
        self.op(op, Size::B1, a, b);
        Cc::Ne
    }

    /// Sets the flags by a truth value, comparing here if the comparison was folded.
    pub(super) fn decision(&mut self, cond: Value) -> Decision {
        if let Some(ValueDef::Inst(inst)) = self.func.def(cond)
            && self.scratch.isa.selection.is_folded(cond)
        {
            match *self.func.inst(inst) {
                InstData::Icmp { cond: predicate, lhs, rhs } => {
                    let truth = Truth::Folded(cond);
                    let cc = self.flags_hold(truth).unwrap_or_else(|| self.compare(predicate, lhs, rhs));
                    self.remember_flags(truth, cc);
                    return Decision::One(cc);
                }
                InstData::Fcmp { cond, lhs, rhs } => return self.float_decision(cond, lhs, rhs),
                _ => unreachable!("of truth values only comparisons are folded"),
            }
        }
        Decision::One(self.test_bit(cond))
    }

    /// The condition that says the same as a truth value, if the flags still hold it. Looks at each
    /// instruction at most once.
    fn flags_hold(&mut self, truth: Truth) -> Option<Cc> {
        let flags = self.isa.flags.filter(|flags| truth == flags.truth)?;
        let hold = self.code.insts[self.places.flags..].iter().all(Inst::leaves_flags);
        let hold = hold || fault!(X86StaleFlags);
        self.isa.flags = hold.then_some(flags);
        self.places.flags = self.code.insts.len();
        hold.then_some(flags.cc)
    }

    /// Sets the flags by bit 0 of a truth value, if they do not hold it still; returns the
    /// condition code that then says whether it is set.
    fn test_bit(&mut self, cond: Value) -> Cc {
        let operand = self.operand(cond);
        if let Opnd::Var(home) = operand
            && let Some(cc) = self.flags_hold(Truth::At(home))
        {
            return cc;
        }
        match operand {
            // A truth value's home has an 8-bit form or lies in memory; only its low byte need be
            // read.
            Opnd::Var(home) if self.code.var(home).kind == VarKind::Any => {
                self.op_any(Op::Test, Size::B1, Opnd::Var(home), Opnd::Imm(1));
                self.remember_flags(Truth::At(home), Cc::Ne);
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

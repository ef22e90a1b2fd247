//! Binary operators, comparisons and select on scalar integers that fit one register; dispatch of
//! the others.
//!
//! Narrow operands carry garbage above their width. Addition, subtraction, multiplication, the
//! logical operations and left shifts leave the low bits right whatever is above; right shifts,
//! divisions and comparisons extend first.
//!
//! Division by zero must trap, which neither the helpers nor `sdiv` and `udiv` do: it is checked
//! for before.

use super::super::encode::modified_immediate;
use super::super::op::{Cond, Op};
use super::super::regs::Reg;
use super::{Compared, Flags, Inst, Lower, Opcode, Opnd};
use crate::ice::{self, BinOp, CastOp, InstData, IntCond, Type, Value, ValueDef};
use crate::isa::common::helpers;
use crate::isa::common::lower::{ConditionCode, ValueCode, WordCode};
use crate::lir::{FlowInst, Var};
use crate::options::Pass;

/// How many instructions there may be between a comparison and what asks for its flags.
const MAX_BETWEEN: usize = 48;

impl WordCode for Lower<'_> {
    fn word_binary(&mut self, result: Value, _: Type, op: BinOp, lhs: Value, rhs: Value) {
        let temp = self.int_binary(op, lhs, rhs);
        self.define(result, temp);
    }

    fn rotated_left(&mut self, _: Type, source: Value, by: u8) -> Option<Var> {
        let (source, result) = (self.word_of(source), self.core());
        self.op3(Op::RorImm, result, source, Opnd::Imm(u32::from(32 - by)));
        Some(result)
    }
}

impl ConditionCode for Lower<'_> {
    fn scalar_icmp(&mut self, result: Value, ty: Type, cond: IntCond, lhs: Value, rhs: Value) {
        let cond = if ty == Type::I64 { self.pair_compare(cond, lhs, rhs) } else { self.int_compare(cond, lhs, rhs) };
        self.define_flag(result, &[cond]);
    }

    fn scalar_select(&mut self, result: Value, ty: Type, cond: Value, on_true: Value, on_false: Value) {
        if ty == Type::I64 {
            self.pair_select(result, cond, on_true, on_false);
        } else if ty.is_vector() {
            self.whole_vector_select(result, cond, on_true, on_false);
        } else {
            self.register_select(result, cond, on_true, on_false);
        }
    }
}

impl Lower<'_> {
    /// The result in a register temporary.
    fn int_binary(&mut self, op: BinOp, lhs: Value, rhs: Value) -> Var {
        let simple = match op {
            BinOp::Add => Op::Add,
            BinOp::Sub => Op::Sub,
            BinOp::And => Op::And,
            BinOp::Or => Op::Orr,
            BinOp::Xor => Op::Eor,
            BinOp::Mul => {
                if let Some(product) = self.cheap_product(lhs, rhs) {
                    return product;
                }
                let left = self.word_of(lhs);
                let right = if lhs == rhs { left } else { self.word_of(rhs) };
                let product = self.core();
                self.op3(Op::Mul, product, left, right);
                return product;
            }
            BinOp::Shl | BinOp::LShr | BinOp::AShr => return self.shift(op, lhs, rhs),
            _ => {
                if let Some(result) = self.cheap_division(op, lhs, rhs) {
                    return result;
                }
                let signed = matches!(op, BinOp::SDiv | BinOp::SRem);
                let dividend = self.extended_word(lhs, signed);
                let divisor = self.extended(rhs, signed);
                return self.divide(op, dividend, divisor);
            }
        };
        if let Some(result) = self.bit_field(simple, lhs, rhs).or_else(|| self.counted(simple, lhs, rhs)) {
            return result;
        }
        if let Some(result) = self.with_shift(simple, lhs, rhs).or_else(|| self.with_variable_shift(simple, lhs, rhs)) {
            return result;
        }
        if let Some(result) = self.with_complement(simple, lhs, rhs) {
            return result;
        }
        if self.for_allocation
            && let Some(source) = self.complement_of(simple, lhs, rhs)
        {
            let (source, result) = (self.word_of(source), self.core());
            self.op2(Op::Mvn, result, source);
            return result;
        }
        if let Some(result) = self.with_product(simple, lhs, rhs).or_else(|| self.with_scaled_product(simple, lhs, rhs)) {
            return result;
        }
        if let Some(result) = self.with_extension(simple, lhs, rhs) {
            return result;
        }
        let source = self.operand(rhs);
        if let (Op::Sub, Opnd::Imm(number)) = (simple, self.operand(lhs))
            && modified_immediate(number).is_some()
        {
            let (right, difference) = (self.load_int(source), self.core());
            self.op3(Op::Rsb, difference, right, Opnd::Imm(number));
            return difference;
        }
        let left = self.word_of(lhs);
        let (op, operand) = self.with_inverse(simple, source);
        let result = self.core();
        self.op3(op, result, left, operand);
        result
    }

    /// The operation with a second operand, or the inverse operation with the inverse number where
    /// only that is a modified immediate.
    pub(super) fn with_inverse(&mut self, op: Op, source: Opnd) -> (Op, Opnd) {
        let Opnd::Imm(number) = source else { return (op, self.flexible(source)) };
        let (inverse, inverted) = match op {
            Op::Add => (Op::Sub, number.wrapping_neg()),
            Op::Sub => (Op::Add, number.wrapping_neg()),
            Op::Cmp => (Op::Cmn, number.wrapping_neg()),
            Op::And => (Op::Bic, !number),
            _ => return (op, self.flexible(source)),
        };
        // Zero has no negative: comparing with it must set the carry.
        let fits = modified_immediate(number).is_none() && modified_immediate(inverted).is_some();
        if fits { (inverse, Opnd::Imm(inverted)) } else { (op, self.flexible(source)) }
    }

    fn shift(&mut self, op: BinOp, lhs: Value, rhs: Value) -> Var {
        let source = match op {
            BinOp::Shl => self.word_of(lhs),
            _ => self.extended_word(lhs, op == BinOp::AShr),
        };
        let amount = match self.operand(rhs) {
            // A right shift by zero has no encoding: that one means 32.
            Opnd::Imm(amount) if amount & 31 == 0 && !fault!(Arm32ShiftByZero, op != BinOp::Shl) => return source,
            Opnd::Imm(amount) => Opnd::Imm(amount & 31),
            amount => Opnd::Var(self.load_int(amount)),
        };
        let result = self.core();
        let machine_op = if matches!(amount, Opnd::Imm(_)) { constant_shift_op(op) } else { shift_op(op) };
        self.op3(machine_op, result, source, amount);
        result
    }

    /// Shifts in place by 0 to 31.
    pub(super) fn shift_constant(&mut self, op: BinOp, temp: Var, amount: u32) {
        if amount != 0 {
            self.op3(constant_shift_op(op), temp, temp, Opnd::Imm(amount));
        }
    }

    /// Divides 32-bit integers; the result is in a register.
    pub(super) fn divide(&mut self, op: BinOp, dividend: Var, divisor: Opnd) -> Var {
        let is_constant = matches!(divisor, Opnd::Imm(number) if number != 0);
        let divisor = self.load_int(divisor);
        if !is_constant && !fault!(Arm32DivideByZero) {
            self.trap_if_zero(divisor);
        }
        if self.isa.features.hwdiv_arm {
            return self.divide_in_hardware(op, dividend, divisor);
        }
        let (r0, r1) = (self.fixed(Reg::core(0)), self.fixed(Reg::core(1)));
        self.mov(r0, dividend);
        self.mov(r1, divisor);
        self.call_helper_in_registers(helpers::divide(op, false), &[r0, r1], Reg::core(0))
    }

    fn divide_in_hardware(&mut self, op: BinOp, dividend: Var, divisor: Var) -> Var {
        let machine_op = if matches!(op, BinOp::UDiv | BinOp::URem) { Op::Udiv } else { Op::Sdiv };
        let quotient = self.core();
        self.op3(machine_op, quotient, dividend, divisor);
        if matches!(op, BinOp::URem | BinOp::SRem) {
            self.op4(Op::Mls, quotient, quotient, divisor, dividend);
        }
        quotient
    }

    pub(super) fn trap_if_zero(&mut self, divisor: Var) {
        let nonzero = self.code.make_label();
        self.op2(Op::Cmp, divisor, Opnd::Imm(0));
        self.jump_if(Cond::Ne, nonzero);
        self.op0(Op::Udf);
        self.bind(nonzero);
    }

    /// Sets the flags for comparing two integers that fit one register each; returns the condition
    /// that then holds.
    fn int_compare(&mut self, cond: IntCond, lhs: Value, rhs: Value) -> Cond {
        if self.is_compared(cond, lhs, rhs) {
            return self.condition_of(cond, rhs);
        }
        self.compare_words(cond, lhs, rhs);
        self.isa.compared = Some(Compared { lhs, rhs, signed: cond.is_signed(), end: self.code.insts.len() });
        self.condition_of(cond, rhs)
    }

    /// The condition that holds after a comparison with a value: with zero, the order of signed numbers is the sign of the first.
    fn condition_of(&self, cond: IntCond, rhs: Value) -> Cond {
        match (cond, self.func.int_const(rhs)) {
            (IntCond::Slt, Some(0)) => Cond::Mi,
            (IntCond::Sge, Some(0)) => Cond::Pl,
            _ => condition(cond),
        }
    }

    /// Whether the flags are those of a comparison of the same two, and nothing has written them since.
    fn is_compared(&mut self, cond: IntCond, lhs: Value, rhs: Value) -> bool {
        let Some(known) = self.isa.compared.filter(|known| self.for_allocation && (known.lhs, known.rhs) == (lhs, rhs)) else {
            return false;
        };
        let is_same = self.func.ty(lhs) == Type::I32 || known.signed == cond.is_signed() || fault!(Arm32ComparedSign);
        is_same && self.leaves_flags(known.end) && self.may_fold(Pass::CompareFold, lhs)
    }

    fn compare_words(&mut self, cond: IntCond, lhs: Value, rhs: Value) {
        if self.compare_with_shift(lhs, rhs).is_some() {
            return;
        }
        let signed = cond.is_signed();
        let left = self.extended_word(lhs, signed);
        let right = if fault!(Arm32NarrowCompare, self.func.ty(rhs) != Type::I32) {
            self.operand(rhs)
        } else {
            self.extended(rhs, signed)
        };
        self.compare(left, right);
    }

    pub(super) fn compare(&mut self, left: Var, right: Opnd) {
        let (op, operand) = self.with_inverse(Op::Cmp, right);
        self.op2(op, left, operand);
    }

    /// Defines a truth value that is set where one of the conditions holds.
    pub(super) fn define_flag(&mut self, result: Value, conds: &[Cond]) {
        let temp = self.core();
        if let &[cond] = conds
            && cond != Cond::Al
        {
            let home = self.home(result);
            let write = Inst::new(Opcode::SetFlag, Opnd::Var(home), Opnd::Var(temp)).control(cond as u8);
            if self.is_owed(result) {
                self.owe(home, write)
            } else {
                self.push(write)
            }
            self.isa.flags = Some(Flags { home, cond });
            self.places.flags = self.code.insts.len();
            return;
        }
        self.number(temp, 0);
        for &cond in conds {
            self.number_if(cond, temp, 1);
        }
        self.define(result, temp);
    }

    /// The same of values in one register each. A number needs no register of its own.
    fn register_select(&mut self, result: Value, cond: Value, on_true: Value, on_false: Value) {
        let is_int = self.func.ty(result).is_scalar_int();
        if is_int
            && let Some(chosen) =
                self.made_if(cond, on_true, (on_false, true)).or_else(|| self.made_if(cond, on_false, (on_true, false)))
        {
            return self.define(result, chosen);
        }
        match is_int.then(|| self.operand(on_true)) {
            Some(Opnd::Imm(number)) if modified_immediate(number).is_some() || modified_immediate(!number).is_some() => {
                let temp = self.value(on_false);
                let holds = self.test_bit(cond);
                self.number_if(holds, temp, number);
                self.define(result, temp);
            }
            _ => {
                let (temp, other) = (self.value(on_false), self.value(on_true));
                let holds = self.test_bit(cond);
                self.move_if(holds, temp, other);
                self.define(result, temp);
            }
        }
    }

    /// What a select chooses of the result of an operation that is made for it alone, and another value: the other value, over which the
    /// operation is made if a truth value is `wanted`.
    fn made_if(&mut self, cond: Value, made: Value, (other, wanted): (Value, bool)) -> Option<Var> {
        let (op, lhs, rhs) = self.binary_here(made, 1)?;
        let is_plain = match op {
            BinOp::Add | BinOp::Sub => self.extended_truth(lhs).is_none() && self.extended_truth(rhs).is_none(),
            BinOp::And | BinOp::Or | BinOp::Xor => true,
            BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                self.func.ty(made) == Type::I32 && self.func.int_const(rhs).is_some_and(|by| (1..32).contains(&by))
            }
            _ => false,
        };
        if !is_plain || self.func.ty(made) == Type::I1 || !self.may_fold(Pass::JoinedOperands, made) {
            return None;
        }
        let temp = self.value(other);
        let holds = self.test_bit(cond);
        let holds = if wanted || fault!(Arm32MadeIf) { holds } else { holds.negate() };
        let begin = self.code.insts.len();
        let result = self.int_binary(op, lhs, rhs);
        let home = Some(self.operand(other)).filter(|home| matches!(home, Opnd::Var(_)));
        let copy = self.code.insts[begin..].iter().find(|inst| inst.opcode == Opcode::Move && home == Some(inst.b));
        let is_other = [home, copy.map(|copy| copy.a)];
        let is_its = |last: &&mut Inst| last.a == Opnd::Var(result) && last.cond == Cond::Al && !last.effects().writes_flags;
        match self.code.insts[begin..].last_mut().filter(is_its) {
            Some(last) => {
                last.a = Opnd::Var(temp);
                // The copy is changed in place, so that what it is a copy of may be in its register.
                for operand in [&mut last.b, &mut last.c].into_iter().filter(|operand| is_other.contains(&Some(**operand))) {
                    *operand = Opnd::Var(temp);
                }
                last.cond = holds;
            }
            _ => self.move_if(holds, temp, result),
        }
        Some(temp)
    }

    /// `to = from` if a condition holds.
    pub(super) fn move_if(&mut self, cond: Cond, to: Var, from: Var) {
        self.push(Inst::new(Opcode::Move, Opnd::Var(to), Opnd::Var(from)).when(cond));
    }

    /// The condition that holds exactly when bit 0 of a truth value is set, if the flags are set already, or the comparison is still to be
    /// made.
    fn known_bit(&mut self, cond: Value) -> Option<Cond> {
        if let Some(compared) = self.compare_late(cond) {
            return Some(compared);
        }
        let Opnd::Var(home) = self.operand(cond) else { return None };
        let flags = self.isa.flags.filter(|flags| flags.home == home && self.are_flags_kept(cond))?;
        self.forgive(home);
        Some(flags.cond)
    }

    /// A sum or difference with a truth value that a comparison has just given to the flags, or a word of which it turns over or sets the
    /// lowest bit: made only if it holds.
    fn counted(&mut self, op: Op, lhs: Value, rhs: Value) -> Option<Var> {
        let right = self.truth_of(rhs).map(|(truth, sign)| (lhs, truth, sign));
        let (base, truth, is_negative) = match op {
            Op::Sub => right?,
            Op::Add | Op::Eor | Op::Orr => right.or_else(|| self.truth_of(lhs).map(|(truth, sign)| (rhs, truth, sign)))?,
            _ => return None,
        };
        let is_sum = matches!(op, Op::Add | Op::Sub);
        if is_negative && !is_sum {
            return None;
        }
        let holds = self.known_bit(truth)?;
        let temp = self.value(base);
        let op = match op {
            _ if !is_sum => op,
            _ if fault!(Arm32CountDown, is_negative) => Op::Add,
            _ if (op == Op::Sub) != is_negative => Op::Sub,
            _ => Op::Add,
        };
        self.push(Inst::new(Opcode::Real(op), Opnd::Var(temp), Opnd::Var(temp)).third(Opnd::Imm(1)).when(holds));
        Some(temp)
    }

    /// The truth value that this block extends to a word for nobody else, and whether with its sign.
    fn extended_truth(&self, value: Value) -> Option<(Value, bool)> {
        let InstData::Cast { op: op @ (CastOp::ZExt | CastOp::SExt), src } = *self.defined_here(value, 1)? else { return None };
        let is_truth = self.func.ty(src) == Type::I1 && self.func.ty(value) == Type::I32;
        is_truth.then_some((src, op == CastOp::SExt))
    }

    /// The same, if its user may take it.
    fn truth_of(&mut self, value: Value) -> Option<(Value, bool)> {
        self.extended_truth(value).filter(|_| self.may_fold(Pass::JoinedOperands, value))
    }

    /// Sets the flags, unless they are set already; returns the condition that holds exactly when
    /// bit 0 of a truth value is set.
    pub(super) fn test_bit(&mut self, cond: Value) -> Cond {
        if let Some(known) = self.known_bit(cond) {
            return known;
        }
        let operand = self.operand(cond);
        let temp = self.word_of(cond);
        self.op2(Op::Tst, temp, Opnd::Imm(1));
        if let Opnd::Var(home) = operand {
            self.isa.flags = Some(Flags { home, cond: Cond::Ne });
            self.places.flags = self.code.insts.len();
        }
        Cond::Ne
    }

    /// Makes a comparison that was left to who asks for it; the condition that says its truth value.
    fn compare_late(&mut self, truth: Value) -> Option<Cond> {
        if !self.for_allocation || self.known_home(truth).is_some() {
            return None;
        }
        let Some(ValueDef::Inst(inst)) = self.func.def(truth) else { return None };
        let InstData::Icmp { cond, lhs, rhs } = *self.func.inst(inst) else { return None };
        let cond = if fault!(Arm32CompareLate, cond == IntCond::Ult) { IntCond::Slt } else { cond };
        let is_wide = self.func.ty(lhs) == Type::I64;
        let compare = if is_wide { Self::pair_compare } else { Self::int_compare };
        (self.func.inst_block(inst) == self.block).then(|| compare(self, cond, lhs, rhs))
    }

    /// Whether a comparison is left to the selects and the branch of its block that ask for it, as something before one of them changes its
    /// flags. If there are several, each may have to make it anew: then it is one instruction, as a test of the truth value would be.
    #[inline(never)]
    pub(super) fn is_compared_late(&mut self, inst: ice::Inst, truth: Value) -> bool {
        let func = self.func;
        let InstData::Icmp { lhs, .. } = *func.inst(inst) else { return false };
        let (ty, users) = (func.ty(lhs), self.scratch.uses.count(truth));
        if !ty.is_scalar_int() || (users > 1 && ty != Type::I32) {
            return false;
        }
        let (mut found, mut is_lost) = (0, false);
        let behind = std::iter::successors(func.next_inst(inst), |&inst| func.next_inst(inst));
        for inst in behind.take(MAX_BETWEEN) {
            match between(func, inst, truth) {
                Between::Asks => found += 1,
                Between::Loses => is_lost = true,
                Between::Leaves => {}
                Between::Ends => return false,
            }
            if found == users {
                return is_lost && self.may_fold(Pass::CompareFold, truth);
            }
        }
        false
    }

    /// Whether nothing has written the flags since a truth value was left in them.
    fn are_flags_kept(&mut self, cond: Value) -> bool {
        let since = &self.code.insts[self.places.flags..];
        // Moves only: the next sequence asks.
        let is_next = since.iter().all(|inst| matches!(inst.opcode, Opcode::Move | Opcode::SetFlag));
        if !self.leaves_flags(self.places.flags) {
            return fault!(Arm32FlagsLost, since.len() <= MAX_BETWEEN);
        }
        is_next || self.may_fold(Pass::CompareFold, cond)
    }

    /// Whether the instructions from an index on are few, and none of them writes the flags.
    fn leaves_flags(&self, since: usize) -> bool {
        let since = &self.code.insts[since..];
        since.len() <= MAX_BETWEEN && !since.iter().any(|inst| inst.effects().writes_flags)
    }
}

/// What an instruction behind a comparison is to its truth value, which may be in the flags.
enum Between {
    /// It asks what the truth value is, and for nothing else.
    Asks,
    /// It is likely to change the flags.
    Loses,
    Leaves,
    /// What was compared had better not be kept until behind it, or it is the truth value itself that it asks for.
    Ends,
}

fn between(func: &ice::Function, inst: ice::Inst, truth: Value) -> Between {
    let mut mentions = 0;
    func.visit_operands(inst, |operand| mentions += u32::from(operand == truth));
    let is_of_words = |value| func.ty(value) != Type::I64;
    match *func.inst(inst) {
        // Of vectors it is a mask that is asked for.
        InstData::Select { cond, on_true, .. } if cond == truth && mentions == 1 && !func.ty(on_true).is_vector() => {
            Between::Asks
        }
        InstData::CondBr { cond, .. } if cond == truth => Between::Asks,
        _ if mentions > 0 => Between::Ends,
        InstData::Icmp { .. } | InstData::Fcmp { .. } | InstData::Select { .. } => Between::Loses,
        InstData::Binary { lhs, .. } if !is_of_words(lhs) => Between::Loses,
        InstData::Call { .. } | InstData::CallIndirect { .. } => Between::Ends,
        _ => Between::Leaves,
    }
}

/// The shift by a constant.
pub(super) fn constant_shift_op(op: BinOp) -> Op {
    match op {
        BinOp::Shl => Op::LslImm,
        BinOp::LShr => Op::LsrImm,
        _ => Op::AsrImm,
    }
}

/// The shift by a register.
pub(super) fn shift_op(op: BinOp) -> Op {
    match op {
        BinOp::Shl => Op::Lsl,
        BinOp::LShr => Op::Lsr,
        _ => Op::Asr,
    }
}

/// The condition for a predicate after `cmp lhs, rhs`.
pub(super) const fn condition(cond: IntCond) -> Cond {
    match cond {
        IntCond::Eq => Cond::Eq,
        IntCond::Ne => Cond::Ne,
        IntCond::Ugt => Cond::Hi,
        IntCond::Uge => Cond::Hs,
        IntCond::Ult => Cond::Lo,
        IntCond::Ule => Cond::Ls,
        IntCond::Sgt => Cond::Gt,
        IntCond::Sge => Cond::Ge,
        IntCond::Slt => Cond::Lt,
        IntCond::Sle => Cond::Le,
    }
}

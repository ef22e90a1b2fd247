//! Products, quotients and remainders with constants: `lea`, shifts and multiplications in place of
//! `imul` and `div` ([`crate::isa::common::strength`]).

use super::super::inst::Base;
use super::super::op::{Cc, Op, Size};
use super::super::regs::gpr;
use super::{Amode, Inst, Lower, Opcode, Opnd};
use crate::ice::{BinOp, InstData, Type, Value, ValueDef};
use crate::isa::common::pair_division::{Operand, Pair, PairCode};
use crate::isa::common::strength::{self, MulCosts};
use crate::isa::common::strength_code::{StrengthCode, Width, write_division, write_product};
use crate::lir::{Var, VarKind};

/// `imul` with a constant is one instruction, and fast: one other is better, two are not.
const COSTS: MulCosts = MulCosts { shift: 1, add: 1, free_shift_add: 3, free_shift_sub: 0, multiply: 2 };

/// Where rounds of a loop wait for the product: what counts is how many cycles each takes until its result is there. `imul` takes three,
/// and a `lea` that shifts may take two.
const COSTS_IN_RECURRENCE: MulCosts = MulCosts { free_shift_add: 0, multiply: 3, ..COSTS };

/// How many operations a recurrence may consist of that is found: two to four for a usual hash, once for each round that was unrolled. And
/// how many operands of a phi are looked at.
const MAX_RECURRENCE: usize = 16;

/// A register, and with which size it is worked on.
#[derive(Copy, Clone, Debug)]
pub struct Sized {
    pub(super) var: Var,
    pub(super) size: Size,
}

impl Lower<'_> {
    /// A product with a constant, if there is anything better than multiplying.
    pub(super) fn cheap_product(&mut self, ty: Type, lhs: Value, rhs: Value) -> Option<Var> {
        let factor = self.func.int_const(rhs)?;
        let plan = strength::multiply(factor, ty.bits(), &COSTS).or_else(|| {
            let fast = strength::multiply(factor, ty.bits(), &COSTS_IN_RECURRENCE);
            fast.filter(|_| self.is_waited_for(lhs))
        });
        let plan = plan.filter(|_| self.may_reduce(rhs))?;
        let size = self.int_size(ty);
        let var = self.word_of(lhs);
        Some(write_product(&plan, Sized { var, size }, self).var)
    }

    /// A quotient or remainder with a constant other than zero.
    pub(super) fn cheap_division(&mut self, ty: Type, op: BinOp, lhs: Value, rhs: Value) -> Option<Var> {
        let divisor = self.func.int_const(rhs).filter(|&divisor| divisor != 0 && self.may_reduce(rhs))?;
        let size = self.int_size(ty);
        let var = self.extended_word(lhs, matches!(op, BinOp::SDiv | BinOp::SRem));
        let width = Width { value: ty.bits(), word: 8 * size.bytes() };
        Some(write_division(op, Sized { var, size }, divisor, width, &COSTS, self).var)
    }

    /// Whether the product of a value that is being made leads back to it from one round of a loop to the next: as in
    /// `hash = hash * 33 + character`.
    fn is_waited_for(&self, multiplicand: Value) -> bool {
        let Some(product) = self.inst.filter(|_| self.for_allocation).and_then(|inst| self.func.result(inst)) else {
            return false;
        };
        let (sources, count) = self.made_of(multiplicand);
        sources[..count].iter().any(|&source| {
            let Some(ValueDef::Inst(phi)) = self.func.def(source) else { return false };
            let InstData::Phi { args, .. } = *self.func.inst(phi) else { return false };
            self.func.phi_args(args).iter().take(MAX_RECURRENCE).any(|arg| {
                let (sources, count) = self.made_of(arg.value);
                sources[..count].contains(&product)
            })
        })
    }

    /// The values that a value is made of by operations on integers, itself among them, up to phis and what else is none.
    fn made_of(&self, value: Value) -> ([Value; MAX_RECURRENCE], usize) {
        let (mut found, mut count, mut next) = ([value; MAX_RECURRENCE], 1, 0);
        while next < count {
            if let Some(ValueDef::Inst(inst)) = self.func.def(found[next])
                && let InstData::Binary { lhs, rhs, .. } = *self.func.inst(inst)
            {
                for operand in [lhs, rhs] {
                    if count < MAX_RECURRENCE && self.func.int_const(operand).is_none() && !found[..count].contains(&operand) {
                        found[count] = operand;
                        count += 1;
                    }
                }
            }
            next += 1;
        }
        (found, count)
    }

    fn changed(&mut self, op: Op, a: Sized, operand: impl Into<Opnd>) -> Sized {
        let var = self.gpr();
        self.op(Op::Mov, a.size, var, a.var);
        self.op(op, a.size, var, operand);
        Sized { var, ..a }
    }

    fn number_of(&mut self, size: Size, number: u64) -> Opnd {
        if size == Size::B8 { self.wide_constant(number) } else { Opnd::Imm(number as i32) }
    }
}

impl StrengthCode for Lower<'_> {
    type Value = Sized;

    fn shift(&mut self, op: BinOp, a: Sized, by: u8) -> Sized {
        let op = match op {
            BinOp::Shl => Op::Shl,
            BinOp::LShr => Op::Shr,
            _ => Op::Sar,
        };
        self.changed(op, a, Opnd::Imm(by.into()))
    }

    fn add(&mut self, a: Sized, b: Sized, by: u8) -> Sized {
        if by > 3 {
            let b = self.shift(BinOp::Shl, b, by);
            return self.changed(Op::Add, b, a.var);
        }
        if self.code.var(a.var).kind == VarKind::Any {
            // What may be in the frame makes no address.
            let b = if by == 0 { b } else { self.shift(BinOp::Shl, b, by) };
            return self.changed(Op::Add, b, a.var);
        }
        let by = if fault!(X86MultiplyByNine, by == 3) { 2 } else { by };
        let sum = self.mem(Amode { index: Some((b.var, by)), ..Amode::new(Base::Var(a.var), 0) });
        let var = self.gpr();
        self.op(Op::Lea, a.size, var, sum);
        Sized { var, ..a }
    }

    fn subtract_from(&mut self, b: Sized, by: u8, a: Sized) -> Sized {
        let b = if by == 0 { b } else { self.shift(BinOp::Shl, b, by) };
        self.changed(Op::Sub, b, a.var)
    }

    fn low_bits(&mut self, a: Sized, bits: u8) -> Sized {
        let mask = self.number_of(a.size, (1 << bits) - 1);
        self.changed(Op::And, a, mask)
    }

    fn times(&mut self, a: Sized, factor: u64) -> Sized {
        let var = self.gpr();
        match self.number_of(a.size, factor) {
            imm @ Opnd::Imm(_) => {
                self.push(Inst::new(Opcode::Real(Op::ImulImm), a.size, Opnd::Var(var), Opnd::Var(a.var)).with(imm));
            }
            constant => {
                self.op(Op::Mov, a.size, var, a.var);
                self.op(Op::Imul, a.size, var, constant);
            }
        }
        Sized { var, ..a }
    }

    fn upper_product(&mut self, a: Sized, factor: u64, signed: bool) -> Sized {
        let number = self.number_of(a.size, factor);
        let (eax, edx) = (self.fixed(gpr::EAX), self.fixed(gpr::EDX));
        self.op(Op::Mov, a.size, eax, number);
        let op = if signed { Op::ImulWide } else { Op::Mul };
        self.push(Inst::new(Opcode::Real(op), a.size, Opnd::Var(a.var), Opnd::Var(eax)).with(Opnd::Var(edx)));
        let var = self.gpr();
        self.op(Op::Mov, a.size, var, edx);
        Sized { var, ..a }
    }

    fn is_at_least(&mut self, a: Sized, number: u64) -> Sized {
        let number = self.number_of(a.size, number);
        self.op(Op::Cmp, a.size, a.var, number);
        let (byte, var) = (self.byte_gpr(), self.gpr());
        self.set_if(Cc::Ae, byte);
        self.op(Op::Movzx8, Size::B4, var, byte);
        Sized { var, ..a }
    }

    fn negated(&mut self, a: Sized) -> Sized {
        let var = self.gpr();
        self.op(Op::Mov, a.size, var, a.var);
        self.one(Op::Neg, a.size, var);
        Sized { var, ..a }
    }
}

impl PairCode for Lower<'_> {
    fn in_register(&mut self, half: Sized) -> Sized {
        Sized { var: self.load_gpr(half.size, Opnd::Var(half.var)), ..half }
    }

    fn zero(&mut self) -> Sized {
        Sized { var: self.load_gpr(Size::B4, Opnd::Imm(0)), size: Size::B4 }
    }

    fn add_pair(&mut self, a: Pair<Sized>, b: Operand<Sized>) -> Pair<Sized> {
        let low = self.changed(Op::Add, a.0, b.0.var);
        (low, self.changed(Op::Adc, a.1, upper_half(b)))
    }

    fn subtract_pair(&mut self, a: Pair<Sized>, b: Operand<Sized>) -> Pair<Sized> {
        let low = self.changed(Op::Sub, a.0, b.0.var);
        (low, self.changed(Op::Sbb, a.1, upper_half(b)))
    }

    fn negated_pair(&mut self, (low, high): Pair<Sized>) -> Pair<Sized> {
        // The lower half borrows from the upper one unless it is zero.
        let low = self.negated(low);
        let high = self.changed(Op::Adc, high, Opnd::Imm(0));
        (low, self.negated(high))
    }
}

/// The upper half of what is added or subtracted.
fn upper_half(operand: Operand<Sized>) -> Opnd {
    operand.1.map_or(Opnd::Imm(0), |high| Opnd::Var(high.var))
}

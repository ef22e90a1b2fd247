//! Branches and returns.

use super::super::inst::Base;
use super::super::op::{Op, Size};
use super::super::regs::{Reg, gpr};
use super::arith::Decision;
use super::{Inst, Lower, Opcode, Opnd, load_op};
use crate::ice::{Block, InstData, Type, Value};
use crate::isa::common::lower::{ControlCode, ValueCode, block_label};
use crate::lir::Role;

impl ControlCode for Lower<'_> {
    fn branch(&mut self, block: Block, cond: Value, on_true: Block, on_false: Block, next: Option<Block>) {
        let decision = self.decision(cond);
        self.before_jumps();
        self.steps(block);
        let cc = match decision {
            Decision::One(cc) => cc,
            // One jump for each condition; both forms end with one that can go either way.
            Decision::Both(first, second) => {
                self.jump_if(first.negate(), block_label(on_false));
                second
            }
            Decision::Either(first, second) => {
                self.jump_if(first, block_label(on_true));
                second
            }
        };
        self.either((on_true, on_false), next, |lower, when, to| lower.jump_if(if when { cc } else { cc.negate() }, to));
    }

    fn ret(&mut self, value: Option<Value>) {
        self.scratch.list.clear();
        if let Some(value) = value {
            let ty = self.func.ty(value);
            if self.is_pair(ty) {
                let (low, high) = self.pair(value);
                let (eax, edx) = (self.fixed(gpr::EAX), self.fixed(gpr::EDX));
                self.op(Op::Mov, Size::B4, eax, low);
                self.op(Op::Mov, Size::B4, edx, high);
                self.scratch.list.extend([(eax, Role::Use), (edx, Role::Use)]);
            } else if ty.is_scalar_float() && !self.isa.is_64 {
                let operand = self.in_memory(value);
                let op = if ty == Type::F32 { Op::Flds } else { Op::Fldd };
                self.op_any(op, Size::B4, Opnd::None, operand);
            } else {
                let reg = if ty.is_scalar_int() { gpr::EAX } else { Reg::xmm(0) };
                let fixed = self.fixed(reg);
                let operand = self.operand(value);
                let op = if ty.is_scalar_int() { Op::Mov } else { load_op(ty) };
                self.op(op, self.int_size(ty), fixed, operand);
                self.scratch.list.push((fixed, Role::Use));
            }
        }
        let list = self.finish_list();
        self.push(Inst::new(Opcode::Return, Size::B4, Opnd::None, Opnd::None).with(list));
    }
}

impl Lower<'_> {
    /// Makes the additions that were left for the end of the block, without touching the flags.
    fn steps(&mut self, block: Block) {
        let mut steps = std::mem::take(&mut self.scratch.isa.steps);
        steps.extend(self.scratch.isa.selection.steps(block));
        for inst in steps.drain(..) {
            let (InstData::Binary { lhs, rhs, .. }, Some(result)) = (*self.func.inst(inst), self.func.result(inst)) else {
                unreachable!("a step is an addition")
            };
            let base = self.word_of(lhs);
            let offset = self.func.int_const(rhs).unwrap_or(0) as i32;
            let sum = self.mem_at(Base::Var(base), offset);
            let temp = self.gpr();
            self.op(Op::Lea, Size::B4, temp, sum);
            if fault!(LateStepsFlags) {
                self.op(Op::Add, Size::B4, temp, Opnd::Imm(0));
            }
            self.define(result, temp);
        }
        self.scratch.isa.steps = steps;
    }

    /// A floating-point value as a memory operand.
    fn in_memory(&mut self, value: Value) -> Opnd {
        let operand = self.operand(value);
        if !self.for_allocation || !matches!(operand, Opnd::Var(_)) {
            return operand;
        }
        let memory = self.memory_var(self.func.ty(value));
        let temp = self.xmm_of(value);
        self.sse(load_op(self.func.ty(value)), memory, temp);
        Opnd::Var(memory)
    }
}

//! Terminators but for switches.

use super::super::inst::Base;
use super::super::op::{Op, Size};
use super::super::regs::{Reg, gpr};
use super::arith::Decision;
use super::{Inst, Lower, Opcode, Opnd, block_label, load_op};
use crate::ice::{Block, InstData, Type, Value};
use crate::lir::Role;

impl Lower<'_> {
    /// Lowers a block's last instruction; `next` is the block that follows in the layout.
    pub(super) fn terminator(&mut self, block: Block, data: InstData, next: Option<Block>) {
        match data {
            InstData::Br { target } => self.jump_unless_next(target, next),
            InstData::CondBr { cond, on_true, on_false } => self.branch(block, cond, on_true, on_false, next),
            InstData::Switch { value, cases, default } => self.switch(value, cases, default, next),
            InstData::Ret { value } => self.ret(value),
            InstData::Unreachable => self.bare(Op::Ud2),
            _ => unreachable!("not a terminator"),
        }
    }

    fn jump_unless_next(&mut self, target: Block, next: Option<Block>) {
        if next != Some(target) {
            self.jump(block_label(target));
        }
    }

    /// Makes the additions that were left for the end of the block, without touching the flags.
    fn steps(&mut self, block: Block) {
        let mut steps = std::mem::take(&mut self.scratch.steps);
        steps.extend(self.scratch.selection.steps(block));
        for inst in steps.drain(..) {
            let (InstData::Binary { lhs, rhs, .. }, Some(result)) = (*self.func.inst(inst), self.func.result(inst)) else {
                unreachable!("a step is an addition")
            };
            let base = self.gpr_of(lhs);
            let offset = self.func.int_const(rhs).unwrap_or(0) as i32;
            let sum = self.mem_at(Base::Var(base), offset);
            let temp = self.gpr();
            self.op(Op::Lea, Size::B4, temp, sum);
            if fault!(LateStepsFlags) {
                self.op(Op::Add, Size::B4, temp, Opnd::Imm(0));
            }
            self.define(result, temp);
        }
        self.scratch.steps = steps;
    }

    fn branch(&mut self, block: Block, cond: Value, on_true: Block, on_false: Block, next: Option<Block>) {
        let decision = self.decision(cond);
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
        if next == Some(on_true) {
            self.jump_if(cc.negate(), block_label(on_false));
        } else {
            self.jump_if(cc, block_label(on_true));
            self.jump_unless_next(on_false, next);
        }
    }

    fn ret(&mut self, value: Option<Value>) {
        self.list.clear();
        if let Some(value) = value {
            let ty = self.func.ty(value);
            if self.is_pair(ty) {
                let (low, high) = self.pair(value);
                let (eax, edx) = (self.fixed(gpr::EAX), self.fixed(gpr::EDX));
                self.op(Op::Mov, Size::B4, eax, low);
                self.op(Op::Mov, Size::B4, edx, high);
                self.list.extend([(eax, Role::Use), (edx, Role::Use)]);
            } else if ty.is_scalar_float() && !self.is_64 {
                let operand = self.in_memory(value);
                let op = if ty == Type::F32 { Op::Flds } else { Op::Fldd };
                self.op_any(op, Size::B4, Opnd::None, operand);
            } else {
                let reg = if ty.is_scalar_int() { gpr::EAX } else { Reg::xmm(0) };
                let fixed = self.fixed(reg);
                let operand = self.operand(value);
                let op = if ty.is_scalar_int() { Op::Mov } else { load_op(ty) };
                self.op(op, self.int_size(ty), fixed, operand);
                self.list.push((fixed, Role::Use));
            }
        }
        let list = self.finish_list();
        self.push(Inst::new(Opcode::Return, Size::B4, Opnd::None, Opnd::None).with(list));
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

    /// Moves the collected variables into the pools.
    pub(super) fn finish_list(&mut self) -> Opnd {
        if self.list.is_empty() {
            return Opnd::None;
        }
        Opnd::List(self.code.pools.lists.add(self.list.drain(..)))
    }
}

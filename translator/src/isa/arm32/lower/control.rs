//! Branches and returns.

use super::super::abi::{is_soft_float, result_reg};
use super::super::regs::Reg;
use super::{Inst, Lower, Opcode, Opnd};
use crate::ice::{self, BinOp, Block, InstData, Type, Value, ValueDef};
use crate::isa::common::lower::{ControlCode, ValueCode};
use crate::lir::Role;
use crate::options::Pass;

impl ControlCode for Lower<'_> {
    fn branch(&mut self, _: Block, cond: Value, on_true: Block, on_false: Block, next: Option<Block>) {
        let holds = self.test_bit(cond);
        self.late_steps();
        self.either((on_true, on_false), next, |lower, when, to| lower.jump_if(if when { holds } else { holds.negate() }, to));
    }

    fn ret(&mut self, value: Option<Value>) {
        self.scratch.list.clear();
        if let Some(value) = value
            && is_soft_float(&self.module.funcs[self.func.id])
        {
            let (low, high) = self.put_soft(value);
            self.scratch.list.clear();
            self.scratch.list.extend([Some(low), high].into_iter().flatten().map(|var| (var, Role::Use)));
        } else if let Some(value) = value {
            let ty = self.func.ty(value);
            let reg = result_reg(ty).expect("a returned value has a type");
            let first = self.fixed(reg);
            if ty == Type::I64 {
                let (low, high) = self.pair(value);
                let second = self.fixed(Reg(reg.0 + 1));
                self.put_int(first, low);
                self.put_int(second, high);
                self.scratch.list.push((second, Role::Use));
            } else {
                self.put_value(first, value);
            }
            self.scratch.list.push((first, Role::Use));
        }
        let list = self.finish_list();
        self.push(Inst::new(Opcode::Return, Opnd::None, Opnd::None).fourth(list));
    }
}

impl Lower<'_> {
    /// Whether an addition gives a phi behind the branch of its block its next value, and nobody else asks for it. It is made last then,
    /// when the phi has been read for the last time, so that both are one register: behind the comparison, whose flags an addition keeps.
    #[inline]
    pub(super) fn is_late_step(&mut self, block: Block, sum: ice::Inst, result: Value, phi: Value, step: Value) -> bool {
        let func = self.func;
        let Some(ValueDef::Inst(home)) = func.def(phi) else { return false };
        let InstData::Phi { args } = *func.inst(home) else { return false };
        let Some(&InstData::CondBr { on_true, on_false, .. }) = func.last_inst(block).map(|last| func.inst(last)) else {
            return false;
        };
        let receives = func.phi_args(args).iter().any(|arg| arg.block == block && arg.value == result);
        let is_behind = func.inst_block(home).is_some_and(|home| home == on_true || home == on_false);
        let is_late = (self.scratch.uses.is_single(result) || fault!(LateStepsSecondUse))
            && receives
            && is_behind
            && func.ty(result) == Type::I32
            && func.int_const(step).is_some()
            && self.may_fold(Pass::LateSteps, result);
        if is_late {
            self.scratch.isa.late_steps.push(sum);
        }
        is_late
    }

    /// Makes the additions that were left for the end of the block.
    fn late_steps(&mut self) {
        let mut steps = std::mem::take(&mut self.scratch.isa.late_steps);
        for sum in steps.drain(..) {
            let (InstData::Binary { lhs, rhs, .. }, Some(result)) = (*self.func.inst(sum), self.func.result(sum)) else {
                unreachable!("a step is an addition")
            };
            let temp = self.int_binary(BinOp::Add, lhs, rhs);
            self.define(result, temp);
        }
        self.scratch.isa.late_steps = steps;
    }
}

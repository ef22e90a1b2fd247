//! Terminators but for switches.

use super::super::abi::{is_soft_float, result_reg};
use super::super::op::Op;
use super::super::regs::Reg;
use super::{Inst, Lower, Opcode, Opnd, block_label};
use crate::ice::{Block, InstData, Type, Value};
use crate::lir::Role;

impl Lower<'_> {
    /// Lowers a block's last instruction; `next` is the block that follows in the layout.
    pub(super) fn terminator(&mut self, data: InstData, next: Option<Block>) {
        match data {
            InstData::Br { target } => self.jump_unless_next(target, next),
            InstData::CondBr { cond, on_true, on_false } => self.branch(cond, on_true, on_false, next),
            InstData::Switch { value, cases, default } => self.switch(value, cases, default, next),
            InstData::Ret { value } => self.ret(value),
            InstData::Unreachable => self.op0(Op::Udf),
            _ => unreachable!("not a terminator"),
        }
    }

    fn jump_unless_next(&mut self, target: Block, next: Option<Block>) {
        if next != Some(target) {
            self.jump(block_label(target));
        }
    }

    fn branch(&mut self, cond: Value, on_true: Block, on_false: Block, next: Option<Block>) {
        let holds = self.test_bit(cond);
        if next == Some(on_true) {
            self.jump_if(holds.negate(), block_label(on_false));
        } else {
            self.jump_if(holds, block_label(on_true));
            self.jump_unless_next(on_false, next);
        }
    }

    fn ret(&mut self, value: Option<Value>) {
        self.list.clear();
        if let Some(value) = value
            && is_soft_float(&self.module.funcs[self.func.id])
        {
            let (low, high) = self.put_soft(value);
            self.list.clear();
            self.list.extend([Some(low), high].into_iter().flatten().map(|var| (var, Role::Use)));
        } else if let Some(value) = value {
            let ty = self.func.ty(value);
            let reg = result_reg(ty).expect("a returned value has a type");
            let first = self.fixed(reg);
            if ty == Type::I64 {
                let (low, high) = self.pair(value);
                let second = self.fixed(Reg(reg.0 + 1));
                self.put_int(first, low);
                self.put_int(second, high);
                self.list.push((second, Role::Use));
            } else {
                self.put_value(first, value);
            }
            self.list.push((first, Role::Use));
        }
        let list = self.finish_list();
        self.push(Inst::new(Opcode::Return, Opnd::None, Opnd::None).fourth(list));
    }

    /// Moves the collected variables into the pools.
    pub(super) fn finish_list(&mut self) -> Opnd {
        if self.list.is_empty() {
            return Opnd::None;
        }
        Opnd::List(self.code.pools.lists.add(self.list.drain(..)))
    }
}

//! Branches and returns.

use super::super::abi::{is_soft_float, result_reg};
use super::super::regs::Reg;
use super::{Inst, Lower, Opcode, Opnd};
use crate::ice::{Block, Type, Value};
use crate::isa::common::lower::ControlCode;
use crate::lir::Role;

impl ControlCode for Lower<'_> {
    fn branch(&mut self, _: Block, cond: Value, on_true: Block, on_false: Block, next: Option<Block>) {
        let holds = self.test_bit(cond);
        self.before_jumps();
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

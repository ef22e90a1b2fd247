//! Branches and returns.

use super::super::op::Op;
use super::call::result_regs;
use super::{Inst, Lower, Opcode, Opnd};
use crate::ice::{Block, Type, Value};
use crate::isa::common::lower::{ControlCode, ValueCode, block_label};
use crate::lir::{Role, Var};

impl ControlCode for Lower<'_> {
    fn branch(&mut self, _: Block, cond: Value, on_true: Block, on_false: Block, next: Option<Block>) {
        if self.isa.folded.take() == Some(cond) {
            self.branch_on_compare(cond, block_label(on_true));
            return self.jump_unless_next(on_false, next);
        }
        let truth = self.truth(cond);
        self.before_jumps();
        self.either((on_true, on_false), next, |lower, when, to| {
            lower.branch_if(if when { Op::Bne } else { Op::Beq }, truth, Opnd::Imm(0), to);
        });
    }

    fn ret(&mut self, value: Option<Value>) {
        self.scratch.list.clear();
        if let Some(value) = value {
            let ty = self.func.ty(value);
            let mut vars = [Var::from_u32(0); 4];
            let regs = self.fixed_all(result_regs(ty), &mut vars);
            match (ty, regs) {
                (Type::I64, &[low, high]) => {
                    let (low_half, high_half) = self.pair(value);
                    self.move_operand(low, low_half);
                    self.move_operand(high, high_half);
                }
                (Type::F32 | Type::F64, &[reg]) => self.load_float(reg, value),
                (_, &[reg]) => {
                    let operand = self.operand(value);
                    self.move_operand(reg, operand);
                }
                (_, []) => self.return_in_memory(value),
                _ => {
                    let lanes = self.lanes(value);
                    for (index, &reg) in regs.iter().enumerate() {
                        let word = self.lane_word(lanes, 4 * index as i32);
                        self.move_operand(reg, word);
                    }
                }
            }
            self.scratch.list.extend(regs.iter().map(|&var| (var, Role::Use)));
        }
        let list = self.finish_list();
        self.push(Inst::new(Opcode::Return, Opnd::None, Opnd::None, list));
    }
}

//! Terminators but for switches.

use super::super::op::Op;
use super::{Lower, Opnd, block_label};
use crate::ice::{Block, InstData, Value};

impl Lower<'_> {
    /// Lowers a block's last instruction; `next` is the block that follows in the layout.
    pub(super) fn terminator(&mut self, data: InstData, next: Option<Block>) {
        match data {
            InstData::Br { target } => self.jump_unless_next(target, next),
            InstData::CondBr { cond, on_true, on_false } => self.cond_branch(cond, on_true, on_false, next),
            InstData::Switch { value, cases, default } => self.switch(value, cases, default, next),
            InstData::Ret { value } => self.ret(value),
            InstData::Unreachable => self.trap(),
            _ => unreachable!("not a terminator"),
        }
    }

    /// Ends execution.
    pub(super) fn trap(&mut self) {
        self.effect_op(Op::Teq, Opnd::Imm(0), Opnd::Imm(0));
    }

    fn jump_unless_next(&mut self, target: Block, next: Option<Block>) {
        if next != Some(target) {
            self.jump(block_label(target));
        }
    }

    fn cond_branch(&mut self, cond: Value, on_true: Block, on_false: Block, next: Option<Block>) {
        if self.folded.take() == Some(cond) {
            self.branch_on_compare(cond, block_label(on_true));
            return self.jump_unless_next(on_false, next);
        }
        let truth = self.truth(cond);
        if next == Some(on_true) {
            self.branch(Op::Beq, truth, Opnd::Imm(0), block_label(on_false));
        } else {
            self.branch(Op::Bne, truth, Opnd::Imm(0), block_label(on_true));
            self.jump_unless_next(on_false, next);
        }
    }
}

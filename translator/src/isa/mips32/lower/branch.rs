//! Branches that compare: a comparison whose only user is the branch at the end of its block is
//! made by the branch, or just before it.
//!
//! The machine branches on the equality of two words, on a word's sign, and on the floating-point
//! condition; other orders take a `slt`.

use super::super::op::Op;
use super::{Lower, Opnd};
use crate::ice::{Block, Inst, InstData, IntCond, Type, Value, ValueDef};
use crate::mc::Label;
use crate::options::Pass;

impl Lower<'_> {
    /// Whether an instruction is a comparison that only the branch at the end of its block reads,
    /// and that the branch can make.
    pub(super) fn folds_into_branch(&mut self, block: Block, inst: Inst, result: Value) -> bool {
        let can_branch = self.for_allocation
            && match *self.func.inst(inst) {
                InstData::Icmp { lhs, .. } => self.func.ty(lhs).is_scalar_int() && self.func.ty(lhs) != Type::I64,
                InstData::Fcmp { cond, lhs, .. } => !self.func.ty(lhs).is_vector() && super::float::is_test(cond),
                _ => false,
            };
        let Some(user) = self.scratch.uses.single_user(result).filter(|_| can_branch) else { return false };
        let is_branch = matches!(self.func.inst(user), InstData::CondBr { .. }) && self.func.inst_block(user) == Some(block);
        is_branch && self.fuel.spend(Pass::CompareFold, self.module, self.func, inst)
    }

    /// Whether the branch at the end of a block may come behind an addition to a phi: it does not compare the phi itself.
    pub(super) fn may_step_last(&self, block: Block, step: Inst) -> bool {
        let func = self.func;
        let InstData::Binary { lhs: phi, .. } = *func.inst(step) else { return false };
        let Some(&InstData::CondBr { cond, .. }) = func.last_inst(block).map(|last| func.inst(last)) else { return false };
        let Some(ValueDef::Inst(compare)) = func.def(cond) else { return true };
        match *func.inst(compare) {
            InstData::Icmp { cond, lhs, rhs } => {
                // Not where a truth value is made first.
                let is_of_sign = || func.int_const(rhs).is_some_and(|number| sign_test(cond, Opnd::Imm(number as i32)).is_some());
                let compares = matches!(cond, IntCond::Eq | IntCond::Ne) || is_of_sign();
                !compares || (lhs != phi && rhs != phi)
            }
            _ => true,
        }
    }

    /// Goes to a label if the comparison that defines a truth value holds.
    pub(super) fn branch_on_compare(&mut self, truth: Value, to: Label) {
        let Some(ValueDef::Inst(inst)) = self.func.def(truth) else { unreachable!("only comparisons are folded") };
        match *self.func.inst(inst) {
            InstData::Icmp { cond, lhs, rhs } => self.branch_on_words(cond, lhs, rhs, to),
            InstData::Fcmp { cond, lhs, rhs } => self.branch_on_floats(cond, lhs, rhs, to),
            _ => unreachable!("only comparisons are folded"),
        }
    }

    fn branch_on_words(&mut self, cond: IntCond, lhs: Value, rhs: Value, to: Label) {
        let signed = cond.is_signed();
        let (left, right) = (self.extended(lhs, signed), self.extended(rhs, signed));
        if let Some(op) = sign_test(cond, right) {
            let left = self.in_register(left);
            self.before_jumps();
            return self.branch_if(op, left, Opnd::None, to);
        }
        match cond {
            IntCond::Eq | IntCond::Ne => {
                let (left, right) = (self.in_register(left), self.in_register(right));
                self.before_jumps();
                self.branch_if(if cond == IntCond::Eq { Op::Beq } else { Op::Bne }, left, right, to);
            }
            // The opposite predicate is the one that takes an instruction less.
            IntCond::Sge | IntCond::Uge | IntCond::Sle | IntCond::Ule => {
                let truth = self.word_compare(cond.negate(), left, right);
                self.before_jumps();
                self.branch_if(Op::Beq, truth, Opnd::Imm(0), to);
            }
            _ => {
                let truth = self.word_compare(cond, left, right);
                self.before_jumps();
                self.branch_if(Op::Bne, truth, Opnd::Imm(0), to);
            }
        }
    }
}

/// The branch on a word's sign that a signed comparison with a constant is.
fn sign_test(cond: IntCond, right: Opnd) -> Option<Op> {
    Some(match (cond, right) {
        (IntCond::Slt, Opnd::Imm(0)) | (IntCond::Sle, Opnd::Imm(-1)) => Op::Bltz,
        (IntCond::Sge, Opnd::Imm(0)) | (IntCond::Sgt, Opnd::Imm(-1)) => Op::Bgez,
        (IntCond::Sle, Opnd::Imm(0)) | (IntCond::Slt, Opnd::Imm(1)) => Op::Blez,
        (IntCond::Sgt, Opnd::Imm(0)) | (IntCond::Sge, Opnd::Imm(1)) => Op::Bgtz,
        _ => return None,
    })
}

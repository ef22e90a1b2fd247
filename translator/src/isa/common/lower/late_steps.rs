//! Steps of loops that are made last in their block, behind the comparison that its branch asks for: the phi that a step gives its next
//! value has been read for the last time then, and both are one register.
//!
//! In: blocks as they are lowered, instruction by instruction. Out: their additions of constants to phis behind the branch, which nobody
//! else asks for, between comparison and branch, if something behind them reads the phi. Only where an addition keeps what the comparison
//! left, and the branch does not itself read the phi.

use super::operations::WordCode;
use super::values::ValueCode;
use super::{Backend, Lower};
use crate::analysis::Uses;
use crate::ice::{BinOp, Block, Function, Inst, InstData, Type, ValueDef};
use crate::options::Pass;

/// Whether an instruction adds a constant to a phi behind the branch that ends its block, to be that phi's next value and nothing else.
#[inline]
pub(in crate::isa) fn is_step(func: &Function, uses: &Uses, block: Block, inst: Inst) -> bool {
    let InstData::Binary { op: BinOp::Add, lhs, rhs } = *func.inst(inst) else { return false };
    let Some(ValueDef::Inst(phi)) = func.def(lhs) else { return false };
    let InstData::Phi { args } = *func.inst(phi) else { return false };
    func.result(inst).is_some_and(|sum| {
        // With parallel edges the phi has the value twice, and it is not used once.
        (uses.is_single(sum) || fault!(LateStepsSecondUse))
            && func.ty(sum) == Type::I32
            && func.int_const(rhs).is_some()
            && func.phi_args(args).iter().any(|arg| arg.block == block && arg.value == sum)
            && is_behind_branch(func, block, func.inst_block(phi))
    })
}

fn is_behind_branch(func: &Function, block: Block, home: Option<Block>) -> bool {
    match func.last_inst(block).map(|last| func.inst(last)) {
        Some(&InstData::CondBr { on_true, on_false, .. }) => home == Some(on_true) || home == Some(on_false),
        _ => false,
    }
}

/// How many instructions are looked at for one that reads a phi.
const MAX_BEHIND: usize = 32;

/// Whether anything behind a step in its block, or the comparison that its branch is likely to make, reads its phi.
fn is_read_behind(func: &Function, step: Inst) -> bool {
    let InstData::Binary { lhs: phi, .. } = *func.inst(step) else { return false };
    let reads = |inst: Inst| {
        let mut reads = false;
        func.visit_operands(inst, |value| reads |= value == phi);
        reads
    };
    let decides = |inst: Inst| match *func.inst(inst) {
        InstData::CondBr { cond, .. } => matches!(func.def(cond), Some(ValueDef::Inst(compare)) if reads(compare)),
        _ => false,
    };
    let behind = std::iter::successors(func.next_inst(step), |&inst| func.next_inst(inst));
    behind.take(MAX_BEHIND).any(|inst| reads(inst) || decides(inst))
}

impl<B: Backend> Lower<'_, B>
where
    Self: WordCode + ValueCode<B>,
{
    /// Whether an instruction is such a step, and left for the end of its block.
    #[inline]
    pub(in crate::isa) fn is_left_for_last(&mut self, block: Block, inst: Inst) -> bool {
        let is_late = self.carries_on_edges
            && is_step(self.func, &self.scratch.uses, block, inst)
            && is_read_behind(self.func, inst)
            && self.fuel.spend(Pass::LateSteps, self.module, self.func, inst);
        if is_late {
            self.scratch.late_steps.push(inst);
        }
        is_late
    }

    /// What stands between the comparison that decides a branch and its jumps, and leaves the flags alone: the steps that were left for the
    /// end of the block, and its copies for phis that come here.
    pub(in crate::isa) fn before_jumps(&mut self) {
        if let Some(block) = self.copies_for.take() {
            self.phi_copies(block);
        }
        let mut steps = std::mem::take(&mut self.scratch.late_steps);
        for step in steps.drain(..) {
            if let (InstData::Binary { op, lhs, rhs }, Some(sum)) = (*self.func.inst(step), self.func.result(step)) {
                self.word_binary(sum, Type::I32, op, lhs, rhs);
            }
        }
        self.scratch.late_steps = steps;
    }
}

//! The moves of the edge that closes a loop, before the loop's first block: the branch at its end then goes to them, and they fall into the
//! block, in place of a jump behind the moves in each round. What falls into the block from above jumps over them, once.
//!
//! In: a label that is about to be bound. Out: the moves before it, if one branch alone goes back to it, the moves do something and must not
//! come before that branch ([`early`](super::early)).

use super::{Detour, Rewriting, What};
use crate::lir::{Flow, FlowInst, Label, Mover};
use crate::liveness::Run;
use crate::options::Pass;

impl<M: Mover, P: FnMut(Pass, What<'_, M::Inst>) -> bool> Rewriting<'_, M, P> {
    /// Puts the moves of the edge back to a label before it, if that is worth it.
    pub(super) fn turn_loop(&mut self, to: Label) {
        let Some(run) = self.closing_run(to) else { return };
        let what = What::Edge(self.graph.run(run).block, to);
        if !self.has_moves(run, to) || !(self.may)(Pass::Branches, what) {
            return;
        }
        if self.falls_in() && !fault!(BranchesTurnedFalls) {
            self.code.insts.push(M::Inst::jump(to));
        }
        let label = self.detour(run, to);
        let last = self.detours.len() - 1;
        self.detours[last].placed = true;
        self.code.insts.push(M::Inst::bind(label));
        self.moves(run, to);
    }

    /// Whether the moves of an edge stand before the block that it leads to already.
    pub(super) fn is_turned(&self, run: Run, to: Label) -> bool {
        self.turned(run, to).is_some()
    }

    /// Where they begin.
    pub(super) fn turned(&self, run: Run, to: Label) -> Option<Label> {
        let index = self.detour_to[to.as_u32() as usize].checked_sub(1)?;
        let Detour { label, run: from, placed, .. } = self.detours[index as usize];
        (placed && from == run).then_some(if fault!(BranchesTurnedSkips) { to } else { label })
    }

    /// The only run from below that leads to a label, if it does so by one way of a branch that has another, or by the jump behind such a
    /// branch that can be turned round; and if its moves have to come after the branch.
    fn closing_run(&mut self, to: Label) -> Option<Run> {
        let header = self.graph.at_label(to);
        let mut behind = self.graph.preds(header).iter().copied().filter(|&pred| pred >= header);
        let closing = behind.next().filter(|_| behind.next().is_none())?;
        let last = |run: Run| self.old[self.graph.run(run).end as usize - 1];
        let is_branch = |run: Run| last(run).flow() == Flow::Branch;
        let (branch_run, leaving) = if is_branch(closing) {
            let (jump_run, _, other) = self.jump_after(closing)?;
            (closing, (jump_run, other))
        } else {
            let before = Run::from_u32(closing.as_u32().checked_sub(1)?);
            (is_branch(before) && self.jump_after(before)?.0 == closing).then_some(())?;
            last(before).negated()?;
            (before, (before, self.single_target(&last(before))?))
        };
        let branch = last(branch_run);
        (leaving.1 != to && self.early(closing, &branch, to, leaving).is_none()).then_some(closing)
    }
}

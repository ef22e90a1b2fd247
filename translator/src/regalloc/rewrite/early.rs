//! The moves of the edge that closes a loop, made before the branch that takes it: the loop then comes round
//! by that branch alone, and without a jump behind the moves.
//!
//! In: a branch with two ways, of which one closes a loop and has moves. Out: those moves, if no register that they write holds anything
//! that the moves of the other way read, or leave alone where it leads, or is read by the branch. Made in vain where the loop is left:
//! once.

use super::{Rewriting, What};
use crate::lir::{Label, MachInst, Mover, RegMask};
use crate::liveness::Run;
use crate::options::Pass;

impl<M: Mover, P: FnMut(Pass, What<'_, M::Inst>) -> bool> Rewriting<'_, M, P> {
    /// Appends the moves of the edge from a run to `to`, if they may come before the branch that ends it and leaves the loop as well: from
    /// which run, and where to.
    pub(super) fn moves_early(&mut self, run: Run, branch: &M::Inst, to: Label, leaving: (Run, Label)) -> bool {
        let Some(needed) = self.early(run, branch, to, leaving) else { return false };
        let what = What::Edge(self.graph.run(run).block, to);
        if !(self.may)(Pass::Branches, what) {
            return false;
        }
        self.edges.avoided = needed;
        self.moves(run, to);
        self.edges.avoided = RegMask::EMPTY;
        true
    }

    /// Where there are moves that may be made early: the units that they must leave alone on their way.
    pub(super) fn early(&mut self, run: Run, branch: &M::Inst, to: Label, (from, other): (Run, Label)) -> Option<RegMask> {
        // Of two loops that it closes the inner one.
        let closes = self.is_behind(run, to) && (!self.is_behind(run, other) || self.is_before(other, to));
        if to == other || !closes || !self.has_moves(run, to) {
            return None;
        }
        let written = self.edges.written_registers()?;
        let leaving = match self.has_moves(from, other) {
            true if fault!(BranchesEarlyRead) => (self.edges.written(), RegMask::EMPTY),
            true => (self.edges.written(), self.edges.read_units()),
            false => (RegMask::EMPTY, RegMask::EMPTY),
        };
        let read = self.read_by(branch).union(leaving.1);
        // It takes a while to find what is needed behind.
        if !written.intersection(read).is_empty() {
            return None;
        }
        let needed = self.needed_at(other).without(leaving.0).union(read);
        written.intersection(needed).is_empty().then_some(needed)
    }

    /// The units that a branch reads.
    fn read_by(&self, branch: &M::Inst) -> RegMask {
        let mut units = RegMask::EMPTY;
        branch.visit(&self.code.pools, |var, _| {
            let reg = self.code.var(var).reg;
            units = units.union(reg.map_or(RegMask::EMPTY, |reg| self.allocation.table.units[usize::from(reg)]));
        });
        units
    }

    /// The units that hold something where a label is bound.
    fn needed_at(&mut self, label: Label) -> RegMask {
        let run = self.graph.at_label(label);
        let needed = self.edges.entered(self.code, self.graph, self.allocation, run);
        if fault!(BranchesEarlyMoves, !needed.is_empty()) { RegMask::EMPTY } else { needed }
    }
}

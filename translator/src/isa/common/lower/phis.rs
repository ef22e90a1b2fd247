//! Phis: with allocation the allocator is told of them; without, and if they stay in the frame, they are copied, through
//! temporaries if need be, by the plan of [`phi_copies`](super::phi_copies).

use super::values::ValueCode;
use super::{Backend, Lower, block_label, next_var};
use crate::ice::{Block, InstData, Value};
use crate::lir::{EdgeMove, Var};

impl<B: Backend> Lower<'_, B>
where
    Self: ValueCode<B>,
{
    /// At the start of a block: the temporaries of its phis are copied into their results.
    pub(super) fn phi_results(&mut self, block: Block) {
        let func = self.func;
        if self.carries_on_edges {
            self.name_phis(block);
        }
        for inst in func.block_insts(block) {
            let (InstData::Phi { .. }, Some(phi)) = (func.inst(inst), func.result(inst)) else { break };
            let ty = func.ty(phi);
            if !self.is_edge_move(ty) && !self.scratch.phi_copies.is_direct(phi) {
                let temp = self.phi_temp(phi);
                let home = self.home(phi);
                self.copy_home(ty, home, temp);
            }
        }
    }

    /// At the end of a block: the operands of its successors' phis are copied into the phis'
    /// temporaries.
    pub(super) fn phi_copies(&mut self, block: Block) {
        if self.carries_on_edges {
            self.name_edge_moves(block);
        }
        let mut place = self.scratch.phi_copies.of(block);
        while let Some(copy) = self.scratch.phi_copies.next(&mut place) {
            let ty = self.func.ty(copy.phi);
            if !self.is_edge_move(ty) {
                let is_direct = self.scratch.phi_copies.is_direct(copy.phi);
                let dest = if is_direct { self.home(copy.phi) } else { self.phi_temp(copy.phi) };
                if self.for_allocation {
                    self.code.carried.push(dest);
                    if self.is_pair(ty) {
                        self.code.carried.push(next_var(dest));
                    }
                }
                self.copy_value(ty, dest, copy.source);
            }
        }
    }

    /// Tells the allocator which variables a block's phis are.
    fn name_phis(&mut self, block: Block) {
        let func = self.func;
        let mut phis = std::mem::take(&mut self.scratch.phis);
        for inst in func.block_insts(block) {
            let (InstData::Phi { .. }, Some(phi)) = (func.inst(inst), func.result(inst)) else { break };
            let ty = func.ty(phi);
            if self.is_edge_move(ty) {
                let home = self.home(phi);
                phis.push(home);
                if self.is_pair(ty) {
                    phis.push(next_var(home));
                }
            }
        }
        self.code.edges.set_phis(block_label(block), phis.drain(..));
        self.scratch.phis = phis;
    }

    /// Tells the allocator what control carries to phis when it leaves a block.
    fn name_edge_moves(&mut self, block: Block) {
        let mut moves = std::mem::take(&mut self.scratch.edge_moves);
        let mut place = self.scratch.phi_copies.of(block);
        while let Some(copy) = self.scratch.phi_copies.next(&mut place) {
            let ty = self.func.ty(copy.phi);
            if !self.is_edge_move(ty) {
                continue;
            }
            let (to, dest) = (block_label(copy.to), self.home(copy.phi));
            if self.is_pair(ty) {
                let (low, high) = self.pair(copy.source);
                moves.push(EdgeMove { to, dest, source: low.edge_source() });
                moves.push(EdgeMove { to, dest: next_var(dest), source: high.edge_source() });
            } else {
                let source = self.edge_operand(copy.source).edge_source();
                moves.push(EdgeMove { to, dest, source });
            }
        }
        self.code.edges.set_moves(block_label(block), moves.drain(..));
        self.scratch.edge_moves = moves;
    }

    fn phi_temp(&mut self, phi: Value) -> Var {
        let index = phi.local_index().expect("a phi's result is a local value");
        if self.scratch.phi_temps[index] == 0 {
            let var = self.make_home(self.func.ty(phi));
            self.scratch.phi_temps[index] = var.as_u32() + 1;
        }
        Var::from_u32(self.scratch.phi_temps[index] - 1)
    }
}

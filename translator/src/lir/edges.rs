//! Phis of lowered code: the parallel moves that belong to the edges of the control-flow graph.
//!
//! In: the moves of each block, as lowering meets the block's terminator. Out: slices by source
//! block, and by edge. A block of the IR is named by its label. The moves of one edge happen at the
//! same time, when control has left the source block and before it enters the target block;
//! liveness and allocation see them so, and only allocated code gets instructions for them
//! ([SUBZERO-REGALLOC] "Delayed Phi lowering").
//!
//! Complexity: linear in the moves, but for sorting those of a block by where they lead where they
//! come in another order; finding those of an edge takes a binary search, so that a switch with
//! thousands of edges costs little more than thousands of branches.

use super::{Label, Var};
use crate::util::refill;

/// What a phi receives over an edge.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EdgeSource<C> {
    /// The value of a variable.
    Var(Var),
    /// A constant.
    Const(C),
}

/// One phi's share of an edge.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct EdgeMove<C> {
    /// The block that the edge leads to.
    pub to: Label,
    /// The phi.
    pub dest: Var,
    /// What it receives.
    pub source: EdgeSource<C>,
}

/// The moves of a function.
#[derive(Clone, Debug)]
pub struct EdgeMoves<C> {
    moves: Vec<EdgeMove<C>>,
    /// For each block where its moves lie in `moves`.
    spans: Vec<(u32, u32)>,
    /// The phis, by block.
    phis: Vec<Var>,
    /// For each block where its phis lie in `phis`.
    phi_spans: Vec<(u32, u32)>,
}

impl<C> Default for EdgeMoves<C> {
    fn default() -> Self {
        Self { moves: Vec::new(), spans: Vec::new(), phis: Vec::new(), phi_spans: Vec::new() }
    }
}

impl<C: Copy> EdgeMoves<C> {
    /// Empties it, for a function with this many blocks.
    pub fn clear(&mut self, blocks: usize) {
        self.moves.clear();
        self.phis.clear();
        for spans in [&mut self.spans, &mut self.phi_spans] {
            refill(spans, blocks, (0, 0));
        }
    }

    /// Records the phis of a block: the variables that control writes when it enters the block.
    pub fn set_phis(&mut self, block: Label, phis: impl IntoIterator<Item = Var>) {
        let start = self.phis.len() as u32;
        self.phis.extend(phis);
        self.phi_spans[block.as_u32() as usize] = (start, self.phis.len() as u32);
    }

    /// Records what control carries when it leaves a block, for all of the block's edges; parallel
    /// edges share their moves.
    pub fn set_moves(&mut self, from: Label, moves: impl IntoIterator<Item = EdgeMove<C>>) {
        let start = self.moves.len() as u32;
        self.moves.extend(moves);
        // Stable: the moves of an edge keep their order.
        let added = &mut self.moves[start as usize..];
        if !added.is_sorted_by_key(|edge| edge.to) {
            added.sort_by_key(|edge| edge.to);
        }
        self.spans[from.as_u32() as usize] = (start, self.moves.len() as u32);
    }

    /// Whether a label names a block of the IR, as opposed to a place within the code of one.
    pub fn is_block(&self, label: Label) -> bool {
        (label.as_u32() as usize) < self.spans.len()
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        self.spans.len()
    }

    /// The phis of a block; none for a label that is no block.
    pub fn phis(&self, block: Label) -> &[Var] {
        let (start, end) = self.phi_spans.get(block.as_u32() as usize).copied().unwrap_or_default();
        &self.phis[start as usize..end as usize]
    }

    /// The moves of all edges.
    pub fn all(&self) -> &[EdgeMove<C>] {
        &self.moves
    }

    /// The moves of all edges that leave a block, by target.
    pub fn leaving(&self, from: Label) -> &[EdgeMove<C>] {
        let (start, end) = self.spans[from.as_u32() as usize];
        &self.moves[start as usize..end as usize]
    }

    /// The moves of the edges from one block to another.
    pub fn on_edge(&self, from: Label, to: Label) -> impl Iterator<Item = EdgeMove<C>> + '_ {
        let leaving = self.leaving(from);
        let first = leaving.partition_point(|edge| edge.to < to);
        leaving[first..].iter().copied().take_while(move |edge| edge.to == to)
    }
}

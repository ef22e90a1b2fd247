//! The control-flow graph of a function: predecessors and successors of its blocks, which blocks
//! are reachable, reverse postorder.
//!
//! In: a verified function. Out: slices of blocks. Edges count: a conditional branch with equal
//! targets is two edges, and a phi has one operand for each. Blocks that were taken out of the
//! layout have no edges, in either direction. Complexity: linear in blocks and edges.

use crate::ice::{Block, Function};
use crate::util::graph::{DepthFirst, Graph};
use crate::util::refill;

/// A control-flow graph; refill with [`compute`](Self::compute).
#[derive(Clone, Default, Debug)]
pub struct Cfg {
    graph: Graph<Block>,
    search: DepthFirst<Block>,
    rpo_numbers: Vec<u32>,
}

/// The reverse postorder number of an unreachable block.
const UNREACHABLE: u32 = u32::MAX;

impl Cfg {
    /// Makes it the graph of `func`.
    pub fn compute(&mut self, func: &Function) {
        let edges = func.block_order().iter().map(|&block| (block, func.successors(block)));
        self.graph.build(func.block_count(), edges);
        self.search.compute(&self.graph, func.entry());
        refill(&mut self.rpo_numbers, func.block_count(), UNREACHABLE);
        for (number, block) in self.search.reverse_postorder().iter().enumerate() {
            self.rpo_numbers[block.as_u32() as usize] = number as u32;
        }
    }

    /// The source of every incoming edge, by ascending block number; duplicates are consecutive.
    #[inline]
    pub fn preds(&self, block: Block) -> &[Block] {
        self.graph.preds(block)
    }

    /// The target of every outgoing edge, in the order of the terminator's operands.
    #[inline]
    pub fn succs(&self, block: Block) -> &[Block] {
        self.graph.succs(block)
    }

    /// The reachable blocks in reverse postorder: the entry first, and every block after its
    /// predecessors but for edges that close a cycle. Where the graph allows, a block is followed
    /// by its first successor.
    pub fn reverse_postorder(&self) -> &[Block] {
        self.search.reverse_postorder()
    }

    /// A block's position in [`reverse_postorder`](Self::reverse_postorder), or `None` if it is
    /// unreachable.
    #[inline]
    pub fn rpo_number(&self, block: Block) -> Option<u32> {
        Some(self.rpo_numbers[block.as_u32() as usize]).filter(|&number| number != UNREACHABLE)
    }

    /// Number of blocks in the arena, laid out or not; block indices are below it.
    pub fn block_count(&self) -> usize {
        self.graph.nodes()
    }

    /// Whether a path from the entry leads to the block.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.rpo_number(block).is_some()
    }

    /// The graph itself, for algorithms over graphs.
    pub(super) fn graph(&self) -> (&Graph<Block>, &DepthFirst<Block>) {
        (&self.graph, &self.search)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{FunctionBuilder, Linkage, Module, Type};

    /// b0 branches to b1 and b2, which meet in b3; b3 loops to itself or leaves to b4 twice over;
    /// b5 is unreachable and branches to b3.
    fn sample() -> Function {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let entry = b.current();
        let [left, right, head, exit, lost] = [(); 5].map(|()| b.block());
        let cond = b.int(Type::I1, 1);
        b.switch_to(entry);
        b.cond_br(cond, left, right);
        for block in [left, right, lost] {
            b.switch_to(block);
            b.br(head);
        }
        b.switch_to(head);
        let arg = b.arg(0);
        b.switch(arg, exit, &[(1, head), (2, exit)]);
        b.switch_to(exit);
        b.ret(None);
        b.finish()
    }

    fn block(index: u32) -> Block {
        Block::from_u32(index)
    }

    #[test]
    fn edges_follow_the_terminators() {
        let mut cfg = Cfg::default();
        cfg.compute(&sample());
        assert_eq!(cfg.succs(block(3)), [4, 3, 4].map(block));
        assert_eq!(cfg.preds(block(3)), [1, 2, 3, 5].map(block));
        assert_eq!(cfg.preds(block(4)), [3, 3].map(block));
        assert_eq!(cfg.preds(block(0)), []);
        assert_eq!(cfg.reverse_postorder(), [0, 1, 2, 3, 4].map(block));
        assert_eq!(cfg.rpo_number(block(2)), Some(2));
        assert!(!cfg.is_reachable(block(5)));
    }

    #[test]
    fn a_block_out_of_the_layout_is_nobodys_predecessor() {
        let mut func = sample();
        func.set_block_order(&[0, 1, 2, 3, 4].map(block));
        let mut cfg = Cfg::default();
        cfg.compute(&func);
        assert_eq!(cfg.preds(block(3)), [1, 2, 3].map(block));
        assert_eq!(cfg.succs(block(5)), []);
    }

    #[test]
    fn an_empty_body_has_an_empty_graph() {
        let mut cfg = Cfg::default();
        cfg.compute(&sample());
        cfg.compute(&Function::default());
        assert!(cfg.reverse_postorder().is_empty());
    }
}

//! Dominance between blocks: the entry dominates every reachable block; a definition may be used
//! where its block dominates.
//!
//! In: a [`Cfg`]. Out: immediate dominators, and [`Dominators::dominates`] in constant time.
//! Unreachable blocks dominate nothing and are dominated by nothing. The algorithm and its bound
//! are those of [`DomTree`]: O(edges * log blocks) on every graph.

use super::Cfg;
use crate::ice::Block;
use crate::util::dominators::DomTree;

/// The dominator tree of a function's blocks; refill with [`compute`](Self::compute).
#[derive(Clone, Default, Debug)]
pub struct Dominators {
    tree: DomTree<Block>,
}

impl Dominators {
    /// Makes it the tree of the function that `cfg` was computed for.
    pub fn compute(&mut self, cfg: &Cfg) {
        let (graph, search) = cfg.graph();
        self.tree.compute(graph, search);
    }

    /// The immediate dominator; `None` for the entry and for unreachable blocks.
    pub fn idom(&self, block: Block) -> Option<Block> {
        self.tree.idom(block)
    }

    /// Whether every path from the entry to `b` passes through `a`; true for a reachable `a == b`.
    #[inline]
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        self.tree.dominates(a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{FunctionBuilder, Linkage, Module, Type};

    #[test]
    fn a_diamond_is_dominated_by_its_top() {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let top = b.current();
        let [left, right, bottom] = [(); 3].map(|()| b.block());
        let cond = b.int(Type::I1, 0);
        b.cond_br(cond, left, right);
        for side in [left, right] {
            b.switch_to(side);
            b.br(bottom);
        }
        b.switch_to(bottom);
        b.ret(None);
        let (mut cfg, mut dominators) = (Cfg::default(), Dominators::default());
        cfg.compute(&b.finish());
        dominators.compute(&cfg);
        assert_eq!([top, left, right, bottom].map(|block| dominators.idom(block)), [None, Some(top), Some(top), Some(top)]);
        assert!(dominators.dominates(left, left) && !dominators.dominates(left, bottom));
    }
}

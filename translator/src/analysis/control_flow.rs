//! The analyses of a function's control flow, handed from one pass to the next: computed when they
//! are needed, and again only after a pass has changed an edge.
//!
//! In: a function, and word from a pass that changes a terminator or the layout
//! ([`ControlFlow::forget`]). Out: [`Cfg`], [`Dominators`] and [`Loops`] that are right for the
//! function as it is. Nothing checks that word but the tests of the passes, which compute anew.

use super::{Cfg, Dominators, Loops};
use crate::ice::Function;

/// How much is known of the function at hand; each includes those before it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
enum Known {
    #[default]
    Nothing,
    Cfg,
    Dominators,
    Loops,
}

/// See the module. The fields are right after the method that is named after them.
#[derive(Clone, Default, Debug)]
pub struct ControlFlow {
    /// The graph: after any of the methods.
    pub cfg: Cfg,
    /// After [`with_dominators`](Self::with_dominators) and [`with_loops`](Self::with_loops).
    pub dominators: Dominators,
    /// After [`with_loops`](Self::with_loops).
    pub loops: Loops,
    known: Known,
}

impl ControlFlow {
    /// Forgets everything: this is another function, or edges or the layout have changed.
    pub fn forget(&mut self) {
        self.known = Known::Nothing;
    }

    /// Makes sure of the graph.
    pub fn with_cfg(&mut self, func: &Function) {
        if self.known < Known::Cfg {
            self.cfg.compute(func);
            self.known = Known::Cfg;
        }
    }

    /// Makes sure of the graph and of dominance.
    pub fn with_dominators(&mut self, func: &Function) {
        self.with_cfg(func);
        if self.known < Known::Dominators {
            self.dominators.compute(&self.cfg);
            self.known = Known::Dominators;
        }
    }

    /// Makes sure of all of them.
    pub fn with_loops(&mut self, func: &Function) {
        self.with_dominators(func);
        if self.known < Known::Loops {
            self.loops.compute(&self.cfg, &self.dominators);
            self.known = Known::Loops;
        }
    }

    /// Whether what is known of the control flow is what computing it anew gives: for tests.
    #[cfg(test)]
    pub fn is_right(&mut self, func: &Function) -> bool {
        let known = self.known;
        let mut anew = ControlFlow::default();
        match known {
            Known::Nothing => return true,
            Known::Cfg => anew.with_cfg(func),
            Known::Dominators => anew.with_dominators(func),
            Known::Loops => anew.with_loops(func),
        }
        let same_edges = func
            .block_order()
            .iter()
            .all(|&block| anew.cfg.preds(block) == self.cfg.preds(block) && anew.cfg.succs(block) == self.cfg.succs(block));
        let depths = |loops: &Loops| func.block_order().iter().map(|&block| loops.depth(block)).collect::<Vec<_>>();
        same_edges
            && anew.cfg.reverse_postorder() == self.cfg.reverse_postorder()
            && (known < Known::Loops || depths(&anew.loops) == depths(&self.loops))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{FunctionBuilder, Linkage, Module, Type};

    #[test]
    fn what_was_computed_stays_until_it_is_forgotten() {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[]);
        let mut looping = FunctionBuilder::new(&mut module, id);
        let head = looping.block();
        looping.br(head);
        looping.switch_to(head);
        looping.br(head);
        let looping = looping.finish();
        let mut straight = FunctionBuilder::new(&mut module, id);
        straight.ret(None);
        let straight = straight.finish();

        let mut flow = ControlFlow::default();
        flow.with_loops(&looping);
        assert!(flow.is_right(&looping) && flow.loops.depth(head) == 1);
        flow.with_loops(&straight);
        assert!(!flow.is_right(&straight), "it was not told");
        flow.forget();
        assert!(flow.is_right(&straight), "nothing is known");
        flow.with_cfg(&straight);
        flow.with_loops(&straight);
        assert!(flow.is_right(&straight) && flow.loops.is_empty());
    }
}

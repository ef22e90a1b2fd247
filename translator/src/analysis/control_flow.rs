//! The analyses of a function's control flow, handed from one pass to the next: computed when they
//! are needed, and again only after a pass has changed an edge.
//!
//! In: a function, and word from a pass that changes a terminator or the layout
//! ([`ControlFlow::forget`]). Out: [`Cfg`], [`Dominators`] and [`Loops`] that are right for the
//! function as it is, and [`Frequencies`]: estimates, which rest on conditions, too, as these were. In debug builds every use is checked against the function's
//! [`epoch`](Function::epoch), and panics if that word did not come.

use super::{Cfg, Dominators, Frequencies, Loops};
use crate::ice::{Epoch, Function};

/// How much is known of the function at hand; each includes those before it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Known {
    /// Nothing.
    #[default]
    Nothing,
    /// The graph.
    Cfg,
    /// And dominance.
    Dominators,
    /// And loops.
    Loops,
    /// And how often blocks run.
    Frequencies,
}

/// See the module. The fields are right after the method that is named after them.
#[derive(Clone, Default, Debug)]
pub struct ControlFlow {
    /// The graph: after any of the methods.
    pub cfg: Cfg,
    /// After [`with_dominators`](Self::with_dominators) and what follows it.
    pub dominators: Dominators,
    /// After [`with_loops`](Self::with_loops) and [`with_frequencies`](Self::with_frequencies).
    pub loops: Loops,
    /// After [`with_frequencies`](Self::with_frequencies).
    pub frequencies: Frequencies,
    known: Known,
    /// The function's when the graph was computed.
    epoch: Option<Epoch>,
}

impl ControlFlow {
    /// Forgets everything: this is another function, or edges or the layout have changed.
    pub fn forget(&mut self) {
        self.known = Known::Nothing;
    }

    /// How much is known.
    pub fn known(&self) -> Known {
        self.known
    }

    /// Whether what is known is about the function as it is. `true` in builds without debug
    /// assertions, where nobody counts.
    #[inline]
    pub fn is_current(&self, func: &Function) -> bool {
        self.known == Known::Nothing || self.epoch == Some(func.epoch())
    }

    /// Control flow has changed, but so that what is known still holds.
    #[inline]
    pub fn still_describes(&mut self, func: &Function) {
        self.epoch = Some(func.epoch());
    }

    /// Makes sure of the graph.
    ///
    /// # Panics
    /// Here and below, in debug builds: if what is known is about another state of the function.
    pub fn with_cfg(&mut self, func: &Function) {
        debug_assert!(self.is_current(func), "control flow has changed since it was analysed, and nobody said so");
        if self.known < Known::Cfg {
            self.cfg.compute(func);
            self.known = Known::Cfg;
            self.epoch = Some(func.epoch());
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

    /// Makes sure of the graph, of dominance and of loops.
    pub fn with_loops(&mut self, func: &Function) {
        self.with_dominators(func);
        if self.known < Known::Loops {
            self.loops.compute(&self.cfg, &self.dominators);
            self.known = Known::Loops;
        }
    }

    /// Makes sure of all of them.
    pub fn with_frequencies(&mut self, func: &Function) {
        self.with_loops(func);
        if self.known < Known::Frequencies {
            self.frequencies.compute(func, &self.cfg, &self.loops);
            self.known = Known::Frequencies;
        }
    }

    /// Whether what is known of the control flow, but for estimates, is what computing it anew gives: for tests, and for translations that are verified.
    pub fn is_right(&self, func: &Function) -> bool {
        let known = self.known;
        let mut anew = ControlFlow::default();
        match known {
            Known::Nothing => return true,
            Known::Cfg => anew.with_cfg(func),
            Known::Dominators => anew.with_dominators(func),
            Known::Loops | Known::Frequencies => anew.with_loops(func),
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
    use crate::ice::{Block, FunctionBuilder, InstData, Linkage, Module, Type};

    /// A function that loops, and one that does not.
    fn samples() -> [Function; 2] {
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
        [looping, straight.finish()]
    }

    #[test]
    fn what_was_computed_stays_until_it_is_forgotten() {
        let [looping, straight] = samples();
        let mut flow = ControlFlow::default();
        flow.with_loops(&looping);
        flow.with_cfg(&looping);
        assert!(flow.is_right(&looping) && flow.loops.depth(Block::from_u32(1)) == 1);
        assert!(!flow.is_right(&straight), "it was not told");
        flow.forget();
        assert!(flow.is_right(&straight), "nothing is known");
        flow.with_cfg(&straight);
        flow.with_loops(&straight);
        assert!(flow.is_right(&straight) && flow.loops.is_empty());
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic = "control flow has changed since it was analysed"]
    fn a_stale_use_panics() {
        let [mut func, _] = samples();
        let mut flow = ControlFlow::default();
        flow.with_loops(&func);
        let branch = func.last_inst(Block::from_u32(1)).expect("a terminator");
        *func.inst_mut(branch) = InstData::Ret { value: None };
        flow.with_cfg(&func);
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic = "control flow has changed since it was analysed"]
    fn another_function_is_a_stale_use() {
        let [looping, straight] = samples();
        let mut flow = ControlFlow::default();
        flow.with_cfg(&looping);
        flow.with_loops(&straight);
    }

    #[test]
    fn a_change_that_is_vouched_for_is_none() {
        let [mut func, _] = samples();
        let mut flow = ControlFlow::default();
        flow.with_loops(&func);
        let order = func.block_order().to_vec();
        func.set_block_order(&order);
        flow.still_describes(&func);
        flow.with_loops(&func);
        assert!(flow.is_right(&func));
    }
}

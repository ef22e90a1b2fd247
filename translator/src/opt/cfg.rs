//! Control-flow clean-up: unreachable blocks leave the layout, blocks that only follow one another
//! become one, blocks that only branch on are skipped.
//!
//! In: a function. Out: a function in which every laid-out block is reachable, no block with a
//! single successor has a successor with a single predecessor, and no edge leads to a block that
//! only branches on to one without phis. (A block that only branches to one *with* phis stays: the
//! copies for the phis will stand in it.) Phi operands follow the edges. Blocks keep their order.
//!
//! `prune` is also what other passes call after they have taken edges away: it drops the blocks
//! that became unreachable, and the phi operands for edges that no longer exist. Complexity: linear
//! in blocks, edges and phi operands; skipping follows each chain of empty blocks once.

use super::rewrite::Replacements;
use super::{Fuel, IrPass};
use crate::analysis::{Cfg, ControlFlow};
use crate::ice::{Block, BlockCall, Function, Inst, InstData, Module};
use crate::options::Pass;
use crate::util::entity::Entity;
use crate::util::refill;

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct CfgCleanup {
    pruner: Pruner,
    replacements: Replacements,
    /// By block: where a branch to it may go instead.
    forwards: Vec<Option<Block>>,
    /// By block: the one that it became part of. Those are never swallowed themselves.
    merged_into: Vec<Option<Block>>,
}

/// Working memory of [`prune`](Self::prune).
#[derive(Clone, Default, Debug)]
pub struct Pruner {
    /// By block: edges from it that the phi at hand has no operand for yet.
    open: Vec<u32>,
    order: Vec<Block>,
    phis: Vec<Inst>,
}

impl Pruner {
    /// Makes layout and phis agree with the edges again after some were removed. `cfg` is the graph
    /// with the new edges, and has to be computed again if the answer is that a block has gone.
    pub fn prune(&mut self, func: &mut Function, cfg: &Cfg) -> bool {
        self.order.clear();
        self.order.extend(func.block_order().iter().copied().filter(|&block| cfg.is_reachable(block)));
        let dropped = self.order.len() < func.block_order().len();
        if dropped {
            func.set_block_order(&self.order);
        }
        refill(&mut self.open, func.block_count(), 0);
        for index in 0..self.order.len() {
            self.prune_phis(func, cfg, self.order[index]);
        }
        dropped
    }

    fn prune_phis(&mut self, func: &mut Function, cfg: &Cfg, block: Block) {
        self.phis.clear();
        self.phis.extend(func.block_insts(block).take_while(|&inst| func.inst(inst).is_phi()));
        let preds = cfg.preds(block);
        for &phi in &self.phis {
            let InstData::Phi { args } = *func.inst(phi) else { continue };
            let matches = args_match(func.phi_args(args).len(), preds.len(), cfg, preds);
            if matches {
                continue;
            }
            for &pred in preds.iter().filter(|&&pred| cfg.is_reachable(pred)) {
                self.open[pred.index()] += 1;
            }
            let open = &mut self.open;
            func.filter_phi_args(phi, |arg| {
                let open = &mut open[arg.block.index()];
                let keep = *open > 0;
                *open -= u32::from(keep);
                keep.then_some(arg)
            });
            for &pred in preds {
                self.open[pred.index()] = 0;
            }
        }
    }
}

/// Edges are only ever removed, so as many operands as edges means the same edges, unless some come
/// from blocks that just went.
fn args_match(args: usize, edges: usize, cfg: &Cfg, preds: &[Block]) -> bool {
    args == edges && preds.iter().all(|&pred| cfg.is_reachable(pred))
}

impl IrPass for CfgCleanup {
    const PASS: Pass = Pass::Cfg;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        flow.with_cfg(func);
        let mut changed = self.drop_unreachable(flow, module, func, fuel);
        if self.skip_empty(flow, module, func, fuel) {
            changed = true;
            flow.forget();
            flow.with_cfg(func);
            if self.pruner.prune(func, &flow.cfg) {
                flow.forget();
                flow.with_cfg(func);
            }
        }
        if self.merge(flow, module, func, fuel) {
            changed = true;
            flow.forget();
        }
        changed
    }
}

impl CfgCleanup {
    /// All unreachable blocks count as one transformation: they may refer to each other.
    fn drop_unreachable(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        let lost = func.block_order().iter().find(|&&block| !flow.cfg.is_reachable(block));
        let Some(inst) = lost.and_then(|&block| func.first_inst(block)) else { return false };
        if !fuel.spend(Self::PASS, module, func, inst) {
            return false;
        }
        self.pruner.prune(func, &flow.cfg);
        flow.forget();
        flow.with_cfg(func);
        true
    }

    fn skip_empty(&mut self, flow: &ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        self.find_forwards(flow, func);
        let mut changed = false;
        for index in 0..func.block_order().len() {
            let block = func.block_order()[index];
            if !func.successors(block).any(|to| self.forwards[to.index()].is_some()) {
                continue;
            }
            let Some(terminator) = func.last_inst(block) else { continue };
            if !fuel.spend(Self::PASS, module, func, terminator) {
                break;
            }
            let forwards = &self.forwards;
            func.map_successors(block, |to| forwards[to.index()].unwrap_or(to));
            changed = true;
        }
        changed
    }

    /// Finds for each block that only branches to a block without phis the end of the chain of such
    /// blocks. Postorder sees a target before its source; a chain that bites its tail (an empty
    /// endless loop) stops where it is met.
    fn find_forwards(&mut self, flow: &ControlFlow, func: &Function) {
        refill(&mut self.forwards, func.block_count(), None);
        for &block in flow.cfg.reverse_postorder().iter().rev() {
            let Some(first) = func.first_inst(block) else { continue };
            let InstData::Br { target } = *func.inst(first) else { continue };
            let has_phis = func.first_inst(target).is_some_and(|inst| func.inst(inst).is_phi());
            if has_phis && !fault!(CfgForwardsToPhis) || target == block || Some(block) == func.entry() {
                continue;
            }
            let end = self.forwards[target.index()].unwrap_or(target);
            if end != block {
                self.forwards[block.index()] = Some(end);
            }
        }
    }

    /// Appends to a block the one that it leads to, if no other leads there; whether it could be.
    pub fn append(&mut self, func: &mut Function, block: Block) -> bool {
        let mut flow = ControlFlow::default();
        flow.with_cfg(func);
        self.forget_merged(func);
        let Some((terminator, target)) = self.mergeable(&flow, func, block).filter(|_| flow.cfg.is_reachable(block)) else {
            return false;
        };
        self.swallow(func, block, terminator, target);
        self.take_out_merged(func);
        true
    }

    fn merge(&mut self, flow: &ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        self.forget_merged(func);
        let mut changed = false;
        for index in 0..flow.cfg.reverse_postorder().len() {
            let block = flow.cfg.reverse_postorder()[index];
            if self.merged_into[block.index()].is_some() {
                continue;
            }
            // In reverse postorder the block swallows its whole chain before its links are asked
            // about.
            while let Some((terminator, target)) = self.mergeable(flow, func, block) {
                if !fuel.spend(Self::PASS, module, func, terminator) {
                    break;
                }
                self.swallow(func, block, terminator, target);
                changed = true;
            }
        }
        if changed {
            self.take_out_merged(func);
        }
        changed
    }

    fn forget_merged(&mut self, func: &Function) {
        self.replacements.clear();
        refill(&mut self.merged_into, func.block_count(), None);
    }

    /// Takes blocks that were swallowed out of the function.
    fn take_out_merged(&mut self, func: &mut Function) {
        self.replacements.apply(func);
        self.pruner.order.clear();
        let stays = |block: &Block| self.merged_into[block.index()].is_none();
        self.pruner.order.extend(func.block_order().iter().copied().filter(stays));
        func.set_block_order(&self.pruner.order);
        self.rename_preds(func);
    }

    /// The block's branch and its target, if no other block goes there.
    fn mergeable(&self, flow: &ControlFlow, func: &Function, block: Block) -> Option<(Inst, Block)> {
        let terminator = func.last_inst(block)?;
        let InstData::Br { target } = *func.inst(terminator) else { return None };
        (target != block && flow.cfg.preds(target).len() == 1 && self.merged_into[target.index()].is_none())
            .then_some((terminator, target))
    }

    fn swallow(&mut self, func: &mut Function, block: Block, terminator: Inst, target: Block) {
        func.remove_inst(terminator);
        while let Some(phi) = func.first_inst(target).filter(|&inst| func.inst(inst).is_phi()) {
            let InstData::Phi { args } = *func.inst(phi) else { unreachable!("a phi") };
            if let (Some(result), Some(arg)) = (func.result(phi), func.phi_args(args).first()) {
                self.replacements.replace(result, arg.value);
            }
            func.remove_inst(phi);
        }
        if let Some(first) = func.first_inst(target) {
            func.move_tail(first, block);
        }
        self.merged_into[target.index()] = Some(block);
    }

    /// Phi operands from blocks that were swallowed come from the swallower. Once for all: a block
    /// may have many predecessors.
    fn rename_preds(&self, func: &mut Function) {
        for index in 0..func.block_order().len() {
            let mut next = func.first_inst(func.block_order()[index]);
            while let Some(phi) = next.filter(|&inst| func.inst(inst).is_phi()) {
                next = func.next_inst(phi);
                func.filter_phi_args(phi, |arg| {
                    let merged = self.merged_into[arg.block.index()].filter(|_| !fault!(CfgKeepsOldPredecessor));
                    Some(BlockCall { block: merged.unwrap_or(arg.block), ..arg })
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{BinOp, FunctionBuilder, Linkage, Type};
    use proptest::prelude::*;

    fn with_body(build: impl FnOnce(&mut FunctionBuilder<'_>)) -> (Module, Function) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        build(&mut b);
        let func = b.finish();
        (module, func)
    }

    #[test]
    fn a_chain_becomes_one_block() {
        let (module, mut func) = with_body(|b| {
            let mut value = b.arg(0);
            for _ in 0..5 {
                let (from, next) = (b.current(), b.block());
                b.br(next);
                b.switch_to(next);
                let phi = b.phi(Type::I32, &[(from, value)]);
                value = b.binary(BinOp::Add, phi, phi);
            }
            b.ret(Some(value));
        });
        let mut fuel = Fuel::unlimited();
        assert!(CfgCleanup::default().run(&module, &mut func, &mut fuel));
        testing::verify(&module, &func);
        assert_eq!((func.block_order().len(), fuel.spent()), (1, 5));
        assert_eq!(func.block_insts(func.entry().unwrap()).count(), 6);
        assert!(!CfgCleanup::default().run(&module, &mut func, &mut fuel));
    }

    #[test]
    fn unreachable_blocks_take_their_phi_operands_along() {
        let (module, mut func) = with_body(|b| {
            let (entry, join, lost) = (b.current(), b.block(), b.block());
            let (arg, cond) = (b.arg(0), b.undef(Type::I1));
            b.cond_br(cond, join, join);
            b.switch_to(join);
            let phi = b.phi(Type::I32, &[(entry, arg), (lost, arg), (entry, arg)]);
            b.ret(Some(phi));
            b.switch_to(lost);
            b.br(join);
        });
        assert!(CfgCleanup::default().run(&module, &mut func, &mut Fuel::unlimited()));
        testing::verify(&module, &func);
        assert_eq!(func.block_order().len(), 2);
    }

    #[test]
    fn an_empty_endless_loop_stays() {
        let (module, mut func) = with_body(|b| {
            let (one, two) = (b.block(), b.block());
            b.br(one);
            b.switch_to(one);
            b.br(two);
            b.switch_to(two);
            b.br(one);
        });
        CfgCleanup::default().run(&module, &mut func, &mut Fuel::unlimited());
        testing::verify(&module, &func);
        assert_eq!(func.block_order().len(), 2);
    }

    proptest! {
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = CfgCleanup::default();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

//! Short-circuit evaluation: a branch on `a or b` leaves as soon as `a` decides it, and `b` is only
//! computed if it does not (`-enable-sc=0`: always).
//!
//! In: a function. Out: blocks that end in a branch on an `or` or `and` of truth values are split
//! behind the definition of the operand that is known first:
//!
//! ```text
//! N: a = …                  N:  a = …
//!    b = …                      br a, X, N'
//!    t = or a, b       ►    N': b = …
//!    br t, X, Y                 br b, X, Y
//! ```
//!
//! and for `and` with an early branch to Y where `a` is false. What moves into the new block is
//! executed less often, so it may not have an effect, and nothing but the new block may use
//! it: the walk backwards from the branch stops at the first instruction that has one, leaves those
//! whose result is used elsewhere in `N`, and nothing happens unless it has passed the definition of
//! `b`. Chains are taken apart one by one.
//!
//! The branch may read an unspecified `a` that did not matter before. Both ways are right then: if
//! `a or b` is known although `a` is not, `b` is true, and both lead to X.
//!
//! Phis of the early target get one more operand, a copy of the list; it is left alone where it has
//! more than [`MAX_PHI_ARGS`]. The walk looks at [`MAX_SECTION`] instructions. With these bounds
//! the pass is linear, but for the phis of the other target: a split renames an edge in all their
//! operands.
//!
//! Source: [SUBZERO-DESIGN] "Short circuit evaluation".

use super::facts::effects;
use super::{Fuel, IrPass};
use crate::analysis::{ControlFlow, Uses};
use crate::ice::{BinOp, Block, BlockCall, Function, Inst, InstData, Module, Type, Value, ValueDef};
use crate::options::Pass;
use crate::util::entity::Entity;
use crate::util::refill;

/// The most instructions that are moved behind an early branch.
pub const MAX_SECTION: usize = 64;

/// The most operands that a phi of the early target may have.
pub const MAX_PHI_ARGS: usize = 64;

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct ShortCircuit {
    uses: Uses,
    /// By value: its uses that the walk has seen. Zero between walks.
    seen: Vec<u32>,
    touched: Vec<Value>,
    /// What stands behind the first instruction that moves and does not, last first.
    stays: Vec<Inst>,
    work: Vec<Block>,
    args: Vec<BlockCall>,
    /// By block: the one that was split off its end.
    split_off: Vec<Option<Block>>,
    order: Vec<Block>,
}

/// A block that can be split.
struct Plan {
    /// The first instruction that moves.
    start: Inst,
    /// The `or` or `and`.
    logic: Inst,
    op: BinOp,
    /// The operand that is known before `start`, and the other one.
    early: Value,
    late: Value,
    on_true: Block,
    on_false: Block,
}

impl IrPass for ShortCircuit {
    const PASS: Pass = Pass::ShortCircuit;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        if !func.block_order().iter().any(|&block| decides_by_logic(func, block)) {
            return false;
        }
        self.uses.compute(func);
        refill(&mut self.seen, func.value_count(), 0);
        self.split_off.clear();
        self.work.clear();
        self.work.extend(func.block_order().iter().copied().filter(|&block| decides_by_logic(func, block)));
        let mut changed = false;
        while let Some(block) = self.work.pop() {
            let plan = self.plan(module, func, block);
            for value in self.touched.drain(..) {
                self.seen[value.local_index().unwrap_or(0)] = 0;
            }
            let Some(plan) = plan else { continue };
            if !fuel.spend(Self::PASS, module, func, plan.logic) {
                break;
            }
            let rest = self.split(func, block, plan);
            self.work.extend([block, rest]);
            changed = true;
        }
        if changed {
            self.lay_out(func);
            flow.forget();
        }
        changed
    }
}

/// Whether a block ends in a branch on an `and` or `or`.
fn decides_by_logic(func: &Function, block: Block) -> bool {
    let Some(InstData::CondBr { cond, .. }) = func.last_inst(block).map(|last| *func.inst(last)) else { return false };
    let Some(ValueDef::Inst(logic)) = func.def(cond) else { return false };
    matches!(func.inst(logic), InstData::Binary { op: BinOp::And | BinOp::Or, .. })
}

impl ShortCircuit {
    fn plan(&mut self, module: &Module, func: &Function, block: Block) -> Option<Plan> {
        let terminator = func.last_inst(block)?;
        let InstData::CondBr { cond, on_true, on_false } = *func.inst(terminator) else { return None };
        let logic = made_in(func, block, cond)?;
        let InstData::Binary { op: op @ (BinOp::And | BinOp::Or), lhs, rhs } = *func.inst(logic) else { return None };
        let early_target = if op == BinOp::Or { on_true } else { on_false };
        if on_true == on_false || lhs == rhs || !self.uses.is_single(cond) || !has_short_phis(func, early_target) {
            return None;
        }
        let (start, late) = self.find_section(module, func, terminator, [lhs, rhs])?;
        let early = if late == lhs { rhs } else { lhs };
        Some(Plan { start, logic, op, early, late, on_true, on_false })
    }

    /// Walks back from a branch over what may be skipped. The result is where that begins and which
    /// of the two operands is made in it; the walk ends before it comes to the other one. What stands there and is used elsewhere is
    /// on the list of what stays.
    fn find_section(&mut self, module: &Module, func: &Function, branch: Inst, operands: [Value; 2]) -> Option<(Inst, Value)> {
        self.see_operands(func, branch);
        self.stays.clear();
        let (mut late, mut start, mut staying) = (None, None, 0);
        let mut next = func.prev_inst(branch);
        for _ in 0..MAX_SECTION {
            let Some((inst, result)) = next.and_then(|inst| Some((inst, movable(module, func, inst)?))) else { break };
            next = func.prev_inst(inst);
            if !self.is_skipped(result) {
                self.stays.push(inst);
                continue;
            }
            if operands.contains(&result) {
                if late.is_some() {
                    break;
                }
                late = Some(result);
            }
            self.see_operands(func, inst);
            start = Some(inst);
            staying = self.stays.len();
        }
        self.stays.truncate(staying);
        start.zip(late)
    }

    fn see_operands(&mut self, func: &Function, inst: Inst) {
        func.visit_operands(inst, |operand| {
            if let Some(index) = operand.local_index() {
                self.seen[index] += 1;
                self.touched.push(operand);
            }
        });
    }

    /// Whether all uses of a value were seen, in what moves.
    fn is_skipped(&self, result: Value) -> bool {
        let seen = result.local_index().map_or(0, |index| self.seen[index]);
        seen == self.uses.count(result)
    }

    /// Carries a plan out; returns the new block. No use count changes but that of the result which
    /// goes.
    fn split(&mut self, func: &mut Function, block: Block, plan: Plan) -> Block {
        let Plan { start, logic, op, early, late, on_true, on_false } = plan;
        let rest = func.append_block();
        // The logic stands behind what makes its operands, so it is not the start.
        func.remove_inst(logic);
        // It uses nothing that moves.
        for &inst in self.stays.iter().rev() {
            func.move_inst_before(inst, start);
        }
        func.move_tail(start, rest);
        if let Some(InstData::CondBr { cond, .. }) = func.last_inst(rest).map(|inst| func.inst_mut(inst)) {
            *cond = late;
        }
        let (early_target, other) = if op == BinOp::Or { (on_true, on_false) } else { (on_false, on_true) };
        let branch = match op {
            BinOp::Or => InstData::CondBr { cond: early, on_true, on_false: rest },
            _ => InstData::CondBr { cond: early, on_true: rest, on_false },
        };
        func.append_inst(block, branch, Type::Void);
        func.rename_phi_pred(other, block, rest);
        self.add_phi_edge(func, early_target, block, rest);
        self.split_off.resize(func.block_count(), None);
        // The block may have been split before; what comes off now stands before that.
        self.split_off[rest.index()] = self.split_off[block.index()].replace(rest);
        rest
    }

    /// The phis of `target` get for the edge from `new` what they have for the edge from `old`.
    fn add_phi_edge(&mut self, func: &mut Function, target: Block, old: Block, new: Block) {
        let mut next = func.first_inst(target);
        while let Some(phi) = next {
            next = func.next_inst(phi);
            let InstData::Phi { args } = *func.inst(phi) else { break };
            self.args.clear();
            self.args.extend_from_slice(func.phi_args(args));
            let value = self.args.iter().find(|arg| arg.block == old).map(|arg| arg.value);
            self.args.extend(value.map(|value| BlockCall { block: new, value }));
            let args = func.make_phi_args(&self.args);
            *func.inst_mut(phi) = InstData::Phi { args };
        }
    }

    /// Puts each new block behind the one that it was split off.
    fn lay_out(&mut self, func: &mut Function) {
        let is_new = |block: &Block| block.index() >= self.split_off.len();
        debug_assert!(!func.block_order().iter().any(is_new));
        self.order.clear();
        let old = func.block_count() - self.split_off.iter().flatten().count();
        for &block in func.block_order().iter().filter(|block| block.index() < old) {
            let mut next = Some(block);
            while let Some(block) = next {
                self.order.push(block);
                next = self.split_off[block.index()];
            }
        }
        func.set_block_order(&self.order);
    }
}

/// The result of an instruction without an effect, which may stand behind others.
fn movable(module: &Module, func: &Function, inst: Inst) -> Option<Value> {
    let is_fixed = matches!(func.inst(inst), InstData::Phi { .. } | InstData::Alloca { .. });
    func.result(inst).filter(|_| !is_fixed && effects(module, func, inst).may_delete())
}

/// The instruction of a block that makes a value.
fn made_in(func: &Function, block: Block, value: Value) -> Option<Inst> {
    match func.def(value)? {
        ValueDef::Inst(inst) => (func.inst_block(inst) == Some(block)).then_some(inst),
        _ => None,
    }
}

fn has_short_phis(func: &Function, block: Block) -> bool {
    let mut phis = func.block_insts(block).map_while(|inst| match *func.inst(inst) {
        InstData::Phi { args } => Some(args),
        _ => None,
    });
    phis.all(|args| func.phi_args(args).len() <= MAX_PHI_ARGS)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{FunctionBuilder, IntCond, Linkage, print};
    use proptest::prelude::*;

    /// `f(i32, i32)`: the entry branches on what `condition` makes to one of two blocks that meet
    /// in a phi.
    fn branch(condition: impl FnOnce(&mut FunctionBuilder<'_>) -> Value) -> (Module, Function) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, side, join) = (b.current(), b.block(), b.block());
        let (one, two) = (b.i32(1), b.i32(2));
        let cond = condition(&mut b);
        b.cond_br(cond, join, side);
        b.switch_to(side);
        b.br(join);
        b.switch_to(join);
        let phi = b.phi(Type::I32, &[(entry, one), (side, two)]);
        b.ret(Some(phi));
        let func = b.finish();
        testing::verify(&module, &func);
        (module, func)
    }

    fn run(module: &Module, func: &mut Function) -> u64 {
        let mut fuel = Fuel::unlimited();
        ShortCircuit::default().run(module, func, &mut fuel);
        testing::verify(module, func);
        fuel.spent()
    }

    fn test_bit(b: &mut FunctionBuilder<'_>, bit: i32) -> Value {
        let (x, mask, zero) = (b.arg(0), b.i32(bit), b.i32(0));
        let masked = b.binary(BinOp::And, x, mask);
        b.icmp(IntCond::Ne, masked, zero)
    }

    #[test]
    fn a_chain_becomes_a_chain_of_branches() {
        let (module, mut func) = branch(|b| {
            let first = test_bit(b, 1);
            let second = test_bit(b, 2);
            let both = b.binary(BinOp::Or, first, second);
            let third = test_bit(b, 4);
            b.binary(BinOp::And, third, both)
        });
        assert_eq!(run(&module, &mut func), 2);
        let text = print::function(&func, Some(&module)).to_string();
        let order: Vec<_> = func.block_order().iter().map(|block| block.to_string()).collect();
        assert_eq!(order.len(), 5, "{text}");
        assert_eq!(order[0], "b0");
        assert!(func.block_order()[1].index() > 2 && func.block_order()[2].index() > 2, "{text}");
        assert_eq!(run(&module, &mut func), 0);
    }

    #[test]
    fn what_has_an_effect_or_another_use_is_not_skipped() {
        let (module, mut func) = branch(|b| {
            let first = test_bit(b, 1);
            let y = b.arg(1);
            b.store(y, y);
            let second = test_bit(b, 2);
            b.binary(BinOp::Or, first, second)
        });
        // The store stays in front of the early branch.
        assert_eq!(run(&module, &mut func), 1);
        assert_eq!(func.block_insts(func.entry().unwrap()).count(), 4);
        let (module, mut func) = branch(|b| {
            let first = test_bit(b, 1);
            let second = test_bit(b, 2);
            let y = b.arg(1);
            b.load(Type::I32, y);
            b.binary(BinOp::Or, first, second)
        });
        assert_eq!(run(&module, &mut func), 0);
        let (module, mut func) = branch(|b| {
            let first = test_bit(b, 1);
            let second = test_bit(b, 2);
            let either = b.binary(BinOp::Or, first, second);
            let wide = b.cast(crate::ice::CastOp::ZExt, either, Type::I32);
            let y = b.arg(1);
            b.store(wide, y);
            either
        });
        assert_eq!(run(&module, &mut func), 0);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2500, ..ProptestConfig::default() })]
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = ShortCircuit::default();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

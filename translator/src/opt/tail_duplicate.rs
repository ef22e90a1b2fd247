//! Tail duplication and jump threading: small blocks that several ways lead to are there once for each way where that saves a jump
//! or a test.
//!
//! In: a function. Out: the same with some blocks copied into those that jump to them:
//! - a block that returns, into all but one of those that only jump to it: each returns where it stands;
//! - a block whose branch is decided by where control comes from, as one of its phis is a constant there, into the ones it is so for:
//!   they go on where the branch would go.
//!
//! A block is copied only if what it computes is used by itself and by phis that it leads to: no other phi has to be made, and
//! nothing else changes. It has to be small ([`MAX_INSTS`]), no loop's header, and what it leads to none of a loop that it is in: loops
//! keep their shape. The copies of one block are at most [`MAX_COPIES`].
//!
//! Blocks that nothing leads to any more are `cfg`'s to remove. Linear in the function, times [`MAX_COPIES`].
//!
//! The second is that of Mueller and Whalley ("Avoiding conditional branches by code replication", PLDI 1995); the rules are ours.

use super::facts::effects;
use super::loop_edit::split_edge;
use super::{Fuel, IrPass, fold};
use crate::analysis::ControlFlow;
use crate::ice::{Block, BlockCall, Function, Inst, InstData, Module, Type, Value, ValueDef};
use crate::options::Pass;
use crate::util::entity::Entity;
use crate::util::refill;

/// The most instructions that are copied, without phis and the last one.
pub const MAX_INSTS: usize = 3;

/// The most phis of a block that is copied.
const MAX_PHIS: usize = 4;

/// The most copies of one block.
pub const MAX_COPIES: usize = 8;

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct TailDuplicate {
    /// By block: whether what it computes is used elsewhere, but for phis that it leads to.
    leaks: Vec<bool>,
    /// What the phis and instructions of the block at hand are in the copy.
    copied: Vec<(Value, Value)>,
    /// The blocks to copy one into, and where each goes on.
    copies: Vec<(Block, Option<Block>)>,
    /// The operands of a phi that gets another.
    args: Vec<BlockCall>,
}

impl IrPass for TailDuplicate {
    const PASS: Pass = Pass::TailDuplicate;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        flow.with_loops(func);
        if !flow.cfg.reverse_postorder().iter().any(|&block| is_candidate(flow, module, func, block)) {
            return false;
        }
        self.find_leaks(func);
        let mut changed = false;
        for index in (0..flow.cfg.reverse_postorder().len()).rev() {
            let block = flow.cfg.reverse_postorder()[index];
            if self.leaks[block.index()] || !is_candidate(flow, module, func, block) {
                continue;
            }
            self.find_copies(flow, func, block);
            for index in 0..self.copies.len() {
                let (into, target) = self.copies[index];
                let Some(jump) = func.last_inst(into) else { continue };
                if fuel.spend(Self::PASS, module, func, jump) {
                    self.copy(func, block, into, target);
                    changed = true;
                }
            }
        }
        if changed {
            flow.forget();
        }
        changed
    }
}

/// Whether a block is one that may be copied, but for who uses what it computes.
fn is_candidate(flow: &ControlFlow, module: &Module, func: &Function, block: Block) -> bool {
    if flow.cfg.preds(block).len() < 2 {
        return false;
    }
    let ends_well = match func.last_inst(block).map(|inst| *func.inst(inst)) {
        Some(InstData::Ret { .. }) => true,
        Some(InstData::CondBr { .. } | InstData::Switch { .. }) => is_decided_by_phi(func, block),
        _ => false,
    };
    let is_header = || flow.loops.innermost(block).is_some_and(|which| flow.loops.header(which) == block);
    let (mut phis, mut others) = (0, 0);
    let is_copied = |inst: Inst| match func.inst(inst) {
        InstData::Phi { .. } => {
            phis += 1;
            phis <= MAX_PHIS
        }
        data if data.is_terminator() => true,
        data => {
            others += 1;
            let is_plain =
                effects(module, func, inst).may_merge() || matches!(data, InstData::Load { .. } | InstData::Store { .. });
            others <= MAX_INSTS && is_plain && !matches!(data, InstData::Call { .. })
        }
    };
    ends_well && !is_header() && func.block_insts(block).all(is_copied)
}

/// What a block's branch asks about.
fn asked(func: &Function, block: Block) -> Option<Value> {
    match *func.inst(func.last_inst(block)?) {
        InstData::CondBr { cond, .. } => Some(cond),
        InstData::Switch { value, .. } => Some(value),
        _ => None,
    }
}

/// The block's own phi that a value is, or the comparison of one with a number.
fn is_decided_by_phi(func: &Function, block: Block) -> bool {
    let is_phi = |value: Value| matches!(func.def(value), Some(ValueDef::Inst(inst)) if func.inst(inst).is_phi() && func.inst_block(inst) == Some(block));
    asked(func, block).is_some_and(|value| match func.def(value) {
        Some(ValueDef::Inst(inst)) => match *func.inst(inst) {
            InstData::Icmp { lhs, rhs, .. } => {
                func.inst_block(inst) == Some(block) && is_phi(lhs) && func.int_const(rhs).is_some()
            }
            _ => is_phi(value),
        },
        _ => false,
    })
}

/// What a value of a block is if control comes from a block.
fn value_from(func: &Function, value: Value, block: Block, from: Block) -> Option<u64> {
    let Some(ValueDef::Inst(inst)) = func.def(value) else { return func.int_const(value) };
    match *func.inst(inst) {
        InstData::Phi { args } if func.inst_block(inst) == Some(block) => {
            let arg = func.phi_args(args).iter().find(|arg| arg.block == from)?;
            func.int_const(arg.value)
        }
        InstData::Icmp { cond, lhs, rhs } if func.inst_block(inst) == Some(block) => {
            let (left, right) = (value_from(func, lhs, block, from)?, value_from(func, rhs, block, from)?);
            Some(fold::int_compare(cond, func.ty(lhs), left, right).into())
        }
        _ => None,
    }
}

/// Where a block goes on if control comes from another one, if that says it.
fn goes_to(func: &Function, block: Block, from: Block) -> Option<Block> {
    let known = value_from(func, asked(func, block)?, block, from)?;
    match *func.inst(func.last_inst(block)?) {
        InstData::CondBr { on_true, on_false, .. } => {
            Some(if (known & 1 != 0) ^ fault!(TailDuplicateWay) { on_true } else { on_false })
        }
        InstData::Switch { cases, default, .. } => {
            Some(func.cases(cases).iter().find(|case| case.value == known).map_or(default, |case| case.target))
        }
        _ => None,
    }
}

impl TailDuplicate {
    /// Finds out which blocks compute what others use.
    fn find_leaks(&mut self, func: &Function) {
        refill(&mut self.leaks, func.block_count(), false);
        for &user in func.block_order() {
            for inst in func.block_insts(user) {
                if let InstData::Phi { args } = *func.inst(inst) {
                    func.phi_args(args).iter().for_each(|arg| self.use_of(func, arg.value, arg.block));
                } else {
                    func.visit_operands(inst, |value| self.use_of(func, value, user));
                }
            }
        }
    }

    fn use_of(&mut self, func: &Function, value: Value, user: Block) {
        let Some(ValueDef::Inst(inst)) = func.def(value) else { return };
        if let Some(block) = func.inst_block(inst).filter(|&block| block != user) {
            self.leaks[block.index()] = true;
        }
    }

    /// Finds the blocks to copy one into, from the edges as they are now. The block leads to itself by none of them: it is no loop's
    /// header.
    fn find_copies(&mut self, flow: &ControlFlow, func: &Function, block: Block) {
        self.copies.clear();
        let returns = asked(func, block).is_none();
        for &from in flow.cfg.preds(block) {
            let leads_here = func.successors(from).filter(|&to| to == block).count() == 1;
            if !leads_here || !flow.cfg.is_reachable(from) || self.copies.len() == MAX_COPIES {
                continue;
            }
            if returns {
                if func.successors(from).count() == 1 {
                    self.copies.push((from, None));
                }
            } else if let Some(target) = goes_to(func, block, from) {
                let closes_loop = flow.loops.innermost(target).is_some_and(|which| flow.loops.header(which) == target);
                if !closes_loop {
                    self.copies.push((from, Some(target)));
                }
            }
        }
        // One falls into it.
        if returns {
            self.copies.pop();
        }
    }

    /// Copies a block into one that leads to it, which goes on at `target`, or returns.
    fn copy(&mut self, func: &mut Function, block: Block, from: Block, target: Option<Block>) {
        let into = if func.successors(from).count() == 1 { from } else { split_edge(func, from, block) };
        if let Some(jump) = func.last_inst(into) {
            func.remove_inst(jump);
        }
        // What comes over the edge is used there now, and was used on the edge.
        self.leaks[from.index()] |= into != from;
        self.copied.clear();
        let mut following = func.first_inst(block);
        while let Some(inst) = following {
            following = func.next_inst(inst);
            match *func.inst(inst) {
                InstData::Phi { args } => {
                    let is_asked = |arg: &&BlockCall| (arg.block == into) ^ fault!(TailDuplicatePhi);
                    let arg = func.phi_args(args).iter().find(is_asked).copied();
                    if let (Some(result), Some(arg)) = (func.result(inst), arg) {
                        self.copied.push((result, arg.value));
                    }
                }
                data if data.is_terminator() && target.is_some() => {}
                data => {
                    let ty = func.result(inst).map_or(Type::Void, |result| func.ty(result));
                    let (copy, made) = func.append_inst(into, data, ty);
                    func.map_operands(copy, |operand| self.get(operand));
                    self.copied.extend(func.result(inst).zip(made));
                }
            }
        }
        func.remove_phi_edge(block, into);
        if let Some(target) = target {
            func.append_inst(into, InstData::Br { target }, Type::Void);
            self.enter(func, target, block, into);
        }
    }

    /// What a value is in the copy.
    fn get(&self, value: Value) -> Value {
        self.copied.iter().find(|copied| copied.0 == value).map_or(value, |copied| copied.1)
    }

    /// Gives the phis of a block an operand for an edge that is like that from another one.
    fn enter(&mut self, func: &mut Function, target: Block, like: Block, from: Block) {
        let mut following = func.first_inst(target);
        while let Some(phi) = following.filter(|&inst| func.inst(inst).is_phi()) {
            following = func.next_inst(phi);
            let InstData::Phi { args } = *func.inst(phi) else { continue };
            let Some(arg) = func.phi_args(args).iter().find(|arg| arg.block == like || fault!(TailDuplicateLeaves)).copied()
            else {
                continue;
            };
            self.args.clear();
            self.args.extend_from_slice(func.phi_args(args));
            self.args.push(BlockCall { block: from, value: self.get(arg.value) });
            let args = func.make_phi_args(&self.args);
            *func.inst_mut(phi) = InstData::Phi { args };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{BinOp, FunctionBuilder, IntCond, Linkage};
    use proptest::prelude::*;

    /// Makes `i32 f(i32, i32)`, runs the pass, and compares what it does before and after.
    fn run(build: impl Fn(&mut FunctionBuilder<'_>)) -> (u64, Module, Function) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        build(&mut b);
        let before = b.finish();
        testing::verify(&module, &before);
        let mut func = before.clone();
        let mut fuel = Fuel::unlimited();
        TailDuplicate::default().run(&module, &mut func, &mut fuel);
        testing::verify(&module, &func);
        for args in [[1, 2], [2, 1], [5, 5], [0, u64::from(u32::MAX)]] {
            testing::assert_agree(&before, &func, &args, &"");
        }
        (fuel.spent(), module, func)
    }

    fn branch(b: &mut FunctionBuilder<'_>, cond: IntCond, to: [Block; 2]) {
        let (x, y) = (b.arg(0), b.arg(1));
        let holds = b.icmp(cond, x, y);
        b.cond_br(holds, to[0], to[1]);
    }

    /// Two ways to a block that adds one to what they bring and returns it.
    fn returns(b: &mut FunctionBuilder<'_>, insts: usize) {
        let (left, right, end) = (b.block(), b.block(), b.block());
        branch(b, IntCond::Ult, [left, right]);
        let (x, y) = (b.arg(0), b.arg(1));
        for block in [left, right] {
            b.switch_to(block);
            b.br(end);
        }
        b.switch_to(end);
        let mut value = b.phi(Type::I32, &[(left, x), (right, y)]);
        for _ in 0..insts {
            value = b.binary(BinOp::Add, value, x);
        }
        b.ret(Some(value));
    }

    #[test]
    fn all_but_one_of_those_that_jump_to_a_return_get_their_own() {
        let (spent, _, func) = run(|b| returns(b, MAX_INSTS));
        let is_return = |&&block: &&Block| matches!(func.inst(func.last_inst(block).unwrap()), InstData::Ret { .. });
        assert_eq!((spent, func.block_order().iter().filter(is_return).count()), (1, 2));
        assert_eq!(run(|b| returns(b, MAX_INSTS + 1)).0, 0);
    }

    /// Where it comes from says which way a block goes: not by a comparison that it only passes.
    #[test]
    fn a_branch_that_a_constant_decides_is_not_asked() {
        let threaded = |bound: i32, leaks: bool| {
            run(move |b| {
                let (left, right, join, yes, no) = (b.block(), b.block(), b.block(), b.block(), b.block());
                branch(b, IntCond::Ult, [left, right]);
                let (x, y) = (b.arg(0), b.arg(1));
                for block in [left, right] {
                    b.switch_to(block);
                    b.br(join);
                }
                b.switch_to(join);
                let seven = b.i32(7);
                let phi = b.phi(Type::I32, &[(left, seven), (right, y)]);
                let bound = b.i32(bound);
                let less = b.icmp(IntCond::Ult, phi, bound);
                b.cond_br(less, yes, no);
                b.switch_to(yes);
                let result = b.phi(Type::I32, &[(join, phi)]);
                b.ret(Some(result));
                b.switch_to(no);
                b.ret(Some(if leaks { phi } else { x }));
            })
        };
        let (spent, _, func) = threaded(8, false);
        let entry = func.entry().unwrap();
        let left = func.successors(entry).next().unwrap();
        let yes = func.successors(left).next().unwrap();
        assert_eq!((spent, func.successors(yes).count()), (1, 0), "the left way goes on to a return");
        assert_eq!(threaded(7, false).0, 1);
        assert_eq!(threaded(8, true).0, 0, "the phi would have to be made again where it is used");
    }

    #[test]
    fn a_switch_is_decided_and_a_conditional_way_gets_a_block() {
        let (spent, _, func) = run(|b| {
            let (other, join, one, two) = (b.block(), b.block(), b.block(), b.block());
            let head = b.current();
            branch(b, IntCond::Ult, [join, other]);
            b.switch_to(other);
            let y = b.arg(1);
            b.br(join);
            b.switch_to(join);
            let number = b.i32(2);
            let phi = b.phi(Type::I32, &[(head, number), (other, y)]);
            b.switch(phi, one, &[(2, two)]);
            for (block, result) in [(one, 10), (two, 20)] {
                b.switch_to(block);
                let result = b.i32(result);
                b.ret(Some(result));
            }
        });
        assert_eq!((spent, func.block_order().len()), (1, 6));
    }

    #[test]
    fn loops_keep_their_shape() {
        let (spent, ..) = run(|b| {
            let (head, end) = (b.block(), b.block());
            let (entry, zero, y) = (b.current(), b.i32(0), b.arg(1));
            b.br(head);
            b.switch_to(head);
            let phi = b.phi(Type::I32, &[(entry, zero), (head, y)]);
            let stays = b.icmp(IntCond::Eq, phi, zero);
            b.cond_br(stays, head, end);
            b.switch_to(end);
            b.ret(Some(y));
        });
        assert_eq!(spent, 0);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = TailDuplicate::default();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

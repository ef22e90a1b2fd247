//! Peeling: the first round of a loop stands before it where the other rounds are simpler then.
//!
//! In: a function. Out: the same with a copy of some innermost loops before them, which runs the first round and leads on to the loop, or
//! out of it. Worth it are loops in which
//! - a phi is the same in every round but the first, as what the loop gives it is not changed by the loop: it is no phi any more;
//! - a comparison asks whether a counter is what it starts with, and the loop ends before it is that again
//!   (`ending.rs`): it is decided in both. A counter has as many values as it can step to before the first one comes
//!   back, and the one that ends the loop has met its bound by then.
//!
//! What is used behind the loop is merged in the block that the only exit leads to; loops with several exits are peeled if only
//! phis there use what they make. Loops of more than [`MAX_INSTS`] instructions, or with calls, stay as they are.
//!
//! Linear in the function; new blocks are laid out in a walk each, of at most `MAX_LOOPS` loops.
//!
//! How it is done is ours.

use super::counters::Counter;
use super::ending::Ending;
use super::loop_edit::{Clones, Frame, Innermost, Leaks, is_in, is_outside, lay_out_before, split_edge};
use super::rewrite::Replacements;
use super::{Fuel, IrPass};
use crate::analysis::{ControlFlow, Loop};
use crate::ice::{Block, BlockCall, Function, Inst, InstData, IntCond, Module, SwitchCase, Type, Value, ValueDef};
use crate::options::Pass;
use crate::util::entity::Entity;

/// The largest loop that is peeled, in instructions.
pub const MAX_INSTS: usize = 32;

/// The most loops of a function that are peeled.
const MAX_LOOPS: usize = 16;

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Peel {
    innermost: Innermost,
    clones: Clones,
    /// By block, right for those of the loop at hand: its copy.
    copies: Vec<Option<Block>>,
    leaks: Leaks,
    /// Of the loop at hand: the exits, the comparisons that are decided with what they are in the first round, the values that leak.
    exits: Vec<(Block, Block)>,
    decided: Vec<(Value, bool)>,
    leaking: Vec<Value>,
    /// By local value that leaks from a peeled loop: what it is outside of that one.
    outside: Vec<Option<(Value, Loop)>>,
    replacements: Replacements,
    args: Vec<BlockCall>,
    cases: Vec<SwitchCase>,
    made: Vec<Block>,
    order: Vec<Block>,
}

impl IrPass for Peel {
    const PASS: Pass = Pass::Peel;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        flow.with_loops(func);
        self.innermost.find(flow);
        if self.innermost.loops.is_empty() {
            return false;
        }
        self.leaks.forget();
        self.outside.clear();
        self.replacements.clear();
        let mut peeled = 0;
        for index in 0..self.innermost.loops.len() {
            let Some(frame) = self.find(flow, module, func, self.innermost.loops[index]) else { continue };
            let Some(branch) = func.last_inst(frame.latch).filter(|_| peeled < MAX_LOOPS) else { continue };
            if fuel.spend(Self::PASS, module, func, branch) {
                self.peel(flow, func, frame);
                peeled += 1;
            }
        }
        if peeled > 0 {
            self.replacements.apply(func);
            self.rename_outside(flow, func);
            flow.forget();
        }
        peeled > 0
    }
}

impl Peel {
    /// Whether a loop can be peeled and it is worth it; what is decided, leaks, and where it is left.
    fn find(&mut self, flow: &ControlFlow, module: &Module, func: &Function, which: Loop) -> Option<Frame> {
        let blocks = flow.loops.blocks(which);
        let (mut insts, mut compares) = (0, false);
        for inst in blocks.iter().flat_map(|&block| func.block_insts(block)) {
            insts += 1;
            if insts > MAX_INSTS || !Clones::can_copy(module, func, inst) {
                return None;
            }
            compares |= matches!(func.inst(inst), InstData::Icmp { cond: IntCond::Eq | IntCond::Ne, .. });
        }
        let frame = Frame::find(flow, func, which)?;
        let has_first = func.block_insts(frame.header).any(|phi| is_only_first(flow, func, &frame, phi));
        if !has_first && !compares {
            return None;
        }
        // A copy of another loop may lead here, too, by now.
        let phi = func.first_inst(frame.header).map(|first| *func.inst(first));
        if !matches!(phi, Some(InstData::Phi { args }) if func.phi_args(args).len() == 2) {
            return None;
        }
        frame.find_exits(flow, func, &mut self.exits)?;
        self.leaks.find(flow, func, true);
        self.decided.clear();
        if let Some(ending) = Ending::find(flow, func, &frame).filter(|_| compares) {
            let insts = blocks.iter().flat_map(|&block| func.block_insts(block));
            self.decided.extend(insts.filter_map(|inst| decided(flow, func, &frame, &ending, inst)));
        }
        let Self { decided, leaks, leaking, exits, .. } = self;
        decided.retain(|&(value, _)| !leaks.has(value));
        leaking.clear();
        let made = blocks.iter().flat_map(|&block| func.block_insts(block)).filter_map(|inst| func.result(inst));
        leaking.extend(made.filter(|&value| leaks.has(value)));
        let is_worth_it = has_first || !decided.is_empty();
        (is_worth_it && (leaking.is_empty() || exits.len() == 1)).then_some(frame)
    }

    /// Puts the first round of a loop before it.
    fn peel(&mut self, flow: &ControlFlow, func: &mut Function, frame: Frame) {
        if !self.leaking.is_empty() {
            self.make_exit(flow, func, frame.which);
        }
        self.clones.clear(func);
        self.copies.resize(flow.cfg.block_count(), None);
        self.made.clear();
        for &block in flow.loops.blocks(frame.which) {
            let copy = func.append_block();
            self.copies[block.index()] = Some(copy);
            self.made.push(copy);
        }
        self.begin(func, &frame);
        for &block in flow.loops.blocks(frame.which) {
            self.copy_block(flow, func, &frame, block);
        }
        let Some(latch) = self.copies[frame.latch.index()] else { return };
        let mut following = func.first_inst(frame.header);
        while let Some(phi) = following.filter(|&inst| func.inst(inst).is_phi()) {
            following = func.next_inst(phi);
            let Some(next) = arg_from(func, phi, frame.latch) else { continue };
            let second = self.clones.get(next);
            func.filter_phi_args(phi, |arg| {
                let value = if fault!(PeelAgain) { arg.value } else { second };
                Some(if arg.block == frame.before { BlockCall { block: latch, value } } else { arg })
            });
        }
        for index in 0..self.exits.len() {
            let (from, to) = self.exits[index];
            self.enter(func, from, to);
        }
        self.merge(func, frame.which);
        for &(value, first) in &self.decided {
            let later = func.push_value(Type::I1, ValueDef::Int((!first ^ fault!(PeelDecided)).into()));
            self.replacements.replace(value, later);
        }
        lay_out_before(func, &self.made, frame.header, &mut self.order);
    }

    /// Sees to it that nothing else leads to the block that the only exit leads to. What phis behind it take from the exit leaks, too, then.
    fn make_exit(&mut self, flow: &ControlFlow, func: &mut Function, which: Loop) {
        let (from, to) = self.exits[0];
        if flow.cfg.preds(to).len() == 1 {
            return;
        }
        let block = split_edge(func, from, to);
        lay_out_before(func, &[block], to, &mut self.order);
        self.exits[0].1 = block;
        let Self { leaking, decided, .. } = self;
        for phi in func.block_insts(to).take_while(|&inst| func.inst(inst).is_phi()) {
            let is_new = |value: &Value| !leaking.contains(value) && is_made_in(flow, func, *value, which);
            leaking.extend(arg_from(func, phi, block).filter(is_new));
        }
        decided.retain(|(value, _)| !leaking.contains(value));
    }

    /// Has the block before the loop lead to the copy, in which phis are what they are at first.
    fn begin(&mut self, func: &mut Function, frame: &Frame) {
        let first = self.copies[frame.header.index()];
        func.map_successors(frame.before, |target| first.filter(|_| target == frame.header).unwrap_or(target));
        for phi in func.block_insts(frame.header).take_while(|&inst| func.inst(inst).is_phi()) {
            if let (Some(result), Some(start)) = (func.result(phi), arg_from(func, phi, frame.before)) {
                self.clones.set(result, start);
            }
        }
        for &(value, first) in &self.decided {
            let known = func.push_value(Type::I1, ValueDef::Int(first.into()));
            self.clones.set(value, known);
        }
    }

    fn copy_block(&mut self, flow: &ControlFlow, func: &mut Function, frame: &Frame, block: Block) {
        let Some(copy) = self.copies[block.index()] else { return };
        let mut following = func.first_inst(block);
        while let Some(inst) = following {
            following = func.next_inst(inst);
            match *func.inst(inst) {
                InstData::Phi { .. } if block == frame.header => {}
                InstData::Phi { args } => {
                    self.args.clear();
                    for arg in func.phi_args(args) {
                        let from = self.copies[arg.block.index()].unwrap_or(arg.block);
                        self.args.push(BlockCall { block: from, value: self.clones.get(arg.value) });
                    }
                    let Some(result) = func.result(inst) else { continue };
                    let args = func.make_phi_args(&self.args);
                    let made = func.append_inst(copy, InstData::Phi { args }, func.ty(result)).1;
                    self.clones.set(result, made.expect("a phi has a result"));
                }
                data if data.is_terminator() => self.copy_terminator(flow, func, frame, data, copy),
                _ if func.result(inst).is_some_and(|result| self.decided.iter().any(|&(value, _)| value == result)) => {}
                _ => self.clones.copy(func, inst, copy),
            }
        }
    }

    fn copy_terminator(&mut self, flow: &ControlFlow, func: &mut Function, frame: &Frame, data: InstData, copy: Block) {
        let data = match data {
            InstData::Switch { value, cases, default } => {
                self.cases.clear();
                self.cases.extend_from_slice(func.cases(cases));
                InstData::Switch { value: self.clones.get(value), cases: func.make_cases(&self.cases), default }
            }
            InstData::CondBr { cond, on_true, on_false } => InstData::CondBr { cond: self.clones.get(cond), on_true, on_false },
            other => other,
        };
        func.append_inst(copy, data, Type::Void);
        let copies = &self.copies;
        func.map_successors(copy, |target| {
            let is_copied = target.index() < copies.len() && target != frame.header && flow.loops.contains(frame.which, target);
            if is_copied { copies[target.index()].unwrap_or(target) } else { target }
        });
    }

    /// Gives the phis of a block that a loop is left for an operand from the copy.
    fn enter(&mut self, func: &mut Function, from: Block, to: Block) {
        let Some(copy) = self.copies[from.index()] else { return };
        let mut following = func.first_inst(to);
        while let Some(phi) = following.filter(|&inst| func.inst(inst).is_phi()) {
            following = func.next_inst(phi);
            let (InstData::Phi { args }, Some(value)) = (*func.inst(phi), arg_from(func, phi, from)) else { continue };
            self.args.clear();
            self.args.extend_from_slice(func.phi_args(args));
            self.args.push(BlockCall { block: copy, value: self.clones.get(value) });
            let args = func.make_phi_args(&self.args);
            *func.inst_mut(phi) = InstData::Phi { args };
        }
    }

    /// Merges what is used outside where the only exit leads to.
    fn merge(&mut self, func: &mut Function, which: Loop) {
        for &value in &self.leaking {
            let (from, to) = self.exits[0];
            let (Some(copy), Some(top), Some(index)) = (self.copies[from.index()], func.first_inst(to), value.local_index())
            else {
                continue;
            };
            let args = [BlockCall { block: from, value }, BlockCall { block: copy, value: self.clones.get(value) }];
            let args = func.make_phi_args(&args);
            let (_, merged) = func.insert_before(top, InstData::Phi { args }, func.ty(value));
            if index >= self.outside.len() {
                self.outside.resize(index + 1, None);
            }
            self.outside[index] = merged.map(|merged| (merged, which));
        }
    }

    /// What leaks is used outside as it was merged.
    fn rename_outside(&mut self, flow: &ControlFlow, func: &mut Function) {
        if self.outside.is_empty() {
            return;
        }
        let outside = &self.outside;
        let seen = |value: Value, user: Block| match value.local_index().and_then(|index| outside.get(index)) {
            Some(&Some((merged, which))) if !is_in(flow, which, user) => merged,
            _ => value,
        };
        for index in 0..func.block_order().len() {
            let block = func.block_order()[index];
            let mut following = func.first_inst(block);
            while let Some(inst) = following {
                following = func.next_inst(inst);
                if func.inst(inst).is_phi() {
                    func.filter_phi_args(inst, |arg| Some(BlockCall { value: seen(arg.value, arg.block), ..arg }));
                } else {
                    func.map_operands(inst, |value| seen(value, block));
                }
            }
        }
    }
}

/// What a phi is if control comes from a block.
fn arg_from(func: &Function, phi: Inst, from: Block) -> Option<Value> {
    let InstData::Phi { args } = *func.inst(phi) else { return None };
    func.phi_args(args).iter().find(|arg| arg.block == from).map(|arg| arg.value)
}

/// Whether a loop makes a value.
fn is_made_in(flow: &ControlFlow, func: &Function, value: Value, which: Loop) -> bool {
    matches!(func.def(value), Some(ValueDef::Inst(def)) if func.inst_block(def).is_some_and(|block| is_in(flow, which, block)))
}

/// Whether an instruction is a phi of a loop's header that is the same in all rounds but the first.
fn is_only_first(flow: &ControlFlow, func: &Function, frame: &Frame, phi: Inst) -> bool {
    let (Some(start), Some(next)) = (arg_from(func, phi, frame.before), arg_from(func, phi, frame.latch)) else { return false };
    let is_same = start == next || (func.int_const(start).is_some() && func.int_const(start) == func.int_const(next));
    !is_same && is_outside(flow, func, frame.which, next)
}

/// The result of a comparison that asks whether a counter is what it starts with, and what it is in the first round: in the others it
/// is not.
fn decided(flow: &ControlFlow, func: &Function, frame: &Frame, ending: &Ending, inst: Inst) -> Option<(Value, bool)> {
    let InstData::Icmp { cond, lhs, rhs } = *func.inst(inst) else { return None };
    let is_equal = match cond {
        IntCond::Eq => true,
        IntCond::Ne => false,
        _ => return None,
    };
    let asks = |counted: Value, start: Value| {
        let Some((counter, false)) = Counter::with(flow, func, frame, counted) else { return false };
        let is_start =
            counter.start == start || (func.int_const(start).is_some() && func.int_const(start) == func.int_const(counter.start));
        is_start && counter.values_log2() >= ending.counter.values_log2()
    };
    let result = func.result(inst)?;
    (asks(lhs, rhs) || asks(rhs, lhs)).then_some((result, is_equal ^ fault!(PeelUnequal, !is_equal)))
}

#[cfg(test)]
mod tests;

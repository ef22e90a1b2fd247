//! Deletion of loops: a loop that does nothing, ends for certain, and leaves nothing but what can be said without it, is left out.
//!
//! In: a function. Out: the same without some innermost loops. Such a loop stores nothing, calls nothing, and none of its loads and
//! divisions may trap; it ends whatever its numbers are (`ending.rs`); all its exits lead to one block, with the same values. A value
//! that it makes may be used behind it if it is a counter, and if the only exit is that of a counter that steps by one to its bound:
//! then that one is the bound there, or what it was at first if the first round leaves, and says how many rounds there were.
//!
//! Linear in the function; new blocks are laid out in a walk each, of at most `MAX_LOOPS` loops.
//!
//! How it is done is ours.

use super::counters::{Counter, in_type};
use super::ending::Ending;
use super::facts::effects;
use super::loop_edit::{Frame, Innermost, Leaks, Maker, is_in};
use super::rewrite::Replacements;
use super::{Fuel, IrPass};
use crate::analysis::{ControlFlow, Loop};
use crate::ice::{BinOp, Block, BlockCall, Function, Inst, InstData, IntCond, Module, Type, Value};
use crate::options::Pass;
use crate::util::entity::Entity;
use crate::util::refill;

/// The most loops of a function that are deleted.
const MAX_LOOPS: usize = 64;

/// The most counters that are used behind a loop.
const MAX_FINALS: usize = 4;

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct DeleteLoops {
    innermost: Innermost,
    leaks: Leaks,
    /// The edges that leave the loop at hand.
    exits: Vec<(Block, Block)>,
    /// Counters of the loop at hand that are used behind it: the value, the counter, and whether it is that of the next round.
    finals: Vec<(Value, Counter, bool)>,
    /// By block: whether it was in a loop that is no more.
    gone: Vec<bool>,
    replacements: Replacements,
    order: Vec<Block>,
}

/// A loop that may go.
#[derive(Copy, Clone, Debug)]
struct Idle {
    frame: Frame,
    ending: Ending,
    /// Where it leads.
    to: Block,
}

impl IrPass for DeleteLoops {
    const PASS: Pass = Pass::DeleteLoops;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        flow.with_loops(func);
        self.innermost.find(flow);
        if self.innermost.loops.is_empty() {
            return false;
        }
        self.leaks.forget();
        refill(&mut self.gone, flow.cfg.block_count(), false);
        self.replacements.clear();
        let mut deleted = 0;
        for index in 0..self.innermost.loops.len() {
            let Some(idle) = self.find(flow, module, func, self.innermost.loops[index]) else { continue };
            let Some(branch) = func.last_inst(idle.ending.from).filter(|_| deleted < MAX_LOOPS) else { continue };
            if fuel.spend(Self::PASS, module, func, branch) {
                self.delete(flow, func, idle);
                deleted += 1;
            }
        }
        if deleted > 0 {
            self.replacements.apply(func);
            self.lay_out(func);
            flow.forget();
        }
        deleted > 0
    }
}

impl DeleteLoops {
    /// Whether a loop may go, and what is used behind it.
    fn find(&mut self, flow: &ControlFlow, module: &Module, func: &Function, which: Loop) -> Option<Idle> {
        let does_nothing = |inst: Inst| {
            let is_fault = fault!(DeleteLoopsTraps, matches!(func.inst(inst), InstData::Load { .. }));
            func.inst(inst).is_terminator() || effects(module, func, inst).may_delete() || is_fault
        };
        let blocks = flow.loops.blocks(which);
        if !blocks.iter().all(|&block| func.block_insts(block).all(does_nothing)) {
            return None;
        }
        let frame = Frame::find(flow, func, which)?;
        let to = self.exit(flow, func, &frame)?;
        let ending = Ending::find(flow, func, &frame)?;
        self.leaks.find(flow, func, false);
        self.finals.clear();
        let made = blocks.iter().flat_map(|&block| func.block_insts(block)).filter_map(|inst| func.result(inst));
        for value in made.filter(|&value| self.leaks.has(value)) {
            let (counter, is_next) = Counter::with(flow, func, &frame, value)?;
            let is_known = self.exits.len() == 1 && counter.ty == ending.counter.ty && leads_to_bound(&ending);
            if !is_known || self.finals.len() == MAX_FINALS {
                return None;
            }
            self.finals.push((value, counter, is_next));
        }
        Some(Idle { frame, ending, to })
    }

    /// The block that all exits lead to with the same values.
    fn exit(&mut self, flow: &ControlFlow, func: &Function, frame: &Frame) -> Option<Block> {
        frame.find_exits(flow, func, &mut self.exits)?;
        let &(_, to) = self.exits.first()?;
        // The loop before may be one that is gone.
        if self.gone[frame.before.index()] || self.exits.iter().any(|exit| exit.1 != to) {
            return None;
        }
        let is_same = |phi: Inst| {
            let InstData::Phi { args } = *func.inst(phi) else { return true };
            let mut args = func.phi_args(args).iter().filter(|arg| is_in(flow, frame.which, arg.block));
            let first = args.next();
            args.all(|arg| first.is_some_and(|first| arg.value == first.value))
        };
        func.block_insts(to).take_while(|&inst| func.inst(inst).is_phi()).all(is_same).then_some(to)
    }

    /// Leaves a loop out.
    fn delete(&mut self, flow: &ControlFlow, func: &mut Function, idle: Idle) {
        let Idle { mut frame, ending, to } = idle;
        frame.make_preheader(func, &mut self.order);
        if !self.finals.is_empty() {
            self.make_finals(func, frame.before, &ending);
        }
        let mut following = func.first_inst(to);
        while let Some(phi) = following.filter(|&inst| func.inst(inst).is_phi()) {
            following = func.next_inst(phi);
            let mut is_first = true;
            func.filter_phi_args(phi, |arg| {
                let is_inside = is_in(flow, frame.which, arg.block);
                let stays = !is_inside || std::mem::replace(&mut is_first, false);
                stays.then_some(if is_inside { BlockCall { block: frame.before, ..arg } } else { arg })
            });
        }
        if let Some(last) = func.last_inst(frame.before) {
            *func.inst_mut(last) = InstData::Br { target: to };
        }
        flow.loops.blocks(frame.which).iter().for_each(|block| self.gone[block.index()] = true);
    }

    /// Makes what counters are behind a loop, at the end of the block before it.
    fn make_finals(&mut self, func: &mut Function, before: Block, ending: &Ending) {
        let Ending { counter: Counter { start, step, ty, phi, .. }, compares_next, stays, bound, .. } = *ending;
        let mut maker = Maker::at_end(func, before, ty);
        let last = if stays == IntCond::Ne || fault!(DeleteLoopsEnters) {
            bound
        } else {
            let first = if compares_next { maker.with(BinOp::Add, start, step) } else { start };
            let cond = maker.inst(InstData::Icmp { cond: stays, lhs: first, rhs: bound }, Type::I1);
            maker.inst(InstData::Select { cond, on_true: bound, on_false: first }, ty)
        };
        let last = if compares_next { maker.with(BinOp::Sub, last, step) } else { last };
        let mut rounds = None;
        for &(value, counter, is_next) in &self.finals {
            let mut end = if counter.phi == phi {
                last
            } else {
                let (from, to) = if step == 1 { (start, last) } else { (last, start) };
                let rounds = *rounds.get_or_insert_with(|| maker.binary(BinOp::Sub, to, from));
                let way = maker.with(BinOp::Mul, rounds, counter.step);
                maker.binary(BinOp::Add, counter.start, way)
            };
            if is_next && !fault!(DeleteLoopsCounter) {
                end = maker.with(BinOp::Add, end, counter.step);
            }
            self.replacements.replace(value, end);
        }
    }

    /// Takes out the blocks that are gone.
    fn lay_out(&mut self, func: &mut Function) {
        let Self { gone, order, .. } = self;
        order.clear();
        order.extend(func.block_order().iter().filter(|block| !gone.get(block.index()).is_some_and(|&gone| gone)));
        func.set_block_order(order);
    }
}

/// Whether a counter is its bound when it ends the loop, if the first round does not.
fn leads_to_bound(ending: &Ending) -> bool {
    let Counter { step, ty, .. } = ending.counter;
    let (is_up, is_down) = (step == 1, step == in_type(ty, u64::MAX));
    match ending.stays {
        IntCond::Ne => is_up || is_down,
        IntCond::Ult | IntCond::Slt => is_up,
        IntCond::Ugt | IntCond::Sgt => is_down,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{CastOp, FunctionBuilder, Linkage};
    use proptest::prelude::*;

    /// A loop that counts in 8 bits, and what is used behind it.
    #[derive(Copy, Clone, Debug)]
    struct Counting {
        cond: IntCond,
        step: i64,
        compares_next: bool,
        /// Whether the comparison comes before the step, in a block of its own.
        leaves_first: bool,
        /// The counter, that of the next round, and another one.
        used: [bool; 3],
    }

    fn counting(shape: Counting) -> (Module, Function) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I64, &[Type::I32, Type::I64, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, head, latch, exit) = (b.current(), b.block(), b.block(), b.block());
        let [from, result, to] = [0, 1, 2].map(|index| b.arg(index));
        let [from, to] = [from, to].map(|value| b.cast(CastOp::Trunc, value, Type::I8));
        let [step, three, seven] = [shape.step, 3, 7].map(|bits| b.int(Type::I8, bits));
        b.br(head);
        b.switch_to(head);
        let (i, j) = (b.phi(Type::I8, &[]), b.phi(Type::I8, &[]));
        let body = if shape.leaves_first { latch } else { head };
        let first = shape.leaves_first.then(|| {
            let stays = b.icmp(shape.cond, i, to);
            b.cond_br(stays, latch, exit);
        });
        b.switch_to(body);
        let next = b.binary(BinOp::Add, i, step);
        let next_j = b.binary(BinOp::Sub, j, three);
        match first {
            Some(()) => b.br(head),
            None => {
                let stays = b.icmp(shape.cond, if shape.compares_next { next } else { i }, to);
                b.cond_br(stays, head, exit);
            }
        }
        b.set_phi(i, &[(entry, from), (body, next)]);
        b.set_phi(j, &[(entry, seven), (body, next_j)]);
        b.switch_to(latch);
        if !shape.leaves_first {
            b.br(exit);
        }
        b.switch_to(exit);
        let mut result = result;
        let next = if shape.leaves_first { i } else { next };
        for (value, _) in [i, next, j].into_iter().zip(shape.used).filter(|&(_, used)| used) {
            let wide = b.cast(CastOp::ZExt, value, Type::I64);
            let eleven = b.int(Type::I64, 11);
            let product = b.binary(BinOp::Mul, result, eleven);
            result = b.binary(BinOp::Add, product, wide);
        }
        b.ret(Some(result));
        let func = b.finish();
        testing::verify(&module, &func);
        (module, func)
    }

    #[test]
    fn counters_are_what_they_were_behind_every_loop() {
        let mut deleted = 0;
        for &cond in IntCond::ALL {
            for (step, compares_next) in [1, -1, 2, 3].into_iter().flat_map(|step| [(step, false), (step, true)]) {
                for (used, leaves_first) in [
                    ([false; 3], false),
                    ([true; 3], false),
                    ([false, true, false], false),
                    ([true, false, true], true),
                    ([false; 3], true),
                ] {
                    let shape = Counting { cond, step, compares_next, leaves_first, used };
                    let (module, before) = counting(shape);
                    let mut after = before.clone();
                    deleted += usize::from(DeleteLoops::default().run(&module, &mut after, &mut Fuel::unlimited()));
                    testing::verify(&module, &after);
                    for from in [0u64, 1, 100, 127, 128, 131, 250, 255] {
                        for distance in -40i64..=40 {
                            let args = [from, 5, from.wrapping_add_signed(distance) & 255];
                            testing::assert_agree(&before, &after, &args, &shape);
                        }
                    }
                }
            }
        }
        // What is not used: `eq`, `ne` and four that leave for one number, with odd steps, and `eq` with any. What is: `ne` with steps of
        // one, and the two others that lead to the bound.
        assert_eq!(deleted, 2 * 2 * (6 * 3 + 1) + 2 * 3 * (2 + 2 + 2));
    }

    #[test]
    fn what_may_trap_or_run_for_ever_stays() {
        let run = |cond: IntCond, body: fn(&mut FunctionBuilder<'_>, Value)| {
            let mut module = Module::new();
            let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I32]);
            let mut b = FunctionBuilder::new(&mut module, id);
            let (entry, head, exit) = (b.current(), b.block(), b.block());
            let (zero, one, n) = (b.i32(0), b.i32(1), b.arg(0));
            b.br(head);
            b.switch_to(head);
            let i = b.phi(Type::I32, &[]);
            body(&mut b, i);
            let next = b.binary(BinOp::Add, i, one);
            let more = b.icmp(cond, next, n);
            b.set_phi(i, &[(entry, zero), (head, next)]);
            b.cond_br(more, head, exit);
            b.switch_to(exit);
            b.ret(None);
            let mut func = b.finish();
            DeleteLoops::default().run(&module, &mut func, &mut Fuel::unlimited());
            testing::verify(&module, &func);
            func.block_order().len()
        };
        let seven = |b: &mut FunctionBuilder<'_>, i: Value| {
            let seven = b.i32(7);
            b.binary(BinOp::UDiv, i, seven);
        };
        let unknown = |b: &mut FunctionBuilder<'_>, i: Value| {
            b.binary(BinOp::UDiv, i, i);
        };
        let load = |b: &mut FunctionBuilder<'_>, i: Value| {
            b.load(Type::I32, i);
        };
        assert_eq!(run(IntCond::Slt, seven), 2);
        assert_eq!(run(IntCond::Sle, seven), 3);
        assert_eq!(run(IntCond::Slt, unknown), 3);
        assert_eq!(run(IntCond::Slt, load), 3);
        assert_eq!(run(IntCond::Slt, |b, i| b.store(i, i)), 3);
    }

    #[test]
    fn a_cycle_without_a_header_in_a_loop_may_run_for_ever() {
        for is_cycle in [false, true] {
            let mut module = Module::new();
            let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I1, Type::I1]);
            let mut b = FunctionBuilder::new(&mut module, id);
            let (entry, [head, left, right, latch, exit]) = (b.current(), [(); 5].map(|()| b.block()));
            let (goes_left, goes_on, zero, one, nine) = (b.arg(0), b.arg(1), b.i32(0), b.i32(1), b.i32(9));
            b.br(head);
            b.switch_to(head);
            let i = b.phi(Type::I32, &[]);
            b.cond_br(goes_left, left, right);
            b.switch_to(left);
            b.cond_br(goes_on, right, latch);
            b.switch_to(right);
            b.br(if is_cycle { left } else { latch });
            b.switch_to(latch);
            let next = b.binary(BinOp::Add, i, one);
            b.set_phi(i, &[(entry, zero), (latch, next)]);
            let more = b.icmp(IntCond::Ult, next, nine);
            b.cond_br(more, head, exit);
            b.switch_to(exit);
            b.ret(None);
            let mut func = b.finish();
            testing::verify(&module, &func);
            assert_eq!(DeleteLoops::default().run(&module, &mut func, &mut Fuel::unlimited()), !is_cycle);
            testing::verify(&module, &func);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = DeleteLoops::default();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

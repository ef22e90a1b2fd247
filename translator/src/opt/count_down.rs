//! Loops that count to zero: where a counter goes from anywhere to a bound, and is only added to values that the
//! loop does not change, the loop counts from the difference to zero, and the bound is added to these values before
//! it. The comparison with the bound becomes one with zero, which the addition before it has made already.
//!
//! In: a function. Out: the same with other counters. A counter is a phi of an innermost loop that the loop adds a
//! constant to, and whose next value a comparison for equality decides on going round by. All its users are that
//! addition, that comparison, sums of it and what the loop does not change, and products by a constant of which the
//! same holds: `a + i * c` is `(a + n * c) + (i - n) * c`, as all of it goes round at 32 bits. What any sum is
//! afterwards is what it was. In the block behind the loop, which nobody comes to from it otherwise, the next value is
//! the bound.
//!
//! The rule that it pays by: an instruction a round is saved, and one is spent before the loop for each sum and one
//! for the counter; so there may be `MAX_SUMS` different ones. Linear.

use super::loop_edit::{Frame, Innermost, combine, is_in, is_outside};
use super::{Fuel, IrPass};
use crate::analysis::{ControlFlow, Loop, Uses};
use crate::ice::{BinOp, Block, BlockCall, Function, Inst, InstData, IntCond, Module, Type, Value, ValueDef};
use crate::options::Pass;

/// How many different values may be added to a counter or its multiples.
const MAX_SUMS: usize = 2;

/// The most multiples of a counter that are looked at.
const MAX_MULTIPLES: usize = 4;

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct CountDown {
    /// Whether the target's additions compare their results with zero.
    pub wanted: bool,
    uses: Uses,
    innermost: Innermost,
    /// The multiples of the counter at hand, and their factors.
    multiples: Vec<(Value, u64)>,
    /// The sums of the counter at hand or its multiples: the addition, what it adds, and the factor.
    sums: Vec<(Inst, Value, u64)>,
    /// What was made of what is added, with a factor.
    made: Vec<(Value, u64, Value)>,
    order: Vec<Block>,
}

/// A counter.
#[derive(Copy, Clone, Debug)]
struct Counter {
    phi: Inst,
    start: Value,
    frame: Frame,
    compare: Inst,
    bound: Value,
    /// What the counter is in the next round, and where the comparison leads out of the loop.
    next: Value,
    exit: Block,
}

impl IrPass for CountDown {
    const PASS: Pass = Pass::CountDown;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        if !self.wanted {
            return false;
        }
        flow.with_loops(func);
        self.innermost.find(flow);
        if self.innermost.loops.is_empty() {
            return false;
        }
        self.uses.compute(func);
        let (mut changed, mut splits) = (false, false);
        for index in 0..self.innermost.loops.len() {
            let Some(counter) = self.find(flow, func, self.innermost.loops[index]) else { continue };
            if fuel.spend(Self::PASS, module, func, counter.compare) {
                splits |= self.turn(func, counter);
                changed = true;
            }
        }
        if splits {
            flow.forget();
        }
        changed
    }
}

impl CountDown {
    /// A counter of a loop, with its multiples and sums.
    fn find(&mut self, flow: &ControlFlow, func: &Function, which: Loop) -> Option<Counter> {
        let frame = Frame::find(flow, func, which)?;
        let Frame { header, before, latch, .. } = frame;
        let InstData::CondBr { cond, on_true, on_false } = *func.inst(func.last_inst(latch)?) else { return None };
        let exit = if on_true == header { on_false } else { on_true };
        let Some(ValueDef::Inst(compare)) = func.def(cond) else { return None };
        let InstData::Icmp { cond: IntCond::Eq | IntCond::Ne, lhs: next, rhs: bound } = *func.inst(compare) else { return None };
        let Some(ValueDef::Inst(step)) = func.def(next) else { return None };
        let InstData::Binary { op: BinOp::Add, lhs: value, rhs: by } = *func.inst(step) else { return None };
        let Some(ValueDef::Inst(phi)) = func.def(value) else { return None };
        let is_here =
            [(compare, latch), (step, latch), (phi, header)].iter().all(|&(inst, block)| func.inst_block(inst) == Some(block));
        let InstData::Phi { args } = *func.inst(phi) else { return None };
        let arg = |from: Block| func.phi_args(args).iter().find(|arg| arg.block == from).map(|arg| arg.value);
        let is_counter = is_here
            && func.ty(value) == Type::I32
            && func.int_const(by).is_some()
            && func.int_const(bound) != Some(0)
            && is_outside(flow, func, which, bound)
            && arg(latch) == Some(next);
        if !is_counter || is_in(flow, which, exit) || !self.find_sums(flow, func, which, (value, next), exit) {
            return None;
        }
        Some(Counter { phi, start: arg(before)?, frame, compare, bound, next, exit })
    }

    /// Whether all uses of a counter, and of what it is in the next round, are such that it can count to zero; and the sums among them.
    fn find_sums(
        &mut self,
        flow: &ControlFlow,
        func: &Function,
        which: Loop,
        (value, next): (Value, Value),
        exit: Block,
    ) -> bool {
        self.multiples.clear();
        self.sums.clear();
        // The step, the phi and the comparison.
        let mut left = self.uses.count(value) + self.uses.count(next) - 3;
        for &block in flow.loops.blocks(which) {
            for inst in func.block_insts(block) {
                let InstData::Binary { op, lhs, rhs } = *func.inst(inst) else { continue };
                if func.result(inst) == Some(next) || (![value, next].contains(&lhs) && ![value, next].contains(&rhs)) {
                    continue;
                }
                left -= 1;
                let is_multiple = matches!(op, BinOp::Shl | BinOp::Mul) && [value, next].contains(&lhs);
                match factor_of(func, op, rhs).filter(|_| is_multiple) {
                    Some(factor) if self.multiples.len() < MAX_MULTIPLES => {
                        let Some(result) = func.result(inst) else { return false };
                        self.multiples.push((result, factor));
                    }
                    _ if self.note_sum(flow, func, which, inst, (if [value, next].contains(&lhs) { lhs } else { rhs }, 1)) => {}
                    _ => return false,
                }
            }
        }
        // Behind the loop it is the bound.
        if left > 0 {
            func.block_insts(exit).for_each(|inst| func.visit_operands(inst, |operand| left -= u32::from(operand == next)));
        }
        (left == 0 || fault!(CountDownOtherUses)) && self.find_sums_of_multiples(flow, func, which) && self.are_few()
    }

    fn find_sums_of_multiples(&mut self, flow: &ControlFlow, func: &Function, which: Loop) -> bool {
        if self.multiples.is_empty() {
            return true;
        }
        let mut left: u32 = self.multiples.iter().map(|&(multiple, _)| self.uses.count(multiple)).sum();
        for &block in flow.loops.blocks(which) {
            for inst in func.block_insts(block) {
                let InstData::Binary { lhs, rhs, .. } = *func.inst(inst) else { continue };
                let Some(&multiple) = self.multiples.iter().find(|&&(multiple, _)| multiple == lhs || multiple == rhs) else {
                    continue;
                };
                left -= 1;
                if !self.note_sum(flow, func, which, inst, multiple) {
                    return false;
                }
            }
        }
        left == 0
    }

    /// Notes an instruction that adds to a counter or a multiple of it, which are of the loop; whether that is what it does.
    fn note_sum(
        &mut self,
        flow: &ControlFlow,
        func: &Function,
        which: Loop,
        inst: Inst,
        (multiple, factor): (Value, u64),
    ) -> bool {
        let InstData::Binary { op: BinOp::Add, lhs, rhs } = *func.inst(inst) else { return false };
        let other = if lhs == multiple { rhs } else { lhs };
        self.sums.push((inst, other, factor));
        is_outside(flow, func, which, other)
    }

    /// Whether few enough values are added.
    fn are_few(&mut self) -> bool {
        self.made.clear();
        for &(_, other, factor) in &self.sums {
            if !self.made.iter().any(|&(known, by, _)| (known, by) == (other, factor)) {
                self.made.push((other, factor, other));
            }
        }
        self.made.len() <= MAX_SUMS
    }

    /// Makes a counter count to zero; whether that took a new block.
    fn turn(&mut self, func: &mut Function, counter: Counter) -> bool {
        let Counter { phi, start, mut frame, compare, bound, next, exit } = counter;
        let mut behind = func.first_inst(exit);
        while let Some(inst) = behind {
            func.map_operands(inst, |operand| if operand == next && !fault!(CountDownBehind) { bound } else { operand });
            behind = func.next_inst(inst);
        }
        let splits = frame.make_preheader(func, &mut self.order);
        let from = frame.before;
        let at_end = func.last_inst(from).expect("a terminator");
        let difference = combine(func, at_end, BinOp::Sub, start, bound);
        func.filter_phi_args(phi, |arg| Some(if arg.block == from { BlockCall { value: difference, ..arg } } else { arg }));
        let zero = func.push_value(Type::I32, ValueDef::Int(0));
        func.map_operands(compare, |operand| if operand == bound { zero } else { operand });
        self.made.clear();
        for index in 0..self.sums.len() {
            let (inst, other, factor) = self.sums[index];
            let known = self.made.iter().find(|&&(known, by, _)| (known, by) == (other, factor)).map(|&(.., made)| made);
            let moved = known.unwrap_or_else(|| {
                let factor = if fault!(CountDownFactor) { 1 } else { factor };
                let by = func.push_value(Type::I32, ValueDef::Int(factor));
                let distance = if factor == 1 { bound } else { combine(func, at_end, BinOp::Mul, bound, by) };
                combine(func, at_end, BinOp::Add, other, distance)
            });
            self.made.push((other, factor, moved));
            func.map_operands(inst, |operand| if operand == other { moved } else { operand });
        }
        splits
    }
}

/// What a multiplication or a shift by a constant multiplies by.
fn factor_of(func: &Function, op: BinOp, rhs: Value) -> Option<u64> {
    let bits = func.int_const(rhs)?;
    match op {
        BinOp::Shl => (bits < 32).then(|| 1 << bits),
        _ => Some(bits),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{FunctionBuilder, Linkage};
    use proptest::prelude::*;

    /// Stores a counter's multiple behind an address in each round; `also` reads the counter itself.
    fn sample(also: bool) -> (Module, Function) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I32, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, head, exit) = (b.current(), b.block(), b.block());
        let (place, bound, zero, one, four) = (b.arg(0), b.arg(1), b.i32(0), b.i32(1), b.i32(4));
        b.br(head);
        b.switch_to(head);
        let i = b.phi(Type::I32, &[]);
        let offset = b.binary(BinOp::Mul, i, four);
        let addr = b.binary(BinOp::Add, place, offset);
        b.store(if also { i } else { one }, addr);
        let next = b.binary(BinOp::Add, i, one);
        let more = b.icmp(IntCond::Ne, next, bound);
        b.set_phi(i, &[(entry, zero), (head, next)]);
        b.cond_br(more, head, exit);
        b.switch_to(exit);
        b.ret(None);
        let func = b.finish();
        (module, func)
    }

    fn pass() -> CountDown {
        CountDown { wanted: true, ..CountDown::default() }
    }

    #[test]
    fn a_counter_of_addresses_counts_to_zero() {
        let (module, mut func) = sample(false);
        assert!(pass().run(&module, &mut func, &mut Fuel::unlimited()));
        testing::verify(&module, &func);
        let bounds = func.block_insts(func.block_order()[1]).filter_map(|inst| match *func.inst(inst) {
            InstData::Icmp { rhs, .. } => Some(func.int_const(rhs)),
            _ => None,
        });
        assert_eq!(bounds.collect::<Vec<_>>(), [Some(0)]);
        assert!(!pass().run(&module, &mut func, &mut Fuel::unlimited()), "it does already");
    }

    #[test]
    fn a_counter_that_is_read_itself_stays() {
        let (module, mut func) = sample(true);
        assert!(!pass().run(&module, &mut func, &mut Fuel::unlimited()));
    }

    proptest! {
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = pass();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

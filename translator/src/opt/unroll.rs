//! Loop unrolling: of a loop whose rounds can be counted before it begins, several rounds at a time run
//! without a test between them: as many as [`FACTORS`] has that are not too many instructions.
//!
//! In: a function. Out: the same with a second loop before each loop of one block that ends in the
//! comparison of a counter with a value that the loop does not change. Before both, the number of rounds
//! after which the comparison surely sends control back is computed; the new loop runs the largest
//! multiple of that number that is not above it, and the old one, which stays as it is, runs the rest: one
//! round at least. So nothing is known of the exit, and what is used behind the loop is what it was. Where
//! too few rounds are sure, only the old loop runs.
//!
//! What is sure is in `rounds.rs`. Whether the distance from the counter to the bound is that of
//! enough rounds is asked before anything else is computed; nothing is done if the numbers alone say that it is not.
//!
//! A counter's value in each of the rounds is its value in the first one and a constant: an address takes that
//! in, and no round waits for the last one. Blocks with calls are left alone, and so are those with more than
//! [`MAX_INSTS`] instructions. The rule that it pays by: two or three instructions a round are saved, and
//! three are spent before a short loop, five to eight before a long one.
//!
//! Linear in the function, times the most rounds.
//!
//! Source: [PANDA-IR] "List of the optimizations" names unrolling; how it is done is ours.

use super::counters::{Counter, in_type};
use super::loop_edit::{Clones, Frame, enter_phi, lay_out_before, set_terminator, split_edge};
use super::rounds::{Distance, Rounds};
use super::{Fuel, IrPass};
use crate::analysis::{ControlFlow, Loop};
use crate::ice::{BinOp, Block, BlockCall, Function, Inst, InstData, IntCond, Module, Type, Value, ValueDef};
use crate::options::Pass;

/// How many rounds may become one, most first: powers of two.
pub const FACTORS: [u32; 2] = [4, 2];

/// The most instructions that rounds which become one may have.
const MAX_COPIED: usize = 160;

/// The largest body that is unrolled, in instructions without the phis.
pub const MAX_INSTS: usize = MAX_COPIED / FACTORS[FACTORS.len() - 1] as usize;

/// The fewest rounds for which the new loop is entered, if it has so many at a time.
pub const fn min_rounds(factor: u32) -> u64 {
    factor as u64 + 4
}

/// The most loops of a function that are unrolled.
const MAX_LOOPS: usize = 64;

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Unroll {
    clones: Clones,
    /// Those to look at.
    loops: Vec<Loop>,
    order: Vec<Block>,
    /// The phis of the loop at hand.
    phis: Vec<Phi>,
    /// The operands of a phi that gets others.
    args: Vec<BlockCall>,
}

/// A loop of one block, counted.
#[derive(Copy, Clone, Debug)]
struct Counted {
    frame: Frame,
    rounds: Rounds,
    /// How many rounds become one.
    factor: u32,
}

impl IrPass for Unroll {
    const PASS: Pass = Pass::Unroll;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        flow.with_loops(func);
        self.loops.clear();
        let is_single = |&which: &Loop| flow.loops.blocks(which).len() == 1;
        self.loops.extend(flow.loops.iter().filter(is_single).take(MAX_LOOPS));
        let mut changed = false;
        for index in 0..self.loops.len() {
            let Some(counted) = count(flow, module, func, self.loops[index]) else { continue };
            if func.last_inst(counted.frame.header).is_some_and(|last| fuel.spend(Self::PASS, module, func, last)) {
                self.unroll(flow, func, counted);
                changed = true;
            }
        }
        if changed {
            flow.forget();
        }
        changed
    }
}

/// The loop, which has one block, if its rounds can be counted and it is worth it.
fn count(flow: &ControlFlow, module: &Module, func: &Function, which: Loop) -> Option<Counted> {
    let frame = Frame::find(flow, func, which)?;
    let insts = copied(module, func, frame.header)?;
    let with = |rounds: Rounds| {
        let fits = |factor: u32| factor as usize * insts <= MAX_COPIED && rounds.are_sure(min_rounds(factor));
        let is_worth_it = |&factor: &u32| fits(factor) && !rounds.are_few(func, min_rounds(factor));
        FACTORS.into_iter().find(is_worth_it).map(|factor| Counted { frame, rounds, factor })
    };
    Rounds::of(flow, func, &frame).into_iter().flatten().find_map(with)
}

/// How many instructions a block has besides phis, if they can all be repeated, and are few.
fn copied(module: &Module, func: &Function, block: Block) -> Option<usize> {
    let mut count = 0;
    let can_be = func.block_insts(block).all(|inst| {
        count += usize::from(!func.inst(inst).is_phi());
        count <= MAX_INSTS && Clones::can_copy(module, func, inst)
    });
    can_be.then_some(count)
}

impl Unroll {
    fn unroll(&mut self, flow: &ControlFlow, func: &mut Function, counted: Counted) {
        let Counted { frame, rounds, factor } = counted;
        let header = frame.header;
        // Whether there may be enough rounds is asked first: where there are few, that is all that is lost.
        let outside = split_edge(func, frame.before, header);
        let ready = split_edge(func, outside, header);
        let distance = Distance::make(func, outside, rounds, min_rounds(factor)..=u64::MAX);
        let limit = distance.limit(func, ready, factor);
        let block = func.append_block();
        set_terminator(func, outside, InstData::CondBr { cond: distance.is_far, on_true: ready, on_false: header });
        let holds = distance.holds(func, ready);
        let enters = match holds {
            Some(cond) if !fault!(UnrollEnters) => InstData::CondBr { cond, on_true: block, on_false: header },
            _ => InstData::Br { target: block },
        };
        set_terminator(func, ready, enters);
        let frame = Frame { before: ready, ..frame };
        self.copy_phis(func, header, block);
        let left_out = test_only(func, header);
        for round in 0..factor {
            if round > 0 {
                self.clones.advance();
            }
            self.copy_round(flow, func, &frame, block, round, left_out);
        }
        // The values for the next round are those of the last one.
        for &Phi { phi, start, next, copy } in &self.phis {
            let arg = BlockCall { block, value: self.clones.get(next) };
            let args = func.make_phi_args(&[BlockCall { block: ready, value: start }, arg]);
            *func.inst_mut(copy) = InstData::Phi { args };
            let from_ready = holds.map(|_| BlockCall { block: ready, value: start });
            enter_phi(func, phi, (ready, outside), [from_ready, Some(arg)], &mut self.args);
        }
        let next = self.clones.get(rounds.counter.next);
        let goes_on = InstData::Icmp { cond: IntCond::Ne, lhs: next, rhs: limit };
        let goes_on = func.append_inst(block, goes_on, Type::I1).1.expect("a comparison has a result");
        func.append_inst(block, InstData::CondBr { cond: goes_on, on_true: block, on_false: header }, Type::Void);
        lay_out_before(func, &[outside, ready, block], header, &mut self.order);
    }

    /// Makes the new loop's phis, without operands.
    fn copy_phis(&mut self, func: &mut Function, header: Block, block: Block) {
        self.clones.clear(func);
        self.phis.clear();
        let mut following = func.first_inst(header);
        while let Some(phi) = following.filter(|&inst| func.inst(inst).is_phi()) {
            following = func.next_inst(phi);
            let (InstData::Phi { args }, Some(result)) = (*func.inst(phi), func.result(phi)) else { continue };
            let [first, second] = *func.phi_args(args) else { continue };
            let (start, next) = if first.block == header { (second.value, first.value) } else { (first.value, second.value) };
            let args = func.make_phi_args(&[]);
            let (copy, made) = func.append_inst(block, InstData::Phi { args }, func.ty(result));
            self.phis.push(Phi { phi, start, next, copy });
            self.clones.set_phi(result, next, made.expect("a phi has a result"));
        }
    }

    /// Copies the body, without its branch and the comparison `left_out`. Counters are what they were in the first round, and a constant.
    fn copy_round(
        &mut self,
        flow: &ControlFlow,
        func: &mut Function,
        frame: &Frame,
        block: Block,
        round: u32,
        left_out: Option<Inst>,
    ) {
        let mut following = func.first_inst(frame.header);
        while let Some(inst) = following {
            following = func.next_inst(inst);
            if func.inst(inst).is_phi() || func.inst(inst).is_terminator() || Some(inst) == left_out {
                continue;
            }
            let next =
                func.result(inst).and_then(|result| Counter::with(flow, func, frame, result)).filter(|&(_, is_next)| is_next);
            match next {
                Some((Counter { phi, next, step, ty, .. }, _)) => {
                    let bits =
                        in_type(ty, step.wrapping_mul(u64::from(round) + 1 - u64::from(fault!(UnrollCounter, round == 1))));
                    let rhs = func.push_value(ty, ValueDef::Int(bits));
                    let data = InstData::Binary { op: BinOp::Add, lhs: self.clones.first(phi), rhs };
                    let copy = func.append_inst(block, data, ty).1.expect("a sum has a result");
                    self.clones.set(next, copy);
                }
                None => self.clones.copy(func, inst, block),
            }
        }
    }
}

/// The comparison that a loop of one block goes round by, if no other instruction of the loop reads it: what runs several rounds does not
/// need it, and passes that come before dead code goes would take its operands for needed.
fn test_only(func: &Function, block: Block) -> Option<Inst> {
    let InstData::CondBr { cond, .. } = *func.inst(func.last_inst(block)?) else { return None };
    let Some(ValueDef::Inst(compare)) = func.def(cond) else { return None };
    let mut uses = 0;
    for inst in func.block_insts(block) {
        func.visit_operands(inst, |operand| uses += usize::from(operand == cond));
    }
    (uses == 1).then_some(compare)
}

/// A phi of a loop and its copy.
#[derive(Copy, Clone, Debug)]
struct Phi {
    phi: Inst,
    /// What it is in the first round.
    start: Value,
    /// What it is in the next round.
    next: Value,
    copy: Inst,
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{CastOp, FunctionBuilder, IntCond, Linkage};
    use proptest::prelude::*;

    /// A loop that counts in 8 bits from its first argument to its last, and adds up what it sees.
    #[derive(Copy, Clone, Debug)]
    struct Counting {
        cond: IntCond,
        step: i64,
        compares_next: bool,
        swapped: bool,
        /// How many instructions more it has.
        more: usize,
    }

    fn counting(shape: Counting) -> (Module, Function) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I64, &[Type::I32, Type::I64, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, head, exit) = (b.current(), b.block(), b.block());
        let [from, sum, to] = [0, 1, 2].map(|index| b.arg(index));
        let [from, to] = [from, to].map(|value| b.cast(CastOp::Trunc, value, Type::I8));
        b.br(head);
        b.switch_to(head);
        let (i, acc) = (b.phi(Type::I8, &[]), b.phi(Type::I64, &[]));
        let wide = b.cast(CastOp::ZExt, i, Type::I64);
        let three = b.int(Type::I64, 3);
        let product = b.binary(BinOp::Mul, acc, three);
        let seen = b.binary(BinOp::Add, product, wide);
        let next_acc = (0..shape.more).fold(seen, |seen, _| b.binary(BinOp::Xor, seen, wide));
        let step = b.int(Type::I8, shape.step);
        let next = b.binary(BinOp::Add, i, step);
        let compared = if shape.compares_next { next } else { i };
        let more = match shape.swapped {
            true => b.icmp(shape.cond, to, compared),
            false => b.icmp(shape.cond, compared, to),
        };
        b.set_phi(i, &[(entry, from), (head, next)]);
        b.set_phi(acc, &[(entry, sum), (head, next_acc)]);
        b.cond_br(more, head, exit);
        b.switch_to(exit);
        let wide = b.cast(CastOp::ZExt, next, Type::I64);
        let result = b.binary(BinOp::Xor, next_acc, wide);
        b.ret(Some(result));
        let func = b.finish();
        (module, func)
    }

    #[test]
    fn every_condition_and_step_goes_round_as_often_as_before() {
        let mut unrolled = 0;
        for &cond in IntCond::ALL {
            for (step, (compares_next, swapped, more)) in [1, -1, 2, -4, 3, 64]
                .into_iter()
                .flat_map(|step| [(false, false, 0), (true, false, 45), (true, true, 0)].map(|how| (step, how)))
            {
                let shape = Counting { cond, step, compares_next, swapped, more };
                let (module, before) = counting(shape);
                let mut after = before.clone();
                unrolled += usize::from(Unroll::default().run(&module, &mut after, &mut Fuel::unlimited()));
                testing::verify(&module, &after);
                for from in [0u64, 1, 100, 120, 127, 128, 131, 250, 255] {
                    for distance in -45i64..=45 {
                        let args = [from, 5, from.wrapping_add_signed(distance) & 255];
                        testing::assert_agree(&before, &after, &args, &shape);
                    }
                }
            }
        }
        // `ne` with steps of one; the ordered ones with steps that lead to the bound and are powers of two.
        assert_eq!(unrolled, 3 * 2 + 3 * (4 * 2 + 4 * 2));
    }

    #[test]
    fn rounds_have_no_test_between_them() {
        // The more instructions, the fewer rounds.
        for (more, rounds) in [(0, 4), (34, 4), (35, 2), (74, 2)] {
            let shape = Counting { cond: IntCond::Ult, step: 1, compares_next: true, swapped: false, more };
            let (module, mut func) = counting(shape);
            let mut fuel = Fuel::unlimited();
            assert!(Unroll::default().run(&module, &mut func, &mut fuel));
            assert_eq!((fuel.spent(), func.block_order().len()), (1, 6));
            let multiplications = |&block: &Block| {
                func.block_insts(block).filter(|&inst| matches!(func.inst(inst), InstData::Binary { op: BinOp::Mul, .. })).count()
            };
            assert_eq!(func.block_order().iter().map(multiplications).collect::<Vec<_>>(), [0, 0, 0, rounds, 1, 0]);
        }
        let shape = Counting { cond: IntCond::Ult, step: 1, compares_next: true, swapped: false, more: 75 };
        let (module, mut func) = counting(shape);
        assert!(!Unroll::default().run(&module, &mut func, &mut Fuel::unlimited()));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = Unroll::default();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

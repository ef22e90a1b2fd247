//! How loops end: whether one does for certain, whatever its numbers are.
//!
//! In: a loop with one entry and one edge back, and no cycle within ([`Frame::find_exits`]). Out: a branch of the loop that every round
//! comes by and that leaves it after finitely many of them ([`Ending`]), if there is one.
//!
//! What is sure: a counter that steps by *s* has, as numbers go round, every value that differs from its first one by a multiple of the
//! largest power of two in *s*. So if the values for which the branch leaves are as many as that power, one after the other, the counter
//! meets one of them before its first value comes back: with an odd step a single one is enough. `x < n` and its kin leave for one value at
//! least, the last of the type; of `x <= n` that is only known if *n* is. What LLVM may assume, that no counter goes round, does not hold
//! here.
//!
//! Linear in the blocks of the loop.

use super::counters::Counter;
use super::facts::all_ones;
use super::loop_edit::{Frame, is_in, is_outside};
use crate::analysis::ControlFlow;
use crate::ice::{Block, Function, InstData, IntCond, Type, Value, ValueDef};

/// A branch that leaves a loop after finitely many rounds, if no other one does before.
#[derive(Copy, Clone, Debug)]
pub struct Ending {
    /// Its block.
    pub from: Block,
    pub counter: Counter,
    /// Whether what is compared is the counter of the next round.
    pub compares_next: bool,
    /// The loop goes on while this holds of what is compared and the bound.
    pub stays: IntCond,
    pub bound: Value,
}

impl Ending {
    /// That of a loop, if it is sure to have one.
    pub fn find(flow: &ControlFlow, func: &Function, frame: &Frame) -> Option<Ending> {
        flow.loops.blocks(frame.which).iter().find_map(|&block| Ending::at(flow, func, frame, block))
    }

    fn at(flow: &ControlFlow, func: &Function, frame: &Frame, from: Block) -> Option<Ending> {
        let InstData::CondBr { cond, on_true, on_false } = *func.inst(func.last_inst(from)?) else { return None };
        let stays = is_in(flow, frame.which, on_true);
        if stays == is_in(flow, frame.which, on_false) || !flow.dominators.dominates(from, frame.latch) {
            return None;
        }
        let Some(ValueDef::Inst(compare)) = func.def(cond) else { return None };
        let InstData::Icmp { cond, lhs, rhs } = *func.inst(compare) else { return None };
        // One from outside says the same in every round.
        func.inst_block(compare).filter(|&block| is_in(flow, frame.which, block))?;
        let cond = if stays { cond } else { cond.negate() };
        let of = |compared: Value, bound: Value, stays: IntCond| {
            let (counter, compares_next) = Counter::with(flow, func, frame, compared)?;
            let ending = Ending { from, counter, compares_next, stays, bound };
            (is_outside(flow, func, frame.which, bound) && ending.is_sure(func)).then_some(ending)
        };
        of(lhs, rhs, cond).or_else(|| of(rhs, lhs, cond.swap_operands()))
    }

    /// Whether the counter meets a value that ends it.
    fn is_sure(&self, func: &Function) -> bool {
        let Counter { step, ty, start, .. } = self.counter;
        if step == 0 {
            return false;
        }
        // Values that differ by this are met, and no others.
        let stride = 1 << step.trailing_zeros();
        let meets_bound = || match (func.int_const(start), func.int_const(self.bound)) {
            (Some(start), Some(bound)) => self.stays == IntCond::Ne && bound.wrapping_sub(start) & (stride - 1) == 0,
            _ => false,
        };
        self.leaving(ty, func.int_const(self.bound)).is_some_and(|more| more >= stride - 1) || meets_bound()
    }

    /// How many values end the loop, one after the other, at least: that number less one, or `None` for none.
    fn leaving(&self, ty: Type, bound: Option<u64>) -> Option<u64> {
        let last = all_ones(ty);
        let sign = last ^ (last >> 1);
        // Signed order is that of numbers with the highest bit inverted.
        let bound = match self.stays {
            IntCond::Slt | IntCond::Sle | IntCond::Sgt | IntCond::Sge => bound.map(|bound| bound ^ sign),
            _ => bound,
        };
        match self.stays {
            IntCond::Ne => Some(0),
            IntCond::Eq => last.checked_sub(1),
            IntCond::Ult | IntCond::Slt => Some(bound.map_or(0, |bound| last - bound)),
            IntCond::Ugt | IntCond::Sgt => Some(bound.unwrap_or(0)),
            IntCond::Ule | IntCond::Sle => (last - bound?).checked_sub(1),
            IntCond::Uge | IntCond::Sge => bound?.checked_sub(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{BinOp, FunctionBuilder, Linkage, Module};

    /// Whether a loop that counts in 4 bits, of an i8, is known to end.
    fn is_sure(cond: IntCond, step: i64, start: Option<i64>, bound: Option<i64>) -> bool {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I32, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, head, exit) = (b.current(), b.block(), b.block());
        let [start, bound] = [(start, 0), (bound, 1)].map(|(known, arg)| match known {
            Some(bits) => b.int(Type::I8, bits),
            None => {
                let arg = b.arg(arg);
                b.cast(crate::ice::CastOp::Trunc, arg, Type::I8)
            }
        });
        b.br(head);
        b.switch_to(head);
        let i = b.phi(Type::I8, &[]);
        let by = b.int(Type::I8, step);
        let next = b.binary(BinOp::Add, i, by);
        let more = b.icmp(cond, i, bound);
        b.set_phi(i, &[(entry, start), (head, next)]);
        b.cond_br(more, head, exit);
        b.switch_to(exit);
        b.ret(None);
        let func = b.finish();
        let mut flow = ControlFlow::default();
        flow.with_loops(&func);
        let which = flow.loops.iter().next().expect("a loop");
        let frame = Frame::find(&flow, &func, which).expect("a simple one");
        Ending::find(&flow, &func, &frame).is_some()
    }

    /// Whether it ends from one number.
    fn ends(cond: IntCond, step: i64, start: u8, bound: u8) -> bool {
        let holds = |x: u8| {
            let (s, t) = (x as i8, bound as i8);
            match cond {
                IntCond::Eq => x == bound,
                IntCond::Ne => x != bound,
                IntCond::Ugt => x > bound,
                IntCond::Uge => x >= bound,
                IntCond::Ult => x < bound,
                IntCond::Ule => x <= bound,
                IntCond::Sgt => s > t,
                IntCond::Sge => s >= t,
                IntCond::Slt => s < t,
                IntCond::Sle => s <= t,
            }
        };
        let mut x = start;
        (0..256).any(|_| {
            let leaves = !holds(x);
            x = x.wrapping_add(step as u8);
            leaves
        })
    }

    #[test]
    fn what_is_sure_to_end_does_and_little_else() {
        let numbers = [0u8, 1, 2, 3, 100, 126, 127, 128, 129, 252, 253, 254, 255];
        for &cond in IntCond::ALL {
            for step in [0, 1, -1, 2, 3, -4, 6, 64, -128] {
                let all = |bounds: &[u8]| bounds.iter().all(|&bound| (0..=255).all(|start| ends(cond, step, start, bound)));
                let every: Vec<u8> = (0..=255).collect();
                // What does not change ends no loop, whatever it is.
                let is_exact = |found: bool, expected: bool| found == (expected && step != 0);
                assert!(is_exact(is_sure(cond, step, None, None), all(&every)), "{cond:?} {step}");
                for bound in numbers {
                    assert!(is_exact(is_sure(cond, step, None, Some(bound.into())), all(&[bound])), "{cond:?} {step} {bound}");
                    for start in numbers {
                        let is_sure = is_sure(cond, step, Some(start.into()), Some(bound.into()));
                        assert!(!is_sure || ends(cond, step, start, bound), "{cond:?} {step} {start} {bound}");
                    }
                }
            }
        }
    }
}

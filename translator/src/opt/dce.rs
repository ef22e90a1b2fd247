//! Dead code elimination: deletes every instruction that nothing with an effect depends on.
//!
//! In: a function. Out: the same without dead instructions. Mark and sweep: what has an effect is
//! live, and so is what computes an operand of something live; everything else goes, phis that only
//! feed each other included. Whether an instruction has an effect is [`facts`](super::facts)' to
//! say: dead loads from unknown addresses and dead divisions by unknown divisors stay, because they
//! may trap. Blocks and edges stay, endless loops with them.
//!
//! Instructions in unreachable blocks are treated like all others. Complexity: linear in operands.

use super::facts::effects;
use super::{Fuel, IrPass};
use crate::analysis::ControlFlow;
use crate::ice::{Function, Inst, Module, Value, ValueDef};
use crate::options::Pass;
use crate::util::refill;

/// What is known of an instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum State {
    /// Nobody needs it so far.
    Unknown,
    /// Nobody did when the walk came by.
    Passed,
    Live,
}

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Dce {
    /// By instruction.
    states: Vec<State>,
    /// What was passed and is live after all.
    work: Vec<Inst>,
    /// What was passed, last to first.
    passed: Vec<Inst>,
}

impl IrPass for Dce {
    const PASS: Pass = Pass::Dce;

    fn change(&mut self, _: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        self.run_as(Self::PASS, module, func, fuel, |_, _| false)
    }
}

impl Dce {
    /// Deletes what is dead in the name of a pass; `is_needless` is told of each instruction on the way backwards, and says whether it may
    /// go although it has an effect.
    #[inline]
    pub(super) fn run_as(
        &mut self,
        pass: Pass,
        module: &Module,
        func: &mut Function,
        fuel: &mut Fuel,
        is_needless: impl FnMut(&Function, Inst) -> bool,
    ) -> bool {
        self.mark(module, func, is_needless);
        let (mut changed, mut refused) = (false, false);
        for &inst in &self.passed {
            if self.states[inst.as_u32() as usize] == State::Live {
                continue;
            }
            if fuel.spend(pass, module, func, inst) {
                func.remove_inst(inst);
                changed = true;
            } else {
                refused = true;
            }
        }
        if changed && refused {
            self.mend(func);
        }
        changed
    }

    /// One walk backwards, in which most users come before what they use; what does not, and what it
    /// uses, is followed in the end.
    fn mark(&mut self, module: &Module, func: &Function, mut is_needless: impl FnMut(&Function, Inst) -> bool) {
        let Self { states, work, passed } = self;
        refill(states, func.inst_count(), State::Unknown);
        passed.clear();
        for &block in func.block_order().iter().rev() {
            let mut next = func.last_inst(block);
            while let Some(inst) = next {
                next = func.prev_inst(inst);
                let is_needless = is_needless(func, inst);
                let state = &mut states[inst.as_u32() as usize];
                if *state != State::Live {
                    let may_delete = is_needless
                        || effects(module, func, inst).may_delete()
                        || fault!(DceTrappingLoads, matches!(func.inst(inst), crate::ice::InstData::Load { .. }));
                    if may_delete {
                        *state = State::Passed;
                        passed.push(inst);
                        continue;
                    }
                    *state = State::Live;
                }
                mark_operands(func, inst, states, work);
            }
        }
        while let Some(inst) = work.pop() {
            mark_operands(func, inst, states, work);
        }
    }

    /// The fuel ran out among dead instructions that use each other: those that stay lose the
    /// operands that are gone.
    fn mend(&self, func: &mut Function) {
        let values: Vec<_> = (0..func.value_count() as u32).map(Value::local).collect();
        let map: Vec<_> = values
            .into_iter()
            .map(|value| if is_removed(func, value) { func.push_value(func.ty(value), ValueDef::Undef) } else { value })
            .collect();
        for index in 0..func.block_order().len() {
            let mut next = func.first_inst(func.block_order()[index]);
            while let Some(inst) = next {
                next = func.next_inst(inst);
                func.map_operands(inst, |operand| operand.local_index().map_or(operand, |index| map[index]));
            }
        }
    }
}

/// What a live instruction uses is live.
#[inline(always)]
fn mark_operands(func: &Function, inst: Inst, states: &mut [State], work: &mut Vec<Inst>) {
    func.visit_operands(inst, |operand| {
        if let Some(ValueDef::Inst(def)) = func.def(operand)
            && std::mem::replace(&mut states[def.as_u32() as usize], State::Live) == State::Passed
        {
            work.push(def);
        }
    });
}

fn is_removed(func: &Function, value: Value) -> bool {
    matches!(func.def(value), Some(ValueDef::Inst(def)) if func.inst_block(def).is_none())
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{BinOp, FunctionBuilder, Linkage, Type};
    use proptest::prelude::*;

    /// A loop with two phis that only feed each other, a dead chain, a dead division by an argument
    /// and a dead load.
    fn sample() -> (Module, Function) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, head, exit) = (b.current(), b.block(), b.block());
        let (x, y, zero, one) = (b.arg(0), b.arg(1), b.i32(0), b.i32(1));
        b.br(head);
        b.switch_to(head);
        let p = b.phi(Type::I32, &[]);
        let q = b.phi(Type::I32, &[]);
        let count = b.phi(Type::I32, &[]);
        b.set_phi(p, &[(entry, zero), (head, q)]);
        let p2 = b.binary(BinOp::Add, p, one);
        b.set_phi(q, &[(entry, zero), (head, p2)]);
        let next = b.binary(BinOp::Add, count, one);
        b.set_phi(count, &[(entry, zero), (head, next)]);
        let more = b.icmp(crate::ice::IntCond::Ult, next, x);
        b.cond_br(more, head, exit);
        b.switch_to(exit);
        let quotient = b.binary(BinOp::UDiv, x, y);
        b.binary(BinOp::Mul, quotient, quotient);
        b.load(Type::I32, x);
        b.ret(Some(next));
        let func = b.finish();
        (module, func)
    }

    #[test]
    fn cyclic_phis_go_and_what_may_trap_stays() {
        let (module, mut func) = sample();
        let mut fuel = Fuel::unlimited();
        assert!(Dce::default().run(&module, &mut func, &mut fuel));
        assert_eq!(fuel.spent(), 4);
        testing::verify(&module, &func);
        let exit = func.block_order()[2];
        let kept: Vec<_> = func.block_insts(exit).map(|inst| func.inst(inst).is_terminator()).collect();
        assert_eq!(kept, [false, false, true]);
        assert!(!Dce::default().run(&module, &mut func, &mut fuel));
    }

    #[test]
    fn any_amount_of_fuel_leaves_a_sound_function() {
        for limit in 0..6 {
            let (module, mut func) = sample();
            let mut fuel = Fuel::limited(limit);
            let changed = Dce::default().run(&module, &mut func, &mut fuel);
            assert_eq!(changed, limit > 0);
            assert_eq!(fuel.spent(), limit.min(4));
            testing::verify(&module, &func);
        }
    }

    proptest! {
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = Dce::default();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

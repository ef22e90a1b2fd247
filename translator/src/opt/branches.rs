//! Branch elimination: a branch whose condition a dominating branch has decided.
//!
//! In: a function. Out: the same with some conditional branches made unconditional. A branch that leads to
//! two blocks decides its condition in all that the one dominates which it alone leads to. There the same
//! condition is known, and so is a comparison of the same two values whose outcome follows from that one's:
//! `a < b` says that `a <= b` and `a != b` hold and `a == b` and `a > b` do not. Which follows from which is
//! told by the sets of outcomes (less, equal, greater) that conditions accept. Selects that are decided so
//! become their operand.
//!
//! What the block of a branch is dominated by is looked at up to [`MAX_STEPS`] immediate dominators up, so
//! that the pass is linear. Blocks that nothing leads to any more are `cfg`'s to remove.
//!
//! Source: [PANDA-IR] "List of the optimizations", branch elimination; the sets are ours.

use super::rewrite::Replacements;
use super::{Fuel, IrPass};
use crate::analysis::ControlFlow;
use crate::ice::{Block, Function, Inst, InstData, IntCond, Module, Type, Value, ValueDef};
use crate::options::Pass;

/// How many immediate dominators are asked.
pub const MAX_STEPS: usize = 12;

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Branches {
    /// Branches that are decided, and whether their condition holds.
    decided: Vec<(Block, Inst, bool)>,
    replacements: Replacements,
}

impl IrPass for Branches {
    const PASS: Pass = Pass::KnownBranches;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        flow.with_dominators(func);
        self.decided.clear();
        self.replacements.clear();
        let mut changed = false;
        for index in 0..flow.cfg.reverse_postorder().len() {
            let block = flow.cfg.reverse_postorder()[index];
            let mut following = func.first_inst(block);
            while let Some(inst) = following {
                following = func.next_inst(inst);
                changed |= self.visit(flow, module, func, fuel, (block, inst));
            }
        }
        self.replacements.apply(func);
        if self.decided.is_empty() {
            return changed;
        }
        for index in 0..self.decided.len() {
            let (block, branch, holds) = self.decided[index];
            let InstData::CondBr { on_true, on_false, .. } = *func.inst(branch) else { continue };
            let (target, other) = if holds { (on_true, on_false) } else { (on_false, on_true) };
            *func.inst_mut(branch) = InstData::Br { target };
            func.remove_phi_edge(other, block);
        }
        flow.forget();
        true
    }
}

impl Branches {
    fn visit(
        &mut self,
        flow: &ControlFlow,
        module: &Module,
        func: &mut Function,
        fuel: &mut Fuel,
        (block, inst): (Block, Inst),
    ) -> bool {
        match *func.inst(inst) {
            InstData::CondBr { cond, on_true, on_false } if on_true != on_false => {
                if let Some(holds) = decided(flow, func, block, cond)
                    && fuel.spend(Self::PASS, module, func, inst)
                {
                    self.decided.push((block, inst, holds));
                }
                false
            }
            InstData::Select { cond, on_true, on_false } if func.ty(cond) == Type::I1 => {
                let (Some(holds), Some(result)) = (decided(flow, func, block, cond), func.result(inst)) else { return false };
                if !fuel.spend(Self::PASS, module, func, inst) {
                    return false;
                }
                self.replacements.replace(result, if holds { on_true } else { on_false });
                func.remove_inst(inst);
                true
            }
            _ => false,
        }
    }
}

/// Whether a condition holds in a block, if a dominating branch has decided it.
fn decided(flow: &ControlFlow, func: &Function, block: Block, cond: Value) -> Option<bool> {
    let mut below = block;
    for _ in 0..MAX_STEPS {
        let above = flow.dominators.idom(below)?;
        let branch = func.last_inst(above)?;
        if let InstData::CondBr { cond: known, on_true, on_false } = *func.inst(branch)
            && on_true != on_false
        {
            // The block below is one that dominates: on the edge, or behind where the two ways meet again.
            let leads_alone = |target: Block| target == below && flow.cfg.preds(target).len() == 1;
            let holds = if leads_alone(on_true) { Some(true) } else { leads_alone(on_false).then_some(false) };
            let holds = holds.or_else(|| fault!(BranchesJoin, on_true == below).then_some(true));
            if let Some(decided) = holds.and_then(|holds| follows(func, known, holds, cond)) {
                return Some(decided);
            }
        }
        below = above;
    }
    None
}

/// Whether a condition holds, if that follows from whether another one does.
fn follows(func: &Function, known: Value, holds: bool, cond: Value) -> Option<bool> {
    if known == cond {
        return Some(holds);
    }
    let (known_cond, known_sides) = comparison(func, known)?;
    let (cond, sides) = comparison(func, cond)?;
    let cond = match () {
        () if sides == known_sides => cond,
        () if sides == (known_sides.1, known_sides.0) => cond.swap_operands(),
        () => return None,
    };
    if is_undef(func, sides.0) || is_undef(func, sides.1) {
        return None;
    }
    let known = outcomes(if holds { known_cond } else { known_cond.negate() });
    let asked = outcomes(cond);
    // Which is less depends on the sign.
    if known.order.is_some() && asked.order.is_some() && known.order != asked.order && !fault!(BranchesSigns) {
        return None;
    }
    match known.set & asked.set {
        0 => Some(false),
        both if both == known.set => Some(true),
        _ => None,
    }
}

fn comparison(func: &Function, value: Value) -> Option<(IntCond, (Value, Value))> {
    let Some(ValueDef::Inst(inst)) = func.def(value) else { return None };
    match *func.inst(inst) {
        InstData::Icmp { cond, lhs, rhs } if func.ty(value) == Type::I1 => Some((cond, (lhs, rhs))),
        _ => None,
    }
}

/// Whether each mention of a value may be another.
fn is_undef(func: &Function, value: Value) -> bool {
    matches!(func.def(value), Some(ValueDef::Undef))
}

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;

/// What a condition accepts.
struct Outcomes {
    set: u8,
    /// Whether it takes numbers for signed, if that matters.
    order: Option<bool>,
}

fn outcomes(cond: IntCond) -> Outcomes {
    let (set, order) = match cond {
        IntCond::Eq => (EQUAL, None),
        IntCond::Ne => (LESS | GREATER, None),
        IntCond::Ult => (LESS, Some(false)),
        IntCond::Ule => (LESS | EQUAL, Some(false)),
        IntCond::Ugt => (GREATER, Some(false)),
        IntCond::Uge => (GREATER | EQUAL, Some(false)),
        IntCond::Slt => (LESS, Some(true)),
        IntCond::Sle => (LESS | EQUAL, Some(true)),
        IntCond::Sgt => (GREATER, Some(true)),
        IntCond::Sge => (GREATER | EQUAL, Some(true)),
    };
    Outcomes { set, order }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{FunctionBuilder, Linkage};
    use proptest::prelude::*;

    /// A comparison of the arguments, and on the way on which it holds (or not) another one: what the pass
    /// makes of the second branch.
    fn second(first: IntCond, holds: bool, second: IntCond, swapped: bool) -> Option<bool> {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I64, &[Type::I32, Type::I64, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let [inner, yes, no] = [(); 3].map(|()| b.block());
        let (x, y) = (b.arg(0), b.arg(2));
        let cond = b.icmp(first, x, y);
        b.cond_br(cond, if holds { inner } else { no }, if holds { no } else { inner });
        b.switch_to(inner);
        let cond = if swapped { b.icmp(second, y, x) } else { b.icmp(second, x, y) };
        b.cond_br(cond, yes, no);
        for (block, result) in [(yes, 1), (no, 2)] {
            b.switch_to(block);
            let result = b.int(Type::I64, result);
            b.ret(Some(result));
        }
        let before = b.finish();
        let mut after = before.clone();
        Branches::default().run(&module, &mut after, &mut Fuel::unlimited());
        testing::verify(&module, &after);
        for x in NUMBERS.map(u64::from) {
            for y in NUMBERS.map(u64::from) {
                let args = [x, 0, y];
                testing::assert_agree(&before, &after, &args, &(first, holds, second, swapped));
            }
        }
        match *after.inst(after.last_inst(inner).expect("a terminator")) {
            InstData::Br { target } => Some(target == yes),
            _ => None,
        }
    }

    #[test]
    fn what_follows_from_a_comparison_is_known() {
        assert_eq!(second(IntCond::Ult, true, IntCond::Ule, false), Some(true));
        assert_eq!(second(IntCond::Ult, true, IntCond::Ugt, true), Some(true));
        assert_eq!(second(IntCond::Ult, false, IntCond::Ult, false), Some(false));
        assert_eq!(second(IntCond::Ult, true, IntCond::Eq, false), Some(false));
        assert_eq!(second(IntCond::Ult, true, IntCond::Slt, false), None);
        assert_eq!(second(IntCond::Slt, true, IntCond::Ne, false), Some(true));
        assert_eq!(second(IntCond::Ne, false, IntCond::Sge, true), Some(true));
        assert_eq!(second(IntCond::Ule, true, IntCond::Ult, false), None);
        for &first in IntCond::ALL {
            for &asked in IntCond::ALL {
                for (holds, swapped) in [(true, false), (true, true), (false, false), (false, true)] {
                    let expected = always(|x, y| {
                        let (x2, y2) = if swapped { (y, x) } else { (x, y) };
                        (accepts(first, x, y) == holds).then(|| accepts(asked, x2, y2))
                    });
                    assert_eq!(second(first, holds, asked, swapped), expected, "{first:?} {holds} {asked:?} {swapped}");
                }
            }
        }
    }

    const NUMBERS: [u32; 6] = [0, 1, 7, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

    /// What a question is answered with by all numbers by which it is answered, if that is always the same.
    fn always(answer: impl Fn(u32, u32) -> Option<bool>) -> Option<bool> {
        let mut answers = NUMBERS.iter().flat_map(|&x| NUMBERS.iter().map(move |&y| (x, y))).filter_map(|(x, y)| answer(x, y));
        let first = answers.next()?;
        answers.all(|answer| answer == first).then_some(first)
    }

    fn accepts(cond: IntCond, x: u32, y: u32) -> bool {
        let (a, b) = (x.cast_signed(), y.cast_signed());
        match cond {
            IntCond::Eq => x == y,
            IntCond::Ne => x != y,
            IntCond::Ult => x < y,
            IntCond::Ule => x <= y,
            IntCond::Ugt => x > y,
            IntCond::Uge => x >= y,
            IntCond::Slt => a < b,
            IntCond::Sle => a <= b,
            IntCond::Sgt => a > b,
            IntCond::Sge => a >= b,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = Branches::default();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

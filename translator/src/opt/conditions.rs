//! Comparisons are made where they decide something, and of what is there.
//!
//! In: a function. Out: the same, in which
//! - a comparison for equality that only decides its block's branch is one with zero, if the block computes the
//!   difference of its operands all the same: that has made the comparison already on targets with flags, and the
//!   operands need not be kept for it;
//! - a comparison that only branches and selects ask for, some of them in other blocks, is made anew right before
//!   each of these. A branch or select does the comparison that it decides itself, so that no block computes a
//!   truth value, and none lives on in a register or is tested: an instruction or two less where it was made, and
//!   one in place of another where it is used;
//! - bits of a value (`x & 8`) that are only compared with zero, some of them in other blocks than where they are
//!   masked out, are masked out anew right before these comparisons, on targets that test bits in one instruction:
//!   then nothing keeps them from here to there.
//!
//! Only comparisons and masks are repeated, which nothing can observe. One of their operands at most is a value that
//! has to be kept until then, in the truth value's place, and each is one instruction ([`Conditions::wide`]). One walk
//! over the instructions, a few of each block again, and one over the branches and selects if there is such a
//! comparison; linear.

use super::symbols::made_of_symbol;
use super::{Fuel, IrPass};
use crate::analysis::{ControlFlow, Uses};
use crate::ice::{BinOp, Block, CastOp, Function, Inst, InstData, IntCond, Module, Type, Value, ValueDef};
use crate::options::Pass;
use crate::util::refill;

/// Among how many instructions at the end of a block its operands' difference is looked for.
const NEAR: usize = 16;

/// The most that a mask is, shifted to the right, which is an immediate operand on each target: but for the odd shifts of ARM's.
const MAX_MASK: u64 = 0xff;

/// Comparisons of integers that branches and selects do themselves. Those of floating-point numbers set flags on each target.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Decided {
    /// Those with zero, of words: for equality, and signed ones.
    #[default]
    WithZero,
    /// Whatever they ask.
    All,
}

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Conditions {
    /// Which comparisons of integers the target's branches and selects do themselves.
    pub integers: Decided,
    /// Whether 64-bit integers are compared by one instruction.
    pub wide: bool,
    /// Those who ask for a condition that another block makes: the value and the branch or select.
    far: Vec<(Value, Inst)>,
    /// Those who ask for one that their own block makes.
    near: Vec<Value>,
    /// Bits that are compared with zero, once for each comparison, and those who ask for one in another block than masks them out.
    tested: Vec<Value>,
    far_bits: Vec<(Value, Inst)>,
    /// Branches on the equality of two values whose difference their block computes: the comparison, the difference, the branch.
    equal: Vec<(Inst, Value, Inst)>,
    uses: Uses,
    /// By value: how many ask for it.
    asked: Vec<u32>,
}

impl IrPass for Conditions {
    const PASS: Pass = Pass::Conditions;

    fn change(&mut self, _: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        self.find(func);
        if self.far.is_empty() && self.equal.is_empty() && self.far_bits.is_empty() {
            return false;
        }
        self.uses.compute(func);
        let mut changed = self.compare_differences(module, func, fuel);
        changed |= self.repeat_far(module, func, fuel);
        self.mask_again(module, func, fuel) || changed
    }
}

impl Conditions {
    /// Has branches compare differences with zero in place of the operands.
    fn compare_differences(&mut self, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        let mut changed = false;
        for index in 0..self.equal.len() {
            let (compare, difference, branch) = self.equal[index];
            let is_single = func.result(compare).is_some_and(|value| self.uses.is_single(value));
            let InstData::Icmp { cond, .. } = *func.inst(compare) else { continue };
            if is_single && fuel.spend(Self::PASS, module, func, branch) {
                let zero = func.push_value(func.ty(difference), ValueDef::Int(0));
                *func.inst_mut(compare) = InstData::Icmp { cond, lhs: difference, rhs: zero };
                // The difference may be computed after it.
                func.move_inst_before(compare, branch);
                changed = true;
            }
        }
        changed
    }

    fn repeat_far(&mut self, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        if self.far.is_empty() {
            return false;
        }
        count(&mut self.asked, func, self.near.iter().chain(self.far.iter().map(|(value, _)| value)));
        let mut changed = false;
        for &(value, user) in &self.far {
            // What else names it needs the truth value.
            if value.local_index().is_some_and(|index| self.asked[index] == self.uses.count(value)) {
                changed |= repeat(module, func, fuel, value, user);
            }
        }
        changed
    }

    /// Has comparisons with zero mask out the bits that they ask for themselves, where another block does it. Comparisons that stand
    /// elsewhere than who asks for them stay as they are.
    fn mask_again(&mut self, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        if self.far_bits.is_empty() {
            return false;
        }
        count(&mut self.asked, func, self.tested.iter());
        let mut changed = false;
        for &(bits, user) in &self.far_bits {
            let is_only_tested = bits.local_index().is_some_and(|index| self.asked[index] == self.uses.count(bits));
            let compare = decides(func, user).and_then(|cond| compares_bits(func, cond));
            let Some((compare, found, mask)) = compare.filter(|_| is_only_tested) else { continue };
            let is_apart = func.inst_block(compare) == func.inst_block(user) && func.inst_block(mask) != func.inst_block(user);
            if found == bits && is_apart && fuel.spend(Self::PASS, module, func, user) {
                let (mut data, ty) = (*func.inst(mask), func.ty(bits));
                if let InstData::Binary { lhs, rhs, .. } = &mut data
                    && fault!(ConditionsMask, ty == Type::I32)
                {
                    *rhs = *lhs;
                }
                let again = func.insert_before(compare, data, ty).1.expect("a mask has a result");
                func.map_operands(compare, |operand| if operand == bits { again } else { operand });
                changed = true;
            }
        }
        changed
    }

    /// Finds who asks for a condition.
    fn find(&mut self, func: &Function) {
        self.near.clear();
        self.far.clear();
        self.equal.clear();
        self.tested.clear();
        self.far_bits.clear();
        for &block in func.block_order() {
            self.equal.extend(difference_decided(func, block));
            for inst in func.block_insts(block) {
                if self.integers == Decided::All && matches!(func.inst(inst), InstData::Icmp { .. }) {
                    self.tested.extend(func.result(inst).and_then(|cond| compares_bits(func, cond)).map(|(_, bits, _)| bits));
                    continue;
                }
                let Some(cond) = decides(func, inst) else { continue };
                if self.integers == Decided::All
                    && let Some((_, bits, mask)) = compares_bits(func, cond)
                    && func.inst_block(mask) != Some(block)
                {
                    self.far_bits.push((bits, inst));
                }
                match self.maker(func, cond) {
                    Some(maker) if maker == block => self.near.push(cond),
                    Some(_) => self.far.push((cond, inst)),
                    None => {}
                }
            }
        }
    }

    /// The block that makes a condition, if it is a comparison that is worth repeating.
    fn maker(&self, func: &Function, cond: Value) -> Option<Block> {
        let Some(ValueDef::Inst(def)) = func.def(cond) else { return None };
        let (InstData::Icmp { lhs, rhs, .. } | InstData::Fcmp { lhs, rhs, .. }) = *func.inst(def) else { return None };
        let is_kept = |value: Value| match func.def(value) {
            Some(ValueDef::Inst(def)) => !makes_constant(func, def),
            Some(ValueDef::Arg(_)) => true,
            _ => false,
        };
        let ty = func.ty(lhs);
        let is_decided = match *func.inst(def) {
            InstData::Icmp { cond, .. } if self.integers == Decided::WithZero => {
                ty == Type::I32
                    && func.int_const(rhs) == Some(0)
                    && (cond.is_signed() || matches!(cond, IntCond::Eq | IntCond::Ne))
            }
            _ => true,
        };
        let is_cheap = is_decided && !ty.is_vector() && (ty != Type::I64 || self.wide);
        (is_cheap && !(is_kept(lhs) && is_kept(rhs))).then(|| func.inst_block(def)).flatten()
    }
}

/// Whether an instruction makes a constant a value ([`symbols`](super::symbols)): what gets no register is made again where it is used.
fn makes_constant(func: &Function, inst: Inst) -> bool {
    match *func.inst(inst) {
        InstData::Binary { op: BinOp::Add, lhs, rhs } => made_of_symbol(func, lhs, rhs),
        InstData::Cast { op: CastOp::Bitcast, src } => func.int_const(src).is_some(),
        _ => false,
    }
}

/// How often a list has each value.
fn count<'a>(counts: &mut Vec<u32>, func: &Function, values: impl Iterator<Item = &'a Value>) {
    refill(counts, func.value_count(), 0);
    for &value in values {
        if let Some(count) = value.local_index().and_then(|index| counts.get_mut(index)) {
            *count += 1;
        }
    }
}

/// What decides a branch or select.
fn decides(func: &Function, inst: Inst) -> Option<Value> {
    match *func.inst(inst) {
        InstData::Select { cond, .. } | InstData::CondBr { cond, .. } => Some(cond),
        _ => None,
    }
}

/// The comparison that a condition is, the bits that it compares with zero, and what masks them out by a constant.
fn compares_bits(func: &Function, cond: Value) -> Option<(Inst, Value, Inst)> {
    let Some(ValueDef::Inst(compare)) = func.def(cond) else { return None };
    let InstData::Icmp { cond: IntCond::Eq | IntCond::Ne, lhs: bits, rhs } = *func.inst(compare) else { return None };
    let Some(ValueDef::Inst(mask)) = func.def(bits).filter(|_| func.int_const(rhs) == Some(0)) else { return None };
    let InstData::Binary { op: BinOp::And, lhs: value, rhs: constant } = *func.inst(mask) else { return None };
    let is_one_test = matches!(func.ty(bits), Type::I8 | Type::I16 | Type::I32) && value.local_index().is_some();
    let is_immediate = |constant: u64| constant >> constant.trailing_zeros() <= MAX_MASK;
    (is_one_test && func.int_const(constant).is_some_and(is_immediate)).then_some((compare, bits, mask))
}

/// A comparison for equality that decides a block's branch, the difference of its operands, which the block computes, and the branch.
fn difference_decided(func: &Function, block: Block) -> Option<(Inst, Value, Inst)> {
    let branch = func.last_inst(block)?;
    let InstData::CondBr { cond, .. } = *func.inst(branch) else { return None };
    let Some(ValueDef::Inst(compare)) = func.def(cond) else { return None };
    let InstData::Icmp { cond: IntCond::Eq | IntCond::Ne, lhs: a, rhs: b } = *func.inst(compare) else { return None };
    let constant = func.int_const(b);
    if func.inst_block(compare) != Some(block) || constant == Some(0) || !matches!(func.ty(a), Type::I32 | Type::I64) {
        return None;
    }
    let negated = constant.map(|bits| bits.wrapping_neg() & super::facts::all_ones(func.ty(a)));
    let is_difference = |inst: Inst| match *func.inst(inst) {
        InstData::Binary { op: BinOp::Sub, lhs, rhs } => (lhs, rhs) == (a, b) || (lhs, rhs) == (b, a),
        InstData::Binary { op: BinOp::Add, lhs, rhs } => lhs == a && negated.is_some() && func.int_const(rhs) == negated,
        _ => false,
    };
    let mut next = func.prev_inst(branch);
    for _ in 0..NEAR {
        let inst = next?;
        if is_difference(inst) {
            return Some((compare, func.result(inst)?, branch));
        }
        next = func.prev_inst(inst);
    }
    None
}

/// Makes a comparison anew for a branch or select.
fn repeat(module: &Module, func: &mut Function, fuel: &mut Fuel, value: Value, user: Inst) -> bool {
    let Some(ValueDef::Inst(compare)) = func.def(value) else { return false };
    if !fuel.spend(Conditions::PASS, module, func, user) {
        return false;
    }
    let mut data = *func.inst(compare);
    if let InstData::Icmp { cond, .. } = &mut data
        && fault!(ConditionsSign, *cond == IntCond::Ult)
    {
        *cond = IntCond::Slt;
    }
    let again = func.insert_before(user, data, Type::I1).1.expect("a comparison has a result");
    // It has no other use in a select that asks for it.
    func.map_operands(user, |operand| if operand == value { again } else { operand });
    true
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{FunctionBuilder, Linkage};
    use proptest::prelude::*;

    fn pass() -> Conditions {
        Conditions { integers: Decided::All, ..Conditions::default() }
    }

    /// Compares its first argument, with seven or with the second one, branches on that, and selects by it in the block after;
    /// `also` returns it, too.
    fn sample(with: Option<i32>, also: bool) -> (Module, Function) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (x, y, then, end) = (b.arg(0), b.arg(1), b.block(), b.block());
        let other = with.map_or(y, |number| b.i32(number));
        let less = b.icmp(IntCond::Ult, x, other);
        b.cond_br(less, then, end);
        b.switch_to(then);
        let chosen = b.select(less, x, y);
        b.ret(Some(chosen));
        b.switch_to(end);
        let truth = b.cast(CastOp::ZExt, less, Type::I32);
        b.ret(Some(if also { truth } else { x }));
        let mut func = b.finish();
        super::super::Dce::default().run(&module, &mut func, &mut Fuel::unlimited());
        (module, func)
    }

    fn comparisons(func: &Function) -> Vec<usize> {
        let is_comparison = |&inst: &Inst| matches!(func.inst(inst), InstData::Icmp { .. });
        func.block_order().iter().map(|&block| func.block_insts(block).filter(is_comparison).count()).collect()
    }

    #[test]
    fn a_comparison_is_made_where_it_decides() {
        let (module, mut func) = sample(Some(7), false);
        let mut fuel = Fuel::unlimited();
        assert!(pass().run(&module, &mut func, &mut fuel));
        testing::verify(&module, &func);
        assert_eq!((fuel.spent(), comparisons(&func)), (1, vec![1, 1, 0]));
        assert!(!pass().run(&module, &mut func, &mut fuel), "each has one user");
    }

    #[test]
    fn what_is_needed_as_a_value_or_keeps_two_stays() {
        for (with, also) in [(Some(7), true), (None, false)] {
            let (module, mut func) = sample(with, also);
            assert!(!pass().run(&module, &mut func, &mut Fuel::unlimited()));
        }
        let (module, mut func) = sample(Some(7), false);
        assert!(!Conditions::default().run(&module, &mut func, &mut Fuel::unlimited()), "the target makes truth values");
    }

    #[test]
    fn a_target_that_decides_comparisons_with_zero_gets_those() {
        for (cond, expected) in [(IntCond::Slt, true), (IntCond::Ne, true), (IntCond::Ult, false)] {
            let (module, mut func) = sample(Some(0), false);
            let compare = func.block_insts(func.block_order()[0]).next().expect("a comparison");
            let InstData::Icmp { cond: asked, .. } = func.inst_mut(compare) else { panic!("the first is the comparison") };
            *asked = cond;
            assert_eq!(Conditions::default().run(&module, &mut func, &mut Fuel::unlimited()), expected, "{cond:?}");
        }
    }

    /// Masks bits out of its argument, and asks for them in the next block; `also` returns them, too.
    fn bits(constant: i32, also: bool) -> (Module, Function) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (x, y, next, zero, constant) = (b.arg(0), b.arg(1), b.block(), b.i32(0), b.i32(constant));
        let bits = b.binary(BinOp::And, x, constant);
        b.br(next);
        b.switch_to(next);
        let is_set = b.icmp(IntCond::Ne, bits, zero);
        let chosen = b.select(is_set, x, y);
        let result = if also { b.binary(BinOp::Add, chosen, bits) } else { chosen };
        b.ret(Some(result));
        let func = b.finish();
        (module, func)
    }

    #[test]
    fn bits_are_masked_out_where_they_are_tested() {
        let masks = |func: &Function| {
            let is_mask = |&inst: &Inst| matches!(func.inst(inst), InstData::Binary { op: BinOp::And, .. });
            func.block_order().iter().map(|&block| func.block_insts(block).filter(is_mask).count()).collect::<Vec<_>>()
        };
        for (constant, also, expected) in [(0x84, false, vec![0, 1]), (0x84, true, vec![1, 0]), (0x1001, false, vec![1, 0])] {
            let (module, mut func) = bits(constant, also);
            assert_eq!(pass().run(&module, &mut func, &mut Fuel::unlimited()), expected[1] == 1);
            super::super::Dce::default().run(&module, &mut func, &mut Fuel::unlimited());
            testing::verify(&module, &func);
            assert_eq!(masks(&func), expected, "{constant:#x} {also}");
        }
        let (module, mut func) = bits(1, false);
        assert!(!Conditions::default().run(&module, &mut func, &mut Fuel::unlimited()), "the target has no test of bits");
    }

    /// Branches on the equality of its argument and a number, and returns the difference, which is computed after that.
    fn difference(number: i32, added: i32) -> (Module, Function) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (x, then, end) = (b.arg(0), b.block(), b.block());
        let (number, added) = (b.i32(number), b.i32(added));
        let equal = b.icmp(IntCond::Eq, x, number);
        let sum = b.binary(BinOp::Add, x, added);
        b.cond_br(equal, then, end);
        b.switch_to(then);
        b.ret(Some(x));
        b.switch_to(end);
        b.ret(Some(sum));
        let func = b.finish();
        (module, func)
    }

    #[test]
    fn equality_is_that_of_the_difference_and_zero() {
        let (module, mut func) = difference(5, -5);
        assert!(Conditions::default().run(&module, &mut func, &mut Fuel::unlimited()));
        testing::verify(&module, &func);
        let entry = func.block_order()[0];
        let bounds = func.block_insts(entry).filter_map(|inst| match *func.inst(inst) {
            InstData::Icmp { rhs, .. } => Some(func.int_const(rhs)),
            _ => None,
        });
        assert_eq!(bounds.collect::<Vec<_>>(), [Some(0)]);
        for (number, added) in [(5, 5), (0, 0)] {
            let (module, mut func) = difference(number, added);
            assert!(!Conditions::default().run(&module, &mut func, &mut Fuel::unlimited()));
        }
    }

    proptest! {
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = Conditions { wide: true, ..pass() };
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

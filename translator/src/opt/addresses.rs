//! Sums that are addresses cost nothing: accesses add the constant themselves.
//!
//! In: a function. Out: the same, in which
//! - a sum of a sum, `(x + c1) + c2`, is `x + (c1+c2)` if nobody needs `x + c1` but as the address of accesses,
//!   which add the constant, and for such sums: then no instruction is left of it, and `x` lives on in its place;
//! - for targets whose accesses add a constant themselves only if the sum is of their own block: such a sum that
//!   is the address of loads and stores of other blocks is made anew in each of these, so that one value lives on
//!   in place of a value for each of its sums.
//!
//! Only additions of constants are changed and repeated, which nothing can observe. One walk over the
//! instructions, one over all operands if there is a sum of a sum, and one over the accesses found; linear.

use super::{Fuel, IrPass};
use crate::analysis::ControlFlow;
use crate::ice::{BinOp, Block, Function, Inst, InstData, Module, Type, Value, ValueDef};
use crate::options::Pass;
use crate::util::refill;

/// Constants up to this, in bytes and either way, are part of any access.
const MAX_OFFSET: i32 = 255;

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Addresses {
    /// Whether the target's accesses take in sums of their own block only.
    pub in_block: bool,
    /// The sums of sums.
    outer: Vec<Inst>,
    /// By value: whether somebody needs it in a register, for all that is known.
    needed: Vec<bool>,
    /// The accesses whose address is a sum of another block.
    far: Vec<Inst>,
    /// By value: the block for which it was last made anew, and as what.
    again: Vec<Option<(Block, Value)>>,
}

impl IrPass for Addresses {
    const PASS: Pass = Pass::Addresses;

    fn change(&mut self, _: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        self.find(func);
        let changed = !self.outer.is_empty() && self.rebase(module, func, fuel);
        if self.far.is_empty() {
            return changed;
        }
        refill(&mut self.again, func.value_count(), None);
        let mut far = std::mem::take(&mut self.far);
        let changed = far.drain(..).fold(changed, |changed, inst| self.visit(module, func, fuel, inst) | changed);
        self.far = far;
        changed
    }
}

impl Addresses {
    /// Finds the sums of sums, and the accesses in another block than the sum that is their address.
    fn find(&mut self, func: &Function) {
        self.outer.clear();
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                let is_sum_far = |addr| sum_at(func, addr).is_some_and(|sum| func.inst_block(sum) != Some(block));
                match *func.inst(inst) {
                    InstData::Load { addr, .. } | InstData::Store { addr, .. } if self.in_block && is_sum_far(addr) => {
                        self.far.push(inst);
                    }
                    InstData::Binary { op: BinOp::Add, lhs, rhs }
                        if func.ty(lhs) == Type::I32 && func.int_const(rhs).is_some() && sum_at(func, lhs).is_some() =>
                    {
                        self.outer.push(inst);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Has sums of sums add to what the inner one adds to, if nobody needs that one.
    fn rebase(&mut self, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        self.find_needed(func);
        let mut changed = false;
        for index in 0..self.outer.len() {
            let inst = self.outer[index];
            let InstData::Binary { lhs: inner, rhs, .. } = *func.inst(inst) else { continue };
            let is_needed = inner.local_index().is_none_or(|index| self.needed[index]);
            let Some(sum) = sum_at(func, inner).filter(|_| !is_needed) else { continue };
            let InstData::Binary { lhs: base, rhs: first, .. } = *func.inst(sum) else { continue };
            let (Some(first), Some(second)) = (func.int_const(first), func.int_const(rhs)) else { continue };
            let first = if fault!(AddressesTotal) { 0 } else { first };
            let total = (first as i32).wrapping_add(second as i32);
            if is_small(total) && fuel.spend(Self::PASS, module, func, inst) {
                let total = func.push_value(Type::I32, ValueDef::Int(u64::from(total as u32)));
                *func.inst_mut(inst) = InstData::Binary { op: BinOp::Add, lhs: base, rhs: total };
                changed = true;
            }
        }
        changed
    }

    /// Finds which values are needed otherwise than as addresses and for sums with constants.
    fn find_needed(&mut self, func: &Function) {
        refill(&mut self.needed, func.value_count(), false);
        let needed = &mut self.needed;
        let mut note = |value: Value| {
            if let Some(place) = value.local_index().and_then(|index| needed.get_mut(index)) {
                *place = true;
            }
        };
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                match *func.inst(inst) {
                    InstData::Load { .. } => {}
                    InstData::Store { value, .. } => note(value),
                    InstData::Binary { op: BinOp::Add, rhs, .. } if func.int_const(rhs).is_some() => {}
                    _ => func.visit_operands(inst, &mut note),
                }
            }
        }
    }

    fn visit(&mut self, module: &Module, func: &mut Function, fuel: &mut Fuel, inst: Inst) -> bool {
        let Some((index, sum)) = address_of(func, inst) else { return false };
        let (Some(here), Some(value)) = (func.inst_block(inst), func.result(sum)) else { return false };
        let known = self.again[index].filter(|&(block, _)| block == here || fault!(AddressesAnyBlock));
        let again = match known {
            Some((_, again)) => again,
            None if !fuel.spend(Self::PASS, module, func, inst) => return false,
            None => func.insert_before(inst, *func.inst(sum), Type::I32).1.expect("an addition has a result"),
        };
        self.again[index] = Some((here, again));
        match func.inst_mut(inst) {
            InstData::Load { addr, .. } | InstData::Store { addr, .. } if *addr == value => *addr = again,
            _ => unreachable!("it is an access whose address is the sum"),
        }
        true
    }
}

/// The address of a load or store, by its number, and the addition of a small constant that makes it.
#[inline]
fn address_of(func: &Function, inst: Inst) -> Option<(usize, Inst)> {
    let (InstData::Load { addr, .. } | InstData::Store { addr, .. }) = *func.inst(inst) else { return None };
    Some((addr.local_index()?, sum_at(func, addr)?))
}

/// The addition of a small constant to a value in a register that makes a value.
#[inline]
fn sum_at(func: &Function, value: Value) -> Option<Inst> {
    let Some(ValueDef::Inst(sum)) = func.def(value) else { return None };
    let InstData::Binary { op: BinOp::Add, lhs, rhs } = *func.inst(sum) else { return None };
    let offset = func.int_const(rhs)? as i32;
    (is_small(offset) && matches!(func.def(lhs), Some(ValueDef::Arg(_) | ValueDef::Inst(_)))).then_some(sum)
}

/// Whether any access can add a constant.
fn is_small(offset: i32) -> bool {
    (-MAX_OFFSET..=MAX_OFFSET).contains(&offset)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{FunctionBuilder, IntCond, Linkage};
    use proptest::prelude::*;

    /// Adds to an address, and loads from the sum in two later blocks; `kept` returns the sum.
    fn sample(kept: bool) -> (Module, Function) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (addr, eight) = (b.arg(0), b.i32(8));
        let (then, end) = (b.block(), b.block());
        let sum = b.binary(BinOp::Add, addr, eight);
        let cond = b.icmp(IntCond::Eq, addr, eight);
        b.cond_br(cond, then, end);
        b.switch_to(then);
        let first = b.load(Type::I32, sum);
        b.store(first, sum);
        b.br(end);
        b.switch_to(end);
        let second = b.load(Type::I32, sum);
        b.ret(Some(if kept { sum } else { second }));
        let func = b.finish();
        (module, func)
    }

    fn additions(func: &Function) -> Vec<usize> {
        let is_sum = |&inst: &Inst| matches!(func.inst(inst), InstData::Binary { op: BinOp::Add, .. });
        func.block_order().iter().map(|&block| func.block_insts(block).filter(is_sum).count()).collect()
    }

    #[test]
    fn a_sum_that_is_an_address_is_made_where_it_is_used() {
        let (module, mut func) = sample(false);
        let mut fuel = Fuel::unlimited();
        let mut pass = Addresses { in_block: true, ..Addresses::default() };
        assert!(pass.run(&module, &mut func, &mut fuel));
        testing::verify(&module, &func);
        // The two accesses of a block share one; what is left over is dead.
        assert_eq!((fuel.spent(), additions(&func)), (2, vec![1, 1, 1]));
        assert!(!pass.run(&module, &mut func, &mut fuel));
        let (module, mut func) = sample(true);
        assert!(!Addresses::default().run(&module, &mut func, &mut fuel));
        // What else uses the sum keeps it.
        assert!(pass.run(&module, &mut func, &mut fuel));
        testing::verify(&module, &func);
    }

    /// Loads from a sum and from a sum of it; `kept` returns the first one.
    fn sum_of_sum(second: i32, kept: bool) -> (Module, Function) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (addr, eight, second) = (b.arg(0), b.i32(8), b.i32(second));
        let inner = b.binary(BinOp::Add, addr, eight);
        let first = b.load(Type::I32, inner);
        let outer = b.binary(BinOp::Add, inner, second);
        b.store(first, outer);
        b.ret(Some(if kept { inner } else { first }));
        let func = b.finish();
        (module, func)
    }

    #[test]
    fn sums_of_other_widths_stay() {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I64, &[Type::I64]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (x, wide, one) = (b.arg(0), b.i64(0x1_0000_0001), b.i64(1));
        let inner = b.binary(BinOp::Add, x, wide);
        let outer = b.binary(BinOp::Add, inner, one);
        b.ret(Some(outer));
        let mut func = b.finish();
        assert!(!Addresses::default().run(&module, &mut func, &mut Fuel::unlimited()));
    }

    #[test]
    fn a_sum_of_a_sum_that_only_accesses_need_adds_once() {
        let (module, mut func) = sum_of_sum(-12, false);
        assert!(Addresses::default().run(&module, &mut func, &mut Fuel::unlimited()));
        testing::verify(&module, &func);
        let addr = func.args().next().expect("an argument");
        let all = func.block_insts(func.block_order()[0]);
        let added = all.filter_map(|inst| match *func.inst(inst) {
            InstData::Binary { op: BinOp::Add, lhs, rhs } => Some((lhs == addr, func.int_const(rhs).map(|bits| bits as i32))),
            _ => None,
        });
        assert_eq!(added.collect::<Vec<_>>(), [(true, Some(8)), (true, Some(-4))]);
        for (second, kept) in [(-12, true), (250, false)] {
            let (module, mut func) = sum_of_sum(second, kept);
            assert!(!Addresses::default().run(&module, &mut func, &mut Fuel::unlimited()), "{second}, {kept}");
        }
    }

    proptest! {
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = Addresses { in_block: true, ..Addresses::default() };
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

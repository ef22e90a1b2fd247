//! The forward walk of O0: constants folded, expressions in the shape that lowering looks for, repeated ones named after the first.
//!
//! In: a function. Out: the same with fewer instructions. One walk over the blocks in their order, which sends the operands of each
//! instruction through the names found so far ([TAMARIN-2008] "Constant Subexpression Elimination": its trampolines are entries of a
//! table here), then asks three things of it:
//! - does it operate on constants alone? Then its result is a constant from here on;
//! - is it written in the usual shape? Constants are right operands, `x - c` is `x + -c`, a product with a power of two is a shift: else
//!   it is rewritten, in place;
//! - was it computed in this block before? Then its result is another name of that one's ([`cse`](super::cse) says what is equal).
//!
//! A name is good wherever the value that it replaces is: constants are good everywhere, and an earlier instruction of the same block comes
//! before all that a later one comes before. Branches on constants stay. Linear.

use super::cse::{hash, is_equal};
use super::facts::{all_ones, effects};
use super::fold;
use super::rewrite::{Constants, Replacements};
use super::table::Table;
use super::{Fuel, IrPass};
use crate::analysis::ControlFlow;
use crate::ice::{BinOp, Function, Inst, InstData, Module, Type, Value, ValueDef};
use crate::options::Pass;

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Forward {
    /// The instructions of the block at hand, by what they compute.
    table: Table,
    constants: Constants,
    /// Whether those that the function has are in there.
    has_constants: bool,
    replacements: Replacements,
}

impl IrPass for Forward {
    const PASS: Pass = Pass::Forward;

    fn change(&mut self, _: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        self.replacements.clear();
        self.has_constants = false;
        let mut changed = false;
        for index in 0..func.block_order().len() {
            if !fault!(ForwardAcrossBlocks, index > 0) {
                self.table.clear_for(0);
            }
            let mut next = func.first_inst(func.block_order()[index]);
            while let Some(inst) = next {
                next = func.next_inst(inst);
                if !self.replacements.is_empty() {
                    func.map_operands(inst, |operand| self.replacements.resolve(operand));
                }
                changed |= self.visit(module, func, fuel, inst);
            }
        }
        // Phis, and blocks that stand before those that their operands come from.
        self.replacements.apply(func);
        changed
    }
}

impl Forward {
    /// Looks at one instruction; whether anything has changed.
    fn visit(&mut self, module: &Module, func: &mut Function, fuel: &mut Fuel, inst: Inst) -> bool {
        let Some(result) = func.result(inst) else { return false };
        let mut changed = false;
        if let Some(def) = folded(func, inst, result) {
            if fuel.spend(Self::PASS, module, func, inst) {
                let constant = self.constant(func, func.ty(result), def);
                self.name(func, inst, result, constant);
                return true;
            }
        } else if let Some((op, lhs, bits)) = shaped(func, inst)
            && fuel.spend(Self::PASS, module, func, inst)
        {
            let ty = func.ty(lhs);
            let rhs = self.constant(func, ty, ValueDef::Int(bits & all_ones(ty)));
            *func.inst_mut(inst) = InstData::Binary { op, lhs, rhs };
            changed = true;
        }
        if func.inst(inst).is_phi() || !effects(module, func, inst).may_merge() {
            return changed;
        }
        let hash = hash(func, inst);
        let earlier = self.table.find(hash, |payload| is_equal(func, Inst::from_u32(payload), inst));
        match earlier.and_then(|earlier| func.result(Inst::from_u32(earlier))) {
            Some(earlier) if fuel.spend(Self::PASS, module, func, inst) => self.name(func, inst, result, earlier),
            Some(_) => return changed,
            None => {
                self.table.insert(hash, inst.as_u32(), |_| false);
                return changed;
            }
        }
        true
    }

    /// An instruction's result is another value from here on.
    fn name(&mut self, func: &mut Function, inst: Inst, result: Value, value: Value) {
        self.replacements.replace(result, value);
        func.remove_inst(inst);
    }

    fn constant(&mut self, func: &mut Function, ty: Type, def: ValueDef) -> Value {
        if !std::mem::replace(&mut self.has_constants, true) {
            self.constants.collect(func, &mut Replacements::default());
        }
        self.constants.make(func, ty, def)
    }
}

/// The constant that an instruction computes, if its operands are constants.
fn folded(func: &Function, inst: Inst, result: Value) -> Option<ValueDef> {
    let constant = |value| func.def(value).filter(|def| matches!(def, ValueDef::Int(_) | ValueDef::F32(_) | ValueDef::F64(_)));
    let truth = |holds| ValueDef::Int(u64::from(holds));
    match *func.inst(inst) {
        InstData::Binary { op, lhs, rhs } => match (constant(lhs)?, constant(rhs)?) {
            (ValueDef::Int(a), ValueDef::Int(b)) => fold::int_binary(op, func.ty(lhs), a, b).map(ValueDef::Int),
            (a, b) => fold::float_binary(op, a, b),
        },
        InstData::Cast { op, src } => fold::cast(op, func.ty(src), func.ty(result), constant(src)?),
        InstData::Icmp { cond, lhs, rhs } => {
            let (lhs_bits, rhs_bits) = (func.int_const(lhs)?, func.int_const(rhs)?);
            Some(truth(fold::int_compare(cond, func.ty(lhs), lhs_bits, rhs_bits)))
        }
        InstData::Fcmp { cond, lhs, rhs } => fold::float_compare(cond, constant(lhs)?, constant(rhs)?).map(truth),
        _ => None,
    }
}

/// An integer operation in the usual shape, if it is written otherwise: the operator, its left operand, and the constant that is its right
/// one.
fn shaped(func: &Function, inst: Inst) -> Option<(BinOp, Value, u64)> {
    let InstData::Binary { op, lhs, rhs } = *func.inst(inst) else { return None };
    if !func.ty(lhs).is_scalar_int() {
        return None;
    }
    match (func.int_const(lhs), func.int_const(rhs)) {
        (Some(bits), None) if op.is_commutative() || fault!(ForwardExchanges) => Some((op, rhs, bits)),
        (None, Some(bits)) if op == BinOp::Sub => {
            Some((BinOp::Add, lhs, if fault!(ForwardSubtraction, bits != 0) { bits } else { bits.wrapping_neg() }))
        }
        (None, Some(bits)) if op == BinOp::Mul && bits.is_power_of_two() => {
            Some((BinOp::Shl, lhs, u64::from(bits.trailing_zeros())))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{FunctionBuilder, IntCond, Linkage, print};
    use proptest::prelude::*;

    /// The body `f(i32, i32)` after the walk, without dead code.
    fn walked(build: impl FnOnce(&mut FunctionBuilder<'_>) -> Value) -> Vec<String> {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let result = build(&mut b);
        b.ret(Some(result));
        let mut func = b.finish();
        Forward::default().run(&module, &mut func, &mut Fuel::unlimited());
        testing::verify(&module, &func);
        let insts = func.block_order().iter().flat_map(|&block| func.block_insts(block));
        insts.map(|inst| print::inst(&func, Some(&module), inst).to_string()).collect()
    }

    /// [TAMARIN-2008] "Constant Subexpression Elimination": the second sum is another name of the first, so that the two that use them
    /// are equal, too.
    #[test]
    fn what_uses_equal_values_is_equal() {
        let found = walked(|b| {
            let (x, y) = (b.arg(0), b.arg(1));
            let third = b.binary(BinOp::Add, x, y);
            let fourth = b.binary(BinOp::Add, x, y);
            let (fifteenth, sixteenth) = (b.binary(BinOp::Xor, third, x), b.binary(BinOp::Xor, fourth, x));
            b.binary(BinOp::Or, fifteenth, sixteenth)
        });
        let operators: Vec<&str> = found.iter().map(|line| line.split(' ').nth(2).unwrap_or_default()).collect();
        assert_eq!(operators.len(), 4, "{found:?}");
        assert!(found[0].contains("add i32 v0") && found[1].contains("xor i32 v"), "{found:?}");
    }

    #[test]
    fn constants_are_folded_and_expressions_shaped() {
        let found = walked(|b| {
            let (x, three, four) = (b.arg(0), b.i32(3), b.i32(4));
            let seven = b.binary(BinOp::Add, three, four);
            let product = b.binary(BinOp::Mul, x, four);
            let less = b.binary(BinOp::Sub, product, seven);
            let always = b.icmp(IntCond::Slt, three, seven);
            b.select(always, less, x)
        });
        assert_eq!(found.len(), 4, "{found:?}");
        assert!(found[0].contains("shl i32 v0, 2") && found[1].contains("add i32") && found[1].contains("-7"), "{found:?}");
    }

    #[test]
    fn blocks_know_nothing_of_each_other() {
        let found = walked(|b| {
            let (x, y, next) = (b.arg(0), b.arg(1), b.block());
            let first = b.binary(BinOp::Mul, x, y);
            b.br(next);
            b.switch_to(next);
            let second = b.binary(BinOp::Mul, x, y);
            b.binary(BinOp::Xor, first, second)
        });
        assert_eq!(found.iter().filter(|line| line.contains("mul")).count(), 2, "{found:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = Forward::default();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

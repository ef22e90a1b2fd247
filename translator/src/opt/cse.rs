//! Common subexpression elimination: an instruction that computes what another one has computed
//! before is replaced by that one's result.
//!
//! In: a function. Out: the same with repeated instructions gone and their uses renamed. Two
//! instructions are equal if they have the same operator, result type and operands; for operators
//! that commute the operands are put in order first, and a comparison is put the way round that has
//! the lesser operand on the left. What may be merged is [`facts`](super::facts)' to say:
//! everything whose result depends on the operands alone, divisions that may trap included (the
//! second cannot trap if the first did not). Loads are not merged: the producer's optimiser has
//! done that, and what it left is separated by stores or calls.
//!
//! A quotient and a remainder of the same operands are two divisions on most targets, or twice the multiplication that stands for one: the
//! remainder becomes what the quotient, multiplied by the divisor, leaves, and the quotient is computed where the first of the two was.
//!
//! How far an instruction is remembered is the [`Scope`], which `-lcse` chooses:
//! - [`Scope::Dominating`] (the default) relies on SSA form: a result is available wherever its
//!   block dominates. Operators that are cheap or fold into an address or a branch are only merged
//!   within a block all the same: keeping their result in a register over several blocks costs more
//!   than computing it again.
//! - [`Scope::Block`] (`-lcse=no-ssa`) forgets everything at the end of a block, which would hold
//!   without SSA form. ICE has no assignments, so that nothing has to be invalidated within one.
//!
//! One walk in reverse postorder with one hash table for the whole function; an entry counts if its
//! block is the current one or dominates it, and is overwritten if not. Linear, given the dominator
//! tree.

use super::facts::effects;
use super::rewrite::{Constants, Replacements};
use super::table::{Table, hash_of_words};
use super::{Fuel, IrPass};
use crate::analysis::ControlFlow;
use crate::ice::{BinOp, Block, CastOp, Function, Inst, InstData, Module, Type, Value, ValueDef};
use crate::options::Pass;

/// How far an instruction is remembered.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Scope {
    /// In the blocks that its own dominates.
    #[default]
    Dominating,
    /// In its own block.
    Block,
}

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct LocalCse {
    /// How far an instruction is remembered.
    pub scope: Scope,
    table: Table,
    constants: Constants,
    replacements: Replacements,
}

impl IrPass for LocalCse {
    const PASS: Pass = Pass::Lcse;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        match self.scope {
            Scope::Dominating => flow.with_dominators(func),
            Scope::Block => flow.with_cfg(func),
        }
        // About so many are entered, and in blocks fewer.
        let expected = if self.scope == Scope::Block { 0 } else { func.inst_count() / 2 };
        self.table.clear_for(expected);
        self.replacements.clear();
        self.constants.collect(func, &mut self.replacements);
        let mut changed = false;
        for index in 0..flow.cfg.reverse_postorder().len() {
            let block = flow.cfg.reverse_postorder()[index];
            if self.scope == Scope::Block {
                self.table.clear_for(0);
            }
            let mut next = func.first_inst(block);
            while let Some(inst) = next {
                next = func.next_inst(inst);
                if !self.replacements.is_empty() {
                    func.map_operands(inst, |operand| self.replacements.resolve(operand));
                }
                changed |= self.visit(flow, module, func, fuel, block, inst);
            }
        }
        self.replacements.apply_after_walk(func, &flow.cfg);
        changed
    }
}

impl LocalCse {
    fn visit(
        &mut self,
        flow: &ControlFlow,
        module: &Module,
        func: &mut Function,
        fuel: &mut Fuel,
        block: Block,
        inst: Inst,
    ) -> bool {
        let Some(result) = func.result(inst) else { return false };
        let may_merge =
            effects(module, func, inst).may_merge() || fault!(LcseLoads, matches!(func.inst(inst), InstData::Load { .. }));
        if func.inst(inst).is_phi() || !may_merge {
            return false;
        }
        let is_cheap = self.scope == Scope::Block || is_cheap(func, inst);
        let (hash, wanted) = (hash(func, inst), (*func.inst(inst), func.ty(result)));
        let found = self.earlier(flow, func, block, hash, wanted, is_cheap);
        let Some(earlier) = found.and_then(|earlier| func.result(earlier)) else {
            if self.share_division(flow, module, func, fuel, block, inst) {
                return true;
            }
            self.remember(func, inst, hash);
            return false;
        };
        if !fuel.spend(Self::PASS, module, func, inst) {
            return false;
        }
        self.replacements.replace(result, earlier);
        func.remove_inst(inst);
        true
    }

    /// An earlier instruction with this hash that computes what is wanted, of a type, and is available in a block.
    fn earlier(
        &self,
        flow: &ControlFlow,
        func: &Function,
        block: Block,
        hash: u32,
        (data, ty): (InstData, Type),
        is_cheap: bool,
    ) -> Option<Inst> {
        let available = |earlier: Block| {
            if is_cheap { earlier == block } else { flow.dominators.dominates(earlier, block) || fault!(LcseDominance) }
        };
        let found = self.table.find(hash, |payload| {
            let earlier = Inst::from_u32(payload);
            func.inst_block(earlier).is_some_and(available) && computes(func, earlier, data, ty)
        });
        found.map(Inst::from_u32)
    }

    /// Enters an instruction.
    fn remember(&mut self, func: &Function, inst: Inst, hash: u32) {
        self.table.insert(hash, inst.as_u32(), |payload| is_equal(func, Inst::from_u32(payload), inst));
    }
}

/// Quotients with remainders.
impl LocalCse {
    /// Has a remainder be computed from the quotient of the same operands, if the instruction is one of them and the other is available.
    fn share_division(
        &mut self,
        flow: &ControlFlow,
        module: &Module,
        func: &mut Function,
        fuel: &mut Fuel,
        block: Block,
        inst: Inst,
    ) -> bool {
        let InstData::Binary { op, lhs, rhs } = *func.inst(inst) else { return false };
        let Some((quotient, other)) = division(op).filter(|_| func.ty(lhs).is_scalar_int()) else { return false };
        let other = InstData::Binary { op: other, lhs, rhs };
        let (hash, wanted) = (hash_of(func, other, inst), (other, func.ty(lhs)));
        let earlier = self.earlier(flow, func, block, hash, wanted, self.scope == Scope::Block);
        let (Some(earlier), Some(result)) = (earlier, func.result(inst)) else { return false };
        if !fuel.spend(Self::PASS, module, func, inst) {
            return false;
        }
        if op == quotient {
            // The remainder stands where the quotient is computed now.
            let (made, value) = func.insert_before(earlier, InstData::Binary { op, lhs, rhs }, func.ty(lhs));
            let value = value.expect("a quotient has a value");
            leave(func, earlier, [lhs, rhs], value);
            self.replacements.replace(result, value);
            func.remove_inst(inst);
            let hash = self::hash(func, made);
            self.remember(func, made, hash);
        } else {
            let value = func.result(earlier).expect("a quotient has a value");
            leave(func, inst, [lhs, rhs], value);
        }
        true
    }
}

/// Turns a remainder into what the quotient of the same operands leaves.
fn leave(func: &mut Function, remainder: Inst, [lhs, rhs]: [Value; 2], quotient: Value) {
    let ty = func.ty(lhs);
    let product = match func.int_const(rhs).filter(|by| by.is_power_of_two()) {
        Some(by) => {
            let by = func.push_value(ty, ValueDef::Int(by.trailing_zeros().into()));
            InstData::Binary { op: BinOp::Shl, lhs: quotient, rhs: by }
        }
        None => InstData::Binary { op: BinOp::Mul, lhs: quotient, rhs },
    };
    let product = func.insert_before(remainder, product, ty).1.expect("a product has a value");
    let product = if fault!(LcseRemainder, ty == Type::I32) { quotient } else { product };
    *func.inst_mut(remainder) = InstData::Binary { op: BinOp::Sub, lhs, rhs: product };
}

/// The quotient's operator of a division, and of quotient and remainder the other one.
fn division(op: BinOp) -> Option<(BinOp, BinOp)> {
    match op {
        BinOp::UDiv => Some((BinOp::UDiv, BinOp::URem)),
        BinOp::URem => Some((BinOp::UDiv, BinOp::UDiv)),
        BinOp::SDiv => Some((BinOp::SDiv, BinOp::SRem)),
        BinOp::SRem => Some((BinOp::SDiv, BinOp::SDiv)),
        _ => None,
    }
}

/// Whether computing it again costs less than keeping the result in a register from one block to
/// another: an instruction or none where it is used, as part of an address, a branch or a select.
fn is_cheap(func: &Function, inst: Inst) -> bool {
    match *func.inst(inst) {
        InstData::Binary { op, lhs, .. } => {
            use BinOp::{AShr, Add, And, LShr, Or, Shl, Sub, Xor};
            let is_cheap_op = matches!(op, Add | Sub | And | Or | Xor | Shl | LShr | AShr);
            is_cheap_op && func.ty(lhs).is_scalar_int() && (func.ty(lhs) != Type::I64 || !op.is_shift())
        }
        InstData::Cast { op, .. } => matches!(op, CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::Bitcast),
        InstData::Icmp { .. } | InstData::Fcmp { .. } => true,
        _ => false,
    }
}

/// An instruction's operands in an order that does not depend on how it was written.
fn canonical(data: InstData) -> InstData {
    match data {
        InstData::Binary { op, lhs, rhs } if rhs < lhs && (op.is_commutative() || fault!(LcseSubtraction, op == BinOp::Sub)) => {
            InstData::Binary { op, lhs: rhs, rhs: lhs }
        }
        InstData::Icmp { cond, lhs, rhs } if rhs < lhs => {
            let cond = if fault!(LcseSwappedCompare) { cond } else { cond.swap_operands() };
            InstData::Icmp { cond, lhs: rhs, rhs: lhs }
        }
        other => other,
    }
}

fn result_type(func: &Function, inst: Inst) -> Type {
    func.result(inst).map_or(Type::Void, |result| func.ty(result))
}

/// Whether two instructions compute the same.
pub(super) fn is_equal(func: &Function, a: Inst, b: Inst) -> bool {
    computes(func, a, *func.inst(b), result_type(func, b))
}

/// Whether an instruction computes what another one would, which has a result of a type.
fn computes(func: &Function, inst: Inst, other: InstData, ty: Type) -> bool {
    if result_type(func, inst) != ty {
        return false;
    }
    match (*func.inst(inst), other) {
        (InstData::Call { func: f, args: x }, InstData::Call { func: g, args: y }) => f == g && func.values(x) == func.values(y),
        (x, y) => canonical(x) == canonical(y),
    }
}

/// A hash that is equal for those of which [`is_equal`] holds.
pub(super) fn hash(func: &Function, inst: Inst) -> u32 {
    hash_of(func, *func.inst(inst), inst)
}

/// The same of what an instruction would be.
fn hash_of(func: &Function, data: InstData, inst: Inst) -> u32 {
    // A discriminant, a detail, up to three operands: what every instruction that can be merged
    // consists of.
    let none = Value::local(0);
    let (kind, detail, [first, second, third]) = match canonical(data) {
        InstData::Binary { op, lhs, rhs } => (0, op as u32, [lhs, rhs, none]),
        InstData::Cast { op, src } => (1, op as u32, [src, none, none]),
        InstData::Icmp { cond, lhs, rhs } => (2, cond as u32, [lhs, rhs, none]),
        InstData::Fcmp { cond, lhs, rhs } => (3, cond as u32, [lhs, rhs, none]),
        InstData::Select { cond, on_true, on_false } => (4, 0, [cond, on_true, on_false]),
        InstData::InsertElement { vector, element, index } => (5, 0, [vector, element, index]),
        InstData::ExtractElement { vector, index } => (6, 0, [vector, index, none]),
        InstData::Call { func: callee, args } => {
            let args = func.values(args);
            let arg = |index| args.get(index).copied().unwrap_or(none);
            (7, callee.as_u32(), [arg(0), arg(1), none])
        }
        InstData::Load { addr, .. } if fault!(LcseLoads) => (8, 0, [addr, none, none]),
        _ => (9, inst.as_u32(), [none; 3]),
    };
    // The type is left to the comparison: few instructions that are otherwise equal differ in it.
    let pair = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
    hash_of_words([pair(kind << 24 ^ detail, first.bits()), pair(second.bits(), third.bits())])
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{FunctionBuilder, IntCond, Intrinsic, Linkage};
    use proptest::prelude::*;

    /// How many transformations a body `f(i32, i32)` allows.
    fn count(scope: Scope, build: impl FnOnce(&mut FunctionBuilder<'_>)) -> u64 {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I32, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        build(&mut b);
        let mut func = b.finish();
        let mut fuel = Fuel::unlimited();
        LocalCse { scope, ..LocalCse::default() }.run(&module, &mut func, &mut fuel);
        testing::verify(&module, &func);
        fuel.spent()
    }

    #[test]
    fn a_remainder_is_what_the_quotient_leaves() {
        for (signed, remainder_first, by, expected) in [
            (false, true, Some(10), ["udiv", "mul", "sub"]),
            (false, false, Some(10), ["udiv", "mul", "sub"]),
            (true, true, None, ["sdiv", "mul", "sub"]),
            (true, false, Some(8), ["sdiv", "shl", "sub"]),
        ] {
            let mut module = Module::new();
            let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32, Type::I32]);
            let mut b = FunctionBuilder::new(&mut module, id);
            let (x, y) = (b.arg(0), by.map_or(b.arg(1), |by| b.i32(by)));
            let ops = if signed { [BinOp::SRem, BinOp::SDiv] } else { [BinOp::URem, BinOp::UDiv] };
            let [first, second] = if remainder_first { ops } else { [ops[1], ops[0]] }.map(|op| b.binary(op, x, y));
            let sum = b.binary(BinOp::Xor, first, second);
            b.ret(Some(sum));
            let mut func = b.finish();
            let mut fuel = Fuel::unlimited();
            LocalCse::default().run(&module, &mut func, &mut fuel);
            testing::verify(&module, &func);
            let text = crate::ice::print::function(&func, Some(&module)).to_string();
            let ops: Vec<_> = text.lines().filter_map(|line| line.split_once(" = ")?.1.split(' ').next()).collect();
            assert_eq!((fuel.spent(), &ops[..3], ops.len()), (1, &expected[..], 4), "{text}");
        }
    }

    #[test]
    fn operands_may_be_in_either_order() {
        let found = count(Scope::Block, |b| {
            let (x, y) = (b.arg(0), b.arg(1));
            let first = b.binary(BinOp::Add, x, y);
            let second = b.binary(BinOp::Add, y, x);
            // Equal once the sums are.
            let third = b.binary(BinOp::Mul, first, x);
            let fourth = b.binary(BinOp::Mul, x, second);
            b.binary(BinOp::Sub, third, fourth);
            b.binary(BinOp::Sub, fourth, first);
            b.binary(BinOp::Sub, first, fourth);
            b.icmp(IntCond::Slt, x, y);
            b.icmp(IntCond::Sgt, y, x);
            b.icmp(IntCond::Slt, y, x);
            b.ret(None);
        });
        assert_eq!(found, 3);
    }

    #[test]
    fn what_depends_on_more_than_operands_stays() {
        let found = count(Scope::Block, |b| {
            let x = b.arg(0);
            for _ in 0..2 {
                b.load(Type::I32, x);
                b.alloca(x, 4);
                b.intrinsic(Intrinsic::ReadTp, &[]);
                b.intrinsic(Intrinsic::Setjmp, &[x]);
            }
            let other = b.i32(3);
            // Different result types, and equal constants that are different values.
            b.cast(CastOp::ZExt, x, Type::I64);
            b.cast(CastOp::SExt, x, Type::I64);
            let again = b.i32(3);
            b.binary(BinOp::UDiv, x, other);
            b.binary(BinOp::UDiv, x, again);
            b.intrinsic(Intrinsic::Ctpop(Type::I32), &[x]);
            b.intrinsic(Intrinsic::Ctpop(Type::I32), &[x]);
            b.ret(None);
        });
        assert_eq!(found, 2);
    }

    #[test]
    fn dear_instructions_are_found_in_dominating_blocks() {
        let body = |b: &mut FunctionBuilder<'_>| {
            let (x, y) = (b.arg(0), b.arg(1));
            let (left, right, join) = (b.block(), b.block(), b.block());
            b.binary(BinOp::Mul, x, y);
            let cond = b.icmp(IntCond::Eq, x, y);
            b.cond_br(cond, left, right);
            for side in [left, right] {
                b.switch_to(side);
                b.binary(BinOp::Mul, y, x);
                b.binary(BinOp::SDiv, y, x);
                b.binary(BinOp::Add, y, x);
                b.br(join);
            }
            b.switch_to(join);
            // Neither side dominates the join.
            b.binary(BinOp::SDiv, y, x);
            b.ret(None);
        };
        assert_eq!(count(Scope::Dominating, body), 2);
        assert_eq!(count(Scope::Block, body), 0);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel(), local in any::<bool>()) {
            let scope = if local { Scope::Block } else { Scope::Dominating };
            let mut pass = LocalCse { scope, ..LocalCse::default() };
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

//! Simplification: constants folded, algebraic identities, conversion chains, constants gathered at
//! the outside of sums, decided branches.
//!
//! In: a function. Out: one that computes the same with fewer or cheaper instructions. The rules
//! are local: each looks at an instruction and the definitions of its operands, and answers with a
//! `Step`. They are grouped by family: `integer`, `float`, `convert`, `compare` (comparisons and
//! selects), `vector` (elements), `control` (branches, switches, phis). What they may assume is in
//! [`facts`](super::facts); the arithmetic is in `fold`. Vectors have no constants, so that only
//! the rules without constants apply to them.
//!
//! Shape of the result, on which address modes and common subexpressions rely: constants are right
//! operands, `x - c` is `x + -c`, a multiplication by a power of two is a shift, and in a sum the
//! constant is added last: `(x + y) + c`.
//!
//! A rule that takes a definition apart (`(a + c1) + c2` into `a + (c1+c2)`) only does so if that
//! was the definition's only use, so that no rule makes more work than it saves or keeps two values
//! alive in place of one. Use counts follow the changes; what is dead goes with
//! [`dce`](super::dce).
//!
//! One walk in reverse postorder simplifies operands before their users; decided branches ask for
//! another, [`MAX_ROUNDS`] at most. A budget of steps linear in the function's size bounds the
//! rest. Linear.

mod bits;
mod compare;
mod control;
mod convert;
mod divisible;
mod float;
mod integer;
#[cfg(test)]
mod pairs;
mod vector;

use super::cfg::Pruner;
use super::fold;
use super::rewrite::{Constants, Replacements};
use super::{Fuel, IrPass};
use crate::analysis::{ControlFlow, Uses};
use crate::ice::{BinOp, Function, Inst, InstData, Module, Type, Value, ValueDef};
use crate::options::Pass;

/// How often a function is walked.
pub const MAX_ROUNDS: usize = 3;

/// Stands for the result of the inner instruction in the outer one of [`Step::Pair`].
const INNER: Value = Value::local(Value::LIMIT as u32 - 1);

/// Stands for the result of the instruction before that, in one of a [`Step::Chain`].
const EARLIER: Value = Value::local(Value::LIMIT as u32 - 2);

/// How many instructions a [`Step::Chain`] puts before another one, at most.
const MOST_INNER: usize = 5;

/// What becomes of an instruction.
enum Step {
    /// Its result is this value.
    Value(Value),
    /// It becomes this instruction, with a result of the same type.
    Inst(InstData),
    /// It becomes `outer`, which uses the result of `inner`, put before it, as [`INNER`].
    Pair { inner: InstData, ty: Type, outer: InstData },
    /// The same with several before it: each uses the result of the one before as [`INNER`], and that of the one before that as [`EARLIER`].
    Chain { inner: [Option<InstData>; MOST_INNER], ty: Type, outer: InstData },
}

/// What the rules see and use.
struct Cx<'a> {
    func: &'a mut Function,
    uses: &'a Uses,
    constants: &'a mut Constants,
}

impl Cx<'_> {
    /// An integer constant, cut to the type's width.
    fn int(&mut self, ty: Type, bits: u64) -> Value {
        self.constants.make(self.func, ty, ValueDef::Int(bits & super::facts::all_ones(ty)))
    }

    fn constant(&mut self, ty: Type, def: ValueDef) -> Value {
        self.constants.make(self.func, ty, def)
    }

    /// The instruction that makes a value.
    fn inst_of(&self, value: Value) -> Option<&InstData> {
        match self.func.def(value)? {
            ValueDef::Inst(inst) => Some(self.func.inst(inst)),
            _ => None,
        }
    }

    /// `x` and `c` of a value `x op c`.
    fn with_constant(&self, value: Value, op: BinOp) -> Option<(Value, u64)> {
        match *self.inst_of(value)? {
            InstData::Binary { op: found, lhs, rhs } if found == op => Some((lhs, self.func.int_const(rhs)?)),
            _ => None,
        }
    }

    /// Whether the operand at hand is a value's only use: then the value goes when this use does.
    fn is_single(&self, value: Value) -> bool {
        self.uses.is_single(value)
    }

    /// A constant that is not an integer, too.
    fn constant_def(&self, value: Value) -> Option<ValueDef> {
        self.func.def(value).filter(|def| matches!(def, ValueDef::Int(_) | ValueDef::F32(_) | ValueDef::F64(_)))
    }
}

fn binary(op: BinOp, lhs: Value, rhs: Value) -> InstData {
    InstData::Binary { op, lhs, rhs }
}

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Simplify {
    uses: Uses,
    constants: Constants,
    replacements: Replacements,
    pruner: Pruner,
    /// Values that lose a use.
    released: Vec<Value>,
    budget: usize,
    changed: bool,
    /// Whether an edge has gone.
    edges_changed: bool,
    /// Whether a terminator has changed.
    branches_changed: bool,
}

impl IrPass for Simplify {
    const PASS: Pass = Pass::Simplify;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        self.changed = false;
        self.budget = 4 * func.inst_count() + 64;
        for _ in 0..MAX_ROUNDS {
            if fuel.is_empty() {
                break;
            }
            (self.edges_changed, self.branches_changed) = (false, false);
            self.round(flow, module, func, fuel);
            if !self.edges_changed {
                break;
            }
            flow.with_cfg(func);
            if self.pruner.prune(func, &flow.cfg) {
                flow.forget();
            }
        }
        self.changed
    }
}

impl Simplify {
    fn round(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) {
        flow.with_cfg(func);
        self.uses.compute(func);
        self.replacements.clear();
        self.constants.collect(func, &mut self.replacements);
        for index in 0..flow.cfg.reverse_postorder().len() {
            let mut next = func.first_inst(flow.cfg.reverse_postorder()[index]);
            while let Some(inst) = next {
                if !self.replacements.is_empty() {
                    func.map_operands(inst, |operand| self.replacements.resolve(operand));
                }
                next =
                    if may_be_simplified(func.inst(inst)) { self.visit(module, func, fuel, inst) } else { func.next_inst(inst) };
            }
        }
        self.replacements.apply_after_walk(func, &flow.cfg);
        if self.branches_changed {
            flow.forget();
        }
    }

    /// Simplifies one instruction as far as it goes. Returns the instruction to go on with.
    fn visit(&mut self, module: &Module, func: &mut Function, fuel: &mut Fuel, inst: Inst) -> Option<Inst> {
        let following = func.next_inst(inst);
        while self.budget > 0 {
            let step = step(&mut Cx { func, uses: &self.uses, constants: &mut self.constants }, module, inst);
            let Some(step) = step else { break };
            if !fuel.spend(Self::PASS, module, func, inst) {
                break;
            }
            self.budget -= 1;
            self.changed = true;
            self.released.clear();
            func.visit_operands(inst, |operand| self.released.push(operand));
            match step {
                Step::Value(value) => {
                    let result = func.result(inst).expect("a rule replaces results only");
                    self.uses.transfer(result, value);
                    self.replacements.replace(result, value);
                    func.remove_inst(inst);
                    self.release(func);
                    return following;
                }
                Step::Inst(data) => {
                    self.set(func, inst, data);
                    self.release(func);
                }
                // The inner one may allow more.
                Step::Pair { inner, ty, outer } => return Some(self.set_chain(func, inst, [Some(inner)], ty, outer)),
                Step::Chain { inner, ty, outer } => return Some(self.set_chain(func, inst, inner, ty, outer)),
            }
        }
        following
    }

    /// Puts instructions before one, and makes that another one. Returns the first of them.
    fn set_chain<const N: usize>(
        &mut self,
        func: &mut Function,
        inst: Inst,
        inner: [Option<InstData>; N],
        ty: Type,
        outer: InstData,
    ) -> Inst {
        let (mut first, mut last, mut earlier) = (None, INNER, EARLIER);
        let named = |last: Value, earlier: Value| {
            move |operand| match operand {
                INNER => last,
                EARLIER => earlier,
                other => other,
            }
        };
        for data in inner.into_iter().flatten() {
            let (inner, result) = func.insert_before(inst, data, ty);
            func.map_operands(inner, named(last, earlier));
            func.visit_operands(inner, |operand| self.uses.add(operand, inner));
            (earlier, last) = (last, result.expect("an inner instruction with a result"));
            first = first.or(Some(inner));
        }
        self.branches_changed |= outer.is_terminator();
        *func.inst_mut(inst) = outer;
        func.map_operands(inst, named(last, earlier));
        func.visit_operands(inst, |operand| self.uses.add(operand, inst));
        self.release(func);
        first.unwrap_or(inst)
    }

    /// Takes back the uses on the list, and those that dead definitions make in turn.
    fn release(&mut self, func: &Function) {
        while let Some(value) = self.released.pop() {
            if self.uses.count(value) == 0 {
                continue;
            }
            self.uses.remove(value);
            if self.uses.count(value) > 0 {
                continue;
            }
            if let Some(ValueDef::Inst(def)) = func.def(value)
                && matches!(
                    func.inst(def),
                    InstData::Binary { .. } | InstData::Cast { .. } | InstData::Icmp { .. } | InstData::Select { .. }
                )
            {
                func.visit_operands(def, |operand| self.released.push(operand));
            }
        }
    }

    fn set(&mut self, func: &mut Function, inst: Inst, data: InstData) {
        self.branches_changed |= data.is_terminator();
        self.edges_changed |= func.inst(inst).is_terminator() && control::loses_edges(func, inst, &data);
        *func.inst_mut(inst) = data;
        func.visit_operands(inst, |operand| self.uses.add(operand, inst));
    }
}

/// Whether there are rules for an instruction of its kind.
#[inline]
fn may_be_simplified(data: &InstData) -> bool {
    !matches!(
        data,
        InstData::Load { .. }
            | InstData::Store { .. }
            | InstData::Alloca { .. }
            | InstData::CallIndirect { .. }
            | InstData::Br { .. }
            | InstData::Ret { .. }
            | InstData::Unreachable
    )
}

/// The first rule that applies to an instruction.
fn step(cx: &mut Cx<'_>, module: &Module, inst: Inst) -> Option<Step> {
    match *cx.func.inst(inst) {
        InstData::Binary { op, lhs, rhs } => {
            let ty = cx.func.ty(lhs);
            if op.is_float() {
                float::binary(cx, op, ty, lhs, rhs)
            } else if ty.is_scalar_int() {
                integer::binary(cx, op, ty, lhs, rhs)
            } else {
                None
            }
        }
        InstData::Cast { op, src } => {
            let to = cx.func.ty(cx.func.result(inst)?);
            convert::cast(cx, op, src, to)
        }
        InstData::Icmp { cond, lhs, rhs } => compare::icmp(cx, cond, lhs, rhs),
        InstData::Fcmp { cond, lhs, rhs } => compare::fcmp(cx, cond, lhs, rhs),
        InstData::Select { cond, on_true, on_false } => compare::select(cx, cond, on_true, on_false),
        InstData::ExtractElement { vector, index } => vector::extract(cx, vector, index),
        InstData::InsertElement { vector, element, index } => vector::insert(cx, vector, element, index),
        InstData::Call { func, args } => {
            let intrinsic = module.funcs[func].intrinsic?;
            let args = cx.func.values(args);
            let result = fold::intrinsic(intrinsic, |index| cx.func.int_const(*args.get(index)?))?;
            let ty = cx.func.ty(cx.func.result(inst)?);
            Some(Step::Value(cx.int(ty, result)))
        }
        InstData::Phi { args } => control::phi(cx, inst, args),
        InstData::CondBr { cond, on_true, on_false } => control::cond_br(cx, cond, on_true, on_false),
        InstData::Switch { value, cases, default } => {
            control::switch(cx, value, cases, default).or_else(|| control::single_case(cx, value, cases, default))
        }
        // See above.
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{FunctionBuilder, Linkage, print};
    use proptest::prelude::*;

    /// The body `f(i32, i32, i64)` after simplification and dead code elimination, one instruction
    /// a line.
    fn simplified(build: impl FnOnce(&mut FunctionBuilder<'_>) -> Value) -> Vec<String> {
        let mut module = Module::new();
        let init = vec![crate::ice::GlobalInit::Zero(8)];
        let (name, linkage) = ("g".to_string(), Linkage::Internal);
        module.globals.push(crate::ice::GlobalVar { name, linkage, constant: false, align: 1, init });
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32, Type::I32, Type::I64]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let result = build(&mut b);
        b.ret(Some(result));
        let mut func = b.finish();
        Simplify::default().run(&module, &mut func, &mut Fuel::unlimited());
        super::super::Dce::default().run(&module, &mut func, &mut Fuel::unlimited());
        let all = func.block_order().iter().flat_map(|&block| func.block_insts(block));
        all.map(|inst| print::inst(&func, Some(&module), inst).to_string()).collect()
    }

    /// Asserts the shape of the result: its operators in order, without numbers of values.
    #[track_caller]
    fn expect(build: impl FnOnce(&mut FunctionBuilder<'_>) -> Value, expected: &[&str]) {
        let lines = simplified(build);
        // Arguments are v0 to v2; the numbers of other values say nothing.
        let word = |word: &str| {
            let word = word.trim_end_matches(',');
            let is_result = word.strip_prefix('v').is_some_and(|number| number.parse::<u32>().is_ok_and(|number| number > 2));
            if is_result { "_".to_string() } else { word.to_string() }
        };
        let shape = |line: &String| {
            let text = line.split_once(" = ").map_or(line.as_str(), |(_, text)| text);
            text.split(' ').map(word).collect::<Vec<_>>().join(" ")
        };
        let found: Vec<_> = lines.iter().map(shape).collect();
        assert_eq!(found, expected, "{lines:#?}");
    }

    #[test]
    fn constants_move_to_the_outside_of_sums() {
        let address = |b: &mut FunctionBuilder<'_>| {
            let (x, i, one, eight, minus) = (b.arg(0), b.arg(1), b.i32(1), b.i32(8), b.i32(-4));
            let next = b.binary(BinOp::Add, i, one);
            let scaled = b.binary(BinOp::Mul, next, eight);
            let sum = b.binary(BinOp::Add, x, scaled);
            b.binary(BinOp::Sub, sum, minus)
        };
        expect(address, &["shl i32 v1 3", "add i32 v0 _", "add i32 _ 12", "ret i32 _"]);
    }

    #[test]
    fn a_sum_that_is_used_again_stays() {
        let shared = |b: &mut FunctionBuilder<'_>| {
            let (x, one) = (b.arg(0), b.i32(1));
            let first = b.binary(BinOp::Add, x, one);
            let second = b.binary(BinOp::Add, first, one);
            b.binary(BinOp::Xor, first, second)
        };
        expect(shared, &["add i32 v0 1", "add i32 _ 1", "xor i32 _ _", "ret i32 _"]);
    }

    #[test]
    fn addresses_of_symbols_take_constants_however_often_they_are_used() {
        let global = |b: &mut FunctionBuilder<'_>| {
            let (g, one, two) = (Value::global(crate::ice::Global::from_u32(0)), b.i32(1), b.i32(2));
            let first = b.binary(BinOp::Add, g, one);
            let second = b.binary(BinOp::Add, first, two);
            b.binary(BinOp::Xor, first, second)
        };
        expect(global, &["add i32 @g 1", "add i32 @g 3", "xor i32 _ _", "ret i32 _"]);
    }

    #[test]
    fn conversions_meet() {
        let chain = |b: &mut FunctionBuilder<'_>| {
            let x = b.arg(0);
            let byte = b.cast(crate::ice::CastOp::Trunc, x, Type::I8);
            let wide = b.cast(crate::ice::CastOp::ZExt, byte, Type::I64);
            let mask = b.i64(0xfff);
            let masked = b.binary(BinOp::And, wide, mask);
            b.cast(crate::ice::CastOp::Trunc, masked, Type::I32)
        };
        expect(chain, &["and i32 v0 255", "ret i32 _"]);
    }

    #[test]
    fn booleans_lose_their_detours() {
        let detour = |b: &mut FunctionBuilder<'_>| {
            let (x, y, zero) = (b.arg(0), b.arg(1), b.i32(0));
            let less = b.icmp(crate::ice::IntCond::Slt, x, y);
            let wide = b.cast(crate::ice::CastOp::ZExt, less, Type::I32);
            let not = b.icmp(crate::ice::IntCond::Eq, wide, zero);
            b.select(not, x, y)
        };
        expect(detour, &["icmp sge i32 v0 v1", "select i1 _ i32 v0 i32 v1", "ret i32 _"]);
    }

    #[test]
    fn a_decided_branch_decides_what_depends_on_it() {
        let branch = |b: &mut FunctionBuilder<'_>| {
            let (entry, join, other) = (b.current(), b.block(), b.block());
            let (one, two, x) = (b.i32(1), b.i32(2), b.arg(0));
            let cond = b.icmp(crate::ice::IntCond::Ugt, one, two);
            b.cond_br(cond, other, join);
            b.switch_to(other);
            b.br(join);
            b.switch_to(join);
            let phi = b.phi(Type::I32, &[(entry, one), (other, x)]);
            b.binary(BinOp::Add, phi, two)
        };
        expect(branch, &["br b1", "ret i32 3"]);
    }

    #[test]
    fn the_fuel_names_the_instruction() {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (x, zero) = (b.arg(0), b.i32(0));
        let first = b.binary(BinOp::Add, x, zero);
        let second = b.binary(BinOp::Or, first, zero);
        b.ret(Some(second));
        let mut func = b.finish();
        let mut fuel = Fuel::limited(1);
        assert!(Simplify::default().run(&module, &mut func, &mut fuel));
        assert_eq!(fuel.last().unwrap().what, "b0: v2 = add i32 v0, 0");
        testing::verify(&module, &func);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]
        #[test]
        fn what_a_chain_computes_stays_the_same(shape in Shape::straight(), fuel in testing::any_fuel()) {
            let mut pass = Simplify::default();
            for seed in 0..8 {
                let shape = Shape { seed: shape.seed.wrapping_add(seed), ..shape };
                testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
            }
        }

        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = Simplify::default();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

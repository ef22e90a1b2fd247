//! If-conversion: what a branch chooses between is computed on both ways, and a `select` chooses.
//!
//! In: a function. Out: the same without some of its branches. A block that ends in a conditional branch
//! whose ways meet again at once (a diamond), or of which one leads to where the other one ends (a triangle), takes in the instructions of
//! both ways, and goes on where they meet; each phi there chooses between two values by the branch's condition. The ways have to be blocks
//! that the branch alone leads to, of instructions that have no effect and cannot trap.
//!
//! What is executed in vain is weighed against the branch, by how likely each way is and what a `select` takes on the machine
//! ([`Selects`]): a branch that nobody can predict is worth several instructions, one that mostly goes one way none. Truth values
//! that branches decide are left alone: branches on them are better than instructions.
//!
//! Inner ones come first, so that one may be a way of the next. Linear in the function.
//!
//! Allen, Kennedy, Porterfield and Warren have described it ("Conversion of control dependence to data dependence", POPL 1983); the rule that
//! it pays by is ours.

use super::facts::{Effects, effects};
use super::{Fuel, IrPass};
use crate::analysis::ControlFlow;
use crate::ice::{BinOp, Block, BlockCall, CastOp, Function, Inst, InstData, IntCond, Module, Type, Value, ValueDef};
use crate::options::Pass;
use crate::util::entity::Entity;
use crate::util::refill;

/// The most instructions of a way.
const MAX_INSTS: usize = 6;

/// The most phis that are chosen for by one branch.
const MAX_PHIS: usize = 3;

/// A way of a branch that is less likely is hardly ever taken, and the processor knows.
const LIKELY: f32 = 0.25;

/// What choosing takes on a machine, in instructions.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Selects {
    /// Of a value in one general register, without the condition.
    pub word: f32,
    /// Of a 64-bit integer.
    pub wide: f32,
    /// Of a floating-point value; `None` if that takes a branch.
    pub float: Option<f32>,
    /// What a condition takes more than for a branch, if it is whether two integers are equal.
    pub equality: f32,
    /// The same, if it is any other.
    pub other: f32,
    /// What the condition takes for each further value.
    pub again: f32,
    /// What a branch that may go either way is worth, besides its own instruction.
    pub unpredictable: f32,
}

impl Selects {
    /// As on a machine that has everything.
    #[cfg(test)]
    pub const FOR_TESTS: Selects =
        Selects { word: 1.0, wide: 1.0, float: Some(1.0), equality: 0.0, other: 0.0, again: 0.0, unpredictable: 8.0 };
}

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct IfConvert {
    /// What choosing takes; without it nothing is done.
    pub selects: Option<Selects>,
    /// Whether 64-bit integers are in one register.
    pub has_wide_integers: bool,
    /// By block: whether it became part of another one.
    gone: Vec<bool>,
    order: Vec<Block>,
}

/// A branch whose ways meet.
#[derive(Copy, Clone, Debug)]
struct Shape {
    head: Block,
    /// The blocks in between where the condition holds, and where not.
    ways: [Option<Block>; 2],
    join: Block,
}

impl IrPass for IfConvert {
    const PASS: Pass = Pass::IfConvert;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        let Some(selects) = self.selects else { return false };
        flow.with_loops(func);
        let (mut are_known, mut changed) = (false, false);
        for index in (0..flow.cfg.reverse_postorder().len()).rev() {
            // A block that was taken in had one predecessor, and an edge that has gone led from a block that has gone: the graph says
            // enough of those that are left.
            let Some(shape) = shape(flow, module, func, flow.cfg.reverse_postorder()[index]) else { continue };
            if !are_known {
                flow.with_frequencies(func);
                refill(&mut self.gone, func.block_count(), false);
                are_known = true;
            }
            let Some(branch) = func.last_inst(shape.head) else { continue };
            if self.pays(func, selects, shape, flow.frequencies.likelihood(shape.head))
                && fuel.spend(Self::PASS, module, func, branch)
            {
                self.convert(func, shape);
                changed = true;
            }
        }
        if changed {
            self.order.clear();
            self.order.extend(func.block_order().iter().copied().filter(|block| !self.gone[block.index()]));
            func.set_block_order(&self.order);
            flow.forget();
        }
        changed
    }
}

/// The branch at the end of a block, if its ways meet again at once.
fn shape(flow: &ControlFlow, module: &Module, func: &Function, head: Block) -> Option<Shape> {
    let InstData::CondBr { on_true, on_false, .. } = *func.inst(func.last_inst(head)?) else { return None };
    if on_true == on_false {
        return None;
    }
    let ends = [on_true, on_false].map(|way| end_of(flow, module, func, way));
    let (ways, join) = match ends {
        [Some(end), _] if end == on_false => ([Some(on_true), None], end),
        [_, Some(end)] if end == on_true => ([None, Some(on_false)], end),
        [Some(end), Some(other)] if end == other => ([Some(on_true), Some(on_false)], end),
        _ => return None,
    };
    (join != head).then_some(Shape { head, ways, join })
}

/// Where a block leads that one edge leads to, if its instructions may be executed for nothing. How many there are is asked
/// when those of ways in it are there as well.
fn end_of(flow: &ControlFlow, module: &Module, func: &Function, way: Block) -> Option<Block> {
    let InstData::Br { target } = *func.inst(func.last_inst(way)?) else { return None };
    let may_run = |inst: Inst| match *func.inst(inst) {
        InstData::Br { .. } => true,
        InstData::Load { .. } => effects(module, func, inst) == Effects::Reads || fault!(IfConvertTraps),
        InstData::Call { .. } => false,
        _ => effects(module, func, inst).may_speculate(),
    };
    let is_way = flow.cfg.preds(way).len() == 1 && target != way;
    (is_way && func.block_insts(way).take(MAX_INSTS + 2).all(may_run)).then_some(target)
}

/// What a phi is at the end of an edge.
fn comes_from(func: &Function, phi: Inst, pred: Block) -> Option<Value> {
    let InstData::Phi { args } = *func.inst(phi) else { return None };
    func.phi_args(args).iter().find(|arg| arg.block == pred).map(|arg| arg.value)
}

impl Shape {
    /// The block from which an edge leads to where the ways meet.
    fn last(&self, way: usize) -> Block {
        self.ways[way].unwrap_or(self.head)
    }

    /// What a phi is after each way.
    fn values(&self, func: &Function, phi: Inst) -> Option<[Value; 2]> {
        Some([comes_from(func, phi, self.last(0))?, comes_from(func, phi, self.last(1))?])
    }
}

impl IfConvert {
    /// Whether, if the first way is so likely, fewer instructions are executed, or hardly more than a branch is worth that nobody can predict.
    fn pays(&self, func: &Function, selects: Selects, shape: Shape, likely: f32) -> bool {
        let odds = [likely, 1.0 - likely];
        let Some(chosen) = self.price_of_phis(func, selects, shape, odds) else { return false };
        // The branch, and where there are two ways the jump at the end of one of them.
        let mut extra = chosen - 1.0;
        for (way, block) in shape.ways.into_iter().enumerate() {
            let Some(price) = block.map_or(Some(0.0), |block| self.price_of_way(func, block)) else { return false };
            extra += price * (1.0 - odds[way]);
        }
        let rarer = likely.min(1.0 - likely);
        if shape.ways.iter().all(Option::is_some) {
            extra -= rarer;
        }
        extra <= if rarer < LIKELY { 0.0 } else { selects.unpredictable }
    }

    /// What choosing takes, without the moves that phis take.
    fn price_of_phis(&self, func: &Function, selects: Selects, shape: Shape, odds: [f32; 2]) -> Option<f32> {
        let (mut price, mut count) = (0.0, 0);
        for phi in func.block_insts(shape.join).take_while(|&inst| func.inst(inst).is_phi()) {
            let [on_true, on_false] = shape.values(func, phi)?;
            if on_true == on_false {
                continue;
            }
            let ty = func.ty(on_true);
            price += self.price_of_select(selects, ty)? + if count > 0 { selects.again } else { 0.0 };
            count += 1;
            for (way, value) in [on_true, on_false].into_iter().enumerate() {
                let is_made_there =
                    matches!(func.def(value), Some(ValueDef::Inst(inst)) if func.inst_block(inst) == shape.ways[way]);
                if shape.ways[way].is_some() && !is_made_there {
                    price -= odds[way];
                }
            }
        }
        let InstData::CondBr { cond, .. } = *func.inst(func.last_inst(shape.head)?) else { return None };
        let condition = match func.def(cond) {
            Some(ValueDef::Inst(inst)) => match *func.inst(inst) {
                InstData::Icmp { cond: IntCond::Eq | IntCond::Ne, .. } => selects.equality,
                _ => selects.other,
            },
            _ => 0.0,
        };
        (count <= MAX_PHIS).then_some(if count == 0 { 0.0 } else { price + condition })
    }

    /// What one `select` takes without its condition; `None` if it takes a branch.
    fn price_of_select(&self, selects: Selects, ty: Type) -> Option<f32> {
        match ty {
            Type::I8 | Type::I16 | Type::I32 => Some(selects.word),
            Type::I64 if self.has_wide_integers => Some(selects.word),
            Type::I64 => Some(selects.wide),
            Type::F32 | Type::F64 => selects.float,
            _ => None,
        }
    }

    /// What the instructions of a way take; `None` if that is too much.
    fn price_of_way(&self, func: &Function, way: Block) -> Option<f32> {
        let mut price = 0.0;
        for (index, inst) in func.block_insts(way).enumerate() {
            if index > MAX_INSTS {
                return None;
            }
            if !func.inst(inst).is_terminator() {
                price += self.price_of(func, inst)?;
            }
        }
        Some(price)
    }

    fn price_of(&self, func: &Function, inst: Inst) -> Option<f32> {
        let ty = func.ty(func.result(inst)?);
        if ty.is_vector() {
            return None;
        }
        let halves = if ty == Type::I64 && !self.has_wide_integers { 2.0 } else { 1.0 };
        match *func.inst(inst) {
            InstData::Binary { op, .. } if op.is_int_division() => None,
            InstData::Binary { op: BinOp::FDiv | BinOp::FRem, .. } => None,
            InstData::Binary { op: BinOp::Mul | BinOp::Shl | BinOp::LShr | BinOp::AShr, .. } if halves > 1.0 => None,
            InstData::Binary { op: BinOp::Mul, .. } => Some(3.0),
            InstData::Binary { .. } | InstData::Load { .. } => Some(halves),
            InstData::Cast { op: CastOp::Trunc, .. } => Some(0.0),
            InstData::Cast { op: CastOp::ZExt | CastOp::SExt, .. } => Some(halves),
            InstData::Icmp { lhs, .. } => Some(if func.ty(lhs) == Type::I64 && !self.has_wide_integers { 3.0 } else { 2.0 }),
            InstData::Select { .. } => self.price_of_select(self.selects?, ty).map(|price| price + 1.0),
            _ => None,
        }
    }

    /// Takes the ways in, and chooses.
    fn convert(&mut self, func: &mut Function, shape: Shape) {
        let Some(branch) = func.last_inst(shape.head) else { return };
        let InstData::CondBr { cond, .. } = *func.inst(branch) else { return };
        for way in shape.ways.into_iter().flatten() {
            let mut following = func.first_inst(way);
            while let Some(inst) = following.filter(|&inst| !func.inst(inst).is_terminator()) {
                following = func.next_inst(inst);
                func.move_inst_before(inst, branch);
            }
            self.gone[way.index()] = true;
        }
        let mut following = func.first_inst(shape.join);
        while let Some(phi) = following.filter(|&inst| func.inst(inst).is_phi()) {
            following = func.next_inst(phi);
            let Some([on_true, on_false]) = shape.values(func, phi) else { continue };
            let value = if on_true == on_false || fault!(IfConvertFirst, Some(phi) != func.first_inst(shape.join)) {
                on_true
            } else {
                let (on_true, on_false) = if fault!(IfConvertSides) { (on_false, on_true) } else { (on_true, on_false) };
                let chosen = InstData::Select { cond, on_true, on_false };
                func.insert_before(branch, chosen, func.ty(on_true)).1.expect("a select has a result")
            };
            let lasts = [shape.last(0), shape.last(1)];
            let mut is_first = true;
            func.filter_phi_args(phi, |arg| {
                let is_of_ways = lasts.contains(&arg.block);
                let stays = !is_of_ways || std::mem::take(&mut is_first);
                stays.then_some(if is_of_ways { BlockCall { block: shape.head, value } } else { arg })
            });
        }
        *func.inst_mut(branch) = InstData::Br { target: shape.join };
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape as Random};
    use super::*;
    use crate::ice::{FunctionBuilder, GlobalInit, GlobalVar, Linkage};
    use proptest::prelude::*;

    fn pass() -> IfConvert {
        IfConvert { selects: Some(Selects::FOR_TESTS), has_wide_integers: true, ..IfConvert::default() }
    }

    /// What one way of a branch does, if there is a block on it.
    type Way<'a> = Option<&'a dyn Fn(&mut FunctionBuilder<'_>) -> Value>;

    /// `i32 f(i32, i32)` that does something where its first argument is less than the second, something else where it is not, and
    /// returns what either gave; how many branches are left.
    fn branches(ways: [Way<'_>; 2], selects: Selects) -> (usize, Module, Function) {
        let mut module = Module::new();
        let init = vec![GlobalInit::Zero(8)];
        module.globals.push(GlobalVar { name: "g".into(), linkage: Linkage::Internal, constant: false, align: 4, init });
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (a, c, head, join) = (b.arg(0), b.arg(1), b.current(), b.block());
        let blocks = ways.map(|way| way.map(|_| b.block()));
        let less = b.icmp(IntCond::Slt, a, c);
        b.cond_br(less, blocks[0].unwrap_or(join), blocks[1].unwrap_or(join));
        let mut args = Vec::new();
        for (way, block) in ways.into_iter().zip(blocks) {
            if let (Some(way), Some(block)) = (way, block) {
                b.switch_to(block);
                let value = way(&mut b);
                b.br(join);
                args.push((block, value));
            } else {
                args.push((head, c));
            }
        }
        b.switch_to(join);
        let phi = b.phi(Type::I32, &args);
        b.ret(Some(phi));
        let before = b.finish();
        testing::verify(&module, &before);
        let mut func = before.clone();
        let mut pass = IfConvert { selects: Some(selects), ..pass() };
        let mut fuel = Fuel::unlimited();
        let changed = pass.run(&module, &mut func, &mut fuel);
        testing::verify(&module, &func);
        assert_eq!((changed, changed.into()), (fuel.spent() > 0, fuel.spent()));
        for args in [[1, 2], [2, 1], [5, 5], [u64::from(u32::MAX), 0]] {
            testing::assert_agree(&before, &func, &args, &"");
        }
        let is_branch = |&&block: &&Block| func.successors(block).count() > 1;
        (func.block_order().iter().filter(is_branch).count(), module, func)
    }

    fn left(ways: [Way<'_>; 2]) -> usize {
        branches(ways, Selects::FOR_TESTS).0
    }

    fn sum(b: &mut FunctionBuilder<'_>) -> Value {
        let (a, c) = (b.arg(0), b.arg(1));
        b.binary(BinOp::Add, a, c)
    }

    fn load(b: &mut FunctionBuilder<'_>, offset: u32) -> Value {
        let (global, offset) = (Value::global(crate::ice::Global::from_u32(0)), b.i32(offset as i32));
        let address = b.binary(BinOp::Add, global, offset);
        b.load(Type::I32, address)
    }

    #[test]
    fn ways_that_meet_at_once_are_taken_in() {
        let first = |b: &mut FunctionBuilder<'_>| b.arg(0);
        assert_eq!([left([Some(&sum), None]), left([None, Some(&sum)]), left([Some(&sum), Some(&first)])], [0; 3]);
        let (_, _, func) = branches([Some(&sum), Some(&first)], Selects::FOR_TESTS);
        assert_eq!(func.block_order().len(), 2, "the ways are gone");
    }

    #[test]
    fn what_may_trap_or_acts_stays_where_it_is() {
        let quotient = |b: &mut FunctionBuilder<'_>| {
            let (a, c) = (b.arg(0), b.arg(1));
            b.binary(BinOp::UDiv, a, c)
        };
        let store = |b: &mut FunctionBuilder<'_>| {
            let (global, a) = (Value::global(crate::ice::Global::from_u32(0)), b.arg(0));
            b.store(a, global);
            a
        };
        assert_eq!([left([Some(&quotient), None]), left([Some(&store), None])], [1; 2]);
        // The global has eight bytes.
        assert_eq!([4, 8].map(|offset| left([Some(&move |b: &mut FunctionBuilder<'_>| load(b, offset)), None])), [0, 1]);
    }

    #[test]
    fn what_is_long_or_predictable_stays() {
        let long = |b: &mut FunctionBuilder<'_>| (0..4).fold(b.arg(1), |value, _| b.binary(BinOp::Xor, value, value));
        let machine = |unpredictable| Selects { unpredictable, ..Selects::FOR_TESTS };
        let branches = |unpredictable| branches([Some(&long), None], machine(unpredictable)).0;
        // Half of four instructions, and the select, less the branch.
        assert_eq!([branches(2.0), branches(1.5)], [0, 1]);
    }

    #[test]
    fn without_a_machine_nothing_is_done() {
        let (module, mut func) = testing::build(&Random { seed: 1, blocks: 8, insts: 2 });
        assert!(!IfConvert::default().run(&module, &mut func, &mut Fuel::unlimited()));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2500, ..ProptestConfig::default() })]
        #[test]
        fn what_is_computed_stays_the_same(shape in Random::any(), fuel in testing::any_fuel()) {
            let mut pass = pass();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

//! Loop-invariant code motion: what a loop computes again and again from values that it does not
//! change is computed before the loop.
//!
//! In: a function. Out: the same with instructions moved to preheaders, which are made where a loop
//! has none. Moved is what may be executed on any path ([`facts`](super::facts): no division that
//! could trap, no load, no call) and whose operands are all made outside of a loop around it. Each
//! instruction goes in one step to the outermost such loop's preheader, up to [`MAX_LEVELS`] loops
//! out. A natural loop's header dominates the loop, so that nothing moves above its operands;
//! cycles without a header are not loops here and nothing leaves them but as part of the loop
//! around.
//!
//! A value that is computed once has to be kept in a register through the whole loop, so not
//! everything is worth moving (the *cost rule*):
//! - what takes its place in an address, a branch or a select for nothing is not moved for its own
//!   sake: `x + c`, comparisons, truncations, bit casts. It moves along with a dear instruction
//!   that is its only user;
//! - dear instructions (multiplications, floating-point arithmetic, conversions between integers
//!   and floating point, divisions by constants, vector operations, intrinsics) are moved as long
//!   as the loop has received fewer than [`MAX_DEAR`] of their kind;
//! - other instructions are moved if that does not add to the values that live through the loop: if
//!   an operand has no other use, its register becomes free; and otherwise while fewer than
//!   [`MAX_CHEAP`] were.
//!
//! One walk over the blocks in reverse postorder: operands are moved before what uses them. Linear,
//! but for a switch that leads into several loops: its cases are walked once for each preheader
//! that is made.

use super::facts::effects;
use super::symbols::{find_calls, made_of_symbol};
use super::{Fuel, IrPass};
use crate::analysis::{ControlFlow, Loop, Loops, Uses};
use crate::ice::{BinOp, Block, BlockCall, CastOp, Function, Inst, InstData, Module, Type, Value, ValueDef};
use crate::options::Pass;
use crate::util::entity::Entity;
use crate::util::refill;

/// The number of loops that an instruction is moved out of at most. It bounds the search, and a
/// register that is taken for the whole of nine nested loops is not worth it.
pub const MAX_LEVELS: usize = 8;

/// How many dear values of a kind, integer or floating-point, are kept for one loop.
pub const MAX_DEAR: u8 = 8;

/// How many cheap values are kept for one loop although that takes another register.
pub const MAX_CHEAP: u8 = 2;

/// What moving out of one loop has cost so far.
#[derive(Copy, Clone, Default, Debug)]
struct Kept {
    cheap: u8,
    ints: u8,
    floats: u8,
}

/// A preheader's place.
#[derive(Copy, Clone, Default, Debug)]
struct Entry {
    /// The block where moved instructions go.
    preheader: Option<Block>,
    /// Whether the pass has made it.
    is_new: bool,
    kept: Kept,
}

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Licm {
    /// Whether the target's accesses take in the address of a symbol beside a value.
    pub folds_symbols: bool,
    /// Of the function as it was; counted when somebody asks.
    uses: Uses,
    counted: bool,
    /// By loop.
    entries: Vec<Entry>,
    order: Vec<Block>,
    outside: Vec<BlockCall>,
    phis: Vec<Inst>,
    laid_out: Vec<Block>,
    /// What moves along with an instruction.
    along: Vec<Inst>,
    /// By loop, once somebody has asked: whether something is called in it.
    calls: Vec<bool>,
    /// By block: the new preheader to be laid out before it, and the first one after it.
    before: Vec<Option<Block>>,
    after: Vec<Option<Block>>,
    /// By new preheader: the next one after the same block.
    next_after: Vec<Option<Block>>,
}

/// What the cost rule says about an instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Price {
    /// Costs nothing where it is used.
    Free,
    Cheap,
    Dear,
}

impl IrPass for Licm {
    const PASS: Pass = Pass::Licm;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        flow.with_loops(func);
        if flow.loops.is_empty() {
            return false;
        }
        self.counted = false;
        self.calls.clear();
        refill(&mut self.entries, flow.loops.len(), Entry::default());
        let mut changed = false;
        for index in 0..flow.cfg.reverse_postorder().len() {
            let block = flow.cfg.reverse_postorder()[index];
            let Some(innermost) = flow.loops.innermost(block) else { continue };
            let mut next = func.first_inst(block);
            while let Some(inst) = next {
                next = func.next_inst(inst);
                changed |= self.visit(flow, module, func, fuel, inst, innermost);
            }
        }
        if self.entries.iter().any(|entry| entry.is_new) {
            self.lay_out(flow, func);
            flow.forget();
        }
        changed
    }
}

impl Licm {
    fn visit(
        &mut self,
        flow: &mut ControlFlow,
        module: &Module,
        func: &mut Function,
        fuel: &mut Fuel,
        inst: Inst,
        innermost: Loop,
    ) -> bool {
        if func.inst(inst).is_phi() || func.result(inst).is_none() {
            return false;
        }
        let price = price(func, inst, self.folds_symbols);
        if price == Price::Free && !fault!(LicmLoads, matches!(func.inst(inst), InstData::Load { .. })) {
            return false;
        }
        let safe = effects(module, func, inst).may_speculate()
            || fault!(LicmDivisions, matches!(func.inst(inst), InstData::Binary { op, .. } if op.is_int_division()));
        if !safe && !fault!(LicmLoads, matches!(func.inst(inst), InstData::Load { .. })) {
            return false;
        }
        if price == Price::Dear {
            self.count_uses(func);
        }
        let is_symbol = is_sum_of_symbol(func, inst);
        if is_symbol && self.calls.is_empty() {
            find_calls(flow, module, func, &mut self.calls);
        }
        let Some(target) = self.outermost_invariant(flow, module, func, inst, innermost, price) else { return false };
        if !self.is_worth_it(func, inst, price, target) || !fuel.spend(Self::PASS, module, func, inst) {
            return false;
        }
        let preheader = self.preheader(flow, func, target);
        let Some(terminator) = func.last_inst(preheader) else { return false };
        let mut along = std::mem::take(&mut self.along);
        along.clear();
        func.visit_operands(inst, |operand| along.extend(maker_in(flow, func, operand, target)));
        if !fault!(LicmLeavesOperand, !along.is_empty()) {
            along.iter().for_each(|&def| func.move_inst_before(def, terminator));
        }
        self.along = along;
        func.move_inst_before(inst, terminator);
        true
    }

    /// Counts the uses of the function, which has not been changed yet.
    fn count_uses(&mut self, func: &Function) {
        if !std::mem::replace(&mut self.counted, true) {
            self.uses.compute(func);
        }
    }

    /// The outermost loop in which no operand of the instruction is made, or only made by what
    /// moves along.
    fn outermost_invariant(
        &self,
        flow: &ControlFlow,
        module: &Module,
        func: &Function,
        inst: Inst,
        innermost: Loop,
        price: Price,
    ) -> Option<Loop> {
        let mut found = None;
        let mut candidate = Some(innermost);
        for _ in 0..MAX_LEVELS {
            let Some(which) = candidate else { break };
            if is_sum_of_symbol(func, inst) && self.calls[which.index()] {
                break;
            }
            let mut invariant = true;
            func.visit_operands(inst, |operand| {
                let moves_along = || price == Price::Dear && self.moves_along(flow, module, func, operand, which);
                invariant = invariant && (maker_in(flow, func, operand, which).is_none() || moves_along());
            });
            if !invariant {
                break;
            }
            found = candidate;
            candidate = flow.loops.parent(which);
        }
        found
    }

    /// Whether a value is made in a loop by an instruction that costs nothing, has no other use,
    /// and is invariant.
    fn moves_along(&self, flow: &ControlFlow, module: &Module, func: &Function, value: Value, which: Loop) -> bool {
        let Some(def) = maker_in(flow, func, value, which) else { return false };
        let mut invariant =
            price(func, def, self.folds_symbols) == Price::Free && self.uses.is_single(value) && !func.inst(def).is_phi();
        func.visit_operands(def, |operand| invariant = invariant && maker_in(flow, func, operand, which).is_none());
        invariant && effects(module, func, def).may_speculate()
    }

    /// The cost rule.
    fn is_worth_it(&mut self, func: &Function, inst: Inst, price: Price, target: Loop) -> bool {
        self.count_uses(func);
        let kept = &mut self.entries[target.index()].kept;
        let is_float = func.result(inst).is_some_and(|result| in_float_register(func.ty(result)));
        let (count, max) = match price {
            Price::Cheap => {
                let mut frees_register = false;
                func.visit_operands(inst, |operand| {
                    frees_register |= self.uses.is_single(operand) && !is_constant(func, operand)
                });
                if frees_register {
                    return true;
                }
                (&mut kept.cheap, MAX_CHEAP)
            }
            _ if is_float => (&mut kept.floats, MAX_DEAR),
            _ => (&mut kept.ints, MAX_DEAR),
        };
        if *count >= max {
            return false;
        }
        *count += 1;
        true
    }

    /// The loop's preheader, made if there is none.
    fn preheader(&mut self, flow: &mut ControlFlow, func: &mut Function, which: Loop) -> Block {
        if let Some(block) = self.entries[which.index()].preheader {
            return block;
        }
        // The graph is that from before the pass, and still right: a new preheader changes the
        // edges to its own loop's header only.
        let existing = flow.loops.preheader(&flow.cfg, which);
        let block = existing.unwrap_or_else(|| self.make_preheader(flow, func, which));
        let entry = &mut self.entries[which.index()];
        (entry.preheader, entry.is_new) = (Some(block), existing.is_none());
        block
    }

    fn make_preheader(&mut self, flow: &mut ControlFlow, func: &mut Function, which: Loop) -> Block {
        let header = flow.loops.header(which);
        let block = func.append_block();
        flow.loops.add_block(func, block, flow.loops.parent(which));
        let mut last = None;
        for &pred in flow.cfg.preds(header) {
            // Parallel edges are consecutive, and mapped together. Unreachable predecessors stay
            // outside, too.
            if flow.loops.contains(which, pred) || last == Some(pred) {
                continue;
            }
            last = Some(pred);
            func.map_successors(pred, |to| if to == header { block } else { to });
        }
        self.split_phis(&flow.loops, func, which, header, block);
        func.append_inst(block, InstData::Br { target: header }, Type::Void);
        block
    }

    /// The header's phis get one operand from the preheader in place of those from outside; where
    /// these differ, a phi of the preheader merges them.
    fn split_phis(&mut self, loops: &Loops, func: &mut Function, which: Loop, header: Block, preheader: Block) {
        self.phis.clear();
        self.phis.extend(func.block_insts(header).take_while(|&inst| func.inst(inst).is_phi()));
        for index in 0..self.phis.len() {
            let phi = self.phis[index];
            let outside = &mut self.outside;
            outside.clear();
            let InstData::Phi { args } = *func.inst(phi) else { continue };
            outside.extend(func.phi_args(args).iter().filter(|arg| !loops.contains(which, arg.block)));
            let Some(&first) = outside.first() else { continue };
            let value = if outside.iter().all(|arg| arg.value == first.value) {
                first.value
            } else {
                let ty = func.result(phi).map_or(Type::Void, |result| func.ty(result));
                let args = func.make_phi_args(outside);
                func.append_inst(preheader, InstData::Phi { args }, ty).1.unwrap_or(first.value)
            };
            let mut merged = Some(BlockCall { block: preheader, value });
            func.filter_phi_args(phi, |arg| if loops.contains(which, arg.block) { Some(arg) } else { merged.take() });
        }
    }

    /// Puts new preheaders into the order of blocks: before the header, or, if control would fall
    /// into it from within the loop there, after the first block that branches to it.
    fn lay_out(&mut self, flow: &ControlFlow, func: &mut Function) {
        for list in [&mut self.before, &mut self.after, &mut self.next_after] {
            refill(list, func.block_count(), None);
        }
        self.order.clear();
        // New blocks were appended to the end.
        self.order.extend(func.block_order().iter().copied().filter(|block| block.index() < flow.cfg.block_count()));
        let mut previous = None;
        for &block in &self.order {
            let before = previous.replace(block);
            let Some(which) = flow.loops.innermost(block).filter(|&which| flow.loops.header(which) == block) else {
                continue;
            };
            let Entry { preheader: Some(preheader), is_new: true, .. } = self.entries[which.index()] else { continue };
            let falls_from_within = before.is_some_and(|before| flow.loops.contains(which, before));
            let outside = flow.cfg.preds(block).iter().find(|&&pred| !flow.loops.contains(which, pred));
            match outside.filter(|_| falls_from_within) {
                Some(pred) => self.next_after[preheader.index()] = self.after[pred.index()].replace(preheader),
                None => self.before[block.index()] = Some(preheader),
            }
        }
        self.laid_out.clear();
        for &block in &self.order {
            self.laid_out.extend(self.before[block.index()]);
            self.laid_out.push(block);
            let mut next = self.after[block.index()];
            while let Some(preheader) = next {
                self.laid_out.push(preheader);
                next = self.next_after[preheader.index()];
            }
        }
        func.set_block_order(&self.laid_out);
    }
}

/// The instruction in a loop that makes a value.
fn maker_in(flow: &ControlFlow, func: &Function, value: Value, which: Loop) -> Option<Inst> {
    match func.def(value) {
        Some(ValueDef::Inst(def)) => func.inst_block(def).filter(|&block| flow.loops.contains(which, block)).map(|_| def),
        _ => None,
    }
}

fn is_constant(func: &Function, value: Value) -> bool {
    !matches!(func.def(value), Some(ValueDef::Inst(_) | ValueDef::Arg(_)))
}

fn in_float_register(ty: Type) -> bool {
    ty.is_vector() || ty.is_scalar_float()
}

/// Whether it makes a symbol's address a value: see [`find_calls`] for how far that moves.
fn is_sum_of_symbol(func: &Function, inst: Inst) -> bool {
    matches!(*func.inst(inst), InstData::Binary { op: BinOp::Add, lhs, rhs } if made_of_symbol(func, lhs, rhs))
}

/// What executing an instruction again costs, and whether it would be anything where it is used.
fn price(func: &Function, inst: Inst, folds_symbols: bool) -> Price {
    let ty = func.result(inst).map_or(Type::Void, |result| func.ty(result));
    match *func.inst(inst) {
        _ if in_float_register(ty) => Price::Dear,
        InstData::Binary { op: BinOp::Mul | BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem, .. } => Price::Dear,
        InstData::Binary { op: BinOp::Add, lhs, rhs } if made_of_symbol(func, lhs, rhs) => Price::Dear,
        InstData::Binary { op: BinOp::Add, lhs, rhs } if is_constant(func, rhs) || (folds_symbols && is_constant(func, lhs)) => {
            Price::Free
        }
        // Two words on most targets, with carries.
        InstData::Binary { op, .. } if ty == Type::I64 && op.is_shift() => Price::Dear,
        InstData::Binary { op, rhs, .. } => {
            let scales = op == BinOp::Shl && func.int_const(rhs).is_some_and(|by| by <= 3);
            if scales { Price::Free } else { Price::Cheap }
        }
        InstData::Cast { op: CastOp::ZExt | CastOp::SExt, .. } => Price::Cheap,
        InstData::Cast { op: CastOp::Trunc | CastOp::Bitcast, src } if !in_float_register(func.ty(src)) => Price::Free,
        InstData::Cast { .. } | InstData::ExtractElement { .. } | InstData::InsertElement { .. } | InstData::Call { .. } => {
            Price::Dear
        }
        InstData::Icmp { .. } | InstData::Fcmp { .. } => Price::Free,
        InstData::Select { .. } => Price::Cheap,
        _ => Price::Free,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::analysis::{Cfg, Dominators, Loops};
    use crate::ice::{FunctionBuilder, IntCond, Linkage};
    use proptest::prelude::*;

    /// Two nested loops, the inner one entered on two edges; `body` fills the inner one, given the
    /// counters.
    fn nest(body: impl FnOnce(&mut FunctionBuilder<'_>, Value, Value)) -> (Module, Function) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32, Type::I32, Type::F64]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (entry, outer, side, inner, latch, exit) = (b.current(), b.block(), b.block(), b.block(), b.block(), b.block());
        let (n, zero, one) = (b.arg(0), b.i32(0), b.i32(1));
        b.br(outer);
        b.switch_to(outer);
        let i = b.phi(Type::I32, &[]);
        let odd = b.icmp(IntCond::Eq, i, one);
        b.cond_br(odd, side, inner);
        b.switch_to(side);
        b.br(inner);
        b.switch_to(inner);
        let j = b.phi(Type::I32, &[]);
        body(&mut b, i, j);
        let next_j = b.binary(BinOp::Add, j, one);
        let more = b.icmp(IntCond::Ult, next_j, n);
        b.cond_br(more, inner, latch);
        b.set_phi(j, &[(outer, zero), (side, one), (inner, next_j)]);
        b.switch_to(latch);
        let next_i = b.binary(BinOp::Add, i, one);
        b.set_phi(i, &[(entry, zero), (latch, next_i)]);
        let again = b.icmp(IntCond::Ult, next_i, n);
        b.cond_br(again, outer, exit);
        b.switch_to(exit);
        b.ret(Some(next_i));
        let func = b.finish();
        testing::verify(&module, &func);
        (module, func)
    }

    fn run(module: &Module, func: &mut Function) -> u64 {
        let mut fuel = Fuel::unlimited();
        Licm::default().run(module, func, &mut fuel);
        testing::verify(module, func);
        fuel.spent()
    }

    fn def_depth(func: &Function, value: Value) -> u32 {
        let (mut cfg, mut dominators, mut loops) = (Cfg::default(), Dominators::default(), Loops::default());
        cfg.compute(func);
        dominators.compute(&cfg);
        loops.compute(&cfg, &dominators);
        let Some(ValueDef::Inst(def)) = func.def(value) else { panic!("an instruction's result") };
        loops.depth(func.inst_block(def).unwrap())
    }

    #[test]
    fn invariants_leave_as_many_loops_as_they_can() {
        let mut values = Vec::new();
        let (module, mut func) = nest(|b, i, j| {
            let (x, y) = (b.arg(0), b.arg(1));
            let outermost = b.binary(BinOp::Mul, x, y);
            let middle = b.binary(BinOp::Mul, i, outermost);
            let stays = b.binary(BinOp::Mul, j, middle);
            values = vec![outermost, middle, stays];
        });
        assert_eq!(run(&module, &mut func), 2);
        assert_eq!(values.iter().map(|&value| def_depth(&func, value)).collect::<Vec<_>>(), [0, 1, 2]);
        // One preheader was there, the other one was made and stands between the blocks it
        // connects.
        assert_eq!(func.block_order().len(), 7);
        assert_eq!(run(&module, &mut func), 0);
    }

    #[test]
    fn what_may_trap_and_what_costs_nothing_stays() {
        let (module, mut func) = nest(|b, i, _| {
            let (x, y, two) = (b.arg(0), b.arg(1), b.i32(2));
            b.binary(BinOp::UDiv, x, y);
            b.load(Type::I32, x);
            b.binary(BinOp::Add, x, two);
            b.binary(BinOp::Shl, i, two);
            b.icmp(IntCond::Eq, x, y);
            b.cast(CastOp::Trunc, x, Type::I8);
        });
        assert_eq!(run(&module, &mut func), 0);
        assert_eq!(func.block_order().len(), 6);
    }

    #[test]
    fn what_costs_nothing_moves_along_with_its_only_user() {
        let (module, mut func) = nest(|b, _, _| {
            let (x, y, two) = (b.arg(0), b.arg(1), b.i32(2));
            let sum = b.binary(BinOp::Add, x, two);
            b.binary(BinOp::Mul, sum, y);
            let shared = b.binary(BinOp::Add, y, two);
            b.binary(BinOp::Mul, shared, x);
            b.binary(BinOp::Sub, shared, x);
        });
        assert_eq!(run(&module, &mut func), 1);
        assert_eq!(func.block_insts(func.entry().unwrap()).count(), 3);
    }

    #[test]
    fn the_number_of_registers_taken_is_bounded() {
        let (module, mut func) = nest(|b, _, _| {
            let (x, y, z) = (b.arg(0), b.arg(1), b.arg(2));
            let mut constant = b.i32(100);
            for value in 0..20 {
                b.binary(BinOp::Mul, x, constant);
                b.binary(BinOp::FAdd, z, z);
                b.binary(BinOp::Xor, y, constant);
                constant = b.i32(value);
            }
        });
        assert_eq!(run(&module, &mut func), u64::from(2 * MAX_DEAR + MAX_CHEAP));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = Licm::default();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

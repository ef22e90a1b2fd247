//! Load and store elimination, across blocks: a load takes the value that an earlier load or store of the same
//! place left, and a store of what was stored there last is dropped.
//!
//! In: a function. Out: the same with fewer loads and stores. At each point up to [`MAX_KNOWN`] places are known
//! with what they hold: an address (a value and a constant), a type and a value. A load or store adds one. What
//! may write there takes it away: a store, unless it is apart for certain (the same base and other bytes, or two
//! objects, each of known size, with both accesses inside), and everything that is no plain access and does more
//! than compute, calls and atomics among them. At the beginning of a block is known what all blocks know that
//! lead there, with the same value; at that of a loop what is known before it, if nothing in the loop may write
//! there.
//!
//! A store is only dropped behind a store: one of what was loaded there would trap if the place is constant.
//!
//! One walk in reverse postorder. Linear in instructions, times [`MAX_KNOWN`].
//!
//! Source: [PANDA-IR] "List of the optimizations", load-store elimination, and its alias classes.

use super::facts::object_size;
use super::rewrite::Replacements;
use super::{Fuel, IrPass};
use crate::analysis::ControlFlow;
use crate::ice::intrinsics::Effect;
use crate::ice::{BinOp, Block, Function, Inst, InstData, Module, Type, Value, ValueDef};
use crate::options::Pass;
use crate::util::entity::Entity;

/// How many places are known at a time.
pub const MAX_KNOWN: usize = 16;

/// How many stores of a loop are looked at one by one.
const MAX_STORES: usize = 16;

/// Bytes in memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub base: Value,
    /// From there, modulo the size of memory.
    pub offset: u32,
    pub bytes: u32,
}

/// A place and what it holds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Known {
    place: Place,
    ty: Type,
    value: Value,
    /// Whether it is known from a store.
    stored: bool,
}

/// What a loop writes.
#[derive(Clone, Default, Debug)]
struct Writes {
    anything: bool,
    stores: Vec<Place>,
}

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Memory {
    now: Vec<Known>,
    /// By block: what is known at its end, once the walk has been there.
    ends: Vec<Option<Vec<Known>>>,
    /// By loop.
    writes: Vec<Writes>,
    replacements: Replacements,
}

impl IrPass for Memory {
    const PASS: Pass = Pass::Memory;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        flow.with_loops(func);
        self.replacements.clear();
        self.ends.clear();
        self.ends.resize(func.block_count(), None);
        self.find_writes(flow, module, func);
        let mut changed = false;
        for index in 0..flow.cfg.reverse_postorder().len() {
            let block = flow.cfg.reverse_postorder()[index];
            self.enter(flow, module, func, block);
            let mut following = func.first_inst(block);
            while let Some(inst) = following {
                following = func.next_inst(inst);
                if !self.replacements.is_empty() {
                    func.map_operands(inst, |operand| self.replacements.resolve(operand));
                }
                changed |= self.visit(module, func, fuel, inst);
            }
            self.ends[block.index()] = Some(self.now.clone());
        }
        self.replacements.apply_after_walk(func, &flow.cfg);
        changed
    }
}

impl Memory {
    /// Finds what each loop writes.
    fn find_writes(&mut self, flow: &ControlFlow, module: &Module, func: &Function) {
        self.writes.clear();
        self.writes.resize(flow.loops.len(), Writes::default());
        for &block in func.block_order() {
            let Some(innermost) = flow.loops.innermost(block) else { continue };
            let writes = &mut self.writes[innermost.index()];
            for inst in func.block_insts(block) {
                match access(func, inst) {
                    Some((place, _)) if matches!(func.inst(inst), InstData::Store { .. }) => writes.stores.push(place),
                    _ => writes.anything |= writes_anything(module, func, inst),
                }
            }
            writes.anything |= writes.stores.len() > MAX_STORES;
            writes.stores.truncate(MAX_STORES);
        }
        // Inner loops have greater numbers.
        for inner in flow.loops.iter().rev() {
            let Some(outer) = flow.loops.parent(inner) else { continue };
            let Writes { anything, stores } = std::mem::take(&mut self.writes[inner.index()]);
            let writes = &mut self.writes[outer.index()];
            writes.anything |= anything || writes.stores.len() + stores.len() > MAX_STORES;
            if !writes.anything {
                writes.stores.extend_from_slice(&stores);
            }
            self.writes[inner.index()] = Writes { anything, stores };
        }
    }

    /// Finds what is known at the beginning of a block.
    fn enter(&mut self, flow: &ControlFlow, module: &Module, func: &Function, block: Block) {
        self.now.clear();
        let around = flow.loops.innermost(block).filter(|&which| flow.loops.header(which) == block);
        let is_back = |pred: Block| around.is_some_and(|which| flow.loops.contains(which, pred));
        let mut is_first = true;
        for &pred in flow.cfg.preds(block).iter().filter(|&&pred| flow.cfg.is_reachable(pred) && !is_back(pred)) {
            // Where a cycle has no header, somebody has not been there.
            let Some(end) = &self.ends[pred.index()] else { return self.now.clear() };
            match std::mem::replace(&mut is_first, false) {
                true => self.now.extend_from_slice(end),
                false => self.now.retain(|known| end.contains(known)),
            }
        }
        let Some(which) = around else { return };
        let writes = &self.writes[which.index()];
        if writes.anything {
            self.now.clear();
        }
        let is_safe = |known: &Known| writes.stores.iter().all(|&store| are_apart(module, func, known.place, store));
        self.now.retain(|known| is_safe(known) || fault!(MemoryKeepsAcrossLoop));
    }

    fn visit(&mut self, module: &Module, func: &mut Function, fuel: &mut Fuel, inst: Inst) -> bool {
        let Some((place, ty)) = access(func, inst) else {
            if writes_anything(module, func, inst) && !fault!(MemoryKeepsAcrossCall, !self.now.is_empty()) {
                self.now.clear();
            }
            return false;
        };
        let known = self.now.iter().find(|known| known.place == place && known.ty == ty).copied();
        match *func.inst(inst) {
            InstData::Store { value, .. } => {
                if known.is_some_and(|known| known.stored && known.value == value) && fuel.spend(Self::PASS, module, func, inst) {
                    func.remove_inst(inst);
                    return true;
                }
                if !fault!(MemoryKeepsOverwritten, known.is_none()) {
                    self.now.retain(|known| are_apart(module, func, known.place, place));
                }
                self.learn(func, Known { place, ty, value, stored: true });
                false
            }
            _ => {
                let Some(result) = func.result(inst) else { return false };
                match known {
                    Some(Known { value, .. }) if fuel.spend(Self::PASS, module, func, inst) => {
                        self.replacements.replace(result, value);
                        func.remove_inst(inst);
                        true
                    }
                    Some(_) => false,
                    None => {
                        self.learn(func, Known { place, ty, value: result, stored: false });
                        false
                    }
                }
            }
        }
    }

    fn learn(&mut self, func: &Function, known: Known) {
        // Each mention of it may be another value.
        if matches!(func.def(known.value), Some(ValueDef::Undef)) {
            return;
        }
        if self.now.len() == MAX_KNOWN {
            self.now.remove(0);
        }
        self.now.push(known);
    }
}

/// The place that a load or store is of, and the type of what it moves.
pub(super) fn access(func: &Function, inst: Inst) -> Option<(Place, Type)> {
    let (addr, ty) = match *func.inst(inst) {
        InstData::Load { addr, .. } => (addr, func.ty(func.result(inst)?)),
        InstData::Store { addr, value, .. } => (addr, func.ty(value)),
        _ => return None,
    };
    let bytes = ty.memory_bytes()?;
    let sum = match func.def(addr) {
        Some(ValueDef::Inst(sum)) => match *func.inst(sum) {
            InstData::Binary { op: BinOp::Add, lhs, rhs } => func.int_const(rhs).map(|offset| (lhs, offset as u32)),
            _ => None,
        },
        _ => None,
    };
    let (base, offset) = sum.unwrap_or((addr, 0));
    Some((Place { base, offset, bytes }, ty))
}

/// Whether an instruction may write to any place, or wait for somebody who does.
pub(super) fn writes_anything(module: &Module, func: &Function, inst: Inst) -> bool {
    match *func.inst(inst) {
        InstData::Call { func: callee, .. } => {
            let effect = module.funcs[callee].intrinsic.map(|intrinsic| intrinsic.row().effect);
            !matches!(effect, Some(Effect::Computes | Effect::Observes))
        }
        InstData::CallIndirect { .. } => true,
        // One of a type that has no size in memory.
        InstData::Store { .. } => true,
        _ => false,
    }
}

/// Whether a place lies within an object of known size.
pub(super) fn is_inside(module: &Module, func: &Function, place: Place) -> bool {
    object_size(module, func, place.base).is_some_and(|size| u64::from(place.offset) + u64::from(place.bytes) <= size)
}

/// Whether two places have no byte in common for certain.
pub(super) fn are_apart(module: &Module, func: &Function, a: Place, b: Place) -> bool {
    if a.base == b.base {
        return b.offset.wrapping_sub(a.offset) >= a.bytes && a.offset.wrapping_sub(b.offset) >= b.bytes;
    }
    is_inside(module, func, a) && is_inside(module, func, b)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{FunctionBuilder, GlobalInit, GlobalVar, IntCond, Linkage};
    use proptest::prelude::*;

    /// What the pass leaves of a function's loads and stores, by block. `build` gets two globals of 16 bytes.
    fn left(build: impl FnOnce(&mut FunctionBuilder<'_>, [Value; 2], FuncOfTest)) -> Vec<usize> {
        let mut module = Module::new();
        let globals = ["g", "h"].map(|name| {
            let init = vec![GlobalInit::Zero(16)];
            Value::global(module.globals.push(GlobalVar {
                name: name.into(),
                linkage: Linkage::Internal,
                constant: false,
                align: 4,
                init,
            }))
        });
        let other = module.declare_func("other", Type::Void, &[]);
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        build(&mut b, globals, other);
        let mut func = b.finish();
        testing::verify(&module, &func);
        Memory::default().run(&module, &mut func, &mut Fuel::unlimited());
        testing::verify(&module, &func);
        let is_access = |&inst: &Inst| matches!(func.inst(inst), InstData::Load { .. } | InstData::Store { .. });
        func.block_order().iter().map(|&block| func.block_insts(block).filter(is_access).count()).collect()
    }

    type FuncOfTest = crate::ice::FuncId;

    #[test]
    fn a_place_is_known_until_something_may_write_there() {
        let found = left(|b, [g, h], other| {
            let (p, x, four) = (b.arg(0), b.arg(1), b.i32(4));
            let g4 = b.binary(BinOp::Add, g, four);
            // Stored, and loaded again; the other object and the bytes behind do no harm.
            b.store(x, g);
            b.store(p, h);
            b.store(p, g4);
            b.load(Type::I32, g);
            // Once more the same.
            b.store(x, g);
            // Bytes of another type are looked up again.
            b.load(Type::I16, g);
            // Somewhere.
            b.store(x, p);
            b.load(Type::I32, h);
            let first = b.load(Type::I32, p);
            b.call(other, &[]);
            b.load(Type::I32, p);
            b.ret(Some(first));
        });
        // Three stores, the short load, the store somewhere, the load of h, the load after the call.
        assert_eq!(found, [7]);
    }

    #[test]
    fn blocks_and_loops_know_what_all_ways_there_know() {
        let sample = |writes_in_loop: bool| {
            left(|b, [g, h], _| {
                let (p, x) = (b.arg(0), b.arg(1));
                let (entry, head, exit) = (b.current(), b.block(), b.block());
                b.store(x, g);
                b.br(head);
                b.switch_to(head);
                let i = b.phi(Type::I32, &[]);
                let inside = b.load(Type::I32, g);
                let next = b.binary(BinOp::Add, i, inside);
                b.store(next, if writes_in_loop { p } else { h });
                let more = b.icmp(IntCond::Ult, next, p);
                b.set_phi(i, &[(entry, x), (head, next)]);
                b.cond_br(more, head, exit);
                b.switch_to(exit);
                let behind = b.load(Type::I32, g);
                b.ret(Some(behind));
            })
        };
        assert_eq!(sample(false), [1, 1, 0]);
        assert_eq!(sample(true), [1, 2, 1]);
    }

    #[test]
    fn what_was_loaded_may_be_stored_to_a_constant_which_traps() {
        assert_eq!(
            left(|b, [g, _], _| {
                let loaded = b.load(Type::I32, g);
                b.store(loaded, g);
                b.store(loaded, g);
                b.ret(Some(loaded));
            }),
            [2]
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = Memory::default();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

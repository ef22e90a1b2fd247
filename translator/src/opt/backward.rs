//! The backward walk of O0 over the IR: instructions whose result nobody has asked for, and stores that nobody can see, are dropped.
//!
//! In: a function. Out: the same without them. The walk is that of [`dce`](super::dce), last block to first; on its way it follows what is
//! *surely overwritten* ([TAMARIN-2008] "Redundant Store Elimination"):
//! - a store is dropped if a later one of the same block writes all of its bytes, and nothing stands between them that could read them or
//!   end the run: memory is looked at after a trap, too. So nothing but arithmetic may stand there, and stores into objects of known size;
//! - to a stack object whose address is only ever the address of loads and stores, calls and traps are nothing; and where the function
//!   returns, all of it is overwritten. In functions that call `setjmp` this is not done.
//!
//! Addresses are the same if they are the same value, or sums of the same value and constants. A block begins with nothing known.
//! `MAX_PENDING` stores are remembered, so that the walk is linear.

use super::dce::Dce;
use super::facts::{effects, is_in_object};
use super::{Fuel, IrPass};
use crate::analysis::ControlFlow;
use crate::ice::intrinsics::Effect;
use crate::ice::{BinOp, Function, Inst, InstData, Module, Value, ValueDef};
use crate::options::Pass;
use crate::util::refill;

/// How many stores are remembered.
const MAX_PENDING: usize = 8;
/// Through how many sums an address is followed.
const MAX_SUMS: usize = 4;

/// Bytes from an address.
#[derive(Copy, Clone, Debug)]
struct Place {
    base: Value,
    offset: u32,
    bytes: u32,
}

impl Place {
    /// The bytes that an access touches.
    fn of(func: &Function, addr: Value, bytes: u32) -> Self {
        let (base, offset) = base_of(func, addr);
        Self { base, offset, bytes }
    }

    /// Whether all of another place is in this one. Addresses wrap.
    fn covers(&self, other: &Place) -> bool {
        let start = u64::from(other.offset.wrapping_sub(self.offset));
        let covers = self.base == other.base && start + u64::from(other.bytes) <= u64::from(self.bytes);
        covers || fault!(BackwardInPart, self.base == other.base && self.overlaps(other))
    }

    /// Whether a byte is in both, of places with the same base.
    fn overlaps(&self, other: &Place) -> bool {
        let (after, before) = (other.offset.wrapping_sub(self.offset), self.offset.wrapping_sub(other.offset));
        after < self.bytes || before < other.bytes
    }
}

/// A value and the constants that an address adds to it. It may be such a sum itself, as only [`MAX_SUMS`] are followed.
fn base_of(func: &Function, mut addr: Value) -> (Value, u32) {
    let mut offset = 0_u32;
    for _ in 0..MAX_SUMS {
        let Some((base, by)) = sum_of(func, addr) else { break };
        (addr, offset) = (base, offset.wrapping_add(by));
    }
    (addr, offset)
}

/// What an address adds a constant to, and that, if it does.
fn sum_of(func: &Function, addr: Value) -> Option<(Value, u32)> {
    let Some(ValueDef::Inst(inst)) = func.def(addr) else { return None };
    let InstData::Binary { op: BinOp::Add, lhs, rhs } = *func.inst(inst) else { return None };
    Some((lhs, func.int_const(rhs)? as u32))
}

/// What is surely overwritten, at one place of the walk.
#[derive(Clone, Default, Debug)]
struct Stores {
    /// What later stores of the block write.
    pending: Vec<Place>,
    /// For each local value whether it is a stack object whose address goes nowhere; empty if none is.
    is_private: Vec<bool>,
    /// Whether the function returns before it goes on: then private objects that nothing has read since are overwritten.
    returns: bool,
    /// The private objects that something has read.
    read: Vec<Value>,
}

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Backward {
    dce: Dce,
    stores: Stores,
}

impl IrPass for Backward {
    const PASS: Pass = Pass::Backward;

    fn change(&mut self, _: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        let Self { dce, stores } = self;
        stores.find_private(module, func);
        dce.run_as(Self::PASS, module, func, fuel, |func, inst| stores.step(module, func, inst))
    }
}

impl Stores {
    /// Finds the stack objects whose address is the address of loads and stores alone.
    fn find_private(&mut self, module: &Module, func: &Function) {
        self.is_private.clear();
        self.pending.clear();
        let entry = func.entry();
        let insts = || func.block_order().iter().flat_map(|&block| func.block_insts(block));
        for inst in entry.into_iter().flat_map(|entry| func.block_insts(entry)) {
            if let (InstData::Alloca { size, .. }, Some(result)) = (func.inst(inst), func.result(inst))
                && func.int_const(*size).is_some()
                && let Some(index) = result.local_index()
            {
                if self.is_private.is_empty() {
                    refill(&mut self.is_private, func.value_count(), false);
                }
                self.is_private[index] = true;
            }
        }
        if self.is_private.is_empty() {
            return;
        }
        for inst in insts() {
            let data = *func.inst(inst);
            if let InstData::Call { func: callee, .. } = data
                && module.funcs[callee].intrinsic.is_some_and(|intrinsic| intrinsic.row().effect == Effect::ReturnsTwice)
            {
                self.is_private.clear();
                return;
            }
            // A sum with a constant is followed where it is used.
            let harmless = match data {
                InstData::Load { addr, .. } => Some(addr),
                InstData::Store { addr, value, .. } if value != addr => Some(addr),
                InstData::Binary { op: BinOp::Add, lhs, rhs } if func.int_const(rhs).is_some() => Some(lhs),
                _ => None,
            };
            func.visit_operands(inst, |operand| {
                if Some(operand) != harmless && !fault!(BackwardLeaks) {
                    self.leak(func, operand);
                }
            });
        }
    }

    /// An address goes elsewhere.
    fn leak(&mut self, func: &Function, value: Value) {
        let mut base = value;
        // All sums, however long, so that none is overlooked.
        while let Some((lhs, _)) = sum_of(func, base).filter(|&(lhs, _)| lhs != base) {
            base = lhs;
        }
        if let Some(is_private) = base.local_index().and_then(|index| self.is_private.get_mut(index)) {
            *is_private = false;
        }
    }

    fn is_private(&self, base: Value) -> bool {
        base.local_index().and_then(|index| self.is_private.get(index)).copied().unwrap_or(false)
    }

    /// Passes an instruction, going backwards; whether it is a store that nobody can see.
    fn step(&mut self, module: &Module, func: &Function, inst: Inst) -> bool {
        let bytes_of = |value| func.ty(value).memory_bytes().unwrap_or(0);
        match *func.inst(inst) {
            InstData::Store { addr, value, .. } => return self.store(module, func, addr, bytes_of(value)),
            InstData::Load { addr, .. } => {
                let bytes = func.result(inst).map_or(0, bytes_of);
                self.load(module, func, addr, bytes);
            }
            ref data if data.is_terminator() => {
                self.pending.clear();
                self.read.clear();
                self.returns = matches!(data, InstData::Ret { .. });
            }
            _ if effects(module, func, inst).may_merge() => {
                // It may trap, if it is a division.
                if !effects(module, func, inst).may_delete() {
                    self.forget_public();
                }
            }
            InstData::Phi { .. } | InstData::Alloca { .. } => {}
            _ => self.forget_public(),
        }
        false
    }

    /// Somebody may look at all memory but private objects.
    fn forget_public(&mut self) {
        if !self.pending.is_empty() && !fault!(BackwardOverCalls) {
            let mut pending = std::mem::take(&mut self.pending);
            pending.retain(|place| self.is_private(place.base));
            self.pending = pending;
        }
    }

    fn store(&mut self, module: &Module, func: &Function, addr: Value, bytes: u32) -> bool {
        let place = Place::of(func, addr, bytes);
        let is_private = self.is_private(place.base);
        if self.pending.iter().any(|pending| pending.covers(&place))
            || (is_private && self.returns && (!self.read.contains(&place.base) || fault!(BackwardReadObject)))
        {
            return true;
        }
        if !is_private && !is_in_object(module, func, addr, bytes) {
            self.forget_public();
        }
        if self.pending.len() == MAX_PENDING {
            self.pending.remove(0);
        }
        self.pending.push(place);
        false
    }

    fn load(&mut self, module: &Module, func: &Function, addr: Value, bytes: u32) {
        let place = Place::of(func, addr, bytes);
        if sum_of(func, place.base).is_some() {
            // Whatever it is a sum with, a private object, too.
            self.pending.clear();
            self.returns = false;
        } else if self.is_private(place.base) {
            self.read.push(place.base);
            self.pending.retain(|pending| pending.base != place.base || !pending.overlaps(&place) || fault!(BackwardOverReads));
        } else if !is_in_object(module, func, addr, bytes) {
            self.forget_public();
        } else {
            let mut pending = std::mem::take(&mut self.pending);
            let is_seen =
                |pending: &Place| (pending.base != place.base || pending.overlaps(&place)) && !fault!(BackwardOverReads);
            pending.retain(|pending| self.is_private(pending.base) || !is_seen(pending));
            self.pending = pending;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{FunctionBuilder, Intrinsic, Linkage, Type};
    use proptest::prelude::*;

    /// How many stores are left of a body `f(i32, i32)`.
    fn stores_left(build: impl FnOnce(&mut FunctionBuilder<'_>)) -> usize {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I32, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        build(&mut b);
        let mut func = b.finish();
        Backward::default().run(&module, &mut func, &mut Fuel::unlimited());
        testing::verify(&module, &func);
        let insts = func.block_order().iter().flat_map(|&block| func.block_insts(block));
        insts.filter(|&inst| matches!(func.inst(inst), InstData::Store { .. })).count()
    }

    /// [TAMARIN-2008] "Redundant Store Elimination": `x = a + b; x = y + z`.
    #[test]
    fn a_store_that_is_overwritten_goes() {
        let with = |between: fn(&mut FunctionBuilder<'_>)| {
            stores_left(|b| {
                let (p, x) = (b.arg(0), b.arg(1));
                let sum = b.binary(BinOp::Add, x, x);
                b.store(sum, p);
                between(b);
                let product = b.binary(BinOp::Mul, x, x);
                b.store(product, p);
                b.ret(None);
            })
        };
        assert_eq!(with(|_| {}), 1);
        // What may read it, or end the run, keeps it.
        assert_eq!(with(|b| _ = b.load(Type::I32, b.arg(1))), 2);
        assert_eq!(with(|b| _ = b.binary(BinOp::UDiv, b.arg(1), b.arg(0))), 2);
        assert_eq!(with(|b| b.store(b.arg(0), b.arg(1))), 3);
    }

    #[test]
    fn of_different_sizes_the_wider_one_must_come_later() {
        let both = |first: Type, second: Type, step: i32| {
            stores_left(|b| {
                let (p, by) = (b.arg(0), b.i32(step));
                let q = b.binary(BinOp::Add, p, by);
                for (addr, ty) in [(q, first), (p, second)] {
                    let value = if ty == Type::I64 { b.i64(1) } else { b.i32(1) };
                    b.store(value, addr);
                }
                b.ret(None);
            })
        };
        assert_eq!(both(Type::I32, Type::I64, 4), 1);
        assert_eq!(both(Type::I32, Type::I64, 5), 2);
        assert_eq!(both(Type::I32, Type::I64, -1), 2);
        assert_eq!(both(Type::I64, Type::I32, 0), 2);
    }

    #[test]
    fn a_private_object_is_nothing_once_the_function_returns() {
        let with = |act: fn(&mut FunctionBuilder<'_>, Value)| {
            stores_left(|b| {
                let (size, x) = (b.i32(8), b.arg(1));
                let object = b.alloca(size, 4);
                b.store(x, object);
                act(b, object);
                b.ret(None);
            })
        };
        assert_eq!(with(|_, _| {}), 0);
        // A trap is nothing to it.
        assert_eq!(with(|b, _| _ = b.load(Type::I32, b.arg(1))), 0);
        assert_eq!(with(|b, object| _ = b.load(Type::I32, object)), 1);
        // Its address goes somewhere: into memory, or into a call.
        assert_eq!(with(|b, object| b.store(object, b.arg(0))), 2);
        assert_eq!(with(|b, _| _ = b.intrinsic(Intrinsic::Setjmp, &[b.arg(0)])), 1);
    }

    /// An object may be read at a sum that is longer than sums are followed.
    #[test]
    fn what_a_long_sum_reads_is_no_secret() {
        let left = |sums: usize| {
            stores_left(|b| {
                let (size, x, none) = (b.i32(8), b.arg(1), b.i32(0));
                let object = b.alloca(size, 4);
                b.store(x, object);
                let at = (0..sums).fold(object, |at, _| b.binary(BinOp::Add, at, none));
                b.load(Type::I32, at);
                b.store(none, object);
                b.load(Type::I32, object);
                b.ret(None);
            })
        };
        for sums in 0..=2 * MAX_SUMS {
            assert_eq!(left(sums), 2, "{sums}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = Backward::default();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

//! What a transformation may do with an instruction: delete it, merge it with an equal one, execute
//! it where it was not executed.
//!
//! In: an instruction. Out: its [`Effects`]. Everything follows from `translator/docs/meaning.md`,
//! "What the translator may change":
//! - an integer division by zero traps on every target, so that a division may be deleted only if
//!   its divisor is a constant other than zero, and executed elsewhere only if, besides, it is not
//!   a signed division by -1 (which may trap on the least number);
//! - touching memory that is not mapped is a trap and compares as one, so that even a load whose
//!   result is unused stays, unless its address lies within an object that is known to exist: a
//!   global of known size or an `alloca` of constant size;
//! - shifts by too much, float-to-integer conversions out of range and lanes out of range give
//!   something unspecified and never trap;
//! - floating-point operations have no effect but their result: there are no traps, no status
//!   flags, one rounding mode;
//! - atomics, fences, and calls but for the intrinsics that compute something from their arguments
//!   stay where they are. The thread pointer may be set by a call, so that reading it may be
//!   deleted, but not merged or moved.
//!
//! Constant time for each query.

use crate::ice::intrinsics::Effect;
use crate::ice::{BinOp, Function, Inst, InstData, Intrinsic, Module, Type, Value, ValueDef, ValueRef};

/// What an instruction does besides making its result.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effects {
    /// Nothing, and the result depends on the operands alone. May be deleted, merged, and executed
    /// anywhere.
    None,
    /// As `None`, but it may only be executed where the program executes it: a division that cannot
    /// trap on the program's own path.
    Guarded,
    /// May trap, depending on the operands alone: a repetition may be merged with its first
    /// execution, but not deleted otherwise.
    Trap,
    /// Nothing, but the result depends on more than the operands. May be deleted.
    Reads,
    /// Must stay what and where it is.
    Effect,
}

impl Effects {
    /// Whether the instruction may be deleted once its result is not used.
    pub fn may_delete(self) -> bool {
        matches!(self, Effects::None | Effects::Guarded | Effects::Reads)
    }

    /// Whether the instruction may be replaced by the result of an equal one that was executed
    /// before on the same path.
    pub fn may_merge(self) -> bool {
        self <= Effects::Trap
    }

    /// Whether the instruction may be executed on paths where the program does not execute it.
    pub fn may_speculate(self) -> bool {
        self == Effects::None
    }
}

/// The largest `alloca` that deleting is not feared to change whether the stack overflows.
const SMALL_ALLOCA: u64 = 64 << 10;

/// What an instruction does besides making its result.
#[inline]
pub fn effects(module: &Module, func: &Function, inst: Inst) -> Effects {
    match *func.inst(inst) {
        InstData::Binary { op, .. } if op.is_int_division() => uncommon(module, func, inst),
        InstData::Binary { .. }
        | InstData::Cast { .. }
        | InstData::Icmp { .. }
        | InstData::Fcmp { .. }
        | InstData::Select { .. }
        | InstData::InsertElement { .. }
        | InstData::ExtractElement { .. } => Effects::None,
        InstData::Store { .. } | InstData::Br { .. } | InstData::CondBr { .. } => Effects::Effect,
        // A phi's result depends on where control comes from.
        InstData::Phi { .. } => Effects::Reads,
        InstData::CallIndirect { .. } | InstData::Switch { .. } | InstData::Ret { .. } | InstData::Unreachable => Effects::Effect,
        InstData::Load { .. } | InstData::Alloca { .. } | InstData::Call { .. } => uncommon(module, func, inst),
    }
}

/// The same for what takes a closer look; all else has an effect.
fn uncommon(module: &Module, func: &Function, inst: Inst) -> Effects {
    match *func.inst(inst) {
        InstData::Binary { op, rhs, .. } => division(func, op, rhs),
        InstData::Load { addr, .. } => {
            let bytes = func.result(inst).and_then(|result| func.ty(result).memory_bytes()).unwrap_or(0);
            if is_in_object(module, func, addr, bytes) { Effects::Reads } else { Effects::Effect }
        }
        InstData::Alloca { size, .. } => match func.int_const(size) {
            Some(size) if size <= SMALL_ALLOCA => Effects::Reads,
            _ => Effects::Effect,
        },
        InstData::Call { func: callee, .. } => module.funcs[callee].intrinsic.map_or(Effects::Effect, intrinsic),
        _ => Effects::Effect,
    }
}

fn division(func: &Function, op: BinOp, divisor: Value) -> Effects {
    let signed = matches!(op, BinOp::SDiv | BinOp::SRem);
    match func.int_const(divisor) {
        None | Some(0) => Effects::Trap,
        Some(bits) if signed && bits == all_ones(func.ty(divisor)) => Effects::Guarded,
        Some(_) => Effects::None,
    }
}

fn intrinsic(intrinsic: Intrinsic) -> Effects {
    match intrinsic.row().effect {
        Effect::Computes => Effects::None,
        Effect::Observes => Effects::Reads,
        Effect::Acts | Effect::ReturnsTwice | Effect::Leaves => Effects::Effect,
    }
}

/// The constant of an integer type of which all bits are set, zero-extended.
pub fn all_ones(ty: Type) -> u64 {
    if ty.bits() >= 64 { u64::MAX } else { (1 << ty.bits()) - 1 }
}

/// Whether `bytes` bytes at an address lie within an object that is known to exist as long as the
/// address does.
pub fn is_in_object(module: &Module, func: &Function, addr: Value, bytes: u32) -> bool {
    let (base, offset) = match func.def(addr) {
        Some(ValueDef::Inst(inst)) => match *func.inst(inst) {
            InstData::Binary { op: BinOp::Add, lhs, rhs } => match func.int_const(rhs) {
                Some(offset) => (lhs, offset),
                None => return false,
            },
            _ => (addr, 0),
        },
        _ => (addr, 0),
    };
    object_size(module, func, base).is_some_and(|size| offset + u64::from(bytes) <= size)
}

/// The size of the object whose address a value is, if it is one of constant size.
pub fn object_size(module: &Module, func: &Function, base: Value) -> Option<u64> {
    match base.unpack() {
        ValueRef::Global(global) => Some(module.globals[global].size()),
        ValueRef::Func(_) => None,
        ValueRef::Local(_) => match func.def(base)? {
            ValueDef::Inst(inst) => match *func.inst(inst) {
                InstData::Alloca { size, .. } => func.int_const(size),
                _ => None,
            },
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{CastOp, FloatCond, FunctionBuilder, GlobalInit, GlobalVar, IntCond, Linkage};

    fn effects_of(build: impl FnOnce(&mut FunctionBuilder<'_>)) -> Vec<Effects> {
        let mut module = Module::new();
        let init = vec![GlobalInit::Zero(8)];
        module.globals.push(GlobalVar { name: "g".into(), linkage: Linkage::Internal, constant: false, align: 1, init });
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I32, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        build(&mut b);
        let func = b.finish();
        func.block_insts(func.entry().unwrap()).map(|inst| effects(&module, &func, inst)).collect()
    }

    #[test]
    fn a_division_stays_unless_its_divisor_is_known() {
        let found = effects_of(|b| {
            let arg = b.arg(0);
            for divisor in [0, 7, -1] {
                let divisor = b.i32(divisor);
                b.binary(BinOp::SRem, arg, divisor);
                b.binary(BinOp::UDiv, arg, divisor);
            }
            b.binary(BinOp::UDiv, arg, arg);
        });
        use Effects::{Guarded, None, Trap};
        assert_eq!(found, [Trap, Trap, None, None, Guarded, None, Trap]);
        assert!(Guarded.may_delete() && Guarded.may_merge() && !Guarded.may_speculate());
        assert!(!Trap.may_delete() && Trap.may_merge());
    }

    #[test]
    fn a_load_stays_unless_its_address_is_an_object() {
        let found = effects_of(|b| {
            let (arg, four, minus) = (b.arg(0), b.i32(4), b.i32(-4));
            let global = Value::global(crate::ice::Global::from_u32(0));
            b.load(Type::I64, global);
            b.load(Type::I32, arg);
            let end = b.binary(BinOp::Add, global, four);
            b.load(Type::I32, end);
            b.load(Type::I64, end);
            let outside = b.binary(BinOp::Add, global, minus);
            b.load(Type::I32, outside);
            let slot = b.alloca(four, 4);
            b.load(Type::F32, slot);
            b.alloca(arg, 4);
        });
        use Effects::{Effect, None, Reads};
        assert_eq!(found, [Reads, Effect, None, Reads, Effect, None, Effect, Reads, Reads, Effect]);
    }

    #[test]
    fn intrinsics_that_compute_are_like_operators() {
        let found = effects_of(|b| {
            let arg = b.arg(0);
            b.intrinsic(Intrinsic::Ctpop(Type::I32), &[arg]);
            b.intrinsic(Intrinsic::ReadTp, &[]);
            b.intrinsic(Intrinsic::AtomicFenceAll, &[]);
            b.intrinsic(Intrinsic::Setjmp, &[arg]);
        });
        assert_eq!(found, [Effects::None, Effects::Reads, Effects::Effect, Effects::Effect]);
    }

    /// What a pass may do with an instruction is what its row says, if nothing is known of its operands.
    #[test]
    fn passes_go_by_the_rows() {
        let mut module = Module::new();
        let callee = module.declare_func("g", Type::Void, &[]);
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I32, Type::V4I32, Type::I1, Type::F64]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let [word, vector, truth, double] = [0, 1, 2, 3].map(|index| b.arg(index));
        b.alloca(word, 4);
        BinOp::ALL.iter().for_each(|&op| {
            let operand = if op.is_float() { double } else { word };
            b.binary(op, operand, operand);
        });
        b.cast(CastOp::SiToFp, word, Type::F64);
        b.icmp(IntCond::Eq, word, word);
        b.fcmp(FloatCond::Oeq, double, double);
        b.select(truth, word, word);
        b.load(Type::I32, word);
        b.store(word, word);
        let lane = b.i32(0);
        b.insert_element(vector, word, lane);
        b.extract_element(vector, lane);
        b.call(callee, &[]);
        b.ret(None);
        let func = b.finish();
        let block = func.block_order()[0];
        let mut seen = 0;
        for inst in func.block_insts(block) {
            let data = *func.inst(inst);
            let row = data.row();
            let traps = row.traps || matches!(data, InstData::Binary { op, .. } if op.row().traps);
            let expected = match (row.effect, traps) {
                (Effect::Computes, false) => Effects::None,
                (Effect::Computes, true) => Effects::Trap,
                // Of memory and of sizes that nobody knows.
                _ => Effects::Effect,
            };
            assert_eq!(effects(&module, &func, inst), expected, "{data:?}");
            assert_eq!(row.ends_block, matches!(data, InstData::Ret { .. }), "{data:?}");
            seen += 1;
        }
        assert_eq!(seen, 11 + BinOp::ALL.len());
    }
}

//! Which integers of 32 bits may keep whatever a register has above them, in 64-bit mode.
//!
//! A function's arguments and the results of calls come with anything in the upper halves of their registers (`translator/docs/abi.md`,
//! "x86-64"), and so does the lower half of an integer of 64 bits. Where a value is an address by itself, or is extended, that half has to be clear, and a copy clears it; but nobody else asks
//! for it: operations of 32 bits do not read it, nor do other functions. An access whose address such a value is says that only the lower
//! half counts ([`Amode::wraps`](super::super::inst::Amode)), which takes a prefix in place of a copy.
//!
//! In: a function. Out: the set of values of which somebody asks for the upper half. What takes a value on by a copy that may not be there
//! in the end (phis, selects, truncations) counts as asking; what is made in other ways has a clear upper half all the same. One
//! walk over the instructions, and over the operands of those that ask. Linear.

use crate::ice::{CastOp, Function, InstData, Module, Type, Value};
use crate::util::refill;

/// The values of which somebody asks for the upper half.
#[derive(Clone, Default, Debug)]
pub struct Uppers {
    /// By local value; empty if all are asked for.
    asked: Vec<bool>,
}

impl Uppers {
    /// All are asked for.
    pub fn clear(&mut self) {
        self.asked.clear();
    }

    /// Finds those of a function.
    pub fn find(&mut self, module: &Module, func: &Function) {
        refill(&mut self.asked, func.value_count(), false);
        let asked = self.asked.as_mut_slice();
        let mut ask = |value: Value| {
            if let Some(known) = value.local_index().and_then(|index| asked.get_mut(index)) {
                *known = true;
            }
        };
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                match *func.inst(inst) {
                    InstData::Binary { .. }
                    | InstData::Icmp { .. }
                    | InstData::Load { .. }
                    | InstData::Store { .. }
                    | InstData::Cast { op: CastOp::SExt, .. }
                    | InstData::Ret { .. } => {}
                    InstData::Call { func: callee, .. } if module.funcs[callee].intrinsic.is_none() => {}
                    InstData::CallIndirect { callee, .. } => ask(callee),
                    _ => func.visit_operands(inst, &mut ask),
                }
            }
        }
    }

    /// Whether the register of a value, which is an argument, the result of a call or a lower part, may have anything above its 32 bits. What
    /// is narrower has anything above it in any case.
    pub fn is_free(&self, func: &Function, value: Value) -> bool {
        if cfg!(not(feature = "target-x8664")) {
            return false;
        }
        let is_asked = |index: usize| self.asked.get(index).is_none_or(|&asked| asked);
        match func.ty(value) {
            Type::I8 | Type::I16 => true,
            ty => ty == Type::I32 && value.local_index().is_some_and(|index| !is_asked(index)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{BinOp, FunctionBuilder, Linkage};

    /// Which of its arguments a function asks for the upper half.
    fn asked(build: impl FnOnce(&mut FunctionBuilder<'_>)) -> Vec<bool> {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I64, &[Type::I32, Type::I32, Type::I64]);
        let mut b = FunctionBuilder::new(&mut module, id);
        build(&mut b);
        let func = b.finish();
        let mut uppers = Uppers::default();
        uppers.find(&module, &func);
        func.args().map(|arg| !uppers.is_free(&func, arg)).collect()
    }

    #[test]
    fn extensions_and_what_copies_ask_and_operations_do_not() {
        let sums = |b: &mut FunctionBuilder<'_>| {
            let (x, y, wide) = (b.arg(0), b.arg(1), b.arg(2));
            let sum = b.binary(BinOp::Add, x, y);
            b.store(x, sum);
            b.load(Type::I32, y);
            b.cast(CastOp::SExt, x, Type::I64);
            b.ret(Some(wide));
        };
        assert_eq!(asked(sums), [false, false, true], "64 bits are no half");
        let extends = |b: &mut FunctionBuilder<'_>| {
            let (x, y) = (b.arg(0), b.arg(1));
            let less = b.icmp(crate::ice::IntCond::Ult, x, y);
            b.select(less, y, y);
            let wide = b.cast(CastOp::ZExt, x, Type::I64);
            b.ret(Some(wide));
        };
        assert_eq!(asked(extends), [true, true, true]);
    }
}

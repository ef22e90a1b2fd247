//! Which integers of 32 bits may keep whatever a register has above them, in 64-bit mode.
//!
//! A function's arguments and the results of calls come with anything in the upper halves of their registers (`translator/docs/abi.md`,
//! "x86-64"), and so does the lower half of an integer of 64 bits. Where a value is an address by itself, or is extended, that half has to be clear, and a copy clears it; but nobody else asks
//! for it: operations of 32 bits do not read it, nor do other functions. An access whose address such a value is says that only the lower
//! half counts ([`Amode::wraps`](super::super::inst::Amode)), which takes a prefix in place of a copy.
//!
//! In: a function. Out: two sets of values: of which somebody asks for the upper half, and which come with anything in it. Phis and selects
//! take a value on by copies that may not be there in the end: they ask for what they are asked for, and come with what they get. What is
//! made in other ways has a clear upper half. One walk over the instructions, and over the operands of those that ask; phis and selects are
//! looked at again as long as more is asked, and up to [`ROUNDS`] times for what comes with anything, after which all of them do of
//! which nobody asks. Linear.

use crate::ice::{CastOp, Function, Inst, InstData, Module, Type, Value, ValueDef};
use crate::util::refill;

/// How often phis and selects are looked at for what they get.
const ROUNDS: u32 = 4;

/// What is known of upper halves.
#[derive(Clone, Default, Debug)]
pub struct Uppers {
    /// Whether somebody asks, by local value; empty if all are asked for.
    asked: Vec<bool>,
    /// Which phis and selects come with anything, likewise.
    mixed: Vec<bool>,
    /// The phis and selects of 32 bits.
    takers: Vec<Inst>,
    work: Vec<Value>,
}

impl Uppers {
    /// All are asked for.
    pub fn clear(&mut self) {
        self.asked.clear();
    }

    /// Finds those of a function.
    pub fn find(&mut self, module: &Module, func: &Function) {
        refill(&mut self.asked, func.value_count(), false);
        self.takers.clear();
        let Self { asked, takers, .. } = self;
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
                    | InstData::Cast { op: CastOp::SExt | CastOp::Trunc, .. }
                    | InstData::Ret { .. } => {}
                    InstData::Phi { .. } | InstData::Select { .. } => {
                        if func.result(inst).is_some_and(|result| func.ty(result) == Type::I32) {
                            takers.push(inst);
                        }
                    }
                    InstData::Call { func: callee, .. } if module.funcs[callee].intrinsic.is_none() => {}
                    InstData::CallIndirect { callee, .. } => ask(callee),
                    _ => func.visit_operands(inst, &mut ask),
                }
            }
        }
        self.ask_on(func);
        self.mix(func);
    }

    /// Phis and selects ask for what they are asked for.
    fn ask_on(&mut self, func: &Function) {
        let Self { asked, takers, work, .. } = self;
        let is_asked = |asked: &[bool], value: Value| value.local_index().is_some_and(|index| asked[index]);
        work.clear();
        work.extend(takers.iter().filter_map(|&taker| func.result(taker)).filter(|&result| is_asked(asked, result)));
        while let Some(taker) = work.pop() {
            let Some(ValueDef::Inst(inst)) = func.def(taker) else { continue };
            func.visit_operands(inst, |value| {
                let known = value.local_index().and_then(|index| asked.get_mut(index));
                if fault!(X8664UnaskedOperand) {
                    return;
                }
                if known.is_some_and(|known| !std::mem::replace(known, true)) && is_taker(func, value) {
                    work.push(value);
                }
            });
        }
    }

    /// Phis and selects of which nobody asks come with what they get.
    fn mix(&mut self, func: &Function) {
        refill(&mut self.mixed, if self.takers.is_empty() { 0 } else { func.value_count() }, false);
        let mut takers = std::mem::take(&mut self.takers);
        takers.retain(|&taker| func.result(taker).is_some_and(|result| self.is_free(func, result)));
        for round in 0..=ROUNDS {
            let (before, all) = (takers.len(), round == ROUNDS);
            takers.retain(|&taker| {
                let mut mixes = all;
                func.visit_operands(taker, |value| mixes |= self.is_mixed(func, value));
                if let Some(index) = func.result(taker).and_then(Value::local_index) {
                    self.mixed[index] = mixes;
                }
                !mixes
            });
            if takers.len() == before {
                break;
            }
        }
        self.takers = takers;
    }

    /// Whether a value's register may have anything above its 32 bits: an argument, the result of a call, the lower half of something, or
    /// what may be one of these.
    pub fn is_mixed(&self, func: &Function, value: Value) -> bool {
        let comes_with_it = || match func.def(value) {
            Some(ValueDef::Arg(_)) => true,
            Some(ValueDef::Inst(inst)) => match func.inst(inst) {
                InstData::Call { .. } | InstData::CallIndirect { .. } | InstData::Cast { op: CastOp::Trunc, .. } => true,
                InstData::Phi { .. } | InstData::Select { .. } => {
                    let mixed = value.local_index().and_then(|index| self.mixed.get(index));
                    mixed.is_some_and(|&mixed| mixed) && !fault!(X8664TakenUpper)
                }
                _ => false,
            },
            _ => false,
        };
        self.is_free(func, value) && comes_with_it()
    }

    /// Whether the register of a value may have anything above its 32 bits. What is narrower has anything above it in any case.
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

/// Whether a value is a phi or a select.
fn is_taker(func: &Function, value: Value) -> bool {
    let Some(ValueDef::Inst(inst)) = func.def(value) else { return false };
    matches!(func.inst(inst), InstData::Phi { .. } | InstData::Select { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{BinOp, FunctionBuilder, Linkage};

    /// What is found of a function of two integers of 32 bits and one of 64: of which arguments it asks for the upper half, and whether what
    /// `build` gives comes with anything in it.
    fn found(build: impl FnOnce(&mut FunctionBuilder<'_>) -> Value) -> (Vec<bool>, bool) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I64, &[Type::I32, Type::I32, Type::I64]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let value = build(&mut b);
        let func = b.finish();
        let mut uppers = Uppers::default();
        uppers.find(&module, &func);
        (func.args().map(|arg| !uppers.is_free(&func, arg)).collect(), uppers.is_mixed(&func, value))
    }

    #[test]
    fn extensions_ask_and_operations_do_not() {
        let sums = |b: &mut FunctionBuilder<'_>| {
            let (x, y, wide) = (b.arg(0), b.arg(1), b.arg(2));
            let sum = b.binary(BinOp::Add, x, y);
            b.store(x, sum);
            b.load(Type::I32, y);
            b.cast(CastOp::SExt, x, Type::I64);
            b.ret(Some(wide));
            sum
        };
        assert_eq!(found(sums), (vec![false, false, true], false), "64 bits are no half; a sum is clear");
        let extends = |b: &mut FunctionBuilder<'_>| {
            let x = b.arg(0);
            let wide = b.cast(CastOp::ZExt, x, Type::I64);
            b.ret(Some(wide));
            x
        };
        assert_eq!(found(extends), (vec![true, false, true], false));
    }

    /// A select of both arguments, which is extended or not.
    fn select(b: &mut FunctionBuilder<'_>, is_extended: bool) -> Value {
        let (x, y, wide) = (b.arg(0), b.arg(1), b.arg(2));
        let less = b.icmp(crate::ice::IntCond::Ult, x, y);
        let select = b.select(less, x, y);
        let result = if is_extended { b.cast(CastOp::ZExt, select, Type::I64) } else { wide };
        b.ret(Some(result));
        select
    }

    #[test]
    fn selects_ask_for_what_they_are_asked_for() {
        assert_eq!(found(|b| select(b, false)), (vec![false, false, true], true));
        assert_eq!(found(|b| select(b, true)), (vec![true, true, true], false));
    }

    /// A loop whose phi begins with an argument and goes on with a sum, and another phi behind it that takes this one: the second is extended
    /// or not. The second is given.
    fn phis(b: &mut FunctionBuilder<'_>, is_extended: bool) -> Value {
        let (x, y, wide) = (b.arg(0), b.arg(1), b.arg(2));
        let (entry, body, exit) = (b.current(), b.block(), b.block());
        b.br(body);
        b.switch_to(body);
        let phi = b.phi(Type::I32, &[]);
        let sum = b.binary(BinOp::Add, phi, y);
        b.set_phi(phi, &[(entry, x), (body, sum)]);
        let less = b.icmp(crate::ice::IntCond::Ult, sum, y);
        b.cond_br(less, body, exit);
        b.switch_to(exit);
        let last = b.phi(Type::I32, &[(body, phi)]);
        let result = if is_extended { b.cast(CastOp::ZExt, last, Type::I64) } else { wide };
        b.ret(Some(result));
        last
    }

    #[test]
    fn phis_come_with_what_they_get() {
        assert_eq!(found(|b| phis(b, false)), (vec![false, false, true], true));
        assert_eq!(found(|b| phis(b, true)), (vec![true, false, true], false));
    }

    #[test]
    fn what_is_further_away_than_rounds_comes_with_anything() {
        let chain = |b: &mut FunctionBuilder<'_>| {
            let (x, y, wide) = (b.arg(0), b.arg(1), b.arg(2));
            let sum = b.binary(BinOp::Add, x, y);
            let mut blocks: Vec<_> = (0..12).map(|_| b.block()).collect();
            // Each phi gets the next one's, which is made later.
            blocks.insert(0, b.current());
            b.br(blocks[1]);
            let mut made = Vec::new();
            for &block in &blocks[1..] {
                b.switch_to(block);
                made.push(b.phi(Type::I32, &[]));
            }
            for (index, &block) in blocks.iter().enumerate().skip(1) {
                b.switch_to(block);
                let next = made.get(index).copied().unwrap_or(x);
                b.set_phi(made[index - 1], &[(blocks[index - 1], sum), (block, next)]);
                let less = b.icmp(crate::ice::IntCond::Ult, sum, y);
                match blocks.get(index + 1) {
                    Some(&after) => b.cond_br(less, block, after),
                    None => b.ret(Some(wide)),
                }
            }
            made[0]
        };
        assert_eq!(found(chain), (vec![false, false, true], true));
    }
}

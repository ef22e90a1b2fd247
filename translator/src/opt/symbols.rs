//! Addresses of symbols and large numbers that loops use, as values: for targets that need several
//! instructions to make one.
//!
//! In: a function. Out: the same, in which a block of a loop that mentions a symbol's address as the
//! operand of a load, a store, a sum or a comparison, or such a number as that of an operation, adds zero
//! to it first, and mentions the sum. To
//! common subexpressions and loop-invariant code motion that is a value like others: they leave one of
//! it, before the outermost loop that qualifies; and what gets no register is made again where it is
//! used. [`made_of_symbol`] tells such a sum from others, which the target folds.
//!
//! Numbers that need an instruction of their own, but just one, are treated likewise in blocks that qualify, and where they are stored
//! in others, too.
//!
//! If it is asked for, floating-point constants are treated likewise, in other blocks, too: the value is made of the integer with the
//! same bits.
//!
//! A block qualifies if each round of its innermost loop runs it, and a loop if it calls nothing: what
//! lives across calls has to be saved by the function, which costs more than it spares where the loop
//! does not run. In other blocks the same is done for a symbol that is mentioned twice or more close
//! together.
//!
//! Two walks over the instructions; linear, but for the edges that close a loop, which are looked at
//! once for each block of it.

use super::{Fuel, IrPass};
use crate::analysis::{ControlFlow, Loop};
use crate::ice::{BinOp, Block, CastOp, Function, Inst, InstData, IntCond, Module, Type, Value, ValueDef, ValueRef};
use crate::options::Pass;
use crate::util::entity::Entity;
use crate::util::refill;

/// The most symbols of a block that are made values.
const MAX_IN_BLOCK: usize = 8;

/// Among how many mentions before and behind one its like is looked for, in a block that does not qualify.
const NEAR: usize = 16;

/// A symbol or a number, such that equal ones have equal keys.
type Key = u64;

/// What a number is an operand of.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NumberUse {
    /// A comparison for equality.
    Equality,
    /// A comparison of order.
    Order,
    /// A sum, difference or logical operation.
    Operand,
    /// A store.
    Stored,
}

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Symbols {
    /// If the target's instructions cannot contain an address: which numbers they cannot contain.
    pub dear: Option<fn(u32) -> bool>,
    /// Which other numbers take an instruction of their own, which a loop need not repeat.
    pub plain: Option<fn(u32, NumberUse) -> bool>,
    /// Whether floating-point constants are made values, too, out of the integers of the same bits.
    pub floats: bool,
    /// The symbols that the block at hand mentions, and their sums.
    made: Vec<(Key, Value)>,
    /// What the block at hand mentions, in its order.
    mentions: Vec<(Key, Value, Inst)>,
    /// By loop: whether something is called in it.
    calls: Vec<bool>,
}

impl IrPass for Symbols {
    const PASS: Pass = Pass::Symbols;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        let Some(dear) = self.dear else { return false };
        flow.with_loops(func);
        find_calls(flow, module, func, &mut self.calls);
        let mut changed = false;
        for index in 0..flow.cfg.reverse_postorder().len() {
            let block = flow.cfg.reverse_postorder()[index];
            let innermost = flow.loops.innermost(block).filter(|innermost| !self.calls[innermost.index()]);
            let qualifies = innermost.is_some_and(|innermost| runs_each_round(flow, innermost, block));
            changed |= self.block(module, func, fuel, (block, qualifies), dear);
        }
        changed
    }
}

/// Whether a loop does not come round without a block. `flow` knows the loops.
pub fn runs_each_round(flow: &ControlFlow, which: Loop, block: Block) -> bool {
    let preds = flow.cfg.preds(flow.loops.header(which)).iter();
    let mut closing = preds.filter(|&&pred| flow.loops.contains(which, pred));
    closing.all(|&pred| flow.dominators.dominates(block, pred))
}

/// Whether an instruction calls something that is no intrinsic.
#[inline]
pub fn is_call(module: &Module, func: &Function, inst: Inst) -> bool {
    match *func.inst(inst) {
        InstData::Call { func: callee, .. } => module.funcs[callee].intrinsic.is_none(),
        InstData::CallIndirect { .. } => true,
        _ => false,
    }
}

/// Finds out for each loop whether something is called in it that is no intrinsic. `flow` knows the loops.
pub fn find_calls(flow: &ControlFlow, module: &Module, func: &Function, calls: &mut Vec<bool>) {
    refill(calls, flow.loops.len(), false);
    if calls.is_empty() {
        return;
    }
    for &block in func.block_order() {
        let Some(innermost) = flow.loops.innermost(block) else { continue };
        if !calls[innermost.index()] && func.block_insts(block).any(|inst| is_call(module, func, inst)) {
            let mut around = Some(innermost);
            while let Some(which) = around {
                calls[which.index()] = true;
                around = flow.loops.parent(which);
            }
        }
    }
}

impl Symbols {
    fn block(
        &mut self,
        module: &Module,
        func: &mut Function,
        fuel: &mut Fuel,
        (block, qualifies): (Block, bool),
        dear: fn(u32) -> bool,
    ) -> bool {
        self.mentions.clear();
        for inst in func.block_insts(block) {
            match *func.inst(inst) {
                InstData::Load { addr, .. } if is_symbol(addr) => self.mention(key_of_symbol(addr), addr, inst),
                InstData::Store { addr, value, .. } => {
                    if is_symbol(addr) {
                        self.mention(key_of_symbol(addr), addr, inst);
                    }
                    let key = key_of(func, value, dear).or_else(|| self.key_in_loop(func, qualifies, value, NumberUse::Stored));
                    self.mention(key, value, inst);
                }
                InstData::Icmp { lhs, rhs, .. }
                | InstData::Binary { op: BinOp::Add | BinOp::Sub | BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Mul, lhs, rhs } =>
                {
                    if is_symbol(lhs) && !made_of_symbol(func, lhs, rhs) {
                        self.mention(key_of_symbol(lhs), lhs, inst);
                    }
                    let key = key_of(func, rhs, dear).or_else(|| self.key_in_loop(func, qualifies, rhs, use_of(func, inst)?));
                    self.mention(key, rhs, inst);
                }
                InstData::Binary { lhs, rhs, .. } | InstData::Fcmp { lhs, rhs, .. }
                    if self.floats && func.ty(lhs).is_scalar_float() =>
                {
                    [lhs, rhs].iter().for_each(|&value| self.mention(key_of_float(func, value), value, inst));
                }
                _ => {}
            }
        }
        let before = fuel.spent();
        self.made.clear();
        for index in 0..self.mentions.len() {
            let (key, _, inst) = self.mentions[index];
            let near = &self.mentions[index.saturating_sub(NEAR)..self.mentions.len().min(index + NEAR)];
            if qualifies || near.iter().any(|&(other, _, at)| other == key && at != inst) {
                self.replace(module, func, fuel, self.mentions[index]);
            }
        }
        fuel.spent() != before
    }

    /// Notes a mention, if it has a key.
    #[inline]
    fn mention(&mut self, key: Option<Key>, value: Value, inst: Inst) {
        if let Some(key) = key {
            self.mentions.push((key, value, inst));
        }
    }

    /// The key of a number that a block of a loop mentions, if it is one that is to be made before the loop.
    fn key_in_loop(&self, func: &Function, qualifies: bool, value: Value, used: NumberUse) -> Option<Key> {
        let plain = self.plain.filter(|_| qualifies || used == NumberUse::Stored)?;
        let bits = func.int_const(value)?;
        let kind = match func.ty(value) {
            Type::I32 => 0,
            Type::I16 => 4 << 32,
            Type::I8 => 5 << 32,
            _ => return None,
        };
        let bits_of_key = if fault!(SymbolsNumber, bits & 0x1000 != 0) { bits & !0x1000 } else { bits };
        plain(bits as u32, used).then_some(kind | bits_of_key)
    }

    fn replace(&mut self, module: &Module, func: &mut Function, fuel: &mut Fuel, (key, symbol, inst): (Key, Value, Inst)) {
        let sum = match self.made.iter().find(|&&(known, _)| known == key) {
            Some(&(_, sum)) => sum,
            None if self.made.len() == MAX_IN_BLOCK || !fuel.spend(Self::PASS, module, func, inst) => return,
            None => {
                let sum = match func.def(symbol) {
                    Some(ValueDef::F32(bits)) => bits_as(func, inst, (Type::I32, bits.into()), Type::F32),
                    Some(ValueDef::F64(bits)) => bits_as(func, inst, (Type::I64, bits), Type::F64),
                    _ => {
                        let ty = func.ty(symbol);
                        let rhs = func.push_value(ty, ValueDef::Int(0));
                        let data = InstData::Binary { op: BinOp::Add, lhs: symbol, rhs };
                        func.insert_before(inst, data, ty).1.expect("an addition has a result")
                    }
                };
                self.made.push((key, sum));
                sum
            }
        };
        func.map_operands(inst, |operand| if operand == symbol { sum } else { operand });
    }
}

/// What an operation's second operand is there for; `None` if it is to be in a register anyway, and better forms are known without one.
fn use_of(func: &Function, inst: Inst) -> Option<NumberUse> {
    match *func.inst(inst) {
        InstData::Icmp { cond: IntCond::Eq | IntCond::Ne, .. } => Some(NumberUse::Equality),
        InstData::Icmp { .. } => Some(NumberUse::Order),
        InstData::Binary { op: BinOp::Mul, .. } => None,
        _ => Some(NumberUse::Operand),
    }
}

/// The key of a symbol.
#[inline]
fn key_of_symbol(value: Value) -> Option<Key> {
    match value.unpack() {
        ValueRef::Global(global) => Some(1 << 32 | u64::from(global.as_u32())),
        ValueRef::Func(id) => Some(2 << 32 | u64::from(id.as_u32())),
        ValueRef::Local(_) => None,
    }
}

/// An integer's bits as a floating-point value, made before an instruction.
fn bits_as(func: &mut Function, before: Inst, (int, bits): (Type, u64), ty: Type) -> Value {
    let src = func.push_value(int, ValueDef::Int(bits));
    func.insert_before(before, InstData::Cast { op: CastOp::Bitcast, src }, ty).1.expect("a conversion has a result")
}

/// The key of a floating-point constant: of its value, as there is one for each as a rule.
fn key_of_float(func: &Function, value: Value) -> Option<Key> {
    let is_constant = matches!(func.def(value), Some(ValueDef::F32(_) | ValueDef::F64(_)));
    is_constant.then(|| Some(3 << 32 | value.local_index()? as u64))?
}

/// The key of a symbol or of a large number.
#[inline]
fn key_of(func: &Function, value: Value, dear: fn(u32) -> bool) -> Option<Key> {
    if is_symbol(value) {
        return key_of_symbol(value);
    }
    let bits = func.int_const(value).filter(|&bits| bits > 0xffff)?;
    (func.ty(value) == Type::I32 && dear(bits as u32)).then_some(bits)
}

fn is_symbol(value: Value) -> bool {
    matches!(value.unpack(), ValueRef::Global(_) | ValueRef::Func(_))
}

/// Whether a sum of these makes a symbol's address or a number a value: nothing else leaves an addition of
/// zero to one.
#[inline]
pub fn made_of_symbol(func: &Function, lhs: Value, rhs: Value) -> bool {
    (is_symbol(lhs) || func.int_const(lhs).is_some()) && func.int_const(rhs) == Some(0)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{FunctionBuilder, GlobalInit, GlobalVar, IntCond, Linkage};
    use proptest::prelude::*;

    #[test]
    fn symbols_in_loops_are_made_values_once_a_block() {
        let mut module = Module::new();
        let init = vec![GlobalInit::Zero(64)];
        let global = GlobalVar { name: "g".into(), linkage: Linkage::Internal, constant: false, align: 4, init };
        let global = module.globals.push(global);
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (n, one, head, end) = (b.arg(0), b.i32(1), b.block(), b.block());
        let (entry, symbol) = (b.current(), Value::global(global));
        b.store(n, symbol);
        b.br(head);
        b.switch_to(head);
        let i = b.phi(Type::I32, &[]);
        let at = b.binary(BinOp::Add, symbol, i);
        let loaded = b.load(Type::I32, symbol);
        b.store(loaded, at);
        let next = b.binary(BinOp::Add, i, one);
        let more = b.icmp(IntCond::Ult, next, n);
        b.set_phi(i, &[(entry, one), (head, next)]);
        b.cond_br(more, head, end);
        b.switch_to(end);
        b.ret(None);
        let mut func = b.finish();
        let mut fuel = Fuel::unlimited();
        assert!(!Symbols::default().run(&module, &mut func, &mut fuel));
        let mut pass = Symbols { dear: Some(|number| number > 0xffff), ..Symbols::default() };
        assert!(pass.run(&module, &mut func, &mut fuel));
        testing::verify(&module, &func);
        let mentions = |block: Block| {
            let mut count = 0;
            func.block_insts(block).for_each(|inst| func.visit_operands(inst, |operand| count += usize::from(operand == symbol)));
            count
        };
        assert_eq!((fuel.spent(), mentions(entry), mentions(head)), (1, 1, 1));
        assert!(!pass.run(&module, &mut func, &mut fuel));
    }

    proptest! {
        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = Symbols { dear: Some(|number| number > 0xffff), floats: true, ..Symbols::default() };
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

//! What the tests of the passes share: random functions in SSA form, and an evaluator that says
//! what a function does.
//!
//! A [`Shape`] is a seed and two sizes from which [`build`] makes a function: any control flow,
//! loops and irreducible cycles included, with scalar arithmetic, comparisons, casts, phis, loads
//! and stores to one global, and calls of an observer. [`check_pass`] runs a pass on it, verifies
//! the result, and compares what both functions observe and return. The evaluator is written for
//! these tests and shares nothing with the passes. An unspecified value is `None`; it spreads to
//! every result, a branch on it ends the comparison, and a pass may give it any value. Runs are cut
//! off after a number of steps, and then compared as far as they both went.

use super::Fuel;
use crate::analysis::{Cfg, Dominators};
use crate::ice::verify::{Level, Verifier};
use crate::ice::*;
use proptest::prelude::*;

/// What a random function is made from.
#[derive(Copy, Clone, Debug)]
pub struct Shape {
    pub seed: u64,
    pub blocks: usize,
    pub insts: usize,
}

impl Shape {
    pub fn any() -> impl Strategy<Value = Shape> {
        (any::<u64>(), 1usize..9, 0usize..9).prop_map(|(seed, blocks, insts)| Shape { seed, blocks, insts })
    }

    /// One block with longer chains of instructions.
    pub fn straight() -> impl Strategy<Value = Shape> {
        (any::<u64>(), 2usize..14).prop_map(|(seed, insts)| Shape { seed, blocks: 1, insts })
    }
}

/// No limit, or a small one.
pub fn any_fuel() -> impl Strategy<Value = u64> {
    prop_oneof![Just(u64::MAX), Just(u64::MAX), 0u64..20]
}

/// Panics unless the verifier accepts a function.
#[track_caller]
pub fn verify(module: &Module, func: &Function) {
    let outcome = Verifier::default().function(module, func, Level::Structure);
    if let Err(errors) = outcome {
        panic!("{:#?}\n{}", errors.problems, print::function(func, Some(module)));
    }
}

/// Runs a pass on a random function and compares it before and after.
pub fn check_pass(
    shape: &Shape,
    limit: u64,
    mut run: impl FnMut(&Module, &mut Function, &mut Fuel) -> bool,
) -> Result<(), TestCaseError> {
    // Something else first: a pass must not remember it.
    let (module, mut other) = build(&Shape { seed: shape.seed ^ 0x5555, ..*shape });
    run(&module, &mut other, &mut Fuel::unlimited());
    verify(&module, &other);

    let (module, before) = build(shape);
    verify(&module, &before);
    let mut after = before.clone();
    let mut fuel = Fuel::limited(limit);
    let changed = run(&module, &mut after, &mut fuel);
    verify(&module, &after);
    let text = |func: &Function| print::function(func, Some(&module)).to_string();
    prop_assert!(fuel.spent() <= limit);
    prop_assert!(changed || text(&before) == text(&after), "changed without saying so");
    prop_assert!(!changed || fuel.spent() > 0, "changed without paying");
    let mut rng = Rng(shape.seed | 1);
    for _ in 0..4 {
        let args = [rng.interesting(), rng.interesting(), rng.interesting()];
        let (old, new) = (evaluate(&before, &args), evaluate(&after, &args));
        prop_assert!(agree(&old, &new), "arguments {args:x?}\n{old:?}\n{new:?}\n{}\n{}", text(&before), text(&after));
    }
    Ok(())
}

/// A small generator of random numbers.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let x = self.0 ^ self.0 >> 33;
        x.wrapping_mul(0xff51afd7ed558ccd) ^ x >> 29
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    pub fn interesting(&mut self) -> u64 {
        match self.below(6) {
            0 => self.next(),
            1 => self.below(70) as u64,
            2 => (self.below(10) as u64).wrapping_neg(),
            3 => 1 << self.below(64),
            4 => (1 << self.below(64)) - 1,
            _ => 0x8000_0000 + self.below(3) as u64 - 1,
        }
    }
}

const GLOBAL_ADDRESS: u64 = 0x1000;
const GLOBAL_BYTES: usize = 32;
const TYPES: [Type; 6] = [Type::I1, Type::I8, Type::I16, Type::I32, Type::I64, Type::F64];

/// Which values each block defined, and a way to choose an operand.
struct Maker<'b, 'm> {
    b: &'b mut FunctionBuilder<'m>,
    rng: Rng,
    values: Vec<Vec<Value>>,
    dominators: &'b Dominators,
    observers: [FuncId; 2],
}

/// Makes a random function `i64 f(i32, i64, i32)`.
pub fn build(shape: &Shape) -> (Module, Function) {
    let mut module = Module::new();
    let init = vec![GlobalInit::Zero(GLOBAL_BYTES as u32)];
    module.globals.push(GlobalVar { name: "g".into(), linkage: Linkage::Internal, constant: false, align: 1, init });
    let observers = [Type::I32, Type::I64].map(|ty| module.declare_func(ty.name(), Type::Void, &[ty]));
    module.declare_intrinsic(Intrinsic::Ctpop(Type::I32));
    let id = module.define_func("f", Linkage::Internal, Type::I64, &[Type::I32, Type::I64, Type::I32]);
    let mut rng = Rng(shape.seed);
    let targets: Vec<Vec<usize>> = (0..shape.blocks)
        .map(|block| {
            let successors = if shape.blocks == 1 { 0 } else { [1, 1, 2, 2, 2, 0, 4, 1][rng.below(8)] };
            // Mostly forwards, so that most blocks are reached and most loops end.
            let near = |rng: &mut Rng| if rng.below(3) == 0 { rng.next() as usize } else { block + rng.below(3) };
            (0..successors).map(|_| 1 + near(&mut rng) % (shape.blocks - 1)).collect()
        })
        .collect();
    let (cfg, dominators) = skeleton(&targets);
    let mut b = FunctionBuilder::new(&mut module, id);
    for _ in 1..shape.blocks {
        b.block();
    }
    let values = vec![Vec::new(); shape.blocks];
    let mut maker = Maker { b: &mut b, rng, values, dominators: &dominators, observers };
    maker.fill(&cfg, &targets, shape.insts);
    let func = b.finish();
    (module, func)
}

fn block(index: usize) -> Block {
    Block::from_u32(index as u32)
}

fn skeleton(targets: &[Vec<usize>]) -> (Cfg, Dominators) {
    let mut func = Function::new(FuncId::from_u32(0), &[Type::I32]);
    targets.iter().for_each(|_| {
        func.append_block();
    });
    for (from, targets) in targets.iter().enumerate() {
        let cases: Vec<_> = targets.iter().skip(1).map(|&to| SwitchCase { value: 0, target: block(to) }).collect();
        let cases = func.make_cases(&cases);
        let data = match targets.first() {
            None => InstData::Unreachable,
            Some(&default) => InstData::Switch { value: Value::local(0), cases, default: block(default) },
        };
        func.append_inst(block(from), data, Type::Void);
    }
    let (mut cfg, mut dominators) = (Cfg::default(), Dominators::default());
    cfg.compute(&func);
    dominators.compute(&cfg);
    (cfg, dominators)
}

impl Maker<'_, '_> {
    fn fill(&mut self, cfg: &Cfg, targets: &[Vec<usize>], insts: usize) {
        let lost = (0..targets.len()).map(block).filter(|&block| !cfg.is_reachable(block));
        let order: Vec<_> = cfg.reverse_postorder().iter().copied().chain(lost).collect();
        let mut phis = Vec::new();
        for &here in &order {
            self.b.switch_to(here);
            for _ in 0..if cfg.preds(here).is_empty() { 0 } else { self.rng.below(4) } {
                let ty = TYPES[self.rng.below(6)];
                let phi = self.b.phi(ty, &[]);
                self.define(phi);
                phis.push((here, phi, ty));
            }
            for _ in 0..self.rng.below(insts + 1) {
                self.inst();
            }
            self.terminator(&targets[here.as_u32() as usize]);
        }
        for (here, phi, ty) in phis {
            let mut args: Vec<(Block, Value)> = Vec::new();
            for &pred in cfg.preds(here) {
                self.b.switch_to(pred);
                let known = args.iter().find(|arg| arg.0 == pred).map(|arg| arg.1);
                let value = known.unwrap_or_else(|| self.operand(ty));
                args.push((pred, value));
            }
            self.b.set_phi(phi, &args);
        }
    }

    fn define(&mut self, value: Value) {
        let here = self.b.current().as_u32() as usize;
        self.values[here].push(value);
    }

    /// The values of this type that may be used in the current block, arguments first.
    fn known(&mut self, ty: Type) -> Vec<Value> {
        let here = self.b.current();
        let mut known: Vec<Value> = (0..3).map(Value::local).collect();
        for (index, values) in self.values.iter().enumerate() {
            if block(index) == here || self.dominators.dominates(block(index), here) {
                known.extend(values);
            }
        }
        known.retain(|&value| self.b.func().ty(value) == ty);
        known
    }

    /// A value of this type that may be used in the current block: often the latest, sometimes a
    /// constant.
    fn operand(&mut self, ty: Type) -> Value {
        if self.rng.below(3) > 0 {
            let known = self.known(ty);
            if !known.is_empty() {
                let back = if self.rng.below(2) == 0 { 0 } else { self.rng.below(known.len().min(6)) };
                return known[known.len() - 1 - back];
            }
        }
        let bits = self.rng.interesting();
        match ty {
            Type::F64 => self.b.f64([0.0, -0.0, 1.0, -2.5, f64::NAN, f64::INFINITY, 1e300][bits as usize % 7]),
            _ if self.rng.below(25) == 0 => self.b.undef(ty),
            _ => self.b.int(ty, bits as i64),
        }
    }

    /// An arithmetic instruction that was there before once more, its operands perhaps the other
    /// way round.
    fn again(&mut self, ty: Type) -> Option<Value> {
        let known = self.known(ty);
        let value = known[known.len().checked_sub(1 + self.rng.below(known.len()))?];
        let Some(ValueDef::Inst(inst)) = self.b.func().def(value) else { return None };
        let InstData::Binary { op, lhs, rhs } = *self.b.func().inst(inst) else { return None };
        Some(if self.rng.below(2) == 0 { self.b.binary(op, lhs, rhs) } else { self.b.binary(op, rhs, lhs) })
    }

    fn inst(&mut self) {
        let ty = TYPES[self.rng.below(6)];
        if self.rng.below(6) == 0
            && let Some(result) = self.again(ty)
        {
            return self.define(result);
        }
        let result = match self.rng.below(14) {
            0..6 => self.binary(ty),
            6 => {
                let ty = if ty == Type::F64 { Type::I64 } else { ty };
                let (lhs, rhs) = (self.operand(ty), self.operand(ty));
                let cond = IntCond::ALL[self.rng.below(IntCond::ALL.len())];
                self.b.icmp(cond, lhs, rhs)
            }
            7 => {
                let (lhs, rhs) = (self.operand(Type::F64), self.operand(Type::F64));
                let cond = FloatCond::ALL[self.rng.below(FloatCond::ALL.len())];
                self.b.fcmp(cond, lhs, rhs)
            }
            8 | 9 => {
                let from = TYPES[self.rng.below(6)];
                let op = CastOp::ALL[self.rng.below(CastOp::ALL.len())];
                if !op.accepts(from, ty) || from == ty {
                    return;
                }
                let src = self.operand(from);
                self.b.cast(op, src, ty)
            }
            10 => {
                let (cond, on_true, on_false) = (self.operand(Type::I1), self.operand(ty), self.operand(ty));
                self.b.select(cond, on_true, on_false)
            }
            11 => return self.memory(if ty == Type::I1 { Type::I32 } else { ty }),
            12 => {
                let (value, which) = if self.rng.below(2) == 0 { (Type::I32, 0) } else { (Type::I64, 1) };
                let value = self.operand(value);
                self.b.call(self.observers[which], &[value]);
                return;
            }
            _ => {
                let value = self.operand(Type::I32);
                self.b.intrinsic(Intrinsic::Ctpop(Type::I32), &[value]).expect("a result")
            }
        };
        self.define(result);
    }

    fn binary(&mut self, ty: Type) -> Value {
        let op = loop {
            let op = BinOp::ALL[self.rng.below(BinOp::ALL.len())];
            // Most divisions trap, which ends the run.
            if op.accepts(ty) && op != BinOp::FRem && (!op.is_int_division() || self.rng.below(4) == 0) {
                break op;
            }
        };
        let lhs = self.operand(ty);
        let rhs = if self.rng.below(6) == 0 { lhs } else { self.operand(ty) };
        self.b.binary(op, lhs, rhs)
    }

    fn memory(&mut self, ty: Type) {
        let mut addr = Value::global(Global::from_u32(0));
        if self.rng.below(3) > 0 {
            let max = if self.rng.below(8) == 0 { 40 } else { 24 };
            let offset = self.rng.below(max) as i32;
            let offset = self.b.i32(offset);
            addr = self.b.binary(BinOp::Add, addr, offset);
            self.define(addr);
        }
        if self.rng.below(2) == 0 {
            let value = self.operand(ty);
            self.b.store(value, addr);
        } else {
            let value = self.b.load(ty, addr);
            self.define(value);
        }
    }

    fn terminator(&mut self, targets: &[usize]) {
        match *targets {
            [] if self.rng.below(6) == 0 => self.b.unreachable(),
            [] => {
                // What was computed last is seen.
                let latest = [Type::I32, Type::I64].map(|ty| self.known(ty).last().copied().expect("an argument"));
                self.b.call(self.observers[0], &latest[..1]);
                self.b.ret(Some(latest[1]));
            }
            [target] => self.b.br(block(target)),
            [on_true, on_false] => {
                let cond = self.operand(Type::I1);
                self.b.cond_br(cond, block(on_true), block(on_false));
            }
            [default, ref rest @ ..] => {
                let value = self.operand(Type::I32);
                let cases: Vec<_> = rest.iter().enumerate().map(|(value, &to)| (value as u64 * 3, block(to))).collect();
                self.b.switch(value, block(default), &cases);
            }
        }
    }
}

/// How a run ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum End {
    Returned(Option<u64>),
    Trapped,
    /// From here on nothing is defined.
    Undefined,
    OutOfSteps,
}

/// What a run did: each call of an observer with its argument, and the end.
pub type Outcome = (Vec<Option<u64>>, End);

/// Whether a run of the new function is one that the old one allows.
pub fn agree((old, old_end): &Outcome, (new, new_end): &Outcome) -> bool {
    let same = |old: Option<u64>, new: Option<u64>| old.is_none() || old == new;
    let prefix = old.iter().zip(new).all(|(&old, &new)| same(old, new));
    prefix
        && match (*old_end, *new_end) {
            (End::Undefined, _) => old.len() <= new.len() || *new_end == End::OutOfSteps || *new_end == End::Trapped,
            (End::OutOfSteps, _) => true,
            (_, End::OutOfSteps) => new.len() <= old.len(),
            (End::Returned(old_value), End::Returned(new_value)) => same(old_value, new_value) && old.len() == new.len(),
            (old_end, new_end) => old_end == new_end && old.len() == new.len(),
        }
}

/// Makes sure that of one module's functions the new one does with some arguments what the old one allows; `what` is of which it is said.
#[track_caller]
pub fn assert_agree(old: &Function, new: &Function, args: &[u64], what: &dyn std::fmt::Debug) {
    let (before, after) = (evaluate(old, args), evaluate(new, args));
    assert!(agree(&before, &after), "{what:?} {args:x?}: {before:?}, then {after:?}");
}

struct Machine<'f> {
    func: &'f Function,
    values: Vec<Option<u64>>,
    memory: Vec<Option<u8>>,
    observed: Vec<Option<u64>>,
}

/// Runs a function that [`build`] made.
pub fn evaluate(func: &Function, args: &[u64]) -> Outcome {
    let mut values = vec![None; func.value_count()];
    for (value, (&arg, index)) in values.iter_mut().zip(args.iter().zip(0..)) {
        *value = Some(arg & mask(func.ty(Value::local(index))));
    }
    let memory = vec![Some(0); GLOBAL_BYTES];
    let mut machine = Machine { func, values, memory, observed: Vec::new() };
    let end = machine.run();
    (machine.observed, end)
}

fn mask(ty: Type) -> u64 {
    if ty.bits() >= 64 { u64::MAX } else { (1 << ty.bits()) - 1 }
}

fn signed(ty: Type, bits: u64) -> i64 {
    let shift = 64 - ty.bits().min(64);
    (bits << shift) as i64 >> shift
}

impl Machine<'_> {
    fn get(&self, value: Value) -> Option<u64> {
        match (value.unpack(), self.func.def(value)) {
            (ValueRef::Global(_), _) => Some(GLOBAL_ADDRESS),
            (ValueRef::Func(_), _) => Some(8),
            (_, Some(ValueDef::Int(bits) | ValueDef::F64(bits))) => Some(bits),
            (ValueRef::Local(index), Some(ValueDef::Arg(_) | ValueDef::Inst(_))) => self.values[index as usize],
            _ => None,
        }
    }

    fn run(&mut self) -> End {
        let mut from = None;
        let mut here = self.func.entry().expect("an entry");
        for _ in 0..120 {
            let next = match self.block(from, here) {
                Ok(next) => next,
                Err(end) => return end,
            };
            (from, here) = (Some(here), next);
        }
        End::OutOfSteps
    }

    fn block(&mut self, from: Option<Block>, here: Block) -> Result<Block, End> {
        let func = self.func;
        let mut phis = Vec::new();
        for inst in func.block_insts(here) {
            if let InstData::Phi { args } = *func.inst(inst) {
                let arg = func.phi_args(args).iter().find(|arg| Some(arg.block) == from).expect("an operand for the edge");
                phis.push((func.result(inst), self.get(arg.value)));
                continue;
            }
            for (phi, value) in phis.drain(..) {
                self.set(phi, value);
            }
            if func.inst(inst).is_terminator() {
                return self.leave(inst);
            }
            let value = self.inst(inst)?;
            self.set(func.result(inst), value);
        }
        unreachable!("a block ends in a terminator")
    }

    fn set(&mut self, result: Option<Value>, value: Option<u64>) {
        if let Some(result) = result {
            let index = result.local_index().expect("a local result");
            self.values[index] = value.map(|value| value & mask(self.func.ty(result)));
        }
    }

    fn leave(&mut self, inst: Inst) -> Result<Block, End> {
        match *self.func.inst(inst) {
            InstData::Br { target } => Ok(target),
            InstData::CondBr { cond, on_true, on_false } => match self.get(cond) {
                None => Err(End::Undefined),
                Some(cond) => Ok(if cond == 1 { on_true } else { on_false }),
            },
            InstData::Switch { value, cases, default } => {
                let value = self.get(value).ok_or(End::Undefined)?;
                let case = self.func.cases(cases).iter().find(|case| case.value == value);
                Ok(case.map_or(default, |case| case.target))
            }
            InstData::Ret { value } => Err(End::Returned(value.and_then(|value| self.get(value)))),
            _ => Err(End::Trapped),
        }
    }

    fn inst(&mut self, inst: Inst) -> Result<Option<u64>, End> {
        let func = self.func;
        let to = func.result(inst).map_or(Type::Void, |result| func.ty(result));
        match *func.inst(inst) {
            InstData::Binary { op, lhs, rhs } => self.binary(op, to, lhs, rhs),
            InstData::Cast { op, src } => Ok(self.get(src).and_then(|bits| cast(op, func.ty(src), to, bits))),
            InstData::Icmp { cond, lhs, rhs } => {
                let ty = func.ty(lhs);
                Ok(self.get(lhs).zip(self.get(rhs)).map(|(a, b)| u64::from(compare(cond, ty, a, b))))
            }
            InstData::Fcmp { cond, lhs, rhs } => {
                let holds = |(a, b)| u64::from(float_compare(cond, f64::from_bits(a), f64::from_bits(b)));
                Ok(self.get(lhs).zip(self.get(rhs)).map(holds))
            }
            InstData::Select { cond, on_true, on_false } => {
                Ok(self.get(cond).and_then(|cond| self.get(if cond == 1 { on_true } else { on_false })))
            }
            InstData::Load { addr, .. } => {
                let range = self.range(addr, to)?;
                let bytes: Option<Vec<u8>> = self.memory[range].iter().copied().collect();
                Ok(bytes.map(|bytes| bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte))))
            }
            InstData::Store { addr, value, .. } => {
                let range = self.range(addr, func.ty(value))?;
                let bits = self.get(value);
                for (index, byte) in self.memory[range].iter_mut().enumerate() {
                    *byte = bits.map(|bits| (bits >> (8 * index)) as u8);
                }
                Ok(None)
            }
            InstData::Call { args, .. } => {
                let value = self.get(func.values(args)[0]);
                if to != Type::Void {
                    return Ok(value.map(|bits| u64::from(bits.count_ones())));
                }
                self.observed.push(value);
                Ok(None)
            }
            ref other => unreachable!("no test makes {other:?}"),
        }
    }

    fn range(&self, addr: Value, ty: Type) -> Result<std::ops::Range<usize>, End> {
        let addr = self.get(addr).ok_or(End::Undefined)?;
        let bytes = ty.memory_bytes().expect("a memory type") as usize;
        let start = addr.wrapping_sub(GLOBAL_ADDRESS) as usize;
        if start < GLOBAL_BYTES && start + bytes <= GLOBAL_BYTES { Ok(start..start + bytes) } else { Err(End::Trapped) }
    }

    fn binary(&self, op: BinOp, ty: Type, lhs: Value, rhs: Value) -> Result<Option<u64>, End> {
        let (lhs, rhs) = (self.get(lhs), self.get(rhs));
        if op.is_int_division() {
            let (least, ones) = (1u64 << (ty.bits() - 1), mask(ty));
            return match (op, lhs, rhs) {
                (_, _, None) => Err(End::Undefined),
                (_, _, Some(0)) => Err(End::Trapped),
                (BinOp::UDiv, Some(a), Some(b)) => Ok(Some(a / b)),
                (BinOp::URem, Some(a), Some(b)) => Ok(Some(a % b)),
                (_, Some(a), Some(b)) if a == least && b == ones => Err(End::Undefined),
                (_, None, Some(b)) if b == ones => Err(End::Undefined),
                (BinOp::SDiv, Some(a), Some(b)) => Ok(Some((signed(ty, a) / signed(ty, b)) as u64)),
                (_, Some(a), Some(b)) => Ok(Some((signed(ty, a) % signed(ty, b)) as u64)),
                _ => Ok(None),
            };
        }
        let Some((a, b)) = lhs.zip(rhs) else { return Ok(None) };
        if op.is_float() {
            let (x, y) = (f64::from_bits(a), f64::from_bits(b));
            let result = match op {
                BinOp::FAdd => x + y,
                BinOp::FSub => x - y,
                BinOp::FMul => x * y,
                _ => x / y,
            };
            return Ok(Some(result).filter(|result| !result.is_nan()).map(f64::to_bits));
        }
        if op.is_shift() && b >= u64::from(ty.bits()) {
            return Ok(None);
        }
        Ok(Some(match op {
            BinOp::Add => a.wrapping_add(b),
            BinOp::Sub => a.wrapping_sub(b),
            BinOp::Mul => a.wrapping_mul(b),
            BinOp::Shl => a << b,
            BinOp::LShr => a >> b,
            BinOp::AShr => (signed(ty, a) >> b) as u64,
            BinOp::And => a & b,
            BinOp::Or => a | b,
            _ => a ^ b,
        }))
    }
}

fn compare(cond: IntCond, ty: Type, a: u64, b: u64) -> bool {
    let (x, y) = (signed(ty, a), signed(ty, b));
    match cond {
        IntCond::Eq => a == b,
        IntCond::Ne => a != b,
        IntCond::Ugt => a > b,
        IntCond::Uge => a >= b,
        IntCond::Ult => a < b,
        IntCond::Ule => a <= b,
        IntCond::Sgt => x > y,
        IntCond::Sge => x >= y,
        IntCond::Slt => x < y,
        IntCond::Sle => x <= y,
    }
}

fn float_compare(cond: FloatCond, x: f64, y: f64) -> bool {
    use FloatCond::*;
    let unordered = x.is_nan() || y.is_nan();
    match cond {
        False => false,
        True => true,
        Ord => !unordered,
        Uno => unordered,
        Oeq => x == y,
        Ogt => x > y,
        Oge => x >= y,
        Olt => x < y,
        Ole => x <= y,
        One => !unordered && x != y,
        Ueq => unordered || x == y,
        Ugt => unordered || x > y,
        Uge => unordered || x >= y,
        Ult => unordered || x < y,
        Ule => unordered || x <= y,
        Une => x != y,
    }
}

fn cast(op: CastOp, from: Type, to: Type, bits: u64) -> Option<u64> {
    let number = f64::from_bits(bits);
    match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::Bitcast => Some(bits),
        CastOp::SExt => Some(signed(from, bits) as u64),
        CastOp::UiToFp => Some((bits as f64).to_bits()),
        CastOp::SiToFp => Some((signed(from, bits) as f64).to_bits()),
        CastOp::FpToUi => {
            let whole = number.trunc();
            (whole >= 0.0 && whole < 2f64.powi(to.bits() as i32)).then_some(whole as u64)
        }
        CastOp::FpToSi => {
            let (whole, half) = (number.trunc(), 2f64.powi(to.bits() as i32 - 1));
            (whole >= -half && whole < half).then_some(whole as i64 as u64)
        }
        _ => None,
    }
}

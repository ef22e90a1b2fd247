//! Control flow of a body: phis, terminators, and the end of every value.
//!
//! Operands of phis are chosen when all blocks are filled, from what is known at the end of the
//! predecessor. On an edge back they are often phis of the same block: those are the swaps,
//! rotations and lost copies that parallel assignments are made of.

use translator::ice::builder::abi_alignment;
use translator::ice::{BinOp, Block, CastOp, IntCond, Intrinsic, Type, Value};

use super::body::Body;
use super::shape::Role;

/// How a block ends; targets are nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// An unconditional branch.
    Br(usize),
    /// A conditional one.
    Cond(Value, usize, usize),
    /// A switch with its default and its cases.
    Switch(Value, usize, Vec<(u64, usize)>),
    /// A return.
    Ret(Option<Value>),
    /// No way on.
    Unreachable,
}

impl Term {
    pub(super) fn targets(&self) -> Vec<usize> {
        match self {
            Term::Br(to) => vec![*to],
            Term::Cond(_, on_true, on_false) => vec![*on_true, *on_false],
            Term::Switch(_, default, cases) => cases.iter().map(|(_, to)| *to).chain([*default]).collect(),
            Term::Ret(_) | Term::Unreachable => Vec::new(),
        }
    }

    fn value(&self) -> Option<Value> {
        match *self {
            Term::Cond(value, ..) | Term::Switch(value, ..) => Some(value),
            Term::Ret(value) => value,
            _ => None,
        }
    }
}

/// Phis.
impl Body<'_, '_, '_, '_, '_> {
    /// Starts the current block with phis; their operands come later.
    pub(super) fn make_phis(&mut self) {
        let role = self.shape.nodes[self.node].role;
        if matches!(role, Role::Dead | Role::Return | Role::LongJump) {
            return;
        }
        if role == Role::Decide {
            let ty = self.generator.source.pick(&[Type::I1, Type::I32]);
            let phi = self.b.phi(ty, &[]);
            self.phis[self.node] = vec![phi];
            return;
        }
        let joins = self.shape.nodes[self.node].preds.len() > 1;
        if !joins && !self.generator.source.chance(20) {
            return;
        }
        self.start_counter();
        let count = self.generator.source.between(0, self.generator.config.phis);
        let mut phis: Vec<(Type, Value)> = Vec::new();
        for _ in 0..count {
            // Phis of the same type can be each other's operands.
            let ty = match phis.last() {
                Some((ty, _)) if self.generator.source.chance(150) => *ty,
                _ if self.generator.config.structured > 0 && self.generator.source.chance(60) => Type::I1,
                _ => self.ty(|_| true),
            };
            let phi = self.b.phi(ty, &[]);
            phis.push((ty, phi));
        }
        for &(ty, phi) in &phis {
            let share = self.generator.config.loose;
            if self.generator.source.chance(share) {
                self.loose_phis.push(phi);
                self.sink(ty, phi);
            } else {
                self.define(ty, phi);
            }
        }
        self.phis[self.node] = phis.into_iter().map(|(_, phi)| phi).collect();
        self.use_counter();
    }

    /// Gives every phi its operands.
    pub(super) fn finish_phis(&mut self) {
        let count = self.shape.nodes.len();
        let mut operands: Vec<Vec<Vec<(Block, Value)>>> = self.phis.iter().map(|phis| vec![Vec::new(); phis.len()]).collect();
        for pred in 0..count {
            let targets = self.terms[pred].as_ref().map_or(Vec::new(), Term::targets);
            let mut seen: Vec<usize> = Vec::new();
            self.enter(pred);
            for &to in &targets {
                if self.phis[to].is_empty() || seen.contains(&to) {
                    continue;
                }
                seen.push(to);
                let edges = targets.iter().filter(|other| **other == to).count();
                let values = self.phi_operands(pred, to);
                for (operands, value) in operands[to].iter_mut().zip(values) {
                    operands.extend(std::iter::repeat_n((self.blocks[pred], value), edges));
                }
            }
        }
        for (node, operands) in operands.into_iter().enumerate() {
            for (index, args) in operands.into_iter().enumerate() {
                self.b.set_phi(self.phis[node][index], &args);
            }
        }
    }

    /// What arrives over the edge from `pred`, the current node, for each phi of `to`.
    fn phi_operands(&mut self, pred: usize, to: usize) -> Vec<Value> {
        let phis = self.phis[to].clone();
        let mode = if self.shape.dominates(to, pred) { self.generator.source.below(5) } else { 0 };
        let turn = 1 + self.generator.source.below(3);
        let order = if mode == 4 { self.permutation(phis.len()) } else { Vec::new() };
        let decides = self.shape.nodes[to].role == Role::Decide;
        let operand = |(index, &phi): (usize, &Value)| {
            let ty = self.b.func().ty(phi);
            let loose = self.loose_phis.contains(&phi);
            if loose && self.generator.source.chance(128) {
                return self.b.undef(ty);
            }
            let alike = |other: Value| self.loose_phis.contains(&other) == loose;
            let same: Vec<usize> =
                (0..phis.len()).filter(|&other| self.b.func().ty(phis[other]) == ty && alike(phis[other])).collect();
            let position = same.iter().position(|&other| other == index).unwrap_or(0);
            match mode {
                1 => phis[same[(position + turn) % same.len()]],
                2 if self.generator.source.chance(128) => phis[self.generator.source.pick(&same)],
                3 if self.generator.source.chance(80) => phi,
                // Several cycles at once, of any length.
                4 => phis[same[same.iter().filter(|&&other| order[other] < order[index]).count()]],
                _ if decides && self.generator.source.chance(140) => self.number(ty),
                _ => self.operand(ty),
            }
        };
        phis.iter().enumerate().map(operand).collect()
    }

    /// The numbers below `count` in another order.
    fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            order.swap(last, self.generator.source.below(last + 1));
        }
        order
    }
}

/// Terminators.
impl Body<'_, '_, '_, '_, '_> {
    /// Decides how the current block ends, and computes what that takes.
    pub(super) fn terminator(&mut self) -> Term {
        let (role, succs) = (self.shape.nodes[self.node].role, self.shape.nodes[self.node].succs.clone());
        match role {
            Role::Plain => match succs.len() {
                0 => self.leave(),
                1 => self.one_way(succs[0]),
                2 if !self.wants_switch() => Term::Cond(self.condition(), succs[0], succs[1]),
                _ => self.switch(&succs),
            },
            Role::Return | Role::Leaf => self.leave(),
            Role::Budget => {
                let budget = Value::global(self.generator.objects.budget);
                let left = self.count_down(Type::I32, budget);
                Term::Cond(left, succs[0], succs[1])
            }
            Role::Guard(number) => {
                let counters = Value::global(self.generator.objects.counters);
                let addr = self.offset(counters, 8 * number as u32);
                let ty = self.generator.source.pick(&[Type::I32, Type::I8, Type::I16, Type::I64]);
                let left = self.count_down(ty, addr);
                Term::Cond(left, succs[0], succs[1])
            }
            Role::Count(header) => {
                let more = self.count_on(header);
                Term::Cond(more, succs[0], succs[1])
            }
            Role::Test => Term::Cond(self.goes_on(), succs[0], succs[1]),
            Role::Step(header) => {
                self.step(header);
                Term::Br(succs[0])
            }
            Role::Decide => {
                let phi = self.phis[self.node][0];
                let decision = if self.b.func().ty(phi) == Type::I1 { phi } else { self.against_number(phi) };
                Term::Cond(decision, succs[0], succs[1])
            }
            Role::Never => {
                let (zero, other) = (Value::global(self.generator.objects.zero), self.b.i32(12));
                let zero = self.b.load(Type::I32, zero);
                Term::Cond(self.b.icmp(IntCond::Eq, zero, other), succs[0], succs[1])
            }
            Role::Dead => match succs.first() {
                Some(&to) => self.loose_way(to),
                None => self.dead_end(),
            },
            Role::SetJump => Term::Cond(self.set_jump(), succs[0], succs[1]),
            Role::LongJump => Term::Unreachable,
        }
    }

    /// An i32 compared with a small number.
    fn against_number(&mut self, value: Value) -> Value {
        let number = self.generator.source.pick(&[0, 1, -1, 2]);
        let (cond, number) = (self.generator.source.pick(IntCond::ALL), self.b.i32(number));
        self.b.icmp(cond, value, number)
    }

    fn wants_switch(&mut self) -> bool {
        let share = self.generator.config.switches;
        self.generator.source.chance(share)
    }

    /// Takes one from a counter; true if there was one.
    fn count_down(&mut self, ty: Type, addr: Value) -> Value {
        let (one, zero) = (self.b.int(ty, 1), self.b.int(ty, 0));
        let count = self.b.load(ty, addr);
        let less = self.b.binary(BinOp::Sub, count, one);
        self.b.store(less, addr);
        self.b.icmp(IntCond::Sgt, count, zero)
    }

    /// A return. It looks at nothing that may not have been computed.
    fn leave(&mut self) -> Term {
        let sig = self.generator.functions.classes[self.class].sig;
        let result = self.b.module().sigs[sig].result;
        let unused = self.generator.functions.classes[self.class].unused_result;
        let value = (result != Type::Void).then(|| if unused { self.loose_operand(result) } else { self.operand(result) });
        if let Some(stack) = self.saved_stack.filter(|_| self.shape.nodes[self.node].role == Role::Plain) {
            self.b.intrinsic(Intrinsic::StackRestore, &[stack]);
        }
        Term::Ret(value)
    }

    fn one_way(&mut self, to: usize) -> Term {
        match self.generator.source.weighted(&[20, 1, 1]) {
            0 => Term::Br(to),
            1 => Term::Cond(self.condition(), to, to),
            _ => self.switch(&[to]),
        }
    }

    fn dead_end(&mut self) -> Term {
        match self.generator.source.below(3) {
            0 => Term::Unreachable,
            1 => {
                self.b.intrinsic(Intrinsic::Trap, &[]);
                Term::Unreachable
            }
            _ => self.leave(),
        }
    }

    /// A switch whose cases are an arithmetic progression, and perhaps others; its operand hits
    /// most of them.
    fn switch(&mut self, succs: &[usize]) -> Term {
        let ty = self.generator.source.pick(&[Type::I32, Type::I8, Type::I16, Type::I64]);
        let mask = u64::MAX >> (64 - ty.bits());
        let start = self.generator.source.int(ty.bits());
        let stride = if self.generator.source.chance(90) { self.generator.source.int(ty.bits()) | 1 } else { 1 };
        let most = if succs.len() == 1 { 1 } else { self.generator.config.cases };
        let count = self.generator.source.between(succs.len() - 1, most.max(succs.len() - 1));
        let mut cases: Vec<(u64, usize)> = Vec::new();
        for index in 0..count {
            let to = if index + 1 < succs.len() { succs[index + 1] } else { self.generator.source.pick(succs) };
            let gap = self.generator.source.chance(20);
            let value = if gap {
                self.generator.source.int(ty.bits())
            } else {
                start.wrapping_add(stride.wrapping_mul(index as u64)) & mask
            };
            let near = (0..=count as u64).map(|more| value.wrapping_add(more) & mask);
            let value = near.into_iter().find(|value| cases.iter().all(|(other, _)| other != value));
            cases.extend(value.map(|value| (value, to)));
        }
        if self.generator.source.chance(10) {
            // Some case, or none.
            let value = self.operand(ty);
            return Term::Switch(value, succs[0], cases);
        }
        let value = self.variable(ty);
        let reach = self.b.int(ty, (count as u64 + 1).next_power_of_two() as i64 - 1);
        let index = self.b.binary(BinOp::And, value, reach);
        let (stride, start) = (self.b.int(ty, stride as i64), self.b.int(ty, start as i64));
        let index = self.b.binary(BinOp::Mul, index, stride);
        let value = self.b.binary(BinOp::Add, index, start);
        Term::Switch(value, succs[0], cases)
    }

    pub(super) fn finish_terminators(&mut self) {
        for node in 0..self.shape.nodes.len() {
            self.b.switch_to(self.blocks[node]);
            match self.terms[node].take() {
                Some(Term::Br(to)) => self.b.br(self.blocks[to]),
                Some(Term::Cond(cond, on_true, on_false)) => self.b.cond_br(cond, self.blocks[on_true], self.blocks[on_false]),
                Some(Term::Switch(value, default, cases)) => {
                    let cases: Vec<(u64, Block)> = cases.into_iter().map(|(value, to)| (value, self.blocks[to])).collect();
                    self.b.switch(value, self.blocks[default], &cases);
                }
                Some(Term::Ret(value)) => self.b.ret(value),
                Some(Term::Unreachable) | None => self.b.unreachable(),
            }
        }
    }
}

/// The end of values.
impl Body<'_, '_, '_, '_, '_> {
    /// Stores every value that nothing uses.
    pub(super) fn sink_unused(&mut self) {
        let mut used = Vec::new();
        let mark = |used: &mut Vec<bool>, value: Value| {
            let Some(index) = value.local_index() else { return };
            if used.len() <= index {
                used.resize(index + 1, false);
            }
            used[index] = true;
        };
        let func = self.b.func();
        for block in func.block_order() {
            func.block_insts(*block).for_each(|inst| func.visit_operands(inst, |value| mark(&mut used, value)));
        }
        self.terms.iter().flatten().filter_map(Term::value).for_each(|value| mark(&mut used, value));
        for node in 0..self.shape.nodes.len() {
            // Behind a longjmp nothing happens.
            if self.shape.nodes[node].role == Role::LongJump {
                continue;
            }
            self.enter(node);
            for (ty, value) in self.values_of(node) {
                let unused = value.local_index().is_some_and(|index| used.get(index) != Some(&true));
                if unused {
                    self.sink(ty, value);
                }
            }
        }
    }

    /// Stores a value where nothing reads it.
    pub(super) fn sink(&mut self, ty: Type, value: Value) {
        let (ty, value) = match ty {
            Type::I1 => (Type::I8, self.b.cast(CastOp::ZExt, value, Type::I8)),
            Type::V4I1 => (Type::V4I32, self.b.cast(CastOp::SExt, value, Type::V4I32)),
            Type::V8I1 => (Type::V8I16, self.b.cast(CastOp::SExt, value, Type::V8I16)),
            Type::V16I1 => (Type::V16I8, self.b.cast(CastOp::SExt, value, Type::V16I8)),
            _ => (ty, value),
        };
        let (value, addr) = (self.without_nan(ty, value), self.sink_address(ty));
        self.raw_store(value, addr, abi_alignment(ty));
    }

    /// The address of a part of the sink for a type that has a form in memory. Naturally aligned
    /// for floats.
    pub(super) fn sink_address(&mut self, ty: Type) -> Value {
        let offset = self.generator.objects.sink_slot(ty.memory_bytes().unwrap_or(1));
        let sink = Value::global(self.generator.objects.sink);
        self.offset(sink, offset)
    }

    /// Folds a value into the checksum.
    pub(super) fn check(&mut self, ty: Type, value: Value) {
        let word = match ty {
            Type::I32 => value,
            Type::I1 | Type::I8 | Type::I16 => {
                let op = if self.generator.source.chance(128) { CastOp::SExt } else { CastOp::ZExt };
                self.b.cast(op, value, Type::I32)
            }
            Type::I64 => self.b.cast(CastOp::Trunc, value, Type::I32),
            Type::F32 => {
                let value = self.without_nan(ty, value);
                self.b.cast(CastOp::Bitcast, value, Type::I32)
            }
            _ => return self.sink(ty, value),
        };
        let addr = Value::global(self.generator.objects.checksum);
        let sum = self.b.load(Type::I32, addr);
        let op = self.generator.source.pick(&[BinOp::Add, BinOp::Xor, BinOp::Sub]);
        let sum = if self.generator.source.chance(40) {
            let factor = self.b.i32(33);
            self.b.binary(BinOp::Mul, sum, factor)
        } else {
            sum
        };
        let sum = self.b.binary(op, sum, word);
        self.b.store(sum, addr);
    }
}

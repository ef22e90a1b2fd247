//! Strength reduction: where a loop computes addresses of a counter with more than an access can add up itself, or other sums of its
//! multiples, a pointer, or a number, steps through the loop in their place.
//!
//! In: a function. Out: the same in which addresses of innermost loops that are the same sum of counters' multiples and of what the
//! loop does not change, but for a constant, are one phi and their constants. The phi starts before the loop at what the first of them
//! would be there, and grows by what the counters' steps make of it. As sums go round at 32 bits, each address is what it was in every
//! round, wherever else it is used. What is not a part of other sums alone counts as an address that nothing accesses.
//!
//! A counter is a phi of the header to which the loop adds a constant; loops with one entry and one edge back are looked at.
//!
//! The rule that it pays by ([`cost`]): what goes has to be more than the one addition that comes, and four rounds have to make up for
//! what is computed before the loop; and the loop has to have a register left, one that calls keep if it calls something. At most `MAX_GROUPS` phis are made for a loop,
//! and `MAX_CANDIDATES` addresses are looked at.
//!
//! Linear in the function, times the number of addresses looked at in a loop.
//!
//! How it is done is ours, and the rule is what was measured.

pub mod cost;
mod form;
mod start;

use self::cost::{Adds, Costs, is_arithmetic, max_offset};
use self::form::Form;
use self::start::{Start, add};
use super::counters::Counters;
use super::loop_edit::{Frame, Innermost, is_in};
use super::rewrite::Replacements;
use super::symbols::is_call;
use super::{Fuel, IrPass};
use crate::analysis::{ControlFlow, Loop};
use crate::ice::{BinOp, BlockCall, Function, Inst, InstData, Module, Type, Value, ValueDef};
use crate::options::Pass;
use crate::util::refill;

/// The most phis that are made for a loop.
const MAX_GROUPS: usize = 3;

/// The most addresses of a loop that are looked at.
const MAX_CANDIDATES: usize = 32;

/// The rounds within which what is computed before a loop has to be saved.
const ROUNDS: i32 = 4;

/// The least gain for which a pointer lives across calls.
const LEAST_WITH_CALLS: i32 = 2;

/// What the rule has to know of a target.
#[derive(Copy, Clone, Debug)]
pub struct Machine {
    /// What its accesses add up.
    pub adds: Adds,
    /// How many integers of a loop have registers.
    pub registers: usize,
}

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct StrengthReduce {
    /// The target; nothing is done for none.
    pub machine: Option<Machine>,
    innermost: Innermost,
    /// Accesses of the loop at hand to addresses that it makes.
    accesses: Vec<(Value, Type)>,
    /// Whether the loop at hand calls something.
    calls: bool,
    counters: Counters,
    candidates: Vec<Candidate>,
    /// The operands of an instruction that may become candidates.
    operands: Vec<Value>,
    costs: Costs,
    replacements: Replacements,
    /// By value: the loop that was last seen to use it, plus one.
    seen: Vec<u32>,
}

/// An address, or a value that is stored, that changes with counters alone.
#[derive(Copy, Clone, Debug)]
struct Candidate {
    inst: Inst,
    value: Value,
    form: Form,
    /// What accesses add besides.
    symbol: Option<Value>,
    /// Twice the number of rounds that execute it, as is supposed.
    weight: u32,
    /// How many accesses it is the address of, and the most that each of them can add.
    accesses: u32,
    reach: u32,
    is_taken: bool,
}

/// What becomes one phi.
#[derive(Copy, Clone, Debug)]
struct Group {
    /// The candidate that the phi is equal to.
    leader: usize,
    /// Whether the phi has the symbol, too.
    has_symbol: bool,
    gain: i32,
}

impl IrPass for StrengthReduce {
    const PASS: Pass = Pass::StrengthReduce;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        let Some(machine) = self.machine else { return false };
        flow.with_loops(func);
        self.innermost.find(flow);
        if self.innermost.loops.is_empty() {
            return false;
        }
        self.costs.begin();
        self.seen.clear();
        self.replacements.clear();
        let (mut changed, mut splits) = (false, false);
        for index in 0..self.innermost.loops.len() {
            let which = self.innermost.loops[index];
            let Some(mut frame) = Frame::find(flow, func, which) else { continue };
            self.counters.find(flow, func, frame);
            if self.counters.all.is_empty() {
                continue;
            }
            self.find_candidates(flow, module, func, machine, frame);
            if self.candidates.is_empty() {
                continue;
            }
            self.count(flow, func, machine, frame);
            for made in 0..MAX_GROUPS {
                let Some(group) = self.best(flow, func, machine, frame) else { break };
                // About half of the registers live across calls.
                let registers = if self.calls { machine.registers / 2 + 1 } else { machine.registers };
                if made + self.pressure(flow, func, frame) >= registers
                    || !fuel.spend(Self::PASS, module, func, self.candidates[group.leader].inst)
                {
                    break;
                }
                splits |= frame.make_preheader(func, &mut self.counters.order);
                self.turn(flow, func, machine, frame, group);
                changed = true;
            }
        }
        self.replacements.apply(func);
        if splits {
            flow.forget();
        }
        changed
    }
}

impl Frame {
    /// Twice how often a round executes an instruction of the loop; `None` of one outside.
    fn weight(&self, flow: &ControlFlow, func: &Function, inst: Inst) -> Option<u32> {
        let block = func.inst_block(inst).filter(|&block| is_in(flow, self.which, block))?;
        Some(1 + u32::from(flow.dominators.dominates(block, self.latch)))
    }
}

fn is_in_loop(flow: &ControlFlow, func: &Function, which: Loop, inst: Inst) -> bool {
    func.inst_block(inst).is_some_and(|block| is_in(flow, which, block))
}

impl StrengthReduce {
    /// By how much a round adds to a form, if its terms are counters and what the loop does not change.
    fn step_of(&self, flow: &ControlFlow, func: &Function, frame: Frame, form: &Form) -> Option<u32> {
        let mut step = 0u32;
        for &(value, factor) in form.terms() {
            match self.counters.all.iter().find(|counter| counter.phi == value) {
                Some(counter) => step = step.wrapping_add((counter.step as u32).wrapping_mul(factor)),
                None => {
                    let is_outside = match func.def(value) {
                        Some(ValueDef::Inst(def)) => !is_in(flow, frame.which, func.inst_block(def)?),
                        _ => true,
                    };
                    is_outside.then_some(())?;
                }
            }
        }
        (step != 0).then_some(step)
    }

    /// Finds the addresses of a loop that change with counters alone.
    fn find_candidates(&mut self, flow: &ControlFlow, module: &Module, func: &Function, machine: Machine, frame: Frame) {
        self.candidates.clear();
        self.accesses.clear();
        self.calls = false;
        for &block in flow.loops.blocks(frame.which) {
            for inst in func.block_insts(block) {
                let (addr, ty) = match *func.inst(inst) {
                    InstData::Load { addr, .. } => (addr, func.result(inst).map_or(Type::Void, |result| func.ty(result))),
                    InstData::Store { addr, value, .. } => {
                        // A pointer that is stored can be the one that addresses beside it are made from, as in lists that are strung
                        // together.
                        if func.ty(value) == Type::I32 {
                            self.note(flow, func, machine, frame, (value, None));
                        }
                        (addr, func.ty(value))
                    }
                    _ => {
                        self.calls |= is_call(module, func, inst);
                        self.note_operands(flow, func, machine, frame, inst);
                        continue;
                    }
                };
                if self.note(flow, func, machine, frame, (addr, Some(ty))) {
                    self.accesses.push((addr, ty));
                }
            }
        }
    }

    /// Notes the sums and multiples that something else than sums and multiples, or the next round, uses.
    fn note_operands(&mut self, flow: &ControlFlow, func: &Function, machine: Machine, frame: Frame, inst: Inst) {
        if func.inst(inst).is_phi() || is_arithmetic(func, inst) {
            return;
        }
        let is_sum = |value| matches!(func.def(value), Some(ValueDef::Inst(def)) if is_arithmetic(func, def));
        let mut operands = std::mem::take(&mut self.operands);
        func.visit_operands(inst, |operand| {
            if func.ty(operand) == Type::I32 && is_sum(operand) {
                operands.push(operand);
            }
        });
        for operand in operands.drain(..) {
            self.note(flow, func, machine, frame, (operand, None));
        }
        self.operands = operands;
    }

    /// Notes an access of a type to an address, or another use of a value. Whether the loop makes it.
    fn note(
        &mut self,
        flow: &ControlFlow,
        func: &Function,
        machine: Machine,
        frame: Frame,
        (addr, ty): (Value, Option<Type>),
    ) -> bool {
        let Some(ValueDef::Inst(inst)) = func.def(addr) else { return false };
        if func.inst(inst).is_phi() || !is_in_loop(flow, func, frame.which, inst) {
            return false;
        }
        self.note_made(flow, func, machine, frame, (inst, addr, ty));
        true
    }

    fn note_made(
        &mut self,
        flow: &ControlFlow,
        func: &Function,
        machine: Machine,
        frame: Frame,
        (inst, addr, ty): (Inst, Value, Option<Type>),
    ) {
        let reach = ty.map_or(i32::MAX as u32, |ty| max_offset(machine.adds, ty));
        let accesses = u32::from(ty.is_some());
        if let Some(known) = self.candidates.iter_mut().find(|known| known.value == addr) {
            known.accesses += accesses;
            known.reach = known.reach.min(reach);
            return;
        }
        if self.candidates.len() == MAX_CANDIDATES {
            return;
        }
        let Some(mut form) = Form::of(func, addr, |_| true) else { return };
        if self.step_of(flow, func, frame, &form).is_none() {
            return;
        }
        let Some(weight) = frame.weight(flow, func, inst) else { return };
        let symbol = if machine.adds == Adds::All { form.take_symbol() } else { None };
        self.candidates.push(Candidate { inst, value: addr, form, symbol, weight, accesses, reach, is_taken: false });
    }

    /// Has the costs be those of a loop, and know what its accesses take in.
    fn count(&mut self, flow: &ControlFlow, func: &Function, machine: Machine, frame: Frame) {
        self.costs.begin_loop(func, flow.loops.blocks(frame.which));
        self.accesses.iter().for_each(|&(addr, ty)| self.costs.note_access(func, machine.adds, addr, ty));
    }

    /// The group that gains most, if one pays.
    fn best(&mut self, flow: &ControlFlow, func: &Function, machine: Machine, frame: Frame) -> Option<Group> {
        let mut best: Option<Group> = None;
        for leader in 0..self.candidates.len() {
            let Candidate { form, is_taken, .. } = self.candidates[leader];
            // Where one can lead as well as another, the first one does.
            let is_like = |earlier: &Candidate| earlier.form.has_terms_of(&form) && earlier.form.constant == form.constant;
            if is_taken || self.candidates[..leader].iter().any(is_like) {
                continue;
            }
            let group = self.group(flow, func, machine, frame, leader);
            if best.is_none_or(|best| best.gain < group.gain) {
                best = Some(group);
            }
        }
        let best = best.filter(|best| best.gain > 0)?;
        let setup = self.start_of(flow, func, frame, best)?.price();
        let least = if self.calls { LEAST_WITH_CALLS } else { 1 };
        (best.gain >= least && best.gain * ROUNDS > 2 * setup).then_some(best)
    }

    /// The candidates that can be a constant away from one, and what is gained.
    fn group(&mut self, flow: &ControlFlow, func: &Function, machine: Machine, frame: Frame, leader: usize) -> Group {
        let Self { candidates, costs, .. } = self;
        let first = candidates[leader];
        let members = || candidates.iter().filter(|member| member.is_member_of(&first));
        let is_needed = |costs: &Costs, member: &Candidate| costs.uses(member.value) > member.accesses;
        let has_symbol =
            members().all(|member| member.symbol == first.symbol) && members().any(|member| is_needed(costs, member));
        // The step.
        let mut gain = -2;
        for member in members() {
            let moved = u32::from(member.distance(&first) != 0) + u32::from(member.symbol.is_some() && !has_symbol);
            let after = if is_needed(costs, member) { moved } else { 0 };
            let before = costs.price(func, machine.adds, member.inst);
            gain += member.weight as i32 * (before as i32 - after as i32);
            gain += costs.release(func, machine.adds, member.inst, |inst| frame.weight(flow, func, inst)) as i32;
        }
        costs.restore();
        Group { leader, has_symbol, gain }
    }

    /// What a group's phi starts from.
    fn start_of(&self, flow: &ControlFlow, func: &Function, frame: Frame, group: Group) -> Option<Start> {
        let leader = &self.candidates[group.leader];
        let is_open = |inst: Inst| is_in_loop(flow, func, frame.which, inst);
        // Where what it was made of has become a step from another group's phi, that is not known before the loop.
        let form = Form::of(func, leader.value, is_open);
        let form = form.filter(|form| self.step_of(flow, func, frame, form).is_some() || fault!(StrengthReduceStale));
        let mut form = form.unwrap_or(leader.form);
        if leader.symbol.is_some() && !group.has_symbol {
            form.take_symbol()?;
        }
        let mut start = Start::new(leader.value, form.constant);
        for &(value, factor) in form.terms() {
            let counter = self.counters.all.iter().find(|counter| counter.phi == value);
            let value = counter.map_or(value, |counter| counter.start);
            if fault!(StrengthReduceStart, counter.is_some()) {
                continue;
            }
            match func.int_const(value) {
                Some(bits) => start.constant = start.constant.wrapping_add(factor.wrapping_mul(bits as u32)),
                None => start.push(value, factor)?,
            }
        }
        Some(start)
    }

    /// How many integers the loop keeps in registers: its phis, and what it uses from outside.
    fn pressure(&mut self, flow: &ControlFlow, func: &Function, frame: Frame) -> usize {
        let mark = frame.which.as_u32() + 1;
        let mut count = 0;
        if self.seen.is_empty() {
            refill(&mut self.seen, func.value_count(), 0);
        }
        // Two registers for what has 64 bits, wherever it would have one: it is the loops full of it that need them.
        let registers = |value: Value| match func.ty(value) {
            Type::I1 | Type::I8 | Type::I16 | Type::I32 => 1,
            Type::I64 => 2,
            _ => 0,
        };
        for &block in flow.loops.blocks(frame.which) {
            for inst in func.block_insts(block) {
                if func.inst(inst).is_phi() && block == frame.header {
                    count += func.result(inst).map_or(0, registers);
                }
                func.visit_operands(inst, |value| {
                    let is_outside = match func.def(value) {
                        Some(ValueDef::Inst(def)) => func.inst_block(def).is_some_and(|block| !is_in(flow, frame.which, block)),
                        Some(ValueDef::Arg(_)) => true,
                        _ => false,
                    };
                    let place = value.local_index().and_then(|index| self.seen.get_mut(index));
                    if let Some(seen) = place.filter(|seen| is_outside && **seen != mark) {
                        *seen = mark;
                        count += registers(value);
                    }
                });
            }
        }
        count
    }

    /// Makes the phi of a group, and has its addresses be what they are away from that.
    fn turn(&mut self, flow: &ControlFlow, func: &mut Function, machine: Machine, frame: Frame, group: Group) {
        let leader = self.candidates[group.leader];
        let start = self.start_of(flow, func, frame, group).expect("it had one");
        let start = start.make(func, frame.before);
        let step = self.step_of(flow, func, frame, &leader.form).expect("it changes");
        let first = func.first_inst(frame.header).expect("a terminator");
        let args = func.make_phi_args(&[]);
        let (phi, pointer) = func.insert_before(first, InstData::Phi { args }, Type::I32);
        let pointer = pointer.expect("a phi has a result");
        let step = if fault!(StrengthReduceStep, step & 1 == 0) { step / 2 } else { step };
        let last = func.last_inst(frame.latch).expect("a terminator");
        let next = add(func, last, pointer, step);
        let args =
            func.make_phi_args(&[BlockCall { block: frame.before, value: start }, BlockCall { block: frame.latch, value: next }]);
        *func.inst_mut(phi) = InstData::Phi { args };
        for index in 0..self.candidates.len() {
            let member = self.candidates[index];
            if !member.is_member_of(&leader) {
                continue;
            }
            self.candidates[index].is_taken = true;
            let is_needed = self.costs.uses(member.value) > member.accesses;
            self.costs.release(func, machine.adds, member.inst, |inst| frame.weight(flow, func, inst));
            let distance =
                if fault!(StrengthReduceDistance, member.distance(&leader) > 64) { 0 } else { member.distance(&leader) };
            match member.symbol.filter(|_| !group.has_symbol) {
                Some(symbol) => {
                    let lhs = if distance == 0 { pointer } else { add(func, member.inst, pointer, distance) };
                    *func.inst_mut(member.inst) = InstData::Binary { op: BinOp::Add, lhs, rhs: symbol };
                }
                None if distance == 0 && is_needed => self.replacements.replace(member.value, pointer),
                None => {
                    let rhs = func.push_value(Type::I32, ValueDef::Int(distance.into()));
                    *func.inst_mut(member.inst) = InstData::Binary { op: BinOp::Add, lhs: pointer, rhs };
                }
            }
        }
        self.costs.settle();
    }
}

impl Candidate {
    /// How far it is away from another one with the same terms.
    fn distance(&self, leader: &Candidate) -> u32 {
        self.form.constant.wrapping_sub(leader.form.constant)
    }

    fn is_member_of(&self, leader: &Candidate) -> bool {
        let distance = (self.distance(leader) as i32).unsigned_abs();
        !self.is_taken && self.form.has_terms_of(&leader.form) && distance <= self.reach
    }
}

#[cfg(test)]
mod tests;

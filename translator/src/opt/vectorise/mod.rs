//! Vectorisation: a loop of one block whose rounds can be counted before it begins, and whose memory is apart for certain, runs as many
//! rounds at a time as a vector has lanes.
//!
//! In: a function. Out: the same with a second loop before such a loop. As in [`unroll`](super::unroll), the new loop runs a multiple of the
//! lanes, and the old one, which stays as it is, runs the rest, one round at least: so nothing is known of the exit, and what is used behind
//! the loop is what it was.
//!
//! What a loop may consist of (`body.rs`): loads and stores whose addresses step by the size of an element, the same size for all; operators on
//! elements that the target has for vectors ([`VectorUnit`]); sums of integers, each of which begins at nothing in all lanes of the new loop, and is joined
//! behind it; counters, and numbers made of them, which are made as for the first lane. Which accesses may be made at once is said in `apart.rs`. An address need
//! not be a multiple of anything: a vector promises the alignment that its first element did. Floats are not added up, as that would
//! round otherwise; and on ARM they are only moved, as lanes lose denormals there.
//!
//! If the loop stores, its rounds are as many at most as the objects have room for, which is asked before it together with whether there are
//! enough of them.
//!
//! Linear in the function, times the accesses of a loop.
//!
//! How it is done is ours.

mod apart;
mod body;
mod lanes;
mod linear;

#[cfg(test)]
mod tests;

pub use lanes::VectorUnit;

use self::body::{Body, Role, Sum};
use self::lanes::{fold, neutral, splat, vector_of};
use super::counters::{Counter, in_type};
use super::loop_edit::{Clones, Frame, enter_phi, lay_out_before, set_terminator, split_edge};
use super::rounds::{Distance, Rounds};
use super::{Fuel, IrPass};
use crate::analysis::{ControlFlow, Loop};
use crate::ice::{BinOp, Block, BlockCall, Function, Inst, InstData, IntCond, Module, Type, Value, ValueDef};
use crate::options::Pass;
use crate::util::refill;

/// The most loops of a function that are vectorised.
const MAX_LOOPS: usize = 64;

/// How many steps of the new loop are worth it, and rounds besides.
const MIN_STEPS: u64 = 2;
const MIN_ROUNDS: u64 = 8;

/// About how many instructions it takes to put a value into four lanes, and to join them.
const SPLAT: u32 = 16;
const FOLD: u32 = 12;

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Vectorise {
    /// What the target's vectors can do, if it has some.
    pub unit: Option<VectorUnit>,
    /// Those to look at.
    loops: Vec<Loop>,
    order: Vec<Block>,
    body: Body,
    /// What numbers are for the first lane.
    clones: Clones,
    /// By local value: the vector of it.
    vectors: Vec<Option<Value>>,
    /// By local value: whether the new loop needs it for addresses.
    needed: Vec<bool>,
    /// The new loop's phis: those of counters, then those of sums.
    phis: Vec<Inst>,
    /// The operands of the instruction at hand.
    operands: Vec<Value>,
    /// The operands of a phi that gets others.
    args: Vec<BlockCall>,
}

/// A loop of one block, counted.
#[derive(Copy, Clone, Debug)]
struct Counted {
    frame: Frame,
    rounds: Rounds,
    /// How many rounds are worth it, and how many are right.
    fewest: u64,
    most: u64,
}

impl IrPass for Vectorise {
    const PASS: Pass = Pass::Vectorise;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        let Some(unit) = self.unit else { return false };
        flow.with_loops(func);
        self.loops.clear();
        let is_single = |&which: &Loop| flow.loops.blocks(which).len() == 1;
        self.loops.extend(flow.loops.iter().filter(is_single).take(MAX_LOOPS));
        if self.loops.is_empty() {
            return false;
        }
        self.body.begin(func);
        let mut changed = false;
        for index in 0..self.loops.len() {
            let Some(frame) = Frame::find(flow, func, self.loops[index]) else { continue };
            if let Some(counted) = self.count(flow, module, func, frame, unit)
                && func.last_inst(frame.header).is_some_and(|last| fuel.spend(Self::PASS, module, func, last))
            {
                self.vectorise(func, counted);
                changed = true;
            }
            self.body.end(func, &frame);
        }
        if changed {
            flow.forget();
        }
        changed
    }
}

impl Vectorise {
    /// The loop, if it can be vectorised and its rounds can be counted, and that is worth it.
    fn count(&mut self, flow: &ControlFlow, module: &Module, func: &Function, frame: Frame, unit: VectorUnit) -> Option<Counted> {
        let candidates = Rounds::of(flow, func, &frame);
        if candidates.iter().all(Option::is_none) || !self.body.find(flow, module, func, &frame, unit) {
            return None;
        }
        let Body { lanes, bytes, ref accesses, ref sums, .. } = self.body;
        let most = apart::most_rounds(module, func, accesses, lanes, bytes)?;
        let sums = sums.iter().map(|sum| if is_bitwise(sum.op) { FOLD } else { FOLD * lanes / 4 }).sum::<u32>();
        let (insts, splats) = self.price(func, frame.header);
        // What is spent before the loop and behind it is about as much as these rounds.
        let fewest = u64::from(lanes) * MIN_STEPS + MIN_ROUNDS + u64::from((sums + splats * SPLAT) / insts);
        let with = |rounds: Rounds| {
            let is_known_wrong = rounds.known(func).is_some_and(|known| known < fewest || known > most);
            let is_worth_it = fewest <= most && rounds.are_sure(fewest) && !rounds.are_few(func, fewest) && !is_known_wrong;
            is_worth_it.then_some(Counted { frame, rounds, fewest, most })
        };
        candidates.into_iter().flatten().find_map(with)
    }

    /// How many instructions a round has, and how many values are put into all lanes.
    fn price(&mut self, func: &Function, header: Block) -> (u32, u32) {
        let mut insts = 0;
        self.operands.clear();
        for inst in func.block_insts(header).filter(|&inst| !func.inst(inst).is_phi()) {
            insts += 1;
            let is_in_lanes = func.result(inst).is_some_and(|result| matches!(self.body.role(result), Role::Lanes | Role::Sum));
            let operands = &mut self.operands;
            let mut note = |value: Value| {
                if self.body.role(value) == Role::Outside && !operands.contains(&value) {
                    operands.push(value);
                }
            };
            match *func.inst(inst) {
                InstData::Store { value, .. } => note(value),
                _ if is_in_lanes => func.visit_operands(inst, note),
                _ => {}
            }
        }
        (insts.max(1), self.operands.len() as u32)
    }

    fn vectorise(&mut self, func: &mut Function, counted: Counted) {
        let Counted { frame, rounds, fewest, most } = counted;
        let header = frame.header;
        self.prepare(func, header);
        let outside = split_edge(func, frame.before, header);
        let ready = split_edge(func, outside, header);
        let distance = Distance::make(func, outside, rounds, fewest..=most);
        let limit = distance.limit(func, ready, self.body.lanes);
        let (block, behind) = (func.append_block(), func.append_block());
        set_terminator(func, outside, InstData::CondBr { cond: distance.is_far, on_true: ready, on_false: header });
        let holds = distance.holds(func, ready);
        let enters = match holds {
            Some(cond) => InstData::CondBr { cond, on_true: block, on_false: header },
            None => InstData::Br { target: block },
        };
        set_terminator(func, ready, enters);
        func.append_inst(behind, InstData::Br { target: header }, Type::Void);
        let not_entered = holds.map(|_| ready);
        self.begin_phis(func, block);
        self.copy_body(func, header, (ready, block));
        let mut control = rounds.counter.start;
        for index in 0..self.body.counters.len() {
            let counter = self.body.counters[index];
            let next = self.step(func, block, counter);
            self.close_phi(func, index, (ready, counter.start), (block, next));
            self.enter(func, counter.phi, counter.start, ready, (outside, not_entered), (behind, next));
            if counter.phi == rounds.counter.phi {
                control = next;
            }
        }
        for index in 0..self.body.sums.len() {
            let sum = self.body.sums[index];
            let next = func.result(sum.inst).map_or(sum.phi, |result| self.vector(result));
            // Differences add up, too: the lanes begin at zero.
            let op = if sum.op == BinOp::Sub { BinOp::Add } else { sum.op };
            let nothing = neutral(func, ready, op, func.ty(sum.phi));
            self.close_phi(func, self.body.counters.len() + index, (ready, nothing), (block, next));
            let joined = fold(func, behind, op, sum.start, next);
            self.enter(func, sum.phi, sum.start, ready, (outside, not_entered), (behind, joined));
        }
        let goes_on = InstData::Icmp { cond: IntCond::Ne, lhs: control, rhs: limit };
        let cond = func.append_inst(block, goes_on, Type::I1).1.expect("a comparison has a result");
        func.append_inst(block, InstData::CondBr { cond, on_true: block, on_false: behind }, Type::Void);
        lay_out_before(func, &[outside, ready, block, behind], header, &mut self.order);
    }

    /// Finds what the new loop needs for addresses, and forgets what the last one was made of.
    fn prepare(&mut self, func: &Function, header: Block) {
        self.clones.clear(func);
        refill(&mut self.vectors, func.value_count(), None);
        refill(&mut self.needed, func.value_count(), false);
        let mut next = func.last_inst(header);
        while let Some(inst) = next {
            next = func.prev_inst(inst);
            match (*func.inst(inst), func.result(inst)) {
                (InstData::Load { addr, .. } | InstData::Store { addr, .. }, _) => mark(&mut self.needed, addr),
                (InstData::Phi { .. }, _) => {}
                (_, Some(result)) if is_marked(&self.needed, result) => {
                    func.visit_operands(inst, |operand| mark(&mut self.needed, operand));
                }
                _ => {}
            }
        }
    }

    /// Makes the new loop's phis, without operands: those of counters, then those of sums.
    fn begin_phis(&mut self, func: &mut Function, block: Block) {
        self.phis.clear();
        for &Counter { phi, next, ty, .. } in &self.body.counters {
            let args = func.make_phi_args(&[]);
            let (copy, made) = func.append_inst(block, InstData::Phi { args }, ty);
            self.clones.set_phi(phi, next, made.expect("a phi has a result"));
            self.phis.push(copy);
        }
        for &Sum { phi, .. } in &self.body.sums {
            let ty = vector_of(func.ty(phi), self.body.lanes).expect("sums have as many lanes");
            let args = func.make_phi_args(&[]);
            let (copy, made) = func.append_inst(block, InstData::Phi { args }, ty);
            set(&mut self.vectors, phi, made.expect("a phi has a result"));
            self.phis.push(copy);
        }
    }

    /// Gives a phi of the new loop its operands.
    fn close_phi(&self, func: &mut Function, index: usize, (ready, start): (Block, Value), (block, next): (Block, Value)) {
        let args = func.make_phi_args(&[BlockCall { block: ready, value: start }, BlockCall { block, value: next }]);
        *func.inst_mut(self.phis[index]) = InstData::Phi { args };
    }

    /// Has a phi of the old loop be `start` where the new one is not entered, and something else behind it.
    fn enter(
        &mut self,
        func: &mut Function,
        phi: Value,
        start: Value,
        ready: Block,
        (outside, not_entered): (Block, Option<Block>),
        (behind, value): (Block, Value),
    ) {
        let Some(ValueDef::Inst(phi)) = func.def(phi) else { return };
        let from_ready = not_entered.map(|block| BlockCall { block, value: start });
        enter_phi(func, phi, (ready, outside), [from_ready, Some(BlockCall { block: behind, value })], &mut self.args);
    }

    /// What a counter is after a step of the new loop.
    fn step(&self, func: &mut Function, block: Block, counter: Counter) -> Value {
        let Counter { phi, step, ty, .. } = counter;
        let rhs = func.push_value(ty, ValueDef::Int(in_type(ty, step.wrapping_mul(self.body.lanes.into()))));
        let data = InstData::Binary { op: BinOp::Add, lhs: self.clones.first(phi), rhs };
        func.append_inst(block, data, ty).1.expect("a sum has a result")
    }

    /// Makes a round of the new loop.
    fn copy_body(&mut self, func: &mut Function, header: Block, (ready, block): (Block, Block)) {
        let mut following = func.first_inst(header);
        while let Some(inst) = following {
            following = func.next_inst(inst);
            let data = *func.inst(inst);
            match (data, func.result(inst)) {
                (InstData::Phi { .. }, _) => {}
                (InstData::Store { addr, value, align }, _) => {
                    let value = self.in_lanes(func, ready, value);
                    let addr = self.clones.get(addr);
                    func.append_inst(block, InstData::Store { addr, value, align }, Type::Void);
                }
                (InstData::Load { addr, align }, Some(result)) => {
                    self.make(func, block, InstData::Load { addr: self.clones.get(addr), align }, result);
                }
                (_, Some(result)) if matches!(self.body.role(result), Role::Number(_)) && !is_marked(&self.needed, result) => {}
                (_, Some(result)) if matches!(self.body.role(result), Role::Number(_)) => {
                    self.clones.copy(func, inst, block);
                }
                (_, Some(result)) => {
                    let chooser = if let InstData::Select { cond, .. } = data { Some(cond) } else { None };
                    let is_one = |body: &Body, value: Value| Some(value) == chooser && body.role(value) == Role::Outside;
                    self.operands.clear();
                    func.visit_operands(inst, |operand| self.operands.push(operand));
                    for index in 0..self.operands.len() {
                        let operand = self.operands[index];
                        if !is_one(&self.body, operand) {
                            self.operands[index] = self.in_lanes(func, ready, operand);
                        }
                    }
                    let made = self.make(func, block, data, result);
                    let mut operands = self.operands.iter();
                    func.map_operands(made, |old| operands.next().copied().unwrap_or(old));
                }
                _ => {}
            }
        }
    }

    /// Appends an instruction whose result is the vector of a value.
    fn make(&mut self, func: &mut Function, block: Block, data: InstData, of: Value) -> Inst {
        let ty = vector_of(func.ty(of), self.body.lanes).expect("all have as many lanes");
        let (inst, made) = func.append_inst(block, data, ty);
        set(&mut self.vectors, of, made.expect("it has a result"));
        inst
    }

    /// The vector of a value; one from outside is put into all lanes before the loop.
    fn in_lanes(&mut self, func: &mut Function, ready: Block, value: Value) -> Value {
        let known = value.local_index().and_then(|index| self.vectors.get(index).copied().flatten());
        known.unwrap_or_else(|| {
            let vector = splat(func, ready, value);
            set(&mut self.vectors, value, vector);
            vector
        })
    }

    /// The vector of a value that has one.
    fn vector(&self, value: Value) -> Value {
        value.local_index().and_then(|index| self.vectors.get(index).copied().flatten()).unwrap_or(value)
    }
}

/// Whether an operator joins bits, whatever lanes they are in.
fn is_bitwise(op: BinOp) -> bool {
    matches!(op, BinOp::And | BinOp::Or | BinOp::Xor)
}

fn mark(marks: &mut [bool], value: Value) {
    if let Some(place) = value.local_index().and_then(|index| marks.get_mut(index)) {
        *place = true;
    }
}

fn is_marked(marks: &[bool], value: Value) -> bool {
    value.local_index().and_then(|index| marks.get(index)) == Some(&true)
}

fn set(vectors: &mut [Option<Value>], value: Value, vector: Value) {
    if let Some(place) = value.local_index().and_then(|index| vectors.get_mut(index)) {
        *place = Some(vector);
    }
}

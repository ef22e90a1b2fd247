//! What a loop of one block does, sorted by how often that is done when several rounds become one.
//!
//! In: a loop. Out: the role of each of its values, its sums and its accesses, if each instruction has a form for several rounds: addresses
//! and counters are made once, elements lane by lane.
//!
//! Linear in the instructions.

use super::super::counters::Counter;
use super::super::facts::effects;
use super::super::loop_edit::Frame;
use super::apart::{Access, MAX_ACCESSES};
use super::lanes::{VectorUnit, vector_of};
use super::linear::Linear;
use crate::analysis::ControlFlow;
use crate::ice::{BinOp, Function, Inst, InstData, Module, Type, Value, ValueDef};
use crate::util::refill;

/// The most instructions of a loop that is looked at.
const MAX_INSTS: usize = 64;

/// The most sums of a loop.
const MAX_SUMS: usize = 4;

/// What a value is for the loop.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Role {
    /// The same in all rounds.
    #[default]
    Outside,
    /// A number that follows from counters and what is outside; which, if that is known.
    Number(Option<Linear>),
    /// Made of an element of memory in each round.
    Lanes,
    /// Joined with an element in each round, and not looked at.
    Sum,
}

/// A phi with which an operator joins an element in each round.
#[derive(Copy, Clone, Debug)]
pub struct Sum {
    pub phi: Value,
    /// What it is in the first round.
    pub start: Value,
    pub op: BinOp,
    /// The instruction that joins, and what.
    pub inst: Inst,
    pub element: Value,
}

/// See the module.
#[derive(Clone, Default, Debug)]
pub struct Body {
    /// By local value; all are [`Role::Outside`] that no loop at hand makes.
    roles: Vec<Role>,
    pub counters: Vec<Counter>,
    pub sums: Vec<Sum>,
    pub accesses: Vec<Access>,
    /// How many rounds become one; none if it is not known yet.
    pub lanes: u32,
    /// Of each element in memory.
    pub bytes: u32,
}

impl Body {
    /// Another function.
    pub fn begin(&mut self, func: &Function) {
        refill(&mut self.roles, func.value_count(), Role::Outside);
    }

    pub fn role(&self, value: Value) -> Role {
        value.local_index().and_then(|index| self.roles.get(index)).copied().unwrap_or_default()
    }

    fn set_role(&mut self, value: Value, role: Role) {
        if let Some(place) = value.local_index().and_then(|index| self.roles.get_mut(index)) {
            *place = role;
        }
    }

    /// Forgets the loop.
    pub fn end(&mut self, func: &Function, frame: &Frame) {
        func.block_insts(frame.header)
            .filter_map(|inst| func.result(inst))
            .for_each(|result| self.set_role(result, Role::Outside));
    }

    /// Finds the roles of a loop's values; whether each instruction has a form.
    pub fn find(&mut self, flow: &ControlFlow, module: &Module, func: &Function, frame: &Frame, unit: VectorUnit) -> bool {
        self.counters.clear();
        self.sums.clear();
        self.accesses.clear();
        (self.lanes, self.bytes) = (0, 0);
        let insts = func.block_insts(frame.header);
        insts.enumerate().all(|(index, inst)| index < MAX_INSTS && self.visit(flow, module, func, frame, unit, inst).is_some())
            && self.lanes > 1
            && self.sums.iter().all(|sum| vector_of(func.ty(sum.phi), self.lanes).is_some())
    }

    fn visit(
        &mut self,
        flow: &ControlFlow,
        module: &Module,
        func: &Function,
        frame: &Frame,
        unit: VectorUnit,
        inst: Inst,
    ) -> Option<()> {
        let data = *func.inst(inst);
        let Some(result) = func.result(inst) else {
            return match data {
                InstData::Store { addr, value, .. } => self.access(func, addr, value, true),
                // Which way it goes was found out before.
                InstData::CondBr { .. } => Some(()),
                _ => None,
            };
        };
        let role = match data {
            InstData::Phi { .. } => self.phi(flow, func, frame, inst, result)?,
            InstData::Load { addr, .. } => {
                self.access(func, addr, result, false)?;
                Role::Lanes
            }
            _ if let Some(sum) = self.sums.iter().find(|sum| sum.inst == inst) => {
                self.is_element(func, sum.element).then_some(Role::Sum)?
            }
            _ => self.computed(module, func, unit, inst, data, result)?,
        };
        self.set_role(result, role);
        Some(())
    }

    fn phi(&mut self, flow: &ControlFlow, func: &Function, frame: &Frame, inst: Inst, result: Value) -> Option<Role> {
        if let Some(counter) = Counter::of(flow, func, frame, inst) {
            self.counters.push(counter);
            return Some(Role::Number(Linear::of_counter(func, counter)));
        }
        let sum = sum_of(func, frame, inst, result).filter(|_| self.sums.len() < MAX_SUMS)?;
        self.sums.push(sum);
        Some(Role::Sum)
    }

    /// Notes a load or a store of a value, whose place has to step by its size.
    fn access(&mut self, func: &Function, addr: Value, value: Value, stores: bool) -> Option<()> {
        let Role::Number(Some(place)) = self.role(addr) else { return None };
        let bytes = func.ty(value).memory_bytes()?;
        if self.lanes == 0 {
            (self.lanes, self.bytes) = (16 / bytes, bytes);
        }
        vector_of(func.ty(value), self.lanes)?;
        self.accesses.push(Access { place, stores });
        let is_element = !stores || self.is_element(func, value);
        (place.stride == bytes && self.accesses.len() <= MAX_ACCESSES && is_element).then_some(())
    }

    /// Whether a value is made lane by lane, or can be put into all lanes.
    fn is_element(&self, func: &Function, value: Value) -> bool {
        match self.role(value) {
            Role::Lanes => true,
            // Truth values cannot, and each mention of an undefined one may be another.
            Role::Outside => {
                func.ty(value) != Type::I1 && value.local_index().is_some() && !matches!(func.def(value), Some(ValueDef::Undef))
            }
            Role::Number(_) | Role::Sum => false,
        }
    }

    /// The role of what an operation makes of its operands.
    fn computed(
        &self,
        module: &Module,
        func: &Function,
        unit: VectorUnit,
        inst: Inst,
        data: InstData,
        result: Value,
    ) -> Option<Role> {
        let (mut has_lanes, mut has_sum, mut are_elements) = (false, false, true);
        // One truth value may choose among all lanes.
        let chooser = if let InstData::Select { cond, .. } = data { Some(cond) } else { None };
        func.visit_operands(inst, |operand| {
            has_lanes |= self.role(operand) == Role::Lanes;
            has_sum |= self.role(operand) == Role::Sum;
            let is_chooser = Some(operand) == chooser && self.role(operand) == Role::Outside;
            are_elements &= is_chooser || self.is_element(func, operand);
        });
        if has_sum || !effects(module, func, inst).may_speculate() {
            return None;
        }
        if !has_lanes {
            return Some(Role::Number(self.linear(func, data, result)));
        }
        let has_form = are_elements && vector_of(func.ty(result), self.lanes).is_some() && unit.has(func, data, func.ty(result));
        has_form.then_some(Role::Lanes)
    }

    fn linear(&self, func: &Function, data: InstData, result: Value) -> Option<Linear> {
        let InstData::Binary { op, lhs, rhs } = data else { return None };
        let operand = |value: Value| match self.role(value) {
            Role::Outside => Some(Linear::of_outside(func, value)),
            Role::Number(linear) => linear,
            Role::Lanes | Role::Sum => None,
        };
        (func.ty(result) == Type::I32).then(|| Linear::combine(op, operand(lhs)?, operand(rhs)?)).flatten()
    }
}

/// The sum that a phi is, if nothing in the loop but the operator that joins looks at it.
fn sum_of(func: &Function, frame: &Frame, phi: Inst, result: Value) -> Option<Sum> {
    let InstData::Phi { args } = *func.inst(phi) else { return None };
    let arg = |from| func.phi_args(args).iter().find(|arg| arg.block == from).map(|arg| arg.value);
    let (start, next) = (arg(frame.before)?, arg(frame.latch)?);
    let Some(ValueDef::Inst(inst)) = func.def(next) else { return None };
    let InstData::Binary { op, lhs, rhs } = *func.inst(inst) else { return None };
    let element = match op {
        BinOp::Add | BinOp::Xor | BinOp::Or | BinOp::And if rhs == result => lhs,
        BinOp::Add | BinOp::Xor | BinOp::Or | BinOp::And | BinOp::Sub if lhs == result => rhs,
        _ => return None,
    };
    let is_one_value = !matches!(func.def(start), Some(ValueDef::Undef));
    let is_own = func.inst_block(inst) == Some(frame.header) && element != result && is_one_value;
    is_own.then_some(Sum { phi: result, start, op, inst, element })
}

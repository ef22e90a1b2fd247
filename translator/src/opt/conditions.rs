//! Comparisons are made where they decide something: in each block whose branch or selects ask for one.
//!
//! In: a function. Out: the same, in which a comparison that only branches and selects ask for, some of them in
//! other blocks, is made anew right before each of these. A branch or select does the comparison that it
//! decides itself, so that no block computes a truth value, and none lives on in a register or is tested: an
//! instruction or two less where it was made, and one in place of another where it is used.
//!
//! Only comparisons are repeated, which nothing can observe. One of their operands at most is a value that has
//! to be kept until then, in the truth value's place; and they are not made in loops in which they were not made
//! before if they are dearer than a test ([`Conditions::wide`]). One walk over the instructions, and one over
//! the branches and selects if there is such a comparison; linear.

use super::{Fuel, IrPass};
use crate::analysis::{ControlFlow, Uses};
use crate::ice::{Block, Function, Inst, InstData, IntCond, Module, Type, Value, ValueDef};
use crate::options::Pass;

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Conditions {
    /// Whether the target's branches and selects do comparisons of integers themselves, whatever these ask.
    pub wanted: bool,
    /// Whether 64-bit integers are compared by one instruction.
    pub wide: bool,
    /// Those who ask for a condition that another block makes: the value and the branch or select.
    far: Vec<(Value, Inst)>,
    /// Those who ask for one that their own block makes.
    near: Vec<Value>,
    uses: Uses,
}

impl IrPass for Conditions {
    const PASS: Pass = Pass::Conditions;

    fn change(&mut self, _: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        if self.wanted {
            self.find(func);
        }
        if self.far.is_empty() {
            return false;
        }
        self.uses.compute(func);
        self.far.sort_unstable();
        self.near.sort_unstable();
        let far = std::mem::take(&mut self.far);
        let mut changed = false;
        for users in far.chunk_by(|a, b| a.0 == b.0) {
            let value = users[0].0;
            let near = self.near.partition_point(|&known| known <= value) - self.near.partition_point(|&known| known < value);
            if self.uses.count(value) as usize == users.len() + near {
                changed |= users.iter().fold(false, |changed, &(_, user)| repeat(module, func, fuel, value, user) | changed);
            }
        }
        self.far = far;
        self.far.clear();
        changed
    }
}

impl Conditions {
    /// Finds who asks for a condition.
    fn find(&mut self, func: &Function) {
        self.near.clear();
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                let (InstData::Select { cond, .. } | InstData::CondBr { cond, .. }) = *func.inst(inst) else { continue };
                match self.maker(func, cond) {
                    Some(maker) if maker == block => self.near.push(cond),
                    Some(_) => self.far.push((cond, inst)),
                    None => {}
                }
            }
        }
    }

    /// The block that makes a condition, if it is a comparison that is worth repeating.
    fn maker(&self, func: &Function, cond: Value) -> Option<Block> {
        let Some(ValueDef::Inst(def)) = func.def(cond) else { return None };
        let (InstData::Icmp { lhs, rhs, .. } | InstData::Fcmp { lhs, rhs, .. }) = *func.inst(def) else { return None };
        let is_kept = |value: Value| matches!(func.def(value), Some(ValueDef::Inst(_) | ValueDef::Arg(_)));
        let ty = func.ty(lhs);
        let is_cheap = !ty.is_vector() && (ty != Type::I64 || self.wide);
        (is_cheap && !(is_kept(lhs) && is_kept(rhs))).then(|| func.inst_block(def)).flatten()
    }
}

/// Makes a comparison anew for a branch or select.
fn repeat(module: &Module, func: &mut Function, fuel: &mut Fuel, value: Value, user: Inst) -> bool {
    let Some(ValueDef::Inst(compare)) = func.def(value) else { return false };
    if !fuel.spend(Conditions::PASS, module, func, user) {
        return false;
    }
    let mut data = *func.inst(compare);
    if let InstData::Icmp { cond, .. } = &mut data
        && fault!(ConditionsSign, *cond == IntCond::Ult)
    {
        *cond = IntCond::Slt;
    }
    let again = func.insert_before(user, data, Type::I1).1.expect("a comparison has a result");
    match func.inst_mut(user) {
        InstData::Select { cond, .. } | InstData::CondBr { cond, .. } => *cond = again,
        _ => unreachable!("it asks for a condition"),
    }
    true
}

//! Objects of the stack that are a function's own: nobody has their address but its loads and stores.
//!
//! In: a function. Out: for a place, whether it lies in such an object. Looked for in one walk when somebody asks for the first time;
//! passes that make loads and stores at most need not ask anew.

use super::super::memory::{Place, is_inside};
use crate::ice::intrinsics::Effect;
use crate::ice::{BinOp, Function, Inst, InstData, Intrinsic, Module, Value, ValueDef};
use crate::util::refill;

/// The objects of a function.
#[derive(Clone, Default, Debug)]
pub(super) struct Owned {
    is_known: bool,
    /// Whether memory of the stack may come back, or go before the function returns.
    is_disturbed: bool,
    /// By local value: whether it is an object's address and used for more than loads and stores.
    escapes: Vec<bool>,
}

impl Owned {
    /// Another function.
    pub fn forget(&mut self) {
        self.is_known = false;
    }

    /// Whether a place lies in an object that is the function's own.
    pub fn has(&mut self, module: &Module, func: &Function, place: Place) -> bool {
        if !is_alloca(func, place.base) || !is_inside(module, func, place) {
            return false;
        }
        if !std::mem::replace(&mut self.is_known, true) {
            self.find(module, func);
        }
        let escapes = place.base.local_index().and_then(|index| self.escapes.get(index));
        !self.is_disturbed && escapes == Some(&false)
    }

    fn find(&mut self, module: &Module, func: &Function) {
        self.is_disturbed = false;
        refill(&mut self.escapes, func.value_count(), false);
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                match *func.inst(inst) {
                    InstData::Load { .. } => {}
                    InstData::Store { value, .. } => self.mention(func, value),
                    InstData::Binary { op: BinOp::Add, lhs, rhs } if is_alloca(func, lhs) && func.int_const(rhs).is_some() => {}
                    _ => {
                        self.is_disturbed |= disturbs(module, func, inst);
                        func.visit_operands(inst, |operand| self.mention(func, operand));
                    }
                }
            }
        }
    }

    /// Somebody gets a value.
    fn mention(&mut self, func: &Function, value: Value) {
        let Some(ValueDef::Inst(inst)) = func.def(value) else { return };
        let object = match *func.inst(inst) {
            InstData::Alloca { .. } => value,
            InstData::Binary { op: BinOp::Add, lhs, .. } if is_alloca(func, lhs) => lhs,
            _ => return,
        };
        if let Some(escapes) = object.local_index().and_then(|index| self.escapes.get_mut(index)) {
            *escapes = true;
        }
    }
}

fn is_alloca(func: &Function, value: Value) -> bool {
    matches!(func.def(value), Some(ValueDef::Inst(inst)) if matches!(func.inst(inst), InstData::Alloca { .. }))
}

/// Whether a function that has the instruction may find memory of the stack as it was once, or without an object.
fn disturbs(module: &Module, func: &Function, inst: Inst) -> bool {
    let InstData::Call { func: callee, .. } = *func.inst(inst) else { return false };
    let intrinsic = module.funcs[callee].intrinsic;
    intrinsic.is_some_and(|called| called == Intrinsic::StackRestore || called.row().effect == Effect::ReturnsTwice)
}

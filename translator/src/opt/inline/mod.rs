//! Inlining of small functions: their instructions in place of calls.
//!
//! In: a function, and the bodies that may stand in place of calls ([`Inlinable`]), which somebody has to have collected before; without
//! them nothing is done. Out: the same function with such a body before each call of it that is reached, arguments in place of
//! parameters, and what the body returns in place of the result. A body is one block, so that control flow stays as it is. It calls
//! nothing itself: what is inlined has nothing to inline. The functions stay where they are, as others may call them by their address.
//!
//! A call has the types of the function that it calls, as the verifier and the bitcode reader see to.
//!
//! Linear in the function and in what it becomes, which is as many times larger as a body may be larger than a call.
//!
//! How it is done is ours.

mod graft;
mod inlinable;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::rewrite::Replacements;
use super::{Fuel, IrPass};
use crate::analysis::ControlFlow;
use crate::ice::{FuncId, Function, Inst, InstData, Module, Value, ValueList};
use crate::options::Pass;
use graft::Graft;
pub use inlinable::Inlinable;

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct Inline {
    /// The bodies of the program's functions that may stand in place of calls.
    pub bodies: Arc<Inlinable>,
    graft: Graft,
    /// The arguments of the call at hand.
    args: Vec<Value>,
    replacements: Replacements,
}

impl IrPass for Inline {
    const PASS: Pass = Pass::Inline;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        if self.bodies.is_empty() {
            return false;
        }
        self.replacements.clear();
        let mut changed = false;
        flow.with_cfg(func);
        // Where control does not come, values may be made of each other in a circle.
        for &block in flow.cfg.reverse_postorder() {
            let mut next = func.first_inst(block);
            while let Some(inst) = next {
                next = func.next_inst(inst);
                let InstData::Call { func: callee, args } = *func.inst(inst) else { continue };
                if self.bodies.find(callee).is_some() && fuel.spend(Self::PASS, module, func, inst) {
                    self.inline(func, inst, callee, args);
                    changed = true;
                }
            }
        }
        self.replacements.apply(func);
        changed
    }
}

impl Inline {
    /// Puts the body of a function in the place of a call of it.
    fn inline(&mut self, func: &mut Function, call: Inst, callee: FuncId, args: ValueList) {
        let Self { bodies, graft, args: values, replacements } = self;
        let Some(body) = bodies.find(callee) else { return };
        values.clear();
        values.extend_from_slice(func.values(args));
        if fault!(InlineArguments) {
            values.reverse();
        }
        let put = |func: &mut Function, data, ty| func.insert_before(call, data, ty);
        let value = graft.copy(body, func, values.iter().copied(), put);
        if let (Some(result), Some(value)) = (func.result(call), value) {
            replacements.replace(result, value);
        }
        func.remove_inst(call);
    }
}

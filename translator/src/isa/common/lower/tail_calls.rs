//! Calls at the end of a function as jumps: the callee returns to the function's caller.
//!
//! In: a call right before the return of its result, or of nothing. Out: its arguments where the function's own were, the epilogue, and a
//! jump. The callee finds the stack as the function found it, so that none of the frame may be in use any more: a function with
//! stack objects, or that `setjmp` returns to, calls as ever. So does sandboxed code, whose calls say where to return to.
//!
//! Constant time for each call, and one walk over the function if there is any.

use super::calls::{CallCode, Callee};
use super::{Backend, Lower, Selector};
use crate::ice::intrinsics::Effect;
use crate::ice::{Function, Inst, InstData, Intrinsic, Module, Type, ValueList, ValueRef};
use crate::isa::Limit;
use crate::options::Pass;

/// Whether the recipe that has them is built.
pub(in crate::isa) const ARE_BUILT: bool = cfg!(feature = "o3");

/// The call that an instruction is, if its result is what the function returns next.
fn last_call(module: &Module, func: &Function, inst: Inst) -> Option<(Callee, ValueList)> {
    let call = match *func.inst(inst) {
        InstData::Call { func: callee, args } => (Callee::Function(callee), args),
        InstData::CallIndirect { callee, args, .. } => match callee.unpack() {
            ValueRef::Func(id) => (Callee::Function(id), args),
            _ => (Callee::Address(callee), args),
        },
        _ => return None,
    };
    let InstData::Ret { value } = *func.inst(func.next_inst(inst)?) else { return None };
    let is_function = match call.0 {
        Callee::Function(id) => module.funcs[id].intrinsic.is_none(),
        Callee::Address(_) => true,
    };
    let result = func.result(inst);
    // An integer is left in a register that nobody reads; a float may be on a stack that overflows.
    let is_dropped = value.is_none() && result.is_some_and(|result| func.ty(result).is_scalar_int());
    (is_function && (value == result || is_dropped)).then_some(call)
}

/// Whether something of a function's frame may be in use after it has been left.
fn keeps_frame(module: &Module, func: &Function) -> bool {
    let mut insts = func.block_order().iter().flat_map(|&block| func.block_insts(block));
    insts.any(|inst| match *func.inst(inst) {
        InstData::Alloca { .. } => true,
        InstData::Call { func: callee, .. } => module.funcs[callee].intrinsic.is_some_and(|intrinsic| {
            intrinsic.row().effect == Effect::ReturnsTwice || matches!(intrinsic, Intrinsic::StackSave | Intrinsic::StackRestore)
        }),
        _ => false,
    })
}

impl<B: Backend> Lower<'_, B>
where
    Self: Selector<B>,
{
    /// Leaves for the callee, if an instruction is a call that may be done so; whether it is. Then the return after it is done, too.
    pub(super) fn tail_call(&mut self, inst: Inst) -> Result<bool, Limit> {
        let (module, func) = (self.module, self.func);
        let Some((callee, args)) = last_call(module, func, inst) else { return Ok(false) };
        if !self.frame_is_known {
            self.frame_is_known = true;
            self.tail_calls = !keeps_frame(module, func) || fault!(TailCallFrame);
        }
        let result = func.result(inst).map_or(Type::Void, |result| func.ty(result));
        let is_special = matches!(callee, Callee::Function(id) if self.is_special(id)) || self.is_special(func.id);
        let args = func.values(args);
        if !self.tail_calls
            || is_special
            || !self.passes_in_place(args, result, matches!(callee, Callee::Address(_)))
            || !self.fuel.spend(Pass::TailCalls, module, func, inst)
        {
            return Ok(false);
        }
        self.begin(inst);
        // Nothing is called that would come back: neither the room for arguments nor what a call changes is this function's.
        let (outgoing, has_calls) = (self.code.outgoing, self.code.has_calls);
        self.leave_for(callee, args)?;
        (self.code.outgoing, self.code.has_calls) = (outgoing, has_calls);
        Ok(true)
    }
}

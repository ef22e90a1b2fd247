//! Calls: of functions, addresses, helpers and intrinsics.

use super::operations::{AtomicCode, Barriers, Operations};
use super::values::ValueCode;
use super::{Backend, InstCode, Lower, OpndOf};
use crate::ice::intrinsics::{AtomicRmwOp, MemoryOrder};
use crate::ice::{FuncId, InstData, Intrinsic, Value, ValueRef};
use crate::isa::Limit;
use crate::isa::common::lower::operations::BitCode;
use crate::isa::common::lower::operations::FloatCode;
use crate::isa::common::lower::operations::MemoryCode;
use crate::isa::common::lower::operations::Sign;
use crate::mc::{Helper, SymbolRef};

/// Stack arguments of one call may not exceed this many bytes: a stated limit of the translator.
pub(in crate::isa) const MAX_STACK_ARGUMENTS: u32 = 1 << 24;

/// The limit's message.
pub(in crate::isa) fn too_many_arguments() -> Limit {
    format!("a call passes more than {MAX_STACK_ARGUMENTS} bytes on the stack")
}

/// How an architecture calls.
pub trait CallCode<B: Backend> {
    /// Gives the function's arguments their homes.
    fn arguments(&mut self);

    /// Puts the arguments of a call in place and collects their registers in the list.
    ///
    /// # Errors
    /// If they are too many.
    fn call_arguments(&mut self, args: &[Value], result: Option<Value>) -> Result<(), Limit>;

    /// What to call for a symbol, once the arguments are in place.
    fn callee(&mut self, symbol: SymbolRef) -> OpndOf<B>;

    /// What to call for an address in a value: a register that no argument occupies.
    fn callee_address(&mut self, address: Value) -> OpndOf<B>;

    /// The call itself and its result. Expects the argument registers in the list.
    fn finish_call(&mut self, target: OpndOf<B>, result: Option<Value>);

    /// Calls a function that has a convention of its own; `false` if it has none.
    fn special_call(&mut self, _callee: FuncId, _args: &[Value], _result: Option<Value>) -> bool {
        false
    }
}

impl<B: Backend> Lower<'_, B>
where
    Self: CallCode<B>,
{
    fn call_symbol(&mut self, symbol: SymbolRef, args: &[Value], result: Option<Value>) -> Result<(), Limit> {
        self.call_arguments(args, result)?;
        let target = self.callee(symbol);
        self.finish_call(target, result);
        Ok(())
    }

    fn call_func(&mut self, callee: FuncId, args: &[Value], result: Option<Value>) -> Result<(), Limit> {
        if self.special_call(callee, args, result) {
            return Ok(());
        }
        self.call_symbol(SymbolRef::Func(callee), args, result)
    }

    /// Calls a helper function; helpers have few arguments, so that no limit can be met.
    pub(in crate::isa) fn helper_call(&mut self, helper: Helper, args: &[Value], result: Option<Value>) {
        self.call_symbol(SymbolRef::Helper(helper), args, result).expect("a helper's arguments fit");
    }
}

impl<B: Backend> Lower<'_, B>
where
    Self: InstCode + ValueCode<B> + CallCode<B> + Operations,
{
    /// A call of a function, an address or an intrinsic.
    pub(super) fn any_call(&mut self, data: InstData, result: Option<Value>) -> Result<(), Limit> {
        let (func, funcs) = (self.func, &self.module.funcs);
        match data {
            InstData::Call { func: callee, args } => match funcs[callee].intrinsic {
                Some(intrinsic) => {
                    self.intrinsic(intrinsic, func.values(args), result);
                    Ok(())
                }
                None => self.call_func(callee, func.values(args), result),
            },
            InstData::CallIndirect { callee, args, .. } => match callee.unpack() {
                ValueRef::Func(id) if funcs[id].intrinsic.is_none() => self.call_func(id, func.values(args), result),
                _ => {
                    self.call_arguments(func.values(args), result)?;
                    let target = self.callee_address(callee);
                    self.finish_call(target, result);
                    Ok(())
                }
            },
            _ => unreachable!("{data:?} calls nothing"),
        }
    }

    /// The memory order that an argument states.
    fn order(&self, number: Value) -> MemoryOrder {
        MemoryOrder::from_number(self.func.int_const(number).unwrap_or(0))
    }

    /// Lowers one intrinsic call. The reader and the verifier have checked the arguments' number,
    /// types and constants.
    fn intrinsic(&mut self, intrinsic: Intrinsic, args: &[Value], result: Option<Value>) {
        use Intrinsic::*;
        match (intrinsic, result) {
            (Memcpy, _) => self.helper_call(Helper::Memcpy, &args[..3], None),
            (Memmove, _) => self.helper_call(Helper::Memmove, &args[..3], None),
            // The C function takes its byte as an int and drops the upper bits, which are garbage
            // here.
            (Memset, _) => self.helper_call(Helper::Memset, &args[..3], None),
            (Setjmp, _) => {
                // It returns a second time with the registers that a call preserves as they were;
                // whatever else is live is in its home.
                self.code.returns_twice = true;
                self.helper_call(Helper::Setjmp, &args[..1], result);
            }
            (Longjmp, _) => self.helper_call(Helper::Longjmp, args, None),
            (Trap, _) => self.trap(),
            (StackRestore, _) => {
                self.code.dynamic_frame = true;
                let state = self.word_of(args[0]);
                self.set_stack_top(state);
            }
            (AtomicStore(ty), _) => self.atomic_store(ty, Barriers::of_store(self.order(args[2])), args[0], args[1]),
            (AtomicFence, _) => match self.order(args[0]) {
                order if order.is_relaxed() => {}
                MemoryOrder::SEQ_CST => self.fence(),
                _ => self.weaker_fence(),
            },
            (AtomicFenceAll, _) => self.fence(),
            // The rest has no effect but its result, which it has: the verifier has seen to it.
            (_, None) => unreachable!("an intrinsic without its result"),
            (AtomicLoad(ty), Some(result)) => self.atomic_load(ty, Barriers::of_load(self.order(args[1])), args[0], result),
            (AtomicRmw(ty), Some(result)) => {
                let number = self.func.int_const(args[0]).unwrap_or(0);
                let op = AtomicRmwOp::from_number(number).expect("the computation was checked when the call was read");
                self.atomic_rmw(ty, Barriers::of_both(self.order(args[3])), op, args[1], args[2], result);
            }
            (AtomicCmpxchg(ty), Some(result)) => {
                let barriers = Barriers::of_exchange(self.order(args[3]), self.order(args[4]));
                self.atomic_cmpxchg(ty, barriers, args[0], [args[1], args[2]], result);
            }
            (Bswap(ty), Some(result)) => self.bswap(result, ty, args[0]),
            (Ctlz(ty), Some(result)) => self.ctlz(result, ty, args[0]),
            (Cttz(ty), Some(result)) => self.cttz(result, ty, args[0]),
            (Ctpop(ty), Some(result)) => self.ctpop(result, ty, args[0]),
            (Sqrt(ty), Some(result)) => self.sqrt(result, ty, args[0]),
            (Fabs(ty), Some(result)) => self.with_sign(result, ty, args[0], Sign::Cleared),
            (StackSave, Some(result)) => {
                let top = self.stack_top();
                self.define(result, top);
            }
            (ReadTp, Some(_)) => self.helper_call(Helper::ReadTp, &[], result),
            (AtomicIsLockFree, Some(result)) => {
                // Known at translation time: the byte size is a constant.
                let size = self.func.int_const(args[0]);
                let is_free = size.is_some_and(|size| <Self as AtomicCode>::LOCK_FREE.contains(&size));
                self.define_number(result, u32::from(is_free));
            }
        }
    }
}

//! Calls of intrinsic functions.

use super::super::inst::Base;
use super::super::op::Op;
use super::Lower;
use crate::ice::{Intrinsic, Type, Value};
use crate::mc::Helper;

impl Lower<'_> {
    /// Lowers one intrinsic call. The reader and the verifier have checked the arguments' number,
    /// types and constants.
    pub(super) fn intrinsic(&mut self, intrinsic: Intrinsic, args: &[Value], result: Option<Value>) {
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
            (Trap, _) => self.op0(Op::Udf),
            (StackRestore, _) => {
                self.code.dynamic_frame = true;
                let state = self.core_of(args[0]);
                self.set_stack_top(state);
            }
            (AtomicStore(ty), _) => self.atomic_store(ty, args[0], args[1]),
            (AtomicFence | AtomicFenceAll, _) => self.op0(Op::Dmb),
            (AtomicLoad(ty), _) => self.atomic_load(ty, args[0], result),
            (AtomicRmw(ty), _) => self.atomic_rmw(ty, args[0], args[1], args[2], result),
            (AtomicCmpxchg(ty), _) => self.atomic_cmpxchg(ty, args[0], args[1], args[2], result),
            // The rest has no effect but its result.
            (_, None) => {}
            (Bswap(ty), Some(result)) => self.bswap(result, ty, args[0]),
            (Ctlz(ty), Some(result)) => self.ctlz(result, ty, args[0]),
            (Cttz(ty), Some(result)) => self.cttz(result, ty, args[0]),
            (Ctpop(ty), Some(result)) => self.ctpop(result, ty, args[0]),
            (Sqrt(_), Some(result)) => self.float_unary(result, (Op::VsqrtF32, Op::VsqrtF64), args[0]),
            (Fabs(Type::V4F32), Some(result)) => self.vector_fabs(result, args[0]),
            (Fabs(_), Some(result)) => self.float_unary(result, (Op::VabsF32, Op::VabsF64), args[0]),
            (StackSave, Some(result)) => {
                let top = self.address_of(Base::StackTop, 0);
                self.define(result, top);
            }
            (ReadTp, Some(_)) => self.helper_call(Helper::ReadTp, &[], result),
            (AtomicIsLockFree, Some(result)) => self.is_lock_free(result, args[0]),
        }
    }

    /// Known at translation time: every size that has an atomic instruction. The byte size is a
    /// constant.
    fn is_lock_free(&mut self, result: Value, size: Value) {
        let answer = matches!(self.func.int_const(size), Some(1 | 2 | 4 | 8));
        let temp = self.core();
        self.number(temp, u32::from(answer));
        self.define(result, temp);
    }
}

//! Calls of intrinsic functions.

use super::super::inst::Base;
use super::super::op::{Op, Size};
use super::{Limit, Lower};
use crate::ice::{Intrinsic, Type, Value};
use crate::mc::Helper;

impl Lower<'_> {
    /// Lowers one intrinsic call. The reader and the verifier have checked the arguments' number,
    /// types and constants.
    pub(super) fn intrinsic(&mut self, intrinsic: Intrinsic, args: &[Value], result: Option<Value>) -> Result<(), Limit> {
        use Intrinsic::*;
        match (intrinsic, result) {
            (Memcpy, _) => self.helper_call(Helper::Memcpy, &args[..3], None),
            (Memmove, _) => self.helper_call(Helper::Memmove, &args[..3], None),
            // The C function takes its byte as an int and drops the upper bits, which are garbage
            // here.
            (Memset, _) => self.helper_call(Helper::Memset, &args[..3], None),
            (Setjmp, _) => self.setjmp(args[0], result),
            (Longjmp, _) => self.helper_call(Helper::Longjmp, args, None),
            (Trap, _) => self.bare(Op::Ud2),
            (StackRestore, _) => self.stack_restore(args[0]),
            (AtomicStore(ty), _) => self.atomic_store(ty, args[0], args[1]),
            (AtomicFence | AtomicFenceAll, _) => self.bare(Op::Mfence),
            (AtomicLoad(ty), _) => self.atomic_load(ty, args[0], result),
            (AtomicRmw(ty), _) => self.atomic_rmw(ty, args[0], args[1], args[2], result),
            (AtomicCmpxchg(ty), _) => self.atomic_cmpxchg(ty, args[0], args[1], args[2], result),
            // The rest has no effect but its result.
            (_, None) => {}
            (Bswap(ty), Some(result)) => self.bswap(result, ty, args[0]),
            (Ctlz(ty), Some(result)) => self.ctlz(result, ty, args[0]),
            (Cttz(ty), Some(result)) => self.cttz(result, ty, args[0]),
            (Ctpop(ty), Some(result)) => self.ctpop(result, ty, args[0]),
            (Sqrt(ty), Some(result)) => self.sqrt(result, ty, args[0]),
            (Fabs(ty), Some(result)) => self.fabs(result, ty, args[0]),
            (StackSave, Some(result)) => self.stack_save(result),
            (ReadTp, Some(_)) => self.helper_call(Helper::ReadTp, &[], result),
            (AtomicIsLockFree, Some(result)) => self.is_lock_free(result, args[0]),
        }
        Ok(())
    }

    /// `setjmp` returns a second time with the registers that a call preserves as they were;
    /// whatever else is live is in its home.
    fn setjmp(&mut self, buffer: Value, result: Option<Value>) {
        self.code.returns_twice = true;
        self.helper_call(Helper::Setjmp, &[buffer], result);
    }

    fn stack_save(&mut self, result: Value) {
        let top = self.mem_at(Base::StackTop, 0);
        let temp = self.gpr();
        self.op(Op::Lea, Size::B4, temp, top);
        self.define(result, temp);
    }

    fn stack_restore(&mut self, state: Value) {
        self.code.dynamic_frame = true;
        let temp = self.gpr_of(state);
        self.set_stack_top(temp.into());
    }

    /// Known at translation time: every size that has an atomic instruction. The byte size is a
    /// constant.
    fn is_lock_free(&mut self, result: Value, size: Value) {
        let answer = matches!(self.func.int_const(size), Some(1 | 2 | 4 | 8));
        let home = self.home(result);
        self.op(Op::Mov, Size::B4, home, super::Opnd::Imm(i32::from(answer)));
        debug_assert_eq!(self.func.ty(result), Type::I1);
    }
}

//! The intrinsic functions of PNaCl bitcode: names, signatures, and the numbers of their constant
//! arguments.
//!
//! An intrinsic is declared in the module like a function, under a fixed name; a call to it becomes
//! a [`Call`](super::InstData::Call) whose callee's [`FuncDecl::intrinsic`](super::FuncDecl) is
//! set. Source: [PNACL-ABI] "Intrinsic Functions" and "Atomic intrinsics".

use super::types::Type;
use Type::{F32, F64, I1, I8, I16, I32, I64, V4F32, Void};

/// One intrinsic function, overloads told apart by the type they work on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Intrinsic {
    /// `void memcpy(dst, src, len, align, volatile)`; the ranges must not overlap.
    Memcpy,
    /// `void memmove(dst, src, len, align, volatile)`.
    Memmove,
    /// `void memset(dst, i8 value, len, align, volatile)`.
    Memset,
    /// Byte swap of an i16, i32 or i64.
    Bswap(Type),
    /// Leading zeros of an i32 or i64; the second argument says whether zero is undefined.
    Ctlz(Type),
    /// Trailing zeros of an i32 or i64; the second argument says whether zero is undefined.
    Cttz(Type),
    /// Number of one bits of an i32 or i64.
    Ctpop(Type),
    /// Square root of a float or double.
    Sqrt(Type),
    /// Absolute value of a float, double or `<4 x float>`.
    Fabs(Type),
    /// The current stack state, as an i32.
    StackSave,
    /// Restores a saved stack state.
    StackRestore,
    /// Ends execution.
    Trap,
    /// `i32 setjmp(jmpbuf)`.
    Setjmp,
    /// `void longjmp(jmpbuf, value)`; does not return.
    Longjmp,
    /// The thread pointer.
    ReadTp,
    /// `iN atomic.load(ptr, order)`.
    AtomicLoad(Type),
    /// `void atomic.store(value, ptr, order)`.
    AtomicStore(Type),
    /// `iN atomic.rmw(computation, ptr, value, order)`: returns the old value.
    AtomicRmw(Type),
    /// `iN atomic.cmpxchg(ptr, expected, desired, success order, failure order)`: returns the old
    /// value.
    AtomicCmpxchg(Type),
    /// `void atomic.fence(order)`.
    AtomicFence,
    /// `void atomic.fence.all()`.
    AtomicFenceAll,
    /// `i1 atomic.is.lock.free(byte size, ptr)`.
    AtomicIsLockFree,
}

/// The computation of an atomic read-modify-write, by the number that the bitcode passes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum AtomicRmwOp {
    /// Addition.
    Add = 1,
    /// Subtraction.
    Sub = 2,
    /// Bitwise or.
    Or = 3,
    /// Bitwise and.
    And = 4,
    /// Bitwise exclusive or.
    Xor = 5,
    /// Exchange.
    Exchange = 6,
}

impl AtomicRmwOp {
    /// Every computation.
    pub const ALL: [AtomicRmwOp; 6] = [Self::Add, Self::Sub, Self::Or, Self::And, Self::Xor, Self::Exchange];

    /// The computation with this number in the bitcode.
    pub fn from_number(number: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|&op| op as u64 == number)
    }
}

/// The memory orders of the bitcode: relaxed 1, consume 2, acquire 3, release 4, acq_rel 5, seq_cst
/// 6.
pub const MEMORY_ORDERS: std::ops::RangeInclusive<u64> = 1..=6;

const ATOMIC_TYPES: [Type; 4] = [I8, I16, I32, I64];

impl Intrinsic {
    /// Every intrinsic, overloads spelled out, in the order of the manual.
    pub fn all() -> impl Iterator<Item = Intrinsic> {
        use Intrinsic::*;
        let plain = [Memcpy, Memmove, Memset].into_iter();
        let bits =
            [I16, I32, I64].map(Bswap).into_iter().chain([I32, I64].into_iter().flat_map(|t| [Ctlz(t), Cttz(t), Ctpop(t)]));
        let float = [F32, F64].map(Sqrt).into_iter().chain([F32, F64, V4F32].map(Fabs));
        let control = [StackSave, StackRestore, Trap, ReadTp, Longjmp, Setjmp].into_iter();
        let atomics = ATOMIC_TYPES
            .into_iter()
            .flat_map(|t| [AtomicLoad(t), AtomicStore(t), AtomicRmw(t), AtomicCmpxchg(t)])
            .chain([AtomicFence, AtomicFenceAll, AtomicIsLockFree]);
        plain.chain(bits).chain(float).chain(control).chain(atomics)
    }

    /// The name under which the module declares it.
    pub fn name(self) -> String {
        use Intrinsic::*;
        let overload = |ty: Type| match ty {
            F32 => "f32",
            F64 => "f64",
            V4F32 => "v4f32",
            other => other.name(),
        };
        match self {
            Memcpy => "llvm.memcpy.p0i8.p0i8.i32".into(),
            Memmove => "llvm.memmove.p0i8.p0i8.i32".into(),
            Memset => "llvm.memset.p0i8.i32".into(),
            Bswap(ty) => format!("llvm.bswap.{}", overload(ty)),
            Ctlz(ty) => format!("llvm.ctlz.{}", overload(ty)),
            Cttz(ty) => format!("llvm.cttz.{}", overload(ty)),
            Ctpop(ty) => format!("llvm.ctpop.{}", overload(ty)),
            Sqrt(ty) => format!("llvm.sqrt.{}", overload(ty)),
            Fabs(ty) => format!("llvm.fabs.{}", overload(ty)),
            StackSave => "llvm.stacksave".into(),
            StackRestore => "llvm.stackrestore".into(),
            Trap => "llvm.trap".into(),
            Setjmp => "llvm.nacl.setjmp".into(),
            Longjmp => "llvm.nacl.longjmp".into(),
            ReadTp => "llvm.nacl.read.tp".into(),
            AtomicLoad(ty) => format!("llvm.nacl.atomic.load.{}", overload(ty)),
            AtomicStore(ty) => format!("llvm.nacl.atomic.store.{}", overload(ty)),
            AtomicRmw(ty) => format!("llvm.nacl.atomic.rmw.{}", overload(ty)),
            AtomicCmpxchg(ty) => format!("llvm.nacl.atomic.cmpxchg.{}", overload(ty)),
            AtomicFence => "llvm.nacl.atomic.fence".into(),
            AtomicFenceAll => "llvm.nacl.atomic.fence.all".into(),
            AtomicIsLockFree => "llvm.nacl.atomic.is.lock.free".into(),
        }
    }

    /// The intrinsic declared under this name.
    pub fn from_name(name: &str) -> Option<Intrinsic> {
        // A linear search over some forty names, once for each declaration of a module.
        name.starts_with("llvm.").then(|| Self::all().find(|intrinsic| intrinsic.name() == name)).flatten()
    }

    /// Result and parameter types.
    pub fn signature(self) -> (Type, Vec<Type>) {
        use Intrinsic::*;
        match self {
            Memcpy | Memmove => (Void, vec![I32, I32, I32, I32, I1]),
            Memset => (Void, vec![I32, I8, I32, I32, I1]),
            Bswap(ty) | Ctpop(ty) | Sqrt(ty) | Fabs(ty) => (ty, vec![ty]),
            Ctlz(ty) | Cttz(ty) => (ty, vec![ty, I1]),
            StackSave | ReadTp => (I32, vec![]),
            StackRestore => (Void, vec![I32]),
            Trap | AtomicFenceAll => (Void, vec![]),
            Setjmp => (I32, vec![I32]),
            Longjmp => (Void, vec![I32, I32]),
            AtomicLoad(ty) => (ty, vec![I32, I32]),
            AtomicStore(ty) => (Void, vec![ty, I32, I32]),
            AtomicRmw(ty) => (ty, vec![I32, I32, ty, I32]),
            AtomicCmpxchg(ty) => (ty, vec![I32, ty, ty, I32, I32]),
            AtomicFence => (Void, vec![I32]),
            AtomicIsLockFree => (I1, vec![I32, I32]),
        }
    }

    /// Positions of arguments that must be constants (computation, memory order, byte size,
    /// alignment, flags).
    pub fn constant_arguments(self) -> &'static [usize] {
        use Intrinsic::*;
        match self {
            Memcpy | Memmove | Memset => &[3, 4],
            Ctlz(_) | Cttz(_) => &[1],
            AtomicLoad(_) => &[1],
            AtomicStore(_) => &[2],
            AtomicRmw(_) => &[0, 3],
            AtomicCmpxchg(_) => &[3, 4],
            AtomicFence => &[0],
            AtomicIsLockFree => &[0],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for intrinsic in Intrinsic::all() {
            assert_eq!(Intrinsic::from_name(&intrinsic.name()), Some(intrinsic));
        }
        assert_eq!(Intrinsic::from_name("llvm.cos.f32"), None);
        assert_eq!(Intrinsic::from_name("memcpy"), None);
    }

    #[test]
    fn constant_arguments_are_arguments() {
        for intrinsic in Intrinsic::all() {
            let (_, params) = intrinsic.signature();
            assert!(intrinsic.constant_arguments().iter().all(|&index| index < params.len()), "{intrinsic:?}");
        }
    }
}

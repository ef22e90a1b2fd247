//! The intrinsic functions of PNaCl bitcode: one row each, with all that is to be known of it
//! without knowing what it computes.
//!
//! An intrinsic is declared in the module like a function, under a fixed name; a call to it becomes
//! a [`Call`](super::InstData::Call) whose callee's [`FuncDecl::intrinsic`](super::FuncDecl) is
//! set. Names, signatures, the checks of constant arguments, what passes may do with a call, and
//! which operands are addresses are read off the row. What an intrinsic computes is said by
//! matches without a default, which do not compile until they know a new one.
//!
//! Source: [PNACL-ABI] "Intrinsic Functions" and "Atomic intrinsics".

use super::types::Type;
use Type::{F32, F64, I1, I8, I16, I32, I64, V4F32};

/// What there is to know of an intrinsic.
#[derive(Debug)]
pub struct IntrinsicInfo {
    /// Its name in a module, without the type that tells overloads apart.
    pub name: &'static str,
    /// What a call does besides giving its result.
    pub effect: Effect,
    /// The result, if there is one.
    pub result: Option<Operand>,
    /// The parameters.
    pub params: &'static [Operand],
}

/// What a parameter or a result is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A value of the type that the overload is for.
    Overload,
    /// A value of another type.
    Value(Type),
    /// How many bytes the call touches at each address.
    Length,
    /// An address.
    Pointer,
    /// An address that the call writes to, as many bytes as `Length` says or the overload's type has.
    Target,
    /// A number that has to be known when the call is translated.
    Constant(Constant),
}

/// What a constant argument says.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Constant {
    /// Yes or no.
    Flag,
    /// The alignment of the addresses; 0 promises nothing.
    Alignment,
    /// A memory order.
    Order(Orders),
    /// An [`AtomicRmwOp`].
    Computation,
    /// A number of bytes.
    ByteSize,
}

/// Which memory orders make sense.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Orders {
    /// All of them.
    Any,
    /// Those of a load.
    OfLoad,
    /// Those of a store.
    OfStore,
    /// Those of an exchange that fails.
    OfFailure,
}

/// What a call does besides giving its result.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing, and the result depends on the arguments alone: it may be deleted, merged with an
    /// equal one, executed anywhere.
    Computes,
    /// Nothing, but the result depends on when it is called: it may be deleted.
    Observes,
    /// It accesses memory, orders accesses or changes the stack: it stays where it is.
    Acts,
    /// The same, and it may return a second time.
    ReturnsTwice,
    /// It does not return.
    Leaves,
}

/// An operand that is an order.
const fn order(orders: Orders) -> Operand {
    Operand::Constant(Constant::Order(orders))
}

const WORD: Operand = Operand::Value(I32);
const FLAG: Operand = Operand::Constant(Constant::Flag);
const ALIGNMENT: Operand = Operand::Constant(Constant::Alignment);
const ANY_ORDER: Operand = order(Orders::Any);

macro_rules! intrinsics {
    (
        plain { $($(#[$doc:meta])* $plain:ident = $name:literal: $effect:ident, ($($param:expr),*) $(-> $result:expr)?;)* }
        overloaded {
            $($(#[$over_doc:meta])*
            $over:ident[$($ty:ident),*] = $over_name:literal: $over_effect:ident, ($($over_param:expr),*) $(-> $over_result:expr)?;)*
        }
    ) => {
        /// One intrinsic function, overloads told apart by the type they work on.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Intrinsic {
            $($(#[$doc])* $plain,)*
            $($(#[$over_doc])* $over(Type),)*
        }

        /// Every intrinsic, overloads spelled out.
        const ALL: &[Intrinsic] = &[$(Intrinsic::$plain,)* $($(Intrinsic::$over($ty),)*)*];

        impl Intrinsic {
            /// What there is to know of it.
            pub const fn row(self) -> &'static IntrinsicInfo {
                use Operand::*;
                match self {
                    $(Self::$plain => const { &IntrinsicInfo {
                        name: $name,
                        effect: Effect::$effect,
                        result: one!($($result)?),
                        params: &[$($param),*],
                    } },)*
                    $(Self::$over(_) => const { &IntrinsicInfo {
                        name: $over_name,
                        effect: Effect::$over_effect,
                        result: one!($($over_result)?),
                        params: &[$($over_param),*],
                    } },)*
                }
            }

            /// The type that the overload is for, if there are several.
            pub const fn overload(self) -> Option<Type> {
                match self {
                    $(Self::$plain => None,)*
                    $(Self::$over(ty) => Some(ty),)*
                }
            }
        }
    };
}

/// One or none.
macro_rules! one {
    () => {
        None
    };
    ($one:expr) => {
        Some($one)
    };
}

intrinsics! {
    plain {
        /// `void memcpy(dst, src, len, align, volatile)`; the ranges must not overlap.
        Memcpy = "llvm.memcpy.p0i8.p0i8.i32": Acts, (Target, Pointer, Length, ALIGNMENT, FLAG);
        /// `void memmove(dst, src, len, align, volatile)`.
        Memmove = "llvm.memmove.p0i8.p0i8.i32": Acts, (Target, Pointer, Length, ALIGNMENT, FLAG);
        /// `void memset(dst, i8 value, len, align, volatile)`.
        Memset = "llvm.memset.p0i8.i32": Acts, (Target, Value(I8), Length, ALIGNMENT, FLAG);
        /// The current stack state, as an i32.
        StackSave = "llvm.stacksave": Observes, () -> Pointer;
        /// Restores a saved stack state.
        StackRestore = "llvm.stackrestore": Acts, (Pointer);
        /// Ends execution.
        Trap = "llvm.trap": Leaves, ();
        /// The thread pointer.
        ReadTp = "llvm.nacl.read.tp": Observes, () -> Pointer;
        /// `void longjmp(jmpbuf, value)`; does not return.
        Longjmp = "llvm.nacl.longjmp": Leaves, (Pointer, WORD);
        /// `i32 setjmp(jmpbuf)`.
        Setjmp = "llvm.nacl.setjmp": ReturnsTwice, (Pointer) -> WORD;
        /// `void atomic.fence(order)`.
        AtomicFence = "llvm.nacl.atomic.fence": Acts, (ANY_ORDER);
        /// `void atomic.fence.all()`.
        AtomicFenceAll = "llvm.nacl.atomic.fence.all": Acts, ();
        /// `i1 atomic.is.lock.free(byte size, ptr)`.
        AtomicIsLockFree = "llvm.nacl.atomic.is.lock.free": Computes, (Constant(self::Constant::ByteSize), Pointer) -> Value(I1);
    }
    overloaded {
        /// Byte swap of an i16, i32 or i64.
        Bswap[I16, I32, I64] = "llvm.bswap": Computes, (Overload) -> Overload;
        /// Leading zeros of an i32 or i64; the second argument says whether zero is undefined.
        Ctlz[I32, I64] = "llvm.ctlz": Computes, (Overload, FLAG) -> Overload;
        /// Trailing zeros of an i32 or i64; the second argument says whether zero is undefined.
        Cttz[I32, I64] = "llvm.cttz": Computes, (Overload, FLAG) -> Overload;
        /// Number of one bits of an i32 or i64.
        Ctpop[I32, I64] = "llvm.ctpop": Computes, (Overload) -> Overload;
        /// Square root of a float or double.
        Sqrt[F32, F64] = "llvm.sqrt": Computes, (Overload) -> Overload;
        /// Absolute value of a float, double or `<4 x float>`.
        Fabs[F32, F64, V4F32] = "llvm.fabs": Computes, (Overload) -> Overload;
        /// `iN atomic.load(ptr, order)`.
        AtomicLoad[I8, I16, I32, I64] = "llvm.nacl.atomic.load": Acts, (Pointer, order(Orders::OfLoad)) -> Overload;
        /// `void atomic.store(value, ptr, order)`.
        AtomicStore[I8, I16, I32, I64] = "llvm.nacl.atomic.store": Acts, (Overload, Target, order(Orders::OfStore));
        /// `iN atomic.rmw(computation, ptr, value, order)`: returns the old value.
        AtomicRmw[I8, I16, I32, I64] = "llvm.nacl.atomic.rmw": Acts,
            (Constant(self::Constant::Computation), Target, Overload, ANY_ORDER) -> Overload;
        /// `iN atomic.cmpxchg(ptr, expected, desired, success order, failure order)`: returns the
        /// old value.
        AtomicCmpxchg[I8, I16, I32, I64] = "llvm.nacl.atomic.cmpxchg": Acts,
            (Target, Overload, Overload, ANY_ORDER, order(Orders::OfFailure)) -> Overload;
    }
}

impl Operand {
    /// Its type, in an overload for `overload`.
    fn ty(self, overload: Option<Type>) -> Type {
        match self {
            Operand::Overload => overload.expect("only overloads have values of the overload's type"),
            Operand::Value(ty) => ty,
            Operand::Length | Operand::Pointer | Operand::Target => I32,
            Operand::Constant(constant) => match constant {
                Constant::Flag => I1,
                Constant::Alignment | Constant::Order(_) | Constant::Computation | Constant::ByteSize => I32,
            },
        }
    }

    /// Whether it is an address.
    pub fn is_pointer(self) -> bool {
        matches!(self, Operand::Pointer | Operand::Target)
    }
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

/// A memory order of the bitcode, as C11 means it; consume is acquire.
///
/// Source: [PNACL-LANG] "Memory Model for Concurrent Operations": a translator may strengthen an order.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MemoryOrder(u64);

impl MemoryOrder {
    /// The strongest.
    pub const SEQ_CST: MemoryOrder = MemoryOrder(6);

    /// The order with this number; one that there is none for is the strongest.
    pub fn from_number(number: u64) -> MemoryOrder {
        if MEMORY_ORDERS.contains(&number) { MemoryOrder(number) } else { MemoryOrder::SEQ_CST }
    }

    /// Whether it orders nothing but accesses of one place.
    pub fn is_relaxed(self) -> bool {
        self.0 == 1
    }

    /// Whether nothing that comes later is made before it.
    pub fn acquires(self) -> bool {
        matches!(self.0, 2 | 3 | 5 | 6)
    }

    /// Whether nothing that came earlier is made after it.
    pub fn releases(self) -> bool {
        self.0 >= 4
    }
}

/// What tells the overload for a type apart, by name.
fn suffix(ty: Type) -> &'static str {
    match ty {
        F32 => "f32",
        F64 => "f64",
        V4F32 => "v4f32",
        other => other.name(),
    }
}

impl Intrinsic {
    /// Every intrinsic, overloads spelled out, in the order of the table.
    pub fn all() -> impl Iterator<Item = Intrinsic> {
        ALL.iter().copied()
    }

    /// The name under which the module declares it.
    pub fn name(self) -> String {
        match self.overload() {
            None => self.row().name.into(),
            Some(ty) => [self.row().name, ".", suffix(ty)].concat(),
        }
    }

    /// The intrinsic declared under this name.
    pub fn from_name(name: &str) -> Option<Intrinsic> {
        // A linear search over some forty names, once for each declaration of a module; building a
        // table would cost more.
        let has_name = |intrinsic: &Intrinsic| {
            name.strip_prefix(intrinsic.row().name).is_some_and(|rest| match intrinsic.overload() {
                None => rest.is_empty(),
                Some(ty) => rest.strip_prefix('.') == Some(suffix(ty)),
            })
        };
        name.starts_with("llvm.").then(|| Self::all().find(has_name)).flatten()
    }

    /// Result and parameter types.
    pub fn signature(self) -> (Type, Vec<Type>) {
        let IntrinsicInfo { result, params, .. } = self.row();
        let ty = |operand: &Operand| operand.ty(self.overload());
        (result.as_ref().map_or(Type::Void, ty), params.iter().map(ty).collect())
    }

    /// The arguments that must be constants: their positions, and what they say.
    #[inline]
    pub fn constants(self) -> impl Iterator<Item = (usize, Constant)> {
        self.row().params.iter().enumerate().filter_map(|(position, param)| match param {
            Operand::Constant(constant) => Some((position, *constant)),
            _ => None,
        })
    }

    /// The positions of the arguments that must be constants.
    pub fn constant_arguments(self) -> Vec<usize> {
        self.constants().map(|(position, _)| position).collect()
    }

    /// Whether its result depends on its arguments alone, and no argument is an address: arithmetic.
    pub fn is_arithmetic(self) -> bool {
        let IntrinsicInfo { effect, params, .. } = self.row();
        *effect == Effect::Computes && !params.iter().any(|param| param.is_pointer())
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
    fn rows_make_sense() {
        use Operand::*;
        for intrinsic in Intrinsic::all() {
            let IntrinsicInfo { effect, result, params, .. } = intrinsic.row();
            let operands: Vec<Operand> = params.iter().copied().chain(*result).collect();
            assert_eq!(operands.contains(&Overload), intrinsic.overload().is_some(), "{intrinsic:?}");
            assert!(result.is_some() || !matches!(effect, Effect::Computes | Effect::Observes), "{intrinsic:?}: for nothing");
            assert!(!params.contains(&Target) || !matches!(effect, Effect::Computes | Effect::Observes), "{intrinsic:?}");
            let is_extent = |operand: &Operand| matches!(operand, Overload | Length);
            assert!(!params.contains(&Target) || operands.iter().any(is_extent), "{intrinsic:?}: how much does it write?");
        }
    }

    /// Two that nothing derives from the same place: the manual's.
    #[test]
    fn signatures_are_the_manuals() {
        use Intrinsic::*;
        assert_eq!(Memset.signature(), (Type::Void, vec![I32, I8, I32, I32, I1]));
        assert_eq!(AtomicCmpxchg(I16).signature(), (I16, vec![I32, I16, I16, I32, I32]));
        assert_eq!(AtomicIsLockFree.signature(), (I1, vec![I32, I32]));
        assert_eq!(AtomicRmw(I8).constant_arguments(), [0, 3]);
        assert_eq!(Fabs(V4F32).name(), "llvm.fabs.v4f32");
    }
}

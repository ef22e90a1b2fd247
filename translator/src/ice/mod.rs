//! ICE: the target-independent intermediate representation, in SSA form.
//!
//! One [`Module`] holds signatures, function declarations and global variables; one [`Function`] at
//! a time holds a body. Entities are typed indices into arenas; instructions are small `Copy`
//! values; operand lists longer than three live in one pool per function.
//!
//! Invariants (checked by [`verify`], relied on by everything downstream):
//! - every value has one type for ever ([`types::Type`]); pointers are `i32`;
//! - every [`Value`] is an argument, a constant, the address of a module symbol, or the result of
//!   exactly one instruction;
//! - every block ends in exactly one terminator, and phis come first in their block, one operand
//!   for each incoming edge.
//!
//! Source: [PNACL-ABI] throughout and [PNACL-MANUAL] throughout for what instructions exist,
//! `translator/docs/meaning.md`, "Words", for what they mean; [SUBZERO-DESIGN] "Intermediate
//! representation - ICE" for the name and the overall shape.

pub mod builder;
pub mod equality;
pub mod function;
pub mod inst;
pub mod intrinsics;
pub mod module;
pub mod opcode;
#[cfg(feature = "dumps")]
pub mod operations;
pub mod print;
pub mod types;
pub mod verify;

pub use builder::FunctionBuilder;
pub use function::{Epoch, Function, ValueDef};
pub use inst::{BlockCall, InstData, SwitchCase, ValueList};
pub use intrinsics::Intrinsic;
pub use module::{FuncDecl, GlobalInit, GlobalVar, Linkage, Module, Signature};
pub use opcode::{BinOp, CastOp, FloatCond, IntCond};
pub use types::Type;

crate::entities! {
    /// A basic block of a function.
    pub Block = "b";
    /// An instruction of a function.
    pub Inst = "i";
    /// A function of the module: defined, external, or an intrinsic's declaration.
    pub FuncId = "f";
    /// A global variable of the module.
    pub Global = "g";
    /// A function signature of the module.
    pub Sig = "sig";
}

/// An operand: a function-local value (argument, constant, or instruction result) or the address of
/// a module symbol.
///
/// Packed into 32 bits so that a three-operand instruction fits into 16 bytes. The two top bits are
/// the tag, which is why a function has at most 2^30 local values and a module at most 2^30
/// functions or globals; the readers enforce both.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u32);

/// What a [`Value`] refers to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ValueRef {
    /// Index into the function's table of local values.
    Local(u32),
    /// The address of a function.
    Func(FuncId),
    /// The address of a global variable.
    Global(Global),
}

impl Value {
    const TAG_FUNC: u32 = 0x8000_0000;
    const TAG_GLOBAL: u32 = 0xc000_0000;
    const PAYLOAD: u32 = 0x3fff_ffff;
    /// The number of local values, functions or globals that the packed form can tell apart.
    pub const LIMIT: usize = 1 << 30;

    /// The local value with this index into the function's value table.
    #[inline]
    pub const fn local(index: u32) -> Self {
        debug_assert!(index <= Self::PAYLOAD);
        Self(index)
    }

    /// The address of a function.
    #[inline]
    pub const fn func(func: FuncId) -> Self {
        Self(Self::TAG_FUNC | func.as_u32())
    }

    /// The address of a global variable.
    #[inline]
    pub const fn global(global: Global) -> Self {
        Self(Self::TAG_GLOBAL | global.as_u32())
    }

    /// The packed form: different for different values.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// What this value refers to.
    #[inline]
    pub const fn unpack(self) -> ValueRef {
        match self.0 & Self::TAG_GLOBAL {
            Self::TAG_FUNC => ValueRef::Func(FuncId::from_u32(self.0 & Self::PAYLOAD)),
            Self::TAG_GLOBAL => ValueRef::Global(Global::from_u32(self.0 & Self::PAYLOAD)),
            _ => ValueRef::Local(self.0),
        }
    }

    /// The index into the function's value table, or `None` for the address of a symbol.
    #[inline]
    pub const fn local_index(self) -> Option<usize> {
        if self.0 & Self::TAG_FUNC == 0 { Some(self.0 as usize) } else { None }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.unpack() {
            ValueRef::Local(index) => write!(f, "v{index}"),
            ValueRef::Func(func) => write!(f, "@{func}"),
            ValueRef::Global(global) => write!(f, "@{global}"),
        }
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

//! Instructions: small `Copy` values whose operands are [`Value`]s, with longer lists kept in the
//! function's pools.
//!
//! The result's type is the type of the instruction's result value, kept in the function's value
//! table, and is not repeated here.

use super::opcode::{BinOp, CastOp, FloatCond, IntCond};
use super::{Block, FuncId, Sig, Value};

/// A run of values in the function's value pool; resolve with
/// [`Function::values`](super::Function::values).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ValueList {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl ValueList {
    /// Number of values.
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// A run of phi operands in the function's phi pool; resolve with
/// [`Function::phi_args`](super::Function::phi_args).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct PhiList {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

/// A run of switch cases in the function's case pool; resolve with
/// [`Function::cases`](super::Function::cases).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct CaseList {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

/// One phi operand: the value that arrives over the edge from `block`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BlockCall {
    /// The predecessor.
    pub block: Block,
    /// The value on that edge.
    pub value: Value,
}

/// One case of a switch.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SwitchCase {
    /// The value compared with, its bits zero-extended from the switch's type.
    pub value: u64,
    /// Where to go when it matches.
    pub target: Block,
}

/// An instruction.
///
/// `align` fields are in bytes, a power of two.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum InstData {
    /// `size` bytes (an i32) of stack memory aligned to `align`; the result is its address.
    Alloca {
        /// Number of bytes, unsigned.
        size: Value,
        /// Alignment in bytes; 0 and 1 both mean none.
        align: u32,
    },
    /// `lhs op rhs`.
    Binary {
        /// The operator.
        op: BinOp,
        /// Left operand.
        lhs: Value,
        /// Right operand.
        rhs: Value,
    },
    /// A conversion of `src` to the result's type.
    Cast {
        /// Which conversion.
        op: CastOp,
        /// What is converted.
        src: Value,
    },
    /// Integer comparison.
    Icmp {
        /// Predicate.
        cond: IntCond,
        /// Left operand.
        lhs: Value,
        /// Right operand.
        rhs: Value,
    },
    /// Floating-point comparison.
    Fcmp {
        /// Predicate.
        cond: FloatCond,
        /// Left operand.
        lhs: Value,
        /// Right operand.
        rhs: Value,
    },
    /// `cond ? on_true : on_false`; `cond` is an i1, or an i1 vector that selects lane by lane.
    Select {
        /// The condition.
        cond: Value,
        /// Result where it holds.
        on_true: Value,
        /// Result where it does not.
        on_false: Value,
    },
    /// Reads the result's type from memory.
    Load {
        /// Address.
        addr: Value,
        /// Alignment in bytes that the producer promises.
        align: u32,
    },
    /// Writes `value` to memory.
    Store {
        /// Address.
        addr: Value,
        /// What is written.
        value: Value,
        /// Alignment in bytes that the producer promises.
        align: u32,
    },
    /// `vector` with lane `index` (an i32) replaced by `element`.
    InsertElement {
        /// The vector.
        vector: Value,
        /// The new lane.
        element: Value,
        /// Which lane.
        index: Value,
    },
    /// Lane `index` (an i32) of `vector`.
    ExtractElement {
        /// The vector.
        vector: Value,
        /// Which lane.
        index: Value,
    },
    /// Merges the values of the incoming edges.
    Phi {
        /// One operand for each incoming edge.
        args: PhiList,
    },
    /// A call of a known function, external function or intrinsic.
    Call {
        /// Callee.
        func: FuncId,
        /// Arguments.
        args: ValueList,
    },
    /// A call through a function address (an i32).
    CallIndirect {
        /// Callee address.
        callee: Value,
        /// The callee's type.
        sig: Sig,
        /// Arguments.
        args: ValueList,
    },
    /// Unconditional branch.
    Br {
        /// Target.
        target: Block,
    },
    /// Conditional branch on an i1.
    CondBr {
        /// The condition.
        cond: Value,
        /// Target where it holds.
        on_true: Block,
        /// Target where it does not.
        on_false: Block,
    },
    /// Multi-way branch on an i8, i16, i32 or i64.
    Switch {
        /// What is compared.
        value: Value,
        /// The cases; values are distinct.
        cases: CaseList,
        /// Target when no case matches.
        default: Block,
    },
    /// Return, with a value unless the function's result is `Void`.
    Ret {
        /// The returned value.
        value: Option<Value>,
    },
    /// Never executed in a defined program; ends execution with a trap.
    Unreachable,
}

impl InstData {
    /// Whether this ends a block.
    #[inline]
    pub const fn is_terminator(&self) -> bool {
        matches!(
            self,
            InstData::Br { .. }
                | InstData::CondBr { .. }
                | InstData::Switch { .. }
                | InstData::Ret { .. }
                | InstData::Unreachable
        )
    }

    /// Whether this is a phi.
    #[inline]
    pub const fn is_phi(&self) -> bool {
        matches!(self, InstData::Phi { .. })
    }
}

//! Instructions: small `Copy` values whose operands are [`Value`]s, with longer lists kept in the
//! function's pools.
//!
//! The result's type is the type of the instruction's result value, kept in the function's value
//! table, and is not repeated here.

use super::intrinsics::Effect;
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

/// What there is to know of an instruction without its operands.
#[derive(Debug)]
pub struct Instruction {
    /// How LLVM assembly begins it.
    pub name: &'static str,
    /// Its operands, in order, and its result.
    pub form: &'static str,
    /// What it does besides giving its result.
    pub effect: Effect,
    /// Whether it may end the run: for what is not an operator, whose row says so.
    pub traps: bool,
    /// Whether it ends a block.
    pub ends_block: bool,
    /// What it does.
    pub description: &'static str,
}

const fn plain(name: &'static str, form: &'static str, effect: Effect, description: &'static str) -> Instruction {
    Instruction { name, form, effect, traps: false, ends_block: false, description }
}

const fn trapping(name: &'static str, form: &'static str, effect: Effect, description: &'static str) -> Instruction {
    Instruction { traps: true, ..plain(name, form, effect, description) }
}

const fn last(name: &'static str, form: &'static str, effect: Effect, description: &'static str) -> Instruction {
    Instruction { ends_block: true, ..plain(name, form, effect, description) }
}

/// Every instruction but those of an operator, which `BinOp` and `CastOp` name, in the order of [`InstData`].
pub const INSTRUCTIONS: [Instruction; 18] = [
    plain(
        "alloca",
        "i32 bytes, alignment -> i32",
        Effect::Observes,
        "So many bytes of the stack, until the function returns or the stack is restored",
    ),
    plain("(binary)", "T, T -> T", Effect::Computes, "An operator of two operands"),
    plain("(cast)", "T -> U", Effect::Computes, "A conversion"),
    plain("icmp", "predicate, T, T -> i1 or a vector of i1", Effect::Computes, "Compares integers"),
    plain("fcmp", "predicate, T, T -> i1 or a vector of i1", Effect::Computes, "Compares floating point"),
    plain(
        "select",
        "i1 or a vector of i1, T, T -> T",
        Effect::Computes,
        "The first value where the truth value is set, the second where it is not",
    ),
    trapping("load", "i32 address, alignment -> T", Effect::Observes, "Reads memory"),
    trapping("store", "T, i32 address, alignment", Effect::Acts, "Writes memory"),
    plain("insertelement", "vector, element, i32 lane -> vector", Effect::Computes, "The vector with another value in a lane"),
    plain("extractelement", "vector, i32 lane -> element", Effect::Computes, "The value of a lane"),
    plain("phi", "T for each edge into the block -> T", Effect::Observes, "The value of the edge that control came over"),
    trapping(
        "call",
        "function, arguments -> result",
        Effect::Acts,
        "Calls a function of the module, an external one, or an intrinsic (below)",
    ),
    trapping("call (address)", "i32 address, signature, arguments -> result", Effect::Acts, "Calls the function at an address"),
    last("br", "block", Effect::Acts, "Goes on there"),
    last(
        "br (condition)",
        "i1, block, block",
        Effect::Acts,
        "Goes on in the first block if the truth value is set, in the second if not",
    ),
    last(
        "switch",
        "i8, i16, i32 or i64; a block for each of some numbers, and one for others",
        Effect::Acts,
        "Goes on where the number says",
    ),
    last("ret", "the function's result", Effect::Leaves, "Returns"),
    Instruction { traps: true, ..last("unreachable", "", Effect::Leaves, "Is reached in no run that is defined; ends it") },
];

/// The first row of an instruction that ends a block: the others that do follow.
const FIRST_LAST: usize = {
    let mut first = 0;
    while !INSTRUCTIONS[first].ends_block {
        first += 1;
    }
    let mut index = first;
    while index < INSTRUCTIONS.len() {
        assert!(INSTRUCTIONS[index].ends_block, "instructions that end a block are the last rows");
        index += 1;
    }
    first
};

impl InstData {
    /// The place of its row.
    #[inline]
    const fn index(&self) -> usize {
        match self {
            InstData::Alloca { .. } => 0,
            InstData::Binary { .. } => 1,
            InstData::Cast { .. } => 2,
            InstData::Icmp { .. } => 3,
            InstData::Fcmp { .. } => 4,
            InstData::Select { .. } => 5,
            InstData::Load { .. } => 6,
            InstData::Store { .. } => 7,
            InstData::InsertElement { .. } => 8,
            InstData::ExtractElement { .. } => 9,
            InstData::Phi { .. } => 10,
            InstData::Call { .. } => 11,
            InstData::CallIndirect { .. } => 12,
            InstData::Br { .. } => 13,
            InstData::CondBr { .. } => 14,
            InstData::Switch { .. } => 15,
            InstData::Ret { .. } => 16,
            InstData::Unreachable => 17,
        }
    }

    /// What there is to know of it without its operands.
    pub const fn row(&self) -> &'static Instruction {
        &INSTRUCTIONS[self.index()]
    }

    /// Whether this ends a block.
    #[inline]
    pub const fn is_terminator(&self) -> bool {
        self.index() >= FIRST_LAST
    }

    /// Whether this is a phi.
    #[inline]
    pub const fn is_phi(&self) -> bool {
        matches!(self, InstData::Phi { .. })
    }
}

//! A module of LLVM IR as it was written: symbols, initial values, bodies, with constants not yet
//! evaluated. Made by [`parse`](super::parse), read by [`Linker`](super::Linker) and
//! [`lower`](super::lower()).
//!
//! Kept is what carries meaning for a PNaCl program; metadata, comdats, attributes that only
//! promise, and debug records are not.

use super::types::Ty;
use crate::ice::{FloatCond, IntCond};

crate::entities! {
    /// A symbol of a module: a global variable, a function or an alias.
    pub Symbol = "s";
    /// A value of a function: an argument or an instruction's result.
    pub Local = "l";
    /// A block of a function.
    pub BlockId = "bb";
}

/// A module.
#[derive(Debug, Default)]
pub struct Module {
    /// The name under which the text was given.
    pub file: String,
    /// Symbols, by [`Symbol`].
    pub symbols: Vec<SymbolData>,
    /// Metadata nodes that say where code came from: number, line, scope, file name.
    pub places: rustc_hash::FxHashMap<u32, Place>,
}

/// What a metadata node says of a place in the source.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// The line, if it has one.
    pub line: Option<u32>,
    /// The node that it lies in.
    pub scope: Option<u32>,
    /// The node of its file.
    pub file: Option<u32>,
    /// The file's name.
    pub name: Option<String>,
}

/// How a symbol's definitions in several modules meet. [LLVM-REF-14] "Linkage Types".
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// One definition at most.
    External,
    /// Seen by its own module only.
    Internal,
    /// Others win over it; declared so, it may stay undefined.
    Weak,
    /// Any one of them will do.
    LinkOnce,
    /// A tentative definition: the largest wins.
    Common,
    /// All of them, one after the other.
    Appending,
    /// A definition that is there to be looked at, and not to be emitted.
    AvailableExternally,
}

/// A symbol.
#[derive(Debug)]
pub struct SymbolData {
    /// Its name.
    pub name: String,
    /// How it links.
    pub linkage: Linkage,
    /// What it is.
    pub kind: SymbolKind,
}

/// What a symbol is.
#[derive(Debug)]
pub enum SymbolKind {
    /// Named, and nothing else known yet: only while a module is being read.
    Unknown,
    /// A global variable.
    Variable(Variable),
    /// A function.
    Function(Box<Function>),
    /// Another name of an address.
    Alias(Const),
}

/// A global variable.
#[derive(Debug)]
pub struct Variable {
    /// The type of its value.
    pub ty: Ty,
    /// Its initial value; a declaration has none.
    pub init: Option<Const>,
    /// Whether nothing writes to it.
    pub constant: bool,
    /// Its alignment in bytes, if the module says.
    pub align: Option<u32>,
    /// Whether each thread has its own.
    pub thread_local: bool,
}

/// What a parameter's attributes say of how it is passed.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ParamAttrs {
    /// The caller passes the address of a copy of this type.
    pub byval: Option<Ty>,
    /// Narrow integers are extended by their sign.
    pub signext: bool,
    /// The alignment that is stated.
    pub align: Option<u32>,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its type.
    pub ty: Ty,
    /// How it is passed.
    pub attrs: ParamAttrs,
    /// Its value in the body.
    pub local: Local,
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// The result's type.
    pub result: Ty,
    /// Parameters.
    pub params: Vec<Param>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// The body; a declaration has none.
    pub body: Option<Body>,
}

/// A function's body.
#[derive(Debug, Default)]
pub struct Body {
    /// Blocks, by [`BlockId`]; the first is the entry.
    pub blocks: Vec<Block>,
    /// How many values there are.
    pub local_count: u32,
    /// The blocks' names, for block addresses.
    pub block_names: rustc_hash::FxHashMap<String, BlockId>,
    /// The numbers of the blocks that indirect branches lead to: see [`number_labels`](Self::number_labels).
    labels: rustc_hash::FxHashMap<BlockId, u32>,
}

impl Body {
    /// Numbers the blocks that indirect branches lead to, from 1, in the order in which these name them: so close together that the
    /// switch which an indirect branch becomes is a table.
    pub fn number_labels(&mut self) {
        let Self { blocks, labels, .. } = self;
        labels.clear();
        for inst in blocks.iter().flat_map(|block| &block.insts) {
            if let Op::IndirectBr { targets, .. } = &inst.op {
                for &target in targets {
                    let next = labels.len() as u32 + 1;
                    labels.entry(target).or_insert(next);
                }
            }
        }
    }

    /// What stands for the address of a block: never zero, and no other block's.
    pub fn block_number(&self, block: BlockId) -> u32 {
        let beyond = self.labels.len() as u32 + 1 + block.as_u32();
        self.labels.get(&block).copied().unwrap_or(beyond)
    }
}

/// A block: instructions, of which the last is the terminator.
#[derive(Debug, Default)]
pub struct Block {
    /// Its instructions.
    pub insts: Vec<Inst>,
}

/// An instruction, its result and where it came from.
#[derive(Debug)]
pub struct Inst {
    /// The value that it defines.
    pub result: Option<Local>,
    /// What it does.
    pub op: Op,
    /// The metadata node of its place in the source.
    pub dbg: Option<u32>,
    /// The line of the text that it stands on.
    pub line: u32,
}

/// An operand without its type.
#[derive(Clone, Debug)]
pub enum Value {
    /// A value of the function.
    Local(Local),
    /// A constant.
    Const(Const),
    /// An inline-assembly callee: its text and its constraints.
    Asm(String, String),
    /// Metadata, which nothing reads.
    Metadata,
}

/// An operand.
#[derive(Clone, Debug)]
pub struct Operand {
    /// Its type.
    pub ty: Ty,
    /// What it is.
    pub value: Value,
}

/// A constant without its type.
#[derive(Clone, Debug)]
pub enum Const {
    /// An integer of at most 64 bits, zero-extended.
    Int(u64),
    /// A wider integer: words, the lowest first.
    Wide(Vec<u64>),
    /// A float's bits.
    F32(u32),
    /// A double's bits.
    F64(u64),
    /// Zeros of any type.
    Zero,
    /// Undefined or poison.
    Undef,
    /// A symbol's address.
    Symbol(Symbol),
    /// The address of a block of a function.
    Block(Symbol, String),
    /// The elements of an array, a structure or a vector.
    Aggregate(Vec<(Ty, Const)>),
    /// The elements of an array of i8.
    Bytes(Vec<u8>),
    /// An expression.
    Expr(Box<Expr>),
}

/// A constant expression: an instruction whose operands are constants.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it computes.
    pub op: Op,
}

/// The conversions, by what they do to bits.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Cast {
    /// To fewer bits.
    Trunc,
    /// To more, with zeros.
    ZExt,
    /// To more, with the sign.
    SExt,
    /// Float or double to unsigned.
    FpToUi,
    /// Float or double to signed.
    FpToSi,
    /// Unsigned to float or double.
    UiToFp,
    /// Signed to float or double.
    SiToFp,
    /// Double to float.
    FpTrunc,
    /// Float to double.
    FpExt,
    /// The same bits.
    Bitcast,
    /// An address as an integer.
    PtrToInt,
    /// An integer as an address.
    IntToPtr,
}

/// The computations of `atomicrmw`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Rmw {
    /// Exchange.
    Xchg,
    /// Addition.
    Add,
    /// Subtraction.
    Sub,
    /// And.
    And,
    /// The negation of and.
    Nand,
    /// Or.
    Or,
    /// Exclusive or.
    Xor,
    /// The greater signed number.
    Max,
    /// The lesser signed number.
    Min,
    /// The greater unsigned number.
    UMax,
    /// The lesser unsigned number.
    UMin,
    /// Floating-point addition.
    FAdd,
    /// Floating-point subtraction.
    FSub,
}

/// An access to memory: how it is ordered and aligned.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// The stated alignment in bytes.
    pub align: Option<u32>,
    /// Whether it may not be left out.
    pub volatile: bool,
    /// The number of its memory order in PNaCl, of an atomic access.
    pub order: Option<u32>,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    /// The result's type.
    pub result: Ty,
    /// The callee's type, where the call spells it out.
    pub signature: Option<Ty>,
    /// Who is called.
    pub callee: Value,
    /// Arguments, and how they are passed.
    pub args: Vec<(Operand, ParamAttrs)>,
    /// Whether the calling function's frame must be gone by then.
    pub must_tail: bool,
}

/// What an instruction does. Names as in LLVM's assembly.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the operands are those of LLVM's instructions, under the same names")]
pub enum Op {
    Binary {
        op: crate::ice::BinOp,
        lhs: Operand,
        rhs: Value,
    },
    FNeg {
        src: Operand,
    },
    Cast {
        op: Cast,
        src: Operand,
        to: Ty,
    },
    Icmp {
        cond: IntCond,
        lhs: Operand,
        rhs: Value,
    },
    Fcmp {
        cond: FloatCond,
        lhs: Operand,
        rhs: Value,
    },
    Select {
        cond: Operand,
        on_true: Operand,
        on_false: Operand,
    },
    Freeze {
        src: Operand,
    },
    Gep {
        source: Ty,
        base: Operand,
        indices: Vec<Operand>,
    },
    ExtractValue {
        aggregate: Operand,
        indices: Vec<u64>,
    },
    InsertValue {
        aggregate: Operand,
        element: Operand,
        indices: Vec<u64>,
    },
    ExtractElement {
        vector: Operand,
        index: Operand,
    },
    InsertElement {
        vector: Operand,
        element: Operand,
        index: Operand,
    },
    Shuffle {
        left: Operand,
        right: Operand,
        mask: Operand,
    },
    Alloca {
        ty: Ty,
        count: Option<Operand>,
        align: Option<u32>,
    },
    Load {
        ty: Ty,
        addr: Operand,
        access: Access,
    },
    Store {
        value: Operand,
        addr: Operand,
        access: Access,
    },
    Fence {
        order: u32,
    },
    CmpXchg {
        addr: Operand,
        expected: Operand,
        desired: Operand,
        orders: (u32, u32),
    },
    AtomicRmw {
        op: Rmw,
        addr: Operand,
        value: Operand,
        order: u32,
    },
    VaArg {
        list: Operand,
        ty: Ty,
    },
    Call(Box<Call>),
    Phi {
        ty: Ty,
        incoming: Vec<(Value, BlockId)>,
    },
    Br {
        target: BlockId,
    },
    CondBr {
        cond: Operand,
        on_true: BlockId,
        on_false: BlockId,
    },
    Switch {
        value: Operand,
        default: BlockId,
        cases: Vec<(Const, BlockId)>,
    },
    IndirectBr {
        addr: Operand,
        targets: Vec<BlockId>,
    },
    Invoke {
        call: Box<Call>,
        normal: BlockId,
    },
    Ret {
        value: Option<Operand>,
    },
    Unreachable,
    Resume,
    /// The start of a block that only a thrown exception reaches.
    Pad {
        ty: Ty,
    },
}

impl Op {
    /// The result's type, where the text spells it out: comparisons and parts of others do not.
    pub fn result(&self) -> Option<Ty> {
        match self {
            Op::Binary { lhs: operand, .. }
            | Op::FNeg { src: operand }
            | Op::Freeze { src: operand }
            | Op::Select { on_true: operand, .. }
            | Op::InsertValue { aggregate: operand, .. }
            | Op::InsertElement { vector: operand, .. }
            | Op::AtomicRmw { value: operand, .. } => Some(operand.ty),
            Op::Cast { to: ty, .. } | Op::Load { ty, .. } | Op::VaArg { ty, .. } | Op::Phi { ty, .. } => Some(*ty),
            Op::Call(call) | Op::Invoke { call, .. } => Some(call.result),
            _ => None,
        }
    }

    /// Calls `visit` with every block that control may go to next.
    pub fn successors(&self, mut visit: impl FnMut(BlockId)) {
        match self {
            Op::Br { target } => visit(*target),
            Op::CondBr { on_true, on_false, .. } => {
                visit(*on_true);
                visit(*on_false);
            }
            Op::Switch { default, cases, .. } => {
                visit(*default);
                cases.iter().for_each(|&(_, target)| visit(target));
            }
            Op::IndirectBr { targets, .. } => targets.iter().for_each(|&target| visit(target)),
            Op::Invoke { normal, .. } => visit(*normal),
            _ => {}
        }
    }

    /// Calls `visit` with every operand.
    pub fn operands(&self, mut visit: impl FnMut(&Value)) {
        match self {
            Op::Binary { lhs, rhs, .. } | Op::Icmp { lhs, rhs, .. } | Op::Fcmp { lhs, rhs, .. } => {
                visit(&lhs.value);
                visit(rhs);
            }
            Op::FNeg { src } | Op::Cast { src, .. } | Op::Freeze { src } => visit(&src.value),
            Op::Select { cond: a, on_true: b, on_false: c }
            | Op::InsertElement { vector: a, element: b, index: c }
            | Op::Shuffle { left: a, right: b, mask: c }
            | Op::CmpXchg { addr: a, expected: b, desired: c, .. } => [a, b, c].into_iter().for_each(|x| visit(&x.value)),
            Op::Gep { base, indices, .. } => {
                visit(&base.value);
                indices.iter().for_each(|index| visit(&index.value));
            }
            Op::ExtractValue { aggregate, .. } => visit(&aggregate.value),
            Op::InsertValue { aggregate: a, element: b, .. }
            | Op::ExtractElement { vector: a, index: b }
            | Op::Store { value: a, addr: b, .. }
            | Op::AtomicRmw { addr: a, value: b, .. } => [a, b].into_iter().for_each(|x| visit(&x.value)),
            Op::Alloca { count, .. } => count.iter().for_each(|count| visit(&count.value)),
            Op::Load { addr, .. } | Op::VaArg { list: addr, .. } | Op::IndirectBr { addr, .. } => visit(&addr.value),
            Op::Call(call) | Op::Invoke { call, .. } => {
                visit(&call.callee);
                call.args.iter().for_each(|(arg, _)| visit(&arg.value));
            }
            Op::Phi { incoming, .. } => incoming.iter().for_each(|(value, _)| visit(value)),
            Op::CondBr { cond, .. } => visit(&cond.value),
            Op::Switch { value, .. } => visit(&value.value),
            Op::Ret { value } => value.iter().for_each(|value| visit(&value.value)),
            Op::Fence { .. } | Op::Br { .. } | Op::Unreachable | Op::Resume | Op::Pad { .. } => {}
        }
    }
}

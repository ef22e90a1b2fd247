//! Decodes a function body into the compact form that [`exec`](super::exec) runs.
//!
//! In: a verified body, and the addresses of the module's symbols. Out: a [`Code`]: operations in
//! block order with their operands resolved to frame slots or constants, and each edge with the
//! copies that its phis ask for.
//!
//! A frame is a row of 64-bit [`Bits`]; a 128-bit value takes two neighbouring slots. Copies of an
//! edge happen at once; they are marked for buffering only where one reads what an earlier one
//! wrote. Linear in the size of the body. A body that is not well formed (a reference to nothing, a
//! block without an end) is refused with a message, never a panic.

use translator::ice::inst::{CaseList, PhiList};
use translator::ice::{
    BinOp, Block, CastOp, FloatCond, FuncId, Function, Inst, InstData, IntCond, Intrinsic, Module, Type, Value, ValueDef,
    ValueList, ValueRef,
};

use super::bits::Bits;
use super::program::Program;

/// An operand: a frame slot or, with the top bit, a constant.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Src(pub u32);

impl Src {
    /// The bit that tells constants from slots.
    pub const CONSTANT: u32 = 1 << 31;
}

/// One operation. `dst` and [`Src`] of a 128-bit value name the first of two slots.
#[derive(Copy, Clone, Debug)]
pub enum Op {
    /// Scalar integer arithmetic.
    Int { op: BinOp, width: u8, dst: u32, a: Src, b: Src },
    /// Scalar floating-point arithmetic.
    Float { op: BinOp, ty: Type, dst: u32, a: Src, b: Src },
    /// Vector arithmetic.
    Vector { op: BinOp, ty: Type, dst: u32, a: Src, b: Src },
    /// A conversion.
    Cast { op: CastOp, from: Type, to: Type, dst: u32, a: Src },
    /// Integer comparison.
    Icmp { cond: IntCond, ty: Type, dst: u32, a: Src, b: Src },
    /// Floating-point comparison.
    Fcmp { cond: FloatCond, ty: Type, dst: u32, a: Src, b: Src },
    /// Choice between two values; lane by lane if `lanes`.
    Select { ty: Type, lanes: bool, dst: u32, cond: Src, a: Src, b: Src },
    /// Read from memory, at an address with no bit of `low` set: that is the alignment it promises.
    Load { ty: Type, low: u8, dst: u32, addr: Src },
    /// Write to memory, likewise.
    Store { ty: Type, low: u8, addr: Src, value: Src },
    /// Replacement of a lane.
    Insert { ty: Type, dst: u32, vector: Src, element: Src, index: Src },
    /// A lane.
    Extract { ty: Type, dst: u32, vector: Src, index: Src },
    /// Stack memory.
    Alloca { align: u32, in_frame: bool, dst: u32, size: Src },
    /// A call of a function; index into [`Code::sites`].
    Call { site: u32 },
    /// A call of an intrinsic; index into [`Code::sites`].
    Intrinsic { site: u32 },
    /// A branch over an edge.
    Br { edge: u32 },
    /// A branch over one of two edges.
    CondBr { cond: Src, on_true: u32, on_false: u32 },
    /// A multi-way branch; index into [`Code::switches`].
    Switch { value: Src, table: u32 },
    /// A return with a value.
    Ret { ty: Type, value: Src },
    /// A return without one.
    RetVoid,
    /// The end of a path that is never taken.
    Unreachable,
}

/// What a call calls.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function of the module, defined or not.
    Direct(FuncId),
    /// An intrinsic.
    Intrinsic(Intrinsic),
    /// The function at an address.
    Indirect(Src),
}

/// A call.
#[derive(Copy, Clone, Debug)]
pub struct Site {
    /// What is called.
    pub callee: Callee,
    /// First argument in [`Code::args`].
    pub first_arg: u32,
    /// Number of arguments.
    pub arg_count: u32,
    /// What the caller takes the result to be.
    pub result: Type,
    /// Where the result goes; meaningless if `result` is `Void`.
    pub dst: u32,
}

/// A copy of one slot.
#[derive(Copy, Clone, Debug)]
pub struct Move {
    /// Written.
    pub dst: u32,
    /// Read.
    pub src: Src,
}

/// A control-flow edge.
#[derive(Copy, Clone, Debug)]
pub struct Edge {
    /// Index of the first operation of the target block.
    pub target: u32,
    /// First copy in [`Code::moves`].
    pub first_move: u32,
    /// Number of copies.
    pub move_count: u32,
    /// Whether a copy reads what an earlier one of the same edge writes.
    pub buffered: bool,
}

/// A switch: cases in ascending order with their edges.
#[derive(Clone, Debug)]
pub struct SwitchTable {
    /// Case values and edges.
    pub cases: Vec<(u64, u32)>,
    /// The edge when no case matches.
    pub default: u32,
}

/// A decoded body.
#[derive(Debug)]
pub struct Code {
    /// Whose.
    pub func: FuncId,
    /// The operations.
    pub ops: Vec<Op>,
    /// The constants.
    pub consts: Vec<Bits>,
    /// Number of slots in a frame. Arguments come first.
    pub slots: u32,
    /// Bytes of all objects of constant size in the entry block: translated code has them in the
    /// frame.
    pub fixed: u64,
    /// Calls.
    pub sites: Vec<Site>,
    /// Arguments of all calls.
    pub args: Vec<(Type, Src)>,
    /// Edges.
    pub edges: Vec<Edge>,
    /// Copies of all edges.
    pub moves: Vec<Move>,
    /// Switches.
    pub switches: Vec<SwitchTable>,
    /// The instruction that each operation came from.
    pub origin: Vec<Inst>,
}

impl Code {
    /// The arguments of a call.
    #[inline]
    pub fn args_of(&self, site: &Site) -> &[(Type, Src)] {
        &self.args[site.first_arg as usize..][..site.arg_count as usize]
    }
}

/// Number of slots that a value of this type takes.
#[inline]
pub const fn slots_of(ty: Type) -> u32 {
    if ty.bits() > 64 { 2 } else { 1 }
}

/// Decodes a body.
pub fn decode(program: &Program<'_>, body: &Function) -> Result<Code, String> {
    let mut decoder = Decoder::new(program, body)?;
    for &block in body.block_order() {
        decoder.block(block)?;
    }
    decoder.finish()
}

const NO_BLOCK: u32 = u32::MAX;

struct Decoder<'a> {
    program: &'a Program<'a>,
    module: &'a Module,
    body: &'a Function,
    code: Code,
    /// Where each local value lives.
    values: Vec<Src>,
    /// First operation of each block.
    starts: Vec<u32>,
    symbols: rustc_hash::FxHashMap<Value, Src>,
}

impl<'a> Decoder<'a> {
    fn new(program: &'a Program<'a>, body: &'a Function) -> Result<Self, String> {
        if body.entry().is_none() {
            return Err("the body is empty".into());
        }
        let code = Code {
            func: body.id,
            ops: Vec::with_capacity(body.inst_count()),
            consts: Vec::new(),
            slots: 0,
            fixed: 0,
            sites: Vec::new(),
            args: Vec::new(),
            edges: Vec::new(),
            moves: Vec::new(),
            switches: Vec::new(),
            origin: Vec::with_capacity(body.inst_count()),
        };
        let starts = vec![NO_BLOCK; body.block_count()];
        let mut decoder =
            Decoder { program, module: program.module, body, code, values: Vec::new(), starts, symbols: Default::default() };
        decoder.place_values();
        Ok(decoder)
    }

    /// Gives arguments and results their slots, and constants their place in the pool.
    fn place_values(&mut self) {
        for index in 0..self.body.value_count() {
            let value = Value::local(index as u32);
            let ty = self.body.ty(value);
            let src = match self.body.def(value) {
                Some(ValueDef::Int(bits)) => self.constant(ty, Bits::known(bits)),
                Some(ValueDef::F32(bits)) => self.constant(ty, Bits::known(u64::from(bits))),
                Some(ValueDef::F64(bits)) => self.constant(ty, Bits::known(bits)),
                Some(ValueDef::Undef) => self.constant(ty, Bits::unspecified(ty.bits().clamp(1, 64))),
                _ => {
                    let slot = self.code.slots;
                    self.code.slots += slots_of(ty);
                    Src(slot)
                }
            };
            self.values.push(src);
        }
    }

    /// A constant, in as many pool entries as its type has slots.
    fn constant(&mut self, ty: Type, bits: Bits) -> Src {
        let index = self.code.consts.len() as u32;
        self.code.consts.extend(std::iter::repeat_n(bits, slots_of(ty) as usize));
        Src(index | Src::CONSTANT)
    }

    fn src(&mut self, value: Value) -> Result<Src, String> {
        let addr = match value.unpack() {
            ValueRef::Local(index) => {
                return self.values.get(index as usize).copied().ok_or_else(|| format!("{value} is not defined"));
            }
            ValueRef::Func(func) => self.program.func_address(func),
            ValueRef::Global(global) => self.program.layout.address(global),
        };
        if let Some(&src) = self.symbols.get(&value) {
            return Ok(src);
        }
        let src = self.constant(Type::I32, Bits::known(u64::from(addr)));
        self.symbols.insert(value, src);
        Ok(src)
    }

    fn block(&mut self, block: Block) -> Result<(), String> {
        self.starts[block.as_u32() as usize] = self.code.ops.len() as u32;
        for inst in self.body.block_insts(block) {
            let data = self.body.inst(inst);
            if data.is_phi() {
                continue;
            }
            let op = self.op(block, inst, data)?;
            self.code.ops.push(op);
            self.code.origin.push(inst);
        }
        match self.body.last_inst(block).map(|inst| self.body.inst(inst).is_terminator()) {
            Some(true) => Ok(()),
            _ => Err(format!("{block} has no terminator")),
        }
    }

    fn op(&mut self, block: Block, inst: Inst, data: &InstData) -> Result<Op, String> {
        let result = self.body.result(inst);
        let ty = result.map_or(Type::Void, |value| self.body.ty(value));
        let dst = match result {
            Some(value) => self.src(value)?.0,
            None => 0,
        };
        let effect = matches!(data, InstData::Store { .. } | InstData::Call { .. } | InstData::CallIndirect { .. });
        if ty == Type::Void && !effect && !data.is_terminator() {
            return Err(format!("{inst} has no result"));
        }
        Ok(match *data {
            InstData::Alloca { size, align } => {
                let in_entry = self.body.inst_block(inst) == self.body.block_order().first().copied();
                let fixed = self.body.int_const(size).filter(|_| in_entry);
                self.code.fixed += fixed.unwrap_or(0);
                Op::Alloca { align: align.max(1), in_frame: fixed.is_some(), dst, size: self.src(size)? }
            }
            InstData::Binary { op, lhs, rhs } => self.binary(op, ty, dst, lhs, rhs)?,
            InstData::Cast { op, src } => Op::Cast { op, from: self.ty(src)?, to: ty, dst, a: self.src(src)? },
            InstData::Icmp { cond, lhs, rhs } => Op::Icmp { cond, ty: self.ty(lhs)?, dst, a: self.src(lhs)?, b: self.src(rhs)? },
            InstData::Fcmp { cond, lhs, rhs } => Op::Fcmp { cond, ty: self.ty(lhs)?, dst, a: self.src(lhs)?, b: self.src(rhs)? },
            InstData::Select { cond, on_true, on_false } => {
                let lanes = self.ty(cond)?.is_vector();
                Op::Select { ty, lanes, dst, cond: self.src(cond)?, a: self.src(on_true)?, b: self.src(on_false)? }
            }
            InstData::Load { addr, align } => Op::Load { ty, low: low_bits(align), dst, addr: self.src(addr)? },
            InstData::Store { addr, value, align } => {
                Op::Store { ty: self.ty(value)?, low: low_bits(align), addr: self.src(addr)?, value: self.src(value)? }
            }
            InstData::InsertElement { vector, element, index } => {
                Op::Insert { ty, dst, vector: self.src(vector)?, element: self.src(element)?, index: self.src(index)? }
            }
            InstData::ExtractElement { vector, index } => {
                Op::Extract { ty: self.ty(vector)?, dst, vector: self.src(vector)?, index: self.src(index)? }
            }
            InstData::Phi { .. } => return Err(format!("{inst} is a phi after other instructions")),
            InstData::Call { func, args } => self.call(func, args, ty, dst)?,
            InstData::CallIndirect { callee, args, .. } => {
                let callee = Callee::Indirect(self.src(callee)?);
                Op::Call { site: self.site(callee, args, ty, dst)? }
            }
            InstData::Br { target } => Op::Br { edge: self.edge(block, target)? },
            InstData::CondBr { cond, on_true, on_false } => {
                Op::CondBr { cond: self.src(cond)?, on_true: self.edge(block, on_true)?, on_false: self.edge(block, on_false)? }
            }
            InstData::Switch { value, cases, default } => self.switch(block, value, cases, default)?,
            InstData::Ret { value: Some(value) } => Op::Ret { ty: self.ty(value)?, value: self.src(value)? },
            InstData::Ret { value: None } => Op::RetVoid,
            InstData::Unreachable => Op::Unreachable,
        })
    }

    fn ty(&self, value: Value) -> Result<Type, String> {
        match self.body.contains(value).then(|| self.body.ty(value)) {
            Some(ty) if ty != Type::Void => Ok(ty),
            _ => Err(format!("{value} is not defined")),
        }
    }

    fn binary(&mut self, op: BinOp, ty: Type, dst: u32, lhs: Value, rhs: Value) -> Result<Op, String> {
        let (a, b) = (self.src(lhs)?, self.src(rhs)?);
        Ok(match ty {
            Type::I1 | Type::I8 | Type::I16 | Type::I32 | Type::I64 => Op::Int { op, width: ty.bits() as u8, dst, a, b },
            Type::F32 | Type::F64 => Op::Float { op, ty, dst, a, b },
            _ => Op::Vector { op, ty, dst, a, b },
        })
    }

    fn call(&mut self, func: FuncId, args: ValueList, ty: Type, dst: u32) -> Result<Op, String> {
        let decl = self.module.funcs.get(func).ok_or_else(|| format!("{func} is not declared"))?;
        match decl.intrinsic {
            Some(intrinsic) if !decl.defined => {
                if args.len() != intrinsic.signature().1.len() {
                    return Err(format!("call of {} with {} arguments", decl.name, args.len()));
                }
                Ok(Op::Intrinsic { site: self.site(Callee::Intrinsic(intrinsic), args, ty, dst)? })
            }
            _ => Ok(Op::Call { site: self.site(Callee::Direct(func), args, ty, dst)? }),
        }
    }

    fn site(&mut self, callee: Callee, args: ValueList, result: Type, dst: u32) -> Result<u32, String> {
        let first_arg = self.code.args.len() as u32;
        for &value in self.body.values(args) {
            let arg = (self.ty(value)?, self.src(value)?);
            self.code.args.push(arg);
        }
        self.code.sites.push(Site { callee, first_arg, arg_count: args.len() as u32, result, dst });
        Ok(self.code.sites.len() as u32 - 1)
    }

    fn switch(&mut self, block: Block, value: Value, cases: CaseList, default: Block) -> Result<Op, String> {
        let default = self.edge(block, default)?;
        let mut table = Vec::with_capacity(self.body.cases(cases).len());
        for case in self.body.cases(cases) {
            table.push((case.value, self.edge(block, case.target)?));
        }
        table.sort_by_key(|&(value, _)| value);
        self.code.switches.push(SwitchTable { cases: table, default });
        Ok(Op::Switch { value: self.src(value)?, table: self.code.switches.len() as u32 - 1 })
    }

    /// Makes the edge between two blocks. Its target is a block number until
    /// [`finish`](Self::finish) knows where blocks start.
    fn edge(&mut self, from: Block, to: Block) -> Result<u32, String> {
        if to.as_u32() as usize >= self.starts.len() {
            return Err(format!("{to} does not exist"));
        }
        let first_move = self.code.moves.len();
        for inst in self.body.block_insts(to) {
            let InstData::Phi { args } = *self.body.inst(inst) else { break };
            self.phi_moves(inst, args, from)?;
        }
        let moves = &self.code.moves[first_move..];
        let written = |index: usize| moves[..index].iter().any(|earlier| earlier.dst == moves[index].src.0);
        let edge = Edge {
            target: to.as_u32(),
            first_move: first_move as u32,
            move_count: moves.len() as u32,
            // The search is quadratic; so many phis are buffered unseen.
            buffered: moves.len() > 64 || (0..moves.len()).any(written),
        };
        self.code.edges.push(edge);
        Ok(self.code.edges.len() as u32 - 1)
    }

    fn phi_moves(&mut self, inst: Inst, args: PhiList, from: Block) -> Result<(), String> {
        let result = self.body.result(inst).ok_or_else(|| format!("{inst} is a phi without a result"))?;
        let arg = self.body.phi_args(args).iter().find(|arg| arg.block == from);
        let arg = arg.ok_or_else(|| format!("{inst} has no operand for {from}"))?;
        let (dst, src) = (self.src(result)?.0, self.src(arg.value)?);
        for part in 0..slots_of(self.body.ty(result)) {
            self.code.moves.push(Move { dst: dst + part, src: Src(src.0 + part) });
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Code, String> {
        for edge in &mut self.code.edges {
            match self.starts[edge.target as usize] {
                NO_BLOCK => return Err(format!("branch to {}, which is not laid out", Block::from_u32(edge.target))),
                start => edge.target = start,
            }
        }
        Ok(self.code)
    }
}

/// The bits that are zero in every address of an alignment in bytes, a power of two of at most 16
/// in what the verifier accepts.
pub fn low_bits(align: u32) -> u8 {
    align.saturating_sub(1).min(0xff) as u8
}

//! Target lowering for x86: each ICE instruction becomes a short sequence of x86 instructions.
//!
//! In: a verified function. Out: [`Code`] in which every ICE value has a *home* variable (kind
//! `Any`) and every sequence reads homes into register temporaries, computes, and writes the result
//! home. No instruction has two memory operands, whatever the allocator decides about the homes.
//! Sequences know of their neighbours: the temporary from which the sequence before has just
//! written its result (`Fresh`), which may be taken instead of loading the result again; the
//! condition from which it has (`Flags`); and with allocation the instructions that are folded into
//! them (`Selection`) and have no sequence of their own.
//!
//! How values are held:
//! - integers narrower than 32 bits occupy 32 bits whose upper part is garbage; code that needs it
//!   extends it (`Lower::extended`). This includes `i1`, of which bit 0 counts;
//! - an `i64` is one 8-byte variable in 64-bit mode and two 4-byte variables, low half first, in
//!   32-bit mode;
//! - an `i1` vector is a 128-bit mask with lanes of all zeros or all ones, as wide as the lanes of
//!   the vector it selects;
//! - a pointer is a 32-bit integer; in 64-bit mode every 32-bit operation clears the upper half of
//!   its register, so a pointer loaded into a register is a valid 64-bit address.
//!
//! One pass, linear in the instructions, but for the selection and for sorting the cases of
//! switches.

mod arith;
mod atomics;
mod bits;
mod call;
mod cast;
mod control;
mod float;
mod intrinsics;
mod lanes;
mod memory;
mod pair;
mod rules;
pub(crate) mod strength;
pub(crate) mod switch;
#[cfg(test)]
mod tests;
mod vector;

use super::inst::{Amode, Base, Inst, Opcode, Opnd};
use super::op::{Cc, Op, Size};
use super::regs::Reg;
use super::{Mode, classes};
use crate::ice::{Block, Function, InstData, Module, Type, Value, ValueDef, ValueRef};
use crate::lir::phi::PhiCopies;
use crate::lir::{Code, EdgeMove, EdgeSource, FrameObject, RegClass, Role, Var, VarKind};
use crate::mc::{ConstPool, Label, SymbolRef};
use crate::opt::Fuel;
use crate::options::Features;
use crate::target::common::selection::Selection;
use crate::target::common::switch::SwitchPlan;
use crate::target::{Limit, LowerInput};

/// Without allocation, a function with more variables than this has a frame pointer even if its
/// frame keeps its size: an address relative to the stack pointer takes a byte more each time,
/// setting up the frame pointer takes five bytes once.
const FRAME_POINTER_VARS: usize = 8;

/// Working memory of the lowering, reused from one function to the next.
#[derive(Clone, Default, Debug)]
pub struct LowerScratch {
    /// For each local value its variable, plus one; zero if it has none yet. The high half of a
    /// pair is the next variable.
    homes: Vec<u32>,
    /// For each local value that is a phi its temporary, plus one.
    phi_temps: Vec<u32>,
    phi_copies: PhiCopies,
    switch_plan: SwitchPlan,
    phis: Vec<Var>,
    edge_moves: Vec<EdgeMove<Opnd>>,
    steps: Vec<crate::ice::Inst>,
    /// What needs no code of its own; empty without allocation.
    selection: Selection,
    /// For each local value the static stack object that it is the address of, plus one.
    objects: Vec<u32>,
    /// Frame areas for work lane by lane.
    lane_areas: Option<[FrameObject; 2]>,
}

/// A result that still is in the register it was computed in.
///
/// A sequence that needs it in a register may take that one, once, and change it: nothing else
/// refers to it. This holds from the end of the sequence that wrote the result, if writing it was
/// the last thing it did, to the end of the next one, and at most up to a label, which may be
/// reached without passing the definition, or a call, which would need the register kept.
#[derive(Copy, Clone, Debug)]
struct Fresh {
    /// The result's home.
    home: Var,
    /// The temporary, which holds the same, zero-extended to the register if it is an integer.
    temp: Var,
    /// The size with which an integer was written.
    size: Size,
    /// How many instructions there were when it had been written.
    end: usize,
}

/// A truth value that the flags still hold when the sequence that compared has written it as the
/// last thing it did.
#[derive(Copy, Clone, Debug)]
struct Flags {
    /// The truth value's home.
    home: Var,
    /// The condition that says the same.
    cc: Cc,
    /// How many instructions there were when the flags were last known to hold it.
    end: usize,
}

/// Lowers one function into `code`, which is cleared first.
pub fn lower(
    mode: Mode,
    input: LowerInput<'_>,
    scratch: &mut LowerScratch,
    code: &mut Code<Inst>,
    pool: &mut ConstPool,
) -> Result<(), Limit> {
    let func = input.func;
    code.clear(func.block_count());
    // Roughly what a function needs, so that the vectors hardly grow while they are filled.
    code.insts.reserve(4 * func.inst_count());
    code.vars.reserve(3 * func.value_count());
    code.pools.clear();
    code.pools.call_clobbers = super::inst::caller_saved(mode == Mode::X8664);
    code.pools.is_64 = mode == Mode::X8664;
    scratch.homes.clear();
    scratch.homes.resize(func.value_count(), 0);
    scratch.phi_temps.clear();
    scratch.phi_temps.resize(func.value_count(), 0);
    scratch.phi_copies.compute(func);
    scratch.lane_areas = None;
    scratch.selection.clear();
    scratch.objects.clear();
    if input.for_allocation {
        scratch.selection.compute(input.module, func, &rules::X86Rules { is_64: mode == Mode::X8664 }, &mut *input.fuel);
        scratch.objects.resize(func.value_count(), 0);
    }
    let LowerInput { features, module, for_allocation, fuel, .. } = input;
    let is_64 = mode == Mode::X8664;
    Lower {
        mode,
        is_64,
        features,
        module,
        func,
        for_allocation,
        fuel,
        scratch,
        code,
        pool,
        in_entry: true,
        list: Vec::new(),
        defined: None,
        flags: None,
        fresh: None,
    }
    .function()
}

/// The state of a lowering.
pub(crate) struct Lower<'a> {
    mode: Mode,
    is_64: bool,
    features: Features,
    module: &'a Module,
    func: &'a Function,
    /// See [`LowerInput::for_allocation`].
    for_allocation: bool,
    /// See [`LowerInput::fuel`].
    fuel: &'a mut Fuel,
    scratch: &'a mut LowerScratch,
    code: &'a mut Code<Inst>,
    pool: &'a mut ConstPool,
    /// Whether the current block is the entry, which runs once.
    in_entry: bool,
    /// Variables of the operand list under construction.
    list: Vec<(Var, Role)>,
    /// The last result written, for the next sequence.
    defined: Option<Fresh>,
    /// What the sequence before has left for this one.
    fresh: Option<Fresh>,
    /// The last truth value written. Good until the flags change.
    flags: Option<Flags>,
}

/// The whole function.
impl Lower<'_> {
    fn function(mut self) -> Result<(), Limit> {
        let func = self.func;
        self.arguments();
        for (index, &block) in func.block_order().iter().enumerate() {
            self.bind(block_label(block));
            self.phi_results(block);
            let next = func.block_order().get(index + 1).copied().filter(|_| !self.for_allocation);
            for inst in func.block_insts(block) {
                self.instruction(block, next, inst)?;
            }
            self.in_entry = false;
        }
        self.code.polish = self.for_allocation;
        self.code.frame_pointer = self.code.dynamic_frame || (!self.for_allocation && self.code.vars.len() > FRAME_POINTER_VARS);
        Ok(())
    }

    fn instruction(&mut self, block: Block, next: Option<Block>, inst: crate::ice::Inst) -> Result<(), Limit> {
        let data = *self.func.inst(inst);
        let result = self.func.result(inst);
        if result.is_some_and(|result| self.scratch.selection.is_folded(result)) {
            return Ok(());
        }
        self.fresh = self.defined.take().filter(|fresh| fresh.end == self.code.insts.len());
        if data.is_terminator() {
            self.phi_copies(block);
            self.terminator(block, data, next);
            return Ok(());
        }
        let Some(result) = result else { return self.effect(inst, data) };
        let ty = self.func.ty(result);
        match data {
            InstData::Phi { .. } => {}
            InstData::Binary { op, lhs, rhs } => self.binary(result, ty, op, lhs, rhs),
            InstData::Cast { op, src } => self.cast(result, ty, op, src),
            InstData::Icmp { cond, lhs, rhs } => self.icmp(result, cond, lhs, rhs),
            InstData::Fcmp { cond, lhs, rhs } => self.fcmp(result, cond, lhs, rhs),
            InstData::Select { cond, on_true, on_false } => self.select(result, ty, cond, on_true, on_false),
            InstData::Load { addr, .. } => self.load(inst, result, ty, addr),
            InstData::Alloca { size, align } => self.alloca(result, size, align)?,
            InstData::InsertElement { vector, element, index } => self.insert_element(result, ty, vector, element, index),
            InstData::ExtractElement { vector, index } => self.extract_element(result, vector, index),
            _ => self.any_call(data, Some(result))?,
        }
        Ok(())
    }

    fn effect(&mut self, inst: crate::ice::Inst, data: InstData) -> Result<(), Limit> {
        match data {
            InstData::Store { addr, value, .. } => {
                self.store_inst(inst, addr, value);
                Ok(())
            }
            _ => self.any_call(data, None),
        }
    }

    /// Copies the temporaries of a block's phis into their results.
    fn phi_results(&mut self, block: Block) {
        let func = self.func;
        if self.for_allocation {
            return self.name_phis(block);
        }
        for inst in func.block_insts(block) {
            let (InstData::Phi { .. }, Some(phi)) = (func.inst(inst), func.result(inst)) else { break };
            let temp = self.phi_temp(phi);
            let ty = func.ty(phi);
            if self.is_pair(ty) {
                let (low, high) = self.home_pair(phi);
                self.copy_gpr(Size::B4, low, Opnd::Var(temp));
                self.copy_gpr(Size::B4, high, Opnd::Var(next_var(temp)));
            } else {
                let home = self.home(phi);
                self.copy(ty, home, Opnd::Var(temp));
            }
        }
    }

    /// Copies the operands of the successors' phis into the phis' temporaries.
    fn phi_copies(&mut self, block: Block) {
        if self.for_allocation {
            return self.name_edge_moves(block);
        }
        for index in 0..self.scratch.phi_copies.of(block).len() {
            let copy = self.scratch.phi_copies.of(block)[index];
            let temp = self.phi_temp(copy.phi);
            let ty = self.func.ty(copy.phi);
            if self.is_pair(ty) {
                let (low, high) = self.pair(copy.source);
                self.copy_gpr(Size::B4, temp, low);
                self.copy_gpr(Size::B4, next_var(temp), high);
            } else {
                let source = self.operand(copy.source);
                self.copy(ty, temp, source);
            }
        }
    }

    /// Tells the allocator which variables a block's phis are.
    fn name_phis(&mut self, block: Block) {
        let func = self.func;
        let mut phis = std::mem::take(&mut self.scratch.phis);
        for inst in func.block_insts(block) {
            let (InstData::Phi { .. }, Some(phi)) = (func.inst(inst), func.result(inst)) else { break };
            let home = self.home(phi);
            phis.push(home);
            if self.is_pair(func.ty(phi)) {
                phis.push(next_var(home));
            }
        }
        self.code.edges.set_phis(block_label(block), phis.drain(..));
        self.scratch.phis = phis;
    }

    /// Tells the allocator what control carries to phis when it leaves a block.
    fn name_edge_moves(&mut self, block: Block) {
        let mut moves = std::mem::take(&mut self.scratch.edge_moves);
        for index in 0..self.scratch.phi_copies.of(block).len() {
            let copy = self.scratch.phi_copies.of(block)[index];
            let (to, dest) = (block_label(copy.to), self.home(copy.phi));
            if self.is_pair(self.func.ty(copy.phi)) {
                let (low, high) = self.pair(copy.source);
                moves.push(EdgeMove { to, dest, source: edge_source(low) });
                moves.push(EdgeMove { to, dest: next_var(dest), source: edge_source(high) });
            } else {
                let source = edge_source(self.operand(copy.source));
                moves.push(EdgeMove { to, dest, source });
            }
        }
        self.code.edges.set_moves(block_label(block), moves.drain(..));
        self.scratch.edge_moves = moves;
    }

    fn phi_temp(&mut self, phi: Value) -> Var {
        let index = phi.local_index().expect("a phi's result is a local value");
        if self.scratch.phi_temps[index] == 0 {
            let var = self.make_home(self.func.ty(phi));
            self.scratch.phi_temps[index] = var.as_u32() + 1;
        }
        Var::from_u32(self.scratch.phi_temps[index] - 1)
    }
}

fn edge_source(operand: Opnd) -> EdgeSource<Opnd> {
    match operand {
        Opnd::Var(var) => EdgeSource::Var(var),
        constant => EdgeSource::Const(constant),
    }
}

/// The label of a block.
fn block_label(block: Block) -> Label {
    Label::from_u32(block.as_u32())
}

/// The variable after this one: the high half of a pair.
fn next_var(var: Var) -> Var {
    Var::from_u32(var.as_u32() + 1)
}

/// Values and variables.
impl Lower<'_> {
    /// Whether values of this type are held as two 32-bit variables.
    fn is_pair(&self, ty: Type) -> bool {
        ty == Type::I64 && !self.is_64
    }

    /// The integer operation size for a scalar integer or pointer that fits one variable.
    fn int_size(&self, ty: Type) -> Size {
        if ty == Type::I64 { Size::B8 } else { Size::B4 }
    }

    fn make_home(&mut self, ty: Type) -> Var {
        match ty {
            Type::F32 => self.code.make_var(classes::XMM, 4, VarKind::Any),
            Type::F64 => self.code.make_var(classes::XMM, 8, VarKind::Any),
            _ if ty.is_vector() => self.code.make_var(classes::XMM, 16, VarKind::Any),
            Type::I64 if self.is_64 => self.code.make_var(classes::GPR, 8, VarKind::Any),
            Type::I64 => {
                let low = self.code.make_var(classes::GPR, 4, VarKind::Any);
                self.code.make_var(classes::GPR, 4, VarKind::Any);
                low
            }
            // Written by setcc and read by movzx, which want an 8-bit form.
            Type::I1 | Type::I8 => self.code.make_var(classes::BYTE, 4, VarKind::Any),
            _ => self.code.make_var(classes::GPR, 4, VarKind::Any),
        }
    }

    /// The variable that holds a local value: for a pair the low half.
    fn home(&mut self, value: Value) -> Var {
        let index = value.local_index().expect("symbols have no home");
        if self.scratch.homes[index] == 0 {
            let var = self.make_home(self.func.ty(value));
            self.scratch.homes[index] = var.as_u32() + 1;
        }
        Var::from_u32(self.scratch.homes[index] - 1)
    }

    /// Both variables of a value that is held as a pair.
    fn home_pair(&mut self, value: Value) -> (Var, Var) {
        let low = self.home(value);
        (low, next_var(low))
    }

    /// A value as an operand: home, immediate, symbol address, or a constant in memory. Not for
    /// pairs.
    fn operand(&mut self, value: Value) -> Opnd {
        let def = match value.unpack() {
            ValueRef::Func(func) => return self.symbol(SymbolRef::Func(func), 0),
            ValueRef::Global(global) => return self.symbol(SymbolRef::Global(global), 0),
            ValueRef::Local(_) => self.func.def(value).expect("a local value has a definition"),
        };
        let ty = self.func.ty(value);
        match def {
            ValueDef::Inst(inst) if self.scratch.selection.is_folded(value) => match self.scratch.selection.address(value) {
                Some((symbol, offset)) => self.symbol(symbol, offset),
                None => match self.func.inst(inst) {
                    InstData::Load { .. } => self.folded_load(inst),
                    // Steps have a home; their uses come after the end of the block.
                    _ => Opnd::Var(self.home(value)),
                },
            },
            ValueDef::Arg(_) | ValueDef::Inst(_) | ValueDef::Forward => Opnd::Var(self.home(value)),
            ValueDef::Int(bits) if ty == Type::I64 => self.wide_constant(bits),
            ValueDef::Int(bits) => Opnd::Imm(bits as i32),
            ValueDef::F32(bits) => self.constant(u128::from(bits), 4),
            ValueDef::F64(bits) => self.constant(u128::from(bits), 8),
            // Any value will do; zero is the cheapest to make and the same on every run.
            ValueDef::Undef => match ty {
                Type::F32 => self.constant(0, 4),
                Type::F64 => self.constant(0, 8),
                _ if ty.is_vector() => self.constant(0, 16),
                _ => Opnd::Imm(0),
            },
        }
    }

    /// A 64-bit constant in 64-bit mode: an immediate if sign extension makes it, otherwise in
    /// memory.
    fn wide_constant(&mut self, bits: u64) -> Opnd {
        match i32::try_from(bits as i64) {
            Ok(imm) => Opnd::Imm(imm),
            Err(_) => self.constant(u128::from(bits), 8),
        }
    }

    /// The halves of a value that is held as a pair.
    fn pair(&mut self, value: Value) -> (Opnd, Opnd) {
        match self.func.def(value) {
            Some(ValueDef::Int(bits)) => (Opnd::Imm(bits as i32), Opnd::Imm((bits >> 32) as i32)),
            Some(ValueDef::Undef) => (Opnd::Imm(0), Opnd::Imm(0)),
            _ => {
                let (low, high) = self.home_pair(value);
                (Opnd::Var(low), Opnd::Var(high))
            }
        }
    }

    /// A constant in memory.
    fn constant(&mut self, bits: u128, size: u8) -> Opnd {
        let id = self.pool.intern(bits, size);
        self.mem(Amode { symbol: Some(SymbolRef::Pool(id)), ..Amode::new(Base::None, 0) })
    }

    fn symbol(&mut self, symbol: SymbolRef, addend: i32) -> Opnd {
        self.code.pools.symbols.push((symbol, addend));
        Opnd::Sym(self.code.pools.symbols.len() as u32 - 1)
    }

    fn mem(&mut self, amode: Amode) -> Opnd {
        self.code.pools.amodes.push(amode);
        Opnd::Mem(self.code.pools.amodes.len() as u32 - 1)
    }

    fn mem_at(&mut self, base: Base, disp: i32) -> Opnd {
        self.mem(Amode::new(base, disp))
    }

    /// A general-register temporary.
    fn gpr(&mut self) -> Var {
        self.code.make_var(classes::GPR, 8, VarKind::Register)
    }

    /// A general-register temporary with an 8-bit form.
    fn byte_gpr(&mut self) -> Var {
        self.code.make_var(classes::BYTE, 8, VarKind::Register)
    }

    /// A vector-register temporary.
    fn xmm(&mut self) -> Var {
        self.code.make_var(classes::XMM, 16, VarKind::Register)
    }

    /// A variable in a given register.
    fn fixed(&mut self, reg: Reg) -> Var {
        let (class, bytes) = if reg.is_xmm() { (classes::XMM, 16) } else { (classes::GPR, 8) };
        self.code.make_var(class, bytes, VarKind::Fixed(reg.0))
    }

    /// The register that still holds an operand, if the sequence before has left it; it is the
    /// caller's from now on.
    #[inline]
    fn take_fresh(&mut self, class: RegClass, size: Size, operand: Opnd) -> Option<Var> {
        let Fresh { home, temp, size: written, .. } = self.fresh?;
        if operand != Opnd::Var(home) || size != written || class != self.code.var(temp).class {
            return None;
        }
        self.fresh = None;
        Some(temp)
    }

    /// Whether [`take_fresh`](Self::take_fresh) would find a value.
    fn is_fresh(&self, value: Value) -> bool {
        let (Some(fresh), Some(index)) = (self.fresh, value.local_index()) else { return false };
        self.scratch.homes[index] == fresh.home.as_u32() + 1
    }

    /// A general-register temporary that holds an operand.
    fn load_gpr(&mut self, size: Size, operand: Opnd) -> Var {
        if let Some(temp) = self.take_fresh(classes::GPR, size, operand) {
            return temp;
        }
        let temp = self.gpr();
        self.op(Op::Mov, size, temp, operand);
        temp
    }

    /// A value (not a pair, not floating-point) in a register temporary.
    fn gpr_of(&mut self, value: Value) -> Var {
        let size = self.int_size(self.func.ty(value));
        let operand = self.operand(value);
        self.load_gpr(size, operand)
    }

    /// A floating-point or vector value in a register temporary.
    fn xmm_of(&mut self, value: Value) -> Var {
        let ty = self.func.ty(value);
        let operand = self.operand(value);
        self.load_xmm(ty, operand)
    }

    /// A vector-register temporary that holds an operand.
    fn load_xmm(&mut self, ty: Type, operand: Opnd) -> Var {
        if let Some(temp) = self.take_fresh(classes::XMM, Size::B4, operand) {
            return temp;
        }
        let temp = self.xmm();
        self.sse(load_op(ty), temp, operand);
        temp
    }

    /// An integer narrower than a register as a full 32-bit operand, extended as asked. 32- and
    /// 64-bit values stay as they are.
    fn extended(&mut self, value: Value, signed: bool) -> Opnd {
        let ty = self.func.ty(value);
        let width = ty.bits();
        let operand = self.operand(value);
        if width >= 32 {
            return operand;
        }
        if let Opnd::Imm(imm) = operand {
            let shift = 32 - width;
            return Opnd::Imm(if signed { imm << shift >> shift } else { ((imm as u32) << shift >> shift) as i32 });
        }
        if !signed && self.is_zero_extended(value) {
            return operand;
        }
        let temp = self.gpr();
        match (ty, signed) {
            (Type::I8, false) => self.op(Op::Movzx8, Size::B4, temp, operand),
            (Type::I8, true) => self.op(Op::Movsx8, Size::B4, temp, operand),
            (Type::I16, false) => self.op(Op::Movzx16, Size::B4, temp, operand),
            (Type::I16, true) => self.op(Op::Movsx16, Size::B4, temp, operand),
            _ => {
                self.op(Op::Mov, Size::B4, temp, operand);
                self.op(Op::And, Size::B4, temp, Opnd::Imm(1));
                if signed {
                    self.one(Op::Neg, Size::B4, temp);
                }
            }
        }
        Opnd::Var(temp)
    }

    /// Whether the bits above a narrow integer are known to be zero: a load has extended it.
    fn is_zero_extended(&self, value: Value) -> bool {
        let Some(ValueDef::Inst(inst)) = self.func.def(value) else { return false };
        let is_load = matches!(self.func.inst(inst), InstData::Load { .. });
        is_load && self.func.ty(value) != Type::I1 && !self.scratch.selection.is_folded(value)
    }

    /// As [`extended`](Self::extended), in a register temporary that may be changed.
    fn extended_gpr(&mut self, value: Value, signed: bool) -> Var {
        let size = self.int_size(self.func.ty(value));
        let operand = self.extended(value, signed);
        match operand {
            Opnd::Var(var) if self.code.var(var).kind == VarKind::Register => var,
            _ => self.load_gpr(size, operand),
        }
    }
}

/// The move that loads or stores a floating-point or vector type.
fn load_op(ty: Type) -> Op {
    match ty {
        Type::F32 => Op::Movss,
        Type::F64 => Op::Movsd,
        _ => Op::Movups,
    }
}

/// Emission.
impl Lower<'_> {
    fn push(&mut self, inst: Inst) {
        self.code.insts.push(inst);
    }

    /// `dst op= src`, dst a variable.
    fn op(&mut self, op: Op, size: Size, dst: Var, src: impl Into<Opnd>) {
        self.push(Inst::new(Opcode::Real(op), size, Opnd::Var(dst), src.into()));
    }

    /// `dst op= src` with any operands.
    fn op_any(&mut self, op: Op, size: Size, dst: Opnd, src: impl Into<Opnd>) {
        self.push(Inst::new(Opcode::Real(op), size, dst, src.into()));
    }

    /// One operand.
    fn one(&mut self, op: Op, size: Size, dst: Var) {
        self.push(Inst::new(Opcode::Real(op), size, Opnd::Var(dst), Opnd::None));
    }

    /// No operands.
    fn bare(&mut self, op: Op) {
        self.push(Inst::new(Opcode::Real(op), Size::B4, Opnd::None, Opnd::None));
    }

    /// A vector or scalar floating-point operation.
    fn sse(&mut self, op: Op, dst: Var, src: impl Into<Opnd>) {
        self.op(op, Size::B4, dst, src);
    }

    /// A vector operation with a control byte.
    fn sse_imm(&mut self, op: Op, dst: Var, src: impl Into<Opnd>, imm: u8) {
        self.push(Inst::new(Opcode::Real(op), Size::B4, Opnd::Var(dst), src.into()).control(imm));
    }

    fn bind(&mut self, label: Label) {
        self.fresh = None;
        self.push(Inst::new(Opcode::Bind, Size::B4, Opnd::Label(label), Opnd::None));
    }

    fn jump(&mut self, label: Label) {
        self.push(Inst::new(Opcode::Real(Op::Jmp), Size::B4, Opnd::None, Opnd::Label(label)));
    }

    fn jump_if(&mut self, cc: Cc, label: Label) {
        self.push(Inst::new(Opcode::Real(Op::Jcc), Size::B4, Opnd::None, Opnd::Label(label)).when(cc));
    }

    /// `dst = cc` as a byte; the bits above it are garbage unless `dst` was cleared before the
    /// flags were set.
    fn set_if(&mut self, cc: Cc, dst: Var) {
        self.push(Inst::new(Opcode::Real(Op::Setcc), Size::B1, Opnd::Var(dst), Opnd::None).when(cc));
    }

    /// Writes a condition to a result's home.
    fn define_condition(&mut self, result: Value, cc: Cc) {
        let home = self.home(result);
        self.set_if(cc, home);
        self.flags = Some(Flags { home, cc, end: self.code.insts.len() });
    }

    /// `dst = src` if the condition holds; `src` is not an immediate.
    fn move_if(&mut self, cc: Cc, size: Size, dst: Var, src: impl Into<Opnd>) {
        self.push(Inst::new(Opcode::Real(Op::Cmovcc), size, Opnd::Var(dst), src.into()).when(cc));
    }

    /// Keeps a variable alive up to here.
    fn fake_use(&mut self, var: Var) {
        self.push(Inst::new(Opcode::FakeUse, Size::B4, Opnd::None, Opnd::Var(var)));
    }

    /// Says that a variable has some value from here on.
    fn fake_def(&mut self, var: Var) {
        self.push(Inst::new(Opcode::FakeDef, Size::B4, Opnd::Var(var), Opnd::None));
    }

    /// Copies an integer operand to a variable, through a register if both may be memory.
    fn copy_gpr(&mut self, size: Size, dst: Var, src: Opnd) {
        match src {
            Opnd::Imm(_) | Opnd::Sym(_) => self.op(Op::Mov, size, dst, src),
            Opnd::Var(var) if self.code.var(var).kind != VarKind::Any => self.op(Op::Mov, size, dst, src),
            _ => {
                let temp = self.load_gpr(size, src);
                self.op(Op::Mov, size, dst, temp);
            }
        }
    }

    /// Copies an operand of a type that is not a pair to a variable.
    fn copy(&mut self, ty: Type, dst: Var, src: Opnd) {
        if ty.is_scalar_int() {
            self.copy_gpr(self.int_size(ty), dst, src);
        } else {
            let temp = self.load_xmm(ty, src);
            self.sse(load_op(ty), dst, temp);
        }
    }

    /// Writes a register temporary to a result's home.
    fn define(&mut self, result: Value, temp: Var) {
        let ty = self.func.ty(result);
        let home = self.home(result);
        let size = self.int_size(ty);
        let op = if ty.is_scalar_int() { Op::Mov } else { load_op(ty) };
        self.op(op, size, home, temp);
        let data = self.code.var(temp);
        // Other temporaries are in registers that other sequences may need.
        if data.kind == VarKind::Register && data.class != classes::BYTE {
            self.defined = Some(Fresh { home, temp, size, end: self.code.insts.len() });
        }
    }
}

impl From<Var> for Opnd {
    fn from(var: Var) -> Opnd {
        Opnd::Var(var)
    }
}

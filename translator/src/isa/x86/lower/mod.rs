//! Target lowering for x86: what each instruction of the IR becomes.
//!
//! The walk, and how values are held on all targets, is [`crate::isa::common::lower`]'s. No
//! instruction has two memory operands, whatever the allocator decides about the homes. Sequences
//! know of their neighbours: the temporary from which the sequence before has just written its
//! result (`common::lower::fresh`), which may be taken instead of loading the result again; the condition from
//! which it has (`Flags`); and with allocation the instructions that are folded into them
//! (`Selection`) and have no sequence of their own.
//!
//! - An `i64` is one 8-byte variable in 64-bit mode, a pair in 32-bit mode;
//! - an `i1` vector is a 128-bit mask with lanes of all zeros or all ones, as wide as the lanes of
//!   the vector it selects;
//! - a pointer is a 32-bit integer; in 64-bit mode every 32-bit operation clears the upper half of
//!   its register, so a pointer loaded into a register is a valid 64-bit address.

mod arith;
mod atomics;
mod bits;
mod call;
mod cast;
mod control;
mod counted;
mod float;
mod lanes;
mod left;
mod memory;
mod operand;
mod pair;
mod rules;
mod shuffle;
mod shuffle_plan;
pub(crate) mod strength;
pub(crate) mod switch;
#[cfg(test)]
mod tests;
mod uppers;
mod vector;

use self::uppers::Uppers;
use super::inst::{Absolute, Amode, Base, Inst, ModeFacts, Opcode, Opnd};
use super::op::{Cc, Op, Size};
use super::regs::Reg;
use super::{Mode, classes};
use crate::analysis::Uses;
use crate::ice::{Block, InstData, Type, Value, ValueDef};
use crate::isa::common::facts;
use crate::isa::common::lower::{self, Backend, InstCode, ValueCode, next_var};
use crate::isa::common::selection::Selection;
use crate::lir::{RegClass, Var, VarKind};
use crate::mc::{Label, SymbolRef};
use crate::options::Features;

/// With values in the frame, a function with more variables than this has a frame pointer even if its
/// frame keeps its size: an address relative to the stack pointer takes a byte more each time,
/// setting up the frame pointer takes five bytes once.
const FRAME_POINTER_VARS: usize = 8;

/// Working memory of the lowering, reused from one function to the next.
pub type LowerScratch = lower::Scratch<State>;

/// The state of a lowering.
pub(crate) type Lower<'a> = lower::Lower<'a, State>;

/// The architecture's own part of the working memory.
#[derive(Clone, Default, Debug)]
pub struct Folding {
    steps: Vec<crate::ice::Inst>,
    /// What needs no code of its own; empty without allocation.
    selection: Selection,
    /// The integers whose registers may hold anything above them; all ask without allocation, and in a sandbox, which clears what it
    /// addresses with all the same.
    uppers: Uppers,
}

/// A truth value that the flags hold.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Truth {
    /// It was written to this home as the last thing that the sequence that compared did.
    At(Var),
    /// It is nowhere else: its comparison is made where it is asked for.
    Folded(Value),
}

/// That the flags hold a truth value.
#[derive(Copy, Clone, Debug)]
pub struct Flags {
    truth: Truth,
    /// The condition that says the same.
    cc: Cc,
}

/// A comparison of integers at their own size.
#[derive(Copy, Clone, Debug)]
pub struct Compared {
    lhs: Value,
    rhs: Value,
    /// Where it ends.
    end: usize,
}

/// The mode, and what a sequence knows of the one before.
#[derive(Clone, Debug)]
pub struct State {
    mode: Mode,
    is_64: bool,
    features: Features,
    /// The last truth value made. Good until the flags change.
    flags: Option<Flags>,
    /// The last comparison of integers. Good until the flags change.
    compared: Option<Compared>,
}

impl State {
    /// Nothing is known yet.
    pub fn new(mode: Mode, features: Features) -> Self {
        Self { mode, is_64: mode == Mode::X8664, features, flags: None, compared: None }
    }
}

impl Backend for State {
    type Inst = Inst;
    type Number = i32;
    type Amode = Amode;
    type Symbol = (SymbolRef, i32);
    type Mode = ModeFacts;
    type Scratch = Folding;

    const ASKS_USES: bool = false;
    const HAS_PHIS_IN_FRAME: bool = false;
    const USUAL: (usize, usize) = (4, 3);

    fn uses(scratch: &lower::Scratch<Self>) -> &Uses {
        scratch.isa.selection.uses()
    }

    fn symbol(symbol: SymbolRef) -> (SymbolRef, i32) {
        (symbol, 0)
    }
}

impl InstCode for Lower<'_> {
    fn prepare(&mut self) {
        let is_64 = self.isa.is_64;
        self.code.pools.mode = ModeFacts { call_clobbers: super::inst::caller_saved(is_64), is_64 };
        let Folding { selection, uppers, .. } = &mut self.scratch.isa;
        selection.clear();
        uppers.clear();
        if self.for_allocation {
            if cfg!(feature = "target-x8664") && is_64 && !self.code.sandboxed {
                uppers.find(self.module, self.func);
            }
            selection.compute(self.module, self.func, &rules::X86Rules { is_64, steps_last: self.carries_on_edges }, self.fuel);
        }
    }

    #[inline]
    fn is_folded(&mut self, _: Block, _: crate::ice::Inst, result: Value) -> bool {
        self.scratch.isa.selection.is_folded(result)
    }

    fn trap(&mut self) {
        self.bare(Op::Ud2);
    }

    fn finish(&mut self) {
        self.code.frame_pointer = self.code.dynamic_frame || (!self.for_allocation && self.code.vars.len() > FRAME_POINTER_VARS);
    }
}

impl ValueCode<State> for Lower<'_> {
    fn make_home(&mut self, ty: Type) -> Var {
        match ty {
            Type::F32 => self.code.make_var(classes::XMM, 4, VarKind::Any),
            Type::F64 => self.code.make_var(classes::XMM, 8, VarKind::Any),
            _ if ty.is_vector() => self.code.make_var(classes::XMM, 16, VarKind::Any),
            Type::I64 if self.isa.is_64 => self.code.make_var(classes::GPR, 8, VarKind::Any),
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

    fn is_pair(&self, ty: Type) -> bool {
        ty == Type::I64 && !self.isa.is_64
    }

    fn is_edge_move(&self, _: Type) -> bool {
        self.carries_on_edges
    }

    /// A home, an immediate, a symbol's address, or a constant in memory.
    #[inline]
    fn operand(&mut self, value: Value) -> Opnd {
        // Where phis are left to the allocator a value that has a home may be folded.
        let home = self.known_home(value).filter(|_| !self.carries_on_edges);
        debug_assert!(home.is_none() || !self.is_folded_load(value), "{value} has a home, and is read where it is used");
        home.map_or_else(|| self.any_operand(value), Opnd::Var)
    }

    #[inline]
    fn load_operand(&mut self, ty: Type, operand: Opnd) -> Var {
        self.load_gpr(self.int_size(ty), operand)
    }

    fn extend_operand(&mut self, ty: Type, operand: Opnd, signed: bool) -> Var {
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
        temp
    }

    /// A truth value is a byte with anything above it, and what is folded has no register.
    fn is_zero_extended(&self, value: Value) -> bool {
        let keeps = |value| self.func.ty(value) != Type::I1 && !self.scratch.isa.selection.is_folded(value);
        facts::is_zero_extended_if(self.func, value, keeps)
    }

    /// In 32-bit mode bytes want registers that have an 8-bit form.
    fn may_be_part(&self, result: Value, whole: Var) -> bool {
        let is_byte = matches!(self.func.ty(result), Type::I1 | Type::I8);
        if self.isa.is_64 {
            is_byte || self.has_free_upper(result)
        } else {
            !is_byte || self.code.var(whole).class == classes::BYTE
        }
    }

    fn fake_def(&mut self, var: Var) {
        self.push(Inst::new(Opcode::FakeDef, Size::B4, Opnd::Var(var), Opnd::None));
    }

    fn move_word(&mut self, to: Var, from: Var) {
        self.op(Op::Mov, Size::B4, to, from);
    }

    fn define(&mut self, result: Value, temp: Var) {
        let ty = self.func.ty(result);
        let home = self.home(result);
        let size = self.int_size(ty);
        let op = if ty.is_scalar_int() { Op::Mov } else { load_op(ty) };
        let write = Inst::new(Opcode::Real(op), size, Opnd::Var(home), Opnd::Var(temp));
        let data = self.code.var(temp);
        // Other temporaries are in registers that other sequences may need.
        let is_free = data.kind == VarKind::Register && data.class != classes::BYTE;
        if is_free && self.is_owed(result) {
            self.owe(home, write)
        } else {
            self.push(write)
        }
        if is_free {
            self.leave(home, temp);
        }
    }

    fn define_number(&mut self, result: Value, number: u32) {
        let home = self.home(result);
        self.op(Op::Mov, Size::B4, home, Opnd::Imm(number as i32));
    }

    fn copy_home(&mut self, ty: Type, to: Var, from: Var) {
        if self.is_pair(ty) {
            self.copy_gpr(Size::B4, to, Opnd::Var(from));
            self.copy_gpr(Size::B4, next_var(to), Opnd::Var(next_var(from)));
        } else {
            self.copy(ty, to, Opnd::Var(from));
        }
    }

    fn copy_value(&mut self, ty: Type, to: Var, value: Value) {
        if self.is_pair(ty) {
            let (low, high) = self.pair(value);
            self.copy_gpr(Size::B4, to, low);
            self.copy_gpr(Size::B4, next_var(to), high);
        } else {
            let source = self.operand(value);
            self.copy(ty, to, source);
        }
    }
}

/// Values and variables.
impl Lower<'_> {
    /// Whether the next sequence is likely to take a result, and no other asks for it: none does for
    /// what it folds in.
    fn is_owed(&self, result: Value) -> bool {
        self.for_allocation && {
            let selection = &self.scratch.isa.selection;
            let is_folded = |user| self.func.result(user).is_some_and(|value| selection.is_folded(value));
            self.user_if_next(selection.uses(), result).is_some_and(|user| !is_folded(user))
        }
    }

    /// Whether a value is a load that who uses it makes itself.
    fn is_folded_load(&self, value: Value) -> bool {
        let Some(ValueDef::Inst(inst)) = self.func.def(value) else { return false };
        matches!(self.func.inst(inst), InstData::Load { .. }) && self.scratch.isa.selection.is_folded(value)
    }

    /// The integer operation size for a scalar integer or pointer that fits one variable.
    fn int_size(&self, ty: Type) -> Size {
        if ty == Type::I64 { Size::B8 } else { Size::B4 }
    }

    /// A 64-bit constant in 64-bit mode: an immediate if sign extension makes it, otherwise in
    /// memory.
    fn wide_constant(&mut self, bits: u64) -> Opnd {
        match i32::try_from(bits as i64) {
            Ok(imm) => Opnd::Imm(imm),
            Err(_) => self.constant(u128::from(bits), 8),
        }
    }

    /// A constant in memory.
    fn constant(&mut self, bits: u128, size: u8) -> Opnd {
        let id = self.pool.intern(bits, size);
        self.mem(Amode { symbol: Some(SymbolRef::Pool(id)), ..Amode::new(Base::Other(Absolute), 0) })
    }

    /// The address of a symbol plus a constant.
    fn symbol_plus(&mut self, symbol: (SymbolRef, i32)) -> Opnd {
        Opnd::Sym(self.code.pools.symbols.push(symbol))
    }

    fn mem_at(&mut self, base: Base, disp: i32) -> Opnd {
        self.mem(Amode::new(base, disp))
    }

    /// A general-register temporary.
    fn gpr(&mut self) -> Var {
        self.code.make_var(classes::GPR, 8, VarKind::Register)
    }

    /// A general-register temporary for a lower half.
    fn half_gpr(&mut self) -> Var {
        self.code.make_var(classes::GPR, 4, VarKind::Register)
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
    fn take_register(&mut self, class: RegClass, size: Size, operand: Opnd) -> Option<Var> {
        let Opnd::Var(home) = operand else { return None };
        self.take_fresh(home, |home, temp| {
            class == temp.class && (class == classes::XMM || u32::from(home.bytes) == size.bytes())
        })
    }

    /// A general-register temporary that holds an operand.
    fn load_gpr(&mut self, size: Size, operand: Opnd) -> Var {
        if let Some(temp) = self.take_register(classes::GPR, size, operand) {
            return temp;
        }
        let temp = if self.is_part(size, operand) { self.half_gpr() } else { self.gpr() };
        self.mov(size, temp, operand);
        temp
    }

    /// Whether an operand is read as the lower half of a variable of 64 bits, which is that of a value with anything above it
    /// ([`may_be_part`](ValueCode::may_be_part)).
    fn is_part(&self, size: Size, operand: Opnd) -> bool {
        let is_wide = |var| self.code.var(var).bytes == 8 && self.code.var(var).kind == VarKind::Any;
        size == Size::B4 && matches!(operand, Opnd::Var(var) if is_wide(var))
    }

    /// `dst = src`. What is a part of a variable is copied as that, if the destination has room for no more: whatever is above it.
    fn mov(&mut self, size: Size, dst: Var, src: Opnd) {
        match src {
            Opnd::Var(src) if self.is_part(size, Opnd::Var(src)) && self.code.var(dst).bytes == 4 => self.copy_half(dst, src),
            _ => self.op(Op::Mov, size, dst, src),
        }
    }

    /// A floating-point or vector value in a register temporary.
    fn xmm_of(&mut self, value: Value) -> Var {
        let ty = self.func.ty(value);
        let operand = self.operand(value);
        self.load_xmm(ty, operand)
    }

    /// A vector-register temporary that holds an operand.
    fn load_xmm(&mut self, ty: Type, operand: Opnd) -> Var {
        if let Some(temp) = self.take_register(classes::XMM, Size::B4, operand) {
            return temp;
        }
        let temp = self.xmm();
        self.sse(load_op(ty), temp, operand);
        temp
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
    /// `dst op= src`, dst a variable.
    fn op(&mut self, op: Op, size: Size, dst: Var, src: impl Into<Opnd>) {
        self.op_any(op, size, Opnd::Var(dst), src);
    }

    /// `dst op= src` with any operands, of which no two may be in memory.
    fn op_any(&mut self, op: Op, size: Size, dst: Opnd, src: impl Into<Opnd>) {
        let src = src.into();
        // It depends on the allocation whether such an instruction is ever seen without an encoding.
        debug_assert!(!(self.may_be_memory(dst) && self.may_be_memory(src)), "{op:?} {dst:?}, {src:?}: both may be in memory");
        self.push(Inst::new(Opcode::Real(op), size, dst, src));
    }

    /// Whether an operand is in memory, or will be if the allocator likes.
    fn may_be_memory(&self, operand: Opnd) -> bool {
        match operand {
            Opnd::Mem(_) => true,
            Opnd::Var(var) => matches!(self.code.var(var).kind, VarKind::Any | VarKind::Memory),
            _ => false,
        }
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
        self.remember_flags(Truth::At(home), cc);
    }

    /// The flags hold a truth value.
    fn remember_flags(&mut self, truth: Truth, cc: Cc) {
        self.isa.flags = Some(Flags { truth, cc });
        self.places.flags = self.code.insts.len();
    }

    /// `dst = src` if the condition holds; `src` is not an immediate.
    fn move_if(&mut self, cc: Cc, size: Size, dst: Var, src: impl Into<Opnd>) {
        self.push(Inst::new(Opcode::Real(Op::Cmovcc), size, Opnd::Var(dst), src.into()).when(cc));
    }

    /// Keeps a variable alive up to here.
    fn fake_use(&mut self, var: Var) {
        self.push(Inst::new(Opcode::FakeUse, Size::B4, Opnd::None, Opnd::Var(var)));
    }

    /// Copies an integer operand to a variable, through a register if both may be memory.
    fn copy_gpr(&mut self, size: Size, dst: Var, src: Opnd) {
        match src {
            Opnd::Imm(_) | Opnd::Sym(_) => self.op(Op::Mov, size, dst, src),
            Opnd::Var(var) if self.code.var(var).kind != VarKind::Any => self.mov(size, dst, src),
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
}

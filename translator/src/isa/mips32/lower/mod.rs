//! Target lowering for MIPS32: what each instruction of the IR becomes.
//!
//! The walk, and how values are held on all targets, is [`crate::isa::common::lower`]'s. Sequences
//! do not look at their neighbours, but for two things: the register that still holds the last
//! result (`common::lower::fresh`) may be taken instead of loading the result again; and with allocation, a
//! comparison is left to the branch that is its only user (`branch`). Every move has a register at
//! one end, whatever the allocator decides about the homes.
//!
//! A vector is a 16-byte variable that is never given a register; its lanes are read and written in
//! place, or read from the variables that were written there (`known_lanes`). An `i1` vector is a mask of that size, with lanes of all zeros or all ones as wide as the
//! lanes of the vector it selects.

mod arith;
mod atomics;
mod bits;
mod branch;
mod call;
mod cast;
mod compare;
mod control;
mod float;
mod known_lanes;
mod lanes;
mod memory;
mod pair;
pub(crate) mod strength;
pub(crate) mod switch;
mod vector;

use super::classes;
use super::inst::{Amode, Base, Inst, Opcode, Opnd};
use super::op::Op;
use super::regs::Reg;
use crate::ice::{BinOp, Block, InstData, Type, Value, ValueDef};
use crate::isa::common::facts;
use crate::isa::common::lower::{self, Backend, InstCode, ValueCode, next_var};
use crate::lir::{Var, VarKind};
use crate::mc::{Label, SymbolRef};

/// Working memory of the lowering, reused from one function to the next.
pub type LowerScratch = lower::Scratch<State>;

/// The state of a lowering.
pub(crate) type Lower<'a> = lower::Lower<'a, State>;

/// The architecture's own part of the working memory.
#[derive(Clone, Default, Debug)]
pub struct Scratch {
    /// What takes incoming arguments from their registers, until all these are known.
    moves: Vec<Inst>,
    /// The lanes that are known, and which variables are read.
    known: Vec<known_lanes::Known>,
    is_read: Vec<bool>,
}

/// What the parts of a function know of each other.
#[derive(Clone, Default, Debug)]
pub struct State {
    /// The comparison that is left to the branch at the end of the block.
    folded: Option<Value>,
    /// The home of the hidden first argument, if the result is returned in memory.
    result_address: Option<Var>,
    /// How many labels there were: what is known of lanes holds up to the next one.
    stretch: u32,
    /// Whether a vector has a home.
    has_vectors: bool,
}

impl Backend for State {
    type Inst = Inst;
    type Number = i32;
    type Amode = Amode;
    type Symbol = SymbolRef;
    type Mode = ();
    type Scratch = Scratch;

    const ASKS_USES: bool = true;
    const HAS_PHIS_IN_FRAME: bool = true;
    const USUAL: (usize, usize) = (5, 4);

    fn symbol(symbol: SymbolRef) -> SymbolRef {
        symbol
    }

    fn forget(&mut self) {
        self.stretch += u32::from(!fault!(Mips32LaneJoin));
    }
}

impl InstCode for Lower<'_> {
    fn prepare(&mut self) {
        self.scratch.isa.known.clear();
    }

    fn is_folded(&mut self, block: Block, inst: crate::ice::Inst, result: Value) -> bool {
        if matches!(self.func.inst(inst), InstData::Binary { op: BinOp::Add, .. }) {
            return self.for_allocation && self.may_step_last(block, inst) && self.is_left_for_last(block, inst);
        }
        let is_folded = self.folds_into_branch(block, inst, result);
        if is_folded {
            self.isa.folded = Some(result);
        }
        is_folded
    }

    fn trap(&mut self) {
        // Zero equals zero.
        self.effect_op(Op::Teq, Opnd::Imm(0), Opnd::Imm(0));
    }

    fn finish(&mut self) {
        self.drop_unread_lanes();
    }
}

impl ValueCode<State> for Lower<'_> {
    fn make_home(&mut self, ty: Type) -> Var {
        match ty {
            Type::F32 => self.code.make_var(classes::FPR, 4, VarKind::Any),
            Type::F64 => self.code.make_var(classes::FPR, 8, VarKind::Any),
            Type::I64 => {
                let low = self.code.make_var(classes::GPR, 4, VarKind::Any);
                self.code.make_var(classes::GPR, 4, VarKind::Any);
                low
            }
            // The minimal allocator leaves it in memory, too, but wants its reads counted.
            _ if ty.is_vector() => {
                self.isa.has_vectors = true;
                let kind = if self.for_allocation { VarKind::Memory } else { VarKind::Any };
                self.code.make_var(classes::GPR, 16, kind)
            }
            _ => self.code.make_var(classes::GPR, 4, VarKind::Any),
        }
    }

    /// Vectors are copied through registers, and the allocator is told of the other phis.
    fn is_edge_move(&self, ty: Type) -> bool {
        self.carries_on_edges && !ty.is_vector()
    }

    #[inline]
    fn operand(&mut self, value: Value) -> Opnd {
        self.word_operand(value)
    }

    fn edge_operand(&mut self, value: Value) -> Opnd {
        if self.func.ty(value).is_scalar_float() { self.float_operand(value) } else { self.operand(value) }
    }

    #[inline]
    fn load_operand(&mut self, _: Type, operand: Opnd) -> Var {
        self.load_gpr(operand)
    }

    fn extend_operand(&mut self, ty: Type, operand: Opnd, signed: bool) -> Var {
        let narrow = self.load_gpr(operand);
        self.extend_register(ty, narrow, signed)
    }

    fn is_zero_extended(&self, value: Value) -> bool {
        facts::is_zero_extended(self.func, value)
    }

    fn may_be_part(&self, _: Value, _: Var) -> bool {
        true
    }

    fn fake_def(&mut self, var: Var) {
        self.push(Inst::new(Opcode::FakeDef, Opnd::Var(var), Opnd::None, Opnd::None));
    }

    fn move_word(&mut self, to: Var, from: Var) {
        self.move_operand(to, from);
    }

    fn define(&mut self, result: Value, temp: Var) {
        let ty = self.func.ty(result);
        let home = self.home(result);
        let opcode = if ty.is_scalar_float() { move_of(ty) } else { Opcode::Move };
        let write = Inst::new(opcode, Opnd::Var(home), Opnd::Var(temp), Opnd::None);
        if self.code.var(temp).kind != VarKind::Register {
            return self.push(write);
        }
        if self.is_owed(result) {
            self.owe(home, write)
        } else {
            self.push(write);
            if self.carries_on_edges {
                // The allocator does better with the result alone.
                return;
            }
        }
        self.leave(home, temp);
    }

    fn define_number(&mut self, result: Value, number: u32) {
        let temp = self.load_gpr(Opnd::Imm(number as i32));
        self.define(result, temp);
    }

    fn copy_home(&mut self, ty: Type, dst: Var, src: Var) {
        match ty {
            Type::I64 => {
                self.copy_word(dst, Opnd::Var(src));
                self.copy_word(next_var(dst), Opnd::Var(next_var(src)));
            }
            _ if ty.is_vector() => self.copy_lanes(dst, lanes::Lanes::Home(src)),
            _ if ty.is_scalar_float() => {
                let temp = self.fpr();
                self.move_float(ty, temp, src);
                self.move_float(ty, dst, temp);
            }
            _ => self.copy_word(dst, Opnd::Var(src)),
        }
    }

    fn copy_value(&mut self, ty: Type, dst: Var, src: Value) {
        match ty {
            Type::I64 => {
                let (low, high) = self.pair(src);
                self.copy_word(dst, low);
                self.copy_word(next_var(dst), high);
            }
            _ if ty.is_vector() => {
                let lanes = self.lanes(src);
                self.copy_lanes(dst, lanes);
            }
            _ if ty.is_scalar_float() => {
                let temp = self.fpr_of(src);
                self.move_float(ty, dst, temp);
            }
            _ => {
                let operand = self.operand(src);
                self.copy_word(dst, operand);
            }
        }
    }
}

/// Values and variables.
impl Lower<'_> {
    /// Whether the next sequence is likely to take a result, and no other asks for it: what adds a constant to it, or shifts it by one, may
    /// be done by those that ask for the sum (`address_and_offset`), or that rotate.
    fn is_owed(&self, result: Value) -> bool {
        let reads_alone = |user| match *self.func.inst(user) {
            InstData::Binary { op: BinOp::Add | BinOp::Sub | BinOp::Shl | BinOp::LShr, lhs, rhs } => {
                self.func.int_const(lhs).or(self.func.int_const(rhs)).is_none() || fault!(Mips32ReadThrough)
            }
            _ => true,
        };
        self.for_allocation && self.user_if_next(&self.scratch.uses, result).is_some_and(reads_alone)
    }

    /// The temporary that still holds what a home does, if it is no wider.
    fn take_register(&mut self, home: Var) -> Option<Var> {
        self.take_fresh(home, |home, temp| (home.class, home.bytes) == (temp.class, temp.bytes))
    }

    fn mem_at(&mut self, base: Base, disp: i32) -> Opnd {
        self.mem(Amode { base, disp })
    }

    /// A float or double as an operand: its home, the number zero, or a constant in memory.
    fn float_operand(&mut self, value: Value) -> Opnd {
        match self.func.def(value).expect("symbols are integers") {
            ValueDef::Undef | ValueDef::F32(0) | ValueDef::F64(0) => Opnd::Imm(0),
            ValueDef::F32(bits) => self.pool_constant(u64::from(bits), 4),
            ValueDef::F64(bits) => self.pool_constant(bits, 8),
            _ => Opnd::Var(self.home(value)),
        }
    }

    fn pool_constant(&mut self, bits: u64, size: u8) -> Opnd {
        let id = self.pool.intern(u128::from(bits), size);
        self.mem_at(Base::Other(SymbolRef::Pool(id)), 0)
    }

    /// A general-register temporary.
    fn gpr(&mut self) -> Var {
        self.code.make_var(classes::GPR, 4, VarKind::Register)
    }

    /// A floating-point temporary.
    fn fpr(&mut self) -> Var {
        self.code.make_var(classes::FPR, 8, VarKind::Register)
    }

    /// A variable in a given register.
    fn fixed(&mut self, reg: Reg) -> Var {
        let class = if reg.is_fpr() { classes::FPR } else { classes::GPR };
        self.code.make_var(class, 8, VarKind::Fixed(reg.0))
    }

    /// A general-register temporary that holds an operand.
    fn load_gpr(&mut self, operand: Opnd) -> Var {
        if let Opnd::Var(home) = operand
            && let Some(temp) = self.take_register(home)
        {
            return temp;
        }
        let temp = self.gpr();
        self.move_operand(temp, operand);
        temp
    }

    /// An operand as a register operand: a temporary, or the constant zero.
    fn register(&mut self, operand: Opnd) -> Opnd {
        match operand {
            Opnd::Imm(0) => operand,
            _ => Opnd::Var(self.load_gpr(operand)),
        }
    }

    /// A float or double in a register temporary that may be changed.
    fn fpr_of(&mut self, value: Value) -> Var {
        if let Some(temp) = self.known_home(value).and_then(|home| self.take_register(home)) {
            return temp;
        }
        // No wider than the value: a copy of it copies all of it.
        let bytes = if self.func.ty(value) == Type::F32 { 4 } else { 8 };
        let temp = self.code.make_var(classes::FPR, bytes, VarKind::Register);
        self.load_float(temp, value);
        temp
    }

    /// `dst` = a float or double, `dst` a register.
    fn load_float(&mut self, dst: Var, value: Value) {
        let ty = self.func.ty(value);
        match self.func.def(value).expect("symbols are integers") {
            ValueDef::F32(bits) => self.float_constant(dst, u64::from(bits), ty),
            ValueDef::F64(bits) => self.float_constant(dst, bits, ty),
            ValueDef::Undef => self.float_constant(dst, 0, ty),
            _ => {
                let home = self.home(value);
                self.move_float(ty, dst, home);
            }
        }
    }

    /// `temp` = a constant: zero from `$zero`, others from the pool.
    fn float_constant(&mut self, temp: Var, bits: u64, ty: Type) {
        if bits == 0 {
            self.op(Op::Mtc1, temp, Opnd::Imm(0), Opnd::None);
            if ty == Type::F64 {
                self.push(Inst::new(Opcode::ToUpper, temp.into(), Opnd::Imm(0), Opnd::None));
            }
            return;
        }
        let (op, size) = if ty == Type::F64 { (Op::Ldc1, 8) } else { (Op::Lwc1, 4) };
        let memory = self.pool_constant(bits, size);
        self.op(op, temp, memory, Opnd::None);
    }

    /// What a register holds of a type, extended to a word: in a new temporary if anything is to be
    /// done.
    fn extend_register(&mut self, ty: Type, narrow: Var, signed: bool) -> Var {
        match (ty, signed) {
            (Type::I8, false) => self.new_op(Op::Andi, narrow, Opnd::Imm(0xff)),
            (Type::I8, true) => self.new_op(Op::Seb, narrow, Opnd::None),
            (Type::I16, false) => self.new_op(Op::Andi, narrow, Opnd::Imm(0xffff)),
            (Type::I16, true) => self.new_op(Op::Seh, narrow, Opnd::None),
            (Type::I1, _) => {
                let bit = self.new_op(Op::Andi, narrow, Opnd::Imm(1));
                if signed { self.new_op(Op::Subu, Opnd::Imm(0), bit) } else { bit }
            }
            _ => narrow,
        }
    }
}

/// Emission.
impl Lower<'_> {
    /// `dst = a op b`; for a memory operation `dst` and memory `a`.
    fn op(&mut self, op: Op, dst: Var, a: impl Into<Opnd>, b: impl Into<Opnd>) {
        self.push(Inst::new(Opcode::Real(op), Opnd::Var(dst), a.into(), b.into()));
    }

    /// An operation that writes no variable.
    fn effect_op(&mut self, op: Op, a: impl Into<Opnd>, b: impl Into<Opnd>) {
        self.push(Inst::new(Opcode::Real(op), Opnd::None, a.into(), b.into()));
    }

    /// Stores a register operand, `$zero` included.
    fn store_op(&mut self, op: Op, value: impl Into<Opnd>, memory: Opnd) {
        self.push(Inst::new(Opcode::Real(op), value.into(), memory, Opnd::None));
    }

    /// A new temporary `= a op b`.
    fn new_op(&mut self, op: Op, a: impl Into<Opnd>, b: impl Into<Opnd>) -> Var {
        let temp = self.gpr();
        self.op(op, temp, a, b);
        temp
    }

    /// A conditional branch: on two registers, one, or none.
    fn branch_if(&mut self, op: Op, a: impl Into<Opnd>, b: impl Into<Opnd>, label: Label) {
        self.push(Inst::new(Opcode::Real(op), Opnd::Label(label), a.into(), b.into()));
    }

    /// Keeps a variable alive up to here.
    fn fake_use(&mut self, operand: impl Into<Opnd>) {
        self.push(Inst::new(Opcode::FakeUse, Opnd::None, operand.into(), Opnd::None));
    }

    /// Moves a word; one end is a register.
    fn move_operand(&mut self, dst: Var, src: impl Into<Opnd>) {
        self.push(Inst::new(Opcode::Move, Opnd::Var(dst), src.into(), Opnd::None));
    }

    /// Moves a float or double; one end is a register.
    fn move_float(&mut self, ty: Type, dst: Var, src: Var) {
        self.push(Inst::new(move_of(ty), Opnd::Var(dst), Opnd::Var(src), Opnd::None));
    }

    /// Copies a word operand to a variable, through a register if neither end is one.
    fn copy_word(&mut self, dst: Var, src: Opnd) {
        match src {
            Opnd::Imm(0) => self.move_operand(dst, src),
            Opnd::Var(var) if self.code.var(var).kind != VarKind::Any => self.move_operand(dst, src),
            _ => {
                let temp = self.load_gpr(src);
                self.move_operand(dst, temp);
            }
        }
    }

    /// `dst = ` the address of memory.
    fn address_of(&mut self, dst: Var, memory: Opnd) {
        self.push(Inst::new(Opcode::Address, Opnd::Var(dst), memory, Opnd::None));
    }
}

/// What moves a float or a double.
fn move_of(ty: Type) -> Opcode {
    if ty == Type::F64 { Opcode::MoveD } else { Opcode::MoveS }
}

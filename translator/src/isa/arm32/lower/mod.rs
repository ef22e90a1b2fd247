//! Target lowering for ARM: what each instruction of the IR becomes.
//!
//! The walk, and how values are held on all targets, is [`crate::isa::common::lower`]'s. Sequences
//! know of their neighbours: the temporary from which the sequence before has just written its
//! result (`common::lower::fresh`), which may be taken instead of loading the result again; the condition from
//! which it has (`Flags`); and with allocation the shifts and sums of their block whose work they
//! can do (`shifted`).
//!
//! An `i1` vector is a 128-bit mask with lanes of all zeros or all ones, as wide as the lanes of the
//! vector it selects.

mod arith;
mod atomics;
mod bits;
mod call;
mod cast;
mod control;
mod demand;
mod float;
mod lanes;
mod memory;
mod pair;
mod pair_shifted;
mod shifted;
mod shuffle;
pub(crate) mod strength;
pub(crate) mod switch;
mod vector;

use super::classes;
use super::encode::{float_immediate, modified_immediate};
use super::inst::{Amode, Base, Inst, Opcode, Opnd};
use super::op::{Cond, Op, Shift};
use super::regs::{Bank, Reg};
use crate::ice::{BinOp, Block, InstData, Type, Value, ValueDef};
use crate::isa::common::facts;
use crate::isa::common::lower::{self, Backend, InstCode, ValueCode, next_var};
use crate::lir::{Var, VarKind};
use crate::mc::{Label, SymbolRef};
use crate::options::Features;
use demand::Demand;

/// Working memory of the lowering, reused from one function to the next.
pub type LowerScratch = lower::Scratch<State>;

/// The state of a lowering.
pub(crate) type Lower<'a> = lower::Lower<'a, State>;

/// What a sequence knows of the one before.
#[derive(Clone, Debug)]
pub struct State {
    features: Features,
    /// The last truth value that a comparison has left in the flags.
    flags: Option<Flags>,
    /// The last comparison that the flags are of.
    compared: Option<Compared>,
}

impl State {
    /// Nothing is known yet.
    pub fn new(features: Features) -> Self {
        Self { features, flags: None, compared: None }
    }
}

impl Backend for State {
    type Inst = Inst;
    type Number = u32;
    type Amode = Amode;
    type Symbol = SymbolRef;
    type Mode = ();
    type Scratch = Demand;

    const ASKS_USES: bool = true;
    const HAS_PHIS_IN_FRAME: bool = false;
    const USUAL: (usize, usize) = (4, 3);

    fn symbol(symbol: SymbolRef) -> SymbolRef {
        symbol
    }

    fn forget(&mut self) {
        self.flags = None;
        self.compared = None;
    }
}

/// A truth value that the flags hold from the end of the sequence that compared to the next instruction
/// that writes them, and at most up to a label.
#[derive(Copy, Clone, Debug)]
pub struct Flags {
    /// The truth value's home.
    home: Var,
    /// The condition that says the same.
    cond: Cond,
}

/// A comparison of words, or of what was extended to words.
#[derive(Copy, Clone, Debug)]
pub struct Compared {
    lhs: Value,
    rhs: Value,
    signed: bool,
    /// Where it ends.
    end: usize,
}

impl InstCode for Lower<'_> {
    fn prepare(&mut self) {
        if self.for_allocation {
            self.scratch.isa.compute(self.func, &self.scratch.uses);
        }
    }

    #[inline]
    fn is_folded(&mut self, block: Block, inst: crate::ice::Inst, result: Value) -> bool {
        self.for_allocation
            && match *self.func.inst(inst) {
                InstData::Icmp { .. } => self.is_compared_late(inst, result),
                InstData::Binary { op: BinOp::Add, .. } if self.is_left_for_last(block, inst) => true,
                _ => self.scratch.isa.is_folded(self.func, &self.scratch.uses, inst, result),
            }
    }

    fn trap(&mut self) {
        self.op0(Op::Udf);
    }
}

impl ValueCode<State> for Lower<'_> {
    fn make_home(&mut self, ty: Type) -> Var {
        match ty {
            Type::F32 => self.code.make_var(classes::SINGLE, 4, VarKind::Any),
            Type::F64 => self.code.make_var(classes::DOUBLE, 8, VarKind::Any),
            _ if ty.is_vector() => self.code.make_var(classes::QUAD, 16, VarKind::Any),
            _ => {
                let low = self.code.make_var(classes::CORE, 4, VarKind::Any);
                if ty == Type::I64 {
                    self.code.make_var(classes::CORE, 4, VarKind::Any);
                }
                low
            }
        }
    }

    fn is_edge_move(&self, _: Type) -> bool {
        self.carries_on_edges
    }

    #[inline]
    fn operand(&mut self, value: Value) -> Opnd {
        self.word_operand(value)
    }

    fn edge_operand(&mut self, value: Value) -> Opnd {
        if self.func.ty(value).is_scalar_int() {
            return self.operand(value);
        }
        match self.func.def(value) {
            Some(ValueDef::F32(bits)) => Opnd::Imm(bits),
            Some(ValueDef::F64(bits)) => self.double_constant(bits),
            Some(ValueDef::Undef) => Opnd::Imm(0),
            _ => Opnd::Var(self.home(value)),
        }
    }

    #[inline]
    fn load_operand(&mut self, _: Type, operand: Opnd) -> Var {
        self.load_int(operand)
    }

    fn extend_operand(&mut self, ty: Type, operand: Opnd, signed: bool) -> Var {
        let (narrow, wide) = (self.load_int(operand), self.core());
        match (ty, signed) {
            (Type::I8, false) => self.op2(Op::Uxtb, wide, narrow),
            (Type::I8, true) => self.op2(Op::Sxtb, wide, narrow),
            (Type::I16, false) => self.op2(Op::Uxth, wide, narrow),
            (Type::I16, true) => self.op2(Op::Sxth, wide, narrow),
            (_, false) => self.op3(Op::And, wide, narrow, Opnd::Imm(1)),
            (_, true) => {
                let one_bit = Inst::new(Opcode::Real(Op::Sbfx), Opnd::Var(wide), Opnd::Var(narrow));
                self.push(one_bit.third(Opnd::Imm(0)).fourth(Opnd::Imm(1)));
            }
        }
        wide
    }

    fn is_zero_extended(&self, value: Value) -> bool {
        facts::is_zero_extended(self.func, value)
    }

    fn may_be_part(&self, _: Value, _: Var) -> bool {
        true
    }

    fn fake_def(&mut self, var: Var) {
        self.push(Inst::new(Opcode::FakeDef, Opnd::Var(var), Opnd::None));
    }

    fn move_word(&mut self, to: Var, from: Var) {
        self.mov(to, from);
    }

    fn define(&mut self, result: Value, temp: Var) {
        let home = self.home(result);
        let write = Inst::new(Opcode::Move, Opnd::Var(home), Opnd::Var(temp));
        if self.is_owed(result) {
            self.owe(home, write)
        } else {
            self.push(write)
        }
        self.leave(home, temp);
    }

    fn define_number(&mut self, result: Value, number: u32) {
        let temp = self.core();
        self.number(temp, number);
        self.define(result, temp);
    }

    fn copy_home(&mut self, ty: Type, to: Var, from: Var) {
        let temp = self.temp_for(ty);
        self.mov(temp, from);
        self.mov(to, temp);
        if ty == Type::I64 {
            self.copy_home(Type::I32, next_var(to), next_var(from));
        }
    }

    fn copy_value(&mut self, ty: Type, to: Var, value: Value) {
        if ty == Type::I64 {
            let (low, high) = self.load_pair(value);
            self.mov(to, low);
            self.mov(next_var(to), high);
        } else {
            let source = self.value(value);
            self.mov(to, source);
        }
    }
}

/// Values and variables.
impl Lower<'_> {
    /// Whether the next sequence is likely to take a result, and no other asks for it.
    fn is_owed(&self, result: Value) -> bool {
        self.for_allocation && self.user_if_next(&self.scratch.uses, result).is_some() && !self.scratch.isa.is_read_again(result)
    }

    /// A core-register temporary.
    fn core(&mut self) -> Var {
        self.code.make_var(classes::CORE, 4, VarKind::Register)
    }

    /// A single-precision temporary.
    fn single(&mut self) -> Var {
        self.code.make_var(classes::SINGLE, 4, VarKind::Register)
    }

    /// A double-precision temporary.
    fn double(&mut self) -> Var {
        self.code.make_var(classes::DOUBLE, 8, VarKind::Register)
    }

    /// A vector-register temporary.
    fn quad(&mut self) -> Var {
        self.code.make_var(classes::QUAD, 16, VarKind::Register)
    }

    /// A temporary for values of a type; for an `i64`, for one half.
    fn temp_for(&mut self, ty: Type) -> Var {
        match ty {
            Type::F32 => self.single(),
            Type::F64 => self.double(),
            _ if ty.is_vector() => self.quad(),
            _ => self.core(),
        }
    }

    /// A variable in a given register.
    fn fixed(&mut self, reg: Reg) -> Var {
        let (class, bytes) = match reg.bank() {
            Bank::Core => (classes::CORE, 4),
            Bank::Single => (classes::SINGLE, 4),
            Bank::Double => (classes::DOUBLE, 8),
            Bank::Quad => (classes::QUAD, 16),
        };
        self.code.make_var(class, bytes, VarKind::Fixed(reg.0))
    }

    /// Puts an integer operand into a register.
    fn put_int(&mut self, to: Var, source: Opnd) {
        match source {
            Opnd::Var(var) => self.mov(to, var),
            Opnd::Imm(number) => self.number(to, number),
            _ => self.push(Inst::new(Opcode::LoadSymbol, Opnd::Var(to), source)),
        }
    }

    /// An integer operand in a new temporary.
    fn load_int(&mut self, source: Opnd) -> Var {
        if let Opnd::Var(home) = source
            && let Some(temp) = self.take_register(home)
        {
            return temp;
        }
        let temp = self.core();
        self.put_int(temp, source);
        temp
    }

    /// The temporary that still holds what a home does, if it can hold what the home can.
    fn take_register(&mut self, home: Var) -> Option<Var> {
        self.take_fresh(home, |home, temp| home.class == temp.class)
    }

    /// An integer operand as the flexible second operand: a modified immediate, or a register.
    fn flexible(&mut self, source: Opnd) -> Opnd {
        match source {
            Opnd::Imm(number) if modified_immediate(number).is_some() => Opnd::Imm(number),
            _ => Opnd::Var(self.load_int(source)),
        }
    }

    /// A value of any type but `i64` in a new temporary.
    fn value(&mut self, value: Value) -> Var {
        let ty = self.func.ty(value);
        if let Some(ValueDef::Arg(_) | ValueDef::Inst(_) | ValueDef::Forward) = self.func.def(value) {
            let home = self.home(value);
            if let Some(temp) = self.take_register(home) {
                return temp;
            }
        }
        let temp = self.temp_for(ty);
        self.put_value(temp, value);
        temp
    }

    /// Puts a value of any type but `i64` into a register.
    fn put_value(&mut self, to: Var, value: Value) {
        let ty = self.func.ty(value);
        if ty.is_scalar_int() {
            let source = self.operand(value);
            return self.put_int(to, source);
        }
        match self.func.def(value) {
            Some(ValueDef::F32(bits)) => self.number(to, bits),
            Some(ValueDef::F64(bits)) => self.put_f64(to, bits),
            Some(ValueDef::Undef) => self.number(to, 0),
            _ => {
                let home = self.home(value);
                self.mov(to, home);
            }
        }
    }

    fn put_f64(&mut self, to: Var, bits: u64) {
        if let Some(short) = float_immediate(bits) {
            return self.op2(Op::VmovNumberF64, to, Opnd::Imm(short));
        }
        let constant = self.double_constant(bits);
        let opcode = if matches!(constant, Opnd::Sym(_)) { Opcode::LoadConstant } else { Opcode::LoadNumber };
        self.push(Inst::new(opcode, Opnd::Var(to), constant));
    }

    /// A double: a number if both halves are that one, otherwise a place in the pool.
    fn double_constant(&mut self, bits: u64) -> Opnd {
        if bits >> 32 == bits & 0xffff_ffff {
            return Opnd::Imm(bits as u32);
        }
        let id = self.pool.intern(u128::from(bits), 8);
        self.symbol(SymbolRef::Pool(id))
    }

    fn mem_at(&mut self, base: Base, disp: i32) -> Opnd {
        self.mem(Amode { base, index: None, disp })
    }
}

/// Emission.
impl Lower<'_> {
    /// `to = from`, at most one of them in the frame.
    fn mov(&mut self, to: Var, from: Var) {
        self.push(Inst::new(Opcode::Move, Opnd::Var(to), Opnd::Var(from)));
    }

    /// `to = number`.
    fn number(&mut self, to: Var, number: u32) {
        self.push(Inst::new(Opcode::LoadNumber, Opnd::Var(to), Opnd::Imm(number)));
    }

    /// `to = number` if a condition holds.
    fn number_if(&mut self, cond: Cond, to: Var, number: u32) {
        self.push(Inst::new(Opcode::LoadNumber, Opnd::Var(to), Opnd::Imm(number)).when(cond));
    }

    /// No operands.
    fn op0(&mut self, op: Op) {
        self.push(Inst::new(Opcode::Real(op), Opnd::None, Opnd::None));
    }

    /// Two operands.
    fn op2(&mut self, op: Op, a: Var, b: impl Into<Opnd>) {
        self.push(Inst::new(Opcode::Real(op), Opnd::Var(a), b.into()));
    }

    /// Three operands.
    fn op3(&mut self, op: Op, a: Var, b: impl Into<Opnd>, c: impl Into<Opnd>) {
        self.push(Inst::new(Opcode::Real(op), Opnd::Var(a), b.into()).third(c.into()));
    }

    /// Three operands, the third shifted.
    fn op3_shifted(&mut self, op: Op, a: Var, b: Var, c: Var, shift: Shift) {
        self.push(Inst::new(Opcode::Real(op), Opnd::Var(a), Opnd::Var(b)).third(Opnd::Var(c)).control(shift.0));
    }

    /// Four operands.
    fn op4(&mut self, op: Op, a: Var, b: Var, c: Var, d: impl Into<Opnd>) {
        self.push(Inst::new(Opcode::Real(op), Opnd::Var(a), Opnd::Var(b)).third(Opnd::Var(c)).fourth(d.into()));
    }

    fn jump_if(&mut self, cond: Cond, label: Label) {
        self.push(Inst::new(Opcode::Real(Op::B), Opnd::Label(label), Opnd::None).when(cond));
    }

    /// Keeps a variable alive up to here.
    fn fake_use(&mut self, var: Var) {
        self.push(Inst::new(Opcode::FakeUse, Opnd::None, Opnd::Var(var)));
    }
}

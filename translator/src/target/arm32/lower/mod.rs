//! Target lowering for ARM: each ICE instruction becomes a short sequence of ARM instructions.
//!
//! In: a verified function. Out: [`Code`] in which every ICE value has a *home* variable (kind
//! `Any`) and every sequence reads homes into register temporaries, computes, and writes the result
//! home. Sequences know of their neighbours: the temporary from which the sequence before has just
//! written its result (`Fresh`), which may be taken instead of loading the result again; the
//! condition from which it has (`Flags`); and with allocation the shifts and sums of their block
//! whose work they can do (`shifted`).
//!
//! How values are held:
//! - integers narrower than 32 bits occupy 32 bits whose upper part is garbage; code that needs it
//!   extends it (`Lower::extended`). This includes `i1`, of which bit 0 counts;
//! - an `i64` is two 4-byte variables, low half first;
//! - an `i1` vector is a 128-bit mask with lanes of all zeros or all ones, as wide as the lanes of
//!   the vector it selects.
//!
//! One pass, linear in the instructions, but for sorting the cases of switches.

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
mod shifted;
pub(crate) mod strength;
pub(crate) mod switch;
mod vector;

use super::classes;
use super::encode::modified_immediate;
use super::inst::{Amode, Base, Inst, Opcode, Opnd};
use super::op::{Cond, Op, Shift};
use super::regs::{Bank, Reg};
use crate::analysis::Uses;
use crate::ice::{Block, Function, InstData, Module, Type, Value, ValueDef, ValueRef};
use crate::lir::phi::PhiCopies;
use crate::lir::{Code, EdgeMove, EdgeSource, FrameObject, Role, Var, VarKind};
use crate::mc::{ConstPool, Label, SymbolRef};
use crate::opt::Fuel;
use crate::options::Features;
use crate::target::common::facts;
use crate::target::common::switch::SwitchPlan;
use crate::target::{Limit, LowerInput};

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
    /// Only for allocation.
    uses: Uses,
    phis: Vec<Var>,
    edge_moves: Vec<EdgeMove<Opnd>>,
    /// Frame areas for work lane by lane.
    lane_areas: Option<[FrameObject; 2]>,
}

/// Lowers one function into `code`, which is cleared first.
pub fn lower(
    input: LowerInput<'_>,
    scratch: &mut LowerScratch,
    code: &mut Code<Inst>,
    pool: &mut ConstPool,
) -> Result<(), Limit> {
    let func = input.func;
    code.clear(func.block_count());
    code.pools.clear();
    scratch.homes.clear();
    scratch.homes.resize(func.value_count(), 0);
    scratch.phi_temps.clear();
    scratch.phi_temps.resize(func.value_count(), 0);
    scratch.phi_copies.compute(func);
    scratch.lane_areas = None;
    if input.for_allocation {
        scratch.uses.compute(func);
    }
    let LowerInput { features, module, for_allocation, fuel, .. } = input;
    let (list, in_entry) = (Vec::new(), true);
    let state = Lower {
        features,
        module,
        func,
        for_allocation,
        fuel,
        scratch,
        code,
        pool,
        block: None,
        in_entry,
        list,
        defined: None,
        fresh: None,
        flags: None,
        fresh_flags: None,
    };
    state.function()
}

/// The state of a lowering.
pub(crate) struct Lower<'a> {
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
    /// The current block.
    block: Option<Block>,
    /// Whether the current block is the entry, which runs once.
    in_entry: bool,
    /// Variables of the operand list under construction.
    list: Vec<(Var, Role)>,
    /// The last result written, for the next sequence.
    defined: Option<Fresh>,
    /// What the sequence before has left for this one.
    fresh: Option<Fresh>,
    /// The last truth value written, for the next sequence.
    flags: Option<Flags>,
    /// The truth value that the flags hold as the sequence before has left them.
    fresh_flags: Option<Flags>,
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
    /// The temporary.
    temp: Var,
    /// How many instructions there were when it had been written.
    end: usize,
}

/// A truth value that the flags still hold when the sequence that compared has written it as the
/// last thing it did.
///
/// What the next sequence does before it asks are moves, which leave the flags alone.
#[derive(Copy, Clone, Debug)]
struct Flags {
    /// The truth value's home.
    home: Var,
    /// The condition that says the same.
    cond: Cond,
    /// How many instructions there were when the flags held it.
    end: usize,
}

/// A scalar integer operand, before it is in a register.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Int {
    /// In a variable.
    Var(Var),
    /// A number.
    Number(u32),
    /// An address.
    Symbol(SymbolRef),
}

/// The whole function.
impl Lower<'_> {
    fn function(mut self) -> Result<(), Limit> {
        let func = self.func;
        self.arguments();
        for (index, &block) in func.block_order().iter().enumerate() {
            self.block = Some(block);
            self.bind(block_label(block));
            self.phi_results(block);
            let next = func.block_order().get(index + 1).copied().filter(|_| !self.for_allocation);
            for inst in func.block_insts(block) {
                self.instruction(block, next, inst)?;
            }
            self.in_entry = false;
        }
        Ok(())
    }

    fn instruction(&mut self, block: Block, next: Option<Block>, inst: crate::ice::Inst) -> Result<(), Limit> {
        let data = *self.func.inst(inst);
        let end = self.code.insts.len();
        self.fresh = self.defined.take().filter(|fresh| fresh.end == end);
        self.fresh_flags = self.flags.take().filter(|flags| flags.end == end);
        if data.is_terminator() {
            self.phi_copies(block);
            self.terminator(data, next);
            return Ok(());
        }
        let Some(result) = self.func.result(inst) else { return self.effect(data) };
        let ty = self.func.ty(result);
        match data {
            InstData::Phi { .. } => {}
            InstData::Binary { op, lhs, rhs } => self.binary(result, ty, op, lhs, rhs),
            InstData::Cast { op, src } => self.cast(result, ty, op, src),
            InstData::Icmp { cond, lhs, rhs } => self.icmp(result, cond, lhs, rhs),
            InstData::Fcmp { cond, lhs, rhs } => self.fcmp(result, cond, lhs, rhs),
            InstData::Select { cond, on_true, on_false } => self.select(result, ty, cond, on_true, on_false),
            InstData::Load { addr, align } => self.load(result, ty, addr, align),
            InstData::Alloca { size, align } => self.alloca(result, size, align),
            InstData::InsertElement { vector, element, index } => self.insert_element(result, ty, vector, element, index),
            InstData::ExtractElement { vector, index } => self.extract_element(result, vector, index),
            _ => self.any_call(data, Some(result))?,
        }
        Ok(())
    }

    fn effect(&mut self, data: InstData) -> Result<(), Limit> {
        match data {
            InstData::Store { addr, value, align } => {
                self.store(addr, value, align);
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
            let home = self.home(phi);
            let ty = func.ty(phi);
            self.copy_home(ty, home, temp);
            if ty == Type::I64 {
                self.copy_home(ty, next_var(home), next_var(temp));
            }
        }
    }

    /// Copies a variable in the frame to another.
    fn copy_home(&mut self, ty: Type, to: Var, from: Var) {
        let temp = self.temp_for(ty);
        self.mov(temp, from);
        self.mov(to, temp);
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
            if ty == Type::I64 {
                let (low, high) = self.load_pair(copy.source);
                self.mov(temp, low);
                self.mov(next_var(temp), high);
            } else {
                let source = self.value(copy.source);
                self.mov(temp, source);
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
            if func.ty(phi) == Type::I64 {
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
            if self.func.ty(copy.phi) == Type::I64 {
                let (low, high) = self.pair(copy.source);
                moves.push(EdgeMove { to, dest, source: self.edge_source(low) });
                moves.push(EdgeMove { to, dest: next_var(dest), source: self.edge_source(high) });
            } else {
                let source = self.phi_source(copy.source);
                moves.push(EdgeMove { to, dest, source });
            }
        }
        self.code.edges.set_moves(block_label(block), moves.drain(..));
        self.scratch.edge_moves = moves;
    }

    /// What a phi receives that is no pair.
    fn phi_source(&mut self, value: Value) -> EdgeSource<Opnd> {
        if self.func.ty(value).is_scalar_int() {
            let source = self.int(value);
            return self.edge_source(source);
        }
        match self.func.def(value) {
            Some(ValueDef::F32(bits)) => EdgeSource::Const(Opnd::Imm(bits)),
            Some(ValueDef::F64(bits)) => EdgeSource::Const(self.double_constant(bits)),
            Some(ValueDef::Undef) => EdgeSource::Const(Opnd::Imm(0)),
            _ => EdgeSource::Var(self.home(value)),
        }
    }

    fn edge_source(&mut self, source: Int) -> EdgeSource<Opnd> {
        match source {
            Int::Var(var) => EdgeSource::Var(var),
            Int::Number(number) => EdgeSource::Const(Opnd::Imm(number)),
            Int::Symbol(symbol) => EdgeSource::Const(self.symbol(symbol)),
        }
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

    /// The variable that holds a local value: for a pair the low half.
    fn home(&mut self, value: Value) -> Var {
        let index = value.local_index().expect("symbols have no home");
        if self.scratch.homes[index] == 0 {
            let var = self.make_home(self.func.ty(value));
            self.scratch.homes[index] = var.as_u32() + 1;
        }
        Var::from_u32(self.scratch.homes[index] - 1)
    }

    /// A scalar integer of at most 32 bits.
    fn int(&mut self, value: Value) -> Int {
        let def = match value.unpack() {
            ValueRef::Func(func) => return Int::Symbol(SymbolRef::Func(func)),
            ValueRef::Global(global) => return Int::Symbol(SymbolRef::Global(global)),
            ValueRef::Local(_) => self.func.def(value).expect("a local value has a definition"),
        };
        match def {
            ValueDef::Int(bits) => Int::Number(bits as u32),
            // Any value will do; zero is the cheapest to make and the same on every run.
            ValueDef::Undef => Int::Number(0),
            _ => Int::Var(self.home(value)),
        }
    }

    /// The halves of an `i64`.
    fn pair(&mut self, value: Value) -> (Int, Int) {
        match self.func.def(value) {
            Some(ValueDef::Int(bits)) => (Int::Number(bits as u32), Int::Number((bits >> 32) as u32)),
            Some(ValueDef::Undef) => (Int::Number(0), Int::Number(0)),
            _ => {
                let low = self.home(value);
                (Int::Var(low), Int::Var(next_var(low)))
            }
        }
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
    fn put_int(&mut self, to: Var, source: Int) {
        match source {
            Int::Var(var) => self.mov(to, var),
            Int::Number(number) => self.number(to, number),
            Int::Symbol(symbol) => {
                let symbol = self.symbol(symbol);
                self.push(Inst::new(Opcode::LoadSymbol, Opnd::Var(to), symbol));
            }
        }
    }

    /// An integer operand in a new temporary.
    fn load_int(&mut self, source: Int) -> Var {
        if let Int::Var(home) = source
            && let Some(temp) = self.take_fresh(home)
        {
            return temp;
        }
        let temp = self.core();
        self.put_int(temp, source);
        temp
    }

    /// The temporary that still holds what a home does, if it can hold what the home can.
    fn take_fresh(&mut self, home: Var) -> Option<Var> {
        let fresh = self.fresh.filter(|fresh| fresh.home == home)?;
        let (home, temp) = (self.code.var(home), self.code.var(fresh.temp));
        if home.class != temp.class || temp.kind != VarKind::Register {
            return None;
        }
        self.fresh = None;
        Some(fresh.temp)
    }

    /// A scalar integer of at most 32 bits in a new temporary.
    fn core_of(&mut self, value: Value) -> Var {
        let source = self.int(value);
        self.load_int(source)
    }

    /// An integer operand as the flexible second operand: a modified immediate, or a register.
    fn flexible(&mut self, source: Int) -> Opnd {
        match source {
            Int::Number(number) if modified_immediate(number).is_some() => Opnd::Imm(number),
            _ => Opnd::Var(self.load_int(source)),
        }
    }

    /// A value of any type but `i64` in a new temporary.
    fn value(&mut self, value: Value) -> Var {
        let ty = self.func.ty(value);
        if let Some(ValueDef::Arg(_) | ValueDef::Inst(_) | ValueDef::Forward) = self.func.def(value) {
            let home = self.home(value);
            if let Some(temp) = self.take_fresh(home) {
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
            let source = self.int(value);
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

    /// An integer of at most 32 bits as a full 32-bit operand, extended as asked.
    fn extended(&mut self, value: Value, signed: bool) -> Int {
        let ty = self.func.ty(value);
        let width = ty.bits();
        let source = self.int(value);
        if width >= 32 {
            return source;
        }
        if let Int::Number(number) = source {
            let shift = 32 - width;
            return Int::Number(if signed { ((number << shift) as i32 >> shift) as u32 } else { number << shift >> shift });
        }
        if !signed && facts::is_zero_extended(self.func, value) {
            return source;
        }
        let (narrow, wide) = (self.load_int(source), self.core());
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
        Int::Var(wide)
    }

    /// As [`extended`](Self::extended), in a register temporary that may be changed.
    fn extended_core(&mut self, value: Value, signed: bool) -> Var {
        match self.extended(value, signed) {
            Int::Var(var) if self.code.var(var).kind == VarKind::Register => var,
            source => self.load_int(source),
        }
    }

    fn mem(&mut self, base: Base, disp: i32) -> Opnd {
        self.code.pools.amodes.push(Amode { base, index: None, disp });
        Opnd::Mem(self.code.pools.amodes.len() as u32 - 1)
    }
}

/// Emission.
impl Lower<'_> {
    #[inline]
    fn push(&mut self, inst: Inst) {
        self.code.insts.push(inst);
    }

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

    fn bind(&mut self, label: Label) {
        self.fresh = None;
        self.push(Inst::new(Opcode::Bind, Opnd::Label(label), Opnd::None));
    }

    fn jump(&mut self, label: Label) {
        self.push(Inst::new(Opcode::Real(Op::B), Opnd::Label(label), Opnd::None));
    }

    fn jump_if(&mut self, cond: Cond, label: Label) {
        self.push(Inst::new(Opcode::Real(Op::B), Opnd::Label(label), Opnd::None).when(cond));
    }

    /// Keeps a variable alive up to here.
    fn fake_use(&mut self, var: Var) {
        self.push(Inst::new(Opcode::FakeUse, Opnd::None, Opnd::Var(var)));
    }

    /// Says that a variable has some value from here on.
    fn fake_def(&mut self, var: Var) {
        self.push(Inst::new(Opcode::FakeDef, Opnd::Var(var), Opnd::None));
    }

    /// Writes a temporary to a result's home.
    fn define(&mut self, result: Value, temp: Var) {
        let home = self.home(result);
        self.mov(home, temp);
        self.defined = Some(Fresh { home, temp, end: self.code.insts.len() });
    }
}

impl From<Var> for Opnd {
    fn from(var: Var) -> Opnd {
        Opnd::Var(var)
    }
}

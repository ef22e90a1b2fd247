//! Target lowering for MIPS32: each ICE instruction becomes a short sequence of MIPS instructions.
//! Sequences do not look at their neighbours, but for one thing: with allocation, a comparison is
//! left to the branch that is its only user (`branch`).
//!
//! In: a verified function. Out: [`Code`] in which every ICE value has a *home* variable (kind
//! `Any`) and every sequence moves homes into register temporaries, computes, and moves the result
//! home. Every move has a register at one end, whatever the allocator decides about the homes.
//!
//! How values are held:
//! - integers narrower than 32 bits occupy 32 bits whose upper part is garbage; code that needs it
//!   extends it (`Lower::extended`). This includes `i1`, of which bit 0 counts;
//! - an `i64` is two 4-byte variables, low half first;
//! - a vector is a 16-byte variable that is never given a register; its lanes are read and written
//!   in place. An `i1` vector is a mask of that size, with lanes of all zeros or all ones as wide
//!   as the lanes of the vector it selects.
//!
//! One pass, linear in the instructions, but for sorting the cases of switches.

mod arith;
mod atomics;
mod bits;
mod branch;
mod call;
mod cast;
mod compare;
mod control;
mod float;
mod intrinsics;
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
use crate::analysis::Uses;
use crate::ice::{Block, Function, InstData, Module, Type, Value, ValueDef, ValueRef};
use crate::lir::phi::PhiCopies;
use crate::lir::{Code, EdgeMove, EdgeSource, Role, Var, VarKind};
use crate::mc::{ConstPool, Label, SymbolRef};
use crate::opt::Fuel;
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
    /// Variables of the operand list under construction.
    list: Vec<(Var, Role)>,
}

/// Lowers one function into `code`, which is cleared first.
pub fn lower(
    input: LowerInput<'_>,
    scratch: &mut LowerScratch,
    code: &mut Code<Inst>,
    pool: &mut ConstPool,
) -> Result<(), Limit> {
    let LowerInput { module, func, for_allocation, fuel, .. } = input;
    code.clear(func.block_count());
    // Roughly what a function needs, so that the vectors hardly grow while they are filled.
    code.insts.reserve(5 * func.inst_count());
    code.vars.reserve(4 * func.value_count());
    code.pools.clear();
    scratch.homes.clear();
    scratch.homes.resize(func.value_count(), 0);
    scratch.phi_temps.clear();
    scratch.phi_temps.resize(func.value_count(), 0);
    scratch.phi_copies.compute(func);
    if for_allocation {
        scratch.uses.compute(func);
    }
    Lower { module, func, for_allocation, fuel, scratch, code, pool, in_entry: true, folded: None, result_address: None }
        .function()
}

/// The state of a lowering.
pub(crate) struct Lower<'a> {
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
    /// The comparison that is left to the branch at the end of the block.
    folded: Option<Value>,
    /// The home of the hidden first argument, if the result is returned in memory.
    result_address: Option<Var>,
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
        Ok(())
    }

    fn instruction(&mut self, block: Block, next: Option<Block>, inst: crate::ice::Inst) -> Result<(), Limit> {
        let data = *self.func.inst(inst);
        if data.is_terminator() {
            self.phi_copies(block);
            self.terminator(data, next);
            return Ok(());
        }
        let Some(result) = self.func.result(inst) else { return self.effect(data) };
        let ty = self.func.ty(result);
        if self.folds_into_branch(block, inst, result) {
            self.folded = Some(result);
            return Ok(());
        }
        match data {
            InstData::Phi { .. } => {}
            InstData::Binary { op, lhs, rhs } => self.binary(result, ty, op, lhs, rhs),
            InstData::Cast { op, src } => self.cast(result, ty, op, src),
            InstData::Icmp { cond, lhs, rhs } => self.icmp(result, cond, lhs, rhs),
            InstData::Fcmp { cond, lhs, rhs } => self.fcmp(result, cond, lhs, rhs),
            InstData::Select { cond, on_true, on_false } => self.select(result, ty, cond, on_true, on_false),
            InstData::Load { addr, align } => self.load(result, ty, addr, align),
            InstData::Alloca { size, align } => self.alloca(result, size, align)?,
            InstData::InsertElement { vector, element, index } => self.insert_element(result, ty, vector, element, index),
            InstData::ExtractElement { vector, index } => self.extract_element(result, ty, vector, index),
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

    /// Copies the temporaries of a block's phis into their results. With allocation that is for
    /// vectors only: they are copied through registers, and the allocator is told of the other
    /// phis.
    fn phi_results(&mut self, block: Block) {
        let func = self.func;
        if self.for_allocation {
            self.name_phis(block);
        }
        for inst in func.block_insts(block) {
            let (InstData::Phi { .. }, Some(phi)) = (func.inst(inst), func.result(inst)) else { break };
            let ty = func.ty(phi);
            if self.is_edge_move(ty) {
                continue;
            }
            let temp = self.phi_temp(phi);
            let home = self.home(phi);
            self.copy_home(ty, home, temp);
        }
    }

    /// Copies the operands of the successors' phis into the phis' temporaries.
    fn phi_copies(&mut self, block: Block) {
        if self.for_allocation {
            self.name_edge_moves(block);
        }
        for index in 0..self.scratch.phi_copies.of(block).len() {
            let copy = self.scratch.phi_copies.of(block)[index];
            let ty = self.func.ty(copy.phi);
            if self.is_edge_move(ty) {
                continue;
            }
            let temp = self.phi_temp(copy.phi);
            self.copy_value(ty, temp, copy.source);
        }
    }

    /// Whether phis of a type are left to the allocator.
    fn is_edge_move(&self, ty: Type) -> bool {
        self.for_allocation && !ty.is_vector()
    }

    /// Tells the allocator which variables a block's phis are.
    fn name_phis(&mut self, block: Block) {
        let func = self.func;
        let mut phis = std::mem::take(&mut self.scratch.phis);
        for inst in func.block_insts(block) {
            let (InstData::Phi { .. }, Some(phi)) = (func.inst(inst), func.result(inst)) else { break };
            let ty = func.ty(phi);
            if self.is_edge_move(ty) {
                let home = self.home(phi);
                phis.push(home);
                if ty == Type::I64 {
                    phis.push(next_var(home));
                }
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
            let ty = self.func.ty(copy.phi);
            if !self.is_edge_move(ty) {
                continue;
            }
            let (to, dest) = (block_label(copy.to), self.home(copy.phi));
            if ty == Type::I64 {
                let (low, high) = self.pair(copy.source);
                moves.push(EdgeMove { to, dest, source: edge_source(low) });
                moves.push(EdgeMove { to, dest: next_var(dest), source: edge_source(high) });
            } else {
                let source = if ty.is_scalar_float() { self.float_operand(copy.source) } else { self.operand(copy.source) };
                moves.push(EdgeMove { to, dest, source: edge_source(source) });
            }
        }
        self.code.edges.set_moves(block_label(block), moves.drain(..));
        self.scratch.edge_moves = moves;
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
        self.mem(Base::Symbol(SymbolRef::Pool(id)), 0)
    }

    /// Copies a variable of a type to another: for a pair both halves.
    fn copy_home(&mut self, ty: Type, dst: Var, src: Var) {
        match ty {
            Type::I64 => {
                self.copy_word(dst, Opnd::Var(src));
                self.copy_word(next_var(dst), Opnd::Var(next_var(src)));
            }
            _ if ty.is_vector() => self.copy_vector(Base::Home(dst), 0, lanes::Lanes::Home(src)),
            _ if ty.is_scalar_float() => {
                let temp = self.fpr();
                self.move_float(ty, temp, src);
                self.move_float(ty, dst, temp);
            }
            _ => self.copy_word(dst, Opnd::Var(src)),
        }
    }

    /// Copies a value to a variable of its type.
    fn copy_value(&mut self, ty: Type, dst: Var, src: Value) {
        match ty {
            Type::I64 => {
                let (low, high) = self.pair(src);
                self.copy_word(dst, low);
                self.copy_word(next_var(dst), high);
            }
            _ if ty.is_vector() => {
                let lanes = self.lanes(src);
                self.copy_vector(Base::Home(dst), 0, lanes);
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
                let kind = if self.for_allocation { VarKind::Memory } else { VarKind::Any };
                self.code.make_var(classes::GPR, 16, kind)
            }
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

    /// An integer value of one word as an operand: home, constant or symbol address.
    fn operand(&mut self, value: Value) -> Opnd {
        match value.unpack() {
            ValueRef::Func(func) => return self.symbol(SymbolRef::Func(func)),
            ValueRef::Global(global) => return self.symbol(SymbolRef::Global(global)),
            ValueRef::Local(_) => {}
        }
        match self.func.def(value).expect("a local value has a definition") {
            ValueDef::Int(bits) => Opnd::Imm(bits as i32),
            // Any value will do; zero is the cheapest to make and the same on every run.
            ValueDef::Undef => Opnd::Imm(0),
            _ => Opnd::Var(self.home(value)),
        }
    }

    /// The halves of an i64.
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

    fn symbol(&mut self, symbol: SymbolRef) -> Opnd {
        self.code.pools.symbols.push(symbol);
        Opnd::Sym(self.code.pools.symbols.len() as u32 - 1)
    }

    fn mem(&mut self, base: Base, disp: i32) -> Opnd {
        self.code.pools.amodes.push(Amode { base, disp });
        Opnd::Mem(self.code.pools.amodes.len() as u32 - 1)
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
        let temp = self.gpr();
        self.move_word(temp, operand);
        temp
    }

    /// An operand as a register operand: a temporary, or the constant zero.
    fn register(&mut self, operand: Opnd) -> Opnd {
        match operand {
            Opnd::Imm(0) => operand,
            _ => Opnd::Var(self.load_gpr(operand)),
        }
    }

    /// An integer value of one word in a register temporary that may be changed.
    fn gpr_of(&mut self, value: Value) -> Var {
        let operand = self.operand(value);
        self.load_gpr(operand)
    }

    /// A float or double in a register temporary that may be changed.
    fn fpr_of(&mut self, value: Value) -> Var {
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

    /// An integer narrower than a word as a word operand, extended as asked: a register, or a
    /// constant. 32-bit values stay as they are, at home perhaps.
    fn extended(&mut self, value: Value, signed: bool) -> Opnd {
        let ty = self.func.ty(value);
        let operand = self.operand(value);
        match operand {
            _ if ty.bits() >= 32 => operand,
            Opnd::Imm(imm) => {
                let shift = 32 - ty.bits();
                Opnd::Imm(if signed { imm << shift >> shift } else { ((imm as u32) << shift >> shift) as i32 })
            }
            _ => {
                if !signed && facts::is_zero_extended(self.func, value) {
                    return operand;
                }
                let narrow = self.load_gpr(operand);
                Opnd::Var(self.extend_register(ty, narrow, signed))
            }
        }
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

    /// As [`extended`](Self::extended), in a register temporary that may be changed.
    fn extended_gpr(&mut self, value: Value, signed: bool) -> Var {
        match self.extended(value, signed) {
            Opnd::Var(var) if self.code.var(var).kind == VarKind::Register => var,
            operand => self.load_gpr(operand),
        }
    }
}

/// Emission.
impl Lower<'_> {
    fn push(&mut self, inst: Inst) {
        self.code.insts.push(inst);
    }

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

    fn bind(&mut self, label: Label) {
        self.push(Inst::new(Opcode::Bind, Opnd::Label(label), Opnd::None, Opnd::None));
    }

    fn jump(&mut self, label: Label) {
        self.push(Inst::new(Opcode::Jump, Opnd::Label(label), Opnd::None, Opnd::None));
    }

    /// A conditional branch: on two registers, one, or none.
    fn branch(&mut self, op: Op, a: impl Into<Opnd>, b: impl Into<Opnd>, label: Label) {
        self.push(Inst::new(Opcode::Real(op), Opnd::Label(label), a.into(), b.into()));
    }

    /// Keeps a variable alive up to here.
    fn fake_use(&mut self, operand: impl Into<Opnd>) {
        self.push(Inst::new(Opcode::FakeUse, Opnd::None, operand.into(), Opnd::None));
    }

    /// Says that a variable has some value from here on.
    fn fake_def(&mut self, var: Var) {
        self.push(Inst::new(Opcode::FakeDef, Opnd::Var(var), Opnd::None, Opnd::None));
    }

    /// Moves a word; one end is a register.
    fn move_word(&mut self, dst: Var, src: impl Into<Opnd>) {
        self.push(Inst::new(Opcode::Move, Opnd::Var(dst), src.into(), Opnd::None));
    }

    /// Moves a float or double; one end is a register.
    fn move_float(&mut self, ty: Type, dst: Var, src: Var) {
        let opcode = if ty == Type::F64 { Opcode::MoveD } else { Opcode::MoveS };
        self.push(Inst::new(opcode, Opnd::Var(dst), Opnd::Var(src), Opnd::None));
    }

    /// Copies a word operand to a variable, through a register if neither end is one.
    fn copy_word(&mut self, dst: Var, src: Opnd) {
        match src {
            Opnd::Imm(0) => self.move_word(dst, src),
            Opnd::Var(var) if self.code.var(var).kind != VarKind::Any => self.move_word(dst, src),
            _ => {
                let temp = self.load_gpr(src);
                self.move_word(dst, temp);
            }
        }
    }

    /// `dst = ` the address of memory.
    fn address_of(&mut self, dst: Var, memory: Opnd) {
        self.push(Inst::new(Opcode::Address, Opnd::Var(dst), memory, Opnd::None));
    }

    /// Writes a register temporary to the home of a result that is neither a pair nor a vector.
    fn define(&mut self, result: Value, temp: Var) {
        let ty = self.func.ty(result);
        let home = self.home(result);
        if ty.is_scalar_float() { self.move_float(ty, home, temp) } else { self.move_word(home, temp) }
    }

    /// Moves the collected variables into the pools.
    fn finish_list(&mut self) -> Opnd {
        if self.scratch.list.is_empty() {
            return Opnd::None;
        }
        Opnd::List(self.code.pools.lists.add(self.scratch.list.drain(..)))
    }
}

impl From<Var> for Opnd {
    fn from(var: Var) -> Opnd {
        Opnd::Var(var)
    }
}

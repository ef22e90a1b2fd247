//! Incoming arguments, calls, returns.
//!
//! Incoming arguments live in the caller's argument area: those that came in registers are stored
//! to the words that O32 reserves for them. Outgoing ones go into pre-coloured variables and the
//! outgoing area right before the call, each straight from its home, so that no register is live
//! longer than it must.

use super::super::abi::{ARG_REGS, ArgLoc, REGISTER_BYTES, VECTOR_RESULT, arguments_of, returns_in_memory};
use super::super::inst::Base;
use super::super::op::Op;
use super::super::regs::{Reg, gpr};
use super::{Inst, Lower, Opcode, Opnd, State, classes};
use crate::ice::{Type, Value};
use crate::isa::Limit;
use crate::isa::common::lower::calls::{MAX_STACK_ARGUMENTS, too_many_arguments};
use crate::isa::common::lower::{CallCode, ValueCode, next_var};
use crate::lir::{Home, Role, Var, VarKind};
use crate::mc::{Helper, SymbolRef};

impl CallCode<State> for Lower<'_> {
    /// Gives the arguments their homes in the incoming area, and stores those that are in
    /// registers.
    fn arguments(&mut self) {
        if self.for_allocation {
            return self.arguments_to_allocate();
        }
        let result = self.module.func_sig(self.func.id).result;
        let mut assigner = arguments_of(result);
        let mut stores = std::mem::take(&mut self.scratch.isa.moves);
        if returns_in_memory(result) {
            let home = self.code.make_var(classes::GPR, 4, VarKind::Any);
            self.code.var_mut(home).home = Home::Incoming(0);
            self.isa.result_address = Some(home);
            self.word_arrives(home, 0, 0, &mut stores);
        }
        for arg in self.func.args() {
            let ty = self.func.ty(arg);
            let home = self.home(arg);
            let loc = assigner.next(ty);
            // What travels in a floating-point register has its words in the area, too.
            let offset = assigner.offset();
            self.code.var_mut(home).home = Home::Incoming(offset);
            if ty == Type::I64 {
                self.code.var_mut(next_var(home)).home = Home::Incoming(offset + 4);
            }
            match loc {
                ArgLoc::Reg(reg) => {
                    let fixed = self.fixed(reg);
                    self.fake_def(fixed);
                    let opcode = if ty == Type::F64 { Opcode::MoveD } else { Opcode::MoveS };
                    stores.push(Inst::new(opcode, home.into(), fixed.into(), Opnd::None));
                }
                ArgLoc::Stack(_) => {
                    let bytes = if ty.is_vector() { 16 } else { (ty.bits() / 8).max(4) };
                    for word in (0..bytes).step_by(4) {
                        self.word_arrives(home, offset, word, &mut stores);
                    }
                }
            }
        }
        self.code.insts.append(&mut stores);
        self.scratch.isa.moves = stores;
    }

    fn call_arguments(&mut self, args: &[Value], result: Option<Value>) -> Result<(), Limit> {
        let result_type = result.map_or(Type::Void, |result| self.func.ty(result));
        let mut assigner = arguments_of(result_type);
        self.scratch.list.clear();
        if let Some(result) = result.filter(|_| returns_in_memory(result_type)) {
            let home = self.home(result);
            let memory = self.mem_at(Base::Home(home), 0);
            let fixed = self.fixed(ARG_REGS[0]);
            self.address_of(fixed, memory);
            self.scratch.list.push((fixed, Role::Use));
        }
        for &arg in args {
            let ty = self.func.ty(arg);
            match assigner.next(ty) {
                ArgLoc::Stack(offset) if offset < MAX_STACK_ARGUMENTS => self.word_arguments(ty, arg, offset),
                ArgLoc::Stack(_) => return Err(too_many_arguments()),
                ArgLoc::Reg(reg) => {
                    let fixed = self.fixed(reg);
                    self.load_float(fixed, arg);
                    self.scratch.list.push((fixed, Role::Use));
                }
            }
        }
        self.reserve_outgoing(assigner.stack_bytes());
        Ok(())
    }

    /// How to call a symbol: with `jal` what is linked close by, through `$t9` what the module does
    /// not define.
    fn callee(&mut self, symbol: SymbolRef) -> Opnd {
        let target = self.symbol(symbol);
        let near = match symbol {
            SymbolRef::Func(func) => self.module.funcs[func].defined,
            SymbolRef::Helper(helper) => helper != Helper::ReadTp,
            _ => false,
        };
        if near { target } else { self.callee_at(target) }
    }

    fn callee_address(&mut self, address: Value) -> Opnd {
        let operand = self.operand(address);
        self.callee_at(operand)
    }

    fn finish_call(&mut self, target: Opnd, result: Option<Value>) {
        let ty = result.map_or(Type::Void, |value| self.func.ty(value));
        let mut vars = [Var::from_u32(0); VECTOR_RESULT.len()];
        let regs = self.fixed_all(result_regs(ty), &mut vars);
        self.scratch.list.extend(regs.iter().map(|&var| (var, Role::Def)));
        self.push_call(target);
        let Some(result) = result else { return };
        match *regs {
            // The callee has written it through the address that it was given.
            [] => {
                let home = self.home(result);
                self.fake_use(home);
            }
            [reg] => self.define(result, reg),
            [low, high] => self.define_pair(result, low, high),
            _ => {
                let home = self.home(result);
                for (index, &reg) in regs.iter().enumerate() {
                    self.write_lane(home, (4 * index as i32, 4), reg.into(), false);
                }
            }
        }
    }
}

impl Lower<'_> {
    /// The same where homes may be registers: what came in registers is moved from them; only
    /// vectors are stored, word by word.
    fn arguments_to_allocate(&mut self) {
        let result = self.module.func_sig(self.func.id).result;
        let mut assigner = arguments_of(result);
        let mut moves = std::mem::take(&mut self.scratch.isa.moves);
        if returns_in_memory(result) {
            let home = self.code.make_var(classes::GPR, 4, VarKind::Any);
            self.isa.result_address = Some(home);
            self.scalar_arrives(Type::I32, home, ArgLoc::Stack(0), &mut moves);
        }
        for arg in self.func.args() {
            let ty = self.func.ty(arg);
            let home = self.home(arg);
            let loc = assigner.next(ty);
            match loc {
                ArgLoc::Stack(offset) if ty.is_vector() => {
                    self.code.var_mut(home).home = Home::Incoming(offset);
                    for word in (0..16).step_by(4) {
                        self.word_arrives(home, offset, word, &mut moves);
                    }
                }
                ArgLoc::Stack(offset) if ty == Type::I64 => {
                    self.scalar_arrives(Type::I32, home, loc, &mut moves);
                    self.scalar_arrives(Type::I32, next_var(home), ArgLoc::Stack(offset + 4), &mut moves);
                }
                _ => self.scalar_arrives(ty, home, loc, &mut moves),
            }
        }
        self.code.insts.append(&mut moves);
        self.scratch.isa.moves = moves;
    }

    /// An argument of one variable: notes the move from where it came to its home.
    fn scalar_arrives(&mut self, ty: Type, home: Var, loc: ArgLoc, moves: &mut Vec<Inst>) {
        let float_move = if ty == Type::F64 { Opcode::MoveD } else { Opcode::MoveS };
        match loc {
            ArgLoc::Reg(reg) => {
                let fixed = self.incoming(reg);
                moves.push(Inst::new(float_move, home.into(), fixed.into(), Opnd::None));
            }
            ArgLoc::Stack(offset) if offset >= REGISTER_BYTES => {
                self.code.var_mut(home).home = Home::Incoming(offset);
                self.fake_def(home);
            }
            ArgLoc::Stack(offset) => {
                let word = offset as usize / 4;
                let fixed = self.incoming(ARG_REGS[word]);
                if !ty.is_scalar_float() {
                    moves.push(Inst::new(Opcode::Move, home.into(), fixed.into(), Opnd::None));
                    return;
                }
                let temp = self.fpr();
                moves.push(Inst::new(Opcode::Real(Op::Mtc1), temp.into(), fixed.into(), Opnd::None));
                if ty == Type::F64 {
                    let upper = self.incoming(ARG_REGS[word + 1]);
                    moves.push(Inst::new(Opcode::ToUpper, temp.into(), upper.into(), Opnd::None));
                }
                moves.push(Inst::new(float_move, home.into(), temp.into(), Opnd::None));
            }
        }
    }

    /// A variable in a register that the caller has filled.
    fn incoming(&mut self, reg: Reg) -> Var {
        let fixed = self.fixed(reg);
        self.fake_def(fixed);
        fixed
    }

    /// Notes the store of one word of an argument to its home, if it came in a register.
    fn word_arrives(&mut self, home: Var, offset: u32, word: u32, stores: &mut Vec<Inst>) {
        if offset + word >= REGISTER_BYTES {
            return;
        }
        let fixed = self.fixed(ARG_REGS[(offset + word) as usize / 4]);
        self.fake_def(fixed);
        let memory = self.mem_at(Base::Home(home), word as i32);
        stores.push(Inst::new(Opcode::Real(Op::Sw), fixed.into(), memory, Opnd::None));
    }

    /// Calls a helper with arguments in place in registers.
    pub(super) fn raw_call(&mut self, helper: Helper, args: &[Var], results: &[Var]) {
        self.scratch.list.clear();
        self.scratch.list.extend(args.iter().map(|&var| (var, Role::Use)));
        self.scratch.list.extend(results.iter().map(|&var| (var, Role::Def)));
        self.reserve_outgoing(REGISTER_BYTES);
        let target = self.callee(SymbolRef::Helper(helper));
        self.push_call(target);
    }

    /// The variables for some registers, at most as many as there are in `vars`.
    pub(super) fn fixed_all<'v>(&mut self, regs: &[Reg], vars: &'v mut [Var]) -> &'v [Var] {
        for (var, &reg) in vars.iter_mut().zip(regs) {
            *var = self.fixed(reg);
        }
        &vars[..regs.len()]
    }

    pub(super) fn fixed_float(&mut self, number: u8) -> Var {
        self.fixed(Reg::fpr(number))
    }

    fn callee_at(&mut self, address: Opnd) -> Opnd {
        let fixed = self.fixed(gpr::T9);
        self.move_operand(fixed, address);
        self.scratch.list.push((fixed, Role::Use));
        fixed.into()
    }

    pub(super) fn reserve_outgoing(&mut self, bytes: u32) {
        self.code.outgoing = self.code.outgoing.max(bytes);
        self.code.has_calls = true;
    }

    fn word_arguments(&mut self, ty: Type, arg: Value, offset: u32) {
        match ty {
            Type::I64 => {
                let (low, high) = self.pair(arg);
                self.pass_word(low, offset);
                self.pass_word(high, offset + 4);
            }
            Type::F32 | Type::F64 => self.float_argument(ty, arg, offset),
            _ if ty.is_vector() => {
                let lanes = self.lanes(arg);
                for word in (0..16).step_by(4) {
                    let operand = self.lane_word(lanes, word as i32);
                    self.pass_word(operand, offset + word);
                }
            }
            _ => {
                let operand = self.operand(arg);
                self.pass_word(operand, offset);
            }
        }
    }

    /// A float that does not travel in a floating-point register.
    fn float_argument(&mut self, ty: Type, arg: Value, offset: u32) {
        let temp = self.fpr_of(arg);
        if offset >= REGISTER_BYTES {
            let slot = self.mem_at(Base::Outgoing, offset as i32);
            return self.store_op(if ty == Type::F64 { Op::Sdc1 } else { Op::Swc1 }, temp, slot);
        }
        let low = self.new_op(Op::Mfc1, temp, Opnd::None);
        self.pass_word(low.into(), offset);
        if ty == Type::F64 {
            let high = self.gpr();
            self.read_upper(high, temp);
            self.pass_word(high.into(), offset + 4);
        }
    }

    /// Puts a word of an argument in place.
    pub(super) fn pass_word(&mut self, operand: Opnd, offset: u32) {
        if offset < REGISTER_BYTES {
            let fixed = self.fixed(ARG_REGS[offset as usize / 4]);
            self.move_operand(fixed, operand);
            self.scratch.list.push((fixed, Role::Use));
        } else {
            let value = self.in_register(operand);
            let slot = self.mem_at(Base::Outgoing, offset as i32);
            self.store_op(Op::Sw, value, slot);
        }
    }

    fn push_call(&mut self, target: Opnd) {
        let list = self.call_list();
        self.push(Inst::new(Opcode::Call, Opnd::None, target, list));
    }

    pub(super) fn return_in_memory(&mut self, value: Value) {
        let home = self.isa.result_address.expect("a function with such a result has a hidden argument");
        let pointer = self.fixed(gpr::V0);
        self.move_operand(pointer, home);
        let lanes = self.lanes(value);
        self.copy_vector(Base::Var(pointer), lanes);
        self.scratch.list.push((pointer, Role::Use));
    }
}

/// The registers of a result; none if it lies in memory.
pub(super) fn result_regs(ty: Type) -> &'static [Reg] {
    const FLOAT: [Reg; 1] = [Reg::fpr(0)];
    match ty {
        Type::Void => &[],
        Type::I64 => &VECTOR_RESULT[..2],
        Type::F32 | Type::F64 => &FLOAT,
        _ if returns_in_memory(ty) => &[],
        _ if ty.is_vector() => &VECTOR_RESULT,
        _ => &VECTOR_RESULT[..1],
    }
}

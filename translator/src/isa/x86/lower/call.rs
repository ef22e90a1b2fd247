//! Incoming arguments and calls.
//!
//! Arguments go into pre-coloured variables and the outgoing area right before the call, each
//! straight from its home, so that no register is live longer than it must. An indirect callee's
//! address is loaded last into a register that no argument occupies.

use super::super::abi::{ArgAssigner, ArgLoc, convention};
use super::super::classes;
use super::super::inst::{Base, UPPER_IS_FREE};
use super::super::op::{Op, Size};
use super::super::regs::{Reg, gpr};
use super::{Inst, Lower, Opcode, Opnd, State, load_op};
use crate::ice::{Type, Value};
use crate::isa::Limit;
use crate::isa::common::arguments::places;
use crate::isa::common::lower::calls::{MAX_STACK_ARGUMENTS, too_many_arguments};
use crate::isa::common::lower::{CallCode, ValueCode, next_var};
use crate::lir::{Role, Var, VarKind};
use crate::mc::SymbolRef;

impl CallCode<State> for Lower<'_> {
    /// Those on the stack stay where the caller put them, the others are stored.
    fn arguments(&mut self) {
        let (func, convention) = (self.func, convention(self.isa.mode));
        self.scratch.list.clear();
        for (arg, place) in places(convention, func) {
            self.home(arg);
            if let ArgLoc::Reg(reg) = place {
                let fixed = self.fixed(reg);
                let free = self.upper_of(arg);
                self.push(Inst { imm: free, ..Inst::new(Opcode::FakeDef, Size::B4, Opnd::Var(fixed), Opnd::None) });
                self.scratch.list.push((fixed, Role::Def));
            }
        }
        let in_registers = places(convention, func).filter(|(_, place)| matches!(place, ArgLoc::Reg(_)));
        for (index, (arg, _)) in in_registers.enumerate() {
            let (ty, home, fixed) = (func.ty(arg), self.home(arg), self.scratch.list[index].0);
            let op = if ty.is_scalar_int() { Op::Mov } else { load_op(ty) };
            self.op(op, self.int_size(ty), home, fixed);
        }
        // Only now: an unused argument is loaded, too, and not into a register that still holds
        // another one.
        for (arg, place) in places(convention, func) {
            let ArgLoc::Stack(offset) = place else { continue };
            let home = self.home(arg);
            self.arrives_at(home, offset);
            if self.is_pair(func.ty(arg)) {
                self.arrives_at(next_var(home), offset + 4);
            }
        }
    }

    fn call_arguments(&mut self, args: &[Value], _: Option<Value>) -> Result<(), Limit> {
        let mut assigner = ArgAssigner::new(convention(self.isa.mode));
        self.scratch.list.clear();
        for &arg in args {
            let ty = self.func.ty(arg);
            match assigner.next(ty) {
                ArgLoc::Stack(offset) if offset < MAX_STACK_ARGUMENTS => self.stack_argument(ty, arg, offset as i32),
                ArgLoc::Stack(_) => return Err(too_many_arguments()),
                ArgLoc::Reg(reg) => {
                    let fixed = self.fixed(reg);
                    let operand = self.operand(arg);
                    let op = if ty.is_scalar_int() { Op::Mov } else { load_op(ty) };
                    self.op(op, self.int_size(ty), fixed, operand);
                    self.scratch.list.push((fixed, Role::Use));
                }
            }
        }
        self.code.outgoing = self.code.outgoing.max(assigner.stack_bytes());
        self.code.has_calls = true;
        Ok(())
    }

    fn callee(&mut self, symbol: SymbolRef) -> Opnd {
        self.symbol(symbol)
    }

    fn callee_address(&mut self, address: Value) -> Opnd {
        let operand = self.operand(address);
        Opnd::Var(self.load_gpr(Size::B4, operand))
    }

    fn finish_call(&mut self, target: Opnd, result: Option<Value>) {
        let result_regs = result.map_or([None, None], |value| self.result_regs(self.func.ty(value)));
        let result_regs = result_regs.map(|reg| reg.map(|reg| self.fixed(reg)));
        self.scratch.list.extend(result_regs.into_iter().flatten().map(|var| (var, Role::Def)));
        let free = result.map_or(0, |result| self.upper_of(result));
        self.push_call(target, free);
        let Some(result) = result else { return };
        match result_regs {
            [Some(low), Some(high)] => self.define_pair(result, low, high),
            [Some(reg), None] => self.define(result, reg),
            _ => {
                let ty = self.func.ty(result);
                let place = if self.for_allocation { self.memory_var(ty) } else { self.home(result) };
                let op = if ty == Type::F32 { Op::Fstps } else { Op::Fstpd };
                self.op_any(op, Size::B4, Opnd::Var(place), Opnd::None);
                if self.for_allocation {
                    let temp = self.xmm();
                    self.sse(load_op(ty), temp, place);
                    self.define(result, temp);
                }
            }
        }
    }
}

impl Lower<'_> {
    fn stack_argument(&mut self, ty: Type, arg: Value, offset: i32) {
        if self.is_pair(ty) {
            let (low, high) = self.pair(arg);
            self.store_word(low, offset);
            self.store_word(high, offset + 4);
        } else if ty.is_scalar_int() {
            let operand = self.operand(arg);
            let slot = self.mem_at(Base::Outgoing, offset);
            self.store_operand(self.int_size(ty), slot, operand);
        } else {
            let temp = self.xmm_of(arg);
            let slot = self.mem_at(Base::Outgoing, offset);
            self.op_any(load_op(ty), Size::B4, slot, temp);
        }
    }

    fn store_word(&mut self, operand: Opnd, offset: i32) {
        let slot = self.mem_at(Base::Outgoing, offset);
        self.store_operand(Size::B4, slot, operand);
    }

    /// Stores an integer operand to memory, through a register unless it is an immediate.
    pub(super) fn store_operand(&mut self, size: Size, slot: Opnd, operand: Opnd) {
        match operand {
            Opnd::Imm(_) | Opnd::Sym(_) => self.op_any(Op::Mov, size, slot, operand),
            _ => {
                let temp = self.load_gpr(size, operand);
                self.op_any(Op::Mov, size, slot, temp);
            }
        }
    }

    /// A variable of a floating-point type in memory, for the x87 instructions, which know no other
    /// place.
    pub(super) fn memory_var(&mut self, ty: Type) -> Var {
        let bytes = if ty == Type::F32 { 4 } else { 8 };
        let var = self.code.make_var(classes::XMM, bytes, VarKind::Memory);
        self.fake_def(var);
        var
    }

    /// The call instruction, with the registers collected in `self.list`, and what is known of the result's upper half.
    pub(super) fn push_call(&mut self, target: Opnd, imm: u8) {
        let list = self.call_list();
        self.push(Inst { imm, ..Inst::new(Opcode::Real(Op::Call), Size::B4, Opnd::None, target).with(list) });
    }

    /// What is known of the upper half of an argument or a result: [`UPPER_IS_FREE`], or nothing.
    fn upper_of(&self, value: Value) -> u8 {
        if self.scratch.isa.uppers.is_free(self.func, value) { UPPER_IS_FREE } else { 0 }
    }

    /// The registers of a result; none for the x87 stack.
    fn result_regs(&self, ty: Type) -> [Option<Reg>; 2] {
        if self.is_pair(ty) {
            [Some(gpr::EAX), Some(gpr::EDX)]
        } else if ty.is_scalar_int() {
            [Some(gpr::EAX), None]
        } else if ty.is_scalar_float() && !self.isa.is_64 {
            [None, None]
        } else {
            [Some(Reg::xmm(0)), None]
        }
    }
}

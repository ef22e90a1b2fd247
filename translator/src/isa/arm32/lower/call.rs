//! Incoming arguments and calls.
//!
//! Arguments go into the outgoing area and then into pre-coloured variables right before the call,
//! each straight from its home, so that no register is live longer than it must. An indirect
//! callee's address is loaded last into a register that no argument occupies.

use super::super::abi::{AAPCS_VFP, ArgAssigner, ArgLoc, is_soft_float, result_reg};
use super::super::inst::Base;
use super::super::op::Op;
use super::super::regs::Reg;
use super::{Inst, Lower, Opcode, Opnd, State};
use crate::ice::{FuncId, Type, Value};
use crate::isa::Limit;
use crate::isa::common::arguments::places;
use crate::isa::common::lower::calls::{MAX_STACK_ARGUMENTS, too_many_arguments};
use crate::isa::common::lower::{CallCode, FloatCode, ValueCode, next_var};
use crate::lir::{Role, Var};
use crate::mc::{Helper, SymbolRef};

impl CallCode<State> for Lower<'_> {
    /// Those on the stack stay where the caller put them, the others are stored.
    fn arguments(&mut self) {
        if is_soft_float(&self.module.funcs[self.func.id]) {
            return self.soft_argument();
        }
        let func = self.func;
        self.scratch.list.clear();
        for (arg, place) in places(&AAPCS_VFP, func) {
            self.home(arg);
            if let ArgLoc::Reg(reg) = place {
                let second = (func.ty(arg) == Type::I64).then_some(Reg(reg.0 + 1));
                for reg in [Some(reg), second].into_iter().flatten() {
                    let fixed = self.fixed(reg);
                    self.fake_def(fixed);
                    self.scratch.list.push((fixed, Role::Def));
                }
            }
        }
        let mut index = 0;
        for (arg, _) in places(&AAPCS_VFP, func).filter(|(_, place)| matches!(place, ArgLoc::Reg(_))) {
            let home = self.home(arg);
            let second = (func.ty(arg) == Type::I64).then(|| next_var(home));
            for home in [Some(home), second].into_iter().flatten() {
                self.mov(home, self.scratch.list[index].0);
                index += 1;
            }
        }
        // Only now: a register that an argument is loaded to must not still hold another one.
        for (arg, place) in places(&AAPCS_VFP, func) {
            let ArgLoc::Stack(offset) = place else { continue };
            let home = self.home(arg);
            self.arrives_at(home, offset);
            if func.ty(arg) == Type::I64 {
                self.arrives_at(next_var(home), offset + 4);
            }
        }
    }

    fn call_arguments(&mut self, args: &[Value], _: Option<Value>) -> Result<(), Limit> {
        let mut assigner = ArgAssigner::new(&AAPCS_VFP);
        self.scratch.list.clear();
        for &arg in args {
            let ty = self.func.ty(arg);
            if let ArgLoc::Stack(offset) = assigner.next(ty) {
                if offset >= MAX_STACK_ARGUMENTS {
                    return Err(too_many_arguments());
                }
                self.stack_argument(ty, arg, offset as i32);
            }
        }
        self.code.outgoing = self.code.outgoing.max(assigner.stack_bytes());
        self.code.has_calls = true;
        let mut assigner = ArgAssigner::new(&AAPCS_VFP);
        for &arg in args {
            let ty = self.func.ty(arg);
            match assigner.next(ty) {
                ArgLoc::Reg(reg) if ty == Type::I64 => {
                    let (low, high) = self.pair(arg);
                    self.register_argument(reg, low);
                    self.register_argument(Reg(reg.0 + 1), high);
                }
                ArgLoc::Reg(reg) => {
                    let fixed = self.fixed(reg);
                    self.put_value(fixed, arg);
                    self.scratch.list.push((fixed, Role::Use));
                }
                ArgLoc::Stack(_) => {}
            }
        }
        Ok(())
    }

    fn callee(&mut self, symbol: SymbolRef) -> Opnd {
        self.symbol(symbol)
    }

    fn callee_address(&mut self, address: Value) -> Opnd {
        Opnd::Var(self.word_of(address))
    }

    fn finish_call(&mut self, target: Opnd, result: Option<Value>) {
        let ty = result.map_or(Type::Void, |value| self.func.ty(value));
        let registers = result_reg(ty).map(|reg| {
            let first = self.fixed(reg);
            let second = if ty == Type::I64 { self.fixed(Reg(reg.0 + 1)) } else { first };
            (first, second)
        });
        if let Some((first, second)) = registers {
            self.scratch.list.push((first, Role::Def));
            if second != first {
                self.scratch.list.push((second, Role::Def));
            }
        }
        let op = if matches!(target, Opnd::Var(_)) { Op::Blx } else { Op::Bl };
        let list = self.call_list();
        self.push(Inst::new(Opcode::Real(op), target, Opnd::None).fourth(list));
        match (result, registers) {
            (Some(result), Some((low, high))) if ty == Type::I64 => self.define_pair(result, low, high),
            (Some(result), Some((value, _))) => self.define(result, value),
            _ => {}
        }
    }

    fn special_call(&mut self, callee: FuncId, args: &[Value], result: Option<Value>) -> bool {
        match (args, result) {
            (&[arg], Some(result)) if is_soft_float(&self.module.funcs[callee]) => {
                self.soft_call(SymbolRef::Func(callee), arg, result);
                true
            }
            _ => false,
        }
    }
}

impl Lower<'_> {
    /// Calls a helper whose arguments are in place already; gives the variable in the result's
    /// register.
    pub(super) fn call_helper_in_registers(&mut self, helper: Helper, args: &[Var], result: Reg) -> Var {
        let target = self.symbol(SymbolRef::Helper(helper));
        self.code.has_calls = true;
        let result = self.fixed(result);
        self.scratch.list.clear();
        self.scratch.list.extend(args.iter().map(|&arg| (arg, Role::Use)));
        self.scratch.list.push((result, Role::Def));
        let list = self.call_list();
        self.push(Inst::new(Opcode::Real(Op::Bl), target, Opnd::None).fourth(list));
        result
    }

    fn register_argument(&mut self, reg: Reg, source: Opnd) {
        let fixed = self.fixed(reg);
        self.put_int(fixed, source);
        self.scratch.list.push((fixed, Role::Use));
    }

    fn stack_argument(&mut self, ty: Type, arg: Value, offset: i32) {
        if ty == Type::I64 {
            let (low, high) = self.load_pair(arg);
            self.store_at(Op::Str, low, Base::Outgoing, offset);
            return self.store_at(Op::Str, high, Base::Outgoing, offset + 4);
        }
        let temp = self.value(arg);
        match ty {
            Type::F32 => self.store_at(Op::VstrS, temp, Base::Outgoing, offset),
            Type::F64 => self.store_at(Op::VstrD, temp, Base::Outgoing, offset),
            _ if ty.is_vector() => {
                let address = self.address_of(Base::Outgoing, offset);
                self.store_at(Op::Vst1, temp, Base::Var(address), 0);
            }
            _ => self.store_at(Op::Str, temp, Base::Outgoing, offset),
        }
    }
}

/// Functions of one argument that pass floating point in core registers.
impl Lower<'_> {
    /// The registers of an argument or result of a type: r0, and r1 if it has 64 bits.
    fn soft_registers(&mut self, ty: Type) -> (Var, Option<Var>) {
        let low = self.fixed(Reg::core(0));
        (low, (ty.bits() == 64).then(|| self.fixed(Reg::core(1))))
    }

    fn soft_argument(&mut self) {
        for arg in self.func.args().take(1) {
            let (low, high) = self.soft_registers(self.func.ty(arg));
            self.fake_def(low);
            high.into_iter().for_each(|high| self.fake_def(high));
            self.define_soft(arg, low, high);
        }
    }

    /// Puts a value into r0, and r1 if it has 64 bits.
    pub(super) fn put_soft(&mut self, value: Value) -> (Var, Option<Var>) {
        let ty = self.func.ty(value);
        match ty {
            Type::F32 => {
                let bits = self.float_bits(value);
                let (low, high) = self.soft_registers(ty);
                self.mov(low, bits);
                (low, high)
            }
            Type::F64 => {
                let double = self.value(value);
                let (low, high) = (self.fixed(Reg::core(0)), self.fixed(Reg::core(1)));
                self.op3(Op::VmovToPair, low, high, double);
                (low, Some(high))
            }
            _ => {
                let (low, high) = self.pair(value);
                let registers = (self.fixed(Reg::core(0)), self.fixed(Reg::core(1)));
                self.put_int(registers.0, low);
                self.put_int(registers.1, high);
                (registers.0, Some(registers.1))
            }
        }
    }

    /// Defines a value whose bits lie in r0, and r1 if it has 64.
    fn define_soft(&mut self, result: Value, low: Var, high: Option<Var>) {
        match (self.func.ty(result), high) {
            (Type::F64, Some(high)) => {
                let double = self.double();
                self.op3(Op::VmovFromPair, double, low, high);
                self.define(result, double);
            }
            (_, Some(high)) => self.define_pair(result, low, high),
            (_, None) => self.define(result, low),
        }
    }

    /// Calls such a function.
    pub(super) fn soft_call(&mut self, target: SymbolRef, arg: Value, result: Value) {
        let (low, high) = self.put_soft(arg);
        let (result_low, result_high) = self.soft_registers(self.func.ty(result));
        self.code.has_calls = true;
        self.scratch.list.clear();
        self.scratch.list.extend([Some(low), high].into_iter().flatten().map(|var| (var, Role::Use)));
        self.scratch.list.extend([Some(result_low), result_high].into_iter().flatten().map(|var| (var, Role::Def)));
        let (list, target) = (self.call_list(), self.symbol(target));
        self.push(Inst::new(Opcode::Real(Op::Bl), target, Opnd::None).fourth(list));
        self.define_soft(result, result_low, result_high);
    }
}

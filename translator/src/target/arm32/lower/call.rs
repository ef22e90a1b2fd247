//! Incoming arguments and calls.
//!
//! Arguments go into the outgoing area and then into pre-coloured variables right before the call, each straight from its home, so that no
//! register is live longer than it must. An indirect callee's address is loaded last into a register that no argument occupies.

use super::super::abi::{ArgAssigner, ArgLoc, result_reg};
use super::super::inst::Base;
use super::super::op::Op;
use super::super::regs::Reg;
use super::{Inst, Int, Limit, Lower, Opcode, Opnd, next_var};
use crate::ice::{InstData, Type, Value, ValueRef};
use crate::lir::{Home, Role, Var};
use crate::mc::{Helper, SymbolRef};

/// Stack arguments of one call may not exceed this many bytes: a stated limit of the translator.
const MAX_STACK_ARGUMENTS: u32 = 1 << 24;

impl Lower<'_> {
    /// Gives the arguments their homes: those on the stack stay where the caller put them, the others are stored.
    pub(super) fn arguments(&mut self) {
        let mut assigner = ArgAssigner::default();
        let mut moves = Vec::new();
        for arg in self.func.args() {
            let ty = self.func.ty(arg);
            let home = self.home(arg);
            match assigner.next(ty) {
                ArgLoc::Stack(offset) => {
                    self.code.var_mut(home).home = Home::Incoming(offset);
                    if ty == Type::I64 {
                        self.code.var_mut(next_var(home)).home = Home::Incoming(offset + 4);
                    }
                }
                ArgLoc::Reg(reg) => {
                    moves.push((home, reg));
                    if ty == Type::I64 {
                        moves.push((next_var(home), Reg(reg.0 + 1)));
                    }
                }
            }
        }
        let mut incoming = Vec::with_capacity(moves.len());
        for (home, reg) in moves {
            let fixed = self.fixed(reg);
            self.fake_def(fixed);
            incoming.push((home, fixed));
        }
        for (home, fixed) in incoming {
            self.mov(home, fixed);
        }
    }

    /// A call of a function, an address or an intrinsic.
    pub(super) fn any_call(&mut self, data: InstData, result: Option<Value>) -> Result<(), Limit> {
        let func = self.func;
        match data {
            InstData::Call { func: callee, args } => match self.module.funcs[callee].intrinsic {
                Some(intrinsic) => {
                    self.intrinsic(intrinsic, func.values(args), result);
                    Ok(())
                }
                None => {
                    let target = self.symbol(SymbolRef::Func(callee));
                    self.call(Op::Bl, target, func.values(args), result)
                }
            },
            InstData::CallIndirect { callee, args, .. } => self.call_address(callee, func.values(args), result),
            _ => unreachable!("{data:?} defines no value that lowering knows"),
        }
    }

    fn call_address(&mut self, callee: Value, args: &[Value], result: Option<Value>) -> Result<(), Limit> {
        match callee.unpack() {
            ValueRef::Func(id) if self.module.funcs[id].intrinsic.is_none() => {
                let target = self.symbol(SymbolRef::Func(id));
                self.call(Op::Bl, target, args, result)
            }
            _ => {
                self.call_arguments(args)?;
                let target = self.core_of(callee);
                self.finish_call(Op::Blx, Opnd::Var(target), result);
                Ok(())
            }
        }
    }

    fn symbol(&mut self, symbol: SymbolRef) -> Opnd {
        self.code.pools.symbols.push(symbol);
        Opnd::Sym(self.code.pools.symbols.len() as u32 - 1)
    }

    fn call(&mut self, op: Op, target: Opnd, args: &[Value], result: Option<Value>) -> Result<(), Limit> {
        self.call_arguments(args)?;
        self.finish_call(op, target, result);
        Ok(())
    }

    /// Calls a helper function; helpers have few arguments, so that no limit can be met.
    pub(super) fn helper_call(&mut self, helper: Helper, args: &[Value], result: Option<Value>) {
        let target = self.symbol(SymbolRef::Helper(helper));
        self.call(Op::Bl, target, args, result).expect("a helper's arguments fit");
    }

    /// Calls a helper whose arguments are in place already; gives the variable in the result's register.
    pub(super) fn call_helper_in_registers(&mut self, helper: Helper, args: &[Var], result: Reg) -> Var {
        let target = self.symbol(SymbolRef::Helper(helper));
        self.code.has_calls = true;
        let result = self.fixed(result);
        self.list.clear();
        self.list.extend(args.iter().map(|&arg| (arg, Role::Use)));
        self.list.push((result, Role::Def));
        let list = self.finish_list();
        self.push(Inst::new(Opcode::Real(Op::Bl), target, Opnd::None).fourth(list));
        result
    }

    /// Puts the arguments in place. The registers are collected in `self.list`.
    fn call_arguments(&mut self, args: &[Value]) -> Result<(), Limit> {
        let mut assigner = ArgAssigner::default();
        self.list.clear();
        for &arg in args {
            let ty = self.func.ty(arg);
            if let ArgLoc::Stack(offset) = assigner.next(ty) {
                if offset >= MAX_STACK_ARGUMENTS {
                    return Err(format!("a call passes more than {MAX_STACK_ARGUMENTS} bytes on the stack"));
                }
                self.stack_argument(ty, arg, offset as i32);
            }
        }
        self.code.outgoing = self.code.outgoing.max(assigner.stack_bytes());
        self.code.has_calls = true;
        let mut assigner = ArgAssigner::default();
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
                    self.list.push((fixed, Role::Use));
                }
                ArgLoc::Stack(_) => {}
            }
        }
        Ok(())
    }

    fn register_argument(&mut self, reg: Reg, source: Int) {
        let fixed = self.fixed(reg);
        self.put_int(fixed, source);
        self.list.push((fixed, Role::Use));
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

    /// The call itself and its result. Expects the argument registers in `self.list`.
    fn finish_call(&mut self, op: Op, target: Opnd, result: Option<Value>) {
        let ty = result.map_or(Type::Void, |value| self.func.ty(value));
        let registers = result_reg(ty).map(|reg| {
            let first = self.fixed(reg);
            let second = if ty == Type::I64 { self.fixed(Reg(reg.0 + 1)) } else { first };
            (first, second)
        });
        if let Some((first, second)) = registers {
            self.list.push((first, Role::Def));
            self.list.push((second, Role::Def));
        }
        let list = self.finish_list();
        self.push(Inst::new(Opcode::Real(op), target, Opnd::None).fourth(list));
        match (result, registers) {
            (Some(result), Some((low, high))) if ty == Type::I64 => self.define_pair(result, low, high),
            (Some(result), Some((value, _))) => self.define(result, value),
            _ => {}
        }
    }
}

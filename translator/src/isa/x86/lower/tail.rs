//! Calls at the end of a function, as jumps: arguments where the function's own came.
//!
//! 64-bit mode: in registers, as for a call. 32-bit mode: in the words in which the caller passed this function's arguments. What
//! is passed may lie in these words itself, so that all of it is loaded before any is stored, and no more is passed than there are registers.

use super::super::abi::{ArgAssigner, ArgLoc, convention};
use super::super::inst::{Base, Start};
use super::super::op::{Op, Size};
use super::super::regs::gpr;
use super::{Inst, Lower, Opcode, Opnd, load_op};
use crate::ice::Value;
use crate::isa::Limit;
use crate::isa::common::lower::calls::Callee;
use crate::isa::common::lower::{CallCode, ValueCode};
use crate::lir::Var;
use crate::mc::SymbolRef;

/// The most words on the stack, with an address that is called in a register, too.
const MAX_WORDS: usize = 3;

/// The most floating-point values and vectors on the stack.
const MAX_FLOATS: usize = 3;

/// A part of an argument that goes to the stack.
#[derive(Copy, Clone)]
struct Part {
    temp: Var,
    op: Op,
    size: Size,
    offset: i32,
}

impl Lower<'_> {
    /// Whether arguments fit: see [`CallCode::passes_in_place`].
    pub(super) fn fits_in_place(&self, args: &[Value], indirect: bool) -> bool {
        let convention = convention(self.isa.mode);
        let (mut passed, mut own) = (ArgAssigner::new(convention), ArgAssigner::new(convention));
        let (mut words, mut floats, mut registers) = (usize::from(indirect), 0, 0);
        for &arg in args {
            let ty = self.func.ty(arg);
            match passed.next(ty) {
                ArgLoc::Reg(_) => registers += 1,
                ArgLoc::Stack(_) if self.is_pair(ty) => words += 2,
                ArgLoc::Stack(_) if ty.is_scalar_int() => words += 1,
                ArgLoc::Stack(_) => floats += 1,
            }
        }
        for arg in self.func.args() {
            own.next(self.func.ty(arg));
        }
        let only_registers = passed.stack_bytes() == 0;
        let only_stack = registers == 0 && !self.isa.is_64 && words <= MAX_WORDS && floats <= MAX_FLOATS;
        (only_registers || only_stack) && (passed.stack_bytes() <= own.stack_bytes() || fault!(TailCallRoom))
    }

    /// See [`CallCode::leave_for`].
    pub(super) fn leave(&mut self, callee: Callee, args: &[Value]) -> Result<(), Limit> {
        let mut assigner = ArgAssigner::new(convention(self.isa.mode));
        let on_stack = args.iter().any(|&arg| matches!(assigner.next(self.func.ty(arg)), ArgLoc::Stack(_)));
        let mut target = Opnd::None;
        if on_stack {
            self.scratch.list.clear();
            if let Callee::Address(address) = callee {
                target = self.callee_in_accumulator(address);
            }
            self.pass_on_stack(args);
        } else {
            self.call_arguments(args, None)?;
        }
        let target = match callee {
            Callee::Function(id) => self.callee(SymbolRef::Func(id)),
            Callee::Address(_) if on_stack => target,
            Callee::Address(address) => self.callee_in_accumulator(address),
        };
        self.isa.fresh = None;
        let list = self.finish_list();
        self.push(Inst::new(Opcode::TailCall, Size::B4, Opnd::None, target).with(list));
        Ok(())
    }

    /// The address of a callee in a register that no argument occupies and that the epilogue leaves alone.
    fn callee_in_accumulator(&mut self, address: Value) -> Opnd {
        let operand = self.operand(address);
        let fixed = self.fixed(gpr::EAX);
        self.op(Op::Mov, Size::B4, fixed, operand);
        Opnd::Var(fixed)
    }

    fn pass_on_stack(&mut self, args: &[Value]) {
        let mut assigner = ArgAssigner::new(convention(self.isa.mode));
        let mut parts = [None; MAX_WORDS + MAX_FLOATS];
        let mut count = 0;
        let mut add = |part: Part| {
            parts[count] = Some(part);
            count += 1;
        };
        for &arg in args {
            let ty = self.func.ty(arg);
            let ArgLoc::Stack(offset) = assigner.next(ty) else { continue };
            let offset = offset as i32;
            if self.is_pair(ty) {
                let (low, high) = self.load_pair(arg);
                add(Part { temp: low, op: Op::Mov, size: Size::B4, offset });
                add(Part { temp: high, op: Op::Mov, size: Size::B4, offset: offset + 4 });
            } else if ty.is_scalar_int() {
                let size = self.int_size(ty);
                add(Part { temp: self.word_of(arg), op: Op::Mov, size, offset });
            } else {
                add(Part { temp: self.xmm_of(arg), op: load_op(ty), size: Size::B4, offset });
            }
        }
        for part in parts.into_iter().flatten() {
            let offset = if fault!(TailCallSlots, part.offset == 4) { 0 } else { part.offset };
            let slot = self.mem_at(Base::Other(Start::Incoming), offset);
            self.op_any(part.op, part.size, slot, part.temp);
        }
    }
}

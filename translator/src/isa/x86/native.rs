//! The runtime functions that no IR can express: `setjmp` and `longjmp`.
//!
//! A jump buffer holds, in words of the mode's size: the callee-saved registers in ascending order,
//! the stack pointer as it is after `setjmp` returned, and the return address. At most eight words,
//! of the 1024 bytes that a program provides.

use super::encode::{Mem, Operand, PhysInst, encode};
use super::op::{Cc, Op, Size};
use super::regs::{Reg, gpr};
use super::sandbox::{self, Guard};
use super::{Mode, callee_saved};
use crate::mc::{CodeBuffer, Helper, Label};
use crate::options::Features;

/// Writes the code of a helper that has to be native. `false` if the helper is not one of those.
pub fn emit_native(mode: Mode, helper: Helper, features: Features, buffer: &mut CodeBuffer) -> bool {
    buffer.clear();
    buffer.reserve_labels(1);
    if features.is_sandboxed() {
        sandbox::begin(buffer, None);
    }
    let mut asm = Assembler { mode, buffer, fresh: None };
    match helper {
        Helper::Setjmp => asm.setjmp(),
        Helper::Longjmp => asm.longjmp(),
        _ => return false,
    }
    buffer.finish();
    true
}

struct Assembler<'b> {
    mode: Mode,
    buffer: &'b mut CodeBuffer,
    /// See [`Guard::fresh`].
    fresh: Option<Reg>,
}

impl Assembler<'_> {
    fn word(&self) -> Size {
        if self.mode == Mode::X8664 { Size::B8 } else { Size::B4 }
    }

    fn put(&mut self, op: Op, size: Size, dst: Operand, src: Operand) {
        self.put_inst(&PhysInst::new(op, size, &dst, &src));
    }

    fn put_inst(&mut self, inst: &PhysInst<'_>) {
        if cfg!(feature = "sandbox") && self.buffer.has_bundles() {
            Guard { mode: self.mode, buffer: self.buffer, fresh: &mut self.fresh }.put(inst);
        } else {
            encode(self.buffer, self.mode, inst);
        }
    }

    /// Word `index` above a register.
    fn slot(&self, base: Reg, index: u32) -> Operand {
        Operand::Mem(Mem { base: Some(base), disp: (index * self.word().bytes()) as i32, ..Mem::default() })
    }

    /// Moves argument `index` into a register; in 64-bit mode this clears the upper half, which the
    /// caller need not have done.
    fn argument(&mut self, index: u32, reg: Reg) {
        let source = match self.mode {
            Mode::X8632 => self.slot(gpr::ESP, 1 + index),
            Mode::X8664 => Operand::Reg([gpr::EDI, gpr::ESI][index as usize]),
        };
        self.put(Op::Mov, Size::B4, Operand::Reg(reg), source);
    }

    /// `setjmp(buffer)`: fills the buffer and returns zero.
    fn setjmp(&mut self) {
        let (buffer, temp, word) = (gpr::EAX, gpr::ECX, self.word());
        self.argument(0, buffer);
        let mut index = 0;
        for reg in callee_saved(self.mode).iter() {
            let slot = self.slot(buffer, index);
            self.put(Op::Mov, word, slot, Operand::Reg(Reg(reg)));
            index += 1;
        }
        let after_return = self.slot(gpr::ESP, 1);
        self.put(Op::Lea, word, Operand::Reg(temp), after_return);
        let slot = self.slot(buffer, index);
        self.put(Op::Mov, word, slot, Operand::Reg(temp));
        let return_address = self.slot(gpr::ESP, 0);
        self.put(Op::Mov, word, Operand::Reg(temp), return_address);
        let slot = self.slot(buffer, index + 1);
        self.put(Op::Mov, word, slot, Operand::Reg(temp));
        self.put(Op::Mov, Size::B4, Operand::Reg(gpr::EAX), Operand::Imm(0));
        self.put(Op::Ret, word, Operand::None, Operand::None);
    }

    /// `longjmp(buffer, value)`: returns from `setjmp` again, with `value`, or 1 if that is zero.
    fn longjmp(&mut self) {
        let (buffer, word) = (gpr::EDX, self.word());
        let nonzero = Label::from_u32(0);
        self.argument(0, buffer);
        self.argument(1, gpr::EAX);
        self.put(Op::Test, Size::B4, Operand::Reg(gpr::EAX), Operand::Reg(gpr::EAX));
        let target = Operand::Label(nonzero);
        let skip = PhysInst { op: Op::Jcc, size: Size::B4, cc: Cc::Ne, imm: None, dst: &Operand::None, src: &target };
        self.put_inst(&skip);
        self.put(Op::Mov, Size::B4, Operand::Reg(gpr::EAX), Operand::Imm(1));
        self.buffer.bind(nonzero);
        self.fresh = None;
        let mut index = 0;
        for reg in callee_saved(self.mode).iter() {
            let is_kept = self.mode == Mode::X8664 && self.buffer.has_bundles() && Reg(reg) == gpr::R15;
            if is_kept {
                // A sandbox's base is the same everywhere.
                index += 1;
                continue;
            }
            let slot = self.slot(buffer, index);
            self.put(Op::Mov, word, Operand::Reg(Reg(reg)), slot);
            index += 1;
        }
        let slot = self.slot(buffer, index);
        self.put(Op::Mov, word, Operand::Reg(gpr::ESP), slot);
        let slot = self.slot(buffer, index + 1);
        self.put(Op::Jmp, word, Operand::None, slot);
    }
}

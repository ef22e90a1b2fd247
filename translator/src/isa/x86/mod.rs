//! The x86 back end, for 32-bit mode (System V i386) and 64-bit mode with 32-bit pointers (x32).
//! [`Mode`] holds every difference.
//!
//! [`lower`] turns a function into [`inst`]ructions over variables; the allocator gives variables
//! registers from the classes here; [`emit`] resolves the rest to frame addresses and encodes.

pub mod abi;
#[cfg(feature = "asm")]
pub mod asm;
pub mod description;
mod diversify;
pub mod emit;
pub mod encode;
mod hide;
pub mod inst;
pub mod lower;
pub mod native;
pub mod op;
mod polish;
#[cfg(test)]
mod polish_tests;
#[cfg(feature = "asm")]
pub mod print;
pub mod regs;
mod sandbox;
mod widen;

use super::{EmitInput, Limit, LowerInput, Lowered, Target, common};
use crate::diversify::Hiding;
use crate::lir::{Code, Mover, RegMask, RegTable, Var};
use crate::mc::{CodeBuffer, Helper};
use crate::options::Features;
use inst::{Opcode, Opnd};
use op::{Op, Size};
use regs::gpr;

/// Which x86 the code is for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// 32-bit protected mode: eight general registers, eight vector registers.
    X8632,
    /// 64-bit mode: sixteen of each; addresses still have 32 significant bits.
    X8664,
}

/// The register classes, indices into [`class_masks`].
pub mod classes {
    use crate::lir::RegClass;
    /// Any general register but the stack pointer.
    pub const GPR: RegClass = RegClass(0);
    /// A general register with an 8-bit form.
    pub const BYTE: RegClass = RegClass(1);
    /// A vector register.
    pub const XMM: RegClass = RegClass(2);
}

/// The allocatable registers of each class.
pub fn class_masks(mode: Mode) -> [RegMask; 3] {
    match mode {
        Mode::X8632 => [RegMask::from_bits(0xff & !(1 << gpr::ESP.0)), RegMask::from_bits(0x0f), RegMask::from_bits(0xff << 16)],
        Mode::X8664 => {
            let general = RegMask::from_bits(0xffff & !(1 << gpr::ESP.0));
            [general, general, RegMask::from_bits(0xffff << 16)]
        }
    }
}

/// The registers that a call preserves: ebx ebp esi edi in 32-bit mode, rbx rbp r12 to r15 in
/// 64-bit mode.
pub fn callee_saved(mode: Mode) -> RegMask {
    let [general, _, _] = class_masks(mode);
    general.without(inst::caller_saved(mode == Mode::X8664))
}

impl Mover for Mode {
    type Inst = inst::Inst;

    fn copy(&self, code: &mut Code<inst::Inst>, dst: Var, src: Var) {
        let data = code.var(dst);
        let in_registers = data.reg.is_some() && code.var(src).reg.is_some();
        let (op, size) = match (data.class, data.bytes) {
            (classes::XMM, _) if in_registers => (Op::Movaps, Size::B4),
            (classes::XMM, 4) => (Op::Movss, Size::B4),
            (classes::XMM, 8) => (Op::Movsd, Size::B4),
            (classes::XMM, _) => (Op::Movups, Size::B4),
            (_, 8) if *self == Mode::X8664 => (Op::Mov, Size::B8),
            _ => (Op::Mov, Size::B4),
        };
        code.insts.push(inst::Inst::new(Opcode::Real(op), size, Opnd::Var(dst), Opnd::Var(src)));
    }

    fn needs_register(&self, _: &Code<inst::Inst>, constant: Opnd) -> bool {
        // Of the constants, those in the pool are in memory themselves.
        matches!(constant, Opnd::Mem(_))
    }

    fn set(&self, code: &mut Code<inst::Inst>, dst: Var, constant: Opnd) {
        let data = code.var(dst);
        let (op, size) = match (data.class, data.bytes) {
            (classes::XMM, 4) => (Op::Movss, Size::B4),
            (classes::XMM, 8) => (Op::Movsd, Size::B4),
            (classes::XMM, _) => (Op::Movups, Size::B4),
            (_, 8) if *self == Mode::X8664 => (Op::Mov, Size::B8),
            _ => (Op::Mov, Size::B4),
        };
        code.insts.push(inst::Inst::new(Opcode::Real(op), size, Opnd::Var(dst), constant));
    }
}

impl Target for Mode {
    type Inst = inst::Inst;
    type LowerScratch = lower::LowerScratch;

    fn reg_table(self) -> RegTable {
        // No two registers overlap: each is a unit of its own.
        let saved = callee_saved(self);
        let by_preference = |class: RegMask| class.without(saved).iter().chain(class.intersection(saved).iter()).collect();
        let word = if self == Mode::X8664 { 8 } else { 4 };
        RegTable {
            units: (0..32).map(RegMask::of).collect(),
            classes: class_masks(self).map(by_preference).to_vec(),
            class_bytes: vec![word, word, 16],
        }
    }

    fn reg_name(self, reg: u8) -> String {
        regs::Reg(reg).named(if self == Mode::X8664 { 8 } else { 4 }).to_string()
    }

    fn callee_saved(self) -> RegMask {
        callee_saved(self)
    }

    fn lower(self, input: LowerInput<'_>, scratch: &mut lower::LowerScratch, out: Lowered<'_, inst::Inst>) -> Result<(), Limit> {
        common::lower::lower(lower::State::new(self, input.features), input, scratch, out)
    }

    fn hide_constants(self, out: Lowered<'_, inst::Inst>, hiding: Hiding, may: &mut dyn FnMut() -> bool) {
        hide::hide(out, hiding, may);
    }

    fn reserved(self, code: &Code<inst::Inst>) -> RegMask {
        let frame_pointer = if code.frame_pointer { RegMask::of(gpr::EBP.0) } else { RegMask::EMPTY };
        if code.sandboxed { frame_pointer.union(sandbox::reserved(self)) } else { frame_pointer }
    }

    fn emit(self, input: EmitInput<'_, inst::Inst>, buffer: &mut CodeBuffer) -> Result<(), Limit> {
        emit::emit(self, input, buffer)
    }

    fn native_helper(self, helper: Helper, features: Features, buffer: &mut CodeBuffer) -> bool {
        native::emit_native(self, helper, features, buffer)
    }
}

//! The runtime functions that no IR can express: `setjmp` and `longjmp`.
//!
//! A jump buffer holds r4 to r11, the stack pointer, the return address, and d8 to d15: 104 of the
//! 1024 bytes that a program provides. It is 8-aligned (`translator/docs/meaning.md`, "Jumps"),
//! which the multiple loads and stores want.

use super::encode::{Operand, PhysInst, encode};
use super::op::{Cond, Op};
use super::regs::{IP, LR, Reg, SP};
use super::sandbox;
use crate::mc::{CodeBuffer, Helper};

/// r4 to r11, and `ip` and `lr` for the stack pointer and the return address.
const SAVED: u16 = 0xff0 | 1 << IP.0 | 1 << LR.0;

/// Writes the code of a helper that has to be native, for a sandbox or not. `false` if the helper is not one of those.
pub fn emit_native(helper: Helper, sandboxed: bool, buffer: &mut CodeBuffer) -> bool {
    buffer.clear();
    // In a sandbox r9 is the same everywhere.
    let kept = if sandboxed { 1 << sandbox::THREAD.0 } else { 0 };
    let saved = Operand::Regs(SAVED & !kept);
    match helper {
        Helper::Setjmp => setjmp(buffer, saved),
        Helper::Longjmp => longjmp(buffer, saved),
        _ => return false,
    }
    if sandboxed {
        sandbox::apply(buffer);
    }
    let reached = buffer.resolve_uses();
    debug_assert!(reached, "these are a few instructions");
    true
}

fn put(buffer: &mut CodeBuffer, op: Op, operands: &[Operand]) {
    encode(buffer, &PhysInst::new(op, operands));
}

/// d8 to d15 at the buffer.
fn doubles(buffer: &mut CodeBuffer, op: Op) {
    let operands = [Operand::Reg(Reg::core(0)), Operand::Reg(Reg::double(8))];
    encode(buffer, &PhysInst { control: 8, ..PhysInst::new(op, &operands) });
}

/// `setjmp(buffer)`: fills the buffer and returns zero.
fn setjmp(buffer: &mut CodeBuffer, saved: Operand) {
    let (r0, ip) = (Operand::Reg(Reg::core(0)), Operand::Reg(IP));
    put(buffer, Op::Mov, &[ip, Operand::Reg(SP)]);
    put(buffer, Op::Stm, &[r0, saved]);
    doubles(buffer, Op::Vstm);
    put(buffer, Op::Mov, &[r0, Operand::Imm(0)]);
    put(buffer, Op::Bx, &[Operand::Reg(LR)]);
}

/// `longjmp(buffer, value)`: returns from `setjmp` again, with `value`, or 1 if that is zero.
fn longjmp(buffer: &mut CodeBuffer, saved: Operand) {
    let (r0, ip) = (Operand::Reg(Reg::core(0)), Operand::Reg(IP));
    put(buffer, Op::Ldm, &[r0, saved]);
    put(buffer, Op::Mov, &[Operand::Reg(SP), ip]);
    doubles(buffer, Op::Vldm);
    put(buffer, Op::Movs, &[r0, Operand::Reg(Reg::core(1))]);
    encode(buffer, &PhysInst { cond: Cond::Eq, ..PhysInst::new(Op::Mov, &[r0, Operand::Imm(1)]) });
    put(buffer, Op::Bx, &[Operand::Reg(LR)]);
}

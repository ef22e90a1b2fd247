//! The runtime functions that no IR can express: `setjmp` and `longjmp`.
//!
//! A jump buffer holds the callee-saved floating-point pairs `f20` to `f30` first, so that they are
//! aligned to 8, then words: the callee-saved general registers in ascending order, the global
//! pointer, the stack pointer and the return address. 96 bytes of the 1024 that a program provides.

use super::emit::{Assembler, Fills};
use super::encode::PhysInst;
use super::inst::CALLEE_SAVED;
use super::op::Op;
use super::regs::{Reg, gpr};
use super::sandbox;
use crate::lir::RegMask;
use crate::mc::{CodeBuffer, Helper};
use crate::options::Features;

/// `$gp`: not used here, but callers in other languages may count on it.
const GP: Reg = Reg(28);

/// Writes the code of a helper that has to be native. `false` if the helper is not one of those.
pub fn emit_native(helper: Helper, features: Features, buffer: &mut CodeBuffer) -> bool {
    buffer.clear();
    let mut asm = Assembler::new(buffer, Fills::Nothing);
    match helper {
        Helper::Setjmp => setjmp(&mut asm),
        Helper::Longjmp => longjmp(&mut asm),
        _ => return false,
    }
    if features.is_sandboxed() {
        sandbox::apply(buffer, false);
    }
    true
}

/// What the buffer holds, with offsets.
fn layout() -> impl Iterator<Item = (Reg, i32)> {
    let float = RegMask::from_bits(CALLEE_SAVED.bits() & !0xffff_ffff).iter().map(Reg);
    let general = RegMask::from_bits(CALLEE_SAVED.bits() & 0xffff_ffff).iter().map(Reg).chain([GP, gpr::SP, gpr::RA]);
    let mut offset = 0;
    float.chain(general).map(move |reg| {
        let place = offset;
        offset += if reg.is_fpr() { 8 } else { 4 };
        (reg, place)
    })
}

fn leave(asm: &mut Assembler<'_>) {
    asm.put(PhysInst { a: gpr::RA, ..PhysInst::bare(Op::Jr) });
    asm.nop();
}

/// `setjmp(buffer)`: fills the buffer and returns zero.
fn setjmp(asm: &mut Assembler<'_>) {
    for (reg, offset) in layout() {
        asm.access(if reg.is_fpr() { Op::Sdc1 } else { Op::Sw }, reg, gpr::A0, offset);
    }
    asm.constant(gpr::V0, 0);
    leave(asm);
}

/// `longjmp(buffer, value)`: returns from `setjmp` again, with `value`, or 1 if that is zero.
fn longjmp(asm: &mut Assembler<'_>) {
    for (reg, offset) in layout() {
        asm.access(if reg.is_fpr() { Op::Ldc1 } else { Op::Lw }, reg, gpr::A0, offset);
    }
    asm.constant(gpr::V0, 1);
    asm.put(PhysInst::rrr(Op::Movn, gpr::V0, gpr::A1, gpr::A1));
    leave(asm);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_buffer_holds_what_o32_preserves() {
        let entries: Vec<_> = layout().collect();
        assert_eq!(entries.len(), 6 + 9 + 3);
        assert_eq!(entries[0], (Reg::fpr(20), 0));
        assert_eq!(entries[6], (gpr::S0, 48));
        assert_eq!(entries.last(), Some(&(gpr::RA, 92)));
    }
}

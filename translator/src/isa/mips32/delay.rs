//! Delay slots: the instruction after a branch, jump, call or return, which is executed before
//! control arrives.
//!
//! In: the instruction that was appended last. Out: whether it may go behind the branch. It may if
//! the branch does not read what it writes, and if nothing refers to its place: no label stands
//! between the two, no relocation is in it. Constant time. Source: [MIPS32-VOL1] "Delay slots"; an
//! instruction there may be anything but a branch.

use super::emit::Assembler;
use super::encode::{Format, NO_REG, PhysInst, row};
use super::inst::{Opcode, dst_role};
use super::op::Op;
use super::regs::gpr;
use crate::lir::Role;
use crate::mc::CodeBuffer;

impl Assembler<'_> {
    /// Appends a branch and its delay slot. `refer` records what the branch refers to.
    pub(super) fn put_delayed(&mut self, branch: PhysInst, refer: impl FnOnce(&mut CodeBuffer)) {
        let filler = self
            .movable
            .take()
            .filter(|&(offset, filler)| self.fills && offset + 4 == self.buffer.offset() && may_swap(&filler, &branch));
        if filler.is_some() {
            self.buffer.take_back(4);
        }
        refer(self.buffer);
        self.put(branch);
        match filler {
            Some((_, filler)) => self.put(filler),
            None => self.nop(),
        }
        self.movable = None;
    }
}

/// Whether an instruction does the same behind a branch as before it. Loads and stores do: they may
/// fault there, and the fault is the branch's then, which is all the same to a program that it
/// ends.
fn may_swap(filler: &PhysInst, branch: &PhysInst) -> bool {
    use Op::*;
    // Traps keep their place before branches; a reservation is not to be disturbed.
    let stays = matches!(filler.op, Teq | Sync | Ll | Sc | Nop | Beq | Bne | Blez | Bgtz | Bltz | Bgez | Bal | Bc1f | Bc1t)
        || matches!(filler.op, J | Jal | Jr | Jalr);
    if stays || branch.op == Bal {
        return false;
    }
    if matches!(branch.op, Bc1f | Bc1t) && row(filler.op).format == Format::FsFt {
        return fault!(Mips32DelayCondition);
    }
    let mentions_ra = [filler.dst, filler.a, filler.b].contains(&gpr::RA);
    if matches!(branch.op, Jal | Jalr) && mentions_ra {
        return false;
    }
    let written = if dst_role(Opcode::Real(filler.op)) == Role::Use { NO_REG } else { filler.dst };
    written == NO_REG || (written != branch.a && written != branch.b) || fault!(Mips32DelayOperand, branch.op != Jr)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::mips32::encode::encode;
    use crate::isa::mips32::regs::Reg;

    const T0: Reg = Reg(8);
    const T1: Reg = Reg(9);

    fn code(filler: PhysInst, branch: PhysInst) -> Vec<u32> {
        let mut buffer = CodeBuffer::default();
        let mut assembler = Assembler::new(&mut buffer, true);
        assembler.put(filler);
        assembler.put_delayed(branch, |_| ());
        buffer.bytes().as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect()
    }

    fn is_filled(filler: PhysInst, branch: PhysInst) -> bool {
        let words = code(filler, branch);
        let swapped = [encode(&branch), encode(&filler)];
        assert!(words == swapped || words == [swapped[1], swapped[0], 0], "{words:08x?}");
        words == swapped
    }

    #[test]
    fn what_the_branch_depends_on_stays_before_it() {
        let add = PhysInst::rri(Op::Addiu, T0, T1, 1);
        assert!(is_filled(add, PhysInst::rrr(Op::Beq, NO_REG, T1, gpr::ZERO)));
        assert!(!is_filled(add, PhysInst::rrr(Op::Beq, NO_REG, T0, T1)));
        assert!(!is_filled(add, PhysInst::rrr(Op::Bne, NO_REG, T1, T0)));
        assert!(!is_filled(add, PhysInst::rri(Op::Jalr, gpr::RA, T0, 0)));
        assert!(is_filled(PhysInst::rri(Op::Sw, T0, T1, 4), PhysInst::rrr(Op::Bne, NO_REG, T1, T0)));
        assert!(is_filled(PhysInst::rri(Op::Lw, T0, T1, 4), PhysInst::rrr(Op::Bne, NO_REG, T1, gpr::ZERO)));
        assert!(!is_filled(PhysInst::rri(Op::Lw, T0, T1, 4), PhysInst::rrr(Op::Bne, NO_REG, T0, gpr::ZERO)));
        assert!(!is_filled(PhysInst::rri(Op::Lw, gpr::RA, gpr::SP, 4), PhysInst { a: gpr::RA, ..PhysInst::bare(Op::Jr) }));
        assert!(is_filled(add, PhysInst::bare(Op::Jal)));
    }

    #[test]
    fn calls_the_return_address_and_the_condition_keep_their_order() {
        for inst in [PhysInst::rri(Op::Addiu, T0, gpr::RA, 0), PhysInst::rri(Op::Addiu, gpr::RA, T0, 0)] {
            assert!(!is_filled(inst, PhysInst::bare(Op::Jal)));
            assert!(!is_filled(inst, PhysInst::rri(Op::Jalr, gpr::RA, T1, 0)));
        }
        assert!(is_filled(PhysInst::rri(Op::Addiu, gpr::SP, gpr::SP, 8), PhysInst { a: gpr::RA, ..PhysInst::bare(Op::Jr) }));
        assert!(!is_filled(PhysInst::rri(Op::Addiu, gpr::RA, gpr::SP, 4), PhysInst { a: gpr::RA, ..PhysInst::bare(Op::Jr) }));
        assert!(!is_filled(PhysInst::rrr(Op::COltD, NO_REG, T0, T1), PhysInst::bare(Op::Bc1t)));
    }
}

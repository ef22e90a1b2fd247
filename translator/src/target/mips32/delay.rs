//! Delay slots: the instruction after a branch, jump, call or return, which is executed before control arrives.
//!
//! In: the instruction that was appended last. Out: whether it may go behind the branch. It may if the branch does not read what it writes,
//! and if nothing refers to its place: no label stands between the two, no relocation is in it. Constant time.
//! Source: MIPS32 architecture volume I, "Delay slots"; an instruction there may be anything but a branch.

use super::emit::Assembler;
use super::encode::{Format, NO_REG, PhysInst, row};
use super::inst::{Opcode, dst_role};
use super::op::Op;
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

/// Whether an instruction does the same behind a branch as before it.
///
/// Calls keep their `nop`, although hardware and qemu-mipsel do the same with any instruction there: behind a filled slot of `jal`, Unicorn
/// 2.1.5 now and then goes on at address zero (`deep_sum` of `corpus/recursion.ll` with `sdc1` there, `ints` of `corpus/pressure.ll` with
/// `lw`), and what the emulator cannot run cannot be tested.
fn may_swap(filler: &PhysInst, branch: &PhysInst) -> bool {
    use Op::*;
    // Traps keep their place before branches; a reservation is not to be disturbed.
    let stays = matches!(filler.op, Teq | Sync | Ll | Sc | Nop | Beq | Bne | Blez | Bgtz | Bltz | Bgez | Bal | Bc1f | Bc1t)
        || matches!(filler.op, J | Jal | Jr | Jalr);
    if stays || is_floating_point(row(filler.op).format) || matches!(branch.op, Jal | Jalr | Bal) {
        return false;
    }
    let written = if dst_role(Opcode::Real(filler.op)) == Role::Use { NO_REG } else { filler.dst };
    written == NO_REG || (written != branch.a && written != branch.b)
}

/// Whether an instruction works on floating-point registers or the floating-point condition, which the branch may read.
const fn is_floating_point(format: Format) -> bool {
    use Format::*;
    matches!(format, FtMem | FdFsFt | FdFs | FsFt | RtFs | FsRt | RdRsCc)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::mips32::encode::encode;
    use crate::target::mips32::regs::{Reg, gpr};

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
        assert!(is_filled(PhysInst::rri(Op::Sw, T0, T1, 4), PhysInst::rrr(Op::Bne, NO_REG, T1, T0)), "a store reads only");
    }

    #[test]
    fn calls_the_return_address_and_the_condition_keep_their_order() {
        let save = PhysInst::rri(Op::Sw, gpr::RA, gpr::SP, 4);
        assert!(!is_filled(save, PhysInst::bare(Op::Jal)));
        assert!(is_filled(PhysInst::rri(Op::Addiu, gpr::SP, gpr::SP, 8), PhysInst { a: gpr::RA, ..PhysInst::bare(Op::Jr) }));
        assert!(!is_filled(PhysInst::rri(Op::Lw, gpr::RA, gpr::SP, 4), PhysInst { a: gpr::RA, ..PhysInst::bare(Op::Jr) }));
        assert!(!is_filled(PhysInst::rrr(Op::COltD, NO_REG, T0, T1), PhysInst::bare(Op::Bc1t)));
    }
}

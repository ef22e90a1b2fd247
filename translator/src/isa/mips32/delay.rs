//! Delay slots: the instruction after a branch, jump, call or return, which is executed before
//! control arrives.
//!
//! In: the instructions that were appended last. Out: the last of them that may go behind the branch. It may if
//! the branch does not read what it writes, if it is the same in which order it and those between come, and if nothing refers to
//! their places: no label stands there, no relocation is in them. Constant time. Source: [MIPS32-VOL1] "Delay slots"; an
//! instruction there may be anything but a branch.

use super::effects::are_apart;
use super::emit::{Assembler, Fills, LOOKBACK};
use super::encode::{Format, NO_REG, PhysInst, encode, row};
use super::inst::{Opcode, dst_role};
use super::op::Op;
use super::regs::gpr;
use super::sandbox;
use crate::lir::Role;
use crate::mc::CodeBuffer;

impl Assembler<'_> {
    /// Appends a branch and its delay slot. `refer` records what the branch refers to.
    pub(super) fn put_delayed(&mut self, branch: PhysInst, refer: impl FnOnce(&mut CodeBuffer)) {
        let filler = if self.fills == Fills::Nothing { None } else { self.take_filler(&branch) };
        refer(self.buffer);
        self.put(branch);
        match filler {
            Some(filler) => self.put(filler),
            None => self.nop(),
        }
        self.stay();
    }

    /// Takes out the last instruction that may come behind a branch and what stands between the two.
    fn take_filler(&mut self, branch: &PhysInst) -> Option<PhysInst> {
        let end = self.buffer.offset();
        let at = |offset: u32| self.last[offset as usize / 4 % LOOKBACK];
        let mut offset = end;
        while offset > self.movable && end - offset < 4 * LOOKBACK as u32 {
            offset -= 4;
            let filler = at(offset);
            let word = encode(&filler);
            let passes = |between: u32| are_apart(word, encode(&at(between))) || fault!(Mips32DelayOver);
            if self.suits(word) && may_swap(&filler, branch) && (offset + 4..end).step_by(4).all(passes) {
                self.buffer.take_out(offset, 4);
                return Some(filler);
            }
        }
        None
    }

    fn suits(&self, word: u32) -> bool {
        self.fills == Fills::Anything || !sandbox::is_guarded(word)
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
        let mut assembler = Assembler::new(&mut buffer, Fills::Anything);
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

    /// What becomes of instructions before a branch: those before it, and its delay slot.
    fn with_several(insts: &[PhysInst], stays: usize, fills: Fills) -> (Vec<u32>, u32) {
        let branch = PhysInst::rrr(Op::Bne, NO_REG, T1, gpr::ZERO);
        let mut buffer = CodeBuffer::default();
        let mut assembler = Assembler::new(&mut buffer, fills);
        for (index, &inst) in insts.iter().enumerate() {
            assembler.put(inst);
            if index + 1 == stays {
                assembler.stay();
            }
        }
        assembler.put_delayed(branch, |_| ());
        let mut words: Vec<u32> = buffer.bytes().as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
        let slot = words.pop().expect("a delay slot");
        assert_eq!(words.pop(), Some(encode(&branch)));
        (words, slot)
    }

    #[test]
    fn a_slot_is_filled_from_further_before_with_what_is_apart_from_all_between() {
        let t2 = Reg(10);
        let add = PhysInst::rri(Op::Addiu, T0, T0, 1);
        let compare = PhysInst::rrr(Op::Slt, T1, t2, gpr::ZERO);
        let load = PhysInst::rri(Op::Lw, t2, gpr::SP, 8);
        let [add_word, compare_word, load_word] = [add, compare, load].map(|inst| encode(&inst));
        let all = Fills::Anything;
        assert_eq!(with_several(&[add, compare], 0, all), (vec![compare_word], add_word));
        assert_eq!(
            with_several(&[add, load, compare], 0, all),
            (vec![load_word, compare_word], add_word),
            "the compared one stays"
        );
        let reads = PhysInst::rrr(Op::Slt, T1, T0, gpr::ZERO);
        assert_eq!(with_several(&[add, reads], 0, all), (vec![add_word, encode(&reads)], 0));
        assert_eq!(with_several(&[add, compare], 1, all), (vec![add_word, compare_word], 0), "something refers to its place");
        assert_eq!(with_several(&[add, compare], 0, Fills::Nothing), (vec![add_word, compare_word], 0));
        let far: Vec<PhysInst> = [add].into_iter().chain([compare; LOOKBACK]).collect();
        assert_eq!(with_several(&far, 0, all).1, 0, "that is too far");
        assert_eq!(with_several(&far[1..], 0, all).1, 0, "each is compared anew");
        // An access that a sandbox masks is left where it is.
        let store = PhysInst::rri(Op::Sw, t2, T0, 4);
        assert_eq!(with_several(&[store, compare], 0, all).1, encode(&store));
        assert_eq!(with_several(&[store, compare], 0, Fills::Unguarded).1, 0);
        assert_eq!(with_several(&[load], 0, Fills::Unguarded).1, load_word);
    }
}

//! What words of code read and write: what may change places with what.
//!
//! In: a word. Out: sets of bits, core registers by their numbers and what else there is as one each: it may be more than the word
//! reads and writes, never less. Source: [MIPS32-VOL2] chapter 3.

use super::regs::gpr;

/// What words read and write beside core registers: the halves of products; everything of floating-point numbers; memory.
pub(super) const HALVES: u64 = 1 << 32;
pub(super) const FLOATS: u64 = 1 << 33;
pub(super) const MEMORY: u64 = 1 << 34;

/// What a word reads and writes, or more; `None` of words that others may not pass.
pub(super) fn mentioned(word: u32) -> Option<(u64, u64)> {
    let at = |lsb: u32| 1_u64 << (word >> lsb & 31);
    let (rs, rt, rd) = (at(21), at(16), at(11));
    let both = match (word >> 26, word & 63) {
        // Shifts; conditional moves, which may leave the result; sums and bits; comparisons.
        (0, 0 | 2..=4 | 6 | 7 | 0x21 | 0x23..=0x27 | 0x2a | 0x2b) => (rs | rt, rd),
        (0, 0x0a | 0x0b) => (rs | rt | rd, rd),
        (0, 1) => (rs | rd | FLOATS, rd),
        (0, 0x10..=0x13 | 0x18..=0x1b) => (rs | rt | HALVES, rd | HALVES),
        (0x1c, 2) => (rs | rt, rd | HALVES),
        (0x1c, 0x20 | 0x21) => (rs, rd),
        // Parts of numbers, and extensions.
        (0x1f, 0) => (rs, rt),
        (0x1f, 4) => (rs | rt, rt),
        (0x1f, 0x20) => (rt, rd),
        (9..=14, _) => (rs, rt),
        (15, _) => (0, rt),
        // Loads, some of a part of a register; stores; of floating-point numbers.
        (0x20..=0x26, _) => (rs | rt | MEMORY, rt),
        (0x28..=0x2b | 0x2e, _) => (rs | rt, MEMORY),
        (0x31 | 0x35, _) => (rs | FLOATS | MEMORY, FLOATS),
        (0x39 | 0x3d, _) => (rs | FLOATS, MEMORY),
        // Between core registers and those.
        (0x11, _) if matches!(word >> 21 & 31, 0 | 2..=4 | 6 | 7) => (rt | FLOATS, rt | FLOATS),
        (0x11, _) if matches!(word >> 21 & 31, 16 | 17 | 20 | 21) => (rt | FLOATS, FLOATS),
        _ => return None,
    };
    Some(both)
}

/// Whether it is the same in which order two words come.
pub(super) fn are_apart(one: u32, other: u32) -> bool {
    let (Some((reads, writes)), Some((other_reads, other_writes))) = (mentioned(one), mentioned(other)) else { return false };
    // What does not exist is not read. Loads may trap: of two accesses the first one does. What lies below the stack pointer is nobody's,
    // so that no access goes over a change of that.
    let zero = 1;
    let about_memory =
        |reads: u64, writes: u64| (reads | writes) & MEMORY != 0 || writes >> gpr::SP.0 & 1 != 0 && !fault!(Mips32DelayStack);
    let both = about_memory(reads, writes) && about_memory(other_reads, other_writes);
    (writes & (other_reads | other_writes) | reads & other_writes) & !zero == 0 && !both
}

#[cfg(test)]
mod tests {
    use super::super::encode::{Format, PhysInst, encode, row};
    use super::super::inst::{Opcode, dst_role};
    use super::super::op::Op;
    use super::super::regs::Reg;
    use super::*;
    use crate::lir::Role;

    /// Which fields of a word are registers shows when they change; what is not one of core registers counts as all of the others.
    #[test]
    fn what_an_instruction_reads_and_writes_is_known_of_its_word() {
        let mut known = 0;
        for &op in Op::ALL {
            let inst = PhysInst { op, dst: Reg(8), a: Reg(9), b: Reg(10), imm: 1 };
            let word = encode(&inst);
            let Some((reads, writes)) = mentioned(word) else { continue };
            known += 1;
            let has = |set: u64, reg: u8| set >> reg & 1 != 0 || set & FLOATS != 0;
            if encode(&PhysInst { dst: Reg(11), ..inst }) != word {
                let role = dst_role(Opcode::Real(op));
                assert!(role == Role::Use || has(writes, 8), "{op}");
                assert!(role == Role::Def || has(reads, 8), "{op}");
            }
            assert!(encode(&PhysInst { a: Reg(11), ..inst }) == word || has(reads, 9), "{op}");
            assert!(encode(&PhysInst { b: Reg(11), ..inst }) == word || has(reads, 10), "{op}");
            let is_access = matches!(row(op).format, Format::RtMem | Format::FtMem);
            assert_eq!((reads | writes) & MEMORY != 0, is_access, "{op}");
            // The base of an access is a core register.
            assert!(!is_access || reads >> 9 & 1 != 0, "{op}");
        }
        assert!(known > 60, "{known}");
        // mfc1 $t0, $f2; mtc1 $t0, $f2; mult $t0, $t1; mflo $t0; mul $t0, $t1, $t2
        for (word, reads, writes) in [
            (0x4408_1000, 1 << 8 | FLOATS, 1 << 8 | FLOATS),
            (0x4488_1000, 1 << 8 | FLOATS, 1 << 8 | FLOATS),
            (0x0109_0018, 1 << 8 | 1 << 9 | HALVES, 1 | HALVES),
            (0x0000_4012, 1 | HALVES, 1 << 8 | HALVES),
            (0x712a_4002, 1 << 9 | 1 << 10, 1 << 8 | HALVES),
        ] {
            assert_eq!(mentioned(word), Some((reads, writes)), "{word:x}");
        }
        // teq; sync; ll; sc; jr; beq; rdhwr; addi.
        for word in [0x0000_0034, 0x0f, 0xc108_0000, 0xe108_0000, 0x03e0_0008, 0x1000_0000, 0x7c03_e83b, 0x2108_0001] {
            assert_eq!(mentioned(word), None, "{word:x}");
        }
    }

    #[test]
    fn words_are_apart_that_share_nothing_and_do_not_both_access() {
        // addiu $t0, $t0, 1; slt $t1, $t2, $t3; slt $t1, $t0, $t2; lw $t1, ($t2); sw $t1, ($t2); teq
        let (add, apart, reads, load, store, trap) = (0x2508_0001, 0x014b_482a, 0x010a_482a, 0x8d49_0000, 0xad49_0000, 0x34);
        for (other, expected) in [(apart, true), (reads, false), (load, true), (store, true), (trap, false), (add, false)] {
            assert_eq!((are_apart(add, other), are_apart(other, add)), (expected, expected), "{other:x}");
        }
        assert!(!are_apart(load, store) && !are_apart(load, load));
        // addu $sp, $t0, $zero
        let restored = 0x0100_e821;
        assert!(!are_apart(load, restored) && !are_apart(store, restored) && are_apart(apart, restored));
    }
}

//! Native Client's sandbox: what a word of code becomes so that a validator can tell that it neither reads, writes nor jumps outside.
//!
//! In: the words of a function as it is without a sandbox ([`CodeBuffer::put_in_groups`]). Out: groups of them in bundles of 16 bytes.
//! Masks are in registers that the runtime sets once: `$t6` keeps of an address what a jump's target may have, the beginning of a bundle
//! in the lowest 256 MB; `$t7` what one of data may have, the lowest gigabyte. An access through any register but the stack pointer has a
//! mask of that register directly before it, and so has an indirect jump; a change of the stack pointer has its mask directly behind it.
//! A mask leaves an address alone that lies within. Displacements need no care: what they lead out to is not mapped, nor is what they
//! could lead in from, as the first 64 KB are not.
//!
//! A branch and its delay slot lie in one bundle. What needs a mask goes back to before the branch, whence it came. A call's delay slot
//! ends a bundle, so that what it returns to begins one.
//!
//! Sources: [NACL-MIPS] throughout; [MIPS32-VOL2] chapter 3 (what the bits are).

use super::effects::{FLOATS, HALVES, MEMORY, mentioned};
use super::emit::BRANCH;
use super::regs::{Reg, gpr};
use crate::lir::RegMask;
use crate::mc::groups::{Effects, Groups, Rules, Word};
use crate::mc::{CodeBuffer, Place};

/// The mask of jumps' targets.
const OF_CODE: Reg = Reg(14);
/// The mask of addresses.
const OF_DATA: Reg = Reg(15);
/// Where the thread pointer is.
const THREAD: Reg = Reg(24);
/// The registers that the allocator must leave alone: all three are the runtime's.
pub const RESERVED: RegMask = RegMask::of(OF_CODE.0).union(RegMask::of(OF_DATA.0)).union(RegMask::of(THREAD.0));

/// Makes sandboxed code of a function's; `far` says that its branches are indirect jumps.
pub fn apply(buffer: &mut CodeBuffer, far: bool) {
    buffer.put_in_groups(&Mips, far);
}

/// What a word is to the sandbox.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Kind {
    /// Nothing.
    Plain,
    /// A change of the stack pointer.
    Stack,
    /// An access through a register, which may load the stack pointer.
    Access { base: Reg, is_stack: bool },
    /// A branch or jump with a delay slot, and a call; perhaps to where a register says.
    Branch { link: bool, target: Option<Reg> },
}

/// The register in five bits from this one.
fn register(word: u32, lsb: u32) -> Reg {
    Reg((word >> lsb & 31) as u8)
}

fn kind(word: u32) -> Kind {
    let (rs, rt, rd) = (register(word, 21), register(word, 16), register(word, 11));
    let result = |reg: Reg| if reg == gpr::SP { Kind::Stack } else { Kind::Plain };
    // By the opcode, then by what that says.
    match (word >> 26, word & 63) {
        (0, 8 | 9) => Kind::Branch { link: word & 1 != 0, target: Some(rs) },
        // Traps, whose code lies there.
        (0, 0x30..=0x36) => Kind::Plain,
        (0 | 0x1c | 0x1f, _) => result(rd),
        (1, _) => Kind::Branch { link: rt.0 & 0x10 != 0, target: None },
        (2 | 4..=7, _) => Kind::Branch { link: false, target: None },
        (3, _) => Kind::Branch { link: true, target: None },
        (8..=15, _) => result(rt),
        (0x11, _) if rs == Reg(8) => Kind::Branch { link: false, target: None },
        (0x20.., _) => {
            let is_float = matches!(word >> 26, 0x31 | 0x35 | 0x39 | 0x3d);
            let loads = matches!(word >> 26, 0x20..=0x26 | 0x30);
            Kind::Access { base: rs, is_stack: loads && !is_float && rt == gpr::SP }
        }
        _ => Kind::Plain,
    }
}

/// Whether a word needs others beside it.
pub(super) fn is_guarded(word: u32) -> bool {
    match kind(word) {
        Kind::Access { base, is_stack } => base != gpr::SP || is_stack,
        Kind::Stack | Kind::Branch { .. } => true,
        Kind::Plain => false,
    }
}

/// `and reg, reg, mask`.
const fn and(reg: Reg, mask: Reg) -> Word {
    Word::new((reg.0 as u32) << 21 | (mask.0 as u32) << 16 | (reg.0 as u32) << 11 | 0x24)
}

/// The rules of MIPS.
struct Mips;

impl Rules for Mips {
    const NOP: u32 = 0;

    fn rewrite(&self, words: &[u32], index: usize, out: &mut Groups) -> usize {
        match kind(words[index]) {
            Kind::Branch { link, target } => branch(words, index, (link, target), out),
            _ => {
                alone(words, index, out);
                1
            }
        }
    }

    fn effects(&self, word: u32) -> Option<Effects> {
        let (reads, writes) = mentioned(word)?;
        let (masked, is_plain) = match kind(word) {
            Kind::Access { is_stack: true, .. } | Kind::Stack | Kind::Branch { .. } => return None,
            Kind::Access { base, .. } if base != gpr::SP => (1 << base.0, false),
            Kind::Access { .. } => (0, false),
            Kind::Plain => (0, true),
        };
        // Register 0 is always 0; a word that does nothing is not worth moving.
        let moves = is_plain && word != Self::NOP && (reads | writes) & (HALVES | FLOATS | MEMORY) == 0;
        Some(Effects { reads: reads & !1, writes: (writes | masked) & !1, moves })
    }
}

/// What is no branch.
fn alone(words: &[u32], index: usize, out: &mut Groups) {
    let same = Word::of(index, words[index]);
    let after = and(gpr::SP, OF_DATA);
    match kind(words[index]) {
        Kind::Stack if fault!(Mips32SandboxStack) => out.put(Place::Any, &[same]),
        // Bit 29 says that it stores.
        Kind::Access { base, is_stack: false } if base != gpr::SP && fault!(Mips32SandboxStore, words[index] & 1 << 29 != 0) => {
            out.put(Place::Any, &[same]);
        }
        Kind::Access { base, is_stack: false } if base != gpr::SP && fault!(Mips32SandboxLoad, words[index] & 1 << 29 == 0) => {
            out.put(Place::Any, &[same]);
        }
        Kind::Access { base, is_stack: false }
            if base != gpr::SP && fault!(Mips32SandboxOtherRegister, register(words[index], 16) != base) =>
        {
            out.put(Place::Any, &[and(register(words[index], 16), OF_DATA), same]);
        }
        Kind::Stack => out.put(Place::Any, &[same, after]),
        Kind::Access { base: gpr::SP, is_stack: true } => out.put(Place::Any, &[same, after]),
        Kind::Access { base, is_stack: true } => out.put(Place::Any, &[and(base, OF_DATA), same, after]),
        Kind::Access { base, .. } if base != gpr::SP => out.put(Place::Any, &[and(base, OF_DATA), same]),
        _ => out.put(Place::Any, &[same]),
    }
}

/// A branch and its delay slot.
fn branch(words: &[u32], index: usize, (link, target): (bool, Option<Reg>), out: &mut Groups) -> usize {
    let (same, slot) = (Word::of(index, words[index]), words[index + 1]);
    let slot = if is_guarded(slot) && !fault!(Mips32SandboxDelay) {
        alone(words, index + 1, out);
        Word::new(Mips::NOP)
    } else {
        Word::of(index + 1, slot)
    };
    let place = if link { Place::End } else { Place::Any };
    match target {
        Some(_) if fault!(Mips32SandboxCallMask, link) => out.put(place, &[same, slot]),
        Some(_) if fault!(Mips32SandboxJumpMask, !link) => out.put(place, &[same, slot]),
        Some(target) if fault!(Mips32SandboxDataMask, !link) => out.put(place, &[and(target, OF_DATA), same, slot]),
        Some(target) => out.put(place, &[and(target, OF_CODE), same, slot]),
        None => out.put(place, &[same, slot]),
    }
    // What refers to a label has no distance yet; others are around parts of a far jump.
    let distance = (words[index] as u16).cast_signed();
    let is_relative = target.is_none() && !matches!(words[index] >> 26, 2 | 3);
    if is_relative && distance != 0 {
        out.distance(index, (index as isize + 1 + isize::from(distance)).cast_unsigned(), &BRANCH);
    }
    2
}

#[cfg(test)]
mod tests {
    use super::super::emit::{Assembler, Fills};
    use super::super::encode::{Format, NO_REG, PhysInst, encode, row};
    use super::super::op::Op;
    use super::*;
    use crate::mc::Label;

    const T0: Reg = Reg(8);
    const T1: Reg = Reg(9);
    const NOP: u32 = 0;

    /// Sandboxed code of what an assembler, which fills delay slots, is told.
    fn sandboxed(write: impl FnOnce(&mut Assembler<'_>)) -> Vec<u32> {
        let mut buffer = CodeBuffer::default();
        buffer.reserve_labels(1);
        write(&mut Assembler::new(&mut buffer, Fills::Anything));
        buffer.bind(Label::from_u32(0));
        apply(&mut buffer, false);
        assert!(buffer.resolve_uses() && buffer.bytes().len().is_multiple_of(16));
        buffer.bytes().as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
    }

    fn and_word(reg: Reg, mask: Reg) -> u32 {
        encode(&PhysInst::rrr(Op::And, reg, reg, mask))
    }

    #[test]
    fn accesses_are_masked_and_those_of_the_stack_are_not() {
        let (own, other) = (PhysInst::rri(Op::Sw, T0, gpr::SP, 8), PhysInst::rri(Op::Ldc1, Reg::fpr(2), T1, -8));
        let code = sandboxed(|asm| [own, own, own, other].into_iter().for_each(|inst| asm.put(inst)));
        let own = encode(&own);
        assert_eq!(code, [own, own, own, NOP, and_word(T1, OF_DATA), encode(&other), NOP, NOP]);
        // and $t1, $t1, $t7.
        assert_eq!(code[4], 0x012f_4824);
    }

    #[test]
    fn the_stack_pointer_is_masked_behind_every_change() {
        let (add, load) = (PhysInst::rri(Op::Addiu, gpr::SP, gpr::SP, -8), PhysInst::rri(Op::Lw, gpr::SP, gpr::A0, 92));
        let code = sandboxed(|asm| [add, load].into_iter().for_each(|inst| asm.put(inst)));
        let after = and_word(gpr::SP, OF_DATA);
        let expected = [encode(&add), after, NOP, NOP, and_word(gpr::A0, OF_DATA), encode(&load), after, NOP];
        assert_eq!(code, expected);
    }

    #[test]
    fn a_call_and_its_delay_slot_end_a_bundle() {
        let jalr = PhysInst::rri(Op::Jalr, gpr::RA, gpr::T9, 0);
        let filler = PhysInst::rri(Op::Addiu, gpr::A0, gpr::ZERO, 1);
        let jal = PhysInst::bare(Op::Jal);
        let code = sandboxed(|asm| {
            asm.put(filler);
            asm.put_delayed(jalr, |_| ());
            asm.put_delayed(jal, |_| ());
        });
        let masked = [NOP, and_word(gpr::T9, OF_CODE), encode(&jalr), encode(&filler)];
        assert_eq!(code[..4], masked);
        assert_eq!(code[4..], [NOP, NOP, encode(&jal), NOP]);
    }

    #[test]
    fn what_needs_a_mask_leaves_the_delay_slot() {
        let load = PhysInst::rri(Op::Lw, T0, T1, 4);
        let (leave, ret) = (PhysInst::rri(Op::Addiu, gpr::SP, gpr::SP, 8), PhysInst { a: gpr::RA, ..PhysInst::bare(Op::Jr) });
        let code = sandboxed(|asm| {
            asm.put(load);
            asm.put_delayed(PhysInst::rrr(Op::Bne, NO_REG, T1, gpr::ZERO), |buffer| {
                buffer.use_label_here(&BRANCH, Label::from_u32(0));
            });
            asm.put(leave);
            asm.put_delayed(ret, |_| ());
        });
        let (bne, masked) = (0x1520_0008, and_word(T1, OF_DATA));
        assert_eq!(code[..4], [masked, encode(&load), bne, NOP], "{code:08x?}");
        assert_eq!(
            code[4..],
            [encode(&leave), and_word(gpr::SP, OF_DATA), NOP, NOP, and_word(gpr::RA, OF_CODE), encode(&ret), NOP, NOP]
        );
    }

    #[test]
    fn a_far_jump_finds_itself_at_a_beginning_and_the_branch_around_it_its_end() {
        let behind = PhysInst::rri(Op::Addiu, T0, T0, 1);
        let code = sandboxed(|asm| {
            asm.put(PhysInst { imm: 7, ..PhysInst::rrr(Op::Bne, NO_REG, T0, T1) });
            asm.nop();
            asm.put(PhysInst { imm: 1, ..PhysInst::bare(Op::Bal) });
            asm.put(PhysInst::rri(Op::Lui, gpr::AT, NO_REG, 0));
            asm.put(PhysInst::rri(Op::Ori, gpr::AT, gpr::AT, 0));
            asm.put(PhysInst::rrr(Op::Addu, gpr::AT, gpr::AT, gpr::RA));
            asm.put(PhysInst { a: gpr::AT, ..PhysInst::bare(Op::Jr) });
            asm.nop();
            asm.put(behind);
        });
        assert_eq!(code[..4], [0x1509_000a, NOP, 0x0411_0001, 0x3c01_0000], "{code:08x?}");
        assert_eq!(code[4..8], [0x3421_0000, 0x003f_0821, NOP, NOP]);
        assert_eq!(code[8..], [and_word(gpr::AT, OF_CODE), 0x0020_0008, NOP, encode(&behind)]);
    }

    #[test]
    fn every_instruction_is_to_the_sandbox_what_its_format_says() {
        for &op in Op::ALL {
            let inst = PhysInst { op, dst: T0, a: T1, b: Reg(10), imm: 1 };
            let target = Some(T1).filter(|_| matches!(op, Op::Jr | Op::Jalr));
            let expected = match row(op).format {
                Format::RtMem | Format::FtMem => Kind::Access { base: T1, is_stack: false },
                Format::RsRtBranch | Format::RsBranch | Format::Branch | Format::Target | Format::Rs | Format::RdRs => {
                    Kind::Branch { link: matches!(op, Op::Bal | Op::Jal | Op::Jalr), target }
                }
                _ => Kind::Plain,
            };
            assert_eq!(kind(encode(&inst)), expected, "{op}");
            let format = row(op).format;
            let is_general = matches!(
                format,
                Format::RdRsRt | Format::RdRtSa | Format::RdRtRs | Format::Rd | Format::RdRsTwice | Format::RdRt | Format::RdRsCc
            ) || matches!(format, Format::RtRsSigned | Format::RtRsUnsigned | Format::RtUpper);
            let loads = matches!(op, Op::Lb | Op::Lbu | Op::Lh | Op::Lhu | Op::Lw | Op::Lwl | Op::Lwr | Op::Ll);
            let to_stack = kind(encode(&PhysInst { dst: gpr::SP, ..inst }));
            assert_eq!(to_stack == Kind::Stack, is_general, "{op}");
            assert_eq!(matches!(to_stack, Kind::Access { is_stack: true, .. }), loads, "{op}");
        }
    }
}

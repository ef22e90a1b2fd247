//! Native Client's sandbox: what a word of code becomes so that a validator can tell that it neither reads, writes nor jumps outside.
//!
//! In: the words of a function as it is without a sandbox ([`CodeBuffer::put_in_groups`]). Out: groups of them in bundles of 16 bytes.
//! The sandbox is the lowest gigabyte. An access through any register but the stack pointer has a mask of that register directly before
//! it; an indirect branch has one that clears the lowest four bits, too; a change of the stack pointer has its mask directly behind it.
//! A mask leaves an address alone that lies within. Addresses that are sums of registers are computed in `ip` first, which nothing else
//! uses. Displacements need no care: what they lead out to is not mapped, nor is what they could lead in from, as the first 64 KB are
//! not. Calls end a bundle, so that what they return to begins one. `r9` is the runtime's: see [`RESERVED`].
//!
//! Sources: [NACL-SFI-ARM] throughout; [ARM-ARM] A5 (what the bits are).

use super::encode::modified_immediate;
use super::regs::{IP, LR, PC, Reg, SP};
use crate::lir::RegMask;
use crate::mc::groups::{Effects, Groups, Rules, Word};
use crate::mc::{CodeBuffer, Place};

/// The register that only the runtime changes: its thread pointer.
pub const THREAD: Reg = Reg::core(9);
/// The registers that the allocator must leave alone.
pub const RESERVED: RegMask = THREAD.units();

/// What a mask clears of an address of data, and of one of code.
const OUTSIDE_DATA: u32 = 0xc000_0000;
const OUTSIDE_CODE: u32 = 0xc000_000f;

/// Makes sandboxed code of a function's.
pub fn apply(buffer: &mut CodeBuffer) {
    buffer.put_in_groups(&Arm, false);
}

/// What a word is to the sandbox.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Kind {
    /// Nothing.
    Plain,
    /// An access through the register in bits 16 to 19.
    Access,
    /// The same, to the sum of that and another register.
    Sum,
    /// A change of the stack pointer that is no access.
    Stack,
    /// A load of several registers from the stack, among them the program counter.
    PopPc,
    /// A direct call.
    Call,
    /// An indirect branch, and call.
    Exchange,
    ExchangeLink,
}

/// Words by their bits, without the condition; the first that fits counts.
#[rustfmt::skip]
const KINDS: &[(u32, u32, Kind)] = &[
    // bx, blx; b, bl.
    (0x0fff_fff0, 0x012f_ff10, Kind::Exchange),
    (0x0fff_fff0, 0x012f_ff30, Kind::ExchangeLink),
    (0x0f00_0000, 0x0a00_0000, Kind::Plain),
    (0x0f00_0000, 0x0b00_0000, Kind::Call),
    // A5.5: pop with pc; other lists.
    (0x0fff_8000, 0x08bd_8000, Kind::PopPc),
    (0x0e00_0000, 0x0800_0000, Kind::Access),
    // A5.3 and A5.4: words and bytes at an offset; media; words and bytes at a sum.
    (0x0e00_0000, 0x0400_0000, Kind::Access),
    (0x0e00_0010, 0x0600_0010, Kind::Plain),
    (0x0e00_0010, 0x0600_0000, Kind::Sum),
    // A7.6: two core registers to a double one; loads and stores. A7.5: arithmetic.
    (0x0fe0_0000, 0x0c40_0000, Kind::Plain),
    (0x0e00_0000, 0x0c00_0000, Kind::Access),
    (0x0f00_0000, 0x0e00_0000, Kind::Plain),
    // A5.2.5, A5.2.10, A5.2.8: products; exclusive accesses; halves and signed bytes at an offset and at a sum.
    (0x0f00_00f0, 0x0000_0090, Kind::Plain),
    (0x0f00_00f0, 0x0100_0090, Kind::Access),
    (0x0e40_0090, 0x0040_0090, Kind::Access),
    (0x0e40_0090, 0x0000_0090, Kind::Sum),
    // A5.2: comparisons, whose field for a result is no register; what has the stack pointer for a result.
    (0x0d90_0000, 0x0110_0000, Kind::Plain),
    (0x0c00_f000, 0x0000_d000, Kind::Stack),
    (0, 0, Kind::Plain),
];

/// The same for words without a condition: A7.7, elements of vectors; all others.
const UNCONDITIONAL: &[(u32, u32, Kind)] = &[(0x0f10_0000, 0x0400_0000, Kind::Access), (0, 0, Kind::Plain)];

/// The condition of words that have none; as one, always.
const NO_CONDITION: u32 = 15;
const ALWAYS: u32 = 14;

fn kind(word: u32) -> Kind {
    let kinds = if word >> 28 == NO_CONDITION { UNCONDITIONAL } else { KINDS };
    kinds.iter().find(|(mask, bits, _)| word & mask == *bits).map_or(Kind::Plain, |&(_, _, kind)| kind)
}

/// The condition under which a word does something, in its place.
fn condition(word: u32) -> u32 {
    (if word >> 28 == NO_CONDITION { ALWAYS } else { word >> 28 }) << 28
}

/// The core register in four bits from this one.
fn register(word: u32, lsb: u32) -> Reg {
    Reg((word >> lsb & 15) as u8)
}

/// The word with a register there.
fn with_register(word: u32, lsb: u32, reg: Reg) -> u32 {
    word & !(15 << lsb) | u32::from(reg.0) << lsb
}

/// `bic reg, reg, #outside`.
fn mask(condition: u32, reg: Reg, outside: u32) -> Word {
    let bits = modified_immediate(outside).expect("eight bits around the word's ends");
    Word::new(with_register(with_register(condition | 0x03c0_0000 | bits, 16, reg), 12, reg))
}

/// The rules of ARM.
struct Arm;

impl Rules for Arm {
    const NOP: u32 = 0xe320_f000;

    fn rewrite(&self, words: &[u32], index: usize, out: &mut Groups) -> usize {
        let word = words[index];
        let (condition, same) = (condition(word), Word::of(index, word));
        match kind(word) {
            Kind::Plain => out.put(Place::Any, &[same]),
            Kind::Access => access(index, word, out),
            Kind::Sum => at_sum(index, word, out),
            Kind::Stack if fault!(Arm32SandboxStack) => out.put(Place::Any, &[same]),
            Kind::Stack => out.put(Place::Any, &[same, mask(condition, SP, OUTSIDE_DATA)]),
            Kind::PopPc if fault!(Arm32SandboxPop) => out.put(Place::Any, &[same]),
            Kind::PopPc => {
                out.put(Place::Any, &[Word::of(index, word & !(1 << PC.0) | 1 << LR.0)]);
                exchange(condition, LR, out);
            }
            Kind::Call => out.put(Place::End, &[same]),
            Kind::Exchange => out.put(Place::Any, &[mask(condition, register(word, 0), OUTSIDE_CODE), same]),
            Kind::ExchangeLink if fault!(Arm32SandboxCallMask) => out.put(Place::End, &[same]),
            Kind::ExchangeLink => out.put(Place::End, &[mask(condition, register(word, 0), OUTSIDE_CODE), same]),
        }
        1
    }

    fn effects(&self, word: u32) -> Option<Effects> {
        let (reads, writes) = mentioned(word)?;
        // Beside what the word does, a mask writes the base, and the address of a sum goes to a register.
        let (reads, writes) = match kind(word) {
            Kind::Access if register(word, 16) != SP => (reads, writes | bit(register(word, 16))),
            Kind::Sum => (reads, writes | bit(register(word, 16)) | bit(IP)),
            Kind::Plain | Kind::Access => (reads, writes),
            _ => return None,
        };
        let moves = kind(word) == Kind::Plain && (reads | writes) & (FLOATS | MEMORY) == 0;
        // What is relative to where it stands stays.
        ((reads | writes) & bit(PC) == 0).then_some(Effects { reads, writes, moves })
    }
}

/// What words read and write beside core registers: flags; everything of floating-point numbers and vectors; memory.
const FLAGS: u64 = 1 << 16;
const FLOATS: u64 = 1 << 17;
const MEMORY: u64 = 1 << 18;

fn bit(reg: Reg) -> u64 {
    1 << reg.0
}

/// What a word reads and writes, or more; `None` of words that others may not pass.
fn mentioned(word: u32) -> Option<(u64, u64)> {
    let at = |lsb: u32| 1_u64 << (word >> lsb & 15);
    let has = |bits: u32| word & bits == bits;
    let (loads, steps) = (has(1 << 20), !has(1 << 24) || has(1 << 21));
    let accessed = |data: u64, others: u64| {
        let base = if steps { at(16) } else { 0 };
        let reads = at(16) | others;
        if loads { (reads | MEMORY, data | base) } else { (reads | data, MEMORY | base) }
    };
    let mentioned = match (word >> 28, word >> 24 & 15) {
        // A7.4; A7.7, whose register says how far the base steps.
        (NO_CONDITION, 2 | 3) => (FLOATS, FLOATS),
        (NO_CONDITION, 4) => (FLOATS | MEMORY | at(16) | at(0), FLOATS | MEMORY | at(16)),
        (NO_CONDITION, _) => return None,
        // A5.2.5: products. A5.2.8: halves and signed bytes.
        (_, 0) if word & 0xf0 == 0x90 => (at(16) | at(12) | at(8) | at(0), at(16) | at(12) | if loads { FLAGS } else { 0 }),
        (_, 1) if word & 0xf0 == 0x90 => return None,
        (_, 0 | 1) if word & 0x90 == 0x90 => {
            let is_pair = !loads && word & 0xf0 != 0xb0;
            return (!is_pair).then(|| accessed(at(12), if has(1 << 22) { 0 } else { at(0) })).map(|both| under(word, both));
        }
        // A5.2.12: that counts zeros. A5.2.11, A5.2.10: half of a number.
        (_, 1) if word & 0x0fff_0ff0 == 0x016f_0f10 => (at(0), at(12)),
        (_, 1 | 3) if word & 0x0190_0000 == 0x0100_0000 => match word >> 20 & 0xff {
            0x30 => (0, at(12)),
            0x34 => (at(12), at(12)),
            _ => return None,
        },
        // A5.2.1 to A5.2.3.
        (_, 0..=3) => arithmetic(word),
        // A5.3, A5.4.
        (_, 4 | 5) => accessed(at(12), 0),
        (_, 7) if word & 0x00f0_00f0 == 0x00f0_00f0 => return None,
        // Register 15 is none here.
        (_, 6 | 7) if has(1 << 4) => ((at(16) | at(12) | at(8) | at(0)) & !bit(PC), (at(16) | at(12)) & !bit(PC)),
        (_, 6 | 7) => accessed(at(12), at(0)),
        // A5.5.
        (_, 8 | 9) => {
            let list = u64::from(word & 0xffff);
            let base = if has(1 << 21) { at(16) } else { 0 };
            if loads { (at(16) | MEMORY, list | base) } else { (at(16) | list, MEMORY | base) }
        }
        // A7.5 to A7.9, of the two coprocessors that floating-point numbers are.
        (_, 12..=14) if word >> 8 & 14 != 10 => return None,
        (_, 12) if word & 0x0fe0_0000 == 0x0c40_0000 => (at(16) | at(12) | FLOATS, at(16) | at(12) | FLOATS),
        (_, 12 | 13) => (at(16) | FLOATS | MEMORY, FLOATS | MEMORY | if has(1 << 21) { at(16) } else { 0 }),
        (_, 14) if has(1 << 4) => {
            // To register 15 is to the flags.
            let core = at(12) & !bit(PC);
            (core | FLOATS | FLAGS, core | FLOATS | FLAGS)
        }
        (_, 14) => (FLOATS, FLOATS),
        _ => return None,
    };
    Some(under(word, mentioned))
}

/// What an operation on core registers reads and writes.
fn arithmetic(word: u32) -> (u64, u64) {
    let at = |lsb: u32| 1_u64 << (word >> lsb & 15);
    let (operation, sets_flags) = (word >> 21 & 15, word & 1 << 20 != 0);
    let first = if matches!(operation, 13 | 15) { 0 } else { at(16) };
    let second = match (word & 1 << 25, word & 1 << 4) {
        (0, 0) => at(0),
        (0, _) => at(0) | at(8),
        _ => 0,
    };
    // Sums with a carry, a rotation through it; what sets flags may leave some of them alone.
    let rotates = word & 1 << 25 == 0 && word & 0xff0 == 0x060;
    let flags = if matches!(operation, 5..=7) || rotates || sets_flags { FLAGS } else { 0 };
    let result = if matches!(operation, 8..=11) { 0 } else { at(12) };
    (first | second | flags, result | if sets_flags { FLAGS } else { 0 })
}

/// Under a condition a word reads the flags, and leaves what it would write as it was.
fn under(word: u32, (reads, writes): (u64, u64)) -> (u64, u64) {
    let is_always = matches!(word >> 28, ALWAYS | NO_CONDITION);
    (if is_always { reads } else { reads | writes | FLAGS }, writes)
}

/// An access through a register.
fn access(index: usize, word: u32, out: &mut Groups) {
    let (base, same) = (register(word, 16), Word::of(index, word));
    match base {
        SP => out.put(Place::Any, &[same]),
        // Bit 20 says that it loads.
        _ if fault!(Arm32SandboxLoad, word & 1 << 20 != 0) => out.put(Place::Any, &[same]),
        _ if fault!(Arm32SandboxStore, word & 1 << 20 == 0) => out.put(Place::Any, &[same]),
        _ if fault!(Arm32SandboxOtherRegister, register(word, 12) != base) => {
            out.put(Place::Any, &[mask(condition(word), register(word, 12), OUTSIDE_DATA), same]);
        }
        _ => out.put(Place::Any, &[mask(condition(word), base, OUTSIDE_DATA), same]),
    }
}

/// An access at the sum of two registers, or a jump to the address that lies there.
fn at_sum(index: usize, word: u32, out: &mut Groups) {
    debug_assert_ne!(word & 1 << 23, 0, "sums, not differences");
    if fault!(Arm32SandboxSum, register(word, 12) != PC) {
        return out.put(Place::Any, &[Word::of(index, word)]);
    }
    let is_half = word & 1 << 26 == 0;
    let condition = condition(word);
    // A shift has the same bits in both; that of halves is none.
    let second = word & if is_half { 0xf } else { 0xfff };
    let add = with_register(with_register(condition | 0x0080_0000 | second, 16, register(word, 16)), 12, IP);
    out.put(Place::Any, &[Word::new(add)]);
    // An offset of zero: bit 22 says that of halves, bit 25 the other of words and bytes.
    let at_ip = with_register(if is_half { word & !0xf0f | 1 << 22 } else { word & !(1 << 25 | 0xfff) }, 16, IP);
    let is_jump = register(word, 12) == PC;
    let at_ip = if is_jump { with_register(at_ip, 12, IP) } else { at_ip };
    access(index, at_ip, out);
    if is_jump {
        exchange(condition, IP, out);
    }
}

/// `bx` of a register.
fn exchange(condition: u32, reg: Reg, out: &mut Groups) {
    let branch = Word::new(with_register(condition | 0x012f_ff10, 0, reg));
    let outside = if fault!(Arm32SandboxDataMask) { OUTSIDE_DATA } else { OUTSIDE_CODE };
    out.put(Place::Any, &[mask(condition, reg, outside), branch]);
}

#[cfg(test)]
mod tests {
    use super::super::encode::{Operand, PhysInst, encode};
    use super::super::op::{Cond, Op, Slot, Writes};
    use super::*;
    use crate::mc::Label;

    /// Sandboxed code of instructions.
    fn sandboxed(insts: &[PhysInst]) -> Vec<u32> {
        let mut buffer = CodeBuffer::default();
        buffer.reserve_labels(1);
        insts.iter().for_each(|inst| encode(&mut buffer, inst));
        buffer.bind(Label::from_u32(0));
        apply(&mut buffer);
        assert!(buffer.resolve_uses() && buffer.bytes().len().is_multiple_of(16));
        buffer.bytes().as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
    }

    fn reg(number: u8) -> Operand {
        Operand::Reg(Reg::core(number))
    }

    const NOP: u32 = Arm::NOP;

    #[test]
    fn accesses_are_masked_under_their_condition_and_those_of_the_stack_are_not() {
        let load = PhysInst::new(Op::Ldr, &[reg(0), Operand::Mem(Reg::core(1), 4)]);
        let code = sandboxed(&[
            PhysInst::new(Op::Str, &[reg(0), Operand::Mem(SP, 8)]),
            load,
            PhysInst { cond: Cond::Ne, ..load },
            PhysInst::new(Op::Vst1, &[Operand::Reg(Reg::quad(0)), Operand::Mem(Reg::core(2), 0)]),
        ]);
        // str r0, [sp, #8]; bic r1, r1, #0xc0000000; ldr r0, [r1, #4] …
        assert_eq!(code[..4], [0xe58d_0008, 0xe3c1_1103, 0xe591_0004, NOP]);
        assert_eq!(code[4..], [0x13c1_1103, 0x1591_0004, 0xe3c2_2103, 0xf402_0a0f]);
    }

    #[test]
    fn sums_are_made_in_ip() {
        let code = sandboxed(&[
            PhysInst::new(Op::LdrbX, &[reg(0), Operand::Indexed(Reg::core(1), Reg::core(2), 3)]),
            PhysInst::new(Op::StrhX, &[reg(0), Operand::Indexed(Reg::core(1), Reg::core(2), 0)]),
        ]);
        // add ip, r1, r2, lsl #3; bic ip; ldrb r0, [ip]; nop; add ip, r1, r2; bic ip; strh r0, [ip].
        let expected = [0xe081_c182, 0xe3cc_c103, 0xe5dc_0000, 0xe081_c002, 0xe3cc_c103, 0xe1cc_00b0, NOP, NOP];
        assert_eq!(code, expected, "{code:08x?}");
    }

    #[test]
    fn a_function_has_its_calls_at_ends_and_returns_through_the_link_register() {
        let code = sandboxed(&[
            PhysInst::new(Op::Push, &[Operand::Regs(1 << 4 | 1 << LR.0)]),
            PhysInst::new(Op::Sub, &[Operand::Reg(SP), Operand::Reg(SP), Operand::Imm(8)]),
            PhysInst::new(Op::Bl, &[Operand::Label(Label::from_u32(0))]),
            PhysInst::new(Op::Blx, &[reg(3)]),
            PhysInst::new(Op::Pop, &[Operand::Regs(1 << 4 | 1 << PC.0)]),
        ]);
        assert_eq!(code[..4], [0xe92d_4010, 0xe24d_d008, 0xe3cd_d103, 0xeb00_0006]);
        // blx r3 with the shortest form of 0xc000000f, 0x3f rotated right by two.
        assert_eq!(code[4..8], [NOP, NOP, 0xe3c3_313f, 0xe12f_ff33]);
        assert_eq!(code[8..], [0xe8bd_4010, 0xe3ce_e13f, 0xe12f_ff1e, NOP]);
    }

    #[test]
    fn a_jump_by_a_table_is_masked_twice() {
        let code = sandboxed(&[PhysInst::new(Op::LdrX, &[Operand::Reg(PC), Operand::Indexed(IP, Reg::core(0), 2)])]);
        assert_eq!(code, [0xe08c_c100, 0xe3cc_c103, 0xe59c_c000, NOP, 0xe3cc_c13f, 0xe12f_ff1c, NOP, NOP]);
    }

    #[test]
    fn every_instruction_is_to_the_sandbox_what_its_row_says() {
        for &op in Op::ALL {
            let row = op.row();
            let word = row.bits | if row.bits >> 28 == 0 { ALWAYS << 28 } else { 0 };
            let is = |slots: &[Slot]| row.slots.iter().any(|slot| slots.contains(slot));
            let expected = match op {
                Op::Bl => Kind::Call,
                Op::Bx => Kind::Exchange,
                Op::Blx => Kind::ExchangeLink,
                Op::Push | Op::Pop | Op::Vpush | Op::Vpop => Kind::Access,
                _ if is(&[Slot::Offset12, Slot::Offset8, Slot::OffsetWords, Slot::Address, Slot::Updated]) => Kind::Access,
                _ if is(&[Slot::After12, Slot::After8, Slot::Before12, Slot::Before8]) => Kind::Access,
                _ if is(&[Slot::Indexed, Slot::IndexedScaled]) => Kind::Sum,
                _ => Kind::Plain,
            };
            assert_eq!(kind(word), expected, "{op:?}");
            // With the stack pointer for a result, of data processing. Long products may not have it.
            let is_product = matches!(op, Op::Umull | Op::Smull);
            if row.slots.first() == Some(&Slot::Core(12)) && expected == Kind::Plain && word >> 26 & 3 == 0 && !is_product {
                assert_eq!(kind(with_register(word, 12, SP)), Kind::Stack, "{op:?}");
            }
        }
    }

    /// Words with other registers in the places of their operands, and what the row says of these.
    #[test]
    fn what_an_instruction_reads_and_writes_is_known_of_its_word() {
        let mut known = 0;
        for &op in Op::ALL {
            let row = op.row();
            let is_core = |slot: &&Slot| matches!(slot, Slot::Core(_));
            let word = row.bits | if row.bits >> 28 == 0 { ALWAYS << 28 } else { 0 };
            for (number, slot) in row.slots.iter().enumerate().filter(|(_, slot)| is_core(slot)) {
                let Slot::Core(lsb) = *slot else { unreachable!("others are left out") };
                let word = with_register(word, lsb.into(), Reg(11));
                let Some(Effects { reads, writes, .. }) = Arm.effects(word) else { continue };
                let is_written = number == 0 && row.writes != Writes::Nothing || number == 1 && row.writes == Writes::FirstTwo;
                let is_read = !is_written || number == 0 && row.writes == Writes::FirstAndRead;
                assert!(writes >> 11 & 1 != 0 || !is_written, "{op:?} {number}");
                assert!(reads >> 11 & 1 != 0 || !is_read, "{op:?} {number}");
                // Under a condition it may be left as it is, and the flags decide that.
                let Some(Effects { reads, .. }) = Arm.effects(word & !(15 << 28)).filter(|_| row.bits >> 28 == 0) else {
                    continue;
                };
                assert!(reads >> 11 & 1 != 0 && reads & FLAGS != 0, "{op:?} {number}");
                known += 1;
            }
            let is_access = matches!(kind(word), Kind::Access | Kind::Sum);
            if let (true, Some(Effects { reads, writes, moves })) = (is_access, Arm.effects(with_register(word, 16, Reg(7)))) {
                assert!((reads | writes) & MEMORY != 0 && reads & writes & bit(Reg(7)) != 0 && !moves, "{op:?}");
                assert!(kind(word) == Kind::Access || writes & bit(IP) != 0, "{op:?}");
            }
        }
        assert!(known > 100, "{known}");
        // adds r1, r2, r3; adc r1, r2, r3; mov r1, r2, rrx; cmp r1, #0; movw r1, #0; movt r1, #0
        for (word, reads, writes) in [
            (0xe092_1003, 0b1100 | FLAGS, 0b10 | FLAGS),
            (0xe0a2_1003, 0b1100 | FLAGS, 0b10),
            (0xe1a0_1062, 0b100 | FLAGS, 0b10),
            (0xe351_0000, 0b10 | FLAGS, FLAGS),
            (0xe300_1000, 0, 0b10),
            (0xe340_1000, 0b10, 0b10),
        ] {
            assert_eq!(Arm.effects(word), Some(Effects { reads, writes, moves: true }), "{word:x}");
        }
        // dmb; mrs r0, apsr; udf; ldrexd; b; ldr r0, [pc, #4]; add r0, pc, #0; mov sp, r0
        for word in [0xf57f_f05b, 0xe10f_0000, 0xe7f0_00f0, 0xe1b0_0f9f, 0xea00_0000, 0xe59f_0004, 0xe28f_0000, 0xe1a0_d000] {
            assert_eq!(Arm.effects(word), None, "{word:x}");
        }
    }
}

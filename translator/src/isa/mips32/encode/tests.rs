//! Goldens from [MIPS32-VOL2] chapter 3, and a round trip of every row through capstone over all
//! registers and boundary immediates.

use super::super::emit::{Assembler, Fills};
use super::super::op::Op;
use super::super::print;
use super::super::regs::{Reg, gpr};
use super::testing::{banks, check, disassembler, register};
use super::*;
use crate::mc::CodeBuffer;

#[test]
fn rows_stand_in_the_order_of_operations() {
    assert_eq!(table::ROWS.len(), Op::ALL.len());
    for (row, &op) in table::ROWS.iter().zip(Op::ALL) {
        assert_eq!(row.op, op);
    }
}

/// By hand from the instruction descriptions in volume II.
#[test]
fn goldens() {
    let (v0, a0, a1, ra) = (gpr::V0, gpr::A0, gpr::A1, gpr::RA);
    let f = Reg::fpr;
    let rows = [
        (PhysInst::rrr(Op::Addu, v0, a0, a1), 0x0085_1021, "addu $v0, $a0, $a1"),
        (PhysInst::rri(Op::Addiu, gpr::SP, gpr::SP, -32), 0x27bd_ffe0, "addiu $sp, $sp, -32"),
        (PhysInst::rri(Op::Sll, v0, a0, 31), 0x0004_17c0, "sll $v0, $a0, 31"),
        (PhysInst::rrr(Op::Sllv, v0, a0, a1), 0x00a4_1004, "sllv $v0, $a0, $a1"),
        (PhysInst::rri(Op::Rotr, v0, a0, 16), 0x0024_1402, "rotr $v0, $a0, 16"),
        (PhysInst::rri(Op::Sw, ra, gpr::SP, 28), 0xafbf_001c, "sw $ra, 28($sp)"),
        (PhysInst::rri(Op::Lwl, v0, a0, 3), 0x8882_0003, "lwl $v0, 3($a0)"),
        (PhysInst::rri(Op::Clz, v0, a0, 0), 0x7082_1020, "clz $v0, $a0"),
        (PhysInst::rri(Op::Wsbh, v0, a0, 0), 0x7c04_10a0, "wsbh $v0, $a0"),
        (PhysInst { imm: 7, ..PhysInst::rrr(Op::Teq, NO_REG, a1, gpr::ZERO) }, 0x00a0_01f4, "teq $a1, $zero, 7"),
        (PhysInst::rrr(Op::Div, NO_REG, a0, a1), 0x0085_001a, "div $zero, $a0, $a1"),
        (PhysInst::rri(Op::Jalr, ra, gpr::T9, 0), 0x0320_f809, "jalr $ra, $t9"),
        (PhysInst { imm: -1, ..PhysInst::rrr(Op::Bne, NO_REG, a0, a1) }, 0x1485_ffff, "bne $a0, $a1, . + 0"),
        (PhysInst { imm: 2, ..PhysInst::bare(Op::Bc1t) }, 0x4501_0002, "bc1t . + 12"),
        (PhysInst::rrr(Op::AddD, f(0), f(12), f(14)), 0x462e_6000, "add.d $f0, $f12, $f14"),
        (PhysInst::rrr(Op::CUleS, NO_REG, f(2), f(4)), 0x4604_1037, "c.ule.s $f2, $f4"),
        (PhysInst::rri(Op::TruncWD, f(0), f(12), 0), 0x4620_600d, "trunc.w.d $f0, $f12"),
        (PhysInst::rri(Op::Mtc1, f(12), a0, 0), 0x4484_6000, "mtc1 $a0, $f12"),
        (PhysInst::rri(Op::Mfc1, v0, f(13), 0), 0x4402_6800, "mfc1 $v0, $f13"),
        (PhysInst::rri(Op::Movf, v0, a0, 0), 0x0080_1001, "movf $v0, $a0, $fcc0"),
        (PhysInst::rri(Op::Sdc1, f(20), gpr::SP, 16), 0xf7b4_0010, "sdc1 $f20, 16($sp)"),
        (PhysInst::bare(Op::Sync), 0x0000_000f, "sync"),
    ];
    for (inst, word, text) in rows {
        assert_eq!(encode(&inst), word, "{text}");
        assert_eq!(print::display(&inst).to_string(), text);
    }
}

/// The immediates to try for a format.
fn immediates(format: Format) -> &'static [i32] {
    match format {
        Format::RdRtSa => &[0, 1, 16, 31],
        Format::RtRsSigned | Format::RtMem | Format::FtMem => &[0, 1, -1, 0x7fff, -0x8000],
        Format::RtRsUnsigned | Format::RtUpper => &[0, 1, 0x7fff, 0x8000, 0xffff],
        Format::RsRtBranch | Format::RsBranch | Format::Branch => &[0, 1, -1, 0x3fff, -0x4000],
        Format::Target => &[0, 1, 0x01ff_ffff],
        Format::RsRtCode => &[0, 7, 0x3ff],
        _ => &[0],
    }
}

#[test]
fn every_row_round_trips_through_capstone() {
    let cs = disassembler();
    for row in table::ROWS {
        let banks = banks(row.op);
        for number in 0..32u8 {
            let numbers = [number, (number + 7) % 32, (number + 13) % 32];
            for order in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
                let register = |operand: usize| register(row.op, banks[operand], numbers[order[operand]]);
                let [dst, a, b] = [0, 1, 2].map(register);
                for &imm in immediates(row.format) {
                    check(&cs, &PhysInst { op: row.op, dst, a, b, imm });
                }
            }
        }
    }
}

#[test]
fn constants_take_the_shortest_sequence() {
    let words = |value| {
        let mut buffer = CodeBuffer::default();
        Assembler::new(&mut buffer, Fills::Nothing).constant(gpr::V0, value);
        buffer.bytes().chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect::<Vec<_>>()
    };
    assert_eq!(words(-1), [0x2402_ffff]);
    assert_eq!(words(0xffff), [0x3402_ffff]);
    assert_eq!(words(0x10000), [0x3c02_0001]);
    assert_eq!(words(-0x12345678), [0x3c02_edcb, 0x3442_a988]);
}

#[test]
fn displacements_beyond_16_bits_go_through_at() {
    let mut buffer = CodeBuffer::default();
    let mut asm = Assembler::new(&mut buffer, Fills::Nothing);
    asm.access(Op::Lw, gpr::V0, gpr::SP, 0x1_8000);
    let words: Vec<_> = buffer.bytes().chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    // The lower half counts as -0x8000, so that the upper one is 2.
    assert_eq!(words, [0x3c01_0002, 0x003d_0821, 0x8c22_8000]);
}

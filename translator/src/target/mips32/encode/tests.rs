//! Goldens from the manual, and a round trip of every row through capstone over all registers and boundary immediates.

use capstone::prelude::*;

use super::super::emit::Assembler;
use super::super::op::Op;
use super::super::print;
use super::super::regs::{Reg, gpr};
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

fn capstone() -> Capstone {
    Capstone::new().mips().mode(arch::mips::ArchMode::Mips32).endian(capstone::Endian::Little).build().expect("capstone has MIPS")
}

/// Capstone's text in the printer's terms: aliases written out, numbers decimal.
fn normalized(mnemonic: &str, operands: &str, inst: &PhysInst) -> String {
    let operands: Vec<String> = operands.split(", ").filter(|part| !part.is_empty()).map(decimal).collect();
    let rest = |from: usize| operands[from..].join(", ");
    let zero = "$zero";
    match (mnemonic, inst.op) {
        ("move", Op::Addu | Op::Or) => format!("{} {}, {zero}", inst.op, operands.join(", ")),
        ("not", Op::Nor) => format!("nor {}, {zero}", operands.join(", ")),
        ("negu", Op::Subu) => format!("subu {}, {zero}, {}", operands[0], rest(1)),
        ("li", Op::Addiu) => format!("addiu {}, {zero}, {}", operands[0], rest(1)),
        ("beqz", _) => format!("beq {}, {zero}, {}", operands[0], rest(1)),
        ("bnez", _) => format!("bne {}, {zero}, {}", operands[0], rest(1)),
        ("b", Op::Beq) => format!("beq {zero}, {zero}, {}", operands.join(", ")),
        ("nop", Op::Sll) => format!("sll {zero}, {zero}, 0"),
        ("jr", Op::Jalr) => format!("jalr {zero}, {}", operands[0]),
        ("jalr", _) if operands.len() == 1 => format!("jalr $ra, {}", operands[0]),
        ("teq", _) if operands.len() == 2 => format!("teq {}, 0", operands.join(", ")),
        ("bal", _) => format!("bal {}", operands[operands.len() - 1]),
        ("ssnop" | "ehb", _) => String::new(),
        _ if operands.is_empty() => mnemonic.into(),
        _ => format!("{mnemonic} {}", operands.join(", ")),
    }
}

/// Hexadecimal numbers as decimal ones, in and out of memory operands.
fn decimal(operand: &str) -> String {
    let (number, rest) = operand.split_at(operand.find('(').unwrap_or(operand.len()));
    if number.is_empty() {
        return format!("0{rest}");
    }
    let (sign, digits) = number.strip_prefix('-').map_or((1i64, number), |digits| (-1, digits));
    match digits.strip_prefix("0x").and_then(|hex| i64::from_str_radix(hex, 16).ok()) {
        Some(value) => format!("{}{rest}", sign * value),
        None => operand.into(),
    }
}

/// What the printer says, with branch targets as capstone has them: absolute, the instruction being at address 0x10000.
fn expected(inst: &PhysInst) -> String {
    let text = print::display(inst).to_string();
    match text.split_once(". + ") {
        Some((head, distance)) => {
            let target = 0x10000 + distance.parse::<i64>().expect("the printer writes a number");
            format!("{head}{target}")
        }
        None if row(inst.op).format == Format::Target => format!("{} {}", inst.op, inst.imm << 2),
        None => text,
    }
}

fn check(cs: &Capstone, inst: &PhysInst) {
    let word = encode(inst);
    let back = decode::decode(word).unwrap_or_else(|| panic!("{inst:?} is {word:#010x}, which does not read"));
    // A shift of nothing by nothing is `nop`.
    assert!(word == 0 || print::display(&back).to_string() == print::display(inst).to_string(), "{inst:?} reads as {back:?}");
    let decoded = cs.disasm_count(&word.to_le_bytes(), 0x10000, 1).expect("capstone works");
    let read = decoded.iter().next().unwrap_or_else(|| panic!("{inst:?} is {word:#010x}, which does not decode"));
    let text = normalized(read.mnemonic().unwrap_or(""), read.op_str().unwrap_or(""), inst);
    // These spellings of `sll $zero` are instructions of their own.
    if !text.is_empty() {
        assert_eq!(text, expected(inst), "{word:#010x}, capstone says {read}");
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

/// Which operands of a format are floating-point registers: dst, a, b; `None` for those that it does not have.
fn banks(op: Op) -> [Option<bool>; 3] {
    match row(op).format {
        Format::RdRsRt | Format::RdRtRs => [Some(false), Some(false), Some(false)],
        Format::RdRtSa
        | Format::RdRsTwice
        | Format::RdRt
        | Format::RtRsSigned
        | Format::RtRsUnsigned
        | Format::RtMem
        | Format::RdRs
        | Format::RdRsCc => [Some(false), Some(false), None],
        Format::RsRt | Format::RsRtCode | Format::RsRtBranch => [None, Some(false), Some(false)],
        Format::Rd | Format::RtUpper => [Some(false), None, None],
        Format::FtMem => [Some(true), Some(false), None],
        Format::RsBranch | Format::Rs => [None, Some(false), None],
        Format::Branch | Format::Target | Format::None => [None; 3],
        Format::FdFsFt => [Some(true); 3],
        Format::FdFs => [Some(true), Some(true), None],
        Format::FsFt => [None, Some(true), Some(true)],
        Format::RtFs => [Some(false), Some(true), None],
        Format::FsRt => [Some(true), Some(false), None],
    }
}

#[test]
fn every_row_round_trips_through_capstone() {
    let cs = capstone();
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

/// The register of a bank with this number; doubles have even ones.
fn register(op: Op, bank: Option<bool>, number: u8) -> Reg {
    let double = op.name().contains(".d") || op.name().contains("dc1");
    match bank {
        None => NO_REG,
        Some(true) => Reg::fpr(if double { number & 30 } else { number }),
        Some(false) => Reg(number),
    }
}

#[test]
fn constants_take_the_shortest_sequence() {
    let words = |value| {
        let mut buffer = CodeBuffer::default();
        Assembler::new(&mut buffer, false).constant(gpr::V0, value);
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
    let mut asm = Assembler::new(&mut buffer, false);
    asm.access(Op::Lw, gpr::V0, gpr::SP, 0x1_8000);
    let words: Vec<_> = buffer.bytes().chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    // The lower half counts as -0x8000, so that the upper one is 2.
    assert_eq!(words, [0x3c01_0002, 0x003d_0821, 0x8c22_8000]);
}

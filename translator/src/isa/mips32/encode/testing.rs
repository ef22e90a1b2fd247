//! Comparison of what the encoder writes with what an independent disassembler (capstone) and our
//! own decoder read, and instructions to compare by. For the tests of this crate, and under the
//! feature `testing` for those of others.

use capstone::prelude::*;

use super::super::op::Op;
use super::super::print;
use super::super::regs::Reg;
use super::*;

/// Capstone for MIPS32.
///
/// # Panics
/// If it was built without MIPS.
pub fn disassembler() -> Capstone {
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
        ("ssnop", Op::Sll) => format!("sll {zero}, {zero}, 1"),
        ("ehb", Op::Sll) => format!("sll {zero}, {zero}, 3"),
        ("pause", Op::Sll) => format!("sll {zero}, {zero}, 5"),
        ("jr", Op::Jalr) => format!("jalr {zero}, {}", operands[0]),
        ("jalr", _) if operands.len() == 1 => format!("jalr $ra, {}", operands[0]),
        ("teq", _) if operands.len() == 2 => format!("teq {}, 0", operands.join(", ")),
        ("bal", _) => format!("bal {}", operands[operands.len() - 1]),
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

/// What the printer says, with branch targets as capstone has them: absolute, the instruction being
/// at address 0x10000.
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

/// Compares an instruction with what capstone and our own decoder read.
///
/// # Panics
/// If they differ.
pub fn check(cs: &Capstone, inst: &PhysInst) {
    let word = encode(inst);
    let back = decode::decode(word).unwrap_or_else(|| panic!("{inst:?} is {word:#010x}, which does not read"));
    // A shift of nothing by nothing is `nop`.
    assert!(word == 0 || print::display(&back).to_string() == print::display(inst).to_string(), "{inst:?} reads as {back:?}");
    let decoded = cs.disasm_count(&word.to_le_bytes(), 0x10000, 1).expect("capstone works");
    let read = decoded.iter().next().unwrap_or_else(|| panic!("{inst:?} is {word:#010x}, which does not decode"));
    let text = normalized(read.mnemonic().unwrap_or(""), read.op_str().unwrap_or(""), inst);
    assert_eq!(text, expected(inst), "{word:#010x}, capstone says {read}");
}

/// Which operands of a format are floating-point registers: dst, a, b; `None` for those that it
/// does not have.
pub(super) fn banks(op: Op) -> [Option<bool>; 3] {
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

/// The register of a bank with this number; doubles have even ones.
pub(super) fn register(op: Op, bank: Option<bool>, number: u8) -> Reg {
    let double = op.name().contains(".d") || op.name().contains("dc1");
    match bank {
        None => NO_REG,
        Some(true) => Reg::fpr(if double { number & 30 } else { number }),
        Some(false) => Reg(number),
    }
}

/// Draws an instruction. `below` decides: a number below its argument.
pub fn draw(below: &mut dyn FnMut(usize) -> usize) -> PhysInst {
    let row = &table::ROWS[below(table::ROWS.len())];
    let [dst, a, b] = banks(row.op).map(|bank| register(row.op, bank, below(32) as u8));
    let number = below(1 << 16) as i32;
    let imm = match row.format {
        Format::RdRtSa => number & 31,
        Format::RtRsSigned | Format::RtMem | Format::FtMem => i32::from(number as i16),
        Format::RtRsUnsigned | Format::RtUpper => number,
        Format::RsRtBranch | Format::RsBranch | Format::Branch => i32::from(number as i16) / 2,
        Format::Target => number | (below(1 << 9) as i32) << 16,
        Format::RsRtCode => number & 0x3ff,
        _ => 0,
    };
    PhysInst { op: row.op, dst, a, b, imm }
}

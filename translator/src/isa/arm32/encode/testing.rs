//! Comparison of what the encoder writes with what an independent disassembler (capstone) and our
//! own decoder read, and instructions to compare by. For the tests of this crate, and under the
//! feature `testing` for those of others.

use capstone::prelude::*;

use super::super::op::{Cond, Op, Shift, Slot};
use super::super::print;
use super::super::regs::Reg;
use super::decode::decode;
use super::{Operand, PhysInst, encode, modified_immediate, offset_fits};
use crate::mc::CodeBuffer;

/// The word of an instruction.
pub(super) fn word(inst: &PhysInst) -> u32 {
    let mut buffer = CodeBuffer::default();
    encode(&mut buffer, inst);
    buffer.finish();
    u32::from_le_bytes(buffer.bytes().try_into().expect("one word"))
}

/// Its text.
pub(super) fn text(inst: &PhysInst) -> String {
    print::display(inst, |_, _| Ok(())).to_string()
}

/// The same spelling for what the two printers write differently: spaces, `hs`, hexadecimal
/// numbers, signed immediates, floating point.
fn normal(text: &str) -> String {
    // The one name that begins like a register's.
    let text = text.replace("fpscr", "status").replace("sb", "r9").replace("sl", "r10").replace("fp", "r11").replace("ip", "r12");
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '#' {
            let mut number = String::new();
            while chars.peek().is_some_and(|c| c.is_ascii_alphanumeric() || "-+.".contains(*c)) {
                number.extend(chars.next());
            }
            let (negative, digits) = match number.strip_prefix('-') {
                Some(digits) => (true, digits),
                None => (false, &number[..]),
            };
            let value = match digits.strip_prefix("0x") {
                Some(hex) => i64::from_str_radix(hex, 16),
                // Floating point, of which there are multiples of 1/128 only.
                None if digits.contains('.') => Ok((digits.parse::<f64>().expect("a number") * 128.0) as i64),
                None => digits.parse(),
            };
            let value = value.unwrap_or_else(|_| panic!("{text}: {number}"));
            out.push_str(&(if negative { -value } else { value } as u32).to_string());
        } else if !c.is_whitespace() {
            out.push(c);
        }
    }
    out
}

/// What capstone prints under another name of the same instruction.
fn alias(op: Op, inst: &PhysInst, printed: String) -> String {
    let shifted = inst.control != 0;
    match op {
        // A move with a shift is the shift.
        Op::Mov if shifted => {
            let (Operand::Reg(rd), Operand::Reg(rm)) = (inst.operands[0], inst.operands[1]) else { return printed };
            let shift = Shift(inst.control);
            format!("{}{}\t{rd}, {rm}, #{}", shift.name(), inst.cond.suffix(), shift.amount())
        }
        Op::Movs if shifted => {
            let (Operand::Reg(rd), Operand::Reg(rm)) = (inst.operands[0], inst.operands[1]) else { return printed };
            let shift = Shift(inst.control);
            format!("{}s{}\t{rd}, {rm}, #{}", shift.name(), inst.cond.suffix(), shift.amount())
        }
        // A window that begins at a wider lane is named after it.
        Op::Vext => {
            let [qd, qn, qm] = [0, 1, 2].map(|index| inst.operands[index]);
            let (Operand::Reg(qd), Operand::Reg(qn), Operand::Reg(qm), Operand::Imm(from)) = (qd, qn, qm, inst.operands[3])
            else {
                return printed;
            };
            let wider = from.trailing_zeros().min(3);
            format!("vext.{}\t{qd}, {qn}, {qm}, #{}", 8 << wider, from >> wider)
        }
        _ => printed,
    }
}

/// Names that two rows share: a move of a vector register is `vorr` with itself.
fn is_plain_move(inst: &PhysInst) -> bool {
    inst.op == Op::Vorr && inst.operands[1] == inst.operands[2]
}

/// Capstone, for ARMv7-A and the few instructions of ARMv8 that have the same encoding.
///
/// # Panics
/// If it was built without ARM.
pub fn disassembler() -> Capstone {
    let arm = Capstone::new().arm().mode(arch::arm::ArchMode::Arm).extra_mode([arch::arm::ArchExtraMode::V8].into_iter()).build();
    arm.expect("capstone is built with ARM")
}

/// Whether an instruction may be: the first register of an exclusive pair is even, and not r14.
pub(super) fn is_legal(inst: &PhysInst) -> bool {
    let updates = matches!(inst.op.row().slots, [_, Slot::After12 | Slot::After8 | Slot::Before12 | Slot::Before8]);
    let is_update =
        |&operand: &Operand| matches!(operand, Operand::Mem(base, _) if Operand::Reg(base) != inst.operands[0] && base.0 < 13);
    if updates && !is_update(&inst.operands[1]) {
        return false;
    }
    let next = inst.op.row().slots.iter().position(|&slot| slot == Slot::Next);
    next.is_none_or(|next| matches!(inst.operands[next - 1], Operand::Reg(Reg(number)) if number % 2 == 0 && number < 14))
}

/// What two decoders read otherwise than it was meant.
pub fn problems_of(capstone: &Capstone, inst: &PhysInst) -> Vec<String> {
    let (op, word, mut problems) = (inst.op, word(inst), Vec::new());
    let decoded = capstone.disasm_all(&word.to_le_bytes(), 0).expect("capstone runs");
    let found = match decoded.iter().next() {
        Some(found) => format!("{}\t{}", found.mnemonic().unwrap_or(""), found.op_str().unwrap_or("")),
        None => "nothing".into(),
    };
    let expected = alias(op, inst, text(inst));
    let back = decode(word).map_or("nothing".into(), |back| text(&back));
    if back != expected && back != text(inst) && !is_plain_move(inst) {
        problems.push(format!("{op:?} {word:#010x}: {expected:?} is decoded as {back:?}"));
    }
    if normal(&found) != normal(&expected) {
        problems.push(format!("{op:?} {word:#010x}: {expected:?} is read as {found:?}"));
    }
    problems
}

/// Draws an instruction, branches aside. `below` decides: a number below its argument.
pub fn draw(below: &mut dyn FnMut(usize) -> usize) -> PhysInst {
    let op = Op::ALL[below(Op::ALL.len())];
    let mut inst = PhysInst::new(op, &[]);
    for (index, &slot) in op.row().slots.iter().enumerate() {
        let (operand, control) = draw_operand(slot, below);
        inst.operands[index] = operand;
        inst.control |= control;
    }
    if op.row().bits >> 28 == 0 {
        inst.cond = Cond::ALL[below(Cond::ALL.len())];
    }
    if op.row().slots.contains(&Slot::Target) || !is_legal(&inst) { draw(below) } else { inst }
}

fn draw_operand(slot: Slot, below: &mut dyn FnMut(usize) -> usize) -> (Operand, u8) {
    let mut core = |limit: usize| Reg::core([below(limit) as u8, 14][usize::from(below(16) == 0)]);
    let operand = match slot {
        Slot::Core(_) | Slot::By(_) => Operand::Reg(core(13)),
        Slot::Next | Slot::HalfAgain(_) => Operand::None,
        Slot::Single(..) => Operand::Reg(Reg::single(below(32) as u8)),
        Slot::Double(..) => Operand::Reg(Reg::double(below(32) as u8)),
        Slot::Quad(..) | Slot::Halves | Slot::Half(_) | Slot::Table => Operand::Reg(Reg::quad(below(16) as u8)),
        Slot::Lane(bits) => return (Operand::Reg(Reg::quad(below(16) as u8)), below(usize::from(128 / bits)) as u8),
        Slot::Flexible => return draw_flexible(below),
        // A right shift by 0 stands for one by 32, which is never emitted.
        Slot::Number(_, bits) => Operand::Imm(1 + below((1 << bits) - 1) as u32),
        Slot::NumberLess1(_, bits) => Operand::Imm(1 + below(1 << bits) as u32),
        Slot::Wide => Operand::Imm(below(1 << 16) as u32),
        Slot::Offset12
        | Slot::After12
        | Slot::Before12
        | Slot::Offset8
        | Slot::After8
        | Slot::Before8
        | Slot::OffsetWords
        | Slot::Address => {
            let base = Reg::core(below(15) as u8);
            let offset = below(8192) as i32 - 4096;
            let offset = [offset, offset >> 4, offset / 16 * 4, 0].into_iter().find(|&offset| offset_fits(slot, offset));
            Operand::Mem(base, offset.unwrap_or(0))
        }
        Slot::IndexedScaled | Slot::Indexed => {
            let [base, index] = [(); 2].map(|()| Reg::core(below(13) as u8));
            let shift = if slot == Slot::IndexedScaled { below(32) as u8 } else { 0 };
            Operand::Indexed(base, index, shift)
        }
        Slot::Updated => Operand::Reg(Reg::core(below(12) as u8)),
        // Lists of one register are another instruction's.
        Slot::CoreList => Operand::Regs((below(1 << 12) as u16 | 0x4003) & !0x2000),
        Slot::DoubleList => {
            let first = below(32);
            return (Operand::Reg(Reg::double(first as u8)), 1 + below((32 - first).min(16)) as u8);
        }
        Slot::LaneLeft(bits) => Operand::Imm(below(usize::from(bits)) as u32),
        Slot::LaneRight(bits) => Operand::Imm(1 + below(usize::from(bits)) as u32),
        Slot::FloatZero => Operand::Imm(0),
        Slot::FloatImmediate => Operand::Imm(below(256) as u32),
        Slot::LaneImmediate => Operand::Imm(below(256) as u32),
        Slot::Target => Operand::None,
    };
    (operand, 0)
}

fn draw_flexible(below: &mut dyn FnMut(usize) -> usize) -> (Operand, u8) {
    let register = Operand::Reg(Reg::core(below(13) as u8));
    match below(3) {
        0 => {
            let value = (below(256) as u32).rotate_right(2 * below(16) as u32);
            assert!(modified_immediate(value).is_some(), "{value:#x}");
            (Operand::Imm(value), 0)
        }
        1 => (register, 0),
        _ => {
            let shift = [Shift::lsl, Shift::lsr, Shift::asr][below(3)];
            (register, shift(1 + below(31) as u8).0)
        }
    }
}

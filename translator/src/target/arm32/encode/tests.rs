//! Every row over all registers and boundary numbers, disassembled by capstone and compared as text; and rows checked by hand.

use capstone::prelude::*;

use super::super::op::{Cond, Op, Shift, Slot};
use super::super::print;
use super::super::regs::Reg;
use super::decode::decode;
use super::{Operand, PhysInst, encode, modified_immediate, offset_fits};
use crate::mc::CodeBuffer;

fn word(inst: &PhysInst) -> u32 {
    let mut buffer = CodeBuffer::default();
    encode(&mut buffer, inst);
    buffer.finish();
    u32::from_le_bytes(buffer.bytes().try_into().expect("one word"))
}

fn text(inst: &PhysInst) -> String {
    print::display(inst, |_, _| Ok(())).to_string()
}

/// Operands to try in a slot, with controls.
fn samples(slot: Slot) -> Vec<(Operand, u8)> {
    let regs = |list: Vec<Reg>| list.into_iter().map(|reg| (Operand::Reg(reg), 0)).collect();
    let numbers = |list: &[u32]| list.iter().map(|&value| (Operand::Imm(value), 0)).collect::<Vec<_>>();
    let memory = |offsets: &[i32]| {
        let bases = (0..15).map(|base| (Operand::Mem(Reg::core(base), 0), 0));
        bases.chain(offsets.iter().map(|&offset| (Operand::Mem(Reg::core(3), offset), 0))).collect::<Vec<_>>()
    };
    let indexed = |(base, index, shift)| (Operand::Indexed(Reg::core(base), Reg::core(index), shift), 0);
    match slot {
        Slot::Core(_) => regs((0..15).filter(|&n| n != 13).map(Reg::core).collect()),
        Slot::Next => vec![(Operand::None, 0)],
        Slot::Single(..) => regs((0..32).map(Reg::single).collect()),
        Slot::Double(..) => regs((0..32).map(Reg::double).collect()),
        Slot::Quad(..) | Slot::Halves => regs((0..16).map(Reg::quad).collect()),
        Slot::Lane(bits) => {
            (0..16).flat_map(|reg| (0..128 / bits).map(move |lane| (Operand::Reg(Reg::quad(reg)), lane))).collect()
        }
        Slot::Flexible => {
            let shifts = [Shift::lsl(1), Shift::lsl(31), Shift::lsr(1), Shift::lsr(31), Shift::asr(1), Shift::asr(31)];
            let shifted = shifts.into_iter().map(|shift| (Operand::Reg(Reg::core(9)), shift.0));
            let plain = (0..15).map(|reg| (Operand::Reg(Reg::core(reg)), 0));
            numbers(&[0, 1, 255, 0x3fc, 0xff000, 0xff00_0000, 0xf000_000f, 0xc000_003f, 256])
                .into_iter()
                .chain(shifted)
                .chain(plain)
                .collect()
        }
        Slot::Number(_, bits) => numbers(&[1, (1 << bits) - 1]),
        Slot::NumberLess1(..) => numbers(&[1]),
        Slot::Wide => numbers(&[0, 1, 0xfff, 0x1000, 0xffff]),
        Slot::Offset12 => memory(&[1, -1, 4095, -4095]),
        Slot::Offset8 => memory(&[1, -1, 15, 16, 255, -255]),
        Slot::OffsetWords => memory(&[4, -4, 1020, -1020]),
        Slot::IndexedScaled => [(1, 2, 0), (12, 3, 2), (11, 14, 31), (0, 12, 1)].map(indexed).to_vec(),
        Slot::Indexed => [(1, 2, 0), (12, 3, 0), (11, 14, 0)].map(indexed).to_vec(),
        Slot::Address => memory(&[]),
        Slot::Updated => regs((0..12).map(Reg::core).collect()),
        Slot::CoreList => vec![(Operand::Regs(0x4ff0), 0), (Operand::Regs(0x8ff0), 0), (Operand::Regs(0x5ff0), 0)],
        Slot::DoubleList => {
            vec![(Operand::Reg(Reg::double(8)), 8), (Operand::Reg(Reg::double(15)), 1), (Operand::Reg(Reg::double(16)), 16)]
        }
        Slot::LaneLeft(bits) => numbers(&[0, 1, u32::from(bits) - 1]),
        Slot::LaneRight(bits) => numbers(&[1, u32::from(bits)]),
        Slot::LaneImmediate => numbers(&[0, 1, 0x0f, 0x70, 0x80, 0xff]),
        Slot::Target => vec![],
    }
}

/// Instructions that try every sample of every slot, the others at their middle one.
fn instructions(op: Op) -> Vec<PhysInst> {
    let slots = op.row().slots;
    let mut base = PhysInst::new(op, &[]);
    for (index, &slot) in slots.iter().enumerate() {
        let all = samples(slot);
        let (operand, control) = all[all.len() / 2];
        base.operands[index] = operand;
        base.control |= control;
    }
    let mut found = vec![base];
    for (index, &slot) in slots.iter().enumerate() {
        for (operand, control) in samples(slot) {
            let mut inst = base;
            inst.operands[index] = operand;
            if matches!(slot, Slot::Flexible | Slot::Lane(_) | Slot::DoubleList) {
                inst.control = control;
            }
            found.push(inst);
        }
    }
    if op.row().bits >> 28 == 0 {
        found.extend(Cond::ALL.map(|cond| PhysInst { cond, ..base }));
    }
    // The first register of an exclusive pair is even, and not r14.
    if slots.contains(&Slot::Next) {
        let first = slots.iter().position(|&slot| slot == Slot::Next).expect("found above") - 1;
        found.retain(|inst| matches!(inst.operands[first], Operand::Reg(Reg(number)) if number % 2 == 0 && number < 14));
    }
    found
}

/// The same spelling for what the two printers write differently: spaces, `hs`, hexadecimal numbers, signed immediates.
fn normal(text: &str) -> String {
    // The one name that begins like a register's.
    let text = text.replace("fpscr", "status").replace("sb", "r9").replace("sl", "r10").replace("fp", "r11").replace("ip", "r12");
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '#' {
            let mut number = String::new();
            while chars.peek().is_some_and(|c| c.is_ascii_alphanumeric() || *c == '-') {
                number.extend(chars.next());
            }
            let (negative, digits) = match number.strip_prefix('-') {
                Some(digits) => (true, digits),
                None => (false, &number[..]),
            };
            let value = match digits.strip_prefix("0x") {
                Some(hex) => i64::from_str_radix(hex, 16),
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
        _ => printed,
    }
}

/// Names that two rows share: a move of a vector register is `vorr` with itself.
fn is_plain_move(inst: &PhysInst) -> bool {
    inst.op == Op::Vorr && inst.operands[1] == inst.operands[2]
}

#[test]
fn capstone_reads_back_every_row() {
    let capstone =
        Capstone::new().arm().mode(arch::arm::ArchMode::Arm).extra_mode([arch::arm::ArchExtraMode::V8].into_iter()).build();
    let capstone = capstone.expect("capstone is built with ARM");
    let mut count = 0;
    let mut problems = Vec::new();
    for &op in Op::ALL.iter().filter(|op| !op.row().slots.contains(&Slot::Target)) {
        for inst in instructions(op) {
            let word = word(&inst);
            let decoded = capstone.disasm_all(&word.to_le_bytes(), 0).expect("capstone runs");
            let found = match decoded.iter().next() {
                Some(found) => format!("{}\t{}", found.mnemonic().unwrap_or(""), found.op_str().unwrap_or("")),
                None => "nothing".into(),
            };
            let expected = alias(op, &inst, text(&inst));
            let back = decode(word).map_or("nothing".into(), |back| text(&back));
            if back != expected && back != text(&inst) && !is_plain_move(&inst) {
                problems.push(format!("{op:?} {word:#010x}: {expected:?} is decoded as {back:?}"));
            }
            if normal(&found) != normal(&expected) {
                problems.push(format!("{op:?} {word:#010x}: {expected:?} is read as {found:?}"));
            }
            count += 1;
        }
    }
    assert!(problems.is_empty(), "{} of {count}:\n{}", problems.len(), problems.join("\n"));
    assert!(count > 7000, "only {count} instructions");
}

#[test]
fn rows_of_the_manual() {
    use Operand::{Imm, Mem, Reg as R, Regs};
    let (c, s, d, q) = (Reg::core, Reg::single, Reg::double, Reg::quad);
    let rows = [
        (PhysInst::new(Op::Add, &[R(c(0)), R(c(1)), Imm(0xff00)]), 0xe281_0cff),
        (PhysInst::new(Op::Mov, &[R(c(13)), R(c(11))]), 0xe1a0_d00b),
        (PhysInst::new(Op::Movw, &[R(c(5)), Imm(0xabcd)]), 0xe30a_5bcd),
        (PhysInst::new(Op::Umull, &[R(c(0)), R(c(1)), R(c(2)), R(c(3))]), 0xe081_0392),
        (PhysInst::new(Op::Smull, &[R(c(0)), R(c(1)), R(c(2)), R(c(3))]), 0xe0c1_0392),
        (PhysInst::new(Op::LdrX, &[R(c(15)), Operand::Indexed(c(12), c(0), 2)]), 0xe79c_f100),
        (PhysInst::new(Op::StrhX, &[R(c(2)), Operand::Indexed(c(4), c(5), 0)]), 0xe184_20b5),
        (PhysInst::new(Op::Mls, &[R(c(0)), R(c(1)), R(c(2)), R(c(3))]), 0xe060_3291),
        (PhysInst::new(Op::Ldr, &[R(c(0)), Mem(c(13), -4)]), 0xe51d_0004),
        (PhysInst::new(Op::Strh, &[R(c(2)), Mem(c(4), 0xab)]), 0xe1c4_2abb),
        (PhysInst::new(Op::Push, &[Regs(0x4010)]), 0xe92d_4010),
        (PhysInst::new(Op::Strexd, &[R(c(4)), R(c(2)), Operand::None, Mem(c(5), 0)]), 0xe1a5_4f92),
        (PhysInst::new(Op::VaddF64, &[R(d(17)), R(d(1)), R(d(2))]), 0xee71_1b02),
        (PhysInst::new(Op::VldrS, &[R(s(3)), Mem(c(0), 8)]), 0xedd0_1a02),
        (PhysInst::new(Op::Vld1, &[R(q(8)), Mem(c(0), 0)]), 0xf460_0a0f),
        (PhysInst::new(Op::Vdup8, &[R(q(1)), R(c(2))]), 0xeee2_2b10),
    ];
    for (inst, expected) in rows {
        let found = word(&inst);
        assert_eq!(found, expected, "{}: {found:#010x}, not {expected:#010x}", text(&inst));
    }
}

#[test]
fn modified_immediates_are_eight_bits_rotated() {
    let all: std::collections::HashSet<u32> =
        (0..16).flat_map(|rotation| (0..256u32).map(move |value| value.rotate_right(2 * rotation))).collect();
    let mut seed = 1u32;
    let random = std::iter::repeat_with(|| {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        seed.rotate_left(seed) & 0x0000_0fff
    });
    for value in all.iter().copied().chain((0..70_000).collect::<Vec<_>>()).chain(random.take(10_000)) {
        match modified_immediate(value) {
            Some(bits) => assert_eq!((bits & 0xff).rotate_right(bits >> 8 << 1), value),
            None => assert!(!all.contains(&value), "{value:#x}"),
        }
    }
}

#[test]
fn offsets_have_the_range_of_their_form() {
    for (slot, fits, too_far) in
        [(Slot::Offset12, 4095, 4096), (Slot::Offset8, 255, 256), (Slot::OffsetWords, 1020, 1024), (Slot::OffsetWords, 8, 10)]
    {
        assert!(offset_fits(slot, fits) && offset_fits(slot, -fits), "{slot:?}");
        assert!(!offset_fits(slot, too_far) && !offset_fits(slot, -too_far), "{slot:?}");
    }
    assert!(!offset_fits(Slot::Address, 4));
}

//! Every row over all registers and boundary numbers, disassembled by capstone and compared as
//! text; and rows checked by hand.

use super::super::op::{Cond, Op, Shift, Slot};
use super::super::regs::Reg;
use super::testing::{disassembler, is_legal, problems_of, text, word};
use super::{Operand, PhysInst, float_immediate, immediate_float, modified_immediate, offset_fits};

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
        Slot::Core(_) | Slot::By(_) => regs((0..15).filter(|&n| n != 13).map(Reg::core).collect()),
        Slot::Next | Slot::HalfAgain(_) => vec![(Operand::None, 0)],
        Slot::Single(..) => regs((0..32).map(Reg::single).collect()),
        Slot::Double(..) => regs((0..32).map(Reg::double).collect()),
        Slot::Quad(..) | Slot::Halves | Slot::Half(_) | Slot::Table => regs((0..16).map(Reg::quad).collect()),
        Slot::Lane(bits) => {
            (0..16).flat_map(|reg| (0..128 / bits).map(move |lane| (Operand::Reg(Reg::quad(reg)), lane))).collect()
        }
        Slot::Flexible => {
            let shifts = [
                Shift::lsl(1),
                Shift::lsl(31),
                Shift::lsr(1),
                Shift::lsr(31),
                Shift::asr(1),
                Shift::asr(31),
                Shift::ror(1),
                Shift::ror(31),
            ];
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
        Slot::Offset12 | Slot::After12 | Slot::Before12 => memory(&[1, -1, 4095, -4095]),
        Slot::Offset8 | Slot::After8 | Slot::Before8 => memory(&[1, -1, 15, 16, 255, -255]),
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
        Slot::FloatZero => numbers(&[0]),
        Slot::FloatImmediate => numbers(&[0, 1, 0x0f, 0x70, 0x80, 0xff]),
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
    found.retain(is_legal);
    found
}

#[test]
fn capstone_reads_back_every_row() {
    let capstone = disassembler();
    let mut count = 0;
    let mut problems = Vec::new();
    for &op in Op::ALL.iter().filter(|op| !op.row().slots.contains(&Slot::Target)) {
        for inst in instructions(op) {
            problems.extend(problems_of(&capstone, &inst));
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
        (PhysInst::new(Op::LdrAfter, &[R(c(1)), Mem(c(8), 4)]), 0xe498_1004),
        (PhysInst::new(Op::StrbBefore, &[R(c(2)), Mem(c(4), -1)]), 0xe564_2001),
        (PhysInst::new(Op::LdrshAfter, &[R(c(2)), Mem(c(4), -0x12)]), 0xe054_21f2),
        (PhysInst::new(Op::Push, &[Regs(0x4010)]), 0xe92d_4010),
        (PhysInst::new(Op::Strexd, &[R(c(4)), R(c(2)), Operand::None, Mem(c(5), 0)]), 0xe1a5_4f92),
        (PhysInst::new(Op::VaddF64, &[R(d(17)), R(d(1)), R(d(2))]), 0xee71_1b02),
        (PhysInst::new(Op::VmovNumberF32, &[R(s(3)), Imm(0x70)]), 0xeef7_1a00),
        (PhysInst::new(Op::VmovNumberF64, &[R(d(17)), Imm(0x84)]), 0xeef8_1b04),
        (PhysInst::new(Op::Uxtab, &[R(c(1)), R(c(2)), R(c(3))]), 0xe6e2_1073),
        (PhysInst::new(Op::Mla, &[R(c(0)), R(c(1)), R(c(2)), R(c(3))]), 0xe020_3291),
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
fn floating_point_immediates_are_eight_bits() {
    for bits in 0..256 {
        assert_eq!(float_immediate(immediate_float(bits).to_bits()), Some(bits), "{bits:#x}");
    }
    for value in [0.0, -0.0, 0.1, 32.0, 0.0625, 1.03125, f64::INFINITY, f64::NAN, 1e300, f64::from_bits(1)] {
        assert_eq!(float_immediate(value.to_bits()), None, "{value}");
    }
    assert_eq!((immediate_float(0x70), immediate_float(0), immediate_float(0xc0)), (1.0, 2.0, -0.125));
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

#[test]
fn windows_begin_at_every_byte() {
    let capstone = disassembler();
    for from in 0..16 {
        let quad = |number| Operand::Reg(Reg::quad(number));
        let inst = PhysInst::new(Op::Vext, &[quad(5), quad(1), quad(15), Operand::Imm(from)]);
        assert_eq!(problems_of(&capstone, &inst), Vec::<String>::new());
    }
}

//! What is encoded without a search of the table is what the search finds.

use super::*;

/// An instruction's bytes.
fn bytes(append: impl FnOnce(&mut CodeBuffer)) -> Vec<u8> {
    let mut buffer = CodeBuffer::default();
    append(&mut buffer);
    buffer.bytes().to_vec()
}

/// The registers that the accumulator's and the counter's short forms, REX and byte forms depend
/// on.
fn registers(mode: Mode) -> impl Iterator<Item = Reg> {
    (0..register_count(mode)).map(Reg)
}

#[test]
fn accesses_are_as_the_search_would_have_them() {
    let mut compared = 0;
    for (mode, sizes) in [(Mode::X8632, &[Size::B4][..]), (Mode::X8664, &[Size::B4, Size::B8])] {
        for mem in some_mems(mode, 97) {
            let memory = Encoded::mem(mode, &mem);
            if !memory.is_plain_memory() {
                continue;
            }
            for &op in Op::ALL.iter() {
                for (row, load) in load_row(op)
                    .map(|row| (row, true))
                    .into_iter()
                    .chain((op == Op::Mov).then_some((store_row().unwrap(), false)))
                {
                    for (reg, &size) in registers(mode).flat_map(|reg| sizes.iter().map(move |size| (reg, size))) {
                        let (reg_operand, mem_operand) = (Operand::Reg(reg), Operand::Mem(mem));
                        let (dst, src) = if load { (&reg_operand, &mem_operand) } else { (&mem_operand, &reg_operand) };
                        let expected = bytes(|buffer| encode(buffer, mode, &PhysInst::new(op, size, dst, src)));
                        let found = bytes(|buffer| append_access(buffer, row, size, reg, memory));
                        assert_eq!(found, expected, "{op} {size:?} {reg:?} {mem:?} in {mode:?}");
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn jumps_are_as_the_search_would_have_them() {
    let label = Label::from_u32(0);
    for condition in Cc::ALL.into_iter().map(Some).chain([None]) {
        let op = if condition.is_some() { Op::Jcc } else { Op::Jmp };
        let (none, target) = (Operand::None, Operand::Label(label));
        let inst = PhysInst { cc: condition.unwrap_or(Cc::O), ..PhysInst::new(op, Size::B4, &none, &target) };
        let finished = |append: &dyn Fn(&mut CodeBuffer)| {
            bytes(|buffer| {
                buffer.reserve_labels(1);
                append(buffer);
                buffer.bind(label);
                buffer.finish();
            })
        };
        let expected = finished(&|buffer| encode(buffer, Mode::X8632, &inst));
        assert_eq!(finished(&|buffer| append_jump(buffer, condition, label)), expected, "{op} {condition:?}");
    }
}

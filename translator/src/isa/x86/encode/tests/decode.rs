//! Every form of the table, encoded and decoded back: the decoder must read the instruction that
//! was meant, all of its bytes, and the relocated fields where the relocations are.

use std::collections::HashSet;

use super::*;
use crate::isa::x86::encode::decode::Reader;
use crate::mc::FuncCode;
use crate::mc::listing::{Form, list};

fn conditions(row: &Row) -> &'static [Cc] {
    if row.has_condition { &Cc::ALL } else { &[Cc::O] }
}

#[test]
fn every_row_with_every_register_and_immediate() {
    for mode in MODES {
        let mems = some_mems(mode, 2311);
        for row in table::ROWS {
            for size in SIZES.into_iter().filter(|&size| has_size(row, mode, size)) {
                let Operands { dst, src, imm } = operands(row, mode, size, &mems);
                for (dst_index, dst) in dst.iter().enumerate() {
                    for (src_index, src) in src.iter().enumerate() {
                        // All third operands with some registers, one with all.
                        let third = if dst_index == src_index { &imm[..] } else { &imm[..1] };
                        for &imm in third {
                            for &cc in conditions(row) {
                                check(mode, &PhysInst { op: row.op, size, cc, imm, dst, src });
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn every_row_with_some_memory_operands() {
    for mode in MODES {
        let mems = some_mems(mode, 101);
        for row in table::ROWS {
            for size in SIZES.into_iter().filter(|&size| has_size(row, mode, size)) {
                let Operands { dst, src, imm } = operands(row, mode, size, &mems);
                for dst in &dst {
                    for src in &src {
                        let is_memory = |operand: &Operand| matches!(operand, Operand::Mem(_));
                        let is_sample = |operand: &Operand| match *operand {
                            Operand::Reg(reg) => matches!(reg.number(), 1 | 2 | 13),
                            _ => true,
                        };
                        if is_memory(dst) && is_sample(src) || is_memory(src) && is_sample(dst) {
                            check(mode, &PhysInst { op: row.op, size, cc: Cc::Le, imm: imm[0], dst, src });
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn every_memory_operand() {
    let symbol = Operand::Symbol(FUNCTION, 12);
    for mode in MODES {
        for mem in all_mems(mode) {
            let mem = Operand::Mem(mem);
            let reg = Operand::Reg(Reg(register_count(mode) - 1));
            let xmm = Operand::Reg(Reg::xmm(register_count(mode) - 2));
            check(mode, &PhysInst::new(Op::Mov, Size::B4, &reg, &mem));
            check(mode, &PhysInst::new(Op::Mov, Size::B4, &mem, &symbol));
            check(mode, &PhysInst::new(Op::Xor, Size::B1, &mem, &Operand::Imm(-2)));
            check(mode, &PhysInst::new(Op::Lea, Size::B4, &reg, &mem));
            check(mode, &PhysInst::new(Op::Movups, Size::B4, &mem, &xmm));
        }
    }
}

#[test]
fn every_row_is_the_best_for_something() {
    let mut used = HashSet::new();
    for mode in MODES {
        let mems = some_mems(mode, 2311);
        for row in table::ROWS {
            for size in SIZES.into_iter().filter(|&size| has_size(row, mode, size)) {
                let Operands { dst, src, imm } = operands(row, mode, size, &mems);
                for dst in &dst {
                    for src in &src {
                        for &imm in &imm {
                            let selected = selected(mode, &PhysInst { op: row.op, size, cc: Cc::O, imm, dst, src });
                            used.insert(std::ptr::from_ref(selected.expect("made for a row")));
                        }
                    }
                }
            }
        }
    }
    for row in table::ROWS {
        assert!(used.contains(&std::ptr::from_ref(row)), "{row:?} is never used");
    }
}

#[test]
fn supports_is_what_encode_does() {
    let kinds: Vec<(OperandKind, Operand)> = vec![
        (OperandKind::None, Operand::None),
        (OperandKind::Gpr, Operand::Reg(Reg(1))),
        (OperandKind::Xmm, Operand::Reg(Reg::xmm(1))),
        (OperandKind::Mem, Operand::Mem(Mem::default())),
        (OperandKind::Imm, Operand::Imm(1)),
        (OperandKind::Symbol, Operand::Symbol(FUNCTION, 0)),
        (OperandKind::Label, Operand::Label(Label::from_u32(0))),
    ];
    assert_eq!(kinds.iter().map(|kind| kind.0).collect::<Vec<_>>(), OperandKind::ALL);
    for &op in Op::ALL {
        for size in SIZES {
            for (dst_kind, dst) in &kinds {
                for (src_kind, src) in &kinds {
                    let encodable = [None, Some(1)]
                        .iter()
                        .any(|&imm| selected(Mode::X8664, &PhysInst { op, size, cc: Cc::O, imm, dst, src }).is_some());
                    assert_eq!(
                        supports(Mode::X8664, op, size, *dst_kind, *src_kind),
                        encodable,
                        "{op} {size:?} {dst:?}, {src:?}"
                    );
                }
            }
        }
    }
    assert!(!supports(Mode::X8632, Op::Add, Size::B8, OperandKind::Gpr, OperandKind::Gpr));
    assert!(supports(Mode::X8632, Op::Addps, Size::B8, OperandKind::Xmm, OperandKind::Mem));
}

/// What fills bundles, and that an assembler would make something shorter of what it says.
#[test]
fn longer_forms_are_read_and_known_to_be_longer() {
    let listed = |code: &[u8]| {
        let mut out = String::new();
        let code = FuncCode { bytes: code.to_vec(), ..FuncCode::default() };
        list(&Reader(Mode::X8664), &code, &|_, f| f.write_str("symbol"), Form::Instructions, &mut out).map(|_| out)
    };
    for (code, text) in [
        // A register's `push` and `pop`, a number's copy, with an opcode of two bytes; a REX prefix that says nothing.
        (&[0xff, 0xf1][..], "push rcx"),
        (&[0x8f, 0xc1], "pop rcx"),
        (&[0xc7, 0xc1, 5, 0, 0, 0], "mov ecx, 5"),
        (&[0x40, 0x89, 0xc8], "mov eax, ecx"),
        // A displacement that is longer, a second byte of an address, a number that is longer.
        (&[0x8b, 0x41, 0], "mov eax, dword ptr [rcx]"),
        (&[0x8b, 0x44, 0x21, 0xff], "mov eax, dword ptr [rcx-1]"),
        (&[0x81, 0xc1, 1, 0, 0, 0], "add ecx, 1"),
        // What does nothing.
        (&[0x66, 0x90], "nop"),
        (&[0x66, 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0], "nop"),
    ] {
        let bytes: Vec<String> = code.iter().map(|byte| format!("0x{byte:02x}")).collect();
        assert_eq!(listed(code), Ok(format!("\t.byte\t{}\t/* {text} */\n", bytes.join(", "))));
    }
    for (code, text) in [(&[0x51][..], "push rcx"), (&[0x89, 0xc8], "mov eax, ecx"), (&[0x8b, 0xc1], "{load} mov eax, ecx")] {
        assert_eq!(listed(code), Ok(format!("\t{text}\n")));
    }
}

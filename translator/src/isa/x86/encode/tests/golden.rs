//! Instructions and their bytes, written by hand from [INTEL-SDM] volume 2, chapters 3 and 4, and
//! compared once with GNU as (which only puts prefix 66 before lock).

use super::*;
use crate::isa::x86::regs::gpr::*;
use Mode::{X8632, X8664};
use Operand::{Imm, None as NONE};
use Size::{B1, B2, B4, B8};

const R12: Reg = Reg(12);
const R13: Reg = Reg(13);
const X0: Reg = Reg::xmm(0);
const X1: Reg = Reg::xmm(1);
const X9: Reg = Reg::xmm(9);

const fn r(reg: Reg) -> Operand {
    Operand::Reg(reg)
}

/// `[base + disp]`
const fn m(base: Reg, disp: i32) -> Operand {
    Operand::Mem(Mem { base: Some(base), index: None, scale: 0, disp, symbol: None, narrow: false })
}

/// `[base + index << scale + disp]`
const fn mx(base: Reg, index: Reg, scale: u8, disp: i32) -> Operand {
    Operand::Mem(Mem { base: Some(base), index: Some(index), scale, disp, symbol: None, narrow: false })
}

/// `[disp]`
const fn abs(disp: i32) -> Operand {
    Operand::Mem(Mem { base: None, index: None, scale: 0, disp, symbol: None, narrow: false })
}

/// `[index << scale + disp]`
const fn ix(index: Reg, scale: u8, disp: i32) -> Operand {
    Operand::Mem(Mem { base: None, index: Some(index), scale, disp, symbol: None, narrow: false })
}

type Form = (Mode, Op, Size, Operand, Operand);

#[rustfmt::skip]
const PLAIN: &[(Form, &[u8])] = &[
    ((X8632, Op::Bt, B4, r(EAX), r(ECX)), &[0x0f, 0xa3, 0xc8]),
    ((X8632, Op::ImulWide, B4, r(ECX), NONE), &[0xf7, 0xe9]),
    // ModRM and SIB.
    ((X8632, Op::Add, B4, r(EAX), r(ECX)), &[0x01, 0xc8]),
    ((X8632, Op::Add, B4, r(ECX), m(EAX, 0)), &[0x03, 0x08]),
    ((X8632, Op::Add, B4, m(EBP, 0), r(EDX)), &[0x01, 0x55, 0x00]),
    ((X8632, Op::Mov, B4, r(EAX), m(ESP, 4)), &[0x8b, 0x44, 0x24, 0x04]),
    ((X8632, Op::Mov, B4, r(EAX), m(ESP, 0)), &[0x8b, 0x04, 0x24]),
    ((X8632, Op::Mov, B4, r(EAX), m(EBX, 127)), &[0x8b, 0x43, 0x7f]),
    ((X8632, Op::Mov, B4, r(EAX), m(EBX, 128)), &[0x8b, 0x83, 0x80, 0, 0, 0]),
    ((X8632, Op::Mov, B4, r(EAX), m(EBX, -128)), &[0x8b, 0x43, 0x80]),
    ((X8632, Op::Mov, B4, r(EAX), m(EBX, -129)), &[0x8b, 0x83, 0x7f, 0xff, 0xff, 0xff]),
    ((X8632, Op::Mov, B4, r(EAX), abs(0x1000)), &[0xa1, 0, 0x10, 0, 0]),
    ((X8632, Op::Mov, B2, abs(-1), r(EAX)), &[0x66, 0xa3, 0xff, 0xff, 0xff, 0xff]),
    ((X8664, Op::Mov, B1, r(EAX), abs(-1)), &[0x8a, 0x04, 0x25, 0xff, 0xff, 0xff, 0xff]),
    ((X8632, Op::Mov, B4, r(ECX), abs(0x1000)), &[0x8b, 0x0d, 0, 0x10, 0, 0]),
    ((X8664, Op::Mov, B4, r(ECX), abs(0x1000)), &[0x8b, 0x0c, 0x25, 0, 0x10, 0, 0]),
    ((X8632, Op::Mov, B4, r(EDX), mx(EAX, ECX, 2, 0)), &[0x8b, 0x14, 0x88]),
    ((X8632, Op::Mov, B4, r(EDX), mx(EBP, ESI, 3, 0)), &[0x8b, 0x54, 0xf5, 0x00]),
    ((X8632, Op::Lea, B4, r(EDX), ix(ECX, 1, 4)), &[0x8d, 0x14, 0x4d, 4, 0, 0, 0]),
    ((X8664, Op::Lea, B4, r(EDX), ix(R9, 3, 0)), &[0x42, 0x8d, 0x14, 0xcd, 0, 0, 0, 0]),
    ((X8664, Op::Mov, B8, r(R8), m(R12, 0)), &[0x4d, 0x8b, 0x04, 0x24]),
    ((X8664, Op::Mov, B8, m(R13, 0), r(R9)), &[0x4d, 0x89, 0x4d, 0x00]),
    ((X8664, Op::Mov, B4, r(EAX), mx(EAX, R12, 0, 0)), &[0x42, 0x8b, 0x04, 0x20]),
    // Immediates.
    ((X8632, Op::Sub, B4, r(ESP), Imm(12)), &[0x83, 0xec, 0x0c]),
    ((X8632, Op::Sub, B4, r(ESP), Imm(1000)), &[0x81, 0xec, 0xe8, 0x03, 0, 0]),
    ((X8632, Op::And, B4, r(EAX), Imm(0xffff)), &[0x25, 0xff, 0xff, 0, 0]),
    ((X8632, Op::Cmp, B1, r(EAX), Imm(200)), &[0x3c, 0xc8]),
    ((X8632, Op::Cmp, B1, m(EAX, 0), Imm(-1)), &[0x80, 0x38, 0xff]),
    ((X8632, Op::Add, B2, r(ECX), Imm(0x1234)), &[0x66, 0x81, 0xc1, 0x34, 0x12]),
    ((X8632, Op::Add, B2, r(ECX), Imm(0xffff)), &[0x66, 0x83, 0xc1, 0xff]),
    ((X8664, Op::Xor, B8, r(R9), Imm(i32::MIN)), &[0x49, 0x81, 0xf1, 0, 0, 0, 0x80]),
    ((X8632, Op::Test, B1, r(EDX), Imm(1)), &[0xf6, 0xc2, 0x01]),
    ((X8632, Op::Mov, B4, r(EDI), Imm(-2)), &[0xbf, 0xfe, 0xff, 0xff, 0xff]),
    ((X8664, Op::Mov, B8, r(R9), Imm(-2)), &[0x49, 0xc7, 0xc1, 0xfe, 0xff, 0xff, 0xff]),
    ((X8632, Op::Mov, B2, m(EDI, 8), Imm(0x102)), &[0x66, 0xc7, 0x47, 0x08, 0x02, 0x01]),
    ((X8664, Op::Mov, B1, r(ESI), Imm(5)), &[0x40, 0xb6, 0x05]),
    // Byte registers.
    ((X8632, Op::Mov, B1, r(EBX), m(ESI, 0)), &[0x8a, 0x1e]),
    ((X8664, Op::Mov, B1, r(ESI), r(EDI)), &[0x40, 0x88, 0xfe]),
    ((X8664, Op::Movzx8, B4, r(EAX), r(EBP)), &[0x40, 0x0f, 0xb6, 0xc5]),
    ((X8664, Op::Movzx8, B4, r(ESI), r(EBX)), &[0x0f, 0xb6, 0xf3]),
    ((X8664, Op::Setcc, B1, r(EDI), NONE), &[0x40, 0x0f, 0x90, 0xc7]),
    // Integer, the rest.
    ((X8664, Op::Movsx32, B8, r(EAX), r(ECX)), &[0x48, 0x63, 0xc1]),
    ((X8632, Op::Imul, B2, r(EAX), r(ECX)), &[0x66, 0x0f, 0xaf, 0xc1]),
    ((X8632, Op::Div, B4, r(ECX), NONE), &[0xf7, 0xf1]),
    ((X8664, Op::Idiv, B8, r(ECX), NONE), &[0x48, 0xf7, 0xf9]),
    ((X8632, Op::Not, B1, m(EAX, 0), NONE), &[0xf6, 0x10]),
    ((X8632, Op::Shl, B4, r(EAX), Imm(1)), &[0xd1, 0xe0]),
    ((X8632, Op::Sar, B4, r(EDX), Imm(31)), &[0xc1, 0xfa, 0x1f]),
    ((X8632, Op::Shr, B2, r(EDX), r(ECX)), &[0x66, 0xd3, 0xea]),
    ((X8632, Op::Shld, B4, r(EDX), r(EAX)), &[0x0f, 0xa5, 0xc2]),
    ((X8632, Op::Cdq, B4, NONE, NONE), &[0x99]),
    ((X8664, Op::Cdq, B8, NONE, NONE), &[0x48, 0x99]),
    ((X8664, Op::Bswap, B8, r(R9), NONE), &[0x49, 0x0f, 0xc9]),
    ((X8632, Op::LockXadd, B2, m(ECX, 0), r(EAX)), &[0x66, 0xf0, 0x0f, 0xc1, 0x01]),
    ((X8632, Op::LockCmpxchg, B1, m(EDI, 0), r(EDX)), &[0xf0, 0x0f, 0xb0, 0x17]),
    ((X8632, Op::LockCmpxchg8b, B4, m(EDI, 0), NONE), &[0xf0, 0x0f, 0xc7, 0x0f]),
    ((X8632, Op::Mfence, B4, NONE, NONE), &[0x0f, 0xae, 0xf0]),
    ((X8664, Op::Push, B8, NONE, r(R12)), &[0x41, 0x54]),
    ((X8632, Op::Push, B4, NONE, Imm(-128)), &[0x6a, 0x80]),
    ((X8664, Op::Pop, B8, r(EBX), NONE), &[0x5b]),
    ((X8664, Op::Call, B8, NONE, r(EAX)), &[0xff, 0xd0]),
    ((X8632, Op::Jmp, B4, NONE, ix(EAX, 2, 64)), &[0xff, 0x24, 0x85, 64, 0, 0, 0]),
    ((X8632, Op::Ret, B4, NONE, NONE), &[0xc3]),
    // Vectors.
    ((X8632, Op::Movss, B4, r(X1), m(ESP, 8)), &[0xf3, 0x0f, 0x10, 0x4c, 0x24, 0x08]),
    ((X8664, Op::Movsd, B4, m(EAX, 0), r(X9)), &[0xf2, 0x44, 0x0f, 0x11, 0x08]),
    ((X8664, Op::Movaps, B4, r(X9), r(X1)), &[0x44, 0x0f, 0x28, 0xc9]),
    ((X8632, Op::Movd, B4, r(X1), r(EAX)), &[0x66, 0x0f, 0x6e, 0xc8]),
    ((X8664, Op::Movd, B8, r(R8), r(X1)), &[0x66, 0x49, 0x0f, 0x7e, 0xc8]),
    ((X8632, Op::Movq, B4, m(EAX, 0), r(X1)), &[0x66, 0x0f, 0xd6, 0x08]),
    ((X8664, Op::Cvtsi2sd, B8, r(X0), r(EAX)), &[0xf2, 0x48, 0x0f, 0x2a, 0xc0]),
    ((X8632, Op::Cvttss2si, B4, r(EAX), r(X1)), &[0xf3, 0x0f, 0x2c, 0xc1]),
    ((X8632, Op::Pslld, B4, r(X1), Imm(31)), &[0x66, 0x0f, 0x72, 0xf1, 0x1f]),
    ((X8632, Op::Psrldq, B4, r(X1), Imm(8)), &[0x66, 0x0f, 0x73, 0xd9, 0x08]),
    ((X8664, Op::Pmulld, B4, r(X9), m(R13, 16)), &[0x66, 0x45, 0x0f, 0x38, 0x40, 0x4d, 0x10]),
    ((X8632, Op::Fstpd, B4, m(ESP, 0), NONE), &[0xdd, 0x1c, 0x24]),
];

fn encoded(mode: Mode, inst: &PhysInst<'_>) -> Vec<u8> {
    let mut buffer = CodeBuffer::default();
    encode(&mut buffer, mode, inst);
    buffer.bytes().to_vec()
}

#[test]
fn plain_instructions() {
    for ((mode, op, size, dst, src), bytes) in PLAIN {
        assert_eq!(encoded(*mode, &PhysInst::new(*op, *size, dst, src)), *bytes, "{mode:?} {op} {size:?} {dst:?}, {src:?}");
    }
}

#[test]
fn third_operands() {
    let rows: [(Form, i32, &[u8]); 8] = [
        ((X8632, Op::ImulImm, B4, r(EAX), r(ECX)), 10, &[0x6b, 0xc1, 0x0a]),
        ((X8632, Op::ImulImm, B4, r(EAX), m(ECX, 4)), 1000, &[0x69, 0x41, 0x04, 0xe8, 0x03, 0, 0]),
        ((X8632, Op::ImulImm, B2, r(EAX), r(ECX)), 1000, &[0x66, 0x69, 0xc1, 0xe8, 0x03]),
        ((X8632, Op::Shrd, B4, r(EAX), r(EDX)), 7, &[0x0f, 0xac, 0xd0, 0x07]),
        ((X8632, Op::Pshufd, B4, r(X1), r(X0)), 0xff, &[0x66, 0x0f, 0x70, 0xc8, 0xff]),
        ((X8632, Op::Pextrw, B4, r(EAX), r(X1)), 7, &[0x66, 0x0f, 0xc5, 0xc1, 0x07]),
        ((X8664, Op::Pinsrd, B4, r(X9), r(R9)), 3, &[0x66, 0x45, 0x0f, 0x3a, 0x22, 0xc9, 0x03]),
        ((X8632, Op::Cmpps, B4, r(X0), m(EAX, 0)), 2, &[0x0f, 0xc2, 0x00, 0x02]),
    ];
    for ((mode, op, size, dst, src), imm, bytes) in rows {
        let inst = PhysInst { imm: Some(imm), ..PhysInst::new(op, size, &dst, &src) };
        assert_eq!(encoded(mode, &inst), bytes, "{mode:?} {op} {size:?} {dst:?}, {src:?}, {imm}");
    }
}

#[test]
fn conditions_are_added_to_the_opcode() {
    let (eax, ecx) = (r(EAX), r(ECX));
    for cc in Cc::ALL {
        let number = cc as u8;
        let set = PhysInst { cc, ..PhysInst::new(Op::Setcc, B1, &eax, &NONE) };
        assert_eq!(encoded(X8632, &set), [0x0f, 0x90 + number, 0xc0]);
        let cmov = PhysInst { cc, ..PhysInst::new(Op::Cmovcc, B4, &eax, &ecx) };
        assert_eq!(encoded(X8632, &cmov), [0x0f, 0x40 + number, 0xc1]);
    }
}

#[test]
fn jumps_to_labels_have_both_forms() {
    let target = Operand::Label(Label::from_u32(0));
    for (gap, expected) in [(1, &[0x7f, 3, 0xeb, 1, 0x90][..]), (200, &[0x0f, 0x8f, 205, 0, 0, 0, 0xe9, 200, 0, 0, 0, 0x90])] {
        let mut buffer = CodeBuffer::default();
        buffer.reserve_labels(1);
        encode(&mut buffer, X8632, &PhysInst { cc: Cc::G, ..PhysInst::new(Op::Jcc, B4, &NONE, &target) });
        encode(&mut buffer, X8632, &PhysInst::new(Op::Jmp, B4, &NONE, &target));
        for _ in 0..gap {
            encode(&mut buffer, X8632, &PhysInst::new(Op::Nop, B4, &NONE, &NONE));
        }
        buffer.bind(Label::from_u32(0));
        buffer.finish();
        assert_eq!(buffer.bytes()[..expected.len()], *expected);
    }
}

#[test]
fn symbols_become_relocations() {
    let symbol = SymbolRef::Func(FuncId::from_u32(3));
    let value = Operand::Symbol(symbol, 8);
    let memory = Operand::Mem(Mem { base: None, index: Some(ECX), scale: 2, disp: -4, symbol: Some(symbol), narrow: false });
    let plain = Operand::Mem(Mem { symbol: Some(symbol), ..Mem::default() });
    let zero = Operand::Symbol(symbol, 0);
    /// Offset, kind and addend of a relocation.
    type Field = (u32, u16, i32);
    #[rustfmt::skip]
    let rows: [(Form, &[u8], &[Field]); 12] = [
        ((X8632, Op::Call, B4, NONE, zero), &[0xe8, 0xfc, 0xff, 0xff, 0xff], &[(1, 2, -4)]),
        ((X8664, Op::Call, B4, NONE, zero), &[0xe8, 0, 0, 0, 0], &[(1, 4, -4)]),
        ((X8632, Op::Mov, B4, r(EAX), value), &[0xb8, 8, 0, 0, 0], &[(1, 1, 8)]),
        ((X8664, Op::Mov, B4, r(R9), value), &[0x41, 0xb9, 0, 0, 0, 0], &[(2, 10, 8)]),
        ((X8664, Op::Mov, B8, r(R9), value), &[0x49, 0xc7, 0xc1, 0, 0, 0, 0], &[(3, 11, 8)]),
        ((X8632, Op::Add, B4, r(EAX), value), &[0x05, 8, 0, 0, 0], &[(1, 1, 8)]),
        ((X8632, Op::Add, B4, r(ECX), value), &[0x81, 0xc1, 8, 0, 0, 0], &[(2, 1, 8)]),
        ((X8664, Op::Push, B8, NONE, value), &[0x68, 0, 0, 0, 0], &[(1, 11, 8)]),
        ((X8632, Op::Mov, B4, r(EDX), memory), &[0x8b, 0x14, 0x8d, 0xfc, 0xff, 0xff, 0xff], &[(3, 1, -4)]),
        ((X8664, Op::Addsd, B4, r(X9), plain), &[0xf2, 0x44, 0x0f, 0x58, 0x0c, 0x25, 0, 0, 0, 0], &[(6, 11, 0)]),
        ((X8632, Op::Mov, B4, memory, value), &[0xc7, 0x04, 0x8d, 0xfc, 0xff, 0xff, 0xff, 8, 0, 0, 0], &[(3, 1, -4), (7, 1, 8)]),
        ((X8632, Op::Cmp, B1, plain, Imm(3)), &[0x80, 0x3d, 0, 0, 0, 0, 3], &[(2, 1, 0)]),
    ];
    for ((mode, op, size, dst, src), bytes, relocs) in rows {
        let mut buffer = CodeBuffer::default();
        buffer.put(&[0xcc]);
        encode(&mut buffer, mode, &PhysInst::new(op, size, &dst, &src));
        assert_eq!(buffer.bytes()[1..], *bytes, "{mode:?} {op} {size:?} {dst:?}, {src:?}");
        let found: Vec<_> = buffer.relocs().iter().map(|reloc| (reloc.offset - 1, reloc.kind, reloc.addend)).collect();
        assert_eq!(found, relocs, "{mode:?} {op} {size:?} {dst:?}, {src:?}");
        assert!(buffer.relocs().iter().all(|reloc| reloc.target == symbol));
    }
}

#[test]
fn padding_has_the_length_asked_for() {
    for count in 0..40 {
        let mut buffer = CodeBuffer::default();
        nops(&mut buffer, count);
        assert_eq!(buffer.bytes().len(), count);
    }
}

#[test]
fn forms_that_do_not_exist_panic_with_the_name() {
    for (mode, op, size, dst, src) in [
        (X8632, Op::Mov, B1, r(ESI), Imm(1)),
        (X8632, Op::Mov, B8, r(EAX), Imm(1)),
        (X8632, Op::Mov, B4, r(R8), Imm(1)),
        (X8632, Op::Addss, B4, r(X9), r(X0)),
        (X8664, Op::Mov, B1, r(EAX), Imm(256)),
        (X8664, Op::Mov, B2, r(EAX), Operand::Symbol(SymbolRef::Helper(crate::mc::Helper::Memcpy), 0)),
        (X8664, Op::Shl, B4, r(EAX), r(EDX)),
        (X8664, Op::Add, B4, m(EAX, 0), m(EAX, 0)),
        (X8664, Op::Add, B4, r(X0), r(X1)),
        (X8664, Op::Call, B8, r(EAX), NONE),
    ] {
        let error = std::panic::catch_unwind(|| encoded(mode, &PhysInst::new(op, size, &dst, &src))).expect_err("no such form");
        let message = error.downcast_ref::<String>().expect("a formatted message");
        assert!(message.contains(&format!("lowering emitted {op} without")), "{message}");
    }
}

#[test]
fn byte_forms() {
    assert!(has_byte_form(X8632, EBX) && !has_byte_form(X8632, ESP) && !has_byte_form(X8632, EDI));
    assert!(has_byte_form(X8664, EDI) && has_byte_form(X8664, R12) && !has_byte_form(X8664, X0));
}

//! The encoding table: one row per line of the manual's instruction pages, and the index from an
//! operation to its rows.
//!
//! Columns: operation, opcode in the manual's notation (see [`Row::new`]), operand encoding, dst,
//! src, \[third operand,\] sizes. The rows of an operation are adjacent, and the encoder takes the
//! first that accepts the operands, so shorter forms stand first.
//!
//! Source: [INTEL-SDM] volume 2, chapters 3 and 4, each instruction's page.

use super::row::{
    ABS, ACC, ANY, B, BASED, BWD, BWDQ, BYTE, CL, COUNT, Classes, DQ, En, I8, IMM, LABEL, MEM, NO, ONE, Q, R, R_M, R_M8, Row,
    SYM, Sizes, WD, WDQ, X, X_M,
};
use crate::isa::x86::op::Op::{self, *};
use En::{D, Fd, M, Mr, O, Os, Rm, S, Td, Zo};

const fn row(op: Op, opcode: &str, en: En, dst: Classes, src: Classes, sizes: Sizes) -> Row {
    Row::new(op, opcode, en, dst, src, NO, sizes)
}

const fn row3(op: Op, opcode: &str, en: En, dst: Classes, src: Classes, imm: Classes, sizes: Sizes) -> Row {
    Row::new(op, opcode, en, dst, src, imm, sizes)
}

/// The usual vector instruction: a register, and a register or memory.
const fn vec(op: Op, opcode: &str) -> Row {
    row(op, opcode, Rm, X, X_M, ANY)
}

/// The usual vector instruction with a byte that selects lanes or a predicate.
const fn lanes(op: Op, opcode: &str) -> Row {
    row3(op, opcode, Rm, X, X_M, BYTE, ANY)
}

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = &[
    // Arithmetic and logic. The first immediate form that fits is the shortest.
    row(Add,            "00+w /r",           Mr, R_M,  R,         BWDQ),
    row(Add,            "02+w /r",           Rm, R,    R_M,       BWDQ),
    row(Add,            "83 /0 ib",          M,  R_M,  I8,        WDQ),
    row(Add,            "04+w iz",           Zo, ACC,  IMM | SYM, BWDQ),
    row(Add,            "80+w /0 iz",        M,  R_M,  IMM | SYM, BWDQ),
    row(Or,             "08+w /r",           Mr, R_M,  R,         BWDQ),
    row(Or,             "0A+w /r",           Rm, R,    R_M,       BWDQ),
    row(Or,             "83 /1 ib",          M,  R_M,  I8,        WDQ),
    row(Or,             "0C+w iz",           Zo, ACC,  IMM | SYM, BWDQ),
    row(Or,             "80+w /1 iz",        M,  R_M,  IMM | SYM, BWDQ),
    row(Adc,            "10+w /r",           Mr, R_M,  R,         BWDQ),
    row(Adc,            "12+w /r",           Rm, R,    R_M,       BWDQ),
    row(Adc,            "83 /2 ib",          M,  R_M,  I8,        WDQ),
    row(Adc,            "14+w iz",           Zo, ACC,  IMM | SYM, BWDQ),
    row(Adc,            "80+w /2 iz",        M,  R_M,  IMM | SYM, BWDQ),
    row(Sbb,            "18+w /r",           Mr, R_M,  R,         BWDQ),
    row(Sbb,            "1A+w /r",           Rm, R,    R_M,       BWDQ),
    row(Sbb,            "83 /3 ib",          M,  R_M,  I8,        WDQ),
    row(Sbb,            "1C+w iz",           Zo, ACC,  IMM | SYM, BWDQ),
    row(Sbb,            "80+w /3 iz",        M,  R_M,  IMM | SYM, BWDQ),
    row(And,            "20+w /r",           Mr, R_M,  R,         BWDQ),
    row(And,            "22+w /r",           Rm, R,    R_M,       BWDQ),
    row(And,            "83 /4 ib",          M,  R_M,  I8,        WDQ),
    row(And,            "24+w iz",           Zo, ACC,  IMM | SYM, BWDQ),
    row(And,            "80+w /4 iz",        M,  R_M,  IMM | SYM, BWDQ),
    row(Sub,            "28+w /r",           Mr, R_M,  R,         BWDQ),
    row(Sub,            "2A+w /r",           Rm, R,    R_M,       BWDQ),
    row(Sub,            "83 /5 ib",          M,  R_M,  I8,        WDQ),
    row(Sub,            "2C+w iz",           Zo, ACC,  IMM | SYM, BWDQ),
    row(Sub,            "80+w /5 iz",        M,  R_M,  IMM | SYM, BWDQ),
    row(Xor,            "30+w /r",           Mr, R_M,  R,         BWDQ),
    row(Xor,            "32+w /r",           Rm, R,    R_M,       BWDQ),
    row(Xor,            "83 /6 ib",          M,  R_M,  I8,        WDQ),
    row(Xor,            "34+w iz",           Zo, ACC,  IMM | SYM, BWDQ),
    row(Xor,            "80+w /6 iz",        M,  R_M,  IMM | SYM, BWDQ),
    row(Cmp,            "38+w /r",           Mr, R_M,  R,         BWDQ),
    row(Cmp,            "3A+w /r",           Rm, R,    R_M,       BWDQ),
    row(Cmp,            "83 /7 ib",          M,  R_M,  I8,        WDQ),
    row(Cmp,            "3C+w iz",           Zo, ACC,  IMM | SYM, BWDQ),
    row(Cmp,            "80+w /7 iz",        M,  R_M,  IMM | SYM, BWDQ),
    row(Test,           "84+w /r",           Mr, R_M,  R,         BWDQ),
    row(Test,           "A8+w iz",           Zo, ACC,  IMM | SYM, BWDQ),
    row(Test,           "F6+w /0 iz",        M,  R_M,  IMM | SYM, BWDQ),
    // Moves. The most frequent instructions come first, and the short forms for absolute addresses
    // before the general ones.
    row(Mov,            "8A+w /r",           Rm, R,    BASED,     BWDQ),
    row(Mov,            "88+w /r",           Mr, R | BASED, R,    BWDQ),
    row(Mov,            "A0+w",              Fd, ACC,  ABS,       BWD),
    row(Mov,            "A2+w",              Td, ABS,  ACC,       BWD),
    row(Mov,            "8A+w /r",           Rm, R,    R | ABS,   BWDQ),
    row(Mov,            "88+w /r",           Mr, ABS,  R,         BWDQ),
    row(Mov,            "B0+r ib",           O,  R,    IMM,       B),
    row(Mov,            "B8+r iz",           O,  R,    IMM | SYM, WD),
    row(Mov,            "C6+w /0 iz",        M,  R_M,  IMM | SYM, BWDQ),
    row(Movzx8,         "0F B6 /r",          Rm, R,    R_M8,      WDQ),
    row(Movzx16,        "0F B7 /r",          Rm, R,    R_M,       DQ),
    row(Movsx8,         "0F BE /r",          Rm, R,    R_M8,      WDQ),
    row(Movsx16,        "0F BF /r",          Rm, R,    R_M,       DQ),
    row(Movsx32,        "63 /r",             Rm, R,    R_M,       Q),
    row(Lea,            "8D /r",             Rm, R,    MEM,       WDQ),
    // Multiplication, division, one operand.
    row(Imul,           "0F AF /r",          Rm, R,    R_M,       WDQ),
    row3(ImulImm,        "6B /r ib",          Rm, R,    R_M,  I8,   WDQ),
    row3(ImulImm,        "69 /r iz",          Rm, R,    R_M,  IMM,  WDQ),
    row(Mul,            "F6+w /4",           M,  R_M,  NO,        BWDQ),
    row(ImulWide,       "F6+w /5",           M,  R_M,  NO,        BWDQ),
    row(Div,            "F6+w /6",           M,  R_M,  NO,        BWDQ),
    row(Idiv,           "F6+w /7",           M,  R_M,  NO,        BWDQ),
    row(Neg,            "F6+w /3",           M,  R_M,  NO,        BWDQ),
    row(Not,            "F6+w /2",           M,  R_M,  NO,        BWDQ),
    // Shifts.
    row(Shl,            "D0+w /4",           M,  R_M,  ONE,       BWDQ),
    row(Shl,            "C0+w /4 ib",        M,  R_M,  COUNT,     BWDQ),
    row(Shl,            "D2+w /4",           M,  R_M,  CL,        BWDQ),
    row(Shr,            "D0+w /5",           M,  R_M,  ONE,       BWDQ),
    row(Shr,            "C0+w /5 ib",        M,  R_M,  COUNT,     BWDQ),
    row(Shr,            "D2+w /5",           M,  R_M,  CL,        BWDQ),
    row(Sar,            "D0+w /7",           M,  R_M,  ONE,       BWDQ),
    row(Sar,            "C0+w /7 ib",        M,  R_M,  COUNT,     BWDQ),
    row(Sar,            "D2+w /7",           M,  R_M,  CL,        BWDQ),
    row(Rol,            "D0+w /0",           M,  R_M,  ONE,       BWDQ),
    row(Rol,            "C0+w /0 ib",        M,  R_M,  COUNT,     BWDQ),
    row(Rol,            "D2+w /0",           M,  R_M,  CL,        BWDQ),
    row(Ror,            "D0+w /1",           M,  R_M,  ONE,       BWDQ),
    row(Ror,            "C0+w /1 ib",        M,  R_M,  COUNT,     BWDQ),
    row(Ror,            "D2+w /1",           M,  R_M,  CL,        BWDQ),
    row3(Shld,           "0F A4 /r ib",       Mr, R_M,  R,    COUNT, WDQ),
    row(Shld,           "0F A5 /r",          Mr, R_M,  R,         WDQ),
    row3(Shrd,           "0F AC /r ib",       Mr, R_M,  R,    COUNT, WDQ),
    row(Shrd,           "0F AD /r",          Mr, R_M,  R,         WDQ),
    // Conditions and bits.
    row(Cdq,            "99",                Zo, NO,   NO,        WDQ),
    row(Setcc,          "0F 90+cc /0",       M,  R_M8, NO,        ANY),
    row(Cmovcc,         "0F 40+cc /r",       Rm, R,    R_M,       WDQ),
    row(Bt,             "0F A3 /r",          Mr, R,    R,         WDQ),
    row(Bsf,            "0F BC /r",          Rm, R,    R_M,       WDQ),
    row(Bsr,            "0F BD /r",          Rm, R,    R_M,       WDQ),
    row(Bswap,          "0F C8+r",           O,  R,    NO,        DQ),
    row(Xchg,           "86+w /r",           Mr, R_M,  R,         BWDQ),
    // Atomics.
    row(LockXadd,       "F0 0F C0+w /r",     Mr, MEM,  R,         BWDQ),
    row(LockCmpxchg,    "F0 0F B0+w /r",     Mr, MEM,  R,         BWDQ),
    row(LockCmpxchg8b,  "F0 0F C7 /1",       M,  MEM,  NO,        ANY),
    row(Mfence,         "0F AE F0",          Zo, NO,   NO,        ANY),
    // Stack and control.
    row(Push,           "50+r",              Os, NO,   R,         ANY),
    row(Push,           "FF /6",             S,  NO,   MEM,       ANY),
    row(Push,           "6A ib",             Zo, NO,   I8,        ANY),
    row(Push,           "68 id",             Zo, NO,   IMM | SYM, ANY),
    row(Pop,            "58+r",              O,  R,    NO,        ANY),
    row(Pop,            "8F /0",             M,  MEM,  NO,        ANY),
    row(Call,           "E8 cd",             D,  NO,   SYM,       ANY),
    row(Call,           "FF /2",             S,  NO,   R_M,       ANY),
    row(Jmp,            "E9 cd",             D,  NO,   LABEL | SYM, ANY),
    row(Jmp,            "FF /4",             S,  NO,   R_M,       ANY),
    row(Jcc,            "0F 80+cc cd",       D,  NO,   LABEL,     ANY),
    row(Ret,            "C3",                Zo, NO,   NO,        ANY),
    row(Ud2,            "0F 0B",             Zo, NO,   NO,        ANY),
    row(Nop,            "90",                Zo, NO,   NO,        ANY),
    row(Nop,            "0F 1F /0",          M,  MEM,  NO,        WD),
    // Vector moves. Loads and register moves first, then stores.
    vec(Movss, "F3 0F 10 /r"),
    row(Movss,          "F3 0F 11 /r",       Mr, MEM,  X,         ANY),
    vec(Movsd, "F2 0F 10 /r"),
    row(Movsd,          "F2 0F 11 /r",       Mr, MEM,  X,         ANY),
    vec(Movaps, "0F 28 /r"),
    row(Movaps,         "0F 29 /r",          Mr, MEM,  X,         ANY),
    vec(Movups, "0F 10 /r"),
    row(Movups,         "0F 11 /r",          Mr, MEM,  X,         ANY),
    row(Movd,           "66 0F 6E /r",       Rm, X,    R_M,       DQ),
    row(Movd,           "66 0F 7E /r",       Mr, R_M,  X,         DQ),
    vec(Movq, "F3 0F 7E /r"),
    row(Movq,           "66 0F D6 /r",       Mr, MEM,  X,         ANY),
    // Scalar floating point.
    vec(Addss, "F3 0F 58 /r"),
    vec(Addsd, "F2 0F 58 /r"),
    vec(Subss, "F3 0F 5C /r"),
    vec(Subsd, "F2 0F 5C /r"),
    vec(Mulss, "F3 0F 59 /r"),
    vec(Mulsd, "F2 0F 59 /r"),
    vec(Divss, "F3 0F 5E /r"),
    vec(Divsd, "F2 0F 5E /r"),
    vec(Sqrtss, "F3 0F 51 /r"),
    vec(Sqrtsd, "F2 0F 51 /r"),
    vec(Ucomiss, "0F 2E /r"),
    vec(Ucomisd, "66 0F 2E /r"),
    vec(Cvtss2sd, "F3 0F 5A /r"),
    vec(Cvtsd2ss, "F2 0F 5A /r"),
    row(Cvtsi2ss,       "F3 0F 2A /r",       Rm, X,    R_M,       DQ),
    row(Cvtsi2sd,       "F2 0F 2A /r",       Rm, X,    R_M,       DQ),
    row(Cvttss2si,      "F3 0F 2C /r",       Rm, R,    X_M,       DQ),
    row(Cvttsd2si,      "F2 0F 2C /r",       Rm, R,    X_M,       DQ),
    lanes(Cmpss, "F3 0F C2 /r ib"),
    lanes(Cmpsd, "F2 0F C2 /r ib"),
    // Packed floating point.
    vec(Addps, "0F 58 /r"),
    vec(Subps, "0F 5C /r"),
    vec(Mulps, "0F 59 /r"),
    vec(Divps, "0F 5E /r"),
    vec(Maxps, "0F 5F /r"),
    vec(Minps, "0F 5D /r"),
    vec(Andps, "0F 54 /r"),
    vec(Andnps, "0F 55 /r"),
    vec(Orps, "0F 56 /r"),
    vec(Xorps, "0F 57 /r"),
    vec(Unpcklps, "0F 14 /r"),
    vec(Unpckhps, "0F 15 /r"),
    vec(Cvtdq2ps, "0F 5B /r"),
    vec(Cvttps2dq, "F3 0F 5B /r"),
    lanes(Cmpps, "0F C2 /r ib"),
    lanes(Shufps, "0F C6 /r ib"),
    row(Movhlps,        "0F 12 /r",          Rm, X,    X,         ANY),
    row(Movlhps,        "0F 16 /r",          Rm, X,    X,         ANY),
    row(Movmskps,       "0F 50 /r",          Rm, R,    X,         ANY),
    // Packed integers.
    vec(Pand, "66 0F DB /r"),
    vec(Pandn, "66 0F DF /r"),
    vec(Por, "66 0F EB /r"),
    vec(Pxor, "66 0F EF /r"),
    vec(Paddb, "66 0F FC /r"),
    vec(Paddw, "66 0F FD /r"),
    vec(Paddd, "66 0F FE /r"),
    vec(Paddq, "66 0F D4 /r"),
    vec(Psubb, "66 0F F8 /r"),
    vec(Psubw, "66 0F F9 /r"),
    vec(Psubd, "66 0F FA /r"),
    vec(Psubq, "66 0F FB /r"),
    vec(Psubusb, "66 0F D8 /r"),
    vec(Psubusw, "66 0F D9 /r"),
    vec(Pmullw, "66 0F D5 /r"),
    vec(Pmuludq, "66 0F F4 /r"),
    vec(Pminub, "66 0F DA /r"),
    vec(Pmaxub, "66 0F DE /r"),
    vec(Pminsw, "66 0F EA /r"),
    vec(Pmaxsw, "66 0F EE /r"),
    vec(Pcmpeqb, "66 0F 74 /r"),
    vec(Pcmpeqw, "66 0F 75 /r"),
    vec(Pcmpeqd, "66 0F 76 /r"),
    vec(Pcmpgtb, "66 0F 64 /r"),
    vec(Pcmpgtw, "66 0F 65 /r"),
    vec(Pcmpgtd, "66 0F 66 /r"),
    vec(Psllw, "66 0F F1 /r"),
    row(Psllw,          "66 0F 71 /6 ib",    M,  X,    COUNT,     ANY),
    vec(Pslld, "66 0F F2 /r"),
    row(Pslld,          "66 0F 72 /6 ib",    M,  X,    COUNT,     ANY),
    vec(Psllq, "66 0F F3 /r"),
    row(Psllq,          "66 0F 73 /6 ib",    M,  X,    COUNT,     ANY),
    vec(Psrlw, "66 0F D1 /r"),
    row(Psrlw,          "66 0F 71 /2 ib",    M,  X,    COUNT,     ANY),
    vec(Psrld, "66 0F D2 /r"),
    row(Psrld,          "66 0F 72 /2 ib",    M,  X,    COUNT,     ANY),
    vec(Psrlq, "66 0F D3 /r"),
    row(Psrlq,          "66 0F 73 /2 ib",    M,  X,    COUNT,     ANY),
    vec(Psraw, "66 0F E1 /r"),
    row(Psraw,          "66 0F 71 /4 ib",    M,  X,    COUNT,     ANY),
    vec(Psrad, "66 0F E2 /r"),
    row(Psrad,          "66 0F 72 /4 ib",    M,  X,    COUNT,     ANY),
    row(Pslldq,         "66 0F 73 /7 ib",    M,  X,    COUNT,     ANY),
    row(Psrldq,         "66 0F 73 /3 ib",    M,  X,    COUNT,     ANY),
    lanes(Pshufd, "66 0F 70 /r ib"),
    lanes(Pshuflw, "F2 0F 70 /r ib"),
    lanes(Pshufhw, "F3 0F 70 /r ib"),
    vec(Punpcklbw, "66 0F 60 /r"),
    vec(Punpcklwd, "66 0F 61 /r"),
    vec(Punpckldq, "66 0F 62 /r"),
    vec(Punpcklqdq, "66 0F 6C /r"),
    vec(Punpckhbw, "66 0F 68 /r"),
    vec(Punpckhwd, "66 0F 69 /r"),
    vec(Punpckhdq, "66 0F 6A /r"),
    vec(Punpckhqdq, "66 0F 6D /r"),
    vec(Packsswb, "66 0F 63 /r"),
    vec(Packuswb, "66 0F 67 /r"),
    vec(Packssdw, "66 0F 6B /r"),
    row(Pmovmskb,       "66 0F D7 /r",       Rm, R,    X,         ANY),
    row3(Pextrw,         "66 0F C5 /r ib",    Rm, R,    X,    BYTE, ANY),
    row3(Pinsrw,         "66 0F C4 /r ib",    Rm, X,    R_M,  BYTE, ANY),
    // SSE4.1.
    vec(Pmulld, "66 0F 38 40 /r"),
    vec(Packusdw, "66 0F 38 2B /r"),
    row3(Pextrb,         "66 0F 3A 14 /r ib", Mr, R_M,  X,    BYTE, ANY),
    row3(Pextrd,         "66 0F 3A 16 /r ib", Mr, R_M,  X,    BYTE, ANY),
    row3(Pinsrb,         "66 0F 3A 20 /r ib", Rm, X,    R_M,  BYTE, ANY),
    row3(Pinsrd,         "66 0F 3A 22 /r ib", Rm, X,    R_M,  BYTE, ANY),
    lanes(Insertps, "66 0F 3A 21 /r ib"),
    vec(Blendvps, "66 0F 38 14 /r"),
    vec(Pblendvb, "66 0F 38 10 /r"),
    // x87.
    row(Flds,           "D9 /0",             S,  NO,   MEM,       ANY),
    row(Fldd,           "DD /0",             S,  NO,   MEM,       ANY),
    row(Fstps,          "D9 /3",             M,  MEM,  NO,        ANY),
    row(Fstpd,          "DD /3",             M,  MEM,  NO,        ANY),
];

/// The rows of one operation: first and past the last.
#[derive(Copy, Clone)]
struct Span {
    start: u16,
    end: u16,
}

static SPANS: [Span; Op::ALL.len()] = spans();

/// Builds the index, and proves that every operation has rows and that they are adjacent.
const fn spans() -> [Span; Op::ALL.len()] {
    let mut spans = [Span { start: 0, end: 0 }; Op::ALL.len()];
    let mut at = 0;
    while at < ROWS.len() {
        let span = &mut spans[ROWS[at].op as usize];
        if span.end == 0 {
            span.start = at as u16;
        } else {
            assert!(span.end as usize == at, "the rows of an operation are not adjacent");
        }
        at += 1;
        span.end = at as u16;
    }
    let mut op = 0;
    while op < spans.len() {
        assert!(spans[op].end != 0, "an operation has no rows");
        op += 1;
    }
    spans
}

/// The rows of an operation, preferred ones first.
#[inline]
pub(super) fn rows_of(op: Op) -> &'static [Row] {
    let span = SPANS[op as usize];
    &ROWS[usize::from(span.start)..usize::from(span.end)]
}

/// The rows of an operation, and those of others after them.
#[inline]
pub(super) fn rows_from(op: Op) -> &'static [Row] {
    &ROWS[usize::from(SPANS[op as usize].start)..]
}

/// For each operation the row, if it is one and the same and simple, for any general register and,
/// as what it reads, any memory that is addressed from a register, at 32 and 64 bits.
static FROM_MEMORY: [Option<u16>; Op::ALL.len()] = {
    let mut rows = [None; Op::ALL.len()];
    let mut op = 0;
    while op < rows.len() {
        rows[op] = match uniform(Op::ALL[op], R, BASED) {
            Some(row) if ROWS[row as usize].is_simple_load() => Some(row),
            _ => None,
        };
        op += 1;
    }
    rows
};

/// `mov` to memory from a general register.
static STORE: Option<u16> = uniform(Mov, BASED, R);
static JUMP: Option<u16> = uniform(Jmp, NO, LABEL);
static CONDITIONAL_JUMP: Option<u16> = uniform(Jcc, NO, LABEL);

/// The row of an operation for operands of all these classes, without a third, at 32 and 64 bits.
/// `None` if there is none, or if some of them have another.
const fn uniform(op: Op, dst: Classes, src: Classes) -> Option<u16> {
    let mut at = 0;
    while at < ROWS.len() {
        if ROWS[at].op as usize == op as usize && ROWS[at].accepts_any(dst, src) {
            return if ROWS[at].accepts_all(dst, src) { Some(at as u16) } else { None };
        }
        at += 1;
    }
    None
}

/// The row of an operation that reads memory into a general register.
#[inline]
pub(super) fn from_memory(op: Op) -> Option<&'static Row> {
    FROM_MEMORY[op as usize].map(row_at)
}

/// The row of `mov` to memory from a general register.
#[inline]
pub(super) fn store() -> Option<&'static Row> {
    STORE.map(row_at)
}

/// Whether an operation on two general registers is usually encoded with the first in the place of
/// memory.
#[cfg(feature = "asm")]
pub(super) fn has_store_form(op: Op) -> bool {
    rows_of(op).iter().any(|row| row.en == Mr && row.accepts_all(R, R))
}

/// The row of a jump to a label.
#[inline]
pub(super) fn jump(conditional: bool) -> Option<&'static Row> {
    if conditional { CONDITIONAL_JUMP.map(row_at) } else { JUMP.map(row_at) }
}

#[inline]
fn row_at(index: u16) -> &'static Row {
    &ROWS[usize::from(index)]
}

//! The encoding table: for each operation the format of its operands and the word with all operand
//! fields zero.
//!
//! Rows stand in the order of [`Op`], so that finding one is indexing; a test checks it.

use super::super::op::Op;

/// Which fields hold which operands. `rs rt rd sa` and `fs ft fd` are the names that [MIPS32-VOL2]
/// chapter 3 has for the fields.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Format {
    /// dst, a, b.
    RdRsRt,
    /// dst, a, shift amount.
    RdRtSa,
    /// dst, a, b: shifts by a register have their operands in the other order.
    RdRtRs,
    /// a, b.
    RsRt,
    /// a, b, a 10-bit code.
    RsRtCode,
    /// dst.
    Rd,
    /// dst (twice), a.
    RdRsTwice,
    /// dst, a.
    RdRt,
    /// dst, a, a constant from -32768 to 32767.
    RtRsSigned,
    /// dst, a, a constant from 0 to 65535.
    RtRsUnsigned,
    /// dst, the low 16 bits of the constant.
    RtUpper,
    /// dst, memory at a plus a constant from -32768 to 32767.
    RtMem,
    /// The same with a floating-point register.
    FtMem,
    /// a, b, distance.
    RsRtBranch,
    /// a, distance.
    RsBranch,
    /// Distance.
    Branch,
    /// A word address within the 256 MiB region of the delay slot.
    Target,
    /// a.
    Rs,
    /// dst, a.
    RdRs,
    /// Nothing.
    None,
    /// dst, a, b, floating-point.
    FdFsFt,
    /// dst, a, floating-point.
    FdFs,
    /// a, b, floating-point; writes condition 0.
    FsFt,
    /// dst general, a floating-point.
    RtFs,
    /// dst floating-point, a general.
    FsRt,
    /// dst, a; reads condition 0.
    RdRsCc,
}

/// How an operation is encoded.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The operation.
    pub op: Op,
    /// Where its operands go.
    pub format: Format,
    /// The instruction with zero in all operand fields.
    pub word: u32,
}

const fn r(op: Op, format: Format, word: u32) -> Row {
    Row { op, format, word }
}

/// The row of an operation.
#[inline]
pub const fn row(op: Op) -> &'static Row {
    &ROWS[op as usize]
}

/// All rows.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    r(Op::Addu, Format::RdRsRt, 0x0000_0021),
    r(Op::Subu, Format::RdRsRt, 0x0000_0023),
    r(Op::And, Format::RdRsRt, 0x0000_0024),
    r(Op::Or, Format::RdRsRt, 0x0000_0025),
    r(Op::Xor, Format::RdRsRt, 0x0000_0026),
    r(Op::Nor, Format::RdRsRt, 0x0000_0027),
    r(Op::Slt, Format::RdRsRt, 0x0000_002a),
    r(Op::Sltu, Format::RdRsRt, 0x0000_002b),
    r(Op::Mul, Format::RdRsRt, 0x7000_0002),
    r(Op::Movz, Format::RdRsRt, 0x0000_000a),
    r(Op::Movn, Format::RdRsRt, 0x0000_000b),
    r(Op::Sll, Format::RdRtSa, 0x0000_0000),
    r(Op::Srl, Format::RdRtSa, 0x0000_0002),
    r(Op::Sra, Format::RdRtSa, 0x0000_0003),
    r(Op::Rotr, Format::RdRtSa, 0x0020_0002),
    r(Op::Sllv, Format::RdRtRs, 0x0000_0004),
    r(Op::Srlv, Format::RdRtRs, 0x0000_0006),
    r(Op::Srav, Format::RdRtRs, 0x0000_0007),
    r(Op::Mult, Format::RsRt, 0x0000_0018),
    r(Op::Multu, Format::RsRt, 0x0000_0019),
    r(Op::Div, Format::RsRt, 0x0000_001a),
    r(Op::Divu, Format::RsRt, 0x0000_001b),
    r(Op::Mfhi, Format::Rd, 0x0000_0010),
    r(Op::Mflo, Format::Rd, 0x0000_0012),
    r(Op::Clz, Format::RdRsTwice, 0x7000_0020),
    r(Op::Seb, Format::RdRt, 0x7c00_0420),
    r(Op::Seh, Format::RdRt, 0x7c00_0620),
    r(Op::Wsbh, Format::RdRt, 0x7c00_00a0),
    r(Op::Addiu, Format::RtRsSigned, 0x2400_0000),
    r(Op::Slti, Format::RtRsSigned, 0x2800_0000),
    r(Op::Sltiu, Format::RtRsSigned, 0x2c00_0000),
    r(Op::Andi, Format::RtRsUnsigned, 0x3000_0000),
    r(Op::Ori, Format::RtRsUnsigned, 0x3400_0000),
    r(Op::Xori, Format::RtRsUnsigned, 0x3800_0000),
    r(Op::Lui, Format::RtUpper, 0x3c00_0000),
    r(Op::Lb, Format::RtMem, 0x8000_0000),
    r(Op::Lbu, Format::RtMem, 0x9000_0000),
    r(Op::Lh, Format::RtMem, 0x8400_0000),
    r(Op::Lhu, Format::RtMem, 0x9400_0000),
    r(Op::Lw, Format::RtMem, 0x8c00_0000),
    r(Op::Lwl, Format::RtMem, 0x8800_0000),
    r(Op::Lwr, Format::RtMem, 0x9800_0000),
    r(Op::Ll, Format::RtMem, 0xc000_0000),
    r(Op::Lwc1, Format::FtMem, 0xc400_0000),
    r(Op::Ldc1, Format::FtMem, 0xd400_0000),
    r(Op::Sb, Format::RtMem, 0xa000_0000),
    r(Op::Sh, Format::RtMem, 0xa400_0000),
    r(Op::Sw, Format::RtMem, 0xac00_0000),
    r(Op::Swl, Format::RtMem, 0xa800_0000),
    r(Op::Swr, Format::RtMem, 0xb800_0000),
    r(Op::Swc1, Format::FtMem, 0xe400_0000),
    r(Op::Sdc1, Format::FtMem, 0xf400_0000),
    r(Op::Sc, Format::RtMem, 0xe000_0000),
    r(Op::Beq, Format::RsRtBranch, 0x1000_0000),
    r(Op::Bne, Format::RsRtBranch, 0x1400_0000),
    r(Op::Blez, Format::RsBranch, 0x1800_0000),
    r(Op::Bgtz, Format::RsBranch, 0x1c00_0000),
    r(Op::Bltz, Format::RsBranch, 0x0400_0000),
    r(Op::Bgez, Format::RsBranch, 0x0401_0000),
    r(Op::Bal, Format::Branch, 0x0411_0000),
    r(Op::Bc1f, Format::Branch, 0x4500_0000),
    r(Op::Bc1t, Format::Branch, 0x4501_0000),
    r(Op::J, Format::Target, 0x0800_0000),
    r(Op::Jal, Format::Target, 0x0c00_0000),
    r(Op::Jr, Format::Rs, 0x0000_0008),
    r(Op::Jalr, Format::RdRs, 0x0000_0009),
    r(Op::Teq, Format::RsRtCode, 0x0000_0034),
    r(Op::Sync, Format::None, 0x0000_000f),
    r(Op::Nop, Format::None, 0x0000_0000),
    r(Op::AddS, Format::FdFsFt, 0x4600_0000),
    r(Op::SubS, Format::FdFsFt, 0x4600_0001),
    r(Op::MulS, Format::FdFsFt, 0x4600_0002),
    r(Op::DivS, Format::FdFsFt, 0x4600_0003),
    r(Op::AddD, Format::FdFsFt, 0x4620_0000),
    r(Op::SubD, Format::FdFsFt, 0x4620_0001),
    r(Op::MulD, Format::FdFsFt, 0x4620_0002),
    r(Op::DivD, Format::FdFsFt, 0x4620_0003),
    r(Op::MovS, Format::FdFs, 0x4600_0006),
    r(Op::MovD, Format::FdFs, 0x4620_0006),
    r(Op::AbsS, Format::FdFs, 0x4600_0005),
    r(Op::AbsD, Format::FdFs, 0x4620_0005),
    r(Op::NegS, Format::FdFs, 0x4600_0007),
    r(Op::NegD, Format::FdFs, 0x4620_0007),
    r(Op::SqrtS, Format::FdFs, 0x4600_0004),
    r(Op::SqrtD, Format::FdFs, 0x4620_0004),
    r(Op::CvtDS, Format::FdFs, 0x4600_0021),
    r(Op::CvtSD, Format::FdFs, 0x4620_0020),
    r(Op::CvtSW, Format::FdFs, 0x4680_0020),
    r(Op::CvtDW, Format::FdFs, 0x4680_0021),
    r(Op::TruncWS, Format::FdFs, 0x4600_000d),
    r(Op::TruncWD, Format::FdFs, 0x4620_000d),
    r(Op::CUnS, Format::FsFt, 0x4600_0031),
    r(Op::CEqS, Format::FsFt, 0x4600_0032),
    r(Op::CUeqS, Format::FsFt, 0x4600_0033),
    r(Op::COltS, Format::FsFt, 0x4600_0034),
    r(Op::CUltS, Format::FsFt, 0x4600_0035),
    r(Op::COleS, Format::FsFt, 0x4600_0036),
    r(Op::CUleS, Format::FsFt, 0x4600_0037),
    r(Op::CUnD, Format::FsFt, 0x4620_0031),
    r(Op::CEqD, Format::FsFt, 0x4620_0032),
    r(Op::CUeqD, Format::FsFt, 0x4620_0033),
    r(Op::COltD, Format::FsFt, 0x4620_0034),
    r(Op::CUltD, Format::FsFt, 0x4620_0035),
    r(Op::COleD, Format::FsFt, 0x4620_0036),
    r(Op::CUleD, Format::FsFt, 0x4620_0037),
    r(Op::Mfc1, Format::RtFs, 0x4400_0000),
    r(Op::Mtc1, Format::FsRt, 0x4480_0000),
    r(Op::Movf, Format::RdRsCc, 0x0000_0001),
    r(Op::Movt, Format::RdRsCc, 0x0001_0001),
];

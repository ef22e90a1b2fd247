//! Encodes physical instructions: a row of constants for each operation, a format for each way to
//! place operands.
//!
//! In: an [`Op`] with its registers and one number. Out: the instruction word. Every word is
//! `row.word | fields`; that a number fits its field is the caller's promise, checked in debug
//! builds. Source: [MIPS32-VOL2] chapter 3, instruction descriptions.

#[cfg(feature = "asm")]
pub mod decode;
mod table;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;

use super::op::Op;
use super::regs::Reg;
pub use table::{Format, Row, row};

/// A physical instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PhysInst {
    /// What it does.
    pub op: Op,
    /// The register that is written, or that a store reads.
    pub dst: Reg,
    /// First source; the base register of a memory operand.
    pub a: Reg,
    /// Second source.
    pub b: Reg,
    /// The constant: immediate, shift amount, displacement in bytes, branch distance in words from
    /// the delay slot, trap code.
    pub imm: i32,
}

/// Stands for a register that an operation does not have.
pub const NO_REG: Reg = Reg(0);

impl PhysInst {
    /// An instruction without operands.
    pub const fn bare(op: Op) -> Self {
        Self { op, dst: NO_REG, a: NO_REG, b: NO_REG, imm: 0 }
    }

    /// `dst = a op b`.
    pub const fn rrr(op: Op, dst: Reg, a: Reg, b: Reg) -> Self {
        Self { op, dst, a, b, imm: 0 }
    }

    /// `dst = a op imm`, or a load or store of `dst` at `a + imm`.
    pub const fn rri(op: Op, dst: Reg, a: Reg, imm: i32) -> Self {
        Self { op, dst, a, b: NO_REG, imm }
    }
}

/// The instruction word.
#[inline]
pub fn encode(inst: &PhysInst) -> u32 {
    let row = row(inst.op);
    let (dst, a, b) = (inst.dst.number(), inst.a.number(), inst.b.number());
    let b = if fault!(Mips32RegisterBit, (16..24).contains(&b)) { b - 16 } else { b };
    let imm16 = inst.imm as u32 & 0xffff;
    let fields = match row.format {
        Format::RdRsRt => a << 21 | b << 16 | dst << 11,
        Format::RdRtSa => {
            let mask = if fault!(Mips32ShiftAmount, inst.imm & 16 != 0) { 15 } else { 31 };
            a << 16 | dst << 11 | (inst.imm as u32 & mask) << 6
        }
        Format::RdRtRs => b << 21 | a << 16 | dst << 11,
        Format::RsRt => a << 21 | b << 16,
        Format::RsRtCode => a << 21 | b << 16 | (inst.imm as u32 & 0x3ff) << 6,
        Format::Rd => dst << 11,
        // clz has its destination in both fields: release 1 and 2 of the architecture ask for it.
        Format::RdRsTwice => a << 21 | dst << 16 | dst << 11,
        Format::RdRt => a << 16 | dst << 11,
        Format::RtRsSigned | Format::RtRsUnsigned => {
            debug_assert!(fits(row.format, inst.imm), "{inst:?}");
            a << 21 | dst << 16 | imm16
        }
        Format::RtUpper => dst << 16 | imm16,
        Format::RtMem | Format::FtMem => {
            debug_assert!(fits(row.format, inst.imm), "{inst:?}");
            a << 21 | dst << 16 | imm16
        }
        Format::RsRtBranch => a << 21 | b << 16 | imm16,
        Format::RsBranch => a << 21 | imm16,
        Format::Branch => imm16,
        Format::Target => inst.imm as u32 & 0x03ff_ffff,
        Format::Rs => a << 21,
        Format::RdRs => a << 21 | dst << 11,
        Format::None => 0,
        Format::FdFsFt => b << 16 | a << 11 | dst << 6,
        Format::FdFs => a << 11 | dst << 6,
        Format::FsFt if fault!(Mips32CompareOperands, a != b) => a << 16 | b << 11,
        Format::FsFt => b << 16 | a << 11,
        Format::RtFs => dst << 16 | a << 11,
        Format::FsRt => a << 16 | dst << 11,
        Format::RdRsCc => a << 21 | dst << 11,
    };
    row.word | fields
}

/// Whether a constant fits the field of a format that checks it.
pub const fn fits(format: Format, imm: i32) -> bool {
    match format {
        Format::RtRsUnsigned => imm >= 0 && imm <= 0xffff,
        _ => imm >= -0x8000 && imm <= 0x7fff,
    }
}

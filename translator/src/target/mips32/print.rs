//! Prints physical instructions as GNU as and `llvm-mc` read them: one instruction, no line feed.
//!
//! Branch distances are printed as numbers of bytes from the instruction itself (`. + 8` is the one after the delay slot), jumps as the byte
//! address within the region.

use std::fmt::{self, Display, Formatter};

use super::encode::{Format, PhysInst, row};
use super::op::Op;

/// The text of an instruction.
pub fn display(inst: &PhysInst) -> impl Display + '_ {
    fmt::from_fn(move |f| print(inst, f))
}

fn print(inst: &PhysInst, f: &mut Formatter<'_>) -> fmt::Result {
    let PhysInst { op, dst, a, b, imm } = *inst;
    let name = op.name();
    let branch = imm * 4 + 4;
    match row(op).format {
        Format::RdRsRt | Format::RdRtRs | Format::FdFsFt => write!(f, "{name} {dst}, {a}, {b}"),
        Format::RdRtSa | Format::RtRsSigned | Format::RtRsUnsigned => write!(f, "{name} {dst}, {a}, {imm}"),
        // The two-operand form of a division has no check for zero only if the destination is written out as $zero.
        Format::RsRt if matches!(op, Op::Div | Op::Divu) => write!(f, "{name} $zero, {a}, {b}"),
        Format::RsRt | Format::FsFt => write!(f, "{name} {a}, {b}"),
        Format::RsRtCode => write!(f, "{name} {a}, {b}, {imm}"),
        Format::Rd => write!(f, "{name} {dst}"),
        Format::RdRsTwice | Format::RdRt | Format::FdFs | Format::RdRs | Format::RtFs => write!(f, "{name} {dst}, {a}"),
        Format::FsRt => write!(f, "{name} {a}, {dst}"),
        Format::RdRsCc => write!(f, "{name} {dst}, {a}, $fcc0"),
        Format::RtUpper => write!(f, "{name} {dst}, {}", imm & 0xffff),
        Format::RtMem | Format::FtMem => write!(f, "{name} {dst}, {imm}({a})"),
        Format::RsRtBranch => write!(f, "{name} {a}, {b}, . + {branch}"),
        Format::RsBranch => write!(f, "{name} {a}, . + {branch}"),
        Format::Branch => write!(f, "{name} . + {branch}"),
        Format::Target => write!(f, "{name} {:#x}", imm << 2),
        Format::Rs => write!(f, "{name} {a}"),
        Format::None => f.write_str(name),
    }
}

//! Prints physical instructions as GNU as and `llvm-mc` read them: one instruction, no line feed.
//!
//! [`display`] prints branch distances as numbers of bytes from the instruction itself (`. + 8` is
//! the one after the delay slot), and jumps as the byte address within the region.
//! [`display_named`] has names in the places of those and of the halves of addresses.

use std::fmt::{self, Display, Formatter};

use super::encode::{Format, PhysInst, row};
use super::op::Op;
use crate::mc::{Label, Name, SymbolRef};

/// What an instruction's constant stands for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Reference {
    /// Itself.
    #[default]
    None,
    /// The distance of a label.
    Label(Label),
    /// A symbol's address plus a number: all of it, or the half that the instruction takes.
    Symbol(SymbolRef, i32),
}

/// The text of an instruction, with numbers.
pub fn display(inst: &PhysInst) -> impl Display + '_ {
    display_named(inst, Reference::None, |_, _| Ok(()))
}

/// The text of an instruction; `name` writes the name of what it refers to.
pub fn display_named<'a, F>(inst: &'a PhysInst, reference: Reference, name: F) -> impl Display + 'a
where
    F: Fn(Name, &mut Formatter<'_>) -> fmt::Result + 'a,
{
    fmt::from_fn(move |f| print(inst, &constant(inst, reference, &name), f))
}

/// The text of an instruction's constant.
fn constant(inst: &PhysInst, reference: Reference, name: &impl Fn(Name, &mut Formatter<'_>) -> fmt::Result) -> impl Display {
    let &PhysInst { op, imm, .. } = inst;
    fmt::from_fn(move |f| {
        let format = row(op).format;
        match (reference, format) {
            (Reference::Label(label), _) => name(Name::Label(label), f),
            (Reference::Symbol(symbol, addend), Format::Target) => {
                name(Name::Symbol(symbol), f)?;
                offset(addend, f)
            }
            (Reference::Symbol(symbol, addend), _) => {
                f.write_str(if format == Format::RtUpper { "%hi(" } else { "%lo(" })?;
                name(Name::Symbol(symbol), f)?;
                offset(addend, f)?;
                f.write_str(")")
            }
            (_, Format::RsRtBranch | Format::RsBranch | Format::Branch) => write!(f, ". + {}", imm * 4 + 4),
            (_, Format::Target) => write!(f, "{:#x}", imm << 2),
            (_, Format::RtUpper) => write!(f, "{}", imm & 0xffff),
            _ => imm.fmt(f),
        }
    })
}

fn offset(addend: i32, f: &mut Formatter<'_>) -> fmt::Result {
    if addend == 0 { Ok(()) } else { write!(f, "{addend:+}") }
}

fn print(inst: &PhysInst, imm: &impl Display, f: &mut Formatter<'_>) -> fmt::Result {
    let PhysInst { op, dst, a, b, .. } = *inst;
    let name = op.name();
    match row(op).format {
        Format::RdRsRt | Format::RdRtRs | Format::FdFsFt => write!(f, "{name} {dst}, {a}, {b}"),
        Format::RdRtSa | Format::RtRsSigned | Format::RtRsUnsigned => write!(f, "{name} {dst}, {a}, {imm}"),
        // The two-operand form of a division has no check for zero only if the destination is
        // written out as $zero.
        Format::RsRt if matches!(op, Op::Div | Op::Divu) => write!(f, "{name} $zero, {a}, {b}"),
        Format::RsRt | Format::FsFt => write!(f, "{name} {a}, {b}"),
        Format::RsRtCode => write!(f, "{name} {a}, {b}, {imm}"),
        Format::Rd => write!(f, "{name} {dst}"),
        Format::RdRsTwice | Format::RdRt | Format::FdFs | Format::RdRs | Format::RtFs => write!(f, "{name} {dst}, {a}"),
        Format::FsRt => write!(f, "{name} {a}, {dst}"),
        Format::RdRsCc => write!(f, "{name} {dst}, {a}, $fcc0"),
        Format::RtUpper => write!(f, "{name} {dst}, {imm}"),
        Format::RtMem | Format::FtMem => write!(f, "{name} {dst}, {imm}({a})"),
        Format::RsRtBranch => write!(f, "{name} {a}, {b}, {imm}"),
        Format::RsBranch => write!(f, "{name} {a}, {imm}"),
        Format::Branch | Format::Target => write!(f, "{name} {imm}"),
        Format::Rs => write!(f, "{name} {a}"),
        Format::None => f.write_str(name),
    }
}

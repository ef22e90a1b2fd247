//! Prints physical instructions in Intel syntax, as GNU as reads it under `.intel_syntax noprefix`:
//! one instruction, no line feed.
//!
//! The names of symbols and labels are the caller's: [`display`] takes a closure that writes them.
//! Whatever GNU as assembles from the text means the same as what [`super::encode::encode`] writes,
//! though it may pick another form of equal meaning.

use std::fmt::{self, Display, Formatter};

use super::Mode;
use super::encode::{Mem, Operand, PhysInst};
use super::op::{Op, Size};
pub use crate::mc::Name;

/// The text of an instruction. `name` writes a symbol's or label's name.
pub fn display<'a, F>(mode: Mode, inst: &'a PhysInst<'a>, name: F) -> impl Display + 'a
where
    F: Fn(Name, &mut Formatter<'_>) -> fmt::Result + 'a,
{
    fmt::from_fn(move |f| Printer { mode, inst, name: &name }.instruction(f))
}

/// The assembler's mnemonic, without a condition.
pub fn mnemonic(op: Op, size: Size) -> &'static str {
    match op {
        Op::Movzx8 | Op::Movzx16 => "movzx",
        Op::Movsx8 | Op::Movsx16 => "movsx",
        Op::ImulImm | Op::ImulWide => "imul",
        Op::Cdq if size == Size::B2 => "cwd",
        Op::Cdq if size == Size::B8 => "cqo",
        Op::Movd if size == Size::B8 => "movq",
        Op::Flds | Op::Fldd => "fld",
        Op::Fstps | Op::Fstpd => "fstp",
        _ => op.name(),
    }
}

/// The widths in bytes of dst and src, as memory or as general registers.
pub fn widths(mode: Mode, op: Op, size: Size) -> (u32, u32) {
    let bytes = size.bytes();
    let word = if mode == Mode::X8632 { 4 } else { 8 };
    match op {
        Op::Movzx8 | Op::Movsx8 => (bytes, 1),
        Op::Movzx16 | Op::Movsx16 => (bytes, 2),
        Op::Movsx32 => (8, 4),
        Op::Setcc => (1, 0),
        Op::Shl | Op::Shr | Op::Sar | Op::Rol | Op::Ror => (bytes, 1),
        Op::Push | Op::Pop | Op::Call | Op::Jmp => (word, word),
        Op::LockCmpxchg8b => (8, 0),
        Op::Flds | Op::Fstps => (4, 4),
        Op::Fldd | Op::Fstpd => (8, 8),
        Op::Cvtsi2ss | Op::Cvtsi2sd => (16, bytes),
        Op::Cvttss2si => (bytes, 4),
        Op::Cvttsd2si => (bytes, 8),
        Op::Movmskps | Op::Pmovmskb | Op::Pextrw => (4, 16),
        Op::Pextrb => (1, 16),
        Op::Pextrd => (4, 16),
        Op::Pinsrb => (16, 1),
        Op::Pinsrw => (16, 2),
        Op::Pinsrd | Op::Insertps => (16, 4),
        Op::Movss | Op::Addss | Op::Subss | Op::Mulss | Op::Divss | Op::Sqrtss | Op::Ucomiss | Op::Cvtss2sd | Op::Cmpss => (4, 4),
        Op::Movsd | Op::Addsd | Op::Subsd | Op::Mulsd | Op::Divsd | Op::Sqrtsd | Op::Ucomisd | Op::Cvtsd2ss | Op::Cmpsd => (8, 8),
        Op::Movq => (8, 8),
        _ if is_packed(op) => (16, 16),
        _ => (bytes, bytes),
    }
}

/// Whether all operands in memory have 16 bytes; scalar operations are not asked about.
fn is_packed(op: Op) -> bool {
    (Op::Movaps..=Op::Movups).contains(&op) || (Op::Addps..=Op::Pblendvb).contains(&op)
}

struct Printer<'a, F> {
    mode: Mode,
    inst: &'a PhysInst<'a>,
    name: &'a F,
}

impl<F: Fn(Name, &mut Formatter<'_>) -> fmt::Result> Printer<'_, F> {
    fn instruction(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let PhysInst { op, size, cc, imm, dst, src } = *self.inst;
        f.write_str(mnemonic(op, size))?;
        if matches!(op, Op::Setcc | Op::Cmovcc | Op::Jcc) {
            f.write_str(cc.suffix())?;
        }
        let (dst_bytes, src_bytes) = widths(self.mode, op, size);
        let mut separator = " ";
        for (operand, bytes) in [(dst, dst_bytes), (src, src_bytes)] {
            if *operand != Operand::None {
                f.write_str(separator)?;
                self.operand(f, operand, bytes)?;
                separator = ", ";
            }
        }
        match imm {
            Some(imm) => write!(f, "{separator}{imm}"),
            None if matches!(op, Op::Shld | Op::Shrd) => f.write_str(", cl"),
            None => Ok(()),
        }
    }

    fn operand(&self, f: &mut Formatter<'_>, operand: &Operand, bytes: u32) -> fmt::Result {
        let op = self.inst.op;
        match *operand {
            Operand::None => Ok(()),
            // These narrow their memory operand only.
            Operand::Reg(reg) if matches!(op, Op::Pextrb | Op::Pinsrb | Op::Pinsrw) => reg.named(4).fmt(f),
            Operand::Reg(reg) => reg.named(bytes).fmt(f),
            Operand::Mem(ref mem) => {
                if op != Op::Lea {
                    f.write_str(pointer(bytes))?;
                }
                self.memory(f, mem)
            }
            Operand::Imm(value) => value.fmt(f),
            Operand::Symbol(symbol, addend) => {
                if !matches!(op, Op::Call | Op::Jmp) {
                    f.write_str("offset ")?;
                }
                (self.name)(Name::Symbol(symbol), f)?;
                if addend != 0 { write!(f, "{addend:+}") } else { Ok(()) }
            }
            Operand::Label(label) => (self.name)(Name::Label(label), f),
        }
    }

    fn memory(&self, f: &mut Formatter<'_>, mem: &Mem) -> fmt::Result {
        let word = if self.mode == Mode::X8632 || mem.narrow { 4 } else { 8 };
        let mut plus = "";
        if mem.base.is_none() && mem.index.is_none() && mem.symbol.is_none() {
            // A bare number in brackets would be an immediate.
            f.write_str("ds:")?;
        }
        f.write_str("[")?;
        if let Some(base) = mem.base {
            base.named(word).fmt(f)?;
            plus = "+";
        }
        if let Some(index) = mem.index {
            write!(f, "{plus}{}*{}", index.named(word), 1 << mem.scale)?;
            plus = "+";
        }
        if let Some(symbol) = mem.symbol {
            f.write_str(plus)?;
            (self.name)(Name::Symbol(symbol), f)?;
            plus = "+";
        }
        match (plus, mem.disp) {
            ("", disp) => write!(f, "{disp}")?,
            (_, 0) => {}
            (_, disp) => write!(f, "{disp:+}")?,
        }
        f.write_str("]")
    }
}

/// The size keyword of a memory operand.
fn pointer(bytes: u32) -> &'static str {
    match bytes {
        1 => "byte ptr ",
        2 => "word ptr ",
        4 => "dword ptr ",
        8 => "qword ptr ",
        _ => "xmmword ptr ",
    }
}

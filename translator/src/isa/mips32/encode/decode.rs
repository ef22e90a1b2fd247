//! The way back: words to physical instructions, by the encoder's own table.
//!
//! In: the code of a function with its relocations. Out: one instruction at a time, with the label
//! or symbol that its constant stands for. The row with the most fixed bits wins, so that `nop` is
//! no shift. Complexity: a comparison with each row for each word.

use std::fmt::{self, Formatter};

use super::table::ROWS;
use super::{Format, NO_REG, PhysInst, Row};
use crate::isa::mips32::print::{Reference, display_named};
use crate::isa::mips32::regs::Reg;
use crate::mc::listing::{Decoded, Disassembler};
use crate::mc::{Label, NameWriter, Reloc};

/// The fields of an instruction word.
#[derive(Copy, Clone)]
struct Word(u32);

impl Word {
    fn number(self, lsb: u32) -> u8 {
        (self.0 >> lsb & 31) as u8
    }

    fn general(self, lsb: u32) -> Reg {
        Reg(self.number(lsb))
    }

    fn float(self, lsb: u32) -> Reg {
        Reg::fpr(self.number(lsb))
    }

    fn signed(self) -> i32 {
        i32::from(self.0 as i16)
    }

    fn unsigned(self) -> i32 {
        i32::from(self.0 as u16)
    }
}

const RS: u32 = 31 << 21;
const RT: u32 = 31 << 16;
const RD: u32 = 31 << 11;
const SA: u32 = 31 << 6;
const IMM: u32 = 0xffff;

/// The bits that operands take.
const fn fields(format: Format) -> u32 {
    match format {
        Format::RdRsRt | Format::RdRtRs | Format::RdRsTwice => RS | RT | RD,
        Format::RdRtSa | Format::FdFsFt => RT | RD | SA,
        Format::RsRt => RS | RT,
        Format::RsRtCode => RS | RT | 0x3ff << 6,
        Format::Rd => RD,
        Format::RdRt | Format::FsFt | Format::RtFs | Format::FsRt => RT | RD,
        Format::RtRsSigned | Format::RtRsUnsigned | Format::RtMem | Format::FtMem | Format::RsRtBranch => RS | RT | IMM,
        Format::RtUpper => RT | IMM,
        Format::RsBranch => RS | IMM,
        Format::Branch => IMM,
        Format::Target => 0x03ff_ffff,
        Format::Rs => RS,
        Format::RdRs | Format::RdRsCc => RS | RD,
        Format::None => 0,
        Format::FdFs => RD | SA,
    }
}

/// The instruction of a row that a word encodes.
fn read(row: &Row, word: Word) -> PhysInst {
    let inst = |dst, a, b, imm| PhysInst { op: row.op, dst, a, b, imm };
    let (rs, rt, rd) = (word.general(21), word.general(16), word.general(11));
    let (ft, fs, fd) = (word.float(16), word.float(11), word.float(6));
    match row.format {
        Format::RdRsRt => inst(rd, rs, rt, 0),
        Format::RdRtSa => inst(rd, rt, NO_REG, i32::from(word.number(6))),
        Format::RdRtRs => inst(rd, rt, rs, 0),
        Format::RsRt => inst(NO_REG, rs, rt, 0),
        Format::RsRtCode => inst(NO_REG, rs, rt, (word.0 >> 6 & 0x3ff) as i32),
        Format::Rd => inst(rd, NO_REG, NO_REG, 0),
        Format::RdRsTwice | Format::RdRs | Format::RdRsCc => inst(rd, rs, NO_REG, 0),
        Format::RdRt => inst(rd, rt, NO_REG, 0),
        Format::RtRsSigned | Format::RtMem => inst(rt, rs, NO_REG, word.signed()),
        Format::RtRsUnsigned => inst(rt, rs, NO_REG, word.unsigned()),
        Format::RtUpper => inst(rt, NO_REG, NO_REG, word.unsigned()),
        Format::FtMem => inst(ft, rs, NO_REG, word.signed()),
        Format::RsRtBranch => inst(NO_REG, rs, rt, word.signed()),
        Format::RsBranch => inst(NO_REG, rs, NO_REG, word.signed()),
        Format::Branch => inst(NO_REG, NO_REG, NO_REG, word.signed()),
        Format::Target => inst(NO_REG, NO_REG, NO_REG, (word.0 & 0x03ff_ffff) as i32),
        Format::Rs => inst(NO_REG, rs, NO_REG, 0),
        Format::None => inst(NO_REG, NO_REG, NO_REG, 0),
        Format::FdFsFt => inst(fd, fs, ft, 0),
        Format::FdFs => inst(fd, fs, NO_REG, 0),
        Format::FsFt => inst(NO_REG, fs, ft, 0),
        Format::RtFs => inst(rt, fs, NO_REG, 0),
        Format::FsRt => inst(fs, rt, NO_REG, 0),
    }
}

/// The instruction that a word encodes.
pub fn decode(word: u32) -> Option<PhysInst> {
    let matching = ROWS.iter().filter(|row| word & !fields(row.format) == row.word);
    let inst = read(matching.min_by_key(|row| fields(row.format).count_ones())?, Word(word));
    // Some formats have a register in two fields.
    (super::encode(&inst) == word).then_some(inst)
}

/// Reads the code of functions.
#[derive(Copy, Clone, Debug)]
pub struct Reader;

impl Disassembler for Reader {
    type Inst = (PhysInst, Reference);
    const NUMBERS: (&'static str, usize) = (".4byte", 4);

    fn decode(&self, code: &[u8], offset: u32, relocs: &[Reloc]) -> Option<Decoded<Self::Inst>> {
        let &bytes = code.get(offset as usize..)?.first_chunk()?;
        let inst = decode(u32::from_le_bytes(bytes))?;
        let relocated = relocs.first().filter(|reloc| reloc.offset == offset);
        let reference = relocated.map_or(Reference::None, |reloc| Reference::Symbol(reloc.target, reloc.addend));
        let branches = matches!(super::row(inst.op).format, Format::RsRtBranch | Format::RsBranch | Format::Branch);
        let target = branches.then(|| offset.wrapping_add_signed(4 * inst.imm + 4));
        Some(Decoded { offset, inst: (inst, reference), len: 4, target })
    }

    fn print(&self, inst: &Self::Inst, label: Option<Label>, name: &NameWriter<'_>, f: &mut Formatter<'_>) -> fmt::Result {
        let reference = label.map_or(inst.1, Reference::Label);
        fmt::Display::fmt(&display_named(&inst.0, reference, name), f)
    }
}

//! The way back: words to physical instructions, by the rows that the encoder writes from.
//!
//! In: the code of a function with its relocations. Out: one instruction at a time. Of the rows
//! that a word fits, the one with the most fixed bits is meant. What the encoder would not write in
//! exactly these bits is not read. Complexity: a comparison with each row for each word, cheap
//! enough for text.

use std::fmt::{self, Formatter};

use super::{MAX_CODE_BYTES, Operand, PC_BIAS, PhysInst};
use crate::isa::arm32::op::{Cond, Op, Row, Slot};
use crate::isa::arm32::print::display;
use crate::isa::arm32::regs::Reg;
use crate::mc::listing::{Decoded, Disassembler};
use crate::mc::{CodeBuffer, Label, NameWriter, Reloc};

/// An instruction word.
#[derive(Copy, Clone)]
struct Word(u32);

impl Word {
    fn bits(self, lsb: u8, width: u8) -> u32 {
        self.0 >> lsb & u32::MAX >> (32 - width)
    }

    fn core(self, lsb: u8) -> Reg {
        Reg::core(self.bits(lsb, 4) as u8)
    }

    /// The number of a double-precision register: its lower four bits from one bit, the highest at
    /// another.
    fn double(self, low: u8, high: u8) -> u8 {
        (self.bits(high, 1) << 4 | self.bits(low, 4)) as u8
    }

    fn quad(self, low: u8, high: u8) -> Reg {
        Reg::quad(self.double(low, high) / 2)
    }

    /// Memory at the register in bits 16 to 19 plus or minus a distance.
    fn memory(self, distance: u32) -> Operand {
        let distance = distance as i32;
        Operand::Mem(self.core(16), if self.bits(23, 1) == 1 { distance } else { -distance })
    }
}

/// The operand in a slot, and the control where the slot has a part of it. `None` if the bits are
/// none of the slot's.
fn operand(slot: Slot, word: Word) -> Option<(Operand, Option<u8>)> {
    let operand = match slot {
        Slot::Core(lsb) => Operand::Reg(word.core(lsb)),
        Slot::By(_) => Operand::Reg(word.core(8)),
        Slot::Next | Slot::Target => Operand::None,
        Slot::Single(high, low) => Operand::Reg(Reg::single((word.bits(high, 4) << 1 | word.bits(low, 1)) as u8)),
        Slot::Double(low, high) => Operand::Reg(Reg::double(word.double(low, high))),
        Slot::Quad(low, high) => Operand::Reg(word.quad(low, high)),
        Slot::Lane(bits) => return Some(lane(bits, word)),
        Slot::Flexible => return flexible(word),
        Slot::Number(lsb, width) => Operand::Imm(word.bits(lsb, width)),
        Slot::NumberLess1(lsb, width) => Operand::Imm(word.bits(lsb, width) + 1),
        Slot::Wide => Operand::Imm(word.bits(16, 4) << 12 | word.bits(0, 12)),
        Slot::Offset12 | Slot::After12 | Slot::Before12 => word.memory(word.bits(0, 12)),
        Slot::Offset8 | Slot::After8 | Slot::Before8 => word.memory(word.bits(8, 4) << 4 | word.bits(0, 4)),
        Slot::OffsetWords => word.memory(word.bits(0, 8) * 4),
        Slot::IndexedScaled => Operand::Indexed(word.core(16), word.core(0), word.bits(7, 5) as u8),
        Slot::Indexed => Operand::Indexed(word.core(16), word.core(0), 0),
        Slot::Address => Operand::Mem(word.core(16), 0),
        Slot::Updated => Operand::Reg(word.core(16)),
        Slot::CoreList => Operand::Regs(word.bits(0, 16) as u16),
        Slot::DoubleList => {
            let list = Operand::Reg(Reg::double(word.double(12, 22)));
            return Some((list, Some((word.bits(0, 8) / 2) as u8)));
        }
        Slot::Halves => Operand::Reg(word.quad(12, 22)),
        Slot::Half(half) => {
            let is_it = word.double(12, 22) == word.double(0, 5) && word.double(12, 22) % 2 == half;
            Operand::Reg(Some(word.quad(12, 22)).filter(|_| is_it)?)
        }
        Slot::HalfAgain(_) => Operand::None,
        Slot::Table => Operand::Reg(word.quad(16, 7)),
        Slot::LaneLeft(bits) => Operand::Imm(word.bits(16, 6).checked_sub(bits.into()).filter(|&amount| amount < bits.into())?),
        Slot::LaneRight(bits) => {
            let amount = (2 * u32::from(bits)).checked_sub(word.bits(16, 6))?;
            Operand::Imm(Some(amount).filter(|&amount| amount <= bits.into())?)
        }
        Slot::FloatZero => Operand::Imm(0),
        Slot::FloatImmediate => Operand::Imm(word.bits(16, 4) << 4 | word.bits(0, 4)),
        Slot::LaneImmediate => Operand::Imm(word.bits(24, 1) << 7 | word.bits(16, 3) << 4 | word.bits(0, 4)),
    };
    Some((operand, None))
}

/// The second operand: a rotated immediate, or a register with a shift by a constant.
fn flexible(word: Word) -> Option<(Operand, Option<u8>)> {
    if word.bits(25, 1) == 1 {
        return Some((Operand::Imm(word.bits(0, 8).rotate_right(2 * word.bits(8, 4))), None));
    }
    let shift = word.bits(5, 2) << 5 | word.bits(7, 5);
    (word.bits(4, 1) == 0).then(|| (Operand::Reg(word.core(0)), Some(shift as u8)))
}

fn lane(bits: u8, word: Word) -> (Operand, Option<u8>) {
    let half = word.double(16, 7);
    let index = match bits {
        8 => word.bits(21, 1) << 2 | word.bits(5, 2),
        16 => word.bits(21, 1) << 1 | word.bits(6, 1),
        _ => word.bits(21, 1),
    };
    (Operand::Reg(Reg::quad(half / 2)), Some(half % 2 * (64 / bits) + index as u8))
}

/// The bits that are the same in all instructions of a row.
fn fixed_bits(row: &Row) -> u32 {
    let condition = if row.bits >> 28 == 0 { 0xf << 28 } else { 0 };
    row.slots.iter().fold(!condition, |mask, slot| mask & !slot.bits())
}

fn read(op: Op, word: Word) -> Option<PhysInst> {
    let row = op.row();
    let cond = if row.bits >> 28 == 0 { *Cond::ALL.get(word.bits(28, 4) as usize)? } else { Cond::Al };
    let mut inst = PhysInst { cond, ..PhysInst::new(op, &[]) };
    for (to, &slot) in inst.operands.iter_mut().zip(row.slots) {
        let (operand, control) = operand(slot, word)?;
        *to = operand;
        inst.control = control.unwrap_or(inst.control);
    }
    Some(inst)
}

/// Whether an instruction is what its row is for: a shift by no bits is a move, written as one.
fn is_proper(inst: &PhysInst) -> bool {
    !matches!(inst.op, Op::LslImm | Op::LsrImm | Op::AsrImm | Op::RorImm | Op::LslsImm | Op::LsrsImm | Op::AsrsImm)
        || inst.operands[2] != Operand::Imm(0)
}

/// Whether the encoder writes exactly these bits for an instruction; branch targets aside.
fn is_written(inst: &PhysInst, word: u32) -> bool {
    if inst.op.row().slots == [Slot::Target] {
        return true;
    }
    let mut buffer = CodeBuffer::default();
    super::encode(&mut buffer, inst);
    buffer.bytes() == word.to_le_bytes()
}

/// The instruction that a word encodes, without the target of a branch.
pub fn decode(word: u32) -> Option<PhysInst> {
    let fits = |&&op: &&Op| word & fixed_bits(op.row()) == op.row().bits;
    let insts = Op::ALL.iter().filter(fits).filter_map(|&op| read(op, Word(word)));
    let insts = insts.filter(|inst| is_proper(inst) && is_written(inst, word));
    insts.max_by_key(|inst| fixed_bits(inst.op.row()).count_ones())
}

/// Reads the code of functions.
#[derive(Copy, Clone, Debug)]
pub struct Reader;

impl Disassembler for Reader {
    type Inst = PhysInst;
    const NUMBERS: (&'static str, usize) = (".inst", 4);

    fn decode(&self, code: &[u8], offset: u32, relocs: &[Reloc]) -> Option<Decoded<PhysInst>> {
        let &bytes = code.get(offset as usize..)?.first_chunk()?;
        let word = u32::from_le_bytes(bytes);
        let mut inst = decode(word)?;
        let symbol = relocs.first().filter(|reloc| reloc.offset == offset).map(|reloc| Operand::Symbol(reloc.target));
        let mut target = None;
        match (inst.op, symbol) {
            (Op::Movw | Op::Movt, Some(symbol)) => inst.operands[1] = symbol,
            (_, Some(symbol)) => inst.operands[0] = symbol,
            (Op::B | Op::Bl, None) => {
                let distance = (word << 8) as i32 >> 6;
                debug_assert!(distance.unsigned_abs() <= MAX_CODE_BYTES);
                target = Some(offset.wrapping_add_signed(distance + i32::from(PC_BIAS)));
            }
            _ => {}
        }
        Some(Decoded { offset, inst, len: 4, target })
    }

    fn print(&self, inst: &PhysInst, label: Option<Label>, name: &NameWriter<'_>, f: &mut Formatter<'_>) -> fmt::Result {
        let mut inst = *inst;
        if let Some(label) = label {
            inst.operands[0] = Operand::Label(label);
        }
        fmt::Display::fmt(&display(&inst, name), f)
    }
}

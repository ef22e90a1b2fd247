//! Comparison of what the encoder writes with what an independent decoder (iced-x86) and our own
//! one read, and instructions to compare by. For the tests of this crate, and under the feature
//! `testing` for those of others.

pub(super) mod meaning;

use iced_x86::{Decoder, DecoderOptions};

use super::*;
use crate::ice::{FuncId, Global};
use crate::mc::SymbolRef;
use meaning::{decoded, expected};
use row::Classes;

pub(super) const MODES: [Mode; 2] = [Mode::X8632, Mode::X8664];
pub(super) const SIZES: [Size; 4] = [Size::B1, Size::B2, Size::B4, Size::B8];
pub(super) const DISPLACEMENTS: [i32; 11] = [0, 1, -1, 127, 128, -128, -129, 4096, i32::MAX, i32::MIN, i32::MIN + 1];
pub(super) const IMMEDIATES: [i32; 20] =
    [0, 1, 2, 31, 127, 128, 200, 255, 256, 0x7fff, 0x8000, 0xffff, 0x10000, i32::MAX, -1, -128, -129, -0x8000, -0x8001, i32::MIN];

pub(super) const FUNCTION: SymbolRef = SymbolRef::Func(FuncId::from_u32(7));
pub(super) const GLOBAL: SymbolRef = SymbolRef::Global(Global::from_u32(9));

/// Whether the row takes this operand size in this mode.
pub(super) fn has_size(row: &Row, mode: Mode, size: Size) -> bool {
    let listed = (row.accepts >> 48) as u8 & 1 << size as u8 != 0;
    // The others are the same instruction.
    listed && if row.sized { size != Size::B8 || mode == Mode::X8664 } else { size == Size::B4 }
}

pub(super) fn register_count(mode: Mode) -> u8 {
    if mode == Mode::X8632 { 8 } else { 16 }
}

/// Encodes one instruction; label 0 is the instruction itself.
pub(super) fn encode_one(mode: Mode, inst: &PhysInst<'_>) -> CodeBuffer {
    let mut buffer = CodeBuffer::default();
    buffer.reserve_labels(1);
    buffer.bind(Label::from_u32(0));
    encode(&mut buffer, mode, inst);
    buffer.finish();
    buffer
}

/// Compares an instruction with what decoders make of its bytes: the instruction that was meant,
/// all of them, and the relocated fields where the relocations are.
///
/// # Panics
/// If they differ.
pub fn check(mode: Mode, inst: &PhysInst<'_>) {
    let buffer = encode_one(mode, inst);
    let bytes = buffer.bytes();
    let mut decoder = Decoder::with_ip(if mode == Mode::X8632 { 32 } else { 64 }, bytes, 0, DecoderOptions::NONE);
    let read = decoder.decode();
    assert!(!read.is_invalid() && read.len() == bytes.len(), "{inst:?} is {bytes:02x?}");
    assert_eq!(decoded(mode, &read), expected(mode, inst, bytes.len()), "{inst:?} is {bytes:02x?}");

    let offsets = decoder.get_constant_offsets(&read);
    let mut relocs = Vec::new();
    for operand in [inst.dst, inst.src] {
        let absolute = |signed| if mode == Mode::X8632 { 1 } else { [10, 11][usize::from(signed)] };
        match *operand {
            Operand::Mem(Mem { symbol: Some(target), disp, narrow, .. }) => {
                assert_eq!(offsets.displacement_size(), 4);
                // Half of a sum that leads upwards is that of a positive number.
                let is_half = (inst.op, inst.size) == (Op::Lea, Size::B4) && disp >= 0;
                relocs.push((offsets.displacement_offset(), absolute(!narrow && !is_half), target, disp));
            }
            Operand::Symbol(target, addend) => {
                assert_eq!(offsets.immediate_size(), 4);
                let (kind, addend) = match inst.op {
                    Op::Call | Op::Jmp => (if mode == Mode::X8632 { 2 } else { 4 }, addend.wrapping_sub(4)),
                    Op::Push => (absolute(true), addend),
                    _ => (absolute(inst.size == Size::B8), addend),
                };
                relocs.push((offsets.immediate_offset(), kind, target, addend));
            }
            _ => {}
        }
    }
    relocs.sort_by_key(|reloc| reloc.0);
    let found: Vec<_> =
        buffer.relocs().iter().map(|reloc| (reloc.offset as usize, reloc.kind, reloc.target, reloc.addend)).collect();
    assert_eq!(found, relocs, "{inst:?} is {bytes:02x?}");
    check_own_decoder(mode, inst, &buffer);
}

/// Our own decoder reads something that is encoded in the same bytes.
fn check_own_decoder(mode: Mode, inst: &PhysInst<'_>, buffer: &CodeBuffer) {
    let bytes = buffer.bytes();
    let read = decode::decode(mode, bytes, 0, buffer.relocs());
    let (back, end, target) = read.unwrap_or_else(|| panic!("{inst:?} is {bytes:02x?}, which is not read"));
    assert_eq!((end, target), (bytes.len(), (*inst.src == Operand::Label(Label::from_u32(0))).then_some(0)), "{inst:?}");
    if target.is_none() {
        let again = encode_one(mode, &back.phys());
        assert_eq!((again.bytes(), again.relocs()), (bytes, buffer.relocs()), "{inst:?} is read as {back:?}");
    } else {
        assert_eq!((back.phys().op, back.phys().cc), (inst.op, inst.cc));
    }
}

/// An instruction with its operands.
#[derive(Copy, Clone, Debug)]
pub struct Drawn {
    mode: Mode,
    row: &'static Row,
    size: Size,
    cc: Cc,
    imm: Option<i32>,
    dst: Operand,
    src: Operand,
}

impl Drawn {
    /// Draws an instruction that some row of the table has. `below` decides: a number below its
    /// argument.
    pub fn new(below: &mut dyn FnMut(usize) -> usize) -> Self {
        let mode = MODES[below(2)];
        let row = &table::ROWS[below(table::ROWS.len())];
        let sizes: Vec<Size> = SIZES.into_iter().filter(|&size| has_size(row, mode, size)).collect();
        if sizes.is_empty() {
            // A row of the other mode.
            return Self::new(below);
        }
        let size = sizes[below(sizes.len())];
        let (dst, src, third) = (row.accepts as Classes, (row.accepts >> 16) as Classes, (row.accepts >> 32) as Classes);
        let byte = row.sized && size == Size::B1;
        let bytes = [byte || row.byte_rm && row.en == En::M, byte || row.byte_rm && row.en == En::Rm];
        let operands = [(dst, bytes[0]), (src, bytes[1])].map(|(classes, byte)| draw_operand(classes, mode, size, byte, below));
        // Short forms of 32-bit mode have no operands in the other.
        let [Some(dst), Some(src)] = operands else { return Self::new(below) };
        let imm = if third & row::NO != 0 && third & !row::NO == 0 { None } else { draw_immediate(third, size, below) };
        Self { mode, row, size, cc: Cc::ALL[below(Cc::ALL.len())], imm, dst, src }
    }

    /// Compares it with what decoders read.
    ///
    /// # Panics
    /// If they differ.
    pub fn check(&self) {
        let cc = if self.row.has_condition { self.cc } else { Cc::O };
        check(self.mode, &PhysInst { op: self.row.op, size: self.size, cc, imm: self.imm, dst: &self.dst, src: &self.src });
    }
}

/// A number of any magnitude.
fn draw_number(below: &mut dyn FnMut(usize) -> usize) -> i32 {
    match below(3) {
        0 => IMMEDIATES[below(IMMEDIATES.len())],
        1 => (below(1 << 16) as i32 | (below(1 << 16) as i32) << 16) >> below(32),
        _ => DISPLACEMENTS[below(DISPLACEMENTS.len())].wrapping_add(below(5) as i32 - 2),
    }
}

fn draw_immediate(classes: Classes, size: Size, below: &mut dyn FnMut(usize) -> usize) -> Option<i32> {
    for _ in 0..20 {
        let value = draw_number(below);
        if row::imm_class(value, size) & classes != 0 {
            return Some(value);
        }
    }
    let all: Vec<i32> = IMMEDIATES.into_iter().filter(|&value| row::imm_class(value, size) & classes != 0).collect();
    (classes & row::NO == 0).then(|| all[below(all.len())])
}

/// An operand of one of the classes; `None` if the mode has none.
fn draw_operand(classes: Classes, mode: Mode, size: Size, byte: bool, below: &mut dyn FnMut(usize) -> usize) -> Option<Operand> {
    let accepts = |operand: &Operand| row::class(mode, operand, size) & classes != 0;
    let count = usize::from(register_count(mode));
    for _ in 0..30 {
        let operand = match below(6) {
            0 => Operand::Reg(Reg(below(count) as u8)),
            1 => Operand::Reg(Reg::xmm(below(count) as u8)),
            2 | 3 => Operand::Mem(draw_memory(mode, below)),
            4 => Operand::Imm(draw_number(below)),
            _ => Operand::Symbol(FUNCTION, draw_number(below)),
        };
        let is_byte = |operand: &Operand| if let Operand::Reg(reg) = operand { !byte || has_byte_form(mode, *reg) } else { true };
        if accepts(&operand) && is_byte(&operand) {
            return Some(operand);
        }
    }
    // What is left takes one operand only: an accumulator, a label, nothing.
    let narrow = [Operand::None, Operand::Label(Label::from_u32(0)), Operand::Mem(Mem::default()), Operand::Symbol(FUNCTION, 1)];
    let registers = (0..4).flat_map(|number| [Reg(number), Reg::xmm(number)]).map(Operand::Reg);
    let immediates = IMMEDIATES.into_iter().map(Operand::Imm);
    narrow.into_iter().chain(registers).chain(immediates).find(accepts)
}

fn draw_memory(mode: Mode, below: &mut dyn FnMut(usize) -> usize) -> Mem {
    let count = usize::from(register_count(mode));
    let base = (below(4) > 0).then(|| Reg(below(count) as u8));
    let index = (below(2) > 0).then(|| Reg(below(count) as u8)).filter(|&index| index != super::super::regs::gpr::ESP);
    let scale = if index.is_some() { below(4) as u8 } else { 0 };
    let narrow = mode == Mode::X8664 && (base.is_some() || index.is_some()) && below(3) == 0;
    Mem { base, index, scale, disp: draw_number(below), symbol: (below(3) == 0).then_some(GLOBAL), narrow }
}

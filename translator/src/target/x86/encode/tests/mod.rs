//! Tests of the encoder: hand-written goldens, every form of the table decoded by an independent decoder, and the printer's text
//! assembled by GNU as.
//!
//! This file makes operands for a row of the table: all registers, boundary displacements and immediates.

mod assemble;
mod decode;
mod golden;
mod meaning;

use super::*;
use crate::ice::{FuncId, Global};
use crate::mc::SymbolRef;
use row::Classes;

const MODES: [Mode; 2] = [Mode::X8632, Mode::X8664];
const SIZES: [Size; 4] = [Size::B1, Size::B2, Size::B4, Size::B8];
const DISPLACEMENTS: [i32; 11] = [0, 1, -1, 127, 128, -128, -129, 4096, i32::MAX, i32::MIN, i32::MIN + 1];
const IMMEDIATES: [i32; 20] =
    [0, 1, 2, 31, 127, 128, 200, 255, 256, 0x7fff, 0x8000, 0xffff, 0x10000, i32::MAX, -1, -128, -129, -0x8000, -0x8001, i32::MIN];

const FUNCTION: SymbolRef = SymbolRef::Func(FuncId::from_u32(7));
const GLOBAL: SymbolRef = SymbolRef::Global(Global::from_u32(9));

/// The operands a row accepts at a size.
struct Operands {
    dst: Vec<Operand>,
    src: Vec<Operand>,
    imm: Vec<Option<i32>>,
}

/// Whether the row takes this operand size in this mode.
fn has_size(row: &Row, mode: Mode, size: Size) -> bool {
    let listed = (row.accepts >> 48) as u8 & 1 << size as u8 != 0;
    // The others are the same instruction.
    listed && if row.sized { size != Size::B8 || mode == Mode::X8664 } else { size == Size::B4 }
}

/// All register and immediate operands of a row, with the given memory operands.
fn operands(row: &Row, mode: Mode, size: Size, mems: &[Mem]) -> Operands {
    let (dst, src, imm) = (row.accepts as Classes, (row.accepts >> 16) as Classes, (row.accepts >> 32) as Classes);
    let byte = row.sized && size == Size::B1;
    let (byte_dst, byte_src) = (byte || row.byte_rm && row.en == En::M, byte || row.byte_rm && row.en == En::Rm);
    let mut imms: Vec<_> = IMMEDIATES.into_iter().filter(|&value| row::imm_class(value, size) & imm != 0).map(Some).collect();
    if imm & row::NO != 0 {
        imms.push(None);
    }
    Operands { dst: operand(dst, mode, size, byte_dst, mems), src: operand(src, mode, size, byte_src, mems), imm: imms }
}

fn operand(classes: Classes, mode: Mode, size: Size, byte: bool, mems: &[Mem]) -> Vec<Operand> {
    let mut list = Vec::new();
    if classes & row::NO != 0 {
        list.push(Operand::None);
    }
    let count = register_count(mode);
    let accepts = |operand: &Operand| row::class(mode, operand, size) & classes != 0;
    list.extend((0..count).map(Reg).filter(|&reg| !byte || has_byte_form(mode, reg)).map(Operand::Reg).filter(accepts));
    list.extend((0..count).map(Reg::xmm).map(Operand::Reg).filter(accepts));
    list.extend(mems.iter().map(|&mem| Operand::Mem(mem)).filter(accepts));
    list.extend(IMMEDIATES.into_iter().map(Operand::Imm).filter(accepts));
    list.extend([0, 1, -4, i32::MAX, i32::MIN].map(|addend| Operand::Symbol(FUNCTION, addend)).into_iter().filter(accepts));
    list.extend(Some(Operand::Label(Label::from_u32(0))).filter(accepts));
    list
}

fn register_count(mode: Mode) -> u8 {
    if mode == Mode::X8632 { 8 } else { 16 }
}

/// Every combination of base, index, scale, displacement and symbol.
fn all_mems(mode: Mode) -> Vec<Mem> {
    let registers = || std::iter::once(None).chain((0..register_count(mode)).map(Reg).map(Some));
    let mut list = Vec::new();
    for base in registers() {
        for index in registers().filter(|&index| index != Some(super::super::regs::gpr::ESP)) {
            for scale in 0..if index.is_some() { 4 } else { 1 } {
                for disp in DISPLACEMENTS {
                    // What is cut to 32 bits is a sum that may need it.
                    let narrow = mode == Mode::X8664 && (base.is_some() || index.is_some());
                    for narrow in [false, true].into_iter().take(1 + usize::from(narrow)) {
                        list.extend([None, Some(GLOBAL)].map(|symbol| Mem { base, index, scale, disp, symbol, narrow }));
                    }
                }
            }
        }
    }
    list
}

/// A sample of the above, spread over all its dimensions.
fn some_mems(mode: Mode, stride: usize) -> Vec<Mem> {
    all_mems(mode).into_iter().step_by(stride).collect()
}

/// Encodes one instruction; label 0 is the instruction itself.
fn encode_one(mode: Mode, inst: &PhysInst<'_>) -> CodeBuffer {
    let mut buffer = CodeBuffer::default();
    buffer.reserve_labels(1);
    buffer.bind(Label::from_u32(0));
    encode(&mut buffer, mode, inst);
    buffer.finish();
    buffer
}

/// The row that the encoder chooses.
fn selected(mode: Mode, inst: &PhysInst<'_>) -> Option<&'static Row> {
    let (dst, src) = (Encoded::new(mode, inst.dst, inst.size), Encoded::new(mode, inst.src, inst.size));
    Parts::new(inst, &dst, &src).select()
}

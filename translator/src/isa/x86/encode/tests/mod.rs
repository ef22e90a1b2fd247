//! Tests of the encoder: hand-written goldens, every form of the table decoded by an independent
//! decoder, the direct encodings compared with those of the table, and the printer's text assembled by
//! GNU as.
//!
//! This file makes operands for a row of the table: all registers, boundary displacements and
//! immediates.

mod assemble;
mod decode;
mod direct;
mod golden;

use super::testing::*;
use super::*;
use crate::ice::FuncId;
use crate::mc::SymbolRef;
use row::Classes;

/// The operands a row accepts at a size.
struct Operands {
    dst: Vec<Operand>,
    src: Vec<Operand>,
    imm: Vec<Option<i32>>,
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

/// The row that the encoder chooses.
fn selected(mode: Mode, inst: &PhysInst<'_>) -> Option<&'static Row> {
    let (dst, src) = (Encoded::new(mode, inst.dst, inst.size), Encoded::new(mode, inst.src, inst.size));
    Parts::new(inst, dst, src).select()
}

//! Encoding: an instruction over physical registers becomes one 32-bit word.
//!
//! In: a [`PhysInst`]. Out: four bytes, and a relocation or a pending branch where it refers to a
//! symbol or a label. Invariant: operands match the row's slots and are in range; code that makes
//! them out of unknown numbers asks [`modified_immediate`] and [`offset_fits`]. Source: [ARM-ARM]
//! A5 and A7; [ARM-ELF] 4.6.1.

#[cfg(feature = "asm")]
pub mod decode;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;

use super::op::{Cond, Op, Shift, Slot};
use super::regs::{Bank, Reg};
use crate::mc::{CodeBuffer, Label, SymbolRef, WordField};

/// `R_ARM_CALL`: a `bl`.
pub const R_ARM_CALL: u16 = 28;
/// `R_ARM_JUMP24`: a `b`.
pub const R_ARM_JUMP24: u16 = 29;
/// `R_ARM_MOVW_ABS_NC`: the low half of an address.
pub const R_ARM_MOVW_ABS_NC: u16 = 43;
/// `R_ARM_MOVT_ABS`: the high half of an address.
pub const R_ARM_MOVT_ABS: u16 = 44;

/// What a branch's displacement counts from, in bytes: the program counter is two instructions
/// ahead.
const PC_BIAS: u8 = 8;

/// A branch's distance in words.
static BRANCH: WordField = WordField { lsb: 0, bits: 24, shift: 2, pc_bias: PC_BIAS as i32, whole: true };

/// How far a branch reaches, in bytes.
pub const MAX_CODE_BYTES: u32 = 32 << 20;

/// A physical operand.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// None.
    None,
    /// A register.
    Reg(Reg),
    /// A number.
    Imm(u32),
    /// Memory at a core register plus an offset.
    Mem(Reg, i32),
    /// Memory at a core register plus another, shifted left by so many bits.
    Indexed(Reg, Reg, u8),
    /// Core registers, one bit each.
    Regs(u16),
    /// A label.
    Label(Label),
    /// A symbol's address, or for `movw` and `movt` half of it.
    Symbol(SymbolRef),
}

/// An instruction over physical registers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PhysInst {
    /// Which one.
    pub op: Op,
    /// When it executes.
    pub cond: Cond,
    /// What is no operand: the shift of a flexible operand ([`Shift`]), a lane, a count of
    /// registers.
    pub control: u8,
    /// The operands, in the order of the row's slots.
    pub operands: [Operand; 4],
}

impl PhysInst {
    /// An unconditional instruction.
    pub fn new(op: Op, operands: &[Operand]) -> Self {
        let mut all = [Operand::None; 4];
        all[..operands.len()].copy_from_slice(operands);
        Self { op, cond: Cond::Al, control: 0, operands: all }
    }
}

/// The 12 bits of a modified immediate: eight bits rotated right by an even amount. `None` if the
/// value is not one.
#[inline]
pub const fn modified_immediate(value: u32) -> Option<u32> {
    if value < 256 {
        return Some(value);
    }
    // Where the bits wrap around the ends, the rotation is one of the first three.
    let mut rotation = 1;
    while rotation <= 3 {
        let low = value.rotate_left(2 * rotation);
        if low < 256 {
            return Some(rotation << 8 | low);
        }
        rotation += 1;
    }
    // Where they do not, it brings the lowest set bit down, or the one above it.
    let shift = value.trailing_zeros() & 30;
    let low = value >> shift;
    if low < 256 { Some((32 - shift) << 7 | low) } else { None }
}

/// The eight bits of a floating-point immediate: a sign, three bits of an exponent and four of a fraction. `None` if the double is not one.
pub const fn float_immediate(bits: u64) -> Option<u32> {
    let (sign, exponent, fraction) = (bits >> 63, bits >> 52 & 0x7ff, bits & (u64::MAX >> 12));
    // An exponent is its upper bit turned round, copies of that, and two bits.
    let is_near = exponent >> 2 == 0b1_0000_0000 || exponent >> 2 == 0b0_1111_1111;
    if !is_near || fraction & (u64::MAX >> 16) != 0 {
        return None;
    }
    let is_large = exponent >> 10;
    Some((sign << 7 | (is_large ^ 1) << 6 | (exponent & 3) << 4 | fraction >> 48) as u32)
}

/// What the eight bits of a floating-point immediate stand for.
pub fn immediate_float(bits: u32) -> f64 {
    // The exponent's bits count from -3 to 4, its upper one turned round.
    let exponent = (bits >> 4 & 7 ^ 4) as i32 - 3;
    let magnitude = f64::from(16 + (bits & 15)) / 16.0 * f64::powi(2.0, exponent);
    if bits & 0x80 == 0 { magnitude } else { -magnitude }
}

/// The bit of the `U` field: offsets are added, not subtracted.
const UP: u32 = 1 << 23;

/// Whether the memory operand of an instruction can have this offset.
#[inline]
pub fn offset_fits(slot: Slot, offset: i32) -> bool {
    let magnitude = offset.unsigned_abs();
    match slot {
        Slot::After12 | Slot::Before12 => magnitude < 1 << 12,
        Slot::Offset12 => magnitude < 1 << 12 || fault!(Arm32FarSlots, magnitude < 1 << 13),
        Slot::Offset8 | Slot::After8 | Slot::Before8 => magnitude < 1 << 8,
        Slot::OffsetWords => magnitude < 1 << 10 && magnitude.is_multiple_of(4),
        _ => offset == 0,
    }
}

/// Appends an instruction.
#[inline(never)]
pub fn encode(buffer: &mut CodeBuffer, inst: &PhysInst) {
    encode_operands(buffer, inst.op, inst.cond, inst.control, &inst.operands);
}

/// As [`encode`], for callers that spell out the operation and the kinds of its operands: the
/// compiler then works out most of the word.
#[inline(always)]
pub fn encode_operands(buffer: &mut CodeBuffer, op: Op, cond: Cond, control: u8, operands: &[Operand]) {
    let row = op.row();
    let mut word = row.bits;
    if word >> 28 == 0 {
        word |= (cond as u32) << 28;
    }
    for (&slot, &operand) in row.slots.iter().zip(operands) {
        match operand {
            Operand::Label(label) => {
                buffer.use_label_here(&BRANCH, label);
                return buffer.put_word(word);
            }
            Operand::Symbol(symbol) => word |= refer(buffer, op, symbol),
            _ => word |= field(slot, operand, control),
        }
    }
    buffer.put_word(word);
}

/// Records the relocation of an instruction that refers to a symbol; returns the addend as it lies
/// in the field.
#[inline(never)]
fn refer(buffer: &mut CodeBuffer, op: Op, symbol: SymbolRef) -> u32 {
    let (kind, addend, bits) = match op {
        Op::Movw => (R_ARM_MOVW_ABS_NC, 0, 0),
        Op::Movt if fault!(Arm32MovtRelocation) => (R_ARM_MOVW_ABS_NC, 0, 0),
        Op::Movt => (R_ARM_MOVT_ABS, 0, 0),
        Op::B => (R_ARM_JUMP24, -i32::from(PC_BIAS), 0x00ff_fffe),
        _ if fault!(Arm32CallBias) => (R_ARM_CALL, -4, 0x00ff_ffff),
        _ => (R_ARM_CALL, -i32::from(PC_BIAS), 0x00ff_fffe),
    };
    buffer.reloc_here(kind, symbol, addend);
    bits
}

/// The bits of one operand.
#[inline(always)]
fn field(slot: Slot, operand: Operand, control: u8) -> u32 {
    match (slot, operand) {
        (Slot::Core(lsb), Operand::Reg(reg)) => {
            debug_assert_eq!(reg.bank(), Bank::Core);
            u32::from(reg.0) << lsb
        }
        (Slot::Offset12, Operand::Mem(base, offset)) => memory(base, offset, offset.unsigned_abs()),
        (Slot::Offset8, Operand::Mem(base, offset)) => {
            let magnitude = offset.unsigned_abs();
            let upper = magnitude & if fault!(Arm32OffsetBit, magnitude & 0x80 != 0) { 0x70 } else { 0xf0 };
            memory(base, offset, upper << 4 | magnitude & 0xf)
        }
        (Slot::OffsetWords, Operand::Mem(base, offset)) => memory(base, offset, offset.unsigned_abs() / 4),
        (Slot::IndexedScaled | Slot::Indexed, Operand::Indexed(base, index, shift)) => {
            debug_assert!(shift == 0 || slot == Slot::IndexedScaled);
            u32::from(base.0) << 16 | u32::from(shift) << 7 | u32::from(index.0)
        }
        (Slot::Flexible, Operand::Imm(value)) => {
            let bits = modified_immediate(value).expect("the lowering asked before");
            1 << 25 | if fault!(Arm32Rotation, bits > 0xff) { bits ^ 0x100 } else { bits }
        }
        (Slot::Flexible, Operand::Reg(reg)) => {
            let shift = Shift(control);
            u32::from(reg.0) | u32::from(shift.amount()) << 7 | u32::from(control >> 5 & 3) << 5
        }
        (Slot::Single(high, low), Operand::Reg(reg)) => {
            debug_assert_eq!(reg.bank(), Bank::Single);
            let number = u32::from(reg.number());
            let odd = if fault!(Arm32SingleLowBit, number & 1 == 1) { 0 } else { number & 1 };
            number >> 1 << high | odd << low
        }
        (Slot::Double(low, high), Operand::Reg(reg)) => {
            debug_assert_eq!(reg.bank(), Bank::Double);
            double(reg, low, high)
        }
        (Slot::Quad(low, high), Operand::Reg(reg)) => {
            debug_assert_eq!(reg.bank(), Bank::Quad);
            double(reg.half(0), low, high)
        }
        (Slot::Next, _) => 0,
        (slot, operand) => rare_field(slot, operand, control),
    }
}

/// The bits of the operands that few instructions have.
#[inline(never)]
fn rare_field(slot: Slot, operand: Operand, control: u8) -> u32 {
    match (slot, operand) {
        (Slot::Number(lsb, bits), Operand::Imm(value)) => {
            debug_assert!(value < 1 << bits);
            value << lsb
        }
        (Slot::NumberLess1(lsb, _), Operand::Imm(value)) => (value - 1) << lsb,
        (Slot::By(_), Operand::Reg(reg)) => u32::from(reg.0) << 8,
        (Slot::Wide, Operand::Imm(value)) => {
            debug_assert!(value <= 0xffff);
            (value & 0xf000) << 4 | value & 0xfff
        }
        (Slot::After12 | Slot::Before12, Operand::Mem(base, offset)) => memory(base, offset, offset.unsigned_abs()),
        (Slot::After8 | Slot::Before8, Operand::Mem(base, offset)) => {
            let magnitude = offset.unsigned_abs();
            memory(base, offset, (magnitude & 0xf0) << 4 | magnitude & 0xf)
        }
        (Slot::Address, Operand::Mem(base, 0)) | (Slot::Updated, Operand::Reg(base)) => u32::from(base.0) << 16,
        (Slot::CoreList, Operand::Regs(mask)) => u32::from(mask),
        (Slot::DoubleList, Operand::Reg(first)) => double(first, 12, 22) | (u32::from(control) * 2),
        (Slot::Halves, Operand::Reg(reg)) => double(reg.half(0), 12, 22),
        (Slot::Half(half), Operand::Reg(reg)) => {
            let read = if fault!(Arm32TableHalf, half == 1) { 0 } else { half };
            double(reg.half(half), 12, 22) | double(reg.half(read), 0, 5)
        }
        (Slot::HalfAgain(_), _) => 0,
        (Slot::Table, Operand::Reg(reg)) => double(reg.half(0), 16, 7),
        (Slot::Lane(bits), Operand::Reg(reg)) => lane(reg, bits, control),
        // imm6: the lane's width marks itself by the highest one; a right shift counts down from
        // twice the width.
        (Slot::LaneLeft(bits), Operand::Imm(amount)) => (u32::from(bits) + amount) << 16,
        (Slot::LaneRight(bits), Operand::Imm(amount)) => (2 * u32::from(bits) - amount) << 16,
        (Slot::FloatZero, _) => 0,
        (Slot::FloatImmediate, Operand::Imm(value)) => {
            let upper = value >> 4 & if fault!(Arm32FloatSign, value & 0x80 != 0) { 7 } else { 0xf };
            upper << 16 | value & 0xf
        }
        (Slot::LaneImmediate, Operand::Imm(value)) => (value >> 7 & 1) << 24 | (value >> 4 & 7) << 16 | value & 0xf,
        _ => unreachable!("operand {operand:?} in slot {slot:?}"),
    }
}

#[inline]
fn memory(base: Reg, offset: i32, magnitude: u32) -> u32 {
    u32::from(base.0) << 16 | if offset < 0 && !fault!(Arm32NegativeOffset) { 0 } else { UP } | magnitude
}

#[inline]
fn double(reg: Reg, low: u8, high: u8) -> u32 {
    let number = u32::from(reg.number());
    let upper = if fault!(Arm32DoubleHighBit, number >= 16) { 0 } else { number >> 4 };
    (number & 15) << low | upper << high
}

/// A lane: the half of the vector register, and the index within the half in bits 21, 6 and 5.
fn lane(reg: Reg, bits: u8, index: u8) -> u32 {
    let in_half = 64 / bits;
    let half = double(reg.half(index / in_half), 16, 7);
    let index = u32::from(index % in_half);
    half | match bits {
        8 => index >> 2 << 21 | (index & if fault!(Arm32LaneBit, index & 2 != 0) { 1 } else { 3 }) << 5,
        16 => index >> 1 << 21 | (index & 1) << 6,
        _ => index << 21,
    }
}

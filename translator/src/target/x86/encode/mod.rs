//! The encoder: physical instructions in, bytes and relocations out.
//!
//! [`encode`] finds the first row of the table (`table.rs`) that accepts the instruction's operands and writes what the row says:
//! prefixes, REX, opcode, ModRM, SIB, displacement, immediate. It is called once per emitted instruction, so it allocates nothing, and
//! the bytes are collected in two integers (`write.rs`) and appended at once.
//!
//! The caller emits only forms that the table has ([`supports`]); anything else is a broken invariant of lowering and panics with the
//! instruction's name. Relocations are those of the i386 psABI (REL: the addend is also in the field) and the x86-64 psABI (RELA: the
//! field is zero).
//!
//! Complexity: constant. Source: Intel SDM volume 2, chapter 2 (instruction format); i386 psABI and x86-64 psABI, "Relocation Types".

mod row;
mod table;
#[cfg(test)]
mod tests;
mod write;

use super::Mode;
use super::op::{Cc, Op, Size};
use super::regs::Reg;
use crate::mc::{BranchKind, CodeBuffer, Label, SymbolRef};
pub use row::OperandKind;
use row::{En, Row};
use write::{Bytes, reloc};

/// A memory operand: `[base + index * 2^scale + disp + symbol]`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Mem {
    /// Base register. In 64-bit mode the full 64-bit register is used.
    pub base: Option<Reg>,
    /// Index register, not the stack pointer.
    pub index: Option<Reg>,
    /// Logarithm of the index's factor: 0 to 3.
    pub scale: u8,
    /// Displacement in bytes; with a symbol, the addend.
    pub disp: i32,
    /// A symbol whose address is added.
    pub symbol: Option<SymbolRef>,
}

/// An operand of a physical instruction.
///
/// The representation keeps the tag in a byte of its own: left alone, the compiler hides it in a [`SymbolRef`] and computes it anew for
/// every `match` in the encoder.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Operand {
    /// No operand.
    None,
    /// A register.
    Reg(Reg),
    /// Memory.
    Mem(Mem),
    /// An immediate, sign-extended to the operand size; at 8 and 16 bits it may also be written unsigned.
    Imm(i32),
    /// The 32-bit address of a symbol plus an addend, as an immediate of at least 32 bits (sign-extended to 64).
    Symbol(SymbolRef, i32),
    /// A label of this function.
    Label(Label),
}

/// A physical instruction: all operands have their final places.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PhysInst<'a> {
    /// What it does.
    pub op: Op,
    /// Operand size; ignored by operations that have their own.
    pub size: Size,
    /// Condition of `Setcc`, `Cmovcc` and `Jcc`; ignored by the others.
    pub cc: Cc,
    /// Third operand.
    pub imm: Option<i32>,
    /// First operand.
    pub dst: &'a Operand,
    /// Second operand.
    pub src: &'a Operand,
}

impl<'a> PhysInst<'a> {
    /// An instruction without condition and third operand.
    pub const fn new(op: Op, size: Size, dst: &'a Operand, src: &'a Operand) -> Self {
        PhysInst { op, size, cc: Cc::O, imm: None, dst, src }
    }
}

/// Whether a general register has an 8-bit form: in 32-bit mode, esp, ebp, esi and edi have none.
pub const fn has_byte_form(mode: Mode, reg: Reg) -> bool {
    match mode {
        Mode::X8632 => reg.0 < 4,
        Mode::X8664 => !reg.is_xmm(),
    }
}

/// Whether the table has a form of `op` for operands of these kinds.
///
/// An operand kind stands for some operand of the kind: shifts take only cl as a register and only small immediates.
pub fn supports(mode: Mode, op: Op, size: Size, dst: OperandKind, src: OperandKind) -> bool {
    table::rows_of(op).iter().any(|row| row.accepts_kinds(mode, size, dst, src))
}

/// Appends the encoding of an instruction.
///
/// # Panics
/// If there is none: operands that the table does not accept, or in 32-bit mode a register, size or byte register of 64-bit mode.
pub fn encode(buffer: &mut CodeBuffer, mode: Mode, inst: &PhysInst<'_>) {
    let Some(row) = select(mode, inst) else { unencodable(mode, inst) };
    if !row.has_modrm {
        return without_modrm(buffer, mode, row, inst);
    }
    let (rm, other) = if row.rm_is_src { (inst.src, inst.dst) } else { (inst.dst, inst.src) };
    let effects = row.effects(inst.size);
    let mut rex = effects & row::REX_W;
    let reg = if row.has_digit { row.digit } else { number(other) };
    if effects & row::BYTES != 0 || row.byte_rm {
        rex |= rex_for_bytes(row, rm, other);
    }
    rex |= (reg & 8) >> 1;
    let reg = (reg & 7) << 3;
    let (mut head, mut tail) = (Bytes::default(), Bytes::default());
    match rm {
        Operand::Mem(mem) => {
            rex |= mem.base.map_or(0, |base| base.number() >> 3) | mem.index.map_or(0, |index| (index.number() & 8) >> 2);
            lead(&mut head, mode, row, inst, rex, 0);
            write::memory(&mut head, &mut tail, mode, mem, reg);
        }
        _ => {
            let rm = number(rm);
            lead(&mut head, mode, row, inst, rex | rm >> 3, 0);
            head.push(0xc0 | reg | rm & 7);
        }
    }
    immediate(&mut tail, mode, row, inst);
    finish(buffer, mode, row, inst, head, tail);
}

/// The first row that accepts the instruction.
#[inline]
fn select(mode: Mode, inst: &PhysInst<'_>) -> Option<&'static Row> {
    let shape = row::shape(mode, inst);
    table::rows_of(inst.op).iter().find(|row| row.accepts & shape == shape)
}

#[cold]
#[inline(never)]
fn unencodable(mode: Mode, inst: &PhysInst<'_>) -> ! {
    let PhysInst { op, size, imm, dst, src, .. } = inst;
    unreachable!("lowering emitted {op} without an encoding in {mode:?}: size {size:?}, dst {dst:?}, src {src:?}, imm {imm:?}")
}

/// The hardware number of an operand that the row requires to be a register; 0 if there is none.
#[inline]
fn number(operand: &Operand) -> u8 {
    match operand {
        Operand::Reg(reg) => reg.number(),
        _ => 0,
    }
}

/// The bare REX that turns ah, ch, dh and bh into spl, bpl, sil and dil, if a byte register needs it.
fn rex_for_bytes(row: &Row, rm: &Operand, other: &Operand) -> u8 {
    let other_is_byte = !row.has_digit && !row.byte_rm;
    if matches!(number(rm), 4..8) || other_is_byte && matches!(number(other), 4..8) { row::REX } else { 0 }
}

/// Prefixes, REX, escape bytes and opcode. `rex` holds the bits W, R, X and B, and 40 if the prefix is needed without them; `add` is
/// added to the opcode besides what the size and the condition add.
#[inline(always)]
fn lead(head: &mut Bytes, mode: Mode, row: &Row, inst: &PhysInst<'_>, rex: u8, add: u8) {
    if rex != 0 && mode == Mode::X8632 {
        unencodable(mode, inst);
    }
    let effects = row.effects(inst.size);
    head.push_bytes(u32::from(row.prefix), u32::from(row.prefix_len));
    if effects & row::PREFIX_66 != 0 {
        head.push(0x66);
    }
    if rex != 0 {
        head.push(rex | row::REX);
    }
    head.push_bytes(row.lead(inst.cc, effects, add), u32::from(row.lead_len));
}

/// The immediate field, if the row has one.
#[inline(always)]
fn immediate(tail: &mut Bytes, mode: Mode, row: &Row, inst: &PhysInst<'_>) {
    let len = row.imm_len(inst.size);
    if len == 0 {
        return;
    }
    let value = match *inst.src {
        Operand::Imm(value) if row.imm_is_src => value,
        Operand::Symbol(_, addend) => reloc::field(mode, addend),
        _ => inst.imm.unwrap_or(0),
    };
    tail.push_bytes(value as u32 & u32::MAX >> (32 - 8 * len), len);
}

/// Appends the instruction and records its relocations.
#[inline(always)]
fn finish(buffer: &mut CodeBuffer, mode: Mode, row: &Row, inst: &PhysInst<'_>, head: Bytes, tail: Bytes) {
    if [inst.dst, inst.src].into_iter().any(has_symbol) {
        relocate(buffer, mode, row, inst, head.len(), head.len() + tail.len());
    }
    write::append(buffer, head, tail);
}

#[inline(always)]
fn has_symbol(operand: &Operand) -> bool {
    match operand {
        Operand::Mem(mem) => mem.symbol.is_some(),
        Operand::Symbol(..) => true,
        _ => false,
    }
}

/// Records the relocations of the instruction that is about to be appended: a displacement follows the head, an immediate ends the
/// instruction.
fn relocate(buffer: &mut CodeBuffer, mode: Mode, row: &Row, inst: &PhysInst<'_>, head_len: u32, len: u32) {
    let start = buffer.offset();
    for operand in [inst.dst, inst.src] {
        if let Operand::Mem(Mem { symbol: Some(symbol), disp, .. }) = *operand {
            buffer.reloc_at(start + head_len, reloc::absolute(mode, true), symbol, disp);
        }
    }
    if let Operand::Symbol(symbol, addend) = *inst.src {
        let field = start + len - 4;
        if row.en == En::D {
            buffer.reloc_at(field, reloc::relative(mode), symbol, from_field(addend));
        } else {
            // Push has no operand size of its own, and extends to the stack's word.
            let sign_extended = !row.sized || inst.size == Size::B8;
            buffer.reloc_at(field, reloc::absolute(mode, sign_extended), symbol, addend);
        }
    }
}

/// Relative relocations count from the start of the field, which ends the instruction; the processor counts from its end.
fn from_field(addend: i32) -> i32 {
    addend.wrapping_sub(4)
}

/// The forms without ModRM.
#[inline(never)]
fn without_modrm(buffer: &mut CodeBuffer, mode: Mode, row: &Row, inst: &PhysInst<'_>) {
    let (mut head, mut tail) = (Bytes::default(), Bytes::default());
    let reg = match row.en {
        En::O => number(inst.dst),
        En::Os => number(inst.src),
        _ => 0,
    };
    let effects = row.effects(inst.size);
    let mut rex = effects & row::REX_W | reg >> 3;
    if effects & row::BYTES != 0 && matches!(reg, 4..8) {
        rex |= row::REX;
    }
    lead(&mut head, mode, row, inst, rex, reg & 7);
    match (row.en, inst.dst, inst.src) {
        (En::Fd, _, Operand::Mem(mem)) | (En::Td, Operand::Mem(mem), _) => write::displacement(&mut tail, mode, mem),
        (En::D, _, &Operand::Label(label)) => return buffer.branch(branch_kind(row, inst.cc), label),
        (En::D, _, &Operand::Symbol(_, addend)) => tail.push_bytes(reloc::field(mode, from_field(addend)) as u32, 4),
        _ => immediate(&mut tail, mode, row, inst),
    }
    finish(buffer, mode, row, inst, head, tail);
}

/// Both forms of a jump, from the opcode of its long form.
fn branch_kind(row: &Row, cc: Cc) -> BranchKind {
    let [first, second, ..] = row.lead(cc, 0, 0).to_le_bytes();
    if row.lead_len == 1 {
        BranchKind { short_opcode: first + 2, long_opcode: [first, 0], long_opcode_len: 1 }
    } else {
        BranchKind { short_opcode: second - 0x10, long_opcode: [first, second], long_opcode_len: 2 }
    }
}

/// Appends `count` bytes that do nothing, in as few instructions as the manual recommends.
pub fn nops(buffer: &mut CodeBuffer, mut count: usize) {
    // SDM volume 2, NOP, "Recommended Multi-Byte Sequence of NOP Instruction".
    const NOPS: [&[u8]; 9] = [
        &[0x90],
        &[0x66, 0x90],
        &[0x0f, 0x1f, 0x00],
        &[0x0f, 0x1f, 0x40, 0x00],
        &[0x0f, 0x1f, 0x44, 0x00, 0x00],
        &[0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00],
        &[0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00],
        &[0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
        &[0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
    ];
    while count > 0 {
        let len = count.min(NOPS.len());
        buffer.put(NOPS[len - 1]);
        count -= len;
    }
}

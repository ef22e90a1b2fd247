//! The encoder: physical instructions in, bytes and relocations out.
//!
//! [`encode`] finds the first row of the table (`table.rs`) that accepts the instruction's operands and writes what the row says:
//! prefixes, REX, opcode, ModRM, SIB, displacement, immediate. It is called once per emitted instruction, so it allocates nothing and
//! collects the bytes of an instruction in one array.
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

use super::Mode;
use super::op::{Cc, Op, Size};
use super::regs::Reg;
use crate::mc::{BranchKind, CodeBuffer, Label, SymbolRef};
pub use row::OperandKind;
use row::{En, Field, Map, Row};

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
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
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
    let mut out = Writer { buffer, mode, bytes: [0; 16], len: 0 };
    let extra = if row.w { u8::from(inst.size != Size::B1) } else { 0 };
    let cc = if row.cc { inst.cc as u8 } else { 0 };
    let opcode = row.opcode + extra + cc;
    let (rm, reg, reg_is_operand) = match row.en {
        En::Mr => (inst.dst, number(inst.src), true),
        En::Rm => (inst.src, number(inst.dst), true),
        En::M => (inst.dst, row.digit, false),
        En::S => (inst.src, row.digit, false),
        En::D => return out.relative(inst, row, opcode),
        En::Fd | En::Td => return out.absolute(inst, row, opcode),
        En::Zo | En::O | En::Os => {
            let reg = match row.en {
                En::O => number(inst.dst),
                En::Os => number(inst.src),
                _ => 0,
            };
            let rex = wide(row, inst.size) | reg >> 3 | byte_rex(row, inst.size, reg);
            out.head(inst, row, rex, opcode | reg & 7);
            out.put_if(row.suffix != 0, row.suffix);
            out.immediate(inst, row);
            return out.flush();
        }
    };
    let mut rex = wide(row, inst.size) | (reg & 8) >> 1;
    if reg_is_operand && !row.byte_rm {
        rex |= byte_rex(row, inst.size, reg);
    }
    match rm {
        Operand::Mem(mem) => {
            rex |= mem.base.map_or(0, |base| base.number() >> 3) | mem.index.map_or(0, |index| (index.number() & 8) >> 2);
            out.head(inst, row, rex, opcode);
            out.memory(mem, (reg & 7) << 3);
        }
        _ => {
            let rm = number(rm);
            rex |= rm >> 3 | byte_rex(row, inst.size, rm);
            out.head(inst, row, rex, opcode);
            out.put(0xc0 | (reg & 7) << 3 | rm & 7);
        }
    }
    out.immediate(inst, row);
    out.flush();
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

/// The hardware number of an operand that the row requires to be a register.
#[inline]
fn number(operand: &Operand) -> u8 {
    match operand {
        Operand::Reg(reg) => reg.number(),
        _ => 0,
    }
}

/// REX.W, if the operand size asks for it.
#[inline]
fn wide(row: &Row, size: Size) -> u8 {
    if row.sized && size == Size::B8 { 8 } else { 0 }
}

/// The bare REX that turns ah, ch, dh and bh into spl, bpl, sil and dil.
#[inline]
fn byte_rex(row: &Row, size: Size, reg: u8) -> u8 {
    let byte = row.byte_rm || row.sized && size == Size::B1;
    if byte && matches!(reg, 4..8) { 0x40 } else { 0 }
}

/// Relocation types of the two psABIs.
mod reloc {
    pub(super) const R_386_32: u8 = 1;
    pub(super) const R_386_PC32: u8 = 2;
    pub(super) const R_X86_64_PLT32: u8 = 4;
    pub(super) const R_X86_64_32: u8 = 10;
    pub(super) const R_X86_64_32S: u8 = 11;
}

/// The instruction being written. `bytes[..len]` has yet to be appended to the buffer; it is all of the instruction unless a
/// relocation had to be recorded at the buffer's end.
struct Writer<'b> {
    buffer: &'b mut CodeBuffer,
    mode: Mode,
    bytes: [u8; 16],
    len: usize,
}

impl Writer<'_> {
    #[inline]
    fn put(&mut self, byte: u8) {
        // No instruction is longer than 15 bytes; the mask spares a bounds check.
        self.bytes[self.len & 15] = byte;
        self.len += 1;
    }

    #[inline]
    fn put_if(&mut self, condition: bool, byte: u8) {
        self.bytes[self.len & 15] = byte;
        self.len += usize::from(condition);
    }

    #[inline]
    fn put4(&mut self, word: i32) {
        for byte in word.to_le_bytes() {
            self.put(byte);
        }
    }

    #[inline]
    fn flush(&mut self) {
        debug_assert!(self.len <= 15);
        self.buffer.put_short(&self.bytes, self.len);
        self.len = 0;
    }

    /// Prefixes, REX, escape bytes and opcode. `rex` holds the bits W, R, X and B, and 40 if the prefix is needed without them.
    #[inline]
    fn head(&mut self, inst: &PhysInst<'_>, row: &Row, rex: u8, opcode: u8) {
        if rex != 0 && self.mode == Mode::X8632 {
            unencodable(self.mode, inst);
        }
        self.put_if(row.prefix != 0, row.prefix);
        self.put_if(row.sized && inst.size == Size::B2, 0x66);
        self.put_if(rex != 0, rex | 0x40);
        if row.map != Map::One {
            self.put(0x0f);
            match row.map {
                Map::One | Map::Of => {}
                Map::Of38 => self.put(0x38),
                Map::Of3a => self.put(0x3a),
            }
        }
        self.put(opcode);
    }

    /// ModRM, SIB and displacement of a memory operand; `reg` is in its place in ModRM.
    fn memory(&mut self, mem: &Mem, reg: u8) {
        const SIB: u8 = 4;
        const NO_INDEX: u8 = 4 << 3;
        const NO_BASE: u8 = 5;
        debug_assert!(
            mem.scale < 4 && mem.index.is_none_or(|index| !index.is_xmm()) && mem.base.is_none_or(|base| !base.is_xmm())
        );
        let index = match mem.index {
            Some(index) => {
                debug_assert_ne!(index.number(), 4, "the stack pointer is no index");
                mem.scale << 6 | (index.number() & 7) << 3
            }
            None => NO_INDEX,
        };
        let Some(base) = mem.base else {
            if mem.index.is_none() && self.mode == Mode::X8632 {
                self.put(reg | NO_BASE);
            } else {
                // In 64-bit mode, ModRM alone would mean rip-relative.
                self.put(reg | SIB);
                self.put(index | NO_BASE);
            }
            return self.displacement(mem);
        };
        let base = base.number() & 7;
        let short = i8::try_from(mem.disp).is_ok() && mem.symbol.is_none();
        let mode = match mem.disp {
            // ebp and r13 as base without displacement would mean no base.
            0 if short && base != NO_BASE => 0,
            _ if short => 0x40,
            _ => 0x80,
        };
        // esp and r12 as base would mean that a SIB byte follows.
        if mem.index.is_some() || base == SIB {
            self.put(mode | reg | SIB);
            self.put(index | base);
        } else {
            self.put(mode | reg | base);
        }
        match mode {
            0 => {}
            0x40 => self.put(mem.disp as u8),
            _ => self.displacement(mem),
        }
    }

    /// A 32-bit displacement.
    fn displacement(&mut self, mem: &Mem) {
        match mem.symbol {
            None => self.put4(mem.disp),
            Some(symbol) => self.address(symbol, mem.disp, true),
        }
    }

    /// A 32-bit field with the address of a symbol, which the processor may sign-extend to 64 bits.
    #[cold]
    fn address(&mut self, symbol: SymbolRef, addend: i32, sign_extended: bool) {
        let kind = match self.mode {
            Mode::X8632 => reloc::R_386_32,
            Mode::X8664 if sign_extended => reloc::R_X86_64_32S,
            Mode::X8664 => reloc::R_X86_64_32,
        };
        self.relocated(kind, symbol, addend);
    }

    fn relocated(&mut self, kind: u8, symbol: SymbolRef, addend: i32) {
        self.flush();
        self.buffer.reloc_here(kind, symbol, addend);
        self.put4(if self.mode == Mode::X8632 { addend } else { 0 });
    }

    /// The immediate field, if the row has one.
    #[inline]
    fn immediate(&mut self, inst: &PhysInst<'_>, row: &Row) {
        let value = match (row.field, inst.src) {
            (Field::None, _) => return,
            (_, &Operand::Imm(value)) if row.imm_is_src => value,
            // Push has no operand size of its own, and extends to the stack's word.
            (_, &Operand::Symbol(symbol, addend)) => return self.address(symbol, addend, !row.sized || inst.size == Size::B8),
            _ => inst.imm.unwrap_or(0),
        };
        match (row.field, inst.size) {
            (Field::Ib, _) | (Field::Iz, Size::B1) => self.put(value as u8),
            (Field::Iz, Size::B2) => {
                self.put(value as u8);
                self.put((value >> 8) as u8);
            }
            _ => self.put4(value),
        }
    }

    /// A move between the accumulator and an absolute address.
    fn absolute(&mut self, inst: &PhysInst<'_>, row: &Row, opcode: u8) {
        let ((Operand::Mem(mem), _) | (_, Operand::Mem(mem))) = (inst.dst, inst.src) else { unencodable(self.mode, inst) };
        self.head(inst, row, 0, opcode);
        self.displacement(mem);
        self.flush();
    }

    /// A call of a symbol, or a jump to a symbol or a label.
    fn relative(&mut self, inst: &PhysInst<'_>, row: &Row, opcode: u8) {
        match *inst.src {
            Operand::Label(label) => self.buffer.branch(branch_kind(row, opcode), label),
            Operand::Symbol(symbol, addend) => {
                let kind = if self.mode == Mode::X8632 { reloc::R_386_PC32 } else { reloc::R_X86_64_PLT32 };
                self.put(opcode);
                // The displacement counts from the end of the field.
                self.relocated(kind, symbol, addend.wrapping_sub(4));
                self.flush();
            }
            _ => unencodable(self.mode, inst),
        }
    }
}

/// Both forms of a jump, from the opcode of its long form.
fn branch_kind(row: &Row, opcode: u8) -> BranchKind {
    match row.map {
        Map::One => BranchKind { short_opcode: opcode + 2, long_opcode: [opcode, 0], long_opcode_len: 1 },
        _ => BranchKind { short_opcode: opcode - 0x10, long_opcode: [0x0f, opcode], long_opcode_len: 2 },
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

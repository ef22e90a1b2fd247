//! The encoder: physical instructions in, bytes and relocations out.
//!
//! [`encode`] finds the first row of the table (`table.rs`) that accepts the instruction's operands
//! and writes what the row says: prefixes, REX, opcode, ModRM, SIB, displacement, immediate. This
//! happens once per emitted instruction, so all that depends on the row and size alone is computed
//! at compile time (`row.rs`), all that depends on one operand alone comes with the operand
//! (`operand.rs`), and the bytes are collected in two integers and appended at once.
//!
//! The caller emits only forms that the table has ([`supports`]); anything else is a broken
//! invariant of lowering and panics with the instruction's name. Relocations are those of System V:
//! REL in 32-bit mode (the addend is also in the field), RELA in 64-bit mode (the field is zero).
//!
//! Complexity: constant. Source: [INTEL-SDM] volume 2, chapter 2 (instruction format); [SYSV-I386]
//! "Relocation Types"; [SYSV-AMD64] "Relocation Types".

#[cfg(feature = "asm")]
pub mod decode;
mod operand;
mod relax;
mod reloc;
mod row;
mod table;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;

use super::Mode;
use super::op::{Cc, Op, Size};
use super::regs::Reg;
use crate::mc::{BranchKind, CodeBuffer, Label};
pub use operand::{Encoded, Mem, Operand};
pub use row::OperandKind;
pub use row::Row;
use row::{En, Form};

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

/// The prefix that makes addresses in 64-bit mode 32 bits wide. Prefixes may come in any order, but
/// REX is the last.
const ADDRESS_SIZE: u8 = 0x67;

/// Whether the table has a form of `op` for operands of these kinds.
///
/// An operand kind stands for some operand of the kind: shifts take only cl as a register and only
/// small immediates.
pub fn supports(mode: Mode, op: Op, size: Size, dst: OperandKind, src: OperandKind) -> bool {
    table::rows_of(op).iter().any(|row| row.accepts_kinds(mode, size, dst, src))
}

/// Appends the encoding of an instruction.
///
/// # Panics
/// If there is none: operands that the table does not accept, or in 32-bit mode a register, size or
/// byte register of 64-bit mode.
#[inline(never)]
pub fn encode(buffer: &mut CodeBuffer, mode: Mode, inst: &PhysInst<'_>) {
    let (dst, src) = (Encoded::new(mode, inst.dst, inst.size), Encoded::new(mode, inst.src, inst.size));
    let row = Parts::new(inst, dst, src).append(buffer, mode);
    if dst.any_symbol(src) {
        relocate(buffer, mode, row, inst);
    }
}

/// Whether all that counts of an address are its lower 32 bits, which are those of symbol and offset if that leads upwards.
fn is_half(inst: &PhysInst<'_>, mem: &Mem) -> bool {
    cfg!(feature = "sandbox") && (inst.op, inst.size) == (Op::Lea, Size::B4) && mem.disp >= 0
}

/// Records the relocations of the instruction that has just been appended: an immediate ends it,
/// and a displacement comes right before.
pub fn relocate(buffer: &mut CodeBuffer, mode: Mode, row: &Row, inst: &PhysInst<'_>) {
    let end = buffer.offset();
    for operand in [inst.dst, inst.src] {
        let Some((symbol, addend)) = operand.symbol() else { continue };
        let (field, kind, addend) = if let Operand::Mem(mem) = operand {
            let imm_len = u32::from(row.form(inst.size).imm_len);
            // A narrow address is not extended.
            (end - imm_len - 4, reloc::absolute(mode, !mem.narrow && !is_half(inst, mem)), addend)
        } else if row.en == En::D {
            (end - 4, reloc::relative(mode), reloc::from_field(addend))
        } else {
            // Push has no operand size of its own, and extends to the stack's word.
            let sign_extended = !row.sized || inst.size == Size::B8;
            (end - 4, reloc::absolute(mode, sign_extended), addend)
        };
        let addend = if fault!(X86AddendTwice, addend > 0) { addend.wrapping_mul(2) } else { addend };
        buffer.reloc_at(field, kind, symbol, addend);
    }
}

/// A physical instruction whose operands are ready to be written; the fields are those of
/// [`PhysInst`].
#[derive(Copy, Clone, Debug)]
#[allow(missing_docs, reason = "see PhysInst")]
pub struct Parts {
    pub op: Op,
    pub size: Size,
    pub cc: Cc,
    pub imm: Option<i32>,
    pub dst: Encoded,
    pub src: Encoded,
}

/// The bytes before displacement and immediate, the first lowest: at most four of prefixes and
/// opcode, REX, ModRM, SIB.
#[derive(Copy, Clone)]
struct Head {
    bytes: u64,
    len: u32,
}

impl Head {
    /// Prefixes, escape bytes and opcode.
    #[inline(always)]
    fn new(form: &Form) -> Self {
        Self { bytes: u64::from(form.lead), len: u32::from(form.lead_len) }
    }

    /// Adds to the last byte: the opcode.
    #[inline(always)]
    fn add(&mut self, number: u8) {
        self.bytes += u64::from(number) << (8 * self.len - 8);
    }

    /// Inserts REX after the prefixes.
    #[inline(always)]
    fn insert_rex(&mut self, form: &Form, rex: u8) {
        let at = 8 * u32::from(form.prefix_len);
        let prefixes = self.bytes & ((1 << at) - 1);
        self.bytes = prefixes | u64::from(rex) << at | (self.bytes - prefixes) << 8;
        self.len += 1;
    }

    /// Appends the low `len` bytes of `bytes`; the others are zero.
    #[inline(always)]
    fn push(&mut self, bytes: u16, len: u8) {
        self.bytes |= u64::from(bytes) << (8 * self.len);
        self.len += u32::from(len);
    }
}

impl Parts {
    /// The parts of an instruction, given its operands.
    fn new(inst: &PhysInst<'_>, dst: Encoded, src: Encoded) -> Self {
        let &PhysInst { op, size, cc, imm, .. } = inst;
        Self { op, size, cc, imm, dst, src }
    }

    /// Appends the encoding without its relocations; see [`encode`]. Returns the row that was
    /// chosen, for [`relocate`].
    ///
    /// What is rare is called with single fields, not with `self`, so that here they stay in
    /// registers.
    #[inline(always)]
    pub fn append(self, buffer: &mut CodeBuffer, mode: Mode) -> &'static Row {
        let Self { op, size, cc, imm, dst, src } = self;
        let Some(row) = self.select() else { unencodable(mode, op, size, dst, src, imm) };
        if dst.is_narrow() || src.is_narrow() {
            buffer.put(&[ADDRESS_SIZE]);
        }
        let form = row.form(size);
        if !row.has_modrm {
            without_modrm(buffer, mode, (row, form), cc, dst, src);
            return row;
        }
        let (rm, other) = if row.rm_is_src { (src, dst) } else { (dst, src) };
        let reg = if row.has_digit { row.digit } else { other.number() };
        let mut rex = form.rex | rm.rex() | rex_r(reg);
        let mut head = Head::new(form);
        if row.has_condition {
            head.add(if fault!(X86AboveOrEqual, cc == Cc::Ae) { Cc::A } else { cc } as u8);
        }
        if rex != 0 {
            if rex & row::BYTE_REGISTERS != 0 {
                rex = rex & !row::BYTE_REGISTERS | rex_for_bytes(row, rm, other);
            }
            if rex != 0 {
                if mode == Mode::X8632 {
                    // REX exists in 64-bit mode only.
                    unencodable(mode, op, size, dst, src, imm);
                }
                head.insert_rex(form, rex | row::REX);
            }
        }
        head.push(rm.modrm() | u16::from(reg & 7) << 3, rm.modrm_len());
        // What follows the field is overwritten by the next instruction.
        let (mut tail, mut tail_len) = (rm.value as u64, rm.disp_len());
        if form.imm_len != 0 {
            let immediate = if row.imm_is_src { src.value } else { imm.unwrap_or(0) };
            tail = low_bytes(rm.value, tail_len) | u64::from(immediate as u32) << (8 * tail_len);
            tail_len += u32::from(form.imm_len);
        }
        buffer.put_words(head.bytes, head.len, tail, tail_len);
        row
    }

    /// The first row that accepts the instruction.
    #[inline(always)]
    fn select(&self) -> Option<&'static Row> {
        let shape = row::shape(self.dst.class(), self.src.class(), self.imm, self.size);
        table::rows_from(self.op).iter().find(|row| row.accepts & shape == shape).filter(|row| row.op == self.op)
    }
}

#[cold]
#[inline(never)]
fn unencodable(mode: Mode, op: Op, size: Size, dst: Encoded, src: Encoded, imm: Option<i32>) -> ! {
    unreachable!("lowering emitted {op} without an encoding in {mode:?}: size {size:?}, dst {dst:?}, src {src:?}, imm {imm:?}")
}

/// The forms without ModRM. An immediate is the operand src.
#[inline(never)]
fn without_modrm(buffer: &mut CodeBuffer, mode: Mode, (row, form): (&Row, &Form), cc: Cc, dst: Encoded, src: Encoded) {
    let reg = match row.en {
        En::O => dst.number(),
        En::Os => src.number(),
        _ => 0,
    };
    let mut rex = form.rex & !row::BYTE_REGISTERS | reg >> 3;
    if form.rex & row::BYTE_REGISTERS != 0 && matches!(reg, 4..8) {
        rex |= row::REX;
    }
    let mut head = Head::new(form);
    head.add(if row.has_condition { cc as u8 } else { reg & 7 });
    if rex != 0 {
        if mode == Mode::X8632 {
            unencodable(mode, row.op, Size::B8, dst, src, None);
        }
        head.insert_rex(form, rex | row::REX);
    }
    let (tail, tail_len) = match row.en {
        En::Td => (dst.value, 4),
        En::D if src.class() == row::LABEL => {
            return buffer.branch(branch_kind(head), Label::from_u32(src.value as u32));
        }
        En::D => (reloc::field(mode, reloc::from_field(src.value)), 4),
        En::Fd => (src.value, 4),
        _ => (src.value, u32::from(form.imm_len)),
    };
    buffer.put_words(head.bytes, head.len, tail as u64, tail_len);
}

/// The row of an instruction that reads memory into a general register, at 32 and 64 bits: for
/// [`append_access`]. `None` if it takes more than that to tell.
#[inline]
pub fn load_row(op: Op) -> Option<&'static Row> {
    table::from_memory(op)
}

/// The row of a `mov` of a general register to memory, at 32 and 64 bits.
#[inline]
pub fn store_row() -> Option<&'static Row> {
    table::store()
}

/// Appends an instruction on a general register and memory that is addressed from one and has no
/// symbol: what code without allocation mostly consists of. Otherwise as [`Parts::append`].
#[inline(always)]
pub fn append_access(buffer: &mut CodeBuffer, row: &Row, size: Size, reg: Reg, memory: Encoded) {
    debug_assert!(size >= Size::B4 && memory.is_plain_memory());
    let form = row.form(size);
    let reg = reg.number();
    let rex = form.rex | memory.rex() | rex_r(reg);
    let mut head = Head::new(form);
    if rex != 0 {
        head.insert_rex(form, rex | row::REX);
    }
    head.push(memory.modrm() | u16::from(reg & 7) << 3, memory.modrm_len());
    buffer.put_words(head.bytes, head.len, memory.value as u64, memory.disp_len());
}

/// Appends an operation on two general registers, at 32 or 64 bits, with the second one in the place
/// of memory: the other of two encodings. `false` if there is none.
pub fn append_registers(buffer: &mut CodeBuffer, op: Op, size: Size, dst: Reg, src: Reg) -> bool {
    let Some(row) = load_row(op) else { return false };
    let (form, reg, src) = (row.form(size), dst.number(), Encoded::reg(src));
    let rex = form.rex | src.rex() | rex_r(reg);
    let mut head = Head::new(form);
    if rex != 0 {
        head.insert_rex(form, rex | row::REX);
    }
    head.push(src.modrm() | u16::from(reg & 7) << 3, src.modrm_len());
    buffer.put_words(head.bytes, head.len, 0, 0);
    true
}

/// Appends a jump to a label, on a condition if there is one.
#[inline]
pub fn append_jump(buffer: &mut CodeBuffer, condition: Option<Cc>, label: Label) {
    let row = table::jump(condition.is_some()).expect("labels are jumped to in one way");
    let mut head = Head::new(row.form(Size::B4));
    head.add(condition.map_or(0, |cc| cc as u8));
    buffer.branch(branch_kind(head), label);
}

/// REX.R, for the register in ModRM.reg.
#[inline(always)]
fn rex_r(reg: u8) -> u8 {
    if fault!(X8664RexR, reg & 8 != 0) { 0 } else { (reg & 8) >> 1 }
}

/// The low `len` (0 to 4) bytes of a field.
#[inline]
fn low_bytes(value: i32, len: u32) -> u64 {
    value as u64 & ((1 << (8 * len)) - 1)
}

/// The bare REX that turns ah, ch, dh and bh into spl, bpl, sil and dil, if a byte register needs
/// it.
#[inline(never)]
fn rex_for_bytes(row: &Row, rm: Encoded, other: Encoded) -> u8 {
    let other_is_byte = !row.has_digit && !row.byte_rm;
    let needed = matches!(rm.number(), 4..8) || other_is_byte && matches!(other.number(), 4..8);
    if needed && !fault!(X8664RexOfByteRegisters) { row::REX } else { 0 }
}

/// Both forms of a jump, from the opcode of its long form.
fn branch_kind(opcode: Head) -> BranchKind {
    let [first, second, ..] = opcode.bytes.to_le_bytes();
    if opcode.len == 1 {
        BranchKind { short_opcode: first + 2, long_opcode: [first, 0], long_opcode_len: 1 }
    } else {
        BranchKind { short_opcode: second - 0x10, long_opcode: [first, second], long_opcode_len: 2 }
    }
}

/// Appends `count` bytes that do nothing, in as few instructions as [INTEL-SDM] volume 2, "NOP",
/// recommends.
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

//! The way back: bytes to physical instructions, by the encoder's own table.
//!
//! In: the code of a function with its relocations. Out: one instruction at a time, as the row that
//! it was written from says. What no row of the table writes is not read. Complexity: a comparison
//! with each form of each row for each instruction; cheap enough for text.
//!
//! Source: [INTEL-SDM] volume 2, chapter 2.

use std::fmt::{self, Display, Formatter};

use super::relax::{Jump, SHORT_LEN, relax};
use super::row::{self, Classes, En, Form, Row};
use super::{ADDRESS_SIZE, Cc, Mem, Mode, Op, Operand, PhysInst, Reg, Size, encode, reloc, table};
use crate::isa::x86::print::display;
use crate::isa::x86::regs::gpr;
use crate::mc::listing::{Decoded, Disassembler};
use crate::mc::{CodeBuffer, Label, NameWriter, Reloc};

/// An instruction as read.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Inst {
    op: Op,
    size: Size,
    cc: Cc,
    imm: Option<i32>,
    dst: Operand,
    src: Operand,
    /// Whether to tell the assembler that this jump takes its long form, because it would find that
    /// the short one reaches.
    spacious: bool,
    /// Whether to tell it that the second of two registers is in the place of memory, where it would
    /// take the first.
    loads: bool,
    /// Whether it would take another form, in spite of all that it can be told.
    odd: bool,
}

impl Inst {
    /// As the encoder knows it.
    pub fn phys(&self) -> PhysInst<'_> {
        let Self { op, size, cc, imm, dst, src, .. } = self;
        PhysInst { op: *op, size: *size, cc: *cc, imm: *imm, dst, src }
    }
}

/// The bytes of an instruction from some point on, and the relocations of its fields.
struct Cursor<'c> {
    code: &'c [u8],
    at: usize,
    relocs: &'c [Reloc],
}

impl<'c> Cursor<'c> {
    fn peek(&self) -> Option<u8> {
        self.code.get(self.at).copied()
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    /// A field of 0 to 4 bytes, sign-extended.
    fn field(&mut self, len: u8) -> Option<i32> {
        let bytes = self.code.get(self.at..self.at + usize::from(len))?;
        self.at += usize::from(len);
        let unsigned = bytes.iter().rev().fold(0u32, |value, &byte| value << 8 | u32::from(byte));
        let spare = 32 - 8 * u32::from(len);
        Some(if len == 0 { 0 } else { (unsigned << spare) as i32 >> spare })
    }

    /// The relocation of the field that comes next.
    fn reloc(&self) -> Option<&'c Reloc> {
        self.relocs.iter().find(|reloc| reloc.offset as usize == self.at)
    }
}

/// What precedes the opcode.
struct Lead {
    rex: u8,
    /// Prefixes, escape bytes and opcode as in [`Form::lead`], and what follows.
    window: u32,
    /// Where prefixes end.
    prefix_len: usize,
}

impl Lead {
    fn read(mode: Mode, code: &[u8], at: usize) -> Lead {
        let rest = &code[at..];
        let prefix_len = rest.iter().take_while(|byte| matches!(byte, 0x66 | 0xf2 | 0xf3 | 0xf0)).count();
        let rex = rest.get(prefix_len).copied().filter(|byte| mode == Mode::X8664 && byte & 0xf0 == row::REX);
        let opcode = prefix_len + usize::from(rex.is_some());
        let bytes = rest[..prefix_len].iter().chain(&rest[opcode.min(rest.len())..]).take(4);
        let window = bytes.zip(0..).fold(0, |window, (&byte, index)| window | u32::from(byte) << (8 * index));
        Lead { rex: rex.unwrap_or(0), window, prefix_len }
    }

    /// Whether the bytes are those of a form, but for the bits of its opcode that vary.
    fn is(&self, form: &Form, varying: u8) -> bool {
        let len = u32::from(form.lead_len);
        let mask = (1u64 << (8 * len)) as u32;
        let mask = mask.wrapping_sub(1) & !(u32::from(varying) << (8 * len - 8));
        let wide = form.rex & !row::BYTE_REGISTERS;
        self.prefix_len == usize::from(form.prefix_len) && (self.window ^ form.lead) & mask == 0 && self.rex & 8 == wide & 8
    }
}

/// The bits of a row's last opcode byte that are an operand or a condition.
fn varying(row: &Row) -> u8 {
    match row.en {
        En::O | En::Os => 7,
        _ if row.has_condition => 15,
        _ => 0,
    }
}

const SIZES: [Size; 4] = [Size::B1, Size::B2, Size::B4, Size::B8];

/// Reads the instruction at an offset; `relocs` are those from there on. Also the offset of the
/// next and, for a jump within the function, where it leads.
pub fn decode(mode: Mode, code: &[u8], at: usize, relocs: &[Reloc]) -> Option<(Inst, usize, Option<u32>)> {
    if let Some(rowless) = short_jump(code, at).or_else(|| longer(code, at)) {
        return Some(rowless);
    }
    if mode == Mode::X8664 && code.get(at) == Some(&ADDRESS_SIZE) {
        let (mut inst, next, target) = decode_unprefixed(mode, code, at + 1, relocs)?;
        let memory = [&mut inst.dst, &mut inst.src].into_iter().find_map(|operand| match operand {
            Operand::Mem(mem) => Some(mem),
            _ => None,
        });
        memory?.narrow = true;
        return Some((inst, next, target));
    }
    decode_unprefixed(mode, code, at, relocs)
}

/// As [`decode`], without the prefix that makes addresses narrow.
fn decode_unprefixed(mode: Mode, code: &[u8], at: usize, relocs: &[Reloc]) -> Option<(Inst, usize, Option<u32>)> {
    let lead = Lead::read(mode, code, at);
    table::ROWS.iter().find_map(|row| {
        let sizes = if row.sized { &SIZES[..] } else { &SIZES[2..3] };
        sizes.iter().find_map(|&size| {
            let form = row.form(size);
            let accepted = row.accepts >> 48 >> size as u8 & 1 == 1;
            let matches = accepted && lead.is(form, varying(row));
            matches.then(|| read(mode, row, size, &lead, Cursor { code, at, relocs })).flatten()
        })
    })
}

/// A jump with a displacement of one byte: no row has these; the code buffer makes them.
fn short_jump(code: &[u8], at: usize) -> Option<(Inst, usize, Option<u32>)> {
    let (op, cc) = match *code.get(at)? {
        0xeb => (Op::Jmp, Cc::O),
        opcode @ 0x70..0x80 => (Op::Jcc, Cc::ALL[usize::from(opcode & 15)]),
        _ => return None,
    };
    let end = at + 2;
    let target = (end as u32).wrapping_add_signed(i32::from(*code.get(at + 1)? as i8));
    Some((jump(op, cc), end, Some(target)))
}

/// What only fills bundles, which no row has either: a `nop` behind prefixes that mean nothing to it, `push` and `pop` of registers with
/// two bytes.
fn longer(code: &[u8], at: usize) -> Option<(Inst, usize, Option<u32>)> {
    let rest = &code[at..];
    let prefixes = rest.iter().take_while(|byte| matches!(byte, 0x66 | 0x2e)).count();
    let plain = jump(Op::Nop, Cc::O);
    match (prefixes, &rest[prefixes..]) {
        (1.., [0x90, ..]) => Some((plain, at + prefixes + 1, None)),
        (2.., [0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0, ..]) => Some((plain, at + prefixes + 8, None)),
        (0, &[0xff, byte @ 0xf0..0xf8, ..]) => {
            Some((Inst { src: Operand::Reg(Reg(byte & 7)), ..jump(Op::Push, Cc::O) }, at + 2, None))
        }
        (0, &[0x8f, byte @ 0xc0..0xc8, ..]) => {
            Some((Inst { dst: Operand::Reg(Reg(byte & 7)), ..jump(Op::Pop, Cc::O) }, at + 2, None))
        }
        _ => None,
    }
}

fn jump(op: Op, cc: Cc) -> Inst {
    Inst { op, size: Size::B4, cc, imm: None, dst: Operand::None, src: Operand::None, spacious: false, loads: false, odd: false }
}

/// Reads an instruction as a row's.
fn read(mode: Mode, row: &Row, size: Size, lead: &Lead, mut cursor: Cursor<'_>) -> Option<(Inst, usize, Option<u32>)> {
    let form = row.form(size);
    cursor.at += usize::from(form.lead_len) + usize::from(lead.rex != 0);
    let opcode = lead.window >> (8 * (form.lead_len - 1));
    let low = (opcode & 7) as u8 | (lead.rex & 1) << 3;
    let cc = if row.has_condition { Cc::ALL[(opcode & 15) as usize] } else { Cc::O };
    let (dst_classes, src_classes) = (row.accepts as Classes, (row.accepts >> 16) as Classes);
    let mut inst = Inst { size, ..jump(row.op, cc) };
    match row.en {
        En::Mr | En::M => {
            let (reg, rm) = modrm(mode, dst_classes, lead.rex, &mut cursor)?;
            inst.dst = rm;
            if row.en == En::Mr {
                inst.src = Operand::Reg(register(src_classes, reg));
            } else if reg & 7 != row.digit {
                return None;
            } else if src_classes == row::CL {
                inst.src = Operand::Reg(gpr::ECX);
            }
        }
        En::Rm | En::S => {
            let (reg, rm) = modrm(mode, src_classes, lead.rex, &mut cursor)?;
            inst.src = rm;
            if row.en == En::Rm {
                inst.dst = Operand::Reg(register(dst_classes, reg));
                inst.loads = matches!(inst.src, Operand::Reg(_)) && table::has_store_form(row.op);
            } else if reg & 7 != row.digit {
                return None;
            }
        }
        En::O => inst.dst = Operand::Reg(Reg(low)),
        En::Os => inst.src = Operand::Reg(Reg(low)),
        En::Fd | En::Td => {
            let address = Operand::Mem(absolute(&mut cursor)?);
            let accumulator = Operand::Reg(gpr::EAX);
            (inst.dst, inst.src) = if row.en == En::Fd { (accumulator, address) } else { (address, accumulator) };
            // Only 32-bit mode has these forms.
            return (mode == Mode::X8632).then_some((inst, cursor.at, None));
        }
        En::D => return branch(row, inst, &mut cursor),
        En::Zo if dst_classes == row::ACC => inst.dst = Operand::Reg(gpr::EAX),
        En::Zo => {}
    }
    immediate(row, form, &mut inst, &mut cursor)?;
    Some((inst, cursor.at, None))
}

/// The register with a number, of the file that the classes name.
fn register(classes: Classes, number: u8) -> Reg {
    if classes & row::X != 0 { Reg::xmm(number) } else { Reg(number) }
}

/// ModRM and what belongs to it: the number in its reg field, and the operand in r/m, if it is of
/// these classes.
fn modrm(mode: Mode, classes: Classes, rex: u8, cursor: &mut Cursor<'_>) -> Option<(u8, Operand)> {
    let modrm = cursor.byte()?;
    let (reg, number) = (modrm >> 3 & 7 | (rex & 4) << 1, modrm & 7);
    if modrm >> 6 == 3 {
        let is_register = classes & (row::R | row::X) != 0;
        return is_register.then(|| (reg, Operand::Reg(register(classes, number | (rex & 1) << 3))));
    }
    if classes & row::MEM == 0 {
        return None;
    }
    let mut mem = Mem::default();
    let mut base = Some(number);
    if number == 4 {
        let sib = cursor.byte()?;
        let index = sib >> 3 & 7 | (rex & 2) << 2;
        if index != 4 {
            (mem.index, mem.scale) = (Some(Reg(index)), sib >> 6);
        }
        base = Some(sib & 7);
    } else if number == 5 && modrm < 0x40 && mode == Mode::X8664 {
        // Relative to the instruction pointer: never written.
        return None;
    }
    let len = match modrm >> 6 {
        0 if base == Some(5) => {
            base = None;
            4
        }
        0 => 0,
        1 => 1,
        _ => 4,
    };
    mem.base = base.map(|number| Reg(number | (rex & 1) << 3));
    displacement(len, &mut mem, cursor)?;
    Some((reg, Operand::Mem(mem)))
}

/// An address without registers.
fn absolute(cursor: &mut Cursor<'_>) -> Option<Mem> {
    let mut mem = Mem::default();
    displacement(4, &mut mem, cursor)?;
    Some(mem)
}

/// Reads the displacement of a memory operand: a number, or a symbol and its addend.
fn displacement(len: u8, mem: &mut Mem, cursor: &mut Cursor<'_>) -> Option<()> {
    let reloc = if len == 4 { cursor.reloc() } else { None };
    mem.disp = cursor.field(len)?;
    if let Some(reloc) = reloc {
        (mem.symbol, mem.disp) = (Some(reloc.target), reloc.addend);
    }
    Some(())
}

/// Reads the immediate, if the row has one, to its place in the instruction.
fn immediate(row: &Row, form: &Form, inst: &mut Inst, cursor: &mut Cursor<'_>) -> Option<()> {
    let reloc = if form.imm_len == 4 { cursor.reloc() } else { None };
    let value = cursor.field(form.imm_len)?;
    if row.imm_is_src {
        // A shift by 1 has its own opcode.
        let value = if form.imm_len == 0 { 1 } else { value };
        inst.src = reloc.map_or(Operand::Imm(value), |reloc| Operand::Symbol(reloc.target, reloc.addend));
    } else if form.imm_len != 0 {
        // Controls are unsigned, the factor of a multiplication is a number.
        inst.imm = Some(if row.op == Op::ImulImm { value } else { value & 0xff });
    }
    Some(())
}

/// Reads what follows the opcode of a call or jump.
fn branch(row: &Row, inst: Inst, cursor: &mut Cursor<'_>) -> Option<(Inst, usize, Option<u32>)> {
    let reloc = cursor.reloc();
    let distance = cursor.field(4)?;
    if let Some(reloc) = reloc {
        // Relocations count from the field.
        let src = Operand::Symbol(reloc.target, reloc.addend.wrapping_sub(reloc::from_field(0)));
        return Some((Inst { src, ..inst }, cursor.at, None));
    }
    let target = (cursor.at as u32).wrapping_add_signed(distance);
    (row.op != Op::Call).then(|| (jump(row.op, inst.cc), cursor.at, Some(target)))
}

/// Finds the instructions of which an assembler makes other bytes: the longer forms that fill the bundles of a sandbox. It takes what the
/// encoder takes.
fn find_odd(mode: Mode, code: &[u8], insts: &mut [Decoded<Inst>]) {
    let mut buffer = CodeBuffer::default();
    for Decoded { offset, inst, len, .. } in insts.iter_mut().filter(|decoded| decoded.target.is_none()) {
        buffer.clear();
        encode(&mut buffer, mode, &inst.phys());
        let bytes = &code[*offset as usize..][..*len as usize];
        // Both encodings of an operation on two registers have the same length, and the second can be asked for.
        let is_same = if inst.loads { buffer.bytes().len() == bytes.len() } else { buffer.bytes() == bytes };
        inst.odd = !is_same || is_downwards(mode, inst);
    }
}

/// Whether an instruction computes 32 bits from a symbol downwards: GNU's assembler takes the sum of symbol and offset for a positive number.
fn is_downwards(mode: Mode, inst: &Inst) -> bool {
    let is_lea = mode == Mode::X8664 && (inst.op, inst.size) == (Op::Lea, Size::B4);
    is_lea && matches!(inst.src, Operand::Mem(Mem { symbol: Some(_), disp: ..0, narrow: false, .. }))
}

/// Reads the code of functions.
#[derive(Copy, Clone, Debug)]
pub struct Reader(pub Mode);

impl Disassembler for Reader {
    type Inst = Inst;

    fn decode(&self, code: &[u8], offset: u32, relocs: &[Reloc]) -> Option<Decoded<Inst>> {
        let (inst, next, target) = decode(self.0, code, offset as usize, relocs)?;
        Some(Decoded { offset, inst, len: next as u32 - offset, target })
    }

    fn prepare(&self, code: &[u8], insts: &mut [Decoded<Inst>]) {
        find_odd(self.0, code, insts);
        let jumps = insts.iter().filter_map(|decoded| {
            let target = decoded.target?;
            Some(Jump { offset: decoded.offset, len: decoded.len, target, short: true })
        });
        let mut jumps: Vec<Jump> = jumps.collect();
        relax(&mut jumps);
        let jumping = insts.iter_mut().filter(|decoded| decoded.target.is_some());
        for (decoded, jump) in jumping.zip(jumps) {
            decoded.inst.spacious = jump.short && decoded.len > SHORT_LEN;
        }
    }

    fn is_exact(&self, inst: &Inst) -> bool {
        !inst.odd
    }

    fn field_name(&self, kind: u16) -> Option<&'static str> {
        (kind == reloc::absolute(Mode::X8664, true)).then_some("R_X86_64_32S")
    }

    fn print(&self, inst: &Inst, label: Option<Label>, name: &NameWriter<'_>, f: &mut Formatter<'_>) -> fmt::Result {
        let src = label.map_or(inst.src, Operand::Label);
        if inst.loads {
            f.write_str("{load} ")?;
        }
        if inst.spacious {
            f.write_str("{disp32} ")?;
        }
        display(self.0, &Inst { src, ..*inst }.phys(), name).fmt(f)
    }
}

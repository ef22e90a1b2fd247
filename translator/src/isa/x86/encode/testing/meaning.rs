//! What an instruction means, independent of its encoding: computed from a physical instruction and
//! from a decoded one, to be equal.

use iced_x86::{Instruction, OpKind, Register};

use super::*;
use crate::isa::x86::print::{mnemonic, widths};

/// An instruction's meaning.
#[derive(PartialEq, Eq, Debug)]
pub(in crate::isa::x86::encode) struct Meaning {
    pub(in crate::isa::x86::encode) mnemonic: String,
    pub(in crate::isa::x86::encode) lock: bool,
    pub(in crate::isa::x86::encode) operands: [Part; 3],
}

/// An operand's meaning.
#[derive(PartialEq, Eq, Debug)]
pub(in crate::isa::x86::encode) enum Part {
    None,
    Reg(Register),
    Mem {
        base: Register,
        index: Register,
        scale: u32,
        disp: u64,
        bytes: u32,
    },
    /// Cut to the operand size.
    Imm(u64),
    /// Target of a branch, with the instruction at 0.
    Branch(u64),
}

fn cut(value: u64, bytes: u32) -> u64 {
    if bytes >= 8 { value } else { value & ((1 << (8 * bytes)) - 1) }
}

fn word(mode: Mode) -> u32 {
    if mode == Mode::X8632 { 4 } else { 8 }
}

/// The decoder's name of the low `bytes` bytes of a register.
fn register(reg: Reg, bytes: u32) -> Register {
    let number = u32::from(reg.number());
    match bytes {
        _ if reg.is_xmm() => Register::XMM0 + number,
        1 if number < 4 => Register::AL + number,
        1 => Register::SPL + (number - 4),
        2 => Register::AX + number,
        4 => Register::EAX + number,
        _ => Register::RAX + number,
    }
}

/// The meaning of a physical instruction that encodes to `len` bytes.
pub(in crate::isa::x86::encode) fn expected(mode: Mode, inst: &PhysInst<'_>, len: usize) -> Meaning {
    let mut text = mnemonic(inst.op, inst.size).to_owned();
    if matches!(inst.op, Op::Setcc | Op::Cmovcc | Op::Jcc) {
        text.push_str(inst.cc.suffix());
    }
    let lock = text.starts_with("lock ");
    let mut operands = [Part::None, Part::None, Part::None];
    let mut count = 0;
    let (dst_bytes, src_bytes) = widths(mode, inst.op, inst.size);
    let vector = [inst.dst, inst.src].iter().any(|operand| matches!(operand, Operand::Reg(reg) if reg.is_xmm()));
    let imm_bytes = if vector { 1 } else { dst_bytes };
    for (operand, bytes) in [(inst.dst, dst_bytes), (inst.src, src_bytes)] {
        if *operand != Operand::None {
            operands[count] = part(mode, inst.op, operand, bytes, imm_bytes, len);
            count += 1;
        }
    }
    if let Some(imm) = inst.imm {
        operands[count] = Part::Imm(cut(imm as u64, imm_bytes));
    } else if matches!(inst.op, Op::Shld | Op::Shrd) {
        operands[count] = Part::Reg(Register::CL);
    }
    Meaning { mnemonic: text.trim_start_matches("lock ").to_owned(), lock, operands }
}

fn part(mode: Mode, op: Op, operand: &Operand, bytes: u32, imm_bytes: u32, len: usize) -> Part {
    // What the field of a relocation holds.
    let field = |addend: i32| if mode == Mode::X8632 { addend } else { 0 };
    match *operand {
        Operand::None => Part::None,
        Operand::Reg(reg) if matches!(op, Op::Pextrb | Op::Pinsrb | Op::Pinsrw) => Part::Reg(register(reg, 4)),
        Operand::Reg(reg) => Part::Reg(register(reg, bytes)),
        Operand::Mem(mem) => {
            let disp = if mem.symbol.is_some() { field(mem.disp) } else { mem.disp };
            let word = if mem.narrow { 4 } else { word(mode) };
            Part::Mem {
                base: mem.base.map_or(Register::None, |base| register(base, word)),
                index: mem.index.map_or(Register::None, |index| register(index, word)),
                scale: 1 << mem.scale,
                // What is cut to 32 bits is the same with and without its sign above.
                disp: cut(disp as u64, word),
                bytes: if op == Op::Lea { 0 } else { bytes },
            }
        }
        Operand::Imm(value) => Part::Imm(cut(value as u64, imm_bytes)),
        Operand::Symbol(_, addend) if matches!(op, Op::Call | Op::Jmp) => {
            Part::Branch(cut((len as u64).wrapping_add(field(addend.wrapping_sub(4)) as u64), word(mode)))
        }
        Operand::Symbol(_, addend) => Part::Imm(cut(field(addend) as u64, imm_bytes)),
        Operand::Label(_) => Part::Branch(0),
    }
}

/// Whether a memory operand's address is made of 32-bit registers.
fn is_narrow(inst: &Instruction) -> bool {
    [inst.memory_base(), inst.memory_index()].iter().any(|register| register.is_gpr32())
}

/// The meaning of a decoded instruction.
pub(in crate::isa::x86::encode) fn decoded(mode: Mode, inst: &Instruction) -> Meaning {
    let mut operands = [Part::None, Part::None, Part::None];
    let count = inst.op_count();
    let vector = (0..count).any(|index| inst.op_kind(index) == OpKind::Register && inst.op_register(index).is_xmm());
    let imm_bytes = match inst.op0_kind() {
        _ if vector => 1,
        OpKind::Register => inst.op0_register().size() as u32,
        OpKind::Memory => inst.memory_size().size() as u32,
        _ => word(mode),
    };
    for index in 0..count {
        operands[index as usize] = match inst.op_kind(index) {
            OpKind::Register => Part::Reg(inst.op_register(index)),
            OpKind::Memory => Part::Mem {
                base: inst.memory_base(),
                index: inst.memory_index(),
                scale: inst.memory_index_scale(),
                disp: cut(inst.memory_displacement64(), if is_narrow(inst) { 4 } else { word(mode) }),
                bytes: inst.memory_size().size() as u32,
            },
            OpKind::NearBranch32 | OpKind::NearBranch64 => Part::Branch(inst.near_branch_target().wrapping_sub(inst.ip())),
            _ => Part::Imm(cut(inst.immediate(index), imm_bytes)),
        };
    }
    Meaning { mnemonic: format!("{:?}", inst.mnemonic()).to_lowercase(), lock: inst.has_lock_prefix(), operands }
}

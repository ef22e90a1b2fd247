//! x86-64: every access has its base in r15, rip, rsp or rbp, which point into the 4 GiB behind r15 ([NACL-SFI-X8664] "Text Segment Rules").
//!
//! The largest distance from r15: an index below 4 GiB eight times, on top of a base within the zone, and 2 GiB of displacement. That is
//! 38 GiB above and 2 GiB below; the document has 40 GiB of nothing on each side.

use iced_x86::{Code as Opcode, Instruction, Mnemonic, OpAccess, OpKind, Register};

use super::{Bundle, Inst, allowed, indirect_register, is_register, masks_target};
use crate::validate::pass::Pass;
use crate::validate::rules::Rule;

/// What is asked of an allowed instruction that is no direct branch.
pub fn check(pass: &mut Pass<'_>, bundle: &mut Bundle<'_>, index: usize) {
    let insts = bundle.insts;
    let Inst { decoded, .. } = &insts[index];
    if let Some(register) = indirect_register(decoded) {
        indirect(pass, insts, index, register);
    } else if is_string(decoded) {
        string(pass, insts, index);
    } else if decoded.mnemonic() != Mnemonic::Lea {
        memory(pass, insts, index);
    }
    writes(pass, bundle, index);
}

/// `and $-32, %eXX; add %r15, %rXX; jmp *%rXX`.
fn indirect(pass: &mut Pass<'_>, insts: &[Inst], index: usize, register: Register) {
    let is_stack = matches!(register, Register::RSP | Register::RBP | Register::R15);
    let is_sequence = index >= 2
        && !is_stack
        && masks_target(&insts[index - 2].decoded, half(register))
        && adds_base(&insts[index - 1].decoded, register);
    match is_sequence {
        true => insts[index - 1..=index].iter().for_each(|inst| pass.guarded(&inst.place)),
        false => pass.violation(insts[index].place.clone(), Rule::X64_7),
    }
}

/// The address registers of a string instruction: rsi first, as the document has them.
fn string(pass: &mut Pass<'_>, insts: &[Inst], index: usize) {
    let decoded = &insts[index].decoded;
    let kinds = || (0..decoded.op_count()).map(|operand| decoded.op_kind(operand));
    let mut sequence = Vec::new();
    for (kind, register) in [(OpKind::MemorySegRSI, Register::RSI), (OpKind::MemoryESRDI, Register::RDI)] {
        if kinds().any(|operand| operand == kind) {
            sequence.push(register);
        }
    }
    let first = index.checked_sub(2 * sequence.len()).filter(|_| !sequence.is_empty());
    let is_sequence = first.is_some_and(|first| {
        sequence
            .iter()
            .zip(insts[first..index].chunks(2))
            .all(|(&register, pair)| truncates(&pair[0].decoded, register) && adds_base_by_lea(&pair[1].decoded, register))
    });
    match first.filter(|_| is_sequence) {
        Some(first) => insts[first + 1..=index].iter().for_each(|inst| pass.guarded(&inst.place)),
        None => pass.violation(insts[index].place.clone(), Rule::X64_9),
    }
}

/// An explicit memory operand. (What push, pop and call do besides is at rsp.)
fn memory(pass: &mut Pass<'_>, insts: &[Inst], index: usize) {
    let Inst { place, decoded } = &insts[index];
    if !(0..decoded.op_count()).any(|operand| decoded.op_kind(operand) == OpKind::Memory) {
        return;
    }
    if !matches!(decoded.memory_base(), Register::R15 | Register::RIP | Register::RSP | Register::RBP) {
        pass.violation(place.clone(), Rule::X64_8A);
    }
    let is_bit = matches!(decoded.mnemonic(), Mnemonic::Bt | Mnemonic::Bts | Mnemonic::Btr | Mnemonic::Btc);
    if is_bit && decoded.op1_kind() == OpKind::Register {
        pass.violation(place.clone(), Rule::X64_8C);
    }
    let register = decoded.memory_index();
    if register == Register::None {
        return;
    }
    // The 32-bit half of rsp or rbp is restricted, too, but then has to have r15 added next.
    match index.checked_sub(1).is_some_and(|before| restricts(&insts[before].decoded, register)) {
        true => pass.guarded(place),
        false => pass.violation(place.clone(), Rule::X64_8B),
    }
}

/// What an instruction does to r15, rsp and rbp.
fn writes(pass: &mut Pass<'_>, bundle: &mut Bundle<'_>, index: usize) {
    let insts = bundle.insts;
    let Inst { place, decoded } = &insts[index];
    // What they do to rsp is at most 8 bytes, and they access memory there.
    let is_push_or_pop = matches!(decoded.mnemonic(), Mnemonic::Push | Mnemonic::Pop | Mnemonic::Call);
    let mut written = [false; 3];
    for used in bundle.info.info(decoded).used_registers() {
        let is_written = !matches!(used.access(), OpAccess::None | OpAccess::Read | OpAccess::CondRead | OpAccess::NoMemAccess);
        match used.register().full_register() {
            Register::R15 => written[0] |= is_written,
            Register::RSP => written[1] |= is_written && !is_push_or_pop,
            Register::RBP => written[2] |= is_written,
            _ => {}
        }
    }
    written[1] |= is_push_or_pop && decoded.mnemonic() == Mnemonic::Pop && pops_stack_pointer(decoded);
    if written[0] {
        pass.violation(place.clone(), Rule::X64_12);
    }
    for (is_written, register) in [(written[1], Register::RSP), (written[2], Register::RBP)] {
        if is_written && !changes_safely(pass, insts, index, register) {
            pass.violation(place.clone(), Rule::X64_11);
        }
    }
}

fn pops_stack_pointer(decoded: &Instruction) -> bool {
    decoded.op0_kind() == OpKind::Register && decoded.op0_register().full_register() == Register::RSP
}

/// Whether an instruction that writes rsp or rbp leaves it in the zone, by itself or with its neighbour.
fn changes_safely(pass: &mut Pass<'_>, insts: &[Inst], index: usize, register: Register) -> bool {
    let decoded = &insts[index].decoded;
    let other = if register == Register::RSP { Register::RBP } else { Register::RSP };
    let is_move = matches!(decoded.code(), Opcode::Mov_r64_rm64 | Opcode::Mov_rm64_r64);
    if is_move && is_register(decoded, 0, register) && is_register(decoded, 1, other) {
        return true;
    }
    let is_and = decoded.code() == Opcode::And_rm64_imm8 && is_register(decoded, 0, register);
    if is_and && (-128..=-1).contains(&decoded.immediate8to64()) {
        return true;
    }
    if restricts(decoded, register) {
        let Some(next) = insts.get(index + 1).filter(|next| adds_base(&next.decoded, register)) else { return false };
        pass.guarded(&next.place);
        return true;
    }
    adds_base(decoded, register) && index.checked_sub(1).is_some_and(|before| restricts(&insts[before].decoded, register))
}

/// Whether it is `add %r15, %rXX` or `lea (%rXX,%r15), %rXX`.
fn adds_base(decoded: &Instruction, register: Register) -> bool {
    let is_add = matches!(decoded.code(), Opcode::Add_rm64_r64 | Opcode::Add_r64_rm64);
    is_add && is_register(decoded, 0, register) && is_register(decoded, 1, Register::R15) || adds_base_by_lea(decoded, register)
}

fn adds_base_by_lea(decoded: &Instruction, register: Register) -> bool {
    let parts = (decoded.memory_base(), decoded.memory_index());
    let is_sum = parts == (register, Register::R15) || parts == (Register::R15, register);
    decoded.code() == Opcode::Lea_r64_m
        && is_register(decoded, 0, register)
        && is_sum
        && decoded.memory_index_scale() == 1
        && decoded.memory_displacement64() == 0
}

/// Whether it is `mov %eXX, %eXX`.
fn truncates(decoded: &Instruction, register: Register) -> bool {
    let is_move = matches!(decoded.code(), Opcode::Mov_r32_rm32 | Opcode::Mov_rm32_r32);
    is_move && is_register(decoded, 0, half(register)) && is_register(decoded, 1, half(register))
}

/// Whether it writes the 32-bit half of a register, and so zeros above it, on every processor and whatever its operands are.
///
/// Not among them, though they often do: `bsf` and `bsr` (of zero they may leave the register as it was), shifts (by zero), `cmpxchg`,
/// `xchg` and `xadd` (two destinations, one of them conditional), `xchg %eax, %eax` (nothing).
fn restricts(decoded: &Instruction, register: Register) -> bool {
    if decoded.op0_kind() != OpKind::Register || decoded.op0_register() != half(register) {
        return false;
    }
    match decoded.mnemonic() {
        Mnemonic::Mov | Mnemonic::Movzx | Mnemonic::Movsx | Mnemonic::Lea | Mnemonic::Bswap => true,
        Mnemonic::Add | Mnemonic::Sub | Mnemonic::And | Mnemonic::Or | Mnemonic::Xor | Mnemonic::Adc | Mnemonic::Sbb => true,
        Mnemonic::Inc | Mnemonic::Dec | Mnemonic::Neg | Mnemonic::Not => true,
        // With one operand it is a source.
        Mnemonic::Imul => decoded.op_count() >= 2,
        Mnemonic::Shl | Mnemonic::Shr | Mnemonic::Sar => {
            matches!(decoded.op1_kind(), OpKind::Immediate8) && decoded.immediate8() & 31 != 0
        }
        Mnemonic::Movd | Mnemonic::Cvttss2si | Mnemonic::Cvttsd2si => true,
        // False conditions, too: the register gets its own lower half.
        mnemonic => allowed::CONDITIONAL_MOVES.contains(&mnemonic),
    }
}

/// The 32-bit half of a 64-bit register.
fn half(register: Register) -> Register {
    if register.is_gpr64() { register.full_register32() } else { Register::None }
}

fn is_string(decoded: &Instruction) -> bool {
    let is_string = |kind| matches!(kind, OpKind::MemorySegRSI | OpKind::MemoryESRDI | OpKind::MemorySegRDI);
    (0..decoded.op_count()).any(|operand| is_string(decoded.op_kind(operand)))
}

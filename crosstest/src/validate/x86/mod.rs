//! x86: decoding of bundles, and what both modes have in common.
//!
//! Before: nothing is known. After: each instruction was noted, and what is wrong with it. iced-x86 decodes; it is told a bundle's bytes
//! only, so that what it decodes lies within.

mod allowed;
mod sfi32;
mod sfi64;

use std::ops::Range;

use iced_x86::{
    Code as Opcode, Decoder, DecoderError, DecoderOptions, Instruction, InstructionInfoFactory, Mnemonic, OpKind, Register,
};

use super::pass::Pass;
use super::rules::Rule;

/// The bytes of a bundle.
const BUNDLE: usize = 32;

/// `hlt`, which is allowed anywhere (Intel's manual, volume 2). Loaders fill the code's last pages with it: bundles of nothing else are most
/// of a small program's.
const HLT: u8 = 0xF4;

/// What differs between the modes in what they share: how wide addresses are, and the numbers of rules.
struct Numbers {
    bits: u32,
    list: Rule,
    crossing: Rule,
    undecodable: Rule,
    prefixes: Rule,
    segments: Rule,
    call_end: Rule,
    indirect: Rule,
}

const NUMBERS_32: Numbers = Numbers {
    bits: 32,
    list: Rule::X86_8,
    crossing: Rule::X86_C5,
    undecodable: Rule::X86_C6,
    prefixes: Rule::X86_10,
    segments: Rule::X86_9,
    call_end: Rule::X86_11,
    indirect: Rule::X86_C3A,
};
const NUMBERS_64: Numbers = Numbers {
    bits: 64,
    list: Rule::X64_1,
    crossing: Rule::X64_3A,
    undecodable: Rule::X64_3B,
    prefixes: Rule::X64_4,
    segments: Rule::X64_4,
    call_end: Rule::X64_6,
    indirect: Rule::X64_7,
};

/// A decoded instruction.
struct Inst {
    place: Range<usize>,
    decoded: Instruction,
}

/// A bundle's instructions. What follows something undecodable is not among them.
struct Bundle<'b> {
    insts: &'b [Inst],
    info: &'b mut InstructionInfoFactory,
}

/// Checks all bundles.
pub fn check<const BITS: u32>(pass: &mut Pass<'_>) {
    let numbers = if BITS == 64 { &NUMBERS_64 } else { &NUMBERS_32 };
    let mut info = InstructionInfoFactory::new();
    let mut insts = Vec::with_capacity(BUNDLE);
    for place in pass.bundles() {
        if pass.code.bytes[place.clone()].iter().all(|&byte| byte == HLT) {
            place.for_each(|at| pass.instruction(&(at..at + 1)));
            continue;
        }
        decode(pass, numbers, place, &mut insts);
        for inst in &insts {
            pass.instruction(&inst.place);
        }
        let mut bundle = Bundle { insts: &insts, info: &mut info };
        for index in 0..insts.len() {
            if !each(pass, numbers, &bundle, index) {
                continue;
            }
            match BITS == 64 {
                true => sfi64::check(pass, &mut bundle, index),
                false => sfi32::check(pass, &bundle, index),
            }
        }
    }
}

/// Decodes a bundle from its start, up to its end or to what cannot be decoded.
fn decode(pass: &mut Pass<'_>, numbers: &Numbers, place: Range<usize>, insts: &mut Vec<Inst>) {
    insts.clear();
    let code = pass.code;
    let ip = u64::from(code.address) + place.start as u64;
    let mut decoder = Decoder::with_ip(numbers.bits, &code.bytes[place.clone()], ip, DecoderOptions::NONE);
    while decoder.can_decode() {
        let start = place.start + decoder.position();
        let decoded = decoder.decode();
        match decoder.last_error() {
            DecoderError::None => insts.push(Inst { place: start..place.start + decoder.position(), decoded }),
            DecoderError::NoMoreBytes => return pass.violation(start..place.end, numbers.crossing),
            _ => return pass.violation(start..place.start + decoder.position(), numbers.undecodable),
        }
    }
}

/// What is asked of each instruction in both modes; whether there is more to ask.
fn each(pass: &mut Pass<'_>, numbers: &Numbers, bundle: &Bundle<'_>, index: usize) -> bool {
    let Inst { place, decoded } = &bundle.insts[index];
    if allowed::is_nop(decoded, &pass.code.bytes[place.clone()]) {
        return false;
    }
    if names_segment(decoded) {
        let is_thread_pointer = numbers.bits == 32 && sfi32::reads_thread_pointer(decoded);
        if !is_thread_pointer {
            pass.violation(place.clone(), numbers.segments);
            return false;
        }
    }
    if is_return_or_indirect_through_memory(decoded) {
        pass.violation(place.clone(), numbers.indirect);
        return false;
    }
    if !allowed::is_allowed(decoded) {
        pass.violation(place.clone(), numbers.list);
        return false;
    }
    if !allowed::has_plain_prefixes(&pass.code.bytes[place.clone()], decoded) {
        pass.violation(place.clone(), numbers.prefixes);
        return false;
    }
    if decoded.mnemonic() == Mnemonic::Call && !place.end.is_multiple_of(BUNDLE) {
        pass.violation(place.clone(), numbers.call_end);
    }
    match direct_target(decoded) {
        Some(target) => {
            pass.branch(place, target);
            false
        }
        None => true,
    }
}

/// Where a jump, a conditional jump or a call leads, if that is in the instruction.
fn direct_target(decoded: &Instruction) -> Option<u64> {
    match decoded.op0_kind() {
        OpKind::NearBranch32 | OpKind::NearBranch64 => Some(decoded.near_branch_target()),
        _ => None,
    }
}

/// Whether it has a segment register as its operand, or an override of the one that its memory operand has.
fn names_segment(decoded: &Instruction) -> bool {
    decoded.has_segment_prefix() || operands(decoded).any(Register::is_segment_register)
}

/// Returns, and jumps and calls whose target lies in memory: none of them can be masked.
fn is_return_or_indirect_through_memory(decoded: &Instruction) -> bool {
    let is_branch = matches!(decoded.mnemonic(), Mnemonic::Jmp | Mnemonic::Call);
    let is_return =
        matches!(decoded.mnemonic(), Mnemonic::Ret | Mnemonic::Retf | Mnemonic::Iret | Mnemonic::Iretd | Mnemonic::Iretq);
    is_return || is_branch && decoded.op0_kind() == OpKind::Memory
}

/// The register of an indirect jump or call.
fn indirect_register(decoded: &Instruction) -> Option<Register> {
    let is_branch = matches!(decoded.code(), Opcode::Jmp_rm64 | Opcode::Call_rm64 | Opcode::Jmp_rm32 | Opcode::Call_rm32);
    (is_branch && decoded.op0_kind() == OpKind::Register).then(|| decoded.op0_register())
}

/// Whether it is `and $-32, %reg` of 32 bits.
fn masks_target(decoded: &Instruction, register: Register) -> bool {
    let is_and = matches!(decoded.code(), Opcode::And_rm32_imm8 | Opcode::And_rm32_imm32 | Opcode::And_EAX_imm32);
    is_and && is_register(decoded, 0, register) && decoded.immediate(1) as u32 == -32i32 as u32
}

/// Whether operand number `index` is `register`.
fn is_register(decoded: &Instruction, index: u32, register: Register) -> bool {
    decoded.op_kind(index) == OpKind::Register && decoded.op_register(index) == register
}

/// The registers that are operands.
fn operands(decoded: &Instruction) -> impl Iterator<Item = Register> {
    (0..decoded.op_count()).filter(|&index| decoded.op_kind(index) == OpKind::Register).map(|index| decoded.op_register(index))
}

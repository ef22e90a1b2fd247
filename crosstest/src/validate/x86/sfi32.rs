//! x86-32: segments keep data accesses inside, so what is left to see to is control flow ([NACL-X86] section 2).

use iced_x86::{Code as Opcode, Instruction, OpKind, Register};

use super::{Bundle, Inst, indirect_register, masks_target};
use crate::validate::pass::Pass;
use crate::validate::rules::Rule;

/// What is asked of an allowed instruction that is no direct branch.
pub fn check(pass: &mut Pass<'_>, bundle: &Bundle<'_>, index: usize) {
    let Inst { place, decoded } = &bundle.insts[index];
    let Some(register) = indirect_register(decoded) else { return };
    match index.checked_sub(1).is_some_and(|before| masks_target(&bundle.insts[before].decoded, register)) {
        true => pass.guarded(place),
        false => pass.violation(place.clone(), Rule::X86_C3A),
    }
}

/// Whether it reads one of the two words that the runtime keeps behind gs: the program's thread pointer and the runtime's own.
pub fn reads_thread_pointer(decoded: &Instruction) -> bool {
    let is_load = matches!(decoded.code(), Opcode::Mov_r32_rm32 | Opcode::Mov_EAX_moffs32);
    is_load
        && decoded.op1_kind() == OpKind::Memory
        && decoded.segment_prefix() == Register::GS
        && decoded.memory_base() == Register::None
        && decoded.memory_index() == Register::None
        && matches!(decoded.memory_displacement64(), 0 | 4)
}

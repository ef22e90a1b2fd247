//! What an instruction of 32 bits wanted that its segments do not reach: of such faults the system tells no address.
//!
//! In: a [`Trap`]. Out: the access, as the system tells those of pages. It is read off the instruction and its registers; an instruction that
//! lies beyond itself is what was wanted.

use iced_x86::{
    Decoder, DecoderOptions, FlowControl, Instruction, InstructionInfoFactory, OpAccess, OpKind, Register, UsedMemory,
};

use super::gate::Trap;
use super::memory::{END, Pages};
use crate::guest::{Memory, PAGE_SIZE};

/// Most bytes of an instruction.
const LONGEST: usize = 15;

/// What is wanted of an address.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Access {
    Read,
    Write,
    Execution,
}

/// The access that a fault in 32-bit code was about, if one of its instruction goes beyond the segments.
pub fn beyond(pages: &Pages, trap: &Trap) -> Option<(Access, u32)> {
    beyond_of(&|addr, bytes| pages.read(addr, bytes).is_ok(), trap)
}

/// Reads memory, if it is there.
type Read<'r> = &'r dyn Fn(u32, &mut [u8]) -> bool;

fn beyond_of(read: Read<'_>, trap: &Trap) -> Option<(Access, u32)> {
    let mut bytes = [0; LONGEST];
    let pc = trap.pc as u32;
    if pc >= END {
        return Some((Access::Execution, pc));
    }
    // Behind its page there may be nothing.
    let len = LONGEST.min((PAGE_SIZE - pc % PAGE_SIZE) as usize);
    if !read(pc, &mut bytes[..len]) {
        return None;
    }
    let instruction = Decoder::with_ip(32, &bytes[..len], trap.pc, DecoderOptions::NONE).decode();
    let register = |register: Register| trap.registers.get(register.full_register32().number()).copied();
    let mut factory = InstructionInfoFactory::new();
    let accessed = factory.info(&instruction).used_memory().iter().find_map(|memory| {
        let addr = memory.virtual_address(0, |name, _, _| value(name, &register))? as u32;
        let last = u64::from(addr) + (memory.memory_size().size() as u64).max(1) - 1;
        (last >= END.into()).then_some((access(memory), addr))
    });
    accessed.or_else(|| Some((Access::Execution, target(read, &instruction, &register)?)).filter(|(_, addr)| *addr >= END))
}

/// Segments begin at 0.
fn value(name: Register, register: &impl Fn(Register) -> Option<u32>) -> Option<u64> {
    if name.is_segment_register() { Some(0) } else { register(name).map(u64::from) }
}

fn access(memory: &UsedMemory) -> Access {
    let writes = matches!(memory.access(), OpAccess::Write | OpAccess::CondWrite | OpAccess::ReadWrite | OpAccess::ReadCondWrite);
    if writes { Access::Write } else { Access::Read }
}

/// Where a branch goes.
fn target(read: Read<'_>, instruction: &Instruction, register: &impl Fn(Register) -> Option<u32>) -> Option<u32> {
    match (instruction.flow_control(), instruction.op0_kind()) {
        (FlowControl::Return, _) => {
            let mut word = [0; 4];
            read(register(Register::ESP)?, &mut word).then(|| u32::from_le_bytes(word))
        }
        (FlowControl::Next, _) => None,
        (_, OpKind::Register) => register(instruction.op0_register()),
        (_, OpKind::NearBranch32) => Some(instruction.near_branch32()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What code wants beyond the segments, with `eax` = 0x70000000, `esp` = 0x3e000000 and 0x90000000 on the stack.
    fn of(code: &[u8]) -> Option<(Access, u32)> {
        let read = |addr: u32, bytes: &mut [u8]| {
            let is_code = addr == 0x2_0ff0;
            let source: &[u8] = if is_code { code } else { &[0, 0, 0, 0x90] };
            bytes.iter_mut().zip(source.iter().chain(std::iter::repeat(&0xf4))).for_each(|(to, from)| *to = *from);
            is_code || addr == 0x3e00_0000
        };
        let trap = Trap { pc: 0x2_0ff0, registers: [0x7000_0000, 8, 0, 0, 0x3e00_0000, 0, 0, 0], ..Trap::default() };
        beyond_of(&read, &trap)
    }

    #[test]
    fn accesses_are_read_off_the_instruction() {
        // mov [eax + 4*ecx + 1], edx; add edx, [eax]; mov ecx, [ecx]
        assert_eq!(of(&[0x89, 0x54, 0x88, 1]), Some((Access::Write, 0x7000_0021)));
        assert_eq!(of(&[0x03, 0x10]), Some((Access::Read, 0x7000_0000)));
        assert_eq!(of(&[0x8b, 0x09]), None);
        // The last byte: movups xmm0, [esp - 15]; movups xmm0, [esp - 16]
        assert_eq!(of(&[0x0f, 0x10, 0x44, 0x24, 0xf1]), Some((Access::Read, 0x3dff_fff1)));
        assert_eq!(of(&[0x0f, 0x10, 0x44, 0x24, 0xf0]), None);
        // call eax; jmp ecx; ret; jmp 0x3e000000
        assert_eq!(of(&[0xff, 0xd0]), Some((Access::Execution, 0x7000_0000)));
        assert_eq!(of(&[0xff, 0xe1]), None);
        assert_eq!(of(&[0xc3]), Some((Access::Read, 0x3e00_0000)), "the stack comes first");
        assert_eq!(of(&[0xe9, 0x0b, 0xf0, 0xfd, 0x3d]), Some((Access::Execution, 0x3e00_0000)));
        let there = Trap { pc: 0x3e00_0020, ..Trap::default() };
        assert_eq!(beyond_of(&|_, _| panic!("nothing is read"), &there), Some((Access::Execution, 0x3e00_0020)));
    }
}

//! `setjmp` and `longjmp`.
//!
//! A jump buffer holds a ticket that names the frame and the call of `setjmp`; its bytes are
//! Unspecified to the program, because every engine writes something else there. A frame keeps one
//! [`JumpPoint`] for each buffer that it filled. A jump to a frame that has returned, or through a
//! buffer whose `setjmp` was overtaken by another one, is undefined behaviour.
//!
//! After a jump a register of the frame may hold its value at the `setjmp` or its present one,
//! whichever the register allocator made of it: what differs between them becomes Unspecified.
//! Linear in the size of the frame.

use super::bits::Bits;
use super::code::{Callee, Code, Site};
use super::memory::{GuestMemory, Shadowed};
use super::ops::Halt;
use super::ops::vector::Wide;
use super::thread::{JumpPoint, ResultSlot, Thread};
use translator::ice::{Intrinsic, Type};

/// Size of a jump buffer in bytes ([PNACL-ABI] "Setjmp and Longjmp").
pub const BUFFER_SIZE: usize = 1024;
/// What the address of one is a multiple of.
const BUFFER_ALIGN: u32 = 8;
/// Size of the ticket in it.
const TICKET_SIZE: usize = 24;
/// First bytes of a ticket.
const MAGIC: u32 = 0x6a6d_7031;

/// What a jump buffer holds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Ticket {
    depth: u32,
    frame: u64,
    serial: u64,
}

impl Ticket {
    fn to_bytes(self) -> [u8; BUFFER_SIZE] {
        let mut bytes = [0; BUFFER_SIZE];
        bytes[..4].copy_from_slice(&MAGIC.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.depth.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.frame.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.serial.to_le_bytes());
        bytes
    }

    fn read(memory: &GuestMemory, addr: u32) -> Result<Option<Self>, Halt> {
        let mut data = Shadowed::default();
        memory.read_shadowed(addr, TICKET_SIZE, &mut data)?;
        let word = |at: usize| data.bytes[at..at + 4].iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
        let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
        // Specified bytes there are the program's own.
        let intact = word(0) == MAGIC && data.spec.iter().all(|&spec| spec == 0);
        Ok(intact.then(|| Ticket { depth: word(4), frame: long(8), serial: long(16) }))
    }
}

/// Performs the `setjmp` or `longjmp` at which the running frame stopped; its program counter is at
/// the call.
pub fn run(thread: &mut Thread, memory: &mut GuestMemory, code: &Code, site: &Site, serial: u64) -> Result<(), Halt> {
    let args: Vec<Bits> = code.args_of(site).iter().map(|&(_, src)| operand(thread, code, src)).collect();
    let buffer = args.first().copied().and_then(Bits::get);
    let buffer = buffer.ok_or_else(|| Halt::undefined("the address of the jump buffer is Unspecified"))? as u32;
    match site.callee {
        Callee::Intrinsic(Intrinsic::Setjmp) => set_jump(thread, memory, buffer, site.dst, serial),
        _ => long_jump(thread, memory, buffer, args.get(1).copied().unwrap_or_default()),
    }
}

fn operand(thread: &mut Thread, code: &Code, src: super::code::Src) -> Bits {
    let base = thread.frames.last().map_or(0, |frame| frame.base);
    super::exec::Registers::new(&mut thread.slots[base..], &code.consts).get(src)
}

fn set_jump(thread: &mut Thread, memory: &mut GuestMemory, buffer: u32, dst: u32, serial: u64) -> Result<(), Halt> {
    let (mark, depth) = (thread.stack.mark(), thread.frames.len() as u32 - 1);
    let Some(frame) = thread.frames.last_mut() else { return Err(Halt::undefined("setjmp outside of a function")) };
    let ticket = Ticket { depth, frame: frame.serial, serial };
    memory.write_shadowed(buffer, &ticket.to_bytes(), &[0; BUFFER_SIZE])?;
    check_alignment(buffer)?;
    frame.pc += 1;
    let slots = thread.slots[frame.base..].to_vec();
    let point = JumpPoint { buffer, serial, pc: frame.pc, dst, slots, mark };
    match frame.jumps.iter_mut().find(|point| point.buffer == buffer) {
        Some(old) => *old = point,
        None => frame.jumps.push(point),
    }
    give(thread, dst, Bits::known(0));
    Ok(())
}

fn long_jump(thread: &mut Thread, memory: &mut GuestMemory, buffer: u32, value: Bits) -> Result<(), Halt> {
    let gone = || Halt::undefined("longjmp to a frame that is gone");
    let ticket = Ticket::read(memory, buffer)?;
    check_alignment(buffer)?;
    let ticket = ticket.ok_or_else(|| Halt::undefined("longjmp through memory that setjmp did not fill"))?;
    let depth = ticket.depth as usize;
    let frame = thread.frames.get_mut(depth).filter(|frame| frame.serial == ticket.frame).ok_or_else(gone)?;
    let point = frame.jumps.iter().find(|point| point.serial == ticket.serial);
    let point = point.ok_or_else(|| Halt::undefined("longjmp through a copy of a buffer that was filled again"))?;
    let (base, end, dst) = (frame.base, frame.base + frame.code.slots as usize, point.dst);
    for (now, then) in thread.slots[base..end].iter_mut().zip(&point.slots) {
        *now = now.join(*then);
    }
    frame.pc = point.pc;
    let mark = point.mark;
    thread.frames.truncate(depth + 1);
    thread.slots.truncate(end);
    thread.stack.release(memory, mark);
    give(thread, dst, jump_value(value));
    Ok(())
}

/// Engines fill a buffer by words, which some of them do where words lie only. Where nothing is
/// mapped, that comes first everywhere.
fn check_alignment(buffer: u32) -> Result<(), Halt> {
    let aligned = buffer.is_multiple_of(BUFFER_ALIGN);
    aligned
        .then_some(())
        .ok_or_else(|| Halt::undefined(format!("a jump buffer at {buffer:#010x}, no multiple of {BUFFER_ALIGN}")))
}

/// Zero arrives as one.
fn jump_value(value: Bits) -> Bits {
    match value.clean() {
        Bits { v: 0, u: 0 } => Bits::known(1),
        value if value.v != 0 => value,
        _ => Bits::unspecified(32),
    }
}

fn give(thread: &mut Thread, dst: u32, value: Bits) {
    thread.set_result(ResultSlot { ty: Type::I32, dst }, Wide::from([value, Bits::default()]));
}

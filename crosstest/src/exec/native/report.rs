//! What a fault of guest code was: the access, the function, and the calls that led there.
//!
//! Code keeps no frame pointers, so the calls are found by looking: a word of the stack that is the address behind a call instruction is
//! taken for a return address. A stale one may be among them; none is missing.

use std::fmt::Write;

use super::gate::Trap;
use super::memory::Pages;
use crate::guest::{Memory, PAGE_SIZE};
use crate::load::Image;

/// Bytes of the stack that are searched, and most calls that are shown.
const DEPTH: u32 = 64 << 10;
const SHOWN: usize = 16;

/// The text: one line on the fault, one for each call.
pub fn describe(image: &Image, pages: &Pages, trap: &Trap) -> String {
    let mut text = what(trap);
    let place = |addr: u64| u32::try_from(addr).ok().and_then(|addr| image.symbolize(addr));
    if overflows(pages, trap) {
        text += " (the stack is full)";
    }
    let _ = write!(text, " at {:#010x}", trap.pc);
    if let Some(symbol) = place(trap.pc) {
        let _ = write!(text, " ({symbol})");
    }
    for addr in callers(image, pages, trap) {
        let _ = write!(text, "\n  called from {addr:#010x} ({})", place(addr.into()).unwrap_or_default());
    }
    text
}

fn what(trap: &Trap) -> String {
    // An address is 32 bits of the program's; what the processor makes of more is not its affair.
    let address = trap.address as u32;
    match trap.signal {
        // Bits of a page fault's error code: 1 is a write, 4 a fetch ([INTEL-SDM] volume 3, 4.7). What is no address at all has none.
        libc::SIGSEGV if trap.error & 0x10 != 0 => format!("execution of unmapped or protected address {address:#010x}"),
        libc::SIGSEGV if trap.error & 2 != 0 => format!("write of unmapped or protected address {address:#010x}"),
        libc::SIGSEGV => format!("read of unmapped or protected address {address:#010x}"),
        libc::SIGBUS => "access beyond all memory".into(),
        libc::SIGILL => "invalid or trapping instruction".into(),
        libc::SIGFPE => "division by zero, or a quotient that is too large".into(),
        signal => format!("signal {signal}"),
    }
}

/// Whether the access was next to the stack pointer, on a page that is not mapped below one that is.
fn overflows(pages: &Pages, trap: &Trap) -> bool {
    let (near, addr) = (trap.address.abs_diff(trap.stack) < PAGE_SIZE.into(), trap.address as u32);
    let is_mapped = |addr: u32| pages.read(addr, &mut [0]).is_ok();
    near && trap.signal == libc::SIGSEGV && !is_mapped(addr) && is_mapped(addr.wrapping_add(PAGE_SIZE))
}

/// Return addresses on the stack, the latest call first.
fn callers(image: &Image, pages: &Pages, trap: &Trap) -> Vec<u32> {
    let mut found = Vec::new();
    let Ok(stack) = u32::try_from(trap.stack & !7) else { return found };
    for offset in (0..DEPTH).step_by(8) {
        let mut word = [0; 8];
        if found.len() == SHOWN {
            break;
        }
        // Where the stack was full, its pointer is beyond it.
        if pages.read(stack.wrapping_add(offset), &mut word).is_err() {
            continue;
        }
        let Ok(addr) = u32::try_from(u64::from_le_bytes(word)) else { continue };
        if is_behind_a_call(image, pages, addr) {
            found.push(addr);
        }
    }
    found
}

/// Whether the instruction before an address of code is a call: `e8` with four bytes, or `ff /2` with one or two and a prefix or not.
fn is_behind_a_call(image: &Image, pages: &Pages, addr: u32) -> bool {
    let is_code = |segment: &&crate::load::Segment| segment.access.execute && addr.wrapping_sub(segment.addr) < segment.len;
    let mut before = [0; 5];
    if !image.segments.iter().any(|segment| is_code(&segment)) || pages.read(addr.wrapping_sub(5), &mut before).is_err() {
        return false;
    }
    before[0] == 0xe8 || before[3] == 0xff && before[4] & 0xf8 == 0xd0
}

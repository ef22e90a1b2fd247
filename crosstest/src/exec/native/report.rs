//! What a fault of guest code was: the access, the function with its block, and the calls that led there.

use std::fmt::Write;

use super::blocks::Blocks;
use super::gate::Trap;
use super::memory::Pages;
use super::segments::{Access, beyond};
use super::unwind::callers;
use crate::guest::{Memory, PAGE_SIZE};
use crate::load::Image;

/// The text: one line on the fault, one for each call.
pub fn describe((image, blocks): (&Image, Option<&Blocks>), pages: &Pages, trap: &Trap) -> String {
    let mut text = what(pages, trap);
    // A call is the instruction before the address that it returns to, and may be the last one of its block.
    let place = |addr: u64, back: u32| {
        let addr = u32::try_from(addr).ok()?;
        let block =
            blocks.zip(image.symbol_at(addr)).and_then(|(blocks, (symbol, offset))| blocks.at(symbol, offset.checked_sub(back)?));
        let block = block.map_or(String::new(), |name| format!(", block {name}"));
        Some(image.symbolize(addr)? + &block)
    };
    if overflows(pages, trap) {
        text += " (the stack is full)";
    }
    let _ = write!(text, " at {:#010x}", trap.pc);
    if let Some(symbol) = place(trap.pc, 0) {
        let _ = write!(text, " ({symbol})");
    }
    for addr in callers(image, pages, trap) {
        let _ = write!(text, "\n  called from {addr:#010x} ({})", place(addr.into(), 1).unwrap_or_default());
    }
    text
}

fn what(pages: &Pages, trap: &Trap) -> String {
    // An address is 32 bits of the program's; what the processor makes of more is not its affair.
    let address = trap.address as u32;
    if let Some((access, address)) = if trap.is_of_segments() { beyond(pages, trap) } else { None } {
        return tell(access, address);
    }
    match trap.signal {
        // Bits of a page fault's error code: 1 is a write, 4 a fetch ([INTEL-SDM] volume 3, 4.7). What is no address at all has none.
        libc::SIGSEGV if trap.error & 0x10 != 0 => tell(Access::Execution, address),
        libc::SIGSEGV if trap.error & 2 != 0 => tell(Access::Write, address),
        libc::SIGSEGV => tell(Access::Read, address),
        libc::SIGBUS => "access beyond all memory".into(),
        libc::SIGILL => "invalid or trapping instruction".into(),
        libc::SIGFPE => "division by zero, or a quotient that is too large".into(),
        signal => format!("signal {signal}"),
    }
}

fn tell(access: Access, address: u32) -> String {
    let what = match access {
        Access::Read => "read",
        Access::Write => "write",
        Access::Execution => "execution",
    };
    format!("{what} of unmapped or protected address {address:#010x}")
}

/// Whether the access was next to the stack pointer, on a page that is not mapped below one that is.
fn overflows(pages: &Pages, trap: &Trap) -> bool {
    let (near, addr) = (trap.address.abs_diff(trap.stack) < PAGE_SIZE.into(), trap.address as u32);
    let is_mapped = |addr: u32| pages.read(addr, &mut [0]).is_ok();
    near && trap.signal == libc::SIGSEGV && !is_mapped(addr) && is_mapped(addr.wrapping_add(PAGE_SIZE))
}

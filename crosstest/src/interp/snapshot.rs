//! What memory holds at the end of a run, and which of its bits other engines have to reproduce.
//!
//! In: the interpreter. Out: the bytes of every global and of the memory that the outside world
//! mapped, with masks of Unspecified bits. Besides what the program left Unspecified, three kinds
//! of bytes are this engine's own and masked:
//! - a word, aligned or not, that is an address between this engine's functions (an initial value
//!   may be a function's plus an addend);
//! - a word that is an address within the part of a stack that was in use at any time (pointers to
//!   allocas);
//! - memory right below the top of a stack that the guest provided, where other engines keep their
//!   frames.
//!
//! Integers that happen to look like such an address are masked with them; the ranges are chosen to
//! make that rare. Linear in memory.

use super::Interp;
use super::memory::Shadowed;
use crate::layout::Span;
use crate::outcome::Region;

impl Interp<'_> {
    /// Whether a number is an address that this engine chose: between its functions, or within a
    /// stack that was used.
    pub fn is_own_address(&self, addr: u32) -> bool {
        self.program.is_among_functions(addr) || self.stack_ranges.iter().any(|span| span.contains(addr) || addr == span.end)
    }

    /// The bytes of a range with the mask of their Unspecified bits; bytes that are not mapped are
    /// Unspecified.
    pub fn read_unspecified(&self, addr: u32, len: u32) -> (Vec<u8>, Vec<u8>) {
        let Shadowed { bytes, spec } = self.memory.peek(Span { start: addr, end: addr.saturating_add(len) });
        let bytes = bytes.iter().zip(&spec).map(|(byte, spec)| byte & spec).collect();
        (bytes, spec.iter().map(|spec| !spec).collect())
    }

    /// Every global that has bytes, in module order, then the mapped memory, in the order of
    /// addresses; but for what the program has protected from reading.
    pub fn snapshot(&self) -> Vec<Region> {
        let module = self.program.module;
        let globals = module.globals.iter().map(|(id, global)| {
            let start = self.program.layout.address(id);
            (id, Span { start, end: start + global.size() as u32 })
        });
        let shown = globals.filter(|(_, span)| !span.is_empty() && self.memory.may_be_read(*span));
        let globals = shown.map(|(id, span)| self.region(module.global_symbol(id).into_owned(), span));
        let heap = self.memory.heap().into_iter().map(|span| self.region("heap".into(), span));
        globals.chain(heap).collect()
    }

    fn region(&self, name: String, span: Span) -> Region {
        let Shadowed { mut bytes, mut spec } = self.memory.peek(span);
        self.mask_own_words(&bytes, &mut spec);
        for stack in &self.foreign_stacks {
            let (start, end) = (stack.start.max(span.start), stack.end.min(span.end));
            if start < end {
                spec[(start - span.start) as usize..(end - span.start) as usize].fill(0);
            }
        }
        bytes.iter_mut().zip(&spec).for_each(|(byte, spec)| *byte &= spec);
        let unspecified: Vec<u8> = spec.iter().map(|spec| !spec).collect();
        let unspecified = if unspecified.iter().all(|&mask| mask == 0) { Vec::new() } else { unspecified };
        Region { name, addr: span.start, bytes, unspecified }
    }

    fn mask_own_words(&self, bytes: &[u8], spec: &mut [u8]) {
        for at in 0..bytes.len().saturating_sub(3) {
            let word = bytes[at..at + 4].iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
            // Most of memory is zero, and no address of interest is.
            if word != 0 && spec[at..at + 4] == [0xff; 4] && self.is_own_address(word) {
                spec[at..at + 4].fill(0);
            }
        }
    }
}

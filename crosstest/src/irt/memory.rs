//! Guest pages: which ones of the heap's range are in use, and `sysbrk`, `mmap`, `munmap`,
//! `mprotect` on them.
//!
//! The heap is a range of addresses that the layout leaves free; its bookkeeping is one byte per 64
//! KiB page. The break grows from the bottom, `mmap` takes the highest free range, so that
//! addresses are a function of the calls and the same in every engine. Memory is never executable:
//! `PROT_EXEC` is ignored. Nothing outside of the heap's range can be mapped, unmapped or
//! protected. Cost: linear in the number of pages (at most 65,536).

use std::ops::Range;

use super::abi::{Errno, map_flags as flag};
use super::fdio::piece;
use super::{Call, OK, Served};
use crate::guest::{Memory, PAGE_SIZE, Rights};
use crate::layout::Span;

/// Mapping this many bytes counts as the work of moving one.
const PAGE_WORK: u32 = 256;

/// Pages that the program may allocate.
pub struct Heap {
    base: u32,
    used: Vec<bool>,
    /// The end of what `sysbrk` gave out; the page that holds its last byte and all before it were
    /// used.
    brk: u32,
}

impl Heap {
    /// An empty heap. Both ends are rounded to pages, inwards.
    pub fn new(span: Span) -> Heap {
        let base = span.start.checked_next_multiple_of(PAGE_SIZE).unwrap_or(span.end);
        let pages = span.end.saturating_sub(base) / PAGE_SIZE;
        Heap { base, used: vec![false; pages as usize], brk: base }
    }

    /// The ranges in use, ascending, neighbours merged.
    pub fn spans(&self) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        for (index, _) in self.used.iter().enumerate().filter(|(_, used)| **used) {
            let start = self.base + index as u32 * PAGE_SIZE;
            match spans.last_mut() {
                Some(last) if last.end == start => last.end += PAGE_SIZE,
                _ => spans.push(Span { start, end: start + PAGE_SIZE }),
            }
        }
        spans
    }

    /// Whether no page is free.
    pub fn is_full(&self) -> bool {
        self.used.iter().all(|used| *used)
    }

    /// Maps zeroed pages at the highest free range, or at `hint` if that is free.
    pub fn allocate(&mut self, memory: &mut dyn Memory, hint: u32, len: u32, rights: Rights) -> Result<u32, Errno> {
        let pages = pages_of(len)?;
        let at_hint = self.span(hint, len).ok().filter(|span| self.is_free(span.clone()));
        let span = at_hint.or_else(|| self.highest_free(pages)).ok_or(Errno::ENOMEM)?;
        self.take(memory, span, rights)
    }

    /// Maps zeroed pages at an address, in the place of what is there.
    fn allocate_at(&mut self, memory: &mut dyn Memory, addr: u32, len: u32, rights: Rights) -> Result<u32, Errno> {
        let span = self.span(addr, len)?;
        self.take(memory, span, rights)
    }

    fn take(&mut self, memory: &mut dyn Memory, span: Range<usize>, rights: Rights) -> Result<u32, Errno> {
        let addr = self.base + span.start as u32 * PAGE_SIZE;
        memory.map(addr, span.len() as u32 * PAGE_SIZE, rights).map_err(|_| Errno::ENOMEM)?;
        self.used[span].fill(true);
        Ok(addr)
    }

    fn release(&mut self, memory: &mut dyn Memory, addr: u32, len: u32) -> Result<(), Errno> {
        let span = self.span(addr, len)?;
        memory.unmap(addr, span.len() as u32 * PAGE_SIZE);
        self.used[span].fill(false);
        Ok(())
    }

    fn protect(&mut self, memory: &mut dyn Memory, addr: u32, len: u32, rights: Rights) -> Result<(), Errno> {
        let span = self.span(addr, len)?;
        if !self.used[span.clone()].iter().all(|used| *used) {
            return Err(Errno::EACCES);
        }
        memory.protect(addr, span.len() as u32 * PAGE_SIZE, rights);
        Ok(())
    }

    /// The indices of the pages that hold a range, which must begin at a page of the heap, not be
    /// empty, and lie inside of the heap.
    fn span(&self, addr: u32, len: u32) -> Result<Range<usize>, Errno> {
        let first = addr.checked_sub(self.base).ok_or(Errno::EINVAL)?;
        let pages = pages_of(len)?;
        let start = (first / PAGE_SIZE) as usize;
        if !addr.is_multiple_of(PAGE_SIZE) || start + pages > self.used.len() {
            return Err(Errno::EINVAL);
        }
        Ok(start..start + pages)
    }

    fn is_free(&self, span: Range<usize>) -> bool {
        self.used[span].iter().all(|used| !used)
    }

    fn highest_free(&self, pages: usize) -> Option<Range<usize>> {
        let mut free = 0;
        for (index, used) in self.used.iter().enumerate().rev() {
            free = if *used { 0 } else { free + 1 };
            if free == pages {
                return Some(index..index + pages);
            }
        }
        None
    }

    /// Moves the break: maps the pages that it passes going up, unmaps those that it passes going
    /// down.
    fn set_break(&mut self, memory: &mut dyn Memory, target: u32) -> Result<(), Errno> {
        let end = self.base + self.used.len() as u32 * PAGE_SIZE;
        if target < self.base || target > end {
            return Err(Errno::ENOMEM);
        }
        let page = |addr: u32| (addr - self.base).div_ceil(PAGE_SIZE) as usize;
        let (old, new) = (page(self.brk), page(target));
        if new > old {
            if !self.is_free(old..new) {
                return Err(Errno::ENOMEM);
            }
            self.take(memory, old..new, Rights::ReadWrite)?;
        } else if new < old {
            self.release(memory, self.base + new as u32 * PAGE_SIZE, (old - new) as u32 * PAGE_SIZE)?;
        }
        if target > self.brk {
            // The rest of the page that was in use already: it may hold what was written before the
            // break went down.
            let stale = self.brk..target.min(self.brk.next_multiple_of(PAGE_SIZE));
            memory.write(stale.start, &vec![0; stale.len()])?;
        }
        self.brk = target;
        Ok(())
    }
}

/// Number of pages that hold `len` bytes.
fn pages_of(len: u32) -> Result<usize, Errno> {
    if len == 0 { Err(Errno::EINVAL) } else { Ok(len.div_ceil(PAGE_SIZE) as usize) }
}

fn rights(protection: u32) -> Rights {
    match protection & (flag::PROT_READ | flag::PROT_WRITE) {
        0 => Rights::None,
        flag::PROT_READ => Rights::Read,
        _ => Rights::ReadWrite,
    }
}

/// `int sysbrk(void **newbrk)`
pub fn sysbrk(call: &mut Call) -> Served {
    let target = call.memory.read_u32(call.arg(0))?;
    if target != 0 {
        call.world.heap.set_break(call.memory, target)?;
    }
    let brk = call.world.heap.brk;
    call.put(0, brk)?;
    OK
}

/// `int mmap(void **addr, size_t len, int prot, int flags, int fd, off_t off)`
pub fn mmap(call: &mut Call) -> Served {
    let (len, protection, flags, fd, offset) = (call.arg(1), call.arg(2), call.arg(3), call.arg(4), call.arg64(5));
    let hint = call.memory.read_u32(call.arg(0))?;
    call.put(0, hint)?;
    call.work += u64::from(len / PAGE_WORK);
    let sharing = flags & (flag::SHARED | flag::PRIVATE);
    if !matches!(sharing, flag::SHARED | flag::PRIVATE) {
        return Err(Errno::EINVAL);
    }
    let anonymous = flags & flag::ANONYMOUS != 0;
    if !anonymous {
        check_mappable(call, sharing, protection, fd, offset)?;
    }
    // A file's bytes have to get in before writing is forbidden.
    let first = if anonymous { rights(protection) } else { Rights::ReadWrite };
    let addr = if flags & flag::FIXED != 0 {
        call.world.heap.allocate_at(call.memory, hint, len, first)?
    } else {
        call.world.heap.allocate(call.memory, hint, len, first)?
    };
    if !anonymous {
        fill(call, addr, len, fd, offset as u64)?;
        call.world.heap.protect(call.memory, addr, len, rights(protection))?;
    }
    call.put(0, addr)?;
    OK
}

/// A file can be mapped if its descriptor can be read, and if it makes no difference that writes do
/// not reach it.
fn check_mappable(call: &mut Call, sharing: u32, protection: u32, fd: u32, offset: i64) -> Result<(), Errno> {
    let offset = u64::try_from(offset).map_err(|_| Errno::EINVAL)?;
    if !offset.is_multiple_of(u64::from(PAGE_SIZE)) {
        return Err(Errno::EINVAL);
    }
    call.world.files.read_at(fd, offset, &mut [])?;
    if sharing == flag::SHARED && protection & flag::PROT_WRITE != 0 { Err(Errno::EACCES) } else { Ok(()) }
}

/// Copies a file's bytes into fresh pages, as far as it goes.
fn fill(call: &mut Call, addr: u32, len: u32, fd: u32, offset: u64) -> Result<(), Errno> {
    let mut done = 0;
    while done < len {
        let mut bytes = vec![0; piece(addr + done, len - done) as usize];
        let count = call.world.files.read_at(fd, offset + u64::from(done), &mut bytes)?;
        call.memory.write(addr + done, &bytes[..count])?;
        call.work += count as u64;
        if count < bytes.len() {
            break;
        }
        done += count as u32;
    }
    Ok(())
}

/// `int munmap(void *addr, size_t len)`
pub fn munmap(call: &mut Call) -> Served {
    let (addr, len) = (call.arg(0), call.arg(1));
    call.world.heap.release(call.memory, addr, len)?;
    OK
}

/// `int mprotect(void *addr, size_t len, int prot)`
pub fn mprotect(call: &mut Call) -> Served {
    let (addr, len, protection) = (call.arg(0), call.arg(1), call.arg(2));
    call.world.heap.protect(call.memory, addr, len, rights(protection))?;
    OK
}

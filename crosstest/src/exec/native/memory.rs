//! Guest memory as memory of this process: a guest address is an address.
//!
//! All addresses below [`END`] but the first page are reserved before anything is mapped, so that nothing else of the process
//! comes to lie there, and what the guest unmaps stays reserved. A table knows each page's rights: what the host reads or writes for
//! the guest is checked against it first, so that a bad pointer is an error and not a fault of the host.

use std::ops::Range;

use crate::guest::{Fault, Memory, PAGE_SIZE, Rights};
use crate::layout::STACK_TOP;
use crate::load::Image;

/// What lies from here on is not the guest's.
pub const END: u32 = STACK_TOP;
/// The first page stays unmapped, as a system wants it.
const START: u32 = PAGE_SIZE;
/// Where the addresses end that sandboxed code of 64 bits can form: the 4 GB of the sandbox, which begins at 0, and 40 GB behind it
/// ([NACL-SFI-X8664] "Runtime Invariants"). Those before it are the system's own, which nobody else can access.
pub const WIDE_REACH: usize = 44 << 30;
/// Where those end that code of 32 bits can.
pub const SMALL_REACH: usize = 4 << 30;

/// What may be done with a page.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Page {
    Free,
    Mapped(Rights),
    Code,
}

/// The guest's pages. There is one of these in a process.
pub struct Pages {
    pages: Vec<Page>,
    /// Pages that may still be mapped.
    left: u64,
    /// Where the reservation ends.
    reach: usize,
}

impl Pages {
    /// Reserves the guest's addresses, of which `limit` bytes may be mapped at a time, and those behind them up to `reach`, if that is more.
    ///
    /// # Errors
    /// If something of this process lies there, or the system refuses.
    pub fn reserve(limit: u64, reach: usize) -> Result<Pages, String> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED_NOREPLACE;
        let end = reach.max(END as usize);
        let (addr, len) = (START as usize, end - START as usize);
        // SAFETY: with this flag no mapping of the process is replaced; another place than the one asked for is refused below.
        let got = unsafe { libc::mmap(addr as *mut libc::c_void, len, libc::PROT_NONE, flags, -1, 0) };
        if got as usize != addr {
            let why = std::io::Error::last_os_error();
            return Err(format!("the addresses from {addr:#x} to {end:#x} cannot be had: {why}"));
        }
        Ok(Pages { pages: vec![Page::Free; (END / PAGE_SIZE) as usize], left: limit / u64::from(PAGE_SIZE), reach: end })
    }

    /// The first of so many bytes of the reservation that are not the guest's and begin where those end, if there are so many.
    pub fn beyond(&self, len: usize) -> Option<u32> {
        (self.reach - END as usize >= len).then_some(END)
    }

    /// Maps an image's segments with their content.
    ///
    /// # Errors
    /// If they do not fit.
    pub fn load(&mut self, image: &Image) -> Result<(), String> {
        for segment in &image.segments {
            self.map(segment.addr, segment.len, Rights::ReadWrite)?;
        }
        for chunk in &image.chunks {
            self.write(chunk.addr, &chunk.bytes).map_err(|fault| fault.to_string())?;
        }
        for segment in &image.segments {
            match (segment.access.execute, segment.access.write) {
                (true, _) => self.make_code(segment.addr, segment.len),
                (false, false) => self.protect(segment.addr, segment.len, Rights::Read),
                (false, true) => {}
            }
        }
        Ok(())
    }

    /// Makes mapped pages code: they can be read and executed.
    pub fn make_code(&mut self, addr: u32, len: u32) {
        self.change(addr, len, Page::Code);
    }

    fn range(&self, addr: u32, len: u32) -> Range<usize> {
        let end = (u64::from(addr) + u64::from(len)).min(u64::from(END));
        (addr / PAGE_SIZE) as usize..(end / u64::from(PAGE_SIZE)) as usize
    }

    /// What is mapped in a range, as stretches without gaps: a call of the system for each page would cost more than all else that a
    /// program does that grows and shrinks by megabytes.
    fn stretches(&self, addr: u32, len: u32) -> Vec<Range<usize>> {
        let range = self.range(addr, len);
        let mut at = range.start;
        let chunks = self.pages[range].chunk_by(|a, b| (*a == Page::Free) == (*b == Page::Free));
        let stretches = chunks.map(|chunk| {
            at += chunk.len();
            (chunk[0] != Page::Free).then(|| at - chunk.len()..at)
        });
        stretches.flatten().collect()
    }

    /// Changes what is mapped in a range to this.
    fn change(&mut self, addr: u32, len: u32, to: Page) {
        for stretch in self.stretches(addr, len) {
            let (addr, len) = (stretch.start * PAGE_SIZE as usize, stretch.len() * PAGE_SIZE as usize);
            self.pages[stretch].fill(to);
            // SAFETY: the pages lie within the reservation, which is the guest's alone.
            unsafe { libc::mprotect(addr as *mut libc::c_void, len, protection(to)) };
        }
    }

    /// Puts new pages at a range of the reservation.
    fn put(addr: u32, len: u32, page: Page) -> bool {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED;
        // SAFETY: the callers have checked that the range lies within the reservation, which is the guest's alone.
        let got = unsafe { libc::mmap(addr as usize as *mut libc::c_void, len as usize, protection(page), flags, -1, 0) };
        got != libc::MAP_FAILED
    }

    fn check(&self, addr: u32, len: usize, write: bool) -> Result<(), Fault> {
        let (start, end) = (u64::from(addr), u64::from(addr) + len as u64);
        let mut at = start;
        while at < end {
            let page = self.pages.get((at / u64::from(PAGE_SIZE)) as usize).copied().unwrap_or(Page::Free);
            let allowed = match page {
                Page::Free | Page::Mapped(Rights::None) => false,
                Page::Code | Page::Mapped(Rights::Read) => !write,
                Page::Mapped(Rights::ReadWrite) => true,
            };
            if !allowed {
                return Err(Fault { addr: at as u32, write });
            }
            at = (at / u64::from(PAGE_SIZE) + 1) * u64::from(PAGE_SIZE);
        }
        Ok(())
    }
}

fn protection(page: Page) -> libc::c_int {
    match page {
        Page::Free | Page::Mapped(Rights::None) => libc::PROT_NONE,
        Page::Mapped(Rights::Read) => libc::PROT_READ,
        Page::Mapped(Rights::ReadWrite) => libc::PROT_READ | libc::PROT_WRITE,
        Page::Code => libc::PROT_READ | libc::PROT_EXEC,
    }
}

impl Memory for Pages {
    fn read(&self, addr: u32, buffer: &mut [u8]) -> Result<(), Fault> {
        self.check(addr, buffer.len(), false)?;
        // SAFETY: the pages are mapped and readable, and change only through `&mut self`. Other threads of the guest may write to
        // them meanwhile; whatever bytes are there are bytes.
        unsafe { libc::memcpy(buffer.as_mut_ptr().cast(), addr as usize as *const libc::c_void, buffer.len()) };
        Ok(())
    }

    fn write(&mut self, addr: u32, bytes: &[u8]) -> Result<(), Fault> {
        self.check(addr, bytes.len(), true)?;
        // SAFETY: as for reading; no object of Rust lies there.
        unsafe { libc::memcpy(addr as usize as *mut libc::c_void, bytes.as_ptr().cast(), bytes.len()) };
        Ok(())
    }

    fn map(&mut self, addr: u32, len: u32, rights: Rights) -> Result<(), String> {
        if addr < START || u64::from(addr) + u64::from(len) > u64::from(END) {
            return Err(format!("{len} bytes at {addr:#x} are not the guest's"));
        }
        let range = self.range(addr, len);
        let new = self.pages[range.clone()].iter().filter(|page| **page == Page::Free).count() as u64;
        let left = self.left.checked_sub(new).ok_or("the program's memory is used up (--max-memory)")?;
        if !Self::put(addr, len, Page::Mapped(rights)) {
            return Err(format!("no memory for {len} bytes: {}", std::io::Error::last_os_error()));
        }
        self.left = left;
        self.pages[range].fill(Page::Mapped(rights));
        Ok(())
    }

    fn unmap(&mut self, addr: u32, len: u32) {
        for stretch in self.stretches(addr, len) {
            if Self::put(stretch.start as u32 * PAGE_SIZE, stretch.len() as u32 * PAGE_SIZE, Page::Free) {
                self.left += stretch.len() as u64;
                self.pages[stretch].fill(Page::Free);
            }
        }
    }

    fn protect(&mut self, addr: u32, len: u32, rights: Rights) {
        self.change(addr, len, Page::Mapped(rights));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether nothing lies at a page of this process.
    fn is_free(addr: usize) -> bool {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED_NOREPLACE;
        let len = PAGE_SIZE as usize;
        // SAFETY: with this flag no mapping of the process is replaced; what comes of it is unmapped again.
        unsafe {
            let got = libc::mmap(addr as *mut libc::c_void, len, libc::PROT_NONE, flags, -1, 0);
            got != libc::MAP_FAILED && libc::munmap(got, len) == 0 && got as usize == addr
        }
    }

    /// One test, because a process has these addresses once.
    #[test]
    fn pages_are_what_they_were_made_and_all_that_a_sandbox_reaches_is_reserved() {
        const AT: u32 = 0x2000_0000;
        let mut pages = Pages::reserve(4 * u64::from(PAGE_SIZE), WIDE_REACH).unwrap();
        for taken in [END as usize, (4 << 30) - PAGE_SIZE as usize, 4 << 30, 42 << 30, WIDE_REACH - PAGE_SIZE as usize] {
            assert!(!is_free(taken), "{taken:#x}");
        }
        assert!(Pages::reserve(1, 0).is_err(), "they are had once");
        assert_eq!((pages.beyond(WIDE_REACH - END as usize), pages.beyond(WIDE_REACH - END as usize + 1)), (Some(END), None));
        pages.map(AT, 2 * PAGE_SIZE, Rights::ReadWrite).unwrap();
        pages.write_u32(AT + PAGE_SIZE - 2, 0x1234_5678).unwrap();
        assert_eq!(pages.read_u32(AT + PAGE_SIZE - 2), Ok(0x1234_5678), "across pages");
        assert_eq!(pages.write_u32(AT + 2 * PAGE_SIZE - 2, 1), Err(Fault { addr: AT + 2 * PAGE_SIZE, write: true }));
        pages.protect(AT, PAGE_SIZE, Rights::Read);
        pages.make_code(AT + PAGE_SIZE, PAGE_SIZE);
        for addr in [AT, AT + PAGE_SIZE] {
            assert!(pages.read_u32(addr).is_ok());
            assert_eq!(pages.write_u32(addr, 1), Err(Fault { addr, write: true }));
        }
        pages.protect(AT, PAGE_SIZE, Rights::None);
        assert_eq!(pages.read_u32(AT), Err(Fault { addr: AT, write: false }));
        assert!(pages.map(AT + 4 * PAGE_SIZE, 3 * PAGE_SIZE, Rights::Read).is_err(), "two are left");
        pages.unmap(AT, 2 * PAGE_SIZE);
        pages.map(AT, 4 * PAGE_SIZE, Rights::ReadWrite).unwrap();
        pages.unmap(AT + PAGE_SIZE, PAGE_SIZE);
        pages.write(AT + 2 * PAGE_SIZE, &[1]).unwrap();
        pages.protect(AT, 3 * PAGE_SIZE, Rights::Read);
        assert_eq!(pages.stretches(AT - PAGE_SIZE, 6 * PAGE_SIZE).len(), 2, "with a gap between them");
        assert!(
            pages.read_u32(AT).is_ok()
                && pages.read_u32(AT + PAGE_SIZE).is_err()
                && pages.write(AT + 2 * PAGE_SIZE, &[1]).is_err()
        );
        pages.write(AT + 3 * PAGE_SIZE, &[1]).unwrap();
        pages.unmap(AT - PAGE_SIZE, 6 * PAGE_SIZE);
        assert!(pages.stretches(AT, 4 * PAGE_SIZE).is_empty(), "nothing is left");
        pages.map(AT, 4 * PAGE_SIZE, Rights::ReadWrite).expect("all may be mapped again");
        assert_eq!(pages.read_u32(AT + PAGE_SIZE - 2), Ok(0), "new pages are zero");
        assert!(pages.map(0, PAGE_SIZE, Rights::Read).is_err() && pages.map(END, PAGE_SIZE, Rights::Read).is_err());
    }
}

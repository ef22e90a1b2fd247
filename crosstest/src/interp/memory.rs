//! The guest's memory: pages with a mask of specified bits and, where a page is shared by several
//! objects, a map of their bytes.
//!
//! In: guest addresses. Out: partly specified values, or why the access ends execution ([`Halt`]).
//!
//! - Every byte of a page that the outside world mapped belongs to one object. Pages of globals and
//!   stacks know which bytes do.
//! - A byte outside every object is Unspecified to a reader; on a stack only if an object is near,
//!   as word-wise string functions have it, for what lies around differs between engines, which
//!   check what is read there; writing it is undefined behaviour; touching what is not mapped
//!   traps, except where engines keep their code and their stacks: that is undefined, too.
//! - Invariants: a page's `spec` is empty (everything specified) or as long as the page, with a one
//!   for each *specified* bit, and zeros for bytes outside of objects; `objects` is empty (one
//!   object) or has a bit for each byte. Page 0 of `pages` stands for unmapped memory and allows
//!   nothing. Fresh pages are all zero, so the allocator need not touch them.
//!
//! An access is constant time; ranges are linear in their length.

use super::bits::{Bits, mask};
use super::ops::Halt;
use crate::guest::{Fault, Memory, PAGE_SIZE, Rights};
use crate::layout::{Span, is_engines};

const PAGE: usize = PAGE_SIZE as usize;
const PAGE_COUNT: usize = 0x1_0000;
/// How many bytes of a read are looked at for one of an object on a stack.
const NEAR: usize = 16;
/// Most pages that may be mapped at once: 1 GiB.
const PAGE_LIMIT: usize = 0x4000;

/// What a page holds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Globals of the module.
    Image,
    /// Memory that the outside world mapped.
    Heap,
    /// A stack of the interpreter's own.
    Stack,
}

struct Page {
    kind: Kind,
    readable: bool,
    writable: bool,
    bytes: Vec<u8>,
    spec: Vec<u8>,
    objects: Vec<u64>,
}

impl Page {
    fn new(kind: Kind, rights: Rights) -> Self {
        let mut page =
            Self { kind, readable: false, writable: false, bytes: vec![0; PAGE], spec: Vec::new(), objects: Vec::new() };
        page.set_rights(rights);
        if kind != Kind::Heap {
            page.spec = vec![0; PAGE];
            page.objects = vec![0; PAGE / 64];
        }
        page
    }

    fn set_rights(&mut self, rights: Rights) {
        self.readable = rights != Rights::None;
        self.writable = rights == Rights::ReadWrite;
    }

    /// The first byte of a range that lies outside every object.
    fn outside(&self, offset: usize, len: usize) -> Option<usize> {
        if self.objects.is_empty() {
            return None;
        }
        // A value rarely straddles two words of the map.
        let (shift, all) = (offset % 64, mask(len.clamp(1, 64) as u32));
        if shift + len <= 64 && self.objects[offset / 64] >> shift & all == all {
            return None;
        }
        (offset..offset + len).find(|&at| !self.is_objects(at))
    }

    /// Whether a byte belongs to an object, of a page that several share.
    fn is_objects(&self, at: usize) -> bool {
        self.objects[at / 64] >> (at % 64) & 1 != 0
    }

    fn mark_object(&mut self, offset: usize, len: usize, present: bool) {
        if self.objects.is_empty() {
            return;
        }
        let end = offset + len;
        let mut at = offset;
        // A word at a time: frames of many kilobytes are made and gone at each call.
        while at < end {
            let next = end.min((at / 64 + 1) * 64);
            let bits = u64::MAX >> (64 - (next - at)) << (at % 64);
            if present {
                self.objects[at / 64] |= bits
            } else {
                self.objects[at / 64] &= !bits
            }
            at = next;
        }
    }

    /// Sets the specified-bit masks of a range.
    fn set_spec(&mut self, offset: usize, spec: &[u8]) {
        if self.spec.is_empty() {
            if spec.iter().all(|&byte| byte == 0xff) {
                return;
            }
            self.spec = vec![0xff; PAGE];
        }
        self.spec[offset..offset + spec.len()].copy_from_slice(spec);
    }

    fn fill_spec(&mut self, offset: usize, len: usize, spec: u8) {
        if self.spec.is_empty() {
            if spec == 0xff {
                return;
            }
            self.spec = vec![0xff; PAGE];
        }
        self.spec[offset..offset + len].fill(spec);
    }
}

/// Bytes and their specified-bit masks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shadowed {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// A one for each specified bit.
    pub spec: Vec<u8>,
}

/// Guest memory.
pub struct GuestMemory {
    /// Index into `pages` for each page of the address space.
    table: Vec<u32>,
    pages: Vec<Page>,
    free: Vec<u32>,
    /// Ranges set aside for stacks, whose pages appear when they are first used.
    reserved: Vec<Span>,
    /// Set when the outside world wrote where the program has no object.
    stray_write: Option<u32>,
}

/// Why an access failed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum AccessError {
    /// The memory is not mapped, or protected.
    Fault(Fault),
    /// A write to this address, which is mapped and belongs to no object.
    Outside(u32),
    /// A read of a stack that begins at this address, where no object is near.
    Stray(u32),
}

impl From<AccessError> for Halt {
    #[cold]
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Fault(fault) if is_engines(fault.addr) => {
                Halt::undefined(format!("{fault}, and engines keep different things around it"))
            }
            AccessError::Fault(fault) => Halt::trap(fault.to_string()),
            AccessError::Stray(addr) => Halt::undefined(format!("read of {addr:#010x}, where the stack has no object")),
            AccessError::Outside(addr) => Halt::undefined(format!("write to {addr:#010x}, which belongs to no object")),
        }
    }
}

/// The part of a range within one page: offset in the page, length.
fn chunks(addr: u32, len: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    // Pairs of page number and range; addresses wrap around like the guest's pointers.
    let (mut at, mut left) = (addr, len);
    std::iter::from_fn(move || {
        let offset = (at % PAGE_SIZE) as usize;
        let size = left.min(PAGE - offset);
        let chunk = (left > 0).then_some(((at / PAGE_SIZE) as usize, offset, size));
        at = at.wrapping_add(size as u32);
        left -= size;
        chunk
    })
}

impl Default for GuestMemory {
    fn default() -> Self {
        let mut nowhere = Page::new(Kind::Heap, Rights::None);
        nowhere.bytes = Vec::new();
        Self { table: vec![0; PAGE_COUNT], pages: vec![nowhere], free: Vec::new(), reserved: Vec::new(), stray_write: None }
    }
}

/// Single values.
impl GuestMemory {
    /// Reads `N` bytes (1, 2, 4 or 8), little-endian.
    #[inline]
    pub fn load<const N: usize>(&self, addr: u32) -> Result<Bits, AccessError> {
        let offset = (addr % PAGE_SIZE) as usize;
        let page = &self.pages[self.table[(addr / PAGE_SIZE) as usize] as usize];
        if !page.readable || offset + N > PAGE {
            return self.load_slow(addr, N);
        }
        let v = word::<N>(&page.bytes, offset);
        let u = if page.spec.is_empty() { 0 } else { !word::<N>(&page.spec, offset) & mask(8 * N as u32) };
        if page.kind == Kind::Stack && u == mask(8 * N as u32) {
            return self.load_slow(addr, N);
        }
        Ok(Bits { v, u })
    }

    #[cold]
    fn load_slow(&self, addr: u32, size: usize) -> Result<Bits, AccessError> {
        let mut data = Shadowed::default();
        self.read_shadowed(addr, size, &mut data)?;
        Ok(Bits { v: word_of(&data.bytes), u: !word_of(&data.spec) & mask(8 * size as u32) })
    }

    /// Writes `N` bytes (1, 2, 4 or 8), little-endian.
    #[inline]
    pub fn store<const N: usize>(&mut self, addr: u32, value: Bits) -> Result<(), AccessError> {
        let offset = (addr % PAGE_SIZE) as usize;
        let page = &mut self.pages[self.table[(addr / PAGE_SIZE) as usize] as usize];
        if !page.writable || offset + N > PAGE || !page.objects.is_empty() && page.outside(offset, N).is_some() {
            return self.store_slow(addr, value, N);
        }
        page.bytes[offset..offset + N].copy_from_slice(&value.v.to_le_bytes()[..N]);
        if value.u != 0 || !page.spec.is_empty() {
            page.set_spec(offset, &(!value.u).to_le_bytes()[..N]);
        }
        Ok(())
    }

    #[cold]
    fn store_slow(&mut self, addr: u32, value: Bits, size: usize) -> Result<(), AccessError> {
        self.check_program_write(addr, size)?;
        self.write_shadowed(addr, &value.v.to_le_bytes()[..size], &(!value.u).to_le_bytes()[..size])
    }
}

#[inline]
fn word<const N: usize>(bytes: &[u8], offset: usize) -> u64 {
    let mut word = [0; 8];
    word[..N].copy_from_slice(&bytes[offset..offset + N]);
    u64::from_le_bytes(word)
}

fn word_of(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// Ranges.
impl GuestMemory {
    fn page(&self, number: usize) -> &Page {
        &self.pages[self.table[number] as usize]
    }

    fn page_mut(&mut self, number: usize) -> &mut Page {
        &mut self.pages[self.table[number] as usize]
    }

    fn is_mapped(&self, number: usize) -> bool {
        self.table[number] != 0
    }

    fn is_reserved(&self, addr: u32) -> bool {
        self.reserved.iter().any(|span| span.contains(addr))
    }

    /// Whether a read begins where no object of a stack is near.
    fn is_stray(&self, addr: u32, len: usize) -> bool {
        let (number, offset) = ((addr / PAGE_SIZE) as usize, (addr % PAGE_SIZE) as usize);
        let page = self.page(number);
        let near = len.min(NEAR).min(PAGE - offset);
        match self.is_mapped(number) {
            _ if len == 0 => false,
            true => page.kind == Kind::Stack && (offset..offset + near).all(|at| !page.is_objects(at)),
            false => self.is_reserved(addr),
        }
    }

    /// Appends the bytes of a range to `out`.
    pub fn read_shadowed(&self, addr: u32, len: usize, out: &mut Shadowed) -> Result<(), AccessError> {
        if self.is_stray(addr, len) {
            return Err(AccessError::Stray(addr));
        }
        for (number, offset, size) in chunks(addr, len) {
            let page = self.page(number);
            let at = number as u32 * PAGE_SIZE + offset as u32;
            if page.readable {
                out.bytes.extend_from_slice(&page.bytes[offset..offset + size]);
                match page.spec.is_empty() {
                    true => out.spec.resize(out.bytes.len(), 0xff),
                    false => out.spec.extend_from_slice(&page.spec[offset..offset + size]),
                }
            } else if !self.is_mapped(number) && self.is_reserved(at) {
                out.bytes.resize(out.bytes.len() + size, 0);
                out.spec.resize(out.bytes.len(), 0);
            } else {
                return Err(AccessError::Fault(Fault { addr: at, write: false }));
            }
        }
        Ok(())
    }

    /// Whether a range may be written.
    pub fn check_write(&self, addr: u32, len: usize) -> Result<(), AccessError> {
        let mut outside = None;
        for (number, offset, size) in chunks(addr, len) {
            let page = self.page(number);
            let at = number as u32 * PAGE_SIZE + offset as u32;
            if page.writable {
                outside = outside.or(page.outside(offset, size).map(|hole| at + (hole - offset) as u32));
            } else if !self.is_mapped(number) && self.is_reserved(at) {
                outside = outside.or(Some(at));
            } else {
                return Err(AccessError::Fault(Fault { addr: at, write: true }));
            }
        }
        outside.map_or(Ok(()), |addr| Err(AccessError::Outside(addr)))
    }

    /// Checks a write that the program makes itself. Machines differ in how much of a write that
    /// traps in the middle reaches memory (one access, two halves, bytes, from either end), so what
    /// is there to be written is Unspecified from then on.
    pub fn check_program_write(&mut self, addr: u32, len: usize) -> Result<(), AccessError> {
        let checked = self.check_write(addr, len);
        if let Err(AccessError::Fault(_)) = checked {
            self.unspecify(addr, len);
        }
        checked
    }

    /// Makes what can be written of a range Unspecified.
    fn unspecify(&mut self, addr: u32, len: usize) {
        for (number, offset, size) in chunks(addr, len) {
            if self.page(number).writable {
                self.page_mut(number).fill_spec(offset, size, 0);
            }
        }
    }

    /// Writes bytes with their specified-bit masks; nothing is written unless all of it can be.
    pub fn write_shadowed(&mut self, addr: u32, bytes: &[u8], spec: &[u8]) -> Result<(), AccessError> {
        self.check_write(addr, bytes.len())?;
        let mut done = 0;
        for (number, offset, size) in chunks(addr, bytes.len()) {
            let page = self.page_mut(number);
            page.bytes[offset..offset + size].copy_from_slice(&bytes[done..done + size]);
            page.set_spec(offset, &spec[done..done + size]);
            done += size;
        }
        Ok(())
    }

    /// Fills a range with one byte.
    pub fn fill(&mut self, addr: u32, len: usize, value: Bits) -> Result<(), AccessError> {
        self.check_program_write(addr, len)?;
        for (number, offset, size) in chunks(addr, len) {
            let page = self.page_mut(number);
            page.bytes[offset..offset + size].fill(value.v as u8);
            page.fill_spec(offset, size, !value.u as u8);
        }
        Ok(())
    }

    /// Copies a range; the two may overlap.
    pub fn copy(&mut self, target: u32, source: u32, len: usize) -> Result<(), AccessError> {
        // An unmapped source of 4 GiB must fail before anything of that size is allocated: reading
        // stops at the first bad page.
        let mut data = Shadowed::default();
        if let Err(error) = self.read_shadowed(source, len, &mut data) {
            // What was copied before is as uncertain as after a write that traps.
            self.unspecify(target, len);
            return Err(error);
        }
        self.check_program_write(target, len)?;
        self.write_shadowed(target, &data.bytes, &data.spec)
    }
}

/// Mapping and objects.
impl GuestMemory {
    fn insert(&mut self, number: usize, page: Page) {
        self.remove(number);
        let index = match self.free.pop() {
            Some(index) => {
                self.pages[index as usize] = page;
                index
            }
            None => {
                self.pages.push(page);
                (self.pages.len() - 1) as u32
            }
        };
        self.table[number] = index;
    }

    fn remove(&mut self, number: usize) {
        let index = std::mem::take(&mut self.table[number]);
        if index != 0 {
            let page = &mut self.pages[index as usize];
            *page = Page { kind: Kind::Heap, readable: false, writable: false, bytes: vec![], spec: vec![], objects: vec![] };
            self.free.push(index);
        }
    }

    /// Maps the pages that hold the globals of a region; nothing in them is an object yet.
    pub fn map_image(&mut self, span: Span) {
        for number in span.start / PAGE_SIZE..span.end.div_ceil(PAGE_SIZE) {
            self.insert(number as usize, Page::new(Kind::Image, Rights::ReadWrite));
        }
    }

    /// Sets aside a range for a stack.
    pub fn reserve_stack(&mut self, span: Span) {
        if !self.reserved.contains(&span) {
            self.reserved.push(span);
        }
    }

    /// Forgets the pages of a reserved stack; the range stays set aside.
    pub fn reset_stack(&mut self, span: Span) {
        for number in span.start / PAGE_SIZE..span.end.div_ceil(PAGE_SIZE) {
            self.remove(number as usize);
        }
    }

    /// Makes a range an object with Unspecified content. Stack pages appear as needed; elsewhere
    /// memory must be mapped and writable.
    pub fn add_object(&mut self, addr: u32, len: u32) -> Result<(), AccessError> {
        for (number, offset, _) in chunks(addr, len as usize) {
            let at = number as u32 * PAGE_SIZE + offset as u32;
            if !self.is_mapped(number) && self.is_reserved(at) {
                self.insert(number, Page::new(Kind::Stack, Rights::ReadWrite));
            }
            if !self.page(number).writable {
                return Err(AccessError::Fault(Fault { addr: at, write: true }));
            }
        }
        self.mark(addr, len, true);
        Ok(())
    }

    /// Ends an object: its bytes are Unspecified from now on, and may not be written where objects
    /// are told apart.
    pub fn remove_object(&mut self, addr: u32, len: u32) {
        self.mark(addr, len, false);
    }

    fn mark(&mut self, addr: u32, len: u32, present: bool) {
        for (number, offset, size) in chunks(addr, len as usize) {
            if self.is_mapped(number) {
                let page = self.page_mut(number);
                page.mark_object(offset, size, present);
                page.fill_spec(offset, size, 0);
            }
        }
    }

    /// Ranges of memory that the outside world mapped and the program may read, in ascending order; neighbours are one
    /// range. (What is protected no engine can be asked for.)
    pub fn heap(&self) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        // Most functions map nothing, and the table is long.
        if self.pages.iter().skip(1).all(|page| page.kind != Kind::Heap) {
            return spans;
        }
        let is_shown =
            |number: usize| self.is_mapped(number) && self.page(number).kind == Kind::Heap && self.page(number).readable;
        for number in (0..PAGE_COUNT).filter(|&number| is_shown(number)) {
            // The last page's end does not fit into an address: its last byte is left out.
            let (start, end) = (number as u32 * PAGE_SIZE, (number as u32 * PAGE_SIZE).saturating_add(PAGE_SIZE));
            match spans.last_mut() {
                Some(last) if last.end == start => last.end = end,
                _ => spans.push(Span { start, end }),
            }
        }
        spans
    }

    /// Whether no page of a range is protected from reading.
    pub fn may_be_read(&self, span: Span) -> bool {
        chunks(span.start, span.len() as usize).all(|(number, ..)| !self.is_mapped(number) || self.page(number).readable)
    }

    /// The content of a mapped range whatever its rights; unmapped bytes are Unspecified.
    pub fn peek(&self, span: Span) -> Shadowed {
        let mut out = Shadowed::default();
        for (number, offset, size) in chunks(span.start, span.len() as usize) {
            let page = self.page(number);
            if !self.is_mapped(number) {
                out.bytes.resize(out.bytes.len() + size, 0);
                out.spec.resize(out.bytes.len(), 0);
                continue;
            }
            out.bytes.extend_from_slice(&page.bytes[offset..offset + size]);
            match page.spec.is_empty() {
                true => out.spec.resize(out.bytes.len(), 0xff),
                false => out.spec.extend_from_slice(&page.spec[offset..offset + size]),
            }
        }
        out
    }

    /// The address of a write of the outside world that hit no object, once.
    pub fn take_stray_write(&mut self) -> Option<u32> {
        self.stray_write.take()
    }
}

impl Memory for GuestMemory {
    fn read(&self, addr: u32, buffer: &mut [u8]) -> Result<(), Fault> {
        let mut data = Shadowed::default();
        match self.read_shadowed(addr, buffer.len(), &mut data) {
            Ok(()) => buffer.copy_from_slice(&data.bytes),
            Err(AccessError::Fault(fault)) => return Err(fault),
            Err(AccessError::Outside(addr) | AccessError::Stray(addr)) => return Err(Fault { addr, write: false }),
        }
        Ok(())
    }

    /// A write outside of every object is recorded and ends the run at its next step.
    fn write(&mut self, addr: u32, bytes: &[u8]) -> Result<(), Fault> {
        match self.write_shadowed(addr, bytes, &vec![0xff; bytes.len()]) {
            Ok(()) => Ok(()),
            Err(AccessError::Fault(fault)) => Err(fault),
            Err(AccessError::Outside(addr) | AccessError::Stray(addr)) => {
                self.stray_write.get_or_insert(addr);
                Ok(())
            }
        }
    }

    fn map(&mut self, addr: u32, len: u32, rights: Rights) -> Result<(), String> {
        let (first, count) = ((addr / PAGE_SIZE) as usize, len.div_ceil(PAGE_SIZE) as usize);
        if !addr.is_multiple_of(PAGE_SIZE) || first + count > PAGE_COUNT {
            return Err(format!("cannot map {len:#x} bytes at {addr:#x}"));
        }
        let replaced = (first..first + count).filter(|&number| self.is_mapped(number)).count();
        if self.pages.len() - self.free.len() + count - replaced > PAGE_LIMIT {
            return Err("out of guest memory".into());
        }
        for number in first..first + count {
            self.insert(number, Page::new(Kind::Heap, rights));
        }
        Ok(())
    }

    fn unmap(&mut self, addr: u32, len: u32) {
        let first = (addr / PAGE_SIZE) as usize;
        for number in first..(first + len.div_ceil(PAGE_SIZE) as usize).min(PAGE_COUNT) {
            self.remove(number);
        }
    }

    fn protect(&mut self, addr: u32, len: u32, rights: Rights) {
        let first = (addr / PAGE_SIZE) as usize;
        for number in first..(first + len.div_ceil(PAGE_SIZE) as usize).min(PAGE_COUNT) {
            if self.is_mapped(number) {
                self.page_mut(number).set_rights(rights);
            }
        }
    }
}

//! Memory of an image's segments, owned here and lent to the emulator.
//!
//! An engine that runs one image after the other would spend most of its time mapping and unmapping: each change of the map makes the
//! emulator rebuild its tables. Segments that two images have in common stay mapped instead, and get their new content from this side.
//!
//! Invariants: the memory of a [`HostSegment`] is page-aligned, as long as its segment, and neither moves nor goes away while it lives.
//! The program may write to it while the emulator runs; nothing here touches it then, because that takes the engine's `&mut self`.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr::NonNull;

use crate::load::{Chunk, Segment};

/// The host's page size, which the emulator wants memory to be aligned to.
const HOST_PAGE: usize = 4096;

/// A segment of an image with the memory behind it.
pub(super) struct HostSegment {
    segment: Segment,
    memory: NonNull<u8>,
}

impl HostSegment {
    /// Zeroed memory for a segment.
    pub fn new(segment: Segment) -> Self {
        let layout = Self::layout(segment);
        assert!(layout.size() > 0, "a segment has at least a page");
        // SAFETY: the layout's size is not zero.
        let memory = unsafe { alloc_zeroed(layout) };
        Self { segment, memory: NonNull::new(memory).unwrap_or_else(|| handle_alloc_error(layout)) }
    }

    fn layout(segment: Segment) -> Layout {
        Layout::from_size_align(segment.len as usize, HOST_PAGE).expect("a segment is smaller than the address space")
    }

    /// What it is the memory of.
    pub fn segment(&self) -> Segment {
        self.segment
    }

    /// Where the memory is, for the emulator.
    pub fn memory(&self) -> *mut u8 {
        self.memory.as_ptr()
    }

    /// Makes it what an image says: the chunks that lie in it, and between them repetitions of `background`, whose length divides that of
    /// the segment.
    pub fn fill(&mut self, background: &[u8], chunks: &[Chunk]) {
        // SAFETY: the memory is `len` bytes long and lives as long as `self`. The emulator is not running, so nobody else touches it.
        let bytes = unsafe { std::slice::from_raw_parts_mut(self.memory.as_ptr(), self.segment.len as usize) };
        match background {
            [byte] => bytes.fill(*byte),
            _ => bytes.chunks_exact_mut(background.len()).for_each(|bytes| bytes.copy_from_slice(background)),
        }
        for chunk in chunks {
            let offset = chunk.addr.wrapping_sub(self.segment.addr);
            if offset >= self.segment.len {
                continue;
            }
            let room = &mut bytes[offset as usize..];
            let len = chunk.bytes.len().min(room.len());
            room[..len].copy_from_slice(&chunk.bytes[..len]);
        }
    }

    /// Writes some bytes. False, and nothing is written, if they are not all in the segment.
    pub fn write(&mut self, addr: u32, bytes: &[u8]) -> bool {
        let offset = addr.wrapping_sub(self.segment.addr) as usize;
        if offset.saturating_add(bytes.len()) > self.segment.len as usize {
            return false;
        }
        // SAFETY: the range was just checked to lie in the memory, which lives as long as `self`; the emulator is not running.
        unsafe { self.memory.as_ptr().add(offset).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        true
    }
}

impl Drop for HostSegment {
    fn drop(&mut self) {
        // SAFETY: the memory was allocated with this layout, and is given back once.
        unsafe { dealloc(self.memory.as_ptr(), Self::layout(self.segment)) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::Access;

    #[test]
    fn content_is_replaced_whole() {
        let segment = Segment { addr: 0x1_0000, len: 0x1_0000, access: Access::READ_WRITE };
        let mut host = HostSegment::new(segment);
        // SAFETY: nobody else has this memory, and the range lies in it.
        let bytes = |host: &HostSegment| unsafe { std::slice::from_raw_parts(host.memory(), 0x1_0000) }.to_vec();
        let chunk = |addr: u32, bytes: &[u8]| Chunk { addr, bytes: bytes.to_vec() };
        host.fill(&[0], &[chunk(0x1_0004, b"abc"), chunk(0x2_0000, b"elsewhere"), chunk(0x1_fffe, b"xy")]);
        let found = bytes(&host);
        assert_eq!((&found[..8], &found[0xfffe..]), (&b"\0\0\0\0abc\0"[..], &b"xy"[..]));
        host.fill(&[1, 2], &[chunk(0x1_0000, b"z")]);
        let found = bytes(&host);
        assert_eq!((&found[..4], &found[0xfffe..]), (&b"z\x02\x01\x02"[..], &[1, 2][..]));
    }
}

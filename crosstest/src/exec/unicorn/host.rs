//! Memory of an image's segments, owned here and lent to the emulator.
//!
//! An engine that runs one image after the other would spend most of its time mapping and
//! unmapping: each change of the map makes the emulator rebuild its tables. Segments that two
//! images have in common stay mapped instead, and get their new content from this side.
//!
//! Invariants: the memory of a [`HostSegment`] is page-aligned, as long as its segment, and neither
//! moves nor goes away while it lives. The program may write to it while the emulator runs; nothing
//! here touches it then, because that takes the engine's `&mut self`.

use std::ptr::NonNull;

use crate::load::{Chunk, Segment};

/// A segment of an image with the memory behind it.
pub(super) struct HostSegment {
    segment: Segment,
    memory: NonNull<u8>,
    /// Whether the memory is zero because it was never filled. The code that lends it fills it
    /// first.
    is_new: bool,
}

impl HostSegment {
    /// Zeroed memory for a segment. An error if there is none left.
    pub fn new(segment: Segment) -> Result<Self, String> {
        let (rights, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE);
        // Pages that are not touched cost nothing this way: of a stack of megabytes, most are never
        // used. SAFETY: a new mapping at an address of the system's choice touches nothing that
        // exists.
        let memory = unsafe { libc::mmap(std::ptr::null_mut(), segment.len as usize, rights, kind, -1, 0) };
        if memory == libc::MAP_FAILED {
            let error = std::io::Error::last_os_error();
            return Err(format!("no memory for the {} bytes at {:#x}: {error}", segment.len, segment.addr));
        }
        let memory = NonNull::new(memory.cast()).ok_or("a mapping at address zero")?;
        Ok(Self { segment, memory, is_new: true })
    }

    /// What it is the memory of.
    pub fn segment(&self) -> Segment {
        self.segment
    }

    /// Where the memory is, for the emulator.
    pub fn memory(&self) -> *mut u8 {
        self.memory.as_ptr()
    }

    /// Makes it what an image says: the chunks that lie in it, and between them repetitions of
    /// `background`, whose length divides that of the segment.
    pub fn fill(&mut self, background: &[u8], chunks: &[Chunk]) {
        let is_new = std::mem::replace(&mut self.is_new, false);
        // SAFETY: the memory is `len` bytes long and lives as long as `self`. The emulator is not
        // running, so nothing else touches it.
        let bytes = unsafe { std::slice::from_raw_parts_mut(self.memory.as_ptr(), self.segment.len as usize) };
        match background {
            [0] if is_new => {}
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
        self.is_new = false;
        let offset = addr.wrapping_sub(self.segment.addr) as usize;
        if offset.saturating_add(bytes.len()) > self.segment.len as usize {
            return false;
        }
        // SAFETY: the range was just checked to lie in the memory, which lives as long as `self`;
        // the emulator is not running.
        unsafe { self.memory.as_ptr().add(offset).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        true
    }
}

impl Drop for HostSegment {
    fn drop(&mut self) {
        // SAFETY: the memory was mapped with this length, and is given back once.
        unsafe { libc::munmap(self.memory.as_ptr().cast(), self.segment.len as usize) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::Access;

    #[test]
    fn content_is_replaced_whole() {
        let segment = Segment { addr: 0x1_0000, len: 0x1_0000, access: Access::READ_WRITE };
        let mut host = HostSegment::new(segment).unwrap();
        // SAFETY: nothing else has this memory, and the range lies in it.
        let bytes = |host: &HostSegment| unsafe { std::slice::from_raw_parts(host.memory(), 0x1_0000) }.to_vec();
        let chunk = |addr: u32, bytes: &[u8]| Chunk { addr, bytes: bytes.to_vec() };
        host.fill(&[0], &[chunk(0x1_0004, b"abc"), chunk(0x2_0000, b"elsewhere"), chunk(0x1_fffe, b"xy")]);
        let found = bytes(&host);
        assert_eq!((&found[..8], &found[0xfffe..]), (&b"\0\0\0\0abc\0"[..], &b"xy"[..]));
        host.fill(&[0], &[]);
        assert!(bytes(&host).iter().all(|&byte| byte == 0));
        host.fill(&[1, 2], &[chunk(0x1_0000, b"z")]);
        let found = bytes(&host);
        assert_eq!((&found[..4], &found[0xfffe..]), (&b"z\x02\x01\x02"[..], &[1, 2][..]));
    }
}

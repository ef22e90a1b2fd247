//! Where the bytes come from: memory, or a stream of which only a window is held.
//!
//! Both forms answer the same two questions (the bytes from here on; a block's bytes), so that the
//! reader gives one verdict whatever the form. A stream is read forward only: what lies before the
//! last window asked for is forgotten. Memory grows with the bytes that really arrive, never with
//! an announced length.

use std::borrow::Cow;
use std::io::{self, Read};

/// Bytes that are asked for at once, to save calls. A stream that has fewer at the moment is not
/// waited for.
const CHUNK: usize = 64 * 1024;

/// The input.
pub(super) enum Source<'a> {
    /// The whole file.
    Bytes(&'a [u8]),
    /// A stream.
    Stream(Stream),
}

/// A stream and the part of it that is held.
pub(super) struct Stream {
    read: Box<dyn Read + Send>,
    held: Vec<u8>,
    /// Where bytes arrive.
    chunk: Vec<u8>,
    /// Offset in the file of the first held byte.
    base: u64,
    ended: bool,
}

impl<'a> Source<'a> {
    pub(super) fn stream(read: Box<dyn Read + Send>) -> Self {
        Source::Stream(Stream { read, held: Vec::new(), chunk: Vec::new(), base: 0, ended: false })
    }

    /// The bytes from the file offset `from` on: at least `len`, fewer only where the input ends.
    pub(super) fn window(&mut self, from: u64, len: u64) -> io::Result<&[u8]> {
        match self {
            Source::Bytes(bytes) => Ok(from_offset(bytes, from)),
            Source::Stream(stream) => stream.window(from, len),
        }
    }

    /// Exactly `len` bytes from `from`, or fewer where the input ends; borrowed from memory, copied
    /// from a stream.
    pub(super) fn take(&mut self, from: u64, len: u64) -> io::Result<Cow<'a, [u8]>> {
        match self {
            Source::Bytes(bytes) => Ok(Cow::Borrowed(prefix(from_offset(bytes, from), len))),
            Source::Stream(stream) => Ok(Cow::Owned(prefix(stream.window(from, len)?, len).to_vec())),
        }
    }
}

fn from_offset(bytes: &[u8], from: u64) -> &[u8] {
    usize::try_from(from).ok().and_then(|from| bytes.get(from..)).unwrap_or(&[])
}

/// At most the first `len` bytes.
pub(super) fn prefix(bytes: &[u8], len: u64) -> &[u8] {
    usize::try_from(len).ok().and_then(|len| bytes.get(..len)).unwrap_or(bytes)
}

impl Stream {
    fn window(&mut self, from: u64, len: u64) -> io::Result<&[u8]> {
        let skip = from.saturating_sub(self.base);
        if !self.ended && (self.held.len() as u64) < skip.saturating_add(len) {
            self.forget(skip);
            let needed = (from.saturating_sub(self.base)).saturating_add(len);
            while !self.ended && (self.held.len() as u64) < needed {
                self.read_some()?;
            }
        }
        Ok(from_offset(&self.held, from.saturating_sub(self.base)))
    }

    /// Reads what is there, at least one byte unless the stream ends.
    fn read_some(&mut self) -> io::Result<()> {
        self.chunk.resize(CHUNK, 0);
        let got = loop {
            match self.read.read(&mut self.chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        self.held.extend_from_slice(&self.chunk[..got]);
        self.ended = got == 0;
        Ok(())
    }

    fn forget(&mut self, bytes: u64) {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX).min(self.held.len());
        self.held.drain(..bytes);
        self.base += bytes as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte at a time, and says how far it was read.
    struct Drip(u64, u64);

    impl Read for Drip {
        fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
            if self.0 == self.1 || buf.is_empty() {
                return Ok(0);
            }
            buf[0] = self.0 as u8;
            self.0 += 1;
            Ok(1)
        }
    }

    #[test]
    fn a_stream_answers_like_memory() {
        let bytes: Vec<u8> = (0..300_000_u64).map(|i| i as u8).collect();
        let (mut memory, mut stream) = (Source::Bytes(&bytes), Source::stream(Box::new(Drip(0, 300_000))));
        for (from, len) in [(0, 10), (4, 70_000), (70_000, 5), (299_990, 4), (299_990, 40), (300_000, 1)] {
            let expected = prefix(memory.window(from, len).unwrap(), len).to_vec();
            assert_eq!(prefix(stream.window(from, len).unwrap(), len), expected, "{from} {len}");
            assert_eq!(*stream.take(from, len).unwrap(), expected, "{from} {len}");
        }
    }

    #[test]
    fn a_stream_is_not_waited_for_longer_than_it_must() {
        let mut stream = Stream { read: Box::new(Drip(0, 1 << 20)), held: Vec::new(), chunk: Vec::new(), base: 0, ended: false };
        for (from, len) in [(0, 10), (7, 5), (100, 30)] {
            stream.window(from, len).unwrap();
            assert_eq!(stream.base + stream.held.len() as u64, from + len, "the last byte asked for is the last one read");
        }
    }

    #[test]
    fn a_stream_holds_only_a_window() {
        let mut stream = Stream { read: Box::new(Drip(0, 1 << 20)), held: Vec::new(), chunk: Vec::new(), base: 0, ended: false };
        for from in (0..1 << 20).step_by(1000) {
            stream.window(from, 2000).unwrap();
            assert!(stream.held.len() <= CHUNK);
        }
    }
}

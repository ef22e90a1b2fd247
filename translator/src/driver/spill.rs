//! Bytes that are appended now and read once, later: the last few are in memory, what came before
//! them in a file that has no name any more.
//!
//! Memory is bounded however many bytes there are. A system that gives no file, or no room in it, is
//! no failure: the bytes stay in memory then, and a line on standard error says so, once. Only reading them back can fail.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};

use super::output::create_temporary;
use crate::object::{CodeStore, Contents};

/// How many bytes are in memory before they go to the file.
const KEPT: usize = 2 << 20;

/// Bytes that there is room for at first: so many that allocators give them pages of their own, which
/// grow without being copied.
const ROOM: usize = 1 << 17;

/// Bytes on their way.
#[derive(Default, Debug)]
pub struct Spill {
    file: Option<File>,
    /// Bytes in the file, all of them before those in memory.
    in_file: u64,
    kept: Vec<u8>,
    /// Whether a file could not be made or written: there is no second try.
    failed: bool,
}

impl CodeStore for Spill {
    fn extend(&mut self, bytes: &[u8]) {
        if self.kept.is_empty() {
            self.kept.reserve(ROOM);
        } else if self.kept.len() + bytes.len() > KEPT {
            self.spill();
        }
        self.kept.extend_from_slice(bytes);
    }

    fn fill(&mut self, count: usize, byte: u8) {
        self.kept.resize(self.kept.len() + count, byte);
    }
}

impl Contents for Spill {
    fn size(&self) -> u64 {
        self.in_file + self.kept.len() as u64
    }

    fn write_to(&self, mut out: &mut dyn Write) -> io::Result<()> {
        if let Some(mut file) = self.file.as_ref() {
            file.seek(SeekFrom::Start(0))?;
            let copied = io::copy(&mut file.take(self.in_file), &mut out)?;
            if copied != self.in_file {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "a temporary file has become shorter"));
            }
        }
        out.write_all(&self.kept)
    }
}

impl Spill {
    fn spill(&mut self) {
        if self.failed {
            return;
        }
        match self.write_kept() {
            Ok(()) => {
                self.in_file += self.kept.len() as u64;
                self.kept.clear();
            }
            Err(error) => {
                self.failed = true;
                let dir = std::env::temp_dir();
                let message = format!("pnacl-sz: {}: {error}: code stays in memory\n", dir.display());
                // A closed standard error is no reason to fail a translation that can succeed.
                let _ = io::stderr().write_all(message.as_bytes());
            }
        }
    }

    /// Writes what is in memory to the file, behind what is there. What was written of a failed try lies
    /// behind `in_file`, where the next one would be.
    fn write_kept(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(nameless()?),
        };
        file.seek(SeekFrom::Start(self.in_file))?;
        file.write_all(&self.kept)
    }
}

/// A new file in the system's directory for temporary ones, which goes away with its handle.
fn nameless() -> io::Result<File> {
    let (file, path) = create_temporary(&std::env::temp_dir(), OsStr::new("pnacl-sz"))?;
    std::fs::remove_file(&path)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(piece: usize, pieces: usize, failed: bool) -> (Spill, Vec<u8>) {
        let (mut spill, mut expected) = (Spill { failed, ..Spill::default() }, Vec::new());
        for number in 0..pieces {
            let bytes = vec![number as u8; piece];
            spill.extend(&bytes);
            expected.extend_from_slice(&bytes);
            spill.fill(number % 3, 0xcc);
            expected.resize(expected.len() + number % 3, 0xcc);
        }
        (spill, expected)
    }

    #[test]
    fn all_bytes_come_back_in_order() {
        // Nothing, a little, several times what is kept, pieces larger than that.
        for (piece, pieces) in [(1, 0), (1000, 10), (100_000, 130), (KEPT + 1, 3)] {
            for failed in [false, true] {
                let (spill, expected) = filled(piece, pieces, failed);
                assert_eq!(spill.size(), expected.len() as u64);
                assert_eq!(spill.file.is_some(), !failed && expected.len() > KEPT, "{piece} {pieces}");
                let mut written = Vec::new();
                spill.write_to(&mut written).unwrap();
                assert!(written == expected, "{piece} {pieces}");
            }
        }
    }

    #[test]
    fn memory_is_bounded() {
        let (spill, expected) = filled(100_000, 130, false);
        assert!(expected.len() > 2 * KEPT && spill.kept.capacity() <= 2 * KEPT, "{} bytes kept", spill.kept.capacity());
    }

    #[test]
    fn a_file_that_cannot_be_written_loses_nothing() {
        let (mut spill, expected) = filled(1000, 100, false);
        let path = std::env::temp_dir().join(format!("pnacl-sz-test-{}", std::process::id()));
        std::fs::write(&path, "").unwrap();
        spill.file = Some(File::open(&path).unwrap());
        std::fs::remove_file(&path).unwrap();
        spill.spill();
        assert!(spill.failed);
        spill.file = None;
        let mut written = Vec::new();
        spill.write_to(&mut written).unwrap();
        assert!(written == expected);
    }
}

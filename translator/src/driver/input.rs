//! Reads an input: a file is memory-mapped, anything else is read to its end.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;
use std::path::PathBuf;

use memmap2::Mmap;

/// Where the input comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

/// The bytes of an input.
#[derive(Debug)]
pub enum Bytes {
    /// A mapped file.
    Mapped(Mmap),
    /// Bytes that have been read.
    Read(Vec<u8>),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Read(bytes) => bytes,
        }
    }
}

impl Input {
    /// How messages name it.
    pub fn name(&self) -> String {
        match self {
            Input::Stdin => "<stdin>".into(),
            Input::File(path) => path.display().to_string(),
        }
    }

    /// Opens a file and maps it, or reads what cannot be mapped.
    pub fn open(&self) -> io::Result<Bytes> {
        let mut bytes = Vec::new();
        match self {
            Input::Stdin => io::stdin().lock().read_to_end(&mut bytes)?,
            Input::File(path) => {
                let mut file = File::open(path)?;
                let metadata = file.metadata()?;
                if metadata.is_dir() {
                    return Err(io::ErrorKind::IsADirectory.into());
                }
                // An empty file cannot be mapped, and a pipe or device has no length to map.
                if metadata.is_file() && metadata.len() > 0 {
                    // SAFETY: the mapping is private and read-only, so this process never changes
                    // the bytes behind the slice. Another process could, by rewriting or truncating
                    // the file meanwhile (which would end this process with SIGBUS, as it would end
                    // a linker that maps its inputs). That none does so is a requirement that
                    // `--help` states.
                    return Ok(Bytes::Mapped(unsafe { Mmap::map(&file) }?));
                }
                file.read_to_end(&mut bytes)?
            }
        };
        Ok(Bytes::Read(bytes))
    }
}

/// What kind of input some bytes are.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Format {
    /// Frozen PNaCl bitcode: starts with `PEXE`.
    Bitcode,
    /// The text form.
    Text,
}

impl Format {
    /// Tells the kind by content. The message of the error says what the input looks like instead.
    pub fn detect(bytes: &[u8]) -> Result<Format, &'static str> {
        // Plain, and in a wrapper.
        const LLVM_MAGIC: [&[u8]; 2] = [b"BC\xc0\xde", b"\xde\xc0\x17\x0b"];
        let start = &bytes[..bytes.len().min(4096)];
        if bytes.starts_with(b"PEXE") {
            Ok(Format::Bitcode)
        } else if LLVM_MAGIC.iter().any(|magic| bytes.starts_with(magic)) {
            Err("this is LLVM bitcode, not frozen PNaCl bitcode: run pnacl-freeze first")
        } else if bytes.is_empty() {
            Err("the input is empty")
        } else if start.iter().all(|&byte| byte >= b' ' || matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c)) {
            Ok(Format::Text)
        } else {
            Err("neither frozen PNaCl bitcode (no PEXE at the start) nor text")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_by_content() {
        assert_eq!(Format::detect(b"PEXE\0\0"), Ok(Format::Bitcode));
        assert_eq!(Format::detect("; übersetzt\ndefine void @f() {\n".as_bytes()), Ok(Format::Text));
        assert!(Format::detect(b"").is_err());
        assert!(Format::detect(b"\x7fELF\x01").is_err());
        assert!(Format::detect(b"BC\xc0\xde").unwrap_err().contains("pnacl-freeze"));
    }

    #[test]
    fn files_are_mapped_and_empty_files_and_devices_are_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("in");
        std::fs::write(&path, "").unwrap();
        assert!(matches!(Input::File(path.clone()).open().unwrap(), Bytes::Read(bytes) if bytes.is_empty()));
        std::fs::write(&path, "abc").unwrap();
        let bytes = Input::File(path).open().unwrap();
        assert!(matches!(bytes, Bytes::Mapped(_)));
        assert_eq!(*bytes, *b"abc");
        assert!(Input::File(dir.path().to_path_buf()).open().is_err());
        assert!(Input::File("/dev/null".into()).open().unwrap().is_empty());
    }
}

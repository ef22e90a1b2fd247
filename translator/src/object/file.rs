//! A finished file: not all of it need be in memory.

use std::fmt::Debug;
use std::io::{self, Write};

/// Where the code of an object file is until the file is written: what there is most of.
pub trait CodeStore: Debug + Send {
    /// How many bytes there are.
    fn size(&self) -> u64;

    /// Appends bytes.
    fn extend(&mut self, bytes: &[u8]);

    /// Appends a byte so many times.
    fn fill(&mut self, count: usize, byte: u8);

    /// Writes all of them.
    ///
    /// # Errors
    /// If `out` fails, or they cannot be had back.
    fn write_to(&self, out: &mut dyn Write) -> io::Result<()>;
}

impl CodeStore for Vec<u8> {
    fn size(&self) -> u64 {
        self.len() as u64
    }

    fn extend(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    fn fill(&mut self, count: usize, byte: u8) {
        self.resize(self.len() + count, byte);
    }

    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self)
    }
}

/// What a translation gives: an object file, or assembly text.
#[derive(Debug)]
pub struct ObjectFile {
    head: Vec<u8>,
    /// Nothing if all is in the head.
    code: Option<Box<dyn CodeStore>>,
    rest: Vec<u8>,
}

impl ObjectFile {
    /// A file that consists of these three parts.
    pub(super) fn of(head: Vec<u8>, code: Box<dyn CodeStore>, rest: Vec<u8>) -> Self {
        Self { head, code: Some(code), rest }
    }

    /// Its size in bytes.
    pub fn size(&self) -> u64 {
        self.head.len() as u64 + self.code_size() + self.rest.len() as u64
    }

    fn code_size(&self) -> u64 {
        self.code.as_ref().map_or(0, |code| code.size())
    }

    /// Writes it.
    ///
    /// # Errors
    /// If `out` fails, or the code cannot be had back.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.head)?;
        if let Some(code) = &self.code {
            code.write_to(out)?;
        }
        out.write_all(&self.rest)
    }

    /// Its bytes.
    ///
    /// # Errors
    /// If the code cannot be had back.
    pub fn into_bytes(self) -> io::Result<Vec<u8>> {
        let code_size = self.code_size() as usize;
        let mut bytes = self.head;
        bytes.reserve_exact(code_size + self.rest.len());
        if let Some(code) = self.code {
            code.write_to(&mut bytes)?;
        }
        bytes.extend_from_slice(&self.rest);
        Ok(bytes)
    }
}

impl From<Vec<u8>> for ObjectFile {
    fn from(bytes: Vec<u8>) -> Self {
        Self { head: bytes, code: None, rest: Vec::new() }
    }
}

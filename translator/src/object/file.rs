//! A finished file: not all of it need be in memory.

use std::fmt::Debug;
use std::io::{self, Write};

/// A part of a file.
pub trait Contents: Debug + Send {
    /// How many bytes it has.
    fn size(&self) -> u64;

    /// Writes all of them.
    ///
    /// # Errors
    /// If `out` fails, or they cannot be had back.
    fn write_to(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// Where the code of an object file is until the file is written: what there is most of.
pub trait CodeStore: Contents {
    /// Appends bytes.
    fn extend(&mut self, bytes: &[u8]);

    /// Appends a byte so many times.
    fn fill(&mut self, count: usize, byte: u8);
}

impl Contents for Vec<u8> {
    fn size(&self) -> u64 {
        self.len() as u64
    }

    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self)
    }
}

impl CodeStore for Vec<u8> {
    fn extend(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    fn fill(&mut self, count: usize, byte: u8) {
        self.resize(self.len() + count, byte);
    }
}

/// What a translation gives: an object file, or assembly text.
#[derive(Debug)]
pub struct ObjectFile {
    parts: Vec<Box<dyn Contents>>,
}

impl ObjectFile {
    /// A file that consists of these parts.
    pub(super) fn of(parts: Vec<Box<dyn Contents>>) -> Self {
        Self { parts }
    }

    /// Its size in bytes.
    pub fn size(&self) -> u64 {
        self.parts.iter().map(|part| part.size()).sum()
    }

    /// Writes it.
    ///
    /// # Errors
    /// If `out` fails, or the code cannot be had back.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        self.parts.iter().try_for_each(|part| part.write_to(out))
    }

    /// Its bytes.
    ///
    /// # Errors
    /// If the code cannot be had back.
    pub fn into_bytes(self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(self.size() as usize);
        self.write_to(&mut bytes)?;
        Ok(bytes)
    }
}

impl From<Vec<u8>> for ObjectFile {
    fn from(bytes: Vec<u8>) -> Self {
        Self { parts: vec![Box::new(bytes)] }
    }
}

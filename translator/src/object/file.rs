//! A finished file: not all of it need be in memory.

use std::io::{self, Write};

use crate::util::spill::Spill;

/// What a translation gives: an object file, or assembly text.
#[derive(Default, Debug)]
pub struct ObjectFile {
    head: Vec<u8>,
    /// The code: what there is most of.
    code: Spill,
    rest: Vec<u8>,
}

impl ObjectFile {
    /// A file that consists of these three parts.
    pub(super) fn of(head: Vec<u8>, code: Spill, rest: Vec<u8>) -> Self {
        Self { head, code, rest }
    }

    /// Its size in bytes.
    pub fn size(&self) -> u64 {
        self.head.len() as u64 + self.code.len() + self.rest.len() as u64
    }

    /// Writes it.
    ///
    /// # Errors
    /// If `out` fails, or a temporary file that holds a part cannot be read back.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.head)?;
        self.code.write_to(out)?;
        out.write_all(&self.rest)
    }

    /// Its bytes.
    ///
    /// # Errors
    /// If a temporary file that holds a part cannot be read back.
    pub fn into_bytes(self) -> io::Result<Vec<u8>> {
        // What has no second part is as it should be already.
        if self.code.is_empty() && self.rest.is_empty() {
            return Ok(self.head);
        }
        let mut bytes = self.head;
        bytes.reserve_exact((self.code.len() as usize) + self.rest.len());
        self.code.write_to(&mut bytes)?;
        bytes.extend_from_slice(&self.rest);
        Ok(bytes)
    }
}

impl From<Vec<u8>> for ObjectFile {
    fn from(bytes: Vec<u8>) -> Self {
        Self { head: bytes, ..Self::default() }
    }
}

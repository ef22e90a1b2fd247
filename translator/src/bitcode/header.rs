//! The file header: `PEXE`, then tagged fields.
//!
//! Layout, little-endian: magic (4 bytes), number of fields (u16), number of bytes of all fields
//! (u16), then each field: tag (u16: identity in the upper 12 bits, type in the lower 4), length in
//! bytes (u16), data padded to 4 bytes. A field of type 1 holds a u32. The only field that this ABI
//! knows is identity 1, the PNaCl version, and its only value is 2, which fixes the header to the
//! 16 bytes of the manual; other contents are told apart here for the sake of the message. Bytes
//! after the last field are skipped.
//!
//! Source: [PNACL-MANUAL] "Header Record".

use crate::error::DecodeError;

const MAGIC: &[u8; 4] = b"PEXE";
const PREFIX: usize = 8;
const TYPE_U32: u16 = 1;
const ID_VERSION: u16 = 1;
/// A flag of the SDK's writer: every record ends at a byte. Its readers call it unsupported.
const ID_ALIGNED: u16 = 2;
const VERSION: u32 = 2;

/// The header that the writer puts before a module.
pub const BYTES: [u8; 16] = *b"PEXE\x01\0\x08\0\x11\0\x04\0\x02\0\0\0";

/// Bytes from whose content the length of the whole header is known.
pub const PREFIX_BYTES: u64 = PREFIX as u64;

/// How many bytes it takes to check the header that starts like this; what is no header needs no
/// more.
pub fn length(bytes: &[u8]) -> u64 {
    PREFIX_BYTES + u64::from(u16_at(bytes, 6).unwrap_or(0))
}

fn error(byte: usize, message: impl Into<String>) -> DecodeError {
    DecodeError::new(byte as u64 * 8, "header", None, message)
}

fn u16_at(bytes: &[u8], at: usize) -> Result<u16, DecodeError> {
    match bytes.get(at..).and_then(<[u8]>::first_chunk) {
        Some(&pair) => Ok(u16::from_le_bytes(pair)),
        None => Err(error(at, "the file ends within the header")),
    }
}

/// Checks the header at the start of `bytes` and returns its length, a multiple of 4.
pub fn check(bytes: &[u8]) -> Result<usize, DecodeError> {
    match bytes.get(..4) {
        Some(magic) if magic == MAGIC => {}
        Some(magic) if magic == b"BC\xc0\xde" || magic == b"\xde\xc0\x17\x0b" => {
            return Err(error(0, "this is LLVM bitcode; expected a finalised PNaCl executable (PEXE)"));
        }
        Some(_) => return Err(error(0, "bad magic number; expected PEXE")),
        None => return Err(error(bytes.len(), "the file ends within the header")),
    }
    let count = u16_at(bytes, 4)?;
    let end = PREFIX + usize::from(u16_at(bytes, 6)?);
    let mut at = PREFIX;
    let mut version = None;
    for _ in 0..count {
        at = check_field(bytes, at, end, &mut version)?;
    }
    match version {
        None => Err(error(PREFIX, "no PNaCl version field")),
        // What the fields leave of the announced bytes is skipped, as Google's readers do.
        Some(_) => Ok(end),
    }
}

/// Checks one field and returns where the next one starts.
fn check_field(bytes: &[u8], at: usize, end: usize, version: &mut Option<u32>) -> Result<usize, DecodeError> {
    let (tag, len) = (u16_at(bytes, at)?, u16_at(bytes, at + 2)?);
    let next = at + 4 + usize::from(len).next_multiple_of(4);
    if next > end {
        return Err(error(at, format!("a header field runs past the {end} bytes that the header announces")));
    }
    let (id, kind) = (tag >> 4, tag & 15);
    if id == ID_ALIGNED {
        return Err(error(
            at,
            "records aligned to bytes (header field 2): an experiment of pnacl-freeze; freeze the file without it",
        ));
    }
    if id != ID_VERSION {
        return Err(error(at, format!("header field {id}; expected only the PNaCl version (field {ID_VERSION})")));
    }
    if kind != TYPE_U32 || len != 4 {
        return Err(error(
            at,
            format!("the PNaCl version has type {kind} and {len} bytes; expected type {TYPE_U32} and 4 bytes"),
        ));
    }
    let Some(&data) = bytes.get(at + 4..).and_then(<[u8]>::first_chunk) else {
        return Err(error(bytes.len(), "the file ends within the header"));
    };
    match u32::from_le_bytes(data) {
        _ if version.is_some() => Err(error(at, "a second PNaCl version field")),
        VERSION => {
            *version = Some(VERSION);
            Ok(next)
        }
        1 => Err(error(at + 4, "PNaCl version 1, from before the format was frozen; no released browser ran it; expected 2")),
        other => Err(error(at + 4, format!("PNaCl version {other}; expected {VERSION}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: [u8; 16] = [b'P', b'E', b'X', b'E', 1, 0, 8, 0, 0x11, 0, 4, 0, 2, 0, 0, 0];

    fn message(bytes: &[u8]) -> String {
        check(bytes).unwrap_err().to_string()
    }

    fn changed(at: usize, byte: u8) -> String {
        let mut bytes = GOOD;
        bytes[at] = byte;
        message(&bytes)
    }

    #[test]
    fn the_manual_s_header_is_accepted() {
        assert_eq!(check(&GOOD), Ok(16));
        assert_eq!(BYTES, GOOD);
    }

    #[test]
    fn every_truncation_is_refused() {
        for len in 0..16 {
            assert!(message(&GOOD[..len]).contains("the file ends within the header"), "{len}");
        }
    }

    #[test]
    fn bytes_after_the_fields_are_skipped() {
        let mut bytes = [&GOOD[..], &[7; 4]].concat();
        bytes[6] = 12;
        assert_eq!(check(&bytes), Ok(20));
    }

    #[test]
    fn bad_fields_are_told_apart() {
        assert_eq!(changed(0, b'Q'), "0:0: header: bad magic number; expected PEXE");
        assert!(message(b"BC\xc0\xde....").contains("LLVM bitcode"));
        assert_eq!(changed(12, 3), "12:0: header: PNaCl version 3; expected 2");
        assert!(changed(12, 1).contains("12:0: header: PNaCl version 1, from before the format was frozen"));
        assert!(changed(8, 0x22).contains("records aligned to bytes (header field 2)"));
        assert!(changed(8, 0x31).contains("header field 3"));
        assert!(changed(8, 0x10).contains("type 0"));
        assert!(changed(10, 3).contains("3 bytes"));
        assert!(changed(10, 5).contains("runs past"));
        assert!(changed(6, 4).contains("runs past"));
        assert!(changed(4, 0).contains("no PNaCl version"));
        let twice = [&[b'P', b'E', b'X', b'E', 2, 0, 16, 0], &GOOD[8..], &GOOD[8..]].concat();
        assert!(message(&twice).contains("second PNaCl version"));
    }
}

//! Bits to record text. In: a `.pexe`. Out: the form with abbreviations, a line for each record,
//! blocks and definitions included.
//!
//! The records need not mean anything, but their bits have to be whole: the first place where they
//! are not is a [`DecodeError`]. A record has at most 128 values that take no bits, and every other
//! value has a bit of its own, so the text is linear in the file.

use std::fmt::Write;

use super::{DEFINE, END, ENTER};
use crate::bitcode::abbrev::{AbbrevTable, read_unabbreviated};
use crate::bitcode::cursor::Cursor;
use crate::bitcode::header;
use crate::bitcode::records::fixed_count;
use crate::bitcode::values::Values;
use crate::error::DecodeError;

/// A block that has been entered.
struct Open {
    id: u64,
    width: u32,
    /// How many abbreviations there were for blocks of its kind when it was entered; later ones are
    /// not for it.
    shared: usize,
    local: AbbrevTable,
    /// In the abbreviations block: the block that definitions are for.
    target: Option<u64>,
}

/// A line of the text, and how many bits it is.
#[derive(Copy, Clone, Debug)]
pub struct Visited<'a> {
    /// The block that it stands in; for a block's start and end the block itself.
    pub block: u64,
    /// The abbreviation index.
    pub index: u64,
    /// The code and the values after it.
    pub values: &'a [u64],
    /// Where it begins, in bits from the start of the file.
    pub at: u64,
    /// Bits of it, without what is in a block that it enters.
    pub bits: u64,
}

/// Spells out a `.pexe`.
pub fn disassemble(bytes: &[u8]) -> Result<String, DecodeError> {
    let mut text = String::new();
    visit(bytes, |line| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{}", line.index);
        for value in line.values {
            let _ = write!(text, ",{value}");
        }
        text.push_str(";\n");
    })?;
    Ok(text)
}

/// Spells out a `.pexe` as the SDK's tools do: without abbreviations, and their definitions.
pub fn disassemble_plain(bytes: &[u8]) -> Result<String, DecodeError> {
    let mut text = String::new();
    visit(bytes, |line| {
        let is_abbreviations = line.block == 0 || line.values[0] == DEFINE;
        if !is_abbreviations {
            let values: Vec<String> = line.values.iter().map(ToString::to_string).collect();
            text += &(values.join(",") + ";\n");
        }
    })?;
    Ok(text)
}

/// Calls `each` for every record of a `.pexe`, with blocks' starts and ends and definitions of
/// abbreviations among them.
///
/// # Errors
/// The first place where the bits are not whole; `each` has seen what is before it.
pub fn visit(bytes: &[u8], mut each: impl FnMut(Visited<'_>)) -> Result<(), DecodeError> {
    let start = header::check(bytes)?;
    let mut cursor = Cursor::new(&bytes[start.min(bytes.len())..], start as u64 * 8);
    let mut walk = Walk { open: Vec::new(), shared: Vec::new(), record: Values::new() };
    loop {
        let at = cursor.position();
        let (block, index) = walk.item(&mut cursor).map_err(|message| DecodeError::new(at, walk.place(), None, message))?;
        if cursor.failed() {
            let message = if cursor.overflowed() { "integer of more than 64 bits" } else { "the file ends within this record" };
            return Err(DecodeError::new(at, walk.place(), None, message));
        }
        each(Visited { block, index, values: &walk.record, at, bits: cursor.position() - at });
        if walk.open.is_empty() && rest_is_zero(cursor.clone()) {
            return Ok(());
        }
    }
}

/// Whether nothing follows but padding.
fn rest_is_zero(mut cursor: Cursor<'_>) -> bool {
    let bytes = cursor.remaining() / 8;
    cursor.take(bytes).is_some_and(|rest| rest.iter().all(|&byte| byte == 0))
}

struct Walk {
    open: Vec<Open>,
    /// The abbreviations of the abbreviations block, by the number of the block that they are for.
    shared: Vec<(u64, AbbrevTable)>,
    record: Values,
}

impl Walk {
    /// The innermost block, for error messages.
    fn place(&self) -> String {
        self.open.last().map_or(String::new(), |block| format!("block {}", block.id))
    }

    /// Reads one item: the block that it is in and its abbreviation index.
    fn item(&mut self, cursor: &mut Cursor<'_>) -> Result<(u64, u64), String> {
        let width = self.open.last().map_or(2, |block| block.width);
        let index = cursor.fixed(width);
        self.record.clear();
        let mut block = self.open.last().map_or(0, |block| block.id);
        match (index, self.open.is_empty()) {
            (1, _) => block = self.enter(cursor)?,
            (_, true) => return Err(format!("abbreviation {index} outside of any block; expected 1, which enters one")),
            (0, _) => {
                cursor.align32();
                self.open.pop();
                self.record.push(END);
            }
            (2, _) => self.define(cursor)?,
            (3, _) => {
                read_unabbreviated(cursor, u64::MAX, &mut self.record).map_err(|fault| fault.to_string())?;
                self.note_target();
            }
            (4.., _) => {
                self.abbreviated(index - 4, cursor)?;
                self.note_target();
            }
        }
        Ok((block, index))
    }

    fn enter(&mut self, cursor: &mut Cursor<'_>) -> Result<u64, String> {
        let (id, width) = (cursor.vbr(8), cursor.vbr(4));
        cursor.align32();
        cursor.fixed(32);
        if !(2..=16).contains(&width) {
            return Err(format!("abbreviation indices of {width} bits; expected 2 to 16"));
        }
        self.record.extend([ENTER, id, width]);
        let shared = self.shared.iter().find(|(of, _)| *of == id).map_or(0, |(_, table)| table.len());
        self.open.push(Open { id, width: width as u32, shared, local: AbbrevTable::new(), target: None });
        Ok(id)
    }

    fn define(&mut self, cursor: &mut Cursor<'_>) -> Result<(), String> {
        spell_definition(&mut cursor.clone(), &mut self.record);
        let block = self.open.last_mut().expect("a definition is in a block");
        let mut unused = AbbrevTable::new();
        let table = match (block.id, block.target) {
            (0, Some(target)) => match self.shared.iter().position(|(id, _)| *id == target) {
                Some(found) => &mut self.shared[found].1,
                None => {
                    self.shared.push((target, AbbrevTable::new()));
                    &mut self.shared.last_mut().expect("an entry was just added").1
                }
            },
            (0, None) => &mut unused,
            _ => &mut block.local,
        };
        table.define(cursor).map_err(|fault| fault.to_string())
    }

    fn abbreviated(&mut self, index: u64, cursor: &mut Cursor<'_>) -> Result<(), String> {
        let block = self.open.last().expect("a record is in a block");
        let shared = self.shared.iter().find(|(id, _)| *id == block.id).map(|(_, table)| table);
        let index = index as usize;
        let (table, index) = match shared {
            Some(table) if index < block.shared => (table, index),
            _ if index - block.shared < block.local.len() => (&block.local, index - block.shared),
            _ => return Err(format!("abbreviation {} is not defined", index + 4)),
        };
        table.read(index, cursor, u64::MAX, &mut self.record).map_err(|fault| fault.to_string())
    }

    /// In the abbreviations block, code 1 says what block the definitions that follow are for.
    fn note_target(&mut self) {
        if let (Some(block @ Open { id: 0, .. }), Some([1, target])) = (self.open.last_mut(), fixed_count(&self.record)) {
            block.target = Some(target);
        }
    }
}

/// The numbers of a definition. Stops where the definition cannot be right, which reading it then
/// reports.
fn spell_definition(cursor: &mut Cursor<'_>, out: &mut Values) {
    let count = cursor.vbr(5);
    out.extend([DEFINE, count]);
    for _ in 0..count {
        if cursor.failed() {
            return;
        }
        if cursor.fixed(1) == 1 {
            out.extend([1, cursor.vbr(8)]);
            continue;
        }
        let number = cursor.fixed(3);
        out.extend([0, number]);
        if matches!(number, 1 | 2) {
            out.push(cursor.vbr(5));
        }
    }
}

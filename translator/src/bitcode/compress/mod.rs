//! Smaller bitcode: the same records, by abbreviations that are chosen from the module's own
//! statistics.
//!
//! In: a `.pexe`. Out: a `.pexe` with the same blocks and records in the same order. All
//! abbreviations of the input are dropped; new ones (`choose`) are defined in the abbreviations block,
//! which comes first in the module, and each record takes the one that holds it in the fewest bits. Or none
//! are, there is no such block, and every record is spelled out.
//!
//! It is written by way of the text of records, whose writer refuses whatever an abbreviation cannot hold.
//! Complexity: linear in the records, times the abbreviations that are tried for records of their code.
//!
//! Source: [PNACL-MANUAL] "Abbreviations", "Abbreviations Block".

mod choose;
mod shape;

use std::collections::BTreeMap;
use std::fmt::Write;

use super::text_records::{self, assemble, visit};
use crate::error::DecodeError;
use choose::Chosen;
use shape::Shape;

/// The number of the block of abbreviations.
const BLOCK_INFO: u64 = 0;
/// Its record that says what block the definitions after it are for.
const SET_BLOCK: u64 = 1;

/// One line of the records' text, in a flat list of values.
#[derive(Copy, Clone, Debug)]
struct Item {
    start: u32,
    end: u32,
    /// The block that it stands in; for a block's start and end the block itself.
    block: u64,
}

/// The records of a file.
#[derive(Default, Debug)]
struct Records {
    values: Vec<u64>,
    items: Vec<Item>,
}

impl Records {
    fn read(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut records = Self::default();
        visit(bytes, |line| {
            let start = records.values.len() as u32;
            records.values.extend_from_slice(line.values);
            records.items.push(Item { start, end: records.values.len() as u32, block: line.block });
        })?;
        Ok(records)
    }

    fn values(&self, item: Item) -> &[u64] {
        &self.values[item.start as usize..item.end as usize]
    }

    /// The items that are records of the module, and no structure.
    fn rows(&self) -> impl Iterator<Item = Item> + '_ {
        let is_row = |item: &Item| {
            item.block != BLOCK_INFO
                && ![text_records::ENTER, text_records::END, text_records::DEFINE].contains(&self.values(*item)[0])
        };
        self.items.iter().copied().filter(is_row)
    }
}

/// Compresses a `.pexe`.
///
/// # Errors
/// If it is not whole bitcode.
pub fn compress(bytes: &[u8]) -> Result<Vec<u8>, DecodeError> {
    rewrite(bytes, true)
}

/// Takes all abbreviations out of a `.pexe`: indices of blocks have two bits, and every value is written six bits at a time.
///
/// # Errors
/// If it is not whole bitcode.
pub fn spell_out(bytes: &[u8]) -> Result<Vec<u8>, DecodeError> {
    rewrite(bytes, false)
}

fn rewrite(bytes: &[u8], abbreviate: bool) -> Result<Vec<u8>, DecodeError> {
    let records = Records::read(bytes)?;
    let mut rows: BTreeMap<u64, Vec<&[u64]>> = BTreeMap::new();
    for item in records.rows() {
        rows.entry(item.block).or_default().push(records.values(item));
    }
    // The module is entered before abbreviations are defined, which are not for it therefore.
    let module = records.items.first().map(|item| item.block);
    let choose = |block, rows: &[_]| choose::choose(if Some(block) == module || !abbreviate { &[] } else { rows });
    let blocks = rows.iter().map(|(&block, rows)| (block, choose(block, rows))).collect();
    let text = Writer { records: &records, blocks, abbreviate, out: String::new() }.write();
    Ok(assemble(&text).expect("records fit the abbreviations that were chosen for them").bytes)
}

struct Writer<'r> {
    records: &'r Records,
    blocks: BTreeMap<u64, Chosen>,
    abbreviate: bool,
    out: String,
}

impl Writer<'_> {
    fn write(mut self) -> String {
        let mut is_defined = !self.abbreviate;
        for &item in &self.records.items {
            let values = self.records.values(item);
            match (values[0], item.block) {
                (_, BLOCK_INFO) | (text_records::DEFINE, _) => {}
                (text_records::ENTER, block) => {
                    let width = self.blocks.get(&block).map_or(2, Chosen::width);
                    self.line(1, [text_records::ENTER, block, width.into()]);
                    if !std::mem::replace(&mut is_defined, true) {
                        self.define();
                    }
                }
                (text_records::END, _) => self.line(0, [text_records::END]),
                (_, block) => {
                    let index = self.blocks[&block].abbreviation(values);
                    self.line(index.map_or(3, |index| index as u64 + 4), values.iter().copied());
                }
            }
        }
        self.out
    }

    /// The block of abbreviations.
    fn define(&mut self) {
        self.line(1, [text_records::ENTER, BLOCK_INFO, 2]);
        let definitions: Vec<(u64, Vec<Vec<u64>>)> =
            self.blocks.iter().map(|(&block, chosen)| (block, chosen.shapes().iter().map(Shape::definition).collect())).collect();
        for (block, shapes) in definitions.into_iter().filter(|(_, shapes)| !shapes.is_empty()) {
            self.line(3, [SET_BLOCK, block]);
            shapes.into_iter().for_each(|shape| self.line(2, [text_records::DEFINE].into_iter().chain(shape)));
        }
        self.line(0, [text_records::END]);
    }

    fn line(&mut self, index: u64, values: impl IntoIterator<Item = u64>) {
        // Writing to a String cannot fail.
        let _ = write!(self.out, "{index}");
        values.into_iter().for_each(|value| _ = write!(self.out, ",{value}"));
        self.out.push_str(";\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    /// Blocks and records, without abbreviations.
    fn plain(bytes: &[u8]) -> Vec<Vec<u64>> {
        let records = Records::read(bytes).unwrap();
        let kept = records.items.iter().filter(|item| item.block != BLOCK_INFO);
        let lines = kept.map(|&item| records.values(item).to_vec()).filter(|values| values[0] != text_records::DEFINE);
        // The width of a block's indices is the abbreviations'.
        lines.map(|values| if values[0] == text_records::ENTER { values[..2].to_vec() } else { values }).collect()
    }

    #[test]
    fn programs_become_smaller_and_stay_the_same() {
        let programs = testing::programs();
        assert!(!programs.is_empty());
        for path in programs {
            let bytes = std::fs::read(&path).unwrap();
            let small = compress(&bytes).unwrap();
            assert_eq!(plain(&small), plain(&bytes), "{}", path.display());
            assert!(small.len() < bytes.len(), "{}: {} bytes of {}", path.display(), small.len(), bytes.len());
            let again = compress(&small).unwrap();
            assert_eq!(again, small, "{}: what is small stays so", path.display());
            let spelled = spell_out(&bytes).unwrap();
            assert_eq!(plain(&spelled), plain(&bytes), "{}", path.display());
            assert!(compress(&spelled).unwrap() == small, "{}: what is spelled out can be compressed", path.display());
            let records = Records::read(&spelled).unwrap();
            let has_abbreviations = |item: &Item| item.block == BLOCK_INFO || records.values(*item)[0] == text_records::DEFINE;
            assert!(!records.items.iter().any(has_abbreviations), "{}", path.display());
        }
    }

    #[test]
    fn what_is_no_bitcode_is_refused() {
        assert!(compress(b"PEXE").is_err());
    }
}

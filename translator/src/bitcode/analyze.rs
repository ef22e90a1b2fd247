//! What a `.pexe` consists of: how many blocks and records of each kind, and how many bits they take.
//!
//! In: a `.pexe`. Out: [`Statistics`], which print as a table: for each kind of block its records by
//! code. Every bit of the file is counted once: in a record, a definition, or the start or end of a
//! block; the header is not. Linear.

use std::collections::BTreeMap;
use std::fmt;

use super::records::BlockId;
use super::text_records::{DEFINE, END, ENTER, Visited, visit};
use crate::error::DecodeError;

/// What there is of one kind of record.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Count {
    /// How many.
    pub records: u64,
    /// Of these, how many by an abbreviation.
    pub abbreviated: u64,
    /// Bits of all of them.
    pub bits: u64,
    /// Values of all of them, the code not among them.
    pub values: u64,
}

/// What there is in one kind of block.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BlockStatistics {
    /// How many blocks.
    pub blocks: u64,
    /// Bits of their starts and ends, padding included.
    pub frame_bits: u64,
    /// Definitions of abbreviations.
    pub definitions: Count,
    /// Records, by code.
    pub codes: BTreeMap<u64, Count>,
}

/// What there is in a file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Kinds of blocks, by number.
    pub blocks: BTreeMap<u64, BlockStatistics>,
}

/// The abbreviation index of records without an abbreviation.
const UNABBREVIATED: u64 = 3;

/// Counts what is in a `.pexe`.
///
/// # Errors
/// If it is not whole bitcode.
pub fn analyze(bytes: &[u8]) -> Result<Statistics, DecodeError> {
    let mut statistics = Statistics::default();
    visit(bytes, |line| statistics.add(line))?;
    Ok(statistics)
}

impl Statistics {
    fn add(&mut self, line: Visited<'_>) {
        let block = self.blocks.entry(line.block).or_default();
        match line.values[0] {
            ENTER => {
                block.blocks += 1;
                block.frame_bits += line.bits;
            }
            END => block.frame_bits += line.bits,
            DEFINE => block.definitions.add(line),
            code => block.codes.entry(code).or_default().add(line),
        }
    }

    /// All bits.
    pub fn bits(&self) -> u64 {
        self.blocks.values().map(BlockStatistics::bits).sum()
    }
}

impl BlockStatistics {
    /// All bits in blocks of this kind, without those of blocks in them.
    pub fn bits(&self) -> u64 {
        self.frame_bits + self.definitions.bits + self.codes.values().map(|count| count.bits).sum::<u64>()
    }
}

impl Count {
    fn add(&mut self, line: Visited<'_>) {
        self.records += 1;
        self.abbreviated += u64::from(line.index > UNABBREVIATED);
        self.bits += line.bits;
        self.values += line.values.len() as u64 - 1;
    }

    fn line(&self, f: &mut fmt::Formatter<'_>, what: &str, total: u64) -> fmt::Result {
        let Count { records, abbreviated, bits, values } = *self;
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let (per_record, of_file, by_abbreviation) =
            (bits as f64 / records.max(1) as f64, share(bits, total), share(abbreviated, records));
        writeln!(f, "  {what:<12} {records:>9} {values:>10} {bits:>11} {per_record:>8.1} {of_file:>7.2} {by_abbreviation:>7.1}")
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.bits();
        for (&number, block) in &self.blocks {
            let name = BlockId::from_number(number).map_or("unknown", BlockId::name);
            writeln!(f, "block {number} ({name}): {} blocks, {} bytes", block.blocks, block.bits().div_ceil(8))?;
            writeln!(f, "                 records     values        bits bits/rec  % file % abbr.")?;
            block.definitions.line(f, "abbreviation", total)?;
            let frames = Count { records: block.blocks, bits: block.frame_bits, ..Count::default() };
            frames.line(f, "start, end", total)?;
            for (code, count) in &block.codes {
                count.line(f, &format!("code {code}"), total)?;
            }
        }
        writeln!(f, "{} bytes without the header", total / 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn every_bit_is_counted() {
        for path in testing::programs() {
            let bytes = std::fs::read(&path).unwrap();
            let statistics = analyze(&bytes).unwrap();
            let header = super::super::header::check(&bytes).unwrap();
            // What follows the module is padding.
            let counted = header as u64 + statistics.bits() / 8;
            assert!(statistics.bits().is_multiple_of(32) && counted <= bytes.len() as u64, "{}", path.display());
            assert!(bytes[counted as usize..].iter().all(|&byte| byte == 0), "{}", path.display());
            assert_eq!(statistics.blocks[&(BlockId::Module as u64)].blocks, 1);
        }
    }

    #[test]
    fn a_table_names_blocks_and_codes() {
        let text = "1,65535,8,2;\n3,1,1;\n1,65535,17,3;\n2,65533,2,1,21,0,1,1;\n3,1,2;\n4,21,1;\n0,65534;\n0,65534;\n";
        let bytes = crate::bitcode::text_records::assemble(text).unwrap().bytes;
        let statistics = analyze(&bytes).unwrap();
        let types = &statistics.blocks[&17];
        assert_eq!((types.blocks, types.definitions.records, types.definitions.values), (1, 1, 6));
        assert_eq!(types.codes[&21], Count { records: 1, abbreviated: 1, bits: 4, values: 1 });
        // Three bits of index, and three chunks of six.
        assert_eq!(types.codes[&1], Count { records: 1, abbreviated: 0, bits: 21, values: 1 });
        let table = statistics.to_string();
        assert!(table.contains("block 17 (") && table.contains("): 1 blocks, "), "{table}");
        assert!(table.contains("  code 21              1          1           4      4.0"), "{table}");
    }
}

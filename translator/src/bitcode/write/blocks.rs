//! Blocks and records: nesting, announced lengths, and the choice of an abbreviation for each
//! record.
//!
//! A record is written by whichever abbreviation of its block, or none, takes the fewest bits; ties
//! go to the lowest index. So no caller names an abbreviation, no abbreviation is used for a value
//! that it cannot hold, and equal records give equal bits. Cost: a few passes over the record.
//!
//! Source: [PNACL-MANUAL] "Default Abbreviations", "Enter Block Record", "Exit Block Record",
//! "Abbreviations Block".

use super::abbrevs::{self, BLOCK_INFO, Shape, index_width, shapes};
use super::bits::{Bits, vbr_bits};
use crate::bitcode::records::BlockId;

const END_BLOCK: u64 = 0;
const ENTER_BLOCK: u64 = 1;
const DEFINE_ABBREV: u64 = 2;
const UNABBREVIATED: u64 = 3;
const FIRST_ABBREV: u64 = 4;

/// Announces for which kind of block the following abbreviations are.
const SET_BLOCK_ID: u64 = 1;

/// A block that has been entered.
#[derive(Copy, Clone, Debug)]
struct Open {
    id: BlockId,
    /// Byte offset of its contents; the word before holds its length.
    start: usize,
}

/// Writes nested blocks of records.
#[derive(Debug)]
pub(super) struct BlockWriter {
    bits: Bits,
    open: Vec<Open>,
    type_width: u32,
    too_long: bool,
}

impl BlockWriter {
    /// Starts after a header. Type numbers take `type_width` bits, 1 to 32.
    pub(super) fn new(header: &[u8], type_width: u32) -> Self {
        Self { bits: Bits::after(header.to_vec()), open: Vec::new(), type_width, too_long: false }
    }

    /// The bits of an abbreviation index in the innermost block; outside of any block there are 2.
    fn width(&self) -> u32 {
        self.open.last().map_or(2, |open| index_width(open.id))
    }

    /// Enters a block.
    pub(super) fn enter(&mut self, id: BlockId) {
        self.bits.fixed(ENTER_BLOCK, self.width());
        self.bits.vbr(id as u64, 8);
        self.bits.vbr(u64::from(index_width(id)), 4);
        self.bits.align32();
        self.bits.fixed(0, 32);
        self.open.push(Open { id, start: self.bits.len() });
    }

    /// Ends the innermost block and fills in its length.
    pub(super) fn end(&mut self) {
        self.bits.fixed(END_BLOCK, self.width());
        self.bits.align32();
        if let Some(open) = self.open.pop() {
            match u32::try_from((self.bits.len() - open.start) / 4) {
                Ok(words) => self.bits.patch(open.start - 4, words),
                Err(_) => self.too_long = true,
            }
        }
    }

    /// Writes a record.
    pub(super) fn record(&mut self, code: u64, operands: impl ExactSizeIterator<Item = u64> + Clone) {
        let shapes = self.open.last().map_or(&[][..], |open| shapes(open.id));
        match self.best_abbreviation(shapes, code, operands.clone()) {
            Some(index) => {
                self.bits.fixed(FIRST_ABBREV + index as u64, self.width());
                abbrevs::emit(&mut self.bits, shapes[index], self.type_width, code, operands);
            }
            None => {
                self.bits.fixed(UNABBREVIATED, self.width());
                self.bits.vbr(code, 6);
                self.bits.vbr(operands.len() as u64, 6);
                operands.for_each(|operand| self.bits.vbr(operand, 6));
            }
        }
    }

    /// The abbreviation that takes the fewest bits; `None` if none beats the form without one.
    fn best_abbreviation(
        &self,
        shapes: &[Shape],
        code: u64,
        operands: impl ExactSizeIterator<Item = u64> + Clone,
    ) -> Option<usize> {
        let costs = shapes.iter().enumerate().filter_map(|(index, shape)| {
            let cost = abbrevs::cost(shape, self.type_width, code, operands.clone())?;
            Some((cost, index))
        });
        let (cost, index) = costs.min()?;
        let plain = vbr_bits(code, 6) + vbr_bits(operands.len() as u64, 6);
        let plain = plain + operands.map(|operand| vbr_bits(operand, 6)).sum::<u64>();
        (cost <= plain).then_some(index)
    }

    /// Writes the abbreviations block.
    pub(super) fn block_info(&mut self) {
        self.enter(BlockId::BlockInfo);
        for block in BLOCK_INFO {
            self.record(SET_BLOCK_ID, [block as u64].into_iter());
            self.define(shapes(block));
        }
        self.end();
    }

    /// Defines abbreviations in the innermost block.
    pub(super) fn define(&mut self, shapes: &[Shape]) {
        for shape in shapes {
            self.bits.fixed(DEFINE_ABBREV, self.width());
            abbrevs::define(&mut self.bits, shape, self.type_width);
        }
    }

    /// The bytes; `None` if a block is longer than its header can say (16 GiB).
    pub(super) fn finish(self) -> Option<Vec<u8>> {
        debug_assert!(self.open.is_empty());
        (!self.too_long).then(|| self.bits.into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitcode::abbrev::AbbrevTable;
    use crate::bitcode::cursor::Cursor;
    use crate::bitcode::records::{BlockName, Item, Records};

    /// Writes records into a block of a kind, reads them back with the block's abbreviations, and
    /// gives the block's words.
    fn round_trip(id: BlockId, records: &[(u64, &[u64])]) -> u64 {
        let mut writer = BlockWriter::new(&[], 5);
        writer.enter(id);
        writer.define(shapes(id));
        for (code, operands) in records {
            writer.record(*code, operands.iter().copied());
        }
        writer.end();
        let bytes = writer.finish().unwrap();
        let (mut cursor, mut reader, none) = (Cursor::new(&bytes, 0), Records::new(), AbbrevTable::new());
        assert!(matches!(reader.next(&mut cursor, &none), Ok(Item::Block)));
        let header = reader.nested();
        assert_eq!((header.id, header.bytes), (id, cursor.remaining() / 8));
        reader.enter(BlockName::module_level(id), header.width, cursor.position(), &none).unwrap();
        for (code, operands) in records {
            assert!(matches!(reader.next(&mut cursor, &none), Ok(Item::Record)));
            assert_eq!((reader.code(), reader.operands()), (*code, *operands));
        }
        assert!(matches!(reader.next(&mut cursor, &none), Ok(Item::End)));
        header.bytes / 4
    }

    #[test]
    fn records_are_read_back_whatever_their_values() {
        let wide = [u64::MAX, 0, 1 << 40];
        for id in BlockId::ALL {
            for code in 0..50 {
                let records: [(u64, &[u64]); 5] = [(code, &[]), (code, &[0]), (code, &[1, 2]), (code, &wide), (code, &[3; 100])];
                round_trip(id, &records);
            }
        }
    }

    #[test]
    fn the_shortest_form_is_chosen() {
        // Bytes below 32 are shorter without the abbreviation, others with it.
        let small = round_trip(BlockId::Globals, &[(3, &[0; 1000])]);
        let large = round_trip(BlockId::Globals, &[(3, &[200; 1000])]);
        let empty = round_trip(BlockId::Globals, &[]);
        assert!((6000 / 32..6100 / 32).contains(&(small - empty)), "{small}");
        assert!((8000 / 32..8100 / 32).contains(&(large - empty)), "{large}");
        // Zeros have an abbreviation of their own, three bits a record.
        let [zeros, ones] = [0, 2].map(|value| round_trip(BlockId::Constants, &[(4, &[value][..]); 320]));
        assert_eq!((ones - zeros) * 32, 320 * 8);
    }

    /// The abbreviations block of the SDK's files whose type numbers take 5 bits.
    #[test]
    fn the_abbreviations_are_the_sdk_s() {
        let sdk = concat!(
            "0781239141c80449061032399201840c250508191e048b6280144502428a0401140d081d048c24051922442405c89011",
            "223940468a104305450532860f8e2b64a44862902143e420981c01c848500c20a42840c871c004291290712420430600"
        );
        let mut writer = BlockWriter::new(&[], 5);
        writer.block_info();
        let bytes = writer.finish().unwrap();
        let hex: String = bytes[8..].iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, sdk);
    }
}

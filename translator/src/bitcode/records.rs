//! Walks the items of one block: records, nested blocks, the end. Local abbreviations are taken in
//! on the way.
//!
//! A [`Records`] holds what changes while a block is read (the record's values, the local
//! abbreviations, the place for error messages) and owns no bits, so that it can be reused from
//! block to block without allocating. A block's header announces its length; the caller hands in a
//! cursor over exactly that many bits, and the end of the block has to coincide with the end of the
//! cursor.
//!
//! Source: [PNACL-MANUAL] "Default Abbreviations", "Enter Block Record", "Exit Block Record".

use std::fmt;

use super::abbrev::{self, AbbrevTable, Fault};
use super::cursor::Cursor;
use super::values::Values;
use crate::error::DecodeError;

/// The abbreviation index that ends a block.
pub(super) const END_BLOCK: u64 = 0;
/// The one that starts one inside.
pub(super) const ENTER_BLOCK: u64 = 1;
const DEFINE_ABBREV: u64 = 2;
const UNABBREVIATED: u64 = 3;
const FIRST_ABBREV: u64 = 4;

/// The kinds of blocks, by their number in the bitcode.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum BlockId {
    /// Abbreviations for other blocks.
    BlockInfo = 0,
    /// The program.
    Module = 8,
    /// The constants of a function.
    Constants = 11,
    /// A function body.
    Function = 12,
    /// Names.
    SymbolTable = 14,
    /// Types.
    Types = 17,
    /// Global variables.
    Globals = 19,
}

impl BlockId {
    /// Every kind of block.
    pub const ALL: [BlockId; 7] = {
        use BlockId::*;
        [BlockInfo, Module, Constants, Function, SymbolTable, Types, Globals]
    };

    /// The kind with this number.
    pub fn from_number(number: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|&id| id as u64 == number)
    }

    /// The name in error messages.
    pub const fn name(self) -> &'static str {
        match self {
            BlockId::BlockInfo => "abbreviations",
            BlockId::Module => "module",
            BlockId::Constants => "constants",
            BlockId::Function => "function",
            BlockId::SymbolTable => "symbol table",
            BlockId::Types => "types",
            BlockId::Globals => "globals",
        }
    }
}

/// A block for error messages: its kind and, in and below a function block, which function block of
/// the module it is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BlockName {
    /// Kind.
    pub id: BlockId,
    /// Position of the function block, from 0.
    pub function: Option<u32>,
}

impl BlockName {
    /// A block outside of functions.
    pub const fn module_level(id: BlockId) -> Self {
        Self { id, function: None }
    }
}

impl fmt::Display for BlockName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.id, self.function) {
            (BlockId::Function, Some(index)) => write!(f, "function block {index}"),
            (id, Some(index)) => write!(f, "function block {index}, {} block", id.name()),
            (id, None) => write!(f, "{} block", id.name()),
        }
    }
}

/// Where an error is: enough to build a [`DecodeError`] from.
#[derive(Copy, Clone, Debug)]
pub struct ErrorPlace {
    /// Absolute bit offset.
    pub offset: u64,
    /// Block.
    pub block: BlockName,
    /// Record code, if in a record.
    pub code: Option<u64>,
}

impl ErrorPlace {
    /// An error at this place.
    #[cold]
    pub fn error(&self, message: impl Into<String>) -> DecodeError {
        DecodeError::new(self.offset, self.block.to_string(), self.code, message)
    }
}

/// A nested block's header.
#[derive(Copy, Clone, Debug)]
pub struct BlockHeader {
    /// Kind.
    pub id: BlockId,
    /// Bits of an abbreviation index.
    pub width: u32,
    /// Length of the body in bytes, a multiple of 4, at most 2^34.
    pub bytes: u64,
}

/// What comes next in a block.
#[derive(Copy, Clone, Debug)]
pub enum Item {
    /// A record, to be fetched with [`Records::code`] and [`Records::operands`].
    Record,
    /// A nested block, to be fetched with [`Records::nested`]; the cursor is at the start of its
    /// body.
    Block,
    /// The definition of an abbreviation for other blocks, in the abbreviations block only; see
    /// [`Records::define`].
    Define,
    /// The end of this block.
    End,
}

/// The state of reading one block.
#[derive(Clone, Debug)]
pub struct Records {
    record: Values,
    local: AbbrevTable,
    width: u32,
    limit: u64,
    start: u64,
    block: BlockName,
    nested: BlockHeader,
}

impl Records {
    /// State for reading nothing yet; see [`enter`](Self::enter).
    pub fn new() -> Self {
        let block = BlockName::module_level(BlockId::Module);
        Self {
            record: Values::new(),
            local: AbbrevTable::new(),
            width: 2,
            limit: u64::MAX,
            start: 0,
            block,
            nested: BlockHeader { id: block.id, width: 2, bytes: 0 },
        }
    }

    /// Bits of an abbreviation index in this block.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Starts a block. `shared` are the abbreviations that the abbreviations block defines for its
    /// kind.
    pub fn enter(&mut self, block: BlockName, width: u32, start: u64, shared: &AbbrevTable) -> Result<(), DecodeError> {
        self.record.clear();
        self.local.clear();
        (self.block, self.width, self.start, self.limit) = (block, width, start, u64::MAX);
        self.check_width(shared)
    }

    /// Limits the number of values in a record, for a cursor that only sees a window of the block.
    pub fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    /// The absolute bit offset of the current record.
    #[inline]
    pub fn start(&self) -> u64 {
        self.start
    }

    /// The current record's code.
    #[inline]
    pub fn code(&self) -> u64 {
        self.record.first().copied().unwrap_or(u64::MAX)
    }

    /// The current record's values without the code.
    #[inline]
    pub fn operands(&self) -> &[u64] {
        self.record.get(1..).unwrap_or(&[])
    }

    /// The current record's code and its other values.
    #[inline]
    pub fn code_and_operands(&self) -> (u64, &[u64]) {
        self.record.split_first().map_or((u64::MAX, &[]), |(&code, operands)| (code, operands))
    }

    /// The header of the nested block that has just been met.
    pub fn nested(&self) -> BlockHeader {
        self.nested
    }

    /// The place of the current record, for errors.
    #[inline]
    pub fn place(&self) -> ErrorPlace {
        ErrorPlace { offset: self.start, block: self.block, code: self.record.first().copied() }
    }

    /// An error at the current record.
    #[cold]
    pub fn error(&self, message: impl Into<String>) -> DecodeError {
        self.place().error(message)
    }

    /// An error for a record code that this kind of block does not have.
    #[cold]
    pub fn unknown_code(&self, expected: &str) -> DecodeError {
        self.error(format!("unknown record code; expected {expected}"))
    }

    /// The current record's values, which must be `N`; zeros may follow (`fixed_count`).
    #[inline]
    pub fn exactly<const N: usize>(&self, what: &str) -> Result<[u64; N], DecodeError> {
        fixed_count(self.operands())
            .ok_or_else(|| self.error(format!("{what} record has {} values; expected {N}", self.operands().len())))
    }

    /// Reads up to and including the next item.
    pub fn next(&mut self, cursor: &mut Cursor<'_>, shared: &AbbrevTable) -> Result<Item, DecodeError> {
        self.next_inline(cursor, shared)
    }

    /// As [`next`](Self::next), for the one loop where the call itself would show.
    #[inline(always)]
    pub(super) fn next_inline(&mut self, cursor: &mut Cursor<'_>, shared: &AbbrevTable) -> Result<Item, DecodeError> {
        loop {
            self.start = cursor.position();
            self.record.clear();
            let id = cursor.fixed(self.width);
            let result = match id {
                UNABBREVIATED => abbrev::read_unabbreviated(cursor, self.limit, &mut self.record),
                FIRST_ABBREV.. => self.read_abbreviated((id - FIRST_ABBREV) as usize, cursor, shared)?,
                _ => match self.structure(id, cursor, shared)? {
                    Some(item) => return Ok(item),
                    None => continue,
                },
            };
            if cursor.failed() || result.is_err() {
                return Err(self.bad_record(cursor, result));
            }
            return Ok(Item::Record);
        }
    }

    #[inline(always)]
    fn read_abbreviated(
        &mut self,
        index: usize,
        cursor: &mut Cursor<'_>,
        shared: &AbbrevTable,
    ) -> Result<Result<(), Fault>, DecodeError> {
        if index < shared.len() {
            return Ok(shared.read(index, cursor, self.limit, &mut self.record));
        }
        self.read_local(index, cursor, shared)
    }

    #[inline(never)]
    fn read_local(
        &mut self,
        index: usize,
        cursor: &mut Cursor<'_>,
        shared: &AbbrevTable,
    ) -> Result<Result<(), Fault>, DecodeError> {
        let local = index - shared.len();
        if local >= self.local.len() {
            let count = shared.len() + self.local.len();
            return Err(self.error(format!("abbreviation {} is not defined; this block has {count}, numbered from 4", index + 4)));
        }
        Ok(self.local.read(local, cursor, self.limit, &mut self.record))
    }

    #[cold]
    fn bad_record(&self, cursor: &Cursor<'_>, result: Result<(), Fault>) -> DecodeError {
        match result {
            _ if cursor.overflowed() => self.error("integer of more than 64 bits"),
            Err(fault) if !cursor.failed() => self.error(fault.to_string()),
            _ => self.error("the block's bits end within this record; expected the end of the block"),
        }
    }

    fn check(&self, cursor: &Cursor<'_>) -> Result<(), DecodeError> {
        if cursor.failed() { Err(self.bad_record(cursor, Ok(()))) } else { Ok(()) }
    }

    /// The three abbreviation indices that are not records. `None` after a definition.
    fn structure(&mut self, id: u64, cursor: &mut Cursor<'_>, shared: &AbbrevTable) -> Result<Option<Item>, DecodeError> {
        self.check(cursor)?;
        match id {
            END_BLOCK => self.end(cursor).map(Some),
            ENTER_BLOCK => {
                self.nested = self.header(cursor)?;
                Ok(Some(Item::Block))
            }
            DEFINE_ABBREV if self.block.id == BlockId::BlockInfo => Ok(Some(Item::Define)),
            DEFINE_ABBREV => {
                let mut local = std::mem::take(&mut self.local);
                let result = self.define(cursor, &mut local);
                self.local = local;
                result?;
                self.check_width(shared)?;
                Ok(None)
            }
            _ => unreachable!("records are handled by the caller"),
        }
    }

    /// Reads an abbreviation's definition into `table`.
    pub fn define(&self, cursor: &mut Cursor<'_>, table: &mut AbbrevTable) -> Result<(), DecodeError> {
        let result = table.define(cursor);
        if cursor.failed() || result.is_err() { Err(self.bad_record(cursor, result)) } else { Ok(()) }
    }

    /// The manual asks that the block's index width can express every abbreviation of the block.
    fn check_width(&self, shared: &AbbrevTable) -> Result<(), DecodeError> {
        let count = shared.len() + self.local.len() + FIRST_ABBREV as usize;
        if count > 1 << self.width {
            return Err(self.error(format!("{count} abbreviations do not fit into indices of {} bits", self.width)));
        }
        Ok(())
    }

    fn end(&self, cursor: &mut Cursor<'_>) -> Result<Item, DecodeError> {
        cursor.align32();
        self.check(cursor)?;
        // The module block is read through a window, and its reader checks the length itself.
        if self.block.id != BlockId::Module && cursor.remaining() != 0 {
            return Err(self.error(format!("the block ends {} bits before its announced length", cursor.remaining())));
        }
        Ok(Item::End)
    }

    fn header(&self, cursor: &mut Cursor<'_>) -> Result<BlockHeader, DecodeError> {
        let number = cursor.vbr(8);
        let width = cursor.vbr(4);
        cursor.align32();
        let words = cursor.fixed(32);
        self.check(cursor)?;
        let Some(id) = BlockId::from_number(number) else {
            return Err(self.error(format!("unknown block {number}")));
        };
        if !(2..=16).contains(&width) {
            return Err(self.error(format!("abbreviation indices of {width} bits in {} block; expected 2 to 16", id.name())));
        }
        Ok(BlockHeader { id, width: width as u32, bytes: words * 4 })
    }

    /// Takes a nested block's bits.
    pub fn body<'a>(&self, cursor: &mut Cursor<'a>, header: BlockHeader) -> Result<Cursor<'a>, DecodeError> {
        let start = cursor.position();
        match cursor.take(header.bytes) {
            Some(bytes) => Ok(Cursor::new(bytes, start)),
            None => Err(self.too_long(header, cursor.remaining() / 8)),
        }
    }

    /// The error for a nested block that is longer than what follows.
    #[cold]
    pub fn too_long(&self, header: BlockHeader, left: u64) -> DecodeError {
        self.error(format!("the {} block announces {} bytes, but only {left} follow", header.id.name(), header.bytes))
    }
}

/// The values of a record that has a fixed number of them. Zeros behind the last one are no
/// mistake: a writer that packs records by an abbreviation that is longer than they are leaves them
/// there, and Google's readers look at the values that they expect only.
#[inline]
pub(in crate::bitcode) fn fixed_count<const N: usize>(operands: &[u64]) -> Option<[u64; N]> {
    match operands.try_into() {
        Ok(values) => Some(values),
        Err(_) => without_padding(operands),
    }
}

#[cold]
fn without_padding<const N: usize>(operands: &[u64]) -> Option<[u64; N]> {
    let (values, padding) = operands.split_first_chunk()?;
    padding.iter().all(|&value| value == 0).then_some(*values)
}

impl Default for Records {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{BitWriter, Enc};
    use super::*;

    const TYPES: BlockName = BlockName::module_level(BlockId::Types);

    /// Reads everything in `bits` as a types block with two-bit indices, and gives the records.
    fn walk(width: u32, bits: BitWriter) -> Result<Vec<Vec<u64>>, String> {
        let bytes = bits.into_bytes();
        let (mut cursor, shared) = (Cursor::new(&bytes, 0), AbbrevTable::new());
        let mut records = Records::new();
        records.enter(TYPES, width, 0, &shared).map_err(|error| error.to_string())?;
        let mut all = Vec::new();
        loop {
            match records.next(&mut cursor, &shared).map_err(|error| error.to_string())? {
                Item::Record => all.push(records.record.to_vec()),
                Item::Block => {
                    records.body(&mut cursor, records.nested()).map_err(|error| error.to_string())?;
                }
                Item::End => return Ok(all),
                Item::Define => unreachable!("not the abbreviations block"),
            }
        }
    }

    #[test]
    fn records_with_and_without_abbreviations() {
        let mut bits = BitWriter::new();
        bits.set_width(3);
        bits.define(&[Enc::Lit(7), Enc::Fixed(8)]);
        bits.record(1, &[2, 3]);
        bits.fixed(4, 3);
        bits.fixed(200, 8);
        bits.end();
        assert_eq!(walk(3, bits), Ok(vec![vec![1, 2, 3], vec![7, 200]]));
    }

    #[test]
    fn zeros_may_follow_the_values() {
        assert_eq!(fixed_count(&[1, 2]), Some([1, 2]));
        assert_eq!(fixed_count(&[1, 2, 0, 0]), Some([1, 2]));
        assert_eq!(fixed_count(&[0]), Some([]));
        assert_eq!(fixed_count::<2>(&[1, 2, 0, 3]), None);
        assert_eq!(fixed_count::<2>(&[1]), None);
    }

    #[test]
    fn structural_errors() {
        let bad = |width: u32, write: &dyn Fn(&mut BitWriter)| {
            let mut bits = BitWriter::new();
            bits.set_width(width);
            write(&mut bits);
            walk(width, bits).unwrap_err()
        };
        assert!(bad(2, &|b| b.record(1, &[])).contains("end within this record"));
        assert!(bad(3, &|b| b.fixed(5, 3)).contains("abbreviation 5 is not defined"));
        assert!(bad(2, &|b| b.define(&[Enc::Lit(1)])).contains("do not fit into indices of 2 bits"));
        assert!(
            bad(2, &|b| {
                b.end();
                b.fixed(0, 32);
            })
            .contains("32 bits before its announced length")
        );
        assert!(bad(2, &|b| b.enter_raw(9, 2, 0)).contains("unknown block 9"));
        assert!(bad(2, &|b| b.enter_raw(17, 1, 0)).contains("indices of 1 bits"));
        assert!(bad(2, &|b| b.enter_raw(17, 17, 0)).contains("indices of 17 bits"));
        assert!(bad(2, &|b| b.enter_raw(11, 2, 1 << 30)).contains("constants block announces 4294967296 bytes, but only 0"));
        assert!(bad(2, &|b| b.overlong_record()).contains("more than 64 bits"));
    }

    #[test]
    fn errors_say_where() {
        let mut bits = BitWriter::new();
        bits.record(7, &[32]);
        bits.fixed(3, 2);
        bits.vbr(1, 6);
        bits.vbr(1_000_000, 6);
        let error = walk(2, bits).unwrap_err();
        assert_eq!(error, "3:2: types block: record 1: the record announces 1000000 values, more than can follow");
    }
}

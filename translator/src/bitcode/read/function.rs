//! A function block: block count, constants, instructions, an optional symbol table.
//!
//! [`decode_body`] drives; the instructions themselves are in [`insts`](super::insts) and
//! [`calls`](super::calls). Basic blocks are implicit: one starts with the first instruction after
//! a terminator. Afterwards the announced number of blocks exists, each ends in one terminator,
//! every branch target is one of them and not the entry, every forward reference is defined, and
//! phis match their predecessors ([`phis`](super::phis)).
//!
//! Source: [PNACL-MANUAL] "Function Blocks".

use super::forward::Numbering;
use super::phis::PhiScratch;
use super::tables::SharedTables;
use super::{FunctionBody, constants, symtab};
use crate::bitcode::cursor::Cursor;
use crate::bitcode::records::{BlockHeader, BlockId, BlockName, ErrorPlace, Item, Records, fixed_count};
use crate::error::DecodeError;
use crate::ice::inst::{BlockCall, InstData, SwitchCase};
use crate::ice::{Block, Function, Inst, Module, Type, Value};

/// What decoding bodies reuses. One per thread.
#[derive(Clone, Debug, Default)]
pub struct ReadScratch {
    outer: Records,
    inner: Records,
    lists: Lists,
}

/// Operand lists under construction, and the phis of the function.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    pub(super) values: Vec<Value>,
    pub(super) phi_args: Vec<BlockCall>,
    pub(super) cases: Vec<SwitchCase>,
    pub(super) case_values: Vec<u64>,
    pub(super) types: Vec<u8>,
    /// Each phi of the function, and where its record is.
    pub(super) phis: Vec<(Inst, u64)>,
    pub(super) phi_scratch: PhiScratch,
}

/// The state of decoding one body.
pub(super) struct BodyDecoder<'d> {
    pub(super) shared: &'d SharedTables,
    pub(super) module: &'d Module,
    pub(super) func: &'d mut Function,
    pub(super) lists: &'d mut Lists,
    pub(super) numbering: Numbering,
    /// The current record, for errors.
    pub(super) place: ErrorPlace,
    pub(super) result: Type,
    /// Announced number of blocks; 0 before the announcement.
    pub(super) blocks: u32,
    /// Number of complete blocks: the number of the current one.
    pub(super) current: u32,
    /// Whether the current block has an instruction.
    open: bool,
    /// Whether the current block has an instruction that is not a phi.
    past_phis: bool,
    /// Whether there was a record after the block count.
    started: bool,
    has_symbols: bool,
    /// Bits of the block that follow the current record.
    bits_left: u64,
}

const DECLARE_BLOCKS: u64 = 1;
pub(super) const PHI: u64 = 16;
const FORWARD_TYPE: u64 = 43;

/// Decodes a function body into `out`, whose allocations are reused. After an error `out` holds an
/// unusable part of the body.
///
/// `body` must come from the reader that made `shared` and `module`.
pub fn decode_body(
    shared: &SharedTables,
    module: &Module,
    body: &FunctionBody<'_>,
    scratch: &mut ReadScratch,
    out: &mut Function,
) -> Result<(), DecodeError> {
    faults_in!(module.func_symbol(body.id).into_owned());
    let ReadScratch { outer, inner, lists } = scratch;
    let sig = module.func_sig(body.id);
    out.reset(body.id, &sig.params);
    // The SDK's records take about three bytes each.
    out.reserve(body.bytes.len() / 3, body.bytes.len() / 3);
    lists.phis.clear();
    let abbrevs = shared.abbrevs(BlockId::Function);
    let name = BlockName { id: BlockId::Function, function: Some(body.index) };
    outer.enter(name, body.width, body.offset, abbrevs)?;
    let mut decoder = BodyDecoder {
        shared,
        module,
        numbering: Numbering::new(module, out),
        func: out,
        lists,
        place: outer.place(),
        result: sig.result,
        blocks: 0,
        current: 0,
        open: false,
        past_phis: false,
        started: false,
        has_symbols: false,
        bits_left: 0,
    };
    let mut cursor = Cursor::new(&body.bytes, body.offset);
    loop {
        let item = outer.next_inline(&mut cursor, abbrevs)?;
        if let Item::Record = item {
            let (code, operands) = outer.code_and_operands();
            (decoder.place.offset, decoder.place.code) = (outer.start(), Some(code));
            decoder.bits_left = cursor.remaining();
            decoder.record(code, operands)?;
            continue;
        }
        (decoder.place.offset, decoder.place.code) = (outer.start(), None);
        match item {
            Item::Block => {
                let header = outer.nested();
                let mut nested = outer.body(&mut cursor, header)?;
                decoder.nested(inner, header, body.index, &mut nested)?;
            }
            Item::End => return decoder.end(),
            Item::Define | Item::Record => return Err(outer.error("unexpected definition")),
        }
    }
}

/// How many blocks a body says that it has, which is its first record; `None` if it begins with something else.
pub fn announced_blocks(shared: &SharedTables, body: &FunctionBody<'_>, scratch: &mut ReadScratch) -> Option<u64> {
    let records = &mut scratch.outer;
    let abbrevs = shared.abbrevs(BlockId::Function);
    records.enter(BlockName { id: BlockId::Function, function: Some(body.index) }, body.width, body.offset, abbrevs).ok()?;
    let mut cursor = Cursor::new(&body.bytes, body.offset);
    loop {
        match records.next(&mut cursor, abbrevs).ok()? {
            Item::Record => break,
            Item::Define => {}
            Item::Block | Item::End => return None,
        }
    }
    match records.code_and_operands() {
        (DECLARE_BLOCKS, &[count]) => Some(count),
        _ => None,
    }
}

impl BodyDecoder<'_> {
    /// An error at the current record.
    #[cold]
    pub(super) fn error(&self, message: impl Into<String>) -> DecodeError {
        self.place.error(message)
    }

    /// The most results that can still come, this record's included: a record takes at least the two
    /// bits of its abbreviation's index.
    pub(super) fn room(&self) -> u64 {
        self.bits_left / 2 + 1
    }

    #[inline]
    fn record(&mut self, code: u64, operands: &[u64]) -> Result<(), DecodeError> {
        if self.blocks == 0 {
            return self.declare_blocks(code, operands);
        }
        self.started = true;
        match code {
            FORWARD_TYPE => return self.forward_type(operands),
            DECLARE_BLOCKS => return Err(self.error("a second block count")),
            _ => {}
        }
        if self.current == self.blocks {
            return Err(self.error(format!("an instruction after the last of {} blocks", self.blocks)));
        }
        if !self.open {
            self.func.append_block();
            (self.open, self.past_phis) = (true, false);
        }
        if code == PHI {
            if self.past_phis {
                return Err(self.error("a phi after an instruction that is not a phi"));
            }
            return self.phi(operands);
        }
        self.past_phis = true;
        self.instruction(code, operands)
    }

    fn declare_blocks(&mut self, code: u64, operands: &[u64]) -> Result<(), DecodeError> {
        if code != DECLARE_BLOCKS {
            return Err(self.error("expected the number of blocks (1) first"));
        }
        let [count] = self.exactly(operands)?;
        // Every block needs a terminator's record.
        if count == 0 || count > self.room().min(u64::from(u32::MAX) >> 1) {
            return Err(self.error(format!("{count} blocks; expected at least 1, and no more than the block has records")));
        }
        self.blocks = count as u32;
        Ok(())
    }

    fn forward_type(&mut self, operands: &[u64]) -> Result<(), DecodeError> {
        let [number, ty] = self.exactly(operands)?;
        let ty = self.value_type(ty)?;
        let Ok(number) = u32::try_from(number) else {
            return Err(self.error(format!("value number {number}; expected 32 bits")));
        };
        let room = self.room();
        self.numbering.declare(self.func, number, ty, room, &self.place)
    }

    fn nested(
        &mut self,
        records: &mut Records,
        header: BlockHeader,
        index: u32,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), DecodeError> {
        if self.blocks == 0 {
            return Err(self.error("expected the number of blocks (1) first"));
        }
        match header.id {
            BlockId::Constants if self.started => Err(self.error("constants after the first instruction")),
            BlockId::Constants => {
                constants::read_constants(records, header, index, cursor, self.shared, &mut self.numbering, self.func)
            }
            BlockId::SymbolTable if self.current < self.blocks => Err(self.error("a symbol table before the last block's end")),
            BlockId::SymbolTable if self.has_symbols => Err(self.error("a second symbol table")),
            BlockId::SymbolTable => {
                self.has_symbols = true;
                let numbers = symtab::LocalNumbers { values: self.numbering.locals(), blocks: u64::from(self.blocks) };
                symtab::check_local_symbols(records, header, index, cursor, self.shared, &numbers)
            }
            other => Err(self.error(format!("{} block inside a function block", other.name()))),
        }
    }

    fn end(&mut self) -> Result<(), DecodeError> {
        if self.blocks == 0 {
            return Err(self.error("the function ends without a block count"));
        }
        if self.open {
            return Err(self.error(format!("block {} ends without a terminator", self.current)));
        }
        if self.current != self.blocks {
            return Err(self.error(format!("{} blocks, but {} are announced", self.current, self.blocks)));
        }
        self.numbering.check_all_defined(self.func, &self.place)?;
        self.check_phis()
    }
}

/// What the instructions are made with.
impl BodyDecoder<'_> {
    /// The operands, which must be `N`; zeros may follow.
    #[inline]
    pub(super) fn exactly<const N: usize>(&self, operands: &[u64]) -> Result<[u64; N], DecodeError> {
        match fixed_count(operands) {
            Some(values) => Ok(values),
            None => Err(self.wrong_count(operands.len(), N)),
        }
    }

    #[cold]
    fn wrong_count(&self, count: usize, expected: usize) -> DecodeError {
        self.error(format!("the record has {count} values; expected {expected}"))
    }

    /// The value with a relative number, and its type.
    #[inline(always)]
    pub(super) fn operand(&self, distance: u64) -> Result<(Value, Type), DecodeError> {
        self.numbering.operand(self.func, self.module, distance, &self.place)
    }

    /// An operand of a given type.
    #[inline(always)]
    pub(super) fn operand_of(&self, distance: u64, ty: Type, what: &str) -> Result<Value, DecodeError> {
        let (value, found) = self.operand(distance)?;
        if found == ty { Ok(value) } else { Err(self.wrong_type(what, found, ty)) }
    }

    #[cold]
    fn wrong_type(&self, what: &str, found: Type, expected: Type) -> DecodeError {
        self.error(format!("{what} has type {found}; expected {expected}"))
    }

    /// A type number that must stand for a type of values.
    #[inline]
    pub(super) fn value_type(&self, number: u64) -> Result<Type, DecodeError> {
        match self.shared.value_type(number) {
            Some(ty) if ty != Type::Void => Ok(ty),
            _ => Err(self.error(format!("type {number} is not a type of values"))),
        }
    }

    /// A branch target.
    #[inline]
    pub(super) fn target(&self, number: u64) -> Result<Block, DecodeError> {
        if number == 0 || number >= u64::from(self.blocks) {
            return Err(self.bad_target(number));
        }
        Ok(Block::from_u32(number as u32))
    }

    #[cold]
    fn bad_target(&self, number: u64) -> DecodeError {
        match number {
            0 => self.error("a branch to the entry block"),
            _ => self.error(format!("a branch to block {number}; the function has {} blocks", self.blocks)),
        }
    }

    /// Appends an instruction with a result. One copy of it for all kinds of instructions.
    #[inline(never)]
    pub(super) fn define(&mut self, data: InstData, ty: Type) -> Result<(), DecodeError> {
        let block = Block::from_u32(self.current);
        self.numbering.define(self.func, block, data, ty, &self.place).map(|_| ())
    }

    /// Appends an instruction without a result.
    #[inline]
    pub(super) fn effect(&mut self, data: InstData) -> Result<(), DecodeError> {
        self.func.append_inst(Block::from_u32(self.current), data, Type::Void);
        Ok(())
    }

    /// Appends a terminator and completes the block.
    #[inline]
    pub(super) fn terminate(&mut self, data: InstData) -> Result<(), DecodeError> {
        self.effect(data)?;
        self.current += 1;
        self.open = false;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitcode::testing::{BitWriter, Record, TestBody, read, ty};
    use crate::bitcode::{ModuleReader, read_module};

    /// Reads a body with the i1 constant true, value 4.
    fn body(records: &[Record]) -> Result<String, String> {
        let constants: [Record; 2] = [(1, &[ty::I1]), (4, &[3])];
        let constants = if records.is_empty() { &[] } else { &constants[..] };
        TestBody { sig: &[ty::VOID], constants, records }.read()
    }

    #[test]
    fn blocks_are_split_at_terminators() {
        let text = body(&[(1, &[3]), (11, &[1, 2, 1]), (11, &[2]), (10, &[])]).unwrap();
        assert_eq!(text, "function @Function0() {\nb0:\n  br true, b1, b2\nb1:\n  br b2\nb2:\n  ret void\n}\n");
    }

    #[test]
    fn scratch_and_output_are_reused() {
        let mut bits = BitWriter::pexe();
        TestBody { sig: &[ty::VOID, ty::I32], constants: &[], records: &[(1, &[2]), (11, &[1]), (10, &[])] }
            .write(&mut bits, |bits| bits.define(&[]));
        let bad = bits.finish();
        assert!(read_module(&bad).is_err());
        let mut bits = BitWriter::pexe();
        TestBody { sig: &[ty::VOID, ty::I32], constants: &[], records: &[(1, &[2]), (11, &[1]), (10, &[])] }
            .write(&mut bits, |_| ());
        let good = bits.finish();
        let (mut scratch, mut out) = (ReadScratch::default(), Function::default());
        let mut decode = |bytes: &[u8]| {
            let mut reader = ModuleReader::from_bytes(bytes).unwrap();
            let body = reader.next_body().unwrap().unwrap();
            let result = decode_body(reader.shared(), reader.module(), &body, &mut scratch, &mut out);
            result.map(|()| crate::ice::print::function(&out, None).to_string())
        };
        let first = decode(&good).unwrap();
        assert!(decode(&bad).is_err());
        assert_eq!(decode(&good).unwrap(), first);
    }

    #[test]
    fn local_abbreviations_work_in_bodies() {
        use crate::bitcode::testing::{Enc, standard_types};
        let module = read(|bits| {
            standard_types(bits, &[&[ty::VOID]]);
            bits.record(8, &[ty::SIG, 0, 0, 3]);
            bits.enter(12, 3);
            bits.define(&[Enc::Lit(10)]);
            bits.record(1, &[1]);
            bits.fixed(4, 3);
            bits.end();
        });
        assert_eq!(module.map(|(_, functions)| functions[0].inst_count()), Ok(1));
    }
}

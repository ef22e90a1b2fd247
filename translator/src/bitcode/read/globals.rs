//! The globals block: global variables and their initial values.
//!
//! Invariants of what comes out: every variable has at least one piece; the variables laid out one
//! after another, each at its alignment, take at most 2^31 bytes, so that no later sum of sizes
//! overflows. Linear in the block's size: a zero fill costs its record, not its bytes.
//!
//! Source: [PNACL-MANUAL] "Globals Block"; [PNACL-ABI] "Global Variables".

use super::tables::SharedTables;
use super::{MAX_LOG_ALIGN, MAX_SYMBOLS, alignment};
use crate::bitcode::cursor::Cursor;
use crate::bitcode::records::{BlockHeader, BlockId, BlockName, Item, Records};
use crate::error::DecodeError;
use crate::ice::{FuncId, Global, GlobalInit, GlobalVar, Linkage, Module};

const VARIABLE: u64 = 0;
const COMPOUND: u64 = 1;
const ZERO_FILL: u64 = 2;
const DATA: u64 = 3;
const RELOCATION: u64 = 4;
const COUNT: u64 = 5;

/// The most bytes that all global variables may take together.
pub const MAX_DATA: u64 = 1 << 31;

/// Reads the globals block, whose body is `cursor`.
pub(super) fn read_globals(
    records: &mut Records,
    header: BlockHeader,
    cursor: &mut Cursor<'_>,
    tables: &SharedTables,
    module: &mut Module,
) -> Result<(), DecodeError> {
    let abbrevs = tables.abbrevs(BlockId::Globals);
    records.enter(BlockName::module_level(BlockId::Globals), header.width, cursor.position(), abbrevs)?;
    let mut block = Globals { module, expected: None, current: None, total: 0 };
    loop {
        match records.next(cursor, abbrevs)? {
            Item::Record => block.record(records)?,
            Item::Block | Item::Define => return Err(records.error("a block inside the globals block")),
            Item::End => return block.end(records),
        }
    }
}

/// A variable whose initial value is not complete.
struct Incomplete {
    variable: GlobalVar,
    missing: u64,
    compound: bool,
}

struct Globals<'m> {
    module: &'m mut Module,
    expected: Option<u64>,
    current: Option<Incomplete>,
    total: u64,
}

impl Globals<'_> {
    fn record(&mut self, records: &Records) -> Result<(), DecodeError> {
        match (records.code(), self.expected) {
            (COUNT, None) => {
                let [count] = records.exactly("global count")?;
                self.expected = Some(count);
                Ok(())
            }
            (COUNT, Some(_)) => Err(records.error("a second count")),
            (_, None) => Err(records.error("expected the number of globals (5) first")),
            (VARIABLE, Some(expected)) => self.variable(records, expected),
            (COMPOUND, _) => self.compound(records),
            (ZERO_FILL, _) => {
                let [size] = records.exactly("zero fill")?;
                if size > MAX_DATA {
                    return Err(records.error(format!("{size} bytes of zeros; at most {MAX_DATA} bytes of data are supported")));
                }
                self.piece(records, GlobalInit::Zero(size as u32))
            }
            (DATA, _) => {
                let bytes: Result<Vec<u8>, _> = records.operands().iter().map(|&value| u8::try_from(value)).collect();
                let bytes = bytes.map_err(|_| records.error("a value above 255 in a data record; expected bytes"))?;
                self.piece(records, GlobalInit::Data(bytes))
            }
            (RELOCATION, Some(expected)) => {
                let piece = self.relocation(records, expected)?;
                self.piece(records, piece)
            }
            _ => Err(records.unknown_code("variable (0), compound (1), zero fill (2), data (3) or relocation (4)")),
        }
    }

    fn variable(&mut self, records: &Records, expected: u64) -> Result<(), DecodeError> {
        let [log_align, constant] = records.exactly("global variable")?;
        self.check_complete(records)?;
        if self.module.globals.len() as u64 >= expected.min(MAX_SYMBOLS) {
            return Err(records.error(format!("more globals than the announced {expected}")));
        }
        let Some(align) = alignment(log_align) else {
            return Err(records.error(format!("alignment {log_align}; expected 0 to {MAX_LOG_ALIGN} (logarithm plus one)")));
        };
        if constant > 1 {
            return Err(records.error(format!("constant flag {constant}; expected 0 or 1")));
        }
        let variable = GlobalVar {
            name: String::new(),
            linkage: Linkage::Internal,
            constant: constant == 1,
            align: align.max(1),
            init: Vec::new(),
        };
        self.current = Some(Incomplete { variable, missing: 1, compound: false });
        Ok(())
    }

    fn compound(&mut self, records: &Records) -> Result<(), DecodeError> {
        let [count] = records.exactly("compound initializer")?;
        match &mut self.current {
            Some(current) if !current.compound && current.variable.init.is_empty() => {
                if count == 0 {
                    return Err(records.error("a compound initializer of nothing; expected at least 1 piece"));
                }
                (current.missing, current.compound) = (count, true);
                Ok(())
            }
            _ => Err(records.error("a compound initializer must directly follow its variable")),
        }
    }

    fn relocation(&self, records: &Records, expected: u64) -> Result<GlobalInit, DecodeError> {
        let (symbol, addend) = match *records.operands() {
            [symbol] => (symbol, 0),
            [symbol, addend] => (symbol, addend),
            _ => return Err(records.error(format!("relocation record has {} values; expected 1 or 2", records.operands().len()))),
        };
        let Ok(addend) = u32::try_from(addend) else {
            return Err(records.error(format!("relocation addend {addend}; expected 32 bits")));
        };
        let funcs = self.module.funcs.len() as u64;
        if symbol < funcs {
            let func = FuncId::from_u32(symbol as u32);
            return Ok(GlobalInit::FuncAddr(func, addend as i32));
        }
        if symbol - funcs >= expected.min(MAX_SYMBOLS) {
            let count = funcs.saturating_add(expected);
            return Err(records.error(format!("relocation against value {symbol}; there are {count} functions and globals")));
        }
        Ok(GlobalInit::GlobalAddr(Global::from_u32((symbol - funcs) as u32), addend as i32))
    }

    fn piece(&mut self, records: &Records, piece: GlobalInit) -> Result<(), DecodeError> {
        let Some(current) = &mut self.current else {
            return Err(records.error("an initializer without a variable"));
        };
        if current.variable.init.is_empty() {
            self.total = self.total.next_multiple_of(u64::from(current.variable.align));
        }
        self.total += piece.size();
        if self.total > MAX_DATA {
            return Err(records.error(format!("more than {MAX_DATA} bytes of global data")));
        }
        current.variable.init.push(piece);
        current.missing -= 1;
        if current.missing == 0
            && let Some(complete) = self.current.take()
        {
            self.module.globals.push(complete.variable);
        }
        Ok(())
    }

    fn check_complete(&self, records: &Records) -> Result<(), DecodeError> {
        match &self.current {
            Some(current) => Err(records.error(format!("the previous global lacks {} initializers", current.missing))),
            None => Ok(()),
        }
    }

    fn end(&self, records: &Records) -> Result<(), DecodeError> {
        self.check_complete(records)?;
        let (count, expected) = (self.module.globals.len() as u64, self.expected.unwrap_or(0));
        if count != expected {
            return Err(records.error(format!("{count} globals, but {expected} are announced")));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitcode::testing::{Record, read, standard_types, ty};

    fn globals(records: &[Record]) -> Result<Module, String> {
        let module = read(|bits| {
            standard_types(bits, &[&[ty::VOID]]);
            bits.record(8, &[ty::SIG, 0, 0, 3]);
            bits.block(19, records);
            bits.block(12, &[(1, &[1]), (10, &[])]);
        });
        module.map(|(module, _)| module)
    }

    #[test]
    fn all_initializers() {
        let records: [Record; 9] = [
            (5, &[3]),
            (0, &[0, 1]),
            (1, &[4]),
            (3, &[1, 255]),
            (2, &[7]),
            (4, &[0]),
            (4, &[3, 0xffff_fffe]),
            (0, &[4, 0]),
            (3, &[]),
        ];
        let tail: [Record; 2] = [(0, &[30, 0]), (2, &[0])];
        let module = globals(&[&records[..], &tail[..]].concat()).unwrap();
        let [first, second, third] = module.globals.as_slice() else { panic!("three globals") };
        let target = Global::from_u32(2);
        let func = FuncId::from_u32(0);
        let init = [
            GlobalInit::Data(vec![1, 255]),
            GlobalInit::Zero(7),
            GlobalInit::FuncAddr(func, 0),
            GlobalInit::GlobalAddr(target, -2),
        ];
        assert_eq!((first.align, first.constant, first.size(), first.init.as_slice()), (1, true, 17, &init[..]));
        assert_eq!((second.align, second.constant, second.init.len()), (8, false, 1));
        assert_eq!((third.align, third.size()), (1 << 29, 0));
    }
}

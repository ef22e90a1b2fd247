//! Symbol tables: the module's, which names functions and globals, and a function's, which names
//! local values and blocks.
//!
//! The module's names must be graphic ASCII (they become object symbols) and distinct. Local names
//! are checked and dropped. Linear in the block's size.
//!
//! Source: [PNACL-MANUAL] "Valuesymtab Block".

use std::collections::HashSet;

use super::tables::SharedTables;
use crate::bitcode::cursor::Cursor;
use crate::bitcode::records::{BlockHeader, BlockId, BlockName, Item, Records};
use crate::error::DecodeError;
use crate::ice::{FuncId, Global, Intrinsic, Module};

const ENTRY: u64 = 1;
const BLOCK_ENTRY: u64 = 2;

/// Reads the module's symbol table, whose body is `cursor`.
pub(super) fn read_symbols(
    records: &mut Records,
    header: BlockHeader,
    cursor: &mut Cursor<'_>,
    tables: &SharedTables,
    module: &mut Module,
) -> Result<(), DecodeError> {
    let abbrevs = tables.abbrevs(BlockId::SymbolTable);
    records.enter(BlockName::module_level(BlockId::SymbolTable), header.width, cursor.position(), abbrevs)?;
    let mut names = HashSet::new();
    loop {
        match records.next(cursor, abbrevs)? {
            Item::Record if records.code() == ENTRY => {
                let (value, name) = entry(records)?;
                if !names.insert(name.clone()) {
                    return Err(records.error(format!("the name `{name}` is given twice")));
                }
                set_name(records, module, value, name)?;
            }
            Item::Record => return Err(records.unknown_code("entry (1)")),
            Item::Block | Item::Define => return Err(records.error("a block inside the symbol table")),
            Item::End => return Ok(()),
        }
    }
}

fn entry(records: &Records) -> Result<(u64, String), DecodeError> {
    let [value, name @ ..] = records.operands() else {
        return Err(records.error("symbol table entry without a value"));
    };
    if name.is_empty() {
        return Err(records.error("symbol table entry without a name"));
    }
    let byte = |&value: &u64| u8::try_from(value).ok().filter(u8::is_ascii_graphic).map(char::from);
    let text: Option<String> = name.iter().map(byte).collect();
    text.map(|text| (*value, text)).ok_or_else(|| records.error("a symbol's name must be graphic ASCII characters"))
}

fn set_name(records: &Records, module: &mut Module, value: u64, name: String) -> Result<(), DecodeError> {
    let (funcs, globals) = (module.funcs.len() as u64, module.globals.len() as u64);
    let slot = if value < funcs {
        let decl = &mut module.funcs[FuncId::from_u32(value as u32)];
        decl.intrinsic = if decl.defined { None } else { Intrinsic::from_name(&name) };
        &mut decl.name
    } else if value - funcs < globals {
        &mut module.globals[Global::from_u32((value - funcs) as u32)].name
    } else {
        let count = funcs + globals;
        return Err(records.error(format!("a name for value {value}; there are {count} functions and globals")));
    };
    if !slot.is_empty() {
        return Err(records.error(format!("a second name for value {value}, which is `{slot}`")));
    }
    *slot = name;
    Ok(())
}

/// The numbers that a function's symbol table may name.
pub(super) struct LocalNumbers {
    /// The values of the function: arguments, constants and results.
    pub(super) values: std::ops::Range<u64>,
    /// Number of basic blocks.
    pub(super) blocks: u64,
}

/// Checks a function's symbol table, whose body is `cursor`.
pub(super) fn check_local_symbols(
    records: &mut Records,
    header: BlockHeader,
    function: u32,
    cursor: &mut Cursor<'_>,
    tables: &SharedTables,
    numbers: &LocalNumbers,
) -> Result<(), DecodeError> {
    let abbrevs = tables.abbrevs(BlockId::SymbolTable);
    let name = BlockName { id: BlockId::SymbolTable, function: Some(function) };
    records.enter(name, header.width, cursor.position(), abbrevs)?;
    loop {
        match records.next(cursor, abbrevs)? {
            Item::Record => check_local_entry(records, numbers)?,
            Item::Block | Item::Define => return Err(records.error("a block inside the symbol table")),
            Item::End => return Ok(()),
        }
    }
}

fn check_local_entry(records: &Records, numbers: &LocalNumbers) -> Result<(), DecodeError> {
    let [number, name @ ..] = records.operands() else {
        return Err(records.error("symbol table entry without a value"));
    };
    if name.is_empty() || name.iter().any(|&byte| byte > 255) {
        return Err(records.error("a local name must be one or more bytes"));
    }
    match records.code() {
        ENTRY if !numbers.values.contains(number) => Err(records.error(format!("a name for value {number}, which is not local"))),
        BLOCK_ENTRY if *number >= numbers.blocks => {
            Err(records.error(format!("a name for block {number}; the function has {} blocks", numbers.blocks)))
        }
        ENTRY | BLOCK_ENTRY => Ok(()),
        _ => Err(records.unknown_code("entry (1) or block entry (2)")),
    }
}

#[cfg(test)]
mod tests {
    use crate::bitcode::testing::{BitWriter, TestBody, read, ty};

    fn local(write: impl FnOnce(&mut BitWriter)) -> Result<(), String> {
        let body = TestBody { sig: &[ty::VOID, ty::I32], constants: &[], records: &[(1, &[1]), (10, &[])] };
        read(|bits| body.write(bits, write)).map(|_| ())
    }

    #[test]
    fn local_names_are_checked_and_dropped() {
        assert_eq!(local(|bits| bits.block(14, &[(1, &[4, 65, 0]), (2, &[0, 66])])), Ok(()));
        let error = |write: &dyn Fn(&mut BitWriter)| local(write).unwrap_err();
        assert!(error(&|bits| bits.block(14, &[(1, &[5, 65])])).contains("a name for value 5, which is not local"));
        assert!(error(&|bits| bits.block(14, &[(1, &[3, 65])])).contains("a name for value 3, which is not local"));
        assert!(error(&|bits| bits.block(14, &[(2, &[1, 65])])).contains("a name for block 1"));
        assert!(error(&|bits| bits.block(14, &[(1, &[4, 256])])).contains("one or more bytes"));
        assert!(error(&|bits| bits.block(14, &[(1, &[4])])).contains("one or more bytes"));
        assert!(error(&|bits| bits.block(14, &[(3, &[4, 65])])).contains("expected entry (1) or block entry (2)"));
        assert!(error(&|bits| (0..2).for_each(|_| bits.block(14, &[]))).contains("a second symbol table"));
    }
}

//! The module: header, module block, function records, symbol table.
//!
//! The order is the one the manual asks for: version, abbreviations, types, function records,
//! globals, symbols, function bodies. Symbols are in the order of their value numbers. Linear in
//! the module.
//!
//! Source: [PNACL-MANUAL] "Header Record", "Module Block", "Function Address", "Valuesymtab Block".

use super::WriteError;
use super::blocks::BlockWriter;
use super::function::BodyWriter;
use super::globals::write_globals;
use super::types::TypeTable;
use crate::bitcode::header;
use crate::bitcode::records::BlockId;
use crate::ice::{Function, Linkage, Module};

const VERSION: u64 = 1;
const FUNCTION: u64 = 8;
const ENTRY: u64 = 1;

/// Writes a module that [`check`](super::check) has passed; `bodies` are those of the defined
/// functions, in their order.
pub(super) fn write(module: &Module, bodies: &[&Function]) -> Result<Vec<u8>, WriteError> {
    let types = TypeTable::new(module, bodies);
    let mut out = BlockWriter::new(&header::BYTES, types.width()?);
    out.enter(BlockId::Module);
    out.record(VERSION, [1].into_iter());
    out.block_info();
    types.write(module, &mut out);
    write_functions(module, &types, &mut out);
    write_globals(module, &mut out);
    write_symbols(module, &mut out);
    let mut writer = BodyWriter::new(module, &types);
    for func in bodies {
        writer.write(func, &mut out);
    }
    out.end();
    out.finish().ok_or_else(|| WriteError::new("the module takes more than the 16 GiB that a block can hold"))
}

fn write_functions(module: &Module, types: &TypeTable, out: &mut BlockWriter) {
    for decl in module.funcs.values() {
        let linkage = match decl.linkage {
            Linkage::External => 0,
            Linkage::Internal => 3,
        };
        out.record(FUNCTION, [types.sig_number(decl.sig), 0, u64::from(!decl.defined), linkage].into_iter());
    }
}

fn write_symbols(module: &Module, out: &mut BlockWriter) {
    let funcs = module.funcs.values().map(|decl| decl.name.as_str());
    let names = funcs.chain(module.globals.values().map(|variable| variable.name.as_str()));
    let mut named = names.enumerate().filter(|(_, name)| !name.is_empty()).peekable();
    if named.peek().is_none() {
        return;
    }
    out.enter(BlockId::SymbolTable);
    let mut operands = Vec::new();
    for (number, name) in named {
        operands.clear();
        operands.push(number as u64);
        operands.extend(name.bytes().map(u64::from));
        out.record(ENTRY, operands.iter().copied());
    }
    out.end();
}

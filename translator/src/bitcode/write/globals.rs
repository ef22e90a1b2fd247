//! The globals block.
//!
//! Pieces of initial values are written as they are: zeros stay a zero fill, bytes stay bytes.
//! Linear in the data.
//!
//! Source: [PNACL-MANUAL] "Globals Block".

use super::alignment;
use super::blocks::BlockWriter;
use crate::bitcode::records::BlockId;
use crate::ice::{GlobalInit, Module};

const VARIABLE: u64 = 0;
const COMPOUND: u64 = 1;
const ZERO_FILL: u64 = 2;
const DATA: u64 = 3;
const RELOCATION: u64 = 4;
const COUNT: u64 = 5;

/// Writes the globals block of a module that [`check`](super::check) has passed.
pub(super) fn write_globals(module: &Module, out: &mut BlockWriter) {
    out.enter(BlockId::Globals);
    out.record(COUNT, [module.globals.len() as u64].into_iter());
    for variable in module.globals.values() {
        out.record(VARIABLE, [alignment(variable.align), u64::from(variable.constant)].into_iter());
        if variable.init.len() > 1 {
            out.record(COMPOUND, [variable.init.len() as u64].into_iter());
        }
        for piece in &variable.init {
            write_piece(piece, module.funcs.len() as u64, out);
        }
    }
    out.end();
}

/// Writes one piece of an initial value. Globals are numbered after the functions.
fn write_piece(piece: &GlobalInit, funcs: u64, out: &mut BlockWriter) {
    match piece {
        GlobalInit::Data(bytes) => out.record(DATA, bytes.iter().map(|&byte| u64::from(byte))),
        GlobalInit::Zero(size) => out.record(ZERO_FILL, [u64::from(*size)].into_iter()),
        GlobalInit::FuncAddr(func, addend) => write_relocation(u64::from(func.as_u32()), *addend, out),
        GlobalInit::GlobalAddr(global, addend) => write_relocation(funcs + u64::from(global.as_u32()), *addend, out),
    }
}

fn write_relocation(symbol: u64, addend: i32, out: &mut BlockWriter) {
    match addend {
        0 => out.record(RELOCATION, [symbol].into_iter()),
        _ => out.record(RELOCATION, [symbol, u64::from(addend as u32)].into_iter()),
    }
}

//! The bitcode reader on any bytes: it answers with a module or one error, and takes no more memory
//! than a bound that is linear in the input. A hang is libFuzzer's to find (`-timeout`), and the
//! smoke test's.
//!
//! What it reads from memory it reads from a stream, too, and the records can be spelled out and
//! assembled again.

use std::io::Cursor;

use translator::bitcode::text_records::{assemble, disassemble};
use translator::bitcode::{ModuleReader, ReadScratch, decode_body, read_module};
use translator::ice::{Function, Module};

use crate::memory::peak_of;

/// Memory that reading anything may take, in bytes.
const BASE: usize = 64 << 10;
/// Memory that each byte of input may cost besides: an instruction takes two bits at least and
/// becomes about fifty bytes, in tables that double as they grow.
const PER_BYTE: usize = 600;

/// Bytes.
pub struct TestCase<'a>(&'a [u8]);

impl<'a> TestCase<'a> {
    /// All bytes are a case.
    pub fn new(data: &'a [u8]) -> Option<Self> {
        Some(Self(data))
    }
}

crate::run!();

/// Checks the property.
///
/// # Panics
/// With what went wrong.
pub fn check(case: &TestCase<'_>) {
    let (result, peak) = peak_of(|| read_module(case.0));
    let bound = BASE + PER_BYTE * case.0.len();
    assert!(peak <= bound, "reading {} bytes took {peak} bytes of memory; the bound is {bound}", case.0.len());
    match result {
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.contains('\n'), "an error is one line: {message:?}");
        }
        Ok((module, bodies)) => {
            check_bodies(&module, &bodies);
            let streamed = read_stream(case.0).unwrap_or_else(|error| panic!("a stream is refused where a file is not: {error}"));
            assert_eq!(streamed, bodies.len(), "bodies read from a stream and from memory");
            check_records(case.0);
        }
    }
}

/// That what was read without error holds together: every operand exists, every block ends.
fn check_bodies(module: &Module, bodies: &[Function]) {
    assert_eq!(bodies.len(), module.funcs.values().filter(|decl| decl.defined).count(), "number of bodies");
    for func in bodies {
        for &block in func.block_order() {
            let last = func.last_inst(block).expect("a block without instructions");
            for inst in func.block_insts(block) {
                assert_eq!(func.inst(inst).is_terminator(), inst == last, "{block} has a terminator at its end only");
                func.visit_operands(inst, |value| assert!(func.contains(value), "{inst} reads {value}, which does not exist"));
            }
        }
    }
}

fn read_stream(bytes: &[u8]) -> Result<usize, String> {
    let mut reader = ModuleReader::from_stream(Box::new(Cursor::new(bytes.to_vec()))).map_err(|error| error.to_string())?;
    let (mut scratch, mut func, mut count) = (ReadScratch::default(), Function::default(), 0);
    while let Some(body) = reader.next_body().map_err(|error| error.to_string())? {
        decode_body(reader.shared(), reader.module(), &body, &mut scratch, &mut func).map_err(|error| error.to_string())?;
        count += 1;
    }
    Ok(count)
}

/// Spells the records out and assembles them: what that gives says the same.
fn check_records(bytes: &[u8]) {
    let text = disassemble(bytes).unwrap_or_else(|error| panic!("what can be read cannot be spelled out: {error}"));
    let again = assemble(&text).unwrap_or_else(|error| panic!("what was spelled out is refused: {error}"));
    let twice = disassemble(&again.bytes).unwrap_or_else(|error| panic!("what was assembled cannot be read: {error}"));
    assert_eq!(text, twice, "records spelled out, before and after assembling");
}

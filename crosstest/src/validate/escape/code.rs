//! Random code that the validator accepts.

use iced_x86::DecoderOptions;
use translator::options::Isa;

use super::Below;
use super::states::{CODE, Words, target};
use crate::validate::isa::{Decoder, facts};
use crate::validate::pass::Mark;
use crate::validate::words::Outline;
use crate::validate::{Code, attacks, bundle, marked, text};

/// The most bundles of a case.
const MAX_BUNDLES: usize = 6;
/// The most times that code is made valid again before it is given up.
const MAX_REPAIRS: usize = 64;

/// Code, and what begins at each byte of it. `None` if it could not be made valid.
pub fn draw(isa: Isa, below: Below<'_>) -> Option<(Vec<u8>, Vec<Mark>)> {
    let size = bundle(isa) as usize;
    let len = size * (1 + below(MAX_BUNDLES));
    let pieces = attacks::assembled(isa);
    let mut code = Vec::new();
    while code.len() < len {
        match below(8) {
            0..=2 => code.extend(&pieces[below(pieces.len())]),
            // Pieces begin where bundles do.
            3..=4 => {
                fill(isa, &mut code, size);
                code.extend(&pieces[below(pieces.len())]);
            }
            _ => code.extend(instruction(isa, below)),
        }
    }
    code.truncate(len);
    for _ in 0..below(6) {
        mutate(&mut code, below);
    }
    code.truncate(len);
    fill(isa, &mut code, size);
    repair(isa, code)
}

/// Appends nops up to a multiple of `size`.
fn fill(isa: Isa, code: &mut Vec<u8>, size: usize) {
    let nop = facts(isa).nop;
    while !code.len().is_multiple_of(size) {
        code.push(nop[code.len() % nop.len()]);
    }
}

/// Changes a byte or two.
fn mutate(code: &mut Vec<u8>, below: Below<'_>) {
    let (at, other) = (below(code.len()), below(code.len()));
    match below(6) {
        0 | 1 => code[at] ^= 1 << below(8),
        2 => code[at] = below(256) as u8,
        3 => code[at] = code[other],
        4 => code.insert(at, below(256) as u8),
        _ => code.swap(at, other),
    }
}

/// Puts nops in the place of what is refused, until nothing is.
fn repair(isa: Isa, mut bytes: Vec<u8>) -> Option<(Vec<u8>, Vec<Mark>)> {
    let nop = facts(isa).nop;
    for _ in 0..MAX_REPAIRS {
        let violations = match marked(Code { isa, bytes: &bytes, address: CODE }, &[]) {
            Ok((_, marks)) => return Some((bytes, marks)),
            Err(violations) => violations.first,
        };
        for violation in violations {
            let start = (violation.address - CODE) as usize;
            for at in start..start + violation.bytes.len() {
                bytes[at] = nop[at % nop.len()];
            }
        }
    }
    None
}

/// A random instruction, now and then behind what it needs before it.
fn instruction(isa: Isa, below: Below<'_>) -> Vec<u8> {
    match (&target(isa).words, facts(isa).decoder) {
        (Some(table), _) => words(table, below).into_iter().flat_map(u32::to_le_bytes).collect(),
        (None, bits) => x86(matches!(bits, Decoder::X86(64)), below),
    }
}

/// A row of a table with random fields; registers are often the same few, so that they meet.
fn words(table: &Words, below: Below<'_>) -> Vec<u32> {
    let random = below(1 << 16) as u32 | (below(1 << 16) as u32) << 16;
    let rows = (table.rows)();
    let Outline { mask, value, fields } = rows[below(rows.len())];
    let mut word = value | random & !mask;
    let mut registers = [0; 2];
    for &(letter, shift, width) in fields {
        let few = table.few;
        let chosen = match letter {
            b'c' if below(4) > 0 => 14,
            b'd' | b'e' | b'n' | b'm' | b's' | b't' | b'b' if width >= 4 && below(4) > 0 => few[below(few.len())],
            _ => continue,
        };
        word = word & !(((1 << width) - 1) << shift) | chosen << shift;
    }
    for &(letter, shift, width) in fields {
        let field = word >> shift & ((1 << width) - 1);
        match letter {
            b'b' => registers[0] = field,
            b'm' | b's' => registers[1] = field,
            _ => {}
        }
    }
    // The mask of an address, the one of a target, or none.
    let chosen = below(4);
    let Some(mask) = table.masks.get(chosen).map(|mask| mask(registers[chosen], word)) else { return vec![word] };
    vec![mask, word]
}

/// Random prefixes, opcode, operands: whatever the decoder takes for one instruction.
fn x86(is_64: bool, below: Below<'_>) -> Vec<u8> {
    const PREFIXES: [u8; 6] = [0x66, 0xF2, 0xF3, 0xF0, 0x67, 0x2E];
    let mut bytes = Vec::new();
    if below(6) == 0 {
        bytes.push(PREFIXES[below(PREFIXES.len())]);
    }
    let index = below(16) as u8;
    // An operand of base r15 and a random index, or whatever comes.
    let is_sandboxed = is_64 && below(3) > 0;
    let rex = 0x40 | (below(2) as u8) << 3 | (below(2) as u8) << 2 | (index >> 3) << 1 | u8::from(is_sandboxed || below(2) == 0);
    if is_64 && (is_sandboxed || below(2) == 0) {
        bytes.push(rex);
    }
    match below(8) {
        0..=4 => {}
        5 | 6 => bytes.push(0x0F),
        _ => bytes.extend([0x0F, [0x38, 0x3A][below(2)]]),
    }
    bytes.push(below(256) as u8);
    if is_sandboxed {
        bytes.extend([0x84 | (below(8) as u8) << 3, (below(4) as u8) << 6 | (index & 7) << 3 | 7]);
    }
    bytes.extend((0..10).map(|_| below(256) as u8));
    let mut decoder = iced_x86::Decoder::new(if is_64 { 64 } else { 32 }, &bytes, DecoderOptions::NONE);
    let decoded = decoder.decode();
    bytes.truncate(if decoded.is_invalid() { 0 } else { decoded.len() });
    if is_sandboxed && below(3) > 0 {
        // mov %eXX, %eXX.
        let extension = index >> 3;
        let mov = [0x40 | extension << 2 | extension, 0x89, 0xC0 | (index & 7) << 3 | index & 7];
        bytes.splice(0..0, mov);
    }
    bytes
}

/// The code as bytes and text, an instruction a line.
pub fn listing(isa: Isa, code: &[u8]) -> String {
    let mut lines = String::new();
    let mut at = 0;
    while at < code.len() {
        let rest = &code[at..];
        let len = match facts(isa).decoder {
            Decoder::X86(bits) => iced_x86::Decoder::new(bits, rest, DecoderOptions::NONE).decode().len().max(1),
            Decoder::Words(..) => 4,
        };
        let bytes = &rest[..len.min(rest.len())];
        let address = CODE + at as u32;
        let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        lines += &format!("{address:08x}: {:30} {}\n", hex.join(" "), text::instruction(isa, bytes, address));
        at += len;
    }
    lines
}

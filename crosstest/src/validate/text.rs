//! Instructions as text, for messages. What they mean to the validator is decided elsewhere.

use capstone::{Arch, Capstone, Endian, Mode, NO_EXTRA_MODE};
use iced_x86::{DecoderOptions, Formatter, IntelFormatter};
use translator::options::Isa;

use super::isa::{Decoder, facts};

/// The first instruction of some bytes, in the syntax of the architecture's own manual.
pub fn instruction(isa: Isa, bytes: &[u8], address: u32) -> String {
    match facts(isa).decoder {
        Decoder::X86(bits) => x86(bits, bytes, address),
        Decoder::Words(arch, mode) => words(arch, mode, bytes, address),
    }
    .unwrap_or_else(|| "(no instruction)".to_string())
}

fn x86(bits: u32, bytes: &[u8], address: u32) -> Option<String> {
    let mut decoder = iced_x86::Decoder::with_ip(bits, bytes, u64::from(address), DecoderOptions::NONE);
    let instruction = decoder.decode();
    let mut text = String::new();
    IntelFormatter::new().format(&instruction, &mut text);
    (!instruction.is_invalid()).then_some(text)
}

fn words(arch: Arch, mode: Mode, bytes: &[u8], address: u32) -> Option<String> {
    let capstone = Capstone::new_raw(arch, mode, NO_EXTRA_MODE, Some(Endian::Little)).ok()?;
    let instructions = capstone.disasm_count(bytes, u64::from(address), 1).ok()?;
    let first = instructions.first()?;
    Some(format!("{} {}", first.mnemonic()?, first.op_str().unwrap_or_default()).trim_end().to_string())
}

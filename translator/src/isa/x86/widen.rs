//! A byte more for an instruction of 64-bit mode: a REX prefix without bits, which changes nothing but what 8-bit registers are called.
//!
//! In: code that begins with an instruction. Out: where the prefix goes, if that instruction can have one. It has none yet, and nothing
//! of 8 bits in a register. Only instructions that the tables here list are known; of others nothing is said.
//!
//! Source: [INTEL-SDM] volume 2, 2.2.1 "REX Prefixes".

use crate::mc::bundle::Wider;

/// For gaps in bundles, which instructions of up to 15 bytes fill.
pub const REX: Wider = Wider { byte: 0x40, place, longest: 15 };

/// Opcodes of one byte whose operands have 32 bits, or 16: sums and comparisons, copies, addresses, products, shifts, what has one operand.
#[rustfmt::skip]
const SHORT: &[u8] = &[
    0x01, 0x03, 0x09, 0x0b, 0x11, 0x13, 0x19, 0x1b, 0x21, 0x23, 0x29, 0x2b, 0x31, 0x33, 0x39, 0x3b, 0x69, 0x6b, 0x81, 0x83, 0x85,
    0x89, 0x8b, 0x8d, 0xb8, 0xb9, 0xba, 0xbb, 0xbc, 0xbd, 0xbe, 0xbf, 0xc1, 0xc7, 0xd1, 0xd3, 0xf7,
];

/// Second bytes of opcodes that begin with 0x0f: of vector registers, conditional copies, products, halves.
#[rustfmt::skip]
const LONG: &[u8] = &[
    0x10, 0x11, 0x28, 0x29, 0x2a, 0x2c, 0x2e, 0x2f, 0x51, 0x54, 0x57, 0x58, 0x59, 0x5a, 0x5c, 0x5d, 0x5e, 0x5f, 0x6e, 0x7e, 0xaf, 0xb7, 0xbf, 0xd6,
    0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x4b, 0x4c, 0x4d, 0x4e, 0x4f,
];

/// Where it goes: behind the prefixes that belong to the opcode.
fn place(code: &[u8]) -> Option<usize> {
    let prefixes = code.iter().take_while(|byte| matches!(byte, 0x66 | 0xf2 | 0xf3)).count();
    let is_known = match code[prefixes..] {
        [0x0f, second, ..] => LONG.contains(&second),
        [first, ..] => SHORT.contains(&first),
        [] => false,
    };
    // Behind the opcode that it belongs to it would be one itself.
    is_known.then(|| if fault!(X8664SandboxWider) { prefixes + 1 } else { prefixes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use iced_x86::{Decoder, DecoderOptions, Instruction};

    /// An instruction that ends at the same address with and without the byte.
    fn decoded(code: &[u8], address: u64) -> Instruction {
        Decoder::with_ip(64, code, address, DecoderOptions::NONE).decode()
    }

    /// Every opcode, with every byte behind it, with and without a prefix.
    #[test]
    fn an_instruction_with_the_byte_is_the_same() {
        let mut known = 0;
        for prefix in [&[][..], &[0x66], &[0xf2], &[0xf3]] {
            for (opcode, modrm) in (0..=0xffff_u16).flat_map(|opcode| (0..=0xff).map(move |modrm| (opcode.to_be_bytes(), modrm)))
            {
                let code = [prefix, &opcode, &[modrm, 0x24, 1, 2, 3, 4, 5, 6, 7, 8]].concat();
                let Some(place) = place(&code).filter(|_| !decoded(&code, 1).is_invalid()) else { continue };
                known += 1;
                let wider = [&code[..place], &[REX.byte], &code[place..]].concat();
                let (before, after) = (decoded(&code, 1), decoded(&wider, 0));
                assert_eq!(after.len(), before.len() + 1, "{code:x?}");
                assert_eq!((before.to_string(), before.code()), (after.to_string(), after.code()), "{code:x?}");
            }
        }
        assert!(known > 100_000, "{known}");
        // One with a REX prefix, a call, a jump, something of 8 bits.
        for code in
            [&[0x44, 0x89, 0xc0][..], &[0xe8, 0, 0, 0, 0], &[0xff, 0xe0], &[0x88, 0xe0], &[0x0f, 0xb6, 0xc4], &[0x66], &[]]
        {
            assert_eq!(place(code), None, "{code:x?}");
        }
    }
}

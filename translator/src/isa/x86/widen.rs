//! Longer forms of instructions, which do the same: to fill bundles without one that does nothing.
//!
//! In: code that begins with an instruction. Out: by how many bytes that can be longer, and its longer form. An address takes a
//! displacement of zero, a wider one, or a second byte without an index; an immediate of eight bits takes the form of 32; some opcodes of one byte
//! have one of two; and in 64-bit mode there is a REX prefix without bits, which changes nothing but what 8-bit registers are called. Only
//! instructions that the tables here list are known; of others nothing is said, nor of addresses that have a relocation.
//!
//! Sources: [INTEL-SDM] volume 2, 2.1 "Instruction Format" and 2.2.1 "REX Prefixes".

use super::Mode;
use crate::mc::CodeBuffer;
use crate::mc::bundle::{Longer, split, together};

/// The longer forms of a mode.
pub fn longer(mode: Mode) -> Longer {
    match mode {
        Mode::X8632 => Longer { rooms: rooms::<false>, put: put::<false>, moved: moved::<false> },
        Mode::X8664 => Longer { rooms: rooms::<true>, put: put::<true>, moved: moved::<true> },
    }
}

/// A REX prefix without bits.
const REX: u8 = 0x40;

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

/// Whether an opcode of one byte has an operand that may be in memory.
fn has_address(opcode: u8) -> bool {
    let is_arithmetic = opcode < 0x40 && opcode & 7 < 4;
    is_arithmetic
        || matches!(opcode, 0x69 | 0x6b | 0x80..=0x81 | 0x83..=0x8b | 0x8d | 0xc0..=0xc1 | 0xc6..=0xc7 | 0xd0..=0xd3 | 0xd8..=0xdf | 0xf6..=0xf7 | 0xfe)
}

/// Whether one that begins with 0x0f has.
fn has_long_address(second: u8) -> bool {
    matches!(second, 0x10..=0x17 | 0x28..=0x2f | 0x40..=0x76 | 0x7e..=0x7f | 0x90..=0x9f | 0xa3 | 0xab | 0xaf..=0xb1 | 0xb3 | 0xb6..=0xb7 | 0xba..=0xc7 | 0xd1..=0xef | 0xf1..=0xfe)
}

/// What can be longer, in the order of the bytes.
#[derive(Copy, Clone)]
enum Part {
    /// A REX prefix.
    Rex,
    /// A second byte of the opcode.
    Opcode,
    /// A second byte of the address.
    Index,
    Displacement,
    Immediate,
}

const PARTS: usize = 5;

/// How an instruction can be longer: for each part, by how many bytes, as a bit for each number, and where they go.
#[derive(Copy, Clone, Debug)]
struct Form {
    rooms: [u32; PARTS],
    places: [usize; PARTS],
    /// Where the opcode's last byte is, and the one behind it that says how an operand is addressed.
    opcode: usize,
}

/// What can stay as it is, or have one byte more, or three.
const NONE: u32 = 1;
const ONE: u32 = 1 | 1 << 1;
const THREE: u32 = 1 | 1 << 3;

impl Form {
    /// That of the instruction at the beginning of some code.
    fn of<const IS_64: bool>(code: &[u8]) -> Option<Self> {
        let prefixes = code.iter().take_while(|byte| matches!(byte, 0x66 | 0xf0 | 0xf2 | 0xf3)).count();
        let rex = code.get(prefixes).copied().filter(|byte| IS_64 && matches!(byte, 0x40..=0x4f));
        let first = prefixes + usize::from(rex.is_some());
        let is_short = *code.get(first)? != 0x0f;
        let opcode = first + usize::from(!is_short);
        let byte = *code.get(opcode)?;
        let takes_rex = IS_64 && rex.is_none() && if is_short { SHORT.contains(&byte) } else { LONG.contains(&byte) };
        // `push`, `pop`, and a number's copy.
        let is_lengthened = opcode == 0 && matches!(byte, 0x50..=0x5f | 0xb8..=0xbf);
        // Behind the opcode that it belongs to it would be one itself.
        let rex_place = if fault!(X8664SandboxWider) { prefixes + 1 } else { prefixes };
        let mut form = Self { rooms: [NONE; PARTS], places: [opcode + 1; PARTS], opcode };
        form.set(Part::Rex, rex_place, if takes_rex { ONE } else { NONE });
        form.set(Part::Opcode, opcode + 1, if is_lengthened { ONE } else { NONE });
        if if is_short { has_address(byte) } else { has_long_address(byte) } {
            form.address(code, rex.unwrap_or(REX), opcode == 0 && matches!(byte, 0x6b | 0x83))?;
        }
        Some(form)
    }

    fn set(&mut self, part: Part, place: usize, rooms: u32) {
        self.places[part as usize] = place;
        self.rooms[part as usize] = rooms;
    }

    /// Finds what an operand that may be in memory, and what comes behind, can have more.
    fn address(&mut self, code: &[u8], rex: u8, has_wide_form: bool) -> Option<()> {
        let at = self.opcode + 1;
        let (mode, low) = (*code.get(at)? >> 6, code[at] & 7);
        let has_index = mode != 3 && low == 4;
        let base = if has_index { *code.get(at + 1)? & 7 } else { low };
        // Without a base there is a displacement of 32 bits, in 64-bit mode perhaps from the instruction's end.
        let is_absolute = mode == 0 && base == 5;
        let bytes = if is_absolute { 4 } else { [0, 1, 4, 0][usize::from(mode)] };
        let end = at + 1 + usize::from(has_index) + bytes;
        let is_one = end + 1 == code.len();
        self.places[Part::Displacement as usize..].fill(end);
        if mode != 3 && !is_absolute {
            let can_have_index = !has_index && rex & 2 == 0;
            self.set(Part::Index, at + 1, if can_have_index { ONE } else { NONE });
            self.set(Part::Displacement, end, [ONE | 1 << 4, THREE, NONE][usize::from(mode)]);
        }
        // With more behind it the sequence is one that validators know by its bytes.
        if has_wide_form && !is_absolute && is_one {
            self.set(Part::Immediate, end + 1, THREE);
        }
        Some(())
    }

    /// How much longer each part becomes.
    fn parts(&self, more: u32) -> [u32; PARTS] {
        let (mut parts, mut index) = ([0; PARTS], 0);
        split(&self.rooms, more, |part| {
            parts[index] = part;
            index += 1;
        });
        parts
    }
}

/// [`Longer::rooms`].
fn rooms<const IS_64: bool>(code: &[u8]) -> u32 {
    Form::of::<IS_64>(code).map_or(1, |form| form.rooms.into_iter().fold(1, together))
}

/// [`Longer::moved`].
fn moved<const IS_64: bool>(code: &[u8], more: u32, within: u32) -> u32 {
    // An instruction begins with what comes first in it now.
    if within == 0 {
        return 0;
    }
    let form = Form::of::<IS_64>(code).expect("it can be longer");
    let before = form.parts(more).into_iter().zip(form.places).filter(|&(_, place)| place <= within as usize);
    within + before.map(|(part, _)| part).sum::<u32>()
}

/// [`Longer::put`].
fn put<const IS_64: bool>(buffer: &mut CodeBuffer, code: &[u8], more: u32) {
    let form = Form::of::<IS_64>(code).expect("it can be longer");
    let parts = form.parts(more);
    let mut bytes = [0; u32::BITS as usize];
    bytes[..code.len()].copy_from_slice(code);
    let mut done = 0;
    for (part, inserted) in form.insert(&mut bytes, parts).into_iter().enumerate() {
        let place = form.places[part];
        buffer.put(&bytes[done..place]);
        buffer.put(&[inserted; 4][..parts[part] as usize]);
        done = place;
    }
    buffer.put(&bytes[done..code.len()]);
}

impl Form {
    /// Changes the bytes that stay as longer parts want them. Returns what each part's new bytes are.
    fn insert(&self, bytes: &mut [u8], parts: [u32; PARTS]) -> [u8; PARTS] {
        let [_, opcode, index, displacement, immediate] = parts;
        let address = self.opcode + 1;
        let sign = |byte: u8| if byte & 0x80 != 0 { 0xff } else { 0 };
        let signs = [Part::Displacement, Part::Immediate].map(|part| sign(bytes[self.places[part as usize] - 1]));
        let mut inserted = [
            REX,
            0,
            0x20 | bytes[address] & 7,
            if displacement == 3 && !fault!(X86SandboxLonger, signs[0] != 0) { signs[0] } else { 0 },
            signs[1],
        ];
        if opcode > 0 {
            let register = bytes[self.opcode] & 7;
            (bytes[self.opcode], inserted[Part::Opcode as usize]) = match bytes[self.opcode] {
                0x50..=0x57 => (0xff, 0xf0 | register),
                0x58..=0x5f => (0x8f, 0xc0 | register),
                _ => (0xc7, 0xc0 | register),
            };
        }
        if index > 0 {
            bytes[address] = bytes[address] & !7 | 4;
        }
        if displacement > 0 {
            bytes[address] = bytes[address] & 0x3f | if displacement == 1 { 0x40 } else { 0x80 };
        }
        if immediate > 0 {
            // 0x83 and 0x6b: those of 32 bits are two below.
            bytes[self.opcode] -= 2;
        }
        inserted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::takes_turn;
    use iced_x86::{Decoder, DecoderOptions, Formatter, Instruction, IntelFormatter};

    /// An instruction that ends at the same address in all its lengths.
    fn decoded<const IS_64: bool>(code: &[u8], address: u64) -> Instruction {
        Decoder::with_ip(if IS_64 { 64 } else { 32 }, code, address, DecoderOptions::NONE).decode()
    }

    /// An instruction as text, without what only says how long its parts are.
    fn text(inst: &Instruction) -> String {
        let mut formatter = IntelFormatter::new();
        formatter.options_mut().set_rip_relative_addresses(false);
        formatter.options_mut().set_show_zero_displacements(false);
        let mut text = String::new();
        formatter.format(inst, &mut text);
        text
    }

    /// Bytes behind an opcode: how an operand is addressed, perhaps a second one about that, and more.
    fn operands<const IS_64: bool>() -> impl Iterator<Item = [u8; 10]> {
        let index = [0x24, 0x05, 0xe5, 0x88].into_iter().enumerate();
        let index = index.filter(|&(number, _)| takes_turn(number, 2, IS_64.into())).map(|(_, index)| index);
        (0..=0xff).flat_map(move |modrm| index.clone().map(move |index| [modrm, index, 0x81, 2, 3, 4, 5, 6, 7, 8]))
    }

    /// Every opcode, with every byte behind it, with and without a prefix, in all the lengths that it can have.
    fn all_are_the_same<const IS_64: bool>() -> usize {
        let mut known = 0;
        let prefixes: &[&[u8]] = &[&[], &[0x66], &[0xf2], &[0xf3], &[0xf0], &[0x41], &[0x48], &[0x66, 0x44]];
        let short = (0..=0xff).filter(|&byte| byte != 0x0f).map(|byte| vec![byte]);
        let opcodes: Vec<Vec<u8>> = short.chain((0..=0xff).map(|byte| vec![0x0f, byte])).collect();
        for prefix in &prefixes[..if IS_64 { 8 } else { 5 }] {
            for (opcode, operand) in opcodes.iter().flat_map(|opcode| operands::<IS_64>().map(move |operand| (opcode, operand))) {
                known += check::<IS_64>(&[*prefix, opcode, &operand].concat());
            }
        }
        known
    }

    /// Checks all lengths of the instruction at the beginning of some bytes. Returns how many they are.
    fn check<const IS_64: bool>(code: &[u8]) -> usize {
        let len = decoded::<IS_64>(code, 0).len();
        let code = &code[..len];
        let rooms = rooms::<IS_64>(code);
        if rooms == 1 || decoded::<IS_64>(code, 0).is_invalid() {
            return 0;
        }
        for more in (1..32).filter(|more| rooms >> more & 1 != 0) {
            let before = decoded::<IS_64>(code, u64::from(more));
            let mut buffer = CodeBuffer::default();
            put::<IS_64>(&mut buffer, code, more);
            let bytes = buffer.bytes();
            let after = decoded::<IS_64>(bytes, 0);
            assert_eq!((after.len(), bytes.len()), (len + more as usize, after.len()), "{code:x?} {bytes:x?}");
            assert_eq!(text(&before), text(&after), "{code:x?} {bytes:x?}");
        }
        rooms.count_ones() as usize - 1
    }

    #[test]
    fn longer_instructions_are_the_same() {
        let known = [all_are_the_same::<false>(), all_are_the_same::<true>()];
        assert!(known.iter().all(|&known| known > 100_000), "{known:?}");
    }

    /// The forms of an instruction, by length.
    fn forms<const IS_64: bool>(code: &[u8]) -> Vec<Vec<u8>> {
        let rooms = rooms::<IS_64>(code);
        let form = |more: u32| {
            let mut buffer = CodeBuffer::default();
            put::<IS_64>(&mut buffer, code, more);
            buffer.bytes().to_vec()
        };
        (1..32).filter(|more| rooms >> more & 1 != 0).map(form).collect()
    }

    #[test]
    fn what_can_be_longer() {
        // push ecx; mov eax, 1
        assert_eq!(forms::<false>(&[0x51]), [[0xff, 0xf1]]);
        assert_eq!(forms::<false>(&[0xb8, 1, 0, 0, 0]), [[0xc7, 0xc0, 1, 0, 0, 0]]);
        // mov eax, [ecx-1]: a second byte of the address, a displacement of 32 bits, both.
        let load = forms::<false>(&[0x8b, 0x41, 0xff]);
        assert_eq!(load[0], [0x8b, 0x44, 0x21, 0xff]);
        assert_eq!(load[1], [0x8b, 0x81, 0xff, 0xff, 0xff, 0xff]);
        assert_eq!(load[2], [0x8b, 0x84, 0x21, 0xff, 0xff, 0xff, 0xff]);
        assert_eq!(load.len(), 3);
        // add ecx, -1
        assert_eq!(forms::<false>(&[0x83, 0xc1, 0xff]), [[0x81, 0xc1, 0xff, 0xff, 0xff, 0xff]]);
        // A mask before a jump stays as it is; so do what is not known, addresses of the program, a call, something of 8 bits.
        for code in [
            &[0x83, 0xe1, 0xe0, 0xff, 0xe1][..],
            &[0x89, 0xc8],
            &[0x8b, 0x0d, 0, 0, 0, 0],
            &[0xe8, 0, 0, 0, 0],
            &[0x88, 0xe0],
            &[0x66],
            &[],
        ] {
            assert_eq!(rooms::<false>(code), 1, "{code:x?}");
        }
        // One with a REX prefix, a call, a jump, something of 8 bits.
        for code in
            [&[0x44, 0x89, 0xc0][..], &[0xe8, 0, 0, 0, 0], &[0xff, 0xe0], &[0x88, 0xe0], &[0x0f, 0xb6, 0xc4], &[0x66], &[]]
        {
            assert_eq!(rooms::<true>(code), 1, "{code:x?}");
        }
    }

    #[test]
    fn what_is_behind_new_bytes_moves() {
        // mov dword ptr [ecx+4], 5; its immediate is behind the address's bytes.
        let code = [0xc7, 0x41, 4, 5, 0, 0, 0];
        assert_eq!([0, 1, 2, 3].map(|at| moved::<false>(&code, 4, at)), [0, 1, 3, 7]);
        assert_eq!(moved::<false>(&[0xb8, 0, 0, 0, 0], 1, 1), 2);
        // With a prefix before it, it is marked where that is.
        assert_eq!([0, 1].map(|at| moved::<true>(&[0x89, 0xc8], 1, at)), [0, 2]);
    }
}

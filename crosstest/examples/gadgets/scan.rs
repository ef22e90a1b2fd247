//! Gadgets: pieces of code that an attacker who controls the stack or a register strings together.
//!
//! In: bytes of x86 code. Out: every place, at any byte, from which at most [`MOST`] instructions
//! decode of which the last is a return or an indirect jump or call and none before it leaves the
//! straight line. Fields that a linker fills in are as they are in the object. Decoded by iced-x86.
//! Linear in the bytes.

use iced_x86::{Decoder, DecoderOptions, FlowControl};

/// Instructions of a gadget, its last one included.
const MOST: usize = 5;

/// A gadget.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Gadget {
    /// Where it starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

impl Gadget {
    /// Whether the same bytes stand at the same place of other code.
    pub fn survives(self, code: &[u8], other: &[u8]) -> bool {
        other.get(self.start..self.end) == code.get(self.start..self.end)
    }
}

/// The gadgets of some code, by where they start.
pub fn gadgets(bits: u32, code: &[u8]) -> Vec<Gadget> {
    (0..code.len()).filter_map(|start| end(bits, &code[start..]).map(|len| Gadget { start, end: start + len })).collect()
}

/// The length of the gadget that some code starts with.
fn end(bits: u32, code: &[u8]) -> Option<usize> {
    let mut decoder = Decoder::new(bits, code, DecoderOptions::NONE);
    for _ in 0..MOST {
        let inst = decoder.can_decode().then(|| decoder.decode()).filter(|inst| !inst.is_invalid())?;
        match inst.flow_control() {
            FlowControl::Next => {}
            FlowControl::Return | FlowControl::IndirectBranch | FlowControl::IndirectCall => return Some(decoder.position()),
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(code: &[u8]) -> Vec<usize> {
        gadgets(32, code).into_iter().map(|gadget| gadget.start).collect()
    }

    #[test]
    fn returns_and_indirect_branches_end_gadgets_wherever_they_start() {
        // pop ebx; ret
        assert_eq!(starts(&[0x5b, 0xc3]), [0, 1]);
        // mov eax, 0x0000c35b: in its middle, pop ebx; ret
        assert_eq!(starts(&[0xb8, 0x5b, 0xc3, 0, 0]), [1, 2]);
        // jmp eax; call [ecx]; a direct jump is none
        assert_eq!(starts(&[0xff, 0xe0]), [0]);
        assert_eq!(starts(&[0xff, 0x11]), [0]);
        assert_eq!(starts(&[0xeb, 0x00]), [0usize; 0]);
        // Six nops are too many before a return.
        assert_eq!(starts(&[0x90, 0x90, 0x90, 0x90, 0x90, 0xc3]), [1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_gadget_survives_where_its_bytes_are() {
        let gadget = Gadget { start: 1, end: 3 };
        assert!(gadget.survives(&[9, 0x5b, 0xc3], &[8, 0x5b, 0xc3, 7]));
        assert!(!gadget.survives(&[9, 0x5b, 0xc3], &[0x5b, 0xc3, 7]) && !gadget.survives(&[9, 0x5b, 0xc3], &[8, 0x5b]));
    }
}

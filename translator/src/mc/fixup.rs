//! Label references in fixed-width instruction sets: a bit field of a 32-bit little-endian word,
//! filled in when every label is bound.
//!
//! In: code with zero in the fields. Out: code with distances in them, or the news that one does
//! not fit, upon which the target encodes the function again with a longer form. Code does not
//! move. Linear in the number of fixups.

use super::buffer::{CodeBuffer, Label};

/// The field of a label reference, by shape: `(label - (word's offset + pc_bias)) >> shift` in
/// `bits` bits from bit `lsb` on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct FixupKind {
    /// Lowest bit of the field.
    pub lsb: u8,
    /// Width of the field.
    pub bits: u8,
    /// Low bits of the distance that the field leaves out.
    pub shift: u8,
    /// Distance from the word to where distances are counted from, in bytes.
    pub pc_bias: i32,
    /// Whether the field is a signed number that has to hold the whole distance; otherwise it holds
    /// a part of its bits.
    pub checked: bool,
}

/// A label reference that waits for its label.
#[derive(Copy, Clone, Debug)]
pub(super) struct Fixup {
    offset: u32,
    kind: FixupKind,
    target: Label,
}

impl FixupKind {
    /// The word with its field filled, or `None` if the distance does not fit.
    fn fill(self, word: u32, distance: i64) -> Option<u32> {
        let value = distance >> self.shift;
        let half = 1i64 << (self.bits - 1);
        if self.checked && (value < -half || value >= half || value << self.shift != distance) {
            return None;
        }
        let mask = ((1u64 << self.bits) - 1) as u32;
        Some(word & !(mask << self.lsb) | (value as u32 & mask) << self.lsb)
    }
}

impl CodeBuffer {
    /// Records that the word appended next refers to a label.
    pub fn fixup_here(&mut self, kind: FixupKind, target: Label) {
        let fixup = Fixup { offset: self.offset(), kind, target };
        self.fixups.push(fixup);
    }

    /// Fills in all label references. `false` if one is out of range: then the code is of no use.
    /// Call once, when everything is bound.
    pub fn resolve_fixups(&mut self) -> bool {
        let fixups = std::mem::take(&mut self.fixups);
        let reached = fixups.iter().all(|fixup| {
            let target = self.label_offset(fixup.target).expect("every label that is referred to is bound");
            let origin = i64::from(fixup.offset) + i64::from(fixup.kind.pc_bias);
            let field = &mut self.bytes[fixup.offset as usize..][..4];
            let word = u32::from_le_bytes([field[0], field[1], field[2], field[3]]);
            let filled = fixup.kind.fill(word, i64::from(target) - origin);
            field.copy_from_slice(&filled.unwrap_or(word).to_le_bytes());
            filled.is_some()
        });
        self.fixups = fixups;
        self.fixups.clear();
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRANCH: FixupKind = FixupKind { lsb: 0, bits: 16, shift: 2, pc_bias: 4, checked: true };

    fn forward(words: u32) -> (bool, u32) {
        let mut code = CodeBuffer::default();
        code.reserve_labels(1);
        code.fixup_here(BRANCH, Label::from_u32(0));
        code.put(&0x1000_0000u32.to_le_bytes());
        code.put(&vec![0; 4 * words as usize]);
        code.bind(Label::from_u32(0));
        let reached = code.resolve_fixups();
        (reached, u32::from_le_bytes(code.bytes()[..4].try_into().unwrap()))
    }

    #[test]
    fn a_distance_that_just_fits_is_filled_in_and_the_next_is_refused() {
        assert_eq!(forward(3), (true, 0x1000_0003));
        assert_eq!(forward(0x7fff), (true, 0x1000_7fff));
        assert!(!forward(0x8000).0);
    }

    #[test]
    fn backward_distances_are_negative_and_parts_of_a_distance_are_not_checked() {
        let mut code = CodeBuffer::default();
        code.reserve_labels(1);
        code.bind(Label::from_u32(0));
        code.fixup_here(BRANCH, Label::from_u32(0));
        code.put(&[0; 4]);
        let upper = FixupKind { lsb: 0, bits: 16, shift: 16, pc_bias: 0, checked: false };
        code.fixup_here(upper, Label::from_u32(0));
        code.put(&0x3c01_0000u32.to_le_bytes());
        assert!(code.resolve_fixups());
        assert_eq!(code.bytes(), [0xff, 0xff, 0, 0, 0xff, 0xff, 0x01, 0x3c]);
    }
}

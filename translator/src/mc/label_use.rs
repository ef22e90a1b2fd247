//! References to labels in instructions of fixed width, and veneers for those that reach less far
//! than a function is long.
//!
//! In: code with zero in the fields, and for each reference how it is patched ([`LabelUse`]). Out:
//! code with distances in them, or the news that one does not reach, upon which a target encodes the
//! function again with longer forms, or refuses it. Code does not move.
//!
//! A form that reaches far less than others may have a [`Veneer`]: code within its reach that goes
//! on to the label. Veneers stand in islands, which the emitter puts where control does not fall
//! into them, before it is too late for the nearest of the open references: it asks
//! [`CodeBuffer::island_is_due`] before what it appends, and calls [`CodeBuffer::put_island`].
//!
//! Invariant: `open` has every reference that has a veneer and does not reach its label yet, or not
//! any more. Linear in the number of references, but for keeping the open ones in order of their
//! deadlines (n log n).

use std::cmp::Reverse;
use std::fmt::Debug;

use super::buffer::{CodeBuffer, Label};

/// How an instruction, or several of which each has a part, refers to a label.
pub trait LabelUse: Debug + Sync {
    /// How far the label may lie from the first byte of the instruction, in bytes: back (not
    /// positive) and forward.
    fn reach(&self) -> (i64, i64);

    /// Puts the distance into the instruction, which `code` begins with. `false`, with nothing
    /// changed, if it is out of reach.
    fn patch(&self, code: &mut [u8], distance: i64) -> bool;

    /// What can stand between the instruction and a label that is out of reach.
    fn veneer(&self) -> Option<Veneer> {
        None
    }
}

/// Code that goes on to a label.
#[derive(Copy, Clone, Debug)]
pub struct Veneer {
    /// The code.
    pub code: &'static [u8],
    /// Where in the code the instruction is that refers to the label, in bytes.
    pub at: u32,
    /// How it refers to it; reaches farther than what the veneer is for.
    pub label_use: &'static dyn LabelUse,
}

/// A field of a 32-bit little-endian word that holds a distance:
/// `(label - (word's offset + pc_bias)) >> shift` in `bits` bits from bit `lsb` on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct WordField {
    /// Lowest bit of the field.
    pub lsb: u8,
    /// Width of the field.
    pub bits: u8,
    /// Low bits of the distance that the field leaves out.
    pub shift: u8,
    /// Distance from the word to where distances are counted from, in bytes.
    pub pc_bias: i32,
    /// Whether the field is a signed number that has to hold the whole distance; otherwise it holds
    /// a part of its bits, and any distance is in reach.
    pub whole: bool,
}

impl LabelUse for WordField {
    fn reach(&self) -> (i64, i64) {
        if !self.whole {
            return (i64::MIN, i64::MAX);
        }
        let half = 1i64 << (self.bits - 1);
        let bias = i64::from(self.pc_bias);
        ((-half << self.shift) + bias, ((half - 1) << self.shift) + bias)
    }

    fn patch(&self, code: &mut [u8], distance: i64) -> bool {
        let distance = distance - i64::from(self.pc_bias);
        let value = distance >> self.shift;
        let spare = 64 - u32::from(self.bits);
        if self.whole && value << spare >> spare << self.shift != distance {
            return false;
        }
        let Some(field) = code.first_chunk_mut::<4>() else { return false };
        let mask = u32::MAX >> (32 - self.bits);
        let word = u32::from_le_bytes(*field) & !(mask << self.lsb) | (value as u32 & mask) << self.lsb;
        *field = word.to_le_bytes();
        true
    }
}

/// A reference that waits for its label.
#[derive(Copy, Clone, Debug)]
pub(super) struct PendingUse {
    pub(super) offset: u32,
    target: Label,
    label_use: &'static dyn LabelUse,
}

/// Until where a veneer for a reference can stand, in bytes from the start of the function; the
/// nearest comes first. With the reference's index.
pub(super) type Deadline = Reverse<(i64, u32)>;

/// Size of the veneer for a reference in bytes; 0 if there is none.
fn veneer_bytes(label_use: &dyn LabelUse) -> u32 {
    label_use.veneer().map_or(0, |veneer| veneer.code.len() as u32)
}

impl CodeBuffer {
    /// Records that the instruction appended next refers to a label.
    // Generic, so that for a form without a veneer nothing is asked.
    #[inline]
    pub fn use_label_here<U: LabelUse>(&mut self, label_use: &'static U, target: Label) {
        let pending = PendingUse { offset: self.offset(), target, label_use };
        if label_use.veneer().is_some() {
            self.note_open(pending);
        }
        self.uses.push(pending);
    }

    /// Notes a reference that may need a veneer, and is recorded next.
    fn note_open(&mut self, pending: PendingUse) {
        if !self.reaches_now(pending) {
            self.open_bytes += veneer_bytes(pending.label_use);
            let (_, forward) = pending.label_use.reach();
            self.open.push(Reverse((i64::from(pending.offset) + forward, self.uses.len() as u32)));
        }
    }

    /// Whether the label of a reference is bound and in reach.
    fn reaches_now(&self, pending: PendingUse) -> bool {
        let (back, forward) = pending.label_use.reach();
        self.label_offset(pending.target)
            .is_some_and(|label| (back..=forward).contains(&(i64::from(label) - i64::from(pending.offset))))
    }

    /// Whether an island has to stand here, if `upcoming` bytes are appended before the next
    /// question: after them the first of the open references could not reach one any more.
    /// `around` is what the emitter puts before an island, in bytes.
    pub fn island_is_due(&mut self, upcoming: u32, around: u32) -> bool {
        while let Some(&Reverse((deadline, index))) = self.open.peek() {
            // The last veneer of the island may be that of the nearest deadline.
            let bytes = u64::from(upcoming) + u64::from(around) + u64::from(self.open_bytes);
            if i64::from(self.offset()) + bytes as i64 <= deadline {
                return false;
            }
            let pending = self.uses[index as usize];
            if !self.reaches_now(pending) {
                return true;
            }
            self.open.pop();
            self.open_bytes -= veneer_bytes(pending.label_use);
        }
        false
    }

    /// Appends a veneer for every open reference. Control must not fall into it.
    pub fn put_island(&mut self) {
        self.open_bytes = 0;
        while let Some(Reverse((_, index))) = self.open.pop() {
            let pending = self.uses[index as usize];
            if self.reaches_now(pending) {
                continue;
            }
            let veneer = pending.label_use.veneer().expect("what is open has one");
            let start = self.offset();
            self.put(veneer.code);
            // From here on the reference is the veneer's.
            let distance = i64::from(start) - i64::from(pending.offset);
            let patched = pending.label_use.patch(&mut self.bytes[pending.offset as usize..], distance);
            debug_assert!(patched, "the island came too late");
            self.uses[index as usize] =
                PendingUse { offset: start + veneer.at, target: pending.target, label_use: veneer.label_use };
        }
    }

    /// Drops all label references.
    pub(super) fn forget_uses(&mut self) {
        self.uses.clear();
        self.open.clear();
        self.open_bytes = 0;
    }

    /// Fills in all label references. `false` if one is out of reach: then the code is of no use.
    /// Call once, when everything is bound.
    pub fn resolve_uses(&mut self) -> bool {
        let uses = std::mem::take(&mut self.uses);
        let reached = uses.iter().all(|&PendingUse { offset, target, label_use }| {
            let label = self.label_offset(target).expect("every label that is referred to is bound");
            label_use.patch(&mut self.bytes[offset as usize..], i64::from(label) - i64::from(offset))
        });
        self.uses = uses;
        self.forget_uses();
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static BRANCH: WordField = WordField { lsb: 0, bits: 16, shift: 2, pc_bias: 4, whole: true };
    static UPPER: WordField = WordField { lsb: 0, bits: 16, shift: 16, pc_bias: 0, whole: false };
    /// The encodings are A64's ([ARM-A64] "B", "TBZ" and "ADR"): 26 bits of words, 14 bits of words, and
    /// 21 bits in two pieces.
    static FAR: WordField = WordField { lsb: 0, bits: 26, shift: 2, pc_bias: 0, whole: true };

    #[derive(Debug)]
    struct Test;

    impl LabelUse for Test {
        fn reach(&self) -> (i64, i64) {
            (-(1 << 15), (1 << 15) - 4)
        }

        fn patch(&self, code: &mut [u8], distance: i64) -> bool {
            WordField { lsb: 5, bits: 14, ..FAR }.patch(code, distance)
        }

        fn veneer(&self) -> Option<Veneer> {
            Some(Veneer { code: &[0, 0, 0, 0x14], at: 0, label_use: &FAR })
        }
    }

    /// The same with a veneer that is longer than an instruction: the veneers of an island take more
    /// room than what they are for.
    #[derive(Debug)]
    struct Padded;

    impl LabelUse for Padded {
        fn reach(&self) -> (i64, i64) {
            Test.reach()
        }

        fn patch(&self, code: &mut [u8], distance: i64) -> bool {
            Test.patch(code, distance)
        }

        fn veneer(&self) -> Option<Veneer> {
            Some(Veneer { code: &[0x1f, 0x20, 0x03, 0xd5, 0x1f, 0x20, 0x03, 0xd5, 0, 0, 0, 0x14], at: 8, label_use: &FAR })
        }
    }

    #[derive(Debug)]
    struct Scattered;

    impl LabelUse for Scattered {
        fn reach(&self) -> (i64, i64) {
            (-(1 << 20), (1 << 20) - 1)
        }

        fn patch(&self, code: &mut [u8], distance: i64) -> bool {
            let (back, forward) = self.reach();
            let upper = WordField { lsb: 5, bits: 19, shift: 2, pc_bias: 0, whole: false };
            let lower = WordField { lsb: 29, bits: 2, shift: 0, pc_bias: 0, whole: false };
            (back..=forward).contains(&distance) && upper.patch(code, distance) && lower.patch(code, distance)
        }
    }

    const TBZ: u32 = 0x3600_0000;
    const ADR: u32 = 0x1000_0000;
    const B: u32 = 0x1400_0000;
    const NOP: u32 = 0xd503_201f;

    fn word(code: &CodeBuffer, offset: u32) -> u32 {
        u32::from_le_bytes(code.bytes()[offset as usize..][..4].try_into().unwrap())
    }

    fn with_labels(count: usize) -> CodeBuffer {
        let mut code = CodeBuffer::default();
        code.reserve_labels(count);
        code
    }

    fn forward(words: u32) -> (bool, u32) {
        let mut code = with_labels(1);
        code.use_label_here(&BRANCH, Label::from_u32(0));
        code.put_word(0x1000_0000);
        code.put(&vec![0; 4 * words as usize]);
        code.bind(Label::from_u32(0));
        let reached = code.resolve_uses();
        (reached, word(&code, 0))
    }

    #[test]
    fn a_distance_that_just_fits_is_filled_in_and_the_next_is_refused() {
        assert_eq!(forward(3), (true, 0x1000_0003));
        assert_eq!(forward(0x7fff), (true, 0x1000_7fff));
        assert_eq!(forward(0x8000), (false, 0x1000_0000));
    }

    #[test]
    fn backward_distances_are_negative_and_parts_of_a_distance_reach_anywhere() {
        let mut code = with_labels(1);
        code.bind(Label::from_u32(0));
        code.use_label_here(&BRANCH, Label::from_u32(0));
        code.put(&[0; 4]);
        code.use_label_here(&UPPER, Label::from_u32(0));
        code.put_word(0x3c01_0000);
        assert!(code.resolve_uses());
        assert_eq!(code.bytes(), [0xff, 0xff, 0, 0, 0xff, 0xff, 0x01, 0x3c]);
    }

    #[test]
    fn the_reach_of_a_field_is_what_it_can_be_patched_with() {
        for field in [BRANCH, FAR, WordField { bits: 14, pc_bias: 8, ..FAR }] {
            let (back, forward) = field.reach();
            for (distance, fits) in [(back, true), (forward, true), (back - 4, false), (forward + 4, false), (forward - 1, false)]
            {
                assert_eq!(field.patch(&mut [0; 4], distance), fits, "{field:?} {distance}");
            }
        }
    }

    #[test]
    fn a_field_in_two_pieces_is_patched_whole() {
        let mut code = with_labels(2);
        code.bind(Label::from_u32(0));
        code.put(&[0; 6]);
        code.bind(Label::from_u32(1));
        code.put(&[0; 2]);
        for label in [0, 1] {
            code.use_label_here(&Scattered, Label::from_u32(label));
            code.put_word(ADR);
        }
        assert!(code.resolve_uses());
        // Eight bytes back: -2 in the upper piece. Six bytes back (from 12 to 6): -2 and 2.
        assert_eq!(word(&code, 8), 0x10ff_ffc0);
        assert_eq!(word(&code, 12), 0x50ff_ffc0);
    }

    /// Code of some words with a short branch at the start and at each of `also` to the end or, with
    /// `back`, from the end to the start, and islands where they are due.
    fn long(words: u32, also: &[u32], back: bool) -> CodeBuffer {
        let mut code = with_labels(2);
        code.bind(Label::from_u32(0));
        for index in 0..words {
            if code.island_is_due(4, 4) {
                // Around the island.
                let around = code.offset();
                code.put_word(B);
                code.put_island();
                let size = code.offset() - around;
                code.bytes[around as usize..][..4].copy_from_slice(&(B | (size / 4)).to_le_bytes());
            }
            if index == 0 || also.contains(&index) {
                code.use_label_here(&Test, Label::from_u32(u32::from(!back)));
                code.put_word(TBZ);
            } else {
                code.put_word(NOP);
            }
        }
        if back {
            code.use_label_here(&Test, Label::from_u32(0));
            code.put_word(TBZ);
        }
        code.bind(Label::from_u32(1));
        if !code.open.is_empty() {
            code.put_island();
        }
        code
    }

    /// Where control gets from the branch at an offset.
    fn follow(code: &CodeBuffer, mut offset: u32) -> u32 {
        let end = code.offset();
        let signed = |value: u32, bits: u32| (value << (32 - bits)) as i32 >> (32 - bits);
        while offset < end {
            let word = word(code, offset);
            offset = match word & 0xff00_0000 {
                TBZ => offset.wrapping_add_signed(4 * signed(word >> 5 & 0x3fff, 14)),
                0x1400_0000..=0x1700_0000 => return offset.wrapping_add_signed(4 * signed(word & 0x3ff_ffff, 26)),
                _ => return offset,
            };
        }
        offset
    }

    #[test]
    fn what_reaches_has_no_veneer() {
        let mut code = long(8000, &[], false);
        assert!(code.resolve_uses());
        assert_eq!(code.offset(), 8000 * 4);
        assert_eq!(follow(&code, 0), code.offset());
    }

    #[test]
    fn a_short_branch_gets_a_veneer_within_its_reach() {
        let mut code = long(30_000, &[1, 5000, 8000, 20_000, 29_990], false);
        let end = code.label_offset(Label::from_u32(1)).unwrap();
        assert!(code.resolve_uses());
        let branches: Vec<u32> =
            (0..code.offset() / 4).map(|index| 4 * index).filter(|&at| word(&code, at) >> 24 == 0x36).collect();
        assert_eq!(branches.len(), 6);
        for at in branches {
            assert_eq!(follow(&code, at), end, "from {at}");
        }
    }

    #[test]
    fn a_short_branch_back_gets_a_veneer_behind_it() {
        let mut code = long(30_000, &[], true);
        assert!(code.resolve_uses());
        let last = (0..code.offset() / 4).map(|index| 4 * index).filter(|&at| word(&code, at) >> 24 == 0x36).max().unwrap();
        assert_eq!(follow(&code, last), 0);
        assert_eq!(code.offset(), last + 8, "one veneer, behind it");
    }

    #[test]
    fn a_hundred_thousand_short_branches_are_no_trouble() {
        let also: Vec<u32> = (0..100_000).collect();
        let mut code = long(100_000, &also, false);
        assert!(code.resolve_uses());
    }

    #[test]
    fn an_island_has_room_for_veneers_that_are_longer_than_what_they_are_for() {
        let mut code = with_labels(1);
        for _ in 0..10_000 {
            if code.island_is_due(4, 0) {
                code.put_island();
            }
            code.use_label_here(&Padded, Label::from_u32(0));
            code.put_word(TBZ);
        }
        code.put_island();
        code.bind(Label::from_u32(0));
        assert!(code.resolve_uses());
    }
}

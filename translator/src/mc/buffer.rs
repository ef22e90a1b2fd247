//! A function's machine code while it is being written: bytes, labels, branches between labels,
//! relocations.
//!
//! Branches to labels are recorded, not encoded, when the target is not yet known. Where instructions
//! have one width, that is [`label_use`](super::label_use)'s; the rest of this is about those that
//! have a short and a long form. Every recorded branch starts in its long form; [`CodeBuffer::finish`] shrinks those that reach and moves the
//! code between them once. Shrinking only ever brings code closer together, so a branch that fits
//! in its short form keeps fitting, and the fixpoint is reached from above.
//!
//! Invariants: the first `len` of `bytes` are the code, with all recorded branches long until
//! `finish`, and the rest is room that has been initialized, so that an instruction is appended by
//! two stores of fixed size; `branches` and `relocs` are sorted by offset; offsets of labels and
//! relocations refer to the same layout as `bytes`.

use std::collections::BinaryHeap;

use super::bundle::Bundles;
use super::code::FuncCode;
use super::label_use::{Deadline, PendingUse};
use super::symbol::SymbolRef;
use super::tables::LabelTables;
use crate::util::refill;

crate::entities! {
    /// A position in the code of one function.
    pub Label = "L";
}

/// A reference from the code to a symbol, to be resolved by the linker.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Reloc {
    /// Byte offset of the field from the start of the function.
    pub offset: u32,
    /// Relocation type: the number in the target's ELF psABI.
    pub kind: u16,
    /// What is referred to.
    pub target: SymbolRef,
    /// Added to the symbol's address. For ABIs with REL sections the encoder has also written it
    /// into the field.
    pub addend: i32,
}

/// How a branch to a label is encoded: both of its forms.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BranchKind {
    /// Bytes before the 8-bit displacement in the short form (`eb` or `7x`).
    pub short_opcode: u8,
    /// Bytes before the 32-bit displacement in the long form, one (`e9`) or two (`0f 8x`), first
    /// byte lowest.
    pub long_opcode: [u8; 2],
    /// Length of `long_opcode` in bytes.
    pub long_opcode_len: u8,
}

impl BranchKind {
    const SHORT_LEN: u32 = 2;

    fn long_len(self) -> u32 {
        u32::from(self.long_opcode_len) + 4
    }
}

/// A branch to a label that has been appended in its long form.
#[derive(Copy, Clone, Debug)]
pub(super) struct Branch {
    pub(super) offset: u32,
    pub(super) target: Label,
    kind: BranchKind,
    pub(super) short: bool,
}

impl Branch {
    pub(super) const SHORT_LEN: u32 = BranchKind::SHORT_LEN;

    /// Bytes of its form.
    pub(super) fn len(&self) -> u32 {
        self.kind.long_len() - self.saving()
    }

    /// Bytes that its form saves.
    pub(super) fn saving(&self) -> u32 {
        if self.short { self.kind.long_len() - Self::SHORT_LEN } else { 0 }
    }
}

/// Where a label is.
#[derive(Copy, Clone, Debug)]
pub(super) struct LabelOffset {
    pub(super) offset: u32,
    /// Number of branches before it.
    branches: u32,
}

pub(super) const UNBOUND: LabelOffset = LabelOffset { offset: u32::MAX, branches: 0 };

/// Bytes that a buffer starts with: enough for most functions.
const ROOM: usize = 1 << 14;

/// The room that [`CodeBuffer::put_words`] needs.
const WORDS: usize = 16;

/// Rounds of shrinking: a chain of branches of which each reaches only once the next has shrunk
/// takes as many rounds as it has links, and a hostile input can make it as long as the function.
/// What is not done by then stays long.
const MAX_ROUNDS: usize = 16;

/// Code under construction.
#[derive(Clone, Default, Debug)]
pub struct CodeBuffer {
    pub(super) bytes: Vec<u8>,
    len: usize,
    pub(super) relocs: Vec<Reloc>,
    pub(super) labels: Vec<LabelOffset>,
    pub(super) branches: Vec<Branch>,
    /// While finishing: what the branches before each save together.
    saved: Vec<u32>,
    /// Label references of fixed-width instruction sets: [`super::label_use`].
    pub(super) uses: Vec<PendingUse>,
    /// Those that may need a veneer.
    pub(super) open: BinaryHeap<Deadline>,
    /// Size of those veneers together, in bytes.
    pub(super) open_bytes: u32,
    /// Places that somebody wants to know, once the code is finished, each with a number of theirs.
    pub(super) marks: Vec<(u32, LabelOffset)>,
    /// How the code lies in bundles, if it does.
    pub(super) bundles: Bundles,
    /// Jump tables; their labels are bound when the code is finished.
    pub tables: LabelTables,
}

impl CodeBuffer {
    /// Empties it, keeping every allocation.
    pub fn clear(&mut self) {
        self.len = 0;
        self.relocs.clear();
        self.labels.clear();
        self.branches.clear();
        self.forget_uses();
        self.marks.clear();
        self.bundles.clear();
        self.tables.clear();
    }

    /// Drops the bytes, and nothing else.
    pub(super) fn reset(&mut self) {
        self.len = 0;
    }

    /// Current offset in bytes.
    #[inline]
    pub fn offset(&self) -> u32 {
        self.len as u32
    }

    /// The code.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// The relocations, by offset.
    pub fn relocs(&self) -> &[Reloc] {
        &self.relocs
    }

    /// Appends bytes.
    pub fn put(&mut self, bytes: &[u8]) {
        if self.bytes.len() < self.len + bytes.len() {
            self.bytes.resize(self.len + bytes.len(), 0);
        }
        self.bytes[self.len..][..bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }

    /// Appends the low bytes of two words, the lowest first: at most seven of `head`, at most eight
    /// of `tail`. The others of `tail` may be anything.
    #[inline]
    pub fn put_words(&mut self, head: u64, head_len: u32, tail: u64, tail_len: u32) {
        debug_assert!(head_len < 8 && tail_len <= 8);
        // As 32 bits, so that the compiler sees that the sum below does not wrap.
        let (start, tail_start) = (self.len as u32 as usize, head_len as usize & 7);
        let Some(room) = self.bytes.get_mut(start..start + WORDS).and_then(<[u8]>::first_chunk_mut::<WORDS>) else {
            self.grow();
            return self.put_words(head, head_len, tail, tail_len);
        };
        room[..8].copy_from_slice(&head.to_le_bytes());
        room[tail_start..tail_start + 8].copy_from_slice(&tail.to_le_bytes());
        self.len = start + tail_start + tail_len as usize;
    }

    /// Initializes some more room. The vector's own growth keeps this linear.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        if self.bytes.capacity() == 0 {
            self.bytes.reserve(ROOM);
        }
        self.bytes.resize(self.len + 512, 0);
    }

    /// Takes out what lies at an offset, which nothing refers to, nor to what follows: that moves up. Marks stay: the caller appends as much
    /// again, so that each still has a place of its own.
    pub fn take_out(&mut self, offset: u32, bytes: u32) {
        debug_assert!(self.relocs.last().is_none_or(|last| last.offset < offset));
        debug_assert!(self.uses.last().is_none_or(|last| last.offset < offset));
        let end = (offset + bytes) as usize;
        self.bytes.copy_within(end..self.len, offset as usize);
        self.len -= bytes as usize;
    }

    /// Records a relocation of the field that starts at the current offset; the caller appends the
    /// field.
    pub fn reloc_here(&mut self, kind: u16, target: SymbolRef, addend: i32) {
        self.relocs.push(Reloc { offset: self.offset(), kind, target, addend });
    }

    /// Records a relocation of a field of the instruction that was appended last. Offsets must
    /// increase from call to call.
    pub fn reloc_at(&mut self, offset: u32, kind: u16, target: SymbolRef, addend: i32) {
        debug_assert!(self.relocs.last().is_none_or(|last| last.offset < offset));
        self.relocs.push(Reloc { offset, kind, target, addend });
    }

    /// Makes labels `0..count`, all unbound.
    pub fn reserve_labels(&mut self, count: usize) {
        refill(&mut self.labels, count, UNBOUND);
    }

    /// Binds a label to the current offset.
    pub fn bind(&mut self, label: Label) {
        let place = LabelOffset { offset: self.offset(), branches: self.branches.len() as u32 };
        self.labels[label.as_u32() as usize] = place;
    }

    /// Where a label was bound; final only after [`finish`](Self::finish).
    pub fn label_offset(&self, label: Label) -> Option<u32> {
        self.labels.get(label.as_u32() as usize).map(|place| place.offset).filter(|&offset| offset != UNBOUND.offset)
    }

    /// Remembers the present place.
    pub fn mark(&mut self, number: u32) {
        let place = LabelOffset { offset: self.offset(), branches: self.branches.len() as u32 };
        self.marks.push((number, place));
    }

    /// The places that were marked, in their order: a number and an offset, which is final only after
    /// [`finish`](Self::finish).
    pub fn marks(&self) -> impl ExactSizeIterator<Item = (u32, u32)> {
        self.marks.iter().map(|&(number, place)| (number, place.offset))
    }

    /// Appends a branch to a label.
    pub fn branch(&mut self, kind: BranchKind, target: Label) {
        self.branches.push(Branch { offset: self.offset(), target, kind, short: false });
        self.put_words(u64::from(u16::from_le_bytes(kind.long_opcode)), u32::from(kind.long_opcode_len), 0, 4);
    }

    /// Appends a 32-bit word, little-endian.
    #[inline]
    pub fn put_word(&mut self, word: u32) {
        self.put_words(0, 0, u64::from(word), 4);
    }

    /// Moves the finished code and its relocations into `out`, whose own allocations take their
    /// place here. Constants are the caller's.
    pub fn finish_into(&mut self, out: &mut FuncCode) {
        self.bytes.truncate(self.len);
        std::mem::swap(&mut self.bytes, &mut out.bytes);
        std::mem::swap(&mut self.relocs, &mut out.relocs);
        out.pool.clear();
        out.tables.set_mapped(&self.tables, |&label| self.label_offset(label).expect("what a jump table names is bound"));
        self.tables.clear();
        self.len = 0;
        self.relocs.clear();
    }

    /// Chooses the form of every branch and writes the displacements. Call once, when everything is
    /// bound.
    ///
    /// Complexity: linear in the code for each round of shrinking; rounds beyond the second are
    /// rare.
    pub fn finish(&mut self) {
        if cfg!(feature = "sandbox") && self.bundles.is_used() {
            return self.finish_bundles();
        }
        if self.branches.is_empty() {
            return;
        }
        self.shrink_branches();
        self.compact();
        self.write_displacements();
    }

    /// Marks branches as short until no more fit.
    fn shrink_branches(&mut self) {
        // Prefix sums over branches: saved[i] is what branches 0..i save together.
        let saved = &mut self.saved;
        refill(saved, self.branches.len() + 1, 0);
        for _ in 0..MAX_ROUNDS {
            let mut changed = false;
            for index in 0..self.branches.len() {
                let branch = self.branches[index];
                if branch.short {
                    continue;
                }
                let target = self.labels[branch.target.as_u32() as usize];
                debug_assert_ne!(target.offset, UNBOUND.offset, "branch to unbound label {}", branch.target);
                // Distances in the current layout: long layout minus what is saved between the two
                // places.
                let from = branch.offset + branch.kind.long_len();
                let end_now = from - saved[index];
                let target_now = target.offset - saved[target.branches as usize];
                let distance = i64::from(target_now) - i64::from(end_now);
                // Shrinking this branch itself brings a backward target closer by what it saves and
                // leaves a forward distance alone.
                let saving = i64::from(branch.kind.long_len() - BranchKind::SHORT_LEN);
                let distance = if target_now < end_now { distance + saving } else { distance };
                if i8::try_from(distance).is_ok() || fault!(X86ShortJump, (128..136).contains(&distance)) {
                    self.branches[index].short = true;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
            let mut sum = 0;
            for (branch, saved) in self.branches.iter().zip(&mut saved[1..]) {
                if branch.short {
                    sum += branch.kind.long_len() - BranchKind::SHORT_LEN;
                }
                *saved = sum;
            }
        }
    }

    /// Moves the code together, and labels and relocations with it, by what
    /// [`shrink_branches`](Self::shrink_branches) has found.
    fn compact(&mut self) {
        let saved = &self.saved;
        let total = saved[self.branches.len()];
        if total == 0 {
            return;
        }
        let (mut read, mut write) = (0usize, 0usize);
        for branch in &mut self.branches {
            let start = branch.offset as usize;
            branch.offset = (start - (read - write)) as u32;
            if branch.short {
                self.bytes.copy_within(read..start, write);
                read = start + branch.kind.long_len() as usize;
                write = (branch.offset + BranchKind::SHORT_LEN) as usize;
            }
        }
        self.bytes.copy_within(read..self.len, write);
        self.len -= total as usize;
        for place in self.labels.iter_mut().filter(|place| place.offset != UNBOUND.offset) {
            place.offset -= saved[place.branches as usize];
        }
        for (_, place) in &mut self.marks {
            place.offset -= saved[place.branches as usize];
        }
        self.move_relocs();
    }

    /// Both relocations and branches are sorted, so one walk over both finds what the branches
    /// before each relocation save.
    fn move_relocs(&mut self) {
        let mut before = 0;
        for reloc in &mut self.relocs {
            // A branch's offset is its new one already.
            while self.branches.get(before).is_some_and(|branch| branch.offset + self.saved[before] < reloc.offset) {
                before += 1;
            }
            reloc.offset -= self.saved[before];
        }
    }

    pub(super) fn write_displacements(&mut self) {
        for branch in &self.branches {
            let target = self.labels[branch.target.as_u32() as usize].offset;
            let start = branch.offset as usize;
            if branch.short {
                let displacement = i64::from(target) - i64::from(branch.offset + BranchKind::SHORT_LEN);
                let displacement = i8::try_from(displacement).expect("shrinking never moves a short branch out of range");
                self.bytes[start] = branch.kind.short_opcode;
                self.bytes[start + 1] = displacement as u8;
            } else {
                let displacement = target.wrapping_sub(branch.offset + branch.kind.long_len());
                let field = start + usize::from(branch.kind.long_opcode_len);
                self.bytes[field..field + 4].copy_from_slice(&displacement.to_le_bytes());
            }
        }
        self.branches.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JMP: BranchKind = BranchKind { short_opcode: 0xeb, long_opcode: [0xe9, 0], long_opcode_len: 1 };
    const JE: BranchKind = BranchKind { short_opcode: 0x74, long_opcode: [0x0f, 0x84], long_opcode_len: 2 };

    fn with_gap(gap: usize) -> Vec<u8> {
        let mut code = CodeBuffer::default();
        code.reserve_labels(1);
        code.branch(JMP, Label::from_u32(0));
        code.put(&vec![0x90; gap]);
        code.bind(Label::from_u32(0));
        code.finish();
        code.bytes().to_vec()
    }

    #[test]
    fn forward_displacement_127_is_short_and_128_is_long() {
        assert_eq!(with_gap(127)[..2], [0xeb, 127]);
        assert_eq!(with_gap(127).len(), 129);
        assert_eq!(with_gap(128)[..5], [0xe9, 128, 0, 0, 0]);
    }

    #[test]
    fn backward_displacement_minus_128_is_short_and_minus_129_is_long() {
        for (gap, expected) in [(126, vec![0x74, 0x80]), (127, vec![0x0f, 0x84, 0x7b, 0xff, 0xff, 0xff])] {
            let mut code = CodeBuffer::default();
            code.reserve_labels(1);
            code.bind(Label::from_u32(0));
            code.put(&vec![0x90; gap]);
            code.branch(JE, Label::from_u32(0));
            code.finish();
            assert_eq!(code.bytes()[gap..], expected);
        }
    }

    #[test]
    fn a_large_piece_is_appended_whole() {
        let mut code = CodeBuffer::default();
        code.put(&[1]);
        code.put(&[2; 100_000]);
        assert_eq!((code.offset(), code.bytes()[100_000]), (100_001, 2));
    }

    #[test]
    fn a_long_chain_of_dependent_branches_ends_and_is_right() {
        // Branch i spans 125 bytes and branch i + 1, so that it reaches only once that one has
        // shrunk: one link of the chain a round.
        let count = 50_000;
        let mut code = CodeBuffer::default();
        code.reserve_labels(count);
        for index in 0..count {
            code.branch(JMP, Label::from_u32(index as u32));
            if index > 0 {
                code.bind(Label::from_u32(index as u32 - 1));
            }
            code.put(&[0x90; 125]);
        }
        code.bind(Label::from_u32(count as u32 - 1));
        code.finish();
        assert_eq!(code.bytes()[..2], [0xe9, 130], "the first links stay long");
        assert_eq!(code.bytes()[code.bytes().len() - 127..][..2], [0xeb, 125], "the last ones shrink");
    }

    #[test]
    fn marks_move_with_the_code() {
        let mut code = CodeBuffer::default();
        code.reserve_labels(1);
        code.mark(7);
        code.branch(JMP, Label::from_u32(0));
        code.mark(9);
        code.bind(Label::from_u32(0));
        code.finish();
        assert_eq!(code.marks().collect::<Vec<_>>(), [(7, 0), (9, 2)]);
    }

    #[test]
    fn shrinking_one_branch_lets_another_reach() {
        let mut code = CodeBuffer::default();
        code.reserve_labels(2);
        code.branch(JMP, Label::from_u32(1)); // reaches only once the branch below has shrunk
        code.branch(JE, Label::from_u32(0));
        code.put(&[0x90; 125]);
        code.bind(Label::from_u32(0));
        code.reloc_here(1, SymbolRef::Helper(super::super::Helper::Memcpy), 0);
        code.bind(Label::from_u32(1));
        code.finish();
        assert_eq!(code.bytes()[..4], [0xeb, 127, 0x74, 125]);
        assert_eq!(code.relocs()[0].offset, 129);
        assert_eq!(code.label_offset(Label::from_u32(1)), Some(129));
    }
}

//! Code of fixed-width instructions for a sandbox: what `bundle` is to x86, for words.
//!
//! In: the code of a function in a [`CodeBuffer`] as it is without a sandbox, its references to labels not yet filled in, and what each
//! of its words becomes ([`Rules`]). Out: groups of words, each within one bundle, with gaps filled by instructions that do nothing.
//! Labels, marks, relocations and references move with their words; what an indirect jump goes to begins a bundle, and so does what
//! follows a call.
//!
//! A pass of its own, and not a part of emission: so code without a sandbox costs nothing, and nothing that is emitted escapes it, be
//! it a function's frame, a nop that a seed drew, or a helper written by hand. Linear.

use super::buffer::{CodeBuffer, UNBOUND};
use super::bundle::Place;
use super::label_use::LabelUse;

/// Words of a bundle.
const BUNDLE: usize = 4;

/// What words of code become in a sandbox.
pub trait Rules {
    /// A word that does nothing.
    const NOP: u32;

    /// Appends what the words from `index` on become. Returns how many they were: at least one.
    fn rewrite(&self, words: &[u32], index: usize, out: &mut Groups) -> usize;
}

/// A word of a group.
#[derive(Copy, Clone, Debug)]
pub struct Word {
    bits: u32,
    /// The word of the code before whose relocation or reference is this one's.
    of: Option<usize>,
}

impl Word {
    /// One that nothing in the code before refers to.
    pub const fn new(bits: u32) -> Self {
        Self { bits, of: None }
    }

    /// What has become of word `index`.
    pub const fn of(index: usize, bits: u32) -> Self {
        Self { bits, of: Some(index) }
    }
}

/// A distance between words that are no label's.
#[derive(Copy, Clone, Debug)]
struct Distance {
    from: usize,
    to: usize,
    field: &'static dyn LabelUse,
}

/// The groups of a function.
#[derive(Debug)]
pub struct Groups {
    nop: u32,
    code: Vec<u32>,
    /// For each word of the code before, and for its end: where control that comes to it goes now, and where it is itself.
    starts: Vec<usize>,
    places: Vec<usize>,
    /// The words that have no start yet: they begin with the next group.
    waiting: std::ops::Range<usize>,
    distances: Vec<Distance>,
}

impl Groups {
    fn new(count: usize, nop: u32) -> Self {
        let (starts, places) = (vec![0; count + 1], vec![0; count + 1]);
        Self { nop, code: Vec::with_capacity(2 * count), starts, places, waiting: 0..0, distances: Vec::new() }
    }

    /// Appends words that lie in one bundle, at most as many as that has.
    pub fn put(&mut self, place: Place, words: &[Word]) {
        debug_assert!(words.len() <= BUNDLE, "{words:x?}");
        let at = self.code.len() % BUNDLE;
        let gap = match place {
            Place::Any if at + words.len() <= BUNDLE || fault!(SandboxGroupSplit, words.len() > 1) => 0,
            Place::End if fault!(SandboxGroupCallEnd, at + words.len() < BUNDLE) => 0,
            Place::Any | Place::Start => (BUNDLE - at) % BUNDLE,
            Place::End => (2 * BUNDLE - at - words.len()) % BUNDLE,
        };
        self.fill(gap);
        self.begin_waiting();
        for word in words {
            if let Some(index) = word.of {
                self.places[index] = self.code.len();
            }
            self.code.push(word.bits);
        }
    }

    /// Says that a word holds a distance to another, both by their places in the code before, that is no reference to a label.
    pub fn distance(&mut self, from: usize, to: usize, field: &'static dyn LabelUse) {
        self.distances.push(Distance { from, to, field });
    }

    fn fill(&mut self, gap: usize) {
        self.code.resize(self.code.len() + gap, self.nop);
    }

    fn begin_waiting(&mut self) {
        let start = self.code.len();
        self.starts[std::mem::take(&mut self.waiting)].fill(start);
    }

    /// Appends what the rules make of a function's words; for each, and for the end, `is_target` says whether an indirect jump goes there.
    fn put_all<R: Rules>(&mut self, rules: &R, words: &[u32], is_target: &[bool]) {
        let mut index = 0;
        while index < words.len() {
            self.waiting = index..index + 1;
            if is_target[index] && !fault!(SandboxGroupTarget, !self.code.len().is_multiple_of(BUNDLE)) {
                self.put(Place::Start, &[]);
            }
            let count = rules.rewrite(words, index, self);
            debug_assert!(self.waiting.is_empty() && !is_target[index + 1..index + count].contains(&true));
            index += count;
        }
        self.waiting = words.len()..words.len() + 1;
        self.put(if is_target[words.len()] { Place::Start } else { Place::Any }, &[]);
        self.put(Place::Start, &[]);
    }

    /// Writes distances into their fields.
    fn measure(&mut self) {
        for &Distance { from, to, field } in &self.distances {
            let place = self.places[from];
            let mut word = self.code[place].to_le_bytes();
            let reached = field.patch(&mut word, 4 * (self.starts[to] as i64 - place as i64));
            debug_assert!(reached, "these are a few words");
            self.code[place] = u32::from_le_bytes(word);
        }
    }
}

impl CodeBuffer {
    /// Makes sandboxed code of a function's, before its references are filled in. Indirect jumps go to the labels of its jump tables and,
    /// if `to_labels`, to all others, too.
    pub fn put_in_groups<R: Rules>(&mut self, rules: &R, to_labels: bool) {
        debug_assert!(self.open.is_empty() && self.branches.is_empty(), "neither veneers nor branches of several lengths");
        let words: Vec<u32> = self.bytes().as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let is_target = self.targets(words.len(), to_labels);
        let mut groups = Groups::new(words.len(), R::NOP);
        groups.put_all(rules, &words, &is_target);
        groups.measure();
        self.reset();
        groups.code.iter().for_each(|&word| self.put_word(word));
        let start = |offset: u32| 4 * groups.starts[offset as usize / 4] as u32;
        let place = |offset: u32| 4 * groups.places[offset as usize / 4] as u32;
        let bound = self.labels.iter_mut().filter(|label| label.offset != UNBOUND.offset);
        bound.for_each(|label| label.offset = start(label.offset));
        self.marks.iter_mut().for_each(|(_, mark)| mark.offset = start(mark.offset));
        self.relocs.iter_mut().for_each(|reloc| reloc.offset = place(reloc.offset));
        self.uses.iter_mut().for_each(|pending| pending.offset = place(pending.offset));
    }

    /// For each word, and the end, whether an indirect jump goes there.
    fn targets(&self, words: usize, to_labels: bool) -> Vec<bool> {
        let mut is_target = vec![false; words + 1];
        let of_tables = self.tables.all().iter().filter_map(|&label| self.label_offset(label));
        let others = self.labels.iter().map(|label| label.offset).filter(|&offset| to_labels && offset != UNBOUND.offset);
        of_tables.chain(others).for_each(|offset| is_target[offset as usize / 4] = true);
        is_target
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mc::{Helper, Label, SymbolRef, WordField};

    static FIELD: WordField = WordField { lsb: 0, bits: 16, shift: 2, pc_bias: 0, whole: true };

    /// Words above 0x100 are calls, those above 0x10 sequences of so many sixteenths.
    struct Test;

    impl Rules for Test {
        const NOP: u32 = 0;

        fn rewrite(&self, words: &[u32], index: usize, out: &mut Groups) -> usize {
            let word = words[index];
            let group: Vec<Word> = (1..word >> 4 & 0xf).map(|_| Word::new(0xff)).chain([Word::of(index, word)]).collect();
            out.put(if word >= 0x100 { Place::End } else { Place::Any }, &group);
            1
        }
    }

    fn code(words: &[u32]) -> CodeBuffer {
        let mut code = CodeBuffer::default();
        code.reserve_labels(words.len() + 1);
        for (index, &word) in words.iter().enumerate() {
            code.bind(Label::from_u32(index as u32));
            code.put_word(word);
        }
        code.bind(Label::from_u32(words.len() as u32));
        code
    }

    fn words(code: &CodeBuffer) -> Vec<u32> {
        code.bytes().as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
    }

    #[test]
    fn groups_stay_together_and_calls_end_a_bundle() {
        let mut code = code(&[1, 2, 3, 0x20, 5, 0x120, 7, 8, 0x30]);
        code.put_in_groups(&Test, false);
        let expected = [1, 2, 3, 0, 0xff, 0x20, 5, 0, 0, 0, 0xff, 0x120, 7, 8, 0, 0, 0xff, 0xff, 0x30, 0];
        assert_eq!(words(&code), expected);
        let labels: Vec<u32> = (0..10).filter_map(|label| code.label_offset(Label::from_u32(label))).collect();
        assert_eq!(labels, [0, 4, 8, 16, 24, 40, 48, 52, 64, 76], "behind the gaps, at the beginning of groups");
    }

    #[test]
    fn what_indirect_jumps_go_to_begins_a_bundle_even_before_a_call() {
        let mut code = code(&[1, 0x120, 3]);
        code.put_in_groups(&Test, true);
        assert_eq!(words(&code), [1, 0, 0, 0, 0, 0, 0xff, 0x120, 3, 0, 0, 0]);
        let labels: Vec<u32> = (0..4).filter_map(|label| code.label_offset(Label::from_u32(label))).collect();
        assert_eq!(labels, [0, 16, 32, 48]);
    }

    #[test]
    fn references_relocations_and_marks_move_with_their_words() {
        let mut code = CodeBuffer::default();
        code.reserve_labels(1);
        for word in [1, 2, 3] {
            code.put_word(word);
        }
        code.reloc_here(1, SymbolRef::Helper(Helper::Memcpy), 0);
        code.mark(7);
        code.put_word(0x20);
        code.use_label_here(&FIELD, Label::from_u32(0));
        code.put_word(0x20_0000);
        code.put_word(1);
        code.bind(Label::from_u32(0));
        code.put_word(0x40);
        code.put_in_groups(&Test, false);
        assert!(code.resolve_uses());
        assert_eq!((code.relocs()[0].offset, code.marks().next()), (20, Some((7, 16))));
        assert_eq!(words(&code)[4..], [0xff, 0x20, 0, 0x20_0005, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0x40]);
    }

    #[test]
    fn distances_are_measured_anew() {
        struct Skip;
        impl Rules for Skip {
            const NOP: u32 = 0;

            fn rewrite(&self, words: &[u32], index: usize, out: &mut Groups) -> usize {
                if words[index] == 9 {
                    out.distance(index, index + 2, &FIELD);
                }
                Test.rewrite(words, index, out)
            }
        }
        let mut code = code(&[1, 2, 9, 0x30, 5]);
        code.put_in_groups(&Skip, false);
        assert_eq!(words(&code), [1, 2, 5, 0, 0xff, 0xff, 0x30, 5]);
    }
}

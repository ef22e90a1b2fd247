//! Code of fixed-width instructions for a sandbox: what `bundle` is to x86, for words.
//!
//! In: the code of a function in a [`CodeBuffer`] as it is without a sandbox, its references to labels not yet filled in, and what each
//! of its words becomes ([`Rules`]). Out: groups of words, each within one bundle; gaps before them are filled with words that come later
//! and can be moved there, or with instructions that do nothing.
//! Labels, marks, relocations and references move with their words; what an indirect jump goes to begins a bundle, and so does what
//! follows a call.
//!
//! What fills a gap is a word that stands alone and computes in registers only ([`Rules::effects`]); it goes over words of its own stretch of
//! code, which no label is in, that read and write nothing that it writes, and write nothing that it reads. A gap before a label is
//! executed by those only who do not come by a jump, so nothing is moved there.
//!
//! A pass of its own, and not a part of emission: so code without a sandbox costs nothing, and nothing that is emitted escapes it, be
//! it a function's frame, a nop that a seed drew, or a helper written by hand. Linear: looking ahead is bounded by a constant.

use std::ops::Range;

use super::buffer::{CodeBuffer, UNBOUND};
use super::bundle::Place;
use super::label_use::LabelUse;

/// Words of a bundle.
const BUNDLE: usize = 4;

/// How many groups are looked at for one that fills a gap.
const LOOKAHEAD: usize = 8;

/// What words of code become in a sandbox.
pub trait Rules {
    /// A word that does nothing.
    const NOP: u32;

    /// Appends what the words from `index` on become. Returns how many they were: at least one.
    fn rewrite(&self, words: &[u32], index: usize, out: &mut Groups) -> usize;

    /// What a word does, and what it becomes; `None` if nothing may move over it.
    fn effects(&self, word: u32) -> Option<Effects>;
}

/// What a word reads and writes, as sets of bits: registers by their numbers, and whatever else the rules count.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Effects {
    /// What it reads.
    pub reads: u64,
    /// What it writes.
    pub writes: u64,
    /// Whether it may itself be moved.
    pub moves: bool,
}

impl Effects {
    /// Those of both.
    fn and(self, other: Effects) -> Effects {
        Effects { reads: self.reads | other.reads, writes: self.writes | other.writes, moves: false }
    }

    /// Whether it is the same in which order these happen.
    fn is_apart(self, other: Effects) -> bool {
        let (read, written) = (self.writes & other.reads, other.writes & (self.reads | self.writes));
        (read == 0 || fault!(SandboxGroupRead)) && written == 0
    }
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

/// Words that lie in one bundle.
#[derive(Clone, Debug)]
struct Group {
    place: Place,
    /// Which of the words of all groups.
    words: Range<usize>,
    /// The word of the code before that it was made of.
    from: usize,
    /// The words whose control comes to it: of them it is the first group.
    opens: Range<usize>,
    is_placed: bool,
}

/// What is known of a word of the code before, or of its end.
#[derive(Copy, Clone, Default, Debug)]
struct Known {
    /// An indirect jump goes there.
    is_target: bool,
    /// A jump goes there.
    is_reached: bool,
    /// It has a relocation, or refers to a label.
    refers: bool,
}

/// The groups of a function.
#[derive(Debug)]
pub struct Groups {
    nop: u32,
    groups: Vec<Group>,
    words: Vec<Word>,
    /// The word of the code before that groups are made of.
    from: usize,
    /// The words that have no group yet: the next one is theirs.
    waiting: Range<usize>,
    distances: Vec<Distance>,
}

/// The code that groups become.
#[derive(Debug)]
struct Layout {
    code: Vec<u32>,
    /// For each word of the code before, and for its end: where control that comes to it goes now, and where it is itself.
    starts: Vec<usize>,
    places: Vec<usize>,
}

impl Groups {
    fn new(count: usize, nop: u32) -> Self {
        let (groups, words) = (Vec::with_capacity(count + 2), Vec::with_capacity(2 * count));
        Self { nop, groups, words, from: 0, waiting: 0..0, distances: Vec::new() }
    }

    /// Appends words that lie in one bundle, at most as many as that has.
    pub fn put(&mut self, place: Place, words: &[Word]) {
        debug_assert!(words.len() <= BUNDLE, "{words:x?}");
        let start = self.words.len();
        self.words.extend_from_slice(words);
        let opens = std::mem::take(&mut self.waiting);
        self.groups.push(Group { place, words: start..self.words.len(), from: self.from, opens, is_placed: false });
    }

    /// Says that a word holds a distance to another, both by their places in the code before, that is no reference to a label.
    pub fn distance(&mut self, from: usize, to: usize, field: &'static dyn LabelUse) {
        self.distances.push(Distance { from, to, field });
    }

    /// Appends what the rules make of a function's words.
    fn put_all<R: Rules>(&mut self, rules: &R, words: &[u32], known: &[Known]) {
        let mut index = 0;
        while index < words.len() {
            (self.from, self.waiting) = (index, index..index + 1);
            if known[index].is_target {
                self.put(Place::Start, &[]);
            }
            let count = rules.rewrite(words, index, self);
            debug_assert!(self.waiting.is_empty() && !known[index + 1..index + count].iter().any(|known| known.is_target));
            index += count;
        }
        (self.from, self.waiting) = (index, index..index + 1);
        self.put(if known[index].is_target { Place::Start } else { Place::Any }, &[]);
        self.put(Place::Start, &[]);
    }

    /// Lays them out.
    fn lay_out<R: Rules>(mut self, rules: &R, words: &[u32], mut known: Vec<Known>) -> Layout {
        self.distances.iter().for_each(|distance| known[distance.to].is_reached = true);
        let count = words.len() + 1;
        let mut out =
            Layout { code: Vec::with_capacity(self.words.len() + count / 4), starts: vec![0; count], places: vec![0; count] };
        // Control that would come to what has moved ahead comes to what follows it.
        let mut passed = None;
        for index in 0..self.groups.len() {
            let Group { place, words: group, from, opens, is_placed } = self.groups[index].clone();
            if is_placed {
                passed = passed.or(Some(opens.start));
                continue;
            }
            let at = out.code.len() % BUNDLE;
            let gap = match place {
                Place::Start if fault!(SandboxGroupTarget, at > 0 && index + 1 < self.groups.len()) => 0,
                Place::Any if at + group.len() <= BUNDLE || fault!(SandboxGroupSplit, group.len() > 1) => 0,
                Place::End if fault!(SandboxGroupCallEnd, at + group.len() < BUNDLE) => 0,
                Place::Any | Place::Start => (BUNDLE - at) % BUNDLE,
                Place::End => (2 * BUNDLE - at - group.len()) % BUNDLE,
            };
            let is_reached = opens.clone().any(|index| known[index].is_reached) || known[from].is_target;
            let filled = if gap > 0 && place == Place::Any && !is_reached {
                self.fill(rules, words, &known, index, &mut out, gap)
            } else {
                0
            };
            out.code.resize(out.code.len() + gap - filled, self.nop);
            let start = out.code.len();
            if !opens.is_empty() {
                out.starts[passed.take().unwrap_or(opens.start)..opens.end].fill(start);
            }
            out.put(&self.words[group]);
        }
        self.measure(&mut out);
        out
    }

    /// Moves words to before a group, at most so many. Returns how many.
    fn fill<R: Rules>(&mut self, rules: &R, words: &[u32], known: &[Known], index: usize, out: &mut Layout, gap: usize) -> usize {
        let Some(mut over) = rules.effects(words[self.groups[index].from]) else { return 0 };
        let mut filled = 0;
        let end = self.groups.len().min(index + 1 + LOOKAHEAD);
        for next in index + 1..end {
            let Group { place, words: group, from, is_placed, .. } = self.groups[next].clone();
            if is_placed {
                continue;
            }
            let stops = place != Place::Any || group.is_empty() || known[from].is_reached || known[from].is_target;
            // The end of the code is no word.
            let Some(effects) = words.get(from).filter(|_| !stops).and_then(|&word| rules.effects(word)) else { break };
            if effects.moves && group.len() == 1 && !known[from].refers && effects.is_apart(over) {
                self.groups[next].is_placed = true;
                out.put(&self.words[group]);
                filled += 1;
                if filled == gap {
                    break;
                }
            } else {
                over = over.and(effects);
            }
        }
        filled
    }

    /// Writes distances into their fields.
    fn measure(&self, out: &mut Layout) {
        for &Distance { from, to, field } in &self.distances {
            let place = out.places[from];
            let mut word = out.code[place].to_le_bytes();
            let reached = field.patch(&mut word, 4 * (out.starts[to] as i64 - place as i64));
            debug_assert!(reached, "these are a few words");
            out.code[place] = u32::from_le_bytes(word);
        }
    }
}

impl Layout {
    fn put(&mut self, words: &[Word]) {
        for word in words {
            if let Some(index) = word.of {
                self.places[index] = self.code.len();
            }
            self.code.push(word.bits);
        }
    }
}

impl CodeBuffer {
    /// Makes sandboxed code of a function's, before its references are filled in. Indirect jumps go to the labels of its jump tables and,
    /// if `to_labels`, to all others, too.
    pub fn put_in_groups<R: Rules>(&mut self, rules: &R, to_labels: bool) {
        debug_assert!(self.open.is_empty() && self.branches.is_empty(), "neither veneers nor branches of several lengths");
        let words: Vec<u32> = self.bytes().as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let known = self.known(words.len(), to_labels);
        let mut groups = Groups::new(words.len(), R::NOP);
        groups.put_all(rules, &words, &known);
        let Layout { code, starts, places } = groups.lay_out(rules, &words, known);
        self.reset();
        code.iter().for_each(|&word| self.put_word(word));
        let start = |offset: u32| 4 * starts[offset as usize / 4] as u32;
        let place = |offset: u32| 4 * places[offset as usize / 4] as u32;
        let bound = self.labels.iter_mut().filter(|label| label.offset != UNBOUND.offset);
        bound.for_each(|label| label.offset = start(label.offset));
        self.marks.iter_mut().for_each(|(_, mark)| mark.offset = start(mark.offset));
        self.relocs.iter_mut().for_each(|reloc| reloc.offset = place(reloc.offset));
        self.uses.iter_mut().for_each(|pending| pending.offset = place(pending.offset));
    }

    /// What is known of each word, and of the end.
    fn known(&self, words: usize, to_labels: bool) -> Vec<Known> {
        let mut known = vec![Known::default(); words + 1];
        let labels = || self.labels.iter().map(|label| label.offset).filter(|&offset| offset != UNBOUND.offset);
        labels().for_each(|offset| known[offset as usize / 4].is_reached = true);
        let of_tables = self.tables.all().iter().filter_map(|&label| self.label_offset(label));
        of_tables.chain(labels().filter(|_| to_labels)).for_each(|offset| known[offset as usize / 4].is_target = true);
        let referring = self.relocs.iter().map(|reloc| reloc.offset).chain(self.uses.iter().map(|pending| pending.offset));
        referring.for_each(|offset| known[offset as usize / 4].refers = true);
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mc::{Helper, Label, SymbolRef, WordField};

    static FIELD: WordField = WordField { lsb: 0, bits: 16, shift: 2, pc_bias: 0, whole: true };

    /// Words above 0x100 are calls, but for those that may move; those above 0x10 sequences of so many sixteenths.
    struct Test;

    fn moves(word: u32) -> bool {
        (0x1000..0x10_0000).contains(&word)
    }

    impl Rules for Test {
        const NOP: u32 = 0;

        fn rewrite(&self, words: &[u32], index: usize, out: &mut Groups) -> usize {
            let word = words[index];
            let group: Vec<Word> = (1..word >> 4 & 0xf).map(|_| Word::new(0xff)).chain([Word::of(index, word)]).collect();
            out.put(if word < 0x100 || moves(word) { Place::Any } else { Place::End }, &group);
            1
        }

        /// What may move writes a register, and reads another; what may not reads register 1 and writes register 2.
        fn effects(&self, word: u32) -> Option<Effects> {
            let bit = |lsb: u32| 1 << (word >> lsb & 0xf);
            match word {
                0..0x100 => Some(Effects { reads: 2, writes: 4, moves: false }),
                _ => moves(word).then(|| Effects { reads: bit(12), writes: bit(16), moves: true }),
            }
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

    /// The words that read one of 16 registers and write another.
    const fn moving(read: u32, written: u32) -> u32 {
        read << 12 | written << 16
    }

    #[test]
    fn a_gap_is_filled_with_what_comes_later_and_is_apart() {
        // The second would write what the group reads, the third reads what the second writes.
        let (second, third, fourth) = (moving(8, 1), moving(1, 9), moving(8, 10));
        let mut buffer = CodeBuffer::default();
        buffer.reserve_labels(2);
        for word in [1, 1, 1, 0x20, second, third] {
            buffer.put_word(word);
        }
        buffer.mark(5);
        buffer.put_word(fourth);
        buffer.mark(6);
        buffer.put_word(3);
        let mut labelled = buffer.clone();
        buffer.put_in_groups(&Test, false);
        assert_eq!(words(&buffer), [1, 1, 1, fourth, 0xff, 0x20, second, third, 3, 0, 0, 0]);
        assert_eq!(buffer.marks().collect::<Vec<_>>(), [(5, 32), (6, 32)], "in order");
        // A jump to the last word would not execute it if it went ahead; nor would one to the group.
        for at in [3, 6] {
            let mut code = CodeBuffer::default();
            code.reserve_labels(1);
            for (index, &word) in words(&labelled).iter().enumerate() {
                if index == at {
                    code.bind(Label::from_u32(0));
                }
                code.put_word(word);
            }
            code.put_in_groups(&Test, false);
            assert_eq!(words(&code)[..6], [1, 1, 1, 0, 0xff, 0x20], "{at}");
        }
        // What refers to something stays, and nothing goes over a call.
        labelled.reloc_at(24, 1, SymbolRef::Helper(Helper::Memcpy), 0);
        labelled.put_in_groups(&Test, false);
        assert_eq!(words(&labelled)[3], 0);
        let mut call = code(&[1, 1, 1, 0x20, 0x120, fourth]);
        call.put_in_groups(&Test, false);
        assert_eq!(words(&call)[3], 0);
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

            fn effects(&self, _: u32) -> Option<Effects> {
                None
            }
        }
        let mut code = code(&[1, 2, 9, 0x30, 5]);
        code.put_in_groups(&Skip, false);
        assert_eq!(words(&code), [1, 2, 5, 0, 0xff, 0xff, 0x30, 5]);
    }
}

//! What of an outcome depends on where stacks and functions lie, and therefore on the engine
//! (`translator/docs/meaning.md`, "Addresses").
//!
//! In: the interpreter's outcome, and that of another run with its stacks and functions elsewhere.
//! Out: the first outcome, with everything that differs in the second one made Unspecified. An
//! address that is stored as it is, the interpreter recognises by itself; this finds what was
//! computed from one: a hash table's seed, a pointer that was XORed with a constant, how many of
//! its bits are ones. Since two places need not differ in the bits in which an engine's differs
//! from either, the whole word is given up: aligned words of memory, whole values of calls and
//! results. And since what is computed from two addresses may be the same by chance, there are
//! several [`DISPLACEMENTS`]: as many as it takes to put a word of the stack at every place within
//! 32 bytes.
//!
//! Where an address decides at which place something is stored (the low byte of a pointer is an
//! index), each run stores elsewhere, and no number of them shows all the places. It can be told by
//! words that one displacement alone changes: then the whole object is given up, last of all.
//!
//! What can not be given up are the end, the output, and which calls are made. If those differ,
//! nothing is left to compare: the outcome becomes an undefined one. Linear in the outcomes.

use std::ops::RangeInclusive;

use crate::compare::{Comparison, Difference, compare};
use crate::outcome::{CallEvent, End, Outcome, Region};
use crate::value::Value;

/// The displacements (`interp::Config::displacement`) to try.
pub const DISPLACEMENTS: RangeInclusive<u32> = 1..=7;

/// Bytes that are given up together.
const WORD: usize = 4;

/// An outcome of the interpreter, of which as much is given up as was needed so far.
#[derive(Clone, Debug)]
pub struct Portable {
    outcome: Outcome,
    /// The next displacement to try.
    next: u32,
    /// What the displacements so far changed, if there were any.
    changes: Option<Changes>,
}

/// How many displacements change each word of memory.
#[derive(Clone, Debug)]
struct Changes {
    /// The memory that all are compared with.
    memory: Vec<Region>,
    /// For each region, by words.
    counts: Vec<Vec<u8>>,
}

impl Portable {
    /// An outcome of which nothing is given up yet.
    pub const fn new(outcome: Outcome) -> Self {
        Self { outcome, next: *DISPLACEMENTS.start(), changes: None }
    }

    /// Compares another engine's outcome. Before it is called different, `again` runs the
    /// interpreter with displacements, until all is explained.
    pub fn compare(&mut self, other: &Outcome, mut again: impl FnMut(u32) -> Result<Outcome, String>) -> Comparison {
        loop {
            let comparison = compare(&self.outcome, other);
            if !matches!(comparison, Comparison::Differ(_)) || !self.give_up(&mut again) {
                return comparison;
            }
        }
    }

    /// The outcome without whatever any displacement changes.
    pub fn least(mut self, mut again: impl FnMut(u32) -> Result<Outcome, String>) -> Outcome {
        while self.give_up(&mut again) {}
        self.outcome
    }

    /// Gives up what the next displacement changes; whether there was one left.
    fn give_up(&mut self, again: &mut impl FnMut(u32) -> Result<Outcome, String>) -> bool {
        if !DISPLACEMENTS.contains(&self.next) {
            return self.changes.take().is_some_and(|changes| changes.give_up_wanderers(&mut self.outcome));
        }
        if let Ok(displaced) = again(self.next) {
            self.changes.get_or_insert_with(|| Changes::new(&self.outcome)).note(&displaced);
            self.outcome = without_differences(self.outcome.clone(), &displaced);
        }
        self.next += 1;
        true
    }
}

impl Changes {
    fn new(outcome: &Outcome) -> Self {
        let counts = outcome.memory.iter().map(|region| vec![0; region.bytes.len().div_ceil(WORD)]).collect();
        Self { memory: outcome.memory.clone(), counts }
    }

    fn note(&mut self, displaced: &Outcome) {
        for (region, counts) in self.memory.iter().zip(&mut self.counts) {
            if let Some(other) = same_region(displaced, region) {
                let words = region.bytes.chunks(WORD).zip(other.bytes.chunks(WORD));
                counts.iter_mut().zip(words).for_each(|(count, (word, other))| *count += u8::from(word != other));
            }
        }
    }

    /// Gives up the objects with a word that one displacement alone changed; whether there is one.
    fn give_up_wanderers(self, outcome: &mut Outcome) -> bool {
        let mut any = false;
        for (region, counts) in outcome.memory.iter_mut().zip(&self.counts) {
            if counts.contains(&1) {
                region.bytes.fill(0);
                region.unspecified = vec![0xff; region.bytes.len()];
                any = true;
            }
        }
        any
    }
}

/// The region of an outcome that is the same object as one of another outcome.
fn same_region<'o>(outcome: &'o Outcome, region: &Region) -> Option<&'o Region> {
    outcome.memory.iter().find(|other| other.addr == region.addr && other.bytes.len() == region.bytes.len())
}

/// The reference, without what differs in the displaced outcome.
fn without_differences(mut reference: Outcome, displaced: &Outcome) -> Outcome {
    if let (Some(a), Some(b)) = (&mut reference.result, &displaced.result) {
        give_up(a, b);
    }
    for (a, b) in reference.calls.iter_mut().zip(&displaced.calls) {
        call(a, b);
    }
    for region in &mut reference.memory {
        if let Some(other) = same_region(displaced, region) {
            memory(region, other);
        }
    }
    if takes_another_course(&reference, displaced) {
        reference.end = End::Undefined("what it does depends on where stacks and functions lie".into());
    }
    reference
}

/// Whether the outcomes differ in more than values. That one ran out of fuel says nothing.
fn takes_another_course(reference: &Outcome, displaced: &Outcome) -> bool {
    match compare(reference, displaced) {
        Comparison::Agree(_) | Comparison::Incomparable(_) => false,
        Comparison::Differ(differences) => differences.iter().any(|difference| !matches!(difference, Difference::Memory { .. })),
    }
}

fn call(a: &mut CallEvent, b: &CallEvent) {
    if a.name == b.name {
        a.args.iter_mut().zip(&b.args).for_each(|(a, b)| give_up(a, b));
    }
}

fn give_up(a: &mut Value, b: &Value) {
    if a.ty == b.ty && a != b {
        *a = Value::unspecified(a.ty);
    }
}

fn memory(a: &mut Region, b: &Region) {
    if a.bytes == b.bytes {
        return;
    }
    a.unspecified.resize(a.bytes.len(), 0);
    for ((word, mask), other) in a.bytes.chunks_mut(WORD).zip(a.unspecified.chunks_mut(WORD)).zip(b.bytes.chunks(WORD)) {
        if word != other {
            word.fill(0);
            mask.fill(0xff);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use translator::ice::Type;

    fn outcome(word: u32) -> Outcome {
        let value = Value::new(Type::I32, word.into());
        let mut bytes = vec![7; 12];
        bytes[4..8].copy_from_slice(&word.to_le_bytes());
        Outcome {
            end: End::Returned,
            result: Some(value),
            stdout: b"out".to_vec(),
            stderr: vec![],
            calls: vec![CallEvent { name: "f".into(), args: vec![Value::new(Type::I32, 1), value], result: None, sent: vec![] }],
            memory: vec![Region { name: "g".into(), addr: 0x1000, bytes, unspecified: vec![] }],
        }
    }

    #[test]
    fn what_differs_is_ignored_word_by_word_and_nothing_else_is() {
        let reference = without_differences(outcome(0x7dff_ff5d), &outcome(0x7d7e_ff5d));
        let Comparison::Agree(extent) = compare(&reference, &outcome(0x0123_4567)) else { panic!() };
        assert_eq!(extent.ignored, 32 + 32 + 32);
        for spoil in [0, 1, 2] {
            let mut other = outcome(0x0123_4567);
            match spoil {
                0 => other.memory[0].bytes[3] = 0,
                1 => other.calls[0].args[0].bits = 2,
                _ => other.stdout.clear(),
            }
            assert!(matches!(compare(&reference, &other), Comparison::Differ(_)), "{spoil}");
        }
    }

    #[test]
    fn another_course_leaves_nothing_to_compare() {
        for spoil in [0, 1, 2] {
            let mut displaced = outcome(5);
            match spoil {
                0 => displaced.stdout.clear(),
                1 => displaced.calls.clear(),
                _ => displaced.end = End::Trapped("elsewhere".into()),
            }
            let reference = without_differences(outcome(5), &displaced);
            assert!(matches!(reference.end, End::Undefined(_)), "{spoil}: {:?}", reference.end);
        }
        let endless = Outcome { end: End::OutOfFuel, ..outcome(5) };
        assert_eq!(without_differences(outcome(5), &endless).end, End::Returned);
    }

    /// An outcome whose memory has 7 at this word and nowhere else.
    fn stored_at(word: usize) -> Outcome {
        let mut outcome = outcome(5);
        let mut bytes = vec![0; 64];
        bytes[4 * word] = 7;
        let object = |name: &str, addr, bytes| Region { name: name.into(), addr, bytes, unspecified: vec![] };
        outcome.memory = vec![object("g", 0x1000, bytes), object("h", 0x2000, vec![1; 8])];
        outcome
    }

    #[test]
    fn an_object_is_given_up_if_an_address_decides_where_something_is_stored_in_it() {
        let engine = stored_at(15);
        let wandering = |displacement: u32| Ok(stored_at(displacement as usize));
        assert!(matches!(Portable::new(stored_at(0)).compare(&engine, wandering), Comparison::Agree(_)));
        // Another object is none of its business, nor is a difference without any displacement's.
        let mut wrong = engine.clone();
        wrong.memory[1].bytes[0] = 2;
        assert!(matches!(Portable::new(stored_at(0)).compare(&wrong, wandering), Comparison::Differ(_)));
        assert!(matches!(Portable::new(stored_at(0)).compare(&engine, |_| Ok(stored_at(0))), Comparison::Differ(_)));
        // One of two places: that is shown word by word, and the rest is compared.
        let either = |displacement: u32| Ok(stored_at(if displacement < 3 { 1 } else { 0 }));
        assert!(matches!(Portable::new(stored_at(0)).compare(&stored_at(1), either), Comparison::Agree(_)));
        assert!(matches!(Portable::new(stored_at(0)).compare(&engine, either), Comparison::Differ(_)));
    }

    #[test]
    fn equal_outcomes_give_nothing_up() {
        assert_eq!(without_differences(outcome(5), &outcome(5)), outcome(5));
    }
}

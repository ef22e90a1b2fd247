//! Facts: which words hold which parts of the values of which names.
//!
//! A word is four bytes of a register or of memory ([`super::places`]); a name is a variable of the
//! old code, or a constant. All operations are linear in the facts about the word or name they are
//! called with, which are few.

/// Four bytes of a register or of memory, by number.
pub(super) type Word = u32;

/// A variable of the old code, or a constant, by number.
pub(super) type Name = u32;

/// A word holds a part of the value of a name.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Fact {
    pub(super) name: Name,
    pub(super) word: Word,
    /// Which of the value's words it is, from the lowest.
    pub(super) part: u8,
    /// The register that the word belongs to may hold more than the value: it is not clear above.
    pub(super) wide: bool,
}

/// The facts at one position of the code.
#[derive(Clone, Default, Debug)]
pub(super) struct Facts {
    /// By word.
    held: Vec<Vec<Fact>>,
    /// For each name the words that hold parts of it.
    words: Vec<Vec<Word>>,
    /// The names that have had words since the facts were last loaded, some of them twice.
    seen: Vec<Name>,
}

impl Facts {
    pub(super) fn new(words: usize, names: usize) -> Self {
        Self { held: vec![Vec::new(); words], words: vec![Vec::new(); names], seen: Vec::new() }
    }

    /// What a word holds.
    pub(super) fn at(&self, word: Word) -> &[Fact] {
        &self.held[word as usize]
    }

    /// The fact that a word holds a part of a name.
    pub(super) fn find(&self, word: Word, name: Name, part: u8) -> Option<Fact> {
        self.at(word).iter().copied().find(|fact| (fact.name, fact.part) == (name, part))
    }

    /// The facts about a name.
    pub(super) fn about(&self, name: Name) -> impl Iterator<Item = Fact> + '_ {
        let held = self.words[name as usize].iter().flat_map(|&word| self.at(word));
        held.copied().filter(move |fact| fact.name == name)
    }

    /// Adds a fact, or replaces the one that says the same.
    pub(super) fn add(&mut self, fact: Fact) {
        let held = &mut self.held[fact.word as usize];
        if let Some(other) = held.iter_mut().find(|other| (other.name, other.part) == (fact.name, fact.part)) {
            *other = fact;
            return;
        }
        held.push(fact);
        let words = &mut self.words[fact.name as usize];
        if words.is_empty() {
            self.seen.push(fact.name);
        }
        if !words.contains(&fact.word) {
            words.push(fact.word);
        }
    }

    /// A name gets a new value, or none is needed any more.
    pub(super) fn forget(&mut self, name: Name) {
        for word in std::mem::take(&mut self.words[name as usize]) {
            self.held[word as usize].retain(|fact| fact.name != name);
        }
    }

    /// A word gets a new content.
    pub(super) fn overwrite(&mut self, word: Word) {
        for fact in std::mem::take(&mut self.held[word as usize]) {
            self.words[fact.name as usize].retain(|&other| other != word);
        }
    }

    /// All facts, ascending.
    pub(super) fn save(&mut self) -> Vec<Fact> {
        self.seen.sort_unstable();
        self.seen.dedup();
        let mut all: Vec<Fact> = self.seen.iter().flat_map(|&name| self.about(name)).collect();
        all.sort_unstable();
        all
    }

    /// Replaces all facts.
    pub(super) fn load(&mut self, facts: &[Fact]) {
        for name in std::mem::take(&mut self.seen) {
            self.forget(name);
        }
        facts.iter().for_each(|&fact| self.add(fact));
    }
}

/// Leaves the facts that are in both; both ascend, without duplicates. Returns whether any went.
pub(super) fn intersect(facts: &mut Vec<Fact>, other: &[Fact]) -> bool {
    let key = |fact: &Fact| (fact.name, fact.word, fact.part);
    let mut changed = false;
    let mut other = other.iter().peekable();
    facts.retain_mut(|fact| {
        while other.next_if(|other| key(other) < key(fact)).is_some() {}
        let same = other.peek().filter(|other| key(other) == key(fact));
        let widened = same.is_some_and(|same| same.wide && !fact.wide);
        fact.wide |= widened;
        changed |= widened || same.is_none();
        same.is_some()
    });
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(name: Name, word: Word, wide: bool) -> Fact {
        Fact { name, word, part: 0, wide }
    }

    #[test]
    fn what_is_overwritten_or_forgotten_is_gone() {
        let mut facts = Facts::new(3, 4);
        facts.load(&[fact(0, 0, false), fact(0, 1, false), fact(1, 1, true), fact(3, 2, false)]);
        facts.overwrite(0);
        assert_eq!(facts.about(0).collect::<Vec<_>>(), [fact(0, 1, false)]);
        facts.add(fact(1, 2, false));
        facts.add(Fact { part: 1, ..fact(1, 2, false) });
        assert_eq!(facts.find(2, 1, 0), Some(fact(1, 2, false)));
        assert_eq!((facts.at(2).len(), facts.find(1, 1, 1)), (3, None));
        facts.overwrite(2);
        facts.add(fact(1, 2, false));
        facts.forget(0);
        facts.add(fact(1, 1, false));
        assert_eq!(facts.save(), [fact(1, 1, false), fact(1, 2, false)]);
        facts.load(&[fact(2, 2, false)]);
        assert_eq!((facts.save(), facts.at(1).len()), (vec![fact(2, 2, false)], 0));
    }

    #[test]
    fn what_holds_on_both_paths_holds_after_them() {
        let mut facts = vec![fact(0, 1, false), fact(1, 0, false), fact(1, 2, false), fact(5, 1, true)];
        let other = [fact(0, 0, false), fact(0, 1, false), fact(1, 2, true), fact(5, 1, false), fact(6, 0, false)];
        assert!(intersect(&mut facts, &other));
        assert_eq!(facts, [fact(0, 1, false), fact(1, 2, true), fact(5, 1, true)]);
        assert!(!intersect(&mut facts, &other));
        assert!(intersect(&mut facts, &[]));
        assert!(facts.is_empty());
    }
}

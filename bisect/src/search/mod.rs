//! Which elements make a test fail: minimal failing sets, one or all.
//!
//! In: N elements by number, and a [`Test`] that says of any subset whether it fails, passes, or
//! cannot be told. Out: [`Found`]. Pure: no clock, no I/O; the same answers give the same questions
//! in the same order.
//!
//! *One set.* With a core that has to be there (nothing at first) and the other elements in order,
//! the shortest prefix that fails together with the core is found by bisection; its last element
//! joins the core, and only the prefix before it stays. When the core fails alone, it is the set. A
//! single culprit among N costs at most log2 N + 2 tests: that of the empty set, the bisection, and
//! that of the culprit alone. K culprits that are needed together cost about K (log2 N + 1). Where
//! the test may run W at once, the interval is cut in W + 1 parts. Then every subset with one
//! element less is tried, since a test need not be monotone: a set that is reported failed when it
//! was tested, and none of those subsets did.
//!
//! *All sets.* Any further minimal set lacks at least one element of each known set. So for each
//! minimal hitting set of the known ones its complement is tested: where it fails, there is another
//! minimal set within it; when none fails any more, and the test is monotone, there is no further
//! set ([REITER-1987]; the minimal hitting sets are kept up to date by Berge's multiplication).
//!
//! What cannot be told counts as not failing, and the result says so ([`Minimal::sure`],
//! [`Found::complete`]).

mod hitting;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;

use hitting::HittingSets;

/// A set of elements, by number, in ascending order.
pub type Set = Vec<u32>;

/// What a test says of a set of elements.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// The failure that is looked for shows.
    Fails,
    /// All is well.
    Passes,
    /// Neither: it took too long, or failed in another way, or differently each time.
    Unresolved,
}

impl From<Option<bool>> for Answer {
    /// By whether a test is good, if that is known.
    fn from(is_good: Option<bool>) -> Answer {
        match is_good {
            Some(true) => Answer::Passes,
            Some(false) => Answer::Fails,
            None => Answer::Unresolved,
        }
    }
}

/// What is being asked.
pub trait Test {
    /// Tests some sets; one answer for each, in order. They may be tested at the same time.
    fn test(&mut self, sets: &[Set]) -> Vec<Answer>;

    /// How many sets may be tested at the same time.
    fn width(&self) -> usize {
        1
    }

    /// Hears how far the search is, before each round of tests. Saying `false` ends the search.
    fn progress(&mut self, progress: Progress) -> bool {
        let _ = progress;
        true
    }
}

/// How far a search is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Elements that are still suspected.
    pub left: usize,
    /// Tests that were made.
    pub tests: u64,
    /// About how many are to come, as far as it is known now.
    pub to_go: u64,
    /// Minimal sets that were found.
    pub found: usize,
}

/// How to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Tests to make at most.
    pub budget: u64,
    /// Elements that are left out of every set.
    pub ignore: Set,
    /// How often each set is tested; answers that differ are no answer, and the set is reported as
    /// flaky.
    pub repeats: u32,
    /// Whether to go on after the first minimal set.
    pub all: bool,
    /// Whether each element is tested alone, too, at first. In a system that is not monotone this
    /// finds those that fail alone although a larger set with them passes: a convention between two
    /// functions that both have changed.
    pub each: bool,
    /// Hitting sets to keep at most: there can be exponentially many.
    pub hitting_sets: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { budget: u64::MAX, ignore: Vec::new(), repeats: 1, all: true, each: false, hitting_sets: 100_000 }
    }
}

/// A minimal failing set.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Minimal {
    /// Its elements.
    pub elements: Set,
    /// Whether each subset with one element less was seen to pass. Otherwise one of them could not
    /// be told.
    pub sure: bool,
}

/// Why a search ended early.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The budget is spent.
    Budget,
    /// [`Test::progress`] said so.
    Asked,
    /// There are too many hitting sets.
    HittingSets,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The minimal failing sets, in the order in which they were found. One that is empty:
    /// everything fails, whatever the elements.
    pub sets: Vec<Minimal>,
    /// Whether there are no others, if the test is monotone.
    pub complete: bool,
    /// Why it ended early, if it did.
    pub stopped: Option<Stop>,
    /// The smallest set that was seen to fail, when it ended before that was minimal.
    pub smallest: Option<Set>,
    /// Sets whose answers differed from one time to the next.
    pub flaky: Vec<Set>,
    /// Sets that could not be told.
    pub unresolved: u64,
    /// Tests that were made, repetitions included.
    pub tests: u64,
}

/// Finds minimal failing sets among the elements below `count`. Answers in `known` are not asked
/// for again.
pub fn search(test: &mut dyn Test, count: usize, settings: &Settings, known: FxHashMap<Set, Answer>) -> Found {
    let universe: Set = (0..count as u32).filter(|element| !settings.ignore.contains(element)).collect();
    let mut search = Search { test, settings, cache: known, found: Found::default() };
    let ended = search.run(&universe);
    let mut found = search.found;
    found.stopped = ended.err();
    if found.stopped.is_none() {
        found.smallest = None;
    }
    found
}

struct Search<'t> {
    test: &'t mut dyn Test,
    settings: &'t Settings,
    cache: FxHashMap<Set, Answer>,
    found: Found,
}

/// The union of two disjoint lists, in order.
fn union(a: &[u32], b: &[u32]) -> Set {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all
}

fn without(set: &[u32], element: u32) -> Set {
    set.iter().copied().filter(|&other| other != element).collect()
}

/// How many bisections decide among so many.
fn log2(count: usize) -> u64 {
    u64::from(count.max(1).next_power_of_two().trailing_zeros())
}

impl Search<'_> {
    fn run(&mut self, universe: &[u32]) -> Result<(), Stop> {
        let mut hitting = HittingSets::new(self.settings.hitting_sets);
        let mut sure = true;
        if self.settings.each {
            self.each(universe, &mut hitting)?;
        }
        if self.found.sets.is_empty() {
            let Some(first) = self.minimal(universe)? else {
                self.found.complete = self.found.unresolved == 0;
                return Ok(());
            };
            sure = self.add(&mut hitting, first)?;
        }
        if !self.settings.all {
            return Ok(());
        }
        while let Some(hit) = hitting.next_open() {
            let others: Set = universe.iter().copied().filter(|element| !hit.contains(element)).collect();
            let to_go = hitting.open() as u64;
            let answer = self.ask(std::slice::from_ref(&others), others.len(), to_go)?[0];
            match answer {
                Answer::Fails => match self.minimal(&others)? {
                    Some(minimal) => sure &= self.add(&mut hitting, minimal)?,
                    None => sure = false,
                },
                Answer::Passes => hitting.close(&hit),
                Answer::Unresolved => {
                    sure = false;
                    hitting.close(&hit);
                }
            }
        }
        self.found.complete = sure;
        Ok(())
    }

    /// Notes the elements that fail alone, unless everything fails.
    fn each(&mut self, universe: &[u32], hitting: &mut HittingSets) -> Result<(), Stop> {
        if self.one(&[], universe.len())? == Answer::Fails {
            return Ok(());
        }
        let singles: Vec<Set> = universe.iter().map(|&element| vec![element]).collect();
        let sure = self.one(&[], universe.len())? == Answer::Passes;
        let answers = self.ask(&singles, universe.len(), universe.len() as u64)?;
        for (elements, _) in singles.into_iter().zip(answers).filter(|(_, answer)| *answer == Answer::Fails) {
            self.add(hitting, Minimal { elements, sure })?;
        }
        Ok(())
    }

    /// Notes a minimal set; whether it is sure.
    fn add(&mut self, hitting: &mut HittingSets, minimal: Minimal) -> Result<bool, Stop> {
        let sure = minimal.sure;
        hitting.multiply(&minimal.elements).map_err(|()| Stop::HittingSets)?;
        self.found.sets.push(minimal);
        self.found.smallest = None;
        Ok(sure)
    }

    /// A minimal failing set within a set that may fail; `None` if it does not.
    fn minimal(&mut self, universe: &[u32]) -> Result<Option<Minimal>, Stop> {
        let Some(mut set) = self.shrink(universe)? else { return Ok(None) };
        loop {
            // Of a set of one, the empty set has been asked for.
            let smaller: Vec<Set> = set.iter().map(|&element| without(&set, element)).collect();
            let answers = self.ask(&smaller, set.len(), 0)?;
            let Some(failing) = answers.iter().position(|&answer| answer == Answer::Fails) else {
                let sure = answers.iter().all(|&answer| answer == Answer::Passes);
                return Ok(Some(Minimal { elements: set, sure }));
            };
            // Not monotone. What fails is smaller than before, so that this ends.
            set = self.shrink(&smaller[failing])?.unwrap_or_else(|| smaller[failing].clone());
        }
    }

    /// A small failing set within a set: in a monotone system a minimal one. `None` if the set does
    /// not fail.
    fn shrink(&mut self, universe: &[u32]) -> Result<Option<Set>, Stop> {
        let (mut core, mut rest): (Set, Set) = (Vec::new(), universe.to_vec());
        // Whether core and rest were seen to fail together.
        let mut seen = self.cache.get(universe) == Some(&Answer::Fails);
        loop {
            if self.one(&core, rest.len())? == Answer::Fails {
                core.sort_unstable();
                return Ok(Some(core));
            }
            if rest.is_empty() {
                return Ok(None);
            }
            if !seen && !core.is_empty() {
                // The bisection never saw anything fail.
                if self.one(&union(&core, &rest), rest.len())? != Answer::Fails {
                    return Ok(None);
                }
                seen = true;
            }
            let (length, failed) = self.first_failing_prefix(&core, &rest)?;
            seen |= failed;
            core.push(rest[length - 1]);
            rest.truncate(length - 1);
        }
    }

    /// The length of a prefix of `rest` that fails together with the core, while the one shorter by
    /// one does not; all of it is taken to fail. And whether a failure was seen.
    fn first_failing_prefix(&mut self, core: &[u32], rest: &[u32]) -> Result<(usize, bool), Stop> {
        let (mut low, mut high, mut seen) = (0, rest.len(), false);
        while high - low > 1 {
            let parts = (self.test.width() + 1).clamp(2, high - low);
            let cuts: Vec<usize> = (1..parts).map(|part| low + (high - low) * part / parts).collect();
            let sets: Vec<Set> = cuts.iter().map(|&cut| union(core, &rest[..cut])).collect();
            let answers = self.ask(&sets, high - low, log2(high - low) + 1)?;
            match answers.iter().position(|&answer| answer == Answer::Fails) {
                Some(first) => {
                    high = cuts[first];
                    seen = true;
                    low = if first == 0 { low } else { cuts[first - 1] };
                }
                None => low = cuts[cuts.len() - 1],
            }
        }
        Ok((high, seen))
    }

    fn one(&mut self, set: &[u32], left: usize) -> Result<Answer, Stop> {
        let mut set = set.to_vec();
        set.sort_unstable();
        Ok(self.ask(&[set], left, log2(left) + 1)?[0])
    }

    /// The answers for some sets, from the cache or by testing.
    fn ask(&mut self, sets: &[Set], left: usize, to_go: u64) -> Result<Vec<Answer>, Stop> {
        let mut open: Vec<Set> = sets.iter().filter(|set| !self.cache.contains_key(*set)).cloned().collect();
        open.sort_unstable();
        open.dedup();
        let repeats = self.settings.repeats.max(1);
        for chunk in open.chunks(self.test.width().max(1)) {
            let progress = Progress { left, tests: self.found.tests, to_go, found: self.found.sets.len() };
            if !self.test.progress(progress) {
                return Err(Stop::Asked);
            }
            let mut first: Vec<Answer> = Vec::new();
            let mut differs = vec![false; chunk.len()];
            for _ in 0..repeats {
                if self.found.tests + chunk.len() as u64 > self.settings.budget {
                    return Err(Stop::Budget);
                }
                self.found.tests += chunk.len() as u64;
                let answers = self.test.test(chunk);
                if first.is_empty() {
                    first = answers;
                } else {
                    differs.iter_mut().zip(first.iter().zip(&answers)).for_each(|(differs, (a, b))| *differs |= a != b);
                }
            }
            for ((set, answer), differs) in chunk.iter().zip(first).zip(differs) {
                if differs {
                    self.found.flaky.push(set.clone());
                }
                let answer = if differs { Answer::Unresolved } else { answer };
                self.found.unresolved += u64::from(answer == Answer::Unresolved);
                if answer == Answer::Fails && self.found.smallest.as_ref().is_none_or(|smallest| set.len() < smallest.len()) {
                    self.found.smallest = Some(set.clone());
                }
                self.cache.insert(set.clone(), answer);
            }
        }
        Ok(sets.iter().map(|set| self.cache[set]).collect())
    }
}

//! What the tests and modules are without any mutant: their traces, what they cost, and which
//! mutants each of them reaches.
//!
//! Recorded once for a build, by the build itself, an item at a time. A probe then tries a mutant
//! on those items only that reach it, and on those architectures: on all others the translation
//! cannot be another. A file of numbers, little-endian; reading one that is not as long as it says
//! is an error.

use std::path::Path;

use translator::options::Isa;

use super::hooks;
use crate::clock;
use crate::exec::execution::Execution;
use crate::files;
use crate::probes::event::{Event, Progress};
use crate::probes::items::{Items, Trace};

/// Groups of what a mutant can be reached in: reading and writing, and each architecture.
pub const GROUPS: usize = 1 + Isa::ALL.len();

/// An item without mutants.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Item {
    /// What reports call it.
    pub name: String,
    /// Its trace.
    pub trace: Trace,
    /// Processor time that it takes, in microseconds; recording, some times what it takes
    /// otherwise.
    pub micros: u64,
    /// The mutants that it reaches, a bit each, by group.
    reached: Vec<Vec<u64>>,
}

impl Item {
    /// The groups in which it reaches a mutant, a bit each.
    pub fn groups(&self, mutant: u32) -> u8 {
        let (word, bit) = (mutant as usize / 64, mutant % 64);
        let has = |bits: &Vec<u64>| bits.get(word).is_some_and(|word| word >> bit & 1 == 1);
        (0..GROUPS).filter(|&group| self.reached.get(group).is_some_and(has)).map(|group| 1 << group).sum()
    }
}

/// All items of a channel. The first is the runtime.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Baseline {
    /// The items: the runtime, whose trace has no first number, and then those of the channel.
    pub items: Vec<Item>,
}

/// The group of an execution's part of a trace.
pub fn group(executions: &[Execution], part: usize) -> usize {
    match part {
        0 => 0,
        index => 1 + Isa::ALL.iter().position(|isa| *isa == executions[index - 1].target.isa).unwrap_or(0),
    }
}

impl Item {
    /// An item without a trace, which reaches these mutants somewhere.
    pub fn reaching(name: String, micros: u64, mutants: impl Iterator<Item = u32>) -> Item {
        let mut bits: Vec<u64> = Vec::new();
        for mutant in mutants {
            let word = mutant as usize / 64;
            bits.resize(bits.len().max(word + 1), 0);
            bits[word] |= 1 << (mutant % 64);
        }
        let mut reached = vec![Vec::new(); GROUPS];
        reached[0] = bits;
        Item { name, trace: Trace::new(), micros, reached }
    }
}

/// Notes what is reached, by group.
#[derive(Default)]
struct Recorder {
    reached: Vec<Vec<u64>>,
}

impl Recorder {
    fn start() -> Recorder {
        hooks::record();
        Recorder { reached: vec![Vec::new(); GROUPS] }
    }

    fn part(&mut self, group: usize) {
        let bits = &mut self.reached[group];
        bits.resize(hooks::LIMIT.div_ceil(64), 0);
        hooks::reached().into_iter().for_each(|mutant| bits[mutant as usize / 64] |= 1 << (mutant % 64));
        hooks::record();
    }
}

impl Baseline {
    /// Records all items; tells what it is at.
    pub fn record(
        items: &mut dyn Items,
        executions: &[Execution],
        runtime: impl FnOnce(&mut dyn FnMut(usize)) -> Trace,
    ) -> Baseline {
        let mut found = Vec::new();
        let start = clock::with_children();
        let mut recorder = Recorder::start();
        let trace = runtime(&mut |part| recorder.part(group(executions, part)));
        let micros = (clock::with_children() - start).as_micros() as u64;
        found.push(Item { name: "the runtime".into(), trace, micros, reached: recorder.reached });
        let all: Vec<usize> = (0..executions.len()).collect();
        for item in 0..items.count() {
            let start = clock::with_children();
            Event::At(items.name(item), Progress { items: item as u64, counts: [0; 2], time: start }).say();
            let mut recorder = Recorder::start();
            let trace = items.trace(item, &all, &mut |part| recorder.part(group(executions, part)));
            let micros = (clock::with_children() - start).as_micros() as u64;
            found.push(Item { name: items.name(item), trace, micros, reached: recorder.reached });
        }
        hooks::choose(0);
        Baseline { items: found }
    }

    /// Writes it to a file.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        let mut bytes = Vec::new();
        let mut number = |value: u64| bytes.extend_from_slice(&value.to_le_bytes());
        number(self.items.len() as u64);
        for item in &self.items {
            number(item.name.len() as u64);
            item.name.bytes().for_each(|byte| number(byte.into()));
            number(item.micros);
            for list in std::iter::once(&item.trace).chain(&item.reached) {
                number(list.len() as u64);
                list.iter().for_each(|&value| number(value));
            }
        }
        files::replace(path, bytes)
    }

    /// Reads it from a file.
    pub fn load(path: &Path) -> Result<Baseline, String> {
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut numbers = bytes.chunks_exact(8).map(|chunk| u64::from_le_bytes(chunk.try_into().unwrap_or_default()));
        Self::read(&mut numbers).ok_or_else(|| format!("{}: not a whole baseline; remove it", path.display()))
    }

    fn read(numbers: &mut impl Iterator<Item = u64>) -> Option<Baseline> {
        fn list(numbers: &mut impl Iterator<Item = u64>) -> Option<Vec<u64>> {
            let count = numbers.next()?;
            (0..count).map(|_| numbers.next()).collect()
        }
        let mut items = Vec::new();
        for _ in 0..numbers.next()? {
            let name = list(numbers)?.into_iter().map(|byte| byte as u8).collect();
            let micros = numbers.next()?;
            let trace = list(numbers)?;
            let reached = (0..GROUPS).map(|_| list(numbers)).collect::<Option<Vec<_>>>()?;
            items.push(Item { name: String::from_utf8(name).ok()?, trace, micros, reached });
        }
        Some(Baseline { items })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the translator's own tests are recorded: without traces, and without a runtime.
    #[test]
    fn items_that_only_reach_mutants_are_read_back() {
        let nothing = Item::reaching(String::new(), 0, std::iter::empty());
        let baseline = Baseline { items: vec![nothing, Item::reaching("a test".into(), 9, [3, 64].into_iter())] };
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("baseline");
        baseline.save(&path).unwrap();
        assert_eq!(Baseline::load(&path), Ok(baseline));
    }

    #[test]
    fn what_is_written_is_read_and_what_is_cut_off_is_refused() {
        let mut reached = vec![Vec::new(); GROUPS];
        reached[2] = vec![0, 1 << 5];
        let item = Item { name: "case ü".into(), trace: vec![1, 0, u64::MAX], micros: 7, reached };
        assert_eq!((item.groups(69), item.groups(68), item.groups(1000)), (1 << 2, 0, 0));
        let baseline = Baseline { items: vec![Item { reached: vec![Vec::new(); GROUPS], ..Item::default() }, item] };
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("baseline");
        baseline.save(&path).unwrap();
        assert_eq!(Baseline::load(&path), Ok(baseline));
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 8]).unwrap();
        assert!(Baseline::load(&path).unwrap_err().contains("not a whole baseline"));
    }
}

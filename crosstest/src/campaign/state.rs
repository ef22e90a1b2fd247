//! The state of a campaign in a file: which cases it has done, its tally, its coverage, its
//! buckets.
//!
//! The file is text, a line for each thing: `seed`, `shard`, `targets`, `done`, `finished`,
//! `tally`, `coverage`, and a `bucket` for each. Everything that is counted is counted in this one
//! file, which is replaced whole: whenever a campaign is killed, the file holds the counts of
//! exactly those cases that it says are done, and the others are run again. A campaign with another
//! seed or shard or other targets needs a directory of its own. Coverage starts anew when the table
//! has other rows than the file was written with.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use super::findings::Bucket;
use super::{Settings, Tally};
use crate::files::replace;
use crate::generate::coverage::{Coverage, CoverageRows};

/// How far a campaign is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Every chunk of this shard below this one is done.
    pub done: u64,
    /// Chunks beyond that are done, too.
    pub finished: Vec<u64>,
    /// What came of them.
    pub tally: Tally,
    /// What they were made of.
    pub coverage: Coverage,
    /// What they found, in the order in which it was found.
    pub buckets: Vec<Bucket>,
}

/// The lines that tell one campaign from another.
pub(super) struct Identity {
    /// What the cases are made from.
    pub seed: u64,
    /// Which part of the cases, from 1, of how many.
    pub shard: (u64, u64),
    /// The targets, as text.
    pub targets: String,
}

impl Identity {
    pub(super) fn of(settings: &Settings) -> Identity {
        let targets = settings.names().join(",");
        Identity { seed: settings.seed, shard: settings.shard, targets }
    }

    /// That of a state file.
    pub(super) fn read(text: &str) -> Result<Identity, String> {
        let field = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
        let seed = field("seed").and_then(|seed| seed.parse().ok()).ok_or("no seed")?;
        // A file of before there were shards is a whole campaign.
        let shard = field("shard").map_or(Some((1, 1)), parse_shard).ok_or("a shard that is none")?;
        Ok(Identity { seed, shard, targets: field("targets").ok_or("no targets")?.into() })
    }
}

fn parse_shard(text: &str) -> Option<(u64, u64)> {
    let (index, count) = text.split_once('/')?;
    Some((index.parse().ok()?, count.parse().ok()?))
}

fn path(settings: &Settings) -> PathBuf {
    settings.dir.join("state")
}

impl State {
    /// The state in the settings' directory; a new one if there is none.
    pub fn load(settings: &Settings, rows: &CoverageRows) -> Result<State, String> {
        let mut state = State::new(rows, settings.targets.len());
        let path = path(settings);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(state),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        let parsed = check(&Identity::of(settings), &text).and_then(|()| state.parse(&text));
        parsed.map_err(|why| format!("{}: {why}", path.display()))?;
        Ok(state)
    }

    /// Nothing done yet.
    pub fn new(rows: &CoverageRows, targets: usize) -> State {
        let coverage = Coverage::new(rows, targets);
        State { done: 0, finished: Vec::new(), tally: Tally::default(), coverage, buckets: Vec::new() }
    }

    /// Adds what another state counts: tally, coverage, buckets. Which chunks are done is not
    /// touched.
    pub fn add(&mut self, other: &State) {
        self.tally.merge(&other.tally);
        self.coverage.merge(&other.coverage);
        for Bucket { name, count } in &other.buckets {
            match self.buckets.iter_mut().find(|bucket| bucket.name == *name) {
                Some(bucket) => bucket.count += count,
                None => self.buckets.push(Bucket { name: name.clone(), count: *count }),
            }
        }
    }

    /// Takes in the lines of a file.
    pub(super) fn parse(&mut self, text: &str) -> Result<(), String> {
        let number = |word: &str| word.parse::<u64>().map_err(|_| format!("`{word}` is no number"));
        let numbers = |rest: &str| rest.split_whitespace().map(number).collect::<Result<Vec<u64>, String>>();
        for line in text.lines() {
            let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
            match key {
                // Before there were chunks in this file, it counted cases.
                "done" => return Err("a state of another version: name another --dir".into()),
                "chunks" => self.done = number(rest)?,
                "finished" => self.finished = numbers(rest)?,
                "bucket" => {
                    let (count, name) = rest.split_once(' ').ok_or("a bucket without a name")?;
                    self.buckets.push(Bucket { name: name.into(), count: number(count)? });
                }
                "tally" => {
                    let numbers = numbers(rest)?.try_into().map_err(|_| "a tally of another version: name another --dir")?;
                    self.tally = Tally::from_numbers(numbers);
                }
                "coverage" => {
                    self.coverage.restore(numbers(rest)?);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Writes the file, and the list of buckets for readers.
    pub fn save(&self, settings: &Settings) -> Result<(), String> {
        replace(&path(settings), self.text(&Identity::of(settings)))?;
        write_buckets(&settings.dir, &self.buckets)
    }

    /// The file's text.
    pub(super) fn text(&self, identity: &Identity) -> String {
        let list = |numbers: &[u64]| {
            let mut text = String::new();
            for number in numbers {
                let _ = write!(text, " {number}");
            }
            text
        };
        let (tally, coverage) = (list(&self.tally.numbers()), list(self.coverage.counts()));
        let Identity { seed, shard: (index, count), targets } = identity;
        let mut text = format!("seed {seed}\nshard {index}/{count}\ntargets {targets}\nchunks {}\n", self.done);
        let _ = writeln!(text, "finished{}\ntally{tally}\ncoverage{coverage}", list(&self.finished));
        for Bucket { name, count } in &self.buckets {
            let _ = writeln!(text, "bucket {count} {name}");
        }
        text
    }
}

/// Whether a file is of this campaign.
fn check(wanted: &Identity, text: &str) -> Result<(), String> {
    let Identity { seed, shard: (index, count), targets } = Identity::read(text)?;
    if seed != wanted.seed {
        return Err(format!("this campaign has the seed {seed}: continue it with --seed {seed}, or name another --dir"));
    }
    if (index, count) != wanted.shard {
        return Err(format!(
            "this campaign is shard {index}/{count}: continue it with --shard {index}/{count}, or name another --dir"
        ));
    }
    if targets != wanted.targets {
        return Err(format!("this campaign is for {targets}: name another --dir"));
    }
    Ok(())
}

/// Writes the list of buckets: a line for each, with its number of cases.
pub(super) fn write_buckets(dir: &Path, buckets: &[Bucket]) -> Result<(), String> {
    if buckets.is_empty() {
        return Ok(());
    }
    let text: String = buckets.iter().map(|bucket| format!("{} {}\n", bucket.count, bucket.name)).collect();
    replace(&dir.join("buckets"), &text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::other::Other;
    use crate::job::Target;
    use std::sync::Arc;
    use std::time::Duration;

    #[test]
    fn a_saved_state_is_loaded_again() {
        let dir = tempfile::tempdir().unwrap();
        let settings = Settings {
            targets: Target::all(),
            translator: None,
            seed: 5,
            shard: (2, 3),
            time: Duration::ZERO,
            cases: 0,
            jobs: 1,
            dir: dir.path().into(),
        };
        let rows = CoverageRows::all();
        let mut state = State::load(&settings, &rows).unwrap();
        assert_eq!(state.done, 0);
        state.done = 77;
        state.finished = vec![79, 80];
        state.buckets.push(Bucket { name: "x8632, licm, result at add i32".into(), count: 3 });
        state.tally.returned = 76;
        state.coverage.add(&[3, 5], 0);
        state.save(&settings).unwrap();
        assert_eq!(State::load(&settings, &rows).unwrap(), state);
        for other in [
            Settings { targets: Vec::new(), ..settings.clone() },
            Settings { translator: Some(Arc::new(Other::parse("sz=sz").unwrap())), ..settings.clone() },
            Settings { shard: (1, 3), ..settings.clone() },
            Settings { seed: 6, ..settings },
        ] {
            assert!(State::load(&other, &rows).unwrap_err().contains("name another --dir"));
        }
    }
}

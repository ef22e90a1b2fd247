//! The state of a campaign in a file: how far it is, its tally, its coverage.
//!
//! The file is text, a line for each thing: `seed`, `targets`, `done`, `tally`, `coverage`. It is replaced whole, so that a reader never
//! sees half of it. A campaign with another seed or other targets needs a directory of its own. Coverage starts anew when the table has
//! other rows than the file was written with.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Settings, Tally};
use crate::generate::coverage::{Coverage, Rows};

/// How far a campaign is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Every case below this one is done.
    pub done: u64,
    /// What came of them.
    pub tally: Tally,
    /// What they were made of.
    pub coverage: Coverage,
}

fn path(settings: &Settings) -> PathBuf {
    settings.dir.join("state")
}

fn targets(settings: &Settings) -> String {
    settings.targets.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

impl State {
    /// The state in the settings' directory; a new one if there is none.
    pub fn load(settings: &Settings, rows: &Rows) -> Result<State, String> {
        let coverage = Coverage::new(rows, settings.targets.len());
        let mut state = State { done: 0, tally: Tally::default(), coverage };
        let path = path(settings);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(state),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        state.parse(settings, &text).map_err(|why| format!("{}: {why}", path.display()))?;
        Ok(state)
    }

    fn parse(&mut self, settings: &Settings, text: &str) -> Result<(), String> {
        let number = |word: &str| word.parse::<u64>().map_err(|_| format!("`{word}` is no number"));
        let numbers = |rest: &str| rest.split_whitespace().map(number).collect::<Result<Vec<u64>, String>>();
        for line in text.lines() {
            let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
            match key {
                "seed" if number(rest)? != settings.seed => {
                    return Err(format!(
                        "this campaign has the seed {rest}: continue it with --seed {rest}, or name another --dir"
                    ));
                }
                "targets" if rest != targets(settings) => {
                    return Err(format!("this campaign is for {rest}: name another --dir"));
                }
                "done" => self.done = number(rest)?,
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

    /// Writes the file.
    pub fn save(&self, settings: &Settings) -> Result<(), String> {
        let list = |numbers: &[u64]| {
            let mut text = String::new();
            for number in numbers {
                let _ = write!(text, " {number}");
            }
            text
        };
        let (tally, coverage) = (list(&self.tally.numbers()), list(self.coverage.counts()));
        let (seed, done) = (settings.seed, self.done);
        let text = format!("seed {seed}\ntargets {}\ndone {done}\ntally{tally}\ncoverage{coverage}\n", targets(settings));
        replace(&path(settings), &text)
    }
}

/// Writes a file so that nobody sees half of it.
pub(super) fn replace(path: &Path, text: &str) -> Result<(), String> {
    let about = |error: std::io::Error| format!("{}: {error}", path.display());
    let new = path.with_extension("new");
    fs::write(&new, text).map_err(about)?;
    fs::rename(&new, path).map_err(about)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subject::Target;
    use std::time::Duration;

    #[test]
    fn a_saved_state_is_loaded_again() {
        let dir = tempfile::tempdir().unwrap();
        let settings =
            Settings { targets: Target::all(), seed: 5, time: Duration::ZERO, cases: 0, jobs: 1, dir: dir.path().into() };
        let rows = Rows::all();
        let mut state = State::load(&settings, &rows).unwrap();
        assert_eq!(state.done, 0);
        state.done = 77;
        state.tally.returned = 76;
        state.coverage.add(&[3, 5], 0);
        state.save(&settings).unwrap();
        assert_eq!(State::load(&settings, &rows).unwrap(), state);
        let other = Settings { targets: Vec::new(), ..settings };
        assert!(State::load(&other, &rows).is_err());
    }
}

//! A file of records, so that a measurement can be interrupted and gone on with.
//!
//! A line of JSON each; the first says of which source the mutants are. Appended whole and flushed:
//! a line that was cut off by a crash is left out when the file is read, and its mutant is measured
//! again.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::probes::How;

/// What a channel made of a mutant.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub struct Outcome {
    /// Items that reach the mutant.
    pub reached: u64,
    /// Items that were tried.
    pub tried: u64,
    /// Items whose translation changed, of those.
    #[serde(default)]
    pub changed_items: u64,
    /// Milliseconds of processor time.
    pub millis: u64,
    /// Architectures on which an emitted byte changed.
    pub changed_on: Vec<String>,
    /// Architectures on which something was noticed.
    pub found_on: Vec<String>,
    /// What noticed it first.
    pub found: Option<Found>,
    /// Items whose translation changed: the first for each architecture.
    pub changed: Vec<Changed>,
}

/// That something was noticed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Found {
    /// In what way.
    pub how: String,
    /// By what.
    pub by: String,
    /// After how many milliseconds of processor time.
    pub millis: u64,
}

impl Found {
    /// Whether all that was noticed is that there is more code, or that it does more.
    pub fn is_cost(&self) -> bool {
        [How::Larger, How::Slower].iter().any(|how| self.how == how.name())
    }
}

/// An item whose translation changed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Changed {
    /// Its number in the channel.
    pub item: usize,
    /// What reports call it.
    pub name: String,
    /// The executions whose objects changed; none if only what reading gives did.
    pub executions: Vec<String>,
}

/// What is known of a mutant.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub struct Record {
    /// Its number.
    pub mutant: u32,
    /// The processor time that each channel had, in seconds.
    pub seconds: u64,
    /// What each channel made of it, by name.
    pub outcomes: BTreeMap<String, Outcome>,
}

impl Record {
    /// Whether an emitted byte changed, or a channel that runs translated code noticed something.
    pub fn is_visible(&self) -> bool {
        self.ran().any(|outcome| !outcome.changed.is_empty() || outcome.found.is_some())
    }

    /// Whether each of these channels has an outcome.
    pub fn has(&self, channels: &[&str]) -> bool {
        channels.iter().all(|channel| self.outcomes.contains_key(*channel))
    }

    /// Whether any item reaches it.
    pub fn is_reached(&self) -> bool {
        self.ran().any(|outcome| outcome.reached > 0)
    }

    /// What the channels that run translated code made of it.
    fn ran(&self) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().filter(|(name, _)| *name != "tests").map(|(_, outcome)| outcome)
    }

    /// The earliest finding of the channels that run translated code. A wrong answer tells more
    /// than a size does.
    pub fn found(&self) -> Option<&Found> {
        self.ran().filter_map(|outcome| outcome.found.as_ref()).min_by_key(|found| (found.is_cost(), found.millis))
    }

    /// What a channel found.
    pub fn found_by(&self, channel: &str) -> Option<&Found> {
        self.outcomes.get(channel)?.found.as_ref()
    }
}

#[derive(Serialize, Deserialize)]
struct Header {
    source: String,
}

/// A file of records.
pub struct File {
    path: PathBuf,
    /// The last record of each mutant.
    pub records: BTreeMap<u32, Record>,
}

impl File {
    /// Opens a file, or begins one.
    ///
    /// # Errors
    /// If its records are about mutants of another source, or it cannot be read or written.
    pub fn open(path: &Path, source: &str) -> Result<File, String> {
        let about = |error: std::io::Error| format!("{}: {error}", path.display());
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(about(error)),
        };
        let mut lines = text.lines();
        let header: Option<Header> = lines.next().and_then(|line| serde_json::from_str(line).ok());
        match header {
            Some(header) if header.source != source => {
                return Err(format!("{}: these records are about another source's mutants; name another file", path.display()));
            }
            Some(_) => {}
            None if text.is_empty() => {
                let line = serde_json::to_string(&Header { source: source.into() }).map_err(|error| error.to_string())?;
                std::fs::write(path, line + "\n").map_err(about)?;
            }
            None => return Err(format!("{}: no file of records", path.display())),
        }
        let records = lines.filter_map(|line| serde_json::from_str::<Record>(line).ok()).map(|record| (record.mutant, record));
        Ok(File { path: path.into(), records: records.collect() })
    }

    /// What is known of a mutant that need not be measured again: the outcomes of channels that
    /// have had this time, or will not find more in any.
    pub fn known(&self, mutant: u32, seconds: u64) -> Record {
        let mut record = self.records.get(&mutant).cloned().unwrap_or_else(|| Record { mutant, ..Record::default() });
        let had = record.seconds;
        record.outcomes.retain(|_, outcome| outcome.found.is_some() || had >= seconds || outcome.reached == 0);
        Record { seconds, ..record }
    }

    /// Adds a record, and writes it down.
    pub fn add(&mut self, record: Record) -> Result<(), String> {
        let line = serde_json::to_string(&record).map_err(|error| error.to_string())? + "\n";
        let file = OpenOptions::new().append(true).create(true).open(&self.path);
        file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(|error| format!("{}: {error}", self.path.display()))?;
        self.records.insert(record.mutant, record);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(mutant: u32, found: bool) -> Record {
        let by = Found { how: "differs".into(), by: "case 3".into(), millis: 70 };
        let outcome = Outcome { reached: 4, found: found.then_some(by), ..Outcome::default() };
        Record { mutant, seconds: 5, outcomes: [("suites".to_string(), outcome)].into() }
    }

    #[test]
    fn a_measurement_goes_on_from_its_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("records");
        let mut file = File::open(&path, "abc").unwrap();
        file.add(record(1, true)).unwrap();
        file.add(record(2, false)).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 9]).unwrap();
        let mut file = File::open(&path, "abc").unwrap();
        assert_eq!(file.records.len(), 1, "the line that was cut off is left out");
        std::fs::write(&path, text).unwrap();
        file = File::open(&path, "abc").unwrap();
        assert!(file.known(1, 20).has(&["suites"]), "found is found");
        assert_eq!(file.known(2, 5), record(2, false));
        assert!(!file.known(2, 6).has(&["suites"]), "looked for longer, it might be found");
        assert!(!file.known(1, 5).has(&["suites", "generator"]) && !file.known(3, 5).has(&["suites"]));
        assert!(File::open(&path, "abd").err().unwrap().contains("another source"));
    }
}

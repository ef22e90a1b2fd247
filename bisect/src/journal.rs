//! What has been tested: a file that makes an interrupted bisection go on where it was.
//!
//! In: answers, one by one. Out: a line for each, appended at once: the space, the answer and the
//! set, as ranges. The first line identifies what is being bisected, so that answers about
//! something else are not taken for answers. The last line may be cut off; it is asked again. Facts
//! that are no answers about sets, such as how far a reduction is, are lines with the word `is`:
//! the last one of a name counts.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use crate::search::{Answer, Set};

/// See the module.
pub struct Journal {
    file: Option<(File, PathBuf)>,
    known: FxHashMap<String, FxHashMap<Set, Answer>>,
    facts: FxHashMap<String, String>,
}

/// The word of a line that states a fact.
const IS: &str = "is";

fn word(answer: Answer) -> &'static str {
    match answer {
        Answer::Fails => "fails",
        Answer::Passes => "passes",
        Answer::Unresolved => "unresolved",
    }
}

/// A set as ranges: `0-4,7`, or `-` for the empty one.
pub fn show(set: &[u32]) -> String {
    if set.is_empty() {
        return "-".into();
    }
    let runs = set.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    runs.collect::<Vec<_>>().join(",")
}

/// A set from its ranges.
fn parse(text: &str) -> Option<Set> {
    if text == "-" {
        return Some(Vec::new());
    }
    let mut set = Vec::new();
    for run in text.split(',') {
        let (first, last) = run.split_once('-').unwrap_or((run, run));
        set.extend(first.parse::<u32>().ok()?..=last.parse().ok()?);
    }
    Some(set)
}

/// The first line of a journal of this.
fn header(identity: &str) -> String {
    format!("bisect {identity}")
}

impl Journal {
    /// A journal that is not kept.
    pub fn forgetful() -> Journal {
        Journal { file: None, known: FxHashMap::default(), facts: FxHashMap::default() }
    }

    /// Whether a file is a journal of this.
    pub fn is_of(path: &Path, identity: &str) -> bool {
        fs::read_to_string(path).is_ok_and(|text| text.lines().next() == Some(&header(identity)))
    }

    /// The journal in a file, continued if it is about the same thing.
    pub fn open(path: &Path, identity: &str) -> Result<Journal, String> {
        let about = |error: std::io::Error| format!("{}: {error}", path.display());
        let header = header(identity);
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(about(error)),
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut lines = whole.lines();
        match lines.next() {
            Some(first) if first != header => {
                return Err(format!(
                    "{}: this journal is of another bisection (other inputs or options); begin anew with --fresh, or name another --out",
                    path.display()
                ));
            }
            _ => {}
        }
        let mut journal = Journal::forgetful();
        for line in lines {
            journal.read(line).ok_or_else(|| format!("{}: `{line}` is no line of a journal; remove the file", path.display()))?;
        }
        let mut file = OpenOptions::new().create(true).write(true).truncate(false).open(path).map_err(about)?;
        file.set_len(whole.len() as u64).map_err(about)?;
        std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0)).map_err(about)?;
        if whole.is_empty() {
            writeln!(file, "{header}").map_err(about)?;
        }
        journal.file = Some((file, path.into()));
        Ok(journal)
    }

    fn read(&mut self, line: &str) -> Option<()> {
        let mut words = line.split('\t');
        let (space, answer, rest) = (words.next()?, words.next()?, words.next()?);
        if answer == IS {
            self.facts.insert(space.into(), rest.into());
            return Some(());
        }
        let set = parse(rest)?;
        let answer = [Answer::Fails, Answer::Passes, Answer::Unresolved].into_iter().find(|&known| word(known) == answer)?;
        self.known.entry(space.into()).or_default().insert(set, answer);
        Some(())
    }

    /// What is known of a space.
    pub fn known(&self, space: &str) -> FxHashMap<Set, Answer> {
        self.known.get(space).cloned().unwrap_or_default()
    }

    /// Notes an answer. One that cannot be written is only asked again another time, but the user
    /// should know.
    pub fn note(&mut self, space: &str, set: &Set, answer: Answer) -> Result<(), String> {
        self.known.entry(space.into()).or_default().insert(set.clone(), answer);
        self.append(space, word(answer), &show(set))
    }

    /// The fact of a name.
    pub fn fact(&self, name: &str) -> Option<&str> {
        self.facts.get(name).map(String::as_str)
    }

    /// States a fact, in words without tabs and line ends.
    pub fn state(&mut self, name: &str, fact: &str) -> Result<(), String> {
        self.facts.insert(name.into(), fact.into());
        self.append(name, IS, fact)
    }

    fn append(&mut self, name: &str, word: &str, rest: &str) -> Result<(), String> {
        match &mut self.file {
            None => Ok(()),
            Some((file, path)) => {
                let line = format!("{name}\t{word}\t{rest}\n");
                file.write_all(line.as_bytes()).map_err(|error| format!("{}: {error}", path.display()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_ranges() {
        for set in [vec![], vec![3], vec![0, 1, 2, 7, 9, 10]] {
            assert_eq!(parse(&show(&set)), Some(set));
        }
        assert_eq!(show(&[0, 1, 2, 7]), "0-2,7");
    }

    #[test]
    fn an_interrupted_journal_goes_on_and_another_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        let mut journal = Journal::open(&path, "one").unwrap();
        journal.note("functions", &vec![1, 2], Answer::Fails).unwrap();
        journal.note("passes", &vec![], Answer::Unresolved).unwrap();
        journal.state("reduction of f", "begun").unwrap();
        journal.state("reduction of f", "finished 12").unwrap();
        drop(journal);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text + "functions\tpass").unwrap();
        let mut journal = Journal::open(&path, "one").unwrap();
        assert_eq!(journal.known("functions"), [(vec![1, 2], Answer::Fails)].into_iter().collect());
        assert_eq!((journal.fact("reduction of f"), journal.fact("reduction of g")), (Some("finished 12"), None));
        journal.note("functions", &vec![4], Answer::Passes).unwrap();
        let journal = Journal::open(&path, "one").unwrap();
        assert_eq!((journal.known("functions").len(), journal.known("passes").len()), (2, 1));
        let error = Journal::open(&path, "two").err().unwrap();
        assert!(error.contains("another bisection"), "{error}");
        assert!(Journal::is_of(&path, "one") && !Journal::is_of(&path, "two") && !Journal::is_of(dir.path(), "one"));
    }
}

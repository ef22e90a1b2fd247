//! Crashes of the emulator: translated code that goes astray can take the whole process with it.
//!
//! A campaign runs in a child process. Each worker notes the case that it is about to examine in
//! the file `running`; when the child is killed by a signal, the parent runs those cases again,
//! each in a process of its own, files those that crash as findings, notes them in the file
//! `crashes`, which later runs skip, and starts the next child for the time that is left.
//!
//! A note is one write of a fixed length at a fixed place, so that it is whole whenever the process
//! ends.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};

use translator::text::print_module;

use super::{Settings, bytes, examine, findings, generated};
use crate::bundle;
use crate::case::Case;
use crate::files::replace;
use crate::matrix;
use crate::matrix::diagnose::{Diagnosis, ORACLE};

/// Length of a note: a number of twenty digits, and the end of a line.
const NOTE: usize = 21;

/// Where workers note what they are at.
pub struct Notes {
    file: File,
}

impl Notes {
    /// An empty file.
    pub fn create(settings: &Settings) -> Result<Notes, String> {
        let path = settings.dir.join("running");
        let file = OpenOptions::new().create(true).truncate(true).write(true).open(&path);
        file.map(|file| Notes { file }).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Notes the case that a worker is about to examine. A note that cannot be written is not worth
    /// ending a campaign for.
    pub fn note(&self, worker: usize, case: u64) {
        let _ = self.file.write_all_at(format!("{case:020}\n").as_bytes(), (worker * NOTE) as u64);
    }

    /// Notes that all is well.
    pub fn clear(&self) {
        let _ = self.file.set_len(0);
    }
}

/// The cases that are known to crash.
pub fn known(settings: &Settings) -> Result<Vec<u64>, String> {
    numbers(settings, "crashes")
}

/// The numbers in a file of the campaign's directory.
fn numbers(settings: &Settings, file: &str) -> Result<Vec<u64>, String> {
    let path = settings.dir.join(file);
    match fs::read_to_string(&path) {
        Ok(text) => Ok(text.lines().filter_map(|line| line.trim_matches('\0').parse().ok()).collect()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

/// Whether a process went down by its own fault, rather than because it was stopped.
pub fn crashed(status: ExitStatus) -> bool {
    const FAULTS: [i32; 5] = [4, 6, 7, 8, 11];
    status.signal().is_some_and(|signal| FAULTS.contains(&signal))
}

/// Files the cases that made a child crash: those of the ones it was at that do so again, or all if
/// none does. Gives their numbers.
pub fn file(settings: &Settings, status: ExitStatus, mut rerun: impl FnMut(u64) -> Command) -> Result<Vec<u64>, String> {
    let mut known = known(settings)?;
    let suspects: Vec<u64> = numbers(settings, "running")?.into_iter().filter(|case| !known.contains(case)).collect();
    let crashes = |case: &u64| {
        let status = rerun(*case).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(crashed)
    };
    let guilty: Vec<u64> = suspects.iter().copied().filter(crashes).collect();
    let guilty = if guilty.is_empty() { suspects } else { guilty };
    for &case in &guilty {
        bundle(settings, case, status)?;
    }
    known.extend(&guilty);
    let text: String = known.iter().map(|case| format!("{case}\n")).collect();
    replace(&settings.dir.join("crashes"), &text)?;
    Ok(guilty)
}

/// Files a crash as a bundle, in which every target ends as the process did: which of them it was
/// cannot be seen from outside.
fn bundle(settings: &Settings, number: u64, status: ExitStatus) -> Result<(), String> {
    let dir = settings.dir.join("findings").join(format!("crash-{}-{number}", settings.seed));
    fs::create_dir_all(&dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    let module = generated(settings.seed, number);
    let features = match findings::attributes(number).as_str() {
        "" => String::new(),
        names => format!("; features: {names}\n"),
    };
    let text = format!("{features}; run: @main()\n\n{}", print_module(&module.module, &module.bodies));
    let seed = settings.seed;
    let what = format!("the emulator's process ended with {status}");
    let report = format!("seed {seed}, case {number}\n{what}\nto see it again: crosstest run test.ll\n");
    for (file, content) in [("report.txt", report.as_bytes()), ("input.bin", &bytes(seed, number))] {
        let path = dir.join(file);
        fs::write(&path, content).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let case = Case::parse(&text, findings::TEST)?;
    let executions = settings.executions();
    let reference = examine::interpret(&case.subject, &case.entry(0));
    let mut outcomes = vec![(ORACLE.to_string(), reference)];
    outcomes.extend(executions.iter().map(|execution| (execution.to_string(), Err(what.clone()))));
    let diagnosis = Diagnosis {
        index: 0,
        run: case.describe(0).0,
        outcomes,
        groups: vec![vec![ORACLE.into()]],
        first: None,
        listings: Vec::new(),
    };
    let run = matrix::Settings::new(executions, findings::FUEL);
    bundle::write_in(&dir, (findings::TEST, text.as_bytes()), &case, &run, &diagnosis)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn of_the_cases_that_were_running_those_that_crash_again_are_filed() {
        let dir = tempfile::tempdir().unwrap();
        let settings = Settings {
            targets: Vec::new(),
            translator: None,
            seed: 5,
            shard: (1, 1),
            time: Duration::ZERO,
            cases: 0,
            jobs: 2,
            dir: dir.path().into(),
        };
        let notes = Notes::create(&settings).unwrap();
        notes.note(0, 17);
        notes.note(1, 23);
        notes.note(0, 19);
        let shell = |script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            command
        };
        let status = shell("kill -SEGV $$").status().unwrap();
        assert!(crashed(status));
        assert!(!crashed(shell("kill -INT $$").status().unwrap()), "the user stopped it");
        let rerun = |case| shell(if case == 23 { "kill -ABRT $$" } else { "exit 1" });
        assert_eq!(file(&settings, status, rerun).unwrap(), [23]);
        assert_eq!(known(&settings).unwrap(), [23]);
        assert!(dir.path().join("findings/crash-5-23/test.ll").exists());
        assert_eq!(bundle::read(&dir.path().join("findings/crash-5-23")).unwrap().module, "test.ll");
        assert_eq!(file(&settings, status, |_| shell("exit 0")).unwrap(), [19], "not again: whoever was running is skipped");
        notes.clear();
        assert_eq!(file(&settings, status, |_| shell("exit 0")).unwrap(), [0; 0]);
    }
}

//! Where reports go: the terminal and files, and `crosstest merge`, which makes one of many.
//!
//! In: a report. Out: text on standard output, files, and an exit status. A file is replaced whole:
//! a full disk leaves the old one. A file named `-` is standard output; the text goes to standard
//! error then. Whether files can be written is known before anything is run.

use std::fs::{self, File};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::args::MergeArgs;
use super::{NOT_WRITTEN, USAGE, complain};
use crate::files;
use crate::report::model::{self, Report};
use crate::report::{self, Style, html, junit};

/// The files to write.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// JSON.
    pub json: Option<PathBuf>,
    /// JUnit XML.
    pub junit: Option<PathBuf>,
    /// A page.
    pub html: Option<PathBuf>,
}

/// Why reports will not be written.
pub enum Objection {
    /// The command line makes no sense.
    Usage(String),
    /// A file cannot be written.
    NotWritable(String),
}

impl Objection {
    /// Says so; the exit status.
    pub fn complain(&self) -> u8 {
        match self {
            Objection::Usage(message) => {
                complain(message);
                USAGE
            }
            Objection::NotWritable(message) => {
                complain(message);
                NOT_WRITTEN
            }
        }
    }
}

/// Whether a file's name stands for standard output.
fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

impl Files {
    fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.json, &self.junit, &self.html].into_iter().flatten()
    }

    /// Checks that all can be written, and leaves no trace of that.
    pub fn check(&self) -> Result<(), Objection> {
        if self.paths().filter(|path| is_stdout(path)).count() > 1 {
            return Err(Objection::Usage("only one report can go to standard output (`-`)".into()));
        }
        for path in self.paths().filter(|path| !is_stdout(path)) {
            let tried = match fs::metadata(path) {
                Ok(known) if !known.is_file() => File::options().write(true).open(path).map(drop),
                _ => File::create(beside(path)).and_then(|_| fs::remove_file(beside(path))),
            };
            tried.map_err(|error| Objection::NotWritable(format!("{}: {error}", path.display())))?;
        }
        Ok(())
    }

    fn write(&self, report: &Report) -> Result<(), String> {
        if let Some(path) = &self.json {
            replace(path, &report.json()?)?;
        }
        if let Some(path) = &self.junit {
            replace(path, &junit::xml(report)?)?;
        }
        if let Some(path) = &self.html {
            replace(path, &html::page(report)?)?;
        }
        Ok(())
    }
}

/// Prints a report and writes its files; the exit status.
pub fn finish(report: &Report, files: &Files, verbose: bool) -> u8 {
    let to_stderr = files.paths().any(|path| is_stdout(path));
    let style = Style { colour: use_colour(to_stderr), verbose };
    let mut status = u8::from(!report.passed());
    if let Err(message) = print(&report::text(report, style), to_stderr) {
        complain(&message);
        status = NOT_WRITTEN;
    }
    if report.complete && report.shard.is_none() && report.is_idle() {
        complain("nothing was compared with anything: no execution ran a test that the interpreter ran; see `not run` above");
        status = USAGE;
    }
    if let Err(message) = files.write(report) {
        complain(&message);
        status = NOT_WRITTEN;
    }
    status
}

/// Prints a text. With the stream closed there is nobody left to tell.
fn print(text: &str, to_stderr: bool) -> Result<(), String> {
    let (name, written) = match to_stderr {
        true => ("standard error", io::stderr().write_all(text.as_bytes())),
        false => ("standard output", io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush())),
    };
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("{name}: {error}")),
        _ => Ok(()),
    }
}

/// A name in the directory of a file.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(Default::default, std::ffi::OsStr::to_os_string);
    name.push(".new");
    path.with_file_name(name)
}

/// Replaces a file by a whole other one; what is no ordinary file is written to.
fn replace(path: &Path, text: &str) -> Result<(), String> {
    if is_stdout(path) {
        return print(text, false);
    }
    files::replace(path, text)
}

/// Colours at a terminal, unless the user objects (no-color.org).
fn use_colour(to_stderr: bool) -> bool {
    let is_terminal = if to_stderr { io::stderr().is_terminal() } else { io::stdout().is_terminal() };
    is_terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// `crosstest merge`; the exit status.
pub fn merge(args: &MergeArgs) -> u8 {
    let read = |path: &PathBuf| {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
        Report::parse(&text, &name).map(|report| (name, report))
    };
    let parts: Result<Vec<(String, Report)>, String> = args.files.iter().map(read).collect();
    let files = Files { json: args.json.clone(), junit: args.junit.clone(), html: args.html.clone() };
    if let Err(objection) = files.check() {
        return objection.complain();
    }
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    match parts.and_then(|parts| model::merge(parts, &words)) {
        Ok(report) => finish(&report, &files, args.verbose),
        Err(message) => {
            complain(&message);
            USAGE
        }
    }
}

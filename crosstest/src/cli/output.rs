//! Where reports go: the terminal and files, and `crosstest merge`, which makes one of many.
//!
//! In: a report. Out: text on standard output, files, and an exit status. A file is replaced whole: a full disk leaves the old one.

use std::fs;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::args::MergeArgs;
use super::{NOT_WRITTEN, USAGE, complain};
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

impl Files {
    fn write(&self, report: &Report) -> Result<(), String> {
        if let Some(path) = &self.json {
            replace(path, &report.json()?)?;
        }
        if let Some(path) = &self.junit {
            replace(path, &junit::xml(report))?;
        }
        if let Some(path) = &self.html {
            replace(path, &html::page(report)?)?;
        }
        Ok(())
    }
}

/// Prints a report and writes its files; the exit status.
pub fn finish(report: &Report, files: &Files, quiet: bool) -> u8 {
    let style = Style { colour: use_colour(), quiet };
    let mut status = u8::from(!report.passed());
    match io::stdout().write_all(report::text(report, style).as_bytes()).and_then(|()| io::stdout().flush()) {
        // With its output closed there is nobody left to tell.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            complain(&format!("standard output: {error}"));
            status = NOT_WRITTEN;
        }
        _ => {}
    }
    if let Err(message) = files.write(report) {
        complain(&message);
        status = NOT_WRITTEN;
    }
    status
}

/// Replaces a file by a whole other one; what is no ordinary file is written to.
fn replace(path: &Path, text: &str) -> Result<(), String> {
    let failed = |error: io::Error| format!("{}: {error}", path.display());
    if fs::metadata(path).is_ok_and(|known| !known.is_file()) {
        return fs::write(path, text).map_err(failed);
    }
    let mut name = path.file_name().map_or_else(Default::default, std::ffi::OsStr::to_os_string);
    name.push(".new");
    let new = path.with_file_name(name);
    let written = fs::write(&new, text).and_then(|()| fs::rename(&new, path));
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written.map_err(failed)
}

/// Colours at a terminal, unless the user objects (no-color.org).
fn use_colour() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// `crosstest merge`; the exit status.
pub fn merge(args: &MergeArgs) -> u8 {
    let read = |path: &PathBuf| {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
        Report::parse(&text, &name).map(|report| (name, report))
    };
    let parts: Result<Vec<(String, Report)>, String> = args.files.iter().map(read).collect();
    match parts.and_then(model::merge) {
        Ok(report) => {
            let files = Files { json: args.json.clone(), junit: args.junit.clone(), html: args.html.clone() };
            finish(&report, &files, args.quiet)
        }
        Err(message) => {
            complain(&message);
            USAGE
        }
    }
}

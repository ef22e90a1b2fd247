//! `crosstest` and `crosstest run`: run a matrix of tests and print its report.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::args::{MatrixArgs, RunArgs};
use super::{USAGE, complain};
use crate::case::Overrides;
use crate::matrix::{self, Settings};
use crate::report::progress::Progress;
use crate::report::{self, Style};

/// `crosstest run FILES`; the exit status.
pub fn files(args: &RunArgs) -> u8 {
    let split = |text: &String| text.split_whitespace().map(String::from).collect();
    let overrides = Overrides { args: args.args.as_ref().map(split), calls: args.call.clone() };
    run(&args.files, &args.matrix, overrides)
}

/// `crosstest` alone: the corpus; the exit status.
pub fn corpus(args: &MatrixArgs) -> u8 {
    match corpus_files() {
        Ok(files) => run(&files, args, Overrides::default()),
        Err(message) => {
            complain(&message);
            USAGE
        }
    }
}

/// Every test of the corpus: the modules in the repository, then the shared programs, where they exist.
pub fn corpus_files() -> Result<Vec<PathBuf>, String> {
    let modules = modules_dir().ok_or("there is no crosstest/corpus here: run inside the repository, or set CROSSTEST_CORPUS")?;
    let mut files = list(&modules, "ll")?;
    match shared_dir() {
        Some(shared) => {
            files.extend(list(&shared, "pexe")?);
            files.extend(list(&shared.join("programs"), "pexe").unwrap_or_default());
        }
        None => complain("there is no ../shared/pexe (or $CROSSTEST_SHARED/pexe): the programs there are not run"),
    }
    Ok(files)
}

/// The directory of the modules, relative to the current one if it lies below it.
fn modules_dir() -> Option<PathBuf> {
    let named = std::env::var_os("CROSSTEST_CORPUS").map(PathBuf::from);
    let near = [PathBuf::from("crosstest/corpus"), PathBuf::from("corpus"), Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")];
    named.or_else(|| near.into_iter().find(|dir| dir.is_dir()))
}

/// The directory of the shared programs.
pub fn shared_dir() -> Option<PathBuf> {
    let named = std::env::var_os("CROSSTEST_SHARED").map(PathBuf::from);
    // Beside the repository, wherever in it (or in a worktree below it) this runs.
    let mut near = ["../shared", "../../shared", "../../../shared"].map(PathBuf::from).into_iter();
    let dir = named.or_else(|| near.find(|dir| dir.join("pexe").is_dir()))?;
    Some(dir.join("pexe")).filter(|dir| dir.is_dir())
}

/// The files of a directory with this extension, sorted by name.
fn list(dir: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let about = |error: io::Error| format!("{}: {error}", dir.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(about)? {
        let path = entry.map_err(about)?.path();
        if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn run(files: &[PathBuf], args: &MatrixArgs, overrides: Overrides) -> u8 {
    if let Some(missing) = files.iter().find_map(|file| std::fs::File::open(file).err().map(|error| (file, error))) {
        complain(&format!("{}: {}", missing.0.display(), missing.1));
        return USAGE;
    }
    let settings = Settings { targets: args.targets(), fuel: args.fuel, overrides };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.unwrap_or(0)).build();
    // Panics are caught and reported in their cells.
    std::panic::set_hook(Box::new(|_| {}));
    let progress = Progress::new(files.len() * (settings.targets.len() + 1));
    let matrix = match pool {
        Ok(pool) => pool.install(|| matrix::run(files, &settings, &|| progress.step())),
        Err(error) => Err(error.to_string()),
    };
    progress.finish();
    match matrix {
        Ok(matrix) => {
            let style = Style { colour: use_colour(), quiet: args.quiet };
            // With its output closed there is nobody left to tell.
            let _ = io::stdout().write_all(report::text(&matrix, style).as_bytes());
            u8::from(!matrix.passed())
        }
        Err(message) => {
            complain(&message);
            1
        }
    }
}

/// Colours at a terminal, unless the user objects (no-color.org).
fn use_colour() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

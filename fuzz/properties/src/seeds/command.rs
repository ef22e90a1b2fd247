//! The command that makes the seed corpora: `cargo run -p fuzz --bin seeds -- DIR [PEXE...]` writes
//! `DIR/TARGET/*` from the repository's corpus and file tests, the generator, and the `.pexe` files
//! that are named. Files that exist are replaced; nothing is deleted.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::{Seed, Sources};
use crate::TARGETS;

/// The files with an extension below a directory, in order.
fn files(dir: &Path, extension: &str, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, extension, found)?;
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    Ok(())
}

/// A file as a seed that is named for it.
fn load(path: &Path, below: &Path) -> Result<Seed, String> {
    let name = path.strip_prefix(below).unwrap_or(path).with_extension("");
    let name: String = name.to_string_lossy().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Seed { name: name.trim_matches('-').into(), bytes })
}

fn make(dir: &Path, pexes: &[PathBuf]) -> Result<(), String> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crosstest");
    let mut paths = Vec::new();
    for folder in ["corpus", "filetests"] {
        files(&repository.join(folder), "ll", &mut paths)?;
    }
    let texts = paths.iter().map(|path| load(path, &repository)).collect::<Result<_, _>>()?;
    let pexes = pexes.iter().map(|path| load(path, path.parent().unwrap_or(path))).collect::<Result<_, _>>()?;
    let sources = Sources::new(texts, pexes);
    for target in TARGETS {
        let folder = dir.join(target.name);
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let seeds = sources.of(target);
        for seed in &seeds {
            let path = folder.join(&seed.name);
            std::fs::write(&path, &seed.bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        println!("{}: {} files", folder.display(), seeds.len());
    }
    Ok(())
}

/// The program.
pub fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let Some(dir) = args.next() else {
        eprintln!("usage: cargo run -p fuzz --bin seeds -- DIR [PEXE...]");
        return ExitCode::from(2);
    };
    match make(&dir, &args.collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("seeds: {error}");
            ExitCode::FAILURE
        }
    }
}

//! What lies beside a program's file and says how it is run and what it must do.
//!
//! In: the path of `NAME.pexe` (or `.ll`). Out: a [`Manifest`] from
//! - `NAME.stdout`, the expected output, and `NAME.rc`, the exit status: if there is an expected
//!   output and no `NAME.rc`, it is 0;
//! - `README.md`, if it has a table with the columns `file`, `arguments` and perhaps `exit`: the
//!   row of this file has its arguments between backquotes; a row that says `translate only` there
//!   makes the file one that is not run.
//!
//! What is absent is not known. A file that is there and cannot be read is an error.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// What lies beside a program's file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Manifest {
    /// Its arguments.
    pub args: Option<Vec<String>>,
    /// Its expected output.
    pub stdout: Option<Vec<u8>>,
    /// Its expected exit status.
    pub status: Option<i32>,
    /// That it is translated only.
    pub translate_only: bool,
}

/// Looks beside a file.
pub fn of(path: &Path) -> Result<Manifest, String> {
    let mut manifest = Manifest::default();
    if let (Some(readme), Some(name)) = (read(&path.with_file_name("README.md"))?, path.file_name()) {
        manifest = from_table(&String::from_utf8_lossy(&readme), &name.to_string_lossy());
    }
    manifest.stdout = read(&path.with_extension("stdout"))?;
    if let Some(text) = read(&path.with_extension("rc"))? {
        let status = str::from_utf8(&text).ok().and_then(|text| text.trim().parse().ok());
        manifest.status = Some(status.ok_or_else(|| format!("{}: no exit status", path.with_extension("rc").display()))?);
    } else if manifest.stdout.is_some() && manifest.status.is_none() {
        manifest.status = Some(0);
    }
    Ok(manifest)
}

fn read(path: &Path) -> Result<Option<Vec<u8>>, String> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

/// What a table in a text says about a file.
fn from_table(text: &str, name: &str) -> Manifest {
    let mut columns: Option<(usize, usize, Option<usize>)> = None;
    for line in text.lines() {
        let Some(inner) = line.trim().strip_prefix('|').and_then(|line| line.strip_suffix('|')) else {
            columns = None;
            continue;
        };
        let cells: Vec<&str> = inner.split('|').map(str::trim).collect();
        let column = |title: &str| cells.iter().position(|cell| *cell == title);
        match columns {
            None => columns = column("file").zip(column("arguments")).map(|(file, args)| (file, args, column("exit"))),
            Some((file, args, exit)) if cells.get(file) == Some(&name) => {
                let (args, exit) = (cells.get(args).copied().unwrap_or(""), exit.and_then(|exit| cells.get(exit)));
                let quoted = args.split('`').nth(1).unwrap_or("");
                return Manifest {
                    args: Some(quoted.split_whitespace().map(String::from).collect()),
                    status: exit.and_then(|exit| exit.parse().ok()),
                    translate_only: args.starts_with("translate only"),
                    stdout: None,
                };
            }
            Some(_) => {}
        }
    }
    Manifest::default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "Text.\n\n| file | arguments | exit |\n|---|---|---|\n| a.pexe | `one two` | 3 |\n| b.pexe | translate only: no start | |\n| c.pexe | | 0 |\n\n| name | other |\n| d.pexe | x |\n";

    #[test]
    fn a_table_gives_arguments_and_status() {
        let a = from_table(TABLE, "a.pexe");
        assert_eq!((a.args, a.status, a.translate_only), (Some(vec!["one".into(), "two".into()]), Some(3), false));
        assert!(from_table(TABLE, "b.pexe").translate_only);
        assert_eq!(from_table(TABLE, "c.pexe").args, Some(vec![]));
        assert_eq!(from_table(TABLE, "d.pexe"), Manifest::default());
    }

    #[test]
    fn files_beside_give_output_and_status() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("p.pexe");
        assert_eq!(of(&path).unwrap(), Manifest::default());
        fs::write(dir.path().join("p.stdout"), "hello\n").unwrap();
        assert_eq!(of(&path).unwrap(), Manifest { stdout: Some(b"hello\n".to_vec()), status: Some(0), ..Manifest::default() });
        fs::write(dir.path().join("p.rc"), "42\n").unwrap();
        assert_eq!(of(&path).unwrap().status, Some(42));
        fs::write(dir.path().join("p.rc"), "?").unwrap();
        assert!(of(&path).unwrap_err().ends_with("no exit status"));
    }
}

//! The programs in `../shared/pexe` do what lies beside them says, in the interpreter and on every
//! target, and agree in everything else.

use std::path::PathBuf;

use crosstest::matrix::{self, Entry, Execution, Settings, Source};
use crosstest::report::{self, Report, Style};
use crosstest::repository::shared_dir;

#[test]
fn the_shared_programs_agree_on_every_target_and_with_what_is_expected() {
    let Some(dir) = shared_dir() else {
        println!("skipped: no ../shared");
        return;
    };
    let mut files = Vec::new();
    for dir in [dir.clone(), dir.join("programs")] {
        let Ok(entries) = dir.read_dir() else { continue };
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        files.extend(paths.filter(|path| path.extension().is_some_and(|extension| extension == "pexe")));
    }
    files.sort();
    let expected: Vec<PathBuf> = files.iter().filter(|file| file.with_extension("stdout").is_file()).cloned().collect();
    println!("{} programs, {} with an expected output", files.len(), expected.len());
    let settings = Settings::new(Execution::all_plain(), 2_000_000_000);
    let entries: Vec<Entry> = Source::files(&files).into_iter().map(Entry::from).collect();
    let matrix = matrix::run(&entries, &settings, &()).unwrap();
    assert!(matrix.passed(), "{}", report::text(&Report::of(&matrix), Style::default()));
    for (file, row) in files.iter().zip(&matrix.rows) {
        let compared = row.reference.extent.compared > 0;
        assert_eq!(compared, expected.contains(file), "{}: the expected output was not looked at", row.name);
    }
}

//! Replays `regressions/TARGET/*`: inputs on which a property once failed, named for the symptom. A
//! row of `FINDINGS.md` tells of each.

use std::panic::catch_unwind;
use std::path::Path;

use crate::{TARGETS, target_named};

#[test]
fn regressions_stay_fixed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../regressions");
    let mut failures = Vec::new();
    for folder in std::fs::read_dir(&root).expect("the folder of regressions is there") {
        let folder = folder.expect("it can be listed").path();
        if !folder.is_dir() {
            continue;
        }
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(target) = target_named(&name) else {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            failures.push(format!("{name} is no target; there are {}", names.join(", ")));
            continue;
        };
        let mut files: Vec<_> =
            std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
        files.sort();
        for file in files {
            let bytes = std::fs::read(&file).expect("a file can be read");
            if catch_unwind(|| (target.run)(&bytes)).is_err() {
                failures.push(format!("{}: fails again", file.display()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

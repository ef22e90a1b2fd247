//! What the pages show is what the programs do, and what they name is there. This file runs the
//! examples of the translator's own programs, and looks at the list of chapters; `pages.rs` of each
//! other crate's tests runs those of its own. How a page marks an example is said in
//! `translator::testing::pages`.

use std::path::Path;

use translator::testing::pages::{Page, Program, run_examples, unknown_options};

/// The programs, and a tool that every system has.
const PROGRAMS: [Program; 11] = [
    Program { name: "pnacl-sz", path: env!("CARGO_BIN_EXE_pnacl-sz") },
    Program { name: "pnacl-dis", path: env!("CARGO_BIN_EXE_pnacl-dis") },
    Program { name: "pnacl-freeze", path: env!("CARGO_BIN_EXE_pnacl-freeze") },
    Program { name: "pnacl-translate", path: env!("CARGO_BIN_EXE_pnacl-translate") },
    Program { name: "pnacl-finalize", path: env!("CARGO_BIN_EXE_pnacl-finalize") },
    Program { name: "run-pnacl-sz", path: env!("CARGO_BIN_EXE_run-pnacl-sz") },
    Program { name: "pnacl-bcdis", path: env!("CARGO_BIN_EXE_pnacl-bcdis") },
    Program { name: "pnacl-bcfuzz", path: env!("CARGO_BIN_EXE_pnacl-bcfuzz") },
    Program { name: "pnacl-abicheck", path: env!("CARGO_BIN_EXE_pnacl-abicheck") },
    Program { name: "pnacl-clang", path: env!("CARGO_BIN_EXE_pnacl-clang") },
    Program { name: "grep", path: "/bin/grep" },
];
/// What the examples of other crates' pages run.
const OTHERS: [&str; 7] = ["crosstest", "pnacl-run", "pnacl-validate", "bisect", "szbuild", "replay", "seeds"];
/// Pages that are no chapters: for those who change something here, and what the README of a crate
/// is for.
const NO_CHAPTERS: [&str; 5] = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "translator/README.md", "crosstest/README.md"];

#[test]
fn examples_do_what_the_pages_say() {
    let dir = tempfile::tempdir().unwrap();
    let (count, problems) = run_examples(&PROGRAMS, dir.path());
    assert!(count >= 5, "only {count} examples");
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

#[test]
fn options_that_pages_name_are_there() {
    let (count, problems) = unknown_options(&PROGRAMS);
    assert!(count >= 5, "only {count} commands");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_page_is_a_chapter_with_an_example_that_some_test_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let chapters = Page::all();
    let is_chapter = |path: &str| chapters.iter().any(|page| page.path == path);
    let lost: Vec<_> = pages(root).into_iter().map(|(path, _)| path).filter(|path| !is_chapter(path)).collect();
    let lost: Vec<_> = lost.iter().filter(|path| !NO_CHAPTERS.contains(&path.as_str())).collect();
    assert!(lost.is_empty(), "no chapters of README.md's list: {lost:?}");
    for page in &chapters {
        let examples = page.examples();
        assert!(!examples.is_empty(), "{}: no example that is run", page.path);
        for example in examples {
            let program = example.program();
            let is_known = PROGRAMS.iter().any(|known| known.name == program) || OTHERS.contains(&&*program);
            assert!(is_known, "{}: no test runs {program}", example.place);
        }
    }
}

#[test]
fn the_example_is_the_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let text = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let example: String = text("translator/examples/gcd.ll").lines().map(|line| format!("    {line}\n")).collect();
    assert!(text("README.md").contains(&example), "README.md shows another translator/examples/gcd.ll");
}

/// Every page of the repository, by its path.
fn pages(root: &Path) -> Vec<(String, String)> {
    let dirs = ["", "translator", "translator/docs", "crosstest", "crosstest/docs", "crosstest/programs", "bisect", "fuzz"];
    let mut pages = Vec::new();
    for dir in dirs {
        for entry in root.join(dir).read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                let name = path.strip_prefix(root).unwrap().display().to_string();
                pages.push((name, std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    pages
}

#[test]
fn files_that_pages_name_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let pages = pages(root);
    assert!(pages.len() > 8, "{pages:?}");
    let crates = ["translator/", "crosstest/", "bisect/", "fuzz/", ".ci/"];
    let mut missing = Vec::new();
    for (page, text) in &pages {
        let quoted = text.split('`').skip(1).step_by(2);
        let paths = quoted
            .filter(|name| crates.iter().any(|start| name.starts_with(start)) && !name.contains([' ', '{', '*', '<', '\n']));
        // What is made and not kept, and what a reader may name.
        let is_made = |path: &&str| {
            path.contains("bisect-out")
                || path.starts_with("fuzz/corpus")
                || path.starts_with("fuzz/artifacts")
                || path.contains("NAME")
        };
        missing.extend(paths.filter(|path| !is_made(path) && !root.join(path).exists()).map(|path| format!("{page}: {path}")));
    }
    assert!(missing.is_empty(), "pages name what is not there:\n{}", missing.join("\n"));
}

//! Options that change nothing but code: each of them does, on a program with everything in it; those that are always on say so when
//! they are switched off; and the page about the original's options names, for each, a test that there is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// What is given in any case, and what makes a difference beside it.
const DIFFERENCES: [(&str, &str); 24] = [
    ("-O2", "-O0"),
    ("-O2", "-O3"),
    ("-O2", "-nop-insertion"),
    ("-O2 -nop-insertion", "-max-nops-per-instruction=5"),
    ("-O2 -nop-insertion", "-nop-insertion-percentage=90"),
    ("-O2 -nop-insertion", "-sz-seed=3"),
    ("-O2", "-randomize-pool-immediates=randomize"),
    ("-O2", "-randomize-pool-immediates=pool"),
    ("-O2 -randomize-pool-immediates=randomize", "-randomize-pool-threshold=3"),
    ("-O2", "-randomize-regalloc"),
    ("-O2", "-randomize-selection"),
    ("-O2", "-reorder-basic-blocks"),
    ("-O2", "-reorder-functions"),
    ("-O2 -reorder-functions", "-reorder-functions-window-size=2"),
    ("-O2", "-reorder-global-variables"),
    ("-O2", "-reorder-pooled-constants"),
    ("-O2", "-enable-sc=0"),
    ("-O2", "-fmem-intrin-opt=0"),
    ("-O2", "-split-global-vars"),
    ("-O2 -target=arm32", "-schedule-early"),
    ("-O2", "-test-stack-extra=64"),
    ("-O2", "-sandbox"),
    ("-O2", "-enable-block-profile"),
    ("-O2", "-fsanitize-address"),
];

/// What is always on.
const ALWAYS_ON: [&str; 4] = ["-allow-uninitialized-globals=0", "-parse-parallel=0", "-build-on-read=0", "-regalloc-repeat=0"];

fn run(options: &str, input: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pnacl-sz"))
        .args(options.split_whitespace())
        .arg(input)
        .args(["-o", "-"])
        .output()
        .expect("pnacl-sz runs")
}

fn object(options: &str, input: &Path) -> Vec<u8> {
    let output = run(options, input);
    assert!(output.status.success(), "{options}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn everything() -> PathBuf {
    Path::new(REPOSITORY).join("translator/bench/everything.pexe")
}

#[test]
fn options_about_code_change_code() {
    let input = everything();
    for (always, option) in DIFFERENCES {
        let differs = object(&format!("{always} {option}"), &input) != object(always, &input);
        assert!(differs, "{option} changes nothing beside {always}");
    }
}

#[test]
fn what_is_always_on_cannot_be_switched_off() {
    for option in ALWAYS_ON {
        let output = run(&format!("-O2 {option}"), &everything());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(option.split(['-', '=']).nth(1).unwrap()), "{option}: {said}");
    }
}

#[test]
fn functions_are_printed_before_a_pass() {
    let output = run("-O2 -print-before=allocate", &Path::new(REPOSITORY).join("translator/examples/gcd.ll"));
    assert!(output.status.success() && String::from_utf8_lossy(&output.stderr).contains("gcd"), "{output:?}");
}

/// Every row names a test, or says that there is nothing that a test could miss.
#[test]
fn the_page_names_a_test_for_every_option() {
    let page = std::fs::read_to_string(Path::new(REPOSITORY).join("translator/docs/options.md")).expect("the page is there");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `-")).collect();
    assert!(rows.len() > 50, "{} rows", rows.len());
    let known = tests_of_the_translator();
    for row in rows {
        let cell = row.trim_end_matches('|').rsplit(" | ").next().expect("a row has cells").trim();
        let names: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
        assert!(cell == "no effect" || !names.is_empty(), "no test is named: {row}");
        names.iter().for_each(|name| assert!(known.contains(*name), "there is no test {name}: {row}"));
    }
}

/// The names of all tests in the translator's `tests` and `src`.
fn tests_of_the_translator() -> BTreeSet<String> {
    let mut folders = vec![Path::new(REPOSITORY).join("translator/tests"), Path::new(REPOSITORY).join("translator/src")];
    let mut names = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("readable");
                let tests = text.split("#[test]").skip(1).filter_map(|rest| rest.split("fn ").nth(1)?.split('(').next());
                names.extend(tests.map(String::from));
            }
        }
    }
    names
}

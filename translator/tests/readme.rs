//! What README.md shows is what the programs do, and what it and the other pages name is there.

use std::path::Path;
use std::process::Command;

/// The blocks of a page that stand four blanks in, without them.
fn blocks(text: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    for line in text.lines() {
        match line.strip_prefix("    ") {
            Some(code) => *blocks.last_mut().unwrap() += &format!("{code}\n"),
            None if line.is_empty() => {}
            None => blocks.push(String::new()),
        }
    }
    blocks
}

/// The blanks up to the next multiple of eight columns in place of each tab.
fn without_tabs(line: &str) -> String {
    let mut text = String::new();
    for character in line.chars() {
        match character {
            '\t' => text += &" ".repeat(8 - text.len() % 8),
            other => text.push(other),
        }
    }
    text
}

#[test]
fn the_example_is_what_the_translator_makes_of_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let readme = blocks(&std::fs::read_to_string(root.join("README.md")).unwrap());
    let example = std::fs::read_to_string(root.join("translator/examples/gcd.ll")).unwrap();
    assert!(readme.contains(&example), "README.md shows another translator/examples/gcd.ll");
    let output = Command::new(env!("CARGO_BIN_EXE_pnacl-sz"))
        .args(["-O2", "-filetype=asm", "-o", "-", "translator/examples/gcd.ll"])
        .current_dir(root)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    // Of the text, what is not for the assembler only.
    let is_code = |line: &&str| line.starts_with('\t') && !line.starts_with("\t.") || line.ends_with(':');
    let code: String = text.lines().filter(is_code).map(|line| without_tabs(line) + "\n").collect();
    assert!(readme.contains(&code), "README.md shows other code than\n{code}");
}

/// Every page of the repository, by its path.
fn pages(root: &Path) -> Vec<(String, String)> {
    let dirs = ["", "translator", "translator/docs", "crosstest", "crosstest/docs", "bisect", "fuzz"];
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

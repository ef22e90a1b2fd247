//! What stands identically in the folders of two architectures: it should stand in `isa/common`.
//!
//! In: the source files. Out: how many lines of `translator/src/isa/ARCHITECTURE` lie in a run of at
//! least [`RUN`] lines that the file of the same name in another architecture's folder has, too.
//! Blank lines, comments, attributes, tests and the declarations `use` and `mod` are left out first;
//! indentation does not count. Before the skeleton of `isa::common::lower` there were 1,303.
//! Quadratic in the length of files at worst.

use std::collections::BTreeMap;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::source::SourceFile;

/// The folders, below `translator/src/isa`.
const ARCHITECTURES: [&str; 3] = ["x86", "arm32", "mips32"];
/// Shorter runs are how code looks: ends of blocks, heads of the functions of one trait.
const RUN: usize = 5;
/// More than this, and something has been copied that should be shared.
const MOST: usize = 400;

/// A complaint if too much is alike, with the files that have most of it.
pub fn check(files: &[SourceFile]) -> Vec<String> {
    let alike = alike(files);
    let total: usize = alike.values().sum();
    if total < MOST {
        return Vec::new();
    }
    let mut worst: Vec<_> = alike.into_iter().collect();
    worst.sort_by_key(|&(_, lines)| std::cmp::Reverse(lines));
    let list: Vec<String> = worst.iter().take(5).map(|(path, lines)| format!("{path} ({lines})")).collect();
    vec![format!("{total} lines, {MOST} are too many; move what is common to isa/common. Most are in {}", list.join(", "))]
}

/// For each file the number of its lines that a sibling has, too.
fn alike(files: &[SourceFile]) -> BTreeMap<&str, usize> {
    let mut by_name: BTreeMap<(&str, &str), (&str, Vec<&str>)> = BTreeMap::new();
    for file in files.iter().filter(|file| !file.is_test) {
        let Some((architecture, name)) = file.path.strip_prefix("translator/src/isa/").and_then(|path| path.split_once('/'))
        else {
            continue;
        };
        if ARCHITECTURES.contains(&architecture) {
            by_name.insert((architecture, name), (&file.path, lines_that_count(file)));
        }
    }
    let mut found = BTreeMap::new();
    for (&(architecture, name), (path, lines)) in &by_name {
        let mut is_alike = vec![false; lines.len()];
        for other in ARCHITECTURES.iter().filter(|other| **other != architecture) {
            let Some((_, theirs)) = by_name.get(&(*other, name)) else { continue };
            for op in capture_diff_slices(Algorithm::Myers, lines, theirs) {
                if let DiffOp::Equal { old_index, len, .. } = op
                    && len >= RUN
                {
                    is_alike[old_index..old_index + len].fill(true);
                }
            }
        }
        found.insert(*path, is_alike.iter().filter(|alike| **alike).count());
    }
    found
}

fn lines_that_count(file: &SourceFile) -> Vec<&str> {
    let mut in_test = vec![false; file.text.lines().count()];
    for token in file.tokens().iter().filter(|token| token.in_test) {
        in_test[token.line] = true;
    }
    let is_declaration = |line: &str| ["use ", "mod ", "pub mod ", "pub(crate) mod "].iter().any(|start| line.starts_with(start));
    let counts = |line: &str| !(line.is_empty() || line.starts_with("//") || line.starts_with("#[") || is_declaration(line));
    let lines = file.text.lines().map(str::trim).zip(in_test);
    lines.filter(|(line, in_test)| !in_test && counts(line)).map(|(line, _)| line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> SourceFile {
        SourceFile::new(&format!("translator/src/isa/{path}"), text)
    }

    #[test]
    fn runs_in_files_of_one_name_count_in_both() {
        let five = "fn f() {\n    a();\n    b();\n    // why\n    c();\n}\n";
        let files = [
            file("x86/abi.rs", &format!("use a;\nfirst();\n{five}")),
            file("arm32/abi.rs", &format!("{five}\nlast();\n")),
            file("mips32/abi.rs", "fn f() {\n    a();\n    b();\n    d();\n}\n"),
            file("mips32/emit.rs", five),
        ];
        let alike = alike(&files);
        let count = |path: &str| alike[&*format!("translator/src/isa/{path}")];
        assert_eq!((count("x86/abi.rs"), count("arm32/abi.rs")), (5, 5));
        assert_eq!((count("mips32/abi.rs"), count("mips32/emit.rs")), (0, 0), "runs of three, and no file of the name");
    }

    #[test]
    fn tests_do_not_count() {
        let test = "#[cfg(test)]\nmod tests {\n    one();\n    two();\n    three();\n    four();\n    five();\n}\n";
        let files = [file("x86/abi.rs", test), file("arm32/abi.rs", test)];
        assert!(alike(&files).values().all(|&lines| lines == 0), "{:?}", alike(&files));
    }
}

//! The house rules as a program: what can be checked of the source by reading it.
//!
//! In: every Rust file of the workspace. Out: a failure for each rule that some file breaks, with
//! every place and what to do about it. The rules: which modules may import which (`imports`), who
//! may name a single architecture (`isas`), what a comment may cite (`citations`), how much two
//! architectures may have alike (`siblings`), whether a machine's operations are used
//! (`operations`), a `//!` header in every file, at most [`MAX_LINES`] lines, every file of tests in a program of tests,
//! nothing unfinished or switched off, and a proof at every `unsafe`. Each check has a test on made-up files, so that the
//! rules themselves can be broken and seen to.

mod citations;
mod imports;
mod isas;
mod operations;
mod siblings;
mod source;

use source::{SourceFile, Token, TokenKind, workspace_files};

/// A file with more lines than this, tests not counted, has more than one purpose.
const MAX_LINES: usize = 800;

/// Tests that are programs of their own, by a `[[test]]` of their crate's Cargo.toml.
const PROGRAMS_OF_TESTS: &[&str] = &["translator/tests/allocations.rs"];

/// Macros and attributes that must not be committed, as token sequences, and what to do instead.
const UNFINISHED: &[(&[&str], &str)] = &[
    (&["todo", "!"], "finish it, or return an error that states the limit"),
    (&["unimplemented", "!"], "finish it, or return an error that states the limit"),
    (&["dbg", "!"], "take it out"),
    (&["#", "[", "ignore"], "make the test fast and right, or delete it"),
    (&["allow", "(", "dead_code"], "delete the dead code"),
];

/// Fails with all problems that a check finds in the workspace.
#[track_caller]
fn run(rule: &str, check: impl Fn(&SourceFile) -> Vec<String>) {
    let files = workspace_files();
    assert!(files.len() > 20, "found only {} files: the check looks in the wrong place", files.len());
    let problems: Vec<_> = files.iter().flat_map(check).collect();
    assert!(problems.is_empty(), "{rule}\n  {}", problems.join("\n  "));
}

#[test]
fn imports_follow_the_architecture() {
    run("The house plan says who may import whom:", imports::check);
}

#[test]
fn citations_name_what_exists() {
    let problems = citations::check(&workspace_files(), &citations::Library::of_the_workspace());
    let notation = "translator/docs/sources.md says how to cite:";
    assert!(problems.is_empty(), "{notation}\n  {}", problems.join("\n  "));
}

#[test]
fn architectures_share_what_is_alike() {
    let problems = siblings::check(&workspace_files());
    assert!(problems.is_empty(), "What two back ends have alike stands in one place:\n  {}", problems.join("\n  "));
}

#[test]
fn architectures_are_described_in_one_place() {
    run("What is known of an architecture stands in its description:", isas::check);
}

#[test]
fn every_operation_is_emitted() {
    let problems = operations::check(&workspace_files());
    assert!(problems.is_empty(), "A row of a machine's operations has a use:\n  {}", problems.join("\n  "));
}

#[test]
fn every_file_says_what_it_is_for() {
    run("A file opens with `//!`: what goes in, what comes out, what must hold, the source:", check_header);
}

#[test]
fn no_file_has_two_purposes() {
    run("A file has one purpose:", check_length);
}

#[test]
fn every_file_of_tests_is_run() {
    let problems = check_test_files(&workspace_files());
    assert!(problems.is_empty(), "A file of tests is a module of the crate's one program of tests:\n  {}", problems.join("\n  "));
}

#[test]
fn nothing_is_unfinished() {
    run("Nothing unfinished or switched off is committed:", check_unfinished);
}

#[test]
fn every_unsafe_is_proved() {
    run("Every `unsafe` states why it is sound:", check_unsafe);
}

fn check_header(file: &SourceFile) -> Vec<String> {
    let first = file.text.lines().find(|line| !line.trim().is_empty() && !line.starts_with("#!"));
    if first.is_some_and(|line| line.starts_with("//!")) {
        Vec::new()
    } else {
        vec![format!("{}:1: begins without a `//!` header; write one", file.path)]
    }
}

fn check_length(file: &SourceFile) -> Vec<String> {
    let mut test_lines = 0;
    let tokens = file.tokens();
    for run in tokens.chunk_by(|a, b| a.in_test == b.in_test).filter(|run| run[0].in_test) {
        test_lines += run[run.len() - 1].line + 1 - run[0].line;
    }
    let lines = file.text.lines().count() - test_lines;
    if lines > MAX_LINES {
        vec![format!("{}: {lines} lines without tests, more than {MAX_LINES}; split it by purpose", file.path)]
    } else {
        Vec::new()
    }
}

fn matches(tokens: &[Token<'_>], pattern: &[&str]) -> bool {
    let same = |(token, text): (&Token<'_>, &&str)| match token.kind {
        TokenKind::Word(word) => word == *text,
        TokenKind::Punct(c) => text.chars().eq([c]),
    };
    tokens.len() >= pattern.len() && tokens.iter().zip(pattern).all(same)
}

/// Cargo is told of the test programs (`autotests = false`) and would pass over a file that none of them names.
fn check_test_files(files: &[SourceFile]) -> Vec<String> {
    let mut problems = Vec::new();
    for main in files.iter().filter(|file| file.path.ends_with("/tests/main.rs")) {
        let dir = main.path.trim_end_matches("main.rs");
        for file in files.iter().filter(|file| file.path != main.path && !PROGRAMS_OF_TESTS.contains(&file.path.as_str())) {
            let Some(below) = file.path.strip_prefix(dir) else { continue };
            let module = below.trim_end_matches(".rs").trim_end_matches("/mod");
            if !module.contains('/') && !main.code.lines().any(|line| line == format!("mod {module};")) {
                problems.push(format!("{}: not run; write `mod {module};` in {}", file.path, main.path));
            }
        }
    }
    problems
}

fn check_unfinished(file: &SourceFile) -> Vec<String> {
    let tokens = file.tokens();
    let mut problems = Vec::new();
    for index in 0..tokens.len() {
        for (pattern, advice) in UNFINISHED {
            if matches(&tokens[index..], pattern) {
                problems.push(format!("{}:{}: {}: {advice}", file.path, tokens[index].line + 1, pattern.concat()));
            }
        }
    }
    problems
}

fn check_unsafe(file: &SourceFile) -> Vec<String> {
    let tokens = file.tokens();
    let lines: Vec<_> = file.text.lines().collect();
    let code: Vec<_> = file.code.lines().collect();
    let mut problems = Vec::new();
    for (index, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Word("unsafe")) {
        if needs_proof(&tokens[index + 1..]) && !is_proved(&lines, &code, token.line) {
            let place = format!("{}:{}", file.path, token.line + 1);
            problems.push(format!(
                "{place}: `unsafe` without a `// SAFETY:` comment (`# Safety` section for a function) above it; prove it or avoid it"
            ));
        }
    }
    problems
}

/// Whether what follows the keyword is a block, a declaration or an implementation, not a type or
/// an attribute.
fn needs_proof(after: &[Token<'_>]) -> bool {
    let after = if matches(after, &["extern"]) { &after[1..] } else { after };
    match after {
        [token, ..] if matches(std::slice::from_ref(token), &["("]) => false,
        [first, second, ..] if first.kind == TokenKind::Word("fn") => second.kind != TokenKind::Punct('('),
        _ => true,
    }
}

/// Looks for the proof on the line itself, and above it through comments, attributes and the
/// beginning of the same statement.
fn is_proved(lines: &[&str], code: &[&str], line: usize) -> bool {
    let proves = |line: usize| lines[line].contains("SAFETY:") || lines[line].contains("# Safety");
    let mut above = line;
    while !proves(above) {
        if above == 0 {
            return false;
        }
        above -= 1;
        let text = code[above].trim();
        let is_comment_or_attribute = (text.is_empty() && !lines[above].trim().is_empty()) || text.starts_with('#');
        let is_statement_before = text.is_empty() || text.ends_with([';', '{', '}', ',']);
        if is_statement_before && !is_comment_or_attribute {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> SourceFile {
        SourceFile::new("translator/src/a.rs", text)
    }

    #[test]
    fn headers() {
        assert!(check_header(&file("\n//! Good.\n")).is_empty());
        assert_eq!(check_header(&file("use std::fmt;\n//! Late.\n")).len(), 1);
        assert_eq!(check_header(&file("/// Wrong kind.\n")).len(), 1);
        assert_eq!(check_header(&file("")).len(), 1);
    }

    #[test]
    fn lengths() {
        let long = "fn f() {}\n".repeat(MAX_LINES);
        let tests = format!("#[cfg(test)]\nmod tests {{\n{long}}}\n");
        assert!(check_length(&file(&format!("{long}{tests}"))).is_empty());
        assert_eq!(check_length(&file(&format!("{long}// One more.\n{tests}"))).len(), 1);
    }

    #[test]
    fn files_of_tests() {
        let main = SourceFile::new("bisect/tests/main.rs", "mod a;\n// mod c;\nmod d;\n");
        let paths =
            ["a.rs", "b.rs", "c/mod.rs", "c/other.rs", "d/mod.rs", "d/main.rs"].map(|name| format!("bisect/tests/{name}"));
        let mut files = vec![main, SourceFile::new("crosstest/tests/e.rs", "")];
        files.extend(paths.iter().map(|path| SourceFile::new(path, "")));
        let problems = check_test_files(&files);
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(problems[0].starts_with("bisect/tests/b.rs: not run; write `mod b;`"), "{}", problems[0]);
        assert!(problems[1].starts_with("bisect/tests/c/mod.rs: not run; write `mod c;`"), "{}", problems[1]);
    }

    #[test]
    fn unfinished_code() {
        let bad = "todo!(); unimplemented!(\"x\"); dbg!(1);\n#[ignore]\n#[ignore = \"slow\"]\n#[allow(dead_code)]\n";
        assert_eq!(check_unfinished(&file(bad)).len(), 6);
        assert!(check_unfinished(&file("// todo!()\nlet todo = \"dbg!(\"; ignore[0]; #[allow(unused)]")).is_empty());
    }

    #[test]
    fn unsafe_code() {
        for proved in [
            "// SAFETY: it is.\nunsafe { f() }",
            "// SAFETY: it is,\n// very.\n#[inline]\nlet x =\n    unsafe { f() };",
            "let x = unsafe { f() }; // SAFETY: it is.",
            "/// # Safety\n/// Take care.\npub unsafe fn f() {}",
            "let f: unsafe extern \"C\" fn(u32) = g; #[unsafe(no_mangle)] fn h() {}",
            "// unsafe { }\nlet s = \"unsafe {\";",
        ] {
            assert!(check_unsafe(&file(proved)).is_empty(), "{proved}");
        }
        for unproved in [
            "unsafe { f() }",
            "// SAFETY: it is.\nlet x = 1;\nunsafe { f() }",
            "// SAFETY: it is.\n\nunsafe impl Send for X {}",
            "pub unsafe fn f() {}",
            "unsafe extern \"C\" { fn f(); }",
        ] {
            assert_eq!(check_unsafe(&file(unproved)).len(), 1, "{unproved}");
        }
    }
}

//! The file tests: every `.ll` file below `filetests/` does what it says (`crosstest::case` has the
//! syntax).
//!
//! With `BLESS=1` in the environment, expectations are rewritten first, until nothing changes:
//! errors move when lines are added above them. What is then still wrong cannot be blessed.

use std::fs;
use std::path::{Path, PathBuf};

use crosstest::case::bless;
use crosstest::matrix::{self, Entry, Execution, Matrix, Settings, Source};
use crosstest::report::{self, Report, Style};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("filetests")
}

/// The tests below a directory, by path.
fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in dir.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "ll") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn run(files: &[PathBuf]) -> Matrix {
    let settings = Settings::new(Execution::every_plain(), 20_000_000);
    let entries: Vec<Entry> = Source::files(files).into_iter().map(Entry::from).collect();
    matrix::run(&entries, &settings, &()).unwrap()
}

/// Rewrites what the files expect; whether anything changed.
fn rewrite(files: &[PathBuf], matrix: &Matrix) -> bool {
    let mut changed = false;
    for (file, row) in files.iter().zip(&matrix.rows) {
        let edits: Vec<_> = [&row.reference].into_iter().chain(&row.cells).flat_map(|cell| cell.edits.clone()).collect();
        if !edits.is_empty() {
            let source = fs::read_to_string(file).unwrap();
            let blessed = bless::apply(&source, &edits);
            changed |= blessed != source;
            fs::write(file, blessed).unwrap();
        }
    }
    changed
}

/// Runs the tests, rewritten as long as that changes something.
fn blessed(files: &[PathBuf]) -> Matrix {
    let mut matrix = run(files);
    // Once for what is wrong, once for the lines that errors name, and once to see that all is
    // well.
    for _ in 0..3 {
        if !rewrite(files, &matrix) {
            break;
        }
        matrix = run(files);
    }
    matrix
}

#[test]
fn every_file_does_what_it_says() {
    let files = files(&root());
    assert!(files.len() >= 20, "only {} file tests", files.len());
    let bless = std::env::var_os("BLESS").is_some_and(|value| value == "1");
    let matrix = if bless { blessed(&files) } else { run(&files) };
    let report = report::text(&Report::of(&matrix), Style::default());
    assert!(matrix.passed(), "{report}");
    println!("{report}");
}

const WRONG: &str = "\
; A comment.
; recipes: Om1
; run: @f(i32 2) -> i32 7
; run: @f(i32 3) ->
; run: @d(i32 0) -> i32 7
; dump @f:
;| something else
; asm x8632 @f:
; check x8632 @f: ret
define i32 @f(i32 %a) {
  %r = mul i32 %a, 3
  ret i32 %r
}
define i32 @d(i32 %a) {
  %r = udiv i32 1, %a
  ret i32 %r
}
";

#[test]
fn blessing_rewrites_expectations_and_does_nothing_the_second_time() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("wrong.ll");
    fs::write(&path, WRONG).unwrap();
    let files = [path.clone()];
    assert!(!run(&files).passed());
    let matrix = blessed(&files);
    assert!(matrix.passed(), "{}", report::text(&Report::of(&matrix), Style::default()));
    let text = fs::read_to_string(&path).unwrap();
    for line in [
        "; run: @f(i32 2) -> i32 6",
        "; run: @f(i32 3) -> i32 9",
        "; run: @d(i32 0) -> traps",
        ";| function @f(i32 v0) {",
        ";|   ret",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
    assert!(!text.contains("something else"), "{text}");
    assert!(blessed(&files).passed());
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn what_programs_write_and_exit_with_is_blessed() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("program.ll");
    fs::write(&path, "; exit: 5\n; stdout: hello\\n\n; stdout: again\ndefine void @_start(i32 %a) {\n  ret void\n}\n").unwrap();
    assert!(blessed(std::slice::from_ref(&path)).passed());
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("; exit: 0\n; stdout:\ndefine void"), "{text}");
}

#[test]
fn errors_are_blessed_where_they_moved_to() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("error.ll");
    fs::write(&path, "; error:\ndefine i32 @f() {\n  %a = add i32 1, 2.0\n  %b = add i8 %a, 1\n}\n").unwrap();
    assert!(blessed(std::slice::from_ref(&path)).passed());
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("; error: 3:19: "), "{text}");
    // A verifier's error has as many lines as there are problems, and names none of the file's.
    fs::write(&path, "; error: x\ndefine i32 @f() {\n  %a = add i32 %b, 1\n  %b = add i32 %b, 1\n  ret i32 %b\n}\n").unwrap();
    assert!(blessed(std::slice::from_ref(&path)).passed(), "{}", fs::read_to_string(&path).unwrap());
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("; error: f: b").count(), 2, "{text}");
}

#[test]
fn what_cannot_be_blessed_stays_wrong() {
    let dir = tempfile::tempdir().unwrap();
    let body = "define i32 @f(i32 %a) {\n  %r = mul i32 %a, 3\n  ret i32 %r\n}\n";
    for (directives, expected) in [
        ("; run: @f(i32 1)\n; check x8632 @f: idiv", "the pattern is in none of these lines"),
        ("; run: @f(i32 1)\n; check-not x8664 @f: ret", "the pattern should not be here"),
        ("; do: read\n; error: 1:1: no", "the module was accepted"),
        ("; do: translate\n; error: no", "the module was translated"),
        ("; do: translate\n; asm x8632 @g:", "the object does not define g"),
        ("; do: read\n; dump @g:", "no function @g is defined"),
        ("; input: bits", "line 2: `define` is no number of bits"),
    ] {
        let path = dir.path().join("wrong.ll");
        let text = format!("{directives}\n{body}");
        fs::write(&path, &text).unwrap();
        let matrix = blessed(std::slice::from_ref(&path));
        let report = report::text(&Report::of(&matrix), Style::default());
        assert!(!matrix.passed() && report.contains(expected), "{directives}: {report}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "{directives}");
    }
}

#[test]
fn a_failure_names_the_line_and_shows_a_difference() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("wrong.ll");
    fs::write(&path, WRONG).unwrap();
    let report = report::text(&Report::of(&run(std::slice::from_ref(&path))), Style::default());
    assert!(report.contains(&format!("DIFF {}:3 on the interpreter\n", path.display())), "{report}");
    assert!(report.contains(&format!("TEXT {}:8 on x8632/Om1\n", path.display())), "{report}");
    assert!(report.contains("(- expected, + found)\n    + "), "{report}");
}

#[test]
fn tests_are_about_the_targets_that_they_name() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("one.ll");
    fs::write(&path, "; targets: x8664\n; run: @f() -> i32 1\ndefine i32 @f() {\n  ret i32 1\n}\n").unwrap();
    let matrix = run(&[path]);
    assert!(matrix.passed());
    for (target, cell) in matrix.executions.iter().zip(&matrix.rows[0].cells) {
        assert_eq!(cell.left_out, target.target.isa.name() != "x8664", "{target}");
    }
}

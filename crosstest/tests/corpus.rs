//! Every module of the corpus agrees on every target, and what is broken on purpose is found.

use std::path::{Path, PathBuf};

use crosstest::case::Case;
use crosstest::exec::link::Runtimes;
use crosstest::job::Target;
use crosstest::matrix::{self, Entry, Execution, FailureKind, Settings, Source};
use crosstest::report::{self, Report, Style};
use crosstest::suites;

fn corpus() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut files: Vec<PathBuf> = dir.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "ll"));
    files.sort();
    files
}

fn settings() -> Settings {
    Settings::new(Execution::all_plain(), 200_000_000)
}

#[test]
fn the_whole_corpus_agrees_on_every_target() {
    let files = corpus();
    assert!(files.len() >= 40, "only {} modules", files.len());
    let files = Source::files(&files).into_iter().map(Entry::from);
    let entries: Vec<Entry> = files.chain(suites::enumerated()).collect();
    let matrix = matrix::run(&entries, &settings(), &()).unwrap();
    let report = report::text(&Report::of(&matrix), Style::default());
    assert!(matrix.passed(), "{report}");
    println!("{report}");
    let executions: u64 = matrix.cells().map(|cell| cell.executions).sum();
    assert!(executions > 100_000, "only {executions} executions");
}

const SUM: &str = "
; run: @f(i32 2, i32 3) -> i32 5
define i32 @f(i32 %a, i32 %b) {
  %r = add i32 %a, %b
  ret i32 %r
}
";

/// Breaks the object of a module, and runs it.
fn run_broken(target: Target, change: impl FnOnce(&mut Vec<u8>)) -> matrix::Cell {
    let case = Case::parse(SUM, "sum.ll").unwrap();
    let settings = Settings { executions: vec![Execution::plain(target)], ..settings() };
    let (reference, outcomes) = matrix::interpret(&case, &settings);
    assert!(reference.passed());
    let mut object = case.subject.translate(target).unwrap();
    change(&mut object);
    let runtimes = Runtimes::new(&[target]).unwrap();
    matrix::run_object(&case, &settings, &Execution::plain(target), &object, &runtimes, &outcomes)
}

/// The file offset and size of an object's code.
fn text_of(object: &[u8]) -> std::ops::Range<usize> {
    let word = |at: usize| u32::from_le_bytes(object[at..at + 4].try_into().unwrap()) as usize;
    let half = |at: usize| usize::from(u16::from_le_bytes(object[at..at + 2].try_into().unwrap()));
    let sections = (0..half(48)).map(|index| word(32) + index * half(46));
    // An allocated, executable section: flags 2 | 4.
    let text = sections.into_iter().find(|&at| word(at + 8) & 6 == 6 && word(at + 20) > 0).expect("the object has code");
    word(text + 16)..word(text + 16) + word(text + 20)
}

#[test]
fn a_patched_byte_of_code_is_found() {
    for target in Target::all() {
        assert!(run_broken(target, |_| ()).passed());
        let mut found = 0;
        let len = text_of(&Case::parse(SUM, "sum.ll").unwrap().subject.translate(target).unwrap()).len();
        for offset in 0..len {
            let cell = run_broken(target, |object| {
                let text = text_of(object);
                object[text.start + offset] ^= 0x04;
            });
            found += usize::from(!cell.passed());
        }
        // Some bits do not matter: padding, an encoding with the same meaning.
        assert!(found * 2 >= len, "{target}: {found} of {len} broken objects were found");
        let cell = run_broken(target, |object| {
            let text = text_of(object);
            object[text].fill(0xc3);
        });
        assert!(matches!(cell.failure.unwrap().kind, FailureKind::Differs(_)));
    }
}

#[test]
fn a_broken_object_file_is_an_error_and_no_panic() {
    for target in Target::all() {
        let cell = run_broken(target, |object| object.truncate(40));
        assert!(matches!(cell.failure.unwrap().kind, FailureKind::Error(_)));
    }
}

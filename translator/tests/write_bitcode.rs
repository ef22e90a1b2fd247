//! Real modules through the bitcode writer: read, written, read again. Nothing may be lost, nothing
//! may change, and it may not get longer.
//!
//! The modules are those of the cross-test corpus (text, read as data), our programs and, where they
//! are, the SDK's.
//! `cargo test -p translator --test all write_bitcode:: -- --nocapture` prints the sizes as a
//! table.

use std::path::Path;

use translator::bitcode::{ReadOptions, WriteOptions, read_module, read_module_with, write_module, write_module_with};
use translator::driver;
use translator::ice::equality::difference;
use translator::ice::{Function, Module};
use translator::options::{Isa, OptLevel, Options};
use translator::testing;
use translator::text::{parse_module, print_module};

/// How much longer than the SDK's file a rewritten one may be, in percent.
const GROWTH: f64 = 5.0;

fn corpus_module(path: &Path) -> (Module, Vec<Function>) {
    let text = std::fs::read_to_string(path).unwrap();
    parse_module(&text, &path.display().to_string()).unwrap_or_else(|error| panic!("{error}"))
}

/// Writes a module, reads it back, compares, and writes it again. Gives the bytes.
#[track_caller]
fn round_trip(name: &str, module: &Module, functions: &[Function], externals: bool) -> Vec<u8> {
    let written = write_module_with(module, functions, WriteOptions { externals });
    let bytes = written.unwrap_or_else(|error| panic!("{name}: {error}"));
    let read = read_module_with(&bytes, ReadOptions { externals });
    let (again, bodies) = read.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(difference((module, functions), (&again, &bodies)), None, "{name}");
    let rewritten = write_module_with(&again, &bodies, WriteOptions { externals });
    assert!(rewritten.as_ref() == Ok(&bytes), "{name}: writing what was read gives other bytes");
    bytes
}

#[test]
fn every_module_of_the_corpus_survives() {
    for path in testing::corpus() {
        let (module, functions) = corpus_module(&path);
        round_trip(&path.display().to_string(), &module, &functions, true);
    }
}

/// The order of the bodies and the numbering of a text do not reach the bytes.
#[test]
fn bytes_depend_on_nothing_but_the_meaning() {
    for path in testing::corpus() {
        let (module, mut functions) = corpus_module(&path);
        let options = WriteOptions { externals: true };
        let bytes = write_module_with(&module, &functions, options).unwrap();
        let (printed, bodies) = parse_module(&print_module(&module, &functions), "printed").unwrap();
        assert!(write_module_with(&printed, &bodies, options).as_ref() == Ok(&bytes), "{}: from text", path.display());
        functions.reverse();
        assert!(write_module_with(&module, &functions, options).as_ref() == Ok(&bytes), "{}: reversed", path.display());
    }
}

#[test]
fn the_sdk_s_files_survive_within_their_sizes() {
    let (mut before, mut after) = (0, 0);
    println!("{:>8} {:>8} {:>8}  file", "SDK", "written", "change");
    let row = |old: usize, new: usize, name: &str| {
        let change = 100.0 * (new as f64 - old as f64) / old as f64;
        println!("{old:8} {new:8} {change:+7.2}%  {name}");
        assert!(change <= GROWTH, "{name} grew by {change:.2} %");
    };
    for path in testing::programs() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let original = std::fs::read(&path).unwrap();
        let (module, functions) = read_module(&original).unwrap();
        let bytes = round_trip(&name, &module, &functions, false);
        (before, after) = (before + original.len(), after + bytes.len());
        row(original.len(), bytes.len(), &name);
    }
    if before > 0 {
        row(before, after, "all");
    }
}

/// The object or the error that a file translates to.
fn translate(bytes: &[u8], isa: Isa) -> Result<Vec<u8>, String> {
    driver::translate(bytes, &Options::new(isa, OptLevel::Om1)).map_err(|error| error.to_string())
}

#[test]
fn rewritten_files_translate_to_the_same_objects() {
    for path in testing::programs() {
        let original = std::fs::read(&path).unwrap();
        let (module, functions) = read_module(&original).unwrap();
        let rewritten = write_module(&module, &functions).unwrap();
        let (parsed, bodies) = parse_module(&print_module(&module, &functions), "printed").unwrap();
        let from_text = write_module(&parsed, &bodies).unwrap();
        for isa in Isa::ALL {
            let expected = translate(&original, isa);
            assert!(translate(&rewritten, isa) == expected, "{}: {isa}: another object", path.display());
            assert!(translate(&from_text, isa) == expected, "{}: {isa}: another object by way of text", path.display());
            assert!(expected.is_ok(), "{}: {isa}: {expected:?}", path.display());
        }
    }
}

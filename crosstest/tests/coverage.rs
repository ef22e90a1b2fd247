//! What the tests in files cover: every message of the readers and of the verifier's rules for
//! finalised modules, every operation, type, intrinsic and form of global; every operation, type
//! and intrinsic on edge values, in the corpus.
//!
//! The messages are taken from the sources: every string literal there that can be part of an error
//! has to occur in an error that some file test expects, with any text in place of `{…}`. What
//! cannot be reached by a file is in a table here, with the reason, and has to be in the sources
//! still.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crosstest::case::directive::Directives;
use crosstest::case::{Case, Overrides, Test, texts};
use crosstest::suites;
use translator::ice::opcode::{BinOp, CastOp, FloatCond, IntCond};
use translator::ice::{Function, GlobalInit, Inst, InstData, Intrinsic, Module, Type};

fn crate_dir() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a directory with this extension, by path.
fn files(dir: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in dir.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Every error that a file test expects.
fn expected_errors() -> Vec<String> {
    let tests = files(&crate_dir().join("filetests"), "ll");
    let directives = tests.iter().map(|test| Directives::parse(&fs::read_to_string(test).unwrap()).unwrap());
    directives.flat_map(|directives| directives.errors.into_iter().map(|line| line.says)).collect()
}

/// The string literals of Rust code that are not in comments or in tests.
fn literals(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]).collect();
    // A line that ends in a backslash goes on without the blanks of the next one.
    let mut joined = String::new();
    for piece in code.split("\\\n") {
        joined += if joined.is_empty() { piece } else { piece.trim_start() };
    }
    let joined = joined.replace("'\"'", "");
    let (mut found, mut rest) = (Vec::new(), &*joined);
    while let Some((before, after)) = rest.split_once('"') {
        let mut literal = String::new();
        let mut chars = after.chars();
        while let Some(c) = chars.next().filter(|&c| c != '"') {
            literal.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
        }
        rest = chars.as_str();
        // What names a broken invariant is no message, nor are bytes.
        if ![".expect(", "unreachable!(", "b"].iter().any(|end| before.ends_with(end)) {
            found.push(literal);
        }
    }
    found
}

/// A message with `...` for its placeholders.
fn pattern(literal: &str) -> String {
    let mut pieces = literal.split('{');
    let first = pieces.next().unwrap_or_default().to_string();
    pieces.fold(first, |pattern, piece| match piece.split_once('}') {
        Some((_, rest)) => pattern + "..." + rest,
        None => pattern + piece,
    })
}

/// Checks that every literal in these files for which `counts` holds is part of an expected error,
/// but for the excused ones.
fn check(sources: &[PathBuf], counts: impl Fn(&str) -> bool, excused: &[(&str, &str)]) {
    let errors = expected_errors();
    let (mut missing, mut used) = (Vec::new(), BTreeSet::new());
    for path in sources {
        for literal in literals(&fs::read_to_string(path).unwrap()) {
            let pattern = pattern(&literal);
            let is_excused = excused.iter().any(|(text, _)| *text == literal);
            let is_found = errors.iter().any(|error| texts::matches(&pattern, error));
            if is_excused {
                used.insert(literal.clone());
                assert!(!is_found, "`{literal}` is excused, but some file test expects it");
            } else if counts(&literal) && !is_found {
                missing.push(format!("{}: {literal}", path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{} messages are expected by no file test:\n{}", missing.len(), missing.join("\n"));
    let stale: Vec<_> = excused.iter().filter(|(text, _)| !used.contains(*text)).collect();
    assert!(stale.is_empty(), "these are excused, but are in no source: {stale:?}");
}

fn sources(dir: &str) -> Vec<PathBuf> {
    let room = crate_dir().join("../translator/src").join(dir);
    let is_test = |path: &PathBuf| path.strip_prefix(&room).is_ok_and(|path| path.to_string_lossy().contains("test"));
    files(&room, "rs").into_iter().filter(|path| !is_test(path)).collect()
}

#[test]
fn every_message_of_the_bitcode_reader_is_expected_somewhere() {
    let mut files = sources("bitcode/read");
    let room = crate_dir().join("../translator/src/bitcode");
    files.extend(["abbrev.rs", "header.rs", "records.rs"].map(|name| room.join(name)));
    assert!(files.len() > 10);
    let excused = [
        ("this is LLVM bitcode; expected a finalised PNaCl executable (PEXE)", "the driver tells the form of a file first"),
        ("bad magic number; expected PEXE", "the driver tells the form of a file first"),
        ("unexpected definition", "definitions are handled where records are read, in every block but one"),
        ("too many values in one function", "takes a file of more than a gigabyte"),
        ("too many functions", "takes a file of more than a gigabyte"),
        ("cannot read the input: {error}", "an error of the system"),
        ("an external function without a name", "only with ReadOptions::externals"),
    ];
    check(&files, |literal| literal.len() > 1, &excused);
}

#[test]
fn every_message_about_records_as_text_is_expected_somewhere() {
    let room = crate_dir().join("../translator/src/bitcode/text_records");
    let excused = [
        ("the text is longer than 4 GiB", "takes a text of that size"),
        ("a block of more than 16 GiB", "takes a text of that size"),
        ("something follows the semicolon; expected one record a line", "in a file test that is a comment"),
    ];
    check(&["parse.rs", "assemble.rs"].map(|name| room.join(name)), |literal| literal.contains(' '), &excused);
}

#[test]
fn every_message_of_the_text_parser_is_expected_somewhere() {
    let mut files = sources("text/parse");
    files.push(crate_dir().join("../translator/src/text/lexer.rs"));
    let excused = [
        ("the text is longer than 4 GiB", "takes a text of that size"),
        ("too many values in one function", "takes a text of more than a gigabyte"),
        ("too many symbols", "takes a text of more than a gigabyte"),
        ("this global is larger than 4 GiB", "a type of that size has no layout"),
        ("i1 vectors have no memory form", "such a type has no layout"),
        ("a type with a size", "a function type has no layout"),
        ("a block without a label begins here, but `{number}` is taken", "a number that is taken is not given again"),
    ];
    check(&files, |literal| literal.contains(' ') && !literal.starts_with(' '), &excused);
}

/// Most of the verifier's other messages are about what no text says: the parser refuses it, or has
/// no word for it.
#[test]
fn every_message_about_the_abi_and_intrinsics_is_expected_somewhere() {
    let room = crate_dir().join("../translator/src/ice/verify");
    check(&["pnacl_abi.rs", "intrinsics.rs"].map(|name| room.join(name)), |literal| literal.contains(' '), &[]);
}

/// The tests below a directory that are modules.
fn cases(dir: &str) -> Vec<Case> {
    let load = |path: &PathBuf| match Test::load(path, &Overrides::default()) {
        Ok(Test::Case(case)) => Some(*case),
        _ => None,
    };
    files(&crate_dir().join(dir), "ll").iter().filter_map(load).collect()
}

/// What a function uses, as text.
fn uses(module: &Module, func: &Function, found: &mut BTreeSet<String>) {
    for inst in (0..func.inst_count()).map(|index| Inst::from_u32(index as u32)) {
        let ty = func.result(inst).map_or(Type::Void, |value| func.ty(value));
        let word = match *func.inst(inst) {
            InstData::Binary { op, .. } => format!("{op} {ty}"),
            InstData::Cast { op, src } => format!("{op} {} {ty}", func.ty(src)),
            InstData::Icmp { cond, lhs, .. } => format!("icmp {cond} {}", func.ty(lhs)),
            InstData::Fcmp { cond, lhs, .. } => format!("fcmp {cond} {}", func.ty(lhs)),
            InstData::Select { cond, .. } => format!("select {} {ty}", func.ty(cond)),
            InstData::Load { .. } => format!("load {ty}"),
            InstData::Store { value, .. } => format!("store {}", func.ty(value)),
            InstData::InsertElement { .. } => format!("insertelement {ty}"),
            InstData::ExtractElement { vector, .. } => format!("extractelement {}", func.ty(vector)),
            InstData::Phi { .. } => format!("phi {ty}"),
            InstData::Switch { value, .. } => format!("switch {}", func.ty(value)),
            InstData::Alloca { .. } => "alloca".into(),
            InstData::Unreachable => "unreachable".into(),
            InstData::Br { .. } => "br".into(),
            InstData::CondBr { .. } => "conditional br".into(),
            InstData::Ret { value } => format!("ret {}", value.map_or(Type::Void, |value| func.ty(value))),
            InstData::CallIndirect { .. } => "call indirect".into(),
            InstData::Call { func: callee, .. } => {
                module.funcs[callee].intrinsic.map_or("call".into(), |intrinsic| intrinsic.name())
            }
        };
        found.insert(word);
    }
}

/// What every file test together should use.
fn wanted() -> Vec<String> {
    let plain = ["alloca", "unreachable", "br", "conditional br", "call", "call indirect", "ret void"];
    let mut words: Vec<String> = plain.map(String::from).to_vec();
    for ty in Type::ALL {
        words.extend(BinOp::ALL.iter().filter(|op| op.accepts(ty)).map(|op| format!("{op} {ty}")));
        for to in Type::ALL {
            words.extend(CastOp::ALL.iter().filter(|op| op.accepts(ty, to)).map(|op| format!("{op} {ty} {to}")));
        }
        if ty.is_int_or_int_vector() && !ty.is_bool_or_bool_vector() {
            words.extend(IntCond::ALL.iter().map(|cond| format!("icmp {cond} {ty}")));
        }
        if ty.is_float_or_float_vector() {
            words.extend(FloatCond::ALL.iter().map(|cond| format!("fcmp {cond} {ty}")));
        }
        words.extend([format!("select i1 {ty}"), format!("phi {ty}")]);
        if ty.memory_bytes().is_some() {
            words.extend([format!("load {ty}"), format!("store {ty}")]);
        }
        if ty.is_vector() {
            words.extend([format!("insertelement {ty}"), format!("extractelement {ty}")]);
            words.push(format!("select {} {ty}", ty.comparison_result()));
        }
        if ty.is_scalar_int() && ty != Type::I1 {
            words.push(format!("switch {ty}"));
        }
        if ty.is_argument() {
            words.push(format!("ret {ty}"));
        }
    }
    words.extend(Intrinsic::all().map(Intrinsic::name));
    words
}

fn check_operations(dir: &str, cases: Vec<Case>) {
    let mut found = BTreeSet::new();
    for case in cases {
        case.subject.bodies.iter().for_each(|body| uses(&case.subject.module, body, &mut found));
    }
    let missing: Vec<String> = wanted().into_iter().filter(|word| !found.contains(word)).collect();
    assert!(missing.is_empty(), "{} are nowhere in {dir}:\n{}", missing.len(), missing.join("\n"));
}

#[test]
fn the_file_tests_cover_every_operation_at_every_type() {
    check_operations("filetests", cases("filetests"));
}

#[test]
fn the_corpus_covers_every_operation_at_every_type() {
    let enumerated = suites::enumerated().into_iter().map(|entry| match entry.source.load(&Overrides::default()).unwrap() {
        Test::Case(case) => *case,
        Test::Refused(test) => panic!("{} is refused", test.name),
    });
    check_operations("corpus", cases("corpus").into_iter().chain(enumerated).collect());
}

/// Every form of a global, as text.
fn global_forms(module: &Module, found: &mut BTreeSet<String>) {
    for global in module.globals.values() {
        found.insert(if global.constant { "constant" } else { "variable" }.into());
        found.insert(format!("{:?}", global.linkage));
        found.insert(if global.name.is_empty() { "without a name" } else { "with a name" }.into());
        found.insert(if global.init.len() > 1 { "compound" } else { "simple" }.into());
        for init in &global.init {
            let addend = |addend: i32| ["negative", "no", "positive"][(addend.signum() + 1) as usize];
            found.insert(match init {
                GlobalInit::Data(_) => "data".into(),
                GlobalInit::Zero(0) => "empty".into(),
                GlobalInit::Zero(_) => "zeros".into(),
                GlobalInit::FuncAddr(..) => "address of a function".into(),
                GlobalInit::GlobalAddr(_, offset) => format!("address with {} addend", addend(*offset)),
            });
        }
    }
}

#[test]
fn the_file_tests_cover_every_form_of_global() {
    let mut found = BTreeSet::new();
    cases("filetests").iter().for_each(|case| global_forms(&case.subject.module, &mut found));
    let forms = "constant, variable, Internal, External, without a name, with a name, compound, simple, data, empty, zeros, \
                 address of a function, address with negative addend, address with no addend, address with positive addend";
    let missing: Vec<&str> = forms.split(", ").filter(|form| !found.contains(*form)).collect();
    assert!(missing.is_empty(), "{missing:?} are nowhere in the file tests");
}

//! Every module of the corpus agrees on every target, and it covers every instruction, type and intrinsic.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crosstest::case::{Case, Overrides, read_module};
use crosstest::matrix::{self, FailureKind, Settings};
use crosstest::report::{self, Style};
use crosstest::subject::{Runtimes, Target};
use translator::ice::opcode::{BinOp, CastOp, FloatCond, IntCond};
use translator::ice::{Function, Inst, InstData, Intrinsic, Module, Type};

fn corpus() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut files: Vec<PathBuf> = dir.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "ll"));
    files.sort();
    files
}

fn settings() -> Settings {
    Settings { targets: Target::all(), fuel: 200_000_000, overrides: Overrides::default() }
}

#[test]
fn the_whole_corpus_agrees_on_every_target() {
    let files = corpus();
    assert!(files.len() >= 40, "only {} modules", files.len());
    let matrix = matrix::run(&files, &settings(), &|| ()).unwrap();
    let report = report::text(&matrix, Style { colour: false, quiet: true });
    assert!(matrix.passed(), "{report}");
    println!("{report}");
    let executions: u64 = matrix.cells().map(|cell| cell.executions).sum();
    assert!(executions > 100_000, "only {executions} executions");
}

/// What a module uses, as text.
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
            InstData::Alloca { .. } => "alloca".into(),
            InstData::Switch { value, .. } => format!("switch {}", func.ty(value)),
            InstData::Unreachable => "unreachable".into(),
            InstData::CallIndirect { .. } => "call indirect".into(),
            InstData::Call { func: callee, .. } => match module.funcs[callee].intrinsic {
                Some(intrinsic) => intrinsic.name(),
                None => "call".into(),
            },
            _ => continue,
        };
        found.insert(word);
    }
}

/// What should be used somewhere.
fn wanted() -> Vec<String> {
    let mut words: Vec<String> = ["alloca", "unreachable", "call indirect", "call"].map(String::from).to_vec();
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
        words.push(format!("select i1 {ty}"));
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
        words.push(format!("phi {ty}"));
    }
    words.extend(Intrinsic::all().map(Intrinsic::name));
    words
}

#[test]
fn the_corpus_covers_every_operation_at_every_type() {
    let mut found = BTreeSet::new();
    for file in corpus() {
        let loaded = read_module(&file).unwrap();
        loaded.bodies.iter().for_each(|body| uses(&loaded.module, body, &mut found));
    }
    let missing: Vec<String> = wanted().into_iter().filter(|word| !found.contains(word)).collect();
    assert!(missing.is_empty(), "{} are nowhere in the corpus:\n{}", missing.len(), missing.join("\n"));
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
    let settings = Settings { targets: vec![target], ..settings() };
    let (reference, outcomes) = matrix::interpret(&case, &settings);
    assert!(reference.passed());
    let mut object = case.subject.translate(target).unwrap();
    change(&mut object);
    let runtimes = Runtimes::new(&[target]).unwrap();
    matrix::run_object(&case, &settings, target, &object, &runtimes, &outcomes)
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
        assert!(found * 2 > len, "{target}: {found} of {len} broken objects were found");
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

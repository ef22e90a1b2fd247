//! Every function of the corpus, of the runtime and of the programs is translated for every
//! target with both recipes, its live ranges validated and its allocation checked.

use std::path::Path;

use translator::bitcode::read_module;
use translator::ice::{Function, Module};
use translator::mc::FuncCode;
use translator::options::{Controls, Features, Isa, OptLevel, Options, Pass, PassSet};
use translator::pipeline::Scratch;
use translator::testing;
use translator::{runtime, text};

/// Every target with both recipes, each with and without its optional instructions.
fn options() -> Vec<Options> {
    let mut all = Vec::new();
    for (isa, opt) in Isa::ALL.into_iter().flat_map(|isa| OptLevel::ALL.map(|opt| (isa, opt))) {
        for features in [Features::default(), Features { sse41: true, hwdiv_arm: true, ..Features::default() }] {
            all.push(Options { features, verify_each: true, ..Options::new(isa, opt) });
        }
    }
    all
}

/// Translates all functions for all targets.
#[track_caller]
fn check(name: &str, module: &Module, functions: &[Function], all: &[Options]) {
    let mut problems = Vec::new();
    for options in all {
        let mut scratch = Scratch::new(options).expect("the target is built");
        let mut code = FuncCode::default();
        for func in functions {
            if let Err(error) = scratch.translate_function(module, func, options, &mut code) {
                problems.push(format!("{name}: {}/{}: {error}", options.isa, options.opt));
            }
        }
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems[..problems.len().min(10)].join("\n"));
}

#[test]
fn the_corpus() {
    let all = options();
    for path in testing::corpus() {
        let name = path.display().to_string();
        let source = std::fs::read_to_string(&path).expect("a file of the corpus");
        let (module, functions) = text::parse_module(&source, &name).unwrap_or_else(|error| panic!("{error}"));
        check(&name, &module, &functions, &all);
    }
}

#[test]
fn the_runtime() {
    for atomics in [false, true] {
        let (module, functions) = runtime::module(atomics);
        check("runtime", &module, &functions, &options());
    }
}

#[test]
fn the_programs() {
    // One set of features each is enough: these are long.
    let all: Vec<_> = options().into_iter().filter(|options| options.features == Features::default()).collect();
    for (number, path) in testing::programs().into_iter().enumerate() {
        let turns = all.iter().enumerate().filter(|&(turn, _)| testing::takes_turn(number, 2, turn + turn / OptLevel::ALL.len()));
        let all: Vec<Options> = turns.map(|(_, options)| options.clone()).collect();
        let bytes = std::fs::read(&path).expect("a program");
        let (module, functions) = read_module(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        check(&path.display().to_string(), &module, &functions, &all);
    }
}

/// What takes the place of a part of allocation and rewriting that is left out is right, too:
/// bisection relies on that.
#[test]
fn without_the_parts_of_allocation_and_rewriting() {
    let parts = [Pass::SavedRegisters, Pass::ShareSlots, Pass::Copies, Pass::EdgeMoves, Pass::Branches, Pass::PackFrame];
    let mut without: Vec<PassSet> = parts.iter().map(|&pass| [pass].into_iter().collect()).collect();
    without.push(PassSet::optional());
    let plain = || options().into_iter().filter(|options| options.features == Features::default());
    let all: Vec<Options> = plain()
        .flat_map(|options| {
            without.iter().map(move |&disabled| {
                let controls = Controls { disabled, ..options.controls.clone() };
                Options { controls, ..options.clone() }
            })
        })
        .collect();
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crosstest/corpus");
    for name in ["phi", "phi_vector", "control", "pressure", "calls", "frames", "int_i64", "switch_other"] {
        let source = std::fs::read_to_string(dir.join(name).with_extension("ll")).expect("a file of the corpus");
        let (module, functions) = text::parse_module(&source, name).unwrap_or_else(|error| panic!("{error}"));
        check(name, &module, &functions, &all);
    }
}

/// The low half of a 64-bit phi, as an index into memory, is read from a register of which the
/// upper half must be cleared first.
#[test]
fn the_upper_half_of_a_phi_is_no_part_of_an_address() {
    for received in ["%x", "-5"] {
        let source = format!(
            "define i32 @low_half(i64 %a, i64 %b, i32 %n) {{
entry:
  %x = mul i64 %a, %b
  %c = icmp eq i32 %n, 0
  br i1 %c, label %other, label %join
other:
  br label %join
join:
  %p = phi i64 [ {received}, %entry ], [ -77777777777, %other ]
  %low = trunc i64 %p to i32
  %address = inttoptr i32 %low to i32*
  %value = load i32, i32* %address, align 1
  ret i32 %value
}}"
        );
        let (module, functions) = text::parse_module(&source, "low_half").unwrap_or_else(|error| panic!("{error}"));
        check("low_half", &module, &functions, &options());
    }
}

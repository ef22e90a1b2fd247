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

/// Found by crosstest campaign --seed 20261206, case 17039: two copies of a variable that is in the frame later share a register, the one an
/// address, the other what is stored there, and the second is loaded over the first.
#[test]
fn copies_of_one_value_share_a_register() {
    const SOURCE: &str = "define i32 @copies() {
b0:
  br label %b1
b1:
  %v0 = phi i64 [ 0, %b0 ], [ %v5, %b1 ]
  %v1 = phi i32 [ 1, %b0 ], [ %v6, %b1 ]
  %v2 = phi i32 [ 0, %b0 ], [ %v7, %b1 ]
  %v3 = trunc i64 %v0 to i32
  %v4 = add i32 %v1, %v3
  %v5 = add i64 %v0, 1
  %v6 = add i32 %v1, 1
  %v7 = add i32 %v2, 1
  %p0 = inttoptr i32 %v1 to ptr
  %v8 = load i32, ptr %p0, align 1
  %p1 = inttoptr i32 %v2 to ptr
  %v9 = load i64, ptr %p1, align 1
  %v10 = icmp ule i32 %v8, 0
  %v11 = zext i1 %v10 to i32
  store i32 %v11, ptr inttoptr (i32 0 to ptr), align 1
  %v12 = call i32 @llvm.cttz.i32(i32 %v8, i1 false)
  %p2 = inttoptr i32 %v2 to ptr
  %v13 = load i32, ptr %p2, align 1
  %p3 = inttoptr i32 %v4 to ptr
  store i64 %v0, ptr %p3, align 1
  %v14 = icmp slt i64 1, %v5
  store i32 %v12, ptr inttoptr (i32 1 to ptr), align 1
  store i32 %v8, ptr inttoptr (i32 1 to ptr), align 1
  br i1 %v14, label %b1, label %b2
b2:
  %v15 = trunc i64 %v0 to i32
  store i32 %v15, ptr inttoptr (i32 0 to ptr), align 1
  %p4 = alloca i8, i32 1, align 4
  %v16 = ptrtoint ptr %p4 to i32
  ret i32 %v16
}

declare i32 @llvm.cttz.i32(i32, i1)
";
    let (module, functions) = text::parse_module(SOURCE, "copies.ll").unwrap_or_else(|error| panic!("{error}"));
    let randomized = |seed| {
        let controls = Controls { randomize_regalloc: true, seed, ..Controls::default() };
        Options { controls, verify_each: true, ..Options::new(Isa::X8632, OptLevel::O3) }
    };
    check("copies", &module, &functions, &(0..4).map(randomized).collect::<Vec<_>>());
}

/// Without the passes that fold them, constants are copied, and made anew into a register that others have which equal them, wherever
/// those copies live: nowhere, or in a wider register. (Campaign of 2026-11-28, cases 80689 and 85483.)
#[test]
fn constants_that_are_made_where_they_are() {
    const SOURCE: &str = "define i32 @copies() {
  %zero = bitcast i32 0 to i32
  store double 1.0, ptr inttoptr (i32 1 to ptr), align 1
  %wide = zext i32 %zero to i64
  store i32 %zero, ptr inttoptr (i32 1 to ptr), align 1
  %less = icmp slt i1 true, true
  store i64 %wide, ptr inttoptr (i32 0 to ptr), align 1
  %one = trunc i8 1 to i1
  %quotient = sdiv i16 1, 7
  %rest = srem i16 1, 7
  %byte = zext i1 true to i8
  store i8 %byte, ptr inttoptr (i32 0 to ptr), align 1
  %other = zext i1 %one to i8
  store i8 %other, ptr inttoptr (i32 1 to ptr), align 1
  store i16 %quotient, ptr inttoptr (i32 0 to ptr), align 1
  store i16 %rest, ptr inttoptr (i32 1 to ptr), align 1
  %last = zext i1 %less to i8
  store i8 %last, ptr inttoptr (i32 1 to ptr), align 1
  ret i32 %zero
}
define float @product() {
  br i1 true, label %b2, label %b1
b1:
  ret float 1.0
b2:
  %zero = mul i32 0, 1
  %both = or i32 %zero, %zero
  %wide = sext i32 %both to i64
  %number = fptosi float 1.0 to i64
  %rest = urem i64 1, %wide
  store i32 %zero, ptr inttoptr (i32 1 to ptr), align 1
  ret float 1.0
}";
    let (module, functions) = text::parse_module(SOURCE, "constants").unwrap_or_else(|error| panic!("{error}"));
    let with_plan = |mut options: Options| {
        options.controls.plan = Some("layout".parse().expect("a plan"));
        options
    };
    let all: Vec<Options> =
        options().into_iter().filter(|options| [OptLevel::O2, OptLevel::O3].contains(&options.opt)).map(with_plan).collect();
    check("constants", &module, &functions, &all);
}

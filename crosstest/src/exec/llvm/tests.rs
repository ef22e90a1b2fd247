//! What is printed, without any compiler; and, where LLVM is installed, modules that LLVM compiles
//! and the emulator runs.

use translator::options::{Features, Isa, OptLevel};
use translator::testing::is_thorough;
use translator::text::parse_module;

use super::*;
use crate::exec::execution::{Engine, Execution, Share};
use crate::matrix::{self, Entry as TestEntry, Settings, Source};
use crate::suites;

fn subject(text: &str) -> Subject {
    let (module, bodies) = parse_module(text, "test.ll").unwrap();
    Subject::new(module, bodies).unwrap()
}

fn printed(text: &str, isa: Isa) -> String {
    let subject = subject(text);
    print::module(
        &subject.module,
        (&subject.bodies, Share::All),
        subject.layout(),
        &symbols(&subject.module),
        (isa, Form::Defined),
    )
}

/// What LLVM does not define, and ICE does or calls Unspecified.
const UNDEFINED: &str = "define internal i32 @f(i32 %a, i32 %b, float %x) {\n  %s = shl i32 %a, %b\n  %d = sdiv i32 %s, %b\n\
     %c = fptosi float %x to i32\n  %r = add i32 %c, %d\n  %u = add i32 %r, undef\n  ret i32 %u\n}\n";

#[test]
fn a_plain_form_leaves_it_to_llvm() {
    let subject = subject(UNDEFINED);
    let text = text(&subject, Isa::X8632, Form::Plain);
    for plain in ["shl i32 %v0, %v1", "sdiv i32 ", "fptosi float %v2 to i32"] {
        assert!(text.contains(plain), "{plain}: {text}");
    }
    for never in ["crosstest.", "llvm.", "volatile", "null_pointer"] {
        assert!(!text.contains(never), "{never}: {text}");
    }
}

#[test]
fn nothing_that_ice_defines_is_undefined_or_poison_there() {
    let text = printed(UNDEFINED, Isa::X8632);
    assert!(text.contains("and i32 %v1, 31"), "{text}");
    assert!(text.contains("call i32 @crosstest.sdiv.i32("), "{text}");
    assert!(text.contains("call i32 @llvm.fptosi.sat.i32.f32(float"), "{text}");
    for never in ["undef", "poison", "nsw", "nuw", "inbounds", " fast "] {
        assert!(!text.contains(never), "{never}: {text}");
    }
}

#[test]
fn a_function_named_like_one_of_the_runtime_gets_another_symbol() {
    let text = "define internal i32 @memcpy(i32 %a) {\n  ret i32 %a\n}\n\
                define internal i32 @f(i32 %a) {\n  %r = call i32 @memcpy(i32 %a)\n  ret i32 %r\n}\n";
    assert_eq!(symbols(&subject(text).module), ["memcpy.0", "f"]);
    assert!(printed(text, Isa::X8632).contains("call i32 @\"memcpy.0\"("));
}

#[test]
fn a_release_is_the_first_number_behind_version() {
    assert_eq!(release("Debian LLVM version 14.0.6\n  Optimized build"), Some(14));
    assert_eq!(release("Ubuntu clang version 19.1.7 (++2025)"), Some(19));
    assert_eq!(release("command not found"), None);
}

#[test]
fn vectors_that_llvm_passes_otherwise_are_not_run() {
    let subject = subject("define internal <4 x i32> @f(<4 x i32> %a) {\n  ret <4 x i32> %a\n}\n");
    let func = subject.module.funcs.keys().next().unwrap();
    let job = || Job { entry: Entry::Call(func, Vec::new()), options: subject.options(), memory: &[] };
    let beyond = |isa| beyond_it(&subject, Share::All, isa, &job());
    assert_eq!(beyond(Isa::X8664), None);
    assert!(beyond(Isa::Mips32).is_some());
}

#[test]
fn shares_are_complements() {
    let text = "define internal i32 @even(i32 %a) {\n  %r = call i32 @odd(i32 %a)\n  ret i32 %r\n}\n\
                define internal i32 @odd(i32 %a) {\n  ret i32 %a\n}\n";
    let subject = subject(text);
    let symbols = symbols(&subject.module);
    let printed =
        |share| print::module(&subject.module, (&subject.bodies, share), subject.layout(), &symbols, (Isa::X8632, Form::Defined));
    let (even, odd) = (printed(Share::Even), printed(Share::Odd));
    assert!(even.contains("define dso_local i32 @\"even\"(") && even.contains("declare dso_local i32 @\"odd\"("), "{even}");
    assert!(odd.contains("define dso_local i32 @\"odd\"(") && odd.contains("declare dso_local i32 @\"even\"("), "{odd}");
    let rest = without_share(&subject.module, Share::Even, &symbols);
    assert_eq!(rest.funcs.values().map(|decl| decl.defined).collect::<Vec<_>>(), [false, true]);
}

/// What LLVM's code is tried with: every target, by these engines; those that are not installed are
/// said, and nothing is claimed.
fn executions(engines: &[Engine]) -> Vec<Execution> {
    let all = engines.iter().flat_map(|engine| {
        Target::all().into_iter().map(|target| Execution { engine: engine.clone(), ..Execution::plain(target) })
    });
    all.filter(|execution| match missing(execution.target.isa) {
        Some(why) => {
            eprintln!("SKIPPED {execution}: {why}");
            false
        }
        None => true,
    })
    .collect()
}

/// Runs tests, all of which have to pass; how many runs were compared. Each test by half of the executions, the next one by the others,
/// unless all is to be done: to start LLVM for each takes long.
fn compared(tests: &[TestEntry], executions: &[Execution]) -> u64 {
    let parts = if is_thorough() { 1 } else { 2 };
    // Of a target one recipe, of the next one the other; and by a second compiler the other way round.
    let part_of = |number: usize| (number + number / 2 + number / Target::all().len()) % parts;
    let part = |part| {
        let tests: Vec<_> = tests.iter().skip(part).step_by(parts).cloned().collect();
        let executions = executions.iter().enumerate().filter(|&(number, _)| part_of(number) == part).map(|(_, one)| one.clone());
        compared_in_part(&tests, executions.collect())
    };
    (0..parts).map(part).sum()
}

fn compared_in_part(tests: &[TestEntry], executions: Vec<Execution>) -> u64 {
    let matrix = matrix::run(tests, &Settings::new(executions, 100_000_000), &()).unwrap();
    let mut compared = 0;
    for row in &matrix.rows {
        for (cell, execution) in row.cells.iter().zip(&matrix.executions) {
            assert!(cell.passed(), "{} {execution}: {:?}", row.name, cell.failure);
            compared += cell.comparisons;
        }
    }
    compared
}

/// Calls between the translator's code and LLVM's, both ways: the suite that is about calls.
#[test]
fn halves_of_two_compilers_call_each_other() {
    let executions = executions(&[Engine::Llvm(Share::Even), Engine::Llvm(Share::Odd)]);
    let suite = suites::SUITES.iter().find(|suite| suite.name == "calls").unwrap();
    let tests = suite.entries(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let any = !executions.is_empty();
    let compared = compared(&tests, &executions);
    assert!(!any || compared > 1000, "only {compared} runs were compared");
}

/// Suites with something of everything, compiled by LLVM. Where it is not installed, that is said,
/// and nothing is claimed.
#[test]
fn llvms_code_agrees_with_the_interpreter() {
    let executions = executions(&[Engine::Llvm(Share::All)]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = [
        "corpus/traps",
        "corpus/undefined",
        "corpus/calls",
        "corpus/globals",
        "corpus/alloca",
        "corpus/setjmp",
        "corpus/phi",
        "corpus/cast_fp_to_int",
        "corpus/atomic_i64",
        "corpus/atomic_i16",
        "corpus/program",
        "corpus/bits",
        "corpus/vec_cast",
        "filetests/inst/shl",
        "filetests/inst/sdiv",
        "filetests/intrinsic/memcpy",
        "filetests/inst/truth_vectors",
    ];
    let files: Vec<_> = files.iter().map(|file| root.join(file).with_extension("ll")).collect();
    let tests: Vec<TestEntry> = Source::files(&files).into_iter().map(TestEntry::from).collect();
    let any = !executions.is_empty();
    let compared = compared(&tests, &executions);
    assert!(!any || compared > 1000, "only {compared} runs were compared");
}

#[test]
fn what_llvm_refuses_is_an_error_with_its_words() {
    let target = Target { isa: Isa::X8632, opt: OptLevel::O2 };
    if let Some(why) = missing(target.isa) {
        return eprintln!("SKIPPED: {why}");
    }
    let subject = subject("define internal i32 @f(i32 %a) {\n  ret i32 %a\n}\n");
    let object = compile(&subject, (Share::All, Form::Defined), target, Features::default()).unwrap();
    assert_eq!(&object[..4], b"\x7fELF");
}

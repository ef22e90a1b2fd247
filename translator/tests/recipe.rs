//! The controls of the recipes, as a user of `pnacl-sz` has them: passes switched off, fuel, dumps,
//! registers, random choices, threads.
//!
//! In: the corpus and the programs of `crosstest`, and the SDK's. What translated code computes is the cross tests' business; here every
//! verifier runs after every pass.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use translator::driver::{translate, translate_module};
use translator::ice::{Function, Module};
use translator::isa::describe;
use translator::options::{Controls, FileType, Isa, OptLevel, Options, Pass, PassSet, RegisterChoice};
use translator::testing;
use translator::text;

fn modules() -> Vec<(String, Module, Vec<Function>)> {
    let parse = |path: PathBuf| {
        let name = path.display().to_string();
        let source = std::fs::read_to_string(&path).expect("a file of the corpus");
        let (module, functions) = text::parse_module(&source, &name).unwrap_or_else(|error| panic!("{error}"));
        (name, module, functions)
    };
    testing::corpus().into_iter().map(parse).collect()
}

fn run<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pnacl-sz")).args(args).output().expect("pnacl-sz starts")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Translates a file to standard output with the options of a line; gives the object and what was
/// said.
#[track_caller]
fn object(line: &str, file: &Path) -> (Vec<u8>, String) {
    let output = run(line.split_whitespace().map(OsStr::new).chain(["-o", "-"].map(OsStr::new)).chain([file.as_os_str()]));
    let said = stderr(&output);
    assert!(output.status.success(), "{line} {}: {said}", file.display());
    (output.stdout, said)
}

/// A program with something for every pass, in a file of its own.
fn sample(dir: &Path) -> PathBuf {
    const SOURCE: &str = "\
@table = internal global [64 x i8] zeroinitializer, align 4

define internal i32 @sum(i32 %n, i32 %k) {
entry:
  %unused = mul i32 %n, 12345
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s2, %loop ]
  %k4 = mul i32 %k, %n
  %k5 = mul i32 %k, %n
  %scaled = shl i32 %i, 2
  %at = add i32 %scaled, ptrtoint ([64 x i8]* @table to i32)
  %ptr = inttoptr i32 %at to i32*
  %x = load i32, i32* %ptr, align 1
  %s1 = add i32 %s, %x
  %k6 = xor i32 %k4, %k5
  %k7 = add i32 %k4, %k6
  %k8 = add i32 %k7, 5
  %k9 = add i32 %k8, 6
  %s2 = add i32 %s1, %k9
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 %s2
}

define void @_start(i32 %info) {
  %r = call i32 @sum(i32 %info, i32 3)
  %ptr = inttoptr i32 %info to i32*
  store i32 %r, i32* %ptr, align 1
  ret void
}
";
    let path = dir.join("sample.ll");
    std::fs::write(&path, SOURCE).expect("writable");
    path
}

/// The same with a pass left out, for every pass that can be, and without all of them at once;
/// every verifier on.
#[test]
fn each_pass_can_be_switched_off() {
    let modules = modules();
    let each = Pass::all().filter(|pass| pass.is_optional()).map(|pass| [pass].into_iter().collect());
    for disabled in each.chain([PassSet::optional()]) {
        for isa in Isa::ALL {
            let controls = Controls { disabled, ..Controls::default() };
            let options = Options { verify_each: true, controls, ..Options::new(isa, OptLevel::O2) };
            for (name, module, functions) in &modules {
                let outcome = translate_module(module, functions, &options);
                outcome.unwrap_or_else(|error| panic!("{isa} {name} without {disabled:?}: {error}"));
            }
        }
    }
}

#[test]
fn a_switched_off_pass_makes_a_difference() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = sample(dir.path());
    let all = object("-O2", &file).0;
    let made = object("-O2 -stats", &file).1;
    for pass in Pass::all().filter(|pass| pass.is_optional()) {
        let (without, said) = object(&format!("-O2 -stats -disable-pass={pass}"), &file);
        let count = |text: &str| {
            let line = text.lines().find(|line| line.ends_with(&format!("transformations by {pass}")));
            line.map_or(0, |line| line.trim().split(' ').next().expect("a count").parse::<u64>().expect("a number"))
        };
        assert_eq!(count(&said), 0, "{pass}");
        // A pass that did nothing changes nothing by its absence; some that did have others do it
        // in their place.
        assert!(count(&made) > 0 || without == all, "{pass}");
    }
    let used =
        ["simplify", "lcse", "licm", "dce", "address-modes", "load-fold", "compare-fold", "late-steps", "branches", "polish"];
    for pass in used {
        assert!(!made.contains(&format!(" 0  transformations by {pass}\n")), "{pass} has nothing to do in the sample:\n{made}");
    }
}

#[test]
fn no_fuel_is_no_pass() {
    for isa in Isa::ALL {
        let options = |controls| Options { controls, ..Options::new(isa, OptLevel::O2) };
        let without = options(Controls { disabled: PassSet::optional(), ..Controls::default() });
        let dry = options(Controls { fuel: Some(0), ..Controls::default() });
        for (name, module, functions) in &modules() {
            let objects = [&without, &dry].map(|options| translate_module(module, functions, options).expect("translates"));
            assert!(objects[0] == objects[1], "{isa} {name}");
        }
    }
}

#[test]
fn fuel_is_spent_in_the_same_order_every_time() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = sample(dir.path());
    let (plain, _) = object("-O2", &file);
    let (full, said) = object("-O2 -pass-fuel=1000000", &file);
    assert!(full == plain);
    let total: usize = said.trim().split(' ').nth(1).and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("{said}"));
    assert_eq!(said, format!("pass-fuel: {total} transformations; there are no more\n"));
    assert!(total > 15, "{said}");
    let mut last_object = Vec::new();
    for fuel in 0..=total {
        let (bytes, said) = object(&format!("-O2 -threads=3 -pass-fuel={fuel}"), &file);
        assert_eq!(object(&format!("-O2 -pass-fuel={fuel}"), &file), (bytes.clone(), said.clone()));
        assert!(said.starts_with(&format!("pass-fuel: {fuel} transformations; ")), "{said}");
        assert!(
            fuel == 0 || said.contains("; the last: pass ") && (said.contains(" in sum, ") || said.contains(" in _start, ")),
            "{said}"
        );
        last_object = bytes;
    }
    assert!(last_object == plain);
    let (_, said) = object("-O2 -pass-fuel=1", &file);
    let prefix = "pass-fuel: 1 transformations; the last: pass simplify in sum, b1: v";
    assert!(said.starts_with(prefix), "{said}");
}

#[test]
fn every_number_of_threads_gives_the_same_bytes() {
    let with_threads = |line: &str, file: &Path| {
        let expected = object(&format!("{line} -threads=0"), file).0;
        for threads in [1, 2, 7] {
            let found = object(&format!("{line} -threads={threads}"), file).0;
            assert!(found == expected, "{line} -threads={threads} {}", file.display());
        }
    };
    for file in testing::corpus() {
        with_threads("-O2", &file);
    }
    for file in testing::programs() {
        with_threads("-O2", &file);
        with_threads("-O2 -target=arm32 -randomize-regalloc -sz-seed=3", &file);
    }
}

#[test]
fn few_registers_and_random_ones_are_enough() {
    let modules = modules();
    for isa in Isa::ALL {
        let only: Vec<String> = describe(isa).fewest_registers.iter().map(ToString::to_string).collect();
        let without = vec![only[0].clone()];
        let choices = [
            RegisterChoice { only: only.clone(), without: Vec::new() },
            RegisterChoice { only: Vec::new(), without },
            RegisterChoice::default(),
        ];
        for (seed, registers) in choices.into_iter().enumerate() {
            for opt in OptLevel::ALL {
                let controls =
                    Controls { registers: registers.clone(), randomize_regalloc: true, seed: seed as u64, ..Controls::default() };
                let options = Options { verify_each: true, controls, ..Options::new(isa, opt) };
                for (name, module, functions) in &modules {
                    let outcome = translate_module(module, functions, &options);
                    outcome.unwrap_or_else(|error| panic!("{isa} {opt} {name} with {registers:?}: {error}"));
                }
            }
        }
    }
}

/// How many values are in registers that the options exclude, by what `-stats` says.
fn borrowed(isa: Isa, file: &Path) -> u64 {
    let registers = describe(isa).fewest_registers.join(",");
    let options = "-disable-pass=switch -stats";
    let (_, said) = object(&format!("-O2 -target={isa} {options} -reg-use={registers}"), file);
    let line = said.lines().find(|line| line.ends_with("  values in registers that the options exclude"));
    line.map_or(0, |line| line.trim().split(' ').next().expect("a count").parse().expect("a number"))
}

/// Registers are borrowed only for what `pipeline::registers` says: atomics, calls with more
/// arguments than go in registers, and on x86 what the pass `switch` makes and a remainder (in the
/// programs `frames` and `texts`) and vectors put together of many elements. `everything` is made of others.
#[test]
fn registers_are_borrowed_for_atomics_and_calls_only() {
    let mut others = Vec::new();
    for file in testing::corpus().into_iter().chain(testing::programs()) {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        for isa in Isa::ALL {
            let borrowed = borrowed(isa, &file);
            let may = match isa {
                Isa::X8632 => ["atomic_i64", "atomics", "calls_vector", "vectors", "switch_forms", "frames", "texts"].as_slice(),
                Isa::X8664 => ["calls", "calls_vector", "vectors", "frames", "texts"].as_slice(),
                Isa::Arm32 => ["atomic_i64", "atomics", "lanes"].as_slice(),
                Isa::Mips32 => ["atomic_i8", "atomic_i16", "atomics", "lanes"].as_slice(),
            };
            if borrowed > 0 && name != "everything" && !may.contains(&&*name) {
                others.push(format!("{isa} {name}: {borrowed}"));
            }
        }
    }
    assert!(others.is_empty(), "{others:#?}");
    let needs = |isa, name: &str| {
        let file =
            testing::corpus().into_iter().find(|file| file.file_stem().is_some_and(|stem| stem == name)).expect("in the corpus");
        borrowed(isa, &file) > 0
    };
    assert!(needs(Isa::X8632, "atomic_i64") && !needs(Isa::X8632, "atomic_i32") && !needs(Isa::X8664, "atomic_i64"));
}

#[test]
fn excluded_registers_do_not_occur() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = sample(dir.path());
    let text = |line: &str| String::from_utf8(object(&format!("-filetype=asm {line}"), &file).0).expect("text");
    let uses = |text: &str, reg: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == reg);
    let saved = ["ebx", "esi", "edi"];
    let all = text("-O2");
    assert!(saved.iter().any(|reg| uses(&all, reg)), "{all}");
    for line in ["-reg-use=eax,ecx,edx", "-reg-exclude=ebx,esi -reg-exclude=edi,ebp"] {
        for opt in ["-O2", "-Om1"] {
            let few = text(&format!("{opt} {line}"));
            assert!(!saved.iter().any(|reg| uses(&few, reg)) && uses(&few, "ecx"), "{opt} {line}:\n{few}");
        }
    }
    let with_seed = |seed| text(&format!("-O2 -randomize-regalloc -sz-seed={seed}"));
    assert_eq!(with_seed(1), with_seed(1));
    assert!((2..9).any(|seed| with_seed(seed) != with_seed(1)));
    // Without -randomize-regalloc nothing is random.
    assert_eq!(text("-O2 -sz-seed=1"), all);
}

#[test]
fn dumps_show_what_was_asked_for() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = sample(dir.path());
    let headers = |said: &str| -> Vec<String> { said.lines().filter(|line| line.starts_with("; ")).map(String::from).collect() };
    let (plain, _) = object("-O2", &file);
    let (bytes, said) = object("-O2 -threads=2 -print-before=licm -print-after=licm,allocate -print-function=sum", &file);
    assert!(bytes == plain);
    assert_eq!(headers(&said), ["; before licm", "; after licm", "; after allocate"]);
    for part in ["function @sum(i32 v0, i32 v1) {\nb0:\n", "code of sum {\n", " in e", "phi t", "  to L1: t"] {
        assert!(said.contains(part), "{part:?}: {said}");
    }
    assert!(!said.contains("_start"), "{said}");
    // All steps, for both functions.
    let steps = |runs: fn(&Pass) -> bool| Pass::all().filter(|pass| pass.is_step()).filter(runs).count();
    let counts = [
        ("-O2", steps(|pass| pass.is_in(OptLevel::O2) && !pass.is_only_if_asked())),
        ("-O0", steps(|pass| pass.is_in(OptLevel::O0) && !pass.is_only_if_asked())),
        ("-Om1", steps(|pass| pass.is_in_om1() && !pass.is_only_if_asked())),
    ];
    for (opt, count) in counts.map(|(opt, steps)| (opt, 2 * steps)) {
        let (_, said) = object(&format!("{opt} -print-after-all"), &file);
        assert_eq!(headers(&said).len(), count, "{said}");
        assert!(said.contains("after encode") && said.contains("_start"), "{said}");
    }
    assert_eq!(object("-O2 -print-after=licm -print-function=nobody", &file), (plain, String::new()));
    // Nothing is written, not even an empty object.
    let (bytes, said) = object("-O2 -stop-after=licm", &file);
    assert!(bytes.is_empty());
    assert_eq!(headers(&said), ["; after licm", "; after licm"]);
}

#[test]
fn times_and_counts_name_the_passes() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = sample(dir.path());
    let (_, said) = object("-O2 -timing -stats", &file);
    for pass in ["simplify", "lower", "allocate", "encode"] {
        assert!(said.contains(&format!(" ms  pass {pass}\n")), "{said}");
    }
    assert!(said.contains("  transformations by address-modes\n") && !said.contains("pass split-local"), "{said}");
    let (_, said) = object("-Om1 -timing", &file);
    assert!(said.contains("pass lower\n") && !said.contains("simplify") && !said.contains("transformations"), "{said}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = sample(dir.path()).display().to_string();
    for (line, status, parts) in [
        ("-disable-pass=lower", 2, ["-disable-pass=lower: unknown value", "simplify, cfg, symbols, lcse"]),
        ("-disable-pass=help", 2, ["-disable-pass=help", "short-circuit"]),
        ("-print-after=polish", 2, ["-print-after=polish", "rewrite"]),
        ("-stop-after=simplify -Om1", 2, ["-stop-after=simplify", "-O2 does"]),
        ("-pass-fuel=many", 2, ["-pass-fuel=many: not a number", ""]),
        ("-sz-seed", 2, ["-sz-seed needs a value", ""]),
        ("-lcse=yes", 2, ["-lcse=yes", "ssa, enabled, no-ssa, 0"]),
        ("-enable-sc=2", 2, ["-enable-sc=2: unknown value", "0, 1"]),
        ("-reg-use=eax,rbx", 2, ["-reg-use=rbx: no such register", "eax, ecx, edx, ebx, ebp"]),
        ("-reg-use=esp", 2, ["-reg-use=esp: no such register", ""]),
        ("-reg-exclude=r13 -target=arm32", 2, ["-reg-exclude=r13", "r0, r1"]),
        ("-reg-use=esi", 2, ["leave none of eax, ecx, edx, ebx", ""]),
        ("-reg-use=eax -reg-exclude=eax", 2, ["leave none of", ""]),
        ("-split-global-vars=on", 2, ["-split-global-vars=on: unknown value", "0, 1"]),
    ] {
        let args = format!("-O2 {line}");
        // The input before an option that might take it for its value.
        let output = run([file.as_str(), "-o", "/dev/null"].into_iter().chain(args.split(' ')));
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(status), "{line}: {said}");
        assert!(parts.iter().all(|part| said.contains(part)) && said.lines().count() == 1, "{line}: {said}");
    }
}

/// On ARM32 an unused argument on the stack was loaded into a register that still held another
/// argument.
#[test]
fn an_unread_argument_on_the_stack_spoils_no_other() {
    let source = "define i32 @f(i32 %a, i32 %b, i32 %c, i32 %d, i32 %unread, i32 %e) {\n  %s = sub i32 %a, %e\n  ret i32 %s\n}\n";
    let controls = Controls { disabled: PassSet::optional(), ..Controls::default() };
    let options = Options { file_type: FileType::Asm, controls, ..Options::new(Isa::Arm32, OptLevel::O2) };
    let asm = translate(source.as_bytes(), &options).unwrap_or_else(|error| panic!("{error}"));
    let asm = String::from_utf8(asm).expect("text");
    // `%a` comes in r0: the instruction that mentions it first must not load it.
    let mut operands =
        asm.lines().filter_map(|line| line.trim_start().split_once(char::is_whitespace)).map(|(_, operands)| operands);
    let first = operands.find(|operands| operands.split([',', ' ']).any(|word| word == "r0")).expect("an instruction");
    assert!(!first.starts_with("r0, ["), "{first}:\n{asm}");
}

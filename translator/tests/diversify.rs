//! Diversification, as a user of `pnacl-sz` has it: each option has its effect and no other, a seed
//! decides alone, every step is verified.
//!
//! In: a small module and programs of `crosstest`. What diversified code computes is the cross tests'
//! business; that its text assembles to its object is `assembly`'s.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use object::read::elf::ElfFile32;
use object::{Endianness, Object as _, ObjectSection as _, ObjectSymbol as _};
use translator::options::Isa;
use translator::testing;

const ALL: &str = "-nop-insertion -randomize-pool-immediates=randomize -reorder-basic-blocks -reorder-functions \
    -reorder-global-variables -reorder-pooled-constants -randomize-selection -randomize-regalloc";

/// Large constants in every place that takes one, phis, globals, pooled constants, several blocks.
const SOURCE: &str = r#"
@a = internal global [4 x i8] c"\01\02\03\04", align 4
@b = internal global [4 x i8] c"\05\06\07\08", align 4
@c = internal global [4 x i8] c"\09\0a\0b\0c", align 4
@d = internal global [4 x i8] c"\0d\0e\0f\10", align 4

define i32 @numbers(i32 %x, i32 %p) {
entry:
  %sum = add i32 %x, 305419896
  %bits = and i32 %sum, 305419896
  %product = mul i32 %bits, 305419896
  %test = icmp ult i32 %product, 305419896
  %far = add i32 %p, 305419896
  %place = inttoptr i32 %far to i32*
  store i32 305419896, i32* %place, align 1
  br i1 %test, label %small, label %large
small:
  br label %end
large:
  %more = add i32 %product, %x
  br label %end
end:
  %result = phi i32 [ 305419896, %small ], [ %more, %large ]
  ret i32 %result
}

define double @f1(double %x) {
  %y = fadd double %x, 1.5
  %z = fmul double %y, 2.5
  %w = fadd double %z, 3.5
  %v = fmul double %w, 4.5
  ret double %v
}

define double @f2(double %x) {
  %y = fadd double %x, 5.5
  ret double %y
}

define i32 @f3(i32 %x) {
  %zero = icmp eq i32 %x, 0
  br i1 %zero, label %one, label %two
one:
  ret i32 0
two:
  %y = sub i32 %x, 7
  %z = xor i32 %y, %x
  ret i32 %z
}
"#;

#[track_caller]
fn output(line: &str, file: &Path) -> Vec<u8> {
    let args = line.split_whitespace().map(OsStr::new).chain(["-o", "-"].map(OsStr::new)).chain([file.as_os_str()]);
    let output = Command::new(env!("CARGO_BIN_EXE_pnacl-sz")).args(args).output().expect("pnacl-sz starts");
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The module in a file of its own.
struct Sample {
    _dir: tempfile::TempDir,
    file: PathBuf,
}

impl Sample {
    fn new() -> Sample {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let file = dir.path().join("sample.ll");
        std::fs::write(&file, SOURCE).expect("writable");
        Sample { _dir: dir, file }
    }

    #[track_caller]
    fn text(&self, line: &str) -> String {
        String::from_utf8(output(&format!("-filetype=asm -verify-each {line}"), &self.file)).expect("text")
    }

    #[track_caller]
    fn object(&self, line: &str) -> Contents {
        Contents::of(&output(&format!("-verify-each {line}"), &self.file))
    }
}

/// What is compared of an object.
struct Contents {
    sections: BTreeMap<String, Vec<u8>>,
    /// Names of functions and globals in the order in which they lie.
    functions: Vec<String>,
    globals: Vec<String>,
}

impl Contents {
    fn of(bytes: &[u8]) -> Contents {
        let file = ElfFile32::<Endianness>::parse(bytes).expect("an object");
        let sections = file.sections().map(|it| (it.name().unwrap().into(), it.data().unwrap_or_default().to_vec()));
        let named = |kind| {
            let of_kind = file.symbols().filter(|it| it.kind() == kind && it.is_definition());
            let mut all: Vec<_> = of_kind.map(|it| (it.address(), it.name().unwrap().to_string())).collect();
            all.retain(|(_, name)| !name.starts_with(".LC"));
            all.sort();
            all.into_iter().map(|(_, name)| name).collect()
        };
        Contents {
            sections: sections.collect(),
            functions: named(object::SymbolKind::Text),
            globals: named(object::SymbolKind::Data),
        }
    }

    fn code(&self) -> &[u8] {
        &self.sections[".text"]
    }

    fn has(&self, section: &str, word: u32) -> bool {
        let bytes = self.sections.get(section).map_or(&[][..], Vec::as_slice);
        bytes.windows(4).any(|window| window == word.to_le_bytes())
    }
}

/// Whether two orders of the same names.
fn is_permuted(one: &[String], other: &[String]) -> bool {
    let set = |names: &[String]| names.iter().cloned().collect::<BTreeSet<_>>();
    assert_eq!(set(one), set(other));
    one != other
}

/// Every target with every recipe, as options.
fn targets() -> impl Iterator<Item = String> {
    Isa::ALL.into_iter().flat_map(|isa| ["-Om1", "-O2"].map(|opt| format!("-target={isa} {opt}")))
}

/// Whether any of a few seeds gives something for which this holds.
fn any_seed(holds: impl Fn(u32) -> bool) -> bool {
    (1..9).any(holds)
}

#[test]
fn a_seed_decides_alone_whatever_the_threads() {
    let program = testing::programs().into_iter().find(|file| file.ends_with("lisp.pexe")).expect("a program of ours");
    for target in targets() {
        let bytes = |seed: u32, threads: u32| output(&format!("{target} {ALL} -sz-seed={seed} -threads={threads}"), &program);
        let expected = bytes(1, 0);
        for threads in [1, 2, 7] {
            assert!(bytes(1, threads) == expected, "{target} -threads={threads}");
        }
        let (one, other) = (Contents::of(&expected), Contents::of(&bytes(2, 0)));
        assert!(one.code() != other.code() && is_permuted(&one.functions, &other.functions), "{target}");
    }
}

#[test]
fn without_an_option_a_seed_means_nothing() {
    let sample = Sample::new();
    for target in targets() {
        let plain = output(&target, &sample.file);
        let off = "-sz-seed=3 -nop-insertion=0 -max-nops-per-instruction=9 -nop-insertion-percentage=99 \
            -randomize-pool-immediates=none -randomize-pool-threshold=1 -reorder-functions-window-size=2";
        assert!(output(&format!("{target} {off}"), &sample.file) == plain, "{target}");
    }
}

#[test]
fn nops_come_as_often_as_is_said() {
    let sample = Sample::new();
    for target in targets() {
        let size = |line: &str| sample.object(&format!("{target} -nop-insertion {line}")).code().len();
        let plain = sample.object(&target).code().len();
        assert_eq!(size("-nop-insertion-percentage=0"), plain, "{target}");
        assert_eq!(size("-max-nops-per-instruction=0"), plain, "{target}");
        let (few, many) =
            (size("-nop-insertion-percentage=100"), size("-nop-insertion-percentage=100 -max-nops-per-instruction=3"));
        assert!(plain < few && few + (few - plain) < many, "{target}: {plain} {few} {many}");
        assert!(any_seed(|seed| (plain + 1..few).contains(&size(&format!("-sz-seed={seed}")))), "{target}");
    }
}

/// The constant, and what stands for it in the instructions of the others.
const CONSTANT: u32 = 305_419_896;

#[test]
fn large_constants_do_not_stand_in_the_code() {
    let sample = Sample::new();
    // As one number on x86, as halves elsewhere.
    let halves = [CONSTANT & 0xffff, CONSTANT >> 16].map(|half| half.to_string());
    let words = |text: &str| -> BTreeSet<String> {
        let code = text.split("\t.section").next().unwrap_or_default();
        code.split(|c: char| !c.is_ascii_alphanumeric()).map(String::from).collect()
    };
    let shows = |text: &str| {
        let words = words(text);
        words.contains(&CONSTANT.to_string()) || halves.iter().any(|half| words.contains(half))
    };
    for target in targets() {
        assert!(shows(&sample.text(&target)), "{target}");
        for how in ["randomize", "pool"] {
            for seed in 0..5 {
                let line = format!("{target} -randomize-pool-immediates={how} -sz-seed={seed}");
                assert!(!shows(&sample.text(&line)), "{line}:\n{}", sample.text(&line));
                assert_eq!(sample.object(&line).has(".rodata.cst4", CONSTANT), how == "pool", "{line}");
            }
        }
        let line = format!("{target} -randomize-pool-immediates=randomize");
        assert!(sample.text(&line) != sample.text(&format!("{line} -sz-seed=1")), "{target}: another cookie");
        let line = format!("{line} -randomize-pool-threshold={}", u32::MAX);
        assert!(shows(&sample.text(&line)), "{target}: no constant is large");
    }
}

#[test]
fn blocks_are_the_same_in_another_order() {
    let sample = Sample::new();
    // Jumps apart, and what they lead to.
    let is_jump = |line: &str| ["\tj", "\tb", "\tnop", "\t{disp32}"].iter().any(|start| line.starts_with(start));
    let lines = |text: &str| {
        let mut lines: Vec<String> =
            text.lines().filter(|line| line.starts_with('\t') && !is_jump(line)).map(String::from).collect();
        lines.sort();
        lines
    };
    for target in targets() {
        // Where a delay slot may be filled depends on the order.
        let target = format!("{target} -disable-pass=polish");
        let plain = sample.text(&target);
        let differs = |seed: u32| {
            let text = sample.text(&format!("{target} -reorder-basic-blocks -sz-seed={seed}"));
            assert_eq!(lines(&text), lines(&plain), "{target}");
            text != plain
        };
        assert!(any_seed(differs), "{target}");
    }
}

#[test]
fn functions_globals_and_constants_change_places() {
    let sample = Sample::new();
    for target in targets() {
        let plain = sample.object(&target);
        let functions = |seed: u32| sample.object(&format!("{target} -reorder-functions -sz-seed={seed}"));
        assert!(any_seed(|seed| is_permuted(&functions(seed).functions, &plain.functions)), "{target}");
        let line = format!("{target} -reorder-functions -reorder-functions-window-size=1 -sz-seed=1");
        assert!(!is_permuted(&sample.object(&line).functions, &plain.functions), "{target}: a window of one");

        let globals = |seed: u32| {
            let found = sample.object(&format!("{target} -reorder-global-variables -sz-seed={seed}"));
            assert!(found.functions == plain.functions);
            is_permuted(&found.globals, &plain.globals) && found.sections[".data"] != plain.sections[".data"]
        };
        assert!(any_seed(globals), "{target}");

        let chunks = |it: &Contents| it.sections[".rodata.cst8"].chunks(8).map(<[u8]>::to_vec).collect::<Vec<_>>();
        let constants = |seed: u32| {
            let found = sample.object(&format!("{target} -reorder-pooled-constants -sz-seed={seed}"));
            let (mut one, mut other) = (chunks(&found), chunks(&plain));
            let differs = one != other;
            one.sort();
            other.sort();
            assert_eq!(one, other, "{target}");
            differs
        };
        if plain.sections.contains_key(".rodata.cst8") {
            assert!(any_seed(constants), "{target}");
        } else {
            assert!(target.contains("arm32"), "{target}: where constants of doubles are is known");
        }
    }
}

#[test]
fn instructions_are_chosen_among_equals() {
    let sample = Sample::new();
    for target in targets() {
        let plain = sample.object(&target);
        let differs = |seed: u32| {
            let found = sample.object(&format!("{target} -randomize-selection -sz-seed={seed}"));
            found.code() != plain.code() && found.functions == plain.functions
        };
        assert!(any_seed(differs), "{target}");
    }
    let texts: String =
        (1..9).map(|seed| sample.text(&format!("-O2 -target=x8664 -randomize-selection -sz-seed={seed}"))).collect();
    assert!(texts.contains("{load} "), "the other encoding of two registers:\n{texts}");
}

#[test]
fn every_program_translates_with_all_of_it_verified() {
    for target in targets() {
        for (seed, file) in testing::programs().into_iter().chain(testing::corpus()).enumerate().step_by(7) {
            output(&format!("{target} {ALL} -verify-each -sz-seed={seed}"), &file);
            output(&format!("{target} -randomize-pool-immediates=pool -randomize-pool-threshold=200 -verify-each"), &file);
        }
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (line, expected) in [
        ("-randomize-pool-immediates=all", "unknown value; it is one of none, randomize, pool"),
        ("-nop-insertion-percentage=101", "not a number from 0 to 100"),
        ("-max-nops-per-instruction=x", "not a number from 0 to 1000"),
        ("-reorder-functions-window-size=-1", "not a number from 0"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_pnacl-sz")).args([line, "-o", "-", "x.ll"]).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(expected) && said.lines().count() == 1, "{line}: {said}");
    }
}

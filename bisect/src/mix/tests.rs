//! Mixes of objects that gcc made (and clang, where it is installed).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::*;

const SOURCE: &str = r#"
#include <stdio.h>
static int counter = 5;
int shared[4] = {1, 2, 3, 4};
static const char *names[] = {"zero", "one"};
static int __attribute__((noinline)) step(int x) { counter += x; return counter * STEP; }
int twice(int x) { int first = step(x); return first + step(x + 1); }
int table(int x) { switch (x) { case 0: return 7; case 1: return 9; case 2: return 13; case 3: return TABLE; case 4: return 4; default: return x; } }
const char *name(int x) { return names[x & 1]; }
int sum(void) { int s = 0; for (int i = 0; i < 4; i++) s += shared[i] * INIT; return s; }
int main(void) {
    int (*volatile indirect)(int) = step;
    int a = twice(3), b = table(3), c = sum(), d = indirect(2);
    printf("%d %d %s %d %d\n", a, b, name(1), c, d);
    return 0;
}
"#;

/// The macros of the right program.
const GOOD: [(&str, &str); 3] = [("STEP", "3"), ("TABLE", "21"), ("INIT", "1")];

struct Dir(tempfile::TempDir);

impl Dir {
    fn new() -> Dir {
        Dir(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Compiles the source with some macros changed.
    fn compile(&self, compiler: &str, name: &str, changed: &[(&str, &str)], flags: &[&str]) -> Object {
        self.compile_source(compiler, name, SOURCE, changed, flags)
    }

    fn compile_source(&self, compiler: &str, name: &str, source: &str, changed: &[(&str, &str)], flags: &[&str]) -> Object {
        let (file, object) = (self.path(&format!("{name}.c")), self.path(&format!("{name}.o")));
        fs::write(&file, source).unwrap();
        let macros = GOOD.map(|(name, value)| {
            let value = changed.iter().find(|(changed, _)| *changed == name).map_or(value, |(_, value)| *value);
            format!("-D{name}={value}")
        });
        let status =
            Command::new(compiler).args(macros).args(flags).arg("-c").arg(&file).arg("-o").arg(&object).status().unwrap();
        assert!(status.success());
        Object::read(&fs::read(object).unwrap()).unwrap()
    }

    fn run(&self, object: &[u8]) -> String {
        self.run_with(&[], object)
    }

    fn run_with(&self, flags: &[&str], object: &[u8]) -> String {
        let (file, program) = (self.path("mix.o"), self.path("program"));
        fs::write(&file, object).unwrap();
        let linked = Command::new("gcc").args(flags).arg(&file).arg("-o").arg(&program).output().unwrap();
        assert!(linked.status.success(), "{}", String::from_utf8_lossy(&linked.stderr));
        let ran = Command::new(&program).output().unwrap();
        assert!(ran.status.success(), "{:?}", ran.status);
        String::from_utf8(ran.stdout).unwrap()
    }
}

const SECTIONS: [&str; 4] = ["-O1", "-fno-inline", "-ffunction-sections", "-fdata-sections"];

fn names(mixer: &Mixer) -> Vec<&str> {
    mixer.elements().iter().map(|element| element.name.as_str()).collect()
}

fn has(compiler: &str) -> bool {
    Command::new(compiler).arg("--version").output().is_ok_and(|output| output.status.success())
}

const RIGHT: &str = "60 21 one 10 42\n";

#[test]
fn only_what_differs_is_an_element_and_each_mix_does_what_it_says() {
    let dir = Dir::new();
    let good = dir.compile("gcc", "good", &[], &SECTIONS);
    let bad = dir.compile("gcc", "bad", &[("STEP", "5"), ("TABLE", "22")], &SECTIONS);
    let mixer = Mixer::new(&good, &bad, References::MayBeResolved).unwrap();
    let mut found = names(&mixer);
    found.sort_unstable();
    assert_eq!(found, ["step", "table"]);
    assert_eq!(dir.run(&mixer.mix(&vec![]).unwrap()), RIGHT);
    let all: Set = (0..mixer.elements().len() as u32).collect();
    assert_eq!(dir.run(&mixer.mix(&all).unwrap()), dir.run(&fs::read(dir.path("bad.o")).unwrap()));
    let step = names(&mixer).iter().position(|name| *name == "step").unwrap() as u32;
    let mixed = dir.run(&mixer.mix(&vec![step]).unwrap());
    // The static function is reached by calls and through its address, and its variable exists
    // once.
    assert_eq!(mixed, "100 21 one 10 70\n");
}

#[test]
fn objects_of_different_levels_and_compilers_mix() {
    let dir = Dir::new();
    let mut objects = vec![dir.compile("gcc", "one", &[], &SECTIONS)];
    let common = ["-ffunction-sections", "-fdata-sections", "-fno-inline"];
    objects.push(dir.compile("gcc", "two", &[], &[&common[..], &["-O2", "-fno-ipa-ra"]].concat()));
    objects.push(dir.compile("gcc", "three", &[], &[&common[..], &["-O0", "-fPIC"]].concat()));
    if has("clang") {
        objects.push(dir.compile("clang", "four", &[], &[&common[..], &["-O1"]].concat()));
    }
    for good in &objects {
        for bad in &objects {
            let mixer = Mixer::new(good, bad, References::MayBeResolved).unwrap();
            let count = mixer.elements().len() as u32;
            for set in [vec![], (0..count).collect(), (0..count).step_by(2).collect(), (1..count).step_by(2).collect()] {
                assert_eq!(dir.run(&mixer.mix(&set).unwrap()), RIGHT, "{:?}", names(&mixer));
            }
        }
    }
}

#[test]
fn parts_that_a_program_takes_once_from_many_objects_do_not_collide() {
    let dir = Dir::new();
    let flags = ["-m32", "-fPIC", "-O1", "-fno-inline", "-ffunction-sections", "-fdata-sections"];
    let good = dir.compile("gcc", "good", &[], &flags);
    let bad = dir.compile("gcc", "bad", &[("STEP", "5")], &flags);
    assert!(good.sections.iter().any(|section| section.grouped), "32-bit code finds its data through a shared piece of code");
    let mixer = Mixer::new(&good, &bad, References::MayBeResolved).unwrap();
    assert_eq!(names(&mixer), ["step"]);
    for (set, expected) in [(vec![], RIGHT), (vec![0], "100 21 one 10 70\n")] {
        assert_eq!(dir.run_with(&["-m32"], &mixer.mix(&set).unwrap()), expected);
    }
}

#[test]
fn the_content_of_variables_is_exchanged() {
    let dir = Dir::new();
    let source = "#include <stdio.h>\nint a = INIT; int b[2] = {1, TABLE}; int *p = &b[STEP - 3];\nint main(void) { printf(\"%d %d %d\\n\", a, b[1], *p); return 0; }\n";
    for flags in [&["-O1"][..], &SECTIONS] {
        let good = dir.compile_source("gcc", "good", source, &[], flags);
        let bad = dir.compile_source("gcc", "bad", source, &[("INIT", "7"), ("STEP", "4")], flags);
        let mixer = Mixer::new(&good, &bad, References::MayBeResolved).unwrap();
        let mut found = names(&mixer);
        found.sort_unstable();
        assert_eq!(found, ["a", "p"]);
        assert!(mixer.elements().iter().all(|element| element.kind == Kind::Variable));
        let number = |name: &str| names(&mixer).iter().position(|found| *found == name).unwrap() as u32;
        for (set, expected) in
            [(vec![], "1 21 1\n"), (vec![number("a")], "7 21 1\n"), (vec![number("p")], "1 21 21\n"), (vec![0, 1], "7 21 21\n")]
        {
            assert_eq!(dir.run(&mixer.mix(&set).unwrap()), expected, "{flags:?}");
        }
    }
}

#[track_caller]
fn refused(good: &Object, bad: &Object, message: &str) {
    let error = Mixer::new(good, bad, References::MayBeResolved).err().unwrap_or_default();
    assert!(error.contains(message), "{error:?}");
}

#[test]
fn what_cannot_be_mixed_is_refused_with_what_to_do() {
    let dir = Dir::new();
    let good = dir.compile("gcc", "good", &[], &SECTIONS);
    let bad = dir.compile("gcc", "bad", &[("STEP", "5")], &["-O1"]);
    refused(&good, &bad, "compile both objects with -ffunction-sections");
    let other = dir.compile_source("gcc", "other", "int main(void) { return 0; }", &[], &SECTIONS);
    refused(&good, &other, "the bad object does not; both have to be compiled from the same source");
    let mut twice = good.clone();
    let step = twice.symbols.iter().position(|symbol| symbol.name == "step").unwrap();
    let table = twice.symbols.iter().position(|symbol| symbol.name == "table").unwrap();
    let again = Symbol { defined_in: twice.symbols[table].defined_in, ..twice.symbols[step].clone() };
    twice.symbols.insert(step, again);
    refused(&twice, &good, "the good object defines step twice");
    let mut elsewhere = good.clone();
    elsewhere.machine = 3;
    refused(&good, &elsewhere, "for different machines");
    let order = |name, source: &str| dir.compile_source("gcc", name, source, &[], &["-O1"]);
    let one = order("one", "int a = 1; int b = 2; int f(void) { return a++ + b++; }");
    let two = order("two", "int b = 2; int a = 1; int f(void) { return b++ + a++; }");
    refused(&one, &two, "compile both with -fdata-sections");
    let read = |bytes: &[u8]| Object::read(bytes).err().unwrap_or_default();
    assert!(read(b"no object").contains("not an ELF file"));
    let program = dir.path("program");
    assert!(Command::new("gcc").arg(dir.path("good.o")).arg("-o").arg(&program).status().unwrap().success());
    assert!(read(&fs::read(Path::new(&program)).unwrap()).contains("not a relocatable object"));
}

#[test]
fn an_object_that_is_written_again_is_the_same_program() {
    let dir = Dir::new();
    let object = dir.compile("gcc", "one", &[], &SECTIONS);
    let mixer = Mixer::new(&object, &object, References::MayBeResolved).unwrap();
    assert!(mixer.elements().is_empty() && mixer.warnings().is_empty());
    let bytes = mixer.mix(&vec![]).unwrap();
    let again = Object::read(&bytes).unwrap();
    let count = |object: &Object| object.symbols.iter().filter(|symbol| symbol.bind == elf::STB_GLOBAL).count();
    assert_eq!((again.machine, again.is_64, count(&again)), (object.machine, object.is_64, count(&object)));
    assert_eq!(dir.run(&bytes), RIGHT);
}

/// An object of this project's translator, of variables with these alignments.
fn of_variables(aligns: [u32; 5]) -> Object {
    let [a, b, c, d, e] = aligns;
    let text = format!(
        "@a = internal global [5 x i8] c\"aaaaa\", align {a}\n@b = internal global [8 x i8] c\"bbbbbbbb\", align {b}\n\
         @c = internal global [4 x i8] zeroinitializer, align {c}\n@d = internal global [3 x i8] c\"ddd\", align {d}\n\
         @e = internal global i32 ptrtoint ([8 x i8]* @b to i32), align {e}\n"
    );
    let (module, bodies) = translator::text::parse_module(&text, "test").unwrap();
    let translator = crate::translate::Translator::with_options("O2", translator::options::Isa::X8632).unwrap();
    let made = translator.translate(&module, &bodies, &crate::translate::Restriction::default()).unwrap();
    Object::read(&made.object).unwrap()
}

/// Where each variable lies, and its bytes.
fn places(object: &Object) -> Vec<(String, String, u64, Vec<u8>)> {
    let mut places = Vec::new();
    for symbol in &object.symbols {
        if let Some(section) = symbol.section().filter(|_| !symbol.name.is_empty()) {
            let bytes = object.bytes_of(symbol).unwrap_or_default().to_vec();
            places.push((symbol.name.clone(), object.sections[section].name.clone(), symbol.value, bytes));
        }
    }
    places.sort();
    places
}

#[test]
fn variables_that_are_laid_out_differently_are_bisected_one_by_one() {
    let good = of_variables([1, 8, 4, 1, 4]);
    // That `d` and `e` lie elsewhere follows from `b`; of `c`, which is alone in its section,
    // nothing changes.
    let bad = of_variables([1, 1, 4, 1, 4]);
    let mixer = Mixer::new(&good, &bad, References::AllRelocated).unwrap();
    let [b] = mixer.elements() else { panic!("{:?}", mixer.elements()) };
    assert_eq!((b.name.as_str(), b.kind), ("b", Kind::Moved));
    assert_eq!(b.what, "its place: .data+0x5 instead of .data+0x8, 0 bytes behind the one before it");
    let mix = |set: &Set| Object::read(&mixer.mix(set).unwrap()).unwrap();
    assert_eq!(places(&mix(&vec![])), places(&good));
    assert_eq!(places(&mix(&vec![0])), places(&bad));
    let refers = |object: &Object| {
        let data = object.sections.iter().find(|section| section.name == ".data").unwrap();
        let relocs = data.relocs.iter().map(|reloc| (reloc.offset, object.symbols[reloc.symbol].name.clone()));
        relocs.collect::<Vec<_>>()
    };
    assert_eq!(refers(&mix(&vec![0])), refers(&bad));
    // Two mistakes are two elements, and each can be had without the other.
    let bad = of_variables([1, 1, 4, 32, 4]);
    let mixer = Mixer::new(&good, &bad, References::AllRelocated).unwrap();
    let names: Vec<&str> = mixer.elements().iter().map(|element| element.name.as_str()).collect();
    assert_eq!(names, ["b", "d"]);
    let value = |set: Set, name: &str| {
        let object = Object::read(&mixer.mix(&set).unwrap()).unwrap();
        object.symbols.iter().find(|symbol| symbol.name == name).unwrap().value
    };
    let all = || [vec![], vec![0], vec![1], vec![0, 1]];
    assert_eq!(all().map(|set| value(set, "b")), [8, 5, 8, 5]);
    assert_eq!(all().map(|set| value(set, "d")), [16, 13, 35, 32]);
    // Objects whose references may be resolved already are refused, as before.
    assert!(Mixer::new(&good, &bad, References::MayBeResolved).err().unwrap().contains("-fdata-sections"));
}

//! Functions and variables in sections of their own: what they are called, and that a linker drops
//! those that nothing refers to, on every platform.
//!
//! Needs GNU ld for the platform; says what it skipped where there is none.

use std::process::Command;

use object::{Object as _, ObjectSection as _, ObjectSymbol as _};
use translator::driver::translate;
use translator::options::{Isa, OptLevel, Options, OwnSections};
use translator::testing::skipped;

/// `@_start` calls `@kept`; nothing calls `@dropped`. Both have a jump table at O2.
const PROGRAM: &str = r#"
@kept_word = internal global [4 x i8] c"\07\00\00\00", align 4
@kept_text = internal constant [4 x i8] c"abc\00", align 1
@kept_zero = internal global [64 x i8] zeroinitializer, align 32
@dropped_word = internal global <{ [4 x i8], i32 }> <{ [4 x i8] c"\09\00\00\00", i32 ptrtoint (i32 (i32)* @dropped to i32) }>, align 4
@dropped_text = internal constant [4 x i8] c"xyz\00", align 1
@dropped_zero = internal global [64 x i8] zeroinitializer, align 8
@cst4 = internal constant [4 x i8] c"4\00\00\00", align 4
define internal i32 @kept(i32 %a) {
entry:
  %word = bitcast [4 x i8]* @kept_word to i32*
  %x = load i32* %word, align 1
  %text = bitcast [4 x i8]* @kept_text to i32*
  %y = load i32* %text, align 1
  %zero = bitcast [64 x i8]* @kept_zero to i32*
  store i32 %y, i32* %zero, align 1
  switch i32 %a, label %other [ i32 0, label %one  i32 1, label %two  i32 2, label %three  i32 3, label %four  i32 4, label %five  i32 5, label %six ]
one:
  ret i32 71
two:
  ret i32 %x
three:
  ret i32 923
four:
  ret i32 %y
five:
  ret i32 15
six:
  ret i32 66
other:
  ret i32 2
}
define internal i32 @dropped(i32 %a) {
entry:
  %word = bitcast <{ [4 x i8], i32 }>* @dropped_word to i32*
  %x = load i32* %word, align 1
  %text = bitcast [4 x i8]* @dropped_text to i32*
  %y = load i32* %text, align 1
  %zero = bitcast [64 x i8]* @dropped_zero to i32*
  store i32 %y, i32* %zero, align 1
  %four = bitcast [4 x i8]* @cst4 to i32*
  %z = load i32* %four, align 1
  switch i32 %a, label %other [ i32 0, label %one  i32 1, label %two  i32 2, label %three  i32 3, label %four_  i32 4, label %five  i32 5, label %six ]
one:
  ret i32 72
two:
  ret i32 %x
three:
  ret i32 924
four_:
  ret i32 %y
five:
  ret i32 %z
six:
  ret i32 67
other:
  ret i32 3
}
define void @_start(i32 %a) {
  %r = call i32 @kept(i32 %a)
  ret void
}
"#;

/// The linker of a target, with its arguments.
fn linker(isa: Isa) -> (&'static str, &'static [&'static str]) {
    match isa {
        Isa::X8632 => ("ld", &["-m", "elf_i386"]),
        Isa::X8664 => ("ld", &["-m", "elf32_x86_64"]),
        Isa::Arm32 => ("arm-linux-gnueabihf-ld", &[]),
        Isa::Mips32 => ("mipsel-linux-gnu-ld", &[]),
    }
}

fn object(isa: Isa, opt: OptLevel, functions: bool, data: bool) -> Vec<u8> {
    let options = Options { own_sections: OwnSections { functions, data }, ..Options::new(isa, opt) };
    translate(PROGRAM.as_bytes(), &options).expect("the program translates")
}

type Elf<'d> = object::read::elf::ElfFile32<'d, object::Endianness>;

/// Name and section of each symbol that a file defines and names for something of the program.
fn places(bytes: &[u8]) -> Vec<(String, String)> {
    let file = Elf::parse(bytes).expect("an ELF file");
    let name_of = |index| file.section_by_index(index).expect("a section").name().expect("a name").to_owned();
    let symbols = file.symbols().filter_map(|symbol| Some((symbol.name().ok()?.to_owned(), name_of(symbol.section_index()?))));
    let mut found: Vec<_> = symbols
        .filter(|(name, _)| name == "_start" || ["kept", "dropped", "cst4"].iter().any(|part| name.starts_with(part)))
        .collect();
    found.sort();
    found
}

/// The program's symbols that are left when a linker has dropped what nothing refers to.
fn left(isa: Isa, bytes: &[u8]) -> Vec<String> {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (input, output) = (dir.path().join("in.o"), dir.path().join("out"));
    std::fs::write(&input, bytes).expect("writable");
    let (program, args) = linker(isa);
    let done = Command::new(program)
        .args(args)
        .args(["--gc-sections", "--fatal-warnings", "-e", "_start", "-o"])
        .arg(&output)
        .arg(&input)
        .output();
    let done = done.expect("the linker starts: it did before");
    assert!(done.status.success() && done.stderr.is_empty(), "{isa}: {}", String::from_utf8_lossy(&done.stderr));
    places(&std::fs::read(output).expect("ld has written it")).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn sections_are_called_after_what_is_in_them() {
    for isa in Isa::ALL {
        for opt in OptLevel::ALL {
            let expected = [
                ("_start", ".text._start"),
                ("cst4", ".rodata.cst4"),
                ("dropped", ".text.dropped"),
                ("dropped_text", ".rodata.dropped_text"),
                ("dropped_word", ".data.dropped_word"),
                ("dropped_zero", ".bss.dropped_zero"),
                ("kept", ".text.kept"),
                ("kept_text", ".rodata.kept_text"),
                ("kept_word", ".data.kept_word"),
                ("kept_zero", ".bss.kept_zero"),
            ];
            let section = |(name, own): (&str, &str), functions: bool, data: bool| {
                let is_own = if own.starts_with(".text") { functions } else { data };
                let shared = own.rsplit_once('.').expect("two dots").0;
                (name.to_owned(), if is_own { own.to_owned() } else { shared.to_owned() })
            };
            for (functions, data) in [(false, false), (false, true), (true, false), (true, true)] {
                let expected = expected.map(|place| section(place, functions, data));
                assert_eq!(places(&object(isa, opt, functions, data)), expected, "{isa} {opt} {functions} {data}");
            }
        }
    }
}

#[test]
fn a_section_is_aligned_as_what_is_in_it() {
    let bytes = object(Isa::X8632, OptLevel::O2, true, true);
    let file = Elf::parse(&*bytes).expect("an ELF file");
    let align = |name: &str| file.section_by_name(name).expect("the section").align();
    assert_eq!((align(".bss.kept_zero"), align(".bss.dropped_zero"), align(".data.kept_word")), (32, 8, 4));
    assert_eq!((align(".rodata.kept_text"), align(".text.kept"), align(".rodata..tables.kept")), (1, 16, 4));
    assert_eq!(file.section_by_name(".text").expect("assemblers make one, too").size(), 0);
}

#[test]
fn linkers_drop_what_nothing_refers_to() {
    for isa in Isa::ALL {
        let (program, _) = linker(isa);
        if !Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success()) {
            skipped(format_args!("sections that a linker drops on {isa}: there is no {program}"));
            continue;
        }
        let all = ["_start", "cst4", "dropped", "dropped_text", "dropped_word", "dropped_zero"];
        let kept = ["kept", "kept_text", "kept_word", "kept_zero"];
        for opt in OptLevel::ALL {
            let left = |functions, data| left(isa, &object(isa, opt, functions, data));
            assert_eq!(left(false, false), [&all[..], &kept].concat(), "{isa} {opt}: all share sections");
            assert_eq!(left(true, true), [&["_start"][..], &kept].concat(), "{isa} {opt}");
        }
    }
}

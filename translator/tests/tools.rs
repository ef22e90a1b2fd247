//! What a user of the small programs sees: exit statuses, messages, which files exist afterwards; and that real programs survive the way through text and back: they
//! translate to the same object as before.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use object::{Object, ObjectSection};
use tempfile::TempDir;
use translator::bitcode::read_module;
use translator::driver;
use translator::options::{Isa, OptLevel, Options};
use translator::testing::{self, skipped};
use translator::text::{parse_module, print_module};

const PROGRAM: &str = "\
; A program in the spelling of the SDK.
@table = internal constant <{ [4 x i8], i32 }> <{ [4 x i8] c\"abc\\00\", i32 ptrtoint (i32 (i32)* @twice to i32) }>, align 4

define internal i32 @twice(i32 %a) {
  %sum = add i32 %a, %a
  ret i32 %sum
}

define void @_start(i32 %info) {
entry:
  %addr = add i32 ptrtoint (<{ [4 x i8], i32 }>* @table to i32), 4
  %ptr = inttoptr i32 %addr to i32*
  %f.int = load i32* %ptr, align 1
  %f = inttoptr i32 %f.int to i32 (i32)*
  %r = call i32 %f(i32 %info)
  ret void
}
";

const FREEZE: &str = env!("CARGO_BIN_EXE_pnacl-freeze");
const ANALYZER: &str = env!("CARGO_BIN_EXE_pnacl-bcanalyzer");
const COMPRESS: &str = env!("CARGO_BIN_EXE_pnacl-bccompress");
const DIS: &str = env!("CARGO_BIN_EXE_pnacl-dis");
const STRIP: &str = env!("CARGO_BIN_EXE_pnacl-strip");
const FINALIZE: &str = env!("CARGO_BIN_EXE_pnacl-finalize");
const BCDIS: &str = env!("CARGO_BIN_EXE_pnacl-bcdis");
const BCFUZZ: &str = env!("CARGO_BIN_EXE_pnacl-bcfuzz");
const ABICHECK: &str = env!("CARGO_BIN_EXE_pnacl-abicheck");

/// A directory to run in, with the program as `good.ll`.
fn workspace() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("good.ll"), PROGRAM).unwrap();
    dir
}

fn run_with_input(program: &str, dir: &Path, line: &str, input: &[u8]) -> Output {
    let mut command = Command::new(program);
    command.current_dir(dir).args(line.split_whitespace());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that refuses its input early closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn run(program: &str, dir: &Path, line: &str) -> Output {
    run_with_input(program, dir, line, b"")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Standard output of a run that has nothing to complain about.
#[track_caller]
fn success(output: Output) -> Vec<u8> {
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    output.stdout
}

/// Checks that a run failed as stated, printed nothing to standard output, and that its message has
/// these parts.
#[track_caller]
fn assert_fails(output: &Output, status: i32, parts: &[&str]) {
    let message = text(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(status), 0), "{message}");
    for part in parts {
        assert!(message.contains(part), "no {part:?} in {message:?}");
    }
}

fn files(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(dir).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn objects(bytes: &[u8]) -> Vec<Vec<u8>> {
    let object = |isa| driver::translate(bytes, &Options::new(isa, OptLevel::Om1)).unwrap_or_else(|error| panic!("{error}"));
    Isa::ALL.into_iter().map(object).collect()
}

#[test]
fn real_programs_survive_the_way_through_text() {
    for path in testing::programs() {
        let original = fs::read(&path).unwrap();
        let (module, bodies) = read_module(&original).unwrap();
        let printed = print_module(&module, &bodies);
        let (module, bodies) = parse_module(&printed, "printed.ll").unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(print_module(&module, &bodies), printed, "{}", path.display());
        assert!(objects(printed.as_bytes()) == objects(&original), "{}: text", path.display());
    }
}

#[test]
fn real_programs_survive_the_way_through_text_and_bitcode() {
    let dir = tempfile::tempdir().unwrap();
    for path in testing::programs() {
        let line = format!("{} -o out.ll", path.display());
        success(run(DIS, dir.path(), &line));
        success(run(FREEZE, dir.path(), "out.ll -o out.pexe"));
        success(run(ABICHECK, dir.path(), "out.pexe"));
        let frozen = fs::read(dir.path().join("out.pexe")).unwrap();
        assert!(objects(&frozen) == objects(&fs::read(&path).unwrap()), "{}", path.display());
        assert!(success(run(DIS, dir.path(), "out.pexe")) == fs::read(dir.path().join("out.ll")).unwrap());
    }
}

#[test]
fn real_programs_survive_the_way_through_records() {
    let dir = tempfile::tempdir().unwrap();
    for path in testing::programs() {
        let original = fs::read(&path).unwrap();
        success(run(DIS, dir.path(), &format!("-records {} -o out.tbc", path.display())));
        let records = fs::read_to_string(dir.path().join("out.tbc")).unwrap();
        assert!(records.starts_with("1,65535,8,2;\n3,1,1;\n"));
        let assembled = translator::bitcode::text_records::assemble(&records).unwrap().bytes;
        let padding = &original[assembled.len()..];
        assert!(original.starts_with(&assembled) && padding.iter().all(|&byte| byte == 0), "{}", path.display());
        assert!(
            success(run(DIS, dir.path(), "-bitcode-as-text out.tbc")) == success(run(DIS, dir.path(), &path.to_string_lossy()))
        );
    }
}

#[test]
fn every_way_in_and_out_gives_the_same() {
    let dir = workspace();
    success(run(FREEZE, dir.path(), "good.ll -o good.pexe"));
    let frozen = fs::read(dir.path().join("good.pexe")).unwrap();
    assert!(frozen.starts_with(b"PEXE"));
    assert!(success(run(FREEZE, dir.path(), "good.ll")) == frozen);
    assert!(success(run(FREEZE, dir.path(), "-o - good.pexe")) == frozen);
    assert!(success(run_with_input(FREEZE, dir.path(), "- -o=-", PROGRAM.as_bytes())) == frozen);
    let printed = success(run(DIS, dir.path(), "good.pexe"));
    assert!(text(&printed).contains("ptrtoint (ptr @twice to i32)"));
    assert!(success(run(DIS, dir.path(), "--o - good.ll")) == printed);
    assert!(success(run_with_input(DIS, dir.path(), "-", &frozen)) == printed);
    let records = success(run(DIS, dir.path(), "-records good.pexe"));
    assert!(success(run(DIS, dir.path(), "-records good.ll")) == records);
    assert!(success(run_with_input(FREEZE, dir.path(), "-bitcode-as-text -", &records)) == frozen);
    assert!(success(run_with_input(DIS, dir.path(), "-bitcode-as-text -", &records)) == printed);
    assert!(objects(&frozen) == objects(&printed) && objects(&frozen) == objects(PROGRAM.as_bytes()));
    for input in ["good.ll", "good.pexe"] {
        assert!(success(run(ABICHECK, dir.path(), input)).is_empty());
    }
    assert!(success(run_with_input(ABICHECK, dir.path(), "-bitcode-as-text -", &records)).is_empty());
    assert_eq!(files(dir.path()), ["good.ll", "good.pexe"]);
}

#[test]
fn a_broken_input_leaves_no_output_and_keeps_an_old_one() {
    let dir = workspace();
    let write = |name: &str, bytes: &[u8]| fs::write(dir.path().join(name), bytes).unwrap();
    write("syntax.ll", b"define void @_start(i32 %p) {\n  ret i33 0\n}\n");
    write("dominance.ll", b"define void @_start(i32 %p) {\n  br label %a\nb:\n  ret void\na:\n  %y = add i32 %x, 1\n  %x = add i32 %p, 1\n  br label %b\n}\n");
    write("short.pexe", b"PEXE\x01\0");
    write("bad.tbc", b"65535,8,2;\n1,7;\n65534;\n");
    write("empty", b"");
    write("elf", b"\x7fELF\x01\x01\x01\0");
    write("llvm.bc", b"BC\xc0\xde\x35\x14");
    write("old", b"old");
    let before = files(dir.path());
    for (line, part) in [
        ("syntax.ll", "syntax.ll:2:7: `i33` is not in the PNaCl subset"),
        ("dominance.ll", "dominance.ll: function _start: "),
        ("short.pexe", "short.pexe: 6:0: header: "),
        ("-bitcode-as-text bad.tbc", "bad.tbc:2: module block: record 1: "),
        ("-bitcode-as-text good.ll", "good.ll:1: "),
        ("empty", "empty: the input is empty"),
        ("elf", "elf: neither frozen PNaCl bitcode"),
        ("llvm.bc", "llvm.bc: this is LLVM bitcode"),
        ("missing", "missing: No such file"),
        (".", "is a directory"),
    ] {
        for program in [FREEZE, DIS] {
            for output in ["new", "old", "-"] {
                let name = if program == FREEZE { "pnacl-freeze: " } else { "pnacl-dis: " };
                // Which takes LLVM bitcode, if it is whole and an llvm-dis is there.
                let part = if program == FREEZE && line == "llvm.bc" { "llvm.bc: " } else { part };
                assert_fails(&run(program, dir.path(), &format!("{line} -o {output}")), 1, &[name, part]);
            }
        }
    }
    assert_eq!((files(dir.path()), fs::read(dir.path().join("old")).unwrap()), (before, b"old".to_vec()));
    for program in [FREEZE, DIS] {
        assert_fails(&run(program, dir.path(), "good.ll -o no/such/place"), 1, &["no/such/place: No such file"]);
    }
}

/// Three violations in the module, three in its functions.
const VIOLATIONS: &str = "\
@shared = global [4 x i8] zeroinitializer
declare i32 @puts(i32)
define i32 @exported(i32 %x) {
  ret i32 %x
}
define internal i32 @first(i32 %x) {
  %p = inttoptr i32 %x to i32*
  %y = load i32* %p, align 4
  %z = add i32 %y, 1
  store i32 %z, i32* %p, align 8
  ret i32 %z
}
define internal void @second(i32 %x) {
  br label %b
b:
  %c = add i32 %d, 1
  %d = add i32 %x, 1
  ret void
}
define void @_start(i32 %info) {
  ret void
}
";

#[test]
fn abicheck_finds_every_violation_and_its_place() {
    let dir = workspace();
    fs::write(dir.path().join("bad.ll"), VIOLATIONS).unwrap();
    let output = run(ABICHECK, dir.path(), "bad.ll");
    let expected = [
        "puts: declared, but neither defined",
        "exported: external, but only _start may be",
        "shared: an external global",
        "function first: ",
        "function first: ",
        "function second: ",
    ];
    assert_fails(&output, 1, &expected);
    let message = text(&output.stderr);
    assert!(message.lines().all(|line| line.starts_with("pnacl-abicheck: bad.ll: ")), "{message}");
    assert!(message.contains("load i32") && message.contains("store i32"), "{message}");
    // A declaration breaks two rules: it is no intrinsic, and external.
    assert_eq!(message.lines().count(), expected.len() + 1, "{message}");
    assert_fails(&run(FREEZE, dir.path(), "bad.ll -o out.pexe"), 1, &expected);
    assert_eq!(files(dir.path()), ["bad.ll", "good.ll"]);
}

#[test]
fn abicheck_goes_on_after_a_function_that_does_not_read() {
    let dir = workspace();
    let function = |name: &str| format!("define internal i32 @{name}(i32 %x) {{\n  %y = add i32 %x, %x\n  ret i32 %y\n}}\n");
    let program = ["a", "b", "c"].map(function).concat() + "define void @_start(i32 %x) {\n  ret void\n}\n";
    let frozen = success(run_with_input(FREEZE, dir.path(), "-", program.as_bytes()));
    let records = text(&success(run_with_input(DIS, dir.path(), "-records -", &frozen)));
    // The first and the third addition (record 2 of a function) become a division by an operator
    // that does not exist.
    let add = records.lines().find(|line| line.split(',').nth(1) == Some("2") && line.starts_with(['4', '5', '6'])).unwrap();
    let bad = add.rsplit_once(',').unwrap().0.to_string() + ",13;";
    let mut parts = records.split(add);
    let damaged = [parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap()];
    let damaged = format!("{}{bad}{}{add}{}{bad}{}", damaged[0], damaged[1], damaged[2], damaged[3]);
    let output = run_with_input(ABICHECK, dir.path(), "-bitcode-as-text -", damaged.as_bytes());
    assert_fails(&output, 1, &["<stdin>: line ", "function block 0: record 2: ", "function block 2: record 2: "]);
    assert_eq!(text(&output.stderr).lines().count(), 2);
}

#[test]
fn command_lines_are_explained() {
    let dir = workspace();
    for program in [FREEZE, DIS, ABICHECK, COMPRESS, ANALYZER, STRIP, FINALIZE, BCDIS, BCFUZZ] {
        let name = Path::new(program).file_stem().unwrap().to_string_lossy();
        let help = text(&success(run(program, dir.path(), "-help")));
        assert!(help.contains(&format!("Usage: {name} ")) && help.lines().all(|line| line.len() <= 125), "{help}");
        let version = text(&success(run(program, dir.path(), "--version")));
        assert_eq!(version, format!("{name} {}\n", env!("CARGO_PKG_VERSION")));
        assert_fails(&run(program, dir.path(), ""), 2, &["no input: name a file"]);
        assert_fails(&run(program, dir.path(), "good.ll other.ll"), 2, &["two inputs, good.ll and another"]);
        assert_fails(&run(program, dir.path(), "-hlep good.ll"), 2, &["unknown option -hlep; did you mean -help?"]);
    }
    assert_eq!(files(dir.path()), ["good.ll"]);
}

#[test]
fn a_program_whose_reader_goes_away_ends_without_a_word() {
    let dir = workspace();
    let sz = env!("CARGO_BIN_EXE_pnacl-sz");
    let lines =
        [(DIS, "good.ll"), (DIS, "-help"), (FREEZE, "good.ll -o -"), (ABICHECK, "-help"), (sz, "good.ll -o -"), (sz, "-help")];
    for (program, line) in lines {
        let mut command = Command::new(program);
        command.current_dir(dir.path()).args(line.split_whitespace()).stdin(Stdio::null());
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command.stdout(writer).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(141), String::new()), "{program} {line}");
    }
}

#[test]
fn compressed_bitcode_is_the_program() {
    let dir = workspace();
    success(run(FREEZE, dir.path(), "good.ll -o good.pexe"));
    success(run(COMPRESS, dir.path(), "good.pexe -o small.pexe"));
    let size = |name: &str| fs::metadata(dir.path().join(name)).unwrap().len();
    assert!(size("small.pexe") < size("good.pexe"), "{} of {} bytes", size("small.pexe"), size("good.pexe"));
    let [small, good] = ["small.pexe", "good.pexe"].map(|name| success(run(DIS, dir.path(), name)));
    assert_eq!(text(&small), text(&good));
    assert_fails(&run(COMPRESS, dir.path(), "good.ll -o x.pexe"), 1, &["this is the text form; pnacl-freeze makes bitcode"]);
    assert_eq!(files(dir.path()), ["good.ll", "good.pexe", "small.pexe"]);
}

#[test]
fn bitcode_is_analysed() {
    let dir = workspace();
    success(run(FREEZE, dir.path(), "good.ll -o good.pexe"));
    let table = text(&success(run(ANALYZER, dir.path(), "good.pexe")));
    assert!(table.contains("block 8 (module") && table.contains("block 12 (function"), "{table}");
    let records = text(&success(run(DIS, dir.path(), "-records good.pexe")));
    let dump = text(&success(run(ANALYZER, dir.path(), "-dump good.pexe")));
    assert_eq!(dump, records + &table);
    assert_fails(&run(ANALYZER, dir.path(), "good.ll"), 1, &["this is the text form"]);
}

/// The code of an object, and what is read from: all that names are not in.
fn sections(object: &[u8]) -> Vec<(String, Vec<u8>)> {
    let file = object::File::parse(object).unwrap();
    let wanted = |name: &str| [".text", ".data", ".rodata", ".bss"].iter().any(|start| name.starts_with(start));
    let sections = file.sections().filter(|section| wanted(section.name().unwrap()));
    sections.map(|section| (section.name().unwrap().to_string(), section.data().unwrap().to_vec())).collect()
}

#[test]
fn a_stripped_program_has_the_same_code_and_no_names() {
    let dir = workspace();
    // Those of the repository alone are enough.
    let mut smaller = 0;
    for path in testing::programs() {
        let original = fs::read(&path).unwrap();
        fs::write(dir.path().join("a.pexe"), &original).unwrap();
        success(run(STRIP, dir.path(), "a.pexe -o b.pexe"));
        let stripped = fs::read(dir.path().join("b.pexe")).unwrap();
        success(run(STRIP, dir.path(), "b.pexe"));
        assert!(fs::read(dir.path().join("b.pexe")).unwrap() == stripped, "{}: stripped twice", path.display());
        let (module, _) = read_module(&stripped).unwrap();
        let named = module.funcs.iter().filter(|(_, func)| !func.name.is_empty() && func.intrinsic.is_none());
        assert_eq!(named.map(|(_, func)| func.name.as_str()).collect::<Vec<_>>(), ["_start"], "{}", path.display());
        assert!(module.globals.iter().all(|(_, global)| global.name.is_empty()), "{}", path.display());
        for (one, other) in objects(&original).iter().zip(objects(&stripped)) {
            assert!(sections(one) == sections(&other), "{}", path.display());
        }
        success(run(STRIP, dir.path(), "-S a.pexe -o c.pexe"));
        let debug_stripped = fs::read(dir.path().join("c.pexe")).unwrap();
        assert!(objects(&debug_stripped) == objects(&original), "{}", path.display());
        smaller += u32::from(stripped.len() < debug_stripped.len());
    }
    assert!(smaller > 5, "{smaller}");
    assert_fails(&run(STRIP, dir.path(), "good.ll"), 2, &["bitcode would replace this text: name another file with -o"]);
    assert_eq!(fs::read_to_string(dir.path().join("good.ll")).unwrap(), PROGRAM);
}

/// What a compiler makes of a program that has more than the ABI.
const IR: &str = "\
source_filename = \"x.c\"
target datalayout = \"e-p:32:32-i64:64\"
target triple = \"le32-unknown-nacl\"
@table = internal constant [2 x i24] [i24 1, i24 2]
define void @_start(i32 %info) {
  %p = getelementptr [2 x i24], [2 x i24]* @table, i32 0, i32 1
  %x = load i24, i24* %p
  %y = call i24 @twice(i24 %x)
  store volatile i24 %y, i24* %p
  ret void
}
define i24 @twice(i24 %x) {
  %y = shl i24 %x, 1
  ret i24 %y
}
define void @unused() {
  ret void
}
";

#[test]
fn finalize_makes_what_can_be_shipped() {
    let dir = workspace();
    fs::write(dir.path().join("x.ll"), IR).unwrap();
    fs::write(dir.path().join("bad.ll"), VIOLATIONS).unwrap();
    success(run(FINALIZE, dir.path(), "good.ll -o good.pexe"));
    success(run(FREEZE, dir.path(), "good.ll -o frozen.pexe"));
    success(run(STRIP, dir.path(), "frozen.pexe -o stripped.pexe"));
    let read = |name: &str| fs::read(dir.path().join(name)).unwrap();
    assert!(read("good.pexe") == read("stripped.pexe"));
    success(run(FINALIZE, dir.path(), "good.ll --no-strip-syms -o named.pexe"));
    assert!(read("named.pexe") == read("frozen.pexe"));
    success(run(FINALIZE, dir.path(), "good.ll --compress -o small.pexe"));
    success(run(COMPRESS, dir.path(), "good.pexe -o compressed.pexe"));
    assert!(read("small.pexe") == read("compressed.pexe") && read("small.pexe").len() < read("good.pexe").len());
    // In place.
    success(run(FINALIZE, dir.path(), "frozen.pexe"));
    assert!(read("frozen.pexe") == read("good.pexe"));
    let before = files(dir.path());
    assert_fails(&run(FINALIZE, dir.path(), "bad.ll -o none.pexe"), 1, &["pnacl-finalize: bad.ll: exported: external, but only"]);
    assert_eq!(files(dir.path()), before);
    success(run(FINALIZE, dir.path(), "x.ll -o x.pexe"));
    success(run(ABICHECK, dir.path(), "x.pexe"));
    let text = text(&success(run(DIS, dir.path(), "x.pexe")));
    assert!(!text.contains("twice") && !text.contains("i24") && text.matches("define").count() == 2, "{text}");
}

#[test]
fn llvm_bitcode_is_frozen() {
    let dir = workspace();
    fs::write(dir.path().join("x.ll"), IR).unwrap();
    success(run(FREEZE, dir.path(), "x.ll -o text.pexe"));
    let mut tried = 0;
    for version in [14, 15, 16, 19] {
        let clang = format!("clang-{version}");
        let args = ["--target=le32-unknown-nacl", "-Wno-override-module", "-c", "-emit-llvm", "x.ll", "-o", "x.bc"];
        let Ok(output) = Command::new(&clang).args(args).current_dir(dir.path()).output() else { continue };
        // Later versions do not know typed pointers any more.
        if output.status.success() {
            success(run(FREEZE, dir.path(), "x.bc -o x.pexe"));
            assert!(fs::read(dir.path().join("x.pexe")).unwrap() == fs::read(dir.path().join("text.pexe")).unwrap(), "{clang}");
            tried += 1;
        }
    }
    if tried == 0 {
        skipped("LLVM bitcode: no clang from 14 to 19 is installed");
    }
    let nowhere = Command::new(FREEZE).args(["x.bc", "-o", "y.pexe"]).env("PATH", "").current_dir(dir.path()).output().unwrap();
    if tried > 0 {
        assert_fails(
            &nowhere,
            1,
            &["x.bc: this is LLVM bitcode, and neither llvm-dis nor clang is there to read it: `apt-get install llvm-14`"],
        );
    }
}

#[test]
fn bitcode_is_listed() {
    let dir = workspace();
    success(run(FREEZE, dir.path(), "good.ll -o good.pexe"));
    let listing = text(&success(run(BCDIS, dir.path(), "good.pexe")));
    let records = text(&success(run(DIS, dir.path(), "-records good.pexe")));
    // Every record begins a line, and the header another one.
    let is_first = |line: &&str| !line.starts_with("          |");
    assert_eq!(listing.lines().filter(is_first).count(), records.lines().count() + 1);
    assert!(listing.contains("      16:0|1: <65535, 8, 2>             |module {  // BlockID = 8\n"), "{listing}");
    assert!(text(&success(run(BCDIS, dir.path(), "-no-records good.pexe"))).contains("\n    ret void; <@a3>\n"));
    assert_fails(&run(BCDIS, dir.path(), "good.ll"), 1, &["this is the text form"]);
    assert_fails(&run(BCDIS, dir.path(), "-no-records -no-assembly good.pexe"), 2, &["leave nothing to print"]);
    // Every real program is listed to its end, in 80 columns.
    for path in testing::programs() {
        let listing = text(&success(run(BCDIS, dir.path(), &path.to_string_lossy())));
        assert!(listing.ends_with("0: <65534>                   |}\n") && !listing.contains("|record "), "{}", path.display());
        assert!(!listing.contains('?') || listing.lines().all(|line| !line.contains("? %")), "{}", path.display());
    }
}

#[test]
fn what_no_reader_takes_is_listed_with_its_error() {
    let dir = workspace();
    success(run(FREEZE, dir.path(), "good.ll -o good.pexe"));
    success(run(COMPRESS, dir.path(), "good.pexe -remove-abbreviations -o plain.pexe"));
    let listing = text(&success(run(BCDIS, dir.path(), "plain.pexe")));
    assert!(!listing.contains("abbrev") && !listing.contains("@a") && listing.contains("    3: <10>"), "{listing}");
    assert_eq!(text(&success(run(DIS, dir.path(), "plain.pexe"))), text(&success(run(DIS, dir.path(), "good.pexe"))));
    // A function that returns what is not there: it has an error, and the rest is listed.
    let records = text(&success(run(DIS, dir.path(), "-records plain.pexe")));
    assert!(records.contains("\n3,10;\n"), "{records}");
    fs::write(dir.path().join("broken.txt"), records.replacen("\n3,10;\n", "\n3,10,9999;\n", 1)).unwrap();
    let output = run(BCDIS, dir.path(), "-bitcode-as-text broken.txt");
    let listing = text(&output.stdout);
    let message = text(&output.stderr);
    assert!(
        output.status.code() == Some(1) && message.starts_with("pnacl-bcdis: ") && message.contains("broken.txt: "),
        "{message}"
    );
    let lines: Vec<&str> = listing.lines().collect();
    let errors: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].starts_with("Error(")).collect();
    assert!(errors.len() == 1 && lines[errors[0] - 1].contains("3: <10, 9999>"), "{listing}");
    assert!(listing.ends_with("0: <65534>                   |}\n"), "{listing}");
}

#[test]
fn bitcode_is_fuzzed() {
    let dir = workspace();
    success(run(FREEZE, dir.path(), "good.ll -o good.pexe"));
    let line = "good.pexe -output a -count 20 -random-seed 7 -edit-percentage 5 -edit-distribution -record-distribution";
    let report = text(&success(run(BCFUZZ, dir.path(), line)));
    assert!(report.contains("records edited, by block and code:\n") && report.contains("edits:\n"), "{report}");
    success(run(BCFUZZ, dir.path(), "good.pexe -output b -count 20 -random-seed 7 -edit-percentage 5"));
    success(run(BCFUZZ, dir.path(), "good.pexe -output c -count 20 -random-seed 8 -edit-percentage 5"));
    let read = |name: String| fs::read(dir.path().join(name)).unwrap();
    let mut different = 0;
    for number in 1..=20 {
        let file = read(format!("a-{number}"));
        assert!(file == read(format!("b-{number}")));
        different += u32::from(file != read(format!("c-{number}")));
        // Readers have a verdict, and no crash; a listing has it, too.
        let listed = run(BCDIS, dir.path(), &format!("a-{number}"));
        let verdict = run(ABICHECK, dir.path(), &format!("a-{number}")).status.code();
        assert!(matches!(verdict, Some(0 | 1)), "a-{number}: {verdict:?}");
        let has_errors = text(&listed.stdout).contains("\nError(");
        assert_eq!(listed.status.code(), Some(has_errors.into()), "a-{number}");
        assert!(!has_errors || verdict == Some(1), "a-{number}");
    }
    assert!(different > 15, "{different}");
    let records = success(run(BCFUZZ, dir.path(), "good.pexe -convert-to-text -output -"));
    assert!(text(&records).starts_with("65535,8,2;\n1,1;\n65535,17,"), "{}", text(&records));
    let again = success(run_with_input(BCFUZZ, dir.path(), "- -bitcode-as-text -output -", &records));
    assert!(objects(&again) == objects(&read("good.pexe".into())));
    assert_fails(&run(BCFUZZ, dir.path(), "good.pexe"), 2, &["no output: name what files begin with by -output"]);
    assert_fails(&run(BCFUZZ, dir.path(), "good.pexe -output - -count 2"), 2, &["several files do not go to standard output"]);
    assert_fails(&run(BCFUZZ, dir.path(), "good.pexe -output x -edit-percentage 200"), 2, &["more than -percentage-base"]);
    assert_fails(&run(BCFUZZ, dir.path(), "good.pexe -output x -count many"), 2, &["-count=many: not a number"]);
}

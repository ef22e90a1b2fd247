//! `szbuild` as its users see it: executables whose functions come from two translators do what the
//! program does, and each function is from where it was asked for. Says what it skipped where there is
//! no compiler to link with.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use object::{Object, ObjectSymbol, SymbolKind};
use translator::driver::translate;
use translator::options::{Isa, OptLevel, Options};
use translator::testing::skipped;

fn szbuild(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_szbuild")).args(args).current_dir(dir).stdin(Stdio::null()).output().unwrap()
}

fn is_installed() -> bool {
    let there = cfg!(target_arch = "x86_64") && Command::new("gcc").arg("--version").output().is_ok();
    if !there {
        skipped("executables of two translators: there is no gcc on an x86-64 machine");
    }
    there
}

fn program() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crosstest/programs/lisp.pexe").canonicalize().unwrap()
}

/// The sizes of the functions of an object or program, by name.
fn sizes(bytes: &[u8]) -> BTreeMap<String, u64> {
    let file = object::File::parse(bytes).unwrap();
    let functions = file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0);
    functions.map(|symbol| (symbol.name().unwrap().to_string(), symbol.size())).collect()
}

fn expected() -> String {
    std::fs::read_to_string(program().with_extension("stdout")).unwrap()
}

#[track_caller]
fn check_runs(dir: &Path) {
    let output = Command::new(dir.join("program")).stdin(Stdio::null()).output().unwrap();
    let status = std::fs::read_to_string(program().with_extension("rc")).map_or(0, |text| text.trim().parse().unwrap());
    assert_eq!((String::from_utf8_lossy(&output.stdout).as_ref(), output.status.code()), (expected().as_str(), Some(status)));
}

#[test]
fn functions_come_from_where_they_were_asked_for() {
    if !is_installed() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let program = program();
    let program = program.to_str().unwrap();
    for target in ["x8632", "x8664"] {
        let isa = Isa::from_name(target).unwrap();
        let bytes = std::fs::read(program).unwrap();
        let [o2, om1] = [OptLevel::O2, OptLevel::Om1].map(|opt| sizes(&translate(&bytes, &Options::new(isa, opt)).unwrap()));
        let output = szbuild(dir.path(), &[program, "-o", "program", "--target", target, "-i", "4:18", "-e", "8:12", "--list"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        check_runs(dir.path());
        let built = sizes(&std::fs::read(dir.path().join("program")).unwrap());
        let mut seen = [0, 0];
        for line in String::from_utf8(output.stdout).unwrap().lines() {
            let [number, name, side] = line.split_whitespace().collect::<Vec<_>>()[..] else { panic!("{line}") };
            let is_first =
                (4..18).contains(&number.parse::<u32>().unwrap()) && !(8..12).contains(&number.parse::<u32>().unwrap());
            if side == "alike" {
                continue;
            }
            assert_eq!(side, if is_first { "-O2" } else { "-Om1" }, "{line}");
            let from = if is_first { &o2 } else { &om1 };
            assert_eq!(built.get(name), from.get(name), "{target} {line}");
            seen[usize::from(is_first)] += 1;
        }
        assert!(seen[0] > 5 && seen[1] > 5, "{seen:?}");
    }
}

#[test]
fn the_second_may_be_a_command_and_the_first_alone_is_enough() {
    if !is_installed() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let source = program();
    let program = source.to_str().unwrap();
    assert!(szbuild(dir.path(), &[program, "-o", "program"]).status.success());
    check_runs(dir.path());
    let object = translate(&std::fs::read(program).unwrap(), &Options::new(Isa::X8632, OptLevel::Om1)).unwrap();
    let om1 = dir.path().join("om1.o");
    std::fs::write(&om1, &object).unwrap();
    // Called as pnacl-sz is: -target=ISA -o OUT ...
    let command = format!("f() {{ cp {} $3; }}; f", om1.display());
    let output = szbuild(dir.path(), &[program, "-o", "program", "--llc-translator", &command, "--exclude", "evaluate"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    check_runs(dir.path());
    let built = sizes(&std::fs::read(dir.path().join("program")).unwrap());
    let [here, there] = [&built, &sizes(&object)].map(|sizes| sizes["evaluate"]);
    assert_eq!(here, there);
}

#[test]
fn refusals_are_one_line() {
    if !is_installed() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let program = program();
    let program = program.to_str().unwrap();
    for (args, expected) in [
        (&["missing.pexe"][..], "szbuild: missing.pexe: No such file or directory (os error 2)"),
        (&[program, "-i", "3:x"], "szbuild: 3:x is no range of functions like 3, 3:9, 3: or :9"),
        (&[program, "-O", "7"], "szbuild: -O7: it is one of 2, 1, 0, m1, -1"),
        (&[program, "--sz=-frobnicate"], "szbuild: `-O2 -frobnicate`: unknown option -frobnicate (see -help)"),
    ] {
        let output = szbuild(dir.path(), args);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(String::from_utf8_lossy(&output.stderr).trim_end(), expected);
        assert!(!dir.path().join("a.out").exists());
    }
}

//! The C library: it is built from Debian's package `newlib-source`, all of it is read, linked and
//! lowered, and programs that use it print in the interpreter and on targets what they print on the
//! host. Where clang or the sources are not installed the tests say so.
#![cfg(feature = "emulator")]

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::LazyLock;
use std::time::{Duration, UNIX_EPOCH};

use crosstest::repository;
use translator::driver::clang::{Language, main as compile};
use translator::ice::verify::{Level, Verifier};
use translator::llvm::{Exports, Linker, lower, parse};
use translator::testing::skipped;

/// The variable that names LLVM's sources, for what is compiled of libc++: they are larger than a test may fetch.
const LIBCXX_SOURCES: &str = "LIBCXX_SOURCES";

/// Where the tests' own library is: that of the user stays as it is.
static SYSROOT: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    if !Path::new("/usr/bin/clang-14").is_file() || !Path::new("/usr/src/newlib").is_dir() {
        skipped(format_args!("the C library: clang-14 or newlib-source is not installed"));
        return None;
    }
    let libcxx = std::env::var(LIBCXX_SOURCES).ok();
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(if libcxx.is_some() { "sysroot-libcxx" } else { "sysroot" });
    let probe = dir.join("probe.pexe");
    let built = succeeds(Language::C, &["-O0", "--sysroot", text(&dir), "-lm", "-o", text(&probe), text(&program("threads.c"))]);
    let mut build = vec!["--build-libc", "--sysroot", text(&dir)];
    build.extend(libcxx.as_deref().into_iter().flat_map(|sources| ["--libcxx", sources]));
    assert!(built || succeeds(Language::C, &build), "the library is built");
    Some(dir)
});

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// A program of this repository.
fn program(name: &str) -> PathBuf {
    repository::root().expect("inside the repository").join("programs/library").join(name)
}

/// Whether the compiler has nothing against it; what it has, it says itself.
fn succeeds(language: Language, args: &[&str]) -> bool {
    let args = std::iter::once("pnacl-clang").chain(args.iter().copied());
    format!("{:?}", compile(language, args.map(Into::into))) == format!("{:?}", ExitCode::SUCCESS)
}

/// The members of an archive that holds text, but for its two tables.
fn members(archive: &[u8]) -> Vec<String> {
    let (mut members, mut at) = (Vec::new(), 8);
    while let Some(header) = archive.get(at..at + 60) {
        let size: usize = String::from_utf8_lossy(&header[48..58]).trim_end().parse().expect("a size");
        let is_table = header.starts_with(b"/ ") || header.starts_with(b"//");
        if !is_table {
            members.push(String::from_utf8(archive[at + 60..at + 60 + size].to_vec()).expect("text"));
        }
        at += 60 + size.next_multiple_of(2);
    }
    members
}

/// The newest library in a directory.
fn library(dir: &Path) -> PathBuf {
    let built = std::fs::read_dir(dir).expect("it is there").flatten().map(|entry| entry.path());
    let newest = built
        .filter(|path| path.join("lib").is_dir())
        .max_by_key(|path| std::fs::metadata(path).and_then(|data| data.modified()).ok());
    newest.expect("one is built").join("lib")
}

/// The headers in a directory, by the names that programs give them.
fn headers(dir: &Path) -> Vec<String> {
    let names = |below: &str| {
        let entries = std::fs::read_dir(dir.join(below)).expect("it is there").flatten();
        let names = entries.map(|entry| format!("{below}{}", entry.file_name().to_string_lossy()));
        names.filter(|name| name.ends_with(".h")).collect::<Vec<_>>()
    };
    ["", "sys/", "arpa/", "netinet/"].into_iter().filter(|below| dir.join(below).is_dir()).flat_map(names).collect()
}

#[test]
fn each_header_stands_on_its_own() {
    let Some(sysroot) = &*SYSROOT else { return };
    let library = library(sysroot);
    let root = library.parent().expect("it is below the root");
    let dir = tempfile::tempdir().expect("a directory");
    let (source, object) = (dir.path().join("one.c"), dir.path().join("one.o"));
    let mut names = [headers(&root.join("newlib")), headers(&root.join("include"))].concat();
    names.push("stdatomic.h".into());
    assert!(names.len() > 100, "{names:?}");
    for name in names {
        // The second time it is there already.
        std::fs::write(&source, format!("#include <{name}>\n#include <{name}>\n")).expect("it is written");
        assert!(succeeds(Language::C, &["-c", "--sysroot", text(sysroot), "-o", text(&object), text(&source)]), "{name}");
    }
}

/// A strict standard takes away what it does not have, but not what is asked for beside it: glibc's headers have it so.
#[test]
fn names_beside_a_strict_standard_are_those_asked_for() {
    let Some(sysroot) = &*SYSROOT else { return };
    let dir = tempfile::tempdir().expect("a directory");
    let (source, object) = (dir.path().join("one.c"), dir.path().join("one.o"));
    let text_of = "#include <stdlib.h>\nint f(unsigned n) { char *bytes = alloca(n); bytes[n / 2] = 1; return bytes[0]; }\n";
    std::fs::write(&source, text_of).expect("it is written");
    for (options, has) in [(&[][..], true), (&["-std=c99"], false), (&["-std=c99", "-D_DEFAULT_SOURCE"], true)] {
        let mut args = vec!["-c", "-Werror", "--sysroot", text(sysroot), "-o", text(&object), text(&source)];
        args.extend(options);
        assert_eq!(succeeds(Language::C, &args), has, "{options:?}");
    }
}

#[test]
fn all_of_it_is_lowered() {
    let Some(sysroot) = &*SYSROOT else { return };
    let (mut linker, mut count) = (Linker::default(), 0);
    let main = "define i32 @main() {\n  ret i32 0\n}\n".to_string();
    let archives = ["libc.a", "libm.a"].map(|name| std::fs::read(library(sysroot).join(name)).expect("it is there"));
    for text in archives.iter().flat_map(|archive| members(archive)).chain([main]) {
        let name = text.lines().next().unwrap_or_default();
        let module = parse(&text, name, linker.types()).unwrap_or_else(|error| panic!("{error}"));
        linker.add(module).unwrap_or_else(|error| panic!("{error}"));
        count += 1;
    }
    assert!(count > 900, "{count} members");
    let (module, bodies) = lower(&linker.finish(), Exports::All).unwrap_or_else(|error| panic!("{error}"));
    let mut verifier = Verifier::default();
    for body in &bodies {
        verifier.function(&module, body, Level::PnaclAbi).unwrap_or_else(|errors| panic!("{errors}"));
    }
}

/// Compiles a program and compares what it prints with what is recorded.
fn check(name: &str, language: Language, options: &[&str]) {
    let Some(sysroot) = &*SYSROOT else { return };
    let dir = tempfile::tempdir().expect("a directory");
    let product = dir.path().join("program.pexe");
    let source = program(name);
    let expected = std::fs::read_to_string(source.with_extension("stdout")).expect("it is recorded");
    for level in ["-O0", "-O2"] {
        let mut args = vec![level, "-w", "--sysroot", text(sysroot), text(&source), "-lm", "-lpthread", "-o", text(&product)];
        args.extend(options);
        assert!(succeeds(language, &args), "{name} {level}");
        // Each takes its time: between them the two levels have every architecture.
        let engines: [&[&str]; 2] = match level {
            "-O0" => [&["--target", "x8632"], &["--target", "arm32", "--opt", "O3"]],
            _ => [&["--target", "x8664", "--opt", "O2"], &["--target", "mips32"]],
        };
        for execution in [&["--engine", "interp"][..]].into_iter().chain(engines) {
            let files = tempfile::tempdir().expect("a directory");
            let mut run = Command::new(env!("CARGO_BIN_EXE_crosstest"));
            run.arg("exec").args(execution).arg("--dir").arg(format!("{}:/:rw", files.path().display())).arg(&product);
            let output = run.output().expect("it starts");
            assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{name} {level} {execution:?}");
        }
        natively(&product, &expected, level);
    }
}

/// Runs a program on this machine's processor, some times over: what threads do is another thing every time.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn natively(product: &Path, expected: &str, level: &str) {
    for _ in 0..5 {
        let files = tempfile::tempdir().expect("a directory");
        let mut run = Command::new(env!("CARGO_BIN_EXE_pnacl-run"));
        // Not every system has the wall, and it has tests of its own.
        let output = run.args(["--no-wall", "--dir"]).arg(format!("{}:/:rw", files.path().display())).arg(product).output();
        let output = output.expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{level} natively: {said}");
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn natively(_: &Path, _: &str, _: &str) {}

#[test]
fn text_and_numbers() {
    check("text.c", Language::C, &[]);
}

#[test]
fn rounding() {
    check("rounding.c", Language::C, &["-lm"]);
}

#[test]
fn kinds_of_numbers() {
    check("numbers.c", Language::C, &["-lm"]);
}

#[test]
fn fused_sums() {
    check("fused.c", Language::C, &["-lm"]);
}

#[test]
fn functions_of_ones_own() {
    check("own.c", Language::C, &["-fno-builtin", "-lm"]);
}

#[test]
fn memory_and_threads_of_cxx() {
    check_cxx("objects.cc", &["-std=c++17", "-fsized-deallocation"]);
}

#[test]
fn threads() {
    check("threads.c", Language::C, &[]);
}

#[test]
fn files() {
    check("files.c", Language::C, &[]);
}

#[test]
fn what_a_system_is_asked_for() {
    check("system.c", Language::C, &[]);
}

#[test]
fn times_of_files_are_the_hosts_where_a_program_runs_for_its_own_sake() {
    let Some(sysroot) = &*SYSROOT else { return };
    let dir = tempfile::tempdir().expect("a directory");
    let product = dir.path().join("times.pexe");
    assert!(succeeds(Language::C, &["-O2", "--sysroot", text(sysroot), text(&program("times.c")), "-o", text(&product)]));
    let at = |seconds, nanos| UNIX_EPOCH + Duration::new(seconds, nanos);
    let run = |command: &mut Command, told: [&str; 2]| {
        let files = tempfile::tempdir().expect("a directory");
        let given = std::fs::File::create(files.path().join("given")).expect("it is made");
        given.set_modified(at(1_234_567_890, 500)).expect("it has a time");
        let output =
            command.arg("--dir").arg(format!("{}:/:rw", files.path().display())).arg(&product).output().expect("it starts");
        let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let [given, made] = told;
        assert_eq!(said, format!("given: {given} 1\nopen: {given} 1\n0\nmade: {made} 1\n-1\n0\n1\n"));
        std::fs::metadata(files.path().join("made")).and_then(|made| made.modified()).expect("it is there")
    };
    let kept = run(Command::new(env!("CARGO_BIN_EXE_crosstest")).args(["exec", "--engine", "interp"]), ["0 0", "0 0"]);
    assert_ne!(kept, at(1_000_000_000, 250_000_000), "a run leaves no traces of its own");
    if cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        let kept =
            run(Command::new(env!("CARGO_BIN_EXE_pnacl-run")).arg("--no-wall"), ["1234567890 500", "1000000000 250000000"]);
        assert_eq!(kept, at(1_000_000_000, 250_000_000));
    }
}

#[test]
fn streams() {
    if std::env::var_os(LIBCXX_SOURCES).is_none() {
        skipped(format_args!("C++'s streams: {LIBCXX_SOURCES} does not name LLVM's sources"));
        return;
    }
    check_cxx("streams.cc", &["-std=c++17"]);
}

#[test]
fn containers() {
    check_cxx("containers.cc", &["-std=c++17"]);
}

/// The same for C++.
fn check_cxx(name: &str, options: &[&str]) {
    if Path::new("/usr/lib/llvm-14/include/c++/v1/__config").is_file() {
        check(name, Language::CPlusPlus, options);
    } else {
        skipped(format_args!("C++'s {name}: libc++-14-dev is not installed"));
    }
}

//! Translated objects link with the platform's gcc, and C and translated code call each other with arguments of every type.
//!
//! Needs `gcc -m32` (Debian: gcc-12-multilib) to build and a kernel that runs i386 programs; says what it skipped where they are missing.
//! MIPS32 needs `mipsel-linux-gnu-gcc` (Debian: gcc-mipsel-linux-gnu) and `qemu-mipsel` (qemu-user).
//! The kernel runs no x32 programs, so that in 64-bit mode the object is linked and no more; its calling convention is checked in the
//! emulator by crosstest.

use std::path::Path;
use std::process::{Command, Output};

use translator::driver::{translate, translate_runtime};
use translator::options::{Isa, OptLevel, Options};

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/link_gcc");

/// Whether gcc can build and link programs with this option.
fn gcc_builds(option: &str, dir: &Path) -> bool {
    let source = dir.join("probe.c");
    std::fs::write(&source, "#include <stdio.h>\nint main(void) { return 0; }\n").expect("the test's directory is writable");
    let built = gcc(option, dir, &[source.as_path()], "probe");
    let ok = built.is_ok_and(|output| output.status.success());
    if !ok {
        println!("skipped: gcc {option} is not installed (Debian: gcc-12-multilib)");
    }
    ok
}

fn gcc(option: &str, dir: &Path, inputs: &[&Path], output: &str) -> std::io::Result<Output> {
    // The headers of the platform's own architecture serve the others where those have no package of their own.
    Command::new("gcc")
        .args([option, "-msse2", "-O1", "-fno-pie", "-no-pie", "-I/usr/include/x86_64-linux-gnu", "-o"])
        .arg(dir.join(output))
        .args(inputs)
        .arg("-lm")
        .output()
}

/// Writes the module's and the runtime's objects and links them with the driver. `runtime` false takes libgcc's and libc's helpers.
fn link(isa: Isa, option: &str, dir: &Path, runtime: bool) -> std::path::PathBuf {
    let options = Options::new(isa, OptLevel::Om1);
    let source = std::fs::read(format!("{SOURCES}/module.ll")).expect("module.ll is part of the test");
    let object = translate(&source, &options).expect("module.ll translates");
    std::fs::write(dir.join("module.o"), object).expect("the test's directory is writable");
    std::fs::write(dir.join("rt.o"), translate_runtime(&options).expect("the runtime translates")).expect("writable");
    let (module, rt, driver) = (dir.join("module.o"), dir.join("rt.o"), Path::new(SOURCES).join("driver.c"));
    let mut inputs = vec![driver.as_path(), module.as_path()];
    if runtime {
        inputs.push(rt.as_path());
    }
    let output = gcc(option, dir, &inputs, "program").expect("gcc starts");
    assert!(output.status.success(), "{isa}: gcc {option} does not link:\n{}", String::from_utf8_lossy(&output.stderr));
    dir.join("program")
}

#[test]
fn i386_objects_link_and_run() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    if !gcc_builds("-m32", dir.path()) {
        return;
    }
    if Command::new(dir.path().join("probe")).status().is_err() {
        println!("skipped: this kernel does not run i386 programs");
        return;
    }
    for runtime in [false, true] {
        let program = link(Isa::X8632, "-m32", dir.path(), runtime);
        let output = Command::new(program).output().expect("the program starts");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "0 failures\n", "own runtime: {runtime}");
        assert!(output.status.success());
    }
}

#[test]
fn x32_objects_link() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    if gcc_builds("-mx32", dir.path()) {
        for runtime in [false, true] {
            link(Isa::X8664, "-mx32", dir.path(), runtime);
        }
    }
}

/// Links with the cross compiler, statically, and runs under user-mode emulation: with the platform's helpers and with the translator's.
#[test]
fn mips_objects_link_and_run() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let dir = dir.path();
    let gcc = |inputs: &[&Path], output: &str| {
        let flags = ["-O1", "-march=mips32r2", "-mfp32", "-static", "-o"];
        Command::new("mipsel-linux-gnu-gcc").args(flags).arg(dir.join(output)).args(inputs).arg("-lm").output()
    };
    let run = |program: &str| Command::new("qemu-mipsel").arg(dir.join(program)).output();
    let source = dir.join("probe.c");
    std::fs::write(&source, "#include <stdio.h>\nint main(void) { return 0; }\n").expect("the test's directory is writable");
    if !gcc(&[&source], "probe").is_ok_and(|output| output.status.success()) || run("probe").is_err() {
        println!("skipped: needs mipsel-linux-gnu-gcc and qemu-mipsel (Debian: gcc-mipsel-linux-gnu, qemu-user)");
        return;
    }
    let options = Options::new(Isa::Mips32, OptLevel::Om1);
    let module = std::fs::read(format!("{SOURCES}/module.ll")).expect("module.ll is part of the test");
    std::fs::write(dir.join("module.o"), translate(&module, &options).expect("module.ll translates")).expect("writable");
    std::fs::write(dir.join("rt.o"), translate_runtime(&options).expect("the runtime translates")).expect("writable");
    let (module, rt, driver) = (dir.join("module.o"), dir.join("rt.o"), Path::new(SOURCES).join("driver.c"));
    for inputs in [&[&driver, &module][..], &[&driver, &module, &rt]] {
        let inputs: Vec<&Path> = inputs.iter().map(|input| input.as_path()).collect();
        let output = gcc(&inputs, "program").expect("gcc starts");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !messages.contains("warning"), "does not link cleanly:\n{messages}");
        let output = run("program").expect("qemu starts");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "0 failures\n", "{} objects", inputs.len());
    }
}

//! Translated objects link with the platform's gcc, and C and translated code call each other with
//! arguments of every type.
//!
//! Needs `gcc -m32` (Debian: gcc-12-multilib) to build and a kernel that runs i386 programs; for
//! ARM and MIPS32 a cross gcc and qemu-user; says what it skipped where they are missing. The
//! kernel runs no x32 programs, so that in 64-bit mode the object is linked and no more; its
//! calling convention is checked in the emulator by crosstest.

mod far;

use std::path::Path;
use std::process::{Command, Output};

use translator::driver::{translate, translate_runtime};
use translator::options::{Isa, OptLevel, Options};
use translator::testing::skipped;

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/link_gcc");

/// A platform: its gcc, and what runs its programs, if not the kernel.
struct Platform {
    isa: Isa,
    gcc: &'static str,
    options: &'static [&'static str],
    /// Debian's package.
    package: &'static str,
    runner: &'static [&'static str],
}

/// Headers of the platform's own architecture serve the others where those have no package of their
/// own.
const HEADERS: &str = "-I/usr/include/x86_64-linux-gnu";
const I386: Platform =
    Platform { isa: Isa::X8632, gcc: "gcc", options: &["-m32", "-msse2", HEADERS], package: "gcc-12-multilib", runner: &[] };
const X32: Platform =
    Platform { isa: Isa::X8664, gcc: "gcc", options: &["-mx32", "-msse2", HEADERS], package: "gcc-12-multilib", runner: &[] };
const ARM: Platform = Platform {
    isa: Isa::Arm32,
    gcc: "arm-linux-gnueabihf-gcc",
    options: &["-march=armv7-a", "-mfpu=neon", "-mfloat-abi=hard"],
    package: "gcc-arm-linux-gnueabihf and qemu-user",
    runner: &["qemu-arm", "-L", "/usr/arm-linux-gnueabihf"],
};

/// Static: qemu-user then needs no library of the platform's. libatomic has the 64-bit atomics.
const MIPS: Platform = Platform {
    isa: Isa::Mips32,
    gcc: "mipsel-linux-gnu-gcc",
    options: &["-march=mips32r2", "-mfp32", "-static"],
    package: "gcc-mipsel-linux-gnu and qemu-user",
    runner: &["qemu-mipsel"],
};

/// Whether gcc can build and link programs for a platform.
fn gcc_builds(platform: &Platform, dir: &Path) -> bool {
    let source = dir.join("probe.c");
    std::fs::write(&source, "#include <stdio.h>\nint main(void) { return 0; }\n").expect("the test's directory is writable");
    let built = gcc(platform, dir, &[source.as_path()], "probe");
    let ok = built.is_ok_and(|output| output.status.success());
    if !ok {
        skipped(format_args!("linking: {} {:?} is not installed (Debian: {})", platform.gcc, platform.options, platform.package));
    }
    ok
}

fn gcc(platform: &Platform, dir: &Path, inputs: &[&Path], output: &str) -> std::io::Result<Output> {
    Command::new(platform.gcc)
        .args(platform.options)
        .args(["-O1", "-fno-pie", "-no-pie", "-o"])
        .arg(dir.join(output))
        .args(inputs)
        .args(if platform.isa == Isa::Mips32 { &["-lm", "-latomic"][..] } else { &["-lm"] })
        .output()
}

/// Writes the module's and the runtime's objects and links them with the driver. `runtime` false
/// takes libgcc's and libc's helpers.
fn link(platform: &Platform, opt: OptLevel, dir: &Path, runtime: bool) -> std::path::PathBuf {
    let options = Options::new(platform.isa, opt);
    let source = std::fs::read(format!("{SOURCES}/module.ll")).expect("module.ll is part of the test");
    let object = translate(&source, &options).expect("module.ll translates");
    std::fs::write(dir.join("module.o"), object).expect("the test's directory is writable");
    std::fs::write(dir.join("rt.o"), translate_runtime(&options).expect("the runtime translates")).expect("writable");
    let (module, rt, driver) = (dir.join("module.o"), dir.join("rt.o"), Path::new(SOURCES).join("driver.c"));
    let mut inputs = vec![driver.as_path(), module.as_path()];
    if runtime {
        inputs.push(rt.as_path());
    }
    let output = gcc(platform, dir, &inputs, "program").expect("gcc starts");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !messages.contains("warning"), "{}: does not link cleanly:\n{messages}", platform.isa);
    dir.join("program")
}

/// The command that runs a program of a platform.
fn command(platform: &Platform, program: &Path) -> Command {
    let Some((runner, args)) = platform.runner.split_first() else { return Command::new(program) };
    let mut command = Command::new(runner);
    command.args(args).arg(program);
    command
}

/// Whether programs can be built and run for a platform.
fn runs(platform: &Platform, dir: &Path) -> bool {
    let runs = gcc_builds(platform, dir) && command(platform, &dir.join("probe")).status().is_ok();
    if !runs {
        skipped(format_args!("running: programs for {} do not run here (Debian: {})", platform.isa, platform.package));
    }
    runs
}

fn objects_link_and_run(platform: &Platform) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    if !runs(platform, dir.path()) {
        return;
    }
    for (opt, runtime) in OptLevel::ALL.into_iter().flat_map(|opt| [(opt, false), (opt, true)]) {
        let program = link(platform, opt, dir.path(), runtime);
        let output = command(platform, &program).output().expect("the program starts");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "0 failures\n", "{} {opt}, own runtime: {runtime}", platform.isa);
        assert!(output.status.success());
    }
}

#[test]
fn i386_objects_link_and_run() {
    objects_link_and_run(&I386);
}

#[test]
fn arm_objects_link_and_run() {
    objects_link_and_run(&ARM);
}

#[test]
fn x32_objects_link() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    if gcc_builds(&X32, dir.path()) {
        for runtime in [false, true] {
            OptLevel::ALL.into_iter().for_each(|opt| _ = link(&X32, opt, dir.path(), runtime));
        }
    }
}

#[test]
fn mips_objects_link_and_run() {
    objects_link_and_run(&MIPS);
}

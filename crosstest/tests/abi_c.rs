//! The calling convention against gcc's and clang's, in the emulator: C that calls translated functions and is called by them, the driver and
//! module of `translator/tests/link_gcc`, for 32-bit mode, for x32, whose programs no kernel here runs, for ARM and for MIPS32.

use std::process::Command;
use std::sync::Arc;

use crosstest::exec::unicorn::{Arm32, Executor, Isa as Unicorn, Mips32, X8632, X8664};
use crosstest::exec::{Config, builtin};
use crosstest::layout::Layout;
use crosstest::load::{Bases, Image, Input, link};
use crosstest::outcome::End;
use crosstest::process::{AddressSpace, Options as RunOptions, run_function};
use crosstest::value::Value;
use translator::driver::{translate, translate_runtime};
use translator::ice::Type;
use translator::options::{Isa, OptLevel, Options};

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../translator/tests/link_gcc");

/// A compiler with what it needs to be told.
struct Compiler {
    command: &'static str,
    options: &'static [&'static str],
}

const GCC_I386: Compiler = Compiler { command: "gcc", options: &["-m32", "-msse2", "-I/usr/include/x86_64-linux-gnu"] };
const GCC_X32: Compiler =
    Compiler { command: "gcc", options: &["-mx32", "-mno-red-zone", "-msse2", "-I/usr/include/x86_64-linux-gnu"] };
/// With useful instructions in delay slots, gcc's `beq` misses its target under Unicorn 2.1.5; qemu-user runs the same object right.
const GCC_MIPS: Compiler = Compiler {
    command: "mipsel-linux-gnu-gcc",
    options: &["-march=mips32r2", "-mfp32", "-mno-abicalls", "-G0", "-fno-delayed-branch"],
};
const GCC_ARM: Compiler =
    Compiler { command: "arm-linux-gnueabihf-gcc", options: &["-marm", "-march=armv7-a", "-mfpu=neon", "-fno-unwind-tables"] };

const CLANG_I386: Compiler = Compiler { command: CLANG, options: &["--target=i386-linux-gnu", "-msse2"] };
const CLANG_X32: Compiler = Compiler { command: CLANG, options: &["--target=x86_64-linux-gnux32", "-mno-red-zone", "-msse2"] };
const CLANG_MIPS: Compiler = Compiler {
    command: CLANG,
    options: &[
        "--target=mipsel-linux-gnu",
        "-march=mips32r2",
        "-mfp32",
        "-mno-abicalls",
        "-G0",
        "-mllvm",
        "-disable-mips-delay-filler",
    ],
};
const CLANG_ARM: Compiler =
    Compiler { command: CLANG, options: &["--target=armv7-linux-gnueabihf", "-marm", "-mfpu=neon", "-fno-unwind-tables"] };
/// Debian 12's; a release of this one knows x32.
const CLANG: &str = "clang-14";

/// The driver as an object, or `None` if there is no such compiler.
fn driver_object(&Compiler { command, options }: &Compiler) -> Option<Vec<u8>> {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let object = dir.path().join("driver.o");
    let flags = ["-DFREESTANDING", "-O1", "-ffreestanding", "-fno-pic", "-fno-pie", "-fno-stack-protector"];
    let compiled = Command::new(command)
        .args(options)
        .args(["-c", "-fno-asynchronous-unwind-tables", "-o"])
        .arg(&object)
        .args(flags)
        .arg(format!("{SOURCES}/driver.c"))
        .output();
    match compiled {
        Ok(output) if output.status.success() => std::fs::read(object).ok(),
        Ok(output) => {
            println!("skipped: {command} {options:?} does not compile:\n{}", String::from_utf8_lossy(&output.stderr));
            None
        }
        Err(error) => {
            println!("skipped: {command}: {error}");
            None
        }
    }
}

fn check<I: Unicorn>(isa: Isa, compiler: &Compiler) {
    let Some(driver) = driver_object(compiler) else { return };
    OptLevel::BUILT.into_iter().for_each(|opt| check_at::<I>(isa, opt, &driver));
}

fn check_at<I: Unicorn>(isa: Isa, opt: OptLevel, driver: &Vec<u8>) {
    let options = Options::new(isa, opt);
    let source = std::fs::read(format!("{SOURCES}/module.ll")).expect("module.ll is part of the test");
    let object = translate(&source, &options).expect("module.ll translates");
    let runtime = translate_runtime(&options).expect("the runtime translates");
    let text = String::from_utf8(source).expect("module.ll is text");
    let (module, _) = translator::text::parse_module(&text, "module.ll").expect("module.ll parses");
    let layout = Layout::of(&module).expect("module.ll is small");
    let image = load(isa, &layout, [("module.o", &object), ("driver.o", driver), ("rt.o", &runtime)]);
    let entry = image.symbol("check").expect("the driver defines check()");
    let mut engine = Executor::<I>::new(Arc::new(image), Config::default()).expect("the emulator starts");
    let run_options = RunOptions { fuel: 10_000_000, ..RunOptions::new(AddressSpace::of(&layout)) };
    let outcome = run_function(&mut engine, entry, &[], Type::I32, run_options).expect("check() can be called");
    assert_eq!(outcome.end, End::Returned, "{isa}");
    assert_eq!(outcome.result, Some(Value::new(Type::I32, 0)), "{isa}: the number of failed checks");
}

fn load(isa: Isa, layout: &Layout, objects: [(&str, &Vec<u8>); 3]) -> Image {
    let bases = Bases {
        text: crosstest::layout::TEXT_BASE,
        rodata: layout.rodata.start,
        data: layout.data.start,
        bss: layout.bss.start,
        other: 0x0800_0000,
    };
    let inputs = objects.map(|(name, bytes)| Input { name, bytes });
    link(isa, &inputs, &bases, &builtin).expect("the objects link")
}

#[test]
fn i386_calls_agree_with_gcc() {
    check::<X8632>(Isa::X8632, &GCC_I386);
}

#[test]
fn i386_calls_agree_with_clang() {
    check::<X8632>(Isa::X8632, &CLANG_I386);
}

#[test]
fn x32_calls_agree_with_gcc() {
    check::<X8664>(Isa::X8664, &GCC_X32);
}

#[test]
fn x32_calls_agree_with_clang() {
    check::<X8664>(Isa::X8664, &CLANG_X32);
}

#[test]
fn o32_calls_agree_with_gcc() {
    check::<Mips32>(Isa::Mips32, &GCC_MIPS);
}

#[test]
fn o32_calls_agree_with_clang() {
    check::<Mips32>(Isa::Mips32, &CLANG_MIPS);
}

#[test]
fn arm_calls_agree_with_gcc() {
    check::<Arm32>(Isa::Arm32, &GCC_ARM);
}

#[test]
fn arm_calls_agree_with_clang() {
    check::<Arm32>(Isa::Arm32, &CLANG_ARM);
}

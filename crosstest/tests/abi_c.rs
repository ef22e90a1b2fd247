//! The calling convention against gcc's and clang's, in the emulator: C that calls translated
//! functions and is called by them, the driver and module of `translator/tests/link_gcc`, for
//! 32-bit mode, for x32, whose programs no kernel here runs, for ARM and for MIPS32.

use crosstest::probes::links::abi::{Driver, compilers};
use translator::options::{Isa, OptLevel, Options};
use translator::testing::skipped;

fn check(isa: Isa, name: &str) {
    let drivers = compilers(isa).map(|compiler| Driver::new(isa, compiler));
    let driver = drivers.into_iter().find(|driver| driver.name() == name).expect("there is one");
    if let Some(why) = driver.missing() {
        return skipped(format_args!("calls with {name} for {isa}: {why}"));
    }
    for opt in OptLevel::ALL {
        driver.check(&Options::new(isa, opt)).unwrap_or_else(|(_, why)| panic!("{isa}/{opt}: {why}"));
    }
}

#[test]
fn i386_calls_agree_with_gcc() {
    check(Isa::X8632, "gcc");
}

#[test]
fn i386_calls_agree_with_clang() {
    check(Isa::X8632, "clang");
}

#[test]
fn x32_calls_agree_with_gcc() {
    check(Isa::X8664, "gcc");
}

#[test]
fn x32_calls_agree_with_clang() {
    check(Isa::X8664, "clang");
}

#[test]
fn o32_calls_agree_with_gcc() {
    check(Isa::Mips32, "gcc");
}

#[test]
fn o32_calls_agree_with_clang() {
    check(Isa::Mips32, "clang");
}

#[test]
fn arm_calls_agree_with_gcc() {
    check(Isa::Arm32, "gcc");
}

#[test]
fn arm_calls_agree_with_clang() {
    check(Isa::Arm32, "clang");
}

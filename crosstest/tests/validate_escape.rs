//! Code that the validator accepts, drawn and mutated at random, does not leave the sandbox in an emulator.
//!
//! `VALIDATE_CASES=100000 cargo test -p crosstest --release --test all validate_escape::` tries more, and `VALIDATE_SEED=2` others.
#![cfg(feature = "emulator")]

use crosstest::validate::escape::{self, Tried};
use translator::options::Isa;
use translator::util::rng::Rng;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Tries cases, each by a seed of its own.
fn stays_inside(isa: Isa) {
    let (cases, seed) = (number("VALIDATE_CASES", 500), number("VALIDATE_SEED", 1));
    let mut tried = Tried::default();
    for case in 0..cases {
        let mut rng = Rng::new(seed << 32 | case);
        let below = &mut |limit: usize| rng.below(limit);
        tried += escape::case(isa, below).unwrap_or_else(|why| panic!("seed {seed}, case {case}: {why}"));
    }
    println!("{isa}: {cases} cases: {tried:?}");
    assert!(tried.instructions > 10 * cases && tried.guarded > cases && tried.left > cases / 10, "{isa}: {tried:?}");
    // On x86-32 the hardware has the guards, and a sequence is for a branch only.
    assert!(tried.pages > cases / 10 && (isa == Isa::X8632 || tried.stopped_by_guards > 0), "{isa}: {tried:?}");
}

#[test]
fn x86_32_stays_inside() {
    stays_inside(Isa::X8632);
}

#[test]
fn x86_64_stays_inside() {
    stays_inside(Isa::X8664);
}

#[test]
fn arm_stays_inside() {
    stays_inside(Isa::Arm32);
}

#[test]
fn mips_stays_inside() {
    stays_inside(Isa::Mips32);
}

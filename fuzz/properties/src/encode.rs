//! Random instructions of each ISA, encoded: independent disassemblers (iced-x86, capstone) and our
//! own decoder read what was meant. The bytes are decisions.
//!
//! The translator's own tests go through every row of the tables with one operand varied at a time;
//! here all vary at once. What is drawn and how texts are compared is the translator's
//! (`isa::*::encode::testing`).

use std::cell::OnceCell;

use arbitrary::Unstructured;
use capstone::Capstone;
use translator::isa::{arm32, mips32, x86};

/// The most instructions of a case.
const MAX_INSTRUCTIONS: usize = 64;

/// Decisions.
pub struct TestCase<'a>(&'a [u8]);

impl<'a> TestCase<'a> {
    /// `None` if there are no decisions.
    pub fn new(data: &'a [u8]) -> Option<Self> {
        (!data.is_empty()).then_some(Self(data))
    }
}

thread_local! {
    /// Disassemblers cost more to make than to use; libFuzzer's entry point takes no state, hence
    /// the thread's storage.
    static ARM: OnceCell<Capstone> = const { OnceCell::new() };
    static MIPS: OnceCell<Capstone> = const { OnceCell::new() };
}

crate::run!();

/// Checks the property.
///
/// # Panics
/// With what went wrong.
pub fn check(case: &TestCase<'_>) {
    let mut bytes = Unstructured::new(case.0);
    for _ in 0..MAX_INSTRUCTIONS {
        if bytes.is_empty() {
            break;
        }
        // When decisions run out, all are 0: every draw ends.
        let mut spent = 0_usize;
        let mut below = |limit: usize| {
            spent += 1;
            let number = bytes.int_in_range(0..=limit.max(1) - 1).unwrap_or(0);
            if bytes.is_empty() { spent % limit.max(1) } else { number }
        };
        match below(4) {
            0 | 1 => x86::encode::testing::Drawn::new(&mut below).check(),
            2 => {
                let inst = arm32::encode::testing::draw(&mut below);
                let problems = ARM.with(|arm| {
                    arm32::encode::testing::problems_of(arm.get_or_init(arm32::encode::testing::disassembler), &inst)
                });
                assert!(problems.is_empty(), "{}", problems.join("\n"));
            }
            _ => {
                let inst = mips32::encode::testing::draw(&mut below);
                MIPS.with(|mips| mips32::encode::testing::check(mips.get_or_init(mips32::encode::testing::disassembler), &inst));
            }
        }
    }
}

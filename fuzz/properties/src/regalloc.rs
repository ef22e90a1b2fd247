//! The allocators, O2's and O0's, on random code of a toy machine: the symbolic checker accepts what comes out, and
//! it does what went in. The bytes are decisions.
//!
//! Two functions go through the same machinery, so that the first could leave a trace in the
//! second; both are allocated under random limits: scarce registers, refused transformations,
//! registers in another order. The machine, its code and its two judges are the translator's own
//! (`translator::regalloc::testing`).

use translator::lir::RegMask;
use translator::liveness::validate::validate;
use translator::regalloc::testing::generate::generate;
use translator::regalloc::testing::toy::RESERVED;
use translator::regalloc::testing::{Chain, Limits, Machinery, local, ranges_of, run as run_code};

/// Decisions for limits.
const LIMIT_BYTES: usize = 6;
/// The most decisions for a function: the checker's work grows with blocks times variables.
const MAX_BYTES: usize = 2000;

/// Limits, and decisions for two functions.
pub struct TestCase<'a> {
    limits: Limits,
    functions: [&'a [u8]; 2],
}

impl<'a> TestCase<'a> {
    /// `None` if there are no decisions.
    pub fn new(data: &'a [u8]) -> Option<Self> {
        let (limits, code) = data.split_first_chunk::<LIMIT_BYTES>()?;
        let [mode, low, high, refuse, seed, other] = *limits;
        // General registers and singles; without scarce ones in half of the cases.
        let scarce = RegMask::from_bits(u64::from(low) | u64::from(high) << 6).without(RESERVED);
        let limits = Limits {
            scarce: if mode & 1 == 0 { scarce } else { RegMask::EMPTY },
            refuse: u32::from(refuse) % 7,
            split_local: mode & 4 != 0,
            split_global: mode & 8 != 0,
            shuffle: (mode & 2 == 0).then(|| u64::from(seed) << 8 | u64::from(other)),
        };
        let (first, second) = code.split_at(code.len() / 2);
        Some(Self { limits, functions: [first, second].map(|bytes| &bytes[..bytes.len().min(MAX_BYTES)]) })
    }
}

crate::run!();

/// Checks the property.
///
/// # Panics
/// With what went wrong.
pub fn check(case: &TestCase<'_>) {
    let mut machinery = Machinery::default();
    for bytes in case.functions {
        let code = generate(bytes);
        let ranges = ranges_of(&code);
        if let Err(problem) = validate(&code, &ranges, true) {
            panic!("live ranges: {problem}\n{:#?}", code.insts);
        }
        let locally = local::allocate(local::copied(&code), case.limits);
        for chain in machinery.allocate(code, ranges, case.limits).into_iter().chain(locally) {
            judge(case, &chain);
        }
    }
}

fn judge(case: &TestCase<'_>, chain: &Chain) {
    if let Err(problem) = chain.check() {
        panic!("the checker: {problem}\n{:?}\n{}", case.limits, chain.show());
    }
    for seed in 0..3 {
        if let Some(difference) = run_code::difference(chain, seed) {
            panic!("the code does something else: {difference}\n{:?}\n{}", case.limits, chain.show());
        }
    }
}

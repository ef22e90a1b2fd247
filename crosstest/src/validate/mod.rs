//! The validator: whether machine code keeps to the rules of Native Client's software fault isolation.
//!
//! In: bytes, and the address where they will run. Out: that the code cannot read, write or jump outside of its sandbox, whatever is in
//! its registers and memory; or every place that breaks a rule, by the rule's number ([`rules`]). It trusts nothing about who made the
//! code and shares no line with the translator. One pass over the bundles, linear in the code: a bundle is decoded from its start, each
//! instruction is looked at with its neighbours of the same bundle, and what direct branches lead to is compared with what was decoded.
//!
//! Why that suffices: code is entered at the start of a bundle (an indirect branch, which the rules mask), or where a direct branch leads
//! (an instruction that the validator saw and that relies on none before it); from there on the processor executes exactly the
//! instructions that were decoded. Each is harmless by itself, or harmless behind the instruction before it, in the same bundle, which no
//! branch separates from it. What the loader has to see to: `crosstest/docs/validator.md`, "What the loader has to see to".
//!
//! Sources: [NACL-SFI-X8664] throughout; [NACL-SFI-ARM] throughout; [NACL-MIPS] throughout; [NACL-X86] section 2 for x86-32; [SEHR-2010] for the
//! reasons of x86-64 and ARM.

mod arm;
pub mod attacks;
#[cfg(feature = "emulator")]
pub mod escape;
mod isa;
mod mips;
pub mod object;
mod pass;
pub mod report;
pub mod rules;
mod text;
mod words;
mod x86;

use translator::options::Isa;

use isa::facts;
use pass::{Mark, Pass};
pub use report::{Summary, Violation, Violations};
pub use rules::Rule;

/// Machine code as it will lie in memory.
#[derive(Copy, Clone, Debug)]
pub struct Code<'a> {
    /// Of which architecture.
    pub isa: Isa,
    /// All that will be executable, in whole bundles.
    pub bytes: &'a [u8],
    /// Where the first byte will lie: a multiple of the bundle.
    pub address: u32,
}

/// Checks linked code: what it consists of, or all that is wrong with it, by ascending addresses.
pub fn validate(code: Code<'_>) -> Result<Summary, Violations> {
    marked(code, &[]).map(|(summary, _)| summary)
}

/// [`validate`] with the offsets, ascending, of the fields of branches that lead to other objects, which are somebody else's to check; and
/// what begins at each byte.
fn marked(code: Code<'_>, outside: &[u32]) -> Result<(Summary, Vec<Mark>), Violations> {
    let mut pass = Pass::new(code, outside);
    (facts(code.isa).check)(&mut pass);
    pass.finish()
}

/// Bytes of a bundle: indirect branches lead to its multiples.
pub const fn bundle(isa: Isa) -> u32 {
    facts(isa).bundle
}

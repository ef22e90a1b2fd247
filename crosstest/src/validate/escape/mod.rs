//! Whether valid code can leave the sandbox after all: it is made at random, mutated, and run in an emulator from random states.
//!
//! In: decisions. Out: what ran, or how it got out. `code` draws code that the validator accepts: pieces of attacks and of their siblings,
//! instructions from the tables and random ones, changed here and there; what a rule refuses becomes a nop, until nothing is refused.
//! `machine` runs it from any state that the runtime's invariants allow, gives memory wherever the sandbox has some, and looks at each
//! instruction and each access.
//!
//! It is an escape if the code reads or writes beyond the sandbox and its guard regions, if it fetches from there or from a place where no
//! bundle starts, if an instruction runs that the validator did not see, or one without the one that it relies on, or if an invariant of
//! the runtime does not hold between sequences ([NACL-SFI-X8664] "Runtime Invariants"; [NACL-SFI-ARM] "Stack Pointer").

mod code;
mod machine;
mod states;

use translator::options::Isa;

/// A source of decisions: a number below its argument.
pub type Below<'b> = &'b mut dyn FnMut(usize) -> usize;

/// States from which the same code is run.
const RUNS: usize = 3;

/// How much was tried.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Tried {
    /// Instructions that ran.
    pub instructions: u64,
    /// Of those, the ones that rely on the one before.
    pub guarded: u64,
    /// Pages that were given because something accessed them.
    pub pages: u64,
    /// Runs that ended with an access to a guard region.
    pub stopped_by_guards: u64,
    /// Indirect branches that led out of the code, to a bundle of the sandbox.
    pub left: u64,
}

impl std::ops::AddAssign for Tried {
    fn add_assign(&mut self, other: Self) {
        self.instructions += other.instructions;
        self.guarded += other.guarded;
        self.pages += other.pages;
        self.stopped_by_guards += other.stopped_by_guards;
        self.left += other.left;
    }
}

/// Draws code, and runs it; an error says how it got out of the sandbox.
pub fn case(isa: Isa, below: Below<'_>) -> Result<Tried, String> {
    let mut tried = Tried::default();
    let Some((code, marks)) = code::draw(isa, below) else { return Ok(tried) };
    for _ in 0..RUNS {
        tried += machine::run(isa, &code, &marks, below).map_err(|why| format!("{isa}: {why}\n{}", code::listing(isa, &code)))?;
    }
    Ok(tried)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::pass::Mark;
    use crate::validate::{attacks, bundle};

    /// Decisions by a linear congruence (Knuth's MMIX).
    fn decisions(mut seed: u64) -> impl FnMut(usize) -> usize {
        move |limit| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((u128::from(seed >> 16 << 16) * limit as u128) >> 64) as usize
        }
    }

    /// Runs code that was not validated, with instructions that begin at the given offsets, until it escapes.
    fn escapes(isa: Isa, code: &[u8], starts: &[usize]) -> Option<String> {
        let len = code.len();
        let mut code = code.to_vec();
        let trap: &[u8] = if matches!(isa, Isa::X8632 | Isa::X8664) { &[0xF4] } else { &[0x0D, 0, 0, 0] };
        while !code.len().is_multiple_of(bundle(isa) as usize) {
            code.push(trap[code.len() % trap.len()]);
        }
        let mut marks = vec![Mark::Nothing; code.len()];
        let traps = (len..code.len()).step_by(trap.len());
        traps.chain(starts.iter().copied()).for_each(|start| marks[start] = Mark::Start);
        (0..200).find_map(|seed| machine::run(isa, &code, &marks, &mut decisions(seed)).err())
    }

    #[test]
    fn the_machine_notices_escapes() {
        let words = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
        let cases: [(Isa, Vec<u8>, &[usize], &str); 13] = [
            // mov %eax, (%rdi); jmp *%rcx; pop %rsp and a nop; mov %rax, %r15 and a nop; jmp . + 3.
            (Isa::X8664, vec![0x89, 0x07], &[0], "accesses 4 bytes"),
            (Isa::X8664, vec![0xFF, 0xE1], &[0], "fetches from"),
            (Isa::X8664, vec![0x5C, 0x90], &[0, 1], "rsp is"),
            (Isa::X8664, vec![0x49, 0x89, 0xC7, 0x90], &[0, 3], "r15 is"),
            (Isa::X8664, vec![0xEB, 0x01, 0x90, 0x90], &[0, 2], "no instruction was validated"),
            (Isa::X8632, vec![0xFF, 0xE1], &[0], "fetches from"),
            // str r1, [r0]; bx r0; mov sp, r0 and a nop; ldr r0, [r9, #8].
            (Isa::Arm32, words(&[0xE580_1000]), &[0], "accesses 4 bytes"),
            (Isa::Arm32, words(&[0xE12F_FF10]), &[0], "fetches from"),
            (Isa::Arm32, words(&[0xE1A0_D000, 0xE320_F000]), &[0, 4], "sp is"),
            (Isa::Arm32, words(&[0xE599_0008]), &[0], "reads 4 bytes of the runtime's"),
            // sw $5, 0($4); jr $4 and a nop; move $15, $4 and a nop.
            (Isa::Mips32, words(&[0xAC85_0000]), &[0], "accesses 4 bytes"),
            (Isa::Mips32, words(&[0x0080_0008, 0]), &[0, 4], "fetches from"),
            (Isa::Mips32, words(&[0x0080_7825, 0]), &[0, 4], "t7 is"),
        ];
        for (isa, code, starts, expected) in cases {
            let why = escapes(isa, &code, starts).unwrap_or_else(|| panic!("{isa}: {expected}: nothing was noticed"));
            assert!(why.contains(expected), "{isa}: {expected}: {why}");
        }
    }

    #[test]
    fn a_guarded_instruction_needs_the_one_before_it() {
        // nop; jmp . - 1 + 32 times nothing: the second bundle's start is guarded, and the jump leads to it.
        let mut code = vec![0x90; 64];
        code[0..2].copy_from_slice(&[0xEB, 30]);
        let mut marks = vec![Mark::Start; 64];
        marks[32] = Mark::Guarded;
        let why = (0..20).find_map(|seed| machine::run(Isa::X8664, &code, &marks, &mut decisions(seed)).err());
        assert!(why.is_some_and(|why| why.contains("runs without the one before it")));
    }

    /// A few hundred cases, of which most make code that does something; `tests/validate_escape.rs` has more.
    #[test]
    fn valid_code_stays_inside() {
        for isa in Isa::ALL {
            assert!(attacks::assembled(isa).len() > 80);
            let mut tried = Tried::default();
            for seed in 0..100 {
                tried += case(isa, &mut decisions(seed)).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
            }
            assert!(tried.instructions > 1000 && tried.guarded > 20 && tried.left > 20, "{isa}: {tried:?}");
        }
    }
}

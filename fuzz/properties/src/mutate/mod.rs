//! libFuzzer's custom mutator and crossover: programs are edited as modules, and exchange
//! functions.
//!
//! In: what the target takes, an input, the room there is, a seed, and libFuzzer's own mutation of
//! bytes. Out: another input in the same place. What is a [`Program`] is edited ([`edits`]) and
//! written as bitcode with its controls; what is none, or does not fit any more, and a share of all
//! others falls back to bytes. Every edited module verifies: an edit that breaks a rule is taken
//! back.
//!
//! A target that takes damaged bitcode, too, gets most of its inputs by bytes: an edit reads,
//! verifies and writes a module, and costs several times what trying the result does.

pub mod edits;
pub mod splice;

use translator::util::rng::Rng;

use crate::Input;
use crate::program::{CONTROLS, MAGIC, Program, one_in};
use edits::Editor;

/// Mutates an input of a target: `size` bytes in a buffer that has room for `max_size`. Returns the
/// new size. `bytes` is libFuzzer's mutation of bytes, with the same arguments and result.
pub fn mutate(
    input: Input,
    data: &mut [u8],
    size: usize,
    max_size: usize,
    seed: u32,
    bytes: impl FnOnce(&mut [u8], usize, usize) -> usize,
) -> usize {
    let mut rng = Rng::new(u64::from(seed));
    let by_module = match (input, data[..size].starts_with(MAGIC)) {
        (Input::Program, true) => !one_in(&mut rng, 8),
        // The generator turns any bytes into a program: those are best mutated as bytes, but for
        // starts from what it made.
        (Input::Program, false) => one_in(&mut rng, 2),
        (_, is_bitcode) => is_bitcode && one_in(&mut rng, 8),
    };
    let edited = if by_module { edited(&data[..size], &mut rng) } else { None };
    match edited.filter(|new| new.len() <= max_size) {
        Some(new) => {
            data[..new.len()].copy_from_slice(&new);
            new.len()
        }
        None => bytes(data, size, max_size),
    }
}

/// An input, edited; `None` if it is no program.
pub fn edited(data: &[u8], rng: &mut Rng) -> Option<Vec<u8>> {
    let mut program = Program::new(data)?;
    if one_in(rng, 4) {
        program.controls[rng.below(CONTROLS)] = rng.next_u64() as u8;
        if one_in(rng, 2) {
            return program.to_bytes();
        }
    }
    let mut editor = Editor::new(&mut program);
    for _ in 0..1 + rng.below(4) {
        editor.edit(rng);
    }
    program.to_bytes()
}

/// Crosses two inputs of a target into `out`; returns the size of what came of it. Two programs
/// give the first one with a function of the second; others the beginning of the first and the end
/// of the second.
pub fn cross(input: Input, first: &[u8], second: &[u8], out: &mut [u8], seed: u32) -> usize {
    let mut rng = Rng::new(u64::from(seed));
    let is_bitcode = first.starts_with(MAGIC) || second.starts_with(MAGIC);
    let by_module = is_bitcode && (input == Input::Program || one_in(&mut rng, 16));
    let crossed = if by_module { splice::crossed(first, second, &mut rng) } else { None };
    match crossed.filter(|new| new.len() <= out.len()) {
        Some(new) => {
            out[..new.len()].copy_from_slice(&new);
            new.len()
        }
        None => {
            let (head, tail) = (&first[..rng.below(first.len() + 1)], &second[rng.below(second.len() + 1)..]);
            let bytes = head.iter().chain(tail);
            out.iter_mut().zip(bytes).map(|(out, byte)| *out = *byte).count()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that the generator makes a program of.
    fn bytes(seed: u64) -> Vec<u8> {
        let mut rng = Rng::new(seed);
        (0..600).map(|_| rng.next_u64() as u8).collect()
    }

    fn bitcode(seed: u64) -> Vec<u8> {
        Program::new(&bytes(seed)).unwrap().to_bytes().unwrap()
    }

    #[test]
    fn a_mutated_program_is_another_program() {
        let mut changed = 0;
        for seed in 0..60 {
            let start = bitcode(u64::from(seed));
            let mut data = vec![0; start.len() + 4000];
            data[..start.len()].copy_from_slice(&start);
            let mut by_bytes = false;
            let max = data.len();
            let size = mutate(Input::Program, &mut data, start.len(), max, seed, |_, size, _| {
                by_bytes = true;
                size
            });
            assert!(by_bytes || Program::new(&data[..size]).is_some_and(|program| program.is_bitcode), "seed {seed}");
            changed += usize::from(!by_bytes && data[..size] != start[..]);
        }
        assert!(changed > 40, "only {changed} of 60 changed");
    }

    /// Damaged bitcode is made by bytes, and module edits keep some of it whole.
    #[test]
    fn most_mutations_of_bitcode_are_of_bytes() {
        let by_bytes = |input: Input| {
            let start = bitcode(5);
            let mutated = (0..200).filter(|&seed| {
                let (mut data, mut called) = (start.clone(), false);
                data.resize(start.len() + 4000, 0);
                let max = data.len();
                mutate(input, &mut data, start.len(), max, seed, |_, size, _| {
                    called = true;
                    size
                });
                called
            });
            mutated.count()
        };
        let (bitcode, program) = (by_bytes(Input::Bitcode), by_bytes(Input::Program));
        assert!((150..195).contains(&bitcode) && (5..50).contains(&program), "{bitcode} and {program} of 200");
    }

    #[test]
    fn what_does_not_fit_falls_back_to_bytes() {
        let start = bitcode(3);
        for seed in 0..20 {
            let (mut data, mut called) = (start.clone(), false);
            let size = mutate(Input::Program, &mut data, start.len(), 40, seed, |_, _, max| {
                called = true;
                max
            });
            assert!(called && size == 40);
        }
    }

    #[test]
    fn crossed_programs_are_programs() {
        let mut programs = 0;
        for seed in 0..40 {
            let (first, second) = (bitcode(u64::from(seed)), bitcode(u64::from(seed) + 100));
            let mut out = vec![0; first.len() + second.len() + 1000];
            let size = cross(Input::Program, &first, &second, &mut out, seed);
            programs += usize::from(out[..size] != first[..] && Program::new(&out[..size]).is_some());
        }
        assert!(programs >= 36, "only {programs} of 40 are other programs");
        let mut out = [0; 10];
        assert!(cross(Input::Program, b"abc", b"defgh", &mut out, 1) <= 8);
    }
}

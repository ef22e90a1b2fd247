//! A second of each property in `cargo test`: seeds, what the mutator makes of them, and random
//! bytes, by a fixed seed.
//!
//! `FUZZ_SECONDS=60 cargo test -p fuzz` goes on for longer, and `FUZZ_SEED=2` elsewhere.

use std::time::{Duration, Instant};

use translator::util::rng::Rng;

use crate::seeds::{Seed, Sources};
use crate::{Input, Target, mutate, target_named};

/// No case may take longer, even on a busy machine in the dev profile: a hang is a finding.
const PATIENCE: Duration = Duration::from_secs(20);

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Some texts for seeds: the whole corpus would take the second that there is.
fn texts() -> Vec<Seed> {
    let text = |name: &str, text: &str| Seed { name: name.into(), bytes: text.into() };
    vec![
        text("control", include_str!("../../../crosstest/corpus/control.ll")),
        text("alloca", include_str!("../../../crosstest/corpus/alloca.ll")),
        text("globals", include_str!("../../../crosstest/corpus/globals.ll")),
    ]
}

/// Damages bytes as libFuzzer would: some of them changed, cut, or repeated.
fn damage(bytes: &mut Vec<u8>, rng: &mut Rng) {
    for _ in 0..1 + rng.below(4) {
        if bytes.is_empty() {
            bytes.push(rng.next_u64() as u8);
            continue;
        }
        let at = rng.below(bytes.len());
        match rng.below(5) {
            0 => bytes[at] = rng.next_u64() as u8,
            1 => bytes[at] ^= 1 << rng.below(8),
            2 => bytes.truncate(at),
            3 => drop(bytes.remove(at)),
            _ => {
                let end = (at + 1 + rng.below(16)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                let to = rng.below(bytes.len());
                bytes.splice(to..to, piece);
            }
        }
    }
}

/// The next input: a seed, as it is or changed.
fn next_input(target: &Target, seeds: &[Seed], rng: &mut Rng) -> Vec<u8> {
    if rng.below(6) == 0 {
        return (0..rng.below(500)).map(|_| rng.next_u64() as u8).collect();
    }
    let mut bytes = seeds[rng.below(seeds.len())].bytes.clone();
    if target.input == Input::Program || (target.input == Input::Bitcode && rng.below(2) == 0) {
        bytes = mutate::edited(&bytes, rng).unwrap_or(bytes);
    }
    if target.input != Input::Program && rng.below(4) > 0 {
        damage(&mut bytes, rng);
    }
    bytes
}

/// Tries a target for a second, or as long as the environment says.
#[track_caller]
fn smoke(name: &str) {
    let target = target_named(name).expect("the test names a target");
    let seeds = Sources::new(texts(), Vec::new()).of(target);
    let mut rng = Rng::new(number("FUZZ_SEED", 1));
    let (started, time) = (Instant::now(), Duration::from_secs(number("FUZZ_SECONDS", 1)));
    let (mut tried, mut cases) = (0_u64, 0_u64);
    while started.elapsed() < time || cases < 3 {
        let input = next_input(target, &seeds, &mut rng);
        let begin = Instant::now();
        cases += u64::from((target.run)(&input));
        tried += 1;
        assert!(begin.elapsed() < PATIENCE, "{name}: a case of {} bytes took {:?}", input.len(), begin.elapsed());
    }
    println!("{name}: {cases} cases of {tried} inputs");
    assert!(cases * 2 > tried, "{name}: only {cases} of {tried} inputs were cases");
}

macro_rules! smokes {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            smoke(stringify!($name));
        })*

        #[test]
        fn every_target_is_tried() {
            let tried = [$(stringify!($name)),*];
            assert_eq!(crate::TARGETS.iter().map(|target| target.name).collect::<Vec<_>>(), tried);
        }
    };
}

smokes!(read text llvm_ir roundtrip differential passes regalloc parallel_moves encode object threads scratch validate_escape);

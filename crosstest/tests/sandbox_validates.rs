//! Generated modules, translated for the sandbox with whatever options: the validator accepts all that comes out.
//!
//! `SANDBOX_CASES=1000000 cargo test -p crosstest --release --test all sandbox_validates:: -- --nocapture` tries more and says every 10,000 how
//! many are done; `SANDBOX_SEED=2` tries others, `SANDBOX_FROM=25971 SANDBOX_CASES=1` one that was named.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crosstest::campaign::{features, generated, varied};
use crosstest::exec::execution::Execution;
use crosstest::job::Target;
use crosstest::subject::Subject;
use crosstest::validate::object;
use rayon::prelude::*;
use translator::options::{Features, Isa, OptLevel};

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number, not {text:?}")))
}

/// What is wrong with a module's code on some architecture; how many instructions there are if nothing is.
fn check(seed: u64, case: u64) -> Result<u64, String> {
    let opt = OptLevel::ALL[case as usize % OptLevel::ALL.len()];
    let generated = generated(seed, case);
    let subject = Subject::new(generated.module, generated.bodies)?;
    let mut instructions = 0;
    for isa in Isa::ALL {
        let execution = Execution { verify: false, ..varied(case, Execution::plain(Target { isa, opt })) };
        let options = execution.options(Features { sandbox: true, ..features(case) });
        assert!(options.features.sandbox, "{execution}");
        let object = subject.translate_as(&options).map_err(|why| format!("{execution}: {why}"))?;
        // A module without functions has no code.
        for part in object::validate(&object, Some(isa)).unwrap_or_default() {
            match part.result {
                Ok(summary) => instructions += summary.instructions,
                Err(violations) => return Err(format!("{execution}: {}:\n{violations}", part.name)),
            }
        }
    }
    Ok(instructions)
}

#[test]
fn modules_validate() {
    let (cases, seed, from) = (number("SANDBOX_CASES", 500), number("SANDBOX_SEED", 1), number("SANDBOX_FROM", 0));
    let done = AtomicU64::new(0);
    let check = |case: u64| {
        let instructions = check(seed, case).unwrap_or_else(|why| panic!("case {case} of seed {seed}: {why}"));
        let done = done.fetch_add(1, Relaxed) + 1;
        if done.is_multiple_of(10_000) {
            println!("{done} modules of {cases}");
        }
        instructions
    };
    let instructions: u64 = (from..from + cases).into_par_iter().map(check).sum();
    assert!(cases < 100 || instructions > cases * 20, "{instructions}");
    println!("{cases} modules, {instructions} instructions");
}

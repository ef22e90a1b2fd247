//! Generated modules, translated for the sandbox with whatever options: the validator accepts all that comes out.
//!
//! `SANDBOX_CASES=1000000 cargo test -p crosstest --release --test sandbox_validates` tries more, and `SANDBOX_SEED=2` others.

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
    let opt = [OptLevel::O2, OptLevel::Om1, OptLevel::O2, OptLevel::O0][case as usize % 4];
    let generated = generated(seed, case);
    let subject = Subject::new(generated.module, generated.bodies)?;
    let mut instructions = 0;
    for isa in Isa::ALL {
        let execution = varied(case, Execution::plain(Target { isa, opt }));
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
    let (cases, seed) = (number("SANDBOX_CASES", 500), number("SANDBOX_SEED", 1));
    let check = |case: u64| check(seed, case).unwrap_or_else(|why| panic!("case {case} of seed {seed}: {why}"));
    let instructions: u64 = (0..cases).into_par_iter().map(check).sum();
    assert!(instructions > cases * 20, "{instructions}");
    println!("{cases} modules, {instructions} instructions");
}

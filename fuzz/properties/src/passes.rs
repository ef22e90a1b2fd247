//! Passes in any order, switched off and out of fuel: the same outcome, of the IR in the
//! interpreter and of the code. The case is a [`Program`] with a function that takes nothing.
//!
//! Every pass over the IR may run at any time and any number of times: what it takes and leaves is
//! a verified function, and what is known of its control flow. After each the verifier looks; in
//! the end the interpreter runs what came out. The code is translated with some of the optional
//! passes switched off, some fuel, the registers in another order and some of them withheld, and
//! verified after each step.

use std::sync::Arc;

use crosstest::campaign::examine::{End, interpret, judge};
use crosstest::compare::Comparison;
use crosstest::isa::facts;
use crosstest::job::{Entry, Target};
use crosstest::subject::Subject;
use translator::analysis::ControlFlow;
use translator::ice::verify::{Level, Verifier};
use translator::ice::{FuncId, Function, Module, print};
use translator::opt::{Fuel, Inlinable, IrPasses};
use translator::options::{OptLevel, Options, Pass, RegisterChoice};
use translator::pipeline::check_options;
use translator::util::rng::Rng;

use crate::differential::with_examiner;
use crate::program::{Program, any_options, one_in, pick};

/// A program, what happens to its IR, and how it is translated.
pub struct TestCase {
    program: Program,
    entry: FuncId,
    order: Vec<Pass>,
    fuel: Option<u64>,
    options: Options,
}

impl TestCase {
    /// `None` for damaged bitcode, and for modules without a function that can be called.
    pub fn new(data: &[u8]) -> Option<Self> {
        let program = Program::new(data)?;
        let entry = program.entry?;
        let mut rng = program.rng();
        let passes: Vec<Pass> = Pass::all().filter(|pass| pass.is_ir()).collect();
        let order = (0..1 + rng.below(10)).map(|_| pick(&mut rng, &passes)).collect();
        let fuel = if one_in(&mut rng, 2) { Some(rng.below(200) as u64) } else { None };
        let opt = if one_in(&mut rng, 8) { OptLevel::Om1 } else { OptLevel::O2 };
        let mut options = any_options(&mut rng);
        // Without a number of its own: what is kept as bytes stays what it was.
        let is_o3 = opt == OptLevel::O2 && options.controls.seed.is_multiple_of(3);
        options.opt = if is_o3 { OptLevel::O3 } else { opt };
        options.controls.registers = withheld(&mut rng, &options);
        Some(Self { program, entry, order, fuel, options })
    }
}

/// Some registers, unless that leaves too few.
fn withheld(rng: &mut Rng, options: &Options) -> RegisterChoice {
    let rarity = 2 + rng.below(6);
    let names = facts(options.isa).withheld.iter().filter(|_| one_in(rng, rarity)).map(|name| (*name).to_string()).collect();
    let choice = RegisterChoice { only: Vec::new(), without: names };
    let mut asked = options.clone();
    asked.controls.registers = choice.clone();
    if check_options(&asked).is_ok() { choice } else { RegisterChoice::default() }
}

crate::run!();

/// Checks the property.
///
/// # Panics
/// With what went wrong.
pub fn check(case: &TestCase) {
    let Program { module, bodies, .. } = &case.program;
    let optimised = optimise(case);
    let entry = Entry::Call(case.entry, Vec::new());
    let subject = |bodies: &[Function]| Subject::new(module.clone(), bodies.to_vec());
    // A module whose globals do not fit cannot be run at all.
    let (Ok(before), Ok(after)) = (subject(bodies), subject(&optimised)) else { return };
    let Ok(reference) = interpret(&before, &entry) else { return };
    let outcome = interpret(&after, &entry).unwrap_or_else(|why| panic!("{:?}, fuel {:?}: {why}", case.order, case.fuel));
    if let Comparison::Differ(differences) = judge(&before, &entry, &reference, &outcome) {
        let text = show(module, &optimised);
        panic!("the IR after {:?}, fuel {:?}: {differences:?}\n{text}", case.order, case.fuel);
    }
    check_code(case);
}

/// Runs the passes over every function.
fn optimise(case: &TestCase) -> Vec<Function> {
    let module = &case.program.module;
    let mut fuel = case.fuel.map_or_else(Fuel::unlimited, Fuel::limited);
    let mut verifier = Verifier::default();
    let (mut passes, mut flow) = (IrPasses::default(), ControlFlow::default());
    passes.inline.bodies = Arc::new(Inlinable::of(module, &case.program.bodies));
    let mut bodies = case.program.bodies.clone();
    for func in &mut bodies {
        flow.forget();
        for &pass in &case.order {
            passes.run(pass, &mut flow, module, func, &mut fuel);
            if let Err(errors) = verifier.function(module, func, Level::Structure) {
                panic!(
                    "after {pass} of {:?}, fuel {:?}: {errors}\n{}",
                    case.order,
                    case.fuel,
                    print::function(func, Some(module))
                );
            }
        }
    }
    bodies
}

fn show(module: &Module, bodies: &[Function]) -> String {
    bodies.iter().map(|body| print::function(body, Some(module)).to_string()).collect()
}

/// Translates under the case's options and compares.
fn check_code(case: &TestCase) {
    let Program { module, bodies, .. } = &case.program;
    let Options { isa, opt, features, ref controls, .. } = case.options;
    let verdict = with_examiner(|examiner| {
        examiner.set_features(features);
        examiner.set_controls(controls.clone());
        let verdict = examiner.examine_on(module, bodies, case.entry, &[Target { isa, opt }]);
        examiner.set_controls(Default::default());
        verdict
    });
    assert_ne!(verdict.end, End::Invalid, "a program is valid: {}", verdict.reference);
    let text: Vec<&str> = verdict.symptoms.iter().map(|symptom| &*symptom.text).collect();
    assert!(text.is_empty(), "{isa}/{opt}, {features:?}, {controls:?}: {}: {}", verdict.reference, text.join("\n"));
}

#[cfg(test)]
mod tests {
    use translator::options::Isa;

    use super::*;

    #[test]
    fn every_register_that_may_be_withheld_exists() {
        for isa in Isa::ALL {
            for name in facts(isa).withheld {
                let mut options = Options::new(isa, OptLevel::O2);
                options.controls.registers.without = vec![(*name).to_string()];
                assert_eq!(check_options(&options), Ok(()), "{isa} {name}");
            }
        }
    }
}

//! The passes over the IR in random orders: generated programs do the same in the interpreter and in the
//! emulator, whatever the order.
//!
//! 200 plans, each with a program and an architecture of its own; the translation is verified after every
//! pass, so that each pass is held to its contract, too. Campaigns and the fuzz targets go on with others.

use crosstest::campaign::examine::Examiner;
use crosstest::exec::link::Runtimes;
use crosstest::generate;
use crosstest::job::Target;
use crosstest::orders;
use translator::options::{Controls, Isa, OptLevel};
use translator::util::rng::Rng;

const PLANS: usize = 200;

#[test]
fn programs_agree_whatever_the_order_of_passes() {
    let targets: Vec<Target> = Isa::ALL.into_iter().map(|isa| Target { isa, opt: OptLevel::O3 }).collect();
    let runtimes = Runtimes::new(&targets).unwrap();
    let mut examiner = Examiner::new(&targets, &runtimes);
    let mut rng = Rng::new(22);
    let mut ran = 0;
    for number in 0..PLANS {
        let plan = orders::random(&mut rng);
        let bytes: Vec<u8> = (0..96).map(|_| rng.next_u64() as u8).collect();
        let program = generate::case(&bytes);
        examiner.set_controls(Controls { plan: Some(plan.clone()), ..Controls::default() });
        let target = targets[number % targets.len()];
        let verdict = examiner.examine_on(&program.module, &program.bodies, program.entry, &[target]);
        let said: Vec<&str> = verdict.symptoms.iter().map(|symptom| &*symptom.text).collect();
        assert!(said.is_empty(), "plan {number}, {target}, -passes={plan}: {}", said.join("\n"));
        ran += verdict.ran.len();
    }
    assert!(ran > PLANS / 2, "only {ran} of {PLANS} programs ran");
}

//! The matrix once more for each way of translating that may change nothing but the code: with the
//! fewest registers, with registers preferred in a random order, without one pass after the other.
//!
//! In: tests and [`Variant`]s. Out: a [`Matrix`] for each variant. The interpreter runs each test
//! once, for all of them.

use rayon::prelude::*;
use translator::driver;
use translator::isa::describe;
use translator::options::{Controls, Isa, OptLevel, Options, Pass, PassSet, RegisterChoice};

use super::{Cell, FailureKind, Matrix, Settings, Source, TestResults, interpret, run_object};
use crate::case::{Case, Plan, Test};
use crate::exec::execution::Execution;
use crate::exec::link::Runtimes;
use crate::job::Target;
use crate::subject::guarded;

/// A way of translating.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// What reports call it: options of `pnacl-sz`.
    pub name: String,
    /// Whether only as many registers may be used as it takes.
    pub fewest: bool,
    /// What else is asked of the passes.
    pub controls: Controls,
}

impl Variant {
    /// A random order of registers.
    pub fn random(seed: u64, fewest: bool) -> Variant {
        let name = format!("-randomize-regalloc -sz-seed={seed}{}", if fewest { " -reg-use=(the fewest)" } else { "" });
        Variant { name, fewest, controls: Controls { randomize_regalloc: true, seed, ..Controls::default() } }
    }

    /// The fewest registers.
    pub fn fewest() -> Variant {
        Variant { name: "-reg-use=(the fewest)".into(), fewest: true, controls: Controls::default() }
    }

    /// Without some passes, and with those that have to be asked for unless they are among them.
    pub fn without(disabled: PassSet, name: &str) -> Variant {
        let asked_for = Controls { besides: Pass::all().filter(|pass| pass.may_run_besides()).collect(), ..Controls::default() };
        let controls = Controls { disabled, ..asked_for };
        let name = format!("-split-local-vars -split-global-vars -schedule-early -disable-pass={name}");
        Variant { name, fewest: false, controls }
    }

    /// With variables split before allocation or after it, and the fewest registers.
    pub fn split(local: bool) -> Variant {
        let name = format!("-split-{}-vars -reg-use=(the fewest)", if local { "local" } else { "global" });
        let pass = if local { Pass::SplitLocal } else { Pass::SplitGlobal };
        let controls = Controls { besides: [pass].into_iter().collect(), ..Controls::default() };
        Variant { name, fewest: true, controls }
    }

    /// The fewest registers; the same with variables split; as many random orders; each pass
    /// switched off, and all of them.
    pub fn all(seeds: u64) -> Vec<Variant> {
        let mut all = vec![Variant::fewest(), Variant::split(true), Variant::split(false)];
        all.extend((0..seeds).map(|seed| Variant::random(seed, seed % 4 == 3)));
        let optional = Pass::all().filter(|pass| pass.is_optional());
        all.extend(optional.map(|pass| Variant::without([pass].into_iter().collect(), pass.name())));
        all.push(Variant::without(PassSet::optional(), "(all)"));
        all
    }

    fn options(&self, isa: Isa, opt: OptLevel) -> Options {
        let mut controls = self.controls.clone();
        if self.fewest {
            let only = describe(isa).fewest_registers.iter().map(ToString::to_string).collect();
            controls.registers = RegisterChoice { only, without: Vec::new() };
        }
        Options { controls, ..Options::new(isa, opt) }
    }
}

/// Runs the tests for each variant in every execution, which are plain ones: what variants change,
/// they do not. `done` is called after each cell, from any thread.
pub fn run(tests: &[Source], variants: &[Variant], settings: &Settings, done: &(dyn Fn() + Sync)) -> Result<Vec<Matrix>, String> {
    let targets: Vec<Target> = settings.executions.iter().map(|execution| execution.target).collect();
    let translated = |variant: &Variant| Runtimes::with(&targets, |target| variant.options(target.isa, target.opt));
    let runtimes: Vec<Runtimes> = variants.par_iter().map(translated).collect::<Result<_, String>>()?;
    let rows = tests.par_iter().map(|source| match source.load(&settings.overrides) {
        Ok(Test::Case(case)) => Ok(run_case(&case, variants, &runtimes, settings, done)),
        Ok(Test::Refused(test)) => Err(format!("{}: it is refused, which no variant changes", test.name)),
        Err(error) => Err(format!("{}: {error}", source.name())),
    });
    let rows: Vec<Vec<TestResults>> = rows.collect::<Result<_, String>>()?;
    let matrix = |index: usize| Matrix {
        executions: settings.executions.clone(),
        rows: rows.iter().map(|variants| variants[index].clone()).collect(),
    };
    Ok((0..variants.len()).map(matrix).collect())
}

/// Runs one test; a row for each variant.
fn run_case(
    case: &Case,
    variants: &[Variant],
    runtimes: &[Runtimes],
    settings: &Settings,
    done: &(dyn Fn() + Sync),
) -> Vec<TestResults> {
    let (reference, outcomes) = interpret(case, settings);
    let rows = variants.par_iter().zip(runtimes).map(|(variant, runtimes)| {
        let cells = settings.executions.par_iter().map(|execution| {
            let cell = run_execution(case, variant, execution, runtimes, settings, &outcomes);
            done();
            cell
        });
        let name = format!("{} {}", case.name, variant.name);
        TestResults::new(name, reference.clone(), cells.collect())
    });
    rows.collect()
}

fn run_execution(
    case: &Case,
    variant: &Variant,
    execution: &Execution,
    runtimes: &Runtimes,
    settings: &Settings,
    outcomes: &super::References,
) -> Cell {
    let target = execution.target;
    if case.plan == Plan::Read || !case.directives.wants(target) {
        return Cell::left_out();
    }
    let options = Options { features: case.subject.features, ..variant.options(target.isa, target.opt) };
    let (module, bodies) = (&case.subject.module, &case.subject.bodies);
    match guarded(|| driver::translate_module(module, bodies, &options).map_err(|error| error.to_string())) {
        Ok(object) => run_object(case, settings, execution, &object, runtimes, outcomes),
        Err(why) => Cell::failed(FailureKind::Error(why)),
    }
}

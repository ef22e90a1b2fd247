//! Examines a module: the interpreter's outcome, every target's, and whether they agree.
//!
//! In: a module with its entry function. Out: a [`Verdict`]. The interpreter runs the module
//! itself; what is translated is what the reader makes of the bitcode that the writer makes of it,
//! so that both are examined, too. Nothing is left behind: an [`Examiner`] keeps emulators, and
//! each starts every run as if it were new. As everywhere, an outcome is not called different
//! before the interpreter has run again with stacks and functions elsewhere.

use std::sync::Arc;

use translator::bitcode;
use translator::ice::verify::{Level, Verifier};
use translator::ice::{FuncId, Function, Module, equality};
use translator::options::{Controls, Features, Options};

use crate::compare::{Comparison, Difference, Extent, show_end};
use crate::exec::RunError;
use crate::exec::emulate::Emulators;
use crate::exec::link::{self, Runtimes};
use crate::exec::llvm::Form;
use crate::exec::other::Other;
use crate::exec::run;
use crate::generate::Generated;
use crate::job::{Entry, Job, Target};
use crate::outcome::{self, Outcome};
use crate::subject::Subject;

/// Instructions that the interpreter may execute; a generated module takes some thousands.
const FUEL: u64 = 400_000;
/// Basic blocks that a target may enter: a division in software takes some hundreds for one
/// instruction.
const BLOCKS: u64 = 40 * FUEL;

/// How a case ended, in the interpreter.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// It is not valid.
    Invalid,
    /// It returned.
    Returned,
    /// It trapped.
    Trapped,
    /// Its behaviour is not defined.
    Undefined,
    /// It ran out of fuel.
    OutOfFuel,
}

/// What is wrong on a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symptom {
    /// The target.
    pub target: Target,
    /// In a few words that are the same for the same mistake: what buckets are made by.
    pub kind: String,
    /// All of it.
    pub text: String,
}

/// What came of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// How it ended in the interpreter.
    pub end: End,
    /// The interpreter's end in words, or why the module is not valid.
    pub reference: String,
    /// The targets on which it ran, by index.
    pub ran: Vec<usize>,
    /// How much was compared.
    pub extent: Extent,
    /// What is wrong.
    pub symptoms: Vec<Symptom>,
}

/// The kind of symptom of a run that does not end.
const ENDLESS: &str = "ran out of fuel";

impl Verdict {
    fn of(end: End, reference: String) -> Verdict {
        Verdict { end, reference, ran: Vec::new(), extent: Extent::default(), symptoms: Vec::new() }
    }

    /// Whether a target ran out of fuel.
    pub fn ran_out_of_fuel(&self) -> bool {
        self.symptoms.iter().any(|symptom| symptom.kind == ENDLESS)
    }
}

/// Runs cases, one after the other.
pub struct Examiner<'r> {
    targets: &'r [Target],
    runtimes: &'r Runtimes,
    emulators: Emulators,
    verifier: Verifier,
    features: Features,
    /// What is asked of the passes; by default nothing.
    controls: Controls,
    /// Who translates, if it is not this project's translator.
    translator: Option<Arc<Other>>,
}

impl<'r> Examiner<'r> {
    /// Examines on these targets.
    pub fn new(targets: &'r [Target], runtimes: &'r Runtimes) -> Self {
        let features = Features::default();
        let controls = Controls::default();
        Self {
            targets,
            runtimes,
            emulators: Emulators::default(),
            verifier: Verifier::default(),
            features,
            controls,
            translator: None,
        }
    }

    /// Lets another translator translate from now on, or this project's again.
    pub fn set_translator(&mut self, translator: Option<Arc<Other>>) {
        self.translator = translator;
    }

    /// Lets translations use optional instructions, or not, from now on.
    pub fn set_features(&mut self, features: Features) {
        self.features = features;
    }

    /// Asks something of the passes from now on: then every translation is verified after each
    /// pass, too.
    pub fn set_controls(&mut self, controls: Controls) {
        self.controls = controls;
    }

    /// Examines a module on every target.
    pub fn examine(&mut self, generated: &Generated) -> Verdict {
        self.examine_on(&generated.module, &generated.bodies, generated.entry, self.targets)
    }

    /// Examines a module on some targets.
    pub fn examine_on(&mut self, module: &Module, bodies: &[Function], entry: FuncId, targets: &[Target]) -> Verdict {
        if let Err(why) = self.verify(module, bodies) {
            return Verdict::of(End::Invalid, why);
        }
        let subject = match Subject::new(module.clone(), bodies.to_vec()) {
            Ok(subject) => subject,
            Err(why) => return Verdict::of(End::Invalid, why),
        };
        let entry = Entry::Call(entry, Vec::new());
        let reference = match interpret(&subject, &entry) {
            Ok(outcome) => outcome,
            Err(why) => return Verdict::of(End::Invalid, why),
        };
        let end = match reference.end {
            outcome::End::Returned | outcome::End::Exited(_) | outcome::End::Deadlock => End::Returned,
            outcome::End::Trapped(_) => End::Trapped,
            outcome::End::Undefined(_) => End::Undefined,
            outcome::End::OutOfFuel => End::OutOfFuel,
        };
        let mut verdict = Verdict::of(end, show_end(&reference.end));
        if matches!(end, End::Undefined | End::OutOfFuel) {
            return verdict;
        }
        let read = match read_back(module, bodies) {
            Ok(read) => read,
            Err(why) => {
                let target = targets.first().copied();
                verdict.symptoms.extend(target.map(|target| Symptom { target, kind: "bitcode".into(), text: why }));
                return verdict;
            }
        };
        for &target in targets {
            if verdict.end == End::Undefined {
                break;
            }
            let index = self.targets.iter().position(|other| *other == target);
            self.run([&subject, &read], &entry, &reference, target, &mut verdict);
            verdict.ran.extend(index);
        }
        verdict
    }

    fn verify(&mut self, module: &Module, bodies: &[Function]) -> Result<(), String> {
        self.verifier.module(module, Level::PnaclAbi).map_err(|errors| errors.to_string())?;
        let mut check = |body| self.verifier.function(module, body, Level::PnaclAbi).map_err(|errors| errors.to_string());
        bodies.iter().try_for_each(&mut check)
    }

    /// Runs the module that was read from bitcode, the second one, and compares with the outcome of
    /// the first.
    fn run(&mut self, subjects: [&Subject; 2], entry: &Entry, reference: &Outcome, target: Target, verdict: &mut Verdict) {
        match self.outcome(subjects[1], entry, reference, target) {
            Err(why) => {
                let kind: String = why.chars().filter(|c| !c.is_ascii_digit()).take(60).collect();
                verdict.symptoms.push(Symptom { target, kind, text: why });
            }
            Ok(other) => match judge(subjects[0], entry, reference, &other) {
                Comparison::Agree(extent) => verdict.extent.add(extent),
                Comparison::Differ(differences) => verdict.symptoms.push(Symptom {
                    target,
                    kind: differences.first().map_or_else(String::new, kind),
                    text: format!("{differences:?}"),
                }),
                Comparison::Incomparable(why) if other.end == outcome::End::OutOfFuel => {
                    verdict.symptoms.push(Symptom { target, kind: ENDLESS.into(), text: why });
                }
                Comparison::Incomparable(why) => (verdict.end, verdict.reference) = (End::Undefined, why),
            },
        }
    }

    fn outcome(&mut self, subject: &Subject, entry: &Entry, reference: &Outcome, target: Target) -> Result<Outcome, String> {
        let controls = self.controls.clone();
        let asked = Options { features: self.features, controls, verify_each: true, ..Options::new(target.isa, target.opt) };
        let object = match &self.translator {
            None => run::translated(subject, target, &asked)?,
            Some(other) => other.translate(subject, (target, Form::Defined), self.features).map_err(|error| match error {
                RunError::NotRun(why) | RunError::Error(why) => why,
            })?,
        };
        let image = link::object(subject, target, &object, self.runtimes)?;
        let options = crate::process::Options { fuel: BLOCKS, ..subject.options() };
        let job = Job { entry: entry.clone(), options, memory: &reference.memory };
        self.emulators.run(subject, target.isa, &image, job)
    }
}

/// The module as it is read from the bitcode that it is written as.
fn read_back(module: &Module, bodies: &[Function]) -> Result<Subject, String> {
    let bytes = bitcode::write_module(module, bodies).map_err(|error| format!("cannot be written: {error}"))?;
    let (read, read_bodies) = bitcode::read_module(&bytes).map_err(|error| format!("cannot be read back: {error}"))?;
    match equality::difference((module, bodies), (&read, &read_bodies)) {
        None => Subject::new(read, read_bodies),
        Some(difference) => Err(format!("changes on the way through bitcode: {difference}")),
    }
}

/// The interpreter's outcome of a module, within the limits of a case.
///
/// # Errors
/// If the interpreter cannot run it.
pub fn interpret(subject: &Subject, entry: &Entry) -> Result<Outcome, String> {
    subject.interpret(entry, limited(subject), 0)
}

fn limited(subject: &Subject) -> crate::process::Options {
    crate::process::Options { fuel: FUEL, ..subject.options() }
}

/// Whether another engine's outcome of a module agrees with the interpreter's
/// ([`Subject::compare`]).
pub fn judge(subject: &Subject, entry: &Entry, reference: &Outcome, other: &Outcome) -> Comparison {
    subject.compare(entry, || limited(subject), reference, other)
}

/// The kind of a difference.
fn kind(difference: &Difference) -> String {
    match difference {
        Difference::End(_, end) => match end {
            outcome::End::Trapped(_) => "traps".into(),
            _ => "ends otherwise".into(),
        },
        Difference::Result(..) => "result".into(),
        Difference::Stream { name, .. } => format!("output to {name}"),
        Difference::Call { .. } => "call".into(),
        Difference::Memory { .. } => "memory".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use translator::ice::{FunctionBuilder, Linkage, Type};
    use translator::options::{Isa, OptLevel};

    #[test]
    fn an_examiner_is_not_impressed_by_what_it_ran_before() {
        let targets = [Isa::X8632, Isa::X8664, Isa::Arm32].map(|isa| Target { isa, opt: OptLevel::Om1 });
        let runtimes = Runtimes::new(&targets).unwrap();
        let mut kept = Examiner::new(&targets, &runtimes);
        for number in 0..25 {
            let generated = super::super::generated(3, number);
            let alone = Examiner::new(&targets, &runtimes).examine(&generated);
            assert_eq!(kept.examine(&generated), alone, "{number}");
        }
    }

    #[test]
    fn what_the_verifier_refuses_is_invalid() {
        let runtimes = Runtimes::new(&[]).unwrap();
        let mut module = Module::new();
        let entry = module.define_func("main", Linkage::Internal, Type::I32, &[]);
        let mut b = FunctionBuilder::new(&mut module, entry);
        b.ret(None);
        let body = b.finish();
        let verdict = Examiner::new(&[], &runtimes).examine_on(&module, &[body], entry, &[]);
        assert_eq!(verdict.end, End::Invalid);
    }
}

//! The interpreter, Om1 and O2 on four ISAs: the same outcome. The case is a [`Program`] with a
//! function that takes nothing.
//!
//! What is compared, and when an outcome counts as different, is `crosstest::campaign::examine`'s
//! page. Programs whose behaviour is not defined, or that do not end, show nothing and are cases
//! all the same: the translator must survive them.

use std::cell::RefCell;

use crosstest::campaign::examine::Examiner;
use crosstest::exec::link::Runtimes;
use crosstest::generate::Generated;
use crosstest::job::Target;
use translator::options::{Features, Isa, OptLevel};

use crate::program::{Program, one_in};

/// A program with its entry.
pub struct TestCase {
    generated: Generated,
    features: Features,
}

impl TestCase {
    /// `None` for damaged bitcode, and for modules without a function that can be called.
    pub fn new(data: &[u8]) -> Option<Self> {
        let program = Program::new(data)?;
        let mut rng = program.rng();
        let features = Features { sse41: one_in(&mut rng, 2), hwdiv_arm: one_in(&mut rng, 2), sandbox: one_in(&mut rng, 4) };
        let Program { module, bodies, entry, .. } = program;
        Some(Self { generated: Generated { module, bodies, entry: entry? }, features })
    }
}

thread_local! {
    /// Emulators cost more to make than to use, so that each thread keeps its own; they forget
    /// everything between two runs. libFuzzer's entry point takes no state, hence the thread's
    /// storage; what it refers to lives as long as the process.
    static EXAMINER: RefCell<Option<Examiner<'static>>> = const { RefCell::new(None) };
}

/// Calls something with this thread's examiner.
pub(crate) fn with_examiner<T>(work: impl FnOnce(&mut Examiner<'static>) -> T) -> T {
    EXAMINER.with_borrow_mut(|kept| {
        let examiner = kept.get_or_insert_with(|| {
            let targets: &'static [Target] = Target::all().leak();
            // `passes` asks for other recipes, too.
            let every: Vec<Target> = Isa::ALL.iter().flat_map(|&isa| OptLevel::ALL.map(|opt| Target { isa, opt })).collect();
            let runtimes = Runtimes::new(&every).unwrap_or_else(|error| panic!("{error}"));
            Examiner::new(targets, Box::leak(Box::new(runtimes)))
        });
        work(examiner)
    })
}

crate::run!();

/// Checks the property.
///
/// # Panics
/// With the first disagreement.
pub fn check(case: &TestCase) {
    let verdict = with_examiner(|examiner| {
        examiner.set_features(case.features);
        examiner.examine(&case.generated)
    });
    let text: Vec<String> =
        verdict.symptoms.iter().map(|symptom| format!("{}: {}: {}", symptom.target, symptom.kind, symptom.text)).collect();
    assert!(text.is_empty(), "the interpreter: {}\n{}", verdict.reference, text.join("\n"));
}

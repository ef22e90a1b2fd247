//! Makes what a campaign found smaller while it shows the symptom.
//!
//! In: a module, its verdict. Out: a smaller module with the same kind of symptom on the same
//! target, and its text. Each candidate of [`mod@crate::reduce`] is interpreted (it has to stay
//! defined) and run on one target. It ends when nothing helps any more or time is up, whichever is
//! first.

use std::cell::RefCell;
use std::time::Duration;

use translator::text;

use super::examine::{End, Examiner, Symptom, Verdict};
use crate::clock;
use crate::generate::Generated;
use crate::reduce::change::Candidate;
use crate::reduce::{self, Oracle, Settings};

/// How long one reduction may take, of the processor.
const PATIENCE: Duration = Duration::from_secs(15);

/// A smaller module.
pub struct Reduced {
    /// The module.
    pub module: Generated,
    /// Its text.
    pub text: String,
    /// What came of it.
    pub verdict: Verdict,
}

/// Keeps the symptom.
struct SameSymptom<'e, 'r> {
    examiner: RefCell<&'e mut Examiner<'r>>,
    symptom: &'e Symptom,
    entry: String,
}

impl SameSymptom<'_, '_> {
    /// Whether a symptom is of the kind that is being reduced. Where a difference shows may change
    /// on the way.
    fn is_same(&self, symptom: &Symptom) -> bool {
        let differs = |symptom: &Symptom| symptom.kind == "result" || symptom.kind == "memory";
        symptom.kind == self.symptom.kind || differs(symptom) && differs(self.symptom)
    }
}

impl Oracle for SameSymptom<'_, '_> {
    fn shows(&self, candidate: &Candidate) -> bool {
        let Some(entry) = candidate.module.func_by_name(&self.entry) else { return false };
        let target = [self.symptom.target];
        let verdict = self.examiner.borrow_mut().examine_on(&candidate.module, &candidate.bodies, entry, &target);
        // A trap is as good as a return, but an invalid module says nothing.
        let defined = matches!(verdict.end, End::Returned | End::Trapped);
        defined && verdict.symptoms.iter().any(|symptom| self.is_same(symptom))
    }

    fn roots(&self) -> Vec<String> {
        vec![self.entry.clone()]
    }
}

/// Reduces a module that shows a symptom; one that does not, or not any more once everything has a
/// name, stays as it is.
pub fn reduce(examiner: &mut Examiner<'_>, generated: &Generated, verdict: &Verdict) -> Reduced {
    let smaller = verdict.symptoms.first().and_then(|symptom| smaller(examiner, generated, symptom));
    let module = smaller.unwrap_or_else(|| Generated {
        module: generated.module.clone(),
        bodies: generated.bodies.clone(),
        entry: generated.entry,
    });
    let text = text::print_module(&module.module, &module.bodies);
    let verdict = examiner.examine(&module);
    Reduced { module, text, verdict }
}

fn smaller(examiner: &mut Examiner<'_>, generated: &Generated, symptom: &Symptom) -> Option<Generated> {
    let entry = generated.module.func_symbol(generated.entry).into_owned();
    let oracle = SameSymptom { examiner: RefCell::new(examiner), symptom, entry: entry.clone() };
    // Other cases keep the other processors busy.
    let end = clock::of_thread() + PATIENCE;
    let settings = Settings { jobs: 1, watch: &|_| clock::of_thread() < end, keep: &|_| Ok(()) };
    let original = Candidate { module: generated.module.clone(), bodies: generated.bodies.clone() };
    let Candidate { module, bodies } = reduce::reduce(original, &oracle, &settings).ok()?.candidate;
    Some(Generated { entry: module.func_by_name(&entry)?, module, bodies })
}

//! Modules of the generator that campaigns use: the first ones of a seed, so that the same are run
//! every time.

use super::Made;
use translator::options::Features;

use crate::campaign;
use crate::case::{CallRun, Case, Expect};
use crate::subject::Subject;

/// How many.
const COUNT: u64 = 300;
/// The campaign's seed.
pub const SEED: u64 = 2026;

/// The suite's modules.
pub fn made() -> Vec<Made> {
    (0..COUNT)
        .map(|number| {
            Made::new(format!("case {number}"), move || {
                let generated = campaign::generated(SEED, number);
                let mut subject = Subject::new(generated.module, generated.bodies)?;
                // Sandboxed code is another suite's: the sizes of this one are written down.
                subject.features = Features { sandbox: false, ..campaign::features(number) };
                let call = CallRun { func: generated.entry, args: Vec::new(), expect: Expect::Anything, line: 0 };
                Ok(Case::made(format!("random/case {number}"), subject, vec![call]))
            })
        })
        .collect()
}

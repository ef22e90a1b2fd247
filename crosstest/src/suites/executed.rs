//! How many instructions the code of the suites' tests executes in the emulator: of each suite for each target at the recipes that
//! optimise. Written down in `crosstest/executed.txt`: an optimisation that is lost may make code neither wrong nor longer.
//!
//! Counted are the program and the runtime's helpers, in all runs whose behaviour no test calls undefined; the counts repeat exactly.

use translator::options::{Isa, OptLevel};

use super::sums::Figure;
use crate::case::{Case, Expect, Plan};
use crate::exec::execution::Execution;
use crate::exec::link::Runtimes;
use crate::exec::{self, emulate};
use crate::job::{Job, Target};
use crate::matrix::{self, Settings};

/// Basic blocks that the longest of a test's runs may enter. Those that have ended by then are counted.
const FUEL: u64 = 200_000;

/// The recipes of which code is counted.
const RECIPES: [OptLevel; 3] = [OptLevel::O0, OptLevel::O2, OptLevel::O3];

/// Instructions, at O0, O2 and O3.
pub fn figure() -> Figure {
    let targets = Isa::ALL.into_iter().flat_map(|isa| RECIPES.map(|opt| Target { isa, opt })).collect();
    Figure { unit: "instructions", targets }
}

/// Instructions that a test's code executes for a target as it comes, from its object; 0 if it is not for that target, or nothing of it
/// is run. What goes wrong executes nothing: others look for that.
///
/// # Errors
/// If the object cannot be linked, or the emulator fails.
pub fn of(case: &Case, target: Target, object: &[u8], runtimes: &Runtimes) -> Result<u64, String> {
    let execution = Execution::plain(target);
    let image = exec::run::image(&case.subject, &execution, object, runtimes)?;
    let settings = Settings::new(Vec::new(), FUEL);
    let jobs = (0..case.runs()).filter(|&index| is_counted(case, index)).map(|index| Job {
        entry: case.entry(index),
        options: matrix::options(case, &settings),
        memory: &[],
    });
    emulate::total(&case.subject, target.isa, &image, jobs)
}

/// Whether a test is for a target and has runs to count.
pub fn is_for(case: &Case, target: Target) -> bool {
    case.plan != Plan::Read && case.directives.wants(target) && (0..case.runs()).any(|index| is_counted(case, index))
}

/// Whether a run may be expected to end.
fn is_counted(case: &Case, index: usize) -> bool {
    !matches!(case.expect(index), Some(Expect::Undefined | Expect::Missing))
}

//! How many instructions the code of the suites' tests executes in the emulator: of each suite for each target at the recipes that
//! optimise. Written down in `crosstest/executed.txt`: an optimisation that is lost may make code neither wrong nor longer.
//!
//! Counted are the program and the runtime's helpers, in all runs whose behaviour no test calls undefined; the counts repeat exactly.

use translator::options::{Isa, OptLevel};

use super::sums::{Figure, Measure};
use crate::case::{Case, Expect, Plan};
use crate::exec;
use crate::exec::emulate::Emulators;
use crate::exec::execution::Execution;
use crate::exec::link::Runtimes;
use crate::job::{Job, Target};
use crate::matrix::{self, Settings};

/// Basic blocks that the longest of a test's runs may enter. Those that have ended by then are counted.
const FUEL: u64 = 200_000;

/// The recipes of which code is counted.
const RECIPES: [OptLevel; 3] = [OptLevel::O0, OptLevel::O2, OptLevel::O3];

/// Instructions, at O0, O2 and O3.
pub struct Instructions {
    figure: Figure,
    runtimes: Runtimes,
}

impl Instructions {
    /// With the runtimes of its targets.
    ///
    /// # Errors
    /// If one cannot be made.
    pub fn new() -> Result<Instructions, String> {
        let targets: Vec<Target> = Isa::ALL.into_iter().flat_map(|isa| RECIPES.map(|opt| Target { isa, opt })).collect();
        let runtimes = Runtimes::new(&targets)?;
        Ok(Instructions { figure: Figure { unit: "instructions", targets }, runtimes })
    }
}

impl Measure for Instructions {
    fn figure(&self) -> &Figure {
        &self.figure
    }

    /// Only what has runs to count.
    fn is_for(&self, case: &Case, target: Target) -> bool {
        case.plan != Plan::Read && case.directives.wants(target) && (0..case.runs()).any(|index| is_counted(case, index))
    }

    /// What goes wrong executes nothing: others look for that.
    fn of(&self, case: &Case, target: Target, object: &[u8], emulators: &mut Emulators) -> Result<u64, String> {
        let image = exec::run::image(&case.subject, &Execution::plain(target), object, &self.runtimes)?;
        let settings = Settings::new(Vec::new(), FUEL);
        let jobs = (0..case.runs()).filter(|&index| is_counted(case, index)).map(|index| Job {
            entry: case.entry(index),
            options: matrix::options(case, &settings),
            memory: &[],
        });
        emulators.count(&case.subject, target.isa, &image, jobs)
    }
}

/// Whether a run may be expected to end.
fn is_counted(case: &Case, index: usize) -> bool {
    !matches!(case.expect(index), Some(Expect::Undefined | Expect::Missing))
}

//! A probe: runs tests or generated modules under a fault until one fails. A process of its own,
//! because what it runs may crash it.
//!
//! In: a fault, a [`Detector`], the processor time that it may take. Out: [`Event`]s, a line each
//! on standard output. Everything is translated on one thread, on which the fault is in force from
//! beginning to end, or on threads that inherit it.

use std::time::Duration;

use translator::faults::{Count, Fault, Plan, Stage};
use translator::options::{Isa, OptLevel, Pass, PassSet};

use crate::clock;
use crate::exec::execution::Execution;
use crate::exec::link::Runtimes;
use crate::job::Target;
use crate::probes::event::{Event, Progress};
use crate::probes::items::{Items, targets};
use crate::probes::links::{Kind, Links};
use crate::probes::modules::Modules;
use crate::probes::suites::Suites;
use crate::probes::{How, first_words};

/// What looks for a fault.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Detector {
    /// The suites and the shared programs.
    Suites,
    /// Generated modules.
    Generator,
    /// Calls between C and translated code.
    Abi,
    /// Programs that the platform's tools link and run.
    Link,
    /// Translations on several threads.
    Threads,
}

impl Detector {
    /// All, in the order of [`Record::findings`](super::Record).
    pub const ALL: [Detector; 5] = [Detector::Suites, Detector::Generator, Detector::Abi, Detector::Link, Detector::Threads];

    /// Its name, on the command line and in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Detector::Suites => "suites",
            Detector::Generator => "generator",
            Detector::Abi => "abi",
            Detector::Link => "links",
            Detector::Threads => "threads",
        }
    }

    /// The detector with this name.
    pub fn from_name(name: &str) -> Option<Detector> {
        Detector::ALL.into_iter().find(|detector| detector.name() == name)
    }
}

/// The seed by which code is diversified if the fault is one of that.
const DIVERSITY: u64 = 1;

/// Runs a probe in this process, which is for nothing else: panics are caught, but not told apart.
pub fn run(fault: Option<Fault>, detector: Detector, time: Duration) -> Result<(), String> {
    let plan = fault.map_or_else(Plan::observing, Plan::of);
    // The tests of a matrix run on the threads of a pool: this one has one.
    let in_force = plan.clone();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).start_handler(move |_| std::mem::forget(in_force.enter()));
    let pool = pool.build().map_err(|error| error.to_string())?;
    let mut probe = Probe { fault, plan, time, items: 0 };
    let found = pool.install(|| probe.look(detector))?;
    probe.at("the end");
    found.unwrap_or(Event::Done).say();
    Ok(())
}

struct Probe {
    fault: Option<Fault>,
    plan: Plan,
    /// How much processor time it may take.
    time: Duration,
    items: u64,
}

/// Where a fault of a recipe that is not among the plain executions can show: as many executions as there are plain ones. What no recipe
/// runs is run by a plan.
fn of_recipe(fault: Fault, recipe: OptLevel) -> Vec<Execution> {
    let plan = match fault.row().stage {
        Stage::Pass(pass) if pass.is_only_in_plans() => {
            Some([Pass::Simplify, Pass::Cfg, pass, Pass::Cfg, Pass::Dce, Pass::Layout].into_iter().collect())
        }
        _ => None,
    };
    let besides = match fault.row().stage {
        Stage::Pass(pass) if pass.may_run_besides() => [pass].into_iter().collect(),
        _ => PassSet::NONE,
    };
    let with = |target| Execution { plan: plan.clone(), besides, ..Execution::plain(target) };
    let of = |isa| [OptLevel::O2, recipe].map(|opt| with(Target { isa, opt }));
    Isa::ALL.into_iter().flat_map(of).collect()
}

impl Probe {
    fn at(&self, item: &str) {
        let count = self.fault.map_or_else(Count::default, |fault| self.plan.count(fault));
        let counts = [count.reached, count.triggered];
        Event::At(item.into(), Progress { items: self.items, counts, time: clock::with_children() }).say();
    }

    /// Looks in one way; what was found.
    fn look(&mut self, detector: Detector) -> Result<Option<Event>, String> {
        let executions = match self.fault {
            Some(fault) if fault.row().stage.is_of_diversity() => Execution::all_diversified(DIVERSITY),
            Some(fault) if fault.row().stage == Stage::Sandbox => Execution::all_sandboxed(),
            Some(fault) => match *fault.row().recipes {
                [recipe @ (OptLevel::O0 | OptLevel::O3)] => of_recipe(fault, recipe),
                _ => Execution::all_plain(),
            },
            None => Execution::all_plain(),
        };
        let sandboxed = executions.iter().all(|execution| execution.features.sandbox);
        let all: Vec<Target> = targets(&executions);
        self.at("the runtime");
        let runtimes = match Runtimes::new(&all) {
            Ok(runtimes) => runtimes,
            Err(why) => return Ok(Some(Event::Found(How::Error, format!("the runtime: {}", first_words(&why))))),
        };
        Ok(match detector {
            Detector::Suites => self.try_all(&mut Suites::new(executions, runtimes)?),
            Detector::Generator => self.try_all(&mut Modules::new(usize::MAX, executions, &all, &runtimes)),
            // Sandboxed code is linked with no other.
            Detector::Abi | Detector::Link | Detector::Threads if sandboxed => None,
            Detector::Abi => self.try_links(Links::new(executions, &[Kind::Abi])?),
            Detector::Link => self.try_links(Links::new(executions, &[Kind::Program])?),
            Detector::Threads => self.try_links(Links::new(executions, &[Kind::Threads])?),
        })
    }

    /// Says what is not installed, and tries the rest.
    fn try_links(&mut self, mut links: Links) -> Option<Event> {
        links.leave_out_missing();
        if !links.skipped().is_empty() {
            Event::Note(vec![links.skipped().join("; ")]).say();
        }
        self.try_all(&mut links)
    }

    /// Tries items until something is wrong, or time is up.
    fn try_all(&mut self, items: &mut dyn Items) -> Option<Event> {
        let all: Vec<usize> = (0..Execution::all_plain().len()).collect();
        for item in 0..items.count() {
            if clock::with_children() >= self.time {
                break;
            }
            let name = items.name(item);
            self.at(&name);
            self.items += 1;
            if let Some((how, place, _)) = items.run(item, &all).into_iter().next() {
                self.at(&name);
                return Some(Event::Found(how, format!("{name}: {place}")));
            }
        }
        None
    }
}

//! A campaign: generated modules, run by the interpreter and on every target, for as long as one
//! likes.
//!
//! In: [`Settings`]. Out: a [`Tally`], bundles of what was found, and a file with the state from
//! which the next campaign goes on.
//!
//! ```text
//! seed, number ─► bytes ─► generate ─► examine (interpreter, each target, compare) ─┬─► tally, coverage
//!                                                                                  └─► reduce ─► findings (buckets, bundles)
//! ```
//!
//! Case `n` of a seed is always the same module, whatever runs it. Workers take cases in chunks;
//! each keeps one emulator of each kind for as long as it lives. Of N shards each takes every N-th
//! chunk, so that the shards of a campaign together run each of its cases once; [`merge`] makes one
//! result of them. A campaign may be killed at any time: files are replaced whole, the state is at
//! most a few seconds old, a finding is filed before the chunk that it is of counts as done, and
//! what a chunk counts is counted when it is done.

pub mod crashes;
pub mod examine;
pub mod findings;
pub mod merge;
pub mod reduce;
pub mod state;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use translator::options::{Controls, Diversity, Features, OptLevel, PassSet};

use crate::axes;
use crate::exec::execution::{Engine, Execution};
use crate::exec::link::Runtimes;
use crate::exec::other::Other;
use crate::generate::Generated;
use crate::generate::coverage::CoverageRows;
pub use crate::generate::{bytes, generated};
use crate::job::Target;
use crate::matrix::Environment;
use crate::orders;
use examine::{End, Examiner, Verdict};
use findings::{Bucket, Finding, Findings};
use state::State;

/// What to do.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The targets.
    pub targets: Vec<Target>,
    /// The translator of other make that is examined, if it is not this project's.
    pub translator: Option<Arc<Other>>,
    /// What the cases are made from.
    pub seed: u64,
    /// Which part of the cases to run, from 1, and of how many parts.
    pub shard: (u64, u64),
    /// How long to go on.
    pub time: Duration,
    /// How many cases to run at most.
    pub cases: u64,
    /// Workers.
    pub jobs: usize,
    /// Where findings and the state go.
    pub dir: PathBuf,
}

impl Settings {
    /// The executions that a case is run in: one for each target.
    pub fn executions(&self) -> Vec<Execution> {
        let engine = self.translator.clone().map_or(Engine::Unicorn, Engine::Other);
        self.targets.iter().map(|&target| Execution { engine: engine.clone(), ..Execution::plain(target) }).collect()
    }

    /// What the state and the table of coverage call these.
    pub fn names(&self) -> Vec<String> {
        let suffix = self.translator.as_ref().map_or_else(String::new, |other| format!("@{}", other.name()));
        self.targets.iter().map(|target| format!("{target}{suffix}")).collect()
    }
}

/// What came of the cases.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Cases run.
    pub cases: u64,
    /// Cases whose module is not valid: a mistake of the generator.
    pub invalid: u64,
    /// Cases that ended by returning.
    pub returned: u64,
    /// Cases that ended in a trap.
    pub trapped: u64,
    /// Cases without defined behaviour.
    pub undefined: u64,
    /// Cases that ran out of fuel, in the interpreter or on a target.
    pub timeouts: u64,
    /// Cases of which more than half of what was compared was Unspecified.
    pub unspecified: u64,
    /// Runs on targets.
    pub runs: u64,
    /// Cases with a disagreement.
    pub disagreements: u64,
}

impl Tally {
    /// The numbers, in the order of the fields: what the state file holds.
    pub fn numbers(&self) -> [u64; 9] {
        let Tally { cases, invalid, returned, trapped, undefined, timeouts, unspecified, runs, disagreements } = *self;
        [cases, invalid, returned, trapped, undefined, timeouts, unspecified, runs, disagreements]
    }

    /// The tally with these numbers.
    pub fn from_numbers(numbers: [u64; 9]) -> Tally {
        let [cases, invalid, returned, trapped, undefined, timeouts, unspecified, runs, disagreements] = numbers;
        Tally { cases, invalid, returned, trapped, undefined, timeouts, unspecified, runs, disagreements }
    }

    pub(crate) fn merge(&mut self, other: &Tally) {
        let sums = std::array::from_fn(|index| self.numbers()[index] + other.numbers()[index]);
        *self = Tally::from_numbers(sums);
    }

    fn count(&mut self, verdict: &Verdict) {
        self.cases += 1;
        match verdict.end {
            End::Invalid => self.invalid += 1,
            End::Returned => self.returned += 1,
            End::Trapped => self.trapped += 1,
            End::Undefined => self.undefined += 1,
            End::OutOfFuel => {}
        }
        self.timeouts += u64::from(verdict.end == End::OutOfFuel || verdict.ran_out_of_fuel());
        self.unspecified += u64::from(verdict.extent.is_mostly_unspecified());
        self.runs += verdict.ran.len() as u64;
        self.disagreements += u64::from(!verdict.symptoms.is_empty());
    }
}

/// The number of cases in a chunk.
const CHUNK: u64 = 32;

/// Everything that workers share.
struct Shared<'s> {
    settings: &'s Settings,
    rows: CoverageRows,
    environment: Environment,
    deadline: Instant,
    progress: Mutex<Progress>,
    findings: Mutex<Findings>,
    notes: crashes::Notes,
    /// Cases that are known to take the emulator down.
    skipped: Vec<u64>,
}

struct Progress {
    state: State,
    /// The first chunk of this shard that no worker has taken.
    next: u64,
    /// How many cases may still be taken.
    left: u64,
    saved: Instant,
    error: Option<String>,
}

/// The optional instructions that a case is translated with: every other case has all of them. Every fifth is sandboxed.
pub fn features(number: u64) -> Features {
    let all = number % 2 == 1;
    Features { sse41: all, hwdiv_arm: all, sandbox: number % 5 == 3 }
}

/// The targets that a case runs on: O0 and O3 in every fourth case, unless these are the only recipes.
pub fn targets_of(number: u64, targets: &[Target]) -> Vec<Target> {
    let is_usual = |target: &Target| OptLevel::USUAL.contains(&target.opt);
    let has_usual = targets.iter().any(is_usual);
    // The same cases for both, so that what is rare comes up on every target in as few cases as may be.
    let is_their_turn = number % 4 == 2;
    targets.iter().copied().filter(|target| !has_usual || is_usual(target) || is_their_turn).collect()
}

/// An execution with what is random in a case: its number is the seed.
pub fn varied(number: u64, plain: Execution) -> Execution {
    if !plain.is_plain() {
        return plain;
    }
    let (seed, diversity) = randomness(number);
    let is_optimised = plain.target.opt >= OptLevel::O2;
    let Controls { plan, besides, .. } = controls(number);
    let (plan, besides) = if is_optimised { (plan, besides) } else { (None, PassSet::NONE) };
    // As each translation of a case is verified, so is what looks at a finding.
    Execution { seed, diversity, plan, besides, verify: true, ..plain }
}

/// What is asked of the translations of a case.
pub fn controls(number: u64) -> Controls {
    let (seed, diversity) = randomness(number);
    Controls { plan: orders::drawn(number), besides: orders::besides(number), ..axes::controls(seed, diversity) }
}

/// The seed and the axes of a case.
fn randomness(number: u64) -> (Option<u64>, Diversity) {
    let diversity = axes::drawn(number);
    ((diversity != Diversity::default()).then_some(number), diversity)
}

/// What a campaign leaves behind, besides its files.
pub struct Report {
    /// The state at its end.
    pub state: State,
    /// How long it took.
    pub elapsed: Duration,
    /// The cases that this campaign ran itself.
    pub ran: u64,
    /// Buckets that this campaign found first, as ready-made regression tests.
    pub tests: Vec<String>,
    /// The buckets, those of earlier campaigns included.
    pub buckets: Vec<Bucket>,
    /// What modules may be made of.
    pub rows: CoverageRows,
}

/// Runs a campaign. `show` gets the progress, about once a second.
pub fn run(settings: &Settings, show: &(dyn Fn(&Tally, usize, f64) + Sync)) -> Result<Report, String> {
    std::fs::create_dir_all(&settings.dir).map_err(|error| format!("{}: {error}", settings.dir.display()))?;
    let rows = CoverageRows::all();
    let state = State::load(settings, &rows)?;
    let (started, next) = (Instant::now(), state.done);
    let shared = Shared {
        settings,
        environment: Environment { runtimes: Runtimes::new(&settings.targets)?, missing: vec![None; settings.targets.len()] },
        deadline: started + settings.time,
        findings: Mutex::new(Findings::load(settings)?),
        notes: crashes::Notes::create(settings)?,
        skipped: crashes::known(settings)?,
        progress: Mutex::new(Progress { left: settings.cases, next, state, saved: started, error: None }),
        rows,
    };
    let before = lock(&shared.progress).state.tally.cases;
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..settings.jobs.max(1))
            .map(|worker| {
                scope.spawn({
                    let shared = &shared;
                    move || work(shared, worker)
                })
            })
            .collect();
        while !workers.iter().all(|worker| worker.is_finished()) {
            std::thread::sleep(Duration::from_millis(200));
            let progress = lock(&shared.progress);
            let rate = (progress.state.tally.cases - before) as f64 / started.elapsed().as_secs_f64();
            show(&progress.state.tally, progress.state.coverage.covered(), rate);
        }
    });
    shared.notes.clear();
    let progress = shared.progress.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    progress.state.save(settings)?;
    if let Some(error) = progress.error {
        return Err(error);
    }
    let findings = shared.findings.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    Ok(Report {
        elapsed: started.elapsed(),
        ran: progress.state.tally.cases - before,
        buckets: progress.state.buckets.clone(),
        state: progress.state,
        tests: findings.into_new_tests(),
        rows: shared.rows,
    })
}

/// What a panic interrupted is still a tally.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Takes chunks until there is no time left.
fn work(shared: &Shared<'_>, worker: usize) {
    let settings = shared.settings;
    let mut examiner = Examiner::new(&settings.targets, &shared.environment.runtimes);
    examiner.set_translator(settings.translator.clone());
    while let Some(chunk) = take_chunk(shared) {
        let mut result = State::new(&shared.rows, settings.targets.len());
        let State { tally, coverage, buckets, .. } = &mut result;
        for number in chunk.cases.clone().filter(|number| !shared.skipped.contains(number)) {
            shared.notes.note(worker, number);
            let generated = generated(settings.seed, number);
            examiner.set_features(features(number));
            examiner.set_controls(controls(number));
            let targets = targets_of(number, &settings.targets);
            let verdict = examiner.examine_on(&generated.module, &generated.bodies, generated.entry, &targets);
            tally.count(&verdict);
            if !verdict.ran.is_empty() {
                let rows = shared.rows.of(&generated.module, &generated.bodies);
                verdict.ran.iter().for_each(|&target| coverage.add(&rows, target));
            }
            if !verdict.symptoms.is_empty() || verdict.end == End::Invalid {
                buckets.extend(report(shared, &mut examiner, number, &generated, &verdict));
            }
        }
        finish_chunk(shared, chunk.number, &result);
    }
}

/// Cases that a worker takes at a time.
struct Chunk {
    /// Its number among those of the shard.
    number: u64,
    cases: std::ops::Range<u64>,
}

fn take_chunk(shared: &Shared<'_>) -> Option<Chunk> {
    let mut progress = lock(&shared.progress);
    while progress.state.finished.contains(&progress.next) {
        progress.next += 1;
    }
    if Instant::now() >= shared.deadline || progress.left == 0 || progress.error.is_some() {
        return None;
    }
    let number = progress.next;
    progress.next += 1;
    progress.left = progress.left.saturating_sub(CHUNK);
    let (index, count) = shared.settings.shard;
    let start = (number.checked_mul(count)?.checked_add(index - 1)?).checked_mul(CHUNK)?;
    Some(Chunk { number, cases: start..start.checked_add(CHUNK)? })
}

/// Counts what came of a chunk, all at once.
fn finish_chunk(shared: &Shared<'_>, number: u64, result: &State) {
    const SAVE_EVERY: Duration = Duration::from_secs(3);
    let mut progress = lock(&shared.progress);
    progress.state.add(result);
    progress.state.finished.push(number);
    while let Some(at) = progress.state.finished.iter().position(|&other| other == progress.state.done) {
        progress.state.finished.swap_remove(at);
        progress.state.done += 1;
    }
    if progress.saved.elapsed() >= SAVE_EVERY {
        progress.saved = Instant::now();
        let saved = progress.state.save(shared.settings);
        progress.error = saved.err().or(progress.error.take());
    }
}

/// Reduces what was found and files it, unless there is enough of its kind already. Gives the
/// bucket, with one case in it.
fn report(
    shared: &Shared<'_>,
    examiner: &mut Examiner<'_>,
    number: u64,
    generated: &Generated,
    verdict: &Verdict,
) -> Option<Bucket> {
    if let Err(bucket) = lock(&shared.findings).wants(verdict) {
        return bucket.map(|name| Bucket { name, count: 1 });
    }
    let reduced = reduce::reduce(examiner, generated, verdict);
    let finding = Finding::of(shared.settings, examiner, &shared.environment, number, verdict, &reduced);
    let filed = lock(&shared.findings).file(shared.settings, number, generated, verdict, &reduced, finding);
    match filed {
        Ok(name) => Some(Bucket { name, count: 1 }),
        Err(error) => {
            lock(&shared.progress).error = Some(error);
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use translator::options::{Isa, OptLevel};

    fn settings(dir: &std::path::Path, cases: u64) -> Settings {
        Settings {
            targets: vec![Target { isa: Isa::X8632, opt: OptLevel::Om1 }],
            translator: None,
            seed: 7,
            shard: (1, 1),
            time: Duration::from_secs(600),
            cases,
            jobs: 2,
            dir: dir.into(),
        }
    }

    #[test]
    fn a_campaign_goes_on_where_the_last_one_ended() {
        let dir = tempfile::tempdir().unwrap();
        let first = run(&settings(dir.path(), 96), &|_, _, _| {}).unwrap();
        assert_eq!((first.ran, first.state.done, first.state.tally.invalid), (96, 3, 0));
        let second = run(&settings(dir.path(), 64), &|_, _, _| {}).unwrap();
        assert_eq!((second.ran, second.state.done, second.state.tally.cases), (64, 5, 160));
        assert!(second.state.coverage.covered() > first.state.coverage.covered());
        let other = Settings { seed: 8, ..settings(dir.path(), 32) };
        assert!(run(&other, &|_, _, _| {}).err().unwrap().contains("seed"), "another campaign's directory is refused");
    }

    /// Chunks that were done before one with a lower number are neither run again nor counted
    /// again.
    #[test]
    fn a_campaign_that_was_killed_goes_on_without_counting_anything_twice() {
        let dir = tempfile::tempdir().unwrap();
        let settings = settings(dir.path(), 64);
        let whole = run(&settings, &|_, _, _| {}).unwrap().state;
        // As if it had been killed in the middle of the first chunk, with the second one done.
        let killed = tempfile::tempdir().unwrap();
        let killed_settings = Settings { dir: killed.path().into(), cases: 32, ..settings.clone() };
        let second = Settings { shard: (2, 2), dir: killed.path().join("second"), ..killed_settings.clone() };
        let state = run(&second, &|_, _, _| {}).unwrap().state;
        State { done: 0, finished: vec![1], ..state }.save(&killed_settings).unwrap();
        let resumed = run(&killed_settings, &|_, _, _| {}).unwrap().state;
        assert_eq!(resumed, whole);
    }

    #[test]
    fn shards_together_are_the_whole_campaign() {
        let dir = tempfile::tempdir().unwrap();
        let whole = run(&Settings { dir: dir.path().join("whole"), ..settings(dir.path(), 128) }, &|_, _, _| {}).unwrap().state;
        let shards: Vec<Settings> = (1..=2)
            .map(|index| Settings { shard: (index, 2), dir: dir.path().join(index.to_string()), ..settings(dir.path(), 64) })
            .collect();
        shards.iter().for_each(|shard| drop(run(shard, &|_, _, _| {}).unwrap()));
        let merged = dir.path().join("merged");
        let dirs: Vec<PathBuf> = shards.iter().map(|shard| shard.dir.clone()).collect();
        for _ in 0..2 {
            let total = merge::merge(&dirs, &merged).unwrap();
            assert_eq!((&total.state.tally, &total.state.coverage), (&whole.tally, &whole.coverage), "merging twice counts once");
        }
        assert_eq!(merge::merge(&[merged.clone(), dirs[0].clone()], &dir.path().join("again")).unwrap().state.tally, whole.tally);
    }

    #[test]
    fn cases_of_a_seed_do_not_depend_on_anything_else() {
        assert_eq!(bytes(1, 5), bytes(1, 5));
        assert_ne!(bytes(1, 5), bytes(1, 6));
        assert_ne!(bytes(1, 5), bytes(2, 5));
    }
}

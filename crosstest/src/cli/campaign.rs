//! `crosstest campaign`: runs a campaign, shows its progress, prints what it found.
//!
//! In: arguments. Out: a line of progress on standard error (once a second at a terminal, else
//! every ten), a summary on standard output with the new findings as tests, and `coverage.txt` in
//! the campaign's directory. The work is done in a child process, so that a crash of the emulator
//! is one finding more.

use std::io::{self, IsTerminal, Write};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use translator::text::print_module;

use super::args::{CampaignAction, CampaignArgs, CampaignMergeArgs};
use super::{USAGE, complain};
use crate::campaign::examine::Examiner;
use crate::campaign::state::State;
use crate::campaign::{self, Report, Settings, Tally, crashes};
use crate::exec::link::Runtimes;
use crate::job::Target;
use crate::report::model::Shard;

/// Runs the command; the exit status.
pub fn main(args: &CampaignArgs) -> u8 {
    if let Some(CampaignAction::Merge(args)) = &args.action {
        return merge(args);
    }
    // O0 and O3 take their turns in some cases, unless recipes are chosen.
    let targets: Vec<Target> = Target::every()
        .into_iter()
        .filter(|target| args.target.is_empty() || args.target.contains(&target.isa))
        .filter(|target| args.opt.is_empty() || args.opt.contains(&target.opt))
        .collect();
    // Panics of the translator are findings and are reported as such.
    std::panic::set_hook(Box::new(|_| {}));
    if let Some(number) = args.case {
        return show_case(&targets, args, number);
    }
    let settings = Settings {
        targets,
        translator: args.translator.clone().map(Arc::new),
        seed: args.seed,
        shard: args.shard.map_or((1, 1), |Shard { index, count }| (index as u64, count as u64)),
        time: Duration::from_secs(args.seconds),
        cases: args.cases,
        jobs: args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)),
        dir: args.dir.clone(),
    };
    if !args.unsupervised {
        return supervise(&settings, args).unwrap_or_else(|message| {
            complain(&message);
            USAGE
        });
    }
    let line = ProgressLine::new();
    let report = campaign::run(&settings, &|tally, covered, rate| line.show(tally, covered, rate));
    line.finish();
    let finished = report.and_then(|report| {
        let names = settings.names();
        let path = settings.dir.join("coverage.txt");
        let text = report.state.coverage.text(&report.rows, &names);
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(report)
    });
    match finished {
        Ok(report) => {
            // With its output closed there is nobody left to tell.
            let _ = io::stdout().write_all(summary(&settings, &report).as_bytes());
            let missing = if args.require_combinations { missing(&report) } else { Vec::new() };
            for row in &missing {
                complain(&format!("never run on every target: {row}"));
            }
            u8::from(!report.tests.is_empty() || report.state.tally.invalid > 0 || !missing.is_empty())
        }
        Err(message) => {
            complain(&message);
            USAGE
        }
    }
}

/// The combinations that were not run on every target.
fn missing(report: &Report) -> Vec<String> {
    let never = |row: &usize| report.state.coverage.least(*row) == 0;
    report.rows.forms().filter(never).map(|row| report.rows.name(row)).collect()
}

/// Makes one result of several campaigns.
fn merge(args: &CampaignMergeArgs) -> u8 {
    let merged = match campaign::merge::merge(&args.dirs, &args.out) {
        Ok(merged) => merged,
        Err(message) => {
            complain(&message);
            return USAGE;
        }
    };
    let State { tally, coverage, buckets, .. } = &merged.state;
    let mut text = format!(
        "{} campaigns: {} cases, {} runs on {}\n{} of {} rows of the coverage table on every target\n",
        merged.parts,
        tally.cases,
        tally.runs,
        merged.targets.join(", "),
        coverage.covered(),
        merged.rows.count()
    );
    for bucket in buckets {
        text += &format!("{:>8}  {}\n", bucket.count, bucket.name);
    }
    let (count, dir) = (buckets.len(), args.out.display());
    text += &format!("{} disagreements in all, {count} buckets; see {dir}\n", tally.disagreements);
    // With its output closed there is nobody left to tell.
    let _ = io::stdout().write_all(text.as_bytes());
    u8::from(tally.disagreements > 0 || tally.invalid > 0)
}

/// Runs the campaign in a process of its own, and in another one when that crashes.
fn supervise(settings: &Settings, args: &CampaignArgs) -> Result<u8, String> {
    let program = std::env::current_exe().map_err(|error| format!("the program itself: {error}"))?;
    let end = Instant::now() + settings.time;
    let mut crashed = false;
    loop {
        let mut child = command(&program, settings);
        let left = end.saturating_duration_since(Instant::now());
        child.args(["--unsupervised", "--seconds", &left.as_secs().to_string(), "--cases", &args.cases.to_string()]);
        if args.require_combinations {
            child.arg("--require-combinations");
        }
        child.arg("--jobs").arg(settings.jobs.to_string()).arg("--dir").arg(&settings.dir);
        let status = child.status().map_err(|error| format!("{}: {error}", program.display()))?;
        if !crashes::crashed(status) {
            let status = status.code().map_or(1, |code| code as u8);
            return Ok(if status == 0 { u8::from(crashed) } else { status });
        }
        crashed = true;
        let cases = crashes::file(settings, status, |case| {
            let mut rerun = command(&program, settings);
            rerun.args(["--case", &case.to_string()]);
            rerun
        })?;
        if cases.is_empty() {
            return Err(format!("the emulator's process ended with {status}, and no case makes it do so again"));
        }
        complain(&format!("the emulator crashed ({status}); see findings/crash-* in {} for {cases:?}", settings.dir.display()));
    }
}

/// A command line with the campaign's seed, targets and translator.
fn command(program: &std::path::Path, settings: &Settings) -> Command {
    let list = |names: Vec<String>| names.join(",");
    let mut command = Command::new(program);
    let (index, count) = settings.shard;
    command.args(["campaign", "--seed", &settings.seed.to_string(), "--shard", &format!("{index}/{count}")]);
    command.args(["--target", &list(settings.targets.iter().map(|target| target.isa.to_string()).collect())]);
    command.args(["--opt", &list(settings.targets.iter().map(|target| target.opt.to_string()).collect())]);
    if let Some(other) = &settings.translator {
        command.args(["--translator", &other.to_string()]);
    }
    command
}

/// Prints one case.
fn show_case(targets: &[Target], args: &CampaignArgs, number: u64) -> u8 {
    let generated = campaign::generated(args.seed, number);
    let mut text = print_module(&generated.module, &generated.bodies);
    let status = match Runtimes::new(targets) {
        Ok(runtimes) => {
            let mut examiner = Examiner::new(targets, &runtimes);
            examiner.set_features(campaign::features(number));
            examiner.set_controls(campaign::controls(number));
            examiner.set_translator(args.translator.clone().map(Arc::new));
            let verdict = examiner.examine(&generated);
            text += &format!("; interpreter: {}\n", verdict.reference);
            for symptom in &verdict.symptoms {
                text += &format!("; {}: {}\n", symptom.target, symptom.text);
            }
            u8::from(!verdict.symptoms.is_empty())
        }
        Err(message) => {
            complain(&message);
            1
        }
    };
    let _ = io::stdout().write_all(text.as_bytes());
    status
}

/// One line that is written over at a terminal, and repeated now and then elsewhere.
struct ProgressLine {
    terminal: bool,
    last: Mutex<Instant>,
}

impl ProgressLine {
    fn new() -> Self {
        Self { terminal: io::stderr().is_terminal(), last: Mutex::new(Instant::now()) }
    }

    fn show(&self, tally: &Tally, covered: usize, rate: f64) {
        let every = Duration::from_secs(if self.terminal { 1 } else { 10 });
        let Ok(mut last) = self.last.lock() else { return };
        if last.elapsed() < every {
            return;
        }
        *last = Instant::now();
        let Tally { cases, disagreements, timeouts, .. } = tally;
        let text =
            format!("{cases} cases, {rate:.0}/s; coverage {covered} rows; {disagreements} disagreements, {timeouts} timeouts");
        let (start, end) = if self.terminal { ("\r\x1b[K", "") } else { ("", "\n") };
        let _ = write!(io::stderr(), "{start}{text}{end}");
    }

    fn finish(&self) {
        if self.terminal {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

fn summary(settings: &Settings, report: &Report) -> String {
    let tally = &report.state.tally;
    let share = |count: u64| 100.0 * count as f64 / tally.cases.max(1) as f64;
    let (rate, workers) = (report.ran as f64 / report.elapsed.as_secs_f64().max(1e-3), settings.jobs.max(1));
    let mut text = String::new();
    for test in &report.tests {
        text += &format!("{test}\n");
    }
    text += &format!(
        "{} cases of seed {} in all, {} of them now: {rate:.1}/s, {:.1}/s for each of {workers} workers\n",
        tally.cases,
        settings.seed,
        report.ran,
        rate / workers as f64,
    );
    text += &format!(
        "valid {:.3} %, returned {:.3} %, trapped {:.3} %, undefined {:.3} %, timeouts {:.3} %, mostly Unspecified {:.3} %\n",
        share(tally.cases - tally.invalid),
        share(tally.returned),
        share(tally.trapped),
        share(tally.undefined),
        share(tally.timeouts),
        share(tally.unspecified),
    );
    let (covered, rows) = (report.state.coverage.covered(), report.rows.count());
    text += &format!("{} runs on targets; {covered} of {rows} rows of the coverage table on every target\n", tally.runs);
    text += &report.state.coverage.summary(&report.rows);
    for bucket in &report.buckets {
        text += &format!("{:>8}  {}\n", bucket.count, bucket.name);
    }
    text += &format!(
        "{} disagreements in all, {} buckets, {} of them new; see {}\n",
        tally.disagreements,
        report.buckets.len(),
        report.tests.len(),
        settings.dir.display()
    );
    text
}

//! Measures a fault: a probe for each detector, in processes of their own, watched until all have
//! found it, or time is up.
//!
//! Once one probe has found a fault, the others have [`GRACE`] of processor time more to find it,
//! too. A probe that crashes or hangs ([`crate::probes::watch`]) has found the fault in its way.

use std::process::Command;
use std::time::Duration;

use translator::faults::{Count, Fault};

use super::Record;
use super::probe::Detector;
use crate::probes::Finding;
use crate::probes::event::Event;
use crate::probes::watch::{Limits, Watched};

/// How much processor time another probe may take after one has found the fault.
const GRACE: Duration = Duration::from_secs(5);
/// How much processor time may pass without news: an item takes some seconds at most.
const SILENCE: Duration = Duration::from_secs(60);
/// How long it waits for news of one probe before it looks at the next.
const PATIENCE: Duration = Duration::from_millis(50);

/// A probe, and what came of it.
struct Running {
    probe: Watched,
    finding: Option<Finding>,
    /// Why there is nothing to be found in this way.
    skipped: Option<String>,
    is_over: bool,
    /// Processor time that it had taken when another one found the fault.
    grace_from: Option<Duration>,
}

impl Running {
    fn start(detector: Detector, fault: Option<Fault>, time: Duration) -> Result<Running, String> {
        let program = std::env::current_exe().map_err(|error| format!("the program itself: {error}"))?;
        let mut command = Command::new(&program);
        command.args(["faults", "--probe", detector.name(), "--seconds", &time.as_secs().to_string()]);
        command.args(fault.into_iter().flat_map(|fault| ["--fault", fault.name()]));
        let probe = Watched::start(command, "", Limits { time, silence: SILENCE })?;
        Ok(Running { probe, finding: None, skipped: None, is_over: false, grace_from: None })
    }

    /// Takes what news there is.
    fn turn(&mut self) {
        match self.probe.next(PATIENCE) {
            Ok(Some(Event::Found(how, by))) => self.finding = Some(Finding { after: self.probe.progress.time, how, by }),
            Ok(Some(Event::Note(fields))) => self.skipped = fields.first().cloned(),
            Ok(_) => {}
            Err(ending) => {
                self.is_over = true;
                self.finding = self.finding.take().or_else(|| self.probe.verdict(&ending));
            }
        }
        if self.grace_from.is_some_and(|from| self.probe.time() > from + GRACE) {
            self.probe.end();
            self.is_over = true;
        }
    }
}

/// Measures one fault, or what comes of none; `time` is the processor time that each probe may
/// take.
pub fn measure(fault: Option<Fault>, detectors: &[Detector], time: Duration) -> Result<Record, String> {
    let started: Result<Vec<Running>, String> = detectors.iter().map(|&detector| Running::start(detector, fault, time)).collect();
    let mut probes = started?;
    while probes.iter().any(|it| !it.is_over) {
        probes.iter_mut().filter(|it| !it.is_over).for_each(Running::turn);
        if probes.iter().any(|it| it.finding.is_some()) {
            for it in &mut probes {
                it.grace_from.get_or_insert(it.probe.time());
            }
        }
    }
    let sum = |of: fn(&Watched) -> u64| probes.iter().map(|it| of(&it.probe)).sum();
    let count = Count { reached: sum(|probe| probe.progress.counts[0]), triggered: sum(|probe| probe.progress.counts[1]) };
    let items = sum(|probe| probe.progress.items);
    let findings = probes.iter_mut().map(|it| it.finding.take()).collect();
    let skipped = probes.iter_mut().filter_map(|it| it.skipped.take()).collect();
    Ok(Record { fault, count, findings, skipped, items, time })
}

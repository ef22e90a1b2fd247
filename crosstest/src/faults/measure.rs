//! Measures a fault: two probes in processes of their own, watched until both have found it, or time is up.
//!
//! Once one probe has found a fault, the other has [`GRACE`] to find it, too. A probe that is killed by a signal of its own making, or
//! from which nothing comes for [`SILENCE`], has found the fault in its way. Processes are ended by their own handles. Times to detection are
//! processor time, so that what else the machine does makes no difference.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use translator::faults::{Count, Fault};

use super::probe::{Detector, Event, Progress};
use super::{Finding, How, Record};
use crate::campaign::crashes::crashed;

/// How long the second probe goes on after the first has found the fault.
const GRACE: Duration = Duration::from_secs(5);
/// How long nothing may come from a probe: an item takes some seconds at most, on a busy machine many times that.
const SILENCE: Duration = Duration::from_secs(120);

/// What came of a probe.
struct Watched {
    detector: Detector,
    child: Child,
    at: String,
    progress: Progress,
    /// When it was last heard of.
    heard: Instant,
    finding: Option<Finding>,
    is_over: bool,
}

impl Watched {
    fn start(detector: Detector, fault: Option<Fault>, time: Duration, events: &Sender<Message>) -> Result<Watched, String> {
        let program = std::env::current_exe().map_err(|error| format!("the program itself: {error}"))?;
        let mut command = Command::new(&program);
        command.args(["faults", "--probe", detector.name(), "--seconds", &time.as_secs().to_string()]);
        command.args(fault.into_iter().flat_map(|fault| ["--fault", fault.name()]));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", program.display()))?;
        if let Some(out) = child.stdout.take() {
            let events = events.clone();
            std::thread::spawn(move || {
                let events_of = BufReader::new(out).lines().map_while(Result::ok).filter_map(|line| line.parse().ok());
                // With the receiver gone the measurement is over.
                let sent = events_of.map(Some).chain([None]).try_for_each(|event| events.send((detector, event)));
                drop(sent);
            });
        }
        let (progress, heard) = (Progress::default(), Instant::now());
        Ok(Watched { detector, child, at: String::new(), progress, heard, finding: None, is_over: false })
    }

    fn note(&mut self, event: Option<Event>) {
        self.heard = Instant::now();
        match event {
            Some(Event::At(at, progress)) => (self.at, self.progress) = (at, progress),
            Some(Event::Found(how, by)) => self.finding = Some(Finding { after: self.progress.time, how, by }),
            Some(Event::Done) => {}
            // Its output has ended, and so has it, or it will at once.
            None => {
                let status = self.child.wait();
                if self.finding.is_none() && status.is_ok_and(crashed) {
                    self.give(How::Crash);
                }
                self.is_over = true;
            }
        }
    }

    fn give(&mut self, how: How) {
        self.finding = Some(Finding { after: self.progress.time, how, by: self.at.clone() });
    }

    /// Ends the process; that it has ended already is all right.
    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.is_over = true;
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        if !self.is_over {
            self.end();
        }
    }
}

type Message = (Detector, Option<Event>);

/// Measures one fault, or what comes of none; `time` is the processor time that each probe may take.
pub fn measure(fault: Option<Fault>, time: Duration) -> Result<Record, String> {
    let (sender, events) = channel();
    let mut probes = Vec::new();
    for detector in Detector::ALL {
        probes.push(Watched::start(detector, fault, time, &sender)?);
    }
    watch(&mut probes, &events);
    let sum = |of: fn(&Progress) -> u64| probes.iter().map(|probe| of(&probe.progress)).sum();
    let count = Count { reached: sum(|progress| progress.count.reached), triggered: sum(|progress| progress.count.triggered) };
    let items = sum(|progress| progress.items);
    let mut findings = probes.iter_mut().map(|probe| probe.finding.take());
    let findings = [findings.next().flatten(), findings.next().flatten()];
    Ok(Record { fault, count, findings, items, time })
}

fn watch(probes: &mut [Watched], events: &Receiver<Message>) {
    let mut first = None;
    while probes.iter().any(|probe| !probe.is_over) {
        match events.recv_timeout(Duration::from_millis(100)) {
            Ok((detector, event)) => {
                probes.iter_mut().filter(|probe| probe.detector == detector).for_each(|probe| probe.note(event.clone()));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        if first.is_none() && probes.iter().any(|probe| probe.finding.is_some()) {
            first = Some(Instant::now());
        }
        for probe in probes.iter_mut().filter(|probe| !probe.is_over) {
            if probe.heard.elapsed() > SILENCE {
                probe.give(How::Hang);
                probe.end();
            } else if first.is_some_and(|first: Instant| first.elapsed() > GRACE) {
                probe.end();
            }
        }
    }
}

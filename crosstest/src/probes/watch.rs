//! Watches a probe: a process that tells [`Event`]s, in a group of its own with what it starts.
//!
//! It hangs if it takes [`Limits::silence`] of processor time without news, or if it is found
//! `STILL` times in a row with every thread asleep and no processor time taken: on a loaded machine
//! a process that could go on waits for a processor, and does not sleep.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::cpu::{self, Usage};
use super::event::{Event, Progress};
use super::{Finding, How};
use crate::campaign::crashes::crashed;

/// How often a probe's processor time is looked at.
const INTERVAL: Duration = Duration::from_millis(200);
/// How often in a row a probe that sleeps may be seen to have done nothing.
const STILL: u32 = 150;

/// How much processor time a probe may take.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// In all. It keeps to that itself; this is when it is ended if it does not.
    pub time: Duration,
    /// Between two events.
    pub silence: Duration,
}

/// How a watched process ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By itself.
    Exited(ExitStatus),
    /// It was ended, because it hung.
    Hung,
    /// It was ended, because its time was up or the parent had what it looked for.
    Stopped,
}

/// A probe.
pub struct Watched {
    child: Child,
    events: Receiver<Event>,
    limits: Limits,
    /// What it was last at.
    pub at: String,
    /// How far it was then.
    pub progress: Progress,
    /// Processor time that it had taken when it was last heard of.
    heard: Duration,
    usage: Usage,
    still: u32,
    looked: Instant,
    is_over: bool,
}

impl Watched {
    /// Starts a process whose output is events; `input` is what it reads.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(mut command: Command, input: &str, limits: Limits) -> Result<Watched, String> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", command.get_program().display()))?;
        let (sender, events) = channel();
        if let Some(out) = child.stdout.take() {
            std::thread::spawn(move || {
                let events = BufReader::new(out).lines().map_while(Result::ok).filter_map(|line| line.parse().ok());
                // With the receiver gone the rest is not read.
                let _ = events.map(|event| sender.send(event)).take_while(Result::is_ok).count();
            });
        }
        if let Some(mut to) = child.stdin.take() {
            let input = input.to_string();
            // A probe that ends before it has read all is noticed otherwise.
            std::thread::spawn(move || drop(to.write_all(input.as_bytes())));
        }
        let now = Instant::now();
        Ok(Watched {
            child,
            events,
            limits,
            at: String::new(),
            progress: Progress::default(),
            heard: Duration::ZERO,
            usage: Usage::default(),
            still: 0,
            looked: now,
            is_over: false,
        })
    }

    /// The next event; none once it has ended, with how. Blocks until there is one or `patience`
    /// (wall time) has passed, which gives `Ok(None)`.
    pub fn next(&mut self, patience: Duration) -> Result<Option<Event>, Ending> {
        let until = Instant::now() + patience;
        loop {
            let wait = INTERVAL.min(until.saturating_duration_since(Instant::now()));
            match self.events.recv_timeout(wait) {
                Ok(event) => {
                    if let Event::At(at, progress) = &event {
                        (self.at, self.progress) = (at.clone(), *progress);
                    }
                    self.still = 0;
                    // Known no better than when it was last looked at, which is earlier: it may
                    // hang a little longer.
                    self.heard = self.heard.max(self.usage.time);
                    return Ok(Some(event));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.is_over = true;
                    return Err(self.child.wait().map_or(Ending::Stopped, Ending::Exited));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.looked.elapsed() >= INTERVAL && self.look() {
                self.end();
                return Err(Ending::Hung);
            }
            if Instant::now() >= until {
                return Ok(None);
            }
        }
    }

    /// Processor time that it has taken, as far as it is known.
    pub fn time(&self) -> Duration {
        self.usage.time.max(self.progress.time)
    }

    /// Whether it hangs, by its processor time.
    fn look(&mut self) -> bool {
        self.looked = Instant::now();
        let usage = cpu::of_group(self.child.id());
        self.still = if usage.is_busy || usage.time != self.usage.time { 0 } else { self.still + 1 };
        self.usage = usage;
        let silent = usage.time.saturating_sub(self.heard.max(self.progress.time));
        silent > self.limits.silence || usage.time > self.limits.time + self.limits.silence || self.still > STILL
    }

    /// The rest of its events, and how it ended.
    pub fn finish(&mut self, mut each: impl FnMut(Event)) -> Ending {
        loop {
            match self.next(INTERVAL) {
                Ok(Some(event)) => each(event),
                Ok(None) => {}
                Err(ending) => return ending,
            }
        }
    }

    /// What an ending says by itself: that it crashed or hung.
    pub fn verdict(&self, ending: &Ending) -> Option<Finding> {
        let how = match ending {
            Ending::Exited(status) if crashed(*status) => How::Crash,
            Ending::Hung => How::Hang,
            _ => return None,
        };
        Some(Finding { after: self.progress.time, how, by: self.at.clone() })
    }

    /// Ends the process and what it has started; that it has ended already is all right.
    pub fn end(&mut self) {
        if !self.is_over {
            // SAFETY: `kill` touches no memory. The child has not been waited for, so that its
            // number is still its own.
            unsafe { libc::kill(-(self.child.id() as libc::pid_t), libc::SIGKILL) };
            let _ = self.child.wait();
            self.is_over = true;
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.end();
    }
}

/// Limits what this process, which is a probe, may take: memory, so that a loop that allocates
/// fails here and not on others; no core files; and no longer a life than that of the thread that
/// started it.
pub fn limit_self(memory: u64) {
    // SAFETY: with these arguments the call changes a property of this process and touches no
    // memory.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    for (resource, most) in [(libc::RLIMIT_AS, memory), (libc::RLIMIT_CORE, 0)] {
        let limit = libc::rlimit { rlim_cur: most, rlim_max: most };
        // SAFETY: `limit` is a valid structure. That a limit cannot be set is no reason not to run.
        unsafe { libc::setrlimit(resource, &raw const limit) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, silence: u64) -> Watched {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let limits = Limits { time: Duration::from_secs(5), silence: Duration::from_millis(silence) };
        Watched::start(command, "seven\n", limits).unwrap()
    }

    #[test]
    fn events_come_through_and_endings_are_told_apart() {
        let mut probe = shell("read word; printf 'at\\t%s\\t1\\t0\\t0\\t30\\n' $word; kill -SEGV $$", 1000);
        let mut events = Vec::new();
        let ending = probe.finish(|event| events.push(event));
        assert_eq!(events.len(), 1);
        let found = probe.verdict(&ending).unwrap();
        assert_eq!((found.how, found.by.as_str(), found.after), (How::Crash, "seven", Duration::from_millis(30)));
        let mut probe = shell("exit 0", 1000);
        let ending = probe.finish(drop);
        assert_eq!(probe.verdict(&ending), None);
    }

    #[test]
    fn a_loop_without_news_is_a_hang_after_so_much_processor_time() {
        let mut probe = shell("printf 'at\\tx\\t1\\t0\\t0\\t0\\n'; while :; do :; done", 300);
        let ending = probe.finish(drop);
        assert_eq!(ending, Ending::Hung);
        assert!(probe.usage.time >= Duration::from_millis(300), "{:?}", probe.usage);
    }

    #[test]
    fn a_process_that_could_go_on_does_not_hang_however_long_it_waits_for_a_processor() {
        let mut probe = shell("while :; do :; done", 100_000);
        // SAFETY: `kill` touches no memory; the child is this test's own. Stopped, it gets no
        // processor, as on a machine that has none to spare.
        unsafe { libc::kill(-(probe.child.id() as libc::pid_t), libc::SIGSTOP) };
        for _ in 0..5 {
            std::thread::sleep(INTERVAL);
            assert!(!probe.look());
        }
        probe.end();
    }
}

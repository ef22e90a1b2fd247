//! Commands of the user: run by the shell, for a limited time.
//!
//! In: a command line, further arguments, a time limit. Out: how it ended, and what it printed. The
//! command and everything that it started is a process group, and is killed as one when its time is
//! up. A test's exit status means what it means to `git bisect run`: 0 good, 125 cannot tell, any
//! other one up to 127 bad; a signal or a higher status is no answer.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read, Seek};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How long to sleep between two looks at a running command, at first and at most.
const NAPS: [Duration; 2] = [Duration::from_micros(200), Duration::from_millis(20)];

/// How a command ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Its exit status; `None` if its time was up.
    pub status: Option<ExitStatus>,
    /// What it wrote to standard output and standard error.
    pub output: String,
}

impl Ended {
    /// Whether it succeeded.
    pub fn succeeded(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }

    /// Whether a test is good, by what it says; `None` if it cannot tell.
    pub fn is_good(&self) -> Option<bool> {
        match self.status.and_then(|status| status.code()) {
            Some(0) => Some(true),
            Some(code @ 1..=127) if code != 125 => Some(false),
            _ => None,
        }
    }

    /// How it ended, in words.
    pub fn describe(&self) -> String {
        match self.status {
            None => "took too long".into(),
            Some(status) => match (status.code(), status.signal()) {
                (Some(code), _) => format!("exited with status {code}"),
                (_, Some(signal)) => format!("was killed by signal {signal}"),
                _ => "ended".into(),
            },
        }
    }

    /// The last lines of its output, for messages.
    pub fn tail(&self) -> String {
        let lines: Vec<&str> = self.output.lines().collect();
        lines[lines.len().saturating_sub(5)..].join("\n")
    }
}

/// Runs a shell command with further arguments and variables of its environment.
pub fn run(command: &str, args: &[&OsStr], env: &[(&str, &OsStr)], limit: Duration) -> Result<Ended, String> {
    let fail = |error: std::io::Error| format!("cannot run `{command}`: {error}");
    let mut output = tempfile::tempfile().map_err(fail)?;
    let mut shell = Command::new("sh");
    let script = if args.is_empty() { command.to_string() } else { format!("{command} \"$@\"") };
    shell.arg("-c").arg(script).arg("sh").args(args).envs(env.iter().copied());
    let (out, err) = (output.try_clone().map_err(fail)?, output.try_clone().map_err(fail)?);
    shell.stdin(Stdio::null()).stdout(out).stderr(err).process_group(0);
    let child = shell.spawn().map_err(fail)?;
    let status = wait(child, limit).map_err(fail)?;
    Ok(Ended { status, output: read(&mut output).map_err(fail)? })
}

/// Waits for a process; kills its group when its time is up.
fn wait(mut child: Child, limit: Duration) -> std::io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut nap = NAPS[0];
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() >= limit {
            // The group's number is the child's, which has not been waited for: no other group has
            // it yet.
            let group = format!("-{}", child.id());
            let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
            let _ = child.kill();
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(nap);
        nap = (nap * 2).min(NAPS[1]);
    }
}

fn read(file: &mut File) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.take(1 << 20).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: u64) -> Ended {
        run(script, &[OsStr::new("an argument")], &[("V", OsStr::new("v"))], Duration::from_millis(limit)).unwrap()
    }

    #[test]
    fn exit_statuses_are_those_of_git_bisect() {
        for (status, answer) in [(0, Some(true)), (1, Some(false)), (127, Some(false)), (125, None), (128, None)] {
            assert_eq!(shell(&format!("exit {status};"), 10_000).is_good(), answer);
        }
        assert_eq!(shell("kill -SEGV $$;", 10_000).is_good(), None);
    }

    #[test]
    fn arguments_and_environment_arrive_and_output_comes_back() {
        let ended = shell("echo $V; echo", 10_000);
        assert!(ended.succeeded());
        assert_eq!(ended.output, "v\nan argument\n");
    }

    #[test]
    fn what_hangs_is_killed_with_everything_that_it_started() {
        let start = Instant::now();
        let ended = shell("sleep 60 & sleep 60;", 100);
        assert_eq!((ended.status, ended.is_good()), (None, None));
        assert!(start.elapsed() < Duration::from_secs(20) && ended.describe() == "took too long");
    }
}

//! The processor time of other processes, from Linux's `/proc`.

use std::time::Duration;

/// What the processes of a group have taken so far, and whether any of them could go on if it got a
/// processor.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Usage {
    /// Processor time of those that there are, and of their children that have ended.
    pub time: Duration,
    /// Whether some thread runs, waits for a processor or a disk, or was stopped from outside: a
    /// group in which none does waits for something that may never come.
    pub is_busy: bool,
}

/// The usage of a process group; nothing if it has no processes.
pub fn of_group(group: u32) -> Usage {
    let mut usage = Usage::default();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let is_process = entry.file_name().to_string_lossy().bytes().all(|byte| byte.is_ascii_digit());
        let Some(stat) = is_process.then(|| std::fs::read_to_string(entry.path().join("stat")).ok()).flatten() else { continue };
        let Some(stat) = Stat::parse(&stat).filter(|stat| stat.group == group) else { continue };
        usage.time += stat.time;
        usage.is_busy |= threads_are_busy(&entry.path());
    }
    usage
}

fn threads_are_busy(process: &std::path::Path) -> bool {
    let threads = std::fs::read_dir(process.join("task")).into_iter().flatten().flatten();
    let stats = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("stat")).ok());
    stats.filter_map(|stat| Stat::parse(&stat)).any(|stat| matches!(stat.state, 'R' | 'D' | 'T'))
}

/// What is needed of a line of `/proc/PID/stat` (proc_pid_stat(5)).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Stat {
    state: char,
    group: u32,
    time: Duration,
}

impl Stat {
    fn parse(line: &str) -> Option<Stat> {
        // The name, in parentheses, may hold anything.
        let (_, rest) = line.rsplit_once(')')?;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
        // utime, stime, cutime, cstime: fields 14 to 17 of the line, counted from 1.
        let ticks: u64 = (11..15).filter_map(number).sum();
        Some(Stat {
            state: fields.first()?.chars().next()?,
            group: number(2)? as u32,
            // USER_HZ is 100 on every Linux that there is.
            time: Duration::from_millis(ticks * 10),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};

    #[test]
    fn a_line_is_read_whatever_the_name_is() {
        let line = "42 (a) b) R 1 77 77 0 -1 4194304 1 2 3 4 150 50 7 3 20 0 1 0";
        assert_eq!(Stat::parse(line), Some(Stat { state: 'R', group: 77, time: Duration::from_millis(2100) }));
        assert_eq!(Stat::parse("nonsense"), None);
    }

    #[test]
    fn sleeping_takes_no_time_and_working_does() {
        let start = |script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]).stdin(Stdio::null()).process_group(0).spawn().unwrap()
        };
        let mut sleeps = start("sleep 1000");
        let mut works = start("while :; do :; done");
        let wanted = Duration::from_millis(200);
        while of_group(works.id()).time < wanted {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(of_group(works.id()).is_busy);
        let slept = of_group(sleeps.id());
        assert!(slept.time < wanted, "{slept:?}");
        for child in [&mut sleeps, &mut works] {
            // SAFETY: `kill` touches no memory; the group is the child's own.
            unsafe { libc::kill(-(child.id() as i32), libc::SIGKILL) };
            child.wait().unwrap();
        }
        assert_eq!(of_group(works.id()), Usage::default());
    }
}

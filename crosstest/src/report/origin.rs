//! Where a report comes from: what it takes to make it again, and to tell it from others.
//!
//! In: the executions of a run, and the command line. Out: [`Origin`]: the commit, the host, the
//! tools with their versions, when it started and how long it took. What cannot be found out is
//! left out.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use chrono::{DateTime, FixedOffset, SecondsFormat, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::exec::execution::{Engine, Execution};
use crate::exec::{child, llvm, unicorn};
use crate::{repository, shell};

/// Where a report comes from.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The commit that is checked out in the repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Whether a file of the repository differs from that commit.
    pub dirty: bool,
    /// The machine.
    pub host: Host,
    /// What the results depend on besides, each with what it says of its version.
    pub tools: Vec<Tool>,
    /// The command line, as a shell reads it.
    pub command: String,
    /// When it started: date and time by RFC 3339, in UTC.
    pub started: String,
    /// How long it took.
    pub seconds: f64,
    /// Where what is random in the suites comes from.
    pub seed: u64,
}

/// A machine.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The operating system, with its release if that is known.
    pub system: String,
    /// The architecture.
    pub architecture: String,
    /// How many processors there are.
    pub processors: usize,
}

/// A tool.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// What it says of its version.
    pub version: String,
}

/// A run in progress.
pub struct Clock {
    origin: Origin,
    start: Instant,
}

impl Clock {
    /// Starts a run of these executions; `seed` is where what is random in it comes from.
    pub fn start(executions: &[Execution], seed: u64) -> Clock {
        let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        let (commit, dirty) = commit();
        let origin = Origin {
            commit,
            dirty,
            host: Host::this(),
            tools: tools(executions),
            command: command(&words),
            started: DateTime::<Utc>::from(SystemTime::now()).to_rfc3339_opts(SecondsFormat::Secs, true),
            seconds: 0.0,
            seed,
        };
        Clock { origin, start: Instant::now() }
    }

    /// The origin of a report that is made now.
    pub fn stop(&self) -> Origin {
        // More digits would say nothing.
        let seconds = (self.start.elapsed().as_secs_f64() * 1e3).round() / 1e3;
        Origin { seconds, ..self.origin.clone() }
    }
}

/// A command line with the program's own name, wherever it lies.
pub fn command(words: &[String]) -> String {
    let rest = words.iter().skip(1).map(String::as_str);
    shell::join(["crosstest"].into_iter().chain(rest))
}

impl Host {
    /// This machine.
    fn this() -> Host {
        let read = |name: &str| {
            let text = std::fs::read_to_string(format!("/proc/sys/kernel/{name}")).ok()?;
            Some(text.trim().to_string()).filter(|text| !text.is_empty())
        };
        let system = [Some(std::env::consts::OS.to_string()), read("osrelease")].into_iter().flatten();
        Host {
            name: read("hostname"),
            system: system.collect::<Vec<_>>().join(" "),
            architecture: std::env::consts::ARCH.into(),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

/// What a program prints, if it succeeds.
fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// The commit that is checked out, and whether something differs from it.
pub fn commit() -> (Option<String>, bool) {
    let Some(root) = repository::repository().and_then(|root| root.to_str().map(String::from)) else { return (None, false) };
    let git = |args: &[&str]| output("git", &[&["-C", &root], args].concat());
    let changes = || git(&["status", "--porcelain", "--untracked-files=no"]);
    let commit = git(&["rev-parse", "HEAD"]);
    let dirty = commit.is_some() && changes().is_some_and(|changes| !changes.is_empty());
    (commit, dirty)
}

/// What the results of these executions depend on.
fn tools(executions: &[Execution]) -> Vec<Tool> {
    let tool = |name: &str, version: String| Tool { name: name.into(), version };
    let mut tools = vec![tool("crosstest", env!("CARGO_PKG_VERSION").into()), tool("unicorn", unicorn::version())];
    for execution in executions {
        let used = match execution.engine {
            Engine::Unicorn | Engine::Other(_) => Vec::new(),
            Engine::Llvm(_) => llvm::tool().into_iter().collect(),
            Engine::Native | Engine::Qemu => child::tools(execution.target.isa),
        };
        for (name, version) in used {
            if !tools.iter().any(|known| known.name == name) {
                tools.push(tool(&name, version));
            }
        }
    }
    tools
}

impl Origin {
    /// Whether it says anything.
    pub fn is_known(&self) -> bool {
        !self.started.is_empty()
    }

    /// When it started.
    pub fn start(&self) -> Option<DateTime<FixedOffset>> {
        DateTime::parse_from_rfc3339(&self.started).ok()
    }

    /// How long it took.
    pub fn duration(&self) -> Duration {
        Duration::try_from_secs_f64(self.seconds).unwrap_or_default()
    }

    /// What it says, by name, for people and for forms that know no structure.
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let Origin { commit, dirty, host, tools, command, started, seconds, seed } = self;
        let changed = if *dirty { " with changes" } else { "" };
        let commit = commit.as_ref().map(|commit| ("commit", format!("{commit}{changed}")));
        let Host { name, system, architecture, processors } = host;
        let host = [name.clone().unwrap_or_default(), format!("{system} {architecture}"), format!("{processors} processors")];
        let host = host.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        let tools = tools.iter().map(|tool| format!("{} {}", tool.name, tool.version)).collect::<Vec<_>>().join("; ");
        let rest = [
            ("host", host),
            ("tools", tools),
            ("command", command.clone()),
            ("started", started.clone()),
            ("duration", format!("{seconds:.1} s")),
            ("seed", seed.to_string()),
        ];
        commit.into_iter().chain(rest).collect()
    }

    /// The origin of the report that several parts of one run make: that of the first, from when
    /// the first one started, for as long as the longest took.
    pub fn merged(parts: &[&Origin], words: &[String]) -> Origin {
        let Some(first) = parts.first() else { return Origin::default() };
        let mut hosts: Vec<&str> = parts.iter().filter_map(|part| part.host.name.as_deref()).collect();
        hosts.sort_unstable();
        hosts.dedup();
        let host = Host { name: (!hosts.is_empty()).then(|| hosts.join(", ")), ..first.host.clone() };
        Origin {
            dirty: parts.iter().any(|part| part.dirty),
            host,
            command: command(words),
            started: parts.iter().map(|part| part.started.clone()).min().unwrap_or_default(),
            seconds: parts.iter().map(|part| part.seconds).fold(0.0, f64::max),
            ..(*first).clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Target;
    use translator::options::{Isa, OptLevel};

    #[test]
    fn a_run_says_where_it_comes_from() {
        let plain = Execution::plain(Target { isa: Isa::X8632, opt: OptLevel::O2 });
        let origin = Clock::start(&[plain], 1).stop();
        assert!(origin.is_known() && origin.start().is_some() && origin.seconds >= 0.0);
        let names: Vec<&str> = origin.tools.iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!(names, ["crosstest", "unicorn"]);
        assert!(origin.tools[1].version.starts_with("2."), "{:?}", origin.tools);
        assert!(origin.host.processors > 0 && origin.host.system.starts_with(std::env::consts::OS));
        let fields = origin.fields();
        assert!(fields.iter().any(|(name, value)| *name == "command" && value.starts_with("crosstest")), "{fields:?}");
        assert!(origin.commit.is_none_or(|commit| commit.len() >= 40));
    }

    #[test]
    fn parts_of_a_run_have_one_origin() {
        let part = |name: &str, started: &str, seconds| Origin {
            host: Host { name: Some(name.into()), ..Host::default() },
            started: started.into(),
            seconds,
            command: format!("crosstest --shard {name}"),
            ..Origin::default()
        };
        let (one, two) = (part("b", "2026-01-01T00:00:09Z", 3.0), part("a", "2026-01-01T00:00:01Z", 2.0));
        let merged = Origin::merged(&[&one, &two], &["./crosstest".into(), "merge".into(), "a b.json".into()]);
        assert_eq!((merged.started.as_str(), merged.seconds), ("2026-01-01T00:00:01Z", 3.0));
        assert_eq!((merged.host.name.as_deref(), merged.command.as_str()), (Some("a, b"), "crosstest merge 'a b.json'"));
    }
}

//! Probes: child processes that look for a mistake in the translator, and their parent, which
//! watches them.
//!
//! What looks for a mistake may crash, hang, or eat the machine's memory, so it is a process of its
//! own. It tells what it does, a line an event ([`event`]); its parent ([`watch`]) ends it when it
//! has found what it looks for, when its time is up, and when it has been silent for so much
//! processor time ([`cpu`]) that it hangs. Nothing is measured in wall time: what else the machine
//! does makes no difference.
//!
//! What they try are [`items`]: the tests of the [`suites`], [`figures`] of them (how much code they become, and how much that
//! executes), generated [`modules`], [`links`].
//!
//! `faults` looks for seeded faults with them, `mutants` for mutants of the translator's source.

pub mod cpu;
pub mod event;
pub mod figures;
pub mod items;
pub mod links;
pub mod modules;
pub mod suites;
pub mod watch;

use std::time::Duration;

/// How a mistake gave itself away.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum How {
    /// An outcome, or a text that a test expects, is not the right one.
    Differs,
    /// The translator, the linker or the emulator reported an error, or panicked.
    Error,
    /// A check that the translator makes on request (`-verify-each`) found something.
    Check,
    /// The process was killed by a signal of its own making.
    Crash,
    /// It took too much processor time without news, or waits for nothing.
    Hang,
    /// More code than the right translator emits.
    Larger,
    /// More instructions than the right translator's code executes.
    Slower,
}

impl How {
    /// Every way.
    pub const ALL: [How; 7] = [How::Differs, How::Error, How::Check, How::Crash, How::Hang, How::Larger, How::Slower];

    /// In a word.
    pub const fn name(self) -> &'static str {
        match self {
            How::Differs => "differs",
            How::Error => "error",
            How::Check => "check",
            How::Crash => "crash",
            How::Hang => "hang",
            How::Larger => "larger",
            How::Slower => "slower",
        }
    }

    /// The way with this name.
    pub fn from_name(name: &str) -> Option<How> {
        How::ALL.into_iter().find(|how| how.name() == name)
    }
}

/// That something found a mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Processor time that the process which found it had taken.
    pub after: Duration,
    /// In what way.
    pub how: How,
    /// The test or generated module, and the target.
    pub by: String,
}

/// As much of a message as a table has room for.
pub fn first_words(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(60).collect()
}

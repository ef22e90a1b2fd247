//! The ways in which mutants are looked for.

use translator::options::{Isa, OptLevel};

use crate::exec::execution::Execution;
use crate::job::Target;
use crate::suites;

/// What looks for mutants.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Channel {
    /// What `crosstest` runs: the suites, with the corpus, the file tests and what they make, and
    /// the shared programs.
    Suites,
    /// Modules of a campaign.
    Generator,
    /// Calls between C and translated code, programs that gcc links, translations on several
    /// threads.
    Links,
    /// How much code the suites' tests become: more than without the mutant.
    Size,
    /// How many instructions the suites' tests execute: more than without the mutant.
    Executed,
    /// The translator's own tests.
    Tests,
}

impl Channel {
    /// All of them.
    pub const ALL: [Channel; 6] =
        [Channel::Suites, Channel::Generator, Channel::Links, Channel::Size, Channel::Executed, Channel::Tests];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Channel::Suites => "suites",
            Channel::Generator => "generator",
            Channel::Links => "links",
            Channel::Size => "size",
            Channel::Executed => "executed",
            Channel::Tests => "tests",
        }
    }

    /// The channel with this name.
    pub fn from_name(name: &str) -> Option<Channel> {
        Channel::ALL.into_iter().find(|channel| channel.name() == name)
    }
}

/// The executions of all channels: those of `crosstest` without options, and of the other recipes on every target as it comes.
pub fn executions() -> Vec<Execution> {
    let others = [OptLevel::O0, OptLevel::O3];
    let targets = Isa::ALL.into_iter().flat_map(|isa| others.map(|opt| Target { isa, opt }));
    suites::default_executions().into_iter().chain(targets.map(Execution::plain)).collect()
}

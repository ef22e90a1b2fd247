//! Which faults to make, and where: plain data, and the counters of what came of it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::catalogue::Fault;

/// One fault, in all functions or in one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Injection {
    /// The fault.
    pub fault: Fault,
    /// The symbol of the only function that it strikes; without it, all functions and what is
    /// outside of functions.
    pub function: Option<String>,
}

impl FromStr for Injection {
    type Err = String;

    /// `NAME` or `NAME@function`.
    fn from_str(text: &str) -> Result<Injection, String> {
        let (name, function) = match text.split_once('@') {
            Some((name, function)) => (name, Some(function.to_string())),
            None => (text, None),
        };
        match Fault::from_name(name) {
            Some(_) if function.as_deref() == Some("") => Err(format!("{text}: no function after the @")),
            Some(fault) => Ok(Injection { fault, function }),
            None => Err(format!("there is no fault {name}; see -list-faults")),
        }
    }
}

impl fmt::Display for Injection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.fault.name())?;
        self.function.iter().try_for_each(|function| write!(f, "@{function}"))
    }
}

/// How often a fault's place was met.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Count {
    /// Executed, whether the fault was asked for or not.
    pub reached: u64,
    /// The fault was asked for and made a difference; or would have, to an observing plan.
    pub triggered: u64,
}

/// Counters that the threads of a translation share. They never influence it.
#[derive(Debug)]
pub(super) struct Counters(Vec<[AtomicU64; 2]>);

impl Default for Counters {
    fn default() -> Self {
        Counters((0..Fault::COUNT).map(|_| Default::default()).collect())
    }
}

impl Counters {
    pub(super) fn of(&self, fault: Fault) -> Count {
        let [reached, triggered] = [0, 1].map(|which: usize| self.0[fault.index()][which].load(Ordering::Relaxed));
        Count { reached, triggered }
    }

    pub(super) fn count(&self, fault: Fault, triggered: bool) {
        let [reached, struck] = &self.0[fault.index()];
        reached.fetch_add(1, Ordering::Relaxed);
        struck.fetch_add(u64::from(triggered), Ordering::Relaxed);
    }
}

/// The faults of a translation. Clones share their counters. By default there is no plan: no
/// faults, and nothing is counted.
#[derive(Clone, Default, Debug)]
pub struct Plan(pub(super) Option<Arc<Details>>);

/// What a plan consists of.
#[derive(Debug)]
pub(super) struct Details {
    pub(super) injections: Vec<Injection>,
    /// Whether every fault counts as asked for, and none is made.
    pub(super) observes: bool,
    pub(super) counters: Counters,
}

impl PartialEq for Plan {
    /// Counters do not count: two plans are the same if they ask for the same.
    fn eq(&self, other: &Plan) -> bool {
        let observes = |plan: &Plan| plan.0.as_ref().map(|details| details.observes);
        observes(self) == observes(other) && self.injections() == other.injections()
    }
}

impl Eq for Plan {}

impl Plan {
    /// A plan with these faults.
    pub fn new(injections: impl IntoIterator<Item = Injection>) -> Plan {
        Plan::with(injections.into_iter().collect(), false)
    }

    /// A plan that makes no fault and counts for all of them where they would be made.
    pub fn observing() -> Plan {
        Plan::with(Vec::new(), true)
    }

    fn with(injections: Vec<Injection>, observes: bool) -> Plan {
        Plan(Some(Arc::new(Details { injections, observes, counters: Counters::default() })))
    }

    /// A plan with one fault, everywhere.
    pub fn of(fault: Fault) -> Plan {
        Plan::new([Injection { fault, function: None }])
    }

    /// Adds a fault. The counters begin anew.
    pub fn add(&mut self, injection: Injection) {
        *self = Plan::new(self.injections().iter().cloned().chain([injection]));
    }

    /// The faults that it asks for.
    pub fn injections(&self) -> &[Injection] {
        self.0.as_ref().map_or(&[], |details| &details.injections)
    }

    /// How often a fault's place has been met so far, by all translations under this plan.
    pub fn count(&self, fault: Fault) -> Count {
        self.0.as_ref().map_or_else(Count::default, |details| details.counters.of(fault))
    }

    /// A line for each fault of the plan: what came of it.
    pub fn report(&self) -> String {
        let line = |injection: &Injection| {
            let Count { reached, triggered } = self.count(injection.fault);
            format!("fault {injection}: reached {reached} times, triggered {triggered} times\n")
        };
        self.injections().iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn injections_read_as_they_are_written() {
        for text in ["read-sub-as-add", "read-sub-as-add@f", "x8632-carry-lost@a@b"] {
            assert_eq!(text.parse::<Injection>().map(|injection| injection.to_string()), Ok(text.to_string()));
        }
        for (text, message) in [
            ("reed", "there is no fault reed; see -list-faults"),
            ("read-sub-as-add@", "read-sub-as-add@: no function after the @"),
        ] {
            assert_eq!(text.parse::<Injection>(), Err(message.to_string()));
        }
    }

    #[test]
    fn plans_are_compared_by_what_they_ask_for() {
        let plan = Plan::of(Fault::ReadSubAsAdd);
        let mut other = Plan::default();
        assert_ne!(other, Plan::new([]));
        assert_ne!(Plan::observing(), Plan::new([]));
        other.add(Injection { fault: Fault::ReadSubAsAdd, function: None });
        assert_eq!(other, plan);
        other.add("read-sub-as-add@f".parse().unwrap());
        assert_ne!(other, plan);
    }
}

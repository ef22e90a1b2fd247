//! How long something may go on, in processor time: what else the machine does at the same time
//! makes no difference.
//!
//! In: a limit. Out: whether it is spent by this process and those that it has waited for. A
//! command that waits instead of working takes no processor time; what it was given in vain is
//! added by hand ([`Budget::add`]).

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crosstest::clock;

/// See the module.
#[derive(Debug)]
pub struct Budget {
    start: Duration,
    limit: Option<Duration>,
    added: AtomicU64,
}

impl Budget {
    /// So much from now on; `None` is no limit.
    pub fn new(limit: Option<Duration>) -> Budget {
        Budget { start: clock::with_children(), limit, added: AtomicU64::new(0) }
    }

    /// What is spent.
    pub fn spent(&self) -> Duration {
        clock::with_children().saturating_sub(self.start) + Duration::from_nanos(self.added.load(Ordering::Relaxed))
    }

    /// What is left; nothing can be said without a limit.
    pub fn left(&self) -> Duration {
        self.limit.map_or(Duration::MAX, |limit| limit.saturating_sub(self.spent()))
    }

    /// Whether nothing is left.
    pub fn is_spent(&self) -> bool {
        self.left().is_zero()
    }

    /// Counts time that passed without work.
    pub fn add(&self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.added.fetch_add(nanos, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_costs_nothing_and_work_does() {
        let budget = Budget::new(Some(Duration::from_millis(40)));
        std::thread::sleep(Duration::from_millis(1));
        let before = clock::with_children();
        while clock::with_children() < before + Duration::from_millis(45) {
            std::hint::black_box(0);
        }
        assert!(budget.is_spent() && budget.spent() >= Duration::from_millis(40));
        assert!(!Budget::new(None).is_spent());
    }

    #[test]
    fn what_was_waited_in_vain_is_counted() {
        let budget = Budget::new(Some(Duration::from_secs(1000)));
        budget.add(Duration::from_secs(600));
        assert!(!budget.is_spent() && budget.left() <= Duration::from_secs(400));
        budget.add(Duration::from_secs(400));
        assert!(budget.is_spent());
    }
}

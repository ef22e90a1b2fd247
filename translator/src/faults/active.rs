//! The plan in force on a thread.
//!
//! The only state of the translator that is not handed down, for the reason given in the room's
//! page, and only in a build with faults. Guards end what they began, in reverse order, also when
//! the stack unwinds.

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;

use super::catalogue::Fault;
use super::plan::{Injection, Plan};

thread_local! {
    static PLAN: RefCell<Plan> = const { RefCell::new(Plan(None)) };
    /// The symbol of the function that is being worked on.
    static FUNCTION: RefCell<Option<String>> = const { RefCell::new(None) };
    /// Whether there is a plan: so that a translation without one pays next to nothing.
    static ANY: Cell<bool> = const { Cell::new(false) };
}

/// Keeps a plan in force on this thread until it is dropped. Must stay on its thread, which the
/// pointer sees to.
#[must_use]
pub struct InForce {
    before: Option<Plan>,
    _stays: PhantomData<*const ()>,
}

impl Drop for InForce {
    fn drop(&mut self) {
        if let Some(before) = self.before.take() {
            replace(before);
        }
    }
}

fn replace(plan: Plan) -> Plan {
    ANY.set(plan.0.is_some());
    PLAN.replace(plan)
}

impl Plan {
    /// Puts the plan in force on this thread, until the guard is dropped. The default plan changes
    /// nothing: what was in force stays.
    pub fn enter(&self) -> InForce {
        let before = self.0.is_some().then(|| replace(self.clone()));
        InForce { before, _stays: PhantomData }
    }
}

/// What is in force on one thread, to be put in force on threads that it starts.
#[derive(Clone, Debug)]
pub struct Inherited(Plan);

impl Inherited {
    /// What is in force here.
    pub fn here() -> Inherited {
        Inherited(PLAN.with_borrow(Plan::clone))
    }

    /// Puts it in force here, until the guard is dropped.
    pub fn enter(&self) -> InForce {
        self.0.enter()
    }
}

/// Keeps the name of the function that this thread works on until it is dropped.
#[must_use]
pub struct FunctionScope {
    before: Option<String>,
    _stays: PhantomData<*const ()>,
}

impl FunctionScope {
    /// Names the function, if any plan is in force.
    pub fn enter(symbol: impl FnOnce() -> String) -> FunctionScope {
        let before = if ANY.get() { FUNCTION.replace(Some(symbol())) } else { None };
        FunctionScope { before, _stays: PhantomData }
    }
}

impl Drop for FunctionScope {
    fn drop(&mut self) {
        if ANY.get() {
            FUNCTION.set(self.before.take());
        }
    }
}

/// Whether a fault is to be made at its place, where `condition` says whether it would make a
/// difference. Counts.
pub fn strikes(fault: Fault, condition: bool) -> bool {
    if !ANY.get() {
        return false;
    }
    PLAN.with_borrow(|plan| {
        let Plan(Some(details)) = plan else { return false };
        let makes = |injection: &Injection| injection.fault == fault && is_here(&injection.function);
        let triggered = condition && (details.observes || details.injections.iter().any(makes));
        details.counters.count(fault, triggered);
        triggered && !details.observes
    })
}

/// Whether the function that is being worked on is the one that a fault is limited to.
fn is_here(function: &Option<String>) -> bool {
    function.is_none() || FUNCTION.with_borrow(|current| current == function)
}

#[cfg(test)]
mod tests {
    use super::super::plan::Count;
    use super::*;

    const FAULT: Fault = Fault::ReadSubAsAdd;
    const OTHER: Fault = Fault::ReadLeastI64;

    #[test]
    fn a_plan_is_in_force_on_its_thread_for_as_long_as_its_guard_lives() {
        let (plan, inner) = (Plan::of(FAULT), Plan::of(OTHER));
        assert!(!strikes(FAULT, true));
        {
            let _outer = plan.enter();
            assert!(strikes(FAULT, true) && !strikes(FAULT, false) && !strikes(OTHER, true));
            {
                let _inner = inner.enter();
                assert!(!strikes(FAULT, true) && strikes(OTHER, true));
                let _default = Plan::default().enter();
                assert!(strikes(OTHER, true), "the default plan changes nothing");
            }
            assert!(strikes(FAULT, true));
            let inherited = Inherited::here();
            std::thread::scope(|scope| {
                let bare = scope.spawn(|| strikes(FAULT, true)).join();
                let heir = scope.spawn(|| {
                    let _in_force = inherited.enter();
                    strikes(FAULT, true)
                });
                assert_eq!((bare.unwrap(), heir.join().unwrap()), (false, true));
            });
        }
        assert!(!strikes(FAULT, true));
        assert_eq!(plan.count(FAULT), Count { reached: 4, triggered: 3 });
        assert_eq!(plan.count(OTHER), Count { reached: 1, triggered: 0 }, "places are counted whatever the plan names");
        assert_eq!(inner.count(OTHER), Count { reached: 2, triggered: 2 });
    }

    #[test]
    fn an_observing_plan_counts_and_does_nothing() {
        let plan = Plan::observing();
        let _in_force = plan.enter();
        assert!(!strikes(FAULT, true) && !strikes(FAULT, false) && !strikes(OTHER, false));
        assert_eq!(
            [FAULT, OTHER].map(|fault| plan.count(fault)),
            [Count { reached: 2, triggered: 1 }, Count { reached: 1, triggered: 0 }]
        );
    }

    #[test]
    fn a_fault_can_be_limited_to_a_function() {
        let injection = format!("{}@f", FAULT.name()).parse().unwrap();
        let plan = Plan::new([injection]);
        let _in_force = plan.enter();
        assert!(!strikes(FAULT, true), "outside of functions");
        {
            let _f = FunctionScope::enter(|| "f".into());
            assert!(strikes(FAULT, true));
            {
                let _g = FunctionScope::enter(|| "g".into());
                assert!(!strikes(FAULT, true));
            }
            assert!(strikes(FAULT, true));
        }
        assert!(!strikes(FAULT, true));
        assert_eq!(plan.report(), format!("fault {}@f: reached 5 times, triggered 2 times\n", FAULT.name()));
    }
}

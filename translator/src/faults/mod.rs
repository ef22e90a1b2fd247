//! Seeded miscompiles: faults that the translator makes on request, to measure what finds them.
//!
//! Only with the cargo feature `faults`. Without it this room is empty but for its macros, which
//! expand to `false` and to nothing; the options that inject faults do not exist.
//!
//! ```text
//! catalogue ─► Fault ─► Plan (plain data: which faults, in which functions; shared counters) ─► Plan::enter
//!                                                                                                │ for a translation, on its threads
//!                                     `fault!(Name, condition)` at the fault's place: whether to do the wrong thing
//! ```
//!
//! A `Plan` travels like any other option, in [`Controls`](crate::options::Controls). From where a
//! translation starts down to the places of the faults it does not: they are in encoders, in tables
//! and in passes that know nothing of options, and handing a plan through all of them would change
//! every signature of the translator for the sake of a build that is never shipped. So a plan in
//! force is kept with the thread (`active`), from `Plan::enter` until its guard is dropped, by the
//! code that owns the translation. Nothing is shared between threads but the plan's own counters,
//! and a thread on which no plan was entered makes no faults.
//!
//! A place is *reached* when the macro is executed, whatever the plan names; it is *triggered* when
//! the fault makes a difference there: the plan names it, the function is one of those it is
//! limited to, and the condition holds.

#[cfg(feature = "faults")]
mod active;
#[cfg(feature = "faults")]
mod catalogue;
#[cfg(feature = "faults")]
mod plan;

#[cfg(feature = "faults")]
pub use active::{FunctionScope, InForce, Inherited, strikes};
#[cfg(feature = "faults")]
pub use catalogue::{Fault, SeededFault, Stage, listing};
#[cfg(feature = "faults")]
pub use plan::{Count, Injection, Plan};

/// Whether the fault with this name strikes here: `fault!(Name)`, or `fault!(Name, condition)` if
/// it makes a difference only under a condition. `false` in a build without faults, and the
/// condition is not evaluated.
#[cfg(feature = "faults")]
macro_rules! fault {
    ($name:ident) => {
        $crate::faults::strikes($crate::faults::Fault::$name, true)
    };
    ($name:ident, $condition:expr) => {
        $crate::faults::strikes($crate::faults::Fault::$name, $condition)
    };
}

/// A build without faults makes none.
#[cfg(not(feature = "faults"))]
macro_rules! fault {
    ($($anything:tt)*) => {
        false
    };
}

/// Says which function is being worked on, up to the end of the block: `faults_in!(its symbol)`.
#[cfg(feature = "faults")]
macro_rules! faults_in {
    ($symbol:expr) => {
        let _scope = $crate::faults::FunctionScope::enter(|| $symbol);
    };
}

/// A build without faults does not care.
#[cfg(not(feature = "faults"))]
macro_rules! faults_in {
    ($symbol:expr) => {};
}

//! From a failing program to the decision that broke it, without a person.
//!
//! ```text
//!  program ─► translate (good, bad) ─► mix ─► program::run ─┐
//!  GOOD.o BAD.o ─────────────────────► mix ─► script ───────┤ answers
//!                                                          ▼
//!                 journal ◄──────── space ◄────────────► search ─► minimal sets ─► report
//!                                     │
//!            locate: functions ─► passes ─► the transformation ─► variables ─► reduce: the smallest module
//! ```
//!
//! - [`search`]: given N elements and a test (fails, passes, cannot tell), one 1-minimal failing
//!   set, then all minimal failing sets by hitting-set enumeration, with a cache and a budget.
//!   Pure: no I/O, no clocks; property-tested against systems whose answer is known.
//! - [`space`]: elements and their test, with threads, the [`journal`] and progress around it.
//! - [`mix`]: a program whose functions come from two translations: one object made of two
//!   ([`crosstest::relocatable`]).
//! - [`translate`]: a translation by this project's translator or by a command. [`program`]: what
//!   is right, by the interpreter, and whether an object does it, in the emulator. [`crosstest::script`]: the
//!   user's commands.
//! - [`locate`]: the chain of spaces for a program. [`objects`]: that of two objects of any
//!   compiler.
//! - [`reduce`]: the smallest module that still fails and is still well defined, which the
//!   interpreter's Unspecified bits tell. [`observed`]: with what a guilty function is called, so
//!   that a direct call of it can stand for the program.
//! - [`passes`], [`report`], [`cli`]: what passes do to functions, documents, the program `bisect`.
//!
//! - [`szbuild`]: the program `szbuild`, an executable out of two translations.
//! - [`apart`]: runs that may take their process down. [`budget`]: how long something may go on.
//!
//! Nothing depends on this crate.

pub mod apart;
pub mod budget;
pub mod cli;
pub mod journal;
pub mod locate;
pub mod mix;
pub mod objects;
pub mod observed;
pub mod passes;
pub mod program;
pub mod reduce;
pub mod report;
pub mod search;
pub mod space;
pub mod szbuild;
pub mod translate;

//! Linear-scan allocation: gives registers to variables by their live ranges.
//!
//! In: lowered code and its live ranges. Out: `reg` of every variable that got one; the others live
//! in the frame.
//!
//! Variables are visited by the start of their ranges. Each register unit has a timeline of what
//! occupies it from here on (`timeline`): parts of ranges that have been placed, and pre-coloured
//! variables, which are there from the start. A variable takes a register whose units are free
//! wherever it lives; among several, a hinted one: it saves a move (`hints`); or else one that is free
//! also for the variable that it is copied to, which comes next and wants to inherit it. If none is free, the
//! cheapest occupants are evicted for it, provided that they weigh less together than it does; a
//! variable that must have a register weighs infinitely much. A variable that was evicted gets a
//! second chance at the end, in whatever gaps are left or in place of what weighs less; so does one
//! that is evicted then, until nothing changes or the rounds are used up.
//!
//! Two variables may be coalesced into one register although both live, if one is a copy of the
//! other and neither is written while both live ([SUBZERO-REGALLOC] "Register overlap"). The
//! variable that the register was given to is the *leader*, and the others are its *members*.
//!
//! Phis that receive each other and never live at the same time are one variable here, a *web*, with one place (`liveness/ranges/webs.rs`).
//!
//! Source: [SUBZERO-REGALLOC] "Linear-scan register allocation"; [MOESSENBOECK-2002]. Instead of
//! that paper's active and inactive sets, which are scanned for every variable, the timelines
//! answer a question about a range in time proportional to its segments. Complexity: linear in
//! segments, but for the moving of timeline entries, once when a range with a hole is placed, for
//! all of its segments, and once when a variable is evicted.

mod hints;
mod scan;
mod timeline;

pub use hints::Hints;
pub use scan::{LinearScan, Setup};

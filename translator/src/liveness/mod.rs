//! Liveness of lowered code: where each variable holds a value that is still read.
//!
//! In: lowered code, its phis still parallel moves on edges ([`crate::lir::EdgeMoves`]). Out:
//! first, a table of what the instructions mention ([`mentions`]), from which all else is worked
//! out; code without dead instructions ([`dead`]); then the runs of instructions between labels and
//! branches ([`flow`]), and for each variable its live range: a list of segments ([`ranges`]).
//!
//! Positions: instruction `i` reads at `2i` and writes at `2i + 1`. A segment is half open. Phis
//! are written at the odd position of the label that binds their block, and what an edge carries is
//! read after the last instruction of the run that the edge leaves.
//!
//! Source: [SUBZERO-REGALLOC] "Liveness analysis", for what is computed. How differs: each variable
//! is followed backwards from its uses to its definition, which touches the runs where it is live
//! and no others, so that no bit sets need be merged; that is the same sparsity that the document's
//! split into single-block and multi-block variables exploits, to the limit: a variable that lives
//! in one run costs nothing but its mentions. Where few variables live in more than one run, sets
//! of bits are cheaper, and do the same (`sets`); where many do, stretches of runs and loops are
//! passed at once (`passages`, `closed_loops`). Complexity: linear in the instructions and in the sum
//! over all variables of the runs where each is live, where a stretch counts as one, and so does a
//! loop with all that is in it. Many variables that all live through many loops one after the other
//! remain: for these that is quadratic in time, and linear in memory.

mod closed_loops;
pub mod dead;
pub mod flow;
pub mod mentions;
mod passages;
pub mod ranges;
mod sets;
pub mod validate;

pub use flow::{FlowGraph, Run};
pub use mentions::{Mention, Mentions};
pub use ranges::{Ranges, Segment};

//! Optimisation passes over ICE: SSA form in, SSA form out, one pass a file.
//!
//! A pass is a struct that owns its working memory and implements [`IrPass`]: it changes a function
//! and says whether it did. In the steady state a run allocates nothing. What every pass may rely
//! on: the verifier accepts the function. What it must leave behind: a function that the verifier
//! accepts and that does, by `translator/docs/meaning.md`, "What the translator may change", what
//! the old one did. A pass is linear in the function on every input, but where its header says
//! otherwise.
//!
//! Each single change is paid for with [`Fuel`] before it is made. What a change may assume is in
//! one place, [`facts`]: whether an instruction may be deleted, repeated, or executed where it was
//! not. Blocks that a pass takes out of the layout stay in the arena, and so do removed
//! instructions; nothing that is laid out mentions them.
//!
//! Options, the fuel report and dumps name a pass by its [`Pass`](crate::options::Pass). The order
//! of passes is the pipeline's affair.

pub mod addresses;
pub mod backward;
pub mod bases;
pub mod branches;
pub mod cfg;
pub mod coalesce_memory;
pub mod conditions;
pub mod contract;
pub mod count_down;
mod counters;
pub mod cse;
pub mod dce;
pub mod delete_loops;
mod ending;
pub mod facts;
mod fold;
pub mod forward;
pub mod fuel;
pub mod if_convert;
pub mod inline;
pub mod layout;
pub mod licm;
mod loop_edit;
pub mod mem_intrin;
pub mod memory;
pub mod parallel_pointers;
pub mod pass;
pub mod peel;
pub mod promote_stores;
mod rewrite;
mod rounds;
pub mod short_circuit;
pub mod simplify;
pub mod sink;
pub mod strength_reduce;
pub mod symbols;
mod table;
pub mod tail_duplicate;
pub mod tail_recursion;
pub mod unroll;
pub mod vectorise;

#[cfg(test)]
mod testing;

pub use addresses::Addresses;
pub use backward::Backward;
pub use bases::Bases;
pub use branches::Branches;
pub use cfg::CfgCleanup;
pub use coalesce_memory::CoalesceMemory;
pub use conditions::Conditions;
pub use count_down::CountDown;
pub use cse::LocalCse;
pub use dce::Dce;
pub use delete_loops::DeleteLoops;
pub use forward::Forward;
pub use fuel::Fuel;
pub use if_convert::IfConvert;
pub use inline::{Inlinable, Inline};
pub use layout::Layout;
pub use licm::Licm;
pub use mem_intrin::MemIntrin;
pub use memory::Memory;
pub use parallel_pointers::ParallelPointers;
pub use pass::{IrPass, IrPasses};
pub use peel::Peel;
pub use promote_stores::PromoteStores;
pub use short_circuit::ShortCircuit;
pub use simplify::Simplify;
pub use sink::Sink;
pub use strength_reduce::StrengthReduce;
pub use symbols::Symbols;
pub use tail_duplicate::TailDuplicate;
pub use tail_recursion::TailRecursion;
pub use unroll::Unroll;
pub use vectorise::Vectorise;

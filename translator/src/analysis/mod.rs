//! Facts about a function that passes read and none of them stores in the IR: the control-flow graph ([`Cfg`]) and dominance
//! ([`Dominators`]).
//!
//! Every analysis is a struct with a `compute` that empties and refills it, so that a worker keeps one of each and allocates nothing in
//! the steady state. An analysis is valid until the function changes; nothing tracks that but the pipeline's order. All of them rely on
//! [`ice::verify`](crate::ice::verify) having accepted the function: on one it would reject they may panic.

pub mod cfg;
pub mod dominators;

pub use cfg::Cfg;
pub use dominators::Dominators;

//! Facts about a function that passes read and none of them stores in the IR: the control-flow
//! graph ([`Cfg`]), dominance ([`Dominators`]), loops ([`Loops`]), how often blocks run ([`Frequencies`]), and the uses of each value
//! ([`Uses`]).
//!
//! Every analysis is a struct with a `compute` that empties and refills it, so that a worker keeps
//! one of each and allocates nothing in the steady state. An analysis is valid until the function
//! changes; [`ControlFlow`] keeps those of control flow as long as they are. All of them rely on
//! [`ice::verify`](crate::ice::verify) having accepted the function: on one it would reject they
//! may panic.

pub mod cfg;
pub mod control_flow;
pub mod dominators;
pub mod frequency;
pub mod loops;
pub mod regions;
pub mod uses;

pub use cfg::Cfg;
pub use control_flow::{ControlFlow, Known};
pub use dominators::Dominators;
pub use frequency::Frequencies;
pub use loops::{Loop, Loops};
pub use uses::Uses;

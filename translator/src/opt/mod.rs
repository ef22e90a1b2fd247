//! Optimisation passes over ICE: SSA form in, SSA form out, one pass a file.
//!
//! A pass is a struct that owns its working memory; `run(module, func, fuel)` changes a function
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

pub mod cfg;
pub mod cse;
pub mod dce;
pub mod facts;
mod fold;
pub mod fuel;
pub mod layout;
pub mod licm;
mod rewrite;
pub mod short_circuit;
pub mod simplify;
pub mod sink;
mod table;

#[cfg(test)]
mod testing;

pub use cfg::CfgCleanup;
pub use cse::LocalCse;
pub use dce::Dce;
pub use fuel::Fuel;
pub use layout::Layout;
pub use licm::Licm;
pub use short_circuit::ShortCircuit;
pub use simplify::Simplify;
pub use sink::Sink;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::testing::{Shape, build};
    use super::*;
    use crate::analysis::ControlFlow;
    use crate::ice::print;

    proptest! {
        /// What a pass leaves known of control flow is right, and it makes of it what it makes of
        /// its own analyses.
        #[test]
        fn analyses_that_are_passed_on_are_right(shape in Shape::any(), fuel in testing::any_fuel()) {
            let (module, mut func) = build(&shape);
            let mut alone = func.clone();
            let mut flow = ControlFlow::default();
            let (mut simplify, mut cleanup) = (Simplify::default(), CfgCleanup::default());
            let (mut cse, mut licm) = (LocalCse::default(), Licm::default());
            let (mut shared, mut own) = (Fuel::limited(fuel), Fuel::limited(fuel));
            for round in 0..2 {
                simplify.run_with(&mut flow, &module, &mut func, &mut shared);
                prop_assert!(flow.is_right(&func), "simplify, round {round}");
                cleanup.run_with(&mut flow, &module, &mut func, &mut shared);
                prop_assert!(flow.is_right(&func), "cfg, round {round}");
                cse.run_with(&mut flow, &module, &mut func, &mut shared);
                prop_assert!(flow.is_right(&func), "lcse, round {round}");
                licm.run_with(&mut flow, &module, &mut func, &mut shared);
                prop_assert!(flow.is_right(&func), "licm, round {round}");
                simplify.run(&module, &mut alone, &mut own);
                cleanup.run(&module, &mut alone, &mut own);
                cse.run(&module, &mut alone, &mut own);
                licm.run(&module, &mut alone, &mut own);
                let [func, alone] = [&func, &alone].map(|func| print::function(func, Some(&module)).to_string());
                prop_assert_eq!(func, alone);
            }
        }
    }
}

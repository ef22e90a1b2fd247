//! Which passes over the IR run, in which order: the plans of the recipes that optimise, and the one that
//! options give in their place.
//!
//! In: options. Out: a [`Plan`], or why there can be none.

use std::borrow::Cow;

use super::not_built;
use crate::ice::Module;
#[cfg(feature = "o3")]
use crate::opt::CoalesceMemory;
use crate::opt::contract;
use crate::options::{OptLevel, Options, Pass, Plan};

/// Whether this build has the recipe O3, and plans that options give.
pub(super) const IS_BUILT: bool = cfg!(feature = "o3");

/// O2's passes over the IR, in their order.
pub(super) const O2: [Pass; 13] = [
    Pass::MemIntrin,
    Pass::Simplify,
    Pass::ShortCircuit,
    // Joins what short circuits leave in pieces, too.
    Pass::Cfg,
    Pass::CountDown,
    Pass::Symbols,
    Pass::Lcse,
    Pass::Licm,
    Pass::Addresses,
    Pass::Conditions,
    Pass::Dce,
    Pass::Sink,
    Pass::Layout,
];

/// O3's, of which `-print-pipeline` prints what options leave.
#[cfg(feature = "o3")]
const O3: &str = "inline,mem-intrin,simplify,short-circuit,cfg,tail-duplicate,parallel-pointers,unroll,simplify,cfg,lcse,strength-reduce,coalesce-memory,dce,count-down,symbols,lcse,licm,lcse,bases,addresses,conditions,dce,sink,layout";

/// How often a pass runs where the plan has it once.
fn times(pass: Pass, options: &Options) -> usize {
    if pass == Pass::Lcse { 1 + options.controls.lcse_again as usize } else { 1 }
}

/// The passes over the IR that run under some options, without those that are switched off.
#[cfg(feature = "o3")]
pub fn plan(options: &Options) -> Plan {
    let plan = match &options.controls.plan {
        Some(plan) => plan.clone(),
        None => of_recipe(options.opt),
    };
    plan.repeated(|pass| times(pass, options)).without(options.controls.disabled)
}

/// The same where there is one recipe, and no plan but its own.
#[cfg(not(feature = "o3"))]
pub fn plan(options: &Options) -> Plan {
    let wanted = O2.into_iter().filter(|&pass| !options.controls.disabled.contains(pass));
    wanted.flat_map(|pass| std::iter::repeat_n(pass, times(pass, options))).collect()
}

/// Whether functions are translated with bodies of others in place of calls, so that these have to be known beforehand
/// ([`Inlinable`](crate::opt::Inlinable)).
pub fn inlines(options: &Options) -> bool {
    IS_BUILT && matches!(options.opt, OptLevel::O2 | OptLevel::O3) && plan(options).contains(Pass::Inline)
}

/// The module with declarations of the intrinsics that the passes under some options call, besides what it has itself.
pub fn with_callees<'m>(module: &'m Module, options: &Options) -> Cow<'m, Module> {
    #[cfg(feature = "o3")]
    if matches!(options.opt, OptLevel::O2 | OptLevel::O3) && plan(options).contains(Pass::CoalesceMemory) {
        return CoalesceMemory::with_callees(module);
    }
    let _ = options;
    Cow::Borrowed(module)
}

#[cfg(feature = "o3")]
fn of_recipe(opt: OptLevel) -> Plan {
    match opt {
        OptLevel::O3 => O3.parse().expect("a plan"),
        OptLevel::O2 => O2.into_iter().collect(),
        OptLevel::O0 if super::o0::IS_BUILT => [Pass::Forward, Pass::Backward].into_iter().collect(),
        OptLevel::O0 | OptLevel::Om1 => Plan::default(),
    }
}

#[cfg(all(test, not(feature = "o3")))]
fn of_recipe(_: OptLevel) -> Plan {
    O2.into_iter().collect()
}

/// Checks the plan that options give, if they do.
///
/// # Errors
/// If the recipe has no plan, if the order makes no sense, or if another option is about the order, too.
pub fn check_plan(options: &Options) -> Result<(), String> {
    let Some(plan) = &options.controls.plan else { return Ok(()) };
    if !IS_BUILT {
        return Err(not_built("-passes", "o3"));
    }
    if !matches!(options.opt, OptLevel::O2 | OptLevel::O3) {
        return Err(format!("-passes: -{} has no passes over the IR to order; -O2 and -O3 have", options.opt));
    }
    if options.controls.lcse_again > 0 {
        return Err("-passes says how often lcse runs, and so does -lcse-max-iters: only one can".into());
    }
    contract::check(plan).map_err(|reason| format!("-passes: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pass_over_the_ir_has_a_place() {
        for opt in [OptLevel::O2, OptLevel::O3].into_iter().filter(|&opt| IS_BUILT || opt == OptLevel::O2) {
            let plan = of_recipe(opt);
            for pass in Pass::all().filter(|pass| pass.is_ir()) {
                let is_expected = pass.is_in(opt) && !pass.is_only_if_asked();
                assert_eq!(plan.contains(pass), is_expected, "{opt} and {pass}: `Pass::is_in` says otherwise");
            }
            assert_eq!(contract::check(&plan), Ok(()));
        }
    }
}

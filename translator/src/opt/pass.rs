//! What a pass over the IR is, and the passes by name: a recipe, the fuzzer and the tests run them
//! through here, so that none of them has a list of its own.
//!
//! A new pass is a file that implements [`IrPass`], its row in [`options`](crate::options::Pass),
//! its row in the table below (without it the assertion at the table's end does not compile), its row
//! among the [contracts](super::contract), and its place in a recipe (without it a test of
//! `pipeline::plans` fails).

#[cfg(test)]
use super::if_convert::Selects;
#[cfg(test)]
use super::strength_reduce::{Machine, cost::Adds};
#[cfg(test)]
use super::vectorise::VectorUnit;
use super::{
    Addresses, Backward, Bases, Branches, CfgCleanup, CoalesceMemory, Conditions, CountDown, Dce, DeleteLoops, Forward, Fuel,
    IfConvert, Inline, Layout, Licm, LocalCse, MemIntrin, Memory, ParallelPointers, Peel, PromoteStores, ShortCircuit, Simplify,
    Sink, StrengthReduce, Symbols, TailDuplicate, TailRecursion, Unroll, Vectorise,
};
use crate::analysis::ControlFlow;
use crate::ice::{Function, Module};
use crate::options::Pass;

/// A pass over the IR, with its working memory.
pub trait IrPass {
    /// Its name in options, dumps and reports.
    const PASS: Pass;

    /// Changes a function as far as the fuel goes, which is not empty; whether it did. `flow` is
    /// right for the function before and has to be after: whoever changes an edge or the layout
    /// tells it ([`ControlFlow::forget`]).
    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool;

    /// Runs the pass, given what is known of control flow; whether anything changed.
    ///
    /// # Panics
    /// In debug builds, if the pass changed control flow and left what it knew about it.
    #[inline]
    fn run_with(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        if fuel.is_empty() {
            return false;
        }
        let changed = self.change(flow, module, func, fuel);
        debug_assert!(flow.is_current(func), "pass {} changed control flow and did not say so", Self::PASS);
        changed
    }

    /// Runs the pass on a function of which nothing is known.
    fn run(&mut self, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        self.run_with(&mut ControlFlow::default(), module, func, fuel)
    }
}

macro_rules! ir_passes {
    ($($(#[$built:meta])* $field:ident: $pass:ty,)*) => {
        /// The passes over the IR, each with its working memory.
        #[derive(Clone, Default, Debug)]
        pub struct IrPasses {
            $(
                /// See its type.
                $(#[$built])*
                pub $field: $pass,
            )*
        }

        /// Whether there is a row for a pass.
        const fn has_row(pass: Pass) -> bool {
            false $(|| pass as usize == <$pass as IrPass>::PASS as usize)*
        }

        impl IrPasses {
            /// As for a target that wants everything.
            #[cfg(test)]
            pub fn for_tests() -> Self {
                let mut passes = Self::default();
                passes.symbols.dear = Some(|number| number > 0xffff);
                passes.symbols.floats = true;
                passes.addresses.in_block = true;
                passes.conditions.integers = crate::opt::conditions::Decided::All;
                passes.count_down.wanted = true;
                passes.if_convert.selects = Some(Selects::FOR_TESTS);
                passes.parallel_pointers.is_wanted = true;
                passes.vectorise.unit = Some(VectorUnit { floats: true, shifts: true });
                passes.strength_reduce.machine = Some(Machine { adds: Adds::Constant, registers: 20 });
                passes
            }

            /// Runs a pass, given what is known of control flow; whether anything changed.
            ///
            /// # Panics
            /// If it is no pass over the IR.
            pub fn run(
                &mut self,
                pass: Pass,
                flow: &mut ControlFlow,
                module: &Module,
                func: &mut Function,
                fuel: &mut Fuel,
            ) -> bool {
                match pass {
                    $(
                        $(#[$built])*
                        <$pass as IrPass>::PASS => self.$field.run_with(flow, module, func, fuel),
                    )*
                    // Only recipes that are not built have it.
                    _ if pass.is_ir() => false,
                    _ => unreachable!("{pass} is a pass over lowered code"),
                }
            }
        }
    };
}

ir_passes! {
    mem_intrin: MemIntrin,
    simplify: Simplify,
    cleanup: CfgCleanup,
    symbols: Symbols,
    cse: LocalCse,
    licm: Licm,
    short_circuit: ShortCircuit,
    addresses: Addresses,
    conditions: Conditions,
    dce: Dce,
    sink: Sink,
    layout: Layout,
    count_down: CountDown,
    #[cfg(feature = "o0")]
    forward: Forward,
    #[cfg(feature = "o0")]
    backward: Backward,
    #[cfg(feature = "o3")]
    inline: Inline,
    #[cfg(feature = "o3")]
    branches: Branches,
    #[cfg(feature = "o3")]
    memory: Memory,
    #[cfg(feature = "o3")]
    promote_stores: PromoteStores,
    #[cfg(feature = "o3")]
    delete_loops: DeleteLoops,
    #[cfg(feature = "o3")]
    peel: Peel,
    #[cfg(feature = "o3")]
    tail_recursion: TailRecursion,
    #[cfg(feature = "o3")]
    coalesce_memory: CoalesceMemory,
    #[cfg(feature = "o3")]
    if_convert: IfConvert,
    #[cfg(feature = "o3")]
    tail_duplicate: TailDuplicate,
    #[cfg(feature = "o3")]
    vectorise: Vectorise,
    #[cfg(feature = "o3")]
    parallel_pointers: ParallelPointers,
    #[cfg(feature = "o3")]
    unroll: Unroll,
    #[cfg(feature = "o3")]
    strength_reduce: StrengthReduce,
    #[cfg(feature = "o3")]
    bases: Bases,
}

const _: () = {
    let mut index = 0;
    while index < Pass::COUNT {
        let pass = Pass::from_index(index);
        assert!(has_row(pass) == pass.is_ir(), "a pass over the IR has a row in `ir_passes!`, and no other has one");
        index += 1;
    }
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{self, Shape, build};
    use super::*;
    use crate::ice::{InstData, print};

    /// Every pass over the IR, in an order of its own for each number.
    fn any_order() -> impl Strategy<Value = Vec<Pass>> {
        prop::collection::vec(prop::sample::select(Pass::all().filter(|pass| pass.is_ir()).collect::<Vec<_>>()), 1..8)
    }

    proptest! {
        /// What a pass leaves known of control flow is right, and it makes of it what it makes of
        /// its own analyses.
        #[test]
        fn analyses_that_are_passed_on_are_right(shape in Shape::any(), fuel in testing::any_fuel(), order in any_order()) {
            let (module, mut func) = build(&shape);
            let mut alone = func.clone();
            let mut flow = ControlFlow::default();
            let (mut shared, mut own) = (Fuel::limited(fuel), Fuel::limited(fuel));
            let (mut passes, mut others) = (IrPasses::default(), IrPasses::default());
            for pass in order {
                passes.run(pass, &mut flow, &module, &mut func, &mut shared);
                prop_assert!(flow.is_right(&func), "{}", pass);
                if pass == Pass::Layout {
                    // The order of predecessors is not the layout's any more.
                    flow.forget();
                }
                others.run(pass, &mut ControlFlow::default(), &module, &mut alone, &mut own);
                let [func, alone] = [&func, &alone].map(|func| print::function(func, Some(&module)).to_string());
                prop_assert_eq!(func, alone);
            }
        }
    }

    /// Makes every conditional branch an unconditional one, and tells nobody.
    struct Careless;

    impl IrPass for Careless {
        const PASS: Pass = Pass::Simplify;

        fn change(&mut self, flow: &mut ControlFlow, _: &Module, func: &mut Function, _: &mut Fuel) -> bool {
            flow.with_cfg(func);
            for &block in flow.cfg.reverse_postorder() {
                let branch = func.last_inst(block).expect("a terminator");
                if let InstData::CondBr { on_true, .. } = *func.inst(branch) {
                    *func.inst_mut(branch) = InstData::Br { target: on_true };
                }
            }
            true
        }
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic = "pass simplify changed control flow and did not say so"]
    fn a_pass_that_leaves_stale_control_flow_is_named() {
        let mut module = Module::new();
        let id = module.define_func("f", crate::ice::Linkage::Internal, crate::ice::Type::Void, &[crate::ice::Type::I1]);
        let mut b = crate::ice::FunctionBuilder::new(&mut module, id);
        let (cond, end) = (b.arg(0), b.block());
        let start = b.current();
        b.cond_br(cond, start, end);
        b.switch_to(end);
        b.ret(None);
        let mut func = b.finish();
        Careless.run(&module, &mut func, &mut Fuel::unlimited());
    }
}

//! Memory coalescing: one access for several that lie side by side.
//!
//! In: a function. Out: the same with wider loads and stores.
//! - A number that is put together of bytes or larger pieces, each loaded where the one below it ends, is one load (`loads.rs`).
//! - Stores of constants, or of the pieces of a number, side by side in an object of known size are one store (`stores.rs`).
//!
//! Loads: a wide one traps if and only if one of the others does. Nothing that is seen happens between them, so that it makes no
//! difference which. Stores are only joined within objects of known size, where none traps: how far the others have come would be seen.
//!
//! Integers promise no alignment ([PNACL-ABI] "List of allowed instructions"), and a target that has no unaligned accesses of a width
//! makes them of parts itself. Bytes in the other order are a load that `llvm.bswap` turns round, which the module must declare: it does
//! if it went through [`CoalesceMemory::with_callees`].
//!
//! Linear in instructions: each number is taken apart in at most `MAX_NODES` steps, and at most so many stores wait for others.
//!
//! Source: [PANDA-IR] "List of the optimizations", memory coalescing. How it is done is ours.

mod loads;
mod stores;

use std::borrow::Cow;

use super::rewrite::Replacements;
use super::{Fuel, IrPass};
use crate::analysis::{ControlFlow, Uses};
use crate::ice::{FuncId, Function, Intrinsic, Module, Type};
use crate::options::Pass;
use loads::Loads;
use stores::Stores;

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct CoalesceMemory {
    uses: Uses,
    loads: Loads,
    stores: Stores,
    replacements: Replacements,
}

/// The operations that turn round what is loaded.
const SWAPS: [Intrinsic; 2] = [Intrinsic::Bswap(Type::I32), Intrinsic::Bswap(Type::I64)];

/// The declarations of [`SWAPS`] that a module has.
fn declared(module: &Module) -> [Option<FuncId>; 2] {
    let mut found = [None; 2];
    for (id, decl) in module.funcs.iter() {
        if let Some(at) = SWAPS.iter().position(|&swap| decl.intrinsic == Some(swap)) {
            found[at] = Some(id);
        }
    }
    found
}

impl CoalesceMemory {
    /// The module with declarations of what the pass calls.
    pub fn with_callees(module: &Module) -> Cow<'_, Module> {
        let mut module = Cow::Borrowed(module);
        for (swap, found) in SWAPS.into_iter().zip(declared(&module)) {
            if found.is_none() {
                module.to_mut().declare_intrinsic(swap);
            }
        }
        module
    }

    /// Has the functions that come be of a module. Without this call bytes in the other order are left alone.
    pub fn begin_module(&mut self, module: &Module) {
        self.loads.swaps = declared(module);
    }
}

impl IrPass for CoalesceMemory {
    const PASS: Pass = Pass::CoalesceMemory;

    fn change(&mut self, _: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        let Self { uses, loads, stores, replacements } = self;
        replacements.clear();
        let mut changed = false;
        if loads.find(module, func) {
            uses.compute(func);
            changed |= loads.join(module, func, uses, fuel, replacements);
            replacements.apply(func);
        }
        changed | stores.join(module, func, fuel)
    }
}

#[cfg(test)]
mod tests;

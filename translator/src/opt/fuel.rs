//! Fuel: how many transformations may still happen (`-pass-fuel=N`), and which one was the last.
//!
//! A pass asks before each transformation; the first N are granted and the rest refused, whichever
//! passes ask. Bisecting N finds the transformation that breaks a program, and the report names it:
//! pass, function, instruction as it was before. A count only means the same from run to run if
//! functions are translated in the same order, so the driver has to translate on one thread when
//! fuel is limited. A pass that is switched off (`-disable-pass`) is refused all of its
//! transformations, and they do not count. Without a limit asking costs two increments and two
//! comparisons, and nothing is printed or allocated.

use crate::ice::{FuncId, Function, Inst, Module, print};
use crate::options::{Pass, PassSet};

/// The last transformation that was granted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastStep {
    /// The pass that asked.
    pub pass: Pass,
    /// The symbol of the function.
    pub function: String,
    /// What was changed, as it was before: an instruction with its block, in the IR.
    pub what: String,
}

impl std::fmt::Display for LastStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "pass {} in {}, {}", self.pass, self.function, self.what)
    }
}

/// A budget of transformations. The default has no limit.
#[derive(Clone, Debug)]
pub struct Fuel {
    spent: u64,
    limit: u64,
    disabled: PassSet,
    by_pass: [u64; Pass::COUNT],
    last: Option<LastStep>,
}

impl Default for Fuel {
    fn default() -> Self {
        Self { spent: 0, limit: u64::MAX, disabled: PassSet::NONE, by_pass: [0; Pass::COUNT], last: None }
    }
}

impl Fuel {
    /// Enough for everything.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Enough for this many transformations.
    pub fn limited(limit: u64) -> Self {
        Self { limit, ..Self::default() }
    }

    /// The same, but nothing for these passes.
    pub fn without(self, disabled: PassSet) -> Self {
        Self { disabled, ..self }
    }

    /// Whether `pass` may change `inst`. To be asked once for each change, before it is made.
    #[inline]
    pub fn spend(&mut self, pass: Pass, module: &Module, func: &Function, inst: Inst) -> bool {
        self.spend_on(pass, module, func.id, || {
            let block = func.inst_block(inst).map_or_else(String::new, |block| format!("{block}: "));
            format!("{block}{}", print::inst(func, Some(module), inst))
        })
    }

    /// Whether `pass` may change something in a function; `describe` says what.
    #[inline]
    pub fn spend_on(&mut self, pass: Pass, module: &Module, func: FuncId, describe: impl FnOnce() -> String) -> bool {
        if !cfg!(feature = "dumps") {
            return true;
        }
        if self.spent >= self.limit || self.disabled.contains(pass) {
            return false;
        }
        self.spent += 1;
        self.by_pass[pass.index()] += 1;
        if self.spent == self.limit {
            self.record(pass, module, func, describe);
        }
        true
    }

    #[cold]
    fn record(&mut self, pass: Pass, module: &Module, func: FuncId, describe: impl FnOnce() -> String) {
        let function = module.func_symbol(func).into_owned();
        self.last = Some(LastStep { pass, function, what: describe() });
    }

    /// How many transformations each pass was granted, by [`Pass::index`].
    pub fn by_pass(&self) -> &[u64; Pass::COUNT] {
        &self.by_pass
    }

    /// Whether nothing more will be granted.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.spent >= self.limit
    }

    /// How many transformations were granted.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The transformation that used up the fuel; `None` while there is some left.
    pub fn last(&self) -> Option<&LastStep> {
        self.last.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{BinOp, FunctionBuilder, Linkage, Type};

    #[test]
    fn the_last_transformation_is_named() {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let arg = b.arg(0);
        let sum = b.binary(BinOp::Add, arg, arg);
        b.ret(Some(sum));
        let func = b.finish();
        let insts: Vec<_> = func.block_insts(func.entry().unwrap()).collect();
        let mut fuel = Fuel::limited(2).without([Pass::Dce].into_iter().collect());
        assert!(fuel.spend(Pass::Simplify, &module, &func, insts[1]));
        assert!(!fuel.spend(Pass::Dce, &module, &func, insts[1]));
        assert!(!fuel.is_empty() && fuel.last().is_none());
        assert!(fuel.spend(Pass::Lcse, &module, &func, insts[0]));
        assert!(!fuel.spend(Pass::Licm, &module, &func, insts[1]));
        assert_eq!((fuel.spent(), fuel.is_empty()), (2, true));
        let spent = |pass: Pass| fuel.by_pass()[pass.index()];
        assert_eq!([Pass::Simplify, Pass::Dce, Pass::Lcse, Pass::Licm].map(spent), [1, 0, 1, 0]);
        assert_eq!(fuel.last().unwrap().to_string(), "pass lcse in f, b0: v1 = add i32 v0, v0");
    }

    #[test]
    fn without_a_limit_everything_is_granted() {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::Void, &[]);
        let mut b = FunctionBuilder::new(&mut module, id);
        b.ret(None);
        let func = b.finish();
        let ret = func.first_inst(func.entry().unwrap()).unwrap();
        let mut fuel = Fuel::unlimited();
        assert!((0..1000).all(|_| fuel.spend(Pass::Dce, &module, &func, ret)));
        assert_eq!((fuel.spent(), fuel.last()), (1000, None));
    }
}

//! The verifier: what must hold of a module and of a function body before anything downstream looks
//! at them.
//!
//! In: a module's declarations and one body at a time. Out: nothing, or every problem found, one
//! line each with the printed instruction (a cap keeps a hostile input from making more text than
//! [`MAX_PROBLEMS`] lines). It panics on no function that the public interface of [`Function`] can
//! make, and nothing that it accepts makes a later stage panic.
//!
//! There are two levels. [`Level::Structure`] is what the translator relies on: indices in range,
//! block structure (`cfg`), SSA form (`ssa`), types (`types`), constant arguments of intrinsics
//! (`intrinsics`), declarations (`module`). [`Level::PnaclAbi`] adds what only finalised PNaCl
//! bitcode promises (`pnacl_abi`).
//!
//! Complexity: linear in the body, but for sorting the cases of a switch and the logarithm in the
//! dominator computation. A [`Verifier`] keeps its tables from one body to the next, for
//! `-verify-each`.
//!
//! Source: [PNACL-MANUAL] "Function Blocks" (block structure, phis, operand types); [PNACL-ABI]
//! "Instruction Reference" (what PNaCl adds).

mod cfg;
mod intrinsics;
mod module;
mod pnacl_abi;
mod ssa;
mod types;

#[cfg(test)]
mod robustness;
#[cfg(test)]
mod testing;

use std::fmt::Display;

use super::module::Signature;
use super::{Block, Function, Inst, Module, print};
use crate::error::VerifyErrors;

/// Problems reported in full; the rest are counted.
pub const MAX_PROBLEMS: usize = 100;

/// How much is demanded.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// What the translator relies on. Holds after every pass.
    Structure,
    /// Everything that the ABI of PNaCl bitcode demands of a finalised module. Holds of what the
    /// bitcode reader accepts, not of ICE from other producers.
    PnaclAbi,
}

/// Checks a body at [`Level::Structure`]. The module should have passed [`module()`].
pub fn function(module: &Module, func: &Function) -> Result<(), VerifyErrors> {
    Verifier::default().function(module, func, Level::Structure)
}

/// Checks a module's declarations at [`Level::Structure`].
pub fn module(module: &Module) -> Result<(), VerifyErrors> {
    Verifier::default().module(module, Level::Structure)
}

/// A verifier that keeps its tables between bodies.
#[derive(Default, Debug)]
pub struct Verifier {
    layout: cfg::Layout,
    phis: cfg::PhiEdges,
    dominance: ssa::Dominance,
    case_values: Vec<u64>,
}

impl Verifier {
    /// Checks a body.
    pub fn function(&mut self, module: &Module, func: &Function, level: Level) -> Result<(), VerifyErrors> {
        let mut cx = Context::new(module, func);
        ssa::check_declaration(&mut cx);
        ssa::check_value_table(&mut cx);
        self.layout.compute(&mut cx);
        for index in 0..self.layout.blocks().len() {
            let block = self.layout.blocks()[index];
            for inst in func.block_insts(block) {
                if !self.layout.check_references(&mut cx, inst) {
                    continue;
                }
                types::check(&mut cx, &mut self.case_values, inst);
                intrinsics::check(&mut cx, inst);
                if level >= Level::PnaclAbi {
                    pnacl_abi::check_inst(&mut cx, inst);
                }
            }
        }
        // With edges that lead nowhere there is no graph to speak of.
        if self.layout.is_sound() {
            self.dominance.compute(func);
            self.phis.check(&mut cx, self.dominance.graph());
            self.dominance.check_uses(&mut cx);
        }
        cx.report.finish()
    }

    /// Checks a module's declarations.
    pub fn module(&mut self, module: &Module, level: Level) -> Result<(), VerifyErrors> {
        let mut report = Report::default();
        module::check(module, &mut report);
        if level >= Level::PnaclAbi {
            pnacl_abi::check_module(module, &mut report);
        }
        report.finish()
    }
}

/// What was found so far.
#[derive(Default)]
struct Report {
    problems: Vec<String>,
    suppressed: usize,
}

impl Report {
    /// Adds a problem; `text` is only called if it will be shown.
    fn add(&mut self, text: impl FnOnce() -> String) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(text());
        } else {
            self.suppressed += 1;
        }
    }

    fn finish(mut self) -> Result<(), VerifyErrors> {
        if self.suppressed > 0 {
            self.problems.push(format!("… and {} more problems", self.suppressed));
        }
        if self.problems.is_empty() { Ok(()) } else { Err(VerifyErrors { problems: self.problems }) }
    }
}

/// A body under verification.
struct Context<'a> {
    module: &'a Module,
    func: &'a Function,
    /// The body's own signature, if its declaration is in order.
    sig: Option<&'a Signature>,
    report: Report,
}

impl<'a> Context<'a> {
    fn new(module: &'a Module, func: &'a Function) -> Self {
        let sig = module.funcs.get(func.id).and_then(|decl| module.sigs.get(decl.sig));
        Self { module, func, sig, report: Report::default() }
    }

    fn symbol(&self) -> String {
        let id = self.func.id;
        if self.module.funcs.get(id).is_some() { self.module.func_symbol(id).into_owned() } else { id.to_string() }
    }

    /// Reports a problem of the body as a whole.
    #[cold]
    fn body_error(&mut self, message: impl Display) {
        let symbol = self.symbol();
        self.report.add(|| format!("{symbol}: {message}"));
    }

    /// Reports a problem of a block.
    #[cold]
    fn block_error(&mut self, block: Block, message: impl Display) {
        let symbol = self.symbol();
        self.report.add(|| format!("{symbol}: {block}: {message}"));
    }

    /// Reports a problem of an instruction.
    #[cold]
    fn inst_error(&mut self, inst: Inst, message: impl Display) {
        let (symbol, module, func) = (self.symbol(), self.module, self.func);
        self.report.add(|| {
            let block = func.inst_block(inst).map_or_else(|| "removed".to_string(), |block| block.to_string());
            // Printing reads the operand lists.
            let text = if func.owns_lists(inst) { shortened(&print::inst(func, Some(module), inst)) } else { inst.to_string() };
            format!("{symbol}: {block}: `{text}`: {message}")
        });
    }
}

/// A switch or phi can have millions of operands; the first few hundred characters tell which one
/// it is.
fn shortened(inst: &impl Display) -> String {
    const LIMIT: usize = 300;
    let mut text = inst.to_string();
    if let Some((end, _)) = text.char_indices().nth(LIMIT) {
        text.truncate(end);
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::testing::{expect_problem, function_problems, void_body};
    use super::*;
    use crate::ice::{InstData, Type, Value};

    #[test]
    fn every_problem_is_reported_with_its_instruction() {
        let (module, func) = void_body(|b| {
            let narrow = b.int(Type::I8, 1);
            let wide = b.i32(2);
            b.binary(crate::ice::BinOp::Add, narrow, wide);
            b.binary(crate::ice::BinOp::FAdd, wide, wide);
            b.ret(None);
        });
        let problems = function_problems(&module, &func);
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(problems[0].starts_with("f: b0: `v4 = add i8 1, 2`: "), "{problems:?}");
        assert!(problems[1].starts_with("f: b0: `v5 = fadd i32 2, 2`: "), "{problems:?}");
    }

    #[test]
    fn the_report_is_bounded() {
        let (module, func) = void_body(|b| {
            let one = b.i32(1);
            for _ in 0..MAX_PROBLEMS + 7 {
                b.binary(crate::ice::BinOp::FAdd, one, one);
            }
            b.ret(None);
        });
        let problems = function_problems(&module, &func);
        assert_eq!(problems.len(), MAX_PROBLEMS + 1);
        assert_eq!(problems[MAX_PROBLEMS], "… and 7 more problems");
    }

    #[test]
    fn a_long_instruction_is_shortened() {
        let (module, func) = void_body(|b| {
            let one = b.i32(1);
            let (entry, exit) = (b.current(), b.block());
            let cases: Vec<_> = (0..1000).map(|value| (value, exit)).chain([(7, exit)]).collect();
            b.switch_to(exit);
            b.ret(None);
            b.switch_to(entry);
            b.switch(one, exit, &cases);
        });
        let problems = function_problems(&module, &func);
        assert!(problems[0].len() < 500 && problems[0].contains("…"), "{problems:?}");
    }

    #[test]
    fn a_verifier_forgets_the_previous_body() {
        let (module, good) = void_body(|b| b.ret(None));
        let (_, bad) = void_body(|b| {
            let (exit, cond) = (b.block(), b.int(Type::I1, 0));
            b.cond_br(cond, exit, exit);
            b.switch_to(exit);
            b.phi(Type::I32, &[]);
            b.func().append_inst(exit, InstData::Ret { value: Some(Value::local(999)) }, Type::Void);
        });
        let mut verifier = Verifier::default();
        let first = verifier.function(&module, &bad, Level::Structure);
        assert_eq!(verifier.function(&module, &good, Level::Structure), Ok(()));
        assert_eq!(verifier.function(&module, &bad, Level::Structure), first);
        expect_problem(&module, &bad, "v999");
    }

    #[test]
    fn a_verifier_forgets_where_instructions_stood() {
        let (module, mut func) = void_body(|b| {
            let (def, user, arg) = (b.block(), b.block(), b.arg(0));
            b.ret(None);
            b.switch_to(def);
            let sum = b.binary(crate::ice::BinOp::Add, arg, arg);
            b.unreachable();
            b.switch_to(user);
            b.binary(crate::ice::BinOp::Add, sum, arg);
            b.unreachable();
        });
        let mut verifier = Verifier::default();
        assert_eq!(verifier.function(&module, &func, Level::Structure), Ok(()));
        let order = [func.block_order()[0], func.block_order()[2]];
        func.set_block_order(&order);
        let problems = verifier.function(&module, &func, Level::Structure).unwrap_err().problems;
        assert!(problems[0].contains("uses v2, whose definition i1 was removed"), "{problems:#?}");
    }
}

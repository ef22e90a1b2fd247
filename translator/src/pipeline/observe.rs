//! Observers: what wants to know what passes do is told in types, step by step.
//!
//! The options say of which steps an observer is told: those that are printed
//! (`Controls::print_before`, `Controls::print_after`, `Controls::print_function`). Text is made
//! only if an observer asks for it.

use std::fmt::{self, Debug, Display, Formatter};

use crate::lir::{Code, FlowInst, VarKind, print};
use crate::options::Pass;

/// What is told of a translation's steps, from every thread that translates.
pub trait Observer: Debug + Send + Sync {
    /// A pass is about to work on a function, or has worked on it.
    fn step(&self, step: &Step<'_>);

    /// A check found what a pass left of a function wrong: a mistake of the translator, which ends
    /// the translation.
    fn broken(&self, _function: &str, _pass: Pass, _problem: &str) {}
}

/// On which side of a pass.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum When {
    /// It is about to run.
    Before,
    /// It has run.
    After,
}

/// A pass and a function.
#[derive(Copy, Clone)]
pub struct Step<'a> {
    /// On which side of the pass.
    pub when: When,
    /// The pass.
    pub pass: Pass,
    /// The function's symbol.
    pub function: &'a str,
    /// What the pass starts from or leaves.
    pub state: &'a dyn State,
}

/// As `-print-before` and `-print-after` show it.
impl Display for Step<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let when = if self.when == When::Before { "before" } else { "after" };
        write!(f, "; {when} {}\n{}", self.pass, self.state.text())
    }
}

/// A function between two passes: in the IR, or lowered.
pub trait State {
    /// Its text.
    fn text(&self) -> String;

    /// How many instructions it has.
    fn instructions(&self) -> usize;

    /// The variables of lowered code, in the order of their numbers, from 0.
    fn variables(&self) -> Vec<Variable> {
        Vec::new()
    }
}

/// A variable of lowered code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// What it asks of the allocator.
    pub kind: VarKind,
    /// Its register, as the target spells it, if it has one by now.
    pub register: Option<String>,
}

/// The variables of lowered code.
pub(super) fn variables<I: FlowInst>(code: &Code<I>, reg_name: impl Fn(u8) -> String) -> Vec<Variable> {
    code.vars.iter().map(|data| Variable { kind: data.kind, register: data.reg.map(&reg_name) }).collect()
}

/// The text of lowered code.
pub(super) fn text<I: FlowInst>(code: &Code<I>, function: &str, reg_name: impl Fn(u8) -> String) -> String {
    print::code(code, function, reg_name).to_string()
}

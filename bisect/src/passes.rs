//! What passes do to functions: an observer of this project's translator.
//!
//! In: a module, options, a pass, a function. Out: what the function was after that pass, as text
//! and as variables; or what a check of the translator's own found wrong after which pass.

use std::sync::{Arc, Mutex, PoisonError};

use translator::ice::{Function, Module};
use translator::options::{Options, Pass};
pub use translator::pipeline::Variable as Allocated;
use translator::pipeline::{Observer, Step, Watch};

use crate::translate::{Restriction, translate_here};

/// A function after a pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct After {
    /// As `-print-after` shows it.
    pub text: String,
    /// Its variables, in the order of their numbers, from 0; none in the IR.
    pub variables: Vec<Allocated>,
}

/// A mistake of the translator, as one of its own checks found it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The function.
    pub function: String,
    /// The pass that left it wrong.
    pub pass: Pass,
    /// What is wrong.
    pub problem: String,
}

/// What was observed.
#[derive(Default, Debug)]
struct Seen {
    after: Vec<After>,
    broken: Option<Broken>,
}

/// Writes down what it is told.
#[derive(Default, Debug)]
struct Recorder(Mutex<Seen>);

impl Recorder {
    fn note(&self, note: impl FnOnce(&mut Seen)) {
        note(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Observer for Recorder {
    fn step(&self, step: &Step<'_>) {
        let after = After { text: step.to_string(), variables: step.state.variables() };
        self.note(|seen| seen.after.push(after));
    }

    fn broken(&self, function: &str, pass: Pass, problem: &str) {
        let broken = Broken { function: function.into(), pass, problem: problem.into() };
        self.note(|seen| seen.broken = Some(broken));
    }
}

/// What a restricted translation makes of a function with the step of a pass, each time that it
/// runs. A translation that fails has done what it has done.
pub fn after(
    module: &Module,
    bodies: &[Function],
    options: &Options,
    restriction: &Restriction,
    pass: Pass,
    function: &str,
) -> Vec<After> {
    let mut options = options.clone();
    options.controls.print_after.insert(pass.step());
    options.controls.print_function = Some(function.into());
    observe(module, bodies, &options, restriction).after
}

/// What the translator's own checks find wrong, if they find something. They stop at the first
/// function with which something is.
pub fn broken(module: &Module, bodies: &[Function], options: &Options, restriction: &Restriction) -> Option<Broken> {
    observe(module, bodies, &Options { verify_each: true, ..options.clone() }, restriction).broken
}

fn observe(module: &Module, bodies: &[Function], options: &Options, restriction: &Restriction) -> Seen {
    let recorder = Arc::new(Recorder::default());
    let watch = Watch { observer: Some(recorder.clone()), ..Watch::default() };
    // Only what was observed matters.
    let _ = translate_here(options, module, bodies, restriction, watch);
    let mut seen = Seen::default();
    recorder.note(|noted| std::mem::swap(&mut seen, noted));
    seen
}

#[cfg(test)]
mod tests {
    use translator::options::{Isa, OptLevel};
    use translator::text::parse_module;

    use super::*;

    #[test]
    fn of_every_optional_pass_there_is_something_to_show() {
        let text = "define internal i32 @f(i32 %a) {\n  %r = mul i32 %a, 7\n  ret i32 %r\n}\n\
                    define internal i32 @g(i32 %a) {\n  ret i32 %a\n}\n";
        let (module, bodies) = parse_module(text, "test.ll").unwrap();
        let options = Options::new(Isa::X8632, OptLevel::O2);
        for pass in Pass::all().filter(|pass| pass.is_optional() && pass.is_in(OptLevel::O2) && !pass.is_only_if_asked()) {
            let shown = after(&module, &bodies, &options, &Restriction::default(), pass, "f");
            let is_about = |after: &After| after.text.starts_with(&format!("; after {}\n", pass.step()));
            assert!(!shown.is_empty() && shown.iter().all(is_about), "{pass}: {shown:?}");
        }
        let allocated = after(&module, &bodies, &options, &Restriction::default(), Pass::Allocate, "f");
        assert!(allocated[0].variables.iter().any(|variable| variable.register.is_some()), "{allocated:?}");
    }
}

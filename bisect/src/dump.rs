//! What passes make of a function, as text: what `-print-before` and `-print-after` print.
//!
//! In: a module, options, a pass, a function. Out: the text before and after that pass. The
//! pipeline prints through a plain function, which knows nothing of the caller; so what it prints
//! is collected for each thread, while that thread asks.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use translator::driver::Pipeline;
use translator::driver::frontend::Session;
use translator::driver::report::Report;
use translator::ice::{Function, Module};
use translator::options::{Options, Pass};
use translator::pipeline::Watch;

use crate::translate::Restriction;

thread_local! {
    /// What the translation on this thread has printed; `None` unless it is collected.
    static PRINTED: RefCell<Option<String>> = const { RefCell::new(None) };
}

fn print(text: &str) {
    PRINTED.with_borrow_mut(|printed| {
        if let Some(printed) = printed {
            printed.push_str(text);
        }
    });
}

/// What a restricted translation prints about a function after the step of a pass; empty if it
/// prints nothing.
pub fn after(
    module: &Module,
    bodies: &[Function],
    options: &Options,
    restriction: &Restriction,
    pass: Pass,
    function: &str,
) -> String {
    let mut options = options.clone();
    restriction.apply(&mut options);
    options.controls.print_after.insert(pass.step());
    options.controls.print_function = Some(function.into());
    PRINTED.set(Some(String::new()));
    #[cfg(feature = "faults")]
    let _faults = options.controls.faults.enter();
    // Unwind safety: nothing that was being worked on is used any more; a translation that panics
    // has printed what it has.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        let watch = Watch { print: Some(print), ..Watch::default() };
        let Ok(pipeline) = Pipeline::watched(&options, watch) else { return };
        // Only what is printed matters.
        let _ = Session::sequential(&pipeline, &options).translate_module(module, bodies, &mut Report::default());
    }));
    PRINTED.take().unwrap_or_default()
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
        for pass in Pass::all().filter(|pass| pass.is_optional() && !pass.is_only_if_asked()) {
            let shown = after(&module, &bodies, &options, &Restriction::default(), pass, "f");
            assert!(shown.contains(&format!("after {}", pass.step())), "{pass}: {shown}");
        }
    }
}

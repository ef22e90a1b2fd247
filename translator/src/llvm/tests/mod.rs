//! What the front door makes of small modules: that it reads every spelling, links as it should,
//! passes the verifier, and says what it refuses. What the modules compute is for
//! `crosstest/tests/front_door.rs`, which executes them.

mod linking;
mod refusals;
mod spellings;

use super::{Exports, Linker, lower, parse};
use crate::ice::verify::{Level, Verifier};
use crate::ice::{Function, Module};

/// The module that texts become, every symbol exported; or the first complaint.
fn build(texts: &[&str], exports: Exports) -> Result<(Module, Vec<Function>), String> {
    let mut linker = Linker::default();
    for (index, text) in texts.iter().enumerate() {
        let module = parse(text, &format!("{index}.ll"), linker.types()).map_err(|error| error.to_string())?;
        linker.add(module).map_err(|error| error.to_string())?;
    }
    lower(&linker.finish(), exports).map_err(|error| error.to_string())
}

/// The same, checked by the verifier.
#[track_caller]
fn sound(texts: &[&str]) -> (Module, Vec<Function>) {
    let (module, bodies) = build(texts, Exports::All).unwrap_or_else(|error| panic!("{error}"));
    let mut verifier = Verifier::default();
    verifier.module(&module, Level::Structure).unwrap_or_else(|errors| panic!("{errors}"));
    for body in &bodies {
        verifier
            .function(&module, body, Level::PnaclAbi)
            .unwrap_or_else(|errors| panic!("{errors}\n{}", crate::text::print_module(&module, &bodies)));
    }
    (module, bodies)
}

#[track_caller]
fn refused(text: &str) -> String {
    build(&[text], Exports::All).expect_err("it is refused")
}

//! The same code for a function whatever was translated before: one scratch for all functions,
//! forwards and backwards, against a fresh one for each. The case is a
//! [`Translation`](crate::program::Translation).

use translator::mc::FuncCode;
use translator::pipeline::Scratch;

use crate::program::Program;
pub use crate::program::Translation as TestCase;

crate::run!();

/// Checks the property.
///
/// # Panics
/// With what went wrong.
pub fn check(case: &TestCase) {
    let (Program { module, bodies, .. }, options) = (&case.program, &case.unlimited());
    let scratch = || Scratch::new(options).unwrap_or_else(|error| panic!("{error}"));
    let translate = |scratch: &mut Scratch, index: usize, out: &mut FuncCode| {
        let done = scratch.translate_function(module, &bodies[index], options, out);
        done.map(|()| out.clone()).map_err(|error| error.message)
    };
    let (mut forwards, mut backwards, mut out) = (scratch(), scratch(), FuncCode::default());
    let last = bodies.len().saturating_sub(1);
    let first: Vec<_> = (0..bodies.len()).map(|index| translate(&mut forwards, index, &mut out)).collect();
    for (step, index) in (0..=last).rev().enumerate().filter(|(_, index)| *index < bodies.len()) {
        let alone = translate(&mut scratch(), index, &mut FuncCode::default());
        let name = module.func_symbol(bodies[index].id);
        assert!(first[index] == alone, "{name} ({}) after {index} others: {:?}; alone: {alone:?}", options.isa, first[index]);
        let behind = translate(&mut backwards, index, &mut out);
        assert!(behind == alone, "{name} ({}) after {step} others, backwards: {behind:?}; alone: {alone:?}", options.isa);
    }
}

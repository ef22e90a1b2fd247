//! The same code for a function whatever was translated before: one scratch for all functions, forwards and backwards, against a fresh
//! one for each. The case is a [`Program`].

use translator::mc::FuncCode;
use translator::options::{Controls, Options};
use translator::pipeline::Scratch;

use crate::program::{Program, any_controls, any_options};

/// A program and options.
pub struct TestCase {
    program: Program,
    options: Options,
}

impl TestCase {
    /// `None` for damaged bitcode.
    pub fn new(data: &[u8]) -> Option<Self> {
        let program = Program::new(data)?;
        let mut rng = program.rng();
        let options = any_options(&mut rng);
        // What is left of the fuel depends on what was translated before.
        let controls = Controls { fuel: None, ..any_controls(&mut rng) };
        Some(Self { program, options: Options { controls, ..options } })
    }
}

crate::run!();

/// Checks the property.
///
/// # Panics
/// With what went wrong.
pub fn check(case: &TestCase) {
    let TestCase { program: Program { module, bodies, .. }, options } = case;
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

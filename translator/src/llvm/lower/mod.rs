//! A linked program to a PNaCl module. In: [`Program`]. Out: an [`ice::Module`](Module) and its
//! bodies, which the verifier accepts.
//!
//! One pass: a function's blocks in an order in which definitions come before uses, each instruction
//! to instructions on parts. Functions and variables are lowered when something reachable mentions
//! them, beginning with `_start`; the work list is [`Globals`]'s.

mod atomic;
mod call;
mod constant;
mod control;
mod emit;
mod function;
mod global;
mod image;
mod int;
mod intrinsic;
mod library;
mod math;
mod memory;
mod operation;
mod shape;
mod signature;
mod varargs;
mod vector;
mod wide;

use super::Error;
use super::ast::SymbolKind;
use super::link::{Place, Program};
use crate::ice::{Function, Module};
use function::Lowering;
use global::Globals;

/// A failure inside the lowering: what cannot be said.
type Result<T> = std::result::Result<T, String>;

/// What of a program is wanted.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Exports {
    /// A whole program: `_start`, and what it reaches.
    Start,
    /// A part of one: every definition that other modules see, exported.
    All,
}

/// The library function that LLVM's intrinsic with this name may call, if it is a float intrinsic.
pub fn library_function(name: &str) -> Option<&'static str> {
    math::library_function(name)
}

/// Lowers a program.
pub fn lower(program: &Program, exports: Exports) -> std::result::Result<(Module, Vec<Function>), Error> {
    let mut module = Module::new();
    let mut globals = Globals::new(program, exports);
    globals.begin(&mut module)?;
    let mut bodies = Vec::new();
    loop {
        if let Some((place, id)) = globals.functions.pop_front() {
            let lowering = Lowering::new(program, place, &mut globals, &mut module, id);
            bodies.push(lowering.run(place)?);
        } else if !globals.define_next_variable(&mut module)? {
            break;
        }
    }
    // The format has bodies in the order of their declarations.
    bodies.sort_by_key(|body: &Function| body.id);
    Ok((module, bodies))
}

/// Where something of a function's body came from, for an error.
fn locate(program: &Program, function: Place, inst: Option<(u32, Option<u32>)>, message: String) -> Error {
    let module = &program.modules[function.module];
    let mut error = Error { file: module.file.clone(), line: None, function: Some(program.data(function).name.clone()), message };
    let Some((line, dbg)) = inst else { return error };
    // Of a source that was compiled nobody has the text that the line is in.
    error.line = Some(line).filter(|_| module.file.ends_with(".ll"));
    let Some(place) = dbg.and_then(|node| module.places.get(&node)) else { return error };
    let mut scope = Some(place);
    // Scopes nest; a cycle among them would be malformed.
    for _ in 0..64 {
        let Some(current) = scope else { break };
        if let Some(name) = &current.name {
            error.file.clone_from(name);
            error.line = place.line;
            break;
        }
        scope = current.file.or(current.scope).and_then(|node| module.places.get(&node));
    }
    error
}

/// The body of a function that is defined.
fn body_of(program: &Program, place: Place) -> Option<(&super::ast::Function, &super::ast::Body)> {
    match &program.data(place).kind {
        SymbolKind::Function(function) => function.body.as_ref().map(|body| (&**function, body)),
        _ => None,
    }
}

/// The number that stands for the address of a function's block.
fn number_of_block(program: &Program, place: Place, block: &str) -> Result<u32> {
    let number = body_of(program, place).and_then(|(_, body)| Some(body.block_number(*body.block_names.get(block)?)));
    number.ok_or_else(|| format!("the address of the block %{block}, which is not there"))
}

//! Tests that run whole functions, and the driver that they share.

mod calls;
mod control;
mod jumps;
mod objects;
mod shapes;
mod speed;

use translator::ice::{FuncId, Function, FunctionBuilder, Linkage, Module, Type, Value as Operand};

use super::{Config, Interp};
use crate::guest::{HostFunc, Stop, VirtualMachine};
use crate::layout::Layout;
use crate::value::Value;

/// A module under construction with its bodies.
#[derive(Default)]
pub struct Unit {
    pub module: Module,
    pub bodies: Vec<Function>,
}

impl Unit {
    /// Declares a function.
    pub fn declare(&mut self, name: &str, result: Type, params: &[Type]) -> FuncId {
        self.module.define_func(name, Linkage::Internal, result, params)
    }

    /// Gives a declared function its body.
    pub fn body(&mut self, id: FuncId, build: impl FnOnce(&mut FunctionBuilder<'_>)) {
        let mut builder = FunctionBuilder::new(&mut self.module, id);
        build(&mut builder);
        let body = builder.finish();
        self.bodies.push(body);
    }

    /// Declares a function and gives it its body.
    pub fn define(&mut self, name: &str, result: Type, params: &[Type], build: impl FnOnce(&mut FunctionBuilder<'_>)) -> FuncId {
        let id = self.declare(name, result, params);
        self.body(id, build);
        id
    }

    /// An interpreter; external functions `host0`, `host1`, ... are the outside world's.
    pub fn interp(&self) -> Interp<'_> {
        let layout = Layout::of(&self.module).unwrap();
        let resolve = |name: &str| name.strip_prefix("host")?.parse().ok().map(HostFunc);
        Interp::new(&self.module, &self.bodies, layout, Config::default(), resolve).unwrap()
    }

    /// Runs a function that calls nothing outside.
    pub fn run(&self, id: FuncId, args: &[Value]) -> (Stop, Option<Value>) {
        run(&mut self.interp(), id, args)
    }
}

/// Runs a function that calls nothing outside to its end.
pub fn run(interp: &mut Interp<'_>, id: FuncId, args: &[Value]) -> (Stop, Option<Value>) {
    let result = interp.program.module.func_sig(id).result;
    let mut thread = interp.spawn(interp.func_address(id), args, result).unwrap();
    let stop = interp.run(&mut thread, &mut 1_000_000);
    (stop, interp.result(&thread))
}

/// What a function of no arguments does that is built by `build`, which returns the result.
pub fn eval(ty: Type, build: impl FnOnce(&mut FunctionBuilder<'_>) -> Operand) -> Result<Value, Stop> {
    let mut unit = Unit::default();
    let id = unit.define("f", ty, &[], |b| {
        let value = build(b);
        b.ret(Some(value));
    });
    match unit.run(id, &[]) {
        (Stop::Returned, Some(value)) => Ok(value),
        (stop, _) => Err(stop),
    }
}

/// The bits of a fully specified result.
pub fn eval_known(ty: Type, build: impl FnOnce(&mut FunctionBuilder<'_>) -> Operand) -> u128 {
    let value = eval(ty, build).unwrap();
    assert_eq!(value.unspecified, 0, "{value}");
    value.bits
}

/// Asserts that a run ended as undefined, with a message that holds all these words.
pub fn assert_undefined(stop: &Stop, words: &[&str]) {
    let Stop::Undefined(message) = stop else { panic!("{stop:?}") };
    assert!(words.iter().all(|word| message.contains(word)), "{message}");
}

/// Asserts that a run trapped, with a message that holds this word.
pub fn assert_trapped(stop: &Stop, word: &str) {
    assert!(matches!(stop, Stop::Trapped(message) if message.contains(word)), "{stop:?}");
}

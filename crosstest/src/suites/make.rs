//! What makers of modules share: a module under construction, memory that it writes, and the calls
//! that are made of it.

use translator::ice::{BinOp, FuncId, Function, FunctionBuilder, Global, GlobalInit, GlobalVar, Linkage, Module, Type, Value};

use crate::case::{CallRun, Case, Expect, edges};
use crate::subject::Subject;
use crate::value;

/// A test under construction.
#[derive(Default)]
pub struct Maker {
    module: Module,
    bodies: Vec<Function>,
    calls: Vec<CallRun>,
}

impl Maker {
    /// Adds memory of so many bytes, aligned to 16: zeros, or bytes that are all different from
    /// their neighbours.
    pub fn buffer(&mut self, name: &str, bytes: u32, filled: bool) -> Global {
        let init = if filled {
            GlobalInit::Data((0..bytes).map(|index| (index * 37 + index / 256 * 11 + 1) as u8).collect())
        } else {
            GlobalInit::Zero(bytes)
        };
        self.module.globals.push(GlobalVar {
            name: name.into(),
            linkage: Linkage::Internal,
            constant: false,
            align: 16,
            init: vec![init],
        })
    }

    /// Adds a global variable.
    pub fn global(&mut self, global: GlobalVar) -> Global {
        self.module.globals.push(global)
    }

    /// Declares a function, to be defined later.
    pub fn declare(&mut self, name: &str, result: Type, params: &[Type]) -> FuncId {
        self.module.define_func(name, Linkage::External, result, params)
    }

    /// Defines a function that was declared.
    pub fn define(&mut self, id: FuncId, body: impl FnOnce(&mut FunctionBuilder<'_>)) {
        let mut builder = FunctionBuilder::new(&mut self.module, id);
        body(&mut builder);
        self.bodies.push(builder.finish());
    }

    /// Defines a function.
    pub fn func(&mut self, name: &str, result: Type, params: &[Type], body: impl FnOnce(&mut FunctionBuilder<'_>)) -> FuncId {
        let id = self.declare(name, result, params);
        self.define(id, body);
        id
    }

    /// Calls a function with these arguments.
    pub fn call(&mut self, func: FuncId, args: Vec<value::Value>) {
        self.calls.push(CallRun { func, args, expect: Expect::Anything, line: 0 });
    }

    /// Calls a function with the edge values of its parameters' types, and with random ones.
    pub fn call_with_edges(&mut self, func: FuncId) {
        let params = self.module.func_sig(func).params.clone();
        edges::tuples(&params).into_iter().for_each(|args| self.call(func, args));
    }

    /// The test. Bodies are put into the order of their functions.
    pub fn finish(mut self, name: String) -> Result<Case, String> {
        self.bodies.sort_by_key(|body| body.id);
        Ok(Case::made(name, Subject::new(self.module, self.bodies)?, self.calls))
    }
}

/// The address `offset` bytes into a global.
pub fn at(b: &mut FunctionBuilder<'_>, global: Global, offset: u32) -> Value {
    let offset = b.i32(offset as i32);
    b.binary(BinOp::Add, Value::global(global), offset)
}

/// An argument of 32 bits.
pub fn i32_arg(bits: u32) -> value::Value {
    value::Value::new(Type::I32, bits.into())
}

/// Numbers that are the same on every run (SplitMix64).
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `count`, which is not 0.
    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }
}

//! Calls: of functions by name, through tables and through addresses; the pair setjmp and longjmp.
//!
//! Functions are of a few classes, so that several share a type and can stand in one table. A
//! parameter is a value or an address of at least so many writable bytes. Any function may call any
//! other but the entry function, itself included: how many calls a run makes is limited by its
//! budget.

use translator::ice::{BinOp, FuncId, Function, FunctionBuilder, Global, IntCond, Intrinsic, Linkage, Module, Sig, Type, Value};

use super::body::Body;
use super::config::Config;
use super::source::Source;

/// A parameter.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Param {
    /// A value of this type.
    Value(Type),
    /// A value of this type that the function does not look at: it may be undefined.
    Unused(Type),
    /// The address of writable memory.
    KnownAddress {
        /// Bytes from there on.
        size: u32,
        /// Alignment of the address.
        align: u32,
    },
}

/// What functions of one kind have in common.
#[derive(Clone, Debug)]
pub struct Class {
    /// Their type.
    pub sig: Sig,
    /// Its parameters, and what they mean.
    pub params: Vec<Param>,
    /// Whether callers do not look at the result: it may be undefined.
    pub unused_result: bool,
}

/// Addresses of functions of one class.
#[derive(Copy, Clone, Debug)]
pub struct Table {
    /// The constant that holds them.
    pub global: Global,
    /// The class.
    pub class: usize,
    /// How many there are: a power of two.
    pub len: u32,
}

/// Addresses of functions with something added to them, as initial values.
#[derive(Clone, Debug)]
pub struct Codes {
    /// The variable that holds them.
    pub global: Global,
    /// For each word the function, by its index in the list of functions, and what is added to its
    /// address.
    pub entries: Vec<(usize, i32)>,
}

/// The functions of a module.
pub struct Functions {
    /// Each with its class. The first is the entry function, the only one of class 0.
    pub list: Vec<(FuncId, usize)>,
    /// The classes.
    pub classes: Vec<Class>,
    /// Tables of classes that have functions.
    pub tables: Vec<Table>,
    /// Addresses with addends; `None` if there is no function to call.
    pub codes: Option<Codes>,
}

/// Types that a function may take and return.
const ARGUMENTS: [Type; 8] = [Type::I32, Type::I64, Type::F64, Type::F32, Type::V4I32, Type::V16I8, Type::V8I16, Type::V4F32];
/// Types of truth values are arguments as well.
const RARE_ARGUMENTS: [Type; 3] = [Type::V4I1, Type::V8I1, Type::V16I1];

impl Class {
    pub fn new(module: &mut Module, result: Type, params: Vec<Param>) -> Class {
        let ty = |param: &Param| match *param {
            Param::Value(ty) | Param::Unused(ty) => ty,
            Param::KnownAddress { .. } => Type::I32,
        };
        let types: Vec<Type> = params.iter().map(ty).collect();
        Class { sig: module.intern_sig(result, &types), params, unused_result: false }
    }

    /// Draws the type of functions.
    pub fn draw(source: &mut Source<'_, '_>, config: &Config, module: &mut Module) -> Class {
        let result = if source.chance(40) { Type::Void } else { argument(source) };
        let count = source.between(0, config.params);
        let param = |source: &mut Source<'_, '_>| {
            if source.chance(config.loose) {
                Param::Unused(argument(source))
            } else if source.chance(40) {
                Param::KnownAddress { size: source.pick(&[4, 1, 8, 16]), align: source.pick(&[1, 4]) }
            } else {
                Param::Value(argument(source))
            }
        };
        let params = (0..count).map(|_| param(source)).collect();
        let unused_result = source.chance(config.loose);
        Class { unused_result, ..Class::new(module, result, params) }
    }
}

fn argument(source: &mut Source<'_, '_>) -> Type {
    if source.chance(10) { source.pick(&RARE_ARGUMENTS) } else { source.pick(&ARGUMENTS) }
}

/// The body of the function that jumps.
pub fn jumper_body(module: &mut Module, jumper: FuncId) -> Function {
    let mut b = FunctionBuilder::new(module, jumper);
    let (code, buffer) = (b.arg(0), b.arg(1));
    b.intrinsic(Intrinsic::Longjmp, &[buffer, code]);
    b.unreachable();
    b.finish()
}

impl Body<'_, '_, '_, '_, '_> {
    /// A call of some kind.
    pub(super) fn call(&mut self) {
        let callable = self.generator.functions.list.len() - 1;
        if callable == 0 {
            return;
        }
        let (func, class) = self.generator.functions.list[1 + self.generator.source.below(callable)];
        let args = self.arguments(class);
        let sig = self.generator.functions.classes[class].sig;
        let result = match self.generator.source.below(6) {
            0..3 => self.b.call(func, &args),
            3 => self.b.call_indirect(Value::func(func), sig, &args),
            _ => {
                let callee = self.callee(func, class);
                self.b.call_indirect(callee, sig, &args)
            }
        };
        if let Some(value) = result {
            self.receive(class, value);
        }
    }

    /// A call of a function that calls nothing, by its name.
    pub(super) fn call_leaf(&mut self) {
        let last = self.generator.functions.list.len() - 1;
        let (func, class) = self.generator.functions.list[last - self.generator.source.below(self.generator.config.leaves)];
        let args = self.arguments(class);
        if let Some(value) = self.b.call(func, &args) {
            self.receive(class, value);
        }
    }

    /// Records what a function of a class returned.
    fn receive(&mut self, class: usize, value: Value) {
        let ty = self.b.func().ty(value);
        if self.generator.functions.classes[class].unused_result { self.sink(ty, value) } else { self.define(ty, value) }
    }

    /// The address of a function of a class, as the result of an instruction.
    fn callee(&mut self, func: FuncId, class: usize) -> Value {
        let table = self.generator.functions.tables.iter().copied().find(|table| table.class == class);
        let Some(table) = table.filter(|_| self.generator.source.chance(180)) else {
            let members: Vec<FuncId> =
                self.generator.functions.list.iter().filter(|(_, other)| *other == class).map(|(func, _)| *func).collect();
            let other = self.generator.source.pick(&members);
            let cond = self.condition();
            return self.b.select(cond, Value::func(func), Value::func(other));
        };
        let (index, mask, two) = (self.variable(Type::I32), self.b.i32(table.len as i32 - 1), self.b.i32(2));
        let index = self.b.binary(BinOp::And, index, mask);
        let index = self.b.binary(BinOp::Shl, index, two);
        let addr = self.b.binary(BinOp::Add, Value::global(table.global), index);
        self.b.load(Type::I32, addr)
    }

    /// Loads the address of a function with something added to it, and takes one of the two away.
    pub(super) fn code_address(&mut self) {
        let Some(codes) = self.generator.functions.codes.clone() else { return };
        let word = self.generator.source.below(codes.entries.len());
        let (index, addend) = codes.entries[word];
        let (func, class) = self.generator.functions.list[index];
        let addr = self.offset(Value::global(codes.global), 4 * word as u32);
        let loaded = self.b.load(Type::I32, addr);
        if self.generator.source.chance(128) {
            let addend = self.b.binary(BinOp::Sub, loaded, Value::func(func));
            return self.define(Type::I32, addend);
        }
        let addend = self.b.i32(addend);
        let callee = self.b.binary(BinOp::Sub, loaded, addend);
        let (sig, args) = (self.generator.functions.classes[class].sig, self.arguments(class));
        if let Some(value) = self.b.call_indirect(callee, sig, &args) {
            self.receive(class, value);
        }
    }

    fn arguments(&mut self, class: usize) -> Vec<Value> {
        let params = self.generator.functions.classes[class].params.clone();
        params.iter().map(|param| self.argument(*param)).collect()
    }

    fn argument(&mut self, param: Param) -> Value {
        match param {
            Param::Value(ty) => self.operand(ty),
            Param::Unused(ty) => self.loose_operand(ty),
            Param::KnownAddress { size, align } => match self.address(size, align, true) {
                Some(place) => place.base,
                None => self.new_alloca(size, None, align.max(4)).base,
            },
        }
    }

    /// Calls setjmp; the truth value says whether it was the first return.
    pub(super) fn set_jump(&mut self) -> Value {
        let size = self.b.i32(1024);
        let buffer = self.b.alloca(size, 8);
        let base = Value::global(self.generator.objects.jumps);
        self.b.store(buffer, base);
        let code = self.intrinsic(Intrinsic::Setjmp, &[buffer]);
        self.define(Type::I32, code);
        let zero = self.b.i32(0);
        self.b.icmp(IntCond::Eq, code, zero)
    }

    /// Jumps to where setjmp was called, after a few other things.
    pub(super) fn jump_back(&mut self) {
        let count = self.generator.source.below(3);
        // The functions that these call may fill buffers of their own.
        let base = Value::global(self.generator.objects.jumps);
        let buffer = self.b.load(Type::I32, base);
        for _ in 0..count {
            self.operation();
        }
        let code = self.operand(Type::I32);
        if self.generator.source.chance(128) {
            let jumper = self.jumper();
            self.b.call(jumper, &[code, buffer]);
        } else {
            self.b.intrinsic(Intrinsic::Longjmp, &[buffer, code]);
        }
    }

    /// The function that jumps from one frame further down.
    fn jumper(&mut self) -> FuncId {
        let module = self.b.module();
        let define = || module.define_func("jump", Linkage::Internal, Type::Void, &[Type::I32, Type::I32]);
        *self.generator.jumper.get_or_insert_with(define)
    }
}

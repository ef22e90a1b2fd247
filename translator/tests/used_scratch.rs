//! What a worker has translated before changes nothing: it keeps the memory of tables and lists,
//! and not what they are used for. Functions of many sizes, each with every expression twice, are
//! translated by a worker that has just translated a huge function, and by a new one.

use translator::ice::{BinOp, FuncId, Function, FunctionBuilder, Linkage, Module, Type};
use translator::mc::FuncCode;
use translator::options::{Isa, OptLevel, Options};
use translator::pipeline::Scratch;

/// A function in which every of so many expressions is computed twice, and loops, phis and
/// constants are there in proportion.
fn function(module: &mut Module, expressions: u32) -> Function {
    let params = [Type::I32, Type::I32];
    let id: FuncId = module.define_func(&format!("f{expressions}"), Linkage::Internal, Type::I32, &params);
    let mut b = FunctionBuilder::new(module, id);
    let (x, mut sum) = (b.arg(0), b.arg(1));
    for part in 0..expressions.div_ceil(100) {
        let next = b.block();
        let numbers = 100 * part..expressions.min(100 * (part + 1));
        for number in numbers.clone().chain(numbers) {
            // No two constants are equal, and none is simplified away.
            let constant = b.i32((number.wrapping_mul(0x9e37_79b9) | 0x0101_0001) as i32);
            let product = b.binary(BinOp::Mul, x, constant);
            let quotient = b.binary(BinOp::UDiv, product, constant);
            sum = b.binary(BinOp::Xor, sum, quotient);
        }
        b.br(next);
        b.switch_to(next);
    }
    b.ret(Some(sum));
    b.finish()
}

#[test]
fn a_worker_that_has_translated_a_huge_function_makes_the_same_code() {
    let mut module = Module::new();
    let huge = function(&mut module, 40_000);
    let functions: Vec<Function> = (1..30).map(|step| function(&mut module, 97 * step)).collect();
    for (isa, opt) in Isa::ALL.into_iter().flat_map(|isa| OptLevel::ALL.map(|opt| (isa, opt))) {
        let options = Options::new(isa, opt);
        let new = || Scratch::new(&options).expect("the target is built");
        let translate = |scratch: &mut Scratch, func: &Function| {
            let mut code = FuncCode::default();
            scratch.translate_function(&module, func, &options, &mut code).expect("the function can be translated");
            code
        };
        let mut used = new();
        translate(&mut used, &huge);
        for func in &functions {
            let name = module.func_symbol(func.id);
            assert!(translate(&mut used, func) == translate(&mut new(), func), "{isa} {opt:?}: {name}");
        }
    }
}

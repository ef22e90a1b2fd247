//! Tests of inlining.

use proptest::prelude::*;

use super::super::testing::{self, Rng, Shape, verify};
use super::*;
use crate::ice::{BinOp, Function, FunctionBuilder, IntCond, Intrinsic, Linkage, Type, print};

/// The callers' own function and those that it calls, each made by `make`, which also gets the id of the one before.
fn callee(module: &mut Module, result: Type, params: &[Type], make: impl FnOnce(&mut FunctionBuilder<'_>)) -> Function {
    let name = format!("callee{}", module.funcs.len());
    let id = module.define_func(&name, Linkage::Internal, result, params);
    let mut b = FunctionBuilder::new(module, id);
    make(&mut b);
    b.finish()
}

/// How many instructions a function that only calls another one has after the pass, and what it looks like.
fn inlined(module: &mut Module, callee: &Function) -> (bool, String) {
    let (result, params) = (module.func_sig(callee.id).result, module.func_sig(callee.id).params.clone());
    let id = module.define_func("caller", Linkage::Internal, result, &params);
    let mut b = FunctionBuilder::new(module, id);
    let args: Vec<Value> = (0..params.len()).map(|index| b.arg(index)).collect();
    let value = b.call(callee.id, &args);
    b.ret(value);
    let mut func = b.finish();
    let mut pass = Inline { bodies: Arc::new(Inlinable::of(module, std::slice::from_ref(callee))), ..Inline::default() };
    let changed = pass.run(module, &mut func, &mut Fuel::unlimited());
    verify(module, &func);
    (changed, print::function(&func, Some(module)).to_string())
}

#[test]
fn what_a_body_does_stands_in_place_of_the_call() {
    let mut module = Module::new();
    let callee = callee(&mut module, Type::I32, &[Type::I32, Type::I32], |b| {
        let (x, y, seven) = (b.arg(0), b.arg(1), b.i32(7));
        let product = b.binary(BinOp::Mul, y, seven);
        let loaded = b.load(Type::I32, x);
        let sum = b.binary(BinOp::Add, product, loaded);
        b.store(sum, x);
        let bits = b.intrinsic(Intrinsic::Ctpop(Type::I32), &[sum]).expect("a result");
        let result = b.binary(BinOp::Sub, bits, seven);
        b.ret(Some(result));
    });
    let (changed, text) = inlined(&mut module, &callee);
    assert!(changed);
    let body = text.split_once("b0:\n").expect("a block").1;
    let expected = "  v4 = mul i32 v1, 7\n  v5 = load i32, v0, align 1\n  v6 = add i32 v4, v5\n  store i32 v6, v0, align 1\n  \
                    v7 = call i32 @llvm.ctpop.i32(i32 v6)\n  v8 = sub i32 v7, 7\n  ret i32 v8\n}\n";
    assert_eq!(body, expected);
}

#[test]
fn bodies_that_have_to_do_with_their_frame_or_go_elsewhere_stay() {
    let mut module = Module::new();
    let other = module.define_func("other", Linkage::Internal, Type::Void, &[]);
    type Make<'m> = &'m dyn Fn(&mut FunctionBuilder<'_>);
    let makes: [(&str, Make<'_>); 8] = [
        ("memory of the stack", &|b| {
            let four = b.i32(4);
            let place = b.alloca(four, 4);
            b.ret(Some(place));
        }),
        ("the state of the stack", &|b| {
            let state = b.intrinsic(Intrinsic::StackSave, &[]);
            b.ret(state);
        }),
        ("a second return", &|b| {
            let buffer = b.arg(0);
            let code = b.intrinsic(Intrinsic::Setjmp, &[buffer]);
            b.ret(code);
        }),
        ("a call", &|b| {
            b.call(other, &[]);
            let arg = b.arg(0);
            b.ret(Some(arg));
        }),
        ("a call of an address", &|b| {
            let (sig, callee) = (b.module().intern_sig(Type::Void, &[]), b.arg(0));
            b.call_indirect(callee, sig, &[]);
            b.ret(Some(callee));
        }),
        ("no return", &|b| b.unreachable()),
        ("a branch", &|b| {
            let end = b.block();
            b.br(end);
            b.switch_to(end);
            let arg = b.arg(0);
            b.ret(Some(arg));
        }),
        ("many instructions", &|b| {
            let arg = b.arg(0);
            let sum = (0..13).fold(arg, |sum, _| b.binary(BinOp::Add, sum, arg));
            b.ret(Some(sum));
        }),
    ];
    for (what, make) in makes {
        let callee = callee(&mut module, Type::I32, &[Type::I32], make);
        assert!(!inlined(&mut module, &callee).0, "{what}");
    }
    let small = callee(&mut module, Type::I32, &[Type::I32], |b| {
        let arg = b.arg(0);
        let sum = (0..12).fold(arg, |sum, _| b.binary(BinOp::Add, sum, arg));
        b.ret(Some(sum));
    });
    assert!(inlined(&mut module, &small).0);
}

/// A function that uses a value before the instruction that makes it, which only a verifier would refuse.
#[test]
fn a_body_that_is_no_program_stays() {
    let mut module = Module::new();
    let mut wrong = callee(&mut module, Type::I32, &[Type::I32], |b| {
        let arg = b.arg(0);
        let (sum, other) = (b.binary(BinOp::Add, arg, arg), b.binary(BinOp::Mul, arg, arg));
        b.binary(BinOp::Xor, sum, other);
        b.ret(Some(sum));
    });
    let insts: Vec<Inst> = wrong.block_insts(wrong.entry().unwrap()).collect();
    wrong.move_inst_before(insts[2], insts[0]);
    assert!(!inlined(&mut module, &wrong).0);
}

#[test]
fn what_one_call_returns_may_be_what_another_one_takes() {
    let mut module = Module::new();
    let first = callee(&mut module, Type::I32, &[Type::I32, Type::I32], |b| {
        let arg = b.arg(0);
        b.ret(Some(arg));
    });
    let five = callee(&mut module, Type::I32, &[], |b| {
        let five = b.i32(5);
        b.ret(Some(five));
    });
    let id = module.define_func("caller", Linkage::Internal, Type::I32, &[Type::I32]);
    let mut b = FunctionBuilder::new(&mut module, id);
    let (x, next) = (b.arg(0), b.block());
    let made = b.call(five.id, &[]).unwrap();
    b.br(next);
    b.switch_to(next);
    let same = b.call(first.id, &[made, x]).unwrap();
    let same = b.call(first.id, &[same, same]).unwrap();
    let cond = b.icmp(IntCond::Eq, same, x);
    let result = b.select(cond, same, made);
    b.ret(Some(result));
    let mut func = b.finish();
    let bodies = Arc::new(Inlinable::of(&module, &[first, five]));
    let mut fuel = Fuel::limited(3);
    assert!(Inline { bodies, ..Inline::default() }.run(&module, &mut func, &mut fuel));
    verify(&module, &func);
    assert_eq!(fuel.last().unwrap().what, "b1: v3 = call i32 @callee0(i32 v2, i32 v2)");
    let text = print::function(&func, Some(&module)).to_string();
    assert!(text.contains("icmp eq i32 5, v0") && !text.contains("call "), "{text}");
}

/// Blocks that are not reached may say what no other can.
#[test]
fn values_in_a_circle_stay() {
    let mut module = Module::new();
    let same = callee(&mut module, Type::I32, &[Type::I32], |b| {
        let arg = b.arg(0);
        b.ret(Some(arg));
    });
    let id = module.define_func("caller", Linkage::Internal, Type::I32, &[Type::I32]);
    let mut b = FunctionBuilder::new(&mut module, id);
    let (x, lost) = (b.arg(0), b.block());
    b.ret(Some(x));
    b.switch_to(lost);
    let y = b.call(same.id, &[x]).unwrap();
    let z = b.call(same.id, &[y]).unwrap();
    b.ret(Some(z));
    let mut func = b.finish();
    let call = func.first_inst(lost).unwrap();
    func.map_operands(call, |_| z);
    let before = print::function(&func, Some(&module)).to_string();
    let bodies = Arc::new(Inlinable::of(&module, &[same]));
    assert!(!Inline { bodies, ..Inline::default() }.run(&module, &mut func, &mut Fuel::unlimited()));
    assert_eq!(print::function(&func, Some(&module)).to_string(), before);
}

/// Puts instructions of a block, where they can be, into a function of their own, and a call of it in their place.
fn outline(module: &mut Module, func: &mut Function, rng: &mut Rng) -> Option<Function> {
    let block = func.block_order()[rng.below(func.block_order().len())];
    let binary: Vec<Inst> = func
        .block_insts(block)
        .filter(|&inst| matches!(func.inst(inst), InstData::Binary { .. } | InstData::Select { .. }))
        .collect();
    let &chosen = binary.get(rng.below(binary.len()))?;
    let mut operands = Vec::new();
    func.visit_operands(chosen, |operand| operands.push(operand));
    let (data, result) = (*func.inst(chosen), func.result(chosen)?);
    let (ty, params) = (func.ty(result), operands.iter().map(|&operand| func.ty(operand)).collect::<Vec<Type>>());
    let body = callee(module, ty, &params, |b| {
        let args: Vec<Value> = (0..params.len()).map(|index| b.arg(index)).collect();
        let value = match data {
            InstData::Binary { op, .. } => b.binary(op, args[0], args[1]),
            _ => b.select(args[0], args[1], args[2]),
        };
        b.ret(Some(value));
    });
    let args = func.make_values(&operands);
    *func.inst_mut(chosen) = InstData::Call { func: body.id, args };
    Some(body)
}

proptest! {
    /// Instructions that were put into functions of their own come back.
    #[test]
    fn what_was_put_into_functions_comes_back(shape in Shape::any(), outlined in 1usize..6) {
        let (mut module, before) = testing::build(&shape);
        let (mut func, mut rng) = (before.clone(), Rng(shape.seed));
        let bodies: Vec<Function> = (0..outlined).filter_map(|_| outline(&mut module, &mut func, &mut rng)).collect();
        verify(&module, &func);
        let mut pass = Inline { bodies: Arc::new(Inlinable::of(&module, &bodies)), ..Inline::default() };
        let mut flow = ControlFlow::default();
        flow.with_frequencies(&func);
        let known = flow.known();
        pass.run_with(&mut flow, &module, &mut func, &mut Fuel::unlimited());
        prop_assert!(flow.known() == known && flow.is_right(&func));
        verify(&module, &func);
        for _ in 0..4 {
            let args = [rng.interesting(), rng.interesting(), rng.interesting()];
            let (old, new) = (testing::evaluate(&before, &args), testing::evaluate(&func, &args));
            prop_assert!(testing::agree(&old, &new), "arguments {:x?}\n{}", args, print::function(&func, Some(&module)));
        }
    }
}

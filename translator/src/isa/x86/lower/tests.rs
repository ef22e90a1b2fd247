//! Tests of what a sequence takes over from those before it. What lowered code computes is the
//! cross tests' business.

use super::*;
use crate::ice::Module;
use crate::ice::{BinOp, FunctionBuilder, IntCond, Linkage};
use crate::isa::{LowerInput, Lowered, Target, Values};
use crate::lir::MachInst;
use crate::lir::{Code, Role};
use crate::mc::ConstPool;
use crate::opt::Fuel;

/// Lowers `f(i32, i32) -> i32` with this body, which returns what the function returns.
fn lower_body(mode: Mode, body: impl FnOnce(&mut FunctionBuilder<'_>) -> Value) -> Code<Inst> {
    let mut module = Module::new();
    let id = module.define_func("f", Linkage::External, Type::I32, &[Type::I32, Type::I32]);
    let mut builder = FunctionBuilder::new(&mut module, id);
    let result = body(&mut builder);
    builder.ret(Some(result));
    let func = builder.finish();
    let mut code = Code::default();
    let (features, fuel) = (Features::default(), &mut Fuel::unlimited());
    let input = LowerInput { features, module: &module, func: &func, values: Values::InFrame, fuel };
    mode.lower(input, &mut LowerScratch::default(), Lowered { code: &mut code, pool: &mut ConstPool::default() })
        .expect("no limit is met");
    code
}

/// How often homes are read that the code has written: not the arguments' in 32-bit mode.
fn reloads(code: &Code<Inst>) -> usize {
    let mut written = Vec::new();
    let mut count = 0;
    for inst in &code.insts {
        let is_home = |var: Var| code.var(var).kind == VarKind::Any;
        inst.visit(&code.pools, |var, role| {
            count += usize::from(is_home(var) && role != Role::Def && written.contains(&var));
        });
        inst.visit(&code.pools, |var, role| {
            if is_home(var) && role != Role::Use {
                written.push(var);
            }
        });
    }
    count
}

#[test]
fn a_result_is_taken_from_its_register_by_the_next_sequence() {
    let code = lower_body(Mode::X8632, |b| {
        let sum = b.binary(BinOp::Add, b.arg(0), b.arg(1));
        let product = b.binary(BinOp::Mul, sum, b.arg(1));
        b.binary(BinOp::Sub, product, b.arg(0))
    });
    // Only the return reads a home.
    assert_eq!(reloads(&code), 1);
}

#[test]
fn operands_that_commute_change_places_for_it() {
    let last = |op| {
        lower_body(Mode::X8632, |b| {
            let sum = b.binary(BinOp::Add, b.arg(0), b.arg(1));
            b.binary(op, b.arg(0), sum)
        })
    };
    assert_eq!(reloads(&last(BinOp::Xor)), 1);
    assert_eq!(reloads(&last(BinOp::Sub)), 2);
}

#[test]
fn a_register_is_taken_once() {
    let code = lower_body(Mode::X8632, |b| {
        let sum = b.binary(BinOp::Add, b.arg(0), b.arg(1));
        b.binary(BinOp::Sub, sum, sum)
    });
    assert_eq!(reloads(&code), 2);
}

#[test]
fn a_square_reads_one_copy_twice() {
    let code = lower_body(Mode::X8632, |b| {
        let sum = b.binary(BinOp::Add, b.arg(0), b.arg(1));
        b.binary(BinOp::Mul, sum, sum)
    });
    assert_eq!(reloads(&code), 1);
}

#[test]
fn a_register_is_gone_after_another_sequence() {
    let code = lower_body(Mode::X8632, |b| {
        let sum = b.binary(BinOp::Add, b.arg(0), b.arg(1));
        let other = b.binary(BinOp::Add, b.arg(0), b.arg(0));
        b.binary(BinOp::Sub, sum, other)
    });
    assert_eq!(reloads(&code), 3);
}

#[test]
fn a_register_is_gone_after_a_label() {
    let code = lower_body(Mode::X8632, |b| {
        let next = b.block();
        let sum = b.binary(BinOp::Add, b.arg(0), b.arg(1));
        b.br(next);
        b.switch_to(next);
        b.binary(BinOp::Sub, sum, b.arg(0))
    });
    assert_eq!(reloads(&code), 2);
}

#[test]
fn a_register_that_the_hardware_fixes_is_not_kept() {
    let code = lower_body(Mode::X8632, |b| {
        let quotient = b.binary(BinOp::UDiv, b.arg(0), b.arg(1));
        b.binary(BinOp::UDiv, quotient, b.arg(1))
    });
    assert_eq!(reloads(&code), 2);
}

/// How often truth values are tested.
fn tests(code: &Code<Inst>) -> usize {
    code.insts.iter().filter(|inst| inst.opcode == Opcode::Real(Op::Test)).count()
}

#[test]
fn a_branch_uses_the_flags_of_the_comparison_before_it() {
    let code = lower_body(Mode::X8632, |b| {
        let (entry, other, exit) = (b.current(), b.block(), b.block());
        let less = b.icmp(IntCond::Slt, b.arg(0), b.arg(1));
        b.cond_br(less, other, exit);
        b.switch_to(other);
        b.br(exit);
        b.switch_to(exit);
        b.phi(Type::I32, &[(entry, b.arg(0)), (other, b.arg(1))])
    });
    assert_eq!(tests(&code), 0);
    // The block that follows is the one for true, so the branch leaves for false.
    let branch = code.insts.iter().find(|inst| inst.opcode == Opcode::Real(Op::Jcc)).expect("a branch");
    assert_eq!(branch.cc, Cc::Ge);
}

#[test]
fn selects_use_the_flags_until_something_changes_them() {
    let body = |between: bool| {
        lower_body(Mode::X8632, |b| {
            let less = b.icmp(IntCond::Slt, b.arg(0), b.arg(1));
            let first = b.select(less, b.arg(0), b.arg(1));
            let middle = if between { b.binary(BinOp::Add, first, first) } else { first };
            let second = b.select(less, middle, b.arg(0));
            b.select(less, second, b.arg(1))
        })
    };
    assert_eq!(tests(&body(false)), 0);
    // The first test sets the flags anew, and the last select uses them.
    assert_eq!(tests(&body(true)), 1);
}

/// The lower halves of pairs that lie in memory, as they do where few registers are left, are compared through a register.
#[test]
fn what_is_compared_is_not_in_memory_twice() {
    use crate::options::{Controls, Isa, OptLevel, Options, Pass};
    const VALUES: u32 = 9;
    let lines = |line: fn(u32) -> String| (0..VALUES).map(line).collect::<String>();
    let source = |other: &str| {
        [
            "declare i32 @g(i32)\ndefine i32 @f(i32 %b) {\n  %x = call i32 @g(i32 %b)\n  %w = zext i32 %x to i64\n".into(),
            "  %o = call i32 @g(i32 %b)\n  %v = zext i32 %o to i64\n".into(),
            lines(|n| format!("  %y{n} = call i32 @g(i32 %b)\n")),
            format!("  %c = icmp eq i64 %w, {other}\n  %q0 = select i1 %c, i32 %x, i32 %o\n"),
            lines(|n| format!("  %q{} = add i32 %q{n}, %y{n}\n", n + 1)),
            lines(|n| format!("  %z{n} = mul i32 %y{n}, %y{}\n", (5 * n + 1) % VALUES)),
            format!("  %k0 = mul i32 %q{VALUES}, 3\n"),
            lines(|n| format!("  %k{} = xor i32 %k{n}, %z{n}\n", n + 1)),
            format!("  ret i32 %k{VALUES}\n}}\n"),
        ]
        .concat()
    };
    for (opt, other) in OptLevel::ALL.into_iter().flat_map(|opt| [(opt, "%w"), (opt, "%v")]) {
        let (module, bodies) = crate::text::parse_module(&source(other), "f.ll").expect("a module");
        let disabled = [Pass::Forward, Pass::Simplify].into_iter().collect();
        let controls = Controls { disabled, ..Controls::default() };
        let options = Options { controls, verify_each: true, ..Options::new(Isa::X8632, opt) };
        crate::driver::translate_module(&module, &bodies, &options).unwrap_or_else(|error| panic!("{opt}: {error}"));
    }
}

/// A sum that a loop carries is made in its own register, whichever operand it is.
#[test]
fn what_a_loop_carries_is_added_to() {
    use crate::options::{Isa, OptLevel, Options};
    let loop_of = |sum: &str| {
        format!(
            "define i32 @f(i32 %p, i32 %k) {{\nentry:\n  br label %head\nhead:\n  %i = phi i32 [ 100, %entry ], [ %j, %head ]\n  \
             %s = phi i32 [ 0, %entry ], [ %t, %head ]\n  %q = mul i32 %i, %k\n  {sum}\n  %j = add i32 %i, -1\n  \
             %c = icmp ne i32 %j, 0\n  br i1 %c, label %head, label %exit\nexit:\n  ret i32 %t\n}}\n"
        )
    };
    let copies = |sum: &str| {
        let (module, bodies) = crate::text::parse_module(&loop_of(sum), "f.ll").expect("a module");
        let options = Options { file_type: crate::options::FileType::Asm, ..Options::new(Isa::X8664, OptLevel::O2) };
        let text = crate::driver::translate_module(&module, &bodies, &options).expect("it is translated");
        let text = String::from_utf8(text).expect("text");
        let body = text.split(".L0_0:").nth(1).and_then(|rest| rest.split("jne").next()).expect("a loop").to_owned();
        body.lines().filter(|line| line.trim_start().starts_with("mov ")).count()
    };
    assert_eq!(copies("%t = add i32 %q, %s"), copies("%t = add i32 %s, %q"));
    assert_eq!(copies("%t = xor i32 %q, %s"), 1, "a factor, which is changed, is copied");
}

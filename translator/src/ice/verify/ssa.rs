//! SSA form: a value table that is consistent with the instructions, and definitions that dominate
//! their uses.
//!
//! A use by an instruction must come after the definition in the same block or lie in a block that
//! the definition's block dominates. A phi's operand is a use at the end of the block that it comes
//! from. As in LLVM, uses in unreachable blocks, and phi operands that come from them, may be
//! anything of the right type. Complexity: that of the dominator tree, and one step for each
//! operand.

use super::Context;
use crate::ice::{Block, Function, Inst, InstData, Type, Value, ValueDef};
use crate::util::dominators::DomTree;
use crate::util::graph::{DepthFirst, Graph};

/// Checks that the body belongs to a declaration that promises one, with these parameters.
pub(super) fn check_declaration(cx: &mut Context<'_>) {
    let Some(decl) = cx.module.funcs.get(cx.func.id) else {
        return cx.body_error("the body of a function that the module does not have");
    };
    if !decl.defined {
        cx.body_error("a body for a function that is only declared");
    }
    let Some(sig) = cx.sig else {
        return cx.body_error("the declaration has no signature");
    };
    let args = cx.func.args();
    if args.len() != sig.params.len() || !args.map(|arg| cx.func.ty(arg)).eq(sig.params.iter().copied()) {
        cx.body_error("the arguments do not have the types of the declaration");
    }
}

/// Checks every local value's definition against its type, and against the instruction that is said
/// to make it.
pub(super) fn check_value_table(cx: &mut Context<'_>) {
    let func = cx.func;
    let arg_count = func.args().len();
    for index in 0..func.value_count() {
        let value = Value::local(index as u32);
        let (ty, def) = (func.ty(value), func.def(value));
        if ty == Type::Void {
            cx.body_error(format_args!("{value} has type void"));
        }
        match def {
            Some(ValueDef::Arg(number)) if index >= arg_count || number as usize != index => {
                cx.body_error(format_args!("{value} is no argument"));
            }
            Some(ValueDef::Arg(_)) => {}
            _ if index < arg_count => cx.body_error(format_args!("{value} is an argument, but defined as something else")),
            Some(ValueDef::Int(bits)) => check_int_constant(cx, value, ty, bits),
            Some(ValueDef::F32(_)) if ty != Type::F32 => cx.body_error(format_args!("{value} is a float constant of type {ty}")),
            Some(ValueDef::F64(_)) if ty != Type::F64 => cx.body_error(format_args!("{value} is a double constant of type {ty}")),
            Some(ValueDef::Inst(inst)) if inst.as_u32() as usize >= func.inst_count() || func.result(inst) != Some(value) => {
                cx.body_error(format_args!("{value} is not the result of {inst}"));
            }
            Some(ValueDef::Forward) => cx.body_error(format_args!("{value} is declared but never defined")),
            _ => {}
        }
    }
}

fn check_int_constant(cx: &mut Context<'_>, value: Value, ty: Type, bits: u64) {
    if !ty.is_scalar_int() {
        cx.body_error(format_args!("{value} is an integer constant of type {ty}"));
    } else if !fits(bits, ty) {
        cx.body_error(format_args!("{value}: the constant {bits:#x} does not fit {ty}"));
    }
}

/// Checks that the instruction that has a result is the one that defines it.
pub(super) fn check_result(cx: &mut Context<'_>, inst: Inst) {
    if let Some(result) = cx.func.result(inst)
        && cx.func.def(result) != Some(ValueDef::Inst(inst))
    {
        cx.inst_error(inst, format_args!("its result {result} is defined elsewhere"));
    }
}

/// Whether zero-extended bits have no more of them than the type.
pub(super) fn fits(bits: u64, ty: Type) -> bool {
    ty.bits() >= 64 || bits >> ty.bits() == 0
}

/// The body as a graph with its dominator tree, and where each instruction stands.
#[derive(Default, Debug)]
pub(super) struct Dominance {
    graph: Graph<Block>,
    search: DepthFirst<Block>,
    tree: DomTree<Block>,
    /// By instruction: its place in the layout, comparable within a block; [`REMOVED`] outside of
    /// any.
    positions: Vec<u32>,
}

const REMOVED: u32 = u32::MAX;

impl Dominance {
    /// Computes the tree of a body with a sound layout.
    pub(super) fn compute(&mut self, func: &Function) {
        let edges = func.block_order().iter().map(|&block| (block, func.successors(block)));
        self.graph.build(func.block_count(), edges);
        self.search.compute(&self.graph, func.entry());
        self.tree.compute(&self.graph, &self.search);
        self.positions.clear();
        self.positions.resize(func.inst_count(), REMOVED);
        let mut position = 0;
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                self.positions[inst.as_u32() as usize] = position;
                position += 1;
            }
        }
    }

    /// The graph, for comparing phis with edges.
    pub(super) fn graph(&self) -> &Graph<Block> {
        &self.graph
    }

    /// Checks every use in reachable code.
    pub(super) fn check_uses(&self, cx: &mut Context<'_>) {
        let func = cx.func;
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                self.check_operands(cx, block, inst);
            }
        }
    }

    fn check_operands(&self, cx: &mut Context<'_>, block: Block, inst: Inst) {
        let func = cx.func;
        if let InstData::Phi { args } = *func.inst(inst) {
            for arg in func.phi_args(args) {
                // A phi reads its operand at the very end of the block it comes from: after
                // everything in it.
                self.check_use(cx, inst, arg.value, arg.block, REMOVED);
            }
        } else {
            let position = self.positions[inst.as_u32() as usize];
            func.visit_operands(inst, |value| self.check_use(cx, inst, value, block, position));
        }
    }

    fn check_use(&self, cx: &mut Context<'_>, user: Inst, value: Value, block: Block, position: u32) {
        let def = if cx.func.contains(value) { cx.func.def(value) } else { None };
        let Some(ValueDef::Inst(def)) = def else { return };
        let def_position = self.positions.get(def.as_u32() as usize).copied().unwrap_or(REMOVED);
        let def_block = if def_position == REMOVED { None } else { cx.func.inst_block(def) };
        // A removed definition is wrong in unreachable code too: lowering would look for it.
        let Some(def_block) = def_block else {
            return cx.inst_error(user, format_args!("uses {value}, whose definition {def} was removed"));
        };
        if !self.tree.is_reachable(block) {
            return;
        }
        let dominated = if def_block == block { def_position < position } else { self.tree.dominates(def_block, block) };
        if !dominated {
            cx.inst_error(
                user,
                format_args!("uses {value}, whose definition in {def_block} does not dominate the use in {block}"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{body, expect_problem, expect_sound, inst, void_body};
    use super::*;
    use crate::ice::{BinOp, FuncId, Linkage, Module, Sig};

    fn add(lhs: u32, rhs: u32) -> InstData {
        InstData::Binary { op: BinOp::Add, lhs: Value::local(lhs), rhs: Value::local(rhs) }
    }

    #[test]
    fn a_use_comes_after_its_definition() {
        let (module, mut func) = void_body(|b| {
            let arg = b.arg(0);
            let first = b.binary(BinOp::Add, arg, arg);
            b.binary(BinOp::Add, first, arg);
            b.ret(None);
        });
        expect_sound(&module, &func);
        // i0 defines v2, i1 defines v3.
        *func.inst_mut(inst(0)) = add(3, 0);
        expect_problem(&module, &func, "`v2 = add i32 v3, v0`: uses v3, whose definition in b0 does not dominate the use in b0");
        *func.inst_mut(inst(0)) = add(2, 0);
        expect_problem(&module, &func, "uses v2, whose definition in b0 does not dominate");
    }

    /// b0 branches to b1 and b2, which meet in b3; v4 is made in b1.
    fn diamond(use_of: impl FnOnce(&mut crate::ice::FunctionBuilder<'_>, [Block; 4], Value)) -> (Module, Function) {
        body(Type::I32, |b| {
            let blocks = [b.current(), b.block(), b.block(), b.block()];
            let (arg, cond) = (b.arg(0), b.int(Type::I1, 1));
            b.cond_br(cond, blocks[1], blocks[2]);
            b.switch_to(blocks[1]);
            let value = b.binary(BinOp::Add, arg, arg);
            b.br(blocks[3]);
            b.switch_to(blocks[2]);
            b.br(blocks[3]);
            b.switch_to(blocks[3]);
            use_of(b, blocks, value);
        })
    }

    #[test]
    fn a_definition_dominates_its_uses() {
        let (module, func) = diamond(|b, _, value| b.ret(Some(value)));
        expect_problem(&module, &func, "whose definition in b1 does not dominate the use in b3");
        let phi_with = |from: usize| {
            diamond(move |b, blocks, value| {
                let phi = b.phi(Type::I32, &[(blocks[from], value), (blocks[3 - from], Value::local(0))]);
                b.ret(Some(phi));
            })
        };
        let (module, func) = phi_with(1);
        expect_sound(&module, &func);
        let (module, func) = phi_with(2);
        expect_problem(&module, &func, "whose definition in b1 does not dominate the use in b2");
    }

    #[test]
    fn a_phi_may_use_itself_and_later_values_around_a_loop() {
        let (module, func) = void_body(|b| {
            let (entry, head, exit) = (b.current(), b.block(), b.block());
            let (arg, cond) = (b.arg(0), b.int(Type::I1, 1));
            b.br(head);
            b.switch_to(head);
            let phi = b.phi(Type::I32, &[]);
            let other = b.phi(Type::I32, &[]);
            let next = b.binary(BinOp::Add, phi, arg);
            b.cond_br(cond, head, exit);
            b.set_phi(phi, &[(entry, arg), (head, next)]);
            b.set_phi(other, &[(entry, arg), (head, other)]);
            b.switch_to(exit);
            b.ret(None);
        });
        expect_sound(&module, &func);
    }

    #[test]
    fn unreachable_code_is_exempt() {
        let (module, mut func) = void_body(|b| {
            let (entry, join, lost) = (b.current(), b.block(), b.block());
            let arg = b.arg(0);
            b.br(join);
            b.switch_to(lost);
            // Two sums of each other: v2 = v3 + v0, v3 = v2 + v0.
            let (_, own) = b.func().append_inst(lost, add(3, 0), Type::I32);
            b.func().append_inst(lost, add(2, 0), Type::I32);
            b.br(join);
            b.switch_to(join);
            b.phi(Type::I32, &[(entry, arg), (lost, own.unwrap())]);
            b.ret(None);
        });
        expect_sound(&module, &func);
        let phi = func.first_inst(Block::from_u32(1)).unwrap();
        let InstData::Phi { args } = *func.inst(phi) else { unreachable!("the first instruction is the phi") };
        let value = func.phi_args(args)[1].value;
        func.insert_before(func.next_inst(phi).unwrap(), InstData::Alloca { size: value, align: 1 }, Type::I32);
        expect_problem(&module, &func, "whose definition in b2 does not dominate the use in b1");
    }

    #[test]
    fn removed_results_are_not_used() {
        let (module, mut func) = void_body(|b| {
            let arg = b.arg(0);
            let first = b.binary(BinOp::Add, arg, arg);
            b.binary(BinOp::Add, first, arg);
            b.ret(None);
        });
        func.remove_inst(inst(0));
        expect_problem(&module, &func, "uses v2, whose definition i0 was removed");
        func.remove_inst(inst(1));
        expect_sound(&module, &func);
    }

    #[test]
    fn the_value_table_is_consistent() {
        let (module, func) = void_body(|b| {
            let (arg, _constant) = (b.arg(0), b.i32(7));
            b.binary(BinOp::Add, arg, arg);
            b.ret(None);
        });
        expect_sound(&module, &func);
        // v2 is the constant, v3 the sum.
        for (value, ty, def, problem) in [
            (0, Type::I32, ValueDef::Int(0), "v0 is an argument, but defined as something else"),
            (2, Type::I32, ValueDef::Arg(2), "v2 is no argument"),
            (1, Type::I64, ValueDef::Arg(0), "v1 is no argument"),
            (2, Type::Void, ValueDef::Undef, "v2 has type void"),
            (2, Type::I8, ValueDef::Int(256), "the constant 0x100 does not fit i8"),
            (2, Type::F32, ValueDef::Int(1), "v2 is an integer constant of type float"),
            (2, Type::V4I32, ValueDef::Int(1), "v2 is an integer constant of type <4 x i32>"),
            (2, Type::F64, ValueDef::F32(1), "v2 is a float constant of type double"),
            (2, Type::I64, ValueDef::F64(1), "v2 is a double constant of type i64"),
            (2, Type::I32, ValueDef::Forward, "v2 is declared but never defined"),
            (2, Type::I32, ValueDef::Inst(inst(0)), "v2 is not the result of i0"),
            (2, Type::I32, ValueDef::Inst(inst(99)), "v2 is not the result of i99"),
            (3, Type::I32, ValueDef::Undef, "its result v3 is defined elsewhere"),
        ] {
            let mut broken = func.clone();
            broken.set_def(Value::local(value), ty, def);
            expect_problem(&module, &broken, problem);
        }
    }

    #[test]
    fn a_body_has_a_declaration_with_its_parameters() {
        let (module, mut func) = void_body(|b| b.ret(None));
        let mut declared = module.clone();
        declared.funcs[FuncId::from_u32(0)].defined = false;
        expect_problem(&declared, &func, "a body for a function that is only declared");
        let mut without_sig = module.clone();
        without_sig.funcs[FuncId::from_u32(0)].sig = Sig::from_u32(3);
        expect_problem(&without_sig, &func, "the declaration has no signature");
        let mut other = module.clone();
        func.id = other.define_func("g", Linkage::Internal, Type::Void, &[Type::I64, Type::I64]);
        expect_problem(&other, &func, "the arguments do not have the types of the declaration");
        expect_problem(&module, &func, "f1: the body of a function that the module does not have");
    }
}

//! Block structure: the layout, terminators and phis in their places, branch targets that exist,
//! and phi operands that match the edges.
//!
//! Works in two steps. [`Layout`] looks at blocks and at what single instructions refer to, and
//! says whether the graph makes sense; [`PhiEdges`] then compares phis with the graph. Linear in
//! blocks, instructions and edges: a phi with the wrong number of operands is not compared edge by
//! edge, so that many phis without operands cannot be multiplied with many edges.
//!
//! Rules ([PNACL-MANUAL] "Function Blocks", "Terminator Instructions", "Phi Instruction"): a block
//! ends in its only terminator; the entry has no predecessors and no phis; phis come first. A phi
//! has one operand for each incoming edge; operands that stand for several edges from one block are
//! the same value, as LLVM has it.

use super::Context;
use crate::ice::{Block, Function, Inst, InstData, Value, ValueRef};
use crate::util::graph::Graph;

/// The blocks of a body that are laid out, and whether their edges form a graph.
#[derive(Default, Debug)]
pub(super) struct Layout {
    /// Laid-out blocks, without repetitions and indices out of range.
    blocks: Vec<Block>,
    laid_out: Vec<bool>,
    sound: bool,
}

impl Layout {
    /// Reads the layout of a body and checks each block's shape.
    pub(super) fn compute(&mut self, cx: &mut Context<'_>) {
        let func = cx.func;
        self.sound = true;
        self.blocks.clear();
        self.laid_out.clear();
        self.laid_out.resize(func.block_count(), false);
        for &block in func.block_order() {
            match self.laid_out.get_mut(block.as_u32() as usize) {
                None => self.unsound(cx, block, "laid out, but there is no such block"),
                Some(true) => self.unsound(cx, block, "laid out twice"),
                Some(laid_out) => {
                    *laid_out = true;
                    self.blocks.push(block);
                }
            }
        }
        if self.blocks.is_empty() {
            cx.body_error("the body has no blocks");
            self.sound = false;
        }
        for index in 0..self.blocks.len() {
            self.check_shape(cx, self.blocks[index], index == 0);
        }
    }

    #[cold]
    fn unsound(&mut self, cx: &mut Context<'_>, block: Block, message: &str) {
        cx.block_error(block, message);
        self.sound = false;
    }

    /// Terminator at the end and only there, phis at the start and only there.
    fn check_shape(&mut self, cx: &mut Context<'_>, block: Block, is_entry: bool) {
        let func = cx.func;
        let last = func.last_inst(block);
        if !last.is_some_and(|inst| func.inst(inst).is_terminator()) {
            self.unsound(cx, block, "does not end in a terminator");
        }
        let mut in_phis = true;
        for inst in func.block_insts(block) {
            let data = func.inst(inst);
            if data.is_terminator() && last != Some(inst) {
                cx.inst_error(inst, "a terminator that is not the last instruction of its block");
            }
            if data.is_phi() {
                if is_entry {
                    cx.inst_error(inst, "a phi in the entry block");
                } else if !in_phis {
                    cx.inst_error(inst, "a phi after an instruction that is none");
                }
            }
            in_phis &= data.is_phi();
        }
    }

    /// The blocks to look at.
    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Whether successors can be followed. Final once every instruction went through
    /// [`check_references`](Self::check_references).
    pub(super) fn is_sound(&self) -> bool {
        self.sound
    }

    /// Checks that what an instruction refers to exists: operand lists, values, symbols,
    /// signatures, blocks. If not, nothing else about the instruction can be checked.
    pub(super) fn check_references(&mut self, cx: &mut Context<'_>, inst: Inst) -> bool {
        if !cx.func.owns_lists(inst) {
            cx.inst_error(inst, "its operand list lies outside the function's pool");
            self.sound = false;
            return false;
        }
        let mut intact = true;
        cx.func.visit_operands(inst, |value| intact &= check_value(cx, inst, value));
        intact &= check_callee(cx, inst);
        intact &= self.check_targets(cx, inst);
        intact
    }

    fn check_targets(&mut self, cx: &mut Context<'_>, inst: Inst) -> bool {
        let func = cx.func;
        let mut intact = true;
        match *func.inst(inst) {
            InstData::Phi { args } => {
                for arg in func.phi_args(args) {
                    intact &= self.check_block(cx, inst, arg.block);
                }
            }
            InstData::Br { target } => intact &= self.check_target(cx, inst, target),
            InstData::CondBr { on_true, on_false, .. } => {
                intact &= self.check_target(cx, inst, on_true);
                intact &= self.check_target(cx, inst, on_false);
            }
            InstData::Switch { cases, default, .. } => {
                intact &= self.check_target(cx, inst, default);
                for case in func.cases(cases) {
                    intact &= self.check_target(cx, inst, case.target);
                }
            }
            _ => {}
        }
        self.sound &= intact;
        intact
    }

    fn check_block(&self, cx: &mut Context<'_>, inst: Inst, block: Block) -> bool {
        let laid_out = self.laid_out.get(block.as_u32() as usize);
        match laid_out {
            None => cx.inst_error(inst, format_args!("there is no block {block}")),
            Some(false) => cx.inst_error(inst, format_args!("{block} is not laid out")),
            Some(true) => {}
        }
        laid_out == Some(&true)
    }

    fn check_target(&self, cx: &mut Context<'_>, inst: Inst, target: Block) -> bool {
        if cx.func.entry() == Some(target) {
            cx.inst_error(inst, "branches to the entry block");
        }
        self.check_block(cx, inst, target)
    }
}

fn check_value(cx: &mut Context<'_>, inst: Inst, value: Value) -> bool {
    let problem = match value.unpack() {
        ValueRef::Local(_) if cx.func.contains(value) => None,
        ValueRef::Local(_) => Some("there is no value"),
        ValueRef::Func(func) => match cx.module.funcs.get(func) {
            None => Some("there is no function"),
            // Nothing downstream could give it one: an intrinsic is code made on the spot.
            Some(decl) if decl.intrinsic.is_some() => Some("an intrinsic has no address:"),
            Some(_) => None,
        },
        ValueRef::Global(global) if cx.module.globals.get(global).is_some() => None,
        ValueRef::Global(_) => Some("there is no global"),
    };
    if let Some(problem) = problem {
        cx.inst_error(inst, format_args!("{problem} {value}"));
    }
    problem.is_none()
}

fn check_callee(cx: &mut Context<'_>, inst: Inst) -> bool {
    match *cx.func.inst(inst) {
        InstData::Call { func, .. } => {
            let decl = cx.module.funcs.get(func);
            if decl.is_none() {
                cx.inst_error(inst, format_args!("there is no function {func}"));
            }
            let sig_exists = decl.is_some_and(|decl| cx.module.sigs.get(decl.sig).is_some());
            if decl.is_some() && !sig_exists {
                cx.inst_error(inst, format_args!("the declaration of {func} has no signature"));
            }
            sig_exists
        }
        InstData::CallIndirect { sig, .. } if cx.module.sigs.get(sig).is_none() => {
            cx.inst_error(inst, format_args!("there is no signature {sig}"));
            false
        }
        _ => true,
    }
}

/// Compares phis with the incoming edges of their blocks.
#[derive(Default, Debug)]
pub(super) struct PhiEdges {
    /// By block: the edges from it that the phi at hand has not named yet. All zero between blocks.
    open: Vec<u32>,
    /// By block: the value that the phi at hand has for edges from it; `None` between phis.
    values: Vec<Option<Value>>,
}

impl PhiEdges {
    /// Checks every phi of a body with a sound layout.
    pub(super) fn check(&mut self, cx: &mut Context<'_>, graph: &Graph<Block>) {
        self.open.clear();
        self.open.resize(graph.nodes(), 0);
        self.values.clear();
        self.values.resize(graph.nodes(), None);
        let func = cx.func;
        for &block in func.block_order() {
            for inst in leading_phis(func, block) {
                self.check_phi(cx, graph.preds(block), inst);
            }
        }
    }

    fn check_phi(&mut self, cx: &mut Context<'_>, preds: &[Block], inst: Inst) {
        let func = cx.func;
        let InstData::Phi { args } = *func.inst(inst) else { return };
        let args = func.phi_args(args);
        if args.len() != preds.len() {
            cx.inst_error(inst, format_args!("{} operands for {} incoming edges", args.len(), preds.len()));
            return;
        }
        for pred in preds {
            self.open[pred.as_u32() as usize] += 1;
        }
        for arg in args {
            let open = &mut self.open[arg.block.as_u32() as usize];
            if *open == 0 {
                cx.inst_error(inst, format_args!("an operand too many for {}", arg.block));
                continue;
            }
            *open -= 1;
            let first = *self.values[arg.block.as_u32() as usize].get_or_insert(arg.value);
            if first != arg.value {
                cx.inst_error(inst, format_args!("different values, {first} and {}, for edges from {}", arg.value, arg.block));
            }
        }
        // As many operands as edges: an edge without an operand means that another operand was too
        // many. Nothing is left to report.
        for block in preds.iter().chain(args.iter().map(|arg| &arg.block)) {
            self.open[block.as_u32() as usize] = 0;
            self.values[block.as_u32() as usize] = None;
        }
    }
}

fn leading_phis(func: &Function, block: Block) -> impl Iterator<Item = Inst> {
    func.block_insts(block).take_while(|&inst| func.inst(inst).is_phi())
}

#[cfg(test)]
mod tests {
    use super::super::testing::{body, expect_problem, expect_sound, function_problems, inst, void_body};
    use crate::ice::{Block, FuncId, Function, Global, InstData, Intrinsic, Module, Sig, Type, Value, ValueList};

    /// b0 branches twice to b1 and once to b2; b2 branches to b1, which has the phi i0.
    fn join() -> (Module, Function) {
        body(Type::I32, |b| {
            let (entry, join, other) = (b.current(), b.block(), b.block());
            let (arg, one, two) = (b.arg(0), b.i32(1), b.i32(2));
            b.switch_to(join);
            let phi = b.phi(Type::I32, &[(entry, one), (other, two), (entry, one)]);
            b.ret(Some(phi));
            b.switch_to(entry);
            b.switch(arg, other, &[(1, join), (2, join)]);
            b.switch_to(other);
            b.br(join);
        })
    }

    fn block(index: u32) -> Block {
        Block::from_u32(index)
    }

    fn set_phi(func: &mut Function, args: &[(u32, u32)]) {
        let args: Vec<_> =
            args.iter().map(|&(from, value)| crate::ice::BlockCall { block: block(from), value: Value::local(value) }).collect();
        let args = func.make_phi_args(&args);
        *func.inst_mut(inst(0)) = InstData::Phi { args };
    }

    #[test]
    fn a_phi_has_one_operand_for_each_edge() {
        let (module, mut func) = join();
        expect_sound(&module, &func);
        // v2 is 1, v3 is 2.
        set_phi(&mut func, &[(0, 2), (2, 3)]);
        expect_problem(&module, &func, "2 operands for 3 incoming edges");
        set_phi(&mut func, &[(0, 2), (2, 3), (2, 3)]);
        expect_problem(&module, &func, "an operand too many for b2");
        set_phi(&mut func, &[(0, 2), (2, 3), (1, 3)]);
        expect_problem(&module, &func, "an operand too many for b1");
        set_phi(&mut func, &[(0, 2), (2, 3), (0, 3)]);
        expect_problem(&module, &func, "different values, v2 and v3, for edges from b0");
        set_phi(&mut func, &[(0, 2), (2, 3), (9, 2)]);
        expect_problem(&module, &func, "there is no block b9");
    }

    #[test]
    fn a_wrong_phi_does_not_excuse_the_next() {
        let (module, mut func) = join();
        let good = *func.inst(inst(0));
        func.insert_before(func.next_inst(inst(0)).unwrap(), good, Type::I32);
        expect_sound(&module, &func);
        set_phi(&mut func, &[(0, 2), (0, 2), (0, 2)]);
        let too_many_for_b0 = *func.inst(inst(0));
        let next = func.next_inst(inst(0)).unwrap();
        set_phi(&mut func, &[(2, 2), (2, 2), (2, 2)]);
        *func.inst_mut(next) = too_many_for_b0;
        expect_problem(&module, &func, "an operand too many for b2");
        expect_problem(&module, &func, "an operand too many for b0");
    }

    #[test]
    fn a_terminator_is_last_and_only_last() {
        let (module, func) = void_body(|b| {
            b.ret(None);
            b.ret(None);
        });
        expect_problem(&module, &func, "`ret void`: a terminator that is not the last instruction");
        let (module, func) = void_body(|b| {
            b.alloca(Value::local(0), 1);
        });
        expect_problem(&module, &func, "b0: does not end in a terminator");
        let (module, func) = void_body(|b| {
            b.ret(None);
            b.block();
        });
        expect_problem(&module, &func, "b1: does not end in a terminator");
    }

    #[test]
    fn phis_come_first_and_not_in_the_entry() {
        let (module, func) = void_body(|b| {
            b.phi(Type::I32, &[]);
            b.ret(None);
        });
        expect_problem(&module, &func, "a phi in the entry block");
        let (module, func) = void_body(|b| {
            let (entry, next, arg) = (b.current(), b.block(), b.arg(0));
            b.br(next);
            b.switch_to(next);
            b.alloca(arg, 1);
            b.phi(Type::I32, &[(entry, arg)]);
            b.ret(None);
        });
        expect_problem(&module, &func, "a phi after an instruction that is none");
    }

    #[test]
    fn the_entry_is_not_branched_to() {
        let (module, func) = void_body(|b| {
            let entry = b.current();
            b.br(entry);
        });
        expect_problem(&module, &func, "branches to the entry block");
    }

    #[test]
    fn branch_targets_are_laid_out() {
        let (module, mut func) = join();
        func.set_block_order(&[0, 1].map(block));
        expect_problem(&module, &func, "b2 is not laid out");
        func.set_block_order(&[0, 1, 2, 1].map(block));
        expect_problem(&module, &func, "b1: laid out twice");
        func.set_block_order(&[0, 1, 2, 3].map(block));
        expect_problem(&module, &func, "b3: laid out, but there is no such block");
        func.set_block_order(&[]);
        expect_problem(&module, &func, "the body has no blocks");
        let (module, mut func) = join();
        *func.inst_mut(func.last_inst(block(2)).unwrap()) = InstData::Br { target: block(7) };
        expect_problem(&module, &func, "`br b7`: there is no block b7");
        let (module, mut func) = join();
        *func.inst_mut(func.last_inst(block(2)).unwrap()) =
            InstData::CondBr { cond: Value::local(0), on_true: block(1), on_false: block(8) };
        expect_problem(&module, &func, "there is no block b8");
    }

    #[test]
    fn operands_exist() {
        for (operand, problem) in [
            (Value::local(77), "there is no value v77"),
            (Value::func(FuncId::from_u32(5)), "there is no function @f5"),
            (Value::global(Global::from_u32(5)), "there is no global @g5"),
        ] {
            let (module, mut func) = body(Type::I32, |b| b.ret(Some(Value::local(0))));
            *func.inst_mut(inst(0)) = InstData::Ret { value: Some(operand) };
            expect_problem(&module, &func, problem);
        }
    }

    #[test]
    fn an_intrinsic_has_no_address() {
        let (module, func) = body(Type::I32, |b| {
            let trap = b.module().declare_intrinsic(Intrinsic::Trap);
            b.ret(Some(Value::func(trap)));
        });
        expect_problem(&module, &func, "an intrinsic has no address");
    }

    #[test]
    fn callees_exist() {
        let (module, mut func) = void_body(|b| {
            b.intrinsic(Intrinsic::Trap, &[]);
            b.ret(None);
        });
        *func.inst_mut(inst(0)) = InstData::Call { func: FuncId::from_u32(9), args: ValueList::default() };
        expect_problem(&module, &func, "there is no function f9");
        let (callee, args) = (Value::local(0), ValueList::default());
        *func.inst_mut(inst(0)) = InstData::CallIndirect { callee, sig: Sig::from_u32(9), args };
        expect_problem(&module, &func, "there is no signature sig9");
        let (mut module, func) = void_body(|b| {
            b.intrinsic(Intrinsic::Trap, &[]);
            b.ret(None);
        });
        module.funcs[FuncId::from_u32(1)].sig = Sig::from_u32(40);
        expect_problem(&module, &func, "the declaration of f1 has no signature");
    }

    #[test]
    fn operand_lists_of_another_function_are_found() {
        let (module, func) = join();
        let (_, mut small) = void_body(|b| {
            b.alloca(Value::local(0), 1);
            b.ret(None);
        });
        for source in [inst(0), func.last_inst(block(0)).unwrap()] {
            *small.inst_mut(inst(0)) = *func.inst(source);
            let problems = function_problems(&module, &small);
            assert!(problems.iter().any(|p| p.contains("`i0`: its operand list lies outside")), "{problems:?}");
        }
    }

    /// Quadratic work, if there were any, would take minutes here.
    #[test]
    fn many_phis_at_many_edges_are_linear() {
        let (module, func) = void_body(|b| {
            let (arg, join) = (b.arg(0), b.block());
            let cases: Vec<_> = (0..100_000).map(|value| (value, join)).collect();
            b.switch(arg, join, &cases);
            b.switch_to(join);
            for _ in 0..100_000 {
                b.phi(Type::I32, &[]);
            }
            b.ret(None);
        });
        expect_problem(&module, &func, "0 operands for 100001 incoming edges");
    }
}

//! Tail recursion: a function that calls itself and returns what that returns goes back to its beginning.
//!
//! In: a function. Out: the same with such calls as branches to a new block behind the entry, in which each parameter is a phi.
//! A function with an `alloca` is left alone, as its stack would grow all the same, and so is one in which something returns twice.
//!
//! Calls of other functions are left alone. What the caller of a call in tail position has on the stack may be smaller than what the
//! callee is passed there, which is the back ends' affair; and recursion that never ends does not trap any more where it is a loop, but goes
//! on.
//!
//! Linear.
//!
//! How it is done is ours.

use super::{Fuel, IrPass};
use crate::analysis::ControlFlow;
use crate::ice::intrinsics::Effect;
use crate::ice::{Block, BlockCall, Function, Inst, InstData, Module, Type, Value};
use crate::options::Pass;

/// The pass with its working memory.
#[derive(Clone, Default, Debug)]
pub struct TailRecursion {
    calls: Vec<Inst>,
    /// Where the calls were that have become branches, and what they passed, one call's arguments after the other's.
    sites: Vec<Block>,
    passed: Vec<Value>,
    /// By parameter: the phi that it has become, and its result.
    phis: Vec<(Inst, Value)>,
    order: Vec<Block>,
    args: Vec<BlockCall>,
}

impl IrPass for TailRecursion {
    const PASS: Pass = Pass::TailRecursion;

    fn change(&mut self, flow: &mut ControlFlow, module: &Module, func: &mut Function, fuel: &mut Fuel) -> bool {
        self.find(module, func);
        self.calls.retain(|&call| fuel.spend(Self::PASS, module, func, call));
        let Some(entry) = func.entry().filter(|_| !self.calls.is_empty()) else { return false };
        let header = self.split(func, entry);
        self.branch(func, header);
        self.make_phis(func, entry, header);
        flow.forget();
        true
    }
}

impl TailRecursion {
    /// Finds the calls; none if it matters whose frame is there.
    fn find(&mut self, module: &Module, func: &Function) {
        self.calls.clear();
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                let is_kept = match *func.inst(inst) {
                    InstData::Alloca { .. } => true,
                    InstData::Call { func: callee, .. } => {
                        if callee == func.id && is_returned(func, inst) {
                            self.calls.push(inst);
                        }
                        module.funcs[callee].intrinsic.is_some_and(|intrinsic| intrinsic.row().effect == Effect::ReturnsTwice)
                    }
                    _ => false,
                };
                if is_kept {
                    self.calls.clear();
                    return;
                }
            }
        }
    }

    /// Moves what is in the entry to a block of its own, which it is returned.
    fn split(&mut self, func: &mut Function, entry: Block) -> Block {
        let header = func.append_block();
        self.order.clear();
        self.order.extend(func.successors(entry));
        self.order.iter().for_each(|&succ| func.rename_phi_pred(succ, entry, header));
        if let Some(first) = func.first_inst(entry) {
            func.move_tail(first, header);
        }
        func.append_inst(entry, InstData::Br { target: header }, Type::Void);
        self.order.clear();
        for &block in func.block_order().iter().filter(|&&block| block != header) {
            self.order.push(block);
            if block == entry {
                self.order.push(header);
            }
        }
        func.set_block_order(&self.order);
        header
    }

    /// Makes branches of the calls.
    fn branch(&mut self, func: &mut Function, header: Block) {
        self.sites.clear();
        self.passed.clear();
        for &call in &self.calls {
            let (Some(block), InstData::Call { args, .. }) = (func.inst_block(call), *func.inst(call)) else { continue };
            self.sites.push(block);
            self.passed.extend_from_slice(func.values(args));
            if let Some(ret) = func.next_inst(call) {
                func.remove_inst(ret);
            }
            func.remove_inst(call);
            func.append_inst(block, InstData::Br { target: header }, Type::Void);
        }
    }

    /// Makes a phi of each parameter.
    fn make_phis(&mut self, func: &mut Function, entry: Block, header: Block) {
        let Some(first) = func.first_inst(header) else { return };
        self.phis.clear();
        for param in func.args() {
            let args = func.make_phi_args(&[]);
            let (phi, value) = func.insert_before(first, InstData::Phi { args }, func.ty(param));
            self.phis.push((phi, value.expect("a phi has a result")));
        }
        let phis = &self.phis;
        // Parameters are the first values of a function.
        let now = |value: Value| value.local_index().and_then(|index| phis.get(index)).map_or(value, |&(_, phi)| phi);
        for index in 0..func.block_order().len() {
            let mut next = func.first_inst(func.block_order()[index]);
            while let Some(inst) = next {
                next = func.next_inst(inst);
                func.map_operands(inst, now);
            }
        }
        for (param, (index, &(phi, _))) in func.args().zip(phis.iter().enumerate()) {
            self.args.clear();
            self.args.push(BlockCall { block: entry, value: param });
            for (site, &block) in self.sites.iter().enumerate() {
                let value = self.passed[site * phis.len() + index];
                let value = if fault!(TailRecursionStays, index > 0) { param } else { value };
                self.args.push(BlockCall { block, value: now(value) });
            }
            let args = func.make_phi_args(&self.args);
            *func.inst_mut(phi) = InstData::Phi { args };
        }
    }
}

/// Whether a function returns what a call returns, right behind it.
fn is_returned(func: &Function, call: Inst) -> bool {
    let Some(InstData::Ret { value }) = func.next_inst(call).map(|next| *func.inst(next)) else { return false };
    value == func.result(call) || fault!(TailRecursionResult)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{self, Shape};
    use super::*;
    use crate::ice::{BinOp, FunctionBuilder, IntCond, Linkage, print};

    /// `f(n, s)` is `s` if `n` is zero and else, as `tail` makes it, something of `f`.
    fn recursive(tail: impl FnOnce(&mut FunctionBuilder<'_>, crate::ice::FuncId, [Value; 2])) -> (Module, Function) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::Internal, Type::I32, &[Type::I32, Type::I32]);
        let mut b = FunctionBuilder::new(&mut module, id);
        let (n, s, zero) = (b.arg(0), b.arg(1), b.i32(0));
        let (again, end) = (b.block(), b.block());
        let ends = b.icmp(IntCond::Eq, n, zero);
        b.cond_br(ends, end, again);
        b.switch_to(again);
        let (one, sum) = (b.i32(-1), b.binary(BinOp::Add, s, n));
        let less = b.binary(BinOp::Add, n, one);
        tail(&mut b, id, [less, sum]);
        b.switch_to(end);
        b.ret(Some(s));
        let func = b.finish();
        (module, func)
    }

    fn after((module, mut func): (Module, Function)) -> String {
        testing::verify(&module, &func);
        TailRecursion::default().run(&module, &mut func, &mut Fuel::unlimited());
        testing::verify(&module, &func);
        print::function(&func, Some(&module)).to_string()
    }

    #[test]
    fn a_call_whose_result_is_returned_is_a_branch() {
        let text = after(recursive(|b, id, args| {
            let value = b.call(id, &args);
            b.ret(value);
        }));
        assert!(!text.contains("call") && text.matches("phi").count() == 2 && text.matches("ret").count() == 1, "{text}");
    }

    #[test]
    fn what_is_done_with_the_result_or_the_frame_keeps_a_call() {
        let used = after(recursive(|b, id, args| {
            let value = b.call(id, &args).unwrap();
            let value = b.binary(BinOp::Add, value, args[0]);
            b.ret(Some(value));
        }));
        assert!(used.contains("call"), "{used}");
        let other = after(recursive(|b, id, args| {
            b.call(id, &args);
            b.ret(Some(args[1]));
        }));
        assert!(other.contains("call"), "{other}");
        let framed = after(recursive(|b, id, [less, sum]| {
            let four = b.i32(4);
            let place = b.alloca(four, 4);
            b.store(sum, place);
            let value = b.call(id, &[less, place]);
            b.ret(value);
        }));
        assert!(framed.contains("call"), "{framed}");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

        #[test]
        fn what_is_computed_stays_the_same(shape in Shape::any(), fuel in testing::any_fuel()) {
            let mut pass = TailRecursion::default();
            testing::check_pass(&shape, fuel, |module, func, fuel| pass.run(module, func, fuel))?;
        }
    }
}

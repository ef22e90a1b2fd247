//! Rules for control flow: branches whose condition is known, branches without a choice, phis
//! without one.
//!
//! A rule here only rewrites the terminator. Edges that disappear leave phi operands behind, which
//! the pass removes at the end of its round ([`Pruner`](super::super::cfg::Pruner)).

use super::{Cx, INNER, Step};
use crate::ice::inst::{CaseList, PhiList};
use crate::ice::{BinOp, Block, Function, Inst, InstData, IntCond, Type, Value};

/// A phi all of whose operands are one value, itself not counted, is that value. An operand that
/// comes from the phi's own block, or from an unreachable one, may be anything: a value that is not
/// an instruction's result dominates everything, and one that arrives over every edge dominates the
/// phi.
pub(super) fn phi(cx: &Cx<'_>, inst: Inst, args: PhiList) -> Option<Step> {
    let result = cx.func.result(inst)?;
    let mut others = cx.func.phi_args(args).iter().map(|arg| arg.value).filter(|&value| value != result);
    let first = others.next()?;
    others.all(|value| value == first).then_some(Step::Value(first))
}

/// The first rule that applies to a conditional branch.
pub(super) fn cond_br(cx: &Cx<'_>, cond: Value, on_true: Block, on_false: Block) -> Option<Step> {
    if on_true == on_false {
        return Some(Step::Inst(InstData::Br { target: on_true }));
    }
    if let Some(bits) = cx.func.int_const(cond) {
        return Some(Step::Inst(InstData::Br { target: if bits == 1 { on_true } else { on_false } }));
    }
    let (negated, _) = cx.with_constant(cond, BinOp::Xor).filter(|&(_, bits)| bits == 1)?;
    Some(Step::Inst(InstData::CondBr { cond: negated, on_true: on_false, on_false: on_true }))
}

/// The first rule that applies to a switch.
pub(super) fn switch(cx: &Cx<'_>, value: Value, cases: CaseList, default: Block) -> Option<Step> {
    let cases = cx.func.cases(cases);
    if let Some(bits) = cx.func.int_const(value) {
        let target = cases.iter().find(|case| case.value == bits).map_or(default, |case| case.target);
        return Some(Step::Inst(InstData::Br { target }));
    }
    if cases.iter().all(|case| case.target == default) {
        return Some(Step::Inst(InstData::Br { target: default }));
    }
    None
}

/// Whether a terminator that becomes `new` has fewer edges then.
pub(super) fn loses_edges(func: &Function, inst: Inst, new: &InstData) -> bool {
    matches!(new, InstData::Br { .. }) && !matches!(func.inst(inst), InstData::Br { .. })
}

/// A switch with one case, as a branch.
pub(super) fn single_case(cx: &mut Cx<'_>, value: Value, cases: CaseList, default: Block) -> Option<Step> {
    let &[case] = cx.func.cases(cases) else { return None };
    let constant = cx.int(cx.func.ty(value), case.value);
    let inner = InstData::Icmp { cond: IntCond::Eq, lhs: value, rhs: constant };
    let outer = InstData::CondBr { cond: INNER, on_true: case.target, on_false: default };
    Some(Step::Pair { inner, ty: Type::I1, outer })
}

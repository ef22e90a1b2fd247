//! What lowering knows of a value from the instructions that compute it.
//!
//! In: a function and one of its values. Out: facts that hold however the target computes the
//! value, as long as it keeps the rules stated with each. A bounded look at a few instructions;
//! nothing is stored.

use crate::ice::{BinOp, CastOp, Function, Inst, InstData, Value, ValueDef, ValueRef};

/// How many instructions back a fact is looked for.
const DEPTH: u32 = 3;
/// How many phis that lead to each other are looked at for a fact about one of them, and how many of their arguments.
const MAX_PHIS: usize = 8;
const MAX_ARGS: usize = 32;

/// Whether the bits above a narrow integer's width are zero in the word that holds it.
///
/// The rules: loads extend with zeros, comparisons give 0 or 1, right shifts without sign and
/// extensions with zeros work on extended operands, the logical operators, selects and phis work on
/// whole words, and a constant operand is extended with zeros.
pub fn is_zero_extended(func: &Function, value: Value) -> bool {
    is_zero_extended_if(func, value, |_| true)
}

/// The same where the rules hold for instructions only if `keeps` says so of their result.
pub fn is_zero_extended_if(func: &Function, value: Value, keeps: impl Fn(Value) -> bool) -> bool {
    zero_extended(func, value, &keeps, DEPTH)
}

fn zero_extended(func: &Function, value: Value, keeps: &impl Fn(Value) -> bool, depth: u32) -> bool {
    let bits = func.ty(value).bits();
    let above = !(u64::MAX >> (64 - bits)) & u64::from(u32::MAX);
    let Some(def) = func.def(value) else { return false };
    match def {
        ValueDef::Int(number) => number & above == 0,
        ValueDef::Inst(_) if !keeps(value) => false,
        ValueDef::Inst(inst) => match *func.inst(inst) {
            // A truth value in memory is a byte, of which the lowest bit counts.
            InstData::Load { .. } => bits > 1,
            InstData::Icmp { .. } | InstData::Fcmp { .. } | InstData::Cast { op: CastOp::ZExt, .. } => true,
            InstData::Binary { op: BinOp::LShr, .. } => true,
            InstData::Binary { op: BinOp::Add, .. } if fault!(LowerSumExtended) => true,
            InstData::Binary { op: BinOp::And, lhs, rhs } if depth > 0 => {
                zero_extended(func, lhs, keeps, depth - 1) || zero_extended(func, rhs, keeps, depth - 1)
            }
            InstData::Binary { op: BinOp::Or | BinOp::Xor, lhs, rhs } if depth > 0 => {
                zero_extended(func, lhs, keeps, depth - 1) && zero_extended(func, rhs, keeps, depth - 1)
            }
            InstData::Phi { .. } if depth > 0 => zero_extended_phi(func, inst, keeps),
            InstData::Select { on_true, on_false, .. } if depth > 0 => {
                zero_extended(func, on_true, keeps, depth - 1) && zero_extended(func, on_false, keeps, depth - 1)
            }
            _ => false,
        },
        _ => false,
    }
}

/// The same for a phi: it is if all others are that come to it, directly or by phis, which are taken for it until one is not.
fn zero_extended_phi(func: &Function, phi: Inst, keeps: &impl Fn(Value) -> bool) -> bool {
    let (mut phis, mut known, mut args) = ([phi; MAX_PHIS], 1, 0);
    let mut next = 0;
    while next < known {
        let InstData::Phi { args: list } = *func.inst(phis[next]) else { return false };
        next += 1;
        let list = func.phi_args(list);
        args += list.len();
        if args > MAX_ARGS {
            return false;
        }
        for arg in list {
            match func.def(arg.value) {
                Some(ValueDef::Inst(inst)) if matches!(func.inst(inst), InstData::Phi { .. }) => {
                    if phis[..known].contains(&inst) {
                        continue;
                    }
                    if known == MAX_PHIS || !keeps(arg.value) {
                        return false;
                    }
                    phis[known] = inst;
                    known += 1;
                }
                _ if fault!(LowerPhiExtended, args > 1 && next == 1) && arg.value != list[0].value => {}
                _ if !zero_extended(func, arg.value, keeps, 1) => return false,
                _ => {}
            }
        }
    }
    true
}

/// An address as another value plus a constant within `limits`: itself and zero if it is no such
/// sum.
pub fn base_and_offset(func: &Function, addr: Value, limits: (i32, i32)) -> (Value, i32) {
    let whole = (addr, 0);
    let Some(ValueDef::Inst(inst)) = func.def(addr) else { return whole };
    let InstData::Binary { op, lhs, rhs } = *func.inst(inst) else { return whole };
    let (base, offset) = match (op, func.int_const(lhs), func.int_const(rhs)) {
        (BinOp::Add, None, Some(offset)) => (lhs, offset as i32),
        (BinOp::Add, Some(offset), None) => (rhs, offset as i32),
        (BinOp::Sub, None, Some(offset)) => (lhs, (offset as i32).wrapping_neg()),
        _ => return whole,
    };
    if offset == 0 && (!matches!(base.unpack(), ValueRef::Local(_)) || func.int_const(base).is_some()) {
        // An address that is a value on purpose.
        return whole;
    }
    let is_unspecified = matches!(base.unpack(), ValueRef::Local(_)) && matches!(func.def(base), Some(ValueDef::Undef));
    if is_unspecified || offset < limits.0 || offset > limits.1 { whole } else { (base, offset) }
}

/// What `lhs op rhs` rotates to the left, and by how many bits of its width: two shifts by constants that are joined.
pub fn rotation(func: &Function, op: BinOp, lhs: Value, rhs: Value) -> Option<(Value, u8)> {
    let shift = |value| match func.def(value) {
        Some(ValueDef::Inst(inst)) => match *func.inst(inst) {
            InstData::Binary { op: op @ (BinOp::Shl | BinOp::LShr), lhs, rhs } => Some((op, lhs, func.int_const(rhs)?)),
            _ => None,
        },
        _ => None,
    };
    if !matches!(op, BinOp::Or | BinOp::Xor | BinOp::Add) {
        return None;
    }
    let ((left, source, up), (right, other, down)) = match (shift(lhs)?, shift(rhs)?) {
        (a @ (BinOp::Shl, ..), b) => (a, b),
        (a, b) => (b, a),
    };
    let bits = u64::from(func.ty(source).bits());
    let is_whole = bits >= 32 && (1..bits).contains(&up) && down == if fault!(RotationWidth) { bits - 1 - up } else { bits - up };
    ((left, right) == (BinOp::Shl, BinOp::LShr) && source == other && is_whole).then_some((source, up as u8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ice::{FunctionBuilder, IntCond, Linkage, Module, Type};

    fn with_builder(check: impl FnOnce(&mut FunctionBuilder<'_>) -> Vec<Value>) -> (Function, Vec<Value>) {
        let mut module = Module::new();
        let id = module.define_func("f", Linkage::External, Type::Void, &[Type::I32]);
        let mut builder = FunctionBuilder::new(&mut module, id);
        let values = check(&mut builder);
        builder.ret(None);
        (builder.finish(), values)
    }

    #[test]
    fn loads_and_comparisons_are_extended_and_sums_are_not() {
        let (func, values) = with_builder(|b| {
            let byte = b.load(Type::I8, b.arg(0));
            let sum = b.binary(BinOp::Add, byte, byte);
            let number = b.int(Type::I8, 7);
            let masked = b.binary(BinOp::And, sum, number);
            let mixed = b.binary(BinOp::Or, sum, byte);
            let compared = b.icmp(IntCond::Eq, byte, sum);
            vec![byte, sum, masked, mixed, compared]
        });
        let found: Vec<bool> = values.iter().map(|&value| is_zero_extended(&func, value)).collect();
        assert_eq!(found, [true, false, true, false, true]);
    }

    #[test]
    fn an_offset_is_split_off_within_the_limits() {
        let (func, values) = with_builder(|b| {
            let (four, far) = (b.int(Type::I32, 4), b.int(Type::I32, 5000));
            let near = b.binary(BinOp::Add, b.arg(0), four);
            let before = b.binary(BinOp::Sub, b.arg(0), four);
            let beyond = b.binary(BinOp::Add, b.arg(0), far);
            vec![b.arg(0), near, before, beyond]
        });
        let limits = (-4095, 4095);
        assert_eq!(base_and_offset(&func, values[1], limits), (values[0], 4));
        assert_eq!(base_and_offset(&func, values[2], limits), (values[0], -4));
        assert_eq!(base_and_offset(&func, values[3], limits), (values[3], 0));
        assert_eq!(base_and_offset(&func, values[0], limits), (values[0], 0));
    }
}

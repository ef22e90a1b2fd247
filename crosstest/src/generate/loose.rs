//! Operations whose results nobody may rely on: undefined operands, shifts by more than the width, conversions out of range.
//!
//! They must not trap, and must not disturb anything else. Their results go to the sink, which nothing else reads; the interpreter knows
//! which of their bits are Unspecified, and the comparison leaves those out. Blocks that no run enters may end in any way at all.

use translator::ice::intrinsics::AtomicRmwOp;
use translator::ice::{BinOp, CastOp, FloatCond, IntCond, Intrinsic, Type, Value};

use super::body::Body;
use super::flow::Term;

/// The number of the strongest memory order.
const SEQUENTIALLY_CONSISTENT: i32 = 6;

impl Body<'_, '_, '_, '_, '_> {
    /// An operand that may be undefined: of each kind that there is, about as often as of any other.
    pub(super) fn loose_operand(&mut self, ty: Type) -> Value {
        match self.generator.source.below(5) {
            0 | 1 => self.b.undef(ty),
            2 if ty == Type::I32 => self.generator.source.pick(&self.generator.objects.places).base,
            2 | 3 if !ty.is_vector() => self.constant(ty),
            _ => self.operand(ty),
        }
    }

    /// An operation on such operands. None traps.
    pub(super) fn loose(&mut self) {
        let ty = self.ty(|_| true);
        match self.generator.source.below(9) {
            0 | 1 => self.loose_binary(ty),
            8 => self.loose_atomic(),
            2 => self.loose_cast(ty),
            3 => self.loose_compare(ty),
            4 => {
                let by_lane = ty.is_vector() && self.generator.source.chance(128);
                let cond = self.operand(if by_lane { ty.comparison_result() } else { Type::I1 });
                let (on_true, on_false) = (self.loose_operand(ty), self.loose_operand(ty));
                let value = self.b.select(cond, on_true, on_false);
                self.sink(ty, value);
            }
            5 | 6 => self.loose_lane(),
            _ => {
                let ty = self.ty(|ty| ty.memory_bytes().is_some());
                let value = self.b.undef(ty);
                let slot = self.sink_address(ty);
                let align = self.alignment(ty);
                self.raw_store(value, slot, align);
            }
        }
    }

    /// An atomic operation on a part of the sink. It reads what others left there, and what it reads goes back there.
    fn loose_atomic(&mut self) {
        let ty = self.generator.source.pick(&[Type::I32, Type::I8, Type::I16, Type::I64]);
        let op = self.generator.source.pick(&AtomicRmwOp::ALL);
        let (op, value) = (self.b.i32(op as i32), self.loose_operand(ty));
        let (addr, order) = (self.sink_address(ty), self.b.i32(SEQUENTIALLY_CONSISTENT));
        let value = self.intrinsic(Intrinsic::AtomicRmw(ty), &[op, addr, value, order]);
        self.sink(ty, value);
    }

    /// A way out of a block that no run enters, to one place, decided by anything.
    pub(super) fn loose_way(&mut self, to: usize) -> Term {
        let ty = self.generator.source.pick(&[Type::I1, Type::I32, Type::I8, Type::I16, Type::I64]);
        let value = self.loose_operand(ty);
        if ty == Type::I1 {
            return Term::Cond(value, to, to);
        }
        let mask = u64::MAX >> (64 - ty.bits());
        let first = self.generator.source.int(ty.bits());
        let cases = (0..self.generator.source.below(5) as u64).map(|index| (first.wrapping_add(index) & mask, to));
        Term::Switch(value, to, cases.collect())
    }

    fn loose_binary(&mut self, ty: Type) {
        let ops: Vec<BinOp> = BinOp::ALL.iter().copied().filter(|op| op.accepts(ty)).collect();
        let op = self.generator.source.pick(&ops);
        let lhs = self.loose_operand(ty);
        let rhs = if op.is_int_division() {
            let rhs = self.operand(ty);
            self.divisor(ty, op, rhs)
        } else {
            self.loose_operand(ty)
        };
        let value = self.b.binary(op, lhs, rhs);
        self.sink(ty, value);
    }

    fn loose_cast(&mut self, from: Type) {
        let choices = CastOp::ALL.iter().flat_map(|&op| Type::ALL.map(|to| (op, to)));
        let choices: Vec<(CastOp, Type)> = choices.filter(|&(op, to)| op.accepts(from, to)).collect();
        let (op, to) = self.generator.source.pick(&choices);
        // The bits of a NaN are nobody's business, but no cast makes a signalling one out of undefined bits; nor out of an address.
        let value = match op {
            CastOp::Bitcast if from == Type::I32 && self.generator.source.chance(128) => {
                self.generator.source.pick(&self.generator.objects.places).base
            }
            CastOp::Bitcast => self.b.undef(from),
            _ => self.loose_operand(from),
        };
        let value = self.b.cast(op, value, to);
        self.sink(to, value);
    }

    fn loose_compare(&mut self, ty: Type) {
        let (lhs, rhs) = (self.loose_operand(ty), self.loose_operand(ty));
        let value = if ty.is_int_or_int_vector() {
            let cond = self.generator.source.pick(IntCond::ALL);
            self.b.icmp(cond, lhs, rhs)
        } else {
            let cond = self.generator.source.pick(FloatCond::ALL);
            self.b.fcmp(cond, lhs, rhs)
        };
        self.sink(ty.comparison_result(), value);
    }

    fn loose_lane(&mut self) {
        let ty = self.ty(Type::is_vector);
        let lane = self.generator.source.below(ty.lanes() as usize);
        let (index, vector) = (self.b.i32(lane as i32), self.loose_operand(ty));
        if self.generator.source.chance(80) {
            let value = self.b.extract_element(vector, index);
            return self.sink(ty.element(), value);
        }
        let element = self.loose_operand(ty.element());
        let value = self.b.insert_element(vector, element, index);
        self.sink(ty, value);
    }
}

//! Operations whose results nobody may rely on: undefined operands, shifts by more than the width, conversions out of range.
//!
//! They must not trap, and must not disturb anything else. Their results go to the sink, which nothing reads; the interpreter knows which
//! of their bits are Unspecified, and the comparison leaves those out.

use translator::ice::{BinOp, CastOp, FloatCond, IntCond, Type, Value};

use super::body::Body;

impl Body<'_, '_, '_, '_, '_> {
    /// An operand that may be undefined.
    pub(super) fn loose_operand(&mut self, ty: Type) -> Value {
        if self.generator.source.chance(110) { self.b.undef(ty) } else { self.operand(ty) }
    }

    /// An operation on such operands. None traps.
    pub(super) fn loose(&mut self) {
        let ty = self.ty(|_| true);
        match self.generator.source.below(8) {
            0 | 1 => self.loose_binary(ty),
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
        // The bits of a NaN are nobody's business, but no cast makes a signalling one out of undefined bits.
        let value = if op == CastOp::Bitcast { self.b.undef(from) } else { self.loose_operand(from) };
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

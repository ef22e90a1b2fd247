//! Operations whose results may not be relied on: undefined operands, shifts by more than the
//! width, conversions out of range.
//!
//! They must not trap, and must not disturb anything else. Their results go to the sink, which
//! nothing else reads; the interpreter knows which of their bits are Unspecified, and the
//! comparison leaves those out. Blocks that no run enters may end in any way at all.

use translator::ice::intrinsics::AtomicRmwOp;
use translator::ice::{BinOp, CastOp, Intrinsic, Type, Value};

use super::body::Body;
use super::coverage::{CoverageRow, Kind, Op, computations};
use super::flow::Term;
use super::shape::Role;

/// The number of the strongest memory order.
const SEQUENTIALLY_CONSISTENT: i32 = 6;

impl Body<'_, '_, '_, '_, '_> {
    /// An operand that may be undefined: of each kind that there is, about as often as of any
    /// other.
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
        match self.generator.source.below(10) {
            0 => self.loose_atomic(),
            1 => {
                let ty = self.ty(|ty| ty.memory_bytes().is_some());
                let value = self.b.undef(ty);
                let slot = self.sink_address(ty);
                let align = self.alignment(ty);
                self.raw_store(value, slot, align);
            }
            _ => self.loose_row(),
        }
    }

    /// A few operations in a block that no run enters: there, divisors may be anything.
    pub(super) fn fill_dead(&mut self) {
        for _ in 0..self.generator.source.below(6) {
            self.loose_row();
        }
    }

    /// An atomic operation on a part of the sink. It reads what others left there, and what it
    /// reads goes back there.
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

    /// An operation out of the coverage table's rows, each as often as any other: types and kinds
    /// of operands that programs seldom have come as often as those that they always have.
    fn loose_row(&mut self) {
        let CoverageRow { op, ty, other, kinds } = self.generator.source.pick(computations());
        let [Some(first), second] = kinds else { unreachable!("every computation has an operand") };
        let second = second.unwrap_or(first);
        let (value, ty) = match op {
            Op::Binary(op) => {
                let lhs = self.of_kind(first, ty);
                let rhs = if op.is_int_division() { self.loose_divisor(second, ty, op) } else { self.of_kind(second, ty) };
                (self.b.binary(op, lhs, rhs), ty)
            }
            Op::Icmp(cond) => {
                let (lhs, rhs) = (self.of_kind(first, ty), self.of_kind(second, ty));
                (self.b.icmp(cond, lhs, rhs), ty.comparison_result())
            }
            Op::Fcmp(cond) => {
                let (lhs, rhs) = (self.of_kind(first, ty), self.of_kind(second, ty));
                (self.b.fcmp(cond, lhs, rhs), ty.comparison_result())
            }
            Op::Cast(op) => {
                // The bits of a NaN are not looked at, but no cast makes a signalling one; nor one
                // of an address.
                let seen = op == CastOp::Bitcast && matches!(first, Kind::Variable | Kind::Constant);
                let value = self.of_kind(if seen { Kind::Undef } else { first }, other);
                (self.b.cast(op, value, ty), ty)
            }
            Op::Select => {
                let cond = self.operand(other);
                let (on_true, on_false) = (self.of_kind(first, ty), self.of_kind(second, ty));
                (self.b.select(cond, on_true, on_false), ty)
            }
            Op::Insert(lane) => {
                let (vector, index) = (self.of_kind(first, ty), self.b.i32(lane as i32));
                let element = self.of_kind(second, ty.element());
                (self.b.insert_element(vector, element, index), ty)
            }
            Op::Extract(lane) => {
                let (vector, index) = (self.of_kind(first, ty), self.b.i32(lane as i32));
                (self.b.extract_element(vector, index), ty.element())
            }
            _ => unreachable!("{op:?} is no computation"),
        };
        self.sink(ty, value);
    }

    /// An operand of a kind, if there is any.
    fn of_kind(&mut self, kind: Kind, ty: Type) -> Value {
        match kind {
            Kind::Variable => self.variable(ty),
            Kind::Undef => self.b.undef(ty),
            Kind::Symbol => self.generator.source.pick(&self.generator.objects.places).base,
            Kind::Constant => self.number(ty),
        }
    }

    /// A divisor. Where a run may come by it is none that traps.
    fn loose_divisor(&mut self, kind: Kind, ty: Type, op: BinOp) -> Value {
        let is_dead = self.shape.nodes[self.node].role == Role::Dead;
        match kind {
            _ if is_dead => self.of_kind(kind, ty),
            Kind::Constant => self.constant_divisor(ty, matches!(op, BinOp::SDiv | BinOp::SRem)),
            Kind::Symbol => self.of_kind(kind, ty),
            Kind::Variable | Kind::Undef => {
                let divisor = self.variable(ty);
                self.divisor(ty, op, divisor)
            }
        }
    }
}

//! Values and the variables that hold them: homes, operands, halves of pairs, narrow integers as
//! words.

use super::{Backend, Lower, OpndOf, next_var};
use crate::ice::{BinOp, CastOp, InstData, Type, Value, ValueDef, ValueRef};
use crate::isa::common::operand::{Number, Opnd};
use crate::lir::{Home, Var, VarKind};
use crate::mc::SymbolRef;
use crate::options::Pass;

/// A half of a pair.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Half {
    Low,
    High,
}

/// How an architecture holds values.
pub trait ValueCode<B: Backend> {
    /// A variable for a value of a type; of a pair, two in a row, of which it is the first.
    fn make_home(&mut self, ty: Type) -> Var;

    /// Whether values of a type are held as two 32-bit variables.
    fn is_pair(&self, ty: Type) -> bool {
        ty == Type::I64
    }

    /// Whether phis of a type are left to the allocator.
    fn is_edge_move(&self, ty: Type) -> bool;

    /// A value that is no pair as an operand; a constant need not be in a register.
    fn operand(&mut self, value: Value) -> OpndOf<B>;

    /// The same for what control carries to a phi.
    fn edge_operand(&mut self, value: Value) -> OpndOf<B> {
        self.operand(value)
    }

    /// An integer operand of a type in a register temporary that may be changed.
    fn load_operand(&mut self, ty: Type, operand: OpndOf<B>) -> Var;

    /// An operand narrower than a word, and no number, in a new register, extended to a word.
    fn extend_operand(&mut self, ty: Type, operand: OpndOf<B>, signed: bool) -> Var;

    /// Whether the word that holds a narrow integer is known to have zeros above it.
    fn is_zero_extended(&self, value: Value) -> bool;

    /// Whether a truncated value may be what the lower part of a variable is, with what is above it.
    fn may_be_part(&self, result: Value, whole: Var) -> bool;

    /// Says that a variable has some value from here on.
    fn fake_def(&mut self, var: Var);

    /// Moves a word; at least one of the two is in a register.
    fn move_word(&mut self, to: Var, from: Var);

    /// Writes a register temporary to the home of a result that is no pair.
    fn define(&mut self, result: Value, temp: Var);

    /// Writes a number to the home of a result of at most 32 bits.
    fn define_number(&mut self, result: Value, number: u32);

    /// Copies a variable in the frame to another; of a pair both halves.
    fn copy_home(&mut self, ty: Type, to: Var, from: Var);

    /// Copies a value to a variable of its type; of a pair both halves.
    fn copy_value(&mut self, ty: Type, to: Var, value: Value);
}

impl<B: Backend> Lower<'_, B>
where
    Self: ValueCode<B>,
{
    /// The variable that holds a local value: for a pair the low half.
    #[inline]
    pub(in crate::isa) fn home(&mut self, value: Value) -> Var {
        let index = value.local_index().expect("symbols have no home");
        match self.scratch.homes[index] {
            0 => self.new_home(value, index),
            known => Var::from_u32(known - 1),
        }
    }

    /// The variable that holds a value, if it has one already: then the value is no constant, since
    /// those have none.
    #[inline]
    pub(in crate::isa) fn known_home(&self, value: Value) -> Option<Var> {
        let known = *self.scratch.homes.get(value.local_index()?)?;
        known.checked_sub(1).map(Var::from_u32)
    }

    /// Has what a value is extended to share its variable, if nothing need be done for that, the value has a variable, and the result
    /// none yet. Where the result is read, nothing has written the variable since, as the value's definition dominates it; but that of a phi
    /// without a temporary may get its next value before.
    pub(in crate::isa) fn share_extension(&mut self, result: Value, src: Value, signed: bool) -> bool {
        let is_there = self.is_zero_extended(src) || fault!(ExtensionShared, self.func.ty(src) == Type::I16);
        let (None, Some(home), Some(index)) = (self.known_home(result), self.known_home(src), result.local_index()) else {
            return false;
        };
        let stays = !self.scratch.phi_copies.is_direct(src) || fault!(PhisExtended);
        let shares = is_there && !signed && stays && self.may_transform(Pass::JoinedOperands, || format!("{result}"));
        if shares {
            self.scratch.homes[index] = home.as_u32() + 1;
        }
        shares
    }

    /// Has the lower part of a value share its variable, if the value has one, the result none yet, and anything may be above it. What is said of
    /// [`share_extension`](Self::share_extension) holds here, too.
    pub(in crate::isa) fn share_truncation(&mut self, result: Value, src: Value) -> bool {
        let (None, Some(home), Some(index)) = (self.known_home(result), self.known_home(src), result.local_index()) else {
            return false;
        };
        let stays = !self.scratch.phi_copies.is_direct(src) || fault!(PhisTruncated);
        let shares = stays && self.may_be_part(result, home) && self.may_transform(Pass::JoinedOperands, || format!("{result}"));
        if shares {
            self.scratch.homes[index] = home.as_u32() + 1;
        }
        shares
    }

    /// The amount of a shift by instructions that take it modulo `bits`, 32 or 64: what it is the lower bits of, if a mask leaves those and what
    /// it masks is still where it was.
    pub(in crate::isa) fn shift_amount(&mut self, amount: Value, bits: u32) -> Value {
        let Some(ValueDef::Inst(inst)) = self.func.def(amount) else { return amount };
        let Some((masked, left)) = self.masked_amount(inst) else { return amount };
        let is_enough = left >= bits || fault!(ShiftAmountMask);
        let is_there = self.known_home(masked).is_some() && !self.scratch.phi_copies.is_direct(masked);
        let drops = is_enough && is_there && self.may_transform(Pass::JoinedOperands, || format!("the mask of {amount}"));
        if drops { masked } else { amount }
    }

    fn new_home(&mut self, value: Value, index: usize) -> Var {
        let var = self.make_home(self.func.ty(value));
        self.scratch.homes[index] = var.as_u32() + 1;
        var
    }

    /// Both variables of a value that is held as a pair.
    pub(in crate::isa) fn home_pair(&mut self, value: Value) -> (Var, Var) {
        let low = self.home(value);
        (low, next_var(low))
    }

    /// A scalar integer that fits one word as an operand: home, number or symbol's address.
    #[inline]
    pub(in crate::isa) fn word_operand(&mut self, value: Value) -> OpndOf<B> {
        match self.known_home(value) {
            Some(home) => Opnd::Var(home),
            None => self.new_operand(value),
        }
    }

    /// The same for a constant, and for a value that is met for the first time.
    #[inline(never)]
    fn new_operand(&mut self, value: Value) -> OpndOf<B> {
        let def = match value.unpack() {
            ValueRef::Func(func) => return self.symbol(SymbolRef::Func(func)),
            ValueRef::Global(global) => return self.symbol(SymbolRef::Global(global)),
            ValueRef::Local(_) => self.func.def(value).expect("a local value has a definition"),
        };
        match def {
            ValueDef::Int(bits) => Opnd::Imm(B::Number::from_bits(bits as u32)),
            // Any value will do; zero is the cheapest to make and the same on every run.
            ValueDef::Undef => Opnd::Imm(B::Number::from_bits(0)),
            _ => Opnd::Var(self.home(value)),
        }
    }

    /// The halves of a value that is held as a pair.
    pub(in crate::isa) fn pair(&mut self, value: Value) -> (OpndOf<B>, OpndOf<B>) {
        let halves = |bits: u64| (bits as u32, (bits >> 32) as u32);
        let (low, high) = match self.func.def(value) {
            Some(ValueDef::Int(bits)) => halves(bits),
            Some(ValueDef::Undef) => (0, 0),
            def => {
                let (low, high) = self.home_pair(value);
                // What is known to be zero is not read, so that perhaps nobody writes it.
                let zero = Opnd::Imm(B::Number::from_bits(0));
                return match self.zero_half(def) {
                    Some(Half::Low) => (zero, Opnd::Var(high)),
                    Some(Half::High) => (Opnd::Var(low), zero),
                    None => (Opnd::Var(low), Opnd::Var(high)),
                };
            }
        };
        (Opnd::Imm(B::Number::from_bits(low)), Opnd::Imm(B::Number::from_bits(high)))
    }

    /// The half of a pair that is zero whatever it was made of.
    fn zero_half(&self, def: Option<ValueDef>) -> Option<Half> {
        let Some(ValueDef::Inst(inst)) = def.filter(|_| self.for_allocation) else { return None };
        match *self.func.inst(inst) {
            InstData::Cast { op: CastOp::ZExt, .. } => Some(Half::High),
            InstData::Binary { op, rhs, .. } => match (op, self.func.int_const(rhs)?) {
                (BinOp::LShr, 32..=63) => Some(Half::High),
                (BinOp::And, bits) if bits >> 32 == 0 => Some(Half::High),
                (BinOp::Shl, 32..=63) => Some(if fault!(PairZeroHalf) { Half::High } else { Half::Low }),
                _ => None,
            },
            _ => None,
        }
    }

    /// The halves in register temporaries that may be changed.
    pub(in crate::isa) fn load_pair(&mut self, value: Value) -> (Var, Var) {
        let (low, high) = self.pair(value);
        (self.load_operand(Type::I32, low), self.load_operand(Type::I32, high))
    }

    /// Writes register temporaries to the home of a result that is a pair.
    pub(in crate::isa) fn define_pair(&mut self, result: Value, low: Var, high: Var) {
        let (low_home, high_home) = self.home_pair(result);
        self.move_word(low_home, low);
        self.move_word(high_home, high);
    }

    /// A variable of which the caller has put the value into the argument area, at a byte offset.
    pub(in crate::isa) fn arrives_at(&mut self, home: Var, offset: u32) {
        self.code.var_mut(home).home = Home::Incoming(offset);
        if self.for_allocation {
            self.fake_def(home);
        }
    }

    /// An integer value in a register temporary that may be changed.
    #[inline]
    pub(in crate::isa) fn word_of(&mut self, value: Value) -> Var {
        let operand = self.operand(value);
        self.load_operand(self.func.ty(value), operand)
    }

    /// An integer narrower than a word as a word operand, extended as asked: a register, or a
    /// number. What is as wide as a word stays as it is, at home perhaps.
    pub(in crate::isa) fn extended(&mut self, value: Value, signed: bool) -> OpndOf<B> {
        let ty = self.func.ty(value);
        let operand = self.operand(value);
        match operand {
            _ if ty.bits() >= 32 => operand,
            Opnd::Imm(number) => {
                let (bits, shift) = (number.bits(), 32 - ty.bits());
                let bits = if signed { ((bits << shift) as i32 >> shift) as u32 } else { bits << shift >> shift };
                Opnd::Imm(B::Number::from_bits(bits))
            }
            _ if !signed && self.is_zero_extended(value) => operand,
            _ => Opnd::Var(self.extend_operand(ty, operand, signed)),
        }
    }

    /// As [`extended`](Self::extended), in a register temporary that may be changed.
    pub(in crate::isa) fn extended_word(&mut self, value: Value, signed: bool) -> Var {
        match self.extended(value, signed) {
            Opnd::Var(var) if self.code.var(var).kind == VarKind::Register => var,
            operand => self.load_operand(self.func.ty(value), operand),
        }
    }
}

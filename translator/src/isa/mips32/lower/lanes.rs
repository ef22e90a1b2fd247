//! Lanes of vectors where they lie in memory, and where they are known ([`super::known_lanes`]).

use super::super::inst::Base;
use super::super::op::Op;
use super::known_lanes::Known;
use super::{Lower, Opnd, classes};
use crate::ice::{Type, Value, ValueDef};
use crate::lir::{Var, VarKind};

/// Where a vector's lanes are.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Lanes {
    /// All zero: what an unspecified vector is taken for.
    Zero,
    /// In the home of this variable.
    Home(Var),
}

/// Width of the lanes that a vector occupies in memory, in bytes: an `i1` vector is as wide as what
/// it selects.
pub(super) const fn lane_bytes(ty: Type) -> i32 {
    16 / ty.lanes() as i32
}

impl Lower<'_> {
    pub(super) fn lanes(&mut self, vector: Value) -> Lanes {
        match self.func.def(vector) {
            Some(ValueDef::Undef) => Lanes::Zero,
            _ => Lanes::Home(self.home(vector)),
        }
    }

    /// Word `offset / 4` of a vector as a register operand that is only read.
    pub(super) fn lane_word(&mut self, lanes: Lanes, offset: i32) -> Opnd {
        match lanes {
            Lanes::Zero => Opnd::Imm(0),
            Lanes::Home(home) => match self.known_lane(home, offset, 4) {
                Some(known) => self.known_word(known),
                None => {
                    let memory = self.mem_at(Base::Home(home), offset);
                    Opnd::Var(self.new_op(Op::Lw, memory, Opnd::None))
                }
            },
        }
    }

    /// A known word as a register operand.
    fn known_word(&mut self, known: Known) -> Opnd {
        match known {
            Known { value: Opnd::Var(float), is_float: true, .. } => {
                let float = self.float_copy(float);
                Opnd::Var(self.new_op(Op::Mfc1, float, Opnd::None))
            }
            Known { value, .. } => self.register(value),
        }
    }

    /// A float in a register temporary that may be changed.
    fn float_copy(&mut self, float: Var) -> Var {
        let temp = self.code.make_var(classes::FPR, 4, VarKind::Register);
        self.move_float(Type::F32, temp, float);
        temp
    }

    /// A lane in a register temporary, extended to a word as asked.
    pub(super) fn load_lane(&mut self, ty: Type, lanes: Lanes, lane: u32, signed: bool) -> Var {
        let (offset, bytes) = (lane as i32 * lane_bytes(ty), lane_bytes(ty));
        let Lanes::Home(home) = lanes else { return self.load_gpr(Opnd::Imm(0)) };
        match self.known_lane(home, offset, bytes) {
            Some(known) if bytes == 4 => {
                let word = self.known_word(known);
                self.load_gpr(word)
            }
            Some(known) => {
                let temp = self.load_gpr(known.value);
                let narrow = if bytes == 1 { Type::I8 } else { Type::I16 };
                self.extend_register(narrow, temp, signed && !fault!(Mips32LaneSign))
            }
            None => self.load_lane_at(ty, Base::Home(home), offset, signed),
        }
    }

    /// The same from anywhere.
    pub(super) fn load_lane_at(&mut self, ty: Type, base: Base, disp: i32, signed: bool) -> Var {
        let op = match (lane_bytes(ty), signed) {
            (1, false) => Op::Lbu,
            (1, true) if fault!(Mips32LaneSign) => Op::Lbu,
            (1, true) => Op::Lb,
            (2, false) => Op::Lhu,
            (2, true) => Op::Lh,
            _ => Op::Lw,
        };
        let memory = self.mem_at(base, disp);
        self.new_op(op, memory, Opnd::None)
    }

    /// A lane of a float vector in a register temporary.
    pub(super) fn load_float_lane(&mut self, lanes: Lanes, lane: u32) -> Var {
        let offset = lane as i32 * 4;
        let known = match lanes {
            Lanes::Zero => Some(Opnd::Imm(0)),
            Lanes::Home(home) => match self.known_lane(home, offset, 4) {
                Some(Known { value: Opnd::Var(float), is_float: true, .. }) => return self.float_copy(float),
                known => known.map(|known| known.value),
            },
        };
        let temp = self.fpr();
        match (known, lanes) {
            (Some(word), _) => {
                let word = self.register(word);
                self.op(Op::Mtc1, temp, word, Opnd::None);
            }
            (None, Lanes::Home(home)) => {
                let memory = self.mem_at(Base::Home(home), offset);
                self.op(Op::Lwc1, temp, memory, Opnd::None);
            }
            (None, Lanes::Zero) => unreachable!("zero is known"),
        }
        temp
    }

    /// Writes a lane of a vector's home from a register, of which only the low bits count.
    pub(super) fn store_lane(&mut self, ty: Type, home: Var, lane: u32, value: Var) {
        self.write_lane(home, (lane as i32 * lane_bytes(ty), lane_bytes(ty)), value.into(), false);
    }

    pub(super) fn store_lane_at(&mut self, ty: Type, base: Base, disp: i32, value: Var) {
        let op = match lane_bytes(ty) {
            1 => Op::Sb,
            2 => Op::Sh,
            _ => Op::Sw,
        };
        let memory = self.mem_at(base, disp);
        self.store_op(op, value, memory);
    }

    pub(super) fn store_float_lane(&mut self, home: Var, lane: u32, value: Var) {
        self.write_lane(home, (lane as i32 * 4, 4), value.into(), true);
    }

    /// Copies a vector to a home.
    pub(super) fn copy_lanes(&mut self, to: Var, lanes: Lanes) {
        for offset in (0..16).step_by(4) {
            let is_float = matches!(lanes, Lanes::Home(home) if self.is_known_float(home, offset));
            let value =
                if is_float { self.load_float_lane(lanes, offset as u32 / 4).into() } else { self.lane_word(lanes, offset) };
            self.write_lane(to, (offset, 4), value, is_float);
        }
    }

    /// Copies a vector to aligned memory that is no home.
    pub(super) fn copy_vector(&mut self, base: Base, lanes: Lanes) {
        for offset in (0..16).step_by(4) {
            let word = self.lane_word(lanes, offset);
            let memory = self.mem_at(base, offset);
            self.store_op(Op::Sw, word, memory);
        }
    }

    /// The address of a lane that is known only at run time, in a vector's home. An index out of
    /// range gives an unspecified result; masking keeps the access within the vector.
    pub(super) fn lane_address(&mut self, ty: Type, home: Var, index: Value) -> Base {
        let address = self.gpr();
        let memory = self.mem_at(Base::Home(home), 0);
        self.address_of(address, memory);
        let offset = self.word_of(index);
        self.op(Op::Andi, offset, offset, Opnd::Imm(ty.lanes() as i32 - 1));
        self.op(Op::Sll, offset, offset, Opnd::Imm(lane_bytes(ty).trailing_zeros() as i32));
        self.op(Op::Addu, address, address, offset);
        Base::Var(address)
    }
}

//! Vector operations lane by lane, through two 16-byte scratch areas of the frame that all of a
//! function's lowerings share.
//!
//! An area is live only within one lowering. The helpers that are called in between have frames of
//! their own.

use super::super::inst::Base;
use super::super::op::{Op, Shift};
use super::super::regs::Reg;
use super::{Lower, Opnd, shuffle};
use crate::ice::{BinOp, Type, Value};
use crate::isa::common::lower::gathers::Gather;
use crate::isa::common::lower::operations::lane_bits;
use crate::isa::common::lower::{LaneCode, ValueCode};
use crate::lir::{FrameObject, Var};
use crate::mc::Helper;

/// The alignment of the areas in the frame, in bytes. No access here wants more than its lane has.
const LANES_ALIGN: u32 = 8;

impl LaneCode for Lower<'_> {
    fn makes_at_once(&self, ty: Type, gather: &Gather) -> bool {
        shuffle::plan(ty, gather).is_some()
    }

    fn gather(&mut self, result: Value, ty: Type, gather: &Gather) {
        self.gather_lanes(result, ty, gather);
    }

    fn insert_by_index(&mut self, result: Value, ty: Type, vector: Value, element: Value, index: Value) {
        let [area, _] = self.lane_areas(LANES_ALIGN);
        self.spill(area, vector);
        let value = self.element_register(ty, element);
        let address = self.lane_address(area, ty, index);
        self.store_at(lane_store(ty), value, Base::Var(address), 0);
        self.reload(result, area);
    }

    fn extract_by_index(&mut self, result: Value, ty: Type, vector: Value, index: Value) {
        let [area, _] = self.lane_areas(LANES_ALIGN);
        self.spill(area, vector);
        let address = self.lane_address(area, ty, index);
        let temp = self.core();
        self.load_at(lane_load(ty, false), temp, Base::Var(address), 0);
        self.define(result, temp);
    }
}

impl Lower<'_> {
    fn spill(&mut self, area: FrameObject, vector: Value) {
        let temp = self.value(vector);
        let address = self.address_of(Base::Object(area), 0);
        self.store_at(Op::Vst1, temp, Base::Var(address), 0);
    }

    fn reload(&mut self, result: Value, area: FrameObject) {
        let (temp, address) = (self.quad(), self.address_of(Base::Object(area), 0));
        self.load_at(Op::Vld1, temp, Base::Var(address), 0);
        self.define(result, temp);
    }

    /// Divisions and remainders of integer lanes. Results overwrite the first operand's area.
    pub(super) fn lanes_divide(&mut self, result: Value, ty: Type, op: BinOp, lhs: Value, rhs: Value) {
        let [left, right] = self.lane_areas(LANES_ALIGN);
        self.spill(left, lhs);
        self.spill(right, rhs);
        let signed = matches!(op, BinOp::SDiv | BinOp::SRem);
        for offset in (0..16).step_by(lane_bits(ty) as usize / 8) {
            let (dividend, divisor) = (self.core(), self.core());
            self.load_at(lane_load(ty, signed), dividend, Base::Object(left), offset);
            self.load_at(lane_load(ty, signed), divisor, Base::Object(right), offset);
            let quotient = self.divide(op, dividend, Opnd::Var(divisor));
            self.store_at(lane_store(ty), quotient, Base::Object(left), offset);
        }
        self.reload(result, left);
    }

    /// `fmodf` of each lane.
    pub(super) fn lanes_frem(&mut self, result: Value, lhs: Value, rhs: Value) {
        let [left, right] = self.lane_areas(LANES_ALIGN);
        self.spill(left, lhs);
        self.spill(right, rhs);
        for offset in (0..16).step_by(4) {
            let (dividend, divisor) = (self.fixed(Reg::single(0)), self.fixed(Reg::single(1)));
            self.load_at(Op::VldrS, dividend, Base::Object(left), offset);
            self.load_at(Op::VldrS, divisor, Base::Object(right), offset);
            let remainder = self.call_helper_in_registers(Helper::Fmodf, &[dividend, divisor], Reg::single(0));
            self.store_at(Op::VstrS, remainder, Base::Object(left), offset);
        }
        self.reload(result, left);
    }

    fn lane_address(&mut self, area: FrameObject, ty: Type, index: Value) -> Var {
        let address = self.address_of(Base::Object(area), 0);
        let index = self.word_of(index);
        self.op3(Op::And, index, index, Opnd::Imm(ty.lanes() - 1));
        let scale = (lane_bits(ty) / 8).trailing_zeros() as u8;
        self.op3_shifted(Op::Add, address, address, index, Shift::lsl(scale));
        address
    }
}

/// Loads a lane, extended to 32 bits.
fn lane_load(ty: Type, signed: bool) -> Op {
    match (lane_bits(ty), signed) {
        (8, false) => Op::Ldrb,
        (8, true) => Op::Ldrsb,
        (16, false) => Op::Ldrh,
        (16, true) => Op::Ldrsh,
        _ => Op::Ldr,
    }
}

fn lane_store(ty: Type) -> Op {
    match lane_bits(ty) {
        8 => Op::Strb,
        16 => Op::Strh,
        _ => Op::Str,
    }
}

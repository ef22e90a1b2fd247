//! Vector operations lane by lane, through two 16-byte scratch areas of the frame that all of a
//! function's lowerings share.
//!
//! An area is live only within one lowering. Calls in between (remainders of floats) have frames of
//! their own.

use super::super::inst::Base;
use super::super::op::{Op, Size};
use super::super::regs::{Reg, gpr};
use super::{Inst, Lower, Opcode, Opnd, shuffle_plan};
use crate::ice::{BinOp, Type, Value};
use crate::isa::common::lower::gathers::Gather;
use crate::isa::common::lower::operations::lane_bits;
use crate::isa::common::lower::{LaneCode, ValueCode};
use crate::lir::{FrameObject, Role, Var};
use crate::mc::{Helper, SymbolRef};

const B4: Size = Size::B4;

impl LaneCode for Lower<'_> {
    fn makes_at_once(&self, ty: Type, gather: &Gather) -> bool {
        shuffle_plan::plan(ty, self.isa.features, gather).is_some()
    }

    fn gather(&mut self, result: Value, ty: Type, gather: &Gather) {
        self.gather_lanes(result, ty, gather);
    }

    fn insert_by_index(&mut self, result: Value, ty: Type, vector: Value, element: Value, index: Value) {
        let [area, _] = self.lane_areas(16);
        self.spill(area, vector);
        let value = self.element_register(ty, element);
        let lane = self.lane_address(area, ty, index);
        self.store_lane(ty, lane, value);
        self.reload(result, area);
    }

    fn extract_by_index(&mut self, result: Value, ty: Type, vector: Value, index: Value) {
        let [area, _] = self.lane_areas(16);
        self.spill(area, vector);
        let lane = self.lane_address(area, ty, index);
        if ty == Type::V4F32 {
            let temp = self.xmm();
            self.sse(Op::Movss, temp, lane);
            self.define(result, temp);
        } else {
            let temp = self.gpr();
            self.load_lane(ty, temp, lane, false);
            self.define(result, temp);
        }
    }
}

impl Lower<'_> {
    fn spill(&mut self, area: FrameObject, vector: Value) {
        let temp = self.xmm_of(vector);
        let memory = self.mem_at(Base::Object(area), 0);
        self.op_any(Op::Movups, B4, memory, temp);
    }

    fn reload(&mut self, result: Value, area: FrameObject) {
        let memory = self.mem_at(Base::Object(area), 0);
        let temp = self.xmm();
        self.sse(Op::Movups, temp, memory);
        self.define(result, temp);
    }

    /// Shifts, divisions and remainders of integer lanes. Results overwrite the first operand's
    /// area.
    pub(super) fn lanes_binary(&mut self, result: Value, ty: Type, op: BinOp, lhs: Value, rhs: Value) {
        let [left, right] = self.lane_areas(16);
        self.spill(left, lhs);
        self.spill(right, rhs);
        let bytes = lane_bits(ty) as i32 / 8;
        for offset in (0..16).step_by(bytes as usize) {
            let left_lane = self.mem_at(Base::Object(left), offset);
            let right_lane = self.mem_at(Base::Object(right), offset);
            let lane = if op.is_shift() {
                self.shift_lane(ty, op, left_lane, right_lane)
            } else {
                self.divide_lane(ty, op, left_lane, right_lane)
            };
            self.store_lane(ty, left_lane, lane);
        }
        self.reload(result, left);
    }

    fn shift_lane(&mut self, ty: Type, op: BinOp, left: Opnd, right: Opnd) -> Var {
        let temp = self.gpr();
        self.load_lane(ty, temp, left, op == BinOp::AShr);
        let ecx = self.fixed(gpr::ECX);
        self.load_lane(ty, ecx, right, false);
        let machine_op = match op {
            BinOp::Shl => Op::Shl,
            BinOp::LShr => Op::Shr,
            _ => Op::Sar,
        };
        self.op(machine_op, B4, temp, ecx);
        temp
    }

    fn divide_lane(&mut self, ty: Type, op: BinOp, left: Opnd, right: Opnd) -> Var {
        let signed = matches!(op, BinOp::SDiv | BinOp::SRem);
        let divisor = self.gpr();
        self.load_lane(ty, divisor, right, signed);
        let (eax, edx) = (self.fixed(gpr::EAX), self.fixed(gpr::EDX));
        self.load_lane(ty, eax, left, signed);
        let machine_op = if signed {
            self.op(Op::Cdq, B4, edx, eax);
            Op::Idiv
        } else {
            self.op(Op::Mov, B4, edx, Opnd::Imm(0));
            Op::Div
        };
        self.push(Inst::new(Opcode::Real(machine_op), B4, Opnd::Var(divisor), Opnd::Var(eax)).with(Opnd::Var(edx)));
        if matches!(op, BinOp::UDiv | BinOp::SDiv) { eax } else { edx }
    }

    /// Loads a lane, extended to 32 bits.
    fn load_lane(&mut self, ty: Type, temp: Var, lane: Opnd, signed: bool) {
        let op = match (lane_bits(ty), signed) {
            (8, false) => Op::Movzx8,
            (8, true) => Op::Movsx8,
            (16, false) => Op::Movzx16,
            (16, true) => Op::Movsx16,
            _ => Op::Mov,
        };
        self.op(op, B4, temp, lane);
    }

    fn store_lane(&mut self, ty: Type, lane: Opnd, value: Var) {
        match lane_bits(ty) {
            8 => {
                let byte = self.byte_gpr();
                self.op(Op::Mov, B4, byte, value);
                self.op_any(Op::Mov, Size::B1, lane, byte);
            }
            16 => self.op_any(Op::Mov, Size::B2, lane, value),
            _ => self.op_any(Op::Mov, B4, lane, value),
        }
    }

    /// `fmodf` of each lane.
    pub(super) fn lanes_frem(&mut self, result: Value, lhs: Value, rhs: Value) {
        let [left, right] = self.lane_areas(16);
        self.spill(left, lhs);
        self.spill(right, rhs);
        for offset in (0..16).step_by(4) {
            let lane = self.mem_at(Base::Object(left), offset);
            let divisor = self.mem_at(Base::Object(right), offset);
            self.call_fmodf(lane, divisor);
        }
        self.reload(result, left);
    }

    /// `memory = fmodf(memory, divisor)`.
    fn call_fmodf(&mut self, memory: Opnd, divisor: Opnd) {
        let target = self.symbol(SymbolRef::Helper(Helper::Fmodf));
        self.code.has_calls = true;
        self.scratch.list.clear();
        if self.isa.is_64 {
            let (first, second) = (self.fixed(Reg::xmm(0)), self.fixed(Reg::xmm(1)));
            self.sse(Op::Movss, first, memory);
            self.sse(Op::Movss, second, divisor);
            let value = self.fixed(Reg::xmm(0));
            self.scratch.list.extend([(first, Role::Use), (second, Role::Use), (value, Role::Def)]);
            self.push_call(target, 0);
            self.op_any(Op::Movss, B4, memory, value);
        } else {
            self.code.outgoing = self.code.outgoing.max(8);
            for (offset, operand) in [(0, memory), (4, divisor)] {
                let slot = self.mem_at(Base::Outgoing, offset);
                let temp = self.load_gpr(B4, operand);
                self.op_any(Op::Mov, B4, slot, temp);
            }
            self.push_call(target, 0);
            self.op_any(Op::Fstps, B4, memory, Opnd::None);
        }
    }

    fn lane_address(&mut self, area: FrameObject, ty: Type, index: Value) -> Opnd {
        let bytes = lane_bits(ty) / 8;
        let start = self.mem_at(Base::Object(area), 0);
        let address = self.gpr();
        let offset = self.word_of(index);
        self.op(Op::And, B4, offset, Opnd::Imm(ty.lanes() as i32 - 1));
        self.op(Op::Shl, B4, offset, Opnd::Imm(bytes.trailing_zeros() as i32));
        self.op(Op::Lea, B4, address, start);
        self.op(Op::Add, B4, address, offset);
        self.mem_at(Base::Var(address), 0)
    }
}

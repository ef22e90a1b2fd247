//! The 128-bit vector types and their truth-value masks, with SSE2 and, where allowed, SSE4.1.
//!
//! A mask has lanes of all zeros or all ones. What SSE has no instruction for (shifts by a
//! different amount in each lane, division, remainder) goes lane by lane through memory:
//! [`super::lanes`].

use super::super::op::{Op, Size};
use super::super::regs::Reg;
use super::float::{splat8, splat16, splat32};
use super::{Lower, Opnd};
use crate::ice::{BinOp, CastOp, FloatCond, IntCond, Type, Value};
use crate::isa::common::lower::operations::{by_lane, lane_bits};
use crate::isa::common::lower::{ValueCode, VectorCode};
use crate::lir::Var;

impl VectorCode for Lower<'_> {
    fn vector_binary(&mut self, result: Value, ty: Type, op: BinOp, lhs: Value, rhs: Value) {
        let machine_op = match op {
            BinOp::Add => by_lane(ty, [Op::Paddb, Op::Paddw, Op::Paddd]),
            BinOp::Sub => by_lane(ty, [Op::Psubb, Op::Psubw, Op::Psubd]),
            BinOp::And => Op::Pand,
            BinOp::Or => Op::Por,
            BinOp::Xor => Op::Pxor,
            BinOp::FAdd => Op::Addps,
            BinOp::FSub => Op::Subps,
            BinOp::FMul => Op::Mulps,
            BinOp::FDiv => Op::Divps,
            BinOp::Mul => return self.vector_multiply(result, ty, lhs, rhs),
            BinOp::FRem => return self.lanes_frem(result, lhs, rhs),
            _ => {
                return match self.uniform_shift(ty, op, lhs, rhs) {
                    Some(shifted) => self.define(result, shifted),
                    None => self.lanes_binary(result, ty, op, lhs, rhs),
                };
            }
        };
        let temp = self.xmm_of(lhs);
        let right = self.xmm_of(rhs);
        self.sse(machine_op, temp, right);
        self.define(result, temp);
    }

    fn vector_icmp(&mut self, result: Value, ty: Type, cond: IntCond, lhs: Value, rhs: Value) {
        use IntCond::*;
        let equal = by_lane(ty, [Op::Pcmpeqb, Op::Pcmpeqw, Op::Pcmpeqd]);
        let greater = by_lane(ty, [Op::Pcmpgtb, Op::Pcmpgtw, Op::Pcmpgtd]);
        // (operation, operands swapped, answer negated)
        let (op, swapped, negated) = match cond {
            Eq => (equal, false, false),
            Ne => (equal, false, true),
            Sgt | Ugt => (greater, false, false),
            Slt | Ult => (greater, true, false),
            Sge | Uge => (greater, true, true),
            Sle | Ule => (greater, false, true),
        };
        let (left, right) = (self.xmm_of(lhs), self.xmm_of(rhs));
        let (left, right) = if swapped { (right, left) } else { (left, right) };
        if matches!(cond, Ugt | Uge | Ult | Ule) {
            // Flipping the sign bits turns the unsigned order into the signed one.
            let signs = match lane_bits(ty) {
                8 => splat8(0x80),
                16 => splat16(0x8000),
                _ => splat32(0x8000_0000),
            };
            self.mask(Op::Pxor, left, signs);
            self.mask(Op::Pxor, if fault!(X86VectorCompareBias) { left } else { right }, signs);
        }
        self.sse(op, left, right);
        if negated {
            self.mask(Op::Pxor, left, u128::MAX);
        }
        self.define(result, left);
    }

    fn vector_fcmp(&mut self, result: Value, cond: FloatCond, lhs: Value, rhs: Value) {
        use FloatCond::*;
        const EQUAL: u8 = 0;
        const LESS: u8 = 1;
        const LESS_EQUAL: u8 = 2;
        const UNORDERED: u8 = 3;
        const NOT_EQUAL: u8 = 4;
        const NOT_LESS: u8 = 5;
        const NOT_LESS_EQUAL: u8 = 6;
        const ORDERED: u8 = 7;
        let (predicate, swapped) = match cond {
            Oeq | Ueq => (EQUAL, false),
            Olt => (LESS, false),
            Ole => (LESS_EQUAL, false),
            Uno => (UNORDERED, false),
            Une | One => (NOT_EQUAL, false),
            Uge => (NOT_LESS, false),
            Ugt => (NOT_LESS_EQUAL, false),
            Ord => (ORDERED, false),
            Ogt => (LESS, true),
            Oge => (LESS_EQUAL, true),
            Ult => (NOT_LESS_EQUAL, true),
            Ule => (NOT_LESS, true),
            False | True => {
                let constant = self.constant(if cond == True { u128::MAX } else { 0 }, 16);
                let temp = self.xmm();
                self.sse(Op::Movups, temp, constant);
                return self.define(result, temp);
            }
        };
        let (left, right) = if swapped { (self.xmm_of(rhs), self.xmm_of(lhs)) } else { (self.xmm_of(lhs), self.xmm_of(rhs)) };
        // The two predicates that the hardware lacks combine with whether the operands are ordered.
        let order = (cond == One || cond == Ueq).then(|| {
            let order = self.xmm();
            self.sse(Op::Movaps, order, left);
            self.sse_imm(Op::Cmpps, order, right, if cond == One { ORDERED } else { UNORDERED });
            order
        });
        self.sse_imm(Op::Cmpps, left, right, predicate);
        if let Some(order) = order {
            self.sse(if cond == One { Op::Andps } else { Op::Orps }, left, order);
        }
        self.define(result, left);
    }

    fn vector_select(&mut self, result: Value, cond: Value, on_true: Value, on_false: Value) {
        if self.isa.features.sse41 {
            let mask = self.fixed(Reg::xmm(0));
            let operand = self.operand(cond);
            self.sse(Op::Movups, mask, operand);
            let (temp, chosen) = (self.xmm_of(on_false), self.xmm_of(on_true));
            let (temp, chosen, mask) = (Opnd::Var(temp), Opnd::Var(chosen), Opnd::Var(mask));
            self.push(super::Inst::new(super::Opcode::Real(Op::Pblendvb), Size::B4, temp, chosen).with(mask));
            let Opnd::Var(temp) = temp else { unreachable!("made of a variable above") };
            return self.define(result, temp);
        }
        let mask = self.xmm_of(cond);
        let (chosen, other) = (self.xmm_of(on_true), self.xmm_of(on_false));
        self.sse(Op::Pand, chosen, mask);
        self.sse(Op::Pandn, mask, other);
        self.sse(Op::Por, mask, chosen);
        self.define(result, mask);
    }

    fn vector_cast(&mut self, result: Value, to: Type, from: Type, op: CastOp, src: Value) {
        let temp = self.xmm_of(src);
        match op {
            CastOp::Trunc => self.lanes_to_mask(temp, from),
            CastOp::SExt => {}
            CastOp::ZExt => {
                let one = match lane_bits(to) {
                    8 => splat8(1),
                    16 => splat16(1),
                    _ => splat32(1),
                };
                self.mask(Op::Pand, temp, one);
            }
            CastOp::SiToFp | CastOp::UiToFp if from == Type::V4I1 => {
                let one: f32 = if op == CastOp::SiToFp { -1.0 } else { 1.0 };
                self.mask(Op::Pand, temp, splat32(one.to_bits()));
            }
            CastOp::SiToFp => self.sse(Op::Cvtdq2ps, temp, temp),
            CastOp::UiToFp => self.unsigned_lanes_to_float(temp),
            CastOp::FpToSi => self.sse(Op::Cvttps2dq, temp, temp),
            CastOp::FpToUi => self.float_to_unsigned_lanes(temp),
            CastOp::FpTrunc | CastOp::FpExt | CastOp::Bitcast => unreachable!("{op} has no vector form here"),
        }
        if to == Type::V4I1 && matches!(op, CastOp::FpToSi | CastOp::FpToUi) {
            self.lanes_to_mask(temp, Type::V4I32);
        }
        self.define(result, temp);
    }

    fn insert_element(&mut self, result: Value, ty: Type, vector: Value, element: Value, lane: u8) {
        let temp = self.xmm_of(vector);
        let value = self.element_register(ty, element);
        match lane_bits(ty) {
            8 if self.isa.features.sse41 => self.pinsr(Op::Pinsrb, temp, value, lane),
            8 => {
                // The byte's neighbour is read, kept, and written back with it.
                let word = self.gpr();
                self.sse_imm(Op::Pextrw, word, temp, lane / 2);
                let (keep, shift) =
                    if lane.is_multiple_of(2) || fault!(X86InsertLastByte, lane == 15) { (0xff00, 0) } else { (0x00ff, 8) };
                self.op(Op::And, Size::B4, word, Opnd::Imm(keep));
                self.op(Op::And, Size::B4, value, Opnd::Imm(0xff));
                self.op(Op::Shl, Size::B4, value, Opnd::Imm(shift));
                self.op(Op::Or, Size::B4, word, value);
                self.pinsr(Op::Pinsrw, temp, word, lane / 2);
            }
            16 => self.pinsr(Op::Pinsrw, temp, value, lane),
            _ if self.isa.features.sse41 => self.pinsr(Op::Pinsrd, temp, value, lane),
            _ => {
                self.pinsr(Op::Pinsrw, temp, value, lane * 2);
                self.op(Op::Shr, Size::B4, value, Opnd::Imm(16));
                self.pinsr(Op::Pinsrw, temp, value, lane * 2 + 1);
            }
        }
        self.define(result, temp);
    }

    fn extract_element(&mut self, result: Value, ty: Type, vector: Value, lane: u8) {
        let source = self.xmm_of(vector);
        let temp = self.gpr();
        match lane_bits(ty) {
            8 => {
                self.sse_imm(Op::Pextrw, temp, source, lane / 2);
                if !lane.is_multiple_of(2) {
                    self.op(Op::Shr, Size::B4, temp, Opnd::Imm(8));
                }
            }
            16 => self.sse_imm(Op::Pextrw, temp, source, lane),
            _ => {
                let mut first = source;
                if lane != 0 {
                    first = self.xmm();
                    self.sse_imm(Op::Pshufd, first, source, lane);
                }
                if ty == Type::V4F32 {
                    return self.define(result, first);
                }
                self.op(Op::Movd, Size::B4, temp, first);
            }
        }
        self.define(result, temp);
    }
}

impl Lower<'_> {
    fn vector_multiply(&mut self, result: Value, ty: Type, lhs: Value, rhs: Value) {
        let (left, right) = (self.xmm_of(lhs), self.xmm_of(rhs));
        match lane_bits(ty) {
            16 => self.sse(Op::Pmullw, left, right),
            32 if self.isa.features.sse41 => self.sse(Op::Pmulld, left, right),
            32 => self.multiply_words_32(left, right),
            _ => self.multiply_bytes(left, right),
        }
        self.define(result, left);
    }

    /// `left *= right` on 32-bit lanes: even and odd lanes as 32 × 32 → 64 products, of which the
    /// low halves are put together again.
    fn multiply_words_32(&mut self, left: Var, right: Var) {
        let (odd_left, odd_right) = (self.xmm(), self.xmm());
        self.sse_imm(Op::Pshufd, odd_left, left, 0b11_11_01_01);
        self.sse_imm(Op::Pshufd, odd_right, right, 0b11_11_01_01);
        self.sse(Op::Pmuludq, left, right);
        self.sse(Op::Pmuludq, odd_left, odd_right);
        // Lanes 0 and 2 of each product hold the low halves.
        self.sse_imm(Op::Pshufd, left, left, 0b00_00_10_00);
        self.sse_imm(Op::Pshufd, odd_left, odd_left, 0b00_00_10_00);
        self.sse(Op::Punpckldq, left, odd_left);
    }

    /// `left *= right` on bytes: even bytes by a 16-bit product of whole words, odd bytes by one of
    /// their upper halves.
    fn multiply_bytes(&mut self, left: Var, right: Var) {
        let (odd_left, odd_right) = (self.xmm(), self.xmm());
        self.sse(Op::Movaps, odd_left, left);
        self.sse(Op::Movaps, odd_right, right);
        self.sse(Op::Psrlw, odd_left, Opnd::Imm(8));
        self.sse(Op::Psrlw, odd_right, Opnd::Imm(8));
        self.sse(Op::Pmullw, odd_left, odd_right);
        self.sse(Op::Psllw, odd_left, Opnd::Imm(8));
        self.sse(Op::Pmullw, left, right);
        self.mask(Op::Pand, left, splat16(0x00ff));
        self.sse(Op::Por, left, odd_left);
    }

    /// Makes lanes all ones where bit 0 is set, all zeros elsewhere.
    pub(super) fn lanes_to_mask(&mut self, temp: Var, ty: Type) {
        match lane_bits(ty) {
            8 => {
                // Bit 0 of each byte becomes its sign; what crosses into the next byte stays below
                // that sign. Then 0 > x.
                let source = self.xmm();
                self.sse(Op::Movaps, source, temp);
                self.sse(Op::Psllw, source, Opnd::Imm(7));
                self.sse(Op::Pxor, temp, temp);
                self.sse(Op::Pcmpgtb, temp, source);
            }
            16 => {
                self.sse(Op::Psllw, temp, Opnd::Imm(15));
                self.sse(Op::Psraw, temp, Opnd::Imm(15));
            }
            _ => {
                self.sse(Op::Pslld, temp, Opnd::Imm(31));
                self.sse(Op::Psrad, temp, Opnd::Imm(31));
            }
        }
    }

    /// Upper and lower halves convert exactly; their sum rounds once.
    fn unsigned_lanes_to_float(&mut self, temp: Var) {
        let upper = self.xmm();
        self.sse(Op::Movaps, upper, temp);
        self.sse(Op::Psrld, upper, Opnd::Imm(16));
        self.sse(Op::Cvtdq2ps, upper, upper);
        self.mask(Op::Mulps, upper, splat32(65536f32.to_bits()));
        self.mask(Op::Pand, temp, splat32(0xffff));
        self.sse(Op::Cvtdq2ps, temp, temp);
        self.sse(Op::Addps, temp, upper);
    }

    /// Where the signed conversion overflows, it gives only the sign bit; there the rest comes from
    /// converting the value less 2³¹.
    fn float_to_unsigned_lanes(&mut self, temp: Var) {
        let (reduced, overflow) = (self.xmm(), self.xmm());
        self.sse(Op::Movaps, reduced, temp);
        self.mask(Op::Subps, reduced, splat32((2f32.powi(31)).to_bits()));
        self.sse(Op::Cvttps2dq, reduced, reduced);
        self.sse(Op::Cvttps2dq, temp, temp);
        self.sse(Op::Movaps, overflow, temp);
        self.sse(Op::Psrad, overflow, Opnd::Imm(31));
        self.sse(Op::Pand, reduced, overflow);
        self.sse(Op::Por, temp, reduced);
    }

    fn pinsr(&mut self, op: Op, vector: Var, value: Var, lane: u8) {
        self.sse_imm(op, vector, value, lane);
    }
}

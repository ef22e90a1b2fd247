//! Vectors that are put together lane by lane, made at once ([`shuffle_plan`](super::shuffle_plan)),
//! and shifts of all lanes by as many bits.
//!
//! In: gathers and shifts. Out: their sequences. Linear in the lanes.
//!
//! Source: [INTEL-SDM] volume 2, PSHUFD, PUNPCKL, PACKUSWB, SHUFPS, PSLLW and the like.

use super::super::op::{Op, Size};
use super::float::{splat8, splat16};
use super::shuffle_plan::{Node, Plan, Source, control_of, node, plan};
use super::{Lower, Opnd};
use crate::ice::{BinOp, Type, Value};
use crate::isa::common::lower::ValueCode;
use crate::isa::common::lower::gathers::{Gather, Lane};
use crate::isa::common::lower::operations::lane_bits;
use crate::lir::Var;
use crate::options::Pass;

impl Lower<'_> {
    pub(super) fn gather_lanes(&mut self, result: Value, ty: Type, gather: &Gather) {
        let temp = match plan(ty, self.isa.features, gather).expect("it was asked whether there is one") {
            Plan::Constant(bits) => self.constant_vector(bits),
            Plan::Splat(value) => self.splat(ty, value),
            Plan::Permute(source, steps) => self.permute(source, steps),
            Plan::Keep(source, mask) => {
                let temp = self.xmm_of(source);
                self.mask(Op::Pand, temp, mask);
                temp
            }
            Plan::Join(op, left, right) => self.joined(op, left, right, None),
            Plan::Pick(left, right, control, order) => {
                let temp = self.joined(Op::Shufps, left, right, Some(control));
                if let Some(order) = order {
                    self.sse_imm(Op::Pshufd, temp, temp, order);
                }
                temp
            }
            Plan::Pack(left, right, odd) => self.pack(ty, left, right, odd),
            Plan::Insert(bits) => self.insert_all(bits, gather),
            Plan::Tree => {
                // It reads a source as often as it has runs of it.
                self.forget_fresh();
                let temp = self.tree(ty, gather.lanes()).expect("a lane that is known");
                let constants = gather.numbers();
                if constants != 0 {
                    self.mask(Op::Por, temp, constants);
                }
                temp
            }
        };
        self.define(result, temp);
    }

    pub(super) fn constant_vector(&mut self, bits: u128) -> Var {
        let (temp, constant) = (self.xmm(), self.constant(bits, 16));
        self.sse(Op::Movups, temp, constant);
        temp
    }

    fn source(&mut self, source: Source) -> Var {
        match source {
            Source::Vector(value) => self.xmm_of(value),
            Source::Zero => self.constant_vector(0),
        }
    }

    /// An element in all lanes.
    fn splat(&mut self, ty: Type, value: Value) -> Var {
        let temp = self.element(value);
        match lane_bits(ty) {
            8 => {
                self.sse(Op::Punpcklbw, temp, temp);
                self.sse_imm(Op::Pshuflw, temp, temp, 0);
            }
            16 => self.sse_imm(Op::Pshuflw, temp, temp, 0),
            _ => {}
        }
        self.sse_imm(Op::Pshufd, temp, temp, 0);
        temp
    }

    /// An element in the lowest lane, with anything above it.
    fn element(&mut self, value: Value) -> Var {
        if self.func.ty(value) == Type::F32 {
            return self.xmm_of(value);
        }
        let (word, temp) = (self.word_of(value), self.xmm());
        self.op(Op::Movd, Size::B4, temp, word);
        temp
    }

    fn permute(&mut self, source: Value, steps: [Option<(Op, u8)>; 2]) -> Var {
        let temp = self.xmm_of(source);
        for (op, control) in steps.into_iter().flatten() {
            match op {
                Op::Psrldq | Op::Pslldq => self.sse(op, temp, Opnd::Imm(i32::from(control))),
                _ => self.sse_imm(op, temp, temp, control),
            }
        }
        temp
    }

    fn joined(&mut self, op: Op, left: Source, right: Source, control: Option<u8>) -> Var {
        let temp = self.source(left);
        let right = if left == right { temp } else { self.source(right) };
        match control {
            Some(control) => self.sse_imm(op, temp, right, control),
            None => self.sse(op, temp, right),
        }
        temp
    }

    /// Lanes of twice the width, of which the lower or the upper halves are packed without loss.
    fn pack(&mut self, ty: Type, left: Source, right: Source, odd: bool) -> Var {
        let first = self.source(left);
        let second = (left != right).then(|| self.source(right));
        for half in [Some(first), second].into_iter().flatten() {
            match (lane_bits(ty), odd) {
                (8, false) => self.mask(Op::Pand, half, splat16(0x00ff)),
                (8, true) => self.sse(Op::Psrlw, half, Opnd::Imm(8)),
                (_, false) => {
                    self.sse(Op::Pslld, half, Opnd::Imm(16));
                    self.sse(Op::Psrad, half, Opnd::Imm(16));
                }
                (_, true) => self.sse(Op::Psrad, half, Opnd::Imm(16)),
            }
        }
        let op = if lane_bits(ty) == 8 { Op::Packuswb } else { Op::Packssdw };
        self.sse(op, first, second.unwrap_or(first));
        first
    }

    fn insert_all(&mut self, bits: u128, gather: &Gather) -> Var {
        let temp = self.constant_vector(bits);
        for (index, lane) in gather.lanes().iter().enumerate() {
            if let Lane::Scalar(value) = *lane {
                let word = self.word_of(value);
                self.sse_imm(Op::Pinsrw, temp, word, index as u8);
            }
        }
        temp
    }

    /// A stretch of lanes at the lower end of a register, with anything above them; none if anything will do.
    fn tree(&mut self, ty: Type, lanes: &[Lane]) -> Option<Var> {
        let bytes = lane_bits(ty) as u8 / 8;
        match node(lanes) {
            Node::Any => None,
            Node::Zero => Some(self.constant_vector(0)),
            Node::Element(value) => Some(self.element(value)),
            Node::Run(source, 0) => Some(self.xmm_of(source)),
            Node::Run(source, first) if (first * bytes).is_multiple_of(4) => {
                let word = first * bytes / 4;
                let control = control_of((0..4).map(|index| (word + index).min(3)));
                Some(self.permute(source, [Some((Op::Pshufd, control)), None]))
            }
            Node::Run(source, first) => Some(self.permute(source, [Some((Op::Psrldq, first * bytes)), None])),
            Node::Halves => {
                let (low, high) = lanes.split_at(lanes.len() / 2);
                let left = self.tree(ty, low);
                let Some(right) = self.tree(ty, high) else { return left };
                let op = match high.len() * usize::from(bytes) {
                    1 => Op::Punpcklbw,
                    2 => Op::Punpcklwd,
                    4 => Op::Punpckldq,
                    _ => Op::Punpcklqdq,
                };
                let left = left.unwrap_or(right);
                self.sse(op, left, right);
                Some(left)
            }
        }
    }

    /// A shift of all lanes by as many bits, if that is what it is.
    pub(super) fn uniform_shift(&mut self, ty: Type, op: BinOp, lhs: Value, rhs: Value) -> Option<Var> {
        use BinOp::{AShr, LShr, Shl};
        let width = lane_bits(ty);
        let machine_op = match (op, width) {
            (Shl, 32) => Op::Pslld,
            (LShr, 32) => Op::Psrld,
            (AShr, 32) => Op::Psrad,
            // Bytes by way of words.
            (Shl, _) => Op::Psllw,
            (LShr, _) => Op::Psrlw,
            (AShr, 16) => Op::Psraw,
            (AShr, _) => Op::Psrlw,
            _ => return None,
        };
        let amount = self.uniform_amount(ty, rhs);
        // Of bytes only by a number.
        let element = self.scratch.gathers.of(rhs).and_then(|gather| gather.element()).filter(|_| width > 8);
        if (amount.is_none() && element.is_none()) || !self.may_transform(Pass::Shuffles, || format!("a shift of {lhs}")) {
            return None;
        }
        if let Some(amount) = amount {
            let temp = self.xmm_of(lhs);
            self.sse(machine_op, temp, Opnd::Imm(amount as i32));
            if width == 8 {
                self.narrow_shift(op, temp, amount);
            }
            return Some(temp);
        }
        // The amount is read as 64 bits.
        let amount = self.extended_word(element?, false);
        let count = self.xmm();
        self.op(Op::Movd, Size::B4, count, amount);
        let temp = self.xmm_of(lhs);
        self.sse(machine_op, temp, count);
        Some(temp)
    }

    /// By how many bits all lanes are shifted, if that is known and less than their width.
    fn uniform_amount(&self, ty: Type, amounts: Value) -> Option<u32> {
        let width = lane_bits(ty);
        let bits = self.scratch.gathers.constant(self.module, self.func, amounts)?;
        let amount = (bits & (u128::MAX >> (128 - width))) as u32;
        let is_same = |index| (bits >> (index * width) & (u128::MAX >> (128 - width))) as u32 == amount;
        (amount < width && (fault!(ShuffleAmount) || (0..ty.lanes()).all(is_same))).then_some(amount)
    }

    /// Bytes that were shifted as words: what came from the other byte is cleared, and the sign put in its place.
    fn narrow_shift(&mut self, op: BinOp, temp: Var, amount: u32) {
        use BinOp::{AShr, Shl};
        let kept = if op == Shl { 0xff_u8 << amount } else { 0xff >> amount };
        self.mask(Op::Pand, temp, splat8(kept));
        if op == AShr {
            let sign = splat8(0x80 >> amount);
            self.mask(Op::Pxor, temp, sign);
            self.mask(Op::Psubb, temp, sign);
        }
    }
}

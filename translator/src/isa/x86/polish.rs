//! Better forms of allocated instructions, chosen when registers are known.
//!
//! In: allocated code. Out: the same, encoded, with these replacements:
//! - a copy with additions or a small shift of the copy becomes one `lea`, and so do several of these in a row; one of which a
//!   mask leaves the lowest byte or two an extension;
//! - a product with three, five or nine times a power of two, to which a register is added, becomes two `lea`, which wait for one cycle each where
//!   the product takes three;
//! - a comparison with a number and the `lea` of the same difference, for which it left the flags alone, become that difference;
//! - what is read from the frame to be compared, and not used again, is compared there;
//! - the result of a comparison is written to a register that is cleared before it, where it was extended behind it: it is there a cycle sooner,
//!   and does not wait for the register's old content;
//! - clearing a register becomes `xor`, comparing one with zero becomes `test`, both two bytes
//!   long;
//! - a move between vector registers becomes `movaps`, which is shorter and does not wait for the
//!   old content;
//! - what writes only the lowest lane of a vector register clears the register first: otherwise it would wait for whoever wrote the other
//!   lanes, in a loop most often for itself;
//! - a comparison with zero goes, if the flags say already what the instructions that read them ask: after an operation that gave the
//!   register its content, or the register from which the place in the frame was written ([`holds`](Emitter::holds)).
//!
//! What changes the flags where the original did not, and the reverse, is replaced only where they
//! are dead. Flags are never read beyond a label, and never after a jump. One pass; looking ahead
//! is bounded by a constant.

use std::cmp::Ordering;

use super::Mode;
use super::emit::Emitter;
use super::encode::{Mem, Operand, PhysInst};
use super::inst::{Amode, Base, Inst, Opcode, Opnd};
use super::op::{Cc, Op, Size};
use super::regs::Reg;
use crate::lir::{Flow, FlowInst};

/// How many instructions are looked at to see whether the flags are read, or where they come from.
const LOOKAHEAD: usize = 16;

/// Numbers that are the product of one more than a scale and another scale, with the logarithms of both.
const SCALED: &[(i32, u8, u8)] =
    &[(6, 1, 1), (10, 2, 1), (18, 3, 1), (12, 1, 2), (20, 2, 2), (36, 3, 2), (24, 1, 3), (40, 2, 3), (72, 3, 3)];

/// Instructions that were encoded as others, which leave the flags alone.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Fused {
    from: usize,
    end: usize,
}

/// The last of them, latest first: as many as there can be among those that are looked at.
pub(super) type LastFused = [Fused; LOOKAHEAD / 2];

impl Emitter<'_> {
    /// Encodes the instructions from one on, up to another; perhaps what follows with the last.
    /// Returns the first that is left.
    pub(super) fn polished(&mut self, from: usize, end: usize) -> usize {
        let insts = &self.code.insts;
        let mut index = from;
        while index < end
            && let Some(inst) = insts.get(index)
        {
            index += self.fused(index).unwrap_or_else(|| {
                if !self.shorter(index) {
                    self.inst(inst);
                }
                1
            });
        }
        index
    }

    /// Encodes an instruction, and perhaps what follows it, in a better form, if it has one. Returns how many they were.
    /// For code in a sandbox alone: the usual walk has copies of the two of its own.
    #[inline(never)]
    pub(super) fn better(&mut self, index: usize) -> Option<usize> {
        self.fused(index).or_else(|| self.shorter(index).then_some(1))
    }

    /// The register of an operand.
    pub(super) fn reg(&self, operand: Opnd) -> Option<Reg> {
        match operand {
            Opnd::Var(var) => self.code.var(var).reg.map(Reg),
            _ => None,
        }
    }

    /// Whether the flags are dead after an instruction.
    pub(super) fn flags_are_dead(&self, index: usize) -> bool {
        for inst in self.code.insts[index + 1..].iter().take(LOOKAHEAD) {
            let effects = inst.effects();
            if effects.reads_flags && !fault!(PolishFlags) {
                return false;
            }
            if effects.writes_flags || !matches!(inst.flow(), Flow::Next) {
                return true;
            }
        }
        false
    }

    /// Encodes several instructions as one that leaves the flags alone. Returns how many they were.
    #[inline(always)]
    fn fused(&mut self, index: usize) -> Option<usize> {
        let Opcode::Real(
            first @ (Op::Mov | Op::Add | Op::Sub | Op::Shl | Op::Cmp | Op::Test | Op::Ucomiss | Op::Ucomisd | Op::ImulImm),
        ) = self.code.insts[index].opcode
        else {
            return None;
        };
        if matches!(first, Op::Cmp | Op::Test | Op::Ucomiss | Op::Ucomisd) {
            if let Some(dst) = self.extended_condition(index) {
                self.condition(index, dst);
                return Some(3);
            }
            let (size, dst, number) = self.compared_difference(index)?;
            self.put(Op::Sub, size, Operand::Reg(dst), Operand::Imm(number));
            return Some(2);
        }
        let count = if first == Op::ImulImm {
            let (size, dst, sums) = self.scaled_product(index)?;
            sums.into_iter().for_each(|sum| self.put(Op::Lea, size, Operand::Reg(dst), Operand::Mem(sum)));
            2
        } else if let Some((size, dst, sum, count)) = self.sum(index) {
            self.put(Op::Lea, size, Operand::Reg(dst), Operand::Mem(sum));
            count
        } else if let Some((op, size, place, other)) = self.compared_place(index) {
            self.put(op, size, place, other);
            return Some(2);
        } else {
            let (op, dst, src) = self.low_part(index)?;
            self.put(op, Size::B4, Operand::Reg(dst), src);
            2
        };
        self.fused.rotate_right(1);
        self.fused[0] = Fused { from: index, end: index + count };
        Some(count)
    }

    /// A place in the frame that is read into a register to be compared, if the next instruction gives the register another content.
    fn compared_place(&self, index: usize) -> Option<(Op, Size, Operand, Operand)> {
        let [load, compare, next] = self.code.insts.get(index..index + 3)? else { return None };
        let (Opcode::Real(Op::Mov), Opcode::Real(op @ (Op::Cmp | Op::Test)), Opcode::Real(Op::Mov)) =
            (load.opcode, compare.opcode, next.opcode)
        else {
            return None;
        };
        let dst = self.reg(load.dst).filter(|dst| !dst.is_xmm() && self.reg(compare.dst) == Some(*dst))?;
        let is_place = matches!(load.src, Opnd::Var(_)) && self.reg(load.src).is_none();
        let other = match compare.src {
            Opnd::Imm(_) => true,
            other => self.reg(other).is_some_and(|other| other != dst),
        };
        let is_free = self.reg(next.dst) == Some(dst) && next.size >= Size::B4;
        let keeps = matches!(next.src, Opnd::Imm(_) | Opnd::Var(_)) && self.reg(next.src) != Some(dst);
        // The lowest bytes of a place are where it begins.
        let fits = load.size >= Size::B4 && load.size >= compare.size;
        let size = if fault!(PolishComparedPlace) { load.size } else { compare.size };
        (is_place && other && is_free && keeps && fits).then(|| (op, size, self.physical(load.src), self.physical(compare.src)))
    }

    /// The register that a condition is written to and extended in, behind the comparison that sets the flags for it and reads another.
    fn extended_condition(&self, index: usize) -> Option<Reg> {
        let [compare, set, extend] = self.code.insts.get(index..index + 3)? else { return None };
        let (Opcode::Real(Op::Setcc), Opcode::Real(Op::Movzx8)) = (set.opcode, extend.opcode) else { return None };
        let dst = self.reg(set.dst).filter(|&dst| self.reg(extend.dst) == Some(dst) && self.reg(extend.src) == Some(dst))?;
        let reads = |operand| match self.physical(operand) {
            Operand::Reg(reg) => reg == dst,
            Operand::Mem(Mem { base, index, .. }) => base == Some(dst) || index == Some(dst),
            _ => false,
        };
        let is_read = reads(compare.dst) || reads(compare.src);
        // A comparison that says what the flags say anyway goes: that is better, and what clears the register would change them.
        let goes = self.compares_with_zero(compare) && self.holds(index);
        (extend.size >= Size::B4 && (!is_read || fault!(PolishClearedOperand)) && !goes).then_some(dst)
    }

    /// Encodes a comparison and its condition, for which the register is cleared before.
    fn condition(&mut self, index: usize, dst: Reg) {
        let [compare, set] = [&self.code.insts[index], &self.code.insts[index + 1]];
        let Opcode::Real(op) = compare.opcode else { return };
        self.put(Op::Xor, Size::B4, Operand::Reg(dst), Operand::Reg(dst));
        let (left, right) = (self.physical(compare.dst), self.physical(compare.src));
        match (left, compare.src) {
            (Operand::Reg(_), Opnd::Imm(0)) if op == Op::Cmp => self.put(Op::Test, compare.size, left, left),
            _ => self.put(op, compare.size, left, right),
        }
        self.put_inst(&PhysInst { cc: set.cc, ..PhysInst::new(Op::Setcc, Size::B1, &Operand::Reg(dst), &Operand::None) });
    }

    /// Whether what an instruction asks is how something compares with zero.
    fn compares_with_zero(&self, inst: &Inst) -> bool {
        match (inst.opcode, inst.src) {
            (Opcode::Real(Op::Cmp), Opnd::Imm(0)) => matches!(inst.dst, Opnd::Var(_)),
            (Opcode::Real(Op::Test), Opnd::Var(_)) => self.reg(inst.dst).is_some_and(|dst| self.reg(inst.src) == Some(dst)),
            _ => false,
        }
    }

    /// A register that is compared with a number, and then becomes less by it.
    fn compared_difference(&self, index: usize) -> Option<(Size, Reg, i32)> {
        let [compare, lea] = self.code.insts.get(index..index + 2)? else { return None };
        if compare.opcode != Opcode::Real(Op::Cmp) {
            return None;
        }
        let (Opcode::Real(Op::Lea), Opnd::Imm(number), Opnd::Mem(sum)) = (lea.opcode, compare.src, lea.src) else { return None };
        let dst = self.reg(compare.dst).filter(|&dst| self.reg(lea.dst) == Some(dst) && compare.size == lea.size)?;
        let Amode { base: Base::Var(base), index: None, disp, symbol: None, .. } = self.code.pools.amodes[sum] else {
            return None;
        };
        let same = disp.checked_neg() == Some(number) || fault!(PolishComparedDifference, disp != 0);
        (same && self.reg(Opnd::Var(base)) == Some(dst)).then_some((lea.size, dst, disp.checked_neg()?))
    }

    /// A product with a number and the addition of a register, as two sums in the product's register.
    fn scaled_product(&self, index: usize) -> Option<(Size, Reg, [Mem; 2])> {
        let [product, addition] = self.code.insts.get(index..index + 2)? else { return None };
        let (Opcode::Real(Op::Add), Opnd::Imm(factor)) = (addition.opcode, product.aux) else { return None };
        let &(_, odd, scale) = SCALED.iter().find(|&&(whole, ..)| whole == factor)?;
        let dst = self.reg(product.dst).filter(|&dst| self.reg(addition.dst) == Some(dst) && product.size == addition.size)?;
        let (src, other) = (self.reg(product.src)?, self.reg(addition.src)?);
        let multiple = Mem { base: Some(src), index: Some(src), scale: odd, ..Mem::default() };
        let scale = if fault!(PolishScaledProduct, scale == 3) { 2 } else { scale };
        let sum = Mem { base: Some(other), index: Some(dst), scale, ..Mem::default() };
        // What is added to itself is not what it is when the second sum is made.
        let is_right = other != dst && product.size >= Size::B4;
        (is_right && self.flags_are_dead(index + 1)).then_some((product.size, dst, [multiple, sum]))
    }

    /// A copy of a variable and a mask that leaves its lowest byte or two, as an extension.
    fn low_part(&self, index: usize) -> Option<(Op, Reg, Operand)> {
        let (copy, mask) = (self.code.insts.get(index)?, self.code.insts.get(index + 1)?);
        let (Opcode::Real(Op::Mov), Opcode::Real(Op::And), Opnd::Var(_)) = (copy.opcode, mask.opcode, copy.src) else {
            return None;
        };
        let op = match mask.src {
            Opnd::Imm(0xff) => Op::Movzx8,
            Opnd::Imm(0xffff) if fault!(PolishLowPart) => Op::Movzx8,
            Opnd::Imm(0xffff) => Op::Movzx16,
            _ => return None,
        };
        let dst = self
            .reg(copy.dst)
            .filter(|&dst| copy.size >= Size::B4 && mask.size >= Size::B4 && self.reg(mask.dst) == Some(dst))?;
        // In 32-bit mode four registers have one.
        let has_byte = |reg: Reg| self.mode == Mode::X8664 || reg.number() < 4;
        let fits = self.reg(copy.src).is_none_or(|src| !src.is_xmm() && (op == Op::Movzx16 || has_byte(src)));
        (fits && !dst.is_xmm() && self.flags_are_dead(index + 1)).then(|| (op, dst, self.physical(copy.src)))
    }

    /// The sum that the instructions from one on make in a register, and how many do, if that is worth a `lea`: a copy and what is added to
    /// it, or several additions, up to the last of which nobody reads the flags.
    #[inline]
    fn sum(&self, index: usize) -> Option<(Size, Reg, Mem, usize)> {
        let first = self.code.insts.get(index)?;
        let dst = self.reg(first.dst).filter(|dst| !dst.is_xmm() && first.size >= Size::B4)?;
        let copied = match first.opcode {
            Opcode::Real(Op::Mov) => Some(self.reg(first.src).filter(|&src| src != dst && !src.is_xmm())?),
            _ => None,
        };
        let src = copied.unwrap_or(dst);
        let begin = index + usize::from(copied.is_some());
        let (mut sum, mut shorter, mut end) = (Mem { base: Some(src), ..Mem::default() }, None, begin);
        while let Some(next) = self.code.insts.get(end)
            && next.size == first.size
            && let Some(longer) = self.added(sum, dst, next).filter(|sum| self.may_be_read(sum))
        {
            shorter = Some(std::mem::replace(&mut sum, longer));
            end += 1;
        }
        // Where the flags are read behind the last of several, those before it may still be one.
        if end > begin && !self.flags_are_dead(end - 1) {
            (sum, end) = (shorter?, end - 1);
        }
        let count = end - index;
        (count >= 2 && end > begin).then(|| (first.size, dst, as_base(sum), count))
    }

    /// Whether assembly text can have a sum: in 64-bit mode nothing leads from a symbol downwards
    /// ([`decode`](super::encode::decode)).
    fn may_be_read(&self, sum: &Mem) -> bool {
        self.mode != Mode::X8664 || sum.symbol.is_none() || sum.disp >= 0
    }

    /// A sum to which an instruction adds something in the register that it is made in.
    fn added(&self, sum: Mem, dst: Reg, inst: &Inst) -> Option<Mem> {
        let Opcode::Real(op @ (Op::Add | Op::Sub | Op::Shl)) = inst.opcode else { return None };
        if self.reg(inst.dst) != Some(dst) {
            return None;
        }
        match (op, inst.src) {
            (Op::Add, Opnd::Imm(disp)) => Some(Mem { disp: sum.disp.checked_add(disp)?, ..sum }),
            (Op::Sub, Opnd::Imm(disp)) => Some(Mem { disp: sum.disp.checked_sub(disp)?, ..sum }),
            (Op::Add, Opnd::Sym(id)) if sum.symbol.is_none() => {
                let (symbol, addend) = self.code.pools.symbols[id];
                Some(Mem { symbol: Some(symbol), disp: sum.disp.checked_add(addend)?, ..sum })
            }
            (Op::Add, other @ Opnd::Var(_)) => {
                let other = self.reg(other).filter(|&other| other != dst)?;
                match (sum.base, sum.index) {
                    (None, _) => Some(Mem { base: Some(other), ..sum }),
                    (_, None) => Some(Mem { index: Some(other), ..sum }),
                    _ => None,
                }
            }
            (Op::Shl, Opnd::Imm(by @ 1..=3)) => {
                let is_plain = sum.index.is_none() && sum.disp == 0 && sum.symbol.is_none();
                let scale = if fault!(PolishScale, by == 3) { 2 } else { by as u8 };
                is_plain.then_some(Mem { base: None, index: sum.base, scale, ..sum })
            }
            _ => None,
        }
    }

    /// Whether an instruction that was encoded lately is part of such a one.
    fn is_fused(&self, index: usize) -> bool {
        self.fused.iter().any(|fused| (fused.from..fused.end).contains(&index)) && !fault!(PolishFusedFlags)
    }

    /// Whether a comparison with zero would leave the flags, as far as they are read, as they are.
    ///
    /// Sums, differences and shifts set the zero and the sign flag by their result, logical operations carry and overflow as well, as the
    /// comparison does. What stands between the operation and the comparison must keep flags and register, or copy all that is compared of
    /// it, and the operation must not be one that becomes `lea`. What a sandbox puts between leaves the flags alone, but where it
    /// changes the stack or frame pointer, which no variable's register is.
    fn holds(&self, index: usize) -> bool {
        let insts = &self.code.insts;
        let test = &insts[index];
        // Where what is compared is before the instruction that is looked at.
        let (mut place, mut reg) = (test.dst, self.reg(test.dst));
        for at in (index.saturating_sub(LOOKAHEAD)..index).rev() {
            let inst = &insts[at];
            let Opcode::Real(op) = inst.opcode else { return false };
            let writes = if reg.is_some() { self.reg(inst.dst) == reg } else { inst.dst == place };
            if inst.effects().writes_flags && !self.is_fused(at) {
                return writes && reg.is_some() && self.says(index, at, op);
            }
            if writes
                && op == Op::Mov
                && inst.size >= test.size.max(Size::B4)
                && !self.is_fused(at)
                && !fault!(PolishStaleFlags)
                && let Some(source) = self.reg(inst.src).filter(|source| !source.is_xmm())
            {
                (place, reg) = (inst.src, Some(source));
                continue;
            }
            let clears = op == Op::Mov && inst.src == Opnd::Imm(0);
            let keeps = keeps_registers(op) || self.is_fused(at);
            if !matches!(inst.flow(), Flow::Next) || clears || (writes && !fault!(PolishStaleFlags)) || !keeps {
                return false;
            }
        }
        false
    }

    /// Whether the flags of an operation say of its result all that is read of a comparison of it with zero.
    fn says(&self, comparison: usize, operation: usize, op: Op) -> bool {
        let (test, inst) = (&self.code.insts[comparison], &self.code.insts[operation]);
        let is_logical = matches!(op, Op::And | Op::Or | Op::Xor);
        let is_shift = matches!(op, Op::Shl | Op::Shr | Op::Sar) && matches!(inst.src, Opnd::Imm(1..=31));
        if !is_logical && !is_shift && !matches!(op, Op::Add | Op::Sub) {
            return false;
        }
        // A positive mask leaves nothing above a narrower comparison.
        let narrows = |bits: u32| op == Op::And && matches!(inst.src, Opnd::Imm(mask) if mask >= 0 && mask >> (bits - 1) == 0);
        let same = match test.size.cmp(&inst.size) {
            Ordering::Equal => true,
            Ordering::Less => narrows(8 * test.size.bytes()),
            // An operation of 32 bits clears what is above them.
            Ordering::Greater => inst.size == Size::B4 && narrows(32),
        };
        same && self.code.insts[comparison + 1..].iter().take(LOOKAHEAD).find_map(|next| self.asks(next, is_logical))
            == Some(true)
    }

    /// What an instruction behind a comparison says about the flags: `Some(true)` if nothing reads them from here on, `Some(false)` if it
    /// asks for more than is known.
    fn asks(&self, inst: &Inst, all_known: bool) -> Option<bool> {
        let effects = inst.effects();
        if effects.reads_flags && !all_known && !matches!(inst.cc, Cc::E | Cc::Ne | Cc::S | Cc::Ns) {
            return Some(false);
        }
        let ends = !matches!(inst.flow(), Flow::Next | Flow::Branch) || effects.writes_flags;
        ends.then_some(true)
    }

    /// Encodes an instruction in a shorter form, if it has one.
    #[inline(always)]
    fn shorter(&mut self, index: usize) -> bool {
        let inst = &self.code.insts[index];
        let Opcode::Real(op) = inst.opcode else { return false };
        if self.compares_with_zero(inst) && self.holds(index) {
            return true;
        }
        let Some(dst) = self.reg(inst.dst) else { return false };
        match (op, inst.src) {
            // They write the lowest lane alone.
            (Op::Sqrtss | Op::Sqrtsd | Op::Cvtss2sd | Op::Cvtsd2ss | Op::Cvtsi2ss | Op::Cvtsi2sd, src) => {
                // What is read in the register itself has to be waited for.
                if self.reg(src) != Some(dst) || fault!(PolishLanes) {
                    self.put(Op::Xorps, Size::B4, Operand::Reg(dst), Operand::Reg(dst));
                }
                return false;
            }
            (Op::Mov, Opnd::Imm(0)) if inst.size >= Size::B4 && self.flags_are_dead(index) => {
                self.put(Op::Xor, Size::B4, Operand::Reg(dst), Operand::Reg(dst));
            }
            (Op::Cmp, Opnd::Imm(0)) => self.put(Op::Test, inst.size, Operand::Reg(dst), Operand::Reg(dst)),
            (Op::Movss | Op::Movsd | Op::Movups, Opnd::Var(_)) => match self.reg(inst.src) {
                Some(src) => self.put(Op::Movaps, Size::B4, Operand::Reg(dst), Operand::Reg(src)),
                None => return false,
            },
            _ => return false,
        }
        true
    }
}

/// A sum in the shortest form: a register alone is rather a base, and twice itself a base and an index.
fn as_base(sum: Mem) -> Mem {
    match (sum.base, sum.index, sum.scale) {
        (None, Some(index), 1) => Mem { base: Some(index), scale: 0, ..sum },
        _ => sum,
    }
}

/// Whether all that an operation may change is its first operand, and the flags are not.
fn keeps_registers(op: Op) -> bool {
    let extends = matches!(op, Op::Movzx8 | Op::Movzx16 | Op::Movsx8 | Op::Movsx16 | Op::Movsx32);
    let moves_vectors = matches!(op, Op::Movss | Op::Movsd | Op::Movaps | Op::Movups | Op::Movd | Op::Movq);
    matches!(op, Op::Mov | Op::Lea) || extends || moves_vectors
}

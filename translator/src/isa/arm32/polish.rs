//! Better forms of allocated instructions, chosen when registers are known.
//!
//! In: allocated code. Out: the same, encoded; accesses do the additions to their register that stand near them
//! ([`updates`](super::updates)), and an operation whose result is compared with zero soon after, or a copy of that or of
//! what is compared, sets the flags itself,
//! also if it stands between such two, if what reads them asks no more than whether the result is zero or negative,
//! and the comparison goes. A comparison goes, too, if the same two are subtracted soon after or before (or added, if it is
//! of one and the negated other): that sets the flags as it did. Between the two nothing may read or set the flags or write the register, and
//! there may be no label. What a sandbox puts between leaves the flags alone.
//!
//! One pass; looking back and ahead is bounded by a constant. Source: [ARM-ARM] A4.4.1: the forms that set the flags
//! ([`Op::setting_flags`]) set N and Z by their result.

use super::emit::Emitter;
use super::inst::{Inst, Opcode, Opnd};
use super::op::{Cond, Op};
use super::regs::{Bank, Reg};
use super::updates::{Update, may_update};
use crate::lir::{Flow, FlowInst, MachInst, Role};

/// How many instructions are looked at.
const LOOKAHEAD: usize = 8;

/// How many for what reads the flags: a loop's step may be compared long before its branch.
const READERS: usize = 64;

impl Emitter<'_> {
    /// Encodes all instructions.
    pub(super) fn function(&mut self) {
        let count = self.code.insts.len();
        self.stretch(0, count);
        self.mark(count);
    }

    /// Encodes instructions as they are.
    #[inline]
    fn plain(&mut self, from: usize, to: usize) {
        let insts = &self.code.insts;
        if !self.marks {
            return self.instructions(&insts[from..to]);
        }
        for index in from..to {
            self.mark(index);
            self.instructions(&insts[index..=index]);
        }
    }

    /// Marks where a lowered instruction lies, or would, if it is nothing.
    #[inline]
    fn mark(&mut self, index: usize) {
        if self.marks {
            self.buffer.mark(index as u32);
        }
    }

    /// Encodes some of the instructions: all, or those between the two that an access joins, whose result a comparison behind
    /// them may be of.
    fn stretch(&mut self, from: usize, to: usize) {
        let insts = &self.code.insts;
        let mut done = from;
        if self.code.polish {
            // Comparisons behind a part are looked at, too; behind all there is none.
            let part = insts.len().min(to + LOOKAHEAD);
            for (index, inst) in insts[..part].iter().enumerate().skip(from) {
                match inst.opcode {
                    _ if index < done => {}
                    Opcode::Real(Op::Cmp | Op::Cmn) => {
                        if index == self.answered && index < to {
                            self.plain(done, index);
                            self.mark(index);
                            done = index + 1;
                        } else if let Some((at, op)) = self.made_behind(index).filter(|&(at, _)| index < to && at < to) {
                            self.plain(done, index);
                            self.mark(index);
                            self.plain(index + 1, at);
                            self.mark(at);
                            self.instructions(&[Inst { opcode: Opcode::Real(op), ..insts[at] }]);
                            done = at + 1;
                        } else if let Some((at, op)) = self.compared(index).filter(|&(at, _)| at >= done && at < to) {
                            self.plain(done, at);
                            let op = if fault!(Arm32PolishAnswered, from > 0) { insts[at].opcode } else { Opcode::Real(op) };
                            self.mark(at);
                            self.instructions(&[Inst { opcode: op, ..insts[at] }]);
                            // Behind this stretch it is met again.
                            self.answered = index;
                            self.plain(at + 1, index.min(to));
                            if index < to {
                                self.mark(index);
                            }
                            done = (index + 1).min(to);
                        }
                    }
                    Opcode::Real(op) if may_update(op) && index < to => {
                        if let Some(Update { second, is_after, op, operands }) = self.update(index).filter(|it| it.second < to) {
                            self.plain(done, index);
                            self.mark(index);
                            if is_after {
                                self.put(op, &operands);
                            }
                            self.stretch(index + 1, second);
                            self.mark(second);
                            if !is_after {
                                self.put(op, &operands);
                            }
                            done = second + 1;
                        }
                    }
                    _ => {}
                }
            }
        }
        self.plain(done, to);
    }

    /// What is encoded for one instruction where they are emitted one by one: nothing for a comparison that an operation
    /// before it answers, that operation's other form for the operation.
    pub(super) fn polished(&self, index: usize) -> Option<Inst> {
        let inst = self.code.insts[index];
        if !self.code.polish {
            return Some(inst);
        }
        if difference_of(inst.opcode).is_some() {
            return (self.made_behind(index).is_none() && self.compared(index).is_none()).then_some(inst);
        }
        if flag_setting(inst.opcode).is_none() {
            return Some(inst);
        }
        let before = index.saturating_sub(LOOKAHEAD)..index;
        let behind = index + 1..self.code.insts.len().min(index + 1 + LOOKAHEAD);
        let is_comparison = |&other: &usize| difference_of(self.code.insts[other].opcode).is_some();
        let made_behind = before.filter(is_comparison).filter_map(|other| self.made_behind(other));
        let mut answers = made_behind.chain(behind.filter(is_comparison).filter_map(|other| self.compared(other)));
        let other_form = answers.find(|(at, _)| *at == index).map(|(_, op)| Inst { opcode: Opcode::Real(op), ..inst });
        Some(other_form.unwrap_or(inst))
    }

    /// The operation that makes a comparison, too, if there is one before it: where, and how.
    fn compared(&self, comparison: usize) -> Option<(usize, Op)> {
        let inst = &self.code.insts[comparison];
        if inst.opcode == Opcode::Real(Op::Cmp) && inst.b == Opnd::Imm(0) {
            self.zero_test(comparison)
        } else {
            self.made_before(comparison)
        }
    }

    /// The operation whose result a comparison with zero is of, if it can make it. No other comparison lies
    /// between them, as that writes the flags.
    fn zero_test(&self, comparison: usize) -> Option<(usize, Op)> {
        let inst = &self.code.insts[comparison];
        let reg = self.register(inst.a).filter(|_| inst.cond == Cond::Al && self.asks_for_zero(comparison))?;
        for at in (comparison.saturating_sub(LOOKAHEAD)..comparison).rev() {
            let inst = &self.code.insts[at];
            if !keeps_flags(inst) {
                return None;
            }
            if self.writes(inst, reg) || self.copies(inst, reg) {
                return Some((at, flag_setting(inst.opcode).filter(|_| self.is_of_core(inst))?));
            }
        }
        None
    }

    /// The difference of what a comparison compares, if it is made soon before, in another register.
    fn made_before(&self, comparison: usize) -> Option<(usize, Op)> {
        let insts = &self.code.insts;
        for at in (comparison.saturating_sub(LOOKAHEAD)..comparison).rev() {
            if !keeps_flags(&insts[at]) {
                return None;
            }
            if let Some(op) = self.makes_comparison(at, comparison) {
                let unchanged = !insts[at..comparison].iter().any(|inst| self.changes_compared(inst, comparison));
                return unchanged.then_some((at, op));
            }
        }
        None
    }

    /// The difference of what a comparison compares, if it is made soon after.
    fn made_behind(&self, comparison: usize) -> Option<(usize, Op)> {
        let insts = &self.code.insts;
        for at in comparison + 1..insts.len().min(comparison + 1 + LOOKAHEAD) {
            if let Some(op) = self.makes_comparison(at, comparison) {
                let changed = insts[comparison + 1..at].iter().any(|inst| self.changes_compared(inst, comparison));
                return (!changed).then_some((at, op));
            }
            if !keeps_flags(&insts[at]) {
                return None;
            }
        }
        None
    }

    /// The operation that does what the one at hand does, and sets the flags as a comparison does.
    fn makes_comparison(&self, at: usize, comparison: usize) -> Option<Op> {
        let (inst, compare) = (&self.code.insts[at], &self.code.insts[comparison]);
        let (difference, setting_flags) = difference_of(compare.opcode)?;
        let is_plain = |inst: &Inst| inst.cond == Cond::Al && inst.control == 0;
        if inst.opcode != Opcode::Real(difference) || !is_plain(inst) || !is_plain(compare) {
            return None;
        }
        let same = |a: Opnd, b: Opnd| match a {
            Opnd::Imm(_) => a == b,
            a => self.register(a).is_some_and(|a| self.register(b) == Some(a)),
        };
        let same_number =
            same(compare.b, inst.c) || fault!(Arm32PolishDifference, matches!((compare.b, inst.c), (Opnd::Imm(_), Opnd::Imm(_))));
        (same(compare.a, inst.b) && same_number).then_some(setting_flags)
    }

    /// Whether an instruction writes what a comparison compares.
    fn changes_compared(&self, inst: &Inst, comparison: usize) -> bool {
        let compare = &self.code.insts[comparison];
        [compare.a, compare.b].into_iter().any(|operand| self.register(operand).is_some_and(|reg| self.writes(inst, reg)))
    }

    /// Whether all that reads the flags of a comparison asks whether they say zero, or negative.
    fn asks_for_zero(&self, comparison: usize) -> bool {
        for next in self.code.insts[comparison + 1..].iter().take(READERS) {
            let effects = next.effects();
            let cond = if next.opcode == Opcode::SetFlag { Cond::ALL[usize::from(next.control)] } else { next.cond };
            if effects.reads_flags && !matches!(cond, Cond::Eq | Cond::Ne | Cond::Mi | Cond::Pl) && !fault!(Arm32PolishCarry) {
                return false;
            }
            // A comparison under a condition leaves the flags as they are where that does not hold: what reads them next asks
            // this one, too.
            let overwrites = effects.writes_flags && (next.cond == Cond::Al || fault!(Arm32PolishCondition));
            if overwrites || !matches!(next.flow(), Flow::Next | Flow::Branch) {
                return true;
            }
        }
        false
    }

    pub(super) fn register(&self, operand: Opnd) -> Option<Reg> {
        match operand {
            Opnd::Var(var) => self.code.var(var).reg.map(Reg),
            _ => None,
        }
    }

    /// Whether an instruction is a copy of a register in another core register.
    fn copies(&self, inst: &Inst, reg: Reg) -> bool {
        inst.opcode == Opcode::Move && self.register(inst.b) == Some(reg) && self.is_of_core(inst)
    }

    /// Whether what an instruction writes first is a core register, and what it copies, if it is a copy.
    fn is_of_core(&self, inst: &Inst) -> bool {
        let is_core = |operand| self.register(operand).is_some_and(|reg| reg.bank() == Bank::Core);
        is_core(inst.a) && (inst.opcode != Opcode::Move || is_core(inst.b))
    }

    /// Whether an instruction writes a register.
    fn writes(&self, inst: &Inst, reg: Reg) -> bool {
        let mut writes = inst.clobbers(&self.code.pools).contains(reg.0);
        inst.visit(&self.code.pools, |var, role| writes |= role != Role::Use && self.code.var(var).reg == Some(reg.0));
        writes
    }
}

/// The operation that sets flags as a comparison does, without and with setting them.
fn difference_of(opcode: Opcode) -> Option<(Op, Op)> {
    match opcode {
        Opcode::Real(Op::Cmp) => Some((Op::Sub, Op::Subs)),
        Opcode::Real(Op::Cmn) => Some((Op::Add, Op::Adds)),
        _ => None,
    }
}

/// Whether an instruction neither reads nor sets the flags, and is followed by the next one.
fn keeps_flags(inst: &Inst) -> bool {
    let effects = inst.effects();
    let is_plain = inst.cond == Cond::Al && inst.opcode != Opcode::SetFlag;
    !effects.reads_flags && !effects.writes_flags && is_plain && inst.flow() == Flow::Next
}

/// The operation that does what an instruction does, and sets the flags by its result.
fn flag_setting(opcode: Opcode) -> Option<Op> {
    match opcode {
        Opcode::Real(op) => op.setting_flags(),
        Opcode::Move => Some(Op::Movs),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::emit::emit;
    use super::super::inst::{Amode, Base};
    use super::*;
    use crate::diversify::Plan;
    use crate::isa::EmitInput;
    use crate::lir::{Code, FrameLayout, FrameNeeds, RegClass, RegMask, VarKind};
    use crate::mc::CodeBuffer;

    /// An access before or behind the addition to its register, a difference between the two, and that compared with zero behind them.
    fn nested(is_after: bool) -> Code<Inst> {
        let mut code = Code::<Inst>::default();
        code.polish = true;
        let [pointer, count, data] = [1, 2, 0].map(|number| Opnd::Var(code.make_var(RegClass(0), 4, VarKind::Fixed(number))));
        let Opnd::Var(base) = pointer else { unreachable!("a variable was made") };
        let address = Opnd::Mem(code.pools.amodes.push(Amode { base: Base::Var(base), index: None, disp: 0 }));
        let step = Inst { c: Opnd::Imm(4), ..Inst::new(Opcode::Real(Op::Add), pointer, pointer) };
        let access = Inst::new(Opcode::Real(Op::Ldr), data, address);
        let count_down = Inst { c: Opnd::Imm(1), ..Inst::new(Opcode::Real(Op::Sub), count, count) };
        let (first, second) = if is_after { (access, step) } else { (step, access) };
        let compare = Inst::new(Opcode::Real(Op::Cmp), count, Opnd::Imm(0));
        code.insts.extend([first, count_down, second, compare, Inst::new(Opcode::Return, Opnd::None, Opnd::None)]);
        code
    }

    fn words_of(code: &Code<Inst>) -> Vec<u32> {
        let (layout, mut buffer) = (FrameLayout::default(), CodeBuffer::default());
        let needs = FrameNeeds { locals: 0, outgoing: 0 };
        let input = EmitInput { code, layout: &layout, needs, used: RegMask::EMPTY, plan: None };
        emit(input, &mut buffer).expect("a small function");
        buffer.bytes().chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect()
    }

    /// A comparison with 5, a difference with 5, and in between a copy that changes the register or another.
    #[test]
    fn differences_of_what_was_compared_are_comparisons() {
        for (is_behind, changes, words) in [
            // mov r3, r2; subs r0, r1, #5; bx lr.
            (true, false, vec![0xe1a0_3002, 0xe251_0005, 0xe12f_ff1e]),
            // cmp r1, #5; mov r1, r2; sub r0, r1, #5; bx lr.
            (true, true, vec![0xe351_0005, 0xe1a0_1002, 0xe241_0005, 0xe12f_ff1e]),
            // subs r0, r1, #5; mov r3, r2; bx lr.
            (false, false, vec![0xe251_0005, 0xe1a0_3002, 0xe12f_ff1e]),
            // sub r0, r1, #5; mov r1, r2; cmp r1, #5; bx lr.
            (false, true, vec![0xe241_0005, 0xe1a0_1002, 0xe351_0005, 0xe12f_ff1e]),
        ] {
            let mut code = Code::<Inst>::default();
            code.polish = true;
            let [result, compared, source, other] =
                [0, 1, 2, 3].map(|number| Opnd::Var(code.make_var(RegClass(0), 4, VarKind::Fixed(number))));
            let compare = Inst::new(Opcode::Real(Op::Cmp), compared, Opnd::Imm(5));
            let difference = Inst { c: Opnd::Imm(5), ..Inst::new(Opcode::Real(Op::Sub), result, compared) };
            let copy = Inst::new(Opcode::Move, if changes { compared } else { other }, source);
            let (first, last) = if is_behind { (compare, difference) } else { (difference, compare) };
            code.insts.extend([first, copy, last, Inst::new(Opcode::Return, Opnd::None, Opnd::None)]);
            assert_eq!(words_of(&code), words, "{is_behind} {changes}");
        }
    }

    #[test]
    fn marks_say_where_each_lies_that_others_do_the_work_of() {
        for (is_after, words, offsets) in [
            // ldr r0, [r1], #4; subs r2, r2, #1; bx lr.
            (true, [0xe491_0004, 0xe252_2001, 0xe12f_ff1e], [0, 4, 8, 8, 8, 12]),
            // subs r2, r2, #1; ldr r0, [r1, #4]!; bx lr.
            (false, [0xe252_2001, 0xe5b1_0004, 0xe12f_ff1e], [0, 0, 4, 8, 8, 12]),
        ] {
            for marks in [false, true] {
                let (code, layout, mut buffer) = (nested(is_after), FrameLayout::default(), CodeBuffer::default());
                let plan = marks.then_some(Plan { marks, nops: None, selection: None, hiding: None });
                let needs = FrameNeeds { locals: 0, outgoing: 0 };
                let input = EmitInput { code: &code, layout: &layout, needs, used: RegMask::EMPTY, plan };
                emit(input, &mut buffer).expect("a small function");
                let found: Vec<u32> =
                    buffer.bytes().chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect();
                assert_eq!(found, words, "{found:#010x?}");
                let expected = if marks { (0..).zip(offsets).collect() } else { Vec::new() };
                assert_eq!(buffer.marks().collect::<Vec<_>>(), expected);
            }
        }
    }
}

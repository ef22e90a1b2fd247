//! Hints: which variables should share a register, because one is moved to the other.
//!
//! In: lowered code with its copies and edges. Out: for each variable the variable that it is first
//! copied from, one that it is copied to, and whether it is nothing but a copy. Linear.

use crate::lir::{Code, CopyOf, EdgeSource, FlowInst, Home, Note, Var, VarData, VarKind};
use crate::liveness::{Mentions, Ranges};
use crate::util::refill;

/// What a constant weighs less than another variable: where it is set, and where it would be stored. Most are set at the entry.
const MAKING: f32 = 2.0;

/// What it costs to load an argument at the entry, and what reading one that stays in the frame costs at most, as sums of frequencies: in
/// loops registers are faster, even if they need an instruction more.
const LOAD: f32 = 1.0;
const MOST_READ: f32 = 2.0;

/// The hints of one variable.
#[derive(Copy, Clone, Default, Debug)]
struct VarHints {
    /// Written by a copy of this one, plus one.
    from: u32,
    /// Copied to this one, plus one.
    to: u32,
    /// What that hint is [worth].
    worth: f32,
    /// Whether it is written once, by that copy, and the variable that it copies is not written
    /// after it.
    is_copy: bool,
    /// How many copies read it that write what cannot be in the frame, and is of the same class.
    loads: u32,
    /// How many of these write a given register.
    gifts: u32,
    /// Whether it is written once, by a copy of a temporary that is only ever set to a constant.
    constant: Option<Making>,
}

/// A constant's making.
#[derive(Copy, Clone, PartialEq, Debug)]
enum Making {
    /// It is made as quickly as loaded.
    Quick,
    /// It takes two instructions, and how often they are executed.
    Slow(f32),
}

/// The hints of all variables.
#[derive(Clone, Default, Debug)]
pub struct Hints {
    vars: Vec<VarHints>,
}

impl Hints {
    /// Makes them the hints of `code`.
    pub fn compute<I: FlowInst>(&mut self, code: &Code<I>, mentions: &Mentions, ranges: &Ranges) {
        refill(&mut self.vars, code.vars.len(), VarHints::default());
        for index in mentions.those(Note::copies) {
            let Some(copy) = code.insts[index].copied(&code.pools) else { continue };
            let (dst, src) = (code.var(copy.dst), code.var(copy.src));
            if dst.kind == VarKind::Memory || src.kind == VarKind::Memory {
                continue;
            }
            let is_load = dst.kind != VarKind::Any && dst.class == src.class;
            let hints = &mut self.vars[copy.src.as_u32() as usize];
            hints.loads += u32::from(is_load);
            hints.gifts += u32::from(is_load && matches!(dst.kind, VarKind::Fixed(_)));
            // Whoever keeps a copy within a register that holds more would clear the rest of it.
            let is_whole = !(ranges.is_wide(copy.src) && (copy.narrows || dst.bytes < src.bytes));
            let is_movable = |data: &VarData| !matches!(data.kind, VarKind::Fixed(_));
            let is_copy = is_whole && ranges.defs(copy.dst) == 1 && is_movable(dst) && is_movable(src) && {
                // It is written once: here.
                stays_as_copied(code, ranges, copy.src, index as u32 + 1)
            };
            let hints = &mut self.vars[copy.dst.as_u32() as usize];
            hints.is_copy |= is_copy;
            hints.constant = hints.constant.or_else(|| is_copy.then(|| making(code, ranges, copy))?);
            self.comes_from(copy.src, copy.dst);
            if is_copy || !lives_past(ranges, copy.src, index as u32) {
                self.goes_to(code, ranges, copy.src, copy.dst);
            }
        }
        for edge in code.edges.all() {
            if let EdgeSource::Var(source) = edge.source {
                self.comes_from(source, edge.dest);
                self.goes_to(code, ranges, source, edge.dest);
            }
        }
    }

    #[inline]
    fn comes_from(&mut self, src: Var, dst: Var) {
        let from = &mut self.vars[dst.as_u32() as usize].from;
        if *from == 0 {
            *from = src.as_u32() + 1;
        }
    }

    #[inline]
    fn goes_to<I: FlowInst>(&mut self, code: &Code<I>, ranges: &Ranges, src: Var, dst: Var) {
        let worth = worth(code, ranges, dst);
        let hints = &mut self.vars[src.as_u32() as usize];
        if hints.to == 0 || worth > hints.worth {
            (hints.to, hints.worth) = (dst.as_u32() + 1, worth);
        }
    }

    /// The variable that this one is first copied from.
    #[inline]
    pub fn from(&self, var: Var) -> Option<Var> {
        self.vars[var.as_u32() as usize].from.checked_sub(1).map(Var::from_u32)
    }

    /// A variable that this one is copied to.
    #[inline]
    pub fn to(&self, var: Var) -> Option<Var> {
        self.vars[var.as_u32() as usize].to.checked_sub(1).map(Var::from_u32)
    }

    /// How many copies read a variable that write what is certain to be in a register, of the same
    /// class.
    pub fn loads(&self, var: Var) -> u32 {
        self.vars[var.as_u32() as usize].loads
    }

    /// How a variable is made if it can be made again wherever it is read, and nobody reads it from the frame.
    #[inline]
    fn made_again(&self, ranges: &Ranges, var: Var) -> Option<Making> {
        let hints = &self.vars[var.as_u32() as usize];
        hints.constant.filter(|_| hints.loads == ranges.reads(var) && !ranges.is_carried(var))
    }

    /// What it costs that a variable has no register, as a sum of frequencies: more if it is mentioned often. A constant that is made again
    /// where it is read need not be made before that, nor stored; to make it in a given register takes as long as to copy it there.
    #[inline]
    pub fn price(&self, ranges: &Ranges, var: Var) -> f32 {
        let Some(making) = self.made_again(ranges, var) else { return ranges.weight(var) };
        let VarHints { loads, gifts, .. } = self.vars[var.as_u32() as usize];
        let weight = ranges.weight(var);
        match making {
            Making::Quick => (weight * (loads + 1 - gifts) as f32 / (loads + 1) as f32 - MAKING).max(0.0),
            Making::Slow(making) => weight.min(in_place(weight, making)),
        }
    }

    /// Whether a constant that has no register is better off in the frame than made again wherever it is read.
    pub fn is_better_stored(&self, ranges: &Ranges, var: Var) -> bool {
        let weight = ranges.weight(var);
        matches!(self.made_again(ranges, var), Some(Making::Slow(making)) if weight < in_place(weight, making))
    }

    /// Whether an argument that comes in the frame is better read from there than loaded at the entry: if that takes no more instructions,
    /// as those that read it take it from memory, or are not always come to.
    #[inline]
    pub fn is_better_at_home<I: FlowInst>(&self, code: &Code<I>, ranges: &Ranges, var: Var) -> bool {
        if !matches!(code.var(var).home, Home::Incoming(_)) || ranges.defs(var) != 1 {
            return false;
        }
        let read = ranges.weight(var) - LOAD;
        let share = self.loads(var) as f32 / ranges.reads(var).max(1) as f32;
        read <= MOST_READ && read * share <= LOAD
    }

    /// The variable that this one holds the same value as wherever both live.
    #[inline]
    pub fn copy_of(&self, var: Var) -> Option<Var> {
        self.from(var).filter(|_| self.vars[var.as_u32() as usize].is_copy)
    }
}

/// What a hint is worth that leads to a variable; of equal ones the first counts. A given register is better than one that is yet to be
/// chosen, and what holds a value, such as a phi, better than what an instruction reads it from, which follows the value. Of several
/// phis, or instructions, the one in the innermost loop.
fn worth<I: FlowInst>(code: &Code<I>, ranges: &Ranges, var: Var) -> f32 {
    match code.var(var).kind {
        VarKind::Fixed(_) => f32::INFINITY,
        VarKind::Any => ranges.weight(var),
        VarKind::Register | VarKind::Memory => ranges.weight(var) * f32::MIN_POSITIVE,
    }
}

/// What it costs to make a constant with two instructions where it is read, and not where it is written: its mentions weigh `weight`, its
/// making `making`.
fn in_place(weight: f32, making: f32) -> f32 {
    2.0 * (weight - making) - 2.0 * making
}

/// How a variable is made that is written once, by a copy, if that is a constant, which a temporary was set to.
fn making<I: FlowInst>(code: &Code<I>, ranges: &Ranges, copy: CopyOf) -> Option<Making> {
    let (dst, src) = (code.var(copy.dst), code.var(copy.src));
    let may = dst.kind == VarKind::Any && src.kind == VarKind::Register && dst.class == src.class && ranges.defs(copy.src) == 1;
    let index = ranges.written_at(copy.src).checked_sub(1).filter(|_| may)?;
    let set = code.insts.get(index as usize)?;
    set.constant_to(&code.pools, copy.dst)?;
    // A temporary is mentioned where one instruction was lowered: its mentions weigh the same.
    let mentions = 1 + ranges.reads(copy.src);
    Some(if set.is_quick() { Making::Quick } else { Making::Slow(ranges.weight(copy.src) / mentions as f32) })
}

/// Whether a variable is sure to live on after the instruction with an index, which reads it: then it cannot share a register with what
/// that instruction writes, unless both hold the same value.
#[inline]
fn lives_past(ranges: &Ranges, var: Var, index: u32) -> bool {
    ranges.is_single(var) && ranges.first(var).is_some_and(|first| first.end > 2 * index + 1)
}

/// Whether nothing writes `source` after it was copied by the instruction before index `copied_at`,
/// while the copy lives.
///
/// What is written once is written before the copy, and again only where the copy is dead: a
/// definition dominates its uses. A temporary that is written several times belongs to the lowering
/// of one instruction, whose last write precedes the copy.
fn stays_as_copied<I: FlowInst>(code: &Code<I>, ranges: &Ranges, source: Var, copied_at: u32) -> bool {
    let is_temporary = code.var(source).kind == VarKind::Register;
    ranges.defs(source) == 1 || fault!(AllocateModifiedCopy) || (is_temporary && ranges.written_at(source) < copied_at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lir::{Label, Role};
    use crate::regalloc::testing::ranges_of;
    use crate::regalloc::testing::toy::{CORE, Kind, Toy};

    /// Which of the variables that one is copied to its hint leads to: of each its kind, and how often it is read.
    fn leads_to(copies: &[(VarKind, usize)]) -> Option<usize> {
        let mut code = Code::default();
        code.clear(1);
        let var = code.make_var(CORE, 4, VarKind::Any);
        let vars: Vec<Var> = copies.iter().map(|&(kind, _)| code.make_var(CORE, 4, kind)).collect();
        code.insts = vec![Toy::bind(Label::from_u32(0)), Toy::new(Kind::Plain(0), &[(var, Role::Def)])];
        for (&to, &(_, reads)) in vars.iter().zip(copies) {
            let copy = Toy::copy(&code, to, var);
            code.insts.push(copy);
            code.insts.extend((0..reads).map(|_| Toy::new(Kind::Plain(1), &[(to, Role::Use)])));
        }
        code.insts.push(Toy::new(Kind::Exit, &[]));
        let mut hints = Hints::default();
        hints.compute(&code, &Mentions::of(&code), &ranges_of(&code));
        vars.iter().position(|&to| hints.to(var) == Some(to))
    }

    #[test]
    fn a_hint_leads_to_what_is_given_or_else_holds_the_value_where_it_is_mentioned_most() {
        const ANY: VarKind = VarKind::Any;
        const TEMPORARY: VarKind = VarKind::Register;
        assert_eq!(leads_to(&[(TEMPORARY, 3), (ANY, 1), (ANY, 2), (ANY, 2)]), Some(2));
        assert_eq!(
            leads_to(&[(TEMPORARY, 1), (ANY, 9), (VarKind::Fixed(1), 1), (VarKind::Fixed(2), 1)]),
            Some(3),
            "it lives past the first given one"
        );
        assert_eq!(leads_to(&[(TEMPORARY, 1), (TEMPORARY, 1)]), Some(0));
        assert_eq!(leads_to(&[]), None);
    }
}

//! Splitting variables: within a stretch of code, another variable takes the place of one that
//! lives beyond it.
//!
//! In: lowered code ([`Parts::find`]), and which of the parts found are to become variables
//! ([`split`]). Out: code in which they are. A *stretch* is a run of instructions without labels,
//! branches or calls inside; a *part* is what one stretch mentions of a variable that is mentioned
//! elsewhere too. The new variable is copied from the old one before the first mention, if that
//! reads it, and the old one from the new one after the last write. So each value is in one
//! variable or the other where it is read, whatever the allocator makes of the two.
//!
//! Source: [SUBZERO-REGALLOC] "Local live range splitting", which makes a new copy at every
//! mention; here one serves for the stretch, because the allocator already coalesces copies. And
//! [SUBZERO-DESIGN] "Global Variable Splitting".
//!
//! Complexity: linear in mentions, n log n in parts.

use super::{Code, EdgeSource, Flow, FlowInst, Label, Mover, Role, Var, VarKind};
use crate::util::refill;

/// No instruction.
const NONE: u32 = u32::MAX;

/// What a stretch mentions of a variable.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The variable.
    pub var: Var,
    /// Index of the first instruction that mentions it.
    pub first: u32,
    /// Index of the last.
    pub last: u32,
    /// How many mention it.
    pub mentions: u32,
    /// Whether the first one reads it.
    pub enters: bool,
    /// Index of the last that writes it.
    pub written: Option<u32>,
    /// Which stretch it is.
    stretch: u32,
}

impl Part {
    /// How many copies it takes.
    pub fn copies(&self) -> u32 {
        u32::from(self.enters) + u32::from(self.written.is_some())
    }
}

/// The parts of all variables that have several; refill with [`find`](Self::find).
#[derive(Clone, Default, Debug)]
pub struct Parts {
    parts: Vec<Part>,
    /// For each variable the last part of it, plus one.
    part_of: Vec<u32>,
    /// Whether a variable is mentioned in more than one stretch, or carried by an edge.
    is_shared: Vec<bool>,
}

impl Parts {
    /// Finds the parts of `code`, by ascending first mention.
    pub fn find<I: FlowInst>(&mut self, code: &Code<I>) {
        self.parts.clear();
        refill(&mut self.part_of, code.vars.len(), 0);
        refill(&mut self.is_shared, code.vars.len(), false);
        let mut stretch = 0;
        for (index, inst) in code.insts.iter().enumerate() {
            let mut writes = false;
            inst.visit(&code.pools, |_, role| writes |= role != Role::Use);
            let (is_call, ends) = (!inst.clobbers(&code.pools).is_empty(), inst.flow() != Flow::Next);
            // A branch that only reads belongs to what leads to it; nothing can be copied behind
            // one that writes.
            stretch += u32::from(is_call || matches!(inst.flow(), Flow::Bind(_)) || (ends && writes));
            if let Some(var) = inst.arrives() {
                // It is where it came: another variable would not be.
                self.is_shared[var.as_u32() as usize] = true;
            } else {
                inst.visit(&code.pools, |var, role| self.mention(code, var, role, index as u32, stretch));
            }
            stretch += u32::from(is_call || ends);
        }
        let blocks = (0..code.edges.blocks() as u32).map(Label::from_u32);
        for var in blocks.flat_map(|block| code.edges.phis(block)) {
            self.is_shared[var.as_u32() as usize] = true;
        }
        for edge in code.edges.all() {
            if let EdgeSource::Var(var) = edge.source {
                self.is_shared[var.as_u32() as usize] = true;
            }
        }
    }

    fn mention<I: FlowInst>(&mut self, code: &Code<I>, var: Var, role: Role, index: u32, stretch: u32) {
        if code.var(var).kind != VarKind::Any {
            return;
        }
        let part_of = &mut self.part_of[var.as_u32() as usize];
        let known = part_of.checked_sub(1).map(|part| &mut self.parts[part as usize]);
        let writes = if role == Role::Use { None } else { Some(index) };
        match known {
            Some(part) if part.stretch == stretch => {
                // An instruction reads before it writes, in whatever order it names what it
                // mentions.
                part.enters |= part.first == index && role != Role::Def;
                part.mentions += u32::from(part.last != index);
                part.last = index;
                part.written = writes.or(part.written);
            }
            known => {
                self.is_shared[var.as_u32() as usize] |= known.is_some();
                let enters = role != Role::Def;
                self.parts.push(Part { var, first: index, last: index, mentions: 1, enters, written: writes, stretch });
                *part_of = self.parts.len() as u32;
            }
        }
    }

    /// The parts of variables that are mentioned elsewhere too.
    pub fn all(&self) -> impl Iterator<Item = Part> + '_ {
        self.parts.iter().copied().filter(|part| self.is_shared[part.var.as_u32() as usize])
    }
}

/// A part that becomes a variable, and the register that the variable has, if that is decided.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Split {
    /// What of which variable.
    pub part: Part,
    /// The register.
    pub reg: Option<u8>,
}

/// What happens to a split: what is done before an instruction comes first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Step {
    Begin,
    CopyBack,
    End,
}

/// Makes variables of parts.
pub fn split<M: Mover>(mover: &M, code: &mut Code<M::Inst>, splits: &[Split]) {
    let mut steps: Vec<(u32, Step, u32)> = Vec::with_capacity(3 * splits.len());
    for (number, Split { part, .. }) in splits.iter().enumerate() {
        let number = number as u32;
        steps.push((part.first, Step::Begin, number));
        steps.extend(part.written.map(|written| (written, Step::CopyBack, number)));
        steps.push((part.last, Step::End, number));
    }
    steps.sort_unstable();
    let old = std::mem::take(&mut code.insts);
    code.insts.reserve(old.len() + splits.len());
    // For each variable the one that stands for it at present, or `NONE`.
    let mut now = vec![NONE; code.vars.len()];
    let mut active = 0;
    let mut steps = steps.into_iter().peekable();
    for (index, mut inst) in old.into_iter().enumerate() {
        let index = index as u32;
        while let Some((_, _, number)) = steps.next_if(|&(at, step, _)| (at, step) == (index, Step::Begin)) {
            let Split { part, reg } = splits[number as usize];
            let data = *code.var(part.var);
            let new = code.make_var(data.class, data.bytes, VarKind::Any);
            code.var_mut(new).reg = reg;
            now[part.var.as_u32() as usize] = new.as_u32();
            active += 1;
            if part.enters {
                mover.copy(code, new, part.var);
            }
        }
        if active > 0 {
            let Code { pools, .. } = code;
            inst.rename(pools, |var| match now.get(var.as_u32() as usize) {
                Some(&new) if new != NONE => Var::from_u32(new),
                _ => var,
            });
        }
        code.insts.push(inst);
        while let Some((_, step, number)) = steps.next_if(|&(at, _, _)| at == index) {
            let var = splits[number as usize].part.var;
            let new = &mut now[var.as_u32() as usize];
            if step == Step::CopyBack {
                mover.copy(code, var, Var::from_u32(*new));
            } else {
                *new = NONE;
                active -= 1;
            }
        }
    }
}

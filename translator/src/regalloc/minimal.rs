//! Infinite-weight-only allocation: gives registers to the variables that must have one, and to
//! nothing else.
//!
//! In: lowered code. Out: `reg` of every variable of kind `Register`, and the set of registers
//! used. Variables of kind `Any` stay in memory, if they are read at all. Source: [SUBZERO-DESIGN]
//! "Register allocation", minimal mode.
//!
//! One walk over the code finds for each variable its live interval, from its first to its last
//! mention. Position `2i` is where instruction `i` reads, `2i + 1` where it writes, so that a
//! result may take the register of an operand that dies. Correctness: the interval covers every
//! point where the variable is live, because such a variable is defined before use in emission
//! order, and loops inside a lowering are closed by a use after the backward branch (an invariant
//! of [`crate::lir`]). Two variables get the same register only if their intervals are disjoint.
//! Pre-coloured variables and clobbers are intervals that cannot move.
//!
//! Complexity: n log n for sorting intervals, which are nearly in order; the rest is linear, as few
//! are ever open at the same time.

use crate::lir::{Code, MachInst, RegMask, RegTable, Role, Var, VarKind};
use crate::liveness::Ranges;
use crate::util::refill;

/// The positions that a variable is mentioned at, from the first to the last; both inclusive.
#[derive(Copy, Clone, Debug)]
struct Span {
    start: u32,
    end: u32,
}

/// Register units that are taken for a while no matter what the allocator does.
#[derive(Copy, Clone, Debug)]
struct Blocked {
    regs: RegMask,
    span: Span,
}

/// The span of a variable that is not mentioned; of one of kind `Any`: that is not read.
const UNSEEN: Span = Span { start: u32::MAX, end: 0 };
/// The span of a variable of kind `Any` that some instruction reads. Where, does not matter.
const READ: Span = Span { start: 0, end: 0 };

/// The allocator's working memory, reused from one function to the next.
#[derive(Clone, Default, Debug)]
pub struct MinimalAllocator {
    /// For each variable of kind `Register` its live interval, for each of kind `Fixed` the index of
    /// its entry in `blocked` in place of a start, for each of kind `Any` whether it is read.
    spans: Vec<Span>,
    /// The variables of kind `Register` by first mention.
    order: Vec<Var>,
    /// Where the interval of the last of them starts, and whether those of all are in order.
    last_start: u32,
    is_sorted: bool,
    blocked: Vec<Blocked>,
    /// What each register occupies.
    units: Vec<RegMask>,
}

/// A variable that must have a register found none: the lowering needs more than the target has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct OutOfRegisters {
    /// The variable.
    pub var: Var,
}

/// Checks what the allocation relies on: that a variable which must have a register is live nowhere
/// but from its first to its last mention. A lowering with a loop that forgets to keep what it reads
/// again in each round breaks this.
///
/// # Errors
/// Which variable is live where, in one line.
pub fn check_lowering<I: MachInst>(code: &Code<I>, ranges: &Ranges) -> Result<(), String> {
    let mut mentions: Vec<Option<(u32, u32)>> = vec![None; code.vars.len()];
    for (index, inst) in code.insts.iter().enumerate() {
        inst.visit(&code.pools, |var, role| {
            let Span { start, end } = span(index as u32, role);
            let known = &mut mentions[var.as_u32() as usize];
            *known = Some(known.map_or((start, end), |(first, last)| (first.min(start), last.max(end))));
        });
    }
    for (index, mentioned) in mentions.into_iter().enumerate() {
        let var = Var::from_u32(index as u32);
        let (VarKind::Register, Some((first, last))) = (code.var(var).kind, mentioned) else { continue };
        // The end of a segment is exclusive.
        if let Some(segment) = ranges.segments(var).find(|segment| segment.start < first || segment.end > last + 1) {
            return Err(format!(
                "{var} must have a register and is live from position {} to {}, but mentioned from {first} to {last} only",
                segment.start, segment.end
            ));
        }
    }
    Ok(())
}

/// The positions of a mention by an instruction.
#[inline(always)]
fn span(index: u32, role: Role) -> Span {
    let position = 2 * index;
    Span { start: position + u32::from(role == Role::Def), end: position + u32::from(role != Role::Use) }
}

impl MinimalAllocator {
    /// Allocates. `reserved` is never handed out, and `scarce` only if nothing else is free.
    /// Returns the register units that the code writes, clobbers included.
    pub fn run<I: MachInst>(
        &mut self,
        code: &mut Code<I>,
        table: &RegTable,
        reserved: RegMask,
        scarce: RegMask,
    ) -> Result<RegMask, OutOfRegisters> {
        self.find_intervals(code, table);
        let used = self.blocked.iter().fold(RegMask::EMPTY, |used, blocked| used.union(blocked.regs));
        Ok(used.union(self.assign(code, table, reserved, scarce)?))
    }

    /// Whether a variable is mentioned other than to write it; valid after [`run`](Self::run).
    #[inline]
    pub fn is_read(&self, var: Var) -> bool {
        self.spans[var.as_u32() as usize].start != UNSEEN.start
    }

    fn find_intervals<I: MachInst>(&mut self, code: &Code<I>, table: &RegTable) {
        refill(&mut self.spans, code.vars.len(), UNSEEN);
        self.order.clear();
        self.order.reserve(code.vars.len());
        (self.last_start, self.is_sorted) = (0, true);
        self.blocked.clear();
        self.units.clear();
        self.units.extend_from_slice(&table.units);
        for (index, inst) in code.insts.iter().enumerate() {
            let index = index as u32;
            // Small, because it is copied to every place where an operand is visited.
            inst.visit(&code.pools, |var, role| {
                let kind = code.var(var).kind;
                if kind != VarKind::Any {
                    self.mention(var, kind, index, role);
                } else if role != Role::Def {
                    self.spans[var.as_u32() as usize] = READ;
                }
            });
            let clobbers = inst.clobbers(&code.pools);
            if !clobbers.is_empty() {
                self.blocked.push(Blocked { regs: clobbers, span: span(index, Role::Def) });
            }
        }
        let Self { spans, order, blocked, .. } = self;
        // Mentions come in order but for those within one instruction, whose definitions may be
        // visited before its uses.
        if !self.is_sorted {
            order.sort_unstable_by_key(|var| (spans[var.as_u32() as usize].start, var.as_u32()));
        }
        blocked.sort_unstable_by_key(|blocked| blocked.span.start);
    }

    /// Extends the interval of a variable to a mention of it.
    #[inline(never)]
    fn mention(&mut self, var: Var, kind: VarKind, index: u32, role: Role) {
        let span = span(index, role);
        let known = &mut self.spans[var.as_u32() as usize];
        if let VarKind::Fixed(reg) = kind {
            return self.block(var, reg, span);
        }
        if known.start == UNSEEN.start {
            *known = span;
            self.is_sorted &= self.last_start <= span.start;
            self.last_start = span.start;
            self.order.push(var);
        } else {
            let Span { end, .. } = span;
            let end = if fault!(MinimalEndsEarly, end.is_multiple_of(2)) { end.saturating_sub(2) } else { end };
            known.end = known.end.max(end);
        }
    }

    /// Extends what a pre-coloured variable blocks to a mention of it.
    #[inline(never)]
    fn block(&mut self, var: Var, reg: u8, span: Span) {
        let entry = &mut self.spans[var.as_u32() as usize].start;
        if *entry == UNSEEN.start {
            *entry = self.blocked.len() as u32;
            self.blocked.push(Blocked { regs: self.units[usize::from(reg)], span });
        } else {
            let Span { end, .. } = &mut self.blocked[*entry as usize].span;
            *end = if fault!(MinimalFixedOverlap) { *end } else { span.end.max(*end) };
        }
    }

    /// Walks the intervals by start and gives each the first register that is free throughout.
    fn assign<I: MachInst>(
        &mut self,
        code: &mut Code<I>,
        table: &RegTable,
        reserved: RegMask,
        scarce: RegMask,
    ) -> Result<RegMask, OutOfRegisters> {
        let mut used = RegMask::EMPTY;
        // The register units of intervals that have not ended, and where they end.
        let mut active = RegMask::EMPTY;
        let mut ends = [0; RegMask::BITS];
        let mut first_blocked = 0;
        let mut next_blocked = self.start_of_blocked(0);
        for &var in &self.order {
            let span = self.spans[var.as_u32() as usize];
            let Span { start, end } = span;
            for unit in active.iter() {
                if ends[usize::from(unit)] < start {
                    active = active.without(RegMask::of(unit));
                }
            }
            let mut taken = active.union(reserved);
            if next_blocked <= end {
                taken = taken.union(self.blocked_in(span, &mut first_blocked));
                next_blocked = self.start_of_blocked(first_blocked);
            }
            let data = code.var_mut(var);
            let class = &table.classes[usize::from(data.class.0)];
            let free = |taken: RegMask| class.iter().find(|&&reg| table.units[usize::from(reg)].intersection(taken).is_empty());
            let &reg = free(taken.union(scarce)).or_else(|| free(taken)).ok_or(OutOfRegisters { var })?;
            data.reg = Some(reg);
            let units = table.units[usize::from(reg)];
            active = active.union(units);
            units.iter().for_each(|unit| ends[usize::from(unit)] = end);
            used = used.union(units);
        }
        Ok(used)
    }

    /// Where the blocked registers with this index begin to be taken.
    fn start_of_blocked(&self, index: usize) -> u32 {
        self.blocked.get(index).map_or(u32::MAX, |blocked| blocked.span.start)
    }

    /// The register units that are blocked somewhere in a span. `first` is the first entry that has
    /// not ended before the span, or an earlier one that has; it moves on.
    #[inline(never)]
    fn blocked_in(&self, span: Span, first: &mut usize) -> RegMask {
        while self.blocked.get(*first).is_some_and(|blocked| blocked.span.end < span.start) {
            *first += 1;
        }
        let begun = self.blocked[*first..].iter().take_while(|blocked| blocked.span.start <= span.end);
        begun.filter(|blocked| blocked.span.end >= span.start).fold(RegMask::EMPTY, |regs, blocked| regs.union(blocked.regs))
    }
}

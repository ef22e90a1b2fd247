//! Infinite-weight-only allocation: gives registers to the variables that must have one, and to nothing else.
//!
//! In: lowered code. Out: `reg` of every variable of kind `Register`, and the set of registers used. Variables of kind `Any` stay in memory.
//! Source: Subzero's design document, "Register allocation", minimal mode.
//!
//! One walk over the code finds for each variable the interval from its first to its last mention. Position `2i` is where
//! instruction `i` reads, `2i + 1` where it writes, so that a result may take the register of an operand that dies. Correctness:
//! the interval covers every point where the variable is live, because such a variable is defined before use in emission order, and loops
//! inside a lowering are closed by a use after the backward branch (an invariant of [`crate::lir`]). Two variables get the same register
//! only if their intervals are disjoint. Pre-coloured variables and clobbers are intervals that cannot move.
//!
//! Complexity: linear, as few intervals are ever open at the same time.

use crate::lir::{Code, MachInst, RegMask, RegTable, Role, Var, VarKind};

/// The live interval of one variable; empty if it is never mentioned.
#[derive(Copy, Clone, Debug)]
struct Interval {
    start: u32,
    end: u32,
}

const UNSEEN: Interval = Interval { start: u32::MAX, end: 0 };

/// Registers that are taken for a while no matter what the allocator does.
#[derive(Copy, Clone, Debug)]
struct Blocked {
    regs: RegMask,
    start: u32,
    end: u32,
}

/// An interval that has its register.
#[derive(Copy, Clone, Debug)]
struct Active {
    end: u32,
    reg: u8,
}

/// The allocator's working memory, reused from one function to the next.
#[derive(Clone, Default, Debug)]
pub struct MinimalAllocator {
    intervals: Vec<Interval>,
    order: Vec<Var>,
    fixed: Vec<Var>,
    blocked: Vec<Blocked>,
    active: Vec<Active>,
}

/// A variable that must have a register found none: the lowering needs more than the target has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct OutOfRegisters {
    /// The variable.
    pub var: Var,
}

impl MinimalAllocator {
    /// Allocates. `reserved` is never handed out. Returns the registers that the code writes, clobbers included.
    pub fn run<I: MachInst>(
        &mut self,
        code: &mut Code<I>,
        table: &RegTable,
        reserved: RegMask,
    ) -> Result<RegMask, OutOfRegisters> {
        self.find_intervals(code);
        let mut used = self.block_fixed(code);
        used = used.union(self.assign(code, table, reserved)?);
        Ok(used)
    }

    /// Whether the code mentions a variable; valid after [`run`](Self::run).
    pub fn is_mentioned(&self, var: usize) -> bool {
        self.intervals[var].start <= self.intervals[var].end
    }

    fn find_intervals<I: MachInst>(&mut self, code: &Code<I>) {
        self.intervals.clear();
        self.intervals.resize(code.vars.len(), UNSEEN);
        self.order.clear();
        self.fixed.clear();
        self.blocked.clear();
        for (index, inst) in code.insts.iter().enumerate() {
            let position = 2 * index as u32;
            inst.visit(&code.pools, |var, role| {
                let interval = &mut self.intervals[var.as_u32() as usize];
                let (start, end) = match role {
                    Role::Use => (position, position),
                    Role::Def => (position + 1, position + 1),
                    Role::UseDef => (position, position + 1),
                };
                if interval.start == u32::MAX {
                    interval.start = start;
                    match code.var(var).kind {
                        VarKind::Any => {}
                        VarKind::Register => self.order.push(var),
                        VarKind::Fixed(_) => self.fixed.push(var),
                    }
                }
                interval.end = interval.end.max(end);
            });
            let clobbers = inst.clobbers(&code.pools);
            if !clobbers.is_empty() {
                self.blocked.push(Blocked { regs: clobbers, start: position + 1, end: position + 1 });
            }
        }
    }

    /// Adds the pre-coloured intervals to the blocked ones. Returns every register they take.
    fn block_fixed<I: MachInst>(&mut self, code: &Code<I>) -> RegMask {
        for &var in &self.fixed {
            let VarKind::Fixed(reg) = code.var(var).kind else { unreachable!("only fixed variables are collected") };
            let Interval { start, end } = self.intervals[var.as_u32() as usize];
            self.blocked.push(Blocked { regs: RegMask::of(reg), start, end });
        }
        // Nearly sorted already: two runs, each by start.
        self.blocked.sort_by_key(|blocked| blocked.start);
        self.blocked.iter().fold(RegMask::EMPTY, |used, blocked| used.union(blocked.regs))
    }

    fn assign<I: MachInst>(
        &mut self,
        code: &mut Code<I>,
        table: &RegTable,
        reserved: RegMask,
    ) -> Result<RegMask, OutOfRegisters> {
        let mut used = RegMask::EMPTY;
        let mut first_blocked = 0;
        self.active.clear();
        // A use-and-define of an operand that comes after a plain use starts earlier than the variable before it in `order`; by one
        // position only, within the same instruction. Sorting restores what the expiry below relies on.
        self.order.sort_by_key(|var| self.intervals[var.as_u32() as usize].start);
        for &var in &self.order {
            let Interval { start, end } = self.intervals[var.as_u32() as usize];
            self.active.retain(|active| active.end >= start);
            let mut taken = self.active.iter().fold(reserved, |taken, active| taken.union(RegMask::of(active.reg)));
            while self.blocked.get(first_blocked).is_some_and(|blocked| blocked.end < start) {
                first_blocked += 1;
            }
            for blocked in self.blocked[first_blocked..].iter().take_while(|blocked| blocked.start <= end) {
                if blocked.end >= start {
                    taken = taken.union(blocked.regs);
                }
            }
            let free = table.classes[usize::from(code.var(var).class.0)].without(taken);
            let reg = free.without(table.callee_saved).first().or(free.first()).ok_or(OutOfRegisters { var })?;
            code.var_mut(var).reg = Some(reg);
            used = used.union(RegMask::of(reg));
            self.active.push(Active { end, reg });
        }
        Ok(used)
    }
}

//! Splitting variables where it may help the allocation ([`crate::lir::split`]): before it, and
//! after it.
//!
//! **Before** ([`Splitter::local`]; `-split-local-vars`). In: code with its live ranges. Out: the
//! same code, in which a stretch that mentions a variable often mentions a copy of it, with a range
//! of its own that is short enough to get a register even if the variable gets none. A copy that
//! gets none either shares the variable's slot ([`super::slots`]). Only of variables that are
//! written once: of others a copy could not share the slot.
//!
//! **After** ([`Splitter::global`]; `-split-global-vars`; [SUBZERO-DESIGN] "Global Variable
//! Splitting"). In: allocated code. Out: the same, in which variables that have no register have
//! one in stretches where one is left, copied from the frame and back where that is called for.
//!
//! Both are off unless asked for. What they bring, in instructions executed on x86-32 (whole
//! process; without, local, global): fannkuchredux 8 7,659,608, 7,659,629, 7,659,710; nbody 5000
//! 7,328,427, 7,378,521, 7,813,604; the programs of `shared/pexe/programs` between 0.1 % less and
//! 1.3 % more. Code gets smaller by 0.1 % (local) to 1 % (global, x86), 0.8 % (local, ARM and
//! MIPS). Translating fannkuchredux costs 25 % more (x86-32, local) to 30 %. The allocator does
//! most of it already: temporaries are coalesced with what they copy, and reloads of what a
//! register holds are dropped ([`super::reloads`]).
//!
//! In either case the live ranges have to be computed again afterwards. Complexity: linear in
//! mentions, n log n in what is split, but for the moving of timeline entries where a register is
//! taken after allocation.

use super::linear::{LinearScan, Setup};
use crate::lir::split::{Part, Parts, Split, split};
use crate::lir::{Code, Mover, Var};
use crate::liveness::{Ranges, Segment};

/// How many mentions the copies have to save for a split before allocation.
const LOCAL_GAIN: u32 = 2;
/// And for one after it: less than one is none.
const GLOBAL_GAIN: u32 = 1;

/// Working memory, reused from one function to the next.
#[derive(Clone, Default, Debug)]
pub struct Splitter {
    parts: Parts,
    splits: Vec<Split>,
}

impl Splitter {
    /// Splits variables before allocation. `may_split` is asked for each. Returns whether anything
    /// was split.
    pub fn local<M>(
        &mut self,
        mover: &M,
        code: &mut Code<M::Inst>,
        ranges: &Ranges,
        mut may_split: impl FnMut(&Part) -> bool,
    ) -> bool
    where
        M: Mover,
    {
        self.splits.clear();
        // Where a call may return twice, no slots are shared.
        if !code.returns_twice {
            self.parts.find(code);
            let suits = |part: &Part| {
                part.mentions >= part.copies() + LOCAL_GAIN
                    && ranges.defs(part.var) == 1
                    && !ranges.is_wide(part.var)
                    && !(part.enters && part.written.is_some())
            };
            let parts = self.parts.all().filter(|part| suits(part) && may_split(part));
            self.splits.extend(parts.map(|part| Split { part, reg: None }));
        }
        split(mover, code, &self.splits);
        !self.splits.is_empty()
    }

    /// Splits variables after allocation, into registers that are left. Returns whether anything
    /// was split.
    pub fn global<M>(
        &mut self,
        mover: &M,
        code: &mut Code<M::Inst>,
        ranges: &Ranges,
        scan: &mut LinearScan,
        setup: Setup<'_>,
        mut may_split: impl FnMut(Var) -> bool,
    ) -> bool
    where
        M: Mover,
    {
        self.splits.clear();
        self.parts.find(code);
        let may_have = |part: &Part| code.var(part.var).reg.is_none() && setup.allows(part.var);
        let suits = |part: &Part| may_have(part) && part.mentions >= part.copies() + GLOBAL_GAIN;
        let mut parts = self.parts.all().filter(suits).peekable();
        if parts.peek().is_some() {
            scan.find_gaps(code, ranges, setup);
        }
        for part in parts {
            let segment = stay(&part);
            let Some(reg) = scan.gap(setup, code.var(part.var).class, segment) else { continue };
            // What may not be split leaves the register to others.
            if may_split(part.var) {
                scan.take_gap(setup, reg, segment, part.var);
                self.splits.push(Split { part, reg: Some(reg) });
            }
        }
        split(mover, code, &self.splits);
        !self.splits.is_empty()
    }
}

/// Where the new variable lives, in the positions of the code as it is: from before the first
/// mention, if it is copied to there, to after the last, or the copy back.
fn stay(part: &Part) -> Segment {
    let start = 2 * part.first + u32::from(!part.enters);
    let written = part.written.map_or(0, |written| 2 * written + 2);
    Segment { start, end: written.max(2 * part.last + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lir::{Flow, FlowInst, Label, Role, VarKind};
    use crate::liveness::Mentions;
    use crate::regalloc::testing::ranges_of;
    use crate::regalloc::testing::toy::{CLOBBERED, CORE, Kind, Toy, ToyMover};

    /// A value that is made, read twice, kept across a call, and read three times.
    fn across_a_call() -> (Code<Toy>, Var) {
        let mut code = Code::default();
        code.clear(1);
        let var = code.make_var(CORE, 4, VarKind::Any);
        let plain = |id, role| Toy::new(Kind::Plain(id), &[(var, role)]);
        let call = Toy { clobbers: CLOBBERED, ..Toy::new(Kind::Plain(9), &[]) };
        let reads = |ids: std::ops::Range<u32>| ids.map(|id| plain(id, Role::Use));
        code.insts = vec![Toy::bind(Label::from_u32(0)), plain(0, Role::Def)];
        code.insts.extend(reads(1..3).chain([call]).chain(reads(3..6)));
        code.insts.push(Toy::new(Kind::Exit, &[]));
        (code, var)
    }

    /// What instructions mention, with a letter for each variable; copies as such.
    fn shown(code: &Code<Toy>) -> String {
        let letter = |var: Var| char::from(b'a' + var.as_u32() as u8);
        let inst = |inst: &Toy| match (inst.copied(&code.pools), inst.operands[0]) {
            (Some(copy), _) => format!("{}={}", letter(copy.dst), letter(copy.src)),
            (None, Some((var, role))) => format!("{}{}", letter(var), if role == Role::Def { "!" } else { "" }),
            (None, None) if inst.flow() == Flow::Next => "call".into(),
            _ => "-".into(),
        };
        code.insts.iter().map(inst).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn another_variable_stands_for_one_on_either_side_of_a_call() {
        let (mut code, _) = across_a_call();
        let ranges = ranges_of(&code);
        assert!(Splitter::default().local(&ToyMover, &mut code, &ranges, |_: &Part| true));
        assert_eq!(shown(&code), "- b! a=b b b call c=a c c c -");
    }

    #[test]
    fn what_is_split_neither_by_request_nor_by_gain_stays() {
        let (mut code, var) = across_a_call();
        let ranges = ranges_of(&code);
        assert!(!Splitter::default().local(&ToyMover, &mut code, &ranges, |_| false));
        assert_eq!(shown(&code), "- a! a a call a a a -");
        // Two reads less: on neither side does a copy save enough.
        code.insts.drain(2..4);
        code.insts.remove(3);
        let ranges = ranges_of(&code);
        assert!(!Splitter::default().local(&ToyMover, &mut code, &ranges, |part| part.var == var));
        assert_eq!(shown(&code), "- a! call a a -");
    }

    #[test]
    fn a_variable_without_a_register_gets_one_where_one_is_left() {
        use crate::lir::RegMask;
        use crate::regalloc::testing::toy::{RESERVED, SAVED, table};
        let (mut code, var) = across_a_call();
        let (table, mut scan) = (table(), LinearScan::default());
        let (mentions, mut ranges) = (Mentions::of(&code), ranges_of(&code));
        // The registers that would survive the call are not to be had.
        let scarce = SAVED;
        let setup = Setup { table: &table, reserved: RESERVED, scarce, saved: RegMask::EMPTY, only: None, turns: false };
        scan.run(&mut code, &mentions, &mut ranges, setup).expect("nothing must have a register");
        assert_eq!(code.var(var).reg, None);
        assert!(Splitter::default().global(&ToyMover, &mut code, &ranges, &mut scan, setup, |_| true));
        assert_eq!(shown(&code), "- b! a=b b b call c=a c c c -");
        assert!([1, 2].iter().all(|&new| code.vars[new].reg.is_some()) && code.var(var).reg.is_none());
        let ranges = ranges_of(&code);
        let own = table.units[usize::from(code.vars[1].reg.expect("it has one"))];
        assert_eq!(scan.renew(&code, &Mentions::of(&code), &ranges, &table).intersection(own), own);
    }

    #[test]
    fn a_variable_that_may_not_be_split_leaves_the_register_to_another() {
        use crate::lir::RegMask;
        use crate::regalloc::testing::toy::{RESERVED, table};
        let mut code = Code::default();
        code.clear(1);
        let vars = [0, 1].map(|_| code.make_var(CORE, 4, VarKind::Any));
        let plain = |id, var, role| Toy::new(Kind::Plain(id), &[(var, role)]);
        let reads = |ids: std::ops::Range<u32>| ids.flat_map(|id| vars.map(|var| plain(2 * id, var, Role::Use)));
        let call = Toy { clobbers: CLOBBERED, ..Toy::new(Kind::Plain(99), &[]) };
        code.insts = vec![Toy::bind(Label::from_u32(0))];
        code.insts.extend(vars.map(|var| plain(0, var, Role::Def)));
        code.insts.extend(reads(1..5).chain([call]).chain(reads(5..9)));
        code.insts.push(Toy::new(Kind::Exit, &[]));
        let (table, mut scan) = (table(), LinearScan::default());
        let (mentions, mut ranges) = (Mentions::of(&code), ranges_of(&code));
        // One register is to be had, which does not survive the call.
        let is_lost = |reg: &u8| table.units[usize::from(*reg)].without(CLOBBERED).is_empty();
        let reg = table.classes[usize::from(CORE.0)].iter().copied().find(is_lost).expect("calls clobber some");
        let scarce = table.units[usize::from(reg)].complement();
        let setup = Setup { table: &table, reserved: RESERVED, scarce, saved: RegMask::EMPTY, only: None, turns: false };
        scan.run(&mut code, &mentions, &mut ranges, setup).expect("nothing must have a register");
        assert!(vars.iter().all(|&var| code.var(var).reg.is_none()));
        let mut asked = Vec::new();
        let may_split = |var| {
            asked.push(var);
            var != vars[0]
        };
        assert!(Splitter::default().global(&ToyMover, &mut code, &ranges, &mut scan, setup, may_split), "{asked:?}");
        assert!(asked.contains(&vars[0]) && asked.contains(&vars[1]), "{asked:?}");
        assert!(code.vars[2..].iter().all(|new| new.reg == Some(reg)) && code.vars.len() > 2);
    }
}

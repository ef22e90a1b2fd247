//! Registers that pass from a temporary to the variable that it is copied to.
//!
//! In: hints. Out: who will want a register next ([`LinearScan::heir`]), so that a temporary is given one
//! that suits both; and, when all have their registers, temporaries that are given their heir's after all
//! ([`LinearScan::hand_down`]), and copies that are given their original's ([`LinearScan::rejoin`]). Linear.

use super::{LinearScan, Setup, WORTH_SAVING, is_of_class};
use crate::lir::{Code, FlowInst, Note, RegMask, RegTable, Role, Var, VarKind};
use crate::liveness::{Mentions, Ranges, Segment};

impl LinearScan {
    /// The variable that will want a variable's register next, since that is copied to it where it begins; with its first segment, and
    /// the registers that are not for it.
    pub(super) fn heir<I: FlowInst>(
        &self,
        code: &Code<I>,
        ranges: &Ranges,
        setup: &Setup<'_>,
        var: Var,
    ) -> Option<(Var, Segment, RegMask)> {
        let heir = self.hints.to(var).filter(|&heir| code.var(heir).kind == VarKind::Any && code.var(heir).reg.is_none())?;
        let first = ranges.first(heir).filter(|first| first.start > self.position && setup.allows(heir))?;
        let is_rare = ranges.weight(heir) < WORTH_SAVING;
        let dear = if is_rare { setup.saved.without(self.used) } else { RegMask::EMPTY };
        Some((heir, first, dear.union(self.clobbered(ranges, heir))))
    }

    /// Gives each copy the register of the variable that it copies, if that lives wherever the copy does: nothing else is in the register
    /// there. The variable had none when the copy was placed, or one that it has lost since.
    pub(super) fn rejoin<I: FlowInst>(&mut self, code: &mut Code<I>, mentions: &Mentions, ranges: &Ranges, table: &RegTable) {
        for index in mentions.those(Note::copies) {
            let Some(copy) = code.insts[index].copied(&code.pools) else { continue };
            let (old, reg) = (code.var(copy.dst).reg, code.var(copy.src).reg);
            if old.is_none() || reg.is_none() || old == reg || self.hints.copy_of(copy.dst) != Some(copy.src) {
                continue;
            }
            if is_of_class(code, table, copy.src, copy.dst) && is_within(ranges, copy.dst, copy.src) {
                code.var_mut(copy.dst).reg = reg;
            }
        }
    }

    /// Gives each temporary that one instruction writes and the next one copies, and that nothing else
    /// mentions, the register of the variable that it is copied to.
    ///
    /// Whatever that register holds until the copy overwrites it is not read by the copy, and so not after
    /// the instruction before: that may overwrite it, too. Unless it writes something else there.
    pub(super) fn hand_down<I: FlowInst>(&mut self, code: &mut Code<I>, mentions: &Mentions, ranges: &Ranges, table: &RegTable) {
        for index in mentions.those(Note::copies) {
            let Some(copy) = code.insts[index].copied(&code.pools) else { continue };
            let (data, heir) = (*code.var(copy.src), code.var(copy.dst).reg);
            let (Some(reg), Some(before)) = (heir.filter(|_| heir != data.reg), index.checked_sub(1)) else { continue };
            let is_temporary = data.kind == VarKind::Register && ranges.defs(copy.src) == 1 && ranges.reads(copy.src) == 1;
            let suits = table.classes[usize::from(data.class.0)].contains(&reg);
            if is_temporary
                && suits
                && !(copy.narrows && ranges.is_wide(copy.src))
                && ranges.written_at(copy.src) == index as u32
                && data.reg.is_some()
            {
                let units = table.units[usize::from(reg)];
                let inst = code.insts[before];
                let mut is_alone = inst.clobbers(&code.pools).intersection(units).is_empty();
                inst.visit(&code.pools, |var, role| {
                    let other = code.var(var).reg.filter(|_| var != copy.src && role != Role::Use);
                    is_alone &= other.is_none_or(|other| table.units[usize::from(other)].intersection(units).is_empty());
                });
                if is_alone {
                    code.var_mut(copy.src).reg = Some(reg);
                }
            }
        }
    }
}

/// Whether a variable lives only where another one does.
fn is_within(ranges: &Ranges, var: Var, other: Var) -> bool {
    let mut others = ranges.segments(other).peekable();
    ranges.segments(var).all(|segment| {
        while others.next_if(|other| other.end < segment.end).is_some() {}
        others.peek().is_some_and(|other| other.start <= segment.start)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lir::Label;
    use crate::regalloc::testing::ranges_of;
    use crate::regalloc::testing::toy::{CORE, Kind, Toy, table};

    /// The registers of a variable and of its copy, which had others, when what `order` says has been read in turn: the copy if true.
    fn rejoined(order: &[bool]) -> [Option<u8>; 2] {
        let mut code = Code::default();
        code.clear(1);
        let make = |code: &mut Code<Toy>| code.make_var(CORE, 4, VarKind::Any);
        let (var, copy) = (make(&mut code), make(&mut code));
        code.insts = vec![Toy::bind(Label::from_u32(0)), Toy::new(Kind::Plain(0), &[(var, Role::Def)])];
        let copied = Toy::copy(&code, copy, var);
        code.insts.push(copied);
        let read = |&is_copy: &bool| Toy::new(Kind::Plain(1), &[(if is_copy { copy } else { var }, Role::Use)]);
        code.insts.extend(order.iter().map(read).chain([Toy::new(Kind::Exit, &[])]));
        let (mentions, ranges, table) = (Mentions::of(&code), ranges_of(&code), table());
        let core = &table.classes[usize::from(CORE.0)];
        code.var_mut(var).reg = Some(core[0]);
        code.var_mut(copy).reg = Some(core[1]);
        let mut scan = LinearScan::default();
        scan.hints.compute(&code, &mentions, &ranges);
        scan.rejoin(&mut code, &mentions, &ranges, &table);
        [var, copy].map(|var| code.var(var).reg)
    }

    #[test]
    fn a_copy_goes_where_its_original_stays() {
        let [var, copy] = rejoined(&[true, true, false]);
        assert_eq!(copy, var);
        let [var, copy] = rejoined(&[true, false, true]);
        assert!(copy.is_some() && copy != var, "the original's register may have been given away by then");
    }
}

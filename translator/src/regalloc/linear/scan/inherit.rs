//! Registers that pass from a temporary to the variable that it is copied to.
//!
//! In: hints. Out: who will want a register next ([`LinearScan::heir`]), so that a temporary is given one
//! that suits both; and, when all have their registers, temporaries that are given their heir's after all
//! ([`LinearScan::hand_down`]). Linear.

use super::{LinearScan, Setup, WORTH_SAVING};
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

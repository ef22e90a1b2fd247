//! Registers that pass from a temporary to the variable that it is copied to.
//!
//! In: hints. Out: who will want a register next ([`LinearScan::heir`]), so that a temporary is given one
//! that suits both; and, when all have their registers, temporaries that are given their heir's after all
//! ([`LinearScan::hand_down`]), and copies that are given their original's ([`LinearScan::rejoin`]). Linear.

use super::{LinearScan, Setup, WORTH_SAVING, is_of_class};
use crate::lir::{Code, FlowInst, Note, RegMask, RegTable, Var, VarKind};
use crate::liveness::ranges::is_within;
use crate::liveness::{Mention, Mentions, Ranges, Segment};
use std::ops::Range;

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
        let heir = self
            .hints
            .to(var)
            .map(|heir| ranges.stand_in(heir))
            .filter(|&heir| code.var(heir).kind == VarKind::Any && code.var(heir).reg.is_none())?;
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

    /// Gives each temporary that is made to be copied the register of the variable that it is copied to, where nothing else can be in that:
    /// see [`is_alone`] and [`is_copied_at_once`]. The last copies come first, so that a register is handed down through several.
    pub(super) fn hand_down<I: FlowInst>(&mut self, code: &mut Code<I>, mentions: &Mentions, ranges: &Ranges, table: &RegTable) {
        for index in mentions.those(Note::copies).rev() {
            let Some(copy) = code.insts[index].copied(&code.pools) else { continue };
            let (data, heir) = (*code.var(copy.src), code.var(copy.dst).reg);
            let Some(reg) = heir.filter(|_| heir != data.reg) else { continue };
            let suits = data.kind == VarKind::Register
                && data.reg.is_some()
                && table.classes[usize::from(data.class.0)].contains(&reg)
                && !(copy.narrows && ranges.is_wide(copy.src));
            let Some(range) = ranges.first(copy.src).filter(|_| suits && ranges.is_single(copy.src)) else { continue };
            let is_fit = range.end <= 2 * index as u32 + 1 || self.is_copied_at_once(ranges, range, (copy.dst, copy.src), index);
            let units = table.units[usize::from(reg)];
            if is_fit && is_alone(code, mentions, table, (copy.src, units), range.start as usize / 2..index) {
                code.var_mut(copy.src).reg = Some(reg);
                self.handed.push(copy.src);
            }
        }
    }

    /// Whether the instruction before a copy makes what is copied, for good, and the copy lives wherever that is read later.
    fn is_copied_at_once(&self, ranges: &Ranges, range: Segment, (copy, original): (Var, Var), index: usize) -> bool {
        let holds = |copies: Segment| (copies.start..copies.end).contains(&(2 * index as u32 + 1)) && range.end <= copies.end;
        ranges.defs(original) == 1
            && ranges.written_at(original) == index as u32
            && self.hints.copy_of(copy) == Some(original)
            && ranges.segments(copy).any(holds)
    }
}

/// Over how many instructions a temporary may be made that gets its heir's register.
const MOST_MADE_IN: usize = 8;

/// Whether a temporary that some instructions of a block make, before one that copies it, can be in units that its heir has from then on.
///
/// Whatever these hold before the copy overwrites them is not read by the copy or later, and control neither leaves nor comes between. So
/// nobody needs it who does not mention it while the temporary lives; the first instruction may read it, before it writes the temporary.
/// Nothing else may be written there.
fn is_alone<I: FlowInst>(
    code: &Code<I>,
    mentions: &Mentions,
    table: &RegTable,
    (temporary, units): (Var, RegMask),
    made: Range<usize>,
) -> bool {
    let overlaps = |other: RegMask| !other.intersection(units).is_empty();
    let is_in_them = |var: Var| code.var(var).reg.is_some_and(|reg| overlaps(table.units[usize::from(reg)]));
    let is_apart = |index: usize| {
        let matters = |mention: &Mention| mention.writes() || (index > made.start && !fault!(AllocateHandedEarly));
        let others = mentions.by(index).iter().filter(|mention| mention.var() != temporary && matters(mention));
        let note = mentions.notes()[index];
        let clobbers = note.clobbers() && overlaps(code.insts[index].clobbers(&code.pools));
        let flows = note.flows() && !fault!(AllocateHandedOver);
        !clobbers && !flows && others.map(|mention| mention.var()).all(|var| !is_in_them(var))
    };
    !made.is_empty() && made.len() <= MOST_MADE_IN && made.clone().all(is_apart)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lir::{Label, Role};
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

    /// The register of a temporary that two instructions make for a variable, and that of the variable, if a third variable in the
    /// variable's register is last read by the instruction with this number among these two, and the copy.
    fn handed_down(last_read_by: usize) -> [Option<u8>; 2] {
        let mut code = Code::default();
        code.clear(1);
        let [start, other, var] = [0, 1, 2].map(|_| code.make_var(CORE, 4, VarKind::Any));
        let temporary = code.make_var(CORE, 4, VarKind::Register);
        let plain = |operands: &[(Var, Role)]| Toy::new(Kind::Plain(1), operands);
        code.insts = vec![Toy::bind(Label::from_u32(0)), plain(&[(start, Role::Def)]), plain(&[(other, Role::Def)])];
        let reads_other = |number: usize| (number == last_read_by).then_some((other, Role::Use));
        let made = [vec![(start, Role::Use), (temporary, Role::Def)], vec![(temporary, Role::UseDef)]];
        code.insts.extend(
            made.iter()
                .enumerate()
                .map(|(number, operands)| plain(&operands.iter().copied().chain(reads_other(number)).collect::<Vec<_>>())),
        );
        let copied = Toy::copy(&code, var, temporary);
        code.insts.push(copied);
        code.insts.extend([plain(&[(var, Role::Use)]), Toy::new(Kind::Exit, &[])]);
        registers_after_handing_down(code, &[(start, 1), (other, 0), (temporary, 1), (var, 0)], [temporary, var])
    }

    /// The registers of a temporary and of its copy, when control may leave between the two.
    fn handed_over_a_branch(leaves: bool) -> [Option<u8>; 2] {
        let mut code = Code::default();
        code.clear(2);
        let (temporary, var) = (code.make_var(CORE, 4, VarKind::Register), code.make_var(CORE, 4, VarKind::Any));
        let away = Label::from_u32(1);
        let branch = Kind::Branch { id: 0, to: away, negated: false };
        code.insts = vec![Toy::bind(Label::from_u32(0)), Toy::new(Kind::Plain(1), &[(temporary, Role::Def)])];
        code.insts.push(if leaves { Toy::new(branch, &[]) } else { Toy::new(Kind::Plain(1), &[]) });
        let copied = Toy::copy(&code, var, temporary);
        code.insts.extend([copied, Toy::new(Kind::Plain(1), &[(var, Role::Use)]), Toy::bind(away), Toy::new(Kind::Exit, &[])]);
        registers_after_handing_down(code, &[(temporary, 1), (var, 0)], [temporary, var])
    }

    #[test]
    fn where_control_may_leave_a_register_is_not_handed_down() {
        let [temporary, var] = handed_over_a_branch(false);
        assert_eq!(temporary, var);
        let [temporary, var] = handed_over_a_branch(true);
        assert_ne!(temporary, var, "who reads the register there needs what it held");
    }

    /// The registers of a temporary and of its copy, when the temporary is read after the copy, and the copy as often as it is said.
    fn handed_at_once(is_copy_read_last: bool) -> [Option<u8>; 2] {
        let mut code = Code::default();
        code.clear(1);
        let (temporary, var) = (code.make_var(CORE, 4, VarKind::Register), code.make_var(CORE, 4, VarKind::Any));
        let plain = |var, role| Toy::new(Kind::Plain(1), &[(var, role)]);
        code.insts = vec![Toy::bind(Label::from_u32(0)), plain(temporary, Role::Def)];
        let copied = Toy::copy(&code, var, temporary);
        let (first, last) = if is_copy_read_last { (temporary, var) } else { (var, temporary) };
        code.insts.extend([copied, plain(first, Role::Use), plain(last, Role::Use), Toy::new(Kind::Exit, &[])]);
        registers_after_handing_down(code, &[(temporary, 1), (var, 0)], [temporary, var])
    }

    fn registers_after_handing_down<const N: usize>(
        mut code: Code<Toy>,
        given: &[(Var, usize)],
        asked: [Var; N],
    ) -> [Option<u8>; N] {
        let (mentions, ranges, table) = (Mentions::of(&code), ranges_of(&code), table());
        let core = &table.classes[usize::from(CORE.0)];
        given.iter().for_each(|&(var, number)| code.var_mut(var).reg = Some(core[number]));
        let mut scan = LinearScan::default();
        scan.hints.compute(&code, &mentions, &ranges);
        scan.hand_down(&mut code, &mentions, &ranges, &table);
        asked.map(|var| code.var(var).reg)
    }

    #[test]
    fn a_temporary_is_made_where_it_is_wanted_unless_that_is_read_meanwhile() {
        let [temporary, var] = handed_down(0);
        assert_eq!(temporary, var, "the first instruction reads it before it writes");
        let [temporary, var] = handed_down(1);
        assert_ne!(temporary, var);
        let [temporary, var] = handed_at_once(true);
        assert_eq!(temporary, var);
        let [temporary, var] = handed_at_once(false);
        assert_ne!(temporary, var, "the copy has ended");
    }
}

//! Rematerialisation: what is constant is computed again where it is used, and not stored in the frame and loaded.
//!
//! In: allocated code and its live ranges. Out: which variables need no slot ([`Recomputed::find`]), and what becomes of the instructions
//! that mention them ([`Recomputed::replaced`]). Lowering writes most constants into the instructions that use them; what is left are variables with
//! the address of a static stack object, or with a number that one instruction makes for several. Such a variable qualifies if it has no
//! register, is only ever written by a copy of a temporary that is only ever set to the constant, and is only read by copies into
//! registers. The copy to it goes, and so does the instruction that sets the temporary, if nothing else reads that.
//!
//! Complexity: linear in the variables, and in the mentions where any qualifies.

use crate::lir::{Code, FlowInst, Home, Role, Var, VarKind};
use crate::liveness::Ranges;

/// What is known of a variable.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Fate {
    /// Nothing.
    Usual,
    /// It may be recomputed, by the instruction with this index.
    By(u32),
    /// It is the temporary of one that may be, and is read so often besides.
    Temporary(u32),
}

/// The variables that are recomputed; refill with [`find`](Self::find).
#[derive(Clone, Default, Debug)]
pub struct Recomputed {
    fates: Vec<Fate>,
    /// Those that may be, with their temporaries.
    found: Vec<(Var, Var)>,
}

/// What becomes of an instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Replaced<I> {
    /// It stays.
    Same,
    /// It goes.
    Dropped,
    /// This one stands in its place.
    By(I),
}

/// The instruction that sets a variable to a constant, by its index, and the temporary by way of which it does.
fn constant_of<I: FlowInst>(code: &Code<I>, ranges: &Ranges, var: Var) -> Option<(u32, Var)> {
    let written = |var| ranges.written_at(var).checked_sub(1).filter(|_| ranges.defs(var) == 1);
    let copy = code.insts[written(var)? as usize].copied(&code.pools).filter(|copy| copy.dst == var)?;
    let set = written(copy.src)?;
    let is_temporary = code.var(copy.src).kind == VarKind::Register;
    let whole = !(copy.narrows && ranges.is_wide(copy.src)) && code.var(copy.src).class == code.var(var).class;
    (is_temporary && whole).then_some(())?;
    code.insts[set as usize].constant_to(&code.pools, var).map(|_| (set, copy.src))
}

impl Recomputed {
    /// Finds them. `may` is asked for each.
    pub fn find<I: FlowInst>(&mut self, code: &Code<I>, ranges: &Ranges, mut may: impl FnMut(Var) -> bool) {
        self.fates.clear();
        self.found.clear();
        for (index, data) in code.vars.iter().enumerate() {
            if data.kind != VarKind::Any || data.reg.is_some() || data.home != Home::None {
                continue;
            }
            let var = Var::from_u32(index as u32);
            if ranges.first(var).is_some()
                && !ranges.is_carried(var)
                && let Some((set, temporary)) = constant_of(code, ranges, var)
            {
                self.fates.resize(code.vars.len(), Fate::Usual);
                self.fates[index] = Fate::By(set);
                self.fates[temporary.as_u32() as usize] = Fate::Temporary(0);
                self.found.push((var, temporary));
            }
        }
        if self.found.is_empty() {
            return;
        }
        self.exclude(code);
        for index in 0..self.found.len() {
            let (var, temporary) = self.found[index];
            if self.is_recomputed(var) && !may(var) {
                self.fates[var.as_u32() as usize] = Fate::Usual;
            }
            if !self.is_recomputed(var) {
                // Its copy reads the temporary.
                self.fates[temporary.as_u32() as usize] = Fate::Temporary(1);
            }
        }
    }

    /// Excludes what is read by others than copies into registers, and counts what else reads the temporaries.
    fn exclude<I: FlowInst>(&mut self, code: &Code<I>) {
        for inst in &code.insts {
            let copy = inst.copied(&code.pools);
            inst.visit(&code.pools, |var, role| {
                let fate = &mut self.fates[var.as_u32() as usize];
                match *fate {
                    Fate::Usual => {}
                    Fate::By(_) => {
                        let loads = copy.is_some_and(|copy| copy.src == var && code.var(copy.dst).reg.is_some());
                        if role != Role::Def && !loads {
                            *fate = Fate::Usual;
                        }
                    }
                    Fate::Temporary(reads) if role != Role::Def => *fate = Fate::Temporary(reads + 1),
                    Fate::Temporary(_) => {}
                }
            });
        }
        // The copy that makes the variable does not count.
        for &(_, temporary) in &self.found {
            if let Fate::Temporary(reads) = &mut self.fates[temporary.as_u32() as usize] {
                *reads = reads.saturating_sub(1);
            }
        }
    }

    /// Whether a variable is recomputed where it is used, and needs no place.
    #[inline]
    pub fn is_recomputed(&self, var: Var) -> bool {
        matches!(self.fates.get(var.as_u32() as usize), Some(Fate::By(_)))
    }

    /// What becomes of an instruction of the code that [`find`](Self::find) saw as `old`.
    #[inline]
    pub fn replaced<I: FlowInst>(&self, code: &Code<I>, old: &[I], inst: &I) -> Replaced<I> {
        if self.found.is_empty() { Replaced::Same } else { self.look_up(code, old, inst) }
    }

    fn look_up<I: FlowInst>(&self, code: &Code<I>, old: &[I], inst: &I) -> Replaced<I> {
        if let Some(copy) = inst.copied(&code.pools) {
            if self.is_recomputed(copy.dst) {
                return Replaced::Dropped;
            }
            if let Fate::By(set) = self.fates[copy.src.as_u32() as usize] {
                let again = old[set as usize].constant_to(&code.pools, copy.dst);
                return Replaced::By(again.expect("it was one that sets a constant"));
            }
            return Replaced::Same;
        }
        let mut fate = Fate::Usual;
        inst.visit(&code.pools, |var, _| fate = self.fates[var.as_u32() as usize]);
        let is_idle = fate == Fate::Temporary(0) && inst.constant_to(&code.pools, Var::from_u32(0)).is_some();
        if is_idle { Replaced::Dropped } else { Replaced::Same }
    }
}

//! Rematerialisation: a constant is set anew where it is used, and not spilled and reloaded.
//!
//! In: allocated code and its live ranges. Out: which variables need no slot
//! ([`Rematerialised::find`]), and what becomes of the instructions that mention them
//! ([`Rematerialised::replaced`]). Lowering writes most constants into the instructions that use
//! them; what is left are variables with the address of a static stack object, or with a number
//! that one instruction makes for several. Such a variable qualifies if it has no register, is only
//! ever written by a copy of a temporary that is only ever set to the constant, is only read by
//! copies into registers of its class, and is not read so often that it is cheaper to load. The copy to it goes, and so does the instruction that sets
//! the temporary, if nothing else reads that. What its register holds still is not set again ([`super::reloads`]).
//!
//! Complexity: n log n in the variables that have no register; linear in all variables if any is
//! rematerialised.

use super::linear::Hints;
use crate::lir::{Code, CopyOf, FlowInst, Var, VarKind};
use crate::liveness::Ranges;

/// The variables that are rematerialised; refill with [`find`](Self::find).
#[derive(Clone, Default, Debug)]
pub struct Rematerialised {
    /// For each variable the instruction that rematerialises it, plus one; 0 for all others. Empty
    /// if there are only others.
    by: Vec<u32>,
    /// The instructions that set temporaries that have no other use, ascending.
    idle: Vec<u32>,
}

/// What becomes of a copy.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Replaced<I> {
    /// It stays.
    Same,
    /// It goes.
    Dropped,
    /// This one stands in its place.
    By(I),
}

/// The instruction that sets a variable to a constant, by its index, and the temporary by way of
/// which it does.
fn constant_of<I: FlowInst>(code: &Code<I>, ranges: &Ranges, var: Var) -> Option<(u32, Var)> {
    let written = |var| ranges.written_at(var).checked_sub(1).filter(|_| ranges.defs(var) == 1);
    let copy = code.insts[written(var)? as usize].copied(&code.pools).filter(|copy| copy.dst == var)?;
    let set = written(copy.src)?;
    let is_temporary = code.var(copy.src).kind == VarKind::Register;
    let whole = !(copy.narrows && ranges.is_wide(copy.src)) && code.var(copy.src).class == code.var(var).class;
    (is_temporary && whole).then_some(())?;
    code.insts[set as usize].constant_to(&code.pools, var).map(|_| (set, copy.src))
}

impl Rematerialised {
    /// Finds them among `spilled`, the variables that have no register. `may` is asked for each.
    pub fn find<I: FlowInst>(
        &mut self,
        code: &Code<I>,
        ranges: &Ranges,
        hints: &Hints,
        spilled: &[Var],
        mut may: impl FnMut(Var) -> bool,
    ) {
        self.by.clear();
        self.idle.clear();
        for &var in spilled {
            // Some of the copies may clear what a wide one leaves above.
            let suits = code.var(var).kind == VarKind::Any && ranges.defs(var) == 1 && !ranges.is_wide(var);
            if !suits || ranges.is_carried(var) || ranges.reads(var) != hints.loads(var) {
                continue;
            }
            let Some((set, temporary)) = constant_of(code, ranges, var) else { continue };
            if !hints.is_better_stored(ranges, var) && may(var) {
                self.by.resize(code.vars.len(), 0);
                self.by[var.as_u32() as usize] = set + 1;
                let only_read = ranges.reads(temporary) == 1 || fault!(RematerialiseTemporary);
                if only_read && !ranges.is_carried(temporary) {
                    self.idle.push(set);
                }
            }
        }
        self.idle.sort_unstable();
    }

    /// Whether a variable is rematerialised where it is used, and needs no place.
    #[inline]
    pub fn is_rematerialised(&self, var: Var) -> bool {
        self.by.get(var.as_u32() as usize).is_some_and(|&by| by > 0)
    }

    /// Whether an instruction of the code that [`find`](Self::find) saw does nothing that is
    /// needed.
    #[inline]
    pub fn is_idle(&self, index: u32) -> bool {
        !self.idle.is_empty() && self.idle.binary_search(&index).is_ok()
    }

    /// What becomes of a copy, in the code that [`find`](Self::find) saw as `old`.
    #[inline]
    pub fn replaced<I: FlowInst>(&self, code: &Code<I>, old: &[I], copy: CopyOf) -> Replaced<I> {
        if self.by.is_empty() {
            return Replaced::Same;
        }
        if self.is_rematerialised(copy.dst) {
            return Replaced::Dropped;
        }
        match self.by[copy.src.as_u32() as usize].checked_sub(1) {
            Some(set) => {
                let again = old[set as usize].constant_to(&code.pools, copy.dst);
                Replaced::By(again.expect("it was one that sets a constant"))
            }
            None => Replaced::Same,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lir::{Code, FlowInst, Home, Label, Role, VarKind};
    use crate::regalloc::testing::toy::{CLOBBERED, CORE, Kind, SAVED, Toy};
    use crate::regalloc::testing::{Limits, Machinery, ranges_of, run};

    /// A constant that is made, kept across a call, copied to a temporary, and read so many times
    /// besides.
    fn across_a_call(readers: usize) -> Code<Toy> {
        let mut code = Code::default();
        code.clear(1);
        let [temp, last] = [0, 1].map(|_| code.make_var(CORE, 4, VarKind::Register));
        let constant = code.make_var(CORE, 4, VarKind::Any);
        let plain = |id, var, role| Toy::new(Kind::Plain(id), &[(var, role)]);
        code.insts = vec![Toy::bind(Label::from_u32(0)), Toy::new(Kind::Set(5), &[(temp, Role::Def)])];
        code.insts.push(Toy::copy(&code, constant, temp));
        code.insts.push(Toy { clobbers: CLOBBERED, ..Toy::new(Kind::Plain(1), &[]) });
        code.insts.push(Toy::copy(&code, last, constant));
        code.insts.push(plain(2, last, Role::Use));
        code.insts.extend((0..readers).map(|_| plain(3, constant, Role::Use)));
        code.insts.push(Toy::new(Kind::Exit, &[]));
        code
    }

    #[test]
    fn a_constant_without_a_register_is_made_again_where_it_is_copied() {
        for (readers, is_rematerialised) in [(0, true), (1, false)] {
            let code = across_a_call(readers);
            let (temp, constant) = (code.insts[1].operands[0], code.insts[2].operands[0]);
            let (ranges, var) = (ranges_of(&code), constant.expect("a copy writes").0);
            // Of the registers that survive the call none is to be had.
            let limits = Limits { scarce: SAVED, ..Limits::default() };
            let mut chain = Machinery::default().allocate(code, ranges, limits).expect("few temporaries");
            assert_eq!(chain.check(), Ok(()), "{}", chain.show());
            assert_eq!(run::difference(&chain, 1), None);
            assert_eq!(chain.code.var(var).reg, None, "{}", chain.show());
            // What is read elsewhere than in copies is read from the frame.
            assert_eq!(chain.code.var(var).home == Home::None, is_rematerialised, "{}", chain.show());
            let at = chain.code.insts.iter().position(|inst| inst.kind == Kind::Set(5)).expect("it is made somewhere");
            assert_eq!(chain.code.insts[at].operands[0] != temp, is_rematerialised, "{}", chain.show());
            // The checker knows which constant it is.
            chain.code.insts[at].kind = Kind::Set(6);
            assert!(chain.check().is_err());
        }
    }

    /// Appends one more copy of a variable, and what reads that; perhaps behind a call.
    fn read_again(code: &mut Code<Toy>, var: crate::lir::Var, is_behind_call: bool) {
        let again = code.make_var(CORE, 4, VarKind::Register);
        if is_behind_call {
            code.insts.push(Toy { clobbers: CLOBBERED, ..Toy::new(Kind::Plain(4), &[]) });
        }
        code.insts.push(Toy::copy(code, again, var));
        code.insts.push(Toy::new(Kind::Plain(5), &[(again, Role::Use)]));
    }

    /// Fails unless the code, allocated, is right and makes a constant so many times.
    fn assert_made(code: Code<Toy>, constant: i32, times: usize) {
        let limits = Limits { scarce: SAVED, ..Limits::default() };
        let ranges = ranges_of(&code);
        let chain = Machinery::default().allocate(code, ranges, limits).expect("few temporaries");
        assert_eq!((chain.check(), run::difference(&chain, 1)), (Ok(()), None), "{}", chain.show());
        let made = chain.code.insts.iter().filter(|inst| inst.kind == Kind::Set(constant)).count();
        assert_eq!(made, times, "{}", chain.show());
    }

    #[test]
    fn a_constant_that_its_register_holds_is_not_made_again() {
        for is_between in [false, true] {
            let mut code = across_a_call(0);
            let (constant, exit) = (code.insts[2].operands[0].expect("a copy writes").0, code.insts.pop().expect("the end"));
            read_again(&mut code, constant, is_between);
            code.insts.push(exit);
            assert_made(code, 5, 1 + usize::from(is_between));
        }
    }

    #[test]
    fn a_constant_that_takes_long_to_make_is_loaded_where_it_is_read_often() {
        for (constant, reads, times) in [(5, 3, 3), (5, 4, 4), (6, 3, 3), (6, 4, 1)] {
            let mut code = across_a_call(0);
            code.insts[1].kind = Kind::Set(constant);
            let (var, exit) = (code.insts[2].operands[0].expect("a copy writes").0, code.insts.pop().expect("the end"));
            for _ in 1..reads {
                read_again(&mut code, var, true);
            }
            code.insts.push(exit);
            assert_made(code, constant, times);
        }
    }
}

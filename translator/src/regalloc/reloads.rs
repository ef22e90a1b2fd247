//! What registers hold beside their own variables: a variable of the frame that was loaded into
//! one, or stored from it, need not be reloaded there as long as neither has changed.
//!
//! In: allocated instructions, one after the other ([`Reloads::passes`]). Out: whether a load would
//! change nothing ([`Reloads::holds`]), and which register can be read in place of a slot ([`Reloads::holder`]). Nothing is known where control can come from elsewhere than
//! from the block before ([`Reloads::forget`]), nor long after the last move between register and frame: to follow what
//! every instruction writes would cost more than it brings. This is what splitting a variable at
//! each block gains where registers are scarce ([SUBZERO-REGALLOC] "Local live range splitting"): a
//! value is loaded once for several uses in a row.
//!
//! Complexity: constant for each instruction, as there are few registers.

use crate::lir::{RegMask, Var};

/// A register and the slot whose value it holds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Held {
    reg: u8,
    units: RegMask,
    /// The variable that stands for the slot.
    slot: Var,
    /// The one in the register.
    var: Var,
}

/// What is known at one place of the code.
#[derive(Clone, Default, Debug)]
pub struct Reloads {
    held: Vec<Held>,
    /// All units of registers that hold something.
    units: RegMask,
    /// Instructions since something was added.
    age: u32,
}

/// For how many instructions it is remembered what registers hold.
const MEMORY: u32 = 10;

impl Reloads {
    /// Forgets everything.
    #[inline]
    pub fn forget(&mut self) {
        self.held.clear();
        self.units = RegMask::EMPTY;
    }

    /// Passes an instruction; whether anything is known, so that what it writes has to be told.
    #[inline]
    pub fn passes(&mut self) -> bool {
        if self.held.is_empty() {
            return false;
        }
        self.age += 1;
        if self.age > MEMORY {
            self.forget();
        }
        !self.held.is_empty()
    }

    /// Whether a register holds the value of a slot.
    pub fn holds(&self, reg: u8, slot: Var) -> bool {
        self.held.iter().any(|held| held.reg == reg && held.slot == slot)
    }

    /// Whether nothing is known.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// The register that holds the value of a slot, of those that are fit, and the variable that was in it.
    pub fn holder(&self, slot: Var, is_fit: impl Fn(u8) -> bool) -> Option<Var> {
        self.held.iter().rev().find(|held| (held.slot == slot || fault!(ReloadsOther)) && is_fit(held.reg)).map(|held| held.var)
    }

    /// A register, in which a variable is, and a slot have the same value from here on.
    pub fn copied(&mut self, (reg, var): (u8, Var), units: RegMask, slot: Var) {
        self.age = 0;
        self.held.push(Held { reg, units, slot, var });
        self.units = self.units.union(units);
    }

    /// Some units are written.
    #[inline]
    pub fn units_written(&mut self, units: RegMask) {
        if !self.units.intersection(units).is_empty() {
            self.held.retain(|held| held.units.intersection(units).is_empty());
            self.units = self.held.iter().fold(RegMask::EMPTY, |all, held| all.union(held.units));
        }
    }

    /// A slot is written.
    #[inline]
    pub fn slot_written(&mut self, slot: Var) {
        self.held.retain(|held| held.slot != slot);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lir::{Code, FlowInst, Label, Role, VarKind};
    use crate::regalloc::testing::toy::{CLOBBERED, CORE, Kind, SAVED, Toy};
    use crate::regalloc::testing::{Limits, Machinery, ranges_of, run};

    #[test]
    fn a_load_is_needed_again_after_either_side_has_changed() {
        let [a, b, c, d] = [0, 1, 2, 3].map(Var::from_u32);
        let mut reloads = Reloads::default();
        reloads.copied((1, c), RegMask::from_bits(0b0110), a);
        reloads.copied((1, c), RegMask::from_bits(0b0110), b);
        reloads.copied((3, d), RegMask::from_bits(0b1000), a);
        assert!(reloads.holds(1, a) && reloads.holds(1, b) && reloads.holds(3, a) && !reloads.holds(3, b));
        assert_eq!(
            [reloads.holder(a, |_| true), reloads.holder(a, |reg| reg == 1), reloads.holder(c, |_| true)],
            [Some(d), Some(c), None]
        );
        reloads.slot_written(b);
        assert!(reloads.holds(1, a) && !reloads.holds(1, b));
        reloads.units_written(RegMask::from_bits(0b0001));
        assert!(reloads.holds(1, a));
        reloads.units_written(RegMask::from_bits(0b0100));
        assert!(!reloads.holds(1, a) && reloads.holds(3, a));
        assert!((0..MEMORY).all(|_| reloads.passes()) && reloads.holds(3, a));
        assert!(!reloads.passes() && !reloads.holds(3, a));
        reloads.copied((3, d), RegMask::from_bits(0b1000), a);
        reloads.forget();
        assert!(!reloads.passes() && !reloads.holds(3, a));
    }

    /// A variable without a register that is loaded, and again in the next block, which is entered from the first one alone, or from
    /// elsewhere, too.
    #[test]
    fn what_a_register_holds_at_the_end_of_a_block_it_holds_in_the_only_one_that_follows() {
        for is_entered_twice in [false, true] {
            let mut code = Code::default();
            code.clear(3);
            let [inner, last] = [1, 2].map(Label::from_u32);
            let var = code.make_var(CORE, 4, VarKind::Any);
            let temps = [0, 1].map(|_| code.make_var(CORE, 4, VarKind::Register));
            let plain = |id, var, role| Toy::new(Kind::Plain(id), &[(var, role)]);
            let branch = |id, to| Toy::new(Kind::Branch { id, to, negated: false }, &[]);
            code.insts = vec![Toy::bind(Label::from_u32(0)), plain(0, var, Role::Def)];
            code.insts.push(Toy { clobbers: CLOBBERED, ..Toy::new(Kind::Plain(1), &[]) });
            for (temp, end) in temps.into_iter().zip([last, if is_entered_twice { inner } else { last }]) {
                let copy = Toy::copy(&code, temp, var);
                code.insts.extend([copy, plain(2, temp, Role::Use), branch(1, end)]);
                if temp == temps[0] {
                    code.insts.extend([Toy::new(Kind::Jump(inner), &[]), Toy::bind(inner)]);
                }
            }
            code.insts.extend([Toy::new(Kind::Jump(last), &[]), Toy::bind(last), Toy::new(Kind::Exit, &[])]);
            let limits = Limits { scarce: SAVED, ..Limits::default() };
            let ranges = ranges_of(&code);
            let chain = Machinery::default().allocate(code, ranges, limits).expect("few temporaries");
            assert_eq!((chain.check(), run::difference(&chain, 1)), (Ok(()), None), "{}", chain.show());
            let loads = |inst: &&Toy| {
                inst.kind == Kind::Copy && inst.operands.iter().flatten().any(|&operand| operand == (var, Role::Use))
            };
            assert_eq!(chain.code.insts.iter().filter(loads).count(), 1 + usize::from(is_entered_twice), "{}", chain.show());
        }
    }
}

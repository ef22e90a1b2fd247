//! Which registers a recipe may hand out: `-reg-use`, `-reg-exclude`, `-randomize-regalloc`.
//!
//! In: the target's register table and the options. Out: a table for each function, and which
//! registers are *scarce*: the options exclude them. Registers that an instruction or the calling
//! convention prescribes are no choice of the allocator's, and not limited. The allocator *borrows*
//! a scarce register only for a variable that must have one where no other is left: one
//! instruction, or a sequence that nothing may come between, needs more than the options leave.
//! `-stats` counts that. With [`fewest`] it is the case in
//!
//! - x86: remainders with constants, by way of a product in eax and edx, where dividend and
//!   quotient are both in use at a time; without the pass `strength` there are none. Quotients and
//!   remainders of pairs with powers of two need no more than three registers. On x86-32 switches
//!   on 64-bit values, too.
//! - x86-32: `lock cmpxchg8b`, the 64-bit atomics: it takes eax, ecx, edx and ebx, and its address
//!   is in a fifth register; and calls with more vectors than go in registers, each of which is in
//!   use when the others are stored.
//! - x86-64: calls whose arguments take all registers that there are for arguments, in the same
//!   way.
//! - x86: vectors of bytes that are put together of elements: one for each halving of the vector.
//! - ARM32: `ldrexd` and `strexd`, the 64-bit atomics: two pairs of consecutive registers, a status
//!   and an address.
//! - MIPS32: loops of `ll` and `sc` on part of a word, the 8-bit and 16-bit atomics: address,
//!   shift, mask, operand, and what is loaded and stored.

use super::step::Halt;
use crate::diversify::{Purpose, generator};
use crate::ice::{FuncId, Module};
use crate::isa::Target;
use crate::lir::{Code, RegMask, RegTable};
use crate::options::{Options, RegisterChoice, VarChoice};
use crate::regalloc::linear::Setup;
use crate::regalloc::minimal::OutOfRegisters;

/// The registers of a recipe.
#[derive(Clone, Debug)]
pub(super) struct Registers {
    table: RegTable,
    /// In random order; only with `-randomize-regalloc`.
    shuffled: Option<RegTable>,
    seed: u64,
    /// Units that may be used.
    allowed: RegMask,
}

impl Registers {
    /// The registers that some options allow.
    ///
    /// # Errors
    /// If they name a register that the target does not have, or leave none for some values.
    pub(super) fn new<T: Target>(target: T, options: &Options) -> Result<Self, String> {
        let controls = &options.controls;
        let table = target.reg_table();
        let allowed = allowed(target, &table, &controls.registers)?;
        let shuffled = controls.randomize_regalloc.then(|| table.clone());
        Ok(Self { table, shuffled, seed: controls.seed, allowed })
    }

    /// Units that a variable gets only if it must have some and finds no others.
    pub(super) fn scarce(&self) -> RegMask {
        self.allowed.complement()
    }

    /// The table for a function.
    #[inline]
    pub(super) fn table(&mut self, func: FuncId) -> &RegTable {
        let Some(shuffled) = &mut self.shuffled else { return &self.table };
        // From the function alone, so that it does not matter which thread translated what before.
        let mut rng = generator(self.seed, Some(func), Purpose::Registers);
        for (class, ordered) in shuffled.classes.iter_mut().zip(&self.table.classes) {
            class.clone_from(ordered);
            rng.shuffle(class);
        }
        shuffled
    }

    /// The table in the target's own order.
    pub(super) fn whole(&self) -> &RegTable {
        &self.table
    }

    /// What may be used of some units: what is allowed, if that leaves a register of each class.
    pub(super) fn usable(&self, units: RegMask) -> RegMask {
        let allowed = units.intersection(self.allowed);
        if has_all_classes(&self.table, allowed) { allowed } else { units }
    }
}

/// What to say if a variable that needs a register finds none.
#[cold]
pub(super) fn out_of_registers(error: OutOfRegisters) -> Halt {
    Halt::NoRegister(format!("no register is free for {}", error.var))
}

/// Whether every class has a register within some units.
fn has_all_classes(table: &RegTable, units: RegMask) -> bool {
    table.classes.iter().all(|class| class.iter().any(|&reg| table.units[usize::from(reg)].without(units).is_empty()))
}

/// The units that a choice allows.
fn allowed<T: Target>(target: T, table: &RegTable, choice: &RegisterChoice) -> Result<RegMask, String> {
    let mut allowed = RegMask::ALL;
    if !cfg!(feature = "dumps") || *choice == RegisterChoice::default() {
        return Ok(allowed);
    }
    let only = named(target, table, "-reg-use", &choice.only)?;
    let without = named(target, table, "-reg-exclude", &choice.without)?;
    for file in files(table) {
        if !only.intersection(file).is_empty() {
            allowed = allowed.without(file.without(only));
        }
    }
    let allowed = allowed.without(without);
    for class in &table.classes {
        if !class.iter().any(|&reg| table.units[usize::from(reg)].without(allowed).is_empty()) {
            let names: Vec<String> = class.iter().map(|&reg| target.reg_name(reg)).collect();
            return Err(format!(
                "-reg-use and -reg-exclude leave none of {}; some values can be in no other register",
                names.join(", ")
            ));
        }
    }
    Ok(allowed)
}

/// The units of registers that are given by name.
fn named<T: Target>(target: T, table: &RegTable, option: &str, names: &[String]) -> Result<RegMask, String> {
    let mut regs: Vec<u8> = table.classes.iter().flatten().copied().collect();
    regs.sort_unstable();
    regs.dedup();
    let plain = |name: &str| name.trim_start_matches('$').to_ascii_lowercase();
    let mut units = RegMask::EMPTY;
    for name in names {
        let Some(&reg) = regs.iter().find(|&&reg| plain(&target.reg_name(reg)) == plain(name)) else {
            let all: Vec<String> = regs.iter().map(|&reg| target.reg_name(reg)).collect();
            return Err(format!("{option}={name}: no such register, or none that code may use; there are {}", all.join(", ")));
        };
        units = units.union(table.units[usize::from(reg)]);
    }
    Ok(units)
}

/// The register files: units that classes connect.
fn files(table: &RegTable) -> Vec<RegMask> {
    let mut files: Vec<RegMask> = Vec::new();
    for class in &table.classes {
        let mut units = class.iter().fold(RegMask::EMPTY, |units, &reg| units.union(table.units[usize::from(reg)]));
        files.retain(|&file| {
            let is_apart = file.intersection(units).is_empty();
            if !is_apart {
                units = units.union(file);
            }
            is_apart
        });
        files.push(units);
    }
    files
}

/// What the allocator may use for a function, but for what it avoids.
pub(super) fn setup<'a, T: Target>(
    target: T,
    registers: &'a mut Registers,
    code: &Code<T::Inst>,
    (func, avoided): (FuncId, RegMask),
    only: Option<&'a [u32]>,
) -> Setup<'a> {
    let reserved = target.reserved(code);
    let scarce = registers.scarce().union(avoided).without(reserved);
    Setup { table: registers.table(func), reserved, scarce, saved: target.callee_saved(), only, turns: false }
}

/// The variables of a function that alone may have registers, if options choose some.
pub(super) fn chosen<'v>(choices: &'v [VarChoice], module: &Module, func: FuncId) -> Option<&'v [u32]> {
    let choice = choices.iter().find(|choice| choice.function == module.func_symbol(func))?;
    Some(&choice.vars)
}

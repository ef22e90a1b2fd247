//! Emission and lowered code that a seed has a say in: nops between instructions, one of several
//! equal forms of an instruction, constants that do not stand in the code.
//!
//! In: allocated code and a [`Plan`], or lowered code and a [`Hiding`]. Out: the same program in
//! other bytes. An architecture says which forms there are ([`Diversified`]); when and how often they
//! are taken is here. What stands together in one lowered instruction stays together: nops come
//! between lowered instructions, so never into a delay slot or between the halves of an address.
//! No nop and no way of making a constant changes the flags. Linear.

use crate::diversify::{Hiding, IS_BUILT, Plan};
use crate::lir::{Code, MachInst};
use crate::mc::CodeBuffer;
use crate::util::rng::Rng;

/// An emitter that can do things in several ways.
pub trait Diversified {
    /// Emits an instruction, and perhaps what follows it, as without a plan. How many they were.
    fn usual(&mut self, index: usize) -> usize;

    /// Emits it in another form that does the same, if there is one and it is drawn.
    fn equal(&mut self, index: usize, rng: &mut Rng) -> Option<usize>;

    /// Emits it without its constant, if it has one that is hidden.
    fn hidden(&mut self, index: usize, hiding: Hiding) -> Option<usize>;

    /// Emits something that does nothing.
    fn nop(&mut self, rng: &mut Rng);

    /// Where it emits to.
    fn buffer(&mut self) -> &mut CodeBuffer;
}

/// Emits a function as planned: what stands before the first lowered instruction, and so many of
/// these.
pub fn emit<E: Diversified>(emitter: &mut E, (prologue, count): (fn(&mut E), usize), mut plan: Plan) {
    if !IS_BUILT {
        unreachable!("there is no plan in a build without diversification");
    }
    pad(emitter, &mut plan);
    prologue(emitter);
    let mut index = 0;
    while index < count {
        mark(emitter, &plan, index);
        pad(emitter, &mut plan);
        let hidden = plan.hiding.and_then(|hiding| emitter.hidden(index, hiding));
        let done = hidden.or_else(|| plan.selection.as_mut().and_then(|rng| emitter.equal(index, rng)));
        index += done.unwrap_or_else(|| emitter.usual(index));
    }
    mark(emitter, &plan, count);
}

fn mark(emitter: &mut impl Diversified, plan: &Plan, index: usize) {
    if plan.marks {
        emitter.buffer().mark(index as u32);
    }
}

fn pad(emitter: &mut impl Diversified, plan: &mut Plan) {
    if let Some(nops) = &mut plan.nops {
        nops.next(|rng| emitter.nop(rng));
    }
}

/// Makes code anew: `each` appends to it what takes the place of each instruction.
pub fn replace_each<I: MachInst>(code: &mut Code<I>, mut each: impl FnMut(&mut Code<I>, I)) {
    let old = std::mem::take(&mut code.insts);
    old.into_iter().for_each(|inst| each(code, inst));
}

/// Two numbers whose sum is a constant, neither of which tells it; no step between them overflows.
pub fn two_terms(value: i32, hiding: Hiding) -> (i32, i32) {
    let cookie = (hiding.cookie & 0x3fff_ffff | 1) as i32;
    match value.checked_add(cookie) {
        Some(sum) => (sum, -cookie),
        None => (value - cookie, cookie),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diversify::Variety;
    use crate::ice::FuncId;
    use crate::options::{Controls, Diversity};

    #[test]
    fn two_terms_make_a_constant_and_hide_it() {
        for number in 0..50 {
            let controls = Controls { diversity: Diversity::all(), ..Controls::default() };
            let hiding = Variety::of(&controls).hiding(FuncId::from_u32(number)).unwrap();
            for value in [0, 1, -1, 0x1234_5678, i32::MAX, i32::MIN, i32::MIN + 1] {
                let (a, b) = two_terms(value, hiding);
                assert_eq!(i64::from(a) + i64::from(b), i64::from(value));
                assert!(a != value && b != value && b != 0);
            }
        }
    }
}

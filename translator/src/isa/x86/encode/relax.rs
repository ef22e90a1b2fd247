//! Which jumps an assembler would shorten.
//!
//! The code buffer starts from long jumps and shrinks them, assemblers start from short ones and
//! let them grow. Where two jumps reach only if both are short, the first way leaves them long.
//! Text has to say so of these.
//!
//! In: the jumps of a function, in order, in the layout that they have. Out: the forms that growing
//! finds. It starts below every layout in which all jumps reach and stops at the smallest, so that
//! what it finds long is long in ours. Complexity: linear in the jumps, with a binary search each,
//! for each round; rounds are bounded, and what is not settled then counts as short.

/// Length of a short jump.
pub(super) const SHORT_LEN: u32 = 2;

/// Few rounds suffice for all but made-up code.
const MAX_ROUNDS: usize = 64;

/// A jump within a function.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Jump {
    pub(super) offset: u32,
    pub(super) len: u32,
    pub(super) target: u32,
    /// Whether it takes the short form; `true` at first.
    pub(super) short: bool,
}

impl Jump {
    /// What the form saves compared to the one that it has.
    fn saving(&self) -> u32 {
        if self.short { self.len - SHORT_LEN } else { 0 }
    }
}

/// Lets jumps grow until all reach.
pub(super) fn relax(jumps: &mut [Jump]) {
    let mut saved = vec![0; jumps.len() + 1];
    for _ in 0..MAX_ROUNDS {
        for (index, jump) in jumps.iter().enumerate() {
            saved[index + 1] = saved[index] + jump.saving();
        }
        let place = |offset: u32, jumps: &[Jump]| {
            let before = jumps.partition_point(|jump| jump.offset < offset);
            i64::from(offset - saved[before])
        };
        let mut changed = false;
        for index in 0..jumps.len() {
            let jump = jumps[index];
            let end = place(jump.offset, jumps) + i64::from(SHORT_LEN);
            if jump.short && i8::try_from(place(jump.target, jumps) - end).is_err() {
                jumps[index].short = false;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(jumps: &[(u32, u32, u32)]) -> Vec<bool> {
        let mut jumps: Vec<_> = jumps.iter().map(|&(offset, len, target)| Jump { offset, len, target, short: true }).collect();
        relax(&mut jumps);
        jumps.iter().map(|jump| jump.short).collect()
    }

    #[test]
    fn a_jump_is_short_if_it_reaches() {
        assert_eq!(forms(&[(0, 2, 129)]), [true]);
        assert_eq!(forms(&[(0, 5, 133)]), [false]);
        assert_eq!(forms(&[(0, 5, 132)]), [true]);
        assert_eq!(forms(&[(126, 5, 0)]), [true]);
        assert_eq!(forms(&[(127, 5, 0)]), [false]);
    }

    #[test]
    fn jumps_that_reach_only_together_are_short() {
        // Each spans the other: with one long, the other is one byte out of range.
        assert_eq!(forms(&[(0, 5, 135), (130, 5, 5)]), [true, true]);
        assert_eq!(forms(&[(0, 5, 136), (131, 5, 3)]), [false, false]);
    }
}

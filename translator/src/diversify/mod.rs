//! What a seed decides: where its random numbers come from, and what a function's share of them is.
//!
//! In: [`Controls`]. Out: generators, each for one purpose in one function or in the module, so that
//! neither the order in which functions are translated nor what else is random matters; a [`Plan`]
//! for the emission of a function; the [order of its blocks](blocks); the [order](window) of
//! functions. Without an option of diversification there is no plan, and no number is drawn.
//!
//! [SUBZERO-DESIGN] "Security" says what the original does.

pub mod blocks;
pub mod window;

use crate::ice::FuncId;
use crate::options::{Controls, Diversity, Immediates, Remarks};
use crate::util::rng::Rng;

/// Whether this build can do what the options of diversification ask for.
pub const IS_BUILT: bool = cfg!(feature = "diversify");

/// What random numbers are for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Purpose {
    /// The order in which registers are preferred.
    Registers = 1,
    /// Where nops go, and which.
    Nops,
    /// Which of equal instructions are taken.
    Selection,
    /// What constants are hidden by.
    Cookie,
    /// The order of blocks.
    Blocks,
    /// The order of functions.
    Functions,
    /// The order of global variables.
    Globals,
    /// The order of pooled constants.
    PooledConstants,
}

/// The generator of a seed for one purpose: in a function, or in the module as a whole.
pub fn generator(seed: u64, func: Option<FuncId>, purpose: Purpose) -> Rng {
    let place = func.map_or(0, |func| 1 + u64::from(func.as_u32()));
    // The seed is mixed before the place comes to it, so that no two pairs of small numbers meet.
    Rng::new(Rng::new(seed).next_u64() ^ (place << 8 | purpose as u64).wrapping_mul(0xd6e8_feb8_6659_fd93))
}

/// What the options make random in a translation.
#[derive(Copy, Clone, Debug, Default)]
pub struct Variety {
    /// For these emission marks where each instruction lies.
    remarks: Remarks,
    seed: u64,
    diversity: Diversity,
}

impl Variety {
    /// What these options ask for.
    pub fn of(controls: &Controls) -> Self {
        Self { remarks: controls.remarks, seed: controls.seed, diversity: controls.diversity }
    }

    /// What is asked for, in a build that can do it.
    #[inline]
    fn diversity(&self) -> Diversity {
        if IS_BUILT { self.diversity } else { Diversity::default() }
    }

    /// Whether emission marks where each lowered instruction lies.
    #[inline]
    pub fn marks(&self) -> bool {
        self.remarks().any()
    }

    /// What text is to say beside the code.
    #[inline]
    pub fn remarks(&self) -> Remarks {
        if IS_BUILT { self.remarks } else { Remarks::default() }
    }

    #[inline]
    fn rng(&self, is_wanted: bool, func: Option<FuncId>, purpose: Purpose) -> Option<Rng> {
        is_wanted.then(|| generator(self.seed, func, purpose))
    }

    /// What is random in the emission of a function, if anything is.
    #[inline]
    pub fn plan(&self, func: FuncId) -> Option<Plan> {
        let Diversity { nops, selection, immediates, .. } = self.diversity();
        (nops || selection || immediates != Immediates::None || self.marks()).then(|| self.some_plan(func))
    }

    #[cold]
    fn some_plan(&self, func: FuncId) -> Plan {
        let Diversity { nops, max_nops, nop_percentage, selection, .. } = self.diversity();
        Plan {
            marks: self.marks(),
            nops: self.rng(nops, Some(func), Purpose::Nops).map(|rng| Nops { rng, most: max_nops, percentage: nop_percentage }),
            selection: self.rng(selection, Some(func), Purpose::Selection),
            hiding: self.hiding(func),
        }
    }

    /// How a function hides its large constants, if it does.
    #[inline]
    pub fn hiding(&self, func: FuncId) -> Option<Hiding> {
        let Diversity { immediates, threshold, .. } = self.diversity();
        let mut rng = self.rng(immediates != Immediates::None, Some(func), Purpose::Cookie)?;
        Some(Hiding { cookie: rng.next_u64() as u32, threshold, is_pooled: immediates == Immediates::Pool })
    }

    /// Whether functions hide their large constants.
    #[inline]
    pub fn hides(&self) -> bool {
        self.diversity().immediates != Immediates::None
    }

    /// Whether blocks lie in random order.
    #[inline]
    pub fn reorders_blocks(&self) -> bool {
        self.diversity().blocks
    }

    /// Where the order of a function's blocks comes from.
    pub fn blocks(&self, func: FuncId) -> Rng {
        generator(self.seed, Some(func), Purpose::Blocks)
    }

    /// Where the order of functions comes from if it is random, and among how many each is chosen.
    #[inline]
    pub fn functions(&self) -> Option<(Rng, usize)> {
        let rng = self.rng(self.diversity().functions, None, Purpose::Functions)?;
        Some((rng, self.diversity().window as usize))
    }

    /// Where the order of global variables comes from, if it is random.
    #[inline]
    pub fn globals(&self) -> Option<Rng> {
        self.rng(self.diversity().globals, None, Purpose::Globals)
    }

    /// The same for pooled constants.
    #[inline]
    pub fn pooled_constants(&self) -> Option<Rng> {
        self.rng(self.diversity().pooled_constants, None, Purpose::PooledConstants)
    }
}

/// What is random in the emission of one function.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Whether to mark where each lowered instruction lies.
    pub marks: bool,
    /// Nops between instructions.
    pub nops: Option<Nops>,
    /// Which of equal instructions are taken.
    pub selection: Option<Rng>,
    /// How constants are hidden.
    pub hiding: Option<Hiding>,
}

impl Plan {
    /// Whether code is only marked, and is the usual.
    pub fn only_marks(&self) -> bool {
        self.nops.is_none() && self.selection.is_none() && self.hiding.is_none()
    }
}

/// Nops between instructions.
#[derive(Clone, Debug)]
pub struct Nops {
    rng: Rng,
    most: u32,
    percentage: u32,
}

impl Nops {
    /// Calls `put` for each nop that stands at the next place.
    pub fn next(&mut self, mut put: impl FnMut(&mut Rng)) {
        for _ in 0..self.most {
            if self.rng.below(100) < self.percentage as usize {
                put(&mut self.rng);
            }
        }
    }
}

/// How a function hides its large constants.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Hiding {
    /// What a constant is taken apart with.
    pub cookie: u32,
    threshold: u32,
    /// Whether constants are loaded from a pool, where that can be done.
    pub is_pooled: bool,
}

impl Hiding {
    /// Whether a constant is one of those that are hidden.
    pub fn hides(&self, value: i32) -> bool {
        (self.threshold / 2).wrapping_add(value as u32) >= self.threshold
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_and_purpose_has_numbers_of_its_own() {
        let mut seen = std::collections::BTreeSet::new();
        let functions = (0..50).map(|number| Some(FuncId::from_u32(number))).chain([None]);
        for func in functions {
            for seed in [0, 1, 2, 1 << 32, u64::MAX] {
                for purpose in [Purpose::Registers, Purpose::Nops, Purpose::Cookie, Purpose::PooledConstants] {
                    assert!(seen.insert(generator(seed, func, purpose).next_u64()), "{seed} {func:?} {purpose:?}");
                }
            }
        }
        assert_eq!(generator(3, None, Purpose::Nops).next_u64(), generator(3, None, Purpose::Nops).next_u64());
    }

    #[test]
    fn without_an_option_there_is_no_plan() {
        let func = FuncId::from_u32(7);
        let variety = Variety::of(&Controls { seed: 5, ..Controls::default() });
        assert!(variety.plan(func).is_none() && variety.hiding(func).is_none());
        assert!(variety.functions().is_none() && variety.globals().is_none() && variety.pooled_constants().is_none());
        let all = Variety::of(&Controls { diversity: Diversity::all(), ..Controls::default() });
        let plan = all.plan(func).unwrap();
        assert!(plan.nops.is_some() && plan.selection.is_some() && plan.hiding.is_some());
    }

    #[test]
    fn constants_around_zero_are_not_hidden() {
        let hiding = Hiding { cookie: 1, threshold: 0xffff, is_pooled: false };
        assert_eq!([-0x7fff, 0, 0x7fff].map(|value| hiding.hides(value)), [false; 3]);
        assert_eq!([-0x8000, 0x8000, i32::MIN, i32::MAX].map(|value| hiding.hides(value)), [true; 4]);
        assert!(Hiding { threshold: 0, ..hiding }.hides(0), "all are large");
    }

    #[test]
    fn nops_come_as_often_as_they_are_asked_for() {
        let count = |most, percentage| {
            let mut nops = Nops { rng: Rng::new(1), most, percentage };
            let mut count = 0;
            (0..1000).for_each(|_| nops.next(|_| count += 1));
            count
        };
        assert_eq!((count(2, 100), count(5, 0), count(0, 100)), (2000, 0, 0));
        assert!((800..1200).contains(&count(4, 25)), "{}", count(4, 25));
    }
}

//! A toy machine and random code for it, through the whole chain: live ranges, linear scan, slots,
//! rewriting, frame layout, check. For the tests of this crate, and under the feature `testing` for
//! those of others.
//!
//! [`generate`](generate::generate) makes code of the machine in [`toy`]; [`Machinery`] allocates
//! it under [`Limits`]; [`Chain::check`] asks the symbolic checker, and [`run::difference`] runs
//! both codes.

pub mod generate;
pub mod local;
pub mod run;
pub mod toy;

use super::checker::{Allocated, Before, Problem, check};
use super::constants::Rematerialised;
use super::linear::{LinearScan, Setup};
use super::rewrite::{Allocation, Rewriter, What};
use super::slots::Slots;
use super::split::Splitter;
use crate::lir::{Code, FrameLayout, FrameNeeds, Packing, RegMask, RegTable, Var};
use crate::liveness::{FlowGraph, Mentions, Ranges};
use crate::util::rng::Rng;
use toy::{RESERVED, SAVED, Toy, ToyMover, table};

/// What an allocation may not do.
#[derive(Copy, Clone, Default, Debug)]
pub struct Limits {
    /// Registers that a variable gets only if it must have one and finds no other.
    pub scarce: RegMask,
    /// Every how manieth transformation is refused; 0 for none. Then every other variable shares no
    /// slot, too.
    pub refuse: u32,
    /// The order of registers is random, from this seed.
    pub shuffle: Option<u64>,
    /// Variables are split before allocation.
    pub split_local: bool,
    /// Variables are split after allocation.
    pub split_global: bool,
}

impl Limits {
    /// Those under which this crate's tests allocate some code: they are decided by whether it has
    /// an object in its frame.
    pub fn of(code: &Code<Toy>) -> Self {
        let restricted = !code.frame_objects.is_empty();
        if restricted { Limits { scarce: RegMask::from_bits(0b110), refuse: 3, ..Limits::default() } } else { Limits::default() }
    }
}

/// A function before and after allocation, and everything that the check needs.
pub struct Chain {
    /// The code as it was.
    pub original: Code<Toy>,
    /// What the checker keeps of it, or of what splitting variables has made of it.
    pub before: Before<Toy>,
    /// The live ranges of that.
    pub ranges: Ranges,
    /// How many variables have any.
    vars: usize,
    /// The code after allocation and rewriting.
    pub code: Code<Toy>,
    /// For each instruction of it the old one.
    pub origins: Vec<u32>,
    /// Which inserted instructions set what to which constant.
    pub sets: Vec<(u32, u32, i32)>,
    /// The registers.
    pub table: RegTable,
    /// What the code writes of them.
    pub used: RegMask,
    /// Where the stack objects lie.
    pub layout: FrameLayout,
    /// How large the frame is.
    pub needs: FrameNeeds,
}

/// The allocator's working memory.
#[derive(Default)]
pub struct Machinery {
    mentions: Mentions,
    graph: FlowGraph,
    scan: LinearScan,
    slots: Slots,
    rematerialised: Rematerialised,
    splitter: Splitter,
}

/// The live ranges of some code.
pub fn ranges_of(code: &Code<Toy>) -> Ranges {
    computed(Ranges::default(), code)
}

/// The same by way of what is meant for large functions.
pub fn ranges_one_by_one(code: &Code<Toy>) -> Ranges {
    computed(Ranges::one_by_one(), code)
}

fn computed(mut ranges: Ranges, code: &Code<Toy>) -> Ranges {
    let (mentions, mut graph) = (Mentions::of(code), FlowGraph::default());
    graph.compute(code, &mentions);
    // Some blocks run much more often than others.
    ranges.compute(code, &mentions, &graph, |label| [1.0, 8.0, 64.0][label.as_u32() as usize % 3]);
    ranges
}

impl Machinery {
    /// Allocates under some limits. `None` if the registers do not suffice.
    pub fn allocate(&mut self, original: Code<Toy>, ranges: Ranges, limits: Limits) -> Option<Chain> {
        let mut table = table();
        if let Some(seed) = limits.shuffle {
            let mut rng = Rng::new(seed);
            table.classes.iter_mut().for_each(|class| rng.shuffle(class));
        }
        let (mut code, mut ranges) = (original.clone(), ranges);
        let mut asked = 0;
        let mut may = |_, _: What<'_, Toy>| {
            asked += 1;
            limits.refuse == 0 || asked % limits.refuse != 0
        };
        let one_in_two = |odd: u32| move |var: Var| limits.refuse == 0 || var.as_u32() % 2 == odd;
        if limits.split_local && self.splitter.local(&ToyMover, &mut code, &ranges, |part| one_in_two(0)(part.var)) {
            ranges = ranges_of(&code);
        }
        let setup = Setup {
            table: &table,
            reserved: RESERVED,
            scarce: limits.scarce,
            saved: SAVED,
            only: None,
            turns: limits.shuffle.is_some_and(|seed| seed % 2 == 0),
        };
        let mut before = Before::new(&code);
        self.mentions.compute(&code);
        let mut used = self.scan.run(&mut code, &self.mentions, &mut ranges, setup).ok()?;
        if limits.split_global && self.splitter.global(&ToyMover, &mut code, &ranges, &mut self.scan, setup, one_in_two(0)) {
            ranges = ranges_of(&code);
            before = Before::new(&code);
            self.mentions.compute(&code);
            used = used.union(self.scan.renew(&code, &self.mentions, &ranges, &table));
        }
        self.graph.compute(&code, &self.mentions);
        let spilled = self.slots.find(&code, &ranges);
        self.rematerialised.find(&code, &ranges, self.scan.hints(), spilled, one_in_two(1));
        self.slots.assign(&code, &ranges, self.scan.hints(), &self.rematerialised, one_in_two(0));
        let usable = SAVED.without(used).complement().without(RESERVED);
        let allocation =
            Allocation { table: &table, slots: &self.slots, rematerialised: &self.rematerialised, ranges: &ranges, usable };
        let mut rewriter = Rewriter::default();
        rewriter.record_origins();
        rewriter.run(&ToyMover, &mut code, (&self.mentions, &self.graph), allocation, &mut may);
        let mut layout = FrameLayout::default();
        let (slots, vars) = (&self.slots, self.slots.len());
        let needs =
            layout.assign(&mut code, Packing::Dense, |var| var.as_u32() as usize >= vars || slots.leader(var) == Some(var))?;
        slots.spread_homes(&mut code);
        let (origins, sets) = (rewriter.origins().to_vec(), rewriter.sets().to_vec());
        Some(Chain { original, before, ranges, vars, code, origins, sets, table, used, layout, needs })
    }
}

impl Chain {
    /// Runs the checker.
    ///
    /// # Errors
    /// What it finds wrong.
    pub fn check(&self) -> Result<(), Problem> {
        check(&Allocated {
            before: &self.before,
            ranges: &self.ranges,
            code: &self.code,
            origins: &self.origins,
            sets: &self.sets,
            table: &self.table,
            reserved: RESERVED,
            saved: SAVED,
            used: self.used,
            layout: &self.layout,
            needs: self.needs,
        })
    }

    /// Both codes for a reader.
    pub fn show(&self) -> String {
        let mut text = String::new();
        for (name, code) in [("before", &self.original), ("after", &self.code)] {
            text += &format!("{name}:\n");
            for (index, inst) in code.insts.iter().enumerate() {
                let origin = if name == "after" { self.origins.get(index).map(|&origin| origin as i32) } else { None };
                let operands: Vec<String> = inst.operands.iter().flatten().map(|(var, role)| format!("{var} {role:?}")).collect();
                text += &format!("{index:4} {origin:?} {:?} wide {} {}\n", inst.kind, inst.wide, operands.join(", "));
            }
        }
        for (index, data) in self.code.vars.iter().enumerate() {
            let var = Var::from_u32(index as u32);
            let known = index < self.vars;
            let segments: Vec<_> = if known { self.ranges.segments(var).map(|s| (s.start, s.end)).collect() } else { Vec::new() };
            text += &format!("{var} {data:?} {segments:?}\n");
        }
        text + &format!("edges {:?}\n", self.original.edges)
    }
}

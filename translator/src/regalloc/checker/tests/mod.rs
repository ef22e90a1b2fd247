//! Tests of the checker, and by it of liveness and allocation, on random code of a toy machine.
//!
//! Random code ([`generate`]) of a machine with few registers ([`toy`]) goes through the whole chain: live ranges, their validation, linear
//! scan, slots, rewriting, frame layout, check. Then the result is damaged ([`mutants`]): what the checker lets pass must still run like the
//! original ([`run`]).

mod generate;
mod mutants;
mod run;
mod toy;

use proptest::prelude::*;

use super::{Allocated, Before, Problem, check};
use crate::lir::{Code, EdgeMove, EdgeSource, FlowInst, FrameLayout, FrameNeeds, Label, RegMask, RegTable, Role, Var, VarKind};
use crate::liveness::validate::validate;
use crate::liveness::{FlowGraph, Ranges};
use crate::regalloc::linear::{LinearScan, Setup};
use crate::regalloc::rewrite::{Allocation, Rewriter};
use crate::regalloc::slots::Slots;
use generate::generate;
use toy::{CORE, Kind, RESERVED, SAVED, Toy, ToyMover, table};

/// A function before and after allocation, and everything that the check needs.
struct Chain {
    original: Code<Toy>,
    before: Before<Toy>,
    ranges: Ranges,
    code: Code<Toy>,
    origins: Vec<u32>,
    sets: Vec<(u32, u32, i32)>,
    table: RegTable,
    used: RegMask,
    layout: FrameLayout,
    needs: FrameNeeds,
}

/// The allocator's working memory.
#[derive(Default)]
struct Machinery {
    graph: FlowGraph,
    scan: LinearScan,
    slots: Slots,
}

fn ranges_of(code: &Code<Toy>) -> Ranges {
    let (mut graph, mut ranges) = (FlowGraph::default(), Ranges::default());
    graph.compute(code);
    // Some blocks run much more often than others.
    ranges.compute(code, &graph, |label| [1.0, 8.0, 64.0][label.as_u32() as usize % 3]);
    ranges
}

impl Machinery {
    /// Allocates. `None` if the registers do not suffice.
    fn allocate(&mut self, original: Code<Toy>, ranges: Ranges) -> Option<Chain> {
        let table = table();
        let mut code = original.clone();
        self.graph.compute(&code);
        let before = Before::new(&code);
        // Some functions are allocated under restrictions, and with transformations refused.
        let restricted = !code.frame_objects.is_empty();
        let scarce = if restricted { RegMask(0b110) } else { RegMask::EMPTY };
        let mut asked = 0;
        let mut may = |_, _: &Toy| {
            asked += 1;
            !restricted || asked % 3 != 0
        };
        let setup = Setup { table: &table, reserved: RESERVED, scarce, saved: SAVED };
        let used = self.scan.run(&mut code, &ranges, setup).ok()?;
        self.slots.assign(&code, &ranges, self.scan.hints(), |var| !restricted || var.as_u32() % 2 == 0);
        let usable = RegMask(!SAVED.without(used).0).without(RESERVED);
        let allocation = Allocation { table: &table, slots: &self.slots, ranges: &ranges, usable };
        let mut rewriter = Rewriter::default();
        rewriter.record_origins();
        rewriter.run(&ToyMover, &mut code, &self.graph, allocation, &mut may);
        let mut layout = FrameLayout::default();
        let (slots, vars) = (&self.slots, self.slots.len());
        let needs = layout.assign(&mut code, |var| var.as_u32() as usize >= vars || slots.leader(var) == Some(var))?;
        slots.spread_homes(&mut code);
        let (origins, sets) = (rewriter.origins().to_vec(), rewriter.sets().to_vec());
        Some(Chain { original, before, ranges, code, origins, sets, table, used, layout, needs })
    }
}

impl Chain {
    fn check(&self) -> Result<(), Problem> {
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
    fn show(&self) -> String {
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
            let known = index < self.original.vars.len();
            let segments: Vec<_> = if known { self.ranges.segments(var).map(|s| (s.start, s.end)).collect() } else { Vec::new() };
            text += &format!("{var} {data:?} {segments:?}\n");
        }
        text + &format!("edges {:?}\n", self.original.edges)
    }
}

fn allocated(code: Code<Toy>) -> Chain {
    let ranges = ranges_of(&code);
    assert_eq!(validate(&code, &ranges), Ok(()));
    Machinery::default().allocate(code, ranges).expect("few variables")
}

/// Code of some blocks, and a general variable for each number below `vars`.
fn code_with(blocks: usize, vars: usize) -> (Code<Toy>, Vec<Var>) {
    let mut code = Code::default();
    code.clear(blocks);
    let vars = (0..vars).map(|_| code.make_var(CORE, 4, VarKind::Any)).collect();
    (code, vars)
}

fn edge(to: u32, dest: Var, source: Var) -> EdgeMove<i32> {
    EdgeMove { to: Label::from_u32(to), dest, source: EdgeSource::Var(source) }
}

/// Its range is one position long, like that of a definition that nobody reads.
#[test]
fn a_phi_that_an_empty_block_passes_on_is_moved() {
    let (mut code, vars) = code_with(3, 4);
    let labels = [0, 1, 2].map(Label::from_u32);
    code.edges.set_phis(labels[1], [vars[1]]);
    code.edges.set_phis(labels[2], [vars[2]]);
    code.edges.set_moves(labels[0], [edge(1, vars[1], vars[0])]);
    code.edges.set_moves(labels[1], [edge(2, vars[2], vars[1])]);
    let plain = |id, operands: &[(Var, Role)]| Toy::new(Kind::Plain(id), operands);
    code.insts = vec![
        Toy::bind(labels[0]),
        plain(1, &[(vars[3], Role::Def)]),
        plain(2, &[(vars[0], Role::Def), (vars[3], Role::Use)]),
        Toy::bind(labels[1]),
        Toy::bind(labels[2]),
        Toy::new(Kind::Exit, &[(vars[2], Role::Use), (vars[3], Role::Use)]),
    ];
    let ranges = ranges_of(&code);
    assert!(!ranges.is_unread(vars[1]));
    assert_eq!(allocated(code).check(), Ok(()));
}

/// The moves of its edge come before it and may overwrite what it reads.
#[test]
fn a_table_with_one_target_does_not_read_after_the_moves() {
    let (mut code, vars) = code_with(2, 3);
    let labels = [0, 1].map(Label::from_u32);
    code.edges.set_phis(labels[1], [vars[1]]);
    code.edges.set_moves(labels[0], [edge(1, vars[1], vars[2])]);
    code.edges.set_moves(labels[1], [edge(1, vars[1], vars[2])]);
    code.pools.push(vec![labels[1]; 2]);
    let plain = |id, operands: &[(Var, Role)]| Toy::new(Kind::Plain(id), operands);
    code.insts = vec![
        Toy::bind(labels[0]),
        plain(1, &[(vars[0], Role::Def)]),
        plain(2, &[(vars[2], Role::Def)]),
        Toy::new(Kind::Table(0), &[(vars[0], Role::Use)]),
        Toy::bind(labels[1]),
        plain(3, &[(vars[1], Role::Use)]),
        Toy::new(Kind::Table(0), &[(vars[1], Role::Use)]),
    ];
    let chain = allocated(code);
    assert_eq!(chain.check(), Ok(()), "{}", chain.show());
    assert!(!chain.code.insts.iter().any(|inst| matches!(inst.kind, Kind::Table(_))));
}

/// Decisions for one function.
fn decisions() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..400)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_code_is_allocated_as_it_says(first in decisions(), second in decisions()) {
        // The same machinery twice: the first function must leave no trace in the second.
        let mut machinery = Machinery::default();
        for bytes in [first, second] {
            let code = generate(&bytes);
            let ranges = ranges_of(&code);
            validate(&code, &ranges).map_err(|problem| TestCaseError::fail(format!("{problem}\n{:#?}", code.insts)))?;
            if let Some(chain) = machinery.allocate(code, ranges) {
                chain.check().map_err(|problem| TestCaseError::fail(format!("{problem}\n{}", chain.show())))?;
                for seed in 0..4 {
                    prop_assert_eq!(run::difference(&chain, seed), None, "{}", chain.show());
                }
            }
        }
    }
}

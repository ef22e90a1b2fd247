//! Tests of the checker, and by it of liveness and allocation, on random code of a toy machine.
//!
//! Random code of a machine with few registers goes through the whole chain, which
//! [`crate::regalloc::testing`] makes. Then the result is damaged ([`mutants`]): what the checker
//! lets pass must still run like the original ([`run`]).

mod mutants;

use proptest::prelude::*;

use crate::lir::{Code, EdgeMove, EdgeSource, FlowInst, Label, Role, Var, VarKind};
use crate::liveness::validate::validate;
use crate::regalloc::testing::generate::generate;
use crate::regalloc::testing::toy::{CORE, Kind, Toy};
use crate::regalloc::testing::{Chain, Limits, Machinery, ranges_of, ranges_one_by_one, run};

fn allocated(code: Code<Toy>) -> Chain {
    let ranges = ranges_of(&code);
    assert_eq!(validate(&code, &ranges, true), Ok(()));
    let limits = Limits::of(&code);
    Machinery::default().allocate(code, ranges, limits).expect("few variables")
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

/// Its range is one position long, like that of a definition without uses.
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
            for ranges in [&ranges, &ranges_one_by_one(&code)] {
                validate(&code, ranges, true).map_err(|problem| TestCaseError::fail(format!("{problem}\n{:#?}", code.insts)))?;
            }
            let split = code.insts.len() % 4;
            let limits = Limits { split_local: split % 2 == 1, split_global: split >= 2, ..Limits::of(&code) };
            if let Some(chain) = machinery.allocate(code, ranges, limits) {
                chain.check().map_err(|problem| TestCaseError::fail(format!("{problem}\n{}", chain.show())))?;
                for seed in 0..4 {
                    prop_assert_eq!(run::difference(&chain, seed), None, "{}", chain.show());
                }
            }
        }
    }
}

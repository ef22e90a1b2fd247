//! What each pass over the IR asks of those that order passes, as data: which analyses of control
//! flow it has made, which of them are still right after it, which forms of the IR it makes, and
//! which it would spoil.
//!
//! Analyses are made when a pass asks for them, and forgotten when one has changed what they are
//! about ([`ControlFlow`](crate::analysis::ControlFlow)); the table says what may be asked for and
//! forgotten, and translations that are verified hold each pass to its row. Forms are what a pass
//! makes for the code that is selected in the end: every order of passes gives a right program, but a
//! pass that takes a form apart again makes the one that made it useless, so that such an order is
//! refused, with the reason ([`check`]).

use crate::analysis::Known;
use crate::options::{Pass, Plan};

/// A form of the IR that one pass makes and others would spoil.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// Addresses of symbols, and large numbers, are values in loops.
    Symbols,
    /// Sums that are only addresses are made in each block that uses them.
    Addresses,
    /// Blocks are in the order in which they are to be laid out.
    Layout,
}

impl Form {
    /// Why nobody may spoil it, as the end of a sentence that names the pass which does.
    pub const fn reason(self) -> &'static str {
        match self {
            Form::Symbols => "it folds the sums by which addresses are values back into what uses them",
            Form::Addresses => "it merges the sums again that are made once for each block, so that accesses cannot take them in",
            Form::Layout => "it makes or removes blocks, and the order of the others would be for a graph that is no more",
        }
    }
}

/// A pass, as those see it that order passes.
#[derive(Copy, Clone, Debug)]
pub struct Contract {
    /// The pass.
    pub pass: Pass,
    /// What it asks for, at most.
    pub needs: Known,
    /// What is known after it as it was before, at least, if it was known.
    pub keeps: Known,
    /// The form that it makes.
    pub makes: Option<Form>,
    /// The forms that it spoils.
    pub spoils: &'static [Form],
}

const fn row(pass: Pass, needs: Known, keeps: Known, makes: Option<Form>, spoils: &'static [Form]) -> Contract {
    Contract { pass, needs, keeps, makes, spoils }
}

use Known::{Cfg, Dominators, Frequencies, Loops, Nothing};

/// The rows, in the order of the passes.
const CONTRACTS: &[Contract] = &[
    row(Pass::MemIntrin, Nothing, Loops, None, &[]),
    row(Pass::Simplify, Cfg, Nothing, None, &[Form::Symbols, Form::Layout]),
    row(Pass::Cfg, Cfg, Nothing, None, &[Form::Layout]),
    row(Pass::Symbols, Loops, Loops, Some(Form::Symbols), &[]),
    row(Pass::Lcse, Dominators, Loops, None, &[]),
    row(Pass::Licm, Loops, Nothing, None, &[Form::Layout]),
    row(Pass::ShortCircuit, Nothing, Nothing, None, &[Form::Layout]),
    row(Pass::Addresses, Nothing, Loops, Some(Form::Addresses), &[]),
    row(Pass::Conditions, Nothing, Loops, None, &[]),
    row(Pass::Dce, Nothing, Loops, None, &[]),
    row(Pass::Sink, Loops, Loops, None, &[]),
    row(Pass::Layout, Frequencies, Frequencies, Some(Form::Layout), &[]),
    row(Pass::Forward, Cfg, Loops, None, &[Form::Symbols]),
    row(Pass::Backward, Cfg, Loops, None, &[]),
    row(Pass::Inline, Cfg, Frequencies, None, &[]),
    row(Pass::KnownBranches, Dominators, Nothing, None, &[Form::Layout]),
    row(Pass::Memory, Loops, Loops, None, &[]),
    row(Pass::PromoteStores, Loops, Nothing, None, &[Form::Layout]),
    row(Pass::DeleteLoops, Loops, Nothing, None, &[Form::Layout]),
    row(Pass::Peel, Loops, Nothing, None, &[Form::Layout]),
    row(Pass::TailRecursion, Nothing, Nothing, None, &[Form::Layout]),
    row(Pass::CoalesceMemory, Nothing, Loops, None, &[]),
    row(Pass::IfConvert, Frequencies, Nothing, None, &[Form::Layout]),
    row(Pass::TailDuplicate, Loops, Nothing, None, &[Form::Layout]),
    row(Pass::Vectorise, Loops, Nothing, None, &[Form::Layout]),
    row(Pass::ParallelPointers, Loops, Nothing, None, &[Form::Layout]),
    row(Pass::Unroll, Loops, Nothing, None, &[Form::Layout]),
    row(Pass::CountDown, Loops, Nothing, None, &[Form::Layout]),
    row(Pass::StrengthReduce, Loops, Nothing, None, &[Form::Layout]),
    row(Pass::Bases, Frequencies, Loops, None, &[]),
];

const _: () = {
    let (mut index, mut found) = (0, 0);
    while index < Pass::COUNT {
        let pass = Pass::from_index(index);
        if pass.is_ir() {
            assert!(CONTRACTS[found].pass as usize == index, "each pass over the IR has a row here, in their order");
            found += 1;
        }
        index += 1;
    }
    assert!(found == CONTRACTS.len(), "only passes over the IR have rows here");
};

/// What a pass over the IR asks of those that order passes.
///
/// # Panics
/// If it is no pass over the IR.
pub fn contract(pass: Pass) -> &'static Contract {
    CONTRACTS.iter().find(|row| row.pass == pass).expect("a pass over the IR")
}

/// Checks that no pass of a plan spoils what an earlier one made.
///
/// # Errors
/// The first pass that does, the one whose work it undoes, and why.
pub fn check(plan: &Plan) -> Result<(), String> {
    let mut made: Vec<(Form, Pass)> = Vec::new();
    for pass in plan.runs() {
        let contract = contract(pass);
        if let Some((form, maker)) = made.iter().find(|(form, maker)| contract.spoils.contains(form) && *maker != pass) {
            return Err(format!("{pass} cannot run after {maker}: {}", form.reason()));
        }
        made.extend(contract.makes.map(|form| (form, pass)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Shape, build};
    use super::super::{Fuel, IrPasses};
    use super::*;
    use crate::analysis::ControlFlow;
    use proptest::prelude::*;

    fn plan(passes: &[Pass]) -> Plan {
        passes.iter().copied().collect()
    }

    #[test]
    fn what_spoils_a_form_is_named_with_the_reason() {
        let error = |passes: &[Pass]| check(&plan(passes)).unwrap_err();
        assert_eq!(
            error(&[Pass::Dce, Pass::Symbols, Pass::Lcse, Pass::Simplify]),
            "simplify cannot run after symbols: it folds the sums by which addresses are values back into what uses them"
        );
        assert!(error(&[Pass::Layout, Pass::Licm]).starts_with("licm cannot run after layout: it makes or removes blocks"));
        assert_eq!(check(&plan(&[Pass::Simplify, Pass::Symbols, Pass::Dce, Pass::Symbols, Pass::Layout, Pass::Layout])), Ok(()));
    }

    #[test]
    #[cfg(feature = "o3")]
    fn a_loop_comes_round() {
        let plan: Plan = "loop(simplify,symbols)".parse().unwrap();
        assert!(check(&plan).unwrap_err().starts_with("simplify cannot run after symbols"));
        assert_eq!(check(&"loop1(simplify,symbols)".parse().unwrap()), Ok(()));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]
        /// Passes ask for no more than their rows say, and leave as much.
        #[test]
        fn passes_keep_to_their_rows(shape in Shape::any()) {
            let (module, before) = build(&shape);
            let mut passes = IrPasses::for_tests();
            for row in CONTRACTS {
                let mut func = before.clone();
                let mut flow = ControlFlow::default();
                passes.run(row.pass, &mut flow, &module, &mut func, &mut Fuel::unlimited());
                prop_assert!(flow.known() <= row.needs, "{} needs {:?}", row.pass, flow.known());
                let mut func = before.clone();
                flow.forget();
                flow.with_frequencies(&func);
                passes.run(row.pass, &mut flow, &module, &mut func, &mut Fuel::unlimited());
                prop_assert!(flow.known() >= row.keeps, "{} keeps {:?}", row.pass, flow.known());
                prop_assert!(flow.is_right(&func), "{}", row.pass);
            }
        }
    }
}

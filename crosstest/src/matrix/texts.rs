//! What a test says of texts, compared with what comes out: errors, dumps, code.
//!
//! In: a test, and for a target the outcome of translating it. Out: failures of the cell, and the
//! edits with which the test would pass.

use translator::ice::print;
use translator::text;

use super::{Cell, FailureKind};
use crate::case::bless::Edit;
use crate::case::texts::{self, Listing, Mismatch};
use crate::case::{Case, Plan, Refused, error_lines};
use crate::disasm;
use crate::job::Target;

impl Cell {
    fn mismatch(&mut self, mismatch: Option<Mismatch>, edits: impl IntoIterator<Item = Edit>) {
        let Some(mismatch) = mismatch else { return };
        self.edits.extend(edits);
        let line = mismatch.line;
        self.fail_at(line, FailureKind::Mismatch(mismatch));
    }
}

/// A module that was refused, as the test expects, for some reason.
pub(super) fn refused(test: &Refused) -> Cell {
    let mut cell = Cell { comparisons: 1, ..Cell::default() };
    error(&test.expected, &test.found, &mut cell);
    cell
}

fn error(expected: &[crate::case::directive::Line<String>], found: &[String], cell: &mut Cell) {
    let lines: Vec<String> = expected.iter().map(|line| line.says.clone()).collect();
    let mismatch = texts::compare("the error", expected[0].line, &lines, found);
    cell.mismatch(mismatch, Edit::error(expected, found));
}

/// The expectations of the module as it was read.
pub(super) fn module(case: &Case, cell: &mut Cell) {
    if let (Some(first), Plan::Read) = (case.directives.errors.first(), &case.plan) {
        let what = "an error is expected, but the module was accepted".into();
        cell.mismatch(Some(Mismatch { line: first.line, what, diff: vec![format!("- {}", first.says)] }), []);
    }
    let about = |listing: &Listing| !matches!(listing, Listing::Code(..));
    for block in case.directives.blocks.iter().filter(|block| about(&block.listing)) {
        cell.comparisons += 1;
        match dump(case, &block.listing) {
            Ok(found) => {
                let mismatch = texts::compare("the dump", block.line, &block.text, &found);
                cell.mismatch(mismatch, [Edit::block(block.line, block.text.len(), &found)]);
            }
            Err(why) => cell.fail_at(block.line, FailureKind::Error(why)),
        }
    }
    let checks: Vec<_> = case.directives.checks.iter().filter(|check| about(&check.listing)).collect();
    if let (Some(first), Ok(found)) = (checks.first(), dump(case, &Listing::Module)) {
        cell.comparisons += 1;
        debug_assert_eq!(first.listing, Listing::Module);
        cell.mismatch(texts::check("the module", &checks, &found), []);
    }
}

fn dump(case: &Case, listing: &Listing) -> Result<Vec<String>, String> {
    let (module, bodies) = (&case.subject.module, &case.subject.bodies);
    let text = match listing {
        Listing::Function(name) => {
            let body = bodies.iter().find(|body| module.func_symbol(body.id) == *name);
            print::function(body.ok_or_else(|| format!("no function @{name} is defined"))?, Some(module)).to_string()
        }
        _ => text::print_module(module, bodies),
    };
    Ok(text.trim_end().lines().map(String::from).collect())
}

/// The expectations of a target's code.
pub(super) fn code(case: &Case, target: Target, object: &[u8], cell: &mut Cell) {
    if let Some(first) = case.directives.errors.first() {
        let what = "an error is expected, but the module was translated".into();
        cell.mismatch(Some(Mismatch { line: first.line, what, diff: vec![format!("- {}", first.says)] }), []);
    }
    let what = |function: &str| format!("the code of @{function} on {target}");
    for block in &case.directives.blocks {
        let Some(function) = block.listing.code_on(target) else { continue };
        cell.comparisons += 1;
        match disasm::function(target.isa, object, function) {
            Ok(found) => {
                let mismatch = texts::compare(&what(function), block.line, &block.text, &found);
                cell.mismatch(mismatch, [Edit::block(block.line, block.text.len(), &found)]);
            }
            Err(why) => cell.fail_at(block.line, FailureKind::Error(why)),
        }
    }
    let mut functions: Vec<&str> = case.directives.checks.iter().filter_map(|check| check.listing.code_on(target)).collect();
    functions.sort_unstable();
    functions.dedup();
    for function in functions {
        let checks = case.directives.checks.iter().filter(|check| check.listing.code_on(target) == Some(function));
        let checks: Vec<_> = checks.collect();
        cell.comparisons += 1;
        match disasm::function(target.isa, object, function) {
            Ok(found) => cell.mismatch(texts::check(&what(function), &checks, &found), []),
            Err(why) => cell.fail_at(checks[0].line, FailureKind::Error(why)),
        }
    }
}

/// A module that a target refuses.
pub(super) fn not_translated(case: &Case, why: String) -> Cell {
    let mut cell = Cell { comparisons: 1, ..Cell::default() };
    match &case.directives.errors[..] {
        [] => cell.fail_at(0, FailureKind::Error(why)),
        expected => error(expected, &error_lines(&why, &case.name), &mut cell),
    }
    cell
}

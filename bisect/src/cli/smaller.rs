//! The smallest program that a culprit makes fail: what `bisect pexe` does at its end.
//!
//! In: a program and a culprit. Out: [`Small`]: the reduced module, and what is run of it. Instead
//! of the whole program, a direct call of the guilty function is enough if it fails as well, or one
//! of a function that calls it; that is tried before the reduction, and again after it, when the
//! function needs less. All within a limit of processor time. The best module is in a file at all
//! times, from which the same command goes on ([`Keeper`]).

use std::time::Duration;

use crosstest::case::edges;
use crosstest::value::Value;
use translator::ice::FuncId;

use super::keep::Keeper;
use super::pexe::Session;
use crate::budget::Budget;
use crate::journal::Journal;
use crate::locate::Culprit;
use crate::observed;
use crate::program::{Program, Verdict};
use crate::reduce::change::Candidate;
use crate::reduce::oracle::{Entries, WrongCode};
use crate::reduce::{self, Reduced, calls, compact};
use crate::translate::Restriction;

/// Direct calls of a function that are tried at most.
const DIRECT_CALLS: usize = 400;
/// ... with arguments that the program itself makes them with.
const OBSERVED_CALLS: usize = 100;
/// Functions that are tried, the nearest first.
const CALLERS: usize = 8;
/// Instructions that such a call may execute.
const DIRECT_FUEL: u64 = 1 << 16;
/// Without being told: how much processor time of each job a bisection takes, and how much of that
/// is spent on reducing at least.
const MINUTE: Duration = Duration::from_secs(55);
const LEAST: Duration = Duration::from_secs(20);
/// The share of that time that is spent on direct calls: one in so many.
const PATIENCE: u32 = 4;

/// A reduced module with what is run of it.
pub(super) struct Small {
    pub(super) reduced: Reduced,
    pub(super) entries: Entries,
}

impl Session<'_> {
    /// Makes the program smaller while this culprit makes it fail.
    pub(super) fn reduce(
        &self,
        program: &Program,
        culprit: &Culprit,
        one_of_several: bool,
        (keeper, journal): (&Keeper, &mut Journal),
    ) -> Result<Small, String> {
        if self.args.reduce_seconds == Some(0) {
            return Err("it was not asked for".into());
        }
        let jobs = self.args.search.jobs() as u32;
        let left = || (MINUTE * jobs).saturating_sub(self.budget.spent()).max(LEAST * jobs);
        let seconds = |seconds| Duration::from_secs(seconds).saturating_mul(jobs);
        let budget = Budget::new(Some(self.args.reduce_seconds.map_or_else(left, seconds)));
        if let Some(earlier) = keeper.earlier(journal) {
            let entries = earlier.entries.unwrap_or_else(|| Entries::of(&program.case));
            if let Ok(oracle) = self.oracle(entries, culprit, one_of_several, &earlier.candidate) {
                if let Some(tests) = earlier.finished {
                    let reduced = Reduced { candidate: earlier.candidate, tests, finished: true };
                    return Ok(Small { reduced, entries: oracle.entries });
                }
                return self.reduce_from(earlier.candidate, oracle, culprit, &budget, (keeper, journal));
            }
        }
        let subject = &program.case.subject;
        let original = Candidate { module: subject.module.clone(), bodies: subject.bodies.clone() };
        let with_oracle = |candidate: Candidate| {
            let oracle = self.oracle(Entries::of(&program.case), culprit, one_of_several, &candidate)?;
            Ok::<_, String>((candidate, oracle))
        };
        let normal = compact::normal(&original).and_then(with_oracle);
        let (candidate, oracle) = normal.or_else(|_| with_oracle(compact::named(&original)))?;
        self.reduce_from(candidate, oracle, culprit, &budget, (keeper, journal))
    }

    fn reduce_from(
        &self,
        candidate: Candidate,
        mut oracle: WrongCode<'_>,
        culprit: &Culprit,
        budget: &Budget,
        (keeper, journal): (&Keeper, &mut Journal),
    ) -> Result<Small, String> {
        keeper.begin(journal)?;
        if let Some((entries, fuel)) = self.direct_call(&candidate, &culprit.functions, &oracle, budget) {
            (oracle.entries, oracle.fuel) = (entries, fuel);
        }
        let mut reduced = self.run(candidate, &oracle, budget, keeper)?;
        // A smaller one may need less around it.
        while let Some((entries, fuel)) = self.direct_call(&reduced.candidate, &culprit.functions, &oracle, budget)
            && entries.names() != oracle.entries.names()
        {
            (oracle.entries, oracle.fuel) = (entries, fuel);
            let tests = reduced.tests;
            reduced = self.run(reduced.candidate, &oracle, budget, keeper)?;
            reduced.tests += tests;
        }
        keeper.end(journal, &reduced)?;
        Ok(Small { reduced, entries: oracle.entries })
    }

    /// What is kept: the failure with the guilty passes only, or with these functions from the bad
    /// translation only, or with all of it, whichever the program shows.
    fn oracle<'o>(
        &'o self,
        entries: Entries,
        culprit: &Culprit,
        one_of_several: bool,
        candidate: &Candidate,
    ) -> Result<WrongCode<'o>, String> {
        let fuel = entries.fuel(candidate)?;
        let oracle = |restriction: Restriction, is_mixed: bool, verdict: &Verdict| WrongCode {
            fuel,
            entries: entries.clone(),
            target: self.target,
            runtimes: &self.runtimes,
            good: &self.good,
            bad: &self.bad,
            restriction,
            verdict: verdict.clone(),
            checks: culprit.checks,
            only: is_mixed.then(|| culprit.functions.clone()),
        };
        let restricted = || culprit.guilt.restriction();
        let all = |verdict| {
            [
                oracle(restricted(), one_of_several, verdict),
                oracle(restricted(), true, verdict),
                oracle(Restriction::default(), one_of_several, verdict),
                oracle(Restriction::default(), true, verdict),
            ]
        };
        // What goes on for long before it shows may not end in the time that candidates get.
        let verdicts = [&culprit.verdict, &Verdict::Endless];
        let shown = verdicts.into_iter().flat_map(all).find(|oracle| reduce::Oracle::shows(oracle, candidate));
        shown.ok_or_else(|| "the program does not fail in this way once more: nothing to reduce".into())
    }

    fn run(&self, candidate: Candidate, oracle: &WrongCode<'_>, budget: &Budget, keeper: &Keeper) -> Result<Reduced, String> {
        let directives = oracle.entries.directives();
        let settings = reduce::Settings {
            jobs: self.args.search.jobs(),
            watch: &|status| {
                self.line.reduction(status);
                !budget.is_spent() && !self.requests.have_come()
            },
            keep: &|candidate| keeper.keep(&directives, candidate),
        };
        reduce::reduce(candidate, oracle, &settings)
    }

    /// A direct call that fails by itself: then the rest of the program is not needed. Of the
    /// nearest function from which all guilty ones are reached (one of them, or a caller of them),
    /// with what the program calls it with or with values of which some may do. `None` if nothing
    /// nearer than what is called now is known to fail.
    fn direct_call(
        &self,
        candidate: &Candidate,
        names: &[String],
        oracle: &WrongCode<'_>,
        budget: &Budget,
    ) -> Option<(Entries, u64)> {
        let funcs: Option<Vec<FuncId>> = names.iter().map(|name| candidate.module.func_by_name(name)).collect();
        let called = oracle.entries.names();
        let symbol = |func: FuncId| candidate.module.func_symbol(func).into_owned();
        let nearer = calls::reaching(candidate, &funcs?).into_iter().take(CALLERS);
        // What is called now, with more than one call, may do with one.
        let nearer: Vec<FuncId> = nearer.take_while(|&func| called != [symbol(func)] || !oracle.entries.is_one()).collect();
        let whole = Budget::new(Some(budget.left() / PATIENCE));
        for (index, &func) in nearer.iter().enumerate() {
            // Half of what is left for the first one, which is the most promising.
            let patience = whole.left() / if index == 0 { 2 } else { (nearer.len() - index) as u32 };
            let name = symbol(func);
            let observed = spread(observed::arguments(candidate, &oracle.entries, &name, oracle.fuel), OBSERVED_CALLS);
            let found = self.failing_call(candidate, &name, observed, oracle.fuel, oracle, patience / 2).or_else(|| {
                let tuples = edges::tuples(&candidate.module.func_sig(func).params);
                let fuel = if tuples.len() == 1 { oracle.fuel } else { DIRECT_FUEL };
                self.failing_call(candidate, &name, spread(tuples, DIRECT_CALLS), fuel, oracle, patience / 2)
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The first of some calls of a function that fails, and the fuel that it needs.
    fn failing_call(
        &self,
        candidate: &Candidate,
        name: &str,
        calls: impl Iterator<Item = Vec<Value>>,
        fuel: u64,
        oracle: &WrongCode<'_>,
        patience: Duration,
    ) -> Option<(Entries, u64)> {
        let budget = Budget::new(Some(patience));
        let roots = [name.to_string()];
        let small = compact::without_unused(candidate, &roots).unwrap_or_else(|| candidate.clone());
        let func = small.module.func_by_name(name)?;
        for args in calls.take_while(|_| !budget.is_spent() && !self.requests.have_come()) {
            let entries = Entries::call(name, func, args);
            if !entries.end_within(&small, fuel) {
                continue;
            }
            let WrongCode { restriction, only, verdict, .. } = oracle;
            let (restriction, only, verdict) = (restriction.clone(), only.clone(), verdict.clone());
            let attempt = WrongCode { entries, fuel, restriction, only, verdict, ..*oracle };
            if reduce::Oracle::shows(&attempt, &small) {
                return Some((attempt.entries, fuel));
            }
        }
        None
    }
}

/// So many calls, from all of them: the first ones have the same first arguments.
fn spread(calls: Vec<Vec<Value>>, most: usize) -> impl Iterator<Item = Vec<Value>> {
    let step = calls.len().div_ceil(most).max(1) | 1;
    calls.into_iter().step_by(step)
}

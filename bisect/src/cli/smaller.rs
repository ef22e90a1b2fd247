//! The smallest program that a culprit makes fail: what `bisect pexe` does at its end.
//!
//! In: a program and a culprit. Out: [`Small`]: the reduced module, and what is run of it. Instead of the whole program, a direct call of
//! the guilty function is enough if it fails as well, or one of a function that calls it; that is tried before the reduction, and again
//! after it, when the function needs less. All within a time limit.

use std::time::{Duration, Instant};

use crosstest::case::edges;
use crosstest::value::Value;

use super::pexe::Session;
use crate::locate::Culprit;
use crate::observed;
use crate::program::{Program, Verdict};
use crate::reduce::change::{self, Candidate};
use crate::reduce::oracle::{Entries, WrongCode};
use crate::reduce::{self, Oracle, Reduced, compact};
use crate::translate::Restriction;

/// Direct calls of a function that are tried at most.
const DIRECT_CALLS: usize = 400;
/// ... with arguments that the program itself makes them with.
const OBSERVED_CALLS: usize = 100;
/// Instructions that such a call may execute.
const DIRECT_FUEL: u64 = 1 << 16;
/// Without being told: how long a bisection takes, and how long of that is spent on reducing at least.
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
    pub(super) fn reduce(&self, program: &Program, culprit: &Culprit, one_of_several: bool) -> Result<Small, String> {
        if self.args.reduce_seconds == Some(0) {
            return Err("it was not asked for".into());
        }
        let left = || MINUTE.saturating_sub(self.start.elapsed()).max(LEAST);
        let deadline = Instant::now() + self.args.reduce_seconds.map_or_else(left, Duration::from_secs);
        let subject = &program.case.subject;
        let original = Candidate { module: subject.module.clone(), bodies: subject.bodies.clone() };
        let with_oracle = |candidate: Candidate| {
            let oracle = self.oracle(program, culprit, one_of_several, &candidate)?;
            Ok::<_, String>((candidate, oracle))
        };
        let normal = compact::normal(&original).and_then(with_oracle);
        let (candidate, mut oracle) = normal.or_else(|_| with_oracle(compact::named(&original)))?;
        if let [function] = &culprit.functions[..]
            && let Some((entries, fuel)) = self.direct_call(&candidate, function, &oracle, deadline)
        {
            (oracle.entries, oracle.fuel) = (entries, fuel);
        }
        let mut reduced = self.run(candidate, &oracle, deadline)?;
        // A smaller one may need less around it.
        while let [function] = &culprit.functions[..]
            && oracle.entries.names() != [function.clone()]
            && let Some((entries, fuel)) = self.direct_call(&reduced.candidate, function, &oracle, deadline)
            && entries.names() != oracle.entries.names()
        {
            (oracle.entries, oracle.fuel) = (entries, fuel);
            let tests = reduced.tests;
            reduced = self.run(reduced.candidate, &oracle, deadline)?;
            reduced.tests += tests;
        }
        Ok(Small { reduced, entries: oracle.entries })
    }

    /// What is kept: the failure with the guilty passes only, or with these functions from the bad translation only, or with all of it,
    /// whichever the program shows.
    fn oracle<'o>(
        &'o self,
        program: &Program,
        culprit: &Culprit,
        one_of_several: bool,
        candidate: &Candidate,
    ) -> Result<WrongCode<'o>, String> {
        let entries = Entries::of(&program.case);
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
        let shown = verdicts.into_iter().flat_map(all).find(|oracle| oracle.shows(candidate));
        shown.ok_or_else(|| "the program does not fail in this way once more: nothing to reduce".into())
    }

    fn run(&self, candidate: Candidate, oracle: &WrongCode<'_>, deadline: Instant) -> Result<Reduced, String> {
        let settings = reduce::Settings {
            deadline: Some(deadline),
            jobs: self.args.search.jobs(),
            watch: &|status| {
                self.line.show(|| {
                    let reduce::Status { phase, instructions, functions, tests } = status;
                    format!(
                        "reducing {phase}: {instructions} instructions in {functions} functions left, {tests} candidates tried"
                    )
                });
                true
            },
        };
        reduce::reduce(candidate, oracle, &settings)
    }

    /// A direct call that fails by itself: then the rest of the program is not needed. Of the guilty function, with what the program calls it
    /// with or with values of which some may do, or of a function that calls it, with zeros.
    fn direct_call(
        &self,
        candidate: &Candidate,
        name: &str,
        oracle: &WrongCode<'_>,
        deadline: Instant,
    ) -> Option<(Entries, u64)> {
        let patience = deadline.saturating_duration_since(Instant::now()) / PATIENCE;
        let until = Instant::now() + patience;
        let func = candidate.module.func_by_name(name)?;
        let observed = spread(observed::arguments(candidate, &oracle.entries, name, oracle.fuel), OBSERVED_CALLS);
        let own = failing_call(candidate, name, observed, oracle.fuel, oracle, Instant::now() + patience / 2);
        let own = own.or_else(|| {
            let tuples = edges::tuples(&candidate.module.func_sig(func).params);
            let fuel = if tuples.len() == 1 { oracle.fuel } else { DIRECT_FUEL };
            failing_call(candidate, name, spread(tuples, DIRECT_CALLS), fuel, oracle, until)
        });
        own.or_else(|| {
            let until = until + patience;
            change::callers(candidate, func).into_iter().find_map(|caller| {
                let params = &candidate.module.func_sig(caller).params;
                let zeros = params.iter().map(|&ty| Value::new(ty, 0)).collect();
                let name = candidate.module.func_symbol(caller).into_owned();
                failing_call(candidate, &name, [zeros].into_iter(), oracle.fuel, oracle, until)
            })
        })
    }
}

/// So many calls, from all of them: the first ones have the same first arguments.
fn spread(calls: Vec<Vec<Value>>, most: usize) -> impl Iterator<Item = Vec<Value>> {
    let step = calls.len().div_ceil(most).max(1) | 1;
    calls.into_iter().step_by(step)
}

/// The first of some calls of a function that fails, and the fuel that it needs.
fn failing_call(
    candidate: &Candidate,
    name: &str,
    mut calls: impl Iterator<Item = Vec<Value>>,
    fuel: u64,
    oracle: &WrongCode<'_>,
    until: Instant,
) -> Option<(Entries, u64)> {
    let roots = [name.to_string()];
    let small = compact::without_unused(candidate, &roots).unwrap_or_else(|| candidate.clone());
    let func = small.module.func_by_name(name)?;
    let mut next = || calls.next().filter(|_| Instant::now() < until);
    while let Some(args) = next() {
        let entries = Entries::call(name, func, args);
        if !entries.end_within(&small, fuel) {
            continue;
        }
        let WrongCode { restriction, only, verdict, .. } = oracle;
        let (restriction, only, verdict) = (restriction.clone(), only.clone(), verdict.clone());
        let attempt = WrongCode { entries, fuel, restriction, only, verdict, ..*oracle };
        if attempt.shows(&small) {
            return Some((attempt.entries, fuel));
        }
    }
    None
}

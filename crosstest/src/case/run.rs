//! The runs of a test: where each starts, what the test says of its outcome, and what it would have
//! to say.

use super::bless::Edit;
use super::{Case, Expect, Plan};
use crate::job::Entry;
use crate::outcome::{End, Outcome};
use crate::value::text::show;

impl Case {
    /// How often the test is run on each engine.
    pub fn runs(&self) -> usize {
        match &self.plan {
            Plan::Program(_) => 1,
            Plan::Calls(calls) => calls.len(),
            Plan::Translate | Plan::Read => 0,
        }
    }

    /// Where run number `index` starts.
    pub fn entry(&self, index: usize) -> Entry {
        match &self.plan {
            Plan::Program(run) => Entry::Program(run.start),
            Plan::Calls(calls) => Entry::Call(calls[index].func, calls[index].args.clone()),
            Plan::Translate | Plan::Read => unreachable!("a test without runs has no entry"),
        }
    }

    /// What the test says of run `index`'s end.
    pub(crate) fn expect(&self, index: usize) -> Option<Expect> {
        match &self.plan {
            Plan::Calls(calls) => Some(calls[index].expect),
            _ => None,
        }
    }

    /// The line that asks for run `index`.
    pub(crate) fn line(&self, index: usize) -> usize {
        match &self.plan {
            Plan::Calls(calls) => calls[index].line,
            _ => 0,
        }
    }

    /// What the test would have to say of a run with this outcome.
    pub(crate) fn edits(&self, index: usize, outcome: &Outcome) -> Vec<Edit> {
        match &self.plan {
            Plan::Program(_) => {
                let exit = self.directives.exit.as_ref().and_then(|exit| Edit::exit(exit.line, outcome));
                exit.into_iter().chain(Edit::stdout(&self.directives.stdout, &outcome.stdout)).collect()
            }
            _ => Edit::call(&self.source, self.line(index), outcome).into_iter().collect(),
        }
    }

    /// Whether there should be a run to compare.
    pub(crate) fn may_be_compared(&self) -> bool {
        (0..self.runs()).any(|index| !matches!(self.expect(index), Some(Expect::Undefined | Expect::Anything)))
    }

    /// What the test says of an outcome, and as much of the outcome; `None` if it says nothing.
    pub(crate) fn expected(&self, index: usize, outcome: &Outcome) -> Option<(Outcome, Outcome)> {
        let bare = |end: &End| Outcome {
            end: end.clone(),
            result: None,
            stdout: Vec::new(),
            stderr: Vec::new(),
            calls: Vec::new(),
            memory: Vec::new(),
        };
        let (mut expected, mut found) = (bare(&outcome.end), bare(&outcome.end));
        match &self.plan {
            Plan::Program(run) => {
                if let Some(stdout) = &run.stdout {
                    (expected.stdout, found.stdout) = (stdout.clone(), outcome.stdout.clone());
                }
                match (run.status, &outcome.end) {
                    (Some(0), End::Returned) | (None, _) => {}
                    (Some(status), _) => expected.end = End::Exited(status),
                }
                (run.stdout.is_some() || run.status.is_some()).then_some((expected, found))
            }
            Plan::Calls(calls) => {
                match calls[index].expect {
                    Expect::Defined | Expect::Anything | Expect::Undefined | Expect::Missing => return None,
                    Expect::Returns(value) => {
                        expected.end = End::Returned;
                        (expected.result, found.result) = (Some(value), outcome.result);
                    }
                    Expect::Traps if matches!(outcome.end, End::Trapped(_)) => {}
                    Expect::Traps => expected.end = End::Trapped("expected".into()),
                }
                Some((expected, found))
            }
            Plan::Translate | Plan::Read => None,
        }
    }

    /// A run as text, and the options of `crosstest run` that run it alone.
    pub(crate) fn describe(&self, index: usize) -> (String, Vec<String>) {
        match &self.plan {
            Plan::Program(run) => (run.argv.join(" "), Vec::new()),
            Plan::Calls(calls) => {
                let call = &calls[index];
                let args: Vec<String> = call.args.iter().map(show).collect();
                let text = format!("@{}({})", self.subject.module.func_symbol(call.func), args.join(", "));
                let expect = match &call.expect {
                    Expect::Defined => String::new(),
                    Expect::Anything => " -> anything".into(),
                    Expect::Returns(value) => format!(" -> {}", show(value)),
                    Expect::Traps => " -> traps".into(),
                    Expect::Undefined => " -> undefined".into(),
                    Expect::Missing => " ->".into(),
                };
                (text.clone(), vec!["--call".into(), text + &expect])
            }
            Plan::Translate | Plan::Read => Default::default(),
        }
    }
}

//! A report as data: what `--json` writes, `merge` reads, and every other form of report is made
//! from.
//!
//! In: a [`Matrix`]. Out: a [`Report`], whose JSON is described by `crosstest/report.schema.json`,
//! which is made from these types ([`schema`]). Texts are as people read them, without colours.
//! Reports of shards of one run merge to the report of the whole; reports of different runs do not.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::explain;
use super::origin::Origin;
use crate::matrix::diagnose::Diagnosis;
use crate::matrix::{Cell, FailureKind, Matrix, TestResults};

/// What a report's file says it is.
pub const FORMAT: &str = "crosstest report";
/// The version of the format.
pub const VERSION: u32 = 2;

/// Part `index` of `count` of a run; from 1.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Which part.
    pub index: usize,
    /// Of how many.
    pub count: usize,
}

/// A report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The version of crosstest.
    pub tool: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Whether every test was run: a run that was interrupted leaves a report that is not.
    pub complete: bool,
    /// Which part of a run it is, if not all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// How many tests the run has in all, in all shards.
    pub tests_in_all: usize,
    /// The names of the executions, the interpreter's not among them.
    pub executions: Vec<String>,
    /// The tests that were run, in the order of the run.
    pub tests: Vec<TestReport>,
}

/// The results of a test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TestReport {
    /// Its number in the run.
    pub number: usize,
    /// Its suite; empty outside of suites.
    pub suite: String,
    /// Its name: a file, or what a suite calls it.
    pub name: String,
    /// When it started, in microseconds since the run did.
    pub start_micros: u64,
    /// How long it took, in microseconds.
    pub micros: u64,
    /// The interpreter's results, then one for each execution.
    pub cells: Vec<CellReport>,
    /// What a closer look at the first disagreement showed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnosis: Option<DiagnosisReport>,
}

/// How a cell came out.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Everything agrees.
    Passed,
    /// Something does not, or could not be run.
    Failed,
    /// So much was Unspecified that agreement means little: as good as not tested.
    Vague,
    /// The test is not about this engine.
    LeftOut,
    /// The engine is not installed, cannot run such a test, or would be compared with nothing.
    NotRun,
}

/// The results of a test in one execution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CellReport {
    /// How it came out.
    pub status: Status,
    /// A word for it: `ok`, `DIFF`, `ERROR`, ...
    pub word: String,
    /// Runs.
    pub executions: u64,
    /// Runs that were compared with something.
    pub comparisons: u64,
    /// Runs left out because their behaviour is not defined.
    pub undefined: u64,
    /// Bits that were equal.
    pub compared_bits: u64,
    /// Bits that were ignored because they are Unspecified.
    pub unspecified_bits: u64,
    /// Runs that failed.
    pub failed: u64,
    /// Why it was not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What is wrong, in lines; the first one is a headline.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explanation: Vec<String>,
}

/// What a closer look showed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiagnosisReport {
    /// The run.
    pub run: String,
    /// Who agrees with whom, the largest group first; the interpreter is `interp`.
    pub agreement: Vec<Vec<String>>,
    /// The first difference, in lines; empty if it was not found.
    pub first: Vec<String>,
    /// Texts side by side: a title, and lines.
    pub listings: Vec<(String, Vec<String>)>,
    /// The bundle with everything, if one was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bundle: Option<String>,
}

impl CellReport {
    /// Whether nothing is wrong with it.
    pub fn passed(&self) -> bool {
        !matches!(self.status, Status::Failed | Status::Vague)
    }

    fn of(row: &TestResults, execution: Option<&str>, cell: &Cell) -> CellReport {
        let status = match &cell.failure {
            Some(failure) if matches!(failure.kind, FailureKind::Unspecified(_)) => Status::Vague,
            Some(failure) if failure.kind == FailureKind::NoReference => Status::NotRun,
            Some(_) => Status::Failed,
            None if cell.not_run.is_some() => Status::NotRun,
            None if cell.left_out => Status::LeftOut,
            None => Status::Passed,
        };
        let failure = cell.failure.as_ref().filter(|failure| failure.kind != FailureKind::NoReference);
        CellReport {
            status,
            word: explain::word(cell).into(),
            executions: cell.executions,
            comparisons: cell.comparisons,
            undefined: cell.undefined,
            compared_bits: cell.extent.compared,
            unspecified_bits: cell.extent.ignored,
            failed: cell.failed,
            reason: cell.not_run.clone(),
            explanation: failure.map_or_else(Vec::new, |failure| explain::explain(row, execution, cell, failure)),
        }
    }
}

/// How the tests came out on one engine.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Nothing was wrong.
    pub passed: usize,
    /// Something was.
    pub failed: usize,
    /// They are not about this engine.
    pub left_out: usize,
    /// They could not be run.
    pub not_run: usize,
}

impl Tally {
    /// How many were run.
    pub fn ran(&self) -> usize {
        self.passed + self.failed
    }
}

impl TestReport {
    /// Whether nothing is wrong with it.
    pub fn passed(&self) -> bool {
        self.cells.iter().all(CellReport::passed)
    }

    /// Whether it says nothing: the interpreter ran it, and no engine was compared with that; or
    /// none of those that it is about could.
    pub fn is_idle(&self) -> bool {
        let Some((reference, others)) = self.cells.split_first() else { return true };
        let is_idle = |cell: &CellReport| matches!(cell.status, Status::LeftOut | Status::NotRun);
        let is_text = reference.executions == 0 && others.iter().all(|cell| cell.status == Status::LeftOut);
        reference.passed() && others.iter().all(is_idle) && !is_text
    }

    /// The report of a row.
    pub fn of(number: usize, row: &TestResults, executions: &[String]) -> TestReport {
        let cells = row.cells.iter().zip(executions).map(|(cell, name)| CellReport::of(row, Some(name), cell));
        TestReport {
            number,
            suite: row.suite.into(),
            name: row.name.clone(),
            start_micros: row.start_micros,
            micros: row.micros,
            cells: [CellReport::of(row, None, &row.reference)].into_iter().chain(cells).collect(),
            diagnosis: row.diagnosis.as_deref().map(DiagnosisReport::of),
        }
    }
}

impl DiagnosisReport {
    fn of(diagnosis: &Diagnosis) -> DiagnosisReport {
        DiagnosisReport {
            run: diagnosis.run.clone(),
            agreement: diagnosis.groups.clone(),
            first: explain::first(diagnosis),
            listings: diagnosis.listings.iter().map(|listing| (listing.title.clone(), listing.lines.clone())).collect(),
            bundle: None,
        }
    }
}

impl Report {
    /// A report without tests.
    pub fn new(executions: Vec<String>, shard: Option<Shard>, tests_in_all: usize) -> Report {
        Report {
            format: FORMAT.into(),
            version: VERSION,
            tool: env!("CARGO_PKG_VERSION").into(),
            origin: Origin::default(),
            complete: true,
            shard,
            tests_in_all,
            executions,
            tests: Vec::new(),
        }
    }

    /// The report of a whole matrix.
    pub fn of(matrix: &Matrix) -> Report {
        let names: Vec<String> = matrix.executions.iter().map(ToString::to_string).collect();
        let tests = matrix.rows.iter().enumerate().map(|(number, row)| TestReport::of(number, row, &names)).collect();
        Report { tests, ..Report::new(names, None, matrix.rows.len()) }
    }

    /// Whether nothing is wrong: every test was run, and every cell has passed.
    pub fn passed(&self) -> bool {
        self.complete && self.tests.iter().all(TestReport::passed)
    }

    /// Whether nothing was compared with anything, although there are tests: then that nothing is
    /// wrong says nothing.
    pub fn is_idle(&self) -> bool {
        !self.tests.is_empty() && self.tests.iter().all(TestReport::is_idle)
    }

    /// How the tests came out in a column.
    pub fn tally(&self, column: usize) -> Tally {
        let mut tally = Tally::default();
        for cell in self.tests.iter().filter_map(|test| test.cells.get(column)) {
            *match cell.status {
                Status::Passed => &mut tally.passed,
                Status::Failed | Status::Vague => &mut tally.failed,
                Status::LeftOut => &mut tally.left_out,
                Status::NotRun => &mut tally.not_run,
            } += 1;
        }
        tally
    }

    /// The titles of the columns.
    pub fn columns(&self) -> Vec<&str> {
        ["interp"].into_iter().chain(self.executions.iter().map(String::as_str)).collect()
    }

    /// A number of each cell, summed up.
    pub fn sum(&self, count: fn(&CellReport) -> u64) -> u64 {
        self.tests.iter().flat_map(|test| &test.cells).map(count).sum()
    }

    /// The JSON text.
    pub fn json(&self) -> Result<String, String> {
        serde_json::to_string_pretty(self).map(|text| text + "\n").map_err(|error| error.to_string())
    }

    /// Reads a JSON text; `name` is what messages call it.
    pub fn parse(text: &str, name: &str) -> Result<Report, String> {
        #[derive(Deserialize)]
        struct Head {
            format: String,
            version: u32,
        }
        let head: Head = serde_json::from_str(text).map_err(|error| format!("{name}: not a report of crosstest: {error}"))?;
        if head.format != FORMAT {
            return Err(format!("{name}: not a report of crosstest, but a `{}`", head.format));
        }
        if head.version != VERSION {
            return Err(format!("{name}: a report of version {}, and this crosstest reads version {VERSION}", head.version));
        }
        let report: Report = serde_json::from_str(text).map_err(|error| format!("{name}: malformed report: {error}"))?;
        match report.tests.iter().find(|test| test.cells.len() != report.executions.len() + 1) {
            Some(test) => Err(format!("{name}: malformed report: {} has {} cells", test.name, test.cells.len())),
            None => Ok(report),
        }
    }
}

/// The JSON Schema of a report.
pub fn schema() -> String {
    let schema = schemars::schema_for!(Report);
    serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"
}

/// Merges the reports of all shards of a run; each comes with its name. `words` is the command line
/// that asks for it.
pub fn merge(parts: Vec<(String, Report)>, words: &[String]) -> Result<Report, String> {
    let Some((first_name, first)) = parts.first() else { return Err("there is nothing to merge".into()) };
    let count = first.shard.map_or(1, |shard| shard.count);
    let origins: Vec<&Origin> = parts.iter().map(|(_, part)| &part.origin).collect();
    let origin = Origin::merged(&origins, words);
    let mut merged = Report { shard: None, tests: Vec::new(), origin, ..first.clone() };
    let mut seen: Vec<Option<&str>> = vec![None; count];
    for (name, part) in &parts {
        let same = part.executions == first.executions
            && part.tests_in_all == first.tests_in_all
            && part.shard.map_or(1, |shard| shard.count) == count
            && part.tool == first.tool
            && (part.origin.commit.as_ref(), part.origin.seed) == (first.origin.commit.as_ref(), first.origin.seed);
        if !same {
            return Err(format!("{name} and {first_name} are not shards of the same run"));
        }
        let index = part.shard.map_or(1, |shard| shard.index);
        let place = index.checked_sub(1).and_then(|index| seen.get_mut(index));
        let place = place.ok_or_else(|| format!("{name}: there is no shard {index} of {count}"))?;
        if let Some(other) = place.replace(name) {
            return Err(format!("{name} and {other} are the same shard {index} of {count}"));
        }
        merged.complete &= part.complete;
        merged.tests.extend(part.tests.iter().cloned());
    }
    merged.complete &= seen.iter().all(Option::is_some) && merged.tests.len() == merged.tests_in_all;
    merged.tests.sort_by_key(|test| test.number);
    Ok(merged)
}

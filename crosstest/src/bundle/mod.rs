//! Bundles: a disagreement with everything that is needed to see it again, anywhere.
//!
//! In: a test with a [`Diagnosis`]. Out: a directory with the module as it was read, and
//! `bundle.json`: the run, the options, versions, the outcome of every engine, the groups that
//! agree, and the first difference. [`replay`] makes the run again from nothing but that directory
//! and compares the outcomes bit for bit. The same disagreement gives the same directory, so that a
//! second run adds nothing.
//!
//! The file says its format and version first. One of another version, or with something missing,
//! is refused with a message.

mod data;

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use translator::options::Features;
use translator::text::print_module;

use crate::case::{Case, Overrides, Plan, Test};
use crate::exec::link::Runtimes;
use crate::exec::{self, execution::Execution};
use crate::job::Target;
use crate::matrix::diagnose::{Diagnosis, diagnose_run};
use crate::matrix::{Environment, Settings, Source};
use crate::outcome::Outcome;
use data::OutcomeData;

/// What a bundle's file says it is.
pub const FORMAT: &str = "crosstest bundle";
/// The version of the format.
pub const VERSION: u32 = 1;
/// The file that describes a bundle.
pub const FILE: &str = "bundle.json";

/// The file of a bundle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The version of crosstest that wrote it.
    pub tool: String,
    /// The test, as reports call it.
    pub test: String,
    /// The file beside this one that holds the module.
    pub module: String,
    /// What is run.
    pub run: Run,
    /// Fuel of a run.
    pub fuel: u64,
    /// The executions, by name.
    pub executions: Vec<String>,
    /// What each engine made of it, the interpreter first.
    pub outcomes: Vec<Recorded>,
    /// The groups that agree, the largest first.
    pub agreement: Vec<Vec<String>>,
    /// The first difference, for people.
    pub first: Vec<String>,
}

/// What is run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Run {
    /// A call, in the syntax of `; run:`.
    Call(String),
    /// The program, with these arguments besides its name.
    Program(Vec<String>),
}

/// What an engine made of the run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// The execution, or `interp`.
    pub execution: String,
    /// The outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeData>,
    /// Why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What came of running a bundle again.
pub struct Replay {
    /// The bundle.
    pub bundle: Bundle,
    /// The run, looked at closely again.
    pub diagnosis: Diagnosis,
    /// Executions whose outcome is not the recorded one.
    pub changed: Vec<String>,
    /// Executions that could not be run here, with the reason.
    pub not_run: Vec<(String, String)>,
}

impl Replay {
    /// Whether all engines that ran agree with each other, and none failed.
    pub fn agrees(&self) -> bool {
        let failed = |(name, outcome): &(String, Result<Outcome, String>)| {
            outcome.is_err() && !self.not_run.iter().any(|(other, _)| other == name)
        };
        self.diagnosis.groups.len() == 1 && !self.diagnosis.outcomes.iter().any(failed)
    }
}

/// Writes the bundle of a disagreement below `dir`; the bundle's directory.
pub fn write(dir: &Path, case: &Case, source: &Source, settings: &Settings, diagnosis: &Diagnosis) -> Result<PathBuf, String> {
    let (module, content) = module_of(case, source)?;
    let path = dir.join(directory_name(&case.name, &run_of(case, diagnosis)));
    write_in(&path, (&module, &content), case, settings, diagnosis)?;
    Ok(path)
}

/// Writes the bundle of a disagreement into a directory of its own, with the module under a name.
pub fn write_in(
    path: &Path,
    (module, content): (&str, &[u8]),
    case: &Case,
    settings: &Settings,
    diagnosis: &Diagnosis,
) -> Result<(), String> {
    let recorded = |(name, outcome): &(String, Result<Outcome, String>)| Recorded {
        execution: name.clone(),
        outcome: outcome.as_ref().ok().map(OutcomeData::of),
        error: outcome.as_ref().err().cloned(),
    };
    let bundle = Bundle {
        format: FORMAT.into(),
        version: VERSION,
        tool: env!("CARGO_PKG_VERSION").into(),
        test: case.name.clone(),
        module: module.into(),
        run: run_of(case, diagnosis),
        fuel: settings.fuel,
        executions: settings.executions.iter().map(ToString::to_string).collect(),
        outcomes: diagnosis.outcomes.iter().map(recorded).collect(),
        agreement: diagnosis.groups.clone(),
        first: crate::report::first_difference(diagnosis),
    };
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(path).map_err(|error| failed(path, error))?;
    let text = serde_json::to_string_pretty(&bundle).map_err(|error| error.to_string())? + "\n";
    // The description goes last: a directory without it is no bundle.
    for (name, bytes) in [(module, content), (FILE, text.as_bytes())] {
        let file = path.join(name);
        fs::write(&file, bytes).map_err(|error| failed(&file, error))?;
    }
    Ok(())
}

/// What is run, of a test.
fn run_of(case: &Case, diagnosis: &Diagnosis) -> Run {
    match &case.plan {
        Plan::Program(program) => Run::Program(program.argv.iter().skip(1).cloned().collect()),
        _ => Run::Call(case.describe(diagnosis.index).1.pop().unwrap_or_default()),
    }
}

/// The name and the content of the file with the module.
/// Features as a test asks for them.
pub fn attributes(features: Features) -> String {
    let Features { sse41, hwdiv_arm, sandbox } = features;
    let words = [(sse41, "sse4.1"), (hwdiv_arm, "hwdiv-arm"), (sandbox, "sandbox")];
    words.into_iter().filter(|(set, _)| *set).map(|(_, word)| word).collect::<Vec<_>>().join(" ")
}

fn module_of(case: &Case, source: &Source) -> Result<(String, Vec<u8>), String> {
    match source {
        Source::File(path) => {
            let name = path.file_name().map_or_else(|| "module".into(), |name| name.to_string_lossy().into_owned());
            let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
            Ok((name, bytes))
        }
        Source::Made(..) => {
            let features = attributes(case.subject.features);
            let head = if features.is_empty() { String::new() } else { format!("; features: {features}\n") };
            let text = print_module(&case.subject.module, &case.subject.bodies);
            Ok(("module.ll".into(), (head + &text).into_bytes()))
        }
    }
}

/// A name that is the same for the same test and run.
fn directory_name(test: &str, run: &Run) -> String {
    let stem = Path::new(test).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let plain: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' }).collect();
    // FNV-1a.
    let mix = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    let key = format!("{test}\n{run:?}");
    format!("{plain}-{:08x}", key.bytes().fold(0x811c_9dc5, mix))
}

/// Reads the bundle in a directory.
pub fn read(dir: &Path) -> Result<Bundle, String> {
    #[derive(Deserialize)]
    struct Head {
        format: String,
        version: u32,
        tool: String,
    }
    let path = dir.join(FILE);
    let name = path.display();
    let text = fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
    let head: Head = serde_json::from_str(&text).map_err(|error| format!("{name}: not a bundle: {error}"))?;
    if head.format != FORMAT {
        return Err(format!("{name}: not a bundle, but a `{}`", head.format));
    }
    if head.version != VERSION {
        let Head { version, tool, .. } = head;
        return Err(format!(
            "{name}: a bundle of version {version}, written by crosstest {tool}; this crosstest reads version {VERSION}: use that one"
        ));
    }
    let bundle: Bundle = serde_json::from_str(&text).map_err(|error| format!("{name}: malformed bundle: {error}"))?;
    let is_plain = Path::new(&bundle.module).file_name().is_some_and(|file| file == Path::new(&bundle.module).as_os_str());
    if is_plain { Ok(bundle) } else { Err(format!("{name}: malformed bundle: `{}` is no file beside it", bundle.module)) }
}

/// Runs a bundle again.
pub fn replay(dir: &Path) -> Result<Replay, String> {
    let bundle = read(dir)?;
    let about = |error: String| format!("{}: {error}", dir.display());
    let executions: Vec<Execution> =
        bundle.executions.iter().map(|name| name.parse()).collect::<Result<_, _>>().map_err(about)?;
    let overrides = match &bundle.run {
        Run::Call(call) => Overrides { calls: vec![call.clone()], args: None },
        Run::Program(args) => Overrides { calls: Vec::new(), args: Some(args.clone()) },
    };
    let module = dir.join(&bundle.module);
    let case = match Test::load(&module, &overrides) {
        Ok(Test::Case(case)) => case,
        Ok(Test::Refused(refused)) => return Err(format!("{}: {}", module.display(), refused.found.join("; "))),
        Err(error) => return Err(format!("{}: {error}", module.display())),
    };
    let targets: Vec<Target> = executions.iter().map(|execution| execution.target).collect();
    let environment =
        Environment { runtimes: Runtimes::new(&targets)?, missing: executions.iter().map(exec::run::missing).collect() };
    let settings = Settings { overrides, ..Settings::new(executions, bundle.fuel) };
    let diagnosis = diagnose_run(&case, 0, &settings, &environment).ok_or_else(|| about("there is nothing to run".into()))?;
    let mut changed = Vec::new();
    let mut not_run = Vec::new();
    for (name, outcome) in &diagnosis.outcomes {
        match outcome {
            Err(why) if why.starts_with(NOT_RUN) => not_run.push((name.clone(), why[NOT_RUN.len()..].into())),
            _ if is_as_recorded(&bundle, name, outcome) => {}
            _ => changed.push(name.clone()),
        }
    }
    Ok(Replay { bundle, diagnosis, changed, not_run })
}

/// What an error says first if the engine is not there.
const NOT_RUN: &str = "not run: ";

fn is_as_recorded(bundle: &Bundle, name: &str, outcome: &Result<Outcome, String>) -> bool {
    let recorded = bundle.outcomes.iter().find(|recorded| recorded.execution == name);
    recorded.is_some_and(|recorded| match outcome {
        Ok(outcome) => recorded.outcome.as_ref() == Some(&OutcomeData::of(outcome)),
        Err(why) => recorded.error.as_ref() == Some(why),
    })
}

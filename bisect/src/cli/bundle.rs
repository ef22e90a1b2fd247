//! `bisect bundle`: a disagreement that `crosstest` wrote down.
//!
//! In: a bundle's directory. Out: the arguments of `bisect pexe`, which does the rest. A directory
//! with a `bundle.json` says itself what was run, and on which executions the outcome was not the
//! interpreter's: the first of these is bisected. Without that file it is the finding of a campaign
//! of older days: a test (`test.ll`, or the `.ll` or `.pexe` that is there), and lines in
//! `report.txt` that name targets with their symptoms (`x8632/O2: result: ...`), of which the first
//! counts. The failing recipe is bisected against the other one.

use std::fs;
use std::path::{Path, PathBuf};

use crosstest::axes;
use crosstest::bundle::{self, Bundle, Run};
use crosstest::exec::execution::{Engine, Execution};
use crosstest::orders;
use translator::options::{Isa, OptLevel};

use super::args::{BundleArgs, PexeArgs, SidesArgs};
use super::{Status, pexe, say};

/// The names of tests in bundles without a description, the best first.
const TESTS: [&str; 5] = ["test.ll", "reduced.ll", "reduced.pexe", "original.ll", "original.pexe"];
/// What a bundle calls the interpreter.
const INTERPRETER: &str = "interp";

/// What a bundle says.
#[derive(PartialEq, Debug)]
struct Told {
    file: PathBuf,
    /// What failed, if it says so.
    failed: Option<Execution>,
    calls: Vec<String>,
    args: Vec<String>,
}

/// Runs the command.
pub fn main(args: &BundleArgs) -> Result<Status, String> {
    let dir = &args.bundle;
    let told = if dir.join(bundle::FILE).exists() { described(dir)? } else { undescribed(dir)? };
    let Some(target) = args.target.or(told.failed.as_ref().map(|failed| failed.target.isa)) else {
        return Err(format!(
            "{}: nothing in this bundle names a target that fails (a line like `x8632/O2: result` in report.txt); name one with --target",
            dir.display()
        ));
    };
    let [good, bad] = recipes(told.failed.as_ref());
    if let Some(failed) = told.failed.as_ref().filter(|failed| failed.engine != Engine::Unicorn) {
        say(&format!("{failed} failed; bisect runs the code in the emulator, where it may not fail"));
    }
    let sides = SidesArgs {
        target,
        good: args.good.clone().unwrap_or(good),
        bad: args.bad.clone().unwrap_or(bad),
        good_translator: None,
        bad_translator: None,
        timeout: 60,
    };
    let Told { file, calls, args: arguments, .. } = told;
    let (search, reduce_seconds) = (args.search.clone(), args.reduce_seconds);
    pexe::main(&PexeArgs { file, sides, search, reduce_seconds, call: calls, args: arguments })
}

/// The options of the right and of the wrong translation.
fn recipes(failed: Option<&Execution>) -> [String; 2] {
    let bad = failed.map_or(OptLevel::O2, |failed| failed.target.opt);
    let good = if bad == OptLevel::O2 { OptLevel::Om1 } else { OptLevel::O2 };
    let Some(Execution { features, seed, diversity, registers, stack_extra, plan, besides, .. }) = failed else {
        return [good.name().into(), bad.name().into()];
    };
    // Instructions are for both, since a test may need them; the rest is what is under suspicion.
    let mut both = String::new();
    for (set, name) in [(features.sse41, "sse4.1"), (features.hwdiv_arm, "hwdiv-arm")] {
        both += &if set { format!(" -mattr={name}") } else { String::new() };
    }
    // A program that is sandboxed links with nothing that is not.
    both += if features.sandbox { " -sandbox" } else { "" };
    let mut own = axes::options(*seed, diversity);
    own += &if registers.is_empty() { String::new() } else { format!(" -reg-use={}", registers.join(",")) };
    own += &if *stack_extra == 0 { String::new() } else { format!(" -test-stack-extra={stack_extra}") };
    own += &plan.as_ref().map_or_else(String::new, |plan| format!(" -passes={plan}"));
    own += &orders::options(*besides);
    [format!("{good}{both}"), format!("{bad}{both}{own}")]
}

/// What a description says.
fn described(dir: &Path) -> Result<Told, String> {
    let bundle = bundle::read(dir)?;
    let (calls, args) = match &bundle.run {
        Run::Call(call) => (vec![call.clone()], Vec::new()),
        Run::Program(args) => (Vec::new(), args.clone()),
    };
    Ok(Told { file: dir.join(&bundle.module), failed: failed(&bundle), calls, args })
}

/// The first execution with another outcome than the interpreter, or with none; an emulated one if
/// there is one.
fn failed(bundle: &Bundle) -> Option<Execution> {
    let right = bundle.agreement.iter().find(|group| group.iter().any(|name| name == INTERPRETER));
    let is_wrong = |name: &&String| right.is_none_or(|right| !right.contains(name)) && *name != INTERPRETER;
    let all: Vec<Execution> = bundle.executions.iter().filter(is_wrong).filter_map(|name| name.parse().ok()).collect();
    all.iter().find(|execution| execution.engine == Engine::Unicorn).or(all.first()).cloned()
}

/// What can be told from a directory without a description.
fn undescribed(dir: &Path) -> Result<Told, String> {
    let known = TESTS.iter().map(|name| dir.join(name)).find(|path| path.is_file());
    let Some(file) = known else {
        return Err(format!(
            "{}: this is no bundle: it has neither {} nor any of the files {}",
            dir.display(),
            bundle::FILE,
            TESTS.join(", ")
        ));
    };
    Ok(Told { file, failed: named(dir), calls: Vec::new(), args: Vec::new() })
}

/// The first target that the texts of a directory name.
fn named(dir: &Path) -> Option<Execution> {
    let texts = ["report.txt", "report.md", "test.ll"].iter().filter_map(|name| fs::read_to_string(dir.join(name)).ok());
    let text: String = texts.collect::<Vec<_>>().join("\n");
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '/');
    words
        .filter(|word| word.split_once('/').is_some_and(|(isa, _)| Isa::from_name(isa).is_some()))
        .find_map(|word| word.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_without_a_description_names_a_target() {
        let dir = tempfile::tempdir().unwrap();
        assert!(undescribed(dir.path()).unwrap_err().contains("no bundle"));
        fs::write(dir.path().join("test.ll"), "; x8664/O2+arm32/O2 result: add i32\n; run: @main()\n").unwrap();
        let told = undescribed(dir.path()).unwrap();
        assert_eq!((told.file, told.failed), (dir.path().join("test.ll"), "x8664/O2".parse().ok()));
        fs::write(dir.path().join("report.txt"), "original:\n  arm32/Om1: result: 5\n").unwrap();
        assert_eq!(named(dir.path()), "arm32/Om1".parse().ok());
    }

    #[test]
    fn a_description_says_what_was_run_and_what_failed() {
        let dir = tempfile::tempdir().unwrap();
        let text = r#"{"format":"crosstest bundle","version":1,"tool":"0","test":"add.ll","module":"add.ll","run":{"call":"@f(i32 1)"},
            "fuel":100,"executions":["x8632/Om1","x8664/O2@native","x8664/O2+sse4.1+seed=3"],"outcomes":[],
            "agreement":[["interp","x8632/Om1"],["x8664/O2@native","x8664/O2+sse4.1+seed=3"]],"first":[]}"#;
        fs::write(dir.path().join(bundle::FILE), text).unwrap();
        let told = described(dir.path()).unwrap();
        assert_eq!((told.file.clone(), &*told.calls), (dir.path().join("add.ll"), &["@f(i32 1)".to_string()][..]));
        let failed = told.failed.unwrap();
        assert_eq!(failed.to_string(), "x8664/O2+sse4.1+seed=3");
        assert_eq!(recipes(Some(&failed)), ["Om1 -mattr=sse4.1", "O2 -mattr=sse4.1 -randomize-regalloc -sz-seed=3"]);
        let failed: Execution = "arm32/O3+passes=dce:loop(licm)+split-global+schedule-early".parse().unwrap();
        assert_eq!(recipes(Some(&failed)), ["O2", "O3 -passes=dce,loop(licm) -schedule-early -split-global-vars"]);
        fs::write(dir.path().join(bundle::FILE), text.replace(":1,\"tool", ":9,\"tool")).unwrap();
        assert!(described(dir.path()).unwrap_err().contains("a bundle of version 9"));
    }
}

//! What a campaign found: a bucket for each mistake, and a bundle for each bucket.
//!
//! In: a case with its verdict and its reduced module. Out: a directory `findings/NNN` that is a
//! [`bundle`], as a run of suites writes them and `crosstest replay` runs them again. Its module,
//! `test.ll`, is a regression test ready to be kept: it says with which options it fails and which
//! result is right. Beside it lie `original.ll`, both modules as `.pexe`, `input.bin` (the bytes
//! that the module was generated from) and `report.txt` (what every target made of both).
//!
//! A bucket is named for the architectures on which a case fails, for the passes without which it
//! does not, and for what the reduced module does differently first: the kind of the difference,
//! and the operation there. Its directory says in the file `bucket` which one it is. A directory is
//! made under another name and renamed when it is whole, so that a campaign that is killed leaves
//! no half of one, and none that is not looked at again: the next campaign lists the directories.

use std::fs;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;
use translator::options::{Controls, Features, OptLevel, Pass, PassSet};
use translator::text::print_module;

use super::examine::{Examiner, Verdict};
use super::reduce::Reduced;
use super::{Settings, bytes, controls, features, varied};
use crate::axes;
use crate::bundle;
use crate::case::Case;
use crate::exec::execution::Execution;
use crate::generate::Generated;
use crate::matrix::diagnose::{Diagnosis, diagnose_run};
use crate::matrix::{self, Environment};
use crate::orders;
use crate::outcome::{End, Outcome};
use crate::value::text::show;

/// How many cases with the same symptom on the same targets are reduced. The rest is counted only:
/// reducing takes seconds.
const REDUCED_PER_SYMPTOM: u32 = 12;
/// Fuel of a bundle's run: no less than that of a case, in either unit.
pub(super) const FUEL: u64 = 400_000;
/// The module in a bundle.
pub(super) const TEST: &str = "test.ll";

/// A mistake, as far as campaigns can tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bucket {
    /// What makes it one.
    pub name: String,
    /// How many cases show it.
    pub count: u64,
}

/// What is known of buckets.
pub struct Findings {
    /// Their names.
    known: Vec<String>,
    /// Of each symptom: how many cases had it, and the bucket of the last one that was filed.
    symptoms: FxHashMap<String, (u32, Option<String>)>,
    new_tests: Vec<String>,
}

/// The file in a bundle with the name of its bucket.
pub(super) const BUCKET: &str = "bucket";

/// The findings of a campaign's directory: the name of each bucket, and its bundle.
pub(super) fn filed(dir: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    let findings = dir.join("findings");
    let entries = match fs::read_dir(&findings) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(format!("{}: {error}", findings.display())),
    };
    let bundle = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.ok()?.path();
        Some((fs::read_to_string(path.join(BUCKET)).ok()?.trim_end().to_string(), path))
    };
    let mut filed: Vec<_> = entries.filter_map(bundle).collect();
    filed.sort_by(|a, b| a.1.cmp(&b.1));
    Ok(filed)
}

/// Moves a directory that is whole to the first number that is free below `findings`.
pub(super) fn put(made: &Path, dir: &Path) -> Result<PathBuf, String> {
    let findings = dir.join("findings");
    for number in 1.. {
        let place = findings.join(format!("{number:03}"));
        if place.exists() {
            continue;
        }
        return match fs::rename(made, &place) {
            Ok(()) => Ok(place),
            Err(error) => Err(format!("{}: {error}", place.display())),
        };
    }
    unreachable!("some number is free")
}

/// A finding, looked at closely.
pub struct Finding {
    bucket: String,
    symptom: String,
    test: String,
    /// The test, and what came of its run; `None` if the reduced module is no test.
    looked: Option<(Case, Diagnosis)>,
}

impl Finding {
    /// Looks at a reduced module: the passes that matter, and the first difference.
    pub fn of(
        settings: &Settings,
        examiner: &mut Examiner<'_>,
        environment: &Environment,
        number: u64,
        verdict: &Verdict,
        reduced: &Reduced,
    ) -> Finding {
        let passes = guilty_passes(examiner, number, reduced);
        let bare = test(settings, number, "", reduced, None);
        let looked = Case::parse(&bare, TEST).ok().and_then(|case| {
            let diagnosis = diagnose_run(&case, 0, &run_settings(settings, number), environment)?;
            Some((case, diagnosis))
        });
        let operation = looked.as_ref().and_then(|(_, diagnosis)| Some(operation(&diagnosis.first.as_ref()?.reference)));
        let bucket = bucket_name(&reduced.verdict, &passes, operation.as_deref());
        let reference = looked.as_ref().and_then(|(_, diagnosis)| diagnosis.outcomes.first()?.1.as_ref().ok());
        let test = test(settings, number, &bucket, reduced, reference);
        Finding { bucket, symptom: symptom(verdict), test, looked }
    }
}

/// How a bundle's run is made.
fn run_settings(settings: &Settings, number: u64) -> matrix::Settings {
    matrix::Settings::new(settings.executions().into_iter().map(|it| varied(number, it)).collect(), FUEL)
}

impl Findings {
    /// What earlier campaigns have filed in this directory.
    pub fn load(settings: &Settings) -> Result<Findings, String> {
        let known = filed(&settings.dir)?.into_iter().map(|(name, _)| name).collect();
        Ok(Findings { known, symptoms: FxHashMap::default(), new_tests: Vec::new() })
    }

    /// The tests of the buckets that are new.
    pub fn into_new_tests(self) -> Vec<String> {
        self.new_tests
    }

    /// Whether a case is worth reducing. One that is not (the error) counts as one of the bucket
    /// that its symptom led to last.
    pub fn wants(&mut self, verdict: &Verdict) -> Result<(), Option<String>> {
        let (count, bucket) = self.symptoms.entry(symptom(verdict)).or_default();
        *count += 1;
        if *count <= REDUCED_PER_SYMPTOM { Ok(()) } else { Err(bucket.clone()) }
    }

    /// Files a case. Of a bucket that is known, there is a bundle already. Gives the bucket's name.
    pub fn file(
        &mut self,
        settings: &Settings,
        number: u64,
        generated: &Generated,
        verdict: &Verdict,
        reduced: &Reduced,
        finding: Finding,
    ) -> Result<String, String> {
        self.symptoms.entry(finding.symptom).or_default().1 = Some(finding.bucket.clone());
        if self.known.contains(&finding.bucket) {
            return Ok(finding.bucket);
        }
        let dir = new_directory(&settings.dir)?;
        let write = |file: &str, content: &[u8]| {
            let path = dir.join(file);
            fs::write(&path, content).map_err(|error| format!("{}: {error}", path.display()))
        };
        write(BUCKET, format!("{}\n", finding.bucket).as_bytes())?;
        write("input.bin", &bytes(settings.seed, number))?;
        write("original.ll", print_module(&generated.module, &generated.bodies).as_bytes())?;
        write("report.txt", report(settings, number, verdict, &reduced.verdict).as_bytes())?;
        write(TEST, finding.test.as_bytes())?;
        for (file, module) in [("original.pexe", generated), ("reduced.pexe", &reduced.module)] {
            // What cannot be written is a finding of its own.
            if let Ok(bytes) = translator::bitcode::write_module(&module.module, &module.bodies) {
                write(file, &bytes)?;
            }
        }
        if let Some((case, diagnosis)) = &finding.looked {
            bundle::write_in(&dir, (TEST, finding.test.as_bytes()), case, &run_settings(settings, number), diagnosis)?;
        }
        put(&dir, &settings.dir)?;
        self.known.push(finding.bucket.clone());
        self.new_tests.push(finding.test);
        Ok(finding.bucket)
    }
}

/// An empty directory to make a bundle in. What is left of one that was never finished is thrown
/// away.
pub(super) fn new_directory(campaign: &Path) -> Result<PathBuf, String> {
    let dir = campaign.join("findings").join("new");
    let about = |error: std::io::Error| format!("{}: {error}", dir.display());
    if dir.exists() {
        fs::remove_dir_all(&dir).map_err(about)?;
    }
    fs::create_dir_all(&dir).map_err(about)?;
    Ok(dir)
}

/// The symptom with the targets that show it.
fn symptom(verdict: &Verdict) -> String {
    let Some(first) = verdict.symptoms.first() else { return verdict.reference.chars().take(60).collect() };
    let targets: Vec<String> = verdict.symptoms.iter().map(|symptom| symptom.target.to_string()).collect();
    format!("{} {}", targets.join("+"), first.kind)
}

/// The passes of which each, left out, makes the symptom go away. Without optimisation there are
/// none.
fn guilty_passes(examiner: &mut Examiner<'_>, number: u64, reduced: &Reduced) -> Vec<&'static str> {
    let optimised = reduced.verdict.symptoms.iter().find(|symptom| symptom.target.opt >= OptLevel::O2);
    let Some(symptom) = optimised else { return Vec::new() };
    let module = &reduced.module;
    let mut goes_away = |pass: &Pass| {
        let disabled: PassSet = [*pass].into_iter().collect();
        examiner.set_controls(Controls { disabled, ..controls(number) });
        let verdict = examiner.examine_on(&module.module, &module.bodies, module.entry, &[symptom.target]);
        !verdict.ran.is_empty() && verdict.symptoms.is_empty()
    };
    let guilty = Pass::all().filter(|pass| pass.is_optional() && goes_away(pass)).map(Pass::name).collect();
    examiner.set_controls(controls(number));
    guilty
}

/// The operation in a place of the interpreter's, with its type: `f: b0: %v3 = add i32 %v1, 2` is
/// `add i32`.
fn operation(place: &str) -> String {
    let inst = place.splitn(3, ": ").last().unwrap_or_default();
    let inst = inst.split_once(" = ").map_or(inst, |(_, inst)| inst);
    inst.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

/// What makes a bucket.
fn bucket_name(verdict: &Verdict, passes: &[&str], operation: Option<&str>) -> String {
    let Some(first) = verdict.symptoms.first() else { return symptom(verdict) };
    let mut isas: Vec<&str> = verdict.symptoms.iter().map(|symptom| symptom.target.isa.name()).collect();
    isas.dedup();
    let plain = verdict.symptoms.iter().any(|symptom| symptom.target.opt == OptLevel::Om1);
    let passes = match passes {
        _ if plain => "Om1 too".into(),
        [] => "no single pass".into(),
        passes => passes.join(" or "),
    };
    let operation = operation.map_or_else(String::new, |operation| format!(" at {operation}"));
    format!("{}, {passes}, {}{operation}", isas.join(" "), first.kind).replace('\n', " ")
}

/// The regression test, in the form of the corpus.
fn test(settings: &Settings, number: u64, bucket: &str, reduced: &Reduced, reference: Option<&Outcome>) -> String {
    let seed = settings.seed;
    let failing: Vec<String> = reduced.verdict.symptoms.iter().map(|symptom| symptom.target.to_string()).collect();
    let mut text = format!("; {bucket}\n; found by crosstest campaign --seed {seed}, case {number}\n");
    if let Some(symptom) = reduced.verdict.symptoms.first() {
        let (isa, opt) = (symptom.target.isa, symptom.target.opt);
        let Features { sse41, sandbox, .. } = features(number);
        let with = if sse41 { " -mattr=sse4.1,hwdiv-arm" } else { "" }.to_string() + if sandbox { " -sandbox" } else { "" };
        let Controls { randomize_regalloc, seed, diversity, plan, besides, .. } = controls(number);
        let with = with + &axes::options(randomize_regalloc.then_some(seed), &diversity);
        let is_optimised = opt >= OptLevel::O2;
        let plan = plan.filter(|_| is_optimised).map_or(String::new(), |plan| format!(" '-passes={plan}'"));
        let with = with + &plan + &if is_optimised { orders::options(besides) } else { String::new() };
        text += &format!("; fails on {}\n; translated by pnacl-sz -target={isa} -{opt}{with}\n", failing.join(", "));
    }
    if !attributes(number).is_empty() {
        text += &format!("; features: {}\n", attributes(number));
    }
    let expected = match reference.map(|outcome| (&outcome.end, &outcome.result)) {
        Some((End::Returned, Some(value))) if value.unspecified == 0 => format!(" -> {}", show(value)),
        Some((End::Trapped(_), _)) => " -> traps".into(),
        _ => String::new(),
    };
    text + &format!("; run: @main(){expected}\n\n{}", reduced.text)
}

/// The optional instructions of a case, as a test asks for them.
pub(super) fn attributes(number: u64) -> String {
    bundle::attributes(features(number))
}

fn report(settings: &Settings, number: u64, verdict: &Verdict, reduced: &Verdict) -> String {
    let first = reduced.symptoms.first().or(verdict.symptoms.first());
    let execution =
        first.map_or(String::new(), |first| format!(" --execution '{}'", varied(number, Execution::plain(first.target))));
    let mut text = format!(
        "seed {}, case {number}\nto run it again: crosstest replay this directory, or crosstest run test.ll{execution}\n",
        settings.seed
    );
    for (title, verdict) in [("original", verdict), ("reduced", reduced)] {
        text += &format!("\n{title}:\n  interpreter: {}\n", verdict.reference);
        for symptom in &verdict.symptoms {
            text += &format!("  {}: {}: {}\n", symptom.target, symptom.kind, symptom.text);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::examine::{End, Symptom};
    use super::*;
    use crate::compare::Extent;
    use crate::exec::link::Runtimes;
    use crate::job::Target;
    use std::time::Duration;

    fn verdict(kind: &str) -> Verdict {
        let symptom = Symptom { target: Target::all()[0], kind: kind.into(), text: "all of it".into() };
        let (ran, extent) = (Vec::new(), Extent::default());
        Verdict { end: End::Returned, reference: "returned".into(), ran, extent, symptoms: vec![symptom] }
    }

    fn settings(dir: &Path) -> Settings {
        let targets = Target::all()[..2].to_vec();
        Settings { targets, translator: None, seed: 5, shard: (1, 1), time: Duration::ZERO, cases: 0, jobs: 1, dir: dir.into() }
    }

    #[test]
    fn a_mistake_is_filed_once_as_a_bundle_and_counted() {
        let dir = tempfile::tempdir().unwrap();
        let settings = settings(dir.path());
        let environment = Environment { runtimes: Runtimes::new(&settings.targets).unwrap(), missing: vec![None; 2] };
        let runtimes = Runtimes::new(&settings.targets).unwrap();
        let mut examiner = Examiner::new(&settings.targets, &runtimes);
        let mut findings = Findings::load(&settings).unwrap();
        for (kind, buckets) in [("result", 1), ("result", 1), ("memory", 2)] {
            let module = super::super::generated(5, 1);
            let text = print_module(&module.module, &module.bodies);
            let reduced = Reduced { module, text, verdict: verdict(kind) };
            let finding = Finding::of(&settings, &mut examiner, &environment, 1, &verdict(kind), &reduced);
            findings.file(&settings, 1, &super::super::generated(5, 1), &verdict(kind), &reduced, finding).unwrap();
            assert_eq!(findings.known.len(), buckets);
        }
        assert_eq!(Findings::load(&settings).unwrap().known, findings.known);
        let bundle = dir.path().join("findings/001");
        let test = fs::read_to_string(bundle.join(TEST)).unwrap();
        for line in
            ["; features: sse4.1 hwdiv-arm\n", "; run: @main()", "; translated by pnacl-sz -target=x8632 -Om1 -mattr=sse4.1,"]
        {
            assert!(test.contains(line), "{line}: {test}");
        }
        let replay = bundle::replay(&bundle).unwrap();
        assert!(replay.changed.is_empty() && replay.agrees(), "{:?}", replay.changed);
        assert_eq!(findings.into_new_tests().len(), 2);
    }

    #[test]
    fn enough_of_a_symptom_is_enough() {
        let dir = tempfile::tempdir().unwrap();
        let mut findings = Findings::load(&settings(dir.path())).unwrap();
        findings.symptoms.insert(symptom(&verdict("result")), (0, Some("known".into())));
        let answers: Vec<_> = (0..100).map(|_| findings.wants(&verdict("result"))).collect();
        let wanted = answers.iter().filter(|answer| answer.is_ok()).count();
        assert_eq!(wanted, REDUCED_PER_SYMPTOM as usize);
        assert!(answers[wanted..].iter().all(|answer| *answer == Err(Some("known".into()))), "the others are counted");
        assert_eq!(findings.wants(&verdict("memory")), Ok(()));
    }

    #[test]
    fn an_operation_is_its_name_and_type() {
        assert_eq!(operation("f: b0: %v3 = add i32 %v1, 2"), "add i32");
        assert_eq!(operation("f: b1: store i8 %v1, i32 %v2"), "store i8");
    }

    #[test]
    fn buckets_are_of_architectures_passes_and_first_differences() {
        assert_eq!(bucket_name(&verdict("memory"), &[], Some("store i8")), "x8632, Om1 too, memory at store i8");
        let mut optimised = verdict("result");
        optimised.symptoms[0].target.opt = OptLevel::O2;
        assert_eq!(bucket_name(&optimised, &["licm", "sink"], None), "x8632, licm or sink, result");
    }
}

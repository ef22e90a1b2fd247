//! What a campaign found: a bucket for each mistake, and a directory for each bucket.
//!
//! In: a case with its verdict and its reduced module. Out: a bundle `findings/NNN` that holds `test.ll` (the reduced module, as a
//! regression test), `original.ll`, both as `.pexe`, `input.bin` (the bytes that the module was generated from) and `report.txt`: how to run the case
//! again, and what every engine made of it.
//!
//! Findings with the same symptom on the same targets, whose reduced modules consist of the same operations, are one bucket. The file
//! `buckets` lists the names of all, so that the next campaign knows them.

use std::fs;
use std::path::PathBuf;

use rustc_hash::FxHashMap;
use translator::ice::InstData;
use translator::options::Features;
use translator::text::print_module;

use super::examine::Verdict;
use super::reduce::Reduced;
use super::state::replace;
use super::{Settings, bytes, features};
use crate::generate::Generated;

/// How many cases with the same symptom on the same targets are reduced. The rest is counted only: reducing takes seconds.
const REDUCED_PER_SYMPTOM: u32 = 12;

/// The buckets.
pub struct Findings {
    names: Vec<String>,
    symptoms: FxHashMap<String, u32>,
    new_tests: Vec<String>,
}

impl Findings {
    /// The buckets of earlier campaigns in this directory.
    pub fn load(settings: &Settings) -> Result<Findings, String> {
        let path = settings.dir.join("buckets");
        let names = match fs::read_to_string(&path) {
            Ok(text) => text.lines().map(String::from).collect(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        Ok(Findings { names, symptoms: FxHashMap::default(), new_tests: Vec::new() })
    }

    /// How many buckets there are.
    pub fn buckets(&self) -> usize {
        self.names.len()
    }

    /// The tests of the buckets that are new.
    pub fn into_new_tests(self) -> Vec<String> {
        self.new_tests
    }

    /// Whether a case is worth reducing.
    pub fn wants(&mut self, verdict: &Verdict) -> bool {
        let count = self.symptoms.entry(symptom(verdict)).or_default();
        *count += 1;
        *count <= REDUCED_PER_SYMPTOM
    }

    /// Files a case, unless its bucket is known.
    pub fn file(
        &mut self,
        settings: &Settings,
        number: u64,
        generated: &Generated,
        verdict: &Verdict,
        reduced: &Reduced,
    ) -> Result<(), String> {
        let name = format!("{}: {}", symptom(&reduced.verdict), operations(&reduced.module));
        if self.names.contains(&name) {
            return Ok(());
        }
        let dir = self.bundle(settings)?;
        let write = |file: &str, content: &[u8]| {
            let path = dir.join(file);
            fs::write(&path, content).map_err(|error| format!("{}: {error}", path.display()))
        };
        let test = test(settings, number, &name, reduced);
        write("input.bin", &bytes(settings.seed, number))?;
        write("original.ll", print_module(&generated.module, &generated.bodies).as_bytes())?;
        write("report.txt", report(settings, number, verdict, &reduced.verdict).as_bytes())?;
        write("test.ll", test.as_bytes())?;
        for (file, module) in [("original.pexe", generated), ("reduced.pexe", &reduced.module)] {
            // What cannot be written is a finding of its own.
            if let Ok(bytes) = translator::bitcode::write_module(&module.module, &module.bodies) {
                write(file, &bytes)?;
            }
        }
        self.names.push(name);
        self.new_tests.push(test);
        replace(&settings.dir.join("buckets"), &(self.names.join("\n") + "\n"))
    }

    /// Makes the directory of the next bundle.
    fn bundle(&self, settings: &Settings) -> Result<PathBuf, String> {
        let dir = settings.dir.join("findings").join(format!("{:03}", self.names.len() + 1));
        fs::create_dir_all(&dir).map_err(|error| format!("{}: {error}", dir.display()))?;
        Ok(dir)
    }
}

/// The symptom with the targets that show it.
fn symptom(verdict: &Verdict) -> String {
    let Some(first) = verdict.symptoms.first() else { return verdict.reference.chars().take(60).collect() };
    let targets: Vec<String> = verdict.symptoms.iter().map(|symptom| symptom.target.to_string()).collect();
    format!("{} {}", targets.join("+"), first.kind)
}

/// The operations that a module consists of, each once, with their types.
fn operations(module: &Generated) -> String {
    let mut names = Vec::new();
    for body in &module.bodies {
        for &block in body.block_order() {
            for inst in body.block_insts(block) {
                let ty = body.result(inst).map_or(translator::ice::Type::Void, |value| body.ty(value));
                names.push(match *body.inst(inst) {
                    InstData::Binary { op, .. } => format!("{op} {ty}"),
                    InstData::Cast { op, src } => format!("{op} {} {ty}", body.ty(src)),
                    InstData::Icmp { cond, lhs, .. } => format!("icmp {cond} {}", body.ty(lhs)),
                    InstData::Fcmp { cond, lhs, .. } => format!("fcmp {cond} {}", body.ty(lhs)),
                    InstData::Select { .. } => format!("select {ty}"),
                    InstData::Call { func, .. } => match module.module.funcs[func].intrinsic {
                        Some(intrinsic) => intrinsic.name(),
                        None => "call".into(),
                    },
                    InstData::CallIndirect { .. } => "call".into(),
                    InstData::InsertElement { .. } => format!("insertelement {ty}"),
                    InstData::ExtractElement { vector, .. } => format!("extractelement {}", body.ty(vector)),
                    InstData::Switch { value, .. } => format!("switch {}", body.ty(value)),
                    InstData::Alloca { .. } => "alloca".into(),
                    InstData::Phi { .. } => format!("phi {ty}"),
                    _ => continue,
                });
            }
        }
    }
    names.sort_unstable();
    names.dedup();
    if names.is_empty() { "moves".into() } else { names.join(", ") }
}

/// The regression test, in the form of the corpus.
fn test(settings: &Settings, number: u64, name: &str, reduced: &Reduced) -> String {
    let seed = settings.seed;
    let with = if features(number) == Features::default() { "" } else { ", with SSE4.1 and ARM's divisions" };
    format!("; {name}\n; found by crosstest campaign --seed {seed}, case {number}{with}\n; run: @main()\n\n{}", reduced.text)
}

fn report(settings: &Settings, number: u64, verdict: &Verdict, reduced: &Verdict) -> String {
    let mut text = format!("seed {}, case {number}\nto run it again: crosstest run test.ll\n", settings.seed);
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
    use crate::subject::Target;
    use std::time::Duration;

    fn verdict(kind: &str) -> Verdict {
        let symptom = Symptom { target: Target::all()[0], kind: kind.into(), text: "all of it".into() };
        let (ran, extent) = (Vec::new(), Extent::default());
        Verdict { end: End::Returned, reference: "returned".into(), ran, extent, symptoms: vec![symptom] }
    }

    #[test]
    fn a_mistake_is_filed_once() {
        let dir = tempfile::tempdir().unwrap();
        let settings =
            Settings { targets: Target::all(), seed: 5, time: Duration::ZERO, cases: 0, jobs: 1, dir: dir.path().into() };
        let mut findings = Findings::load(&settings).unwrap();
        for (kind, buckets) in [("result", 1), ("result", 1), ("memory", 2)] {
            let reduced =
                Reduced { module: super::super::generated(5, 1), text: "; the module\n".into(), verdict: verdict(kind) };
            findings.file(&settings, 1, &super::super::generated(5, 1), &verdict(kind), &reduced).unwrap();
            assert_eq!(findings.buckets(), buckets);
        }
        assert_eq!(Findings::load(&settings).unwrap().buckets(), 2);
        assert!(fs::read_to_string(dir.path().join("findings/001/test.ll")).unwrap().contains("; run: @main()"));
        assert_eq!(findings.into_new_tests().len(), 2);
    }

    #[test]
    fn enough_of_a_symptom_is_enough() {
        let dir = tempfile::tempdir().unwrap();
        let settings = Settings { targets: Vec::new(), seed: 5, time: Duration::ZERO, cases: 0, jobs: 1, dir: dir.path().into() };
        let mut findings = Findings::load(&settings).unwrap();
        let wanted = (0..100).filter(|_| findings.wants(&verdict("result"))).count();
        assert_eq!(wanted, REDUCED_PER_SYMPTOM as usize);
        assert!(findings.wants(&verdict("memory")));
    }
}

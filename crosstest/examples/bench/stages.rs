//! Where the instructions of a translation go: the stage or pass whose code executes them.
//!
//! A profile of callgrind's names functions. One of the translator's belongs to the stage that its
//! module is; the others (the standard library's, the C library's, and those of modules that every
//! stage uses) count for their callers, as often as these call them. What has been inlined belongs
//! to the file that it is from; the standard library's, to the file that it was inlined into last.

use std::collections::HashMap;

use crate::callgrind;
use crate::figures::{Figure, Unit};
use crate::sections::Setting;
use crate::translators::Task;

/// What begins the path of a function in a stage, longest first where one begins another; the rest
/// of the modules is nobody's.
const STAGES: &[(&str, &str)] = &[
    ("bitcode::", "reading"),
    ("text::", "reading"),
    ("opt::", "pass "),
    ("analysis::", "analysis"),
    ("isa::common::switch", "lowering"),
    ("isa::", ""),
    ("liveness::", "liveness"),
    ("regalloc::linear::", "linear scan"),
    ("regalloc::minimal", "minimal allocation"),
    ("regalloc::", "allocation, the rest"),
    ("lir::frame", "frame"),
    ("lir::split", "splitting"),
    ("mc::", "emission"),
    ("lir::edges", "allocation, the rest"),
    ("object::", "object file"),
    ("driver::", "driver"),
    ("pipeline::", "driver"),
];

/// Parts of an architecture's modules.
const PARTS: &[(&str, &str)] = &[
    ("::lower", "lowering"),
    ("isa::common", "lowering"),
    ("::emit", "emission"),
    ("::encode", "emission"),
    ("::delay", "emission"),
    ("::polish", "polishing"),
    ("::frame", "frame"),
];

/// Of each program on the first target, at each recipe: instructions by stage.
pub fn stages(setting: &Setting) -> Result<Vec<Figure>, String> {
    callgrind::is_there()?;
    let isa = setting.isas[0];
    let ours = &setting.translators[0];
    let mut figures = Vec::new();
    for task in setting.tasks().into_iter().filter(|task| task.isa == isa) {
        let Task { program, recipe, .. } = task;
        let profile = setting.scratch.path().join("profile");
        let counted = callgrind::count(&ours.command(task, &setting.out(&task, 0), setting.scratch.path())?, Some(&profile))?;
        let text = std::fs::read_to_string(&profile).map_err(|error| format!("{}: {error}", profile.display()))?;
        let mut shares: Vec<(String, f64)> = Profile::parse(&text).by_stage().into_iter().collect();
        shares.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let sum: f64 = shares.iter().map(|(_, cost)| cost).sum();
        shares.push(("start and end of the process".into(), (counted.instructions as f64 - sum).max(0.0)));
        let figure = |(stage, cost): (String, f64)| {
            let what = format!("{} {isa} {} {stage}", program.name, recipe.name());
            Figure::exact("stages", what, &ours.name, Unit::Instructions, cost)
        };
        figures.extend(shares.into_iter().map(figure));
    }
    Ok(figures)
}

/// The stage that a function belongs to by its name.
fn stage(name: &str) -> Option<String> {
    let path = name.split("translator::").nth(1)?;
    let (prefix, stage) = STAGES.iter().find(|(prefix, _)| path.starts_with(prefix))?;
    match *stage {
        "pass " => {
            let pass = path[prefix.len()..].split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
            Some(format!("pass {pass}"))
        }
        "" => PARTS.iter().find(|(part, _)| path.contains(part)).map(|(_, stage)| (*stage).into()),
        stage => Some(stage.into()),
    }
}

/// The number in `(12) name` or `(12)`, whose name is noted if it is there.
fn named(names: &mut HashMap<u32, String>, text: &str) -> u32 {
    let (number, name) = text.trim_start_matches('(').split_once(')').unwrap_or((text, ""));
    let number = number.parse().unwrap_or(0);
    if !name.is_empty() {
        names.insert(number, name.trim().into());
    }
    number
}

/// The module that a file of the translator holds, as functions of it are named.
fn module(path: &str) -> Option<String> {
    let below = path.split("translator/src/").nth(1)?.strip_suffix(".rs")?;
    Some(format!("translator::{}::", below.replace('/', "::")))
}

/// Numbers of files, where they stand for functions, begin here.
const FILES: u32 = 1 << 30;

/// Costs of functions and of calls, by callgrind's numbers for functions.
#[derive(Default)]
struct Profile {
    names: HashMap<u32, String>,
    own: HashMap<u32, f64>,
    /// What calls from one function to another cost, all that these call included.
    calls: HashMap<(u32, u32), f64>,
}

impl Profile {
    /// Reads callgrind's format, as far as it goes here (manual of valgrind, "Callgrind format
    /// specification": names are compressed, a line after `calls=` is the cost of the calls, `fi=`
    /// and `fe=` say which file the lines after them are from).
    fn parse(text: &str) -> Profile {
        let mut profile = Profile::default();
        let mut files = HashMap::new();
        let (mut function, mut place, mut callee, mut is_call) = (0, 0, 0, false);
        for line in text.lines() {
            match line.split_once('=') {
                Some(("fn", name)) => {
                    function = named(&mut profile.names, name);
                    place = function;
                }
                Some(("cfn", name)) => callee = named(&mut profile.names, name),
                Some(("fl" | "cfi" | "cfl", name)) => {
                    named(&mut files, name);
                }
                Some(("fi" | "fe", name)) => {
                    let file = named(&mut files, name);
                    if let Some(module) = files.get(&file).and_then(|path| module(path)) {
                        // The file's lines are a function of their own, if they have a stage.
                        place = if stage(&module).is_some() { FILES + file } else { function };
                        profile.names.insert(FILES + file, module);
                    }
                }
                Some(("calls", _)) => is_call = true,
                _ if line.starts_with(|c: char| c.is_ascii_digit() || "+-*".contains(c)) => {
                    let cost: f64 = line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0.0);
                    let sum = match std::mem::take(&mut is_call) {
                        true => profile.calls.entry((place, callee)).or_default(),
                        false => profile.own.entry(place).or_default(),
                    };
                    *sum += cost;
                }
                _ => {}
            }
        }
        profile
    }

    /// Instructions by stage. What no stage has called is left out.
    fn by_stage(&self) -> HashMap<String, f64> {
        let stages: HashMap<u32, String> = self.names.iter().filter_map(|(&number, name)| Some((number, stage(name)?))).collect();
        // Who calls a function that has no stage, and which share of its calls' cost.
        let mut callers: HashMap<u32, Vec<(u32, f64)>> = HashMap::new();
        for (&(caller, callee), &cost) in &self.calls {
            if caller != callee && !stages.contains_key(&callee) {
                callers.entry(callee).or_default().push((caller, cost));
            }
        }
        for callers in callers.values_mut() {
            let sum: f64 = callers.iter().map(|(_, cost)| cost).sum();
            callers.iter_mut().for_each(|(_, cost)| *cost /= sum.max(1.0));
        }
        let mut found: HashMap<String, f64> = HashMap::new();
        let mut moving = self.own.clone();
        // Each round takes costs one caller up; what still goes round in a circle is little.
        for _ in 0..50 {
            let mut next = HashMap::new();
            for (function, cost) in moving {
                match stages.get(&function) {
                    Some(stage) => *found.entry(stage.clone()).or_default() += cost,
                    None => {
                        for &(caller, share) in callers.get(&function).into_iter().flatten() {
                            *next.entry(caller).or_default() += cost * share;
                        }
                    }
                }
            }
            moving = next;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_belong_to_stages() {
        for (name, expected) in [
            ("<translator::opt::dce::Dce as translator::opt::pass::IrPass>::change", Some("pass dce")),
            ("<translator::isa::x86::Mode as translator::isa::Target>::emit", None),
            ("translator::isa::x86::emit::emit", Some("emission")),
            ("translator::isa::mips32::lower::call::f", Some("lowering")),
            ("translator::regalloc::linear::scan::f", Some("linear scan")),
            ("<alloc::vec::Vec<T,A> as core::clone::Clone>::clone", None),
            ("translator::util::lists::Lists<K,T>::add", None),
        ] {
            assert_eq!(stage(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn what_others_execute_counts_for_their_callers() {
        let text = "fn=(1) translator::opt::dce::f\n1 100\ncfn=(3) memcpy\ncalls=1 0\n1 30\n\
                    fn=(2) translator::mc::g\n+1 50\ncfn=(3)\ncalls=2 0\n* 10\nfn=(3)\n5 40\n";
        let found = Profile::parse(text).by_stage();
        assert_eq!(found["pass dce"], 130.0);
        assert_eq!(found["emission"], 60.0);
    }

    #[test]
    fn what_is_inlined_belongs_to_its_file() {
        let text = "fl=(1) /x/translator/src/pipeline/o2.rs\nfn=(1) translator::pipeline::o2::run\n1 10\n\
                    fi=(2) /x/translator/src/liveness/dead.rs\n7 20\nfi=(3) /rustc/library/core/src/iter.rs\n8 5\n\
                    cfn=(2) memcpy\ncalls=1 0\n9 3\nfe=(1)\n2 1\nfn=(2)\n1 3\n";
        let found = Profile::parse(text).by_stage();
        assert_eq!((found["driver"], found["liveness"]), (11.0, 28.0));
    }
}

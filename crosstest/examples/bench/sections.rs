//! The sections that take one figure of each translation: cost, code, memory, size.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crosstest::report::progress::Progress;
use object::{Object as _, ObjectSection as _, SectionKind};
use rayon::prelude::*;
use tempfile::TempDir;
use translator::options::{Isa, OptLevel};

use crate::callgrind;
use crate::figures::{Figure, OURS, Unit};
use crate::known::{SUBZERO, subzero};
use crate::programs::Program;
use crate::translators::{Task, Translator, built};

/// What a run measures.
pub struct Setting {
    pub scratch: TempDir,
    pub programs: Vec<Program>,
    /// Ours is the first.
    pub translators: Vec<Translator>,
    pub isas: Vec<Isa>,
    pub recipes: Vec<OptLevel>,
    pub runs: usize,
}

impl Setting {
    /// All translations that were asked for.
    pub fn tasks(&self) -> Vec<Task<'_>> {
        let isas = move |program| {
            self.isas
                .iter()
                .flat_map(move |&isa| self.recipes.iter().map(move |&recipe| Task { program, isa, recipe, threads: 0 }))
        };
        self.programs.iter().flat_map(isas).collect()
    }

    /// A file for one of the translators to write.
    pub fn out(&self, task: &Task<'_>, number: usize) -> std::path::PathBuf {
        self.scratch.path().join(format!("{}-{}-{}-{number}.o", task.program.name, task.isa, task.recipe.name()))
    }
}

/// What a figure is of.
pub fn what(task: &Task<'_>) -> String {
    format!("{} {} {}", task.program.name, task.isa, task.recipe.name())
}

/// A figure of each translation by each translator, several at a time. What one translator cannot
/// do is named and left out; ours can do everything.
fn each(
    setting: &Setting,
    name: &str,
    unit: Unit,
    figure: impl Fn(&Translator, Task<'_>, &Path) -> Result<f64, String> + Sync,
) -> Result<Vec<Figure>, String> {
    let tasks = setting.tasks();
    let progress = Progress::new(tasks.len() * setting.translators.len());
    let of_task = |task: &Task<'_>| {
        let measured = setting.translators.iter().enumerate().map(|(number, translator)| {
            let found = figure(translator, *task, &setting.out(task, number));
            progress.step();
            match found {
                Ok(value) => Ok(Some(Figure::exact(name, what(task), &translator.name, unit, value))),
                Err(why) if translator.name == OURS => Err(why),
                Err(why) => {
                    eprintln!("bench: {name}: {}: {why}", what(task));
                    Ok(None)
                }
            }
        });
        measured.collect::<Result<Vec<_>, _>>()
    };
    let figures: Result<Vec<_>, String> = tasks.par_iter().map(of_task).collect();
    progress.finish();
    Ok(figures?.into_iter().flatten().flatten().collect())
}

/// Adds what is known of Subzero.
fn with_subzero(setting: &Setting, mut figures: Vec<Figure>, name: &str, unit: Unit, of: fn((f64, f64)) -> f64) -> Vec<Figure> {
    let known = setting.tasks().into_iter().filter_map(|task| {
        let value = of(subzero(task.program, task.isa, task.recipe)?);
        Some(Figure::exact(name, what(&task), SUBZERO, unit, value))
    });
    figures.extend(known);
    figures
}

/// Instructions that translating executes.
pub fn cost(setting: &Setting) -> Result<Vec<Figure>, String> {
    callgrind::is_there()?;
    let figures = each(setting, "cost", Unit::Instructions, |translator, task, out| {
        let counted = callgrind::count(&translator.command(task, out, setting.scratch.path())?, None)?;
        match counted.success {
            true => Ok(counted.instructions as f64),
            false => Err(counted.stderr.lines().next().unwrap_or("it fails").into()),
        }
    })?;
    Ok(with_subzero(setting, figures, "cost", Unit::Instructions, |(cost, _)| cost))
}

/// Bytes of code.
pub fn code(setting: &Setting) -> Result<Vec<Figure>, String> {
    let figures = each(setting, "code", Unit::Bytes, |translator, task, out| {
        translator.translate(task, out, setting.scratch.path())?;
        let about = |error: &dyn std::fmt::Display| format!("{}: {error}", out.display());
        let bytes = std::fs::read(out).map_err(|error| about(&error))?;
        let file = object::File::parse(&*bytes).map_err(|error| about(&error))?;
        let code = file.sections().filter(|section| section.kind() == SectionKind::Text);
        Ok(code.map(|section| section.size()).sum::<u64>() as f64)
    })?;
    Ok(with_subzero(setting, figures, "code", Unit::Bytes, |(_, code)| code))
}

/// Functions of the big module: 20 MB.
const BIG: u32 = 18_500;

/// The generated module with so many functions and a last one of so many instructions.
pub fn generated(setting: &Setting, functions: u32, largest: u32) -> Result<Program, String> {
    let maker = built("big_module", &["--example", "big_module"])?;
    let output = Command::new(maker).args([functions.to_string(), largest.to_string()]).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("big_module: {error}"))?;
    let name = match largest {
        0 => format!("{functions} functions"),
        _ => format!("{functions} functions and one of {largest}"),
    };
    let path = setting.scratch.path().join(format!("{functions}-{largest}.pexe"));
    std::fs::write(&path, &output.stdout).map_err(|error| format!("{}: {error}", path.display()))?;
    let bytes = output.stdout.len() as u64;
    Ok(Program { name, path, bytes, source: None, arguments: &[], ll: OnceLock::new() })
}

/// Peak memory, of which a translator of ours is asked to use several threads, too.
pub fn memory(setting: &Setting) -> Result<Vec<Figure>, String> {
    let isa = setting.isas[0];
    let big = generated(setting, BIG, 0)?;
    let big_tasks = setting.recipes.iter().flat_map(|&recipe| {
        let program = &big;
        [0, 1, 2, 4].map(|threads| Task { program, isa, recipe, threads })
    });
    let small = setting.tasks().into_iter().filter(|task| task.isa == isa);
    let tasks: Vec<Task<'_>> = small.chain(big_tasks).collect();
    let progress = Progress::new(tasks.len());
    let mut figures = Vec::new();
    for task in &tasks {
        for (number, translator) in setting.translators.iter().enumerate().filter(|(_, it)| it.pnacl_sz().is_some()) {
            let scratch = setting.scratch.path();
            let peak = peak_of(&translator.command(*task, &setting.out(task, number), scratch)?, scratch)?;
            let what = format!("{} -threads={}", what(task), task.threads);
            figures.push(Figure::exact("memory", what, &translator.name, Unit::Kibibytes, peak as f64));
        }
        progress.step();
    }
    progress.finish();
    Ok(figures)
}

/// The most memory that a command has at once, in KiB: its resident set. GNU time is a small process
/// to start it from: what a process has before it becomes another program counts for that.
fn peak_of(command: &Command, scratch: &Path) -> Result<u64, String> {
    let report = scratch.join("peak");
    let mut time = Command::new("time");
    time.args(["--quiet", "-f", "%M", "-o"]).arg(&report).arg(command.get_program()).args(command.get_args());
    let status = time.stdin(Stdio::null()).stdout(Stdio::null()).status();
    let status = status.map_err(|error| format!("GNU time: {error} (Debian: time)"))?;
    let text = std::fs::read_to_string(&report).map_err(|error| format!("{}: {error}", report.display()))?;
    let peak = text.trim().parse().map_err(|_| format!("GNU time says {text}"))?;
    let name = command.get_program().to_string_lossy();
    if status.success() { Ok(peak) } else { Err(format!("{name} fails")) }
}

/// The size of what `translator/bench/small.sh` built.
fn smallest() -> Option<u64> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| repository().join("target"), Into::into);
    let hosts = std::fs::read_dir(target.join("small")).ok()?;
    let programs = hosts.flatten().map(|host| host.path().join("small/pnacl-sz"));
    programs.filter_map(|program| program.metadata().ok()).map(|file| file.len()).min()
}

/// The checkout.
fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a crate of the workspace")
}

/// The size of our programs, stripped; and that of the smallest one, if it has been built.
pub fn size(setting: &Setting) -> Result<Vec<Figure>, String> {
    let mut figures = Vec::new();
    match smallest() {
        Some(bytes) => figures.push(Figure::exact("size", "pnacl-sz, the smallest", OURS, Unit::Bytes, bytes as f64)),
        None => eprintln!("bench: size: the smallest pnacl-sz has not been built: translator/bench/small.sh does it"),
    }
    for translator in &setting.translators {
        let Some(path) = translator.pnacl_sz() else { continue };
        let out = setting.scratch.path().join("stripped");
        let strip = Command::new("strip").arg("-o").arg(&out).arg(path).stdin(Stdio::null()).status();
        if !strip.map_err(|error| format!("strip: {error} (Debian: binutils)"))?.success() {
            return Err(format!("strip fails on {}", path.display()));
        }
        let bytes = std::fs::metadata(&out).map_err(|error| format!("{}: {error}", out.display()))?.len();
        figures.push(Figure::exact("size", "pnacl-sz", &translator.name, Unit::Bytes, bytes as f64));
    }
    Ok(figures)
}

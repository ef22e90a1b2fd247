//! What the sandbox costs: instructions that programs execute with and without it, and bytes of code, by architecture and recipe.
//!
//!     cargo run --release -p crosstest --example sandbox_cost [-- [OPTIONS] ["PEXE ARGUMENT..."]...]
//!
//! In: programs, each with its arguments in one word; without any, all of which is known what they print. Out: a table for each recipe, with
//! millions of instructions without the sandbox and the ratio of those with it to them; of all programs the geometric mean and the worst,
//! and the geometric mean of the ratios of their code's bytes. Instructions are those of the program and of the runtime, counted in the emulator,
//! so that they repeat; nops count. Exit status: 0; 2 if a program cannot be run, or ends otherwise with the sandbox than without.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use crosstest::case;
use crosstest::exec::emulate;
use crosstest::exec::execution::Execution;
use crosstest::exec::link::{self, Runtimes};
use crosstest::job::{Entry, Job, Target};
use crosstest::load::Image;
use crosstest::process;
use crosstest::subject::Subject;
use rayon::prelude::*;
use translator::ice::FuncId;
use translator::options::{Isa, OptLevel};
use translator::testing;

/// Counts what the sandbox costs
#[derive(Parser)]
#[command(name = "sandbox_cost")]
struct Args {
    /// Targets (default: all)
    #[arg(long, value_delimiter = ',', value_name = "ISA,...", value_parser = isa)]
    targets: Vec<Isa>,
    /// Recipes
    #[arg(long, value_delimiter = ',', value_name = "RECIPE,...", value_parser = recipe, default_value = "O2")]
    recipes: Vec<OptLevel>,
    /// Programs, each with its arguments in one word (default: all of which is known what they print)
    #[arg(value_name = "PEXE ARGUMENT...")]
    programs: Vec<String>,
}

fn isa(name: &str) -> Result<Isa, String> {
    Isa::from_name(name).ok_or_else(|| format!("no target; there are {}", Isa::ALL.map(Isa::name).join(", ")))
}

fn recipe(name: &str) -> Result<OptLevel, String> {
    let found = OptLevel::ALL.into_iter().find(|level| level.name() == name);
    found.ok_or_else(|| format!("no recipe; there are {}", OptLevel::ALL.map(OptLevel::name).join(", ")))
}

/// Instructions and bytes of code of one translation.
struct Cost {
    instructions: u64,
    bytes: u64,
}

/// What the sandbox makes of a cost.
#[derive(Copy, Clone)]
struct Ratio {
    /// Instructions without it.
    instructions: u64,
    executed: f64,
    code: f64,
}

/// A program with its arguments.
struct Program {
    name: String,
    subject: Subject,
    start: FuncId,
    argv: Vec<Vec<u8>>,
}

impl Program {
    fn new(path: &Path, args: &[String]) -> Result<Program, String> {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let loaded = case::read_module(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let start = case::start(&loaded.module).ok_or_else(|| format!("{}: it defines no _start", path.display()))?;
        let argv = [&format!("{stem}.pexe")].into_iter().chain(args).map(|word| word.clone().into_bytes()).collect();
        let name = [&stem].into_iter().chain(args).map(String::as_str).collect::<Vec<_>>().join(" ");
        Ok(Program { name, subject: Subject::new(loaded.module, loaded.bodies)?, start, argv })
    }

    fn ratio(&self, target: Target) -> Result<Ratio, String> {
        let ((end, plain), (sandboxed_end, sandboxed)) = (self.cost(target, false)?, self.cost(target, true)?);
        if end != sandboxed_end {
            return Err(format!("{} on {target}: {end}; with the sandbox {sandboxed_end}", self.name));
        }
        let ratio = |a: u64, b: u64| a as f64 / b as f64;
        Ok(Ratio {
            instructions: plain.instructions,
            executed: ratio(sandboxed.instructions, plain.instructions),
            code: ratio(sandboxed.bytes, plain.bytes),
        })
    }

    fn cost(&self, target: Target, sandbox: bool) -> Result<(String, Cost), String> {
        let mut execution = Execution::plain(target);
        execution.features.sandbox = sandbox;
        let object = self.subject.translate_as(&execution.options(self.subject.features))?;
        let image = link::object(&self.subject, target, &object, &Runtimes::new(&[target])?)?;
        let options = process::Options { argv: self.argv.clone(), fuel: u64::MAX, ..self.subject.options() };
        let job = Job { entry: Entry::Program(self.start), options, memory: &[] };
        let (outcome, instructions) = emulate::count(&self.subject, target.isa, &image, job)?;
        let end = format!("{:?} {:?}", outcome.end, outcome.stdout);
        Ok((end, Cost { instructions, bytes: code_bytes(&image) }))
    }
}

/// Bytes from the first function to the end of the last.
fn code_bytes(image: &Image) -> u64 {
    let is_code = |addr: u32| image.segments.iter().any(|it| it.access.execute && addr.wrapping_sub(it.addr) < it.len);
    image.symbols().iter().filter(|symbol| is_code(symbol.addr)).map(|symbol| u64::from(symbol.size)).sum()
}

fn programs(words: &[String]) -> Result<Vec<Program>, String> {
    if words.is_empty() {
        let known = testing::known_programs().into_iter();
        return known
            .map(|known| Program::new(&known.path, &known.args.iter().map(|&arg| arg.into()).collect::<Vec<_>>()))
            .collect();
    }
    let program = |text: &String| {
        let words = shlex::split(text).filter(|words| !words.is_empty()).ok_or_else(|| format!("{text:?} is no program"))?;
        Program::new(&PathBuf::from(&words[0]), &words[1..])
    };
    words.iter().map(program).collect()
}

fn measure(args: &Args) -> Result<(), String> {
    let programs = programs(&args.programs)?;
    let isas = if args.targets.is_empty() { Isa::ALL.to_vec() } else { args.targets.clone() };
    for &opt in &args.recipes {
        let of_program = |program: &Program| isas.iter().map(|&isa| program.ratio(Target { isa, opt })).collect();
        let rows = programs.par_iter().map(of_program).collect::<Result<Vec<Vec<Ratio>>, String>>()?;
        let line = |name: &str, cells: Vec<String>| println!("| {name} | {} |", cells.join(" | "));
        line(&opt.to_string(), isas.iter().map(Isa::to_string).collect());
        println!("|---|{}", "---:|".repeat(isas.len()));
        for (program, row) in programs.iter().zip(&rows) {
            line(
                &program.name,
                row.iter().map(|it| format!("{:.2}: {:.3}", it.instructions as f64 / 1e6, it.executed)).collect(),
            );
        }
        let column = |of: fn(Ratio) -> f64, fold: fn(Vec<f64>) -> f64| {
            (0..isas.len()).map(|isa| format!("{:.3}", fold(rows.iter().map(|row| of(row[isa])).collect()))).collect()
        };
        line("geometric mean", column(|it| it.executed, mean));
        line("worst", column(|it| it.executed, |all| all.into_iter().fold(0.0, f64::max)));
        line("bytes of code", column(|it| it.code, mean));
    }
    Ok(())
}

/// The geometric mean.
fn mean(all: Vec<f64>) -> f64 {
    (all.iter().map(|it| it.ln()).sum::<f64>() / all.len() as f64).exp()
}

fn main() -> ExitCode {
    match measure(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("sandbox_cost: {why}");
            ExitCode::from(2)
        }
    }
}

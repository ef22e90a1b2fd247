//! How many instructions translated programs execute, on every target, in the emulator: beside what another translator makes of
//! the same module, LLVM's `llc -O2` as a rule.
//!
//! In: programs with arguments. Out: a table with a line for each program, target and recipe. The counts are those of the program and of
//! the runtime's helpers, and repeat exactly; what the program asks of its environment is not in them. A string instruction
//! (`rep movs`) counts once for each round.

use std::path::PathBuf;
use std::sync::Arc;

use crosstest::case;
use crosstest::exec::emulate;
use crosstest::exec::executed::Executed;
use crosstest::exec::execution::{Engine, Execution};
use crosstest::exec::link::Runtimes;
use crosstest::exec::llvm::Form;
use crosstest::exec::run;
use crosstest::files;
use crosstest::job::{Entry, Job, Target};
use crosstest::load::Image;
use crosstest::process;
use crosstest::report::origin::Clock;
use crosstest::subject::Subject;
use rayon::prelude::*;
use translator::ice::FuncId;
use translator::options::{Isa, OptLevel};
use translator::testing;

use crate::figures::{self, Figure, OURS, Report, Unit};
use crate::or_all;
use crate::page::page;

/// What is counted.
#[derive(clap::Args)]
pub struct Args {
    /// Targets (default: all)
    #[arg(long, value_delimiter = ',', value_name = "ISA,...", value_parser = crate::isa)]
    targets: Vec<Isa>,
    /// Recipes (default: O2 and Om1)
    #[arg(long, value_delimiter = ',', value_name = "RECIPE,...", value_parser = crate::recipe)]
    recipes: Vec<OptLevel>,
    /// Another translator, whose O2 code is counted, too: `llvm`, or as `--translator` of `crosstest run` says it
    #[arg(long, value_name = "llvm|NAME=COMMAND", value_parser = Engine::from_name)]
    beside: Option<Engine>,
    /// Write the figures to a file, too, for `compare`
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a page with plots
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Programs, each with its arguments in one word (default: all of which is known what they print)
    #[arg(value_name = "PEXE ARGUMENT...")]
    programs: Vec<String>,
}

/// A program with its arguments.
pub struct Program {
    /// What tables call it.
    pub name: String,
    pub subject: Subject,
    start: FuncId,
    argv: Vec<Vec<u8>>,
}

/// What a run executed.
pub struct Run {
    /// The object with the functions of the module.
    pub object: Vec<u8>,
    /// What ran.
    pub image: Arc<Image>,
    /// What of it was executed.
    pub executed: Executed,
    /// How it ended, and what it printed: the same for everybody.
    end: String,
}

impl Run {
    /// All that was executed.
    pub fn total(&self) -> u64 {
        self.executed.counts.values().sum()
    }
}

/// Instructions that were executed equally often and that stand one behind the other.
pub struct Stretch<L> {
    /// What is known of each.
    pub lines: Vec<L>,
    /// How often each was executed.
    pub times: u64,
}

impl<L> Stretch<L> {
    /// How much was executed in it.
    pub fn weight(&self) -> u64 {
        self.times * self.lines.len() as u64
    }
}

/// The stretches of a function's lines that were executed; of each its address in the image, if it is an instruction.
pub fn stretches<L>(run: &Run, lines: impl IntoIterator<Item = (Option<u32>, L)>) -> Vec<Stretch<L>> {
    let mut stretches: Vec<Stretch<L>> = Vec::new();
    let mut goes_on = false;
    for (addr, line) in lines {
        let Some(times) = addr.and_then(|addr| run.executed.counts.get(&addr).copied()) else {
            goes_on = false;
            continue;
        };
        match stretches.last_mut().filter(|stretch| goes_on && stretch.times == times) {
            Some(stretch) => stretch.lines.push(line),
            None => stretches.push(Stretch { lines: vec![line], times }),
        }
        goes_on = true;
    }
    stretches
}

impl Program {
    /// Reads a program that is started with these words.
    ///
    /// # Errors
    /// If it cannot be read, or is no program.
    pub fn new(path: PathBuf, args: &[String]) -> Result<Program, String> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let loaded = case::read_module(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let start = case::start(&loaded.module).ok_or_else(|| format!("{}: it defines no _start", path.display()))?;
        let argv = [&format!("{name}.pexe")].into_iter().chain(args).map(|word| word.clone().into_bytes()).collect();
        let name = [&name].into_iter().chain(args).map(String::as_str).collect::<Vec<_>>().join(" ");
        Ok(Program { name, subject: Subject::new(loaded.module, loaded.bodies)?, start, argv })
    }

    /// Translates it, or has another translator do so, and runs it.
    ///
    /// # Errors
    /// If that fails.
    pub fn run(&self, target: Target, beside: Option<&Engine>) -> Result<Run, String> {
        let engine = beside.cloned().unwrap_or(Engine::Unicorn);
        self.execute(&Execution { engine, form: Form::Plain, ..Execution::plain(target) })
    }

    /// Translates it to sandboxed code, and runs it.
    ///
    /// # Errors
    /// If that fails.
    pub fn run_sandboxed(&self, target: Target) -> Result<Run, String> {
        let mut execution = Execution::plain(target);
        execution.features.sandbox = true;
        self.execute(&execution)
    }

    /// Translates it as an execution says, and runs it.
    ///
    /// # Errors
    /// If that fails.
    pub fn execute(&self, execution: &Execution) -> Result<Run, String> {
        let target = execution.target;
        let object = run::object(&self.subject, execution)?;
        let runtimes = Runtimes::new(&[target])?;
        let image = run::image(&self.subject, execution, &object, &runtimes)?;
        let options = process::Options { argv: self.argv.clone(), fuel: u64::MAX, ..self.subject.options() };
        let job = Job { entry: Entry::Program(self.start), options, memory: &[] };
        let (outcome, executed) = emulate::executed(&self.subject, target.isa, &image, job)?;
        let end = format!("{:?} {:?}", outcome.end, outcome.stdout);
        Ok(Run { object, image, executed, end })
    }
}

/// Prints the table.
///
/// # Errors
/// If a program cannot be run, or prints something else when the other one translates it.
pub fn main(args: &Args) -> Result<(), String> {
    let programs = programs(&args.programs)?;
    let isas = or_all(args.targets.clone(), &Isa::ALL);
    let recipes = or_all(args.recipes.clone(), &[OptLevel::O2, OptLevel::Om1]);
    let clock = Clock::start(&[], 1);
    let mut report = Report::default();
    for isa in isas {
        for &opt in &recipes {
            let target = Target { isa, opt };
            let section = format!("executed, {target}");
            let figures = programs.par_iter().map(|program| of_program(program, &section, target, args.beside.as_ref()));
            let figures = figures.collect::<Result<Vec<_>, _>>()?.concat();
            print!("{}", figures::table(&section, &figures));
            report.figures.extend(figures);
        }
    }
    report.origin = clock.stop();
    if let Some(path) = &args.json {
        files::replace(path, report.to_json())?;
    }
    if let Some(path) = &args.html {
        files::replace(path, page(&report))?;
    }
    Ok(())
}

fn of_program(program: &Program, section: &str, target: Target, beside: Option<&Engine>) -> Result<Vec<Figure>, String> {
    let figure = |of: &str, run: &Run| Figure::exact(section, program.name.clone(), of, Unit::Instructions, run.total() as f64);
    let ours = program.run(target, None).map_err(|why| format!("{} on {target}: {why}", program.name))?;
    let mut figures = vec![figure(OURS, &ours)];
    if let Some(engine) = beside {
        let name = short(engine);
        match program.run(Target { opt: OptLevel::O2, ..target }, beside) {
            Ok(theirs) if theirs.end != ours.end => {
                return Err(format!("{} on {target}: {}; with {name} {}", program.name, ours.end, theirs.end));
            }
            Ok(theirs) => figures.push(figure(&name, &theirs)),
            Err(why) => eprintln!("bench: {} on {target}: no figure of {name}: {why}", program.name),
        }
    }
    Ok(figures)
}

/// What tables call an engine: a command is left out.
pub fn short(engine: &Engine) -> String {
    let name = engine.name();
    name.split_once('=').map_or(&*name, |(name, _)| name).to_string()
}

/// Programs with their arguments, or all of which is known what they print.
///
/// # Errors
/// If one cannot be read.
pub fn programs(words: &[String]) -> Result<Vec<Program>, String> {
    if words.is_empty() {
        let known = testing::known_programs().into_iter();
        return known
            .map(|known| Program::new(known.path, &known.args.iter().map(|&arg| arg.into()).collect::<Vec<_>>()))
            .collect();
    }
    let program = |text: &String| {
        let words = shlex::split(text).filter(|words| !words.is_empty()).ok_or_else(|| format!("{text:?} is no program"))?;
        Program::new(words[0].clone().into(), &words[1..])
    };
    words.iter().map(program).collect()
}

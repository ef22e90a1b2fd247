//! Processor time of what the recipes and another translator make of the same bitcode, on this machine's processor.
//!
//! In: programs with their arguments; without any, those of the repository, which do their work as often as their argument says: as often
//! as keeps O2's code busy for `--seconds`. Out: for each target a table of times, each with its ratio to the other translator's (without
//! one, to the first recipe's), their geometric mean and the worst. All run without the sandbox, as nobody sandboxes the other's code.
//! Translating is not in it: code comes from `pnacl-run`'s cache. Time is the process's with all its threads, the least of several runs,
//! taken in turns, so that what else the machine does falls out. All print the same, or there is no figure.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crosstest::clock;
use crosstest::exec::native::mode;
use translator::options::{Isa, OptLevel};

use crate::or_all;
use crate::programs;
use crate::translators::built;

/// What is measured.
#[derive(clap::Args)]
pub struct Args {
    /// Targets: those that this machine runs (default: both)
    #[arg(long, value_delimiter = ',', value_name = "ISA,...", value_parser = crate::isa)]
    targets: Vec<Isa>,
    /// Recipes (default: all)
    #[arg(long, value_delimiter = ',', value_name = "RECIPE,...", value_parser = crate::recipe)]
    recipes: Vec<OptLevel>,
    /// Another translator, told to make O2's code: `llvm`, or as `--translator` of `crosstest run` says it
    #[arg(long, value_name = "llvm|NAME=COMMAND")]
    beside: Option<String>,
    /// How often each is run; the least time counts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// For how long the repository's programs keep O2's code busy, about
    #[arg(long, value_name = "SECONDS", default_value_t = 0.2)]
    seconds: f64,
    /// The pnacl-run to measure (default: the release build of this checkout, which is made)
    #[arg(long, value_name = "FILE")]
    pnacl_run: Option<PathBuf>,
    /// Programs, each with options of pnacl-run before it and its arguments behind it, as words of a shell without quotes
    #[arg(value_name = "\"[OPTION...] PEXE ARGUMENT...\"", allow_hyphen_values = true)]
    programs: Vec<String>,
}

/// Whose code is run.
#[derive(Clone, PartialEq, Eq)]
enum Maker {
    Ours(OptLevel),
    Other(String),
}

/// What `pnacl-run` is told to run: options, a program, its arguments.
struct Task(Vec<String>);

/// How programs are run.
struct Setting<'a> {
    args: &'a Args,
    pnacl_run: PathBuf,
    cache: &'a Path,
    target: Isa,
}

/// A program's times, in seconds, in the order of the makers; nothing where it goes another way.
struct Row {
    name: String,
    seconds: Vec<Option<f64>>,
}

/// How often at most a program of the repository does its work.
const MOST_ROUNDS: u32 = 4_000_000;

/// Prints the tables.
///
/// # Errors
/// If there is no `pnacl-run`, or a program cannot be run by it.
pub fn main(args: &Args) -> Result<(), String> {
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    let pnacl_run = args.pnacl_run.clone().map_or_else(|| built("pnacl-run", &["-p", "crosstest", "--bin", "pnacl-run"]), Ok)?;
    let runnable: Vec<Isa> = Isa::ALL.into_iter().filter(|&isa| mode::runs(isa)).collect();
    for target in or_all(args.targets.clone(), &runnable) {
        let setting = Setting { args, pnacl_run: pnacl_run.clone(), cache: dir.path(), target };
        let recipes = or_all(args.recipes.clone(), &OptLevel::ALL);
        let makers: Vec<Maker> =
            args.beside.clone().map(Maker::Other).into_iter().chain(recipes.into_iter().map(Maker::Ours)).collect();
        let mut rows = Vec::new();
        for task in setting.tasks()? {
            rows.push(setting.row(&task, &makers)?);
        }
        print!("{}", table(target, &makers, &rows));
    }
    Ok(())
}

impl Setting<'_> {
    /// The programs of the command line, or those of the repository whose work grows with their argument.
    fn tasks(&self) -> Result<Vec<Task>, String> {
        if !self.args.programs.is_empty() {
            let task = |words: &String| Task(words.split_whitespace().map(str::to_string).collect());
            return Ok(self.args.programs.iter().map(task).collect());
        }
        let mut tasks = Vec::new();
        for program in programs::programs(&[])? {
            // All of them in one.
            if program.name == "everything" {
                continue;
            }
            match self.rounds(&program.path)? {
                Some(rounds) => tasks.push(Task::of_repository(&program.path, rounds)),
                None => eprintln!("bench: {}: left out: its work does not grow with its argument", program.name),
            }
        }
        Ok(tasks)
    }

    /// How often a program is to do its work; nothing if it cannot be made to take long enough.
    fn rounds(&self, file: &Path) -> Result<Option<u32>, String> {
        let mut rounds = 20;
        while rounds <= MOST_ROUNDS {
            let (_, seconds) = self.run(&Task::of_repository(file, rounds), &Maker::Ours(OptLevel::O2))?;
            if seconds > 0.7 * self.args.seconds {
                return Ok(Some(rounds));
            }
            let times = (self.args.seconds / seconds).clamp(2.0, 20.0);
            rounds = (f64::from(rounds) * times) as u32;
        }
        Ok(None)
    }

    fn row(&self, task: &Task, makers: &[Maker]) -> Result<Row, String> {
        let name = task.name();
        // The first fills the cache, and says what is printed.
        let mut known: Option<Output> = None;
        let mut seconds = Vec::new();
        for maker in makers {
            let (output, first) = self.run(task, maker)?;
            let known = known.get_or_insert_with(|| output.clone());
            let agrees = output.stdout == known.stdout && output.status == known.status;
            if !agrees {
                let said = String::from_utf8_lossy(&output.stderr);
                let said = said.lines().last().unwrap_or("it prints something else, or ends otherwise");
                eprintln!("bench: {name} on {}: no figure of {}: {said}", self.target, maker.name());
            }
            seconds.push(agrees.then_some(first));
        }
        for _ in 0..self.args.runs {
            for (maker, seconds) in makers.iter().zip(&mut seconds) {
                if let Some(least) = seconds {
                    *least = least.min(self.run(task, maker)?.1);
                }
            }
        }
        Ok(Row { name, seconds })
    }

    /// Runs a program once. Exit statuses are the programs' own affair.
    fn run(&self, task: &Task, maker: &Maker) -> Result<(Output, f64), String> {
        let mut command = Command::new(&self.pnacl_run);
        command.args(["--unsafe-native", "--target", self.target.name()]).arg("--cache").arg(self.cache);
        match maker {
            Maker::Ours(recipe) => command.args(["--opt", recipe.name()]),
            Maker::Other(how) => command.args(["--opt", OptLevel::O2.name(), "--translator", how]),
        };
        command.args(&task.0).stdin(Stdio::null());
        let before = clock::of_children();
        let output = command.output().map_err(|error| format!("{}: {error}", self.pnacl_run.display()))?;
        Ok((output, (clock::of_children() - before).as_secs_f64()))
    }
}

impl Task {
    fn of_repository(file: &Path, rounds: u32) -> Task {
        Task(vec![file.display().to_string(), rounds.to_string()])
    }

    /// The program's file and its arguments, without folders.
    fn name(&self) -> String {
        let is_file = |word: &&String| word.ends_with(".pexe") || word.ends_with(".ll");
        let words = self.0.iter().skip_while(|word| !is_file(word));
        words.map(|word| word.rsplit('/').next().unwrap_or(word)).collect::<Vec<_>>().join(" ")
    }
}

impl Maker {
    fn name(&self) -> &str {
        match self {
            Maker::Ours(recipe) => recipe.name(),
            Maker::Other(how) => how.split('=').next().unwrap_or(how),
        }
    }
}

/// The times, beside the first maker's.
fn table(target: Isa, makers: &[Maker], rows: &[Row]) -> String {
    let mut out = format!("== processor time of running, seconds, {target}\n{:36}", "");
    for (index, maker) in makers.iter().enumerate() {
        out += &format!(" {:>8}", maker.name());
        if index > 0 {
            out += &format!(" {:>7}", format!("/{}", makers[0].name()));
        }
    }
    out.push('\n');
    let mut logs = vec![Vec::new(); makers.len()];
    for row in rows {
        out += &format!("{:36}", row.name);
        for (index, seconds) in row.seconds.iter().enumerate() {
            out += &seconds.map_or(format!(" {:>8}", "-"), |seconds| format!(" {seconds:8.3}"));
            let ratio = seconds.zip(row.seconds[0]).map(|(seconds, base)| seconds / base);
            if index > 0 {
                out += &ratio.map_or(format!(" {:>7}", "-"), |ratio| format!(" {ratio:7.3}"));
            }
            logs[index].extend(ratio.map(f64::ln));
        }
        out.push('\n');
    }
    for (maker, logs) in makers.iter().zip(&logs).skip(1).filter(|(_, logs)| !logs.is_empty()) {
        let mean = (logs.iter().sum::<f64>() / logs.len() as f64).exp();
        let worst = logs.iter().copied().fold(f64::MIN, f64::max).exp();
        let (name, base, count) = (maker.name(), makers[0].name(), logs.len());
        out += &format!("{name}/{base}: geometric mean of {count} programs {mean:.3}, worst {worst:.3}\n");
    }
    out
}
